//! Types: as written in the program, and as the checker found them.

use crate::source::Span;

use super::{Constructor, DataId, KnownTypeId, Name, Program, TypeId, TypeVar};

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
    /// `forall a. Show a => a -> String`
    Forall {
        variables: Vec<Name>,
        context: Vec<Constraint>,
        ty: TypeId,
    },
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

/// `type Board = [Int]`
#[derive(Clone, Debug)]
pub struct Synonym {
    pub name: Name,
    pub span: Span,
    pub parameters: Vec<Name>,
    pub ty: TypeId,
}

/// `f, g :: (Ord a, Show a) => a -> String`
#[derive(Clone, Debug)]
pub struct Signature {
    pub span: Span,
    /// The variables of a `forall` at its beginning, which mean the same in the definition
    /// (ScopedTypeVariables).
    pub scoped: Vec<Name>,
    pub context: Vec<Constraint>,
    pub ty: TypeId,
}

#[derive(Clone, Debug)]
pub struct Constraint {
    pub span: Span,
    pub class: Name,
    pub ty: TypeId,
    /// `s` of `MonadState s m`: what `ty` decides.
    pub others: Vec<TypeId>,
}

impl Constructor {
    /// The type variables of its context: a value carries the types that they stand for.
    pub fn carried(&self, program: &Program) -> Vec<Name> {
        let mut names = Vec::new();
        for constraint in &self.context {
            if let TypeKind::Var(name) = program[constraint.ty].kind
                && !names.contains(&name)
            {
                names.push(name);
            }
        }
        names
    }
}
