//! The program `whodunit`: see the library of the same name.

use std::process::ExitCode;

use whodunit::args::{Cli, Command};
use whodunit::observed;

fn main() -> ExitCode {
    let command = Cli::of_arguments(observed::is_among(std::env::args_os().skip(1))).command;
    if let Some(status) = whodunit::lazy::refused(&command) {
        return status;
    }
    match command {
        Command::Run(run) if whodunit::lazy::concerns(&run.common.project) => whodunit::lazy::run(&run),
        Command::Tree(tree) if whodunit::lazy::concerns(&tree.common.project) => whodunit::lazy::tree(&tree),
        Command::Ask(ask) if whodunit::lazy::concerns(&ask.common.project) => whodunit::lazy::ask(&ask),
        Command::Test(test) if whodunit::lazy::concerns(&test.project) => whodunit::lazy::test(&test),
        Command::Check(check) => whodunit::lazy::check(&check),
        Command::Run(run) => whodunit::run::run(&run),
        Command::Diagram(diagram) => whodunit::diagram::diagram(&diagram),
        Command::Tree(tree) => whodunit::tree::tree(&tree),
        Command::Ask(ask) => whodunit::ask::ask(&ask),
        Command::Dap(dap) => whodunit::editor::dap(&dap),
        Command::Rewind(rewind) => whodunit::rewind::rewind(&rewind),
        Command::Test(test) => whodunit::test::run(&test),
    }
}
