//! Which types belong to which classes: by an instance, or else by their structure, whether or not
//! they derive them.

use super::Checker;
use super::report::not_of;
use super::show::Letters;
use super::term::{Clash, Node, Ty};
use crate::ast::{ConId, DataId, Mode, Signature, TypeEntity, TypeId, TypeKind};
use crate::classes::{Class, Instance};
use crate::diagnostics::Diagnostic;

/// What a type constructor asks of its arguments to belong to a class.
enum Asks {
    Never,
    /// Of those at these places, that they belong to these classes.
    Of(Vec<(usize, Class)>),
}

impl Checker<'_> {
    /// Makes sure that a type belongs to a class.
    pub(super) fn require(&mut self, class: Class, ty: Ty) -> Result<(), Clash> {
        let mut open = vec![(class, ty)];
        while let Some((class, ty)) = open.pop() {
            let ty = self.find(ty);
            match self.inference.nodes[ty.0 as usize].clone() {
                Node::Meta { level, mut classes } => {
                    classes.add(class);
                    self.inference.nodes[ty.0 as usize] = Node::Meta { level, classes };
                    self.constrained.push((self.place, ty));
                }
                Node::Rigid { classes, .. } if self.program.imply(classes, class) => {}
                // Curry had no classes for long, and TOY has none: what every type has by its
                // structure need not be said, unless some type has an instance of its own.
                Node::Rigid { .. }
                    if self.program.mode == Mode::FunctionalLogic
                        && matches!(class, Class::EQ | Class::ORD | Class::SHOW)
                        && !self.is_written(class) => {}
                Node::Data(data, arguments) => match self.asks(class, data) {
                    Asks::Never => return Err(Clash::NotOf(class, ty)),
                    Asks::Of(places) => {
                        self.fixed_arguments(class, data, ty, &arguments)?;
                        for (place, class) in places {
                            match arguments.get(place) {
                                Some(argument) => open.push((class, *argument)),
                                // Of a type constructor: see `share_deferred`.
                                None if class.is_structural() => {}
                                None => return Err(Clash::NotOf(class, ty)),
                            }
                        }
                    }
                },
                Node::Apply(function, _) if matches!(self.get(function), Node::Meta { .. }) => {
                    self.deferred.push((self.place, class, ty));
                }
                _ => return Err(Clash::NotOf(class, ty)),
            }
        }
        Ok(())
    }

    /// There is no other instance of the class for the type constructor, so the arguments are those
    /// that the instance is for.
    fn fixed_arguments(&mut self, class: Class, data: DataId, ty: Ty, arguments: &[Ty]) -> Result<(), Clash> {
        let fixed = self.program.instance(class, data).map(|instance| instance.fixed.clone());
        for (place, wanted) in fixed.unwrap_or_default() {
            let wanted = self.convert(wanted, &mut |checker, _| checker.fresh());
            match arguments.get(place) {
                Some(argument) if self.unify(*argument, wanted).is_ok() => {}
                _ => return Err(Clash::NotOf(class, ty)),
            }
        }
        Ok(())
    }

    /// `Eq (t a)` of what is about to be generalised is asked of `t`, as far as it can be said of a
    /// type constructor, and of `a`: so that it is asked again wherever the function is used.
    pub(super) fn share_deferred(&mut self) {
        self.require_known();
        for (place, class, ty) in std::mem::take(&mut self.deferred) {
            let shared = match self.get(ty) {
                Node::Apply(function, argument) if class.is_structural() => match self.get(function) {
                    Node::Meta { level, .. } if level > self.level => Some([function, argument]),
                    _ => None,
                },
                _ => None,
            };
            let Some(parts) = shared else {
                if !self.is_list_then(ty) || self.require(class, ty).is_err() {
                    self.deferred.push((place, class, ty));
                }
                continue;
            };
            if parts.into_iter().any(|part| self.require(class, part).is_err()) {
                self.deferred.push((place, class, ty));
            }
        }
    }

    /// `Observable (t a)` of any container can be said by no signature: it is asked of lists.
    fn is_list_then(&mut self, ty: Ty) -> bool {
        let Node::Apply(function, _) = self.get(ty) else { return false };
        let Node::Meta { level, classes } = self.get(function) else { return false };
        let is_container =
            classes.iter().any(|class| ["Foldable", "Traversable"].contains(&self.program.class_name(class)));
        let list = self.program.well_known.list;
        let list = self.data(list, Vec::new());
        level > self.level && is_container && self.unify(function, list).is_ok()
    }

    /// `Eq (t a)` where `t` has become known: what that asks of `a` is said before `a` is
    /// generalised.
    fn require_known(&mut self) {
        for (place, class, ty) in std::mem::take(&mut self.deferred) {
            match self.get(ty) {
                Node::Data(..) if self.require(class, ty).is_ok() => {}
                _ => self.deferred.push((place, class, ty)),
            }
        }
    }

    /// The monomorphism restriction: what is still asked of a type keeps it from being generalised.
    pub(super) fn hold_deferred(&mut self) {
        self.require_known();
        for (_, _, ty) in self.deferred.clone() {
            // Nothing is bound here, so nothing can contain itself.
            let _ = self.lower(Ty(u32::MAX), self.level, ty);
        }
    }

    /// What could not be said before: by now the types are known.
    pub(super) fn require_deferred(&mut self) {
        for (place, class, ty) in std::mem::take(&mut self.deferred) {
            if let Err(Clash::NotOf(class, ty)) = self.require(class, ty) {
                let text = self.show(ty, &mut Letters::default());
                let message = not_of(self.program, class, &text);
                self.problems.push(Diagnostic::error(place, message));
            }
        }
    }

    /// Every class that an instance's class stands on must have an instance for the type, too.
    pub(super) fn check_instance(&mut self, instance: &Instance, head: &Signature) {
        let scheme = self.head_scheme(head);
        self.level += 1;
        let ty = self.rigid(&scheme);
        self.level -= 1;
        for superclass in self.program.class(instance.class).superclasses.clone() {
            if let Err(Clash::NotOf(class, part)) = self.require(superclass, ty) {
                let letters = &mut Letters::default();
                let (ty, part) = (self.show(ty, letters), self.show(part, letters));
                let message = format!(
                    "`{} {ty}` needs `{} {part}`, and there is no such instance",
                    self.program.class_name(instance.class),
                    self.program.class_name(class)
                );
                self.problems.push(Diagnostic::error(instance.span, message));
            }
        }
    }

    /// Whether the user wrote an instance of it.
    fn is_written(&self, class: Class) -> bool {
        let first = self.program.first_file;
        let written = |one: &Instance| one.class == class && !one.derived && one.span.file >= first;
        self.program.class_instances.iter().any(written)
    }

    fn asks(&self, class: Class, data: DataId) -> Asks {
        if let Some(instance) = self.program.instance(class, data) {
            return Asks::Of(instance.context.clone());
        }
        let known = &self.program.well_known;
        let nothing = || Asks::Of(Vec::new());
        let none_of = |classes: &[Class]| match classes.contains(&class) || class > Class::REAL_FRAC {
            true => Asks::Never,
            false => nothing(),
        };
        if data == known.int || data == known.integer {
            return match class {
                Class::FRACTIONAL | Class::FLOATING | Class::REAL_FRAC => Asks::Never,
                Class::BOUNDED if data == known.integer => Asks::Never,
                _ => none_of(&[]),
            };
        }
        if data == known.double || data == known.float {
            return none_of(&[Class::BOUNDED, Class::INTEGRAL]);
        }
        if data == known.char {
            return if class.is_structural() { nothing() } else { Asks::Never };
        }
        if data == known.io {
            return Asks::Never;
        }
        if data == known.function {
            // Partial applications are values that are compared as they are written
            // (functional-logic §1.1).
            return match class {
                Class::EQ | Class::SHOW if self.program.mode == Mode::FunctionalLogic => nothing(),
                _ => Asks::Never,
            };
        }
        match class {
            Class::EQ | Class::ORD | Class::SHOW | Class::READ => self.by_structure(class, data),
            Class::ENUM | Class::BOUNDED if self.is_enumeration(data) => nothing(),
            Class::BOUNDED if self.program[data].constructors.len() == 1 => self.by_structure(class, data),
            _ => Asks::Never,
        }
    }

    fn is_enumeration(&self, data: DataId) -> bool {
        let constructors = &self.program[data].constructors;
        !constructors.is_empty() && constructors.iter().all(|con| self.program[*con].fields.is_empty())
    }

    /// A data type belongs to a class if all its fields do; while that is found out, the type
    /// itself is taken to.
    fn by_structure(&self, class: Class, data: DataId) -> Asks {
        // A structure does not know hidden types.
        let hides =
            |con: &ConId| !self.program[*con].context.is_empty() || !self.program[*con].own.is_empty();
        let decides = |con: &ConId| !self.program[*con].decides.is_empty();
        let is_derived = self.program[data].deriving.iter().any(|(name, _)| {
            let text = self.program.text(*name);
            text.rsplit('.').next() == Some(self.program.class_name(class))
        });
        let constructors = &self.program[data].constructors;
        if constructors.iter().any(hides) || (constructors.iter().any(decides) && !is_derived) {
            return Asks::Never;
        }
        let mut seen = vec![data];
        let mut places: Vec<(usize, Class)> = Vec::new();
        let parameters = &self.program[data].parameters;
        // With each type, whether it stands in this declaration: the variables of others are not
        // its parameters.
        let mut open: Vec<(TypeId, bool)> = self.field_types(data).into_iter().map(|ty| (ty, true)).collect();
        while let Some((ty, own)) = open.pop() {
            match &self.program[ty].kind {
                TypeKind::Var(_) if !own => {}
                TypeKind::Var(name) => {
                    let place = parameters.iter().position(|parameter| parameter == name);
                    if let Some(place) = place.filter(|place| !places.contains(&(*place, class))) {
                        places.push((place, class));
                    }
                }
                TypeKind::Forall { .. } => return Asks::Never,
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
                    let TypeKind::Con { entity, .. } = self.program[*function].kind else {
                        // A parameter that is itself a type constructor.
                        return Asks::Never;
                    };
                    if let Asks::Never = self.part(class, entity, &mut seen, &mut open) {
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

    /// The type constructor of a field. Its parameters are covered by the arguments that it has
    /// there.
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
                let declared = self.program.instance(class, data).is_some();
                if declared || self.program[data].constructors.is_empty() {
                    return self.asks(class, data);
                }
                open.extend(self.field_types(data).into_iter().map(|ty| (ty, false)));
                Asks::Of(Vec::new())
            }
        }
    }
}
