//! One subject a node in as few bytes as its neighbourhood needs: 1, 2 or 4.

use crate::tree::SubjectId;

/// Nodes of a chunk. Programs number what they meet, so that early chunks, and most of all chunks,
/// are narrow.
const CHUNK: usize = 4096;

/// A growing list of subjects.
#[derive(Clone, Default)]
pub struct Subjects {
    chunks: Vec<Chunk>,
    /// The last, incomplete chunk.
    tail: Vec<u32>,
}

#[derive(Clone)]
enum Chunk {
    Bytes(Box<[u8]>),
    Pairs(Box<[u16]>),
    Words(Box<[u32]>),
}

impl Subjects {
    #[inline]
    pub fn push(&mut self, subject: SubjectId) {
        if self.tail.len() == CHUNK {
            self.pack();
        }
        self.tail.push(subject.0);
    }

    #[cold]
    fn pack(&mut self) {
        self.chunks.push(Chunk::new(&self.tail));
        self.tail.clear();
    }

    pub fn get(&self, index: usize) -> SubjectId {
        let inside = index % CHUNK;
        SubjectId(match self.chunks.get(index / CHUNK) {
            Some(Chunk::Bytes(bytes)) => bytes[inside].into(),
            Some(Chunk::Pairs(pairs)) => pairs[inside].into(),
            Some(Chunk::Words(words)) => words[inside],
            None => self.tail[inside],
        })
    }

    /// Nothing more will come.
    pub fn seal(&mut self) {
        if !self.tail.is_empty() {
            self.pack();
        }
        self.tail = Vec::new();
        self.chunks.shrink_to_fit();
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        let packed: usize = self.chunks.iter().map(Chunk::bytes).sum();
        packed + size_of_val(&*self.chunks) + self.tail.capacity() * size_of::<u32>()
    }
}

impl Chunk {
    fn new(subjects: &[u32]) -> Chunk {
        match subjects.iter().copied().max().unwrap_or(0) {
            0..=0xff => Chunk::Bytes(subjects.iter().map(|&subject| subject as u8).collect()),
            0x100..=0xffff => Chunk::Pairs(subjects.iter().map(|&subject| subject as u16).collect()),
            _ => Chunk::Words(subjects.into()),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Chunk::Bytes(bytes) => size_of_val(&**bytes),
            Chunk::Pairs(pairs) => size_of_val(&**pairs),
            Chunk::Words(words) => size_of_val(&**words),
        }
    }
}
