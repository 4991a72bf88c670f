//! Bytes as an Erlang source: read, checked, and printed again, with every message that there is to
//! show.

#![no_main]

use erlang_syntax::{Options, lint, parse_expressions, parse_module, pretty, read_term, render};
use erlang_term::Atom;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (module, mut problems) = parse_module("m.erl", bytes, &Options::default());
    problems.extend(lint::check(&module, lint::Options::default()));
    for problem in &problems {
        render(problem, &module.sources, false);
    }
    for form in &module.forms {
        pretty::form(&module, form);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = read_term(text);
        parse_expressions("-e", text, Atom::new("m"), Atom::new("f"), &Options::default());
    }
});
