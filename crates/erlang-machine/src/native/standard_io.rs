//! What the embedded module `whodunit_io` needs of the world, what programs of whodunit's own tell
//! it, and printing that goes around it.

use erlang_term::{Term, atoms, print};

use super::{Context, Outcome, Table, Then};
use crate::Raise;
use crate::native::effect::{Change, On, Touches};
use crate::taint::Shelter;
use crate::world::Stream;

pub const WHODUNIT_IO_TABLE: Table = &[
    ("write", 2, Touches(&[Change(On::Output)]), write),
    ("read_line", 0, Touches(&[Change(On::Input)]), read_line),
    ("report", 1, Touches(&[Change(On::Report)]), report),
    ("unsupported", 1, Touches(&[Change(On::Unsupported(0))]), unsupported),
    ("shelter", 1, Touches(&[Change(On::Unsupported(0))]), shelter),
    ("interrupt", 1, Touches(&[Change(On::Unsupported(0))]), interrupt),
];

pub const TABLE: Table = &[
    ("display", 1, Touches(&[Change(On::Output)]), display),
    ("display_string", 1, Touches(&[Change(On::Output)]), display_string),
];

fn write(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let (Some(stream), Term::Bits(text)) = (arguments[0].as_atom(), &arguments[1]) else {
        return Err(Raise::badarg());
    };
    let stream = match stream.name() {
        "standard_io" => Stream::Out,
        "standard_error" => Stream::Error,
        _ => return Err(Raise::badarg()),
    };
    context.world.output(stream, &text.to_bytes());
    Ok(Term::Atom(atoms::OK))
}

fn read_line(context: &mut Context<'_>, _: &[Term]) -> Outcome {
    if !context.world.has_line() {
        context.then = Some(Then::AwaitLine);
        return Ok(Term::Nil);
    }
    Ok(context.world.input_line().map_or(Term::atom("eof"), |line| Term::binary(&line)))
}

fn report(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    context.world.report(&arguments[0]);
    Ok(Term::Atom(atoms::OK))
}

/// Why what the calling process has run did not run, as texts: its own taint, or that of processes
/// with this group leader. `{new, Leader}`: without what was told before.
fn unsupported(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let me = context.pid();
    let found = match (&arguments[0], arguments[0].as_tuple()) {
        (Term::Pid(leader), _) => context.system.take_taint(me, *leader),
        (_, Some([_, Term::Pid(leader)])) => context.system.take_new_taint(me, *leader),
        _ => return Err(Raise::badarg()),
    };
    context.system.told(&found);
    Ok(Term::list(found.iter().map(|text| Term::string(text))))
}

/// The calling process belongs to the test runner (`runner`), or runs a test for it (`test`).
fn shelter(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let shelter = match arguments[0].as_atom().map(|name| name.name()) {
        Some("runner") => Some(Shelter::Runner),
        Some("test") => Some(Shelter::Test),
        Some("none") => None,
        _ => return Err(Raise::badarg()),
    };
    let before = match context.system.shelter(context.pid(), shelter) {
        Some(Shelter::Runner) => "runner",
        Some(Shelter::Test) => "test",
        None => "none",
    };
    Ok(Term::atom(before))
}

/// Ends the test that a process runs, if it may wait for what is not supported.
fn interrupt(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let Term::Pid(pid) = arguments[0] else { return Err(Raise::badarg()) };
    Ok(Term::bool(context.system.interrupt(pid)))
}

fn display(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let text = print::write(&arguments[0]);
    context.world.output(Stream::Out, format!("{text}\r\n").as_bytes());
    Ok(Term::bool(true))
}

fn display_string(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let characters = arguments[0].proper_list().ok_or_else(Raise::badarg)?;
    let character = |c: &Term| char::from_u32(u32::try_from(c.as_int()?).ok()?);
    let text: Option<String> = characters.iter().map(character).collect();
    context.world.output(Stream::Out, text.ok_or_else(Raise::badarg)?.as_bytes());
    Ok(Term::bool(true))
}
