//! The course of a session: who is asked, in which order, and what is written down.

use std::process::ExitCode;
use std::time::Duration;

use session::event::{Claim, Judged, Question};
use session::{Answer, Entry, Event, Knowledge, Moment, NOBODY, Session, Side};

use super::conversation::Conversation;
use super::front::{Accusation, FrontEnd, Reply};
use super::json::Json;
use super::oracle::OracleProgram;
use super::secretary::Secretary;
use crate::args::Asking;
use crate::input::Source;
use crate::project::Code;
use crate::status::ABORTED;

/// Questions that nobody can answer, under `--no-human`, before the session is given up.
const MOST_UNANSWERED: u32 = 10_000;

pub struct Dialogue {
    front: Box<dyn FrontEnd>,
    oracle: Option<OracleProgram>,
    secretary: Secretary,
    /// Walks through the run that a question is about.
    pub go_back: Option<Walk>,
    /// Who is to blame was found.
    pub found: bool,
}

/// Opens the run where a question or a verdict is about, or if there is none at its end, knowing what has been answered, and returns when the walk is over.
pub type Walk = Box<dyn Fn(Option<Scene<'_>>, &Knowledge)>;

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

/// How it ended.
pub enum Ended {
    With(ExitCode),
    /// The value was right; another expression's is not.
    Elsewhere {
        expression: String,
        known: Knowledge,
    },
}

impl Dialogue {
    /// Opens files and starts the oracle: what cannot be had is known before the program runs.
    pub fn open(asking: &Asking) -> Result<(Dialogue, Knowledge), String> {
        Dialogue::open_on(asking, None)
    }

    /// The same, with answers from somewhere else than standard input.
    pub fn open_on(asking: &Asking, lines: Option<Source>) -> Result<(Dialogue, Knowledge), String> {
        let (secretary, read) = Secretary::open(asking)?;
        let mut front: Box<dyn FrontEnd> = match asking.json {
            true => Box::new(Json { lines: lines.unwrap_or(Source::Standard) }),
            false => Box::new(Conversation::new(asking.answers.clone(), lines)),
        };
        if let Some(warning) = read.warning {
            front.warn(&warning);
        }
        let limit = Duration::from_secs_f64(asking.oracle_timeout);
        let oracle =
            asking.oracle.as_deref().map(|command| OracleProgram::start(command, limit)).transpose()?;
        Ok((Dialogue { front, oracle, secretary, go_back: None, found: false }, read.knowledge))
    }

    /// Talks until there is a verdict, or nobody wants to talk any more.
    pub fn hold(
        &mut self,
        mut session: Session,
        asking: &Asking,
        expression: &str,
        accusation: &Accusation<'_>,
        code: Option<&Code>,
    ) -> Ended {
        self.front.begin(&mut session, accusation);
        self.report(|secretary| secretary.begin(expression, &mut session, accusation));
        let ended = match self.doubt(&mut session, asking) {
            Some(reply) => reply,
            None => self.talk(&mut session, asking),
        };
        if let Some(code) = code {
            self.report(|secretary| secretary.write_tests(expression, &mut session, accusation, code));
        }
        let found = session.has_found();
        self.found = found;
        match ended {
            Reply::Elsewhere(expression) => Ended::Elsewhere { expression, known: session.into_knowledge() },
            Reply::Abort { save: Some(path) } => {
                self.report(|secretary| {
                    secretary.save(&path)?;
                    eprintln!("saved: --answers {} goes on from here", path.display());
                    Ok(())
                });
                Ended::With(ExitCode::from(ABORTED))
            }
            _ if found => Ended::With(ExitCode::SUCCESS),
            Reply::Abort { .. } => {
                eprintln!("the session ended before a verdict");
                Ended::With(ExitCode::from(ABORTED))
            }
            _ => Ended::With(ExitCode::from(ABORTED)),
        }
    }

    /// Someone else may think that there is nothing wrong at all. Then the person decides, if there is one.
    fn doubt(&mut self, session: &mut Session, asking: &Asking) -> Option<Reply> {
        let opinion = session.opinion_on_symptom().filter(|opinion| opinion.answer != "wrong")?;
        if asking.json {
            self.note(&opinion);
        }
        if !asking.no_human || asking.json {
            return self.front.doubt(session, &opinion);
        }
        let verdict =
            session.give_up(format!("{} finds nothing wrong with the value of the expression", opinion.by));
        self.report(|secretary| secretary.verdict(&verdict));
        Some(self.front.verdict(session, &verdict))
    }

    fn talk(&mut self, session: &mut Session, asking: &Asking) -> Reply {
        let mut unanswered = 0;
        loop {
            let reply = match session.next_event() {
                Event::Judged(judged) => {
                    self.note(&judged);
                    continue;
                }
                Event::Error { message } => {
                    self.front.refuse(&message);
                    continue;
                }
                Event::Verdict(verdict) => {
                    self.report(|secretary| secretary.verdict(&verdict));
                    match (self.front.verdict(session, &verdict), verdict.culprit()) {
                        (Reply::Rewind { n, side }, Some(culprit)) => {
                            let (claims, moment) = (&*culprit.claims, session.moment(n, side));
                            let scene = Scene { about: About::Verdict, claims, side, moment };
                            self.go_back(Some(scene), session);
                            continue;
                        }
                        (reply, _) => reply,
                    }
                }
                Event::Start(start) if asking.no_human => {
                    self.front.start_anywhere(&start);
                    let _ = session.answer_as(NOBODY, Answer::Whole);
                    continue;
                }
                Event::Start(start) => self.front.start(session, &start),
                Event::Question(question) => {
                    if self.ask_oracle(session, &question) {
                        continue;
                    }
                    if asking.no_human {
                        unanswered += 1;
                        if unanswered > MOST_UNANSWERED {
                            let verdict =
                                session.give_up("there is too much that only a person can tell".into());
                            return self.front.verdict(session, &verdict);
                        }
                        // Others may still know what is below, or beside it.
                        let _ = session.answer_as(NOBODY, Answer::Unknown);
                        continue;
                    }
                    match self.front.ask(session, &question) {
                        Reply::Rewind { n, side } => {
                            let (claims, moment) = (&*question.claims, session.moment(n, side));
                            let scene = Scene { about: About::Question, claims, side, moment };
                            self.go_back(Some(scene), session);
                            continue;
                        }
                        reply => reply,
                    }
                }
            };
            match reply {
                Reply::Answer(answer) => {
                    if let Err(message) = session.answer(answer.clone()) {
                        self.front.refuse(&message);
                    }
                    self.report(|secretary| secretary.keep_up(session, &answer));
                }
                Reply::Rewind { .. } => self.go_back(None, session),
                ended => return ended,
            }
        }
    }

    /// The answers that were given since this was asked last, and that no file has.
    pub fn take_answers(&mut self) -> Vec<Entry> {
        self.secretary.take_unsaved()
    }

    fn go_back(&mut self, scene: Option<Scene<'_>>, session: &mut Session) {
        match &self.go_back {
            Some(go_back) => go_back(scene, session.knowledge()),
            None if !session.has_moments() => {
                self.front.warn("the run of a lazy program cannot be walked through")
            }
            None => self.front.warn("this run cannot be walked through from here: `whodunit rewind` can"),
        }
    }

    /// Whether the oracle settled the question.
    fn ask_oracle(&mut self, session: &mut Session, question: &Question) -> bool {
        let Some(oracle) = &mut self.oracle else { return false };
        let answer = match oracle.ask(question) {
            Ok(Answer::Unknown) => return false,
            Ok(answer) => answer,
            Err(message) => {
                self.front.warn(&message);
                self.oracle = None;
                return false;
            }
        };
        if let Err(message) = session.answer_as("oracle", answer.clone()) {
            self.front.warn(&format!("the oracle talks nonsense: {message}; it is not asked any more"));
            self.oracle = None;
            return false;
        }
        self.report(|secretary| secretary.keep_up(session, &answer));
        true
    }

    fn note(&mut self, judged: &Judged) {
        self.front.judged(judged);
        self.report(|secretary| secretary.judged(judged));
    }

    /// What cannot be written is said once per attempt, and the session goes on.
    fn report(&mut self, write: impl FnOnce(&mut Secretary) -> Result<(), String>) {
        if let Err(message) = write(&mut self.secretary) {
            self.front.warn(&message);
        }
    }
}
