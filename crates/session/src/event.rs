//! What a session says: version 1 of the JSON contract, as types. One event is one line of `ask
//! --json`.

use serde::{Deserialize, Serialize};

use crate::processes::Process;

/// The version of the contract that these types are.
pub const VERSION: u32 = 1;

#[derive(Clone, Serialize, Debug)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// A run of several processes: where to look?
    Start(Start),
    Question(Question),
    Judged(Judged),
    Verdict(Verdict),
    Error {
        message: String,
    },
}

impl Event {
    /// The event as one line, without its end.
    pub fn to_json(&self) -> String {
        line(self)
    }
}

fn line(event: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Line<'a, E> {
        v: u32,
        #[serde(flatten)]
        event: &'a E,
    }
    // Only maps with strange keys and failing `Serialize`s can fail, and there are none.
    serde_json::to_string(&Line { v: VERSION, event }).unwrap_or_default()
}

/// The first event of a dialogue: what its session is about.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[serde(tag = "event", rename = "begin")]
pub struct Begin {
    /// The expression that was evaluated, the test that failed, or the name of a trace.
    pub expression: String,
    /// How the run ended, as in the event `done` of `run --json`.
    pub outcome: &'static str,
    /// Its value or exception, on one line.
    pub text: String,
}

impl Begin {
    /// The event as one line, without its end.
    pub fn to_json(&self) -> String {
        line(self)
    }
}

/// Where the search can begin.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Start {
    /// In order of creation.
    pub processes: Vec<Process>,
}

/// A statement that is put to the person or the oracle.
#[derive(Clone, Serialize, Debug)]
pub struct Question {
    /// Counts the questions of the session, from 1.
    pub n: u32,
    pub process: String,
    pub kind: QuestionKind,
    /// None for a group of calls of several functions.
    pub subject: Option<Subject>,
    pub statement: String,
    pub claims: Vec<Claim>,
    /// For people: the statement and its claims in a sentence, where it is shown otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    pub suspects: u64,
    /// The kind of suspects.
    #[serde(skip)]
    pub unit: Unit,
    pub reason: String,
    /// Where the code is, for receives and expressions.
    #[serde(flatten)]
    pub place: Option<Place>,
    /// What someone who cannot judge knows about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<String>,
    /// Something simpler that is wrong for sure, and that can be asked about instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<Instead>,
}

/// An expression whose value is known to be wrong.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Instead {
    pub expression: String,
    /// Who says that it is wrong.
    pub by: String,
    /// How many statements there would be to judge.
    pub statements: u32,
}

/// The kind of nodes in the searched tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    Call,
    /// What a process did between two receives.
    Step,
    Expression,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum QuestionKind {
    Call,
    /// What a receive did with a message.
    Receive,
    /// A process blocks forever.
    Stuck,
    /// Several statements at once: each claim is one.
    Group,
    /// What came into a node, before a verdict on it rests on that.
    Inputs,
    /// Zoom.
    Expression,
}

/// What a statement is about; trust is given to it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Debug)]
pub struct Subject {
    pub module: String,
    pub function: String,
    pub arity: u32,
}

/// `merge:merge/3`, or just the name where there are no modules
impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.module.is_empty() {
            true => f.write_str(&self.function),
            false => write!(f, "{}:{}/{}", self.module, self.function, self.arity),
        }
    }
}

/// A numbered part of a statement that can be wrong by itself.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Claim {
    pub id: u32,
    pub kind: ClaimKind,
    #[serde(flatten)]
    pub content: Content,
}

#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[serde(untagged)]
pub enum Content {
    Text {
        text: String,
    },
    List {
        text: String,
        items: Vec<Item>,
    },
    /// In a group, a claim is a whole statement.
    Statement {
        statement: String,
        claims: Vec<Claim>,
        /// As in [`Question`].
        #[serde(skip_serializing_if = "Option::is_none")]
        shown: Option<String>,
        /// How many of the group say this.
        #[serde(skip_serializing_if = "is_once")]
        times: u32,
    },
}

fn is_once(times: &u32) -> bool {
    *times == 1
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum ClaimKind {
    Value,
    /// A value as far as it was demanded: the call approximates it (`->`).
    #[serde(rename = "value")]
    Approximation,
    /// All answers of a call of a lazy program: the claim is that none is missing.
    #[serde(rename = "value")]
    Answers,
    Exception,
    /// The variables; of a call that goes on, the receive that it comes from.
    Context,
    /// The messages that were there.
    Received,
    /// The message that was taken.
    Consumed,
    /// No message was taken: the receive timed out.
    #[serde(rename = "consumed")]
    TimedOut,
    /// The state that a callback of a behaviour was called in.
    State,
    /// A reply that did not come in time.
    Missing,
    /// What was looked up outside of the arguments: in tables, the process dictionary, a clock, …
    Read,
    /// There is no value yet: a receive was reached.
    Reached,
    /// There will never be a value: the process blocks forever.
    #[serde(rename = "reached")]
    Blocked,
    /// There is no value: the process was killed.
    #[serde(rename = "reached")]
    Killed,
    /// There is no value yet: the process hibernates.
    #[serde(rename = "reached")]
    Hibernated,
    /// There is no value yet: the run was stopped.
    #[serde(rename = "reached")]
    Unfinished,
    Sent,
    Created,
    /// What was changed in tables, the process dictionary and the like.
    Wrote,
    Stuck,
    Statement,
}

impl ClaimKind {
    /// Whether the claim is that there is no value.
    pub fn is_without_value(self) -> bool {
        use ClaimKind::{Blocked, Hibernated, Killed, Reached, Stuck, Unfinished};
        matches!(self, Reached | Blocked | Killed | Hibernated | Unfinished | Stuck)
    }

    /// Its name in the contract, for kinds that are about what came in.
    pub fn input_name(self) -> &'static str {
        match self {
            ClaimKind::Context => "context",
            ClaimKind::State => "state",
            ClaimKind::Received => "received",
            ClaimKind::Missing => "missing",
            ClaimKind::Read => "read",
            _ => "consumed",
        }
    }

    /// Whether it is about what came into the node, rather than what the node did.
    pub fn is_input(self) -> bool {
        use ClaimKind::{Consumed, Context, Missing, Read, Received, State, TimedOut};
        matches!(self, Context | State | Received | Consumed | TimedOut | Missing | Read)
    }
}

/// One of a list: a variable of a context, a message, a process.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Item {
    /// Of what happened, the number of the event in the diagrams; of variables, from 1.
    pub id: u32,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// For people, where it is shown otherwise: what a message of OTP's protocols means (`call
    /// balance`), records by name and field.
    #[serde(rename = "shown", skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
}

impl Item {
    /// Something that nobody sent.
    pub fn plain(id: u32, text: String) -> Item {
        Item { id, text, from: None, to: None, meaning: None }
    }
}

impl Claim {
    pub fn text(id: u32, kind: ClaimKind, text: String) -> Claim {
        Claim { id, kind, content: Content::Text { text } }
    }

    /// Its text.
    pub fn said(&self) -> &str {
        match &self.content {
            Content::Text { text } | Content::List { text, .. } => text,
            Content::Statement { statement, .. } => statement,
        }
    }

    /// What it lists.
    pub fn items(&self) -> &[Item] {
        match &self.content {
            Content::List { items, .. } => items,
            _ => &[],
        }
    }

    /// Whether there is anything in it to show to people.
    pub fn is_shown(&self) -> bool {
        let is_empty = matches!(self.content, Content::List { .. }) && self.items().is_empty();
        !(self.is_nothing() || self.kind == ClaimKind::Context && is_empty)
    }

    /// Whether it only says that nothing was done.
    pub fn is_nothing(&self) -> bool {
        use ClaimKind::{Created, Sent, Wrote};
        matches!(self.kind, Sent | Created | Wrote) && self.items().is_empty()
    }
}

/// Someone knew the answer before anyone was asked, or gave it in place of the person.
#[derive(Clone, Serialize, Debug)]
pub struct Judged {
    pub by: String,
    /// `right`, `wrong`, `trust`, `inadmissible`, `unknown`
    pub answer: &'static str,
    pub statement: String,
    /// For people: the statement and its claims in a sentence, where it is shown otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    #[serde(skip)]
    pub claims: Vec<Claim>,
}

#[derive(Clone, Serialize, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Verdict {
    Function(Culprit),
    /// Of a function of a lazy program.
    Rule(Culprit),
    Receive(Culprit),
    Expression(Culprit),
    Undecided(Undecided),
}

impl Verdict {
    /// Who is to blame, if that is known.
    pub fn culprit(&self) -> Option<&Culprit> {
        match self {
            Verdict::Function(culprit)
            | Verdict::Rule(culprit)
            | Verdict::Receive(culprit)
            | Verdict::Expression(culprit) => Some(culprit),
            Verdict::Undecided(_) => None,
        }
    }
}

/// The code to blame, and the statement that shows it.
#[derive(Clone, Serialize, Debug)]
pub struct Culprit {
    pub subject: Subject,
    /// What kind of buggy node it is, in a run of several processes (paper 2 §6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<StepError>,
    /// Which claim is wrong, if an answer says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong: Option<Wrong>,
    /// From 1; none: no clause matched, or it is not known.
    pub clause: Option<u32>,
    pub statement: String,
    pub claims: Vec<Claim>,
    /// For people: the statement and its claims in a sentence, where it is shown otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    #[serde(flatten)]
    pub place: Place,
    /// How many questions were asked, and how many were judged without asking.
    pub questions: u32,
    pub judged: u32,
    /// Of a rule: what its variables were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// Of a function that is incomplete: the answer that someone said is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// What the verdict rests on, and nobody confirmed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumes: Vec<Assumption>,
    /// The code, as it is written.
    #[serde(skip)]
    pub source: Option<String>,
    /// What the clause does not say: that none of them matched, say.
    #[serde(skip)]
    pub remark: Option<String>,
    /// Why it can be nobody else.
    #[serde(skip)]
    pub proof: Vec<Proof>,
}

/// What exactly somebody said is wrong with a statement.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Wrong {
    /// The claim, by its number.
    pub claim: u32,
    /// One of its items.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<u32>,
    /// Something from this process is not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

/// How a step of a process went wrong (paper 2 §6).
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
pub enum StepError {
    #[serde(rename = "erroneously failing")]
    ErroneouslyFailing,
    #[serde(rename = "erroneously succeeding")]
    ErroneouslySucceeding,
    #[serde(rename = "erroneous transition")]
    ErroneousTransition,
    #[serde(rename = "erroneous first step")]
    ErroneousFirstStep,
}

/// Something that a verdict takes for right without an answer.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Assumption {
    /// The kind of the input; `witness` for someone who judged a value alone.
    pub kind: &'static str,
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Serialize, Debug, Default)]
pub struct Place {
    pub file: Option<String>,
    pub line: Option<u32>,
    /// With `end_column` (one past the last character), for expressions only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    pub end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
}

/// A statement below the wrong one, and who found nothing wrong with it.
#[derive(Clone, Debug)]
pub struct Proof {
    pub subject: Subject,
    pub statement: String,
    pub claims: Vec<Claim>,
    /// As in [`Question`].
    pub shown: Option<String>,
    pub answer: &'static str,
    pub by: String,
}

/// The answers do not settle it.
#[derive(Clone, Serialize, Debug)]
pub struct Undecided {
    /// The fewest that must hold the culprit.
    pub suspects: Vec<Suspect>,
    pub reason: String,
    pub questions: u32,
    pub judged: u32,
}

#[derive(Clone, Serialize, Debug)]
pub struct Suspect {
    pub subject: Subject,
    pub clause: Option<u32>,
    pub statement: String,
    pub claims: Vec<Claim>,
    /// For people: the statement and its claims in a sentence, where it is shown otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    #[serde(flatten)]
    pub place: Place,
}

/// The predicate of a sentence about something without a value: `blocks forever`.
pub fn without_value(kind: ClaimKind, text: &str) -> String {
    match kind {
        ClaimKind::Reached => format!("reaches the {text}"),
        ClaimKind::Killed => format!("was {text}"),
        ClaimKind::Unfinished => format!("has {text}"),
        _ => text.to_owned(),
    }
}

/// The sentence that people read: what is shown to them, or the statement and its claims.
pub fn for_people(shown: Option<&str>, statement: &str, claims: &[Claim]) -> String {
    shown.map_or_else(|| sentence(statement, claims), str::to_owned)
}

macro_rules! sayings {
    ($($event:ty)*) => {$(
        impl $event {
            /// What it says, in a sentence for people.
            pub fn sentence(&self) -> String {
                for_people(self.shown.as_deref(), &self.statement, &self.claims)
            }
        }
    )*};
}

sayings! { Question Judged Culprit Proof Suspect }

/// `merge:merge([b], [a], fun merge:comp/2) = [b, a]`, on one line.
pub fn sentence(statement: &str, claims: &[Claim]) -> String {
    let mut sentence = statement.to_owned();
    let mut link = " = ";
    for claim in claims {
        let text = match (&claim.content, claim.kind) {
            // What a callback was asked for is among its arguments.
            (_, ClaimKind::Consumed | ClaimKind::TimedOut) if statement.ends_with(')') => continue,
            (Content::Text { text }, ClaimKind::Consumed | ClaimKind::TimedOut) => {
                sentence.push_str(&format!(" on {text}"));
                continue;
            }
            (Content::Text { text }, kind) if kind.is_without_value() => {
                sentence.push_str(&format!(" {}", without_value(kind, text)));
                link = "; ";
                continue;
            }
            (Content::Text { text }, ClaimKind::Answers) => {
                let text = text.trim_start_matches('{').trim_end_matches('}');
                sentence.push_str(&match (text, text.strip_suffix(", ..")) {
                    ("", _) => " has no answers".to_owned(),
                    ("..", _) => " has no answers so far (its search was cut short)".to_owned(),
                    (_, Some(answers)) => {
                        format!(" has no answers so far (its search was cut short) other than {answers}")
                    }
                    (answers, None) => format!(" has no answers other than {answers}"),
                });
                continue;
            }
            (Content::List { text, .. }, ClaimKind::Sent) if !claim.is_nothing() => format!("sent {text}"),
            (Content::List { text, .. }, ClaimKind::Created) if !claim.is_nothing() => {
                format!("created {text}")
            }
            (Content::List { text, .. }, ClaimKind::Wrote) if !claim.is_nothing() => format!("wrote {text}"),
            // What it was given is part of the statement.
            (Content::Statement { .. } | Content::List { .. }, _)
            | (_, ClaimKind::Context | ClaimKind::Received) => continue,
            (Content::Text { text }, ClaimKind::Exception) => {
                format!("** exception {}", text.replacen(':', ": ", 1))
            }
            (Content::Text { text }, _) => text.clone(),
        };
        if claim.kind == ClaimKind::Approximation {
            link = " -> ";
        }
        sentence.push_str(link);
        sentence.push_str(&text);
        link = "; ";
    }
    sentence
}
