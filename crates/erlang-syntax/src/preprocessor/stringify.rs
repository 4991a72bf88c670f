//! `??X`: the text of a macro's argument, as OTP writes it: its tokens, with one space between them.

use print::{Encoding, write_atom, write_character, write_string};

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
        Lexeme::Float(n) => text.push_str(&format!("{n:?}")),
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

/// Until the terms' own printer is there.
mod print {
    #[derive(Clone, Copy)]
    pub enum Encoding {
        Latin1,
        Unicode,
    }
    pub fn write_atom(out: &mut String, name: &str, encoding: Encoding) {
        if name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(crate::lexer::is_name_character)
        {
            out.push_str(name);
        } else {
            write_string(out, name.chars().map(u32::from), '\'', encoding);
        }
    }
    pub fn write_string(out: &mut String, text: impl IntoIterator<Item = u32>, quote: char, _: Encoding) {
        out.push(quote);
        for c in text.into_iter().filter_map(char::from_u32) {
            if c == quote {
                out.push('\\')
            }
            out.push(c)
        }
        out.push(quote);
    }
    pub fn write_character(out: &mut String, c: u32, _: Encoding) {
        out.push('$');
        out.extend(char::from_u32(c));
    }
}
