//! Pages of markdown that show what happens: each section (`## `) lays out files in a folder of its
//! own, and its other blocks are played there. With `UPDATE=1` the pages are rewritten to show what
//! happens now.

use std::fs;
use std::path::{Path, PathBuf};

/// How the blocks of a page are played.
pub trait Play {
    /// A section begins in a new, empty folder.
    fn enter(&mut self, folder: &Folder);
    /// A block of this kind, as it would be if all its output were from now; `None` if it is a file
    /// or a quotation.
    fn block(&mut self, kind: &str, lines: &[&str], folder: &Folder) -> Option<String>;
}

pub fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::canonicalize(root).expect("the root of the repository")
}

/// The pages of this folder below `tests`, with their text.
pub fn pages(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = root().join("tests").join(folder);
    let mut pages: Vec<PathBuf> =
        fs::read_dir(&folder).expect("pages").map(|entry| entry.expect("an entry").path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    assert!(!pages.is_empty());
    let text = |page: &PathBuf| fs::read_to_string(page).expect("a page");
    pages.into_iter().map(|page| (page.clone(), text(&page))).collect()
}

/// Every page of this folder below `tests` shows what happens.
pub fn check(folder: &str, play: &mut dyn Play) {
    let mut wrong = Vec::new();
    for (page, text) in pages(folder) {
        let now = replay(&text, play);
        if now == text {
            continue;
        }
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&page, now).expect("a page to update");
        } else {
            wrong.push(format!("{}\n{}", page.display(), differences(&text, &now)));
        }
    }
    assert!(wrong.is_empty(), "run with UPDATE=1 to accept:\n{}", wrong.join("\n"));
}

/// Pages about gen_server and its kin, which the embedded library does not have, need a machine
/// with OTP; `cargo xtask test` installs it.
pub fn with_otp() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join("erl").exists())
}

fn replay(page: &str, play: &mut dyn Play) -> String {
    let mut out = String::new();
    let mut folder = Folder::new();
    play.enter(&folder);
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        if line.starts_with("## ") {
            folder = Folder::new();
            play.enter(&folder);
        }
        let Some(kind) = line.strip_prefix("```").filter(|kind| !kind.is_empty()) else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let shown = play.block(kind, &block, &folder).unwrap_or_else(|| {
            let source = block.iter().map(|line| format!("{line}\n")).collect::<String>();
            if let Some((_, name)) = kind.split_once(' ') {
                folder.write(name, &source);
            }
            source
        });
        out.push_str(&shown);
        out.push_str("```\n");
    }
    out
}

/// A temporary folder, removed when dropped.
pub struct Folder {
    pub path: PathBuf,
}

impl Folder {
    pub fn new() -> Folder {
        use std::sync::atomic::{AtomicU32, Ordering};
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        // Always of one length: what a program does with a path takes more steps, and so more
        // virtual time, if the path is longer.
        let name = format!("whodunit-pages-{:010}-{number:03}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder { path }
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().expect("below the folder")).expect("a temporary folder");
        fs::write(path, text).expect("a temporary file");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// The lines that changed, with `-` and `+`.
fn differences(before: &str, after: &str) -> String {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same_start = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
    let (before, after) = (&before[same_start..], &after[same_start..]);
    let same_end =
        before.iter().rev().zip(after.iter().rev()).take_while(|(one, other)| one == other).count();
    let removed = before[..before.len() - same_end].iter().map(|line| format!("-{line}\n"));
    let added = after[..after.len() - same_end].iter().map(|line| format!("+{line}\n"));
    format!("from line {}:\n{}", same_start + 1, removed.chain(added).collect::<String>())
}
