//! Ports: sockets of the network inside the run.
//!
//! A port is a process in which the library's `whodunit_socket` runs, under another kind of
//! identifier. All that happens to it are signals, so the log and an undo know them as they are.

use erlang_term::{Atom, Pid, Term, atoms};

use super::{Context, Outcome, Table, Then};
use crate::Raise;
use crate::native::effect::{Look, On, Pure, Touches};
use crate::process::{State, Status};
use crate::program::Mfa;

const MODULE: &str = "whodunit_socket";

pub const SOCKET_TABLE: Table = &[
    ("process", 1, Pure, |_, arguments| Ok(Term::Pid(port(&arguments[0])?))),
    ("port", 1, Pure, |_, arguments| match arguments[0] {
        Term::Pid(pid) => Ok(Term::Port(pid)),
        _ => Err(Raise::badarg()),
    }),
    ("refuse", 1, Pure, |_, arguments| Err(Raise::unsupported(arguments[0].text().unwrap_or_default()))),
];

/// What a port is asked for, the library sends it.
pub const ERLANG_TABLE: Table = &[
    ("ports", 0, Touches(&[Look(On::Processes)]), ports),
    ("port_close", 1, Pure, |context, arguments| to_library(context, "port_close", arguments)),
    ("port_command", 2, Pure, |context, arguments| to_library(context, "port_command", arguments)),
    ("port_command", 3, Pure, |context, arguments| to_library(context, "port_command", arguments)),
    ("port_connect", 2, Pure, |context, arguments| to_library(context, "port_connect", arguments)),
    ("port_get_data", 1, Pure, |context, arguments| to_library(context, "port_get_data", arguments)),
    ("port_info", 1, Pure, |context, arguments| to_library(context, "port_info", arguments)),
    ("port_info", 2, Pure, |context, arguments| to_library(context, "port_info", arguments)),
    ("port_set_data", 2, Pure, |context, arguments| to_library(context, "port_set_data", arguments)),
];

/// Is the process behind a port?
pub fn is_port(state: &State) -> bool {
    state.initial_call.module.name() == MODULE && state.initial_call.function.name() == "port"
}

fn port(term: &Term) -> Result<Pid, Raise> {
    match term {
        Term::Port(pid) => Ok(*pid),
        _ => Err(Raise::badarg()),
    }
}

/// In the order of their creation. The first is one that every node has: the one through which it
/// starts programs of the system.
fn ports(context: &mut Context<'_>, _: &[Term]) -> Outcome {
    let processes = context.system.processes();
    let open = processes.filter(|process| is_port(&process.state) && process.state.status != Status::Exited);
    let mut ports: Vec<Pid> = open.map(|process| process.state.pid).collect();
    ports.sort_by_key(|pid| pid.id());
    let all = std::iter::once(Pid::local(0)).chain(ports);
    Ok(Term::list(all.map(Term::Port).collect::<Vec<_>>()))
}

/// Only of something that is a port, or could be the name of one.
fn to_library(context: &mut Context<'_>, function: &str, arguments: &[Term]) -> Outcome {
    port(&arguments[0])?;
    let (module, function) = (Atom::new(MODULE), Atom::new(function));
    let mfa = Mfa { module, function, arity: arguments.len() as u32 };
    context.then = Some(Then::Call(mfa, arguments.to_vec()));
    Ok(Term::Atom(atoms::OK))
}
