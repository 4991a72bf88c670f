//! `-if(Expression)`: whether it holds.

use erlang_term::{Term, atoms};

use super::macros::Macros;
use crate::ast::Module;
use crate::constant::{Failure, Rules, evaluate};
use crate::diagnostics::Diagnostic;
use crate::parser::Parser;
use crate::source::Span;
use crate::token::Token;

/// An expression that raises an exception does not hold; one that no guard could be is a mistake.
pub(super) fn holds(macros: &Macros, tokens: Vec<Token>, span: Span, problems: &mut Vec<Diagnostic>) -> bool {
    let mut scratch = Module::default();
    let Some(expression) = Parser::new(&mut scratch, problems, tokens).single_expression() else {
        return false;
    };
    let rules = Rules::Guards { defined: &|name| macros.is_known(name) };
    match evaluate(&scratch, expression, &rules) {
        Ok(value) => matches!(value, Term::Atom(atoms::TRUE)),
        Err(Failure::Exception) => false,
        Err(Failure::Forbidden(id)) => {
            let place = scratch[id].span;
            let place = if place.file == span.file { place } else { span };
            let problem = Diagnostic::error(place, "this cannot be evaluated before the program runs");
            problems.push(problem.help("a condition may contain only what guards allow, and defined(NAME)"));
            false
        }
    }
}
