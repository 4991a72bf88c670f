//! `prim_buffer`: bytes that were read from a file ahead of time.

use std::rc::Rc;

use erlang_term::{Term, atoms};

use crate::Raise;
use crate::native::arguments::{byte, bytes, count, list, size};
use crate::native::effect::{Change, Effect, Look, On, Pure, Touches};
use crate::native::{Context, Outcome, Table};
use crate::process::RefKey;

const LOOK: Effect = Touches(&[Look(On::Buffer(0))]);
const CHANGE: Effect = Touches(&[Change(On::Buffer(0))]);

/// A buffer belongs to the process that reads the file, so no other one can tell.
pub const TABLE: Table = &[
    ("new", 0, Touches(&[Change(On::Fresh)]), |context, _| {
        let handle = context.system.new_ref();
        context.system.storage.files.buffers.insert_mut(handle.into(), Rc::default());
        Ok(Term::Ref(handle))
    }),
    ("size", 1, LOOK, |context, arguments| Ok(count(held(context, &arguments[0])?.1.len()))),
    ("write", 2, CHANGE, |context, arguments| {
        let (key, old) = held(context, &arguments[0])?;
        let mut all = old.to_vec();
        for binary in list(&arguments[1])? {
            all.extend_from_slice(&bytes(&binary)?);
        }
        put(context, key, all)
    }),
    ("read", 2, CHANGE, |context, arguments| Ok(Term::binary(&take(context, arguments)?))),
    ("read_iovec", 2, CHANGE, |context, arguments| {
        let taken = take(context, arguments)?;
        Ok(if taken.is_empty() { Term::Nil } else { Term::list([Term::binary(&taken)]) })
    }),
    ("skip", 2, CHANGE, |context, arguments| {
        take(context, arguments)?;
        Ok(Term::Atom(atoms::OK))
    }),
    ("peek_head", 1, LOOK, |context, arguments| Ok(Term::binary(&held(context, &arguments[0])?.1))),
    ("copying_read", 2, CHANGE, |context, arguments| Ok(Term::binary(&take(context, arguments)?))),
    ("find_byte_index", 2, LOOK, |context, arguments| {
        let sought = byte(&arguments[1]).ok_or_else(Raise::badarg)?;
        let (_, all) = held(context, &arguments[0])?;
        Ok(match all.iter().position(|byte| *byte == sought) {
            Some(at) => Term::tuple([Term::Atom(atoms::OK), count(at)]),
            None => Term::atom("not_found"),
        })
    }),
    ("wipe", 1, CHANGE, |context, arguments| {
        let (key, _) = held(context, &arguments[0])?;
        put(context, key, Vec::new())
    }),
    ("try_lock", 1, Pure, |_, _| Ok(Term::atom("acquired"))),
    ("unlock", 1, Pure, |_, _| Ok(Term::Atom(atoms::OK))),
];

fn held(context: &Context<'_>, handle: &Term) -> Result<(RefKey, Rc<[u8]>), Raise> {
    let Term::Ref(handle) = handle else { return Err(Raise::badarg()) };
    let key = RefKey::from(*handle);
    let found = context.system.storage.files.buffers.get(&key).cloned();
    found.map(|bytes| (key, bytes)).ok_or_else(Raise::badarg)
}

fn put(context: &mut Context<'_>, key: RefKey, bytes: Vec<u8>) -> Outcome {
    context.system.storage.files.buffers.insert_mut(key, bytes.into());
    Ok(Term::Atom(atoms::OK))
}

/// Takes bytes from the front.
fn take(context: &mut Context<'_>, arguments: &[Term]) -> Result<Vec<u8>, Raise> {
    let (key, all) = held(context, &arguments[0])?;
    let length = size(&arguments[1])?;
    if length > all.len() {
        return Err(Raise::badarg());
    }
    put(context, key, all[length..].to_vec())?;
    Ok(all[..length].to_vec())
}
