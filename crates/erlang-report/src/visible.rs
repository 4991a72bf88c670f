//! Text of a program on a terminal: what would move the cursor or change colours is shown as a
//! sign.

use std::borrow::Cow;

/// Control characters but for newlines and tabs become their pictures, of one column each, as do
/// those that change the direction of the text.
pub fn visible(text: &str) -> Cow<'_, str> {
    match text.contains(acts) {
        true => Cow::Owned(text.chars().map(|c| if acts(c) { picture(c) } else { c }).collect()),
        false => Cow::Borrowed(text),
    }
}

fn acts(c: char) -> bool {
    let changes_direction =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    changes_direction || (c.is_control() && !matches!(c, '\n' | '\t'))
}

fn picture(c: char) -> char {
    match c {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        _ => '\u{fffd}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_acts_on_the_terminal() {
        let check = |text, expected| assert_eq!(visible(text), expected, "{text:?}");
        check("plain\n\ttext ─ ⌘", "plain\n\ttext ─ ⌘");
        check("\u{1b}[31mred\u{7}\r\u{8}", "␛[31mred␇␍␈");
        check("\u{7f}\u{9b}2J\u{202e}cod", "␡\u{fffd}2J\u{fffd}cod");
    }
}
