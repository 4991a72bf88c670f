//! How messages lie in a stream of bytes: `Content-Length: N`, an empty line, N bytes of JSON.

use std::io::{BufRead, ErrorKind, Read, Write};

/// The longest header that is read, all of its lines together.
const HEADER: usize = 8 << 10;
/// The longest message that is read. Requests are small; the limit leaves room for editors that
/// send a whole file along.
const LONGEST: usize = 16 << 20;

/// Why nothing more can be read: after this, nobody knows where the next message begins.
#[derive(Debug)]
pub enum Broken {
    /// The header is not one of the protocol's.
    Header(String),
    /// The stream ended in the middle of a message.
    Cut,
    Stream(std::io::Error),
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Broken::Header(why) => write!(f, "this is not the Debug Adapter Protocol: {why}"),
            Broken::Cut => write!(f, "the connection ended in the middle of a message"),
            Broken::Stream(error) => write!(f, "cannot read from the connection: {error}"),
        }
    }
}

/// The next message. None: the stream has ended, between two messages.
pub fn read(stream: &mut impl BufRead) -> Result<Option<Vec<u8>>, Broken> {
    let Some(length) = header(stream)? else { return Ok(None) };
    let mut content = Vec::new();
    // Grows with what arrives: a length that was only claimed costs nothing.
    stream.take(length as u64).read_to_end(&mut content).map_err(Broken::Stream)?;
    if content.len() < length { Err(Broken::Cut) } else { Ok(Some(content)) }
}

/// The length of what follows.
fn header(stream: &mut impl BufRead) -> Result<Option<usize>, Broken> {
    let mut left = HEADER;
    let mut length = None;
    for n in 0.. {
        let mut line = Vec::new();
        let read = stream.take(left as u64).read_until(b'\n', &mut line);
        left -= read.map_err(Broken::Stream)?;
        if line.is_empty() && left > 0 {
            return if n == 0 { Ok(None) } else { Err(Broken::Cut) };
        }
        if line.pop() != Some(b'\n') {
            let why = format!("its header is longer than {HEADER} bytes");
            return Err(if left == 0 { Broken::Header(why) } else { Broken::Cut });
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        if line.is_empty() {
            break;
        }
        if let Some(found) = field(&line)? {
            length = Some(found);
        }
    }
    length.map(Some).ok_or_else(|| Broken::Header("its header has no Content-Length".into()))
}

/// The length that a line of the header tells; other fields (`Content-Type`) tell nothing.
fn field(line: &[u8]) -> Result<Option<usize>, Broken> {
    let text = String::from_utf8_lossy(line);
    let Some((name, value)) = text.split_once(':') else {
        let shown: String = text.chars().take(40).collect();
        return Err(Broken::Header(format!("`{}` in its header is not a field", shown.escape_debug())));
    };
    if !name.trim().eq_ignore_ascii_case("Content-Length") {
        return Ok(None);
    }
    let value = value.trim();
    match value.parse::<usize>() {
        Ok(length) if length <= LONGEST => Ok(Some(length)),
        _ if value.bytes().all(|byte| byte.is_ascii_digit()) && !value.is_empty() => {
            Err(Broken::Header(format!("a message of more than {} MiB", LONGEST >> 20)))
        }
        _ => Err(Broken::Header("its Content-Length is not a number of bytes".into())),
    }
}

/// Writes a message. Whether someone is still there to read it.
pub fn write(stream: &mut impl Write, content: &[u8]) -> std::io::Result<bool> {
    let mut all = || {
        write!(stream, "Content-Length: {}\r\n\r\n", content.len())?;
        stream.write_all(content)?;
        stream.flush()
    };
    match all() {
        Ok(()) => Ok(true),
        Err(error) if matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset) => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All messages of a stream, then how it ended.
    fn check(stream: &[u8], messages: &[&str], end: &str) {
        // One byte at a time, as a slow connection would bring them.
        let mut reader = std::io::BufReader::with_capacity(1, stream);
        let mut found = Vec::new();
        let ended = loop {
            match read(&mut reader) {
                Ok(Some(content)) => found.push(String::from_utf8(content).expect("text")),
                Ok(None) => break String::new(),
                Err(broken) => break broken.to_string(),
            }
        };
        let shown = String::from_utf8_lossy(stream).chars().take(60).collect::<String>();
        assert_eq!(found, messages, "{shown}");
        assert_eq!(ended.replace("this is not the Debug Adapter Protocol: ", "not DAP: "), end, "{shown}");
    }

    #[test]
    fn messages_are_read_one_after_another() {
        check(b"", &[], "");
        check(b"Content-Length: 2\r\n\r\n{}", &["{}"], "");
        check(b"Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\nnull", &["{}", "null"], "");
        check(b"Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}", &["", "{}"], "");
        check(b"content-length:2\r\nContent-Type: json; charset=utf-8\r\n\r\n{}", &["{}"], "");
        check(b"Content-Length: 2\n\n{}", &["{}"], "");
    }

    #[test]
    fn a_stream_that_is_none_ends() {
        let cut = "the connection ended in the middle of a message";
        check(b"Content-Length: 5\r\n\r\n{}", &[], cut);
        check(b"Content-Length: 5\r\n", &[], cut);
        check(b"Content-Length", &[], cut);
        check(b"Content-Length: 2\r\n\r\n{}Con", &["{}"], cut);
        check(b"GET / HTTP/1.1\r\n\r\n", &[], "not DAP: `GET / HTTP/1.1` in its header is not a field");
        check(b"\xff\xfe\n\n", &[], "not DAP: `\u{fffd}\u{fffd}` in its header is not a field");
        check(b"\r\n{}", &[], "not DAP: its header has no Content-Length");
        check(b"Host: here\r\n\r\n{}", &[], "not DAP: its header has no Content-Length");
        check(b"Content-Length: -1\r\n\r\n", &[], "not DAP: its Content-Length is not a number of bytes");
        check(b"Content-Length: two\r\n\r\n", &[], "not DAP: its Content-Length is not a number of bytes");
        check(b"Content-Length:\r\n\r\n", &[], "not DAP: its Content-Length is not a number of bytes");
        check(b"Content-Length: 99999999\r\n\r\n", &[], "not DAP: a message of more than 16 MiB");
        check(b"Content-Length: 18446744073709551616\r\n\r\n", &[], "not DAP: a message of more than 16 MiB");
        check(&b"x: ".repeat(10_000), &[], "not DAP: its header is longer than 8192 bytes");
        check(&b"x: y\n".repeat(10_000), &[], "not DAP: its header is longer than 8192 bytes");
    }

    #[test]
    fn what_is_written_can_be_read() {
        let mut stream = Vec::new();
        assert!(write(&mut stream, "{\"ü\":1}".as_bytes()).expect("memory"));
        check(&stream, &["{\"ü\":1}"], "");
    }
}
