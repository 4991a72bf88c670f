//! Attributes: where they may stand, what they name, and the compiler's options among them.

use erlang_term::Atom;
use num_traits::ToPrimitive;

use super::{Linter, NameArity, quoted, shown};
use crate::ast::*;
use crate::diagnostics::Diagnostic;
use crate::source::Span;

/// The options of `-compile(…)` attributes.
#[derive(Default)]
pub(super) struct CompileOptions {
    flags: Vec<Atom>,
    /// `{tag, [f/1, …]}`
    named: Vec<(Atom, NameArity, Span)>,
    /// With the attribute that names each.
    transforms: Vec<(Atom, Span)>,
}

impl CompileOptions {
    pub(super) fn of(module: &Module) -> CompileOptions {
        let mut options = CompileOptions::default();
        for form in &module.forms {
            if let FormKind::Compile(value) = form.kind {
                for option in flattened(module, value) {
                    options.add(module, option, form.span);
                }
            }
        }
        options
    }

    fn add(&mut self, module: &Module, option: ExprId, span: Span) {
        match &module[option].kind {
            ExprKind::Atom(flag) => self.flags.push(*flag),
            ExprKind::Tuple(parts) => {
                let &[tag, value] = &parts[..] else { return };
                let ExprKind::Atom(tag) = module[tag].kind else { return };
                if let ("parse_transform", ExprKind::Atom(transform)) = (tag.name(), &module[value].kind) {
                    self.transforms.push((*transform, span));
                }
                let names = flattened(module, value).into_iter().filter_map(|id| name_arity(module, id));
                self.named.extend(names.map(|name| (tag, name, span)));
            }
            _ => {}
        }
    }

    pub(super) fn is_set(&self, flag: &str) -> bool {
        self.flags.iter().any(|set| set.name() == flag)
    }

    /// The functions of `{tag, [f/1, …]}`.
    pub(super) fn names(&self, tag: &str) -> Vec<NameArity> {
        self.named.iter().filter(|(set, ..)| set.name() == tag).map(|&(_, name, _)| name).collect()
    }

    /// The built-in function is not meant when `name` is called.
    pub(super) fn no_auto_import(&self, name: NameArity) -> bool {
        self.is_set("no_auto_import")
            || self.named.iter().any(|&(tag, named, _)| named == name && tag.name() == "no_auto_import")
    }

    pub(super) fn has_transform(&self, name: &str) -> bool {
        self.transforms.iter().any(|(transform, _)| transform.name() == name)
    }
}

/// The parse transforms that the module asks for, and where.
pub fn parse_transforms(module: &Module) -> Vec<(Atom, Span)> {
    CompileOptions::of(module).transforms
}

/// The elements of nested lists; something else is its own only element.
fn flattened(module: &Module, value: ExprId) -> Vec<ExprId> {
    let mut elements = Vec::new();
    let mut rest = vec![value];
    while let Some(id) = rest.pop() {
        match &module[id].kind {
            ExprKind::List { elements, .. } => rest.extend(elements.iter().rev()),
            _ => elements.push(id),
        }
    }
    elements
}

/// `f/1`, which is `{f, 1}` in a `.beam`.
fn name_arity(module: &Module, id: ExprId) -> Option<NameArity> {
    let (name, arity) = match &module[id].kind {
        ExprKind::Tuple(parts) => match parts[..] {
            [name, arity] => (name, arity),
            _ => return None,
        },
        ExprKind::Binary { op: BinaryOp::Divide, left, right } => (*left, *right),
        _ => return None,
    };
    match (&module[name].kind, &module[arity].kind) {
        (ExprKind::Atom(name), ExprKind::Integer(arity)) => Some((*name, arity.to_u32()?)),
        _ => None,
    }
}

impl Linter<'_> {
    pub(super) fn module_comes_first(&mut self, form: &Form) {
        if self.seen_module || self.options.incomplete {
            return;
        }
        match form.kind {
            FormKind::File { .. } | FormKind::Compile(_) => return,
            FormKind::Module(_) => {}
            _ => {
                let help = "the first line of a module is `-module(name).`";
                self.report(Diagnostic::error(form.span, "no module definition").help(help));
            }
        }
        self.seen_module = !matches!(form.kind, FormKind::Module(_));
    }

    pub(super) fn module_attribute(&mut self, span: Span, name: Atom) {
        if std::mem::replace(&mut self.seen_module, true) {
            return self.error(span, "redefining module");
        }
        let visible = |c: char| !matches!(c, ' ' | '\u{a0}' | '\u{ad}');
        let control = |c: char| matches!(c, '\0'..'\x20' | '\x7f'..'\u{a0}');
        match name.name() {
            "" => self.error(span, "the module name must not be empty"),
            text if !text.contains(visible) => {
                self.error(span, "the module name must contain at least one visible character");
            }
            text if text.contains(control) => {
                self.error(span, "the module name must not contain control characters");
            }
            text if text.contains(|c| c > '\u{ff}') => {
                self.error(span, "module names with non-latin1 characters are not supported");
            }
            text => self.file_is_named_after(span, text),
        }
    }

    fn file_is_named_after(&mut self, span: Span, module: &str) {
        let Some(file) = self.module.sources.files.get(span.file.0 as usize) else { return };
        let base = file.name.rsplit('/').next().unwrap_or_default();
        if let Some(stem) = base.strip_suffix(".erl")
            && stem != module
        {
            let message =
                format!("module name `{}` does not match file name `{base}`", quoted(Atom::new(module)));
            self.warning(span, message);
        }
    }

    /// Says so if an attribute stands after functions that must not.
    pub(super) fn after_functions(&mut self, form: &Form) -> bool {
        let name = match &form.kind {
            FormKind::Function(_) => {
                self.seen_function = true;
                return false;
            }
            FormKind::Module(_) => "module",
            FormKind::Export(_) => "export",
            FormKind::ExportType(_) => "export_type",
            FormKind::Import { .. } => "import",
            FormKind::Callback(_) => "callback",
            FormKind::OptionalCallbacks(_) => "optional_callbacks",
            FormKind::Attribute { name, .. } if !is_allowed_anywhere(name.name()) => name.name(),
            _ => return false,
        };
        if self.seen_function {
            let help = "move it up, before the first function";
            let message = format!("attribute `{name}` after function definitions");
            self.report(Diagnostic::error(form.span, message).help(help));
        }
        self.seen_function
    }

    pub(super) fn attribute(&mut self, span: Span, name: Atom, value: ExprId) {
        if name.name() == "on_load" {
            match name_arity(self.module, value) {
                None => self.error(span, "badly formed on_load attribute: write `-on_load(name/0).`"),
                Some(_) if self.on_load.is_some() => self.error(span, "more than one on_load attribute"),
                Some(function) => {
                    self.on_load = Some((function, span));
                    if function.1 != 0 {
                        self.error(
                            span,
                            format!("function `{}` has wrong arity (must be 0)", shown(function)),
                        );
                    }
                }
            }
        }
    }

    /// `-on_load`, `-nifs`, `-dialyzer` and options of `-compile` name functions, which must exist.
    pub(super) fn functions_named_by_attributes(&mut self) {
        if let Some((name, span)) = self.on_load
            && name.1 == 0
            && !self.locals.contains(&name)
        {
            self.error(span, format!("function `{}` undefined", shown(name)));
        }
        for (tag, name, span) in std::mem::take(&mut self.compile.named) {
            let known = self.is_own_function(name);
            match tag.name() {
                "inline" if !known => {
                    self.error(span, format!("inlined function `{}` undefined", shown(name)))
                }
                "nowarn_unused_function" if !known => {
                    self.error(span, format!("function `{}` undefined", shown(name)));
                }
                "nowarn_bif_clash" => {
                    let help = format!("use `-compile({{no_auto_import,[{}]}}).`", shown(name));
                    let message = "compile directive nowarn_bif_clash is no longer allowed";
                    self.report(Diagnostic::error(span, message).help(help));
                }
                _ => {}
            }
        }
        for form in &self.module.forms {
            if let FormKind::Attribute { name: attribute, value } = form.kind {
                let named: Vec<NameArity> = match attribute.name() {
                    "nifs" => self.names_in(&[value]),
                    "dialyzer" => self.dialyzer_names(value),
                    _ => continue,
                };
                let what = if attribute.name() == "nifs" { "nif" } else { "function" };
                for name in named {
                    if !self.locals.contains(&name) {
                        self.error(form.span, format!("{what} `{}` undefined", shown(name)));
                    }
                }
            }
        }
    }

    fn names_in(&self, values: &[ExprId]) -> Vec<NameArity> {
        let flat = values.iter().flat_map(|&value| flattened(self.module, value));
        flat.filter_map(|id| name_arity(self.module, id)).collect()
    }

    /// The functions in `-dialyzer([{options, functions}, …])`.
    fn dialyzer_names(&self, value: ExprId) -> Vec<NameArity> {
        let options = flattened(self.module, value).into_iter();
        let functions = options.filter_map(|option| match &self.module[option].kind {
            ExprKind::Tuple(parts) => parts.get(1).copied(),
            _ => None,
        });
        self.names_in(&functions.collect::<Vec<_>>())
    }
}

/// Attributes that may stand between functions.
fn is_allowed_anywhere(name: &str) -> bool {
    matches!(name, "dialyzer" | "doc" | "moduledoc" | "feature")
}
