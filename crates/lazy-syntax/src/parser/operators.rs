//! Operators and how tightly they bind. Fixities hold for the whole text, wherever in it they are
//! declared.

use super::{Parse, Parser};
use crate::ast::{Associativity, Entity, Expr, ExprId, ExprKind, Fixity, Program};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::token::{Keyword, Lexeme, Token};

/// An operator between two operands: `+`, `:`, `` `mod` ``.
pub(super) struct Operator {
    pub text: String,
    pub span: Span,
    pub fixity: Fixity,
    /// `:` and the like, or a constructor in backquotes.
    pub constructor: bool,
    /// How many tokens it is made of.
    tokens: usize,
}

impl Operator {
    pub fn side(&self) -> Side {
        Side { text: self.text.clone(), span: self.span, fixity: self.fixity }
    }
}

/// The operator that an operand has on its left.
pub(super) struct Side {
    text: String,
    span: Span,
    fixity: Fixity,
}

/// Without a declaration, as Haskell says.
const DEFAULT: Fixity = Fixity { associativity: Associativity::Left, precedence: 9 };

impl Parser<'_> {
    /// The operator that stands here, if it is one.
    pub(super) fn operator(&mut self) -> Option<Operator> {
        let (text, constructor, tokens) = match self.token() {
            Token::VarSym(text) => (text.clone(), false, 1),
            Token::ConSym(text) => (text.clone(), true, 1),
            Token::Keyword(Keyword::Backquote) => match self.raw(1) {
                Token::Var(text) => (text.clone(), false, 3),
                Token::Con(text) => (text.clone(), true, 3),
                _ => return None,
            },
            _ => return None,
        };
        let name = self.program.names.intern(&text);
        // `L.\\` binds as `\\` does.
        let fixity = self.program.fixities.get(&name).copied().or_else(|| {
            let bare = self.program.names.get(unqualified(&text))?;
            self.program.fixities.get(&bare).copied()
        });
        Some(Operator { text, span: self.span(), fixity: fixity.unwrap_or(DEFAULT), constructor, tokens })
    }

    pub(super) fn take_operator(&mut self, operator: &Operator) {
        for _ in 0..operator.tokens {
            self.bump();
        }
    }

    /// The token that follows the operator.
    pub(super) fn after_operator(&self, operator: &Operator) -> &Token {
        self.raw(operator.tokens)
    }

    /// Takes the operator, as an expression.
    pub(super) fn operator_expr(&mut self, operator: &Operator) -> ExprId {
        let span = self.span();
        self.take_operator(operator);
        let name = self.name(&operator.text);
        let span = span.to(self.last_span());
        let kind = if operator.constructor {
            ExprKind::Con(crate::ast::ConRef { name, span, con: None })
        } else {
            ExprKind::Var { name, entity: Entity::Unresolved }
        };
        self.program.add(Expr { span, kind })
    }

    /// Two operators that bind equally must lean to the same side.
    pub(super) fn check_mixing(&mut self, before: Option<&Side>, operator: &Operator) -> Parse<()> {
        let Some(before) = before else { return Ok(()) };
        let (left, right) = (before.fixity, operator.fixity);
        if left.precedence != right.precedence
            || left.associativity == right.associativity && left.associativity != Associativity::None
        {
            return Ok(());
        }
        let problem = Diagnostic::error(
            operator.span,
            format!(
                "`{}` and `{}` have the same precedence: it is unclear which comes first",
                before.text, operator.text
            ),
        );
        let problem =
            problem.label(before.span, "after this one").help("put one of the two operations in parentheses");
        Err(self.fail(problem))
    }

    /// The operand of a section must bind more tightly than its operator: `(1 + 2 *)` is wrong.
    pub(super) fn check_section(
        &mut self,
        operator: &Operator,
        operand: ExprId,
        leans: Associativity,
    ) -> Parse<()> {
        let ExprKind::Operator { operator: inner, left, .. } = &self.program[operand].kind else {
            return Ok(());
        };
        let in_parentheses = self.program[operand].span.start != self.program[*left].span.start;
        let name = match &self.program[*inner].kind {
            ExprKind::Var { name, .. } => *name,
            ExprKind::Con(con) => con.name,
            _ => return Ok(()),
        };
        let fixity = self.program.fixities.get(&name).copied().unwrap_or(DEFAULT);
        let outer = operator.fixity;
        let fits = fixity.precedence > outer.precedence
            || fixity.precedence == outer.precedence
                && fixity.associativity == leans
                && outer.associativity == leans;
        if in_parentheses || fits {
            return Ok(());
        }
        let text = self.program.text(name).to_owned();
        let problem = Diagnostic::error(
            operator.span,
            format!("`{}` binds more tightly than `{text}`, which is in this section with it", operator.text),
        );
        Err(self.fail(problem.help("put the operand in parentheses")))
    }
}

/// The name without the modules in front of it.
pub(super) fn unqualified(text: &str) -> &str {
    let mut rest = text;
    while let Some((module, name)) = rest.split_once('.') {
        let qualifies = module.starts_with(char::is_uppercase) && !name.is_empty();
        if !qualifies {
            break;
        }
        rest = name;
    }
    rest
}

/// Precedences of TOY go from 0 to 99, where others have 0 to 9.
pub(super) fn scale_toy_fixities(lexemes: &mut [Lexeme]) {
    for index in 1..lexemes.len() {
        let is_fixity = matches!(
            lexemes[index - 1].token,
            Token::Keyword(Keyword::Infixl | Keyword::Infixr | Keyword::Infix)
        );
        if let Token::Integer(value) = &mut lexemes[index].token
            && is_fixity
            && (10..100).contains(&u8::try_from(&*value).unwrap_or(0))
        {
            *value = &*value / 10;
        }
    }
}

/// Notes all `infixl 6 +, `f`` of a text before it is parsed.
pub(super) fn note_fixities(program: &mut Program, lexemes: &[Lexeme], problems: &mut Vec<Diagnostic>) {
    let mut own: Vec<crate::ast::Name> = Vec::new();
    for (index, lexeme) in lexemes.iter().enumerate() {
        let associativity = match lexeme.token {
            Token::Keyword(Keyword::Infixl) => Associativity::Left,
            Token::Keyword(Keyword::Infixr) => Associativity::Right,
            Token::Keyword(Keyword::Infix) => Associativity::None,
            _ => continue,
        };
        let mut rest = lexemes[index + 1..].iter().peekable();
        let precedence = match rest.peek().map(|lexeme| &lexeme.token) {
            Some(Token::Integer(value)) => {
                let value = u8::try_from(value).ok();
                rest.next();
                value.filter(|precedence| *precedence <= 9)
            }
            _ => Some(9),
        };
        // Mistakes of the declaration are reported when it is parsed.
        let Some(precedence) = precedence else { continue };
        for lexeme in rest {
            match &lexeme.token {
                Token::VarSym(text) | Token::ConSym(text) | Token::Var(text) | Token::Con(text)
                    if !lexeme.first =>
                {
                    let name = program.names.intern(text);
                    if own.contains(&name) {
                        let message = format!("another fixity is declared for `{text}` above");
                        problems.push(Diagnostic::error(lexeme.span, message));
                    }
                    own.push(name);
                    program.fixities.insert(name, Fixity { associativity, precedence });
                }
                Token::Keyword(Keyword::Comma | Keyword::Backquote) => {}
                _ => break,
            }
        }
    }
}
