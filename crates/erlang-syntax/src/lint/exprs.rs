//! Expressions: variables must be bound, and safely so, wherever they are used.

use super::patterns::Old;
use super::scope::{Delta, State};
use super::{BindingConstruct, Linter, quoted, similar};
use crate::ast::*;
use crate::diagnostics::Diagnostic;
use crate::source::Span;

impl Linter<'_> {
    pub(super) fn body(&mut self, exprs: &[ExprId]) {
        exprs.iter().for_each(|&id| self.expr(id));
    }

    pub(super) fn expr(&mut self, id: ExprId) {
        recursion::deep(|| self.expr_here(id));
    }

    fn expr_here(&mut self, id: ExprId) {
        let module = self.module;
        let place = |construct| BindingConstruct { construct, span: module[id].span };
        match &module[id].kind {
            ExprKind::Integer(_)
            | ExprKind::Char(_)
            | ExprKind::Float(_)
            | ExprKind::Atom(_)
            | ExprKind::String(_)
            | ExprKind::Error => {}
            ExprKind::Variable(_) | ExprKind::Wildcard => self.variable(id),
            ExprKind::Tuple(elements) => self.exprs(elements.iter().copied()),
            ExprKind::List { elements, tail } => self.exprs(elements.iter().chain(tail).copied()),
            ExprKind::Map(fields) => {
                self.map_construction(fields);
                self.exprs(fields.iter().flat_map(|field| [field.key, field.value]));
            }
            ExprKind::MapUpdate { map, fields } => {
                let fields = fields.iter().flat_map(|field| [field.key, field.value]);
                self.exprs(std::iter::once(*map).chain(fields));
            }
            ExprKind::Record { name, fields } => {
                self.record_fields(id, *name, fields);
                self.exprs(fields.iter().map(|field| field.value));
            }
            ExprKind::RecordUpdate { record, name, fields } => {
                self.updated_fields(id, *name, fields);
                self.exprs(std::iter::once(*record).chain(fields.iter().map(|field| field.value)));
            }
            ExprKind::RecordAccess { record, name, field } => {
                self.expr(*record);
                self.record_has_field(id, *name, *field);
            }
            ExprKind::RecordIndex { name, field } => self.record_has_field(id, *name, *field),
            ExprKind::Bitstring(segments) => self.segments(segments, Self::expr),
            ExprKind::Match { pattern, value } | ExprKind::MaybeMatch { pattern, value } => {
                self.expr(*value);
                self.patterns(&[*pattern], Old::Matched);
            }
            ExprKind::Unary { operand, .. } => self.expr(*operand),
            ExprKind::Binary { op: op @ (BinaryOp::AndAlso | BinaryOp::OrElse), left, right } => {
                self.expr(*left);
                self.unsafe_after(place(op.name()), |linter| linter.expr(*right));
            }
            ExprKind::Binary { left, right, .. } => self.exprs([*left, *right].into_iter()),
            ExprKind::Call { callee, arguments } => self.call(id, *callee, arguments),
            ExprKind::RemoteCall { module, function, arguments } => {
                self.remote_call(*module, *function, arguments);
            }
            ExprKind::FunLocal { name, arity } => self.fun_local(self.place(id), (*name, *arity)),
            ExprKind::FunRemote { module, function, arity } => {
                self.exprs([*module, *function, *arity].into_iter());
            }
            ExprKind::Fun { name, clauses } => self.fun(module[id].span, *name, clauses),
            ExprKind::Case { argument, clauses } => {
                self.expr(*argument);
                self.clauses(clauses, Vec::new(), place("case"));
            }
            ExprKind::If { clauses } => self.clauses(clauses, Vec::new(), place("if")),
            ExprKind::Receive { clauses, after: None } => self.clauses(clauses, Vec::new(), place("receive")),
            ExprKind::Receive { clauses, after: Some(after) } => {
                let timeout = self.delta(|linter| linter.expr(after.timeout));
                let body = self.delta(|linter| linter.body(&after.body));
                let all = self.delta(|linter| linter.clauses(clauses, vec![body], place("receive")));
                let merged = self.scope.merge(timeout, all);
                self.scope.apply(merged);
            }
            ExprKind::Try { body, of, catch, after } => self.try_(place("try"), body, of, catch, after),
            ExprKind::Catch(body) => self.unsafe_after(place("catch"), |linter| linter.expr(*body)),
            ExprKind::Begin(body) => self.body(body),
            ExprKind::Maybe { body, else_clauses } => {
                let mut body = self.delta(|linter| linter.body(body));
                self.scope.make_new_unsafe(&mut body, place("maybe"));
                let mut otherwise = Delta::new();
                if !else_clauses.is_empty() {
                    otherwise = self.delta_after(&body, |linter| {
                        linter.clauses(else_clauses, Vec::new(), place("else"));
                    });
                    self.scope.make_new_unsafe(&mut otherwise, place("else"));
                }
                let merged = self.scope.merge(body, otherwise);
                self.scope.apply(merged);
            }
            ExprKind::ListComprehension { template, qualifiers }
            | ExprKind::BinaryComprehension { template, qualifiers } => {
                self.comprehension(qualifiers, |linter| linter.expr(*template));
            }
            ExprKind::MapComprehension { key, value, qualifiers } => {
                self.comprehension(qualifiers, |linter| linter.exprs([*key, *value].into_iter()));
            }
        }
    }

    /// Expressions that are evaluated in any order: none sees what another binds.
    fn exprs(&mut self, exprs: impl Iterator<Item = ExprId>) {
        self.siblings(exprs, Self::expr);
    }

    pub(super) fn siblings(&mut self, exprs: impl Iterator<Item = ExprId>, check: fn(&mut Self, ExprId)) {
        let mut merged = Delta::new();
        for id in exprs {
            let delta = self.delta(|linter| check(linter, id));
            merged = self.scope.merge_siblings(merged, delta);
        }
        self.scope.apply(merged);
    }

    /// What `check` does to the scope, taken back.
    fn delta(&mut self, check: impl FnOnce(&mut Self)) -> Delta {
        let mark = self.scope.mark();
        check(self);
        self.scope.undo(mark)
    }

    /// What `check` does to the scope after `before`, both taken back.
    fn delta_after(&mut self, before: &Delta, check: impl FnOnce(&mut Self)) -> Delta {
        let mark = self.scope.mark();
        self.scope.apply(before.clone());
        let delta = self.delta(check);
        self.scope.undo(mark);
        delta
    }

    fn unsafe_after(&mut self, place: BindingConstruct, check: impl FnOnce(&mut Self)) {
        let mut delta = self.delta(check);
        self.scope.make_new_unsafe(&mut delta, place);
        self.scope.apply(delta);
    }

    pub(super) fn variable(&mut self, id: ExprId) {
        let span = self.module[id].span;
        let ExprKind::Variable(name) = self.module[id].kind else {
            let help = "`_` stands for a value that is ignored, and can only be used in patterns";
            return self.report(Diagnostic::error(span, "variable `_` is unbound").help(help));
        };
        self.scope.mark_used(name);
        match self.scope.state(name) {
            Some(State::Bound | State::Exported(_)) => {}
            Some(State::Unsafe(place)) => {
                self.unsafe_variable(name, span, place);
                self.scope.set_state(name, State::Bound);
            }
            Some(State::Stacktrace) => {
                let message = format!("stacktrace variable `{}` must not be used in a guard", name.name());
                self.error(span, message);
                self.scope.set_state(name, State::Bound);
            }
            None => {
                let near = similar::nearest(name.name(), self.scope.names().map(|name| name.name()));
                let diagnostic = Diagnostic::error(span, format!("variable `{}` is unbound", name.name()));
                self.report(match near {
                    Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                    None => diagnostic,
                });
                self.scope.insert_missing(name, span);
            }
        }
    }

    pub(super) fn unsafe_variable(&mut self, name: VarName, span: Span, place: BindingConstruct) {
        let message = format!("variable `{}` unsafe in {}", name.name(), place.shown());
        let help = match place.construct {
            "try" | "catch" | "maybe" => "it may be unbound at this point",
            "andalso" | "orelse" => "it is bound only if the right side is evaluated",
            _ => "it is not bound in every clause",
        };
        self.report(Diagnostic::error(span, message).help(help));
    }

    pub(super) fn map_construction(&mut self, fields: &[MapField]) {
        for field in fields.iter().filter(|field| field.exact) {
            let help = "write `=>`; `:=` changes a key that a map has, or matches it";
            let message = "only `=>` is allowed in map construction";
            self.report(Diagnostic::error(field.span, message).help(help));
        }
    }

    /// Clauses of case, if, receive and `else`: each sees what was before them all, and `others`
    /// are as good as clauses.
    fn clauses(&mut self, clauses: &[Clause], others: Vec<Delta>, place: BindingConstruct) {
        let mut deltas = others;
        for clause in clauses {
            deltas.push(self.delta(|linter| linter.clause(clause)));
        }
        let merged = self.scope.merge_clauses(deltas, place);
        self.scope.apply(merged);
    }

    fn clause(&mut self, clause: &Clause) {
        self.patterns(&clause.patterns, Old::Matched);
        self.guard(&clause.guard);
        self.body(&clause.body);
    }

    /// Variables go from the body to the `of` clauses, and nowhere else.
    fn try_(
        &mut self,
        place: BindingConstruct,
        body: &[ExprId],
        of: &[Clause],
        catch: &[CatchClause],
        after: &[ExprId],
    ) {
        let bound = self.delta(|linter| linter.body(body));
        let mut unsafe_ = bound.clone();
        self.scope.make_new_unsafe(&mut unsafe_, place);

        let mut deltas = Vec::new();
        for clause in of {
            deltas.push(self.delta_after(&bound, |linter| linter.clause(clause)));
        }
        for clause in catch {
            deltas.push(self.delta_after(&unsafe_, |linter| linter.catch_clause(clause)));
        }
        let mark = self.scope.mark();
        self.scope.apply(bound);
        let clauses = self.scope.merge_clauses(deltas, place);
        self.scope.undo(mark);
        let mut all = self.scope.merge(unsafe_, clauses);
        self.scope.make_new_unsafe(&mut all, place);

        self.unsafe_after(place, |linter| {
            linter.scope.apply(all);
            linter.body(after);
        });
    }

    fn catch_clause(&mut self, clause: &CatchClause) {
        let stacktrace = clause.stacktrace.and_then(|id| match self.module[id].kind {
            ExprKind::Variable(name) => Some((id, name)),
            _ => None,
        });
        let before = stacktrace.and_then(|(_, name)| self.scope.state(name));
        let patterns: Vec<ExprId> =
            clause.class.into_iter().chain([clause.reason]).chain(clause.stacktrace).collect();
        self.patterns(&patterns, Old::Matched);
        if let Some((id, name)) = stacktrace {
            if before.is_some() || patterns.iter().filter(|&&other| self.mentions(other, name)).count() > 1 {
                let message = format!("stacktrace variable `{}` must not be previously bound", name.name());
                self.error(self.module[id].span, message);
            }
            self.scope.set_state(name, State::Stacktrace);
        }
        self.guard(&clause.guard);
        if let Some((_, name)) = stacktrace {
            self.scope.set_state(name, State::Bound);
        }
        self.body(&clause.body);
    }

    /// Does a pattern contain a variable?
    fn mentions(&self, pattern: ExprId, name: VarName) -> bool {
        let mut rest = vec![pattern];
        while let Some(id) = rest.pop() {
            match &self.module[id].kind {
                ExprKind::Variable(other) if *other == name => return true,
                ExprKind::Tuple(elements) => rest.extend(elements),
                ExprKind::List { elements, tail } => rest.extend(elements.iter().chain(tail)),
                ExprKind::Map(fields) => rest.extend(fields.iter().map(|field| field.value)),
                ExprKind::Record { fields, .. } => rest.extend(fields.iter().map(|field| field.value)),
                ExprKind::Bitstring(segments) => rest.extend(segments.iter().map(|segment| segment.value)),
                ExprKind::Match { pattern, value } => rest.extend([pattern, value]),
                ExprKind::Binary { left, right, .. } => rest.extend([left, right]),
                _ => {}
            }
        }
        false
    }

    fn fun(&mut self, span: Span, name: Option<VarName>, clauses: &[Clause]) {
        let in_record_default = std::mem::take(&mut self.in_record_default);
        let mark = self.scope.mark();
        if let Some(name) = name {
            let shadows = matches!(self.scope.state(name), Some(State::Bound | State::Exported(_)));
            if shadows && !self.compile.is_set("nowarn_shadow_vars") {
                self.warning(span, format!("variable `{}` shadowed in named fun", name.name()));
            }
            let binding = self.scope.add_binding(name, span);
            self.scope.insert(name, binding);
        }
        for clause in clauses {
            let mut new = None;
            let mut delta = self.delta(|linter| {
                new = Some(linter.patterns(&clause.patterns, Old::Shadowed("fun")));
                linter.guard(&clause.guard);
                linter.body(&clause.body);
            });
            // Nothing leaves a fun, except that what was wrong has been said.
            delta.retain(|(name, _)| !new.as_ref().is_some_and(|new| new.has(*name)));
            self.scope.keep_old(&mut delta);
            self.scope.apply(delta);
        }
        let mut delta = self.scope.undo(mark);
        delta.retain(|(other, _)| Some(*other) != name);
        self.scope.keep_old(&mut delta);
        self.scope.apply(delta);
        self.in_record_default = in_record_default;
    }

    fn comprehension(&mut self, qualifiers: &[Qualifier], template: impl FnOnce(&mut Self)) {
        let in_record_default = std::mem::take(&mut self.in_record_default);
        let mut shadowing = Vec::new();
        let mut delta = self.delta(|linter| {
            for qualifier in qualifiers {
                linter.qualifier(qualifier, &mut shadowing);
            }
            template(linter);
        });
        delta.retain(|(name, _)| !shadowing.contains(name));
        self.scope.keep_old(&mut delta);
        self.scope.apply(delta);
        self.in_record_default = in_record_default;
    }

    fn qualifier(&mut self, qualifier: &Qualifier, shadowing: &mut Vec<VarName>) {
        match qualifier {
            Qualifier::Filter(id) if self.is_guard_test(*id) => self.guard_test(*id),
            Qualifier::Filter(id) => self.expr(*id),
            Qualifier::Zip { generators, .. } => self.generators(generators, shadowing),
            generator => self.generators(std::slice::from_ref(generator), shadowing),
        }
    }

    /// Generators that advance together. Variables that their sources bind are not visible
    /// anywhere.
    fn generators(&mut self, generators: &[Qualifier], shadowing: &mut Vec<VarName>) {
        let mut patterns = Vec::new();
        let mut sources = Vec::new();
        for generator in generators {
            match generator {
                Qualifier::ListGenerator { pattern, source, .. } => {
                    patterns.push(*pattern);
                    sources.push(*source);
                }
                Qualifier::BinaryGenerator { pattern, source, .. } => {
                    self.generator_segments(*pattern);
                    patterns.push(*pattern);
                    sources.push(*source);
                }
                Qualifier::MapGenerator { key, value, source, .. } => {
                    patterns.extend([*key, *value]);
                    sources.push(*source);
                }
                Qualifier::Zip { .. } | Qualifier::Filter(_) => {}
            }
        }
        let mut delta = self.delta(|linter| linter.exprs(sources.into_iter()));
        self.scope.keep_old(&mut delta);
        self.scope.apply(delta);
        let new = self.patterns(&patterns, Old::Shadowed("a generator"));
        shadowing.extend(new.names());
    }

    /// Warns about variables that nothing uses, when the clause that bound them is over.
    pub(super) fn leave_clause(&mut self) {
        for binding in self.scope.leave() {
            if !binding.name.name().starts_with('_') && !self.compile.is_set("nowarn_unused_vars") {
                let message = format!("variable `{}` is unused", binding.name.name());
                let help = format!("if this is intended, name it `_{}`", binding.name.name());
                self.report(Diagnostic::warning(binding.span, message).help(help));
            }
        }
    }

    /// `m:f(…)`: only that it is callable; whether it exists is known when it is called.
    fn remote_call(&mut self, of: ExprId, function: ExprId, arguments: &[ExprId]) {
        if let (ExprKind::Atom(of), ExprKind::Atom(function)) =
            (&self.module[of].kind, &self.module[function].kind)
        {
            match (of.name(), function.name(), arguments) {
                ("erlang", "is_record", &[value, record]) if self.atom(record).is_some() => {
                    self.expr(value);
                    return self.is_record(record);
                }
                ("ets" | "dbg", "fun2ms", _) if self.compile.has_transform("ms_transform") => {
                    let before = std::mem::replace(&mut self.in_match_spec, true);
                    self.exprs(arguments.iter().copied());
                    self.in_match_spec = before;
                    return;
                }
                _ => {}
            }
        }
        self.exprs([of, function].into_iter().chain(arguments.iter().copied()));
    }

    pub(super) fn is_record(&mut self, record: ExprId) {
        if let Some(name) = self.atom(record) {
            self.record_exists(record, name);
        }
    }

    pub(super) fn atom(&self, id: ExprId) -> Option<erlang_term::Atom> {
        match self.module[id].kind {
            ExprKind::Atom(atom) => Some(atom),
            _ => None,
        }
    }

    /// `record_info(fields, name)`: the compiler answers it, so both must be literal.
    pub(super) fn record_info(&mut self, id: ExprId, arguments: &[ExprId]) {
        match arguments.iter().map(|&id| self.atom(id)).collect::<Vec<_>>()[..] {
            [Some(item), Some(record)] if matches!(item.name(), "fields" | "size") => {
                self.record_exists(arguments[1], record);
            }
            _ => {
                let help = "write `record_info(fields, Name)` or `record_info(size, Name)` with the name of a record";
                self.report(Diagnostic::error(self.place(id), "illegal record info").help(help));
            }
        }
    }

    pub(super) fn invalid_callee(&mut self, callee: ExprId) {
        let what = match &self.module[callee].kind {
            ExprKind::Integer(_) | ExprKind::Float(_) | ExprKind::Char(_) => "a number",
            ExprKind::String(_) | ExprKind::List { .. } | ExprKind::ListComprehension { .. } => "a list",
            ExprKind::Tuple(_) => "a tuple",
            ExprKind::RecordIndex { name, .. } => {
                let message =
                    format!("a field of record `{}` is a number, and cannot be called", quoted(*name));
                return self.warning(self.place(callee), message);
            }
            _ => return,
        };
        self.warning(self.place(callee), format!("{what} cannot be called"));
    }
}
