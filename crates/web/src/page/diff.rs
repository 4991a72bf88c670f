//! Two values compared line by line, as a failed test shows them.

use maud::{Markup, html};

/// Lines that begin with `-` are expected, those with `+` were found instead. The signs stay,
/// because not everyone sees colours.
pub fn lines(text: &str) -> Markup {
    html! {
        pre.diff tabindex="0" {
            @for line in text.lines() {
                @match line.trim_start().as_bytes().first() {
                    Some(b'-') => del.come { (line) "\n" },
                    Some(b'+') => ins.gone { (line) "\n" },
                    _ => { (line) "\n" },
                }
            }
        }
    }
}
