//! Types under construction, and making two of them equal.

use super::{Checker, Scheme, SchemeVariable};
use crate::ast::{DataId, Name, TypeVar};
use crate::classes::{Class, Classes};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Ty(pub u32);

#[derive(Clone, Debug)]
pub(super) enum Node {
    /// Not known yet; belongs to the definition at this level.
    Meta { level: u32, classes: Classes },
    /// Found to be the same as another.
    Link(Ty),
    /// A type variable of a signature that is being checked: any type of these classes, so none in
    /// particular.
    Rigid { name: Name, level: u32, classes: Classes, variable: TypeVar },
    /// A type variable of a scheme.
    Generic(TypeVar),
    /// Perhaps with fewer arguments than it takes.
    Data(DataId, Vec<Ty>),
    /// An unknown type constructor, applied to a type.
    Apply(Ty, Ty),
    /// Any choice of types for these variables.
    Forall(Vec<SchemeVariable>, Ty),
    /// A type variable of a signature that is known to be this type, as long as the match lasts
    /// that says so (GADTs).
    Assumed(Ty),
}

/// Why two types cannot be the same.
#[derive(Clone, Copy, Debug)]
pub(super) enum Clash {
    Different,
    /// It would contain itself.
    Infinite,
    /// This type does not belong to the class.
    NotOf(Class, Ty),
    /// The type variable of a signature would have to be something in particular.
    Particular(Name),
}

impl Checker<'_> {
    pub(super) fn node(&mut self, node: Node) -> Ty {
        self.inference.nodes.push(node);
        Ty(self.inference.nodes.len() as u32 - 1)
    }

    pub(super) fn fresh(&mut self) -> Ty {
        self.node(Node::Meta { level: self.level, classes: Classes::default() })
    }

    pub(super) fn fresh_of(&mut self, class: Class) -> Ty {
        let mut classes = Classes::default();
        classes.add(class);
        self.fresh_of_all(classes)
    }

    fn fresh_of_all(&mut self, classes: Classes) -> Ty {
        let ty = self.node(Node::Meta { level: self.level, classes });
        if !classes.is_empty() {
            self.constrained.push((self.place, ty));
        }
        ty
    }

    pub(super) fn data(&mut self, data: DataId, arguments: Vec<Ty>) -> Ty {
        self.node(Node::Data(data, arguments))
    }

    pub(super) fn function_ty(&mut self, from: Ty, to: Ty) -> Ty {
        let function = self.program.well_known.function;
        self.data(function, vec![from, to])
    }

    pub(super) fn list_ty(&mut self, element: Ty) -> Ty {
        let list = self.program.well_known.list;
        self.data(list, vec![element])
    }

    pub(super) fn find(&mut self, mut ty: Ty) -> Ty {
        let mut root = ty;
        // Assumptions are not remembered for longer.
        let mut kept = None;
        loop {
            match self.inference.nodes[root.0 as usize] {
                Node::Link(next) => root = next,
                Node::Assumed(next) => {
                    kept.get_or_insert(root);
                    root = next;
                }
                _ => break,
            }
        }
        let end = kept.unwrap_or(root);
        while let Node::Link(next) = self.inference.nodes[ty.0 as usize] {
            self.inference.nodes[ty.0 as usize] = Node::Link(end);
            ty = next;
        }
        // What was applied has become known.
        if let Node::Apply(function, argument) = self.inference.nodes[root.0 as usize] {
            let function = self.find(function);
            if let Node::Data(data, arguments) = &self.inference.nodes[function.0 as usize] {
                let mut arguments = arguments.clone();
                arguments.push(argument);
                self.inference.nodes[root.0 as usize] = Node::Data(*data, arguments);
            }
        }
        root
    }

    pub(super) fn applied_ty(&mut self, function: Ty, argument: Ty) -> Ty {
        let ty = self.node(Node::Apply(function, argument));
        self.find(ty)
    }

    pub(super) fn get(&mut self, ty: Ty) -> Node {
        let ty = self.find(ty);
        self.inference.nodes[ty.0 as usize].clone()
    }

    pub(super) fn is_data(&mut self, ty: Ty, data: DataId) -> bool {
        let ty = self.find(ty);
        matches!(self.inference.nodes[ty.0 as usize], Node::Data(found, _) if found == data)
    }

    /// Argument and result, if it is known to be a function.
    pub(super) fn as_function(&mut self, ty: Ty) -> Option<(Ty, Ty)> {
        let function = self.program.well_known.function;
        match self.get(ty) {
            Node::Data(data, parts) if data == function && parts.len() == 2 => Some((parts[0], parts[1])),
            _ => None,
        }
    }

    pub(super) fn unify(&mut self, a: Ty, b: Ty) -> Result<(), Clash> {
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            match (self.inference.nodes[a.0 as usize].clone(), self.inference.nodes[b.0 as usize].clone()) {
                (Node::Meta { level, classes }, _) => self.bind(a, level, classes, b)?,
                (_, Node::Meta { level, classes }) => self.bind(b, level, classes, a)?,
                (Node::Data(one, ours), Node::Data(other, theirs))
                    if one == other && ours.len() == theirs.len() =>
                {
                    open.extend(ours.into_iter().zip(theirs).rev());
                }
                (Node::Apply(one, ours), Node::Apply(other, theirs)) => {
                    open.extend([(ours, theirs), (one, other)]);
                }
                (Node::Apply(function, argument), Node::Data(data, mut arguments))
                | (Node::Data(data, mut arguments), Node::Apply(function, argument))
                    if !arguments.is_empty() =>
                {
                    let Some(last) = arguments.pop() else { continue };
                    let constructor = self.data(data, arguments);
                    open.extend([(argument, last), (function, constructor)]);
                }
                (Node::Generic(one), Node::Generic(other)) if one == other => {}
                (Node::Forall(ours, one), Node::Forall(theirs, other)) if ours.len() == theirs.len() => {
                    let chosen: Vec<(TypeVar, Ty)> = theirs
                        .iter()
                        .zip(&ours)
                        .map(|(their, our)| (their.variable, self.node(Node::Generic(our.variable))))
                        .collect();
                    let other = self.substitute(other, &chosen);
                    open.push((one, other));
                }
                (Node::Rigid { name, .. }, _) | (_, Node::Rigid { name, .. }) => {
                    return Err(Clash::Particular(name));
                }
                _ => return Err(Clash::Different),
            }
        }
        Ok(())
    }

    fn bind(&mut self, meta: Ty, level: u32, classes: Classes, ty: Ty) -> Result<(), Clash> {
        self.lower(meta, level, ty)?;
        // First: if the type is not of the class, the unknown type stays unknown, and one mistake
        // is one error.
        for class in classes.iter() {
            self.require(class, ty)?;
        }
        self.inference.nodes[meta.0 as usize] = Node::Link(ty);
        Ok(())
    }

    /// What becomes part of a type lives as long as it; and no type contains itself.
    pub(super) fn lower(&mut self, meta: Ty, level: u32, ty: Ty) -> Result<(), Clash> {
        let mut open = vec![ty];
        let mut seen = std::collections::HashSet::new();
        while let Some(ty) = open.pop() {
            let ty = self.find(ty);
            if ty == meta {
                return Err(Clash::Infinite);
            }
            if !seen.insert(ty) {
                continue;
            }
            match &mut self.inference.nodes[ty.0 as usize] {
                Node::Meta { level: own, .. } => *own = (*own).min(level),
                Node::Rigid { name, level: own, .. } if *own > level => return Err(Clash::Particular(*name)),
                Node::Data(_, arguments) => open.extend(arguments.iter().copied()),
                Node::Apply(function, argument) => open.extend([*function, *argument]),
                Node::Forall(_, ty) => open.push(*ty),
                _ => {}
            }
        }
        Ok(())
    }

    /// A copy of the scheme's type with types to be found for its variables; those for variables
    /// with classes are returned in order.
    pub(super) fn instantiate(&mut self, scheme: &Scheme) -> (Ty, Vec<Ty>) {
        if scheme.variables.is_empty() {
            return (scheme.ty, Vec::new());
        }
        let mut chosen = Vec::new();
        let mut of_classes = Vec::new();
        for variable in &scheme.variables {
            let ty = self.fresh_of_all(variable.classes);
            chosen.push((variable.variable, ty));
            if !variable.classes.is_empty() {
                of_classes.push(ty);
            }
        }
        for relation in &scheme.relations {
            let relation = self.substitute_relation(relation, &chosen);
            self.related.push((self.place, relation));
        }
        (self.substitute(scheme.ty, &chosen), of_classes)
    }

    pub(super) fn substitute(&mut self, ty: Ty, chosen: &[(TypeVar, Ty)]) -> Ty {
        recursion::deep(|| {
            let ty = self.find(ty);
            match self.inference.nodes[ty.0 as usize].clone() {
                Node::Generic(variable) => {
                    chosen.iter().find(|(known, _)| *known == variable).map_or(ty, |(_, ty)| *ty)
                }
                Node::Apply(function, argument) => {
                    let copy = (self.substitute(function, chosen), self.substitute(argument, chosen));
                    if copy == (function, argument) { ty } else { self.applied_ty(copy.0, copy.1) }
                }
                Node::Data(data, arguments) => {
                    let copies: Vec<Ty> =
                        arguments.iter().map(|argument| self.substitute(*argument, chosen)).collect();
                    if copies == arguments { ty } else { self.data(data, copies) }
                }
                Node::Forall(variables, inner) => {
                    let copy = self.substitute(inner, chosen);
                    if copy == inner { ty } else { self.node(Node::Forall(variables, copy)) }
                }
                _ => ty,
            }
        })
    }

    /// Makes variables of what only this definition knows; definitions of one group share them.
    /// With `keep_classes` unset, unknown types with classes stay as they are (the monomorphism
    /// restriction).
    pub(super) fn generalise(&mut self, ty: Ty, keep_classes: bool, variables: &mut Vec<SchemeVariable>) {
        recursion::deep(|| {
            let ty = self.find(ty);
            match self.inference.nodes[ty.0 as usize].clone() {
                Node::Meta { level, classes } if level > self.level => {
                    self.inference.nodes[ty.0 as usize] = if classes.is_empty() || keep_classes {
                        let variable = self.variable();
                        variables.push(SchemeVariable { variable, classes, name: None });
                        Node::Generic(variable)
                    } else {
                        Node::Meta { level: self.level, classes }
                    };
                }
                Node::Data(_, arguments) => {
                    for argument in arguments {
                        self.generalise(argument, keep_classes, variables);
                    }
                }
                Node::Apply(function, argument) => {
                    self.generalise(function, keep_classes, variables);
                    self.generalise(argument, keep_classes, variables);
                }
                Node::Forall(_, ty) => self.generalise(ty, keep_classes, variables),
                _ => {}
            }
        });
    }
}
