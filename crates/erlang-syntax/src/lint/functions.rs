//! Functions: definitions, exports, imports and calls by name.

use std::collections::HashSet;

use erlang_term::Atom;

use super::patterns::Old;
use super::{Linter, NameArity, bifs, quoted, shown, similar};
use crate::ast::*;
use crate::diagnostics::Diagnostic;
use crate::source::Span;

/// More than the runtime system allows.
const MOST_ARGUMENTS: u32 = 255;

impl<'m> Linter<'m> {
    pub(super) fn function(&mut self, function: &'m Function) {
        let name = (function.name, function.arity);
        self.define(name, function.name_span);
        self.function = Some(name);
        for clause in &function.clauses {
            self.patterns(&clause.patterns, Old::Matched);
            self.guard(&clause.guard);
            self.body(&clause.body);
            self.leave_clause();
        }
        self.function = None;
    }

    fn define(&mut self, name: NameArity, span: Span) {
        if let Some(&first) = self.defined.get(&name) {
            let diagnostic = Diagnostic::error(span, format!("function `{}` already defined", shown(name)));
            let help = "clauses of one function are separated by `;`";
            return self.report(diagnostic.label(first, "first defined here").help(help));
        }
        if is_made_by_compiler(name) {
            return self.error(span, format!("function `{}` already defined by the compiler", shown(name)));
        }
        self.defined.insert(name, span);
        if name.1 > MOST_ARGUMENTS {
            let message = format!("too many arguments ({}): {MOST_ARGUMENTS} are allowed", name.1);
            self.error(span, message);
        }
        if let Some(module) = self.imports.get(&name) {
            let message = format!("function `{}` is imported from `{}`", shown(name), quoted(*module));
            self.error(span, message);
        }
    }

    pub(super) fn export(&mut self, functions: &[FunctionName]) {
        for function in functions {
            let name = (function.name, function.arity);
            if self.exports.insert(name, function.span).is_some() {
                self.warning(function.span, format!("function `{}` already exported", shown(name)));
            }
            self.calls.push((None, name, function.span));
        }
    }

    pub(super) fn import(&mut self, span: Span, module: Atom, functions: &[FunctionName]) {
        let mut new = Vec::new();
        for function in functions {
            let name = (function.name, function.arity);
            if let Some(other) = self.imports.get(&name) {
                let message =
                    format!("function `{}` already imported from `{}`", shown(name), quoted(*other));
                self.error(span, message);
                return;
            }
            if bifs::is_auto_imported(name.0, name.1) && !self.compile.no_auto_import(name) {
                let message = format!("import overrides the built-in function `{}`", shown(name));
                let help = format!("say so with `-compile({{no_auto_import,[{}]}}).`", shown(name));
                let diagnostic = match bifs::is_auto_imported_since_ever(name.0, name.1) {
                    true => Diagnostic::error(span, message),
                    false => Diagnostic::warning(span, message),
                };
                self.report(diagnostic.help(help));
            }
            new.push(name);
        }
        self.imports.extend(new.into_iter().map(|name| (name, module)));
    }

    pub(super) fn call(&mut self, id: ExprId, callee: ExprId, arguments: &[ExprId]) {
        let Some(name) = self.atom(callee).map(|name| (name, arguments.len() as u32)) else {
            self.invalid_callee(callee);
            return self.siblings(std::iter::once(callee).chain(arguments.iter().copied()), Self::expr);
        };
        if name.0.name() == "is_record"
            && let &[value, record] = arguments
            && self.atom(record).is_some()
        {
            self.expr(value);
            return self.is_record(record);
        }
        self.siblings(arguments.iter().copied(), Self::expr);
        let span = self.place(callee);
        if self.is_built_in_here(name) || self.imports.contains_key(&name) {
            return;
        }
        if name == (Atom::new("record_info"), 2) {
            return self.record_info(id, arguments);
        }
        if bifs::is_auto_imported(name.0, name.1) && !self.compile.no_auto_import(name) {
            self.ambiguous_call(span, name);
        }
        if self.function != Some(name) && !self.in_match_spec {
            self.calls.push((self.function, name, span));
        }
    }

    /// `fun f/1`: built-in functions too, but not imported ones.
    pub(super) fn fun_local(&mut self, span: Span, name: NameArity) {
        if name == (Atom::new("record_info"), 2) {
            return self.error(span, "illegal record info: `record_info/2` cannot be a fun");
        }
        let built_in = !self.locals.contains(&name)
            && bifs::is_auto_imported(name.0, name.1)
            && !self.compile.no_auto_import(name);
        if !built_in {
            self.calls.push((self.function, name, span));
        }
    }

    fn is_built_in_here(&self, name: NameArity) -> bool {
        !self.is_own_function(name)
            && bifs::is_auto_imported(name.0, name.1)
            && !self.compile.no_auto_import(name)
    }

    fn ambiguous_call(&mut self, span: Span, name: NameArity) {
        let old = bifs::is_auto_imported_since_ever(name.0, name.1);
        let message =
            format!("ambiguous call of `{}`: the module's own, or the built-in function?", shown(name));
        let help = format!(
            "write `erlang:{}(…)`, or `-compile({{no_auto_import,[{}]}}).` for the module's own",
            quoted(name.0),
            shown(name)
        );
        let diagnostic =
            if old { Diagnostic::error(span, message) } else { Diagnostic::warning(span, message) };
        self.report(diagnostic.help(help));
    }

    pub(super) fn undefined_functions(&mut self) {
        let calls = std::mem::take(&mut self.calls);
        for &(caller, name, span) in &calls {
            if !self.locals.contains(&name) && !is_made_by_compiler(name) {
                let exported = caller.is_none() && self.exports.contains_key(&name);
                let what = if exported { "exported function" } else { "function" };
                let diagnostic = Diagnostic::error(span, format!("{what} `{}` undefined", shown(name)));
                self.report(match self.instead_of(name, exported) {
                    Some(help) => diagnostic.help(help),
                    None => diagnostic,
                });
            }
        }
        self.calls = calls;
    }

    /// What the author of a call to an unknown function may have meant.
    fn instead_of(&self, name: NameArity, exported: bool) -> Option<String> {
        let mut arities: Vec<u32> =
            self.module.functions().filter(|f| f.name == name.0).map(|f| f.arity).collect();
        arities.sort_unstable();
        arities.dedup();
        if !arities.is_empty() {
            let known: Vec<_> =
                arities.iter().map(|arity| format!("`{}`", shown((name.0, *arity)))).collect();
            return Some(format!("the module has {}", known.join(" and ")));
        }
        let built_in = if exported { &[][..] } else { bifs::auto_imported() };
        if let Some((known, arities)) = built_in.iter().find(|(known, _)| *known == name.0.name()) {
            let known: Vec<_> = arities.iter().map(|arity| format!("`{known}/{arity}`")).collect();
            return Some(format!("the built-in function is {}", known.join(" or ")));
        }
        let own = self.module.functions().map(|function| function.name.name());
        let near = similar::nearest(name.0.name(), own.chain(built_in.iter().map(|(name, _)| *name)))?;
        Some(format!("did you mean `{}`?", quoted(Atom::new(near))))
    }

    pub(super) fn unused_functions(&mut self) {
        if self.compile.is_set("export_all") || self.compile.is_set("nowarn_unused_function") {
            return;
        }
        let tests_are_exported = self.compile.has_transform("eunit_autoexport");
        let is_root = |name: NameArity| {
            let text = name.0.name();
            self.exports.contains_key(&name)
                || self.on_load.is_some_and(|(on_load, _)| on_load == name)
                || self.compile.names("nowarn_unused_function").contains(&name)
                || tests_are_exported && name.1 == 0 && (text.ends_with("_test") || text.ends_with("_test_"))
        };
        let mut reached: HashSet<NameArity> = HashSet::new();
        let mut rest: Vec<NameArity> =
            self.module.functions().map(|f| (f.name, f.arity)).filter(|&f| is_root(f)).collect();
        rest.extend(self.calls.iter().filter(|(caller, ..)| caller.is_none()).map(|&(_, callee, _)| callee));
        let mut calls: Vec<_> =
            self.calls.iter().filter_map(|&(caller, callee, _)| Some((caller?, callee))).collect();
        let key = |name: NameArity| (name.0.index(), name.1);
        calls.sort_by_key(|&(caller, _)| key(caller));
        while let Some(name) = rest.pop() {
            if reached.insert(name) {
                let start = calls.partition_point(|&(caller, _)| key(caller) < key(name));
                rest.extend(
                    calls[start..]
                        .iter()
                        .take_while(|&&(caller, _)| caller == name)
                        .map(|&(_, callee)| callee),
                );
            }
        }
        let functions = self.module.functions();
        let unused: Vec<_> = functions.filter(|f| !reached.contains(&(f.name, f.arity))).collect();
        for function in unused {
            let name = (function.name, function.arity);
            self.warning(function.name_span, format!("function `{}` is unused", shown(name)));
        }
    }
}

/// Functions that every module has.
pub(super) fn is_made_by_compiler((name, arity): NameArity) -> bool {
    matches!((name.name(), arity), ("module_info", 0 | 1) | ("record_info", 2))
}
