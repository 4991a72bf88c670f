//! What a lazy program sees of the computer beside its standard input: arguments and files. Files
//! that it writes stay in memory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use erlang_machine::host::{Host, Query, Reply};
use lazy_machine::machine::Request;

use crate::erlang::project::tidy;

/// What Haskell says where a file is not there.
const MISSING: &str = "openFile: does not exist (No such file or directory)";

#[derive(Clone)]
pub struct LazyHost {
    computer: Rc<dyn Host>,
    arguments: Vec<String>,
    /// Where relative paths begin.
    current: PathBuf,
    /// Contents of the files that the program wrote.
    written: BTreeMap<PathBuf, String>,
}

impl LazyHost {
    pub fn new(computer: Rc<dyn Host>, arguments: Vec<String>, current: PathBuf) -> LazyHost {
        LazyHost { computer, arguments, current, written: BTreeMap::new() }
    }

    /// Begins with `+`, or with `-` if it is an error.
    pub fn reply(&mut self, request: Request) -> String {
        match request {
            Request::Arguments => {
                format!("+{}", self.arguments.iter().map(|text| format!("{text}\0")).collect::<String>())
            }
            Request::Read(path) => match self.read(&path) {
                Ok(text) => format!("+{text}"),
                Err(why) => format!("-{path}: {why}"),
            },
            Request::Exists(path) => match self.read(&path) {
                Ok(_) => "+y".to_owned(),
                Err(_) => "+n".to_owned(),
            },
            Request::Write { path, content, appends } => {
                let path = self.absolute(&path);
                let before = if appends { self.content(&path).unwrap_or_default() } else { String::new() };
                self.written.insert(path, before + &content);
                "+".to_owned()
            }
        }
    }

    fn absolute(&self, path: &str) -> PathBuf {
        tidy(&self.current.join(path))
    }

    fn read(&self, path: &str) -> Result<String, String> {
        self.content(&self.absolute(path))
    }

    fn content(&self, path: &Path) -> Result<String, String> {
        if let Some(text) = self.written.get(path) {
            return Ok(text.clone());
        }
        let contents = match self.computer.look(path.as_os_str().as_encoded_bytes(), Query::Contents) {
            Ok(Reply::Contents(contents)) => contents,
            Ok(Reply::Failed("eacces")) => {
                return Err("openFile: permission denied (Permission denied)".to_owned());
            }
            Ok(Reply::Failed("eisdir")) => {
                return Err("openFile: inappropriate type (is a directory)".to_owned());
            }
            Ok(_) => return Err(MISSING.to_owned()),
            Err(refusal) => return Err(format!("not supported: {}", refusal.0)),
        };
        let text = String::from_utf8(contents.to_vec());
        text.map_err(|_| "hGetContents: invalid argument (invalid byte sequence)".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::erlang::project::{Access, Computer, Places};
    use crate::files::Texts;

    fn check(given: &[(Request, &str)]) {
        let files = Rc::new(Texts::of(&["/p/a.txt: one"]));
        let access = Access { read: vec!["/p".into()], ..Access::default() };
        let computer = Computer::new(files, access, Places::default());
        let mut desk = LazyHost::new(Rc::new(computer), vec!["x".into(), "y z".into()], "/p".into());
        for (request, expected) in given {
            assert_eq!(desk.reply(request.clone()), *expected, "{request:?}");
        }
    }

    #[test]
    fn files_and_arguments() {
        let read = |path: &str| Request::Read(path.to_owned());
        let write = |content: &str, appends| Request::Write {
            path: "/p/a.txt".to_owned(),
            content: content.to_owned(),
            appends,
        };
        check(&[
            (Request::Arguments, "+x\0y z\0"),
            (read("/p/a.txt"), "+one"),
            (write(" two", true), "+"),
            (read("/p/a.txt"), "+one two"),
            (write("new", false), "+"),
            (read("/p/a.txt"), "+new"),
            (Request::Exists("/p/b.txt".to_owned()), "+n"),
            (read("a.txt"), "+new"),
            (read("../p/./a.txt"), "+new"),
            (read("../q"), "-../q: openFile: does not exist (No such file or directory)"),
            (read("/p/b.txt"), "-/p/b.txt: openFile: does not exist (No such file or directory)"),
        ]);
    }
}
