//! Which variables can be used here, and how safely.
//!
//! Parts of an expression that are evaluated in no particular order (arguments, elements) each see
//! the variables from before it, not each other's; clauses see none of each other's. So the changes
//! that a part makes are taken back as a [`Delta`], and deltas are merged by the rule of the
//! construct.

use std::collections::HashMap;

use super::BindingConstruct;
use crate::ast::VarName;
use crate::source::Span;

#[derive(Default)]
pub(super) struct Scope {
    variables: HashMap<VarName, Variable>,
    /// What each change replaced, newest last.
    trail: Vec<(VarName, Option<Variable>)>,
    bindings: Vec<Binding>,
    /// Names that were used without being bound.
    missing: Vec<VarName>,
}

/// A name as it is seen at one point of a program. Several bindings, in clauses, can make one
/// variable.
#[derive(Clone)]
pub(super) struct Variable {
    pub(super) state: State,
    bindings: Vec<BindingId>,
}

#[derive(Clone, Copy)]
pub(super) enum State {
    Bound,
    /// Bound in all clauses of a construct.
    Exported(BindingConstruct),
    /// Bound in some clauses only, or in a part of the construct that may not be evaluated.
    Unsafe(BindingConstruct),
    /// The third variable of `catch C:R:S`, as long as the guard lasts.
    Stacktrace,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BindingId(u32);

/// One place that binds a name.
pub(super) struct Binding {
    pub(super) name: VarName,
    pub(super) span: Span,
    used: bool,
}

/// The variables that a part of a program added or changed, sorted by name.
pub(super) type Delta = Vec<(VarName, Variable)>;

/// A moment to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

impl Scope {
    /// Leaves a function clause: its variables are gone, the bindings that nothing used are
    /// returned. Where a name was missing, a binding of the same name was probably meant.
    pub(super) fn leave(&mut self) -> Vec<Binding> {
        self.variables.clear();
        self.trail.clear();
        let missing = std::mem::take(&mut self.missing);
        let mut bindings = std::mem::take(&mut self.bindings);
        bindings.retain(|binding| !binding.used && !missing.contains(&binding.name));
        bindings
    }

    /// Binds a name that is used without being bound, so that it is said once.
    pub(super) fn insert_missing(&mut self, name: VarName, span: Span) {
        self.missing.push(name);
        let binding = self.add_binding(name, span);
        self.insert(name, binding);
    }

    fn get(&self, name: VarName) -> Option<&Variable> {
        self.variables.get(&name)
    }

    pub(super) fn state(&self, name: VarName) -> Option<State> {
        self.get(name).map(|variable| variable.state)
    }

    /// A place that binds `name`; it is in scope once [`Scope::insert`]ed.
    pub(super) fn add_binding(&mut self, name: VarName, span: Span) -> BindingId {
        self.bindings.push(Binding { name, span, used: false });
        BindingId(self.bindings.len() as u32 - 1)
    }

    pub(super) fn insert(&mut self, name: VarName, binding: BindingId) {
        self.set(name, Variable { state: State::Bound, bindings: vec![binding] });
    }

    pub(super) fn mark_binding_used(&mut self, binding: BindingId) {
        self.bindings[binding.0 as usize].used = true;
    }

    pub(super) fn mark_used(&mut self, name: VarName) {
        let Some(variable) = self.variables.get(&name) else { return };
        for binding in &variable.bindings {
            self.bindings[binding.0 as usize].used = true;
        }
    }

    pub(super) fn set_state(&mut self, name: VarName, state: State) {
        if let Some(variable) = self.get(name) {
            let bindings = variable.bindings.clone();
            self.set(name, Variable { state, bindings });
        }
    }

    fn set(&mut self, name: VarName, variable: Variable) {
        let before = self.variables.insert(name, variable);
        self.trail.push((name, before));
    }

    /// The names in scope, oldest first; some repeatedly.
    pub(super) fn names(&self) -> impl Iterator<Item = VarName> {
        self.trail.iter().map(|&(name, _)| name).filter(|name| self.variables.contains_key(name))
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Takes back all changes since `mark`.
    pub(super) fn undo(&mut self, mark: Mark) -> Delta {
        let mut delta = Delta::new();
        while self.trail.len() > mark.0
            && let Some((name, before)) = self.trail.pop()
        {
            let after = match before {
                Some(before) => self.variables.insert(name, before),
                None => self.variables.remove(&name),
            };
            // The newest change of a name comes first, and is the one that counts.
            delta.extend(after.map(|after| (name, after)));
        }
        delta.sort_by_key(|(name, _)| name.index());
        delta.dedup_by_key(|(name, _)| *name);
        delta
    }

    pub(super) fn apply(&mut self, delta: Delta) {
        for (name, variable) in delta {
            self.set(name, variable);
        }
    }

    /// Parts that were evaluated side by side: a name that two of them bind is compared, hence
    /// used.
    pub(super) fn merge_siblings(&mut self, left: Delta, right: Delta) -> Delta {
        merge(left, right, |left, right| {
            let merged = Variable {
                state: worse(left.state, right.state),
                bindings: union(left.bindings, right.bindings),
            };
            for binding in &merged.bindings {
                self.bindings[binding.0 as usize].used = true;
            }
            merged
        })
    }

    /// Parts of which the later sees what the earlier did, but only the worse of both is left.
    pub(super) fn merge(&self, left: Delta, right: Delta) -> Delta {
        merge(left, right, |left, right| Variable {
            state: worse(left.state, right.state),
            bindings: union(left.bindings, right.bindings),
        })
    }

    /// The variables that a construct leaves behind, from those that its clauses leave.
    pub(super) fn merge_clauses(&mut self, clauses: Vec<Delta>, place: BindingConstruct) -> Delta {
        let count = clauses.len();
        let mut all: Vec<_> = clauses.into_iter().flatten().collect();
        all.sort_by_key(|(name, _)| name.index());
        let mut merged = Delta::new();
        for same in all.chunk_by(|(left, _), (right, _)| left == right) {
            let name = same[0].0;
            merged.push((name, self.merge_clauses_of_one(name, same, count, place)));
        }
        merged
    }

    fn merge_clauses_of_one(
        &self,
        name: VarName,
        same: &[(VarName, Variable)],
        count: usize,
        place: BindingConstruct,
    ) -> Variable {
        let states = same.iter().map(|(_, variable)| variable.state);
        if let Some(before) = self.get(name) {
            let still_exported = states.clone().any(|state| matches!(state, State::Exported(_)));
            let state = if still_exported { before.state } else { State::Bound };
            return Variable { state, bindings: before.bindings.clone() };
        }
        let mut unsafe_states = states.filter(|state| matches!(state, State::Unsafe(_)));
        let state = match (same.len() == count, unsafe_states.next(), unsafe_states.next()) {
            (true, None, _) => State::Exported(place),
            (true, Some(inner), None) => inner,
            _ => State::Unsafe(place),
        };
        let bindings = same.iter().fold(Vec::new(), |all, (_, one)| union(all, one.bindings.clone()));
        Variable { state, bindings }
    }

    /// Variables that are new in `delta` cannot be relied upon after `place`.
    pub(super) fn make_new_unsafe(&self, delta: &mut Delta, place: BindingConstruct) {
        for (name, variable) in delta {
            if !self.variables.contains_key(name) {
                variable.state = State::Unsafe(place);
            }
        }
    }

    /// Forgets what is new in `delta`.
    pub(super) fn keep_old(&self, delta: &mut Delta) {
        delta.retain(|(name, variable)| {
            self.variables.contains_key(name) && !matches!(variable.state, State::Unsafe(_))
        });
    }
}

fn merge(left: Delta, right: Delta, mut both: impl FnMut(Variable, Variable) -> Variable) -> Delta {
    if left.is_empty() {
        return right;
    }
    if right.is_empty() {
        return left;
    }
    let mut merged = Delta::with_capacity(left.len() + right.len());
    let mut right = right.into_iter().peekable();
    for (name, variable) in left {
        while let Some(earlier) = right.next_if(|(other, _)| other.index() < name.index()) {
            merged.push(earlier);
        }
        match right.next_if(|(other, _)| *other == name) {
            Some((_, other)) => merged.push((name, both(variable, other))),
            None => merged.push((name, variable)),
        }
    }
    merged.extend(right);
    merged
}

fn worse(left: State, right: State) -> State {
    match (left, right) {
        (State::Unsafe(_), _) => left,
        (_, State::Unsafe(_)) => right,
        (State::Bound, _) => right,
        _ => left,
    }
}

fn union(mut left: Vec<BindingId>, right: Vec<BindingId>) -> Vec<BindingId> {
    left.extend(right);
    left.sort_unstable();
    left.dedup();
    left
}
