//! Runs a program, and debugs it without asking anyone but the reference.

use std::collections::HashMap;
use std::rc::Rc;

use computation_tree::NodeId;
use erlang_history::Limits;
use erlang_machine::machine::{Budget, End, Machine};
use erlang_machine::program::Program;
use erlang_machine::schedule::{Choice, Fair, Schedule};
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use erlang_oracles::Inside;
use erlang_syntax::source::Span;
use erlang_term::Atom;
use erlang_tree::{COMPILED, Call, CallOutcome, CallTree, Recording};
use inquiry::{GroupJudgement, Inquiry, InquiryVerdict, Judge, Judgement, Next, Oracle, Strategy};
use slices::{Meter, finish};

use crate::code::{Code, EXPRESSION, MAIN};
use crate::memory;

/// A program that takes more memory is given up.
const ROOM: u64 = 256 << 20;

/// Short shares, after each of which the memory is looked at.
struct Brief;

impl Schedule for Brief {
    fn next(&mut self, machine: &Machine) -> Option<Choice> {
        let choice = Fair.next(machine)?;
        Some(match choice {
            Choice::Run { pid, .. } => Choice::Run { pid, reductions: 100 },
            other => other,
        })
    }

    fn delivery(&self) -> Delivery {
        Fair.delivery()
    }
}

/// A run that ended.
pub struct Run {
    pub tree: CallTree,
    pub steps: u64,
    pub outcome: CallOutcome,
}

/// Runs the program. `None`: it did not end within this many steps, or it is not a program of one
/// process.
pub fn run(code: &Code, max_steps: u64) -> Option<Run> {
    let (recording, end) = record(code, &mut Brief, &mut ClosedWorld::default(), max_steps);
    let alone = recording.machine().fates().count() == 1;
    if end != End::Quiet || !alone {
        return None;
    }
    let steps = recording.machine().system.steps;
    let mut tree = recording.finish(|| 0, u64::MAX);
    let outcome = tree.call(NodeId(0)).outcome;
    Some(Run { tree, steps, outcome })
}

/// Runs the program as far as steps and memory allow.
pub fn record(
    code: &Code,
    schedule: &mut dyn Schedule,
    world: &mut ClosedWorld,
    max_steps: u64,
) -> (Recording, End) {
    let program = Rc::new(Program::new(Box::new(code.clone()), COMPILED));
    let mut machine = Machine::new(program, schedule.delivery());
    machine.start(Atom::new(EXPRESSION), Atom::new(MAIN));
    let mut recording = Recording::new(machine);
    let max_memory = memory::in_use() + ROOM;
    let budget = Budget { max_steps, max_memory, memory: memory::in_use, ..Budget::UNLIMITED };
    let end = recording.run(schedule, world, &Limits { budget, comfortable: u64::MAX });
    (recording, end)
}

/// Is it what was to be expected? Traces do not count: a bug moves no lines, but it may well change
/// who called whom.
pub fn same(left: &CallOutcome, right: &CallOutcome) -> bool {
    match (left, right) {
        (CallOutcome::Value(left), CallOutcome::Value(right)) => left == right,
        (
            CallOutcome::Exception { class, reason, .. },
            CallOutcome::Exception { class: other, reason: because, .. },
        ) => class == other && reason == because,
        _ => false,
    }
}

/// Who answers, and what was answered already: strategies ask about the same nodes.
pub struct Witness<'a> {
    pub reference: &'a mut dyn Oracle<Call>,
    pub known: HashMap<NodeId, Option<Judgement>>,
}

impl Witness<'_> {
    fn judge(&mut self, tree: &mut CallTree, node: NodeId) -> Option<Judgement> {
        let Witness { reference, known } = self;
        *known.entry(node).or_insert_with(|| finish(reference.judge(&tree.call(node))))
    }
}

/// What to blame in one call: an expression, or the function as a whole. `None`: the reference
/// cannot tell.
pub fn zoom(run: &mut Run, node: NodeId, correct: &Code) -> Option<Span> {
    let program = run.tree.machine().program.clone();
    let zoom = finish(run.tree.zoom(node, &Meter::unlimited())).ok()?;
    let mut inside = Inside::new(&zoom, Box::new(correct.clone()), program, Default::default())?;
    let by = Judge::new("reference");
    let mut inquiry = Inquiry::new(NodeId(0), true, Strategy::DivideQuery);
    loop {
        let question = match inquiry.next(&zoom.tree) {
            Next::Verdict(InquiryVerdict::Found { node: NodeId(0), .. }) => return zoom.subject().span(),
            Next::Verdict(InquiryVerdict::Found { node, .. }) => return Some(zoom.blamed_span(node)),
            Next::Verdict(_) => return None,
            Next::Question(question) => question,
        };
        for node in question.nodes {
            let judgement = finish(inside.judge(&zoom, node))?;
            inquiry.judge(&zoom.tree, node, judgement, by.clone());
            if judgement == Judgement::Wrong {
                break;
            }
        }
    }
}

/// The end of the search, and how many questions it took. `None`: the reference cannot tell.
pub fn debug(
    tree: &mut CallTree,
    strategy: Strategy,
    witness: &mut Witness<'_>,
) -> Option<(InquiryVerdict, u64)> {
    let by = Judge::new("reference");
    let (root, blamable) = tree.root();
    let mut inquiry = Inquiry::new(root, blamable, strategy);
    let mut questions = 0;
    loop {
        let question = match inquiry.next(tree.tree()) {
            Next::Verdict(verdict) => return Some((verdict, questions)),
            Next::Question(question) => question,
        };
        questions += 1;
        let nodes = question.nodes;
        if let [node] = nodes[..] {
            let judgement = witness.judge(tree, node)?;
            inquiry.judge(tree.tree(), node, judgement, by.clone());
            continue;
        }
        let mut judgement = GroupJudgement::AllRight;
        for (n, node) in nodes.iter().enumerate() {
            if witness.judge(tree, *node)? == Judgement::Wrong {
                judgement = GroupJudgement::FirstWrong(n);
                break;
            }
        }
        inquiry.judge_group(tree.tree(), &nodes, judgement, by.clone());
    }
}
