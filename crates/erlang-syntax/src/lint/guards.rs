//! Guards: expressions that cannot fail, block or call back.

use super::{Linter, NameArity, bifs, shown};
use crate::ast::*;
use crate::diagnostics::Diagnostic;
use crate::source::Span;

/// Where a guard expression stands; what is illegal is called after that.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    Guard,
    MapKey,
    SegmentSize,
}

impl<'m> Linter<'m> {
    pub(super) fn guard(&mut self, guard: &Guard) {
        for &test in guard.iter().flatten() {
            self.guard_test(test);
        }
    }

    /// A test at the top of a guard, where `integer(X)` is still understood.
    pub(super) fn guard_test(&mut self, id: ExprId) {
        if let Some((name, arguments)) = self.local_call(id)
            && bifs::is_old_type_test(name.0, name.1)
            && !self.is_own_function(name)
        {
            if !self.compile.is_set("nowarn_obsolete_guard") {
                let message = format!("obsolete guard test `{}`", shown(name));
                let help = format!("use `is_{}`", name.0.name());
                self.report(Diagnostic::warning(self.place(id), message).help(help));
            }
            match (name.0.name(), arguments) {
                ("record", &[value, record]) => self.record_test(id, value, record),
                _ => self.siblings(arguments.iter().copied(), Self::guard_expr),
            }
            return;
        }
        self.guard_expr(id);
    }

    pub(super) fn guard_expr(&mut self, id: ExprId) {
        recursion::deep(|| self.guard_expr_here(id));
    }

    fn guard_expr_here(&mut self, id: ExprId) {
        let module = self.module;
        match &module[id].kind {
            ExprKind::Integer(_)
            | ExprKind::Char(_)
            | ExprKind::Float(_)
            | ExprKind::Atom(_)
            | ExprKind::String(_)
            | ExprKind::Error => {}
            ExprKind::Variable(_) | ExprKind::Wildcard => self.variable(id),
            ExprKind::Tuple(elements) => self.guard_exprs(elements),
            ExprKind::List { elements, tail } => {
                self.siblings(elements.iter().chain(tail).copied(), Self::guard_expr);
            }
            ExprKind::Map(fields) => {
                self.map_construction(fields);
                self.siblings(fields.iter().flat_map(|field| [field.key, field.value]), Self::guard_expr);
            }
            ExprKind::MapUpdate { map, fields } => {
                let fields = fields.iter().flat_map(|field| [field.key, field.value]);
                self.siblings(std::iter::once(*map).chain(fields), Self::guard_expr);
            }
            ExprKind::Record { name, fields } => {
                self.record_fields(id, *name, fields);
                self.siblings(fields.iter().map(|field| field.value), Self::guard_expr);
                self.record_defaults_in_guard(id, *name, fields);
            }
            ExprKind::RecordIndex { name, field } => self.record_has_field(id, *name, *field),
            ExprKind::RecordAccess { record, name, field } => {
                self.guard_expr(*record);
                self.record_has_field(id, *name, *field);
            }
            ExprKind::Bitstring(segments) => self.segments(segments, Self::guard_expr),
            ExprKind::Call { .. } => self.guard_call(id),
            ExprKind::RemoteCall { module: of, function, arguments } => {
                self.guard_remote_call(id, *of, *function, arguments);
            }
            ExprKind::Unary { operand, .. } => self.guard_expr(*operand),
            ExprKind::Binary { op, left, right } => {
                self.guard_exprs(&[*left, *right]);
                if matches!(op, BinaryOp::Append | BinaryOp::ListSubtract | BinaryOp::Send) {
                    self.illegal_in_guard(id);
                }
            }
            _ => self.illegal_in_guard(id),
        }
    }

    fn guard_exprs(&mut self, exprs: &[ExprId]) {
        self.siblings(exprs.iter().copied(), Self::guard_expr);
    }

    fn guard_call(&mut self, id: ExprId) {
        let Some((name, arguments)) = self.local_call(id) else { return self.illegal_in_guard(id) };
        match (name.0.name(), arguments) {
            ("is_record", &[value, record]) => self.record_test(id, value, record),
            ("is_record", &[value, record, size]) => self.sized_record_test(id, value, record, size),
            _ => {
                self.guard_exprs(arguments);
                if bifs::is_guard_function(name.0, name.1) && self.guard_function_is_meant(name) {
                    return;
                }
                match self.is_own_function(name) {
                    true => self.own_function_in_guard(self.place(id), name),
                    false => self.illegal_in_guard(id),
                }
            }
        }
    }

    fn guard_remote_call(&mut self, id: ExprId, of: ExprId, function: ExprId, arguments: &[ExprId]) {
        let (ExprKind::Atom(of), ExprKind::Atom(function)) =
            (&self.module[of].kind, &self.module[function].kind)
        else {
            return self.illegal_in_guard(id);
        };
        if of.name() != "erlang" {
            return self.illegal_in_guard(id);
        }
        match (function.name(), arguments) {
            ("is_record", &[value, record]) => self.record_test(id, value, record),
            ("is_record", &[value, record, size]) => self.sized_record_test(id, value, record, size),
            _ => {
                self.guard_exprs(arguments);
                let arity = arguments.len() as u32;
                if !bifs::is_guard_function(*function, arity) && !bifs::is_guard_operator(*function, arity) {
                    self.illegal_in_guard(id);
                }
            }
        }
    }

    fn record_test(&mut self, id: ExprId, value: ExprId, record: ExprId) {
        self.guard_expr(value);
        match self.module[record].kind {
            ExprKind::Atom(name) => self.record_exists(record, name),
            _ => {
                self.guard_expr(record);
                self.illegal_in_guard(id);
            }
        }
    }

    fn sized_record_test(&mut self, id: ExprId, value: ExprId, record: ExprId, size: ExprId) {
        self.guard_expr(value);
        let name = (erlang_term::Atom::new("is_record"), 3);
        match (&self.module[record].kind, &self.module[size].kind) {
            (ExprKind::Atom(_), ExprKind::Integer(_)) if self.guard_function_is_meant(name) => {}
            (ExprKind::Atom(_), ExprKind::Integer(_)) => self.own_function_in_guard(self.place(id), name),
            _ => {
                self.guard_exprs(&[record, size]);
                self.illegal_in_guard(id);
            }
        }
    }

    /// The name and arguments of `f(…)`.
    pub(super) fn local_call(&self, id: ExprId) -> Option<(NameArity, &'m [ExprId])> {
        let module = self.module;
        match &module[id].kind {
            ExprKind::Call { callee, arguments } => match module[*callee].kind {
                ExprKind::Atom(name) => Some(((name, arguments.len() as u32), arguments)),
                _ => None,
            },
            _ => None,
        }
    }

    /// A function that the module defines or imports.
    pub(super) fn is_own_function(&self, name: NameArity) -> bool {
        self.locals.contains(&name) || self.imports.contains_key(&name)
    }

    /// `name` in a guard is the built-in function, whatever the module defines.
    fn guard_function_is_meant(&self, name: NameArity) -> bool {
        let not_local = !self.locals.contains(&name)
            || bifs::is_auto_imported_since_ever(name.0, name.1) && !self.compile.no_auto_import(name);
        let not_imported = self.imports.get(&name).is_none_or(|module| module.name() == "erlang");
        not_local && not_imported
    }

    fn own_function_in_guard(&mut self, span: Span, name: NameArity) {
        let (what, help) = match self.guard_context {
            Context::SegmentSize => ("a size", "call it before the pattern"),
            Context::MapKey => ("a key of a map pattern", "call it before the pattern"),
            Context::Guard => {
                ("a guard", "only built-in functions that cannot have effects are allowed there")
            }
        };
        let message = format!("call to local or imported function `{}` is illegal in {what}", shown(name));
        self.report(Diagnostic::error(span, message).help(help));
    }

    pub(super) fn illegal_in_guard(&mut self, id: ExprId) {
        let message = match self.guard_context {
            Context::SegmentSize => "illegal size of a segment in a pattern",
            Context::MapKey => "illegal key of a map pattern: it must be a guard expression",
            Context::Guard => "illegal guard expression",
        };
        self.error(self.place(id), message);
    }

    /// Would all of this be allowed in a guard? Filters of comprehensions that are, are guards.
    pub(super) fn is_guard_test(&self, id: ExprId) -> bool {
        match self.local_call(id) {
            Some((name, arguments)) if bifs::is_old_type_test(name.0, name.1) => {
                !self.is_own_function(name) && self.all_guard_exprs(arguments)
            }
            _ => self.is_guard_expr(id),
        }
    }

    pub(super) fn is_guard_expr(&self, id: ExprId) -> bool {
        recursion::deep(|| self.is_guard_expr_here(id))
    }

    fn all_guard_exprs(&self, exprs: &[ExprId]) -> bool {
        exprs.iter().all(|&id| self.is_guard_expr(id))
    }

    fn is_guard_expr_here(&self, id: ExprId) -> bool {
        let all_fields = |fields: &[MapField]| {
            fields.iter().all(|field| self.is_guard_expr(field.key) && self.is_guard_expr(field.value))
        };
        match &self.module[id].kind {
            ExprKind::Variable(_)
            | ExprKind::Wildcard
            | ExprKind::Integer(_)
            | ExprKind::Char(_)
            | ExprKind::Float(_)
            | ExprKind::Atom(_)
            | ExprKind::String(_)
            | ExprKind::RecordIndex { .. } => true,
            ExprKind::Tuple(elements) => self.all_guard_exprs(elements),
            ExprKind::List { elements, tail } => {
                self.all_guard_exprs(elements) && tail.is_none_or(|tail| self.is_guard_expr(tail))
            }
            ExprKind::Map(fields) => all_fields(fields),
            ExprKind::MapUpdate { map, fields } => self.is_guard_expr(*map) && all_fields(fields),
            ExprKind::Record { fields, name } => {
                let given = fields.iter().all(|field| self.is_guard_expr(field.value));
                given && self.missing_defaults(*name, fields).iter().all(|&(_, id)| self.is_guard_expr(id))
            }
            ExprKind::RecordAccess { record, .. } => self.is_guard_expr(*record),
            ExprKind::Bitstring(segments) => segments.iter().all(|segment| {
                self.is_guard_expr(segment.value) && segment.size.is_none_or(|size| self.is_guard_expr(size))
            }),
            ExprKind::Call { .. } => self.local_call(id).is_some_and(|(name, arguments)| {
                !self.is_own_function(name)
                    && bifs::is_guard_function(name.0, name.1)
                    && self.all_guard_exprs(arguments)
            }),
            ExprKind::RemoteCall { module, function, arguments } => {
                let arity = arguments.len() as u32;
                match (&self.module[*module].kind, &self.module[*function].kind) {
                    (ExprKind::Atom(module), ExprKind::Atom(function)) => {
                        module.name() == "erlang"
                            && (bifs::is_guard_function(*function, arity)
                                || bifs::is_guard_operator(*function, arity))
                            && self.all_guard_exprs(arguments)
                    }
                    _ => false,
                }
            }
            ExprKind::Unary { operand, .. } => self.is_guard_expr(*operand),
            ExprKind::Binary { op: BinaryOp::Append | BinaryOp::ListSubtract | BinaryOp::Send, .. } => false,
            ExprKind::Binary { left, right, .. } => self.is_guard_expr(*left) && self.is_guard_expr(*right),
            _ => false,
        }
    }
}
