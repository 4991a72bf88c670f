//! Where text comes from, and where in it something stands.

/// One of the files of a module: the source itself first, then what it includes. An index into [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A place in a text: line and column from 1, the column counted in characters (as OTP does). Line 0 = nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Pos {
    pub line: u32,
    pub column: u32,
}

/// From the first character of something to just past its last. What a macro produced spans the macro's use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    pub file: FileId,
    pub start: Pos,
    pub end: Pos,
}

impl Span {
    /// The span from the start of `self` to the end of `last`.
    pub fn to(self, last: Span) -> Span {
        Span { end: last.end, ..self }
    }
}

/// A file's name as `?FILE` and stack traces show it, and its text. `.beam` files without a reachable source have no text.
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

/// How the preprocessor gets at included files. The caller owns all I/O.
pub trait Include {
    /// `-include("name")` in the file called `from`: the name to show and the contents.
    fn include(&self, from: &str, name: &str) -> Option<(String, Vec<u8>)>;
    /// `-include_lib("app/include/name")`.
    fn include_lib(&self, from: &str, name: &str) -> Option<(String, Vec<u8>)>;
}
