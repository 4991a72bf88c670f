//! Characters, as Unicode classes them.

use crate::primitive::Primitive;

/// What a test of a character says.
pub(crate) fn holds(test: Primitive, char: char) -> Option<bool> {
    use Primitive as P;
    Some(match test {
        P::IsUpper => char.is_uppercase(),
        P::IsLower => char.is_lowercase(),
        P::IsAlpha => char.is_alphabetic(),
        P::IsAlphaNum => char.is_alphanumeric(),
        P::IsSpace => char.is_whitespace(),
        P::IsControl => char.is_control(),
        P::IsPrint => crate::print::is_printable(char),
        P::IsPunctuation => is_punctuation(char),
        _ => return None,
    })
}

/// As Haskell's `Data.Char`: one character, where Unicode has one.
pub(crate) fn single(mut chars: impl Iterator<Item = char>, otherwise: char) -> char {
    match (chars.next(), chars.next()) {
        (Some(char), None) => char,
        _ => otherwise,
    }
}

fn is_punctuation(char: char) -> bool {
    match char.is_ascii() {
        true => char.is_ascii_punctuation() && !"$+<=>^`|~".contains(char),
        false => {
            matches!(char, '\u{a1}' | '\u{a7}' | '\u{ab}' | '\u{b6}' | '\u{b7}' | '\u{bb}' | '\u{bf}' | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{3001}'..='\u{3003}')
        }
    }
}
