//! Top-level declarations other than `data`.

use super::{Declaration, Import, Item, ParsedFile, Parts, RawPragma};
use crate::ast::{
    Alternative, Entity, Expr, ExprId, ExprKind, FieldPattern, Function, FunctionBody, FunctionId, Guarded,
    Name, Origin, Pat, PatId, PatKind, PragmaKind, Rhs, Rule, Synonym, TypeKind, VarId,
};
use crate::diagnostics::Diagnostic;
use crate::lexer::Spelling;
use crate::parser::{Parse, Parser};
use crate::source::Span;
use crate::token::{Keyword, Token};

impl Parser<'_> {
    pub(super) fn top_level(
        &mut self,
        file: &mut ParsedFile,
        declarations: &mut Vec<Declaration>,
    ) -> Parse<()> {
        let start = self.span();
        if let Some(what) = self.unsupported_declaration() {
            return self.fail_at(start, format!("not supported: {what}"));
        }
        match *self.token() {
            Token::Keyword(Keyword::Import) => {
                let import = self.import()?;
                file.imports.push(import);
            }
            Token::Keyword(Keyword::Data | Keyword::Newtype) => self.data(file)?,
            Token::Keyword(Keyword::Type) => self.synonym(file)?,
            Token::Keyword(Keyword::Infix | Keyword::Infixl | Keyword::Infixr) => self.fixity()?,
            Token::Pragma(kind) => {
                let pragma = self.pragma(kind)?;
                file.pragmas.push(pragma);
            }
            Token::Keyword(Keyword::Class) => self.class(file)?,
            Token::Keyword(Keyword::Instance) => self.instance(file)?,
            Token::Keyword(Keyword::Default) => {
                self.bump();
                let ty = self.atomic_type()?;
                file.defaults = Some(match self.program[ty].kind.clone() {
                    TypeKind::Tuple(types) => types,
                    _ => vec![ty],
                });
            }
            Token::Keyword(Keyword::Deriving) => self.standalone(file)?,
            Token::Keyword(keyword @ Keyword::Foreign) => {
                let problem =
                    Diagnostic::error(start, format!("not supported: {} declaration", keyword.text()));
                return Err(self.fail(problem));
            }
            _ => {
                let declaration = self.declaration()?;
                declarations.push(declaration);
            }
        }
        Ok(())
    }

    /// An extension that is left out, by its name.
    pub(super) fn unsupported_declaration(&self) -> Option<&'static str> {
        let is_family = |token: &Token| match token {
            Token::Var(text) => text == "family",
            token => *token == Token::Keyword(Keyword::Instance),
        };
        match (self.token(), self.raw(1)) {
            (Token::Keyword(Keyword::Type | Keyword::Data | Keyword::Newtype), next)
                if is_family(next) && self.spelling != Spelling::Toy =>
            {
                Some("type families")
            }
            (Token::Var(text), Token::Con(_)) if text == "pattern" && self.has_pattern_synonyms => {
                Some("pattern synonyms")
            }
            (Token::VarSym(text), Token::Keyword(Keyword::ParenOpen)) if text == "$" => {
                Some("Template Haskell")
            }
            _ => None,
        }
    }

    /// `deriving instance Show a => Show (T a)`: as if it stood at the type, which is of this file.
    fn standalone(&mut self, file: &mut ParsedFile) -> Parse<()> {
        let start = self.bump();
        while self.is_word("stock") || self.is_word("anyclass") || self.is(Keyword::Newtype) {
            self.bump();
        }
        self.expect(Keyword::Instance, "in a deriving declaration")?;
        let (_, head) = self.head()?;
        let name = match self.program[head.ty].kind {
            TypeKind::Con { name, .. } => Some(name),
            TypeKind::Apply { function, .. } => match self.program[function].kind {
                TypeKind::Con { name, .. } => Some(name),
                _ => None,
            },
            _ => None,
        };
        let span = start.to(self.last_span());
        match name {
            Some(name) => file.standalone.push((head.class, span, name)),
            None => return self.fail_at(span, "not supported: a deriving declaration for this type"),
        }
        Ok(())
    }

    fn import(&mut self) -> Parse<Import> {
        let start = self.bump();
        let mut qualified = self.eat_word("qualified");
        let Token::Con(module) = self.token().clone() else {
            return Err(self.unexpected("the name of a module"));
        };
        self.bump();
        qualified |= self.eat_word("qualified");
        let mut alias = None;
        if self.eat_word("as") {
            let Token::Con(name) = self.token().clone() else {
                return Err(self.unexpected("another name for the module"));
            };
            self.bump();
            alias = Some(name);
        }
        let hiding = self.eat_word("hiding");
        let items = if self.is(Keyword::ParenOpen) { Some(self.import_items()?) } else { None };
        Ok(Import { span: start.to(self.last_span()), module, qualified, alias, hiding, items })
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.token(), Token::Var(text) if text == word)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let there = self.is_word(word);
        if there {
            self.bump();
        }
        there
    }

    pub(super) fn import_items(&mut self) -> Parse<Vec<Item>> {
        let open = self.bump();
        let mut items = Vec::new();
        while !self.is(Keyword::ParenClose) {
            if self.eat(Keyword::Comma) {
                continue;
            }
            let is_module = self.eat(Keyword::Module);
            self.eat(Keyword::Type);
            let item = match self.token().clone() {
                Token::Con(text) => {
                    let span = self.bump();
                    let name = self.name(&text);
                    let parts = if self.is(Keyword::ParenOpen) { self.parts()? } else { Parts::None };
                    Item { name, span, parts, is_module }
                }
                _ => {
                    let (name, span) = self.variable_name()?;
                    Item { name, span, parts: Parts::None, is_module }
                }
            };
            items.push(item);
            if !self.eat(Keyword::Comma) {
                break;
            }
        }
        self.expect_close(Keyword::ParenClose, open)?;
        Ok(items)
    }

    /// `(..)`, `(A, b)`
    fn parts(&mut self) -> Parse<Parts> {
        let open = self.bump();
        let mut names = Vec::new();
        let mut are_all = false;
        while !self.is(Keyword::ParenClose) {
            match self.token().clone() {
                Token::Keyword(Keyword::DotDot) => {
                    self.bump();
                    are_all = true;
                }
                Token::Con(text) => {
                    self.bump();
                    names.push(self.name(&text));
                }
                Token::Keyword(Keyword::ParenOpen) if matches!(self.raw(1), Token::ConSym(_)) => {
                    let outer = self.bump();
                    if let Token::ConSym(text) = self.token().clone() {
                        self.bump();
                        names.push(self.name(&text));
                    }
                    self.expect_close(Keyword::ParenClose, outer)?;
                }
                _ => names.push(self.variable_name()?.0),
            }
            if !self.eat(Keyword::Comma) {
                break;
            }
        }
        self.expect_close(Keyword::ParenClose, open)?;
        Ok(if are_all { Parts::All } else { Parts::These(names) })
    }

    fn synonym(&mut self, file: &mut ParsedFile) -> Parse<()> {
        self.bump();
        let (name, span) = self.type_name()?;
        let parameters = self.type_parameters()?;
        self.expect(Keyword::Equals, "after the name of the type")?;
        let ty = self.ty()?;
        file.synonyms.push(self.program.synonyms.len());
        self.program.synonyms.push(Synonym { name, span, parameters, ty });
        Ok(())
    }

    /// The fixities were noted before; here only their form is checked.
    pub(super) fn fixity(&mut self) -> Parse<()> {
        self.bump();
        if let Token::Integer(value) = self.token().clone() {
            if u8::try_from(&value).is_ok_and(|precedence| precedence <= 9) {
                self.bump();
            } else {
                return Err(self.unexpected("a precedence from 0 to 9"));
            }
        }
        loop {
            match self.operator() {
                Some(operator) => self.take_operator(&operator),
                None => return Err(self.unexpected("an operator")),
            }
            if !self.eat(Keyword::Comma) {
                return Ok(());
            }
        }
    }

    fn pragma(&mut self, kind: PragmaKind) -> Parse<RawPragma> {
        let start = self.bump();
        let mut names = Vec::new();
        if !self.eat(Keyword::Underscore) {
            names.push(self.variable_name()?);
            loop {
                match self.token() {
                    Token::Keyword(Keyword::Comma) => {
                        self.bump();
                        names.push(self.variable_name()?);
                    }
                    Token::Var(_) => names.push(self.variable_name()?),
                    _ => break,
                }
            }
        }
        if *self.token() != Token::PragmaEnd {
            return Err(self.unexpected("`#-}` at the end of the pragma"));
        }
        self.bump();
        Ok(RawPragma { span: start.to(self.last_span()), kind, names })
    }

    /// `(a, b) = e` at the top: a constant for `e`, and for each name a constant that selects from
    /// it.
    pub(super) fn top_level_pattern(&mut self, file: &mut ParsedFile, span: Span, pattern: PatId, rhs: Rhs) {
        let pattern_span = self.program[pattern].span;
        let name = self.program.sources.text(pattern_span).to_owned();
        let name = self.name(&name);
        let whole = self.constant(
            name,
            pattern_span,
            Origin::PatternBinding,
            Rule { span, patterns: Vec::new(), rhs, extra: Vec::new() },
        );
        file.functions.push(whole);
        let mut variables = Vec::new();
        crate::walk::patterns(self.program, pattern, &mut |pat| match pat.kind {
            PatKind::Var(variable) | PatKind::As { variable, .. } => variables.push(variable),
            _ => {}
        });
        for variable in variables {
            let (name, span) = (self.program[variable].name, self.program[variable].span);
            let mut own = variable;
            let pattern = self.copy_pattern(pattern, variable, &mut own);
            let kind = ExprKind::Var { name, entity: Entity::Function(whole) };
            let subject = self.program.add(Expr { span, kind });
            let chosen =
                self.program.add(Expr { span, kind: ExprKind::Var { name, entity: Entity::Variable(own) } });
            let alternative = Alternative { span, pattern, rhs: plain(span, chosen) };
            let kind = ExprKind::Case { subject, alternatives: vec![alternative] };
            let body = self.program.add(Expr { span, kind });
            let rule = Rule { span, patterns: Vec::new(), rhs: plain(span, body), extra: Vec::new() };
            let function = self.constant(name, span, Origin::User, rule);
            file.functions.push(function);
        }
    }

    fn constant(&mut self, name: Name, span: Span, origin: Origin, rule: Rule) -> FunctionId {
        let body = FunctionBody::Rules(vec![rule]);
        self.program.add(Function {
            name,
            span,
            arity: 0,
            body,
            origin,
            signature: None,
            parent: None,
            free: Vec::new(),
            ty: None,
        })
    }

    /// The pattern again with variables of its own; `wanted` becomes `found`.
    fn copy_pattern(&mut self, pattern: PatId, wanted: VarId, found: &mut VarId) -> PatId {
        recursion::deep(|| {
            let mut pat = self.program[pattern].clone();
            let mut all = |parser: &mut Self, patterns: &mut Vec<PatId>| {
                for pattern in patterns {
                    *pattern = parser.copy_pattern(*pattern, wanted, found);
                }
            };
            match &mut pat.kind {
                PatKind::Wildcard | PatKind::Literal(_) => {}
                PatKind::Con { arguments, .. } | PatKind::Function { arguments, .. } => all(self, arguments),
                PatKind::Tuple(items) | PatKind::List(items) => all(self, items),
                PatKind::Record { fields, .. } => {
                    for FieldPattern { pattern, .. } in fields {
                        *pattern = self.copy_pattern(*pattern, wanted, found);
                    }
                }
                PatKind::Bang(pattern) | PatKind::Lazy(pattern) | PatKind::Typed { pattern, .. } => {
                    *pattern = self.copy_pattern(*pattern, wanted, found);
                }
                PatKind::View { .. } | PatKind::Called { .. } => {
                    let message = "not supported: a view pattern in a declaration at the top";
                    self.problems.push(Diagnostic::error(pat.span, message));
                }
                PatKind::Var(variable) => *variable = self.copy_variable(*variable, wanted, found),
                PatKind::As { variable, pattern } => {
                    *variable = self.copy_variable(*variable, wanted, found);
                    *pattern = self.copy_pattern(*pattern, wanted, found);
                }
            }
            self.program.add::<Pat>(pat)
        })
    }

    fn copy_variable(&mut self, variable: VarId, wanted: VarId, found: &mut VarId) -> VarId {
        let copy = self.program[variable].clone();
        let copy = self.program.add(copy);
        if variable == wanted {
            *found = copy;
        }
        copy
    }
}

/// `= e`
pub(super) fn plain(span: Span, body: ExprId) -> Rhs {
    Rhs {
        span,
        alternatives: vec![Guarded { span, qualifiers: Vec::new(), body }],
        wheres: Default::default(),
    }
}
