//! The code of a run: a program, the expression that starts it, and the embedded library, or OTP's.

use std::fs;
use std::path::PathBuf;
use std::rc::Rc;

use erlang_machine::program::Program;
use erlang_machine::world::{FoundModule, Loader};
use erlang_syntax::ast::Module;
use erlang_syntax::{Options, beam, lint, parse_expressions, parse_module};
use erlang_term::Atom;

/// The module of the expression.
pub const EXPRESSION: &str = "-e";
pub const MAIN: &str = "main";

/// A program, or a version of it.
#[derive(Clone)]
pub struct Code {
    modules: Vec<Rc<Module>>,
    expression: Rc<Module>,
    library: Rc<Library>,
}

/// Modules of the library, each read and compiled once.
pub struct Library(Rc<Program>);

impl Library {
    /// The folders are those of OTP's modules, which go before the embedded ones.
    pub fn new(otp: Vec<PathBuf>) -> Library {
        Library(Rc::new(Program::new(Box::new(Shelf { otp }), Default::default())))
    }
}

/// Where the modules of the library are.
struct Shelf {
    otp: Vec<PathBuf>,
}

impl Shelf {
    fn read(&self, name: &str) -> Option<Module> {
        // Some modules of OTP need processes of a running node.
        let is_ours = erlang_library::BEFORE_OTP.contains(&name);
        let mut folders = self.otp.iter().filter(|_| !is_ours);
        let compiled = folders.find_map(|folder| fs::read(folder.join(format!("{name}.beam"))).ok());
        if let Some(module) = compiled.and_then(|beam| beam::read_module(&beam, name).ok()) {
            return Some(module);
        }
        let text = erlang_library::source(name)?;
        Some(parse_module(&format!("{name}.erl"), text.as_bytes(), &Options::default()).0)
    }
}

impl Loader for Shelf {
    fn load(&self, module: Atom) -> FoundModule {
        match self.read(module.name()) {
            Some(module) => FoundModule::Module { module: Rc::new(module), trusted: true },
            None => FoundModule::Nothing,
        }
    }

    fn is_users(&self, _: Atom) -> bool {
        false
    }
}

impl Code {
    /// The program that evaluates `main()` of the first module.
    pub fn new(modules: Vec<Rc<Module>>, library: Rc<Library>) -> Code {
        let text = format!("{}:{MAIN}()", modules.first().map_or("", |module| module.name.name()));
        let (module, function) = (Atom::new(EXPRESSION), Atom::new(MAIN));
        let (expression, _) = parse_expressions(EXPRESSION, &text, module, function, &Options::default());
        Code { modules, expression: Rc::new(expression), library }
    }

    pub fn modules(&self) -> &[Rc<Module>] {
        &self.modules
    }
}

impl Loader for Code {
    fn load(&self, module: Atom) -> FoundModule {
        let own = self.modules.iter().chain([&self.expression]).find(|own| own.name == module);
        if let Some(own) = own {
            return FoundModule::Module { module: own.clone(), trusted: false };
        }
        match self.library.0.module(module) {
            Some(code) => FoundModule::Module { module: code.source.clone(), trusted: true },
            None => FoundModule::Nothing,
        }
    }

    fn base(&self) -> Option<Rc<Program>> {
        Some(self.library.0.clone())
    }
}

/// The module, if it can be run.
pub fn read(name: &str, text: &str) -> Option<Rc<Module>> {
    let (module, problems) = parse_module(name, text.as_bytes(), &Options::default());
    let fine = !problems.iter().any(|problem| problem.is_error())
        && lint::check(&module, lint::LintOptions::default()).is_empty();
    fine.then(|| Rc::new(module))
}
