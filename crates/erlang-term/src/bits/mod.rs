//! Binaries and bitstrings: views into shared buffers, which grow in place when appended to.

mod build;
mod read;
mod unicode;

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

pub use build::{BuildError, Builder};
pub use unicode::is_code_point;

/// The order of the bytes of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endian {
    Big,
    Little,
}

/// A bitstring: a range of bits of a shared buffer, behind one pointer.
#[derive(Clone)]
pub struct Bits(Rc<View>);

#[derive(Clone)]
struct View {
    storage: Storage,
    /// In bits, like `len`.
    start: usize,
    len: usize,
}

#[derive(Clone)]
enum Storage {
    Fixed(Rc<[u8]>),
    /// The result of an append. The view begins at the log's first bit; whichever view ends where
    /// the log ends may extend it without copying. To read its bytes it takes them out of the log,
    /// once.
    Growing(Rc<RefCell<Log>>, OnceCell<Rc<[u8]>>),
}

/// Bits being appended to. Those of the last byte that are not yet used are zero.
#[derive(Default)]
struct Log {
    bytes: Vec<u8>,
    len: usize,
}

/// Appending begins with at least this room, as in OTP.
const LEAST_GROWTH: usize = 256;

impl Bits {
    pub fn from_bytes(bytes: &[u8]) -> Bits {
        Bits::new(Storage::Fixed(bytes.into()), 0, bytes.len() * 8)
    }

    pub fn from_vec(bytes: Vec<u8>) -> Bits {
        Bits::from_bytes(&bytes)
    }

    /// The first `len` bits of `bytes`.
    pub fn from_bits(bytes: &[u8], len: usize) -> Bits {
        assert!(len <= bytes.len() * 8, "as many bits as announced");
        Bits::new(Storage::Fixed(bytes.into()), 0, len)
    }

    fn new(storage: Storage, start: usize, len: usize) -> Bits {
        Bits(Rc::new(View { storage, start, len }))
    }

    /// `bit_size/1`.
    #[inline]
    pub fn bit_len(&self) -> usize {
        self.0.len
    }

    /// `byte_size/1`: a last, incomplete byte counts.
    #[inline]
    pub fn byte_len(&self) -> usize {
        self.0.len.div_ceil(8)
    }

    pub fn is_empty(&self) -> bool {
        self.0.len == 0
    }

    /// Whether it consists of whole bytes.
    #[inline]
    pub fn is_binary(&self) -> bool {
        self.0.len.is_multiple_of(8)
    }

    /// The bytes, if there is nothing but whole bytes and they lie on byte boundaries.
    #[inline]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        let View { start, len, .. } = *self.0;
        ((start | len) % 8 == 0).then(|| &self.buffer()[start / 8..(start + len) / 8])
    }

    /// The bytes; the last one is filled up with zeros.
    pub fn to_bytes(&self) -> Cow<'_, [u8]> {
        match self.as_bytes() {
            Some(bytes) => Cow::Borrowed(bytes),
            None => {
                let mut log = Log::default();
                log.push(self.buffer(), self.0.start, self.0.len);
                Cow::Owned(log.bytes)
            }
        }
    }

    /// The given bits of this one, sharing its buffer. Panics if they are not all there.
    pub fn slice(&self, offset: usize, len: usize) -> Bits {
        assert!(offset <= self.0.len && len <= self.0.len - offset, "slice within the bitstring");
        match self.0.storage {
            Storage::Fixed(ref bytes) => Bits::new(Storage::Fixed(bytes.clone()), self.0.start + offset, len),
            Storage::Growing(ref log, ref flat) => {
                Bits::new(Storage::Fixed(self.flatten(log, flat).clone()), offset, len)
            }
        }
    }

    /// Leaves out the first `count` bits: in place if nobody else holds this view. Panics if there
    /// are fewer.
    pub fn advance(&mut self, count: usize) {
        match Rc::get_mut(&mut self.0) {
            Some(View { storage: Storage::Fixed(_), start, len }) => {
                *len = len.checked_sub(count).expect("as many bits as are skipped");
                *start += count;
            }
            _ => {
                *self = self.slice(count, self.0.len.checked_sub(count).expect("as many bits as are skipped"))
            }
        }
    }

    /// The bit at `index`, counted from the first, most significant one.
    pub fn bit(&self, index: usize) -> bool {
        assert!(index < self.0.len, "a bit within the bitstring");
        let at = self.0.start + index;
        self.buffer()[at / 8] & (0x80 >> (at % 8)) != 0
    }

    /// Adds the bits of `tail`. A chain of appends costs time in proportion to what is appended,
    /// even while older values are still held: they go on seeing only their own bits.
    pub fn append(&mut self, tail: &Bits) {
        self.extend(tail.buffer(), tail.0.start, tail.0.len);
    }

    fn extend(&mut self, bytes: &[u8], start: usize, len: usize) {
        if len == 0 {
            return;
        }
        let whole = self.0.len + len;
        if let Storage::Growing(log, _) = &self.0.storage
            && log.borrow().len == self.0.len
        {
            log.borrow_mut().push(bytes, start, len);
            let log = log.clone();
            *self = Bits::new(Storage::Growing(log, OnceCell::new()), 0, whole);
        } else {
            let mut log = Log { bytes: Vec::with_capacity((whole / 4).max(LEAST_GROWTH)), len: 0 };
            log.push(self.buffer(), self.0.start, self.0.len);
            log.push(bytes, start, len);
            *self = Bits::new(Storage::Growing(Rc::new(RefCell::new(log)), OnceCell::new()), 0, whole);
        }
    }

    /// The whole buffer that `start` and `len` refer to.
    #[inline]
    fn buffer(&self) -> &[u8] {
        match &self.0.storage {
            Storage::Fixed(bytes) => bytes,
            Storage::Growing(log, flat) => self.flatten(log, flat),
        }
    }

    #[cold]
    fn flatten<'a>(&self, log: &RefCell<Log>, flat: &'a OnceCell<Rc<[u8]>>) -> &'a Rc<[u8]> {
        flat.get_or_init(|| log.borrow().bytes[..self.byte_len()].into())
    }
}

impl Log {
    /// Adds `len` bits of `bytes`, from bit `start` on.
    fn push(&mut self, bytes: &[u8], start: usize, len: usize) {
        if len == 0 {
            return;
        }
        let bytes = &bytes[start / 8..(start + len).div_ceil(8)];
        let (from, to) = (start % 8, self.len % 8);
        self.bytes.reserve(len.div_ceil(8) + 1);
        if from == 0 && to == 0 {
            self.bytes.extend_from_slice(bytes);
        } else {
            // Each byte of the source, brought to begin at bit 0, straddles two of the target.
            let aligned = |n: usize| {
                let next = bytes.get(n + 1).copied().unwrap_or(0);
                (u16::from_be_bytes([bytes[n], next]) >> (8 - from)) as u8
            };
            for n in 0..len.div_ceil(8) {
                let byte = aligned(n);
                if to == 0 {
                    self.bytes.push(byte);
                } else {
                    *self.bytes.last_mut().expect("an incomplete byte") |= byte >> to;
                    self.bytes.push(byte << (8 - to));
                }
            }
        }
        self.len += len;
        self.bytes.truncate(self.len.div_ceil(8));
        let unused = (8 - self.len % 8) % 8;
        if let Some(last) = self.bytes.last_mut() {
            *last &= 0xffu8 << unused;
        }
    }
}

/// Bit by bit; a prefix comes first.
impl Ord for Bits {
    fn cmp(&self, other: &Bits) -> Ordering {
        if let (Some(a), Some(b)) = (self.as_bytes(), other.as_bytes()) {
            return a.cmp(b);
        }
        let common = self.0.len.min(other.0.len);
        let (a, b) = (self.to_bytes(), other.to_bytes());
        let (whole, rest) = (common / 8, common % 8);
        let last = |bytes: &[u8]| if rest == 0 { 0 } else { bytes[whole] >> (8 - rest) };
        (a[..whole].cmp(&b[..whole])).then_with(|| last(&a).cmp(&last(&b))).then(self.0.len.cmp(&other.0.len))
    }
}

impl PartialOrd for Bits {
    fn partial_cmp(&self, other: &Bits) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Bits {
    fn eq(&self, other: &Bits) -> bool {
        self.0.len == other.0.len && (Rc::ptr_eq(&self.0, &other.0) || self.cmp(other).is_eq())
    }
}

impl Eq for Bits {}

impl Hash for Bits {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.len.hash(state);
        state.write(&self.to_bytes());
    }
}

impl From<&[u8]> for Bits {
    fn from(bytes: &[u8]) -> Bits {
        Bits::from_bytes(bytes)
    }
}

impl From<Vec<u8>> for Bits {
    fn from(bytes: Vec<u8>) -> Bits {
        Bits::from_vec(bytes)
    }
}
