//! Lazy programs: `whodunit run` shows the value of an expression or the answers of a goal; `ask`, `tree`, `check` and `test` are in files of their own.

mod ask;
mod check;
mod missing;
mod record;
mod trace;
mod tree;

use std::io::{BufRead, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use lazy_machine::core::Functions;
use lazy_machine::machine::{Budget, Machine, Stop};
use lazy_machine::{Asked, Compiled, Unsupported, answer::Answer, compile, compile_for};
use lazy_syntax::ast::{Mode, Program, Query};
use lazy_syntax::{Diagnostic, Options, render};
use serde::Serialize;

pub use ask::ask;
pub use check::{check, test};
pub use tree::tree;

use crate::args::{Command, MAIN, Project, Run};
use crate::status::{ABORTED, BAD_SOURCE, BUDGET, FAILED};
use crate::stopwatch::Stopwatch;
use crate::{interrupt, memory, start};

/// Parts of a value that are evaluated and shown, before `..` stands for the rest of one that may be infinite.
const PARTS: u32 = 100_000;

/// Whether the sources are lazy programs, by their extensions.
pub fn concerns(project: &Project) -> bool {
    project.sources.iter().any(|path| options(path).is_some())
}

/// What lazy programs are not ready for yet, by name.
pub fn refused(command: &Command) -> Option<ExitCode> {
    let (name, project) = match command {
        Command::Diagram(diagram) => ("diagram", &diagram.common.project),
        Command::Rewind(rewind) => ("rewind", &rewind.project),
        Command::Run(_) | Command::Ask(_) | Command::Tree(_) | Command::Dap(_) => return None,
        Command::Test(_) | Command::Check(_) => return None,
    };
    concerns(project).then(|| {
        eprintln!(
            "error: not supported: `{name}` of a lazy program; `run`, `ask`, `tree`, `check` and `test` are"
        );
        ExitCode::from(BAD_SOURCE)
    })
}

fn options(path: &std::path::Path) -> Option<Options> {
    Options::for_file(&path.to_string_lossy())
}

pub fn run(args: &Run) -> ExitCode {
    interrupt::listen();
    let refuse = |message: String| {
        eprintln!("{message}");
        ExitCode::from(BAD_SOURCE)
    };
    let read = read(&args.common.project, &args.common.expression, |_| Ok(Functions::Names));
    let (program, mut query, mut compiled) = match read {
        Ok(read) => read,
        Err(message) => return refuse(message),
    };
    if program.mode == Mode::FunctionalLogic && program.is_action(&query) {
        query.is_performed = true;
        match compile(&program, &query) {
            Ok(performing) => compiled = performing,
            Err(problems) => return refuse(not_supported(&program, problems)),
        }
    }
    let file = args.tracing.trace.as_deref();
    if file.is_some() {
        match trace::observed(&program, &query, &args.tracing) {
            Ok(observed) => compiled = observed,
            Err(message) => return refuse(message),
        }
    }
    start::limit_memory(&args.common.project);
    let stopwatch = Stopwatch::start();
    // A little further than is shown, so that it is known whether there is more.
    let parts = u64::from(PARTS).max(args.parts as u64 * 3);
    let mut machine = Machine::new(compiled.code.clone(), compiled.main, parts, None);
    if let Some(Err(message)) = file.map(|file| trace::begin(&mut machine, file)) {
        return refuse(message);
    }
    let mut report = Report {
        args,
        program: &program,
        asked: &compiled.asked,
        machine,
        output: String::new(),
        errors: String::new(),
        answers: Vec::new(),
    };
    let end = report.drive();
    let events = match file.map_or(Ok(0), |file| trace::finish(&mut report.machine, file)) {
        Ok(events) => events,
        Err(message) => return refuse(message),
    };
    let duration = stopwatch.read();
    let status = match args.json {
        true => report.print_json(&end),
        false => report.print_end(&end),
    };
    if args.time {
        let (steps, peak) = (report.machine.steps(), memory::peak_kibibytes());
        let events = if file.is_some() { format!(", {events} events") } else { String::new() };
        eprintln!("time: {steps} steps, {} us, peak {peak} KiB{events}", duration.as_micros());
    }
    status
}

/// The texts of lazy programs, with their names, and how they are to be read.
fn texts(sources: &[PathBuf]) -> Result<(Vec<(String, String)>, Options), String> {
    let mut files = Vec::new();
    let mut chosen: Option<Options> = None;
    for path in sources {
        let name = path.display().to_string();
        let Some(options) = options(path) else {
            return Err(format!("error: {name} is no lazy program, and does not go together with one"));
        };
        if chosen.is_some_and(|chosen| chosen != options) {
            return Err(format!("error: {name} is in another language than the file before it"));
        }
        chosen = Some(options);
        let text =
            std::fs::read_to_string(path).map_err(|error| format!("error: cannot read {name}: {error}"))?;
        files.push((name, text));
    }
    Ok((files, chosen.unwrap_or_default()))
}

/// Reads a program; what is wrong with it, if anything is.
fn load(sources: &[PathBuf]) -> Result<Program, String> {
    let (files, options) = texts(sources)?;
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let (program, problems) = lazy_syntax::load(&files, options);
    refuse(&program, &problems)?;
    Ok(program)
}

/// Reads the program and what is asked of it; what is wrong with them, if anything is. What functions are as values may depend on the mode.
fn read(
    project: &Project,
    expression: &str,
    functions: impl FnOnce(Mode) -> Result<Functions, String>,
) -> Result<(Program, Query, Compiled), String> {
    let mut program = load(&project.sources)?;
    if expression == MAIN && program.function_named(MAIN).is_none() {
        let names: Vec<String> = project.sources.iter().map(|path| path.display().to_string()).collect();
        let names = names.join(", ");
        return Err(format!(
            "error: there is no `main` in {names}\nhelp: say what to evaluate, as in -e 'f 1'"
        ));
    }
    let (query, problems) = program.query(expression);
    refuse(&program, &problems)?;
    let Some(query) = query else { return Err("error: nothing is asked".to_owned()) };
    let functions = functions(program.mode)?;
    let compiled =
        compile_for(&program, &query, functions).map_err(|problems| not_supported(&program, problems))?;
    Ok((program, query, compiled))
}

fn not_supported(program: &Program, problems: Vec<Unsupported>) -> String {
    let problems: Vec<Diagnostic> = problems
        .into_iter()
        .map(|problem| Diagnostic::error(problem.span, format!("not supported: {}", problem.what)))
        .collect();
    shown(program, &problems)
}

/// Warnings are shown; errors end it.
fn refuse(program: &Program, problems: &[Diagnostic]) -> Result<(), String> {
    if problems.iter().any(Diagnostic::is_error) {
        return Err(shown(program, problems));
    }
    if !problems.is_empty() {
        eprintln!("{}", shown(program, problems));
    }
    Ok(())
}

fn shown(program: &Program, problems: &[Diagnostic]) -> String {
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let shown: Vec<String> =
        problems.iter().map(|problem| render(problem, &program.sources, colour)).collect();
    shown.join("\n\n")
}

struct Report<'a> {
    args: &'a Run,
    program: &'a Program,
    asked: &'a Asked,
    machine: Machine,
    /// What the program printed, and was not shown.
    output: String,
    /// Likewise, to standard error.
    errors: String,
    answers: Vec<Answer>,
}

/// `--json`, version 1.
#[derive(Serialize)]
struct Done<'a> {
    v: u32,
    event: &'static str,
    outcome: &'static str,
    value: Option<String>,
    exception: Option<String>,
    output: &'a str,
    /// What the program wrote to standard error, if it did.
    #[serde(skip_serializing_if = "str::is_empty")]
    error_output: &'a str,
    steps: u64,
    processes: [(); 0],
    /// Of a goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    answers: Option<Vec<Row<'a>>>,
}

#[derive(Serialize)]
struct Row<'a> {
    n: usize,
    value: &'a Option<String>,
    bindings: Vec<Bound<'a>>,
    constraints: &'a [String],
    floundered: bool,
}

#[derive(Serialize)]
struct Bound<'a> {
    name: &'a str,
    value: &'a str,
}

impl Report<'_> {
    fn is_goal(&self) -> bool {
        matches!(self.asked, Asked::Answer { .. })
    }

    /// Runs to the end, showing answers and output as they come.
    fn drive(&mut self) -> Stop {
        let project = &self.args.common.project;
        let budget = Budget {
            max_steps: project.max_steps.unwrap_or(u64::MAX),
            max_memory: project.max_memory.unwrap_or(u64::MAX),
            memory: memory::in_use,
            interrupted: &interrupt::asked,
            meter: None,
        };
        loop {
            match self.machine.run(&budget) {
                Stop::Write(text) => self.write(&text),
                Stop::WriteError(text) if self.args.json => self.errors.push_str(&text),
                Stop::WriteError(text) => show_error(&text),
                Stop::IsAtEnd => self.machine.supply_end(is_at_end()),
                Stop::ReadLine => {
                    let mut line = String::new();
                    let read = std::io::stdin().lock().read_line(&mut line).unwrap_or(0);
                    let line = line.strip_suffix('\n').unwrap_or(&line);
                    self.machine.supply((read > 0).then_some(line));
                }
                Stop::ReadAll => {
                    let mut text = String::new();
                    // What is no text is not read; the program sees what came before.
                    let _ = std::io::stdin().lock().read_to_string(&mut text);
                    self.machine.supply(Some(&text));
                }
                Stop::Done if self.is_goal() => {
                    let answer = self.machine.answer(self.asked, self.parts());
                    if !self.args.json {
                        say(&format!("{}{}", answer.text(), waits(&answer)));
                    }
                    self.answers.push(answer);
                    if self.answers.len() >= self.args.answers_limit {
                        return Stop::Done;
                    }
                    self.machine.reject();
                }
                end => return end,
            }
        }
    }

    fn write(&mut self, text: &str) {
        match self.args.json {
            true => self.output.push_str(text),
            false => show(text),
        }
    }

    fn print_end(&self, end: &Stop) -> ExitCode {
        match end {
            Stop::Done if self.is_goal() => {
                say(&format!("(the first {}; --answers-limit N shows more)", self.answers.len()));
            }
            Stop::Done if !self.machine.performed() => {
                say(&self.value());
                if self.machine.is_cut_short() {
                    say("(it goes on; --parts N shows more)");
                }
            }
            Stop::NoMore if self.answers.is_empty() => say("no answer"),
            Stop::NoMore => say("no more answers"),
            Stop::Failed => {
                say(&format!("** error: {}", self.machine.failure_text()));
                if let Some(complaint) = self.machine.failure_complaint() {
                    let problem = Diagnostic::error(complaint.span(), self.machine.failure_text());
                    say(&shown(self.program, &[problem]));
                }
            }
            Stop::Floundered => say("floundered: it depends on a variable that nothing binds"),
            Stop::Steps => eprintln!("stopped after {} steps (--max-steps)", self.machine.steps()),
            Stop::Memory => eprintln!("stopped at {} MiB of memory (--max-memory)", memory::in_use() >> 20),
            Stop::Interrupted => eprintln!("interrupted after {} steps", self.machine.steps()),
            _ => {}
        }
        self.status(end)
    }

    fn value(&self) -> String {
        self.machine.answer(self.asked, self.parts()).text()
    }

    /// All of a value that comes to an end; of others as much as is wanted.
    fn parts(&self) -> usize {
        if self.machine.is_cut_short() { self.args.parts } else { PARTS as usize }
    }

    fn print_json(&self, end: &Stop) -> ExitCode {
        let rows = self.answers.iter().enumerate().map(|(index, answer)| Row {
            n: index + 1,
            value: &answer.value,
            bindings: answer.bindings.iter().map(|(name, value)| Bound { name, value }).collect(),
            constraints: &answer.constraints,
            floundered: answer.floundered > 0,
        });
        let value = match (self.is_goal(), end) {
            (true, _) => self.answers.first().map(Answer::text),
            (false, Stop::Done) if !self.machine.performed() => Some(self.value()),
            _ => None,
        };
        let done = Done {
            v: 1,
            event: "done",
            outcome: match end {
                Stop::Failed => "exception",
                Stop::Floundered => "floundered",
                Stop::Steps | Stop::Memory => "budget",
                Stop::Interrupted => "interrupted",
                _ if self.is_goal() && self.answers.is_empty() => "no-answer",
                _ => "value",
            },
            value,
            exception: matches!(end, Stop::Failed).then(|| self.machine.failure_text()),
            output: &self.output,
            error_output: &self.errors,
            steps: self.machine.steps(),
            processes: [],
            answers: self.is_goal().then(|| rows.collect()),
        };
        match serde_json::to_string(&done) {
            Ok(line) => say(&line),
            Err(error) => eprintln!("error: {error}"),
        }
        self.status(end)
    }

    fn status(&self, end: &Stop) -> ExitCode {
        match end {
            Stop::Failed | Stop::Floundered => ExitCode::from(FAILED),
            Stop::Steps | Stop::Memory => ExitCode::from(BUDGET),
            Stop::Interrupted => ExitCode::from(ABORTED),
            _ if self.is_goal() && self.answers.is_empty() => ExitCode::from(FAILED),
            _ => ExitCode::SUCCESS,
        }
    }
}

fn waits(answer: &Answer) -> &'static str {
    match answer.floundered {
        0 => "",
        _ => "  (floundered: conditions wait for variables that nothing binds)",
    }
}

/// What a program wrote, at once. A reader who went away is no reason to stop.
fn show(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Likewise, to standard error.
fn show_error(text: &str) {
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Whether there is no more input. Waits for some, as a program that asks does; an error is an end.
fn is_at_end() -> bool {
    std::io::stdin().lock().fill_buf().map_or(true, <[u8]>::is_empty)
}

/// A line.
fn say(text: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}
