//! `data` and `newtype`.

use super::ParsedFile;
use super::top::plain;
use crate::ast::{
    ConId, ConRef, Constraint, Constructor, DataId, DataType, Entity, Expr, ExprKind, Field, Function,
    FunctionBody, Name, Origin, Pat, PatKind, Rule, Shown, TypeId, TypeKind, Variable,
};
use crate::diagnostics::Diagnostic;
use crate::lexer::Spelling;
use crate::parser::{Parse, Parser};
use crate::source::Span;
use crate::token::{Keyword, Token};

impl Parser<'_> {
    pub(super) fn data(&mut self, file: &mut ParsedFile) -> Parse<()> {
        let newtype = self.is(Keyword::Newtype);
        self.bump();
        let (name, span) = self.type_name()?;
        let mut parameters = self.type_parameters()?;
        if self.eat(Keyword::ColonColon) {
            // The parameters of the kind come after those with names.
            for number in 0..self.kind()? {
                parameters.push(self.name(&format!("t{number}'")));
            }
        }
        let data = self.program.add(DataType {
            name,
            span,
            parameters,
            constructors: Vec::new(),
            deriving: Vec::new(),
            newtype,
        });
        file.data.push(data);
        if self.eat(Keyword::Where) {
            self.block(|parser| parser.signed_constructors(data))?;
        } else if self.eat(Keyword::Equals) {
            loop {
                self.constructor(data)?;
                if !self.eat(Keyword::Bar) {
                    break;
                }
            }
        }
        while self.eat(Keyword::Deriving) {
            self.deriving(data)?;
        }
        if newtype {
            self.check_newtype(data);
        }
        self.selectors(file, data);
        Ok(())
    }

    pub(super) fn type_name(&mut self) -> Parse<(Name, Span)> {
        match self.token().clone() {
            Token::Con(text) => {
                let span = self.bump();
                Ok((self.name(&text), span))
            }
            Token::Var(text) if self.spelling == Spelling::Toy => {
                let span = self.bump();
                Ok((self.name(&text), span))
            }
            _ => Err(self.unexpected("the name of a type")),
        }
    }

    /// Names, each perhaps with its kind: `a (f :: Type -> Type)`.
    pub(in crate::parser) fn type_parameters(&mut self) -> Parse<Vec<Name>> {
        let mut parameters = Vec::new();
        loop {
            let open = self.span();
            let has_kind = self.is(Keyword::ParenOpen)
                && matches!(self.raw(1), Token::Var(_))
                && matches!(self.raw(2), Token::Keyword(Keyword::ColonColon));
            if has_kind {
                self.bump();
            }
            let Token::Var(text) = self.token().clone() else { return Ok(parameters) };
            let span = self.bump();
            let name = self.name(&text);
            if parameters.contains(&name) {
                return self.fail_at(span, format!("the parameter `{text}` appears twice here"));
            }
            parameters.push(name);
            if has_kind {
                self.bump();
                self.kind()?;
                self.expect_close(Keyword::ParenClose, open)?;
            }
        }
    }

    /// `Type -> (Type -> Type) -> Type`: how many types it takes. Kinds are not checked.
    pub(in crate::parser) fn kind(&mut self) -> Parse<usize> {
        self.nested(|parser| {
            let mut is_there = false;
            loop {
                match parser.token().clone() {
                    Token::VarSym(text) if text == "*" => {
                        parser.bump();
                    }
                    Token::Var(_) | Token::Con(_) => {
                        parser.bump();
                    }
                    Token::Keyword(Keyword::ParenOpen) => {
                        let open = parser.bump();
                        parser.kind()?;
                        parser.expect_close(Keyword::ParenClose, open)?;
                    }
                    Token::Keyword(Keyword::BracketOpen) => {
                        let open = parser.bump();
                        parser.kind()?;
                        parser.expect_close(Keyword::BracketClose, open)?;
                    }
                    Token::Keyword(Keyword::RightArrow) if is_there => {
                        parser.bump();
                        return Ok(1 + parser.kind()?);
                    }
                    _ if is_there => return Ok(0),
                    _ => return Err(parser.unexpected("a kind, as in `Type -> Type`")),
                }
                is_there = true;
            }
        })
    }

    fn constructor(&mut self, data: DataId) -> Parse<()> {
        let start = self.span();
        let mut record = false;
        let mut infix = None;
        let (name, fields);
        let own = self.quantifier()?;
        let context = self.constructor_context()?;
        if self.infix_constructor() {
            let left = self.field(true)?;
            let Some(operator) = self.operator() else { return Err(self.unexpected("a constructor")) };
            if !operator.constructor {
                return Err(self.unexpected("a constructor, which as an operator begins with `:`"));
            }
            self.take_operator(&operator);
            infix = Some(operator.fixity);
            name = self.name(&operator.text);
            fields = vec![left, self.field(true)?];
        } else {
            name = self.constructor_name()?;
            if self.is(Keyword::BraceOpen) {
                record = true;
                fields = self.record_fields()?;
            } else {
                let mut all = Vec::new();
                while self.starts_type() || self.is_bang(self.at) {
                    all.push(self.field(false)?);
                }
                fields = all;
            }
        }
        let index = self.program[data].constructors.len() as u32;
        let span = start.to(self.last_span());
        let con = self.program.add(Constructor {
            name,
            span,
            data,
            index,
            fields,
            record,
            infix,
            shown: Shown::AsWritten,
            own,
            context,
            decides: Vec::new(),
        });
        self.program[data].constructors.push(con);
        Ok(())
    }

    /// `(Show a, Eq a) =>` before a constructor.
    fn constructor_context(&mut self) -> Parse<Vec<Constraint>> {
        let mut at = self.at;
        loop {
            match &self.lexemes[at].token {
                Token::Keyword(Keyword::FatArrow) => break,
                Token::Keyword(keyword) if keyword.opens() && self.partner[at] > at => at = self.partner[at],
                Token::Var(_) | Token::Con(_) => {}
                _ => return Ok(Vec::new()),
            }
            at += 1;
        }
        let ty = self.applied_type()?;
        self.expect(Keyword::FatArrow, "after the context of a constructor")?;
        self.context(ty)
    }

    /// `A, B :: Show a => a -> T Int`, or with braces (GADTs).
    fn signed_constructors(&mut self, data: DataId) -> Parse<()> {
        if self.eat(Keyword::Deriving) {
            return self.deriving(data);
        }
        let start = self.span();
        let mut names = vec![self.constructor_name()?];
        while self.eat(Keyword::Comma) {
            names.push(self.constructor_name()?);
        }
        self.expect(Keyword::ColonColon, "before the type of a constructor")?;
        self.quantifier()?;
        let context = self.constructor_context()?;
        let record = self.is(Keyword::BraceOpen);
        let mut fields = Vec::new();
        let mut result;
        if record {
            fields = self.record_fields()?;
            self.expect(Keyword::RightArrow, "after the fields of a constructor")?;
            result = self.applied_type()?;
        } else {
            loop {
                let strict = self.eat_bang();
                result = self.applied_type()?;
                if !self.eat(Keyword::RightArrow) {
                    break;
                }
                fields.push(Field { name: None, strict, ty: result });
            }
        }
        let span = start.to(self.last_span());
        let arguments = match self.program[result].kind.clone() {
            TypeKind::Con { .. } => Vec::new(),
            TypeKind::Apply { arguments, .. } => arguments,
            _ => return self.fail_at(span, "a constructor makes a value of its own type"),
        };
        let parameters = self.program[data].parameters.clone();
        if arguments.len() != parameters.len() {
            return self.fail_at(span, "a constructor makes a value of its own type, with all its arguments");
        }
        let mut own: Vec<(Name, Name)> = Vec::new();
        let mut decides = Vec::new();
        for (place, (argument, parameter)) in arguments.iter().zip(&parameters).enumerate() {
            match self.program[*argument].kind {
                TypeKind::Var(name) if own.iter().all(|(known, _)| *known != name) => {
                    own.push((name, *parameter));
                }
                _ => decides.push((place, *argument)),
            }
        }
        let mut open: Vec<TypeId> = fields.iter().map(|field| field.ty).collect();
        open.extend(context.iter().map(|constraint| constraint.ty));
        open.extend(decides.iter().map(|(_, ty)| *ty));
        let own = self.call_parameters(open, &own, &parameters);
        for name in names {
            let index = self.program[data].constructors.len() as u32;
            let con = self.program.add(Constructor {
                name,
                span,
                data,
                index,
                fields: fields.clone(),
                record,
                infix: None,
                shown: Shown::AsWritten,
                own: own.clone(),
                context: context.clone(),
                decides: decides.clone(),
            });
            self.program[data].constructors.push(con);
        }
        Ok(())
    }

    /// In the types of a constructor's signature, the variables that are parameters of the type are
    /// called as those; the others are called otherwise.
    /// Returns those others.
    fn call_parameters(
        &mut self,
        mut open: Vec<TypeId>,
        own: &[(Name, Name)],
        parameters: &[Name],
    ) -> Vec<Name> {
        let mut others = Vec::new();
        let mut seen = Vec::new();
        while let Some(ty) = open.pop() {
            if seen.contains(&ty) {
                continue;
            }
            seen.push(ty);
            match self.program[ty].kind.clone() {
                TypeKind::Var(name) => {
                    let known = own.iter().find(|(known, _)| *known == name).map(|(_, parameter)| *parameter);
                    let name = match known {
                        Some(parameter) => parameter,
                        None if parameters.contains(&name) => {
                            let text = format!("{}'", self.program.text(name));
                            self.name(&text)
                        }
                        None => name,
                    };
                    if known.is_none() && !others.contains(&name) {
                        others.push(name);
                    }
                    self.program[ty].kind = TypeKind::Var(name);
                }
                TypeKind::Con { .. } => {}
                TypeKind::Apply { function, arguments } => {
                    open.push(function);
                    open.extend(arguments);
                }
                TypeKind::Function { from, to } => open.extend([from, to]),
                TypeKind::List(element) => open.push(element),
                TypeKind::Tuple(items) => open.extend(items),
                TypeKind::Forall { context, ty, .. } => {
                    open.push(ty);
                    open.extend(context.iter().map(|constraint| constraint.ty));
                }
            }
        }
        others
    }

    fn constructor_name(&mut self) -> Parse<Name> {
        match (self.token().clone(), self.raw(1).clone()) {
            (Token::Con(text), _) => {
                self.bump();
                Ok(self.name(&text))
            }
            (Token::Keyword(Keyword::ParenOpen), Token::ConSym(text)) => {
                let open = self.bump();
                self.bump();
                self.expect_close(Keyword::ParenClose, open)?;
                Ok(self.name(&text))
            }
            _ => Err(self.unexpected("a constructor")),
        }
    }

    /// Whether an operator stands between the types up to the next `|`.
    fn infix_constructor(&self) -> bool {
        let mut at = self.at;
        loop {
            let lexeme = &self.lexemes[at];
            match &lexeme.token {
                Token::ConSym(_) | Token::Keyword(Keyword::Backquote) => return true,
                Token::Keyword(keyword) if keyword.opens() => at = self.partner[at],
                Token::Keyword(_) | Token::End => return false,
                _ if lexeme.first && lexeme.indent <= 1 && at != self.at => return false,
                _ => {}
            }
            at += 1;
        }
    }

    /// A type, perhaps strict. Beside an infix constructor it may be an application.
    fn field(&mut self, applied: bool) -> Parse<Field> {
        let strict = self.eat_bang();
        let ty = if applied && !strict { self.applied_type()? } else { self.atomic_type()? };
        Ok(Field { name: None, strict, ty })
    }

    fn eat_bang(&mut self) -> bool {
        let there = matches!(self.token(), Token::VarSym(text) if text == "!");
        if there {
            self.bump();
        }
        there
    }

    /// `{ a, b :: !Int, c :: [Int] }`
    fn record_fields(&mut self) -> Parse<Vec<Field>> {
        let open = self.open_brace();
        let mut fields: Vec<Field> = Vec::new();
        while !self.is(Keyword::BraceClose) {
            let mut names = vec![self.variable_name()?];
            while self.eat(Keyword::Comma) {
                names.push(self.variable_name()?);
            }
            self.expect(Keyword::ColonColon, "after the field's name")?;
            let strict = self.eat_bang();
            let ty: TypeId = if strict { self.atomic_type()? } else { self.ty()? };
            for (name, span) in names {
                if fields.iter().any(|field| field.name == Some(name)) {
                    return self.fail_at(span, "this field appears twice");
                }
                fields.push(Field { name: Some(name), strict, ty });
            }
            if !self.eat(Keyword::Comma) {
                break;
            }
        }
        self.close_brace(open)?;
        Ok(fields)
    }

    fn deriving(&mut self, data: DataId) -> Parse<()> {
        // How GHC is to derive it (DerivingStrategies): there is one way here.
        if self.is_word("stock") || self.is(Keyword::Newtype) {
            self.bump();
        }
        let open = self.span();
        if !self.eat(Keyword::ParenOpen) {
            let class = self.type_name()?;
            self.program[data].deriving.push(class);
            return Ok(());
        }
        while !self.is(Keyword::ParenClose) {
            let class = self.type_name()?;
            self.program[data].deriving.push(class);
            if !self.eat(Keyword::Comma) {
                break;
            }
        }
        self.expect_close(Keyword::ParenClose, open)?;
        Ok(())
    }

    fn check_newtype(&mut self, data: DataId) {
        let fields: Vec<usize> =
            self.program[data].constructors.iter().map(|con| self.program[*con].fields.len()).collect();
        if fields[..] != [1] {
            let span = self.program[data].span;
            let problem = Diagnostic::error(span, "a newtype has one constructor with one field");
            self.problems.push(problem.help("write `data` instead"));
        }
    }

    /// Each field name is a function that selects the field: one rule for each constructor that has
    /// it.
    fn selectors(&mut self, file: &mut ParsedFile, data: DataId) {
        let constructors = self.program[data].constructors.clone();
        let mut names: Vec<Name> = Vec::new();
        for con in &constructors {
            for field in &self.program[*con].fields {
                names.extend(field.name.filter(|name| !names.contains(name)));
            }
        }
        for name in names {
            let rules = constructors.iter().filter_map(|con| self.selector_rule(*con, name)).collect();
            let span = self.program[data].span;
            let function = self.program.add(Function {
                name,
                span,
                arity: 1,
                body: FunctionBody::Rules(rules),
                origin: Origin::Selector,
                signature: None,
                parent: None,
                free: Vec::new(),
                ty: None,
            });
            file.functions.push(function);
        }
    }

    /// `field (Con _ x _) = x`
    fn selector_rule(&mut self, con: ConId, name: Name) -> Option<Rule> {
        let constructor = &self.program[con];
        let place = constructor.fields.iter().position(|field| field.name == Some(name))?;
        let (span, con_name, arity) = (constructor.span, constructor.name, constructor.fields.len());
        let variable = self.program.add(Variable { name, span });
        let arguments = (0..arity)
            .map(|at| {
                let kind = if at == place { PatKind::Var(variable) } else { PatKind::Wildcard };
                self.program.add(Pat { span, kind })
            })
            .collect();
        let con = ConRef { name: con_name, span, con: Some(con) };
        let pattern = self.program.add(Pat { span, kind: PatKind::Con { con, arguments } });
        let kind = ExprKind::Var { name, entity: Entity::Variable(variable) };
        let body = self.program.add(Expr { span, kind });
        Some(Rule { span, patterns: vec![pattern], rhs: plain(span, body), extra: Vec::new() })
    }
}
