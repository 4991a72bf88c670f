//! The static errors that erlc gives, on the same conditions as its erl_lint, in plain words; and
//! its common warnings.

mod attributes;
mod bifs;
mod constants;
mod exprs;
mod functions;
mod guards;
mod patterns;
mod records;
mod scope;
mod segments;
mod similar;
mod types;

use std::collections::{HashMap, HashSet};

use erlang_term::Atom;

pub use attributes::parse_transforms;
pub use bifs::{is_auto_imported, is_built_in_type, is_guard_function, is_guard_operator, is_old_type_test};

use crate::ast::*;
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use scope::Scope;

/// What to check.
#[derive(Clone, Copy, Debug, Default)]
pub struct LintOptions {
    /// Warnings too, not only errors.
    pub warnings: bool,
    /// The parser found errors: a missing definition may be in a part that could not be read, so it
    /// is not reported.
    pub incomplete: bool,
}

/// What is wrong with `module`, in the order of its text.
pub fn check(module: &Module, options: LintOptions) -> Vec<Diagnostic> {
    let mut linter = Linter::new(module, options);
    linter.collect();
    for form in &module.forms {
        linter.form(form);
    }
    linter.finish();
    let mut diagnostics = linter.diagnostics;
    diagnostics.retain(|diagnostic| options.warnings || diagnostic.is_error());
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.file, diagnostic.span.start));
    diagnostics
}

/// A function's, or type's, name and number of parameters.
type NameArity = (Atom, u32);

/// A construct that binds variables in some of its parts.
#[derive(Clone, Copy)]
struct BindingConstruct {
    construct: &'static str,
    span: Span,
}

struct Linter<'m> {
    module: &'m Module,
    options: LintOptions,
    diagnostics: Vec<Diagnostic>,
    compile: attributes::CompileOptions,

    /// All functions of the module, known before the first is checked.
    locals: HashSet<NameArity>,
    defined: HashMap<NameArity, Span>,
    imports: HashMap<NameArity, Atom>,
    exports: HashMap<NameArity, Span>,
    /// Who calls whom, and where; `None` is the module itself (exports, record definitions).
    calls: Vec<(Option<NameArity>, NameArity, Span)>,
    on_load: Option<(NameArity, Span)>,
    /// Records and types are known from their definitions on.
    records: HashMap<Atom, &'m RecordDefinition>,
    /// Fields with a default that is itself wrong, which is said once.
    bad_defaults: HashSet<(Atom, Atom)>,
    types: types::Types,

    scope: Scope,
    function: Option<NameArity>,
    /// Inside the default value of a record's field, outside of any fun or comprehension.
    in_record_default: bool,
    guard_context: guards::Context,
    /// Inside the fun that `ets:fun2ms` and `dbg:fun2ms` turn into a match specification.
    in_match_spec: bool,
    seen_function: bool,
    seen_module: bool,
}

impl<'m> Linter<'m> {
    fn new(module: &'m Module, options: LintOptions) -> Linter<'m> {
        Linter {
            module,
            options,
            diagnostics: Vec::new(),
            compile: attributes::CompileOptions::of(module),
            locals: HashSet::new(),
            defined: HashMap::new(),
            imports: HashMap::new(),
            exports: HashMap::new(),
            calls: Vec::new(),
            on_load: None,
            records: HashMap::new(),
            bad_defaults: HashSet::new(),
            types: types::Types::default(),
            scope: Scope::default(),
            function: None,
            in_record_default: false,
            guard_context: guards::Context::Guard,
            in_match_spec: false,
            seen_function: false,
            seen_module: false,
        }
    }

    fn collect(&mut self) {
        self.locals = self.module.functions().map(|function| (function.name, function.arity)).collect();
    }

    fn form(&mut self, form: &'m Form) {
        self.module_comes_first(form);
        if self.after_functions(form) {
            return;
        }
        match &form.kind {
            FormKind::Module(name) => self.module_attribute(form.span, *name),
            FormKind::Export(functions) => self.export(functions),
            FormKind::ExportType(types) => self.export_types(types),
            FormKind::Import { module, functions } => self.import(form.span, *module, functions),
            FormKind::Record(record) => self.record_definition(form.span, record),
            FormKind::Spec(spec) => self.spec(form.span, spec),
            FormKind::Callback(spec) => self.callback(form.span, spec),
            FormKind::TypeDefinition { keyword, name, parameters, body } => {
                self.type_definition(form.span, *keyword, *name, parameters, *body);
            }
            FormKind::OptionalCallbacks(callbacks) => self.optional_callbacks(callbacks),
            FormKind::Attribute { name, value } => self.attribute(form.span, *name, *value),
            FormKind::Function(function) => self.function(function),
            FormKind::Compile(_) | FormKind::File { .. } => {}
        }
    }

    fn finish(&mut self) {
        if self.options.incomplete {
            return;
        }
        self.undefined_functions();
        self.unused_functions();
        self.functions_named_by_attributes();
        self.specs_without_function();
        self.undefined_types();
        self.callbacks_at_the_end();
        self.unused_types_and_records();
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(span, message));
    }

    fn warning(&mut self, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::warning(span, message));
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Where to point for an expression: at all of it, but never at a line before the one that erlc
    /// would name.
    fn place(&self, id: ExprId) -> Span {
        let expr = &self.module[id];
        let start = if expr.anchor.line == expr.span.start.line { expr.span.start } else { expr.anchor };
        Span { start, end: expr.span.end.max(start), ..expr.span }
    }
}

impl BindingConstruct {
    /// ``the `case` in line 3``
    fn shown(self) -> String {
        format!("the `{}` in line {}", self.construct, self.span.start.line)
    }
}

/// `name/arity`, quoted as source.
fn shown((name, arity): NameArity) -> String {
    format!("{}/{arity}", quoted(name))
}

/// An atom as source spells it.
fn quoted(name: Atom) -> String {
    crate::pretty::atom(name)
}
