//! Another version of the program, asked about the inside of a call: what its expression at the
//! same place evaluates to with the same values.
//!
//! Where nothing but the values of variables matters, the expression is tried by itself; otherwise
//! in its place in the run.

use std::rc::Rc;

use computation_tree::NodeId;
use erlang_machine::program::{Mfa, Program};
use erlang_machine::world::{FoundModule, Loader};
use erlang_syntax::ast::Module;
use erlang_term::{Atom, Term};
use erlang_tree::zoom::{self, Laboratory, ReferenceJudgement, Zoom};
use slices::Later;

use crate::in_place::InPlace;
use crate::reference::Reference;
use crate::trial::{Court, Limits, Trial};
use crate::{CallOutcome, Judgement};

/// The reference of one zoomed call.
pub struct Inside {
    /// The other version with functions for the questions.
    probes: zoom::Reference,
    bench: Bench,
    in_place: InPlace,
}

impl Inside {
    /// `loader` finds the reference, `suspect` is the program that the call comes from. None: the
    /// reference has no such function.
    pub fn new(zoom: &Zoom, loader: Box<dyn Loader>, suspect: Rc<Program>, limits: Limits) -> Option<Inside> {
        let module = zoom.subject().module;
        let FoundModule::Module { module: other, trusted: false } = loader.load(module) else { return None };
        let probes = zoom::Reference::new(zoom, &other)?;
        let loader = WithProbes { loader, module: probes.module().clone() };
        let in_place = InPlace::new(suspect.clone(), limits.meter.clone());
        let reference = Reference::new(Court::new(Box::new(loader), limits), suspect);
        Some(Inside { probes, bench: Bench { module, reference }, in_place })
    }

    /// The reference has these modules, too.
    pub fn among(mut self, modules: Vec<Rc<Module>>) -> Inside {
        self.in_place.modules = modules;
        self
    }

    pub async fn judge(&mut self, zoom: &Zoom, node: NodeId) -> Option<Judgement> {
        // What others can see of it is nothing that could be tried by itself.
        let alone = zoom.is_quiet(node) || self.probes.question(zoom, node).is_none();
        let answer = match alone {
            true => self.probes.judge(zoom, node, &mut self.bench).await,
            false => ReferenceJudgement::Unknown,
        };
        match answer {
            ReferenceJudgement::Right => Some(Judgement::Right),
            ReferenceJudgement::Wrong => Some(Judgement::Wrong),
            ReferenceJudgement::Trust => Some(Judgement::Trust),
            ReferenceJudgement::Unknown => self.in_place.judge(zoom, node, &self.probes).await,
        }
    }
}

/// The reference, with more functions in one of its modules.
struct WithProbes {
    loader: Box<dyn Loader>,
    module: Rc<Module>,
}

impl Loader for WithProbes {
    fn load(&self, module: Atom) -> FoundModule {
        if module == self.module.name {
            return FoundModule::Module { module: self.module.clone(), trusted: false };
        }
        self.loader.load(module)
    }
}

struct Bench {
    module: Atom,
    reference: Reference,
}

impl Laboratory for Bench {
    fn call(&mut self, function: Atom, arguments: Vec<Term>) -> Later<'_, Option<CallOutcome>> {
        Box::pin(async move {
            let arity = arguments.len() as u32;
            match self.reference.try_call(Mfa { module: self.module, function, arity }, &arguments).await? {
                Trial::Value(value) => Some(CallOutcome::Value(value)),
                Trial::Exception { class, reason } => {
                    Some(CallOutcome::Exception { class, reason, trace: Term::Nil })
                }
                Trial::Inconclusive(_) => None,
            }
        })
    }

    fn same(&mut self, ours: &Term, theirs: &Term) -> Option<bool> {
        self.reference.same(ours, theirs)
    }
}

#[cfg(test)]
mod tests {
    use computation_tree::{Tree, TreeExt};
    use slices::finish;
    use test_support::Sources;

    use super::*;
    use crate::testing::zoomed;

    /// The code to blame in `m:main()` of the suspect, whose older version is the reference.
    #[track_caller]
    fn check(older: &str, from: &str, to: &str, expected: &str) {
        assert_eq!(older.matches(from).count(), 1, "{from}");
        let head = "-module(m).\n-export([main/0]).\n";
        let (program, zoom) = zoomed(&format!("{head}{}\n", older.replace(from, to)));
        let reference = Sources::new(&[&format!("{head}{older}\n")]);
        let limits = Limits { steps: 100_000, ..Limits::default() };
        let mut inside =
            Inside::new(&zoom, Box::new(reference), program.clone(), limits).expect("a counterpart");
        let mut buggy = NodeId(0);
        let mut work: Vec<NodeId> = zoom.tree.children(buggy).collect();
        while let Some(node) = work.pop() {
            match finish(inside.judge(&zoom, node)) {
                Some(Judgement::Wrong) => {
                    buggy = node;
                    work = zoom.tree.children(node).collect();
                }
                Some(Judgement::Trust) => work.extend(zoom.tree.children(node)),
                Some(_) => {}
                None => {}
            }
        }
        assert_eq!(zoom.statement(&program, buggy).text, expected);
        assert!(zoom.tree.len() > 1);
    }

    #[test]
    fn what_was_changed_is_to_blame() {
        check("main() -> X = 1 + 2, {X, X * 3}.", "X * 3", "X * 4", "X * 4");
        // Funs are compared with their counterparts, and called there.
        check(
            "main() -> F = fun(X) -> X + 1 end, {F, lists:map(F, [1, 2]), 7 div 2}.",
            "7 div 2",
            "7 div 3",
            "7 div 3",
        );
        check(
            "main() -> F = fun(X) -> X + 1 end, {F, case {F, 5} of {G, N} when N > 4 -> G(N); _ -> none end}.",
            "N > 4",
            "N > 5",
            "N > 5",
        );
        // Nothing is said of what reaches beyond its arguments; what comes of it is given.
        check("main() -> put(a, 1), X = get(a), {X, X + 1}.", "X + 1", "X + 2", "X + 2");
    }
}
