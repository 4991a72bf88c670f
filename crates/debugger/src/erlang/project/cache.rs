//! What parse transforms made of modules, kept for later runs.
//!
//! A result holds as long as nothing has changed that it depends on: the request itself (the forms
//! of the module, and the options), and every answer of the file system that the second machine
//! has got so far. OTP's own files are not looked at again: its folder is part of the request.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use erlang_machine::host::Info;
use erlang_term::Term;
use erlang_term::external::{EncodeOptions, decode, encode};
use serde::{Deserialize, Serialize};

use crate::files::{Files, PathKind};

/// Changes when what is kept means something else.
const FORMAT: u32 = 1;

/// What a file system was asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
enum Asked {
    Contents,
    Entries,
    Kind,
    Info,
    Link,
    Resolved,
    Variable,
    Environment,
}

type Seen = BTreeMap<(Asked, String), u64>;

/// Files that remember what they were asked, and what they said.
pub struct Watched {
    files: Rc<dyn Files>,
    /// OTP's folder.
    root: Option<PathBuf>,
    seen: RefCell<Seen>,
    /// What is the same now, and what is not.
    checked: RefCell<Seen>,
    /// Something was asked that is not remembered.
    is_unsure: Cell<bool>,
}

/// The first line of a kept result. The request and the result follow, as external terms.
#[derive(Serialize, Deserialize)]
struct Head {
    format: u32,
    /// The bytes of the request.
    request: usize,
    seen: Vec<(Asked, String, u64)>,
}

impl Watched {
    pub fn new(files: Rc<dyn Files>, root: Option<PathBuf>) -> Watched {
        Watched {
            files,
            root,
            seen: RefCell::default(),
            checked: RefCell::default(),
            is_unsure: Cell::new(false),
        }
    }

    /// What was kept for this request, if nothing that it depends on has changed.
    pub fn recall(&self, request: &[u8]) -> Option<Term> {
        let kept = self.files.recall(&name(request))?;
        let end = kept.iter().position(|byte| *byte == b'\n')?;
        let head: Head = serde_json::from_slice(&kept[..end]).ok()?;
        let (own, result) = kept[end + 1..].split_at_checked(head.request)?;
        let holds = |(asked, path, hash): &(Asked, String, u64)| self.now(*asked, path) == *hash;
        if head.format != FORMAT || own != request || !head.seen.iter().all(holds) {
            return None;
        }
        let (term, _) = decode(result).ok()?;
        // Whatever comes of this result depends on the same.
        let seen = head.seen.into_iter().map(|(asked, path, hash)| ((asked, path), hash));
        self.seen.borrow_mut().extend(seen);
        Some(term)
    }

    pub fn keep(&self, request: &[u8], result: &Term) {
        if self.is_unsure.get() {
            return;
        }
        let seen = self.seen.borrow();
        let seen = seen.iter().map(|((asked, path), hash)| (*asked, path.clone(), *hash)).collect();
        let head = Head { format: FORMAT, request: request.len(), seen };
        let Ok(mut kept) = serde_json::to_vec(&head) else { return };
        kept.push(b'\n');
        kept.extend_from_slice(request);
        kept.extend_from_slice(&encode(result, EncodeOptions::default()));
        self.files.keep(&name(request), &kept);
    }

    fn now(&self, asked: Asked, path: &str) -> u64 {
        let key = (asked, path.to_owned());
        if let Some(hash) = self.checked.borrow().get(&key) {
            return *hash;
        }
        let (files, at) = (&*self.files, Path::new(path));
        let hash = match asked {
            Asked::Contents => hash(&answer(&files.read(at))),
            Asked::Entries => hash(&answer(&files.list(at))),
            Asked::Kind => hash(&kind(&files.kind(at))),
            Asked::Info => hash(&info(&files.info(at))),
            Asked::Link => hash(&answer(&files.link_target(at))),
            Asked::Resolved => hash(&answer(&files.resolve(at))),
            Asked::Variable => hash(&files.variable(path)),
            Asked::Environment => hash(&environment(files)),
        };
        self.checked.borrow_mut().insert(key, hash);
        hash
    }

    fn note(&self, asked: Asked, path: &Path, hash: u64) {
        if self.root.as_ref().is_some_and(|root| path.starts_with(root)) {
            return;
        }
        match path.to_str() {
            Some(text) => drop(self.seen.borrow_mut().insert((asked, text.to_owned()), hash)),
            None => self.is_unsure.set(true),
        }
    }
}

/// The file of a request.
fn name(request: &[u8]) -> String {
    format!("transformed/{:016x}", hash(&request))
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn answer<T: Clone>(given: &io::Result<T>) -> Result<T, String> {
    match given {
        Ok(value) => Ok(value.clone()),
        Err(error) => Err(error.kind().to_string()),
    }
}

fn kind(given: &io::Result<PathKind>) -> u8 {
    match given {
        Ok(PathKind::File) => 1,
        Ok(PathKind::Folder) => 2,
        Ok(PathKind::Other) => 3,
        Err(_) => 0,
    }
}

/// All variables but those that a shell changes by itself.
fn environment(files: &dyn Files) -> Vec<(OsString, OsString)> {
    let of_shell = |name: &OsString| ["_", "OLDPWD", "PWD", "SHLVL"].iter().any(|own| name == own);
    files.variables().into_iter().filter(|(name, _)| !of_shell(name)).collect()
}

/// Not when it was last read.
fn info(given: &io::Result<Info>) -> Result<(u64, u32, i64), String> {
    answer(given).map(|info| (info.size, info.mode, info.modified))
}

impl Files for Watched {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let given = self.files.read(path);
        self.note(Asked::Contents, path, hash(&answer(&given)));
        given
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn io::Read>> {
        let given = self.read(path)?;
        Ok(Box::new(io::Cursor::new(given)))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn io::Write>> {
        self.files.create(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let given = self.files.list(folder);
        self.note(Asked::Entries, folder, hash(&answer(&given)));
        given
    }

    fn kind(&self, path: &Path) -> io::Result<PathKind> {
        let given = self.files.kind(path);
        self.note(Asked::Kind, path, hash(&kind(&given)));
        given
    }

    fn is_link(&self, path: &Path) -> bool {
        self.link_target(path).is_ok()
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        let given = self.files.resolve(path);
        self.note(Asked::Resolved, path, hash(&answer(&given)));
        given
    }

    fn variable(&self, name: &str) -> Option<OsString> {
        let given = self.files.variable(name);
        self.note(Asked::Variable, Path::new(name), hash(&given));
        given
    }

    fn info(&self, path: &Path) -> io::Result<Info> {
        let given = self.files.info(path);
        self.note(Asked::Info, path, hash(&info(&given)));
        given
    }

    fn link_target(&self, path: &Path) -> io::Result<PathBuf> {
        let given = self.files.link_target(path);
        self.note(Asked::Link, path, hash(&answer(&given)));
        given
    }

    fn variables(&self) -> Vec<(OsString, OsString)> {
        self.note(Asked::Environment, Path::new(""), hash(&environment(&*self.files)));
        self.files.variables()
    }

    fn current_folder(&self) -> io::Result<PathBuf> {
        self.files.current_folder()
    }

    fn program_folders(&self) -> Vec<PathBuf> {
        self.is_unsure.set(true);
        self.files.program_folders()
    }

    fn recall(&self, name: &str) -> Option<Vec<u8>> {
        self.files.recall(name)
    }

    fn keep(&self, name: &str, contents: &[u8]) {
        self.files.keep(name, contents);
    }
}
