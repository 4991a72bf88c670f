//! Character classes: `[a-z]`, with sets, properties and POSIX names in them.

use super::escape::Escape;
use super::{Parser, Result};
use crate::native::re::classes;
use crate::native::re::tree::CharClass;

impl Parser<'_> {
    /// After the opening bracket.
    pub(super) fn class(&mut self) -> Result<CharClass> {
        let mut class = CharClass { negated: self.accept("^"), ..CharClass::default() };
        let (mut first, mut quoted) = (true, false);
        loop {
            let Some(c) = self.peek() else {
                return Err(self.error("missing terminating ] for character class"));
            };
            if quoted && self.accept("\\E") {
                quoted = false;
                continue;
            }
            if !quoted && self.accept("\\Q") {
                quoted = true;
                continue;
            }
            if !quoted && self.accept("\\E") {
                continue;
            }
            if c == ']' && !first && !quoted {
                self.at += 1;
                return Ok(class);
            }
            first = false;
            if !quoted && c == '[' && self.posix_class(&mut class)? {
                continue;
            }
            let Some(low) = self.class_character(&mut class, quoted)? else { continue };
            if !quoted && self.peek() == Some('-') && !matches!(self.text.get(self.at + 1), None | Some(']'))
            {
                self.at += 1;
                let start = self.at;
                let mut ignored = CharClass::default();
                match self.class_character(&mut ignored, false)? {
                    Some(high) if high < low => {
                        return Err(self.error_at("range out of order in character class", self.at - 1));
                    }
                    Some(high) => class.ranges.push((low.into(), high.into())),
                    None => return Err(self.error_at("invalid range in character class", start + 1)),
                }
            } else {
                class.ranges.push((low.into(), low.into()));
            }
        }
    }

    fn posix_class(&mut self, class: &mut CharClass) -> Result<bool> {
        if !matches!(self.text.get(self.at + 1), Some(':' | '.' | '=')) {
            return Ok(false);
        }
        let Some((name, negated, end)) = self.posix_name(self.at) else { return Ok(false) };
        if self.text[self.at + 1] != ':' {
            return Err(self.error("POSIX collating elements are not supported"));
        }
        let start = self.at + 2 + usize::from(negated);
        let ranges = classes::posix(&name).ok_or_else(|| self.error_at("unknown POSIX class name", start))?;
        class.add(ranges, negated);
        self.at = end;
        Ok(true)
    }

    /// One character of a class; none if it was a set, which has been added.
    fn class_character(&mut self, class: &mut CharClass, quoted: bool) -> Result<Option<char>> {
        let Some(c) = self.next() else {
            return Err(self.error("missing terminating ] for character class"));
        };
        if quoted || c != '\\' {
            return Ok(Some(c));
        }
        match self.escape(true)? {
            Escape::Character(c) => return Ok(Some(c)),
            Escape::Set(ranges, negated) => class.add(ranges, negated),
            Escape::Property(name, negated) => class.properties.push((name, negated)),
            Escape::Reference(_) | Escape::Other(_) => {}
        }
        Ok(None)
    }

    /// `[:name:]` at a bracket: its name, whether it is negated, and where it ends.
    pub(super) fn posix_name(&self, bracket: usize) -> Option<(String, bool, usize)> {
        let kind = *self.text.get(bracket + 1)?;
        let rest = &self.text[bracket + 2..];
        let length = rest.iter().position(|c| !c.is_ascii_alphabetic() && *c != '^')?;
        let closed = rest[length..].starts_with(&[kind, ']']);
        let name: String = rest[..length].iter().collect();
        let (name, negated) = match name.strip_prefix('^') {
            Some(name) => (name.to_string(), true),
            None => (name, false),
        };
        closed.then_some((name, negated, bracket + length + 4))
    }
}
