//! `whodunit ask`: evaluate an expression whose value is wrong, and ask until the code to blame is found.

mod answers;
mod conversation;
mod dialogue;
mod expression;
mod front;
mod json;
mod oracle;
mod oracles;
mod processes;
mod secretary;
mod transcript;
mod trust;
mod unit_tests;
mod words;

use std::process::ExitCode;
use std::rc::Rc;

use erlang_history::Limits;
use erlang_history::timeline::Way;
use erlang_machine::machine::{Budget, End, Machine};
use erlang_machine::process;
use erlang_machine::program::Program;
use erlang_machine::schedule::Replay;
use erlang_machine::system::Delivery;
use erlang_machine::world::World;
use erlang_term::{Atom, Pid, Term};
use erlang_tree::{COMPILED, CallTree, Recording};
use session::erlang::{Calls, Processes};
use session::event::{Outcome, Process, Subject};
use session::{Answer, Entry, Event, Evidence, Knowledge, Options, Session};

pub use dialogue::{About, Dialogue, Ended, Scene};
pub use front::Accusation;
pub use oracles::Judges;
pub use processes::draw;
pub use trust::parse as parse_trusted;

use crate::args::{Ask, Asking, Common};
use crate::input::Source;
use crate::project::{Code, EXPRESSION, Trouble};
use crate::report::table::{self, Row};
use crate::report::{self, exception};
use crate::status::{ABORTED, BAD_SOURCE, BUDGET};
use crate::terminal::Terminal;
use crate::{interrupt, memory, observed, record, rewind, start};

pub fn ask(args: &Ask) -> ExitCode {
    interrupt::listen();
    match observed::find(&args.common.project.sources) {
        Ok(None) => {}
        Ok(Some(trace)) => return observed::ask(trace, args),
        Err(message) => return start::refuse(&[Trouble::Plain(message)]),
    }
    let (mut dialogue, knowledge) = match Dialogue::open(&args.asking) {
        Ok(opened) => opened,
        Err(message) => return start::refuse(&[Trouble::Plain(message)]),
    };
    let ended = investigate(&args.common, &args.asking, &mut dialogue, knowledge);
    go_on(args.common.clone(), &args.asking, &mut dialogue, ended)
}

/// As long as there is another expression to ask about.
pub fn go_on(
    mut common: Common,
    asking: &Asking,
    dialogue: &mut Dialogue,
    mut ended: Result<Ended, ExitCode>,
) -> ExitCode {
    loop {
        match ended {
            Ok(Ended::Elsewhere { expression, known }) => {
                common.expression = expression;
                ended = investigate(&common, asking, dialogue, known);
            }
            Ok(Ended::With(status)) | Err(status) => return status,
        }
    }
}

/// From an expression to a verdict on it. An exit status if there is nothing to ask about.
fn investigate(
    common: &Common,
    asking: &Asking,
    dialogue: &mut Dialogue,
    knowledge: Knowledge,
) -> Result<Ended, ExitCode> {
    let code = Rc::new(start::read(common).map_err(|troubles| start::refuse(&troubles))?);
    let troubles = expression::unknown_functions(&code);
    if !troubles.is_empty() {
        return Err(start::refuse(&troubles));
    }
    let program = start::program(&code, COMPILED);
    start::limit_memory(&common.project);
    let mut terminal = Terminal::new(common.project.seed, !asking.json, false);
    let (tree, end) = record::record(&common.project, &program, &mut terminal, Recording::of_one_process);
    terminal.clear_progress();
    terminal.flush();
    report_end(tree.machine(), &end, &code)?;
    if !asking.json {
        show_exception(tree.machine(), &code);
        let (common, code, recorded) = (common.clone(), code.clone(), tree.recorded());
        dialogue.go_back = Some(Box::new(move |scene, known| {
            rewind::from_question(&common, &code, &recorded, scene, known)
        }));
    }
    let case =
        Case { trial: trial(tree, &common.expression), accusation: WRONG, innocent: &|_| false, first: None };
    question(common, asking, dialogue, knowledge, &code, &program, case)
}

const WRONG: Accusation<'static> = Accusation { statement: None, remark: "— you say this is wrong." };

/// How questions about a run that goes both ways are asked.
pub struct Inquest<'a> {
    pub common: &'a Common,
    pub code: &'a Rc<Code>,
    pub asking: &'a Asking,
    /// Where answers come from, if not from whoever sits at the terminal.
    pub lines: Option<Source>,
}

impl Inquest<'_> {
    /// About a run up to where it is: the same way is gone again. The search begins with a process, and knows what was answered before. Whether it found
    /// who is to blame, and what was answered.
    pub fn hold(
        &self,
        way: Way,
        process: Pid,
        world: &mut dyn World,
        known: &Knowledge,
    ) -> Result<(bool, Vec<Entry>), String> {
        let (mut dialogue, _) = Dialogue::open_on(self.asking, self.lines.clone())?;
        let project = &self.common.project;
        let program = start::program(self.code, COMPILED);
        let mut machine = Machine::new(program.clone(), Delivery::Chosen);
        machine.start(Atom::new(EXPRESSION), Atom::new("main"));
        machine.system.follow(way.numbering);
        let mut recording = Recording::of_one_process(machine);
        let mut again = Replay { log: &way.choices, delivery: Delivery::Chosen };
        let comfortable = record::comfortable(project);
        recording.run(&mut again, world, &Limits { budget: Budget::UNLIMITED, comfortable });
        let tree = recording.finish(memory::in_use, comfortable);
        // The latest is the first of those to choose from.
        let younger = tree.machine().fates().skip_while(|fate| fate.process.state.pid != process).count();
        let first = tree.is_concurrent().then_some(Answer::Process { n: younger as u32 });
        let trial = trial(tree, &self.common.expression);
        let case = Case { trial, accusation: WRONG, innocent: &|_| false, first };
        // The status is for whoever runs the command, and the run goes on.
        let _ = question(self.common, self.asking, &mut dialogue, known.clone(), self.code, &program, case);
        Ok((dialogue.found, dialogue.take_answers()))
    }
}

/// What was recorded, as evidence.
fn trial(tree: CallTree, expression: &str) -> Trial<'static> {
    let expression = expression.to_owned();
    match tree.is_concurrent() {
        true => {
            let fates = fates(tree.machine(), &expression);
            let tree = tree.into_run_tree();
            let draw = processes::draw(expression);
            Box::new(|Judges { calls, inside, transitions }| {
                Box::new(Processes::new(tree, fates, calls, inside, draw).judged_by(transitions))
            })
        }
        false => Box::new(|judges| Box::new(Calls::new(tree, judges.calls, judges.inside))),
    }
}

/// What became of the processes, in the order of their creation.
pub fn fates(machine: &Machine, expression: &str) -> Vec<Process> {
    let rows = report::processes::Processes { machine, expression }.rows();
    let fate = |row: Row| Process {
        n: row.n as u32,
        pid: row.pid,
        name: row.name,
        first_call: row.first_call,
        outcome: match row.outcome {
            table::Outcome::Value => Outcome::Value,
            table::Outcome::Exception => Outcome::Exception,
            table::Outcome::Blocked => Outcome::Blocked,
            table::Outcome::Running => Outcome::Running,
            table::Outcome::Killed => Outcome::Killed,
        },
        text: row.text,
    };
    rows.into_iter().map(fate).collect()
}

/// What was recorded, given those who may judge it.
pub type Trial<'a> = Box<dyn FnOnce(Judges) -> Box<dyn Evidence> + 'a>;

/// What is to be explained.
pub struct Case<'a> {
    pub trial: Trial<'a>,
    pub accusation: Accusation<'a>,
    /// Functions that are no suspects, beside those that the user trusts.
    pub innocent: &'a dyn Fn(&Subject) -> bool,
    /// Where to look first, if that is known.
    pub first: Option<Answer>,
}

/// From a symptom to a verdict.
pub fn question(
    common: &Common,
    asking: &Asking,
    dialogue: &mut Dialogue,
    knowledge: Knowledge,
    code: &Rc<Code>,
    program: &Rc<Program>,
    case: Case<'_>,
) -> Result<Ended, ExitCode> {
    let refuse = |troubles: Vec<Trouble>| start::refuse(&troubles);
    let trust = trust::of(asking, code).map_err(refuse)?;
    let judges = oracles::judges(common, asking, code, program, &trust).map_err(refuse)?;
    let options = Options { strategy: asking.strategy, zoom: asking.zoom };
    let mut session = Session::new((case.trial)(judges), knowledge, options);
    session.trust(|subject| trust::covers(&trust, subject) || (case.innocent)(subject));
    if let Some(first) = case.first
        && let Event::Start(_) = session.next_event()
    {
        session.answer(first).unwrap_or_else(|message| eprintln!("{message}"));
    }
    Ok(dialogue.hold(session, asking, &common.expression, &case.accusation, Some(code)))
}

/// A run that stands still, or was stopped after so many steps, can be asked about like one that came to its end; others cannot.
fn report_end(machine: &Machine, end: &End, code: &Code) -> Result<(), ExitCode> {
    let steps = machine.system.steps;
    let (message, status) = match end {
        End::Quiet => {
            record::say_cut_off(machine.cut_off());
            return Ok(());
        }
        End::Steps => {
            eprintln!("stopped after {steps} steps (--max-steps): what had begun by then has no value yet");
            return Ok(());
        }
        End::Halted(status) => {
            (format!("the program halted with status {status}: there is no value to ask about"), ABORTED)
        }
        End::Unsupported(message) => {
            let hint = match code.otp {
                Some(_) => "",
                None => {
                    "\nno Erlang/OTP is in use, only the built-in library: install it, or name it with --otp DIR"
                }
            };
            (format!("{message}{hint}"), BAD_SOURCE)
        }
        End::Memory => ("stopped: no more memory (--max-memory)".to_owned(), BUDGET),
        End::Interrupted => (format!("interrupted after {steps} steps"), ABORTED),
    };
    eprintln!("error: {message}");
    Err(ExitCode::from(status))
}

/// As the Erlang shell shows it; what is asked about later is only its reason.
fn show_exception(machine: &Machine, code: &Code) {
    if let Some(process::Outcome::Exception(exception)) =
        machine.main().and_then(|main| main.state.outcome.as_ref())
        && !matches!(exception.trace, Term::Nil)
    {
        println!("{}", exception::of_run(exception, &machine.program, code));
    }
}
