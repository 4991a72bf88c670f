//! `whodunit ask` of a lazy program: which rule is to blame for an answer or a value.

use std::process::ExitCode;

use lazy_tree::Reference;
use session::event::Subject;
use session::{Evidence, Knowledge, Options, Session};

use super::missing::collect;
use super::record::record;
use crate::args::{Ask, Asking, Common, Lazy, Tracing};
use crate::ask::{Accusation, Dialogue, Ended};
use crate::project::Trouble;
use crate::status::BAD_SOURCE;
use crate::{interrupt, start};

const WRONG: Accusation<'static> = Accusation { statement: None, remark: "— you say this is wrong." };
const MISSING: Accusation<'static> = Accusation { statement: None, remark: "— you say one is missing." };

pub fn ask(args: &Ask) -> ExitCode {
    interrupt::listen();
    let accusation = if args.lazy.missing { MISSING } else { WRONG };
    let case = Case {
        common: args.common.clone(),
        options: &args.lazy,
        tracing: args.tracing.trace.is_some().then_some(&args.tracing),
        accusation,
        property: None,
    };
    hold(case, &args.asking)
}

/// What is wrong, and who says so.
pub struct Case<'a> {
    pub common: Common,
    pub options: &'a Lazy,
    pub tracing: Option<&'a Tracing>,
    pub accusation: Accusation<'a>,
    /// The property that the expression calls, and that does not hold.
    pub property: Option<&'a str>,
}

/// From a symptom to a verdict.
pub fn hold(mut case: Case<'_>, asking: &Asking) -> ExitCode {
    let refuse = |message: String| start::refuse(&[Trouble::Plain(message)]);
    if case.options.missing && case.tracing.is_some() {
        return refuse("not supported: --trace of a search for a missing answer".to_owned());
    }
    if case.options.missing && !case.options.hide.is_empty() {
        return refuse("not supported: --hide in a search for a missing answer".to_owned());
    }
    if let Some(option) = unsupported(asking) {
        return refuse(format!("not supported: {option} for a lazy program"));
    }
    let (mut dialogue, mut knowledge) = match Dialogue::open(asking) {
        Ok(opened) => opened,
        Err(message) => return refuse(message),
    };
    loop {
        match investigate(&case, asking, &mut dialogue, knowledge) {
            Ok(Ended::Elsewhere { expression, known }) => {
                knowledge = known;
                let common = Common { expression, ..case.common };
                let accusation = if case.options.missing { MISSING } else { WRONG };
                case = Case { common, accusation, property: None, ..case };
            }
            Ok(Ended::With(status)) | Err(status) => return status,
        }
    }
}

fn investigate(
    case: &Case<'_>,
    asking: &Asking,
    dialogue: &mut Dialogue,
    knowledge: Knowledge,
) -> Result<Ended, ExitCode> {
    let common = &case.common;
    let reference = reference(asking).map_err(|message| {
        eprintln!("{message}");
        ExitCode::from(BAD_SOURCE)
    })?;
    let evidence: Box<dyn Evidence> = match case.options.missing {
        true => Box::new(collect(common)?.judged_by(reference)),
        false => {
            let recorded = record(common, case.options, case.tracing, !asking.json)?;
            Box::new(recorded.judged_by(reference).accused_by(case.property.map(str::to_owned)))
        }
    };
    let mut session = Session::new(evidence, knowledge, Options { strategy: asking.strategy, zoom: false });
    session.trust(|subject| is_trusted(asking, subject));
    Ok(dialogue.hold(session, asking, &common.expression, &case.accusation, None))
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
