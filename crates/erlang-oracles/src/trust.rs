//! Who is trusted: by name, on the command line (`--trust m:f/2,m`) or in a module
//! (`-whodunit_trust([f/1, {m, f, 2}, m])`).

use std::collections::BTreeSet;
use std::fmt;

use erlang_machine::program::Mfa;
use erlang_syntax::ast::{FormKind, Module};
use erlang_syntax::source::Span;
use erlang_syntax::{Diagnostic, literal_term, pretty};
use erlang_term::{Atom, Term};

/// A function, or all functions of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trusted {
    pub module: Atom,
    pub function: Option<(Atom, u32)>,
}

impl fmt::Display for Trusted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", pretty::atom(self.module))?;
        match self.function {
            Some((function, arity)) => write!(f, ":{}/{arity}", pretty::atom(function)),
            None => Ok(()),
        }
    }
}

/// The attribute that trusts.
const ATTRIBUTE: &str = "whodunit_trust";

/// All who are trusted.
#[derive(Clone, Default)]
pub struct Trust {
    modules: BTreeSet<&'static str>,
    functions: BTreeSet<(&'static str, &'static str, u32)>,
}

impl Trust {
    pub fn add(&mut self, trusted: Trusted) {
        let module = trusted.module.name();
        match trusted.function {
            Some((function, arity)) => {
                self.functions.insert((module, function.name(), arity));
            }
            None => {
                self.modules.insert(module);
            }
        }
    }

    pub fn holds(&self, mfa: Mfa) -> bool {
        let module = mfa.module.name();
        self.modules.contains(module) || self.functions.contains(&(module, mfa.function.name(), mfa.arity))
    }
}

/// `m:f/2,m,…`
pub fn parse(text: &str) -> Result<Vec<Trusted>, String> {
    text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(parse_one).collect()
}

fn parse_one(item: &str) -> Result<Trusted, String> {
    let trouble = || format!("`{item}` is neither a module nor a function m:f/2");
    let Some((function, arity)) = item.rsplit_once('/') else {
        return match name(item) {
            Some(module) if !item.contains(':') => Ok(Trusted { module, function: None }),
            _ => Err(trouble()),
        };
    };
    let mfa = parse_mfa(function, arity).ok_or_else(trouble)?;
    Ok(Trusted { module: mfa.module, function: Some((mfa.function, mfa.arity)) })
}

/// `m:f` and `2`.
pub(crate) fn parse_mfa(function: &str, arity: &str) -> Option<Mfa> {
    let (module, function) = function.split_once(':')?;
    Some(Mfa { module: name(module)?, function: name(function)?, arity: arity.parse().ok()? })
}

/// A name, perhaps in quotes.
fn name(text: &str) -> Option<Atom> {
    let text = text.trim();
    let inner = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).unwrap_or(text);
    (!inner.is_empty()).then(|| Atom::new(inner))
}

/// What a module says of itself and others, and what of that cannot be understood.
pub fn in_module(module: &Module) -> (Vec<Trusted>, Vec<Diagnostic>) {
    let (mut trusted, mut problems) = (Vec::new(), Vec::new());
    for (items, span) in attributes(module, ATTRIBUTE) {
        for item in items {
            match from_term(module, &item) {
                Some(item) => trusted.push(item),
                None => {
                    let message = format!("`-{ATTRIBUTE}` takes functions and modules, not {item}");
                    let help = "as in -whodunit_trust([f/1, {other_module, f, 2}, third_module]).";
                    problems.push(Diagnostic::error(span, message).help(help));
                }
            }
        }
    }
    (trusted, problems)
}

fn from_term(module: &Module, item: &Term) -> Option<Trusted> {
    let arity = |n: i64| u32::try_from(n).ok();
    match item {
        Term::Atom(name) if name.name().contains('/') => parse_one(name.name()).ok(),
        Term::Atom(name) => Some(Trusted { module: *name, function: None }),
        Term::Tuple(parts) => match **parts {
            // `f/1` is `{f, 1}` by the time that anyone sees it.
            [Term::Atom(function), Term::Int(n)] => {
                Some(Trusted { module: module.name, function: Some((function, arity(n)?)) })
            }
            [Term::Atom(module), Term::Atom(function), Term::Int(n)] => {
                Some(Trusted { module, function: Some((function, arity(n)?)) })
            }
            _ => None,
        },
        _ => None,
    }
}

/// The values of an attribute: those of a list, or a single one.
pub(crate) fn attributes<'m>(
    module: &'m Module,
    name: &'static str,
) -> impl Iterator<Item = (Vec<Term>, Span)> + 'm {
    module.forms.iter().filter_map(move |form| match form.kind {
        FormKind::Attribute { name: found, value } if found.name() == name => {
            let value = literal_term(module, value)?;
            Some((value.proper_list().unwrap_or_else(|| vec![value.clone()]), form.span))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_the_command_line() {
        let check = |text: &str, expected: Result<&str, &str>| {
            let shown = parse(text)
                .map(|all| all.iter().map(Trusted::to_string).collect::<Vec<_>>().join(" "))
                .map_err(|message| message.to_string());
            assert_eq!(shown.as_deref().map_err(String::as_str), expected, "{text}");
        };
        check("m", Ok("m"));
        check("m:f/2, n ,'My mod':'f-1'/0", Ok("m:f/2 n 'My mod':'f-1'/0"));
        check("", Ok(""));
        check("m:f", Err("`m:f` is neither a module nor a function m:f/2"));
        check("f/1", Err("`f/1` is neither a module nor a function m:f/2"));
        check("m:f/x", Err("`m:f/x` is neither a module nor a function m:f/2"));
    }

    #[test]
    fn in_the_source() {
        let module = test_support::module(
            "-module(m).\n-whodunit_trust([f/1, {n, g, 2}, k, 'n:h/0']).\n-whodunit_trust(other).\n-whodunit_trust([\"x\"]).\n",
        );
        let (trusted, problems) = in_module(&module);
        let shown: Vec<String> = trusted.iter().map(Trusted::to_string).collect();
        assert_eq!(shown, ["m:f/1", "n:g/2", "k", "n:h/0", "other"]);
        assert_eq!(problems.len(), 1);
        let mut trust = Trust::default();
        trusted.into_iter().for_each(|one| trust.add(one));
        let holds = |module: &str, function: &str, arity| {
            let (module, function) = (Atom::new(module), Atom::new(function));
            trust.holds(Mfa { module, function, arity })
        };
        assert!(holds("m", "f", 1) && holds("k", "anything", 7) && holds("n", "g", 2));
        assert!(!holds("m", "f", 2) && !holds("n", "x", 1));
    }
}
