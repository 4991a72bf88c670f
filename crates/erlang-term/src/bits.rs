//! Binaries and bitstrings: views into shared, growing buffers.
use std::rc::Rc;

/// A bitstring: `bit_len` bits of a shared buffer.
#[derive(Clone)]
pub struct Bits(Rc<Vec<u8>>);

impl Bits {
    pub fn from_bytes(bytes: &[u8]) -> Bits {
        Bits(Rc::new(bytes.to_vec()))
    }
}
