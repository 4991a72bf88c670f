//! What a node says: a call and its result.

use erlang_machine::Class;
use erlang_machine::exception::Exception;
use erlang_term::Term;

use crate::subject::Subject;

/// One call: a node of the tree with its values.
#[derive(Clone)]
pub struct Call {
    pub subject: Subject,
    pub arguments: Vec<Term>,
    /// For a fun: the values that it brought along, in the order of [`Subject::captured`].
    pub captured: Vec<Term>,
    pub outcome: CallOutcome,
    pub clause: Clause,
}

#[derive(Clone)]
pub enum CallOutcome {
    Value(Term),
    Exception {
        class: Class,
        reason: Term,
        trace: Term,
    },
    /// The run ended before the call did, or its process did.
    Unfinished,
}

/// Which clause of the function a call took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clause {
    /// Counted from 1.
    Taken(u32),
    NoneMatched,
    /// The run ended while the clauses were tried; or it is an expression, which has none.
    Unknown,
}

impl From<&Exception> for CallOutcome {
    fn from(exception: &Exception) -> CallOutcome {
        let Exception { class, reason, trace } = exception.clone();
        CallOutcome::Exception { class, reason, trace }
    }
}
