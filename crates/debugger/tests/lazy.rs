//! The programs of the specification for lazy functional-logic programs, searched under both of its
//! strategies: the same rule is blamed, and after no more questions than its model asks (the
//! numbers are the model's). A correct version answers; what it cannot tell is in the table.

use std::rc::Rc;

use debugger::lazy::evidence::{Lazy, MissingAnswers};
use inquiry::Strategy;
use lazy_machine::compile;
use lazy_machine::machine::Budget;
use lazy_syntax::ast::Program;
use lazy_syntax::{Options as Language, load};
use lazy_tree::{Collection, Fact, Nowhere, Recording, Reference};
use session::event::{Content, Question, QuestionKind, Verdict};
use session::{Answer, Event, Knowledge, SearchOptions, Session};
use slices::finish;

struct Case {
    file: &'static str,
    source: &'static str,
    /// The line with the defect, and what it should be.
    fix: (&'static str, &'static str),
    goal: &'static str,
    answer: usize,
    blamed: (&'static str, u32),
    top_down: u32,
    divide_query: u32,
    /// Facts with variables that are wrong; others are right.
    wrong: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        file: "take_from.flp",
        source: include_str!("../../../examples/lazy/take_from.flp"),
        fix: ("from n = n : from n", "from n = n : from (S n)"),
        goal: "take n (from x) -> ys",
        answer: 3,
        blamed: ("from", 1),
        top_down: 2,
        divide_query: 2,
        wrong: &["from x -> x:x:_"],
    },
    Case {
        file: "permsort.flp",
        source: include_str!("../../../examples/lazy/permsort.flp"),
        fix: ("| x <= y = sorted ys", "| x <= y = sorted (y:ys)"),
        goal: "permSort [3,1,2] -> r",
        answer: 1,
        blamed: ("sorted", 3),
        top_down: 5,
        divide_query: 4,
        wrong: &[],
    },
    Case {
        file: "primes.flp",
        source: include_str!("../../../examples/lazy/primes.flp"),
        fix: ("notDiv x y = mod x y > 0", "notDiv x y = mod y x > 0"),
        goal: "take 5 primes -> r",
        answer: 1,
        blamed: ("notDiv", 1),
        top_down: 7,
        divide_query: 6,
        wrong: &[],
    },
    Case {
        file: "family.flp",
        source: include_str!("../../../examples/lazy/family.flp"),
        fix: ("mother p == m, mother q == m", "mother p == m, mother q == m, distinct p q -> True"),
        goal: "cousin Luis x -> True",
        answer: 1,
        blamed: ("brothersM", 1),
        top_down: 4,
        divide_query: 2,
        wrong: &[],
    },
    Case {
        file: "map_twice.flp",
        source: include_str!("../../../examples/lazy/map_twice.flp"),
        fix: ("drop4 = twice tail", "drop4 = twice twice tail"),
        goal: "map drop4 [[1,2,3,4,5],[6,7,8,9,10,11]] -> r",
        answer: 1,
        blamed: ("drop4", 1),
        top_down: 1,
        divide_query: 3,
        wrong: &[],
    },
];

#[test]
fn no_more_questions_than_the_model() {
    for case in CASES {
        for (strategy, most) in
            [(Strategy::TopDown, case.top_down), (Strategy::DivideQuery, case.divide_query)]
        {
            let (blamed, rule, questions, log) = search(case, strategy);
            let told = log.join("\n");
            assert_eq!((&blamed[..], rule), (case.blamed.0, Some(case.blamed.1)), "{}\n{told}", case.file);
            assert!(questions <= most, "{} {strategy:?}: {questions} > {most}\n{told}", case.file);
        }
    }
}

/// The sixth program lacks an answer (functional-logic §7.5): `h` has no other than 2 and 4, `f` no
/// other than 1 and 3, and so `f` is incomplete.
#[test]
fn a_missing_answer() {
    let source = include_str!("../../../examples/lazy/missing.flp");
    let mut complete = Reference::new(read("missing.flp", &format!("{source}f = 2\n")));
    for (strategy, most) in [(Strategy::TopDown, 2), (Strategy::DivideQuery, 2)] {
        let mut program = read("missing.flp", source);
        let (query, problems) = program.query("h -> r");
        let query = query.unwrap_or_else(|| panic!("{problems:?}"));
        let compiled = compile(&program, &query).unwrap_or_else(|_| panic!("the goal compiles"));
        let collection = finish(Collection::new(Rc::new(program), compiled, &Budget::UNLIMITED));
        let collection = collection.expect("a finite search");
        let evidence = Box::new(MissingAnswers::new(collection, "h -> r".to_owned()));
        let mut session =
            Session::new(evidence, Knowledge::default(), SearchOptions { strategy, zoom: false });
        let is_function = |name: &str| ["f", "g", "h"].contains(&name);
        let mut is_right = |call: &str, answers: &str| {
            let answers = answers.trim_matches(['{', '}']).split(", ").filter(|answer| !answer.is_empty());
            let facts: Option<Vec<Fact>> =
                answers.map(|answer| Fact::read(call, answer, &is_function)).collect();
            let facts = facts.unwrap_or_else(|| panic!("{call}"));
            finish(complete.is_complete(call, &facts, &is_function)).unwrap_or_else(|| panic!("{call}"))
        };
        let mut questions = 0;
        loop {
            match finish(session.next_event()) {
                Event::Question(question) => {
                    questions += 1;
                    let answer = answered(&question, &mut is_right);
                    finish(session.answer(answer)).unwrap_or_else(|message| panic!("{message}"));
                }
                Event::Verdict(Verdict::Function(culprit)) => {
                    assert_eq!(culprit.subject.function, "f");
                    assert!(questions <= most, "{strategy:?}: {questions}");
                    break;
                }
                Event::Verdict(other) => panic!("{other:?}"),
                _ => {}
            }
        }
    }
}

/// Whom the search blames, with which rule, after how many questions; and the questions.
fn search(case: &Case, strategy: Strategy) -> (String, Option<u32>, u32, Vec<String>) {
    assert!(case.source.contains(case.fix.0), "{}", case.file);
    let fixed = case.source.replace(case.fix.0, case.fix.1);
    let mut reference = Reference::new(read(case.file, &fixed));
    let mut program = read(case.file, case.source);
    let (query, problems) = program.query(case.goal);
    let query = query.unwrap_or_else(|| panic!("{problems:?}"));
    let compiled = compile(&program, &query).unwrap_or_else(|_| panic!("{} compiles", case.goal));
    let (program, budget, outside) = (Rc::new(program), Budget::UNLIMITED, &mut Nowhere);
    let recording = Recording::new(program, query, compiled, 1000, case.answer, &budget, outside);
    let recording = finish(recording);
    let functions: Vec<String> =
        recording.machine().code().functions.iter().map(|function| function.name.clone()).collect();
    let evidence = Box::new(Lazy::new(recording, None));
    let mut session = Session::new(evidence, Knowledge::default(), SearchOptions { strategy, zoom: false });
    let mut log = Vec::new();
    let mut is_right = |call: &str, value: &str| {
        let fact = Fact::read(call, value, &|name| functions.iter().any(|known| known == name));
        let fact = fact.unwrap_or_else(|| panic!("{call} -> {value} is a fact"));
        let by_table = || !case.wrong.contains(&&format!("{call} -> {value}")[..]);
        let is_right = finish(reference.is_right(&fact)).unwrap_or_else(by_table);
        log.push(format!("{call} -> {value}: {is_right}"));
        is_right
    };
    let mut questions = 0;
    loop {
        match finish(session.next_event()) {
            Event::Question(question) => {
                questions += 1;
                let answer = answered(&question, &mut is_right);
                finish(session.answer(answer)).unwrap_or_else(|message| panic!("{message}"));
            }
            Event::Verdict(Verdict::Rule(culprit)) => {
                return (culprit.subject.function, culprit.clause, questions, log);
            }
            Event::Verdict(other) => panic!("{}: {other:?}", case.file),
            _ => {}
        }
    }
}

fn answered(question: &Question, is_right: &mut dyn FnMut(&str, &str) -> bool) -> Answer {
    let wrong = |claim| Answer::Wrong { claim, item: None, missing: None, path: Vec::new() };
    match (question.kind, &question.claims[..]) {
        (QuestionKind::Group, members) => {
            for member in members {
                if let Content::Statement { statement, claims, .. } = &member.content
                    && let [claim] = &claims[..]
                    && let Content::Text { text } = &claim.content
                    && !is_right(statement, text)
                {
                    return wrong(Some(member.id));
                }
            }
            Answer::Right
        }
        (_, [claim]) => match &claim.content {
            Content::Text { text } if is_right(&question.statement, text) => Answer::Right,
            _ => wrong(None),
        },
        _ => panic!("{question:?}"),
    }
}

fn read(file: &str, source: &str) -> Program {
    let (program, problems) = load(&[(file, source)], Language::for_file(file).expect("a lazy program"));
    assert!(!problems.iter().any(|problem| problem.is_error()), "{problems:?}");
    program
}
