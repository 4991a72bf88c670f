//! `whodunit test`: run the EUnit tests of a project, and say which of them fail.
//!
//! The tests run in one machine, by the EUnit of the embedded library, which also prints the report as people know it. What came of
//! each test is told to the world beside, as a term.

mod debug;
mod json;
mod results;
mod select;
mod symptom;

use std::io::Write;
use std::process::ExitCode;
use std::rc::Rc;

use erlang_machine::compile;
use erlang_machine::machine::{End, Machine};
use erlang_machine::observer::Unobserved;
use erlang_machine::program::Program;
use erlang_machine::schedule::Schedule;
use erlang_machine::system::Unsupported;
use erlang_machine::world::{Stream, World};
use erlang_term::{Atom, Term};

use crate::args::{Project, Test as Args};
use crate::project::{Code, Parts, Trouble};
use crate::report::exception::frames;
use crate::status::{ABORTED, BAD_SOURCE, BUDGET, FAILED};
use crate::terminal::Terminal;
use crate::{interrupt, memory, record, sources, start};
use results::{Counts, Failure, News, Outcome, Results, TestId};
use select::{Wanted, quoted};

pub use debug::pick;

/// Ours reports to us, and is the same with and without OTP.
const OUR_EUNIT: &[&str] = &["eunit", "eunit_data", "eunit_lib", "eunit_proc", "eunit_tty"];

/// As rebar3 compiles for tests.
const TEST_MACROS: &[&str] = &["TEST", "EUNIT"];

pub fn run(args: &Args) -> ExitCode {
    match sources::language("test", &args.project.sources) {
        Ok(language) if language.can().check => return crate::check::test(args),
        Ok(_) => {}
        Err(status) => return status,
    }
    interrupt::listen();
    let wanted = Wanted::of(&args.project.sources);
    let code = match read(args, &wanted, Scope::All) {
        Ok(code) => Rc::new(code),
        Err(troubles) => return start::refuse(&troubles),
    };
    for transform in &code.sources.transforms {
        eprintln!("note: the parse transform {transform} of rebar.config is not applied");
    }
    start::limit_memory(&args.project);
    let mut results = Results::default();
    let (machine, end) = drive(args, &code, &mut results);
    let summary = Summary { args, results: &results, machine: &machine, end: &end };
    let status = summary.print();
    if summary.message().is_some() {
        return status;
    }
    debug::choose(args, &results).map_or(status, |failed| debug::ask(args, &wanted, failed))
}

/// Which of the wanted tests run.
#[derive(Clone, Copy)]
enum Scope<'a> {
    All,
    /// This one, with its fixtures. Nothing is printed.
    One(&'a TestId),
    /// The same in one process with the setups, which EUnit mostly runs in another one, and without cleanups.
    OneProcess(&'a TestId),
}

/// Finds and reads the code, and makes the tests what the run evaluates.
fn read(args: &Args, wanted: &Wanted, scope: Scope<'_>) -> Result<Code, Vec<Trouble>> {
    let mut code = start::find(&args.project, &wanted.sources, Parts::WithTests)?;
    code.rather_embedded = OUR_EUNIT;
    code.defines.extend(TEST_MACROS.iter().map(|name| (String::from(*name), None)));
    code.read_modules()?;
    let tests = wanted.tests(&code).map_err(|message| vec![Trouble::Plain(message)])?;
    let mut options = vec![format!("{{applications, [{}]}}", applications(&code).join(", "))];
    options.extend(args.verbose.then(|| "verbose".to_owned()));
    options.extend((args.asking.json || !matches!(scope, Scope::All)).then(|| "no_tty".to_owned()));
    match scope {
        Scope::All => {}
        Scope::One(TestId(path)) => options.push(format!("{{only, {path:?}}}")),
        Scope::OneProcess(TestId(path)) => options.push(format!("{{only, {path:?}}}, together")),
    }
    let (tests, options) = (tests.join(", "), options.join(", "));
    code.set_expression(&format!("whodunit_eunit:run([{tests}], [{options}])"))?;
    Ok(code)
}

/// `{app, [module, …]}` for each application of the project: what `{application, app}` means as a test.
fn applications(code: &Code) -> Vec<String> {
    let applications = code.sources.applications.iter();
    let entry = |(name, root): (&String, &std::path::PathBuf)| {
        let source_folder = root.join("src");
        let file = |module: &&erlang_syntax::ast::Module| {
            let file = module.sources.files.first();
            file.is_some_and(|file| std::path::Path::new(&file.name).starts_with(&source_folder))
        };
        let modules: Vec<String> = code.modules().filter(file).map(|module| quoted(module.name)).collect();
        format!("{{{}, [{}]}}", quoted(Atom::new(name)), modules.join(", "))
    };
    applications.map(entry).collect()
}

/// The world of the tests: takes down what is reported, and shows it beside what EUnit prints.
struct Watch<'a> {
    terminal: &'a mut Terminal,
    code: &'a Code,
    results: &'a mut Results,
    json: bool,
}

impl World for Watch<'_> {
    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        self.terminal.output(stream, bytes);
    }

    fn input_line(&mut self) -> Option<Vec<u8>> {
        self.terminal.input_line()
    }

    fn epoch(&self) -> i64 {
        self.terminal.epoch()
    }

    fn seed(&self) -> u64 {
        self.terminal.seed()
    }

    fn environment(&self, name: &str) -> Option<String> {
        self.terminal.environment(name)
    }

    fn report(&mut self, term: &Term) {
        let Some(news) = self.results.add(term) else { return };
        let shown = match (self.json, news) {
            (_, News::Begins) => return,
            (true, News::Test(index)) => json::test(&self.results.tests[index], self.code),
            (true, News::Group(index)) => json::group(&self.results.groups[index].1),
            (false, News::Test(index)) => match &self.results.tests[index].outcome {
                Outcome::Failed(failure) => source_lines(failure, self.code),
                _ => return,
            },
            (false, News::Group(_)) => return,
        };
        if self.json {
            self.terminal.clear_progress();
            // A reader who went away is no reason to stop.
            let _ = writeln!(crate::output::out(), "{shown}");
        } else {
            self.terminal.output(Stream::Out, shown.as_bytes());
        }
    }
}

/// The places of the stack as they are written, with an empty line after them.
fn source_lines(failure: &Failure, code: &Code) -> String {
    let mut text = String::new();
    for frame in frames(&failure.stack).unwrap_or_default() {
        if let (Some(file), Some(line)) = (frame.file, frame.line)
            && let Some(source) = code.source_line(&file, line)
        {
            text.push_str(&format!("  {file}:{line}: {}\n", source.trim()));
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn drive(args: &Args, code: &Rc<Code>, results: &mut Results) -> (Machine, End) {
    let program = start::program(code, compile::Options::default());
    let mut schedule = start::schedule(&args.project);
    let mut machine = machine(&program, &schedule, &args.project);
    let mut terminal = Terminal::new(args.project.seed, !args.asking.json, false);
    let end = record::in_view(&args.project, &mut terminal, |terminal, budget| {
        let mut watch = Watch { terminal, code, results, json: args.asking.json };
        let end = machine.run(&mut schedule, &mut watch, &mut Unobserved, &budget);
        (end, machine.system.steps)
    });
    terminal.clear_progress();
    terminal.flush();
    (machine, end)
}

/// A machine in which a test that needs what whodunit does not have does not end the others.
fn machine(program: &Rc<Program>, schedule: &dyn Schedule, project: &Project) -> Machine {
    let mut machine = start::machine(program, schedule, project);
    // What the tests leave behind goes on for as long as someone asks for, and no longer.
    machine.overtime = project.overtime;
    machine.system.unsupported = Unsupported::Remembered(Vec::new());
    machine
}

/// How it all ended.
struct Summary<'a> {
    args: &'a Args,
    results: &'a Results,
    machine: &'a Machine,
    end: &'a End,
}

impl Summary<'_> {
    fn print(&self) -> ExitCode {
        let counts = self.results.counts();
        let verdict = self.verdict(&counts);
        let message = self.message();
        if self.args.asking.json {
            let line = json::done(verdict.name(), &counts, message.as_deref(), self.machine.system.steps);
            let _ = writeln!(crate::output::out(), "{line}");
            return verdict.status();
        }
        if let Some(message) = message {
            // EUnit did not come to its summary.
            let Counts { passed, failed, skipped, .. } = counts;
            let bar = "=".repeat(55);
            let _ = writeln!(
                crate::output::out(),
                "{bar}\n  Failed: {failed}.  Skipped: {skipped}.  Passed: {passed}.\n{message}"
            );
        } else if counts.unsupported > 0 {
            let (number, verb) = match counts.unsupported {
                1 => ("one of them".to_owned(), "needs"),
                n => (format!("{n} of them"), "need"),
            };
            let _ =
                writeln!(crate::output::out(), "{number} {verb} something that whodunit does not support");
        }
        verdict.status()
    }

    /// Why the tests did not come to their end, if they did not.
    fn message(&self) -> Option<String> {
        let place = self.results.running().map_or(String::new(), |test| format!(" in {test}"));
        let steps = self.machine.system.steps;
        match self.end {
            End::Quiet if self.machine.is_main_done() => None,
            End::Quiet => Some(format!("stuck{place}: no process can run")),
            End::Halted(status) => Some(format!("halted{place} with status {status}")),
            End::Unsupported(message) => Some(format!("stopped{place}: {message}")),
            End::Steps => Some(format!("stopped{place} after {steps} steps (--max-steps)")),
            End::Memory => {
                Some(format!("stopped{place} at {} MiB of memory (--max-memory)", memory::in_use() >> 20))
            }
            End::Interrupted => Some(format!("interrupted{place} after {steps} steps")),
        }
    }

    fn verdict(&self, counts: &Counts) -> Verdict {
        match self.end {
            End::Steps | End::Memory => Verdict::Budget,
            End::Interrupted => Verdict::Interrupted,
            End::Halted(_) => Verdict::Halted,
            End::Unsupported(_) => Verdict::Unsupported,
            End::Quiet if !self.machine.is_main_done() => Verdict::Failed,
            End::Quiet if counts.failed + counts.cancelled + counts.skipped > counts.unsupported => {
                Verdict::Failed
            }
            End::Quiet if counts.unsupported > 0 => Verdict::Unsupported,
            End::Quiet => Verdict::Passed,
        }
    }
}

/// What all tests together came to.
#[derive(Clone, Copy)]
enum Verdict {
    Passed,
    Failed,
    Unsupported,
    Budget,
    Interrupted,
    Halted,
}

impl Verdict {
    fn name(self) -> &'static str {
        match self {
            Verdict::Passed => "passed",
            Verdict::Failed => "failed",
            Verdict::Unsupported => "unsupported",
            Verdict::Budget => "budget",
            Verdict::Interrupted => "interrupted",
            Verdict::Halted => "halted",
        }
    }

    fn status(self) -> ExitCode {
        match self {
            Verdict::Passed => ExitCode::SUCCESS,
            Verdict::Failed | Verdict::Halted => ExitCode::from(FAILED),
            Verdict::Unsupported => ExitCode::from(BAD_SOURCE),
            Verdict::Budget => ExitCode::from(BUDGET),
            Verdict::Interrupted => ExitCode::from(ABORTED),
        }
    }
}
