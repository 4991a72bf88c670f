//! Atoms, strings and characters between their quotes, with escapes.

use std::fmt::Write;

use super::Encoding;

const RESERVED: [&str; 27] = [
    "after", "and", "andalso", "band", "begin", "bnot", "bor", "bsl", "bsr", "bxor", "case", "catch", "cond",
    "div", "end", "fun", "if", "let", "not", "of", "or", "orelse", "receive", "rem", "try", "when", "xor",
];

/// Whether the atom of this name can only be written in quotes. (`maybe` is an ordinary atom unless
/// the feature is on.)
pub fn needs_quotes(name: &str) -> bool {
    let mut characters = name.chars();
    !characters.next().is_some_and(is_small_letter)
        || !characters.all(is_name_character)
        || RESERVED.contains(&name)
}

fn is_small_letter(c: char) -> bool {
    matches!(c, 'a'..='z' | 'ß'..='ÿ') && c != '÷'
}

fn is_name_character(c: char) -> bool {
    is_small_letter(c) || matches!(c, 'A'..='Z' | 'À'..='Þ' | '0'..='9' | '_' | '@') && c != '×'
}

pub fn write_atom(out: &mut String, name: &str, encoding: Encoding) {
    if needs_quotes(name) {
        write_string(out, name.chars().map(u32::from), '\'', encoding);
    } else {
        out.push_str(name);
    }
}

/// Writes code points between `quote`s.
pub fn write_string(out: &mut String, text: impl IntoIterator<Item = u32>, quote: char, encoding: Encoding) {
    out.push(quote);
    text.into_iter().for_each(|c| write_escaped(out, c, Some(quote), encoding));
    out.push(quote);
}

/// Writes `$c`.
pub fn write_character(out: &mut String, c: u32, encoding: Encoding) {
    out.push('$');
    if c == ' '.into() {
        out.push_str("\\s");
    } else {
        write_escaped(out, c, None, encoding);
    }
}

fn write_escaped(out: &mut String, c: u32, quote: Option<char>, encoding: Encoding) {
    let c = match char::from_u32(c) {
        Some(c) => c,
        // Not a character (a surrogate, say): no text can hold it as it is.
        None => {
            let _ = write!(out, "\\x{{{c:X}}}");
            return;
        }
    };
    let letter = match c {
        _ if Some(c) == quote || c == '\\' => c,
        ' '..='~' | '\u{a0}'..='\u{ff}' => return out.push(c),
        '\u{100}'.. if encoding == Encoding::Unicode => return out.push(c),
        '\u{100}'.. => {
            let _ = write!(out, "\\x{{{:X}}}", u32::from(c));
            return;
        }
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        '\u{b}' => 'v',
        '\u{8}' => 'b',
        '\u{c}' => 'f',
        '\u{1b}' => 'e',
        '\u{7f}' => 'd',
        _ => {
            let _ = write!(out, "\\{:03o}", u32::from(c));
            return;
        }
    };
    out.push('\\');
    out.push(letter);
}

/// An atom as the runtime system itself writes it, inside the text of a fun: it knows neither
/// reserved words nor `@`, and its bytes of UTF-8 come out as this many characters.
pub(super) fn write_atom_in_fun(out: &mut String, name: &str) {
    let mut characters = name.chars();
    let plain = characters.next().is_some_and(is_small_letter)
        && characters.all(|c| c == '_' || (is_name_character(c) && c != '@'));
    let mut text = String::new();
    if plain {
        text.push_str(name);
    } else {
        write_string(&mut text, name.chars().map(u32::from), '\'', Encoding::Unicode);
    }
    out.extend(text.bytes().map(char::from));
}
