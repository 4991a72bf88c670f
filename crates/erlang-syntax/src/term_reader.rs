//! Text to terms: any literal, as `~p` and `~w` print it.

use erlang_term::Term;

use crate::ast::Module;
use crate::constant::{Failure, Rules, evaluate};
use crate::diagnostics::Diagnostic;
use crate::lexer::{ReadPosition, Settings, read_form};
use crate::parser::Parser;
use crate::source::FileId;
use crate::token::{Lexeme, Symbol, Token};

const SETTINGS: Settings = Settings { maybe: false, strict_strings: false };

/// Reads one term, with or without a full stop at its end. Spans in the diagnostic are those of the
/// text, file 0.
pub fn read_term(text: &str) -> Result<Term, Diagnostic> {
    let mut place = ReadPosition::start_of(FileId(0));
    let (mut tokens, mut problems) = read_form(text, &mut place, SETTINGS);
    if !tokens.last().is_some_and(|token| token.is(Symbol::FullStop)) {
        tokens.push(Token { span: place.span(), lexeme: Lexeme::Symbol(Symbol::EndOfText) });
    } else if let (more, _) = read_form(text, &mut place, SETTINGS)
        && let Some(token) = more.first()
    {
        problems.push(Diagnostic::error(token.span, "nothing can follow the full stop"));
    }
    term_of(tokens, problems, &place)
}

/// Reads all terms of a text, each with a full stop at its end, as `file:consult/1` does. Spans as
/// above.
pub fn read_terms(text: &str) -> Result<Vec<Term>, Diagnostic> {
    let mut place = ReadPosition::start_of(FileId(0));
    let mut terms = Vec::new();
    loop {
        let (tokens, problems) = read_form(text, &mut place, SETTINGS);
        let Some(last) = tokens.last() else {
            return problems.into_iter().next().map_or(Ok(terms), Err);
        };
        if !last.is(Symbol::FullStop) {
            return Err(Diagnostic::error(last.span, "a full stop is missing after this"));
        }
        terms.push(term_of(tokens, problems, &place)?);
    }
}

fn term_of(
    tokens: Vec<Token>,
    mut problems: Vec<Diagnostic>,
    place: &ReadPosition,
) -> Result<Term, Diagnostic> {
    let mut module = Module::default();
    let expression = Parser::new(&mut module, &mut problems, tokens).single_expression();
    if let Some(problem) = problems.into_iter().next() {
        return Err(problem);
    }
    let nothing = || Diagnostic::error(place.span(), "a term is missing");
    let expression = expression.ok_or_else(nothing)?;
    evaluate(&module, expression, &Rules::Literals).map_err(|failure| match failure {
        Failure::Forbidden(id) => Diagnostic::error(module[id].span, "this is not a literal term"),
        Failure::Exception => Diagnostic::error(module[expression].span, "there is no such binary"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_of_a_text() {
        let check = |text: &str, expected: Result<&[&str], &str>| {
            let found =
                read_terms(text).map(|terms| terms.iter().map(erlang_term::print::write).collect::<Vec<_>>());
            let found = found.as_ref().map(|terms| terms.iter().map(String::as_str).collect::<Vec<_>>());
            match (found, expected) {
                (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{text}"),
                (Err(problem), Err(expected)) => assert_eq!(problem.message, expected, "{text}"),
                (found, _) => panic!("{text}: {found:?}"),
            }
        };
        check("", Ok(&[]));
        check("%% nothing\n", Ok(&[]));
        check("{a, [1]}.\nb. % c\n", Ok(&["{a,[1]}", "b"]));
        check("a. b", Err("a full stop is missing after this"));
        check("f(x).", Err("this is not a literal term"));
    }
}
