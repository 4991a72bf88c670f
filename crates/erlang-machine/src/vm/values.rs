//! What single instructions compute of the values they work on.

use erlang_term::work::{self, GivenUp};
use erlang_term::{Map, Term, arithmetic, atoms, order};

use super::pair;
use crate::code::{Arg, ArgKind, Comparison, Operator, Slot, TypeTest};
use crate::program::Mfa;
use crate::raise::Raise;

// ---- operands ----

#[inline(always)]
pub(super) fn get<'f>(frame: &'f [Term], constants: &'f [Term], arg: Arg) -> &'f Term {
    match arg.kind() {
        ArgKind::Read(slot) | ArgKind::Take(slot) => &frame[slot.0 as usize],
        ArgKind::Constant(n) => &constants[n as usize],
    }
}

#[inline(always)]
pub(super) fn take(frame: &mut [Term], constants: &[Term], arg: Arg) -> Term {
    match arg.kind() {
        ArgKind::Read(slot) => frame[slot.0 as usize].clone(),
        ArgKind::Take(slot) => std::mem::take(&mut frame[slot.0 as usize]),
        ArgKind::Constant(n) => constants[n as usize].clone(),
    }
}

/// A part of what is matched, unless nobody needs it.
#[inline(always)]
pub(super) fn part(place: Slot, part: &Term) -> Term {
    if place == Slot::NOWHERE { Term::Nil } else { part.clone() }
}

pub(super) fn range(frame: &mut [Term], first: Slot, count: u32) -> &mut [Term] {
    &mut frame[first.0 as usize..(first.0 + count) as usize]
}

/// Class, reason and trace of a caught exception.
pub(super) fn caught(slots: &mut [Term]) -> [Term; 3] {
    std::array::from_fn(|n| std::mem::take(&mut slots[n]))
}

// ---- values ----

#[inline(always)]
pub(super) fn compute(op: Operator, a: &Term, b: &Term) -> Result<Result<Term, Raise>, GivenUp> {
    if let (Term::Int(a), Term::Int(b)) = (a, b) {
        let fast = match op {
            Operator::Add => a.checked_add(*b),
            Operator::Subtract => a.checked_sub(*b),
            Operator::Multiply => a.checked_mul(*b),
            Operator::Band => Some(a & b),
            _ => None,
        };
        if let Some(n) = fast {
            return Ok(Ok(Term::Int(n)));
        }
    }
    match (a, b) {
        (Term::Big(_), _) | (_, Term::Big(_)) => work::attempt(|| compute_slowly(op, a, b)),
        _ => Ok(compute_slowly(op, a, b)),
    }
}

fn compute_slowly(op: Operator, a: &Term, b: &Term) -> Result<Term, Raise> {
    let result = match op {
        Operator::Add => arithmetic::add(a, b),
        Operator::Subtract => arithmetic::subtract(a, b),
        Operator::Multiply => arithmetic::multiply(a, b),
        Operator::Divide => arithmetic::divide(a, b),
        Operator::Div => arithmetic::int_div(a, b),
        Operator::Rem => arithmetic::rem(a, b),
        Operator::Band => arithmetic::band(a, b),
        Operator::Bor => arithmetic::bor(a, b),
        Operator::Bxor => arithmetic::bxor(a, b),
        Operator::Bsl => arithmetic::bsl(a, b),
        Operator::Bsr => arithmetic::bsr(a, b),
    };
    result.map_err(|error| match error {
        arithmetic::ArithmeticError::Badarith => Raise::badarith(),
        arithmetic::ArithmeticError::SystemLimit => Raise::error(Term::Atom(atoms::SYSTEM_LIMIT)),
    })
}

#[cold]
pub(super) fn operator_mfa(op: Operator) -> Mfa {
    let name = match op {
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::Div => "div",
        Operator::Rem => "rem",
        Operator::Band => "band",
        Operator::Bor => "bor",
        Operator::Bxor => "bxor",
        Operator::Bsl => "bsl",
        Operator::Bsr => "bsr",
    };
    Mfa { module: atoms::ERLANG, function: erlang_term::Atom::new(name), arity: 2 }
}

#[inline(always)]
pub(super) fn compare(op: Comparison, a: &Term, b: &Term) -> Result<bool, GivenUp> {
    if let (Term::Int(a), Term::Int(b)) = (a, b) {
        return Ok(op.holds_of(a.cmp(b)));
    }
    if order::can_take_long(a, b) {
        return work::attempt(|| compare_slowly(op, a, b));
    }
    Ok(compare_slowly(op, a, b))
}

fn compare_slowly(op: Comparison, a: &Term, b: &Term) -> bool {
    match op {
        Comparison::Equal => order::equal(a, b),
        Comparison::NotEqual => !order::equal(a, b),
        Comparison::ExactlyEqual => a == b,
        Comparison::NotExactlyEqual => a != b,
        Comparison::LessOrEqual => order::compare(a, b).is_le(),
        Comparison::Less => order::compare(a, b).is_lt(),
        Comparison::GreaterOrEqual => order::compare(a, b).is_ge(),
        Comparison::Greater => order::compare(a, b).is_gt(),
    }
}

#[inline(always)]
pub(super) fn exactly_equal(a: &Term, b: &Term) -> Result<bool, GivenUp> {
    match (a, b) {
        (Term::Int(a), Term::Int(b)) => Ok(a == b),
        (Term::Atom(a), Term::Atom(b)) => Ok(a == b),
        _ if order::can_take_long(a, b) => work::attempt(|| a == b),
        _ => Ok(a == b),
    }
}

/// What a map holds under a key.
#[inline(always)]
pub(super) fn look_up<'m>(map: &'m Map, key: &Term) -> Result<Option<&'m Term>, GivenUp> {
    match key {
        Term::Int(_) | Term::Atom(_) => Ok(map.get(key)),
        _ => work::attempt(|| map.get(key)),
    }
}

pub(super) fn has_type(test: TypeTest, value: &Term) -> bool {
    match test {
        TypeTest::Atom => matches!(value, Term::Atom(_)),
        TypeTest::Binary => matches!(value, Term::Bits(bits) if bits.is_binary()),
        TypeTest::Bitstring => matches!(value, Term::Bits(_)),
        TypeTest::Boolean => matches!(value, Term::Atom(atoms::TRUE | atoms::FALSE)),
        TypeTest::Float => matches!(value, Term::Float(_)),
        TypeTest::Function => matches!(value, Term::Fun(_)),
        TypeTest::Integer => value.is_integer(),
        TypeTest::List => matches!(value, Term::Nil | Term::Cons(_)),
        TypeTest::Map => matches!(value, Term::Map(_)),
        TypeTest::Number => value.is_number(),
        TypeTest::Pid => matches!(value, Term::Pid(_)),
        TypeTest::Port => matches!(value, Term::Port(_)),
        TypeTest::Reference => matches!(value, Term::Ref(_)),
        TypeTest::Tuple => matches!(value, Term::Tuple(_)),
    }
}

pub(super) fn put_pairs(map: &mut Map, pairs: &mut [Term]) {
    for pair in pairs.chunks_exact_mut(2) {
        map.insert(std::mem::take(&mut pair[0]), std::mem::take(&mut pair[1]));
    }
}

/// `Map#{K := V, …}`, or the reason why not.
pub(super) fn update_pairs(value: &mut Term, pairs: &mut [Term]) -> Result<(), Term> {
    let Term::Map(map) = value else { return Err(pair(atoms::BADMAP, std::mem::take(value))) };
    let pairs = pairs.as_chunks_mut::<2>().0;
    // Of several keys that are missing OTP names the smallest.
    let missing = pairs.iter().map(|[key, _]| key).filter(|key| !map.contains(key));
    if let Some(key) = missing.min_by(|a, b| order::compare_exact(a, b)) {
        return Err(pair(atoms::BADKEY, key.clone()));
    }
    for [key, new] in pairs {
        map.insert(std::mem::take(key), std::mem::take(new));
    }
    Ok(())
}
