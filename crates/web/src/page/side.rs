//! Beside the card: what was answered, by whom, and what the program printed.

use maud::{Markup, html};
use serde_json::json;

use debugger::words::{self as common};

use crate::scene::{Given, Remark, Scene};
use crate::words;

/// Judgements that an answer can be changed to, with their words.
const JUDGEMENTS: [&str; 5] = ["right", "wrong", "trust", "inadmissible", "unknown"];

pub fn answers(scene: &Scene) -> Markup {
    html! {
        @if !scene.given.is_empty() {
            h3 { (words::ANSWERS) }
            ol.given {
                @for given in &scene.given { li { (one(given)) } }
            }
        }
        @if scene.strategy.is_some() {
            div.tools.share {
                button.quiet type="button" data-copy="markdown" title=(words::COPY_MEANS) { (words::COPY_MARKDOWN) }
                button.quiet type="button" data-copy="link" title=(words::COPY_LINK_MEANS) { (words::COPY_LINK) }
                @if scene.has_tests {
                    a href="/look/tests" download=(words::TEST_FILE) title=(words::SAVE_TESTS_MEANS) { (words::SAVE_TESTS) }
                }
            }
        }
        @if !scene.remarks.is_empty() {
            details.remarks open {
                summary { "Answered automatically, and other notes" }
                ul {
                    @for remark in scene.remarks.iter().rev() { (said(remark)) }
                }
            }
        }
    }
}

fn one(given: &Given) -> Markup {
    html! {
        span class={ "sign " (given.answer) } aria-hidden="true" {}
        div {
            code { (given.statement) }
            @if let Some(about) = &given.about { p.about { (about) } }
        }
        label {
            span.hidden { (words::REVISE) }
            select data-choose=(json!({"do": "answer", "answer": {"answer": "revise", "n": given.n}}))
                data-field="answer.to" {
                @for name in JUDGEMENTS {
                    option value=(name) selected[name == given.answer] { (common::answer(name)) }
                }
            }
        }
    }
}

fn said(remark: &Remark) -> Markup {
    html! {
        @match remark {
            Remark::Judged { statement, answer, by } => {
                li { code { (statement) } span.why { (answer) ": " (by) } }
            }
            Remark::Warning(text) => li.warning { (common::capitalized(text)) },
            Remark::Note(text) => li { (text) },
        }
    }
}

pub fn output(scene: &Scene) -> Markup {
    let outcome = scene.outcome.as_ref();
    html! {
        @if !scene.output.is_empty() || !scene.goal_answers.is_empty() {
            details open {
                summary { (words::OUTPUT) }
                @if scene.output_is_cut { p.hint { (words::EARLIER_OUTPUT_IS_CUT) } }
                pre.printed tabindex="0" { (scene.output) }
                @for answer in &scene.goal_answers { pre { (answer) } }
            }
        }
        @if let Some(outcome) = outcome {
            @if outcome.has_stack {
                details open {
                    summary { "Exception" }
                    pre { (outcome.text) }
                }
            }
            @if let Some(stopped) = outcome.stopped() {
                p.hint { (common::capitalized(&stopped)) ": calls that had not returned by then have no value." }
            }
            @for note in &outcome.notes { p.hint { (note) } }
        }
    }
}
