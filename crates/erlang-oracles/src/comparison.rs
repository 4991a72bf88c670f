//! What a process did, beside what another version would have done in its place.

use std::collections::HashMap;

use erlang_machine::program::Program;
use erlang_term::{Closure, Fun, Pid, Term};
use erlang_tree::Version;
use erlang_tree::processes::rehearsal::{Effect, Open, Reached, Rehearsal, RehearsalEnd};
use inquiry::Judgement;

use crate::reference::is_trace_entry;

/// Of what happened with what would have happened. Processes that were created are the same if they
/// were in the same order.
pub(crate) struct Comparison<'a> {
    version: &'a Version,
    program: &'a Program,
    pids: HashMap<Pid, Pid>,
    /// Something cannot be compared.
    pub(crate) in_doubt: bool,
}

/// What one did is, as far as the other went,
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Agreement {
    Same,
    /// the same, but the version did more;
    More,
    /// the same, but the version did less.
    Less,
    Different,
}

impl<'a> Comparison<'a> {
    pub(crate) fn new(
        version: &'a Version,
        program: &'a Program,
        was: &Rehearsal,
        other: &Rehearsal,
    ) -> Comparison<'a> {
        let pids = was.children.iter().copied().zip(other.children.iter().copied()).collect();
        Comparison { version, program, pids, in_doubt: false }
    }

    pub(crate) fn stuck(&mut self, was: &Rehearsal, other: &Rehearsal, goes_on: bool) -> Option<Judgement> {
        Some(match (self.before(was, other)?, goes_on) {
            (Agreement::Same, false) => Judgement::Right,
            (Agreement::Same | Agreement::More, _) => Judgement::Wrong,
            _ => Judgement::Inadmissible,
        })
    }

    pub(crate) fn judge(&mut self, was: &Rehearsal, other: &Rehearsal) -> Option<Judgement> {
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
            // Who was ended by others did nothing wrong if it did nothing else until then; nor did
            // who was still at it when the run was over.
            (Some(RehearsalEnd::Killed), _) => so_far,
            (None, None) => effects != Agreement::Different,
            (None, Some(_)) => return self.too_late(was, other, so_far),
            (Some(_), None) => false,
            (Some(end), Some(other_end)) => {
                effects == Agreement::Same && self.end(end, other_end) && self.open(&was.open, &other.open)
            }
        };
        Some(if agrees { Judgement::Right } else { Judgement::Wrong })
    }

    /// What was done before the node. None: nobody could see a difference, but other functions were
    /// called, and it cannot be told what is what.
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

    /// It did not end, and the reference version does. That proves nothing where the run was cut
    /// off in the middle of it.
    fn too_late(&self, was: &Rehearsal, other: &Rehearsal, so_far: bool) -> Option<Judgement> {
        let much_earlier = other.steps.saturating_mul(2) < was.steps;
        (!so_far || was.is_final || much_earlier).then_some(Judgement::Wrong)
    }

    pub(crate) fn end(&mut self, was: &RehearsalEnd, other: &RehearsalEnd) -> bool {
        match (was, other) {
            (RehearsalEnd::Value(was), RehearsalEnd::Value(other)) => self.term(was, other),
            (
                RehearsalEnd::Exception { class, reason },
                RehearsalEnd::Exception { class: other_class, reason: other_reason },
            ) => class == other_class && self.term(reason, other_reason),
            (RehearsalEnd::Reached(was), RehearsalEnd::Reached(other)) => self.reached(was, other),
            (
                RehearsalEnd::Hibernated { function, arguments },
                RehearsalEnd::Hibernated { function: other_function, arguments: others },
            ) => function == other_function && self.terms(arguments, others),
            _ => false,
        }
    }

    /// The same receive, and what both versions call alike has the same value.
    pub(crate) fn reached(&mut self, was: &Reached, other: &Reached) -> bool {
        (was.module, was.function, was.number) == (other.module, other.function, other.number)
            && was.context.iter().all(|(name, value)| {
                let found = other.context.iter().find(|(bound, _)| bound == name);
                found.is_none_or(|(_, other)| self.term(value, other))
            })
    }

    pub(crate) fn open(&mut self, was: &[Open], other: &[Open]) -> bool {
        was.len() == other.len()
            && was
                .iter()
                .zip(other)
                .all(|(was, other)| was.function == other.function && self.terms(&was.told, &other.told))
    }

    /// The same of calls in functions that were made up for a question.
    pub(crate) fn open_but_first(&mut self, was: &[Open], other: &[Open]) -> bool {
        match (was, other) {
            ([first, was @ ..], [other_first, other @ ..]) => {
                self.terms(&first.told, &other_first.told) && self.open(was, other)
            }
            _ => was.is_empty() && other.is_empty(),
        }
    }

    pub(crate) fn effects(&mut self, was: &[Effect], other: &[Effect]) -> Agreement {
        if !was.iter().zip(other).all(|(was, other)| self.effect(was, other)) {
            return Agreement::Different;
        }
        match was.len().cmp(&other.len()) {
            std::cmp::Ordering::Equal => Agreement::Same,
            std::cmp::Ordering::Less => Agreement::More,
            std::cmp::Ordering::Greater => Agreement::Less,
        }
    }

    pub(crate) fn effect(&mut self, was: &Effect, other: &Effect) -> bool {
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
            (
                Effect::Write { function, arguments },
                Effect::Write { function: other_function, arguments: others },
            ) => function == other_function && self.terms(arguments, others),
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

    pub(crate) fn term(&mut self, was: &Term, other: &Term) -> bool {
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
                // A reference that was made in the node has the number that was next, and others
                // may have made some meanwhile.
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
