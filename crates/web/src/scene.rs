//! What is on the page: the session as far as it has come, in data. `page` makes HTML of it.

use std::rc::Rc;

use debugger::dialogue::{Ended, Look, Progress};
use debugger::language::{FunctionSeen, Problem, TestSummary};
use debugger::words::{self as common};
use debugger::{Dialogue, Output, RunOutcome, Walked};
use inquiry::Strategy;
use session::event::{Claim, Judged, Place, Question, QuestionKind, Start, Verdict};
use session::evidence::Layout;
use session::{Answered, Event, Process};

use crate::host::{Beginning, Host, Recent};
use crate::words;

/// Characters in which statements are laid out.
const WIDTH: usize = 84;
/// Lines of a statement that are shown at first, and at most.
const LINES: usize = 24;
const MOST_LINES: usize = 2_000;
/// Bytes of the program's output that are kept: the last ones.
const MOST_OUTPUT: usize = 64 << 10;
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
}

/// A statement with what can be pointed at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    pub lead: String,
    /// Of a step of a process: its numbered lines.
    pub lines: Vec<Line>,
    pub folded: bool,
}

/// A numbered line of a statement, which is a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub claim: u32,
    pub text: String,
    /// What stands below it; with the number of an item, if it is one.
    pub below: Vec<(Option<u32>, String)>,
    /// Messages that came from others: one can be missing.
    pub can_miss: bool,
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
    /// What exactly is wrong.
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
    /// What is known to be wrong, and why.
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
    pub can_walk: bool,
    /// The answers can be written as unit tests.
    pub has_tests: bool,
    pub source: Option<Source>,
    /// Suspects of the first question: how far the search has come.
    pub most_suspects: u64,
    pub ended: Option<Ended>,
    pub walk: WalkLog,
    /// Which answer of a goal is asked about.
    pub goal: Option<Goal>,
    /// Answers of a goal, as they come.
    pub goal_answers: Vec<String>,
    /// What can be asked about beside failed tests.
    pub functions: Vec<FunctionSeen>,
    pub recent: Vec<Recent>,
    /// Tests that have ended: their names, and whether they passed.
    pub tests: Vec<(String, bool)>,
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
            Output::Test(json) => self.test(&json),
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
            Output::Walked(walked) => self.walked(*walked),
            Output::Refused(message) => self.notice = Some(format!("{}.", common::capitalized(&message))),
            Output::Warning(message) => self.warn(message),
            Output::Note(text) => self.remark(Remark::Note(text)),
            Output::AskOracle { .. } | Output::Save { .. } | Output::Ended(_) | Output::Tested(_) => {}
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
                self.wants = Wants::Start(start);
            }
            Event::Question(question) => {
                self.source = source_of_question(look, host, &question);
                self.most_suspects = self.most_suspects.max(question.suspects);
                let statements = statements(look, &question, LINES);
                self.wants = Wants::Question(Box::new(Asked { question, statements }));
            }
            Event::Verdict(verdict) => {
                self.source = source_of_verdict(host, &verdict).or(self.source.take());
                let can_zoom =
                    matches!(verdict, Verdict::Function(_) | Verdict::Receive(_)) && look.has_inside();
                self.wants = Wants::Verdict(Box::new(FoundCulprit { verdict, can_zoom }));
            }
        }
        self.given = look.answered().iter().map(given).collect();
        self.strategy = Some(look.strategy());
        if !look.processes().is_empty() {
            self.processes = look.processes().to_vec();
        }
        self.can_walk = look.has_moments();
    }

    /// The question with nothing left out, within reason.
    pub fn question_in_full(&self, look: &mut Look<'_>) -> Vec<Statement> {
        match &self.wants {
            Wants::Question(asked) => statements(look, &asked.question, MOST_LINES),
            _ => Vec::new(),
        }
    }

    fn walked(&mut self, walked: Walked) {
        match walked {
            Walked::Working { .. } | Walked::Arrived(_) => {}
            Walked::Reply(reply) | Walked::Quit(reply) => self.walk.done(reply.text(WIDTH), reply.ok),
            Walked::Save { .. } => self.walk.done(words::CANNOT_SAVE.to_owned(), false),
            Walked::Ask { .. } => self.walk.done(words::CANNOT_ASK.to_owned(), false),
        }
    }

    fn test(&mut self, json: &str) {
        let Ok(event) = serde_json::from_str::<serde_json::Value>(json) else { return };
        let text = |name: &str| event[name].as_str().map(str::to_owned);
        let name = [text("module"), text("name"), text("test")].into_iter().flatten().collect::<Vec<_>>();
        let passed = text("outcome").is_none_or(|outcome| outcome == "passed");
        self.tests.push((name.join(" "), passed));
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

/// Whether a question is about a step of a process, which has several claims to choose from.
pub fn is_step(question: &Question) -> bool {
    match question.kind {
        QuestionKind::Receive | QuestionKind::Stuck | QuestionKind::Inputs => true,
        QuestionKind::Call => question.claims.len() > 1,
        QuestionKind::Group | QuestionKind::Expression => false,
    }
}

fn statements(look: &mut Look<'_>, question: &Question, lines: usize) -> Vec<Statement> {
    let claims: &[Claim] = if is_step(question) { &question.claims } else { &[] };
    let layouts = look.layout(WIDTH, Some(lines));
    layouts.into_iter().map(|layout| with_lines(layout, claims)).collect()
}

/// Finds the claims in a statement that is laid out: lines that begin with their numbers, and what
/// stands below them.
fn with_lines(layout: Layout, claims: &[Claim]) -> Statement {
    let mut statement = Statement { lead: String::new(), lines: Vec::new(), folded: layout.folded };
    for text in layout.text.lines() {
        let numbered = text.trim_start().split_once("  ");
        let claim = numbered.and_then(|(n, rest)| Some((n.parse::<u32>().ok()?, rest)));
        let last = statement.lines.last().map_or(0, |line| line.claim);
        let known = |id: u32| claims.iter().find(|claim| claim.id == id && id > last);
        match claim.and_then(|(id, rest)| Some((known(id)?, rest))) {
            Some((claim, rest)) => {
                let can_miss = claim.kind == session::event::ClaimKind::Received;
                let line =
                    Line { claim: claim.id, text: rest.trim().to_owned(), below: Vec::new(), can_miss };
                statement.lines.push(line);
            }
            None => match statement.lines.last_mut() {
                Some(line) => line.below.push((None, text.to_owned())),
                None => statement.lead += &format!("{text}\n"),
            },
        }
    }
    for line in &mut statement.lines {
        let claim = claims.iter().find(|claim| claim.id == line.claim);
        let items = claim.map(Claim::items).unwrap_or_default();
        // An item is one line, unless it had to be broken.
        if items.len() == line.below.len() {
            line.below.iter_mut().zip(items).for_each(|((id, _), item)| *id = Some(item.id));
        }
        unindent(&mut line.below);
    }
    statement.lead = unindented(statement.lead.trim_end_matches('\n'));
    statement
}

/// Without the spaces that all lines begin with.
fn unindent(lines: &mut [(Option<u32>, String)]) {
    let spaces = |line: &str| line.len() - line.trim_start().len();
    let least = lines.iter().map(|(_, line)| spaces(line)).min().unwrap_or(0);
    lines.iter_mut().for_each(|(_, line)| drop(line.drain(..least)));
}

fn unindented(text: &str) -> String {
    let mut lines: Vec<(Option<u32>, String)> = text.lines().map(|line| (None, line.to_owned())).collect();
    unindent(&mut lines);
    lines.into_iter().map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}

fn source_of_question(look: &mut Look<'_>, host: &dyn Host, question: &Question) -> Option<Source> {
    let (whole, text) = look.code()?;
    let mut source = source(host, &whole, &text)?;
    source.place = question.place.clone().or_else(|| look.clause());
    Some(source)
}

fn source_of_verdict(host: &dyn Host, verdict: &Verdict) -> Option<Source> {
    let culprit = verdict.culprit()?;
    let mut source = source(host, &culprit.place, culprit.source.as_deref()?)?;
    source.place = Some(culprit.place.clone());
    source.is_guilty = true;
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

#[cfg(test)]
mod tests {
    use super::*;
    use session::event::{ClaimKind, Content, Item};

    #[test]
    fn lines_of_a_step() {
        let list = |id, kind, items: &[&str]| {
            let items = items.iter().zip(1..).map(|(text, n)| Item::plain(n, (*text).to_owned())).collect();
            Claim { id, kind, content: Content::List { text: String::new(), items } }
        };
        let claims = [
            list(1, ClaimKind::Context, &["A = 1", "B = 2"]),
            list(2, ClaimKind::Received, &[]),
            Claim::text(3, ClaimKind::Stuck, "blocks forever".into()),
        ];
        let text = "Process <0.82.0> blocks forever in\n  receive\n    9  -> D\n  end\nin tcp.erl:5\n  \
            1  Context:\n       A = 1\n       B = 2\n  2  Empty mailbox\n  3  Consumed no message";
        let statement = with_lines(Layout { text: text.into(), folded: false }, &claims);
        assert!(statement.lead.ends_with("    9  -> D\n  end\nin tcp.erl:5"), "{}", statement.lead);
        let lines: Vec<(u32, &str, usize)> =
            statement.lines.iter().map(|line| (line.claim, &*line.text, line.below.len())).collect();
        assert_eq!(lines, [(1, "Context:", 2), (2, "Empty mailbox", 0), (3, "Consumed no message", 0)]);
        assert_eq!(statement.lines[0].below[1], (Some(2), "B = 2".to_owned()));
        assert!(statement.lines[1].can_miss);
    }
}
