//! `whodunit ask`: evaluate an expression whose value is wrong, and ask until the code to blame is found.

mod answers;
mod conversation;
mod front;
mod host;
mod json;
mod oracle;
mod processes;
mod secretary;

use std::process::ExitCode;
use std::rc::Rc;

use debugger::Dialogue;
use debugger::dialogue::{Accusation, Case, Ended, Manner};
use debugger::erlang::diagram::drawing;
use debugger::erlang::evidence::{Calls, Processes};
use debugger::erlang::{expression, oracles, trust};
use erlang_machine::machine::{End, Machine};
use erlang_machine::process;
use erlang_machine::program::Program;
use erlang_term::Term;
use erlang_tree::{COMPILED, CallTree, Recording};
use session::event::Subject;
use session::{Answer, Evidence, Knowledge};
use slices::Meter;

pub use debugger::erlang::oracles::Judges;
pub use debugger::erlang::trust::parse as parse_trusted;
pub use host::{About, Host, Over, Scene};

use crate::args::{Ask, Asking, Common};
use crate::project::{Code, Trouble};
use crate::report::{self, exception};
use crate::status::{ABORTED, BAD_SOURCE, BUDGET};
use crate::terminal::Terminal;
use crate::{interrupt, observed, record, rewind, start};

pub fn ask(args: &Ask) -> ExitCode {
    interrupt::listen();
    match observed::find(&args.common.project.sources) {
        Ok(None) => {}
        Ok(Some(trace)) => return observed::ask(trace, args),
        Err(message) => return start::refuse(&[Trouble::Plain(message)]),
    }
    let (mut host, knowledge) = match Host::open(&args.asking) {
        Ok(opened) => opened,
        Err(message) => return start::refuse(&[Trouble::Plain(message)]),
    };
    let ended = investigate(&args.common, &args.asking, &mut host, knowledge);
    go_on(args.common.clone(), &args.asking, &mut host, ended)
}

/// As long as there is another expression to ask about.
pub fn go_on(
    mut common: Common,
    asking: &Asking,
    host: &mut Host,
    mut ended: Result<Over, ExitCode>,
) -> ExitCode {
    loop {
        match ended {
            Ok(Over::Elsewhere { expression, known }) => {
                common.expression = expression;
                ended = investigate(&common, asking, host, known);
            }
            Ok(Over::With(ended)) => return status(ended),
            Err(status) => return status,
        }
    }
}

/// From an expression to a verdict on it. An exit status if there is nothing to ask about.
fn investigate(
    common: &Common,
    asking: &Asking,
    host: &mut Host,
    knowledge: Knowledge,
) -> Result<Over, ExitCode> {
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
        host.go_back = Some(Box::new(move |scene, known| {
            rewind::from_question(&common, &code, &recorded, scene, known)
        }));
    }
    let case = Symptom {
        trial: trial(tree, &common.expression),
        accusation: wrong(),
        innocent: Box::new(|_| false),
        first: None,
    };
    question(common, asking, host, knowledge, &code, &program, case)
}

/// What a person says who calls `ask`.
pub fn wrong() -> Accusation {
    Accusation { statement: None, remark: debugger::words::REPORTED.into() }
}

/// The exit status of a session.
pub fn status(ended: Ended) -> ExitCode {
    match ended {
        Ended::Found => ExitCode::SUCCESS,
        Ended::Undecided | Ended::Aborted | Ended::Nothing => ExitCode::from(ABORTED),
    }
}

/// How a session is held, by the options of the command line.
pub fn manner(asking: &Asking) -> Manner {
    Manner {
        strategy: asking.strategy,
        zoom: asking.zoom,
        no_human: asking.no_human,
        oracle: asking.oracle.clone(),
        has_transcript: asking.transcript.is_some(),
    }
}

/// What was recorded, as evidence.
fn trial(tree: CallTree, expression: &str) -> Trial<'static> {
    let expression = expression.to_owned();
    match tree.is_concurrent() {
        true => {
            let machine = tree.machine();
            let fates = report::processes::Processes { machine, expression: &expression }.rows();
            let tree = tree.into_run_tree();
            let draw = drawing(expression);
            Box::new(|Judges { calls, inside, transitions, meter }| {
                Box::new(Processes::new(tree, fates, calls, inside, draw, meter).judged_by(transitions))
            })
        }
        false => Box::new(|judges| Box::new(Calls::new(tree, judges.calls, judges.inside, judges.meter))),
    }
}

/// What was recorded, given those who may judge it.
pub type Trial<'a> = Box<dyn FnOnce(Judges) -> Box<dyn Evidence> + 'a>;

/// What is to be explained.
pub struct Symptom<'a> {
    pub trial: Trial<'a>,
    pub accusation: Accusation,
    /// Functions that are not suspects, beside those that the user trusts.
    pub innocent: Box<dyn Fn(&Subject) -> bool>,
    /// Where to look first, if that is known.
    pub first: Option<Answer>,
}

/// From a symptom to a verdict.
pub fn question(
    common: &Common,
    asking: &Asking,
    host: &mut Host,
    knowledge: Knowledge,
    code: &Rc<Code>,
    program: &Rc<Program>,
    symptom: Symptom<'_>,
) -> Result<Over, ExitCode> {
    let refuse = |troubles: Vec<Trouble>| start::refuse(&troubles);
    for warning in trust::warnings(&asking.trust, code) {
        eprintln!("warning: {warning}");
    }
    let trust = trust::of(&asking.trust, code).map_err(refuse)?;
    let meter = Meter::new(0);
    let judges = oracles::judges(&asking.judges(), code, program, &trust, &meter).map_err(refuse)?;
    let Symptom { trial, accusation, innocent, first } = symptom;
    let trusted = move |subject: &Subject| trust::covers(&trust, subject) || innocent(subject);
    let case = Case {
        title: common.expression.clone(),
        evidence: trial(judges),
        accusation,
        trusted: Box::new(trusted),
        first,
    };
    let mut dialogue = Dialogue::about_case(case, meter, None, knowledge, manner(asking));
    Ok(host.hold(&mut dialogue, &common.expression, Some(code)))
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
