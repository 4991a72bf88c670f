//! Runs of lazy programs as computation trees: abbreviated proof trees of answers (mode flp,
//! paper 3 §5.1), evaluation dependence trees of values (mode hs). Made of the machine's call log;
//! what nodes say is read from its heap as it is when the run has ended.
//!
//! # Files
//!
//! Runs of lazy programs as computation trees. `course.rs` is a run that can be made again, up to
//! one of its answers; `tree.rs` makes a tree of the machine's call log: the abbreviated proof tree
//! of an answer (mode flp, paper 3 §5.1), the evaluation dependence tree of a value (mode hs), in
//! which a shared constant has an edge from every use; `order.rs` puts siblings into the order in
//! which they are read. `recording.rs` puts nodes in words, from the heap as it is when the run has
//! ended, and makes the run again for calls that are not in the window of those at hand;
//! `instance.rs` is the rule behind a node with what its variables were. `fact.rs` reads statements
//! back, `entailment.rs` says what follows from what, `reference.rs` lets another version of the
//! program judge, and `containers.rs` tells the maps from the sets in what it judges.
//!
//! In mode hs a function as a value is a finite map of what it was applied to, which the machine
//! keeps in the function itself (`applications.rs` there), and what is called through it belongs to
//! the call that mentions it: a function dependence tree. On request, and always in mode flp, it
//! goes by its name (a lambda: as it is written, with the values of its free variables,
//! `lower/written.rs`), and calls through it belong to the code that applies it: an evaluation
//! dependence tree (paper 5 §2.2.1).
//!
//! Where an answer is missing, `collection.rs` makes the answer-collection tree of a finite search:
//! a node a call, with all its answers over all branches. Each call is searched by itself, with its
//! arguments as values (`alternatives.rs`), taken out of the run in which it was found
//! (`detached.rs` of the machine): so what a node says does not depend on where it was called. A
//! list of all answers (`findall`) may be wrong because one is missing, which no fact of its proof
//! tree says: before the caller of `findall` is blamed, such a tree is made of each of its searches
//! (`Recording::searched`), and is another level of the session. The other way round, an answer may
//! be missing because one is wrong in such a list: then all answers of its searches are found once
//! more, with their proof trees (`Collection::searches`).

#![forbid(unsafe_code)]

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
pub use recording::{Recording, Said, ShownResult};
pub use reference::Reference;
pub use tree::{LazyTree, subject};
pub use written::{HOLE, Holes, Plain};
