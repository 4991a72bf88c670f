//! Gives every name its meaning: in expressions, patterns and types.
//!
//! Writes [`Entity`] and [`ConId`](crate::ast::ConId) into the tree, orders bindings by what they
//! need, lists the free variables of local functions, and, in mode flp, makes variables of what is
//! bound nowhere. All that is wrong with names is said here.

mod bindings;
mod expressions;
mod functional;
mod groups;
mod patterns;
mod suggestions;
mod types;

use std::collections::HashMap;

use crate::ast::{
    Entity, FunctionBody, FunctionId, Mode, Name, Origin, Program, Query, QueryKind, Rule, VarId, Variable,
};
use crate::diagnostics::Diagnostic;
use crate::lexer::Spelling;
use crate::source::Span;

pub use groups::dependency_groups;

/// Renames the functions of the library, or of the user's files, and returns for each which
/// top-level functions it uses.
pub fn functions(
    program: &mut Program,
    functions: &[FunctionId],
    library: bool,
    problems: &mut Vec<Diagnostic>,
) -> Vec<Vec<FunctionId>> {
    let mut renamer = Renamer::new(program, library, problems);
    let uses = functions.iter().map(|function| renamer.top_level(*function)).collect();
    renamer.close_free_variables();
    uses
}

pub fn query(program: &mut Program, query: &mut Query, problems: &mut Vec<Diagnostic>) {
    Renamer::new(program, false, problems).query(query);
}

pub fn types(
    program: &mut Program,
    types: &[crate::ast::TypeId],
    library: bool,
    problems: &mut Vec<Diagnostic>,
) {
    let mut renamer = Renamer::new(program, library, problems);
    for ty in types {
        renamer.ty(*ty);
    }
}

struct Renamer<'a> {
    program: &'a mut Program,
    problems: &'a mut Vec<Diagnostic>,
    library: bool,
    /// The meanings of each local name, innermost last.
    locals: HashMap<Name, Vec<Entity>>,
    /// Local names in the order in which they came into scope.
    opened: Vec<Name>,
    /// The functions around this place, outermost first.
    around: Vec<FunctionId>,
    /// How many functions were around the place where a variable is bound.
    level: HashMap<VarId, usize>,
    /// What has been used so far: local entities and top-level functions.
    used: Vec<Entity>,
    /// Local functions that use local functions: their free variables are those of the user, too.
    calls: Vec<(FunctionId, FunctionId)>,
    /// Mode flp: the variables of the current rule or goal that are bound nowhere.
    extra: Vec<VarId>,
    /// Whether such variables can be in this place.
    extra_allowed: bool,
    /// Whether patterns here may be functional: those of a rule.
    functional_allowed: bool,
}

impl<'a> Renamer<'a> {
    fn new(program: &'a mut Program, library: bool, problems: &'a mut Vec<Diagnostic>) -> Renamer<'a> {
        Renamer {
            program,
            problems,
            library,
            locals: HashMap::new(),
            opened: Vec::new(),
            around: Vec::new(),
            level: HashMap::new(),
            used: Vec::new(),
            calls: Vec::new(),
            extra: Vec::new(),
            extra_allowed: false,
            functional_allowed: false,
        }
    }

    fn top_level(&mut self, function: FunctionId) -> Vec<FunctionId> {
        self.used.clear();
        self.function(function);
        let mut uses: Vec<FunctionId> = Vec::new();
        for entity in &self.used {
            if let Entity::Function(used) = entity
                && self.program[*used].parent.is_none()
            {
                uses.push(*used);
            }
        }
        uses.sort_unstable();
        uses.dedup();
        uses
    }

    /// The rules of a function, top-level or local.
    fn function(&mut self, function: FunctionId) {
        let parent = self.around.last().copied();
        self.program[function].parent = parent;
        if parent.is_some_and(|parent| self.program[parent].origin == Origin::Prelude) {
            self.program[function].origin = Origin::Prelude;
        }
        let mut rules = match &mut self.program[function].body {
            FunctionBody::Rules(rules) => std::mem::take(rules),
            FunctionBody::Primitive(_) | FunctionBody::Method(..) => return,
        };
        if let Some(signature) = self.program[function].signature.clone() {
            self.signature(&signature);
        }
        self.around.push(function);
        for rule in &mut rules {
            self.rule(rule);
        }
        self.around.pop();
        self.program[function].body = FunctionBody::Rules(rules);
    }

    fn rule(&mut self, rule: &mut Rule) {
        let outermost = self.around.len() == 1;
        if outermost {
            self.extra.clear();
            let is_declared = self.program.spelling == Spelling::Curry;
            self.extra_allowed = self.program.mode == Mode::FunctionalLogic && !self.library && !is_declared;
        }
        let mark = self.mark();
        self.rule_patterns(&rule.patterns);
        self.rhs(&mut rule.rhs);
        self.close(mark);
        if outermost {
            rule.extra = std::mem::take(&mut self.extra);
        }
    }

    fn query(&mut self, query: &mut Query) {
        self.extra_allowed = self.program.mode == Mode::FunctionalLogic;
        self.extra = std::mem::take(&mut query.free);
        match &mut query.kind {
            QueryKind::Expression(expr) => self.expr(*expr),
            QueryKind::Goal(qualifiers) => {
                for qualifier in qualifiers {
                    self.qualifier(qualifier);
                    // What a goal's pattern binds is asked for, like its other variables.
                    for name in self.opened.drain(..) {
                        if let Some(Entity::Variable(variable)) =
                            self.locals.remove(&name).and_then(|all| all.last().copied())
                        {
                            self.extra.push(variable);
                        }
                    }
                }
            }
        }
        query.free = std::mem::take(&mut self.extra);
        self.close_free_variables();
    }

    // -------------------------------------------------------------------------------------- scopes

    fn mark(&self) -> usize {
        self.opened.len()
    }

    fn open(&mut self, name: Name, entity: Entity) {
        self.opened.push(name);
        self.locals.entry(name).or_default().push(entity);
        if let Entity::Variable(variable) = entity {
            self.level.insert(variable, self.around.len());
        }
    }

    /// Forgets the local names since the mark.
    fn close(&mut self, mark: usize) {
        for name in self.opened.drain(mark..) {
            if let Some(entities) = self.locals.get_mut(&name) {
                entities.pop();
            }
        }
    }

    fn local(&self, name: Name) -> Option<Entity> {
        self.locals.get(&name).and_then(|entities| entities.last()).copied()
    }

    fn scope(&self) -> &crate::scope::Scope {
        if self.library { &self.program.library } else { &self.program.visible }
    }

    /// What a name in an expression means.
    fn resolve(&mut self, name: Name, span: Span, applied: bool) -> Entity {
        let entity = match self.local(name) {
            Some(entity) => entity,
            None => match self.extra_named(name) {
                Some(variable) => Entity::Variable(variable),
                None => match self.scope().values.get(&name) {
                    Some(function) => Entity::Function(*function),
                    None => self.unbound(name, span, applied),
                },
            },
        };
        self.used.push(entity);
        match entity {
            Entity::Variable(variable) => self.use_variable(variable),
            Entity::Function(function) => self.use_function(function),
            Entity::Unresolved => {}
        }
        entity
    }

    fn extra_named(&self, name: Name) -> Option<VarId> {
        self.extra.iter().copied().find(|variable| self.program[*variable].name == name)
    }

    fn unbound(&mut self, name: Name, span: Span, applied: bool) -> Entity {
        let text = self.program.text(name);
        let begins = |test: fn(char) -> bool| text.starts_with(test) && !text.contains('.');
        let variable = match self.program.spelling {
            Spelling::Haskell | Spelling::Curry => begins(|c| c.is_lowercase() || c == '_'),
            Spelling::Toy => begins(|c| c.is_uppercase() || c == '_'),
        };
        if !self.extra_allowed || !variable {
            let message = format!("`{text}` is not defined");
            let problem = Diagnostic::error(span, message);
            let mut problem = self.suggest_value(problem, name);
            let could_be_free = self.program.spelling == Spelling::Curry && variable && !applied;
            if could_be_free && problem.help.is_none() {
                problem = problem.help(format!("declare a logic variable with `where {text} free`"));
            }
            self.problems.push(problem);
            return Entity::Unresolved;
        }
        if applied {
            let message = format!("`{text}` is not defined anywhere: it is read as a logic variable");
            let problem = self.suggest_value(Diagnostic::warning(span, message), name);
            self.problems.push(problem);
        }
        let variable = self.program.add(Variable { name, span });
        // It belongs to the whole rule, however deep the place where it was found.
        self.level.insert(variable, 1);
        self.extra.push(variable);
        Entity::Variable(variable)
    }

    /// A variable that is bound further out is free in all functions between there and here.
    fn use_variable(&mut self, variable: VarId) {
        let level = self.level.get(&variable).copied().unwrap_or(0);
        for at in level.max(1)..self.around.len() {
            let function = self.around[at];
            if !self.program[function].free.contains(&variable) {
                self.program[function].free.push(variable);
            }
        }
    }

    fn use_function(&mut self, function: FunctionId) {
        if self.program[function].parent.is_some() {
            for caller in &self.around[1..] {
                self.calls.push((*caller, function));
            }
        }
    }

    /// The users of a local function need its free variables too, unless those are bound inside the
    /// user.
    fn close_free_variables(&mut self) {
        self.calls.sort_unstable();
        self.calls.dedup();
        let mut changed = true;
        while changed {
            changed = false;
            for (caller, callee) in &self.calls {
                let depth = self.depth(*caller);
                for variable in self.program[*callee].free.clone() {
                    let outside = self.level.get(&variable).copied().unwrap_or(0) < depth;
                    if outside && !self.program[*caller].free.contains(&variable) {
                        self.program[*caller].free.push(variable);
                        changed = true;
                    }
                }
            }
        }
        for index in 0..self.program.functions.len() {
            let mut free = std::mem::take(&mut self.program.functions[index].free);
            free.sort_by_key(|variable| self.program[*variable].span.start);
            self.program.functions[index].free = free;
        }
    }

    /// How many functions are around the rules of a function, itself included.
    fn depth(&self, function: FunctionId) -> usize {
        std::iter::successors(Some(function), |function| self.program[*function].parent).count()
    }
}
