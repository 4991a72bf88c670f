//! The tree back to text: expressions, patterns, rules and types, as source that reads back to the
//! same tree.
//!
//! What the author wrote is shown by its span ([`crate::source::Sources::text`]); this is for trees
//! that were made or changed, and shows how an expression was understood: every operation inside
//! another stands in parentheses.

mod declarations;
mod expressions;
mod locals;

pub use locals::Lifted;

use crate::ast::{KnownType, KnownTypeId, Program, TypeId, TypeKind, TypeVar};
use crate::lexer::is_symbol;

/// An operator in parentheses, any other name as it is.
pub fn prefix(name: &str) -> String {
    let bare = name.rsplit_once('.').map_or(name, |(_, last)| if last.is_empty() { name } else { last });
    if bare.starts_with(is_symbol) { format!("({name})") } else { name.to_owned() }
}

/// A name in backquotes, an operator as it is.
pub fn infix(name: &str) -> String {
    if prefix(name) == name { format!("`{name}`") } else { name.to_owned() }
}

/// A character as source.
pub fn character(c: char) -> String {
    format!("'{}'", escaped(c, '\'', None))
}

/// A text as source.
pub fn string(text: &str) -> String {
    let mut shown = String::from("\"");
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        shown.push_str(&escaped(c, '"', chars.peek().copied()));
    }
    shown.push('"');
    shown
}

/// As Haskell's `show` writes it: what is not ASCII by number, and `\&` where a digit after it
/// would change its meaning.
fn escaped(c: char, quote: char, next: Option<char>) -> String {
    const NAMES: [&str; 32] = [
        "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "a", "b", "t", "n", "v", "f", "r", "SO", "SI",
        "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS",
        "US",
    ];
    match c {
        '\\' => "\\\\".to_owned(),
        c if c == quote => format!("\\{c}"),
        '\u{7f}' => "\\DEL".to_owned(),
        '\u{e}' if next == Some('H') => "\\SO\\&".to_owned(),
        c if (c as usize) < NAMES.len() => format!("\\{}", NAMES[c as usize]),
        c if c.is_ascii() => c.to_string(),
        c if next.is_some_and(|next| next.is_ascii_digit()) => format!("\\{}\\&", c as u32),
        c => format!("\\{}", c as u32),
    }
}

/// A double as Haskell's `show` writes it.
pub fn double(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity".to_owned() } else { "-Infinity".to_owned() };
    }
    let size = value.abs();
    if size == 0.0 || (0.1..1e7).contains(&size) {
        let text = value.to_string();
        return if text.contains('.') { text } else { format!("{text}.0") };
    }
    // Rust writes `1e-5`, Haskell `1.0e-5`.
    let text = format!("{value:e}");
    match text.split_once('e') {
        Some((digits, exponent)) if digits.contains('.') => format!("{digits}e{exponent}"),
        Some((digits, exponent)) => format!("{digits}.0e{exponent}"),
        None => text,
    }
}

impl Program {
    /// A type as written.
    pub fn show_type(&self, ty: TypeId) -> String {
        self.show_type_in(ty, 0)
    }

    /// `place` 0: anywhere; 1: left of an arrow; 2: an argument.
    fn show_type_in(&self, ty: TypeId, place: u8) -> String {
        recursion::deep(|| match &self[ty].kind {
            TypeKind::Var(name) => self.text(*name).to_owned(),
            TypeKind::Con { name, .. } => prefix(self.text(*name)),
            TypeKind::Apply { function, arguments } => {
                let parts: Vec<String> = std::iter::once(function)
                    .chain(arguments)
                    .map(|part| self.show_type_in(*part, 2))
                    .collect();
                parenthesised(place > 1, parts.join(" "))
            }
            TypeKind::Function { from, to } => {
                let text = format!("{} -> {}", self.show_type_in(*from, 1), self.show_type_in(*to, 0));
                parenthesised(place > 0, text)
            }
            TypeKind::List(element) => format!("[{}]", self.show_type_in(*element, 0)),
            TypeKind::Tuple(items) => {
                let items: Vec<String> = items.iter().map(|item| self.show_type_in(*item, 0)).collect();
                format!("({})", items.join(", "))
            }
            TypeKind::Forall { variables, context, ty } => {
                let names: Vec<&str> = variables.iter().map(|name| self.text(*name)).collect();
                let context: Vec<String> = context
                    .iter()
                    .map(|one| format!("{} {}", self.text(one.class), self.show_type_in(one.ty, 2)))
                    .collect();
                let context = match context.is_empty() {
                    true => String::new(),
                    false => format!("({}) => ", context.join(", ")),
                };
                let text = format!("forall {}. {context}{}", names.join(" "), self.show_type_in(*ty, 0));
                parenthesised(place > 0, text)
            }
        })
    }
}

impl Program {
    /// A type as the checker found it. Unknown parts are `_`, variables a, b, c …
    pub fn show_known_type(&self, ty: KnownTypeId) -> String {
        self.known_type_in(ty, 0, &mut Vec::new())
    }

    fn known_type_in(&self, ty: KnownTypeId, place: u8, letters: &mut Vec<TypeVar>) -> String {
        recursion::deep(|| self.known_type_here(ty, place, letters))
    }

    fn known_type_here(&self, ty: KnownTypeId, place: u8, letters: &mut Vec<TypeVar>) -> String {
        let (data, parts) = match &self[ty] {
            KnownType::Data(data, parts) => (*data, parts),
            KnownType::Variable(variable) => {
                let at = letters.iter().position(|known| known == variable).unwrap_or_else(|| {
                    letters.push(*variable);
                    letters.len() - 1
                });
                return match u8::try_from(at) {
                    Ok(at) if at < 26 => char::from(b'a' + at).to_string(),
                    _ => format!("t{at}"),
                };
            }
            KnownType::Apply(function, argument) => {
                let function = self.known_type_in(*function, 1, letters);
                let argument = self.known_type_in(*argument, 2, letters);
                return parenthesised(place > 1, format!("{function} {argument}"));
            }
            KnownType::Unknown => return "_".to_owned(),
        };
        let known = &self.well_known;
        if let ([from, to], true) = (&parts[..], data == known.function) {
            let from = self.known_type_in(*from, 1, letters);
            let to = self.known_type_in(*to, 0, letters);
            return parenthesised(place > 0, format!("{from} -> {to}"));
        }
        if let ([element], true) = (&parts[..], data == known.list) {
            return match &self[*element] {
                KnownType::Data(data, _) if *data == known.char => "String".to_owned(),
                _ => format!("[{}]", self.known_type_in(*element, 0, letters)),
            };
        }
        if known.tuple_types.contains(&data) && parts.len() == self[data].parameters.len() {
            let parts: Vec<String> = parts.iter().map(|part| self.known_type_in(*part, 0, letters)).collect();
            return format!("({})", parts.join(", "));
        }
        let mut text = self.text(self[data].name).to_owned();
        for part in parts {
            text.push(' ');
            text.push_str(&self.known_type_in(*part, 2, letters));
        }
        parenthesised(place > 1 && !parts.is_empty(), text)
    }
}
fn parenthesised(inside: bool, text: String) -> String {
    if inside { format!("({text})") } else { text }
}
