//! Runs of Erlang programs: by slices, recorded, and as something to ask about.

use std::cell::Cell;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use erlang_history::Limits;
use erlang_machine::Class;
use erlang_machine::exception::Exception;
use erlang_machine::machine::{Budget, End, Machine};
use erlang_machine::process::Outcome;
use erlang_machine::program::Program;
use erlang_machine::schedule::{Fair, Random, Schedule};
use erlang_machine::world::{self, ClosedWorld, World};
use erlang_report::processes::Processes as Report;
use erlang_report::text;
use erlang_term::{Atom, Term};
use erlang_tree::{COMPILED, CallTree, Recording};
use session::event::Subject;
use session::{Answer, Knowledge};
use slices::{Later, Meter};

use super::diagram::drawing;
use super::evidence::{Calls, Processes};
use super::oracles::{self, JudgeOptions, Judges};
use super::project::{Code, EXPRESSION, Trouble, loader};
use super::walk::{Fresh, Made, Setting};
use super::{exception, expression, trust};
use crate::dialogue::{Accusation, Case, Outside, Stream};
use crate::language::{Options, Problem, Project, Recorded, ScheduleName};
use crate::outcome::{OutcomeKind, RunOutcome};
use crate::walk::{Console, Opened, Scene, Walkable};
use crate::words;

/// Reductions of one turn of a process: runs pause between turns.
const TURN: u64 = 4_000;

/// The user's modules, read.
pub struct ErlangProject {
    pub code: Code,
    pub options: Rc<Options>,
}

impl Project for ErlangProject {
    fn run(
        self: Rc<Self>,
        expression: String,
        outside: Outside,
    ) -> Later<'static, Result<Rc<dyn Recorded>, Vec<Problem>>> {
        Box::pin(async move {
            let mut code = self.code.clone();
            code.set_expression(&expression).map_err(rendered)?;
            let troubles = expression::unknown_functions(&code);
            if !troubles.is_empty() {
                return Err(rendered(troubles));
            }
            let (code, options) = (Rc::new(code), self.options.clone());
            let program = Rc::new(Program::new(loader(&code), COMPILED));
            let (tree, end) = record(&program, &options, &outside).await;
            let run = ErlangRun::new(tree, &end, code, program, options, expression);
            Ok(Rc::new(run) as Rc<dyn Recorded>)
        })
    }

    fn walkable(self: Rc<Self>, expression: String) -> Option<Box<dyn Walkable>> {
        Some(Box::new(Reading { project: self, expression }))
    }
}

/// An expression that has not been read yet.
struct Reading {
    project: Rc<ErlangProject>,
    expression: String,
}

impl Walkable for Reading {
    fn walk(
        self: Box<Self>,
        scene: Option<Scene>,
        console: Box<dyn Console>,
        meter: Meter,
    ) -> Later<'static, Result<Opened, Vec<Problem>>> {
        Box::pin(async move {
            let Reading { project, expression } = *self;
            let mut code = project.code.clone();
            code.set_expression(&expression).map_err(rendered)?;
            let setting = Setting { code: Rc::new(code), options: project.options.clone(), expression };
            Box::new(Fresh(setting)).walk(scene, console, meter).await
        })
    }
}

/// Runs to the end, or until the outside says stop.
async fn record(program: &Rc<Program>, options: &Options, outside: &Outside) -> (CallTree, End) {
    let mut schedule: Box<dyn Schedule> = match options.schedule {
        ScheduleName::Fair => Box::new(Fair),
        ScheduleName::Random => Box::new(Random::new(options.seed)),
    };
    let mut machine = Machine::new(program.clone(), schedule.delivery());
    machine.overtime = Some(options.overtime);
    machine.start(Atom::new(EXPRESSION), Atom::new("main"));
    let mut recording = Recording::of_one_process(machine);
    let mut world = RunWorld { outside: outside.clone(), seed: options.seed, lines: VecDeque::new() };
    let end = loop {
        let end = slice(&mut recording, &mut *schedule, &mut world, options, outside.meter());
        let steps = recording.machine().system.steps;
        if end != End::Interrupted {
            break end;
        }
        if recording.machine().unfinished().is_some() {
            world.lines.push_back(outside.line().await);
        } else {
            // Short turns may leave something of the slice.
            outside.meter().spend(u64::MAX);
        }
        if outside.pause(steps).await {
            break End::Interrupted;
        }
    };
    (recording.finish(options.memory_used, options.comfortable), end)
}

/// Runs to the end, or until the meter is stopped.
pub async fn by_slices(
    recording: &mut Recording,
    schedule: &mut dyn Schedule,
    world: &mut dyn World,
    options: &Options,
    meter: &Meter,
) -> End {
    loop {
        let end = slice(recording, schedule, world, options, meter);
        if end != End::Interrupted || meter.is_stopped() {
            return end;
        }
        // Short turns may leave something of the slice.
        meter.spend(u64::MAX);
        meter.pause_if_spent().await;
    }
}

/// Runs for as many steps as the meter has left.
fn slice(
    recording: &mut Recording,
    schedule: &mut dyn Schedule,
    world: &mut dyn World,
    options: &Options,
    meter: &Meter,
) -> End {
    let before = recording.machine().system.steps;
    let turns = Cell::new(meter.left() / TURN + 1);
    let is_over = || {
        let left = turns.get();
        turns.set(left.saturating_sub(1));
        left == 0
    };
    let budget = Budget {
        max_steps: options.max_steps,
        max_memory: options.max_memory,
        memory: options.memory_used,
        interrupted: &is_over,
    };
    let end = recording.run(schedule, world, &Limits { budget, comfortable: options.comfortable });
    meter.spend(recording.machine().system.steps - before);
    end
}

/// The world of a run, as its dialogue offers it.
struct RunWorld {
    outside: Outside,
    seed: u64,
    /// Lines of input that have not been read.
    lines: VecDeque<Option<Vec<u8>>>,
}

impl World for RunWorld {
    fn output(&mut self, stream: world::Stream, bytes: &[u8]) {
        let stream = match stream {
            world::Stream::Out => Stream::Out,
            world::Stream::Error => Stream::Error,
        };
        self.outside.print(stream, bytes);
    }

    fn input_line(&mut self) -> Option<Vec<u8>> {
        self.lines.pop_front().flatten()
    }

    fn has_line(&self) -> bool {
        !self.lines.is_empty()
    }

    fn epoch(&self) -> i64 {
        ClosedWorld::default().epoch()
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn environment(&self, _name: &str) -> Option<String> {
        None
    }
}

/// One recorded run.
pub struct ErlangRun {
    code: Rc<Code>,
    program: Rc<Program>,
    options: Rc<Options>,
    expression: String,
    /// Until someone asks about it.
    tree: RefCell<Option<CallTree>>,
    /// How it was made.
    recorded: erlang_history::Recorded,
    outcome: Rc<RunOutcome>,
    /// Where to look first.
    first: Option<Answer>,
}

impl ErlangRun {
    pub fn new(
        tree: CallTree,
        end: &End,
        code: Rc<Code>,
        program: Rc<Program>,
        options: Rc<Options>,
        expression: String,
    ) -> ErlangRun {
        let outcome = Rc::new(outcome(tree.machine(), end, &code, &expression));
        let recorded = tree.recorded();
        let tree = RefCell::new(Some(tree));
        ErlangRun { code, program, options, expression, tree, recorded, outcome, first: None }
    }

    /// The search begins with a process, if there are several.
    pub fn beginning_with(mut self, process: u32) -> ErlangRun {
        let is_concurrent = self.tree.borrow().as_ref().is_some_and(CallTree::is_concurrent);
        self.first = is_concurrent.then_some(Answer::Process { n: process });
        self
    }
}

impl Recorded for ErlangRun {
    fn outcome(&self) -> Rc<RunOutcome> {
        self.outcome.clone()
    }

    fn case(self: Rc<Self>, meter: &Meter) -> Result<Case, Vec<Problem>> {
        let nothing = match self.outcome.kind {
            OutcomeKind::Halted(status) => {
                Some(format!("the program halted with status {status}: there is no value to ask about"))
            }
            OutcomeKind::Unsupported => self.outcome.exception.clone(),
            OutcomeKind::Memory => Some("stopped: no more memory (--max-memory)".to_owned()),
            _ => None,
        };
        if let Some(message) = nothing {
            return Err(vec![Problem(format!("error: {message}"))]);
        }
        let Some(tree) = self.tree.take() else {
            return Err(vec![Problem("error: this run is being asked about already".into())]);
        };
        let trust = trust::of(&self.options.trust, &self.code).map_err(rendered)?;
        let judging = JudgeOptions {
            reference: self.options.reference.clone(),
            property: self.options.property.clone(),
            properties: self.options.properties.clone(),
            trust_tests: self.options.trust_tests,
            memory_used: self.options.memory_used,
        };
        let judges = oracles::judges(&judging, &self.code, &self.program, &trust, meter).map_err(rendered)?;
        Ok(Case {
            title: self.expression.clone(),
            evidence: evidence(tree, &self.expression, judges),
            accusation: Accusation { statement: None, remark: words::REPORTED.into() },
            trusted: Box::new(move |subject: &Subject| trust::covers(&trust, subject)),
            first: self.first.clone(),
        })
    }

    fn walkable(&self, known: &Knowledge) -> Option<Box<dyn Walkable>> {
        let setting = Setting {
            code: self.code.clone(),
            options: self.options.clone(),
            expression: self.expression.clone(),
        };
        Some(Box::new(Made { setting, recorded: self.recorded.clone(), known: known.clone() }))
    }
}

/// What was recorded, as evidence: calls, or what several processes did from receive to receive.
pub fn evidence(tree: CallTree, expression: &str, judges: Judges) -> Box<dyn session::Evidence> {
    let Judges { calls, inside, transitions, meter } = judges;
    if !tree.is_concurrent() {
        return Box::new(Calls::new(tree, calls, inside, meter));
    }
    let rows = Report { machine: tree.machine(), expression }.rows();
    let draw = drawing(expression.to_owned());
    let processes = Processes::new(tree.into_run_tree(), rows, calls, inside, draw, meter);
    Box::new(processes.judged_by(transitions))
}

/// What came of a run.
pub fn outcome(machine: &Machine, end: &End, code: &Code, expression: &str) -> RunOutcome {
    let main = machine.main().and_then(|process| process.state.outcome.as_ref());
    let exception = match main {
        Some(Outcome::Exception(exception)) => Some((**exception).clone()),
        // A linked process took it along: the shell shows that as an exit.
        Some(Outcome::Killed(reason)) => {
            Some(Exception { class: Class::Exit, reason: reason.clone(), trace: Term::Nil })
        }
        _ => None,
    };
    let value = match main {
        Some(Outcome::Value(value)) => Some(value),
        _ => None,
    };
    let kind = match (end, value, &exception) {
        (End::Unsupported(_), ..) => OutcomeKind::Unsupported,
        (End::Steps, ..) => OutcomeKind::Steps,
        (End::Memory, ..) => OutcomeKind::Memory,
        (End::Interrupted, ..) => OutcomeKind::Interrupted,
        (End::Halted(status), ..) => OutcomeKind::Halted(*status),
        (End::Quiet, Some(_), _) => OutcomeKind::Value,
        (End::Quiet, None, Some(_)) => OutcomeKind::Exception,
        (End::Quiet, None, None) => OutcomeKind::Deadlock,
    };
    let unsupported = match end {
        End::Unsupported(message) => Some(message.clone()),
        _ => None,
    };
    let shown = match (value, &exception) {
        (Some(value), _) => text::value(value),
        (None, Some(exception)) => exception::of_run(exception, &machine.program, code),
        (None, None) => String::new(),
    };
    let cut_off = machine.cut_off().filter(|_| *end == End::Quiet);
    RunOutcome {
        kind,
        value: value.map(text::one_line),
        exception: exception.as_ref().map(text::exception).or(unsupported),
        text: shown,
        answers: None,
        steps: machine.system.steps,
        stopped_after_ms: cut_off.map(|cut_off| cut_off.overtime.as_millis() as u64),
        processes: Report { machine, expression }.rows(),
    }
}

/// Problems of the sources, shown with their lines.
pub fn rendered(troubles: Vec<Trouble>) -> Vec<Problem> {
    troubles.iter().map(|trouble| Problem(trouble.render(false))).collect()
}
