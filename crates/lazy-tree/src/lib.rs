//! Runs of lazy programs as computation trees: abbreviated proof trees of answers (mode flp,
//! paper 3 §5.1), evaluation dependence trees of values (mode hs). Made of the machine's call log;
//! what nodes say is read from its heap as it is when the run has ended.

mod alternatives;
mod collection;
mod containers;
mod course;
mod entailment;
mod fact;
mod instance;
mod order;
mod recording;
mod reference;
mod tree;
mod written;

pub use collection::{Answered, Collected, Collection, Refused};
pub use course::{Course, Nowhere, Outside};
pub use fact::{Fact, LocalFunction, TermId};
pub use recording::{Outcome, Recording, Said};
pub use reference::Reference;
pub use tree::{LazyTree, subject};
pub use written::{HOLE, Holes, Plain};
