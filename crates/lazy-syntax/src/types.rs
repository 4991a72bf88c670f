//! Hindley-Milner type checking with classes.
//!
//! Levels tell which type variables may be generalised (Rémy). There are no dictionaries: the
//! machine passes types. What it needs to know of them is written into the program: for each
//! function its type variables that have classes, and at each use of a name what they stand for
//! there. Data types belong to the built-in classes by their structure, where no instance says
//! otherwise.

mod bindings;
mod convert;
mod expressions;
mod higher;
mod instances;
mod patterns;
mod records;
mod relations;
mod report;
mod show;
mod term;

use std::collections::{BTreeMap, HashMap};

use crate::ast::{
    DataId, Entity, ExprId, ExprKind, FunctionBody, FunctionId, KnownType, KnownTypeId, Literal, Name, PatId,
    PatKind, Program, Query, QueryKind, Signature, TypeId, TypeVar, VarId,
};
use crate::classes::{Class, Classes};
use crate::diagnostics::Diagnostic;
use crate::parser::RawInstance;
use crate::primitives::PRIMITIVES;
use crate::source::Span;
use report::not_of;
use show::Letters;
use term::{Clash, Node, Ty};

/// What the checker knows for as long as the program lives.
#[derive(Clone, Debug, Default)]
pub struct Inference {
    nodes: Vec<Node>,
    functions: BTreeMap<FunctionId, Scheme>,
    /// Type variables so far.
    variables: u32,
}

/// A type with variables to be chosen at each use: [`Node::Generic`].
#[derive(Clone, Debug)]
struct Scheme {
    variables: Vec<SchemeVariable>,
    ty: Ty,
    /// What some of the variables decide: `s` of `MonadState s m`.
    relations: Vec<Relation>,
}

/// `MonadState s m`: the type `m` belongs to the class, and decides what `s` is.
#[derive(Clone, Debug)]
struct Relation {
    class: Class,
    ty: Ty,
    others: Vec<Ty>,
}

#[derive(Clone, Debug)]
struct SchemeVariable {
    variable: TypeVar,
    classes: Classes,
    /// As a signature calls it.
    name: Option<Name>,
}

/// Checks groups of top-level functions, each after those that it needs.
pub fn check(program: &mut Program, groups: &[Vec<FunctionId>], problems: &mut Vec<Diagnostic>) {
    let mut checker = Checker::new(program, problems);
    checker.declare_signatures(groups);
    for group in groups {
        checker.group(group);
    }
    checker.finish();
}

/// Checks what is asked, and notes the type of an expression.
pub fn check_query(program: &mut Program, query: &mut Query, problems: &mut Vec<Diagnostic>) {
    let mut checker = Checker::new(program, problems);
    checker.level = 1;
    for variable in &query.free {
        let ty = checker.fresh();
        checker.variables.insert(*variable, Scheme { variables: Vec::new(), ty, relations: Vec::new() });
    }
    let ty = match &mut query.kind {
        QueryKind::Expression(expr) => Some(checker.expr(*expr)),
        QueryKind::Goal(qualifiers) => {
            for qualifier in qualifiers {
                checker.qualifier(qualifier);
            }
            None
        }
    };
    checker.default_all();
    let ty = ty.map(|ty| checker.known(ty));
    let free = query.free.iter().map(|variable| checker.variables[variable].ty).collect::<Vec<Ty>>();
    query.types = free.into_iter().map(|ty| checker.known(ty)).collect();
    query.ty = ty;
    checker.finish();
}

/// What data declarations say about types besides names: that every type has its arguments, and
/// synonyms end.
pub fn check_declarations(
    program: &mut Program,
    data: &[DataId],
    synonyms: &[usize],
    problems: &mut Vec<Diagnostic>,
) {
    let mut checker = Checker::new(program, problems);
    checker.check_synonyms(synonyms);
    for data in data {
        checker.check_data(*data);
    }
    checker.finish();
}

/// What instances need: instances of the classes that theirs stands on.
pub fn check_instances(program: &mut Program, instances: &[RawInstance], problems: &mut Vec<Diagnostic>) {
    let mut checker = Checker::new(program, problems);
    for raw in instances {
        let index = checker.program.class_instances.iter().position(|instance| instance.span == raw.span);
        if let Some(index) = index {
            let instance = checker.program.class_instances[index].clone();
            let head =
                Signature { span: raw.span, scoped: Vec::new(), context: raw.context.clone(), ty: raw.ty };
            checker.check_instance(&instance, &head);
        }
    }
    checker.finish();
}

struct Checker<'a> {
    program: &'a mut Program,
    problems: &'a mut Vec<Diagnostic>,
    inference: Inference,
    /// How many generalising definitions are around this place.
    level: u32,
    /// Local variables in scope; monomorphic ones have no variables to choose.
    variables: HashMap<VarId, Scheme>,
    /// Functions of the group that is being inferred.
    open: HashMap<FunctionId, Ty>,
    /// Unknown types with classes, which must become known in the end.
    constrained: Vec<(Span, Ty)>,
    /// Integers as written, which may turn out to be doubles.
    literals: Vec<(ExprId, Ty)>,
    literal_patterns: Vec<(PatId, Ty)>,
    /// Uses of what depends on types.
    uses: Vec<(ExprId, Vec<Ty>)>,
    /// Uses of functions whose group is being inferred.
    recursive_uses: Vec<(ExprId, FunctionId)>,
    /// Requirements on types whose constructor is not known yet.
    deferred: Vec<(Span, Class, Ty)>,
    /// What types decide that are not known yet.
    related: Vec<(Span, Relation)>,
    /// What the signature says that is being checked.
    given: Vec<Relation>,
    /// The type variables of the `forall`s around this place.
    scoped: Vec<(Name, Ty)>,
    /// Type variables that patterns around this place decide, with their nodes from before.
    assumptions: Vec<(Ty, Node)>,
    /// What is being looked at.
    place: Span,
}

impl<'a> Checker<'a> {
    fn new(program: &'a mut Program, problems: &'a mut Vec<Diagnostic>) -> Checker<'a> {
        let inference = std::mem::take(&mut program.inference);
        Checker {
            program,
            problems,
            inference,
            level: 0,
            variables: HashMap::new(),
            open: HashMap::new(),
            constrained: Vec::new(),
            literals: Vec::new(),
            literal_patterns: Vec::new(),
            uses: Vec::new(),
            recursive_uses: Vec::new(),
            deferred: Vec::new(),
            related: Vec::new(),
            given: Vec::new(),
            scoped: Vec::new(),
            assumptions: Vec::new(),
            place: Span::NONE,
        }
    }

    /// Unknown types that nothing decides become numbers, or `()`.
    fn default_all(&mut self) {
        let mut said = Vec::new();
        for (place, ty) in std::mem::take(&mut self.constrained) {
            let ty = self.find(ty);
            if let Err(Clash::NotOf(class, chosen)) = self.default(ty)
                && !said.contains(&ty)
            {
                said.push(ty);
                let chosen = self.show(chosen, &mut Letters::default());
                let problem = Diagnostic::error(place, not_of(self.program, class, &chosen));
                let help = format!("the type is ambiguous here, so `{chosen}` was tried");
                self.problems.push(problem.help(help));
            }
        }
    }

    fn default(&mut self, ty: Ty) -> Result<(), Clash> {
        let ty = self.find(ty);
        let Node::Meta { classes, .. } = self.inference.nodes[ty.0 as usize] else { return Ok(()) };
        if self.program.imply(classes, Class::NUM)
            && let Some(declared) = self.program.defaults.clone()
        {
            return self.first_default(ty, classes, &declared);
        }
        let known = &self.program.well_known;
        let named =
            |wanted: &[&str]| classes.iter().any(|class| wanted.contains(&self.program.class_name(class)));
        let data = if self.program.imply(classes, Class::FRACTIONAL) {
            known.double
        } else if self.program.imply(classes, Class::NUM) {
            known.integer
        } else if named(&["Foldable", "Traversable"]) {
            known.list
        } else if named(&["Functor", "Applicative", "Monad"]) {
            known.io
        } else {
            known.tuple_types[0]
        };
        let chosen = self.data(data, Vec::new());
        // `Enum` alone does not call for a number, but `()` belongs to all of the other built-in
        // classes.
        self.unify(ty, chosen)
    }

    /// The first type of a `default` declaration that belongs to all the classes.
    fn first_default(&mut self, ty: Ty, classes: Classes, declared: &[TypeId]) -> Result<(), Clash> {
        for candidate in declared {
            let chosen = self.convert(*candidate, &mut |checker, _| checker.fresh());
            if classes.iter().all(|class| self.require(class, chosen).is_ok()) {
                return self.unify(ty, chosen);
            }
        }
        match classes.iter().next() {
            Some(class) => Err(Clash::NotOf(class, ty)),
            None => Ok(()),
        }
    }

    /// Writes down what the machine needs.
    fn finish(mut self) {
        self.relate();
        self.default_all();
        self.relate();
        self.require_deferred();
        let known = self.program.well_known.clone();
        for (expr, ty) in std::mem::take(&mut self.literals) {
            if self.is_data(ty, known.double) {
                if let ExprKind::Literal(literal) = &mut self.program[expr].kind {
                    to_float(literal);
                }
            } else if !self.is_data(ty, known.int) && !self.is_data(ty, known.integer) {
                self.uses.push((expr, vec![ty]));
            }
        }
        for (pattern, ty) in std::mem::take(&mut self.literal_patterns) {
            if self.is_data(ty, known.double) || self.is_data(ty, known.float) {
                if let PatKind::Literal(literal) = &mut self.program[pattern].kind {
                    to_float(literal);
                }
            } else if !self.is_data(ty, known.int) && !self.is_data(ty, known.integer) {
                let known = self.known(ty);
                self.program.literal_types.insert(pattern, known);
            }
        }
        for (expr, types) in std::mem::take(&mut self.uses) {
            let known = types.into_iter().map(|ty| self.known(ty)).collect();
            self.program.instances.insert(expr, known);
        }
        let mut types = Vec::new();
        for (function, scheme) in &self.inference.functions {
            if self.program[*function].ty.is_none() {
                types.push((*function, scheme.ty));
            }
        }
        for (function, ty) in types {
            let known = self.known(ty);
            self.program[function].ty = Some(known);
        }
        self.program.inference = self.inference;
    }

    /// The type as the machine sees it.
    fn known(&mut self, ty: Ty) -> KnownTypeId {
        recursion::deep(|| {
            let ty = self.find(ty);
            let known = match self.inference.nodes[ty.0 as usize].clone() {
                Node::Data(data, arguments) => {
                    let arguments = arguments.into_iter().map(|argument| self.known(argument)).collect();
                    KnownType::Data(data, arguments)
                }
                Node::Generic(variable) | Node::Rigid { variable, .. } => KnownType::Variable(variable),
                Node::Apply(function, argument) => {
                    KnownType::Apply(self.known(function), self.known(argument))
                }
                _ => KnownType::Unknown,
            };
            self.program.add(known)
        })
    }

    /// The use of what depends on types. Of a primitive the first type variable is what the machine
    /// needs to know; the others matter to instances that a program declares.
    fn note_use(&mut self, expr: ExprId, entity: Entity, mut chosen: Vec<Ty>) {
        if let Entity::Function(function) = entity
            && let FunctionBody::Primitive(primitive) = self.program[function].body
        {
            let is_typed = PRIMITIVES[primitive.0 as usize].typed;
            chosen.truncate(if is_typed { chosen.len() } else { 0 });
        }
        if !chosen.is_empty() {
            self.uses.push((expr, chosen));
        }
    }

    fn variable(&mut self) -> TypeVar {
        self.inference.variables += 1;
        TypeVar(self.inference.variables - 1)
    }

    /// A scheme has been found: the machine passes types for those of its variables that have
    /// classes.
    fn note_parameters(&mut self, entity: Entity, scheme: &Scheme) {
        let of_classes = scheme.variables.iter().filter(|variable| !variable.classes.is_empty());
        let mut parameters: Vec<TypeVar> = of_classes.map(|variable| variable.variable).collect();
        if let Entity::Function(function) = entity
            && let FunctionBody::Primitive(primitive) = self.program[function].body
        {
            parameters.truncate(usize::from(PRIMITIVES[primitive.0 as usize].typed));
        }
        if !parameters.is_empty() {
            self.program.type_parameters.insert(entity, parameters);
        }
    }

    fn declare_function(&mut self, function: FunctionId, scheme: Scheme) {
        self.note_parameters(Entity::Function(function), &scheme);
        self.inference.functions.insert(function, scheme);
    }
}

fn to_float(literal: &mut Literal) {
    if let Literal::Integer(value) = literal {
        // A decimal text is read to the nearest double, whatever its size.
        *literal = Literal::Float(value.to_string().parse().unwrap_or(f64::INFINITY));
    }
}
