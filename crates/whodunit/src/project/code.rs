//! The code of a run: the user's modules, read before it starts, and those of the library, read when they are first called.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use erlang_machine::world::{Found, Loader};
use erlang_syntax::ast::Module;
use erlang_syntax::{Diagnostic, Options, beam, lint, parse_expressions, parse_module, source};
use erlang_term::Atom;

use super::{FileIncludes, Otp, Sources, transforms};

/// Everything that says where code comes from.
pub struct Code {
    pub sources: Sources,
    pub otp: Option<Otp>,
    /// `-I`
    pub include: Vec<PathBuf>,
    /// `-D`
    pub defines: Vec<(String, Option<String>)>,
    /// Modules of which the embedded version is better than OTP's, beside [`erlang_library::BEFORE_OTP`].
    pub rather_embedded: &'static [&'static str],
    modules: BTreeMap<&'static str, Rc<Module>>,
}

/// Why a run cannot start.
pub enum Trouble {
    /// Something in a text, shown with the text.
    InText(Diagnostic, source::Sources),
    Plain(String),
}

/// Static errors are looked for in what the user wrote; the library has been checked, and reading it should be quick.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    User,
    Library,
}

/// The module that holds the expression of `-e`: no file can be called so.
pub const EXPRESSION: &str = "-e";

/// The newest release whose language is known; spoken where no OTP is installed.
const NEWEST: u32 = 27;

impl Code {
    pub fn new(
        sources: Sources,
        otp: Option<Otp>,
        include: Vec<PathBuf>,
        defines: Vec<(String, Option<String>)>,
    ) -> Code {
        let defines = sources.defines.iter().cloned().chain(defines).collect();
        Code { sources, otp, include, defines, rather_embedded: &[], modules: BTreeMap::new() }
    }

    /// Reads the user's modules and the expression; all of what is wrong with them, if anything is.
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

    /// What the run is to evaluate.
    pub fn set_expression(&mut self, expression: &str) -> Result<(), Vec<Trouble>> {
        let module = self.read_expression(expression)?;
        self.modules.insert(EXPRESSION, Rc::new(module));
        Ok(())
    }

    /// A line of one of the user's files, by the name that stack traces give it.
    pub fn source_line(&self, file: &str, line: u32) -> Option<&str> {
        let files = self.modules.values().flat_map(|module| &module.sources.files);
        let text = files.filter(|source| source.name == file).find_map(|source| source.text.as_deref())?;
        text.lines().nth(line.checked_sub(1)? as usize)
    }

    /// The user's modules, by name.
    pub fn modules(&self) -> impl Iterator<Item = &Module> {
        self.modules.iter().filter(|(name, _)| **name != EXPRESSION).map(|(_, module)| &**module)
    }

    /// The same, for those who keep them.
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
        let contents =
            fs::read(path).map_err(|error| vec![Trouble::Plain(format!("cannot read {name}: {error}"))])?;
        if path.extension().is_some_and(|extension| extension == "beam") {
            let mut module = beam::read_module(&contents, &name)
                .map_err(|error| vec![Trouble::Plain(error.to_string())])?;
            if whose == Whose::User {
                find_texts(&mut module, path);
            }
            return Ok(module);
        }
        self.read_source(whose, &name, &contents)
    }

    fn read_source(&self, whose: Whose, name: &str, contents: &[u8]) -> Result<Module, Vec<Trouble>> {
        let includes = self.includes(Path::new(name).parent().unwrap_or(Path::new("")));
        self.in_some_dialect(whose, &includes, contents, |options| parse_module(name, contents, options))
    }

    /// Before release 27, `maybe` is a plain atom unless the module says otherwise. A text that cannot be read that way, but with
    /// `maybe` as a reserved word, is a newer one.
    fn in_some_dialect(
        &self,
        whose: Whose,
        includes: &IncludesOf<'_>,
        text: &[u8],
        read: impl Fn(&Options<'_>) -> (Module, Vec<Diagnostic>),
    ) -> Result<Module, Vec<Trouble>> {
        let otp_release = self.otp.as_ref().and_then(Otp::release).unwrap_or(NEWEST);
        let include = includes.get();
        let options =
            |features| Options { include: &include, defines: self.defines.clone(), otp_release, features };
        let first = errors(whose, read(&options(Vec::new())));
        if first.is_ok() || otp_release >= 27 || !contains(text, b"maybe") {
            return first;
        }
        errors(whose, read(&options(vec![("maybe_expr".to_owned(), true)]))).or(first)
    }

    fn includes(&self, folder: &Path) -> IncludesOf<'_> {
        let mut folders = vec![PathBuf::from("."), folder.to_path_buf()];
        folders.extend(self.include.iter().cloned());
        IncludesOf { folders, code: self }
    }

    fn find(&self, name: &str) -> Found {
        let rather_embedded =
            erlang_library::BEFORE_OTP.contains(&name) || self.rather_embedded.contains(&name);
        let in_otp = || self.otp.as_ref().filter(|_| !rather_embedded).and_then(|otp| otp.find_module(name));
        let file = self.sources.find_in_dependencies(name).or_else(in_otp);
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
            None => self.find(module.name()),
        }
    }

    fn is_users(&self, module: Atom) -> bool {
        self.modules.contains_key(module.name())
    }
}

impl Trouble {
    pub fn render(&self, colour: bool) -> String {
        match self {
            Trouble::InText(diagnostic, sources) => erlang_syntax::render(diagnostic, sources, colour),
            Trouble::Plain(message) => format!("error: {message}"),
        }
    }
}

/// Included files for one source, whose own folder comes early.
struct IncludesOf<'a> {
    folders: Vec<PathBuf>,
    code: &'a Code,
}

impl IncludesOf<'_> {
    fn get(&self) -> FileIncludes<'_> {
        FileIncludes {
            folders: &self.folders,
            sources: &self.code.sources,
            otp: self.code.otp.as_ref(),
            embedded: erlang_library::header,
        }
    }
}

/// The module, if it can run; else all that stands in the way, in the order of the text.
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

/// The texts that a `.beam` was compiled from, where they are still to be found: beside it, in `../src`, or where they were then.
fn find_texts(module: &mut Module, beam: &Path) {
    let folder = beam.parent().unwrap_or(Path::new(""));
    for file in module.sources.files.iter_mut().filter(|file| file.text.is_none()) {
        let name = Path::new(&file.name);
        let base = Path::new(name.file_name().unwrap_or_default());
        let places = [folder.join(base), folder.join("../src").join(base), name.to_path_buf()];
        file.text = places.iter().find_map(|place| fs::read_to_string(place).ok());
    }
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Parts;
    use crate::testing::Tree;

    /// Reads the sources and the expression: the module names, or what is wrong.
    fn check(files: &[&str], expression: &str, expected: &str) {
        let tree = Tree::new(files);
        let sources = Sources::find(&[tree.root().to_path_buf()], Parts::Program).expect("sources");
        let mut code = Code::new(sources, None, Vec::new(), Vec::new());
        let shown = match code.read(expression) {
            Ok(()) => code.modules.keys().copied().collect::<Vec<_>>().join(" "),
            Err(troubles) => {
                troubles.iter().map(|trouble| trouble.render(false)).collect::<Vec<_>>().join("\n")
            }
        };
        let shown = shown.replace(&format!("{}/", tree.root().display()), "");
        assert!(shown.contains(expected), "{shown}");
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
        let tree = Tree::new(&["lists.erl: -module(lists).\n"]);
        let sources = Sources::find(&[tree.path("lists.erl")], Parts::Program).expect("sources");
        let mut own = Code::new(sources, None, Vec::new(), Vec::new());
        assert!(own.read("ok").is_ok());
        let none = Code::new(Sources::default(), None, Vec::new(), Vec::new());
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
        let tree = Tree::new(&["p/src/a.erl: one\n", "p/ebin/b.erl: two\n", "p/ebin/a.beam"]);
        let check = |name: &str, expected: Option<&str>| {
            let (mut module, _) = parse_module(name, b"", &Options::default());
            module.sources.files[0].text = None;
            find_texts(&mut module, &tree.path("p/ebin/a.beam"));
            assert_eq!(module.sources.files[0].text.as_deref(), expected, "{name}");
        };
        check("src/a.erl", Some("one\n"));
        check("b.erl", Some("two\n"));
        check("c.erl", None);
    }
}
