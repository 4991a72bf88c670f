//! Integers in any base and of any size, and floats.

use std::rc::Rc;

use num_bigint::BigInt;

use super::Lexer;
use crate::diagnostics::Diagnostic;
use crate::source::Pos;
use crate::token::Lexeme;

impl Lexer<'_> {
    pub(super) fn number(&mut self, start: Pos) -> Option<Lexeme> {
        let mut text = String::new();
        self.digits(&mut text, 10);
        match self.peek() {
            Some('#') => self.based_number(start, &text),
            Some('.') if self.peek_ascii(1).is_some_and(|c| c.is_ascii_digit()) => self.float(start, text),
            _ => Some(Lexeme::Integer(Rc::new(integer(&text, 10)))),
        }
    }

    /// Digits of the base; `_` may stand between two of them.
    fn digits(&mut self, text: &mut String, base: u32) {
        loop {
            match self.peek() {
                Some(c) if c.is_digit(base) => text.push(c),
                Some('_')
                    if text.chars().next_back().is_some_and(|c| c.is_digit(base))
                        && self.peek_ascii(1).is_some_and(|c| c.is_digit(base)) => {}
                _ => return,
            }
            self.advance(1);
        }
    }

    fn based_number(&mut self, start: Pos, base_text: &str) -> Option<Lexeme> {
        self.advance(1);
        let base = base_text.parse().ok().filter(|base| (2..=36).contains(base));
        let mut digits = String::new();
        self.digits(&mut digits, base.unwrap_or(36));
        let span = self.span_from(start);
        let problem = match base {
            None => Diagnostic::error(span, format!("numbers cannot be written in base {base_text}"))
                .help("the base must be a number from 2 to 36, as in 16#ff"),
            Some(_) if digits.is_empty() => {
                Diagnostic::error(span, format!("no digits of base {base_text} follow the `#`"))
            }
            Some(base)
                if self.peek() == Some('.') && self.peek_ascii(1).is_some_and(|c| c.is_digit(base)) =>
            {
                return self.based_float(start, base, digits);
            }
            Some(base) => return Some(Lexeme::Integer(Rc::new(integer(&digits, base)))),
        };
        self.problems.push(problem);
        Some(Lexeme::Integer(Rc::default()))
    }

    /// `2#1.01#e5` (OTP 28): the exponent is decimal, and raises the base.
    fn based_float(&mut self, start: Pos, base: u32, mut digits: String) -> Option<Lexeme> {
        self.advance(1);
        let whole = digits.len();
        self.digits(&mut digits, base);
        let fraction = (digits.len() - whole) as i64;
        let mut exponent = Some(0);
        if self.peek() == Some('#') && matches!(self.peek_ascii(1), Some('e' | 'E')) {
            self.advance(2);
            let mut text = String::new();
            let sign = match self.peek() {
                Some(sign @ ('+' | '-')) => {
                    self.advance(1);
                    if sign == '-' { -1 } else { 1 }
                }
                _ => 1,
            };
            self.digits(&mut text, 10);
            // An exponent beyond any float is as good as the largest.
            const LARGEST: i64 = 1 << 40;
            exponent = (!text.is_empty()).then(|| sign * text.parse().unwrap_or(LARGEST).min(LARGEST));
        }
        let span = self.span_from(start);
        let problem = match exponent {
            None => "digits must follow the `#e` of a float",
            Some(exponent) => match scaled(&digits, base, exponent - fraction) {
                Some(value) => return Some(Lexeme::Float(value)),
                None => "this number is too large for a float",
            },
        };
        self.problems.push(Diagnostic::error(span, problem));
        Some(Lexeme::Float(0.0))
    }

    fn float(&mut self, start: Pos, mut text: String) -> Option<Lexeme> {
        self.advance(1);
        text.push('.');
        self.digits(&mut text, 10);
        if matches!(self.peek(), Some('e' | 'E')) {
            self.advance(1);
            text.push('e');
            if let Some(sign @ ('+' | '-')) = self.peek() {
                self.advance(1);
                text.push(sign);
            }
            self.digits(&mut text, 10);
        }
        let value = text.parse::<f64>().ok();
        if let Some(value) = value.filter(|value| value.is_finite()) {
            return Some(Lexeme::Float(value));
        }
        let span = self.span_from(start);
        self.problems.push(match value {
            Some(_) => Diagnostic::error(span, "this number is too large for a float"),
            None => Diagnostic::error(span, "digits must follow the `e` of a float"),
        });
        Some(Lexeme::Float(0.0))
    }
}

/// The float nearest to the digits of the base, times the base to the exponent; none if it is too
/// large.
fn scaled(digits: &str, base: u32, mut exponent: i64) -> Option<f64> {
    /// No two floats have as many digits, in any base, between them. What follows matters only by
    /// being there.
    const DIGITS: usize = 1200;
    let digits = digits.trim_start_matches('0');
    let (first, rest) = digits.split_at(digits.len().min(DIGITS));
    exponent += rest.len() as i64;
    let mut mantissa = integer(first, base);
    if rest.bytes().any(|digit| digit != b'0') {
        mantissa = mantissa * base + 1;
        exponent -= 1;
    }
    // The number has `DIGITS` digits before the point at most: it is beyond all floats then, or
    // below.
    const BEYOND: i64 = 2 * DIGITS as i64;
    if exponent > BEYOND && mantissa != BigInt::ZERO {
        return None;
    }
    if exponent < -BEYOND || mantissa == BigInt::ZERO {
        return Some(0.0);
    }
    let power = BigInt::from(base).pow(exponent.unsigned_abs() as u32);
    let decimal = if exponent >= 0 {
        (mantissa * power).to_string()
    } else {
        // The parser of floats rounds right, whatever the number of digits.
        let places = DIGITS + power.to_string().len();
        let shifted = mantissa * BigInt::from(10).pow(places as u32);
        let quotient = &shifted / &power;
        let more = u8::from(&quotient * power != shifted);
        format!("{quotient}{more}e-{}", places + 1)
    };
    decimal.parse().ok().filter(|value: &f64| value.is_finite())
}

/// The value of digits of the base. Halves meet by multiplication, so a million digits take a
/// moment, not minutes.
pub(crate) fn integer(digits: &str, base: u32) -> BigInt {
    /// Below this many digits the plain method is faster.
    const SHORT: usize = 1000;
    if digits.len() <= SHORT || base.is_power_of_two() {
        return BigInt::parse_bytes(digits.as_bytes(), base).unwrap_or_default();
    }
    // Pieces of equal length, the most significant first; then pairs of neighbours, until one is
    // left.
    let first = digits.len() % SHORT;
    let (head, rest) = digits.as_bytes().split_at(first);
    let parse = |piece: &[u8]| BigInt::parse_bytes(piece, base).unwrap_or_default();
    let mut pieces: Vec<BigInt> = std::iter::once(parse(head)).chain(rest.chunks(SHORT).map(parse)).collect();
    let mut weight = BigInt::from(base).pow(SHORT as u32);
    while pieces.len() > 1 {
        if pieces.len() % 2 == 1 {
            pieces.insert(0, BigInt::ZERO);
        }
        pieces = pieces.chunks(2).map(|pair| &pair[0] * &weight + &pair[1]).collect();
        weight = &weight * &weight;
    }
    pieces.pop().unwrap_or_default()
}
