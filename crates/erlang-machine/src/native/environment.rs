//! The operating system, the command line and applications, as far as a closed world has them.

use std::collections::BTreeMap;

use erlang_term::{Term, atoms};

use super::arguments::character;
use super::{Context, Outcome, Table, applications};
use crate::Raise;
use crate::native::effect::{Change, Ends, Look, On, Pure, Touches};

pub const OS_TABLE: Table = &[
    ("getenv", 0, Touches(&[Look(On::Variables)]), |context, _| {
        let joined = |(name, value): (String, String)| Term::string(&format!("{name}={value}"));
        Ok(Term::list(variables(context).into_iter().map(joined).collect::<Vec<_>>()))
    }),
    ("env", 0, Touches(&[Look(On::Variables)]), |context, _| {
        let pair = |(name, value): (String, String)| Term::tuple([Term::string(&name), Term::string(&value)]);
        Ok(Term::list(variables(context).into_iter().map(pair).collect::<Vec<_>>()))
    }),
    ("putenv", 2, Touches(&[Change(On::Variable(0))]), |context, arguments| {
        let (name, value) = (variable_name(&arguments[0])?, text(&arguments[1])?);
        context.system.storage.variables.insert(Term::string(&name), Term::string(&value));
        Ok(Term::bool(true))
    }),
    ("unsetenv", 1, Touches(&[Change(On::Variable(0))]), |context, arguments| {
        let name = variable_name(&arguments[0])?;
        context.system.storage.variables.insert(Term::string(&name), Term::bool(false));
        Ok(Term::bool(true))
    }),
    ("getenv", 1, Touches(&[Look(On::Variable(0))]), |context, arguments| {
        getenv(context, &arguments[0], Term::bool(false))
    }),
    ("getenv", 2, Touches(&[Look(On::Variable(0))]), |context, arguments| {
        getenv(context, &arguments[0], arguments[1].clone())
    }),
    ("type", 0, Touches(&[Look(On::Host)]), |_, _| {
        Ok(Term::tuple([Term::atom("unix"), Term::atom("linux")]))
    }),
];

pub const INIT_TABLE: Table = &[
    // A run has no command line of its own. The flags are those that `erl` gives itself.
    ("get_argument", 1, Touches(&[Look(On::Host)]), |context, arguments| {
        let host = context.program.host();
        let value = match arguments[0].as_atom().map(|flag| flag.name()) {
            Some("home") => host.home(),
            Some("root") => host.root_folder(),
            Some("progname") => Some("erl".to_owned()),
            _ => None,
        };
        Ok(value.map_or(Term::Atom(atoms::ERROR), |value| {
            let values = Term::list([Term::list([Term::string(&value)])]);
            Term::tuple([Term::Atom(atoms::OK), values])
        }))
    }),
    ("get_arguments", 0, Touches(&[Look(On::Host)]), |_, _| Ok(Term::Nil)),
    ("get_plain_arguments", 0, Touches(&[Look(On::Host)]), |_, _| Ok(Term::Nil)),
    ("get_status", 0, Pure, |_, _| Ok(Term::tuple([Term::atom("started"), Term::atom("started")]))),
    ("script_id", 0, Pure, |_, _| Ok(Term::tuple([Term::string("Erlang/OTP"), Term::string("25")]))),
    ("stop", 0, Ends, |context, _| {
        context.then = Some(super::Then::Halt(0));
        Ok(Term::Atom(atoms::OK))
    }),
    ("stop", 1, Ends, |context, arguments| match arguments[0] {
        Term::Int(status) if status >= 0 => {
            context.then = Some(super::Then::Halt((status & 0xff) as i32));
            Ok(Term::Atom(atoms::OK))
        }
        _ => Err(Raise::badarg()),
    }),
];

pub const APPLICATION_TABLE: Table = &[
    ("get_env", 1, Touches(&[Look(On::Settings)]), |context, arguments| {
        let own = own_application(context);
        Ok(own.map_or(Term::Atom(atoms::UNDEFINED), |own| get_env(context, &own, &arguments[0])))
    }),
    ("get_env", 2, Touches(&[Look(On::Setting { application: 0, key: 1 })]), |context, arguments| {
        Ok(get_env(context, &arguments[0], &arguments[1]))
    }),
    ("get_env", 3, Touches(&[Look(On::Setting { application: 0, key: 1 })]), |context, arguments| {
        let found = get_env(context, &arguments[0], &arguments[1]);
        Ok(match found.as_tuple() {
            Some([_, value]) => value.clone(),
            _ => arguments[2].clone(),
        })
    }),
    ("get_all_env", 0, Touches(&[Look(On::Settings)]), |context, _| {
        let own = own_application(context);
        Ok(own.map_or(Term::Nil, |own| get_all_env(context, &own)))
    }),
    ("get_all_env", 1, Touches(&[Look(On::Settings)]), |context, arguments| {
        Ok(get_all_env(context, &arguments[0]))
    }),
    ("set_env", 3, Touches(&[Change(On::Setting { application: 0, key: 1 })]), set_env),
    ("set_env", 4, Touches(&[Change(On::Setting { application: 0, key: 1 })]), set_env),
    ("unset_env", 2, Touches(&[Change(On::Setting { application: 0, key: 1 })]), unset_env),
    ("unset_env", 3, Touches(&[Change(On::Setting { application: 0, key: 1 })]), unset_env),
    ("get_application", 0, Touches(&[Look(On::Host)]), |context, _| {
        applications::of(context, &Term::Pid(context.pid()))
    }),
    ("get_application", 1, Touches(&[Look(On::Host)]), |context, arguments| {
        applications::of(context, &arguments[0])
    }),
    ("get_key", 2, Touches(&[Look(On::Host)]), |_, arguments| {
        applications::key(&arguments[0], &arguments[1])
    }),
    ("start", 1, Touches(&[Look(On::Host)]), |_, arguments| start(&arguments[0])),
    ("start", 2, Touches(&[Look(On::Host)]), |_, arguments| start(&arguments[0])),
    ("ensure_started", 1, Touches(&[Look(On::Host)]), |_, arguments| {
        start(&arguments[0])?;
        Ok(Term::Atom(atoms::OK))
    }),
    ("ensure_started", 2, Touches(&[Look(On::Host)]), |_, arguments| {
        start(&arguments[0])?;
        Ok(Term::Atom(atoms::OK))
    }),
    ("ensure_all_started", 1, Touches(&[Look(On::Host)]), |_, arguments| ensure_all_started(&arguments[0])),
    ("ensure_all_started", 2, Touches(&[Look(On::Host)]), |_, arguments| ensure_all_started(&arguments[0])),
    ("loaded_applications", 0, Touches(&[Look(On::Host)]), |_, _| Ok(applications::loaded())),
    ("which_applications", 0, Touches(&[Look(On::Host)]), |_, _| Ok(applications::started())),
    ("which_applications", 1, Touches(&[Look(On::Host)]), |_, _| Ok(applications::started())),
];

fn getenv(context: &mut Context<'_>, name: &Term, default: Term) -> Outcome {
    let name = variable_name(name)?;
    if let Some(set) = context.system.storage.variables.get(&Term::string(&name)) {
        return Ok(if set.as_atom().is_some() { default } else { set.clone() });
    }
    let all = context.program.host().variables();
    let found = all.iter().find(|(variable, _)| *variable == name);
    Ok(found.map_or(default, |(_, value)| Term::string(value)))
}

/// Characters without zeros.
fn text(term: &Term) -> Result<String, Raise> {
    let characters = term.proper_list().ok_or_else(Raise::badarg)?;
    let text: Option<String> = characters.iter().map(character).collect();
    text.filter(|text| !text.contains('\0')).ok_or_else(Raise::badarg)
}

/// OTP refuses names with `=`.
fn variable_name(term: &Term) -> Result<String, Raise> {
    let name = text(term)?;
    if name.contains('=') { Err(Raise::badarg()) } else { Ok(name) }
}

/// All variables: those of the host, as the run has changed them, sorted.
fn variables(context: &Context<'_>) -> Vec<(String, String)> {
    let mut all: BTreeMap<String, String> = context.program.host().variables().iter().cloned().collect();
    for (name, value) in context.system.storage.variables.iter() {
        match (text(name), text(value)) {
            (Ok(name), Ok(value)) => drop(all.insert(name, value)),
            (Ok(name), Err(_)) => drop(all.remove(&name)),
            _ => {}
        }
    }
    all.into_iter().collect()
}

fn key(application: &Term, key: &Term) -> Term {
    Term::tuple([application.clone(), key.clone()])
}

fn get_env(context: &Context<'_>, application: &Term, name: &Term) -> Term {
    match context.system.storage.environment.get(&key(application, name)) {
        Some(value) => Term::tuple([Term::Atom(atoms::OK), value.clone()]),
        None => Term::Atom(atoms::UNDEFINED),
    }
}

/// That of the calling process.
fn own_application(context: &Context<'_>) -> Option<Term> {
    let found = applications::of(context, &Term::Pid(context.pid())).ok()?;
    Some(found.as_tuple()?.get(1)?.clone())
}

fn get_all_env(context: &Context<'_>, whose: &Term) -> Term {
    let mine = context.system.storage.environment.iter().filter_map(|(key, value)| match key.as_tuple() {
        Some([application, name]) if application == whose => Some(Term::tuple([name.clone(), value.clone()])),
        _ => None,
    });
    Term::list(mine.collect::<Vec<_>>())
}

fn set_env(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    context.system.storage.environment.insert(key(&arguments[0], &arguments[1]), arguments[2].clone());
    Ok(Term::Atom(atoms::OK))
}

fn unset_env(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    context.system.storage.environment.remove(&key(&arguments[0], &arguments[1]));
    Ok(Term::Atom(atoms::OK))
}

fn needs_controller(application: &Term) -> Raise {
    match application.as_atom() {
        Some(name) => Raise::unsupported(format!("starting the application {}", name.name())),
        None => Raise::badarg(),
    }
}

fn start(application: &Term) -> Outcome {
    if !applications::is_started(application) {
        return Err(needs_controller(application));
    }
    let already = Term::tuple([Term::atom("already_started"), application.clone()]);
    Ok(Term::tuple([Term::Atom(atoms::ERROR), already]))
}

fn ensure_all_started(applications: &Term) -> Outcome {
    let all = applications.proper_list().unwrap_or_else(|| vec![applications.clone()]);
    match all.iter().find(|application| !applications::is_started(application)) {
        Some(application) => Err(needs_controller(application)),
        None => Ok(Term::tuple([Term::Atom(atoms::OK), Term::Nil])),
    }
}
