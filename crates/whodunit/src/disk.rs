//! The real file system and environment, for reading projects.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{env, fs, io};

use debugger::files::{Files, HostKind, Info, PathKind};

use crate::cache;

/// Files on disk.
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn io::Read>> {
        Ok(Box::new(io::BufReader::new(fs::File::open(path)?)))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn io::Write>> {
        Ok(Box::new(io::BufWriter::new(fs::File::create(path)?)))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
        let mut entries = entries.collect::<io::Result<Vec<PathBuf>>>()?;
        entries.sort();
        Ok(entries)
    }

    fn kind(&self, path: &Path) -> io::Result<PathKind> {
        let metadata = fs::metadata(path)?;
        Ok(match () {
            () if metadata.is_dir() => PathKind::Folder,
            () if metadata.is_file() => PathKind::File,
            () => PathKind::Other,
        })
    }

    fn is_link(&self, path: &Path) -> bool {
        path.is_symlink()
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn variable(&self, name: &str) -> Option<OsString> {
        env::var_os(name)
    }

    fn info(&self, path: &Path) -> io::Result<Info> {
        let found = fs::symlink_metadata(path)?;
        let kind = match found.file_type() {
            kind if kind.is_dir() => HostKind::Folder,
            kind if kind.is_file() => HostKind::File,
            kind if kind.is_symlink() => HostKind::Link,
            _ => HostKind::Other,
        };
        let seconds = |time: io::Result<SystemTime>| {
            let since = time.ok().and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
            since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
        };
        let modified = seconds(found.modified());
        let accessed = seconds(found.accessed());
        let may_write = !found.permissions().readonly();
        let plain = Info {
            kind,
            size: found.len(),
            accessed,
            modified,
            changed: modified,
            may_write,
            ..Info::plain_folder()
        };
        Ok(with_unix_details(plain, &found))
    }

    fn link_target(&self, path: &Path) -> io::Result<PathBuf> {
        fs::read_link(path)
    }

    fn variables(&self) -> Vec<(OsString, OsString)> {
        env::vars_os().collect()
    }

    fn current_folder(&self) -> io::Result<PathBuf> {
        env::current_dir()
    }

    fn program_folders(&self) -> Vec<PathBuf> {
        env::var_os("PATH").iter().flat_map(env::split_paths).collect()
    }

    fn recall(&self, name: &str) -> Option<Vec<u8>> {
        cache::recall(&cache::of_this_program(name))
    }

    fn keep(&self, name: &str, contents: &[u8]) {
        // Without a place to keep it, the next run makes it again.
        let _ = cache::keep(&cache::of_this_program(name), contents);
    }
}

#[cfg(unix)]
fn with_unix_details(info: Info, found: &fs::Metadata) -> Info {
    use std::os::unix::fs::MetadataExt;
    Info {
        mode: found.mode(),
        changed: found.ctime(),
        links: found.nlink(),
        inode: found.ino(),
        user: found.uid(),
        group: found.gid(),
        ..info
    }
}

#[cfg(not(unix))]
fn with_unix_details(info: Info, _found: &fs::Metadata) -> Info {
    info
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestFolder;

    #[test]
    fn what_is_there() {
        let tree = TestFolder::new(&["p/b.erl: two", "p/a.erl: one"]);
        assert_eq!(Disk.read(&tree.path("p/a.erl")).expect("a file"), b"one");
        assert_eq!(
            Disk.list(&tree.path("p")).expect("a folder"),
            [tree.path("p/a.erl"), tree.path("p/b.erl")]
        );
        assert_eq!(Disk.kind(&tree.path("p")).expect("there"), PathKind::Folder);
        assert_eq!(Disk.kind(&tree.path("p/a.erl")).expect("there"), PathKind::File);
        let missing = Disk.kind(&tree.path("q")).map_err(|error| error.kind());
        assert_eq!(missing, Err(io::ErrorKind::NotFound));
    }

    #[cfg(unix)]
    #[test]
    fn links() {
        let tree = TestFolder::new(&["p/a.erl: one"]);
        std::os::unix::fs::symlink("a.erl", tree.path("p/b.erl")).expect("a link");
        assert!(Disk.is_link(&tree.path("p/b.erl")));
        assert!(!Disk.is_link(&tree.path("p/a.erl")));
        assert_eq!(Disk.kind(&tree.path("p/b.erl")).expect("there"), PathKind::File);
        assert!(Disk.resolve(&tree.path("p/b.erl")).expect("there").ends_with("p/a.erl"));
    }
}
