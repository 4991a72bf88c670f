//! Records: their definitions, and the uses of their names and fields.

use erlang_term::Atom;

use super::{Linter, quoted, similar};
use crate::ast::*;
use crate::diagnostics::Diagnostic;
use crate::source::Span;

impl<'m> Linter<'m> {
    pub(super) fn record_definition(&mut self, span: Span, record: &'m RecordDefinition) {
        if self.records.contains_key(&record.name) {
            self.error(span, format!("record `{}` already defined", quoted(record.name)));
            return;
        }
        for (at, field) in record.fields.iter().enumerate() {
            if record.fields[..at].iter().any(|earlier| earlier.name == field.name) {
                self.field_repeated(field.span, record.name, field.name);
            } else if let Some(default) = field.default {
                self.record_default(record.name, field.name, default);
            }
        }
        self.records.insert(record.name, record);
        self.record_types(record);
    }

    fn record_default(&mut self, record: Atom, field: Atom, default: ExprId) {
        let errors_before = self.diagnostics.len();
        let function = self.function.take();
        self.in_record_default = true;
        self.expr(default);
        self.in_record_default = false;
        self.function = function;
        self.leave_clause();
        if self.diagnostics[errors_before..].iter().any(|diagnostic| diagnostic.is_error()) {
            self.bad_defaults.insert((record, field));
        }
    }

    fn field_repeated(&mut self, span: Span, record: Atom, field: Atom) {
        let message = format!("field `{}` already defined in record `{}`", quoted(field), quoted(record));
        self.error(span, message);
    }

    pub(super) fn record_exists(&mut self, at: ExprId, name: Atom) {
        self.record(self.place(at), name);
    }

    /// The definition of a record that is used.
    pub(super) fn record(&mut self, span: Span, name: Atom) -> Option<&'m RecordDefinition> {
        self.types.used_records.insert(name);
        if let Some(&record) = self.records.get(&name) {
            return Some(record);
        }
        if !self.options.incomplete {
            let defined = self.module.forms.iter().filter_map(|form| match &form.kind {
                FormKind::Record(record) => Some((record.name, form.span)),
                _ => None,
            });
            let later = defined.clone().find(|(other, _)| *other == name);
            let near = similar::nearest(name.name(), defined.map(|(name, _)| name.name()));
            let diagnostic = Diagnostic::error(span, format!("record `{}` undefined", quoted(name)));
            self.report(match (later, near) {
                (Some((_, span)), _) => {
                    diagnostic.help(format!("it is defined below, in line {}", span.start.line))
                }
                (None, Some(near)) => diagnostic.help(format!("did you mean `{near}`?")),
                (None, None) => diagnostic,
            });
        }
        None
    }

    pub(super) fn record_has_field(&mut self, at: ExprId, name: Atom, field: Atom) {
        let span = self.place(at);
        if let Some(record) = self.record(span, name) {
            self.has_field(span, record, field);
        }
    }

    pub(super) fn has_field(&mut self, span: Span, record: &RecordDefinition, field: Atom) {
        if record.fields.iter().any(|defined| defined.name == field) {
            return;
        }
        let message = format!("field `{}` undefined in record `{}`", quoted(field), quoted(record.name));
        let near = similar::nearest(field.name(), record.fields.iter().map(|field| field.name.name()));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None if record.fields.is_empty() => "the record has no fields".to_string(),
            None => {
                let names: Vec<_> = record.fields.iter().map(|field| quoted(field.name)).collect();
                format!("the fields are: {}", names.join(", "))
            }
        };
        self.report(Diagnostic::error(span, message).help(help));
    }

    /// The names in `#name{…}`, not the values.
    pub(super) fn record_fields(&mut self, at: ExprId, name: Atom, fields: &[RecordField]) {
        if let Some(record) = self.record(self.place(at), name) {
            self.field_names(record, fields);
        }
    }

    /// The names in a pattern `#name{…}`, where `_ = P` must stand for a field at least.
    pub(super) fn matched_fields(&mut self, at: ExprId, name: Atom, fields: &[RecordField]) {
        self.record_fields(at, name, fields);
        let Some(&record) = self.records.get(&name) else { return };
        if let Some(rest) = fields.iter().find(|field| field.name.is_none()) {
            let named =
                |field: &RecordFieldDefinition| fields.iter().any(|given| given.name == Some(field.name));
            if record.fields.iter().all(named) {
                self.error(rest.span, "`_` initializes no omitted fields");
            }
        }
    }

    /// The names in `R#name{…}`.
    pub(super) fn updated_fields(&mut self, at: ExprId, name: Atom, fields: &[RecordField]) {
        let Some(record) = self.record(self.place(at), name) else { return };
        self.field_names(record, fields);
        if let Some(rest) = fields.iter().find(|field| field.name.is_none()) {
            self.error(rest.span, format!("meaningless use of `_` in update of record `{}`", quoted(name)));
        }
    }

    fn field_names(&mut self, record: &RecordDefinition, fields: &[RecordField]) {
        for (at, field) in fields.iter().enumerate() {
            let repeated = fields[..at].iter().any(|earlier| earlier.name == field.name);
            match field.name {
                Some(name) if repeated => self.field_repeated(field.span, record.name, name),
                Some(name) => self.has_field(field.span, record, name),
                None if repeated => {
                    self.error(field.span, "`_` initializes no omitted fields");
                }
                None => {}
            }
        }
    }

    /// The default values that `#name{…}` takes for the fields it does not name.
    pub(super) fn missing_defaults(&self, name: Atom, fields: &[RecordField]) -> Vec<(Atom, ExprId)> {
        let Some(record) = self.records.get(&name) else { return Vec::new() };
        if fields.iter().any(|field| field.name.is_none()) {
            return Vec::new();
        }
        let named = |name: Atom| fields.iter().any(|given| given.name == Some(name));
        let defaults = record.fields.iter().filter_map(|field| Some((field.name, field.default?)));
        defaults.filter(|&(field, _)| !named(field) && !self.bad_defaults.contains(&(name, field))).collect()
    }

    /// A record that is made in a guard has its default values evaluated there: they must be legal
    /// too.
    pub(super) fn record_defaults_in_guard(&mut self, at: ExprId, name: Atom, fields: &[RecordField]) {
        for (field, default) in self.missing_defaults(name, fields) {
            if !self.is_guard_expr(default) {
                let message = format!("the default value of field `{}` is illegal in a guard", quoted(field));
                let default_span = self.module[default].span;
                let diagnostic = Diagnostic::error(self.place(at), message);
                self.report(diagnostic.label(default_span, "the default value"));
            }
        }
    }
}
