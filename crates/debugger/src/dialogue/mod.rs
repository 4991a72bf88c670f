//! A debugging session that never blocks: inputs in, outputs out.
//!
//! [`Dialogue::advance`] does at most one slice of work. Inside, the course of a session is written
//! as plain sequential code (`course.rs`): an `async` function that is polled by hand and gives
//! control back wherever it needs an answer, a saved file, a line of input, or more steps.

mod course;
mod desk;
mod transcript;
mod walking;

use std::cell::RefMut;
use std::rc::Rc;

pub use computation_tree::NodeId;
use inquiry::{Judgement, Strategy};
use session::answer::ValueStep;
use session::event::{Begin, Judged, Place, Question, Verdict};
use session::evidence::{DiagramWish, Layout, Statement};
use session::{
    Answer, Answered, Entry, Event, Knowledge, Moment, Process, Recalled, Relations, Session, Side,
};
use session::{TreeBranch, TreeHits, TreeRow, TreeTwig};
use slices::{Later, Meter};

use crate::language::{Problem, ProblemKind, Project, Purpose, Recorded, TestSummary, Tests};
use crate::outcome::{GoalAnswer, RunOutcome};
use crate::walk::{Walk, Walked};
use desk::Desk;
pub use desk::Outside;

/// What an interface tells a dialogue.
#[derive(Clone, Debug)]
pub enum Input {
    /// Goes on working, for one more slice.
    Continue(Slice),
    /// Stops the work that is going on; what was found so far is kept.
    Cancel,
    Answer(Answer),
    /// Asks about a test that failed, by its index in the summary.
    AskAbout {
        test: usize,
        known: Knowledge,
        manner: Manner,
    },
    /// The symptom is wrong, whatever others think of it: goes on.
    Insist,
    /// The value of the expression was right after all, or another one is simpler: ask about this.
    Elsewhere(String),
    /// What the oracle program said, as a line, or why it will not say anything any more.
    Oracle {
        id: u32,
        said: Result<String, String>,
    },
    /// Whether what was to be saved has been saved.
    Saved {
        id: u32,
        result: Result<(), String>,
    },
    /// A line of the program's standard input, with its end; `None`: the end of the input.
    Line(Option<Vec<u8>>),
    /// A command of `rewind`, about the run of this dialogue.
    Walk(String),
    /// In a dialogue that is only a walk: asks about the run as far as it has come, beginning with
    /// the process of this number.
    AskHere {
        process: u32,
        known: Knowledge,
        manner: Manner,
    },
    /// Walks through the run of this dialogue from the beginning or the end of a node of the tree.
    /// `None`: from what the current question or the verdict is about.
    Visit {
        node: Option<u32>,
        side: Side,
    },
    /// Ends the session. Without a verdict, what is known becomes an undecided one.
    GiveUp,
    /// Ends the session at once.
    Abort,
}

/// What a dialogue tells its interface.
#[derive(Debug)]
pub enum Output {
    /// A slice is over and the work is not: wants `Continue` or `Cancel`.
    Working(Progress),
    /// The program printed something.
    Printed(Stream, Vec<u8>),
    /// The program reads standard input: wants `Line`.
    NeedsInput,
    /// A goal has one more answer.
    GoalAnswer(GoalAnswer),
    /// The program cannot be read or run, or there is nothing to ask about.
    Problems(Vec<Problem>),
    /// The run is over.
    Ran(Rc<RunOutcome>),
    /// One more test has ended: an event of `test --json`, as a line.
    Test(String),
    /// All tests have: wants `AskAbout` or `GiveUp`.
    Tested(TestSummary),
    /// A session has begun about this symptom.
    Begun(Begin, Accusation),
    /// Someone else finds nothing wrong with the symptom: wants `Insist`, `Elsewhere`, `GiveUp` or
    /// `Abort`.
    Doubted(Judged),
    /// A question or a verdict wants an `Answer` (or `Elsewhere`, `GiveUp`, `Abort`).
    Event(Box<Event>),
    /// Wants `Oracle`. `complaint`: why the program's last line was no answer.
    AskOracle { id: u32, question: Box<Question>, complaint: Option<String> },
    /// Wants `Saved`. The text is to be appended.
    Save { id: u32, what: Saved, text: String },
    /// What came of `Walk`: never [`Walked::Working`], for which there is `Working`.
    Walked(Box<Walked>),
    /// An answer made no sense, and changed nothing.
    Refused(String),
    /// Worth knowing; changes nothing.
    Warning(String),
    /// The same, as a whole sentence.
    Note(String),
    /// The dialogue is over.
    Ended(Ended),
}

/// Upper bound on the steps of one call of [`Dialogue::advance`], roughly: never a time, since the
/// debugger has no clock. A million steps take about ten milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slice(pub u64);

impl Default for Slice {
    fn default() -> Slice {
        Slice(1_000_000)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    Out,
    Error,
}

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The program has made this many steps.
    Running { steps: u64 },
    /// Judges are trying calls, or a part of the run is replayed.
    Thinking,
}

/// The data to save.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Saved {
    /// Lines of the answers file: each answer is saved before the next question is asked.
    Answers,
    /// The session as Markdown.
    Transcript,
}

/// Why the symptom is thought to be wrong, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accusation {
    /// What the symptom is called, if its own statement would mean nothing to them.
    pub statement: Option<String>,
    /// `You reported this result as wrong.`
    pub remark: String,
}

/// How a dialogue ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The code to blame was found.
    Found,
    /// The session ended with an undecided verdict.
    Undecided,
    /// Someone ended it before there was a verdict.
    Aborted,
    /// There was nothing to ask about: the program could not be read, or its run left nothing to
    /// judge.
    Nothing(ProblemKind),
    /// A run without questions is over.
    Ran,
}

impl Ended {
    /// The exit status of a command that held the dialogue.
    pub fn status(&self) -> u8 {
        match self {
            Ended::Found | Ended::Ran => 0,
            Ended::Undecided | Ended::Aborted => 4,
            Ended::Nothing(problem) => problem.status(),
        }
    }
}

/// How a session is held.
#[derive(Clone, Debug)]
pub struct Manner {
    pub strategy: Strategy,
    /// Go on inside the function that is found, without being told to.
    pub zoom: bool,
    /// There is nobody to ask: stop where only a person could tell.
    pub no_human: bool,
    /// The command of an oracle program, if there is one.
    pub oracle: Option<String>,
    /// The session is written down as Markdown.
    pub has_transcript: bool,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner {
            strategy: Strategy::DivideQuery,
            zoom: false,
            no_human: false,
            oracle: None,
            has_transcript: false,
        }
    }
}

/// The thing to explain.
pub struct Case {
    /// The expression, or the name of what was recorded elsewhere.
    pub title: String,
    /// What came of it.
    pub outcome: Rc<RunOutcome>,
    pub evidence: Box<dyn session::Evidence>,
    pub accusation: Accusation,
    /// Subjects that are not suspects, beside those that the evidence trusts.
    pub trusted: Box<dyn Fn(&session::event::Subject) -> bool>,
    /// Where to look first, if that is known.
    pub first: Option<Answer>,
    /// Writes answers as unit tests, if the language has them.
    pub unit_tests: Option<UnitTests>,
    /// What Markdown calls its code.
    pub code_fence: &'static str,
}

/// Writes what was answered as unit tests: the text for a file of this name.
pub type UnitTests = Rc<dyn Fn(&std::path::Path, &[(Statement, Judgement)]) -> String>;

/// One debugging session, from a program or a recorded run to a verdict.
pub struct Dialogue {
    desk: Rc<Desk>,
    /// `None`: it is over.
    course: Option<Later<'static, Ended>>,
}

impl Dialogue {
    /// Runs an expression of a project, then asks about its result.
    pub fn about_expression(
        project: Rc<dyn Project>,
        expression: String,
        known: Knowledge,
        manner: Manner,
    ) -> Dialogue {
        let meter = Meter::new(0);
        Dialogue::following(meter, |desk| {
            Box::pin(course::of_expression(desk, project, expression, known, manner))
        })
    }

    /// Asks about what was recorded already, and judged with this meter. Another expression can
    /// only be asked about in a project.
    pub fn about_case(
        case: Case,
        meter: Meter,
        project: Option<Rc<dyn Project>>,
        known: Knowledge,
        manner: Manner,
    ) -> Dialogue {
        Dialogue::following(meter, |desk| Box::pin(course::of_case(desk, case, project, known, manner)))
    }

    /// Runs an expression, and that is all.
    pub fn of_run(project: Rc<dyn Project>, expression: String, purpose: Purpose) -> Dialogue {
        Dialogue::following(Meter::new(0), |desk| {
            Box::pin(course::of_run(desk, project, expression, purpose))
        })
    }

    /// Walks through the evaluation of an expression, from its beginning.
    pub fn of_walk(project: Rc<dyn Project>, expression: String) -> Dialogue {
        Dialogue::following(Meter::new(0), |desk| Box::pin(walking::of_walk(desk, project, expression)))
    }

    /// Runs tests; then, if the interface wants that, asks about one that failed.
    pub fn of_tests(tests: Rc<dyn Tests>) -> Dialogue {
        Dialogue::following(Meter::new(0), |desk| Box::pin(course::of_tests(desk, tests)))
    }

    fn following(meter: Meter, course: impl FnOnce(Rc<Desk>) -> Later<'static, Ended>) -> Dialogue {
        let desk = Rc::new(Desk::new(meter));
        Dialogue { course: Some(course(desk.clone())), desk }
    }

    /// Takes one input, works for at most one slice, and says what came of it. Begin with
    /// `Continue`; after `Ended` nothing more happens.
    pub fn advance(&mut self, input: Input) -> Vec<Output> {
        self.desk.take(input);
        if let Some(course) = &mut self.course {
            match slices::poll(course) {
                Some(ended) => {
                    self.course = None;
                    self.desk.say(Output::Ended(ended));
                }
                None => self.desk.report_work(),
            }
        }
        self.desk.take_outputs()
    }

    /// A look at the session, which changes nothing. `None`: there is none yet, or it is at work.
    pub fn look(&self) -> Option<Look<'_>> {
        let session = self.desk.session.try_borrow_mut().ok()?;
        RefMut::filter_map(session, Option::as_mut).ok().map(Look)
    }

    /// The subject of the session: the expression, or the name of what was recorded elsewhere.
    pub fn title(&self) -> String {
        self.desk.title.borrow().clone()
    }

    /// The run that was made last.
    pub fn recorded(&self) -> Option<Rc<dyn Recorded>> {
        self.desk.recorded.borrow().clone()
    }

    /// The walk through that run. `None`: there is none, or it is under way.
    pub fn walk(&self) -> Option<RefMut<'_, Box<dyn Walk>>> {
        let walk = self.desk.walk.try_borrow_mut().ok()?;
        RefMut::filter_map(walk, Option::as_mut).ok()
    }

    /// Numbers of the events that led to an event, and of those that it led to.
    pub fn past_and_future(&self, event: u32) -> Result<(Vec<u32>, Vec<u32>), String> {
        walking::past_and_future(&self.desk, event)
    }

    /// What was answered, as unit tests for a file of this name. `None`: the language has none, or
    /// nothing was asked.
    pub fn unit_tests(&self, file: &std::path::Path) -> Option<String> {
        let (write, has_call) = self.desk.unit_tests.borrow().clone()?;
        let mut look = self.look()?;
        let symptom = has_call.then(|| (look.symptom(), Judgement::Wrong));
        let answered = look.answered().iter().flat_map(|answered| answered.judgements());
        let answered = answered.map(|(statement, judgement)| (statement.clone(), judgement));
        let facts: Vec<_> =
            symptom.into_iter().chain(answered).filter(|(statement, _)| statement.at.is_none()).collect();
        Some(write(file, &facts))
    }

    /// Whether the answers can be written as unit tests.
    pub fn has_unit_tests(&self) -> bool {
        self.desk.unit_tests.borrow().is_some()
    }

    /// The session so far as Markdown, with the verdict if there is one.
    pub fn markdown(&self, verdict: Option<&Verdict>) -> Option<String> {
        let mut look = self.look()?;
        let statement = match &*self.desk.accusation.borrow() {
            Some(statement) => statement.clone(),
            None => look.symptom().sentence(),
        };
        let mut text = transcript::symptom(&self.title(), &statement);
        text.extend(look.answered().iter().map(transcript::answered));
        text.extend(verdict.map(|verdict| transcript::verdict(verdict, self.desk.code_fence.get())));
        Some(text)
    }

    /// What was learnt, for another session.
    pub fn knowledge(&self) -> Knowledge {
        self.look().map(|look| look.knowledge().clone()).unwrap_or_default()
    }
}

/// What can be seen of a session.
pub struct Look<'a>(RefMut<'a, Session>);

impl Look<'_> {
    /// The statements of the current question for a reader; one, or those of a group.
    pub fn layout(&mut self, width: usize, size: Option<usize>) -> Vec<Layout> {
        self.0.layout(width, size)
    }

    /// The symptom for a reader.
    pub fn symptom_layout(&mut self, width: usize, size: Option<usize>) -> Layout {
        self.0.symptom_layout(width, size)
    }

    /// The statement that is known to be wrong.
    pub fn symptom(&mut self) -> Statement {
        self.0.symptom()
    }

    /// The code that the current question is about.
    pub fn code(&mut self) -> Option<(Place, String)> {
        self.0.code()
    }

    /// The clause of it that was taken, if that is known.
    pub fn clause(&mut self) -> Option<Place> {
        self.0.clause()
    }

    /// How the processes are related to each other.
    pub fn relations(&mut self) -> Vec<Relations> {
        self.0.relations()
    }

    /// The variables that the clause in question, or to blame, began with: each with its value in
    /// short.
    pub fn variables(&mut self) -> Vec<(String, String)> {
        self.0.variables()
    }

    /// What processes did to each other.
    pub fn diagram(&mut self, wish: &DiagramWish<'_>) -> Result<String, String> {
        self.0.diagram(wish)
    }

    /// The tree from a node, or from what is known to be wrong, with the way to the current node.
    pub fn browse(&mut self, root: Option<NodeId>) -> Result<TreeBranch, String> {
        self.0.browse(root)
    }

    /// Siblings in the tree, from one up to another.
    pub fn browse_siblings(&mut self, first: NodeId, end: NodeId) -> Result<Vec<TreeTwig>, String> {
        self.0.browse_siblings(first, end)
    }

    /// The children of a node of the tree.
    pub fn browse_below(&mut self, node: NodeId) -> Result<Vec<TreeTwig>, String> {
        self.0.browse_below(node)
    }

    /// Nodes of the tree from `from` on, by the name of a function or by what they say.
    pub fn find_in_tree(&mut self, text: &str, from: Option<NodeId>) -> TreeHits {
        self.0.find_in_tree(text, from)
    }

    /// The call that made this part of the value that the current question is about.
    pub fn maker(&mut self, path: &[ValueStep]) -> Result<TreeRow, String> {
        self.0.maker(path)
    }

    /// When the call of the current question (or of the verdict) began, or ended; of a group, that
    /// of its `n`-th statement.
    pub fn moment(&mut self, n: usize, side: Side) -> Option<Moment> {
        self.0.moment(n, side)
    }

    /// Everything answered so far, without what was taken back.
    pub fn answered(&self) -> &[Answered] {
        self.0.answered()
    }

    /// Answers of earlier sessions that hold in this one.
    pub fn recalled(&self) -> &[Recalled] {
        self.0.recalled()
    }

    /// The processes of the run, if there are several.
    pub fn processes(&self) -> &[Process] {
        self.0.processes()
    }

    pub fn strategy(&self) -> Strategy {
        self.0.strategy()
    }

    /// Whether what is found can be looked into.
    pub fn has_inside(&mut self) -> bool {
        self.0.has_inside()
    }

    /// Whether one can walk through the run.
    pub fn has_moments(&mut self) -> bool {
        self.0.has_moments()
    }

    /// Whether the function or receive to blame is known.
    pub fn has_found(&self) -> bool {
        self.0.has_found()
    }

    pub fn knowledge(&self) -> &Knowledge {
        self.0.knowledge()
    }
}

/// Entries of an answers file, as lines.
fn lines(entries: &[Entry]) -> String {
    entries.iter().map(|entry| entry.to_json() + "\n").collect()
}
