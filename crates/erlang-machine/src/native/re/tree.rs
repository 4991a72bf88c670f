//! What a regular expression of PCRE's means.

/// One part of an expression.
#[derive(Debug)]
pub enum RegexNode {
    Empty,
    Character {
        c: char,
        caseless: bool,
    },
    Class {
        class: CharClass,
        caseless: bool,
    },
    /// `.`, with `dotall` any character at all.
    Any {
        dotall: bool,
    },
    /// `\R`
    LineBreak,
    Assertion(Assertion),
    /// A group, with its number if it captures.
    Group(Option<usize>, Box<RegexNode>),
    Atomic(Box<RegexNode>),
    Look {
        ahead: bool,
        negative: bool,
        body: Box<RegexNode>,
    },
    Reference {
        group: usize,
        caseless: bool,
    },
    Repeat {
        body: Box<RegexNode>,
        least: u32,
        most: Option<u32>,
        kind: Repetition,
    },
    Sequence(Vec<RegexNode>),
    Choice(Vec<RegexNode>),
    /// `(?(test)yes|no)`
    Condition {
        test: Test,
        yes: Box<RegexNode>,
        no: Box<RegexNode>,
    },
    /// `\K`
    Keep,
}

#[derive(Debug)]
pub enum Assertion {
    /// `\A`
    Start,
    /// `\z`
    End,
    /// `\Z`
    EndOrNewline,
    /// `\G`
    SearchStart,
    /// `^`
    LineStart { multiline: bool },
    /// `$`
    LineEnd { multiline: bool },
    /// `\b`, or `\B` if not.
    WordBoundary(bool),
}

#[derive(Debug)]
pub enum Test {
    Group(usize),
    Look { ahead: bool, negative: bool, body: Box<RegexNode> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    Greedy,
    Lazy,
    Possessive,
}

/// A set of characters.
#[derive(Debug, Default)]
pub struct CharClass {
    pub negated: bool,
    pub ranges: Vec<(u32, u32)>,
    /// `\p{Name}`, or `\P{Name}` if not.
    pub properties: Vec<(String, bool)>,
}

pub const LAST_CHARACTER: u32 = 0x10_ffff;

impl CharClass {
    pub fn of(ranges: &[(u32, u32)]) -> CharClass {
        CharClass { ranges: ranges.to_vec(), ..CharClass::default() }
    }

    pub fn add(&mut self, ranges: &[(u32, u32)], negated: bool) {
        match negated {
            false => self.ranges.extend_from_slice(ranges),
            true => self.ranges.extend(complement(ranges)),
        }
    }
}

/// Everything but the ranges, which are sorted.
fn complement(ranges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let (mut others, mut next) = (Vec::new(), 0);
    for (first, last) in ranges {
        if next < *first {
            others.push((next, first - 1));
        }
        next = last + 1;
    }
    if next <= LAST_CHARACTER {
        others.push((next, LAST_CHARACTER));
    }
    others
}

impl RegexNode {
    /// How many characters it matches, if it is always as many.
    pub fn fixed_length(&self) -> Option<usize> {
        match self {
            RegexNode::Empty | RegexNode::Assertion(_) | RegexNode::Look { .. } | RegexNode::Keep => Some(0),
            RegexNode::Character { .. } | RegexNode::Class { .. } | RegexNode::Any { .. } => Some(1),
            RegexNode::LineBreak | RegexNode::Reference { .. } => None,
            RegexNode::Group(_, body) | RegexNode::Atomic(body) => body.fixed_length(),
            RegexNode::Repeat { body, least, most, .. } => {
                let length = body.fixed_length()?;
                (*most == Some(*least)).then_some(length * *least as usize)
            }
            RegexNode::Sequence(parts) => parts.iter().map(RegexNode::fixed_length).sum(),
            RegexNode::Choice(branches) => same(branches.iter().map(RegexNode::fixed_length)),
            RegexNode::Condition { yes, no, .. } => same([yes.fixed_length(), no.fixed_length()].into_iter()),
        }
    }

    /// May it match nothing?
    pub fn is_nullable(&self) -> bool {
        match self {
            RegexNode::Empty
            | RegexNode::Assertion(_)
            | RegexNode::Look { .. }
            | RegexNode::Keep
            | RegexNode::Reference { .. } => true,
            RegexNode::Character { .. }
            | RegexNode::Class { .. }
            | RegexNode::Any { .. }
            | RegexNode::LineBreak => false,
            RegexNode::Group(_, body) | RegexNode::Atomic(body) => body.is_nullable(),
            RegexNode::Repeat { body, least, .. } => *least == 0 || body.is_nullable(),
            RegexNode::Sequence(parts) => parts.iter().all(RegexNode::is_nullable),
            RegexNode::Choice(branches) => branches.iter().any(RegexNode::is_nullable),
            RegexNode::Condition { yes, no, .. } => yes.is_nullable() || no.is_nullable(),
        }
    }
}

fn same(mut lengths: impl Iterator<Item = Option<usize>>) -> Option<usize> {
    let first = lengths.next()??;
    lengths.all(|length| length == Some(first)).then_some(first)
}
