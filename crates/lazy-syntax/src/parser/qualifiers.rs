//! Right-hand sides, and the qualifiers of guards, conditions, comprehensions and goals
//! (functional-logic §1.2, `qual`).

use super::{Block, Parse, Parser, ends_block};
use crate::ast::{ExprKind, Guarded, Qualifier, QualifierKind, Rhs};
use crate::lexer::Spelling;
use crate::token::{Keyword, Token};

/// Where a qualifier stands.
#[derive(Clone, Copy, PartialEq)]
enum Enclosing {
    Comprehension,
    /// The guard of a case alternative, which ends with an arrow of its own.
    CaseGuard,
    /// The guard of a rule, a condition, or a goal.
    Condition,
}

impl Parser<'_> {
    /// `= e`, `| q, q = e …`, `= e <== q, q`, each perhaps with `where`. `sign` is `=` for rules
    /// and `->` for alternatives.
    pub(super) fn rhs(&mut self, sign: Keyword) -> Parse<Rhs> {
        let start = self.span();
        let place = if sign == Keyword::RightArrow { Enclosing::CaseGuard } else { Enclosing::Condition };
        let mut alternatives = Vec::new();
        if self.is(Keyword::Bar) {
            alternatives = self.guarded(sign, place)?;
        } else if self.eat(Keyword::Clause) {
            // TOY: `p X :- goal` is short for `p X = true <== goal`.
            let qualifiers = self.qualifiers(Enclosing::Condition)?;
            let name = self.name("True");
            let con = crate::ast::ConRef { name, span: start, con: None };
            let body = self.program.add(crate::ast::Expr { span: start, kind: ExprKind::Con(con) });
            alternatives.push(Guarded { span: start.to(self.last_span()), qualifiers, body });
        } else if sign == Keyword::Equals && self.is_external() {
            // Another language defines it: it is refused where it is called.
            let place = self.bump();
            let name = self.name("error");
            let function = self.program.add(crate::ast::Expr {
                span: place,
                kind: ExprKind::Var { name, entity: crate::ast::Entity::Unresolved },
            });
            let text = "not supported: a function that is defined outside of Curry (external)".to_owned();
            let literal = ExprKind::Literal(crate::ast::Literal::String(text));
            let text = self.program.add(crate::ast::Expr { span: place, kind: literal });
            let kind = ExprKind::Apply { function, arguments: vec![text] };
            let body = self.program.add(crate::ast::Expr { span: place, kind });
            alternatives.push(Guarded { span: place, qualifiers: Vec::new(), body });
        } else {
            self.expect(
                sign,
                if sign == Keyword::Equals { "after the left-hand side" } else { "after the pattern" },
            )?;
            let body = self.expr()?;
            let mut qualifiers = Vec::new();
            if sign == Keyword::Equals && self.eat(Keyword::Condition) {
                qualifiers = self.qualifiers(Enclosing::Condition)?;
            }
            alternatives.push(Guarded { span: start.to(self.last_span()), qualifiers, body });
        }
        let wheres = if self.eat(Keyword::Where) { self.bindings()? } else { Default::default() };
        Ok(Rhs { span: start.to(self.last_span()), alternatives, wheres })
    }

    /// `external` in place of a rule (Curry).
    pub(super) fn is_external(&self) -> bool {
        let next = &self.lexemes[(self.at + 1).min(self.lexemes.len() - 1)];
        self.spelling == Spelling::Curry
            && matches!(self.token(), Token::Var(text) if text == "external")
            && (next.first || next.token == Token::End)
    }

    /// `| q, q = e …`
    fn guarded(&mut self, sign: Keyword, place: Enclosing) -> Parse<Vec<Guarded>> {
        let mut alternatives = Vec::new();
        while self.is(Keyword::Bar) {
            let start = self.bump();
            let qualifiers = self.qualifiers(place)?;
            self.expect(sign, "after the guard")?;
            let body = self.expr()?;
            alternatives.push(Guarded { span: start.to(self.last_span()), qualifiers, body });
        }
        Ok(alternatives)
    }

    /// What follows `if` in `if | q -> e | q -> e`.
    pub(super) fn conditions(&mut self) -> Parse<Vec<Guarded>> {
        self.guarded(Keyword::RightArrow, Enclosing::CaseGuard)
    }

    /// The qualifiers of a goal.
    pub(super) fn goal_qualifiers(&mut self) -> Parse<Vec<Qualifier>> {
        self.qualifiers(Enclosing::Condition)
    }

    pub(super) fn comprehension_qualifiers(&mut self) -> Parse<Vec<Qualifier>> {
        self.qualifiers(Enclosing::Comprehension)
    }

    fn qualifiers(&mut self, place: Enclosing) -> Parse<Vec<Qualifier>> {
        let mut qualifiers = vec![self.qualifier(place)?];
        while self.eat(Keyword::Comma) {
            qualifiers.push(self.qualifier(place)?);
        }
        Ok(qualifiers)
    }

    fn qualifier(&mut self, place: Enclosing) -> Parse<Qualifier> {
        let start = self.span();
        let kind = self.qualifier_kind(place)?;
        Ok(Qualifier { span: start.to(self.last_span()), kind })
    }

    fn qualifier_kind(&mut self, place: Enclosing) -> Parse<QualifierKind> {
        if self.is(Keyword::Let) {
            let start = self.bump();
            let bindings = self.bindings()?;
            if self.is(Keyword::In) {
                return Ok(QualifierKind::Holds(self.let_body(start, bindings)?));
            }
            return Ok(QualifierKind::Let(bindings));
        }
        if self.is_generator() {
            let pattern = self.pattern()?;
            self.expect(Keyword::LeftArrow, "after the pattern")?;
            let expr = self.expr()?;
            return Ok(match place {
                Enclosing::Comprehension => QualifierKind::Generator { pattern, list: expr },
                _ => QualifierKind::Approximates { expr, pattern },
            });
        }
        let expr = self.expr()?;
        if !self.flp() || place == Enclosing::Comprehension {
            return Ok(QualifierKind::Holds(expr));
        }
        if place == Enclosing::Condition && self.eat(Keyword::RightArrow) {
            let pattern = self.pattern()?;
            return Ok(QualifierKind::Approximates { expr, pattern });
        }
        if let ExprKind::Operator { operator, left, right } = self.program[expr].kind
            && let ExprKind::Var { name, .. } = self.program[operator].kind
            && matches!(self.program.text(name), "==" | "=:=")
        {
            return Ok(QualifierKind::Equal { left, right });
        }
        Ok(QualifierKind::Holds(expr))
    }

    /// Whether `pattern <-` comes next: what can stand in a pattern, then the arrow.
    pub(super) fn is_generator(&self) -> bool {
        let mut at = self.at;
        loop {
            let lexeme = &self.lexemes[at];
            let begins_item =
                matches!(self.blocks.last(), Some(Block::Layout(column)) if lexeme.indent <= *column);
            if at > self.at && lexeme.first && begins_item {
                return false;
            }
            match &lexeme.token {
                Token::Keyword(Keyword::LeftArrow) => return true,
                Token::Keyword(keyword) if keyword.opens() => {
                    if self.partner[at] == at {
                        return false;
                    }
                    at = self.partner[at];
                }
                Token::Keyword(Keyword::Underscore | Keyword::Tilde | Keyword::At | Keyword::Backquote) => {}
                Token::Keyword(_) => return false,
                token if ends_block(token) => return false,
                _ => {}
            }
            at += 1;
        }
    }
}
