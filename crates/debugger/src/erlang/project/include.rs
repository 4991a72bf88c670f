//! Finds included files.

use std::path::{Path, PathBuf};

use erlang_syntax::source::Include;

use super::{Otp, Sources};
use crate::files::Files;

/// Finds `-include` and `-include_lib` as erlc does: beside the including file, then in the folders
/// of `-I` and of the project; libraries among the project's applications, its dependencies and
/// OTP.
pub struct FileIncludes<'a> {
    pub files: &'a dyn Files,
    pub folders: &'a [PathBuf],
    pub sources: &'a Sources,
    pub otp: Option<&'a Otp>,
    /// Headers of the embedded library: with them `-include_lib("eunit/include/eunit.hrl")` works
    /// without OTP.
    pub embedded: fn(&str) -> Option<&'static str>,
}

impl Include for FileIncludes<'_> {
    fn include(&self, from: &str, name: &str) -> Option<(String, Vec<u8>)> {
        let beside = Path::new(from).parent().map(Path::to_path_buf);
        let folders = beside.iter().chain(self.folders).chain(&self.sources.include_folders);
        folders.map(|folder| folder.join(name)).find_map(|path| self.read(path))
    }

    fn include_lib(&self, from: &str, name: &str) -> Option<(String, Vec<u8>)> {
        // As in erlc, an `-include_lib` is first tried as an ordinary `-include`.
        self.include(from, name).or_else(|| {
            let (application, rest) = name.split_once('/')?;
            let own = self
                .sources
                .applications
                .get(application)
                .or_else(|| self.sources.dependencies.get(application));
            let folder = match own {
                Some(folder) => Some(folder.as_path()),
                None => self.otp.and_then(|otp| otp.application(application)),
            };
            // The embedded header of PropEr is for single files. In a project, PropEr is a
            // dependency like others, and its absence must be seen.
            let is_embedded = application != "proper" || self.sources.options.is_empty();
            let embedded = || {
                let text = (self.embedded)(name).filter(|_| is_embedded)?;
                Some((name.to_owned(), text.as_bytes().to_vec()))
            };
            folder.and_then(|folder| self.read(folder.join(rest))).or_else(embedded)
        })
    }
}

impl FileIncludes<'_> {
    fn read(&self, path: PathBuf) -> Option<(String, Vec<u8>)> {
        let contents = self.files.source(&path).ok()?;
        Some((path.display().to_string(), contents))
    }
}

#[cfg(test)]
mod tests {
    use super::super::sources::tests::find_in;
    use super::*;
    use crate::files::Texts;

    #[test]
    fn where_headers_are_found() {
        let files = Texts::of(&[
            "p/src/a.erl",
            "p/src/same.hrl: beside",
            "p/include/same.hrl: project",
            "p/include/own.hrl: project",
            "p/deps/dep/src/d.erl",
            "p/deps/dep/include/d.hrl: dependency",
            "extra/given.hrl: given",
            "otp/lib/stdlib-4/ebin/lists.beam",
            "otp/lib/stdlib-4/include/ms.hrl: otp",
        ]);
        let sources = find_in(&files, &["p".into()], None).expect("a project");
        let otp = Otp::find(&files, Some(Path::new("otp"))).expect("found");
        let folders = ["extra".into()];
        let embedded = |name: &str| (name == "eunit/include/eunit.hrl").then_some("embedded");
        let includes =
            FileIncludes { files: &files, folders: &folders, sources: &sources, otp: otp.as_ref(), embedded };
        let from = "p/src/a.erl";
        let text = |found: Option<(String, Vec<u8>)>| {
            found.map(|(_, contents)| String::from_utf8(contents).expect("text")).unwrap_or_default()
        };
        let check =
            |name: &str, expected: &str| assert_eq!(text(includes.include(from, name)), expected, "{name}");
        check("same.hrl", "beside");
        check("own.hrl", "project");
        check("given.hrl", "given");
        check("missing.hrl", "");
        let check = |name: &str, expected: &str| {
            assert_eq!(text(includes.include_lib(from, name)), expected, "{name}");
        };
        check("same.hrl", "beside");
        check("p/include/own.hrl", "project");
        check("dep/include/d.hrl", "dependency");
        check("stdlib/include/ms.hrl", "otp");
        check("eunit/include/eunit.hrl", "embedded");
        check("nowhere/include/x.hrl", "");
    }
}
