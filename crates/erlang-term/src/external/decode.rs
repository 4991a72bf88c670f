//! `binary_to_term`. What comes in may be anything: every length is checked against what is there.

use std::fmt;
use std::io::Read;
use std::rc::Rc;

use flate2::bufread::ZlibDecoder;
use num_bigint::{BigInt, Sign};

use super::{VERSION, tag};
use crate::{Atom, Bits, Closure, Fun, Map, Pid, Ref, Term};

/// Why some bytes are not a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The bytes end too early.
    Truncated,
    /// The bytes at this place (in the uncompressed form) make no sense.
    Invalid { at: usize },
    /// A kind of term that this machine does not have.
    Unsupported(&'static str),
    /// An atom that does not exist yet, and none may be made.
    UnsafeAtom,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::Truncated => write!(f, "the encoded term ends too early"),
            DecodeError::Invalid { at } => write!(f, "the encoded term is invalid at byte {at}"),
            DecodeError::Unsupported(what) => {
                write!(f, "the encoded term holds {what}, which is not supported")
            }
            DecodeError::UnsafeAtom => write!(f, "the encoded term holds an atom that does not exist"),
        }
    }
}

impl std::error::Error for DecodeError {}

#[derive(Clone, Copy, Debug, Default)]
pub struct DecodeOptions {
    /// Make no new atoms.
    pub safe: bool,
}

/// The term that `bytes` begin with, and how many of them it takes.
pub fn decode(bytes: &[u8]) -> Result<(Term, usize), DecodeError> {
    decode_with(bytes, DecodeOptions::default())
}

pub fn decode_with(bytes: &[u8], options: DecodeOptions) -> Result<(Term, usize), DecodeError> {
    let mut reader = Reader { bytes, at: 0, options };
    if reader.u8()? != VERSION {
        return Err(DecodeError::Invalid { at: 0 });
    }
    if reader.bytes.get(1) != Some(&tag::COMPRESSED) {
        let term = reader.term()?;
        return Ok((term, reader.at));
    }
    reader.at = 2;
    let size = reader.u32()? as usize;
    let mut decoder = ZlibDecoder::new(&bytes[reader.at..]);
    let mut plain = Vec::new();
    // The announced size is not to be trusted with an allocation; the bytes that are there are a
    // bound.
    (&mut decoder)
        .take(size as u64 + 1)
        .read_to_end(&mut plain)
        .map_err(|_| DecodeError::Invalid { at: reader.at })?;
    if plain.len() != size {
        return Err(DecodeError::Invalid { at: reader.at });
    }
    let used = reader.at + decoder.total_in() as usize;
    let mut reader = Reader { bytes: &plain, at: 0, options };
    let term = reader.term()?;
    if reader.at != plain.len() {
        return Err(DecodeError::Invalid { at: reader.at });
    }
    Ok((term, used))
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    options: DecodeOptions,
}

/// A term with this many parts; those read so far are the values from `start` on.
struct Open {
    shape: Shape,
    start: usize,
    parts: usize,
}

enum Shape {
    Tuple,
    /// The last part is the tail.
    List,
    Map,
    Closure(Closure),
}

/// What a tag announces.
enum Next {
    Whole(Term),
    Parts(Shape, usize),
}

impl Reader<'_> {
    fn term(&mut self) -> Result<Term, DecodeError> {
        let mut values: Vec<Term> = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        loop {
            match self.next()? {
                Next::Whole(term) => values.push(term),
                Next::Parts(shape, parts) => {
                    // Each part takes at least a byte: otherwise there is no need to begin.
                    if parts > self.bytes.len() - self.at {
                        return Err(DecodeError::Truncated);
                    }
                    open.push(Open { shape, start: values.len(), parts });
                    if parts > 0 {
                        continue;
                    }
                }
            }
            // A value is complete, and perhaps with it those that it is part of.
            while let Some(Open { shape, start, .. }) =
                open.pop_if(|top| values.len() - top.start == top.parts)
            {
                let parts = values.drain(start..).collect();
                let term = self.close(shape, parts)?;
                values.push(term);
            }
            if open.is_empty()
                && let Some(term) = values.pop()
            {
                return Ok(term);
            }
        }
    }

    fn close(&self, shape: Shape, mut parts: Vec<Term>) -> Result<Term, DecodeError> {
        match shape {
            Shape::Tuple => Ok(Term::tuple(parts)),
            Shape::List => {
                let tail = parts.pop().unwrap_or_default();
                Ok(Term::list_with_tail(parts, tail))
            }
            Shape::Map => {
                let size = parts.len() / 2;
                let mut parts = parts.into_iter();
                let mut map = Map::new();
                while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
                    map.insert(key, value);
                }
                // A key that occurs twice is an error.
                if map.len() == size { Ok(Term::Map(map)) } else { Err(DecodeError::Invalid { at: self.at }) }
            }
            Shape::Closure(mut closure) => {
                closure.environment = parts;
                Ok(Term::Fun(Rc::new(Fun::Closure(closure))))
            }
        }
    }

    fn next(&mut self) -> Result<Next, DecodeError> {
        let at = self.at;
        let invalid = DecodeError::Invalid { at };
        Ok(Next::Whole(match self.u8()? {
            tag::SMALL_INTEGER => Term::Int(self.u8()?.into()),
            tag::INTEGER => Term::Int((self.u32()? as i32).into()),
            tag::SMALL_BIG => {
                let size = self.u8()?.into();
                self.big(size)?
            }
            tag::LARGE_BIG => {
                let size = self.u32()? as usize;
                self.big(size)?
            }
            tag::NEW_FLOAT => {
                let x = f64::from_bits(u64::from(self.u32()?) << 32 | u64::from(self.u32()?));
                if !x.is_finite() {
                    return Err(invalid);
                }
                Term::float(x)
            }
            tag::FLOAT => Term::float(parse_float(self.take(31)?).ok_or(invalid)?),
            tag::ATOM | tag::SMALL_ATOM | tag::ATOM_UTF8 | tag::SMALL_ATOM_UTF8 => {
                self.at = at;
                Term::Atom(self.atom()?)
            }
            tag::NIL => Term::Nil,
            tag::STRING => {
                let size = self.u16()?.into();
                Term::list(self.take(size)?.iter().map(|&byte| Term::Int(byte.into())))
            }
            tag::BINARY => {
                let size = self.u32()? as usize;
                Term::Bits(Bits::from_bytes(self.take(size)?))
            }
            tag::BIT_BINARY => {
                let (size, last) = (self.u32()? as usize, usize::from(self.u8()?));
                if last > 8 || (last == 0) != (size == 0) {
                    return Err(invalid);
                }
                let bytes = self.take(size)?;
                Term::Bits(Bits::from_bits(bytes, (size * 8 + last).saturating_sub(8)))
            }
            tag::SMALL_TUPLE => return Ok(Next::Parts(Shape::Tuple, self.u8()?.into())),
            tag::LARGE_TUPLE => return Ok(Next::Parts(Shape::Tuple, self.u32()? as usize)),
            tag::LIST => return Ok(Next::Parts(Shape::List, self.u32()? as usize + 1)),
            tag::MAP => return Ok(Next::Parts(Shape::Map, self.u32()? as usize * 2)),
            tag::EXPORT => {
                let (module, function) = (self.atom()?, self.atom()?);
                let arity = self.small_integer()?;
                Term::Fun(Rc::new(Fun::External { module, function, arity }))
            }
            tag::NEW_FUN => return self.closure(),
            tag::PID | tag::NEW_PID => {
                self.at = at;
                Term::Pid(self.pid()?)
            }
            tag::NEW_PORT => {
                let port = Pid::new(self.atom()?, self.u32()?, 0);
                self.u32()?;
                Term::Port(port)
            }
            tag::REFERENCE => {
                let node = self.atom()?;
                let words = [0, 0, self.u32()?];
                self.u8()?;
                Term::Ref(self.reference(node, words)?)
            }
            tag @ (tag::NEW_REFERENCE | tag::NEWER_REFERENCE) => {
                let count = self.u16()?;
                let node = self.atom()?;
                if tag == tag::NEWER_REFERENCE {
                    self.u32()?;
                } else {
                    self.u8()?;
                }
                // The least significant word comes first.
                let mut words = [0; 3];
                if count == 0 || usize::from(count) > words.len() {
                    return Err(DecodeError::Unsupported("a reference of another node"));
                }
                for word in words.iter_mut().rev().take(count.into()) {
                    *word = self.u32()?;
                }
                Term::Ref(self.reference(node, words)?)
            }
            tag::PORT => {
                let port = Pid::new(self.atom()?, self.u32()?, 0);
                self.u8()?;
                Term::Port(port)
            }
            tag::V4_PORT => {
                let (node, high, low) = (self.atom()?, self.u32()?, self.u32()?);
                self.u32()?;
                if high != 0 {
                    return Err(DecodeError::Unsupported("a port with a long number"));
                }
                Term::Port(Pid::new(node, low, 0))
            }
            _ => return Err(invalid),
        }))
    }

    fn take(&mut self, count: usize) -> Result<&[u8], DecodeError> {
        let rest = &self.bytes[self.at..];
        let taken = rest.get(..count).ok_or(DecodeError::Truncated)?;
        self.at += count;
        Ok(taken)
    }

    fn u8(&mut self) -> Result<u8, DecodeError> {
        let byte = *self.bytes.get(self.at).ok_or(DecodeError::Truncated)?;
        self.at += 1;
        Ok(byte)
    }

    fn u16(&mut self) -> Result<u16, DecodeError> {
        Ok(u16::from_be_bytes([self.u8()?, self.u8()?]))
    }

    fn u32(&mut self) -> Result<u32, DecodeError> {
        Ok(u32::from(self.u16()?) << 16 | u32::from(self.u16()?))
    }

    fn big(&mut self, size: usize) -> Result<Term, DecodeError> {
        let sign = if self.u8()? == 0 { Sign::Plus } else { Sign::Minus };
        Ok(Term::from_bigint(BigInt::from_bytes_le(sign, self.take(size)?)))
    }

    fn atom(&mut self) -> Result<Atom, DecodeError> {
        const LONGEST: usize = 255;
        let (at, safe) = (self.at, self.options.safe);
        let invalid = DecodeError::Invalid { at };
        let tag = self.u8()?;
        let size = match tag {
            tag::ATOM | tag::ATOM_UTF8 => self.u16()?.into(),
            tag::SMALL_ATOM | tag::SMALL_ATOM_UTF8 => self.u8()?.into(),
            _ => return Err(invalid),
        };
        let bytes = self.take(size)?;
        let name = match tag {
            tag::ATOM | tag::SMALL_ATOM => bytes.iter().map(|&byte| char::from(byte)).collect(),
            _ => std::str::from_utf8(bytes).map_err(|_| invalid.clone())?.to_string(),
        };
        if name.chars().count() > LONGEST {
            return Err(invalid);
        }
        if safe { Atom::existing(&name).ok_or(DecodeError::UnsafeAtom) } else { Ok(Atom::new(&name)) }
    }

    fn pid(&mut self) -> Result<Pid, DecodeError> {
        let at = self.at;
        let tag = self.u8()?;
        let pid = Pid::new(self.atom()?, self.u32()?, self.u32()?);
        match tag {
            tag::NEW_PID => self.u32().map(drop)?,
            tag::PID => self.u8().map(drop)?,
            _ => return Err(DecodeError::Invalid { at }),
        }
        Ok(pid)
    }

    fn reference(&self, node: Atom, words: [u32; 3]) -> Result<Ref, DecodeError> {
        Ref::from_words(node, words).ok_or(DecodeError::Unsupported("a reference of another node"))
    }

    fn small_integer(&mut self) -> Result<u32, DecodeError> {
        let at = self.at;
        match self.u8()? {
            tag::SMALL_INTEGER => Ok(self.u8()?.into()),
            tag::INTEGER => self.u32(),
            tag::SMALL_BIG => match (self.u8()?, self.u8()?) {
                // A fingerprint beyond 2^31 - 1.
                (4, 0) => self.u32().map(u32::swap_bytes),
                _ => Err(DecodeError::Invalid { at }),
            },
            _ => Err(DecodeError::Invalid { at }),
        }
    }

    /// The machine finds the code of such a fun by module, index and fingerprint; its name is not
    /// in the bytes.
    fn closure(&mut self) -> Result<Next, DecodeError> {
        self.u32()?;
        let arity = self.u8()?.into();
        self.take(16)?;
        let index = self.u32()?;
        let captured = self.u32()? as usize;
        let module = self.atom()?;
        self.small_integer()?;
        let uniq = self.small_integer()?;
        let creator = self.pid()?;
        let function = crate::atoms::EMPTY;
        let closure = Closure {
            module,
            function,
            arity,
            index,
            uniq,
            creator,
            code: Closure::UNRESOLVED,
            environment: Vec::new(),
        };
        Ok(Next::Parts(Shape::Closure(closure), captured))
    }
}

/// A float as C prints it, filled up with zero bytes.
fn parse_float(bytes: &[u8]) -> Option<f64> {
    crate::float::parse(bytes.split(|&byte| byte == 0).next()?)
}
