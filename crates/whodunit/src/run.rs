//! `whodunit run`: evaluate an expression, and say what became of it.

use std::io::Write;
use std::process::ExitCode;
use std::rc::Rc;

use debugger::{OutcomeKind, RunOutcome};
use erlang_machine::compile;
use erlang_machine::machine::{End, Machine};
use erlang_machine::observer::{ObserverKind, Unobserved};
use erlang_machine::program::Program;
use erlang_machine::verify::Fingerprint;
use erlang_machine::world::World;
use session::processes;

use crate::args::{Project, Run};
use crate::project::Code;
use crate::record::{in_view, say_cut_off};
use crate::report::processes::Processes;
use crate::status::FAILED;
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

    let outcome = debugger::erlang::outcome(&machine, &end, &code, &args.common.expression);
    let status = ExitCode::from(outcome.kind.status());
    let report = Report { args, code: &code, machine: &machine, end: &end, outcome };
    if args.json {
        report.print_json(&terminal.kept())
    } else {
        report.print()
    }
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
    outcome: RunOutcome,
}

impl Report<'_> {
    fn print(&self) {
        let mut out = std::io::stdout().lock();
        let mut say = |text: &str| {
            // A reader who went away is no reason to stop.
            let _ = writeln!(out, "{text}");
        };
        let RunOutcome { kind, text, steps, processes: rows, .. } = &self.outcome;
        if !text.is_empty() {
            say(text);
        }
        match kind {
            OutcomeKind::Deadlock => {
                let expression = &self.args.common.expression;
                say(&format!("deadlock: nothing can run, and {expression} has no value\n"));
                say(Processes { machine: self.machine, expression }.stuck().trim_end());
            }
            OutcomeKind::Unsupported => {
                eprintln!("error: {}", self.outcome.exception.as_deref().unwrap_or_default());
                if self.code.otp.is_none() {
                    eprintln!(
                        "no Erlang/OTP is in use, only the built-in library: install it, or name it with --otp DIR"
                    );
                }
            }
            OutcomeKind::Steps => eprintln!("stopped after {steps} steps (--max-steps)"),
            OutcomeKind::Memory => {
                eprintln!("stopped at {} MiB of memory (--max-memory)", memory::in_use() >> 20)
            }
            OutcomeKind::Interrupted => eprintln!("interrupted after {steps} steps"),
            _ => {}
        }
        say_cut_off(self.machine.cut_off().filter(|_| *self.end == End::Quiet));
        let unfinished = matches!(kind, OutcomeKind::Steps | OutcomeKind::Memory | OutcomeKind::Interrupted);
        if (rows.len() > 1 && !matches!(kind, OutcomeKind::Halted(_))) || unfinished {
            say(&format!("\n{}", processes::table(rows, processes::MOST).trim_end()));
        }
    }

    fn print_json(&self, output: &str) {
        let _ = writeln!(std::io::stdout(), "{}", self.outcome.to_json(output, ""));
    }
}
