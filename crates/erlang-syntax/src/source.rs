//! Where text comes from, and where in it something stands.

/// One of the files of a module: the source itself first, then what it includes. An index into
/// [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A place in a text: line and column from 1, the column counted in characters (as OTP does). Line
/// 0 = nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Pos {
    pub line: u32,
    pub column: u32,
}

/// From the first character of something to just past its last. What a macro produced spans the
/// macro's use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    pub file: FileId,
    pub start: Pos,
    pub end: Pos,
}

impl Span {
    /// Nowhere: what the compiler or the debugger made up.
    pub const NONE: Span =
        Span { file: FileId(0), start: Pos { line: 0, column: 0 }, end: Pos { line: 0, column: 0 } };

    /// The span from the start of `self` to the end of `last`.
    pub fn to(self, last: Span) -> Span {
        Span { end: last.end, ..self }
    }
}

/// A file's name as `?FILE` and stack traces show it, and its text. `.beam` files without a
/// reachable source have no text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    pub name: String,
    pub text: Option<String>,
}

/// The files that a module was read from.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    pub files: Vec<SourceFile>,
}

impl Sources {
    pub fn name(&self, file: FileId) -> &str {
        self.files.get(file.0 as usize).map_or("", |file| &file.name)
    }

    /// What the author wrote there, comments and all. `None` without the text, or outside it.
    pub fn text(&self, span: Span) -> Option<&str> {
        let text = self.files.get(span.file.0 as usize)?.text.as_deref()?;
        let start = offset(text, span.start)?;
        let length = match span.end.line - span.start.line.min(span.end.line) {
            0 => offset(
                &text[start..],
                Pos { line: 1, column: 1 + (span.end.column.checked_sub(span.start.column)?) },
            )?,
            lines => offset(&text[start..], Pos { line: 1 + lines, column: span.end.column })?,
        };
        Some(&text[start..start + length])
    }
}

/// The byte at which a position of the text lies; the end of a line counts as a position in it.
fn offset(text: &str, pos: Pos) -> Option<usize> {
    let line_start = match pos.line.checked_sub(2) {
        None => 0,
        Some(newline) => text.match_indices('\n').nth(newline as usize)?.0 + 1,
    };
    let column = pos.column.checked_sub(1)? as usize;
    let (at, _) = text[line_start..].char_indices().chain([(text.len() - line_start, ' ')]).nth(column)?;
    Some(line_start + at)
}

/// How the preprocessor gets at included files. The caller owns all I/O.
pub trait Include {
    /// `-include("name")` in the file called `from`: the name to show and the contents.
    fn include(&self, from: &str, name: &str) -> Option<(String, Vec<u8>)>;
    /// `-include_lib("app/include/name")`.
    fn include_lib(&self, from: &str, name: &str) -> Option<(String, Vec<u8>)>;
}

/// For texts that include nothing.
pub struct NoIncludes;

impl Include for NoIncludes {
    fn include(&self, _: &str, _: &str) -> Option<(String, Vec<u8>)> {
        None
    }
    fn include_lib(&self, _: &str, _: &str) -> Option<(String, Vec<u8>)> {
        None
    }
}
