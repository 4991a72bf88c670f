//! Constant expressions to terms: literals for the term reader and, for `-if`, operators and guard
//! functions too.

use std::rc::Rc;

use erlang_term::bits::{self, Builder};
use erlang_term::{Atom, Fun, Map, Term, arithmetic, atoms, order};
use num_traits::ToPrimitive;

use crate::ast::{BinaryOp, Endian, ExprId, ExprKind, Module, Segment, SegmentType, UnaryOp};

/// What may stand in the expression besides literals.
pub(crate) enum Rules<'a> {
    /// Nothing but a sign before a number.
    Literals,
    /// What guards allow. The function says which macros are defined.
    Guards { defined: &'a dyn Fn(Atom) -> bool },
}

#[derive(Debug)]
pub(crate) enum Failure {
    /// This expression is not of the allowed kind.
    Forbidden(ExprId),
    /// It is, but has no value.
    Exception,
}

type Value = Result<Term, Failure>;

/// The term that a literal expression stands for, such as the value of an attribute. `None` if it
/// is not a literal.
pub fn literal_term(module: &Module, id: ExprId) -> Option<Term> {
    evaluate(module, id, &Rules::Literals).ok()
}

pub(crate) fn evaluate(module: &Module, id: ExprId, rules: &Rules) -> Value {
    Evaluation { module, rules }.value(id)
}

struct Evaluation<'a> {
    module: &'a Module,
    rules: &'a Rules<'a>,
}

impl Evaluation<'_> {
    fn value(&self, id: ExprId) -> Value {
        recursion::deep(|| self.value_here(id))
    }

    fn values(&self, ids: &[ExprId]) -> Result<Vec<Term>, Failure> {
        ids.iter().map(|&id| self.value(id)).collect()
    }

    fn value_here(&self, id: ExprId) -> Value {
        Ok(match &self.module[id].kind {
            ExprKind::Integer(n) => Term::from_bigint(n.clone()),
            ExprKind::Char(c) => Term::Int(i64::from(*c)),
            ExprKind::Float(n) => Term::float(*n),
            ExprKind::Atom(name) => Term::Atom(*name),
            ExprKind::String(text) => Term::list(text.iter().map(|&c| Term::Int(i64::from(c)))),
            ExprKind::Tuple(elements) => Term::tuple(self.values(elements)?),
            ExprKind::List { elements, tail } => {
                let elements = self.values(elements)?;
                let tail = tail.map_or(Ok(Term::Nil), |tail| self.value(tail))?;
                Term::list_with_tail(elements, tail)
            }
            ExprKind::Map(fields) => {
                let mut map = Map::new();
                for field in fields {
                    if field.exact {
                        return Err(Failure::Forbidden(id));
                    }
                    map.insert(self.value(field.key)?, self.value(field.value)?);
                }
                Term::Map(map)
            }
            ExprKind::Bitstring(segments) => self.bitstring(segments)?,
            &ExprKind::FunRemote { module, function, arity } => {
                let parts = (self.value(module)?, self.value(function)?, self.value(arity)?);
                let (Term::Atom(module), Term::Atom(function), Term::Int(arity @ 0..=255)) = parts else {
                    return Err(Failure::Forbidden(id));
                };
                Term::Fun(Rc::new(Fun::External { module, function, arity: arity as u32 }))
            }
            &ExprKind::Unary { op, operand } => return self.unary(id, op, operand),
            &ExprKind::Binary { op, left, right } => return self.binary(id, op, left, right),
            ExprKind::Call { callee, arguments } => return self.call(id, *callee, arguments),
            ExprKind::RemoteCall { module, function, arguments } => {
                return match self.module[*module].kind {
                    ExprKind::Atom(atoms::ERLANG) => self.call(id, *function, arguments),
                    _ => Err(Failure::Forbidden(id)),
                };
            }
            _ => return Err(Failure::Forbidden(id)),
        })
    }

    fn bitstring(&self, segments: &[Segment]) -> Value {
        let mut builder = Builder::new();
        for segment in segments {
            let size = match segment.size {
                Some(size) => match self.value(size)? {
                    Term::Int(size) => Some(size.to_usize().ok_or(Failure::Exception)?),
                    _ => return Err(Failure::Exception),
                },
                None => None,
            };
            match &self.module[segment.value].kind {
                ExprKind::String(text) => {
                    for &c in text {
                        push(&mut builder, segment, &Term::Int(i64::from(c)), size)
                            .ok_or(Failure::Exception)?;
                    }
                }
                _ => {
                    let value = self.value(segment.value)?;
                    push(&mut builder, segment, &value, size).ok_or(Failure::Exception)?;
                }
            }
        }
        Ok(Term::Bits(builder.finish()))
    }

    fn unary(&self, id: ExprId, op: UnaryOp, operand: ExprId) -> Value {
        let number = matches!(
            self.module[operand].kind,
            ExprKind::Integer(_) | ExprKind::Float(_) | ExprKind::Char(_)
        );
        let sign = matches!(op, UnaryOp::Plus | UnaryOp::Minus);
        if matches!(self.rules, Rules::Literals) && !(number && sign) {
            return Err(Failure::Forbidden(id));
        }
        let value = self.value(operand)?;
        match op {
            UnaryOp::Plus if value.is_number() => Ok(value),
            UnaryOp::Plus => Err(Failure::Exception),
            UnaryOp::Minus => arithmetic::negate(&value).map_err(|_| Failure::Exception),
            UnaryOp::Bnot => arithmetic::bnot(&value).map_err(|_| Failure::Exception),
            UnaryOp::Not => Ok(Term::bool(!truth(&value)?)),
        }
    }

    fn binary(&self, id: ExprId, op: BinaryOp, left: ExprId, right: ExprId) -> Value {
        use BinaryOp::*;
        if matches!(self.rules, Rules::Literals) || matches!(op, Send | Append | ListSubtract) {
            return Err(Failure::Forbidden(id));
        }
        let a = self.value(left)?;
        match op {
            AndAlso if !truth(&a)? => return Ok(a),
            OrElse if truth(&a)? => return Ok(a),
            AndAlso | OrElse => return self.value(right),
            _ => {}
        }
        let b = self.value(right)?;
        let compare = |wanted: fn(std::cmp::Ordering) -> bool| Ok(Term::bool(wanted(order::compare(&a, &b))));
        let answer = match op {
            Multiply => arithmetic::multiply(&a, &b),
            Divide => arithmetic::divide(&a, &b),
            Div => arithmetic::int_div(&a, &b),
            Rem => arithmetic::rem(&a, &b),
            Add => arithmetic::add(&a, &b),
            Subtract => arithmetic::subtract(&a, &b),
            Band => arithmetic::band(&a, &b),
            Bor => arithmetic::bor(&a, &b),
            Bxor => arithmetic::bxor(&a, &b),
            Bsl => arithmetic::bsl(&a, &b),
            Bsr => arithmetic::bsr(&a, &b),
            And => return Ok(Term::bool(truth(&a)? & truth(&b)?)),
            Or => return Ok(Term::bool(truth(&a)? | truth(&b)?)),
            Xor => return Ok(Term::bool(truth(&a)? ^ truth(&b)?)),
            Equal => return compare(|order| order.is_eq()),
            NotEqual => return compare(|order| order.is_ne()),
            LessOrEqual => return compare(|order| order.is_le()),
            Less => return compare(|order| order.is_lt()),
            GreaterOrEqual => return compare(|order| order.is_ge()),
            Greater => return compare(|order| order.is_gt()),
            ExactlyEqual => return Ok(Term::bool(order::compare_exact(&a, &b).is_eq())),
            NotExactlyEqual => return Ok(Term::bool(order::compare_exact(&a, &b).is_ne())),
            // Handled, or refused, above.
            AndAlso | OrElse | Send | Append | ListSubtract => return Err(Failure::Forbidden(id)),
        };
        answer.map_err(|_| Failure::Exception)
    }

    fn call(&self, id: ExprId, callee: ExprId, arguments: &[ExprId]) -> Value {
        let (Rules::Guards { defined }, ExprKind::Atom(name)) = (self.rules, &self.module[callee].kind)
        else {
            return Err(Failure::Forbidden(id));
        };
        if name.name() == "defined" {
            return match arguments {
                [argument] => match self.module[*argument].kind {
                    ExprKind::Atom(name) | ExprKind::Variable(name) => Ok(Term::bool(defined(name))),
                    ExprKind::Wildcard => Ok(Term::bool(defined(atoms::ANY))),
                    _ => Err(Failure::Forbidden(id)),
                },
                _ => Err(Failure::Exception),
            };
        }
        let arguments = self.values(arguments)?;
        guard_function(name.name(), &arguments).ok_or(Failure::Exception)
    }
}

fn truth(term: &Term) -> Result<bool, Failure> {
    match term {
        Term::Atom(atoms::TRUE) => Ok(true),
        Term::Atom(atoms::FALSE) => Ok(false),
        _ => Err(Failure::Exception),
    }
}

/// Adds one segment, with the defaults of the bit syntax.
fn push(builder: &mut Builder, segment: &Segment, value: &Term, size: Option<usize>) -> Option<()> {
    let endian = match segment.endian {
        Some(Endian::Little) => bits::Endian::Little,
        Some(Endian::Native) if cfg!(target_endian = "little") => bits::Endian::Little,
        _ => bits::Endian::Big,
    };
    let unit = segment.unit.map(|unit| unit as usize);
    match segment.ty.unwrap_or(SegmentType::Integer) {
        SegmentType::Integer => {
            builder.push_integer(value, size.unwrap_or(8).checked_mul(unit.unwrap_or(1))?, endian).ok()
        }
        SegmentType::Float => {
            builder.push_float(value, size.unwrap_or(64).checked_mul(unit.unwrap_or(1))?, endian).ok()
        }
        SegmentType::Utf8 => builder.push_utf8(value).ok(),
        SegmentType::Utf16 => builder.push_utf16(value, endian).ok(),
        SegmentType::Utf32 => builder.push_utf32(value, endian).ok(),
        SegmentType::Unknown(_) => None,
        kind @ (SegmentType::Binary | SegmentType::Bitstring) => {
            let Term::Bits(bits) = value else { return None };
            let unit = unit.unwrap_or(if kind == SegmentType::Binary { 8 } else { 1 });
            let length = match size {
                Some(size) => size.checked_mul(unit)?,
                None if bits.bit_len() % unit == 0 => bits.bit_len(),
                None => return None,
            };
            if length > bits.bit_len() {
                return None;
            }
            builder.push_bits(&bits.slice(0, length));
            Some(())
        }
    }
}

/// The functions that guards may call, as far as constants can be their arguments.
fn guard_function(name: &str, arguments: &[Term]) -> Option<Term> {
    let count = |n: usize| Some(Term::Int(n as i64));
    let boolean = |b: bool| Some(Term::bool(b));
    match (name, arguments) {
        ("is_atom", [a]) => boolean(matches!(a, Term::Atom(_))),
        ("is_boolean", [a]) => boolean(truth(a).is_ok()),
        ("is_integer", [a]) => boolean(a.is_integer()),
        ("is_float", [a]) => boolean(matches!(a, Term::Float(_))),
        ("is_number", [a]) => boolean(a.is_number()),
        ("is_list", [a]) => boolean(matches!(a, Term::Nil | Term::Cons(_))),
        ("is_tuple", [a]) => boolean(matches!(a, Term::Tuple(_))),
        ("is_map", [a]) => boolean(matches!(a, Term::Map(_))),
        ("is_bitstring", [a]) => boolean(matches!(a, Term::Bits(_))),
        ("is_binary", [a]) => boolean(matches!(a, Term::Bits(bits) if bits.is_binary())),
        ("is_function", [a]) => boolean(matches!(a, Term::Fun(_))),
        ("is_pid" | "is_port" | "is_reference", [_]) => boolean(false),
        ("abs", [a]) => arithmetic::abs(a).ok(),
        ("round", [a]) => arithmetic::round(a).ok(),
        ("trunc", [a]) => arithmetic::trunc(a).ok(),
        ("floor", [a]) => arithmetic::floor(a).ok(),
        ("ceil", [a]) => arithmetic::ceil(a).ok(),
        ("float", [a]) => arithmetic::to_float(a).ok().map(Term::float),
        ("element", [Term::Int(n), Term::Tuple(tuple)]) => tuple.get(n.checked_sub(1)?.to_usize()?).cloned(),
        ("hd", [Term::Cons(cell)]) => Some(cell.head.clone()),
        ("tl", [Term::Cons(cell)]) => Some(cell.tail.clone()),
        ("length", [list]) => count(list.proper_list()?.len()),
        ("tuple_size" | "size", [Term::Tuple(tuple)]) => count(tuple.len()),
        ("byte_size" | "size", [Term::Bits(bits)]) => count(bits.byte_len()),
        ("bit_size", [Term::Bits(bits)]) => count(bits.bit_len()),
        ("map_size", [Term::Map(map)]) => count(map.len()),
        ("map_get", [key, Term::Map(map)]) => map.get(key).cloned(),
        ("is_map_key", [key, Term::Map(map)]) => boolean(map.contains(key)),
        ("max", [a, b]) => Some(if order::compare(a, b).is_ge() { a } else { b }.clone()),
        ("min", [a, b]) => Some(if order::compare(a, b).is_le() { a } else { b }.clone()),
        _ => None,
    }
}
