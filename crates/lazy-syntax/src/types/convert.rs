//! Types as written to types that can be compared.

use std::collections::HashMap;

use super::term::{Node, Ty};
use super::{Checker, Scheme};
use crate::ast::{ConId, DataId, FunctionId, Name, Signature, TypeEntity, TypeId, TypeKind};
use crate::classes::{Class, Classes};
use crate::diagnostics::Diagnostic;
use crate::source::Span;

impl Checker<'_> {
    pub(super) fn declare_signatures(&mut self, groups: &[Vec<FunctionId>]) {
        for function in groups.iter().flatten() {
            if let Some(signature) = self.program[*function].signature.clone() {
                let scheme = self.scheme(&signature);
                self.inference.functions.insert(*function, scheme);
            }
        }
    }

    /// The scheme of a signature; its variables in the order of the context, then of the type.
    pub(super) fn scheme(&mut self, signature: &Signature) -> Scheme {
        let mut variables: Vec<Classes> = Vec::new();
        let mut names: HashMap<Name, Ty> = HashMap::new();
        let double = self.program.well_known.double;
        let mut wanted: Vec<(Name, Classes)> = Vec::new();
        for constraint in &signature.context {
            let text = self.program.text(constraint.class).to_owned();
            let Some(class) = Class::named(&text) else {
                let problem =
                    Diagnostic::error(constraint.span, format!("not supported: the class `{text}`"));
                let known: Vec<&str> = Class::ALL.iter().map(|class| class.name()).collect();
                self.problems.push(problem.help(format!("there are {}", known.join(", "))));
                continue;
            };
            match self.program[constraint.ty].kind {
                TypeKind::Var(name) => match wanted.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, classes)) => classes.add(class),
                    None => {
                        let mut classes = Classes::default();
                        classes.add(class);
                        wanted.push((name, classes));
                    }
                },
                _ => {
                    let problem = Diagnostic::error(
                        constraint.span,
                        "a constraint of a signature is about a type variable",
                    );
                    self.problems.push(problem);
                }
            }
        }
        for (name, classes) in wanted {
            let ty = if classes.imply(Class::Fractional) {
                self.data(double, Vec::new())
            } else {
                variables.push(classes);
                self.node(Node::Generic(variables.len() as u32 - 1))
            };
            names.insert(name, ty);
        }
        let ty = self.convert(signature.ty, &mut |checker, name| {
            *names.entry(name).or_insert_with(|| {
                variables.push(Classes::default());
                checker.node(Node::Generic(variables.len() as u32 - 1))
            })
        });
        Scheme { variables, ty }
    }

    /// The type that a constructor builds, and the types of its fields; with types to be found for the parameters.
    pub(super) fn constructor_types(&mut self, con: ConId) -> (Ty, Vec<Ty>) {
        let data = self.program[con].data;
        let parameters = self.program[data].parameters.clone();
        let chosen: Vec<Ty> = parameters.iter().map(|_| self.fresh()).collect();
        let fields = self.field_tys(con, &parameters, &chosen);
        (self.data(data, chosen), fields)
    }

    pub(super) fn field_tys(&mut self, con: ConId, parameters: &[Name], chosen: &[Ty]) -> Vec<Ty> {
        let types: Vec<TypeId> = self.program[con].fields.iter().map(|field| field.ty).collect();
        let mut by_name = |checker: &mut Self, name: Name| {
            let place = parameters.iter().position(|parameter| *parameter == name);
            // An undeclared variable was refused with the declaration.
            place.map(|place| chosen[place]).unwrap_or_else(|| checker.fresh())
        };
        types.into_iter().map(|ty| self.convert(ty, &mut by_name)).collect()
    }

    pub(super) fn convert(&mut self, ty: TypeId, variable: &mut dyn FnMut(&mut Self, Name) -> Ty) -> Ty {
        stacker::maybe_grow(128 * 1024, 1024 * 1024, || {
            let span = self.program[ty].span;
            match self.program[ty].kind.clone() {
                TypeKind::Var(name) => variable(self, name),
                TypeKind::Con { entity, .. } => self.applied(entity, Vec::new(), span),
                TypeKind::Apply { function, arguments } => {
                    let arguments =
                        arguments.into_iter().map(|argument| self.convert(argument, variable)).collect();
                    match self.program[function].kind {
                        TypeKind::Con { entity, .. } => self.applied(entity, arguments, span),
                        _ => {
                            self.problems.push(Diagnostic::error(
                                span,
                                "not supported: a type variable with arguments",
                            ));
                            self.fresh()
                        }
                    }
                }
                TypeKind::Function { from, to } => {
                    let from = self.convert(from, variable);
                    let to = self.convert(to, variable);
                    self.function_ty(from, to)
                }
                TypeKind::List(element) => {
                    let element = self.convert(element, variable);
                    self.list_ty(element)
                }
                TypeKind::Tuple(items) => {
                    let items: Vec<Ty> = items.into_iter().map(|item| self.convert(item, variable)).collect();
                    self.tuple_ty(items, span)
                }
            }
        })
    }

    pub(super) fn tuple_ty(&mut self, items: Vec<Ty>, span: Span) -> Ty {
        match self.program.well_known.tuple_types.get(items.len()) {
            Some(tuple) => {
                let tuple = *tuple;
                self.data(tuple, items)
            }
            None => {
                let message = format!("a tuple has at most {} components", crate::builtin::MAX_TUPLE);
                self.problems.push(Diagnostic::error(span, message));
                self.fresh()
            }
        }
    }

    fn applied(&mut self, entity: TypeEntity, arguments: Vec<Ty>, span: Span) -> Ty {
        let (name, parameters) = match entity {
            TypeEntity::Unresolved => return self.fresh(),
            TypeEntity::Data(data) => (self.program[data].name, self.program[data].parameters.clone()),
            TypeEntity::Synonym(synonym) => {
                (self.program.synonyms[synonym].name, self.program.synonyms[synonym].parameters.clone())
            }
        };
        if parameters.len() != arguments.len() {
            let (text, wanted, found) = (self.program.text(name), parameters.len(), arguments.len());
            let parameters =
                if wanted == 1 { "1 parameter".to_owned() } else { format!("{wanted} parameters") };
            let message = format!("the type `{text}` has {parameters}, and {found} here");
            self.problems.push(Diagnostic::error(span, message));
            return self.fresh();
        }
        match entity {
            TypeEntity::Synonym(synonym) => {
                let ty = self.program.synonyms[synonym].ty;
                self.convert(ty, &mut |checker, name| {
                    let place = parameters.iter().position(|parameter| *parameter == name);
                    place.map(|place| arguments[place]).unwrap_or_else(|| checker.fresh())
                })
            }
            TypeEntity::Data(data) => self.data(data, arguments),
            TypeEntity::Unresolved => self.fresh(),
        }
    }

    /// Synonyms must end, and use no variables but their parameters. Those that do not are made harmless.
    pub(super) fn check_synonyms(&mut self, synonyms: &[usize]) {
        let needs: Vec<Vec<usize>> = synonyms
            .iter()
            .map(|synonym| {
                let mut used = Vec::new();
                self.each_part(self.program.synonyms[*synonym].ty, &mut |kind, _| {
                    if let TypeKind::Con { entity: TypeEntity::Synonym(other), .. } = kind {
                        used.extend(synonyms.iter().position(|known| known == other));
                    }
                });
                used
            })
            .collect();
        for group in crate::rename::dependency_groups(&needs) {
            if group.len() > 1 || needs[group[0]].contains(&group[0]) {
                for member in group {
                    let synonym = synonyms[member];
                    let span = self.program.synonyms[synonym].span;
                    self.problems.push(
                        Diagnostic::error(span, "this type is defined by itself: it has no end")
                            .help("write `data`"),
                    );
                    let ty = self.program.synonyms[synonym].ty;
                    self.program[ty].kind = TypeKind::Tuple(Vec::new());
                }
            }
        }
        for synonym in synonyms {
            let (ty, parameters) =
                (self.program.synonyms[*synonym].ty, self.program.synonyms[*synonym].parameters.clone());
            self.check_variables(ty, &parameters);
            self.convert(ty, &mut |checker, _| checker.fresh());
        }
    }

    pub(super) fn check_data(&mut self, data: DataId) {
        let parameters = self.program[data].parameters.clone();
        for con in self.program[data].constructors.clone() {
            let types: Vec<TypeId> = self.program[con].fields.iter().map(|field| field.ty).collect();
            for ty in types {
                self.check_variables(ty, &parameters);
                self.convert(ty, &mut |checker, _| checker.fresh());
            }
        }
        for (class, span) in self.program[data].deriving.clone() {
            let text = self.program.text(class);
            let text = text.rsplit_once('.').map_or(text, |(_, name)| name);
            // Of generic programming only the name is needed: observation works on all types.
            if Class::named(text).is_none() && !["Generic", "Observable", "ParEq"].contains(&text) {
                self.problems.push(Diagnostic::error(span, format!("not supported: deriving `{text}`")));
            }
        }
    }

    fn check_variables(&mut self, ty: TypeId, parameters: &[Name]) {
        let mut unknown = Vec::new();
        self.each_part(ty, &mut |kind, span| {
            if let TypeKind::Var(name) = kind
                && !parameters.contains(name)
            {
                unknown.push((*name, span));
            }
        });
        for (name, span) in unknown {
            let message =
                format!("the type variable `{}` is no parameter of this type", self.program.text(name));
            self.problems.push(Diagnostic::error(span, message));
        }
    }

    fn each_part(&self, ty: TypeId, visit: &mut impl FnMut(&TypeKind, Span)) {
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            let node = &self.program[ty];
            visit(&node.kind, node.span);
            match &node.kind {
                TypeKind::Var(_) | TypeKind::Con { .. } => {}
                TypeKind::Apply { function, arguments } => {
                    open.push(*function);
                    open.extend(arguments);
                }
                TypeKind::Function { from, to } => open.extend([from, to]),
                TypeKind::List(element) => open.push(*element),
                TypeKind::Tuple(items) => open.extend(items),
            }
        }
    }
}
