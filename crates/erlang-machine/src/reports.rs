//! What the machine logs by itself, as the BEAM does: that a process has died of an exception.

use erlang_term::{Atom, Map, Pid, Term};

use crate::Class;
use crate::process::{ProcessEnd, State};
use crate::program::Mfa;
use crate::servants::{self, LOGGER_PROXY};
use crate::system::System;
use crate::world::World;

const FORMAT: &str = "Error in process ~p with exit value:~n~p~n";

/// The process that logs it.
pub fn logger() -> Pid {
    Pid::local(LOGGER_PROXY)
}

/// It sleeps until there is something to log: its code is loaded then.
pub fn add_logger(system: &mut System, leader: Pid) {
    let mfa = Mfa { module: Atom::new("whodunit_logger"), function: Atom::new("proxy"), arity: 0 };
    servants::add_asleep(system, leader, logger(), Atom::new("logger_proxy"), mfa);
    system.servants.push(logger());
    system.storage.add_logger_table(logger());
}

/// `{log, Level, Format, Arguments, Metadata}` for a process that ends so. Nothing if it was asked
/// to exit, or has exited by itself.
pub fn of(state: &State, outcome: &ProcessEnd, system: &System, world: &dyn World) -> Option<Term> {
    let ProcessEnd::Exception(exception) = outcome else { return None };
    let is_servant = system.servants.contains(&state.pid);
    if exception.class == Class::Exit || is_servant || system.get(logger()).is_none() {
        return None;
    }
    let microseconds = (world.epoch() + system.now.0 as i64) / 1000;
    let map = |pairs: Vec<(&str, Term)>| {
        Term::Map(Map::from_pairs(pairs.into_iter().map(|(key, value)| (Term::atom(key), value))))
    };
    let tag = map(vec![("emulator", Term::bool(true)), ("tag", Term::atom("error"))]);
    let metadata = map(vec![
        ("pid", Term::Pid(state.pid)),
        ("gl", Term::Pid(state.group_leader)),
        ("time", Term::Int(microseconds)),
        ("error_logger", tag),
    ]);
    let arguments = Term::list([Term::Pid(state.pid), exception.exit_reason()]);
    Some(Term::tuple([Term::atom("log"), Term::atom("error"), Term::string(FORMAT), arguments, metadata]))
}
