//! A toy interface: everything that an interface has to do, in about fifty lines. It runs, asks,
//! zooms and cancels, for Erlang and for a lazy program, and knows neither.

use std::rc::Rc;

use debugger::dialogue::{Ended, Manner, Slice};
use debugger::files::Texts;
use debugger::language::{Options, ProblemKind, Purpose};
use debugger::{Dialogue, Input, OutcomeKind, Output, language_of};
use session::event::{Question, QuestionKind, Verdict};
use session::{Answer, Event, Knowledge};

/// Someone at the toy interface: what they type, and when they lose patience.
#[derive(Default)]
struct Person {
    /// Whether a statement is right.
    knows: Option<fn(&Question) -> bool>,
    /// Lines of input for the program.
    lines: Vec<&'static str>,
    /// Presses Ctrl-C after this many slices.
    patience: Option<u32>,
    zooms: bool,
}

/// What was seen.
#[derive(Default, Debug)]
struct Seen {
    printed: String,
    outcome: Option<(OutcomeKind, Option<String>)>,
    questions: Vec<String>,
    judged: Vec<String>,
    blamed: Option<String>,
    slices: u32,
    saved: String,
    problems: Vec<String>,
    ended: Option<Ended>,
}

/// Drives a dialogue to its end.
fn drive(mut dialogue: Dialogue, mut person: Person) -> Seen {
    let (mut seen, mut input) = (Seen::default(), Input::Continue(Slice(100_000)));
    while seen.ended.is_none() {
        let mut next = Input::Continue(Slice(100_000));
        for output in dialogue.advance(input) {
            match output {
                Output::Working(_) => {
                    seen.slices += 1;
                    if Some(seen.slices) == person.patience {
                        next = Input::Cancel;
                    }
                }
                Output::Printed(_, bytes) => seen.printed.push_str(&String::from_utf8_lossy(&bytes)),
                Output::NeedsInput => {
                    let has_line = !person.lines.is_empty();
                    next = Input::Line(has_line.then(|| person.lines.remove(0).as_bytes().to_vec()));
                }
                Output::Ran(outcome) => seen.outcome = Some((outcome.kind, outcome.value.clone())),
                Output::Problems(problems) => seen.problems.extend(problems.into_iter().map(|one| one.text)),
                Output::Save { id, text, .. } => {
                    seen.saved.push_str(&text);
                    next = Input::Saved { id, result: Ok(()) };
                }
                Output::Event(event) => match *event {
                    Event::Judged(judged) => seen.judged.push(judged.statement),
                    Event::Question(question) => {
                        let shown = dialogue.look().expect("a session").layout(80, None);
                        seen.questions.push(shown[0].text.clone());
                        next = match person.knows {
                            Some(knows) if knows(&question) => Input::Answer(Answer::Right),
                            Some(_) => Input::Answer(serde_json(r#"{"answer":"wrong"}"#)),
                            None => Input::Abort,
                        };
                    }
                    Event::Verdict(verdict) => {
                        seen.blamed = Some(blamed(&verdict));
                        let zooms = std::mem::take(&mut person.zooms);
                        next = if zooms { Input::Answer(Answer::Zoom) } else { Input::GiveUp };
                    }
                    Event::Start(_) => next = Input::Answer(Answer::Whole),
                    Event::Error { .. } => {}
                },
                Output::Ended(ended) => seen.ended = Some(ended),
                _ => {}
            }
        }
        input = next;
    }
    seen
}

fn serde_json(line: &str) -> Answer {
    Answer::from_json(line).expect("an answer")
}

fn blamed(verdict: &Verdict) -> String {
    match verdict.culprit() {
        Some(culprit) => format!("{} {:?}", culprit.subject, culprit.place.line.unwrap_or_default()),
        None => "nobody".into(),
    }
}

/// A project of one file; options of languages that do not have them are ignored.
fn project(name: &str, text: &str, reference: Option<&str>) -> Rc<dyn debugger::Project> {
    let path = std::path::PathBuf::from(name);
    let mut files = Texts::default();
    files.add(name, text);
    let mut options = Options { no_otp: true, ..Options::default() };
    if let Some(reference) = reference {
        let other = format!("reference/{name}");
        files.add(&other, reference);
        options.reference = vec![other.into()];
    }
    let language = language_of(std::slice::from_ref(&path), &files);
    let read = language.read(&[path], Rc::new(options), Rc::new(files));
    read.unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn ask(project: Rc<dyn debugger::Project>, expression: &str, person: Person) -> Seen {
    let manner = Manner::default();
    let dialogue = Dialogue::about_expression(project, expression.into(), Knowledge::default(), manner);
    drive(dialogue, person)
}

/// A run for its outcome alone.
const OUTCOME: Purpose = Purpose::Outcome { verify: false };

const SUM: &str = "-module(sum).
-export([main/0]).
main() -> [sum([1, 2, 3]), count([a, b])].
sum([]) -> 0;
sum([X | Xs]) -> X * sum(Xs).
count([]) -> 0;
count([_ | Xs]) -> 1 + count(Xs).
";

const LAZY: &str = "main = [total [1, 2, 3], size \"ab\"]
total [] = 0
total (x : xs) = x * total xs
size [] = 0
size (_ : xs) = 1 + size xs
";

/// As a person would know it: sums of what is shown; and a product is not a sum.
fn knows(question: &Question) -> bool {
    let text = &question.statement;
    if question.kind == QuestionKind::Expression {
        return !text.starts_with("X * sum(Xs)");
    }
    let value = question.claims.iter().find_map(|claim| match &claim.content {
        session::event::Content::Text { text } => Some(text.as_str()),
        _ => None,
    });
    let expected = match () {
        () if text.contains("[1") => "6",
        () if text.contains("[2") => "5",
        () if text.contains("[3") => "3",
        () if text.contains("[]") => "0",
        () => return true,
    };
    value == Some(expected)
}

#[test]
fn runs_asks_and_zooms() {
    let person = Person { knows: Some(knows), zooms: true, ..Person::default() };
    let seen = ask(project("sum.erl", SUM, None), "sum:main()", person);
    assert_eq!(seen.outcome, Some((OutcomeKind::Value, Some("[0,2]".into()))), "{seen:?}");
    assert_eq!(seen.blamed.as_deref(), Some("sum:sum/1 5"), "{seen:?}");
    assert!(seen.saved.lines().count() >= 1, "answers are saved: {seen:?}");
    let person = Person { knows: Some(knows), ..Person::default() };
    let seen = ask(project("sum.hs", LAZY, None), "main", person);
    assert_eq!(seen.outcome, Some((OutcomeKind::Value, Some("[0,2]".into()))), "{seen:?}");
    assert_eq!(seen.blamed.as_deref(), Some("total 3"), "{seen:?}");
}

#[test]
fn reads_lines_of_input() {
    let erlang =
        "-module(echo).\n-export([main/0]).\nmain() -> io:format(\"hello ~s\", [io:get_line(\"\")]).\n";
    let lazy = "main = do { line <- getLine; putStrLn (\"hello \" ++ line) }\n";
    for (name, text, expression) in [("echo.erl", erlang, "echo:main()"), ("echo.hs", lazy, "main")] {
        let person = Person { lines: vec!["world\n"], ..Person::default() };
        let seen = drive(Dialogue::of_run(project(name, text, None), expression.into(), OUTCOME), person);
        assert_eq!(seen.printed, "hello world\n", "{name}: {seen:?}");
    }
}

#[test]
fn cancels_an_endless_run() {
    let erlang = "-module(loop).\n-export([main/0]).\nmain() -> f(0).\nf(N) -> f(N + 1).\n";
    let lazy = "main = f 0\nf :: Int -> Int\nf n = f (n + 1)\n";
    for (name, text, expression) in [("loop.erl", erlang, "loop:main()"), ("loop.hs", lazy, "main")] {
        let person = Person { patience: Some(20), ..Person::default() };
        let seen = drive(Dialogue::of_run(project(name, text, None), expression.into(), OUTCOME), person);
        assert_eq!(seen.outcome.map(|(kind, _)| kind), Some(OutcomeKind::Interrupted), "{name}");
        assert!(seen.slices < 25, "{name}: it stops at once: {}", seen.slices);
    }
}

#[test]
fn cancels_a_slow_judge() {
    // The reference would take some million steps for an answer.
    let slow = SUM.replace("X * sum(Xs)", "X + sum(Xs) + wait(2000000)")
        + "wait(0) -> 0;\nwait(N) -> wait(N - 1).\n";
    let whole = Person { knows: Some(knows), ..Person::default() };
    let judged = ask(project("sum.erl", SUM, Some(&slow)), "sum:main()", whole);
    assert!(judged.slices > 20 && judged.questions.is_empty(), "the judge answers in the end: {judged:?}");
    let person = Person { knows: Some(knows), patience: Some(3), ..Person::default() };
    let seen = ask(project("sum.erl", SUM, Some(&slow)), "sum:main()", person);
    assert!(!seen.questions.is_empty(), "cancelled, it leaves the question to the person: {seen:?}");
}

#[test]
fn says_what_is_wrong() {
    let person = Person::default();
    let seen = ask(project("sum.erl", SUM, None), "sum:man()", person);
    assert!(seen.problems[0].contains("sum has no function man/0"), "{seen:?}");
    assert_eq!(seen.ended, Some(Ended::Nothing(ProblemKind::Source)));
}
