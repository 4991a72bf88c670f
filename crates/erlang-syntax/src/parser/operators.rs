//! Operators: how tightly they bind, and the ones that wait for their operands.

use super::expressions::Grammar;
use super::{Operand, Parser, join};
use crate::ast::{BinaryOp, ExprKind, UnaryOp};
use crate::source::Span;
use crate::token::{Lexeme, Symbol};

/// An operator whose right operand is still being read.
#[derive(Clone, Copy)]
pub(super) struct Operator {
    pub kind: OperatorKind,
    pub span: Span,
    pub precedence: u16,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OperatorKind {
    Catch,
    Unary(UnaryOp),
    Binary(BinaryOp),
    Match,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
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
    pub(super) fn prefix_operator(&mut self, grammar: Grammar) -> Option<Operator> {
        let Lexeme::Symbol(symbol) = *self.peek() else { return None };
        let (kind, precedence) = match unary(symbol) {
            Some(op) => (OperatorKind::Unary(op), 600),
            None if symbol == Symbol::Catch && grammar == Grammar::Expression => (OperatorKind::Catch, 0),
            None => return None,
        };
        let span = self.advance();
        Some(Operator { kind, span, precedence })
    }

    pub(super) fn infix_operator(&self, grammar: Grammar) -> Option<(OperatorKind, u16, Side)> {
        use BinaryOp::{AndAlso, OrElse, Send};
        let Lexeme::Symbol(symbol) = *self.peek() else { return None };
        let found = binary_operator(symbol)?;
        let logical = matches!(found.0, OperatorKind::Binary(Send | AndAlso | OrElse));
        (grammar == Grammar::Expression || !logical).then_some(found)
    }

    /// Gives the last operator its operands.
    pub(super) fn apply(&mut self) {
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
                        let first = self.module.first_anchor(left.id);
                        (first, ExprKind::Match { pattern: left.id, value: right.id })
                    }
                };
                Operand { id: self.add_at(span, anchor, kind), span }
            }
        };
        self.operands.push(operand);
    }
}
