//! What is trusted from the beginning: `--trust m:f/a,m,…`, and `-whodunit_trust([f/1, …])` in a module.

use std::rc::Rc;

use erlang_machine::program::Mfa;
use erlang_oracles::{Trust, Trusted, trust};
use erlang_term::Atom;
use session::event::Subject;

use crate::args::Asking;
use crate::project::{Code, Trouble};

/// One entry of the list on the command line.
pub fn parse(text: &str) -> Result<Trusted, String> {
    let mut entries = trust::parse(text)?;
    entries.pop().ok_or_else(|| "an empty name".into())
}

/// All who are trusted. What cannot be understood in the sources is an error; a name that means nothing is only worth a warning.
pub fn of(asking: &Asking, code: &Code) -> Result<Rc<Trust>, Vec<Trouble>> {
    let mut trust = Trust::default();
    let mut troubles = Vec::new();
    for trusted in &asking.trust {
        if !exists(code, trusted) {
            eprintln!("warning: --trust {trusted}: there is no such module or function in the sources");
        }
        trust.add(*trusted);
    }
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

/// Whether a function is trusted or, for a fun (`-f/1-fun-0-`), the function that it stands in.
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
