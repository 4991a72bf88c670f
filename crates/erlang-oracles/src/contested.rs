//! Specs whose word others contradict. Many in the wild are sloppy: one that a passing test, or the
//! reference, shows to be wrong does not judge any more.

use std::collections::HashMap;

use erlang_machine::program::Mfa;
use erlang_term::Term;
use inquiry::{Judgement, Oracle};
use slices::Later;

use crate::{Call, EUnit, Reference, Specs, mfa};

/// The specs, as far as nobody contradicts them.
pub struct ContestedSpecs {
    specs: Specs,
    tests: Option<EUnit>,
    reference: Option<Reference>,
    /// Who contradicts the spec of a function, where somebody has looked.
    contradicted: HashMap<Mfa, Option<String>>,
}

impl ContestedSpecs {
    pub fn new(specs: Specs, tests: Option<EUnit>, reference: Option<Reference>) -> ContestedSpecs {
        ContestedSpecs { specs, tests, reference, contradicted: HashMap::new() }
    }

    async fn judge_call(&mut self, call: &Call) -> Option<Judgement> {
        let judgement = self.specs.judge(call).await?;
        let by = self.contradicted_by(call).await;
        by.is_none().then_some(judgement)
    }

    /// The spec has something against this call: who has something against the spec?
    async fn contradicted_by(&mut self, call: &Call) -> Option<String> {
        let name = mfa(call);
        if let Some(Some(by)) = self.contradicted.get(&name) {
            return Some(by.clone());
        }
        if let Some(reference) = &mut self.reference
            && reference.judge(call).await == Some(Judgement::Right)
        {
            let by = "the reference".to_owned();
            self.contradicted.insert(name, Some(by.clone()));
            return Some(by);
        }
        if let Some(by) = self.contradicted.get(&name) {
            return by.clone();
        }
        let by = match &mut self.tests {
            Some(tests) => passing_test(tests, &mut self.specs, name).await,
            None => None,
        };
        self.contradicted.insert(name, by.clone());
        by
    }
}

/// Where a passing test makes a call that the spec of the function forbids.
async fn passing_test(tests: &mut EUnit, specs: &mut Specs, name: Mfa) -> Option<String> {
    for (place, arguments, value) in tests.passing(name).await {
        if specs.judge_value(name, &arguments, &value).await.is_some() {
            return Some(format!("the passing test at {place}"));
        }
    }
    None
}

/// A call that a passing test makes, with its value.
pub(crate) type PassingCall = (String, Vec<Term>, Term);

impl Oracle<Call> for ContestedSpecs {
    fn name(&self) -> String {
        "spec".into()
    }

    fn judge<'a>(&'a mut self, call: &'a Call) -> Later<'a, Option<Judgement>> {
        Box::pin(self.judge_call(call))
    }

    /// Why the spec is silent about a call that it has something against.
    fn advice<'a>(&'a mut self, call: &'a Call) -> Later<'a, Option<String>> {
        Box::pin(async move {
            self.specs.judge(call).await?;
            let by = self.contradicted_by(call).await?;
            let Mfa { module, function, arity } = mfa(call);
            let function = format!("{}:{}/{arity}", Term::Atom(module), Term::Atom(function));
            Some(format!("the -spec of {function} is not used: {by} contradicts it"))
        })
    }
}
