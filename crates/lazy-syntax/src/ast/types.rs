//! Types: as written in the program, and as the checker found them.

use crate::source::Span;

use super::{DataId, KnownTypeId, Name, TypeId, TypeVar};

#[derive(Clone, Debug)]
pub struct Type {
    pub span: Span,
    pub kind: TypeKind,
}

/// What the name of a type means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeEntity {
    Unresolved,
    Data(DataId),
    /// Index into the program's synonyms.
    Synonym(usize),
}

#[derive(Clone, Debug)]
pub enum TypeKind {
    Var(Name),
    Con {
        name: Name,
        entity: TypeEntity,
    },
    Apply {
        function: TypeId,
        arguments: Vec<TypeId>,
    },
    Function {
        from: TypeId,
        to: TypeId,
    },
    List(TypeId),
    /// Two or more, or none: `()`.
    Tuple(Vec<TypeId>),
}

/// A type as the checker found it, synonyms replaced.
#[derive(Clone, Debug)]
pub enum KnownType {
    /// Functions, lists and tuples included: see [`crate::builtin::WellKnown`].
    Data(DataId, Vec<KnownTypeId>),
    /// A variable of a polymorphic function's type.
    Variable(TypeVar),
    /// A type variable, or what else is not known to be a type constructor, applied to a type.
    Apply(KnownTypeId, KnownTypeId),
    /// Nothing depends on it.
    Unknown,
}
