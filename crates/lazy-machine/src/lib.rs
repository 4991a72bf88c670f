//! Runs lazy functional and functional-logic programs: syntax tree to core, core to code, code to
//! values, answers and a log of calls.
//!
//! Touches nothing outside itself: what a program writes and reads goes through the driver of the
//! machine.
//!
//! # Files
//!
//! Runs what `lazy-syntax` has read. `lower/` makes core of the tree: in mode hs rules are matched
//! from top to bottom, first match; in mode flp they become definitional trees. `emit/` makes flat
//! code of core: what is not demanded at once becomes a function of its own. `machine/` is lazy
//! graph reduction with sharing on an explicit stack (`frames.rs`) over a copied heap (`heap.rs`);
//! `search.rs` is what mode flp adds: choice points, a trail, narrowing, conditions that wait for a
//! variable; `equate.rs` compares and unifies; `encapsulate.rs` is the search inside a search
//! (`findall`), whose calls come back into the log. `observe.rs` makes what is observed part of the
//! program, and `machine/observe.rs` writes the trace of it for `observation`. An action that was
//! performed says what it did (`print/action.rs`): with a log, it is kept in the action itself.
//! `log.rs` keeps each call of a suspect function with the call whose rule it was written in, and
//! arguments and results of a window of them; a run is deterministic, so other windows are
//! recomputed by running again.
//!
//! There are no dictionaries: types are passed (`types.rs`, `lower/types.rs`). A function whose
//! type variables have classes gets the types that they stand for as leading arguments, which no
//! question shows; a method looks up the instance of its type, at compile time where the type is
//! known. Methods of the built-in classes are primitives that go by the structure of values, unless
//! some part of the type has an instance of its own.
//!
//! *`tests/values.rs` holds values against those that GHC printed; `tests/programs.rs` runs the
//! programs of `tests/lazy/ghc`, whose stored output `cargo xtask test` holds against GHC itself;
//! `tests/answers.rs` has goals with their answers in order, and `tests/logic.rs` runs the programs
//! of `tests/lazy/logic`, as courses on Curry and TOY have them.*

#![forbid(unsafe_code)]

mod action;
pub mod answer;
pub mod applications;
mod character;
pub mod code;
mod complete;
pub mod core;
pub mod detached;
mod emit;
mod encapsulate;
mod equate;
mod fraction;
mod frames;
mod free;
mod heap;
pub mod hidden;
pub mod log;

mod lower;
pub mod machine;
mod native;
mod number;
mod observe;
mod primitive;
pub mod print;
mod range;
mod reading;
pub mod search;
mod text;
pub mod types;
pub mod view;
pub mod word;

use std::rc::Rc;
use std::slice;

pub use lower::{Asked, Unsupported};

use lazy_syntax::ast;
use lower::Extent;

/// A program and what is asked of it, ready to run.
#[derive(Clone)]
pub struct Compiled {
    pub code: Rc<code::Code>,
    /// Stands for what is asked.
    pub main: core::FunctionId,
    pub asked: Asked,
}

/// `program` has been read without errors.
pub fn compile(program: &ast::Program, query: &ast::Query) -> Result<Compiled, Vec<Unsupported>> {
    compile_for(program, query, core::Functions::Names)
}

/// For those who ask: functions as values are what they are called, or what they were applied to.
pub fn compile_for(
    program: &ast::Program,
    query: &ast::Query,
    functions: core::Functions,
) -> Result<Compiled, Vec<Unsupported>> {
    let lowered = lower::lower(program, slice::from_ref(query), Extent::Everything)?;
    emitted(lowered, functions).map(only)
}

/// Several questions: they share the code of what they need, which is made once.
pub fn compile_all(
    program: &ast::Program,
    queries: &[ast::Query],
    functions: core::Functions,
) -> Result<Vec<Compiled>, Vec<Unsupported>> {
    emitted(lower::lower(program, queries, Extent::Needed)?, functions)
}

/// The program with what is observed: functions by their names (`_`: all), and what it observes
/// itself. An error says why nothing can be.
pub fn compile_observed(
    program: &ast::Program,
    query: &ast::Query,
    names: &[String],
) -> Result<Compiled, Unobserved> {
    observed(program, slice::from_ref(query), names, Extent::Everything).map(only)
}

/// The same for several questions.
pub fn compile_all_observed(
    program: &ast::Program,
    queries: &[ast::Query],
    names: &[String],
) -> Result<Vec<Compiled>, Unobserved> {
    observed(program, queries, names, Extent::Needed)
}

fn observed(
    program: &ast::Program,
    queries: &[ast::Query],
    names: &[String],
    extent: Extent,
) -> Result<Vec<Compiled>, Unobserved> {
    let mut lowered = lower::lower(program, queries, extent).map_err(Unobserved::Unsupported)?;
    let mains: Vec<core::FunctionId> = lowered.asked.iter().map(|(main, _)| *main).collect();
    observe::observe(&mut lowered.program, &mains, names).map_err(Unobserved::Because)?;
    emitted(lowered, core::Functions::Names).map_err(Unobserved::Unsupported)
}

fn only(mut compiled: Vec<Compiled>) -> Compiled {
    compiled.swap_remove(0)
}

/// Why a program is not observed.
#[derive(Clone, Debug)]
pub enum Unobserved {
    Unsupported(Vec<Unsupported>),
    Because(String),
}

fn emitted(lowered: lower::Lowered, functions: core::Functions) -> Result<Vec<Compiled>, Vec<Unsupported>> {
    let name = |local| lowered.names.get(&local).cloned().unwrap_or_default();
    let code = Rc::new(emit::emit(lowered.program, functions, &name)?);
    let compiled = |(main, asked)| Compiled { code: code.clone(), main, asked };
    Ok(lowered.asked.into_iter().map(compiled).collect())
}

impl Compiled {
    /// The same with parallel equality and connectives, for properties of values that are not there
    /// as a whole. Only before a machine has the code.
    pub fn in_parallel(mut self) -> Compiled {
        if let Some(code) = Rc::get_mut(&mut self.code) {
            code.make_parallel();
        }
        self
    }
}
