//! An Erlang/OTP installation: found without starting it.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::sources::list;

/// The libraries of an installed OTP.
#[derive(Debug)]
pub struct Otp {
    /// The major release: 25.
    release: Option<u32>,
    /// `kernel` to `…/lib/kernel-8.5.3`, the newest version of each.
    applications: BTreeMap<String, PathBuf>,
}

/// Where modules are looked for first, as Erlang's own code path begins.
const FIRST: &[&str] = &["kernel", "stdlib"];

impl Otp {
    /// The installation that `--otp` names, else `ERL_ROOTDIR`, else the one that `erl` on the path belongs to.
    /// An error only if one was asked for by name and is none.
    pub fn find(
        option: Option<&Path>,
        root: Option<&OsStr>,
        path: Option<&OsStr>,
    ) -> Result<Option<Otp>, String> {
        if let Some(folder) = option {
            return Otp::near(folder).map(Some).ok_or_else(|| {
                format!("--otp {}: no Erlang/OTP there (looked for lib/stdlib-*/ebin)", folder.display())
            });
        }
        if let Some(folder) = root.filter(|folder| !folder.is_empty()) {
            return Otp::near(Path::new(folder)).map(Some).ok_or_else(|| {
                let folder = Path::new(folder).display();
                format!(
                    "ERL_ROOTDIR is {folder}, but there is no Erlang/OTP there (looked for lib/stdlib-*/ebin)"
                )
            });
        }
        let mut programs = path.into_iter().flat_map(std::env::split_paths).map(|folder| folder.join("erl"));
        Ok(programs.find(|program| program.is_file()).and_then(|program| Otp::of_program(&program)))
    }

    /// `…/lib/erlang/bin/erl`, behind any links, belongs to the installation above it; a wrapper script names its root.
    fn of_program(program: &Path) -> Option<Otp> {
        let program = fs::canonicalize(program).ok()?;
        program.parent().and_then(Path::parent).and_then(Otp::near).or_else(|| {
            let script = String::from_utf8(fs::read(&program).ok()?).ok()?;
            let root = script.lines().find_map(|line| line.trim().strip_prefix("ROOTDIR="))?;
            Otp::at(Path::new(root.trim_matches('"')))
        })
    }

    /// The installation whose root is this folder, or that was installed below it as a prefix.
    fn near(folder: &Path) -> Option<Otp> {
        Otp::at(folder).or_else(|| Otp::at(&folder.join("lib/erlang")))
    }

    fn at(root: &Path) -> Option<Otp> {
        let mut newest: BTreeMap<String, (Version, PathBuf)> = BTreeMap::new();
        for folder in list(&root.join("lib")).ok()? {
            let full_name = folder.file_name()?.to_string_lossy().into_owned();
            let (name, version) = match full_name.rsplit_once('-') {
                Some((name, version)) if version.starts_with(|c: char| c.is_ascii_digit()) => {
                    (name.to_owned(), Version::of(version))
                }
                _ => (full_name, Version::default()),
            };
            if newest.get(&name).is_none_or(|(known, _)| *known < version) {
                newest.insert(name, (version, folder));
            }
        }
        let applications: BTreeMap<String, PathBuf> =
            newest.into_iter().map(|(name, (_, folder))| (name, folder)).collect();
        let complete = applications.get("stdlib")?.join("ebin").is_dir();
        let releases = list(&root.join("releases")).unwrap_or_default();
        let number = |folder: &PathBuf| folder.file_name()?.to_str()?.parse().ok();
        let release = releases.iter().filter_map(number).max();
        complete.then_some(Otp { release, applications })
    }

    /// The major release, if the installation says.
    pub fn release(&self) -> Option<u32> {
        self.release
    }

    /// The folder of an application: `stdlib` is at `…/lib/stdlib-4.2`.
    pub fn application(&self, name: &str) -> Option<&Path> {
        self.applications.get(name).map(PathBuf::as_path)
    }

    /// The `.beam` of a module.
    pub fn find_module(&self, module: &str) -> Option<PathBuf> {
        let beam = format!("{module}.beam");
        let first = FIRST.iter().filter_map(|name| self.applications.get(*name));
        first
            .chain(self.applications.values())
            .map(|folder| folder.join("ebin").join(&beam))
            .find(|path| path.is_file())
    }
}

/// `4.2.1` as numbers, so that 10 comes after 9.
#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Version(Vec<u64>);

impl Version {
    fn of(text: &str) -> Version {
        Version(text.split('.').map(|part| part.parse().unwrap_or(0)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Tree;

    fn stdlib_of(tree: &Tree, found: Result<Option<Otp>, String>) -> String {
        match found {
            Ok(Some(otp)) => otp.application("stdlib").map_or_else(String::new, |path| tree.relative(path)),
            Ok(None) => "none".into(),
            Err(message) => message.replace(&format!("{}/", tree.root().display()), ""),
        }
    }

    #[test]
    fn by_option_and_variable() {
        let tree =
            Tree::new(&["otp/lib/stdlib-9.1/ebin/lists.beam", "otp/lib/stdlib-10.0/ebin/lists.beam", "no/x"]);
        let check = |option: Option<&str>, root: Option<&str>, expected: &str| {
            let option = option.map(|path| tree.path(path));
            let root = root.map(|path| tree.path(path).into_os_string());
            let found = Otp::find(option.as_deref(), root.as_deref(), None);
            assert_eq!(stdlib_of(&tree, found), expected);
        };
        check(Some("otp"), None, "otp/lib/stdlib-10.0");
        check(None, Some("otp"), "otp/lib/stdlib-10.0");
        check(Some("otp"), Some("no"), "otp/lib/stdlib-10.0");
        check(Some("no"), Some("otp"), "--otp no: no Erlang/OTP there (looked for lib/stdlib-*/ebin)");
        check(
            None,
            Some("no"),
            "ERL_ROOTDIR is no, but there is no Erlang/OTP there (looked for lib/stdlib-*/ebin)",
        );
        check(None, None, "none");
    }

    #[cfg(unix)]
    #[test]
    fn by_program() {
        let tree = Tree::new(&[
            "usr/lib/erlang/lib/stdlib-4.2/ebin/lists.beam",
            "usr/lib/erlang/bin/erl",
            "usr/bin/other",
            "prefix/bin/erl",
            "prefix/lib/erlang/lib/stdlib-5/ebin/lists.beam",
            "empty/other",
        ]);
        std::os::unix::fs::symlink("../lib/erlang/bin/erl", tree.path("usr/bin/erl")).expect("a link");
        let script = format!("#!/bin/sh\nROOTDIR=\"{}\"\n", tree.path("usr/lib/erlang").display());
        fs::create_dir_all(tree.path("wrapped/bin")).expect("a folder");
        fs::write(tree.path("wrapped/bin/erl"), script).expect("a script");
        let check = |folders: &[&str], expected: &str| {
            let path = std::env::join_paths(folders.iter().map(|folder| tree.path(folder))).expect("a path");
            let found = Otp::find(None, None, Some(&path));
            // The program's links are resolved, and so may those of the temporary folder be.
            let shown = stdlib_of(&tree, found);
            assert!(shown.ends_with(expected), "{shown} does not end with {expected}");
        };
        check(&["empty", "usr/bin"], "usr/lib/erlang/lib/stdlib-4.2");
        check(&["prefix/bin"], "prefix/lib/erlang/lib/stdlib-5");
        check(&["wrapped/bin"], "usr/lib/erlang/lib/stdlib-4.2");
        check(&["empty"], "none");
    }

    #[test]
    fn modules() {
        let tree = Tree::new(&[
            "lib/stdlib-4.2/ebin/lists.beam",
            "lib/kernel-8.5/ebin/file.beam",
            "lib/aaa-1/ebin/lists.beam",
            "lib/aaa-1/ebin/aaa.beam",
            "releases/9/OTP_VERSION",
            "releases/25/OTP_VERSION",
            "releases/RELEASES",
        ]);
        let otp = Otp::find(Some(tree.root()), None, None).expect("found").expect("one");
        let check = |module: &str, expected: Option<&str>| {
            assert_eq!(otp.find_module(module), expected.map(|path| tree.path(path)), "{module}");
        };
        check("lists", Some("lib/stdlib-4.2/ebin/lists.beam"));
        check("file", Some("lib/kernel-8.5/ebin/file.beam"));
        check("aaa", Some("lib/aaa-1/ebin/aaa.beam"));
        check("bbb", None);
        assert_eq!(otp.release(), Some(25));
    }
}
