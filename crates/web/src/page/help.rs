//! Help in place: what can be done here, and by which keys.

use maud::{Markup, html};

use crate::words::{self, Button, help as said};

pub fn help() -> Markup {
    html! {
        section #help popover="auto" aria-label=(words::HELP.text) {
            h2 { (said::TITLE) }
            p { (said::HOW) }
            dl.keys {
                @for button in said::ANSWERS { (key(button)) }
            }
            h3 { (said::POINTING) }
            ul.lines { @for line in said::POINTING_LINES { li { (line) } } }
            h3 { (said::VIEWS) }
            dl { @for (name, means) in said::VIEW_LINES { dt { (name) } dd { (means) } } }
            p.hint { (said::KEYS) }
            button.plain type="button" popovertarget="help" popovertargetaction="hide" { (said::CLOSE) }
        }
    }
}

fn key(button: &Button) -> Markup {
    html! {
        dt { kbd { (button.key) } " " (button.text) }
        dd { (button.means) }
    }
}
