//! The state of a machine as comparable numbers: what two ways to the same state must agree on.

use std::hash::{DefaultHasher, Hash, Hasher};

use erlang_term::{Pid, Term};

use crate::machine::Machine;
use crate::process::{Process, ProcessEnd, Start};
use crate::signals::{Signal, SignalKind};

/// Everything that can make a difference to how a run goes on, but for whose turn it is and where
/// numbers begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateDigest {
    /// In the order of their pids.
    pub processes: Vec<(Pid, u64)>,
    /// Signals on their way.
    pub signals: u64,
    /// Timers, names and tables.
    pub shared: u64,
}

pub fn digest(machine: &Machine) -> StateDigest {
    let system = &machine.system;
    let processes =
        system.processes().map(|process| (process.state.pid, of_process(machine, process))).collect();
    let signals = hash(|hasher| {
        for (channel, queue) in &system.in_flight {
            channel.hash(hasher);
            queue.iter().for_each(|signal| add_signal(signal, hasher));
        }
    });
    let shared = hash(|hasher| {
        for (id, timer) in system.timers.iter() {
            (id, timer.due.0).hash(hasher);
        }
        for name in system.registered() {
            name.as_atom().and_then(|name| system.whereis(name)).hash(hasher);
            name.hash(hasher);
        }
        system.storage.add_to(hasher);
    });
    StateDigest { processes, signals, shared }
}

fn hash(add: impl FnOnce(&mut DefaultHasher)) -> u64 {
    let mut hasher = DefaultHasher::new();
    add(&mut hasher);
    hasher.finish()
}

fn of_process(machine: &Machine, process: &Process) -> u64 {
    let Process { stack, state } = process;
    hash(|hasher| {
        (state.pid, state.status as u8, state.function, state.pc, state.reductions).hash(hasher);
        match &state.start {
            Some(Start::Call(mfa, arguments)) => (mfa.module, mfa.function, arguments).hash(hasher),
            Some(Start::Fun(fun, arguments)) => (fun, arguments).hash(hasher),
            None => {}
        }
        for message in state.mailbox.iter() {
            (message.id, &message.content).hash(hasher);
        }
        format!("{:?}", state.wait).hash(hasher);
        (state.trap_exit, state.suspended, state.name, state.group_leader, state.parent).hash(hasher);
        state.links.keys().for_each(|key| key.hash(hasher));
        for (reference, monitored) in &state.monitoring {
            (reference, monitored.pid, monitored.name).hash(hasher);
        }
        for (reference, watcher) in &state.monitored_by {
            (reference, watcher.pid, watcher.name, &watcher.tag).hash(hasher);
        }
        state.aliases.keys().for_each(|key| key.hash(hasher));
        state.suspending.hash(hasher);
        (Term::Map(state.dictionary.clone()), Term::Map(state.flags.clone())).hash(hasher);
        (&state.pending_exit, state.killed_by).hash(hasher);
        for outcome in [&state.ending, &state.outcome] {
            match outcome {
                Some(ProcessEnd::Value(value)) => (1, value).hash(hasher),
                Some(ProcessEnd::Exception(exception)) => {
                    (2, &exception.reason, &exception.trace).hash(hasher)
                }
                Some(ProcessEnd::Killed(reason)) => (3, reason).hash(hasher),
                None => 0.hash(hasher),
            }
        }
        if state.outcome.is_none() && state.start.is_none() && state.ending.is_none() {
            let size = machine.program.function(state.function).frame_size as usize;
            stack.slots.get(stack.base..stack.base + size).hash(hasher);
            for (frame, slots) in stack.frames() {
                let size = machine.program.function(frame.function).frame_size as usize;
                (frame.function, frame.pc, slots.get(..size.min(slots.len()))).hash(hasher);
            }
        }
    })
}

fn add_signal(signal: &Signal, hasher: &mut DefaultHasher) {
    let Signal { id, from, to, kind } = signal;
    (id, from, to).hash(hasher);
    match kind {
        SignalKind::Message(message) => (1, &message.content).hash(hasher),
        SignalKind::AliasMessage(message, alias) => (2, &message.content, alias).hash(hasher),
        SignalKind::Exit { reason } => (3, reason).hash(hasher),
        SignalKind::LinkExit { reason, was_there } => (4, reason, was_there).hash(hasher),
        SignalKind::Link => 5.hash(hasher),
        SignalKind::Unlink => 6.hash(hasher),
        SignalKind::Monitor { reference, name, tag } => (7, reference, name, tag).hash(hasher),
        SignalKind::Demonitor(reference) => (8, reference).hash(hasher),
        SignalKind::Down { reference, name, tag, reason, was_there } => {
            (9, reference, name, tag, reason, was_there).hash(hasher)
        }
        SignalKind::GroupLeader(leader) => (10, leader).hash(hasher),
    }
}
