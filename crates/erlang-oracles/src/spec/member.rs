//! Can a term belong to a type? "No" is certain; "possibly" includes all that a look at the term
//! cannot decide: what a fun returns, what is opaque, what is not known.
//!
//! Types are alternatives of combinations, so the question is a tree of *all of these* and *any of
//! these*. It is worked off on an explicit stack: terms may be nested a million deep.

use std::collections::HashMap;

use erlang_syntax::ast::{BinaryOp, Module, TypeId, TypeKind, UnaryOp};
use erlang_term::{Atom, Term, arithmetic, atoms, order};
use slices::Meter;

use super::basic::{self, Admits, Basic};
use super::types::{ModuleId, NamedType, ScopeId, Ty, Types};

/// After this many steps the answer is "possibly".
const MOST_STEPS: u64 = 50_000_000;

/// Steps between looks at the meter.
const PIECE: u64 = 100;

/// How often names of types may lead to one another without getting closer to the parts of the
/// term.
const MOST_UNFOLDINGS: u32 = 200;

pub struct Membership<'t> {
    types: &'t mut Types,
    /// What is known of compound terms, by address, and named types: without it, alternatives that
    /// differ far down would be tried again at each level.
    known: HashMap<(usize, Ty), bool>,
    steps: u64,
}

enum Goal {
    Member { term: Term, ty: Ty, unfoldings: u32 },
    All(Vec<Goal>),
    Any(Vec<Goal>),
}

enum Frame {
    All(std::vec::IntoIter<Goal>),
    Any(std::vec::IntoIter<Goal>),
    List {
        rest: Option<Term>,
        element: Ty,
        end: Ty,
    },
    /// Remembers the answer of one goal.
    Known {
        goal: Option<Goal>,
        key: Option<(usize, Ty)>,
    },
}

enum Advance {
    Goal(Goal),
    Done(bool),
}

enum Reduced {
    Answer(bool),
    Frame(Frame),
}

impl<'t> Membership<'t> {
    pub fn new(types: &'t mut Types) -> Membership<'t> {
        Membership { types, known: HashMap::new(), steps: 0 }
    }

    pub async fn possible(&mut self, term: &Term, ty: Ty, meter: &Meter) -> bool {
        let mut frames: Vec<Frame> = Vec::new();
        let mut goal = member(term, ty);
        loop {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return true;
            }
            if self.steps.is_multiple_of(PIECE) {
                meter.spend(PIECE);
                meter.pause_if_spent().await;
            }
            let mut answer = match self.reduce(goal) {
                Reduced::Answer(answer) => Some(answer),
                Reduced::Frame(frame) => {
                    frames.push(frame);
                    None
                }
            };
            goal = loop {
                let Some(frame) = frames.last_mut() else { return answer.unwrap_or(true) };
                match frame.advance(answer.take()) {
                    Advance::Goal(goal) => break goal,
                    Advance::Done(done) => {
                        if let Some(Frame::Known { key: Some(key), .. }) = frames.pop() {
                            self.known.insert(key, done);
                        }
                        answer = Some(done);
                    }
                }
            };
        }
    }

    fn reduce(&mut self, goal: Goal) -> Reduced {
        match goal {
            Goal::All(goals) => Reduced::Frame(Frame::All(goals.into_iter())),
            Goal::Any(goals) => Reduced::Frame(Frame::Any(goals.into_iter())),
            Goal::Member { term, ty: Ty::Basic(basic), .. } => match basic.admits(&term) {
                Admits::Known(answer) => Reduced::Answer(answer),
                Admits::Elements(element, end) => list(term, Ty::Basic(element), Ty::Basic(end)),
            },
            Goal::Member { term, ty: Ty::Written { module, id, scope }, unfoldings } => {
                self.written(term, module, id, scope, unfoldings)
            }
        }
    }

    fn written(&mut self, term: Term, at: ModuleId, id: TypeId, scope: ScopeId, unfoldings: u32) -> Reduced {
        let module = self.types.module(at).clone();
        let here = |id| Ty::Written { module: at, id, scope };
        let same = |ty| Goal::Member { term: term.clone(), ty, unfoldings };
        let one = |ty| Reduced::Frame(Frame::Known { goal: Some(same(ty)), key: None });
        Reduced::Answer(match &module[id].kind {
            TypeKind::Annotated { ty, .. } => return one(here(*ty)),
            TypeKind::Variable(name) => {
                return self.unfold(&term, self.types.variable(scope, *name), unfoldings, None);
            }
            TypeKind::Wildcard | TypeKind::Error => true,
            TypeKind::Atom(atom) => matches!(term, Term::Atom(a) if a == *atom),
            TypeKind::Integer(_) | TypeKind::Char(_) | TypeKind::Unary { .. } | TypeKind::Binary { .. } => {
                constant(&module, id).is_none_or(|n| n == term)
            }
            TypeKind::Range { low, high } => {
                let (low, high) = (constant(&module, *low), constant(&module, *high));
                term.is_integer()
                    && low.is_none_or(|low| order::compare(&low, &term).is_le())
                    && high.is_none_or(|high| order::compare(&term, &high).is_le())
            }
            TypeKind::Nil => matches!(term, Term::Nil),
            TypeKind::List(element) => return list(term, here(*element), Ty::Basic(Basic::Nil)),
            TypeKind::NonemptyList(element) => {
                return nonempty_list(term, here(*element), Ty::Basic(Basic::Nil));
            }
            TypeKind::Tuple(types) => match term.as_tuple() {
                Some(elements) if elements.len() == types.len() => {
                    return all(elements.iter().zip(types).map(|(term, &id)| member(term, here(id))));
                }
                _ => false,
            },
            TypeKind::Map(fields) => match &term {
                Term::Map(map) => return self.map(&module, map, fields, here),
                _ => false,
            },
            TypeKind::Record { name, fields } => return self.record(&term, at, *name, fields, here),
            TypeKind::Bitstring { base, unit } => {
                let size = |id: &Option<TypeId>| id.map_or(Some(Term::Int(0)), |id| constant(&module, id));
                match (&term, size(base), size(unit)) {
                    (Term::Bits(bits), Some(Term::Int(base)), Some(Term::Int(unit))) => {
                        let rest = bits.bit_len() as i64 - base;
                        rest == 0 || (rest > 0 && unit > 0 && rest % unit == 0)
                    }
                    (Term::Bits(_), ..) => true,
                    _ => false,
                }
            }
            TypeKind::AnyFun | TypeKind::Fun { arguments: None, .. } => matches!(term, Term::Fun(_)),
            TypeKind::Fun { arguments: Some(arguments), .. } => basic::takes(&term, arguments.len()),
            TypeKind::Union(members) => {
                let goals: Vec<Goal> = members.iter().map(|&id| same(here(id))).collect();
                return Reduced::Frame(Frame::Any(goals.into_iter()));
            }
            TypeKind::Call { module: remote, name, arguments } => {
                let named = match remote {
                    Some(definer) if *definer != module.name => {
                        self.types.remote(at, *definer, *name, arguments, scope)
                    }
                    _ => self.types.local(at, *name, arguments, scope),
                };
                match named {
                    NamedType::Defined(ty) => {
                        return self.unfold(&term, vec![ty], unfoldings, address(&term));
                    }
                    NamedType::Anything => true,
                    NamedType::Nothing if remote.is_some() => true,
                    NamedType::Nothing => return built_in(term, *name, arguments, here, unfoldings),
                }
            }
        })
    }

    /// The term must be of all the types that a name stands for.
    fn unfold(&self, term: &Term, types: Vec<Ty>, unfoldings: u32, address: Option<usize>) -> Reduced {
        if unfoldings >= MOST_UNFOLDINGS {
            return Reduced::Answer(true);
        }
        let goal = |ty| Goal::Member { term: term.clone(), ty, unfoldings: unfoldings + 1 };
        let key = match (address, types.as_slice()) {
            (Some(address), [ty]) => Some((address, *ty)),
            _ => None,
        };
        if let Some(&answer) = key.as_ref().and_then(|key| self.known.get(key)) {
            return Reduced::Answer(answer);
        }
        let goal = Goal::All(types.into_iter().map(goal).collect());
        Reduced::Frame(Frame::Known { goal: Some(goal), key })
    }

    /// Every association must be one that some field allows, and every mandatory field must be
    /// there. Where a field names the very key, it alone decides: the leftmost of overlapping
    /// fields takes precedence.
    fn map(
        &self,
        module: &Module,
        map: &erlang_term::Map,
        fields: &[(TypeId, TypeId, bool)],
        here: impl Fn(TypeId) -> Ty,
    ) -> Reduced {
        let keys: Vec<Option<Term>> = fields.iter().map(|(key, ..)| literal(module, *key)).collect();
        let association = |field: usize, key: &Term, value: &Term| {
            let (key_type, value_type, _) = fields[field];
            Goal::All(vec![member(key, here(key_type)), member(value, here(value_type))])
        };
        let mut goals = Vec::new();
        for (key, value) in map {
            goals.push(match keys.iter().position(|known| known.as_ref() == Some(key)) {
                Some(field) if keys[..field].iter().all(Option::is_some) => {
                    member(value, here(fields[field].1))
                }
                _ => Goal::Any((0..fields.len()).map(|field| association(field, key, value)).collect()),
            });
        }
        for (field, _) in fields.iter().enumerate().filter(|(_, (.., mandatory))| *mandatory) {
            match &keys[field] {
                Some(key) if map.contains(key) => {}
                Some(_) => return Reduced::Answer(false),
                None => goals
                    .push(Goal::Any(map.iter().map(|(key, value)| association(field, key, value)).collect())),
            }
        }
        Reduced::Frame(Frame::All(goals.into_iter()))
    }

    fn record(
        &self,
        term: &Term,
        at: ModuleId,
        name: Atom,
        refined: &[(Atom, TypeId)],
        here: impl Fn(TypeId) -> Ty,
    ) -> Reduced {
        let Some(definition) = self.types.record(at, name) else { return Reduced::Answer(true) };
        let Some([Term::Atom(tag), values @ ..]) = term.as_tuple() else { return Reduced::Answer(false) };
        if *tag != name || values.len() != definition.fields.len() {
            return Reduced::Answer(false);
        }
        let mut goals = Vec::new();
        for (field, value) in definition.fields.iter().zip(values) {
            let refinement = refined.iter().find(|(refined, _)| *refined == field.name);
            // A field without a default is `undefined` until it is set, whatever its type says.
            let unset = field.default.is_none() && matches!(value, Term::Atom(atoms::UNDEFINED));
            match (refinement, field.ty) {
                (Some((_, ty)), _) => goals.push(member(value, here(*ty))),
                // The variables of a record's definition are not those of its use.
                (None, Some(id)) if !unset => {
                    let ty = Ty::Written { module: at, id, scope: super::types::EMPTY_SCOPE };
                    goals.push(member(value, ty));
                }
                _ => {}
            }
        }
        Reduced::Frame(Frame::All(goals.into_iter()))
    }
}

impl Frame {
    fn advance(&mut self, answer: Option<bool>) -> Advance {
        match self {
            Frame::All(_) | Frame::List { .. } if answer == Some(false) => Advance::Done(false),
            Frame::Any(_) if answer == Some(true) => Advance::Done(true),
            Frame::All(goals) => goals.next().map_or(Advance::Done(true), Advance::Goal),
            Frame::Any(goals) => goals.next().map_or(Advance::Done(false), Advance::Goal),
            Frame::List { rest, element, end } => match rest.take() {
                None => Advance::Done(true),
                Some(Term::Cons(cell)) => {
                    *rest = Some(cell.tail.clone());
                    Advance::Goal(member(&cell.head, *element))
                }
                Some(last) => Advance::Goal(member(&last, *end)),
            },
            Frame::Known { goal, .. } => match goal.take() {
                Some(goal) => Advance::Goal(goal),
                None => Advance::Done(answer.unwrap_or(true)),
            },
        }
    }
}

fn member(term: &Term, ty: Ty) -> Goal {
    Goal::Member { term: term.clone(), ty, unfoldings: 0 }
}

fn all(goals: impl Iterator<Item = Goal>) -> Reduced {
    Reduced::Frame(Frame::All(goals.collect::<Vec<_>>().into_iter()))
}

fn list(term: Term, element: Ty, end: Ty) -> Reduced {
    match term {
        Term::Nil | Term::Cons(_) => Reduced::Frame(Frame::List { rest: Some(term), element, end }),
        _ => Reduced::Answer(false),
    }
}

fn nonempty_list(term: Term, element: Ty, end: Ty) -> Reduced {
    if matches!(term, Term::Cons(_)) { list(term, element, end) } else { Reduced::Answer(false) }
}

/// A built-in type that is written as a call. One that nobody knows may be anything.
fn built_in(
    term: Term,
    name: Atom,
    arguments: &[TypeId],
    here: impl Fn(TypeId) -> Ty,
    unfoldings: u32,
) -> Reduced {
    let nil = Ty::Basic(Basic::Nil);
    match (name.name(), arguments) {
        (name, []) => match basic::by_name(name) {
            Some(basic) => {
                let goal = Goal::Member { term, ty: Ty::Basic(basic), unfoldings };
                Reduced::Frame(Frame::Known { goal: Some(goal), key: None })
            }
            None => Reduced::Answer(true),
        },
        ("list", &[element]) => list(term, here(element), nil),
        ("nonempty_list", &[element]) => nonempty_list(term, here(element), nil),
        ("maybe_improper_list", &[element, end]) => ends_with(term, here(element), here(end), true, true),
        ("nonempty_improper_list", &[element, end]) => {
            ends_with(term, here(element), here(end), false, false)
        }
        ("nonempty_maybe_improper_list", &[element, end]) => {
            ends_with(term, here(element), here(end), false, true)
        }
        _ => Reduced::Answer(true),
    }
}

/// A list with elements of one type and an end of another; `proper`: or `[]`.
fn ends_with(term: Term, element: Ty, end: Ty, may_be_empty: bool, proper: bool) -> Reduced {
    let mut last = &term;
    while let Term::Cons(cell) = last {
        last = &cell.tail;
    }
    match (&term, last) {
        (Term::Nil, _) => Reduced::Answer(may_be_empty),
        (Term::Cons(_), Term::Nil) if proper => list(term, element, Ty::Basic(Basic::Any)),
        (Term::Cons(_), _) => list(term, element, end),
        _ => Reduced::Answer(false),
    }
}

/// Compound terms are the same if they are in the same place.
fn address(term: &Term) -> Option<usize> {
    match term {
        Term::Cons(cell) => Some(std::ptr::from_ref(&**cell) as usize),
        Term::Tuple(elements) if !elements.is_empty() => Some(elements.as_ptr() as usize),
        _ => None,
    }
}

/// The one term of a type that has only one.
fn literal(module: &Module, id: TypeId) -> Option<Term> {
    match &module[id].kind {
        TypeKind::Atom(atom) => Some(Term::Atom(*atom)),
        TypeKind::Nil => Some(Term::Nil),
        _ => constant(module, id),
    }
}

/// The integer that a type is written as.
fn constant(module: &Module, id: TypeId) -> Option<Term> {
    recursion::deep(|| match &module[id].kind {
        TypeKind::Integer(n) => Some(Term::from_bigint(n.clone())),
        TypeKind::Char(c) => Some(Term::Int(i64::from(*c))),
        TypeKind::Unary { op, operand } => {
            let n = constant(module, *operand)?;
            match op {
                UnaryOp::Plus => Some(n),
                UnaryOp::Minus => arithmetic::negate(&n).ok(),
                UnaryOp::Bnot => arithmetic::bnot(&n).ok(),
                UnaryOp::Not => None,
            }
        }
        TypeKind::Binary { op, left, right } => {
            let (a, b) = (constant(module, *left)?, constant(module, *right)?);
            match op {
                BinaryOp::Add => arithmetic::add(&a, &b).ok(),
                BinaryOp::Subtract => arithmetic::subtract(&a, &b).ok(),
                BinaryOp::Multiply => arithmetic::multiply(&a, &b).ok(),
                BinaryOp::Div => arithmetic::int_div(&a, &b).ok(),
                BinaryOp::Rem => arithmetic::rem(&a, &b).ok(),
                BinaryOp::Band => arithmetic::band(&a, &b).ok(),
                BinaryOp::Bor => arithmetic::bor(&a, &b).ok(),
                BinaryOp::Bxor => arithmetic::bxor(&a, &b).ok(),
                BinaryOp::Bsl => arithmetic::bsl(&a, &b).ok(),
                BinaryOp::Bsr => arithmetic::bsr(&a, &b).ok(),
                _ => None,
            }
        }
        _ => None,
    })
}
