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
            Some('#') => self.based_integer(start, &text),
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

    fn based_integer(&mut self, start: Pos, base_text: &str) -> Option<Lexeme> {
        self.advance(1);
        let base = base_text.parse().ok().filter(|base| (2..=36).contains(base));
        let mut digits = String::new();
        self.digits(&mut digits, base.unwrap_or(36));
        let span = self.span_from(start);
        let problem = match base {
            None => Diagnostic::error(span, format!("numbers cannot be written in base {base_text}"))
                .help("a base is a number from 2 to 36, as in 16#ff"),
            Some(_) if digits.is_empty() => {
                Diagnostic::error(span, format!("no digits of base {base_text} follow the `#`"))
            }
            Some(base) => return Some(Lexeme::Integer(Rc::new(integer(&digits, base)))),
        };
        self.problems.push(problem);
        Some(Lexeme::Integer(Rc::default()))
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

/// The value of digits of the base. Halves meet by multiplication, so a million digits take a moment, not minutes.
pub(crate) fn integer(digits: &str, base: u32) -> BigInt {
    /// Below this many digits the plain method is faster.
    const SHORT: usize = 1000;
    if digits.len() <= SHORT || base.is_power_of_two() {
        return BigInt::parse_bytes(digits.as_bytes(), base).unwrap_or_default();
    }
    // Pieces of equal length, the most significant first; then pairs of neighbours, until one is left.
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
