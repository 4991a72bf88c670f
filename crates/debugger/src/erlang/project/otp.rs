//! Finds an Erlang/OTP installation without starting it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::files::Files;

/// The libraries of an installed OTP.
#[derive(Clone, Debug)]
pub struct Otp {
    /// The major release: 25.
    release: Option<u32>,
    /// The folder in which it is installed.
    root: PathBuf,
    /// The folder of the newest version of each application: `kernel` → `…/lib/kernel-8.5.3`.
    applications: BTreeMap<String, PathBuf>,
}

/// The first applications of Erlang's own code path.
const FIRST: &[&str] = &["kernel", "stdlib"];

impl Otp {
    /// The installation that `--otp` (`option`) names, else `ERL_ROOTDIR`, else the one that `erl`
    /// on the path belongs to. An error only if `--otp` or `ERL_ROOTDIR` names a folder without
    /// OTP.
    pub fn find(files: &dyn Files, option: Option<&Path>) -> Result<Option<Otp>, String> {
        if let Some(folder) = option {
            return Otp::near(files, folder).map(Some).ok_or_else(|| {
                format!("--otp {}: no Erlang/OTP there (looked for lib/stdlib-*/ebin)", folder.display())
            });
        }
        if let Some(folder) = files.variable("ERL_ROOTDIR").filter(|folder| !folder.is_empty()) {
            let folder = Path::new(&folder);
            return Otp::near(files, folder).map(Some).ok_or_else(|| {
                let folder = folder.display();
                format!(
                    "ERL_ROOTDIR is {folder}, but there is no Erlang/OTP there (looked for lib/stdlib-*/ebin)"
                )
            });
        }
        let mut programs = files.program_folders().into_iter().map(|folder| folder.join("erl"));
        let program = programs.find(|program| files.is_file(program));
        Ok(program.and_then(|program| Otp::of_program(files, &program)))
    }

    /// With links resolved, `…/lib/erlang/bin/erl` belongs to the installation `…/lib/erlang`.
    /// Otherwise `erl` is a wrapper script that names the root of the installation.
    fn of_program(files: &dyn Files, program: &Path) -> Option<Otp> {
        let program = files.resolve(program).ok()?;
        let above = program.parent().and_then(Path::parent);
        above.and_then(|folder| Otp::near(files, folder)).or_else(|| {
            let script = files.text(&program)?;
            let root = script.lines().find_map(|line| line.trim().strip_prefix("ROOTDIR="))?;
            Otp::at(files, Path::new(root.trim_matches('"')))
        })
    }

    /// The installation whose root is this folder, or that was installed with this folder as
    /// prefix.
    fn near(files: &dyn Files, folder: &Path) -> Option<Otp> {
        Otp::at(files, folder).or_else(|| Otp::at(files, &folder.join("lib/erlang")))
    }

    fn at(files: &dyn Files, root: &Path) -> Option<Otp> {
        let mut newest: BTreeMap<String, (Version, PathBuf)> = BTreeMap::new();
        for folder in files.list(&root.join("lib")).ok()? {
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
        let complete = files.is_folder(&applications.get("stdlib")?.join("ebin"));
        let releases = files.list(&root.join("releases")).unwrap_or_default();
        let number = |folder: &PathBuf| folder.file_name()?.to_str()?.parse().ok();
        let release = releases.iter().filter_map(number).max();
        complete.then_some(Otp { release, root: root.to_path_buf(), applications })
    }

    /// The major release, if the installation names it.
    pub fn release(&self) -> Option<u32> {
        self.release
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// All applications with their folders.
    pub fn applications(&self) -> impl Iterator<Item = (&String, &PathBuf)> {
        self.applications.iter()
    }

    /// The folder of an application: `stdlib` is at `…/lib/stdlib-4.2`.
    pub fn application(&self, name: &str) -> Option<&Path> {
        self.applications.get(name).map(PathBuf::as_path)
    }

    /// The `.beam` of a module.
    pub fn find_module(&self, files: &dyn Files, module: &str) -> Option<PathBuf> {
        let beam = format!("{module}.beam");
        let first = FIRST.iter().filter_map(|name| self.applications.get(*name));
        first
            .chain(self.applications.values())
            .map(|folder| folder.join("ebin").join(&beam))
            .find(|path| files.is_file(path))
    }
}

/// `4.2.1` as numbers: 10 comes after 9.
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
    use crate::files::Texts;

    fn stdlib_of(found: Result<Option<Otp>, String>) -> String {
        match found {
            Ok(Some(otp)) => {
                otp.application("stdlib").map_or_else(String::new, |path| path.display().to_string())
            }
            Ok(None) => "none".into(),
            Err(message) => message,
        }
    }

    #[test]
    fn by_option_and_variable() {
        let check = |option: Option<&str>, root: Option<&str>, expected: &str| {
            let mut files = Texts::of(&[
                "otp/lib/stdlib-9.1/ebin/lists.beam",
                "otp/lib/stdlib-10.0/ebin/lists.beam",
                "no/x",
            ]);
            if let Some(root) = root {
                files.set_variable("ERL_ROOTDIR", root);
            }
            assert_eq!(stdlib_of(Otp::find(&files, option.map(Path::new))), expected);
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
        check(None, Some(""), "none");
        check(None, None, "none");
    }

    #[test]
    fn by_program() {
        let check = |folders: &[&str], expected: &str| {
            let mut files = Texts::of(&[
                "/usr/lib/erlang/lib/stdlib-4.2/ebin/lists.beam",
                "/usr/lib/erlang/bin/erl",
                "/usr/bin/other",
                "/prefix/bin/erl",
                "/prefix/lib/erlang/lib/stdlib-5/ebin/lists.beam",
                "/wrapped/bin/erl: #!/bin/sh\nROOTDIR=\"/usr/lib/erlang\"\n",
                "/empty/other",
            ]);
            files.link("/usr/bin/erl", "/usr/lib/erlang/bin/erl");
            files.set_program_folders(folders);
            assert_eq!(stdlib_of(Otp::find(&files, None)), expected);
        };
        check(&["/empty", "/usr/bin"], "/usr/lib/erlang/lib/stdlib-4.2");
        check(&["/prefix/bin"], "/prefix/lib/erlang/lib/stdlib-5");
        check(&["/wrapped/bin"], "/usr/lib/erlang/lib/stdlib-4.2");
        check(&["/empty"], "none");
    }

    #[test]
    fn modules() {
        let files = Texts::of(&[
            "otp/lib/stdlib-4.2/ebin/lists.beam",
            "otp/lib/kernel-8.5/ebin/file.beam",
            "otp/lib/aaa-1/ebin/lists.beam",
            "otp/lib/aaa-1/ebin/aaa.beam",
            "otp/releases/9/OTP_VERSION",
            "otp/releases/25/OTP_VERSION",
            "otp/releases/RELEASES",
        ]);
        let otp = Otp::find(&files, Some(Path::new("otp"))).expect("found").expect("one");
        let check = |module: &str, expected: Option<&str>| {
            assert_eq!(otp.find_module(&files, module), expected.map(PathBuf::from), "{module}");
        };
        check("lists", Some("otp/lib/stdlib-4.2/ebin/lists.beam"));
        check("file", Some("otp/lib/kernel-8.5/ebin/file.beam"));
        check("aaa", Some("otp/lib/aaa-1/ebin/aaa.beam"));
        check("bbb", None);
        assert_eq!(otp.release(), Some(25));
    }
}
