//! PCRE's syntax to a tree. What PCRE rejects is rejected with its words, at its place.

use super::classes;
use super::tree::{Assertion, Class, Kind, LAST_CHARACTER, Node, Test};

/// What compile options and `(?…)` switch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Switches {
    pub caseless: bool,
    pub multiline: bool,
    pub dotall: bool,
    pub extended: bool,
    pub ungreedy: bool,
    pub dupnames: bool,
}

pub struct Parsed {
    pub tree: Node,
    /// How many groups capture.
    pub groups: usize,
    /// In the order of the groups that have them.
    pub names: Vec<(String, usize)>,
}

#[derive(Debug)]
pub enum Problem {
    /// As PCRE says it, and where: in bytes if the expression is UTF-8.
    Error(&'static str, usize),
    /// PCRE could, this machine cannot.
    Unsupported(&'static str),
}

type Result<T> = std::result::Result<T, Problem>;

/// As PCRE.
const DEEPEST: usize = 250;
const MOST_REPEATS: u32 = 65535;

struct Parser<'a> {
    text: &'a [char],
    at: usize,
    unicode: bool,
    no_auto_capture: bool,
    switches: Switches,
    groups: usize,
    /// Groups in the whole expression, so that `\12` can be told from an octal number.
    all_groups: usize,
    names: Vec<(String, usize)>,
    /// Names of the whole expression, for references to what comes later.
    all_names: Vec<(String, usize)>,
    /// The highest group that a number refers to.
    highest_reference: usize,
    depth: usize,
    /// The groups that are being parsed, from the outermost on.
    open: Vec<usize>,
}

pub fn parse(text: &[char], unicode: bool, no_auto_capture: bool, switches: Switches) -> Result<Parsed> {
    if text.starts_with(&['(', '*']) {
        return Err(Problem::Unsupported("verbs, such as (*UTF8)"));
    }
    let parser = |all_groups, all_names| Parser {
        text,
        at: 0,
        unicode,
        no_auto_capture,
        switches,
        groups: 0,
        all_groups,
        names: Vec::new(),
        all_names,
        highest_reference: 0,
        depth: 0,
        open: Vec::new(),
    };
    // Twice, for what refers to groups that come later. The first time, every number is taken for a reference.
    let mut scout = parser(usize::MAX, Vec::new());
    scout.alternatives()?;
    let mut parser = parser(scout.groups, scout.names);
    let tree = parser.alternatives()?;
    if parser.at < text.len() {
        return Err(parser.error("unmatched parentheses"));
    }
    if parser.highest_reference > parser.groups {
        return Err(parser.error("reference to non-existent subpattern"));
    }
    Ok(Parsed { tree, groups: parser.groups, names: parser.names })
}

/// An item of a sequence: only some can be repeated.
enum Item {
    Repeatable(Node),
    Fixed(Node),
    /// Quoted text, of which only the last character can be repeated.
    Characters(Vec<Node>, Node),
    Nothing,
}

/// What a backslash and the characters after it mean.
enum Escape {
    Character(char),
    Set(&'static [(u32, u32)], bool),
    Property(String, bool),
    Reference(usize),
    Other(Item),
}

impl Parser<'_> {
    fn error(&self, message: &'static str) -> Problem {
        self.error_at(message, self.at)
    }

    fn error_at(&self, message: &'static str, at: usize) -> Problem {
        let before = &self.text[..at.min(self.text.len())];
        let position = if self.unicode { before.iter().map(|c| c.len_utf8()).sum() } else { before.len() };
        Problem::Error(message, position)
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }

    fn accept(&mut self, text: &str) -> bool {
        let there = text.chars().enumerate().all(|(n, c)| self.text.get(self.at + n) == Some(&c));
        if there {
            self.at += text.chars().count();
        }
        there
    }

    /// Up to a closing parenthesis or the end. Switches made inside last to the end of the group.
    fn alternatives(&mut self) -> Result<Node> {
        let outside = self.switches;
        let mut branches = vec![self.sequence()?];
        while self.accept("|") {
            branches.push(self.sequence()?);
        }
        self.switches = outside;
        Ok(if branches.len() == 1 { branches.remove(0) } else { Node::Choice(branches) })
    }

    fn sequence(&mut self) -> Result<Node> {
        let (mut parts, mut last): (Vec<Node>, Option<Node>) = (Vec::new(), None);
        loop {
            self.skip_blanks();
            if matches!(self.peek(), None | Some('|' | ')')) {
                break;
            }
            if let Some((least, most)) = self.quantifier()? {
                let body = last.take().ok_or_else(|| self.error_at("nothing to repeat", self.at - 1))?;
                let kind = self.quantifier_kind();
                parts.push(Node::Repeat { body: Box::new(body), least, most, kind });
                continue;
            }
            match self.item()? {
                Item::Repeatable(node) => parts.extend(last.replace(node)),
                Item::Fixed(node) => parts.extend(last.take().into_iter().chain([node])),
                Item::Characters(before, node) => parts.extend(last.replace(node).into_iter().chain(before)),
                // A comment may stand between a part and its quantifier.
                Item::Nothing => {}
            }
        }
        parts.extend(last);
        Ok(match parts.len() {
            0 => Node::Empty,
            1 => parts.remove(0),
            _ => Node::Sequence(parts),
        })
    }

    /// White space and comments, where they do not count.
    fn skip_blanks(&mut self) {
        while self.switches.extended {
            match self.peek() {
                Some('\t'..='\r' | ' ') => self.at += 1,
                Some('#') => while !matches!(self.next(), None | Some('\n')) {},
                _ => break,
            }
        }
    }

    /// `*`, `+`, `?` or `{…}`; a brace that does not begin a quantifier stands for itself.
    fn quantifier(&mut self) -> Result<Option<(u32, Option<u32>)>> {
        let bounds = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => return self.braces(),
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some(bounds))
    }

    fn is_quantifier(&mut self) -> Result<bool> {
        let start = self.at;
        let found = self.quantifier()?.is_some();
        self.at = start;
        Ok(found)
    }

    fn braces(&mut self) -> Result<Option<(u32, Option<u32>)>> {
        let rest = &self.text[self.at + 1..];
        let Some(length) = rest.iter().position(|c| *c == '}') else { return Ok(None) };
        let inside: String = rest[..length].iter().collect();
        let (least, most) = match inside.split_once(',') {
            Some((least, most)) => (least, Some(most)),
            None => (inside.as_str(), None),
        };
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if least.is_empty() || !digits(least) || !most.is_none_or(digits) {
            return Ok(None);
        }
        let end = self.at + 1 + length;
        let number = |text: &str| {
            text.parse()
                .ok()
                .filter(|n| *n <= MOST_REPEATS)
                .ok_or_else(|| self.error_at("number too big in {} quantifier", end))
        };
        let least = number(least)?;
        let most = match most {
            None => Some(least),
            Some("") => None,
            Some(most) => Some(number(most)?),
        };
        if most.is_some_and(|most| most < least) {
            return Err(self.error_at("numbers out of order in {} quantifier", end));
        }
        self.at = end + 1;
        Ok(Some((least, most)))
    }

    fn quantifier_kind(&mut self) -> Kind {
        match (self.peek(), self.switches.ungreedy) {
            (Some('+'), _) => {
                self.at += 1;
                Kind::Possessive
            }
            (Some('?'), ungreedy) => {
                self.at += 1;
                if ungreedy { Kind::Greedy } else { Kind::Lazy }
            }
            (_, ungreedy) => {
                if ungreedy {
                    Kind::Lazy
                } else {
                    Kind::Greedy
                }
            }
        }
    }

    fn item(&mut self) -> Result<Item> {
        let Switches { caseless, multiline, dotall, .. } = self.switches;
        let start = self.at;
        let Some(c) = self.next() else { return Ok(Item::Nothing) };
        Ok(match c {
            '^' => Item::Fixed(Node::Assertion(Assertion::LineStart { multiline })),
            '$' => Item::Fixed(Node::Assertion(Assertion::LineEnd { multiline })),
            '.' => Item::Repeatable(Node::Any { dotall }),
            '(' => return self.group(),
            '[' => {
                if let Some(':' | '.' | '=') = self.peek()
                    && self.posix_name(start).is_some()
                {
                    let message = "POSIX named classes are supported only within a class";
                    return Err(self.error_at(message, start));
                }
                Item::Repeatable(Node::Class { class: self.class()?, caseless })
            }
            '\\' => return self.escaped(),
            c => Item::Repeatable(Node::Character { c, caseless }),
        })
    }

    fn escaped(&mut self) -> Result<Item> {
        let caseless = self.switches.caseless;
        if self.accept("Q") {
            return Ok(self.quoted());
        }
        if self.accept("E") {
            return Ok(Item::Nothing);
        }
        Ok(match self.escape(false)? {
            Escape::Character(c) => Item::Repeatable(Node::Character { c, caseless }),
            Escape::Set(ranges, negated) => {
                let class = Class { negated, ..Class::of(ranges) };
                Item::Repeatable(Node::Class { class, caseless: false })
            }
            Escape::Property(name, negated) => {
                let class = Class { properties: vec![(name, negated)], ..Class::default() };
                Item::Repeatable(Node::Class { class, caseless: false })
            }
            Escape::Reference(group) if self.open.contains(&group) => {
                return Err(Problem::Unsupported("a reference to the group that it stands in"));
            }
            Escape::Reference(group) => Item::Repeatable(Node::Reference { group, caseless }),
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
        let mut characters: Vec<Node> =
            rest[..length].iter().map(|c| Node::Character { c: *c, caseless }).collect();
        match characters.pop() {
            Some(last) => Item::Characters(characters, last),
            None => Item::Nothing,
        }
    }

    /// After a backslash.
    fn escape(&mut self, in_class: bool) -> Result<Escape> {
        let Some(c) = self.next() else { return Err(self.error("\\ at end of pattern")) };
        let fixed = |assertion| Escape::Other(Item::Fixed(Node::Assertion(assertion)));
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
            'K' => Escape::Other(Item::Fixed(Node::Keep)),
            'R' => Escape::Other(Item::Repeatable(Node::LineBreak)),
            'N' => Escape::Other(Item::Repeatable(Node::Any { dotall: false })),
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

    /// `\1`: a reference if it has one digit or there are so many groups, else an octal number.
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

    /// A name; the position is left on the character that ends it.
    fn name(&mut self, end: char) -> Result<String> {
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(self.error("group name must start with a non-digit"));
        }
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_') {
            self.at += 1;
        }
        if self.peek() != Some(end) {
            return Err(self.error("syntax error in subpattern name (missing terminator)"));
        }
        if self.at == start {
            return Err(self.error("subpattern name expected"));
        }
        Ok(self.text[start..self.at].iter().collect())
    }

    fn group_named(&self, name: &str) -> Result<usize> {
        // The scout does not know the names to come.
        if self.all_groups == usize::MAX {
            return Ok(0);
        }
        let mut found = self.all_names.iter().filter(|(known, _)| known == name);
        match (found.next(), found.next()) {
            (Some((_, group)), None) => Ok(*group),
            (Some(_), Some(_)) => Err(Problem::Unsupported("references to names that several groups have")),
            (None, _) => Err(self.error("reference to non-existent subpattern")),
        }
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

    /// `[:name:]` at a bracket: its name, whether it is negated, and where it ends.
    fn posix_name(&self, bracket: usize) -> Option<(String, bool, usize)> {
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

    /// After the opening bracket.
    fn class(&mut self) -> Result<Class> {
        let mut class = Class { negated: self.accept("^"), ..Class::default() };
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
                let mut ignored = Class::default();
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

    fn posix_class(&mut self, class: &mut Class) -> Result<bool> {
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
    fn class_character(&mut self, class: &mut Class, quoted: bool) -> Result<Option<char>> {
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

    /// After an opening parenthesis.
    fn group(&mut self) -> Result<Item> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error("parentheses are too deeply nested"));
        }
        let item = self.group_of_kind();
        self.depth -= 1;
        item
    }

    fn group_of_kind(&mut self) -> Result<Item> {
        if self.accept("*") {
            return match self.accept("FAIL)") || self.accept("F)") {
                true => {
                    Ok(Item::Fixed(Node::Look { ahead: true, negative: true, body: Box::new(Node::Empty) }))
                }
                false => Err(Problem::Unsupported("verbs, such as (*SKIP)")),
            };
        }
        if !self.accept("?") {
            return match self.no_auto_capture {
                true => Ok(Item::Repeatable(Node::Group(None, Box::new(self.body()?)))),
                false => self.capturing(),
            };
        }
        let look = |ahead, negative| move |body| Node::Look { ahead, negative, body };
        if self.accept("#") {
            while let Some(c) = self.next() {
                if c == ')' {
                    return Ok(Item::Nothing);
                }
            }
            return Err(self.error("missing ) after comment"));
        }
        if self.accept(":") {
            return Ok(Item::Repeatable(Node::Group(None, Box::new(self.body()?))));
        }
        if self.accept(">") {
            return Ok(Item::Repeatable(Node::Atomic(Box::new(self.body()?))));
        }
        if self.accept("=") {
            return Ok(Item::Repeatable(look(true, false)(Box::new(self.body()?))));
        }
        if self.accept("!") {
            return Ok(Item::Repeatable(look(true, true)(Box::new(self.body()?))));
        }
        if self.accept("<=") {
            return Ok(Item::Repeatable(look(false, false)(Box::new(self.fixed_body()?))));
        }
        if self.accept("<!") {
            return Ok(Item::Repeatable(look(false, true)(Box::new(self.fixed_body()?))));
        }
        if self.accept("<") || self.accept("P<") {
            return self.named_group('>');
        }
        if self.accept("'") {
            return self.named_group('\'');
        }
        if self.accept("P=") {
            let name = self.name(')')?;
            let group = self.group_named(&name)?;
            self.at += 1;
            return Ok(Item::Repeatable(Node::Reference { group, caseless: self.switches.caseless }));
        }
        if self.accept("(") {
            return self.condition();
        }
        match self.peek() {
            Some('|') => Err(Problem::Unsupported("groups that share numbers: (?|…)")),
            Some('R' | '&' | '0'..='9' | '+') => Err(Problem::Unsupported("recursion")),
            Some('P') if self.text.get(self.at + 1) == Some(&'>') => Err(Problem::Unsupported("recursion")),
            Some('-') if self.text.get(self.at + 1).is_some_and(char::is_ascii_digit) => {
                Err(Problem::Unsupported("recursion"))
            }
            Some('C') => Err(Problem::Unsupported("callouts")),
            _ => self.switch(),
        }
    }

    fn capturing(&mut self) -> Result<Item> {
        self.groups += 1;
        let number = self.groups;
        self.open.push(number);
        let body = self.body()?;
        self.open.pop();
        Ok(Item::Repeatable(Node::Group(Some(number), Box::new(body))))
    }

    /// The inside of a group, and its closing parenthesis.
    fn body(&mut self) -> Result<Node> {
        let body = self.alternatives()?;
        if self.accept(")") { Ok(body) } else { Err(self.error("missing )")) }
    }

    /// Of a look-behind: each alternative has one length.
    fn fixed_body(&mut self) -> Result<Node> {
        let body = self.body()?;
        let fixed = match &body {
            Node::Choice(branches) => branches.iter().all(|branch| branch.fixed_length().is_some()),
            other => other.fixed_length().is_some(),
        };
        match fixed {
            true => Ok(body),
            false => Err(self.error_at("lookbehind assertion is not fixed length", self.at - 1)),
        }
    }

    fn named_group(&mut self, end: char) -> Result<Item> {
        let name = self.name(end)?;
        if !self.switches.dupnames && self.names.iter().any(|(known, _)| *known == name) {
            return Err(self.error("two named subpatterns have the same name"));
        }
        self.at += 1;
        self.names.push((name, self.groups + 1));
        self.capturing()
    }

    /// After `(?(`.
    fn condition(&mut self) -> Result<Item> {
        let test = if self.peek() == Some('?') {
            let before = self.groups;
            match self.group()? {
                // The engine is given it twice, and must count the same groups.
                _ if self.groups > before => {
                    return Err(Problem::Unsupported("groups inside of a condition"));
                }
                Item::Repeatable(Node::Look { ahead, negative, body }) => {
                    Test::Look { ahead, negative, body }
                }
                _ => return Err(self.error("assertion expected after (?(")),
            }
        } else {
            let group = self.condition_group()?;
            if self.open.contains(&group) {
                return Err(Problem::Unsupported("a condition on the group that it stands in"));
            }
            Test::Group(group)
        };
        let outside = self.switches;
        let yes = self.sequence()?;
        let no = if self.accept("|") { self.sequence()? } else { Node::Empty };
        self.switches = outside;
        if self.peek() == Some('|') {
            while !matches!(self.peek(), None | Some(')')) {
                self.sequence()?;
                self.accept("|");
            }
            return Err(self.error("conditional group contains more than two branches"));
        }
        if !self.accept(")") {
            return Err(self.error("missing )"));
        }
        Ok(Item::Repeatable(Node::Condition { test, yes: Box::new(yes), no: Box::new(no) }))
    }

    fn condition_group(&mut self) -> Result<usize> {
        let rest = &self.text[self.at..];
        let Some(length) = rest.iter().position(|c| *c == ')') else {
            return Err(self.error("malformed number or name after (?("));
        };
        let inside: String = rest[..length].iter().collect();
        self.at += length + 1;
        if let Ok(number) = inside.parse::<usize>() {
            if number > self.all_groups {
                return Err(self.error("reference to non-existent subpattern"));
            }
            return Ok(number);
        }
        let quoted = |open, close| inside.strip_prefix(open).and_then(|name: &str| name.strip_suffix(close));
        match quoted('<', '>').or(quoted('\'', '\'')) {
            Some(name) => self.group_named(name),
            None => Err(Problem::Unsupported("this kind of condition")),
        }
    }

    /// `(?i)`, `(?i-s)`, `(?i:…)`.
    fn switch(&mut self) -> Result<Item> {
        let (mut switches, mut on) = (self.switches, true);
        loop {
            match self.peek() {
                Some('i') => switches.caseless = on,
                Some('m') => switches.multiline = on,
                Some('s') => switches.dotall = on,
                Some('x') => switches.extended = on,
                Some('U') => switches.ungreedy = on,
                Some('J') => switches.dupnames = on,
                Some('X') => return Err(Problem::Unsupported("(?X)")),
                Some('-') if on => on = false,
                Some(')') => {
                    self.at += 1;
                    self.switches = switches;
                    return Ok(Item::Fixed(Node::Empty));
                }
                Some(':') => {
                    self.at += 1;
                    let outside = std::mem::replace(&mut self.switches, switches);
                    let body = self.body()?;
                    self.switches = outside;
                    return Ok(Item::Repeatable(Node::Group(None, Box::new(body))));
                }
                _ => return Err(self.error("unrecognized character after (? or (?-")),
            }
            self.at += 1;
        }
    }
}
