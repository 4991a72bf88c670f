//! The code of a run: the user's modules, read before it starts, and library modules, read when
//! they are first called.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use erlang_machine::host::{Host, Pinned};
use erlang_machine::world::{Found, Loader};
use erlang_syntax::ast::Module;
use erlang_syntax::{self as syntax, Diagnostic, beam, lint, parse_expressions, parse_module, source};
use erlang_term::Atom;

use super::computer::{Computer, Places};
use super::{Access, FileIncludes, Otp, Parts, Sources, transforms};
use crate::files::Files;
use crate::language;

/// Which code to read, and how. Each field names its command-line option.
#[derive(Clone, Debug, Default)]
pub struct Options {
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

impl Options {
    /// What a language is told about how programs are read.
    pub fn of(sources: &[PathBuf], options: &language::Options) -> Options {
        Options {
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
    options: Options,
    /// The computer that runs see. What it says once it says to every run.
    host: Rc<dyn Host>,
    pub sources: Sources,
    pub otp: Option<Otp>,
    /// Macros, with their values: those of `rebar.config`, then `-D`.
    pub defines: Vec<(String, Option<String>)>,
    /// Modules for which the embedded library is preferred to OTP, beside
    /// [`erlang_library::BEFORE_OTP`].
    pub rather_embedded: &'static [&'static str],
    modules: BTreeMap<&'static str, Rc<Module>>,
}

/// Why a run cannot start.
pub enum Trouble {
    /// An error at a place in a source text, which is shown with it.
    InText(Diagnostic, source::Sources),
    Plain(String),
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
    pub fn find(files: Rc<dyn Files>, options: Options, parts: Parts) -> Result<Code, Vec<Trouble>> {
        let plain = |message| vec![Trouble::Plain(message)];
        let otp = match options.no_otp {
            true => None,
            false => Otp::find(&*files, options.otp.as_deref()).map_err(plain)?,
        };
        let sources = Sources::find(&*files, &options.sources, parts).map_err(plain)?;
        let define = |text: &String| match text.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (text.clone(), None),
        };
        let defines = sources.defines.iter().cloned().chain(options.define.iter().map(define)).collect();
        let (rather_embedded, modules): (&[_], _) = (&[], BTreeMap::new());
        let places = places(&options, &sources, otp.as_ref());
        let host = Rc::new(Pinned::new(Computer::new(files.clone(), options.access.clone(), places)));
        Ok(Code { files, options, host, sources, otp, defines, rather_embedded, modules })
    }

    /// How it was found and read.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Another version of the program, found and read with the same options.
    pub fn other_version(&self, sources: &[PathBuf]) -> Result<Code, Vec<Trouble>> {
        let options = Options { sources: sources.to_vec(), ..self.options.clone() };
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

    pub fn read_modules(&mut self) -> Result<(), Vec<Trouble>> {
        let mut troubles = Vec::new();
        for path in self.sources.files.clone() {
            match self.read_file(Whose::User, &path) {
                Ok(module) => {
                    let name = module.name.name();
                    let other = self.modules.insert(name, Rc::new(module));
                    if let Some(other) = other {
                        let first = other.sources.files.first().map_or("", |file| &file.name);
                        let place = path.display();
                        troubles
                            .push(Trouble::Plain(format!("two modules called {name}: {first} and {place}")));
                    }
                }
                Err(found) => troubles.extend(found),
            }
        }
        if troubles.is_empty() { Ok(()) } else { Err(troubles) }
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
        self.in_some_dialect(Whose::User, &includes, text.as_bytes(), |options| {
            parse_expressions(EXPRESSION, text, module, function, options)
        })
    }

    fn read_file(&self, whose: Whose, path: &Path) -> Result<Module, Vec<Trouble>> {
        let name = path.display().to_string();
        let contents = self
            .files
            .read(path)
            .map_err(|error| vec![Trouble::Plain(format!("cannot read {name}: {error}"))])?;
        if path.extension().is_some_and(|extension| extension == "beam") {
            let mut module = beam::read_module(&contents, &name)
                .map_err(|error| vec![Trouble::Plain(error.to_string())])?;
            if whose == Whose::User {
                find_texts(&*self.files, &mut module, path);
            }
            return Ok(module);
        }
        self.read_source(whose, &name, &contents)
    }

    fn read_source(&self, whose: Whose, name: &str, contents: &[u8]) -> Result<Module, Vec<Trouble>> {
        let includes = self.includes(Path::new(name).parent().unwrap_or(Path::new("")));
        self.in_some_dialect(whose, &includes, contents, |options| parse_module(name, contents, options))
    }

    /// Before release 27, `maybe` is a plain atom unless the module enables the feature. A text
    /// that can only be read with `maybe` as a keyword is taken for one written for a newer
    /// release.
    fn in_some_dialect(
        &self,
        whose: Whose,
        includes: &IncludesOf<'_>,
        text: &[u8],
        read: impl Fn(&syntax::Options<'_>) -> (Module, Vec<Diagnostic>),
    ) -> Result<Module, Vec<Trouble>> {
        let otp_release = self.otp.as_ref().and_then(Otp::release).unwrap_or(NEWEST);
        let include = includes.get();
        let options = |features| syntax::Options {
            include: &include,
            defines: self.defines.clone(),
            otp_release,
            features,
        };
        let first = errors(whose, read(&options(Vec::new())));
        if first.is_ok() || otp_release >= 27 || !contains(text, b"maybe") {
            return first;
        }
        errors(whose, read(&options(vec![("maybe_expr".to_owned(), true)]))).or(first)
    }

    fn includes(&self, folder: &Path) -> IncludesOf<'_> {
        let mut folders = vec![PathBuf::from("."), folder.to_path_buf()];
        folders.extend(self.options.include.iter().cloned());
        IncludesOf { folders, code: self }
    }

    /// Finds and reads a library module.
    fn load_library(&self, name: &str) -> Found {
        let rather_embedded =
            erlang_library::BEFORE_OTP.contains(&name) || self.rather_embedded.contains(&name);
        let in_otp = || {
            self.otp.as_ref().filter(|_| !rather_embedded).and_then(|otp| otp.find_module(&*self.files, name))
        };
        let file = self.sources.find_in_dependencies(&*self.files, name).or_else(in_otp);
        let read = match (file, erlang_library::source(name)) {
            (Some(path), _) => self.read_file(Whose::Library, &path),
            (None, Some(text)) => self.read_source(Whose::Library, &format!("{name}.erl"), text.as_bytes()),
            (None, None) => return Found::Nothing,
        };
        match read {
            Ok(module) => Found::Module { module: Rc::new(module), trusted: true },
            Err(troubles) => Found::Broken(
                troubles.iter().map(|trouble| trouble.render(false)).collect::<Vec<_>>().join("\n"),
            ),
        }
    }
}

impl Loader for Code {
    fn load(&self, module: Atom) -> Found {
        match self.modules.get(module.name()) {
            Some(module) => Found::Module { module: module.clone(), trusted: false },
            None => self.load_library(module.name()),
        }
    }

    fn is_users(&self, module: Atom) -> bool {
        self.modules.contains_key(module.name())
    }

    fn host(&self) -> Rc<dyn Host> {
        self.host.clone()
    }
}

/// Where the code is: what a run may read without being allowed to by name.
fn places(options: &Options, sources: &Sources, otp: Option<&Otp>) -> Places {
    let own = sources.applications.iter().chain(&sources.dependencies);
    let installed = otp.into_iter().flat_map(Otp::applications);
    let applications: Vec<(String, PathBuf)> =
        own.chain(installed).map(|(name, folder)| (name.clone(), folder.clone())).collect();
    let root = otp.map(|otp| otp.root().to_path_buf());
    let given = options.sources.iter().chain(&options.include).chain(&sources.include_folders);
    let code = given.chain(applications.iter().map(|(_, folder)| folder)).chain(&root).cloned().collect();
    Places { code, applications, root }
}

/// A loader of this code for a program. The code is shared: it also serves for reading source
/// lines.
pub fn loader(code: &Rc<Code>) -> Box<dyn Loader> {
    Box::new(Shared(code.clone()))
}

struct Shared(Rc<Code>);

impl Loader for Shared {
    fn load(&self, module: Atom) -> Found {
        self.0.load(module)
    }

    fn is_users(&self, module: Atom) -> bool {
        self.0.is_users(module)
    }

    fn host(&self) -> Rc<dyn Host> {
        self.0.host()
    }
}

impl Trouble {
    /// The message, with the source line if it is about one.
    pub fn render(&self, colour: bool) -> String {
        match self {
            Trouble::InText(diagnostic, sources) => erlang_syntax::render(diagnostic, sources, colour),
            Trouble::Plain(message) => format!("error: {message}"),
        }
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

/// The module if it has no errors, else all errors in the order of the text.
fn errors(whose: Whose, (module, problems): (Module, Vec<Diagnostic>)) -> Result<Module, Vec<Trouble>> {
    let mut errors: Vec<Diagnostic> = problems.into_iter().filter(Diagnostic::is_error).collect();
    if whose == Whose::User {
        let incomplete = !errors.is_empty();
        errors.extend(lint::check(&module, lint::Options { warnings: false, incomplete }));
        errors.extend(transforms::missing(&module));
        errors.sort_by_key(|error| (error.span.file, error.span.start));
    }
    if errors.is_empty() {
        return Ok(module);
    }
    Err(errors.into_iter().map(|error| Trouble::InText(error, module.sources.clone())).collect())
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
mod tests {
    use super::*;
    use crate::files::Texts;

    /// Finds the code without OTP.
    fn find(files: &[&str], sources: &[&str]) -> Code {
        let sources = sources.iter().map(PathBuf::from).collect();
        let options = Options { sources, no_otp: true, ..Options::default() };
        let found = Code::find(Rc::new(Texts::of(files)), options, Parts::Program);
        found.unwrap_or_else(|troubles| panic!("{}", shown(&troubles)))
    }

    fn shown(troubles: &[Trouble]) -> String {
        troubles.iter().map(|trouble| trouble.render(false)).collect::<Vec<_>>().join("\n")
    }

    /// Reads the sources and the expression: the module names, or what is wrong.
    fn check(files: &[&str], expression: &str, expected: &str) {
        let mut code = find(files, &["."]);
        let found = match code.read(expression) {
            Ok(()) => code.modules.keys().copied().collect::<Vec<_>>().join(" "),
            Err(troubles) => shown(&troubles),
        };
        assert!(found.contains(expected), "{found}");
    }

    #[test]
    fn reads_what_is_there() {
        check(&["a.erl: -module(a).\n"], "a:f()", "-e a");
        check(
            &["a.erl: -module(b).\n", "c.erl: -module(b).\n"],
            "ok",
            "error: two modules called b: a.erl and c.erl",
        );
        check(&["a.erl: -module(a).\nf( -> 1.\n"], "ok", "a.erl:2:4");
        check(&["a.erl: -module(a).\n-export([f/0]).\nf() -> X + g().\n"], "ok", "a.erl:3:8");
        check(&["a.erl: -module(a).\n-export([f/0]).\nf() -> X + g().\n"], "ok", "a.erl:3:12");
        check(&["a.erl: -module(a).\n"], "a:f(", "-e:1:5");
        check(&["a.beam: nonsense"], "ok", "a.beam: this is not a .beam file");
    }

    #[test]
    fn parse_transforms() {
        let with = |transforms: &str, call: &str| {
            format!("a.erl: -module(a).\n-export([f/0]).\n-compile({transforms}).\nf() -> {call}.\n")
        };
        let check = |transforms: &str, call: &str, expected: &str| {
            check(&[&with(transforms, call)], "ok", expected);
        };
        let refused = "not supported: the parse transform lager_transform";
        check("{parse_transform, lager_transform}", "1", refused);
        check("[debug_info, {parse_transform, lager_transform}]", "1", refused);
        check("{parse_transform, lager_transform}", "1", "a.erl:3:1");
        check("{parse_transform, eunit_autoexport}", "1", "-e a");
        check("{parse_transform, ms_transform}", "ets:new(t, [])", "-e a");
        check(
            "{parse_transform, ms_transform}",
            "ets:fun2ms(fun(X) -> X end)",
            "parse transform ms_transform",
        );
        check("{parse_transform, qlc}", "qlc:q([X || X <- []])", "parse transform qlc");
    }

    #[test]
    fn where_modules_come_from() {
        let mut own = find(&["lists.erl: -module(lists).\n"], &["lists.erl"]);
        assert!(own.read("ok").is_ok());
        let none = find(&[], &[]);
        let check = |code: &Code, module: &str, expected: &str| {
            let found = match code.load(Atom::new(module)) {
                Found::Module { trusted: true, .. } => "library",
                Found::Module { trusted: false, .. } => "sources",
                Found::Nothing => "nothing",
                Found::Broken(_) => "broken",
            };
            assert_eq!(found, expected, "{module}");
        };
        check(&own, "lists", "sources");
        check(&none, "lists", "library");
        check(&none, "gen_server", "nothing");
        check(&none, "no_such_module", "nothing");
    }

    #[test]
    fn texts_of_compiled_modules() {
        let files = Texts::of(&["p/src/a.erl: one\n", "p/ebin/b.erl: two\n", "p/ebin/a.beam"]);
        let check = |name: &str, expected: Option<&str>| {
            let (mut module, _) = parse_module(name, b"", &syntax::Options::default());
            module.sources.files[0].text = None;
            find_texts(&files, &mut module, Path::new("p/ebin/a.beam"));
            assert_eq!(module.sources.files[0].text.as_deref(), expected, "{name}");
        };
        check("src/a.erl", Some("one\n"));
        check("b.erl", Some("two\n"));
        check("c.erl", None);
    }

    #[test]
    fn another_version() {
        let files = ["a/m.erl: -module(m).\n-ifdef(x).\n-export([f/0]).\nf() -> 1.\n-endif.\n", "b/n.erl"];
        let options = Options { define: vec!["x".into()], no_otp: true, ..Options::default() };
        let code = Code::find(Rc::new(Texts::of(&files)), options, Parts::Program);
        let code = code.unwrap_or_else(|troubles| panic!("{}", shown(&troubles)));
        let other =
            code.other_version(&["a".into()]).unwrap_or_else(|troubles| panic!("{}", shown(&troubles)));
        let functions = other.modules().flat_map(Module::functions);
        assert_eq!(functions.map(|function| function.name.name()).collect::<Vec<_>>(), ["f"]);
        assert!(code.other_version(&["c".into()]).is_err());
    }
}
