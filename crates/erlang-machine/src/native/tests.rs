//! Native functions against what real erl answers, as `tests/natives/*.calls` have it.

use erlang_term::print::{Encoding, write_with};
use erlang_term::{Atom, Pid, Term};

use super::testing::NoModules;
use super::{Context, Then};
use crate::compile::Options;
use crate::observer::Unobserved;
use crate::process::{InitialCall, Process};
use crate::program::{Mfa, Program};
use crate::system::{Delivery, System};
use crate::world::ClosedWorld;

/// The answer to `module:function(Arguments)`, in the form of the `.calls` files.
fn answer(call: &str) -> String {
    let (module, rest) = call.split_once(':').expect("module:function(…)");
    let (function, arguments) = rest.split_once('(').expect("function(…)");
    let arguments = format!("[{}]", arguments.strip_suffix(')').expect("a closing parenthesis"));
    let read = |text: &str| erlang_syntax::read_term(text).unwrap_or_else(|_| panic!("cannot read {text}"));
    let atom = |text: &str| read(text).as_atom().expect("a name");
    run(atom(module), atom(function), read(&arguments).proper_list().expect("arguments"))
}

fn run(module: Atom, function: Atom, arguments: Vec<Term>) -> String {
    let program = Program::new(Box::new(NoModules), Options::default());
    let mfa = Mfa { module, function, arity: arguments.len() as u32 };
    let (_, _, _, native) = program.native(mfa).unwrap_or_else(|| panic!("{mfa:?} is not native"));
    let (pid, mut system) = (Pid::local(80), System::new(Delivery::Immediate));
    let call = InitialCall { module, function, arguments: arguments.clone(), fun: None };
    let mut process = Process::new(pid, pid, call);
    let mut context = Context {
        program: &program,
        system: &mut system,
        process: &mut process.state,
        stack: &process.stack,
        world: &mut ClosedWorld::default(),
        observer: &mut Unobserved,
        then: None,
        used: 0,
        cost: 0,
    };
    let outcome = native(&mut context, &arguments);
    if let Some(Then::Call(mfa, arguments)) = context.then {
        return run(mfa.module, mfa.function, arguments);
    }
    let write = |term: &Term| write_with(term, Encoding::Unicode, None);
    let raise = match outcome {
        Ok(value) if module.name() == "io_lib" => return write(&flattened(&value)),
        Ok(value) => return write(&value),
        Err(raise) => raise,
    };
    let [module, function, shown] = match &raise.trace {
        Some(Term::Cons(entries)) => {
            let entry = entries.head.as_tuple().expect("an entry of a trace");
            [entry[0].clone(), entry[1].clone(), entry[2].clone()]
        }
        _ => [Term::Atom(module), Term::Atom(function), Term::list(arguments)],
    };
    let class = Term::Atom(raise.class.atom());
    let [class, reason, module, function, shown] =
        [&class, &raise.reason, &module, &function, &shown].map(write);
    format!("{class}:{reason} in {module}:{function} {shown}")
}

fn flattened(term: &Term) -> Term {
    let (mut flat, mut pending) = (Vec::new(), vec![term]);
    while let Some(term) = pending.pop() {
        match term {
            Term::Cons(cell) => pending.extend([&cell.tail, &cell.head]),
            Term::Nil => {}
            other => flat.push(other.clone()),
        }
    }
    Term::list(flat)
}

fn check(calls: &str) {
    let lines: Vec<&str> = calls.lines().filter(|line| !line.is_empty() && !line.starts_with('%')).collect();
    let wrong: Vec<String> = lines
        .chunks(2)
        .map(|pair| (pair[0], pair[1].trim_start(), answer(pair[0])))
        .filter(|(_, expected, answer)| answer != expected)
        .map(|(call, expected, answer)| format!("{call}\n  erl  {expected}\n  here {answer}"))
        .collect();
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), lines.len() / 2, wrong.join("\n"));
}

macro_rules! topics {
    ($($topic:ident)*) => {
        $(#[test]
        fn $topic() {
            check(include_str!(concat!("../../tests/natives/", stringify!($topic), ".calls")));
        })*
    };
}

topics! { erlang lists maps math binary unicode io_lib string re }

/// What would not fit into memory is an exception, not the end of the machine.
#[test]
fn too_large() {
    for call in [
        "lists:seq(1, 1099511627776)",
        "lists:seq(1, 1180591620717411303424)",
        "lists:duplicate(1099511627776, a)",
        "binary:copy(<<0>>, 1125899906842624)",
        "erlang:'bsl'(1, 1180591620717411303424)",
    ] {
        let answer = answer(call);
        assert!(answer.starts_with("error:system_limit"), "{call} gives {answer}");
    }
}

#[test]
fn no_function_is_listed_twice() {
    let mut seen = std::collections::BTreeSet::new();
    for (module, table) in super::MODULES {
        for (function, arity, ..) in *table {
            assert!(seen.insert((module, function, arity)), "{module}:{function}/{arity}");
        }
    }
}

fn is_pure(name: &str) -> bool {
    let (module, rest) = name.split_once(':').expect("m:f/a");
    let (function, arity) = rest.rsplit_once('/').expect("m:f/a");
    let (module, function) = (Atom::new(module), Atom::new(function));
    let mfa = Mfa { module, function, arity: arity.parse().expect("a number") };
    let (_, _, effect, _) = super::find(mfa).unwrap_or_else(|| panic!("{name} is not native"));
    effect.is_pure()
}

#[test]
fn purity() {
    let pure = "lists:member/2 erlang:error/1 erlang:exit/1 erlang:self/0 erlang:apply/3 erlang:node/0 maps:get/2 \
        erlang:function_exported/3 erlang:yield/0 erlang:convert_time_unit/3 re:run/3 io_lib:format/2";
    let impure = "erlang:exit/2 erlang:put/2 erlang:get/1 erlang:send/2 erlang:spawn/1 erlang:halt/0 erlang:now/0 \
        erlang:make_ref/0 erlang:pid_to_list/1 erlang:list_to_pid/1 erlang:is_process_alive/1 erlang:process_info/2 \
        ets:lookup/2 persistent_term:get/1 os:getenv/1 erlang:display/1 global:whereis_name/1 atomics:get/2";
    pure.split_whitespace().for_each(|name| assert!(is_pure(name), "{name}"));
    impure.split_whitespace().for_each(|name| assert!(!is_pure(name), "{name}"));
}

/// Instructions report nothing to observers: so their functions must have nothing to report.
#[test]
fn operators_have_rows() {
    let one = "+ - bnot not is_atom is_binary is_bitstring is_boolean is_float is_function is_integer is_list is_map \
        is_number is_pid is_port is_reference is_tuple";
    let two = "+ - * / div rem band bor bxor bsl bsr and or xor == /= =< < >= > =:= =/= ++ --";
    one.split_whitespace().for_each(|name| assert!(is_pure(&format!("erlang:{name}/1")), "{name}"));
    two.split_whitespace().for_each(|name| assert!(is_pure(&format!("erlang:{name}/2")), "{name}"));
    assert!(!is_pure("erlang:!/2"));
}
