//! The code of a run: a program, the expression that starts it, and the embedded library, or OTP's.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::rc::Rc;

use erlang_machine::world::{Found, Loader};
use erlang_syntax::ast::Module;
use erlang_syntax::{Options, beam, lint, parse_expressions, parse_module};
use erlang_term::Atom;

/// The module of the expression.
pub const EXPRESSION: &str = "-e";
pub const MAIN: &str = "main";

/// A program, or a version of it.
#[derive(Clone)]
pub struct Code {
    program: Rc<Module>,
    expression: Rc<Module>,
    library: Rc<Library>,
}

/// Modules of the library, each read once.
#[derive(Default)]
pub struct Library {
    /// Folders with OTP's modules, which go before the embedded ones.
    otp: Vec<PathBuf>,
    known: RefCell<HashMap<Atom, Option<Rc<Module>>>>,
}

impl Library {
    pub fn with_otp(otp: Vec<PathBuf>) -> Library {
        Library { otp, known: RefCell::default() }
    }

    fn module(&self, name: Atom) -> Option<Rc<Module>> {
        let mut known = self.known.borrow_mut();
        known.entry(name).or_insert_with(|| self.read(name.name()).map(Rc::new)).clone()
    }

    fn read(&self, name: &str) -> Option<Module> {
        let compiled = self.otp.iter().find_map(|folder| fs::read(folder.join(format!("{name}.beam"))).ok());
        if let Some(module) = compiled.and_then(|beam| beam::read_module(&beam, name).ok()) {
            return Some(module);
        }
        let text = erlang_library::source(name)?;
        Some(parse_module(&format!("{name}.erl"), text.as_bytes(), &Options::default()).0)
    }
}

impl Code {
    /// The program that evaluates `module:main()`.
    pub fn new(program: Rc<Module>, library: Rc<Library>) -> Code {
        let text = format!("{}:{MAIN}()", program.name.name());
        let (module, function) = (Atom::new(EXPRESSION), Atom::new(MAIN));
        let (expression, _) = parse_expressions(EXPRESSION, &text, module, function, &Options::default());
        Code { program, expression: Rc::new(expression), library }
    }

    pub fn program(&self) -> &Rc<Module> {
        &self.program
    }
}

impl Loader for Code {
    fn load(&self, module: Atom) -> Found {
        let found = if module == self.program.name {
            Some((self.program.clone(), false))
        } else if module == self.expression.name {
            Some((self.expression.clone(), false))
        } else {
            self.library.module(module).map(|module| (module, true))
        };
        match found {
            Some((module, trusted)) => Found::Module { module, trusted },
            None => Found::Nothing,
        }
    }
}

/// The module, if it can be run.
pub fn read(name: &str, text: &str) -> Option<Rc<Module>> {
    let (module, problems) = parse_module(name, text.as_bytes(), &Options::default());
    let fine = !problems.iter().any(|problem| problem.is_error())
        && lint::check(&module, lint::Options::default()).is_empty();
    fine.then(|| Rc::new(module))
}
