//! Files that survive a crash, a full disk and a kill.
//!
//! A whole file is written beside its place, synced, and moved there: a reader finds the old file
//! or the new one, and nothing in between. A file that grows is cut back to its last whole piece
//! where a write fails.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Who may read a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Privacy {
    /// As the user's other files.
    Usual,
    /// Only its owner: it holds what a program has read and computed.
    Owner,
}

/// Writes a whole file.
pub fn write(path: &Path, text: &[u8], privacy: Privacy) -> Result<(), String> {
    let cannot = |error: io::Error| cannot(path, &error);
    let mut draft = Draft::new(path, privacy).map_err(cannot)?;
    draft.write_all(text).map_err(cannot)?;
    draft.finish().map_err(cannot)
}

/// What is said of a file that cannot be written.
pub fn cannot(path: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}

/// A whole file that is being written. Dropped before it is finished, it leaves no trace.
pub struct Draft {
    out: BufWriter<File>,
    /// Where it is, and where it is to be. `None`: it goes straight into a pipe or a device.
    moves: Option<(PathBuf, PathBuf)>,
}

impl Draft {
    pub fn new(path: &Path, privacy: Privacy) -> io::Result<Draft> {
        // What a link leads to is written, and the link stays.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let old = fs::metadata(&place).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            let out = BufWriter::new(OpenOptions::new().write(true).open(&place)?);
            return Ok(Draft { out, moves: None });
        }
        let (beside, file) = create_beside(&place, privacy)?;
        let draft = Draft { out: BufWriter::new(file), moves: Some((beside, place)) };
        if let Some(old) = old.filter(|_| privacy == Privacy::Usual) {
            draft.out.get_ref().set_permissions(old.permissions())?;
        }
        Ok(draft)
    }

    /// It takes its place.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some((beside, place)) = &self.moves else { return Ok(()) };
        self.out.get_ref().sync_all()?;
        fs::rename(beside, place)?;
        // The move itself; not every file system can do that.
        if let Some(folder) = place.parent()
            && let Ok(folder) =
                File::open(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
        {
            let _ = folder.sync_all();
        }
        self.moves = None;
        Ok(())
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some((beside, _)) = &self.moves {
            let _ = fs::remove_file(beside);
        }
    }
}

/// A new file in the same folder, with a name that nobody else has.
fn create_beside(place: &Path, privacy: Privacy) -> io::Result<(PathBuf, File)> {
    let name = place.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::IsADirectory))?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if privacy == Privacy::Owner {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    for n in 0.. {
        let mut other = std::ffi::OsString::from(".");
        other.push(name);
        other.push(format!(".{}-{n}", std::process::id()));
        let beside = place.with_file_name(other);
        match options.open(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && n < 100 => {}
            opened => return opened.map(|file| (beside, file)),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

/// A file that grows by whole pieces.
pub struct Growing {
    path: PathBuf,
    file: File,
    /// Its length up to the last whole piece, if it is a file that has one.
    whole: Option<u64>,
    /// What could not be written yet.
    pending: String,
}

impl Growing {
    /// A new, empty file.
    pub fn create(path: &Path) -> Result<Growing, String> {
        let file = File::create(path).map_err(|error| cannot(path, &error))?;
        Growing::from(path, file, 0).map_err(|error| cannot(path, &error))
    }

    /// A file that goes on after this many bytes; what comes behind them is dropped.
    pub fn open(path: &Path, whole: u64) -> Result<Growing, String> {
        let open = || {
            let file = OpenOptions::new().create(true).append(true).open(path)?;
            if file.metadata()?.is_file() && file.metadata()?.len() > whole {
                file.set_len(whole)?;
            }
            Growing::from(path, file, whole)
        };
        open().map_err(|error| cannot(path, &error))
    }

    fn from(path: &Path, file: File, whole: u64) -> io::Result<Growing> {
        let is_file = file.metadata()?.is_file();
        Ok(Growing { path: path.into(), file, whole: is_file.then_some(whole), pending: String::new() })
    }

    /// Appends a whole piece, which is on disk when this returns, after those that
    /// [`Growing::append_or_keep`] could not write. On an error the file is as it was.
    pub fn append(&mut self, piece: &str) -> Result<(), String> {
        let all = std::mem::take(&mut self.pending) + piece;
        self.grow(&all).inspect_err(|_| self.pending = all[..all.len() - piece.len()].to_owned())
    }

    /// The same, but a piece that could not be written comes with the next one.
    pub fn append_or_keep(&mut self, piece: &str) -> Result<(), String> {
        self.append(piece).inspect_err(|_| self.pending.push_str(piece))
    }

    fn grow(&mut self, text: &str) -> Result<(), String> {
        match (grow(&mut self.file, text.as_bytes()), self.whole) {
            (Ok(()), whole) => {
                // Someone else may append to the same file.
                self.whole = whole.and_then(|_| self.file.metadata().ok()).map(|now| now.len());
                Ok(())
            }
            (Err(error), whole) => {
                if let Some(whole) = whole {
                    let _ = self.file.set_len(whole);
                }
                Err(cannot(&self.path, &error))
            }
        }
    }
}

fn grow(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    match file.sync_data() {
        // Pipes and devices cannot be synced.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestFolder;

    #[test]
    fn what_is_not_finished_leaves_the_old_one() {
        let tree = TestFolder::new(&["kept: old"]);
        let path = tree.root().join("kept");
        let before = fs::read(&path).expect("a file");
        let mut draft = Draft::new(&path, Privacy::Usual).expect("a draft");
        draft.write_all(b"half of the ne").expect("room");
        drop(draft);
        assert_eq!(fs::read(&path).expect("a file"), before);
        write(&path, b"new", Privacy::Usual).expect("room");
        assert_eq!(fs::read(&path).expect("a file"), b"new");
        assert_eq!(fs::read_dir(tree.root()).expect("a folder").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn sessions_are_for_their_owner() {
        use std::os::unix::fs::PermissionsExt;
        let tree = TestFolder::new(&["a: old"]);
        let path = tree.root().join("a");
        write(&path, b"secret", Privacy::Owner).expect("room");
        assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o600);
        // What others may read stays so.
        let open = tree.root().join("b");
        write(&open, b"", Privacy::Usual).expect("room");
        fs::set_permissions(&open, fs::Permissions::from_mode(0o640)).expect("ours");
        write(&open, b"more", Privacy::Usual).expect("room");
        assert_eq!(fs::metadata(&open).expect("a file").permissions().mode() & 0o777, 0o640);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_said() {
        let full = Path::new("/dev/full");
        let said = write(full, b"text", Privacy::Usual).expect_err("it is full");
        assert!(said.starts_with("cannot write /dev/full: "), "{said}");
        let mut growing = Growing::create(full).expect("it can be opened");
        growing.append("a\n").expect_err("it is full");
        assert_eq!(growing.pending, "");
        growing.append_or_keep("b\n").expect_err("it is full");
        assert_eq!(growing.pending, "b\n");
    }

    #[test]
    fn what_could_not_be_written_comes_with_the_next() {
        let tree = TestFolder::new(&["kept: old"]);
        let path = tree.root().join("grows");
        let mut growing = Growing::create(&path).expect("a file");
        growing.append("one\n").expect("room");
        // A file that can only be read fails like a full disk.
        let writable = std::mem::replace(&mut growing.file, File::open(&path).expect("a file"));
        growing.append_or_keep("two\n").expect_err("it cannot be written");
        growing.file = writable;
        growing.append("three\n").expect("room");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "one\ntwo\nthree\n");
        // A piece that was cut off is dropped.
        let mut growing = Growing::open(&path, 8).expect("a file");
        growing.append("four\n").expect("room");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "one\ntwo\nfour\n");
    }
}
