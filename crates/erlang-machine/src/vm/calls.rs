//! Calls and returns: of compiled functions, of native ones, of funs, and of what is named at run
//! time.

use std::rc::Rc;

use erlang_term::work::{self, Allowance};
use erlang_term::{Atom, Closure, Fun, Pid, Term, atoms};

use super::unwind::Top;
use super::{CallKind, Next, Pause, Position, Vm, pair};
use crate::code::{FunctionId, ImportId, Slot};
use crate::native::{Context, Row, Then, is_written_in_erlang, touches};
use crate::observer::{Access, LAST_STOP, Object, ObserverKind};
use crate::process::{ProcessEnd, Share, Standing, Start, State};
use crate::program::{Mfa, Target, on_load_key};
use crate::raise::Raise;
use crate::stack::{Frame, Stack, clear};
use crate::taint;
use crate::versions::Version;

impl<'a, O: ObserverKind> Vm<'a, O> {
    /// Makes `callee` the current function. Its arguments are in `first` and following; in a tail
    /// call they move to the start of the frame.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        stack: &mut Stack,
        state: &State,
        at: &mut Position<'a>,
        callee: FunctionId,
        first: Slot,
        arity: u32,
        kind: CallKind,
    ) {
        let callee = if O::CALLS { self.observer.enter(state.pid, callee) } else { callee };
        let function = self.program.function(callee);
        let (first, arity, size) = (first.0 as usize, arity as usize, function.frame_size as usize);
        if kind == CallKind::Call {
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
            self.observer.call(state.pid, callee, function, arguments, kind == CallKind::Tail);
        }
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn call_import(
        &mut self,
        stack: &mut Stack,
        state: &mut State,
        at: &mut Position<'a>,
        import: ImportId,
        first: Slot,
        arity: u32,
        kind: CallKind,
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
        kind: CallKind,
    ) -> Next {
        let target = match target {
            Target::ByVersion => self.current_version(state, mfa),
            target => target,
        };
        match target {
            Target::Code(callee) => {
                let loads_first = self.program.function(callee).on_load.is_some();
                if loads_first && O::ACTIONS {
                    let object = touches::persistent(&on_load_key(mfa.module));
                    self.observer.touch(object, Access::Look);
                }
                if loads_first && let Some(on_load) = self.program.loads_first(callee, self.system, state.pid)
                {
                    let arguments = Term::list(range(stack, at, first, arity as usize).to_vec());
                    let (module, function) = (Term::Atom(mfa.module), Term::Atom(mfa.function));
                    place(stack, at, first, [module, on_load, function, arguments].into_iter());
                    let mfa =
                        Mfa { module: Atom::new("whodunit_on_load"), function: Atom::new("run"), arity: 4 };
                    let target = self.program.target(self.program.import_id(mfa));
                    return self.call_target(stack, state, at, target, mfa, first, 4, kind);
                }
                self.enter(stack, state, at, callee, first, arity, kind);
                Next::Go
            }
            Target::Native(native) => self.call_native(stack, state, at, native, mfa, first, arity, kind),
            Target::PureNative(native)
                if native.2.is_pure_for(state.pid, range(stack, at, first, arity as usize)) =>
            {
                self.call_native(stack, state, at, native, mfa, first, arity, kind)
            }
            Target::PureNative(_) | Target::Unsupported => {
                let arguments = range(stack, at, first, arity as usize).to_vec();
                let top = Top::Undefined(mfa, Term::list(arguments));
                let raise = Raise { unsupported: Some(self.program.why_unsupported(mfa)), ..Raise::badarg() };
                self.raise(stack, state, at, top, raise)
            }
            Target::Undefined | Target::Unresolved | Target::ByVersion => {
                let arguments = range(stack, at, first, arity as usize).to_vec();
                let top = match kind {
                    CallKind::Call => Top::Undefined(mfa, Term::list(arguments)),
                    CallKind::Tail => Top::UndefinedTail(mfa, Term::list(arguments)),
                };
                self.raise(stack, state, at, top, Raise::error(Term::Atom(atoms::UNDEF)))
            }
        }
    }

    /// What a call reaches in the present state. A module that was deleted is loaded again.
    fn current_version(&mut self, state: &State, mfa: Mfa) -> Target {
        let object = Object::Code(mfa.module);
        let is_deleted = self.system.storage.code.current(mfa.module).is_none();
        let comes_back = is_deleted && self.program.module(mfa.module).is_some();
        if O::ACTIONS {
            self.observer.touch(object, if comes_back { Access::Change } else { Access::Look });
        }
        if self.system.unsupported.is_lenient() {
            self.system.taint_by_look(state, object);
        }
        if comes_back {
            self.system.storage.code.load(mfa.module, Version::First, None);
        }
        self.program.resolve_in(self.system, mfa)
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn call_native(
        &mut self,
        stack: &mut Stack,
        state: &mut State,
        at: &mut Position<'a>,
        native: &'static Row,
        mfa: Mfa,
        first: Slot,
        arity: u32,
        kind: CallKind,
    ) -> Next {
        let (_, _, effect, code) = native;
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
            touches::report(&mut context, effect, arguments);
        }
        if context.system.unsupported.is_lenient() {
            taint::touch(&mut context, mfa, effect, arguments);
        }
        if O::WRITES && effect.is_write() {
            let pid = context.pid();
            context.observer.write(pid, mfa, arguments);
        }
        // What changes something is done as a whole.
        let result = match effect.is_write() {
            true => Ok(code(&mut context, arguments)),
            false => work::attempt(|| code(&mut context, arguments)),
        };
        let (then, cost) = (context.then.take(), context.cost);
        let result = match result {
            Ok(result) => result,
            Err(why) => {
                // It has not been made, and costs nothing.
                at.left += 1;
                at.pc -= 1;
                at.stop();
                return Next::Pause(Pause::GivenUp(why));
            }
        };
        if O::ACCESSES && !effect.is_pure() {
            self.observer.accessed(state.pid, at.id, mfa, effect, arguments, result.as_ref().ok());
        }
        at.charge(cost);
        if O::ACTIONS && self.observer.acted(cost + 1, at.used()) && O::PAUSES {
            at.stop();
        }
        if let Some(reason) = state.pending_exit.take() {
            return Next::Pause(Pause::Exited(ProcessEnd::Killed(reason)));
        }
        if let Some(cause) = self.system.take_interruption(state.pid) {
            return self.end_test(stack, state, at, &cause);
        }
        match result {
            Err(raise) => {
                let arguments = arguments.to_vec();
                // The compiler makes a real call of an `erlang` function in the last place only
                // where OTP does.
                let name = mfa.function.name();
                let itself = matches!(name, "apply" | "hibernate" | "get_module_info");
                let real_call = is_written_in_erlang(mfa) || (mfa.module == atoms::ERLANG && !itself);
                let caller_gone = kind == CallKind::Tail && real_call;
                let top = Top::Native { mfa, arguments, caller_gone };
                self.raise(stack, state, at, top, raise)
            }
            Ok(value) => {
                clear(&mut stack.slots[from..from + arity as usize]);
                match then {
                    None if kind == CallKind::Call => {
                        stack.slots[from].put(value);
                        Next::Go
                    }
                    None => self.return_value(stack, state, at, value),
                    Some(Then::AwaitLine) => {
                        // The call has not been made: it costs nothing yet.
                        let share = Share { all: at.share, left: at.left + 1, owed: at.owed };
                        at.left = share.left;
                        let (share, native) = (Some(share), Some(mfa));
                        let standing = Standing { share, raised: None, native, number: LAST_STOP };
                        state.standing = Some(Box::new(standing));
                        Next::Pause(Pause::AwaitsLine)
                    }
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
        kind: CallKind,
    ) -> Next {
        // The call that it came from could not be made again.
        let _whole = Allowance::endless();
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
                    CallKind::Call => {
                        *slot(stack, at, first) = value;
                        Next::Go
                    }
                    CallKind::Tail => self.return_value(stack, state, at, value),
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
            Then::AwaitLine => Next::Pause(Pause::AwaitsLine),
        }
    }

    /// Calls the fun behind the arguments.
    pub(super) fn call_fun(
        &mut self,
        stack: &mut Stack,
        state: &mut State,
        at: &mut Position<'a>,
        first: Slot,
        arity: u32,
        kind: CallKind,
    ) -> Next {
        let value = std::mem::take(slot(stack, at, Slot(first.0 + arity)));
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
                let next = self.call_target(stack, state, at, target, mfa, first, *arity, kind);
                if is_to_come(&next) {
                    *slot(stack, at, Slot(first.0 + arity)) = value.clone();
                }
                next
            }
        }
    }

    /// Calls the function whose module and name are behind the arguments.
    pub(super) fn apply(
        &mut self,
        stack: &mut Stack,
        state: &mut State,
        at: &mut Position<'a>,
        first: Slot,
        arity: u32,
        kind: CallKind,
    ) -> Next {
        let module = std::mem::take(slot(stack, at, Slot(first.0 + arity)));
        let function = std::mem::take(slot(stack, at, Slot(first.0 + arity + 1)));
        match (&module, &function) {
            (Term::Atom(m), Term::Atom(f)) => {
                let mfa = Mfa { module: *m, function: *f, arity };
                let target = self.program.target(self.program.import_id(mfa));
                let next = self.call_target(stack, state, at, target, mfa, first, arity, kind);
                if is_to_come(&next) {
                    *slot(stack, at, Slot(first.0 + arity)) = module;
                    *slot(stack, at, Slot(first.0 + arity + 1)) = function;
                }
                next
            }
            _ => {
                let list = Term::list(range(stack, at, first, arity as usize).to_vec());
                let mfa = Mfa { module: atoms::ERLANG, function: Atom::new("apply"), arity: 3 };
                let arguments = vec![module, function, list];
                let top = Top::Native { mfa, arguments, caller_gone: false };
                self.raise(stack, state, at, top, Raise::badarg())
            }
        }
    }

    /// The current function is done.
    #[inline(always)]
    pub(super) fn return_value(
        &mut self,
        stack: &mut Stack,
        state: &State,
        at: &mut Position<'a>,
        value: Term,
    ) -> Next {
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
                    return Next::Pause(Pause::Exited(ProcessEnd::Value(value)));
                }
            },
        };
        at.id = caller.function;
        at.function = self.program.function(caller.function);
        at.pc = caller.pc as usize;
        at.base = caller.base as usize;
        Next::Go
    }

    /// The first call of a process, or the one after it hibernated: there is no function yet to
    /// make it from.
    pub(super) fn start(
        &mut self,
        stack: &mut Stack,
        state: &mut State,
        start: Start,
        share: u32,
    ) -> (Position<'a>, Option<Pause>) {
        let id = self.program.outermost();
        let function = self.program.function(id);
        let (began, stops) = (state.reductions, (0, 0));
        let mut at = Position { id, function, pc: 1, base: 0, share, left: share, owed: 0, began, stops };
        at.charge(1);
        // There is no instruction to go back to.
        let _whole = Allowance::endless();
        let next = match start {
            Start::Call(mfa, arguments) => {
                place(stack, &at, Slot(0), arguments.into_iter());
                let target = self.program.target(self.program.import_id(mfa));
                self.call_target(stack, state, &mut at, target, mfa, Slot(0), mfa.arity, CallKind::Tail)
            }
            Start::Fun(fun, arguments) => {
                let arity = arguments.len() as u32;
                place(stack, &at, Slot(0), arguments.into_iter().chain([fun]));
                self.call_fun(stack, state, &mut at, Slot(0), arity, CallKind::Tail)
            }
        };
        match next {
            Next::Go => (at, None),
            Next::Pause(pause) => (at, Some(pause)),
        }
    }

    pub(super) fn closure(
        &self,
        stack: &mut Stack,
        creator: Pid,
        at: &Position<'a>,
        lambda: u32,
        first: Slot,
    ) -> Term {
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
            creator,
            code: (id, 0),
            environment,
        });
        Term::Fun(Rc::new(fun))
    }
}

#[inline]
pub(super) fn slot<'s>(stack: &'s mut Stack, at: &Position<'_>, slot: Slot) -> &'s mut Term {
    &mut stack.slots[at.base + slot.0 as usize]
}

pub(super) fn range<'s>(
    stack: &'s mut Stack,
    at: &Position<'_>,
    first: Slot,
    count: usize,
) -> &'s mut [Term] {
    let from = at.base + first.0 as usize;
    &mut stack.slots[from..from + count]
}

/// Whether the call is still to be made.
fn is_to_come(next: &Next) -> bool {
    matches!(next, Next::Pause(Pause::AwaitsLine | Pause::GivenUp(_)))
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
