//! The variables of a function: which slots they live in, which are bound, and who sees whom.

use std::collections::HashSet;
use std::ops::Range;

use erlang_syntax::ast::{BinaryOp, ExprId, ExprKind, VarName};

use super::{Done, FunctionCompiler, TEMPORARIES};
use crate::code::{Instr, Slot};

/// Operands are evaluated as if in parallel: what one of them binds is no variable of the others. A match with it compares all the same,
/// but a fun or a comprehension in another operand has a variable of its own by that name.
#[derive(Default)]
pub(super) struct Parallel {
    /// Variables in the order in which they were bound.
    order: Vec<VarName>,
    /// Directly inside an expression with operands: how many variables were bound when it began.
    before: Option<usize>,
    /// Of [`Self::order`]: bound by other operands of the expressions around the one at hand.
    others: Vec<Range<usize>>,
}

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

    /// The first slots of the frame are going to hold so many arguments of another function.
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
            let known = self.names.iter().position(|known| *known == (name, slot));
            let variable = known.unwrap_or_else(|| {
                self.names.push((name, slot));
                self.names.len() - 1
            });
            self.emit(Instr::Bind { variable: variable as u32, slot });
        }
    }

    /// Binds a variable of our own making, which observers need not see.
    pub fn bind_unseen(&mut self, name: VarName) {
        self.bound.insert(name);
        self.parallel.order.push(name);
    }

    /// Opens a scope in which these names are new: they get slots of their own.
    pub fn unbind(&mut self, names: &[VarName]) {
        for name in names {
            self.bound.remove(name);
            self.slots.remove(name);
        }
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

    /// The slot of a variable that funs and comprehensions here can see.
    pub fn visible_slot(&self, name: VarName) -> Option<Slot> {
        let Parallel { order, others, .. } = &self.parallel;
        let foreign = others.iter().any(|range| order[range.clone()].contains(&name));
        if foreign { None } else { self.bound_slot(name) }
    }

    /// Compiles an expression as what it is to the one around it.
    pub fn as_operand(&mut self, id: ExprId, compile: impl FnOnce(&mut Self) -> Done) -> Done {
        let Parallel { order, before, others } = &mut self.parallel;
        let (outer, depth, now) = (*before, others.len(), order.len());
        others.extend(outer.filter(|before| *before < now).map(|before| before..now));
        *before = has_operands(&self.m.source[id].kind).then_some(now);
        let done = compile(self);
        self.parallel.before = outer;
        self.parallel.others.truncate(depth);
        done
    }

    /// The variables that an expression here may use, with their slots, by name.
    pub fn usable_variables(&self) -> Vec<(VarName, Slot)> {
        let ours = |name: VarName| name.name().starts_with('+');
        let mut names: Vec<VarName> = self.bound.clone().into_iter().collect();
        names.retain(|name| !self.unsafe_after.contains(name) && !ours(*name));
        names.sort_by_key(|name| name.name());
        let mut variables = Vec::with_capacity(names.len());
        for name in names {
            variables.extend(self.visible_slot(name).map(|slot| (name, slot)));
        }
        variables
    }

    pub fn bound_variables(&self) -> HashSet<VarName> {
        self.bound.clone()
    }

    pub fn set_bound(&mut self, bound: HashSet<VarName>) {
        self.bound = bound;
    }
}

fn has_operands(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Binary { op, .. } => !matches!(op, BinaryOp::AndAlso | BinaryOp::OrElse),
        ExprKind::Tuple(_)
        | ExprKind::List { .. }
        | ExprKind::Map(_)
        | ExprKind::MapUpdate { .. }
        | ExprKind::Record { .. }
        | ExprKind::RecordUpdate { .. }
        | ExprKind::Bitstring(_)
        | ExprKind::Call { .. }
        | ExprKind::RemoteCall { .. } => true,
        _ => false,
    }
}
