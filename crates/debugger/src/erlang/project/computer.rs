//! The computer that runs of a project see: what they may read of it, and the environment.

use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use erlang_machine::host::{Host, HostKind, Info, Query, Refusal, Reply};

use super::{Otp, Sources};
use crate::files::Files;

/// What a run may see, beside the project itself. Each field names its command-line option.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// `--allow-read`
    pub read: Vec<PathBuf>,
    /// `--no-files`
    pub no_files: bool,
    /// `--env NAME=VALUE`
    pub env: Vec<String>,
    /// `--config FILE`
    pub settings: Vec<PathBuf>,
    /// `--no-cache`
    pub no_cache: bool,
    /// `-- ARG…`
    pub arguments: Vec<String>,
}

pub struct Computer {
    files: Rc<dyn Files>,
    access: Access,
    /// Folders and files that can be read, as absolute paths: as they were given, and with all
    /// links resolved.
    readable: Vec<PathBuf>,
    /// Folders for temporary files: they begin empty.
    temporary: Vec<PathBuf>,
    current: PathBuf,
    applications: Vec<(String, PathBuf)>,
    sources: Sources,
    otp: Option<Otp>,
}

/// What is known about where the code of a project is.
#[derive(Default)]
pub struct Places {
    /// Files and folders of the project, of what it depends on, and of OTP.
    pub code: Vec<PathBuf>,
    /// The folder of each application, by name.
    pub applications: Vec<(String, PathBuf)>,
    pub sources: Sources,
    pub otp: Option<Otp>,
}

impl Computer {
    pub fn new(files: Rc<dyn Files>, access: Access, places: Places) -> Computer {
        let current = files.current_folder().unwrap_or_else(|_| "/".into());
        let absolute = |path: &PathBuf| tidy(&current.join(path));
        let mut readable = Vec::new();
        for path in places.code.iter().chain(&access.read).chain(&access.settings).chain([&current]) {
            let path = absolute(path);
            let resolved = files.resolve(&path).unwrap_or_else(|_| path.clone());
            readable.extend([path, resolved]);
        }
        readable.sort();
        readable.dedup();
        let stated = files.variable("TMPDIR").map(PathBuf::from);
        let temporary = stated.into_iter().chain(["/tmp".into(), "/var/tmp".into()]).collect();
        let applications =
            places.applications.iter().map(|(name, path)| (name.clone(), absolute(path))).collect();
        let Places { sources, otp, .. } = places;
        Computer { files, access, readable, temporary, current, applications, sources, otp }
    }

    /// Who may look at this path, and what is seen there.
    fn rule(&self, path: &Path) -> Rule {
        let is_on_the_way = self.readable.iter().any(|readable| readable.starts_with(path));
        match () {
            () if self.access.no_files && path == Path::new("/") => Rule::OnlyThere,
            () if self.access.no_files => Rule::Refused,
            () if self.readable.iter().any(|readable| path.starts_with(readable)) => Rule::Read,
            () if self.temporary.iter().any(|folder| path == folder) => Rule::Empty,
            () if self.temporary.iter().any(|folder| path.starts_with(folder)) && !is_on_the_way => {
                Rule::Empty
            }
            () if is_on_the_way => Rule::OnlyThere,
            () if self.temporary.iter().any(|folder| folder.starts_with(path)) => Rule::OnlyThere,
            () => Rule::Refused,
        }
    }

    fn exists(&self, path: &Path) -> bool {
        !matches!(self.files.info(path), Err(error) if error.kind() == io::ErrorKind::NotFound)
    }

    fn ask(&self, path: &Path, query: Query) -> io::Result<Reply> {
        Ok(match query {
            Query::Info => Reply::Info(self.files.info(path)?),
            Query::Contents => Reply::Contents(self.files.read(path)?.into()),
            Query::Entries => {
                let entries = self.files.list(path)?;
                let names = entries.iter().filter_map(|entry| entry.file_name());
                Reply::Entries(names.map(|name| bytes(Path::new(name))).collect())
            }
            Query::Link => Reply::Link(bytes(&self.files.link_target(path)?).into()),
        })
    }
}

enum Rule {
    Read,
    /// A folder above one that can be read: that it is there may be known.
    OnlyThere,
    /// A folder for temporary files, or something in it.
    Empty,
    Refused,
}

impl Host for Computer {
    fn look(&self, path: &[u8], query: Query) -> Result<Reply, Refusal> {
        let path = path_of(path);
        let refused = || {
            let folder = path.parent().unwrap_or(&path).display();
            Err(Refusal(match self.access.no_files {
                true => format!("reading {} (--no-files)", path.display()),
                false => format!("reading {} (allow it with --allow-read {folder})", path.display()),
            }))
        };
        let answer = match (self.rule(&path), query) {
            // Where nothing is, there is nothing to protect, and programs look in many places. To
            // say so, the folders above must be seen to be there.
            (Rule::Refused, Query::Info) if !self.access.no_files && self.files.is_folder(&path) => {
                self.ask(&path, Query::Info)
            }
            (Rule::Refused, _) if self.access.no_files || self.exists(&path) => return refused(),
            (Rule::Refused, _) => return Ok(Reply::Failed("enoent")),
            (Rule::OnlyThere, Query::Contents | Query::Entries) => return refused(),
            (Rule::Empty, query) => return Ok(self.temporary(&path, query)),
            (Rule::Read | Rule::OnlyThere, query) => self.ask(&path, query),
        };
        Ok(answer.unwrap_or_else(|error| Reply::Failed(posix(&error))))
    }

    fn variables(&self) -> Rc<[(String, String)]> {
        let all = self.files.variables();
        let text = |text: &std::ffi::OsString| text.to_string_lossy().into_owned();
        let mut all: std::collections::BTreeMap<String, String> =
            all.iter().map(|(name, value)| (text(name), text(value))).collect();
        let set = self.access.env.iter().map(|given| given.split_once('=').unwrap_or((given, "")));
        all.extend(set.map(|(name, value)| (name.to_owned(), value.to_owned())));
        all.into_iter().collect()
    }

    fn current_folder(&self) -> Rc<[u8]> {
        bytes(&self.current).into()
    }

    fn home(&self) -> Option<String> {
        self.variables().iter().find(|(name, _)| name == "HOME").map(|(_, value)| value.clone())
    }

    fn application_folder(&self, name: &str) -> Option<String> {
        let found = self.applications.iter().find(|(application, _)| application == name);
        found.map(|(_, folder)| folder.display().to_string())
    }

    fn root_folder(&self) -> Option<String> {
        let root = self.otp.as_ref().map(|otp| tidy(&self.current.join(otp.root())));
        root.map(|root| root.display().to_string())
    }

    fn module_file(&self, module: &str) -> Option<String> {
        let in_otp = || self.otp.as_ref()?.find_module(&*self.files, module);
        let file = self.sources.compiled_file(&*self.files, module).or_else(in_otp)?;
        Some(tidy(&self.current.join(file)).display().to_string())
    }

    fn code_path(&self) -> Vec<String> {
        let folders = self.applications.iter().map(|(_, folder)| folder.join("ebin").display().to_string());
        [".".to_owned()].into_iter().chain(folders).collect()
    }

    fn settings(&self) -> Vec<String> {
        self.access.settings.iter().map(|file| self.current.join(file).display().to_string()).collect()
    }
}

impl Computer {
    fn temporary(&self, path: &Path, query: Query) -> Reply {
        if !self.temporary.iter().any(|folder| folder == path) {
            return Reply::Failed("enoent");
        }
        match query {
            Query::Info => {
                Reply::Info(Info { kind: HostKind::Folder, mode: 0o41777, ..Info::plain_folder() })
            }
            Query::Entries => Reply::Entries(Rc::default()),
            Query::Contents => Reply::Failed("eisdir"),
            Query::Link => Reply::Failed("einval"),
        }
    }
}

/// Without `.` and `..`.
pub(crate) fn tidy(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// File names are bytes on Unix. Elsewhere they are text.
fn bytes(path: &Path) -> Vec<u8> {
    path.as_os_str().as_encoded_bytes().to_vec()
}

fn path_of(bytes: &[u8]) -> PathBuf {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        std::ffi::OsStr::from_bytes(bytes).into()
    }
    #[cfg(not(unix))]
    String::from_utf8_lossy(bytes).into_owned().into()
}

fn posix(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "enoent",
        io::ErrorKind::PermissionDenied => "eacces",
        io::ErrorKind::NotADirectory => "enotdir",
        io::ErrorKind::IsADirectory => "eisdir",
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidFilename => "einval",
        _ => "eio",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Texts;

    fn check(access: Access, path: &str, query: Query, expected: &str) {
        let files =
            Texts::of(&["/home/p/src/a.erl: one", "/home/q/b: two", "/tmp/x/c: three", "/etc/d: four"]);
        let places = Places { code: vec!["/home/p".into()], ..Places::default() };
        let mut computer = Computer::new(Rc::new(files), access, places);
        // The current folder of these files is the root, which would allow everything.
        computer.readable.retain(|path| path != Path::new("/"));
        let shown = match computer.look(path.as_bytes(), query) {
            Ok(Reply::Contents(bytes)) => String::from_utf8_lossy(&bytes).into_owned(),
            Ok(Reply::Info(info)) => format!("{:?}", info.kind),
            Ok(Reply::Entries(names)) => {
                names.iter().map(|name| String::from_utf8_lossy(name)).collect::<Vec<_>>().join(" ")
            }
            Ok(Reply::Failed(name)) => name.to_owned(),
            Ok(Reply::Link(_)) => "link".to_owned(),
            Err(Refusal(why)) => why,
        };
        assert_eq!(shown, expected, "{path}");
    }

    #[test]
    fn what_may_be_read() {
        let plain = Access::default;
        check(plain(), "/home/p/src/a.erl", Query::Contents, "one");
        check(plain(), "/home/p/src", Query::Entries, "a.erl");
        check(plain(), "/home/p/src/no", Query::Info, "enoent");
        check(plain(), "/home", Query::Info, "Folder");
        check(plain(), "/home", Query::Entries, "reading /home (allow it with --allow-read /)");
        let refused = "reading /home/q/b (allow it with --allow-read /home/q)";
        check(plain(), "/home/q/b", Query::Contents, refused);
        check(plain(), "/etc/d", Query::Info, "reading /etc/d (allow it with --allow-read /etc)");
        check(plain(), "/etc/no", Query::Info, "enoent");
        check(plain(), "/tmp", Query::Entries, "");
        check(plain(), "/tmp/x", Query::Info, "enoent");
        let more = Access { read: vec!["/home/q".into()], ..Access::default() };
        check(more, "/home/q/b", Query::Contents, "two");
        let none = || Access { no_files: true, ..Access::default() };
        check(none(), "/home/p/src/a.erl", Query::Contents, "reading /home/p/src/a.erl (--no-files)");
        check(none(), "/tmp/x", Query::Info, "reading /tmp/x (--no-files)");
    }

    #[test]
    fn variables() {
        let mut files = Texts::of(&[]);
        files.set_variable("A", "1");
        files.set_variable("HOME", "/home/me");
        let access = Access { env: vec!["A=2".into(), "B=x=y".into()], ..Access::default() };
        let computer = Computer::new(Rc::new(files), access, Places::default());
        let all = computer.variables();
        let shown: Vec<String> = all.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(shown, ["A=2", "B=x=y", "HOME=/home/me"]);
        assert_eq!(computer.home().as_deref(), Some("/home/me"));
    }
}
