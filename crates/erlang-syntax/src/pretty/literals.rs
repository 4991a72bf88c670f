//! Atoms, characters, strings and numbers as source spells them.

use std::fmt::Write as _;

use erlang_term::Atom;

/// Words that are atoms only in quotes. `maybe` and `else` are reserved from OTP 27 on; quoted they are always right.
const RESERVED: &[&str] = &[
    "after", "and", "andalso", "band", "begin", "bnot", "bor", "bsl", "bsr", "bxor", "case", "catch", "cond",
    "div", "else", "end", "fun", "if", "let", "maybe", "not", "of", "or", "orelse", "receive", "rem", "try",
    "when", "xor",
];

/// An atom, in quotes if it needs them.
pub fn atom(atom: Atom) -> String {
    let text = atom.name();
    let mut characters = text.chars();
    let is_plain = characters.next().is_some_and(is_lowercase)
        && characters
            .all(|c| is_lowercase(c) || is_uppercase(c) || c.is_ascii_digit() || matches!(c, '_' | '@'))
        && !RESERVED.contains(&text);
    if is_plain { text.to_string() } else { in_quotes('\'', text.chars().map(u32::from)) }
}

fn in_quotes(quote: char, text: impl Iterator<Item = u32>) -> String {
    let mut quoted = String::from(quote);
    text.for_each(|c| push_escaped(&mut quoted, c, quote));
    quoted.push(quote);
    quoted
}

fn push_escaped(text: &mut String, c: u32, quote: char) {
    match char::from_u32(c) {
        Some('\\') => text.push_str("\\\\"),
        Some('\n') => text.push_str("\\n"),
        Some('\r') => text.push_str("\\r"),
        Some('\t') => text.push_str("\\t"),
        Some('\u{8}') => text.push_str("\\b"),
        Some('\u{b}') => text.push_str("\\v"),
        Some('\u{c}') => text.push_str("\\f"),
        Some('\u{1b}') => text.push_str("\\e"),
        Some('\u{7f}') => text.push_str("\\d"),
        Some(c) if c == quote => {
            text.push('\\');
            text.push(c);
        }
        Some(c) if !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}') => text.push(c),
        _ => {
            let _ = write!(text, "\\x{{{c:X}}}");
        }
    }
}

/// Erlang's small letters: those of Latin-1.
fn is_lowercase(c: char) -> bool {
    matches!(c, 'a'..='z' | 'ß'..='ÿ') && c != '÷'
}

fn is_uppercase(c: char) -> bool {
    matches!(c, 'A'..='Z' | 'À'..='Þ') && c != '×'
}
