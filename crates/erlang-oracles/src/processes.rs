//! Another version of the program as an oracle for concurrent runs: each transition is made again
//! in that version, from the same state, with the same messages.
//!
//! What is judged is the transition alone. If it began in a state that the reference version never
//! reaches, that is not its fault; the step that made that state is to blame.

use std::rc::Rc;

use computation_tree::NodeId;
use erlang_machine::program::Program;
use erlang_syntax::ast::Module;
use erlang_tree::processes::rehearsal::{Effect, RehearsalEnd, Rehearsals};
use erlang_tree::{RunTree, Version};
use inquiry::Judgement;
use slices::Meter;

use crate::comparison::Comparison;

/// A correct or older version of the program, beside the one that ran.
pub struct ProcessReference {
    version: Version,
    program: Rc<Program>,
    meter: Meter,
}

impl ProcessReference {
    /// `program` is the one that ran; `modules` are other versions of modules of it. `meter`: when
    /// it pauses.
    pub fn new(
        program: Rc<Program>,
        modules: impl IntoIterator<Item = Rc<Module>>,
        meter: Meter,
    ) -> Result<ProcessReference, String> {
        let version = Version::new(&program, modules)?;
        Ok(ProcessReference { version, program, meter })
    }

    /// Right or wrong: the same, or not, in the other version. Inadmissible: that version is in
    /// another state before.
    pub async fn judge(&mut self, run: &mut RunTree, node: NodeId) -> Option<Judgement> {
        let Rehearsals { was, other, stuck } = run.rehearse(node, &self.version, &self.meter).await?;
        let mut comparison = Comparison::new(&self.version, &self.program, &was, &other);
        let judgement = match stuck {
            Some(goes_on) => comparison.stuck(&was, &other, goes_on),
            None => comparison.judge(&was, &other),
        }?;
        (!comparison.in_doubt && !other.doubtful).then_some(judgement)
    }
}

/// How far a node did what another version would have done in its place.
pub struct Compared {
    pub judgement: Judgement,
    /// What it did, up to the first thing that the version would not have done.
    pub agreed: Vec<Effect>,
    /// What it did next, and what the version would have done instead.
    pub difference: (Option<Effect>, Option<Effect>),
    /// What the version does after that.
    pub instead: Vec<Effect>,
    /// Its outcome, and that in the other version. None: it does not end.
    pub ends: (Option<RehearsalEnd>, Option<RehearsalEnd>),
    /// Whether these are the same.
    pub same_end: bool,
}

impl ProcessReference {
    /// The same as [`ProcessReference::judge`], with what differs.
    pub async fn compare(&mut self, run: &mut RunTree, node: NodeId) -> Option<Compared> {
        let Rehearsals { was, other, stuck } = run.rehearse(node, &self.version, &self.meter).await?;
        let mut comparison = Comparison::new(&self.version, &self.program, &was, &other);
        let judgement = match stuck {
            Some(goes_on) => comparison.stuck(&was, &other, goes_on),
            None => comparison.judge(&was, &other),
        }?;
        if comparison.in_doubt || other.doubtful {
            return None;
        }
        let both = was.effects.iter().zip(&other.effects);
        let agreed = both.take_while(|(was, other)| comparison.effect(was, other)).count();
        let same_end = match (&was.end, &other.end) {
            (Some(end), Some(other)) => comparison.end(end, other),
            (end, other) => end.is_none() && other.is_none(),
        };
        Some(Compared {
            judgement,
            difference: (was.effects.get(agreed).cloned(), other.effects.get(agreed).cloned()),
            instead: other.effects.into_iter().skip(agreed).collect(),
            agreed: was.effects.into_iter().take(agreed).collect(),
            ends: (was.end, other.end),
            same_end,
        })
    }
}

#[cfg(test)]
mod tests {
    use computation_tree::Tree;
    use erlang_tree::processes::NodeKind;
    use slices::finish;

    use super::*;
    use crate::testing::processes;

    const HEAD: &str = "-module(m).\n-export([main/0]).\n";

    /// What the reference says of the nodes of a run, but for those that are right.
    #[track_caller]
    fn check(suspect: &str, reference: &str, expected: &[&str]) {
        let (program, mut run) = processes(&format!("{HEAD}{suspect}\n"));
        let module = test_support::module(&format!("{HEAD}{reference}\n"));
        let mut reference =
            ProcessReference::new(program, [module], Meter::unlimited()).expect("a reference");
        let mut said = Vec::new();
        for node in (0..run.tree().len()).map(NodeId) {
            let kind = match run.kind(node) {
                NodeKind::Run | NodeKind::Process => continue,
                NodeKind::FirstStep => "call",
                NodeKind::Receive => "receive in",
                NodeKind::Transition => "rest of",
                NodeKind::Stuck => "stuck in",
            };
            let judgement = finish(reference.judge(&mut run, node));
            if judgement != Some(Judgement::Right) {
                let function = run.subject(run.tree().subject(node)).function.name();
                let judgement = judgement.map_or("-", Judgement::name);
                said.push(format!("{kind} {function}: {judgement}"));
            }
        }
        assert_eq!(said, expected, "{suspect}");
    }

    /// The suspect is what comes of a reference if some of its text is replaced.
    #[track_caller]
    fn check_bug(reference: &str, right: &str, wrong: &str, expected: &[&str]) {
        assert!(reference.contains(right), "{right}");
        check(&reference.replacen(right, wrong, 1), reference, expected);
    }

    const SERVER: &str = "
        main() -> Pid = spawn(fun() -> loop(0) end), add(Pid, 1), add(Pid, 2), get(Pid).
        add(Pid, N) -> Pid ! {add, N}.
        get(Pid) -> Pid ! {get, self()}, receive {value, V} -> V end.
        loop(Sum) ->
            receive
                {add, N} -> loop(plus(Sum, N));
                {get, From} -> From ! {value, Sum}
            end.
        plus(A, B) -> A + B.";

    #[test]
    fn a_server() {
        check(SERVER, SERVER, &[]);
        // The same, written otherwise.
        check_bug(SERVER, "A + B", "0 + A + B", &[]);
        check_bug(
            SERVER,
            "{value, Sum}",
            "{value, Sum + 1}",
            &["rest of loop: wrong", "receive in loop: wrong"],
        );
        check_bug(
            SERVER,
            "A + B",
            "A - B",
            &["receive in loop: wrong", "call plus: wrong", "receive in loop: wrong", "call plus: wrong"],
        );
        check_bug(
            SERVER,
            "{add, N}.",
            "{add, N + 1}.",
            &["call main: wrong", "call add: wrong", "call add: wrong"],
        );
        check_bug(
            SERVER,
            "{get, self()}",
            "{got, self()}",
            &["call main: wrong", "call get: wrong", "stuck in get: inadmissible"],
        );
        check_bug(SERVER, "{get, From}", "{got, From}", &["stuck in loop: wrong"]);
        check_bug(SERVER, "loop(0)", "loop(1)", &["call -main/0-fun-0-: wrong"]);
    }

    /// What a call keeps for later is part of what it did, though only what comes after its receive
    /// shows it.
    #[test]
    fn what_open_calls_know() {
        let program = "
            main() -> X = f(1), self() ! go, receive go -> ok end, {X, g(X)}.
            f(N) -> N + 1.
            g(X) -> X * 2.";
        check_bug(program, "N + 1", "N - 1", &["call main: wrong", "call f: wrong"]);
        check_bug(program, "X * 2", "X + 2", &[]);
        check_bug(program, "X * 2", "X + 3", &["rest of main: wrong", "call g: wrong"]);
        check_bug(program, "{X, g(X)}", "{g(X), X}", &["rest of main: wrong"]);
    }

    /// A run with checkpoints: what happened late is made again from the last one before it.
    #[test]
    fn late_in_a_long_run() {
        const LONG: &str = "
            main() ->
                P = spawn(fun() -> loop(0) end),
                [P ! {add, N} || N <- lists:seq(1, 5000)],
                P ! {get, self()},
                receive {sum, S} -> S end.
            loop(Sum) ->
                receive
                    {add, N} -> loop(plus(Sum, N));
                    {get, To} -> To ! {sum, Sum}, loop(Sum)
                end.
            plus(A, B) when B < 4998 -> A + B;
            plus(A, B) -> A + B.";
        let buggy = LONG.replace("plus(A, B) -> A + B.", "plus(A, B) -> A - B.");
        let (program, mut run) = processes(&format!("{HEAD}{buggy}\n"));
        let module = test_support::module(&format!("{HEAD}{LONG}\n"));
        let mut reference =
            ProcessReference::new(program, [module], Meter::unlimited()).expect("a reference");
        let last = run.tree().len();
        let wrong = (last - 30..last).map(NodeId).filter(|node| {
            finish(reference.judge(&mut run, *node)).expect("a judgement") == Judgement::Wrong
        });
        // A receive and a call for each of the last three messages.
        assert_eq!(wrong.count(), 6);
    }

    /// A call that had gone astray before is not judged for what comes later.
    #[test]
    fn astray() {
        let program = "
            main() -> self() ! 1, A = receive 1 -> 1 end, self() ! A + 1, receive B -> B * 2 end.";
        check_bug(
            program,
            "A + 1",
            "A + 2",
            &["rest of main: wrong", "rest of main: inadmissible", "receive in main: inadmissible"],
        );
    }

    #[test]
    fn timeouts_and_senders() {
        let program = "
            main() ->
                S = self(),
                [A, B] = [spawn(fun() -> receive after T -> S ! {self(), T} end end) || T <- [20, 10]],
                ask(A, B).
            ask(A, B) -> receive {A, T} -> {first, T}; {B, T} when T > 15 -> {second, T} after 100 -> none end.";
        check(program, program, &[]);
        check_bug(program, "after 100", "after 15", &["rest of ask: wrong", "receive in ask: wrong"]);
        check_bug(program, "T > 15", "T > 5", &["rest of ask: wrong", "receive in ask: wrong"]);
        check_bug(program, "{A, T}", "{_, T}", &["rest of ask: wrong", "receive in ask: wrong"]);
    }

    #[test]
    fn links_and_children() {
        let program = "
            main() -> process_flag(trap_exit, true), P = start(), receive {'EXIT', P, R} -> R after 10 -> none end.
            start() -> spawn_link(fun() -> exit(done) end).";
        check(program, program, &[]);
        check_bug(program, "spawn_link", "spawn", &["call main: wrong", "call start: wrong"]);
        check_bug(program, "exit(done)", "exit(gone)", &["call -start/0-fun-0-: wrong"]);
    }

    #[test]
    fn what_the_reference_does_not_have() {
        let program = "
            main() -> self() ! same(1), receive N -> N end.
            same(N) -> N.";
        check(
            &program.replace("same(", "other("),
            program,
            &["call other: -", "rest of main: -", "receive in main: -"],
        );
    }
}
