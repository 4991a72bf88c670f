//! A tree in the language of Graphviz.

use crate::Label;
use crate::outline::{OutlineLine, What};
use crate::text::number;

/// Writes one node after another.
#[derive(Default)]
pub struct Dot {
    /// The numbers of the nodes that the next one may hang below, by level.
    above: Vec<usize>,
    count: usize,
}

pub const BEGIN: &str =
    "digraph tree {\n  rankdir = LR;\n  node [shape = box, style = rounded, fontname = monospace];\n";
pub const END: &str = "}\n";

impl Dot {
    /// The statements for a line of the outline. `label` is that of its node, if it is one.
    pub fn line(&mut self, line: &OutlineLine, label: Option<&Label>) -> String {
        let n = self.count;
        self.count += 1;
        let level = line.level as usize;
        self.above.truncate(level);
        let (text, attributes) = match (line.what, label) {
            (What::Node(_), Some(label)) => {
                let outcome = if label.outcome.is_empty() { "" } else { "\n= " };
                let colour = if label.is_failure { ", color = red" } else { "" };
                (format!("{}{outcome}{}", label.statement, label.outcome), colour)
            }
            (What::Node(node), None) => (node.0.to_string(), ""),
            (What::Folded(count), _) => (format!("... {} more like it", number(count)), ", style = dashed"),
            (What::Cut(count), _) => (format!("... {} below", number(count)), ", style = dashed"),
        };
        let mut shown = format!("  n{n} [label = {}{attributes}];\n", quoted(&text));
        if let Some(parent) = self.above.last() {
            shown.push_str(&format!("  n{parent} -> n{n};\n"));
        }
        self.above.push(n);
        shown
    }
}

/// A string of DOT; lines are set flush left.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\l"),
            c => quoted.push(c),
        }
    }
    if text.contains('\n') {
        quoted.push_str("\\l");
    }
    quoted.push('"');
    quoted
}
