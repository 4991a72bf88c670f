//! Holds a dialogue at the command line: shows what it says, reads what it wants to know, and does
//! what only the command line can do: files, the oracle program, the clock.

use std::path::Path;

use debugger::dialogue::{Ended, Look, Saved, Slice};
use debugger::{Dialogue, Input, OutcomeKind, Output, RunOutcome, Walkable};
use session::event::Claim;
use session::{Entry, Event, Knowledge, Moment, Side};

use super::conversation::Conversation;
use super::front::{FrontEnd, Reply};
use super::json::Json;
use super::oracle::OracleProgram;
use super::secretary::Secretary;
use crate::args::Asking;
use crate::drive::{Next, Watcher, drive_from};
use crate::input::Source;
use crate::sources;
use crate::terminal::Terminal;

pub struct Host {
    front: Box<dyn FrontEnd>,
    oracle: Option<OracleProgram>,
    secretary: Secretary,
    /// Where the program prints and reads.
    terminal: Terminal,
    /// Whether people read what is printed.
    is_for_people: bool,
    /// Walks through the run that a question is about.
    pub go_back: Option<Walk>,
    /// Whether the code to blame was found.
    pub found: bool,
}

/// Opens the run of an expression where a question or a verdict is about, or else at its end,
/// knowing what has been answered, and returns when the walk is over.
pub type Walk = Box<dyn Fn(Box<dyn Walkable>, &str, Option<Scene<'_>>, &Knowledge)>;

/// Where a walk begins.
pub struct Scene<'a> {
    pub about: About,
    /// What is said of it.
    pub claims: &'a [Claim],
    pub side: Side,
    /// Exactly then, if it is about a call.
    pub moment: Option<Moment>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum About {
    Question,
    Verdict,
}

impl Host {
    /// Opens files and starts the oracle, so that errors are reported before the program runs.
    pub fn open(asking: &Asking) -> Result<(Host, Knowledge), String> {
        Host::open_on(asking, None)
    }

    /// The same, with answers from somewhere else than standard input.
    pub fn open_on(asking: &Asking, lines: Option<Source>) -> Result<(Host, Knowledge), String> {
        let (secretary, read) = Secretary::open(asking)?;
        let mut front: Box<dyn FrontEnd> = match asking.json {
            true => Box::new(Json::new(lines.unwrap_or(Source::Standard), asking.max_value())),
            false => Box::new(Conversation::new(asking.answers.clone(), lines)),
        };
        for warning in &read.warnings {
            front.warn(warning);
        }
        let oracle = OracleProgram::of(asking)?;
        let is_for_people = !asking.json;
        let terminal = Terminal::new(is_for_people, false);
        let host = Host { front, oracle, secretary, terminal, is_for_people, go_back: None, found: false };
        Ok((host, read.knowledge))
    }

    /// Talks until there is a verdict, or nobody wants to talk any more.
    pub fn hold(&mut self, dialogue: &mut Dialogue) -> Ended {
        self.hold_from(dialogue, Input::Continue(Slice::default()))
    }

    /// The same, with something to begin with.
    pub fn hold_from(&mut self, dialogue: &mut Dialogue, input: Input) -> Ended {
        let ended = drive_from(dialogue, self, input);
        self.found = ended == Ended::Found;
        if let Err(message) = self.secretary.write_tests(dialogue) {
            self.front.warn(&message);
        }
        if ended == Ended::Aborted && !self.secretary.was_saved() {
            eprintln!("the session ended before a verdict");
        }
        ended
    }

    /// The run is over. Of its outcome, only the reason of an exception is needed later.
    fn ran(&mut self, outcome: &RunOutcome) {
        if outcome.has_stack && self.is_for_people {
            println!("{}", outcome.text);
        }
        match outcome.kind {
            OutcomeKind::Unsupported | OutcomeKind::Memory => return,
            _ => outcome.notes.iter().for_each(|note| eprintln!("{note}")),
        }
        if let Some(stopped) = outcome.stopped() {
            eprintln!("{stopped}: calls that had not returned by then have no value");
        }
    }

    /// A question, a verdict, or where to begin: until there is something to tell the dialogue.
    fn ask(&mut self, dialogue: &Dialogue, event: &Event) -> Next<Ended> {
        loop {
            let Some(mut look) = dialogue.look() else { return Next::Go };
            let reply = match event {
                Event::Start(start) => self.front.start(&mut look, start),
                Event::Question(question) => self.front.ask(&mut look, question),
                Event::Verdict(verdict) => self.front.verdict(&mut look, verdict),
                Event::Judged(_) | Event::Error { .. } => return Next::Go,
            };
            let Reply::Rewind { n, side } = reply else {
                drop(look);
                return self.reply(Some(reply));
            };
            self.rewind(dialogue, &mut look, event, n, side);
        }
    }

    fn reply(&mut self, reply: Option<Reply>) -> Next<Ended> {
        match reply {
            None | Some(Reply::Rewind { .. }) => Next::Say(Input::Insist),
            Some(Reply::Answer(answer)) => Next::Say(Input::Answer(answer)),
            Some(Reply::GiveUp) => Next::Say(Input::GiveUp),
            Some(Reply::Elsewhere(expression)) => Next::Say(Input::Elsewhere(expression)),
            Some(Reply::Abort { save: Some(path) }) => {
                self.save_answers(&path);
                Next::Say(Input::Abort)
            }
            Some(Reply::Abort { save: None }) => Next::Say(Input::Abort),
            Some(Reply::Done) => Next::Say(Input::GiveUp),
        }
    }

    fn rewind(&mut self, dialogue: &Dialogue, look: &mut Look<'_>, event: &Event, n: usize, side: Side) {
        let about = match event {
            Event::Question(question) => Some((About::Question, &*question.claims)),
            Event::Verdict(verdict) => verdict.culprit().map(|culprit| (About::Verdict, &*culprit.claims)),
            _ => None,
        };
        let scene = about.map(|(about, claims)| Scene { about, claims, side, moment: look.moment(n, side) });
        let walkable = dialogue.recorded().and_then(|recorded| recorded.walkable(look.knowledge()));
        match (&self.go_back, walkable) {
            (Some(go_back), Some(walkable)) => {
                go_back(walkable, &dialogue.title(), scene, look.knowledge());
            }
            _ if !look.has_moments() => {
                self.front.warn("only runs of Erlang programs can be stepped through")
            }
            _ => self.front.warn("this run cannot be stepped through from here; use `whodunit rewind`"),
        }
    }

    fn save_answers(&mut self, path: &Path) {
        match self.secretary.save_all(path) {
            Ok(()) => eprintln!("saved; continue with --answers {}", path.display()),
            Err(message) => self.front.warn(&message),
        }
    }

    /// The answers that no file has.
    pub fn take_answers(&mut self) -> Vec<Entry> {
        self.secretary.take_unsaved()
    }
}

impl Watcher for Host {
    type End = Ended;

    fn terminal(&mut self) -> &mut Terminal {
        &mut self.terminal
    }

    fn show(&mut self, dialogue: &Dialogue, output: Output) -> Next<Ended> {
        match output {
            Output::Ended(ended) => return Next::Over(ended),
            Output::Warning(message) => self.front.warn(&message),
            Output::Refused(message) => self.front.refuse(&message),
            Output::Begun(begin, accusation) => {
                if let Some(mut look) = dialogue.look() {
                    self.front.begin(&mut look, &begin, &accusation);
                }
            }
            Output::Doubted(opinion) => {
                let reply = dialogue.look().map(|mut look| self.front.doubt(&mut look, &opinion));
                return self.reply(reply.flatten());
            }
            Output::Event(event) => match &*event {
                Event::Judged(judged) => self.front.judged(judged),
                Event::Error { message } => self.front.refuse(message),
                event => return self.ask(dialogue, event),
            },
            Output::AskOracle { id, question, complaint } => {
                let said = match &mut self.oracle {
                    Some(oracle) => oracle.ask(&question, complaint.as_deref()),
                    None => Err("there is no oracle".into()),
                };
                return Next::Say(Input::Oracle { id, said });
            }
            Output::Save { id, what, text } => {
                let result = match what {
                    Saved::Answers => self.secretary.save_answers(&text),
                    Saved::Transcript => self.secretary.save_transcript(&text),
                };
                return Next::Say(Input::Saved { id, result });
            }
            Output::Problems(problems) => sources::say(&problems),
            Output::Ran(outcome) => self.ran(&outcome),
            // The driver shows the others.
            _ => {}
        }
        Next::Go
    }
}
