//! Which native functions look at, or change, what processes share: told to observers that pause, before the call is made.
//!
//! What a call sets off in others (signals, their arrival, exits) is reported where it happens.

use std::hash::{DefaultHasher, Hash, Hasher};

use erlang_term::{Atom, Pid, Ref, Term};

use super::Context;
use super::ets::{KeyKind, TableView};
use crate::observer::{Access, Object};
use crate::program::Mfa;
use crate::timers::TimerId;
use Access::{Change, ChangePart, Look, LookAtPart};

/// Reports what this call is about to touch.
pub fn report(context: &mut Context<'_>, mfa: Mfa, arguments: &[Term]) {
    match (mfa.module.name(), arguments) {
        ("erlang", _) => erlang(context, mfa.function.name(), arguments),
        ("ets", _) => ets(context, mfa.function.name(), arguments),
        ("persistent_term", _) => persistent_term(context, mfa.function.name(), arguments),
        ("global", _) => global(context, mfa.function.name(), arguments),
        ("atomics" | "counters", [array, index, ..]) => element(context, mfa.function.name(), array, index),
        ("application", _) => {
            let access = match mfa.function.name() {
                "set_env" | "unset_env" => Change,
                "get_env" | "get_all_env" => Look,
                _ => return,
            };
            context.touch(Object::Environment, access);
        }
        _ => {}
    }
}

/// Whether the call changes something that no event tells of: what someone finds there later is this call's doing.
pub fn is_write(mfa: Mfa) -> bool {
    let function = mfa.function.name();
    match mfa.module.name() {
        "erlang" => {
            let own = matches!((function, mfa.arity), ("put", 2) | ("erase", _) | ("group_leader", 2));
            own || matches!(function, "process_flag" | "system_flag" | "display" | "display_string")
        }
        "ets" => matches!(
            function,
            "delete"
                | "delete_all_objects"
                | "delete_object"
                | "give_away"
                | "insert"
                | "insert_new"
                | "internal_delete_all"
                | "internal_select_delete"
                | "match_delete"
                | "new"
                | "rename"
                | "select_delete"
                | "select_replace"
                | "setopts"
                | "take"
                | "update_counter"
                | "update_element"
        ),
        "persistent_term" => matches!(function, "put" | "erase"),
        "global" => matches!(function, "register_name" | "re_register_name" | "unregister_name"),
        "atomics" | "counters" => !matches!(function, "get" | "info"),
        "application" => matches!(function, "set_env" | "unset_env"),
        _ => false,
    }
}

fn erlang(context: &mut Context<'_>, function: &str, arguments: &[Term]) {
    let me = context.pid();
    match (function, arguments) {
        ("!" | "send" | "send_nosuspend", [to, ..]) => destination(context, to),
        ("register", [Term::Atom(name), Term::Pid(pid)]) => {
            name_in(context, *name, Change);
            life(context, *pid);
        }
        ("unregister", [Term::Atom(name)]) => name_in(context, *name, Change),
        ("whereis", [Term::Atom(name)]) => name_in(context, *name, Look),
        ("registered", _) => context.touch(Object::Names, Look),
        ("link", [Term::Pid(to)]) => {
            context.touch(Object::Mailbox(me.into()), Look);
            life(context, *to);
        }
        ("unlink" | "demonitor", _) => context.touch(Object::Mailbox(me.into()), Look),
        ("monitor", [_, item, ..]) => destination(context, item),
        ("unalias", [Term::Ref(alias)]) => {
            context.touch(Object::Mailbox(me.into()), Change);
            context.touch(Object::Alias((*alias).into()), Change);
        }
        ("alias" | "hibernate", _) => context.touch(Object::Mailbox(me.into()), Change),
        ("process_flag", [Term::Atom(flag), _]) if flag.name() == "trap_exit" => {
            context.touch(Object::Mailbox(me.into()), Change);
        }
        ("process_flag", [Term::Pid(pid), _, _])
        | ("suspend_process" | "resume_process", [Term::Pid(pid), ..]) => {
            context.touch(Object::Steps((*pid).into()), Change);
            life(context, *pid);
        }
        ("is_process_alive" | "garbage_collect", [Term::Pid(pid), ..]) => life(context, *pid),
        ("processes", _) | ("memory", _) => context.touch(Object::Processes, Look),
        ("system_info", [Term::Atom(item)]) if item.name() == "process_count" => {
            context.touch(Object::Processes, Look);
        }
        ("group_leader", []) => context.touch(Object::Leader(me.into()), Look),
        ("group_leader", [_, Term::Pid(to)]) => life(context, *to),
        ("process_info", [Term::Pid(pid), items @ ..]) => process_info(context, *pid, items.first()),
        ("send_after" | "start_timer", _) => {
            let next = TimerId(context.system.counters().timer);
            context.touch(Object::Timer(next), Change);
        }
        ("cancel_timer", [Term::Ref(timer), ..]) => timer_in(context, *timer, Change),
        ("read_timer", [Term::Ref(timer), ..]) => timer_in(context, *timer, Look),
        ("unique_integer", [Term::Cons(_)]) => context.touch(Object::Unique, Change),
        // Most of what there is to know is always the same.
        ("statistics", [Term::Atom(item)]) => {
            if matches!(item.name(), "reductions" | "exact_reductions" | "wall_clock" | "runtime") {
                context.touch(Object::Flags, Change);
            }
        }
        ("system_flag", _) => context.touch(Object::Flags, Change),
        (spawn, _) if spawn.starts_with("spawn") => context.touch(Object::Leader(me.into()), Look),
        _ => {}
    }
}

/// A process, alias or name.
fn destination(context: &mut Context<'_>, to: &Term) {
    match to {
        Term::Atom(name) => name_in(context, *name, Look),
        Term::Ref(alias) => context.touch(Object::Alias((*alias).into()), Look),
        Term::Tuple(parts) => {
            if let [Term::Atom(name), _] = &**parts {
                name_in(context, *name, Look);
            }
        }
        _ => {}
    }
}

fn name_in(context: &mut Context<'_>, name: Atom, access: Access) {
    context.touch(Object::Name(name), access);
    context.touch(Object::Names, part(access));
}

fn part(access: Access) -> Access {
    match access {
        Look | LookAtPart => LookAtPart,
        Change | ChangePart => ChangePart,
    }
}

fn life(context: &mut Context<'_>, pid: Pid) {
    if pid != context.pid() {
        context.touch(Object::Life(pid.into()), Look);
    }
}

fn timer_in(context: &mut Context<'_>, timer: Ref, access: Access) {
    let found = context.system.timers.find(timer).map(|(id, _)| id);
    context.touch(Object::TimerReference(timer.into()), access);
    if let Some(id) = found {
        context.touch(Object::Timer(id), access);
    }
}

/// What a process asks of itself it knows, but for what others do to it.
fn process_info(context: &mut Context<'_>, pid: Pid, items: Option<&Term>) {
    let me = context.pid();
    if pid != me {
        life(context, pid);
        context.touch(Object::Steps(pid.into()), Look);
        context.touch(Object::Mailbox(pid.into()), Look);
    }
    let asks = |wanted: &[&str]| match items {
        None => true,
        Some(Term::Atom(item)) => wanted.contains(&item.name()),
        Some(list) => {
            let items = list.proper_list().unwrap_or_default();
            items.iter().filter_map(Term::as_atom).any(|item| wanted.contains(&item.name()))
        }
    };
    if asks(&["messages", "message_queue_len", "links", "monitors", "monitored_by", "trap_exit"]) {
        context.touch(Object::Mailbox(pid.into()), Look);
    }
    if asks(&["group_leader"]) {
        context.touch(Object::Leader(pid.into()), Look);
    }
    if asks(&["registered_name"]) {
        context.touch(Object::Names, Look);
    }
}

fn persistent_term(context: &mut Context<'_>, function: &str, arguments: &[Term]) {
    let access = match function {
        "put" | "erase" => Change,
        _ => Look,
    };
    match arguments.first() {
        Some(key) => {
            context.touch(Object::Persistent(hash(key)), access);
            context.touch(Object::Persistents, part(access));
        }
        None => context.touch(Object::Persistents, access),
    }
}

/// That the one who gets a name is alive is told where someone looks.
fn global(context: &mut Context<'_>, function: &str, arguments: &[Term]) {
    let access = match function {
        "register_name" | "re_register_name" | "unregister_name" => Change,
        "whereis_name" | "send" | "registered_names" => Look,
        _ => return,
    };
    match arguments.first() {
        // Whether a process has a name already depends on all there are.
        Some(_) if function == "register_name" => context.touch(Object::GlobalNames, Change),
        Some(name) => {
            context.touch(Object::GlobalName(hash(name)), access);
            context.touch(Object::GlobalNames, part(access));
        }
        None => context.touch(Object::GlobalNames, access),
    }
}

fn element(context: &mut Context<'_>, function: &str, array: &Term, index: &Term) {
    let reference = match (array, array.as_tuple()) {
        (Term::Ref(reference), _) | (_, Some([_, Term::Ref(reference)])) => *reference,
        _ => return,
    };
    if let (Some(index), true) = (index.as_int(), function != "new") {
        let access = if function == "get" { Look } else { Change };
        context.touch(Object::Element(reference.into(), index as u64), access);
    }
}

fn hash(term: &Term) -> u64 {
    let mut hasher = DefaultHasher::new();
    term.hash(&mut hasher);
    hasher.finish()
}

/// Operations with a key touch what has that key, the others the table.
fn ets(context: &mut Context<'_>, function: &str, arguments: &[Term]) {
    match (function, arguments) {
        ("new", [Term::Atom(name), _]) => {
            context.touch(Object::TableName(*name), Change);
            context.touch(Object::Tables, ChangePart);
        }
        ("all", _) => context.touch(Object::Tables, Look),
        ("whereis", [Term::Atom(name)]) => context.touch(Object::TableName(*name), Look),
        ("lookup" | "lookup_element" | "member", [name, key, ..]) => {
            keys(context, name, std::slice::from_ref(key), Look)
        }
        ("update_counter" | "update_element" | "take", [name, key, ..]) | ("delete", [name, key]) => {
            keys(context, name, std::slice::from_ref(key), Change);
        }
        ("insert" | "insert_new" | "delete_object", [name, objects]) => {
            let objects = objects.proper_list().unwrap_or_else(|| vec![objects.clone()]);
            let place = TableView::find(context, name).map_or(1, |view| view.key_position);
            let key = |object: &Term| object.as_tuple().and_then(|parts| parts.get(place - 1)).cloned();
            let found: Vec<Term> = objects.iter().filter_map(key).collect();
            keys(context, name, &found, Change);
        }
        ("delete" | "rename", [name, rest @ ..]) => {
            whole(context, name, Change);
            context.touch(Object::Tables, ChangePart);
            for name in rest.iter().chain([name]).filter_map(Term::as_atom) {
                context.touch(Object::TableName(name), Change);
            }
        }
        (
            "delete_all_objects"
            | "internal_delete_all"
            | "select_delete"
            | "internal_select_delete"
            | "match_delete"
            | "select_replace"
            | "give_away"
            | "setopts"
            | "safe_fixtable",
            [name, ..],
        ) => whole(context, name, Change),
        ("match_spec_compile" | "match_spec_run" | "match_spec_run_r" | "is_compiled_ms", _) => {}
        // A continuation begins with its table.
        (_, [Term::Tuple(parts), ..]) => {
            if let Some(name) = parts.first() {
                whole(context, name, Look);
            }
        }
        (_, [name, ..]) => whole(context, name, Look),
        _ => {}
    }
}

fn whole(context: &mut Context<'_>, name: &Term, access: Access) {
    if let Some(view) = table(context, name) {
        context.touch(Object::Table(view.id.into()), access);
    }
}

fn keys(context: &mut Context<'_>, name: &Term, keys: &[Term], access: Access) {
    let Some(view) = table(context, name) else { return };
    let exact = |key: &Term| {
        matches!(key, Term::Int(_) | Term::Atom(_) | Term::Pid(_) | Term::Ref(_) | Term::Bits(_))
    };
    // Keys that are equal but not the same are left to the table as a whole.
    if view.keys == KeyKind::Equal && !keys.iter().all(exact) {
        return context.touch(Object::Table(view.id.into()), access);
    }
    context.touch(Object::Table(view.id.into()), part(access));
    for key in keys {
        context.touch(Object::Entry(view.id.into(), hash(key)), access);
    }
}

/// The table that is meant, unless nobody else can use it.
fn table(context: &mut Context<'_>, name: &Term) -> Option<TableView> {
    if let Term::Atom(name) = name {
        context.touch(Object::TableName(*name), Look);
    }
    let me = context.pid();
    let found = TableView::find(context, name);
    // Who finds no table may come after its end.
    if let (None, Term::Ref(id)) = (&found, name) {
        context.touch(Object::Table((*id).into()), Look);
    }
    found.filter(|view| !(view.is_private && view.owner == me))
}
