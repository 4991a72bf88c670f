//! Another version of the program as an oracle for concurrent runs: each transition is made again in that version, from the same state, with the same messages.
//!
//! What is judged is the transition alone. That it began in a state which the version would never have come to is not its fault, and is found where that state came about.

use std::collections::HashMap;
use std::rc::Rc;

use computation_tree::NodeId;
use erlang_machine::program::Program;
use erlang_syntax::ast::Module;
use erlang_term::{Closure, Fun, Pid, Term};
use erlang_tree::processes::rehearsal::{Effect, End, Open, Reached, Rehearsal, Rehearsals};
use erlang_tree::{RunTree, Version};
use inquiry::Judgement;

use crate::reference::is_trace_entry;

/// A correct or older version of the program, beside the one that ran.
pub struct ProcessReference {
    version: Version,
    program: Rc<Program>,
}

impl ProcessReference {
    /// `program` is the one that ran; `modules` are other versions of modules of it.
    pub fn new(
        program: Rc<Program>,
        modules: impl IntoIterator<Item = Rc<Module>>,
    ) -> Result<ProcessReference, String> {
        let version = Version::new(&program, modules)?;
        Ok(ProcessReference { version, program })
    }

    /// Right or wrong: the same, or not, in the other version. Inadmissible: that version comes to another state before.
    pub fn judge(&mut self, run: &mut RunTree, node: NodeId) -> Option<Judgement> {
        let Rehearsals { was, other, stuck } = run.rehearse(node, &self.version)?;
        let mut comparison = Comparison {
            version: &self.version,
            program: &self.program,
            pids: was.children.iter().copied().zip(other.children.iter().copied()).collect(),
            in_doubt: false,
        };
        let judgement = match stuck {
            Some(goes_on) => comparison.stuck(&was, &other, goes_on),
            None => comparison.judge(&was, &other),
        }?;
        (!comparison.in_doubt && !other.doubtful).then_some(judgement)
    }
}

/// Of what happened with what would have happened. Processes that were created are the same if they were in the same order.
struct Comparison<'a> {
    version: &'a Version,
    program: &'a Program,
    pids: HashMap<Pid, Pid>,
    /// Something cannot be compared.
    in_doubt: bool,
}

/// What one did is, as far as the other went,
#[derive(Clone, Copy, PartialEq, Eq)]
enum Agreement {
    Same,
    /// the same, but the version did more;
    More,
    /// the same, but the version did less.
    Less,
    Different,
}

impl Comparison<'_> {
    fn stuck(&mut self, was: &Rehearsal, other: &Rehearsal, goes_on: bool) -> Option<Judgement> {
        Some(match (self.before(was, other)?, goes_on) {
            (Agreement::Same, false) => Judgement::Right,
            (Agreement::Same | Agreement::More, _) => Judgement::Wrong,
            _ => Judgement::Inadmissible,
        })
    }

    fn judge(&mut self, was: &Rehearsal, other: &Rehearsal) -> Option<Judgement> {
        if !was.began {
            return None;
        }
        match (self.before(was, other)?, other.began) {
            (Agreement::Same, true) => {}
            // It waits on, or takes another message later.
            (Agreement::Same, false) => return Some(Judgement::Wrong),
            _ => return Some(Judgement::Inadmissible),
        }
        let effects = self.effects(&was.effects, &other.effects);
        let so_far = matches!(effects, Agreement::Same | Agreement::More);
        let agrees = match (&was.end, &other.end) {
            // Who was ended by others did nothing wrong if it did nothing else until then; nor did who was still at it when the run was over.
            (Some(End::Killed), _) => so_far,
            (None, None) => effects != Agreement::Different,
            (None, Some(_)) => return self.too_late(was, other, so_far),
            (Some(_), None) => false,
            (Some(end), Some(other_end)) => {
                effects == Agreement::Same && self.end(end, other_end) && self.open(&was.open, &other.open)
            }
        };
        Some(if agrees { Judgement::Right } else { Judgement::Wrong })
    }

    /// What was done before the node. None: nobody could see a difference, but other functions were called, and it cannot be told what is what.
    fn before(&mut self, was: &Rehearsal, other: &Rehearsal) -> Option<Agreement> {
        let visible = |effects: &[Effect]| -> Vec<Effect> {
            effects.iter().filter(|effect| !matches!(effect, Effect::Call { .. })).cloned().collect()
        };
        let seen = self.effects(&visible(&was.before), &visible(&other.before));
        match seen == Agreement::Same && self.effects(&was.before, &other.before) == Agreement::Different {
            true => None,
            false => Some(seen),
        }
    }

    /// It came to no end, and the version does. Where the run was cut off in the middle of it, that may mean nothing.
    fn too_late(&self, was: &Rehearsal, other: &Rehearsal, so_far: bool) -> Option<Judgement> {
        let much_earlier = other.steps.saturating_mul(2) < was.steps;
        (!so_far || was.is_final || much_earlier).then_some(Judgement::Wrong)
    }

    fn end(&mut self, was: &End, other: &End) -> bool {
        match (was, other) {
            (End::Value(was), End::Value(other)) => self.term(was, other),
            (
                End::Exception { class, reason },
                End::Exception { class: other_class, reason: other_reason },
            ) => class == other_class && self.term(reason, other_reason),
            (End::Reached(was), End::Reached(other)) => self.reached(was, other),
            (
                End::Hibernated { function, arguments },
                End::Hibernated { function: other_function, arguments: others },
            ) => function == other_function && self.terms(arguments, others),
            _ => false,
        }
    }

    /// The same receive, and what both versions call alike has the same value.
    fn reached(&mut self, was: &Reached, other: &Reached) -> bool {
        (was.module, was.function, was.number) == (other.module, other.function, other.number)
            && was.context.iter().all(|(name, value)| {
                let found = other.context.iter().find(|(bound, _)| bound == name);
                found.is_none_or(|(_, other)| self.term(value, other))
            })
    }

    fn open(&mut self, was: &[Open], other: &[Open]) -> bool {
        was.len() == other.len()
            && was
                .iter()
                .zip(other)
                .all(|(was, other)| was.function == other.function && self.terms(&was.told, &other.told))
    }

    fn effects(&mut self, was: &[Effect], other: &[Effect]) -> Agreement {
        if !was.iter().zip(other).all(|(was, other)| self.effect(was, other)) {
            return Agreement::Different;
        }
        match was.len().cmp(&other.len()) {
            std::cmp::Ordering::Equal => Agreement::Same,
            std::cmp::Ordering::Less => Agreement::More,
            std::cmp::Ordering::Greater => Agreement::Less,
        }
    }

    fn effect(&mut self, was: &Effect, other: &Effect) -> bool {
        match (was, other) {
            (
                Effect::Call { function, arguments },
                Effect::Call { function: other_function, arguments: others },
            ) => function == other_function && self.terms(arguments, others),
            (Effect::Send { to, content }, Effect::Send { to: other_to, content: other }) => {
                self.pid(*to, *other_to) && self.term(content, other)
            }
            (
                Effect::Spawn { module, function, arguments, fun, ties },
                Effect::Spawn { module: m, function: f, arguments: others, fun: other, ties: other_ties },
            ) => {
                let funs = match (fun, other) {
                    (Some(fun), Some(other)) => self.term(fun, other),
                    (None, None) => (module, function) == (m, f),
                    _ => false,
                };
                funs && ties == other_ties && self.terms(arguments, others)
            }
            (Effect::Consumed(was), Effect::Consumed(other)) => was == other,
            (Effect::Reached(was), Effect::Reached(other)) => self.reached(was, other),
            (
                Effect::Other { what, pid, reference, term },
                Effect::Other { what: other_what, pid: other_pid, reference: other_reference, term: other },
            ) => {
                let pids = match (pid, other_pid) {
                    (Some(pid), Some(other)) => self.pid(*pid, *other),
                    (pid, other) => pid == other,
                };
                self.in_doubt |= reference != other_reference;
                let terms = match (term, other) {
                    (Some(term), Some(other)) => self.term(term, other),
                    (term, other) => term.is_none() && other.is_none(),
                };
                what == other_what && pids && terms
            }
            _ => false,
        }
    }

    fn pid(&self, was: Pid, other: Pid) -> bool {
        self.pids.get(&was).copied().unwrap_or(was) == other
    }

    fn terms(&mut self, was: &[Term], other: &[Term]) -> bool {
        was.len() == other.len() && was.iter().zip(other).all(|(was, other)| self.term(was, other))
    }

    fn term(&mut self, was: &Term, other: &Term) -> bool {
        let mut pending = vec![(was, other)];
        while let Some(pair) = pending.pop() {
            match pair {
                (Term::Cons(x), Term::Cons(y)) => {
                    if !(is_trace_entry(&x.head) && is_trace_entry(&y.head)) {
                        pending.extend([(&x.tail, &y.tail), (&x.head, &y.head)]);
                    }
                }
                (Term::Tuple(x), Term::Tuple(y)) if x.len() == y.len() => {
                    pending.extend(x.iter().zip(y.iter()));
                }
                (Term::Map(x), Term::Map(y)) if x.len() == y.len() => {
                    pending.extend(x.keys().zip(y.keys()));
                    pending.extend(x.values().zip(y.values()));
                }
                (Term::Pid(x), Term::Pid(y)) if self.pid(*x, *y) => {}
                // A reference that was made in the node has the number that was next, and others may have made some meanwhile.
                (Term::Ref(x), Term::Ref(y)) => self.in_doubt |= x != y,
                (Term::Fun(x), Term::Fun(y)) => match (&**x, &**y) {
                    (Fun::Closure(x), Fun::Closure(y)) if self.same_code(x, y) => {
                        pending.extend(x.environment.iter().zip(&y.environment));
                    }
                    _ if pair.0 == pair.1 => {}
                    _ => return false,
                },
                (x, y) if x == y => {}
                _ => return false,
            }
        }
        true
    }

    fn same_code(&self, was: &Closure, other: &Closure) -> bool {
        let original = |closure| self.program.code_of(closure).map(|id| self.version.original(id));
        original(was) == original(other) && was.environment.len() == other.environment.len()
    }
}

#[cfg(test)]
mod tests {
    use computation_tree::Tree;
    use erlang_tree::processes::NodeKind;

    use super::*;
    use crate::testing::{parse, processes};

    const HEAD: &str = "-module(m).\n-export([main/0]).\n";

    /// What the reference says of the nodes of a run, but for those that are right.
    #[track_caller]
    fn check(suspect: &str, reference: &str, expected: &[&str]) {
        let (program, mut run) = processes(&format!("{HEAD}{suspect}\n"));
        let module = Rc::new(parse(&format!("{HEAD}{reference}\n")));
        let mut reference = ProcessReference::new(program, [module]).expect("a reference");
        let mut said = Vec::new();
        for node in (0..run.tree().len()).map(NodeId) {
            let kind = match run.kind(node) {
                NodeKind::Run | NodeKind::Process => continue,
                NodeKind::FirstStep => "call",
                NodeKind::Receive => "receive in",
                NodeKind::Transition => "rest of",
                NodeKind::Stuck => "stuck in",
            };
            let judgement = reference.judge(&mut run, node);
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

    /// What a call keeps for later is part of what it did, though only what comes after its receive shows it.
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
        let module = Rc::new(parse(&format!("{HEAD}{LONG}\n")));
        let mut reference = ProcessReference::new(program, [module]).expect("a reference");
        let last = run.tree().len();
        let wrong = (last - 30..last)
            .map(NodeId)
            .filter(|node| reference.judge(&mut run, *node).expect("a judgement") == Judgement::Wrong);
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
