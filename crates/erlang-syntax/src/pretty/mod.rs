//! Syntax trees as Erlang source again, with as few parentheses as the precedences allow.
//!
//! What is printed reads back as the same tree.

mod blocks;
mod exprs;
mod forms;
pub mod layout;
mod literals;
mod types;

pub use literals::atom;

use crate::ast::{CatchClause, Clause, ExprId, Form, Function, Module, TypeId};
use erlang_term::Atom;
use layout::{Doc, Documents};

/// Lines are at most this wide, where that is possible.
pub const WIDTH: usize = 100;

const INDENT: usize = 4;

/// An expression or pattern.
pub fn expr(module: &Module, id: ExprId) -> String {
    expr_in_width(module, id, WIDTH)
}

/// An expression in lines of a given width; `usize::MAX` for as few lines as possible.
pub fn expr_in_width(module: &Module, id: ExprId, width: usize) -> String {
    print(module, width, |printer| printer.expr(id))
}

/// A clause of case, if, receive, `of` or `else`.
pub fn clause(module: &Module, clause: &Clause) -> String {
    print(module, WIDTH, |printer| printer.clause(clause))
}

pub fn catch_clause(module: &Module, clause: &CatchClause) -> String {
    print(module, WIDTH, |printer| printer.catch_clause(clause))
}

/// A clause of the function called `name`.
pub fn function_clause(module: &Module, name: Atom, clause: &Clause) -> String {
    print(module, WIDTH, |printer| printer.function_clause(name, clause))
}

/// All clauses, and a full stop.
pub fn function(module: &Module, function: &Function) -> String {
    print(module, WIDTH, |printer| printer.function(function))
}

pub fn form(module: &Module, form: &Form) -> String {
    print(module, WIDTH, |printer| printer.form(form))
}

pub fn type_(module: &Module, id: TypeId) -> String {
    print(module, WIDTH, |printer| printer.type_(id))
}

fn print(module: &Module, width: usize, doc: impl FnOnce(&mut Printer) -> Doc) -> String {
    let mut printer = Printer { module, docs: Documents::default() };
    let doc = doc(&mut printer);
    printer.docs.render(doc, width)
}

struct Printer<'m> {
    module: &'m Module,
    docs: Documents,
}
