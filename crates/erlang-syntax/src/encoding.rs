//! Bytes to text: UTF-8, or latin-1 if a comment in the first two lines says so.

use crate::diagnostics::Diagnostic;
use crate::source::{FileId, Pos, Span};

/// The text, and what is wrong with it.
pub fn decode(bytes: &[u8], file: FileId) -> (String, Option<Diagnostic>) {
    if says_latin1(bytes) {
        return (bytes.iter().map(|&byte| byte as char).collect(), None);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), None),
        Err(error) => {
            let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let line = before.matches('\n').count() as u32 + 1;
            let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) as u32 + 1;
            let start = Pos { line, column };
            let span = Span { file, start, end: Pos { line, column: column + 1 } };
            let problem = Diagnostic::error(span, "the text is not valid UTF-8 here")
                .help("if the file is in latin-1, say so in its first line: %% coding: latin-1");
            (String::from_utf8_lossy(bytes).into_owned(), Some(problem))
        }
    }
}

/// Looks for `coding: latin-1` or `coding = latin-1` in a comment, as `epp` does.
fn says_latin1(bytes: &[u8]) -> bool {
    for line in bytes.split(|&byte| byte == b'\n').take(2) {
        let Some(percent) = line.iter().position(|&byte| byte == b'%') else { continue };
        let comment = String::from_utf8_lossy(&line[percent..]).to_lowercase();
        for (at, word) in comment.match_indices("coding") {
            let rest = comment[at + word.len()..].trim_start_matches(' ');
            let Some(rest) = rest.strip_prefix([':', '=']) else { continue };
            let name = rest.trim_start_matches([' ', ':', '=']);
            let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(name.len());
            // The first encoding named is the one that counts.
            let mut parts = name[..end].split('-');
            return parts.next() == Some("latin") && parts.next() == Some("1");
        }
    }
    false
}
