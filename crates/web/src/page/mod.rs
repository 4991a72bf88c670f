//! The page as HTML: one function for each panel. Values are escaped by `maud`.

mod card;
mod diff;
mod gutter;
mod help;
mod side;
mod source;
mod time;
mod tree;
mod value;
mod verdict;
mod views;

use std::collections::BTreeMap;
use std::sync::Arc;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::json;

pub use card::statement;
pub use time::{inside, stand};
pub use tree::{hits, maker, stack, tree, twigs};
pub use views::{compared, event, picture};

use crate::scene::{Scene, Wants};
use crate::snapshot::Snapshot;
use crate::words::{self, Button};

type Panels = BTreeMap<&'static str, Arc<str>>;

/// All panels.
pub fn panels(scene: &Scene, goes_on: bool) -> Panels {
    let mut panels = progress(scene);
    let mut put = |name, html: Markup| drop(panels.insert(name, html.into_string().into()));
    put("card", card::card(scene, goes_on));
    put("answers", side::answers(scene));
    put("source", source::source(scene));
    put("processes", views::messages(scene));
    put("time", time::log(scene));
    panels
}

/// Those that change while something is being done.
pub fn progress(scene: &Scene) -> Panels {
    let output = side::output(scene).into_string().into();
    BTreeMap::from([("status", status(scene).into_string().into()), ("output", output)])
}

/// The page with its first panels.
pub fn whole(snapshot: &Snapshot) -> Markup {
    let panel =
        |name: &str| PreEscaped(snapshot.panels.get(name).map(|html| html.to_string()).unwrap_or_default());
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (snapshot.title) " · whodunit" }
                link rel="icon" href="/assets/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/assets/style.css";
                script type="module" src="/assets/app.js" {}
            }
            body data-rev=(snapshot.rev) data-run=(snapshot.run) data-pictures=(snapshot.pictures) data-busy=(snapshot.busy)
                data-walk=(snapshot.walk.name()) data-messages=(snapshot.has_messages) data-tree=(snapshot.has_tree)
                data-source=(snapshot.has_source) {
                a.skip href="#card" { "Skip to the question" }
                header {
                    span.brand { "whodunit" }
                    h1 #title { (snapshot.title) }
                    div #status { (panel("status")) }
                    button.quiet type="button" popovertarget="help" data-key=(words::HELP.key)
                        title=(words::HELP.means) { (words::HELP.text) kbd aria-hidden="true" { (words::HELP.key) } }
                }
                main {
                    nav aria-label="Views" {
                        @for (name, title) in words::VIEWS { a href={ "#" (name) } data-tab=(name) { (title) } }
                    }
                    div.talk {
                        section #card aria-label=(words::QUESTION) tabindex="-1" { (panel("card")) }
                        section #output aria-label=(words::OUTPUT) { (panel("output")) }
                        section #answers aria-label=(words::ANSWERS) { (panel("answers")) }
                    }
                    div.views {
                        section.view data-view="source" aria-label=(words::SOURCE) {
                            div #source { (panel("source")) }
                        }
                        section.view data-view="tree" aria-label=(words::TREE) {
                            form.input data-search="" role="search" {
                                input name="find" aria-label=(words::SEARCH) placeholder=(words::SEARCH)
                                    autocomplete="off" spellcheck="false";
                                button.plain type="submit" { (words::SEARCH_NOW) }
                            }
                            div #found role="region" aria-label=(words::FOUND) aria-live="polite" {}
                            div #tree tabindex="0" role="region" aria-label=(words::ALL_CALLS) {}
                        }
                        section.view data-view="messages" aria-label=(words::MESSAGES) {
                            (views::controls())
                            div #diagram tabindex="0" role="region" aria-label=(words::DIAGRAM) {}
                            div #processes { (panel("processes")) }
                        }
                        section.view data-view="time" aria-label=(words::TIME) {
                            div #stand role="region" aria-label=(words::STANDS) {}
                            div #time { (panel("time")) }
                            form.input.prompt data-form=(json!({"do": "walk"})) data-field="line" {
                                input name="line" aria-label=(words::COMMAND) placeholder="step #1, back 5, undo send 3, help …"
                                    autocomplete="off" spellcheck="false" required;
                                button.plain type="submit" { "Run" }
                            }
                        }
                    }
                }
                (help::help())
                div #menu popover="auto" role="menu" aria-label=(words::EVENT) {}
                div #toast role="status" {}
            }
        }
    }
}

fn status(scene: &Scene) -> Markup {
    html! {
        @match (&scene.work, &scene.wants) {
            (Some(progress), _) => {
                span.busy { (words::progress(*progress, scene.seconds)) }
                (button(&words::STOP, &json!({"do": "stop"}), "quiet"))
            }
            (None, Wants::Line) => span.waits { (words::WAITS_FOR_INPUT) },
            (None, _) => {
                @if scene.is_reading { span.busy { (words::READING) } }
                (button(&words::RESTART, &json!({"do": "restart"}), "quiet"))
            }
        }
    }
}

/// A button that says something, also by its key.
pub fn button(button: &Button, say: &serde_json::Value, class: &str) -> Markup {
    let key = Some(button.key).filter(|key| !key.is_empty());
    html! {
        button type="button" class=(class) data-say=(say) data-key=[key] title=(button.means)
            aria-keyshortcuts=[key] {
            (button.text)
            @if let Some(key) = key { kbd aria-hidden="true" { (key) } }
        }
    }
}

/// The button of an answer.
pub fn answer(button_of: &Button, answer: &serde_json::Value, class: &str) -> Markup {
    button(button_of, &json!({"do": "answer", "answer": answer}), class)
}
