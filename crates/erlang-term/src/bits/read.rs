//! Taking numbers and characters out of a bitstring, as bit syntax patterns do.

use num_bigint::{BigInt, Sign};

use super::{Bits, Endian, unicode};
use crate::Term;

impl Bits {
    /// The integer in `size` bits from `offset` on; none if there are not as many.
    #[inline]
    pub fn read_integer(&self, offset: usize, size: usize, signed: bool, endian: Endian) -> Option<Term> {
        if offset.checked_add(size)? > self.bit_len() {
            return None;
        }
        if size > 64 {
            return Some(self.read_big(offset, size, signed, endian));
        }
        if size == 0 {
            return Some(Term::Int(0));
        }
        let mut value = load(self.buffer(), self.0.start + offset, size);
        if endian == Endian::Little && size > 8 {
            value = reverse_bytes(value, size);
        }
        Some(if signed {
            let unused = 64 - size;
            Term::Int(((value << unused) as i64) >> unused)
        } else {
            i64::try_from(value).map_or_else(|_| Term::from_bigint(value.into()), Term::Int)
        })
    }

    fn read_big(&self, offset: usize, size: usize, signed: bool, endian: Endian) -> Term {
        let bits = self.slice(offset, size);
        let bytes = bits.to_bytes();
        let unused = bytes.len() * 8 - size;
        let value = match endian {
            Endian::Big => BigInt::from_bytes_be(Sign::Plus, &bytes) >> unused,
            Endian::Little => {
                // The last byte holds the top bits, of which there may be fewer than eight.
                let mut bytes = bytes.into_owned();
                if let Some(top) = bytes.last_mut() {
                    *top >>= unused;
                }
                BigInt::from_bytes_le(Sign::Plus, &bytes)
            }
        };
        let negative = signed && value.bit(size as u64 - 1);
        Term::from_bigint(if negative { value - (BigInt::from(1) << size) } else { value })
    }

    /// The float in `size` bits from `offset` on; none if there are not as many, `size` is not one
    /// that floats have, or the bits are not a finite number. No bits at all are 0.0.
    pub fn read_float(&self, offset: usize, size: usize, endian: Endian) -> Option<f64> {
        if !matches!(size, 0 | 16 | 32 | 64) || offset.checked_add(size)? > self.bit_len() {
            return None;
        }
        let mut bits = load(self.buffer(), self.0.start + offset, size);
        if endian == Endian::Little && size > 0 {
            bits = reverse_bytes(bits, size);
        }
        let value = match size {
            0 => 0.0,
            16 => half_to_float(bits as u16),
            32 => f64::from(f32::from_bits(bits as u32)),
            _ => f64::from_bits(bits),
        };
        value.is_finite().then_some(value)
    }

    /// The character encoded at `offset`, and how many bits it takes.
    pub fn read_utf8(&self, offset: usize) -> Option<(u32, usize)> {
        let available = (self.bit_len().checked_sub(offset)? / 8).min(4);
        let mut bytes = [0; 4];
        for (n, byte) in bytes[..available].iter_mut().enumerate() {
            *byte = load(self.buffer(), self.0.start + offset + 8 * n, 8) as u8;
        }
        unicode::decode_utf8(&bytes[..available]).map(|(code_point, length)| (code_point, length * 8))
    }

    /// As [`Bits::read_utf8`].
    pub fn read_utf16(&self, offset: usize, endian: Endian) -> Option<(u32, usize)> {
        let unit = |at: usize| match self.read_integer(at, 16, false, endian) {
            Some(Term::Int(unit)) => Some(unit as u32),
            _ => None,
        };
        let first = unit(offset)?;
        match first {
            0xd800..0xdc00 => match unit(offset + 16)? {
                second @ 0xdc00..0xe000 => {
                    Some((0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00), 32))
                }
                _ => None,
            },
            0xdc00..0xe000 => None,
            _ => Some((first, 16)),
        }
    }

    /// As [`Bits::read_utf8`].
    pub fn read_utf32(&self, offset: usize, endian: Endian) -> Option<(u32, usize)> {
        match self.read_integer(offset, 32, false, endian) {
            Some(Term::Int(value)) => unicode::is_code_point(value).then_some((value as u32, 32)),
            _ => None,
        }
    }
}

#[inline]
fn load(buffer: &[u8], at: usize, count: usize) -> u64 {
    let (first, skip) = (at / 8, at % 8);
    if skip == 0 {
        match count {
            8 => return u64::from(buffer[first]),
            16 => return u64::from(u16::from_be_bytes([buffer[first], buffer[first + 1]])),
            _ => {}
        }
    }
    if count == 0 {
        return 0;
    }
    let bytes = &buffer[first..(at + count).div_ceil(8)];
    let unused = bytes.len() * 8 - skip - count;
    if bytes.len() <= 8 {
        let value = bytes.iter().fold(0u64, |value, &byte| value << 8 | u64::from(byte));
        value >> unused & (u64::MAX >> (64 - count))
    } else {
        let value = bytes.iter().fold(0u128, |value, &byte| value << 8 | u128::from(byte));
        (value >> unused) as u64 & (u64::MAX >> (64 - count))
    }
}

/// The number whose little-endian form in `size` bits was read as if it were big-endian.
fn reverse_bytes(value: u64, size: usize) -> u64 {
    let (whole, rest) = (size / 8, size % 8);
    let bytes = (value >> rest << (64 - 8 * whole)).to_be_bytes();
    let low = bytes[..whole].iter().rev().fold(0u64, |low, &byte| low << 8 | u64::from(byte));
    let top = value & ((1 << rest) - 1);
    if rest == 0 { low } else { low | top << (8 * whole) }
}

fn half_to_float(bits: u16) -> f64 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f64::from(bits & 0x3ff));
    sign * match exponent {
        0 => fraction * 2f64.powi(-24),
        0x1f if fraction == 0.0 => f64::INFINITY,
        0x1f => f64::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f64.powi(exponent - 15),
    }
}
