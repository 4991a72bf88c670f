//! Function values.

use crate::{Atom, Pid, Term};

pub enum Fun {
    /// `fun m:f/a`
    External { module: Atom, function: Atom, arity: u32 },
    /// `fun (…) -> … end` and `fun f/a`
    Closure(Closure),
}

/// A fun made inside a module, with the values it captured.
pub struct Closure {
    pub module: Atom,
    /// The lifted function, named as OTP's compiler names it: `-f/1-fun-0-`.
    pub function: Atom,
    /// How many arguments it takes, without the captured values.
    pub arity: u32,
    /// Number of the fun within its module, and the module's fingerprint, as `erlang:fun_info/1`
    /// reports them.
    pub index: u32,
    pub uniq: u32,
    /// The process that made it. Equal funs may have different ones.
    pub creator: Pid,
    /// Opaque to everyone but the machine that made it: where its code is.
    pub code: (u32, u32),
    pub environment: Vec<Term>,
}

impl Closure {
    /// The `code` of a fun that came in from outside and has not been connected with its module
    /// yet.
    pub const UNRESOLVED: (u32, u32) = (u32::MAX, u32::MAX);
}

impl Fun {
    pub fn arity(&self) -> u32 {
        match self {
            Fun::External { arity, .. } => *arity,
            Fun::Closure(closure) => closure.arity,
        }
    }

    pub fn module(&self) -> Atom {
        match self {
            Fun::External { module, .. } => *module,
            Fun::Closure(closure) => closure.module,
        }
    }
}
