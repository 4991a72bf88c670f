//! Exceptions with their stack traces.

use erlang_term::{Atom, Term, atoms};

use crate::Class;

/// Raised by code; caught, or the end of a process.
#[derive(Clone)]
pub struct Exception {
    pub class: Class,
    pub reason: Term,
    /// As Erlang shows it: `[{M, F, ArityOrArguments, [{file, F}, {line, L}]}]`, innermost first.
    pub trace: Term,
}

impl Exception {
    /// What links and monitors are told when a process dies of this.
    pub fn exit_reason(&self) -> Term {
        match self.class {
            Class::Exit => self.reason.clone(),
            Class::Error => Term::tuple([self.reason.clone(), self.trace.clone()]),
            Class::Throw => Term::tuple([
                Term::tuple([Term::Atom(atoms::NOCATCH), self.reason.clone()]),
                self.trace.clone(),
            ]),
        }
    }
}

/// One entry of a stack trace.
pub fn trace_entry(module: Atom, function: Atom, arity_or_arguments: Term, location: Term) -> Term {
    Term::tuple([Term::Atom(module), Term::Atom(function), arity_or_arguments, location])
}

/// `[{file, File}, {line, Line}]`
pub fn location(file: &str, line: u32) -> Term {
    Term::list([
        Term::tuple([Term::Atom(atoms::FILE), Term::string(file)]),
        Term::tuple([Term::Atom(atoms::LINE), Term::Int(i64::from(line))]),
    ])
}
