//! The verdict: who is to blame, what shows it, and why nobody else is.

use maud::{Markup, html};
use serde_json::json;
use session::event::{Culprit, Undecided, Verdict};

use debugger::words::verdicts::{self, CulpritKind};
use debugger::words::{self as common};

use super::answer;
use crate::scene;
use crate::words;

pub fn verdict(found: &scene::FoundCulprit, goes_on: bool) -> Markup {
    html! {
        @match &found.verdict {
            Verdict::Function(it) | Verdict::Rule(it) => (culprit(it, CulpritKind::Function)),
            Verdict::Receive(it) => (culprit(it, CulpritKind::Receive)),
            Verdict::Expression(it) => (culprit(it, CulpritKind::Expression)),
            Verdict::Undecided(it) => (undecided(it)),
        }
        @if goes_on {
            div.answers {
                @if found.can_zoom { (answer(&words::NARROW_DOWN, &json!({"answer": "zoom"}), "right")) }
                (answer(&words::UNDO, &json!({"answer": "undo"}), "plain"))
            }
        }
    }
}

fn culprit(culprit: &Culprit, found: CulpritKind) -> Markup {
    let is_expression = found == CulpritKind::Expression;
    html! {
        h2.guilty #ask tabindex="-1" { (verdicts::bug_found(culprit, found)) }
        @if let Some(place) = common::place(&culprit.place) { p.place { (place) } }
        @if let Some(source) = &culprit.source {
            pre.guilty-source tabindex="0" { (common::numbered_briefly(&culprit.place, source, 400)) }
        }
        @if let Some(instance) = &culprit.instance {
            p { (verdicts::ACTUAL_VALUES) }
            pre.statement { (instance) }
        }
        @if let Some(remark) = &culprit.remark { p { (remark) } }
        @if let Some(wrong) = common::what_was_wrong(culprit) { p { (wrong) } }
        p.label { (verdicts::evidence(found)) }
        pre.statement { (common::one_line(culprit.sentence(), 1_000)) }
        p.label { (verdicts::innocent(culprit.proof.is_empty(), is_expression)) }
        @if !culprit.proof.is_empty() {
            ul.proof {
                @for proof in &culprit.proof {
                    li {
                        code { (common::one_line(proof.sentence(), 400)) }
                        span.why { (common::innocence(proof)) }
                    }
                }
            }
        }
        @for assumption in &culprit.assumes {
            p.assumes { "This holds if " (verdicts::assumption(assumption)) "." }
        }
        p.hint { (verdicts::questions(culprit.questions, culprit.judged)) }
    }
}

fn undecided(undecided: &Undecided) -> Markup {
    html! {
        h2 #ask tabindex="-1" { (common::undecided(undecided)) }
        ul.proof {
            @for suspect in &undecided.suspects {
                li { code { (common::one_line(suspect.sentence(), 400)) } }
            }
        }
    }
}
