//! Judges of Erlang calls who speak before the person is asked: specs, assertions, properties,
//! another version of the program.
//!
//! Each says right, wrong or inadmissible only where it must be so, and is silent otherwise.

pub mod carry;
mod comparison;
pub mod eunit;
mod in_place;
mod inside;
mod processes;
pub mod property;
pub mod reference;
mod scope;
pub mod spec;
mod stated;
pub mod trial;
pub mod trust;

pub use eunit::EUnit;
pub use inside::Inside;
pub use processes::ProcessReference;
pub use property::{Properties, PropertyJudge};
pub use reference::Reference;
pub use spec::Specs;
pub use trial::{Court, Limits};
pub use trust::{Trust, Trusted};

use erlang_machine::program::Mfa;
use erlang_tree::{Call, Outcome};
use inquiry::{Judgement, Oracle};
use slices::Later;

/// The function that was called.
fn mfa(call: &Call) -> Mfa {
    let subject = &call.subject;
    Mfa { module: subject.module, function: subject.function, arity: subject.arity }
}

impl Oracle<Call> for Specs {
    fn name(&self) -> String {
        "spec".into()
    }

    fn judge<'a>(&'a mut self, call: &'a Call) -> Later<'a, Option<Judgement>> {
        Box::pin(Specs::judge(self, call))
    }
}

impl Oracle<Call> for EUnit {
    fn name(&self) -> String {
        "eunit".into()
    }

    fn judge<'a>(&'a mut self, call: &'a Call) -> Later<'a, Option<Judgement>> {
        Box::pin(EUnit::judge(self, call))
    }

    fn advice<'a>(&'a mut self, call: &'a Call) -> Later<'a, Option<String>> {
        Box::pin(EUnit::advice(self, call))
    }
}

impl Oracle<Call> for PropertyJudge {
    fn name(&self) -> String {
        PropertyJudge::name(self).to_owned()
    }

    fn judge<'a>(&'a mut self, call: &'a Call) -> Later<'a, Option<Judgement>> {
        Box::pin(PropertyJudge::judge(self, call))
    }

    fn advice<'a>(&'a mut self, call: &'a Call) -> Later<'a, Option<String>> {
        Box::pin(PropertyJudge::advice(self, call))
    }
}

impl Oracle<Call> for Reference {
    fn name(&self) -> String {
        "reference".into()
    }

    fn judge<'a>(&'a mut self, call: &'a Call) -> Later<'a, Option<Judgement>> {
        Box::pin(Reference::judge(self, call))
    }
}

#[cfg(test)]
mod pauses;
#[cfg(test)]
mod testing;
