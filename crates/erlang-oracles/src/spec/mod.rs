//! `-spec` as an oracle: arguments that no clause admits should not have been passed; a value that no admitting clause allows
//! is wrong. Only what cannot be otherwise counts; a spec never says that a call is right.

mod basic;
mod member;
mod types;

use std::rc::Rc;

use erlang_machine::world::Loader;

use crate::{Call, Judgement, Outcome, mfa};
use member::Membership;
use types::Types;

pub struct Specs {
    types: Types,
}

impl Specs {
    /// `loader` finds the modules that types are taken from.
    pub fn new(loader: Rc<dyn Loader>) -> Specs {
        Specs { types: Types::new(loader) }
    }

    pub fn judge(&mut self, call: &Call) -> Option<Judgement> {
        if call.subject.fun.is_some() {
            return None;
        }
        let clauses = self.types.spec(mfa(call))?;
        let mut fits = |term, ty| Membership::new(&mut self.types).possible(term, ty);
        let mut admitting = Vec::new();
        for clause in clauses.iter() {
            if clause.arguments.len() == call.arguments.len()
                && clause.arguments.iter().zip(&call.arguments).all(|(&ty, term)| fits(term, ty))
            {
                admitting.push(clause.result);
            }
        }
        if admitting.is_empty() {
            return Some(Judgement::Inadmissible);
        }
        // An exception is nobody's type; but whoever returns although it has no value to return is wrong.
        let Outcome::Value(value) = &call.outcome else { return None };
        let allowed = admitting.into_iter().any(|result| fits(value, result));
        (!allowed).then_some(Judgement::Wrong)
    }
}

#[cfg(test)]
mod tests;
