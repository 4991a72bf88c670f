//! `whodunit ask`: evaluate an expression whose value is wrong, and ask until the code to blame is found.

mod answers;
mod conversation;
mod dialogue;
mod expression;
mod front;
mod input;
mod json;
mod oracle;
mod oracles;
mod secretary;
mod style;
mod transcript;
mod trust;
mod unit_tests;
mod words;

use std::process::ExitCode;
use std::rc::Rc;

use computation_tree::NodeId;
use erlang_machine::machine::End;
use erlang_machine::program::Program;
use erlang_term::Term;
use erlang_tree::{COMPILED, Call, CallTree, Outcome};
use session::erlang::Calls;
use session::event::Subject;
use session::{Knowledge, Options, Session};

pub use dialogue::{Dialogue, Ended};
pub use front::Accusation;
pub use trust::parse as parse_trusted;

use crate::args::{Ask, Asking, Common};
use crate::project::{Code, Trouble};
use crate::report::exception;
use crate::status::{ABORTED, BAD_SOURCE, BUDGET};
use crate::terminal::Terminal;
use crate::{interrupt, record, start};

pub fn ask(args: &Ask) -> ExitCode {
    interrupt::listen();
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
    let (mut tree, end) = record::record(&common.project, &program, &mut terminal);
    terminal.clear_progress();
    terminal.flush();
    report_end(&mut tree, &end, &code)?;
    if !asking.json {
        show_exception(&mut tree, &code);
    }
    let (symptom, blamable) = tree.root();
    let accusation = Accusation { statement: None, remark: "— you say this is wrong." };
    let case = Case { tree, symptom, blamable, accusation, innocent: &|_| false };
    question(common, asking, dialogue, knowledge, &code, &program, case)
}

/// What is to be explained.
pub struct Case<'a> {
    pub tree: CallTree,
    pub symptom: NodeId,
    /// Whether the symptom can be to blame itself.
    pub blamable: bool,
    pub accusation: Accusation<'a>,
    /// Functions that are no suspects, beside those that the user trusts.
    pub innocent: &'a dyn Fn(&Subject) -> bool,
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
    let (panel, inside) = oracles::panel(common, asking, code, program, &trust).map_err(refuse)?;
    let options = Options { strategy: asking.strategy, zoom: asking.zoom };
    let calls = Calls::new(case.tree, panel, inside).with_symptom(case.symptom, case.blamable);
    let mut session = Session::new(Box::new(calls), knowledge, options);
    session.trust(|subject| trust::covers(&trust, subject) || (case.innocent)(subject));
    Ok(dialogue.hold(session, asking, &common.expression, &case.accusation, code))
}

/// A run that came to no end cannot be asked about.
fn report_end(tree: &mut CallTree, end: &End, code: &Code) -> Result<(), ExitCode> {
    let steps = tree.machine().system.steps;
    let (message, status) = match end {
        End::Quiet if !matches!(symptom(tree).outcome, Outcome::Unfinished) => return Ok(()),
        End::Quiet => ("deadlock: nothing can run, and the expression has no value".to_owned(), ABORTED),
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
        End::Steps => (format!("stopped after {steps} steps (--max-steps)"), BUDGET),
        End::Memory => ("stopped: no more memory (--max-memory)".to_owned(), BUDGET),
        End::Interrupted => (format!("interrupted after {steps} steps"), ABORTED),
    };
    eprintln!("error: {message}");
    Err(ExitCode::from(status))
}

fn symptom(tree: &mut CallTree) -> Call {
    let (root, _) = tree.root();
    tree.call(root)
}

/// As the Erlang shell shows it; what is asked about later is only its reason.
fn show_exception(tree: &mut CallTree, code: &Code) {
    if let Outcome::Exception { class, reason, trace } = symptom(tree).outcome
        && !matches!(trace, Term::Nil)
    {
        let exception = erlang_machine::exception::Exception { class, reason, trace };
        println!("{}", exception::of_run(&exception, &tree.machine().program, code));
    }
}
