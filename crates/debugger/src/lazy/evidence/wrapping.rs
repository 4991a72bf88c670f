//! Long statements on several lines: the value on a line of its own, and breaks where people would
//! read on.

use session::event::{Claim, sentence};

/// What goes on is further in.
const FURTHER_IN: usize = 4;
/// Where the value begins.
const VALUE: usize = 2;

/// The statement with its only claim, on lines of this width as far as there are places to break
/// them.
pub fn wrapped(statement: &str, claim: Option<&Claim>, width: usize) -> String {
    let whole = sentence(statement, claim.map_or(&[], std::slice::from_ref));
    if whole.chars().count() <= width {
        return whole;
    }
    let value = whole.strip_prefix(statement).map(str::trim_start);
    match value.filter(|value| value.starts_with("= ") || value.starts_with("-> ")) {
        Some(value) => {
            let (call, value) = (broken(statement, width, 0), broken(value, width, VALUE));
            format!("{call}\n{value}")
        }
        None => broken(&whole, width, 0),
    }
}

fn broken(text: &str, width: usize, indent: usize) -> String {
    let mut lines = Vec::new();
    let mut line = " ".repeat(indent);
    let mut length = indent;
    for piece in pieces(text) {
        let count = piece.trim_end().chars().count();
        // Behind the sign alone there is nothing to read on from.
        let is_sign = matches!(line.trim(), "" | "=" | "->");
        if !is_sign && length + count > width {
            lines.push(line.trim_end().to_owned());
            line = " ".repeat(indent + FURTHER_IN);
            length = indent + FURTHER_IN;
        }
        line.push_str(piece);
        length += piece.chars().count();
    }
    lines.push(line);
    lines.join("\n")
}

/// Ends of pieces are behind commas, spaces and the `:` of lists that are in no string.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut is_quoted, mut is_escaped) = (0, false, false);
    let mut before = ' ';
    for (index, char) in text.char_indices() {
        let after = index + char.len_utf8();
        match char {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            // Not the character `'"'`.
            '"' if is_quoted || before != '\'' => is_quoted = !is_quoted,
            ',' | ' ' | ':'
                if !is_quoted
                    && (char != ':' || !is_symbol(before) && !text[after..].starts_with(is_symbol)) =>
            {
                pieces.push(&text[start..after]);
                start = after;
            }
            _ => {}
        }
        before = char;
    }
    pieces.push(&text[start..]);
    pieces
}

/// Of an operator that is longer.
fn is_symbol(char: char) -> bool {
    char.is_ascii_punctuation() && !"_()[]{}'\",;`-".contains(char)
}

#[cfg(test)]
mod tests {
    use super::*;
    use session::event::ClaimKind;

    fn check(statement: &str, value: &str, expected: &[&str]) {
        let claim = Claim::text(1, ClaimKind::Value, value.to_owned());
        assert_eq!(wrapped(statement, Some(&claim), 20).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn lines() {
        check("f 1", "2", &["f 1 = 2"]);
        check("append [1,2] [3,4]", "[1,2,3,4]", &["append [1,2] [3,4]", "  = [1,2,3,4]"]);
        check("f [10,20,30,40,50,60]", "[1]", &["f [10,20,30,40,50,", "    60]", "  = [1]"]);
        // No breaks in strings, whatever is in them.
        check("f", "\"a \\\" b c d e f g h i\" : x", &["f", "  = \"a \\\" b c d e f g h i\"", "      : x"]);
        check("f '\"'", "\"aaaaaaaaa, bbbb\"", &["f '\"'", "  = \"aaaaaaaaa, bbbb\""]);
        check("f", "10:20:30:40:50:60:-7:_", &["f", "  = 10:20:30:40:50:", "      60:-7:_"]);
        check("", "", &[" = "]);
    }
}
