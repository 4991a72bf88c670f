//! A second machine, in which code runs that makes code: parse transforms, the scripts of
//! `rebar.config`, and OTP's generators of scanners and parsers. It runs before the program does.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use erlang_machine::compile;
use erlang_machine::host::Host;
use erlang_machine::machine::{Budget, End, Machine};
use erlang_machine::observer::Unobserved;
use erlang_machine::process::ProcessEnd;
use erlang_machine::program::Program;
use erlang_machine::schedule::Fair;
use erlang_machine::system::{Delivery, Unsupported};
use erlang_machine::world::{ClosedWorld, FoundModule, Loader};
use erlang_report::text;
use erlang_term::external::{EncodeOptions, encode};
use erlang_term::{Atom, Term};

use super::Code;
use super::cache::Watched;

/// Upper bound on the steps of one call. The largest transforms of large modules take a tenth.
const MAX_STEPS: u64 = 2_000_000_000;

/// The program of the second machine. It is made when it is first needed, and shared by all that
/// runs there, so that the library is compiled once.
#[derive(Default)]
pub struct Workshop {
    program: RefCell<Option<Rc<Program>>>,
    /// What it reads.
    files: RefCell<Option<Rc<Watched>>>,
    /// Modules that are being read. A transform cannot be applied to what it needs itself.
    pub being_read: RefCell<Vec<String>>,
}

impl Workshop {
    /// Calls a function in a machine of its own. The error says why there is no value.
    pub fn call(
        &self,
        code: &Code,
        (module, function): (&str, &str),
        arguments: Vec<Term>,
    ) -> Result<Term, String> {
        let program = self.program(code);
        let mut machine = Machine::new(program, Delivery::Immediate);
        machine.system.unsupported = Unsupported::taints_processes();
        machine.start_with(Atom::new(module), Atom::new(function), arguments);
        let budget = Budget { max_steps: MAX_STEPS, ..Budget::UNLIMITED };
        let end = machine.run(&mut Fair, &mut ClosedWorld::default(), &mut Unobserved, &budget);
        let outcome = machine.main().and_then(|process| process.state.outcome.clone());
        match (outcome, end) {
            (Some(ProcessEnd::Value(value)), _) => Ok(value),
            (Some(ProcessEnd::Exception(exception)), _) => Err(reason(&exception.reason)),
            (Some(ProcessEnd::Killed(why)), _) => Err(reason(&why)),
            (None, End::Steps) => Err(format!("it did not finish within {MAX_STEPS} steps")),
            (None, End::Unsupported(message)) => Err(message),
            (None, _) => Err("it waits for a message that nobody sends".to_owned()),
        }
    }

    /// The same, where a program of the user's makes one thing of another. What an earlier run kept
    /// is taken, if it still holds.
    pub fn make(&self, code: &Code, function: (&str, &str), arguments: Vec<Term>) -> Result<Term, String> {
        if code.options().access.no_cache {
            return self.call(code, function, arguments);
        }
        let otp = code.otp.as_ref().map(|otp| otp.root().display().to_string()).unwrap_or_default();
        let (module, name) = function;
        let what = [Term::string(&otp), Term::string(module), Term::string(name)];
        let request = Term::list(what.into_iter().chain(arguments.iter().cloned()).collect::<Vec<_>>());
        let request = encode(&request, EncodeOptions::default());
        let files = self.files(code);
        if let Some(result) = files.recall(&request) {
            return Ok(result);
        }
        let result = self.call(code, function, arguments)?;
        files.keep(&request, &result);
        Ok(result)
    }

    fn files(&self, code: &Code) -> Rc<Watched> {
        self.files.borrow_mut().get_or_insert_with(|| code.watched()).clone()
    }

    fn program(&self, code: &Code) -> Rc<Program> {
        let mut program = self.program.borrow_mut();
        let made = program.get_or_insert_with(|| {
            let code = code.for_the_workshop(self.files(code));
            let loader = OnDemand { code, found: RefCell::default() };
            Rc::new(Program::new(Box::new(loader), compile::Options::default()))
        });
        made.clone()
    }
}

/// An exit reason in words.
fn reason(term: &Term) -> String {
    match term.as_tuple() {
        Some([Term::Atom(tag), text]) if tag.name() == "not_supported" => {
            text.text().unwrap_or_else(|| text::one_line(term))
        }
        _ => text::one_line(term),
    }
}

/// Reads the user's modules when they are first called.
struct OnDemand {
    code: Code,
    found: RefCell<BTreeMap<String, Option<Rc<erlang_syntax::ast::Module>>>>,
}

impl OnDemand {
    /// A module of the user's, if there is one of that name.
    fn own(&self, name: &str) -> Option<FoundModule> {
        let path = self.code.sources.files.iter().find(|path| is_called(path, name))?;
        if let Some(Some(module)) = self.found.borrow().get(name) {
            return Some(FoundModule::Module { module: module.clone(), trusted: true });
        }
        if self.code.workshop.being_read.borrow().iter().any(|module| module == name) {
            return Some(FoundModule::Broken(format!("{name} is needed to read {name} itself")));
        }
        Some(match self.code.read_own(path) {
            Ok(module) => {
                let module = Rc::new(module);
                self.found.borrow_mut().insert(name.to_owned(), Some(module.clone()));
                FoundModule::Module { module, trusted: true }
            }
            Err(troubles) => FoundModule::Broken(
                troubles.first().map_or_else(String::new, |trouble| trouble.in_one_line()),
            ),
        })
    }
}

impl Loader for OnDemand {
    fn load(&self, module: Atom) -> FoundModule {
        self.own(module.name()).unwrap_or_else(|| self.code.load(module))
    }

    fn is_users(&self, module: Atom) -> bool {
        self.code.sources.files.iter().any(|path| is_called(path, module.name()))
    }

    fn host(&self) -> Rc<dyn Host> {
        self.code.host()
    }
}

fn is_called(path: &Path, name: &str) -> bool {
    path.file_stem().is_some_and(|stem| stem == name)
}
