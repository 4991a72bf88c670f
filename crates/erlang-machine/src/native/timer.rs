//! Timers that send a message.

use erlang_term::{Atom, Ref, Term, atoms};

use super::time::MONOTONIC_START;
use super::{Context, Outcome, Table};
use crate::Raise;
use crate::native::effect::{Change, Look, On, Touches};
use crate::timers::{Action, Destination, Instant, Timer};

pub const TABLE: Table = &[
    ("send_after", 3, Touches(&[Change(On::NewTimer), Change(On::Fresh)]), |context, arguments| {
        start(context, arguments, false, false)
    }),
    ("send_after", 4, Touches(&[Change(On::NewTimer), Change(On::Fresh)]), |context, arguments| {
        start(context, arguments, is_absolute(&arguments[3])?, false)
    }),
    ("start_timer", 3, Touches(&[Change(On::NewTimer), Change(On::Fresh)]), |context, arguments| {
        start(context, arguments, false, true)
    }),
    ("start_timer", 4, Touches(&[Change(On::NewTimer), Change(On::Fresh)]), |context, arguments| {
        start(context, arguments, is_absolute(&arguments[3])?, true)
    }),
    ("cancel_timer", 1, Touches(&[Change(On::Timer(0))]), |context, arguments| {
        cancel(context, &arguments[0], Options::default())
    }),
    ("cancel_timer", 2, Touches(&[Change(On::Timer(0))]), |context, arguments| {
        cancel(context, &arguments[0], Options::read(&arguments[1], true)?)
    }),
    ("read_timer", 1, Touches(&[Look(On::Timer(0))]), |context, arguments| {
        read(context, &arguments[0], Options::default())
    }),
    ("read_timer", 2, Touches(&[Look(On::Timer(0))]), |context, arguments| {
        read(context, &arguments[0], Options::read(&arguments[1], false)?)
    }),
];

const NANOSECONDS_A_MILLISECOND: i128 = 1_000_000;

fn is_absolute(options: &Term) -> Result<bool, Raise> {
    let bad = || Raise::badarg().because(Atom::new("badopt"));
    let mut absolute = false;
    for option in options.proper_list().ok_or_else(bad)? {
        match option.as_tuple() {
            Some([Term::Atom(key), Term::Atom(value)]) if key.name() == "abs" => {
                absolute = boolean(*value).ok_or_else(bad)?
            }
            _ => return Err(bad()),
        }
    }
    Ok(absolute)
}

fn boolean(value: Atom) -> Option<bool> {
    match value {
        atoms::TRUE => Some(true),
        atoms::FALSE => Some(false),
        _ => None,
    }
}

/// `send_after` sends the message as it is, `start_timer` in `{timeout, TimerRef, Message}`.
fn start(context: &mut Context<'_>, arguments: &[Term], absolute: bool, wrapped: bool) -> Outcome {
    let bad_time = || Raise::badarg().because(Atom::new("time"));
    let to = match &arguments[1] {
        Term::Pid(pid) => Destination::Process(*pid),
        Term::Atom(name) => Destination::Name(*name),
        _ => return Err(Raise::badarg()),
    };
    let time = i128::from(arguments[0].as_int().ok_or_else(bad_time)?) * NANOSECONDS_A_MILLISECOND;
    let now = i128::from(context.now().0);
    let due = match absolute {
        true => (time - i128::from(MONOTONIC_START)).max(now),
        false if time >= 0 => now + time,
        false => return Err(bad_time()),
    };
    let due = Instant(u64::try_from(due).map_err(|_| bad_time())?);
    let reference = context.system.new_ref();
    let message = match wrapped {
        true => Term::tuple([Term::Atom(atoms::TIMEOUT), Term::Ref(reference), arguments[2].clone()]),
        false => arguments[2].clone(),
    };
    let from = context.pid();
    let milliseconds = due.0.saturating_sub(context.now().0).div_ceil(1_000_000);
    context.observer.timer(from, reference, milliseconds);
    context.system.timers.start(Timer { due, action: Action::Send { from, to, message, reference } });
    Ok(Term::Ref(reference))
}

struct Options {
    asynchronous: bool,
    info: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { asynchronous: false, info: true }
    }
}

impl Options {
    fn read(list: &Term, may_omit_info: bool) -> Result<Options, Raise> {
        let mut options = Options::default();
        for option in list.proper_list().ok_or_else(Raise::badarg)? {
            let Some([Term::Atom(key), Term::Atom(value)]) = option.as_tuple() else {
                return Err(Raise::badarg());
            };
            let value = boolean(*value).ok_or_else(Raise::badarg)?;
            match key.name() {
                "async" => options.asynchronous = value,
                "info" if may_omit_info => options.info = value,
                _ => return Err(Raise::badarg()),
            }
        }
        Ok(options)
    }
}

fn cancel(context: &mut Context<'_>, timer: &Term, options: Options) -> Outcome {
    let Term::Ref(reference) = timer else { return Err(Raise::badarg()) };
    let left = time_left(context, *reference);
    if let Some((id, _)) = context.system.timers.find(*reference) {
        context.system.timers.cancel(id);
    }
    answer(context, "cancel_timer", *reference, left, options)
}

fn read(context: &mut Context<'_>, timer: &Term, options: Options) -> Outcome {
    let Term::Ref(reference) = timer else { return Err(Raise::badarg()) };
    let left = time_left(context, *reference);
    answer(context, "read_timer", *reference, left, options)
}

/// Milliseconds, a part of one counted as a whole; `false` if there is no such timer.
fn time_left(context: &Context<'_>, reference: Ref) -> Term {
    match context.system.timers.find(reference) {
        Some((_, timer)) => {
            let nanoseconds = timer.due.0.saturating_sub(context.now().0);
            Term::Int(nanoseconds.div_ceil(1_000_000) as i64)
        }
        None => Term::bool(false),
    }
}

fn answer(context: &mut Context<'_>, tag: &str, timer: Ref, left: Term, options: Options) -> Outcome {
    if !options.info {
        return Ok(Term::Atom(atoms::OK));
    }
    if !options.asynchronous {
        return Ok(left);
    }
    let me = context.pid();
    context.scene().send(me, Term::tuple([Term::atom(tag), Term::Ref(timer), left]));
    Ok(Term::Atom(atoms::OK))
}
