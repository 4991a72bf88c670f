//! The code of a run: the user's modules, read before it starts, and library modules, read when
//! they are first called.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use erlang_machine::host::{Host, Pinned};
use erlang_machine::world::{FoundModule, Loader};
use erlang_syntax::ast::Module;
use erlang_syntax::source::FileId;
use erlang_syntax::{self as syntax, Diagnostic, beam, lint, parse_expressions, parse_module};
use erlang_term::{Atom, Term};

use super::cache::Watched;
use super::computer::{Computer, Places};
use super::rebar::{Rebar, RebarSetting};
use super::trouble::{MissingFile, RefusedModule, Trouble, notes};
use super::workshop::Workshop;
use super::{Access, FileIncludes, Otp, Parts, Sources, transforms};
use crate::files::Files;
use crate::language;

/// Which code to read, and how. Each field names its command-line option.
#[derive(Clone, Debug, Default)]
pub struct CodeOptions {
    /// Files and folders with the program.
    pub sources: Vec<PathBuf>,
    /// `-I`
    pub include: Vec<PathBuf>,
    /// `-D`: `NAME` or `NAME=VALUE`.
    pub define: Vec<String>,
    /// `--otp`
    pub otp: Option<PathBuf>,
    /// `--no-otp`
    pub no_otp: bool,
    pub access: Access,
}

impl CodeOptions {
    /// What a language is told about how programs are read.
    pub fn of(sources: &[PathBuf], options: &language::Options) -> CodeOptions {
        CodeOptions {
            sources: sources.to_vec(),
            include: options.include.clone(),
            define: options.define.clone(),
            otp: options.otp.clone(),
            no_otp: options.no_otp,
            access: options.access.clone(),
        }
    }
}

/// All code that a run can call.
#[derive(Clone)]
pub struct Code {
    files: Rc<dyn Files>,
    options: CodeOptions,
    /// The computer that runs see. What it says once it says to every run.
    host: Rc<dyn Host>,
    pub sources: Sources,
    pub otp: Option<Otp>,
    /// Macros of the user's modules, with their values, beside those of `rebar.config`: `-D`.
    pub defines: Vec<(String, Option<String>)>,
    /// Modules for which the embedded library is preferred to OTP, beside
    /// [`erlang_library::BEFORE_OTP`].
    pub rather_embedded: &'static [&'static str],
    modules: BTreeMap<&'static str, Rc<Module>>,
    /// Modules of projects that cannot be used. A call of one of them fails and says why.
    refused: BTreeMap<&'static str, RefusedModule>,
    /// Dependencies that the projects name and that are not there.
    missing: Vec<String>,
    /// What runs before the program: transforms and the like.
    pub(super) workshop: Rc<Workshop>,
    /// What the configurations of dependencies say that are read from their sources.
    of_dependencies: Rc<RefCell<BTreeMap<PathBuf, Rc<Rebar>>>>,
}

/// Only the user's code is checked for static errors. The library is known to have none, and
/// skipping the check makes reading it faster.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    User,
    Library,
}

/// The module that holds the expression of `-e`. Its name cannot clash with a user's module.
pub const EXPRESSION: &str = "-e";

/// The newest release whose language is known: the default if no OTP is installed.
const NEWEST: u32 = 27;

impl Code {
    /// Finds the code, without reading it.
    pub fn find(files: Rc<dyn Files>, options: CodeOptions, parts: Parts) -> Result<Code, Vec<Trouble>> {
        let plain = |message| vec![Trouble::Plain(message)];
        let otp = match options.no_otp {
            true => None,
            false => Otp::find(&*files, options.otp.as_deref()).map_err(plain)?,
        };
        let define = |text: &String| match text.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (text.clone(), None),
        };
        let defines = options.define.iter().map(define).collect();
        let places = |sources: &Sources| places(&options, sources, otp.as_ref());
        let host =
            |places| Rc::new(Pinned::new(Computer::new(files.clone(), options.access.clone(), places)));
        let bare = Code {
            host: host(places(&Sources::default())),
            sources: Sources::default(),
            otp: otp.clone(),
            defines,
            rather_embedded: &[],
            modules: BTreeMap::new(),
            refused: BTreeMap::new(),
            missing: Vec::new(),
            workshop: Rc::default(),
            of_dependencies: Rc::default(),
            files: files.clone(),
            options: options.clone(),
        };
        let profile = (parts == Parts::WithTests).then_some("test");
        let sources = bare.with_setting(profile, |setting| Sources::find(setting, &options.sources));
        let sources = sources.map_err(plain)?;
        let is_there = |name: &String| {
            sources.dependencies.contains_key(name)
                || sources.applications.contains_key(name)
                || otp.as_ref().is_some_and(|otp| otp.application(name).is_some())
        };
        let missing = sources.required.iter().filter(|name| !is_there(name)).cloned().collect();
        let host = host(places(&sources));
        Ok(Code { sources, missing, host, workshop: Rc::default(), ..bare })
    }

    /// What reading a `rebar.config` needs. Its script is evaluated in the second machine.
    fn with_setting<T>(&self, profile: Option<&str>, read: impl FnOnce(&RebarSetting<'_>) -> T) -> T {
        let evaluate = |path: &Path, text: &[u8], config: Term| {
            if self.otp.is_none() {
                return Err("that needs an installed OTP".to_owned());
            }
            let name = Term::string(&path.display().to_string());
            let arguments = vec![Term::binary(text), config, name];
            self.workshop.call(self, ("whodunit_script", "evaluate"), arguments)
        };
        let otp_release = self.release();
        read(&RebarSetting { files: &*self.files, profile, otp_release, evaluate: &evaluate })
    }

    fn release(&self) -> u32 {
        self.otp.as_ref().and_then(Otp::release).unwrap_or(NEWEST)
    }

    /// The same code for the second machine, which reads the user's modules itself.
    pub(super) fn for_the_workshop(&self, files: Rc<Watched>) -> Code {
        let places = places(&self.options, &self.sources, self.otp.as_ref());
        let host = Computer::new(files.clone(), self.options.access.clone(), places);
        let host = Rc::new(Pinned::new(host));
        Code { modules: BTreeMap::new(), refused: BTreeMap::new(), files, host, ..self.clone() }
    }

    /// The files, for the second machine.
    pub(super) fn watched(&self) -> Rc<Watched> {
        Rc::new(Watched::new(self.files.clone(), self.otp.as_ref().map(|otp| otp.root().to_path_buf())))
    }

    /// Whether there is a module of this name, in any state.
    pub(super) fn has_module(&self, module: &str) -> bool {
        let files = &*self.files;
        self.sources.files.iter().any(|path| path.file_stem().is_some_and(|stem| stem == module))
            || self.sources.find_in_dependencies(files, module).is_some()
            || self.otp.as_ref().is_some_and(|otp| otp.find_module(files, module).is_some())
            || self.embedded(module).is_some()
    }

    /// A module of the embedded library.
    fn embedded(&self, module: &str) -> Option<&'static str> {
        let is_too_new = self.otp.is_some() && erlang_library::NEWER.contains(&module);
        erlang_library::source(module).filter(|_| !is_too_new)
    }

    /// How it was found and read.
    pub fn options(&self) -> &CodeOptions {
        &self.options
    }

    /// Another version of the program, found and read with the same options.
    pub fn other_version(&self, sources: &[PathBuf]) -> Result<Code, Vec<Trouble>> {
        let options = CodeOptions { sources: sources.to_vec(), ..self.options.clone() };
        let mut other = Code::find(self.files.clone(), options, Parts::Program)?;
        other.host = self.host.clone();
        other.read("ok")?;
        Ok(other)
    }

    /// Reads the user's modules and the expression. The error lists everything that is wrong.
    pub fn read(&mut self, expression: &str) -> Result<(), Vec<Trouble>> {
        let (modules, expression) = (self.read_modules(), self.set_expression(expression));
        let troubles: Vec<Trouble> =
            [modules, expression].into_iter().filter_map(Result::err).flatten().collect();
        if troubles.is_empty() { Ok(()) } else { Err(troubles) }
    }

    /// Reads the user's modules. A file that was named must be good. A module of a folder that
    /// cannot be used is left out, as long as there are others.
    pub fn read_modules(&mut self) -> Result<(), Vec<Trouble>> {
        let mut troubles = Vec::new();
        for path in self.sources.files.clone() {
            let found = self.read_own(&path).and_then(|module| {
                let name = module.name.name();
                if let Some(other) = self.modules.get(name) {
                    let first = other.sources.files.first().map_or("", |file| &file.name);
                    let place = path.display();
                    let message = format!("two modules called {name}: {first} and {place}");
                    if self.is_named(&path.display().to_string()) {
                        return Err(vec![Trouble::Plain(message)]);
                    }
                    self.sources.notes.push(format!("{message}; the first one is used"));
                    return Ok(());
                }
                self.modules.insert(name, Rc::new(module));
                Ok(())
            });
            let Err(found) = found else { continue };
            let name = Atom::new(&path.file_stem().unwrap_or_default().to_string_lossy()).name();
            if self.options.sources.contains(&path) {
                troubles.extend(found);
            } else if !self.modules.contains_key(name) {
                self.refused.insert(name, RefusedModule { file: path, troubles: found });
            }
        }
        let nothing_left = self.modules.keys().all(|name| *name == EXPRESSION);
        if nothing_left && troubles.is_empty() {
            troubles.extend(self.refused.values().flat_map(|refused| refused.troubles.iter().cloned()));
        }
        if troubles.is_empty() { Ok(()) } else { Err(troubles) }
    }

    /// What people should know before the code runs: which of it cannot be used, and why.
    pub fn notes(&self) -> Vec<String> {
        let own = self.sources.notes.iter().map(|note| format!("note: {note}"));
        own.chain(notes(&self.refused, &|name| self.missing.iter().any(|missing| missing == name))).collect()
    }

    /// The text of a file.
    pub fn text(&self, file: &Path) -> Option<String> {
        self.files.text(file)
    }

    /// The modules that cannot be used.
    pub fn refused(&self) -> impl Iterator<Item = (&'static str, &RefusedModule)> {
        self.refused.iter().map(|(name, refused)| (*name, refused))
    }

    pub(super) fn read_own(&self, path: &Path) -> Result<Module, Vec<Trouble>> {
        self.read_file(Whose::User, path)
    }

    /// Sets the expression that the run evaluates.
    pub fn set_expression(&mut self, expression: &str) -> Result<(), Vec<Trouble>> {
        let module = self.read_expression(expression)?;
        self.modules.insert(EXPRESSION, Rc::new(module));
        Ok(())
    }

    /// A line of one of the user's files. Stack traces call the file by this name.
    pub fn source_line(&self, file: &str, line: u32) -> Option<&str> {
        let files = self.modules.values().flat_map(|module| &module.sources.files);
        let text = files.filter(|source| source.name == file).find_map(|source| source.text.as_deref())?;
        text.lines().nth(line.checked_sub(1)? as usize)
    }

    /// The user's modules, by name.
    pub fn modules(&self) -> impl Iterator<Item = &Module> {
        self.modules.iter().filter(|(name, _)| **name != EXPRESSION).map(|(_, module)| &**module)
    }

    /// The user's modules, by name, for callers that keep them.
    pub fn shared_modules(&self) -> Vec<Rc<Module>> {
        self.modules
            .iter()
            .filter(|(name, _)| **name != EXPRESSION)
            .map(|(_, module)| module.clone())
            .collect()
    }

    /// The module that holds the expression.
    pub fn expression(&self) -> Option<&Module> {
        self.modules.get(EXPRESSION).map(|module| &**module)
    }

    fn read_expression(&self, text: &str) -> Result<Module, Vec<Trouble>> {
        let (module, function) = (Atom::new(EXPRESSION), Atom::new("main"));
        let includes = self.includes(Path::new("."));
        let rebar = Rebar::default();
        self.in_some_dialect(Whose::User, &includes, &rebar, text.as_bytes(), |options| {
            parse_expressions(EXPRESSION, text, module, function, options)
        })
    }

    fn read_file(&self, whose: Whose, path: &Path) -> Result<Module, Vec<Trouble>> {
        let name = path.display().to_string();
        let contents = self
            .files
            .source(path)
            .map_err(|error| vec![Trouble::Plain(format!("cannot read {name}: {error}"))])?;
        if path.extension().is_some_and(|extension| extension == "beam") {
            let mut module = beam::read_module(&contents, &name)
                .map_err(|error| vec![Trouble::Plain(error.to_string())])?;
            if whose == Whose::User {
                find_texts(&*self.files, &mut module, path);
            }
            return Ok(module);
        }
        let rebar = self.rebar_of(whose, path);
        if path.extension().is_some_and(|extension| extension == "xrl" || extension == "yrl") {
            let text = self.generate(path, &rebar).map_err(|why| {
                vec![Trouble::Plain(format!("cannot generate a module from {name}: {why}"))]
            })?;
            let name = path.with_extension("erl").display().to_string();
            return self.read_source(whose, &name, &text, &rebar);
        }
        self.read_source(whose, &name, &contents, &rebar)
    }

    /// What the build tool is told about compiling this file.
    fn rebar_of(&self, whose: Whose, path: &Path) -> Rc<Rebar> {
        if whose == Whose::User || self.sources.options_of(path).is_some() {
            return self.sources.options_of(path).cloned().unwrap_or_default();
        }
        let Some(folder) = self.sources.dependency_of(path) else { return Rc::default() };
        if let Some(rebar) = self.of_dependencies.borrow().get(folder) {
            return rebar.clone();
        }
        let read = self.with_setting(None, |setting| Rebar::read(setting, folder));
        let rebar = Rc::new(read.map(|(rebar, _)| rebar).unwrap_or_default());
        self.of_dependencies.borrow_mut().insert(folder.clone(), rebar.clone());
        rebar
    }

    /// The source that OTP's leex or yecc makes of a file.
    fn generate(&self, path: &Path, rebar: &Rebar) -> Result<Vec<u8>, String> {
        if self.otp.is_none() {
            return Err("that needs an installed OTP".to_owned());
        }
        let name = Term::string(&path.display().to_string());
        let made = match path.extension().is_some_and(|extension| extension == "xrl") {
            true => self.workshop.make(self, ("whodunit_script", "scanner"), vec![name]),
            false => {
                let options = Term::list(rebar.parser_options.clone());
                self.workshop.make(self, ("whodunit_script", "parser"), vec![name, options])
            }
        };
        match made?.as_tuple() {
            Some([Term::Atom(ok), Term::Bits(text)]) if ok.name() == "ok" => Ok(text.to_bytes().to_vec()),
            Some([_, why]) => Err(why.text().unwrap_or_default()),
            _ => Err("it returned nothing".to_owned()),
        }
    }

    fn read_source(
        &self,
        whose: Whose,
        name: &str,
        contents: &[u8],
        rebar: &Rebar,
    ) -> Result<Module, Vec<Trouble>> {
        let mut includes = self.includes(Path::new(name).parent().unwrap_or(Path::new("")));
        if whose == Whose::Library
            && let Some(folder) = self.sources.dependency_of(Path::new(name))
        {
            includes.folders.extend(["include", "src"].map(|part| folder.join(part)));
            includes.folders.extend(rebar.include.iter().map(|part| folder.join(part)));
        }
        let module = self.in_some_dialect(whose, &includes, rebar, contents, |options| {
            parse_module(name, contents, options)
        })?;
        Ok(rebar.exporting(module))
    }

    /// Before release 27, `maybe` is a plain atom unless the module enables the feature. A text
    /// that can only be read with `maybe` as a keyword is taken for one written for a newer
    /// release.
    fn in_some_dialect(
        &self,
        whose: Whose,
        includes: &IncludesOf<'_>,
        rebar: &Rebar,
        text: &[u8],
        read: impl Fn(&syntax::Options<'_>) -> (Module, Vec<Diagnostic>),
    ) -> Result<Module, Vec<Trouble>> {
        let otp_release = self.release();
        let include = includes.get();
        // Macros for tests are not those of dependencies.
        let given: &[_] = if whose == Whose::User { &self.defines } else { &[] };
        let defines: Vec<_> = rebar.defines.iter().chain(given).cloned().collect();
        let options =
            |features| syntax::Options { include: &include, defines: defines.clone(), otp_release, features };
        let in_dialect = |features| self.finished(whose, rebar, read(&options(features)));
        let first = in_dialect(Vec::new());
        if first.is_ok() || otp_release >= 27 || !contains(text, b"maybe") {
            return first;
        }
        in_dialect(vec![("maybe_expr".to_owned(), true)]).or(first)
    }

    /// The module after its transforms if it has no errors, else all errors in the order of the
    /// text. If something is missing, the other errors may follow from that.
    fn finished(
        &self,
        whose: Whose,
        rebar: &Rebar,
        (module, problems): (Module, Vec<Diagnostic>),
    ) -> Result<Module, Vec<Trouble>> {
        let errors: Vec<Diagnostic> = problems.into_iter().filter(Diagnostic::is_error).collect();
        let from = module.sources.name(FileId(0));
        let missing = |name: &str| self.missing_file(name, from);
        let missing: Vec<Trouble> =
            errors.iter().filter_map(|error| error.missing_file.as_deref()).map(missing).collect();
        if !missing.is_empty() && whose == Whose::User && !self.is_named(from) {
            return Err(missing);
        }
        if !errors.is_empty() {
            return Err(self.linted(whose, &module, errors));
        }
        let module = transforms::apply(self, module, &rebar.options)?;
        let errors = self.linted(whose, &module, Vec::new());
        if errors.is_empty() { Ok(module) } else { Err(errors) }
    }

    fn linted(&self, whose: Whose, module: &Module, mut errors: Vec<Diagnostic>) -> Vec<Trouble> {
        if whose == Whose::User {
            let incomplete = !errors.is_empty();
            errors.extend(lint::check(module, lint::LintOptions { warnings: false, incomplete }));
            errors.sort_by_key(|error| (error.span.file, error.span.start));
        }
        errors.into_iter().map(|error| Trouble::InText(error, module.sources.clone())).collect()
    }

    /// Whether the command line names this file.
    fn is_named(&self, file: &str) -> bool {
        self.options.sources.iter().any(|path| path == Path::new(file)) || file == EXPRESSION
    }

    fn missing_file(&self, name: &str, from: &str) -> Trouble {
        let application = name.split_once('/').map(|(application, _)| application);
        let application = application.filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()));
        let is_there = |name: &&str| {
            self.sources.applications.contains_key(*name)
                || self.sources.dependencies.contains_key(*name)
                || self.otp.as_ref().is_some_and(|otp| otp.application(name).is_some())
        };
        let dependency = application.filter(|name| !is_there(name)).map(str::to_owned);
        Trouble::Missing(MissingFile {
            dependency,
            what: format!("the file \"{name}\""),
            from: from.to_owned(),
        })
    }

    fn includes(&self, folder: &Path) -> IncludesOf<'_> {
        let mut folders = vec![PathBuf::from("."), folder.to_path_buf()];
        folders.extend(self.options.include.iter().cloned());
        IncludesOf { folders, code: self }
    }

    /// Finds and reads a library module.
    fn load_library(&self, name: &str) -> FoundModule {
        let rather_embedded =
            erlang_library::BEFORE_OTP.contains(&name) || self.rather_embedded.contains(&name);
        let in_otp = || {
            self.otp.as_ref().filter(|_| !rather_embedded).and_then(|otp| otp.find_module(&*self.files, name))
        };
        let file = self.sources.find_in_dependencies(&*self.files, name).or_else(in_otp);
        let read = match (file, self.embedded(name)) {
            (Some(path), _) => self.read_file(Whose::Library, &path),
            (None, Some(text)) => {
                let rebar = Rebar::default();
                self.read_source(Whose::Library, &format!("{name}.erl"), text.as_bytes(), &rebar)
            }
            (None, None) => return self.absent(name),
        };
        match read {
            Ok(module) => FoundModule::Module { module: Rc::new(module), trusted: true },
            Err(troubles) => FoundModule::Broken(
                troubles.iter().map(|trouble| trouble.render(false)).collect::<Vec<_>>().join("\n"),
            ),
        }
    }
}

impl Code {
    /// A module that nobody has. Perhaps a dependency has it that is not there: then a call of it
    /// would not fail where the program is built as it should be.
    fn absent(&self, module: &str) -> FoundModule {
        // EUnit asks of every module whether it has a companion.
        if module.ends_with("_tests") {
            return FoundModule::Nothing;
        }
        let of_module = |name: &&String| module == name.as_str() || module.starts_with(&format!("{name}_"));
        match (self.missing.iter().find(of_module), &self.missing[..]) {
            (Some(dependency), _) => FoundModule::Broken(format!(
                "there is no module {module}: the dependency {dependency} is missing"
            )),
            (None, []) => FoundModule::Nothing,
            (None, [dependency]) => FoundModule::Broken(format!(
                "there is no module {module}, perhaps because the dependency {dependency} is missing"
            )),
            (None, [first, rest @ ..]) => FoundModule::Broken(format!(
                "there is no module {module}, perhaps because the dependency {first} is missing, \
                 or one of {} others",
                rest.len()
            )),
        }
    }
}

impl Loader for Code {
    fn load(&self, module: Atom) -> FoundModule {
        let name = module.name();
        match (self.modules.get(name), self.refused.get(name)) {
            (Some(module), _) => FoundModule::Module { module: module.clone(), trusted: false },
            (None, Some(refused)) => FoundModule::Broken(refused.message(name)),
            (None, None) => self.load_library(name),
        }
    }

    fn is_users(&self, module: Atom) -> bool {
        self.modules.contains_key(module.name()) || self.refused.contains_key(module.name())
    }

    fn adopt(&self, module: &mut Module) -> bool {
        let own = || self.modules().flat_map(|module| &module.sources.files);
        let mut is_own = false;
        for file in module.sources.files.iter_mut().filter(|file| file.text.is_none()) {
            if let Some(known) = own().find(|known| known.name == file.name) {
                file.text = known.text.clone();
                is_own = true;
            }
        }
        is_own
    }

    fn host(&self) -> Rc<dyn Host> {
        self.host.clone()
    }
}

/// Where the code is: what a run may read without being allowed to by name.
fn places(options: &CodeOptions, sources: &Sources, otp: Option<&Otp>) -> Places {
    let own = sources.applications.iter().chain(&sources.dependencies);
    let installed = otp.into_iter().flat_map(Otp::applications);
    let applications: Vec<(String, PathBuf)> =
        own.chain(installed).map(|(name, folder)| (name.clone(), folder.clone())).collect();
    let root = otp.map(Otp::root);
    let given = options.sources.iter().chain(&options.include).chain(&sources.include_folders);
    let code = given.chain(applications.iter().map(|(_, folder)| folder)).map(PathBuf::as_path).chain(root);
    let code = code.map(Path::to_path_buf).collect();
    Places { code, applications, sources: sources.clone(), otp: otp.cloned() }
}

/// A loader of this code for a program. The code is shared: it also serves for reading source
/// lines.
pub fn loader(code: &Rc<Code>) -> Box<dyn Loader> {
    Box::new(Shared(code.clone()))
}

struct Shared(Rc<Code>);

impl Loader for Shared {
    fn load(&self, module: Atom) -> FoundModule {
        self.0.load(module)
    }

    fn is_users(&self, module: Atom) -> bool {
        self.0.is_users(module)
    }

    fn adopt(&self, module: &mut Module) -> bool {
        self.0.adopt(module)
    }

    fn host(&self) -> Rc<dyn Host> {
        self.0.host()
    }
}

/// Finds the files that one source includes. The source's own folder is searched early.
struct IncludesOf<'a> {
    folders: Vec<PathBuf>,
    code: &'a Code,
}

impl IncludesOf<'_> {
    fn get(&self) -> FileIncludes<'_> {
        FileIncludes {
            files: &*self.code.files,
            folders: &self.folders,
            sources: &self.code.sources,
            otp: self.code.otp.as_ref(),
            embedded: erlang_library::header,
        }
    }
}

/// Finds the sources that a `.beam` was compiled from: beside it, in `../src`, or where they were
/// when it was compiled.
fn find_texts(files: &dyn Files, module: &mut Module, beam: &Path) {
    let folder = beam.parent().unwrap_or(Path::new(""));
    for file in module.sources.files.iter_mut().filter(|file| file.text.is_none()) {
        let name = Path::new(&file.name);
        let base = Path::new(name.file_name().unwrap_or_default());
        let places = [folder.join(base), folder.join("../src").join(base), name.to_path_buf()];
        file.text = places.iter().find_map(|place| files.text(place));
    }
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window == word)
}

#[cfg(test)]
mod tests;
