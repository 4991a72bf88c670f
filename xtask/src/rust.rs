//! Rust sources cut into code, comments and string literals, for checks that read them.

/// A part of a source file and the line that it begins on, from 1.
pub struct Piece<'a> {
    pub kind: Kind,
    pub line: usize,
    pub text: &'a str,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Code,
    /// One line of a comment, without its slashes; or a whole block comment.
    Comment,
    /// What stands between the quotes.
    Literal,
}

/// The pieces of a file, in order. Quotes and comment marks belong to none of them.
pub fn pieces(source: &str) -> Vec<Piece<'_>> {
    let mut cutter = Cutter { source, at: 0, begin: 0, line: 1, pieces: Vec::new() };
    cutter.run();
    cutter.pieces
}

/// The code of a file alone: each comment and each literal is a space, line breaks stay.
pub fn code(source: &str) -> String {
    let mut text = String::new();
    for piece in pieces(source) {
        match piece.kind {
            Kind::Code => text.push_str(piece.text),
            Kind::Comment | Kind::Literal => {
                text.push(' ');
                text.extend(piece.text.chars().filter(|char| *char == '\n'));
            }
        }
    }
    text
}

struct Cutter<'a> {
    source: &'a str,
    at: usize,
    /// Where the code that has not been cut off yet begins.
    begin: usize,
    line: usize,
    pieces: Vec<Piece<'a>>,
}

impl<'a> Cutter<'a> {
    fn run(&mut self) {
        while let Some(char) = self.rest().chars().next() {
            let rest = self.rest();
            if rest.starts_with("//") {
                let end = rest.find('\n').unwrap_or(rest.len());
                let marks = rest.bytes().take_while(|byte| matches!(byte, b'/' | b'!')).count();
                self.cut(Kind::Comment, marks.min(end), end, end);
            } else if rest.starts_with("/*") {
                let end = block_comment(rest);
                self.cut(Kind::Comment, 2, end.saturating_sub(2).max(2), end);
            } else if let Some(hashes) = self.raw_string() {
                let open = hashes + 2;
                let close = format!("\"{}", "#".repeat(hashes));
                let end = rest[open..].find(&close).map_or(rest.len(), |end| open + end);
                self.cut(Kind::Literal, open, end, (end + close.len()).min(rest.len()));
            } else if char == '"' {
                let end = 1 + string_end(&rest[1..]);
                self.cut(Kind::Literal, 1, end, (end + 1).min(rest.len()));
            } else if char == '\'' {
                self.at += character(rest);
            } else {
                self.at += char.len_utf8();
            }
        }
        self.code();
    }

    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    /// `r"`, `r#"` and so on: the number of hashes. The `r` must not end a name.
    fn raw_string(&self) -> Option<usize> {
        let after = self.rest().strip_prefix('r')?;
        let before = self.source[..self.at].chars().next_back();
        let named = before.is_some_and(|char| char.is_alphanumeric() || char == '_');
        if named && before != Some('b') && before != Some('c') {
            return None;
        }
        let hashes = after.bytes().take_while(|byte| *byte == b'#').count();
        after[hashes..].starts_with('"').then_some(hashes)
    }

    /// Cuts off the code so far, then a piece of the rest: its text and its whole length.
    fn cut(&mut self, kind: Kind, from: usize, to: usize, length: usize) {
        self.code();
        let text = &self.rest()[from..to.max(from)];
        self.pieces.push(Piece { kind, line: self.line, text });
        self.line += lines(&self.rest()[..length]);
        self.at += length;
        self.begin = self.at;
    }

    fn code(&mut self) {
        let text = &self.source[self.begin..self.at];
        if !text.is_empty() {
            self.pieces.push(Piece { kind: Kind::Code, line: self.line, text });
            self.line += lines(text);
        }
        self.begin = self.at;
    }
}

fn lines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// The length of a block comment, those inside it included.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while let Some(char) = text[at..].chars().next() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += char.len_utf8();
        }
    }
    text.len()
}

/// Where the closing quote is.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (at, char) in text.char_indices() {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at,
            _ => {}
        }
    }
    text.len()
}

/// The length of a character literal; of a lifetime, only its tick.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => text[3..].find('\'').map_or(1, |end| 3 + end + 1),
        Some((at, char)) if text[at + char.len_utf8()..].starts_with('\'') => at + char.len_utf8() + 1,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[(Kind, usize, &str)]) {
        let found: Vec<(Kind, usize, &str)> =
            pieces(source).iter().map(|piece| (piece.kind, piece.line, piece.text)).collect();
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn comments_and_literals() {
        use Kind::*;
        check("a // b\nc", &[(Code, 1, "a "), (Comment, 1, " b"), (Code, 1, "\nc")]);
        check("//! x", &[(Comment, 1, " x")]);
        check("a /* b /* c */ */ d", &[(Code, 1, "a "), (Comment, 1, " b /* c */ "), (Code, 1, " d")]);
        check("f(\"a // \\\" b\")", &[(Code, 1, "f("), (Literal, 1, "a // \\\" b"), (Code, 1, ")")]);
        check("r#\"a \" b\"#\nx", &[(Literal, 1, "a \" b"), (Code, 1, "\nx")]);
        check("br\"a\"", &[(Code, 1, "b"), (Literal, 1, "a")]);
        check("'\"' + '\\'' + 'a", &[(Code, 1, "'\"' + '\\'' + 'a")]);
        check("\"a\nb\" c // d", &[(Literal, 1, "a\nb"), (Code, 2, " c "), (Comment, 2, " d")]);
    }

    #[test]
    fn code_keeps_its_lines() {
        assert_eq!(code("a \"x\ny\" // z\nb"), "a  \n  \nb");
    }
}
