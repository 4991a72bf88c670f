//! The variables of a function: which slots they live in, which are bound, and who sees whom.

use std::collections::HashSet;

use erlang_syntax::ast::VarName;

use super::super::scope::source_name;
use super::{FunctionCompiler, TEMPORARIES};
use crate::code::{Instr, Slot};

impl FunctionCompiler<'_, '_> {
    pub fn temporary(&mut self) -> Slot {
        let slot = Slot(TEMPORARIES + self.height);
        self.height += 1;
        self.most_height = self.most_height.max(self.height);
        slot
    }

    /// Is this the temporary made last of those that are not released?
    pub fn is_topmost(&self, slot: Slot) -> bool {
        self.height > 0 && slot.0 == TEMPORARIES + self.height - 1
    }

    /// The first slots of the frame are going to hold this many arguments of another function.
    pub fn room_for_arguments(&mut self, arity: u32) {
        self.most_variables = self.most_variables.max(arity);
    }

    /// Lets go of the temporaries made since `height` was read by [`Self::mark`].
    pub fn release(&mut self, mark: u32) {
        self.height = mark;
    }

    pub fn mark(&self) -> u32 {
        self.height
    }

    /// The slot for a variable that is about to be bound.
    pub fn slot_for(&mut self, name: VarName) -> Slot {
        if let Some(slot) = self.slots.get(&name) {
            return *slot;
        }
        let slot = Slot(self.variables);
        self.variables += 1;
        self.most_variables = self.most_variables.max(self.variables);
        self.slots.insert(name, slot);
        slot
    }

    /// Says that a variable's slot now holds its value.
    pub fn bind(&mut self, name: VarName) {
        self.bind_unseen(name);
        self.report_binding(name);
    }

    /// Tells observers the value of a variable.
    pub fn report_binding(&mut self, name: VarName) {
        if (self.m.options.bindings || self.instrumented)
            && let Some(slot) = self.slots.get(&name).copied()
        {
            let shown = source_name(name);
            let known = self.names.iter().position(|known| *known == (shown, slot));
            let variable = known.unwrap_or_else(|| {
                self.names.push((shown, slot));
                self.names.len() - 1
            });
            self.emit(Instr::Bind { variable: variable as u32, slot });
        }
    }

    /// Binds a variable of our own making, which observers need not see.
    pub fn bind_unseen(&mut self, name: VarName) {
        self.bound.insert(name);
    }

    /// Makes these names unbound again, in the slots that they have.
    pub fn forget(&mut self, names: &[VarName]) {
        names.iter().for_each(|name| {
            self.bound.remove(name);
        });
    }

    /// Declares a parameter of a lifted function.
    pub fn parameter(&mut self, name: VarName, slot: Slot) {
        self.slots.insert(name, slot);
        self.bound.insert(name);
    }

    /// The slot of a bound variable.
    pub fn bound_slot(&self, name: VarName) -> Option<Slot> {
        if self.bound.contains(&name) { self.slots.get(&name).copied() } else { None }
    }

    /// The variables that an expression here may use, with their slots, by name.
    pub fn usable_variables(&self) -> Vec<(VarName, Slot)> {
        let ours = |name: VarName| name.name().starts_with('+');
        let mut names: Vec<VarName> = self.bound.clone().into_iter().collect();
        names.retain(|name| !ours(*name));
        names.sort_by_key(|name| name.name());
        let mut variables = Vec::with_capacity(names.len());
        for name in names {
            variables.extend(self.bound_slot(name).map(|slot| (source_name(name), slot)));
        }
        variables
    }

    pub fn bound_variables(&self) -> HashSet<VarName> {
        self.bound.clone()
    }

    pub fn take_bound(&mut self) -> HashSet<VarName> {
        std::mem::take(&mut self.bound)
    }

    pub fn set_bound(&mut self, bound: HashSet<VarName>) {
        self.bound = bound;
    }
}
