//! Patterns: which variables they bind and which they compare with, and what may stand in them at
//! all.

use super::guards::Context;
use super::scope::{BindingId, State};
use super::segments::Width;
use super::{Linter, constants};
use crate::ast::*;
use crate::diagnostics::Diagnostic;
use crate::source::Span;

/// Whether a pattern compares with the variables that are there, or makes its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Old {
    Matched,
    /// Heads of funs and generators, by this name of the construct.
    Shadowed(&'static str),
}

/// The variables that a pattern binds, in order. They are bound when all of the pattern has been
/// seen.
pub(super) struct New {
    old: Old,
    variables: Vec<(VarName, BindingId, Span)>,
}

const TO_IGNORE: &str = "to ignore a value, use `_` or a name of its own";

impl New {
    fn binding(&self, name: VarName) -> Option<BindingId> {
        self.variables.iter().find(|(other, ..)| *other == name).map(|&(_, binding, _)| binding)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = VarName> {
        self.variables.iter().map(|&(name, ..)| name)
    }

    pub(super) fn has(&self, name: VarName) -> bool {
        self.binding(name).is_some()
    }
}

impl Linter<'_> {
    /// Checks patterns that are matched together, and binds their variables.
    pub(super) fn patterns(&mut self, patterns: &[ExprId], old: Old) -> New {
        let mut new = New { old, variables: Vec::new() };
        for &pattern in patterns {
            self.pattern(pattern, &mut new);
        }
        for &(name, binding, span) in &new.variables {
            if let (Old::Shadowed(construct), Some(state)) = (old, self.scope.state(name))
                && !matches!(state, State::Unsafe(_))
                && !self.compile.is_set("nowarn_shadow_vars")
            {
                self.warning(span, format!("variable `{}` shadowed in {construct}", name.name()));
            }
            self.scope.insert(name, binding);
        }
        new
    }

    fn pattern(&mut self, id: ExprId, new: &mut New) {
        recursion::deep(|| self.pattern_here(id, new));
    }

    fn pattern_here(&mut self, id: ExprId, new: &mut New) {
        let module = self.module;
        match &module[id].kind {
            ExprKind::Variable(name) => self.pattern_variable(*name, module[id].span, new),
            ExprKind::Wildcard
            | ExprKind::Integer(_)
            | ExprKind::Char(_)
            | ExprKind::Float(_)
            | ExprKind::Atom(_)
            | ExprKind::String(_)
            | ExprKind::Error => {}
            ExprKind::Tuple(elements) => elements.iter().for_each(|&element| self.pattern(element, new)),
            ExprKind::List { elements, tail } => {
                elements.iter().chain(tail).for_each(|&element| self.pattern(element, new));
            }
            ExprKind::Map(fields) => self.map_pattern(fields, new),
            ExprKind::Record { name, fields } => {
                self.matched_fields(id, *name, fields);
                fields.iter().for_each(|field| self.pattern(field.value, new));
            }
            ExprKind::RecordIndex { name, field } => self.record_has_field(id, *name, *field),
            ExprKind::Bitstring(segments) => self.binary_pattern(segments, new),
            ExprKind::Match { pattern, value } => {
                self.pattern(*pattern, new);
                self.pattern(*value, new);
            }
            ExprKind::Binary { op: BinaryOp::Append, left, right } if self.is_literal_string(*left) => {
                self.pattern(*right, new);
            }
            _ if constants::value(module, id).is_some() => {}
            _ => self.illegal_pattern(id),
        }
    }

    fn illegal_pattern(&mut self, id: ExprId) {
        self.error(self.place(id), "illegal pattern");
    }

    fn pattern_variable(&mut self, name: VarName, span: Span, new: &mut New) {
        let underscored = name.name().starts_with('_') && !self.compile.is_set("nowarn_underscore_match");
        let state = if new.old == Old::Matched { self.scope.state(name) } else { None };
        if let Some(binding) = new.binding(name) {
            self.scope.mark_binding_used(binding);
            if underscored {
                let message = format!("variable `{}` is bound several times in this pattern", name.name());
                self.report(Diagnostic::warning(span, message).help(TO_IGNORE));
            }
        } else if let Some(state) = state {
            self.scope.mark_used(name);
            match state {
                State::Bound | State::Stacktrace => {}
                State::Unsafe(place) => {
                    self.unsafe_variable(name, span, place);
                    self.scope.set_state(name, State::Bound);
                }
                State::Exported(place) => {
                    let message = format!("variable `{}` exported from {}", name.name(), place.shown());
                    self.warning(span, message);
                    self.scope.set_state(name, State::Bound);
                }
            }
            if underscored && !matches!(state, State::Unsafe(_)) {
                let message = format!("variable `{}` is already bound", name.name());
                self.report(Diagnostic::warning(span, message).help(TO_IGNORE));
            }
        } else {
            if self.in_record_default {
                self.error(span, format!("variable `{}` in record definition", name.name()));
            }
            let binding = self.scope.add_binding(name, span);
            if self.in_record_default {
                self.scope.mark_binding_used(binding);
            }
            new.variables.push((name, binding, span));
        }
    }

    /// The left side of `"abc" ++ Rest`: a string, or a list of characters.
    fn is_literal_string(&self, id: ExprId) -> bool {
        match &self.module[id].kind {
            ExprKind::String(_) => true,
            ExprKind::List { elements, tail } => {
                let is_character =
                    |&id: &ExprId| matches!(self.module[id].kind, ExprKind::Char(_) | ExprKind::Integer(_));
                elements.iter().all(is_character) && tail.is_none_or(|tail| self.is_literal_string(tail))
            }
            _ => false,
        }
    }

    fn map_pattern(&mut self, fields: &[MapField], new: &mut New) {
        for field in fields {
            if !field.exact {
                let message = "illegal pattern: a field of a map pattern is written with `:=`";
                self.error(field.span, message);
                continue;
            }
            self.in_guard_context(Context::MapKey, |linter| linter.guard_expr(field.key));
            self.pattern(field.value, new);
        }
    }

    fn binary_pattern(&mut self, segments: &[Segment], new: &mut New) {
        // Sizes see the variables that earlier segments of the same binary bound, and those from
        // before the pattern.
        let mut own: Vec<VarName> = Vec::new();
        let mut rest: Option<Span> = None;
        for segment in segments {
            if let Some(span) = rest.take() {
                let message = "a binary field without a size is only allowed at the end of a binary pattern";
                self.error(span, message);
            }
            let value = &self.module[segment.value];
            if let ExprKind::String(_) = value.kind
                && !self.string_segment_is_plain(segment)
            {
                let message = "a literal string in a binary pattern must not have a type or a size";
                self.error(segment.span, message);
                continue;
            }
            let width = self.in_binary(&own, new, |linter| linter.pattern_size(segment));
            self.segment_value_pattern(segment.value, new);
            if let ExprKind::Variable(name) = value.kind
                && new.has(name)
            {
                own.push(name);
            }
            let is_string = matches!(value.kind, ExprKind::String(_));
            if self.segment_type(segment, width) == Width::All && !is_string {
                rest = Some(segment.span);
            }
        }
    }

    fn segment_value_pattern(&mut self, id: ExprId, new: &mut New) {
        match &self.module[id].kind {
            ExprKind::Variable(_) | ExprKind::Wildcard | ExprKind::String(_) | ExprKind::Error => {
                self.pattern(id, new);
            }
            ExprKind::Atom(_) => {}
            _ if constants::value(self.module, id).is_some() => {}
            _ => self.illegal_pattern(id),
        }
    }

    /// Runs a check with the variables of the binary so far in scope.
    fn in_binary<T>(&mut self, own: &[VarName], new: &New, check: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.scope.mark();
        for &name in own {
            if let Some(binding) = new.binding(name) {
                self.scope.insert(name, binding);
            }
        }
        let result = check(self);
        let mut delta = self.scope.undo(mark);
        delta.retain(|(name, _)| !own.contains(name));
        self.scope.apply(delta);
        result
    }

    fn pattern_size(&mut self, segment: &Segment) -> Width {
        let Some(size) = segment.size else { return Width::Default };
        match constants::value(self.module, size) {
            Some(constants::Constant::Integer(n)) => Width::Units(n),
            Some(constants::Constant::Float(_)) => {
                self.size_is_no_integer(size);
                Width::Unknown
            }
            None => {
                self.in_guard_context(Context::SegmentSize, |linter| linter.guard_expr(size));
                let kind = &self.module[size].kind;
                if matches!(
                    kind,
                    ExprKind::Atom(_)
                        | ExprKind::Bitstring(_)
                        | ExprKind::List { .. }
                        | ExprKind::Map(_)
                        | ExprKind::Tuple(_)
                ) {
                    self.size_is_no_integer(size);
                }
                Width::Unknown
            }
        }
    }

    fn size_is_no_integer(&mut self, size: ExprId) {
        self.warning(self.place(size), "this size is not an integer; the pattern cannot match");
    }
}
