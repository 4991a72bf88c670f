//! For tests: modules given as text, calls written as Erlang.

use std::collections::BTreeMap;
use std::rc::Rc;

use computation_tree::{NodeId, Tree};
use erlang_history::Limits;
use erlang_machine::code::FunctionId;
use erlang_machine::machine::{Budget, Machine};
use erlang_machine::program::Program;
use erlang_machine::schedule::{Fair, Schedule};
use erlang_machine::world::{ClosedWorld, Found, Loader};
use erlang_syntax::ast::Module;
use erlang_syntax::source::Include;
use erlang_syntax::{Options, parse_expressions, parse_module, read_term};
use erlang_term::{Atom, Term};
use erlang_tree::zoom::Zoom;
use erlang_tree::{COMPILED, Call, CallTree, Clause, Outcome, Recording, RunTree, Subject};
use slices::{Meter, finish};

/// The modules of a test, and the embedded library.
#[derive(Clone, Default)]
pub struct Modules(BTreeMap<&'static str, Rc<Module>>);

struct Headers;

impl Include for Headers {
    fn include(&self, _: &str, _: &str) -> Option<(String, Vec<u8>)> {
        None
    }

    fn include_lib(&self, _: &str, name: &str) -> Option<(String, Vec<u8>)> {
        erlang_library::header(name).map(|text| (name.to_owned(), text.as_bytes().to_vec()))
    }
}

pub fn parse(text: &str) -> Module {
    let options = Options { include: &Headers, ..Options::default() };
    let (module, problems) = parse_module("m.erl", text.as_bytes(), &options);
    assert!(problems.is_empty(), "{problems:?}\n{text}");
    module
}

impl Modules {
    pub fn new(texts: &[&str]) -> Modules {
        let modules = texts.iter().map(|text| {
            let module = parse(text);
            (module.name.name(), Rc::new(module))
        });
        Modules(modules.collect())
    }

    pub fn all(&self) -> Vec<Rc<Module>> {
        self.0.values().cloned().collect()
    }
}

impl Loader for Modules {
    fn load(&self, module: Atom) -> Found {
        if let Some(module) = self.0.get(module.name()) {
            return Found::Module { module: module.clone(), trusted: false };
        }
        match erlang_library::source(module.name()) {
            Some(text) => Found::Module { module: Rc::new(parse(text)), trusted: true },
            None => Found::Nothing,
        }
    }
}

/// `m:f(1, 2) = 3`, or `m:f(1) raises error:badarg`.
pub fn call(text: &str) -> Call {
    let (statement, outcome) = match text.split_once(") = ") {
        Some((statement, value)) => (statement, Outcome::Value(read_term(value).expect("a value"))),
        None => {
            let (statement, exception) = text.split_once(") raises ").expect("an outcome");
            let (class, reason) = exception.split_once(':').expect("a class");
            let class = match class {
                "error" => erlang_machine::Class::Error,
                "exit" => erlang_machine::Class::Exit,
                _ => erlang_machine::Class::Throw,
            };
            let reason = read_term(reason).expect("a reason");
            (statement, Outcome::Exception { class, reason, trace: Term::Nil })
        }
    };
    let (name, arguments) = statement.split_once('(').expect("a call");
    let (module, function) = name.split_once(':').expect("a module");
    let arguments = read_term(&format!("[{arguments}]")).expect("arguments").proper_list().expect("a list");
    let subject = Subject {
        module: Atom::new(module),
        function: Atom::new(function),
        arity: arguments.len() as u32,
        fun: None,
        captured: Vec::new(),
        id: FunctionId(0),
        source: Rc::default(),
        receive: None,
    };
    Call { subject, arguments, captured: Vec::new(), outcome, clause: Clause::Unknown }
}

/// Runs `m:main()`: the program, and all calls of its functions in the order in which they were made.
pub fn recorded(text: &str) -> (Rc<Program>, Vec<Call>) {
    let (program, mut tree) = tree(text);
    let nodes: Vec<NodeId> = (0..tree.tree().len()).map(NodeId).collect();
    let calls = nodes.into_iter().map(|node| tree.call(node));
    (program, calls.filter(|call| !call.subject.is_expression()).collect())
}

/// Runs `m:main()` and looks into that call.
pub fn zoomed(text: &str) -> (Rc<Program>, Zoom) {
    let (program, mut tree) = tree(text);
    let (main, _) = tree.root();
    (program, finish(tree.zoom(main, &Meter::unlimited())).expect("a look inside"))
}

/// Runs `m:main()`, which has more than one process.
pub fn processes(text: &str) -> (Rc<Program>, RunTree) {
    let (program, tree) = tree(text);
    assert!(tree.is_concurrent(), "{text}");
    (program, tree.into_run_tree())
}

fn tree(text: &str) -> (Rc<Program>, CallTree) {
    let mut modules = Modules::new(&[text]);
    let (expression, main) = (Atom::new("-e"), Atom::new("main"));
    let (module, _) = parse_expressions("-e", "m:main()", expression, main, &Options::default());
    modules.0.insert("-e", Rc::new(module));
    let program = Rc::new(Program::new(Box::new(modules), COMPILED));
    let mut machine = Machine::new(program.clone(), Fair.delivery());
    machine.start(expression, main);
    let mut recording = Recording::new(machine);
    let limits = Limits { budget: Budget::UNLIMITED, comfortable: u64::MAX };
    recording.run(&mut Fair, &mut ClosedWorld::default(), &limits);
    (program, recording.finish(|| 0, u64::MAX))
}
