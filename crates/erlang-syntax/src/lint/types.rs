//! Types and specs: what they name must exist, once, and be well formed.

use std::collections::{HashMap, HashSet};

use erlang_term::Atom;
use num_bigint::{BigInt, Sign};

use super::{Linter, NameArity, bifs, constants, quoted, shown, similar};
use crate::ast::*;
use crate::diagnostics::Diagnostic;
use crate::source::Span;

#[derive(Default)]
pub(super) struct Types {
    defined: HashMap<NameArity, Span>,
    exported: HashSet<NameArity>,
    /// Who names which type, and where; `None` is anything but a type definition.
    uses: Vec<(Option<NameArity>, NameArity, Span)>,
    specs: HashMap<NameArity, Span>,
    callbacks: Vec<(NameArity, Span)>,
    optional_callbacks: Vec<(NameArity, Span)>,
    pub(super) used_records: HashSet<Atom>,
    /// The type whose definition is being checked.
    current: Option<NameArity>,
}

/// How often each type variable was seen: `None` for more than once.
type Variables = HashMap<VarName, Option<Span>>;

impl<'m> Linter<'m> {
    pub(super) fn export_types(&mut self, types: &[FunctionName]) {
        for ty in types {
            let name = (ty.name, ty.arity);
            if self.types.exported.insert(name) {
                self.types.uses.push((None, name, ty.span));
            } else {
                self.warning(ty.span, format!("type `{}` already exported", shown(name)));
            }
        }
    }

    pub(super) fn type_definition(
        &mut self,
        span: Span,
        keyword: Atom,
        name: Atom,
        parameters: &[VarName],
        body: TypeId,
    ) {
        let key = (name, parameters.len() as u32);
        if bifs::is_built_in_type(name, key.1) && !self.compile.is_set("no_auto_import_types") {
            return self
                .error(span, format!("type `{}` is a built-in type; it cannot be redefined", shown(key)));
        }
        if let Some(&first) = self.types.defined.get(&key) {
            let diagnostic = Diagnostic::error(span, format!("type `{}` already defined", shown(key)));
            return self.report(diagnostic.label(first, "first defined here"));
        }
        self.types.defined.insert(key, span);
        self.types.current = Some(key);
        let mut variables = Variables::new();
        parameters.iter().for_each(|&parameter| see(&mut variables, parameter, span));
        self.type_(body, &mut variables);
        let once = self.seen_once(variables);
        self.singletons(once);
        self.types.current = None;
        if keyword.name() == "opaque" && !self.exported_types_hold(key) {
            self.warning(span, format!("opaque type `{}` is not exported", shown(key)));
        }
    }

    fn exported_types_hold(&self, key: NameArity) -> bool {
        self.module.forms.iter().any(|form| match &form.kind {
            FormKind::ExportType(types) => types.iter().any(|ty| (ty.name, ty.arity) == key),
            _ => false,
        })
    }

    /// Types of a record's fields share their variables with nothing.
    pub(super) fn record_types(&mut self, record: &RecordDefinition) {
        let mut variables = Variables::new();
        for ty in record.fields.iter().filter_map(|field| field.ty) {
            self.type_(ty, &mut variables);
        }
        let once = self.seen_once(variables);
        self.singletons(once);
    }

    pub(super) fn spec(&mut self, span: Span, spec: &Spec) {
        let name = (spec.name, spec.arity);
        if let Some(module) = spec.module.filter(|&module| module != self.module.name) {
            let message = format!("spec for function `{}:{}` of another module", quoted(module), shown(name));
            self.error(span, message);
        } else if let Some(first) = self.types.specs.insert(name, span) {
            let diagnostic = Diagnostic::error(span, format!("spec for `{}` already defined", shown(name)));
            return self.report(diagnostic.label(first, "first defined here"));
        }
        self.spec_clauses(spec, "spec");
    }

    pub(super) fn callback(&mut self, span: Span, spec: &Spec) {
        let name = (spec.name, spec.arity);
        if let Some(module) = spec.module {
            let message =
                format!("explicit module not allowed for callback `{}:{}`", quoted(module), shown(name));
            return self.error(span, message);
        }
        let first = self.types.callbacks.iter().find(|(other, _)| *other == name).map(|&(_, span)| span);
        if let Some(first) = first {
            let diagnostic = Diagnostic::error(span, format!("callback `{}` already defined", shown(name)));
            return self.report(diagnostic.label(first, "first defined here"));
        }
        self.types.callbacks.push((name, span));
        self.spec_clauses(spec, "callback");
    }

    fn spec_clauses(&mut self, spec: &Spec, what: &str) {
        for clause in &spec.clauses {
            if clause.arguments.len() != spec.arity as usize {
                self.error(clause.span, format!("{what} has wrong arity"));
            }
            let mut variables = Variables::new();
            for &ty in clause.arguments.iter().chain([&clause.result]) {
                self.type_(ty, &mut variables);
            }
            for &(name, ty) in &clause.constraints {
                see(&mut variables, name, self.module[ty].span);
                self.type_(ty, &mut variables);
            }
            let once = self.seen_once(variables);
            self.singletons(once);
        }
    }

    pub(super) fn optional_callbacks(&mut self, callbacks: &[FunctionName]) {
        for callback in callbacks {
            let name = (callback.name, callback.arity);
            if self.types.optional_callbacks.iter().any(|(other, _)| *other == name) {
                self.error(callback.span, format!("optional callback `{}` duplicated", shown(name)));
            } else {
                self.types.optional_callbacks.push((name, callback.span));
            }
        }
    }

    pub(super) fn callbacks_at_the_end(&mut self) {
        for (name, span) in std::mem::take(&mut self.types.optional_callbacks) {
            if !self.types.callbacks.iter().any(|(other, _)| *other == name) {
                self.error(span, format!("callback `{}` is undefined", shown(name)));
            }
        }
        if self.locals.contains(&(Atom::new("behaviour_info"), 1)) {
            for (name, span) in std::mem::take(&mut self.types.callbacks) {
                let message = format!(
                    "callback `{}` cannot be declared in a module that defines behaviour_info/1 itself",
                    shown(name)
                );
                self.error(span, message);
            }
        }
    }

    pub(super) fn specs_without_function(&mut self) {
        for form in &self.module.forms {
            if let FormKind::Spec(spec) = &form.kind {
                let name = (spec.name, spec.arity);
                let here = spec.module.is_none_or(|module| module == self.module.name);
                if here && !self.locals.contains(&name) && self.types.specs.remove(&name).is_some() {
                    self.error(form.span, format!("spec for undefined function `{}`", shown(name)));
                }
            }
        }
    }

    fn type_(&mut self, id: TypeId, variables: &mut Variables) {
        recursion::deep(|| self.type_here(id, variables));
    }

    fn type_here(&mut self, id: TypeId, variables: &mut Variables) {
        let module = self.module;
        let span = module[id].span;
        match &module[id].kind {
            TypeKind::Wildcard
            | TypeKind::Atom(_)
            | TypeKind::Integer(_)
            | TypeKind::Char(_)
            | TypeKind::Nil
            | TypeKind::AnyFun
            | TypeKind::Error => {}
            TypeKind::Variable(name) => see(variables, *name, span),
            TypeKind::Annotated { ty, .. } => self.type_(*ty, variables),
            TypeKind::Range { low, high } => {
                let bounds =
                    constants::integer_type(module, *low).zip(constants::integer_type(module, *high));
                if bounds.is_none_or(|(low, high)| low >= high) {
                    self.error(span, "bad range type: its bounds must be integers, the lower one first");
                }
            }
            TypeKind::Unary { .. } | TypeKind::Binary { .. } => {
                if constants::integer_type(module, id).is_none() {
                    self.error(span, "bad integer type");
                }
            }
            TypeKind::List(element) | TypeKind::NonemptyList(element) => self.type_(*element, variables),
            TypeKind::Tuple(elements) | TypeKind::Union(elements) => {
                elements.iter().for_each(|&element| self.type_(element, variables));
            }
            TypeKind::Map(fields) => {
                for &(key, value, _) in fields {
                    self.type_(key, variables);
                    self.type_(value, variables);
                }
            }
            TypeKind::Record { name, fields } => self.record_type(span, *name, fields, variables),
            TypeKind::Bitstring { base, unit } => {
                let is_size = |&id: &TypeId| {
                    constants::integer_type(module, id).is_some_and(|size: BigInt| size.sign() != Sign::Minus)
                };
                if !base.iter().chain(unit).all(is_size) {
                    self.error(span, "bad binary type: its sizes must be integers, and not negative");
                }
            }
            TypeKind::Fun { arguments, result } => {
                for &ty in arguments.iter().flatten().chain([result]) {
                    self.type_(ty, variables);
                }
            }
            TypeKind::Call { module: of, name, arguments } => {
                if of.is_none_or(|of| of == module.name) {
                    let name = (*name, arguments.len() as u32);
                    self.types.uses.push((self.types.current, name, span));
                }
                arguments.iter().for_each(|&argument| self.type_(argument, variables));
            }
        }
    }

    fn record_type(&mut self, span: Span, name: Atom, fields: &[(Atom, TypeId)], variables: &mut Variables) {
        let Some(record) = self.record(span, name) else { return };
        for (at, &(field, ty)) in fields.iter().enumerate() {
            let span = self.module[ty].span;
            self.has_field(span, record, field);
            if fields[..at].iter().any(|(earlier, _)| *earlier == field) {
                let message =
                    format!("field `{}` already defined in record `{}`", quoted(field), quoted(name));
                self.error(span, message);
            }
            self.type_(ty, variables);
        }
    }

    /// In the order of the text.
    fn seen_once(&self, mut variables: Variables) -> Vec<(VarName, Span)> {
        let mut once = Vec::new();
        // Collected in any order, and sorted below.
        variables.retain(|&name, seen| {
            if let Some(span) = seen
                && !name.name().starts_with('_')
            {
                once.push((name, *span));
            }
            false
        });
        once.sort_by_key(|(_, span)| (span.file, span.start));
        once
    }

    fn singletons(&mut self, once: Vec<(VarName, Span)>) {
        for (name, span) in once {
            let help = "write `_`, or use the variable a second time";
            let message = format!("type variable `{}` is only used once (is unbound)", name.name());
            self.report(Diagnostic::error(span, message).help(help));
        }
    }

    pub(super) fn undefined_types(&mut self) {
        let uses = std::mem::take(&mut self.types.uses);
        for &(_, name, span) in &uses {
            if self.types.defined.contains_key(&name) || bifs::is_built_in_type(name.0, name.1) {
                continue;
            }
            let forms = self.module.forms.iter();
            let known: Vec<NameArity> = forms
                .filter_map(|form| match &form.kind {
                    FormKind::TypeDefinition { name, parameters, .. } => {
                        Some((*name, parameters.len() as u32))
                    }
                    _ => None,
                })
                .collect();
            let same_name = known.iter().find(|(other, _)| *other == name.0);
            let diagnostic = Diagnostic::error(span, format!("type `{}` undefined", shown(name)));
            self.report(match same_name {
                Some(&other) => diagnostic.help(format!("the module has `{}`", shown(other))),
                None => match similar::nearest(name.0.name(), known.iter().map(|(name, _)| name.name())) {
                    Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                    None => diagnostic,
                },
            });
        }
        self.types.uses = uses;
    }

    /// Types and records of the module's own file, not of included ones, that nothing uses.
    pub(super) fn unused_types_and_records(&mut self) {
        let mut reached: HashSet<NameArity> = HashSet::new();
        let mut rest: Vec<NameArity> =
            self.types.uses.iter().filter(|(from, ..)| from.is_none()).map(|&(_, to, _)| to).collect();
        while let Some(name) = rest.pop() {
            if reached.insert(name) {
                rest.extend(
                    self.types.uses.iter().filter(|(from, ..)| *from == Some(name)).map(|&(_, to, _)| to),
                );
            }
        }
        for form in self.module.forms.iter().filter(|form| form.span.file.0 == 0) {
            match &form.kind {
                FormKind::TypeDefinition { name, parameters, .. } => {
                    let name = (*name, parameters.len() as u32);
                    if !reached.contains(&name) && !self.compile.is_set("nowarn_unused_type") {
                        self.warning(form.span, format!("type `{}` is unused", shown(name)));
                    }
                }
                FormKind::Record(record)
                    if !self.types.used_records.contains(&record.name)
                        && !self.compile.is_set("nowarn_unused_record") =>
                {
                    self.warning(form.span, format!("record `{}` is unused", quoted(record.name)));
                }
                _ => {}
            }
        }
    }
}

fn see(variables: &mut Variables, name: VarName, span: Span) {
    variables.entry(name).and_modify(|seen| *seen = None).or_insert(Some(span));
}
