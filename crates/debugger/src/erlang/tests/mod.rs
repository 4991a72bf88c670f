//! The tests of a project: those of EUnit, Common Test suites, and properties.
//!
//! Each kind runs in one machine, by the embedded library: its EUnit also prints the report as
//! people know it, `whodunit_ct` runs suites, and `whodunit_proper` has the real PropEr test
//! properties. What came of each test is told to the world
//! beside, as a term.

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
use erlang_machine::process::ProcessEnd;
use erlang_machine::program::Program;
use erlang_machine::system::Unsupported;
use erlang_syntax::ast::Module;
use erlang_term::{Atom, Term, print};

use super::by_slices::{CircleWatch, RunWorld, Stand, go_by_slices};
use super::exception::frames;
use super::project::{self, Code, Parts, Trouble, loader};
use super::run::{rendered, schedule};
use crate::dialogue::{Outside, Stream};
use crate::files::Files;
use crate::language::{Awaited, FailedTest, Options, Problem, TestOptions, TestSummary, Tested, Tests};
use crate::words;
use results::{Counts, Failure, News, Results, Test, TestId, TestKind, TestOutcome};
pub use select::quoted;
use select::{CommonTestSuite, Selected, TestSelection};

/// Ours report to us, and are the same with and without OTP.
const OUR_RUNNERS: &[&str] =
    &["ct", "ct_event", "eunit", "eunit_data", "eunit_lib", "eunit_proc", "eunit_tty", "test_server"];

/// As rebar3 compiles for tests.
const TEST_MACROS: &[&str] = &["TEST", "EUNIT"];

/// The tests of a project, read.
pub struct ErlangTests {
    code: Code,
    wanted: Selected,
    how: TestOptions,
    options: Rc<Options>,
}

/// Which of the wanted tests run.
#[derive(Clone, Copy)]
enum Scope<'a> {
    All,
    /// This one, with its fixtures. Nothing is printed.
    One(Alone<'a>),
    /// The same, with the setups of fixtures in the process of the test.
    OneProcess(Alone<'a>),
}

/// A test that runs without the others.
#[derive(Clone, Copy)]
struct Alone<'a> {
    test: &'a TestId,
    /// Tests that come before it in this fixture run, too.
    since: Option<&'a TestId>,
    /// The inputs of a property, as a term that can be read.
    counterexample: Option<&'a str>,
}

impl Alone<'_> {
    /// As options of EUnit's.
    fn options(self) -> String {
        let only = format!("{{only, {:?}}}", self.test.0);
        match self.since {
            Some(TestId(group)) => format!("{only}, {{since, {group:?}}}"),
            None => only,
        }
    }
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
        code.rather_embedded = OUR_RUNNERS;
        code.defines.extend(TEST_MACROS.iter().map(|name| (String::from(*name), None)));
        code.read_modules().map_err(refuse)?;
        let wanted = wanted.tests(&code, how.filter.as_deref()).map_err(Problem::error)?;
        Ok(ErlangTests { code, wanted, how, options })
    }

    /// The kinds of tests that run, in this order.
    fn kinds(&self) -> Vec<TestKind> {
        let Selected { eunit, common_test, properties } = &self.wanted;
        let kinds = [
            (TestKind::EUnit, !eunit.is_empty() || (common_test.is_empty() && properties.is_empty())),
            (TestKind::CommonTest, !common_test.is_empty()),
            (TestKind::Property, !properties.is_empty()),
        ];
        kinds.into_iter().filter(|(_, is_there)| *is_there).map(|(kind, _)| kind).collect()
    }

    /// The code, with tests of a kind as what the run evaluates.
    fn evaluating(&self, kind: TestKind, scope: Scope<'_>) -> Result<Rc<Code>, Vec<Problem>> {
        let mut options = match scope {
            Scope::All => Vec::new(),
            Scope::One(alone) => vec![alone.options()],
            Scope::OneProcess(alone) => vec![format!("{}, together", alone.options())],
        };
        let (run, tests) = match kind {
            TestKind::EUnit => {
                options.push(format!("{{applications, [{}]}}", applications(&self.code).join(", ")));
                options.extend(self.how.verbose.then(|| "verbose".to_owned()));
                let is_quiet = !self.how.for_people || !matches!(scope, Scope::All);
                options.extend(self.how.keep_going.then(|| "keep_going".to_owned()));
                options.extend(is_quiet.then(|| "no_tty".to_owned()));
                ("whodunit_eunit", self.wanted.eunit.join(", "))
            }
            TestKind::CommonTest => {
                let suites: Vec<String> = self.wanted.common_test.iter().map(CommonTestSuite::term).collect();
                ("whodunit_ct", suites.join(", "))
            }
            TestKind::Property => {
                options.push(format!("{{seed, {}}}", self.options.seed));
                if let Scope::OneProcess(Alone { counterexample: Some(inputs), .. }) = scope {
                    options.push(format!("{{counterexample, {inputs}}}"));
                }
                ("whodunit_proper", self.wanted.properties.join(", "))
            }
        };
        self.with_expression(&format!("{run}:run([{tests}], [{}])", options.join(", ")))
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
        adapt(&mut machine, &self.options);
        machine
    }
}

/// Makes a machine one for tests.
pub fn adapt(machine: &mut Machine, options: &Options) {
    // What the tests leave behind goes on for as long as someone asks for, and no longer.
    machine.overtime = options.overtime;
    machine.system.unsupported = Unsupported::taints_processes();
}

impl Tests for ErlangTests {
    fn run(self: Rc<Self>, outside: Outside) -> Awaited<Rc<dyn Tested>> {
        Box::pin(async move {
            self.code.notes().into_iter().for_each(|note| outside.note(note));
            let results = RefCell::new(Results::default());
            let mut ends = Vec::new();
            for kind in self.kinds() {
                results.borrow_mut().kind = kind;
                let end = self.run_kind(kind, &results, &outside).await?;
                let is_over = !end.is_complete();
                ends.push(end);
                if is_over {
                    break;
                }
            }
            let summary = Summary { results: &results.borrow(), ends: &ends }.told(&self);
            let results = results.into_inner();
            Ok(Rc::new(ErlangTested { tests: self.clone(), results, summary }) as Rc<dyn Tested>)
        })
    }
}

/// How the run of one kind of tests ended.
struct KindEnd {
    end: End,
    is_main_done: bool,
    /// What ended the runner itself, such as an exit signal, in Erlang's notation.
    breakdown: Option<String>,
    steps: u64,
}

impl KindEnd {
    fn of(end: End, machine: &Machine) -> KindEnd {
        let breakdown = machine.main().and_then(|process| match process.state.outcome.as_ref()? {
            ProcessEnd::Value(_) => None,
            ProcessEnd::Exception(exception) => Some(print::write(&exception.reason)),
            ProcessEnd::Killed(reason) => Some(print::write(reason)),
        });
        KindEnd { end, is_main_done: machine.is_main_done(), breakdown, steps: machine.system.steps }
    }

    fn is_complete(&self) -> bool {
        self.end == End::Quiet && self.is_main_done && self.breakdown.is_none()
    }
}

impl ErlangTests {
    async fn run_kind(
        &self,
        kind: TestKind,
        results: &RefCell<Results>,
        outside: &Outside,
    ) -> Result<KindEnd, Vec<Problem>> {
        let code = self.evaluating(kind, Scope::All)?;
        let program = Rc::new(Program::new(loader(&code), compile::Options::default()));
        let mut schedule = schedule(&self.options);
        let mut machine = self.machine(&program);
        let mut world = RunWorld::new(&self.options, outside);
        world.is_mute = !self.how.for_people;
        world.listener = Some(Box::new(|term: &Term| self.hear(term, &code, results, outside)));
        let mut circles = CircleWatch::of(&self.options);
        let mut tests = 0;
        let max_steps = self.options.max_steps.unwrap_or(u64::MAX);
        let end = go_by_slices(&self.options, &mut world, |world, budget| {
            let mut end = machine.run(&mut *schedule, world, &mut Unobserved, &budget);
            // Each test has the same time to show that it does not end.
            let begun = results.borrow().tests.len();
            if begun != tests {
                circles.begin(&machine);
                tests = begun;
            }
            if end == End::Interrupted
                && let Some(circle) = circles.look(&machine)
            {
                if circle.is_endless() {
                    end = End::Endless;
                } else if let Some(later) = circle.skipped(max_steps) {
                    // The time limit of the test ends it: no need to wait for that.
                    machine = later;
                }
            }
            (end, Stand::of(&machine))
        })
        .await;
        drop(world);
        Ok(KindEnd::of(end, &machine))
    }
}

impl ErlangTests {
    /// Takes down what is reported, and tells of it beside what EUnit prints.
    fn hear(&self, term: &Term, code: &Code, results: &RefCell<Results>, outside: &Outside) {
        let mut results = results.borrow_mut();
        let Some(news) = results.add(term) else { return };
        if let News::Test(index) = news {
            outside.test(report::test(&results.tests[index], code));
        }
        match (self.how.for_people, news) {
            (false, News::Group(index)) => outside.test(report::group(&results.groups[index].1)),
            (true, News::Test(index)) => {
                let test = &results.tests[index];
                let mut text = match test.kind {
                    TestKind::EUnit => String::new(),
                    TestKind::CommonTest | TestKind::Property => report::case(test, self.how.verbose),
                };
                if let TestOutcome::Failed(failure) | TestOutcome::SetupFailed(failure) = &test.outcome {
                    text.push_str(&source_lines(failure, code));
                }
                outside.print(Stream::Out, text.as_bytes());
            }
            (_, News::Begins) | (true, News::Group(_)) | (false, News::Test(_)) => {}
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
    /// Those that failed or did not end.
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
            again::case(&self.tests, &self.results, test, &outside).await
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
    /// Of each kind of tests, up to the first that did not end.
    ends: &'a [KindEnd],
}

impl Summary<'_> {
    fn told(&self, tests: &ErlangTests) -> TestSummary {
        let counts = self.results.counts();
        let (name, status) = self.verdict(tests, &counts);
        let message = self.message(tests);
        let failed = self.results.tests.iter().filter(|test| test.complaint().is_some()).map(Test::name);
        TestSummary {
            status,
            json: report::done(name, &counts, message.as_deref(), self.steps()),
            text: self.text(tests, &counts, message.as_deref()),
            failed: failed.collect(),
            is_complete: message.is_none(),
        }
    }

    fn text(&self, tests: &ErlangTests, counts: &Counts, message: Option<&str>) -> Option<String> {
        if let Some(message) = message {
            // No kind of tests got as far as a summary.
            return Some(format!("{}\n{message}", report::counted(counts)));
        }
        let summary = self.has_suites().then(|| report::counted(counts));
        let more = self.remark(tests, counts);
        let parts: Vec<String> = summary.into_iter().chain(more).collect();
        (!parts.is_empty()).then(|| parts.join("\n"))
    }

    /// EUnit prints a summary of its own.
    fn has_suites(&self) -> bool {
        self.results.kind != TestKind::EUnit
    }

    fn remark(&self, tests: &ErlangTests, counts: &Counts) -> Option<String> {
        let (number, verb) = match counts.unsupported {
            0 if self.is_empty() => return Some(select::where_looked(&tests.code)),
            0 => return None,
            1 => ("one of them".to_owned(), "needs"),
            n => (format!("{n} of them"), "need"),
        };
        Some(format!("{number} {verb} something that is missing or not supported"))
    }

    /// Why the tests did not run to the end, if they did not.
    fn message(&self, tests: &ErlangTests) -> Option<String> {
        let place = self.results.running().map_or(String::new(), |test| format!(" in {test}"));
        let steps = self.steps();
        let last = self.ends.last()?;
        match &last.end {
            End::Quiet if last.is_main_done => {
                let breakdown = last.breakdown.as_ref()?;
                Some(format!("stopped{place}: the process that runs the tests ended with {breakdown}"))
            }
            End::Quiet => Some(format!("stuck{place}: no process can run")),
            End::Halted(status) => Some(format!("halted{place} with status {status}")),
            End::Unsupported(message) => Some(format!("stopped{place}: {message}")),
            End::Steps => Some(format!("stopped{place} after {steps} steps (--max-steps)")),
            End::Memory => {
                let memory = (tests.options.memory_used)() >> 20;
                Some(format!("stopped{place} at {memory} MiB of memory (--max-memory)"))
            }
            End::Interrupted => Some(format!("interrupted{place} after {steps} steps")),
            End::Endless => Some(format!("stopped{place}: {}", words::endless(1))),
        }
    }

    fn steps(&self) -> u64 {
        self.ends.iter().map(|end| end.steps).sum()
    }

    /// The verdict on all tests together, and the exit status.
    fn verdict(&self, tests: &ErlangTests, counts: &Counts) -> (&'static str, u8) {
        let is_complete = self.ends.iter().all(KindEnd::is_complete);
        let wrong = counts.failed + counts.setups + counts.cancelled + counts.skipped - counts.by_user;
        match self.ends.last().map_or(&End::Quiet, |last| &last.end) {
            End::Steps | End::Memory => ("budget", 3),
            End::Interrupted => ("interrupted", 4),
            End::Endless => ("failed", 1),
            End::Halted(_) => ("halted", 1),
            End::Unsupported(_) => ("unsupported", 2),
            End::Quiet if !is_complete || wrong > counts.unsupported => ("failed", 1),
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
