//! Expressions and patterns: operators, calls, records, maps, lists and tuples.

use erlang_term::atoms;
use num_bigint::BigInt;

use super::{Failed, Operand, Parsed, Parser, join};
use crate::ast::{BinaryOp, ExprId, ExprKind, MapField, RecordField, UnaryOp};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::token::{Lexeme, Symbol};

/// What may stand here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Grammar {
    Expression,
    /// The outermost level of an argument of a function or fun, or behind `catch`: no calls, blocks or logical operators.
    Pattern,
}

/// An operator whose right operand is still being read.
#[derive(Clone, Copy)]
pub(super) struct Operator {
    kind: OperatorKind,
    span: Span,
    precedence: u16,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OperatorKind {
    Catch,
    Unary(UnaryOp),
    Binary(BinaryOp),
    Match,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
    None,
}

/// `erl_parse`'s precedences.
fn binary_operator(symbol: Symbol) -> Option<(OperatorKind, u16, Side)> {
    use BinaryOp::*;
    use OperatorKind::{Binary, Match};
    Some(match symbol {
        Symbol::Equal => (Match, 100, Side::Right),
        Symbol::Bang => (Binary(Send), 100, Side::Right),
        Symbol::OrElse => (Binary(OrElse), 150, Side::Right),
        Symbol::AndAlso => (Binary(AndAlso), 160, Side::Right),
        Symbol::EqualEqual => (Binary(Equal), 200, Side::None),
        Symbol::SlashEqual => (Binary(NotEqual), 200, Side::None),
        Symbol::EqualLess => (Binary(LessOrEqual), 200, Side::None),
        Symbol::Less => (Binary(Less), 200, Side::None),
        Symbol::GreaterEqual => (Binary(GreaterOrEqual), 200, Side::None),
        Symbol::Greater => (Binary(Greater), 200, Side::None),
        Symbol::EqualColonEqual => (Binary(ExactlyEqual), 200, Side::None),
        Symbol::EqualSlashEqual => (Binary(NotExactlyEqual), 200, Side::None),
        Symbol::PlusPlus => (Binary(Append), 300, Side::Right),
        Symbol::MinusMinus => (Binary(ListSubtract), 300, Side::Right),
        _ => {
            return additive(symbol)
                .map(|op| (Binary(op), 400, Side::Left))
                .or_else(|| multiplicative(symbol).map(|op| (Binary(op), 500, Side::Left)));
        }
    })
}

pub(super) fn additive(symbol: Symbol) -> Option<BinaryOp> {
    Some(match symbol {
        Symbol::Plus => BinaryOp::Add,
        Symbol::Minus => BinaryOp::Subtract,
        Symbol::Bor => BinaryOp::Bor,
        Symbol::Bxor => BinaryOp::Bxor,
        Symbol::Bsl => BinaryOp::Bsl,
        Symbol::Bsr => BinaryOp::Bsr,
        Symbol::Or => BinaryOp::Or,
        Symbol::Xor => BinaryOp::Xor,
        _ => return None,
    })
}

pub(super) fn multiplicative(symbol: Symbol) -> Option<BinaryOp> {
    Some(match symbol {
        Symbol::Star => BinaryOp::Multiply,
        Symbol::Slash => BinaryOp::Divide,
        Symbol::Div => BinaryOp::Div,
        Symbol::Rem => BinaryOp::Rem,
        Symbol::Band => BinaryOp::Band,
        Symbol::And => BinaryOp::And,
        _ => return None,
    })
}

pub(super) fn unary(symbol: Symbol) -> Option<UnaryOp> {
    Some(match symbol {
        Symbol::Plus => UnaryOp::Plus,
        Symbol::Minus => UnaryOp::Minus,
        Symbol::Not => UnaryOp::Not,
        Symbol::Bnot => UnaryOp::Bnot,
        _ => return None,
    })
}

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<Operand> {
        self.deep(|parser| parser.operations(Grammar::Expression))
    }

    pub(super) fn pattern(&mut self) -> Parsed<Operand> {
        self.deep(|parser| parser.operations(Grammar::Pattern))
    }

    pub(super) fn in_grammar(&mut self, grammar: Grammar) -> Parsed<Operand> {
        self.deep(|parser| parser.operations(grammar))
    }

    /// Operands and operators between them: an operator waits until it is clear that the operand after it is its own.
    fn operations(&mut self, grammar: Grammar) -> Parsed<Operand> {
        let (outer_operators, outer_operands) = (self.operators.len(), self.operands.len());
        let result = self.operations_above(outer_operators, grammar);
        self.operators.truncate(outer_operators);
        self.operands.truncate(outer_operands);
        result
    }

    fn operations_above(&mut self, outer: usize, grammar: Grammar) -> Parsed<Operand> {
        loop {
            while let Some(operator) = self.prefix_operator(grammar) {
                self.operators.push(operator);
            }
            let operand = self.operand(grammar)?;
            self.operands.push(operand);
            let Some((kind, precedence, side)) = self.infix_operator(grammar) else { break };
            while let Some(waiting) = self.operators[outer..].last() {
                if waiting.precedence == precedence && side == Side::None {
                    let problem = Diagnostic::error(self.span(), "comparisons cannot be chained")
                        .label(waiting.span, "the first comparison")
                        .help("use `andalso` between them, or parentheses around one of them");
                    return Err(self.fail(problem));
                }
                if waiting.precedence < precedence || waiting.precedence == precedence && side == Side::Right
                {
                    break;
                }
                self.apply();
            }
            let span = self.advance();
            self.operators.push(Operator { kind, span, precedence });
        }
        while self.operators.len() > outer {
            self.apply();
        }
        self.operands.pop().ok_or(Failed)
    }

    fn prefix_operator(&mut self, grammar: Grammar) -> Option<Operator> {
        let Lexeme::Symbol(symbol) = *self.peek() else { return None };
        let (kind, precedence) = match unary(symbol) {
            Some(op) => (OperatorKind::Unary(op), 600),
            None if symbol == Symbol::Catch && grammar == Grammar::Expression => (OperatorKind::Catch, 0),
            None => return None,
        };
        let span = self.advance();
        Some(Operator { kind, span, precedence })
    }

    fn infix_operator(&self, grammar: Grammar) -> Option<(OperatorKind, u16, Side)> {
        use BinaryOp::{AndAlso, OrElse, Send};
        let Lexeme::Symbol(symbol) = *self.peek() else { return None };
        let found = binary_operator(symbol)?;
        let logical = matches!(found.0, OperatorKind::Binary(Send | AndAlso | OrElse));
        (grammar == Grammar::Expression || !logical).then_some(found)
    }

    /// Gives the last operator its operands.
    fn apply(&mut self) {
        let (Some(operator), Some(right)) = (self.operators.pop(), self.operands.pop()) else { return };
        let operand = match operator.kind {
            OperatorKind::Catch | OperatorKind::Unary(_) => {
                let span = join(operator.span, right.span);
                let kind = match operator.kind {
                    OperatorKind::Unary(op) => ExprKind::Unary { op, operand: right.id },
                    _ => ExprKind::Catch(right.id),
                };
                Operand { id: self.add_at(span, operator.span.start, kind), span }
            }
            OperatorKind::Binary(_) | OperatorKind::Match => {
                let Some(left) = self.operands.pop() else { return };
                let span = join(left.span, right.span);
                let (anchor, kind) = match operator.kind {
                    OperatorKind::Binary(op) => {
                        (operator.span.start, ExprKind::Binary { op, left: left.id, right: right.id })
                    }
                    _ => {
                        let start = self.module[left.id].span.start;
                        (start, ExprKind::Match { pattern: left.id, value: right.id })
                    }
                };
                Operand { id: self.add_at(span, anchor, kind), span }
            }
        };
        self.operands.push(operand);
    }

    /// What stands between operators: something closed, and what is attached to it.
    fn operand(&mut self, grammar: Grammar) -> Parsed<Operand> {
        if self.is(Symbol::Hash) {
            let first = self.hash(None)?;
            return if grammar == Grammar::Expression { self.hashes(first) } else { Ok(first) };
        }
        let first = self.closed(grammar)?;
        if grammar == Grammar::Pattern {
            return Ok(first);
        }
        match self.peek() {
            Lexeme::Symbol(Symbol::LeftParen) => self.call(first),
            Lexeme::Symbol(Symbol::Colon) => self.remote(first),
            Lexeme::Symbol(Symbol::Hash) => {
                let update = self.hash(Some(first))?;
                self.hashes(update)
            }
            _ => Ok(first),
        }
    }

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
            Symbol::LeftParen => {
                let open = self.advance();
                let inner = self.in_grammar(grammar)?;
                let close = self.expect_close(Symbol::RightParen, open)?;
                Ok(Operand { id: inner.id, span: join(open, close) })
            }
            Symbol::LeftBracket => self.list(),
            Symbol::LeftBrace => self.tuple(),
            Symbol::LeftBinary => self.binary(),
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
        let problem = Diagnostic::error(self.span(), "strings and binaries side by side cannot be joined");
        self.fail(problem.help("put them into one binary: <<…/binary, …/binary>>"))
    }

    fn list(&mut self) -> Parsed<Operand> {
        let open = self.advance();
        if let Some(close) = self.accept(Symbol::RightBracket) {
            let kind = ExprKind::List { elements: Vec::new(), tail: None };
            return Ok(self.operand_of(join(open, close), kind));
        }
        let mut elements = vec![self.expression()?.id];
        if self.accept(Symbol::BarBar).is_some() {
            return self.list_comprehension(open, elements[0]);
        }
        while self.accept(Symbol::Comma).is_some() {
            elements.push(self.expression()?.id);
        }
        let tail = match self.accept(Symbol::Bar) {
            Some(_) => Some(self.expression()?.id),
            None => None,
        };
        let close = self.expect_close(Symbol::RightBracket, open)?;
        Ok(self.operand_of(join(open, close), ExprKind::List { elements, tail }))
    }

    fn tuple(&mut self) -> Parsed<Operand> {
        let open = self.advance();
        let (elements, close) = self.until(Symbol::RightBrace, open)?;
        Ok(self.operand_of(join(open, close), ExprKind::Tuple(elements)))
    }

    /// Expressions between commas, and the closing bracket.
    fn until(&mut self, close: Symbol, open: Span) -> Parsed<(Vec<ExprId>, Span)> {
        let mut elements = Vec::new();
        if let Some(span) = self.accept(close) {
            return Ok((elements, span));
        }
        loop {
            elements.push(self.expression()?.id);
            if self.accept(Symbol::Comma).is_none() {
                return Ok((elements, self.expect_close(close, open)?));
            }
        }
    }

    fn call(&mut self, callee: Operand) -> Parsed<Operand> {
        let open = self.advance();
        let (arguments, close) = self.until(Symbol::RightParen, open)?;
        let span = join(callee.span, close);
        let kind = ExprKind::Call { callee: callee.id, arguments };
        let start = self.module[callee.id].span.start;
        Ok(Operand { id: self.add_at(span, start, kind), span })
    }

    fn remote(&mut self, module: Operand) -> Parsed<Operand> {
        self.advance();
        let function = self.closed(Grammar::Expression)?;
        if !self.is(Symbol::LeftParen) {
            let span = join(module.span, function.span);
            let problem =
                Diagnostic::error(span, "a function of another module must be called with arguments")
                    .help("write `m:f(…)` to call it, `fun m:f/1` to name it");
            self.problems.push(problem);
            return Ok(self.operand_of(span, ExprKind::Error));
        }
        let open = self.advance();
        let (arguments, close) = self.until(Symbol::RightParen, open)?;
        let span = join(module.span, close);
        let kind = ExprKind::RemoteCall { module: module.id, function: function.id, arguments };
        let start = self.module[module.id].span.start;
        Ok(Operand { id: self.add_at(span, start, kind), span })
    }

    /// More of `#…` behind a map or record. One kind does not follow the other without parentheses.
    fn hashes(&mut self, mut operand: Operand) -> Parsed<Operand> {
        let of_map = |parser: &Self, id: ExprId| {
            matches!(
                parser.module[id].kind,
                ExprKind::Map(_) | ExprKind::MapUpdate { .. } | ExprKind::MapComprehension { .. }
            )
        };
        while self.is(Symbol::Hash) && self.is_at(1, Symbol::LeftBrace) == of_map(self, operand.id) {
            operand = self.hash(Some(operand))?;
        }
        Ok(operand)
    }

    /// `#{…}`, `#r{…}`, `#r.f`, alone or behind an operand.
    fn hash(&mut self, base: Option<Operand>) -> Parsed<Operand> {
        let hash = self.advance();
        if self.is(Symbol::LeftBrace) {
            return self.map(hash, base);
        }
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

    fn map(&mut self, hash: Span, base: Option<Operand>) -> Parsed<Operand> {
        let open = self.advance();
        let mut fields = Vec::new();
        let close = loop {
            if fields.is_empty()
                && let Some(close) = self.accept(Symbol::RightBrace)
            {
                break close;
            }
            let field = self.map_field()?;
            if fields.is_empty() && base.is_none() && !field.exact && self.accept(Symbol::BarBar).is_some() {
                return self.map_comprehension(hash, open, field);
            }
            fields.push(field);
            if self.accept(Symbol::Comma).is_none() {
                break self.expect_close(Symbol::RightBrace, open)?;
            }
        };
        let span = join(base.map_or(hash, |base| base.span), close);
        let kind = match base {
            Some(map) => ExprKind::MapUpdate { map: map.id, fields },
            None => ExprKind::Map(fields),
        };
        Ok(Operand { id: self.add_at(span, hash.start, kind), span })
    }

    fn map_field(&mut self) -> Parsed<MapField> {
        let key = self.expression()?;
        let exact = self.is(Symbol::ColonEqual);
        if !exact && !self.is(Symbol::FatArrow) {
            let mut problem = self.problem_here("`=>` or `:=`");
            if let ExprKind::Match { .. } = self.module[key.id].kind {
                problem = Diagnostic::error(
                    key.span,
                    "a field of a map is `Key => Value`, not `Key = Value`",
                )
                .help(
                    "`=>` sets or adds a key; `:=` sets, or in a pattern matches, a key that must be there",
                );
            }
            return Err(self.fail(problem));
        }
        self.advance();
        let value = self.expression()?;
        Ok(MapField { span: join(key.span, value.span), exact, key: key.id, value: value.id })
    }
}
