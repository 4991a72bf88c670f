//! `whodunit web`: the debugger in the browser.

mod kept;

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Command, ExitCode, Stdio};
use std::rc::Rc;

use debugger::dialogue::{Manner, Saved};
use debugger::language::{FunctionSeen, Method, Options, Purpose, ScheduleName, TestOptions};
use debugger::{Dialogue, Problem, language_of};
use session::Knowledge;
use session::event::Question;
use web::{Beginning, Recent, Site};

use crate::args::{Ask, Asking, Check, InBrowser, Lazy, Project, Rewind, Serving, Target, Web};
use crate::ask::{self, Oracle, Secretary};
use crate::disk::Disk;
use crate::memory;
use kept::Kept;

/// The page to serve, and how to serve it.
struct Plan {
    beginning: Beginning,
    project: Project,
    options: Options,
    asking: Asking,
    serving: Serving,
}

pub fn web(args: &Web) -> ExitCode {
    let Web { target, lazy, asking, method, serving } = args;
    run(plan(target, lazy, asking, *method, serving.clone()))
}

/// `whodunit ask --web`
pub fn ask(args: &Ask) -> ExitCode {
    let Ask { target, lazy, asking, method, browser, .. } = args;
    run(plan(target, lazy, asking, *method, browser.serving()))
}

/// `whodunit test --web` and `whodunit check --web`
pub fn test(project: &Project, asking: &Asking, browser: &InBrowser) -> ExitCode {
    let (project, asking, serving) = (project.clone(), asking.clone(), browser.serving());
    let options = asking.apply(project.options());
    run(Plan { beginning: Beginning::Test, project, options, asking, serving })
}

/// `whodunit rewind --web`
pub fn rewind(args: &Rewind) -> ExitCode {
    let (project, serving) = (args.project.clone(), args.browser.serving());
    let language = language_of(&project.sources, &Disk);
    if let Some(message) = language.refuses("rewind") {
        return ask::refuse(message);
    }
    let Some(expression) = args.expression.clone() else {
        return ask::refuse("a saved session cannot be continued in the browser".to_owned());
    };
    let (asking, options) = (Asking::default(), project.options());
    run(Plan { beginning: Beginning::Walk(expression), project, options, asking, serving })
}

fn plan(target: &Target, lazy: &Lazy, asking: &Asking, method: Method, serving: Serving) -> Plan {
    let Target { project, expression, .. } = target.clone();
    let options = Options { method, colour: false, ..project.options() };
    let options = asking.apply(lazy.apply(options));
    let language = language_of(&project.sources, &Disk);
    let expression = expression.or(language.default_expression().map(str::to_owned));
    let beginning = expression.map_or(Beginning::Test, Beginning::Ask);
    Plan { beginning, project, options, asking: asking.clone(), serving }
}

fn run(plan: Plan) -> ExitCode {
    match serve(plan) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => ask::refuse(message),
    }
}

fn serve(plan: Plan) -> Result<(), String> {
    let Plan { beginning, project, options, asking, serving } = plan;
    let (mut kept, listener) = open(&serving)?;
    let address = listener.local_addr().map_err(|error| format!("cannot serve the page: {error}"))?;
    let (desk, known) = Desk::open(&asking)?;
    memory::limit(project.max_memory);
    let shown = Site::address(address, &kept.token);
    println!("{shown}");
    std::io::Write::flush(&mut crate::output::out())
        .map_err(|error| format!("cannot determine the address: {error}"))?;
    if !serving.no_open {
        open_browser(&shown);
    }
    let (token, journal) = (kept.token.clone(), kept.take_journal());
    let manner = ask::manner(&asking);
    let sources = project.sources.clone();
    let host = Box::new(move || {
        let first_answer = (options.answer, options.missing);
        let host = Host { beginning, sources, options, first_answer, manner, known, desk, kept };
        Box::new(host) as Box<dyn web::Host>
    });
    web::serve(Site { listener, token, host, journal })
}

/// The session of this command, if there is one that nobody serves, or else a new one; and a port.
fn open(serving: &Serving) -> Result<(Kept, TcpListener), String> {
    let listen = |port: u16| TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    let cannot = |error: std::io::Error| format!("cannot serve the page: {error}");
    for n in 1.. {
        let Some(mut kept) = Kept::open(n)? else { break };
        if serving.fresh && kept.port.is_some() {
            kept.begin_anew()?;
        }
        let listener = match kept.port.filter(|_| serving.port.is_none()) {
            Some(port) => match listen(port) {
                Ok(listener) => listener,
                // Someone serves it already, or something else: this is another session.
                Err(_) => continue,
            },
            None => listen(serving.port.unwrap_or(0)).map_err(cannot)?,
        };
        kept.serve_on(listener.local_addr().map_err(cannot)?.port())?;
        return Ok((kept, listener));
    }
    let listener = listen(serving.port.unwrap_or(0)).map_err(cannot)?;
    Ok((Kept::nowhere()?, listener))
}

/// A browser that cannot be opened is not an error, because the address was printed.
fn open_browser(address: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = Command::new(program).arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    drop(quiet);
}

/// Answers, transcript, and the oracle program.
struct Desk {
    secretary: Secretary,
    oracle: Option<Oracle>,
}

impl Desk {
    fn open(asking: &Asking) -> Result<(Desk, Knowledge), String> {
        let (secretary, read) = Secretary::open(asking)?;
        for warning in &read.warnings {
            eprintln!("warning: {warning}");
        }
        Ok((Desk { secretary, oracle: Oracle::of(asking)? }, read.knowledge))
    }
}

struct Host {
    beginning: Beginning,
    sources: Vec<std::path::PathBuf>,
    options: Options,
    /// Which answer of a goal the command line asks about, and whether one is missing.
    first_answer: (usize, bool),
    manner: Manner,
    known: Knowledge,
    desk: Desk,
    kept: Kept,
}

impl web::Host for Host {
    fn beginning(&self) -> Beginning {
        self.beginning.clone()
    }

    fn functions(&self) -> Vec<FunctionSeen> {
        let language = language_of(&self.sources, &Disk);
        let project = language.read(&self.sources, Rc::new(self.options.clone()), Rc::new(Disk));
        project.map(|project| project.functions()).unwrap_or_default()
    }

    fn run_again(&mut self, expression: &str, seed: Option<u64>) -> Result<Dialogue, Vec<Problem>> {
        let mut options = self.options.clone();
        if let Some(seed) = seed {
            (options.schedule, options.seed) = (ScheduleName::Random, seed);
        }
        let language = language_of(&self.sources, &Disk);
        let project = language.read(&self.sources, Rc::new(options), Rc::new(Disk))?;
        Ok(Dialogue::of_run(project, expression.to_owned(), Purpose::Diagram))
    }

    fn choose_answer(&mut self, answer: usize, missing: bool) {
        (self.options.answer, self.options.missing) = match (answer, missing) {
            (1, false) => self.first_answer,
            chosen => chosen,
        };
    }

    fn recent(&self) -> Vec<Recent> {
        self.kept.others()
    }

    fn begin(&mut self, what: &Beginning) -> Result<Dialogue, Vec<Problem>> {
        let options = Rc::new(self.options.clone());
        let language = language_of(&self.sources, &Disk);
        if let Some(message) = language.refuses("ask") {
            return Err(Problem::error(message));
        }
        let (sources, files) = (&self.sources, Rc::new(Disk));
        Ok(match what {
            Beginning::Ask(expression) => {
                let project = language.read(sources, options, files)?;
                let (known, manner) = (self.known.clone(), self.manner.clone());
                Dialogue::about_expression(project, expression.clone(), known, manner)
            }
            Beginning::Walk(expression) => {
                Dialogue::of_walk(language.read(sources, options, files)?, expression.clone())
            }
            Beginning::Test => {
                let how = TestOptions {
                    verbose: true,
                    keep_going: false,
                    for_people: false,
                    count: Check::TESTS,
                    filter: None,
                };
                Dialogue::of_tests(language.tests(sources, how, options, files)?)
            }
        })
    }

    fn manner(&self) -> (Manner, Knowledge) {
        (self.manner.clone(), self.known.clone())
    }

    fn save(&mut self, what: Saved, text: &str) -> Result<(), String> {
        match what {
            Saved::Answers => self.desk.secretary.save_answers(text),
            Saved::Transcript => self.desk.secretary.save_transcript(text),
        }
    }

    fn ask_oracle(&mut self, question: &Question, complaint: Option<&str>) -> Result<String, String> {
        match &mut self.desk.oracle {
            Some(oracle) => oracle.ask(question, complaint),
            None => Err("there is no oracle".into()),
        }
    }

    fn source(&self, file: &str) -> Option<String> {
        let bytes = std::fs::read(file).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn keep(&mut self, line: &str) -> Result<(), String> {
        self.kept.keep(line)
    }

    fn forget(&mut self) -> Result<(), String> {
        self.kept.forget()
    }
}
