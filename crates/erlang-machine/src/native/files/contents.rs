//! The contents of a file: blocks that copies share, so that a write copies one block.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rpds::Vector;

const BLOCK: usize = 4096;

#[derive(Clone)]
pub enum Contents {
    /// As the host has it.
    Whole(Rc<[u8]>),
    /// All blocks but the last one are full.
    Blocks(Vector<Rc<[u8]>>),
}

impl Contents {
    pub fn of(bytes: Rc<[u8]>) -> Contents {
        Contents::Whole(bytes)
    }

    pub fn empty() -> Contents {
        Contents::Blocks(Vector::new())
    }

    pub fn size(&self) -> u64 {
        match self {
            Contents::Whole(bytes) => bytes.len() as u64,
            Contents::Blocks(blocks) => {
                let last = blocks.last().map_or(0, |block| block.len());
                (blocks.len().saturating_sub(1) * BLOCK + last) as u64
            }
        }
    }

    /// Up to `length` bytes from a position.
    pub fn read(&self, from: u64, length: usize) -> Vec<u8> {
        let from = usize::try_from(from.min(self.size())).unwrap_or(usize::MAX);
        let end = from.saturating_add(length).min(self.size() as usize);
        match self {
            Contents::Whole(bytes) => bytes[from..end].to_vec(),
            Contents::Blocks(blocks) => {
                let mut found = Vec::with_capacity(end - from);
                let mut at = from;
                while at < end {
                    let Some(block) = blocks.get(at / BLOCK) else { break };
                    let here = &block[at % BLOCK..(end - at / BLOCK * BLOCK).min(block.len())];
                    found.extend_from_slice(here);
                    at += here.len();
                }
                found
            }
        }
    }

    pub fn bytes(&self) -> Vec<u8> {
        self.read(0, usize::MAX)
    }

    /// Writes at a position. A gap before it is filled with zeros.
    pub fn write(&self, at: u64, bytes: &[u8]) -> Contents {
        let mut blocks = self.blocks();
        let gap = at.saturating_sub(self.size()) as usize;
        let filled: Vec<u8>;
        let (mut at, mut bytes) = match gap {
            0 => (at as usize, bytes),
            gap => {
                filled = [vec![0; gap], bytes.to_vec()].concat();
                (at as usize - gap, &filled[..])
            }
        };
        while !bytes.is_empty() {
            let (number, offset) = (at / BLOCK, at % BLOCK);
            let here = bytes.len().min(BLOCK - offset);
            let mut block = blocks.get(number).map_or_else(Vec::new, |block| block.to_vec());
            block.resize(block.len().max(offset + here), 0);
            block[offset..offset + here].copy_from_slice(&bytes[..here]);
            if number < blocks.len() {
                blocks.set_mut(number, block.into());
            } else {
                blocks.push_back_mut(block.into());
            }
            (at, bytes) = (at + here, &bytes[here..]);
        }
        Contents::Blocks(blocks)
    }

    /// Cuts off what comes after a position, or adds zeros up to it.
    pub fn truncate(&self, size: u64) -> Contents {
        let kept = self.read(0, size as usize);
        let missing = size as usize - kept.len();
        Contents::Whole([kept, vec![0; missing]].concat().into())
    }

    fn blocks(&self) -> Vector<Rc<[u8]>> {
        match self {
            Contents::Blocks(blocks) => blocks.clone(),
            Contents::Whole(bytes) => bytes.chunks(BLOCK).map(Rc::from).collect(),
        }
    }

    pub fn add_to(&self, hasher: &mut impl Hasher) {
        self.size().hash(hasher);
        match self {
            Contents::Whole(bytes) => bytes.chunks(BLOCK).for_each(|block| block.hash(hasher)),
            Contents::Blocks(blocks) => blocks.iter().for_each(|block| block.hash(hasher)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes the same writes on blocks and on a plain vector.
    #[test]
    fn writes_come_to_what_a_vector_has() {
        let mut state = 7_u64;
        let mut next = |limit: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % limit
        };
        for start in [Contents::empty(), Contents::of(vec![9; 10_000].into())] {
            let (mut contents, mut plain) = (start.clone(), start.bytes());
            for n in 0..200 {
                let (at, length) = (next(20_000), next(9_000) as usize);
                let bytes = vec![n as u8; length];
                contents = contents.write(at, &bytes);
                if length > 0 {
                    plain.resize(plain.len().max(at as usize + length), 0);
                    plain[at as usize..at as usize + length].copy_from_slice(&bytes);
                }
                if n % 50 == 24 {
                    let size = next(15_000);
                    contents = contents.truncate(size);
                    plain.resize(size as usize, 0);
                }
                assert_eq!(contents.size(), plain.len() as u64);
            }
            assert_eq!(contents.bytes(), plain);
            assert_eq!(contents.read(4_000, 200), plain[4_000..4_200]);
        }
    }
}
