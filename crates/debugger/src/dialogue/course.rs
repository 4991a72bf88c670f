//! The course of a dialogue: who is asked, in which order, and what is written down.

use std::rc::Rc;

use session::event::{Begin, Judged, Question};
use session::{Answer, Entry, Event, Knowledge, NOBODY, SearchOptions, Session};

use super::desk::Desk;
use super::{Case, Ended, Input, Manner, Output, Outside, Saved, lines};
use super::{transcript, walking};
use crate::language::{FailedTest, Problem, ProblemKind, Project, Purpose, Recorded, Tests};
use crate::words;

/// Questions that nobody can answer, under `--no-human`, before the session is given up.
const MOST_UNANSWERED: u32 = 10_000;

/// How often the oracle program may say something that is not an answer before it is not asked any
/// more.
const PATIENCE: u32 = 3;

/// The name by which answers of the oracle program are known.
const ORACLE: &str = "oracle";

pub async fn of_run(desk: Rc<Desk>, project: Rc<dyn Project>, expression: String, purpose: Purpose) -> Ended {
    match run(&desk, project, expression, purpose).await {
        Ok(_) => Ended::Ran,
        Err(problem) => Ended::Nothing(problem),
    }
}

pub async fn of_tests(desk: Rc<Desk>, tests: Rc<dyn Tests>) -> Ended {
    let outside = Outside::new(desk.clone());
    let tested = match desk.run(tests.run(outside.clone())).await {
        Ok(tested) => tested,
        Err(problems) => return Ended::Nothing(refuse(&desk, problems)),
    };
    desk.say(Output::Tested(tested.summary().clone()));
    let (test, known, manner) = loop {
        match desk.input().await {
            Input::AskAbout { test, known, manner } => break (test, known, manner),
            Input::GiveUp | Input::Abort => return Ended::Ran,
            _ => {}
        }
    };
    match desk.run(tested.case(test, outside)).await {
        Ok(FailedTest { case, project, recorded }) => {
            desk.record(recorded);
            of_case(desk, case, Some(project), known, manner).await
        }
        Err(problems) => Ended::Nothing(refuse(&desk, problems)),
    }
}

pub async fn of_expression(
    desk: Rc<Desk>,
    project: Rc<dyn Project>,
    expression: String,
    known: Knowledge,
    manner: Manner,
) -> Ended {
    match case_of(&desk, project.clone(), expression, Purpose::Ask).await {
        Ok(case) => of_case(desk, case, Some(project), known, manner).await,
        Err(problem) => Ended::Nothing(problem),
    }
}

pub async fn of_case(
    desk: Rc<Desk>,
    mut case: Case,
    project: Option<Rc<dyn Project>>,
    mut known: Knowledge,
    manner: Manner,
) -> Ended {
    loop {
        let mut course = Course::begin(desk.clone(), case, known, manner.clone()).await;
        let expression = match course.talk().await {
            Over::Elsewhere(expression) => expression,
            Over::Done => return if course.has_found() { Ended::Found } else { Ended::Undecided },
            Over::Aborted => return if course.has_found() { Ended::Found } else { Ended::Aborted },
        };
        let Some(project) = &project else {
            desk.say(Output::Warning("another expression cannot be asked about here".into()));
            return Ended::Aborted;
        };
        known = course.into_knowledge();
        case = match case_of(&desk, project.clone(), expression, Purpose::AskInstead).await {
            Ok(case) => case,
            Err(problem) => return Ended::Nothing(problem),
        };
    }
}

/// Evaluates an expression. An error: what stands in the way was said.
async fn run(
    desk: &Rc<Desk>,
    project: Rc<dyn Project>,
    expression: String,
    purpose: Purpose,
) -> Result<Rc<dyn Recorded>, ProblemKind> {
    let running = project.run(expression, purpose, Outside::new(desk.clone()));
    // The run itself sees that it was cancelled, and keeps what it has.
    let recorded = desk.run(running).await.map_err(|problems| refuse(desk, problems))?;
    // A walk through another run is over.
    desk.walk.take();
    desk.record(Some(recorded.clone()));
    desk.say(Output::Ran(recorded.outcome()));
    Ok(recorded)
}

async fn case_of(
    desk: &Rc<Desk>,
    project: Rc<dyn Project>,
    expression: String,
    purpose: Purpose,
) -> Result<Case, ProblemKind> {
    let recorded = run(desk, project, expression, purpose).await?;
    recorded.case(&Outside::new(desk.clone())).map_err(|problems| refuse(desk, problems))
}

/// Says what stands in the way.
fn refuse(desk: &Desk, problems: Vec<Problem>) -> ProblemKind {
    let kind = problems.first().map_or(ProblemKind::Source, |problem| problem.kind);
    desk.say(Output::Problems(problems));
    kind
}

/// Why a session is over.
enum Over {
    /// There was a verdict, and nothing more to say.
    Done,
    Aborted,
    /// Another expression is to be asked about.
    Elsewhere(String),
}

struct Course {
    desk: Rc<Desk>,
    manner: Manner,
    accusation: Option<String>,
    title: String,
    /// Whether the oracle program is still asked.
    asks_oracle: bool,
    /// What Markdown calls its code.
    code_fence: &'static str,
    /// Answers that could not be saved yet.
    unsaved: Vec<Entry>,
    /// Answers that the transcript has.
    written: usize,
}

impl Course {
    async fn begin(desk: Rc<Desk>, case: Case, known: Knowledge, manner: Manner) -> Course {
        let Case { title, outcome, evidence, accusation, trusted, first, unit_tests, code_fence } = case;
        // What has another name for people is not a call to write down.
        let has_call = accusation.statement.is_none();
        desk.title.replace(title.clone());
        desk.accusation.replace(accusation.statement.clone());
        desk.code_fence.set(code_fence);
        desk.unit_tests.replace(unit_tests.map(|write| (write, has_call)));
        let begin = Begin {
            expression: title.clone(),
            outcome: outcome.kind.name(),
            text: outcome.one_line().to_owned(),
        };
        let options = SearchOptions { strategy: manner.strategy, zoom: manner.zoom };
        let mut session = Session::new(evidence, known, options);
        session.trust(trusted);
        if let Some(first) = first
            && let Event::Start(_) = session.next_event().await
            && let Err(message) = session.answer(first).await
        {
            desk.say(Output::Warning(message));
        }
        let course = Course {
            desk,
            asks_oracle: manner.oracle.is_some(),
            manner,
            accusation: accusation.statement.clone(),
            title,
            code_fence,
            unsaved: Vec::new(),
            written: 0,
        };
        course.desk.session.replace(Some(session));
        course.desk.say(Output::Begun(begin, accusation));
        course
    }

    fn has_found(&self) -> bool {
        self.with_session(|session| session.has_found())
    }

    fn into_knowledge(self) -> Knowledge {
        self.desk.session.take().map(Session::into_knowledge).unwrap_or_default()
    }

    /// The session lies on the desk whenever the course waits, so that it can be looked at.
    fn with_session<T>(&self, look: impl FnOnce(&mut Session) -> T) -> T
    where
        T: Default,
    {
        self.desk.session.borrow_mut().as_mut().map(look).unwrap_or_default()
    }

    /// Works on the session by slices. `None`: that was cancelled.
    async fn work<T>(&self, work: impl AsyncFnOnce(&mut Session) -> T) -> Option<T> {
        let mut taken = Taken { desk: &self.desk, session: self.desk.session.take() };
        let session = taken.session.as_mut()?;
        self.desk.work(work(session)).await
    }

    async fn talk(&mut self) -> Over {
        self.write_down_symptom().await;
        if let Some(over) = self.doubt().await {
            return over;
        }
        let mut unanswered = 0;
        loop {
            let event = self.work(async |session| session.next_event().await).await;
            let Some(event) = event else {
                self.with_session(|session| session.skip_judges());
                continue;
            };
            match event {
                Event::Judged(judged) => {
                    self.write_down(transcript::judged(&judged)).await;
                    self.tell(Event::Judged(judged));
                    continue;
                }
                Event::Error { message } => {
                    self.desk.say(Output::Refused(message));
                    continue;
                }
                Event::Start(start) if self.manner.no_human => {
                    self.tell(Event::Start(start));
                    self.answer(NOBODY, Answer::Whole).await;
                    continue;
                }
                Event::Question(question) => {
                    if self.ask_oracle(&question).await {
                        continue;
                    }
                    if self.manner.no_human {
                        unanswered += 1;
                        if unanswered > MOST_UNANSWERED {
                            return self.give_up("too many questions can only be answered by a person").await;
                        }
                        // Others may still know what is below, or beside it.
                        self.answer(NOBODY, Answer::Unknown).await;
                        continue;
                    }
                    self.tell(Event::Question(question));
                }
                Event::Verdict(verdict) => {
                    self.write_down(transcript::verdict(&verdict, self.code_fence)).await;
                    self.tell(Event::Verdict(verdict));
                }
                event @ Event::Start(_) => self.tell(event),
            }
            if let Some(over) = self.hear().await {
                return over;
            }
        }
    }

    /// What the interface says to a question or a verdict. `None`: the talk goes on.
    async fn hear(&mut self) -> Option<Over> {
        loop {
            match walking::input(&self.desk).await {
                Input::Answer(Answer::Abort) | Input::Abort => return Some(Over::Aborted),
                Input::Answer(answer) => {
                    self.answer(session::YOU, answer).await;
                    return None;
                }
                Input::Elsewhere(expression) => return Some(Over::Elsewhere(expression)),
                Input::GiveUp => return Some(Over::Done),
                _ => {}
            }
        }
    }

    /// Gives an answer in someone's name, and sees to it that it is saved before anything else
    /// happens.
    async fn answer(&mut self, by: &str, answer: Answer) {
        let given = answer.clone();
        let done = self.work(async |session| session.answer_as(by, given).await).await;
        match done {
            Some(Ok(())) => {}
            Some(Err(message)) => self.desk.say(Output::Refused(message)),
            None => self.desk.say(Output::Refused("cancelled".into())),
        }
        self.keep_up(&answer).await;
    }

    /// Whether the oracle program settled the question.
    async fn ask_oracle(&mut self, question: &Question) -> bool {
        let mut complaint = None;
        for _ in 0..PATIENCE {
            if !self.asks_oracle {
                return false;
            }
            let id = self.desk.new_id();
            let asked = Box::new(question.clone());
            self.desk.say(Output::AskOracle { id, question: asked, complaint: complaint.take() });
            let said = loop {
                match walking::input(&self.desk).await {
                    Input::Oracle { id: asked, said } if asked == id => break said,
                    Input::Cancel => break Err(self.of_oracle("was interrupted")),
                    _ => {}
                }
            };
            let answer = match said.map(|line| Answer::from_json(line.trim_end())) {
                Err(fault) => return self.dismiss_oracle(fault),
                Ok(Ok(Answer::Unknown)) => return false,
                Ok(Ok(answer)) if answer.is_judgement() => answer,
                Ok(Ok(Answer::Abort)) => {
                    return self.dismiss_oracle(self.of_oracle("gave up"));
                }
                Ok(Ok(_)) => {
                    complaint =
                        Some("an oracle may only judge the statement that it is asked about".to_owned());
                    continue;
                }
                Ok(Err(message)) => {
                    complaint = Some(message);
                    continue;
                }
            };
            let given = answer.clone();
            return match self.work(async |session| session.answer_as(ORACLE, given).await).await {
                Some(Ok(())) => {
                    self.keep_up(&answer).await;
                    true
                }
                Some(Err(message)) => {
                    self.dismiss_oracle(self.of_oracle(&format!("gave an invalid answer: {message}")))
                }
                None => false,
            };
        }
        let complaint = complaint.unwrap_or_default();
        self.dismiss_oracle(self.of_oracle(&format!("gave an invalid answer: {complaint}")))
    }

    fn of_oracle(&self, what: &str) -> String {
        format!("the oracle `{}` {what}", self.manner.oracle.as_deref().unwrap_or_default())
    }

    /// The oracle program is not asked any more.
    fn dismiss_oracle(&mut self, why: String) -> bool {
        self.asks_oracle = false;
        let end = "it will not be asked again";
        let why = if why.ends_with(end) { why } else { format!("{why}; {end}") };
        self.desk.say(Output::Warning(why));
        false
    }

    /// Someone else may think that there is nothing wrong at all. Then the person decides, if there
    /// is one.
    async fn doubt(&mut self) -> Option<Over> {
        let Some(opinion) = self.work(async |session| session.opinion_on_symptom().await).await else {
            // A person who interrupted the judges here does not want to wait for them again at
            // once.
            self.with_session(|session| session.skip_judges());
            return None;
        };
        let opinion = opinion.filter(|opinion| opinion.answer != "wrong")?;
        if self.manner.no_human {
            return Some(self.give_up(&doubtful(&opinion)).await);
        }
        self.desk.say(Output::Doubted(opinion.clone()));
        loop {
            match walking::input(&self.desk).await {
                Input::Insist => return None,
                Input::Elsewhere(expression) => return Some(Over::Elsewhere(expression)),
                Input::GiveUp => return Some(self.give_up(&doubtful(&opinion)).await),
                Input::Abort | Input::Answer(Answer::Abort) => return Some(Over::Aborted),
                _ => {}
            }
        }
    }

    /// Ends with what is known.
    async fn give_up(&mut self, reason: &str) -> Over {
        let verdict = self.with_session(|session| Some(session.give_up(reason.to_owned())));
        if let Some(verdict) = verdict {
            self.write_down(transcript::verdict(&verdict, self.code_fence)).await;
            self.tell(Event::Verdict(verdict));
        }
        Over::Done
    }

    fn tell(&self, event: Event) {
        self.desk.say(Output::Event(Box::new(event)));
    }

    // ---- what is written down

    /// Saves what was learnt from an answer. If saving fails, the person is told, and the next
    /// answer tries again.
    async fn keep_up(&mut self, answer: &Answer) {
        self.unsaved.extend(self.with_session(Session::take_news));
        if !self.unsaved.is_empty() {
            match self.desk.save(Saved::Answers, lines(&self.unsaved)).await {
                Ok(()) => self.unsaved.clear(),
                Err(message) => self.desk.say(Output::Warning(message)),
            }
        }
        if !self.manner.has_transcript {
            return;
        }
        let remark = self.with_session(|session| transcript::remark(answer, session.processes()));
        let revised = matches!(answer, Answer::Revise { .. });
        let from = self.written;
        let (new, written) = self.with_session(|session| {
            let answered = session.answered();
            let from = from.min(answered.len());
            let from = if revised { answered.len().saturating_sub(1) } else { from };
            let new: String = answered[from..].iter().map(transcript::answered).collect();
            (new, answered.len())
        });
        self.written = written;
        self.write_down(remark.unwrap_or_default() + &new).await;
    }

    async fn write_down_symptom(&mut self) {
        let statement = match &self.accusation {
            Some(statement) => statement.clone(),
            None => self.with_session(|session| {
                let symptom = session.symptom();
                symptom.sentence()
            }),
        };
        let text = transcript::symptom(&self.title, &statement);
        self.write_down(text).await;
    }

    async fn write_down(&mut self, text: String) {
        if self.manner.has_transcript
            && !text.is_empty()
            && let Err(message) = self.desk.save(Saved::Transcript, text).await
        {
            self.desk.say(Output::Warning(message));
        }
    }
}

fn doubtful(opinion: &Judged) -> String {
    format!("the result is {}: {}", words::answer(opinion.answer), words::judge(&opinion.by))
}

/// The session while someone works on it. It goes back to the desk also when the work is dropped.
struct Taken<'a> {
    desk: &'a Desk,
    session: Option<Session>,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.desk.session.replace(self.session.take());
    }
}
