//! Where text comes from, and where in it something stands.

/// One of the texts of a program: the prelude first, then the user's files, then what is asked of
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A place in a text: line and column from 1, the column counted in characters, and the byte
/// offset. Line 0 = nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Pos {
    pub line: u32,
    pub column: u32,
    pub offset: u32,
}

/// From the first character of something to just past its last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    pub file: FileId,
    pub start: Pos,
    pub end: Pos,
}

impl Span {
    /// Nowhere: what is built in.
    pub const NONE: Span = Span { file: FileId(0), start: Pos::NOWHERE, end: Pos::NOWHERE };

    /// The span from the start of `self` to the end of `last`.
    pub fn to(self, last: Span) -> Span {
        Span { end: last.end, ..self }
    }
}

impl Pos {
    pub const NOWHERE: Pos = Pos { line: 0, column: 0, offset: 0 };
    pub const START: Pos = Pos { line: 1, column: 1, offset: 0 };
}

#[derive(Clone, Debug)]
pub struct SourceFile {
    pub name: String,
    pub text: String,
}

/// The texts that a program was read from.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    pub files: Vec<SourceFile>,
}

impl Sources {
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(SourceFile { name: name.into(), text: text.into() });
        FileId(self.files.len() as u32 - 1)
    }

    /// What the next text will be.
    pub fn next(&self) -> FileId {
        FileId(self.files.len() as u32)
    }

    pub fn name(&self, file: FileId) -> &str {
        self.files.get(file.0 as usize).map_or("", |file| &file.name)
    }

    pub fn whole(&self, file: FileId) -> &str {
        self.files.get(file.0 as usize).map_or("", |file| &file.text)
    }

    /// What the author wrote there, comments and all; empty for what is built in.
    pub fn text(&self, span: Span) -> &str {
        let range = span.start.offset as usize..span.end.offset as usize;
        self.files.get(span.file.0 as usize).and_then(|file| file.text.get(range)).unwrap_or("")
    }
}
