//! `whodunit test` and `whodunit check`: run the tests of a program, say which of them fail, and
//! find the code to blame for one.

mod seeds;
mod told;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;

use debugger::dialogue::Ended;
use debugger::language::{TestOptions, TestSummary};
use debugger::{Dialogue, ERLANG, Input, Language, Output};

use crate::args::{Asking, Check, Project, Test, TestFormat};
use crate::ask::{self, Host};
use crate::disk::Disk;
use crate::drive::{Next, Watcher, drive};
use crate::durable::{self, Privacy};
use crate::sources::{self, refuse};
use crate::style::Style;
use crate::terminal::Terminal;
use crate::{interrupt, memory, rewind, web, words};
use told::Told;

pub fn test(args: &Test) -> ExitCode {
    let Test { project, verbose, keep_going, ask, asking, filter, browser, .. } = args;
    if browser.web {
        return web::test(project, asking, browser);
    }
    let how = TestOptions {
        verbose: *verbose,
        keep_going: *keep_going,
        for_people: !asking.json,
        count: Check::TESTS,
        filter: filter.clone(),
    };
    run("test", project, how, *ask, asking, Some(args))
}

pub fn check(args: &Check) -> ExitCode {
    let Check { project, tests, ask, asking, browser } = args;
    if browser.web {
        return web::test(project, asking, browser);
    }
    let how = TestOptions {
        verbose: true,
        keep_going: false,
        for_people: !asking.json,
        count: *tests,
        filter: None,
    };
    run("check", project, how, *ask, asking, None)
}

fn run(
    command: &str,
    project: &Project,
    how: TestOptions,
    ask: bool,
    asking: &Asking,
    more: Option<&Test>,
) -> ExitCode {
    interrupt::listen();
    let (number, mut words) = numbered(&project.sources, ask);
    if more.is_some_and(|more| more.failed) {
        let failed = told::failed_before();
        if failed.is_empty() {
            println!("{}", words::NONE_FAILED_BEFORE);
            return ExitCode::SUCCESS;
        }
        words.extend(failed.iter().map(PathBuf::from));
    }
    let language = match sources::language(command, &words) {
        Ok(language) => language,
        Err(status) => return status,
    };
    if let Err(status) = ask::check(language, asking) {
        return status;
    }
    let is_of_erlang = language.name() == ERLANG.name();
    if let Some(option) = more.and_then(Test::for_erlang).filter(|_| !is_of_erlang) {
        return ask::refuse(words::tests_of_erlang_only(option));
    }
    if let Some((more, count)) = more.and_then(|more| Some((more, more.seeds?))) {
        memory::limit(project.max_memory);
        return seeds::run(more, count, language, &words, &how);
    }
    let options = Rc::new(asking.apply(project.options()));
    let tests = match language.tests(&words, how.clone(), options, Rc::new(Disk)) {
        Ok(tests) => tests,
        Err(problems) => return refuse(&problems),
    };
    memory::limit(project.max_memory);
    let mut dialogue = Dialogue::of_tests(tests);
    let terminal = Terminal::new(how.for_people, false);
    let mut show = Show { terminal, for_people: how.for_people, tests: Vec::new() };
    let summary = match drive(&mut dialogue, &mut show) {
        Ok(summary) => summary,
        Err(ended) => return ExitCode::from(ended.status()),
    };
    if let Some(more) = more
        && let Err(message) = show_more(more, &show.tests)
    {
        return ask::refuse(message);
    }
    let status = ExitCode::from(summary.status);
    if !summary.is_complete {
        return status;
    }
    let Some(test) = pick(command, &summary.failed, number, ask, asking) else { return status };
    let (mut host, known) = match Host::open(asking) {
        Ok(opened) => opened,
        Err(message) => return ask::refuse(message),
    };
    if how.for_people {
        println!("");
    }
    if !asking.json {
        host.go_back = Some(Box::new(rewind::from_question));
    }
    let input = Input::AskAbout { test, known, manner: ask::manner(asking) };
    ExitCode::from(host.hold_from(&mut dialogue, input).status())
}

/// What else was asked for: the slowest tests, annotations, files.
fn show_more(more: &Test, tests: &[Told]) -> Result<(), String> {
    if let Some(count) = more.slowest.filter(|_| !more.asking.json) {
        println!("{}", words::SLOWEST);
        told::slowest(tests, count).iter().for_each(|line| println!("{line}"));
    }
    if more.format == Some(TestFormat::Github) {
        told::annotations(tests).iter().for_each(|line| println!("{line}"));
    }
    if let Some(path) = &more.junit {
        durable::write(path, told::junit(tests).as_bytes(), Privacy::Usual)?;
    }
    if let Err(why) = told::keep_failed(tests) {
        eprintln!("{}", words::names_not_kept(&why));
    }
    Ok(())
}

/// `--ask 3`: the number of a failed test, and the other words.
fn numbered(words: &[PathBuf], ask: bool) -> (Option<usize>, Vec<PathBuf>) {
    let number = |word: &PathBuf| word.to_str()?.parse::<usize>().ok().filter(|_| ask && !word.exists());
    let chosen = words.iter().find_map(number);
    let others = words.iter().filter(|word| number(word).is_none()).cloned().collect();
    (chosen, others)
}

/// Which of the failed tests to ask about: the one with the number, or the first, with `--ask`; the
/// one that someone at a terminal picks.
fn pick(
    command: &str,
    failed: &[String],
    number: Option<usize>,
    ask: bool,
    asking: &Asking,
) -> Option<usize> {
    if ask {
        return Some(number.map_or(0, |number| number.saturating_sub(1))).filter(|_| !failed.is_empty());
    }
    if failed.is_empty() || asking.json || asking.no_human {
        return None;
    }
    let style = Style::of_standard_output();
    for (n, name) in failed.iter().enumerate() {
        println!("{:>4}  {}", n + 1, style.bad(name));
    }
    let at_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if !at_terminal {
        println!("`whodunit {command} --ask N` finds the bug behind one of them.");
        return None;
    }
    print!("Find the bug behind one of them? [number, or Enter for no] ");
    crate::output::out().flush().ok()?;
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).ok()?;
    line.trim().parse::<usize>().ok()?.checked_sub(1)
}

/// Shows what comes of tests.
struct Show {
    terminal: Terminal,
    for_people: bool,
    tests: Vec<Told>,
}

impl Watcher for Show {
    type End = Result<TestSummary, Ended>;

    fn terminal(&mut self) -> &mut Terminal {
        &mut self.terminal
    }

    fn show(&mut self, _dialogue: &Dialogue, output: Output) -> Next<Self::End> {
        // A closed pipe does not stop the tests.
        let say = |line: &str| println!("{line}");
        match output {
            Output::Test(json) => {
                self.tests.extend(Told::of(&json));
                if !self.for_people {
                    say(&json);
                }
            }
            Output::Tested(summary) => {
                match (self.for_people, &summary.text) {
                    (false, _) => say(&summary.json),
                    (true, Some(text)) => {
                        let style = Style::of_standard_output();
                        say(&if summary.failed.is_empty() { style.good(text) } else { style.bad(text) });
                    }
                    (true, None) => {}
                }
                return Next::Over(Ok(summary));
            }
            Output::Problems(problems) => sources::say(&problems),
            Output::Warning(message) => eprintln!("warning: {message}"),
            Output::Ended(ended) => return Next::Over(Err(ended)),
            _ => {}
        }
        Next::Go
    }
}
