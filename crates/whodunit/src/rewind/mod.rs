//! `whodunit rewind`: a run that goes both ways, at a prompt, from a script, or as JSON.

mod progress;
mod prompt;
mod saved;
mod world;

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

use debugger::erlang::evidence::moments;
use erlang_history::timeline::{FairByChoice, Loaded, NotReadable, Recorded, Timeline};
use erlang_history::{EventId, MomentKind, Position};
use erlang_machine::machine::{Budget, Machine};
use erlang_machine::schedule::{Random, Schedule};
use erlang_machine::world::World;
use erlang_rewind::{Answer, COMPILED, Problem, Reply, Schedules, Session, Setup, Shown};
use erlang_term::{Pid, Term};
use session::{Knowledge, Side};

use crate::args::{Asking, Common, Project, Rewind, ScheduleName};
use crate::ask::{About, Inquest, Scene};
use crate::input::{Got, Input, Source};
use crate::project::{Code, Trouble};
use crate::status::{ABORTED, BAD_SOURCE};
use crate::style::Style;
use crate::terminal::Terminal;
use crate::{interrupt, memory, start};
use prompt::Completion;
pub use saved::Saved;
use world::Overheard;

/// Columns where there is no terminal to say how many it has: events are long lines.
const COLUMNS: usize = 100;

pub fn rewind(args: &Rewind) -> ExitCode {
    interrupt::listen();
    match Case::open(args) {
        Ok(case) if args.json => case.talk_json(),
        Ok(case) => case.talk(),
        Err(troubles) => start::refuse(&troubles),
    }
}

/// From a question or a verdict of `whodunit ask`, to what it is about, and back. Without one, to the end of the run.
pub fn from_question(
    common: &Common,
    code: &Rc<Code>,
    recorded: &Recorded,
    scene: Option<Scene<'_>>,
    known: &Knowledge,
) {
    let args = Rewind {
        expression: Some(common.expression.clone()),
        project: common.project.clone(),
        load: None,
        force: false,
        script: None,
        json: false,
    };
    let mute = Rc::new(Cell::new(true));
    let stage = Stage { args: &args, code, mute: &mute };
    let timeline = recorded.timeline(stage.machine(), stage.world(), stage.budget());
    let session = stage.session(timeline, &common.expression);
    let mut case = Case {
        session,
        expression: common.expression.clone(),
        code: code.clone(),
        answers: known.clone(),
        origin: Origin::Ask,
        warning: None,
        script: None,
        problem: None,
        args,
    };
    if let Some(scene) = scene {
        progress::begin();
        case.origin = case.go_to(&scene).map_or(Origin::Ask, |kind| Origin::Talk(scene.about, kind));
        progress::end();
    }
    mute.set(false);
    case.talk();
}

/// What a run takes place on.
struct Stage<'a> {
    args: &'a Rewind,
    code: &'a Rc<Code>,
    /// Whether what the program prints is not shown now.
    mute: &'a Rc<Cell<bool>>,
}

impl Stage<'_> {
    /// A machine that is about to begin.
    fn machine(&self) -> Machine {
        let program = start::program(self.code, COMPILED);
        // Going back by causes needs every delivery to be a choice.
        start::machine(&program, &FairByChoice::default(), &self.args.project)
    }

    fn world(&self) -> Box<dyn World> {
        let terminal = Terminal::new(self.args.project.seed, !self.args.json, false);
        Box::new(Overheard { terminal, mute: self.mute.clone() })
    }

    fn budget(&self) -> Budget<'static> {
        // To undo much takes much: that is refused before the operating system ends the session.
        let max_memory = self.args.project.max_memory.unwrap_or_else(memory::most);
        Budget { max_memory, interrupted: &progress::asked, ..start::budget(&self.args.project) }
    }

    fn session(&self, timeline: Timeline, expression: &str) -> Session {
        Session::new(timeline, setup(&self.args.project, self.code, expression))
    }
}

/// What a session is about, beside the run.
pub fn setup(project: &Project, code: &Code, expression: &str) -> Setup {
    let fair = || Box::new(FairByChoice::default()) as Box<dyn Schedule>;
    let random = || Box::new(Random::new(project.seed)) as Box<dyn Schedule>;
    let chosen = match project.schedule {
        ScheduleName::Fair => fair(),
        ScheduleName::Random => random(),
    };
    Setup {
        expression: expression.to_owned(),
        modules: code.modules().map(|module| module.name).collect(),
        schedules: Schedules { chosen, fair: fair(), random: random() },
        seed: project.seed,
        max_steps: project.max_steps,
    }
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

/// A session, and what it takes to save it.
struct Case {
    session: Session,
    args: Rewind,
    expression: String,
    code: Rc<Code>,
    /// What has been answered about this run.
    answers: Knowledge,
    origin: Origin,
    /// Something to know about how it was opened.
    warning: Option<String>,
    script: Option<Source>,
    /// The first command that was not done.
    problem: Option<Problem>,
}

impl Case {
    fn open(args: &Rewind) -> Result<Case, Vec<Trouble>> {
        let plain = |message: String| vec![Trouble::Plain(message)];
        let script = args.script.as_deref().map(open).transpose().map_err(plain)?;
        let saved = args.load.as_deref().map(Saved::read).transpose().map_err(plain)?;
        let mut args = args.clone();
        if let Some(saved) = &saved {
            saved.restore(&mut args.project);
        }
        let expression = saved.as_ref().map(|saved| saved.expression.clone());
        let expression = expression.or_else(|| args.expression.clone()).unwrap_or_default();
        let common = Common { expression: expression.clone(), project: args.project.clone() };
        let code = Rc::new(start::read(&common)?);
        start::limit_memory(&args.project);
        let mute = Rc::new(Cell::new(false));
        let stage = Stage { args: &args, code: &code, mute: &mute };
        let mut case = match saved {
            None => {
                let timeline = Timeline::new(stage.machine(), stage.world(), stage.budget());
                Case {
                    session: stage.session(timeline, &expression),
                    answers: Knowledge::default(),
                    origin: Origin::New,
                    warning: None,
                    script: None,
                    problem: None,
                    expression,
                    code,
                    args,
                }
            }
            Some(saved) => {
                let (timeline, warning) = load(&saved, &stage).map_err(plain)?;
                let mut session = stage.session(timeline, &expression);
                session.restore_schedules(&saved.schedules).map_err(plain)?;
                session.set_again(&saved.breakpoints).map_err(plain)?;
                let (answers, origin) = (saved.answers(), Origin::File);
                Case {
                    session,
                    answers,
                    origin,
                    warning,
                    script: None,
                    problem: None,
                    expression,
                    code,
                    args,
                }
            }
        };
        case.script = script;
        Ok(case)
    }

    /// Back to what a question or a verdict is about: the last event that it mentions, or else the call. Where of it; none: it cannot be gone to.
    fn go_to(&mut self, scene: &Scene<'_>) -> Option<MomentKind> {
        let Scene { claims, side, moment, .. } = scene;
        let timeline = self.session.timeline();
        let moment = moment.and_then(|moment| moments::in_machine(timeline.machine(), moment));
        let items = claims.iter().flat_map(|claim| claim.items());
        let positions = items.filter_map(|item| timeline.position_of(EventId(item.id)));
        match (positions.max(), moment) {
            (Some(before), _) => {
                let (position, kind) = match side {
                    Side::Entry => (before, MomentKind::Call),
                    Side::Exit => (Position(before.0 + 1), MomentKind::Return),
                };
                self.session.seek(position).then_some(kind)
            }
            (None, Some(moment)) => self.session.go_to(&moment).then_some(moment.kind),
            (None, None) => None,
        }
    }

    /// Does what a line says, and what only the command line can do of it. Whether the session is over.
    fn obey(&mut self, line: &str) -> (Reply, bool) {
        progress::begin();
        let answer = self.session.execute(line);
        progress::end();
        let (reply, over) = match answer {
            Answer::Reply(reply) => (reply, false),
            Answer::Quit(reply) => (reply, true),
            Answer::Save { file, reply } => match self.saved().write(&file) {
                Ok(()) => (reply, false),
                Err(message) => (self.session.refused(line, message), false),
            },
            Answer::Ask { process, reply } => match self.ask(process) {
                Ok(shown) => (Reply { shown, ..reply }, false),
                Err(message) => (self.session.refused(line, message), false),
            },
        };
        self.problem = self.problem.or(reply.problem);
        (reply, over)
    }

    fn saved(&self) -> Saved {
        Saved::of(&self.args.project, &self.expression, &self.code, &self.session, &self.answers)
    }

    /// Questions about the run up to here, beginning with a process.
    fn ask(&mut self, process: Pid) -> Result<Shown, String> {
        let common = Common { expression: self.expression.clone(), project: self.args.project.clone() };
        let asking = Asking { json: self.args.json, ..Asking::default() };
        let inquest =
            Inquest { common: &common, code: &self.code, asking: &asking, lines: self.script.clone() };
        let timeline = self.session.timeline();
        let (found, answers) = inquest.hold(timeline.way(), process, &mut timeline.told(), &self.answers)?;
        answers.iter().for_each(|answer| self.answers.learn(answer));
        Ok(Shown::Asked { found, answers: answers.len() })
    }

    /// A command a line in, an object a line out.
    fn talk_json(mut self) -> ExitCode {
        let mut lines = self.script.clone().unwrap_or(Source::Standard);
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
        self.status()
    }

    fn talk(self) -> ExitCode {
        Dialogue::new(self).talk()
    }

    /// What a script is told in the end: whether all of it was done.
    fn status(&self) -> ExitCode {
        match self.problem {
            None => ExitCode::SUCCESS,
            Some(Problem::Unreadable) => ExitCode::from(BAD_SOURCE),
            Some(Problem::Refused) => ExitCode::from(ABORTED),
        }
    }
}

/// The run of a saved session, and a warning, if there is reason for one.
fn load(saved: &Saved, stage: &Stage<'_>) -> Result<(Timeline, Option<String>), String> {
    let changes = saved.changes(stage.code);
    if !changes.of_code.is_empty() && !stage.args.force {
        let changes = changes.of_code.join("\n  ");
        return Err(format!(
            "the saved session was about other code:\n  {changes}\n--force loads it as far as the run is the same"
        ));
    }
    let budget = stage.budget();
    progress::begin();
    let loaded = Timeline::load(&saved.run(), stage.machine(), stage.world(), budget);
    progress::end();
    let Loaded { timeline, differs, interrupted } =
        loaded.map_err(|NotReadable { line }| format!("line {line} of the saved run cannot be read"))?;
    let mut notes = changes.of_code;
    notes.extend(changes.of_text);
    match differs {
        Some(at) if notes.is_empty() => {
            return Err(format!(
                "the saved run cannot be made again: it is another one from position {} on",
                at.0
            ));
        }
        Some(at) => notes.push(format!("from position {} on, where it stands now, it is another run", at.0)),
        None => {}
    }
    if let Some(at) = interrupted {
        notes.push(format!(
            "interrupted: this is the saved run up to position {}, and not what came after it",
            at.0
        ));
    }
    Ok((timeline, (!notes.is_empty()).then(|| notes.join("\n"))))
}

fn open(path: &Path) -> Result<Source, String> {
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
        let timeline = self.case.session.timeline();
        let main = timeline.machine().main().map(|main| main.state.pid);
        let who = main.map_or_else(String::new, |pid| Term::Pid(pid).to_string());
        let expression = &self.case.expression;
        let greeting = match self.case.origin {
            Origin::Talk(about, kind) => {
                let (what, whence) = match about {
                    About::Question => ("what the question is about", "the question"),
                    About::Verdict => ("what is to blame", "the verdict"),
                };
                let here = match kind {
                    MomentKind::Call => format!("right before {what}"),
                    MomentKind::Return => format!("right behind {what}"),
                    MomentKind::Raise => "where the exception was raised".into(),
                };
                format!("The run, {here}. `quit` goes back to {whence}, `help` lists the commands.")
            }
            Origin::Ask => "The run, at its end. `quit` goes back, `help` lists the commands.".to_owned(),
            Origin::New => format!(
                "{who} is about to evaluate {expression}. `run` lets it go, `help` lists the commands."
            ),
            Origin::File => {
                let position = timeline.position().0;
                format!("{who} evaluates {expression}: back at position {position} of the saved session.")
            }
        };
        self.say(&self.style.faint(&greeting));
        if let Some(warning) = &self.case.warning {
            self.say(&self.style.bad(warning));
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
        let names = self.case.session.process_names();
        if let Some(completion) = self.input.helper() {
            completion.processes = names;
        }
    }
}
