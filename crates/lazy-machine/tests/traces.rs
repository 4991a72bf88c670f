//! Observation traces that the machine writes: the event vectors exactly, and programs that do the same whether they are observed or not.

mod common;

use common::Loaded;
use common::trace::{Bytes, sound};
use lazy_machine::machine::{Budget, Machine, Stop};
use lazy_machine::{Unobserved, compile_observed};
use observation::trace::Trace;

/// What the program prints and comes to, and the trace as a file. Input is at its end.
fn traced(program: &str, expression: &str, names: &[&str]) -> Result<(String, Vec<u8>), String> {
    let mut loaded = Loaded::new("traced.hs", program);
    let query = loaded.0.query(expression).0.expect("an expression");
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let compiled = match compile_observed(&loaded.0, &query, &names) {
        Ok(compiled) => compiled,
        Err(Unobserved::Because(reason)) => return Err(reason),
        Err(Unobserved::Unsupported(problems)) => panic!("{problems:?}"),
    };
    let mut machine = Machine::new(compiled.code.clone(), compiled.main, 100_000, None);
    let bytes = Bytes::default();
    machine.write_trace(Box::new(bytes.clone())).expect("memory");
    let mut printed = String::new();
    let budget = Budget { max_steps: 20_000_000, ..Budget::UNLIMITED };
    loop {
        match machine.run(&budget) {
            Stop::Write(text) => printed.push_str(&text),
            Stop::ReadLine => machine.supply(None),
            Stop::ReadAll => machine.supply(Some("")),
            Stop::Done if machine.performed() => break,
            Stop::Done => {
                printed.push_str(&machine.answer(&compiled.asked, 100_000).text());
                break;
            }
            Stop::Failed => {
                printed.push_str(&format!("** {}", machine.failure_text()));
                break;
            }
            other => panic!("{other:?}"),
        }
    }
    machine.finish_trace().expect("memory");
    Ok((printed, bytes.take()))
}

/// The events, without their stacks.
fn events(program: &str, expression: &str, names: &[&str]) -> String {
    let (_, file) = traced(program, expression, names).expect("observed");
    let text = sound(&file).to_text();
    let without_stack = |line: &str| line.split(" stack").next().unwrap_or(line).to_owned();
    text.lines().map(without_stack).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_vectors_exactly() {
    const VECTORS: &str = include_str!("../../observation/tests/vectors.txt");
    let programs = [
        ("f x = g (h x)\ng y = inverse y\nh z = z\n", "f T", vec!["f", "g", "h"]),
        ("f p = p (i T)\ni z = z\n", "f (\\u -> u)", vec!["f", "i"]),
        (
            "or_ b d = not_ (and_ (not_ b) (not_ d))\nnot_ x = case x of { T -> F; F -> F }\n\
             and_ b d = case d of { F -> F; T -> b }\n",
            "or_ F T",
            vec!["or_", "not_", "and_"],
        ),
    ];
    let data = "data B = T | F deriving Show\ninverse T = F\ninverse F = T\n";
    for ((program, expression, names), section) in programs.iter().zip(VECTORS.split("## ").skip(1)) {
        let is_event = |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let lines: Vec<&str> = section.lines().filter(is_event).collect();
        let expected = Trace::from_text(&lines.join("\n")).expect("a trace").to_text();
        // `or`, `not` and `and` are of the library here.
        let found = events(&format!("{data}{program}"), expression, names).replace("_\n", "\n");
        assert_eq!(found.trim_end(), expected.trim_end(), "{section}");
    }
}

#[test]
fn what_is_observed() {
    let check = |program: &str, expression: &str, names: &[&str], expected: &str| {
        let found = match traced(program, expression, names) {
            Ok((value, file)) => {
                let trace = sound(&file);
                let roots = trace.to_text();
                let roots: Vec<&str> = roots
                    .lines()
                    .filter(|line| [" Root", " Use", " Raise", "<?>"].iter().any(|word| line.contains(word)))
                    .filter_map(|line| line.split_once(": ")?.1.split(" stack").next())
                    .collect();
                format!("{value}; {}", roots.join("; "))
            }
            Err(reason) => reason,
        };
        assert_eq!(found, expected, "{expression}");
    };
    let program = "import Debug.Hoed\nf :: Int -> Int\nf = observe \"f\" f'\nf' x = x + 1\nk = f 2\n\
                   g x = x * k\nh = map g\nshowAll xs = map show xs\nbad :: Int -> Int\nbad _ = error \"no\"\n\
                   hello name = putStr name\ns x = (observe \"s\" $ \\y -> y + x) 1\n";
    check(program, "f 1", &[], "2; Root f");
    // A constant that reaches it is observed as well, and whoever mentions it says so.
    check(program, "g 4", &[], "12; Use k; Root k constant; Root f");
    check(program, "h [4]", &["g"], "[12]; Use h; Root h constant; Root g; Use k; Root k constant; Root f");
    check(program, "g 4", &["_"], "12; Root g; Use k; Root k constant; Root f; Root f'");
    // Told a type, a function is another one.
    check(
        program,
        "showAll [1] ++ showAll \"a\"",
        &["showAll"],
        "[\"1\",\"'a'\"]; Root showAll; Root showAll",
    );
    check(program, "bad 1", &["bad"], "** no; Root bad; Raise (Pr 3) no");
    check(program, "hello \"x\"", &["hello"], "x; Root hello; Con (Pr 3) <?> 0");
    check(program, "s 3", &[], "4; Root s");
    check(
        program,
        "f 1",
        &["nobody"],
        "nobody cannot be observed: it is no function of the program at its top",
    );
    check(
        "f x = x",
        "f 1",
        &[],
        "nothing is observed: name functions with --observe, or write observe \"f\" f (import Debug.Hoed) in the program",
    );
    let dynamic = "import Debug.Hoed\nl s = observe s 1\n";
    check(dynamic, "l \"a\"", &[], "not supported: observe with a label that is no string literal");
}
