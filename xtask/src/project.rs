//! A project to measure with: as many modules as wanted, each with its tests, one of which fails.

use std::fmt::Write;
use std::path::Path;

use crate::shell::Outcome;

/// Functions of a module, beside its tests.
const FUNCTIONS: usize = 30;

/// Writes the project: the modules call each other in a chain, and the last one has a bug.
pub fn write(folder: &Path, modules: usize) -> Outcome {
    let source = folder.join("src");
    let cannot = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(&source).map_err(cannot)?;
    std::fs::write(folder.join("rebar.config"), "{erl_opts, [debug_info]}.\n").map_err(cannot)?;
    for n in 1..=modules {
        std::fs::write(source.join(format!("m{n}.erl")), module(n, n == modules)).map_err(cannot)?;
    }
    Ok(())
}

fn module(n: usize, has_bug: bool) -> String {
    let mut text = format!("-module(m{n}).\n-export([sum/1, apply_all/2]).\n");
    text.push_str("-include_lib(\"eunit/include/eunit.hrl\").\n\n");
    text.push_str("sum([]) -> 0;\nsum([X | Rest]) -> f1(X) + sum(Rest).\n\n");
    text.push_str("apply_all(F, List) -> [F(X) || X <- List, is_integer(X)].\n\n");
    for f in 1..FUNCTIONS {
        let wrong = if has_bug && f == FUNCTIONS - 1 { 1 } else { 0 };
        let next = f + 1;
        _ = write!(
            text,
            "f{f}(X) when X > 100 -> f{next}(X - 1);\nf{f}(X) -> case X rem 2 of 0 -> f{next}(X) + {wrong}; _ -> f{next}(X + 1) - 1 end.\n\n"
        );
    }
    _ = write!(text, "f{FUNCTIONS}(X) -> X.\n\n");
    text.push_str("sum_test() -> ?assertEqual(55, sum(lists:seq(1, 10))).\n");
    text.push_str("more_test_() -> [?_assertEqual([2, 4], apply_all(fun(X) -> 2 * X end, [1, a, 2])), ?_assert(sum([]) =:= 0)].\n");
    text
}
