//! Parses the files named and shows what is wrong with them: `check FILE…`

use erlang_syntax::{Options, parse_module, render};

fn main() {
    for name in std::env::args().skip(1) {
        match std::fs::read(&name) {
            Ok(text) => {
                let (module, problems) = parse_module(&name, &text, &Options::default());
                for problem in &problems {
                    println!("{}\n", render(problem, &module.sources, false));
                }
            }
            Err(error) => println!("{name}: {error}"),
        }
    }
}
