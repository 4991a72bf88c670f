//! All values that something may have, over all branches of the search (functional-logic §7.5).
//! A part without a value, although the whole has one, is `_`: a caller that does not demand it
//! goes on.

use std::rc::Rc;

use lazy_machine::code::Code;
use lazy_machine::core::RuleNumber;
use lazy_machine::detached::{Detached, DetachedCall, Taken};
use lazy_machine::machine::{Budget, Machine, Stop};
use lazy_machine::types::Types;

/// Parts of a value.
const MOST_PARTS: usize = 400;
/// Values.
const MOST_VALUES: usize = 2_000;
/// This many times the steps of a single search go into one value with all its parts: others want
/// some, too.
const SHARE: u64 = 10;

/// Runs machines one after the other, as far as the steps last.
pub struct Enumerator<'a> {
    code: Rc<Code>,
    /// What all of them know: types are numbered as they are met.
    types: Types,
    /// Steps that one search may take, and that are left for all.
    pub each: u64,
    pub left: u64,
    budget: &'a Budget<'a>,
    /// Someone has had enough of it, or there is no more room.
    pub end: Option<Stop>,
}

#[derive(Default)]
pub struct Alternatives {
    /// Of each what was held.
    pub values: Vec<Detached>,
    /// The calls that were made on the way, written in the rule in question.
    pub calls: Vec<DetachedCall>,
    /// The rules that matched.
    pub rules: Vec<RuleNumber>,
    /// Whether these are all.
    pub is_whole: bool,
    /// Whether the rule in question asks for all values of something.
    pub encapsulates: bool,
}

impl Alternatives {
    fn add(&mut self, value: Detached) {
        if !self.values.contains(&value) {
            self.values.push(value);
        }
    }
}

/// What came of one machine.
struct Ran {
    states: Vec<Detached>,
    /// It went to the end, and nothing depends on conditions.
    is_whole: bool,
    /// No branch failed.
    is_smooth: bool,
    /// A variable that was there before has got a value.
    has_bound: bool,
    /// Some branch was over before the end.
    has_chosen: bool,
}

impl<'a> Enumerator<'a> {
    pub fn new(code: Rc<Code>, types: Types, each: u64, left: u64, budget: &'a Budget<'a>) -> Enumerator<'a> {
        Enumerator { code, types, each, left, budget, end: None }
    }

    pub fn code(&self) -> Rc<Code> {
        self.code.clone()
    }

    pub fn types(&self) -> Types {
        self.types.clone()
    }

    /// All values of a call whose arguments are values: of each the value, then the arguments.
    pub async fn call(&mut self, call: &DetachedCall) -> Alternatives {
        let machine = Machine::calling(self.code.clone(), self.types.clone(), call);
        self.value_of_first(machine).await
    }

    /// All values of the first of what is held, with what becomes of the others.
    pub async fn first(&mut self, held: &Detached) -> Alternatives {
        let mut machine = self.holding(held, 1);
        machine.evaluate_held_first();
        self.value_of_first(machine).await
    }

    async fn value_of_first(&mut self, machine: Machine) -> Alternatives {
        let mut found = Alternatives::default();
        let heads = self.run(machine, Taken::Everything, &mut found).await;
        found.is_whole = heads.is_whole;
        for head in heads.states {
            self.values(head, &mut found).await;
        }
        found
    }

    /// All values of arguments, together: the choice that one depends on may be that of another.
    pub async fn arguments(&mut self, arguments: &Detached) -> Alternatives {
        let mut found = Alternatives { is_whole: true, ..Alternatives::default() };
        self.values(arguments.clone(), &mut found).await;
        found
    }

    async fn values(&mut self, state: Detached, found: &mut Alternatives) {
        let mut todo = vec![state];
        let least = self.left.saturating_sub(self.each.saturating_mul(SHARE));
        while let Some(state) = todo.pop() {
            if found.values.len() >= MOST_VALUES || self.left < least || self.end.is_some() {
                found.is_whole = false;
                return;
            }
            let taken = Taken::Values(MOST_PARTS);
            if !state.has_delayed() {
                found.add(self.holding(&state, 1).detach(taken));
                continue;
            }
            // All at once, if no part fails.
            let ran = self.run(self.holding(&state, MOST_PARTS as u64), taken, found).await;
            if ran.is_whole && ran.is_smooth && !ran.has_bound {
                // What chooses and goes on forever has more values than those that are known so
                // far.
                let is_open = |value: &Detached| ran.states.len() > 1 || value.variables() > 0;
                found.is_whole &= !ran.states.iter().any(|value| value.is_cut() && is_open(value));
                ran.states.into_iter().for_each(|value| found.add(value));
                continue;
            }
            let mut machine = self.holding(&state, 1);
            machine.evaluate_first_delayed();
            let ran = self.run(machine, Taken::Everything, found).await;
            // A part that goes on forever is left out, and that is all; but of one that chooses,
            // or that nobody has steps left for, there may be more values.
            found.is_whole &= ran.is_whole || !ran.has_chosen && self.left > 0;
            // What has a value only if a variable is this or that has none if it is something else.
            if !ran.is_whole || ran.states.is_empty() || ran.has_bound {
                let mut machine = self.holding(&state, 1);
                machine.give_up_first_delayed(ran.is_whole);
                todo.push(machine.detach(Taken::Everything));
            }
            if ran.is_whole {
                todo.extend(ran.states.into_iter().rev());
            }
        }
    }

    fn holding(&self, state: &Detached, parts: u64) -> Machine {
        Machine::holding(self.code.clone(), self.types.clone(), state, parts)
    }

    /// Runs through all branches.
    async fn run(&mut self, mut machine: Machine, taken: Taken, found: &mut Alternatives) -> Ran {
        let variables = machine.open_variables();
        let mut ran = Ran {
            states: Vec::new(),
            is_whole: false,
            is_smooth: false,
            has_bound: false,
            has_chosen: false,
        };
        let max_steps = self.each.min(self.left);
        let budget = Budget { max_steps, ..*self.budget };
        loop {
            match machine.run_by_slices(&budget).await {
                Stop::Done => {
                    let residue = machine.residue();
                    if residue.floundered > 0
                        || !residue.disequations.is_empty()
                        || ran.states.len() >= MOST_VALUES
                    {
                        break;
                    }
                    ran.states.push(machine.detach(taken));
                    // Variables of the values themselves may have come in: fewer means that some
                    // were bound.
                    ran.has_bound |= machine.open_variables() < variables;
                    machine.reject();
                }
                Stop::NoMore => {
                    ran.is_whole = true;
                    break;
                }
                end @ (Stop::Interrupted | Stop::Memory) => {
                    self.end = Some(end);
                    break;
                }
                _ => break,
            }
        }
        self.left = self.left.saturating_sub(machine.steps());
        if let Some(watch) = machine.watched() {
            found.encapsulates |= watch.encapsulates();
            ran.is_smooth = watch.branches() == ran.states.len() as u64;
            ran.has_chosen = watch.branches() > 0 || !ran.states.is_empty();
            for call in watch.calls() {
                if !found.calls.contains(call) {
                    found.calls.push(call.clone());
                }
            }
            if found.rules.is_empty() {
                found.rules = watch.rules().to_vec();
            }
        }
        self.types = machine.into_types();
        ran
    }
}
