//! What a parenthesis begins: groups, looks ahead and behind, conditions, switches, comments.

use super::{DEEPEST, Item, Parser, Problem, Result};
use crate::native::re::tree::{RegexNode, Test};

impl Parser<'_> {
    /// After an opening parenthesis.
    pub(super) fn group(&mut self) -> Result<Item> {
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
                true => Ok(Item::Fixed(RegexNode::Look {
                    ahead: true,
                    negative: true,
                    body: Box::new(RegexNode::Empty),
                })),
                false => Err(Problem::Unsupported("verbs, such as (*SKIP)")),
            };
        }
        if !self.accept("?") {
            return match self.no_auto_capture {
                true => Ok(Item::Repeatable(RegexNode::Group(None, Box::new(self.body()?)))),
                false => self.capturing(),
            };
        }
        let look = |ahead, negative| move |body| RegexNode::Look { ahead, negative, body };
        if self.accept("#") {
            while let Some(c) = self.next() {
                if c == ')' {
                    return Ok(Item::Nothing);
                }
            }
            return Err(self.error("missing ) after comment"));
        }
        if self.accept(":") {
            return Ok(Item::Repeatable(RegexNode::Group(None, Box::new(self.body()?))));
        }
        if self.accept(">") {
            return Ok(Item::Repeatable(RegexNode::Atomic(Box::new(self.body()?))));
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
            return Ok(Item::Repeatable(RegexNode::Reference { group, caseless: self.switches.caseless }));
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
        Ok(Item::Repeatable(RegexNode::Group(Some(number), Box::new(body))))
    }

    /// The inside of a group, and its closing parenthesis.
    fn body(&mut self) -> Result<RegexNode> {
        let body = self.alternatives()?;
        if self.accept(")") { Ok(body) } else { Err(self.error("missing )")) }
    }

    /// Of a look-behind: each alternative has one length.
    fn fixed_body(&mut self) -> Result<RegexNode> {
        let body = self.body()?;
        let fixed = match &body {
            RegexNode::Choice(branches) => branches.iter().all(|branch| branch.fixed_length().is_some()),
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
                Item::Repeatable(RegexNode::Look { ahead, negative, body }) => {
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
        let no = if self.accept("|") { self.sequence()? } else { RegexNode::Empty };
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
        Ok(Item::Repeatable(RegexNode::Condition { test, yes: Box::new(yes), no: Box::new(no) }))
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
                    return Ok(Item::Fixed(RegexNode::Empty));
                }
                Some(':') => {
                    self.at += 1;
                    let outside = std::mem::replace(&mut self.switches, switches);
                    let body = self.body()?;
                    self.switches = outside;
                    return Ok(Item::Repeatable(RegexNode::Group(None, Box::new(body))));
                }
                _ => return Err(self.error("unrecognized character after (? or (?-")),
            }
            self.at += 1;
        }
    }

    /// A name; the position is left on the character that ends it.
    pub(super) fn name(&mut self, end: char) -> Result<String> {
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

    pub(super) fn group_named(&self, name: &str) -> Result<usize> {
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
}
