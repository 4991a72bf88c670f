//! Runs of Erlang programs: by slices, recorded, and as something to ask about.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use erlang_history::{EventLog, Limits};
use erlang_machine::Class;
use erlang_machine::circle;
use erlang_machine::compile;
use erlang_machine::exception::Exception;
use erlang_machine::machine::{End, Machine};
use erlang_machine::observer::{ObserverKind, Unobserved};
use erlang_machine::process::ProcessEnd;
use erlang_machine::program::Program;
use erlang_machine::schedule::{Fair, Random, Schedule};
use erlang_machine::verify::Fingerprint;
use erlang_report::processes::ProcessTable;
use erlang_report::text;
use erlang_term::{Atom, Term};
use erlang_tree::{COMPILED, CallTree, Recording};
use inquiry::Judgement;
use session::event::Subject;
use session::evidence::Statement;
use session::{Answer, Evidence, Knowledge};
use slices::Meter;

use super::by_slices::{CircleWatch, RunWorld, Stand, go_by_slices};
use super::diagram::{Drawn, Happened, drawing};
use super::evidence::{Calls, Processes};
use super::expression::exports;
use super::oracles::{self, JudgeOptions, RunJudges};
use super::project::{Code, EXPRESSION, Trouble, loader};
use super::unit_tests::{self, Fact};
use super::walk::{Opening, SavedWalk, Setting};
use super::{drawn, exception, expression, trust};
use crate::dialogue::{Accusation, Case, Outside, UnitTests};
use crate::drawable::{Diagrams, Drawable};
use crate::language::{
    Awaited, FunctionSeen, Options, Problem, ProblemKind, Project, Purpose, Recorded, ScheduleName,
};
use crate::outcome::{OutcomeKind, RunOutcome, Verification};
use crate::walk::Walkable;
use crate::words;

/// How far a stopped run is looked ahead, to say whether it would have ended.
const STEPS_TO_SAY_LIVELOCK: u64 = 1_000_000;

/// How long a run goes on after the expression has ended, if `--for` does not say.
pub(super) const OVERTIME: Duration = Duration::from_secs(60);

/// The user's modules, read.
pub struct ErlangProject {
    pub code: Code,
    pub options: Rc<Options>,
}

impl Project for ErlangProject {
    fn run(
        self: Rc<Self>,
        expression: String,
        purpose: Purpose,
        outside: Outside,
    ) -> Awaited<Rc<dyn Recorded>> {
        Box::pin(async move {
            let Setting { code, options, expression, .. } = self.setting(expression)?;
            code.notes().into_iter().for_each(|note| outside.note(note));
            let run = match purpose {
                Purpose::Outcome { verify } => {
                    let outcome = evaluate(&code, &options, &expression, verify, &outside).await;
                    ErlangRun::unrecorded(outcome, code, options, expression)
                }
                Purpose::Diagram => {
                    let program = Rc::new(Program::new(loader(&code), compile::Options::default()));
                    let mut world = RunWorld::new(&options, &outside);
                    let mut machine = machine(&program, &options);
                    let mut log = EventLog::new(&machine);
                    let end = run_plainly(&mut machine, &options, &mut world, &mut log).await;
                    let outcome = outcome_of(&machine, &end, &code, &expression, &options);
                    let run = ErlangRun::unrecorded(outcome, code, options, expression);
                    ErlangRun { happened: Some((log, machine)), ..run }
                }
                Purpose::Draw | Purpose::Ask | Purpose::AskInstead => {
                    let troubles = expression::unknown_functions(&code);
                    if purpose != Purpose::Draw && !troubles.is_empty() {
                        return Err(rendered(troubles, options.colour));
                    }
                    let program = Rc::new(Program::new(loader(&code), COMPILED));
                    let machine = machine(&program, &options);
                    let recording = Recording::of_one_process(machine);
                    let mut world = RunWorld::new(&options, &outside);
                    let (tree, end) = record(recording, &options, &mut world).await;
                    ErlangRun::new(tree, &end, code, options, expression)
                }
            };
            Ok(Rc::new(run) as Rc<dyn Recorded>)
        })
    }

    fn functions(&self) -> Vec<FunctionSeen> {
        self.code.modules().flat_map(expression::callable).collect()
    }

    fn walkable(self: Rc<Self>, expression: String) -> Option<Box<dyn Walkable>> {
        Some(Box::new(Opening::Fresh { project: self, expression }))
    }

    fn resumable(self: Rc<Self>, saved: SavedWalk, force: bool) -> Option<Box<dyn Walkable>> {
        Some(Box::new(Opening::Saved { project: self, saved: Box::new(saved), force }))
    }
}

impl ErlangProject {
    /// What the evaluation of an expression is a run of.
    pub fn setting(&self, expression: String) -> Result<Setting, Vec<Problem>> {
        let (mut code, options) = (self.code.clone(), self.options.clone());
        code.set_expression(&expression).map_err(|troubles| rendered(troubles, options.colour))?;
        Ok(Setting { code: Rc::new(code), options, expression, is_test: false })
    }
}

/// A machine with the process that is to evaluate the expression.
pub fn machine(program: &Rc<Program>, options: &Options) -> Machine {
    let mut machine = Machine::new(program.clone(), schedule(options).delivery());
    machine.overtime = Some(options.overtime.unwrap_or(OVERTIME));
    machine.start(Atom::new(EXPRESSION), Atom::new("main"));
    machine
}

pub(super) fn schedule(options: &Options) -> Box<dyn Schedule> {
    match options.schedule {
        ScheduleName::Fair => Box::new(Fair),
        ScheduleName::Random => Box::new(Random::new(options.seed)),
    }
}

/// Evaluates for the outcome alone; twice, if the second run is to be compared with the first.
async fn evaluate(
    code: &Rc<Code>,
    options: &Options,
    expression: &str,
    verify: bool,
    outside: &Outside,
) -> Rc<RunOutcome> {
    let program = Rc::new(Program::new(loader(code), compile::Options::default()));
    let mut world = RunWorld::new(options, outside);
    if !verify {
        let mut machine = machine(&program, options);
        let end = run_plainly(&mut machine, options, &mut world, &mut Unobserved).await;
        return outcome_of(&machine, &end, code, expression, options);
    }
    world.printed = Some(Vec::new());
    let mut first = Fingerprint::default();
    let mut machine = machine(&program, options);
    let end = run_plainly(&mut machine, options, &mut world, &mut first).await;
    let mut outcome = RunOutcome::clone(&outcome_of(&machine, &end, code, expression, options));
    if end != End::Interrupted {
        machine = self::machine(&program, options);
        let mut again = world.again();
        let mut second = Fingerprint::default();
        let _ = run_plainly(&mut machine, options, &mut again, &mut second).await;
        outcome.verification = Some(compare(&first, &second, again.printed == world.printed));
    }
    Rc::new(outcome)
}

/// Runs a machine, and records nothing but what the observer notes.
async fn run_plainly<O: ObserverKind>(
    machine: &mut Machine,
    options: &Options,
    world: &mut RunWorld<'_>,
    observer: &mut O,
) -> End {
    let mut schedule = schedule(options);
    let mut circles = CircleWatch::of(options);
    go_by_slices(options, world, |world, budget| {
        let end = machine.run(&mut *schedule, world, observer, &budget);
        (circles.end(end, machine), Stand::of(machine))
    })
    .await
}

fn compare(first: &Fingerprint, second: &Fingerprint, is_same_output: bool) -> Verification {
    let events = first.events();
    match first.first_difference(second) {
        None if is_same_output => {
            Verification { is_same: true, text: format!("verified: {events} events, the same in both runs") }
        }
        None => Verification {
            is_same: false,
            text: format!("not verified: the same {events} events, but different output"),
        },
        Some(range) => Verification {
            is_same: false,
            text: format!(
                "not verified: the two runs differ among events {} to {}",
                range.start + 1,
                range.end
            ),
        },
    }
}

/// Records a run to its end, or until the outside says stop.
pub(super) async fn record(
    mut recording: Recording,
    options: &Options,
    world: &mut RunWorld<'_>,
) -> (CallTree, End) {
    let mut schedule = schedule(options);
    let comfortable = options.comfortable;
    let mut circles = CircleWatch::of(options);
    let end = go_by_slices(options, world, |world, budget| {
        let end = recording.run(&mut *schedule, world, &Limits { budget, comfortable });
        (circles.end(end, recording.machine()), Stand::of(recording.machine()))
    })
    .await;
    (recording.finish(options.memory_used, comfortable), end)
}

/// One run.
pub struct ErlangRun {
    code: Rc<Code>,
    options: Rc<Options>,
    expression: String,
    /// It is a test that failed.
    is_test: bool,
    /// If it was recorded, and until someone looks at it.
    tree: RefCell<Option<CallTree>>,
    /// How it was made, if it was recorded.
    recorded: Option<erlang_history::RunRecipe>,
    outcome: Rc<RunOutcome>,
    /// What its processes did to each other, if it was run to draw that.
    happened: Option<(EventLog, Machine)>,
    /// Where to look first.
    first: Option<Answer>,
}

impl ErlangRun {
    /// A run that was made for its outcome.
    fn unrecorded(
        outcome: Rc<RunOutcome>,
        code: Rc<Code>,
        options: Rc<Options>,
        expression: String,
    ) -> ErlangRun {
        let (tree, recorded, happened, first) = (RefCell::default(), None, None, None);
        let is_test = false;
        ErlangRun { code, options, expression, is_test, tree, recorded, outcome, happened, first }
    }

    /// A run in which a test failed, whose tree someone else has.
    pub fn of_test(
        code: Rc<Code>,
        options: Rc<Options>,
        expression: String,
        recipe: erlang_history::RunRecipe,
        outcome: Rc<RunOutcome>,
    ) -> ErlangRun {
        let run = ErlangRun::unrecorded(outcome, code, options, expression);
        ErlangRun { is_test: true, recorded: Some(recipe), ..run }
    }

    /// A run that was recorded.
    pub fn new(
        tree: CallTree,
        end: &End,
        code: Rc<Code>,
        options: Rc<Options>,
        expression: String,
    ) -> ErlangRun {
        let outcome = outcome_of(tree.machine(), end, &code, &expression, &options);
        let recorded = Some(tree.recorded());
        let tree = RefCell::new(Some(tree));
        let run = ErlangRun::unrecorded(outcome, code, options, expression);
        ErlangRun { tree, recorded, ..run }
    }

    /// The search begins with a process, if there are several.
    pub fn beginning_with(mut self, process: u32) -> ErlangRun {
        let is_concurrent = self.tree.borrow().as_ref().is_some_and(CallTree::is_concurrent);
        self.first = is_concurrent.then_some(Answer::Process { n: process });
        self
    }

    fn take_tree(&self) -> Result<CallTree, Vec<Problem>> {
        let tree = self.tree.take();
        tree.ok_or_else(|| Problem::error("this run was not recorded, or is already in use"))
    }
}

impl Recorded for ErlangRun {
    fn outcome(&self) -> Rc<RunOutcome> {
        self.outcome.clone()
    }

    fn case(self: Rc<Self>, outside: &Outside) -> Result<Case, Vec<Problem>> {
        let (message, kind) = match self.outcome.kind {
            OutcomeKind::Halted(status) => (
                format!("the program halted with status {status}: there is no value to ask about"),
                ProblemKind::Stopped,
            ),
            OutcomeKind::Unsupported => (self.outcome.notes.join("\n"), ProblemKind::Source),
            OutcomeKind::Memory => ("stopped: out of memory (--max-memory)".to_owned(), ProblemKind::Budget),
            _ => {
                trust::warnings(&self.options.trust, &self.code)
                    .into_iter()
                    .for_each(|warning| outside.warn(warning));
                let tree = self.take_tree()?;
                if tree.processes().next().is_none() {
                    return Err(Problem::error("nothing has happened yet that could be asked about"));
                }
                let subject = Investigation {
                    code: &self.code,
                    options: &self.options,
                    title: self.expression.clone(),
                    outcome: self.outcome.clone(),
                };
                return subject.case(tree, self.first.clone(), outside.meter());
            }
        };
        let text = if message.starts_with("error: ") { message } else { format!("error: {message}") };
        Err(vec![Problem { text, kind }])
    }

    fn tree(self: Rc<Self>) -> Result<Box<dyn Drawable>, Vec<Problem>> {
        let tree = self.take_tree()?;
        Ok(match tree.is_concurrent() {
            true => Box::new(drawn::of(tree.into_run_tree(), &self.expression)),
            false => Box::new(tree),
        })
    }

    fn diagrams(&self) -> Option<Box<dyn Diagrams + '_>> {
        let (log, machine) = self.happened.as_ref()?;
        Some(Box::new(Drawn { events: Happened::all(log), machine, expression: &self.expression }))
    }

    fn walkable(&self, known: &Knowledge) -> Option<Box<dyn Walkable>> {
        let (code, options) = (self.code.clone(), self.options.clone());
        let setting = Setting { code, options, expression: self.expression.clone(), is_test: self.is_test };
        let (recorded, known) = (self.recorded.clone()?, known.clone());
        Some(Box::new(Opening::Made { setting, recorded, known }))
    }
}

/// A run that is asked about, beside its tree.
pub struct Investigation<'a> {
    pub code: &'a Rc<Code>,
    pub options: &'a Options,
    /// The expression, or the test.
    pub title: String,
    pub outcome: Rc<RunOutcome>,
}

impl Investigation<'_> {
    /// All of a run. `first`: where to look, if that is known.
    pub fn case(self, tree: CallTree, first: Option<Answer>, meter: &Meter) -> Result<Case, Vec<Problem>> {
        let expression = self.title.clone();
        let program = tree.machine().program.clone();
        let accusation = Accusation { statement: None, remark: words::REPORTED.into() };
        let evidence = |judges| evidence(tree, &expression, judges);
        let case = self.about(&program, evidence, accusation, Box::new(|_| false), meter)?;
        Ok(Case { first, ..case })
    }

    /// Evidence, given those who may judge it.
    pub fn about(
        self,
        program: &Rc<Program>,
        evidence: impl FnOnce(RunJudges) -> Box<dyn Evidence>,
        accusation: Accusation,
        innocent: Box<dyn Fn(&Subject) -> bool>,
        meter: &Meter,
    ) -> Result<Case, Vec<Problem>> {
        let Investigation { code, options, title, outcome } = self;
        let refuse = |troubles| rendered(troubles, options.colour);
        let trust = trust::of(&options.trust, code).map_err(refuse)?;
        let judging = JudgeOptions {
            reference: options.reference.clone(),
            property: options.property.clone(),
            properties: options.properties.clone(),
            trust_tests: options.trust_tests,
            no_specs: options.no_specs,
            no_tests: options.no_tests,
            no_properties: options.no_properties,
            memory_used: options.memory_used,
        };
        let judges = oracles::judges(&judging, code, program, &trust, meter).map_err(refuse)?;
        let trusted = move |subject: &Subject| trust::covers(&trust, subject) || innocent(subject);
        Ok(Case {
            unit_tests: Some(unit_tests_of(code.clone(), title.clone())),
            title,
            outcome,
            evidence: evidence(judges),
            accusation,
            trusted: Box::new(trusted),
            first: None,
            code_fence: "erlang",
        })
    }
}

fn unit_tests_of(code: Rc<Code>, expression: String) -> UnitTests {
    Rc::new(move |path: &Path, answers: &[(Statement, Judgement)]| {
        let fact = |(statement, judgement): &(Statement, Judgement)| Fact {
            subject: statement.subject.clone(),
            statement: statement.text.clone(),
            claims: statement.claims.clone(),
            judgement: *judgement,
        };
        let facts: Vec<Fact> = answers.iter().map(fact).collect();
        let is_exported = |subject: &Subject| {
            let (function, arity) = (Atom::new(&subject.function), subject.arity);
            let of_module = |module: &erlang_syntax::ast::Module| module.name.name() == subject.module;
            subject.module.is_empty()
                || code.modules().any(|module| of_module(module) && exports(module, function, arity))
        };
        unit_tests::text(path, &expression, &facts, &is_exported)
    })
}

/// What was recorded, as evidence: calls, or what several processes did from receive to receive.
fn evidence(tree: CallTree, expression: &str, judges: RunJudges) -> Box<dyn Evidence> {
    let RunJudges { calls, inside, transitions, meter } = judges;
    if !tree.is_concurrent() {
        return Box::new(Calls::new(tree, calls, inside, meter));
    }
    let rows = ProcessTable { machine: tree.machine(), expression }.rows();
    let draw = drawing(expression.to_owned());
    let processes = Processes::new(tree.into_run_tree(), rows, calls, inside, draw, meter);
    Box::new(processes.judged_by(transitions))
}

/// What came of a run.
pub fn outcome_of(
    machine: &Machine,
    end: &End,
    code: &Code,
    expression: &str,
    options: &Options,
) -> Rc<RunOutcome> {
    let main = machine.main().and_then(|process| process.state.outcome.as_ref());
    let exception = match main {
        Some(ProcessEnd::Exception(exception)) => Some((**exception).clone()),
        // A linked process took it along: the shell shows that as an exit.
        Some(ProcessEnd::Killed(reason)) => {
            Some(Exception { class: Class::Exit, reason: reason.clone(), trace: Term::Nil })
        }
        _ => None,
    };
    let value = match main {
        Some(ProcessEnd::Value(value)) => Some(value),
        _ => None,
    };
    let kind = match (end, value, &exception) {
        (End::Unsupported(_), ..) => OutcomeKind::Unsupported,
        (End::Steps, ..) => OutcomeKind::Steps,
        (End::Memory, ..) => OutcomeKind::Memory,
        (End::Interrupted, ..) => OutcomeKind::Interrupted,
        (End::Endless, ..) => OutcomeKind::Livelock,
        (End::Halted(status), ..) => OutcomeKind::Halted(*status),
        (End::Quiet, Some(_), _) => OutcomeKind::Value,
        (End::Quiet, None, Some(_)) => OutcomeKind::Exception,
        (End::Quiet, None, None) => OutcomeKind::Deadlock,
    };
    let mut outcome = RunOutcome::new(kind);
    let report = ProcessTable { machine, expression };
    if let End::Unsupported(message) = end {
        outcome.exception = Some(message.clone());
        outcome.notes.push(format!("error: {message}"));
        outcome.notes.extend(code.otp.is_none().then(|| NO_OTP.to_owned()));
    }
    if let Some(exception) = &exception {
        outcome.exception = Some(text::exception(exception));
        outcome.text = exception::of_run(exception, &machine.program, code);
        outcome.has_stack = !matches!(exception.trace, Term::Nil);
    }
    if let Some(value) = value {
        outcome.value = Some(text::one_line(value));
        outcome.text = text::value(value);
    }
    if kind == OutcomeKind::Deadlock {
        let stuck = report.stuck();
        outcome.explanation =
            Some(format!("deadlock: nothing can run, and {expression} has no value\n\n{}", stuck.trim_end()));
    }
    if let Some(cut_off) = machine.cut_off().filter(|_| *end == End::Quiet) {
        outcome.stopped_after_ms = Some(cut_off.overtime.as_millis() as u64);
        outcome.notes.push(text::cut_off(&cut_off, "--for TIME"));
    }
    if matches!(end, End::Steps | End::Interrupted | End::Endless)
        && let Some(circle) = circle::find(machine, STEPS_TO_SAY_LIVELOCK)
    {
        outcome.running = circle.processes().len();
        let says = if circle.is_endless() { words::WAS_THERE_BEFORE } else { words::ONLY_A_TIMER };
        outcome.notes.extend((*end != End::Endless).then(|| says.to_owned()));
    }
    outcome.steps = machine.system.steps;
    if *end == End::Steps {
        // The last one, which was given up, would have taken all that were left.
        outcome.steps = outcome.steps.max(options.max_steps.unwrap_or(0));
    }
    outcome.memory = (options.memory_used)();
    if *end == End::Memory {
        // What a long step had asked for may be free again.
        outcome.memory = outcome.memory.max(options.max_memory.unwrap_or(0));
    }
    outcome.processes = report.rows();
    Rc::new(outcome)
}

const NO_OTP: &str = "only the built-in library is in use: install Erlang/OTP, or pass --otp DIR";

/// Problems of the sources, shown with their lines.
pub fn rendered(troubles: Vec<Trouble>, colour: bool) -> Vec<Problem> {
    Problem::first_of(&troubles, |trouble| trouble.render(colour))
}
