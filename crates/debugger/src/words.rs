//! Texts that every interface shows: questions, verdicts, judges, places in the source.

pub mod help;
pub mod verdicts;

use std::borrow::Cow;

pub use erlang_report::visible;
use session::Side;
use session::answer::ValueStep;
use session::event::{
    Claim, ClaimKind, Culprit, Place, Proof, Question, QuestionKind, StepError, Undecided, Unit, Wrong,
};

/// Before the questions about a program with annotations of Hoed.
pub const ABOUT_OBSERVED: &str =
    "The program says what to observe (Debug.Hoed): you are asked about that and nothing else.";

/// What `ask` says above the result that it is called for.
pub const REPORTED: &str = "You reported this result as wrong:";
pub const REPORTED_MISSING: &str = "You reported that an answer is missing here:";
pub const REPORTED_TRACE: &str = "You reported that something in this run is wrong:";
/// About walks.
pub const NO_WALK: &str = "there is no run to step through here";
pub const BEGIN_WALK: &str = "this run is long: step through it to see causes and effects";
pub const BUSY: &str = "a command is still running";
pub const NOT_A_REGULAR_FILE: &str = "it is not a regular file";
/// A node of the tree cannot be found in the run.
pub const NO_MOMENT: &str = "it is not known when this happened";
/// After `--reference` or `--property`, where a run has loaded other versions of modules.
pub const JUDGES_NEED_ONE_VERSION: &str = "the program loads code while it runs, so calls cannot be tried in \
     another version or by properties: leave out --reference and --property";
pub const FALSE_PROPERTY: &str = "This property should be True:";

/// Problems of the sources that are not shown.
pub fn more_problems(n: usize) -> String {
    format!("... and {}", count(n as u64, "more problem"))
}

/// Every process in it is where it has been before.
pub fn endless(processes: usize) -> String {
    match processes {
        0 | 1 => "endless loop: the run has returned to an earlier state".to_owned(),
        n => format!("livelock: {n} processes keep running, and all have returned to earlier states"),
    }
}

/// The same of a run that was stopped.
pub const WAS_THERE_BEFORE: &str = "livelock: the processes keep returning to the same states";
pub const ONLY_A_TIMER: &str =
    "livelock: the processes keep returning to the same states until a timer fires";

/// A reply that did not come, within a limit or ever.
pub fn no_reply(from: &str, request: &str, milliseconds: Option<u64>) -> String {
    match milliseconds {
        Some(limit) => format!("no reply from {from} to {request} within {limit} ms"),
        None => format!("no reply from {from} to {request}, and none will come"),
    }
}

/// The same of the one who should have replied.
pub fn did_not_reply(to: &str, request: &str, milliseconds: Option<u64>) -> String {
    match milliseconds {
        Some(limit) => format!("no reply to {request} of {to} within {limit} ms"),
        None => format!("no reply to {request} of {to}"),
    }
}

/// Why a supervisor started a process again.
pub fn replaces(process: &str, reason: &str) -> String {
    format!("started again: {process} ended with reason {reason}")
}

/// A receive gave up, or waits forever.
pub fn nothing_came(milliseconds: Option<u64>) -> String {
    match milliseconds {
        Some(limit) => format!("nothing that it waits for arrived within {limit} ms"),
        None => "nothing that it waits for arrived".to_owned(),
    }
}

/// What a process does that no message will ever wake.
pub const STUCK: &str = "blocks forever";
pub const HIBERNATES: &str = "hibernates";
pub const NO_VALUE_YET: &str = "no value yet: the run was stopped";

/// `Question 1 · 8 calls left; your answer rules out 3 or 5`
pub fn question_head(question: &Question) -> String {
    if question.kind == QuestionKind::Inputs || question.suspects == 0 {
        return format!("Question {} · {}", question.n, question.reason);
    }
    let unit = match question.unit {
        Unit::Call => "call",
        Unit::Step => "step",
        Unit::Expression => "expression",
    };
    let left = count(question.suspects, unit);
    format!("Question {} · {left} left; {}", question.n, question.reason)
}

/// `rewind`, `rewind exit`, or in a group `rewind 2 exit`: which statement, and which end of it.
pub fn where_to(text: &str) -> Result<(usize, Side), String> {
    let (mut n, mut side) = (1, Side::Entry);
    for word in text.split_whitespace() {
        match (word, word.parse()) {
            ("entry", _) => side = Side::Entry,
            ("exit", _) => side = Side::Exit,
            (_, Ok(number)) => n = number,
            _ => {
                return Err(format!(
                    "unknown word `{word}`: use `rewind` to go to the start of the call, or `rewind exit` to its end"
                ));
            }
        }
    }
    Ok((n, side))
}

/// With a capital letter.
pub fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + characters.as_str()
}

/// Said of fields that are left out, where a key shows them.
pub const F_SHOWS_IT: &str = "; f shows it";
pub const F_SHOWS_THEM: &str = "; f shows them";

/// A line without the hint at that key, for interfaces that have a button. `folded` becomes true if
/// there was one.
pub fn without_key<'t>(line: &'t str, folded: &mut bool) -> Cow<'t, str> {
    match [F_SHOWS_IT, F_SHOWS_THEM].into_iter().find(|hint| line.ends_with(&format!("{hint})"))) {
        Some(hint) => {
            *folded = true;
            Cow::Owned(line.replace(hint, ""))
        }
        None => Cow::Borrowed(line),
    }
}

/// `3 suspects`, `1 suspect`
pub fn count(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// `examples/merge.erl, lines 11–15`
pub fn place(place: &Place) -> Option<String> {
    let (file, line) = (place.file.as_deref()?, place.line?);
    let end = place.end_line.unwrap_or(line);
    Some(match (place.column, place.end_column) {
        (Some(column), Some(end_column)) if end == line && end_column > column => {
            format!("{file}:{line}:{column}-{}", end_column - 1)
        }
        (Some(column), Some(end_column)) => {
            format!("{file}:{line}:{column} to {end}:{}", end_column.saturating_sub(1))
        }
        _ if end == line => format!("{file}, line {line}"),
        _ => format!("{file}, lines {line}–{end}"),
    })
}

/// Source lines with their numbers, as `11 | merge(…`.
pub fn numbered(place: &Place, source: &str) -> String {
    let first = place.line.unwrap_or(1);
    let width = (first + source.lines().count() as u32).to_string().len();
    let lines =
        source.lines().zip(first..).map(|(line, n)| format!("{n:>width$} | {line}").trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

/// The same for a verdict. Of code that is too long for a screen, only the beginning and the end.
pub fn numbered_briefly(place: &Place, source: &str, width: usize) -> String {
    let whole = numbered(place, source);
    let lines: Vec<String> = whole.lines().map(|line| one_line(line.to_owned(), width)).collect();
    match lines.len() {
        0..=LONG_SOURCE => lines.join("\n"),
        count => {
            let (head, tail) = (&lines[..LONG_SOURCE - 10], &lines[count - 9..]);
            let between = format!("... {} lines ...", count - head.len() - tail.len());
            [head, &[between], tail].concat().join("\n")
        }
    }
}

/// The most lines of source that a verdict shows.
const LONG_SOURCE: usize = 50;

/// `clause 4 of merge:merge/3`
pub fn culprit(culprit: &Culprit) -> String {
    match culprit.clause {
        // Lazy programs have rules, and no modules.
        Some(rule) if culprit.subject.module.is_empty() => {
            format!("rule {rule} of {}", culprit.subject)
        }
        Some(clause) => format!("clause {clause} of {}", culprit.subject),
        None => culprit.subject.to_string(),
    }
}

/// `clause 2 of the receive in tcp:server_fun/3`
pub fn guilty_receive(culprit: &Culprit) -> String {
    match culprit.clause {
        Some(clause) => format!("clause {clause} of the receive in {}", culprit.subject),
        None => format!("the receive in {}", culprit.subject),
    }
}

/// `correct: the reference says so`
pub fn innocence(proof: &Proof) -> String {
    format!("{}: {}", answer(proof.answer), judge(&proof.by))
}

/// An answer of the JSON contract as people say it.
pub fn answer(name: &str) -> &str {
    match name {
        "right" => "correct",
        "trust" => "trusted",
        "inadmissible" => "invalid call",
        "unknown" => "don't know",
        other => other,
    }
}

pub fn judge(by: &str) -> String {
    match by {
        "you" => "you said so".to_owned(),
        "answers" => "answered in an earlier session".to_owned(),
        "trust list" => "on the trust list".to_owned(),
        "spec" => "its -spec says so".to_owned(),
        "eunit" => "a unit test says so".to_owned(),
        other => format!("the {other} says so"),
    }
}

/// What is known when nothing more can be asked.
pub fn undecided(undecided: &Undecided) -> String {
    let count = undecided.suspects.len();
    match count {
        0 => format!("No verdict: {}.", undecided.reason),
        1 => "Not proven, but only one suspect is left:".to_owned(),
        _ => format!("No verdict: the bug is in one of these {count}, and the answers do not tell which."),
    }
}

/// What was wrong with the step that is to blame: what the answers say, or how it went wrong.
pub fn what_was_wrong(culprit: &Culprit) -> Option<String> {
    let said = culprit.wrong.as_ref().and_then(|wrong| {
        let claim = culprit.claims.iter().find(|claim| claim.id == wrong.claim)?;
        wrong_claim(claim, wrong)
    });
    said.or_else(|| culprit.error.map(|error| explained(error).to_owned()))
}

fn wrong_claim(claim: &Claim, wrong: &Wrong) -> Option<String> {
    let chosen = claim.items().iter().find(|item| Some(item.id) == wrong.item);
    let item = chosen.map(|item| item.meaning.as_ref().unwrap_or(&item.text));
    // A reply that was not sent goes to nobody.
    let is_absent = chosen.is_some_and(|item| item.to.is_none());
    Some(match (claim.kind, item, &wrong.missing) {
        (ClaimKind::Sent, Some(item), _) if is_absent => format!("It should have replied ({item})."),
        (ClaimKind::Sent, Some(item), _) => format!("It should not have sent {item}."),
        (ClaimKind::Sent, None, _) if claim.items().is_empty() => {
            "It should have sent a message, and sent none.".to_owned()
        }
        (ClaimKind::Sent, None, _) => "It should have sent other messages.".to_owned(),
        (ClaimKind::Created, Some(item), _) => format!("It should not have created {item}."),
        (ClaimKind::Created, None, _) => "It should have created other processes.".to_owned(),
        (ClaimKind::Wrote, Some(item), _) => format!("It should not have written {item}."),
        (ClaimKind::Wrote, None, _) => "It should have written something else.".to_owned(),
        (ClaimKind::Consumed, ..) => "It should not have received this message.".to_owned(),
        (ClaimKind::TimedOut, ..) => "It should not have timed out.".to_owned(),
        (ClaimKind::Stuck, ..) => "It should have received one of the messages in its mailbox.".to_owned(),
        (ClaimKind::Value, ..) => "It should have evaluated to another value.".to_owned(),
        (ClaimKind::Exception, ..) => "It should not have raised this exception.".to_owned(),
        (ClaimKind::Reached, ..) => "It should not have reached this receive, or not like this.".to_owned(),
        _ => return None,
    })
}

/// How a faulty step went wrong (paper 2 §6), in a sentence.
fn explained(error: StepError) -> &'static str {
    match error {
        StepError::ErroneouslyFailing => {
            "Erroneously failing: it should have consumed one of the messages in its mailbox."
        }
        StepError::ErroneouslySucceeding => {
            "Erroneously succeeding: it should have consumed another message or none, \
             or continued differently."
        }
        StepError::ErroneousTransition => {
            "Erroneous transition: the receive is correct, but the code after it is not."
        }
        StepError::ErroneousFirstStep => {
            "Erroneous first step: it went wrong before it reached a value or a receive."
        }
    }
}

/// `.2.key` as steps into a value.
pub fn path(text: &str) -> Result<Vec<ValueStep>, String> {
    let Some(rest) = text.strip_prefix('.') else {
        return Err("name a part like .2.1: element 1 of element 2".into());
    };
    let step = |part: &str| match part.parse() {
        Ok(0) => Err("elements are counted from 1".to_owned()),
        Ok(n) => Ok(ValueStep::Element(n)),
        Err(_) if part.is_empty() => Err("name a part like .2.1: element 1 of element 2".into()),
        Err(_) => Ok(ValueStep::Key(part.to_owned())),
    };
    rest.split('.').map(step).collect()
}

/// A statement on one line, cut in the middle if it does not fit.
pub fn one_line(whole: String, width: usize) -> String {
    let length = whole.chars().count();
    if length <= width || width < 20 {
        return whole;
    }
    // The value is what matters, and it is at the end.
    let end = width / 2 - 2;
    let start: String = whole.chars().take(width - end - 5).collect();
    let end: String = whole.chars().skip(length - end).collect();
    format!("{start} ... {end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let place = Place { line: Some(95), ..Place::default() };
        let source: Vec<String> = (95..195).map(|n| format!("line {n}")).collect();
        let brief = numbered_briefly(&place, &source.join("\n"), 80);
        let shown: Vec<&str> = brief.lines().collect();
        assert_eq!(shown.len(), LONG_SOURCE);
        assert_eq!(shown[39..42], ["134 | line 134", "... 51 lines ...", "186 | line 186"]);
        assert_eq!(
            numbered_briefly(&place, &"x".repeat(90), 40),
            format!("95 | {} ... {}", "x".repeat(12), "x".repeat(18))
        );
        assert_eq!([count(1, "suspect"), count(8, "suspect")], ["1 suspect", "8 suspects"]);
    }

    #[test]
    fn parts() {
        let check = |text: &str, expected: &str| {
            let shown = match path(text) {
                Ok(steps) => format!("{steps:?}"),
                Err(message) => message,
            };
            assert!(shown.starts_with(expected), "{text}: {shown}");
        };
        check(".2.1", "[Element(2), Element(1)]");
        check(".name", "[Key(\"name\")]");
        check(".0", "elements are counted from 1");
        check(".", "name a part like");
        check("2", "name a part like");
    }

    #[test]
    fn long_statements() {
        assert_eq!(one_line("m:f(abcdefghijklmnopqrstuvwxyz)".into(), 24), "m:f(abcde ... rstuvwxyz)");
    }
}
