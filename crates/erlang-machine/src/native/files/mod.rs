//! What OTP's `prim_file` leaves to its runtime system, and what other modules keep in files.
//!
//! Paths come as binaries that end with a zero byte, as `internal_name2native` makes them.

mod buffers;
mod contents;
mod handles;
mod layer;

use erlang_term::{Atom, Term, atoms};

use super::arguments::{bytes, character, list};
use super::{Context, Outcome, Table, Then};
use crate::Raise;
use crate::host::{HostKind, Info};
use crate::native::effect::{Change, Effect, Look, On, Pure, Touches};
use crate::program::Mfa;
use layer::{
    Attempt, FileFailure, FileKind, FileNode, FileOrigin, FollowLinks, ResolvedPath, View, fails, join,
    parent,
};

pub use buffers::TABLE as BUFFERS_TABLE;
pub use contents::Contents;
pub use handles::TABLE as HANDLES_TABLE;
pub use layer::FileSystem;

const LOOK: Effect = Touches(&[Look(On::File(0))]);
const CHANGE: Effect = Touches(&[Change(On::File(0))]);
const CHANGE_BOTH: Effect = Touches(&[Change(On::File(0)), Change(On::File(1))]);

pub const TABLE: Table = &[
    ("internal_name2native", 1, Pure, |_, arguments| name_to_native(&arguments[0])),
    ("internal_native2name", 1, Pure, |_, arguments| native_to_name(&arguments[0])),
    ("internal_normalize_utf8", 1, Pure, |_, arguments| native_to_name(&arguments[0])),
    ("is_translatable", 1, Pure, |_, arguments| {
        Ok(Term::bool(std::str::from_utf8(&bytes(&arguments[0])?).is_ok()))
    }),
    ("get_cwd_nif", 0, Touches(&[Look(On::CurrentFolder)]), |context, _| {
        let folder = view(context).current();
        Ok(ok_with(Term::binary(&folder)))
    }),
    ("set_cwd_nif", 1, Touches(&[Look(On::File(0)), Change(On::CurrentFolder)]), |context, arguments| {
        attempt(context, |view| set_cwd(view, &path(&arguments[0])?))
    }),
    ("get_device_cwd_nif", 1, Pure, |_, _| Ok(error("enotsup"))),
    ("altname_nif", 1, Pure, |_, _| Ok(error("enotsup"))),
    ("read_file_nif", 1, LOOK, |context, arguments| {
        let outcome = attempt(context, |view| {
            let place = view.find(&path(&arguments[0])?, FollowLinks::Follow)?;
            if view.kind(&place) == Some(HostKind::Folder) {
                return fails("eisdir");
            }
            Ok(ok_with(Term::binary(&view.contents(&place)?.bytes())))
        })?;
        charge(context, &outcome);
        Ok(outcome)
    }),
    ("list_dir_nif", 1, LOOK, |context, arguments| {
        attempt(context, |view| {
            let place = view.find(&path(&arguments[0])?, FollowLinks::Follow)?;
            let names = view.names(&place)?;
            // `prim_file` turns them round.
            Ok(ok_with(Term::list(names.iter().rev().map(|name| Term::binary(name)).collect::<Vec<_>>())))
        })
    }),
    ("read_link_nif", 1, LOOK, |context, arguments| {
        attempt(context, |view| {
            let place = view.find(&path(&arguments[0])?, FollowLinks::Keep)?;
            Ok(ok_with(Term::binary(&view.target(&place)?)))
        })
    }),
    ("read_info_nif", 2, LOOK, |context, arguments| {
        attempt(context, |view| {
            let links = if arguments[1] == Term::Int(0) { FollowLinks::Keep } else { FollowLinks::Follow };
            let place = view.find(&path(&arguments[0])?, links)?;
            view.info(&place).map(info_term).ok_or(FileFailure::Posix("enoent"))
        })
    }),
    ("make_dir_nif", 1, CHANGE, |context, arguments| {
        attempt(context, |view| make_folder(view, &path(&arguments[0])?))
    }),
    ("del_file_nif", 1, CHANGE, |context, arguments| {
        attempt(context, |view| {
            let place = view.find(&path(&arguments[0])?, FollowLinks::Keep)?;
            match view.kind(&place) {
                None => fails("enoent"),
                Some(HostKind::Folder) => fails("eperm"),
                Some(_) => {
                    view.remove(place.path);
                    Ok(Term::Atom(atoms::OK))
                }
            }
        })
    }),
    ("del_dir_nif", 1, CHANGE, |context, arguments| {
        attempt(context, |view| {
            let place = view.find(&path(&arguments[0])?, FollowLinks::Keep)?;
            if view.kind(&place).is_some_and(|kind| kind != HostKind::Folder) {
                return fails("enotdir");
            }
            if !view.names(&place)?.is_empty() {
                return fails("eexist");
            }
            view.remove(place.path);
            Ok(Term::Atom(atoms::OK))
        })
    }),
    ("rename_nif", 2, CHANGE_BOTH, |context, arguments| {
        attempt(context, |view| rename(view, &path(&arguments[0])?, &path(&arguments[1])?))
    }),
    ("make_hard_link_nif", 2, CHANGE_BOTH, |context, arguments| {
        attempt(context, |view| {
            let old = view.find(&path(&arguments[0])?, FollowLinks::Keep)?;
            if view.kind(&old) == Some(HostKind::Folder) {
                return fails("eperm");
            }
            let new = free_place(view, &path(&arguments[1])?)?;
            let node = view.own(&old)?;
            view.link(new.path, node);
            change_info(view, node, |info| info.links += 1);
            Ok(Term::Atom(atoms::OK))
        })
    }),
    ("make_soft_link_nif", 2, Touches(&[Change(On::File(1))]), |context, arguments| {
        attempt(context, |view| {
            let target = path(&arguments[0])?;
            let new = free_place(view, &path(&arguments[1])?)?;
            let info = view.new_info(&new.path, HostKind::Link, 0o777);
            view.put(new.path, FileNode { info, what: FileKind::Link(target.into()) });
            Ok(Term::Atom(atoms::OK))
        })
    }),
    ("set_owner_nif", 3, CHANGE, |context, arguments| {
        set_info(context, &arguments[0], |info| {
            let id = |term: &Term| term.as_int().and_then(|id| u32::try_from(id).ok());
            info.user = id(&arguments[1]).unwrap_or(info.user);
            info.group = id(&arguments[2]).unwrap_or(info.group);
        })
    }),
    ("set_permissions_nif", 2, CHANGE, |context, arguments| {
        let mode = arguments[1].as_int().ok_or_else(Raise::badarg)?;
        set_info(context, &arguments[0], |info| info.mode = (info.mode & !0o7777) | (mode as u32 & 0o7777))
    }),
    ("set_time_nif", 4, CHANGE, |context, arguments| {
        let time = |n: usize| arguments[n].as_int().ok_or_else(Raise::badarg);
        let (accessed, modified) = (time(1)?, time(2)?);
        set_info(context, &arguments[0], |info| (info.accessed, info.modified) = (accessed, modified))
    }),
];

/// What OTP's `file` asks of the process `file_server_2`. Here the process that calls does it
/// itself (`whodunit_files.erl`).
pub const FILE_TABLE: Table = &[
    ("native_name_encoding", 0, Pure, |_, _| Ok(Term::atom("utf8"))),
    ("call", 2, Pure, |context, arguments| {
        let (module, function) = (Atom::new("whodunit_files"), Atom::new("call"));
        context.then = Some(Then::Call(Mfa { module, function, arity: 2 }, arguments.to_vec()));
        Ok(Term::Nil)
    }),
];

/// What only a runtime system with DTrace has.
pub const TRACE_TAGS: Table = &[
    ("dt_spread_tag", 1, Pure, |_, _| Ok(Term::bool(true))),
    ("dt_restore_tag", 1, Pure, |_, _| Ok(Term::bool(true))),
    ("dt_get_tag", 0, Pure, |_, _| Ok(Term::Atom(atoms::UNDEFINED))),
    ("dt_put_tag", 1, Pure, |_, _| Ok(Term::Atom(atoms::UNDEFINED))),
    ("dt_prepend_vm_tag_data", 1, Pure, |_, arguments| Ok(arguments[0].clone())),
    ("dt_append_vm_tag_data", 1, Pure, |_, arguments| Ok(arguments[0].clone())),
];

impl From<Raise> for FileFailure {
    fn from(raise: Raise) -> FileFailure {
        FileFailure::Raised(raise)
    }
}

fn view<'a>(context: &'a mut Context<'_>) -> View<'a> {
    let now = super::time::posix_seconds(context);
    View { files: &mut context.system.storage.files, host: context.program.host(), now }
}

/// The term that comes of it, or `{error, Name}`.
fn attempt(context: &mut Context<'_>, act: impl FnOnce(&mut View<'_>) -> Attempt<Term>) -> Outcome {
    match act(&mut view(context)) {
        Ok(term) => Ok(term),
        Err(FileFailure::Posix(name)) => Ok(error(name)),
        Err(FileFailure::Refused(refusal)) => Err(Raise::unsupported(refusal.0)),
        Err(FileFailure::Raised(raise)) => Err(raise),
    }
}

fn error(name: &str) -> Term {
    Term::tuple([Term::Atom(atoms::ERROR), Term::atom(name)])
}

fn ok_with(term: Term) -> Term {
    Term::tuple([Term::Atom(atoms::OK), term])
}

/// Who reads much works long.
fn charge(context: &mut Context<'_>, outcome: &Term) {
    if let Some([_, Term::Bits(read)]) = outcome.as_tuple() {
        context.charge_bytes(read.to_bytes().len());
    }
}

/// The path that a term is, without the zero byte at its end.
pub fn path(term: &Term) -> Result<Vec<u8>, Raise> {
    let mut path = bytes(term)?.into_owned();
    if path.last() == Some(&0) {
        path.pop();
    }
    if path.contains(&0) { Err(Raise::badarg()) } else { Ok(path) }
}

fn name_to_native(name: &Term) -> Outcome {
    let mut native = match name {
        Term::Bits(_) => bytes(name)?.into_owned(),
        name => {
            let text: Option<String> = list(name)?.iter().map(character).collect();
            text.ok_or_else(Raise::badarg)?.into_bytes()
        }
    };
    if native.contains(&0) {
        return Err(Raise::badarg());
    }
    native.push(0);
    Ok(Term::binary(&native))
}

fn native_to_name(native: &Term) -> Outcome {
    let native = path(native)?;
    Ok(match std::str::from_utf8(&native) {
        Ok(name) => Term::string(name),
        Err(_) => error("ignore"),
    })
}

fn info_term(info: Info) -> Term {
    let kind = match info.kind {
        HostKind::File => "regular",
        HostKind::Folder => "directory",
        HostKind::Link => "symlink",
        HostKind::Other => "device",
    };
    let access = match (info.may_read, info.may_write) {
        (true, true) => "read_write",
        (true, false) => "read",
        (false, true) => "write",
        (false, false) => "none",
    };
    let int = |n: u64| Term::Int(i64::try_from(n).unwrap_or(i64::MAX));
    Term::tuple([
        Term::atom("file_info"),
        int(info.size),
        Term::atom(kind),
        Term::atom(access),
        Term::Int(info.accessed),
        Term::Int(info.modified),
        Term::Int(info.changed),
        int(info.mode.into()),
        int(info.links),
        int(0),
        int(0),
        int(info.inode),
        int(info.user.into()),
        int(info.group.into()),
    ])
}

fn set_cwd(view: &mut View<'_>, path: &[u8]) -> Attempt<Term> {
    let place = view.find(path, FollowLinks::Follow)?;
    match view.kind(&place) {
        None => fails("enoent"),
        Some(HostKind::Folder) => {
            view.set_current_folder(place.path);
            Ok(Term::Atom(atoms::OK))
        }
        Some(_) => fails("enotdir"),
    }
}

/// A place where nothing is yet, in a folder that is there.
fn free_place(view: &View<'_>, path: &[u8]) -> Attempt<ResolvedPath> {
    let path = match path {
        [rest @ .., b'/'] if !rest.is_empty() => rest,
        path => path,
    };
    let place = view.find(path, FollowLinks::Keep)?;
    if place.found.is_some() { fails("eexist") } else { Ok(place) }
}

fn make_folder(view: &mut View<'_>, path: &[u8]) -> Attempt<Term> {
    let place = free_place(view, path)?;
    let info = view.new_info(&place.path, HostKind::Folder, 0o755);
    view.put(place.path, FileNode { info, what: FileKind::Folder { is_new: true } });
    Ok(Term::Atom(atoms::OK))
}

fn rename(view: &mut View<'_>, from: &[u8], to: &[u8]) -> Attempt<Term> {
    let (from, to) = (view.find(from, FollowLinks::Keep)?, view.find(to, FollowLinks::Keep)?);
    let (Some(old), new) = (view.kind(&from), view.kind(&to)) else { return fails("enoent") };
    if from.path == to.path {
        return Ok(Term::Atom(atoms::OK));
    }
    if to.path.starts_with(&join(&from.path, b"")) {
        return fails("einval");
    }
    match (old, new) {
        (_, None)
        | (
            HostKind::File | HostKind::Link | HostKind::Other,
            Some(HostKind::File | HostKind::Link | HostKind::Other),
        ) => {}
        (HostKind::Folder, Some(HostKind::Folder)) if view.names(&to)?.is_empty() => {}
        (HostKind::Folder, Some(HostKind::Folder)) => return fails("eexist"),
        (HostKind::Folder, Some(_)) => return fails("enotdir"),
        (_, Some(HostKind::Folder)) => return fails("eexist"),
    }
    view.move_all(&from, &to.path)?;
    Ok(Term::Atom(atoms::OK))
}

fn change_info(view: &mut View<'_>, node: u64, change: impl FnOnce(&mut Info)) {
    if let Some(found) = view.files.node(node) {
        let mut found = (**found).clone();
        change(&mut found.info);
        found.info.changed = view.now;
        view.files.set_node(node, found);
    }
}

fn set_info(context: &mut Context<'_>, at: &Term, change: impl FnOnce(&mut Info)) -> Outcome {
    let at = path(at)?;
    attempt(context, |view| {
        let place = view.find(&at, FollowLinks::Follow)?;
        let node = view.own(&place)?;
        change_info(view, node, change);
        Ok(Term::Atom(atoms::OK))
    })
}

/// The folder that a new file at this place would be in must be there.
fn has_folder(view: &View<'_>, place: &ResolvedPath) -> Attempt<()> {
    match view.find(parent(&place.path), FollowLinks::Follow) {
        Ok(folder) if matches!(folder.found, Some(FileOrigin::Host(_) | FileOrigin::Own(_))) => Ok(()),
        Ok(_) => fails("enoent"),
        Err(failure) => Err(failure),
    }
}
