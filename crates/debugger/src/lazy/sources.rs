//! Which files a lazy program consists of: those that are named, the modules that they import, and
//! of a folder or a cabal or stack project the module with `main`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use lazy_syntax::Options as Dialect;
use lazy_syntax::modules::{MAIN, imported, module_name};
use lazy_syntax::prepare::prepared;
use lazy_syntax::source::FileId;

use crate::files::Files;
use crate::language::Problem;

/// The names and contents of files.
pub type NamedTexts = Vec<(String, String)>;

/// Where the modules of a folder are, if nothing says so.
const USUAL_FOLDERS: [&str; 4] = ["", "src", "app", "lib"];
const EXTENSIONS: [&str; 2] = ["hs", "lhs"];

pub fn dialect(path: &Path) -> Option<Dialect> {
    Dialect::for_file(&path.to_string_lossy())
}

/// Whether a folder holds a Haskell program.
pub fn is_project(files: &dyn Files, folder: &Path) -> bool {
    files.is_folder(folder)
        && !files.is_file(&folder.join("rebar.config"))
        && !modules_of(files, folder).is_empty()
}

/// The texts of a program, and the dialect that they are written in.
pub fn texts(files: &dyn Files, sources: &[PathBuf]) -> Result<(NamedTexts, Dialect), Vec<Problem>> {
    let mut found =
        ModuleSearch { files, texts: Vec::new(), paths: BTreeSet::new(), roots: Vec::new(), dialect: None };
    for path in sources {
        match files.is_folder(path) {
            true => found.folder(path)?,
            false => found.file(path)?,
        }
    }
    found.modules()?;
    Ok((found.texts, found.dialect.unwrap_or_default()))
}

struct ModuleSearch<'a> {
    files: &'a dyn Files,
    texts: NamedTexts,
    paths: BTreeSet<PathBuf>,
    /// Where modules are looked for.
    roots: Vec<PathBuf>,
    dialect: Option<Dialect>,
}

impl ModuleSearch<'_> {
    fn folder(&mut self, folder: &Path) -> Result<(), Vec<Problem>> {
        let all = modules_of(self.files, folder);
        let declared = Declared::of(self.files, folder);
        self.roots.extend(declared.source_folders(self.files, folder));
        let is_main = |path: &&PathBuf| match &declared.main {
            Some(main) => path.ends_with(main),
            None => self
                .files
                .text(path)
                .is_some_and(|text| module_name(&code(path, &text)).is_none_or(|name| name == MAIN)),
        };
        // Without a `main` all of them are the program: `-e` says what is asked.
        let chosen: Vec<PathBuf> = match all.iter().find(is_main) {
            Some(main) => vec![main.clone()],
            None => all,
        };
        if chosen.is_empty() {
            return Err(Problem::error(format!("there is no Haskell module in {}", folder.display())));
        }
        chosen.iter().try_for_each(|path| self.file(path))
    }

    fn file(&mut self, path: &Path) -> Result<(), Vec<Problem>> {
        let name = path.display().to_string();
        let dialect = dialect(path).ok_or_else(|| {
            Problem::error(format!("{name} is not a lazy program and cannot be combined with one"))
        })?;
        if self.dialect.is_some_and(|chosen| chosen != dialect) {
            return Err(Problem::error(format!("{name} is not in the same language as the file before it")));
        }
        self.dialect = Some(dialect);
        let bytes = self
            .files
            .source(path)
            .map_err(|error| Problem::error(format!("cannot read {name}: {error}")))?;
        let text = String::from_utf8(bytes)
            .map_err(|error| Problem::error(format!("cannot read {name}: {error}")))?;
        let root = root(path, module_name(&code(path, &text)).as_deref());
        if !self.roots.contains(&root) {
            self.roots.push(root);
        }
        if self.paths.insert(self.files.resolve(path).unwrap_or_else(|_| path.to_owned())) {
            self.texts.push((name, text));
        }
        Ok(())
    }

    /// Adds the modules that the files import, and those that these import, and so on.
    fn modules(&mut self) -> Result<(), Vec<Problem>> {
        let mut names: BTreeSet<String> = BTreeSet::new();
        for (path, text) in &self.texts {
            names.extend(module_name(&code(Path::new(path), text)));
        }
        let mut at = 0;
        while let Some((path, text)) = self.texts.get(at) {
            let path = PathBuf::from(path);
            let wanted: Vec<String> = imported(&code(&path, text)).collect();
            for module in wanted.into_iter().filter(|module| names.insert(module.clone())) {
                if let Some(path) = self.find(&module, &path) {
                    self.file(&path)?;
                }
            }
            at += 1;
        }
        Ok(())
    }

    /// The file of a module, in the language of the file that imports it.
    fn find(&self, module: &str, importer: &Path) -> Option<PathBuf> {
        let own = importer.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let extensions = if EXTENSIONS.contains(&own) { &EXTENSIONS[..] } else { &[own] };
        let path: PathBuf = module.split('.').collect();
        let candidates = self.roots.iter().flat_map(|root| {
            let path = root.join(&path);
            extensions.iter().map(move |extension| path.with_extension(extension))
        });
        candidates.into_iter().find(|path| self.files.is_file(path))
    }
}

/// What a text says once literate prose and directives are gone.
fn code(path: &Path, text: &str) -> String {
    prepared(&path.to_string_lossy(), text, FileId(0), &mut Vec::new())
}

/// The folder that the name of a module starts from: `src` for `A.B` in `src/A/B.hs`.
fn root(path: &Path, module: Option<&str>) -> PathBuf {
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let Some((before, _)) = module.and_then(|module| module.rsplit_once('.')) else { return folder };
    let before: PathBuf = before.split('.').collect();
    match folder.ends_with(&before) {
        true => folder.ancestors().nth(before.components().count()).unwrap_or(&folder).to_owned(),
        false => folder,
    }
}

/// The Haskell files of a folder's source folders.
fn modules_of(files: &dyn Files, folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let declared = Declared::of(files, folder);
    let is_declared = !declared.folders.is_empty();
    for root in declared.source_folders(files, folder) {
        let mut open = vec![root.clone()];
        while let Some(at) = open.pop() {
            for path in files.list(&at).unwrap_or_default() {
                let extension = path.extension().and_then(|extension| extension.to_str());
                if extension.is_some_and(|extension| EXTENSIONS.contains(&extension)) {
                    found.push(path);
                } else if (is_declared || root != folder) && !files.is_link(&path) && files.is_folder(&path) {
                    open.push(path);
                }
            }
        }
    }
    found.retain(|path| !path.file_name().is_some_and(|name| name == "Setup.hs" || name == "Setup.lhs"));
    found
}

/// What the files of a project say.
#[derive(Default)]
struct Declared {
    folders: Vec<String>,
    main: Option<String>,
}

impl Declared {
    fn of(files: &dyn Files, folder: &Path) -> Declared {
        let mut declared = Declared::default();
        for path in files.list(folder).unwrap_or_default() {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            if name.ends_with(".cabal") || name == "package.yaml" {
                declared.read(&files.text(&path).unwrap_or_default());
            }
        }
        declared
    }

    /// Fields of the library and of programs; tests and benchmarks are others.
    fn read(&mut self, text: &str) {
        let (mut is_program, mut is_folders) = (true, false);
        for line in text.lines() {
            let trimmed = line.trim();
            if trimmed.is_empty() || trimmed.starts_with("--") || trimmed.starts_with('#') {
                continue;
            }
            if !line.starts_with([' ', '\t', '-']) {
                let stanza = trimmed.to_lowercase();
                is_program = !["test", "benchmark"].iter().any(|other| stanza.starts_with(other));
            }
            let (field, value) = trimmed.split_once(':').unwrap_or(("", trimmed));
            let field = field.trim().to_lowercase();
            let is_list_item = field.is_empty() || trimmed.starts_with("- ");
            is_folders = field == "hs-source-dirs" || field == "source-dirs" || (is_folders && is_list_item);
            if is_program && is_folders {
                let words = value.split([',', ' ', '[', ']', '"']).filter(|word| !["", "-"].contains(word));
                self.folders.extend(words.map(str::to_owned));
            }
            if is_program && ["main-is", "main"].contains(&field.as_str()) && self.main.is_none() {
                self.main = Some(value.trim().to_owned());
            }
        }
    }

    fn source_folders(&self, files: &dyn Files, folder: &Path) -> Vec<PathBuf> {
        let declared = self.folders.iter().map(|name| folder.join(name));
        let declared: Vec<PathBuf> = declared.filter(|path| files.is_folder(path)).collect();
        match declared.is_empty() {
            false => declared,
            true => {
                let usual = USUAL_FOLDERS.iter().map(|name| match name.is_empty() {
                    true => folder.to_owned(),
                    false => folder.join(name),
                });
                usual.filter(|path| files.is_folder(path)).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;

    fn check(given: &[&str], sources: &[&str], expected: &[&str]) {
        let files = files::Texts::of(given);
        let sources: Vec<PathBuf> = sources.iter().map(PathBuf::from).collect();
        let (texts, _) = texts(&files, &sources).unwrap_or_else(|problems| panic!("{}", problems[0].text));
        let names: Vec<&str> = texts.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn imports_are_found_beside_the_file() {
        let files = [
            "p/Main.hs: import A.B\nimport Data.List",
            "p/A/B.hs: module A.B where\nimport C",
            "p/C.lhs: > module C where",
        ];
        check(&files, &["p/Main.hs"], &["p/Main.hs", "p/A/B.hs", "p/C.lhs"]);
        check(&files, &["p/A/B.hs"], &["p/A/B.hs", "p/C.lhs"]);
    }

    #[test]
    fn projects() {
        let cabal = "p/x.cabal: name: x\nlibrary\n  hs-source-dirs: source\nexecutable x\n  main-is: Go.hs\n  hs-source-dirs:\n    exe\ntest-suite t\n  hs-source-dirs: test\n  main-is: Test.hs";
        let files = [
            cabal,
            "p/source/L.hs: module L where",
            "p/source/M.hs: module M where",
            "p/exe/Go.hs: import L",
            "p/test/Test.hs: import L",
        ];
        check(&files, &["p"], &["p/exe/Go.hs", "p/source/L.hs"]);
        let yaml = [
            "p/package.yaml: library:\n  source-dirs: src\nexecutables:\n  x:\n    main: Main.hs\n    source-dirs:\n    - app",
            "p/app/Main.hs: import L",
            "p/src/L.hs: module L where",
        ];
        check(&yaml, &["p"], &["p/app/Main.hs", "p/src/L.hs"]);
        check(
            &["p/src/A.hs: module A where", "p/src/B.hs: module B where"],
            &["p"],
            &["p/src/A.hs", "p/src/B.hs"],
        );
    }
}
