//! Types and contexts.

use super::{Parse, Parser};
use crate::ast::{Constraint, Name, Signature, Type, TypeEntity, TypeId, TypeKind};
use crate::lexer::Spelling;
use crate::source::Span;
use crate::token::{Keyword, Token};

impl Parser<'_> {
    /// `[context =>] type`, after `::`.
    pub(super) fn signature(&mut self) -> Parse<Signature> {
        let start = self.span();
        let variables = self.quantifier()?;
        let scoped = if self.scopes_types { variables } else { Vec::new() };
        let mut ty = self.ty()?;
        let mut context = Vec::new();
        while self.eat(Keyword::FatArrow) {
            context.extend(self.context(ty)?);
            ty = self.ty()?;
        }
        Ok(Signature { span: start.to(self.last_span()), scoped, context, ty })
    }

    /// The variables of `forall a (f :: Type -> Type).`, if it is there.
    pub(super) fn quantifier(&mut self) -> Parse<Vec<Name>> {
        if !self.is_quantifier() {
            return Ok(Vec::new());
        }
        self.bump();
        let variables = self.type_parameters()?;
        match self.token() {
            Token::VarSym(text) if text == "." => {
                self.bump();
                Ok(variables)
            }
            _ => Err(self.unexpected("`.` after the type variables of `forall`")),
        }
    }

    pub(super) fn is_quantifier(&self) -> bool {
        matches!(self.token(), Token::Var(text) if text == "forall")
            && matches!(self.raw(1), Token::Var(_) | Token::Keyword(Keyword::ParenOpen))
    }

    /// A context has been read as the type that it looks like.
    pub(super) fn context(&mut self, ty: TypeId) -> Parse<Vec<Constraint>> {
        let parts = match &self.program[ty].kind {
            TypeKind::Tuple(parts) => parts.clone(),
            _ => vec![ty],
        };
        parts.into_iter().map(|part| self.constraint(part)).collect()
    }

    pub(super) fn constraint(&mut self, ty: TypeId) -> Parse<Constraint> {
        let span = self.program[ty].span;
        if let TypeKind::Apply { function, arguments } = &self.program[ty].kind
            && let TypeKind::Con { name: class, .. } = self.program[*function].kind
            && let Some((ty, others)) = arguments.split_last()
        {
            return Ok(Constraint { span, class, ty: *ty, others: others.to_vec() });
        }
        self.fail_at(span, "a constraint is a class and a type, as in `Ord a`")
    }

    pub(super) fn ty(&mut self) -> Parse<TypeId> {
        self.nested(|parser| {
            if parser.is_quantifier() {
                return parser.quantified_type();
            }
            let from = parser.applied_type()?;
            if !parser.eat(Keyword::RightArrow) {
                return Ok(from);
            }
            let to = parser.ty()?;
            Ok(parser.function_type(from, to))
        })
    }

    /// `forall a. Show a => a -> String`
    fn quantified_type(&mut self) -> Parse<TypeId> {
        let start = self.span();
        let variables = self.quantifier()?;
        let mut ty = self.ty()?;
        let mut context = Vec::new();
        while self.eat(Keyword::FatArrow) {
            context.extend(self.context(ty)?);
            ty = self.ty()?;
        }
        let span = start.to(self.last_span());
        Ok(self.program.add(Type { span, kind: TypeKind::Forall { variables, context, ty } }))
    }

    fn function_type(&mut self, from: TypeId, to: TypeId) -> TypeId {
        let span = self.program[from].span.to(self.program[to].span);
        self.program.add(Type { span, kind: TypeKind::Function { from, to } })
    }

    /// A type constructor with its arguments.
    pub(super) fn applied_type(&mut self) -> Parse<TypeId> {
        let function = self.atomic_type()?;
        let mut arguments = Vec::new();
        while self.starts_type() {
            arguments.push(self.atomic_type()?);
        }
        if arguments.is_empty() {
            return Ok(function);
        }
        let span = self.program[function].span.to(self.last_span());
        Ok(self.program.add(Type { span, kind: TypeKind::Apply { function, arguments } }))
    }

    pub(super) fn starts_type(&self) -> bool {
        match self.token() {
            Token::Var(_) | Token::Con(_) => true,
            Token::Keyword(Keyword::Underscore) => self.spelling == Spelling::Curry,
            Token::Keyword(keyword) => matches!(keyword, Keyword::ParenOpen | Keyword::BracketOpen),
            _ => false,
        }
    }

    pub(super) fn atomic_type(&mut self) -> Parse<TypeId> {
        self.nested(Self::atomic_type_here)
    }

    fn atomic_type_here(&mut self) -> Parse<TypeId> {
        let start = self.span();
        let kind = match self.token().clone() {
            Token::Var(text) | Token::Con(text) => {
                self.bump();
                self.named_type(&text)
            }
            Token::Keyword(Keyword::BracketOpen) => {
                self.bump();
                if self.eat(Keyword::BracketClose) {
                    self.type_constructor("[]")
                } else {
                    let element = self.ty()?;
                    self.expect_close(Keyword::BracketClose, start)?;
                    TypeKind::List(element)
                }
            }
            Token::Keyword(Keyword::ParenOpen) => return self.parenthesised_type(start),
            // A type variable that has no other name.
            Token::Keyword(Keyword::Underscore) if self.spelling == Spelling::Curry => {
                self.bump();
                TypeKind::Var(self.name(&format!("_{}", start.start.offset)))
            }
            _ => return Err(self.unexpected("a type")),
        };
        Ok(self.program.add(Type { span: start.to(self.last_span()), kind }))
    }

    fn named_type(&mut self, text: &str) -> TypeKind {
        let upper = text.starts_with(char::is_uppercase);
        match self.spelling {
            Spelling::Haskell | Spelling::Curry if upper => self.type_constructor(text),
            Spelling::Toy if !upper => self.type_constructor(match text {
                "int" => "Int",
                "real" => "Double",
                "bool" => "Bool",
                "char" => "Char",
                "string" => "String",
                _ => text,
            }),
            _ => TypeKind::Var(self.name(text)),
        }
    }

    fn type_constructor(&mut self, text: &str) -> TypeKind {
        TypeKind::Con { name: self.name(text), entity: TypeEntity::Unresolved }
    }

    fn parenthesised_type(&mut self, open: Span) -> Parse<TypeId> {
        self.bump();
        let kind = if self.eat(Keyword::ParenClose) {
            TypeKind::Tuple(Vec::new())
        } else if self.eat(Keyword::RightArrow) {
            self.expect_close(Keyword::ParenClose, open)?;
            self.type_constructor("->")
        } else if self.is(Keyword::Comma) {
            let mut size = 1;
            while self.eat(Keyword::Comma) {
                size += 1;
            }
            self.expect_close(Keyword::ParenClose, open)?;
            self.type_constructor(&format!("({})", ",".repeat(size - 1)))
        } else {
            let first = self.ty()?;
            let mut parts = vec![first];
            while self.eat(Keyword::Comma) {
                parts.push(self.ty()?);
            }
            self.expect_close(Keyword::ParenClose, open)?;
            if parts.len() == 1 {
                return Ok(first);
            }
            TypeKind::Tuple(parts)
        };
        Ok(self.program.add(Type { span: open.to(self.last_span()), kind }))
    }
}
