//! What a backslash begins: characters by number, sets, properties, references, `\Q…\E`.

use super::{Item, Parser, Problem, Result};
use crate::native::re::classes;
use crate::native::re::tree::{Assertion, CharClass, LAST_CHARACTER, RegexNode};

/// What a backslash and the characters after it mean.
pub(super) enum Escape {
    Character(char),
    Set(&'static [(u32, u32)], bool),
    Property(String, bool),
    Reference(usize),
    Other(Item),
}

impl Parser<'_> {
    pub(super) fn escaped(&mut self) -> Result<Item> {
        let caseless = self.switches.caseless;
        if self.accept("Q") {
            return Ok(self.quoted());
        }
        if self.accept("E") {
            return Ok(Item::Nothing);
        }
        Ok(match self.escape(false)? {
            Escape::Character(c) => Item::Repeatable(RegexNode::Character { c, caseless }),
            Escape::Set(ranges, negated) => {
                let class = CharClass { negated, ..CharClass::of(ranges) };
                Item::Repeatable(RegexNode::Class { class, caseless: false })
            }
            Escape::Property(name, negated) => {
                let class = CharClass { properties: vec![(name, negated)], ..CharClass::default() };
                Item::Repeatable(RegexNode::Class { class, caseless: false })
            }
            Escape::Reference(group) if self.open.contains(&group) => {
                return Err(Problem::Unsupported("a reference to the group that it stands in"));
            }
            Escape::Reference(group) => Item::Repeatable(RegexNode::Reference { group, caseless }),
            Escape::Other(item) => item,
        })
    }

    /// `\Q…\E`, after the `\Q`.
    fn quoted(&mut self) -> Item {
        let caseless = self.switches.caseless;
        let rest = &self.text[self.at..];
        let end = rest.windows(2).position(|pair| pair == ['\\', 'E']);
        let length = end.unwrap_or(rest.len());
        self.at += length + if end.is_some() { 2 } else { 0 };
        let mut characters: Vec<RegexNode> =
            rest[..length].iter().map(|c| RegexNode::Character { c: *c, caseless }).collect();
        match characters.pop() {
            Some(last) => Item::Characters(characters, last),
            None => Item::Nothing,
        }
    }

    /// After a backslash.
    pub(super) fn escape(&mut self, in_class: bool) -> Result<Escape> {
        let Some(c) = self.next() else { return Err(self.error("\\ at end of pattern")) };
        let fixed = |assertion| Escape::Other(Item::Fixed(RegexNode::Assertion(assertion)));
        Ok(match c {
            'a' => Escape::Character('\x07'),
            'e' => Escape::Character('\x1b'),
            'f' => Escape::Character('\x0c'),
            'n' => Escape::Character('\n'),
            'r' => Escape::Character('\r'),
            't' => Escape::Character('\t'),
            'b' if in_class => Escape::Character('\x08'),
            'c' => match self.next() {
                None => return Err(self.error("\\c at end of pattern")),
                Some(c) if c.is_ascii() => Escape::Character(char::from(c.to_ascii_uppercase() as u8 ^ 0x40)),
                Some(_) => {
                    return Err(self.error_at("\\c must be followed by an ASCII character", self.at - 1));
                }
            },
            'x' => self.hexadecimal()?,
            'o' => self.braced_octal()?,
            'd' | 'D' => Escape::Set(classes::DIGIT, c == 'D'),
            's' | 'S' => Escape::Set(classes::SPACE, c == 'S'),
            'w' | 'W' => Escape::Set(classes::WORD, c == 'W'),
            'h' | 'H' => Escape::Set(classes::HORIZONTAL, c == 'H'),
            'v' | 'V' => Escape::Set(classes::VERTICAL, c == 'V'),
            'p' | 'P' => self.property(c == 'P')?,
            'L' | 'l' | 'U' | 'u' => {
                let message = "PCRE does not support \\L, \\l, \\N{name}, \\U, or \\u";
                return Err(self.error_at(message, self.at - 1));
            }
            'N' if self.peek() == Some('{') && !self.is_quantifier()? => {
                let message = "PCRE does not support \\L, \\l, \\N{name}, \\U, or \\u";
                return Err(self.error_at(message, self.at - 1));
            }
            'N' if in_class => return Err(self.error_at("\\N is not supported in a class", self.at - 1)),
            '0' => self.octal(0)?,
            '1'..='9' if in_class => self.octal_or_itself(c)?,
            '1'..='9' => self.number(c)?,
            _ if in_class => Escape::Character(c),
            'A' => fixed(Assertion::Start),
            'Z' => fixed(Assertion::EndOrNewline),
            'z' => fixed(Assertion::End),
            'G' => fixed(Assertion::SearchStart),
            'b' => fixed(Assertion::WordBoundary(true)),
            'B' => fixed(Assertion::WordBoundary(false)),
            'K' => Escape::Other(Item::Fixed(RegexNode::Keep)),
            'R' => Escape::Other(Item::Repeatable(RegexNode::LineBreak)),
            'N' => Escape::Other(Item::Repeatable(RegexNode::Any { dotall: false })),
            'X' => return Err(Problem::Unsupported("\\X")),
            'C' => return Err(Problem::Unsupported("\\C")),
            'g' => self.group_escape()?,
            'k' => self.name_reference()?,
            c => Escape::Character(c),
        })
    }

    fn hexadecimal(&mut self) -> Result<Escape> {
        if self.peek() == Some('{') {
            let rest = &self.text[self.at + 1..];
            let digits = rest.iter().take_while(|c| c.is_ascii_hexdigit()).count();
            if digits > 0 && rest.get(digits) == Some(&'}') {
                let digits: String = rest[..digits].iter().collect();
                self.at += digits.len() + 1;
                let c = self.code_point(u32::from_str_radix(&digits, 16).unwrap_or(u32::MAX))?;
                self.at += 1;
                return Ok(Escape::Character(c));
            }
        }
        let rest = &self.text[self.at..];
        let digits: String = rest.iter().take(2).take_while(|c| c.is_ascii_hexdigit()).collect();
        self.at += digits.len();
        let value = u32::from_str_radix(&digits, 16).unwrap_or(0);
        Ok(Escape::Character(char::from_u32(value).unwrap_or('\0')))
    }

    /// A character by number, if there is such a one in this mode.
    fn code_point(&self, value: u32) -> Result<char> {
        let most = if self.unicode { LAST_CHARACTER } else { 0xff };
        if value > most {
            return Err(self.error("character value in \\x{} or \\o{} is too large"));
        }
        let surrogate = "disallowed Unicode code point (>= 0xd800 && <= 0xdfff)";
        char::from_u32(value).ok_or_else(|| self.error(surrogate))
    }

    fn braced_octal(&mut self) -> Result<Escape> {
        if !self.accept("{") {
            return Err(self.error_at("missing opening brace after \\o", self.at));
        }
        let mut value: u32 = 0;
        let start = self.at;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(8)) {
            value = value.saturating_mul(8).saturating_add(digit);
            self.at += 1;
        }
        if self.peek() != Some('}') || self.at == start {
            return Err(self.error("non-octal character in \\o{} (closing brace missing?)"));
        }
        let c = self.code_point(value)?;
        self.at += 1;
        Ok(Escape::Character(c))
    }

    /// Up to two more octal digits after what has been read.
    fn octal(&mut self, first: u32) -> Result<Escape> {
        let mut value = first;
        for _ in 0..2 {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(8)) else { break };
            value = value * 8 + digit;
            self.at += 1;
        }
        if value > 0xff && !self.unicode {
            let message = "octal value is greater than \\377 in 8-bit non-UTF-8 mode";
            return Err(self.error_at(message, self.at - 1));
        }
        Ok(Escape::Character(char::from_u32(value).unwrap_or('\0')))
    }

    fn octal_or_itself(&mut self, c: char) -> Result<Escape> {
        match c.to_digit(8) {
            Some(digit) => self.octal(digit),
            None => Ok(Escape::Character(c)),
        }
    }

    /// `\1`: a reference if it has one digit or there are at least that many groups, else an octal
    /// number.
    fn number(&mut self, first: char) -> Result<Escape> {
        let rest = self.text[self.at..].iter().take_while(|c| c.is_ascii_digit());
        let digits: String = [first].iter().chain(rest).collect();
        let number = digits.parse::<usize>().unwrap_or(usize::MAX);
        if number < 8 || number <= self.all_groups && number < 1000 {
            self.at += digits.len() - 1;
            self.highest_reference = self.highest_reference.max(number);
            return Ok(Escape::Reference(number));
        }
        self.octal_or_itself(first)
    }

    /// `\g{2}`, `\g2`, `\g{-1}`, `\g{name}`; `\g<…>` calls a group.
    fn group_escape(&mut self) -> Result<Escape> {
        if let Some('<' | '\'') = self.peek() {
            return Err(Problem::Unsupported("groups called as subroutines"));
        }
        let braced = self.peek() == Some('{');
        if braced && !matches!(self.text.get(self.at + 1), Some('-' | '+' | '0'..='9')) {
            return self.name_reference();
        }
        self.at += usize::from(braced);
        let minus = self.accept("-");
        let rest = self.text[self.at..].iter().take_while(|c| c.is_ascii_digit());
        let digits: String = rest.collect();
        self.at += digits.len();
        let bad = "a numbered reference must not be zero";
        let number = match digits.parse::<usize>() {
            Ok(0) => return Err(self.error(bad)),
            Ok(number) => number,
            Err(_) => {
                let message = "\\g is not followed by a braced, angle-bracketed, or quoted name/number or by a plain number";
                return Err(self.error(message));
            }
        };
        let group = match minus {
            false => number,
            true if number > self.groups => return Err(self.error("reference to non-existent subpattern")),
            true => self.groups + 1 - number,
        };
        if braced && !self.accept("}") {
            let message = "\\g is not followed by a braced, angle-bracketed, or quoted name/number or by a plain number";
            return Err(self.error(message));
        }
        self.highest_reference = self.highest_reference.max(group);
        Ok(Escape::Reference(group))
    }

    /// `{name}`, `<name>` or `'name'`.
    fn name_reference(&mut self) -> Result<Escape> {
        let end = match self.next() {
            Some('{') => '}',
            Some('<') => '>',
            Some('\'') => '\'',
            _ => {
                let message = "\\k is not followed by a braced, angle-bracketed, or quoted name";
                return Err(self.error_at(message, self.at.saturating_sub(1)));
            }
        };
        let name = self.name(end)?;
        let group = self.group_named(&name)?;
        self.at += 1;
        Ok(Escape::Reference(group))
    }

    fn property(&mut self, mut negated: bool) -> Result<Escape> {
        let name: String = match self.next() {
            Some('{') => {
                negated ^= self.accept("^");
                let rest = &self.text[self.at..];
                let Some(length) = rest.iter().position(|c| *c == '}') else {
                    return Err(self.error_at("malformed \\P or \\p sequence", self.text.len()));
                };
                self.at += length + 1;
                rest[..length].iter().collect()
            }
            Some(c) => c.into(),
            None => return Err(self.error("malformed \\P or \\p sequence")),
        };
        match classes::property(&name) {
            Some(known) => Ok(Escape::Property(known.into(), negated)),
            None if classes::SCRIPTS.split(' ').any(|script| script == name) => {
                Ok(Escape::Property(name, negated))
            }
            None if matches!(name.as_str(), "Xan" | "Xps" | "Xsp" | "Xuc" | "Xwd" | "Cs") => {
                Err(Problem::Unsupported("properties that only PCRE has"))
            }
            None => Err(self.error_at("unknown property name after \\P or \\p", self.at - 1)),
        }
    }
}
