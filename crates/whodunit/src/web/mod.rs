//! `whodunit web`: the debugger in the browser.

mod kept;

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Command, ExitCode, Stdio};
use std::rc::Rc;

use debugger::dialogue::{Manner, Saved};
use debugger::language::{Options, TestOptions};
use debugger::{Dialogue, Problem, language_of};
use session::Knowledge;
use session::event::Question;
use web::{Beginning, Site};

use crate::args::{Asking, Check, Web};
use crate::ask::{self, Oracle, Secretary};
use crate::disk::Disk;
use crate::memory;
use kept::Kept;

pub fn web(args: &Web) -> ExitCode {
    match serve(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => ask::refuse(message),
    }
}

fn serve(args: &Web) -> Result<(), String> {
    let beginning = beginning(args)?;
    let (mut kept, listener) = open(args)?;
    let address = listener.local_addr().map_err(|error| format!("cannot serve the page: {error}"))?;
    let (desk, known) = Desk::open(&args.asking)?;
    memory::limit(args.target.project.max_memory);
    let shown = Site::address(address, &kept.token);
    println!("{shown}");
    std::io::Write::flush(&mut crate::output::out())
        .map_err(|error| format!("cannot determine the address: {error}"))?;
    if !args.no_open {
        open_browser(&shown);
    }
    let (token, journal) = (kept.token.clone(), kept.take_journal());
    let options = options(args);
    let manner = ask::manner(&args.asking);
    let sources = args.target.project.sources.clone();
    let host = Box::new(move || {
        Box::new(Host { beginning, sources, options, manner, known, desk, kept }) as Box<dyn web::Host>
    });
    web::serve(Site { listener, token, host, journal })
}

/// What the page is about.
fn beginning(args: &Web) -> Result<Beginning, String> {
    let language = language_of(&args.target.project.sources, &Disk);
    let expression = args.target.expression.as_deref().or(language.default_expression());
    Ok(match expression {
        Some(expression) => Beginning::Ask(expression.to_owned()),
        None => Beginning::Test,
    })
}

fn options(args: &Web) -> Options {
    let Web { target, lazy, asking, method, .. } = args;
    let options = Options { method: *method, colour: false, ..target.project.options() };
    asking.apply(lazy.apply(options))
}

/// The session of this command, if there is one that nobody serves, or else a new one; and a port.
fn open(args: &Web) -> Result<(Kept, TcpListener), String> {
    let listen = |port: u16| TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    let cannot = |error: std::io::Error| format!("cannot serve the page: {error}");
    for n in 1.. {
        let Some(mut kept) = Kept::open(n)? else { break };
        if args.fresh && kept.port.is_some() {
            kept.begin_anew()?;
        }
        let listener = match kept.port.filter(|_| args.port.is_none()) {
            Some(port) => match listen(port) {
                Ok(listener) => listener,
                // Someone serves it already, or something else: this is another session.
                Err(_) => continue,
            },
            None => listen(args.port.unwrap_or(0)).map_err(cannot)?,
        };
        kept.serve_on(listener.local_addr().map_err(cannot)?.port())?;
        return Ok((kept, listener));
    }
    let listener = listen(args.port.unwrap_or(0)).map_err(cannot)?;
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
    manner: Manner,
    known: Knowledge,
    desk: Desk,
    kept: Kept,
}

impl web::Host for Host {
    fn beginning(&self) -> Beginning {
        self.beginning.clone()
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
                let how = TestOptions { verbose: true, for_people: false, count: Check::TESTS };
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
