//! Arithmetic on terms: small integers at machine speed, anything larger as big integers.

use num_bigint::{BigInt, Sign};
use num_traits::{FromPrimitive, Signed, Zero};

use crate::{Term, work};

/// Why an operation has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArithmeticError {
    /// An operand of the wrong type, a division by zero, a float out of range.
    Badarith,
    /// An integer larger than OTP can hold.
    SystemLimit,
}

use ArithmeticError::{Badarith, SystemLimit};

type Calculated = Result<Term, ArithmeticError>;

/// OTP's largest integers have 2^19 - 1 words.
const MOST_BITS: u64 = 64 * ((1 << 19) - 1);

#[inline]
pub fn add(a: &Term, b: &Term) -> Calculated {
    if let (Term::Int(x), Term::Int(y)) = (a, b)
        && let Some(sum) = x.checked_add(*y)
    {
        return Ok(Term::Int(sum));
    }
    mixed(a, b, |x, y| x + y, |x, y| x + y)
}

#[inline]
pub fn subtract(a: &Term, b: &Term) -> Calculated {
    if let (Term::Int(x), Term::Int(y)) = (a, b)
        && let Some(difference) = x.checked_sub(*y)
    {
        return Ok(Term::Int(difference));
    }
    mixed(a, b, |x, y| x - y, |x, y| x - y)
}

#[inline]
pub fn multiply(a: &Term, b: &Term) -> Calculated {
    if let (Term::Int(x), Term::Int(y)) = (a, b)
        && let Some(product) = x.checked_mul(*y)
    {
        return Ok(Term::Int(product));
    }
    if let (Term::Big(x), Term::Big(y)) = (a, b)
        && x.bits() + y.bits() > MOST_BITS + 1
    {
        return Err(SystemLimit);
    }
    mixed(
        a,
        b,
        |x, y| x * y,
        |x, y| {
            spend_on(x, y);
            x * y
        },
    )
}

/// The work of multiplying or dividing large integers.
fn spend_on(x: &BigInt, y: &BigInt) {
    const WORDS_A_UNIT: u64 = 16;
    work::spend((x.bits() / 64).saturating_mul(y.bits() / 64) / WORDS_A_UNIT);
}

/// `/`: always a float.
pub fn divide(a: &Term, b: &Term) -> Calculated {
    let (x, y) = (to_float(a)?, to_float(b)?);
    if y == 0.0 { Err(Badarith) } else { finite(x / y) }
}

#[inline]
pub fn int_div(a: &Term, b: &Term) -> Calculated {
    if let (Term::Int(x), Term::Int(y)) = (a, b)
        && let Some(quotient) = x.checked_div(*y)
    {
        return Ok(Term::Int(quotient));
    }
    let (x, y) = (to_big(a)?, to_big(b)?);
    if y.is_zero() {
        return Err(Badarith);
    }
    spend_on(&x, &y);
    Ok(Term::from_bigint(x / y))
}

#[inline]
pub fn rem(a: &Term, b: &Term) -> Calculated {
    if let (Term::Int(x), Term::Int(y)) = (a, b)
        && let Some(remainder) = x.checked_rem(*y)
    {
        return Ok(Term::Int(remainder));
    }
    let (x, y) = (to_big(a)?, to_big(b)?);
    if y.is_zero() {
        return Err(Badarith);
    }
    spend_on(&x, &y);
    Ok(Term::from_bigint(x % y))
}

#[inline]
pub fn negate(a: &Term) -> Calculated {
    match a {
        Term::Int(x) if *x != i64::MIN => Ok(Term::Int(-x)),
        Term::Float(x) => Ok(Term::float(-x.get())),
        _ => bounded(-to_big(a)?),
    }
}

pub fn abs(a: &Term) -> Calculated {
    match a {
        Term::Int(x) if *x != i64::MIN => Ok(Term::Int(x.abs())),
        // Not `f64::abs`: OTP leaves -0.0 as it is.
        Term::Float(x) if x.get() < 0.0 => Ok(Term::float(-x.get())),
        Term::Float(_) => Ok(a.clone()),
        _ => bounded(to_big(a)?.abs()),
    }
}

#[inline]
pub fn band(a: &Term, b: &Term) -> Calculated {
    match (a, b) {
        (Term::Int(x), Term::Int(y)) => Ok(Term::Int(x & y)),
        _ => bounded(to_big(a)? & to_big(b)?),
    }
}

#[inline]
pub fn bor(a: &Term, b: &Term) -> Calculated {
    match (a, b) {
        (Term::Int(x), Term::Int(y)) => Ok(Term::Int(x | y)),
        _ => bounded(to_big(a)? | to_big(b)?),
    }
}

#[inline]
pub fn bxor(a: &Term, b: &Term) -> Calculated {
    match (a, b) {
        (Term::Int(x), Term::Int(y)) => Ok(Term::Int(x ^ y)),
        _ => bounded(to_big(a)? ^ to_big(b)?),
    }
}

#[inline]
pub fn bnot(a: &Term) -> Calculated {
    match a {
        Term::Int(x) => Ok(Term::Int(!x)),
        _ => bounded(!to_big(a)?),
    }
}

pub fn bsl(a: &Term, by: &Term) -> Calculated {
    match by {
        Term::Int(n) if *n >= 0 => shift_left(a, n.unsigned_abs()),
        Term::Int(n) => shift_right(a, n.unsigned_abs()),
        Term::Big(n) if n.sign() == Sign::Plus => shift_left(a, u64::MAX),
        Term::Big(_) => shift_right(a, u64::MAX),
        _ => Err(Badarith),
    }
}

pub fn bsr(a: &Term, by: &Term) -> Calculated {
    match by {
        Term::Int(n) if *n >= 0 => shift_right(a, n.unsigned_abs()),
        Term::Int(n) => shift_left(a, n.unsigned_abs()),
        Term::Big(n) if n.sign() == Sign::Plus => shift_right(a, u64::MAX),
        Term::Big(_) => shift_left(a, u64::MAX),
        _ => Err(Badarith),
    }
}

fn shift_left(a: &Term, by: u64) -> Calculated {
    if let Term::Int(x) = a {
        if *x == 0 {
            return Ok(Term::Int(0));
        }
        // Room for the shift in front of the digits, beside the sign.
        let spare = if *x < 0 { x.leading_ones() } else { x.leading_zeros() } - 1;
        if by <= u64::from(spare) {
            return Ok(Term::Int(x << by));
        }
    }
    let x = to_big(a)?;
    if x.bits().saturating_add(by) > MOST_BITS { Err(SystemLimit) } else { Ok(Term::from_bigint(x << by)) }
}

fn shift_right(a: &Term, by: u64) -> Calculated {
    match a {
        Term::Int(x) => Ok(Term::Int(x >> by.min(63))),
        Term::Big(x) if by >= x.bits() => Ok(Term::Int(if x.sign() == Sign::Minus { -1 } else { 0 })),
        Term::Big(x) => Ok(Term::from_bigint((**x).clone() >> by)),
        _ => Err(Badarith),
    }
}

/// The nearest integer, halves away from zero.
pub fn round(a: &Term) -> Calculated {
    to_integer(a, f64::round)
}

pub fn trunc(a: &Term) -> Calculated {
    to_integer(a, f64::trunc)
}

pub fn floor(a: &Term) -> Calculated {
    to_integer(a, f64::floor)
}

pub fn ceil(a: &Term) -> Calculated {
    to_integer(a, f64::ceil)
}

fn to_integer(a: &Term, whole: fn(f64) -> f64) -> Calculated {
    match a {
        Term::Int(_) | Term::Big(_) => Ok(a.clone()),
        Term::Float(x) => Ok(integer_from_float(whole(x.get()))),
        _ => Err(Badarith),
    }
}

fn integer_from_float(x: f64) -> Term {
    // Both bounds are exact as floats.
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&x) {
        Term::Int(x as i64)
    } else {
        BigInt::from_f64(x).map_or(Term::Int(0), Term::from_bigint)
    }
}

/// The float nearest to a number, as OTP computes it.
#[inline]
pub fn to_float(a: &Term) -> Result<f64, ArithmeticError> {
    match a {
        Term::Float(x) => Ok(x.get()),
        Term::Int(x) => Ok(*x as f64),
        Term::Big(x) => big_to_float(x),
        _ => Err(Badarith),
    }
}

/// Digit by digit from the top, rounding at each: not always the nearest float, but always OTP's.
fn big_to_float(x: &BigInt) -> Result<f64, ArithmeticError> {
    let base = 2f64.powi(64);
    let size = x.iter_u64_digits().rev().fold(0.0, |sum, digit| sum * base + digit as f64);
    match size.is_finite() {
        true => Ok(if x.sign() == Sign::Minus { -size } else { size }),
        false => Err(Badarith),
    }
}

fn to_big(a: &Term) -> Result<BigInt, ArithmeticError> {
    match a {
        Term::Int(x) => Ok(BigInt::from(*x)),
        Term::Big(x) => Ok((**x).clone()),
        _ => Err(Badarith),
    }
}

fn finite(x: f64) -> Calculated {
    if x.is_finite() { Ok(Term::float(x)) } else { Err(Badarith) }
}

fn bounded(x: BigInt) -> Calculated {
    if x.bits() > MOST_BITS { Err(SystemLimit) } else { Ok(Term::from_bigint(x)) }
}

/// An operation on two numbers that are not both small: on floats if either is one.
fn mixed(
    a: &Term,
    b: &Term,
    floats: fn(f64, f64) -> f64,
    bigs: fn(&BigInt, &BigInt) -> BigInt,
) -> Calculated {
    match (a, b) {
        (Term::Float(x), Term::Float(y)) => finite(floats(x.get(), y.get())),
        (Term::Float(x), _) => finite(floats(x.get(), to_float(b)?)),
        (_, Term::Float(y)) => finite(floats(to_float(a)?, y.get())),
        (Term::Big(x), Term::Big(y)) => bounded(bigs(x, y)),
        _ => bounded(bigs(&to_big(a)?, &to_big(b)?)),
    }
}
