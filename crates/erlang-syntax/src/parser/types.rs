//! The language of types: `-type`, `-spec`, fields of records.

use erlang_term::{Atom, atoms};
use num_bigint::BigInt;

use super::operators::{additive, multiplicative, unary};
use super::{Parsed, Parser, join};
use crate::ast::{SpecClause, Type, TypeId, TypeKind, VarName};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::token::{Lexeme, Symbol};

/// A type with its span, which here includes the parentheses around it.
#[derive(Clone, Copy)]
pub(super) struct Typed {
    pub id: TypeId,
    pub span: Span,
}

impl Parser<'_> {
    /// `X :: T`, `T1 | T2`, and all below.
    pub(super) fn ty(&mut self) -> Parsed<Typed> {
        self.deep(Self::top_type)
    }

    fn top_type(&mut self) -> Parsed<Typed> {
        let mut alternatives: Vec<Typed> = Vec::new();
        loop {
            if let Lexeme::Variable(name) = *self.peek()
                && self.is_at(1, Symbol::ColonColon)
            {
                let start = self.advance();
                self.advance();
                let ty = self.ty()?;
                let span = join(start, ty.span);
                alternatives.push(self.typed(span, TypeKind::Annotated { name, ty: ty.id }));
                break;
            }
            alternatives.push(self.operator_type(0)?);
            if self.accept(Symbol::Bar).is_none() {
                break;
            }
        }
        let (Some(first), Some(last)) = (alternatives.first(), alternatives.last().copied()) else {
            return Err(self.unexpected("a type"));
        };
        if alternatives.len() == 1 {
            return Ok(last);
        }
        let span = join(first.span, last.span);
        let mut members: Vec<TypeId> = alternatives.iter().map(|ty| ty.id).collect();
        // As `erl_parse`: a union at the end, even in parentheses, is part of this one.
        if let TypeKind::Union(more) = &self.module[last.id].kind {
            members.pop();
            members.extend_from_slice(more);
        }
        Ok(self.typed(span, TypeKind::Union(members)))
    }

    /// Operators that bind at least as tightly as `minimum`.
    fn operator_type(&mut self, minimum: u16) -> Parsed<Typed> {
        let mut left = self.deep(Self::prefix_type)?;
        while let Lexeme::Symbol(symbol) = *self.peek() {
            let (op, precedence) = match (additive(symbol), multiplicative(symbol)) {
                _ if symbol == Symbol::DotDot => (None, 200),
                (Some(op), _) => (Some(op), 400),
                (_, Some(op)) => (Some(op), 500),
                _ => break,
            };
            if precedence < minimum {
                break;
            }
            self.advance();
            let right = self.operator_type(precedence + 1)?;
            let span = join(left.span, right.span);
            left = match op {
                Some(op) => self.typed(span, TypeKind::Binary { op, left: left.id, right: right.id }),
                None => self.typed(span, TypeKind::Range { low: left.id, high: right.id }),
            };
            if op.is_none() && self.is(Symbol::DotDot) {
                return Err(self.unexpected("the end of the range"));
            }
        }
        Ok(left)
    }

    fn prefix_type(&mut self) -> Parsed<Typed> {
        let Lexeme::Symbol(symbol) = *self.peek() else { return self.closed_type() };
        let Some(op) = unary(symbol) else { return self.closed_type() };
        let start = self.advance();
        let operand = self.deep(Self::prefix_type)?;
        Ok(self.typed(join(start, operand.span), TypeKind::Unary { op, operand: operand.id }))
    }

    fn closed_type(&mut self) -> Parsed<Typed> {
        let start = self.span();
        let kind = match self.peek() {
            Lexeme::Atom(name) => return self.named_type(*name),
            Lexeme::Variable(atoms::ANY) => TypeKind::Wildcard,
            Lexeme::Variable(name) => TypeKind::Variable(*name),
            Lexeme::Integer(n) => TypeKind::Integer(BigInt::clone(n)),
            Lexeme::Char(c) => TypeKind::Char(*c),
            Lexeme::Symbol(symbol) => return self.bracketed_type(*symbol),
            Lexeme::Error => TypeKind::Error,
            _ => return Err(self.unexpected("a type")),
        };
        self.advance();
        Ok(self.typed(start, kind))
    }

    /// `atom`, `name(…)`, `module:name(…)`
    fn named_type(&mut self, first: Atom) -> Parsed<Typed> {
        let start = self.advance();
        let (module, name) = if self.accept(Symbol::Colon).is_some() {
            (Some(first), self.expect_atom("the name of a type")?.0)
        } else {
            (None, first)
        };
        if module.is_none() && !self.is(Symbol::LeftParen) {
            return Ok(self.typed(start, TypeKind::Atom(name)));
        }
        let open = self.expect(Symbol::LeftParen)?;
        let (arguments, close) = self.types_until(Symbol::RightParen, open)?;
        Ok(self.typed(join(start, close), TypeKind::Call { module, name, arguments }))
    }

    fn types_until(&mut self, close: Symbol, open: Span) -> Parsed<(Vec<TypeId>, Span)> {
        let mut types = Vec::new();
        if let Some(span) = self.accept(close) {
            return Ok((types, span));
        }
        loop {
            types.push(self.ty()?.id);
            if self.accept(Symbol::Comma).is_none() {
                return Ok((types, self.expect_close(close, open)?));
            }
        }
    }

    fn bracketed_type(&mut self, symbol: Symbol) -> Parsed<Typed> {
        if !matches!(
            symbol,
            Symbol::LeftParen
                | Symbol::LeftBracket
                | Symbol::LeftBrace
                | Symbol::LeftBinary
                | Symbol::Hash
                | Symbol::Fun
        ) {
            return Err(self.unexpected("a type"));
        }
        let open = self.advance();
        match symbol {
            Symbol::LeftParen => {
                let inner = self.ty()?;
                let close = self.expect_close(Symbol::RightParen, open)?;
                Ok(Typed { id: inner.id, span: join(open, close) })
            }
            Symbol::LeftBracket => self.list_type(open),
            Symbol::LeftBrace => {
                let (elements, close) = self.types_until(Symbol::RightBrace, open)?;
                Ok(self.typed(join(open, close), TypeKind::Tuple(elements)))
            }
            Symbol::LeftBinary => self.binary_type(open),
            Symbol::Hash if self.is(Symbol::LeftBrace) => self.map_type(open),
            Symbol::Hash => self.record_type(open),
            _ => self.fun_type(open),
        }
    }

    fn list_type(&mut self, open: Span) -> Parsed<Typed> {
        if let Some(close) = self.accept(Symbol::RightBracket) {
            return Ok(self.typed(join(open, close), TypeKind::Nil));
        }
        let element = self.ty()?.id;
        let kind = if self.accept(Symbol::Comma).is_some() {
            self.expect(Symbol::Ellipsis)?;
            TypeKind::NonemptyList(element)
        } else {
            TypeKind::List(element)
        };
        let close = self.expect_close(Symbol::RightBracket, open)?;
        Ok(self.typed(join(open, close), kind))
    }

    fn map_type(&mut self, hash: Span) -> Parsed<Typed> {
        let open = self.advance();
        let mut pairs = Vec::new();
        let close = loop {
            if pairs.is_empty()
                && let Some(close) = self.accept(Symbol::RightBrace)
            {
                break close;
            }
            let key = self.ty()?.id;
            let mandatory = self.is(Symbol::ColonEqual);
            if !mandatory && !self.is(Symbol::FatArrow) {
                return Err(self.unexpected("`=>` or `:=`"));
            }
            self.advance();
            let value = self.ty()?.id;
            pairs.push((key, value, mandatory));
            if self.accept(Symbol::Comma).is_none() {
                break self.expect_close(Symbol::RightBrace, open)?;
            }
        };
        Ok(self.typed(join(hash, close), TypeKind::Map(pairs)))
    }

    fn record_type(&mut self, hash: Span) -> Parsed<Typed> {
        let (name, _) = self.expect_atom("the name of a record, or `{`")?;
        let open = self.expect(Symbol::LeftBrace)?;
        let mut fields = Vec::new();
        let close = loop {
            if fields.is_empty()
                && let Some(close) = self.accept(Symbol::RightBrace)
            {
                break close;
            }
            let (field, _) = self.expect_atom("the name of a field")?;
            self.expect(Symbol::ColonColon)?;
            fields.push((field, self.ty()?.id));
            if self.accept(Symbol::Comma).is_none() {
                break self.expect_close(Symbol::RightBrace, open)?;
            }
        };
        Ok(self.typed(join(hash, close), TypeKind::Record { name, fields }))
    }

    /// `<<>>`, `<<_:M>>`, `<<_:_*N>>`, `<<_:M, _:_*N>>`
    fn binary_type(&mut self, open: Span) -> Parsed<Typed> {
        let (mut base, mut unit) = (None, None);
        let close = loop {
            if base.is_none()
                && let Some(close) = self.accept(Symbol::RightBinary)
            {
                break close;
            }
            self.expect_wildcard()?;
            self.expect(Symbol::Colon)?;
            if matches!(self.peek(), Lexeme::Variable(_)) && self.is_at(1, Symbol::Star) {
                self.expect_wildcard()?;
                self.advance();
                unit = Some(self.operator_type(0)?.id);
                break self.expect_close(Symbol::RightBinary, open)?;
            }
            if base.is_some() {
                return Err(self.unexpected("`_*` and the unit"));
            }
            base = Some(self.operator_type(0)?.id);
            if self.accept(Symbol::Comma).is_none() {
                break self.expect_close(Symbol::RightBinary, open)?;
            }
        };
        Ok(self.typed(join(open, close), TypeKind::Bitstring { base, unit }))
    }

    fn expect_wildcard(&mut self) -> Parsed<()> {
        if *self.peek() != Lexeme::Variable(atoms::ANY) {
            return Err(self.unexpected("`_`"));
        }
        self.advance();
        Ok(())
    }

    /// `fun()`, `fun((…) -> T)`
    fn fun_type(&mut self, start: Span) -> Parsed<Typed> {
        let open = self.expect(Symbol::LeftParen)?;
        if let Some(close) = self.accept(Symbol::RightParen) {
            return Ok(self.typed(join(start, close), TypeKind::AnyFun));
        }
        let inner = self.expect(Symbol::LeftParen)?;
        let arguments = if self.accept(Symbol::Ellipsis).is_some() {
            self.expect_close(Symbol::RightParen, inner)?;
            None
        } else {
            Some(self.types_until(Symbol::RightParen, inner)?.0)
        };
        self.expect(Symbol::Arrow)?;
        let result = self.ty()?.id;
        let close = self.expect_close(Symbol::RightParen, open)?;
        Ok(self.typed(join(start, close), TypeKind::Fun { arguments, result }))
    }

    /// `(Arguments) -> Result when Constraints`
    pub(super) fn spec_clause(&mut self) -> Parsed<SpecClause> {
        let open = self.expect(Symbol::LeftParen)?;
        if self.is(Symbol::Ellipsis) {
            return Err(self.unexpected("the types of the arguments"));
        }
        let (arguments, _) = self.types_until(Symbol::RightParen, open)?;
        self.expect(Symbol::Arrow)?;
        let result = self.ty()?;
        let mut span = join(open, result.span);
        let mut constraints = Vec::new();
        if self.accept(Symbol::When).is_some() {
            loop {
                let (name, ty) = self.constraint()?;
                span = join(span, ty.span);
                constraints.push((name, ty.id));
                if self.accept(Symbol::Comma).is_none() {
                    break;
                }
            }
        }
        Ok(SpecClause { span, arguments, result: result.id, constraints })
    }

    /// `X :: T`, or the old `is_subtype(X, T)`.
    fn constraint(&mut self) -> Parsed<(VarName, Typed)> {
        let old = match *self.peek() {
            Lexeme::Atom(name) if name.name() == "is_subtype" => {
                self.advance();
                Some(self.expect(Symbol::LeftParen)?)
            }
            Lexeme::Variable(_) => None,
            _ => return Err(self.unexpected("a constraint `X :: T`")),
        };
        let Lexeme::Variable(name) = *self.peek() else { return Err(self.unexpected("a variable")) };
        let span = self.advance();
        if name == atoms::ANY {
            let problem = Diagnostic::error(span, "`_` cannot be constrained");
            return Err(self.fail(problem.help("give the variable a name")));
        }
        self.expect(if old.is_some() { Symbol::Comma } else { Symbol::ColonColon })?;
        let mut ty = self.ty()?;
        if let Some(open) = old {
            ty.span = join(ty.span, self.expect_close(Symbol::RightParen, open)?);
        }
        Ok((name, ty))
    }

    fn typed(&mut self, span: Span, kind: TypeKind) -> Typed {
        let id = TypeId(self.module.types.len() as u32);
        self.module.types.push(Type { span, kind });
        Typed { id, span }
    }
}
