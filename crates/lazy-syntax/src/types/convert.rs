//! Types as written to types that can be compared.

use std::collections::HashMap;

use super::term::{Node, Ty};
use super::{Checker, Relation, Scheme, SchemeVariable};
use crate::ast::{ConId, Constraint, DataId, FunctionId, Name, Signature, TypeEntity, TypeId, TypeKind};
use crate::classes::{Class, Classes};
use crate::derive::containers::CLASSES;
use crate::derive::{STRUCTURAL, newtypes, others};
use crate::diagnostics::Diagnostic;
use crate::source::Span;

impl Checker<'_> {
    pub(super) fn declare_signatures(&mut self, groups: &[Vec<FunctionId>]) {
        for function in groups.iter().flatten() {
            if let Some(signature) = self.program[*function].signature.clone() {
                let scheme = self.scheme(&signature);
                self.declare_function(*function, scheme);
            }
        }
    }

    /// The class of a constraint.
    pub(super) fn class_of(&mut self, constraint: &Constraint) -> Option<Class> {
        let class = self.program.class_named(constraint.class, self.library(constraint.span));
        if class.is_none() {
            let text = self.program.text(constraint.class).to_owned();
            self.problems.push(Diagnostic::error(constraint.span, format!("there is no class `{text}`")));
        }
        class
    }

    /// Whether the text there is ours.
    fn library(&self, span: Span) -> bool {
        self.program.visible.values.is_empty() || span.file < self.program.first_file
    }

    /// The scheme of a signature; its variables in the order of the context, then of the type.
    pub(super) fn scheme(&mut self, signature: &Signature) -> Scheme {
        self.scheme_with(signature, true)
    }

    /// Of the type of an instance, which may lack arguments.
    pub(super) fn head_scheme(&mut self, signature: &Signature) -> Scheme {
        self.scheme_with(signature, false)
    }

    fn scheme_with(&mut self, signature: &Signature, whole: bool) -> Scheme {
        let mut variables: Vec<SchemeVariable> = Vec::new();
        for constraint in &signature.context {
            let Some(class) = self.class_of(constraint) else { continue };
            let TypeKind::Var(name) = self.program[constraint.ty].kind else {
                // A method may ask something of the class's type, which in an instance is known.
                if constraint.others.is_empty() && self.is_closed(constraint.ty) {
                    continue;
                }
                let message = "a constraint in a signature must be on a type variable";
                self.problems.push(Diagnostic::error(constraint.span, message));
                continue;
            };
            // Of a variable of a definition around this one, which has it already.
            if self.scoped.iter().any(|(known, _)| *known == name) {
                continue;
            }
            match variables.iter_mut().find(|known| known.name == Some(name)) {
                Some(known) => known.classes.add(class),
                None => {
                    let mut classes = Classes::default();
                    classes.add(class);
                    let variable = self.variable();
                    variables.push(SchemeVariable { variable, classes, name: Some(name) });
                }
            }
        }
        let mut names: HashMap<Name, Ty> = self.scoped.iter().copied().collect();
        for name in &signature.scoped {
            names.remove(name);
        }
        for known in &variables {
            let ty = self.node(Node::Generic(known.variable));
            names.extend(known.name.map(|name| (name, ty)));
        }
        let convert = if whole { Self::convert_whole } else { Self::convert };
        let ty = convert(self, signature.ty, &mut |checker, name| {
            *names.entry(name).or_insert_with(|| {
                let variable = checker.variable();
                variables.push(SchemeVariable { variable, classes: Classes::default(), name: Some(name) });
                checker.node(Node::Generic(variable))
            })
        });
        let mut relations = Vec::new();
        for constraint in &signature.context {
            let Some(class) = self.program.class_named(constraint.class, self.library(constraint.span))
            else {
                continue;
            };
            if constraint.others.len() != self.program.class(class).others.len() {
                let message = crate::instances::wrong_count(self.program, class);
                self.problems.push(Diagnostic::error(constraint.span, message));
                continue;
            }
            if constraint.others.is_empty() {
                continue;
            }
            let mut parts = Vec::new();
            for part in constraint.others.iter().chain([&constraint.ty]) {
                parts.push(self.convert(*part, &mut |checker, name| {
                    *names.entry(name).or_insert_with(|| {
                        let variable = checker.variable();
                        variables.push(SchemeVariable {
                            variable,
                            classes: Classes::default(),
                            name: Some(name),
                        });
                        checker.node(Node::Generic(variable))
                    })
                }));
            }
            relations.extend(parts.pop().map(|ty| Relation { class, ty, others: parts }));
        }
        let ty = self.prenex(ty, &mut variables);
        Scheme { variables, ty, relations }
    }

    /// Whether a type has no variables.
    fn is_closed(&self, ty: TypeId) -> bool {
        let mut closed = true;
        self.each_part(ty, &mut |kind, _| closed &= !matches!(kind, TypeKind::Var(_)));
        closed
    }

    /// The type that a constructor builds, and the types of its fields; with types to be found for
    /// the parameters.
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

    /// A type of values, which has all its arguments.
    pub(super) fn convert_whole(
        &mut self,
        ty: TypeId,
        variable: &mut dyn FnMut(&mut Self, Name) -> Ty,
    ) -> Ty {
        let converted = self.convert(ty, variable);
        let span = self.program[ty].span;
        if let Node::Data(data, arguments) = self.get(converted)
            && arguments.len() < self.program[data].parameters.len()
        {
            let (name, wanted) = (self.program[data].name, self.program[data].parameters.len());
            self.wrong_arguments(name, wanted, arguments.len(), span);
            return self.fresh();
        }
        converted
    }

    /// A type, perhaps a type constructor without some of its arguments.
    pub(super) fn convert(&mut self, ty: TypeId, variable: &mut dyn FnMut(&mut Self, Name) -> Ty) -> Ty {
        recursion::deep(|| {
            let span = self.program[ty].span;
            match self.program[ty].kind.clone() {
                TypeKind::Var(name) => variable(self, name),
                TypeKind::Con { entity, .. } => self.applied(entity, Vec::new(), span),
                TypeKind::Apply { function, arguments } => {
                    let arguments: Vec<Ty> =
                        arguments.into_iter().map(|argument| self.convert(argument, variable)).collect();
                    match self.program[function].kind {
                        TypeKind::Con { entity, .. } => self.applied(entity, arguments, span),
                        _ => {
                            let function = self.convert(function, variable);
                            arguments
                                .into_iter()
                                .fold(function, |function, argument| self.applied_ty(function, argument))
                        }
                    }
                }
                TypeKind::Function { from, to } => {
                    let from = self.convert_whole(from, variable);
                    let to = self.convert_whole(to, variable);
                    self.function_ty(from, to)
                }
                TypeKind::List(element) => {
                    let element = self.convert_whole(element, variable);
                    self.list_ty(element)
                }
                TypeKind::Tuple(items) => {
                    let items: Vec<Ty> =
                        items.into_iter().map(|item| self.convert_whole(item, variable)).collect();
                    self.tuple_ty(items, span)
                }
                TypeKind::Forall { variables, context, ty } => {
                    self.forall(&variables, &context, ty, variable)
                }
            }
        })
    }

    fn wrong_arguments(&mut self, name: Name, wanted: usize, found: usize, span: Span) {
        let text = self.program.text(name);
        let parameters = if wanted == 1 { "1 parameter".to_owned() } else { format!("{wanted} parameters") };
        let message = format!("the type `{text}` has {parameters}, and {found} here");
        self.problems.push(Diagnostic::error(span, message));
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
        let synonym = matches!(entity, TypeEntity::Synonym(_));
        // A synonym that is itself a type constructor may be given more.
        if parameters.len() < arguments.len() && !synonym || parameters.len() > arguments.len() && synonym {
            self.wrong_arguments(name, parameters.len(), arguments.len(), span);
            return self.fresh();
        }
        match entity {
            TypeEntity::Synonym(synonym) => {
                let ty = self.program.synonyms[synonym].ty;
                let whole = self.convert(ty, &mut |checker, name| {
                    let place = parameters.iter().position(|parameter| *parameter == name);
                    place.map(|place| arguments[place]).unwrap_or_else(|| checker.fresh())
                });
                arguments[parameters.len()..]
                    .iter()
                    .fold(whole, |function, argument| self.applied_ty(function, *argument))
            }
            TypeEntity::Data(data) => self.data(data, arguments),
            TypeEntity::Unresolved => self.fresh(),
        }
    }

    /// Synonyms must end, and use no variables but their parameters. Those that do not are made
    /// harmless.
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
                        Diagnostic::error(span, "this type synonym refers to itself").help("write `data`"),
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
                let known: Vec<Name> = parameters.iter().chain(&self.program[con].own).copied().collect();
                self.check_variables(ty, &known);
                self.convert_whole(ty, &mut |checker, _| checker.fresh());
            }
            self.check_context(con);
        }
        for (class, span) in self.program[data].deriving.clone() {
            let text = self.program.text(class);
            let text = text.rsplit_once('.').map_or(text, |(_, name)| name);
            let known = [&Class::BUILT_IN[..6], &CLASSES, &STRUCTURAL];
            let through = self.program[data].newtype && newtypes::is_derived(text)
                || others::is_derived(self.program, data, text);
            if !through && !known.iter().any(|names| names.contains(&text)) {
                self.problems.push(Diagnostic::error(span, format!("not supported: deriving `{text}`")));
            }
        }
    }

    fn check_context(&mut self, con: ConId) {
        for constraint in self.program[con].context.clone() {
            self.class_of(&constraint);
            if !constraint.others.is_empty() || !matches!(self.program[constraint.ty].kind, TypeKind::Var(_))
            {
                let message = "not supported: a context of a constructor that is not on one type variable";
                self.problems.push(Diagnostic::error(constraint.span, message));
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
        let mut bound = Vec::new();
        self.each_part(ty, &mut |kind, _| {
            if let TypeKind::Forall { variables, .. } = kind {
                bound.extend(variables.iter().copied());
            }
        });
        for (name, span) in unknown.into_iter().filter(|(name, _)| !bound.contains(name)) {
            let message =
                format!("the type variable `{}` is not a parameter of this type", self.program.text(name));
            self.problems.push(Diagnostic::error(span, message));
        }
    }

    pub(super) fn each_part(&self, ty: TypeId, visit: &mut impl FnMut(&TypeKind, Span)) {
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
                TypeKind::Forall { ty, .. } => open.push(*ty),
            }
        }
    }
}
