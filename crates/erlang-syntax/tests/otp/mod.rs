//! The installed Erlang/OTP, which is what the tests compare with.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

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

/// All files of OTP's applications whose names end in `.extension`, in order.
pub fn files(extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![LIBRARIES.clone()];
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
#[allow(dead_code)]
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
