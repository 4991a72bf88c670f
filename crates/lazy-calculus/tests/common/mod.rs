//! Reading programs for tests.

use lazy_syntax::ast::{Program, Query};
use lazy_syntax::{Options, load, render};

#[allow(dead_code, reason = "not all tests read both ways")]
pub fn read(text: &str) -> Program {
    read_as("program.flp", text)
}

pub fn read_as(name: &str, text: &str) -> Program {
    let options = Options::for_file(name).expect("an extension of the language");
    let (program, problems) = load(&[(name, text)], options);
    let shown: Vec<String> =
        problems.iter().map(|problem| render(problem, &program.sources, false)).collect();
    assert!(!problems.iter().any(|problem| problem.is_error()), "{}", shown.join("\n"));
    program
}

pub fn ask(program: &mut Program, goal: &str) -> Query {
    let (query, problems) = program.query(goal);
    let shown: Vec<String> =
        problems.iter().map(|problem| render(problem, &program.sources, false)).collect();
    query.unwrap_or_else(|| panic!("{goal}: {}", shown.join("\n")))
}
