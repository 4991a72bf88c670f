//! What is on the page: the session as far as it has come, in data. `page` makes HTML of it.

use std::rc::Rc;

use debugger::dialogue::{Ended, Look, Progress};
use debugger::language::{FunctionSeen, Problem, TestSummary};
use debugger::walk::WalkView;
use debugger::words::{self as common};
use debugger::{Dialogue, Output, RunOutcome, Walked};
use inquiry::Strategy;
use session::event::{Judged, Place, Question, Start, Verdict};
use session::{Answered, Event, Process, Relations};

use crate::host::{Beginning, Host, Recent};
use crate::statement::{self, Statement, WIDTH};
use crate::tested::Tested;
use crate::words;

/// Lines of what is known to be wrong.
const LINES: usize = 24;
/// Characters of a reply to a command.
const REPLY: usize = 84;
/// Bytes of the program's output that are kept: the last ones.
const MOST_OUTPUT: usize = 64 << 10;
/// Events up to which the relations of processes are found after every command.
const MOST_EVENTS: usize = 200_000;
/// Remarks that are kept: the last ones.
const MOST_REMARKS: usize = 200;

/// What the page waits for.
#[derive(Clone, Debug, Default)]
pub enum Wants {
    /// Nothing: it works, or has ended.
    #[default]
    Nothing,
    Start(Start),
    Question(Box<Asked>),
    Verdict(Box<FoundCulprit>),
    Doubt(Judged),
    /// A line for the program.
    Line,
    /// Which of the failed tests.
    Test(TestSummary),
}

impl PartialEq for Wants {
    /// Whether they want the same kind of thing.
    fn eq(&self, other: &Wants) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// A question, laid out.
#[derive(Clone, Debug)]
pub struct Asked {
    pub question: Question,
    /// One, or those of a group.
    pub statements: Vec<Statement>,
    /// The search can follow a part of the value to where it was made.
    pub can_point: bool,
}

#[derive(Clone, Debug)]
pub struct FoundCulprit {
    pub verdict: Verdict,
    /// It can be narrowed down to an expression.
    pub can_zoom: bool,
}

/// Source, with what the question or the verdict is about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Source {
    pub file: String,
    /// The number of the first line.
    pub first: u32,
    pub text: String,
    /// The function.
    pub around: (u32, u32),
    /// The clause, the receive or the expression.
    pub place: Option<Place>,
    /// It is to blame.
    pub is_guilty: bool,
    /// Variables of the clause, with their values in short.
    pub variables: Vec<(String, String)>,
}

/// Something that was said beside questions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// Someone else knew the answer.
    Judged {
        statement: String,
        answer: String,
        by: String,
    },
    Warning(String),
    Note(String),
}

/// What `save` wrote.
pub struct SavedRun {
    pub file: String,
    pub text: String,
}

/// Which answer of a goal is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    pub n: usize,
    /// Or why one is missing.
    pub missing: bool,
}

/// One answer, for the list of all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    pub n: u32,
    pub answer: &'static str,
    pub by: String,
    pub statement: String,
    /// The wrong part.
    pub about: Option<String>,
}

/// The commands of `rewind` and what they showed.
#[derive(Clone, Debug, Default)]
pub struct WalkLog {
    pub entries: Vec<WalkEntry>,
    /// Somebody has begun to step through the run.
    pub is_open: bool,
}

#[derive(Clone, Debug)]
pub struct WalkEntry {
    pub line: String,
    /// `None`: it is being done.
    pub text: Option<String>,
    pub ok: bool,
}

impl WalkLog {
    pub fn begun(&mut self, line: &str) {
        self.entries.push(WalkEntry { line: line.to_owned(), text: None, ok: true });
        let more = self.entries.len().saturating_sub(MOST_REMARKS);
        self.entries.drain(..more);
    }

    fn done(&mut self, text: String, ok: bool) {
        if let Some(entry) = self.entries.last_mut() {
            (entry.text, entry.ok) = (Some(text), ok);
        }
    }
}

/// The page, before it is HTML.
#[derive(Default)]
pub struct Scene {
    /// Of the window: what it is about.
    pub title: String,
    pub work: Option<Progress>,
    /// The sources are being read.
    pub is_reading: bool,
    /// How long the work has taken.
    pub seconds: u64,
    pub wants: Wants,
    /// The wrong result, and why it is wrong.
    pub symptom: Option<(String, String)>,
    pub outcome: Option<Rc<RunOutcome>>,
    /// What the program printed and read, as text.
    pub output: String,
    pub output_is_cut: bool,
    /// An answer made no sense.
    pub notice: Option<String>,
    pub problems: Vec<Problem>,
    pub remarks: Vec<Remark>,
    pub given: Vec<Given>,
    pub strategy: Option<Strategy>,
    pub processes: Vec<Process>,
    /// How they are related to each other.
    pub relations: Vec<Relations>,
    pub can_walk: bool,
    /// The answers can be written as unit tests.
    pub has_tests: bool,
    pub source: Option<Source>,
    /// Suspects of the first question: how far the search has come.
    pub most_suspects: u64,
    pub ended: Option<Ended>,
    pub walk: WalkLog,
    /// The run as `save` wrote it, to be taken away as a file.
    pub saved: Option<SavedRun>,
    /// The questions are about a part of a run: no other expression can be asked about.
    pub is_part: bool,
    /// Which answer of a goal is asked about.
    pub goal: Option<Goal>,
    /// Answers of a goal, as they come.
    pub goal_answers: Vec<String>,
    /// What can be asked about beside failed tests.
    pub functions: Vec<FunctionSeen>,
    pub recent: Vec<Recent>,
    /// Tests that have ended.
    pub tests: Vec<Tested>,
}

impl Scene {
    pub fn new(beginning: &Beginning) -> Scene {
        let title = match beginning {
            Beginning::Ask(expression) | Beginning::Walk(expression) => expression.clone(),
            Beginning::Test => words::TESTS.to_owned(),
        };
        let can_walk = matches!(beginning, Beginning::Walk(_));
        Scene { title, can_walk, ..Scene::default() }
    }

    /// Another expression is asked about.
    pub fn elsewhere(&mut self, expression: &str) {
        let (walk, remarks) = (std::mem::take(&mut self.walk), std::mem::take(&mut self.remarks));
        *self = Scene { title: expression.to_owned(), walk, remarks, ..Scene::default() };
    }

    /// A view of a run that nobody asks about: who takes part in it.
    pub fn stands(&mut self, view: &dyn WalkView) {
        if self.strategy.is_some() {
            return;
        }
        self.processes = view.processes().into_iter().map(|seen| seen.row).collect();
        let diagrams = view.diagrams();
        self.relations = if diagrams.events() < MOST_EVENTS { diagrams.relations() } else { Vec::new() };
    }

    /// The question is about a process, as far as its run has come.
    pub fn asks_here(&mut self, process: u32) {
        self.walk.done(words::asking_here(process), true);
        self.is_part = true;
    }

    /// Somebody steps through a run, and nobody asks about it yet.
    pub fn is_only_walked(&self) -> bool {
        self.walk.is_open && self.strategy.is_none() && self.work.is_none()
    }

    /// The program reads what someone typed.
    pub fn typed(&mut self, text: &str) {
        self.print(&format!("{text}\n"));
        self.wants = Wants::Nothing;
    }

    pub fn warn(&mut self, message: String) {
        self.remark(Remark::Warning(message));
    }

    pub fn problems(&mut self, problems: Vec<Problem>) {
        self.wants = Wants::Nothing;
        self.can_walk &= self.walk.is_open;
        self.problems = problems;
    }

    pub fn over(&mut self, ended: &Ended) {
        self.ended = Some(ended.clone());
        if !matches!(self.wants, Wants::Verdict(_)) {
            self.wants = Wants::Nothing;
        }
    }

    /// Takes what the dialogue said.
    pub fn take(&mut self, dialogue: &Dialogue, host: &dyn Host, output: Output) {
        match output {
            Output::Working(progress) => self.work = Some(progress),
            Output::Printed(_, bytes) => {
                self.print(&String::from_utf8_lossy(&bytes));
            }
            Output::NeedsInput => self.wants = Wants::Line,
            Output::GoalAnswer(answer) => self.goal_answers.push(answer.text),
            Output::Problems(problems) => self.problems(problems),
            Output::Ran(outcome) => {
                if let Some(n) = outcome.goal_answer {
                    self.goal.get_or_insert(Goal { n, missing: false });
                }
                self.outcome = Some(outcome);
                self.wants = Wants::Nothing;
            }
            Output::Test(json) => self.tests.extend(Tested::read(&json)),
            Output::Begun(begin, accusation) => {
                self.title = begin.expression;
                self.wants = Wants::Nothing;
                let shown = dialogue.look().map(|mut look| look.symptom_layout(WIDTH, Some(LINES)).text);
                let statement = accusation.statement.or(shown).unwrap_or_default();
                self.symptom = Some((accusation.remark, statement));
            }
            Output::Doubted(judged) => self.wants = Wants::Doubt(judged),
            Output::Event(event) => {
                if let Some(mut look) = dialogue.look() {
                    self.event(&mut look, host, *event);
                }
            }
            Output::Refused(message) => self.notice = Some(format!("{}.", common::capitalized(&message))),
            Output::Warning(message) => self.warn(message),
            Output::Note(text) => self.remark(Remark::Note(text)),
            Output::AskOracle { .. } | Output::Save { .. } | Output::Ended(_) => {}
            Output::Tested(_) | Output::Walked(_) => {}
        }
    }

    fn event(&mut self, look: &mut Look<'_>, host: &dyn Host, event: Event) {
        match event {
            Event::Judged(judged) => {
                let statement = common::one_line(judged.sentence(), 2 * WIDTH);
                let (answer, by) = (common::answer(judged.answer).to_owned(), common::judge(&judged.by));
                return self.remark(Remark::Judged { statement, answer, by });
            }
            Event::Error { message } => {
                self.notice = Some(message);
                return;
            }
            Event::Start(start) => {
                self.processes.clone_from(&start.processes);
                self.relations = look.relations();
                self.wants = Wants::Start(start);
            }
            Event::Question(question) => {
                self.source = source_of_question(look, host, &question);
                self.most_suspects = self.most_suspects.max(question.suspects);
                let statements = statement::statements(look, &question);
                let can_point = look.has_inside();
                self.wants = Wants::Question(Box::new(Asked { question, statements, can_point }));
            }
            Event::Verdict(verdict) => {
                self.source = source_of_verdict(look, host, &verdict).or(self.source.take());
                let can_zoom =
                    matches!(verdict, Verdict::Function(_) | Verdict::Receive(_)) && look.has_inside();
                self.wants = Wants::Verdict(Box::new(FoundCulprit { verdict, can_zoom }));
            }
        }
        self.given = look.answered().iter().map(given).collect();
        self.strategy = Some(look.strategy());
        if !look.processes().is_empty() {
            self.processes = look.processes().to_vec();
            // Of a run that is over, they do not change.
            if self.relations.is_empty() {
                self.relations = look.relations();
            }
        }
        self.can_walk = look.has_moments();
    }

    /// The question with nothing left out, within reason.
    pub fn question_in_full(&self, look: &mut Look<'_>) -> Vec<Statement> {
        match &self.wants {
            Wants::Question(asked) => statement::in_full(look, &asked.question),
            _ => Vec::new(),
        }
    }

    /// What came of a command.
    pub fn walked(&mut self, walked: Walked) {
        match walked {
            Walked::Working { .. } | Walked::Arrived(_) => {}
            Walked::Reply(reply) | Walked::Quit(reply) => self.walk.done(reply.text(REPLY), reply.ok),
            Walked::Save { file, text, .. } => {
                self.walk.done(words::saved(&file), true);
                self.saved = Some(SavedRun { file, text });
            }
            Walked::Ask { .. } => self.walk.done(words::CANNOT_ASK.to_owned(), false),
        }
    }

    fn remark(&mut self, remark: Remark) {
        self.remarks.push(remark);
        let more = self.remarks.len().saturating_sub(MOST_REMARKS);
        self.remarks.drain(..more);
    }

    /// Of very much output, the end is kept.
    fn print(&mut self, text: &str) {
        self.output.push_str(text);
        if self.output.len() > 2 * MOST_OUTPUT {
            let mut from = self.output.len() - MOST_OUTPUT;
            while !self.output.is_char_boundary(from) {
                from += 1;
            }
            self.output.drain(..from);
            self.output_is_cut = true;
        }
    }
}

fn given(answered: &Answered) -> Given {
    let question = &answered.question;
    Given {
        n: question.n,
        answer: answered.judgement.name(),
        by: answered.by.clone(),
        statement: common::one_line(question.sentence(), 2 * WIDTH),
        about: answered.about.clone(),
    }
}

fn source_of_question(look: &mut Look<'_>, host: &dyn Host, question: &Question) -> Option<Source> {
    let (whole, text) = look.code()?;
    let mut source = source(host, &whole, &text)?;
    source.place = question.place.clone().or_else(|| look.clause());
    source.variables = look.variables();
    Some(source)
}

fn source_of_verdict(look: &mut Look<'_>, host: &dyn Host, verdict: &Verdict) -> Option<Source> {
    let culprit = verdict.culprit()?;
    let mut source = source(host, &culprit.place, culprit.source.as_deref()?)?;
    source.place = Some(culprit.place.clone());
    source.is_guilty = true;
    source.variables = look.variables();
    Some(source)
}

/// All of the file, if it is still what the program was made of; or else only this part.
fn source(host: &dyn Host, place: &Place, part: &str) -> Option<Source> {
    let (file, line) = (place.file.clone()?, place.line?);
    let count = part.lines().count() as u32;
    let around = (line, line + count.saturating_sub(1));
    let is_same = |text: &str| {
        let lines = text.lines().skip(line as usize - 1);
        lines.zip(part.lines()).all(|(whole, part)| whole.contains(part.trim()))
            && text.lines().count() as u32 >= around.1
    };
    let whole = host.source(&file).filter(|text| is_same(text));
    Some(match whole {
        Some(text) => Source { file, first: 1, text, around, ..Source::default() },
        None => Source { file, first: line, text: part.to_owned(), around, ..Source::default() },
    })
}
