//! Reads files and shows what is wrong with them.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use lazy_syntax::{Options, load, render};

fn main() {
    for name in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&name).unwrap_or_default();
        let (program, problems) = load(&[(&name, &text)], Options::for_file(&name).unwrap_or_default());
        for problem in &problems {
            println!("{}\n", render(problem, &program.sources, false));
        }
        println!("{name}: {} problems", problems.len());
    }
}
