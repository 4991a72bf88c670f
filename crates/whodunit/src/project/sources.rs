//! SOURCES on the command line to a list of modules: files, plain folders, and projects as rebar3 and erlang.mk lay them out.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::Rebar;

/// What the user gave, looked up but not yet read.
#[derive(Debug, Default, PartialEq)]
pub struct Sources {
    /// `.erl` and `.beam` files, in the order given; within a folder by name.
    pub files: Vec<PathBuf>,
    /// Folders that `-include` searches beside the folder of the including file.
    pub include_folders: Vec<PathBuf>,
    /// Applications of the projects themselves, by name: `-include_lib("name/include/…")` finds them.
    pub applications: BTreeMap<String, PathBuf>,
    /// Applications that the projects depend on. Their modules are loaded when called.
    pub dependencies: BTreeMap<String, PathBuf>,
    /// What the projects' `rebar.config` define.
    pub defines: Vec<(String, Option<String>)>,
    /// Parse transforms that they want and do not get.
    pub transforms: Vec<String>,
}

/// Which parts of a project are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Parts {
    Program,
    /// Its `test` folders, too, and what `rebar.config` says for testing.
    WithTests,
}

/// Folders of a project whose subfolders are applications of its own.
pub const OWN_APPLICATIONS: &[&str] = &["apps", "lib"];

/// Where build tools put the applications that a project depends on, first come first served.
const DEPENDENCIES: &[&str] = &["_checkouts", "_build/default/lib", "_build/test/lib", "deps"];

impl Sources {
    /// Looks at every path; the error says in plain words which one is no good.
    pub fn find(paths: &[PathBuf], parts: Parts) -> Result<Sources, String> {
        let mut sources = Sources::default();
        for path in paths {
            let kind = fs::metadata(path).map_err(|error| match error.kind() {
                std::io::ErrorKind::NotFound => format!("no such file or folder: {}", path.display()),
                _ => format!("cannot read {}: {error}", path.display()),
            })?;
            if kind.is_dir() { sources.add_folder(path, parts)? } else { sources.add_file(path)? }
        }
        Ok(sources)
    }

    fn add_file(&mut self, path: &Path) -> Result<(), String> {
        if !is_source(path) {
            return Err(format!(
                "{} is neither Erlang source (.erl) nor compiled Erlang (.beam)",
                path.display()
            ));
        }
        self.push(path.to_path_buf());
        // A file of a project brings the project's headers along, but not its other modules.
        if let Some(source_folder) = path.parent()
            && source_folder.file_name().is_some_and(|name| name == "src" || name == "test")
        {
            self.add_include_folder(&source_folder.join("../include"));
            self.add_include_folder(&source_folder.join("../src"));
        }
        Ok(())
    }

    fn add_folder(&mut self, folder: &Path, parts: Parts) -> Result<(), String> {
        let before = self.files.len();
        if is_project(folder) {
            self.add_project(folder, parts)?;
        } else {
            self.add_plain(folder)?;
            self.add_tests(folder, parts)?;
        }
        if self.files.len() == before {
            return Err(format!("no Erlang sources (.erl, .beam) in {}", folder.display()));
        }
        Ok(())
    }

    fn add_plain(&mut self, folder: &Path) -> Result<(), String> {
        let files: Vec<PathBuf> = list(folder)?.into_iter().filter(|path| is_source(path)).collect();
        for file in &files {
            // `m.beam` beside `m.erl` is what the compiler made of it.
            let compiled = file.extension().is_some_and(|extension| extension == "beam");
            if !(compiled && files.contains(&file.with_extension("erl"))) {
                self.push(file.clone());
            }
        }
        Ok(())
    }

    fn add_project(&mut self, root: &Path, parts: Parts) -> Result<(), String> {
        self.add_application(root, parts)?;
        for parent in OWN_APPLICATIONS {
            for folder in list_if_there(&root.join(parent))? {
                if folder.join("src").is_dir() {
                    self.add_application(&folder, parts)?;
                }
            }
        }
        for parent in DEPENDENCIES {
            for folder in list_if_there(&root.join(parent))? {
                let name = application_name(&folder);
                let is_library = folder.join("ebin").is_dir() || folder.join("src").is_dir();
                if is_library && !self.applications.contains_key(&name) {
                    self.dependencies.entry(name).or_insert(folder);
                }
            }
        }
        Ok(())
    }

    /// One application; the root of a project need not be one itself.
    fn add_application(&mut self, root: &Path, parts: Parts) -> Result<(), String> {
        let profile = (parts == Parts::WithTests).then_some("test");
        let mut rebar = Rebar::read(root, profile)?;
        self.defines.append(&mut rebar.defines);
        self.transforms.append(&mut rebar.transforms);
        if rebar.source_folders.is_empty() {
            rebar.source_folders.push("src".into());
        }
        let folders: Vec<PathBuf> = rebar.source_folders.iter().map(|folder| root.join(folder)).collect();
        self.add_include_folder(&root.join("include"));
        for folder in
            folders.iter().chain(&rebar.include.iter().map(|folder| root.join(folder)).collect::<Vec<_>>())
        {
            self.add_include_folder(folder);
        }
        for folder in &folders {
            files_below(folder, "erl")?.into_iter().for_each(|file| self.push(file));
        }
        self.add_tests(root, parts)?;
        if folders.iter().any(|folder| folder.is_dir()) {
            self.applications.insert(application_name(root), root.to_path_buf());
        }
        Ok(())
    }

    /// The modules of a `test` folder, but for those of Common Test, which are no EUnit tests.
    fn add_tests(&mut self, root: &Path, parts: Parts) -> Result<(), String> {
        if parts == Parts::WithTests {
            let folder = root.join("test");
            self.add_include_folder(&folder);
            for file in list_if_there(&folder)? {
                let is_suite =
                    file.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("_SUITE"));
                if file.extension().is_some_and(|ending| ending == "erl") && !is_suite {
                    self.push(file);
                }
            }
        }
        Ok(())
    }

    fn add_include_folder(&mut self, folder: &Path) {
        if folder.is_dir() && !self.include_folders.iter().any(|known| known == folder) {
            self.include_folders.push(folder.to_path_buf());
        }
    }

    /// Files of the folder where all begins are called as people call them: `src/a.erl`.
    fn push(&mut self, file: PathBuf) {
        let file = file.strip_prefix(".").map(Path::to_path_buf).unwrap_or(file);
        if !self.files.contains(&file) {
            self.files.push(file);
        }
    }

    /// The file that holds a module of a dependency: compiled if it has been compiled, else its source.
    pub fn find_in_dependencies(&self, module: &str) -> Option<PathBuf> {
        let beam = format!("{module}.beam");
        let source = format!("{module}.erl");
        let compiled = self.dependencies.values().map(|folder| folder.join("ebin").join(&beam));
        compiled.into_iter().find(|path| path.is_file()).or_else(|| {
            self.dependencies.values().find_map(|folder| {
                let sources = files_below(&folder.join("src"), "erl").ok()?;
                sources.into_iter().find(|path| path.file_name().is_some_and(|name| *name == *source))
            })
        })
    }
}

/// A folder that build tools would take for a project.
pub fn is_project(folder: &Path) -> bool {
    folder.join("rebar.config").is_file() || folder.join("src").is_dir()
}

/// The name of the application in a folder: as its `.app` or `.app.src` file is called, else as the folder is.
fn application_name(folder: &Path) -> String {
    let stated = ["src", "ebin"].iter().find_map(|part| {
        list(&folder.join(part)).ok()?.into_iter().find_map(|file| {
            let name = file.file_name()?.to_str()?;
            name.strip_suffix(".app.src").or_else(|| name.strip_suffix(".app")).map(str::to_owned)
        })
    });
    // `.` has no name of its own.
    let folder_name = || {
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
    };
    stated.unwrap_or_else(folder_name)
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "erl" || extension == "beam")
}

/// What a folder holds, by name: never in the order of the disk.
pub(super) fn list(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let cannot = |error| format!("cannot read {}: {error}", folder.display());
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        entries.push(entry.map_err(cannot)?.path());
    }
    entries.sort();
    Ok(entries)
}

fn list_if_there(folder: &Path) -> Result<Vec<PathBuf>, String> {
    if folder.is_dir() { list(folder) } else { Ok(Vec::new()) }
}

fn files_below(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in list_if_there(&folder)? {
            // A link to a folder could lead in a circle.
            if entry.is_dir() && !entry.is_symlink() {
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
    use crate::testing::Tree;

    /// Lays out the files, looks at the paths, and shows what was found, one a line.
    fn check(files: &[&str], paths: &[&str], expected: &[&str]) {
        let tree = Tree::new(files);
        let paths: Vec<PathBuf> = paths.iter().map(|path| tree.path(path)).collect();
        let shown = |path: &Path| tree.relative(path);
        let found: Vec<String> = match Sources::find(&paths, Parts::Program) {
            Err(message) => vec![message.replace(&format!("{}/", tree.root().display()), "")],
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
        let tree = Tree::new(&["p/src/a.erl", "p/deps/x/ebin/x.beam", "p/deps/y/src/in/y.erl"]);
        let sources = Sources::find(&[tree.path("p")], Parts::Program).expect("a project");
        assert_eq!(sources.find_in_dependencies("x"), Some(tree.path("p/deps/x/ebin/x.beam")));
        assert_eq!(sources.find_in_dependencies("y"), Some(tree.path("p/deps/y/src/in/y.erl")));
        assert_eq!(sources.find_in_dependencies("z"), None);
    }
}
