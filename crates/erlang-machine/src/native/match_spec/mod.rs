//! Match specifications: patterns with guards and bodies, written as terms, compiled once and run
//! on many objects.

mod expression;
mod pattern;

use std::rc::Rc;

use erlang_term::{Term, atoms};

use super::Context;
use crate::Raise;
use crate::program::Program;
use expression::{Code, MatchFailure};
pub use pattern::variable;
use pattern::{Pattern, Variables};

/// Copies share the code.
#[derive(Clone)]
pub struct MatchSpec(Rc<Vec<Clause>>);

struct Clause {
    pattern: Pattern,
    guards: Vec<Code>,
    body: Vec<Code>,
}

/// What a clause's code sees of the object that its pattern matched.
struct Match<'a> {
    object: &'a Term,
    /// By the order in which the pattern binds them.
    bindings: &'a [Term],
    variables: &'a Variables,
}

impl MatchSpec {
    /// `[{Pattern, Guards, Body}]`. If it is not that: what is wrong with it, in OTP's words.
    pub fn compile(program: &Program, spec: &Term) -> Result<MatchSpec, String> {
        let clauses = spec.proper_list().ok_or("Match programs are not in a list.")?;
        let clauses: Result<Vec<Clause>, String> =
            clauses.iter().map(|clause| Clause::compile(program, clause)).collect();
        clauses.map(|clauses| MatchSpec(Rc::new(clauses)))
    }

    /// The value of the first clause that matches.
    pub fn run(&self, context: &mut Context<'_>, object: &Term) -> Result<Option<Term>, Raise> {
        for clause in self.0.iter() {
            if let Some(value) = clause.run(context, object)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Does the only clause want one key? Then it need not look at every object.
    pub fn wanted_key(&self, position: usize) -> Option<Term> {
        match &**self.0 {
            [clause] => clause.pattern.constant_element(position),
            _ => None,
        }
    }
}

impl Clause {
    fn compile(program: &Program, clause: &Term) -> Result<Clause, String> {
        let Some([pattern, guards, body]) = clause.as_tuple() else {
            return Err("Match program part is not a tuple of arity 3.".into());
        };
        let pattern = Pattern::compile(pattern).ok_or("Variable found in map key.")?;
        let code = |list: &Term| -> Result<Vec<Code>, String> {
            let expressions = list.proper_list().ok_or(match list {
                Term::Cons(_) => "Match expression is not a proper list.",
                _ => "Match expression is not a list.",
            })?;
            expressions.iter().map(|e| Code::compile(program, &pattern.variables, e)).collect()
        };
        let guards = code(guards)?;
        // The value of a clause is that of its last expression.
        if !matches!(body, Term::Cons(_)) {
            return Err("Body clause does not return anything.".into());
        }
        let body = code(body)?;
        Ok(Clause { pattern, guards, body })
    }

    fn run(&self, context: &mut Context<'_>, object: &Term) -> Result<Option<Term>, Raise> {
        let Some(bindings) = self.pattern.matches(object) else { return Ok(None) };
        let found = Match { object, bindings: &bindings, variables: &self.pattern.variables };
        for guard in &self.guards {
            match guard.run(context, &found) {
                Ok(Term::Atom(atoms::TRUE)) => {}
                Ok(_) | Err(MatchFailure::Exception) => return Ok(None),
                Err(MatchFailure::EndOfRun(raise)) => return Err(raise),
            }
        }
        let mut value = Term::Atom(atoms::EXIT_SIGNAL);
        for expression in &self.body {
            value = match expression.run(context, &found) {
                Ok(value) => value,
                Err(MatchFailure::Exception) => Term::Atom(atoms::EXIT_SIGNAL),
                Err(MatchFailure::EndOfRun(raise)) => return Err(raise),
            };
        }
        Ok(Some(value))
    }
}
