//! Judges of Erlang calls who speak before the person is asked: specs, assertions, properties,
//! another version of the program.
//!
//! Each says right, wrong or inadmissible only where it must be so, and is silent otherwise.
//!
//! # Files
//!
//! Who judges a call before the person is asked: `spec/` (can a term belong to a type?;
//! `contested.rs` silences specs that others contradict), `eunit.rs`, `property.rs`,
//! `reference.rs`, and for concurrent runs `processes.rs`, which
//! compares such a node with what it would have been (`comparison.rs`), and `in_place.rs`, which
//! does so for an expression inside one. Assertions, properties and the reference try calls in a
//! `Court` (`trial.rs`): a machine of its own in which everything that reaches beyond the arguments
//! of a call is refused (the row of a native function says whether it does, `native/effect.rs` of
//! the machine). Assertions and properties are tried as they are written, in a copy of their module
//! in which the call in question is replaced by its recorded outcome (`stated.rs`). `trust.rs`
//! reads who is trusted. Whatever takes long pauses when the meter in `Limits` is spent, and may be
//! dropped then.

#![forbid(unsafe_code)]

pub mod carry;
mod comparison;
mod contested;
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

pub use contested::ContestedSpecs;
pub use eunit::EUnit;
pub use inside::Inside;
pub use processes::{Compared, ProcessReference};
pub use property::{Properties, PropertyJudge};
pub use reference::Reference;
pub use spec::Specs;
pub use trial::{Court, Limits};
pub use trust::{Trust, Trusted};

use erlang_machine::program::Mfa;
use erlang_tree::{Call, CallOutcome};
use inquiry::{Judgement, Oracle};
use slices::Later;

/// The function that was called.
fn mfa(call: &Call) -> Mfa {
    let subject = &call.subject;
    Mfa { module: subject.module, function: subject.function, arity: subject.arity }
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
