//! `whodunit ask` of a lazy program: which rule is to blame for an answer or a value.

use std::process::ExitCode;

use lazy_tree::Reference;
use session::event::Subject;
use session::{Evidence, Knowledge, Options, Session};

use super::record::record;
use crate::args::{Ask, Asking, Common};
use crate::ask::{Accusation, Dialogue, Ended};
use crate::project::Trouble;
use crate::status::BAD_SOURCE;
use crate::{interrupt, start};

const WRONG: Accusation<'static> = Accusation { statement: None, remark: "— you say this is wrong." };

pub fn ask(args: &Ask) -> ExitCode {
    interrupt::listen();
    let refuse = |message: String| start::refuse(&[Trouble::Plain(message)]);
    if let Some(option) = unsupported(&args.asking) {
        return refuse(format!("not supported: {option} for a lazy program"));
    }
    let (mut dialogue, mut knowledge) = match Dialogue::open(&args.asking) {
        Ok(opened) => opened,
        Err(message) => return refuse(message),
    };
    let mut common = args.common.clone();
    loop {
        match investigate(args, &common, &mut dialogue, knowledge) {
            Ok(Ended::Elsewhere { expression, known }) => {
                (common.expression, knowledge) = (expression, known)
            }
            Ok(Ended::With(status)) | Err(status) => return status,
        }
    }
}

fn investigate(
    args: &Ask,
    common: &Common,
    dialogue: &mut Dialogue,
    knowledge: Knowledge,
) -> Result<Ended, ExitCode> {
    let asking = &args.asking;
    let reference = reference(asking).map_err(|message| {
        eprintln!("{message}");
        ExitCode::from(BAD_SOURCE)
    })?;
    let evidence: Box<dyn Evidence> =
        Box::new(record(common, &args.lazy, !asking.json)?.judged_by(reference));
    let mut session = Session::new(evidence, knowledge, Options { strategy: asking.strategy, zoom: false });
    session.trust(|subject| is_trusted(asking, subject));
    Ok(dialogue.hold(session, asking, &common.expression, &WRONG, None))
}

/// The other version, if there is one.
fn reference(asking: &Asking) -> Result<Option<Reference>, String> {
    match asking.reference.is_empty() {
        true => Ok(None),
        false => super::load(&asking.reference).map(|program| Some(Reference::new(program))),
    }
}

/// `--trust f,g`
fn is_trusted(asking: &Asking, subject: &Subject) -> bool {
    asking.trust.iter().any(|trusted| trusted.function.is_none() && trusted.module.name() == subject.function)
}

/// What lazy programs are not ready for, by name.
fn unsupported(asking: &Asking) -> Option<&'static str> {
    let options = [
        ("--property", !asking.property.is_empty()),
        ("--zoom", asking.zoom),
        ("--write-tests", asking.write_tests.is_some()),
    ];
    options.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
}
