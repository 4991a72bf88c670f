//! Which language the sources are in, and the program, read as the options of the command line say.

use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;

use debugger::language::{Options, ProblemKind};
use debugger::{Language, Problem, language_of};

use crate::args::{self, Target};
use crate::disk::Disk;
use crate::status::BAD_SOURCE;

/// A program that is about to run.
pub struct Opened {
    pub language: &'static dyn Language,
    pub project: Rc<dyn debugger::Project>,
    pub expression: String,
}

/// Reads the program that a command is about. Its problems have been printed.
pub fn open(command: &'static str, target: &Target, mut options: Options) -> Result<Opened, ExitCode> {
    options.access.arguments.clone_from(&target.arguments);
    let language = language(command, &target.project.sources)?;
    let expression = target.expression.as_deref().or(language.default_expression());
    let expression = expression.unwrap_or_else(|| args::missing_expression(command)).to_owned();
    let project = read(language, &target.project.sources, options)?;
    Ok(Opened { language, project, expression })
}

pub fn read(
    language: &dyn Language,
    sources: &[PathBuf],
    options: Options,
) -> Result<Rc<dyn debugger::Project>, ExitCode> {
    language.read(sources, Rc::new(options), Rc::new(Disk)).map_err(|problems| refuse(&problems))
}

/// The language of the sources, if it has this command.
pub fn language(command: &str, sources: &[PathBuf]) -> Result<&'static dyn Language, ExitCode> {
    let language = language_of(sources, &Disk);
    match language.refuses(command) {
        None => Ok(language),
        Some(message) => Err(refuse(&Problem::error(message))),
    }
}

/// Refuses an option that the language does not have.
pub fn require(language: &dyn Language, option: &str, can: bool) -> Result<(), ExitCode> {
    match can {
        true => Ok(()),
        false => Err(refuse(&Problem::error(format!("not supported: {option} for {}", language.name())))),
    }
}

/// Says what stands in the way.
pub fn refuse(problems: &[Problem]) -> ExitCode {
    say(problems);
    ExitCode::from(problems.first().map_or(BAD_SOURCE, |problem| problem.kind.status()))
}

/// The outcome of a program is printed where its value would be; all other problems are errors.
pub fn say(problems: &[Problem]) {
    let texts: Vec<&str> = problems.iter().map(|problem| problem.text.as_str()).collect();
    let text = texts.join("\n\n");
    match problems.first().map(|problem| problem.kind) {
        Some(ProblemKind::Outcome) => println!("{text}"),
        _ => eprintln!("{text}"),
    }
}

/// Whether people see colours in what is wrong.
pub fn has_colour() -> bool {
    crate::style::has_colour(&std::io::stderr())
}
