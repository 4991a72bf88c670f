//! What processes did to each other.

use maud::{Markup, PreEscaped, html};
use serde_json::json;

use crate::scene::{Scene, Wants};
use crate::words::{self, diagram as said};

/// The processes. The diagram is made on request.
pub fn messages(scene: &Scene) -> Markup {
    html! {
        @if scene.processes.is_empty() {
            p.hint { (words::ONE_PROCESS) }
        } @else {
            h3 { (words::PROCESSES) }
            ul.crew {
                @for process in &scene.processes {
                    li {
                        span.number { "#" (process.n) }
                        div {
                            code { (process.first_call) }
                            p.fate {
                                span.pid { (process.pid) @if let Some(name) = &process.name { " " (name) } } " "
                                (process.outcome_text())
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
            span.zoom role="group" aria-label=(said::ZOOM) {
                button.stride type="button" data-zoom="0.8" aria-label=(said::SMALLER) title=(said::SMALLER) { "−" }
                button.stride type="button" data-zoom="fit" title=(said::FIT) { (said::FIT_SHORT) }
                button.stride type="button" data-zoom="1.25" aria-label=(said::LARGER) title=(said::LARGER) { "+" }
            }
            button.plain #begin type="button" title=(words::CAUSES_HINT)
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

/// A picture as it stands in the page: without its own style, which the page does not allow.
pub fn picture(svg: &str) -> Markup {
    let (before, rest) = svg.split_once("<style>").unwrap_or((svg, ""));
    let after = rest.split_once("</style>").map_or("", |(_, after)| after);
    // Made by `diagram`, which escapes what it is given.
    PreEscaped(format!("{before}{after}"))
}
