//! A tree to the syntax of the regex engine, in which every character set and line end is written
//! out.

use std::fmt::Write;

use super::classes;
use super::tree::{Assertion, CharClass, RegexNode, Repetition, Test};

/// What counts as the end of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Newline {
    #[default]
    Lf,
    Cr,
    CrLf,
    AnyCrLf,
    Any,
}

/// What a run, rather than the expression, decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mode {
    pub newline: Newline,
    /// `\R` means only `\r`, `\n` and both together.
    pub bsr_anycrlf: bool,
    pub dollar_endonly: bool,
    pub notbol: bool,
    pub noteol: bool,
    /// The match does not end where the search begins.
    pub notempty_atstart: bool,
}

pub fn emit(tree: &RegexNode, mode: Mode) -> String {
    let mut writer = Writer { out: String::new(), mode };
    writer.push("(?:");
    writer.node(tree);
    writer.push(")");
    if mode.notempty_atstart {
        writer.push(r"(?!\G)");
    }
    writer.out
}

struct Writer {
    out: String,
    mode: Mode,
}

/// All line ends of Unicode that are one character.
const LINE_ENDS: &str = r"\n\x0B\x0C\r\x{85}\x{2028}\x{2029}";

impl Writer {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Expressions nest no deeper than the parser allows.
    fn node(&mut self, node: &RegexNode) {
        match node {
            RegexNode::Empty => {}
            RegexNode::Character { c, caseless } => self.character(*c, *caseless),
            RegexNode::Class { class, caseless } => self.class(class, *caseless),
            RegexNode::Any { dotall: true } => self.push("(?s:.)"),
            RegexNode::Any { dotall: false } => match self.mode.newline {
                Newline::Lf => self.push(r"[^\n]"),
                Newline::Cr => self.push(r"[^\r]"),
                Newline::CrLf => self.push(r"(?:(?!\r\n)(?s:.))"),
                Newline::AnyCrLf => self.push(r"[^\r\n]"),
                Newline::Any => {
                    let _ = write!(self.out, "[^{LINE_ENDS}]");
                }
            },
            RegexNode::LineBreak if self.mode.bsr_anycrlf => self.push(r"(?>\r\n|\n|\r)"),
            RegexNode::LineBreak => {
                let _ = write!(self.out, r"(?>\r\n|[{LINE_ENDS}])");
            }
            RegexNode::Assertion(assertion) => self.assertion(assertion),
            RegexNode::Group(number, body) => self.wrapped(if number.is_some() { "(" } else { "(?:" }, body),
            RegexNode::Atomic(body) => self.wrapped("(?>", body),
            RegexNode::Look { ahead, negative, body } => self.look(*ahead, *negative, body),
            RegexNode::Reference { group, caseless } => {
                let opening = if *caseless { "(?i:" } else { "(?:" };
                let _ = write!(self.out, r"{opening}\{group})");
            }
            RegexNode::Repeat { body, least, most, kind } => self.repeat(body, *least, *most, *kind),
            RegexNode::Sequence(parts) => parts.iter().for_each(|part| match part {
                RegexNode::Choice(_) => self.wrapped("(?:", part),
                part => self.node(part),
            }),
            RegexNode::Choice(branches) => {
                for (n, branch) in branches.iter().enumerate() {
                    if n > 0 {
                        self.push("|");
                    }
                    self.node(branch);
                }
            }
            RegexNode::Condition { yes, no, .. }
                if matches!((&**yes, &**no), (RegexNode::Empty, RegexNode::Empty)) => {}
            RegexNode::Condition { test: Test::Group(group), yes, no } => {
                let _ = write!(self.out, "(?({group})");
                self.wrapped("(?:", yes);
                self.push("|");
                self.wrapped("(?:", no);
                self.push(")");
            }
            RegexNode::Condition { test: Test::Look { ahead, negative, body }, yes, no } => {
                self.push("(?:");
                self.look(*ahead, *negative, body);
                self.wrapped("(?:", yes);
                self.push("|");
                self.look(*ahead, !negative, body);
                self.wrapped("(?:", no);
                self.push(")");
            }
            RegexNode::Keep => self.push(r"\K"),
        }
    }

    fn wrapped(&mut self, opening: &str, body: &RegexNode) {
        self.push(opening);
        self.node(body);
        self.push(")");
    }

    fn look(&mut self, ahead: bool, negative: bool, body: &RegexNode) {
        let opening = match (ahead, negative) {
            (true, false) => "(?=",
            (true, true) => "(?!",
            (false, false) => "(?<=",
            (false, true) => "(?<!",
        };
        self.wrapped(opening, body);
    }

    fn character(&mut self, c: char, caseless: bool) {
        if caseless && c.is_alphabetic() {
            self.push("(?i:");
            self.literal(c.into());
            self.push(")");
        } else {
            self.literal(c.into());
        }
    }

    fn literal(&mut self, c: u32) {
        match char::from_u32(c) {
            Some(c) if c.is_ascii_alphanumeric() => self.out.push(c),
            _ => {
                let _ = write!(self.out, r"\x{{{c:x}}}");
            }
        }
    }

    /// Case does not matter to what is named by its property.
    fn class(&mut self, class: &CharClass, caseless: bool) {
        let folds = caseless && !class.ranges.is_empty();
        if folds {
            self.push("(?i:");
        }
        self.push(if class.negated { "[^" } else { "[" });
        for (first, last) in &class.ranges {
            self.range(*first, *last);
        }
        for (name, negated) in &class.properties {
            let letter = if *negated { 'P' } else { 'p' };
            let _ = write!(self.out, r"\{letter}{{{name}}}");
        }
        self.push("]");
        if folds {
            self.push(")");
        }
    }

    /// There are no characters between 0xd800 and 0xdfff.
    fn range(&mut self, first: u32, last: u32) {
        let parts = [(first, last.min(0xd7ff)), (first.max(0xe000), last)];
        for (first, last) in parts.into_iter().filter(|(first, last)| first <= last) {
            self.literal(first);
            if last > first {
                self.push("-");
                self.literal(last);
            }
        }
    }

    fn repeat(&mut self, body: &RegexNode, least: u32, most: Option<u32>, kind: Repetition) {
        // The engine repeats nothing that is always empty; once is as good as often.
        if body.fixed_length() == Some(0) {
            self.push("(?:");
            self.push(if least == 0 && kind == Repetition::Lazy { "|" } else { "" });
            self.node(body);
            self.push(if least == 0 && kind != Repetition::Lazy { "|)" } else { ")" });
            return;
        }
        if kind == Repetition::Possessive {
            self.push("(?>");
        }
        self.push("(?:");
        // A look-ahead that always holds keeps the engine from rewriting a loop whose body may
        // match nothing: what is captured last would not be the same.
        if body.is_nullable() {
            self.push("(?=)");
        }
        self.node(body);
        let _ = match (least, most) {
            (0, None) => write!(self.out, ")*"),
            (1, None) => write!(self.out, ")+"),
            (0, Some(1)) => write!(self.out, ")?"),
            (least, None) => write!(self.out, "){{{least},}}"),
            (least, Some(most)) => write!(self.out, "){{{least},{most}}}"),
        };
        match kind {
            Repetition::Greedy => {}
            Repetition::Lazy => self.push("?"),
            Repetition::Possessive => self.push(")"),
        }
    }

    fn assertion(&mut self, assertion: &Assertion) {
        let Mode { notbol, noteol, newline, dollar_endonly, .. } = self.mode;
        let never = "(?!)";
        let before_end = match newline {
            Newline::Lf => r"(?=\n?\z)",
            Newline::Cr => r"(?=\r?\z)",
            Newline::CrLf => r"(?=(?:\r\n)?\z)",
            Newline::AnyCrLf => r"(?=(?:\r\n|\n|\r)?\z)",
            Newline::Any => r"(?=(?:\r\n|[\n\x0B\x0C\r\x{85}\x{2028}\x{2029}])?\z)",
        };
        let after_newline = match newline {
            Newline::Lf => r"(?<=\n)(?!\z)",
            Newline::Cr => r"(?<=\r)(?!\z)",
            Newline::CrLf => r"(?<=\r\n)(?!\z)",
            Newline::AnyCrLf => r"(?:(?<=\n)|(?<=\r)(?!\n))(?!\z)",
            Newline::Any => r"(?:(?<=[\n\x0B\x0C\x{85}\x{2028}\x{2029}])|(?<=\r)(?!\n))(?!\z)",
        };
        let at_newline = match newline {
            Newline::Lf => r"(?=\n)",
            Newline::Cr => r"(?=\r)",
            Newline::CrLf => r"(?=\r\n)",
            Newline::AnyCrLf => r"(?=[\r\n])",
            Newline::Any => r"(?=[\n\x0B\x0C\r\x{85}\x{2028}\x{2029}])",
        };
        match assertion {
            Assertion::Start => self.push(r"\A"),
            Assertion::End => self.push(r"\z"),
            Assertion::EndOrNewline => self.push(before_end),
            Assertion::SearchStart => self.push(r"\G"),
            Assertion::LineStart { multiline: false } => self.push(if notbol { never } else { r"\A" }),
            Assertion::LineStart { multiline: true } if notbol => self.push(after_newline),
            Assertion::LineStart { multiline: true } => {
                let _ = write!(self.out, r"(?:\A|{after_newline})");
            }
            Assertion::LineEnd { multiline: true } if noteol => self.push(at_newline),
            Assertion::LineEnd { multiline: true } => {
                let _ = write!(self.out, r"(?:{at_newline}|\z)");
            }
            Assertion::LineEnd { .. } if noteol => self.push(never),
            Assertion::LineEnd { .. } if dollar_endonly => self.push(r"\z"),
            Assertion::LineEnd { .. } => self.push(before_end),
            Assertion::WordBoundary(at) => self.word_boundary(*at),
        }
    }

    fn word_boundary(&mut self, at: bool) {
        let mut word = Writer { out: String::new(), mode: self.mode };
        word.class(&CharClass::of(classes::WORD), false);
        let word = word.out;
        let _ = match at {
            true => write!(self.out, "(?:(?<={word})(?!{word})|(?<!{word})(?={word}))"),
            false => write!(self.out, "(?:(?<={word})(?={word})|(?<!{word})(?!{word}))"),
        };
    }
}
