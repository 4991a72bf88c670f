//! `whodunit ask` of a lazy program: which rule is to blame for an answer or a value.

use std::collections::HashSet;
use std::process::ExitCode;
use std::rc::Rc;

use debugger::Dialogue;
use debugger::dialogue::Accusation;
use lazy_properties::{Oracle, Tester, is_property};
use lazy_syntax::Spelling;
use lazy_tree::Reference;
use session::{Evidence, Knowledge};
use slices::Meter;

use super::missing::collect;
use super::record::record;
use crate::args::{Ask, Asking, Common, Lazy, Tracing};
use crate::ask::{self, Host, Over};
use crate::project::Trouble;
use crate::status::BAD_SOURCE;
use crate::{interrupt, start};

const MISSING: &str = debugger::words::REPORTED_MISSING;
pub const FALSE: &str = debugger::words::FALSE_PROPERTY;

pub fn because(remark: &str) -> Accusation {
    Accusation { statement: None, remark: remark.to_owned() }
}

pub fn ask(args: &Ask) -> ExitCode {
    interrupt::listen();
    let accusation = if args.lazy.missing { because(MISSING) } else { ask::wrong() };
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
    pub accusation: Accusation,
    /// The property that the expression calls, and that does not hold.
    pub property: Option<String>,
}

/// From a symptom to a verdict.
pub fn hold(mut case: Case<'_>, asking: &Asking) -> ExitCode {
    let refuse = |message: String| start::refuse(&[Trouble::Plain(message)]);
    if case.options.missing && case.tracing.is_some() {
        return refuse("not supported: --trace of a search for a missing answer".to_owned());
    }
    if let Some(option) = unsupported(asking) {
        return refuse(format!("not supported: {option} for a lazy program"));
    }
    if !asking.property.is_empty() {
        let instead =
            "its properties are known by their names, prop_f… and spec_f…, also in the files of --properties";
        return refuse(format!("not supported: --property for a lazy program: {instead}"));
    }
    // They are part of the program, and the last of it.
    case.common.project.sources.extend(asking.properties.iter().cloned());
    let opened = say_who_does_not_judge(&case, asking).and_then(|()| Host::open(asking));
    let (mut host, mut knowledge) = match opened {
        Ok(opened) => opened,
        Err(message) => return refuse(message),
    };
    loop {
        match investigate(&case, asking, &mut host, knowledge) {
            Ok(Over::Elsewhere { expression, known }) => {
                knowledge = known;
                let property = called(&expression).filter(|name| is_property(name)).map(str::to_owned);
                let accusation = match &property {
                    _ if case.options.missing => because(MISSING),
                    Some(_) => because(FALSE),
                    None => ask::wrong(),
                };
                let common = Common { expression, ..case.common };
                case = Case { common, accusation, property, ..case };
            }
            Ok(Over::With(ended)) => return ask::status(ended),
            Err(status) => return status,
        }
    }
}

fn investigate(
    case: &Case<'_>,
    asking: &Asking,
    host: &mut Host,
    knowledge: Knowledge,
) -> Result<Over, ExitCode> {
    let common = &case.common;
    let refuse = |message: String| {
        eprintln!("{message}");
        ExitCode::from(BAD_SOURCE)
    };
    let meter = Meter::new(0);
    let reference = reference(asking).map_err(refuse)?.map(|reference| reference.pausing(meter.clone()));
    let trusted = asking.trust.iter().filter(|trusted| trusted.function.is_none());
    let mut trusted: HashSet<String> = trusted.map(|trusted| trusted.module.name().to_owned()).collect();
    if case.options.missing {
        let missing = collect(common, case.options)?.judged_by(reference).trusting(Rc::new(trusted));
        return Ok(converse(Box::new(missing), meter, case, asking, host, knowledge));
    }
    let recorded = record(common, case.options, case.tracing, !asking.json)?;
    let oracle = oracle(common, asking).map_err(refuse)?.map(|oracle| oracle.pausing(meter.clone()));
    // Some are there for properties only.
    let names = recorded.subjects().into_iter().map(|(_, subject)| subject.function);
    trusted.extend(names.filter(|name| oracle.as_ref().is_some_and(|oracle| oracle.trusts(name))));
    let recorded = recorded.judged_by(reference).tested_by(oracle).trusting(Rc::new(trusted));
    let evidence = Box::new(recorded.accused_by(case.property.clone()));
    Ok(converse(evidence, meter, case, asking, host, knowledge))
}

fn converse(
    evidence: Box<dyn Evidence>,
    meter: Meter,
    case: &Case<'_>,
    asking: &Asking,
    host: &mut Host,
    knowledge: Knowledge,
) -> Over {
    let title = case.common.expression.clone();
    let accusation = case.accusation.clone();
    let about =
        debugger::dialogue::Case { title, evidence, accusation, trusted: Box::new(|_| false), first: None };
    let mut dialogue = Dialogue::about_case(about, meter, None, knowledge, ask::manner(asking));
    host.hold(&mut dialogue, &case.common.expression, None)
}

/// The function that an expression is a call of.
fn called(expression: &str) -> Option<&str> {
    expression.split_whitespace().next()
}

/// The other version, if there is one.
fn reference(asking: &Asking) -> Result<Option<Reference>, String> {
    match asking.reference.is_empty() {
        true => Ok(None),
        false => super::load(&asking.reference).map(|program| Some(Reference::new(program))),
    }
}

/// Where properties cannot judge, those in files of their own are refused, and of others it is said.
fn say_who_does_not_judge(case: &Case<'_>, asking: &Asking) -> Result<(), String> {
    // What is wrong with the sources is told when they are read for the run.
    let Ok((files, options)) = super::texts(&case.common.project.sources) else { return Ok(()) };
    let what = match (case.options.missing, options.spelling) {
        (true, _) => "a search for a missing answer",
        (false, Spelling::Toy) => "a program in TOY",
        (false, _) => return Ok(()),
    };
    if !asking.properties.is_empty() {
        return Err(format!("not supported: --properties for {what}"));
    }
    if !asking.no_properties && !Tester::new(files, options).0.names().is_empty() {
        eprintln!("not supported: properties as judges for {what}; you are asked instead");
    }
    Ok(())
}

/// The properties in the sources, and in the files that hold nothing else.
fn oracle(common: &Common, asking: &Asking) -> Result<Option<Oracle>, String> {
    if asking.no_properties {
        return Ok(None);
    }
    let (files, options) = super::texts(&common.project.sources)?;
    if options.spelling == Spelling::Toy {
        return Ok(None);
    }
    let is_trusted = |name: &str| is_named(asking, name);
    let count = asking.properties.len();
    let oracle = Oracle::new(files, count, options, &common.expression, &is_trusted, common.project.seed);
    Ok(oracle.map(|oracle| oracle.believing_tests(asking.trust_tests)))
}

/// `--trust f,g`
fn is_named(asking: &Asking, function: &str) -> bool {
    asking.trust.iter().any(|trusted| trusted.function.is_none() && trusted.module.name() == function)
}

/// What lazy programs are not ready for, by name.
fn unsupported(asking: &Asking) -> Option<&'static str> {
    let options = [("--zoom", asking.zoom), ("--write-tests", asking.write_tests.is_some())];
    options.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
}
