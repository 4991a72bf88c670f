//! The interpreter: runs one process until it pauses.

mod bits;
mod straight;
mod unwind;

use std::rc::Rc;

use erlang_term::{Closure, Fun, Term, atoms};

use crate::code::{Failure, Function, FunctionId, Handler, ImportId, Slot};
use crate::native::{Context, NativeFunction, Then, is_written_in_erlang, touches};
use crate::observer::{Access, Object, ObserverKind, StopAt};
use crate::process::{Outcome, Process, Share, Standing, Start, State, Wait};
use crate::program::{Mfa, Program, Target};
use crate::raise::Raise;
use crate::stack::{Frame, Stack, clear};
use crate::system::System;
use crate::timers::{Action, Timer};
use crate::world::World;
use straight::{Leave, caught, straight};
use unwind::{Top, handler};

/// Why a process stopped running.
pub enum Pause {
    /// The observer wants it to stand here; [`State::standing`] knows how to go on.
    Standing,
    /// It had its share.
    Preempted,
    /// No message in its mailbox matches.
    Waiting,
    Exited(Outcome),
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
}

impl Position<'_> {
    /// Work that took so many reductions at once.
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

    /// What it takes to go on from here.
    fn standing(&self, observer: &impl ObserverKind) -> Standing {
        let share = Share { all: self.share, left: self.left, owed: self.owed };
        Standing { share: observer.keeps_share().then_some(share), raised: None, native: None }
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
pub(crate) enum Kind {
    Call,
    Tail,
}

macro_rules! slot {
    ($stack:expr, $at:expr, $slot:expr) => {
        $stack.slots[$at.base + $slot.0 as usize]
    };
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
                }
            }
            Some(start) => {
                let (at, pause) = self.start(stack, state, start, reductions);
                over = pause;
                at
            }
        };
        // What was counted when it came to stand.
        let counted = state.standing.as_ref().and_then(|standing| standing.share);
        let mut pause = match over {
            Some(pause) => pause,
            None => self.resume(stack, state, &mut at),
        };
        if let Pause::Exited(outcome @ (Outcome::Value(_) | Outcome::Exception(_))) = pause {
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
        let used = at.used() - counted.map_or(0, |share| share.used());
        state.reductions += used;
        self.system.steps += used;
        self.system.now = self.system.now.after_work(used);
        pause
    }

    /// Goes on from where the process is, or was asked to stand.
    fn resume(&mut self, stack: &mut Stack, state: &mut State, at: &mut Position<'a>) -> Pause {
        let mut at_call = false;
        if let Some(standing) = state.standing.take() {
            if let Some(Share { all, left, owed }) = standing.share {
                (at.share, at.left, at.owed) = (all, left, owed);
            }
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

    /// Something was done that takes so many reductions.
    #[inline]
    fn act(&mut self, at: &mut Position<'a>, cost: u64) {
        at.charge(cost);
        if O::ACTIONS && self.observer.acted(cost, at.used()) && O::PAUSES {
            at.stop();
        }
    }

    /// Goes through the code of one function after another. What stays within a function is done by [`straight`]; what
    /// leaves it, or needs more than its frame, here. `at_call`: the first thing is a call before which the process stood.
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
                            self.call_native(stack, state, at, native, mfa, first, arity, Kind::Call)
                        }
                        _ => self.call_import(stack, state, at, import, first, arity, Kind::Call),
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
                    let value = self.closure(stack, at, lambda, first);
                    slot!(stack, at, dst) = value;
                    continue;
                }
                Leave::Look => {
                    at.stop();
                    at.pc -= 1;
                    return Pause::Preempted;
                }
                Leave::Stop => {
                    state.standing = Some(Box::new(at.standing(self.observer)));
                    return Pause::Standing;
                }
                Leave::Accept => {
                    if let Some(message) = state.mailbox.accept() {
                        self.observer.receive(state.pid, message.id, &message.content);
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

    /// If this is a call of a native function, and there is a share for it: is the process to stand before it?
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
        let here = StopAt { id: at.id, function: at.function, pc, first: false, depth, raised: None, native };
        let stands = self.observer.stop(state.pid, here);
        if stands {
            state.standing = Some(Box::new(Standing { native: Some(mfa), ..at.standing(self.observer) }));
        }
        stands
    }

    fn closure(&self, stack: &mut Stack, at: &Position<'a>, lambda: u32, first: Slot) -> Term {
        let lambda = &at.function.lambdas[lambda as usize];
        let captured = range(stack, at, first, lambda.captured as usize);
        let environment = captured.iter_mut().map(std::mem::take).collect();
        let id = at.function.first_of_module + lambda.function;
        let fun = Fun::Closure(Closure {
            module: at.function.module,
            function: self.program.function(FunctionId(id)).name,
            arity: lambda.arity,
            index: lambda.index,
            uniq: at.function.uniq,
            code: (id, 0),
            environment,
        });
        Term::Fun(Rc::new(fun))
    }

    // ---- calls ----

    /// Makes `callee` the current function. Its arguments are in `first` and following; in a tail call they move to the
    /// start of the frame.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn enter(
        &mut self,
        stack: &mut Stack,
        state: &State,
        at: &mut Position<'a>,
        callee: FunctionId,
        first: Slot,
        arity: u32,
        kind: Kind,
    ) {
        let callee = if O::CALLS { self.observer.enter(state.pid, callee) } else { callee };
        let function = self.program.function(callee);
        let (first, arity, size) = (first.0 as usize, arity as usize, function.frame_size as usize);
        if kind == Kind::Call {
            stack.frames.push(Frame { function: at.id, pc: at.pc as u32, base: at.base as u32 });
            if at.base + first + size > stack.slots.len() {
                stack.base = at.base;
                at.base = stack.grow(first, arity, size, true);
            } else {
                at.base += first;
            }
        } else {
            let old = at.function.frame_size as usize;
            let frame = &mut stack.slots[at.base..at.base + old.max(first + arity)];
            if first > 0 {
                for n in 0..arity {
                    frame.swap(n, first + n);
                }
            }
            clear(&mut frame[arity..]);
            if at.base + size > stack.slots.len() {
                stack.base = at.base;
                stack.grow(0, arity, size, false);
            }
        }
        at.id = callee;
        at.function = function;
        at.pc = 0;
        if O::CALLS {
            let arguments = &stack.slots[at.base..at.base + arity];
            self.observer.call(state.pid, callee, function, arguments, kind == Kind::Tail);
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn call_import(
        &mut self,
        stack: &mut Stack,
        state: &mut State,
        at: &mut Position<'a>,
        import: ImportId,
        first: Slot,
        arity: u32,
        kind: Kind,
    ) -> Next {
        let mfa = self.program.import(import).mfa;
        let target = self.program.target(import);
        self.call_target(stack, state, at, target, mfa, first, arity, kind)
    }

    #[allow(clippy::too_many_arguments)]
    fn call_target(
        &mut self,
        stack: &mut Stack,
        state: &mut State,
        at: &mut Position<'a>,
        target: Target,
        mfa: Mfa,
        first: Slot,
        arity: u32,
        kind: Kind,
    ) -> Next {
        match target {
            Target::Code(callee) => {
                self.enter(stack, state, at, callee, first, arity, kind);
                Next::Go
            }
            Target::Native(native) => self.call_native(stack, state, at, native, mfa, first, arity, kind),
            Target::Unsupported => {
                let arguments = range(stack, at, first, arity as usize).to_vec();
                let top = Top::Undefined(mfa, Term::list(arguments));
                let raise = Raise { unsupported: Some(self.program.why_unsupported(mfa)), ..Raise::badarg() };
                self.raise(stack, state, at, top, raise)
            }
            Target::Undefined | Target::Unresolved => {
                let arguments = range(stack, at, first, arity as usize).to_vec();
                let top = match kind {
                    Kind::Call => Top::Undefined(mfa, Term::list(arguments)),
                    Kind::Tail => Top::UndefinedTail(mfa, Term::list(arguments)),
                };
                self.raise(stack, state, at, top, Raise::error(Term::Atom(atoms::UNDEF)))
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn call_native(
        &mut self,
        stack: &mut Stack,
        state: &mut State,
        at: &mut Position<'a>,
        native: NativeFunction,
        mfa: Mfa,
        first: Slot,
        arity: u32,
        kind: Kind,
    ) -> Next {
        state.function = at.id;
        state.pc = at.pc as u32;
        stack.base = at.base;
        let from = at.base + first.0 as usize;
        let arguments = &stack.slots[from..from + arity as usize];
        let mut context = Context {
            program: self.program,
            system: self.system,
            process: state,
            stack,
            world: self.world,
            observer: self.observer,
            then: None,
            used: at.used() - 1,
            cost: 0,
        };
        if O::ACTIONS {
            touches::report(&mut context, mfa, arguments);
        }
        if O::WRITES && touches::is_write(mfa) {
            let pid = context.pid();
            context.observer.write(pid, mfa, arguments);
        }
        let result = native(&mut context, arguments);
        let (then, cost) = (context.then.take(), context.cost);
        at.charge(cost);
        if O::ACTIONS && self.observer.acted(cost + 1, at.used()) && O::PAUSES {
            at.stop();
        }
        if let Some(reason) = state.pending_exit.take() {
            return Next::Pause(Pause::Exited(Outcome::Killed(reason)));
        }
        match result {
            Err(raise) => {
                let arguments = arguments.to_vec();
                // The compiler makes a real call of an `erlang` function in the last place only where OTP does.
                let name = mfa.function.name();
                let itself = matches!(name, "apply" | "hibernate" | "get_module_info");
                let real_call = is_written_in_erlang(mfa) || (mfa.module == atoms::ERLANG && !itself);
                let caller_gone = kind == Kind::Tail && real_call;
                let top = Top::Native { mfa, arguments, caller_gone };
                self.raise(stack, state, at, top, raise)
            }
            Ok(value) => {
                clear(&mut stack.slots[from..from + arity as usize]);
                match then {
                    None if kind == Kind::Call => {
                        stack.slots[from].put(value);
                        Next::Go
                    }
                    None => self.return_value(stack, state, at, value),
                    Some(then) => self.go_on(stack, state, at, then, value, first, kind),
                }
            }
        }
    }

    /// What a native function left for the machine to do.
    #[allow(clippy::too_many_arguments)]
    fn go_on(
        &mut self,
        stack: &mut Stack,
        state: &mut State,
        at: &mut Position<'a>,
        then: Then,
        value: Term,
        first: Slot,
        kind: Kind,
    ) -> Next {
        match then {
            Then::CallFun(fun, arguments) => {
                let arity = arguments.len() as u32;
                place(stack, at, first, arguments.into_iter().chain([fun]));
                self.call_fun(stack, state, at, first, arity, kind)
            }
            Then::Call(mfa, arguments) => {
                place(stack, at, first, arguments.into_iter());
                let target = self.program.target(self.program.import_id(mfa));
                self.call_target(stack, state, at, target, mfa, first, mfa.arity, kind)
            }
            Then::Yield => {
                state.yielded = true;
                let next = match kind {
                    Kind::Call => {
                        slot!(stack, at, first) = value;
                        Next::Go
                    }
                    Kind::Tail => self.return_value(stack, state, at, value),
                };
                match next {
                    Next::Go => Next::Pause(Pause::Preempted),
                    pause => pause,
                }
            }
            Then::Hibernate(mfa, arguments) => {
                if O::CALLS {
                    self.observer.hibernated(state.pid);
                }
                *stack = Stack::new();
                at.base = 0;
                state.start = Some(Start::Call(mfa, arguments));
                state.mailbox.rescan();
                Next::Pause(if state.mailbox.is_empty() { Pause::Waiting } else { Pause::Preempted })
            }
            Then::Halt(status) => Next::Pause(Pause::Halted(status)),
        }
    }

    /// Calls the fun behind the arguments.
    fn call_fun(
        &mut self,
        stack: &mut Stack,
        state: &mut State,
        at: &mut Position<'a>,
        first: Slot,
        arity: u32,
        kind: Kind,
    ) -> Next {
        let value = std::mem::take(&mut slot!(stack, at, Slot(first.0 + arity)));
        let fun = match &value {
            Term::Fun(fun) => fun,
            _ => return self.raise(stack, state, at, Top::Here, Raise::error(pair(atoms::BADFUN, value))),
        };
        if fun.arity() != arity {
            let arguments = Term::list(range(stack, at, first, arity as usize).to_vec());
            let reason = pair(atoms::BADARITY, Term::tuple([value, arguments]));
            return self.raise(stack, state, at, Top::Here, Raise::error(reason));
        }
        match &**fun {
            Fun::Closure(closure) => {
                // The captured values follow the arguments; make sure that there is room for them.
                let Some(id) = self.program.code_of(closure) else {
                    let reason = pair(atoms::BADFUN, value.clone());
                    return self.raise(stack, state, at, Top::Here, Raise::error(reason));
                };
                let all = arity + closure.environment.len() as u32;
                place(stack, at, Slot(first.0 + arity), closure.environment.iter().cloned());
                self.enter(stack, state, at, id, first, all, kind);
                Next::Go
            }
            Fun::External { module, function, arity } => {
                let mfa = Mfa { module: *module, function: *function, arity: *arity };
                let target = self.program.target(self.program.import_id(mfa));
                self.call_target(stack, state, at, target, mfa, first, *arity, kind)
            }
        }
    }

    /// Calls the function whose module and name are behind the arguments.
    fn apply(
        &mut self,
        stack: &mut Stack,
        state: &mut State,
        at: &mut Position<'a>,
        first: Slot,
        arity: u32,
        kind: Kind,
    ) -> Next {
        let module = std::mem::take(&mut slot!(stack, at, Slot(first.0 + arity)));
        let function = std::mem::take(&mut slot!(stack, at, Slot(first.0 + arity + 1)));
        match (&module, &function) {
            (Term::Atom(m), Term::Atom(f)) => {
                let mfa = Mfa { module: *m, function: *f, arity };
                let target = self.program.target(self.program.import_id(mfa));
                self.call_target(stack, state, at, target, mfa, first, arity, kind)
            }
            _ => {
                let list = Term::list(range(stack, at, first, arity as usize).to_vec());
                let mfa = Mfa { module: atoms::ERLANG, function: erlang_term::Atom::new("apply"), arity: 3 };
                let arguments = vec![module, function, list];
                let top = Top::Native { mfa, arguments, caller_gone: false };
                self.raise(stack, state, at, top, Raise::badarg())
            }
        }
    }

    /// The current function is done.
    #[inline(always)]
    fn return_value(&mut self, stack: &mut Stack, state: &State, at: &mut Position<'a>, value: Term) -> Next {
        if O::CALLS {
            self.observer.returned(state.pid, &value);
        }
        let frame = &mut stack.slots[at.base..at.base + at.function.frame_size as usize];
        clear(&mut frame[1..]);
        frame[0].put(value);
        let caller = match stack.frames.pop() {
            Some(frame) => frame,
            None => match stack.underflow() {
                Some(frame) => frame,
                None => {
                    let value = std::mem::take(&mut stack.slots[at.base]);
                    return Next::Pause(Pause::Exited(Outcome::Value(value)));
                }
            },
        };
        at.id = caller.function;
        at.function = self.program.function(caller.function);
        at.pc = caller.pc as usize;
        at.base = caller.base as usize;
        Next::Go
    }

    /// The first call of a process, or the one after it hibernated: there is no function yet to make it from.
    fn start(
        &mut self,
        stack: &mut Stack,
        state: &mut State,
        start: Start,
        share: u32,
    ) -> (Position<'a>, Option<Pause>) {
        let id = self.program.outermost();
        let function = self.program.function(id);
        let mut at = Position { id, function, pc: 1, base: 0, share, left: share, owed: 0 };
        at.charge(1);
        let next = match start {
            Start::Call(mfa, arguments) => {
                place(stack, &at, Slot(0), arguments.into_iter());
                let target = self.program.target(self.program.import_id(mfa));
                self.call_target(stack, state, &mut at, target, mfa, Slot(0), mfa.arity, Kind::Tail)
            }
            Start::Fun(fun, arguments) => {
                let arity = arguments.len() as u32;
                place(stack, &at, Slot(0), arguments.into_iter().chain([fun]));
                self.call_fun(stack, state, &mut at, Slot(0), arity, Kind::Tail)
            }
        };
        match next {
            Next::Go => (at, None),
            Next::Pause(pause) => (at, Some(pause)),
        }
    }
}

// ---- slots ----

fn range<'s>(stack: &'s mut Stack, at: &Position<'_>, first: Slot, count: usize) -> &'s mut [Term] {
    let from = at.base + first.0 as usize;
    &mut stack.slots[from..from + count]
}

/// Puts values into consecutive slots, which may lie beyond the current frame.
fn place(stack: &mut Stack, at: &Position<'_>, first: Slot, values: impl Iterator<Item = Term>) {
    for (n, value) in values.enumerate() {
        let index = at.base + first.0 as usize + n;
        if index >= stack.slots.len() {
            stack.slots.resize(2 * index.max(16), Term::Nil);
        }
        stack.slots[index] = value;
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
