//! Processes as a whole: who am I, who else is there, stop and go.

use erlang_term::{Atom, Pid, Term};

use super::arguments::system_limit;
use super::{Context, Outcome, Table, Then, ports};
use crate::Raise;
use crate::native::effect::{Change, Effect, Ends, Itself, Look, On, Pure, Touches, TouchesSome, Who};
use crate::program::Mfa;
use crate::signals::SignalKind;

/// Who asks is alive.
const ALIVE: Effect = TouchesSome(&[Look(On::Life(0))], |_, me, arguments| arguments[0] != Term::Pid(me));

pub const TABLE: Table = &[
    ("self", 0, Itself, |context, _| Ok(Term::Pid(context.pid()))),
    ("is_process_alive", 1, ALIVE, is_process_alive),
    ("processes", 0, Touches(&[Look(On::Processes)]), processes),
    ("group_leader", 0, Touches(&[Look(On::Leader(Who::Me))]), |context, _| {
        Ok(Term::Pid(context.process.group_leader))
    }),
    ("group_leader", 2, Touches(&[Look(On::Life(1)), Change(On::Leader(Who::Arg(1)))]), set_group_leader),
    ("apply", 2, Pure, apply_fun),
    ("apply", 3, Pure, apply),
    ("hibernate", 3, Touches(&[Change(On::Mailbox(Who::Me))]), hibernate),
    ("yield", 0, Pure, |context, _| {
        context.then = Some(Then::Yield);
        Ok(Term::bool(true))
    }),
    ("suspend_process", 1, Touches(&[Change(On::Steps(0)), Look(On::Life(0))]), suspend_process),
    ("suspend_process", 2, Touches(&[Change(On::Steps(0)), Look(On::Life(0))]), suspend_process_with_options),
    ("resume_process", 1, Touches(&[Change(On::Steps(0)), Look(On::Life(0))]), resume_process),
    ("garbage_collect", 0, Pure, |_, _| Ok(Term::bool(true))),
    ("garbage_collect", 1, Touches(&[Look(On::Life(0))]), garbage_collect),
    ("garbage_collect", 2, Touches(&[Look(On::Life(0))]), garbage_collect),
    ("bump_reductions", 1, Pure, bump_reductions),
    ("halt", 0, Ends, |context, _| {
        context.then = Some(Then::Halt(0));
        Ok(Term::bool(true))
    }),
    ("halt", 1, Ends, halt),
    ("halt", 2, Ends, halt),
];

fn pid(term: &Term) -> Result<Pid, Raise> {
    match term {
        Term::Pid(pid) => Ok(*pid),
        _ => Err(Raise::badarg()),
    }
}

fn is_process_alive(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let pid = pid(&arguments[0])?;
    Ok(Term::bool(context.system.is_alive(pid, context.process)))
}

/// In the order of their creation.
fn processes(context: &mut Context<'_>, _: &[Term]) -> Outcome {
    let others = context.system.processes().filter(|process| !ports::is_port(&process.state));
    let others = others.map(|process| process.state.pid);
    let mut pids: Vec<Pid> = others.filter(|pid| context.system.is_alive(*pid, context.process)).collect();
    if !pids.contains(&context.process.pid) && !ports::is_port(context.process) {
        pids.push(context.process.pid);
    }
    pids.sort_by_key(|pid| pid.id());
    Ok(Term::list(pids.into_iter().map(Term::Pid)))
}

fn set_group_leader(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let (leader, to) = (pid(&arguments[0])?, pid(&arguments[1])?);
    if !context.system.is_alive(to, context.process) {
        return Err(Raise::badarg());
    }
    context.scene().tell(to, SignalKind::GroupLeader(leader));
    Ok(Term::bool(true))
}

fn apply_fun(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let values = arguments[1].proper_list().ok_or_else(Raise::badarg)?;
    context.then = Some(Then::CallFun(arguments[0].clone(), values));
    Ok(Term::Nil)
}

/// Module, function and arguments, as `apply/3` and its like take them.
fn call_parts(arguments: &[Term]) -> Result<(Mfa, Vec<Term>), Raise> {
    let [Term::Atom(module), Term::Atom(function), values] = arguments else { return Err(Raise::badarg()) };
    let values = values.proper_list().ok_or_else(Raise::badarg)?;
    Ok((Mfa { module: *module, function: *function, arity: values.len() as u32 }, values))
}

fn apply(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let (mfa, values) = call_parts(arguments)?;
    context.then = Some(Then::Call(mfa, values));
    Ok(Term::Nil)
}

/// More arguments than OTP has registers for.
const MOST_TO_WAKE_WITH: usize = 1024;

fn hibernate(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let (mfa, values) = call_parts(arguments)?;
    if values.len() > MOST_TO_WAKE_WITH {
        return Err(system_limit());
    }
    context.then = Some(Then::Hibernate(mfa, values));
    Ok(Term::Nil)
}

fn suspend_process(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    suspend(context, &arguments[0], false)
}

fn suspend_process_with_options(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let mut unless_suspending = false;
    for option in arguments[1].proper_list().ok_or_else(Raise::badarg)? {
        match option.as_atom().map(Atom::name) {
            Some("unless_suspending") => unless_suspending = true,
            Some("asynchronous") => {}
            _ => return Err(Raise::badarg()),
        }
    }
    suspend(context, &arguments[0], unless_suspending)
}

fn suspend(context: &mut Context<'_>, whom: &Term, unless_suspending: bool) -> Outcome {
    let pid = pid(whom)?;
    if pid == context.pid() || !context.system.is_alive(pid, context.process) {
        return Err(Raise::badarg());
    }
    let count = context.process.suspending.entry(pid.into()).or_insert(0);
    if unless_suspending && *count > 0 {
        return Ok(Term::bool(false));
    }
    *count += 1;
    context.system.suspend(pid);
    Ok(Term::bool(true))
}

fn resume_process(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let pid = pid(&arguments[0])?;
    let suspending = &mut context.process.suspending;
    let count = suspending.get_mut(&pid.into()).ok_or_else(Raise::badarg)?;
    *count -= 1;
    if *count == 0 {
        suspending.remove(&pid.into());
    }
    context.system.resume(pid, 1);
    Ok(Term::bool(true))
}

/// Memory is given back when its last user lets go: there is nothing to collect.
fn garbage_collect(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let pid = pid(&arguments[0])?;
    Ok(Term::bool(context.system.is_alive(pid, context.process)))
}

fn bump_reductions(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    match arguments[0] {
        Term::Int(count) if count > 0 => {
            context.process.reductions += count as u64;
            Ok(Term::bool(true))
        }
        _ => Err(Raise::badarg()),
    }
}

/// An exit status, or a text or `abort` for a crash.
fn halt(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let status = match &arguments[0] {
        Term::Int(status) if *status >= 0 => (status & 0xff) as i32,
        Term::Atom(abort) if abort.name() == "abort" => 134,
        Term::Cons(_) | Term::Nil => 1,
        _ => return Err(Raise::badarg()),
    };
    context.then = Some(Then::Halt(status));
    Ok(Term::bool(true))
}
