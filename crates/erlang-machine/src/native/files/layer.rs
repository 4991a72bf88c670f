//! The file system of a run: a layer in memory over what the host has. Only the layer changes.
//! Cloned with every checkpoint, so it shares structure.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use erlang_term::Pid;
use rpds::RedBlackTreeMap;

use super::contents::Contents;
use crate::Raise;
use crate::host::{Host, HostKind, Info, Query, Refusal, Reply};
use crate::process::RefKey;

pub type Path = Rc<[u8]>;

#[derive(Clone, Default)]
pub struct FileSystem {
    /// What the run made, changed or removed, by absolute path. All else is as the host has it.
    entries: RedBlackTreeMap<Path, Entry>,
    nodes: RedBlackTreeMap<u64, Rc<FileNode>>,
    next_node: u64,
    /// None: that of the host.
    current_folder: Option<Path>,
    pub open: RedBlackTreeMap<RefKey, OpenFile>,
    /// What `prim_buffer` holds.
    pub buffers: RedBlackTreeMap<RefKey, Rc<[u8]>>,
}

#[derive(Clone, Copy)]
enum Entry {
    /// What was there had this inode.
    Gone(u64),
    Node(u64),
}

#[derive(Clone)]
pub struct FileNode {
    pub info: Info,
    pub what: FileKind,
}

#[derive(Clone)]
pub enum FileKind {
    File(Contents),
    /// If it is new, nothing in it is the host's.
    Folder {
        is_new: bool,
    },
    Link(Path),
}

#[derive(Clone)]
pub struct OpenFile {
    pub node: u64,
    pub path: Path,
    pub owner: Pid,
    pub position: u64,
    pub reads: bool,
    pub writes: bool,
    pub appends: bool,
}

/// Why something cannot be done.
pub enum FileFailure {
    /// A POSIX error: the call returns `{error, Name}`.
    Posix(&'static str),
    Refused(Refusal),
    Raised(Raise),
}

impl From<Refusal> for FileFailure {
    fn from(refusal: Refusal) -> FileFailure {
        FileFailure::Refused(refusal)
    }
}

pub type Attempt<T> = Result<T, FileFailure>;

pub fn fails<T>(name: &'static str) -> Attempt<T> {
    Err(FileFailure::Posix(name))
}

/// A place in the file system, all links on the way to it resolved.
pub struct ResolvedPath {
    pub path: Path,
    pub found: Option<FileOrigin>,
    /// Whether a folder above it is new: then it is not on the host.
    is_hidden: bool,
}

pub enum FileOrigin {
    /// On the host, as it was.
    Host(Info),
    Own(u64),
}

/// Whether a link at the end of a path is followed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FollowLinks {
    Follow,
    Keep,
}

/// As Linux has it.
const MOST_LINKS: usize = 40;

/// The file system together with its host.
pub struct View<'a> {
    pub files: &'a mut FileSystem,
    pub host: &'a dyn Host,
    /// Seconds since 1970.
    pub now: i64,
}

impl FileSystem {
    pub fn node(&self, node: u64) -> Option<&Rc<FileNode>> {
        self.nodes.get(&node)
    }

    pub fn set_node(&mut self, number: u64, node: FileNode) {
        self.nodes.insert_mut(number, Rc::new(node));
    }

    pub fn add_to(&self, hasher: &mut impl Hasher) {
        // Not by the numbers of nodes: they depend on the order in which files were made.
        for (path, node) in self.changes() {
            path.hash(hasher);
            let Some(node) = node else { continue };
            let Info { mode, user, group, modified, links, .. } = node.info;
            (mode, user, group, modified, links).hash(hasher);
            match &node.what {
                FileKind::File(contents) => contents.add_to(hasher),
                FileKind::Folder { is_new } => is_new.hash(hasher),
                FileKind::Link(target) => target.hash(hasher),
            }
        }
        self.current_folder.hash(hasher);
        for (handle, open) in self.open.iter() {
            (handle, &open.path, open.position).hash(hasher);
        }
        for (handle, bytes) in self.buffers.iter() {
            (handle, bytes).hash(hasher);
        }
    }

    pub fn owner_exited(&mut self, owner: Pid) {
        let of_owner = self.open.iter().filter(|(_, file)| file.owner == owner);
        let closed: Vec<RefKey> = of_owner.map(|(handle, _)| *handle).collect();
        for handle in closed {
            self.open.remove_mut(&handle);
        }
    }

    pub fn current_folder(&self, host: &dyn Host) -> Path {
        self.current_folder.clone().unwrap_or_else(|| host.current_folder())
    }

    /// The path from the root, with `.` and `..` taken by their letters. Who tells what a call
    /// touches needs no more.
    pub fn absolute(&self, host: &dyn Host, path: &[u8]) -> Vec<Vec<u8>> {
        let mut parts: Vec<Vec<u8>> = Vec::new();
        let folder = if path.starts_with(b"/") { Path::default() } else { self.current_folder(host) };
        for part in folder.split(|c| *c == b'/').chain(path.split(|c| *c == b'/')) {
            match part {
                b"" | b"." => {}
                b".." => drop(parts.pop()),
                part => parts.push(part.to_vec()),
            }
        }
        parts
    }

    /// Everything that the run changed: path, and what is there now.
    pub fn changes(&self) -> impl Iterator<Item = (&[u8], Option<&FileNode>)> {
        self.entries.iter().map(|(path, entry)| match entry {
            Entry::Gone(_) => (&**path, None),
            Entry::Node(node) => (&**path, self.nodes.get(node).map(|node| &**node)),
        })
    }
}

impl View<'_> {
    /// Walks down to a path.
    pub fn find(&self, path: &[u8], links: FollowLinks) -> Attempt<ResolvedPath> {
        self.walk(path, links).map_err(|failure| match failure {
            FileFailure::Refused(refusal) => {
                // It may have been refused on the way there: say what was asked for.
                let parts = self.files.absolute(self.host, path);
                let whole =
                    parts.iter().fold(Vec::new(), |path, part| [path, b"/".to_vec(), part.clone()].concat());
                FileFailure::Refused(self.host.look(&whole, Query::Info).err().unwrap_or(refusal))
            }
            failure => failure,
        })
    }

    fn walk(&self, path: &[u8], links: FollowLinks) -> Attempt<ResolvedPath> {
        if path.is_empty() {
            return fails("enoent");
        }
        let folder = if path.starts_with(b"/") { Path::default() } else { self.current() };
        let parts = |path: &[u8]| path.split(|c| *c == b'/').map(<[u8]>::to_vec).rev().collect::<Vec<_>>();
        let mut rest = parts(path);
        rest.extend(parts(&folder));
        rest.retain(|part| !part.is_empty() && part != b".");
        let must_be_folder = path.ends_with(b"/");
        let (mut at, mut followed) = (self.root()?, 0);
        while let Some(part) = rest.pop() {
            match self.kind(&at) {
                None => return fails("enoent"),
                Some(HostKind::Folder) => {}
                Some(_) => return fails("enotdir"),
            }
            if part == b".." {
                at = self.walk_again(parent(&at.path))?;
                continue;
            }
            let next = self.below(&at, &part)?;
            let is_last = rest.is_empty() && !must_be_folder;
            if self.kind(&next) != Some(HostKind::Link) || (is_last && links == FollowLinks::Keep) {
                at = next;
                continue;
            }
            followed += 1;
            if followed > MOST_LINKS {
                return fails("eloop");
            }
            let target = self.target(&next)?;
            rest.extend(parts(&target).into_iter().filter(|part| !part.is_empty() && part != b"."));
            if target.starts_with(b"/") {
                at = self.root()?;
            }
        }
        if must_be_folder && self.kind(&at).is_some_and(|kind| kind != HostKind::Folder) {
            return fails("enotdir");
        }
        Ok(at)
    }

    pub fn current(&self) -> Path {
        self.files.current_folder(self.host)
    }

    fn root(&self) -> Attempt<ResolvedPath> {
        let path: Path = Rc::from(&b"/"[..]);
        let found = self.on_host(&path)?;
        Ok(ResolvedPath { path, found, is_hidden: false })
    }

    /// A path without links, `.` and `..`, once more from the root.
    fn walk_again(&self, path: &[u8]) -> Attempt<ResolvedPath> {
        let mut at = self.root()?;
        for part in path.split(|c| *c == b'/').filter(|part| !part.is_empty()) {
            at = self.below(&at, part)?;
        }
        Ok(at)
    }

    fn below(&self, folder: &ResolvedPath, name: &[u8]) -> Attempt<ResolvedPath> {
        let path = join(&folder.path, name);
        let is_new = match folder.found {
            Some(FileOrigin::Own(node)) => {
                matches!(
                    self.files.node(node).map(|node| &node.what),
                    Some(FileKind::Folder { is_new: true })
                )
            }
            _ => false,
        };
        let is_hidden = folder.is_hidden || is_new;
        let found = match self.files.entries.get(&path) {
            Some(Entry::Gone(_)) => None,
            Some(Entry::Node(node)) => Some(FileOrigin::Own(*node)),
            None if is_hidden => None,
            None => self.on_host(&path)?,
        };
        Ok(ResolvedPath { path, found, is_hidden })
    }

    fn on_host(&self, path: &[u8]) -> Attempt<Option<FileOrigin>> {
        match self.host.look(path, Query::Info)? {
            Reply::Info(info) => Ok(Some(FileOrigin::Host(info))),
            Reply::Failed("enoent" | "enotdir") => Ok(None),
            Reply::Failed(name) => fails(name),
            _ => Ok(None),
        }
    }

    pub fn kind(&self, place: &ResolvedPath) -> Option<HostKind> {
        self.info(place).map(|info| info.kind)
    }

    pub fn info(&self, place: &ResolvedPath) -> Option<Info> {
        match place.found.as_ref()? {
            FileOrigin::Host(info) => Some(*info),
            FileOrigin::Own(node) => self.node_info(*node),
        }
    }

    pub fn node_info(&self, number: u64) -> Option<Info> {
        let node = self.files.node(number)?;
        let size = match &node.what {
            FileKind::File(contents) => contents.size(),
            FileKind::Folder { .. } => 4096,
            FileKind::Link(target) => target.len() as u64,
        };
        Some(Info { size, ..node.info })
    }

    /// What a link points to.
    pub fn target(&self, place: &ResolvedPath) -> Attempt<Path> {
        match &place.found {
            None => fails("enoent"),
            Some(FileOrigin::Own(node)) => match self.files.node(*node).map(|node| &node.what) {
                Some(FileKind::Link(target)) => Ok(target.clone()),
                _ => fails("einval"),
            },
            Some(FileOrigin::Host(_)) => match self.host.look(&place.path, Query::Link)? {
                Reply::Link(target) => Ok(target),
                Reply::Failed(name) => fails(name),
                _ => fails("einval"),
            },
        }
    }

    pub fn contents(&self, place: &ResolvedPath) -> Attempt<Contents> {
        match &place.found {
            None => fails("enoent"),
            Some(FileOrigin::Own(node)) => match self.files.node(*node).map(|node| &node.what) {
                Some(FileKind::File(contents)) => Ok(contents.clone()),
                _ => fails("eisdir"),
            },
            Some(FileOrigin::Host(info)) if info.kind == HostKind::Other => Err(FileFailure::Refused(
                Refusal(format!("reading {}, which is a device", shown(&place.path))),
            )),
            Some(FileOrigin::Host(_)) => match self.host.look(&place.path, Query::Contents)? {
                Reply::Contents(bytes) => Ok(Contents::of(bytes)),
                Reply::Failed(name) => fails(name),
                _ => fails("eio"),
            },
        }
    }

    /// The names in a folder, sorted.
    pub fn names(&self, folder: &ResolvedPath) -> Attempt<Vec<Vec<u8>>> {
        match self.kind(folder) {
            None => return fails("enoent"),
            Some(HostKind::Folder) => {}
            Some(_) => return fails("enotdir"),
        }
        let is_host = match &folder.found {
            Some(FileOrigin::Own(node)) => {
                !folder.is_hidden
                    && matches!(
                        self.files.node(*node).map(|node| &node.what),
                        Some(FileKind::Folder { is_new: false })
                    )
            }
            _ => true,
        };
        let mut names = std::collections::BTreeSet::new();
        if is_host {
            match self.host.look(&folder.path, Query::Entries)? {
                Reply::Entries(found) => names.extend(found.iter().cloned()),
                Reply::Failed(name) => return fails(name),
                _ => {}
            }
        }
        for (path, entry) in self.files.below(&folder.path) {
            match entry {
                Entry::Gone(_) => names.remove(path),
                Entry::Node(_) => names.insert(path.to_vec()),
            };
        }
        Ok(names.into_iter().collect())
    }

    /// The node at a place, made after what the host has there.
    pub fn own(&mut self, place: &ResolvedPath) -> Attempt<u64> {
        let info = match &place.found {
            None => return fails("enoent"),
            Some(FileOrigin::Own(node)) => return Ok(*node),
            Some(FileOrigin::Host(info)) => *info,
        };
        let what = match info.kind {
            HostKind::File | HostKind::Other => FileKind::File(self.contents(place)?),
            HostKind::Folder => FileKind::Folder { is_new: false },
            HostKind::Link => FileKind::Link(self.target(place)?),
        };
        Ok(self.put(place.path.clone(), FileNode { info, what }))
    }

    /// A new node at a path.
    pub fn put(&mut self, path: Path, node: FileNode) -> u64 {
        self.files.next_node += 1;
        let number = self.files.next_node;
        self.files.set_node(number, node);
        self.files.entries.insert_mut(path, Entry::Node(number));
        number
    }

    /// Another name for a node.
    pub fn link(&mut self, path: Path, node: u64) {
        self.files.entries.insert_mut(path, Entry::Node(node));
    }

    pub fn remove(&mut self, path: Path) {
        let inode = match self.files.entries.get(&path) {
            Some(Entry::Node(node)) => self.files.node(*node).map_or(0, |node| node.info.inode),
            Some(Entry::Gone(inode)) => *inode,
            None => 0,
        };
        self.files.entries.insert_mut(path, Entry::Gone(inode));
    }

    /// What a new node is like, made now.
    pub fn new_info(&self, path: &[u8], kind: HostKind, mode: u32) -> Info {
        let bits = match kind {
            HostKind::Folder => 0o40000,
            HostKind::Link => 0o120000,
            HostKind::File | HostKind::Other => 0o100000,
        };
        let mut hasher = DefaultHasher::new();
        path.hash(&mut hasher);
        // A file that takes the place of another one is not the same file.
        if let Some(Entry::Gone(inode)) = self.files.entries.get(path) {
            inode.hash(&mut hasher);
        }
        let inode = hasher.finish() >> 32;
        let (accessed, modified, changed) = (self.now, self.now, self.now);
        let mode = bits | mode;
        Info { kind, mode, inode, accessed, modified, changed, links: 1, size: 0, ..Info::plain_folder() }
    }

    pub fn set_current_folder(&mut self, path: Path) {
        self.files.current_folder = Some(path);
    }

    /// Moves what is at one path, and everything below it, to another.
    pub fn move_all(&mut self, from: &ResolvedPath, to: &[u8]) -> Attempt<()> {
        let mut moved = vec![(from.path.clone(), Path::from(to))];
        while let Some((old, new)) = moved.pop() {
            let place = self.walk_again(&old)?;
            if self.kind(&place) == Some(HostKind::Folder) {
                let names = self.names(&place)?;
                moved.extend(names.iter().map(|name| (join(&old, name), join(&new, name))));
            }
            let node = self.own(&place)?;
            if let Some(folder) =
                self.files.node(node).filter(|node| matches!(node.what, FileKind::Folder { .. }))
            {
                let folder = FileNode { what: FileKind::Folder { is_new: true }, ..(**folder).clone() };
                self.files.set_node(node, folder);
            }
            self.link(new.clone(), node);
            self.remove(old.clone());
            let of_file = self.files.open.iter().filter(|(_, file)| file.path == old);
            let open: Vec<(RefKey, OpenFile)> = of_file.map(|(key, file)| (*key, file.clone())).collect();
            for (key, file) in open {
                self.files.open.insert_mut(key, OpenFile { path: new.clone(), ..file });
            }
        }
        Ok(())
    }
}

impl FileSystem {
    /// Entries of the layer directly in a folder, by name.
    fn below<'a>(&'a self, folder: &'a [u8]) -> impl Iterator<Item = (&'a [u8], Entry)> {
        let start = if folder == b"/" { folder.to_vec() } else { [folder, b"/"].concat() };
        let length = start.len();
        let from: Path = start.clone().into();
        let all = self.entries.range(from..);
        let inside = all.take_while(move |(path, _)| path.starts_with(&start));
        inside
            .map(move |(path, entry)| (&path[length..], *entry))
            .filter(|(name, _)| !name.is_empty() && !name.contains(&b'/'))
    }
}

pub fn join(folder: &[u8], name: &[u8]) -> Path {
    let between: &[u8] = if folder.ends_with(b"/") { b"" } else { b"/" };
    [folder, between, name].concat().into()
}

pub fn parent(path: &[u8]) -> &[u8] {
    match path.iter().rposition(|c| *c == b'/') {
        Some(0) | None => b"/",
        Some(end) => &path[..end],
    }
}

pub fn shown(path: &[u8]) -> String {
    String::from_utf8_lossy(path).into_owned()
}
