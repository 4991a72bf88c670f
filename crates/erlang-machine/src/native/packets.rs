//! `erlang:decode_packet/3`: one packet from the start of a binary.

use erlang_term::{Bits, Term, atoms};

use super::arguments::{bits, items, size};
use super::{Context, Outcome, Table};
use crate::Raise;
use crate::native::effect::Pure;

mod http;

pub const TABLE: Table = &[("decode_packet", 3, Pure, decode_packet)];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Framing {
    Raw,
    /// A length of this many bytes comes first, and does not belong to the packet.
    Counted(usize),
    Line,
    Asn1,
    /// Sun's remote procedure calls.
    Sunrm,
    Cdr,
    Fcgi,
    Tpkt,
    SslTls,
    /// A line of HTTP, or a header that may continue on the next line.
    Http {
        is_header: bool,
        as_binaries: bool,
    },
}

/// What is known of the length of the first packet.
enum Length {
    /// Nothing yet.
    Unknown,
    /// With what comes before it.
    Bytes(usize),
}

struct Limits {
    /// A longer packet is an error. 0: none is.
    packet: usize,
    /// A longer line is cut. 0: none is.
    line: usize,
    delimiter: u8,
}

/// The bytes say that there is no packet.
struct Invalid;

fn decode_packet(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let kind = kind(&arguments[0])?;
    let bits = bits(&arguments[1])?;
    let limits = limits(&arguments[2])?;
    // What is more than whole bytes is never part of a packet.
    let whole = bits.slice(0, bits.bit_len() / 8 * 8);
    let bytes = whole.to_bytes();
    context.charge_bytes(bytes.len());
    let error = || Ok(Term::tuple([Term::Atom(atoms::ERROR), Term::atom("invalid")]));
    let more = |length| Ok(Term::tuple([Term::atom("more"), length]));
    let length = match length(kind, &bytes, &limits) {
        Err(Invalid) => return error(),
        Ok(Length::Unknown) => return more(Term::Atom(atoms::UNDEFINED)),
        Ok(Length::Bytes(0)) => return more(Term::Atom(atoms::UNDEFINED)),
        Ok(Length::Bytes(length)) if length > bytes.len() => return more(Term::Int(length as i64)),
        Ok(Length::Bytes(length)) => length,
    };
    let part = |from: usize, to: usize| Term::Bits(bits.slice(8 * from, 8 * (to - from)));
    let packet = match kind {
        Framing::Counted(count) => part(count, length),
        Framing::Fcgi => part(0, length - usize::from(bytes[6])),
        Framing::SslTls => ssl_tls(&bytes[..length]),
        Framing::Http { is_header, as_binaries } => http::packet(&bytes[..length], is_header, as_binaries),
        _ => part(0, length),
    };
    let rest = Term::Bits(bits.slice(8 * length, bits.bit_len() - 8 * length));
    Ok(Term::tuple([Term::Atom(atoms::OK), packet, rest]))
}

fn kind(term: &Term) -> Result<Framing, Raise> {
    let http = |is_header, as_binaries| Framing::Http { is_header, as_binaries };
    let kind = match term {
        Term::Int(0) => Framing::Raw,
        Term::Int(count @ (1 | 2 | 4)) => Framing::Counted(*count as usize),
        Term::Atom(name) => match name.name() {
            "raw" => Framing::Raw,
            "line" => Framing::Line,
            "asn1" => Framing::Asn1,
            "sunrm" => Framing::Sunrm,
            "cdr" => Framing::Cdr,
            "fcgi" => Framing::Fcgi,
            "tpkt" => Framing::Tpkt,
            "ssl_tls" => Framing::SslTls,
            "http" => http(false, false),
            "httph" => http(true, false),
            "http_bin" => http(false, true),
            "httph_bin" => http(true, true),
            _ => return Err(Raise::badarg()),
        },
        _ => return Err(Raise::badarg()),
    };
    Ok(kind)
}

fn limits(options: &Term) -> Result<Limits, Raise> {
    let mut limits = Limits { packet: 0, line: 0, delimiter: b'\n' };
    let mut options = items(options);
    for option in options.by_ref() {
        let Some([Term::Atom(name), value]) = option.as_tuple() else { return Err(Raise::badarg()) };
        match name.name() {
            "packet_size" => limits.packet = size(value)?,
            "line_length" => limits.line = size(value)?,
            "line_delimiter" => {
                limits.delimiter = u8::try_from(size(value)?).map_err(|_| Raise::badarg())?;
            }
            _ => return Err(Raise::badarg()),
        }
    }
    if options.ends_well() { Ok(limits) } else { Err(Raise::badarg()) }
}

fn length(kind: Framing, bytes: &[u8], limits: &Limits) -> Result<Length, Invalid> {
    // What comes before, and the length of what comes then.
    let found = match kind {
        Framing::Raw => return Ok(Length::Bytes(bytes.len())),
        Framing::Line => return line(bytes, limits),
        Framing::Http { is_header, .. } => return http::length(bytes, is_header, limits),
        Framing::Counted(count) => bytes.get(..count).map(|before| (count, number(before))),
        Framing::Sunrm => bytes.get(..4).map(|before| (4, number(before) & 0x7fff_ffff)),
        Framing::Asn1 => asn1(bytes)?,
        Framing::Cdr => cdr(bytes)?,
        Framing::Fcgi => fcgi(bytes)?,
        Framing::Tpkt => match bytes.get(..4) {
            Some([3, _, length @ ..]) => {
                return within(4, number(length).checked_sub(4).ok_or(Invalid)?, limits);
            }
            Some(_) => return Err(Invalid),
            None => None,
        },
        Framing::SslTls => bytes.get(..5).map(|before| match is_old_hello(before) {
            true => (5, (number(&before[..2]) & 0x7fff).saturating_sub(3)),
            false => (5, number(&before[3..])),
        }),
    };
    match found {
        Some((before, length)) => within(before, length, limits),
        None => Ok(Length::Unknown),
    }
}

fn within(before: usize, length: usize, limits: &Limits) -> Result<Length, Invalid> {
    if limits.packet != 0 && length > limits.packet || before + length > i32::MAX as usize {
        return Err(Invalid);
    }
    Ok(Length::Bytes(before + length))
}

/// Bytes as a number, the most significant first.
fn number(bytes: &[u8]) -> usize {
    bytes.iter().fold(0, |number, byte| number << 8 | usize::from(*byte))
}

fn line(bytes: &[u8], limits: &Limits) -> Result<Length, Invalid> {
    let end = bytes.iter().position(|byte| *byte == limits.delimiter).map(|at| at + 1);
    let length = end.unwrap_or(bytes.len());
    if limits.packet != 0 && length > limits.packet {
        return Err(Invalid);
    }
    let is_cut = match end {
        Some(end) => end > limits.line,
        None => bytes.len() >= limits.line,
    };
    match end {
        _ if limits.line != 0 && is_cut => Ok(Length::Bytes(limits.line)),
        Some(end) => Ok(Length::Bytes(end)),
        None => Ok(Length::Unknown),
    }
}

/// A tag of one byte or several, then a length of one byte or up to four.
fn asn1(bytes: &[u8]) -> Result<Option<(usize, usize)>, Invalid> {
    let Some((first, mut rest)) = bytes.split_first().filter(|(_, rest)| !rest.is_empty()) else {
        return Ok(None);
    };
    if first & 0x1f == 0x1f {
        let last = rest.iter().position(|byte| byte & 0x80 == 0);
        let Some(after) = last.and_then(|at| rest.get(at + 1..)).filter(|after| !after.is_empty()) else {
            return Ok(None);
        };
        rest = after;
    }
    let count = usize::from(rest[0] & 0x7f);
    let before = bytes.len() - rest.len() + 1;
    if rest[0] & 0x80 == 0 {
        return Ok(Some((before, count)));
    }
    match rest.get(1..=count) {
        None => Ok(None),
        Some(_) if count > 4 => Err(Invalid),
        Some(length) => Ok(Some((before + count, number(length)))),
    }
}

fn cdr(bytes: &[u8]) -> Result<Option<(usize, usize)>, Invalid> {
    let Some(before) = bytes.get(..12) else { return Ok(None) };
    if !before.starts_with(b"GIOP") {
        return Err(Invalid);
    }
    let mut length = [before[8], before[9], before[10], before[11]];
    if before[6] & 1 == 1 {
        length.reverse();
    }
    Ok(Some((12, number(&length))))
}

/// Padding does not belong to the packet.
fn fcgi(bytes: &[u8]) -> Result<Option<(usize, usize)>, Invalid> {
    match bytes.get(..8) {
        None => Ok(None),
        Some([1, _, _, _, high, low, padding, _]) => {
            Ok(Some((8, number(&[*high, *low]) + usize::from(*padding))))
        }
        Some(_) => Err(Invalid),
    }
}

/// Does a client of SSL 2 say hello?
fn is_old_hello(bytes: &[u8]) -> bool {
    bytes[0] & 0x80 != 0 && bytes[2] == 1
}

/// `{ssl_tls, [], Type, {Major, Minor}, Data}`
fn ssl_tls(bytes: &[u8]) -> Term {
    let (kind, version, data) = match is_old_hello(bytes) {
        true => {
            let mut data = vec![1];
            data.extend(&((bytes.len() - 3) as u32).to_be_bytes()[1..]);
            data.extend(&bytes[3..]);
            (22, &bytes[3..5], data)
        }
        false => (bytes[0], &bytes[1..3], bytes[5..].to_vec()),
    };
    let version = Term::tuple([Term::Int(version[0].into()), Term::Int(version[1].into())]);
    let data = Term::Bits(Bits::from_vec(data));
    Term::tuple([Term::atom("ssl_tls"), Term::Nil, Term::Int(kind.into()), version, data])
}
