//! Forms: attributes and functions.

use super::layout::Doc;
use super::{INDENT, Printer, literals};
use crate::ast::*;

impl Printer<'_> {
    pub(super) fn form(&mut self, form: &Form) -> Doc {
        match &form.kind {
            FormKind::Module(name) => self.docs.text(format!("-module({}).", literals::atom(*name))),
            FormKind::Export(functions) => self.names_attribute("-export([", functions),
            FormKind::ExportType(types) => self.names_attribute("-export_type([", types),
            FormKind::OptionalCallbacks(callbacks) => {
                self.names_attribute("-optional_callbacks([", callbacks)
            }
            FormKind::Import { module, functions } => {
                self.names_attribute(format!("-import({}, [", literals::atom(*module)), functions)
            }
            FormKind::Compile(options) => self.attribute("compile".to_string(), *options),
            FormKind::Attribute { name, value } => self.attribute(literals::atom(*name), *value),
            FormKind::File { name, line } => {
                let name: Vec<u32> = name.chars().map(u32::from).collect();
                self.docs.text(format!("-file({}, {line}).", literals::string(&name)))
            }
            FormKind::Record(record) => self.record(record),
            FormKind::Spec(spec) => self.spec("spec", spec),
            FormKind::Callback(spec) => self.spec("callback", spec),
            FormKind::TypeDefinition { keyword, name, parameters, body } => {
                let parameters: Vec<_> = parameters.iter().map(|parameter| parameter.name()).collect();
                let parameters = parameters.join(", ");
                let head = format!("-{} {}({parameters}) ::", keyword.name(), literals::atom(*name));
                let (head, line, stop) = (self.docs.text(head), self.docs.line(), self.docs.text("."));
                let body = self.type_(*body);
                let body = self.docs.concat(vec![line, body]);
                let body = self.docs.nest(INDENT, body);
                let whole = self.docs.concat(vec![head, body, stop]);
                self.docs.group(whole)
            }
            FormKind::Function(function) => self.function(function),
        }
    }

    pub(super) fn function(&mut self, function: &Function) -> Doc {
        let clauses =
            function.clauses.iter().map(|clause| self.function_clause(function.name, clause)).collect();
        let (line, stop) = (self.docs.hard_line(), self.docs.text("."));
        let clauses = self.docs.separated(clauses, ";", line);
        self.docs.concat(vec![clauses, stop])
    }

    pub(super) fn function_clause(&mut self, name: erlang_term::Atom, clause: &Clause) -> Doc {
        let patterns = clause.patterns.iter().map(|&pattern| self.expr(pattern)).collect();
        let head = self.bracketed_docs(format!("{}(", literals::atom(name)), patterns, ")");
        self.clause_doc(head, &clause.guard, &clause.body)
    }

    fn names_attribute(
        &mut self,
        open: impl Into<std::borrow::Cow<'static, str>>,
        functions: &[FunctionName],
    ) -> Doc {
        let names = functions
            .iter()
            .map(|function| self.docs.text(format!("{}/{}", literals::atom(function.name), function.arity)))
            .collect();
        let names = self.docs.fill(names);
        let names = self.docs.align(names);
        let (open, close) = (self.docs.text(open), self.docs.text("])."));
        self.docs.concat(vec![open, names, close])
    }

    fn attribute(&mut self, name: String, value: ExprId) -> Doc {
        let (open, close) = (self.docs.text(format!("-{name}(")), self.docs.text(")."));
        let value = self.expr(value);
        self.docs.concat(vec![open, value, close])
    }

    fn record(&mut self, record: &RecordDefinition) -> Doc {
        let fields = record
            .fields
            .iter()
            .map(|field| {
                let mut parts = vec![self.docs.text(literals::atom(field.name))];
                if let Some(default) = field.default {
                    parts.push(self.docs.text(" = "));
                    parts.push(self.expr(default));
                }
                if let Some(ty) = field.ty {
                    parts.push(self.docs.text(" :: "));
                    parts.push(self.type_(ty));
                }
                self.docs.concat(parts)
            })
            .collect();
        self.bracketed_docs(format!("-record({}, {{", literals::atom(record.name)), fields, "}).")
    }
}
