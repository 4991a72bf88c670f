//! Erlang values: what they are, how they compare, compute, print, and cross the wire.
//!
//! Everything here is a pure function of its arguments. A term is an immutable, acyclic graph shared by
//! reference counting; no operation on terms recurses on the Rust stack, so a million levels of nesting
//! are ordinary.

pub mod arithmetic;
mod atom;
pub mod bits;
pub mod external;
pub mod float;
mod fun;
pub mod hash;
mod hashing;
pub mod integer;
mod map;
pub mod order;
pub mod print;
mod release;
mod term;
mod tuple;

pub use atom::{Atom, atoms};
pub use bits::Bits;
pub use fun::{Closure, Fun};
pub use map::{Map, MapIter};
pub use term::{Cons, Pid, Ref, Term};
pub use tuple::Tuple;

const _: () = assert!(size_of::<Term>() == 16);
