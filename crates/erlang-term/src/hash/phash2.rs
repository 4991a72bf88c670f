//! `phash2`: Bob Jenkins' hash, with a salt for each kind of term.

use super::{atom_hash, is_negative, leading_byte};
use crate::{Fun, Term, work};

/// The golden ratio; its multiples tell the kinds of terms apart.
const RATIO: u32 = 0x9e37_79b9;

const fn salt(kind: u32) -> u32 {
    RATIO.wrapping_mul(kind)
}

/// Bob Jenkins' mixing of three words.
fn mix(mut a: u32, mut b: u32, mut c: u32) -> (u32, u32, u32) {
    let step = |x: u32, y: u32, z: u32| x.wrapping_sub(y).wrapping_sub(z);
    for [first, second, third] in [[13, 8, 13], [12, 16, 5], [3, 10, 15]] {
        a = step(a, b, c) ^ c >> first;
        b = step(b, c, a) ^ a << second;
        c = step(c, a, b) ^ b >> third;
    }
    (a, b, c)
}

/// The hash of all that came so far, which the next part is mixed into.
#[derive(Clone, Copy)]
struct Mixed(u32);

impl Mixed {
    fn add(&mut self, x: u32, y: u32, salt: u32) {
        self.0 = mix(salt.wrapping_add(x), salt.wrapping_add(y), self.0).2;
    }

    /// Atoms and `[]` at the very beginning stand for themselves.
    fn add_or_be(&mut self, first: u32, x: u32, salt: u32) {
        if self.0 == 0 {
            self.0 = first;
        } else {
            self.add(x, 0, salt);
        }
    }

    fn add_integer(&mut self, n: i64) {
        const SMALL: std::ops::Range<i64> = -(1 << 27)..1 << 27;
        if SMALL.contains(&n) {
            // Negative numbers are mixed twice, once without their sign.
            if n < 0 {
                self.add(n.unsigned_abs() as u32, 0, salt(1));
            }
            self.add(n as u32, 0, salt(1));
        } else {
            self.add_digit(n.unsigned_abs(), n < 0);
        }
    }

    fn add_digit(&mut self, digit: u64, negative: bool) {
        self.add(digit as u32, (digit >> 32) as u32, salt(if negative { 10 } else { 11 }));
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0u32, |word, &byte| word << 8 | u32::from(byte));
        let (mut a, mut b, mut c) = (RATIO, RATIO, self.0);
        let mut blocks = bytes.chunks_exact(12);
        for block in &mut blocks {
            let [x, y, z] = [&block[..4], &block[4..8], &block[8..]].map(word);
            (a, b, c) = mix(a.wrapping_add(x), b.wrapping_add(y), c.wrapping_add(z));
        }
        let rest = blocks.remainder();
        let part = |from: usize, to: usize| word(&rest[rest.len().min(from)..rest.len().min(to)]);
        // The lowest byte of the third word is for the length.
        c = c.wrapping_add(bytes.len() as u32).wrapping_add(part(8, 11) << 8);
        self.0 = mix(a.wrapping_add(part(0, 4)), b.wrapping_add(part(4, 8)), c).2;
    }
}

/// What is still to be mixed in.
enum Pending<'a> {
    Term(&'a Term),
    Elements(&'a [Term]),
    /// The hashes of pairs are combined regardless of their order.
    PairDone,
    MapDone {
        before: Mixed,
        other_pairs: u32,
    },
}

pub(super) fn hash(term: &Term) -> u32 {
    let mut hash = Mixed(0);
    let mut pairs = 0;
    let mut pending = vec![Pending::Term(term)];
    while let Some(next) = pending.pop() {
        work::spend(1);
        match next {
            Pending::Term(term) => match term {
                Term::Map(map) => {
                    hash.add(map.len() as u32, 0, salt(16));
                    if !map.is_empty() {
                        pending.push(Pending::MapDone { before: hash, other_pairs: pairs });
                        (hash, pairs) = (Mixed(0), 0);
                        for (key, value) in map.iter() {
                            pending.extend([Pending::PairDone, Pending::Term(value), Pending::Term(key)]);
                        }
                    }
                }
                _ => hash_term(&mut hash, term, &mut pending),
            },
            Pending::Elements([]) => {}
            Pending::Elements([first, rest @ ..]) => {
                pending.extend([Pending::Elements(rest), Pending::Term(first)]);
            }
            Pending::PairDone => {
                pairs ^= hash.0;
                hash = Mixed(0);
            }
            Pending::MapDone { before, other_pairs } => {
                hash = before;
                hash.add(pairs, 0, salt(19));
                pairs = other_pairs;
            }
        }
    }
    hash.0
}

fn hash_term<'a>(hash: &mut Mixed, term: &'a Term, pending: &mut Vec<Pending<'a>>) {
    match term {
        Term::Nil => hash.add_or_be(3_468_870_702, 2, salt(2)),
        Term::Int(n) => hash.add_integer(*n),
        Term::Big(n) => n.iter_u64_digits().for_each(|digit| hash.add_digit(digit, is_negative(n))),
        Term::Float(x) => {
            let bits = if x.get() == 0.0 { 0 } else { x.get().to_bits() };
            hash.add((bits >> 32) as u32, bits as u32, salt(12));
        }
        Term::Atom(atom) => {
            let atom = atom_hash(*atom);
            hash.add_or_be(atom, atom, salt(3));
        }
        Term::Cons(_) => {
            // Bytes at the beginning, as in a string, are mixed by four.
            let (mut rest, mut word, mut count) = (term, 0u32, 0);
            while let Some((byte, tail)) = leading_byte(rest) {
                word = word << 8 | u32::from(byte);
                count += 1;
                if count == 4 {
                    hash.add(word, 0, salt(4));
                    (word, count) = (0, 0);
                }
                rest = tail;
            }
            if count > 0 {
                hash.add(word, 0, salt(4));
            }
            match rest {
                Term::Cons(cell) => pending.extend([Pending::Term(&cell.tail), Pending::Term(&cell.head)]),
                tail => pending.push(Pending::Term(tail)),
            }
        }
        Term::Tuple(elements) => {
            hash.add(elements.len() as u32, 0, salt(9));
            pending.push(Pending::Elements(elements));
        }
        Term::Bits(bits) => {
            hash.0 = hash.0.wrapping_add(salt(13));
            if !bits.is_empty() {
                let (whole, rest) = (bits.bit_len() / 8, bits.bit_len() % 8);
                let bytes = bits.to_bytes();
                hash.add_bytes(&bytes[..whole]);
                if rest > 0 {
                    hash.add(rest as u32, (bytes[whole] >> (8 - rest)).into(), salt(15));
                }
            }
        }
        Term::Fun(fun) => match &**fun {
            Fun::External { module, function, arity } => {
                hash.add(*arity, atom_hash(*module), salt(1));
                hash.add(atom_hash(*function), 0, salt(14));
            }
            Fun::Closure(closure) => {
                hash.add(closure.environment.len() as u32, atom_hash(closure.module), salt(1));
                hash.add(closure.index, closure.uniq, salt(1));
                pending.push(Pending::Elements(&closure.environment));
            }
        },
        Term::Pid(pid) => hash.add(pid.id(), 0, salt(5)),
        Term::Port(port) => hash.add(port.id(), 0, salt(6)),
        Term::Ref(reference) => hash.add(reference.words()[2], 0, salt(7)),
        Term::Map(_) => debug_assert!(false, "maps are the caller's"),
    }
}
