//! Why code cannot be used, and how people are told.

use std::collections::BTreeMap;
use std::path::PathBuf;

use erlang_syntax::{Diagnostic, source};

/// Why a run cannot start, or a module cannot be used.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// An error at a place in a source text, which is shown with it.
    InText(Diagnostic, source::Sources),
    Plain(String),
    Missing(MissingFile),
}

/// Something that a module needs and that is not there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MissingFile {
    /// The application that would have it, if that is known.
    pub dependency: Option<String>,
    /// `the parse transform t`, `the file "x.hrl"`
    pub what: String,
    /// The file that needs it.
    pub from: String,
}

/// A file of a project whose module cannot be used.
#[derive(Clone, Debug)]
pub struct RefusedModule {
    pub file: PathBuf,
    pub troubles: Vec<Trouble>,
}

/// How many modules are named one by one.
const NAMED: usize = 3;

impl Trouble {
    /// The message, with the source line if it is about one.
    pub fn render(&self, colour: bool) -> String {
        match self {
            Trouble::InText(diagnostic, sources) => erlang_syntax::render(diagnostic, sources, colour),
            Trouble::Plain(message) => format!("error: {message}"),
            Trouble::Missing(missing) => format!("error: {}: {} is missing", missing.from, missing.what),
        }
    }

    /// `src/a.erl:7: variable X is unbound`
    pub fn in_one_line(&self) -> String {
        match self {
            Trouble::InText(diagnostic, sources) => {
                let (file, line) = (sources.name(diagnostic.span.file), diagnostic.span.start.line);
                format!("{file}:{line}: {}", diagnostic.message)
            }
            Trouble::Plain(message) => message.clone(),
            Trouble::Missing(missing) => format!("{}: {} is missing", missing.from, missing.what),
        }
    }
}

impl RefusedModule {
    /// What calls of the module say.
    pub fn message(&self, module: &str) -> String {
        let why = self.troubles.first().map(Trouble::in_one_line).unwrap_or_default();
        format!("the module {module} cannot be used: {why}")
    }
}

const PROPER: &str = "proper";

/// How to get PropEr, which is a dependency of tests only: `rebar3 compile` does not bring it.
const GET_PROPER: &str = "; get it with `rebar3 as test compile` if rebar.config lists it, \
     or with `apt-get install erlang-proper erlang-proper-dev`";

/// One note about everything that is missing, and one about each module with other errors.
/// `is_required` tells the applications that the project says it depends on.
pub fn notes(
    refused: &BTreeMap<&'static str, RefusedModule>,
    is_required: &dyn Fn(&str) -> bool,
) -> Vec<String> {
    let mut missing: BTreeMap<(&Option<String>, &str), Vec<&str>> = BTreeMap::new();
    let mut others = Vec::new();
    for (&name, refused) in refused {
        let mut found = false;
        for trouble in &refused.troubles {
            if let Trouble::Missing(trouble) = trouble {
                let key = if trouble.dependency.is_some() { "" } else { trouble.what.as_str() };
                let modules = missing.entry((&trouble.dependency, key)).or_default();
                if modules.last() != Some(&name) {
                    modules.push(name);
                }
                found = true;
            }
        }
        if !found {
            let more = match refused.troubles.len() {
                0 | 1 => String::new(),
                2 => " (and one more error)".to_owned(),
                count => format!(" (and {} more errors)", count - 1),
            };
            others.push(format!("note: {}{more}", refused.message(name)));
        }
    }
    let missing = missing.into_iter().map(|((dependency, what), modules)| {
        let (what, how) = match dependency {
            Some(name) if name == PROPER => (format!("the application {name} is missing"), GET_PROPER),
            Some(name) if is_required(name) => {
                (format!("the dependency {name} is missing"), "; `rebar3 compile` or `make deps` fetches it")
            }
            Some(name) => (
                format!("the application {name} is missing"),
                "; put it in _checkouts, or its parent folder in ERL_LIBS",
            ),
            // Debian has its headers in a package of their own.
            None if what.contains("\"proper/include/") => (format!("{what} is missing"), GET_PROPER),
            None => (format!("{what} is missing"), ""),
        };
        format!("note: {what}, so {} cannot be used{how}", named(&modules))
    });
    missing.chain(others).collect()
}

/// `the module a`, `the modules a, b, c and 40 more`
fn named(modules: &[&str]) -> String {
    match modules {
        [one] => format!("the module {one}"),
        [all @ .., last] if modules.len() <= NAMED => format!("the modules {} and {last}", all.join(", ")),
        _ => {
            let first = modules[..NAMED.min(modules.len())].join(", ");
            format!("the modules {first} and {} more", modules.len().saturating_sub(NAMED))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The notes of a module that needs a header of this application.
    fn note(application: &str, is_known: bool) -> String {
        let missing = MissingFile {
            dependency: is_known.then(|| application.to_owned()),
            what: format!("the file \"{application}/include/{application}.hrl\""),
            from: "test/a.erl".to_owned(),
        };
        let refused = RefusedModule { file: "test/a.erl".into(), troubles: vec![Trouble::Missing(missing)] };
        notes(&BTreeMap::from([("a", refused)]), &|_| false).join("\n")
    }

    #[test]
    fn who_lacks_proper_is_told_how_to_get_it() {
        let how = "apt-get install erlang-proper erlang-proper-dev";
        assert!(note("proper", true).starts_with("note: the application proper is missing, so the module a"));
        assert!(note("proper", true).contains(how));
        let header = "note: the file \"proper/include/proper.hrl\" is missing, so the module a";
        assert!(note("proper", false).starts_with(header));
        assert!(note("proper", false).contains(how));
        assert!(!note("helper", true).contains(how) && !note("helper", false).contains(how));
    }
}
