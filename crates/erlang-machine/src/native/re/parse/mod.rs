//! PCRE's syntax to a tree. Errors have PCRE's message and position.

mod class;
mod escape;
mod group;

use super::tree::{Assertion, RegexNode, Repetition};

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
    pub tree: RegexNode,
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
    // Twice, for what refers to groups that come later. The first time, every number is taken for a
    // reference.
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
    Repeatable(RegexNode),
    Fixed(RegexNode),
    /// Quoted text, of which only the last character can be repeated.
    Characters(Vec<RegexNode>, RegexNode),
    Nothing,
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
    fn alternatives(&mut self) -> Result<RegexNode> {
        let outside = self.switches;
        let mut branches = vec![self.sequence()?];
        while self.accept("|") {
            branches.push(self.sequence()?);
        }
        self.switches = outside;
        Ok(if branches.len() == 1 { branches.remove(0) } else { RegexNode::Choice(branches) })
    }

    fn sequence(&mut self) -> Result<RegexNode> {
        let (mut parts, mut last): (Vec<RegexNode>, Option<RegexNode>) = (Vec::new(), None);
        loop {
            self.skip_blanks();
            if matches!(self.peek(), None | Some('|' | ')')) {
                break;
            }
            if let Some((least, most)) = self.quantifier()? {
                let body = last.take().ok_or_else(|| self.error_at("nothing to repeat", self.at - 1))?;
                let kind = self.quantifier_kind();
                parts.push(RegexNode::Repeat { body: Box::new(body), least, most, kind });
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
            0 => RegexNode::Empty,
            1 => parts.remove(0),
            _ => RegexNode::Sequence(parts),
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

    fn quantifier_kind(&mut self) -> Repetition {
        match (self.peek(), self.switches.ungreedy) {
            (Some('+'), _) => {
                self.at += 1;
                Repetition::Possessive
            }
            (Some('?'), ungreedy) => {
                self.at += 1;
                if ungreedy { Repetition::Greedy } else { Repetition::Lazy }
            }
            (_, ungreedy) => {
                if ungreedy {
                    Repetition::Lazy
                } else {
                    Repetition::Greedy
                }
            }
        }
    }

    fn item(&mut self) -> Result<Item> {
        let Switches { caseless, multiline, dotall, .. } = self.switches;
        let start = self.at;
        let Some(c) = self.next() else { return Ok(Item::Nothing) };
        Ok(match c {
            '^' => Item::Fixed(RegexNode::Assertion(Assertion::LineStart { multiline })),
            '$' => Item::Fixed(RegexNode::Assertion(Assertion::LineEnd { multiline })),
            '.' => Item::Repeatable(RegexNode::Any { dotall }),
            '(' => return self.group(),
            '[' => {
                if let Some(':' | '.' | '=') = self.peek()
                    && self.posix_name(start).is_some()
                {
                    let message = "POSIX named classes are supported only within a class";
                    return Err(self.error_at(message, start));
                }
                Item::Repeatable(RegexNode::Class { class: self.class()?, caseless })
            }
            '\\' => return self.escaped(),
            c => Item::Repeatable(RegexNode::Character { c, caseless }),
        })
    }
}
