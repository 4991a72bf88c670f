//! Terms as text: `~w` on one line, `~p` with line breaks.

mod indent;
mod layout;
mod pretty;
mod printable;
mod quote;
mod write;

use std::fmt;

pub use pretty::{Pretty, pretty};
pub use printable::is_printable;
pub use quote::{needs_quotes, write_atom, write_character, write_string};
pub use write::{write, write_with};

use crate::{Bits, Map, Term, Tuple};

/// Which characters stand for themselves: with `Latin1`, those beyond are escaped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    #[default]
    Latin1,
    Unicode,
}

/// As `~w` prints it.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&write(self))
    }
}

/// As `~w` prints it.
impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Tuple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Term::Tuple(self.clone()), f)
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Term::Map(self.clone()), f)
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Term::Bits(self.clone()), f)
    }
}
