//! Runs lazy functional and functional-logic programs: syntax tree to core, core to code, code to values, answers and a log of calls.
//!
//! Touches nothing outside itself: what a program writes and reads goes through whoever runs the machine.

mod action;
pub mod answer;
pub mod applications;
mod character;
pub mod code;
mod complete;
pub mod core;
pub mod detached;
mod emit;
mod equate;
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

pub use lower::{Asked, Unsupported};

use lazy_syntax::ast;

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
    emitted(lower::lower(program, query)?, functions)
}

/// The program with what is observed: functions by their names (`_`: all), and what it observes itself. An error says why nothing can be.
pub fn compile_observed(
    program: &ast::Program,
    query: &ast::Query,
    names: &[String],
) -> Result<Compiled, Unobserved> {
    let mut lowered = lower::lower(program, query).map_err(Unobserved::Unsupported)?;
    observe::observe(&mut lowered.program, lowered.main, names).map_err(Unobserved::Because)?;
    emitted(lowered, core::Functions::Names).map_err(Unobserved::Unsupported)
}

/// Why a program is not observed.
#[derive(Clone, Debug)]
pub enum Unobserved {
    Unsupported(Vec<Unsupported>),
    Because(String),
}

fn emitted(lowered: lower::Lowered, functions: core::Functions) -> Result<Compiled, Vec<Unsupported>> {
    let name = |local| lowered.names.get(&local).cloned().unwrap_or_default();
    let code = emit::emit(lowered.program, functions, &name)?;
    Ok(Compiled { code: Rc::new(code), main: lowered.main, asked: lowered.asked })
}

impl Compiled {
    /// The same with parallel equality and connectives, for properties of values that are not there as a whole. Only before a machine has the code.
    pub fn in_parallel(mut self) -> Compiled {
        if let Some(code) = Rc::get_mut(&mut self.code) {
            code.make_parallel();
        }
        self
    }
}
