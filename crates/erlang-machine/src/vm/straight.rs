//! The straight path: instructions that need nothing but the frame they work on, and the plainest
//! calls and returns.

use erlang_term::work::GivenUp;
use erlang_term::{Map, Term, Tuple, atoms};

use super::unwind::Top;
use super::values::{
    caught, compare, compute, exactly_equal, get, has_type, look_up, operator_mfa, part, put_pairs, range,
    take, update_pairs,
};
use super::{CallKind, Position, bits, failure_reason, pair, unchecked};
use crate::code::{Function, FunctionId, ImportId, Instr, NOWHERE, Op, Operator, Pc, Slot};
use crate::observer::{ObserverKind, ReceiveAt, StopAt};
use crate::process::{State, Wait};
use crate::program::Program;
use crate::raise::Raise;
use crate::stack::{Depth, Frame, Stack, clear};

/// Why the straight path ends.
pub enum Leave {
    Call {
        function: u32,
        first: Slot,
        arity: u32,
        kind: CallKind,
    },
    Return(Term),
    Remote {
        import: ImportId,
        first: Slot,
        arity: u32,
        kind: CallKind,
    },
    Native {
        import: ImportId,
        first: Slot,
        arity: u32,
    },
    /// The fun is behind the arguments.
    Fun {
        first: Slot,
        arity: u32,
        kind: CallKind,
    },
    /// Module and function are behind the arguments.
    Apply {
        first: Slot,
        arity: u32,
        kind: CallKind,
    },
    Closure {
        dst: Slot,
        lambda: u32,
        first: Slot,
    },
    Raise(Box<Top>, Box<Raise>),
    Reraise {
        first: Slot,
    },
    /// A receive is about to look at the mailbox, which takes a share that is not used up.
    Look,
    Accept,
    Wait {
        to: Pc,
    },
    /// The observer wants the process to stand here.
    Stop,
    /// A long instruction was given up; it has not been done.
    GivenUp(GivenUp),
}

/// Arithmetic on this much of a large integer is a step of its own.
const BITS_A_STEP: u64 = 1 << 12;

/// Runs until something is to be done that takes more than the stack. Position and frame are local
/// variables here: this is where the time goes. Calls and returns within one segment of the stack
/// stay here too, unless an observer may replace the code that is called: then the interpreter
/// makes all of them.
#[inline(always)]
pub fn straight<'p, O: ObserverKind>(
    program: &'p Program,
    stack: &mut Stack,
    state: &mut State,
    at: &mut Position<'p>,
    observer: &mut O,
) -> Leave {
    let Stack { slots, frames, depth, .. } = stack;
    let room = slots.len();
    let mut function: &'p Function = at.function;
    let mut ops: &[Op] = function.ops.all();
    let mut constants: &[Term] = &function.constants;
    let mut frame = &mut slots[at.base..at.base + function.frame_size as usize];
    let mut pc = at.pc;
    // From here on it stays within the code; see `unchecked`.
    assert!(pc < ops.len(), "a process goes on beyond the end of its code");
    // Goes on in a function whose frame begins at `base`.
    macro_rules! go_on_in {
        ($id:expr, $function:expr, $base:expr, $pc:expr) => {{
            function = $function;
            (ops, constants) = (function.ops.all(), &function.constants);
            frame = &mut slots[$base..$base + function.frame_size as usize];
            pc = $pc;
            (at.id, at.function, at.base) = ($id, function, $base);
        }};
    }
    macro_rules! slot {
        ($slot:expr) => {
            frame[$slot.0 as usize]
        };
    }
    macro_rules! get {
        ($arg:expr) => {
            get(frame, constants, $arg)
        };
    }
    macro_rules! jump_unless {
        ($test:expr, $to:expr) => {
            if !$test {
                pc = $to as usize;
            }
        };
    }
    macro_rules! raise {
        ($top:expr, $raise:expr) => {
            break Leave::Raise(Box::new($top), Box::new($raise))
        };
    }
    // What may take long, unless it is given up.
    macro_rules! done {
        ($attempt:expr) => {
            match $attempt {
                Ok(value) => value,
                Err(why) => {
                    pc -= 1;
                    break Leave::GivenUp(why);
                }
            }
        };
    }
    macro_rules! compute {
        ($op:expr, $dst:expr, $a:expr, $b:expr) => {
            match done!(compute($op, $a, $b)) {
                Ok(value) => {
                    if let Term::Big(big) = &value {
                        at.charge(big.bits() / BITS_A_STEP);
                    }
                    slot!($dst).put(value)
                }
                Err(error) => {
                    // OTP's compiler makes floats of both operands first: the caller fails.
                    if $op == Operator::Divide && !function.is_evaluated() {
                        raise!(Top::Here, error)
                    }
                    let operands = vec![$a.clone(), $b.clone()];
                    raise!(
                        Top::Native { mfa: operator_mfa($op), arguments: operands, caller_gone: false },
                        error
                    )
                }
            }
        };
    }
    // What short instructions name, which are those of the current function.
    macro_rules! short {
        ($slot:expr) => {
            // SAFETY: the frame is that of the function, and so is the instruction.
            *unsafe { unchecked::slot_mut(frame, $slot) }
        };
    }
    macro_rules! read {
        ($slot:expr) => {
            // SAFETY: the same.
            unsafe { unchecked::slot(frame, $slot) }
        };
    }
    macro_rules! constant {
        ($index:expr) => {
            // SAFETY: the constants are those of the function, and so is the instruction.
            unsafe { unchecked::constant(constants, $index) }
        };
    }
    macro_rules! go_on_if {
        ($test:expr, $otherwise:expr) => {{
            if !$test {
                pc = $otherwise as usize;
            }
            continue;
        }};
    }
    // Both are small integers, and so is the result.
    macro_rules! compute_small {
        ($operation:ident, $dst:expr, $a:expr, $b:expr) => {
            if let (&Term::Int(a), &Term::Int(b)) = (read!($a), $b)
                && let Some(n) = a.$operation(b)
            {
                short!($dst).put(Term::Int(n));
                continue;
            }
        };
    }
    let leave = loop {
        // SAFETY: the position is one of this function.
        let op = unsafe { unchecked::op(ops, pc) };
        pc += 1;
        // Each of these goes on, or leaves it to the plain instruction below.
        match op {
            Op::Plain => {}
            Op::Copy { dst, src } => {
                let value = read!(src).clone();
                short!(dst).put(value);
                continue;
            }
            Op::Take { dst, src } => {
                let value = std::mem::take(&mut short!(src));
                short!(dst).put(value);
                continue;
            }
            Op::Constant { dst, index } => {
                let value = constant!(index).clone();
                short!(dst).put(value);
                continue;
            }
            Op::Jump { to } => {
                pc = to as usize;
                continue;
            }
            Op::Add { dst, a, b } => compute_small!(checked_add, dst, a, read!(b)),
            Op::Subtract { dst, a, b } => compute_small!(checked_sub, dst, a, read!(b)),
            Op::Multiply { dst, a, b } => compute_small!(checked_mul, dst, a, read!(b)),
            Op::AddSmall { dst, a, n } => compute_small!(checked_add, dst, a, &Term::Int(n.into())),
            Op::SubtractSmall { dst, a, n } => compute_small!(checked_sub, dst, a, &Term::Int(n.into())),
            Op::Test { op, a, b, otherwise } => {
                if let (&Term::Int(a), &Term::Int(b)) = (read!(a), read!(b)) {
                    go_on_if!(op.holds_of(a.cmp(&b)), otherwise)
                }
            }
            Op::TestSmall { op, a, n, otherwise } => {
                if let Term::Int(a) = read!(a) {
                    go_on_if!(op.holds_of(a.cmp(&n.into())), otherwise)
                }
            }
            Op::MatchNil { src, otherwise } => go_on_if!(matches!(read!(src), Term::Nil), otherwise),
            Op::MatchCons { src, head, tail, otherwise } => {
                let Term::Cons(cell) = read!(src) else {
                    pc = otherwise as usize;
                    continue;
                };
                // Both are read before either is written: the source may be one of the places.
                let first = if head == NOWHERE { Term::Nil } else { cell.head.clone() };
                let rest = if tail == NOWHERE { Term::Nil } else { cell.tail.clone() };
                if tail != NOWHERE {
                    short!(tail).put(rest);
                }
                if head != NOWHERE {
                    short!(head).put(first);
                }
                continue;
            }
            Op::TakeCons { src, head, tail, otherwise } => {
                if !matches!(read!(src), Term::Cons(_)) {
                    pc = otherwise as usize;
                    continue;
                }
                if let Term::Cons(cell) = std::mem::take(&mut short!(src)) {
                    let (first, rest) = cell.into_parts();
                    if head != NOWHERE {
                        short!(head).put(first);
                    }
                    if tail != NOWHERE {
                        short!(tail).put(rest);
                    }
                }
                continue;
            }
            Op::MatchTuple { src, arity, otherwise } => {
                let matches = matches!(read!(src), Term::Tuple(t) if t.len() == arity as usize);
                go_on_if!(matches, otherwise)
            }
            Op::Element { dst, src, index } => {
                if let Term::Tuple(tuple) = read!(src) {
                    let element = tuple[index as usize].clone();
                    short!(dst).put(element);
                    continue;
                }
            }
            Op::MatchExact { a, constant, otherwise } => {
                go_on_if!(done!(exactly_equal(read!(a), constant!(constant))), otherwise)
            }
            Op::MatchSmall { src, n, otherwise } => {
                go_on_if!(matches!(read!(src), Term::Int(x) if *x == i64::from(n)), otherwise)
            }
            Op::Cons { dst, head, tail } => {
                let head = std::mem::take(&mut short!(head));
                let tail = std::mem::take(&mut short!(tail));
                short!(dst).put(Term::cons(head, tail));
                continue;
            }
            Op::ConsCopy { dst, head, tail } => {
                let head = read!(head).clone();
                let tail = std::mem::take(&mut short!(tail));
                short!(dst).put(Term::cons(head, tail));
                continue;
            }
            Op::ConsOnto { dst, head, tail } => {
                let head = std::mem::take(&mut short!(head));
                short!(dst).put(Term::cons(head, constant!(tail).clone()));
                continue;
            }
            Op::Call { first, arity, function: callee } => {
                let id = FunctionId(function.first_of_module + callee);
                let called = program.function(id);
                let base = at.base + first as usize;
                if !O::REPLACES && at.left > 0 && base + called.frame_size as usize <= room {
                    at.left -= 1;
                    frames.push(Frame { function: at.id, pc: pc as Pc, base: at.base as u32 });
                    go_on_in!(id, called, base, 0);
                    if O::CALLS {
                        observer.call(state.pid, id, called, &frame[..arity as usize], false);
                    }
                    continue;
                }
            }
            Op::CallSelf { first, arity } => {
                let base = at.base + first as usize;
                let end = base + function.frame_size as usize;
                if !O::REPLACES && at.left > 0 && end <= room {
                    at.left -= 1;
                    frames.push(Frame { function: at.id, pc: pc as Pc, base: at.base as u32 });
                    frame = &mut slots[base..end];
                    (at.base, pc) = (base, 0);
                    if O::CALLS {
                        observer.call(state.pid, at.id, function, &frame[..arity as usize], false);
                    }
                    continue;
                }
            }
            Op::TailCall { arity, function: callee } => {
                let id = FunctionId(function.first_of_module + callee);
                let called = program.function(id);
                if !O::REPLACES && at.left > 0 && at.base + called.frame_size as usize <= room {
                    at.left -= 1;
                    clear(&mut frame[arity as usize..]);
                    go_on_in!(id, called, at.base, 0);
                    if O::CALLS {
                        observer.call(state.pid, id, called, &frame[..arity as usize], true);
                    }
                    continue;
                }
            }
            Op::TailCallSelf { arity } => {
                if !O::REPLACES && at.left > 0 {
                    at.left -= 1;
                    clear(&mut frame[arity as usize..]);
                    pc = 0;
                    if O::CALLS {
                        observer.call(state.pid, at.id, function, &frame[..arity as usize], true);
                    }
                    continue;
                }
            }
            Op::Return { .. } | Op::ReturnConstant { .. } => {
                if let Some(caller) = frames.pop() {
                    let value = match op {
                        Op::Return { src } => std::mem::take(&mut short!(src)),
                        Op::ReturnConstant { index } => constant!(index).clone(),
                        _ => Term::Nil,
                    };
                    if O::CALLS {
                        observer.returned(state.pid, &value);
                    }
                    clear(&mut frame[1..]);
                    frame[0].put(value);
                    if caller.function == at.id {
                        let base = caller.base as usize;
                        frame = &mut slots[base..base + function.frame_size as usize];
                        (at.base, pc) = (base, caller.pc as usize);
                    } else {
                        let called = program.function(caller.function);
                        go_on_in!(caller.function, called, caller.base as usize, caller.pc as usize);
                    }
                    continue;
                }
            }
        }
        let instr = function.code[pc - 1];
        match instr {
            Instr::Move { dst, src } => {
                let value = take(frame, constants, src);
                slot!(dst).put(value);
            }
            Instr::Jump { to } => pc = to as usize,
            Instr::Compute { op, dst, a, b } => compute!(op, dst, get!(a), get!(b)),
            Instr::AddSmall { dst, a, n } => match slot!(a) {
                Term::Int(x) if let Some(sum) = x.checked_add(n.into()) => slot!(dst).put(Term::Int(sum)),
                _ => compute!(Operator::Add, dst, &slot!(a), &Term::Int(n.into())),
            },
            Instr::SubtractSmall { dst, a, n } => match slot!(a) {
                Term::Int(x) if let Some(rest) = x.checked_sub(n.into()) => slot!(dst).put(Term::Int(rest)),
                _ => compute!(Operator::Subtract, dst, &slot!(a), &Term::Int(n.into())),
            },
            Instr::Compare { op, dst, a, b } => {
                let holds = done!(compare(op, get!(a), get!(b)));
                slot!(dst).put(Term::bool(holds));
            }
            Instr::Test { op, a, b, otherwise } => {
                jump_unless!(done!(compare(op, get!(a), get!(b))), otherwise)
            }
            Instr::TestSmall { op, a, n, otherwise } => {
                let holds = match slot!(a) {
                    Term::Int(x) => op.holds_of(x.cmp(&n.into())),
                    _ => done!(compare(op, &slot!(a), &Term::Int(n.into()))),
                };
                jump_unless!(holds, otherwise)
            }
            Instr::TestType { test, a, otherwise } => jump_unless!(has_type(test, get!(a)), otherwise),
            Instr::TestTrue { a, otherwise } => {
                jump_unless!(matches!(get!(a), Term::Atom(atoms::TRUE)), otherwise)
            }
            Instr::TestBoolean { a, failure, otherwise } => match get!(a) {
                Term::Atom(atoms::TRUE) => {}
                Term::Atom(atoms::FALSE) => pc = otherwise as usize,
                other => raise!(Top::Here, Raise::error(failure_reason(failure, other.clone()))),
            },
            Instr::MatchNil { src, otherwise } => {
                jump_unless!(matches!(slot!(src), Term::Nil), otherwise)
            }
            Instr::MatchCons { src, head, tail, otherwise } => match &slot!(src) {
                Term::Cons(cell) => {
                    // Both are read before either is written: the source may be one of the places.
                    let (first, rest) = (part(head, &cell.head), part(tail, &cell.tail));
                    if tail != Slot::NOWHERE {
                        slot!(tail).put(rest);
                    }
                    if head != Slot::NOWHERE {
                        slot!(head).put(first);
                    }
                }
                _ => pc = otherwise as usize,
            },
            Instr::TakeCons { src, head, tail, otherwise } => match std::mem::take(&mut slot!(src)) {
                Term::Cons(cell) => {
                    let (first, rest) = cell.into_parts();
                    if head != Slot::NOWHERE {
                        slot!(head).put(first);
                    }
                    if tail != Slot::NOWHERE {
                        slot!(tail).put(rest);
                    }
                }
                other => {
                    slot!(src) = other;
                    pc = otherwise as usize;
                }
            },
            Instr::MatchTuple { src, arity, otherwise } => {
                let matches = matches!(&slot!(src), Term::Tuple(t) if t.len() == arity as usize);
                jump_unless!(matches, otherwise)
            }
            Instr::Element { dst, src, index } => {
                let Term::Tuple(tuple) = &slot!(src) else { unreachable!("tested before") };
                let element = tuple[index as usize].clone();
                slot!(dst).put(element);
            }
            Instr::MatchExact { a, b, otherwise } => {
                jump_unless!(done!(exactly_equal(get!(a), get!(b))), otherwise)
            }
            Instr::MatchSmall { src, n, otherwise } => {
                jump_unless!(matches!(slot!(src), Term::Int(x) if x == i64::from(n)), otherwise)
            }
            Instr::MatchMap { src, otherwise } => {
                jump_unless!(matches!(slot!(src), Term::Map(_)), otherwise)
            }
            Instr::MatchKey { src, key, dst, otherwise } => {
                let Term::Map(map) = &slot!(src) else { unreachable!("tested before") };
                match done!(look_up(map, get!(key))) {
                    Some(value) => {
                        let value = value.clone();
                        if dst != Slot::NOWHERE {
                            slot!(dst) = value;
                        }
                    }
                    None => pc = otherwise as usize,
                }
            }
            Instr::BitsStart { dst, src, otherwise } => match &slot!(src) {
                Term::Bits(bits) => slot!(dst) = Term::Bits(bits.clone()),
                _ => pc = otherwise as usize,
            },
            Instr::BitsGet { field, otherwise } => {
                jump_unless!(bits::read_field(frame, function, field), otherwise)
            }
            Instr::BitsEnd { src, otherwise } => {
                jump_unless!(matches!(&slot!(src), Term::Bits(bits) if bits.bit_len() == 0), otherwise)
            }
            Instr::Cons { dst, head, tail } => {
                let (head, tail) = (take(frame, constants, head), take(frame, constants, tail));
                slot!(dst).put(Term::cons(head, tail));
            }
            Instr::Tuple { dst, first, count } => {
                let elements = range(frame, first, count).iter_mut().map(std::mem::take);
                slot!(dst) = Term::Tuple(Tuple::from_exact(count as usize, elements));
            }
            Instr::Map { dst, first, count } => {
                let mut map = Map::new();
                put_pairs(&mut map, range(frame, first, 2 * count));
                slot!(dst) = Term::Map(map);
            }
            Instr::MapPut { map, first, count } => match std::mem::take(&mut slot!(map)) {
                Term::Map(mut changed) => {
                    put_pairs(&mut changed, range(frame, first, 2 * count));
                    slot!(map) = Term::Map(changed);
                }
                other => raise!(Top::Here, Raise::error(pair(atoms::BADMAP, other))),
            },
            Instr::MapUpdate { map, first, count } => {
                let mut value = std::mem::take(&mut slot!(map));
                match update_pairs(&mut value, range(frame, first, 2 * count)) {
                    Ok(()) => slot!(map) = value,
                    Err(reason) => raise!(Top::Here, Raise::error(reason)),
                }
            }
            Instr::Closure { dst, lambda, first } => break Leave::Closure { dst, lambda, first },
            Instr::Bits { dst, fields, count } => match bits::build(frame, function, fields, count) {
                Ok(value) => slot!(dst) = value,
                Err((raise, info)) => raise!(Top::HereWith(info), raise),
            },
            Instr::Call { function: callee, first, arity } => {
                let id = FunctionId(function.first_of_module + callee);
                let called = program.function(id);
                let base = at.base + first.0 as usize;
                if O::REPLACES || at.left == 0 || base + called.frame_size as usize > room {
                    break Leave::Call { function: callee, first, arity, kind: CallKind::Call };
                }
                at.left -= 1;
                frames.push(Frame { function: at.id, pc: pc as Pc, base: at.base as u32 });
                go_on_in!(id, called, base, 0);
                if O::CALLS {
                    observer.call(state.pid, id, called, &frame[..arity as usize], false);
                }
            }
            Instr::TailCall { function: callee, first, arity } => {
                let id = FunctionId(function.first_of_module + callee);
                let called = program.function(id);
                let in_place = first == Slot(0);
                if O::REPLACES || at.left == 0 || !in_place || at.base + called.frame_size as usize > room {
                    break Leave::Call { function: callee, first, arity, kind: CallKind::Tail };
                }
                at.left -= 1;
                clear(&mut frame[arity as usize..]);
                go_on_in!(id, called, at.base, 0);
                if O::CALLS {
                    observer.call(state.pid, id, called, &frame[..arity as usize], true);
                }
            }
            Instr::CallRemote { import, first, arity } => {
                break Leave::Remote { import, first, arity, kind: CallKind::Call };
            }
            Instr::TailCallRemote { import, first, arity } => {
                break Leave::Remote { import, first, arity, kind: CallKind::Tail };
            }
            Instr::CallFun { first, arity } => break Leave::Fun { first, arity, kind: CallKind::Call },
            Instr::TailCallFun { first, arity } => break Leave::Fun { first, arity, kind: CallKind::Tail },
            Instr::Apply { first, arity } => break Leave::Apply { first, arity, kind: CallKind::Call },
            Instr::TailApply { first, arity } => break Leave::Apply { first, arity, kind: CallKind::Tail },
            Instr::Native { import, first, arity } => break Leave::Native { import, first, arity },
            Instr::Return { src } => {
                let value = take(frame, constants, src);
                let Some(caller) = frames.pop() else { break Leave::Return(value) };
                if O::CALLS {
                    observer.returned(state.pid, &value);
                }
                clear(&mut frame[1..]);
                frame[0].put(value);
                go_on_in!(
                    caller.function,
                    program.function(caller.function),
                    caller.base as usize,
                    caller.pc as usize
                );
            }
            Instr::Fail { kind, value } => {
                raise!(Top::Here, Raise::error(failure_reason(kind, get!(value).clone())))
            }
            Instr::FunctionClause => {
                let arguments = Term::list(range(frame, Slot(0), function.arity).to_vec());
                raise!(Top::Arguments(arguments), Raise::error(Term::Atom(atoms::FUNCTION_CLAUSE)))
            }
            Instr::Reraise { first } => break Leave::Reraise { first },
            Instr::CatchValue { dst, first } => {
                let [class, reason, trace] = caught(range(frame, first, 3));
                slot!(dst) = match class {
                    Term::Atom(atoms::THROW) => reason,
                    Term::Atom(atoms::EXIT) => pair(atoms::EXIT_SIGNAL, reason),
                    _ => pair(atoms::EXIT_SIGNAL, Term::tuple([reason, trace])),
                };
            }
            Instr::ReceiveStart { timeout } => {
                state.wait = match get!(timeout) {
                    Term::Atom(atoms::INFINITY) => Wait::Forever,
                    Term::Int(0) => Wait::NotAtAll,
                    Term::Int(n) if (0..=0xffff_ffff).contains(n) => Wait::Milliseconds(*n as u64),
                    _ => Wait::Invalid,
                };
                state.mailbox.rescan();
            }
            Instr::ReceiveMark { src } => {
                if let Term::Ref(reference) = &slot!(src) {
                    state.mailbox.pass_over(*reference);
                }
            }
            Instr::ReceivePeek { dst, otherwise } => {
                if at.left == 0 || O::PAUSES && at.used() > 0 && state.mailbox.is_at_start() {
                    break Leave::Look;
                }
                if O::ACTIONS {
                    observer.look(state.pid, at.used());
                }
                match state.mailbox.look() {
                    Some(message) => slot!(dst) = message.content.clone(),
                    None => pc = otherwise as usize,
                }
            }
            Instr::ReceiveAccept => break Leave::Accept,
            Instr::ReceiveSkip { to } => {
                state.mailbox.skip();
                pc = to as usize;
            }
            Instr::ReceiveWait { to } => break Leave::Wait { to },
            Instr::Stop { first } => {
                if O::STOPS {
                    let depth = Depth::new(*depth, frames.len());
                    let at = StopAt {
                        id: at.id,
                        function,
                        pc: pc as Pc - 1,
                        first,
                        depth,
                        steps: at.steps(),
                        number: at.count_stop(),
                        raised: None,
                        native: None,
                    };
                    if observer.stop(state.pid, at) {
                        break Leave::Stop;
                    }
                }
            }
            Instr::Bind { variable, slot } => {
                if O::CALLS {
                    observer.bind(state.pid, function, variable, &slot!(slot));
                }
            }
            Instr::EnterClause { clause } => {
                if O::CALLS {
                    observer.clause(state.pid, clause);
                }
            }
            Instr::ReceiveReached { receive } => {
                if O::CALLS {
                    observer.receive_reached(state.pid, ReceiveAt { id: at.id, function, receive, frame });
                }
            }
            Instr::ReceiveEntered { receive, clause } => {
                if O::CALLS {
                    let receive = ReceiveAt { id: at.id, function, receive, frame };
                    observer.receive_entered(state.pid, receive, clause);
                }
            }
            Instr::ReceiveEnded { receive, value } => {
                if O::CALLS {
                    let receive = ReceiveAt { id: at.id, function, receive, frame };
                    observer.receive_ended(state.pid, receive, &slot!(value));
                }
            }
            Instr::ReceivesLeft { count } => {
                if O::CALLS {
                    observer.receives_left(state.pid, at.id, count);
                }
            }
            Instr::Report { point, value } => {
                if O::CALLS {
                    observer.report(state.pid, function, function.points[point as usize], get!(value));
                }
                if O::STOPS {
                    let depth = Depth::new(*depth, frames.len());
                    let pc = pc as Pc - 1;
                    let at = StopAt {
                        id: at.id,
                        function,
                        pc,
                        first: false,
                        depth,
                        steps: at.steps(),
                        number: at.count_stop(),
                        raised: None,
                        native: None,
                    };
                    if observer.stop(state.pid, at) {
                        break Leave::Stop;
                    }
                }
            }
        }
    };
    at.pc = pc;
    leave
}
