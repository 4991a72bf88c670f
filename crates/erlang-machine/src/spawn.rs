//! The beginning of a process.

use erlang_term::{Fun, Pid, Term};

use crate::code::FunctionId;
use crate::process::{InitialCall, Process, Start};
use crate::program::{Mfa, Program, Target};
use crate::system::System;

/// A process that is about to make its first call. It is not in the system yet: see
/// [`crate::signals::Scene::add_process`].
pub fn prepare(program: &Program, system: &System, group_leader: Pid, call: InitialCall) -> Process {
    let mut process = Process::new(system.next_pid(), group_leader, call);
    let call = process.state.initial_call.clone();
    match &call.fun {
        Some(fun) => start_fun(program, system, &mut process, fun, &call.arguments),
        None => {
            let (module, function, arity) = (call.module, call.function, call.arguments.len() as u32);
            start_call(program, system, &mut process, Mfa { module, function, arity }, &call.arguments);
        }
    }
    process
}

fn start_fun(program: &Program, system: &System, process: &mut Process, fun: &Term, arguments: &[Term]) {
    if let Term::Fun(function) = fun
        && function.arity() as usize == arguments.len()
    {
        match &**function {
            Fun::Closure(closure) => {
                if let Some(id) = program.code_of(closure) {
                    return enter(program, process, id, arguments.iter().chain(&closure.environment));
                }
            }
            Fun::External { module, function, arity } => {
                let mfa = Mfa { module: *module, function: *function, arity: *arity };
                return start_call(program, system, process, mfa, arguments);
            }
        }
    }
    process.state.start = Some(Start::Fun(fun.clone(), arguments.to_vec()));
}

fn start_call(program: &Program, system: &System, process: &mut Process, mfa: Mfa, arguments: &[Term]) {
    // What a call by name reaches is up to the state in which the process starts.
    let target = match program.has_versions(mfa.module) {
        true => Target::ByVersion,
        false => program.resolve(mfa),
    };
    match target {
        Target::Code(id) if program.loads_first(id, system, process.state.pid).is_none() => {
            enter(program, process, id, arguments.iter())
        }
        _ => process.state.start = Some(Start::Call(mfa, arguments.to_vec())),
    }
}

/// Lays out the first frame.
pub(crate) fn enter<'a>(
    program: &Program,
    process: &mut Process,
    id: FunctionId,
    values: impl Iterator<Item = &'a Term>,
) {
    let size = program.function(id).frame_size as usize;
    if process.stack.slots.len() < size {
        process.stack.grow(0, 0, size, false);
    }
    for (slot, value) in process.stack.slots.iter_mut().zip(values) {
        *slot = value.clone();
    }
    process.state.function = id;
    process.state.pc = 0;
}
