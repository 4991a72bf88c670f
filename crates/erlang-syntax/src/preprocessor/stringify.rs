//! `??X`: the text of a macro's argument, as OTP writes it: its tokens, with one space between
//! them.

use erlang_term::float;
use erlang_term::print::{Encoding, write_atom, write_character, write_string};

use crate::token::{Lexeme, Token};

pub(super) fn stringify(tokens: &[Token]) -> Lexeme {
    let mut text = String::new();
    for (n, token) in tokens.iter().enumerate() {
        if n > 0 {
            text.push(' ');
        }
        write_lexeme(&mut text, &token.lexeme);
    }
    Lexeme::String(text.chars().map(|c| c as u32).collect())
}

fn write_lexeme(text: &mut String, lexeme: &Lexeme) {
    match lexeme {
        Lexeme::Atom(name) => write_atom(text, name.name(), Encoding::Latin1),
        Lexeme::Variable(name) => text.push_str(name.name()),
        Lexeme::Integer(n) => text.push_str(&n.to_string()),
        Lexeme::Float(n) => text.push_str(&float::short(*n)),
        Lexeme::Char(c) => write_character(text, *c, Encoding::Unicode),
        Lexeme::String(characters) => write_string(text, characters.iter().copied(), '"', Encoding::Unicode),
        Lexeme::Binary(characters) => {
            text.push('~');
            write_string(text, characters.iter().copied(), '"', Encoding::Unicode);
        }
        Lexeme::Symbol(symbol) => text.push_str(symbol.text()),
        Lexeme::Error => {}
    }
}
