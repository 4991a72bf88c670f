//! The straight path: instructions that need nothing but the frame they work on, and the plainest calls and returns.

use erlang_term::{Map, Term, Tuple, arithmetic, atoms, order};

use super::unwind::Top;
use super::{Kind, Position, bits, failure_reason, pair};
use crate::code::{
    Arg, ArgKind, Comparison, Function, FunctionId, ImportId, Instr, Operator, Pc, Slot, TypeTest,
};
use crate::observer::{ObserverKind, ReceiveAt, StopAt};
use crate::process::{State, Wait};
use crate::program::{Mfa, Program};
use crate::raise::Raise;
use crate::stack::{Depth, Frame, Stack, clear};

/// Why the straight path ends.
pub enum Leave {
    Call {
        function: u32,
        first: Slot,
        arity: u32,
        kind: Kind,
    },
    Return(Term),
    Remote {
        import: ImportId,
        first: Slot,
        arity: u32,
        kind: Kind,
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
        kind: Kind,
    },
    /// Module and function are behind the arguments.
    Apply {
        first: Slot,
        arity: u32,
        kind: Kind,
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
}

/// Arithmetic on this much of a large integer is a step of its own.
const BITS_A_STEP: u64 = 1 << 12;

/// Runs until something is to be done that takes more than the stack. Position and frame are local variables here: this is
/// where the time goes. Calls and returns within one segment of the stack stay here too, unless an observer may replace the code
/// that is called: then the interpreter makes all of them.
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
    let mut code: &[Instr] = &function.code;
    let mut constants: &[Term] = &function.constants;
    let mut frame = &mut slots[at.base..at.base + function.frame_size as usize];
    let mut pc = at.pc;
    // Goes on in a function whose frame begins at `base`.
    macro_rules! go_on_in {
        ($id:expr, $function:expr, $base:expr, $pc:expr) => {{
            function = $function;
            (code, constants) = (&function.code, &function.constants);
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
    macro_rules! compute {
        ($op:expr, $dst:expr, $a:expr, $b:expr) => {
            match compute($op, $a, $b) {
                Ok(value) => {
                    if let Term::Big(big) = &value {
                        at.charge(big.bits() / BITS_A_STEP);
                    }
                    slot!($dst).put(value)
                }
                Err(error) => {
                    let operands = vec![$a.clone(), $b.clone()];
                    raise!(
                        Top::Native { mfa: operator_mfa($op), arguments: operands, caller_gone: false },
                        error
                    )
                }
            }
        };
    }
    let leave = loop {
        let instr = code[pc];
        pc += 1;
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
                let holds = compare(op, get!(a), get!(b));
                slot!(dst).put(Term::bool(holds));
            }
            Instr::Test { op, a, b, otherwise } => jump_unless!(compare(op, get!(a), get!(b)), otherwise),
            Instr::TestSmall { op, a, n, otherwise } => {
                let holds = match slot!(a) {
                    Term::Int(x) => op.holds_of(x.cmp(&n.into())),
                    _ => compare(op, &slot!(a), &Term::Int(n.into())),
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
            Instr::MatchExact { a, b, otherwise } => jump_unless!(exactly_equal(get!(a), get!(b)), otherwise),
            Instr::MatchSmall { src, n, otherwise } => {
                jump_unless!(matches!(slot!(src), Term::Int(x) if x == i64::from(n)), otherwise)
            }
            Instr::MatchMap { src, otherwise } => {
                jump_unless!(matches!(slot!(src), Term::Map(_)), otherwise)
            }
            Instr::MatchKey { src, key, dst, otherwise } => {
                let Term::Map(map) = &slot!(src) else { unreachable!("tested before") };
                match map.get(get!(key)) {
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
                    break Leave::Call { function: callee, first, arity, kind: Kind::Call };
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
                    break Leave::Call { function: callee, first, arity, kind: Kind::Tail };
                }
                at.left -= 1;
                clear(&mut frame[arity as usize..]);
                go_on_in!(id, called, at.base, 0);
                if O::CALLS {
                    observer.call(state.pid, id, called, &frame[..arity as usize], true);
                }
            }
            Instr::CallRemote { import, first, arity } => {
                break Leave::Remote { import, first, arity, kind: Kind::Call };
            }
            Instr::TailCallRemote { import, first, arity } => {
                break Leave::Remote { import, first, arity, kind: Kind::Tail };
            }
            Instr::CallFun { first, arity } => break Leave::Fun { first, arity, kind: Kind::Call },
            Instr::TailCallFun { first, arity } => break Leave::Fun { first, arity, kind: Kind::Tail },
            Instr::Apply { first, arity } => break Leave::Apply { first, arity, kind: Kind::Call },
            Instr::TailApply { first, arity } => break Leave::Apply { first, arity, kind: Kind::Tail },
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
            Instr::ReceivePeek { dst, otherwise } => {
                if at.left == 0 || O::PAUSES && at.used() > 0 && state.mailbox.is_at_start() {
                    break Leave::Look;
                }
                if O::ACTIONS {
                    observer.look(state.pid, at.used());
                }
                match state.mailbox.peek() {
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

// ---- operands ----

#[inline(always)]
pub fn get<'f>(frame: &'f [Term], constants: &'f [Term], arg: Arg) -> &'f Term {
    match arg.kind() {
        ArgKind::Read(slot) | ArgKind::Take(slot) => &frame[slot.0 as usize],
        ArgKind::Constant(n) => &constants[n as usize],
    }
}

#[inline(always)]
pub fn take(frame: &mut [Term], constants: &[Term], arg: Arg) -> Term {
    match arg.kind() {
        ArgKind::Read(slot) => frame[slot.0 as usize].clone(),
        ArgKind::Take(slot) => std::mem::take(&mut frame[slot.0 as usize]),
        ArgKind::Constant(n) => constants[n as usize].clone(),
    }
}

/// A part of what is matched, unless nobody needs it.
#[inline(always)]
fn part(place: Slot, part: &Term) -> Term {
    if place == Slot::NOWHERE { Term::Nil } else { part.clone() }
}

fn range(frame: &mut [Term], first: Slot, count: u32) -> &mut [Term] {
    &mut frame[first.0 as usize..(first.0 + count) as usize]
}

/// Class, reason and trace of a caught exception.
pub fn caught(slots: &mut [Term]) -> [Term; 3] {
    std::array::from_fn(|n| std::mem::take(&mut slots[n]))
}

// ---- values ----

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
        return op.holds_of(a.cmp(b));
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
    let pairs = pairs.as_chunks_mut::<2>().0;
    // Of several keys that are missing OTP names the smallest.
    let missing = pairs.iter().map(|[key, _]| key).filter(|key| !map.contains(key));
    if let Some(key) = missing.min_by(|a, b| order::compare_exact(a, b)) {
        return Err(pair(atoms::BADKEY, key.clone()));
    }
    for [key, new] in pairs {
        map.insert(std::mem::take(key), std::mem::take(new));
    }
    Ok(())
}
