//! An expression of a call, made again in the place where it was evaluated, as it was and in
//! another version.
//!
//! The messages in the mailbox, and all that processes share, are given, as the values of variables
//! are: a receive is not to blame for what it was sent, nor what looks something up for what was
//! put there. The effects of an expression are part of its outcome.

use std::rc::Rc;

use computation_tree::NodeId;
use erlang_machine::code::FunctionId;
use erlang_machine::program::{ModuleCode, Program};
use erlang_syntax::ast::Module;
use erlang_term::{Atom, Term};
use erlang_tree::processes::rehearsal::{Effect, Rehearsal, RehearsalEnd};
use erlang_tree::zoom::{self, ExpressionEnd, Zoom};
use erlang_tree::{CallOutcome, Version};
use inquiry::Judgement;
use slices::Meter;

use crate::comparison::{Agreement, Comparison};

pub(crate) struct InPlace {
    program: Rc<Program>,
    /// Of the reference.
    pub(crate) modules: Vec<Rc<Module>>,
    /// None: not needed so far. Some(None): it cannot be compiled.
    stage: Option<Option<Stage>>,
    meter: Meter,
}

/// Both versions of the zoomed function, with functions for the questions, as part of the program
/// that ran.
struct Stage {
    probes: zoom::Reference,
    ours: Rc<ModuleCode>,
    theirs: Rc<ModuleCode>,
    version: Version,
}

impl InPlace {
    pub(crate) fn new(program: Rc<Program>, meter: Meter) -> InPlace {
        InPlace { program, modules: Vec::new(), stage: None, meter }
    }

    /// `theirs`: the questions, for the reference.
    pub(crate) async fn judge(
        &mut self,
        zoom: &Zoom,
        node: NodeId,
        theirs: &zoom::Reference,
    ) -> Option<Judgement> {
        if !zoom.has_place() {
            return None;
        }
        if self.stage.is_none() {
            self.stage = Some(self.stage(zoom, theirs));
        }
        let Stage { probes, ours, theirs: their_code, version } = self.stage.as_ref()?.as_ref()?;
        let (function, arguments) = probes.question(zoom, node)?;
        let (their_function, their_arguments) = theirs.question(zoom, node)?;
        let calls = [
            (function_of(ours, function, &arguments)?, &arguments[..]),
            (function_of(their_code, their_function, &their_arguments)?, &their_arguments[..]),
        ];
        let [was, other] = zoom.rehearse(node, version, calls, &self.meter).await?;
        // Alone, it must have the same outcome as in its function.
        let mut with_itself = Comparison::new(version, &self.program, &was, &was);
        let reproduced = agrees(zoom, node, &was, &mut with_itself)?;
        if !reproduced || with_itself.in_doubt {
            return None;
        }
        let mut comparison = Comparison::new(version, &self.program, &was, &other);
        let right = is_right(zoom, node, &was, &other, &mut comparison)?;
        let in_doubt = comparison.in_doubt || other.doubtful;
        (!in_doubt).then_some(if right { Judgement::Right } else { Judgement::Wrong })
    }

    fn stage(&self, zoom: &Zoom, theirs: &zoom::Reference) -> Option<Stage> {
        let source = &zoom.subject().source;
        let probes = zoom::Reference::new(zoom, source)?;
        let ours = self.program.another(probes.module().clone()).ok()?;
        let theirs = self.program.another(theirs.module().clone()).ok()?;
        let others = self.modules.iter().filter(|module| module.name != source.name).cloned();
        let version = Version::new(&self.program, others).ok()?;
        let version = version.with(&self.program, &ours).with(&self.program, &theirs);
        Some(Stage { probes, ours, theirs, version })
    }
}

fn function_of(code: &ModuleCode, name: Atom, arguments: &[Term]) -> Option<FunctionId> {
    code.functions.get(&(name, arguments.len() as u32)).map(|(id, _)| *id)
}

/// Does a node say what came of it in a rehearsal? None: there is nothing to compare.
fn agrees(zoom: &Zoom, node: NodeId, made: &Rehearsal, comparison: &mut Comparison<'_>) -> Option<bool> {
    let unfinished = matches!(zoom.found(node), ExpressionEnd::Outcome(CallOutcome::Unfinished));
    let Some(end) = &made.end else { return Some(unfinished) };
    let outcome = match end {
        RehearsalEnd::Value(value) => CallOutcome::Value(value.clone()),
        RehearsalEnd::Exception { class, reason } => {
            CallOutcome::Exception { class: *class, reason: reason.clone(), trace: Term::Nil }
        }
        RehearsalEnd::Reached(_) | RehearsalEnd::Killed => return Some(unfinished),
        RehearsalEnd::Hibernated { .. } => return None,
    };
    match unfinished {
        true => Some(false),
        false => zoom::agrees(zoom, node, &outcome, &mut |was, other| Some(comparison.term(was, other))),
    }
}

fn is_right(
    zoom: &Zoom,
    node: NodeId,
    was: &Rehearsal,
    other: &Rehearsal,
    comparison: &mut Comparison<'_>,
) -> Option<bool> {
    // If the other version does something else before the receive, nobody can say what it would
    // have done there.
    let (before, since) = since_receive(&was.effects);
    let (other_before, other_since) = since_receive(&other.effects);
    if comparison.effects(before, other_before) != Agreement::Same {
        return None;
    }
    let agreement = comparison.effects(since, other_since);
    let alike = agreement == Agreement::Same;
    let so_far = alike || agreement == Agreement::More;
    match (&was.end, &other.end) {
        // As for whole steps: who was ended by others did nothing wrong if it did nothing else
        // until then.
        (Some(RehearsalEnd::Killed), _) => Some(so_far),
        (None, None) => Some(agreement != Agreement::Different),
        (None, Some(_)) => (!so_far || was.is_final).then_some(false),
        (_, Some(RehearsalEnd::Killed | RehearsalEnd::Hibernated { .. })) => None,
        (Some(RehearsalEnd::Reached(reached)), Some(RehearsalEnd::Reached(other_reached))) => {
            if !(alike && comparison.reached(reached, other_reached)) {
                return Some(false);
            }
            // What it has computed so far and keeps for later does not show: if it is not the same,
            // that may mean nothing.
            comparison.open_but_first(&was.open, &other.open).then_some(true)
        }
        (_, Some(RehearsalEnd::Reached(_)) | None) => Some(false),
        _ => Some(alike && agrees(zoom, node, other, comparison)?),
    }
}

fn since_receive(effects: &[Effect]) -> (&[Effect], &[Effect]) {
    let last = effects.iter().rposition(|effect| matches!(effect, Effect::Reached(_)));
    effects.split_at(last.map_or(0, |last| last + 1))
}

#[cfg(test)]
mod tests {
    use computation_tree::{Tree, TreeExt};
    use slices::finish;

    use crate::Inside;
    use crate::testing::processes;
    use crate::trial::Limits;
    use test_support::Sources;

    use super::*;

    const HEAD: &str = "-module(m).\n-export([main/0]).\n";

    /// What is to blame inside `main` and its receives: what the reference says is wrong, though
    /// all inside it is right. The suspect is what comes of the reference if some of its text is
    /// replaced.
    #[track_caller]
    fn check(reference: &str, right: &str, wrong: &str, expected: &[&str]) {
        assert_eq!(reference.matches(right).count(), 1, "{right}");
        let (program, mut run) = processes(&format!("{HEAD}{}\n", reference.replace(right, wrong)));
        let reference = Sources::new(&[&format!("{HEAD}{reference}\n")]);
        let limits = Limits { steps: 100_000, ..Limits::default() };
        let mut blamed = Vec::new();
        for node in (0..run.tree().len()).map(NodeId) {
            let is_main = |node: NodeId| run.subject(run.tree().subject(node)).function.name() == "main";
            // What goes on around a receive leaves to it what is inside.
            if !is_main(node) || run.tree().children(node).any(is_main) {
                continue;
            }
            let Ok(zoom) = finish(run.zoom(node, &Meter::unlimited())) else { continue };
            let loader = Box::new(reference.clone());
            let mut inside =
                Inside::new(&zoom, loader, program.clone(), limits.clone()).expect("a counterpart");
            let mut is_right = |inner: NodeId| {
                let judgement = finish(inside.judge(&zoom, inner));
                let text = zoom.statement(&program, inner).text;
                judgement.unwrap_or_else(|| panic!("{wrong}: what of {text}?")) == Judgement::Right
            };
            for inner in (1..zoom.tree.len()).map(NodeId) {
                if !is_right(inner) && zoom.tree.children(inner).all(&mut is_right) {
                    blamed.push(zoom.statement(&program, inner).text);
                }
            }
        }
        assert_eq!(blamed, expected, "{wrong}");
    }

    /// The message that was sent is an input of the receive, whether it is right or wrong.
    #[test]
    fn messages() {
        let program = "
            main() -> P = self(), Q = spawn(fun() -> receive {P, N} -> P ! f(N) end end), Q ! {P, 1}, g(2), receive X -> X * 2 end.
            f(N) -> N + 1.
            g(N) -> self() ! {N}, receive {M} -> M end.";
        check(program, "N + 1", "N + 2", &[]);
        check(program, "{M} -> M end", "{M} -> M + 1 end", &["g(2)"]);
        check(program, "X * 2", "X * 3", &["X * 3"]);
        check(program, "{P, 1}", "{P, 7}", &["{P, 7}"]);
        check(program, "P ! f(N) end end)", "Q = P, Q ! f(N) end end)", &[]);
    }

    /// What is found in the dictionary, in a table or among persistent terms is given, too: who put
    /// it there is to blame.
    #[test]
    fn what_is_shared() {
        let program = "
            main() ->
                persistent_term:put(key, 1),
                put(own, 2),
                T = ets:new(t, [public]),
                ets:insert(T, {a, 3}),
                P = self(),
                spawn(fun() -> P ! {persistent_term:get(key), ets:lookup(T, a)} end),
                receive X -> {X, get(own)} end.";
        check(program, "put(key, 1)", "put(key, 4)", &["persistent_term:put(key, 4)"]);
        check(program, "put(own, 2)", "put(own, 4)", &["put(own, 4)"]);
        check(program, "{a, 3}", "{a, 4}", &["ets:insert(T, {a, 4})"]);
        check(program, "{X, get(own)}", "{get(own), X}", &["get(own)"]);
    }

    /// A receive is to blame for what it takes of what is there, and for how long it waits.
    #[test]
    fn what_a_receive_takes() {
        let program = "
            main() ->
                self() ! {b, self()}, self() ! {a, self()},
                receive {b, P} when is_pid(P) -> second; {a, _} -> first after 10 -> none end.";
        check(program, "{b, P}", "{c, P}", &["{c, P}"]);
        check(program, "is_pid(P)", "is_atom(P)", &["is_atom(P)"]);
        check(program, "second", "third", &["third"]);
    }

    #[test]
    fn processes_that_are_created() {
        let program = "
            main() -> P = self(), {Q, R} = spawn_monitor(fun() -> f(P, 1) end), receive {Q, N} -> N end, receive {'DOWN', R, _, _, W} -> W end.
            f(P, N) -> P ! {self(), N}.";
        check(program, "P ! {self(), N}", "P ! {self(), N + 1}", &[]);
        check(program, "spawn_monitor(fun() -> f(P, 1) end)", "spawn_monitor(fun() -> f(P, 2) end)", &[]);
        check(program, "-> W end", "-> {W} end", &["{W}"]);
    }
}
