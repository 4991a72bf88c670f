//! Observation traces that the machine writes: the event vectors exactly, and programs that do the
//! same whether they are observed or not.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::Loaded;
use common::trace::{Bytes, partial, sound};
use lazy_machine::machine::{Budget, Machine, Stop};
use lazy_machine::{Unobserved, compile_observed};
use observation::event::{Event, Port};
use observation::format::Recorded;
use observation::trace::Trace;

/// The output and value of the program, and the trace as a file. Input is empty.
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
            Stop::Request(_) => machine.supply(Some("-")),
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
    // A constant that reaches it is observed as well, and its users are recorded.
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
        "nobody cannot be observed: it is not a top-level function of the program",
    );
    check(
        "f x = x",
        "f 1",
        &[],
        "nothing is observed: name functions with --observe, or write observe \"f\" f (import Debug.Hoed) in the program",
    );
    // Which constant a method is may be known at run time only.
    let of_a_class = "class Default a where\n  def :: a\ninstance Default Int where\n  def = 7\n\
                      f :: Default a => a -> [a]\nf x = [x, def]\n";
    check(of_a_class, "f (1 :: Int)", &["f"], "[1,7]; Root f");
    check(of_a_class, "f (1 :: Int)", &["_"], "[1,7]; Root f; Use def; Root def constant");
    let dynamic = "import Debug.Hoed\nl s = observe s 1\n";
    check(dynamic, "l \"a\"", &[], "not supported: observe with a label that is not a string literal");
}

/// A program with constants, functions that give functions and an error, whose trace is cut after
/// every byte, and damaged in every byte.
#[test]
fn cut_or_damaged_anywhere() {
    let program = "k = g 2\ng x = \\y -> x + k2 * y\nk2 = f (g2 1)\ng2 x = x + 1\nf x = length (map k3 [x, 1])\n\
                   k3 = twice (+ 1)\ntwice h x = h (h x)\nbad x = if x > 1 then error \"no\" else k x\n";
    let (_, file) = traced(program, "[bad 1, bad (k 2)]", &["_"]).expect("observed");
    let whole = sound(&file);
    assert!(whole.len() > 50, "{}", whole.to_text());
    (0..file.len()).for_each(|length| partial(&file[..length], &whole));
    for place in 0..file.len() {
        let mut damaged = file.clone();
        damaged[place] ^= 1 << (place % 8);
        partial(&damaged, &whole);
    }
}

/// The stacks under which statements are made: that of the function they are written in, for every
/// caller (specification (d), except for merged ones).
#[test]
fn stacks() {
    let check = |program: &str, expression: &str, expected: &[&str]| {
        let (_, file) = traced(program, expression, &["_"]).expect("observed");
        let (trace, mut of_functions) = (sound(&file), BTreeMap::new());
        let mut found = BTreeSet::new();
        for Recorded { id, event, .. } in trace.events() {
            match event {
                Event::Root { label, .. } => {
                    of_functions.insert(id, label);
                }
                Event::Lam(Port::Whole(root)) => {
                    if let Some(label) = of_functions.get(&root).copied() {
                        of_functions.insert(id, label);
                    }
                }
                Event::MapsTo { of, stack: Some(stack) } => {
                    let labels = trace.stacks.labels(stack).into_iter().chain(of_functions.get(&of).copied());
                    found.insert(labels.map(|label| trace.texts.get(label)).collect::<Vec<_>>().join(" "));
                }
                _ => {}
            }
        }
        assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), expected, "{program}");
    };
    // A function that gives a function, each applied by someone else: merged, the stack of `d`
    // would be `a b c`, and `a` not be seen to call it.
    let nested = "a x = c (b (\\u v -> d (u + v)))\nb h = h 1\nc h = h 2\nd x = x\n";
    check(nested, "a 0", &["a", "a b", "a c", "a d"]);
    // Called again on the way, a function has the stack of its first call, whichever argument came
    // last.
    let again = "f x y = if x > 0 then g x else d y\ng x = f (x - 1) x\nd x = x\n";
    check(again, "f 1 2", &["f", "f d", "f g", "f g f"]);
    // What is applied in an argument is the caller's work.
    check("f p = p 1\ng x = x\nh = f g\n", "h", &["h f", "h g"]);
    // An action runs under the stack of the function that it is written in, whatever ran before.
    let action = "main = do { print (f 1); print (g 2); loop 1 }\nf x = x\ng x = x\n\
                  loop n = print (f n) >>= \\_ -> print (g n)\n";
    check(action, "main", &["main f", "main g", "main loop", "main loop f", "main loop g"]);
    // What a label observes is the work of that label: of a constant that is a function, of each of
    // its calls, not of who came by it first.
    check("f x = k x\nk = \\x -> g x\ng x = x\n", "f 1", &["f", "f k", "f k g"]);
    let written = "import Debug.Hoed\nf x = (observe \"o\" $ \\y -> g (y + x)) 1\ng x = x\n";
    check(written, "f 1", &["f", "f o", "f o g"]);
    let made_before =
        "import Debug.Hoed\nf x = let { h y = g (y + x); o = observe \"o\" h } in o 1\ng x = x\n";
    check(made_before, "f 1", &["f", "f o", "f o g"]);
}
