//! Classes of several types, of which the last decides the others (`MonadState s m`): a functional
//! dependency, and nothing for the machine, which goes by the last type alone.

use std::collections::HashMap;

use super::report::Why;
use super::term::{Node, Ty};
use super::{Checker, Relation};
use crate::ast::{Name, TypeVar};

impl Checker<'_> {
    pub(super) fn substitute_relation(&mut self, relation: &Relation, chosen: &[(TypeVar, Ty)]) -> Relation {
        let ty = self.substitute(relation.ty, chosen);
        let others = relation.others.iter().map(|other| self.substitute(*other, chosen)).collect();
        Relation { class: relation.class, ty, others }
    }

    /// Finds what types decide that have become known. The others wait; those about the same type
    /// say the same.
    pub(super) fn relate(&mut self) {
        loop {
            let before = self.related.len();
            self.relate_once();
            // One that waited may be decided by one that came after it.
            if self.related.is_empty() || self.related.len() == before {
                return;
            }
        }
    }

    fn relate_once(&mut self) {
        let mut waiting: Vec<(crate::source::Span, Relation)> = Vec::new();
        // Each step takes a type apart, so it terminates; a type cannot contain itself.
        self.related.reverse();
        while let Some((place, relation)) = self.related.pop() {
            let decided = match self.get(relation.ty) {
                Node::Data(data, arguments) => {
                    let Some(instance) = self.program.instance(relation.class, data).cloned() else {
                        // That it is not of the class was said.
                        continue;
                    };
                    let mut names: HashMap<Name, Ty> =
                        instance.arguments.iter().copied().zip(arguments).collect();
                    let mut by_name = |checker: &mut Self, name: Name| {
                        *names.entry(name).or_insert_with(|| checker.fresh())
                    };
                    for (class, ty, others) in &instance.relations {
                        let ty = self.convert(*ty, &mut by_name);
                        let others = others.iter().map(|other| self.convert(*other, &mut by_name)).collect();
                        self.related.push((place, Relation { class: *class, ty, others }));
                    }
                    instance.others.iter().map(|other| self.convert(*other, &mut by_name)).collect()
                }
                Node::Rigid { .. } => {
                    let ty = self.find(relation.ty);
                    let given = self.given.clone();
                    match given
                        .into_iter()
                        .find(|given| given.class == relation.class && self.find(given.ty) == ty)
                    {
                        Some(given) => given.others,
                        None => continue,
                    }
                }
                _ => {
                    let ty = self.find(relation.ty);
                    let same = waiting
                        .iter()
                        .position(|(_, other)| other.class == relation.class && self.find(other.ty) == ty);
                    match same {
                        Some(at) => waiting[at].1.others.clone(),
                        None => {
                            waiting.push((place, relation));
                            continue;
                        }
                    }
                }
            };
            let decided: Vec<Ty> = decided;
            for (found, wanted) in relation.others.into_iter().zip(decided) {
                self.must_be(place, found, wanted, Why::Decided);
            }
        }
        self.related = waiting;
    }

    /// What is about to be generalised with these types, which then holds wherever they are used.
    /// What is decided by a type that lives longer lives as long as that.
    pub(super) fn relations_of(&mut self, types: &[Ty], keep_classes: bool) -> Vec<Relation> {
        self.relate();
        let mut own = Vec::new();
        for (place, relation) in std::mem::take(&mut self.related) {
            let decides = match self.get(relation.ty) {
                Node::Meta { level, .. } => level > self.level,
                _ => false,
            };
            if decides && keep_classes && !types.is_empty() {
                own.push(relation);
                continue;
            }
            for other in &relation.others {
                // Nothing is bound here, so nothing can contain itself.
                let _ = self.lower(Ty(u32::MAX), self.level, *other);
            }
            self.related.push((place, relation));
        }
        own
    }
}
