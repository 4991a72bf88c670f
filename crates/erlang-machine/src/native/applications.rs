//! The applications that every run has started, kernel and stdlib. Others need an application
//! controller, which is not there.

use std::sync::LazyLock;

use erlang_term::{Map, Term, atoms, external};

use super::{Context, Outcome};
use crate::Raise;

/// A line an application: its name, version, modules (with commas), environment (in the external
/// format, in hexadecimal digits),
/// description. Written by `tests/natives/applications.escript`.
static STARTED: &str = include_str!("applications.txt");

struct Application {
    name: &'static str,
    version: &'static str,
    modules: Vec<&'static str>,
    /// `[{Key, Value}]`
    environment: &'static str,
    description: &'static str,
}

static APPLICATIONS: LazyLock<Vec<Application>> = LazyLock::new(|| {
    let parse = |line: &'static str| {
        let mut fields = line.splitn(5, ' ');
        let mut field = || fields.next().unwrap_or_default();
        let (name, version, modules) = (field(), field(), field().split(',').collect());
        Application { name, version, modules, environment: field(), description: field() }
    };
    STARTED.lines().map(parse).collect()
});

fn find(name: &Term) -> Option<&'static Application> {
    let name = name.as_atom()?.name();
    APPLICATIONS.iter().find(|application| application.name == name)
}

pub fn is_started(application: &Term) -> bool {
    find(application).is_some()
}

impl Application {
    fn described(&self) -> Term {
        Term::tuple([Term::atom(self.name), Term::string(self.description), Term::string(self.version)])
    }
}

/// In the order in which they were loaded.
pub fn loaded() -> Term {
    Term::list(APPLICATIONS.iter().map(Application::described).collect::<Vec<_>>())
}

/// The one that was started last comes first.
pub fn started() -> Term {
    Term::list(APPLICATIONS.iter().rev().map(Application::described).collect::<Vec<_>>())
}

/// `application:get_application/1`: of a module, or of a process. Only the machine's own processes belong to one.
pub fn of(context: &Context<'_>, whose: &Term) -> Outcome {
    let name = match whose {
        Term::Pid(pid) => context.system.servants.contains(pid).then_some("kernel"),
        Term::Atom(module) => {
            let holds = |application: &&Application| application.modules.contains(&module.name());
            APPLICATIONS.iter().find(holds).map(|application| application.name)
        }
        _ => return Err(Raise::error(Term::atom("function_clause"))),
    };
    Ok(match name {
        Some(name) => Term::tuple([Term::Atom(atoms::OK), Term::atom(name)]),
        None => Term::Atom(atoms::UNDEFINED),
    })
}

/// `application:get_key/2`: what its file says. One that is not loaded has none.
pub fn key(application: &Term, key: &Term) -> Outcome {
    let Some(application) = find(application) else { return Ok(Term::Atom(atoms::UNDEFINED)) };
    let value = match key.as_atom().map(|key| key.name()) {
        Some("vsn") => Term::string(application.version),
        Some("description") => Term::string(application.description),
        Some("modules") => Term::list(application.modules.iter().map(|module| Term::atom(module))),
        Some(
            key @ ("id"
            | "maxP"
            | "maxT"
            | "registered"
            | "included_applications"
            | "applications"
            | "optional_applications"
            | "env"
            | "mod"
            | "start_phases"),
        ) => {
            return Err(Raise::unsupported(format!("application:get_key({}, {key})", application.name)));
        }
        _ => return Ok(Term::Atom(atoms::UNDEFINED)),
    };
    Ok(Term::tuple([Term::Atom(atoms::OK), value]))
}

/// `{Application, Key}` to value, before anything is set.
pub fn environment() -> Map {
    let mut all = Map::new();
    for application in APPLICATIONS.iter() {
        let digits = application.environment.as_bytes().chunks(2);
        let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
        let bytes: Option<Vec<u8>> = digits.map(byte).collect();
        let pairs =
            bytes.and_then(|bytes| external::decode(&bytes).ok()).and_then(|(term, _)| term.proper_list());
        for pair in pairs.unwrap_or_default() {
            if let Some([key, value]) = pair.as_tuple() {
                all.insert(Term::tuple([Term::atom(application.name), key.clone()]), value.clone());
            }
        }
    }
    all
}
