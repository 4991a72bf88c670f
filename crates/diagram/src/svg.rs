//! A tree as a picture, from left to right.

use crate::cards::{self, Card};
use crate::outline::{OutlineLine, What};
use crate::text::number;
use crate::{Label, Tone};

/// All lines of an outline, with the labels of those that are nodes.
pub fn svg(lines: &[(OutlineLine, Option<Label>)]) -> String {
    let cards: Vec<Card> = lines.iter().map(|(line, label)| card(line, label.as_ref())).collect();
    cards::svg(&cards)
}

fn card(line: &OutlineLine, label: Option<&Label>) -> Card {
    let (first, second) = match (line.what, label) {
        (What::Node(_), Some(label)) if label.outcome.is_empty() => (label.statement.clone(), String::new()),
        (What::Node(_), Some(label)) => (label.statement.clone(), format!("= {}", label.outcome)),
        (What::Node(node), None) => (node.0.to_string(), String::new()),
        (What::Folded(count), _) => (format!("... {} more", number(count)), "like it".into()),
        (What::Cut(count), _) => (format!("... {}", number(count)), "below".into()),
    };
    let is_failure = label.is_some_and(|label| label.is_failure);
    Card {
        level: line.level,
        whole: format!("{first} {second}"),
        lines: vec![first, second],
        tone: if is_failure { Tone::Bad } else { Tone::Plain },
        is_fold: !matches!(line.what, What::Node(_)),
    }
}
