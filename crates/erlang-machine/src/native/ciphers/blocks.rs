//! Block ciphers, and what is made of them: chains, streams and codes.

use aes::cipher::{Array, BlockCipherDecrypt, BlockCipherEncrypt, BlockSizeUser, KeyInit};
use aes::{Aes128, Aes192, Aes256};
use des::{Des, TdesEde3};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Encrypt,
    Decrypt,
}

/// A cipher with its key.
pub trait Blocks {
    fn size(&self) -> usize;
    /// One block.
    fn encrypt(&self, block: &mut [u8]);
    fn decrypt(&self, block: &mut [u8]);
}

impl<C: BlockCipherEncrypt + BlockCipherDecrypt + BlockSizeUser> Blocks for C {
    fn size(&self) -> usize {
        C::block_size()
    }

    fn encrypt(&self, block: &mut [u8]) {
        let mut array = Array::<u8, C::BlockSize>::default();
        array.copy_from_slice(block);
        self.encrypt_block(&mut array);
        block.copy_from_slice(&array);
    }

    fn decrypt(&self, block: &mut [u8]) {
        let mut array = Array::<u8, C::BlockSize>::default();
        array.copy_from_slice(block);
        self.decrypt_block(&mut array);
        block.copy_from_slice(&array);
    }
}

/// The cipher of this name. None if the key is not as long as it has to be.
pub fn of(name: &str, key: &[u8]) -> Option<Box<dyn Blocks>> {
    fn with<C: Blocks + KeyInit + 'static>(key: &[u8]) -> Option<Box<dyn Blocks>> {
        Some(Box::new(C::new_from_slice(key).ok()?))
    }
    match name.rsplit_once('_').map_or(name, |(family, _)| family) {
        "aes_128" => with::<Aes128>(key),
        "aes_192" => with::<Aes192>(key),
        "aes_256" => with::<Aes256>(key),
        "des" => with::<Des>(key),
        "des_ede3" => with::<TdesEde3>(key),
        _ => None,
    }
}

/// Whole blocks, each by itself or, after an initial vector, each with the one before it.
pub fn chained(blocks: &dyn Blocks, direction: Direction, iv: Option<&[u8]>, mut data: Vec<u8>) -> Vec<u8> {
    let mut before = iv.map(<[u8]>::to_vec);
    for block in data.chunks_exact_mut(blocks.size()) {
        match direction {
            Direction::Encrypt => {
                if let Some(before) = &before {
                    mix(block, before);
                }
                blocks.encrypt(block);
                before = before.map(|_| block.to_vec());
            }
            Direction::Decrypt => {
                let text = block.to_vec();
                blocks.decrypt(block);
                if let Some(before) = &mut before {
                    mix(block, before);
                    *before = text;
                }
            }
        }
    }
    data
}

pub fn mix(block: &mut [u8], other: &[u8]) {
    block.iter_mut().zip(other).for_each(|(byte, other)| *byte ^= other);
}

/// A stream from a counter of 16 bytes.
pub fn ctr(blocks: &dyn Blocks, iv: &[u8], data: &[u8]) -> Vec<u8> {
    let mut counter = iv.iter().fold(0_u128, |number, byte| number << 8 | u128::from(*byte));
    let mut result = data.to_vec();
    for part in result.chunks_mut(blocks.size()) {
        let mut key = counter.to_be_bytes();
        blocks.encrypt(&mut key);
        mix(part, &key);
        counter = counter.wrapping_add(1);
    }
    result
}

/// RFC 4493, for blocks of 16 and of 8 bytes.
pub fn cmac(blocks: &dyn Blocks, data: &[u8]) -> Vec<u8> {
    let size = blocks.size();
    let mut key = vec![0; size];
    blocks.encrypt(&mut key);
    let whole = !data.is_empty() && data.len().is_multiple_of(size);
    for _ in 0..if whole { 1 } else { 2 } {
        key = doubled(&key);
    }
    let mut padded = data.to_vec();
    if !whole {
        padded.push(0x80);
        padded.resize(padded.len().next_multiple_of(size), 0);
    }
    let last = padded.len() - size;
    mix(&mut padded[last..], &key);
    let all = chained(blocks, Direction::Encrypt, Some(&vec![0; size]), padded);
    all[last..].to_vec()
}

fn doubled(block: &[u8]) -> Vec<u8> {
    let next = block.iter().skip(1).chain(&[0]);
    let mut result: Vec<u8> = block.iter().zip(next).map(|(byte, next)| byte << 1 | next >> 7).collect();
    if block[0] & 0x80 != 0
        && let Some(last) = result.last_mut()
    {
        *last ^= if block.len() == 16 { 0x87 } else { 0x1b };
    }
    result
}
