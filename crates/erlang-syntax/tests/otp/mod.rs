//! The installed Erlang/OTP, which is what the tests compare with.
#![allow(dead_code, clippy::disallowed_types, clippy::disallowed_methods)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use erlang_syntax::ast::Module;
use erlang_syntax::source::Include;
use erlang_syntax::{Diagnostic, Options, parse_module};

/// What `expression` prints.
pub fn erl(expression: &str) -> String {
    let output = Command::new("erl")
        .args(["-noshell", "-eval", &format!("{expression}, halt().")])
        .output()
        .expect("these tests compare with a real Erlang: install it, so that `erl` can be called");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stdout).expect("text")
}

static LIBRARIES: LazyLock<PathBuf> =
    LazyLock::new(|| PathBuf::from(erl(r#"io:format("~ts", [code:lib_dir()])"#)));

/// Packages that Debian installs beside OTP's applications. OTP's authors do not check them.
const NOT_OTP: &[&str] = &["goldrush-", "lager-", "meck-", "proper-"];

/// All files of OTP's applications whose names end in `.extension`, in order.
pub fn files(extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = std::fs::read_dir(&*LIBRARIES)
        .expect("a readable folder")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir() && !NOT_OTP.iter().any(|name| shown(path).starts_with(name)))
        .collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a readable folder").flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|found| found == extension) => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// The same of some applications only.
pub fn files_of(applications: &[&str], extension: &str) -> Vec<PathBuf> {
    let is_wanted = |path: &PathBuf| {
        let shown = shown(path);
        applications.iter().any(|application| shown.starts_with(&format!("{application}-")))
    };
    files(extension).into_iter().filter(is_wanted).collect()
}

/// The path without the folder that OTP happens to be installed in.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(&*LIBRARIES).unwrap_or(path).display().to_string()
}

/// A source of OTP, read as its own build reads it.
pub fn parse(path: &Path) -> (Module, Vec<Diagnostic>) {
    let text = std::fs::read(path).expect("a source");
    let folder = path.parent().expect("a folder").to_path_buf();
    let defines = vec![("COMPILER_VSN".to_string(), Some("\"8.2.3\"".to_string()))];
    let options = Options { include: &Headers { folder }, otp_release: 25, defines, ..Options::default() };
    let name = path.file_name().expect("a name").to_string_lossy();
    parse_module(&name, &text, &options)
}

/// Headers beside the source, in the application's `include`, and in other applications.
struct Headers {
    folder: PathBuf,
}

impl Include for Headers {
    fn include(&self, from: &str, name: &str) -> Option<(String, Vec<u8>)> {
        let beside = Path::new(from).parent()?;
        let folders = [beside, &self.folder, &self.folder.join("../include")];
        folders
            .iter()
            .find_map(|folder| read(folder.join(name)))
            .or_else(|| self.include_lib(from, name))
            .or_else(|| self.include_lib(from, &format!("kernel/include/{name}")))
            .or_else(|| self.include_lib(from, &format!("stdlib/include/{name}")))
    }

    fn include_lib(&self, _: &str, name: &str) -> Option<(String, Vec<u8>)> {
        let name = name.trim_start_matches("../");
        let (application, rest) = name.split_once('/')?;
        let versioned = std::fs::read_dir(&*LIBRARIES).ok()?.flatten().find(|entry| {
            entry
                .file_name()
                .to_string_lossy()
                .strip_prefix(application)
                .is_some_and(|rest| rest.starts_with('-'))
        })?;
        read(versioned.path().join(rest))
    }
}

fn read(path: PathBuf) -> Option<(String, Vec<u8>)> {
    Some((path.display().to_string(), std::fs::read(&path).ok()?))
}
