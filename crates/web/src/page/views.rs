//! What processes did to each other.

use std::collections::BTreeMap;

use debugger::drawable::Compared;
use maud::{Markup, PreEscaped, html};
use serde_json::json;
use session::{Process, Relations};

use super::card::tone;
use crate::scene::{Scene, Wants};
use crate::words::{self, diagram as said};

/// More processes than this are counted, not listed.
const MOST_PROCESSES: usize = 300;
/// Levels of the tree; what is deeper stands at the last one.
const DEEPEST: usize = 12;

/// The processes as a tree: who created whom. The diagram is made on request.
pub fn messages(scene: &Scene) -> Markup {
    let known: BTreeMap<u32, &Relations> = scene.relations.iter().map(|it| (it.n, it)).collect();
    let shown: Vec<&Process> = scene.processes.iter().take(MOST_PROCESSES).collect();
    let is_shown = |n: &u32| shown.iter().any(|process| process.n == *n);
    let parent = |n: u32| known.get(&n).and_then(|it| it.parent).filter(is_shown);
    let mut children: BTreeMap<Option<u32>, Vec<&Process>> = BTreeMap::new();
    for process in &shown {
        children.entry(parent(process.n)).or_default().push(process);
    }
    html! {
        @if scene.processes.is_empty() {
            p.hint { (words::ONE_PROCESS) }
        } @else {
            h3 { (words::PROCESSES) }
            (crew(&children, &known, None, 0))
            @if scene.processes.len() > shown.len() {
                p.hint { (words::more_processes(scene.processes.len() - shown.len())) }
            }
        }
    }
}

type Children<'s> = BTreeMap<Option<u32>, Vec<&'s Process>>;

fn crew(
    children: &Children<'_>,
    known: &BTreeMap<u32, &Relations>,
    parent: Option<u32>,
    level: usize,
) -> Markup {
    let of = |n: u32| children.get(&Some(n)).map_or(&[][..], Vec::as_slice);
    html! {
        ul.crew {
            @for process in children.get(&parent).into_iter().flatten() {
                li {
                    (member(process, known.get(&process.n).copied()))
                    @if !of(process.n).is_empty() && level + 1 < DEEPEST {
                        (crew(children, known, Some(process.n), level + 1))
                    }
                }
                @if level + 1 == DEEPEST {
                    @for below in descendants(children, process.n) {
                        li { (member(below, known.get(&below.n).copied())) }
                    }
                }
            }
        }
    }
}

/// Everyone below a process, in any order of levels.
fn descendants<'s>(children: &Children<'s>, n: u32) -> Vec<&'s Process> {
    let (mut found, mut work) = (Vec::new(), vec![n]);
    while let Some(next) = work.pop() {
        for child in children.get(&Some(next)).into_iter().flatten() {
            found.push(*child);
            work.push(child.n);
        }
    }
    found
}

fn member(process: &Process, relations: Option<&Relations>) -> Markup {
    let is_supervisor = relations.is_some_and(|it| it.is_supervisor);
    html! {
        div.member {
            span.number { "#" (process.n) }
            div {
                code { (process.first_call) }
                @if is_supervisor { span.badge { (words::SUPERVISOR) } }
                p.fate {
                    span.pid { (process.pid) @if let Some(name) = &process.name { " " (name) } } " "
                    span class=(tone(process.outcome)) { (process.outcome_text()) }
                }
                @if let Some(it) = relations.filter(|it| !it.links.is_empty() || it.replaces.is_some()) {
                    p.fate {
                        @if let Some(n) = it.replaces { span.waits { (words::replaces(n)) } " " }
                        @if !it.links.is_empty() { (words::linked(&it.links)) }
                    }
                }
            }
            span.acts {
                button.quiet type="button" data-only={ "#" (process.n) } aria-pressed="false"
                    title=(said::ONLY_MEANS) { (said::ONLY) }
                button.quiet type="button" data-fold={ "#" (process.n) } aria-pressed="false"
                    title=(said::FOLD_MEANS) { (said::FOLD) }
            }
        }
    }
}

/// What the diagram shows. The address has it, too.
pub fn controls() -> Markup {
    let check = |name: &str, text: &str, means: &str| {
        html! { label.check title=(means) { input type="checkbox" name=(name); (text) } }
    };
    html! {
        form #filter aria-label=(said::FILTER) {
            label { (said::PROCESS) " "
                input name="process" size="12" placeholder="#2, server" autocomplete="off" spellcheck="false"; }
            label { (said::MESSAGE) " "
                input name="message" size="14" placeholder="{hungry, _}" autocomplete="off" spellcheck="false"; }
            (check("calls", said::CALLS, said::CALLS_MEANS))
            (check("all", said::ALL, said::ALL_MEANS))
            (check("timers", said::TIMERS, said::TIMERS_MEANS))
            label title=(said::COMPARE_MEANS) { (said::COMPARE) " "
                input name="compare" size="4" inputmode="numeric" pattern="[0-9]*" placeholder="1" autocomplete="off"; }
            span.zoom role="group" aria-label=(said::ZOOM) {
                button.stride type="button" data-zoom="0.8" aria-label=(said::SMALLER) title=(said::SMALLER) { "−" }
                button.stride type="button" data-zoom="fit" title=(said::FIT) { (said::FIT_SHORT) }
                button.stride type="button" data-zoom="1.25" aria-label=(said::LARGER) title=(said::LARGER) { "+" }
            }
            button.plain #begin type="button" hidden title=(words::CAUSES_HINT)
                data-say=(json!({"do": "walk", "line": ""})) { (words::SHOW_CAUSES) }
            a #export href="/look/diagram" download="messages.svg" title=(said::SAVE_MEANS) { (said::SAVE) }
        }
    }
}

/// What can be done with an event that somebody clicked.
pub fn event(event: u32, scene: &Scene) -> Markup {
    let walk = |line: String| json!({"do": "walk", "line": line});
    let button = |text: &str, say: serde_json::Value, means: &str, to: Option<&str>| {
        html! { button.quiet type="button" role="menuitem" data-say=(say) data-to=[to] title=(means) { (text) } }
    };
    html! {
        p.label { (words::EVENT) " " (event) }
        @if matches!(scene.wants, Wants::Start(_)) {
            (button(said::WRONG, json!({"do": "answer", "answer": {"answer": "event", "id": event}}),
                said::WRONG_MEANS, None))
        }
        @if scene.can_walk || scene.walk.is_open {
            (button(said::STATE_THERE, walk(format!("go {event}")), said::STATE_THERE_MEANS, Some("#time")))
            (button(said::WHY, walk(format!("why {event}")), said::WHY_MEANS, Some("#time")))
            (button(said::UNDO, walk(format!("undo event {event}")), said::UNDO_MEANS, None))
        }
    }
}

/// Two runs beside each other. Only events of the first one can be clicked.
pub fn compared(one: &Compared, two: &Compared, seed: u64) -> Markup {
    let other = two.svg.replace(" id=\"e", " data-other=\"e");
    html! {
        @if one.unique + two.unique == 0 { p.hint { (said::ALIKE) } }
        div.compared {
            figure {
                figcaption { (said::only_here(said::THIS_RUN, one.unique)) }
                (picture(&one.svg))
            }
            figure {
                figcaption { (said::only_here(&said::with_seed(seed), two.unique)) }
                (picture(&other))
            }
        }
    }
}

/// A picture as it stands in the page: without its own style, which the page does not allow.
pub fn picture(svg: &str) -> Markup {
    let (before, rest) = svg.split_once("<style>").unwrap_or((svg, ""));
    let after = rest.split_once("</style>").map_or("", |(_, after)| after);
    // Made by `diagram`, which escapes what it is given.
    PreEscaped(format!("{before}{after}"))
}
