//! Functions written in Rust: the table that `docs/builtins.md` is generated from.
//!
//! A native function gets its arguments and returns a value or raises. It never calls back into Erlang code: functions
//! that take funs are written in Erlang, in the embedded library. It never recurses over a term.

use erlang_term::Term;

use crate::Raise;

/// What a native function may reach beside its arguments. Pure functions ignore it.
pub struct Context<'a> {
    _later: std::marker::PhantomData<&'a mut ()>,
}

pub type Outcome = Result<Term, Raise>;

pub type NativeFunction = fn(&mut Context<'_>, &[Term]) -> Outcome;

/// `(function, arity, code)` for one module. The arguments are always as many as the arity says.
pub type Table = &'static [(&'static str, u32, NativeFunction)];

/// Every module with native functions.
pub const MODULES: &[(&str, Table)] = &[];
