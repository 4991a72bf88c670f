//! Parts of the state of a run that can be taken over from another state of the same run.

use std::collections::BTreeSet;

use erlang_term::Atom;

use crate::observer::Object;
use crate::process::{PidKey, RefKey};
use crate::system::System;
use crate::timers::TimerId;

/// Parts of the state: each holds everything that an action can change by touching one of its
/// objects.
#[derive(Clone, Default)]
pub struct Parts {
    /// With all signals from and to them.
    pub processes: BTreeSet<PidKey>,
    timers: BTreeSet<TimerId>,
    names: BTreeSet<&'static str>,
    aliases: BTreeSet<RefKey>,
    /// Tables and all else that natives keep.
    storage: bool,
}

impl Parts {
    /// The part that has this object.
    pub fn add(&mut self, object: Object) {
        match object {
            Object::Timer(timer) => drop(self.timers.insert(timer)),
            Object::Name(name) => drop(self.names.insert(name.name())),
            Object::Alias(alias) => drop(self.aliases.insert(alias)),
            _ if is_stored(object) => self.storage = true,
            _ => self.processes.extend(processes_of(object)),
        }
    }

    /// Does one of the parts have this object?
    pub fn has(&self, object: Object) -> bool {
        match object {
            Object::Timer(timer) => self.timers.contains(&timer),
            Object::Name(name) => self.names.contains(name.name()),
            Object::Alias(alias) => self.aliases.contains(&alias),
            _ if is_stored(object) => self.storage,
            _ => processes_of(object).any(|process| self.processes.contains(&process)),
        }
    }
}

/// Is it in what natives keep?
pub fn is_stored(object: Object) -> bool {
    match object {
        Object::GlobalName(_)
        | Object::GlobalNames
        | Object::Table(_)
        | Object::Entry(..)
        | Object::TableName(_)
        | Object::Tables
        | Object::Persistent(_)
        | Object::Persistents
        | Object::Element(..)
        | Object::Flags
        | Object::Variables
        | Object::Variable(_)
        | Object::File(_)
        | Object::CurrentFolder
        | Object::Code(_) => true,
        Object::Steps(_)
        | Object::Mailbox(_)
        | Object::Life(_)
        | Object::Leader(_)
        | Object::Processes
        | Object::Signal(_)
        | Object::Channel(..)
        | Object::Timer(_)
        | Object::TimerReference(_)
        | Object::Name(_)
        | Object::Names
        | Object::NameOf(_)
        | Object::Alias(_)
        | Object::Unique
        | Object::Servant(_) => false,
    }
}

/// The processes whose own state an object is part of.
pub fn processes_of(object: Object) -> impl Iterator<Item = PidKey> {
    let both = match object {
        Object::Steps(pid)
        | Object::Mailbox(pid)
        | Object::Life(pid)
        | Object::Leader(pid)
        | Object::NameOf(pid)
        | Object::Servant(pid) => [Some(pid), None],
        Object::Channel(from, to) => [Some(from), Some(to)],
        _ => [None, None],
    };
    both.into_iter().flatten()
}

impl System {
    /// These parts become as they are in another state. Whose turn it is, and all numbers, stay as
    /// they are.
    pub fn take_over(&mut self, parts: &Parts, from: &System) {
        for key in &parts.processes {
            self.copy_process((*key).into(), from);
        }
        let concerns = |(a, b): &(PidKey, PidKey)| parts.processes.contains(a) || parts.processes.contains(b);
        self.in_flight.retain(|channel, _| !concerns(channel));
        let signals = from.in_flight.iter().filter(|(channel, _)| concerns(channel));
        self.in_flight.extend(signals.map(|(channel, queue)| (*channel, queue.clone())));
        for timer in &parts.timers {
            self.timers.copy(*timer, &from.timers);
        }
        for name in parts.names.iter().map(|name| Atom::new(name)) {
            // A process can be given its name by another one.
            if let Some(process) = self.whereis(name).and_then(|pid| self.get_mut(pid))
                && process.state.name == Some(name)
            {
                process.state.name = None;
            }
            self.unregister(name);
            if let Some(pid) = from.whereis(name) {
                self.register(name, pid);
                if let Some(process) = self.get_mut(pid) {
                    process.state.name = Some(name);
                }
            }
        }
        for alias in parts.aliases.iter().copied() {
            match from.alias_owner(alias.into()) {
                Some(owner) => self.add_alias(alias.into(), owner),
                None => self.forget_alias(alias.into()),
            }
        }
        if parts.storage {
            let last_now = self.storage.last_now;
            self.storage = from.storage.clone();
            self.storage.last_now = last_now;
        }
    }
}
