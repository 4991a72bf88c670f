//! Syntax trees to compact code.

use std::collections::BTreeSet;
use std::rc::Rc;

use erlang_syntax::ast::Module;
use erlang_term::Atom;

use crate::code::Function;
use crate::program::Program;

#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Report bindings and clauses to observers, and keep every variable's value until its function ends.
    pub observable: bool,
}

pub struct Compiled {
    pub functions: Vec<Function>,
    pub exports: std::collections::HashSet<(Atom, u32)>,
}

pub fn module(
    _program: &Program,
    _source: &Rc<Module>,
    _first: u32,
    _options: Options,
) -> Result<Compiled, String> {
    let _: BTreeSet<u32> = BTreeSet::new();
    Err("not yet".into())
}
