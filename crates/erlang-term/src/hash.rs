//! Erlang's own hashes, `phash2` and the older `phash`: the same number for the same term on every machine.

use num_bigint::{BigInt, Sign};

use crate::{Atom, Fun, Term};

/// `erlang:phash2/1`: 27 bits.
pub fn phash2(term: &Term) -> u32 {
    hash2(term) & ((1 << 27) - 1)
}

/// `erlang:phash2/2`: a number below `range`, which is from 1 to 2^32.
pub fn phash2_range(term: &Term, range: u64) -> u32 {
    (u64::from(hash2(term)) % range.max(1)) as u32
}

/// `erlang:phash/2`: a number from 1 to `range`, which is from 1 to 2^32.
pub fn phash(term: &Term, range: u64) -> u64 {
    1 + u64::from(hash1(term)) % range.max(1)
}

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

fn hash2(term: &Term) -> u32 {
    let mut hash = Mixed(0);
    let mut pairs = 0;
    let mut pending = vec![Pending::Term(term)];
    while let Some(next) = pending.pop() {
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
                _ => hash2_term(&mut hash, term, &mut pending),
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

fn hash2_term<'a>(hash: &mut Mixed, term: &'a Term, pending: &mut Vec<Pending<'a>>) {
    match term {
        Term::Nil => hash.add_or_be(3_468_870_702, 2, salt(2)),
        Term::Int(n) => hash.add_integer(*n),
        Term::Big(n) => n.iter_u64_digits().for_each(|digit| hash.add_digit(digit, is_negative(n))),
        Term::Float(x) => {
            let bits = if *x == 0.0 { 0 } else { x.to_bits() };
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
        Term::Pid(pid) => hash.add(pid.id, 0, salt(5)),
        Term::Ref(reference) => hash.add(reference.words()[2], 0, salt(7)),
        Term::Map(_) => debug_assert!(false, "maps are the caller's"),
    }
}

fn is_negative(n: &BigInt) -> bool {
    n.sign() == Sign::Minus
}

/// The head of a list if it is a byte, and the tail.
fn leading_byte(list: &Term) -> Option<(u8, &Term)> {
    match list {
        Term::Cons(cell) => match cell.head {
            Term::Int(n) => Some((u8::try_from(n).ok()?, &cell.tail)),
            _ => None,
        },
        _ => None,
    }
}

/// The hash of an atom's text, by P. J. Weinberger. Characters of Latin-1 count as one byte, others as their UTF-8.
fn atom_hash(atom: Atom) -> u32 {
    let mut hash = 0u32;
    let mut add = |byte: u8| {
        hash = (hash << 4).wrapping_add(byte.into());
        let top = hash & 0xf000_0000;
        hash ^= top >> 24;
        hash ^= top;
    };
    for c in atom.name().chars() {
        match u8::try_from(c) {
            Ok(byte) => add(byte),
            Err(_) => c.encode_utf8(&mut [0; 4]).bytes().for_each(&mut add),
        }
    }
    hash
}

/// The primes of `phash`, numbered as in OTP.
const PRIMES: [u32; 14] = [
    268_440_163,
    268_439_161,
    268_435_459,
    268_436_141,
    268_438_633,
    268_437_017,
    268_438_039,
    268_437_511,
    268_439_627,
    268_440_479,
    268_440_577,
    268_440_581,
    268_440_593,
    268_440_611,
];

const fn prime(n: usize) -> u32 {
    PRIMES[n - 1]
}

struct Multiplied(u32);

impl Multiplied {
    fn add(&mut self, x: u32, prime: u32) {
        self.0 = self.0.wrapping_mul(prime).wrapping_add(x);
    }

    fn scale(&mut self, prime: u32) {
        self.0 = self.0.wrapping_mul(prime);
    }

    fn add_word(&mut self, word: u32, prime: u32) {
        word.to_le_bytes().into_iter().for_each(|byte| self.add(byte.into(), prime));
    }

    /// In words of 32 bits, the lowest first, at least one.
    fn add_magnitude(&mut self, words: impl IntoIterator<Item = u32>, negative: bool) {
        words.into_iter().for_each(|word| self.add_word(word, prime(2)));
        self.scale(prime(if negative { 4 } else { 3 }));
    }
}

enum Pending1<'a> {
    Term(&'a Term),
    Tail(&'a Term),
    Elements(&'a [Term]),
    ListDone,
    TupleDone(u32),
}

fn hash1(term: &Term) -> u32 {
    let mut hash = Multiplied(0);
    let mut pending = vec![Pending1::Term(term)];
    while let Some(next) = pending.pop() {
        match next {
            Pending1::Term(list @ Term::Cons(_)) | Pending1::Tail(list @ Term::Cons(_)) => {
                let mut rest = list;
                while let Some((byte, tail)) = leading_byte(rest) {
                    hash.add(byte.into(), prime(2));
                    rest = tail;
                }
                match rest {
                    Term::Cons(cell) => {
                        pending.extend([Pending1::Tail(&cell.tail), Pending1::Term(&cell.head)])
                    }
                    tail => pending.extend([Pending1::ListDone, Pending1::Term(tail)]),
                }
            }
            Pending1::Tail(tail) => pending.extend([Pending1::ListDone, Pending1::Term(tail)]),
            Pending1::ListDone => hash.scale(prime(8)),
            Pending1::Elements([]) => {}
            Pending1::Elements([first, rest @ ..]) => {
                pending.extend([Pending1::Elements(rest), Pending1::Term(first)]);
            }
            Pending1::TupleDone(arity) => hash.add(arity, prime(9)),
            Pending1::Term(term) => hash1_term(&mut hash, term, &mut pending),
        }
    }
    hash.0
}

fn hash1_term<'a>(hash: &mut Multiplied, term: &'a Term, pending: &mut Vec<Pending1<'a>>) {
    match term {
        Term::Nil => hash.add(1, prime(3)),
        Term::Int(n) => {
            let [low, high] = [n.unsigned_abs() as u32, (n.unsigned_abs() >> 32) as u32];
            hash.add_magnitude([Some(low), (high > 0).then_some(high)].into_iter().flatten(), *n < 0);
        }
        Term::Big(n) => hash.add_magnitude(n.iter_u32_digits(), is_negative(n)),
        Term::Float(x) => {
            let bits = if *x == 0.0 { 0 } else { x.to_bits() };
            hash.add(bits as u32 ^ (bits >> 32) as u32, prime(6));
        }
        Term::Atom(atom) => hash.add(atom_hash(*atom), prime(1)),
        Term::Tuple(elements) => {
            pending.extend([Pending1::TupleDone(elements.len() as u32), Pending1::Elements(elements)]);
        }
        Term::Map(_) => hash.add(prime(14).wrapping_add(hash2(term)), prime(13)),
        Term::Bits(bits) => {
            let (whole, rest) = (bits.bit_len() / 8, bits.bit_len() % 8);
            let bytes = bits.to_bytes();
            bytes[..whole].iter().for_each(|&byte| hash.add(byte.into(), prime(1)));
            if rest > 0 {
                hash.add((bytes[whole] >> (8 - rest)).into(), prime(1));
                hash.add(rest as u32, prime(12));
            }
            hash.add(whole as u32, prime(4));
        }
        Term::Fun(fun) => match &**fun {
            Fun::External { module, function, arity } => {
                hash.add(*arity, prime(11));
                hash.add(atom_hash(*module), prime(1));
                hash.add(atom_hash(*function), prime(1));
            }
            Fun::Closure(closure) => {
                hash.add(closure.environment.len() as u32, prime(10));
                hash.add(atom_hash(closure.module), prime(1));
                hash.add(closure.index, prime(2));
                hash.add(closure.uniq, prime(2));
                pending.push(Pending1::Elements(&closure.environment));
            }
        },
        Term::Pid(pid) => {
            hash.add_word(pid.id, prime(5));
            hash.scale(prime(6));
        }
        Term::Ref(reference) => {
            hash.add_word(reference.words()[2], prime(9));
            hash.scale(prime(10));
        }
        Term::Cons(_) => debug_assert!(false, "lists are the caller's"),
    }
}
