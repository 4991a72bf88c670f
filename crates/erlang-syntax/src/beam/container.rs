//! The container: a `.beam` is an IFF file of named chunks, possibly gzipped as a whole.

use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;

use erlang_term::{Atom, Term, external};
use flate2::read::{GzDecoder, ZlibDecoder};

use super::Problem;

/// More than any real module holds, less than what a damaged length could make us allocate.
const MOST_INFLATED: u64 = 1 << 30;

/// The chunks of a `.beam` file.
pub struct BeamFile<'a> {
    bytes: Cow<'a, [u8]>,
    chunks: Vec<Chunk>,
}

struct Chunk {
    name: [u8; 4],
    /// Where its data stands.
    range: Range<usize>,
}

/// A function that the module calls in another module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Import {
    pub module: Atom,
    pub function: Atom,
    pub arity: u32,
}

impl<'a> BeamFile<'a> {
    pub fn read(bytes: &'a [u8]) -> Result<BeamFile<'a>, Problem> {
        let bytes = match bytes {
            [0x1f, 0x8b, ..] => {
                let mut inflated = Vec::new();
                GzDecoder::new(bytes)
                    .take(MOST_INFLATED)
                    .read_to_end(&mut inflated)
                    .map_err(|_| Problem::Truncated("its compressed contents"))?;
                Cow::Owned(inflated)
            }
            _ => Cow::Borrowed(bytes),
        };
        let chunks = chunks(&bytes)?;
        Ok(BeamFile { bytes, chunks })
    }

    /// The data of the chunk called `name`.
    pub fn chunk(&self, name: &[u8; 4]) -> Option<&[u8]> {
        let chunk = self.chunks.iter().find(|chunk| chunk.name == *name)?;
        Some(&self.bytes[chunk.range.clone()])
    }

    pub fn module_name(&self) -> Result<Atom, Problem> {
        self.atoms()?.first().copied().ok_or_else(|| Problem::unreadable("its atom table is empty"))
    }

    /// The exported functions with their arities, `module_info/0,1` among them.
    pub fn exports(&self) -> Result<Vec<(Atom, u32)>, Problem> {
        let atoms = self.atoms()?;
        let rows = self.rows(b"ExpT")?;
        rows.into_iter().map(|[name, arity, _label]| Ok((atom(&atoms, name)?, arity))).collect()
    }

    pub fn imports(&self) -> Result<Vec<Import>, Problem> {
        let atoms = self.atoms()?;
        let rows = self.rows(b"ImpT")?;
        rows.into_iter()
            .map(|[module, function, arity]| {
                Ok(Import { module: atom(&atoms, module)?, function: atom(&atoms, function)?, arity })
            })
            .collect()
    }

    /// `module_info(attributes)`: a list of names with lists of values, the version among them.
    pub fn attributes(&self) -> Result<Term, Problem> {
        let Some(chunk) = self.chunk(b"Attr") else { return Ok(Term::Nil) };
        let (attributes, _) = external::decode(chunk)
            .map_err(|error| Problem::unreadable(format!("its attributes: {error}")))?;
        Ok(attributes)
    }

    /// The atom table; the module's name comes first.
    fn atoms(&self) -> Result<Vec<Atom>, Problem> {
        let (chunk, latin1) = match (self.chunk(b"AtU8"), self.chunk(b"Atom")) {
            (Some(chunk), _) => (chunk, false),
            (None, Some(chunk)) => (chunk, true),
            (None, None) => return Err(Problem::unreadable("it has no atom table")),
        };
        let mut reader = Reader { bytes: chunk, at: 0, part: "its atom table" };
        let count = reader.u32()? as i32;
        // OTP 28 marks atoms whose lengths need more than a byte by a negative count.
        let long_lengths = count < 0;
        (0..count.unsigned_abs())
            .map(|_| {
                let length = match reader.u8()? {
                    length if !long_lengths => length as usize,
                    first => reader.compact_number(first)?,
                };
                let text = reader.take(length)?;
                decode_atom(text, latin1)
            })
            .collect()
    }

    /// A table of rows of three numbers.
    fn rows(&self, name: &[u8; 4]) -> Result<Vec<[u32; 3]>, Problem> {
        let Some(chunk) = self.chunk(name) else { return Ok(Vec::new()) };
        let mut reader = Reader { bytes: chunk, at: 0, part: "a table of functions" };
        (0..reader.u32()?).map(|_| Ok([reader.u32()?, reader.u32()?, reader.u32()?])).collect()
    }
}

fn chunks(bytes: &[u8]) -> Result<Vec<Chunk>, Problem> {
    let mut reader = Reader { bytes, at: 0, part: "its header" };
    if reader.take(4).map_err(|_| Problem::NotBeam)? != b"FOR1" {
        return Err(Problem::NotBeam);
    }
    let size = reader.u32()? as usize;
    if reader.take(4)? != b"BEAM" {
        return Err(Problem::NotBeam);
    }
    // The size counts what follows it. Bytes after that are not ours.
    let end =
        size.checked_add(8).filter(|&end| end <= bytes.len()).ok_or(Problem::Truncated("its chunks"))?;
    reader.bytes = &bytes[..end];
    reader.part = "a chunk";
    let mut chunks = Vec::new();
    while reader.at < end {
        let name = reader.take(4)?.try_into().expect("four bytes");
        let size = reader.u32()? as usize;
        let start = reader.at;
        reader.take(size)?;
        chunks.push(Chunk { name, range: start..start + size });
        // Chunks start at multiples of four.
        reader.at = reader.at.next_multiple_of(4).min(end);
    }
    Ok(chunks)
}

/// The external term in `chunk` without its version byte, decompressed where it was compressed.
pub(super) fn inflate_term(chunk: &[u8]) -> Result<Cow<'_, [u8]>, Problem> {
    const PART: &str = "its debug information";
    match chunk {
        [131, 80, a, b, c, d, deflated @ ..] => {
            let size = u32::from_be_bytes([*a, *b, *c, *d]) as u64;
            if size > MOST_INFLATED {
                return Err(Problem::unreadable("its debug information claims to be larger than a gigabyte"));
            }
            let mut inflated = Vec::with_capacity(size.min(deflated.len() as u64 * 64) as usize);
            ZlibDecoder::new(deflated)
                .take(size)
                .read_to_end(&mut inflated)
                .map_err(|_| Problem::unreadable("its debug information cannot be decompressed"))?;
            if (inflated.len() as u64) < size {
                return Err(Problem::Truncated(PART));
            }
            Ok(Cow::Owned(inflated))
        }
        [131, term @ ..] => Ok(Cow::Borrowed(term)),
        [] => Err(Problem::Truncated(PART)),
        _ => Err(Problem::unreadable("its debug information is not an Erlang term")),
    }
}

fn atom(atoms: &[Atom], number: u32) -> Result<Atom, Problem> {
    let index = (number as usize).checked_sub(1);
    index
        .and_then(|index| atoms.get(index))
        .copied()
        .ok_or_else(|| Problem::unreadable("a table names an atom that does not exist"))
}

pub(super) fn decode_atom(text: &[u8], latin1: bool) -> Result<Atom, Problem> {
    match std::str::from_utf8(text) {
        Ok(text) if !latin1 || text.is_ascii() => Ok(Atom::new(text)),
        _ if latin1 => Ok(Atom::new(&text.iter().map(|&byte| byte as char).collect::<String>())),
        _ => Err(Problem::unreadable("an atom is not valid UTF-8")),
    }
}

/// Reads big-endian numbers and stretches of bytes, and never past the end.
pub(super) struct Reader<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    /// Where we are, for the error.
    pub(super) part: &'static str,
}

impl<'a> Reader<'a> {
    pub(super) fn take(&mut self, length: usize) -> Result<&'a [u8], Problem> {
        let end = self.at.checked_add(length).ok_or(Problem::Truncated(self.part))?;
        let taken = self.bytes.get(self.at..end).ok_or(Problem::Truncated(self.part))?;
        self.at = end;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Problem> {
        Ok(self.take(N)?.try_into().expect("as many bytes as asked for"))
    }

    pub(super) fn u8(&mut self) -> Result<u8, Problem> {
        self.array().map(u8::from_be_bytes)
    }

    pub(super) fn u16(&mut self) -> Result<u16, Problem> {
        self.array().map(u16::from_be_bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, Problem> {
        self.array().map(u32::from_be_bytes)
    }

    pub(super) fn f64(&mut self) -> Result<f64, Problem> {
        self.array().map(f64::from_be_bytes)
    }

    pub(super) fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// A number as instructions encode it: four bits, or eleven with a second byte. Atoms need no
    /// more than that.
    fn compact_number(&mut self, first: u8) -> Result<usize, Problem> {
        match first & 0b1_1000 {
            0b1000 => Ok((((first & 0b1110_0000) as usize) << 3) | self.u8()? as usize),
            0b1_1000 => Err(Problem::unreadable("an atom has an impossible length")),
            _ => Ok((first >> 4) as usize),
        }
    }
}
