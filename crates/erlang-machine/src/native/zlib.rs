//! `zlib`, for data that is at hand as a whole. Streams are not here.

use std::io::{self, Read};

use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder, GzEncoder, MultiGzDecoder, ZlibDecoder, ZlibEncoder};

use erlang_term::Term;

use super::iolists::iodata;
use super::{Context, Outcome, Table};
use crate::Raise;
use crate::native::effect::Pure;

pub const TABLE: Table = &[
    ("compress", 1, Pure, |c, a| made(c, ZlibEncoder::new(&*iodata(&a[0])?, Compression::default()))),
    ("uncompress", 1, Pure, |c, a| made(c, ZlibDecoder::new(&*whole(&a[0])?))),
    ("zip", 1, Pure, |c, a| made(c, DeflateEncoder::new(&*iodata(&a[0])?, Compression::default()))),
    ("unzip", 1, Pure, |c, a| made(c, DeflateDecoder::new(&*iodata(&a[0])?))),
    ("gzip", 1, Pure, |c, a| made(c, GzEncoder::new(&*iodata(&a[0])?, Compression::default()))),
    ("gunzip", 1, Pure, |c, a| made(c, MultiGzDecoder::new(&*iodata(&a[0])?))),
];

/// Fewer bytes than the shortest compressed text has.
fn whole(term: &Term) -> Result<Vec<u8>, Raise> {
    let data = iodata(term)?.to_vec();
    if data.len() < 8 { Err(data_error()) } else { Ok(data) }
}

fn data_error() -> Raise {
    Raise::error(Term::atom("data_error"))
}

fn made(context: &mut Context<'_>, mut from: impl Read) -> Outcome {
    let mut all = Vec::new();
    let mut part = [0; 1 << 14];
    loop {
        match from.read(&mut part) {
            Ok(0) => break,
            Ok(n) => all.extend_from_slice(&part[..n]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return Err(data_error()),
        }
        // A few bytes may stand for very many.
        if !context.world.may_make(all.len()) {
            return Err(super::arguments::system_limit());
        }
    }
    context.charge_bytes(all.len());
    Ok(Term::binary(&all))
}
