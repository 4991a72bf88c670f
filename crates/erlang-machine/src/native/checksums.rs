//! `erlang`: Adler-32, CRC-32 and MD5 of binaries and iolists.

use erlang_term::{Bits, Term};

use super::arguments::{bytes, size};
use super::iolists::iodata;
use super::{Outcome, Table};
use crate::Raise;
use crate::native::effect::Pure;

pub const TABLE: Table = &[
    ("adler32", 1, Pure, |_, a| number(adler32(1, &iodata(&a[0])?))),
    ("adler32", 2, Pure, |_, a| number(adler32(word(&a[0])?, &iodata(&a[1])?))),
    ("adler32_combine", 3, Pure, |_, a| number(adler32_combine(word(&a[0])?, word(&a[1])?, word(&a[2])?))),
    ("crc32", 1, Pure, |_, a| number(crc32(0, &iodata(&a[0])?))),
    ("crc32", 2, Pure, |_, a| number(crc32(word(&a[0])?, &iodata(&a[1])?))),
    ("crc32_combine", 3, Pure, |_, a| number(crc32_combine(word(&a[0])?, word(&a[1])?, word(&a[2])?))),
    ("md5", 1, Pure, |_, a| {
        let mut state = Md5::new();
        state.update(&iodata(&a[0])?);
        Ok(Term::binary(&state.finish()))
    }),
    ("md5_init", 0, Pure, |_, _| Ok(Md5::new().to_term())),
    ("md5_update", 2, Pure, |_, a| {
        let mut state = Md5::from_term(&a[0])?;
        state.update(&iodata(&a[1])?);
        Ok(state.to_term())
    }),
    ("md5_final", 1, Pure, |_, a| Ok(Term::binary(&Md5::from_term(&a[0])?.finish()))),
];

fn number(n: u32) -> Outcome {
    Ok(Term::Int(n.into()))
}

fn word(term: &Term) -> Result<u32, Raise> {
    u32::try_from(size(term)?).map_err(|_| Raise::badarg())
}

const ADLER_MODULUS: u32 = 65521;

fn adler32(start: u32, bytes: &[u8]) -> u32 {
    let (mut a, mut b) = (start & 0xffff, start >> 16);
    // As many bytes as cannot overflow 32 bits.
    for chunk in bytes.chunks(5552) {
        for byte in chunk {
            a += u32::from(*byte);
            b += a;
        }
        (a, b) = (a % ADLER_MODULUS, b % ADLER_MODULUS);
    }
    b << 16 | a
}

fn adler32_combine(first: u32, second: u32, length_of_second: u32) -> u32 {
    let modulus = u64::from(ADLER_MODULUS);
    let split = |sum: u32| (u64::from(sum & 0xffff), u64::from(sum >> 16));
    let ((a1, b1), (a2, b2)) = (split(first), split(second));
    let rest = u64::from(length_of_second) % modulus;
    let a = (a1 + a2 + modulus - 1) % modulus;
    let b = (rest * a1 + b1 + b2 + modulus - rest) % modulus;
    (b << 16 | a) as u32
}

const CRC_POLYNOMIAL: u32 = 0xedb8_8320;

const CRC_TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut n = 0;
    while n < 256 {
        let (mut entry, mut bit) = (n as u32, 0);
        while bit < 8 {
            entry = if entry & 1 == 1 { CRC_POLYNOMIAL ^ (entry >> 1) } else { entry >> 1 };
            bit += 1;
        }
        table[n] = entry;
        n += 1;
    }
    table
};

fn crc32(start: u32, bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!start, |crc, byte| CRC_TABLE[usize::from(crc as u8 ^ byte)] ^ (crc >> 8))
}

/// Multiplication modulo the polynomial, with the bits in the order that the checksum has them in.
fn crc_multiply(a: u32, mut b: u32) -> u32 {
    (0..32).rev().fold(0, |product, bit| {
        let product = if a >> bit & 1 == 1 { product ^ b } else { product };
        b = if b & 1 == 1 { CRC_POLYNOMIAL ^ (b >> 1) } else { b >> 1 };
        product
    })
}

/// Shifts the first checksum by the length of the second text: multiplies by x^(8 n).
fn crc32_combine(first: u32, second: u32, length_of_second: u32) -> u32 {
    let (mut shift, mut power) = (1 << 31, 1 << 23);
    let mut n = length_of_second;
    while n > 0 {
        if n & 1 == 1 {
            shift = crc_multiply(power, shift);
        }
        power = crc_multiply(power, power);
        n >>= 1;
    }
    crc_multiply(shift, first) ^ second
}

/// MD5 (RFC 1321), with a context that is a term between calls.
pub(super) struct Md5 {
    state: [u32; 4],
    length: u64,
    /// What does not yet fill a block of 64.
    pending: Vec<u8>,
}

const MD5_SHIFTS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// The state, the length and one block, as the context of `md5_update/2`.
const MD5_CONTEXT: usize = 16 + 8 + 64;

impl Md5 {
    pub(super) fn new() -> Md5 {
        Md5 { state: [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476], length: 0, pending: Vec::new() }
    }

    pub(super) fn update(&mut self, bytes: &[u8]) {
        self.length = self.length.wrapping_add(bytes.len() as u64);
        self.pending.extend_from_slice(bytes);
        let whole = self.pending.len() / 64 * 64;
        let rest = self.pending.split_off(whole);
        let blocks = std::mem::replace(&mut self.pending, rest);
        for block in blocks.chunks_exact(64) {
            self.block(block);
        }
    }

    fn block(&mut self, block: &[u8]) {
        let mut words = [0; 16];
        for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
            *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        let [mut a, mut b, mut c, mut d] = self.state;
        for step in 0..64 {
            let (mixed, word) = match step / 16 {
                0 => (b & c | !b & d, step),
                1 => (d & b | !d & c, (5 * step + 1) % 16),
                2 => (b ^ c ^ d, (3 * step + 5) % 16),
                _ => (c ^ (b | !d), 7 * step % 16),
            };
            let constant = (((step + 1) as f64).sin().abs() * 4_294_967_296.0) as u32;
            let sum = a.wrapping_add(mixed).wrapping_add(constant).wrapping_add(words[word]);
            let turned = sum.rotate_left(MD5_SHIFTS[step / 16][step % 4]);
            (a, b, c, d) = (d, b.wrapping_add(turned), b, c);
        }
        for (sum, word) in self.state.iter_mut().zip([a, b, c, d]) {
            *sum = sum.wrapping_add(word);
        }
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        let bits = self.length.wrapping_mul(8);
        let mut padding = vec![0x80];
        padding.resize(1 + (119 - self.length % 64) as usize % 64, 0);
        padding.extend_from_slice(&bits.to_le_bytes());
        self.update(&padding);
        self.state.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    fn to_term(&self) -> Term {
        let mut context: Vec<u8> = self.state.iter().flat_map(|word| word.to_le_bytes()).collect();
        context.extend_from_slice(&self.length.to_le_bytes());
        context.extend_from_slice(&self.pending);
        context.resize(MD5_CONTEXT, 0);
        Term::Bits(Bits::from_vec(context))
    }

    fn from_term(term: &Term) -> Result<Md5, Raise> {
        let bytes = bytes(term)?;
        if bytes.len() != MD5_CONTEXT {
            return Err(Raise::badarg());
        }
        let mut state = [0; 4];
        for (word, bytes) in state.iter_mut().zip(bytes.chunks_exact(4)) {
            *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        let length = bytes[16..24].iter().rev().fold(0, |length, byte| length << 8 | u64::from(*byte));
        let pending = bytes[24..24 + (length % 64) as usize].to_vec();
        Ok(Md5 { state, length, pending })
    }
}
