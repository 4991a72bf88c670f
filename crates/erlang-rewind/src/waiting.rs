//! Why a process waits: in which receive, for which messages, from whom, and whether those wait in
//! turn.

use std::collections::{BTreeMap, BTreeSet};

use erlang_machine::machine::Machine;
use erlang_machine::process::{PidKey, Process, Status};
use erlang_machine::signals::SignalKind;
use erlang_machine::timers::{Action, Destination};
use erlang_syntax::ast::{Clause, ExprId, ExprKind, Module};
use erlang_term::{Pid, Term};
use serde::Serialize;

use crate::calls::{Call, calls, is_own};
use crate::source;
use crate::state::pid;
use crate::trail::part_of;

/// What a process waits for.
#[derive(Serialize, Debug)]
pub struct Waiting {
    pub process: String,
    /// `dining.erl:46`: its receive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The code of the user's that led there, if the receive is in the library.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The patterns of the receive, with their guards.
    pub patterns: Vec<String>,
    /// It does not wait forever.
    pub has_timeout: bool,
    /// Messages that it has, which no pattern matches, and those on their way to it.
    pub unmatched: usize,
    pub on_the_way: usize,
    /// Who it may hear from.
    pub from: Vec<Sender>,
    /// It can never go on: all who could send to it wait, too. If they wait for each other in a
    /// circle, it is this one, from the process back to it.
    pub stuck: bool,
    pub cycle: Vec<String>,
}

#[derive(Clone, Serialize, Debug)]
pub struct Sender {
    pub process: String,
    /// How that is known.
    pub because: &'static str,
    /// `waits at dining.erl:46`
    pub does: String,
    #[serde(skip)]
    who: Pid,
}

/// None: it does not wait.
pub fn waiting(machine: &Machine, who: Pid) -> Option<Waiting> {
    let process = machine.system.get(who).filter(|process| is_waiting(process))?;
    let call = calls(machine, process).next();
    let receive = call.as_ref().and_then(Receive::of);
    let patterns = receive.as_ref().map(Receive::patterns).unwrap_or_default();
    let from = senders(machine, process);
    let stuck = stuck(machine);
    let own = |call: &Call<'_>| is_own(&machine.program, call.id);
    let by = calls(machine, process).find(own).filter(|_| !call.as_ref().is_some_and(own));
    let cycle = match stuck.contains_key(&who.into()) {
        true => cycle(&stuck, who).into_iter().map(pid).collect(),
        false => Vec::new(),
    };
    Some(Waiting {
        process: pid(who),
        place: call.as_ref().and_then(place),
        by: by.as_ref().and_then(place),
        patterns,
        has_timeout: has_timer(machine, who),
        unmatched: process.state.mailbox.len(),
        on_the_way: on_the_way(machine, who),
        from,
        stuck: stuck.contains_key(&who.into()),
        cycle,
    })
}

fn is_waiting(process: &Process) -> bool {
    process.state.outcome.is_none() && process.state.status == Status::Waiting
}

fn place(call: &Call<'_>) -> Option<String> {
    source::place(call.function, call.stands).map(|place| place.short())
}

/// The receive in which a call waits.
struct Receive<'c, 'm> {
    call: &'c Call<'m>,
    module: &'m Module,
    clauses: &'m [Clause],
}

impl<'c, 'm> Receive<'c, 'm> {
    fn of(call: &'c Call<'m>) -> Option<Receive<'c, 'm>> {
        let module = &*call.function.source;
        let expr = call.function.place_at(call.stands)?.expr?;
        match &module[expr].kind {
            ExprKind::Receive { clauses, .. } => Some(Receive { call, module, clauses }),
            _ => None,
        }
    }

    fn patterns(&self) -> Vec<String> {
        let text = |expr: ExprId| self.module.sources.text(self.module[expr].span).unwrap_or("…").to_owned();
        let one = |clause: &Clause| {
            let pattern = clause.patterns.first().map(|pattern| text(*pattern)).unwrap_or_default();
            let alternatives = clause
                .guard
                .iter()
                .map(|tests| tests.iter().map(|test| text(*test)).collect::<Vec<_>>().join(", "));
            let guard = alternatives.collect::<Vec<_>>().join("; ");
            let whole = if guard.is_empty() { pattern } else { format!("{pattern} when {guard}") };
            whole.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        self.clauses.iter().map(one).collect()
    }

    /// The values of variables that its patterns mention, and that have one.
    fn mentioned(&self) -> Vec<Term> {
        let all = self.clauses.iter().flat_map(|clause| &clause.patterns);
        let parts = all.flat_map(|pattern| self.module.subexpressions(*pattern));
        let names: Vec<_> = parts
            .filter_map(|part| match self.module[part].kind {
                ExprKind::Variable(name) => Some(name),
                _ => None,
            })
            .collect();
        let known = self.call.variables().into_iter();
        known.filter(|(name, _)| names.contains(name)).map(|(_, value)| value).collect()
    }
}

/// Who may send what a process waits for: the one that its patterns name, or whose answer they wait
/// for; if there is none, all who know its pid.
fn senders(machine: &Machine, process: &Process) -> Vec<Sender> {
    let state = &process.state;
    let call = calls(machine, process).next();
    let mentioned =
        call.as_ref().and_then(Receive::of).map(|receive| receive.mentioned()).unwrap_or_default();
    let mut found: Vec<(Pid, &'static str)> = Vec::new();
    for value in &mentioned {
        match value {
            Term::Pid(pid) => found.push((*pid, "a pattern mentions it")),
            Term::Ref(reference) => {
                let asked = state.monitoring.get(&(*reference).into());
                found.extend(asked.map(|asked| (asked.pid, "it was sent a request and is monitored")));
            }
            _ => {}
        }
    }
    found.retain(|(who, _)| *who != state.pid && !machine.servants().contains(who));
    if found.is_empty() {
        let own = Term::Pid(state.pid);
        let others = machine
            .fates()
            .map(|fate| fate.process)
            .filter(|other| other.state.outcome.is_none() && other.state.pid != state.pid);
        let knowing = others.filter(|other| knows(machine, other, &own, state.name.map(Term::Atom)));
        found.extend(knowing.map(|other| (other.state.pid, "it knows the pid")));
    }
    let mut senders: Vec<Sender> = Vec::new();
    for (who, because) in found {
        if senders.iter().all(|sender| sender.who != who) {
            senders.push(Sender { process: pid(who), because, does: does(machine, who), who });
        }
    }
    senders
}

/// What a process is doing, in words.
fn does(machine: &Machine, who: Pid) -> String {
    let Some(process) = machine.system.get(who) else { return "does not exist".to_owned() };
    let at = calls(machine, process).next().as_ref().and_then(place);
    let at = at.map_or_else(String::new, |place| format!(" at {place}"));
    match (&process.state.outcome, process.state.status) {
        (Some(_), _) => "has exited".to_owned(),
        (None, Status::Waiting) => format!("is waiting{at}"),
        (None, Status::Suspended) => "is suspended".to_owned(),
        (None, _) => format!("can run{at}"),
    }
}

/// Does a process have this pid, or the name that goes with it, in what it still has use for?
fn knows(machine: &Machine, process: &Process, own: &Term, name: Option<Term>) -> bool {
    let is_it = |term: &Term| part_of(term, |part| part == own || name.as_ref() == Some(part)).is_some();
    let state = &process.state;
    let messages = state.mailbox.iter().any(|message| is_it(&message.content));
    let dictionary = state.dictionary.iter().any(|(key, value)| is_it(key) || is_it(value));
    let start = state.start.is_some() && state.initial_call.arguments.iter().any(is_it);
    let fun = state.start.is_some() && state.initial_call.fun.as_ref().is_some_and(is_it);
    // A registered name can be written down in the code.
    let by_name = |call: &Call<'_>| {
        name.as_ref().and_then(Term::as_atom).is_some_and(|name| {
            let exprs = &call.function.source.exprs;
            is_own(&machine.program, call.id)
                && exprs.iter().any(|expr| matches!(expr.kind, ExprKind::Atom(atom) if atom == name))
        })
    };
    let calls = calls(machine, process).any(|call| {
        let mentioned = source::mentioned_from(call.function, call.stands);
        let live = call
            .variables()
            .into_iter()
            .filter(|(name, _)| mentioned.as_ref().is_none_or(|mentioned| mentioned.contains(name)));
        let mut live = live.map(|(_, value)| value);
        let is_in_library = !is_own(&machine.program, call.id);
        live.any(|value| is_it(&value)) || is_in_library && call.slots().iter().any(is_it) || by_name(&call)
    });
    messages || dictionary || start || fun || calls
}

fn on_the_way(machine: &Machine, who: Pid) -> usize {
    let channels = machine.system.in_flight.iter().filter(|((_, to), _)| Pid::from(*to) == who);
    let signals = channels.flat_map(|(_, queue)| queue);
    signals
        .filter(|signal| matches!(signal.kind, SignalKind::Message(_) | SignalKind::AliasMessage(..)))
        .count()
}

/// Will a timer wake it, or send it something?
fn has_timer(machine: &Machine, who: Pid) -> bool {
    machine.system.timers.iter().any(|(_, timer)| match &timer.action {
        Action::Wake { pid, .. } => *pid == who,
        Action::Send { to: Destination::Process(pid), .. } => *pid == who,
        Action::Send { to: Destination::Name(name), .. } => machine.system.whereis(*name) == Some(who),
    })
}

/// The processes that can never go on, each with those that it waits for: all of them wait, nothing
/// is on its way to them, and none of them can hear
/// from anyone else.
fn stuck(machine: &Machine) -> BTreeMap<PidKey, Vec<Pid>> {
    let all = machine.fates().map(|fate| fate.process).filter(|process| is_waiting(process));
    let quiet = all.filter(|process| {
        let who = process.state.pid;
        let any_signal = machine.system.in_flight.keys().any(|(_, to)| Pid::from(*to) == who);
        !any_signal && !has_timer(machine, who)
    });
    let mut stuck: BTreeMap<PidKey, Vec<Pid>> = quiet
        .map(|process| {
            let senders = senders(machine, process).into_iter().map(|sender| sender.who);
            (process.state.pid.into(), senders.collect())
        })
        .collect();
    loop {
        let is_over = |who: &Pid| machine.system.get(*who).is_none_or(|it| it.state.outcome.is_some());
        let free: BTreeSet<PidKey> = stuck
            .iter()
            .filter(|(_, from)| from.iter().any(|who| !stuck.contains_key(&(*who).into()) && !is_over(who)))
            .map(|(who, _)| *who)
            .collect();
        if free.is_empty() {
            return stuck;
        }
        stuck.retain(|who, _| !free.contains(who));
    }
}

/// The shortest way from a process along those that it waits for, back to it. Empty: there is none.
fn cycle(waits_for: &BTreeMap<PidKey, Vec<Pid>>, who: Pid) -> Vec<Pid> {
    let mut ways = std::collections::VecDeque::from([vec![who]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop_front() {
        let last = way.last().copied().unwrap_or(who);
        for next in waits_for.get(&last.into()).into_iter().flatten() {
            if *next == who {
                return way.into_iter().chain([who]).collect();
            }
            if seen.insert(PidKey::from(*next)) {
                ways.push_back(way.iter().copied().chain([*next]).collect());
            }
        }
    }
    Vec::new()
}
