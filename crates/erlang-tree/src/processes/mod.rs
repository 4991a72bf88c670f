//! Runs of several processes as one computation tree (paper 2): a node for each process, and below
//! it what it did from receive to receive.
//!
//! A process is cut into *segments* at the receives of suspect code. In a segment there are calls
//! up to the value, or to the receive that they reach (BFUN); the receive that it began with
//! (RCV3); and calls that had reached a receive before and continue (RCV1). A process that blocks
//! forever ends with a node of its own (LOCK). Receives of trusted code belong to the call that
//! they are done for.

mod binder;
mod deeds;
mod endings;
mod fetch;
mod inbox;
mod marks;
mod missing;
mod recorder;
pub mod rehearsal;
mod says;
pub(crate) mod scene;
mod strand;
mod summary;
mod track;
mod transition;
mod window;
mod zoom;

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use computation_tree::{NodeId, Skeleton, SkeletonBuilder, SubjectId, Tree};
use erlang_history::{EventId, EventLog, History, Position};
use erlang_machine::machine::{FateKind, Machine};
use erlang_machine::process::{Process, Status, Wait};
use erlang_term::Pid;
use slices::Meter;

pub use missing::{Silence, Why};
pub(crate) use recorder::ProcessRecorder;
pub use transition::{
    CameTo, Consumed, Missing, NodeKind, ProcessOutcome, ProcessSummary, ReceivePoint, Transition,
};

use crate::column::Column;
use crate::recorder::Mark;
use crate::shared::Shared;
use crate::statement;
use crate::subject::{EXPRESSION, Subject, Subjects};
use crate::tree::CallTree;
use crate::values::Values;
use deeds::Deed;
use endings::Endings;
use fetch::{Fetched, Want};
use inbox::Inbox;
use marks::Marks;
use strand::{End, Step, Strand, StrandNode};
use track::ProcessTrack;

/// The computation tree of a run.
pub struct RunTree {
    /// Looking into a node returns to it, too.
    pub(crate) history: Rc<History<Mark>>,
    pub(crate) subjects: Subjects,
    log: EventLog,
    /// By event.
    deeds: Column<Deed>,
    tree: Skeleton,
    /// In the order of their creation.
    lives: Vec<Life>,
    by_pid: HashMap<Pid, usize>,
    summaries: Vec<ProcessSummary>,
    /// Values that were wanted together: by process.
    kept: HashMap<(usize, Want), Fetched>,
    /// Lookups that failed, if the caller is to fetch all of them.
    wishes: Option<Vec<(usize, Want)>>,
    /// The messages of timers, by the events that started them; made when it is first needed.
    timed: OnceCell<HashMap<EventId, EventId>>,
    /// Requests that were not answered in time, with when that was over; made when first needed.
    open_requests: OnceCell<HashMap<EventId, EventId>>,
    /// Whether something was read or written beside arguments and messages, and what, once it is
    /// known.
    shares: bool,
    shared: Option<Shared>,
    /// How many steps at a time a re-run brings back the values of.
    room: u32,
    memory: fn() -> u64,
    comfortable: u64,
    reruns: u32,
}

/// One process.
struct Life {
    pid: Pid,
    node: NodeId,
    strand: Strand,
    values: Values,
    endings: Endings,
    marks: Marks,
    /// What it did, in order.
    events: Column<EventId>,
    inbox: Inbox,
    /// It blocks forever.
    stuck: Option<Stuck>,
}

/// What blocks forever.
#[derive(Clone, Copy)]
struct Stuck {
    subject: SubjectId,
    /// None: a receive. Otherwise a call that waits in trusted code.
    call: Option<Step>,
}

/// Steps that a re-run brings back at once, if nothing is known about how many there is room for.
const ROOM: u32 = 1 << 20;
/// The initial capacity, however full the memory is.
const LEAST_ROOM: u32 = 1 << 10;

/// Above processes is the run.
const PROCESSES: u32 = 2;

impl CallTree {
    /// Whether the run is about more than one process: another was created, a message was sent, or
    /// one blocks forever.
    pub fn is_concurrent(&self) -> bool {
        let waits = |main: &Process| main.state.status == Status::Waiting;
        self.concurrent || self.machine().main().is_some_and(waits)
    }

    /// What its processes did from receive to receive. For that the run is made again, unless it
    /// was recorded in this way.
    pub fn into_run_tree(self) -> RunTree {
        let CallTree { history, transitions, memory, comfortable, .. } = self;
        let recorder = transitions.unwrap_or_else(|| ProcessRecorder::of_run(&history, memory, comfortable));
        RunTree::new(history, recorder, memory, comfortable)
    }
}

impl RunTree {
    fn new(
        history: History<Mark>,
        recorder: ProcessRecorder,
        memory: fn() -> u64,
        comfortable: u64,
    ) -> RunTree {
        let ProcessRecorder { subjects, log, deeds, tracks, trails, room, shared, .. } = recorder;
        let machine = history.machine();
        let mut known: HashMap<Pid, _> =
            tracks.into_iter().zip(trails).map(|(track, trail)| (track.pid, (track, trail))).collect();
        let checkpoints: Vec<Position> =
            history.checkpoints().iter().map(|checkpoint| checkpoint.position).collect();
        let mut tree = SkeletonBuilder::new();
        tree.open(EXPRESSION);
        let (mut lives, mut by_pid) = (Vec::new(), HashMap::new());
        // Who waits in a run that was stopped might have been sent something yet.
        let goes_on = |kind| matches!(kind, FateKind::Running(_) | FateKind::Sleeping(_));
        let is_over = machine.cut_off().is_none() && !machine.fates().any(|fate| goes_on(fate.kind));
        for fate in machine.fates() {
            let pid = fate.process.state.pid;
            let node = tree.open(EXPRESSION);
            let mut life = match known.remove(&pid) {
                Some((track, trail)) => {
                    let stuck = is_over.then(|| stuck(machine, &track)).flatten();
                    let ProcessTrack { strand, values, endings, events, deliveries, .. } = track;
                    let (strand, marks) = (strand.unwrap_or_default(), trail.marks(&checkpoints));
                    let inbox = Inbox::new(deliveries);
                    Life { pid, node, strand, values, endings, marks, events, inbox, stuck }
                }
                None => Life::never_heard_of(pid, node),
            };
            life.values.set_final(true);
            life.strand.unfold(&mut tree);
            if let Some(stuck) = life.stuck {
                tree.open(stuck.subject);
            }
            tree.close_to(PROCESSES - 1);
            by_pid.insert(pid, lives.len());
            lives.push(life);
        }
        let expression = statement::expression(&machine.program, subjects.get(EXPRESSION));
        let summaries = summary::summaries(machine, &log, &expression, lives.iter().map(|life| life.node));
        let room = room.map_or(ROOM, |steps| u32::try_from(steps / 2).unwrap_or(u32::MAX).max(LEAST_ROOM));
        let tree = tree.finish();
        RunTree {
            history: Rc::new(history),
            subjects,
            log,
            deeds,
            tree,
            lives,
            by_pid,
            summaries,
            kept: HashMap::new(),
            wishes: None,
            timed: OnceCell::new(),
            open_requests: OnceCell::new(),
            shares: shared.any,
            shared: None,
            room,
            memory,
            comfortable,
            reruns: 0,
        }
    }

    /// What was read and written beside arguments and messages. For that the run is made again,
    /// with pauses, when it is first wanted.
    pub async fn shared(&mut self, meter: &Meter) -> &Shared {
        if self.shared.is_none() {
            let mut recorder = ProcessRecorder::collecting(self.machine());
            if self.shares {
                let from = &self.history.checkpoints()[0];
                self.history.rerun_by_slices(from, &mut recorder, |_| false, meter).await;
            }
            let node = |pid: Pid, place: u32| {
                let life = &self.lives[*self.by_pid.get(&pid)?];
                // What a process does before its first call belongs to its creator.
                let spawn = || self.innermost(self.log.spawned_by(pid)?);
                let place = strand::decoded(place).map(|place| life.node_of(place));
                Some(place.or_else(spawn).unwrap_or(life.node))
            };
            self.shared = Some(recorder.shared.finish(node));
        }
        self.shared.get_or_insert_default()
    }

    /// The same, if somebody wanted it before.
    pub fn known_shared(&self) -> Option<&Shared> {
        self.shared.as_ref()
    }

    /// The shape of the tree: the run, its processes in the order of their creation, and what they
    /// did.
    pub fn tree(&self) -> &Skeleton {
        &self.tree
    }

    /// The state at the end of the run.
    pub fn machine(&self) -> &Machine {
        self.history.machine()
    }

    /// The concurrent events of the run.
    pub fn log(&self) -> &EventLog {
        &self.log
    }

    pub fn subject(&self, id: SubjectId) -> &Subject {
        self.subjects.get(id)
    }

    /// All subjects, without the expression. A receive is one of its own.
    pub fn subjects(&self) -> impl Iterator<Item = (SubjectId, &Subject)> {
        (1..self.subjects.len()).map(|n| (SubjectId(n), self.subjects.get(SubjectId(n))))
    }

    /// In the order of their creation.
    pub fn processes(&self) -> &[ProcessSummary] {
        &self.summaries
    }

    /// Whether nothing that a process did can be to blame. The first one evaluates the expression.
    pub fn ran_only_library_code(&self, process: &ProcessSummary) -> bool {
        process.parent.is_some() && self.tree().first_child(process.node).is_none()
    }

    /// How often the run had to be made again for values.
    pub fn reruns(&self) -> u32 {
        self.reruns
    }

    pub fn kind(&self, node: NodeId) -> NodeKind {
        let Some(life) = self.life_of(node) else { return NodeKind::Run };
        match self.place(life, node) {
            None => NodeKind::Process,
            Some(StrandNode::Stuck) => NodeKind::Stuck,
            Some(StrandNode::Transition(_)) => NodeKind::Transition,
            Some(StrandNode::Step(_)) if self.subject(self.tree.subject(node)).receive.is_some() => {
                NodeKind::Receive
            }
            Some(StrandNode::Step(_)) => NodeKind::FirstStep,
        }
    }

    pub fn process_of(&self, node: NodeId) -> Option<Pid> {
        Some(self.life_of(node)?.pid)
    }

    /// The outermost node of the last segment of a process; that it is stuck, if it is.
    pub fn last_of(&self, pid: Pid) -> Option<NodeId> {
        let life = &self.lives[*self.by_pid.get(&pid)?];
        let last = NodeId(self.tree.end(life.node).0 - 1);
        (last > life.node).then(|| self.child_of_process(last))
    }

    /// Nodes of a process that pass its state on to this one, in order: callbacks of a behaviour,
    /// or what the same receive did.
    pub fn states_before(&self, node: NodeId) -> Vec<NodeId> {
        let Some(life) = self.life_of(node) else { return Vec::new() };
        let (kind, subject) = (self.kind(node), self.tree.subject(node));
        let module = self.subject(subject).module;
        let mut chain = Vec::new();
        match kind {
            NodeKind::FirstStep => {
                let mut next = NodeId(life.node.0 + 1);
                while next < node {
                    // Handlers of one `gen_event` have a state each.
                    let is_same = self.subject(self.tree.subject(next)).module == module;
                    if self.kind(next) == NodeKind::FirstStep && is_same {
                        chain.push(next);
                    }
                    next = self.tree.end(next);
                }
            }
            NodeKind::Receive => {
                let before = (life.node.0 + 1..node.0).map(NodeId);
                chain.extend(before.filter(|other| self.tree.subject(*other) == subject));
                chain.retain(|other| self.kind(*other) == NodeKind::Receive);
            }
            _ => {}
        }
        chain
    }

    fn child_of_process(&self, node: NodeId) -> NodeId {
        self.tree.ancestor(node, PROCESSES)
    }

    /// The receive (RCV3) that the segment of a node began with.
    pub fn receive_of(&self, node: NodeId) -> Option<NodeId> {
        let life = self.life_of(node)?;
        let segment = life.strand.segment_of(self.place(life, node)?);
        life.strand.event(segment)?;
        let first = life.strand.segments.get(segment)?.first_step;
        Some(life.node_of(StrandNode::Step(Step(first))))
    }

    /// Of a call, or a body of a receive, that goes on (RCV1): the node in which it began.
    pub fn beginning_of(&self, node: NodeId) -> Option<NodeId> {
        let life = self.life_of(node)?;
        let StrandNode::Transition(n) = self.place(life, node)? else { return None };
        let piece = life.strand.wraps.get(n as usize)?.piece;
        Some(life.node_of(StrandNode::Step(piece)))
    }

    fn life_of(&self, node: NodeId) -> Option<&Life> {
        let after = self.lives.partition_point(|life| life.node <= node);
        self.lives.get(after.checked_sub(1)?)
    }

    /// None: it is the process itself.
    fn place(&self, life: &Life, node: NodeId) -> Option<StrandNode> {
        Some(life.strand.place(node.0.checked_sub(life.node.0 + 1)?))
    }
}

impl Life {
    fn never_heard_of(pid: Pid, node: NodeId) -> Life {
        let (values, endings) = (Values::new(0..0), Endings::new(0..0));
        let (strand, marks) = (Strand::default(), Marks::default());
        let (events, inbox) = (Column::default(), Inbox::new(Column::default()));
        Life { pid, node, strand, values, endings, marks, events, inbox, stuck: None }
    }

    fn node_of(&self, place: StrandNode) -> NodeId {
        NodeId(self.node.0 + 1 + self.strand.number(place))
    }
}

/// (LOCK): where a process waits, if nobody will ever wake it.
fn stuck(machine: &Machine, track: &ProcessTrack) -> Option<Stuck> {
    let state = &machine.system.get(track.pid)?.state;
    if state.status != Status::Waiting || matches!(state.wait, Wait::Timer(_)) || state.outcome.is_some() {
        return None;
    }
    let strand = track.strand.as_ref()?;
    if track.is_waiting() {
        return match strand.segments.get(strand.segments.len().checked_sub(1)?)?.end {
            End::Reached(subject) => Some(Stuck { subject, call: None }),
            _ => None,
        };
    }
    let step = match track.innermost()? {
        StrandNode::Step(step) => step,
        StrandNode::Transition(n) => strand.wraps.get(n as usize)?.piece,
        StrandNode::Stuck => return None,
    };
    Some(Stuck { subject: strand.subject(step)?, call: Some(step) })
}
