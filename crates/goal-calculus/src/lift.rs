//! Syntax tree to kernel form (specification §1.2, "Desugaring"): what is local is lifted, what is sugar becomes functions and conditions.

use std::collections::{BTreeMap, HashMap};

use lazy_syntax::ast::{
    self, BindingKind, Bindings, ConRef, Entity, ExprId, ExprKind, FunctionBody, Guarded, KnownType, Mode,
    Origin, PatId, PatKind, PragmaKind, Program, QualifierKind, Query, QueryKind, Rhs, VarId,
};
use lazy_syntax::classes::{ClassDeclaration, Instance};
use lazy_syntax::source::Pos;
use num_bigint::BigInt;

use crate::kernel::{Definition, Function, Goal, Kernel, Rule, Statement, Unsupported};
use crate::primitive::Primitive;
use crate::term::{FunctionId, Symbol, TermId, Terms, View};

pub struct Lifter<'p> {
    source: &'p Program,
    terms: Terms,
    functions: Vec<Function>,
    known: HashMap<ast::FunctionId, FunctionId>,
    /// Functions without their rules.
    pending: Vec<(ast::FunctionId, FunctionId)>,
    /// `if`, and what no guard of a rule holds for.
    conditional: Option<FunctionId>,
    failure: Option<FunctionId>,
    /// The rule that is being lifted, innermost last: a lambda or a case has rules of its own.
    scopes: Vec<Scope>,
}

#[derive(Default)]
struct Scope {
    variables: HashMap<VarId, TermId>,
    /// Variables of the rule around this one.
    captured: Vec<VarId>,
    conditions: Vec<Statement>,
}

type Lifted<T> = Result<T, Unsupported>;

fn unsupported<T>(what: impl Into<String>) -> Lifted<T> {
    Err(Unsupported(what.into()))
}

impl<'p> Lifter<'p> {
    pub fn new(source: &'p Program) -> Lifter<'p> {
        Lifter {
            source,
            terms: Terms::default(),
            functions: Vec::new(),
            known: HashMap::new(),
            pending: Vec::new(),
            conditional: None,
            failure: None,
            scopes: Vec::new(),
        }
    }

    pub fn query(mut self, query: &Query) -> Lifted<(Kernel<'p>, Goal)> {
        if self.source.mode != Mode::FunctionalLogic {
            return unsupported("a program of mode hs");
        }
        self.scopes.push(Scope::default());
        for variable in &query.free {
            self.declare(*variable);
        }
        // An expression is the goal that it comes to something.
        let (qualifiers, value) = match &query.kind {
            QueryKind::Goal(qualifiers) => (&qualifiers[..], None),
            QueryKind::Expression(expr) => {
                let (expr, value) = (self.expr(*expr)?, self.terms.variable());
                self.scope().conditions.push(Statement::Approximates(expr, value));
                (&[][..], Some((String::new(), value)))
            }
        };
        self.qualifiers(qualifiers)?;
        let scope = self.scopes.pop().unwrap_or_default();
        let names: BTreeMap<Pos, (String, TermId)> = {
            let mut all: Vec<VarId> = query.free.clone();
            for qualifier in qualifiers {
                if let QualifierKind::Approximates { pattern, .. } = &qualifier.kind {
                    pattern_variables(self.source, *pattern, &mut all);
                }
            }
            let entry = |variable: VarId| {
                let name = self.source.text(self.source[variable].name).to_owned();
                Some((self.source[variable].span.start, (name, *scope.variables.get(&variable)?)))
            };
            all.into_iter().filter_map(entry).collect()
        };
        while let Some((source, id)) = self.pending.pop() {
            self.function_rules(source, id)?;
        }
        let variables = value.into_iter().chain(names.into_values()).collect();
        let goal = Goal { conditions: scope.conditions, variables };
        Ok((Kernel { source: self.source, terms: self.terms, functions: self.functions }, goal))
    }

    // ------------------------------------------------------------------------------------------ functions

    fn function(&mut self, source: ast::FunctionId) -> FunctionId {
        if let Some(known) = self.known.get(&source) {
            return *known;
        }
        let function = &self.source[source];
        let id = self.add_function(
            full_name(self.source, function),
            function.free.len() + function.arity as usize,
            is_suspect(self.source, function),
        );
        self.known.insert(source, id);
        self.pending.push((source, id));
        id
    }

    fn add_function(&mut self, name: String, arity: usize, suspect: bool) -> FunctionId {
        self.functions.push(Function { name, arity, suspect, definition: Definition::Rules(Vec::new()) });
        FunctionId(self.functions.len() as u32 - 1)
    }

    /// What is made of part of a rule: transparent, whoever wrote it.
    fn add_part(&mut self, name: &str, rules: Vec<Rule>) -> FunctionId {
        let arity = rules.first().map_or(0, |rule| rule.patterns.len());
        let id = self.add_function(name.to_owned(), arity, false);
        self.functions[id.0 as usize].definition = Definition::Rules(rules);
        id
    }

    fn function_rules(&mut self, source: ast::FunctionId, id: FunctionId) -> Lifted<()> {
        let function = &self.source[source];
        let definition = match &function.body {
            FunctionBody::Primitive(_) => self.primitive(self.source.text(function.name), id)?,
            FunctionBody::Method(..) => {
                let name = self.source.text(function.name);
                return unsupported(format!("the method {name} at a type that is not known"));
            }
            FunctionBody::Rules(rules) => {
                let rules: Lifted<Vec<Rule>> =
                    rules.iter().map(|rule| self.rule(rule, &function.free)).collect();
                Definition::Rules(rules?)
            }
        };
        self.functions[id.0 as usize].definition = definition;
        Ok(())
    }

    fn rule(&mut self, rule: &ast::Rule, free: &[VarId]) -> Lifted<Rule> {
        self.scopes.push(Scope::default());
        let mut patterns: Vec<TermId> = free.iter().map(|variable| self.declare(*variable)).collect();
        for pattern in &rule.patterns {
            patterns.push(self.pattern(*pattern)?);
        }
        for variable in &rule.extra {
            self.declare(*variable);
        }
        let body = self.rhs(&rule.rhs)?;
        let scope = self.scopes.pop().unwrap_or_default();
        Ok(Rule { patterns, body, conditions: scope.conditions })
    }

    /// Ranges are functions by rules, the rest looks at its arguments.
    fn primitive(&mut self, name: &str, id: FunctionId) -> Lifted<Definition> {
        let one = BigInt::from(1);
        match name {
            // enumFrom n = n : enumFrom (n + 1)
            "enumFrom" => {
                let n = self.terms.variable();
                let next = self.successor(n, one)?;
                let rest = self.terms.rigid(Symbol::Function(id), vec![next]);
                let body = self.cons(n, rest);
                Ok(Definition::Rules(vec![Rule { patterns: vec![n], body, conditions: Vec::new() }]))
            }
            // enumFromTo n m = if n > m then [] else n : enumFromTo (n + 1) m
            "enumFromTo" => {
                let (n, m) = (self.terms.variable(), self.terms.variable());
                let next = self.successor(n, one)?;
                let rest = self.terms.rigid(Symbol::Function(id), vec![next, m]);
                let (more, nil) = (self.cons(n, rest), self.nil());
                let over = self.library("(>)")?;
                let over = self.terms.rigid(Symbol::Function(over), vec![n, m]);
                let body = self.conditional(over, nil, more);
                Ok(Definition::Rules(vec![Rule { patterns: vec![n, m], body, conditions: Vec::new() }]))
            }
            _ => match Primitive::named(name) {
                Some(primitive) => Ok(Definition::Primitive(primitive)),
                None => unsupported(format!("the primitive {name}")),
            },
        }
    }

    fn successor(&mut self, n: TermId, one: BigInt) -> Lifted<TermId> {
        let plus = self.library("(+)")?;
        let one = self.terms.rigid(Symbol::Integer(one), Vec::new());
        Ok(self.terms.rigid(Symbol::Function(plus), vec![n, one]))
    }

    fn library(&mut self, name: &str) -> Lifted<FunctionId> {
        match self.source.library_function(name.trim_matches(['(', ')'])) {
            Some(function) => Ok(self.function(function)),
            None => unsupported(format!("a library without {name}")),
        }
    }

    // ---------------------------------------------------------------------------------------- right-hand sides

    fn rhs(&mut self, rhs: &Rhs) -> Lifted<TermId> {
        self.bindings(&rhs.wheres)?;
        match &rhs.alternatives[..] {
            // A single set of qualifiers is a condition to solve.
            [only] => {
                self.qualifiers(&only.qualifiers)?;
                self.expr(only.body)
            }
            // Several are tests, tried in order.
            alternatives => self.guards(alternatives),
        }
    }

    fn guards(&mut self, alternatives: &[Guarded]) -> Lifted<TermId> {
        let mut guarded = Vec::new();
        for alternative in alternatives {
            let mut tests = Vec::new();
            for qualifier in &alternative.qualifiers {
                tests.push(match &qualifier.kind {
                    QualifierKind::Holds(test) => self.expr(*test)?,
                    QualifierKind::Equal { left, right } => {
                        let (left, right) = (self.expr(*left)?, self.expr(*right)?);
                        let equal = self.library("(==)")?;
                        self.terms.rigid(Symbol::Function(equal), vec![left, right])
                    }
                    _ => return unsupported("bindings in one of several guards"),
                });
            }
            let and = self.library("(&&)")?;
            let test = tests
                .into_iter()
                .rev()
                .reduce(|rest, test| self.terms.rigid(Symbol::Function(and), vec![test, rest]));
            guarded.push((test, self.expr(alternative.body)?));
        }
        let failure = self.failure();
        let mut body = self.terms.rigid(Symbol::Function(failure), Vec::new());
        for (test, then) in guarded.into_iter().rev() {
            body = match test {
                Some(test) => self.conditional(test, then, body),
                None => then,
            };
        }
        Ok(body)
    }

    fn qualifiers(&mut self, qualifiers: &[ast::Qualifier]) -> Lifted<()> {
        for qualifier in qualifiers {
            let condition = match &qualifier.kind {
                QualifierKind::Approximates { expr, pattern } => {
                    let expr = self.expr(*expr)?;
                    Statement::Approximates(expr, self.pattern(*pattern)?)
                }
                QualifierKind::Equal { left, right } => {
                    Statement::Equal(self.expr(*left)?, self.expr(*right)?)
                }
                QualifierKind::Holds(test) => {
                    let test = self.expr(*test)?;
                    Statement::Approximates(test, self.truth(true))
                }
                QualifierKind::Let(bindings) => {
                    self.bindings(bindings)?;
                    continue;
                }
                QualifierKind::Generator { .. } => return unsupported("a generator"),
            };
            self.scope().conditions.push(condition);
        }
        Ok(())
    }

    /// `x = e` is the condition `e -> x`, which demands nothing; a pattern is taken apart by functions, as late.
    fn bindings(&mut self, bindings: &Bindings) -> Lifted<()> {
        for group in &bindings.groups {
            for member in &group.members {
                match &bindings.all[*member].kind {
                    BindingKind::Free(variables) => variables.iter().for_each(|variable| {
                        self.declare(*variable);
                    }),
                    BindingKind::Function(_) => {}
                    _ if group.recursive => return unsupported("a value that is defined by itself"),
                    BindingKind::Value { variable, rhs, .. } => {
                        let value = self.plain(rhs)?;
                        let variable = self.declare(*variable);
                        self.scope().conditions.push(Statement::Approximates(value, variable));
                    }
                    BindingKind::Pattern { pattern, rhs } => {
                        let value = self.plain(rhs)?;
                        self.take_apart(*pattern, value)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A right-hand side that is an expression.
    fn plain(&mut self, rhs: &Rhs) -> Lifted<TermId> {
        self.bindings(&rhs.wheres)?;
        match &rhs.alternatives[..] {
            [only] if only.qualifiers.is_empty() => self.expr(only.body),
            _ => unsupported("guards of a local value"),
        }
    }

    fn take_apart(&mut self, pattern: PatId, value: TermId) -> Lifted<()> {
        let whole = self.terms.variable();
        self.scope().conditions.push(Statement::Approximates(value, whole));
        let mut variables = Vec::new();
        pattern_variables(self.source, pattern, &mut variables);
        for variable in variables {
            self.scopes.push(Scope::default());
            let patterns = vec![self.pattern(pattern)?];
            let scope = self.scopes.pop().unwrap_or_default();
            let body = scope.variables[&variable];
            let name = format!("select {}", self.source.text(self.source[variable].name));
            let select = self.add_part(&name, vec![Rule { patterns, body, conditions: Vec::new() }]);
            let selected = self.terms.rigid(Symbol::Function(select), vec![whole]);
            let variable = self.declare(variable);
            self.scope().conditions.push(Statement::Approximates(selected, variable));
        }
        Ok(())
    }

    // ---------------------------------------------------------------------------------------------- expressions

    fn expr(&mut self, id: ExprId) -> Lifted<TermId> {
        stacker::maybe_grow(128 << 10, 1 << 20, || self.expr_inner(id))
    }

    /// A primitive method may stand for that of an instance.
    fn instance_of(&self, place: ExprId, function: ast::FunctionId) -> Lifted<ast::FunctionId> {
        let source = self.source;
        let place_of =
            |class: &ClassDeclaration| class.methods.iter().position(|method| method.function == function);
        let found = source.classes.iter().enumerate().find_map(|(class, one)| Some((class, place_of(one)?)));
        let Some((class, index)) = found else { return Ok(function) };
        let of_class = |instance: &&Instance| instance.class.0 as usize == class && !instance.derived;
        let mut instances = source.class_instances.iter().filter(of_class).peekable();
        if instances.peek().is_none() {
            return Ok(function);
        }
        let name = source.text(source[function].name);
        let ty = source.instances.get(&place).and_then(|types| types.first());
        match ty.map(|ty| &source[*ty]) {
            Some(KnownType::Data(data, _)) => match instances.find(|instance| instance.data == *data) {
                None => Ok(function),
                Some(instance) => match instance.methods[index] {
                    Some(own) => Ok(own),
                    None => unsupported(format!("the method {name} that an instance leaves out")),
                },
            },
            _ => unsupported(format!("the method {name} at a type that is not known")),
        }
    }

    fn exprs(&mut self, ids: &[ExprId]) -> Lifted<Vec<TermId>> {
        ids.iter().map(|id| self.expr(*id)).collect()
    }

    fn expr_inner(&mut self, id: ExprId) -> Lifted<TermId> {
        let source = self.source;
        match &source[id].kind {
            ExprKind::Var { entity: Entity::Variable(variable), name } => match self.lookup(*variable) {
                Some(term) => Ok(term),
                None => unsupported(format!("the variable {}", source.text(*name))),
            },
            ExprKind::Var { entity: Entity::Function(function), .. } => {
                let function = &self.instance_of(id, source.meant(id, *function))?;
                let id = self.function(*function);
                let mut captured = Vec::new();
                for variable in &source[*function].free {
                    match self.lookup(*variable) {
                        Some(term) => captured.push(term),
                        None => return unsupported("a local function out of its place"),
                    }
                }
                Ok(self.terms.rigid(Symbol::Function(id), captured))
            }
            ExprKind::Var { entity: Entity::Unresolved, name } => {
                unsupported(format!("the name {}", source.text(*name)))
            }
            ExprKind::Con(con) => {
                let symbol = self.constructor(con)?;
                Ok(self.terms.rigid(symbol, Vec::new()))
            }
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Apply { function, arguments } => {
                let function = self.expr(*function)?;
                let arguments = self.exprs(arguments)?;
                self.apply(function, arguments)
            }
            ExprKind::Operator { operator, left, right } => {
                let operator = self.expr(*operator)?;
                let both = self.exprs(&[*left, *right])?;
                self.apply(operator, both)
            }
            ExprKind::Negate(inner) => {
                if let ExprKind::Literal(ast::Literal::Integer(value)) = &source[*inner].kind {
                    return Ok(self.terms.rigid(Symbol::Integer(-value), Vec::new()));
                }
                let negate = self.library("negate")?;
                let inner = self.expr(*inner)?;
                Ok(self.terms.rigid(Symbol::Function(negate), vec![inner]))
            }
            ExprKind::LeftSection { operand, operator } => {
                let operator = self.expr(*operator)?;
                let operand = self.expr(*operand)?;
                self.apply(operator, vec![operand])
            }
            ExprKind::RightSection { operator, operand } => {
                let flip = self.library("flip")?;
                let both = self.exprs(&[*operator, *operand])?;
                Ok(self.terms.rigid(Symbol::Function(flip), both))
            }
            ExprKind::Lambda { patterns, body } => self.lambda(patterns, *body),
            ExprKind::Let { bindings, body } => {
                self.bindings(bindings)?;
                self.expr(*body)
            }
            ExprKind::If { condition, then, otherwise } => {
                let parts = self.exprs(&[*condition, *then, *otherwise])?;
                Ok(self.conditional(parts[0], parts[1], parts[2]))
            }
            ExprKind::Case { subject, alternatives } => self.case(*subject, alternatives),
            ExprKind::Tuple(parts) => {
                let Some(con) = source.well_known.tuples.get(parts.len()) else {
                    return unsupported("a tuple of this size");
                };
                let parts = self.exprs(parts)?;
                Ok(self.terms.rigid(Symbol::Constructor(*con), parts))
            }
            ExprKind::List(parts) => {
                let parts = self.exprs(parts)?;
                Ok(self.list(parts))
            }
            ExprKind::Range { from, then: None, to } => {
                let range = self.library(if to.is_some() { "enumFromTo" } else { "enumFrom" })?;
                let ends: Vec<ExprId> = std::iter::once(*from).chain(*to).collect();
                let ends = self.exprs(&ends)?;
                Ok(self.terms.rigid(Symbol::Function(range), ends))
            }
            ExprKind::Typed { expr, .. } => self.expr(*expr),
            ExprKind::Range { .. } => unsupported("a range with steps"),
            ExprKind::Comprehension { .. } => unsupported("a comprehension"),
            ExprKind::Do(_) => unsupported("`do`"),
            ExprKind::Construct { .. } | ExprKind::Update { .. } => unsupported("record braces"),
        }
    }

    /// A bound variable at the head (of an as-pattern) may be anything.
    fn apply(&mut self, function: TermId, arguments: Vec<TermId>) -> Lifted<TermId> {
        Ok(self.terms.apply(function, arguments))
    }

    fn lambda(&mut self, patterns: &[PatId], body: ExprId) -> Lifted<TermId> {
        let end = self.source[body].span;
        let written = patterns.first().map_or(end, |first| self.source[*first].span.to(end));
        self.scopes.push(Scope::default());
        let mut parameters = Vec::new();
        for pattern in patterns {
            parameters.push(self.pattern(*pattern)?);
        }
        let body = self.expr(body)?;
        let scope = self.scopes.pop().unwrap_or_default();
        let leading = scope.captured.iter().map(|variable| scope.variables[variable]);
        let patterns = leading.chain(parameters).collect();
        // By its text, if that says all.
        let name = match scope.captured.is_empty() {
            true => format!("\\{}", self.source.sources.text(written)),
            false => "lambda".to_owned(),
        };
        let lambda = self.add_part(&name, vec![Rule { patterns, body, conditions: scope.conditions }]);
        Ok(self.partial(lambda, &scope.captured))
    }

    /// A function of the subject. Only where it makes no difference whether alternatives are tried in order.
    fn case(&mut self, subject: ExprId, alternatives: &[ast::Alternative]) -> Lifted<TermId> {
        let subject = self.expr(subject)?;
        let mut rules = Vec::new();
        let mut captured: Vec<VarId> = Vec::new();
        for alternative in alternatives {
            self.scopes.push(Scope::default());
            let pattern = self.pattern(alternative.pattern)?;
            let body = self.rhs(&alternative.rhs)?;
            let scope = self.scopes.pop().unwrap_or_default();
            captured.extend(&scope.captured);
            rules.push((pattern, body, scope));
        }
        for (at, (one, ..)) in rules.iter().enumerate() {
            if rules[..at].iter().any(|(other, ..)| overlap(&self.terms, *one, *other)) {
                return unsupported("a case whose alternatives overlap");
            }
        }
        captured.sort();
        captured.dedup();
        let mut whole = Vec::new();
        for (pattern, body, scope) in rules {
            let leading = captured.iter().map(|variable| match scope.variables.get(variable) {
                Some(term) if scope.captured.contains(variable) => *term,
                _ => self.terms.variable(),
            });
            let patterns = leading.collect::<Vec<_>>().into_iter().chain([pattern]).collect();
            whole.push(Rule { patterns, body, conditions: scope.conditions });
        }
        let case = self.add_part("case", whole);
        let function = self.partial(case, &captured);
        self.apply(function, vec![subject])
    }

    fn partial(&mut self, function: FunctionId, captured: &[VarId]) -> TermId {
        let arguments = captured.iter().filter_map(|variable| self.lookup(*variable)).collect();
        self.terms.rigid(Symbol::Function(function), arguments)
    }

    fn conditional(&mut self, test: TermId, then: TermId, otherwise: TermId) -> TermId {
        let id = match self.conditional {
            Some(id) => id,
            None => {
                let mut rule = |truth: bool| {
                    let (test, x, y) = (self.truth(truth), self.terms.variable(), self.terms.variable());
                    Rule {
                        patterns: vec![test, x, y],
                        body: if truth { x } else { y },
                        conditions: Vec::new(),
                    }
                };
                let rules = vec![rule(true), rule(false)];
                self.add_part("if_then_else", rules)
            }
        };
        self.conditional = Some(id);
        self.terms.rigid(Symbol::Function(id), vec![test, then, otherwise])
    }

    /// Has no rule, and so no value.
    fn failure(&mut self) -> FunctionId {
        let id = self.failure.unwrap_or_else(|| self.add_part("failure", Vec::new()));
        self.failure = Some(id);
        id
    }

    // ------------------------------------------------------------------------------------------------- patterns

    fn pattern(&mut self, id: PatId) -> Lifted<TermId> {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.pattern_inner(id))
    }

    fn patterns(&mut self, ids: &[PatId]) -> Lifted<Vec<TermId>> {
        ids.iter().map(|id| self.pattern(*id)).collect()
    }

    fn pattern_inner(&mut self, id: PatId) -> Lifted<TermId> {
        match &self.source[id].kind {
            PatKind::Wildcard => Ok(self.terms.variable()),
            PatKind::Var(variable) => Ok(self.declare(*variable)),
            PatKind::Literal(literal) => self.literal(literal),
            PatKind::Con { con, arguments } => {
                let symbol = self.constructor(con)?;
                let arguments = self.patterns(arguments)?;
                Ok(self.terms.rigid(symbol, arguments))
            }
            PatKind::Tuple(parts) => {
                let Some(con) = self.source.well_known.tuples.get(parts.len()) else {
                    return unsupported("a tuple of this size");
                };
                let parts = self.patterns(parts)?;
                Ok(self.terms.rigid(Symbol::Constructor(*con), parts))
            }
            PatKind::List(parts) => {
                let parts = self.patterns(parts)?;
                Ok(self.list(parts))
            }
            // `x@p`: x is p, wherever it stands.
            PatKind::As { variable, pattern } => {
                let whole = self.pattern(*pattern)?;
                self.scope().variables.insert(*variable, whole);
                Ok(whole)
            }
            PatKind::Function { entity: Entity::Function(function), arguments, .. } => {
                let id = self.function(*function);
                let arguments = self.patterns(arguments)?;
                Ok(self.terms.rigid(Symbol::Function(id), arguments))
            }
            PatKind::Typed { pattern, .. } => self.pattern(*pattern),
            PatKind::Function { .. } => unsupported("this pattern of a function"),
            PatKind::Bang(_) | PatKind::Lazy(_) => unsupported("a strict or lazy pattern"),
            PatKind::Record { .. } => unsupported("record braces"),
        }
    }

    fn literal(&mut self, literal: &ast::Literal) -> Lifted<TermId> {
        Ok(match literal {
            ast::Literal::Integer(value) => self.terms.rigid(Symbol::Integer(value.clone()), Vec::new()),
            ast::Literal::Char(char) => self.terms.rigid(Symbol::Char(*char), Vec::new()),
            ast::Literal::String(text) => {
                let chars =
                    text.chars().map(|char| self.terms.rigid(Symbol::Char(char), Vec::new())).collect();
                self.list(chars)
            }
            ast::Literal::Float(_) => return unsupported("a floating-point number"),
        })
    }

    fn constructor(&self, con: &ConRef) -> Lifted<Symbol> {
        let Some(id) = con.con else {
            return unsupported(format!("the constructor {}", self.source.text(con.name)));
        };
        let constructor = &self.source[id];
        match self.source[constructor.data].newtype || constructor.fields.iter().any(|field| field.strict) {
            true => unsupported("newtypes and strict fields"),
            false => Ok(Symbol::Constructor(id)),
        }
    }

    fn truth(&mut self, truth: bool) -> TermId {
        let known = &self.source.well_known;
        let con = if truth { known.true_ } else { known.false_ };
        self.terms.rigid(Symbol::Constructor(con), Vec::new())
    }

    fn nil(&mut self) -> TermId {
        self.terms.rigid(Symbol::Constructor(self.source.well_known.nil), Vec::new())
    }

    fn cons(&mut self, head: TermId, tail: TermId) -> TermId {
        self.terms.rigid(Symbol::Constructor(self.source.well_known.cons), vec![head, tail])
    }

    fn list(&mut self, parts: Vec<TermId>) -> TermId {
        let nil = self.nil();
        parts.into_iter().rev().fold(nil, |list, part| self.cons(part, list))
    }

    // --------------------------------------------------------------------------------------------------- scopes

    fn scope(&mut self) -> &mut Scope {
        if self.scopes.is_empty() {
            self.scopes.push(Scope::default());
        }
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    fn declare(&mut self, variable: VarId) -> TermId {
        let known = self.scope().variables.get(&variable).copied();
        known.unwrap_or_else(|| {
            let term = self.terms.variable();
            self.scope().variables.insert(variable, term);
            term
        })
    }

    /// A variable of a rule further out is captured by every rule in between.
    fn lookup(&mut self, variable: VarId) -> Option<TermId> {
        let at = self.scopes.iter().rposition(|scope| scope.variables.contains_key(&variable))?;
        for scope in &mut self.scopes[at + 1..] {
            let term = self.terms.variable();
            scope.variables.insert(variable, term);
            scope.captured.push(variable);
        }
        self.scopes.last()?.variables.get(&variable).copied()
    }
}

/// Whether two patterns without a common variable have a common instance.
fn overlap(terms: &Terms, one: TermId, other: TermId) -> bool {
    let mut left = vec![(one, other)];
    while let Some((one, other)) = left.pop() {
        if let (View::Rigid(one, ones), View::Rigid(other, others)) = (terms.view(one), terms.view(other)) {
            if one != other || ones.len() != others.len() {
                return false;
            }
            left.extend(ones.into_iter().zip(others));
        }
    }
    true
}

fn pattern_variables(program: &Program, pattern: PatId, found: &mut Vec<VarId>) {
    let mut left = vec![pattern];
    while let Some(pattern) = left.pop() {
        match &program[pattern].kind {
            PatKind::Var(variable) => found.push(*variable),
            PatKind::As { variable, pattern } => {
                found.push(*variable);
                left.push(*pattern);
            }
            PatKind::Con { arguments: parts, .. }
            | PatKind::Function { arguments: parts, .. }
            | PatKind::Tuple(parts)
            | PatKind::List(parts) => left.extend(parts.iter().rev()),
            PatKind::Record { fields, .. } => left.extend(fields.iter().rev().map(|field| field.pattern)),
            PatKind::Bang(inner) | PatKind::Lazy(inner) | PatKind::Typed { pattern: inner, .. } => {
                left.push(*inner)
            }
            PatKind::Wildcard | PatKind::Literal(_) => {}
        }
    }
}

/// `f.g` for a function `g` written inside `f`.
fn full_name(program: &Program, function: &ast::Function) -> String {
    let mut name = program.text(function.name).to_owned();
    let mut outer = function.parent;
    while let Some(id) = outer {
        name = format!("{}.{name}", program.function_name(id));
        outer = program[id].parent;
    }
    name
}

/// The user's functions by rules, but for those that a pragma trusts.
fn is_suspect(program: &Program, function: &ast::Function) -> bool {
    let mut outermost = function;
    while let Some(parent) = outermost.parent {
        outermost = &program[parent];
    }
    let concerns = |pragma: &ast::Pragma| {
        pragma.functions.is_empty()
            || pragma.functions.iter().any(|id| [function.span, outermost.span].contains(&program[*id].span))
    };
    let last =
        program.pragmas.iter().rev().find(|pragma| {
            matches!(pragma.kind, PragmaKind::Trust | PragmaKind::Suspect) && concerns(pragma)
        });
    matches!(outermost.origin, Origin::User | Origin::PatternBinding)
        && matches!(function.body, FunctionBody::Rules(_))
        && last.is_none_or(|pragma| pragma.kind == PragmaKind::Suspect)
}
