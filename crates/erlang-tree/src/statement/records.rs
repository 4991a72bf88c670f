//! Records by name and field: `#item{sku = <<"apple">>, qty = 10}`.

use erlang_machine::program::Program;
use erlang_syntax::ast::{ExprId, ExprKind, Module, RecordFieldDefinition, TypeId, TypeKind};
use erlang_term::{Atom, Term};

/// A field of a record that a tuple is.
pub struct RecordField {
    pub name: Atom,
    /// The module of the library whose containers it holds, if its type or its default says so.
    pub kept_by: Option<Atom>,
}

/// The name and the fields of the record that a tuple is, if the sources have one of that name and
/// size.
pub fn of(program: &Program, home: Option<Atom>, elements: &[Term]) -> Option<(Atom, Vec<RecordField>)> {
    let [Term::Atom(name), fields @ ..] = elements else { return None };
    let record = program.record(home, *name, fields.len())?;
    let module = record.module();
    let field =
        |field: &RecordFieldDefinition| RecordField { name: field.name, kept_by: container(module, field) };
    Some((*name, record.definition()?.fields.iter().map(field).collect()))
}

/// Whether a tuple is a record of the sources.
pub fn is_one(program: &Program, home: Option<Atom>, elements: &[Term]) -> bool {
    match elements {
        [Term::Atom(name), fields @ ..] => program.record(home, *name, fields.len()).is_some(),
        _ => false,
    }
}

fn container(module: &Module, field: &RecordFieldDefinition) -> Option<Atom> {
    let by_default = field.default.and_then(|default| made_by(module, default));
    by_default.or_else(|| field.ty.and_then(|ty| of_type(module, ty)))
}

/// `queue` of `queue:new()`.
fn made_by(module: &Module, default: ExprId) -> Option<Atom> {
    let ExprKind::RemoteCall { module: owner, .. } = &module[default].kind else { return None };
    match module[*owner].kind {
        ExprKind::Atom(owner) => is_container(owner).then_some(owner),
        _ => None,
    }
}

/// `queue` of `queue:queue(integer())`, also as one of several types.
fn of_type(module: &Module, ty: TypeId) -> Option<Atom> {
    match &module[ty].kind {
        TypeKind::Call { module: Some(owner), .. } => is_container(*owner).then_some(*owner),
        TypeKind::Union(types) => types.iter().find_map(|ty| of_type(module, *ty)),
        _ => None,
    }
}

fn is_container(module: Atom) -> bool {
    matches!(module.name(), "queue" | "sets" | "gb_sets" | "gb_trees")
}
