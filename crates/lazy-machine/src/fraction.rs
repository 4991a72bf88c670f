//! Floating-point numbers as fractions of integers, and back.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::number::Number;

/// Bits after the point of the smallest number that a double can be.
const SMALLEST: i64 = 1074;

/// Top and bottom, in lowest terms. What is infinite, or no number, is as large as its bits say: so
/// it is in GHC.
pub(crate) fn exact(number: &Number) -> (BigInt, BigInt) {
    let float = match number {
        Number::Integer(value) => return (value.clone(), BigInt::one()),
        _ => number.float(),
    };
    let bits = float.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i64;
    let hidden = u64::from(exponent > 0) << 52;
    let mut digits = bits & ((1 << 52) - 1) | hidden;
    if digits == 0 {
        return (BigInt::zero(), BigInt::one());
    }
    let mut exponent = exponent.max(1) - SMALLEST - 1;
    exponent += i64::from(digits.trailing_zeros());
    digits >>= digits.trailing_zeros();
    let top = BigInt::from(digits) * if float.is_sign_negative() { -1 } else { 1 };
    match exponent < 0 {
        true => (top, BigInt::one() << exponent.unsigned_abs()),
        false => (top << exponent.unsigned_abs(), BigInt::one()),
    }
}

/// Top and bottom, a power of ten, of the shortest decimal fraction that reads as this number.
pub(crate) fn decimal(float: f64) -> (BigInt, BigInt) {
    let text = format!("{float:e}");
    let parts = text.split_once('e').and_then(|(digits, exponent)| {
        let places = digits.split_once('.').map_or(0, |(_, places)| places.len() as i64);
        let digits: BigInt = digits.replace('.', "").parse().ok()?;
        Some((digits, exponent.parse::<i64>().ok()? - places))
    });
    let Some((digits, exponent)) = parts else { return exact(&Number::Float(float)) };
    let power = BigInt::from(10).pow(exponent.unsigned_abs() as u32);
    if exponent < 0 { (digits, power) } else { (digits * power, BigInt::one()) }
}

/// The double nearest to a fraction; of two that are as near, the even one.
pub(crate) fn nearest(top: &BigInt, bottom: &BigInt) -> f64 {
    let negative = top.is_negative() != bottom.is_negative();
    let (top, bottom) = (top.abs(), bottom.abs());
    if top.is_zero() || bottom.is_zero() {
        return if top.is_zero() { 0.0 } else { f64::INFINITY };
    }
    // With two bits more than a double has, and all others as one bit.
    let exponent = (top.bits() as i64 - bottom.bits() as i64 - 55).max(-SMALLEST - 2);
    let shift = exponent.unsigned_abs();
    let (quotient, rest) = match exponent < 0 {
        true => (top << shift).div_rem(&bottom),
        false => top.div_rem(&(bottom << shift)),
    };
    let mut digits = quotient.to_u64().unwrap_or(u64::MAX) | u64::from(!rest.is_zero());
    // Small numbers have fewer bits.
    if exponent == -SMALLEST - 2 && digits < 1 << 54 {
        let (kept, lost) = (digits >> 2, digits & 3);
        digits = (kept + u64::from(lost == 3 || (lost == 2 && kept & 1 == 1))) << 2;
    }
    let half = exponent / 2;
    let float = digits as f64 * power_of_two(half) * power_of_two(exponent - half);
    if negative { -float } else { float }
}

/// Between the smallest and the largest power of two that a double can be, or infinite.
fn power_of_two(exponent: i64) -> f64 {
    match exponent {
        1024.. => f64::INFINITY,
        _ => 2f64.powi(exponent as i32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let mut cases =
            vec![0.0, 1.0, 0.1, 0.75, 1e300, f64::MAX, f64::MIN_POSITIVE, f64::MIN_POSITIVE / 3.0, 5e-324];
        cases.extend(cases.clone().iter().map(|case| -case));
        for case in cases {
            for (top, bottom) in [exact(&Number::Float(case)), decimal(case)] {
                assert_eq!(nearest(&top, &bottom), case, "{top} / {bottom}");
            }
        }
        assert_eq!(nearest(&BigInt::from(1), &BigInt::from(3)), 1.0 / 3.0);
        assert_eq!(nearest(&(BigInt::one() << 2000), &BigInt::one()), f64::INFINITY);
        assert_eq!(decimal(0.1), (BigInt::from(1), BigInt::from(10)));
        // Half way between two doubles: the even one.
        assert_eq!(nearest(&((BigInt::one() << 53) + 1), &BigInt::one()), 2f64.powi(53));
        assert_eq!(nearest(&((BigInt::one() << 53) + 3), &BigInt::one()), 2f64.powi(53) + 4.0);
        assert_eq!(nearest(&BigInt::one(), &(BigInt::one() << 1075)), 0.0);
        assert_eq!(nearest(&BigInt::from(3), &(BigInt::one() << 1075)), 1e-323);
    }
}
