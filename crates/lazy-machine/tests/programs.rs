//! The programs under `tests/lazy/ghc` print what GHC prints: it is stored beside them, and `cargo
//! xtask test` holds it against GHC itself.

mod common;

use common::trace::{Bytes, sound};
use lazy_machine::core::Functions;
use lazy_machine::machine::{Budget, Machine, Stop};
use lazy_machine::{Unobserved, compile_for, compile_observed};
use lazy_syntax::{Options, load, render};

/// Programs of one file, and what each printed, are set apart by such a line with the name.
const MARK: &str = "---- ";

fn sections(text: &str) -> Vec<(&str, String)> {
    let mut sections: Vec<(&str, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        match (line.strip_prefix(MARK), sections.last_mut()) {
            (Some(name), _) => sections.push((name.trim_end(), String::new())),
            (None, Some((_, body))) => body.push_str(line),
            (None, None) => {}
        }
    }
    sections
}

/// How a program is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Run {
    Plain,
    /// With functions as finite maps, and logged.
    Logged,
    /// With all its functions observed.
    Observed,
}

/// What the program prints; then what is wrong with it, if anything is.
fn printed(files: &[(&str, &str)], run: Run) -> String {
    let (mut program, mut problems) = load(files, Options::default());
    let query = match problems.iter().any(|problem| problem.is_error()) {
        true => None,
        false => {
            let (query, more) = program.query("main");
            problems.extend(more);
            query
        }
    };
    let Some(query) = query else {
        let shown = problems.iter().map(|problem| render(problem, &program.sources, false));
        return shown.collect::<Vec<String>>().join("\n");
    };
    let is_observed = run == Run::Observed;
    let functions = if run == Run::Logged { Functions::Maps } else { Functions::Names };
    let observed = is_observed.then(|| compile_observed(&program, &query, &["_".to_owned()]));
    let compiled = match observed {
        Some(Ok(compiled)) => compiled,
        Some(Err(Unobserved::Unsupported(problems))) => return format!("{problems:?}"),
        // It has no functions.
        Some(Err(Unobserved::Because(_))) | None => match compile_for(&program, &query, functions) {
            Ok(compiled) => compiled,
            Err(problems) => return format!("{problems:?}"),
        },
    };
    let window = (run == Run::Logged).then_some(0..100);
    let mut machine = Machine::new(compiled.code, compiled.main, u64::MAX, window);
    let trace = Bytes::default();
    if is_observed {
        machine.write_trace(Box::new(trace.clone())).expect("memory");
    }
    let budget = Budget { max_steps: 50_000_000, ..Budget::UNLIMITED };
    let mut output = String::new();
    loop {
        match machine.run(&budget) {
            Stop::Write(text) => output.push_str(&text),
            Stop::Done => break,
            Stop::Failed => {
                output.push_str(&format!("** {}", machine.failure_text()));
                break;
            }
            other => return format!("{output}{other:?}"),
        }
    }
    if is_observed {
        machine.finish_trace().expect("memory");
        sound(&trace.take());
    }
    output
}

#[track_caller]
fn check(topic: &str, texts: &str, outputs: &str) {
    let (texts, outputs) = (sections(texts), sections(outputs));
    assert!(!texts.is_empty(), "{topic}: no line begins with {MARK:?}");
    assert_eq!(texts.len(), outputs.len(), "{topic}: a program without output, or the other way round");
    for ((name, text), (of, expected)) in texts.iter().zip(&outputs) {
        assert_eq!(name, of, "{topic}");
        // To look at it changes nothing (specification of observation (a)).
        for run in [Run::Plain, Run::Logged, Run::Observed] {
            assert_eq!(printed(&[("program.hs", text)], run), *expected, "{topic}/{name}, {run:?}");
        }
    }
}

/// Modules that import each other, one of them literate, one with directives of the preprocessor.
#[test]
fn modules() {
    let files = [
        ("Main.hs", include_str!("../../../tests/lazy/modules/Main.hs")),
        ("Stack.hs", include_str!("../../../tests/lazy/modules/Stack.hs")),
        ("Data/Queue.lhs", include_str!("../../../tests/lazy/modules/Data/Queue.lhs")),
        ("Shapes.hs", include_str!("../../../tests/lazy/modules/Shapes.hs")),
    ];
    for run in [Run::Plain, Run::Logged, Run::Observed] {
        assert_eq!(printed(&files, run), include_str!("../../../tests/lazy/modules/Main.out"), "{run:?}");
    }
}

macro_rules! topics {
    ($($topic:ident,)*) => {
        // Tests may look at the files that they are about.
        #[allow(clippy::disallowed_methods)]
        #[test]
        fn no_topic_is_forgotten() {
            let folder = std::fs::read_dir("../../tests/lazy/ghc").expect("the programs");
            let files = folder.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
            let mut found: Vec<String> =
                files.filter_map(|file| Some(file.strip_suffix(".hs")?.to_owned())).collect();
            found.sort();
            assert_eq!(found, [$(stringify!($topic)),*]);
        }
        $(
        #[test]
        fn $topic() {
            let texts = include_str!(concat!("../../../tests/lazy/ghc/", stringify!($topic), ".hs"));
            let outputs = include_str!(concat!("../../../tests/lazy/ghc/", stringify!($topic), ".out"));
            check(stringify!($topic), texts, outputs);
        }
        )*
    };
}

topics! {
    bytes,
    classes,
    courses,
    data,
    effects,
    exceptions,
    exercises,
    functions,
    integers,
    laziness,
    library,
    lists,
    numbers,
    search,
    sequences,
    strings,
    students,
    teaching,
    text,
    types,
}
