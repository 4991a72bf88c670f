//! A tree as lines of text, each indented below its parent.

use std::fmt::Write;

use crate::Label;
use crate::outline::{OutlineLine, What};

/// Deeper lines are not indented further, but say how deep they are.
const DEEPEST: u32 = 60;

/// How the branches look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Branches {
    /// `├─ `, for people at a terminal.
    Drawn,
    /// Two spaces a level, for everything else.
    Spaces,
}

/// Writes one line after another.
pub struct Text {
    branches: Branches,
    /// For each level above the line at hand: does another branch follow there?
    open: Vec<bool>,
}

impl Text {
    pub fn new(branches: Branches) -> Text {
        Text { branches, open: Vec::new() }
    }

    /// The text of a line of the outline, without a line end. `label` is that of its node, if it is
    /// one.
    pub fn line(&mut self, line: &OutlineLine, label: Option<&Label>) -> String {
        let mut text = self.branch(line.level, line.is_last);
        match (line.what, label) {
            (What::Node(_), Some(label)) => text.push_str(&label.in_one_line()),
            (What::Node(node), None) => {
                let _ = write!(text, "{}", node.0);
            }
            (What::Folded(count), _) => text.push_str(&format!("... {} more like it", number(count))),
            (What::Cut(1), _) => text.push_str("... 1 call below"),
            (What::Cut(count), _) => text.push_str(&format!("... {} calls below", number(count))),
        }
        text
    }

    /// What stands before a node of this level. `is_last`: no other follows below the same parent.
    pub fn branch(&mut self, of_level: u32, is_last: bool) -> String {
        let mut text = String::new();
        let level = of_level.min(DEEPEST) as usize;
        self.open.truncate(level);
        match self.branches {
            Branches::Spaces => text.extend(std::iter::repeat_n("  ", level)),
            Branches::Drawn if level > 0 => {
                text.extend(
                    self.open[1.min(self.open.len())..].iter().map(|open| if *open { "│  " } else { "   " }),
                );
                text.push_str(if is_last { "└─ " } else { "├─ " });
            }
            Branches::Drawn => {}
        }
        self.open.resize(level, false);
        self.open.push(!is_last);
        if of_level > DEEPEST {
            let _ = write!(text, "({of_level}) ");
        }
        text
    }
}

/// `7,049,155`
pub fn number(n: u32) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
