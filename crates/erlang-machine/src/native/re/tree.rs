//! What a regular expression of PCRE's means.

/// One part of an expression.
#[derive(Debug)]
pub enum Node {
    Empty,
    Character {
        c: char,
        caseless: bool,
    },
    Class {
        class: Class,
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
    Group(Option<usize>, Box<Node>),
    Atomic(Box<Node>),
    Look {
        ahead: bool,
        negative: bool,
        body: Box<Node>,
    },
    Reference {
        group: usize,
        caseless: bool,
    },
    Repeat {
        body: Box<Node>,
        least: u32,
        most: Option<u32>,
        kind: Kind,
    },
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    /// `(?(test)yes|no)`
    Condition {
        test: Test,
        yes: Box<Node>,
        no: Box<Node>,
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
    Look { ahead: bool, negative: bool, body: Box<Node> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Greedy,
    Lazy,
    Possessive,
}

/// A set of characters.
#[derive(Debug, Default)]
pub struct Class {
    pub negated: bool,
    pub ranges: Vec<(u32, u32)>,
    /// `\p{Name}`, or `\P{Name}` if not.
    pub properties: Vec<(String, bool)>,
}

pub const LAST_CHARACTER: u32 = 0x10_ffff;

impl Class {
    pub fn of(ranges: &[(u32, u32)]) -> Class {
        Class { ranges: ranges.to_vec(), ..Class::default() }
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

impl Node {
    /// How many characters it matches, if it is always as many.
    pub fn fixed_length(&self) -> Option<usize> {
        match self {
            Node::Empty | Node::Assertion(_) | Node::Look { .. } | Node::Keep => Some(0),
            Node::Character { .. } | Node::Class { .. } | Node::Any { .. } => Some(1),
            Node::LineBreak | Node::Reference { .. } => None,
            Node::Group(_, body) | Node::Atomic(body) => body.fixed_length(),
            Node::Repeat { body, least, most, .. } => {
                let length = body.fixed_length()?;
                (*most == Some(*least)).then_some(length * *least as usize)
            }
            Node::Sequence(parts) => parts.iter().map(Node::fixed_length).sum(),
            Node::Choice(branches) => same(branches.iter().map(Node::fixed_length)),
            Node::Condition { yes, no, .. } => same([yes.fixed_length(), no.fixed_length()].into_iter()),
        }
    }

    /// May it match nothing?
    pub fn is_nullable(&self) -> bool {
        match self {
            Node::Empty | Node::Assertion(_) | Node::Look { .. } | Node::Keep | Node::Reference { .. } => {
                true
            }
            Node::Character { .. } | Node::Class { .. } | Node::Any { .. } | Node::LineBreak => false,
            Node::Group(_, body) | Node::Atomic(body) => body.is_nullable(),
            Node::Repeat { body, least, .. } => *least == 0 || body.is_nullable(),
            Node::Sequence(parts) => parts.iter().all(Node::is_nullable),
            Node::Choice(branches) => branches.iter().any(Node::is_nullable),
            Node::Condition { yes, no, .. } => yes.is_nullable() || no.is_nullable(),
        }
    }
}

fn same(mut lengths: impl Iterator<Item = Option<usize>>) -> Option<usize> {
    let first = lengths.next()??;
    lengths.all(|length| length == Some(first)).then_some(first)
}
