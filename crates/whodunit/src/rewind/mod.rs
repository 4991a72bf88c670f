//! `whodunit rewind`: a run that goes both ways, at a prompt, from a script, or as JSON.

mod prompt;
mod saved;
mod world;

use std::cell::Cell;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

use erlang_machine::compile;
use erlang_machine::machine::Machine;
use erlang_machine::schedule::{Random, Schedule};
use erlang_machine::system::Delivery;
use erlang_term::{Atom, Pid, Term};
use history::EventId;
use history::timeline::{FairByChoice, Timeline};
use rewind::{Answer, Reply, Schedules, Session};
use session::event::Question;

use crate::args::{Common, Rewind, ScheduleName};
use crate::input::{Got, Input, Source};
use crate::project::{Code, EXPRESSION, Trouble};
use crate::style::Style;
use crate::terminal::Terminal;
use crate::{ask, interrupt, start};
use prompt::Completion;
use saved::Saved;
use world::{Overheard, Read};

/// Columns where there is no terminal to say how many it has: events are long lines.
const COLUMNS: usize = 100;

/// How the code is compiled: with the values of variables for who looks, and places to stop at.
const COMPILED: compile::Options =
    compile::Options { clauses: false, bindings: true, receives: false, stops: true };

pub fn rewind(args: &Rewind) -> ExitCode {
    interrupt::listen();
    match Case::open(args) {
        Ok(case) if args.json => case.talk_json(),
        Ok(case) => case.talk(),
        Err(troubles) => start::refuse(&troubles),
    }
}

/// From a question of `whodunit ask`, to where it is about, and back.
pub fn from_question(common: &Common, question: &Question) {
    let args = Rewind {
        expression: Some(common.expression.clone()),
        project: common.project.clone(),
        load: None,
        force: false,
        script: None,
        json: false,
    };
    match Case::open(&args) {
        Ok(mut case) => {
            case.mute.set(true);
            case.obey("run");
            case.go_to(question);
            case.mute.set(false);
            case.asked = true;
            case.talk();
        }
        Err(troubles) => drop(start::refuse(&troubles)),
    }
}

/// A session, and what it takes to save it.
struct Case {
    session: Session,
    args: Rewind,
    expression: String,
    code: Rc<Code>,
    read: Read,
    /// Whether what the program prints is not shown now.
    mute: Rc<Cell<bool>>,
    /// It began with a question of `whodunit ask`.
    asked: bool,
    /// Something to know about how it was opened.
    warning: Option<String>,
    script: Option<Source>,
}

impl Case {
    fn open(args: &Rewind) -> Result<Case, Vec<Trouble>> {
        let plain = |message: String| vec![Trouble::Plain(message)];
        let script = args.script.as_deref().map(open).transpose().map_err(plain)?;
        let saved = args.load.as_deref().map(Saved::read).transpose().map_err(plain)?;
        let mut args = args.clone();
        if let Some(saved) = &saved {
            if args.project.sources.is_empty() {
                args.project.sources.clone_from(&saved.sources);
            }
            args.project.seed = saved.seed;
            args.project.schedule =
                if saved.schedule == "random" { ScheduleName::Random } else { ScheduleName::Fair };
        }
        let expression = saved.as_ref().map(|saved| saved.expression.clone());
        let expression = expression.or_else(|| args.expression.clone()).unwrap_or_default();
        let common = Common { expression: expression.clone(), project: args.project.clone() };
        let code = Rc::new(start::read(&common)?);
        let changes = saved.as_ref().map(|saved| saved.changes(&code)).unwrap_or_default();
        if !changes.is_empty() && !args.force {
            let changes = changes.join("\n  ");
            return Err(plain(format!(
                "the saved session was about other code:\n  {changes}\n--force loads it all the same"
            )));
        }
        start::limit_memory(&args.project);
        let read = Read::default();
        let input = saved.as_ref().map(|saved| saved.input.clone()).unwrap_or_default();
        let mute = Rc::new(Cell::new(true));
        let mut session = session(&args, &expression, &code, &read, &mute, input);
        let warning = (!changes.is_empty()).then(|| changes.join("; "));
        if let Some(saved) = &saved {
            saved.resume(&mut session).map_err(plain)?;
        }
        mute.set(false);
        Ok(Case { session, args, expression, code, read, mute, asked: false, warning, script })
    }

    /// Back to right before what a question is about: the last message that it mentions, or the call.
    fn go_to(&mut self, question: &Question) {
        let items = question.claims.iter().rev().flat_map(|claim| claim.items().iter().rev());
        let events =
            items.filter_map(|item| self.session.timeline().event(EventId(item.id)).map(|_| item.id));
        let event = events.max();
        let went = event.is_some_and(|event| self.obey(&format!("reverse {event}")).0.ok);
        if let (false, Some(subject)) = (went, &question.subject) {
            self.session.reverse_to_call(&subject.to_string(), &question.statement);
        }
    }

    /// Does what a line says, and what only the command line can do of it. Whether the session is over.
    fn obey(&mut self, line: &str) -> (Reply, bool) {
        interrupt::forget();
        match self.session.execute(line) {
            Answer::Reply(reply) => (reply, false),
            Answer::Quit(reply) => (reply, true),
            Answer::Save { file, reply } => {
                let input = self.read.borrow().clone();
                let saved = Saved::of(&self.args, &self.expression, &self.code, &self.session, input);
                match saved.write(&file) {
                    Ok(()) => (reply, false),
                    Err(message) => (self.session.refused(line, message), false),
                }
            }
            Answer::Ask { process, reply } => match self.ask(process) {
                Ok(()) => (reply, false),
                Err(message) => (self.session.refused(line, message), false),
            },
        }
    }

    /// Questions about the run up to here, beginning with a process.
    fn ask(&self, process: Pid) -> Result<(), String> {
        if self.args.json {
            return Err("questions are for people: `whodunit ask --json` is for programs".into());
        }
        let common = Common { expression: self.expression.clone(), project: self.args.project.clone() };
        let terminal = Terminal::new(self.args.project.seed, false, false);
        let before = self.read.borrow().iter().cloned().collect();
        let mute = Rc::new(Cell::new(true));
        let mut world = Overheard { terminal, before, read: Read::default(), mute };
        ask::about(&common, &self.code, self.session.timeline().way(), process, &mut world)
    }

    /// A command a line in, an object a line out.
    fn talk_json(mut self) -> ExitCode {
        let mut lines = self.script.take().unwrap_or(Source::Standard);
        while let Some(line) = lines.next_line() {
            if is_nothing(&line) {
                continue;
            }
            let (reply, over) = self.obey(&line);
            let written = serde_json::to_string(&reply).map(|text| writeln!(std::io::stdout(), "{text}"));
            // Nobody listens any more.
            if over || !matches!(written, Ok(Ok(()))) {
                break;
            }
        }
        ExitCode::SUCCESS
    }

    fn talk(mut self) -> ExitCode {
        let script = self.script.take();
        Dialogue::new(self, script).talk()
    }
}

fn session(
    args: &Rewind,
    expression: &str,
    code: &Rc<Code>,
    read: &Read,
    mute: &Rc<Cell<bool>>,
    input: Vec<Option<String>>,
) -> Session {
    let project = &args.project;
    let program = start::program(code, COMPILED);
    let mut machine = Machine::new(program, Delivery::Chosen);
    machine.start(Atom::new(EXPRESSION), Atom::new("main"));
    let terminal = Terminal::new(project.seed, !args.json, false);
    let world = Overheard { terminal, before: input.into(), read: read.clone(), mute: mute.clone() };
    let timeline = Timeline::new(machine, Box::new(world), start::budget(project));
    let fair = || Box::new(FairByChoice::default()) as Box<dyn Schedule>;
    let random = || Box::new(Random::new(project.seed)) as Box<dyn Schedule>;
    let chosen = match project.schedule {
        ScheduleName::Fair => fair(),
        ScheduleName::Random => random(),
    };
    let schedules = Schedules { chosen, fair: fair(), random: random() };
    Session::new(timeline, expression.to_owned(), schedules, project.max_steps)
}

fn open(path: &Path) -> Result<Source, String> {
    match File::open(path) {
        Ok(file) => Ok(Source::File(Box::new(BufReader::new(file)))),
        Err(error) => Err(format!("cannot read {}: {error}", path.display())),
    }
}

/// Empty, or a comment.
fn is_nothing(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('%') || line.starts_with('#')
}

/// With a person, or a script in the place of one.
struct Dialogue {
    case: Case,
    input: Input<Completion>,
    style: Style,
    /// What an empty line repeats; nothing does in a script.
    last: Option<String>,
    scripted: bool,
}

impl Dialogue {
    fn new(case: Case, script: Option<Source>) -> Dialogue {
        let scripted = script.is_some();
        let input = match script {
            Some(lines) => Input::Lines(lines),
            None => Input::with_helper(Completion::default()),
        };
        Dialogue { case, input, style: Style::of_standard_output(), last: None, scripted }
    }

    fn talk(mut self) -> ExitCode {
        self.greet();
        loop {
            self.offer_processes();
            let line = match self.input.read("rewind> ") {
                Got::Line(line) => line,
                Got::Interrupted => {
                    self.say(&self.style.faint("`quit` ends the session"));
                    continue;
                }
                Got::End => return ExitCode::SUCCESS,
            };
            let line = match is_nothing(&line) {
                false => line,
                true if self.scripted || !line.trim().is_empty() => continue,
                true => match &self.last {
                    Some(last) => last.clone(),
                    None => continue,
                },
            };
            let (reply, over) = self.case.obey(&line);
            self.show(&reply);
            if over {
                return ExitCode::SUCCESS;
            }
            self.last = Some(line);
        }
    }

    fn greet(&self) {
        let timeline = self.case.session.timeline();
        let main = timeline.machine().main().map(|main| main.state.pid);
        let who = main.map_or_else(String::new, |pid| Term::Pid(pid).to_string());
        let expression = &self.case.expression;
        let greeting = match timeline.position().0 {
            _ if self.case.asked => {
                let here = "The run, right before what the question is about";
                format!("{here}. `quit` goes back to the question, `help` lists the commands.")
            }
            0 => format!(
                "{who} is about to evaluate {expression}. `run` lets it go, `help` lists the commands."
            ),
            n => format!("{who} evaluates {expression}: back at position {n} of the saved session."),
        };
        self.say(&self.style.faint(&greeting));
        if let Some(warning) = &self.case.warning {
            self.say(&self.style.bad(&format!("{warning}: what follows may differ from what was saved")));
        }
    }

    fn show(&mut self, reply: &Reply) {
        let width = if self.input.is_terminal() { self.input.size().0 } else { COLUMNS };
        let text = reply.text(width);
        if !text.is_empty() {
            match reply.ok {
                true => self.say(&text),
                false => self.say(&self.style.bad(&text)),
            }
        }
    }

    fn say(&self, text: &str) {
        // A reader who went away is no reason to stop: there will be no commands either.
        let _ = writeln!(std::io::stdout(), "{text}");
    }

    fn offer_processes(&mut self) {
        let machine = self.case.session.timeline().machine();
        let names = machine.fates().flat_map(|fate| {
            let state = &fate.process.state;
            [Some(Term::Pid(state.pid)), state.name.map(Term::Atom)].into_iter().flatten()
        });
        let names: Vec<String> = names.map(|name| name.to_string()).collect();
        if let Some(completion) = self.input.helper() {
            completion.processes = names;
        }
    }
}
