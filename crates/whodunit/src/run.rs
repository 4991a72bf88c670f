//! `whodunit run`: evaluate an expression, and say what became of it.

use std::io::Write;
use std::process::ExitCode;
use std::rc::Rc;

use erlang_machine::Class;
use erlang_machine::compile;
use erlang_machine::exception::Exception;
use erlang_machine::machine::{CutOff, End, Machine};
use erlang_machine::observer::{ObserverKind, Unobserved};
use erlang_machine::process::Outcome;
use erlang_machine::program::Program;
use erlang_machine::verify::Fingerprint;
use erlang_machine::world::World;
use erlang_term::Term;
use serde::Serialize;
use session::{Process, processes};

use crate::args::{Project, Run};
use crate::project::Code;
use crate::record::{in_view, say_cut_off};
use crate::report::exception;
use crate::report::processes::Processes;
use crate::report::text;
use crate::status::{ABORTED, BAD_SOURCE, BUDGET, FAILED};
use crate::stopwatch::Stopwatch;
use crate::terminal::Terminal;
use crate::{interrupt, memory, start};

pub fn run(args: &Run) -> ExitCode {
    interrupt::listen();
    let code = match start::read(&args.common) {
        Ok(code) => Rc::new(code),
        Err(troubles) => return start::refuse(&troubles),
    };
    let project = &args.common.project;
    let program = start::program(&code, compile::Options::default());
    let mut terminal = Terminal::new(project.seed, !args.json, args.json || args.verify);
    start::limit_memory(project);
    let stopwatch = Stopwatch::start();
    let mut watcher = args.verify.then(Fingerprint::default);
    let (machine, end) = match &mut watcher {
        Some(watcher) => drive(project, &program, &mut terminal, watcher),
        None => drive(project, &program, &mut terminal, &mut Unobserved),
    };
    let duration = stopwatch.read();
    terminal.clear_progress();
    terminal.flush();

    let report = Report { args, code: &code, machine: &machine, end: &end, output: terminal.kept() };
    let status = if args.json { report.print_json() } else { report.print() };
    if args.time {
        let (steps, peak) = (machine.system.steps, memory::peak_kibibytes());
        eprintln!("time: {steps} steps, {} us, peak {peak} KiB", duration.as_micros());
    }
    match watcher {
        Some(first) if end != End::Interrupted => {
            verify(project, &program, &terminal, &first).unwrap_or(status)
        }
        _ => status,
    }
}

/// Runs from the beginning to an end.
fn drive<O: ObserverKind>(
    project: &Project,
    program: &Rc<Program>,
    terminal: &mut Terminal,
    observer: &mut O,
) -> (Machine, End) {
    let mut schedule = start::schedule(project);
    let mut machine = start::machine(program, &*schedule, project);
    let end = in_view(project, terminal, |terminal, budget| {
        let end = machine.run(&mut *schedule, terminal, observer, &budget);
        (end, machine.system.steps)
    });
    (machine, end)
}

/// The same run once more, compared event by event. An exit status if the two differ, which is a fault of whodunit's.
fn verify(
    project: &Project,
    program: &Rc<Program>,
    terminal: &Terminal,
    first: &Fingerprint,
) -> Option<ExitCode> {
    let mut second = Fingerprint::default();
    let mut schedule = start::schedule(project);
    let mut machine = start::machine(program, &*schedule, project);
    let mut world = terminal.again();
    machine.run(&mut *schedule, &mut world as &mut dyn World, &mut second, &start::budget(project));
    match first.first_difference(&second) {
        None if world.printed() == terminal.kept() => {
            eprintln!("verified: {} events, the same in both runs", first.events());
            None
        }
        None => {
            eprintln!("not verified: the same {} events, but other output", first.events());
            Some(ExitCode::from(FAILED))
        }
        Some(range) => {
            eprintln!("not verified: the two runs differ among events {} to {}", range.start + 1, range.end);
            Some(ExitCode::from(FAILED))
        }
    }
}

/// A run that is over.
struct Report<'a> {
    args: &'a Run,
    code: &'a Code,
    machine: &'a Machine,
    end: &'a End,
    output: String,
}

/// `--json`, version 1.
#[derive(Serialize)]
struct Done {
    v: u32,
    event: &'static str,
    outcome: &'static str,
    value: Option<String>,
    exception: Option<String>,
    output: String,
    steps: u64,
    /// The run was stopped this long after the expression had ended, although something was left to happen.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_after_ms: Option<u64>,
    processes: Vec<Process>,
}

/// What the expression came to.
enum Answer<'a> {
    Value(&'a Term),
    Exception(Exception),
    /// None: it has not come to an end.
    None,
}

impl Report<'_> {
    fn answer(&self) -> Answer<'_> {
        match self.machine.main().and_then(|process| process.state.outcome.as_ref()) {
            Some(Outcome::Value(value)) => Answer::Value(value),
            Some(Outcome::Exception(exception)) => Answer::Exception((**exception).clone()),
            // A linked process took it along: the shell shows that as an exit.
            Some(Outcome::Killed(reason)) => {
                Answer::Exception(Exception { class: Class::Exit, reason: reason.clone(), trace: Term::Nil })
            }
            None => Answer::None,
        }
    }

    /// What is left to happen, if the run was stopped some time after the expression had ended.
    fn cut_off(&self) -> Option<CutOff> {
        self.machine.cut_off().filter(|_| *self.end == End::Quiet)
    }

    fn processes(&self) -> Processes<'_> {
        Processes { machine: self.machine, expression: &self.args.common.expression }
    }

    fn print(&self) -> ExitCode {
        let mut out = std::io::stdout().lock();
        let mut say = |text: &str| {
            // A reader who went away is no reason to stop.
            let _ = writeln!(out, "{text}");
        };
        match self.answer() {
            Answer::Value(value) => say(&text::value(value)),
            Answer::Exception(exception) => say(&self.shown(&exception)),
            Answer::None => {}
        }
        match self.end {
            End::Quiet if matches!(self.answer(), Answer::None) => {
                say(&format!(
                    "deadlock: nothing can run, and {} has no value\n",
                    self.args.common.expression
                ));
                say(self.processes().stuck().trim_end());
            }
            End::Unsupported(message) => {
                eprintln!("error: {message}");
                if self.code.otp.is_none() {
                    eprintln!(
                        "no Erlang/OTP is in use, only the built-in library: install it, or name it with --otp DIR"
                    );
                }
            }
            End::Steps => eprintln!("stopped after {} steps (--max-steps)", self.machine.system.steps),
            End::Memory => eprintln!("stopped at {} MiB of memory (--max-memory)", memory::in_use() >> 20),
            End::Interrupted => eprintln!("interrupted after {} steps", self.machine.system.steps),
            End::Quiet | End::Halted(_) => {}
        }
        say_cut_off(self.cut_off());
        let rows = self.processes().rows();
        let unfinished = matches!(self.end, End::Steps | End::Memory | End::Interrupted);
        if (rows.len() > 1 && !matches!(self.end, End::Halted(_))) || unfinished {
            say(&format!("\n{}", processes::table(&rows, processes::MOST).trim_end()));
        }
        self.status()
    }

    fn print_json(&self) -> ExitCode {
        let (value, exception) = match self.answer() {
            Answer::Value(value) => (Some(text::one_line(value)), None),
            Answer::Exception(exception) => (None, Some(text::exception(&exception))),
            Answer::None => (None, None),
        };
        let unsupported = match self.end {
            End::Unsupported(message) => Some(message.clone()),
            _ => None,
        };
        let done = Done {
            v: 1,
            event: "done",
            outcome: self.outcome(),
            value,
            exception: exception.or(unsupported),
            output: self.output.clone(),
            steps: self.machine.system.steps,
            stopped_after_ms: self.cut_off().map(|cut_off| cut_off.overtime.as_millis() as u64),
            processes: self.processes().rows(),
        };
        match serde_json::to_string(&done) {
            Ok(line) => {
                let _ = writeln!(std::io::stdout(), "{line}");
            }
            Err(error) => eprintln!("error: {error}"),
        }
        self.status()
    }

    fn outcome(&self) -> &'static str {
        match (self.end, self.answer()) {
            (End::Unsupported(_), _) => "unsupported",
            (End::Steps | End::Memory, _) => "budget",
            (End::Interrupted, _) => "interrupted",
            (End::Halted(_), _) => "halted",
            (End::Quiet, Answer::Value(_)) => "value",
            (End::Quiet, Answer::Exception(_)) => "exception",
            (End::Quiet, Answer::None) => "deadlock",
        }
    }

    fn status(&self) -> ExitCode {
        match self.end {
            End::Unsupported(_) => ExitCode::from(BAD_SOURCE),
            End::Steps | End::Memory => ExitCode::from(BUDGET),
            End::Interrupted => ExitCode::from(ABORTED),
            End::Halted(status) => ExitCode::from(*status as u8),
            End::Quiet => match self.answer() {
                Answer::Value(_) => ExitCode::SUCCESS,
                Answer::Exception(_) | Answer::None => ExitCode::from(FAILED),
            },
        }
    }

    fn shown(&self, exception: &Exception) -> String {
        exception::of_run(exception, &self.machine.program, self.code)
    }
}
