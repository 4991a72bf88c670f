//! A statement with its value taken apart: every part of it can be pointed at.

use maud::{Markup, html};
use serde_json::json;
use session::answer::ValueStep;
use session::event::{ClaimKind, Content, Question, QuestionKind};

use crate::value::{Sequence, Value};

/// A value that is longer goes over several lines.
const LINE: usize = 60;
/// More elements than this are counted.
const MOST_ELEMENTS: usize = 100;
/// More characters than this are not taken apart.
const MOST_CHARACTERS: usize = 20_000;

/// The statement of a call, if its one claim is a value. `None`: it is best shown as it is.
pub fn of(question: &Question) -> Option<Markup> {
    let [claim] = &question.claims[..] else { return None };
    let Content::Text { text } = &claim.content else { return None };
    let is_call = question.kind == QuestionKind::Call;
    if !is_call
        || question.shown.is_some()
        || text.len() > MOST_CHARACTERS
        || question.statement.len() > MOST_CHARACTERS
    {
        return None;
    }
    let (link, class) = match claim.kind {
        ClaimKind::Value => ("=", "value"),
        ClaimKind::Approximation => ("→", "value"),
        _ => return None,
    };
    let value = Value::read(text);
    Some(html! {
        div.equation {
            pre.statement { (question.statement) }
            div.result {
                span.link { (link) }
                span class=(class) { (whole(&value, claim.id)) }
            }
        }
    })
}

fn whole(value: &Value, claim: u32) -> Markup {
    part(value, claim, &mut Vec::new())
}

fn part(value: &Value, claim: u32, path: &mut Vec<ValueStep>) -> Markup {
    match value {
        Value::Leaf(text) => pointer(text, claim, path),
        Value::Sequence(sequence) if value.length() > LINE => on_lines(sequence, claim, path),
        Value::Sequence(sequence) => in_line(sequence, claim, path),
    }
}

/// Something that can be pointed at. The whole value cannot: there is a button for that.
fn pointer(text: &str, claim: u32, path: &[ValueStep]) -> Markup {
    let part = json!({"claim": claim, "path": path});
    html! {
        @if path.is_empty() { span.leaf { (text) } }
        @else { button.part type="button" data-part=(part) aria-pressed="false" { (text) } }
    }
}

fn in_line(sequence: &Sequence, claim: u32, path: &mut Vec<ValueStep>) -> Markup {
    html! {
        (pointer(&sequence.open, claim, path))
        @for (n, element) in sequence.elements.iter().enumerate() {
            @if n > 0 { span.mark { ", " } }
            @if let Some(key) = &element.key { span.key { (key) " => " } }
            (inside(&element.value, &element.step, claim, path))
        }
        @if let Some(tail) = &sequence.tail { span.mark { " | " } span.leaf { (flat(tail)) } }
        span.mark { (sequence.close) }
    }
}

fn on_lines(sequence: &Sequence, claim: u32, path: &mut Vec<ValueStep>) -> Markup {
    let count = sequence.elements.len();
    let more = count.saturating_sub(MOST_ELEMENTS);
    html! {
        details.sequence open {
            summary { span.mark { (sequence.open) } span.count { (count) " elements" } }
            @if !path.is_empty() { (pointer("all of it", claim, path)) }
            ol {
                @for element in sequence.elements.iter().take(MOST_ELEMENTS) {
                    li {
                        @if let Some(key) = &element.key { span.key { (key) " => " } }
                        (inside(&element.value, &element.step, claim, path))
                    }
                }
                @if more > 0 { li.count { "and " (more) " more" } }
                @if let Some(tail) = &sequence.tail { li { "| " (flat(tail)) } }
            }
            span.mark { (sequence.close) }
        }
    }
}

fn inside(value: &Value, step: &ValueStep, claim: u32, path: &mut Vec<ValueStep>) -> Markup {
    path.push(step.clone());
    let shown = part(value, claim, path);
    path.pop();
    shown
}

/// As text.
fn flat(value: &Value) -> String {
    match value {
        Value::Leaf(text) => text.clone(),
        Value::Sequence(sequence) => {
            let element = |element: &crate::value::Element| match &element.key {
                Some(key) => format!("{key} => {}", flat(&element.value)),
                None => flat(&element.value),
            };
            let elements: Vec<String> = sequence.elements.iter().map(element).collect();
            let tail = sequence.tail.as_ref().map(|tail| format!(" | {}", flat(tail))).unwrap_or_default();
            format!("{}{}{tail}{}", sequence.open, elements.join(", "), sequence.close)
        }
    }
}
