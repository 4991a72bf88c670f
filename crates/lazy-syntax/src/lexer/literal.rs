//! Numbers, characters and strings.

use num_bigint::BigInt;

use super::{Lexer, is_name_part};
use crate::ast::Mode;
use crate::token::Token;

/// The ASCII control characters by name, in order; `\SP` and `\DEL` apart. `SO` must not hide
/// `SOH`.
const CONTROL: &[&str] = &[
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR", "SO", "SI",
    "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS",
    "US", "SP",
];

/// What is written with a point or an exponent, if it is an integer.
fn whole(text: &str) -> Option<BigInt> {
    const MOST: i32 = 10_000;
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let after = after.trim_end_matches('0');
    let zeros = exponent.parse::<i32>().ok()? - after.len() as i32;
    let digits = format!("{before}{after}");
    (0..=MOST).contains(&zeros).then(|| format!("{digits}{}", "0".repeat(zeros as usize)))?.parse().ok()
}

impl Lexer<'_> {
    pub(super) fn number(&mut self) -> Token {
        let start = self.at;
        let rest = self.rest();
        let radix = match rest.as_bytes().get(..2) {
            Some(b"0x" | b"0X") => 16,
            Some(b"0o" | b"0O") => 8,
            Some(b"0b" | b"0B") => 2,
            _ => 10,
        };
        if radix != 10 && rest[2..].starts_with(|c: char| c.is_digit(radix)) {
            self.skip(&rest[..2]);
            let digits = self.take_while(|c| c.is_digit(radix) || c == '_').replace('_', "");
            return match BigInt::parse_bytes(digits.as_bytes(), radix) {
                Some(value) => Token::Integer(value),
                None => self.problem(start, "this number cannot be read"),
            };
        }
        self.digits();
        let mut fraction = false;
        if self.peek() == Some('.') && self.peek_second().is_some_and(|c| c.is_ascii_digit()) {
            fraction = true;
            self.next();
            self.digits();
        }
        let exponent = self.rest().trim_start_matches(['e', 'E']);
        let signed = exponent.trim_start_matches(['+', '-']);
        let marks = self.rest().len() - exponent.len();
        let signs = exponent.len() - signed.len();
        if marks == 1 && signs <= 1 && signed.starts_with(|c: char| c.is_ascii_digit()) {
            fraction = true;
            for _ in 0..marks + signs {
                self.next();
            }
            self.digits();
        }
        let digits = &self.text[start.offset as usize..self.at.offset as usize].replace('_', "");
        let digits = digits.as_str();
        if self.peek().is_some_and(is_name_part) {
            self.take_while(is_name_part);
            return self.problem(start, "a space is missing between this number and the name after it");
        }
        if fraction
            && self.whole
            && let Some(value) = whole(digits)
        {
            return Token::Integer(value);
        }
        if fraction {
            return digits.parse().map_or(Token::Bad, Token::Float);
        }
        BigInt::parse_bytes(digits.as_bytes(), 10).map_or(Token::Bad, Token::Integer)
    }

    /// Digits, with underscores between them (NumericUnderscores).
    fn digits(&mut self) {
        loop {
            self.take_while(|c| c.is_ascii_digit());
            let rest = self.rest();
            let after = rest.trim_start_matches('_');
            if after.len() == rest.len() || !after.starts_with(|c: char| c.is_ascii_digit()) {
                return;
            }
            self.take_while(|c| c == '_');
        }
    }

    pub(super) fn character(&mut self) -> Token {
        let start = self.at;
        self.next();
        let value = match self.peek() {
            Some('\\') => match self.escape() {
                Ok(Some(value)) => value,
                Ok(None) => return self.problem(start, "`\\&` stands for no character"),
                Err(problem) => return problem,
            },
            Some('\'') => {
                self.next();
                return self.problem(start, "there is no character between the quotes");
            }
            Some('\n') | None => return self.problem(start, "this character never ends"),
            Some(value) => {
                self.next();
                value
            }
        };
        if self.peek() != Some('\'') && value.is_uppercase() && self.mode == Mode::Haskell {
            // A constructor as a type (DataKinds): its name alone says which.
            let rest = self.take_while(is_name_part);
            return Token::Con(format!("{value}{rest}"));
        }
        if self.peek() != Some('\'') {
            return self.problem(start, "a character ends with `'`; strings are written in double quotes");
        }
        self.next();
        Token::Char(value)
    }

    pub(super) fn string(&mut self) -> Token {
        let start = self.at;
        self.next();
        let mut value = String::new();
        let mut wrong = None;
        loop {
            match self.peek() {
                Some('"') => {
                    self.next();
                    return wrong.unwrap_or(Token::String(value));
                }
                Some('\n') | None => return self.problem(start, "this string never ends"),
                Some('\\') => match self.escape() {
                    Ok(character) => value.extend(character),
                    Err(problem) => wrong = Some(problem),
                },
                Some(c) => {
                    self.next();
                    value.push(c);
                }
            }
        }
    }

    /// From the backslash on. `None`: `\&`, or a gap between lines.
    fn escape(&mut self) -> Result<Option<char>, Token> {
        let start = self.at;
        self.next();
        let rest = self.rest();
        let Some(c) = self.peek() else { return Err(self.problem(start, "this string never ends")) };
        if c.is_whitespace() {
            self.take_while(char::is_whitespace);
            if self.peek() != Some('\\') {
                return Err(self.problem(start, "a gap in a string ends with `\\`"));
            }
            self.next();
            return Ok(None);
        }
        let radix = match c {
            'x' | 'X' => 16,
            'o' | 'O' => 8,
            _ => 10,
        };
        let prefix = usize::from(radix != 10);
        if rest[prefix..].starts_with(|c: char| c.is_digit(radix)) {
            self.skip(&rest[..prefix]);
            let digits = self.take_while(|c| c.is_digit(radix));
            let code = u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
            return match code {
                Some(value) => Ok(Some(value)),
                None => Err(self.problem(start, "there is no character with this number")),
            };
        }
        // `\SOH` is one character, not `\SO` and an H: the longest name wins.
        let named = CONTROL.iter().enumerate().filter(|(_, name)| rest.starts_with(**name));
        if let Some((code, name)) = named.max_by_key(|(_, name)| name.len()) {
            self.skip(name);
            return Ok(char::from_u32(code as u32));
        }
        if rest.starts_with("DEL") {
            self.skip("DEL");
            return Ok(Some('\u{7f}'));
        }
        self.next();
        let value = match c {
            'a' => '\u{7}',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\u{b}',
            '\\' | '"' | '\'' => c,
            '&' => return Ok(None),
            '^' => match self.next() {
                Some(control @ '@'..='_') => char::from(control as u8 - b'@'),
                _ => return Err(self.problem(start, "there is no such control character")),
            },
            _ => return Err(self.problem(start, format!("`\\{c}` is not a character"))),
        };
        Ok(Some(value))
    }
}
