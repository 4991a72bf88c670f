//! The processes of a run at a glance.

use std::collections::HashMap;

use computation_tree::NodeId;
use erlang_history::{EventKind, EventLog};
use erlang_machine::machine::{Fate, FateKind, Machine};
use erlang_machine::process::{InitialCall, Process, ProcessEnd};
use erlang_term::{Atom, Pid};

use super::transition::{ProcessOutcome, ProcessSummary};
use crate::statement;

/// One for each process in the order of creation; `nodes` are theirs.
pub(super) fn summaries(
    machine: &Machine,
    log: &EventLog,
    expression: &str,
    nodes: impl Iterator<Item = NodeId>,
) -> Vec<ProcessSummary> {
    // A process that ends loses its name.
    let mut names: HashMap<Pid, Atom> = HashMap::new();
    for (_, event) in log.iter() {
        if let EventKind::Register { name, pid } = event.kind {
            names.insert(pid, name);
        }
    }
    let summary = |(fate, node): (Fate<'_>, NodeId)| {
        let state = &fate.process.state;
        ProcessSummary {
            pid: state.pid,
            node,
            parent: state.parent,
            name: state.name.or_else(|| names.get(&state.pid).copied()),
            first_call: first_call(machine, expression, fate.process),
            outcome: outcome(&fate),
        }
    };
    machine.fates().zip(nodes).map(summary).collect()
}

fn outcome(fate: &Fate<'_>) -> ProcessOutcome {
    match (&fate.kind, &fate.process.state.outcome) {
        (FateKind::Value(value), _) => ProcessOutcome::Value(value.clone()),
        (FateKind::Exception, Some(ProcessEnd::Exception(exception))) => ProcessOutcome::Exception {
            class: exception.class,
            reason: exception.reason.clone(),
            trace: exception.trace.clone(),
        },
        (FateKind::Killed(reason), _) => ProcessOutcome::Killed(reason.clone()),
        (FateKind::Blocked(place), _) => ProcessOutcome::Blocked(*place),
        (FateKind::Running(place) | FateKind::Sleeping(place), _) => ProcessOutcome::Running(*place),
        (FateKind::Exception, _) => ProcessOutcome::Running(None),
    }
}

/// `tcp:server_fun(<0.80.0>, 50, 500)`; of the first process, the expression.
fn first_call(machine: &Machine, expression: &str, process: &Process) -> String {
    if machine.main().is_some_and(|main| main.state.pid == process.state.pid) {
        return expression.into();
    }
    let InitialCall { module, function, arguments, fun } = &*process.state.initial_call;
    match fun {
        Some(fun) => format!("({})()", statement::value(&machine.program, fun)),
        None => statement::application(&machine.program, *module, *function, arguments),
    }
}
