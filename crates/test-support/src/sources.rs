//! Erlang programs given as text, and machines that are about to run them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use erlang_machine::compile;
use erlang_machine::machine::Machine;
use erlang_machine::program::Program;
use erlang_machine::system::Delivery;
use erlang_machine::world::{FoundModule, Loader};
use erlang_syntax::ast::Module;
use erlang_syntax::source::Include;
use erlang_syntax::{Options, parse_expressions, parse_module};
use erlang_term::Atom;

/// The module of an expression, as on the command line.
pub const EXPRESSION: &str = "-e";

/// The modules of a test and, unless they are left out, those of the embedded library.
#[derive(Clone)]
pub struct Sources {
    modules: BTreeMap<&'static str, Own>,
    library: bool,
}

#[derive(Clone)]
struct Own {
    /// Or what is wrong with it.
    parsed: Result<Rc<Module>, String>,
    trusted: bool,
}

thread_local! {
    /// Modules of the embedded library, which all programs share.
    static LIBRARY: RefCell<BTreeMap<&'static str, Rc<Module>>> = RefCell::default();
}

impl Sources {
    /// Modules that the user wrote.
    pub fn new(texts: &[&str]) -> Sources {
        let sources = Sources { modules: BTreeMap::new(), library: true };
        texts.iter().fold(sources, |sources, text| sources.with(text, false))
    }

    /// A module that the user wrote, and that has been read already.
    pub fn of(module: Rc<Module>) -> Sources {
        let mut sources = Sources::new(&[]);
        sources.modules.insert(module.name.name(), Own { parsed: Ok(module), trusted: false });
        sources
    }

    /// And one that counts as a part of the library.
    pub fn trusted(self, text: &str) -> Sources {
        self.with(text, true)
    }

    fn with(mut self, text: &str, trusted: bool) -> Sources {
        let name = name_of(text);
        self.modules.insert(name.name(), Own { parsed: parse(name, text), trusted });
        self
    }

    /// And [`EXPRESSION`], whose function `main` evaluates this.
    pub fn expression(mut self, text: &str) -> Sources {
        let (name, main) = (Atom::new(EXPRESSION), Atom::new("main"));
        let (module, problems) = parse_expressions(EXPRESSION, text, name, main, &Options::default());
        assert!(problems.is_empty(), "{problems:?}\n{text}");
        self.modules.insert(name.name(), Own { parsed: Ok(Rc::new(module)), trusted: false });
        self
    }

    /// And no library: there are no processes that print then.
    pub fn without_library(self) -> Sources {
        Sources { library: false, ..self }
    }

    /// The modules of the test.
    pub fn all(&self) -> Vec<Rc<Module>> {
        self.modules.values().filter_map(|own| own.parsed.clone().ok()).collect()
    }
}

impl Loader for Sources {
    fn load(&self, name: Atom) -> FoundModule {
        match self.modules.get(name.name()) {
            Some(Own { parsed: Ok(module), trusted }) => {
                FoundModule::Module { module: module.clone(), trusted: *trusted }
            }
            Some(Own { parsed: Err(problem), .. }) => FoundModule::Broken(problem.clone()),
            None => match library(name).filter(|_| self.library) {
                Some(module) => FoundModule::Module { module, trusted: true },
                None => FoundModule::Nothing,
            },
        }
    }
}

/// A module of the embedded library.
fn library(name: Atom) -> Option<Rc<Module>> {
    let text = erlang_library::source(name.name())?;
    let read = || parse(name, text).unwrap_or_else(|problem| panic!("{}: {problem}", name.name()));
    Some(LIBRARY.with_borrow_mut(|library| library.entry(name.name()).or_insert_with(read).clone()))
}

/// What stands in `-module(…)`.
fn name_of(text: &str) -> Atom {
    let (_, rest) = text.split_once("-module(").expect("a module attribute");
    let (name, _) = rest.split_once(')').expect("a module attribute");
    Atom::new(name.trim())
}

/// A module without errors.
pub fn module(text: &str) -> Rc<Module> {
    parse(name_of(text), text).unwrap_or_else(|problem| panic!("{problem}\n{text}"))
}

fn parse(name: Atom, text: &str) -> Result<Rc<Module>, String> {
    let options = Options { include: &Headers, ..Options::default() };
    let (module, problems) = parse_module(&format!("{}.erl", name.name()), text.as_bytes(), &options);
    match problems.into_iter().find(|problem| problem.is_error()) {
        Some(problem) => Err(problem.message),
        None => Ok(Rc::new(module)),
    }
}

/// Those of the embedded library.
struct Headers;

impl Include for Headers {
    fn include(&self, _: &str, _: &str) -> Option<(String, Vec<u8>)> {
        None
    }

    fn include_lib(&self, _: &str, name: &str) -> Option<(String, Vec<u8>)> {
        erlang_library::header(name).map(|text| (name.to_owned(), text.as_bytes().to_vec()))
    }
}

/// A module `m` of these functions, all of which are exported.
pub fn export_all(functions: &str) -> String {
    format!("-module(m).\n-compile(export_all).\n{functions}\n")
}

/// A machine that is about to call `module:main()`.
pub fn machine(sources: Sources, module: &str, options: compile::Options, delivery: Delivery) -> Machine {
    let program = Rc::new(Program::new(Box::new(sources), options));
    let mut machine = Machine::new(program, delivery);
    machine.start(Atom::new(module), Atom::new("main"));
    machine
}
