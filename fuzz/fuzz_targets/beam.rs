//! Bytes as a `.beam` file: read, and printed as source.

#![no_main]

use erlang_syntax::{beam, lint, pretty};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(module) = beam::read_module(bytes, "m.beam") {
        lint::check(&module, lint::Options::default());
        for form in &module.forms {
            pretty::form(&module, form);
        }
    }
});
