//! A run of a lazy program with its tree.

use std::io::{BufRead, Read};
use std::process::ExitCode;
use std::rc::Rc;

use debugger::lazy::evidence::Lazy;
use lazy_machine::Asked;
use lazy_machine::core::Functions;
use lazy_machine::machine::{Budget, Stop};
use lazy_syntax::ast::Mode;
use lazy_tree::{Outside, Recording};
use slices::{Later, finish};

use super::{PARTS, say, trace};
use crate::args::{Common, FunctionsAs, Lazy as Options, Tracing};
use crate::status::{ABORTED, BAD_SOURCE, BUDGET, FAILED};
use crate::{interrupt, memory, start};

/// Parts of a value that goes on and on. Questions show more of it on request.
const SHOWN: usize = 60;

/// In mode flp functions are patterns, and so they go by their names (paper 3).
fn functions(options: &Options, mode: Mode) -> Result<Functions, String> {
    match (options.functions, mode) {
        (Some(FunctionsAs::Maps), Mode::FunctionalLogic) => {
            Err("error: not supported: --functions maps for a functional-logic program".to_owned())
        }
        (Some(FunctionsAs::Names), _) | (_, Mode::FunctionalLogic) => Ok(Functions::Names),
        (Some(FunctionsAs::Maps) | None, Mode::Haskell) => Ok(Functions::Maps),
    }
}

/// Runs to the answer in question. An exit status if there is nothing to look at.
pub fn record(
    common: &Common,
    options: &Options,
    tracing: Option<&Tracing>,
    shows_output: bool,
) -> Result<Lazy, ExitCode> {
    let refuse = |message: String| {
        eprintln!("{message}");
        ExitCode::from(BAD_SOURCE)
    };
    let functions = |mode| functions(options, mode);
    let read = super::read(&common.project, &common.expression, functions);
    let (program, query, compiled) = read.map_err(refuse)?;
    let observed =
        tracing.map(|tracing| trace::observed(&program, &query, tracing)).transpose().map_err(refuse)?;
    let budget = budget(common);
    let mut outside = Terminal { shows_output };
    let parts = u64::from(PARTS);
    let answer = options.answer;
    let recording = Recording::new(Rc::new(program), query, compiled, parts, answer, &budget, &mut outside);
    let mut recording = finish(recording);
    if let (Some(observed), Some(file)) = (observed, tracing.and_then(|tracing| tracing.trace.as_deref())) {
        let mut machine = recording.course().begin(&observed);
        trace::begin(&mut machine, file).map_err(refuse)?;
        finish(recording.course().repeat(&mut machine, None));
        trace::finish(&mut machine, file).map_err(refuse)?;
    }
    recording
        .hide(&options.hide)
        .map_err(|name| refuse(format!("error: --hide {name}: there is no data type of that name")))?;
    let outcome = outcome(&recording, options.answer)?;
    Ok(Lazy::new(recording, outcome))
}

/// How far a run may go.
pub fn budget(common: &Common) -> Budget<'static> {
    start::limit_memory(&common.project);
    Budget {
        max_steps: common.project.max_steps.unwrap_or(u64::MAX),
        max_memory: common.project.max_memory.unwrap_or(u64::MAX),
        memory: memory::in_use,
        interrupted: &interrupt::asked,
        meter: None,
    }
}

/// What came of it, beside what the variables of a goal are. A run that was stopped can be asked about as far as it came.
fn outcome(recording: &Recording, answer: usize) -> Result<Option<String>, ExitCode> {
    let machine = recording.machine();
    let steps = machine.steps();
    let asked = &recording.course().compiled.asked;
    match recording.course().end() {
        Stop::Done if machine.performed() => Ok(None),
        Stop::Done => {
            let parts = if machine.is_cut_short() { SHOWN } else { PARTS as usize };
            Ok(machine.answer_in(asked, recording.style(parts)).value)
        }
        Stop::Failed => Ok(Some(format!("** error: {}", machine.failure_text()))),
        Stop::NoMore if matches!(asked, Asked::Answer { .. }) => {
            match answer {
                1 => say("no answer"),
                n => say(&format!("there is no answer {n}")),
            }
            Err(ExitCode::from(FAILED))
        }
        Stop::Floundered => {
            say("floundered: it depends on a variable that nothing binds");
            Err(ExitCode::from(FAILED))
        }
        Stop::Memory => {
            eprintln!("stopped at {} MiB of memory (--max-memory)", memory::in_use() >> 20);
            Err(ExitCode::from(BUDGET))
        }
        Stop::Interrupted => {
            eprintln!("interrupted after {steps} steps: what had begun by then has no value yet");
            Ok(Some("(interrupted)".to_owned()))
        }
        Stop::Steps => {
            eprintln!("stopped after {steps} steps (--max-steps): what had begun by then has no value yet");
            Ok(Some("(stopped)".to_owned()))
        }
        _ => Err(ExitCode::from(ABORTED)),
    }
}

struct Terminal {
    shows_output: bool,
}

impl Outside for Terminal {
    fn write(&mut self, text: &str) {
        if self.shows_output {
            super::show(text);
        }
    }

    fn write_error(&mut self, text: &str) {
        if self.shows_output {
            super::show_error(text);
        }
    }

    fn read_line(&mut self) -> Later<'_, Option<String>> {
        Box::pin(async {
            let mut line = String::new();
            let read = std::io::stdin().lock().read_line(&mut line).unwrap_or(0);
            (read > 0).then(|| line.strip_suffix('\n').unwrap_or(&line).to_owned())
        })
    }

    fn read_all(&mut self) -> Later<'_, String> {
        Box::pin(async {
            let mut text = String::new();
            // What is not text is not read; the program sees what came before.
            let _ = std::io::stdin().lock().read_to_string(&mut text);
            text
        })
    }

    fn is_at_end(&mut self) -> Later<'_, bool> {
        Box::pin(async { super::is_at_end() })
    }
}
