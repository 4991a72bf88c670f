//! Open files of `prim_file`. A handle is a reference, and only the process that opened the file
//! may use it.

use erlang_term::{Ref, Term, atoms};

use super::layer::{
    Attempt, FileFailure, FileKind, FileNode, FileOrigin, FollowLinks, OpenFile, View, fails,
};
use super::{attempt, charge, error, has_folder, info_term, ok_with, path, view};
use crate::Raise;
use crate::host::HostKind;
use crate::native::arguments::{bytes, list, size};
use crate::native::effect::{Change, Effect, Look, On, Touch, Touches, TouchesSome};
use crate::native::files::Contents;
use crate::native::{Context, Outcome, Table};

const LOOK: Effect = Touches(&[Look(On::Handle(0))]);
const MOVE: Effect = Touches(&[Look(On::Handle(0)), Change(On::Position(0))]);
const CHANGE: Effect = Touches(&[Change(On::Handle(0)), Change(On::Position(0))]);

pub const TABLE: Table = &[
    (
        "open_nif",
        2,
        TouchesSome(&[Change(On::Fresh), Look(On::File(0)), Change(On::File(0))], |touch, _, arguments| {
            let writes = Modes::of(&arguments[1]).is_none_or(|modes| modes.writes);
            !matches!(touch, Touch::Change(On::File(_))) || writes
        }),
        open,
    ),
    ("close_nif", 1, MOVE, |context, arguments| close(context, &arguments[0])),
    ("delayed_close_nif", 1, MOVE, |context, arguments| close(context, &arguments[0])),
    ("read_nif", 2, MOVE, |context, arguments| {
        let length = size(&arguments[1])?;
        let outcome = with(context, &arguments[0], |view, file| {
            let found = readable(view, file)?.read(file.position, length);
            file.position += found.len() as u64;
            Ok(data(&found, length))
        })?;
        charge(context, &outcome);
        Ok(outcome)
    }),
    ("pread_nif", 3, LOOK, |context, arguments| {
        let (from, length) = (offset(&arguments[1])?, size(&arguments[2])?);
        let outcome = with(context, &arguments[0], |view, file| {
            Ok(data(&readable(view, file)?.read(from, length), length))
        })?;
        charge(context, &outcome);
        Ok(outcome)
    }),
    ("ipread_s32bu_p32bu_nif", 3, LOOK, |context, arguments| {
        let (from, most) = (offset(&arguments[1])?, size(&arguments[2])?);
        with(context, &arguments[0], |view, file| Ok(indirect(&readable(view, file)?, from, most)))
    }),
    ("write_nif", 2, CHANGE, |context, arguments| {
        let bytes = joined(&arguments[1])?;
        context.charge_bytes(bytes.len());
        with(context, &arguments[0], |view, file| {
            let contents = writable(view, file)?;
            let at = if file.appends { contents.size() } else { file.position };
            set_contents(view, file, contents.write(at, &bytes));
            file.position = at + bytes.len() as u64;
            Ok(Term::Atom(atoms::OK))
        })
    }),
    ("pwrite_nif", 3, CHANGE, |context, arguments| {
        let (at, bytes) = (offset(&arguments[1])?, joined(&arguments[2])?);
        context.charge_bytes(bytes.len());
        with(context, &arguments[0], |view, file| {
            let contents = writable(view, file)?;
            // Linux appends wherever it is told to write.
            let at = if file.appends { contents.size() } else { at };
            set_contents(view, file, contents.write(at, &bytes));
            Ok(Term::Atom(atoms::OK))
        })
    }),
    ("seek_nif", 3, MOVE, |context, arguments| {
        let by = arguments[2].as_int().ok_or_else(Raise::badarg)?;
        with(context, &arguments[0], |view, file| {
            let start = match arguments[1].as_atom().map(|mark| mark.name()) {
                Some("bof") => 0,
                Some("cur") => file.position,
                Some("eof") => contents_of(view, file)?.size(),
                _ => return Err(Raise::badarg().into()),
            };
            match i64::try_from(start).ok().and_then(|start| start.checked_add(by)) {
                Some(position) if position >= 0 => {
                    file.position = position as u64;
                    Ok(ok_with(Term::Int(position)))
                }
                _ => fails("einval"),
            }
        })
    }),
    ("truncate_nif", 1, CHANGE, |context, arguments| {
        with(context, &arguments[0], |view, file| {
            if !file.writes {
                return fails("einval");
            }
            let contents = contents_of(view, file)?.truncate(file.position);
            set_contents(view, file, contents);
            Ok(Term::Atom(atoms::OK))
        })
    }),
    ("allocate_nif", 3, CHANGE, |context, arguments| {
        let end = offset(&arguments[1])?.saturating_add(offset(&arguments[2])?);
        with(context, &arguments[0], |view, file| {
            let contents = writable(view, file)?;
            if contents.size() < end {
                set_contents(view, file, contents.truncate(end));
            }
            Ok(Term::Atom(atoms::OK))
        })
    }),
    ("sync_nif", 2, LOOK, |context, arguments| {
        with(context, &arguments[0], |_, _| Ok(Term::Atom(atoms::OK)))
    }),
    ("advise_nif", 4, LOOK, |context, arguments| {
        with(context, &arguments[0], |_, _| Ok(Term::Atom(atoms::OK)))
    }),
    ("read_handle_info_nif", 1, LOOK, |context, arguments| {
        with(context, &arguments[0], |view, file| {
            view.node_info(file.node).map(info_term).ok_or(FileFailure::Posix("einval"))
        })
    }),
];

fn reference(term: &Term) -> Result<Ref, Raise> {
    match term {
        Term::Ref(found) => Ok(*found),
        _ => Err(Raise::badarg()),
    }
}

/// A position in a file.
fn offset(term: &Term) -> Result<u64, Raise> {
    term.as_int().and_then(|n| u64::try_from(n).ok()).ok_or_else(Raise::badarg)
}

/// The bytes of a list of binaries.
fn joined(binaries: &Term) -> Result<Vec<u8>, Raise> {
    let mut all = Vec::new();
    for binary in list(binaries)? {
        all.extend_from_slice(&bytes(&binary)?);
    }
    Ok(all)
}

fn data(found: &[u8], asked: usize) -> Term {
    if found.is_empty() && asked > 0 { Term::atom("eof") } else { ok_with(Term::binary(found)) }
}

/// How a file is opened.
struct Modes {
    reads: bool,
    writes: bool,
    appends: bool,
    exclusive: bool,
    is_folder: bool,
}

impl Modes {
    fn of(modes: &Term) -> Option<Modes> {
        let modes = modes.proper_list()?;
        let has =
            |name: &str| modes.iter().any(|mode| mode.as_atom().is_some_and(|mode| mode.name() == name));
        let (appends, exclusive) = (has("append"), has("exclusive"));
        let writes = has("write") || appends || exclusive;
        Some(Modes { reads: has("read") || !writes, writes, appends, exclusive, is_folder: has("directory") })
    }
}

fn open(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let at = path(&arguments[0])?;
    let modes = Modes::of(&arguments[1]).ok_or_else(Raise::badarg)?;
    let Modes { reads, writes, appends, exclusive, is_folder } = modes;
    let owner = context.pid();
    let opened = attempt_open(context, |view| {
        let place = view.find(&at, FollowLinks::Follow)?;
        let kind = view.kind(&place);
        match kind {
            Some(_) if exclusive => return fails("eexist"),
            Some(HostKind::Folder) if !is_folder || writes => return fails("eisdir"),
            Some(kind) if is_folder && kind != HostKind::Folder => return fails("enotdir"),
            None if !writes => return fails("enoent"),
            _ => {}
        }
        if let Some(info) = view.info(&place)
            && (writes && !info.may_write || reads && !info.may_read)
        {
            return fails("eacces");
        }
        let node = match place.found {
            Some(FileOrigin::Own(node)) => node,
            // What is only read stays the host's: the node has no name in the layer.
            Some(FileOrigin::Host(_)) => view.own(&place)?,
            None => {
                has_folder(view, &place)?;
                let info = view.new_info(&place.path, HostKind::File, 0o644);
                view.put(place.path.clone(), FileNode { info, what: FileKind::File(Contents::empty()) })
            }
        };
        let file = OpenFile { node, path: place.path, owner, position: 0, reads, writes, appends };
        if writes && !reads && !appends {
            set_contents(view, &file, Contents::empty());
        }
        Ok(file)
    })?;
    match opened {
        Ok(file) => {
            let handle = context.system.new_ref();
            context.system.storage.files.open.insert_mut(handle.into(), file);
            Ok(ok_with(Term::Ref(handle)))
        }
        Err(name) => Ok(error(name)),
    }
}

fn attempt_open(
    context: &mut Context<'_>,
    act: impl FnOnce(&mut View<'_>) -> Attempt<OpenFile>,
) -> Result<Result<OpenFile, &'static str>, Raise> {
    match act(&mut view(context)) {
        Ok(file) => Ok(Ok(file)),
        Err(FileFailure::Posix(name)) => Ok(Err(name)),
        Err(FileFailure::Refused(refusal)) => Err(Raise::unsupported(refusal.0)),
        Err(FileFailure::Raised(raise)) => Err(raise),
    }
}

fn close(context: &mut Context<'_>, handle: &Term) -> Outcome {
    let outcome = with(context, handle, |_, _| Ok(Term::Atom(atoms::OK)))?;
    if outcome == Term::Atom(atoms::OK) {
        context.system.storage.files.open.remove_mut(&reference(handle)?.into());
    }
    Ok(outcome)
}

/// Does something with an open file of the process that calls.
fn with(
    context: &mut Context<'_>,
    handle: &Term,
    act: impl FnOnce(&mut View<'_>, &mut OpenFile) -> Attempt<Term>,
) -> Outcome {
    let (handle, me) = (reference(handle)?, context.pid());
    attempt(context, |view| {
        let Some(file) = view.files.open.get(&handle.into()) else { return fails("einval") };
        if file.owner != me {
            return fails("not_on_controlling_process");
        }
        let mut file = file.clone();
        let outcome = act(view, &mut file)?;
        view.files.open.insert_mut(handle.into(), file);
        Ok(outcome)
    })
}

fn contents_of(view: &View<'_>, file: &OpenFile) -> Attempt<Contents> {
    match view.files.node(file.node).map(|node| &node.what) {
        Some(FileKind::File(contents)) => Ok(contents.clone()),
        _ => fails("eisdir"),
    }
}

fn readable(view: &View<'_>, file: &OpenFile) -> Attempt<Contents> {
    if file.reads { contents_of(view, file) } else { fails("ebadf") }
}

fn writable(view: &View<'_>, file: &OpenFile) -> Attempt<Contents> {
    if file.writes { contents_of(view, file) } else { fails("ebadf") }
}

fn set_contents(view: &mut View<'_>, file: &OpenFile, contents: Contents) {
    if let Some(node) = view.files.node(file.node) {
        let mut node = (**node).clone();
        node.what = FileKind::File(contents);
        (node.info.modified, node.info.changed) = (view.now, view.now);
        view.files.set_node(file.node, node);
    }
}

/// `{ok, {Size, Pointer, Data}}`: reads a size and a pointer of 32 bits each, then what it points
/// to.
fn indirect(contents: &Contents, from: u64, most: usize) -> Term {
    let head = contents.read(from, 8);
    let Ok(head): Result<[u8; 8], _> = head.try_into() else { return Term::atom("eof") };
    let number = |bytes: &[u8]| bytes.iter().fold(0_u64, |n, byte| n << 8 | u64::from(*byte));
    let (size, pointer) = (number(&head[..4]), number(&head[4..]));
    if size > most as u64 {
        return Term::atom("eof");
    }
    let found = contents.read(pointer, size as usize);
    let found = if found.is_empty() { Term::atom("eof") } else { Term::binary(&found) };
    ok_with(Term::tuple([Term::Int(size as i64), Term::Int(pointer as i64), found]))
}
