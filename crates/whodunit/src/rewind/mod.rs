//! `whodunit rewind`: a run that goes both ways, at a prompt, from a script, or as JSON.

mod console;
mod progress;
mod prompt;

use std::cell::RefCell;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

use debugger::dialogue::{Dialogue as Questions, Outside};
use debugger::language::Problem as Trouble;
use debugger::walk::{NotDone, Opened, Reply, SavedWalk, Scene as WalkScene, Shown, Walkable};
use debugger::words::visible;
use debugger::{Walk, Walked, language, language_of};
use session::{Knowledge, MomentKind};
use slices::Meter;

use crate::args::{Asking, Project, Rewind, ScheduleName};
use crate::ask::{self, About, Host, Scene};
use crate::disk::Disk;
use crate::durable::{self, Privacy};
use crate::input::{Got, Input, Source};
use crate::status::{ABORTED, BAD_SOURCE};
use crate::style::Style;
use crate::terminal::Terminal;
use crate::{interrupt, memory, sources, web};
use console::TerminalConsole;
use prompt::Completion;

/// Columns where there is no terminal to say how many it has: events are long lines.
const COLUMNS: usize = 100;

pub fn rewind(args: &Rewind) -> ExitCode {
    if args.browser.web {
        return web::rewind(args);
    }
    interrupt::listen();
    if let Err(status) = sources::language("rewind", &args.project.sources) {
        return status;
    }
    match Case::open(args) {
        Ok(case) if args.json => case.talk_json(),
        Ok(case) => case.talk(),
        Err(troubles) => sources::refuse(&troubles),
    }
}

/// From a question or a verdict of `whodunit ask`, to what it is about, and back. Without one, to
/// the end of the run.
pub fn from_question(
    walkable: Box<dyn Walkable>,
    expression: &str,
    scene: Option<Scene<'_>>,
    known: &Knowledge,
) {
    let place = scene.as_ref().map(|scene| WalkScene {
        events: scene.claims.iter().flat_map(|claim| claim.items()).map(|item| item.id).collect(),
        side: scene.side,
        moment: scene.moment,
    });
    let is_json = false;
    let Ok(Opened { walk, at, position, warning }) = open(walkable, place, is_json) else {
        return;
    };
    let origin = scene.zip(at).map_or(Origin::Ask, |(scene, kind)| Origin::Talk(scene.about, kind));
    let case = Case {
        walk,
        expression: expression.to_owned(),
        answers: known.clone(),
        origin,
        position,
        warning,
        script: None,
        problem: None,
        is_json,
    };
    case.talk();
}

/// Opens a walk at the terminal.
fn open(
    walkable: Box<dyn Walkable>,
    place: Option<WalkScene>,
    is_json: bool,
) -> Result<Opened, Vec<Trouble>> {
    let console = Box::new(TerminalConsole(Terminal::new(!is_json, false)));
    let meter = Meter::new(0);
    progress::finish(walkable.walk(place, console, meter.clone()), &meter)
}

/// Where a session comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    New,
    File,
    /// A question or a verdict of `whodunit ask`: where of what it is about.
    Talk(About, MomentKind),
    /// `whodunit ask`, where it asks nothing in particular.
    Ask,
}

/// A walk at the terminal.
struct Case {
    walk: Box<dyn Walk>,
    expression: String,
    /// What has been answered about this run.
    answers: Knowledge,
    origin: Origin,
    /// Where it was opened.
    position: usize,
    /// Something to know about how it was opened.
    warning: Option<String>,
    script: Option<Source>,
    /// The first command that was not done.
    problem: Option<NotDone>,
    is_json: bool,
}

impl Case {
    fn open(args: &Rewind) -> Result<Case, Vec<Trouble>> {
        let plain = |message: String| Trouble::error(message);
        let script = args.script.as_deref().map(open_script).transpose().map_err(plain)?;
        let saved = args.load.as_deref().map(read).transpose().map_err(plain)?;
        let mut args = args.clone();
        if let Some(saved) = &saved {
            restore(saved, &mut args.project);
        }
        let expression = saved.as_ref().map(|saved| saved.expression.clone());
        let expression = expression.or_else(|| args.expression.clone()).unwrap_or_default();
        let language = language_of(&args.project.sources, &Disk);
        let options = Rc::new(args.project.options());
        let project = language.read(&args.project.sources, options, Rc::new(Disk))?;
        memory::limit(args.project.max_memory);
        let (origin, answers) = match &saved {
            None => (Origin::New, Knowledge::default()),
            Some(saved) => (Origin::File, saved.answers()),
        };
        let walkable = match saved {
            None => project.walkable(expression.clone()),
            Some(saved) => project.resumable(saved, args.force),
        };
        let walkable = walkable.ok_or_else(|| plain(language.refuses("rewind").unwrap_or_default()))?;
        let Opened { walk, position, warning, .. } = open(walkable, None, args.json)?;
        let (problem, is_json) = (None, args.json);
        Ok(Case { walk, expression, answers, origin, position, warning, script, problem, is_json })
    }

    /// Does what a line says, and what only the command line can do of it. Whether the session is
    /// over.
    fn obey(&mut self, line: &str) -> (Reply, bool) {
        let (reply, over) = match progress::command(&mut *self.walk, line) {
            Walked::Reply(reply) => (*reply, false),
            Walked::Quit(reply) => (*reply, true),
            Walked::Save { file, text, reply } => match save(Path::new(&file), &text) {
                Ok(()) => (*reply, false),
                Err(message) => (self.walk.refused(line, message), false),
            },
            Walked::Ask { process, reply } => match self.ask(process) {
                Ok(shown) => (Reply { shown, ..*reply }, false),
                Err(message) => (self.walk.refused(line, message), false),
            },
            Walked::Working { .. } | Walked::Arrived(_) => {
                (self.walk.refused(line, "the command did not finish".to_owned()), false)
            }
        };
        self.problem = self.problem.or(reply.problem);
        (reply, over)
    }

    /// Questions about the run up to here, beginning with a process.
    fn ask(&mut self, process: u32) -> Result<Shown, String> {
        let in_words = |troubles: Vec<Trouble>| {
            let words = troubles.iter().map(|trouble| trouble.text.trim_start_matches("error: "));
            words.collect::<Vec<_>>().join("\n")
        };
        let meter = Meter::new(0);
        let recorded =
            progress::finish(self.walk.recorded(process, meter.clone()), &meter).map_err(in_words)?;
        let case = recorded.case(&Outside::of_nobody(meter.clone())).map_err(in_words)?;
        let asking = Asking { json: self.is_json, ..Asking::default() };
        let (mut host, _) = Host::open_on(&asking, self.script.clone())?;
        let known = self.answers.clone();
        let mut questions = Questions::about_case(case, meter, None, known, ask::manner(&asking));
        // The dialogue reports whether there was a verdict; the walk continues.
        host.hold(&mut questions);
        let answers = host.take_answers();
        self.walk.learn(&answers);
        answers.iter().for_each(|answer| self.answers.learn(answer));
        Ok(Shown::Asked { found: host.found, answers: answers.len() })
    }

    /// A command a line in, an object a line out.
    fn talk_json(mut self) -> ExitCode {
        let mut lines = self.script.clone().unwrap_or(Source::Standard);
        while let Some(line) = lines.next_line() {
            if is_nothing(&line) {
                continue;
            }
            let (reply, over) = self.obey(&line);
            let written = serde_json::to_string(&reply).map(|text| writeln!(crate::output::out(), "{text}"));
            // Nobody listens any more.
            if over || !matches!(written, Ok(Ok(()))) {
                break;
            }
        }
        self.status()
    }

    fn talk(self) -> ExitCode {
        Dialogue::new(self).talk()
    }

    /// What a script is told in the end: whether all of it was done.
    fn status(&self) -> ExitCode {
        match self.problem {
            None => ExitCode::SUCCESS,
            Some(NotDone::Unreadable) => ExitCode::from(BAD_SOURCE),
            Some(NotDone::Refused) => ExitCode::from(ABORTED),
        }
    }
}

/// The options that a session was saved with, but for those that are given now.
fn restore(saved: &SavedWalk, project: &mut Project) {
    if project.sources.is_empty() {
        project.sources.clone_from(&saved.sources);
        project.include.splice(0..0, saved.include.iter().cloned());
        project.define.splice(0..0, saved.define.iter().cloned());
    }
    project.no_otp |= saved.no_otp && project.otp.is_none();
    project.seed = saved.seed;
    project.overtime = project.overtime.or(saved.overtime.map(Duration::from_millis));
    project.schedule = match saved.schedule() {
        language::ScheduleName::Fair => ScheduleName::Fair,
        language::ScheduleName::Random => ScheduleName::Random,
    };
}

fn read(path: &Path) -> Result<SavedWalk, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    SavedWalk::parse(&bytes, &path.display())
}

/// Writes a saved session.
pub fn save(file: &Path, text: &str) -> Result<(), String> {
    durable::write(file, text.as_bytes(), Privacy::Owner)
}

fn open_script(path: &Path) -> Result<Source, String> {
    match File::open(path) {
        Ok(file) => Ok(Source::File(Rc::new(RefCell::new(BufReader::new(file))))),
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
    fn new(case: Case) -> Dialogue {
        let input = match &case.script {
            Some(lines) => Input::Lines(lines.clone()),
            None => Input::with_helper(Completion::default()),
        };
        let scripted = case.script.is_some();
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
                Got::End => return self.status(),
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
                return self.status();
            }
            self.last = Some(line);
        }
    }

    /// A person has seen what was refused; a script has not.
    fn status(&self) -> ExitCode {
        if self.input.is_terminal() { ExitCode::SUCCESS } else { self.case.status() }
    }

    fn greet(&self) {
        let who = self.case.walk.process_names().into_iter().next().unwrap_or_default();
        let expression = &self.case.expression;
        let greeting = match self.case.origin {
            Origin::Talk(about, kind) => {
                let (what, whence) = match about {
                    About::Question => ("the call in question", "the question"),
                    About::Verdict => ("the faulty call", "the verdict"),
                };
                let here = match kind {
                    MomentKind::Call => format!("just before {what}"),
                    MomentKind::Return => format!("just after {what}"),
                    MomentKind::Raise => "where the exception was raised".into(),
                };
                format!("The run is {here}. `quit` returns to {whence}, `help` lists the commands.")
            }
            Origin::Ask => "The run is at its end. `quit` returns, `help` lists the commands.".to_owned(),
            Origin::New => format!(
                "{who} is about to evaluate {expression}. `run` starts it, `help` lists the commands."
            ),
            Origin::File => {
                let position = self.case.position;
                format!("{who} evaluates {expression}; resumed at position {position} of the saved session.")
            }
        };
        self.say(&self.style.faint(&visible(&greeting)));
        if let Some(warning) = &self.case.warning {
            self.say(&self.style.bad(&visible(warning)));
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
        // A closed pipe does not stop the session here: without a reader, there will be no commands
        // either.
        println!("{text}");
    }

    fn offer_processes(&mut self) {
        let names = self.case.walk.process_names();
        if let Some(completion) = self.input.helper() {
            completion.processes = names;
        }
    }
}
