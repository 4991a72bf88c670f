//! The programs under `tests/lazy/ghc` print what GHC prints: it is stored beside them, and `cargo xtask test` holds it against GHC itself.

use lazy_machine::compile_for;
use lazy_machine::core::Functions;
use lazy_machine::machine::{Budget, Machine, Stop};
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

/// What the program prints; then what is wrong with it, if anything is. With functions as finite maps it is also logged.
fn printed(text: &str, functions: Functions) -> String {
    let (mut program, mut problems) = load(&[("program.hs", text)], Options::default());
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
    let compiled = match compile_for(&program, &query, functions) {
        Ok(compiled) => compiled,
        Err(problems) => return format!("{problems:?}"),
    };
    let window = (functions == Functions::Maps).then_some(0..100);
    let mut machine = Machine::new(compiled.code, compiled.main, u64::MAX, window);
    let budget = Budget { max_steps: 50_000_000, ..Budget::UNLIMITED };
    let mut output = String::new();
    loop {
        match machine.run(&budget) {
            Stop::Write(text) => output.push_str(&text),
            Stop::Done => return output,
            Stop::Failed => return format!("{output}** {}", machine.failure_text()),
            other => return format!("{output}{other:?}"),
        }
    }
}

#[track_caller]
fn check(topic: &str, texts: &str, outputs: &str) {
    let (texts, outputs) = (sections(texts), sections(outputs));
    assert_eq!(texts.len(), outputs.len(), "{topic}: a program without output, or the other way round");
    for ((name, text), (of, expected)) in texts.iter().zip(&outputs) {
        assert_eq!(name, of, "{topic}");
        for functions in [Functions::Names, Functions::Maps] {
            assert_eq!(printed(text, functions), *expected, "{topic}/{name}, functions as {functions:?}");
        }
    }
}

macro_rules! topics {
    ($($topic:ident,)*) => {$(
        #[test]
        fn $topic() {
            let texts = include_str!(concat!("../../../tests/lazy/ghc/", stringify!($topic), ".hs"));
            let outputs = include_str!(concat!("../../../tests/lazy/ghc/", stringify!($topic), ".out"));
            check(stringify!($topic), texts, outputs);
        }
    )*};
}

topics! {
    classes,
    data,
    effects,
    functions,
    laziness,
    lists,
    numbers,
    search,
    text,
}
