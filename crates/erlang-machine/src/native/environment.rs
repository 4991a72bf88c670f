//! The operating system, the command line and applications, as far as a closed world has them.

use std::collections::BTreeMap;

use erlang_term::{Term, atoms};

use super::arguments::character;
use super::platform::{OPERATING_SYSTEM, RELEASE, unknown_platform};
use super::{Context, Outcome, Table};
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
        let (family, name) = OPERATING_SYSTEM.ok_or_else(|| unknown_platform("os:type/0"))?;
        Ok(Term::tuple([Term::atom(family), Term::atom(name)]))
    }),
];

pub const INIT_TABLE: Table = &[
    ("get_argument", 1, Touches(&[Look(On::Host)]), |context, arguments| {
        let wanted = arguments[0].as_atom().map_or("", |flag| flag.name());
        if wanted == "bindir" {
            return Err(Raise::unsupported("init:get_argument(bindir): a run has no emulator"));
        }
        if wanted == "root" {
            known_root(context, "init:get_argument(root)")?;
        }
        let flags = flags(context);
        let values = flags.iter().filter(|(flag, _)| *flag == wanted);
        let values: Vec<Term> = values.map(|(_, value)| Term::list([Term::string(value)])).collect();
        Ok(match values.is_empty() {
            true => Term::Atom(atoms::ERROR),
            false => Term::tuple([Term::Atom(atoms::OK), Term::list(values)]),
        })
    }),
    ("get_arguments", 0, Touches(&[Look(On::Host)]), |context, _| {
        known_root(context, "init:get_arguments/0")?;
        let flag = |(flag, value): &(&str, String)| {
            Term::tuple([Term::atom(flag), Term::list([Term::string(value)])])
        };
        Ok(Term::list(flags(context).iter().map(flag).collect::<Vec<_>>()))
    }),
    // Plain arguments are what follows `-extra`, and no flag of whodunit's adds any.
    ("get_plain_arguments", 0, Touches(&[Look(On::Host)]), |_, _| Ok(Term::Nil)),
    // A run begins when the node has started and ends with `init:stop`, so there is one status.
    ("get_status", 0, Pure, |_, _| Ok(Term::tuple([Term::atom("started"), Term::atom("started")]))),
    ("script_id", 0, Pure, |_, _| Ok(Term::tuple([Term::string("Erlang/OTP"), Term::string(RELEASE)]))),
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

/// The flags of the command line: those that `erl` gives itself, and files with settings.
fn flags(context: &Context<'_>) -> Vec<(&'static str, String)> {
    let host = context.program.host();
    let root = host.root_folder().map(|root| ("root", root));
    let home = host.home().map(|home| ("home", home));
    let settings = host.settings().into_iter().map(|file| ("config", file));
    root.into_iter().chain([("progname", "erl".to_owned())]).chain(home).chain(settings).collect()
}

/// Without OTP there is no root folder, which `erl` always has.
fn known_root(context: &Context<'_>, function: &str) -> Result<(), Raise> {
    match context.program.host().root_folder() {
        Some(_) => Ok(()),
        None => Err(Raise::unsupported(format!("{function} without OTP"))),
    }
}

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
