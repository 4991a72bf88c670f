//! Registered names.

use erlang_term::{Atom, Term, atoms};

use super::{Context, Outcome, Table};
use crate::Raise;
use crate::native::effect::{Change, Look, On, Touches};

pub const TABLE: Table = &[
    ("register", 2, Touches(&[Change(On::Name(0)), Change(On::NameOf(1)), Look(On::Life(1))]), register),
    ("unregister", 1, Touches(&[Change(On::Name(0)), Change(On::NameOfHolder(0))]), unregister),
    ("whereis", 1, Touches(&[Look(On::Name(0))]), whereis),
    ("registered", 0, Touches(&[Look(On::Names)]), |context, _| Ok(Term::list(context.system.registered()))),
];

fn register(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let because = |cause| Err(Raise::badarg().because(Atom::new(cause)));
    let (name, pid) = match arguments {
        [Term::Atom(name), Term::Pid(pid)] if *name != atoms::UNDEFINED => (*name, *pid),
        _ => return because("none"),
    };
    if !context.system.is_alive(pid, context.process) {
        return because("notalive");
    }
    if context.system.whereis(name).is_some() {
        return because("registered_name");
    }
    let own_name = match pid == context.pid() {
        true => &mut context.process.name,
        false => match context.system.get_mut(pid) {
            Some(process) => &mut process.state.name,
            None => return because("notalive"),
        },
    };
    if own_name.is_some() {
        return because("registered_name");
    }
    *own_name = Some(name);
    context.system.register(name, pid);
    context.observer.register(context.process.pid, name, pid);
    Ok(Term::bool(true))
}

fn unregister(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let name = arguments[0].as_atom().ok_or_else(Raise::badarg)?;
    let pid = context.system.whereis(name).ok_or_else(Raise::badarg)?;
    context.system.unregister(name);
    context.observer.unregister(context.process.pid, name, pid);
    if pid == context.pid() {
        context.process.name = None;
    } else if let Some(process) = context.system.get_mut(pid) {
        process.state.name = None;
    }
    Ok(Term::bool(true))
}

fn whereis(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let name = arguments[0].as_atom().ok_or_else(Raise::badarg)?;
    Ok(context.system.whereis(name).map_or(Term::Atom(atoms::UNDEFINED), Term::Pid))
}
