//! Erlang values: what they are, how they compare, compute, print, and cross the wire.
//!
//! Everything here is a pure function of its arguments. A term is an immutable, acyclic graph
//! shared by reference counting; no operation on terms recurses on the Rust stack, so a million
//! levels of nesting are ordinary.

pub mod arithmetic;
mod atom;
pub mod bits;
mod cell;
pub mod external;
pub mod float;
mod fun;
pub mod hash;
mod hashing;
mod identifier;
pub mod integer;
mod map;
pub mod order;
mod packed;
pub mod print;
mod release;
mod short;
mod term;
mod tuple;
pub mod work;

pub use atom::{Atom, atoms};
pub use bits::Bits;
pub use cell::{Cons, ConsCell};
pub use float::Float;
pub use fun::{Closure, Fun};
pub use identifier::{Pid, Ref};
pub use map::{Map, MapIter};
pub use packed::Packed;
pub use short::Short;
pub use term::Term;
pub use tuple::Tuple;

const _: () = assert!(size_of::<Term>() == 16);
