//! For tests: modules given as text, calls written as Erlang.

use std::rc::Rc;

use computation_tree::{NodeId, Tree};
use erlang_history::Limits;
use erlang_machine::code::FunctionId;
use erlang_machine::machine::Budget;
use erlang_machine::program::Program;
use erlang_machine::schedule::{Fair, Schedule};
use erlang_machine::world::ClosedWorld;
use erlang_syntax::read_term;
use erlang_term::{Atom, Term};
use erlang_tree::zoom::Zoom;
use erlang_tree::{COMPILED, Call, CallOutcome, CallTree, Clause, Recording, RunTree, Subject};
use slices::{Meter, finish};
use test_support::{EXPRESSION, Sources};

/// `m:f(1, 2) = 3`, or `m:f(1) raises error:badarg`.
pub fn call(text: &str) -> Call {
    let (statement, outcome) = match text.split_once(") = ") {
        Some((statement, value)) => (statement, CallOutcome::Value(read_term(value).expect("a value"))),
        None => {
            let (statement, exception) = text.split_once(") raises ").expect("an outcome");
            let (class, reason) = exception.split_once(':').expect("a class");
            let class = match class {
                "error" => erlang_machine::Class::Error,
                "exit" => erlang_machine::Class::Exit,
                _ => erlang_machine::Class::Throw,
            };
            let reason = read_term(reason).expect("a reason");
            (statement, CallOutcome::Exception { class, reason, trace: Term::Nil })
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

/// Runs `m:main()`: the program, and all calls of its functions in the order in which they were
/// made.
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
    let sources = Sources::new(&[text]).expression("m:main()");
    let machine = test_support::machine(sources, EXPRESSION, COMPILED, Fair.delivery());
    let program = machine.program.clone();
    let mut recording = Recording::new(machine);
    let limits = Limits { budget: Budget::UNLIMITED, comfortable: u64::MAX };
    recording.run(&mut Fair, &mut ClosedWorld::default(), &limits);
    (program, recording.finish(|| 0, u64::MAX))
}
