//! What stands between operators and has no operators of its own at its edges: literals, blocks,
//! maps and records.

use erlang_term::atoms;
use num_bigint::BigInt;

use super::expressions::Grammar;
use super::{Failed, Operand, Parsed, Parser, join};
use crate::ast::{ExprKind, RecordField};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::token::{Lexeme, Symbol};

impl Parser<'_> {
    /// `expr_max`: something that needs no parentheses anywhere.
    pub(super) fn closed(&mut self, grammar: Grammar) -> Parsed<Operand> {
        let span = self.span();
        let kind = match self.peek() {
            Lexeme::Atom(name) => ExprKind::Atom(*name),
            Lexeme::Variable(atoms::ANY) => ExprKind::Wildcard,
            Lexeme::Variable(name) => ExprKind::Variable(*name),
            Lexeme::Integer(n) => ExprKind::Integer(BigInt::clone(n)),
            Lexeme::Float(n) => ExprKind::Float(*n),
            Lexeme::Char(c) => ExprKind::Char(*c),
            Lexeme::String(_) => return self.strings(),
            Lexeme::Binary(_) => return self.binary_sigil(),
            Lexeme::Symbol(symbol) => return self.closed_by_symbol(*symbol, grammar),
            Lexeme::Error => ExprKind::Error,
        };
        self.advance();
        Ok(self.operand_of(span, kind))
    }

    fn closed_by_symbol(&mut self, symbol: Symbol, grammar: Grammar) -> Parsed<Operand> {
        match symbol {
            Symbol::LeftParen | Symbol::LeftBracket | Symbol::LeftBrace => self.bracketed(grammar),
            Symbol::LeftBinary => self.deep(|parser| parser.binary(grammar)),
            _ if grammar == Grammar::Pattern => Err(self.unexpected("a pattern")),
            Symbol::Begin => self.begin(),
            Symbol::Case => self.case(),
            Symbol::If => self.if_expression(),
            Symbol::Receive => self.receive(),
            Symbol::Try => self.try_expression(),
            Symbol::Fun => self.fun(),
            Symbol::Maybe => self.maybe(),
            _ => Err(self.unexpected("an expression")),
        }
    }

    /// Adjacent strings are one.
    fn strings(&mut self) -> Parsed<Operand> {
        let mut span = self.span();
        let mut characters = Vec::new();
        while let Lexeme::String(more) = self.peek() {
            characters.extend_from_slice(more);
            span = join(span, self.span());
            self.advance();
        }
        if matches!(self.peek(), Lexeme::Binary(_)) {
            return Err(self.mixed_strings());
        }
        Ok(self.operand_of(span, ExprKind::String(characters)))
    }

    pub(super) fn mixed_strings(&mut self) -> Failed {
        let problem = Diagnostic::error(self.span(), "adjacent strings and binaries cannot be joined");
        self.fail(problem.help("put them into one binary: <<…/binary, …/binary>>"))
    }

    /// `#r{…}`, `#r.f`, alone or behind an operand.
    pub(super) fn record(&mut self, base: Option<Operand>) -> Parsed<Operand> {
        let hash = self.advance();
        let (name, _) = self.expect_atom("the name of a record, or `{`")?;
        let (kind, end) = if self.accept(Symbol::Period).is_some() {
            let (field, end) = self.expect_atom("the name of a field")?;
            let kind = match base {
                Some(record) => ExprKind::RecordAccess { record: record.id, name, field },
                None => ExprKind::RecordIndex { name, field },
            };
            (kind, end)
        } else if self.is(Symbol::LeftBrace) {
            let (fields, end) = self.record_fields()?;
            let kind = match base {
                Some(record) => ExprKind::RecordUpdate { record: record.id, name, fields },
                None => ExprKind::Record { name, fields },
            };
            (kind, end)
        } else {
            return Err(self.unexpected("`{` or `.`"));
        };
        let span = join(base.map_or(hash, |base| base.span), end);
        Ok(Operand { id: self.add_at(span, hash.start, kind), span })
    }

    fn record_fields(&mut self) -> Parsed<(Vec<RecordField>, Span)> {
        let open = self.advance();
        let mut fields = Vec::new();
        if let Some(close) = self.accept(Symbol::RightBrace) {
            return Ok((fields, close));
        }
        loop {
            let name = match *self.peek() {
                Lexeme::Atom(name) => Some(name),
                Lexeme::Variable(atoms::ANY) => None,
                _ => return Err(self.unexpected("the name of a field")),
            };
            let start = self.advance();
            if self.is(Symbol::FatArrow) || self.is(Symbol::ColonEqual) {
                let problem = self
                    .problem_here("`=`")
                    .help("fields of records are set with `=`, keys of maps with `=>`");
                return Err(self.fail(problem));
            }
            self.expect(Symbol::Equal)?;
            let value = self.expression()?;
            fields.push(RecordField { span: join(start, value.span), name, value: value.id });
            if self.accept(Symbol::Comma).is_none() {
                return Ok((fields, self.expect_close(Symbol::RightBrace, open)?));
            }
        }
    }

    /// The key of a map's field is read, and no `=>` follows.
    #[cold]
    pub(super) fn bad_map_field(&mut self) -> Failed {
        let mut problem = self.problem_here("`=>` or `:=`");
        if let Some(key) = self.operands.last()
            && let ExprKind::Match { .. } = self.module[key.id].kind
        {
            problem = Diagnostic::error(key.span, "a field of a map is `Key => Value`, not `Key = Value`")
                .help(
                    "`=>` sets or adds a key; `:=` sets, or in a pattern matches, a key that must be there",
                );
        }
        self.fail(problem)
    }
}
