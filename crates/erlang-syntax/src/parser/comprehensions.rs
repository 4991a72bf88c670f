//! List, binary and map comprehensions.

use super::{Operand, Parsed, Parser, join};
use crate::ast::{ExprId, ExprKind, MapField, Qualifier};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::token::{Lexeme, Symbol};

impl Parser<'_> {
    pub(super) fn list_comprehension(&mut self, open: Span, template: ExprId) -> Parsed<Operand> {
        let qualifiers = self.qualifiers()?;
        let close = self.expect_close(Symbol::RightBracket, open)?;
        Ok(self.operand_of(join(open, close), ExprKind::ListComprehension { template, qualifiers }))
    }

    pub(super) fn binary_comprehension(&mut self, open: Span, template: ExprId) -> Parsed<Operand> {
        let qualifiers = self.qualifiers()?;
        let close = self.expect_close(Symbol::RightBinary, open)?;
        Ok(self.operand_of(join(open, close), ExprKind::BinaryComprehension { template, qualifiers }))
    }

    pub(super) fn map_comprehension(&mut self, hash: Span, field: MapField) -> Parsed<Operand> {
        let qualifiers = self.qualifiers()?;
        let close = self.expect_close(Symbol::RightBrace, hash)?;
        let kind = ExprKind::MapComprehension { key: field.key, value: field.value, qualifiers };
        Ok(self.operand_of(join(hash, close), kind))
    }

    fn qualifiers(&mut self) -> Parsed<Vec<Qualifier>> {
        let mut qualifiers = Vec::new();
        loop {
            let (first, mut span) = self.qualifier()?;
            if self.is(Symbol::AndAnd) {
                let mut generators = vec![first];
                while let Some(zip) = self.accept(Symbol::AndAnd) {
                    let (next, next_span) = self.qualifier()?;
                    generators.push(next);
                    span = join(span, next_span);
                    if generators.iter().any(|qualifier| matches!(qualifier, Qualifier::Filter(_))) {
                        self.report(zip, "`&&` joins generators, not filters");
                    }
                }
                qualifiers.push(Qualifier::Zip { span, generators });
            } else {
                qualifiers.push(first);
            }
            if self.accept(Symbol::Comma).is_none() {
                return Ok(qualifiers);
            }
        }
    }

    fn qualifier(&mut self) -> Parsed<(Qualifier, Span)> {
        let first = self.expression()?;
        let Lexeme::Symbol(arrow) = *self.peek() else {
            return Ok((Qualifier::Filter(first.id), first.span));
        };
        match arrow {
            Symbol::LeftArrow | Symbol::StrictLeftArrow => {
                self.advance();
                let source = self.expression()?;
                let span = join(first.span, source.span);
                let strict = arrow == Symbol::StrictLeftArrow;
                Ok((Qualifier::ListGenerator { span, pattern: first.id, source: source.id, strict }, span))
            }
            Symbol::LeftDoubleArrow | Symbol::StrictLeftDoubleArrow => {
                if !matches!(self.module[first.id].kind, ExprKind::Bitstring(_)) {
                    let problem =
                        Diagnostic::error(self.span(), "the pattern before `<=` must be a binary: `<<…>>`")
                            .help("for lists write `<-`; less than or equal is written `=<`");
                    return Err(self.fail(problem));
                }
                self.advance();
                let source = self.expression()?;
                let span = join(first.span, source.span);
                let strict = arrow == Symbol::StrictLeftDoubleArrow;
                Ok((Qualifier::BinaryGenerator { span, pattern: first.id, source: source.id, strict }, span))
            }
            Symbol::ColonEqual => {
                self.advance();
                let value = self.expression()?;
                let strict = self.is(Symbol::StrictLeftArrow);
                if strict {
                    self.advance();
                } else {
                    self.expect(Symbol::LeftArrow)?;
                }
                let source = self.expression()?;
                let span = join(first.span, source.span);
                let (key, value, source) = (first.id, value.id, source.id);
                Ok((Qualifier::MapGenerator { span, key, value, source, strict }, span))
            }
            _ => Ok((Qualifier::Filter(first.id), first.span)),
        }
    }
}
