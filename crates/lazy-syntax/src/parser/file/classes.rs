//! `class` and `instance` declarations.

use super::ParsedFile;
use crate::ast::{
    BindingKind, Constraint, Function, FunctionBody, FunctionId, Name, Origin, Signature, TypeId, TypeKind,
};
use crate::classes::{Class, ClassDeclaration, Classes, MAX_CLASSES, Method};
use crate::diagnostics::Diagnostic;
use crate::parser::declarations::{Declaration, Grouping};
use crate::parser::{Parse, Parser};
use crate::primitives;
use crate::source::{FileId, Span};
use crate::token::{Keyword, Token};

/// The superclasses of a class, as written.
pub struct RawClass {
    pub class: Class,
    pub context: Vec<Constraint>,
}

/// `instance Show a => Show (Tree a) where …`
pub struct RawInstance {
    pub span: Span,
    pub class: Name,
    pub context: Vec<Constraint>,
    pub ty: TypeId,
    /// What the type decides, if the class has more parameters.
    pub others: Vec<TypeId>,
    pub functions: Vec<FunctionId>,
    pub derived: bool,
}

impl Parser<'_> {
    pub(super) fn class(&mut self, file: &mut ParsedFile) -> Parse<()> {
        let start = self.bump();
        let (context, head) = self.head()?;
        let span = start.to(self.last_span());
        let TypeKind::Var(variable) = self.program[head.ty].kind else {
            return self.fail_at(head.span, "a class is declared for a type variable, as in `class Shape a`");
        };
        let others = self.dependent_parameters(&head, variable)?;
        let number = self.program.classes.len();
        if number >= MAX_CLASSES {
            return self.fail_at(span, format!("not supported: more than {MAX_CLASSES} classes"));
        }
        let class = Class(number as u8);
        let mut implies = Classes::default();
        implies.add(class);
        self.program.classes.push(ClassDeclaration {
            name: head.class,
            span,
            superclasses: Vec::new(),
            implies,
            variable,
            others,
            methods: Vec::new(),
        });
        file.classes.push(RawClass { class, context });
        let mut rules = Vec::new();
        for declaration in self.body()? {
            match declaration {
                Declaration::Signature { names, mut signature } => {
                    signature.context.insert(0, head.clone());
                    for (name, span) in names {
                        self.method(file, class, name, span, signature.clone());
                    }
                }
                other => rules.push(other),
            }
        }
        for function in self.methods(rules) {
            let name = self.program[function].name;
            let methods = &mut self.program.classes[number].methods;
            match methods.iter_mut().find(|method| method.name == name) {
                Some(method) => {
                    method.default = Some(function);
                    let signature = method.signature.clone();
                    self.program[function].signature = Some(signature);
                    file.hidden.push(function);
                }
                None => {
                    let (text, span) = (self.program.text(name), self.program[function].span);
                    let message = format!("`{text}` is not a method of this class");
                    self.problems.push(Diagnostic::error(span, message).help("declare its type here, too"));
                }
            }
        }
        Ok(())
    }

    /// `s` of `class MonadState s m | m -> s`: the last parameter decides what the others are, and
    /// instances are found by it alone.
    fn dependent_parameters(&mut self, head: &Constraint, variable: Name) -> Parse<Vec<Name>> {
        let mut others = Vec::new();
        for other in &head.others {
            let TypeKind::Var(name) = self.program[*other].kind else {
                return self.fail_at(head.span, "a class is declared for type variables");
            };
            others.push(name);
        }
        let bar = self.span();
        if !self.eat(Keyword::Bar) {
            return match others.is_empty() {
                true => Ok(others),
                false => self.fail_at(
                    head.span,
                    "not supported: a multi-parameter class whose last parameter does not determine the others",
                ),
            };
        }
        let from = self.type_parameters()?;
        self.expect(Keyword::RightArrow, "in a functional dependency")?;
        let to = self.type_parameters()?;
        if from != [variable] || to.len() != others.len() || !others.iter().all(|other| to.contains(other)) {
            let message =
                "not supported: functional dependencies other than those on the last parameter alone";
            return self.fail_at(bar.to(self.last_span()), message);
        }
        Ok(others)
    }

    fn method(&mut self, file: &mut ParsedFile, class: Class, name: Name, span: Span, signature: Signature) {
        let text = self.program.text(name).to_owned();
        // The prelude's classes have primitives among their methods: those know what to do by the
        // structure of types.
        let built_in = primitives::by_name(&text)
            .filter(|_| self.program.first_file == FileId::default())
            .and_then(|_| self.program.library.values.get(&name).copied());
        let index = self.program.class(class).methods.len();
        let function = built_in.unwrap_or_else(|| {
            let function = self.program.add(Function {
                name,
                span,
                arity: 0,
                body: FunctionBody::Method(class, index),
                origin: Origin::User,
                signature: Some(signature.clone()),
                parent: None,
                free: Vec::new(),
                ty: None,
            });
            file.functions.push(function);
            function
        });
        let methods = &mut self.program.classes[class.0 as usize].methods;
        methods.push(Method { name, signature, function, default: None });
    }

    pub(super) fn instance(&mut self, file: &mut ParsedFile) -> Parse<()> {
        let start = self.bump();
        let (context, head) = self.head()?;
        let span = start.to(self.last_span());
        let mut declarations = self.body()?;
        // The class says it already.
        declarations.retain(|declaration| !matches!(declaration, Declaration::Signature { .. }));
        let functions = self.methods(declarations);
        file.hidden.extend(&functions);
        file.instances.push(RawInstance {
            span,
            class: head.class,
            context,
            ty: head.ty,
            others: head.others,
            functions,
            derived: false,
        });
        Ok(())
    }

    /// `[context =>] Class type`
    pub(super) fn head(&mut self) -> Parse<(Vec<Constraint>, Constraint)> {
        let mut ty = self.applied_type()?;
        let mut context = Vec::new();
        if self.eat(Keyword::FatArrow) {
            context = self.context(ty)?;
            ty = self.applied_type()?;
        }
        Ok((context, self.constraint(ty)?))
    }

    /// `where` and declarations, or nothing.
    fn body(&mut self) -> Parse<Vec<Declaration>> {
        if !self.eat(Keyword::Where) {
            return Ok(Vec::new());
        }
        let items = self.block(|parser| match parser.token() {
            Token::Keyword(Keyword::Type | Keyword::Data | Keyword::Newtype) => {
                parser.fail_at(parser.span(), "not supported: type families")
            }
            Token::Keyword(Keyword::Default) => {
                parser.fail_at(parser.span(), "not supported: signatures of defaults (DefaultSignatures)")
            }
            Token::Keyword(Keyword::Infix | Keyword::Infixl | Keyword::Infixr) => {
                parser.fixity().map(|()| None)
            }
            _ => parser.declaration().map(Some),
        })?;
        Ok(items.into_iter().flatten().collect())
    }

    fn methods(&mut self, declarations: Vec<Declaration>) -> Vec<FunctionId> {
        let mut functions = Vec::new();
        for binding in Grouping::new(self, true).group(declarations) {
            match binding.kind {
                BindingKind::Function(function) => functions.push(function),
                _ => {
                    let message = "a method is defined by its name and rules";
                    self.problems.push(Diagnostic::error(binding.span, message));
                }
            }
        }
        functions
    }
}
