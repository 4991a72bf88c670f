//! The views beside the source: what processes did to each other, and the run in time.

use maud::{Markup, PreEscaped, html};
use serde_json::json;
use session::Process;

use crate::scene::{Scene, WalkEntry};
use crate::words;

/// More processes than this have no buttons of their own: the command line takes any.
const MOST_PROCESSES: usize = 50;

/// The table of processes. The diagram is made on request.
pub fn messages(scene: &Scene) -> Markup {
    html! {
        @if scene.processes.is_empty() {
            p.hint { (words::ONE_PROCESS) }
        } @else {
            table {
                caption.hidden { (words::MESSAGES) }
                thead { tr { th { "#" } th { "Process" } th { "First call" } th { "Outcome" } } }
                tbody {
                    @for process in &scene.processes {
                        tr {
                            td { (process.n) }
                            td.pid { (process.pid) @if let Some(name) = &process.name { " " (name) } }
                            td { code { (process.first_call) } }
                            td { (process.outcome_text()) }
                        }
                    }
                }
            }
            @if !scene.walk.entries.is_empty() {
                p.hint { (words::CAUSES_HINT) }
            } @else if scene.can_walk {
                button.plain type="button" title=(words::CAUSES_HINT)
                    data-say=(json!({"do": "walk", "line": "processes"})) { (words::SHOW_CAUSES) }
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

pub fn time(scene: &Scene) -> Markup {
    let entries = &scene.walk.entries;
    if scene.strategy.is_some() && !scene.can_walk {
        return html! { p.hint { (words::CANNOT_WALK) } };
    }
    html! {
        @if entries.is_empty() { p.hint { (words::WALK_HINT) } }
        ol.walked tabindex="0" aria-label=(words::TIME) {
            @for entry in entries { li { (walked(entry)) } }
        }
        div.strides role="group" aria-label="All processes" {
            span.who { "all" }
            @for (text, line, means) in words::STRIDES { (stride(text, line, means)) }
        }
        @if scene.processes.is_empty() { (of_process(1, None)) }
        @for process in scene.processes.iter().take(MOST_PROCESSES) {
            (of_process(process.n, Some(process)))
        }
    }
}

fn walked(entry: &WalkEntry) -> Markup {
    html! {
        p.command { (entry.line) }
        @match &entry.text {
            Some(text) => pre.refused[!entry.ok] { (text.trim_end()) },
            None => p.hint { "…" },
        }
    }
}

fn of_process(n: u32, process: Option<&Process>) -> Markup {
    html! {
        div.strides role="group" aria-label={ "Process " (n) } {
            span.who title=[process.map(|process| process.first_call.as_str())] { "#" (n) }
            @for (text, line, means) in words::STRIDES_OF_PROCESS {
                (stride(text, &line.replace('P', &format!("#{n}")), means))
            }
        }
    }
}

fn stride(text: &str, line: &str, means: &str) -> Markup {
    html! {
        button.quiet type="button" data-say=(json!({"do": "walk", "line": line})) title=(means) { (text) }
    }
}
