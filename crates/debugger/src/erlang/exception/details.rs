//! Explanations of failed calls by OTP's modules: `error_info` in the stack trace names a function
//! that explains the failure, and the machine runs that function.

use std::rc::Rc;

use erlang_machine::exception::Exception;
use erlang_machine::machine::{Budget, Machine};
use erlang_machine::observer::Unobserved;
use erlang_machine::process::{InitialCall, ProcessEnd};
use erlang_machine::program::{Mfa, Program, Target};
use erlang_machine::schedule::Fair;
use erlang_machine::spawn;
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use erlang_term::{Atom, Map, Pid, Term, atoms};

use super::Details;

/// Upper bound on the steps of an explanation. Real ones take far fewer.
const MAX_STEPS: u64 = 1_000_000;

/// Empty, as in OTP, if the exception names no such function or if that function fails.
pub fn of(exception: &Exception, program: &Rc<Program>) -> Details {
    explanation(exception, program).map(read).unwrap_or_default()
}

fn explanation(exception: &Exception, program: &Rc<Program>) -> Option<Map> {
    let Term::Cons(trace) = &exception.trace else { return None };
    let [Term::Atom(module), _, _, location] = trace.head.as_tuple()? else { return None };
    let info = location.proper_list()?.into_iter().find_map(|item| match item.as_tuple()? {
        [Term::Atom(atoms::ERROR_INFO), Term::Map(info)] => Some(info.clone()),
        _ => None,
    })?;
    let named = |key: Atom| info.get(&Term::Atom(key)).and_then(Term::as_atom);
    let module = named(atoms::MODULE).unwrap_or(*module);
    let function = named(atoms::FUNCTION).unwrap_or(Atom::new("format_error"));
    let Target::Code(_) = program.resolve(Mfa { module, function, arity: 2 }) else { return None };

    let mut machine = Machine::new(program.clone(), Delivery::Immediate);
    let arguments = vec![exception.reason.clone(), exception.trace.clone()];
    let call = InitialCall { module, function, arguments, fun: None };
    let leader: Pid = machine.system.next_pid();
    let process = spawn::prepare(program, &machine.system, leader, call);
    let pid = process.state.pid;
    machine.system.add(process);
    let budget = Budget { max_steps: MAX_STEPS, ..Budget::UNLIMITED };
    machine.run(&mut Fair, &mut ClosedWorld::default(), &mut Unobserved, &budget);
    match &machine.system.get(pid)?.state.outcome {
        Some(ProcessEnd::Value(Term::Map(explanation))) => Some(explanation.clone()),
        _ => None,
    }
}

fn read(explanation: Map) -> Details {
    let mut details = Details::default();
    for (key, value) in explanation.iter() {
        let Some(text) = characters(value) else { continue };
        match key {
            Term::Int(number) => {
                details.arguments.insert(usize::try_from(*number).unwrap_or(0), text);
            }
            Term::Atom(atoms::REASON) => details.reason = Some(text),
            Term::Atom(atoms::GENERAL) => details.general = Some(text),
            _ => {}
        }
    }
    details
}

/// The text of `unicode:chardata()`: characters and binaries, nested in lists to any depth.
fn characters(term: &Term) -> Option<String> {
    let mut text = String::new();
    let mut rest = vec![term];
    while let Some(term) = rest.pop() {
        match term {
            Term::Nil => {}
            Term::Int(code) => text.push(char::from_u32(u32::try_from(*code).ok()?)?),
            Term::Bits(bits) => text.push_str(std::str::from_utf8(&bits.to_bytes()).ok()?),
            Term::Cons(cell) => rest.extend([&cell.tail, &cell.head]),
            _ => return None,
        }
    }
    Some(text)
}
