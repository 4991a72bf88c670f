//! The two sides of a comparison: real `erl`, and whodunit.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::Trouble;
use crate::corpus::{Content, Mark, Module};
use crate::process::{self, Finished};
use crate::random;
use crate::sections::Sections;

/// Who runs the modules.
#[derive(Clone, Debug)]
pub enum Side {
    Erl,
    /// Real `erl`, but with every program changed a little: to test the comparison itself.
    MutatedErl,
    Whodunit(Whodunit),
}

#[derive(Clone, Debug)]
pub struct Whodunit {
    pub program: PathBuf,
    /// Passed on before the sources, e.g. `--no-otp`.
    pub flags: Vec<String>,
    /// How many programs one invocation runs. Topics always have an invocation of their own.
    pub programs_at_once: usize,
}

/// Modules of the corpus that tests run with, in either Erlang.
const SUPPORT: [&str; 2] = ["driver.erl", "random_helpers.erl"];

const PATIENCE_WITH_ERL: Duration = Duration::from_secs(600);
const PATIENCE_WITH_WHODUNIT: Duration = Duration::from_secs(120);

impl Side {
    pub fn name(&self) -> &'static str {
        match self {
            Side::Erl => "erl",
            Side::MutatedErl => "changed",
            Side::Whodunit(_) => "whodunit",
        }
    }

    /// Whether a marked test differs on this side.
    pub fn must_differ(&self, mark: &Mark) -> bool {
        match self {
            Side::Whodunit(whodunit) => {
                !mark.only_without_otp || whodunit.flags.iter().any(|flag| flag == "--no-otp")
            }
            Side::Erl | Side::MutatedErl => false,
        }
    }

    /// Runs the modules; sources that have to be generated are written to `scratch`.
    pub fn run(&self, corpus: &Path, modules: &[Module], scratch: &Path) -> Result<Sections, Trouble> {
        let folder = scratch.join(self.name());
        fs::create_dir_all(&folder).map_err(Trouble::with_path("make", &folder))?;
        match self {
            Side::Erl => erl(corpus, modules, &folder),
            Side::MutatedErl => erl(corpus, &mutated(modules, &folder)?, &folder),
            Side::Whodunit(whodunit) => whodunit.run(corpus, modules, &folder),
        }
    }
}

fn mutated(modules: &[Module], folder: &Path) -> Result<Vec<Module>, Trouble> {
    let mut changed = Vec::new();
    for (number, module) in modules.iter().enumerate() {
        let mut module = module.clone();
        if let Content::Program { path, .. } = &mut module.content {
            let source = fs::read_to_string(&path).map_err(Trouble::with_path("read", path))?;
            let source = random::mutated(&source, number as u64);
            *path = folder.join(format!("{}.erl", module.name));
            fs::write(&path, source).map_err(Trouble::with_path("write", path))?;
        }
        changed.push(module);
    }
    Ok(changed)
}

/// Says whether real Erlang is there, and which.
pub fn erl_release() -> Result<String, Trouble> {
    let mut command = Command::new("erl");
    command.args(["-noshell", "-eval", "io:put_chars(erlang:system_info(otp_release)), halt()."]);
    let finished = process::run(command, PATIENCE_WITH_ERL).map_err(|Trouble(why)| {
        Trouble(format!("{why}\nThe comparison needs Erlang/OTP: install it, and have `erl` on the path."))
    })?;
    Ok(finished.stdout)
}

/// One node compiles and runs everything: starting it is slow, compiling in it is fast.
fn erl(corpus: &Path, modules: &[Module], folder: &Path) -> Result<Sections, Trouble> {
    let mut jobs = String::new();
    for module in modules {
        let source = source(module, folder, None)?;
        let name = &module.name;
        // Writing to a string cannot fail.
        let _ = match &module.content {
            Content::Program { .. } => writeln!(jobs, "{{{name}, {source:?}}}."),
            Content::Topic(_) => writeln!(jobs, "{{{name}, {source:?}, {:?}}}.", lines(module)),
        };
    }
    let jobs_file = folder.join("jobs.txt");
    fs::write(&jobs_file, jobs).map_err(Trouble::with_path("write", &jobs_file))?;

    let load = |file: &str| {
        let path = corpus.join(file);
        format!(
            "{{ok, M_{0}, B_{0}}} = compile:file({path:?}, [binary]), code:load_binary(M_{0}, {path:?}, B_{0})",
            file.trim_end_matches(".erl")
        )
    };
    let support: Vec<String> = SUPPORT.iter().chain(&["real_erl.erl"]).map(|file| load(file)).collect();
    let program = format!("{}, real_erl:main({jobs_file:?}).", support.join(", "));
    let mut command = Command::new("erl");
    // One scheduler: the order of events is then that of a fair one-core machine.
    command.args(["+S", "1", "-enable-feature", "maybe_expr", "-noshell", "-noinput", "-eval", &program]);
    command.env("ERL_CRASH_DUMP_SECONDS", "0");
    let finished = process::run(command, PATIENCE_WITH_ERL)?;
    let mut sections = Sections::parse(&finished.stdout);
    if let Some((name, text)) = sections.unfinished() {
        let (name, text) = (name.to_owned(), format!("{text}#stopped {}\n", explain(&finished)));
        sections.insert(name, text);
    }
    if sections.is_empty() && !modules.is_empty() {
        return Err(Trouble(format!("erl ran nothing: {}", explain(&finished))));
    }
    Ok(sections)
}

/// How a run ended, and what it said about that: on standard error, or else last on standard
/// output.
fn explain(finished: &Finished) -> String {
    const SHOWN: usize = 12;
    let mut said: Vec<&str> = finished.stderr.lines().take(SHOWN).collect();
    if said.is_empty() {
        said = finished.stdout.lines().collect();
        said.drain(..said.len().saturating_sub(SHOWN));
    }
    format!("({})\n{}", finished.ending, said.join("\n"))
}

fn lines(module: &Module) -> Vec<usize> {
    match &module.content {
        Content::Topic(topic) => topic.expressions.iter().map(|expression| expression.line).collect(),
        Content::Program { .. } => Vec::new(),
    }
}

/// The module's source file; for a topic it is generated, with all of its expressions or only some.
fn source(module: &Module, folder: &Path, only: Option<&[usize]>) -> Result<PathBuf, Trouble> {
    match &module.content {
        Content::Program { path, .. } => Ok(path.clone()),
        Content::Topic(topic) => {
            let path = folder.join(format!("{}.erl", module.name));
            let all = lines(module);
            fs::write(&path, topic.render(&module.name, only.unwrap_or(&all)))
                .map_err(Trouble::with_path("write", &path))?;
            Ok(path)
        }
    }
}

impl Whodunit {
    fn run(&self, corpus: &Path, modules: &[Module], folder: &Path) -> Result<Sections, Trouble> {
        let mut sections = Sections::default();
        let mut programs = Vec::new();
        for module in modules {
            match &module.content {
                Content::Topic(_) => sections.absorb(self.run_topic(corpus, module, folder)?),
                Content::Program { path, .. } => programs.push((module.name.as_str(), path.as_path())),
            }
        }
        for batch in programs.chunks(self.programs_at_once.max(1)) {
            sections.absorb(self.run_in_parts(
                batch,
                |name| name.0.to_owned(),
                |part| {
                    let names: Vec<&str> = part.iter().map(|(name, _)| *name).collect();
                    let sources: Vec<&Path> = part.iter().map(|(_, path)| *path).collect();
                    self.start(corpus, &sources, &format!("driver:programs([{}])", names.join(",")))
                },
            )?);
        }
        Ok(sections)
    }

    /// Whether the driver itself runs: without it every test fails, slowly, for the same reason.
    pub fn probe(&self, corpus: &Path) -> Result<(), Trouble> {
        let finished = self.start(corpus, &[], "driver:programs([])")?;
        if finished.stdout.lines().any(|line| line == "#done") {
            return Ok(());
        }
        Err(Trouble(format!("whodunit cannot run the driver of the tests: {}", explain(&finished))))
    }

    fn run_topic(&self, corpus: &Path, module: &Module, folder: &Path) -> Result<Sections, Trouble> {
        let name = &module.name;
        self.run_in_parts(
            &lines(module),
            |line| format!("{name}:{line}"),
            |part| {
                let source = source(module, folder, Some(part))?;
                self.start(corpus, &[&source], &format!("driver:expressions({name}, {part:?})"))
            },
        )
    }

    /// Runs tests in one go as long as that goes well. When the run stops in one of them, that one
    /// has failed and the rest runs again without it; when nothing runs at all (one source does not
    /// compile), halving finds out for which of them.
    fn run_in_parts<T: Clone>(
        &self,
        tests: &[T],
        section: impl Fn(&T) -> String,
        run: impl Fn(&[T]) -> Result<Finished, Trouble>,
    ) -> Result<Sections, Trouble> {
        let mut sections = Sections::default();
        let mut waiting = vec![tests.to_vec()];
        while let Some(part) = waiting.pop() {
            let Some(first) = part.first() else { continue };
            let finished = run(&part)?;
            let mut output = Sections::parse(&finished.stdout);
            // What follows in the output is whodunit's table of processes, not the test's own.
            if let Some((name, _)) = output.unfinished() {
                output.insert(name.to_owned(), format!("#stopped {}\n", explain(&finished)));
            }
            let rest: Vec<T> =
                part.iter().filter(|test| output.get(&section(test)).is_none()).cloned().collect();
            if rest.len() < part.len() {
                waiting.push(rest);
            } else if part.len() == 1 {
                output.insert(section(first), format!("#stopped {}\n", explain(&finished)));
            } else {
                let (left, right) = part.split_at(part.len() / 2);
                waiting.push(right.to_vec());
                waiting.push(left.to_vec());
            }
            sections.absorb(output);
        }
        Ok(sections)
    }

    fn start(&self, corpus: &Path, sources: &[&Path], expression: &str) -> Result<Finished, Trouble> {
        let mut command = Command::new(&self.program);
        // As in real erl, the run is over when the driver is.
        command.args(["run", "--for", "0"]).args(&self.flags).args(SUPPORT.map(|file| corpus.join(file)));
        command.args(sources).args(["-e", expression]);
        process::run(command, PATIENCE_WITH_WHODUNIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four tests; a run with the third of them does not start, one stops in the middle of the
    /// second.
    #[test]
    fn one_bad_test_does_not_take_the_others_along() -> Result<(), Trouble> {
        let whodunit = Whodunit { program: PathBuf::new(), flags: Vec::new(), programs_at_once: 4 };
        let run = |part: &[u32]| {
            let mut stdout = String::new();
            for number in part.iter().filter(|_| !part.contains(&3)) {
                stdout.push_str(&format!("#begin t{number}\n"));
                if *number == 2 {
                    break;
                }
                stdout.push_str(&format!("#value {number}\n#end t{number}\n"));
            }
            Ok(Finished { stdout, stderr: "broken".to_owned(), ending: "exit status: 2".to_owned() })
        };
        let sections = whodunit.run_in_parts(&[1, 2, 3, 4], |number| format!("t{number}"), run)?;
        let texts: Vec<_> =
            (1..=4).map(|number| sections.get(&format!("t{number}")).unwrap_or("none")).collect();
        let stopped = "#stopped (exit status: 2)\nbroken\n";
        assert_eq!(texts, ["#value 1\n", stopped, stopped, "#value 4\n"]);
        Ok(())
    }
}
