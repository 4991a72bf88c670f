//! What an unknown name was probably meant to be.

use super::Renamer;
use crate::ast::Name;
use crate::diagnostics::Diagnostic;
use crate::library;

/// At most this many problems come with a suggestion: nobody reads more at once, and each
/// suggestion searches all names.
const MOST: usize = 100;

impl Renamer<'_> {
    pub(super) fn suggest_value(&self, problem: Diagnostic, name: Name) -> Diagnostic {
        let text = self.program.text(name);
        if let Some(module) = library::module_of(self.program, name) {
            return problem.help(format!("it is in {module}: write `import {module}`"));
        }
        let locals = self.opened.iter().copied();
        let globals = self.scope().values.keys().copied();
        self.did_you_mean(problem, text, locals.chain(globals))
    }

    pub(super) fn suggest_constructor(&self, problem: Diagnostic, name: Name) -> Diagnostic {
        let known = self.scope().constructors.keys().copied();
        self.did_you_mean(problem, self.program.text(name), known)
    }

    pub(super) fn suggest_type(&self, problem: Diagnostic, name: Name) -> Diagnostic {
        let text = self.program.text(name);
        let (qualifier, bare) = match text.rsplit_once('.') {
            Some((qualifier, bare)) => (Some(qualifier), bare),
            None => (None, text),
        };
        if let Some(module) = library::module_of_type(bare) {
            return problem.help(match qualifier {
                Some(alias) => format!("it is in {module}: write `import qualified {module} as {alias}`"),
                None => format!("it is in {module}: write `import {module} ({bare})`"),
            });
        }
        let known = self.scope().types.keys().copied();
        self.did_you_mean(problem, text, known)
    }

    fn did_you_mean(&self, problem: Diagnostic, text: &str, known: impl Iterator<Item = Name>) -> Diagnostic {
        if self.problems.len() >= MOST {
            return problem;
        }
        let close = known.map(|name| self.program.text(name)).find(|known| one_slip_apart(text, known));
        match close {
            Some(known) => problem.help(format!("did you mean `{known}`?")),
            None => problem,
        }
    }
}

/// One letter too many, too few, or another, or two letters exchanged; the case of letters does not
/// matter. Names of one letter have no misspellings.
fn one_slip_apart(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    a.chars().count().min(b.chars().count()) > 1 && strsim::osa_distance(&a, &b) <= 1
}

#[cfg(test)]
mod tests {
    use super::one_slip_apart;

    #[test]
    fn slips() {
        for (a, b, expected) in [
            ("lenght", "length", true),
            ("lengt", "length", true),
            ("lengthh", "length", true),
            ("Length", "length", true),
            ("langth", "length", true),
            ("langht", "length", false),
            ("x", "y", false),
            ("fold", "foldr", true),
            ("fo", "foldr", false),
        ] {
            assert_eq!(one_slip_apart(a, b), expected, "{a} {b}");
            assert_eq!(one_slip_apart(b, a), expected, "{b} {a}");
        }
    }
}
