//! Which types belong to which classes: data types by their structure, whether or not they derive them.

use super::Checker;
use super::term::{Clash, Node, Ty};
use crate::ast::{DataId, Mode, TypeEntity, TypeId, TypeKind};
use crate::classes::Class;

/// What a type constructor asks of its arguments to belong to a class.
enum Asks {
    Never,
    /// Of none, or of those at these places.
    Of(Vec<usize>),
}

impl Checker<'_> {
    /// Makes sure that a type belongs to a class.
    pub(super) fn require(&mut self, class: Class, ty: Ty) -> Result<(), Clash> {
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            let ty = self.find(ty);
            match self.inference.nodes[ty.0 as usize].clone() {
                Node::Meta { .. } if class.implies(Class::Fractional) => {
                    let double = self.program.well_known.double;
                    let double = self.data(double, Vec::new());
                    self.unify(ty, double)?;
                }
                Node::Meta { level, mut classes } => {
                    classes.add(class);
                    self.inference.nodes[ty.0 as usize] = Node::Meta { level, classes };
                    self.constrained.push(ty);
                }
                Node::Rigid { classes, .. } if classes.imply(class) => {}
                Node::Data(data, arguments) => match self.asks(class, data) {
                    Asks::Never => return Err(Clash::NotOf(class, ty)),
                    Asks::Of(places) => open.extend(places.into_iter().map(|place| arguments[place])),
                },
                _ => return Err(Clash::NotOf(class, ty)),
            }
        }
        Ok(())
    }

    fn asks(&self, class: Class, data: DataId) -> Asks {
        use Class::*;
        let known = &self.program.well_known;
        let all = || Asks::Of((0..self.program[data].parameters.len()).collect());
        if data == known.int || data == known.integer {
            return match class {
                Eq | Ord | Show | Read | Enum | Num | Real | Integral => all(),
                Bounded if data == known.int => all(),
                _ => Asks::Never,
            };
        }
        if data == known.double {
            return match class {
                Bounded | Integral => Asks::Never,
                _ => all(),
            };
        }
        if data == known.char {
            return match class {
                Eq | Ord | Show | Read | Enum | Bounded => all(),
                _ => Asks::Never,
            };
        }
        if data == known.io {
            return Asks::Never;
        }
        if data == known.function {
            // Partial applications are values that are compared as they are written (spec §1.1).
            return match class {
                Eq | Show if self.program.mode == Mode::FunctionalLogic => Asks::Of(Vec::new()),
                _ => Asks::Never,
            };
        }
        match class {
            Eq | Ord | Show | Read => self.by_structure(class, data),
            Enum if self.is_enumeration(data) => Asks::Of(Vec::new()),
            Bounded if self.is_enumeration(data) => Asks::Of(Vec::new()),
            Bounded if self.program[data].constructors.len() == 1 => self.by_structure(class, data),
            _ => Asks::Never,
        }
    }

    fn is_enumeration(&self, data: DataId) -> bool {
        let constructors = &self.program[data].constructors;
        !constructors.is_empty() && constructors.iter().all(|con| self.program[*con].fields.is_empty())
    }

    /// A data type belongs to a class if all its fields do; while that is found out, the type itself is taken to.
    fn by_structure(&self, class: Class, data: DataId) -> Asks {
        let mut seen = vec![data];
        let mut places = Vec::new();
        let parameters = &self.program[data].parameters;
        // With each type, whether it stands in this declaration: the variables of others are not its parameters.
        let mut open: Vec<(TypeId, bool)> = self.field_types(data).into_iter().map(|ty| (ty, true)).collect();
        while let Some((ty, own)) = open.pop() {
            match &self.program[ty].kind {
                TypeKind::Var(_) if !own => {}
                TypeKind::Var(name) => {
                    let place = parameters.iter().position(|parameter| parameter == name);
                    if let Some(place) = place.filter(|place| !places.contains(place)) {
                        places.push(place);
                    }
                }
                TypeKind::List(element) => open.push((*element, own)),
                TypeKind::Tuple(items) => open.extend(items.iter().map(|item| (*item, own))),
                TypeKind::Function { .. } => {
                    if let Asks::Never = self.asks(class, self.program.well_known.function) {
                        return Asks::Never;
                    }
                }
                TypeKind::Con { entity, .. } => {
                    if let Asks::Never = self.part(class, *entity, &mut seen, &mut open) {
                        return Asks::Never;
                    }
                }
                TypeKind::Apply { function, arguments } => {
                    if let TypeKind::Con { entity, .. } = self.program[*function].kind
                        && let Asks::Never = self.part(class, entity, &mut seen, &mut open)
                    {
                        return Asks::Never;
                    }
                    open.extend(arguments.iter().map(|argument| (*argument, own)));
                }
            }
        }
        Asks::Of(places)
    }

    fn field_types(&self, data: DataId) -> Vec<TypeId> {
        let constructors = self.program[data].constructors.iter();
        constructors.flat_map(|con| self.program[*con].fields.iter().map(|field| field.ty)).collect()
    }

    /// The type constructor of a field. Its parameters are covered by the arguments that it has there.
    fn part(
        &self,
        class: Class,
        entity: TypeEntity,
        seen: &mut Vec<DataId>,
        open: &mut Vec<(TypeId, bool)>,
    ) -> Asks {
        match entity {
            TypeEntity::Unresolved => Asks::Of(Vec::new()),
            TypeEntity::Synonym(synonym) => {
                open.push((self.program.synonyms[synonym].ty, false));
                Asks::Of(Vec::new())
            }
            TypeEntity::Data(data) if seen.contains(&data) => Asks::Of(Vec::new()),
            TypeEntity::Data(data) => {
                seen.push(data);
                if self.program[data].constructors.is_empty() {
                    return self.asks(class, data);
                }
                open.extend(self.field_types(data).into_iter().map(|ty| (ty, false)));
                Asks::Of(Vec::new())
            }
        }
    }
}
