//! The interpreter: runs one process until it pauses.

mod bits;
mod calls;
#[cfg(test)]
mod compact_tests;
mod straight;
mod unchecked;
mod unwind;
mod values;

use erlang_term::work::GivenUp;
use erlang_term::{Fun, Term, atoms};

use crate::code::{Failure, Function, FunctionId, Handler, Slot};
use crate::observer::{Access, LAST_STOP, Object, ObserverKind, StopAt};
use crate::process::{Process, ProcessEnd, Share, Standing, State, Wait};
use crate::program::{Mfa, Program, Target};
use crate::raise::Raise;
use crate::stack::Stack;
use crate::system::System;
use crate::timers::{Action, Timer};
use crate::world::World;
use calls::{range, slot};
use straight::{Leave, straight};
use unwind::{Top, handler};
use values::caught;

/// Why a process stopped running.
pub enum Pause {
    /// The observer wants it to stand here; [`State::standing`] knows how to go on.
    Standing,
    /// It had its share.
    Preempted,
    /// No message in its mailbox matches.
    Waiting,
    Exited(ProcessEnd),
    /// It reads a line of input that is not there yet; [`State::standing`] knows how to go on.
    AwaitsLine,
    /// Something long was given up. The share is over before it.
    GivenUp(GivenUp),
    /// `halt/0,1`: the end of the run.
    Halted(i32),
    /// `not supported: …`: the end of the run.
    Unsupported(String),
}

/// The surroundings of a process while it runs.
pub struct Vm<'a, O> {
    pub program: &'a Program,
    pub system: &'a mut System,
    pub world: &'a mut dyn World,
    pub observer: &'a mut O,
}

/// Where a process is: kept in local variables while it runs.
pub(crate) struct Position<'p> {
    id: FunctionId,
    function: &'p Function,
    pc: usize,
    base: usize,
    /// Reductions that the process may use.
    share: u32,
    /// Those that are left of them.
    left: u32,
    /// Reductions that were used beyond the share.
    owed: u64,
    /// Reductions that the process had made before this share.
    began: u64,
    /// Places passed at which it can stand, and how many reductions were used by then.
    stops: (u32, u64),
}

impl Position<'_> {
    /// Work that took this many reductions at once.
    #[inline]
    fn charge(&mut self, reductions: u64) {
        if reductions > 0 {
            let paid = reductions.min(self.left.into());
            self.left -= paid as u32;
            self.owed += reductions - paid;
        }
    }

    #[inline]
    fn used(&self) -> u64 {
        u64::from(self.share - self.left) + self.owed
    }

    /// Reductions that the process has made.
    #[inline]
    fn steps(&self) -> u64 {
        self.began + self.used()
    }

    /// The number of the place that is passed now, among those since the last reduction.
    fn count_stop(&mut self) -> u32 {
        let used = self.used();
        let number = if self.stops.1 == used { self.stops.0 + 1 } else { 1 };
        self.stops = (number, used);
        number
    }

    /// What it takes to go on from here.
    fn standing(&self, observer: &impl ObserverKind) -> Standing {
        let share = Share { all: self.share, left: self.left, owed: self.owed };
        Standing {
            share: observer.keeps_share().then_some(share),
            raised: None,
            native: None,
            number: self.stops.0,
        }
    }

    /// The share is over: the process goes on up to the next thing that would take a step.
    fn stop(&mut self) {
        self.share -= self.left;
        self.left = 0;
    }
}

/// What comes next after something that may leave the straight path.
enum Next {
    Go,
    Pause(Pause),
}

/// How a call treats the frame it is made from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallKind {
    Call,
    Tail,
}

impl<'a, O: ObserverKind> Vm<'a, O> {
    /// Runs until the process pauses, at the latest after `reductions` calls.
    pub fn run(&mut self, process: &mut Process, reductions: u32) -> Pause {
        let Process { stack, state } = process;
        let program = self.program;
        let mut over = state.ending.take().map(Pause::Exited);
        state.yielded = false;
        if O::CALLS {
            self.observer.turn(state.pid);
        }
        // The reductions that were counted when it stopped.
        let counted = state.standing.as_ref().and_then(|standing| standing.share);
        let counted = counted.map_or(0, |share| share.used());
        let began = state.reductions - counted;
        let mut at = match state.start.take() {
            None => {
                let mut function = program.function(state.function);
                // A process begins in the middle of its first call: nobody has made it.
                if O::CALLS && state.reductions == 0 && state.pc == 0 {
                    state.function = self.observer.enter(state.pid, state.function);
                    function = program.function(state.function);
                    let end = stack.base + function.frame_size as usize;
                    stack.slots.resize(end.max(stack.slots.len()), Term::Nil);
                    let arguments = &stack.slots[stack.base..stack.base + function.arity as usize];
                    self.observer.call(state.pid, state.function, function, arguments, true);
                }
                Position {
                    id: state.function,
                    function,
                    pc: state.pc as usize,
                    base: stack.base,
                    share: reductions,
                    left: reductions,
                    owed: 0,
                    began,
                    stops: (0, 0),
                }
            }
            Some(start) => {
                let (at, pause) = self.start(stack, state, start, reductions);
                over = pause;
                at
            }
        };
        // The reductions counted when it stopped are counted again with the rest of the share:
        // readers of the clock and of the step count add the part of the share that was used.
        state.reductions -= counted;
        self.system.steps -= counted;
        self.system.now = self.system.now.before_work(counted);
        let mut pause = match over {
            Some(pause) => pause,
            None => self.resume(stack, state, &mut at),
        };
        if let Pause::Exited(outcome @ (ProcessEnd::Value(_) | ProcessEnd::Exception(_))) = pause {
            pause = match at.left {
                0 => {
                    state.ending = Some(outcome);
                    Pause::Preempted
                }
                _ => {
                    self.act(&mut at, 1);
                    Pause::Exited(outcome)
                }
            };
        }
        state.function = at.id;
        state.pc = at.pc as u32;
        stack.base = at.base;
        let used = at.used();
        state.reductions += used;
        self.system.steps += used;
        self.system.now = self.system.now.after_work(used);
        pause
    }

    /// Goes on from where the process is, or was asked to stand.
    fn resume(&mut self, stack: &mut Stack, state: &mut State, at: &mut Position<'a>) -> Pause {
        let mut at_call = false;
        if let Some(cause) = self.system.take_interruption(state.pid) {
            state.standing = None;
            if let Next::Pause(pause) = self.end_test(stack, state, at, &cause) {
                return pause;
            }
        }
        if let Some(standing) = state.standing.take() {
            if let Some(Share { all, left, owed }) = standing.share {
                (at.share, at.left, at.owed) = (all, left, owed);
            }
            at.stops = (standing.number, at.used());
            if let Some(exception) = standing.raised
                && let Next::Pause(pause) = self.unwind(stack, state, at, exception)
            {
                return pause;
            }
            if standing.native.is_some() {
                // The call is made again, and nobody asked this time.
                at.pc -= 1;
                at_call = true;
            }
        }
        self.interpret(stack, state, at, at_call)
    }

    /// Charges this many reductions for work that was done.
    #[inline]
    fn act(&mut self, at: &mut Position<'a>, cost: u64) {
        at.charge(cost);
        if O::ACTIONS && self.observer.acted(cost, at.used()) && O::PAUSES {
            at.stop();
        }
    }

    /// Goes through the code of one function after another. What stays within a function is done by
    /// [`fn@straight`]; what leaves it, or needs more than its frame, here. `at_call`: the first
    /// thing is a call before which the process stood.
    fn interpret(
        &mut self,
        stack: &mut Stack,
        state: &mut State,
        at: &mut Position<'a>,
        mut at_call: bool,
    ) -> Pause {
        loop {
            let leave = straight::<O>(self.program, stack, state, at, self.observer);
            if O::NATIVES && !std::mem::take(&mut at_call) && self.stands_before(&leave, stack, state, at) {
                return Pause::Standing;
            }
            let next = match leave {
                // A call made when the share is used up is made again next time.
                Leave::Call { .. }
                | Leave::Remote { .. }
                | Leave::Native { .. }
                | Leave::Fun { .. }
                | Leave::Apply { .. }
                | Leave::Accept
                    if at.left == 0 =>
                {
                    at.pc -= 1;
                    return Pause::Preempted;
                }
                Leave::Call { function, first, arity, kind } => {
                    at.left -= 1;
                    let callee = FunctionId(at.function.first_of_module + function);
                    self.enter(stack, state, at, callee, first, arity, kind);
                    continue;
                }
                Leave::Return(value) => self.return_value(stack, state, at, value),
                Leave::Native { import, first, arity } => {
                    at.left -= 1;
                    match self.program.target(import) {
                        Target::Native(native) => {
                            let mfa = self.program.import(import).mfa;
                            self.call_native(stack, state, at, native, mfa, first, arity, CallKind::Call)
                        }
                        _ => self.call_import(stack, state, at, import, first, arity, CallKind::Call),
                    }
                }
                Leave::Remote { import, first, arity, kind } => {
                    at.left -= 1;
                    self.call_import(stack, state, at, import, first, arity, kind)
                }
                Leave::Fun { first, arity, kind } => {
                    at.left -= 1;
                    self.call_fun(stack, state, at, first, arity, kind)
                }
                Leave::Apply { first, arity, kind } => {
                    at.left -= 1;
                    self.apply(stack, state, at, first, arity, kind)
                }
                Leave::Raise(top, raise) => self.raise(stack, state, at, *top, *raise),
                Leave::Reraise { first } => {
                    let [class, reason, trace] = caught(range(stack, at, first, 3));
                    self.reraise(stack, state, at, class, reason, trace)
                }
                Leave::Closure { dst, lambda, first } => {
                    let value = self.closure(stack, state.pid, at, lambda, first);
                    *slot(stack, at, dst) = value;
                    continue;
                }
                Leave::Look => {
                    at.stop();
                    at.pc -= 1;
                    return Pause::Preempted;
                }
                Leave::GivenUp(why) => {
                    at.stop();
                    return Pause::GivenUp(why);
                }
                Leave::Stop => {
                    state.standing = Some(Box::new(at.standing(self.observer)));
                    return Pause::Standing;
                }
                Leave::Accept => {
                    if let Some(message) = state.mailbox.accept() {
                        self.observer.receive(state.pid, message.id, &message.content);
                        if self.system.unsupported.is_lenient() {
                            self.system.taint_by_message(state, message.id);
                        }
                    }
                    if let Wait::Timer(timer) = std::mem::take(&mut state.wait) {
                        self.observer.touch(Object::Timer(timer), Access::Change);
                        self.system.timers.cancel(timer);
                    }
                    self.act(at, 1);
                    continue;
                }
                Leave::Wait { to } => match state.wait {
                    Wait::Bad => {
                        let error = Raise::error(Term::Atom(atoms::TIMEOUT_VALUE));
                        self.raise(stack, state, at, Top::Here, error)
                    }
                    // What may have come by the time it goes on is looked at first.
                    Wait::NotAtAll | Wait::Expired(_) if at.left == 0 => {
                        at.pc = to as usize;
                        return Pause::Preempted;
                    }
                    Wait::NotAtAll | Wait::Expired(_) => {
                        let milliseconds = if let Wait::Expired(n) = state.wait { n } else { 0 };
                        self.observer.timeout(state.pid, milliseconds);
                        if milliseconds > 0 && self.system.unsupported.is_lenient() {
                            self.system.taint_by_silence(state);
                        }
                        state.wait = Wait::Forever;
                        state.mailbox.rescan();
                        self.act(at, 1);
                        continue;
                    }
                    Wait::Invalid => {
                        let raise = Raise::error(Term::Atom(atoms::TIMEOUT_VALUE));
                        self.raise(stack, state, at, Top::Here, raise)
                    }
                    wait => {
                        if let Wait::Milliseconds(n) = wait {
                            let now = self.system.now.after_work(at.used());
                            let due = now.after_milliseconds(n);
                            let action = Action::Wake { pid: state.pid, milliseconds: n };
                            let timer = self.system.timers.start(Timer { due, action });
                            self.observer.touch(Object::Timer(timer), Access::Change);
                            state.wait = Wait::Timer(timer);
                        }
                        at.pc = to as usize;
                        return Pause::Waiting;
                    }
                },
            };
            if let Next::Pause(pause) = next {
                return pause;
            }
        }
    }

    /// If this is a call of a native function, and there is a share for it: is the process to stand
    /// before it?
    fn stands_before(
        &mut self,
        leave: &Leave,
        stack: &Stack,
        state: &mut State,
        at: &mut Position<'a>,
    ) -> bool {
        let behind = |first: &Slot, n: u32| &stack.slots[at.base + (first.0 + n) as usize];
        let (mfa, first) = match leave {
            _ if at.left == 0 => return false,
            Leave::Native { import, first, .. } | Leave::Remote { import, first, .. } => {
                (self.program.import(*import).mfa, first)
            }
            Leave::Fun { first, arity, .. } => match behind(first, *arity) {
                Term::Fun(fun) => match **fun {
                    Fun::External { module, function, arity: of_fun } if of_fun == *arity => {
                        (Mfa { module, function, arity: of_fun }, first)
                    }
                    _ => return false,
                },
                _ => return false,
            },
            Leave::Apply { first, arity, .. } => match (behind(first, *arity), behind(first, arity + 1)) {
                (Term::Atom(module), Term::Atom(function)) => {
                    (Mfa { module: *module, function: *function, arity: *arity }, first)
                }
                _ => return false,
            },
            _ => return false,
        };
        // What stands in a guard is tried, not called.
        let is_guard = matches!(handler(at), Some(Handler { slot: None, .. }));
        if is_guard || !matches!(self.program.target(self.program.import_id(mfa)), Target::Native(_)) {
            return false;
        }
        let (depth, pc) = (stack.depth(), at.pc.saturating_sub(1) as u32);
        let from = at.base + first.0 as usize;
        let native = Some((mfa, &stack.slots[from..from + mfa.arity as usize]));
        let here = StopAt {
            id: at.id,
            function: at.function,
            pc,
            first: false,
            depth,
            steps: at.steps(),
            number: LAST_STOP,
            raised: None,
            native,
        };
        let stands = self.observer.stop(state.pid, here);
        if stands {
            let standing = at.standing(self.observer);
            state.standing = Some(Box::new(Standing { native: Some(mfa), number: LAST_STOP, ..standing }));
        }
        stands
    }
}

// ---- values ----

pub(crate) fn pair(tag: erlang_term::Atom, value: Term) -> Term {
    Term::tuple([Term::Atom(tag), value])
}

fn failure_reason(kind: Failure, value: Term) -> Term {
    match kind {
        Failure::Badmatch => pair(atoms::BADMATCH, value),
        Failure::CaseClause => pair(atoms::CASE_CLAUSE, value),
        Failure::IfClause => Term::Atom(atoms::IF_CLAUSE),
        Failure::TryClause => pair(atoms::TRY_CLAUSE, value),
        Failure::ElseClause => pair(atoms::ELSE_CLAUSE, value),
        Failure::BadGenerator => pair(atoms::BAD_GENERATOR, value),
        Failure::BadFilter => pair(atoms::BAD_FILTER, value),
        Failure::Badrecord => pair(atoms::BADRECORD, value),
        Failure::Badarg => pair(atoms::BADARG, value),
    }
}
