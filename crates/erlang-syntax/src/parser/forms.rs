//! Forms: functions and attributes.

use erlang_term::{Atom, atoms};
use num_traits::ToPrimitive;

use super::blocks::arity_of;
use super::{Failed, Operand, Parsed, Parser, join};
use crate::ast::{
    BinaryOp, Clause, ExprId, ExprKind, Form, FormKind, Function, FunctionName, RecordDefinition,
    RecordFieldDefinition, Spec, UnaryOp,
};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::token::{Lexeme, Symbol, Token};

impl Parser<'_> {
    /// Adds the form to the module. Returns the tokens of a second form, if the full stop between
    /// the two is missing.
    pub fn form(mut self) -> Option<Vec<Token>> {
        let start = self.span();
        let parsed = match self.peek() {
            Lexeme::Symbol(Symbol::Minus) => self.attribute(),
            Lexeme::Atom(_) => self.function(),
            _ => Err(self.unexpected("a function or an attribute")),
        };
        match parsed {
            Ok(kind) => {
                let end = self.previous().map_or(start, |token| token.span);
                self.module.forms.push(Form { span: join(start, end), kind });
                // A function whose last clause belongs to another one: see `function`.
                (!self.at_end()).then(|| self.tokens.split_off(self.at))
            }
            Err(Failed) => (self.at > 0 && self.begins_form(self.at)).then(|| self.tokens.split_off(self.at)),
        }
    }

    /// Comma-separated expressions up to the end, as the body of a function without arguments.
    pub fn expressions(mut self, name: Atom) -> Option<Function> {
        let start = self.span();
        let (body, end) = self.body().ok()?;
        if !self.at_end() {
            self.unexpected("`,` or the end");
            return None;
        }
        let clause = Clause { span: join(start, end), patterns: Vec::new(), guard: Vec::new(), body };
        Some(Function { name, arity: 0, name_span: start, clauses: vec![clause] })
    }

    /// A single expression up to the end.
    pub fn single_expression(mut self) -> Option<ExprId> {
        let operand = self.expression().ok()?;
        if !self.at_end() {
            self.unexpected("end the session");
            return None;
        }
        Some(operand.id)
    }

    fn at_end(&self) -> bool {
        self.is(Symbol::FullStop) || self.is(Symbol::EndOfText)
    }

    fn expect_end_of_form(&mut self) -> Parsed<()> {
        if self.is(Symbol::FullStop) { Ok(()) } else { Err(self.unexpected("a full stop `.`")) }
    }

    fn function(&mut self) -> Parsed<FormKind> {
        let (name, name_span) = self.expect_atom("the name of a function")?;
        let mut clauses = vec![self.function_clause(name_span)?];
        let arity = clauses[0].patterns.len();
        let mut another_follows = false;
        while let Some(semicolon) = self.accept(Symbol::Semicolon) {
            let clause_at = self.at;
            let (next_name, start) = match self.peek() {
                Lexeme::Atom(_) => self.expect_atom("the next clause")?,
                _ => {
                    let wanted = format!("the next clause of `{}`", name.name());
                    let problem = self.problem_here(&wanted);
                    return Err(self.fail(if self.at_end() {
                        problem.help("the last clause ends with `.`, without a `;`")
                    } else {
                        problem
                    }));
                }
            };
            if next_name != name {
                let message =
                    format!("this clause of `{}` follows a clause of `{}`", next_name.name(), name.name());
                self.problems.push(
                    Diagnostic::error(start, message)
                        .label(semicolon, "the clauses continue after `;`")
                        .help("end a function with `.`; between its clauses, all of one name, write `;`"),
                );
                // The rest is a function of its own.
                self.at = clause_at;
                another_follows = true;
                break;
            }
            let clause = self.function_clause(start)?;
            if clause.patterns.len() != arity {
                let message = format!(
                    "this clause of `{}` has {}, the first one has {arity}",
                    name.name(),
                    arguments(clause.patterns.len())
                );
                self.problems.push(
                    Diagnostic::error(clause.span, message)
                        .label(clauses[0].span, "the first clause")
                        .help("functions of different arity are different functions: end each with `.`"),
                );
            } else {
                clauses.push(clause);
            }
        }
        if !another_follows {
            self.expect_end_of_form()?;
        }
        if arity > 255 {
            self.report(name_span, "a function has at most 255 arguments");
        }
        Ok(FormKind::Function(Function { name, arity: arity as u32, name_span, clauses }))
    }

    fn attribute(&mut self) -> Parsed<FormKind> {
        self.advance();
        let (name, span) = self.expect_atom("the name of an attribute")?;
        let kind = match name.name() {
            "spec" => FormKind::Spec(self.spec()?),
            "callback" => FormKind::Callback(self.spec()?),
            "record" => FormKind::Record(self.in_parentheses(Self::record_definition)?),
            "type" | "opaque" | "nominal" => self.in_parentheses(|parser| parser.type_definition(name))?,
            _ => self.plain_attribute(name, span)?,
        };
        self.expect_end_of_form()?;
        Ok(kind)
    }

    /// With or without parentheses around it.
    fn in_parentheses<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let open = self.accept(Symbol::LeftParen);
        let value = parse(self)?;
        if let Some(open) = open {
            self.expect_close(Symbol::RightParen, open)?;
        }
        Ok(value)
    }

    fn spec(&mut self) -> Parsed<Spec> {
        self.in_parentheses(|parser| {
            let (mut name, span) = parser.expect_atom("the name of a function")?;
            let mut module = None;
            if parser.accept(Symbol::Colon).is_some() {
                module = Some(name);
                name = parser.expect_atom("the name of a function")?.0;
            }
            let mut clauses = vec![parser.spec_clause()?];
            while parser.accept(Symbol::Semicolon).is_some() {
                clauses.push(parser.spec_clause()?);
            }
            let arity = clauses[0].arguments.len();
            if clauses.iter().any(|clause| clause.arguments.len() != arity) {
                parser.report(span, "all alternatives of a spec have the same number of arguments");
            }
            Ok(Spec { module, name, arity: arity as u32, clauses })
        })
    }

    fn record_definition(&mut self) -> Parsed<RecordDefinition> {
        let (name, _) = self.expect_atom("the name of a record")?;
        self.expect(Symbol::Comma)?;
        let open = self.expect(Symbol::LeftBrace)?;
        let mut fields = Vec::new();
        loop {
            if fields.is_empty() && self.accept(Symbol::RightBrace).is_some() {
                break;
            }
            let (name, mut span) = self.expect_atom("the name of a field")?;
            let default = match self.accept(Symbol::Equal) {
                Some(_) => {
                    let default = self.expression()?;
                    span = join(span, default.span);
                    Some(default.id)
                }
                None => None,
            };
            let ty = match self.accept(Symbol::ColonColon) {
                Some(_) => {
                    let ty = self.ty()?;
                    span = join(span, ty.span);
                    Some(ty.id)
                }
                None => None,
            };
            fields.push(RecordFieldDefinition { span, name, default, ty });
            if self.accept(Symbol::Comma).is_none() {
                self.expect_close(Symbol::RightBrace, open)?;
                break;
            }
        }
        Ok(RecordDefinition { name, fields })
    }

    fn type_definition(&mut self, keyword: Atom) -> Parsed<FormKind> {
        let (name, _) = self.expect_atom("the name of a type")?;
        let open = self.expect(Symbol::LeftParen)?;
        let mut parameters = Vec::new();
        loop {
            if parameters.is_empty() && self.accept(Symbol::RightParen).is_some() {
                break;
            }
            match *self.peek() {
                Lexeme::Variable(name) if name != atoms::ANY => parameters.push(name),
                _ => return Err(self.unexpected("a variable")),
            }
            self.advance();
            if self.accept(Symbol::Comma).is_none() {
                self.expect_close(Symbol::RightParen, open)?;
                break;
            }
        }
        self.expect(Symbol::ColonColon)?;
        let body = self.ty()?.id;
        Ok(FormKind::TypeDefinition { keyword, name, parameters, body })
    }

    fn plain_attribute(&mut self, name: Atom, span: Span) -> Parsed<FormKind> {
        let values = self.attribute_values()?;
        let one = |parser: &mut Self| match values.as_slice() {
            [value] => Ok(*value),
            _ => {
                let problem =
                    Diagnostic::error(values[1].span, format!("`-{}` takes one value", name.name()));
                Err(parser.fail(problem))
            }
        };
        Ok(match name.name() {
            "module" => self.module_attribute(&values)?,
            "export" => {
                let value = one(self)?;
                FormKind::Export(self.function_names(value)?)
            }
            "export_type" => {
                let value = one(self)?;
                FormKind::ExportType(self.function_names(value)?)
            }
            // OTP overlooks those that name no functions.
            "optional_callbacks" => match one(self)? {
                value if self.are_function_names(value.id) => {
                    FormKind::OptionalCallbacks(self.function_names(value)?)
                }
                value => {
                    self.literal(value)?;
                    FormKind::OptionalCallbacks(Vec::new())
                }
            },
            "file" => self.file_attribute(&values, span)?,
            "import" => {
                let [module, functions] = values.as_slice() else {
                    let problem = Diagnostic::error(span, "`-import` takes a module and a list of functions");
                    return Err(self.fail(problem.help("as in -import(lists, [map/2, filter/2]).")));
                };
                let ExprKind::Atom(module) = self.module[module.id].kind else {
                    let problem = Diagnostic::error(module.span, "this should be the name of a module");
                    return Err(self.fail(problem));
                };
                FormKind::Import { module, functions: self.function_names(*functions)? }
            }
            _ => {
                let value = one(self)?;
                self.literal(value)?;
                match name.name() {
                    "compile" => FormKind::Compile(value.id),
                    _ => FormKind::Attribute { name, value: value.id },
                }
            }
        })
    }

    /// `-name(A, B)`, `-name(A)` or `-name A`.
    fn attribute_values(&mut self) -> Parsed<Vec<Operand>> {
        let open = self.accept(Symbol::LeftParen);
        let mut values = vec![self.expression()?];
        while self.accept(Symbol::Comma).is_some() {
            values.push(self.expression()?);
        }
        if let Some(open) = open {
            self.expect_close(Symbol::RightParen, open)?;
        }
        Ok(values)
    }

    fn module_attribute(&mut self, values: &[Operand]) -> Parsed<FormKind> {
        let ExprKind::Atom(name) = self.module[values[0].id].kind else {
            let problem = Diagnostic::error(values[0].span, "the name of a module is an atom");
            return Err(self.fail(problem));
        };
        if let Some(extra) = values.get(1) {
            self.report(extra.span, "parameterised modules are no longer part of Erlang");
        }
        Ok(FormKind::Module(name))
    }

    /// The preprocessor has acted on it.
    fn file_attribute(&mut self, values: &[Operand], span: Span) -> Parsed<FormKind> {
        if let [name, line] = values
            && let ExprKind::String(name) = &self.module[name.id].kind
            && let ExprKind::Integer(line) = &self.module[line.id].kind
        {
            let name = name.iter().filter_map(|&c| char::from_u32(c)).collect();
            return Ok(FormKind::File { name, line: line.to_u32().unwrap_or_default() });
        }
        let problem = Diagnostic::error(span, "`-file` takes the name of a file and a line number");
        Err(self.fail(problem))
    }

    fn are_function_names(&self, list: ExprId) -> bool {
        let mut rest = Some(list);
        while let Some(id) = rest {
            let ExprKind::List { elements, tail } = &self.module[id].kind else { return false };
            if elements.iter().any(|element| self.function_name(*element).is_none()) {
                return false;
            }
            rest = *tail;
        }
        true
    }

    /// `[f/1, g/2]`
    fn function_names(&mut self, list: Operand) -> Parsed<Vec<FunctionName>> {
        let mut names = Vec::new();
        let mut rest = Some(list.id);
        while let Some(id) = rest {
            let ExprKind::List { elements, tail } = &self.module[id].kind else {
                let problem = Diagnostic::error(self.module[id].span, "this should be a list of functions");
                return Err(self.fail(problem.help("as in [f/1, g/2]")));
            };
            rest = *tail;
            for element in elements.clone() {
                match self.function_name(element) {
                    Some(name) => names.push(name),
                    None => {
                        let problem = Diagnostic::error(
                            self.module[element].span,
                            "this should be a name and an arity",
                        );
                        self.problems.push(problem.help("as in f/1"));
                    }
                }
            }
        }
        Ok(names)
    }

    fn function_name(&self, id: ExprId) -> Option<FunctionName> {
        let ExprKind::Binary { op: BinaryOp::Divide, left, right } = self.module[id].kind else {
            return None;
        };
        match (&self.module[left].kind, &self.module[right].kind) {
            (ExprKind::Atom(name), ExprKind::Integer(arity)) => {
                Some(FunctionName { name: *name, arity: arity_of(arity)?, span: self.module[id].span })
            }
            _ => None,
        }
    }

    /// Checks that the value of an attribute is a literal; `f/1` in it becomes `{f, 1}`, as OTP has
    /// it.
    fn literal(&mut self, value: Operand) -> Parsed<()> {
        let mut waiting = vec![value.id];
        while let Some(id) = waiting.pop() {
            let good = match &self.module[id].kind {
                ExprKind::Integer(_)
                | ExprKind::Char(_)
                | ExprKind::Float(_)
                | ExprKind::Atom(_)
                | ExprKind::String(_)
                // Binaries are checked when they are built.
                | ExprKind::Bitstring(_)
                | ExprKind::FunRemote { .. }
                | ExprKind::Error => true,
                ExprKind::Tuple(elements) => {
                    waiting.extend_from_slice(elements);
                    true
                }
                ExprKind::List { elements, tail } => {
                    waiting.extend_from_slice(elements);
                    waiting.extend(tail);
                    true
                }
                ExprKind::Map(fields) => {
                    waiting.extend(fields.iter().flat_map(|field| [field.key, field.value]));
                    fields.iter().all(|field| !field.exact)
                }
                ExprKind::Unary { op: UnaryOp::Plus | UnaryOp::Minus, operand } => matches!(
                    self.module[*operand].kind,
                    ExprKind::Integer(_) | ExprKind::Float(_) | ExprKind::Char(_)
                ),
                &ExprKind::Binary { left, right, .. } if self.function_name(id).is_some() => {
                    self.module.exprs[id.0 as usize].kind = ExprKind::Tuple(vec![left, right]);
                    true
                }
                _ => false,
            };
            if !good {
                let problem =
                    Diagnostic::error(self.module[id].span, "the value of an attribute must be a literal");
                return Err(self.fail(problem));
            }
        }
        Ok(())
    }
}

fn arguments(count: usize) -> String {
    if count == 1 { "1 argument".into() } else { format!("{count} arguments") }
}
