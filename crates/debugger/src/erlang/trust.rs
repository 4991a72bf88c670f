//! Functions that are trusted from the beginning: by `--trust m:f/a,m,…`, and by
//! `-whodunit_trust([f/1, …])` in a module.

use std::rc::Rc;

use erlang_machine::program::Mfa;
use erlang_oracles::{Trust, Trusted, trust};
use erlang_term::Atom;
use session::event::Subject;

use super::project::{Code, Trouble};

/// Reads one entry of the list on the command line.
pub fn parse(text: &str) -> Result<Trusted, String> {
    let mut entries = trust::parse(text)?;
    entries.pop().ok_or_else(|| "an empty name".into())
}

/// A warning for each name given with `--trust` that the sources do not define.
pub fn warnings(given: &[Trusted], code: &Code) -> Vec<String> {
    let unknown = given.iter().filter(|trusted| !exists(code, trusted));
    unknown
        .map(|trusted| format!("--trust {trusted}: there is no such module or function in the sources"))
        .collect()
}

/// The functions given with `--trust`, and those that the sources declare as trusted. A declaration
/// that cannot be understood is an error.
pub fn of(given: &[Trusted], code: &Code) -> Result<Rc<Trust>, Vec<Trouble>> {
    let mut trust = Trust::default();
    let mut troubles = Vec::new();
    given.iter().for_each(|trusted| trust.add(*trusted));
    for module in code.modules() {
        let (trusted, problems) = trust::in_module(module);
        trusted.into_iter().for_each(|trusted| trust.add(trusted));
        let sources = || module.sources.clone();
        troubles.extend(problems.into_iter().map(|problem| Trouble::InText(problem, sources())));
    }
    if troubles.is_empty() { Ok(Rc::new(trust)) } else { Err(troubles) }
}

fn exists(code: &Code, trusted: &Trusted) -> bool {
    let Some(module) = code.modules().find(|module| module.name == trusted.module) else { return false };
    let has =
        |(name, arity)| module.functions().any(|function| (function.name, function.arity) == (name, arity));
    trusted.function.is_none_or(has)
}

/// Whether a function is trusted. A fun (`-f/1-fun-0-`) is trusted if the function around it is.
pub fn covers(trust: &Trust, subject: &Subject) -> bool {
    let inside = || {
        let (name, rest) = subject.function.strip_prefix('-')?.rsplit_once('/')?;
        let (arity, _) = rest.split_once("-fun-")?;
        Some((name, arity.parse().ok()?))
    };
    let (function, arity) = inside().unwrap_or((&subject.function, subject.arity));
    trust.holds(Mfa { module: Atom::new(&subject.module), function: Atom::new(function), arity })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::erlang::project::{CodeOptions, Parts};
    use crate::files::Texts;

    #[test]
    fn names_that_mean_nothing() {
        let files = Texts::of(&["m.erl: -module(m).\n-export([f/1]).\nf(X) -> X.\n"]);
        let options = CodeOptions { sources: vec!["m.erl".into()], no_otp: true, ..CodeOptions::default() };
        let mut code = Code::find(Rc::new(files), options, Parts::Program).expect("sources");
        assert!(code.read_modules().is_ok());
        let check = |trusted: &str, expected: &[&str]| {
            let given = [parse(trusted).expect("a name")];
            assert_eq!(warnings(&given, &code), expected, "{trusted}");
        };
        check("m", &[]);
        check("m:f/1", &[]);
        check("m:f/2", &["--trust m:f/2: there is no such module or function in the sources"]);
        check("n", &["--trust n: there is no such module or function in the sources"]);
    }

    #[test]
    fn functions_and_their_funs() {
        let check = |trusted: &str, function: &str, arity: u32, expected: bool| {
            let mut trust = Trust::default();
            trust.add(parse(trusted).expect("a name"));
            let subject = Subject { module: "m".into(), function: function.into(), arity };
            assert_eq!(covers(&trust, &subject), expected, "{trusted} {subject}");
        };
        check("m", "f", 1, true);
        check("n", "f", 1, false);
        check("m:f/1", "f", 1, true);
        check("m:f/1", "f", 2, false);
        check("m:f/1", "-f/1-fun-0-", 3, true);
        check("m:f/1", "-f/2-fun-0-", 1, false);
    }
}
