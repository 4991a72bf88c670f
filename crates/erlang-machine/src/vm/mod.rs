//! The interpreter: runs one process until it pauses.

mod bits;
mod unwind;

use std::rc::Rc;

use erlang_term::{Closure, Fun, Map, Term, arithmetic, atoms, order};

use crate::code::{
    Arg, ArgKind, Comparison, Failure, Function, FunctionId, ImportId, Instr, Operator, Slot, TypeTest,
};
use crate::native::{Context, NativeFunction, Then};
use crate::observer::ObserverKind;
use crate::process::{Outcome, Process, Start, State, Wait};
use crate::program::{Mfa, Program, Target};
use crate::raise::Raise;
use crate::stack::{Frame, Stack};
use crate::system::System;
use crate::timers::{Action, Timer};
use crate::world::World;
use unwind::Top;

/// Why a process stopped running.
pub enum Pause {
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
struct Position<'p> {
    id: FunctionId,
    function: &'p Function,
    pc: usize,
    base: usize,
    /// Reductions left.
    left: u32,
}

/// What comes next after something that may leave the straight path.
enum Next {
    Go,
    Pause(Pause),
}

/// How a call treats the frame it is made from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
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
        let mut at = match state.start.take() {
            None => Position {
                id: state.function,
                function: program.function(state.function),
                pc: state.pc as usize,
                base: stack.base,
                left: reductions,
            },
            Some(start) => match self.start(stack, state, start, reductions) {
                Ok(at) => at,
                Err(pause) => return pause,
            },
        };
        let pause = self.interpret(stack, state, &mut at);
        state.function = at.id;
        state.pc = at.pc as u32;
        stack.base = at.base;
        let used = u64::from(reductions - at.left);
        state.reductions += used;
        self.system.steps += used;
        pause
    }

    fn interpret(&mut self, stack: &mut Stack, state: &mut State, at: &mut Position<'a>) -> Pause {
        let program = self.program;
        macro_rules! or_pause {
            ($next:expr) => {
                match $next {
                    Next::Go => {}
                    Next::Pause(pause) => return pause,
                }
            };
        }
        macro_rules! raise {
            ($top:expr, $raise:expr) => {
                or_pause!(self.raise(stack, state, at, $top, $raise))
            };
        }
        // A call made when the share is used up is made again next time.
        macro_rules! charge {
            () => {
                if at.left == 0 {
                    at.pc -= 1;
                    return Pause::Preempted;
                }
                at.left -= 1;
            };
        }
        macro_rules! jump_unless {
            ($test:expr, $to:expr) => {
                if !$test {
                    at.pc = $to as usize;
                }
            };
        }
        loop {
            let instr = &at.function.code[at.pc];
            at.pc += 1;
            match *instr {
                Instr::Move { dst, src } => {
                    let value = take(stack, at, src);
                    slot!(stack, at, dst) = value;
                }
                Instr::Jump { to } => at.pc = to as usize,
                Instr::Compute { op, dst, a, b } => {
                    let (a, b) = (get(stack, at, a), get(stack, at, b));
                    match compute(op, a, b) {
                        Ok(value) => slot!(stack, at, dst) = value,
                        Err(error) => {
                            let top = Top::Native(operator_mfa(op), vec![a.clone(), b.clone()]);
                            raise!(top, error)
                        }
                    }
                }
                Instr::Compare { op, dst, a, b } => {
                    let holds = compare(op, get(stack, at, a), get(stack, at, b));
                    slot!(stack, at, dst) = Term::bool(holds);
                }
                Instr::Test { op, a, b, otherwise } => {
                    jump_unless!(compare(op, get(stack, at, a), get(stack, at, b)), otherwise)
                }
                Instr::TestType { test, a, otherwise } => {
                    jump_unless!(has_type(test, get(stack, at, a)), otherwise)
                }
                Instr::TestTrue { a, otherwise } => {
                    jump_unless!(matches!(get(stack, at, a), Term::Atom(atoms::TRUE)), otherwise)
                }
                Instr::TestBoolean { a, failure, otherwise } => match get(stack, at, a) {
                    Term::Atom(atoms::TRUE) => {}
                    Term::Atom(atoms::FALSE) => at.pc = otherwise as usize,
                    other => {
                        let reason = failure_reason(failure, other.clone());
                        raise!(Top::Here, Raise::error(reason))
                    }
                },
                Instr::MatchNil { src, otherwise } => {
                    jump_unless!(matches!(slot!(stack, at, src), Term::Nil), otherwise)
                }
                Instr::MatchCons { src, head, tail, otherwise } => match &slot!(stack, at, src) {
                    Term::Cons(cell) => {
                        let cell = cell.clone();
                        if head != Slot::NOWHERE {
                            slot!(stack, at, head) = cell.head.clone();
                        }
                        if tail != Slot::NOWHERE {
                            slot!(stack, at, tail) = cell.tail.clone();
                        }
                    }
                    _ => at.pc = otherwise as usize,
                },
                Instr::MatchTuple { src, arity, otherwise } => {
                    let matches =
                        matches!(&slot!(stack, at, src), Term::Tuple(t) if t.len() == arity as usize);
                    jump_unless!(matches, otherwise)
                }
                Instr::Element { dst, src, index } => {
                    let Term::Tuple(tuple) = &slot!(stack, at, src) else { unreachable!("tested before") };
                    slot!(stack, at, dst) = tuple[index as usize].clone();
                }
                Instr::MatchExact { a, b, otherwise } => {
                    jump_unless!(exactly_equal(get(stack, at, a), get(stack, at, b)), otherwise)
                }
                Instr::MatchMap { src, otherwise } => {
                    jump_unless!(matches!(slot!(stack, at, src), Term::Map(_)), otherwise)
                }
                Instr::MatchKey { src, key, dst, otherwise } => {
                    let Term::Map(map) = &slot!(stack, at, src) else { unreachable!("tested before") };
                    match map.get(get(stack, at, key)) {
                        Some(value) => {
                            let value = value.clone();
                            if dst != Slot::NOWHERE {
                                slot!(stack, at, dst) = value;
                            }
                        }
                        None => at.pc = otherwise as usize,
                    }
                }
                Instr::BitsStart { dst, src, otherwise } => match &slot!(stack, at, src) {
                    Term::Bits(bits) => {
                        let bits = Term::Bits(bits.clone());
                        slot!(stack, at, dst) = bits;
                    }
                    _ => at.pc = otherwise as usize,
                },
                Instr::BitsGet { field, otherwise } => {
                    jump_unless!(bits::read_field(stack, at, field), otherwise)
                }
                Instr::BitsEnd { src, otherwise } => {
                    let end = matches!(&slot!(stack, at, src), Term::Bits(bits) if bits.bit_len() == 0);
                    jump_unless!(end, otherwise)
                }
                Instr::Cons { dst, head, tail } => {
                    let (head, tail) = (take(stack, at, head), take(stack, at, tail));
                    slot!(stack, at, dst) = Term::cons(head, tail);
                }
                Instr::Tuple { dst, first, count } => {
                    let tuple = Term::tuple(erlang_term::Tuple::from_exact(
                        count as usize,
                        range(stack, at, first, count as usize).iter_mut().map(std::mem::take),
                    ));
                    slot!(stack, at, dst) = tuple;
                }
                Instr::Map { dst, first, count } => {
                    let mut map = Map::new();
                    put_pairs(&mut map, range(stack, at, first, 2 * count as usize));
                    slot!(stack, at, dst) = Term::Map(map);
                }
                Instr::MapPut { map, first, count } => {
                    let value = std::mem::take(&mut slot!(stack, at, map));
                    match value {
                        Term::Map(mut changed) => {
                            put_pairs(&mut changed, range(stack, at, first, 2 * count as usize));
                            slot!(stack, at, map) = Term::Map(changed);
                        }
                        other => raise!(Top::Here, Raise::error(pair(atoms::BADMAP, other))),
                    }
                }
                Instr::MapUpdate { map, first, count } => {
                    let mut value = std::mem::take(&mut slot!(stack, at, map));
                    match update_pairs(&mut value, range(stack, at, first, 2 * count as usize)) {
                        Ok(()) => slot!(stack, at, map) = value,
                        Err(reason) => raise!(Top::Here, Raise::error(reason)),
                    }
                }
                Instr::Closure { dst, lambda, first } => {
                    let lambda = &at.function.lambdas[lambda as usize];
                    let environment: Vec<Term> = range(stack, at, first, lambda.captured as usize)
                        .iter_mut()
                        .map(std::mem::take)
                        .collect();
                    let id = at.function.first_of_module + lambda.function;
                    let fun = Fun::Closure(Closure {
                        module: at.function.module,
                        function: program.function(FunctionId(id)).name,
                        arity: lambda.arity,
                        index: lambda.index,
                        uniq: at.function.uniq,
                        code: (id, 0),
                        environment,
                    });
                    slot!(stack, at, dst) = Term::Fun(Rc::new(fun));
                }
                Instr::Bits { dst, fields, count } => match bits::build(stack, at, fields, count) {
                    Ok(value) => slot!(stack, at, dst) = value,
                    Err((raise, info)) => raise!(Top::HereWith(info), raise),
                },
                Instr::Call { function, first, arity } => {
                    charge!();
                    let callee = FunctionId(at.function.first_of_module + function);
                    self.enter(stack, state, at, callee, first, arity, Kind::Call);
                }
                Instr::TailCall { function, first, arity } => {
                    charge!();
                    let callee = FunctionId(at.function.first_of_module + function);
                    self.enter(stack, state, at, callee, first, arity, Kind::Tail);
                }
                Instr::CallRemote { import, first, arity } => {
                    charge!();
                    or_pause!(self.call_import(stack, state, at, import, first, arity, Kind::Call));
                }
                Instr::TailCallRemote { import, first, arity } => {
                    charge!();
                    or_pause!(self.call_import(stack, state, at, import, first, arity, Kind::Tail));
                }
                Instr::CallFun { first, arity } => {
                    charge!();
                    or_pause!(self.call_fun(stack, state, at, first, arity, Kind::Call));
                }
                Instr::TailCallFun { first, arity } => {
                    charge!();
                    or_pause!(self.call_fun(stack, state, at, first, arity, Kind::Tail));
                }
                Instr::Apply { first, arity } => {
                    charge!();
                    or_pause!(self.apply(stack, state, at, first, arity, Kind::Call));
                }
                Instr::TailApply { first, arity } => {
                    charge!();
                    or_pause!(self.apply(stack, state, at, first, arity, Kind::Tail));
                }
                Instr::Native { import, first, arity } => {
                    charge!();
                    let Target::Native(native) = program.target(import) else {
                        or_pause!(self.call_import(stack, state, at, import, first, arity, Kind::Call));
                        continue;
                    };
                    let mfa = program.import(import).mfa;
                    or_pause!(self.call_native(stack, state, at, native, mfa, first, arity, Kind::Call));
                }
                Instr::Return { src } => {
                    let value = take(stack, at, src);
                    or_pause!(self.return_value(stack, state, at, value));
                }
                Instr::Fail { kind, value } => {
                    let value = get(stack, at, value).clone();
                    raise!(Top::Here, Raise::error(failure_reason(kind, value)))
                }
                Instr::FunctionClause => {
                    let arguments = range(stack, at, Slot(0), at.function.arity as usize).to_vec();
                    let reason = Term::Atom(atoms::FUNCTION_CLAUSE);
                    raise!(Top::Arguments(Term::list(arguments)), Raise::error(reason))
                }
                Instr::Reraise { first } => {
                    let [class, reason, trace] = caught(stack, at, first);
                    or_pause!(self.reraise(stack, state, at, class, reason, trace));
                }
                Instr::CatchValue { dst, first } => {
                    let [class, reason, trace] = caught(stack, at, first);
                    slot!(stack, at, dst) = match class {
                        Term::Atom(atoms::THROW) => reason,
                        Term::Atom(atoms::EXIT) => pair(atoms::EXIT_SIGNAL, reason),
                        _ => pair(atoms::EXIT_SIGNAL, Term::tuple([reason, trace])),
                    };
                }
                Instr::ReceiveStart { timeout } => {
                    state.wait = match get(stack, at, timeout) {
                        Term::Atom(atoms::INFINITY) => Wait::Forever,
                        Term::Int(0) => Wait::NotAtAll,
                        Term::Int(n) if (0..=0xffff_ffff).contains(n) => Wait::Milliseconds(*n as u64),
                        _ => {
                            raise!(Top::Here, Raise::error(Term::Atom(atoms::TIMEOUT_VALUE)));
                            continue;
                        }
                    };
                    state.mailbox.rescan();
                }
                Instr::ReceivePeek { dst, otherwise } => match state.mailbox.peek() {
                    Some(message) => slot!(stack, at, dst) = message.content.clone(),
                    None => at.pc = otherwise as usize,
                },
                Instr::ReceiveAccept => {
                    if let Some(message) = state.mailbox.accept() {
                        self.observer.receive(state.pid, message.id, &message.content);
                    }
                    if let Wait::Timer(timer) = std::mem::take(&mut state.wait) {
                        self.system.timers.cancel(timer);
                    }
                }
                Instr::ReceiveSkip { to } => {
                    state.mailbox.skip();
                    at.pc = to as usize;
                }
                Instr::ReceiveWait { to } => match state.wait {
                    Wait::NotAtAll | Wait::Expired => {
                        state.wait = Wait::Forever;
                        state.mailbox.rescan();
                    }
                    wait => {
                        if let Wait::Milliseconds(n) = wait {
                            let due = self.system.now.after_milliseconds(n);
                            let action = Action::Wake(state.pid);
                            state.wait = Wait::Timer(self.system.timers.start(Timer { due, action }));
                        }
                        at.pc = to as usize;
                        return Pause::Waiting;
                    }
                },
                Instr::Bind { variable, slot } => {
                    if O::CALLS {
                        let value = &slot!(stack, at, slot);
                        self.observer.bind(state.pid, at.function, variable, value);
                    }
                }
                Instr::EnterClause { clause } => {
                    if O::CALLS {
                        self.observer.clause(state.pid, clause);
                    }
                }
            }
        }
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
            frame[arity..].fill(Term::Nil);
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
            Target::Unsupported => Next::Pause(Pause::Unsupported(self.program.why_unsupported(mfa))),
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
        };
        let result = native(&mut context, arguments);
        let then = context.then.take();
        if let Some(reason) = state.pending_exit.take() {
            return Next::Pause(Pause::Exited(Outcome::Killed(reason)));
        }
        match result {
            Err(raise) => {
                let top = Top::Native(mfa, arguments.to_vec());
                self.raise(stack, state, at, top, raise)
            }
            Ok(value) => {
                stack.slots[from..from + arity as usize].fill(Term::Nil);
                match then {
                    None if kind == Kind::Call => {
                        stack.slots[from] = value;
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
                let all = arity + closure.environment.len() as u32;
                place(stack, at, Slot(first.0 + arity), closure.environment.iter().cloned());
                self.enter(stack, state, at, FunctionId(closure.code.0), first, all, kind);
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
                self.raise(stack, state, at, Top::Native(mfa, vec![module, function, list]), Raise::badarg())
            }
        }
    }

    /// The current function is done.
    fn return_value(&mut self, stack: &mut Stack, state: &State, at: &mut Position<'a>, value: Term) -> Next {
        if O::CALLS {
            self.observer.returned(state.pid, &value);
        }
        let frame = &mut stack.slots[at.base..at.base + at.function.frame_size as usize];
        frame[1..].fill(Term::Nil);
        frame[0] = value;
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
        reductions: u32,
    ) -> Result<Position<'a>, Pause> {
        let id = self.program.outermost();
        let mut at = Position { id, function: self.program.function(id), pc: 1, base: 0, left: reductions };
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
            Next::Go => Ok(at),
            Next::Pause(pause) => Err(pause),
        }
    }
}

// ---- operands ----

#[inline(always)]
fn get<'s>(stack: &'s Stack, at: &Position<'s>, arg: Arg) -> &'s Term {
    match arg.kind() {
        ArgKind::Read(slot) | ArgKind::Take(slot) => &stack.slots[at.base + slot.0 as usize],
        ArgKind::Constant(n) => &at.function.constants[n as usize],
    }
}

#[inline(always)]
fn take(stack: &mut Stack, at: &Position<'_>, arg: Arg) -> Term {
    match arg.kind() {
        ArgKind::Read(slot) => stack.slots[at.base + slot.0 as usize].clone(),
        ArgKind::Take(slot) => std::mem::take(&mut stack.slots[at.base + slot.0 as usize]),
        ArgKind::Constant(n) => at.function.constants[n as usize].clone(),
    }
}

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

fn caught(stack: &mut Stack, at: &Position<'_>, first: Slot) -> [Term; 3] {
    let from = at.base + first.0 as usize;
    std::array::from_fn(|n| std::mem::take(&mut stack.slots[from + n]))
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

#[inline(always)]
fn compute(op: Operator, a: &Term, b: &Term) -> Result<Term, Raise> {
    if let (Term::Int(a), Term::Int(b)) = (a, b) {
        let fast = match op {
            Operator::Add => a.checked_add(*b),
            Operator::Subtract => a.checked_sub(*b),
            Operator::Multiply => a.checked_mul(*b),
            Operator::Band => Some(a & b),
            _ => None,
        };
        if let Some(n) = fast {
            return Ok(Term::Int(n));
        }
    }
    compute_slowly(op, a, b)
}

fn compute_slowly(op: Operator, a: &Term, b: &Term) -> Result<Term, Raise> {
    let result = match op {
        Operator::Add => arithmetic::add(a, b),
        Operator::Subtract => arithmetic::subtract(a, b),
        Operator::Multiply => arithmetic::multiply(a, b),
        Operator::Divide => arithmetic::divide(a, b),
        Operator::Div => arithmetic::int_div(a, b),
        Operator::Rem => arithmetic::rem(a, b),
        Operator::Band => arithmetic::band(a, b),
        Operator::Bor => arithmetic::bor(a, b),
        Operator::Bxor => arithmetic::bxor(a, b),
        Operator::Bsl => arithmetic::bsl(a, b),
        Operator::Bsr => arithmetic::bsr(a, b),
    };
    result.map_err(|error| match error {
        arithmetic::ArithmeticError::Badarith => Raise::badarith(),
        arithmetic::ArithmeticError::SystemLimit => Raise::error(Term::Atom(atoms::SYSTEM_LIMIT)),
    })
}

#[cold]
fn operator_mfa(op: Operator) -> Mfa {
    let name = match op {
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::Div => "div",
        Operator::Rem => "rem",
        Operator::Band => "band",
        Operator::Bor => "bor",
        Operator::Bxor => "bxor",
        Operator::Bsl => "bsl",
        Operator::Bsr => "bsr",
    };
    Mfa { module: atoms::ERLANG, function: erlang_term::Atom::new(name), arity: 2 }
}

#[inline(always)]
fn compare(op: Comparison, a: &Term, b: &Term) -> bool {
    if let (Term::Int(a), Term::Int(b)) = (a, b) {
        return match op {
            Comparison::Equal | Comparison::ExactlyEqual => a == b,
            Comparison::NotEqual | Comparison::NotExactlyEqual => a != b,
            Comparison::LessOrEqual => a <= b,
            Comparison::Less => a < b,
            Comparison::GreaterOrEqual => a >= b,
            Comparison::Greater => a > b,
        };
    }
    match op {
        Comparison::Equal => order::equal(a, b),
        Comparison::NotEqual => !order::equal(a, b),
        Comparison::ExactlyEqual => a == b,
        Comparison::NotExactlyEqual => a != b,
        Comparison::LessOrEqual => order::compare(a, b).is_le(),
        Comparison::Less => order::compare(a, b).is_lt(),
        Comparison::GreaterOrEqual => order::compare(a, b).is_ge(),
        Comparison::Greater => order::compare(a, b).is_gt(),
    }
}

#[inline(always)]
fn exactly_equal(a: &Term, b: &Term) -> bool {
    match (a, b) {
        (Term::Int(a), Term::Int(b)) => a == b,
        (Term::Atom(a), Term::Atom(b)) => a == b,
        _ => a == b,
    }
}

fn has_type(test: TypeTest, value: &Term) -> bool {
    match test {
        TypeTest::Atom => matches!(value, Term::Atom(_)),
        TypeTest::Binary => matches!(value, Term::Bits(bits) if bits.is_binary()),
        TypeTest::Bitstring => matches!(value, Term::Bits(_)),
        TypeTest::Boolean => matches!(value, Term::Atom(atoms::TRUE | atoms::FALSE)),
        TypeTest::Float => matches!(value, Term::Float(_)),
        TypeTest::Function => matches!(value, Term::Fun(_)),
        TypeTest::Integer => value.is_integer(),
        TypeTest::List => matches!(value, Term::Nil | Term::Cons(_)),
        TypeTest::Map => matches!(value, Term::Map(_)),
        TypeTest::Number => value.is_number(),
        TypeTest::Pid => matches!(value, Term::Pid(_)),
        TypeTest::Port => false,
        TypeTest::Reference => matches!(value, Term::Ref(_)),
        TypeTest::Tuple => matches!(value, Term::Tuple(_)),
    }
}

fn put_pairs(map: &mut Map, pairs: &mut [Term]) {
    for pair in pairs.chunks_exact_mut(2) {
        map.insert(std::mem::take(&mut pair[0]), std::mem::take(&mut pair[1]));
    }
}

/// `Map#{K := V, …}`, or the reason why not.
fn update_pairs(value: &mut Term, pairs: &mut [Term]) -> Result<(), Term> {
    let Term::Map(map) = value else { return Err(pair(atoms::BADMAP, std::mem::take(value))) };
    for [key, new] in pairs.as_chunks_mut::<2>().0 {
        if !map.contains(key) {
            return Err(pair(atoms::BADKEY, std::mem::take(key)));
        }
        map.insert(std::mem::take(key), std::mem::take(new));
    }
    Ok(())
}
