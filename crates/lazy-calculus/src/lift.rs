//! Syntax tree to kernel form (functional-logic §1.2, "Desugaring"): what is local is lifted, what
//! is sugar becomes functions and conditions.

mod conditions;
mod expressions;
mod patterns;

use std::collections::{BTreeMap, HashMap};

use lazy_syntax::ast::{
    self, FunctionBody, Mode, Origin, PragmaKind, Program, QualifierKind, Query, QueryKind, VarId,
};
use lazy_syntax::source::Pos;
use num_bigint::BigInt;

use crate::kernel::{Definition, Function, Goal, Kernel, Rule, Statement, Unsupported};
use crate::primitive::Primitive;
use crate::term::{FunctionId, Symbol, TermId, Terms};
use patterns::pattern_variables;

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
        // An expression is the goal that it has a value.
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

    // ----------------------------------------------------------------------------------- functions

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

    /// A function that is made of part of a rule. It is transparent in proof trees.
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

    // -------------------------------------------------------------------------------------- scopes

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
