//! Ciphers that also authenticate: GCM of a block cipher, and ChaCha20 with Poly1305.

use num_bigint::BigUint;

use super::blocks::{Blocks, mix};

/// The text and its tag.
type Sealed = (Vec<u8>, [u8; 16]);

/// NIST SP 800-38D.
pub fn gcm(blocks: &dyn Blocks, iv: &[u8], more: &[u8], data: &[u8], encrypts: bool) -> Sealed {
    let mut hash_key = [0; 16];
    blocks.encrypt(&mut hash_key);
    let hash_key = u128::from_be_bytes(hash_key);
    let first = match iv.len() {
        12 => number(iv) << 32 | 1,
        _ => ghash(hash_key, &[], iv),
    };
    let mut result = data.to_vec();
    for (n, part) in result.chunks_mut(16).enumerate() {
        let low = (first as u32).wrapping_add(n as u32 + 1);
        let mut key = (first >> 32 << 32 | u128::from(low)).to_be_bytes();
        blocks.encrypt(&mut key);
        mix(part, &key);
    }
    let sealed: &[u8] = if encrypts { &result } else { data };
    let mut tag = first.to_be_bytes();
    blocks.encrypt(&mut tag);
    mix(&mut tag, &ghash(hash_key, more, sealed).to_be_bytes());
    (result, tag)
}

/// Bytes as a number, the most significant first.
fn number(bytes: &[u8]) -> u128 {
    bytes.iter().fold(0, |number, byte| number << 8 | u128::from(*byte))
}

/// Both parts, filled up with zeros, and then their lengths.
fn ghash(key: u128, more: &[u8], data: &[u8]) -> u128 {
    let blocks = more.chunks(16).chain(data.chunks(16));
    let blocks = blocks.map(|block| number(block) << (8 * (16 - block.len())) as u32);
    let lengths = (8 * more.len() as u128) << 64 | (8 * data.len() as u128);
    blocks.chain([lengths]).fold(0, |hash, block| product(hash ^ block, key))
}

/// In the field of 2^128 elements, where the first bit is the lowest.
fn product(a: u128, mut b: u128) -> u128 {
    let mut result = 0;
    for bit in (0..128).rev() {
        if a >> bit & 1 == 1 {
            result ^= b;
        }
        b = if b & 1 == 1 { b >> 1 ^ 0xe1 << 120 } else { b >> 1 };
    }
    result
}

/// RFC 8439, 2.8.
pub fn chacha20_poly1305(key: &[u8], iv: &[u8], more: &[u8], data: &[u8], encrypts: bool) -> Sealed {
    let mut result = data.to_vec();
    for (n, part) in result.chunks_mut(64).enumerate() {
        mix(part, &chacha20(key, n as u32 + 1, iv));
    }
    let sealed: &[u8] = if encrypts { &result } else { data };
    let mut signed = Vec::new();
    for part in [more, sealed] {
        signed.extend(part);
        signed.resize(signed.len().next_multiple_of(16), 0);
    }
    signed.extend((more.len() as u64).to_le_bytes());
    signed.extend((data.len() as u64).to_le_bytes());
    let tag = poly1305(&chacha20(key, 0, iv)[..32], &signed);
    (result, tag)
}

/// 64 bytes of the stream: RFC 8439, 2.3.
fn chacha20(key: &[u8], counter: u32, iv: &[u8]) -> [u8; 64] {
    let words = |bytes: &[u8]| -> Vec<u32> {
        bytes.chunks(4).map(|word| word.iter().rev().fold(0, |n, byte| n << 8 | u32::from(*byte))).collect()
    };
    let start = [words(b"expand 32-byte k"), words(key), vec![counter], words(iv)].concat();
    let mut state = start.clone();
    const COLUMNS: [[usize; 4]; 4] = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]];
    const DIAGONALS: [[usize; 4]; 4] = [[0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];
    for quarter in (0..10).flat_map(|_| COLUMNS.into_iter().chain(DIAGONALS)) {
        let [a, b, c, d] = quarter;
        for (to, from, mixed, turns) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
            state[to] = state[to].wrapping_add(state[from]);
            state[mixed] = (state[mixed] ^ state[to]).rotate_left(turns);
        }
    }
    let mut bytes = [0; 64];
    let sums = state.iter().zip(&start).map(|(word, start)| word.wrapping_add(*start));
    for (part, word) in bytes.chunks_mut(4).zip(sums) {
        part.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// RFC 8439, 2.5. The key has 32 bytes.
pub fn poly1305(key: &[u8], data: &[u8]) -> [u8; 16] {
    let clamp = 0x0fff_fffc_0fff_fffc_0fff_fffc_0fff_ffff_u128;
    let (factor, last) = key.split_at(16);
    let factor = BigUint::from_bytes_le(factor) & BigUint::from(clamp);
    let prime = (BigUint::from(1_u8) << 130_u32) - BigUint::from(5_u8);
    let mut sum = BigUint::ZERO;
    for block in data.chunks(16) {
        let part = BigUint::from_bytes_le(&[block, &[1]].concat());
        sum = (sum + part) * &factor % &prime;
    }
    let mut bytes = (sum + BigUint::from_bytes_le(last)).to_bytes_le();
    bytes.resize(16, 0);
    let mut tag = [0; 16];
    tag.copy_from_slice(&bytes[..16]);
    tag
}
