//! Lines of HTTP: requests, responses, headers.

use erlang_term::{Term, atoms};

use super::{Invalid, Length, Limits};

const METHODS: [&str; 7] = ["OPTIONS", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE"];

/// Headers that become atoms. The number of the first is 1.
const HEADERS: [&str; 52] = [
    "Cache-Control",
    "Connection",
    "Date",
    "Pragma",
    "Transfer-Encoding",
    "Upgrade",
    "Via",
    "Accept",
    "Accept-Charset",
    "Accept-Encoding",
    "Accept-Language",
    "Authorization",
    "From",
    "Host",
    "If-Modified-Since",
    "If-Match",
    "If-None-Match",
    "If-Range",
    "If-Unmodified-Since",
    "Max-Forwards",
    "Proxy-Authorization",
    "Range",
    "Referer",
    "User-Agent",
    "Age",
    "Location",
    "Proxy-Authenticate",
    "Public",
    "Retry-After",
    "Server",
    "Vary",
    "Warning",
    "Www-Authenticate",
    "Allow",
    "Content-Base",
    "Content-Encoding",
    "Content-Language",
    "Content-Length",
    "Content-Location",
    "Content-Md5",
    "Content-Range",
    "Content-Type",
    "Etag",
    "Expires",
    "Last-Modified",
    "Accept-Ranges",
    "Set-Cookie",
    "Set-Cookie2",
    "X-Forwarded-For",
    "Cookie",
    "Keep-Alive",
    "Proxy-Connection",
];

/// Longer names of headers are left as they are.
const LONGEST_NAME: usize = 50;

pub fn length(bytes: &[u8], is_header: bool, limits: &Limits) -> Result<Length, Invalid> {
    if matches!(bytes, b"\n" | b"\r\n") {
        return Ok(Length::Bytes(bytes.len()));
    }
    let limit = if limits.packet == 0 { limits.line } else { limits.packet };
    let mut from = 0;
    while let Some(at) = bytes[from..].iter().position(|byte| *byte == b'\n') {
        let end = from + at + 1;
        // A header goes on in a line that begins with a blank, which may be still to come.
        let is_over = !is_header
            || match bytes.get(end) {
                Some(next) => !(is_blank(*next) && end > 2),
                None => break,
            };
        if is_over {
            let is_too_long = limit != 0 && end > limit;
            return if is_too_long { Err(Invalid) } else { Ok(Length::Bytes(end)) };
        }
        from = end;
    }
    // One that has no end yet will be longer.
    if limit != 0 && bytes.len() >= limit { Err(Invalid) } else { Ok(Length::Unknown) }
}

/// The packet of a line, or `{http_error, Line}`.
pub fn packet(line: &[u8], is_header: bool, as_binaries: bool) -> Term {
    let text = |bytes: &[u8]| match as_binaries {
        true => Term::binary(bytes),
        false => Term::list(bytes.iter().map(|byte| Term::Int((*byte).into())).collect::<Vec<_>>()),
    };
    let end = if line.ends_with(b"\r\n") { line.len() - 2 } else { line.len() - 1 };
    let content = &line[..end];
    let packet = match (is_header, content) {
        (true, []) => Some(Term::atom("http_eoh")),
        (true, _) => header(content, &text),
        (false, _) if content.starts_with(b"HTTP/") => response(&content[5..], &text),
        (false, _) => request(content, &text),
    };
    packet.unwrap_or_else(|| Term::tuple([Term::atom("http_error"), text(line)]))
}

type Text<'a> = &'a dyn Fn(&[u8]) -> Term;

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Whether a character ends the name of a method or a header.
fn is_special(byte: u8) -> bool {
    byte <= b' ' || byte >= 127 || b"()<>@,;:\\\"/[]?={}".contains(&byte)
}

fn skip_blanks(bytes: &[u8]) -> &[u8] {
    let blanks = bytes.iter().take_while(|byte| is_blank(**byte)).count();
    &bytes[blanks..]
}

/// A number and what comes after it.
fn digits(bytes: &[u8]) -> Option<(i64, &[u8])> {
    let count = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value = bytes[..count]
        .iter()
        .fold(0_i64, |n, digit| n.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
    (count > 0).then_some((value, &bytes[count..]))
}

/// `{Major, Minor}`
fn version(bytes: &[u8]) -> Option<(Term, &[u8])> {
    let (major, rest) = digits(bytes)?;
    let (minor, rest) = digits(rest.strip_prefix(b".")?)?;
    Some((Term::tuple([Term::Int(major), Term::Int(minor)]), rest))
}

fn response(bytes: &[u8], text: Text<'_>) -> Option<Term> {
    let (version, rest) = version(bytes)?;
    if !rest.first().is_some_and(|byte| is_blank(*byte)) {
        return None;
    }
    let rest = skip_blanks(rest);
    let (status, rest) = digits(rest).unwrap_or((0, rest));
    let phrase = match rest {
        [] => rest,
        [byte, ..] if is_blank(*byte) => skip_blanks(rest),
        _ => return None,
    };
    Some(Term::tuple([Term::atom("http_response"), version, Term::Int(status), text(phrase)]))
}

fn request(bytes: &[u8], text: Text<'_>) -> Option<Term> {
    let count = bytes.iter().take_while(|byte| !is_special(**byte)).count();
    let (method, rest) = bytes.split_at(count);
    if method.is_empty() || !rest.first().is_some_and(|byte| is_blank(*byte)) {
        return None;
    }
    let known = METHODS.iter().find(|known| known.as_bytes() == method);
    let method = known.map_or_else(|| text(method), |known| Term::atom(known));
    let rest = skip_blanks(rest);
    let count = rest.iter().take_while(|byte| !is_blank(**byte)).count();
    let (address, rest) = rest.split_at(count);
    if address.is_empty() {
        return None;
    }
    let version = match skip_blanks(rest) {
        [] => Term::tuple([Term::Int(0), Term::Int(9)]),
        // OTP does not mind what comes after it.
        rest => version(rest.strip_prefix(b"HTTP/")?)?.0,
    };
    Some(Term::tuple([Term::atom("http_request"), method, uri(address, text), version]))
}

fn uri(bytes: &[u8], text: Text<'_>) -> Term {
    let lower = bytes[..bytes.len().min(8)].to_ascii_lowercase();
    for (scheme, before) in [("http", 7), ("https", 8)] {
        if lower.starts_with(format!("{scheme}://").as_bytes()) {
            return absolute(scheme, &bytes[before..], text);
        }
    }
    match bytes {
        b"*" => Term::atom("*"),
        [b'/', ..] => Term::tuple([Term::atom("abs_path"), text(bytes)]),
        _ => match bytes.iter().position(|byte| *byte == b':') {
            Some(at) => Term::tuple([Term::atom("scheme"), text(&bytes[..at]), text(&bytes[at + 1..])]),
            None => text(bytes),
        },
    }
}

/// `{absoluteURI, Scheme, Host, Port, Path}`
fn absolute(scheme: &str, bytes: &[u8], text: Text<'_>) -> Term {
    let end = bytes.iter().position(|byte| *byte == b'/').unwrap_or(bytes.len());
    let (place, path) = bytes.split_at(end);
    let path: &[u8] = if path.is_empty() { b"/" } else { path };
    let (host, port) = match place.iter().position(|byte| *byte == b':') {
        Some(at) => (&place[..at], digits(&place[at + 1..]).filter(|(_, rest)| rest.is_empty())),
        None => (place, None),
    };
    let port = match port {
        Some((port, _)) if port != 0 => Term::Int(port),
        _ => Term::Atom(atoms::UNDEFINED),
    };
    Term::tuple([Term::atom("absoluteURI"), Term::atom(scheme), text(host), port, text(path)])
}

/// `{http_header, Number, Name, NameAsSent, Value}`; each part of the name begins with a capital.
fn header(bytes: &[u8], text: Text<'_>) -> Option<Term> {
    let count = bytes.iter().take_while(|byte| !is_special(**byte)).count();
    let (sent, rest) = bytes.split_at(count);
    let value = skip_blanks(rest.strip_prefix(b":")?);
    let mut name = sent.to_vec();
    if count <= LONGEST_NAME {
        let mut before = b'-';
        for byte in &mut name {
            *byte = if before == b'-' { byte.to_ascii_uppercase() } else { byte.to_ascii_lowercase() };
            before = *byte;
        }
    }
    let known = HEADERS.iter().position(|known| known.as_bytes() == name);
    let (number, name) = match known {
        Some(at) => (at as i64 + 1, Term::atom(HEADERS[at])),
        None => (0, text(&name)),
    };
    Some(Term::tuple([Term::atom("http_header"), Term::Int(number), name, text(sent), text(value)]))
}
