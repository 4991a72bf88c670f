//! The computer that a run sees: its files and its environment. A run only looks at it. What it
//! writes stays in the run (`native/files`).

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Must say the same whenever it is asked the same: see [`Pinned`].
pub trait Host {
    /// Looks at an absolute path, without following a link at its end.
    fn look(&self, path: &[u8], query: Query) -> Result<Reply, Refusal>;

    /// The environment variables, sorted by name.
    fn variables(&self) -> Rc<[(String, String)]>;

    /// The current folder in which the run begins, as an absolute path.
    fn current_folder(&self) -> Rc<[u8]>;

    /// The home folder of the user.
    fn home(&self) -> Option<String>;

    /// The folder of an application of the program, of its dependencies or of OTP.
    fn application_folder(&self, name: &str) -> Option<String>;

    /// The folder in which OTP is installed.
    fn root_folder(&self) -> Option<String>;

    /// The folders in which compiled code is looked for.
    fn code_path(&self) -> Vec<String> {
        Vec::new()
    }

    /// The compiled file of a module, if the module belongs to an application.
    fn module_file(&self, _module: &str) -> Option<String> {
        None
    }

    /// Files with settings of applications (`sys.config`).
    fn settings(&self) -> Vec<String> {
        Vec::new()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Query {
    Info,
    Contents,
    /// The names in a folder, sorted.
    Entries,
    /// What a symbolic link points to.
    Link,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    Info(Info),
    Contents(Rc<[u8]>),
    Entries(Rc<[Vec<u8>]>),
    Link(Rc<[u8]>),
    /// A POSIX error: `enoent`.
    Failed(&'static str),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostKind {
    File,
    Folder,
    Link,
    /// A pipe, a device and the like.
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Info {
    pub kind: HostKind,
    pub size: u64,
    pub mode: u32,
    /// Seconds since 1970.
    pub accessed: i64,
    pub modified: i64,
    pub changed: i64,
    pub links: u64,
    pub inode: u64,
    pub user: u32,
    pub group: u32,
    pub may_read: bool,
    pub may_write: bool,
}

impl Info {
    /// Of a folder about which nothing is known.
    pub fn plain_folder() -> Info {
        let (accessed, modified, changed) = (0, 0, 0);
        let (kind, mode) = (HostKind::Folder, 0o40755);
        let (links, inode, user, group) = (2, 1, 0, 0);
        let (may_read, may_write) = (true, true);
        Info {
            kind,
            size: 4096,
            mode,
            accessed,
            modified,
            changed,
            links,
            inode,
            user,
            group,
            may_read,
            may_write,
        }
    }
}

/// The run may not look there. The text says what is not supported, and how to allow it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(pub String);

/// A computer without files, variables or a home.
pub struct EmptyHost;

impl Host for EmptyHost {
    fn look(&self, path: &[u8], query: Query) -> Result<Reply, Refusal> {
        Ok(match (path, query) {
            (b"/", Query::Info) => Reply::Info(Info::plain_folder()),
            (b"/", Query::Entries) => Reply::Entries(Rc::default()),
            (b"/", Query::Contents) => Reply::Failed("eisdir"),
            (b"/", Query::Link) => Reply::Failed("einval"),
            _ => Reply::Failed("enoent"),
        })
    }

    fn variables(&self) -> Rc<[(String, String)]> {
        Rc::default()
    }

    fn current_folder(&self) -> Rc<[u8]> {
        Rc::from(&b"/"[..])
    }

    fn home(&self) -> Option<String> {
        None
    }

    fn application_folder(&self, _name: &str) -> Option<String> {
        None
    }

    fn root_folder(&self) -> Option<String> {
        Some("/".to_owned())
    }
}

/// Answers by path and query.
type PinnedReplies = BTreeMap<(Vec<u8>, Query), Result<Reply, Refusal>>;

/// Remembers what the computer has said, so that every re-run sees the same, whatever happens
/// outside meanwhile.
pub struct Pinned<H> {
    host: H,
    said: RefCell<PinnedReplies>,
    variables: OnceCell<Rc<[(String, String)]>>,
    folder: OnceCell<Rc<[u8]>>,
    applications: RefCell<BTreeMap<String, Option<String>>>,
}

impl<H: Host> Pinned<H> {
    pub fn new(host: H) -> Pinned<H> {
        Pinned {
            host,
            said: RefCell::default(),
            variables: OnceCell::new(),
            folder: OnceCell::new(),
            applications: RefCell::default(),
        }
    }
}

impl<H: Host> Host for Pinned<H> {
    fn look(&self, path: &[u8], query: Query) -> Result<Reply, Refusal> {
        let mut said = self.said.borrow_mut();
        said.entry((path.to_vec(), query)).or_insert_with(|| self.host.look(path, query)).clone()
    }

    fn variables(&self) -> Rc<[(String, String)]> {
        self.variables.get_or_init(|| self.host.variables()).clone()
    }

    fn current_folder(&self) -> Rc<[u8]> {
        self.folder.get_or_init(|| self.host.current_folder()).clone()
    }

    fn home(&self) -> Option<String> {
        self.host.home()
    }

    fn application_folder(&self, name: &str) -> Option<String> {
        let mut known = self.applications.borrow_mut();
        known.entry(name.to_owned()).or_insert_with(|| self.host.application_folder(name)).clone()
    }

    fn root_folder(&self) -> Option<String> {
        self.host.root_folder()
    }

    fn code_path(&self) -> Vec<String> {
        self.host.code_path()
    }

    fn module_file(&self, module: &str) -> Option<String> {
        self.host.module_file(module)
    }

    fn settings(&self) -> Vec<String> {
        self.host.settings()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// A computer on which every file grows with each look.
    struct Growing(Cell<u8>);

    impl Host for Growing {
        fn look(&self, _path: &[u8], _query: Query) -> Result<Reply, Refusal> {
            self.0.set(self.0.get() + 1);
            Ok(Reply::Contents(vec![b'x'; self.0.get().into()].into()))
        }

        fn variables(&self) -> Rc<[(String, String)]> {
            self.0.set(self.0.get() + 1);
            Rc::from([("N".to_owned(), self.0.get().to_string())])
        }

        fn current_folder(&self) -> Rc<[u8]> {
            EmptyHost.current_folder()
        }

        fn home(&self) -> Option<String> {
            None
        }

        fn application_folder(&self, _name: &str) -> Option<String> {
            None
        }

        fn root_folder(&self) -> Option<String> {
            None
        }
    }

    #[test]
    fn later_looks_see_what_the_first_saw() {
        let host = Pinned::new(Growing(Cell::new(0)));
        let first = host.look(b"/a", Query::Contents);
        assert_ne!(host.look(b"/b", Query::Contents), first);
        assert_eq!(host.look(b"/a", Query::Contents), first);
        assert_eq!(host.variables(), host.variables());
    }
}
