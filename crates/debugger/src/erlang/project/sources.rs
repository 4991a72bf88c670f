//! Finds the modules of a program: files, plain folders, and projects laid out for rebar3 or
//! erlang.mk.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::rebar::{Folder, Rebar, RebarSetting};
use crate::files::{Files, PathKind};

/// The files and folders of a program, found but not yet read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sources {
    /// `.erl` and `.beam` files, and the `.xrl` and `.yrl` files that are to become modules, in the
    /// order given; within a folder by name.
    pub files: Vec<PathBuf>,
    /// Folders that `-include` searches after the folder of the including file.
    pub include_folders: Vec<PathBuf>,
    /// Applications of the projects themselves, by name, for `-include_lib("name/include/…")`.
    pub applications: BTreeMap<String, PathBuf>,
    /// Applications that the projects depend on. Their modules are loaded when called.
    pub dependencies: BTreeMap<String, PathBuf>,
    /// What the `rebar.config` of each of the projects' own applications says, by its folder.
    pub options: Vec<(PathBuf, Rc<Rebar>)>,
    /// Applications that the projects say they depend on.
    pub required: BTreeSet<String>,
    /// What could not be taken into account.
    pub notes: Vec<String>,
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

/// The same as rebar3's patterns. The project itself can be an application, too.
const APPLICATION_PATTERNS: &[&str] = &[".", "apps/*", "lib/*"];

/// Where build tools put the applications that a project depends on. If an application is in
/// several of them, the first one counts.
const DEPENDENCIES: &[&str] = &[
    "_checkouts",
    "_build/default/checkouts",
    "_build/default/lib",
    "_build/test/checkouts",
    "_build/test/lib",
    "deps",
];

/// Files that OTP makes modules of.
const GRAMMARS: &[&str] = &["xrl", "yrl"];

impl Sources {
    /// Finds the sources at these paths. The error names the first path that cannot be used.
    pub fn find(setting: &RebarSetting<'_>, paths: &[PathBuf]) -> Result<Sources, String> {
        let mut sources = Sources::default();
        for path in paths {
            let kind = setting.files.kind(path).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => format!("no such file or folder: {}", path.display()),
                _ => format!("cannot read {}: {error}", path.display()),
            })?;
            match kind {
                PathKind::Folder => sources.add_folder(setting, path)?,
                PathKind::File | PathKind::Other => sources.add_file(setting.files, path)?,
            }
        }
        sources.add_libraries(setting.files)?;
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

    fn add_folder(&mut self, setting: &RebarSetting<'_>, folder: &Path) -> Result<(), String> {
        let before = self.files.len();
        if is_project(setting.files, folder) {
            self.add_project(setting, folder)?;
        } else {
            self.add_plain(setting.files, folder)?;
            if is_for_tests(setting) {
                let tests = Folder { path: "test".into(), is_recursive: false };
                self.add_extra(setting.files, folder, &tests)?;
            }
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
            let is_made_of_source = compiled && found.contains(&file.with_extension("erl"));
            if !is_made_of_source && !is_script(files, file) {
                self.push(file.clone());
            }
        }
        Ok(())
    }

    fn add_project(&mut self, setting: &RebarSetting<'_>, root: &Path) -> Result<(), String> {
        let files = setting.files;
        let mut project = self.configuration(setting, root)?;
        if let Some(names) = make_dependencies(files, root) {
            self.required.extend(names);
            if is_for_tests(setting) {
                project.export_tests();
            }
        }
        let mut patterns: Vec<&str> = project.application_folders.iter().map(String::as_str).collect();
        if patterns.is_empty() {
            patterns.extend(APPLICATION_PATTERNS);
        }
        let folders = patterns.iter().map(|pattern| matching(files, root, pattern));
        let mut folders: Vec<PathBuf> = folders.collect::<Result<Vec<_>, _>>()?.concat();
        folders.sort_by_key(|folder| folder != root);
        folders.dedup();
        for folder in folders {
            if folder == root {
                self.add_application(files, root, &project, is_for_tests(setting))?;
            } else if files.is_folder(&folder.join("src")) {
                let own = self.configuration(setting, &folder)?.within(&project);
                self.add_application(files, &folder, &own, is_for_tests(setting))?;
            }
        }
        for parent in DEPENDENCIES {
            self.add_dependencies(files, &root.join(parent))?;
        }
        Ok(())
    }

    /// What the configuration in this folder says. A script that cannot be evaluated is left out.
    fn configuration(&mut self, setting: &RebarSetting<'_>, folder: &Path) -> Result<Rebar, String> {
        let rebar = match Rebar::read(setting, folder)? {
            (rebar, None) => rebar,
            (rebar, Some(note)) => {
                self.notes.push(note);
                rebar
            }
        };
        self.required.extend(rebar.dependencies.iter().cloned());
        Ok(rebar)
    }

    fn add_dependencies(&mut self, files: &dyn Files, parent: &Path) -> Result<(), String> {
        for folder in list_if_there(files, parent)? {
            let is_library = ["ebin", "src"].iter().any(|part| files.is_folder(&folder.join(part)));
            if !is_library {
                continue;
            }
            let name = application_name(files, &folder);
            if !self.applications.contains_key(&name) {
                self.dependencies.entry(name).or_insert(folder);
            }
        }
        Ok(())
    }

    /// Adds the applications in the folders of the environment variable `ERL_LIBS`.
    fn add_libraries(&mut self, files: &dyn Files) -> Result<(), String> {
        let Some(folders) = files.variable("ERL_LIBS") else { return Ok(()) };
        let folders = folders.to_string_lossy().into_owned();
        for folder in folders.split(':').filter(|folder| !folder.is_empty()) {
            self.add_dependencies(files, Path::new(folder))?;
        }
        Ok(())
    }

    /// Adds one application. The root of a project need not be one itself.
    fn add_application(
        &mut self,
        files: &dyn Files,
        root: &Path,
        rebar: &Rebar,
        with_tests: bool,
    ) -> Result<(), String> {
        let mut folders = rebar.source_folders.clone();
        if folders.is_empty() {
            folders.push(Folder { path: "src".into(), is_recursive: true });
        }
        self.add_include_folder(files, &root.join("include"));
        for folder in folders.iter().map(|folder| &folder.path).chain(&rebar.include) {
            self.add_include_folder(files, &root.join(folder));
        }
        for folder in &folders {
            for file in sources_in(files, &root.join(&folder.path), folder.is_recursive)? {
                self.push(file);
            }
        }
        if with_tests {
            let tests = Folder { path: "test".into(), is_recursive: false };
            for folder in [&tests].into_iter().chain(&rebar.extra_folders) {
                self.add_extra(files, root, folder)?;
            }
        }
        if folders.iter().any(|folder| files.is_folder(&root.join(&folder.path))) {
            self.applications.insert(application_name(files, root), root.to_path_buf());
        }
        self.options.push((root.to_path_buf(), Rc::new(rebar.clone())));
        Ok(())
    }

    /// Adds the modules of a folder with tests.
    fn add_extra(&mut self, files: &dyn Files, root: &Path, folder: &Folder) -> Result<(), String> {
        let path = root.join(&folder.path);
        self.add_include_folder(files, &path);
        for file in sources_in(files, &path, folder.is_recursive)? {
            self.push(file);
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

    /// What the project says about compiling a file of its own.
    pub fn options_of(&self, file: &Path) -> Option<&Rc<Rebar>> {
        let root = |root: &PathBuf| root.strip_prefix(".").map(Path::to_path_buf).unwrap_or(root.clone());
        let around = self.options.iter().filter(|(folder, _)| file.starts_with(root(folder)));
        around.max_by_key(|(folder, _)| root(folder).components().count()).map(|(_, rebar)| rebar)
    }

    /// The file of a module of a dependency: its `.beam` if there is one, else its source; or of
    /// the projects' own tests, which belong to them.
    pub fn find_in_dependencies(&self, files: &dyn Files, module: &str) -> Option<PathBuf> {
        let beam = format!("{module}.beam");
        let source = format!("{module}.erl");
        let compiled = self.dependencies.values().map(|folder| folder.join("ebin").join(&beam));
        let library = compiled.into_iter().find(|path| files.is_file(path)).or_else(|| {
            self.dependencies.values().find_map(|folder| {
                let sources = sources_in(files, &folder.join("src"), true).ok()?;
                sources.into_iter().find(|path| path.file_stem().is_some_and(|name| *name == *module))
            })
        });
        library.or_else(|| {
            let tests = self.applications.values().map(|root| root.join("test").join(&source));
            tests.into_iter().find(|path| files.is_file(path))
        })
    }

    /// Where build tools put the compiled module: `ebin` of its application.
    pub fn compiled_file(&self, files: &dyn Files, module: &str) -> Option<PathBuf> {
        let is_it = |path: &&PathBuf| path.file_stem().is_some_and(|stem| stem == module);
        let (file, own) = match self.files.iter().find(is_it) {
            Some(file) => (file.clone(), true),
            None => (self.find_in_dependencies(files, module)?, false),
        };
        if file.extension().is_some_and(|extension| extension == "beam") {
            return Some(file);
        }
        let plain = |root: &PathBuf| root.strip_prefix(".").map(Path::to_path_buf).unwrap_or(root.clone());
        let folders = if own { &self.applications } else { &self.dependencies };
        let around = folders.values().map(plain).filter(|folder| file.starts_with(folder));
        let folder = around.max_by_key(|folder| folder.components().count())?;
        Some(folder.join("ebin").join(module).with_extension("beam"))
    }

    /// The folder of the dependency that a file is in.
    pub fn dependency_of(&self, file: &Path) -> Option<&PathBuf> {
        self.dependencies.values().find(|folder| file.starts_with(folder))
    }
}

fn is_for_tests(setting: &RebarSetting<'_>) -> bool {
    setting.profile == Some("test")
}

/// The folders that a pattern of rebar3 names: `apps/*`.
fn matching(files: &dyn Files, root: &Path, pattern: &str) -> Result<Vec<PathBuf>, String> {
    let mut found = vec![root.to_path_buf()];
    for part in pattern.split('/').filter(|part| !part.is_empty() && *part != ".") {
        found = match part {
            "*" => {
                let below = found.iter().map(|folder| list_if_there(files, folder));
                below.collect::<Result<Vec<_>, _>>()?.concat()
            }
            name => found.iter().map(|folder| folder.join(name)).collect(),
        };
        found.retain(|folder| files.is_folder(folder));
    }
    Ok(found)
}

/// The dependencies that a Makefile for erlang.mk names, if there is one.
fn make_dependencies(files: &dyn Files, root: &Path) -> Option<Vec<String>> {
    let text = files.text(&root.join("Makefile"))?;
    if !text.contains("erlang.mk") {
        return None;
    }
    let mut names = Vec::new();
    for line in text.lines() {
        let Some((key, value)) = line.split_once('=') else { continue };
        let key = key.trim_end_matches(['+', '?', ':', ' ']);
        if matches!(key, "DEPS" | "LOCAL_DEPS" | "TEST_DEPS") {
            let words =
                value.split_whitespace().filter(|word| word.chars().all(|c| c.is_alphanumeric() || c == '_'));
            names.extend(words.map(str::to_owned));
        }
    }
    Some(names)
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

/// The modules of a folder: `.erl` files, and grammars that are not there as a module already.
fn sources_in(files: &dyn Files, folder: &Path, is_recursive: bool) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in list_if_there(files, &folder)? {
            // A link to a folder could lead back to a folder above it.
            if files.is_folder(&entry) {
                if is_recursive && !files.is_link(&entry) {
                    folders.push(entry);
                }
                continue;
            }
            let extension = entry.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            let is_grammar = GRAMMARS.contains(&extension) && !files.is_file(&entry.with_extension("erl"));
            if is_grammar || (extension == "erl" && !is_script(files, &entry)) {
                found.push(entry);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// An escript is not a module, whatever its name.
fn is_script(files: &dyn Files, file: &Path) -> bool {
    files.head(file, 2).is_some_and(|head| head == b"#!")
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::files::Texts;

    pub fn find_in(files: &dyn Files, paths: &[PathBuf], profile: Option<&str>) -> Result<Sources, String> {
        let evaluate = |_: &Path, _: &[u8], _: erlang_term::Term| Err("no scripts".to_owned());
        Sources::find(&RebarSetting { files, profile, otp_release: 25, evaluate: &evaluate }, paths)
    }

    /// Shows what is found at the paths, given these files, one item per line.
    fn check(files: &[&str], paths: &[&str], expected: &[&str]) {
        check_in(&Texts::of(files), paths, expected);
    }

    fn check_in(files: &Texts, paths: &[&str], expected: &[&str]) {
        let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
        let shown = |path: &Path| path.display().to_string();
        let found: Vec<String> = match find_in(files, &paths, None) {
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
        let sources = find_in(&files, &["p".into()], None).expect("a project");
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
