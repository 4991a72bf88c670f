//! `whodunit run`: evaluate an expression, and say what became of it.

use std::io::Write;
use std::process::ExitCode;
use std::rc::Rc;

use debugger::dialogue::{Ended, Stream};
use debugger::language::{Options, Purpose};
use debugger::{Dialogue, Output, RunOutcome};

use crate::args::Run;
use crate::drive::{Next, Watcher, drive};
use crate::sources::{self, Opened};
use crate::status::FAILED;
use crate::stopwatch::Stopwatch;
use crate::style::Style;
use crate::terminal::{self, Terminal};
use crate::{interrupt, memory};

pub fn run(args: &Run) -> ExitCode {
    interrupt::listen();
    let project = &args.target.project;
    let options = Options {
        parts: args.parts,
        answers_limit: args.answers_limit,
        tracing: args.tracing.options(),
        ..project.options()
    };
    let Opened { project: program, expression, .. } = match sources::open("run", &args.target, options) {
        Ok(opened) => opened,
        Err(status) => return status,
    };
    memory::limit(project.max_memory);
    let stopwatch = Stopwatch::start();
    let mut dialogue = Dialogue::of_run(program, expression, Purpose::Outcome { verify: args.verify });
    let terminal = Terminal::new(!args.json, args.json);
    let mut show = Show { terminal, shows_answers: !args.json, outcome: None };
    let ended = drive(&mut dialogue, &mut show);
    let duration = stopwatch.read();
    let Some(outcome) = show.outcome.take() else { return ExitCode::from(ended.status()) };
    print(&outcome, args, &show.terminal);
    if args.time {
        let (steps, peak) = (outcome.steps, memory::peak_kibibytes());
        let events = outcome.trace_events.map(|events| format!(", {events} events")).unwrap_or_default();
        eprintln!("time: {steps} steps, {} us, peak {peak} KiB{events}", duration.as_micros());
    }
    if let Some(verification) = &outcome.verification {
        eprintln!("{}", verification.text);
        if !verification.is_same {
            return ExitCode::from(FAILED);
        }
    }
    ExitCode::from(outcome.kind.status())
}

/// Shows a run; what came of it is kept.
pub struct Show {
    pub terminal: Terminal,
    /// Answers of a goal are shown as they come.
    pub shows_answers: bool,
    pub outcome: Option<Rc<RunOutcome>>,
}

impl Watcher for Show {
    type End = Ended;

    fn terminal(&mut self) -> &mut Terminal {
        &mut self.terminal
    }

    fn show(&mut self, _dialogue: &Dialogue, output: Output) -> Next<Ended> {
        match output {
            Output::GoalAnswer(answer) if self.shows_answers => say(Stream::Out, &answer.text),
            Output::Ran(outcome) => self.outcome = Some(outcome),
            Output::Problems(problems) => sources::say(&problems),
            Output::Warning(message) => eprintln!("warning: {message}"),
            Output::Ended(ended) => return Next::Over(ended),
            _ => {}
        }
        Next::Go
    }
}

fn print(outcome: &RunOutcome, args: &Run, terminal: &Terminal) {
    if args.json {
        let (output, error_output) = terminal.kept();
        let _ = writeln!(crate::output::out(), "{}", outcome.to_json(&output, &error_output));
        return;
    }
    let style = Style::of_standard_output();
    for (stream, text) in outcome.report(terminal::columns().unwrap_or(usize::MAX)) {
        let failed = text.starts_with("** ") || text.starts_with("deadlock");
        match text.split_once('\n') {
            Some((first, rest)) if failed => say(stream, &format!("{}\n{rest}", style.bad(first))),
            None if failed => say(stream, &style.bad(&text)),
            _ => say(stream, &text),
        }
    }
}

/// Prints a line. A closed pipe is not an error.
fn say(stream: Stream, line: &str) {
    match stream {
        Stream::Out => println!("{line}"),
        Stream::Error => eprintln!("{line}"),
    }
}
