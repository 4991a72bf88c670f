//! Reading and running for tests.
#![allow(dead_code)]

pub mod trace;

use lazy_machine::compile;
use lazy_machine::machine::{Budget, Machine, Stop};
use lazy_syntax::ast::Program;
use lazy_syntax::{Options, load, render};

pub struct Loaded(pub Program);

impl Loaded {
    pub fn new(name: &str, text: &str) -> Loaded {
        let options = Options::for_file(name).expect("an extension of the language");
        let (program, problems) = load(&[(name, text)], options);
        let shown: Vec<String> =
            problems.iter().map(|problem| render(problem, &program.sources, false)).collect();
        assert!(!problems.iter().any(|problem| problem.is_error()), "{}", shown.join("\n"));
        Loaded(program)
    }

    /// The answers in order, at most this many; then why there are no more.
    pub fn answers(&mut self, goal: &str, most: usize) -> Vec<String> {
        let (query, problems) = self.0.query(goal);
        let shown: Vec<String> =
            problems.iter().map(|problem| render(problem, &self.0.sources, false)).collect();
        let Some(query) = query else { return vec![shown.join("\n")] };
        let compiled = match compile(&self.0, &query) {
            Ok(compiled) => compiled,
            Err(problems) => {
                return problems
                    .into_iter()
                    .map(|problem| format!("not supported: {}", problem.what))
                    .collect();
            }
        };
        let mut machine = Machine::new(compiled.code, compiled.main, 1_000_000, Some(0..1_000_000));
        let mut answers = Vec::new();
        let budget = Budget { max_steps: 20_000_000, ..Budget::UNLIMITED };
        while answers.len() < most {
            match machine.run(&budget) {
                Stop::Done => {
                    let answer = machine.answer(&compiled.asked, 1_000_000);
                    let waits = if answer.floundered > 0 { " (floundered)" } else { "" };
                    answers.push(format!("{}{waits}", answer.text()));
                    machine.reject();
                }
                Stop::Failed => {
                    answers.push(format!("** {}", machine.failure_text()));
                    break;
                }
                Stop::Write(text) => answers.push(text),
                Stop::NoMore => {
                    answers.push("no more".to_owned());
                    break;
                }
                other => {
                    answers.push(format!("{other:?}"));
                    break;
                }
            }
        }
        answers
    }
}

pub fn evaluate(loaded: &mut Loaded, expression: &str) -> String {
    loaded.answers(expression, 1).remove(0)
}
