//! `whodunit completions` and `whodunit man`: made from the command line itself.

use std::io::Write;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::output;
use crate::status::BAD_SOURCE;

pub fn completions(shell: Shell) -> ExitCode {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "whodunit", &mut text);
    print(&text)
}

pub fn manual(name: Option<&str>) -> ExitCode {
    let mut whole = Cli::command();
    whole.build();
    let command = match name {
        None => whole,
        Some(name) => match whole.find_subcommand(name) {
            Some(command) => command.clone(),
            None => {
                eprintln!("error: there is no command `{name}`: `whodunit help` lists them");
                return ExitCode::from(BAD_SOURCE);
            }
        },
    };
    let mut text = Vec::new();
    match clap_mangen::Man::new(command).render(&mut text) {
        Ok(()) => print(&text),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(BAD_SOURCE)
        }
    }
}

/// A closed pipe is not an error.
fn print(text: &[u8]) -> ExitCode {
    let _ = output::out().write_all(text);
    ExitCode::SUCCESS
}
