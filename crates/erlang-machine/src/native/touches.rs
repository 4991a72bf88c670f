//! Which objects a call is about to look at, or change, by its row: told to observers that pause,
//! before the call is made.
//!
//! What a call sets off in others (signals, their arrival, exits) is reported where it happens.

use std::hash::{DefaultHasher, Hash, Hasher};

use erlang_term::{Atom, Pid, Ref, Term};

use super::Context;
use super::effect::{Effect, On, Touch, Who};
use super::ets::{KeyKind, TableView};
use super::{applications, files};
use crate::observer::{Access, Object};
use crate::timers::TimerId;
use Access::{Change, ChangePart, Look, LookAtPart};

/// Reports what this call is about to touch.
pub fn report(context: &mut Context<'_>, effect: &Effect, arguments: &[Term]) {
    let me = context.pid();
    for touch in effect.touches_of(me, arguments) {
        let access = match touch {
            Touch::Look(_) => Look,
            Touch::Change(_) => Change,
        };
        touch_one(context, touch.on(), access, arguments);
    }
}

fn touch_one(context: &mut Context<'_>, on: On, access: Access, arguments: &[Term]) {
    let pid = |arg: usize| match arguments[arg] {
        Term::Pid(pid) | Term::Port(pid) => Some(pid),
        _ => None,
    };
    let reference = |arg: usize| if let Term::Ref(found) = arguments[arg] { Some(found) } else { None };
    let name = |arg: usize| arguments[arg].as_atom();
    let me = context.pid();
    let who = |who: Who| match who {
        Who::Me => Some(me),
        Who::Arg(arg) => pid(arg),
    };
    match on {
        On::Mailbox(of) => one(context, who(of).map(|pid| Object::Mailbox(pid.into())), access),
        // It changes when the signal arrives.
        On::Leader(_) if access == Change => {}
        On::Leader(of) => one(context, who(of).map(|pid| Object::Leader(pid.into())), access),
        On::Life(of) => life(context, pid(of)),
        // Where a process is itself it knows.
        On::Steps(of) => {
            let other = pid(of).filter(|pid| *pid != me);
            one(context, other.map(|pid| Object::Steps(pid.into())), access);
        }
        On::Processes => context.touch(Object::Processes, access),
        On::Signal(to) => destination(context, &arguments[to]),
        On::Alias(alias) => one(context, reference(alias).map(|found| Object::Alias(found.into())), access),
        On::Name(of) => {
            if let Some(name) = name(of) {
                name_in(context, name, access);
            }
        }
        On::Names => context.touch(Object::Names, access),
        On::NameOf(of) => one(context, pid(of).map(|pid| Object::NameOf(pid.into())), access),
        On::NameOfHolder(of) => {
            let holder = name(of).and_then(|name| context.system.whereis(name));
            one(context, holder.map(|pid| Object::NameOf(pid.into())), access);
        }
        On::GlobalSignal(of) => touch_one(context, On::GlobalName(of), Look, arguments),
        On::GlobalName(of) => {
            context.touch(Object::GlobalName(hash(&arguments[of])), access);
            context.touch(Object::GlobalNames, part(access));
        }
        On::GlobalNames => context.touch(Object::GlobalNames, access),
        On::Timer(timer) => {
            if let Some(timer) = reference(timer) {
                timer_in(context, timer, access);
            }
        }
        On::NewTimer => {
            let next = TimerId(context.system.counters().timer);
            context.touch(Object::Timer(next), access);
        }
        // Nobody changes all of them.
        On::Tables if access == Change => context.touch(Object::Tables, ChangePart),
        On::Tables => context.touch(Object::Tables, access),
        On::TableName(of) => {
            let own = || TableView::find(context, &arguments[of]).and_then(|view| view.name);
            let name = name(of).or_else(own);
            one(context, name.map(Object::TableName), access);
        }
        On::Table(of) => whole(context, &arguments[of], access, Reach::Table),
        On::Contents(of) => whole(context, &arguments[of], access, Reach::Contents),
        // A continuation begins with its table.
        On::Continued(of) => {
            if let Some([table, ..]) = arguments[of].as_tuple() {
                whole(context, table, access, Reach::Contents);
            }
        }
        On::AllContents => {
            context.touch(Object::Tables, access);
            let all: Vec<Term> =
                context.system.storage.tables.iter().map(|table| Term::Ref(table.id)).collect();
            all.iter().for_each(|table| whole(context, table, access, Reach::Table));
        }
        On::Key { table, key } => {
            keys(context, &arguments[table], std::slice::from_ref(&arguments[key]), access);
        }
        On::Objects { table, objects } => {
            let objects = &arguments[objects];
            let objects = objects.proper_list().unwrap_or_else(|| vec![objects.clone()]);
            let place = TableView::find(context, &arguments[table]).map_or(1, |view| view.key_position);
            let key = |object: &Term| object.as_tuple().and_then(|parts| parts.get(place - 1)).cloned();
            let found: Vec<Term> = objects.iter().filter_map(key).collect();
            keys(context, &arguments[table], &found, access);
        }
        On::Heir(options) => {
            let options = &arguments[options];
            for option in options.proper_list().unwrap_or_else(|| vec![options.clone()]) {
                if let Some([_, Term::Pid(heir), _]) = option.as_tuple() {
                    life(context, Some(*heir));
                }
            }
        }
        On::Persistent(key) => {
            context.touch(persistent(&arguments[key]), access);
            context.touch(Object::Persistents, part(access));
        }
        On::Persistents => context.touch(Object::Persistents, access),
        On::Element { array, index } => {
            let array = &arguments[array];
            let found = match (array, array.as_tuple()) {
                (Term::Ref(found), _) | (_, Some([_, Term::Ref(found)])) => Some(*found),
                _ => None,
            };
            if let (Some(array), Some(index)) = (found, arguments[index].as_int()) {
                context.touch(Object::Element(array.into(), index as u64), access);
            }
        }
        On::Setting { application, key } => {
            setting(context, &arguments[application], &arguments[key], access);
        }
        On::ThisSetting(application, key) => {
            setting(context, &Term::atom(application), &Term::atom(key), access);
        }
        On::Settings => whole(context, &Term::atom(applications::NAME), access, Reach::Contents),
        On::SystemFlag(_) | On::Statistics(_) => context.touch(Object::Flags, access),
        On::Ordered => context.touch(Object::Unique, access),
        On::Variable(name) => {
            context.touch(Object::Variable(hash(&arguments[name])), access);
            context.touch(Object::Variables, part(access));
        }
        On::Variables => context.touch(Object::Variables, access),
        On::CurrentFolder => context.touch(Object::CurrentFolder, access),
        On::Code(module) => one(context, name(module).map(Object::Code), access),
        On::File(at) => {
            if let Ok(path) = files::path(&arguments[at]) {
                if !path.starts_with(b"/") {
                    context.touch(Object::CurrentFolder, Look);
                }
                file(context, &path, access);
            }
        }
        On::Handle(of) => {
            let open = reference(of)
                .and_then(|handle| context.system.storage.files.open.get(&handle.into()))
                .map(|file| file.path.clone());
            if let Some(path) = open {
                file(context, &path, access);
            }
        }
        // Nobody else has it, or nobody can tell: numbers and the clock are kept with each entry of
        // a run that goes both ways.
        On::Dictionary
        | On::DictionaryKey(_)
        | On::ProcessFlag(_)
        | On::NewProcess
        | On::Compiled(_)
        | On::Hash(_)
        | On::Array(_)
        | On::Fresh
        | On::Clock
        | On::Input
        | On::Output
        | On::Log
        | On::Report
        | On::Unsupported(_)
        | On::Position(_)
        | On::Buffer(_)
        | On::Host => {}
    }
}

/// The persistent terms under this key.
pub fn persistent(key: &Term) -> Object {
    Object::Persistent(hash(key))
}

fn one(context: &mut Context<'_>, object: Option<Object>, access: Access) {
    if let Some(object) = object {
        context.touch(object, access);
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

fn life(context: &mut Context<'_>, pid: Option<Pid>) {
    if let Some(pid) = pid.filter(|pid| *pid != context.pid()) {
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

/// A file is a part of every folder above it.
fn file(context: &mut Context<'_>, path: &[u8], access: Access) {
    let parts = context.system.storage.files.absolute(context.program.host(), path);
    for length in 0..parts.len() {
        context.touch(Object::File(hash(&&parts[..length])), part(access));
    }
    context.touch(Object::File(hash(&&parts[..])), access);
}

/// A setting is an object of the table that applications are kept in.
fn setting(context: &mut Context<'_>, application: &Term, key: &Term, access: Access) {
    keys(context, &Term::atom(applications::NAME), &[applications::key(application, key)], access);
}

fn hash(term: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    term.hash(&mut hasher);
    hasher.finish()
}

/// How much of a table a call is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Table,
    Contents,
}

fn whole(context: &mut Context<'_>, name: &Term, access: Access, reach: Reach) {
    if let Some(view) = table(context, name, reach) {
        context.touch(Object::Table(view.id.into()), access);
    }
}

fn keys(context: &mut Context<'_>, name: &Term, keys: &[Term], access: Access) {
    let Some(view) = table(context, name, Reach::Contents) else { return };
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

/// The table that is meant. What a private one holds is part of what its owner has done: to the
/// owner it is nothing beside,
/// and who else looks at it looks at how far the owner is.
fn table(context: &mut Context<'_>, name: &Term, reach: Reach) -> Option<TableView> {
    if let Term::Atom(name) = name {
        context.touch(Object::TableName(*name), Look);
    }
    let me = context.pid();
    let found = TableView::find(context, name);
    // Who finds no table may come after its end.
    if let (None, Term::Ref(id)) = (&found, name) {
        context.touch(Object::Table((*id).into()), Look);
    }
    if let Some(view) = &found
        && view.is_private
        && view.owner != me
    {
        context.touch(Object::Steps(view.owner.into()), Look);
    }
    found.filter(|view| reach == Reach::Table || !(view.is_private && view.owner == me))
}
