//! Constructing bitstrings piece by piece, as bit syntax expressions do.

use num_bigint::BigInt;

use super::{Bits, Endian, Log};
use crate::Term;

/// Why a segment cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// The value does not fit its type, or the size is not one that the type has.
    Badarg,
    SystemLimit,
}

/// The longest bitstring that this machine will build: 4 GB.
const MOST_BITS: usize = 1 << 35;

#[derive(Default)]
pub struct Builder(Log);

impl Builder {
    pub fn new() -> Builder {
        Builder::default()
    }

    /// How many bits there are so far.
    pub fn bit_len(&self) -> usize {
        self.0.len
    }

    /// The low `size` bits of an integer.
    #[inline]
    pub fn push_integer(&mut self, value: &Term, size: usize, endian: Endian) -> Result<(), BuildError> {
        match value {
            Term::Int(value) if size <= 64 => {
                self.push_small(*value as u64, size, endian);
                Ok(())
            }
            Term::Int(value) => self.push_big(&BigInt::from(*value), size, endian),
            Term::Big(value) => self.push_big(value, size, endian),
            _ => Err(BuildError::Badarg),
        }
    }

    /// The low `size` (at most 64) bits of `value`.
    #[inline]
    pub fn push_small(&mut self, value: u64, size: usize, endian: Endian) {
        if size == 8 && self.0.len.is_multiple_of(8) {
            self.0.bytes.push(value as u8);
            self.0.len += 8;
            return;
        }
        let bytes = match endian {
            Endian::Big if size == 0 => return,
            Endian::Big => (value << (64 - size)).to_be_bytes(),
            Endian::Little => {
                let mut bytes = value.to_le_bytes();
                if !size.is_multiple_of(8) {
                    // The top bits, fewer than eight, come last and begin their byte.
                    bytes[size / 8] <<= 8 - size % 8;
                }
                bytes
            }
        };
        self.0.push(&bytes, 0, size);
    }

    fn push_big(&mut self, value: &BigInt, size: usize, endian: Endian) -> Result<(), BuildError> {
        self.check_room(size)?;
        // Two's complement, extended or cut to the size.
        let mut bytes = value.to_signed_bytes_le();
        let fill = if value.sign() == num_bigint::Sign::Minus { 0xff } else { 0 };
        bytes.resize(size.div_ceil(8), fill);
        let unused = (8 - size % 8) % 8;
        match endian {
            Endian::Little => {
                if let Some(top) = bytes.last_mut() {
                    *top <<= unused;
                }
                self.0.push(&bytes, 0, size);
            }
            Endian::Big => {
                bytes.reverse();
                self.0.push(&bytes, unused, size);
            }
        }
        Ok(())
    }

    /// A number as a float of 16, 32 or 64 bits; infinity if it is too large for the size, as in
    /// OTP 25.
    pub fn push_float(&mut self, value: &Term, size: usize, endian: Endian) -> Result<(), BuildError> {
        let value = crate::arithmetic::to_float(value).map_err(|_| BuildError::Badarg)?;
        let bits = match size {
            16 => float_to_half(value as f32).into(),
            32 => (value as f32).to_bits().into(),
            64 => value.to_bits(),
            _ => return Err(BuildError::Badarg),
        };
        self.push_small(bits, size, endian);
        Ok(())
    }

    pub fn push_utf8(&mut self, code_point: &Term) -> Result<(), BuildError> {
        let mut bytes = [0; 4];
        let text = character(code_point)?.encode_utf8(&mut bytes);
        self.push_bytes(text.as_bytes());
        Ok(())
    }

    pub fn push_utf16(&mut self, code_point: &Term, endian: Endian) -> Result<(), BuildError> {
        let mut units = [0; 2];
        for unit in character(code_point)?.encode_utf16(&mut units) {
            self.push_small((*unit).into(), 16, endian);
        }
        Ok(())
    }

    pub fn push_utf32(&mut self, code_point: &Term, endian: Endian) -> Result<(), BuildError> {
        self.push_small(u32::from(character(code_point)?).into(), 32, endian);
        Ok(())
    }

    pub fn push_bits(&mut self, bits: &Bits) {
        self.0.push(bits.buffer(), bits.0.start, bits.0.len);
    }

    pub fn push_bytes(&mut self, bytes: &[u8]) {
        self.0.push(bytes, 0, bytes.len() * 8);
    }

    fn check_room(&self, size: usize) -> Result<(), BuildError> {
        if size > MOST_BITS - self.0.len.min(MOST_BITS) { Err(BuildError::SystemLimit) } else { Ok(()) }
    }

    pub fn finish(self) -> Bits {
        Bits::from_bits(&self.0.bytes, self.0.len)
    }

    /// What `<<Base/bits, …>>` makes of `base` and this: extends `base` where it lies if it can.
    pub fn finish_after(self, mut base: Bits) -> Bits {
        base.extend(&self.0.bytes, 0, self.0.len);
        base
    }
}

fn character(term: &Term) -> Result<char, BuildError> {
    match term {
        Term::Int(value) => u32::try_from(*value).ok().and_then(char::from_u32).ok_or(BuildError::Badarg),
        _ => Err(BuildError::Badarg),
    }
}

/// To the nearest half-precision float, ties to even.
fn float_to_half(value: f32) -> u16 {
    const INFINITY: f64 = 31.0 * 1024.0;
    let sign = (value.to_bits() >> 16 & 0x8000) as u16;
    let size = f64::from(value.abs());
    // The distance between neighbours at this size; below 2^-14 all are equally spaced.
    let exponent = if size < 2f64.powi(-14) { -14 } else { ((value.to_bits() >> 23 & 0xff) as i32) - 127 };
    let steps = (size / 2f64.powi(exponent - 10)).round_ties_even();
    // `steps` counts from zero for the smallest, else from 1024; a carry into the next exponent
    // comes out right.
    let bits = steps + f64::from((exponent + 14) * 1024);
    sign | if bits < INFINITY { bits as u16 } else { INFINITY as u16 }
}
