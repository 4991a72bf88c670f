//! Patterns.

use super::FROM_STRING;
use super::operators::{Operator, Side};
use super::{Parse, Parser};
use crate::ast::{
    Associativity, ConRef, Entity, Expr, ExprKind, FieldPattern, Literal, Name, Pat, PatId, PatKind, VarId,
    Variable,
};
use crate::diagnostics::Diagnostic;
use crate::lexer::Spelling;
use crate::names::REST;
use crate::source::Span;
use crate::token::{Keyword, Token};

impl Parser<'_> {
    pub(super) fn pattern(&mut self) -> Parse<PatId> {
        self.operator_pattern(0, None)
    }

    /// Patterns between constructor operators that bind at least as tightly as `least`.
    fn operator_pattern(&mut self, least: u8, mut before: Option<Side>) -> Parse<PatId> {
        self.nested(|parser| {
            let mut left = parser.applied_pattern()?;
            while let Some(operator) = parser.pattern_operator() {
                if operator.fixity.precedence < least {
                    break;
                }
                parser.check_mixing(before.as_ref(), &operator)?;
                parser.take_operator(&operator);
                let name = parser.name(&operator.text);
                let right_least = operator.fixity.precedence
                    + u8::from(operator.fixity.associativity != Associativity::Right);
                let right = parser.operator_pattern(right_least, Some(operator.side()))?;
                let arguments = vec![left, right];
                let span = parser.program[left].span.to(parser.program[right].span);
                let kind = match operator.constructor {
                    true => PatKind::Con { con: ConRef { name, span: operator.span, con: None }, arguments },
                    false => {
                        let entity = Entity::Unresolved;
                        PatKind::Function { name, span: operator.span, entity, arguments }
                    }
                };
                left = parser.program.add(Pat { span, kind });
                before = Some(operator.side());
            }
            Ok(left)
        })
    }

    /// In parentheses, Curry calls functions in patterns.
    fn pattern_operator(&mut self) -> Option<Operator> {
        let is_functional = self.functional && !self.is_bang(self.at);
        self.operator().filter(|operator| operator.constructor || is_functional)
    }

    /// A pattern in brackets, which may be a view pattern (GHC's ViewPatterns).
    fn inner_pattern(&mut self) -> Parse<PatId> {
        if !self.is_view() {
            return self.pattern();
        }
        let start = self.span();
        let function = self.expr()?;
        self.expect(Keyword::RightArrow, "after the function of a view pattern")?;
        let pattern = self.inner_pattern()?;
        Ok(self.pat(start, PatKind::View { function, pattern }))
    }

    /// Whether an arrow stands here before the next comma or closing bracket.
    fn is_view(&self) -> bool {
        if self.flp() {
            return false;
        }
        let mut at = self.at;
        loop {
            match &self.lexemes[at].token {
                Token::Keyword(Keyword::RightArrow) => return true,
                Token::Keyword(Keyword::Comma | Keyword::ColonColon) | Token::End => return false,
                Token::Keyword(keyword) if keyword.closes() => return false,
                Token::Keyword(keyword) if keyword.opens() => at = self.partner[at].max(at),
                _ => {}
            }
            at += 1;
        }
    }

    /// A constructor with its arguments, or (mode flp) a function with some of its arguments.
    fn applied_pattern(&mut self) -> Parse<PatId> {
        let start = self.span();
        match self.token().clone() {
            Token::VarSym(minus) if minus == "-" => {
                self.bump();
                let literal = match self.token().clone() {
                    Token::Integer(value) => Literal::Integer(-value),
                    Token::Float(value) => Literal::Float(-value),
                    _ => return Err(self.unexpected("a number after `-`")),
                };
                self.bump();
                Ok(self.pat(start, PatKind::Literal(literal)))
            }
            Token::Keyword(Keyword::ParenOpen) if self.constructor_in_parentheses().is_some() => {
                let con = self.eat_constructor_in_parentheses();
                let arguments = self.atomic_patterns()?;
                Ok(self.pat(start, PatKind::Con { con, arguments }))
            }
            Token::Con(text) if *self.raw(1) != Token::Keyword(Keyword::BraceOpen) => {
                self.bump();
                let con = ConRef { name: self.name(&text), span: start, con: None };
                let arguments = self.atomic_patterns()?;
                Ok(self.pat(start, PatKind::Con { con, arguments }))
            }
            Token::Var(text) if self.flp() && *self.raw(1) != Token::Keyword(Keyword::At) => {
                let quoted =
                    text == "fun" && matches!(self.raw(1), Token::Var(_)) && self.lexemes[self.at + 1].spaced;
                if quoted {
                    self.bump();
                }
                let Token::Var(text) = self.token().clone() else {
                    return Err(self.unexpected("a function after `fun`"));
                };
                let head = self.bump();
                let arguments = self.atomic_patterns()?;
                if arguments.is_empty() && !quoted {
                    return self.variable_pattern(head, &text);
                }
                let name = self.name(&text);
                Ok(self.pat(
                    start,
                    PatKind::Function { name, span: head, entity: Entity::Unresolved, arguments },
                ))
            }
            _ => self.atomic_pattern(),
        }
    }

    /// `(:%)` or `(,)`: its name, and how many tokens that takes.
    fn constructor_in_parentheses(&self) -> Option<(String, usize)> {
        let commas = (1..).take_while(|at| *self.raw(*at) == Token::Keyword(Keyword::Comma)).count();
        match (self.raw(1), self.raw(1 + commas.max(1))) {
            (Token::ConSym(text), Token::Keyword(Keyword::ParenClose)) => Some((text.clone(), 3)),
            (_, Token::Keyword(Keyword::ParenClose)) if commas > 0 => {
                Some((format!("({})", ",".repeat(commas)), commas + 2))
            }
            _ => None,
        }
    }

    fn eat_constructor_in_parentheses(&mut self) -> ConRef {
        let start = self.span();
        let (text, tokens) = self.constructor_in_parentheses().unwrap_or_default();
        let span = (0..tokens).fold(start, |span, _| span.to(self.bump()));
        ConRef { name: self.name(&text), span, con: None }
    }

    fn pat(&mut self, start: Span, kind: PatKind) -> PatId {
        let span = start.to(self.last_span());
        self.program.add(Pat { span, kind })
    }

    /// In TOY a name in lower case is not a variable: it stands for a constructor that was not
    /// declared, or for a function.
    fn variable_pattern(&mut self, span: Span, text: &str) -> Parse<PatId> {
        let name = self.name(text);
        let kind = if self.spelling == Spelling::Toy && text.starts_with(char::is_lowercase) {
            PatKind::Con { con: ConRef { name, span, con: None }, arguments: Vec::new() }
        } else {
            PatKind::Var(self.variable(span, text))
        };
        Ok(self.program.add(Pat { span, kind }))
    }

    pub(super) fn variable(&mut self, span: Span, text: &str) -> VarId {
        let name = self.name(text);
        self.program.add(Variable { name, span })
    }

    pub(super) fn atomic_patterns(&mut self) -> Parse<Vec<PatId>> {
        let mut patterns = Vec::new();
        while self.starts_pattern() {
            patterns.push(self.atomic_pattern()?);
        }
        Ok(patterns)
    }

    fn starts_pattern(&self) -> bool {
        match self.token() {
            Token::Var(_)
            | Token::Con(_)
            | Token::Integer(_)
            | Token::Float(_)
            | Token::Char(_)
            | Token::String(_) => true,
            Token::Keyword(keyword) => matches!(
                keyword,
                Keyword::ParenOpen | Keyword::BracketOpen | Keyword::Underscore | Keyword::Tilde
            ),
            Token::VarSym(_) => self.is_bang(self.at),
            _ => false,
        }
    }

    /// A string of any type that strings can stand for: what is equal to it (OverloadedStrings).
    fn overloaded_pattern(&mut self, value: String) -> PatKind {
        let span = self.bump();
        let literal = ExprKind::Literal(Literal::String(value));
        let literal = self.program.add(Expr { span, kind: literal });
        let unresolved = Entity::Unresolved;
        let (from, equal) = (self.name(FROM_STRING), self.name("=="));
        let from = self.program.add(Expr { span, kind: ExprKind::Var { name: from, entity: unresolved } });
        let operand = self
            .program
            .add(Expr { span, kind: ExprKind::Apply { function: from, arguments: vec![literal] } });
        let operator =
            self.program.add(Expr { span, kind: ExprKind::Var { name: equal, entity: unresolved } });
        let function = self.program.add(Expr { span, kind: ExprKind::LeftSection { operand, operator } });
        let con = ConRef { name: self.name("True"), span, con: None };
        let pattern = self.program.add(Pat { span, kind: PatKind::Con { con, arguments: Vec::new() } });
        PatKind::View { function, pattern }
    }

    /// `!` before something, with space only in front: a strict pattern, not an operator.
    pub(super) fn is_bang(&self, at: usize) -> bool {
        matches!(&self.lexemes[at].token, Token::VarSym(text) if text == "!")
            && self.lexemes[at].spaced
            && self.lexemes.get(at + 1).is_some_and(|next| !next.spaced)
    }

    pub(super) fn atomic_pattern(&mut self) -> Parse<PatId> {
        self.nested(Self::atomic_pattern_here)
    }

    fn atomic_pattern_here(&mut self) -> Parse<PatId> {
        let start = self.span();
        let kind = match self.token().clone() {
            Token::Var(text) => {
                self.bump();
                if self.is(Keyword::At) {
                    self.bump();
                    let variable = self.variable(start, &text);
                    let pattern = self.atomic_pattern()?;
                    PatKind::As { variable, pattern }
                } else {
                    return self.variable_pattern(start, &text);
                }
            }
            Token::Con(text) => {
                self.bump();
                let con = ConRef { name: self.name(&text), span: start, con: None };
                if self.is(Keyword::BraceOpen) {
                    let fields = self.field_patterns()?;
                    PatKind::Record { con, fields }
                } else {
                    PatKind::Con { con, arguments: Vec::new() }
                }
            }
            Token::Integer(value) => self.literal_pattern(Literal::Integer(value)),
            Token::Float(value) => self.literal_pattern(Literal::Float(value)),
            Token::Char(value) => self.literal_pattern(Literal::Char(value)),
            Token::String(value) if self.overloaded => self.overloaded_pattern(value),
            Token::String(value) => self.literal_pattern(Literal::String(value)),
            Token::Keyword(Keyword::Underscore) => {
                self.bump();
                PatKind::Wildcard
            }
            Token::Keyword(Keyword::Tilde) => {
                self.bump();
                PatKind::Lazy(self.atomic_pattern()?)
            }
            Token::VarSym(_) if self.is_bang(self.at) => {
                self.bump();
                PatKind::Bang(self.atomic_pattern()?)
            }
            Token::Keyword(Keyword::BracketOpen) => return self.list_pattern(start),
            Token::Keyword(Keyword::ParenOpen) if self.constructor_in_parentheses().is_some() => {
                let con = self.eat_constructor_in_parentheses();
                PatKind::Con { con, arguments: Vec::new() }
            }
            // A parameter that is used as an operator.
            Token::Keyword(Keyword::ParenOpen)
                if matches!(self.raw(1), Token::VarSym(_))
                    && *self.raw(2) == Token::Keyword(Keyword::ParenClose) =>
            {
                let (name, span) = self.variable_name()?;
                PatKind::Var(self.program.add(Variable { name, span }))
            }
            Token::Keyword(Keyword::ParenOpen) => return self.parenthesised_pattern(start),
            _ => return Err(self.unexpected("a pattern")),
        };
        Ok(self.pat(start, kind))
    }

    fn literal_pattern(&mut self, literal: Literal) -> PatKind {
        self.bump();
        PatKind::Literal(literal)
    }

    fn field_patterns(&mut self) -> Parse<Vec<FieldPattern>> {
        let open = self.open_brace();
        let mut fields = Vec::new();
        while !self.is(Keyword::BraceClose) {
            let start = self.span();
            let field = self.field_name()?;
            let pattern = if self.program.text(field) == REST {
                self.pat(start, PatKind::Wildcard)
            } else if self.eat(Keyword::Equals) {
                self.pattern()?
            } else {
                // GHC's NamedFieldPuns: `{ x }` is `{ x = x }`.
                let variable = self.program.add(Variable { name: field, span: start });
                self.pat(start, PatKind::Var(variable))
            };
            fields.push(FieldPattern { span: start.to(self.last_span()), field, pattern });
            if !self.eat(Keyword::Comma) {
                break;
            }
        }
        self.close_brace(open)?;
        Ok(fields)
    }

    /// The field that a pattern, a record or an update speaks of; [`REST`] stands for all others.
    pub(super) fn field_name(&mut self) -> Parse<Name> {
        match self.token() {
            Token::Var(_) | Token::Keyword(Keyword::ParenOpen) => Ok(self.variable_name()?.0),
            Token::Keyword(Keyword::DotDot) => {
                self.bump();
                match self.is(Keyword::BraceClose) {
                    true => Ok(self.name(REST)),
                    false => Err(self.unexpected("`}`: `..` comes last")),
                }
            }
            _ => Err(self.unexpected("the name of a field")),
        }
    }

    fn list_pattern(&mut self, open: Span) -> Parse<PatId> {
        self.bump();
        let mut items = Vec::new();
        if !self.is(Keyword::BracketClose) {
            items.push(self.inner_pattern()?);
            while self.eat(Keyword::Comma) {
                items.push(self.inner_pattern()?);
            }
        }
        let mut rest = None;
        if self.spelling == Spelling::Toy && self.eat(Keyword::Bar) {
            rest = Some(self.pattern()?);
        }
        let end = self.expect_close(Keyword::BracketClose, open)?;
        let Some(mut list) = rest else { return Ok(self.pat(open, PatKind::List(items))) };
        let name = self.name(":");
        for item in items.into_iter().rev() {
            let span = self.program[item].span;
            let con = ConRef { name, span, con: None };
            list = self.pat(span, PatKind::Con { con, arguments: vec![item, list] });
        }
        self.program[list].span = open.to(end);
        Ok(list)
    }

    fn parenthesised_pattern(&mut self, open: Span) -> Parse<PatId> {
        self.bump();
        if self.eat(Keyword::ParenClose) {
            return Ok(self.pat(open, PatKind::Tuple(Vec::new())));
        }
        let outside = std::mem::replace(&mut self.functional, self.spelling == Spelling::Curry);
        let items = self.parenthesised_items();
        self.functional = outside;
        let items = items?;
        if let Token::VarSym(operator) = self.token().clone()
            && operator == "+"
        {
            let span = self.span();
            return self.fail_at(span, "not supported: patterns of the form n + k");
        }
        if self.flp()
            && let Token::VarSym(operator) = self.token().clone()
        {
            let message = format!("not supported: a functional pattern, in which `{operator}` is called");
            let help = "ask for it in a condition: `last (ys ++ [x]) = x` is `last xs | ys ++ [x] =:= xs = x where ys, x free`";
            return Err(self.fail(Diagnostic::error(self.span(), message).help(help)));
        }
        let first = items[0];
        self.expect_close(Keyword::ParenClose, open)?;
        if items.len() == 1 {
            self.program[first].span = open.to(self.last_span());
            return Ok(first);
        }
        Ok(self.pat(open, PatKind::Tuple(items)))
    }

    fn parenthesised_items(&mut self) -> Parse<Vec<PatId>> {
        let mut first = self.inner_pattern()?;
        if self.eat(Keyword::ColonColon) {
            let signature = self.signature()?;
            let start = self.program[first].span;
            first = self.pat(start, PatKind::Typed { pattern: first, signature });
        }
        let mut items = vec![first];
        while self.eat(Keyword::Comma) {
            items.push(self.inner_pattern()?);
        }
        Ok(items)
    }
}
