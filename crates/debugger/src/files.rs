//! What reading a project needs of the file system and the environment. The interface implements
//! it.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

pub use erlang_machine::host::{HostKind, Info};

use crate::words;

/// Files and environment variables, as the interface provides them. Relative paths start at the
/// interface's current folder. Except for `is_link`, symbolic links are followed.
pub trait Files {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// The file as a stream, for those too large to be read at once.
    fn open(&self, path: &Path) -> io::Result<Box<dyn io::Read>>;

    /// A file to write to, empty at first.
    fn create(&self, path: &Path) -> io::Result<Box<dyn io::Write>>;

    /// The entries of a folder, each as `folder.join(name)`, sorted.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    fn kind(&self, path: &Path) -> io::Result<PathKind>;

    /// Whether the path itself is a symbolic link.
    fn is_link(&self, path: &Path) -> bool;

    /// The path with all symbolic links, `.` and `..` resolved.
    fn resolve(&self, path: &Path) -> io::Result<PathBuf>;

    /// An environment variable.
    fn variable(&self, name: &str) -> Option<OsString>;

    /// What the operating system says of a path, without following a link at its end.
    fn info(&self, path: &Path) -> io::Result<Info>;

    /// What a symbolic link points to.
    fn link_target(&self, path: &Path) -> io::Result<PathBuf>;

    /// All environment variables.
    fn variables(&self) -> Vec<(OsString, OsString)>;

    /// The folder in which relative paths begin, as an absolute path.
    fn current_folder(&self) -> io::Result<PathBuf>;

    /// The folders that are searched for programs: the entries of `PATH`.
    fn program_folders(&self) -> Vec<PathBuf>;

    /// What an earlier run kept under this name.
    fn recall(&self, name: &str) -> Option<Vec<u8>>;

    /// Keeps something for later runs, outside of every project. It may be lost at any time.
    fn keep(&self, name: &str, contents: &[u8]);
}

/// The kind of file at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    File,
    Folder,
    /// A pipe, a device and the like.
    Other,
}

impl dyn Files + '_ {
    /// Whether there is a regular file at this path.
    pub fn is_file(&self, path: &Path) -> bool {
        self.kind(path).is_ok_and(|kind| kind == PathKind::File)
    }

    /// Whether there is a folder at this path.
    pub fn is_folder(&self, path: &Path) -> bool {
        self.kind(path).is_ok_and(|kind| kind == PathKind::Folder)
    }

    /// The first bytes of a regular file. What is read from a pipe is gone: only files are looked
    /// into.
    pub fn head(&self, path: &Path, count: usize) -> Option<Vec<u8>> {
        if !self.is_file(path) {
            return None;
        }
        let mut head = Vec::new();
        io::Read::take(self.open(path).ok()?, count as u64).read_to_end(&mut head).ok()?;
        Some(head)
    }

    /// The contents of a source. A pipe or a device may block, or never end: it is refused.
    pub fn source(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.kind(path) {
            Ok(PathKind::Other) => Err(io::Error::other(words::NOT_A_REGULAR_FILE)),
            _ => self.read(path),
        }
    }

    /// The contents of a file, if it can be read and is UTF-8.
    pub fn text(&self, path: &Path) -> Option<String> {
        String::from_utf8(self.source(path).ok()?).ok()
    }
}

/// Files in memory. A folder exists if a file or a link is below it.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    files: BTreeMap<PathBuf, Vec<u8>>,
    /// Symbolic links and what they point to.
    links: BTreeMap<PathBuf, PathBuf>,
    /// What was written.
    written: Rc<RefCell<BTreeMap<PathBuf, Vec<u8>>>>,
    kept: Rc<RefCell<BTreeMap<String, Vec<u8>>>>,
    variables: BTreeMap<String, OsString>,
    program_folders: Vec<PathBuf>,
}

impl Texts {
    /// Each file is given as `path` (an empty file) or `path: contents`.
    pub fn of(files: &[&str]) -> Texts {
        let mut texts = Texts::default();
        for file in files {
            let (path, contents) = file.split_once(": ").unwrap_or((file, ""));
            texts.add(path, contents);
        }
        texts
    }

    pub fn add(&mut self, path: impl AsRef<Path>, contents: impl Into<Vec<u8>>) {
        self.files.insert(without_dots(path.as_ref()), contents.into());
    }

    /// Adds a symbolic link. Unlike on disk, `to` is not relative to the link's own folder.
    pub fn link(&mut self, from: impl AsRef<Path>, to: impl AsRef<Path>) {
        self.links.insert(without_dots(from.as_ref()), without_dots(to.as_ref()));
    }

    /// What was written to a file.
    pub fn written(&self, path: impl AsRef<Path>) -> Option<Vec<u8>> {
        self.written.borrow().get(path.as_ref()).cloned()
    }

    pub fn set_variable(&mut self, name: &str, value: impl Into<OsString>) {
        self.variables.insert(name.to_owned(), value.into());
    }

    pub fn set_program_folders(&mut self, folders: impl IntoIterator<Item = impl Into<PathBuf>>) {
        self.program_folders = folders.into_iter().map(Into::into).collect();
    }

    /// Follows each link once, so that links that point to each other do no harm.
    fn real(&self, path: &Path) -> PathBuf {
        let mut real = PathBuf::new();
        for component in path.components() {
            step(&mut real, component);
            if let Some(target) = self.links.get(&real) {
                real.clone_from(target);
            }
        }
        real
    }

    fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.keys().chain(self.links.keys())
    }
}

/// A file in memory that is being written.
struct Writing {
    path: PathBuf,
    written: Rc<RefCell<BTreeMap<PathBuf, Vec<u8>>>>,
}

impl io::Write for Writing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.borrow_mut().entry(self.path.clone()).or_default().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Files for Texts {
    fn create(&self, path: &Path) -> io::Result<Box<dyn io::Write>> {
        self.written.borrow_mut().insert(path.to_owned(), Vec::new());
        Ok(Box::new(Writing { path: path.to_owned(), written: self.written.clone() }))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn io::Read>> {
        Ok(Box::new(io::Cursor::new(self.read(path)?)))
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let contents = self.files.get(&self.real(path));
        contents.cloned().ok_or_else(|| match self.kind(path) {
            Ok(_) => io::ErrorKind::IsADirectory.into(),
            Err(error) => error,
        })
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        if self.kind(folder)? != PathKind::Folder {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let real = self.real(folder);
        let names = self.paths().filter_map(|path| path.strip_prefix(&real).ok()?.components().next());
        let entries: BTreeSet<PathBuf> = names.map(|name| folder.join(name)).collect();
        Ok(entries.into_iter().collect())
    }

    fn kind(&self, path: &Path) -> io::Result<PathKind> {
        let real = self.real(path);
        if self.files.contains_key(&real) {
            Ok(PathKind::File)
        } else if real.as_os_str().is_empty() || self.paths().any(|path| path.starts_with(&real)) {
            Ok(PathKind::Folder)
        } else {
            Err(io::ErrorKind::NotFound.into())
        }
    }

    fn is_link(&self, path: &Path) -> bool {
        let parent = path.parent().map(|parent| self.real(parent)).unwrap_or_default();
        path.file_name().is_some_and(|name| self.links.contains_key(&parent.join(name)))
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        self.kind(path).map(|_| self.real(path))
    }

    fn variable(&self, name: &str) -> Option<OsString> {
        self.variables.get(name).cloned()
    }

    fn info(&self, path: &Path) -> io::Result<Info> {
        let plain = Info::plain_folder();
        let real = without_dots(path);
        let kind = match self.kind(path) {
            _ if self.links.contains_key(&real) => HostKind::Link,
            Ok(PathKind::Folder) => return Ok(plain),
            Ok(_) => HostKind::File,
            Err(error) => return Err(error),
        };
        let size = self.files.get(&self.real(path)).map_or(0, |contents| contents.len() as u64);
        Ok(Info { kind, size, mode: 0o100_644, links: 1, ..plain })
    }

    fn link_target(&self, path: &Path) -> io::Result<PathBuf> {
        let target = self.links.get(&without_dots(path)).map(|target| Path::new("/").join(target));
        target.ok_or_else(|| io::ErrorKind::InvalidInput.into())
    }

    fn variables(&self) -> Vec<(OsString, OsString)> {
        self.variables.iter().map(|(name, value)| (name.into(), value.clone())).collect()
    }

    fn current_folder(&self) -> io::Result<PathBuf> {
        Ok("/".into())
    }

    fn program_folders(&self) -> Vec<PathBuf> {
        self.program_folders.clone()
    }

    fn recall(&self, name: &str) -> Option<Vec<u8>> {
        self.kept.borrow().get(name).cloned()
    }

    fn keep(&self, name: &str, contents: &[u8]) {
        self.kept.borrow_mut().insert(name.to_owned(), contents.to_vec());
    }
}

fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    path.components().for_each(|component| step(&mut plain, component));
    plain
}

/// Goes from a folder to one of its entries, or to its parent.
fn step(path: &mut PathBuf, component: Component<'_>) {
    match component {
        Component::CurDir => {}
        Component::ParentDir => {
            path.pop();
        }
        other => path.push(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts() -> Texts {
        let mut texts = Texts::of(&["p/src/a.erl: one", "p/src/b.erl", "q/c.erl: three"]);
        texts.link("p/other", "q");
        texts.link("p/src/circle", "p/src");
        texts
    }

    #[test]
    fn contents() {
        let texts = texts();
        let check = |path: &str, expected: Result<&str, io::ErrorKind>| {
            let read = texts.read(Path::new(path)).map_err(|error| error.kind());
            assert_eq!(read, expected.map(|text| text.as_bytes().to_vec()), "{path}");
        };
        check("p/src/a.erl", Ok("one"));
        check("./p/src/../src/a.erl", Ok("one"));
        check("p/src/b.erl", Ok(""));
        check("p/other/c.erl", Ok("three"));
        check("p/src/circle/circle/a.erl", Ok("one"));
        check("p/src", Err(io::ErrorKind::IsADirectory));
        check("p/src/c.erl", Err(io::ErrorKind::NotFound));
    }

    #[test]
    fn folders() {
        let texts = texts();
        let check = |folder: &str, expected: &[&str]| {
            let entries = texts.list(Path::new(folder)).expect("a folder");
            assert_eq!(entries, expected.iter().map(PathBuf::from).collect::<Vec<_>>(), "{folder}");
        };
        check("p/src/../src", &["p/src/../src/a.erl", "p/src/../src/b.erl", "p/src/../src/circle"]);
        check("p", &["p/other", "p/src"]);
        check("p/other", &["p/other/c.erl"]);
        check(".", &["./p", "./q"]);
        let error = |folder: &str| texts.list(Path::new(folder)).map_err(|error| error.kind());
        assert_eq!(error("p/src/a.erl"), Err(io::ErrorKind::NotADirectory));
        assert_eq!(error("r"), Err(io::ErrorKind::NotFound));
    }

    #[test]
    fn links() {
        let texts = texts();
        let check = |path: &str, is_link: bool, resolved: &str| {
            let path = Path::new(path);
            assert_eq!(texts.is_link(path), is_link, "{path:?}");
            assert_eq!(texts.resolve(path).expect("there"), PathBuf::from(resolved));
        };
        check("p/other", true, "q");
        check("p/other/c.erl", false, "q/c.erl");
        check("p/src/circle/circle", true, "p/src");
        check("p/./src", false, "p/src");
    }
}
