//! Every short instruction does what the plain one does, whatever values it meets.

use std::collections::BTreeSet;
use std::rc::Rc;

use elsa::FrozenVec;
use erlang_term::{Atom, Pid, Term, arithmetic};

use super::straight::{Leave, straight};
use super::{CallKind, Position};
use crate::code::fault;
use crate::code::{Arg, Comparison, Function, FunctionId, Instr, Op, Operator, Ops, Slot};
use crate::observer::Unobserved;
use crate::process::{InitialCall, Process};
use crate::program::Program;
use crate::stack::{Frame, Stack};
use crate::world::{FoundModule, Loader};

const SLOTS: u32 = 5;
/// Where a test goes on that does not hold.
const OTHERWISE: u32 = 2;

const NAME: Atom = erlang_term::atoms::EMPTY;

struct Nothing;

impl Loader for Nothing {
    fn load(&self, _name: Atom) -> FoundModule {
        FoundModule::Nothing
    }
}

/// One of each kind, and some that are close to each other.
fn values() -> Vec<Term> {
    let list = Term::list(vec![Term::Int(1), Term::Int(2)]);
    let big = arithmetic::add(&Term::Int(i64::MAX), &Term::Int(1)).unwrap_or_default();
    vec![
        Term::Nil,
        Term::Int(0),
        Term::Int(3),
        Term::Int(-3),
        Term::Int(i64::MAX),
        Term::Int(i64::MIN),
        Term::float(3.0),
        Term::atom("a"),
        Term::Pid(Pid::local(82)),
        Term::Ref(erlang_term::Ref::local(7)),
        big,
        list.clone(),
        Term::cons(list.clone(), Term::atom("improper")),
        Term::tuple([]),
        Term::tuple([Term::atom("a"), list]),
        Term::Map(erlang_term::Map::new()),
    ]
}

/// All that have a short form, each with places that are apart and with places that are the same.
fn instructions() -> Vec<Instr> {
    let mut all = Vec::new();
    let slots = [Slot(0), Slot(1), Slot(2)];
    let args: Vec<Arg> = slots
        .iter()
        .flat_map(|slot| [Arg::read(*slot), Arg::take(*slot)])
        .chain([Arg::constant(0)])
        .collect();
    let operators = [Operator::Add, Operator::Subtract, Operator::Multiply];
    let comparisons = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::LessOrEqual,
        Comparison::Less,
        Comparison::GreaterOrEqual,
        Comparison::Greater,
        Comparison::ExactlyEqual,
        Comparison::NotExactlyEqual,
    ];
    let otherwise = OTHERWISE;
    all.push(Instr::Jump { to: otherwise });
    for dst in slots {
        all.extend(args.iter().map(|src| Instr::Move { dst, src: *src }));
        for n in [0, 3, -3, i32::MAX] {
            all.extend(slots.map(|a| Instr::AddSmall { dst, a, n }));
            all.extend(slots.map(|a| Instr::SubtractSmall { dst, a, n }));
        }
        for a in &args {
            for b in &args {
                all.extend(operators.map(|op| Instr::Compute { op, dst, a: *a, b: *b }));
                all.push(Instr::Cons { dst, head: *a, tail: *b });
            }
        }
    }
    for a in &args {
        all.push(Instr::Return { src: *a });
        for b in &args {
            all.extend(comparisons.map(|op| Instr::Test { op, a: *a, b: *b, otherwise }));
            all.push(Instr::MatchExact { a: *a, b: *b, otherwise });
        }
    }
    let places = [Slot(0), Slot(1), Slot(2), Slot::NOWHERE];
    for src in slots {
        for n in [0, 3, -3, i32::MAX] {
            all.extend(comparisons.map(|op| Instr::TestSmall { op, a: src, n, otherwise }));
            all.push(Instr::MatchSmall { src, n, otherwise });
        }
        all.push(Instr::MatchNil { src, otherwise });
        all.extend([0, 2].map(|arity| Instr::MatchTuple { src, arity, otherwise }));
        all.extend(slots.map(|dst| Instr::Element { dst, src, index: 0 }));
        for head in places {
            // Two parts have two places.
            for tail in places.into_iter().filter(|tail| *tail != head || head == Slot::NOWHERE) {
                all.push(Instr::MatchCons { src, head, tail, otherwise });
                all.push(Instr::TakeCons { src, head, tail, otherwise });
            }
        }
    }
    for function in [0, 1] {
        all.extend([0, 1, 3].map(|first| Instr::Call { function, first: Slot(first), arity: 1 }));
        all.extend([0, 1].map(|first| Instr::TailCall { function, first: Slot(first), arity: 2 }));
    }
    all
}

/// Two functions of this code, which stops behind its first instruction.
fn program(instr: Instr, short: bool) -> Program {
    let function = |own: u32| {
        let mut function = Function::outermost();
        let stop = Instr::ReceiveAccept;
        function.code = vec![instr, stop, stop, Instr::Return { src: Arg::constant(0) }];
        // A callee stops at once.
        if own == 1 {
            function.code[0] = stop;
        }
        (function.frame_size, function.arity) = (SLOTS, 1);
        function.constants = vec![Term::Int(3)];
        function.ops = if short { Ops::of(&function, Some(own)) } else { Ops::plain(&function) };
        Rc::new(function)
    };
    Program::of_functions(FrozenVec::from(vec![function(0), function(1)]), Box::new(Nothing))
}

/// What is left behind, and where.
fn run(program: &Program, frame: &[Term], share: u32, has_caller: bool) -> (String, Vec<Term>) {
    let id = FunctionId(0);
    let mut stack = Stack::new();
    let base = 4;
    stack.slots[base..base + frame.len()].clone_from_slice(frame);
    if has_caller {
        stack.frames.push(Frame { function: id, pc: 1, base: 0 });
    }
    let function = program.function(id);
    let (share, left, owed, began, stops) = (10, share, 0, 0, (0, 0));
    let mut at = Position { id, function, pc: 0, base, share, left, owed, began, stops };
    let pid = Pid::local(82);
    let call = InitialCall { module: NAME, function: NAME, arguments: Vec::new(), fun: None };
    let mut process = Process::new(pid, pid, call);
    let leave = straight::<Unobserved>(program, &mut stack, &mut process.state, &mut at, &mut Unobserved);
    let leave = match leave {
        Leave::Accept => "stopped".to_owned(),
        Leave::Call { function, first, arity, kind } => {
            format!("call {function} {first:?} {arity} {}", kind == CallKind::Tail)
        }
        Leave::Return(value) => format!("return {value}"),
        Leave::Raise(_, raise) => format!("raise {}", raise.reason),
        _ => "something else".to_owned(),
    };
    let callers: Vec<_> = stack.frames.iter().map(|frame| (frame.function, frame.pc, frame.base)).collect();
    let place = (at.id, at.pc, at.base, at.left, at.owed);
    (format!("{leave} at {place:?} {callers:?}"), std::mem::take(&mut stack.slots))
}

/// The number of each kind, so that none is forgotten here.
fn number(op: Op) -> usize {
    match op {
        Op::Plain => 0,
        Op::Copy { .. } => 1,
        Op::Take { .. } => 2,
        Op::Constant { .. } => 3,
        Op::Jump { .. } => 4,
        Op::Add { .. } => 5,
        Op::Subtract { .. } => 6,
        Op::Multiply { .. } => 7,
        Op::AddSmall { .. } => 8,
        Op::SubtractSmall { .. } => 9,
        Op::Test { .. } => 10,
        Op::TestSmall { .. } => 11,
        Op::MatchNil { .. } => 12,
        Op::MatchCons { .. } => 13,
        Op::TakeCons { .. } => 14,
        Op::MatchTuple { .. } => 15,
        Op::Element { .. } => 16,
        Op::MatchExact { .. } => 17,
        Op::MatchSmall { .. } => 18,
        Op::Cons { .. } => 19,
        Op::ConsCopy { .. } => 20,
        Op::ConsOnto { .. } => 21,
        Op::Call { .. } => 22,
        Op::CallSelf { .. } => 23,
        Op::TailCall { .. } => 24,
        Op::TailCallSelf { .. } => 25,
        Op::Return { .. } => 26,
        Op::ReturnConstant { .. } => 27,
    }
}

#[test]
fn short_instructions_do_what_plain_ones_do() {
    let values = values();
    let mut seen = BTreeSet::new();
    // Miri is a thousand times slower: there, each value meets a few others.
    let stride = if cfg!(miri) { 11 } else { 1 };
    for instr in instructions() {
        let (short, plain) = (program(instr, true), program(instr, false));
        let op = short.function(FunctionId(0)).ops.all()[0];
        seen.insert(number(op));
        if op == Op::Plain {
            continue;
        }
        for (n, a) in values.iter().enumerate() {
            for b in values.iter().skip(n % stride).step_by(stride) {
                // What is in the third place is seldom looked at.
                let c = &values[(n * 7 + 3) % values.len()];
                let frame = [a.clone(), b.clone(), c.clone(), Term::tuple([a.clone()]), b.clone()];
                // Known before: an element is taken of nothing but a tuple that has one.
                if let Instr::Element { src, .. } = instr
                    && !matches!(&frame[src.0 as usize], Term::Tuple(tuple) if !tuple.is_empty())
                {
                    continue;
                }
                for (share, has_caller) in [(5, true), (0, true), (5, false)] {
                    let (one, other) =
                        (run(&short, &frame, share, has_caller), run(&plain, &frame, share, has_caller));
                    assert!(one == other, "{instr:?} of {frame:?}: {one:?}, but plain {other:?}");
                }
            }
        }
    }
    assert_eq!(seen, (0..=27).collect());
}

#[test]
fn code_that_leads_out_of_itself_is_not_loaded() {
    for code in
        [vec![Instr::Jump { to: 1 }], vec![Instr::Move { dst: Slot(0), src: Arg::constant(0) }], vec![]]
    {
        let mut function = Function::outermost();
        function.code = code;
        assert!(fault(&function).is_some());
    }
}
