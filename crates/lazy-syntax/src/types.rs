//! Hindley-Milner type checking with the built-in classes, which data types belong to by their structure.
//!
//! Levels tell which type variables may be generalised (Rémy). There are no dictionaries: what the machine needs to know of types is
//! written into the program, at each use of a typed primitive ([`crate::primitives`]) and for each function. Doubles are the only
//! fractions, so a type variable of class `Fractional` is `Double`.

mod bindings;
mod convert;
mod expressions;
mod instances;
mod patterns;
mod records;
mod report;
mod show;
mod term;

use std::collections::{BTreeMap, HashMap};

use crate::ast::{
    DataId, Entity, ExprId, ExprKind, FunctionBody, FunctionId, KnownType, KnownTypeId, Literal, PatId,
    PatKind, Program, Query, QueryKind, VarId,
};
use crate::classes::{Class, Classes};
use crate::diagnostics::Diagnostic;
use crate::primitives::PRIMITIVES;
use term::{Node, Ty};

/// What the checker knows for as long as the program lives.
#[derive(Clone, Debug, Default)]
pub struct Inference {
    nodes: Vec<Node>,
    functions: BTreeMap<FunctionId, Scheme>,
}

/// A type with variables to be chosen at each use: [`Node::Generic`].
#[derive(Clone, Debug)]
struct Scheme {
    variables: Vec<Classes>,
    ty: Ty,
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
        checker.variables.insert(*variable, Scheme { variables: Vec::new(), ty });
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

/// What data declarations say about types besides names: that every type has its arguments, and synonyms end.
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
    constrained: Vec<Ty>,
    /// Integers as written, which may turn out to be doubles.
    literals: Vec<(ExprId, Ty)>,
    literal_patterns: Vec<(PatId, Ty)>,
    /// Uses of typed primitives.
    uses: Vec<(ExprId, Ty)>,
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
        }
    }

    /// Unknown types that nothing decides become numbers, or `()`.
    fn default_all(&mut self) {
        for ty in std::mem::take(&mut self.constrained) {
            self.default(ty);
        }
    }

    fn default(&mut self, ty: Ty) {
        let ty = self.find(ty);
        let Node::Meta { classes, .. } = self.inference.nodes[ty.0 as usize] else { return };
        let known = &self.program.well_known;
        let data = if classes.iter().any(Class::is_numeric) { known.integer } else { known.tuple_types[0] };
        let chosen = self.data(data, Vec::new());
        // `Enum` alone is no reason for a number, but `()` belongs to all of the other classes.
        let _ = self.unify(ty, chosen);
    }

    /// Writes down what the machine needs.
    fn finish(mut self) {
        self.default_all();
        let double = self.program.well_known.double;
        for (expr, ty) in std::mem::take(&mut self.literals) {
            if self.is_data(ty, double)
                && let ExprKind::Literal(literal) = &mut self.program[expr].kind
            {
                to_float(literal);
            }
        }
        for (pattern, ty) in std::mem::take(&mut self.literal_patterns) {
            if self.is_data(ty, double)
                && let PatKind::Literal(literal) = &mut self.program[pattern].kind
            {
                to_float(literal);
            }
        }
        for (expr, ty) in std::mem::take(&mut self.uses) {
            let known = self.known(ty);
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
        stacker::maybe_grow(128 * 1024, 1024 * 1024, || {
            let ty = self.find(ty);
            let known = match self.inference.nodes[ty.0 as usize].clone() {
                Node::Data(data, arguments) => {
                    let arguments = arguments.into_iter().map(|argument| self.known(argument)).collect();
                    KnownType::Data(data, arguments)
                }
                Node::Generic(index) => KnownType::Variable(index),
                _ => KnownType::Unknown,
            };
            self.program.add(known)
        })
    }

    /// The use of a typed primitive: its first type variable is what the machine needs to know.
    fn note_use(&mut self, expr: ExprId, entity: Entity, chosen: &[Ty]) {
        if let Entity::Function(function) = entity
            && let FunctionBody::Primitive(primitive) = self.program[function].body
            && PRIMITIVES[primitive.0 as usize].typed
            && let Some(ty) = chosen.first()
        {
            self.uses.push((expr, *ty));
        }
    }
}

fn to_float(literal: &mut Literal) {
    if let Literal::Integer(value) = literal {
        // A decimal text is read to the nearest double, whatever its size.
        *literal = Literal::Float(value.to_string().parse().unwrap_or(f64::INFINITY));
    }
}
