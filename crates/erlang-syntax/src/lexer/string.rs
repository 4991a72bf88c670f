//! Characters and strings: escapes, triple quotes and sigils.

use super::{Lexer, is_name_character, is_white_space};
use crate::diagnostics::Diagnostic;
use crate::source::{Pos, Span};
use crate::token::Lexeme;

impl Lexer<'_> {
    pub(super) fn string(&mut self, start: Pos) -> Option<Lexeme> {
        let characters = if self.at_triple_quote() {
            self.triple_quoted(start, true)?
        } else {
            self.bump();
            self.quoted(start, "string", '"', true)?
        };
        if self.settings.strict_strings && self.peek() == Some('"') {
            let problem =
                Diagnostic::error(self.span_from(start), "adjacent strings need a space between them");
            self.problems.push(problem.help("inside a string, write a quote as \\\""));
        }
        Some(Lexeme::String(characters.into()))
    }

    /// `~"…"`, `~s(…)`, `~B"""…"""`, …
    pub(super) fn sigil(&mut self, start: Pos) -> Option<Lexeme> {
        self.bump();
        let kind = self.name();
        let (binary, verbatim) = match kind {
            "" => (true, false),
            "b" => (true, false),
            "B" => (true, true),
            "s" => (false, false),
            "S" => (false, true),
            _ => {
                let problem =
                    Diagnostic::error(self.span_from(start), format!("there is no sigil `~{kind}`"));
                self.problems.push(problem.help("the sigils are ~ ~s ~S ~b ~B"));
                (true, false)
            }
        };
        let characters = if self.at_triple_quote() {
            self.triple_quoted(start, verbatim || kind.is_empty())?
        } else {
            let Some(close) = self.peek().and_then(closing_delimiter) else {
                let problem =
                    Diagnostic::error(self.span_from(start), "a string must follow the `~` of a sigil");
                self.problems.push(problem.help("delimiters are \" ' ( [ { < / | ` and #"));
                return None;
            };
            self.bump();
            self.quoted(start, "string", close, !verbatim)?
        };
        if self.peek().is_some_and(is_name_character) {
            let end = self.pos;
            let suffix = self.name();
            self.problems.push(Diagnostic::error(
                self.span_from(end),
                format!("`{suffix}` cannot follow a string sigil"),
            ));
        }
        Some(if binary { Lexeme::Binary(characters.into()) } else { Lexeme::String(characters.into()) })
    }

    /// Characters up to the closing delimiter; the opening one is already read. `None`, and no text
    /// left, if it is missing.
    pub(super) fn quoted(&mut self, start: Pos, what: &str, close: char, escapes: bool) -> Option<Vec<u32>> {
        let mut characters = Vec::new();
        loop {
            let at = self.pos;
            match self.bump() {
                Some(c) if c == close => return Some(characters),
                Some('\\') if escapes => characters.push(self.escape(at)),
                Some(c) => characters.push(c as u32),
                None => {
                    self.unterminated(start, what, close);
                    return None;
                }
            }
        }
    }

    fn unterminated(&mut self, start: Pos, what: &str, close: char) {
        // The whole rest of the text does not help: show where it begins.
        let begin = Span { file: self.file, start, end: Pos { column: start.column + 1, ..start } };
        let message = format!("this {what} begins here but never ends");
        self.problems.push(Diagnostic::error(begin, message).help(format!("a closing {close} is missing")));
    }

    pub(super) fn character(&mut self, start: Pos) -> Option<Lexeme> {
        self.bump();
        let at = self.pos;
        match self.bump() {
            Some('\\') => Some(Lexeme::Char(self.escape(at))),
            Some(c) => Some(Lexeme::Char(c as u32)),
            None => {
                self.problems
                    .push(Diagnostic::error(self.span_from(start), "a character must follow the `$`"));
                None
            }
        }
    }

    /// What follows a backslash that stands at `start`.
    fn escape(&mut self, start: Pos) -> u32 {
        let octal = |c: char| c.to_digit(8);
        match self.bump() {
            Some('n') => 10,
            Some('r') => 13,
            Some('t') => 9,
            Some('v') => 11,
            Some('b') => 8,
            Some('f') => 12,
            Some('e') => 27,
            Some('s') => 32,
            Some('d') => 127,
            Some('^') => match self.bump() {
                Some('\n') => 10,
                Some(c) => c as u32 & 31,
                None => self.bad_escape(start, "nothing follows the `^`"),
            },
            Some('x') => self.hexadecimal_escape(start),
            Some(c @ '0'..='7') => {
                let mut value = c as u32 - '0' as u32;
                for _ in 0..2 {
                    let Some(digit) = self.peek().and_then(octal) else { break };
                    value = value * 8 + digit;
                    self.bump();
                }
                value
            }
            Some(c) => c as u32,
            None => self.bad_escape(start, "nothing follows the backslash"),
        }
    }

    fn hexadecimal_escape(&mut self, start: Pos) -> u32 {
        let digit = |c: char| c.to_digit(16);
        if self.peek() == Some('{') {
            self.bump();
            let (mut value, mut count) = (0u32, 0);
            while let Some(d) = self.peek().and_then(digit) {
                value = value.saturating_mul(16).saturating_add(d);
                count += 1;
                self.bump();
            }
            if self.peek() != Some('}') || count == 0 {
                return self.bad_escape(start, "hexadecimal digits and a `}` must follow `\\x{`");
            }
            self.bump();
            return if matches!(value, 0..0xd800 | 0xe000..0xfffe | 0x10000..=0x10ffff) {
                value
            } else {
                self.bad_escape(start, "there is no character with this number")
            };
        }
        match (self.peek().and_then(digit), self.peek_ascii(1).and_then(digit)) {
            (Some(high), Some(low)) => {
                self.advance(2);
                high * 16 + low
            }
            _ => self.bad_escape(start, "two hexadecimal digits, or digits in `{}`, must follow `\\x`"),
        }
    }

    fn bad_escape(&mut self, start: Pos, message: &str) -> u32 {
        self.problems.push(Diagnostic::error(self.span_from(start), message));
        '?' as u32
    }

    /// Before OTP 27, `"""x"""` was three strings: only a line that ends after the quotes tells the
    /// difference.
    fn at_triple_quote(&self) -> bool {
        let rest = &self.text[self.offset..];
        let after = rest.trim_start_matches('"');
        let ends_the_line = || after.chars().take_while(|c| *c != '\n').all(is_white_space);
        rest.len() - after.len() >= 3 && (self.settings.strict_strings || ends_the_line())
    }

    /// `"""` and more quotes, lines, the same number of quotes: the white space before those is
    /// taken from every line.
    fn triple_quoted(&mut self, start: Pos, verbatim: bool) -> Option<Vec<u32>> {
        let mut quotes = 0;
        while self.peek() == Some('"') {
            self.bump();
            quotes += 1;
        }
        let after_quotes = self.pos;
        let mut lines = vec![self.line_of_string(verbatim)];
        let indentation = loop {
            if self.peek().is_none() {
                let begin =
                    Span { file: self.file, start, end: Pos { column: start.column + quotes, ..start } };
                self.problems.push(Diagnostic::error(begin, "this string begins here but never ends").help(
                    format!(
                        "end it with a line that holds only {}, after any spaces",
                        "\"".repeat(quotes as usize)
                    ),
                ));
                return None;
            }
            if let Some(indentation) = self.closing_quotes(quotes) {
                break indentation;
            }
            lines.push(self.line_of_string(verbatim));
        };
        let first = lines.remove(0);
        if !first.characters.iter().all(|&c| char::from_u32(c).is_some_and(is_white_space)) {
            let end = Pos { column: after_quotes.column + 1, ..after_quotes };
            let span = Span { file: self.file, start: after_quotes, end };
            let problem =
                Diagnostic::error(span, "the text of a triple-quoted string begins on the next line");
            self.problems.push(problem);
        }
        let mut characters = Vec::new();
        let last = lines.len().saturating_sub(1);
        for (n, line) in lines.iter().enumerate() {
            let mut content = line.characters.as_slice();
            if n == last {
                content = content.strip_suffix(&[10]).unwrap_or(content);
                content = content.strip_suffix(&[13]).unwrap_or(content);
            }
            let blank = content.is_empty() || content == [10] || content == [13, 10];
            match content.strip_prefix(indentation.as_slice()) {
                Some(content) => characters.extend_from_slice(content),
                None if blank => characters.extend_from_slice(content),
                None => {
                    let end = Pos { column: indentation.len() as u32 + 1, ..line.start };
                    let span = Span { file: self.file, start: line.start, end };
                    let message = "this line is indented less than the quotes that end the string";
                    self.problems.push(Diagnostic::error(span, message));
                }
            }
        }
        Some(characters)
    }

    /// The rest of the line, with its end.
    fn line_of_string(&mut self, verbatim: bool) -> Line {
        let start = self.pos;
        let mut characters = Vec::new();
        loop {
            let at = self.pos;
            match self.bump() {
                Some('\\') if !verbatim => characters.push(self.escape(at)),
                Some(c) => {
                    characters.push(c as u32);
                    if c == '\n' {
                        return Line { start, characters };
                    }
                }
                None => return Line { start, characters },
            }
        }
    }

    /// Reads white space and exactly `quotes` quotes if they are next, and returns that white
    /// space.
    fn closing_quotes(&mut self, quotes: u32) -> Option<Vec<u32>> {
        let rest = &self.text[self.offset..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let content = line.trim_start_matches(is_white_space);
        let indentation = &line[..line.len() - content.len()];
        if content.bytes().take_while(|&byte| byte == b'"').count() < quotes as usize {
            return None;
        }
        for _ in 0..indentation.chars().count() + quotes as usize {
            self.bump();
        }
        Some(indentation.chars().map(|c| c as u32).collect())
    }
}

struct Line {
    start: Pos,
    characters: Vec<u32>,
}

fn closing_delimiter(open: char) -> Option<char> {
    Some(match open {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '<' => '>',
        '/' | '|' | '#' | '`' | '\'' | '"' => open,
        _ => return None,
    })
}
