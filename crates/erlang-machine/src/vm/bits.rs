//! Fields of bitstrings, read and written.

use erlang_term::bits::{BuildError, Builder, Endian};
use erlang_term::{Atom, Bits, Map, Term, atoms};

use super::values::{get, take};
use crate::code::{Field, FieldKind, FieldValue, Function};
use crate::raise::Raise;

/// Reads a field off the bitstring that its source slot holds. False: it does not match.
pub fn read_field(frame: &mut [Term], function: &Function, index: u32) -> bool {
    let field = function.fields[index as usize];
    let size = match field.size {
        None => None,
        Some(size) => match get(frame, &function.constants, size) {
            Term::Int(n) => match usize::try_from(*n).ok().and_then(|n| n.checked_mul(field.unit as usize)) {
                Some(size) => Some(size),
                None => return false,
            },
            _ => return false,
        },
    };
    let Term::Bits(bits) = &mut frame[field.source.0 as usize] else { return false };
    let Some((value, used)) = read(bits, &field, size) else { return false };
    bits.advance(used);
    if let FieldValue::Read(slot) = field.value {
        frame[slot.0 as usize] = value;
    }
    true
}

/// The value and how many bits it takes.
fn read(bits: &Bits, field: &Field, size: Option<usize>) -> Option<(Term, usize)> {
    let endian = if field.little { Endian::Little } else { Endian::Big };
    let wanted = !matches!(field.value, FieldValue::Skip);
    let fits = |size: usize| size <= bits.bit_len();
    match field.kind {
        FieldKind::Integer => {
            let size = size.filter(|size| fits(*size))?;
            let value = if wanted { bits.read_integer(0, size, field.signed, endian)? } else { Term::Nil };
            Some((value, size))
        }
        FieldKind::Float => {
            let size = size.filter(|size| fits(*size))?;
            Some((Term::float(bits.read_float(0, size, endian)?), size))
        }
        FieldKind::Bits => {
            let size = match size {
                Some(size) => Some(size).filter(|size| fits(*size))?,
                None => {
                    let all = bits.bit_len();
                    Some(all).filter(|all| all.is_multiple_of(field.unit as usize))?
                }
            };
            let value = if wanted { Term::Bits(bits.slice(0, size)) } else { Term::Nil };
            Some((value, size))
        }
        FieldKind::Utf8 => bits.read_utf8(0).map(|(c, used)| (Term::Int(i64::from(c)), used)),
        FieldKind::Utf16 => bits.read_utf16(0, endian).map(|(c, used)| (Term::Int(i64::from(c)), used)),
        FieldKind::Utf32 => bits.read_utf32(0, endian).map(|(c, used)| (Term::Int(i64::from(c)), used)),
    }
}

/// Puts fields together. The error carries what the stack trace says under `error_info`.
pub fn build(frame: &mut [Term], function: &Function, first: u32, count: u32) -> Result<Term, (Raise, Term)> {
    let constants = &function.constants;
    let fields = &function.fields[first as usize..(first + count) as usize];
    let mut builder = Builder::new();
    // Appending to a bitstring extends it where it lies, if it can.
    let mut base = None;
    for (n, field) in fields.iter().enumerate() {
        let FieldValue::Write(arg) = field.value else { continue };
        let value = if n == 0 { take(frame, constants, arg) } else { get(frame, constants, arg).clone() };
        let size = field.size.map(|size| get(frame, constants, size).clone());
        if n == 0
            && field.kind == FieldKind::Bits
            && size.is_none()
            && let Term::Bits(bits) = &value
            && bits.bit_len().is_multiple_of(field.unit as usize)
        {
            base = Some(bits.clone());
            continue;
        }
        write(&mut builder, field, &value, size.as_ref())
            .map_err(|problem| problem.raise(n + 1, field, value))?;
    }
    Ok(Term::Bits(match base {
        Some(base) if builder.bit_len() == 0 => base,
        Some(base) => builder.finish_after(base),
        None => builder.finish(),
    }))
}

/// Why a field cannot be written, in the words of OTP's `error_info`.
struct Problem {
    reason: Atom,
    what: &'static str,
    value: Option<Term>,
}

impl Problem {
    fn badarg(what: &'static str) -> Problem {
        Problem { reason: atoms::BADARG, what, value: None }
    }

    fn raise(self, segment: usize, field: &Field, value: Term) -> (Raise, Term) {
        let kind = match field.kind {
            FieldKind::Integer => "integer",
            FieldKind::Float => "float",
            FieldKind::Bits => "binary",
            FieldKind::Utf8 => "utf8",
            FieldKind::Utf16 => "utf16",
            FieldKind::Utf32 => "utf32",
        };
        let cause = Term::tuple([
            Term::Int(segment as i64),
            Term::atom(kind),
            Term::atom(self.what),
            self.value.unwrap_or(value),
        ]);
        let info = Map::from_pairs([
            (Term::Atom(atoms::CAUSE), cause),
            (Term::Atom(atoms::FUNCTION), Term::atom("format_bs_fail")),
            (Term::Atom(atoms::MODULE), Term::atom("erl_erts_errors")),
        ]);
        (Raise::error(Term::Atom(self.reason)), Term::Map(info))
    }
}

fn write(builder: &mut Builder, field: &Field, value: &Term, size: Option<&Term>) -> Result<(), Problem> {
    let endian = if field.little { Endian::Little } else { Endian::Big };
    let bits = |size: &Term| -> Result<usize, Problem> {
        let bad = || Problem { value: Some(size.clone()), ..Problem::badarg("size") };
        match size {
            Term::Int(n) => {
                let n = usize::try_from(*n).map_err(|_| bad())?;
                let bits = n.checked_mul(field.unit as usize).filter(|bits| *bits < 1 << 35);
                bits.ok_or(Problem { reason: atoms::SYSTEM_LIMIT, ..bad() })
            }
            Term::Big(n) if n.sign() == num_bigint::Sign::Plus => {
                Err(Problem { reason: atoms::SYSTEM_LIMIT, ..bad() })
            }
            _ => Err(bad()),
        }
    };
    let limit = |error: BuildError, what: &'static str| match error {
        BuildError::Badarg => Problem::badarg(what),
        BuildError::SystemLimit => Problem { reason: atoms::SYSTEM_LIMIT, ..Problem::badarg("size") },
    };
    match field.kind {
        FieldKind::Integer => {
            let size = size.map_or(Ok(8), bits)?;
            builder.push_integer(value, size, endian).map_err(|e| limit(e, "type"))
        }
        FieldKind::Float => {
            let size = match size {
                None => 64,
                Some(size) => bits(size)?,
            };
            if !matches!(size, 16 | 32 | 64) {
                let size = Some(Term::Int(size as i64));
                return Err(Problem { value: size, ..Problem::badarg("invalid") });
            }
            let what = if value.is_number() { "no_float" } else { "type" };
            builder.push_float(value, size, endian).map_err(|e| limit(e, what))
        }
        FieldKind::Bits => {
            let Term::Bits(whole) = value else { return Err(Problem::badarg("type")) };
            let all = whole.bit_len();
            match size {
                None if all.is_multiple_of(field.unit as usize) => {
                    builder.push_bits(whole);
                    Ok(())
                }
                None => Err(Problem::badarg("unit")),
                Some(size) => {
                    let size = bits(size)?;
                    if size > all {
                        return Err(Problem::badarg("short"));
                    }
                    builder.push_bits(&whole.slice(0, size));
                    Ok(())
                }
            }
        }
        FieldKind::Utf8 => builder.push_utf8(value).map_err(|e| limit(e, "type")),
        FieldKind::Utf16 => builder.push_utf16(value, endian).map_err(|e| limit(e, "type")),
        FieldKind::Utf32 => builder.push_utf32(value, endian).map_err(|e| limit(e, "type")),
    }
}
