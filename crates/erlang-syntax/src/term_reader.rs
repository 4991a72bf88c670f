//! Text to terms: any literal, as `~p` and `~w` print it.

use erlang_term::Term;

use crate::ast::Module;
use crate::constant::{Failure, Rules, evaluate};
use crate::diagnostics::Diagnostic;
use crate::lexer::{Place, Settings, read_form};
use crate::parser::Parser;
use crate::source::FileId;
use crate::token::{Lexeme, Symbol, Token};

/// Reads one term, with or without a full stop at its end. Spans in the diagnostic are those of the text, file 0.
pub fn read_term(text: &str) -> Result<Term, Diagnostic> {
    let settings = Settings { maybe: false, strict_strings: false };
    let mut place = Place::start_of(FileId(0));
    let (mut tokens, mut problems) = read_form(text, &mut place, settings);
    if !tokens.last().is_some_and(|token| token.is(Symbol::FullStop)) {
        tokens.push(Token { span: place.span(), lexeme: Lexeme::Symbol(Symbol::EndOfText) });
    } else if let (more, _) = read_form(text, &mut place, settings)
        && let Some(token) = more.first()
    {
        problems.push(Diagnostic::error(token.span, "nothing can follow the full stop"));
    }
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
