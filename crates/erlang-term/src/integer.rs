//! Integers as text, in any base from 2 to 36.

use num_bigint::{BigInt, Sign};

use crate::{Term, work};

/// `integer_to_list/2`, with capital letters as digits beyond 9; none if the term is not an integer
/// or the base is out of range.
pub fn to_text(term: &Term, base: u32) -> Option<String> {
    if !(2..=36).contains(&base) {
        return None;
    }
    match term {
        Term::Int(n) if base == 10 => Some(n.to_string()),
        Term::Int(n) => Some(BigInt::from(*n).to_str_radix(base).to_ascii_uppercase()),
        Term::Big(n) => {
            spend_on(n.bits() / 64);
            Some(n.to_str_radix(base).to_ascii_uppercase())
        }
        _ => None,
    }
}

/// `list_to_integer/2`: digits after at most one sign, nothing else.
pub fn parse(text: &[u8], base: u32) -> Option<Term> {
    if !(2..=36).contains(&base) {
        return None;
    }
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() {
        return None;
    }
    let values = digits.iter().map(|&digit| char::from(digit).to_digit(base));
    if let Some(small) = small(values.clone(), base)? {
        return Some(Term::Int(if negative { -small } else { small }));
    }
    let values: Vec<u8> = values.map(|value| value.map(|value| value as u8)).collect::<Option<_>>()?;
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    spend_on(values.len() as u64 / 16);
    BigInt::from_radix_be(sign, &values, base).map(Term::from_bigint)
}

/// The work of turning this many words into digits or back grows with their square.
fn spend_on(words: u64) {
    work::spend(words.saturating_mul(words) / 16);
}

/// The number if it is small; nothing at all if there is a wrong digit before that is known.
fn small(digits: impl Iterator<Item = Option<u32>>, base: u32) -> Option<Option<i64>> {
    let mut sum = 0i64;
    for digit in digits {
        let digit = digit?;
        match sum.checked_mul(base.into()).and_then(|sum| sum.checked_add(digit.into())) {
            Some(next) => sum = next,
            None => return Some(None),
        }
    }
    Some(Some(sum))
}
