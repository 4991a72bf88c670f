//! The program `whodunit`: see the library of the same name.

use std::process::ExitCode;

use clap::Parser;
use debugger::work::{self, GivenUp};
use whodunit::args::{Cli, Command};

fn main() -> ExitCode {
    whodunit::output::status(obey())
}

fn obey() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // Help, the version, or what is wrong with the command line.
        Err(text) => return whodunit::output::show_usage(&text),
    };
    whodunit::style::choose(cli.color);
    // A command that knows of --max-memory sets that instead.
    whodunit::memory::limit(None);
    work::watch(why_give_up);
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

/// Why a long step is to end in the middle.
fn why_give_up() -> Option<GivenUp> {
    match () {
        () if whodunit::interrupt::is_pending() => Some(GivenUp::Asked),
        () if whodunit::memory::is_short() => Some(GivenUp::Memory),
        () => None,
    }
}
