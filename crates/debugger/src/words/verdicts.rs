//! What every interface says about a verdict, and about those who judged before the person.

use session::event::{Assumption, Culprit};

use super::{count, culprit, guilty_receive};

pub fn bug_found(found: &Culprit, kind: CulpritKind) -> String {
    match kind {
        CulpritKind::Function => format!("Bug found in {}", culprit(found)),
        CulpritKind::Receive => format!("Bug found in {}", guilty_receive(found)),
        CulpritKind::Expression => format!("Bug found in this expression of {}", culprit(found)),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CulpritKind {
    Function,
    Receive,
    Expression,
}

pub const ACTUAL_VALUES: &str = "With its actual values:";

/// The title of the statement that is wrong.
pub fn evidence(kind: CulpritKind) -> &'static str {
    match kind {
        CulpritKind::Function | CulpritKind::Receive => "Evidence:",
        CulpritKind::Expression => "It evaluated to:",
    }
}

/// The title of what was called and is not to blame.
pub fn innocent(is_empty: bool, is_expression: bool) -> &'static str {
    match (is_empty, is_expression) {
        (true, true) => "It has no subexpressions that could be to blame.",
        (true, false) => "It made no other calls that could be to blame.",
        (false, true) => "Its subexpressions are not to blame:",
        (false, false) => "The calls it made are not to blame:",
    }
}

pub fn questions(asked: u32, judged: u32) -> String {
    let questions = count(u64::from(asked), "question");
    match judged {
        0 => format!("({questions})"),
        n => format!("({questions}, {n} answered automatically)"),
    }
}

/// What a verdict rests on, and nobody confirmed.
pub fn assumption(assumption: &Assumption) -> String {
    let Assumption { kind, text } = assumption;
    let first = text.lines().next().unwrap_or_default();
    match *kind {
        "witness" => format!("the {first} is correct"),
        "incomplete" => first.to_owned(),
        kind => format!("its inputs are correct ({kind}: {first})"),
    }
}

/// A property that is false for something simpler.
pub fn simpler(property: &str, calls: u32) -> String {
    let calls = count(u64::from(calls), "call");
    format!("{property} also fails for a simpler expression with {calls}; x asks about that one instead:")
}

/// Someone other than the user judged the result that was reported as wrong.
pub fn doubted(answer: &str, judge: &str) -> String {
    match answer {
        "inadmissible" => format!("This should never have been evaluated: {judge}."),
        _ => format!("This result is correct: {judge}."),
    }
}
