//! Types as text.

use std::fmt::Write;

use super::Checker;
use super::term::{Node, Ty};

/// Names for the unknown types of one message: a, b, c …
#[derive(Default)]
pub(super) struct Letters {
    known: Vec<Ty>,
}

/// Deeper parts of a type are left out of messages.
const MAX_DEPTH: usize = 12;

impl Checker<'_> {
    pub(super) fn show(&mut self, ty: Ty, letters: &mut Letters) -> String {
        let mut text = String::new();
        self.write(ty, 0, 0, letters, &mut text);
        text
    }

    /// `place` 0: anywhere; 1: left of an arrow; 2: an argument.
    fn write(&mut self, ty: Ty, place: u8, depth: usize, letters: &mut Letters, text: &mut String) {
        if depth > MAX_DEPTH {
            text.push('…');
            return;
        }
        let ty = self.find(ty);
        let (data, arguments) = match self.inference.nodes[ty.0 as usize].clone() {
            Node::Data(data, arguments) => (data, arguments),
            Node::Rigid { name, .. } => return text.push_str(self.program.text(name)),
            Node::Apply(function, argument) => {
                let inside = place > 1;
                text.push_str(if inside { "(" } else { "" });
                self.write(function, 1, depth + 1, letters, text);
                text.push(' ');
                self.write(argument, 2, depth + 1, letters, text);
                text.push_str(if inside { ")" } else { "" });
                return;
            }
            _ => {
                let at = letters.known.iter().position(|known| *known == ty).unwrap_or_else(|| {
                    letters.known.push(ty);
                    letters.known.len() - 1
                });
                let letter = char::from(b'a' + (at % 26) as u8);
                text.push(letter);
                if at >= 26 {
                    let _ = write!(text, "{}", at / 26);
                }
                return;
            }
        };
        let known = &self.program.well_known;
        let parts = arguments.as_slice();
        if data == known.function && parts.len() == 2 {
            let inside = place > 0;
            text.push_str(if inside { "(" } else { "" });
            self.write(parts[0], 1, depth + 1, letters, text);
            text.push_str(" -> ");
            // A long chain of arrows is not a depth.
            self.write(parts[1], 0, depth + usize::from(depth > 6), letters, text);
            text.push_str(if inside { ")" } else { "" });
        } else if data == known.list && parts.len() == 1 {
            let char = known.char;
            if self.is_data(parts[0], char) {
                text.push_str("String");
                return;
            }
            text.push('[');
            self.write(parts[0], 0, depth + 1, letters, text);
            text.push(']');
        } else if known.tuple_types.contains(&data) && parts.len() == self.program[data].parameters.len() {
            text.push('(');
            for (at, part) in parts.iter().enumerate() {
                text.push_str(if at > 0 { ", " } else { "" });
                self.write(*part, 0, depth + 1, letters, text);
            }
            text.push(')');
        } else {
            let inside = place > 1 && !parts.is_empty();
            text.push_str(if inside { "(" } else { "" });
            text.push_str(self.program.text(self.program[data].name));
            for part in parts {
                text.push(' ');
                self.write(*part, 2, depth + 1, letters, text);
            }
            text.push_str(if inside { ")" } else { "" });
        }
    }
}
