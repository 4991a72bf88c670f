//! Left-hand sides of declarations: which function a rule defines, or which pattern a binding
//! binds.

use super::{Block, Parse, Parser};
use crate::ast::{Name, PatId};
use crate::source::Span;
use crate::token::{Keyword, Token};

pub(super) enum Lhs {
    /// `f p1..pn`, `p1 + p2`, `(p1 + p2) p3`
    Function { name: Name, span: Span, patterns: Vec<PatId> },
    /// `(x, y)`, `x : xs`, `!x`
    Pattern(PatId),
}

/// What a left-hand side looks like from afar.
enum Shape {
    Prefix,
    /// An operator that is not a constructor stands between patterns.
    Infix,
    Pattern,
    /// `(lhs) p ..`
    Parenthesised,
}

impl Parser<'_> {
    pub(super) fn lhs(&mut self) -> Parse<Lhs> {
        match self.shape(self.at, self.lexemes.len()) {
            Shape::Prefix => {
                let (name, span) = self.variable_name()?;
                let patterns = match self.is_external() {
                    true => Vec::new(),
                    false => self.atomic_patterns()?,
                };
                Ok(Lhs::Function { name, span, patterns })
            }
            Shape::Infix => {
                let left = self.pattern()?;
                let Some(operator) = self.operator() else {
                    return Err(self.unexpected("an operator to define"));
                };
                let span = self.span();
                self.take_operator(&operator);
                let name = self.name(&operator.text);
                let right = self.pattern()?;
                Ok(Lhs::Function { name, span: span.to(operator.span), patterns: vec![left, right] })
            }
            Shape::Pattern => Ok(Lhs::Pattern(self.pattern()?)),
            Shape::Parenthesised => {
                let open = self.bump();
                let inner = self.nested(Self::lhs)?;
                self.expect_close(Keyword::ParenClose, open)?;
                let more = self.atomic_patterns()?;
                match inner {
                    Lhs::Function { name, span, mut patterns } => {
                        patterns.extend(more);
                        Ok(Lhs::Function { name, span, patterns })
                    }
                    Lhs::Pattern(pattern) => {
                        let span = self.program[pattern].span;
                        self.fail_at(
                            span,
                            "this pattern cannot be applied: a rule begins with the name of its function",
                        )
                    }
                }
            }
        }
    }

    /// `f` or `(+)`, where it is defined or declared.
    pub(super) fn variable_name(&mut self) -> Parse<(Name, Span)> {
        match (self.token().clone(), self.raw(1).clone()) {
            (Token::Var(text), _) => {
                let span = self.bump();
                Ok((self.name(&text), span))
            }
            (Token::Keyword(Keyword::ParenOpen), Token::VarSym(text)) => {
                let open = self.bump();
                self.bump();
                let close = self.expect_close(Keyword::ParenClose, open)?;
                Ok((self.name(&text), open.to(close)))
            }
            _ => Err(self.unexpected("a name")),
        }
    }

    fn shape(&self, start: usize, end: usize) -> Shape {
        let in_parentheses = |at: usize| matches!(self.lexemes[at].token, Token::Keyword(Keyword::ParenOpen));
        let operator_name = in_parentheses(start)
            && matches!(self.raw(1), Token::VarSym(_))
            && *self.raw(2) == Token::Keyword(Keyword::ParenClose);
        let mut constructors = false;
        let mut at = start;
        while at < end && !self.ends_lhs(at, start) {
            match &self.lexemes[at].token {
                Token::VarSym(text) if !self.is_bang(at) => {
                    let negative = text == "-" && at == start;
                    if !negative {
                        return Shape::Infix;
                    }
                }
                Token::ConSym(_) => constructors = true,
                Token::Keyword(Keyword::Backquote) => {
                    match self.lexemes.get(at + 1).map(|lexeme| &lexeme.token) {
                        Some(Token::Con(_)) => constructors = true,
                        _ => return Shape::Infix,
                    }
                    at += 2;
                }
                Token::Keyword(keyword) if keyword.opens() => at = self.partner[at],
                _ => {}
            }
            at += 1;
        }
        if constructors {
            return Shape::Pattern;
        }
        let named =
            matches!(self.lexemes[start].token, Token::Var(_)) && *self.raw(1) != Token::Keyword(Keyword::At);
        if operator_name || named {
            return Shape::Prefix;
        }
        let close = self.partner[start];
        if in_parentheses(start) && close > start && close + 1 < end && !self.ends_lhs(close + 1, start) {
            return Shape::Parenthesised;
        }
        // A rule in parentheses with nothing after them: `(x <+> y) = …`
        Shape::Pattern
    }

    fn ends_lhs(&self, at: usize, start: usize) -> bool {
        let lexeme = &self.lexemes[at];
        if at != start
            && lexeme.first
            && let Some(Block::Layout(column)) = self.blocks.last()
            && lexeme.indent <= *column
        {
            return true;
        }
        match &lexeme.token {
            Token::Keyword(keyword) => {
                use Keyword::*;
                keyword.closes()
                    || matches!(
                        keyword,
                        Equals
                            | Bar
                            | Clause
                            | Where
                            | ColonColon
                            | Comma
                            | Semicolon
                            | LeftArrow
                            | RightArrow
                            | In
                            | Of
                            | Then
                    )
            }
            token => *token == Token::End,
        }
    }
}
