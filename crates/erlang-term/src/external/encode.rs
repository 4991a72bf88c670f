//! `term_to_binary`, byte for byte as OTP 25 does it (but see [`EncodeOptions::compressed`]).

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use num_bigint::{BigInt, Sign};

use super::{VERSION, tag};
use crate::map::MapIter;
use crate::{Atom, Bits, Closure, ConsCell, Fun, Pid, Ref, Term, float, work};

/// The options of `term_to_binary/2`. (Maps are always written in the order of their keys, so that
/// the same term always has the same bytes: `deterministic` asks for nothing more.)
#[derive(Clone, Copy, Debug)]
pub struct EncodeOptions {
    /// 0: floats as text; 1: as bits; 2: atoms in UTF-8 even if Latin-1 would do.
    pub minor_version: u8,
    /// The level, 0 to 9. Data that would not become smaller is left uncompressed. The only bytes
    /// that may differ from OTP's: those depend on the zlib that OTP was linked with.
    pub compressed: Option<u32>,
}

impl Default for EncodeOptions {
    fn default() -> EncodeOptions {
        EncodeOptions { minor_version: 1, compressed: None }
    }
}

pub fn encode(term: &Term, options: EncodeOptions) -> Vec<u8> {
    let mut encoder = Encoder { out: vec![VERSION], minor_version: options.minor_version };
    encoder.run(term);
    match options.compressed.and_then(|level| compress(&encoder.out[1..], level)) {
        Some(compressed) => compressed,
        None => encoder.out,
    }
}

/// The compressed form, if it is shorter.
fn compress(plain: &[u8], level: u32) -> Option<Vec<u8>> {
    let size = u32::try_from(plain.len()).ok().filter(|_| level > 0)?;
    let mut out = vec![VERSION, tag::COMPRESSED];
    out.extend(size.to_be_bytes());
    let header = out.len();
    let mut encoder = ZlibEncoder::new(out, Compression::new(level.min(9)));
    encoder.write_all(plain).ok()?;
    let out = encoder.finish().ok()?;
    (out.len() - header < plain.len()).then_some(out)
}

/// What is still to be written.
enum Pending<'a> {
    Term(&'a Term),
    /// The elements of a list, and then its tail.
    List(&'a Term),
    Elements(&'a [Term]),
    Map(MapIter<'a>),
    /// The size of a fun belongs in front of it: here.
    FunSize(usize),
}

struct Encoder {
    out: Vec<u8>,
    minor_version: u8,
}

impl Encoder {
    fn run(&mut self, term: &Term) {
        let mut pending = vec![Pending::Term(term)];
        while let Some(next) = pending.pop() {
            work::spend(1);
            match next {
                Pending::Term(term) => self.term(term, &mut pending),
                Pending::List(Term::Cons(cell)) => {
                    pending.push(Pending::List(&cell.tail));
                    pending.push(Pending::Term(&cell.head));
                }
                Pending::List(tail) => pending.push(Pending::Term(tail)),
                Pending::Elements([]) => {}
                Pending::Elements([first, rest @ ..]) => {
                    pending.push(Pending::Elements(rest));
                    pending.push(Pending::Term(first));
                }
                Pending::Map(mut pairs) => {
                    if let Some((key, value)) = pairs.next() {
                        pending.push(Pending::Map(pairs));
                        pending.push(Pending::Term(value));
                        pending.push(Pending::Term(key));
                    }
                }
                Pending::FunSize(at) => {
                    let size = (self.out.len() - at) as u32;
                    self.out[at..at + 4].copy_from_slice(&size.to_be_bytes());
                }
            }
        }
    }

    fn term<'a>(&mut self, term: &'a Term, pending: &mut Vec<Pending<'a>>) {
        match term {
            Term::Nil => self.out.push(tag::NIL),
            Term::Int(n) => self.integer(*n),
            Term::Big(n) => self.big(n),
            Term::Float(x) => self.float(x.get()),
            Term::Atom(atom) => self.atom(*atom),
            Term::Cons(cell) => self.list(cell, term, pending),
            Term::Tuple(elements) => {
                match u8::try_from(elements.len()) {
                    Ok(arity) => self.out.extend([tag::SMALL_TUPLE, arity]),
                    Err(_) => self.sized(tag::LARGE_TUPLE, elements.len()),
                }
                pending.push(Pending::Elements(elements));
            }
            Term::Map(map) => {
                self.sized(tag::MAP, map.len());
                pending.push(Pending::Map(map.iter()));
            }
            Term::Bits(bits) => self.bits(bits),
            Term::Fun(fun) => match &**fun {
                Fun::External { module, function, arity } => {
                    self.out.push(tag::EXPORT);
                    self.atom(*module);
                    self.atom(*function);
                    self.integer((*arity).into());
                }
                Fun::Closure(closure) => self.closure(closure, pending),
            },
            Term::Pid(pid) => self.pid(*pid),
            Term::Ref(reference) => self.reference(*reference),
            Term::Port(port) => self.port(*port),
        }
    }

    fn sized(&mut self, tag: u8, size: usize) {
        self.out.push(tag);
        self.out.extend((size as u32).to_be_bytes());
    }

    fn integer(&mut self, n: i64) {
        if let Ok(byte) = u8::try_from(n) {
            self.out.extend([tag::SMALL_INTEGER, byte]);
        } else if let Ok(n) = i32::try_from(n) {
            self.out.push(tag::INTEGER);
            self.out.extend(n.to_be_bytes());
        } else {
            let digits = n.unsigned_abs().to_le_bytes();
            let count = digits.len() - n.unsigned_abs().leading_zeros() as usize / 8;
            self.out.extend([tag::SMALL_BIG, count as u8, u8::from(n < 0)]);
            self.out.extend(&digits[..count]);
        }
    }

    fn big(&mut self, n: &BigInt) {
        let (sign, digits) = n.to_bytes_le();
        match u8::try_from(digits.len()) {
            Ok(count) => self.out.extend([tag::SMALL_BIG, count]),
            Err(_) => self.sized(tag::LARGE_BIG, digits.len()),
        }
        self.out.push(u8::from(sign == Sign::Minus));
        self.out.extend(digits);
    }

    fn float(&mut self, x: f64) {
        if self.minor_version == 0 {
            const WIDTH: usize = 31;
            let mut text = float::scientific(x, 20).unwrap_or_default().into_bytes();
            text.resize(WIDTH, 0);
            self.out.push(tag::FLOAT);
            self.out.extend(text);
        } else {
            self.out.push(tag::NEW_FLOAT);
            self.out.extend(x.to_be_bytes());
        }
    }

    fn atom(&mut self, atom: Atom) {
        let name = atom.name();
        let latin1: Option<Vec<u8>> = name.chars().map(|c| u8::try_from(c).ok()).collect();
        match latin1 {
            Some(bytes) if self.minor_version < 2 => {
                self.out.push(tag::ATOM);
                self.out.extend((bytes.len() as u16).to_be_bytes());
                self.out.extend(bytes);
            }
            _ => {
                match u8::try_from(name.len()) {
                    Ok(size) => self.out.extend([tag::SMALL_ATOM_UTF8, size]),
                    Err(_) => {
                        self.out.push(tag::ATOM_UTF8);
                        self.out.extend((name.len() as u16).to_be_bytes());
                    }
                }
                self.out.extend(name.as_bytes());
            }
        }
    }

    fn list<'a>(&mut self, first: &'a ConsCell, list: &'a Term, pending: &mut Vec<Pending<'a>>) {
        if let Some(bytes) = as_string(first) {
            self.out.push(tag::STRING);
            self.out.extend((bytes.len() as u16).to_be_bytes());
            self.out.extend(bytes);
            return;
        }
        let (mut length, mut rest) = (0, list);
        while let Term::Cons(cell) = rest {
            length += 1;
            rest = &cell.tail;
        }
        self.sized(tag::LIST, length);
        pending.push(Pending::List(list));
    }

    fn bits(&mut self, bits: &Bits) {
        let last = bits.bit_len() % 8;
        if last == 0 {
            self.sized(tag::BINARY, bits.byte_len());
        } else {
            self.sized(tag::BIT_BINARY, bits.byte_len());
            self.out.push(last as u8);
        }
        self.out.extend(&*bits.to_bytes());
    }

    fn pid(&mut self, pid: Pid) {
        self.out.push(tag::NEW_PID);
        self.atom(pid.node());
        for word in [pid.id(), pid.serial(), 0] {
            self.out.extend(word.to_be_bytes());
        }
    }

    fn port(&mut self, port: Pid) {
        self.out.push(tag::NEW_PORT);
        self.atom(port.node());
        for word in [port.id(), 0] {
            self.out.extend(word.to_be_bytes());
        }
    }

    fn reference(&mut self, reference: Ref) {
        self.out.extend([tag::NEWER_REFERENCE, 0, 3]);
        self.atom(reference.node());
        let [high, middle, low] = reference.words();
        for word in [0, low, middle, high] {
            self.out.extend(word.to_be_bytes());
        }
    }

    /// The code of a fun stays behind; only its module, number and fingerprint travel, as in OTP.
    fn closure<'a>(&mut self, closure: &'a Closure, pending: &mut Vec<Pending<'a>>) {
        self.out.push(tag::NEW_FUN);
        pending.push(Pending::FunSize(self.out.len()));
        self.out.extend([0; 4]);
        self.out.push(closure.arity as u8);
        // OTP writes the module's MD5 here.
        self.out.extend([0; 12]);
        self.out.extend(closure.uniq.to_be_bytes());
        self.out.extend(closure.index.to_be_bytes());
        self.out.extend((closure.environment.len() as u32).to_be_bytes());
        self.atom(closure.module);
        self.integer(closure.index.into());
        self.integer(closure.uniq.into());
        self.pid(closure.creator);
        pending.push(Pending::Elements(&closure.environment));
    }
}

/// The elements of a proper list of bytes that is not too long to be a string.
fn as_string(first: &ConsCell) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut cell = first;
    loop {
        match cell.head {
            Term::Int(n) if bytes.len() < u16::MAX.into() => bytes.push(u8::try_from(n).ok()?),
            _ => return None,
        }
        match &cell.tail {
            Term::Nil => return Some(bytes),
            Term::Cons(next) => cell = next,
            _ => return None,
        }
    }
}
