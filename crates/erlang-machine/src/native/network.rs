//! `global`, `net_adm`, `net_kernel`: what a node answers that is not part of a network. It is all
//! the nodes there are, so that a global name is a name of its own kind.

use erlang_term::{Map, Pid, Term, atoms};

use super::arguments::function_clause;
use super::{Context, Outcome, Table, applications};
use crate::Raise;
use crate::native::effect::{Change, Look, On, Pure, Touches};
use crate::observer::{Access, Object};

/// Who waits for a lock waits by the clock: that is written in Erlang.
pub const GLOBAL_TABLE: Table = &[
    (
        "register_name",
        2,
        Touches(&[Change(On::GlobalNames), Look(On::ThisSetting("kernel", "global_multi_name_action"))]),
        register_name,
    ),
    (
        "register_name",
        3,
        Touches(&[Change(On::GlobalNames), Look(On::ThisSetting("kernel", "global_multi_name_action"))]),
        register_name,
    ),
    ("re_register_name", 2, Touches(&[Change(On::GlobalName(0))]), re_register_name),
    ("re_register_name", 3, Touches(&[Change(On::GlobalName(0))]), re_register_name),
    ("unregister_name", 1, Touches(&[Change(On::GlobalName(0))]), unregister_name),
    ("whereis_name", 1, Touches(&[Look(On::GlobalName(0))]), |context, a| {
        Ok(find(context, &a[0]).map_or(Term::Atom(atoms::UNDEFINED), Term::Pid))
    }),
    ("registered_names", 0, Touches(&[Look(On::GlobalNames)]), registered_names),
    ("send", 2, Touches(&[Change(On::GlobalSignal(0))]), send),
    ("sync", 0, Pure, |_, _| Ok(Term::Atom(atoms::OK))),
    ("disconnect", 0, Pure, |_, _| Ok(Term::Nil)),
];

/// Locks are kept among the names: `{'$lock', Resource}` stands for `{Requester, Pids}` there, not
/// for a process.
///
/// `hold(Lock, Requester, true)` takes a lock, and with `false` gives it back.
pub const LOCK_TABLE: Table = &[("hold", 3, Touches(&[Change(On::GlobalName(0))]), hold)];

pub const NET_ADM_TABLE: Table =
    &[("names", 0, Pure, |_, _| no_names()), ("names", 1, Pure, names), ("ping", 1, Pure, ping)];

pub const NET_KERNEL_TABLE: Table = &[
    ("connect_node", 1, Pure, connect_node),
    ("dflag_unicode_io", 1, Pure, dflag_unicode_io),
    ("get_state", 0, Pure, |_, _| {
        Ok(Term::Map(Map::from_pairs([(Term::atom("started"), Term::atom("no"))])))
    }),
    ("longnames", 0, Pure, ignored),
    ("monitor_nodes", 1, Pure, monitor_nodes),
    ("nodename", 0, Pure, ignored),
];

pub const ERLANG_TABLE: Table = &[
    ("disconnect_node", 1, Pure, ignored),
    ("monitor_node", 2, Pure, monitor_node),
    ("monitor_node", 3, Pure, monitor_node),
];

fn ignored(_: &mut Context<'_>, _: &[Term]) -> Outcome {
    Ok(Term::atom("ignored"))
}

/// A node without a name connects to nobody.
fn connect_node(_: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    arguments[0].as_atom().map(|_| Term::atom("ignored")).ok_or_else(function_clause)
}

/// All processes are of this node, whose output is Unicode.
fn dflag_unicode_io(_: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    match arguments[0] {
        Term::Pid(_) => Ok(Term::bool(true)),
        _ => Err(Raise::badarg()),
    }
}

/// A node can watch itself, without effect; others it cannot reach.
fn monitor_node(_: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    match &arguments[0] {
        Term::Atom(atoms::NONODE_AT_NOHOST) => Ok(Term::bool(true)),
        Term::Atom(_) => Err(Raise::error(Term::atom("notalive"))),
        _ => Err(Raise::badarg()),
    }
}

/// Nobody ever comes or goes.
fn monitor_nodes(_: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    match arguments[0] {
        Term::Atom(atoms::TRUE | atoms::FALSE) => Ok(Term::Atom(atoms::OK)),
        _ => Err(Raise::unsupported("net_kernel:monitor_nodes/1 with anything other than true or false")),
    }
}

fn ping(_: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    arguments[0].as_atom().map(|_| Term::atom("pang")).ok_or_else(function_clause)
}

/// Nobody there knows about nodes.
fn no_names() -> Outcome {
    Ok(Term::tuple([Term::Atom(atoms::ERROR), Term::atom("address")]))
}

fn names(_: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    match arguments[0] == Term::atom("localhost") || arguments[0] == Term::string("localhost") {
        true => no_names(),
        false => Err(Raise::unsupported("net_adm:names/1 of a host other than localhost")),
    }
}

// ---- global names ----

/// Who has this name, and is alive.
fn find(context: &mut Context<'_>, name: &Term) -> Option<Pid> {
    let Some(Term::Pid(pid)) = context.system.storage.global_names.get(name).cloned() else { return None };
    is_alive(context, pid).then_some(pid)
}

fn is_alive(context: &mut Context<'_>, pid: Pid) -> bool {
    if pid != context.pid() {
        context.touch(Object::Life(pid.into()), Access::Look);
    }
    context.system.is_alive(pid, context.process)
}

/// A name that is free, for a process that has none: who has one already is told about in the log,
/// and gets no other.
fn register_name(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let Term::Pid(pid) = arguments[1] else { return Err(function_clause()) };
    let several =
        applications::setting(context.system, &Term::atom("kernel"), &Term::atom("global_multi_name_action"));
    let is_allowed = several == Some(Term::atom("allow"));
    let is_free = find(context, &arguments[0]).is_none();
    let has_name = || context.system.storage.global_names.iter().any(|(_, named)| *named == Term::Pid(pid));
    if !is_free || (!is_allowed && has_name()) {
        return Ok(Term::atom("no"));
    }
    re_register_name(context, arguments)
}

/// Registers a name, even if another process has it.
fn re_register_name(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let Term::Pid(pid) = arguments[1] else { return Err(function_clause()) };
    context.system.storage.global_names.insert(arguments[0].clone(), Term::Pid(pid));
    Ok(Term::atom("yes"))
}

fn unregister_name(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    context.system.storage.global_names.remove(&arguments[0]);
    Ok(Term::Atom(atoms::OK))
}

fn registered_names(context: &mut Context<'_>, _: &[Term]) -> Outcome {
    let all: Vec<Term> = context.system.storage.global_names.iter().map(|(name, _)| name.clone()).collect();
    Ok(Term::list(all.into_iter().filter(|name| find(context, name).is_some()).collect::<Vec<_>>()))
}

fn send(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let Some(pid) = find(context, &arguments[0]) else {
        let reason = Term::tuple([arguments[0].clone(), arguments[1].clone()]);
        return Err(Raise::exit(Term::tuple([Term::Atom(atoms::BADARG), reason])));
    };
    context.scene().send(pid, arguments[1].clone());
    Ok(Term::Pid(pid))
}

// ---- global locks ----

/// The processes that hold a lock in the name of this requester. None: it is another's. A lock is
/// free when nobody who holds it is alive.
fn holders(context: &mut Context<'_>, lock: &Term, requester: &Term) -> Option<Vec<Term>> {
    let held = context.system.storage.global_names.get(lock).cloned();
    let Some([by, pids]) = held.as_ref().and_then(Term::as_tuple) else { return Some(Vec::new()) };
    let is_held = |pid: &Term| matches!(pid, Term::Pid(pid) if is_alive(context, *pid));
    let alive: Vec<Term> = pids.proper_list().unwrap_or_default().into_iter().filter(is_held).collect();
    (alive.is_empty() || by == requester).then_some(alive)
}

fn hold(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    match arguments[2] {
        Term::Atom(atoms::TRUE) => lock(context, arguments),
        Term::Atom(atoms::FALSE) => unlock(context, arguments),
        _ => Err(Raise::badarg()),
    }
}

fn lock(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let Some(mut pids) = holders(context, &arguments[0], &arguments[1]) else {
        return Ok(Term::bool(false));
    };
    let me = Term::Pid(context.pid());
    if !pids.contains(&me) {
        pids.push(me);
    }
    let held = Term::tuple([arguments[1].clone(), Term::list(pids)]);
    context.system.storage.global_names.insert(arguments[0].clone(), held);
    Ok(Term::bool(true))
}

fn unlock(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let me = Term::Pid(context.pid());
    if let Some(mut pids) = holders(context, &arguments[0], &arguments[1]) {
        pids.retain(|pid| *pid != me);
        let names = &mut context.system.storage.global_names;
        if pids.is_empty() {
            names.remove(&arguments[0]);
        } else {
            let held = Term::tuple([arguments[1].clone(), Term::list(pids)]);
            names.insert(arguments[0].clone(), held);
        }
    }
    Ok(Term::bool(true))
}
