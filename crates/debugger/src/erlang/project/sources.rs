//! Finds the modules of a program: files, plain folders, and projects laid out for rebar3 or
//! erlang.mk.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::Rebar;
use crate::files::{Files, Kind};

/// The files and folders of a program, found but not yet read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sources {
    /// `.erl` and `.beam` files, in the order given; within a folder by name.
    pub files: Vec<PathBuf>,
    /// Folders that `-include` searches after the folder of the including file.
    pub include_folders: Vec<PathBuf>,
    /// Applications of the projects themselves, by name, for `-include_lib("name/include/…")`.
    pub applications: BTreeMap<String, PathBuf>,
    /// Applications that the projects depend on. Their modules are loaded when called.
    pub dependencies: BTreeMap<String, PathBuf>,
    /// Macros that the projects' `rebar.config` define.
    pub defines: Vec<(String, Option<String>)>,
    /// Parse transforms that `rebar.config` asks for. They are not applied.
    pub transforms: Vec<String>,
}

/// Which parts of a project are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Parts {
    Program,
    /// Also its `test` folders, and the `test` profile of `rebar.config`.
    WithTests,
}

/// Folders of a project whose subfolders are applications of its own.
pub const OWN_APPLICATIONS: &[&str] = &["apps", "lib"];

/// Where build tools put the applications that a project depends on. If an application is in
/// several of them, the first one counts.
const DEPENDENCIES: &[&str] = &["_checkouts", "_build/default/lib", "_build/test/lib", "deps"];

impl Sources {
    /// Finds the sources at these paths. The error names the first path that cannot be used.
    pub fn find(files: &dyn Files, paths: &[PathBuf], parts: Parts) -> Result<Sources, String> {
        let mut sources = Sources::default();
        for path in paths {
            let kind = files.kind(path).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => format!("no such file or folder: {}", path.display()),
                _ => format!("cannot read {}: {error}", path.display()),
            })?;
            match kind {
                Kind::Folder => sources.add_folder(files, path, parts)?,
                Kind::File | Kind::Other => sources.add_file(files, path)?,
            }
        }
        Ok(sources)
    }

    fn add_file(&mut self, files: &dyn Files, path: &Path) -> Result<(), String> {
        if !is_source(path) {
            return Err(format!(
                "{} is neither Erlang source (.erl) nor compiled Erlang (.beam)",
                path.display()
            ));
        }
        self.push(path.to_path_buf());
        // Of the project that a file belongs to, the headers are used, but not the other modules.
        if let Some(source_folder) = path.parent()
            && source_folder.file_name().is_some_and(|name| name == "src" || name == "test")
        {
            self.add_include_folder(files, &source_folder.join("../include"));
            self.add_include_folder(files, &source_folder.join("../src"));
        }
        Ok(())
    }

    fn add_folder(&mut self, files: &dyn Files, folder: &Path, parts: Parts) -> Result<(), String> {
        let before = self.files.len();
        if is_project(files, folder) {
            self.add_project(files, folder, parts)?;
        } else {
            self.add_plain(files, folder)?;
            self.add_tests(files, folder, parts)?;
        }
        if self.files.len() == before {
            return Err(format!("no Erlang sources (.erl, .beam) in {}", folder.display()));
        }
        Ok(())
    }

    fn add_plain(&mut self, files: &dyn Files, folder: &Path) -> Result<(), String> {
        let found: Vec<PathBuf> = list(files, folder)?.into_iter().filter(|path| is_source(path)).collect();
        for file in &found {
            // `m.beam` beside `m.erl` is the same module, compiled.
            let compiled = file.extension().is_some_and(|extension| extension == "beam");
            if !(compiled && found.contains(&file.with_extension("erl"))) {
                self.push(file.clone());
            }
        }
        Ok(())
    }

    fn add_project(&mut self, files: &dyn Files, root: &Path, parts: Parts) -> Result<(), String> {
        self.add_application(files, root, parts)?;
        for parent in OWN_APPLICATIONS {
            for folder in list_if_there(files, &root.join(parent))? {
                if files.is_folder(&folder.join("src")) {
                    self.add_application(files, &folder, parts)?;
                }
            }
        }
        for parent in DEPENDENCIES {
            for folder in list_if_there(files, &root.join(parent))? {
                let name = application_name(files, &folder);
                let is_library = ["ebin", "src"].iter().any(|part| files.is_folder(&folder.join(part)));
                if is_library && !self.applications.contains_key(&name) {
                    self.dependencies.entry(name).or_insert(folder);
                }
            }
        }
        Ok(())
    }

    /// Adds one application. The root of a project need not be one itself.
    fn add_application(&mut self, files: &dyn Files, root: &Path, parts: Parts) -> Result<(), String> {
        let profile = (parts == Parts::WithTests).then_some("test");
        let mut rebar = Rebar::read(files, root, profile)?;
        self.defines.append(&mut rebar.defines);
        self.transforms.append(&mut rebar.transforms);
        if rebar.source_folders.is_empty() {
            rebar.source_folders.push("src".into());
        }
        let folders: Vec<PathBuf> = rebar.source_folders.iter().map(|folder| root.join(folder)).collect();
        self.add_include_folder(files, &root.join("include"));
        for folder in
            folders.iter().chain(&rebar.include.iter().map(|folder| root.join(folder)).collect::<Vec<_>>())
        {
            self.add_include_folder(files, folder);
        }
        for folder in &folders {
            files_below(files, folder, "erl")?.into_iter().for_each(|file| self.push(file));
        }
        self.add_tests(files, root, parts)?;
        if folders.iter().any(|folder| files.is_folder(folder)) {
            self.applications.insert(application_name(files, root), root.to_path_buf());
        }
        Ok(())
    }

    /// Adds the modules of the `test` folder, except for Common Test suites.
    fn add_tests(&mut self, files: &dyn Files, root: &Path, parts: Parts) -> Result<(), String> {
        if parts == Parts::WithTests {
            let folder = root.join("test");
            self.add_include_folder(files, &folder);
            for file in list_if_there(files, &folder)? {
                let is_suite =
                    file.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("_SUITE"));
                if file.extension().is_some_and(|ending| ending == "erl") && !is_suite {
                    self.push(file);
                }
            }
        }
        Ok(())
    }

    fn add_include_folder(&mut self, files: &dyn Files, folder: &Path) {
        if files.is_folder(folder) && !self.include_folders.iter().any(|known| known == folder) {
            self.include_folders.push(folder.to_path_buf());
        }
    }

    /// Files of the current folder are named without `./`: `src/a.erl`.
    fn push(&mut self, file: PathBuf) {
        let file = file.strip_prefix(".").map(Path::to_path_buf).unwrap_or(file);
        if !self.files.contains(&file) {
            self.files.push(file);
        }
    }

    /// The file of a module of a dependency: its `.beam` if there is one, else its source; or of the
    /// projects' own tests, which belong to them.
    pub fn find_in_dependencies(&self, files: &dyn Files, module: &str) -> Option<PathBuf> {
        let beam = format!("{module}.beam");
        let source = format!("{module}.erl");
        let compiled = self.dependencies.values().map(|folder| folder.join("ebin").join(&beam));
        let library = compiled.into_iter().find(|path| files.is_file(path)).or_else(|| {
            self.dependencies.values().find_map(|folder| {
                let sources = files_below(files, &folder.join("src"), "erl").ok()?;
                sources.into_iter().find(|path| path.file_name().is_some_and(|name| *name == *source))
            })
        });
        library.or_else(|| {
            let tests = self.applications.values().map(|root| root.join("test").join(&source));
            tests.into_iter().find(|path| files.is_file(path))
        })
    }
}

/// Whether build tools would treat the folder as a project.
pub fn is_project(files: &dyn Files, folder: &Path) -> bool {
    files.is_file(&folder.join("rebar.config")) || files.is_folder(&folder.join("src"))
}

/// The name of the application in a folder: that of its `.app` or `.app.src` file, else the
/// folder's.
fn application_name(files: &dyn Files, folder: &Path) -> String {
    let stated = ["src", "ebin"].iter().find_map(|part| {
        list(files, &folder.join(part)).ok()?.into_iter().find_map(|file| {
            let name = file.file_name()?.to_str()?;
            name.strip_suffix(".app.src").or_else(|| name.strip_suffix(".app")).map(str::to_owned)
        })
    });
    // `.` has no name of its own.
    let folder_name = || {
        let folder = files.resolve(folder).unwrap_or_else(|_| folder.to_path_buf());
        folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
    };
    stated.unwrap_or_else(folder_name)
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "erl" || extension == "beam")
}

fn list(files: &dyn Files, folder: &Path) -> Result<Vec<PathBuf>, String> {
    files.list(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))
}

fn list_if_there(files: &dyn Files, folder: &Path) -> Result<Vec<PathBuf>, String> {
    if files.is_folder(folder) { list(files, folder) } else { Ok(Vec::new()) }
}

fn files_below(files: &dyn Files, folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in list_if_there(files, &folder)? {
            // A link to a folder could lead back to a folder above it.
            if files.is_folder(&entry) && !files.is_link(&entry) {
                folders.push(entry);
            } else if entry.extension().is_some_and(|ending| ending == extension) {
                found.push(entry);
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Texts;

    /// Shows what is found at the paths, given these files, one item per line.
    fn check(files: &[&str], paths: &[&str], expected: &[&str]) {
        check_in(&Texts::of(files), paths, expected);
    }

    fn check_in(files: &Texts, paths: &[&str], expected: &[&str]) {
        let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
        let shown = |path: &Path| path.display().to_string();
        let found: Vec<String> = match Sources::find(files, &paths, Parts::Program) {
            Err(message) => vec![message],
            Ok(sources) => {
                let files = sources.files.iter().map(|path| shown(path));
                let includes = sources.include_folders.iter().map(|path| format!("-I {}", shown(path)));
                let own = sources.applications.keys().map(|name| format!("app {name}"));
                let others = sources.dependencies.iter().map(|(n, path)| format!("dep {n} {}", shown(path)));
                files.chain(includes).chain(own).chain(others).collect()
            }
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn files_and_plain_folders() {
        check(&["a.erl"], &["a.erl"], &["a.erl"]);
        check(&["x/b.erl", "x/a.erl", "x/notes.txt"], &["x"], &["x/a.erl", "x/b.erl"]);
        check(&["x/a.erl", "x/a.beam", "x/b.beam"], &["x"], &["x/a.erl", "x/b.beam"]);
        check(&["x/a.erl", "x/sub/b.erl"], &["x", "x/a.erl"], &["x/a.erl"]);
        check(
            &["p/src/a.erl", "p/include/h.hrl"],
            &["p/src/a.erl"],
            &["p/src/a.erl", "-I p/src/../include", "-I p/src/../src"],
        );
    }

    #[test]
    fn what_is_no_good() {
        check(&["a.erl"], &["b.erl"], &["no such file or folder: b.erl"]);
        check(&["a.txt"], &["a.txt"], &["a.txt is neither Erlang source (.erl) nor compiled Erlang (.beam)"]);
        check(&["x/a.txt"], &["x"], &["no Erlang sources (.erl, .beam) in x"]);
    }

    #[test]
    fn projects() {
        check(
            &["p/src/a.erl", "p/src/deep/b.erl", "p/src/p_app.app.src", "p/include/h.hrl", "p/ebin/a.beam"],
            &["p"],
            &["p/src/a.erl", "p/src/deep/b.erl", "-I p/include", "-I p/src", "app p_app"],
        );
        check(
            &[
                "p/rebar.config",
                "p/apps/one/src/a.erl",
                "p/apps/two/src/b.erl",
                "p/_build/default/lib/one/ebin/a.beam",
                "p/_build/default/lib/dep/ebin/d.beam",
                "p/deps/dep/src/d.erl",
                "p/deps/other/src/o.erl",
            ],
            &["p"],
            &[
                "p/apps/one/src/a.erl",
                "p/apps/two/src/b.erl",
                "-I p/apps/one/src",
                "-I p/apps/two/src",
                "app one",
                "app two",
                "dep dep p/_build/default/lib/dep",
                "dep other p/deps/other",
            ],
        );
    }

    #[test]
    fn modules_of_dependencies() {
        let files = Texts::of(&["p/src/a.erl", "p/deps/x/ebin/x.beam", "p/deps/y/src/in/y.erl"]);
        let sources = Sources::find(&files, &["p".into()], Parts::Program).expect("a project");
        let check = |module: &str, expected: Option<&str>| {
            assert_eq!(sources.find_in_dependencies(&files, module), expected.map(PathBuf::from));
        };
        check("x", Some("p/deps/x/ebin/x.beam"));
        check("y", Some("p/deps/y/src/in/y.erl"));
        check("z", None);
    }

    #[test]
    fn links() {
        // A link to a file is followed, a link to a folder is not.
        let mut files = Texts::of(&["p/src/a.erl", "other/b.erl", "more/c.erl"]);
        files.link("p/src/b.erl", "other/b.erl");
        files.link("p/src/more", "more");
        check_in(&files, &["p"], &["p/src/a.erl", "p/src/b.erl", "-I p/src", "app p"]);
    }
}
