//! Exceptions: building the stack trace, finding the handler.

use std::rc::Rc;

use erlang_term::{Atom, Map, Term, atoms};

use super::{Next, Pause, Position, Vm};
use crate::code::{Function, Handler};
use crate::exception::{Exception, trace_entry};
use crate::native::trace_depth;
use crate::observer::{Access, Object, ObserverKind, StopAt};
use crate::process::{ProcessEnd, Standing, State, Wait};
use crate::program::Mfa;
use crate::raise::{Class, Raise};
use crate::stack::{Stack, clear};
use crate::system::Unsupported;

/// The embedded module that runs tests.
const TEST_RUNNER: &str = "eunit_proc";

/// What stands on top of a stack trace.
pub enum Top {
    /// The current function.
    Here,
    /// The current function, with `error_info`.
    HereWith(Term),
    /// The current function with its arguments: no clause matched.
    Arguments(Term),
    /// A native function, called with these arguments; `caller_gone`: in the last place, and OTP
    /// has it in Erlang.
    Native { mfa: Mfa, arguments: Vec<Term>, caller_gone: bool },
    /// A function that does not exist.
    Undefined(Mfa, Term),
    /// The same, called in the last place: the caller is gone.
    UndefinedTail(Mfa, Term),
}

impl<'a, O: ObserverKind> Vm<'a, O> {
    /// Raises an exception at the current instruction.
    #[cold]
    pub(super) fn raise(
        &mut self,
        stack: &mut Stack,
        state: &mut State,
        at: &mut Position<'a>,
        top: Top,
        mut raise: Raise,
    ) -> Next {
        if let Some(text) = raise.unsupported.take() {
            if matches!(self.system.unsupported, Unsupported::EndsTheRun) {
                return Next::Pause(Pause::Unsupported(text));
            }
            let text = self.as_the_user_wrote_it(stack, at, text);
            self.system.taint(state, &text);
            raise.reason = Term::tuple([Term::atom("not_supported"), Term::string(&text)]);
        }
        // A guard just fails: no one will ever see the trace.
        if let Some(Handler { slot: None, target, .. }) = handler(at) {
            at.pc = target as usize;
            return Next::Go;
        }
        let trace = match raise.trace.clone() {
            Some(trace) => trace,
            None => self.trace(stack, at, top, &raise),
        };
        let exception = Exception { class: raise.class, reason: raise.reason, trace };
        // (Before its first call a process has no place to stand.)
        if O::STOPS && at.id != self.program.outermost() {
            let (depth, pc) = (stack.depth(), at.pc.saturating_sub(1) as u32);
            let (id, function, raised) = (at.id, at.function, Some(&exception));
            let (steps, number) = (at.steps(), at.count_stop());
            let here = StopAt { id, function, pc, first: false, depth, steps, number, raised, native: None };
            if self.observer.stop(state.pid, here) {
                let standing = at.standing(self.observer);
                state.standing = Some(Box::new(Standing { raised: Some(exception), ..standing }));
                return Next::Pause(Pause::Standing);
            }
        }
        self.unwind(stack, state, at, exception)
    }

    pub(super) fn reraise(
        &mut self,
        stack: &mut Stack,
        state: &State,
        at: &mut Position<'a>,
        class: Term,
        reason: Term,
        trace: Term,
    ) -> Next {
        let class = match class {
            Term::Atom(atoms::THROW) => Class::Throw,
            Term::Atom(atoms::EXIT) => Class::Exit,
            _ => Class::Error,
        };
        self.unwind(stack, state, at, Exception { class, reason, trace })
    }

    /// What is not supported, by the name of the function that the user's code called, and the
    /// place of that call: `not supported: m:f/1 in own:g/2 (own.erl:7), which needs m:h/0`.
    fn as_the_user_wrote_it(&self, stack: &Stack, at: &Position<'a>, text: String) -> String {
        let program = self.program;
        let here = (at.id, at.pc.saturating_sub(1) as u32);
        let callers = stack.callers().map(|caller| (caller.function, caller.pc.saturating_sub(1)));
        let mut called = None;
        for (id, pc) in std::iter::once(here).chain(callers) {
            let function = program.function(id);
            if id == program.outermost() || function.trusted {
                called = Some(function);
                continue;
            }
            let name = |function: &Function| {
                format!("{}:{}/{}", function.module.name(), function.name.name(), function.arity)
            };
            let file = function.place_at(pc).and_then(|place| {
                let file = function.source.sources.files.get(place.file.0 as usize)?;
                Some(format!(" ({}:{})", file.name, place.line))
            });
            let place = format!("{}{}", name(function), file.unwrap_or_default());
            return match (called, text.strip_prefix("not supported: ")) {
                (Some(called), Some(needed)) if id != here.0 => {
                    if needed.strip_prefix("the NIF ").unwrap_or(needed) == name(called) {
                        return format!("{text} in {place}");
                    }
                    format!("not supported: {} in {place}, which needs {needed}", name(called))
                }
                (_, Some(_)) => format!("{text} in {place}"),
                (_, None) => format!("{text} (called in {place})"),
            };
        }
        text
    }

    fn trace(&self, stack: &Stack, at: &Position<'a>, top: Top, raise: &Raise) -> Term {
        let program = self.program;
        // The function to name: an inlined one is part of its caller. (`at.pc` is past the
        // instruction that raised.)
        let mut callers = stack.callers();
        let (mut id, mut here) = (at.id, at.pc.saturating_sub(1) as u32);
        while program.function(id).inlined
            && let Some(caller) = callers.next()
        {
            (id, here) = (caller.function, caller.pc - 1);
        }
        let function = program.function(id);
        let this_function = |arity_or_arguments: Term, info: Option<&Term>| {
            let mut location = program.location(id, here);
            if let Some(info) = info {
                let (mut items, _) = location.list_parts();
                items.push(Term::tuple([Term::Atom(atoms::ERROR_INFO), info.clone()]));
                location = Term::list(items);
            }
            trace_entry(function.module, function.name, arity_or_arguments, location)
        };
        let arity = || Term::Int(i64::from(function.arity));
        let mut entries = Vec::new();
        let depth = trace_depth(self.system);
        let mut current = true;
        match &top {
            // A process that cannot call the fun it was to begin with.
            Top::Here if at.id == program.outermost() => {
                entries.push(trace_entry(atoms::ERLANG, Atom::new("apply"), Term::Int(2), Term::Nil));
            }
            Top::Here => {}
            Top::HereWith(info) => {
                entries.push(this_function(arity(), Some(info)));
                current = false;
            }
            Top::Arguments(arguments) => {
                entries.push(this_function(arguments.clone(), None));
                current = false;
            }
            Top::Native { mfa, arguments, caller_gone } => match &raise.arguments {
                // `erlang:error/2,3` and their like speak for the function that calls them.
                Some(arguments) => {
                    let shown = match arguments {
                        Term::Nil | Term::Cons(_) => arguments.clone(),
                        _ => arity(),
                    };
                    entries.push(this_function(shown, raise.cause.as_ref()));
                    current = false;
                }
                None if speaks_for_caller(*mfa) => {}
                None => {
                    // Who exits calls `exit/1`, which shows nothing of what its caller was called
                    // with.
                    let shown = match raise.class {
                        Class::Exit => Term::Int(i64::from(mfa.arity)),
                        _ => Term::list(arguments.clone()),
                    };
                    let location = native_location(*mfa, raise);
                    entries.push(trace_entry(mfa.module, mfa.function, shown, location));
                    current = !caller_gone;
                }
            },
            Top::Undefined(mfa, arguments) => {
                entries.push(trace_entry(mfa.module, mfa.function, arguments.clone(), Term::Nil));
            }
            Top::UndefinedTail(mfa, arguments) => {
                entries.push(trace_entry(mfa.module, mfa.function, arguments.clone(), Term::Nil));
                current = false;
            }
        }
        if current && id != program.outermost() {
            entries.push(program.trace_entry(id, here));
        }
        // A place that recursion returns to again and again stands once, as in OTP.
        let mut last = None;
        for frame in callers.filter(|frame| !program.function(frame.function).inlined) {
            if entries.len() >= depth {
                break;
            }
            let place = program.place_in_original(frame.function, frame.pc);
            if last.replace(place) != Some(place) {
                entries.push(program.trace_entry(frame.function, frame.pc - 1));
            }
        }
        Term::list(entries)
    }

    /// A taint ends the test that this process runs: leaves functions until one of the test runner
    /// handles it. Nothing of the test itself may.
    pub(super) fn end_test(
        &mut self,
        stack: &mut Stack,
        state: &mut State,
        at: &mut Position<'a>,
        cause: &str,
    ) -> Next {
        if let Wait::Timer(timer) = std::mem::take(&mut state.wait) {
            self.observer.touch(Object::Timer(timer), Access::Change);
            self.system.timers.cancel(timer);
        }
        state.mailbox.rescan();
        let reason = Term::tuple([Term::atom("not_supported"), Term::string(cause)]);
        let exception = Exception { class: Class::Exit, reason, trace: Term::Nil };
        while at.function.module.name() != TEST_RUNNER || handler(at).is_none() {
            let leaves = Exception { trace: Term::Nil, ..exception.clone() };
            if !self.leave(stack, at) {
                return Next::Pause(Pause::Exited(ProcessEnd::Exception(Rc::new(leaves))));
            }
        }
        self.unwind(stack, state, at, exception)
    }

    /// Leaves a function. False: there is no other below it.
    fn leave(&mut self, stack: &mut Stack, at: &mut Position<'a>) -> bool {
        clear(&mut stack.slots[at.base..at.base + at.function.frame_size as usize]);
        let Some(caller) = stack.frames.pop().or_else(|| stack.underflow()) else { return false };
        at.id = caller.function;
        at.function = self.program.function(caller.function);
        at.pc = caller.pc as usize;
        at.base = caller.base as usize;
        true
    }

    /// Leaves functions until one handles the exception.
    pub(super) fn unwind(
        &mut self,
        stack: &mut Stack,
        state: &State,
        at: &mut Position<'a>,
        exception: Exception,
    ) -> Next {
        if O::CALLS {
            self.observer.raised(state.pid, &exception);
        }
        loop {
            if let Some(handler) = handler(at) {
                at.pc = handler.target as usize;
                if let Some(slot) = handler.slot {
                    let from = at.base + slot.0 as usize;
                    let class = Term::Atom(exception.class.atom());
                    stack.slots[from] = class;
                    stack.slots[from + 1] = exception.reason;
                    stack.slots[from + 2] = exception.trace;
                }
                if O::CALLS {
                    self.observer.unwound(state.pid, true);
                }
                return Next::Go;
            }
            if O::CALLS {
                self.observer.unwound(state.pid, false);
            }
            if !self.leave(stack, at) {
                return Next::Pause(Pause::Exited(ProcessEnd::Exception(Rc::new(exception))));
            }
        }
    }
}

/// The innermost handler around the instruction that raised, which `at.pc` is past.
pub(super) fn handler(at: &Position<'_>) -> Option<Handler> {
    let pc = at.pc.checked_sub(1)? as u32;
    at.function.handlers.iter().find(|h| h.start <= pc && pc < h.end).copied()
}

/// `error/1`, `exit/1`, `throw/1`: the exception is the caller's own.
fn speaks_for_caller(mfa: Mfa) -> bool {
    mfa.module == atoms::ERLANG
        && matches!((mfa.function.name(), mfa.arity), ("error", 1..=3) | ("exit", 1) | ("throw", 1))
}

/// `[{error_info, #{module => …}}]`: which module of OTP explains the failure of a native function.
fn native_location(mfa: Mfa, raise: &Raise) -> Term {
    let explains = match mfa.module.name() {
        "erlang" | "persistent_term" | "counters" | "atomics" | "erts_internal" => "erl_erts_errors",
        "os" | "code" => "erl_kernel_errors",
        "lists" | "maps" | "ets" | "binary" | "math" | "re" | "unicode" | "io" => "erl_stdlib_errors",
        _ => return Term::Nil,
    };
    let mut info = Map::from_pairs([(Term::Atom(atoms::MODULE), Term::atom(explains))]);
    if let Some(cause) = &raise.cause {
        info.insert(Term::Atom(atoms::CAUSE), cause.clone());
    }
    Term::list([Term::tuple([Term::Atom(atoms::ERROR_INFO), Term::Map(info)])])
}
