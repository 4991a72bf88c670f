//! Included files, from the file system.

use std::fs;
use std::path::{Path, PathBuf};

use erlang_syntax::source::Include;

use super::{Otp, Sources};

/// Finds `-include` and `-include_lib` as erlc would: next to the including file, then in the folders of `-I` and of the
/// project; libraries among the project's applications, its dependencies and OTP.
pub struct FileIncludes<'a> {
    pub folders: &'a [PathBuf],
    pub sources: &'a Sources,
    pub otp: Option<&'a Otp>,
    /// A header of the embedded library: `-include_lib("eunit/include/eunit.hrl")` works without OTP.
    pub embedded: fn(&str) -> Option<&'static str>,
}

impl Include for FileIncludes<'_> {
    fn include(&self, from: &str, name: &str) -> Option<(String, Vec<u8>)> {
        let beside = Path::new(from).parent().map(Path::to_path_buf);
        let folders = beside.iter().chain(self.folders).chain(&self.sources.include_folders);
        folders.map(|folder| folder.join(name)).find_map(read)
    }

    fn include_lib(&self, from: &str, name: &str) -> Option<(String, Vec<u8>)> {
        // As in Erlang, a library include may be an ordinary one after all.
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
            let embedded = || Some((name.to_owned(), (self.embedded)(name)?.as_bytes().to_vec()));
            folder.and_then(|folder| read(folder.join(rest))).or_else(embedded)
        })
    }
}

fn read(path: PathBuf) -> Option<(String, Vec<u8>)> {
    let contents = fs::read(&path).ok()?;
    Some((path.display().to_string(), contents))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Parts;
    use crate::testing::Tree;

    #[test]
    fn where_headers_are_found() {
        let tree = Tree::new(&[
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
        let sources = Sources::find(&[tree.path("p")], Parts::Program).expect("a project");
        let otp = Otp::find(Some(&tree.path("otp")), None, None).expect("found");
        let folders = [tree.path("extra")];
        let embedded = |name: &str| (name == "eunit/include/eunit.hrl").then_some("embedded");
        let includes = FileIncludes { folders: &folders, sources: &sources, otp: otp.as_ref(), embedded };
        let from = tree.path("p/src/a.erl").display().to_string();
        let text = |found: Option<(String, Vec<u8>)>| {
            found.map(|(_, contents)| String::from_utf8(contents).expect("text")).unwrap_or_default()
        };
        let check =
            |name: &str, expected: &str| assert_eq!(text(includes.include(&from, name)), expected, "{name}");
        check("same.hrl", "beside");
        check("own.hrl", "project");
        check("given.hrl", "given");
        check("missing.hrl", "");
        let check = |name: &str, expected: &str| {
            assert_eq!(text(includes.include_lib(&from, name)), expected, "{name}");
        };
        check("same.hrl", "beside");
        check("p/include/own.hrl", "project");
        check("dep/include/d.hrl", "dependency");
        check("stdlib/include/ms.hrl", "otp");
        check("eunit/include/eunit.hrl", "embedded");
        check("nowhere/include/x.hrl", "");
    }
}
