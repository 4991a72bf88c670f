//! A statement with its value taken apart: every part of it can be pointed at.

use debugger::words as common;
use maud::{Markup, html};
use serde_json::json;
use session::answer::ValueStep;
use session::event::{ClaimKind, Content, QuestionKind};

use crate::scene::Asked;
use crate::value::{self, Element, Key, Sequence, Value};
use crate::words;

/// A value that is longer goes over several lines.
const LINE: usize = 60;
/// More elements than this are counted.
const MOST_ELEMENTS: usize = 100;
/// Strings up to this length can be pointed into.
const MOST_LETTERS: usize = 400;
/// More characters than this are not taken apart.
const MOST_CHARACTERS: usize = 20_000;

/// The statement of a call, if its one claim is a value. `None`: it is best shown as it is.
pub fn of(asked: &Asked) -> Option<Markup> {
    let question = &asked.question;
    let ([claim], [statement]) = (&question.claims[..], &asked.statements[..]) else { return None };
    let Content::Text { text } = &claim.content else { return None };
    let link = match claim.kind {
        ClaimKind::Value => "=",
        ClaimKind::Approximation => "→",
        _ => return None,
    };
    // Records and containers are shown to people by what they mean.
    let text = match &question.shown {
        Some(shown) => value::equation(shown)?.1,
        None => text,
    };
    if question.kind != QuestionKind::Call || text.len() > MOST_CHARACTERS {
        return None;
    }
    let (call, _) = value::equation(&statement.lead)?;
    let parts = Parts { claim: claim.id, can_point: asked.can_point };
    Some(html! {
        div.equation {
            pre.statement { (call) }
            div.result {
                span.link { (link) }
                span.value { (parts.part(&Value::read(text), &mut Vec::new())) }
            }
        }
    })
}

/// How the parts of a value are shown.
struct Parts {
    claim: u32,
    /// The search can follow a part to where it was made.
    can_point: bool,
}

impl Parts {
    fn part(&self, value: &Value, path: &mut Vec<ValueStep>) -> Markup {
        match value {
            Value::Leaf(text) => self.pointer(text, path),
            Value::Sequence(sequence) if value.length() > LINE => self.on_lines(sequence, path),
            Value::Sequence(sequence) => self.in_line(sequence, path),
        }
    }

    /// Something that can be pointed at. Of the whole value, only the characters can: there is a
    /// button for all of it.
    fn pointer(&self, text: &str, path: &[ValueStep]) -> Markup {
        let characters = value::characters(text);
        let characters = characters.filter(|all| (2..=MOST_LETTERS).contains(&all.len()));
        let is_part = self.can_point && (!path.is_empty() || characters.is_some());
        let part = json!({"claim": self.claim, "path": path});
        html! {
            @if is_part {
                button.part type="button" data-part=(part) aria-pressed="false"
                    data-characters=[characters.map(|all| json!(all))] { (text) }
            } @else { span.leaf { (text) } }
        }
    }

    fn in_line(&self, sequence: &Sequence, path: &mut Vec<ValueStep>) -> Markup {
        html! {
            (self.pointer(&sequence.open, path))
            @for (n, element) in sequence.elements.iter().enumerate() {
                @if n > 0 { span.mark { ", " } }
                (self.element(element, path))
            }
            @if let Some(tail) = &sequence.tail { span.mark { " | " } span.leaf { (flat(tail)) } }
            span.mark { (sequence.close) }
        }
    }

    fn on_lines(&self, sequence: &Sequence, path: &mut Vec<ValueStep>) -> Markup {
        let count = sequence.elements.len();
        let more = count.saturating_sub(MOST_ELEMENTS);
        let unit = if sequence.is_record() { "field" } else { "element" };
        html! {
            details.sequence open {
                summary { span.mark { (sequence.open) } span.count { (common::count(count as u64, unit)) } }
                @if !path.is_empty() { (self.pointer(words::ALL_OF_IT, path)) }
                ol {
                    @for element in sequence.elements.iter().take(MOST_ELEMENTS) {
                        li { (self.element(element, path)) }
                    }
                    @if more > 0 { li.count { "and " (more) " more" } }
                    @if let Some(tail) = &sequence.tail { li { "| " (flat(tail)) } }
                }
                span.mark { (sequence.close) }
            }
        }
    }

    fn element(&self, element: &Element, path: &mut Vec<ValueStep>) -> Markup {
        path.push(element.step.clone());
        let shown = self.part(&element.value, path);
        path.pop();
        html! {
            @if let Some(Key { text, arrow }) = &element.key { span.key { (text) (arrow) } }
            (shown)
        }
    }
}

/// As text.
fn flat(value: &Value) -> String {
    match value {
        Value::Leaf(text) => text.clone(),
        Value::Sequence(sequence) => {
            let element = |element: &Element| match &element.key {
                Some(Key { text, arrow }) => format!("{text}{arrow}{}", flat(&element.value)),
                None => flat(&element.value),
            };
            let elements: Vec<String> = sequence.elements.iter().map(element).collect();
            let tail = sequence.tail.as_ref().map(|tail| format!(" | {}", flat(tail))).unwrap_or_default();
            format!("{}{}{tail}{}", sequence.open, elements.join(", "), sequence.close)
        }
    }
}
