//! Arithmetic that the compiler does itself: sizes of segments, constants in patterns, bounds of
//! types.

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

use crate::ast::*;

/// A number.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Constant {
    Integer(BigInt),
    Float(f64),
}

/// Shifts beyond this are not constants anybody writes.
const LARGEST_SHIFT: i64 = 1 << 20;

/// The value of an arithmetic expression over literals, if it has one.
pub(super) fn value(module: &Module, id: ExprId) -> Option<Constant> {
    recursion::deep(|| match &module[id].kind {
        ExprKind::Integer(n) => Some(Constant::Integer(n.clone())),
        ExprKind::Char(c) => Some(Constant::Integer((*c).into())),
        ExprKind::Float(x) => Some(Constant::Float(*x)),
        ExprKind::Unary { op, operand } => unary(*op, value(module, *operand)?),
        ExprKind::Binary { op, left, right } => binary(*op, value(module, *left)?, value(module, *right)?),
        _ => None,
    })
}

/// The integer that a type stands for: `1`, `$a`, `1 bsl 8`.
pub(super) fn integer_type(module: &Module, id: TypeId) -> Option<BigInt> {
    match type_value(module, id)? {
        Constant::Integer(n) => Some(n),
        Constant::Float(_) => None,
    }
}

fn type_value(module: &Module, id: TypeId) -> Option<Constant> {
    recursion::deep(|| match &module[id].kind {
        TypeKind::Integer(n) => Some(Constant::Integer(n.clone())),
        TypeKind::Char(c) => Some(Constant::Integer((*c).into())),
        TypeKind::Unary { op, operand } => unary(*op, type_value(module, *operand)?),
        TypeKind::Binary { op, left, right } => {
            binary(*op, type_value(module, *left)?, type_value(module, *right)?)
        }
        _ => None,
    })
}

fn unary(op: UnaryOp, operand: Constant) -> Option<Constant> {
    match (op, operand) {
        (UnaryOp::Plus, operand) => Some(operand),
        (UnaryOp::Minus, Constant::Integer(n)) => Some(Constant::Integer(-n)),
        (UnaryOp::Minus, Constant::Float(x)) => Some(Constant::Float(-x)),
        (UnaryOp::Bnot, Constant::Integer(n)) => Some(Constant::Integer(!n)),
        _ => None,
    }
}

fn binary(op: BinaryOp, left: Constant, right: Constant) -> Option<Constant> {
    use Constant::{Float, Integer};
    let (left, right) = match (op, left, right) {
        (BinaryOp::Divide, left, right) => return quotient(to_float(&left)?, to_float(&right)?),
        (_, Integer(left), Integer(right)) => (left, right),
        (_, left, right) => {
            let (left, right) = (to_float(&left)?, to_float(&right)?);
            let result = match op {
                BinaryOp::Add => left + right,
                BinaryOp::Subtract => left - right,
                BinaryOp::Multiply => left * right,
                _ => return None,
            };
            return result.is_finite().then_some(Float(result));
        }
    };
    Some(Integer(match op {
        BinaryOp::Add => left + right,
        BinaryOp::Subtract => left - right,
        BinaryOp::Multiply => left * right,
        BinaryOp::Div if !right.is_zero() => left / right,
        BinaryOp::Rem if !right.is_zero() => left % right,
        BinaryOp::Band => left & right,
        BinaryOp::Bor => left | right,
        BinaryOp::Bxor => left ^ right,
        BinaryOp::Bsl => shift(left, right.to_i64()?)?,
        BinaryOp::Bsr => shift(left, right.to_i64()?.checked_neg()?)?,
        _ => return None,
    }))
}

fn shift(n: BigInt, left: i64) -> Option<BigInt> {
    if left > LARGEST_SHIFT {
        return None;
    }
    Some(if left >= 0 { n << left as u64 } else { n >> left.unsigned_abs() })
}

fn quotient(left: f64, right: f64) -> Option<Constant> {
    let result = left / right;
    result.is_finite().then_some(Constant::Float(result))
}

fn to_float(constant: &Constant) -> Option<f64> {
    match constant {
        Constant::Integer(n) => n.to_f64().filter(|x| x.is_finite()),
        Constant::Float(x) => Some(*x),
    }
}
