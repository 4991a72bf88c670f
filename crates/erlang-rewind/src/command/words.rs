//! The words of a command, taken one after the other.

use erlang_report::Pattern;

use super::{INTO, Parsed, Problem, ProcessName, Stride, because};

/// What is left of a line.
pub(super) struct Words<'a> {
    pub(super) rest: &'a str,
}

impl<'a> Words<'a> {
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.rest.split_whitespace().next()
    }

    pub(super) fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        let at = self.rest.find(word)? + word.len();
        self.rest = self.rest[at..].trim_start();
        Some(word)
    }

    pub(super) fn is_last(&self) -> bool {
        self.rest.split_whitespace().nth(1).is_none()
    }

    pub(super) fn flag(&mut self, flag: &str) -> bool {
        let set = self.peek() == Some(flag);
        if set {
            self.next();
        }
        set
    }

    pub(super) fn after_sign(&mut self, sign: char) -> bool {
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    pub(super) fn process(&mut self) -> Parsed<ProcessName> {
        let word = self.next().ok_or(Problem::Incomplete)?;
        Ok(ProcessName(word.to_owned()))
    }

    pub(super) fn number<N: std::str::FromStr>(&mut self) -> Parsed<N> {
        let word = self.next().ok_or(Problem::Incomplete)?;
        number(word)
    }

    /// How often; once, if nothing is said.
    pub(super) fn count(&mut self) -> Parsed<u64> {
        match self.peek() {
            Some(INTO) => Ok(1),
            _ => Ok(self.optional_count()?.unwrap_or(1)),
        }
    }

    pub(super) fn stride(&mut self) -> Stride {
        if self.flag(INTO) { Stride::Into } else { Stride::Expression }
    }

    pub(super) fn optional_count(&mut self) -> Parsed<Option<u64>> {
        let count = self.next().map(number).transpose()?;
        match count {
            Some(0) => because("the number must be at least 1"),
            count => Ok(count),
        }
    }

    pub(super) fn variable(&mut self) -> Parsed<String> {
        let word = self.peek().ok_or(Problem::Incomplete)?;
        let name = word.split('=').next().unwrap_or_default();
        if !name.starts_with(|c: char| c == '_' || c.is_uppercase()) {
            return because(format!(
                "`{word}` is not a variable: variables begin with a capital letter or _"
            ));
        }
        self.rest = self.rest[name.len()..].trim_start();
        Ok(name.to_owned())
    }

    /// All that is left is one.
    pub(super) fn pattern(&mut self) -> Parsed<Pattern> {
        let text = self.whole_rest()?;
        Pattern::read(text).or_else(|problem| because(format!("`{text}` is not a pattern: {problem}")))
    }

    pub(super) fn whole_rest(&mut self) -> Parsed<&'a str> {
        match std::mem::take(&mut self.rest) {
            "" => Err(Problem::Incomplete),
            rest => Ok(rest),
        }
    }
}

/// `1000`, `1_000`
pub(super) fn number<N: std::str::FromStr>(word: &str) -> Parsed<N> {
    match word.replace('_', "").parse() {
        Ok(number) => Ok(number),
        Err(_) if word.chars().all(|c| c.is_ascii_digit() || c == '_') => {
            because(format!("{word} is too large"))
        }
        Err(_) => because(format!("`{word}` is not a number")),
    }
}
