//! Exceptions on their way to a handler.

use erlang_term::{Atom, Term, atoms};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    Error,
    Exit,
    Throw,
}

/// What a native function raises. The machine adds the stack trace: the native call with its
/// arguments on top.
#[derive(Clone)]
pub struct Raise {
    pub class: Class,
    pub reason: Term,
    /// What the topmost entry of the stack trace says under `error_info`, beside the module:
    /// `#{cause => …}`. Most say nothing.
    pub cause: Option<Term>,
    /// The trace to show instead of the true one (`erlang:raise/3`).
    pub trace: Option<Term>,
    /// The arguments to show for the topmost entry, if not those of the call (`erlang:error/2`):
    /// then the calling function is named.
    pub arguments: Option<Term>,
    /// `not supported: m:f/a`: ends the run, cannot be caught.
    pub unsupported: Option<String>,
}

impl Class {
    pub fn atom(self) -> Atom {
        match self {
            Class::Error => atoms::ERROR,
            Class::Exit => atoms::EXIT,
            Class::Throw => atoms::THROW,
        }
    }
}

impl Raise {
    pub fn error(reason: Term) -> Raise {
        Raise { class: Class::Error, reason, cause: None, trace: None, arguments: None, unsupported: None }
    }

    pub fn badarg() -> Raise {
        Raise::error(Term::Atom(atoms::BADARG))
    }

    /// With a `cause` in the stack trace, as functions of OTP give it.
    pub fn because(self, cause: Atom) -> Raise {
        Raise { cause: Some(Term::Atom(cause)), ..self }
    }

    pub fn badarith() -> Raise {
        Raise::error(Term::Atom(atoms::BADARITH))
    }

    /// `what` names it.
    pub fn unsupported(what: impl std::fmt::Display) -> Raise {
        Raise { unsupported: Some(format!("not supported: {what}")), ..Raise::badarg() }
    }

    pub fn exit(reason: Term) -> Raise {
        Raise { class: Class::Exit, ..Raise::error(reason) }
    }

    pub fn throw(value: Term) -> Raise {
        Raise { class: Class::Throw, ..Raise::error(value) }
    }
}
