//! The heap: objects of words, made at the top and copied when room is wanted (Cheney). Nothing here knows what is evaluated.

use crate::word::{Address, Header, Kind, Word};

/// Words of an empty heap before the first collection.
const NURSERY: usize = 1 << 20;

pub struct Heap {
    words: Vec<u64>,
    top: usize,
    /// Collect when the top is above this.
    threshold: usize,
}

impl Default for Heap {
    fn default() -> Heap {
        // Address 0 is nobody's.
        Heap { words: vec![0; NURSERY + (NURSERY >> 2)], top: 1, threshold: NURSERY }
    }
}

impl Heap {
    #[inline]
    pub fn allocate(&mut self, header: Header) -> Address {
        let address = self.top;
        let top = address + 1 + header.length();
        if top > self.words.len() {
            self.grow(top);
        }
        self.words[address] = header.0;
        self.top = top;
        Address(address as u32)
    }

    #[cold]
    fn grow(&mut self, least: usize) {
        self.words.resize(least + least / 4, 0);
    }

    #[inline]
    pub fn header(&self, address: Address) -> Header {
        Header(self.words[address.0 as usize])
    }

    #[inline]
    pub fn set_header(&mut self, address: Address, header: Header) {
        self.words[address.0 as usize] = header.0;
    }

    #[inline]
    pub fn word(&self, address: Address, index: usize) -> Word {
        Word(self.words[address.0 as usize + 1 + index])
    }

    #[inline]
    pub fn set_word(&mut self, address: Address, index: usize, word: Word) {
        self.words[address.0 as usize + 1 + index] = word.0;
    }

    pub fn make(&mut self, kind: Kind, symbol: u32, words: &[Word]) -> Address {
        let address = self.allocate(Header::new(kind, words.len(), symbol));
        for (index, word) in words.iter().enumerate() {
            self.set_word(address, index, *word);
        }
        address
    }

    /// Follows what became something else.
    #[inline]
    pub fn resolve(&self, mut word: Word) -> Word {
        while let Some(address) = word.address() {
            if self.header(address).kind() != Kind::Indirection {
                break;
            }
            word = self.word(address, 0);
        }
        word
    }

    pub fn top(&self) -> usize {
        self.top
    }

    /// Back to where the heap was: what came after is no longer referred to.
    pub fn truncate(&mut self, top: usize) {
        self.top = top;
    }

    #[inline]
    pub fn is_full(&self) -> bool {
        self.top > self.threshold
    }

    /// Bytes that the heap holds.
    pub fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }
}

/// One collection: what is reached from the roots is copied to a new heap.
pub struct Collection {
    from: Vec<u64>,
    to: Vec<u64>,
    /// Nobody goes back to before a black hole: what it would be evaluated from may go.
    forgetful: bool,
}

impl Collection {
    pub fn begin(heap: &mut Heap, forgetful: bool) -> Collection {
        let from = std::mem::take(&mut heap.words);
        let mut to = Vec::with_capacity(heap.top);
        to.push(0);
        Collection { from, to, forgetful }
    }

    /// An object whose past will be restored: it is kept as it is, even if it became something else.
    pub fn keep_whole(&mut self, address: Address) -> Address {
        let header = Header(self.from[address.0 as usize]);
        match header.kind() {
            Kind::Forward => Address(header.symbol()),
            _ => self.copy(address, header, header.length()),
        }
    }

    fn copy(&mut self, address: Address, header: Header, length: usize) -> Address {
        let at = address.0 as usize;
        let new = Address(self.to.len() as u32);
        self.to.push(Header::new(header.kind(), length, header.symbol()).0);
        self.to.extend_from_slice(&self.from[at + 1..at + 1 + length]);
        self.from[at] = Header::new(Kind::Forward, 0, new.0).0;
        new
    }

    pub fn root(&mut self, word: &mut Word) {
        let mut current = *word;
        loop {
            let Some(address) = current.address() else {
                *word = current;
                return;
            };
            let header = Header(self.from[address.0 as usize]);
            match header.kind() {
                Kind::Forward => {
                    *word = Word::reference(Address(header.symbol()));
                    return;
                }
                Kind::Indirection => current = Word(self.from[address.0 as usize + 1]),
                Kind::BlackHole if self.forgetful => {
                    *word = Word::reference(self.copy(address, header, 1));
                    return;
                }
                _ => {
                    *word = Word::reference(self.copy(address, header, header.length()));
                    return;
                }
            }
        }
    }

    /// Copies all that is reached from what has been copied. More roots may follow, and another call.
    pub fn scan(&mut self, from: usize) -> usize {
        let mut at = from;
        while at < self.to.len() {
            let header = Header(self.to[at]);
            let end = at + 1 + header.length();
            if !matches!(header.kind(), Kind::Big | Kind::Float) {
                for index in at + 1..end {
                    let mut word = Word(self.to[index]);
                    self.root(&mut word);
                    self.to[index] = word.0;
                }
            }
            at = end;
        }
        at
    }

    pub fn finish(mut self, heap: &mut Heap) {
        self.scan(1);
        let live = self.to.len();
        let size = (live * 2).max(NURSERY) + NURSERY;
        // The old room serves again if it is about as large as is wanted.
        if self.from.len() >= size && self.from.len() <= size * 2 {
            self.from[..live].copy_from_slice(&self.to);
            heap.words = self.from;
        } else {
            drop(self.from);
            self.to.resize(size + (NURSERY >> 2), 0);
            heap.words = self.to;
        }
        heap.top = live;
        heap.threshold = heap.words.len() - (NURSERY >> 2);
    }
}
