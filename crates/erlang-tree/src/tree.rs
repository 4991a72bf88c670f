//! The tree of a run that was recorded: its shape, and the calls that its nodes are.

use std::ops::Range;

use computation_tree::{NodeId, Skeleton, SubjectId, Tree, TreeStep};
use erlang_history::{History, RunRecipe};
use erlang_machine::Class;
use erlang_machine::machine::Machine;
use erlang_machine::process;
use erlang_machine::program::Mfa;
use erlang_syntax::ast::ExprKind;
use erlang_term::{Fun, Pid, Term};
use slices::{Meter, finish};

use crate::call::{Call, CallOutcome, Clause};
use crate::milestones::Milestones;
use crate::processes;
use crate::recorder::{Mark, Recorder};
use crate::shared::Shared;
use crate::subject::{EXPRESSION, Subject, Subjects};
use crate::values::Values;
use crate::window::Window;

/// The computation tree of one process of a run: at first the one that evaluates the expression.
pub struct CallTree {
    pub(crate) history: History<Mark>,
    pub(crate) subjects: Subjects,
    /// Of all processes, in the order in which they first ran.
    processes: Vec<ProcessTree>,
    /// Which of them this is about.
    chosen: usize,
    /// How many calls at a time a re-run brings back the values of.
    room: u32,
    pub(crate) memory: fn() -> u64,
    pub(crate) comfortable: u64,
    reruns: u32,
    /// Whether something was read or written beside arguments and messages, and what, once it is
    /// known.
    shares: bool,
    shared: Option<Shared>,
    /// Another process was created, or a message was sent.
    pub(crate) concurrent: bool,
    /// What was recorded instead of calls.
    pub(crate) transitions: Option<processes::ProcessRecorder>,
}

struct ProcessTree {
    pid: Pid,
    shape: Skeleton,
    /// All values, as they were recorded; or those that re-runs brought back, the latest last.
    windows: Vec<Values>,
    milestones: Milestones,
}

/// Calls that a re-run brings back at once, however many there is room for: no more than are made
/// in the moment that people do not mind to wait.
const ROOM: u32 = 1 << 18;

/// The number of replayed parts that are kept: the calls of one question may be far from each
/// other.
const WINDOWS: usize = 32;

impl CallTree {
    pub(crate) fn new(
        history: History<Mark>,
        recorder: Recorder,
        transitions: Option<processes::ProcessRecorder>,
        memory: fn() -> u64,
        comfortable: u64,
    ) -> CallTree {
        let room = recorder.room.map_or(ROOM, |calls| (calls / 2).clamp(1, ROOM.into()) as u32);
        let processes: Vec<ProcessTree> = recorder
            .tracks
            .into_iter()
            .filter_map(|track| {
                let pid = track.pid;
                let (shape, mut values, milestones) = track.finish();
                values.set_final(true);
                Some(ProcessTree { pid, shape: shape?, windows: vec![values], milestones })
            })
            .collect();
        let main = history.machine().main().map(|main| main.state.pid);
        let chosen = processes.iter().position(|process| Some(process.pid) == main).unwrap_or(0);
        let (subjects, concurrent) = (recorder.subjects, recorder.concurrent);
        let shares = recorder.shared.any;
        CallTree {
            history,
            subjects,
            processes,
            chosen,
            room,
            memory,
            comfortable,
            reruns: 0,
            shares,
            shared: None,
            concurrent,
            transitions,
        }
    }

    /// The shape of the tree.
    pub fn tree(&self) -> &Skeleton {
        &self.processes[self.chosen].shape
    }

    /// How the run was made, for those who make it again in their own way.
    pub fn recorded(&self) -> RunRecipe {
        self.history.recorded(self.history.end())
    }

    /// The state at the end of the recorded run.
    pub fn machine(&self) -> &Machine {
        self.history.machine()
    }

    /// The process that the tree is of.
    pub fn pid(&self) -> Pid {
        self.processes[self.chosen].pid
    }

    /// All processes of which something was recorded, in the order in which they first ran.
    pub fn processes(&self) -> impl Iterator<Item = Pid> {
        self.processes.iter().map(|process| process.pid)
    }

    /// Makes this the tree of another process. Whether there is one.
    pub fn choose(&mut self, pid: Pid) -> bool {
        let found = self.processes.iter().position(|process| process.pid == pid);
        self.chosen = found.unwrap_or(self.chosen);
        found.is_some()
    }

    /// How often the run had to be made again for values.
    pub fn reruns(&self) -> u32 {
        self.reruns
    }

    pub fn subject(&self, id: SubjectId) -> &Subject {
        self.subjects.get(id)
    }

    /// All subjects so far, without the expression.
    pub fn subjects(&self) -> impl Iterator<Item = (SubjectId, &Subject)> {
        (1..self.subjects.len()).map(|n| (SubjectId(n), self.subjects.get(SubjectId(n))))
    }

    /// Where the search begins, and whether that node can be to blame: the expression cannot,
    /// unless it is just one call of a suspect function. Then that call is where it begins.
    pub fn root(&self) -> (NodeId, bool) {
        let (whole, call) = (NodeId(0), NodeId(1));
        let tree = self.tree();
        let single = tree.first_child(whole).is_some() && tree.end(call) == tree.end(whole);
        if single {
            let Subject { module, function, arity, .. } = *self.subject(tree.subject(call));
            if self.expression_calls() == Some(Mfa { module, function, arity }) {
                return (call, true);
            }
        }
        (whole, false)
    }

    /// The function that the whole expression is a call of.
    fn expression_calls(&self) -> Option<Mfa> {
        let machine = self.machine();
        let main = machine.main().filter(|main| main.state.pid == self.pid())?;
        let code = machine.program.module(main.state.initial_call.module)?;
        let body = &code.source.functions().next()?.clauses.first()?.body;
        let [expression] = body[..] else { return None };
        let ExprKind::RemoteCall { module, function, arguments } = &code.source[expression].kind else {
            return None;
        };
        match (&code.source[*module].kind, &code.source[*function].kind) {
            (ExprKind::Atom(module), ExprKind::Atom(function)) => {
                Some(Mfa { module: *module, function: *function, arity: arguments.len() as u32 })
            }
            _ => None,
        }
    }

    /// What was read and written beside arguments and messages. For that the run is made again,
    /// with pauses, when it is first wanted.
    pub async fn shared(&mut self, meter: &Meter) -> &Shared {
        if self.shared.is_none() {
            let mut recorder = Recorder::collecting(self.machine(), self.subjects.get(EXPRESSION).module);
            if self.shares {
                let from = &self.history.checkpoints()[0];
                self.history.rerun_by_slices(from, &mut recorder, |_| false, meter).await;
            }
            let pid = self.pid();
            let node = |of: Pid, node| (of == pid).then_some(NodeId(node));
            self.shared = Some(recorder.shared.finish(node));
        }
        self.shared.get_or_insert_default()
    }

    /// The same, if somebody wanted it before.
    pub fn known_shared(&self) -> Option<&Shared> {
        self.shared.as_ref()
    }

    /// What a node says, from memory or by re-run.
    pub fn call(&mut self, node: NodeId) -> Call {
        if self.tree().subject(node) == EXPRESSION {
            return self.whole();
        }
        loop {
            if let Some(call) = self.remembered(node) {
                return call;
            }
            finish(self.prepare(node, &Meter::unlimited()));
        }
    }

    /// Makes the run again, with pauses, unless what a node says is in memory: then
    /// [`CallTree::call`] answers at once.
    pub async fn prepare(&mut self, node: NodeId, meter: &Meter) {
        while self.tree().subject(node) != EXPRESSION && self.remembered(node).is_none() {
            if !self.rerun(node, meter).await && self.remembered(node).is_none() {
                unreachable!("the same choices give the same run, and in it this node was called");
            }
        }
    }

    /// What a node says, if its values are in memory.
    pub fn remembered(&self, node: NodeId) -> Option<Call> {
        let process = &self.processes[self.chosen];
        let known = |values: &Values| {
            let (arguments, outcome, clause) = values.get(node.0)?;
            Some((arguments, outcome.or_else(|| self.milestone(node).cloned())?, clause))
        };
        let (mut arguments, outcome, clause) = process.windows.iter().rev().find_map(known)?;
        // The run may have ended while the clauses were tried.
        let clause = match (clause, &outcome) {
            (Clause::NoneMatched, CallOutcome::Unfinished) => Clause::Unknown,
            (clause, _) => clause,
        };
        let subject = self.subject(process.shape.subject(node)).clone();
        let captured = arguments.split_off((subject.arity as usize).min(arguments.len()));
        Some(Call { subject, arguments, captured, outcome, clause })
    }

    fn milestone(&self, node: NodeId) -> Option<&CallOutcome> {
        let process = &self.processes[self.chosen];
        process.milestones.find(node.0, process.shape.end(node).0)
    }

    /// The expression, or a process: what became of it.
    fn whole(&self) -> Call {
        let process = self.machine().system.get(self.pid());
        let outcome = match process.and_then(|process| process.state.outcome.as_ref()) {
            Some(process::ProcessEnd::Value(value)) => CallOutcome::Value(value.clone()),
            Some(process::ProcessEnd::Exception(exception)) => CallOutcome::from(&**exception),
            // Someone else ended it: to those who look on, an exit.
            Some(process::ProcessEnd::Killed(reason)) => {
                CallOutcome::Exception { class: Class::Exit, reason: reason.clone(), trace: Term::Nil }
            }
            None => CallOutcome::Unfinished,
        };
        let subject = self.subject(EXPRESSION).clone();
        Call { subject, arguments: Vec::new(), captured: Vec::new(), outcome, clause: Clause::Unknown }
    }

    /// Makes the run again from the last checkpoint before the node, and keeps the values of as
    /// many calls around it as there is room for, so that what is asked next is likely to be among
    /// them. True: there was less room than thought; try again.
    async fn rerun(&mut self, node: NodeId, meter: &Meter) -> bool {
        self.reruns += 1;
        let (pid, wanted) = (self.pid(), node.0);
        let windows = &mut self.processes[self.chosen].windows;
        windows.retain(|values| values.len() > 0);
        if windows.len() == WINDOWS {
            windows.remove(0);
        }
        let window = self.window_around(node);
        let checkpoints = self.history.checkpoints();
        let after = checkpoints.partition_point(|checkpoint| checkpoint.mark.next(pid) <= window.start);
        let from = &checkpoints[after.saturating_sub(1)];
        let alone = window.len() == 1;
        let result_known = self.milestone(node).is_some();
        let mut observer = Window::new(&mut self.subjects, pid, from.mark.next(pid), window);
        let (memory, comfortable) = (self.memory, self.comfortable);
        let (mut given_up, mut to_the_end) = (false, true);
        let enough = |window: &mut Window<'_>| {
            given_up = !alone && memory() > comfortable && !window.close_after(wanted);
            let found = window.is_passed() && (result_known || window.has_ended(wanted));
            let enough = given_up || found;
            to_the_end = !enough;
            enough
        };
        self.history.rerun_by_slices(from, &mut observer, enough, meter).await;
        let found = observer.values(to_the_end);
        let windows = &mut self.processes[self.chosen].windows;
        if !given_up {
            windows.push(found);
        } else if windows.is_empty() {
            self.room = (self.room / 2).max(1);
        } else {
            // What other re-runs brought back takes the room.
            windows.clear();
        }
        given_up
    }

    /// The largest subtree with the node in it that there is room for, and what else fits on both
    /// sides; or the beginning of the node's own subtree.
    fn window_around(&self, node: NodeId) -> Range<u32> {
        let tree = self.tree();
        let size = |node: NodeId| tree.end(node).0 - node.0;
        if size(node) >= self.room {
            return node.0..node.0 + self.room;
        }
        // Subtrees grow towards the root.
        let (mut fits, mut too_large) = (tree.depth(node), 0);
        while fits - too_large > 1 {
            let depth = too_large + (fits - too_large) / 2;
            if size(tree.ancestor(node, depth)) <= self.room { fits = depth } else { too_large = depth }
        }
        let around = tree.ancestor(node, fits);
        let spare = self.room - size(around);
        // Node 0 has no values of its own.
        around.0.saturating_sub(spare / 2).max(1)
            ..tree.end(around).0.saturating_add(spare / 2).min(tree.len())
    }
}

/// The shape, and how much there is to read in calls whose values are at hand.
impl Tree for CallTree {
    fn len(&self) -> u32 {
        self.tree().len()
    }

    fn end(&self, node: NodeId) -> NodeId {
        self.tree().end(node)
    }

    fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.tree().parent(node)
    }

    fn depth(&self, node: NodeId) -> u32 {
        self.tree().depth(node)
    }

    fn ancestor(&self, node: NodeId, depth: u32) -> NodeId {
        self.tree().ancestor(node, depth)
    }

    fn subject(&self, node: NodeId) -> SubjectId {
        self.tree().subject(node)
    }

    fn walk(&self, from: NodeId, visit: &mut dyn FnMut(TreeStep)) {
        self.tree().walk(from, visit);
    }

    fn reading_cost(&self, node: NodeId) -> Option<u32> {
        let call = self.remembered(node)?;
        let outcome = match &call.outcome {
            CallOutcome::Value(value) => Some(value),
            CallOutcome::Exception { reason, .. } => Some(reason),
            CallOutcome::Unfinished => None,
        };
        let mut left = MOST_READ;
        call.arguments.iter().chain(&call.captured).chain(outcome).for_each(|term| read(term, &mut left));
        Some(MOST_READ - left)
    }
}

/// Beyond this many parts, all statements are long.
const MOST_READ: u32 = 1000;

/// Takes one off for each part of the term, as long as there is any left.
fn read(term: &Term, left: &mut u32) {
    let mut work = vec![term];
    while let Some(term) = work.pop() {
        if *left == 0 {
            return;
        }
        *left -= 1;
        match term {
            Term::Cons(cell) => work.extend([&cell.tail, &cell.head]),
            Term::Tuple(elements) => work.extend(elements.iter().take(*left as usize)),
            Term::Map(map) => {
                work.extend(map.iter().take(*left as usize).flat_map(|(key, value)| [key, value]))
            }
            Term::Fun(fun) => {
                if let Fun::Closure(closure) = &**fun {
                    work.extend(&closure.environment);
                }
            }
            _ => {}
        }
    }
}
