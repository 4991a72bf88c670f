//! Sessions of the browser, in the user's state folder: what was said, line by line, after a line
//! with the port and the token, so that an open page finds the server again.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use web::Recent;

use crate::durable::{self, Growing, Privacy};

/// The session of one command line.
pub struct Kept {
    /// `None`: there is no folder for it, so nothing is kept.
    path: Option<PathBuf>,
    file: Option<Growing>,
    /// Where it was served last.
    pub port: Option<u16>,
    pub token: String,
    journal: Vec<String>,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    v: u32,
    port: u16,
    token: String,
    /// The command line, for people, and the folder in which it was given.
    #[serde(default)]
    command: String,
    #[serde(default)]
    folder: String,
}

const VERSION: u32 = 1;

impl Kept {
    /// The `n`-th session of this command line in this folder. `None`: sessions cannot be kept.
    pub fn open(n: u32) -> Result<Option<Kept>, String> {
        let Some(folder) = folder() else { return Ok(None) };
        if std::fs::create_dir_all(&folder).is_err() {
            return Ok(None);
        }
        let mut hasher = DefaultHasher::new();
        std::env::current_dir().ok().hash(&mut hasher);
        // Where the page opens does not make it another session.
        let is_same = |argument: &std::ffi::OsString| argument != "--no-open" && argument != "--fresh";
        std::env::args_os().skip(1).filter(is_same).for_each(|argument| argument.hash(&mut hasher));
        let path = folder.join(format!("{:016x}-{n}.jsonl", hasher.finish()));
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        Kept::read(path, &text).map(Some)
    }

    fn read(path: PathBuf, text: &str) -> Result<Kept, String> {
        // A last line without its end was being written when someone pulled the plug.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = whole.lines();
        let head = lines.next().and_then(|line| serde_json::from_str::<Head>(line).ok());
        let head = head.filter(|head| head.v == VERSION);
        Ok(match head {
            Some(Head { port, token, .. }) => {
                let journal = lines.map(str::to_owned).collect();
                Kept { path: Some(path), file: None, port: Some(port), token, journal }
            }
            None => Kept { path: Some(path), ..Kept::nowhere()? },
        })
    }

    /// Other sessions that were held lately, the last one first.
    pub fn others(&self) -> Vec<Recent> {
        let Some(folder) = self.path.as_ref().and_then(|path| path.parent()) else { return Vec::new() };
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut found: Vec<(SystemTime, PathBuf)> = files
            .filter(|file| Some(&file.path()) != self.path.as_ref())
            .filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path())))
            .collect();
        found.sort();
        found.into_iter().rev().take(RECENT).filter_map(|(_, path)| recent(&path)).collect()
    }

    /// A session that ends with the server.
    pub fn nowhere() -> Result<Kept, String> {
        Ok(Kept { path: None, file: None, port: None, token: token()?, journal: Vec::new() })
    }

    /// Forgets what was said, and the address.
    pub fn begin_anew(&mut self) -> Result<(), String> {
        *self = Kept { path: self.path.take(), ..Kept::nowhere()? };
        Ok(())
    }

    /// It is served there from now on.
    pub fn serve_on(&mut self, port: u16) -> Result<(), String> {
        self.port = Some(port);
        self.write()
    }

    pub fn take_journal(&mut self) -> Vec<String> {
        std::mem::take(&mut self.journal)
    }

    /// One more line, which is on disk when this returns.
    pub fn keep(&mut self, line: &str) -> Result<(), String> {
        self.file.as_mut().map_or(Ok(()), |file| file.append(&format!("{line}\n")))
    }

    /// The session begins anew, at the same address.
    pub fn forget(&mut self) -> Result<(), String> {
        self.journal.clear();
        self.write()
    }

    /// Writes the whole file, and opens it for more.
    fn write(&mut self) -> Result<(), String> {
        let Some(path) = &self.path else { return Ok(()) };
        let folder = std::env::current_dir().map(|folder| folder.display().to_string());
        let head = Head {
            v: VERSION,
            port: self.port.unwrap_or_default(),
            token: self.token.clone(),
            command: command_line(),
            folder: folder.unwrap_or_default(),
        };
        let mut text = serde_json::to_string(&head).unwrap_or_default() + "\n";
        self.journal.iter().for_each(|line| text.push_str(&format!("{line}\n")));
        durable::write(path, text.as_bytes(), Privacy::Owner)?;
        self.file = Some(Growing::open(path, text.len() as u64)?);
        Ok(())
    }
}

/// Sessions that are listed as recent ones.
const RECENT: usize = 12;

/// A session by its file. `None`: nothing was said in it, or it is of another version.
fn recent(path: &Path) -> Option<Recent> {
    let text = std::fs::read_to_string(path).ok()?;
    let (head, said) = text.split_once('\n')?;
    let head: Head = serde_json::from_str(head).ok().filter(|head: &Head| head.v == VERSION)?;
    let said = said.lines().filter(|line| line.contains("\"do\":\"answer\"")).count();
    let is_told = !head.command.is_empty() && said > 0;
    is_told.then_some(Recent { command: head.command, folder: head.folder, said })
}

/// The command line as people type it.
fn command_line() -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./,:=@%+".contains(c);
    let shown = |word: std::ffi::OsString| {
        let word = word.to_string_lossy().into_owned();
        match !word.is_empty() && word.chars().all(is_plain) {
            true => word,
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    };
    let words = std::env::args_os().skip(1).filter(|word| word != "--no-open" && word != "--fresh");
    std::iter::once("whodunit".to_owned()).chain(words.map(shown)).collect::<Vec<_>>().join(" ")
}

/// `$XDG_STATE_HOME/whodunit/web`, or its usual place.
fn folder() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")));
    state.map(|state| state.join(Path::new("whodunit/web")))
}

/// 128 bits that nobody can guess, as text.
fn token() -> Result<String, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| format!("cannot get random numbers: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestFolder;

    #[test]
    fn goes_on_where_it_was() {
        let tree = TestFolder::new(&["x: x"]);
        let path = tree.root().join("session.jsonl");
        let mut kept = Kept::read(path.clone(), "").expect("random numbers");
        assert_eq!((kept.port, kept.token.len()), (None, 32));
        kept.serve_on(7777).expect("room");
        kept.keep("one").expect("room");
        kept.keep("two").expect("room");
        let text = std::fs::read_to_string(&path).expect("a file");
        let again = Kept::read(path.clone(), &format!("{text}thr")).expect("a session");
        assert_eq!((again.port, &again.token), (Some(7777), &kept.token));
        assert_eq!(again.journal, ["one", "two"]);
        kept.forget().expect("room");
        let text = std::fs::read_to_string(&path).expect("a file");
        assert!(Kept::read(path, &text).expect("a session").journal.is_empty());
    }
}
