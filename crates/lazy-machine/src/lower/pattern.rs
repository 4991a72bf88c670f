//! Patterns without sugar.

use lazy_syntax::ast::{self, Entity, ExprId, KnownType, KnownTypeId, PatId, PatKind, TypeVar, VarId};
use lazy_syntax::classes::Class;
use num_bigint::BigInt;

use crate::core::{ConstructorId, Expr, FunctionId, Literal};
use crate::lower::Lowerer;

#[derive(Clone, Debug)]
pub(super) enum Pattern {
    Any,
    Variable(VarId),
    As(VarId, Box<Pattern>),
    Constructor(ConstructorId, Vec<Pattern>),
    /// A function with fewer arguments than it takes.
    Partial(FunctionId, Vec<Pattern>),
    /// A constructor with fewer fields than it takes.
    Unapplied(ConstructorId, Vec<Pattern>),
    Integer(BigInt),
    Char(char),
    Float(f64),
    /// A number of a type that the machine does not know as one: it is made by that type's
    /// instance, and compared.
    Compared(Literal, KnownTypeId),
    Bang(Box<Pattern>),
    Lazy(Box<Pattern>),
    /// A type that the value carries, and what it is called from here on.
    Type(TypeVar),
    /// What the function makes of the value.
    View(ExprId, Box<Pattern>),
    /// Any value of the expression, with these free variables; of each pair both are equal (flp).
    Called(ExprId, Vec<VarId>, Vec<(VarId, VarId)>),
}

impl Pattern {
    /// Matches anything without looking at it.
    pub(super) fn is_irrefutable(&self) -> bool {
        match self {
            Pattern::Any | Pattern::Variable(_) | Pattern::Type(_) | Pattern::Lazy(_) => true,
            Pattern::As(_, inner) | Pattern::View(_, inner) => inner.is_irrefutable(),
            _ => false,
        }
    }

    /// In the order in which they stand.
    pub(super) fn variables(&self, found: &mut Vec<VarId>) {
        match self {
            Pattern::Variable(variable) => found.push(*variable),
            Pattern::As(variable, inner) => {
                found.push(*variable);
                inner.variables(found);
            }
            Pattern::Constructor(_, parts) | Pattern::Partial(_, parts) | Pattern::Unapplied(_, parts) => {
                parts.iter().for_each(|part| part.variables(found));
            }
            Pattern::Bang(inner) | Pattern::Lazy(inner) | Pattern::View(_, inner) => inner.variables(found),
            Pattern::Called(_, variables, _) => found.extend(variables),
            Pattern::Any
            | Pattern::Integer(_)
            | Pattern::Char(_)
            | Pattern::Float(_)
            | Pattern::Type(_)
            | Pattern::Compared(..) => {}
        }
    }
}

impl Lowerer<'_> {
    pub(super) fn pattern(&mut self, id: PatId) -> Pattern {
        recursion::deep(|| self.pattern_inner(id))
    }

    fn pattern_inner(&mut self, id: PatId) -> Pattern {
        let source = self.source;
        let pat = &source[id];
        match &pat.kind {
            PatKind::Wildcard => Pattern::Any,
            PatKind::Var(variable) => Pattern::Variable(*variable),
            PatKind::Literal(literal) => match literal {
                ast::Literal::Integer(value) => match self.compared_at(id) {
                    Some(ty) => Pattern::Compared(Literal::Integer(value.clone()), ty),
                    None => Pattern::Integer(value.clone()),
                },
                ast::Literal::Float(value) => match self.compared_at(id) {
                    Some(ty) => Pattern::Compared(Literal::Float(*value), ty),
                    None => Pattern::Float(*value),
                },
                ast::Literal::Char(char) => Pattern::Char(*char),
                ast::Literal::String(text) => {
                    let chars = text.chars().map(Pattern::Char).collect();
                    self.list_pattern(chars)
                }
            },
            PatKind::Con { con, arguments } => {
                let mut parts: Vec<Pattern> =
                    arguments.iter().map(|argument| self.pattern(*argument)).collect();
                parts.extend(self.carried(id));
                let id = self.constructor(con);
                match parts.len() < self.constructors[id.0 as usize].arity {
                    // As the value is made.
                    true => match self.constructor_function(con, &[]) {
                        Expr::Function(strict) => Pattern::Partial(strict, parts),
                        _ => Pattern::Unapplied(id, parts),
                    },
                    false => self.constructed(id, parts),
                }
            }
            PatKind::Record { con, fields } => {
                let types = self.carried(id);
                let id = self.constructor(con);
                let names: Vec<Option<String>> =
                    self.constructors[id.0 as usize].fields.iter().map(|field| field.name.clone()).collect();
                let mut parts = vec![Pattern::Any; names.len()];
                for field in fields {
                    let name = self.text(field.field);
                    if let Some(index) = names.iter().position(|known| known.as_ref() == Some(&name)) {
                        parts[index] = self.pattern(field.pattern);
                    }
                }
                parts.extend(types);
                self.constructed(id, parts)
            }
            PatKind::Tuple(parts) => {
                let id = self.tuple(parts.len(), pat.span);
                Pattern::Constructor(id, parts.iter().map(|part| self.pattern(*part)).collect())
            }
            PatKind::List(parts) => {
                let parts = parts.iter().map(|part| self.pattern(*part)).collect();
                self.list_pattern(parts)
            }
            PatKind::As { variable, pattern } => Pattern::As(*variable, Box::new(self.pattern(*pattern))),
            PatKind::Bang(inner) => Pattern::Bang(Box::new(self.pattern(*inner))),
            PatKind::Lazy(inner) => Pattern::Lazy(Box::new(self.pattern(*inner))),
            PatKind::Function { entity, arguments, span, .. } => {
                // The types that it got come first, and are of no interest.
                let types = self.source.type_parameters.get(entity).map_or(0, Vec::len);
                let mut parts = vec![Pattern::Any; types];
                parts.extend(arguments.iter().map(|argument| self.pattern(*argument)));
                match entity {
                    Entity::Function(function) => Pattern::Partial(FunctionId(function.0), parts),
                    _ => {
                        self.refuse(*span, "this pattern".to_owned());
                        Pattern::Any
                    }
                }
            }
            PatKind::Typed { pattern, .. } => self.pattern(*pattern),
            PatKind::View { function, pattern } => Pattern::View(*function, Box::new(self.pattern(*pattern))),
            PatKind::Called { expr, variables, repeated } => {
                Pattern::Called(*expr, variables.clone(), repeated.clone())
            }
        }
    }

    /// The types that the values of a pattern carry.
    fn carried(&self, pattern: PatId) -> Vec<Pattern> {
        let carried = self.source.carried.get(&pattern).map_or(&[][..], |carried| carried);
        carried.iter().map(|variable| Pattern::Type(*variable)).collect()
    }

    /// The type of a literal pattern, if that may be a type with an instance of the program's.
    fn compared_at(&self, pattern: PatId) -> Option<KnownTypeId> {
        let ty = *self.source.literal_types.get(&pattern)?;
        let is_own = match &self.source[ty] {
            KnownType::Data(..) => true,
            _ => self.classes.is_overridden(Class::NUM),
        };
        (is_own && !self.is_logic()).then_some(ty)
    }

    /// The constructor of a newtype is not there when the program runs: to match it demands nothing
    /// by itself (Haskell and Curry).
    fn constructed(&self, id: ConstructorId, parts: Vec<Pattern>) -> Pattern {
        let has_newtypes = !self.is_logic() || self.source.is_curry();
        let newtype = self.constructors[id.0 as usize].newtype && has_newtypes;
        let lazy = newtype && parts.iter().all(Pattern::is_irrefutable);
        let pattern = Pattern::Constructor(id, parts);
        if lazy { Pattern::Lazy(Box::new(pattern)) } else { pattern }
    }

    fn list_pattern(&self, parts: Vec<Pattern>) -> Pattern {
        let nil = Pattern::Constructor(self.known.nil, Vec::new());
        parts
            .into_iter()
            .rev()
            .fold(nil, |list, part| Pattern::Constructor(self.known.cons, vec![part, list]))
    }

    pub(super) fn constructor(&mut self, con: &ast::ConRef) -> ConstructorId {
        match con.con.and_then(|id| self.constructor_of.get(&id)) {
            Some(id) => *id,
            None => {
                let name = self.text(con.name);
                self.refuse(con.span, format!("the constructor {name}"));
                self.known.unit
            }
        }
    }
}
