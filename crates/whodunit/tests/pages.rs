//! `tests/run/*.md`, `tests/test/*.md`, `tests/dialogues/*.md` and `tests/dialogues/otp/*.md`: programs, commands, and what a person sees. Each section lays out its files in a folder of its own and runs
//! its commands there, beside the `examples`, on a machine without OTP, or with it. With `UPDATE=1` the files are rewritten to show what happens now.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn runs() {
    check("run");
}

#[test]
fn tests() {
    check("test");
}

#[test]
fn dialogues() {
    check("dialogues");
}

/// Pages about gen_server and its kin, which the embedded library does not have.
#[test]
fn dialogues_with_otp() {
    let path = std::env::var_os("PATH").unwrap_or_default();
    if std::env::split_paths(&path).any(|folder| folder.join("erl").exists()) {
        check("dialogues/otp");
    }
}

/// Every page of the folder shows what happens.
fn check(folder: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(folder);
    let mut pages: Vec<PathBuf> =
        fs::read_dir(&folder).expect("pages").map(|entry| entry.expect("an entry").path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    assert!(!pages.is_empty());
    let mut wrong = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page).expect("a page");
        let now = replay(&text, folder.ends_with("otp"));
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

/// The page as it would be if all its output were from now.
fn replay(page: &str, with_otp: bool) -> String {
    let mut out = String::new();
    let mut folder = Folder::new(with_otp);
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        if line.starts_with("## ") {
            folder = Folder::new(with_otp);
        }
        let Some(kind) = line.strip_prefix("```").filter(|kind| !kind.is_empty()) else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if kind == "console" {
            for command in block.iter().filter_map(|line| line.strip_prefix("$ ")) {
                out.push_str(&format!("$ {command}\n{}", folder.run(command)));
            }
        } else {
            let source = block.iter().map(|line| format!("{line}\n")).collect::<String>();
            if let Some((_, name)) = kind.split_once(' ') {
                folder.write(name, &source);
            }
            out.push_str(&source);
        }
        out.push_str("```\n");
    }
    out
}

/// A temporary folder, removed when dropped.
struct Folder {
    path: PathBuf,
    with_otp: bool,
}

impl Folder {
    fn new(with_otp: bool) -> Folder {
        use std::sync::atomic::{AtomicU32, Ordering};
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("whodunit-pages-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for (name, folder) in [("examples", "examples"), ("programs", "tests/dialogues/programs")] {
            std::os::unix::fs::symlink(root.join(folder), path.join(name)).expect("a link to programs");
        }
        Folder { path, with_otp }
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().expect("below the folder")).expect("a temporary folder");
        fs::write(path, text).expect("a temporary file");
    }

    /// Both streams as they come, then the exit status if it is not 0. Only whodunit is on the path.
    fn run(&self, command: &str) -> String {
        let program = Path::new(env!("CARGO_BIN_EXE_whodunit"));
        let mut path = program.parent().expect("a folder").as_os_str().to_owned();
        if self.with_otp {
            path.push(":");
            path.push(std::env::var_os("PATH").unwrap_or_default());
        }
        let output = Command::new("/bin/sh")
            .args(["-c", &format!("{{ {command}\n}} 2>&1")])
            .current_dir(&self.path)
            .env("PATH", path)
            .env_remove("ERL_ROOTDIR")
            .output()
            .expect("a shell");
        let mut shown = without_counts(&String::from_utf8_lossy(&output.stdout));
        if !shown.is_empty() && !shown.ends_with('\n') {
            shown.push('\n');
        }
        match output.status.code() {
            Some(0) => {}
            Some(code) => shown.push_str(&format!("[exit status {code}]\n")),
            None => shown.push_str(&format!("[{}]\n", output.status)),
        }
        shown
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// How many steps and events a run takes is the machine's affair: `"steps":…`.
fn without_counts(text: &str) -> String {
    let mut text = text.to_owned();
    for before in ["\"steps\":", "verified: "] {
        let mut from = 0;
        while let Some(at) = text[from..].find(before) {
            from += at + before.len();
            let digits = text[from..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - from);
            text.replace_range(from..from + digits, "…");
        }
    }
    text
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
