//! Atoms, characters, strings and numbers as source spells them.

use erlang_term::{Atom, print};

/// An atom, in quotes if it needs them. `maybe` and `else` are reserved since OTP 27; in quotes
/// they are always right.
pub fn atom(atom: Atom) -> String {
    let mut text = String::new();
    match atom.name() {
        name @ ("maybe" | "else") => text.extend(["'", name, "'"]),
        name => print::write_atom(&mut text, name, print::Encoding::Unicode),
    }
    text
}

pub(super) fn string(characters: &[u32]) -> String {
    let mut text = String::new();
    print::write_string(&mut text, characters.iter().copied(), '"', print::Encoding::Unicode);
    text
}

pub(super) fn character(c: u32) -> String {
    let mut text = String::new();
    print::write_character(&mut text, c, print::Encoding::Unicode);
    text
}
