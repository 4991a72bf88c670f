//! Sending messages.

use erlang_term::{Atom, Pid, Ref, Term, atoms};

use super::{Context, Outcome, Table};
use crate::Raise;
use crate::native::effect::{Change, On, Touches};

pub const TABLE: Table = &[
    ("!", 2, Touches(&[Change(On::Signal(0))]), send),
    ("send", 2, Touches(&[Change(On::Signal(0))]), send),
    ("send", 3, Touches(&[Change(On::Signal(0))]), send_with_options),
    ("send_nosuspend", 2, Touches(&[Change(On::Signal(0))]), send_nosuspend),
    ("send_nosuspend", 3, Touches(&[Change(On::Signal(0))]), send_nosuspend_with_options),
];

/// Where a message goes.
enum Destination {
    Process(Pid),
    Alias(Pid, Ref),
    /// Someone who is not there, or no longer: the message is lost.
    Nobody,
}

fn send(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    deliver(context, &arguments[0], &arguments[1])?;
    Ok(arguments[1].clone())
}

fn send_with_options(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    check_options(&arguments[2])?;
    deliver(context, &arguments[0], &arguments[1])?;
    Ok(Term::Atom(atoms::OK))
}

fn send_nosuspend(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    deliver(context, &arguments[0], &arguments[1])?;
    Ok(Term::bool(true))
}

fn send_nosuspend_with_options(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    check_options(&arguments[2])?;
    send_nosuspend(context, arguments)
}

/// `nosuspend` and `noconnect` say something about other nodes only.
fn check_options(options: &Term) -> Result<(), Raise> {
    let known =
        |option: &Term| matches!(option, Term::Atom(a) if matches!(a.name(), "nosuspend" | "noconnect"));
    match options.proper_list() {
        Some(options) if options.iter().all(known) => Ok(()),
        _ => Err(Raise::badarg().because(Atom::new("badopt"))),
    }
}

fn deliver(context: &mut Context<'_>, to: &Term, message: &Term) -> Result<(), Raise> {
    match destination(context, to)? {
        Destination::Process(pid) => {
            context.scene().send(pid, message.clone());
        }
        Destination::Alias(owner, alias) => context.scene().send_to_alias(owner, alias, message.clone()),
        Destination::Nobody => {}
    }
    Ok(())
}

fn destination(context: &Context<'_>, to: &Term) -> Result<Destination, Raise> {
    match to {
        Term::Pid(pid) | Term::Port(pid) => Ok(Destination::Process(*pid)),
        Term::Atom(name) => context.system.whereis(*name).map(Destination::Process).ok_or_else(Raise::badarg),
        Term::Ref(alias) => Ok(match context.system.alias_owner(*alias) {
            Some(owner) => Destination::Alias(owner, *alias),
            None => Destination::Nobody,
        }),
        Term::Tuple(parts) => match &**parts {
            [Term::Atom(name), Term::Atom(node)] => {
                let pid = if *node == atoms::NONODE_AT_NOHOST { context.system.whereis(*name) } else { None };
                Ok(pid.map_or(Destination::Nobody, Destination::Process))
            }
            _ => Err(Raise::badarg()),
        },
        _ => Err(Raise::badarg()),
    }
}
