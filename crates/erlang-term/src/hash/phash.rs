//! `phash`: multiplications with primes.

use super::{atom_hash, is_negative, leading_byte, phash2};
use crate::{Fun, Term, work};

/// Numbered as in OTP.
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

/// What is still to be multiplied in.
enum Pending<'a> {
    Term(&'a Term),
    Tail(&'a Term),
    Elements(&'a [Term]),
    ListDone,
    TupleDone(u32),
}

pub(super) fn hash(term: &Term) -> u32 {
    let mut hash = Multiplied(0);
    let mut pending = vec![Pending::Term(term)];
    while let Some(next) = pending.pop() {
        work::spend(1);
        match next {
            Pending::Term(list @ Term::Cons(_)) | Pending::Tail(list @ Term::Cons(_)) => {
                let mut rest = list;
                while let Some((byte, tail)) = leading_byte(rest) {
                    hash.add(byte.into(), prime(2));
                    rest = tail;
                }
                match rest {
                    Term::Cons(cell) => {
                        pending.extend([Pending::Tail(&cell.tail), Pending::Term(&cell.head)])
                    }
                    tail => pending.extend([Pending::ListDone, Pending::Term(tail)]),
                }
            }
            Pending::Tail(tail) => pending.extend([Pending::ListDone, Pending::Term(tail)]),
            Pending::ListDone => hash.scale(prime(8)),
            Pending::Elements([]) => {}
            Pending::Elements([first, rest @ ..]) => {
                pending.extend([Pending::Elements(rest), Pending::Term(first)]);
            }
            Pending::TupleDone(arity) => hash.add(arity, prime(9)),
            Pending::Term(term) => hash_term(&mut hash, term, &mut pending),
        }
    }
    hash.0
}

fn hash_term<'a>(hash: &mut Multiplied, term: &'a Term, pending: &mut Vec<Pending<'a>>) {
    match term {
        Term::Nil => hash.add(1, prime(3)),
        Term::Int(n) => {
            let [low, high] = [n.unsigned_abs() as u32, (n.unsigned_abs() >> 32) as u32];
            hash.add_magnitude([Some(low), (high > 0).then_some(high)].into_iter().flatten(), *n < 0);
        }
        Term::Big(n) => hash.add_magnitude(n.iter_u32_digits(), is_negative(n)),
        Term::Float(x) => {
            let bits = if x.get() == 0.0 { 0 } else { x.get().to_bits() };
            hash.add(bits as u32 ^ (bits >> 32) as u32, prime(6));
        }
        Term::Atom(atom) => hash.add(atom_hash(*atom), prime(1)),
        Term::Tuple(elements) => {
            pending.extend([Pending::TupleDone(elements.len() as u32), Pending::Elements(elements)]);
        }
        Term::Map(_) => hash.add(prime(14).wrapping_add(phash2::hash(term)), prime(13)),
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
                pending.push(Pending::Elements(&closure.environment));
            }
        },
        Term::Pid(pid) | Term::Port(pid) => {
            hash.add_word(pid.id(), prime(5));
            hash.scale(prime(6));
        }
        Term::Ref(reference) => {
            hash.add_word(reference.words()[2], prime(9));
            hash.scale(prime(10));
        }
        Term::Cons(_) => debug_assert!(false, "lists are the caller's"),
    }
}
