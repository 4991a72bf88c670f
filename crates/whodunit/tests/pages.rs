//! `tests/run/*.md`, `tests/run/otp/*.md`, `tests/test/*.md`, `tests/test/otp/*.md`,
//! `tests/dialogues/*.md` and `tests/dialogues/otp/*.md`: programs, commands, and what a person
//! sees. The commands of a section run in its folder, beside the `examples`, on a machine without
//! OTP, or with it.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod page;

use std::path::Path;
use std::process::Command;

use page::{Folder, Play, check, root};

#[test]
fn runs() {
    check("run", &mut Shell { otp: false });
}

#[test]
fn runs_with_otp() {
    if page::with_otp() {
        check("run/otp", &mut Shell { otp: true });
    }
}

#[test]
fn tests() {
    check("test", &mut Shell { otp: false });
}

#[test]
fn dialogues() {
    check("dialogues", &mut Shell { otp: false });
}

#[test]
fn tests_with_otp() {
    if page::with_otp() {
        check("test/otp", &mut Shell { otp: true });
    }
}

#[test]
fn dialogues_with_otp() {
    if page::with_otp() {
        check("dialogues/otp", &mut Shell { otp: true });
    }
}

/// Every question fits a screen of 24 lines when it is asked. (A key shows more of it.)
#[test]
fn questions_fit_a_screen() {
    let mut asked = 0;
    for folder in ["dialogues", "dialogues/otp", "test", "test/otp", "run"] {
        for (path, text) in page::pages(folder) {
            let mut question: Option<(&str, usize)> = None;
            let mut before = "";
            for line in text.lines() {
                if line.starts_with("Question ") && line.contains(" · ") {
                    let number = line.split(" · ").next().unwrap_or_default();
                    let again = number == before;
                    before = number;
                    question = (!again).then_some((line, 0));
                    asked += usize::from(!again);
                }
                let Some((first, lines)) = &mut question else { continue };
                *lines += 1;
                assert!(*lines <= 24, "{}: this question is longer than a screen: {first}", path.display());
                let is_prompt = line.contains("? [") || line.starts_with("Correct? ");
                if is_prompt || line.starts_with("```") || line.starts_with("the session ended") {
                    question = None;
                }
            }
        }
    }
    assert!(asked > 100, "the pages have {asked} questions");
}

/// Runs the commands that follow `$ `.
struct Shell {
    otp: bool,
}

impl Play for Shell {
    fn enter(&mut self, folder: &Folder) {
        for (name, programs) in
            [("examples", "examples"), ("programs", "tests/dialogues/programs"), ("lazy", "tests/lazy")]
        {
            std::os::unix::fs::symlink(root().join(programs), folder.path.join(name))
                .expect("a link to programs");
        }
    }

    fn block(&mut self, kind: &str, lines: &[&str], folder: &Folder) -> Option<String> {
        let commands = lines.iter().filter_map(|line| line.strip_prefix("$ "));
        let shown = commands.map(|command| format!("$ {command}\n{}", self.run(command, folder)));
        (kind == "console").then(|| shown.collect())
    }
}

impl Shell {
    /// Both streams as they come, then the exit status if it is not 0. Only whodunit is on the
    /// path.
    fn run(&self, command: &str, folder: &Folder) -> String {
        let program = Path::new(env!("CARGO_BIN_EXE_whodunit"));
        let mut path = program.parent().expect("a folder").as_os_str().to_owned();
        if self.otp {
            path.push(":");
            path.push(std::env::var_os("PATH").unwrap_or_default());
        }
        let output = Command::new("/bin/sh")
            .args(["-c", &format!("{{ {command}\n}} 2>&1")])
            .current_dir(&folder.path)
            .env("PATH", path)
            .env("XDG_CACHE_HOME", folder.path.join(".cache"))
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
