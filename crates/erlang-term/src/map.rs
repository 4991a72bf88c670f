//! Maps: always in the order of their keys, at every size (the one intended difference from OTP).

use std::rc::Rc;

use crate::Term;

/// An immutable map. Iterates in the order of map keys: term order, except that every integer sorts before
/// every float, so that `1` and `1.0` are two keys.
#[derive(Clone, Default)]
pub struct Map(Rc<Vec<(Term, Term)>>);
