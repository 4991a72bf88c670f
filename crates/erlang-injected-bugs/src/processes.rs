//! One concurrent program: bugs are put into it one at a time, and each is looked for under every
//! strategy, in the whole run.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::rc::Rc;

use computation_tree::{NodeId, Tree, TreeExt};
use erlang_machine::machine::End;
use erlang_machine::process;
use erlang_machine::schedule::Fair;
use erlang_machine::world::ClosedWorld;
use erlang_oracles::ProcessReference;
use erlang_term::Term;
use erlang_tree::processes::NodeKind;
use erlang_tree::{EXPRESSION as EXPRESSION_SUBJECT, RunTree, Subject};
use inquiry::{GroupJudgement, Inquiry, InquiryVerdict, Judge, Judgement, Next, Strategy};
use slices::{Meter, finish};

use crate::code::{Code, Library, read};
use crate::conversation::{Ended, converse};
use crate::debug::record;
use crate::mutation::{Bugs, Mutant, Mutation};
use crate::trial::contains;

const STRATEGIES: [Strategy; 3] = [Strategy::DivideQuery, Strategy::TopDown, Strategy::ProcessDirected];

/// A correct program that takes longer is of no use here.
const MAX_STEPS: u64 = 20_000;

/// What became of the bugs.
#[derive(Default)]
pub struct ProcessTally {
    pub programs: u64,
    /// Changes that the compiler refuses, or that do not change what one sees of a run.
    no_mutants: u64,
    pub debugged: u64,
    /// By kind of bug.
    kinds: BTreeMap<&'static str, u64>,
    /// By how one notices.
    symptoms: BTreeMap<&'static str, u64>,
    found: u64,
    /// By what was blamed.
    blamed: BTreeMap<&'static str, u64>,
    /// The reference could not tell enough, or nobody was to blame.
    undecided: u64,
    /// The same bugs in sessions, and what came of them.
    sessions: Sessions,
    questions: u64,
    /// Questions that the reference could not answer.
    unanswered: u64,
    /// Something else was blamed: as text, for people.
    misses: Vec<String>,
    /// Searches without an end, as text.
    open: Vec<String>,
}

#[derive(Default)]
struct Sessions {
    found: u64,
    undecided: u64,
    /// Of those that were found: the expression was, or could not be.
    zoomed: u64,
    zoom_undecided: u64,
}

impl Sessions {
    fn with(self, other: Sessions) -> Sessions {
        Sessions {
            found: self.found + other.found,
            undecided: self.undecided + other.undecided,
            zoomed: self.zoomed + other.zoomed,
            zoom_undecided: self.zoom_undecided + other.zoom_undecided,
        }
    }
}

impl ProcessTally {
    /// No innocent was blamed, and most of the guilty were found.
    pub fn is_sound(&self) -> bool {
        let Sessions { found, undecided, zoomed, zoom_undecided } = &self.sessions;
        self.misses.is_empty()
            && self.undecided * 20 <= self.found
            && undecided * 20 <= *found
            && zoom_undecided * 20 <= *zoomed
    }

    fn add_session(&mut self, ended: Ended, mutation: &Mutation, mutant: &Mutant) {
        let sessions = &mut self.sessions;
        match ended {
            Ended::Found => sessions.found += 1,
            Ended::Zoomed => {
                sessions.found += 1;
                sessions.zoomed += 1;
            }
            Ended::ZoomUndecided(said) => {
                sessions.found += 1;
                sessions.zoom_undecided += 1;
                self.open.push(format!("{}\ninside, nothing was found\n{said}", mutation.told(mutant)));
            }
            Ended::Undecided => sessions.undecided += 1,
            Ended::Innocent(told) => self.misses.push(format!("{}\n{told}", mutation.told(mutant))),
        }
    }

    pub fn with(mut self, other: ProcessTally) -> ProcessTally {
        self.programs += other.programs;
        self.no_mutants += other.no_mutants;
        self.debugged += other.debugged;
        self.found += other.found;
        self.undecided += other.undecided;
        self.sessions = self.sessions.with(other.sessions);
        self.questions += other.questions;
        self.unanswered += other.unanswered;
        self.misses.extend(other.misses);
        self.open.extend(other.open);
        let maps = [
            (&mut self.kinds, other.kinds),
            (&mut self.symptoms, other.symptoms),
            (&mut self.blamed, other.blamed),
        ];
        for (into, from) in maps {
            from.into_iter().for_each(|(name, count)| *into.entry(name).or_default() += count);
        }
        self
    }

    /// Searches that ended without a verdict, for those who want to know why.
    pub fn undecided(&self) -> &[String] {
        &self.open
    }
}

impl fmt::Display for ProcessTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 5;
        for miss in self.misses.iter().take(SHOWN) {
            writeln!(f, "{miss}")?;
        }
        let listed = |counts: &BTreeMap<&'static str, u64>| {
            let items: Vec<String> = counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
            items.join(", ")
        };
        writeln!(f, "{} bugs in {} programs: {}", self.debugged, self.programs, listed(&self.kinds))?;
        writeln!(f, "what one sees: {}", listed(&self.symptoms))?;
        writeln!(f, "({} changes were no bugs)", self.no_mutants)?;
        let searches = self.found + self.undecided + self.misses.len() as u64;
        let average = self.questions as f64 / searches.max(1) as f64;
        writeln!(
            f,
            "{searches} searches: {} found, {} undecided, {} blamed the innocent; {average:.1} questions each, {} without an answer",
            self.found,
            self.undecided,
            self.misses.len(),
            self.unanswered
        )?;
        writeln!(f, "to blame: {}", listed(&self.blamed))?;
        let Sessions { found, undecided, zoomed, zoom_undecided } = &self.sessions;
        writeln!(
            f,
            "{} sessions: {found} found, {undecided} undecided; inside: {zoomed} expressions found, {zoom_undecided} undecided",
            found + undecided
        )
    }
}

/// A run, and what one sees of it.
pub(crate) struct ProcessRun {
    pub(crate) tree: RunTree,
    pub(crate) steps: u64,
    pub(crate) seen: Seen,
}

/// What one sees of a run.
#[derive(PartialEq)]
pub(crate) struct Seen {
    pub(crate) how: &'static str,
    /// The value or reason.
    result: Option<Term>,
    output: Vec<u8>,
}

/// Runs the program. `None`: it cannot be run, takes too much memory, or has only one process.
pub(crate) fn run(code: &Code, max_steps: u64) -> Option<ProcessRun> {
    let mut world = ClosedWorld::default();
    let (recording, end) = record(code, &mut Fair, &mut world, max_steps);
    let (how, result) = match (&end, recording.machine().main()?.state.outcome.as_ref()) {
        (End::Quiet, Some(process::ProcessEnd::Value(value))) => ("wrong value", Some(value.clone())),
        (End::Quiet, Some(process::ProcessEnd::Exception(exception))) => {
            ("exception", Some(without_trace(&exception.reason)))
        }
        (End::Quiet, Some(process::ProcessEnd::Killed(reason))) => ("killed", Some(without_trace(reason))),
        (End::Quiet, None) => ("deadlock", None),
        (End::Steps, _) => ("no end", None),
        _ => return None,
    };
    let (steps, processes) = (recording.machine().system.steps, recording.machine().fates().count());
    let tree = recording.finish(|| 0, u64::MAX);
    let seen = Seen { how, result, output: world.out };
    (processes > 1).then(|| ProcessRun { tree: tree.into_run_tree(), steps, seen })
}

/// `{Reason, Stack}`: a bug moves no lines, but it may well change who called whom.
fn without_trace(reason: &Term) -> Term {
    match reason.as_tuple() {
        Some([reason, Term::Cons(_)]) => reason.clone(),
        _ => reason.clone(),
    }
}

/// Puts at most this many bugs into a program.
pub fn try_program(name: &str, text: &str, most: usize, library: &Rc<Library>, tally: &mut ProcessTally) {
    let Some(module) = read(name, text) else { return };
    let correct = Code::new(vec![module.clone()], library.clone());
    let Some(expected) = run(&correct, MAX_STEPS) else { return };
    if expected.seen.how != "wrong value" {
        return;
    }
    tally.programs += 1;
    let mut bugs = Bugs::new(vec![module.clone()], library);
    let mut tried = 0;
    while tried < most
        && let Some((mutation, changed)) = bugs.next()
    {
        let changed = changed.and_then(|(mutant, code)| {
            let run = run(&code, 3 * expected.steps + 2_000)?;
            (run.seen != expected.seen).then_some((mutant, run))
        });
        let Some((mutant, mut run)) = changed else {
            tally.no_mutants += 1;
            continue;
        };
        tried += 1;
        tally.debugged += 1;
        *tally.kinds.entry(mutation.kind).or_default() += 1;
        *tally.symptoms.entry(run.seen.how).or_default() += 1;
        let Ok(reference) =
            ProcessReference::new(run.tree.machine().program.clone(), [module.clone()], Meter::unlimited())
        else {
            tally.undecided += STRATEGIES.len() as u64;
            continue;
        };
        let mut witness = ProcessWitness { reference, known: HashMap::new() };
        for strategy in STRATEGIES {
            let (verdict, questions) = debug(&mut run.tree, strategy, &mut witness);
            tally.questions += questions;
            match verdict {
                InquiryVerdict::Found { node, .. } if is_guilty(&run.tree, node, &mutant) => {
                    tally.found += 1;
                    *tally.blamed.entry(kind_of(&run.tree, node)).or_default() += 1;
                }
                InquiryVerdict::Found { node, .. } => {
                    tally.misses.push(miss(&mutation, &mutant, &mut run.tree, node, strategy, &mut witness));
                }
                _ => {
                    tally.undecided += 1;
                    tally.open.push(unfound(&mutation, &mutant, &mut run.tree, strategy, &mut witness));
                }
            }
        }
        tally.unanswered += witness.known.values().filter(|judgement| judgement.is_none()).count() as u64;
        // As people have it: from the whole run, or first from the process that evaluated the
        // expression.
        let whole = tally.debugged.is_multiple_of(2);
        let ended = converse(run.tree, witness.reference, &correct, whole, &mutation, &mutant);
        tally.add_session(ended, &mutation, &mutant);
    }
}

/// Who answers, and what was answered already: strategies ask about the same nodes.
pub(crate) struct ProcessWitness {
    pub(crate) reference: ProcessReference,
    pub(crate) known: HashMap<NodeId, Option<Judgement>>,
}

impl ProcessWitness {
    fn judge(&mut self, run: &mut RunTree, node: NodeId) -> Judgement {
        if let Some(known) = self.known.get(&node) {
            return known.unwrap_or(Judgement::Unknown);
        }
        let judgement = match run.kind(node) {
            // A process is wrong if something that it did is.
            NodeKind::Run | NodeKind::Process => {
                let children: Vec<NodeId> = run.tree().children(node).collect();
                let wrong = children.into_iter().any(|child| self.judge(run, child) == Judgement::Wrong);
                Some(if wrong { Judgement::Wrong } else { Judgement::Right })
            }
            _ => finish(self.reference.judge(run, node)),
        };
        self.known.insert(node, judgement);
        judgement.unwrap_or(Judgement::Unknown)
    }
}

/// The end of the search, and how many questions it took.
pub(crate) fn debug(
    run: &mut RunTree,
    strategy: Strategy,
    witness: &mut ProcessWitness,
) -> (InquiryVerdict, u64) {
    let by = Judge::new("reference");
    let mut inquiry = Inquiry::new(NodeId(0), false, strategy);
    // As a session does: a process is nothing to ask about, only what it did.
    inquiry.trust(run.tree(), EXPRESSION_SUBJECT, Judge::new("run"));
    let mut questions = 0;
    loop {
        let question = match inquiry.next(run.tree()) {
            Next::Verdict(verdict) => return (verdict, questions),
            Next::Question(question) => question,
        };
        questions += 1;
        let nodes = question.nodes;
        if let [node] = nodes[..] {
            let judgement = witness.judge(run, node);
            inquiry.judge(run.tree(), node, judgement, by.clone());
            continue;
        }
        let mut judgement = GroupJudgement::AllRight;
        for (n, node) in nodes.iter().enumerate() {
            match witness.judge(run, *node) {
                Judgement::Wrong => {
                    judgement = GroupJudgement::FirstWrong(n);
                    break;
                }
                Judgement::Unknown => judgement = GroupJudgement::Unknown,
                _ => {}
            }
        }
        inquiry.judge_group(run.tree(), &nodes, judgement, by.clone());
    }
}

/// Is the bug in the function (or fun) that was blamed, or whose receive was?
pub(crate) fn is_guilty(run: &RunTree, node: NodeId, mutant: &Mutant) -> bool {
    let subject = run.subject(run.tree().subject(node));
    let function = Subject { receive: None, ..subject.clone() };
    function.span().is_some_and(|span| contains(span, mutant.bug))
}

/// The words of paper 2.
fn kind_of(run: &RunTree, node: NodeId) -> &'static str {
    match run.kind(node) {
        NodeKind::FirstStep => "first step",
        NodeKind::Receive => "receive",
        NodeKind::Transition => "transition",
        NodeKind::Stuck => "stuck",
        NodeKind::Run | NodeKind::Process => "process",
    }
}

fn told(run: &mut RunTree, node: NodeId, witness: &mut ProcessWitness) -> String {
    let depth = run.tree().depth(node) as usize;
    let subject = run.subject(run.tree().subject(node));
    let name = format!("{}/{}", subject.function.name(), subject.arity);
    let receive = if subject.receive.is_some() { " receive" } else { "" };
    let pid = run.process_of(node).map(|pid| Term::Pid(pid).to_string()).unwrap_or_default();
    let judgement = witness.judge(run, node).name();
    format!("{}{} {pid} {} {name}{receive}: {judgement}\n", "  ".repeat(depth), node.0, kind_of(run, node))
}

fn whole_tree(run: &mut RunTree, witness: &mut ProcessWitness) -> String {
    const SHOWN: u32 = 60;
    (0..run.tree().len().min(SHOWN)).map(|node| told(run, NodeId(node), witness)).collect()
}

fn unfound(
    mutation: &Mutation,
    mutant: &Mutant,
    run: &mut RunTree,
    strategy: Strategy,
    witness: &mut ProcessWitness,
) -> String {
    let tree = whole_tree(run, witness);
    format!("{}; {} found nothing\n{tree}", mutation.told(mutant), strategy.name())
}

fn miss(
    mutation: &Mutation,
    mutant: &Mutant,
    run: &mut RunTree,
    node: NodeId,
    strategy: Strategy,
    witness: &mut ProcessWitness,
) -> String {
    let (blamed, tree) = (told(run, node, witness), whole_tree(run, witness));
    format!("{}\n{} blamed {blamed}{tree}", mutation.told(mutant), strategy.name())
}
