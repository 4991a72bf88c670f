//! What interfaces say to people: help, verdicts, numbers in words.

use session::Side;
use session::answer::Step;
use session::event::{Claim, Culprit, Place, Proof, Undecided, sentence};

pub const HINT: &str = "[y n t i d, ? explains]";

pub const HELP: &str = "\
Would a correct program say the same?

  y  yes, this is right
  n  no, it is wrong                     n .2.1  element 1 of element 2 is
  d  I don't know
  t  trust the function: it is right, whatever it is called with
  i  inadmissible: nobody should have called it so; the caller is to blame

  3  (a number) in a group: the first that is wrong; else: this claim is wrong

  u  undo the last answer, again and again
  r 2 y  revise an earlier answer: the one to question 2 should be y
  s  change the strategy                 s top-down
  h  what was answered so far
  o  the value of the expression was right after all

  +  unfold what is cut off              /text  find text in a long statement
  v  show the code of the function
  r  walk through the run, from this call on, and come back
     r exit  from where it returned or raised
  a  end the session, and save the answers";

/// Of lazy programs, and of their traces.
pub const LAZY_HELP: &str = "\
Would a correct program say the same? `_` is what nobody needed: anything.

  y  yes, this is right                  ->  is right if this is one of its values
  n  no, it is wrong
  d  I don't know
  t  trust the function: it is right, whatever it is called with
  i  inadmissible: nobody should have called it so; the caller is to blame
  3  (a number) in a group: the first that is wrong

  u  undo the last answer, again and again
  r 2 y  revise an earlier answer: the one to question 2 should be y
  s  change the strategy                 s top-down
  h  what was answered so far
  o  the value of the expression was right after all
  x  ask about something simpler, if that is offered

  +  unfold what is cut off              /text  find text in a long statement
  v  show the code of the function
  a  end the session, and save the answers";

pub const LAZY_VERDICT_HELP: &str = "\
  y  that is all
  p  why it must be this one
  u  undo the last answer                r 2 y  revise an earlier answer
  h  what was answered so far";

pub const VERDICT_HELP: &str = "\
  y  look inside the function, for the expression to blame
  n  that is all
  p  why it must be this one
  u  undo the last answer                r  revise an earlier answer
  h  what was answered so far
  rewind  walk through the run, from the call that is to blame, and come back
     rewind exit  from where it returned or raised";

/// About the steps of processes, each claim by its number.
pub const STEP_HELP: &str = "\
Would a correct program do the same, with the same variables and messages?

  2  (a number) this claim is wrong, and those before it are right
  y  yes, nothing is wrong here
  d  I don't know
  t  trust the function, and its receives: they are right, whatever they are given
  i  inadmissible: this should never have happened; whoever caused it is to blame

  If what it was given is wrong (context, received messages), the search goes to
  whoever made that. If what it did is wrong, the search goes on inside.

  u  undo the last answer, again and again
  r 2 y  revise an earlier answer: the one to question 2 should be y
  s  change the strategy                 s process-directed
  h  what was answered so far
  p  the processes of the run
  m  what they did to each other         m 21   around event 21
     m <0.83.0>  of one process          m picture.svg   into a file
  o  the value of the expression was right after all

  +  unfold what is cut off              /text  find text in a long statement
  v  show the code of the function
  r  walk through the run, from here on, and come back
     r exit  from right behind what happened
  a  end the session, and save the answers";

pub const START_HELP: &str = "\
Where did you see that something is wrong?

  2     (a number) in what this process came to; its pid or its name will do, too
  e 21  in event 21 of the diagram: a message that should not have been sent, say
  w     somewhere: the search is over the whole run

  m     what the processes did to each other, a diagram with numbered events
        (m 21: around event 21; m <0.83.0>: of one process; m picture.svg: a file)
  s     change the strategy               s process-directed
  o     nothing is wrong after all
  a     end the session";

/// `rewind`, `rewind exit`, and of a group `rewind 2 exit`: which statement is meant, and which end of it.
pub fn where_to(text: &str) -> Result<(usize, Side), String> {
    let (mut n, mut side) = (1, Side::Entry);
    for word in text.split_whitespace() {
        match (word, word.parse()) {
            ("entry", _) => side = Side::Entry,
            ("exit", _) => side = Side::Exit,
            (_, Ok(number)) => n = number,
            _ => return Err(format!("`{word}`? `rewind` goes to where it began, `rewind exit` to its end.")),
        }
    }
    Ok((n, side))
}

/// `fourth`; as a number beyond twelve.
pub fn ordinal(n: u32) -> String {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        "eleventh", "twelfth",
    ];
    if let Some(word) = (n as usize).checked_sub(1).and_then(|index| WORDS.get(index)) {
        return (*word).to_owned();
    }
    let ending = match (n % 10, n % 100) {
        (1, rest) if rest != 11 => "st",
        (2, rest) if rest != 12 => "nd",
        (3, rest) if rest != 13 => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

/// With a capital letter.
pub fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + characters.as_str()
}

/// `3 suspects`, `1 suspect`
pub fn count(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// `examples/merge.erl, lines 11 to 15`
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
        _ => format!("{file}, lines {line} to {end}"),
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

/// The same for a verdict: of what is too long for a screen, the beginning and the end.
pub fn numbered_briefly(place: &Place, source: &str, width: usize) -> String {
    let whole = numbered(place, source);
    let lines: Vec<String> = whole.lines().map(|line| one_line(line, &[], width)).collect();
    match lines.len() {
        0..=LONG_SOURCE => lines.join("\n"),
        count => {
            let (head, tail) = (&lines[..LONG_SOURCE - 10], &lines[count - 9..]);
            let between = format!("... {} lines ...", count - head.len() - tail.len());
            [head, &[between], tail].concat().join("\n")
        }
    }
}

/// So many lines of source a verdict shows.
const LONG_SOURCE: usize = 50;

/// Whose code it is: `the fourth clause of merge:merge/3`.
pub fn culprit(culprit: &Culprit) -> String {
    match culprit.clause {
        // Lazy programs have rules, and no modules.
        Some(rule) if culprit.subject.module.is_empty() => {
            format!("the {} rule of {}", ordinal(rule), culprit.subject)
        }
        Some(clause) => format!("the {} clause of {}", ordinal(clause), culprit.subject),
        None => culprit.subject.to_string(),
    }
}

/// The same of a receive: `the receive in tcp:server_fun/3`.
pub fn guilty_receive(culprit: &Culprit) -> String {
    match culprit.clause {
        Some(clause) => format!("the receive in {}, {} clause", culprit.subject, ordinal(clause)),
        None => format!("the receive in {}", culprit.subject),
    }
}

/// `right, says the reference`
pub fn innocence(proof: &Proof) -> String {
    let who = judge(&proof.by);
    match proof.answer {
        "trust" => format!("trusted: {who}"),
        answer => format!("{answer}: {who}"),
    }
}

pub fn judge(by: &str) -> String {
    match by {
        "you" => "you said so".to_owned(),
        "answers" => "as answered before".to_owned(),
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
        1 => "No proof, but only one suspect is left:".to_owned(),
        _ => format!("No verdict: one of these {count} is to blame, and the answers do not say which."),
    }
}

/// How a buggy step went wrong (paper 2 §6), in a sentence.
pub fn explained(error: &str) -> String {
    let why = match error {
        "erroneously failing" => "it should have taken one of the messages that were there",
        "erroneously succeeding" => "it should have taken another message, or none, or gone on otherwise",
        "erroneous transition" => "it went on wrongly after a receive that did well",
        "erroneous first step" => "it went wrong before it came to its value or to a receive",
        _ => return capitalized(error),
    };
    format!("{}: {why}.", capitalized(error))
}

/// `.2.key` as steps into a value.
pub fn path(text: &str) -> Result<Vec<Step>, String> {
    let Some(rest) = text.strip_prefix('.') else {
        return Err("a part is named like .2.1: element 1 of element 2".into());
    };
    let step = |part: &str| match part.parse() {
        Ok(0) => Err("elements are counted from 1".to_owned()),
        Ok(n) => Ok(Step::Element(n)),
        Err(_) if part.is_empty() => Err("a part is named like .2.1: element 1 of element 2".into()),
        Err(_) => Ok(Step::Key(part.to_owned())),
    };
    rest.split('.').map(step).collect()
}

/// A statement on one line, cut in the middle if it does not fit.
pub fn one_line(statement: &str, claims: &[Claim], width: usize) -> String {
    let whole = sentence(statement, claims);
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
        for (n, expected) in
            [(1, "first"), (4, "fourth"), (12, "twelfth"), (13, "13th"), (21, "21st"), (112, "112th")]
        {
            assert_eq!(ordinal(n), expected);
        }
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
        check(".", "a part is named like");
        check("2", "a part is named like");
    }

    #[test]
    fn long_statements() {
        assert_eq!(one_line("m:f(abcdefghijklmnopqrstuvwxyz)", &[], 24), "m:f(abcde ... rstuvwxyz)");
    }
}
