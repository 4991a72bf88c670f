//! The heap: objects of words, made at the top and copied when room is wanted (Cheney). Nothing
//! here knows what is evaluated.

use crate::word::{Address, Header, ObjectKind, Word};

/// Words of an empty heap before the first collection: few enough for the cache of a processor.
const NURSERY: usize = 1 << 17;

/// Between two calls, when a collection can be, no more is allocated than this as a rule.
const MARGIN: usize = NURSERY >> 2;

pub struct Heap {
    words: Vec<u64>,
    /// Where the next collection copies to.
    spare: Vec<u64>,
    /// Where the next object begins. Like every address it has 32 bits.
    top: u32,
    /// Collect when the top is above this.
    threshold: u32,
}

impl Default for Heap {
    fn default() -> Heap {
        // Address 0 is nobody's.
        Heap { words: vec![0; NURSERY + MARGIN], spare: Vec::new(), top: 1, threshold: NURSERY as u32 }
    }
}

impl Heap {
    /// Begins an object, whose words are to be filled in.
    #[inline(always)]
    pub fn allocate(&mut self, header: Header) -> Address {
        let address = self.top;
        let top = address as usize + 1 + header.length();
        if top > self.words.len() {
            self.grow(top);
        }
        self.words[address as usize] = header.0;
        self.top = top as u32;
        Address(address)
    }

    /// An object of a few words, as most are.
    #[inline(always)]
    pub fn put<const N: usize>(&mut self, kind: ObjectKind, symbol: u32, words: [Word; N]) -> Address {
        let start = self.top as usize;
        let Some([header, room @ ..]) = self.words.get_mut(start..start + 1 + N) else {
            return self.put_grown(kind, symbol, words);
        };
        *header = Header::new(kind, N, symbol).0;
        for (room, word) in room.iter_mut().zip(words) {
            *room = word.0;
        }
        self.top = (start + 1 + N) as u32;
        Address(start as u32)
    }

    #[cold]
    #[inline(never)]
    fn put_grown<const N: usize>(&mut self, kind: ObjectKind, symbol: u32, words: [Word; N]) -> Address {
        self.make(kind, symbol, &words)
    }

    /// The words of an object.
    #[inline(always)]
    pub fn words(&self, address: Address, header: Header) -> &[u64] {
        let first = address.0 as usize + 1;
        &self.words[first..first + header.length()]
    }

    /// What an object is from now on, and its first word.
    #[inline(always)]
    pub fn become_other(&mut self, address: Address, kind: ObjectKind, word: Word) {
        let start = address.0 as usize;
        if let [header, first] = &mut self.words[start..start + 2] {
            *header = Header(*header).with_kind(kind).0;
            *first = word.0;
        }
    }

    #[cold]
    fn grow(&mut self, least: usize) {
        self.words.resize(least + least / 4, 0);
    }

    #[inline(always)]
    pub fn header(&self, address: Address) -> Header {
        Header(self.words[address.0 as usize])
    }

    #[inline(always)]
    pub fn set_header(&mut self, address: Address, header: Header) {
        self.words[address.0 as usize] = header.0;
    }

    #[inline(always)]
    pub fn word(&self, address: Address, index: usize) -> Word {
        Word(self.words[address.0 as usize + 1 + index])
    }

    #[inline(always)]
    pub fn set_word(&mut self, address: Address, index: usize, word: Word) {
        self.words[address.0 as usize + 1 + index] = word.0;
    }

    pub fn make(&mut self, kind: ObjectKind, symbol: u32, words: &[Word]) -> Address {
        let address = self.allocate(Header::new(kind, words.len(), symbol));
        for (index, word) in words.iter().enumerate() {
            self.set_word(address, index, *word);
        }
        address
    }

    /// Follows what became something else.
    #[inline(always)]
    pub fn resolve(&self, mut word: Word) -> Word {
        while let Some(address) = word.address() {
            if !self.header(address).is(ObjectKind::Indirection) {
                break;
            }
            word = self.word(address, 0);
        }
        word
    }

    pub fn top(&self) -> usize {
        self.top as usize
    }

    /// Back to where the heap was: what came after is no longer referred to.
    pub fn truncate(&mut self, top: usize) {
        self.top = top as u32;
    }

    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.top > self.threshold
    }

    /// Bytes that the heap holds.
    pub fn bytes(&self) -> u64 {
        (self.words.len() + self.spare.len()) as u64 * 8
    }
}

/// One collection: what is reached from the roots is copied to a new heap.
pub struct Collection {
    from: Vec<u64>,
    to: Vec<u64>,
    /// Up to where `to` is filled.
    top: usize,
    /// Nobody goes back to before a black hole: what it would be evaluated from may go.
    forgetful: bool,
}

impl Collection {
    pub fn begin(heap: &mut Heap, forgetful: bool) -> Collection {
        let from = std::mem::take(&mut heap.words);
        let mut to = std::mem::take(&mut heap.spare);
        // No more can be alive than there is.
        if to.len() < heap.top() {
            to.resize(heap.top(), 0);
        }
        Collection { from, to, top: 1, forgetful }
    }

    /// An object whose past will be restored: it is kept as it is, even if it became something
    /// else.
    pub fn keep_whole(&mut self, address: Address) -> Address {
        let header = Header(self.from[address.0 as usize]);
        match header.kind() {
            ObjectKind::Forward => Address(header.symbol()),
            _ => self.copy(address, header, header.length()),
        }
    }

    #[inline]
    fn copy(&mut self, address: Address, header: Header, length: usize) -> Address {
        let (at, new) = (address.0 as usize, self.top);
        let object = &self.from[at + 1..at + 1 + length];
        let room = &mut self.to[new..new + 1 + length];
        room[0] = Header::new(header.kind(), length, header.symbol()).0;
        for (word, old) in room[1..].iter_mut().zip(object) {
            *word = *old;
        }
        self.top = new + 1 + length;
        self.from[at] = Header::new(ObjectKind::Forward, 0, new as u32).0;
        Address(new as u32)
    }

    #[inline]
    pub fn root(&mut self, word: &mut Word) {
        if word.address().is_some() {
            *word = self.moved(*word);
        }
    }

    fn moved(&mut self, mut word: Word) -> Word {
        while let Some(address) = word.address() {
            let header = Header(self.from[address.0 as usize]);
            let length = match header.kind() {
                ObjectKind::Forward => return Word::reference(Address(header.symbol())),
                ObjectKind::Indirection => {
                    word = Word(self.from[address.0 as usize + 1]);
                    continue;
                }
                ObjectKind::BlackHole if self.forgetful => 1,
                _ => header.length(),
            };
            return Word::reference(self.copy(address, header, length));
        }
        word
    }

    /// Copies all that is reached from what has been copied. More roots may follow, and another
    /// call.
    pub fn scan(&mut self, from: usize) -> usize {
        let mut at = from;
        while at < self.top {
            let header = Header(self.to[at]);
            let end = at + 1 + header.length();
            if !matches!(header.kind(), ObjectKind::Big | ObjectKind::Float) {
                for index in at + 1..end {
                    let word = Word(self.to[index]);
                    if word.address().is_some() {
                        self.to[index] = self.moved(word).0;
                    }
                }
            }
            at = end;
        }
        at
    }

    pub fn finish(mut self, heap: &mut Heap) {
        self.scan(1);
        let size = self.top * 2 + NURSERY + MARGIN;
        if self.to.len() < size {
            self.to.resize(size, 0);
        }
        for space in [&mut self.to, &mut self.from] {
            // What was needed once, and is no longer.
            if space.len() > size * 4 {
                space.truncate(size * 2);
                space.shrink_to_fit();
            }
        }
        heap.top = self.top as u32;
        heap.threshold = (self.to.len() - MARGIN) as u32;
        (heap.words, heap.spare) = (self.to, self.from);
    }
}
