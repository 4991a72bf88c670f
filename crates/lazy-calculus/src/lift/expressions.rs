//! Expressions: what is sugar becomes functions, and lambdas and cases become functions of what
//! they capture.

use lazy_syntax::ast::{self, Entity, ExprId, ExprKind, KnownType, PatId, VarId};
use lazy_syntax::classes::{ClassDeclaration, Instance};

use super::{Lifted, Lifter, Scope, unsupported};
use crate::kernel::Rule;
use crate::term::{FunctionId, Symbol, TermId, Terms, View};

impl Lifter<'_> {
    pub(super) fn expr(&mut self, id: ExprId) -> Lifted<TermId> {
        recursion::deep(|| self.expr_inner(id))
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

    /// A function of the subject. Only where it makes no difference whether alternatives are tried
    /// in order.
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

    pub(super) fn conditional(&mut self, test: TermId, then: TermId, otherwise: TermId) -> TermId {
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
    pub(super) fn failure(&mut self) -> FunctionId {
        let id = self.failure.unwrap_or_else(|| self.add_part("failure", Vec::new()));
        self.failure = Some(id);
        id
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
