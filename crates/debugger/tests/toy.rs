//! A toy interface: everything that an interface has to do, in about sixty lines. It runs, asks,
//! zooms, tests, walks back and cancels, for Erlang and for a lazy program, and knows neither.

use std::rc::Rc;

use debugger::dialogue::{Ended, Manner, Slice};
use debugger::files::Texts;
use debugger::language::{Options, ProblemKind, Purpose, TestOptions};
use debugger::{Dialogue, Input, OutcomeKind, Output, Walked, language_of};
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
    /// Walks through the run with these commands before answering.
    walks: Vec<&'static str>,
}

impl Person {
    /// Walks on, or answers.
    fn next(&mut self, answer: &Input) -> Input {
        match self.walks.is_empty() {
            true => answer.clone(),
            false => Input::Walk(self.walks.remove(0).into()),
        }
    }
}

/// What was seen.
#[derive(Default, Debug)]
struct Seen {
    printed: String,
    outcome: Option<(OutcomeKind, Option<String>)>,
    /// Tests that failed.
    failed: Vec<String>,
    /// What walking showed.
    walked: Vec<String>,
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
    let mut answer = Input::Abort;
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
                Output::Tested(summary) => {
                    seen.failed = summary.failed;
                    let (known, manner) = (Knowledge::default(), Manner::default());
                    next = match seen.failed.is_empty() {
                        true => Input::GiveUp,
                        false => Input::AskAbout { test: 0, known, manner },
                    };
                }
                Output::Walked(walked) => {
                    if let Walked::Reply(reply) = *walked {
                        seen.walked.push(reply.text(80));
                    }
                    next = person.next(&answer);
                }
                Output::Problems(problems) => {
                    seen.problems.extend(problems.into_iter().map(|one| one.text));
                    next = person.next(&answer);
                }
                Output::Save { id, text, .. } => {
                    seen.saved.push_str(&text);
                    next = Input::Saved { id, result: Ok(()) };
                }
                Output::Event(event) => match *event {
                    Event::Judged(judged) => seen.judged.push(judged.statement),
                    Event::Question(question) => {
                        let shown = dialogue.look().expect("a session").layout(80, None);
                        seen.questions.push(shown[0].text.clone());
                        answer = match person.knows {
                            Some(knows) if knows(&question) => Input::Answer(Answer::Right),
                            Some(_) => Input::Answer(serde_json(r#"{"answer":"wrong"}"#)),
                            None => Input::Abort,
                        };
                        next = person.next(&answer);
                    }
                    Event::Verdict(verdict) => {
                        seen.blamed = Some(blamed(&verdict));
                        let zooms = std::mem::take(&mut person.zooms);
                        next = if zooms { Input::Answer(Answer::Zoom) } else { Input::GiveUp };
                    }
                    Event::Start(_) => next = Input::Answer(Answer::Whole),
                    Event::Error { .. } => {}
                },
                Output::Refused(message) => seen.problems.push(message),
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

/// Runs the tests of a file, and asks about the first that fails.
fn test(name: &str, text: &str, person: Person) -> Seen {
    let path = std::path::PathBuf::from(name);
    let mut files = Texts::default();
    files.add(name, text);
    let options = Rc::new(Options { no_otp: true, ..Options::default() });
    let how = TestOptions { verbose: false, keep_going: false, for_people: true, count: 100, filter: None };
    let language = language_of(std::slice::from_ref(&path), &files);
    let tests = language.tests(&[path], how, options, Rc::new(files));
    drive(Dialogue::of_tests(tests.unwrap_or_else(|problems| panic!("{problems:?}"))), person)
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
    let person = Person { knows: Some(knows), zooms: true, ..Person::default() };
    let seen = ask(project("sum.hs", LAZY, None), "main", person);
    assert_eq!(seen.outcome, Some((OutcomeKind::Value, Some("[0,2]".into()))), "{seen:?}");
    assert_eq!(seen.blamed.as_deref(), Some("total 3"), "{seen:?}");
    // A rule of a lazy program is one expression: that there is nothing inside is said.
    assert_eq!(seen.problems, ["there is nothing to search inside it"], "{seen:?}");
}

#[test]
fn tests_and_asks_about_one_that_failed() {
    let erlang = SUM.to_owned()
        + "-include_lib(\"eunit/include/eunit.hrl\").\n\
           count_test() -> ?assertEqual(2, count([a, b])).\n\
           sum_test() -> ?assertEqual(6, sum([1, 2, 3])).\n";
    let person = Person { knows: Some(knows), ..Person::default() };
    let seen = test("sum.erl", &erlang, person);
    assert_eq!(seen.failed, ["sum sum_test"], "{seen:?}");
    assert_eq!(seen.blamed.as_deref(), Some("sum:sum/1 5"), "{seen:?}");
    let lazy = LAZY.to_owned()
        + "prop_size :: [Int] -> Bool\nprop_size xs = size xs == length xs\n\
           prop_total :: [Int] -> Bool\nprop_total xs = total xs == sum xs\n";
    let is_right =
        |question: &Question| !question.statement.starts_with("total") || question.statement == "total []";
    let person = Person { knows: Some(is_right), ..Person::default() };
    let seen = test("sum.hs", &lazy, person);
    assert_eq!(seen.failed, ["prop_total"], "{seen:?}");
    assert_eq!(seen.blamed.as_deref(), Some("total 3"), "{seen:?}");
}

#[test]
fn walks_back() {
    let erlang = "-module(two).\n-export([main/0]).\n\
        main() -> P = spawn(fun() -> receive X -> io:format(\"~p~n\", [X]) end end), P ! hello, ok.\n";
    let walks = vec!["back #2 100", "processes"];
    let seen = ask(project("two.erl", erlang, None), "two:main()", Person { walks, ..Person::default() });
    assert_eq!(seen.printed, "hello\n", "{seen:?}");
    assert!(seen.walked[0].contains("undone"), "{seen:?}");
    assert!(seen.walked[1].contains("#2"), "{seen:?}");
    // A lazy program cannot be walked through: that is said, and the questions go on.
    let person = Person { knows: Some(knows), walks: vec!["back 1"], ..Person::default() };
    let seen = ask(project("sum.hs", LAZY, None), "main", person);
    assert_eq!(seen.problems, ["error: there is no run to step through here"], "{seen:?}");
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
fn cancels_a_run_of_a_billion_steps() {
    let erlang =
        "-module(loop).\n-export([main/0]).\nmain() -> f(1000000000).\nf(0) -> ok;\nf(N) -> f(N - 1).\n";
    let lazy = "main = f 1000000000\nf :: Int -> Int\nf 0 = 0\nf n = f (n - 1)\n";
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
    let slow_lazy = LAZY.replace("x * total xs", "x + total xs + wait 300000")
        + "wait :: Int -> Int\nwait 0 = 0\nwait n = wait (n - 1)\n";
    let programs = [("sum.erl", SUM, &slow, "sum:main()"), ("sum.hs", LAZY, &slow_lazy, "main")];
    for (name, text, reference, expression) in programs {
        let whole = Person { knows: Some(knows), ..Person::default() };
        let judged = ask(project(name, text, Some(reference)), expression, whole);
        assert!(judged.slices > 20 && judged.questions.is_empty(), "it answers in the end: {judged:?}");
        let person = Person { knows: Some(knows), patience: Some(3), ..Person::default() };
        let seen = ask(project(name, text, Some(reference)), expression, person);
        assert!(!seen.questions.is_empty(), "cancelled, it leaves the question to the person: {seen:?}");
    }
}

#[test]
fn says_what_is_wrong() {
    let person = Person::default();
    let seen = ask(project("sum.erl", SUM, None), "sum:man()", person);
    assert!(seen.problems[0].contains("sum has no function man/0"), "{seen:?}");
    assert_eq!(seen.ended, Some(Ended::Nothing(ProblemKind::Source)));
}
