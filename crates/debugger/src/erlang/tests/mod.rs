//! The EUnit tests of a project.
//!
//! They run in one machine, by the EUnit of the embedded library, which also prints the report as
//! people know it. What came of each test is told to the world beside, as a term.

mod again;
mod report;
mod results;
mod select;
mod symptom;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use erlang_machine::compile;
use erlang_machine::machine::{End, Machine};
use erlang_machine::observer::Unobserved;
use erlang_machine::program::Program;
use erlang_machine::system::Unsupported;
use erlang_syntax::ast::Module;
use erlang_term::{Atom, Term};

use super::by_slices::{RunWorld, Stand, go_by_slices};
use super::exception::frames;
use super::project::{self, Code, Parts, Trouble, loader};
use super::run::{rendered, schedule};
use crate::dialogue::{Outside, Stream};
use crate::files::Files;
use crate::language::{Awaited, FailedTest, Options, Problem, TestOptions, TestSummary, Tested, Tests};
use results::{Counts, Failure, News, Outcome, Results, Test, TestId};
use select::{TestSelection, quoted};

/// Ours reports to us, and is the same with and without OTP.
const OUR_EUNIT: &[&str] = &["eunit", "eunit_data", "eunit_lib", "eunit_proc", "eunit_tty"];

/// As rebar3 compiles for tests.
const TEST_MACROS: &[&str] = &["TEST", "EUNIT"];

/// The tests of a project, read.
pub struct ErlangTests {
    code: Code,
    /// The tests that are wanted, as a list of EUnit's.
    wanted: Vec<String>,
    how: TestOptions,
    options: Rc<Options>,
}

/// Which of the wanted tests run.
#[derive(Clone, Copy)]
enum Scope<'a> {
    All,
    /// This one, with its fixtures. Nothing is printed.
    One(&'a TestId),
    /// The same, with the setups of fixtures in the process of the test.
    OneProcess(&'a TestId),
}

impl ErlangTests {
    /// Finds and reads the code of the tests that the words on the command line mean.
    pub fn read(
        words: &[PathBuf],
        how: TestOptions,
        options: Rc<Options>,
        files: Rc<dyn Files>,
    ) -> Result<ErlangTests, Vec<Problem>> {
        let refuse = |troubles| rendered(troubles, options.colour);
        let wanted = TestSelection::of(words, &*files);
        let reading = project::CodeOptions::of(&wanted.sources, &options);
        let mut code = Code::find(files, reading, Parts::WithTests).map_err(refuse)?;
        code.rather_embedded = OUR_EUNIT;
        code.defines.extend(TEST_MACROS.iter().map(|name| (String::from(*name), None)));
        code.read_modules().map_err(refuse)?;
        let wanted = wanted.tests(&code).map_err(Problem::error)?;
        Ok(ErlangTests { code, wanted, how, options })
    }

    /// The code, with tests as what the run evaluates.
    fn evaluating(&self, scope: Scope<'_>) -> Result<Rc<Code>, Vec<Problem>> {
        let mut options = vec![format!("{{applications, [{}]}}", applications(&self.code).join(", "))];
        options.extend(self.how.verbose.then(|| "verbose".to_owned()));
        options.extend((!self.how.for_people || !matches!(scope, Scope::All)).then(|| "no_tty".to_owned()));
        match scope {
            Scope::All => {}
            Scope::One(TestId(path)) => options.push(format!("{{only, {path:?}}}")),
            Scope::OneProcess(TestId(path)) => options.push(format!("{{only, {path:?}}}, together")),
        }
        let (tests, options) = (self.wanted.join(", "), options.join(", "));
        self.with_expression(&format!("whodunit_eunit:run([{tests}], [{options}])"))
    }

    fn with_expression(&self, expression: &str) -> Result<Rc<Code>, Vec<Problem>> {
        let mut code = self.code.clone();
        let set: Result<(), Vec<Trouble>> = code.set_expression(expression);
        set.map_err(|troubles| rendered(troubles, self.options.colour))?;
        Ok(Rc::new(code))
    }

    /// A machine in which a test that needs what whodunit does not have does not end the others.
    fn machine(&self, program: &Rc<Program>) -> Machine {
        let mut machine = super::machine(program, &self.options);
        // What the tests leave behind goes on for as long as someone asks for, and no longer.
        machine.overtime = self.options.overtime;
        machine.system.unsupported = Unsupported::Remembered(Vec::new());
        machine
    }
}

impl Tests for ErlangTests {
    fn run(self: Rc<Self>, outside: Outside) -> Awaited<Rc<dyn Tested>> {
        Box::pin(async move {
            self.code.notes().into_iter().for_each(|note| outside.note(note));
            let code = self.evaluating(Scope::All)?;
            let program = Rc::new(Program::new(loader(&code), compile::Options::default()));
            let results = RefCell::new(Results::default());
            let mut schedule = schedule(&self.options);
            let mut machine = self.machine(&program);
            let end = {
                let mut world = RunWorld::new(&self.options, &outside);
                world.is_mute = !self.how.for_people;
                world.listener = Some(Box::new(|term: &Term| self.hear(term, &code, &results, &outside)));
                go_by_slices(&self.options, &mut world, |world, budget| {
                    let end = machine.run(&mut *schedule, world, &mut Unobserved, &budget);
                    (end, Stand::of(&machine))
                })
                .await
            };
            let summary = Summary { results: &results.borrow(), machine: &machine, end: &end }.told(&self);
            let results = results.into_inner();
            Ok(Rc::new(ErlangTested { tests: self.clone(), results, summary }) as Rc<dyn Tested>)
        })
    }
}

impl ErlangTests {
    /// Takes down what is reported, and tells of it beside what EUnit prints.
    fn hear(&self, term: &Term, code: &Code, results: &RefCell<Results>, outside: &Outside) {
        let mut results = results.borrow_mut();
        let Some(news) = results.add(term) else { return };
        match (self.how.for_people, news) {
            (false, News::Test(index)) => outside.test(report::test(&results.tests[index], code)),
            (false, News::Group(index)) => outside.test(report::group(&results.groups[index].1)),
            (true, News::Test(index)) => {
                if let Outcome::Failed(failure) = &results.tests[index].outcome {
                    outside.print(Stream::Out, source_lines(failure, code).as_bytes());
                }
            }
            (_, News::Begins) | (true, News::Group(_)) => {}
        }
    }
}

/// Tests that have run.
pub struct ErlangTested {
    tests: Rc<ErlangTests>,
    results: Results,
    summary: TestSummary,
}

impl ErlangTested {
    /// Those that failed, or did not come to an end.
    fn failed(&self) -> Vec<&Test> {
        self.results.tests.iter().filter(|test| test.complaint().is_some()).collect()
    }
}

impl Tested for ErlangTested {
    fn summary(&self) -> &TestSummary {
        &self.summary
    }

    fn case(self: Rc<Self>, failed: usize, outside: Outside) -> Awaited<FailedTest> {
        Box::pin(async move {
            let test = self.failed().get(failed).copied();
            let test = test.ok_or_else(|| {
                Problem::error(format!("there is no failed test {}", failed.saturating_add(1)))
            })?;
            again::case(&self.tests, test, &outside).await
        })
    }
}

/// `{app, [module, …]}` for each application of the project: what `{application, app}` means as a
/// test.
fn applications(code: &Code) -> Vec<String> {
    let applications = code.sources.applications.iter();
    let entry = |(name, root): (&String, &PathBuf)| {
        let source_folder = root.join("src");
        let file = |module: &&Module| {
            let file = module.sources.files.first();
            file.is_some_and(|file| Path::new(&file.name).starts_with(&source_folder))
        };
        let modules: Vec<String> = code.modules().filter(file).map(|module| quoted(module.name)).collect();
        format!("{{{}, [{}]}}", quoted(Atom::new(name)), modules.join(", "))
    };
    applications.map(entry).collect()
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

/// How it all ended.
struct Summary<'a> {
    results: &'a Results,
    machine: &'a Machine,
    end: &'a End,
}

impl Summary<'_> {
    fn told(&self, tests: &ErlangTests) -> TestSummary {
        let counts = self.results.counts();
        let (name, status) = self.verdict(tests, &counts);
        let message = self.message(tests);
        let failed = self.results.tests.iter().filter(|test| test.complaint().is_some()).map(Test::name);
        TestSummary {
            status,
            json: report::done(name, &counts, message.as_deref(), self.machine.system.steps),
            text: self.text(tests, &counts, message.as_deref()),
            failed: failed.collect(),
            is_complete: message.is_none(),
        }
    }

    fn text(&self, tests: &ErlangTests, counts: &Counts, message: Option<&str>) -> Option<String> {
        if let Some(message) = message {
            // EUnit did not come to its summary.
            let Counts { passed, failed, skipped, .. } = counts;
            let bar = "=".repeat(55);
            return Some(format!(
                "{bar}\n  Failed: {failed}.  Skipped: {skipped}.  Passed: {passed}.\n{message}"
            ));
        }
        let (number, verb) = match counts.unsupported {
            0 if self.is_empty() => return Some(select::where_looked(&tests.code)),
            0 => return None,
            1 => ("one of them".to_owned(), "needs"),
            n => (format!("{n} of them"), "need"),
        };
        Some(format!("{number} {verb} something that is missing or not supported"))
    }

    /// Why the tests did not come to their end, if they did not.
    fn message(&self, tests: &ErlangTests) -> Option<String> {
        let place = self.results.running().map_or(String::new(), |test| format!(" in {test}"));
        let steps = self.machine.system.steps;
        match self.end {
            End::Quiet if self.machine.is_main_done() => None,
            End::Quiet => Some(format!("stuck{place}: no process can run")),
            End::Halted(status) => Some(format!("halted{place} with status {status}")),
            End::Unsupported(message) => Some(format!("stopped{place}: {message}")),
            End::Steps => Some(format!("stopped{place} after {steps} steps (--max-steps)")),
            End::Memory => {
                let memory = (tests.options.memory_used)() >> 20;
                Some(format!("stopped{place} at {memory} MiB of memory (--max-memory)"))
            }
            End::Interrupted => Some(format!("interrupted{place} after {steps} steps")),
        }
    }

    /// What all tests together came to, and the exit status.
    fn verdict(&self, tests: &ErlangTests, counts: &Counts) -> (&'static str, u8) {
        match self.end {
            End::Steps | End::Memory => ("budget", 3),
            End::Interrupted => ("interrupted", 4),
            End::Halted(_) => ("halted", 1),
            End::Unsupported(_) => ("unsupported", 2),
            End::Quiet if !self.machine.is_main_done() => ("failed", 1),
            End::Quiet if counts.failed + counts.cancelled + counts.skipped > counts.unsupported => {
                ("failed", 1)
            }
            End::Quiet if counts.unsupported > 0 || select::has_refused_tests(&tests.code) => {
                ("unsupported", 2)
            }
            End::Quiet if self.is_empty() => ("none", 5),
            End::Quiet => ("passed", 0),
        }
    }

    fn is_empty(&self) -> bool {
        self.results.tests.is_empty() && self.results.groups.is_empty()
    }
}
