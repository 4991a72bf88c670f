//! A goal of a lazy program of which an answer is missing: all of its search, with all answers of each call.

use std::process::ExitCode;
use std::rc::Rc;

use debugger::lazy::evidence::Missing;
use lazy_machine::core::Functions;
use lazy_machine::machine::{Budget, Stop};
use lazy_tree::{Collection, Refused};

use super::record::budget;
use super::say;
use crate::args::{Common, Lazy};
use crate::status::{ABORTED, BAD_SOURCE, BUDGET, FAILED};

/// Steps if nobody says how many: a search that goes on for ever must end as well.
const MOST_STEPS: u64 = 20_000_000;

/// Searches everything. An exit status if that does not end, or if there is nothing to search.
pub fn collect(common: &Common, options: &Lazy) -> Result<Missing, ExitCode> {
    if !options.hide.is_empty() {
        eprintln!("error: not supported: --hide in a search for a missing answer");
        return Err(ExitCode::from(BAD_SOURCE));
    }
    let (program, _, compiled) = super::read(&common.project, &common.expression, |_| Ok(Functions::Names))
        .map_err(|message| {
        eprintln!("{message}");
        ExitCode::from(BAD_SOURCE)
    })?;
    let max_steps = common.project.max_steps.unwrap_or(MOST_STEPS);
    let budget = Budget { max_steps, ..budget(common) };
    match slices::finish(Collection::new(Rc::new(program), compiled, &budget)) {
        Ok(collection) => Ok(Missing::new(collection, common.expression.trim().to_owned())),
        Err(refused) => Err(refuse(&refused)),
    }
}

fn refuse(refused: &Refused) -> ExitCode {
    let whole = "whether an answer is missing can only be told when all have been found";
    match refused {
        Refused::OneValue => {
            eprintln!(
                "error: not supported: --missing of a program in mode hs, whose expressions have one value"
            );
            ExitCode::from(BAD_SOURCE)
        }
        Refused::Floundered => {
            say(&format!("floundered: an answer depends on a variable that nothing binds; {whole}"));
            ExitCode::from(FAILED)
        }
        Refused::TooMany { answers } => {
            eprintln!("stopped after {answers} answers; {whole}");
            ExitCode::from(BUDGET)
        }
        Refused::Search { end: Stop::Failed, .. } => {
            say(&format!("the search came to an error; {whole}"));
            ExitCode::from(FAILED)
        }
        Refused::Search { end: Stop::Interrupted, steps } => {
            eprintln!("interrupted after {steps} steps; {whole}");
            ExitCode::from(ABORTED)
        }
        Refused::Search { end: Stop::Memory, .. } => {
            eprintln!("stopped at the limit of memory (--max-memory); {whole}");
            ExitCode::from(BUDGET)
        }
        Refused::Search { end: Stop::Floundered, .. } => refuse(&Refused::Floundered),
        Refused::Search { steps, .. } => {
            eprintln!("stopped after {steps} steps (--max-steps); {whole}");
            ExitCode::from(BUDGET)
        }
    }
}
