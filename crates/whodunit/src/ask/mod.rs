//! `whodunit ask`: evaluate an expression whose value is wrong, and ask until the code to blame is
//! found.

mod answers;
mod conversation;
pub mod cut;
mod front;
mod host;
mod json;
mod oracle;
mod processes;
mod secretary;

use std::process::ExitCode;
use std::rc::Rc;

use debugger::dialogue::Manner;
use debugger::language::Options;
use debugger::{Dialogue, Language, Project};
use session::Knowledge;

pub use host::{About, Host, Scene};
pub use oracle::OracleProgram as Oracle;
pub use secretary::Secretary;

use crate::args::{Ask, Asking};
use crate::sources::{self, Opened, require};
use crate::{interrupt, memory, rewind, web};

pub fn ask(args: &Ask) -> ExitCode {
    if args.browser.web {
        return web::ask(args);
    }
    interrupt::listen();
    let Ask { target, lazy, tracing, asking, method, .. } = args;
    let options = Options { tracing: tracing.options(), method: *method, ..target.project.options() };
    let options = asking.apply(lazy.apply(options));
    let asked = sources::open("ask", target, options).and_then(|opened| {
        check(opened.language, asking)?;
        Ok((opened, Host::open(asking).map_err(refuse)?))
    });
    let (Opened { project, expression, .. }, (mut host, knowledge)) = match asked {
        Ok(asked) => asked,
        Err(status) => return status,
    };
    memory::limit(target.project.max_memory);
    hold(&mut host, project, expression, knowledge, asking)
}

/// Refuses what the language does not have.
pub fn check(language: &dyn Language, asking: &Asking) -> Result<(), ExitCode> {
    let can = language.can();
    require(language, "--zoom", can.zoom || !asking.zoom)?;
    require(language, "--write-tests", can.write_tests || asking.write_tests.is_none())
}

pub fn refuse(message: String) -> ExitCode {
    sources::refuse(&debugger::Problem::error(message))
}

/// From an expression to a verdict.
pub fn hold(
    host: &mut Host,
    project: Rc<dyn Project>,
    expression: String,
    knowledge: Knowledge,
    asking: &Asking,
) -> ExitCode {
    if !asking.json {
        host.go_back = Some(Box::new(rewind::from_question));
    }
    let mut dialogue = Dialogue::about_expression(project, expression, knowledge, manner(asking));
    ExitCode::from(host.hold(&mut dialogue).status())
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
