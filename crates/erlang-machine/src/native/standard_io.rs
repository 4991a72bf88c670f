//! What the embedded module `whodunit_io` needs of the world, what programs of whodunit's own tell
//! it, and printing that goes around it.

use erlang_term::{Term, atoms, print};

use super::{Context, Outcome, Table, Then};
use crate::Raise;
use crate::native::effect::{Change, On, Touches};
use crate::world::Stream;

pub const WHODUNIT_IO_TABLE: Table = &[
    ("write", 2, Touches(&[Change(On::Output)]), write),
    ("read_line", 0, Touches(&[Change(On::Input)]), read_line),
    ("report", 1, Touches(&[Change(On::Report)]), report),
    ("unsupported", 1, Touches(&[Change(On::Unsupported(0))]), unsupported),
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

/// What the processes of a group leader called that whodunit does not have, as texts; forgotten
/// once it is asked for.
fn unsupported(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let found = match &arguments[0] {
        Term::Pid(leader) => context.system.unsupported.take(*leader),
        // What is left belongs to none of the groups that were asked for.
        Term::Atom(name) if name.name() == "others" => context.system.unsupported.all(),
        _ => return Err(Raise::badarg()),
    };
    Ok(Term::list(found.iter().map(|text| Term::string(text))))
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
