//! `-spec` as an oracle: arguments that no clause admits should not have been passed; a value that
//! no admitting clause allows is wrong. Only what cannot be otherwise counts; a spec never says
//! that a call is right.

mod basic;
mod member;
mod types;

use std::rc::Rc;

use erlang_machine::program::Mfa;
use erlang_machine::world::Loader;
use erlang_term::Term;
use slices::Meter;

use crate::{Call, CallOutcome, Judgement, mfa};
use member::Membership;
use types::{Ty, Types};

pub struct Specs {
    types: Types,
    meter: Meter,
}

impl Specs {
    /// `loader` finds the modules that types are taken from. `meter`: when it pauses.
    pub fn new(loader: Rc<dyn Loader>, meter: Meter) -> Specs {
        Specs { types: Types::new(loader), meter }
    }

    pub async fn judge(&mut self, call: &Call) -> Option<Judgement> {
        if call.subject.fun.is_some() {
            return None;
        }
        let value = match &call.outcome {
            CallOutcome::Value(value) => Some(value),
            _ => None,
        };
        self.judge_outcome(mfa(call), &call.arguments, value).await
    }

    /// What it says of a call with this value.
    pub(crate) async fn judge_value(
        &mut self,
        name: Mfa,
        arguments: &[Term],
        value: &Term,
    ) -> Option<Judgement> {
        self.judge_outcome(name, arguments, Some(value)).await
    }

    async fn judge_outcome(
        &mut self,
        name: Mfa,
        arguments: &[Term],
        value: Option<&Term>,
    ) -> Option<Judgement> {
        let clauses = self.types.spec(name)?;
        let mut admitting = Vec::new();
        for clause in clauses.iter().filter(|clause| clause.arguments.len() == arguments.len()) {
            let mut admits = true;
            for (&ty, term) in clause.arguments.iter().zip(arguments) {
                admits = admits && self.fits(term, ty).await;
            }
            if admits {
                admitting.push(clause.result);
            }
        }
        if admitting.is_empty() {
            return Some(Judgement::Inadmissible);
        }
        // A spec says nothing about exceptions; but a function with return type `none()` must not
        // return.
        let value = value?;
        for result in admitting {
            if self.fits(value, result).await {
                return None;
            }
        }
        Some(Judgement::Wrong)
    }

    async fn fits(&mut self, term: &Term, ty: Ty) -> bool {
        Membership::new(&mut self.types).possible(term, ty, &self.meter).await
    }
}

#[cfg(test)]
mod tests;
