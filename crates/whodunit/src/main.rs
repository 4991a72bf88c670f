//! The program `whodunit`: see the library of the same name.

use std::process::ExitCode;

use clap::Parser;
use whodunit::args::{Cli, Command};

fn main() -> ExitCode {
    whodunit::output::status(obey())
}

fn obey() -> ExitCode {
    let cli = Cli::parse();
    whodunit::style::choose(cli.color);
    // A command that knows of --max-memory sets that instead.
    whodunit::memory::limit(None);
    match cli.command {
        Command::Ask(ask) => whodunit::ask::ask(&ask),
        Command::Run(run) => whodunit::run::run(&run),
        Command::Tree(tree) => whodunit::tree::tree(&tree),
        Command::Diagram(diagram) => whodunit::diagram::diagram(&diagram),
        Command::Rewind(rewind) => whodunit::rewind::rewind(&rewind),
        Command::Test(test) => whodunit::test::test(&test),
        Command::Check(check) => whodunit::test::check(&check),
        Command::Web(web) => whodunit::web::web(&web),
        Command::Dap(dap) => whodunit::editor::dap(&dap),
        Command::Completions { shell } => whodunit::manual::completions(shell),
        Command::Man { command } => whodunit::manual::manual(command.as_deref()),
    }
}
