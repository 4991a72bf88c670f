//! What is right and what is wrong in a run with a bug: one label for every message, write, state
//! and end, so that answers never contradict each other.
//!
//! The label of what a step did while nothing wrong had come in is decided by the correct code, run
//! on exactly these inputs. An input has the label of whatever made it. Behind a wrong input
//! nothing is decided by the program; there the person goes by what the correct run does: something
//! that happens in it as often is right.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use computation_tree::{NodeId, Tree};
use erlang_history::{EventId, EventKind};
use erlang_oracles::{Compared, ProcessReference};
use erlang_term::{Pid, Term};
use erlang_tree::RunTree;
use erlang_tree::processes::rehearsal::{Effect, RehearsalEnd};
use erlang_tree::processes::{CameTo, Consumed, Missing, NodeKind, Transition};
use inquiry::Judgement;
use session::event::{ClaimKind, QuestionKind};
use slices::{Meter, finish};

use super::memory::{Facts, Names, Plain, Remembered, has_events};
use super::place::Places;

/// Something that came into a step.
#[derive(Clone, Debug)]
pub struct Input {
    /// The number of the event by which it came in; 0: it was there before.
    pub at: u32,
    pub claim: u32,
    pub item: Option<u32>,
    pub origin: Origin,
}

/// Where an input comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    Send(EventId),
    /// The state that the callback before returned.
    State,
    /// The variable of a receive with this number.
    Variable(usize),
    /// A reply that did not come in time.
    Silence(Missing),
    /// A receive waited without a match, until this event or forever.
    Wait(Option<EventId>),
    Read {
        access: usize,
        writer: Option<usize>,
    },
    /// The signal that ended the process, and the event that sent it.
    Killed(EventId),
    /// The receive that a call goes on behind.
    Receive(NodeId),
}

/// What the correct code would have done in the place of a step.
#[derive(Clone)]
pub enum Local {
    Same,
    Other(Rc<Compared>),
    /// It cannot be told.
    Unknown,
}

impl Local {
    pub fn is_wrong(&self) -> bool {
        matches!(self, Local::Other(compared) if compared.judgement != Judgement::Right)
    }
}

pub struct Truth<'a> {
    run: RunTree,
    reference: ProcessReference,
    names: Names,
    correct: &'a Facts,
    remembered: &'a [Remembered],
    /// All statements of the run with the bug.
    pub statements: Vec<Remembered>,
    places: Places,
    /// Module and function with the bug: where neither is called, the code is correct.
    bug: (String, String),
    /// How often something was done before by the same process, by event.
    ordinals: HashMap<EventId, usize>,
    local: HashMap<NodeId, Local>,
    transitions: HashMap<NodeId, Rc<Transition>>,
    inputs: HashMap<NodeId, Rc<Vec<Input>>>,
    sends: HashMap<EventId, bool>,
    writes: HashMap<usize, bool>,
    exits: HashMap<Pid, bool>,
    states: HashMap<NodeId, bool>,
    tainted: HashMap<(NodeId, u32), bool>,
}

impl<'a> Truth<'a> {
    pub fn new(
        remembered: &'a [Remembered],
        correct: &'a Facts,
        run: RunTree,
        statements: Vec<Remembered>,
        reference: ProcessReference,
        bug: (String, String),
    ) -> Truth<'a> {
        let mut run = run;
        finish(run.shared(&Meter::unlimited()));
        let names = Names::new(&run);
        let places = Places::new(remembered, &statements);
        let mut ordinals = HashMap::new();
        let mut counts: HashMap<(String, String), usize> = HashMap::new();
        for event in (1..=run.log().len() as u32).map(EventId) {
            let Some(key) = names.deed(&run, event) else { continue };
            let count = counts.entry(key).or_default();
            ordinals.insert(event, *count);
            *count += 1;
        }
        Truth {
            run,
            reference,
            names,
            correct,
            remembered,
            statements,
            places,
            bug,
            ordinals,
            local: HashMap::new(),
            transitions: HashMap::new(),
            inputs: HashMap::new(),
            sends: HashMap::new(),
            writes: HashMap::new(),
            exits: HashMap::new(),
            states: HashMap::new(),
            tainted: HashMap::new(),
        }
    }

    pub fn run(&self) -> &RunTree {
        &self.run
    }

    pub fn statement(&self, node: NodeId) -> Option<&Remembered> {
        let n = self.statements.binary_search_by_key(&node, |known| known.node).ok()?;
        self.statements.get(n)
    }

    pub fn place(&self, node: NodeId) -> Option<&'a Remembered> {
        self.places.of(node).map(|n| &self.remembered[n])
    }

    pub fn correct(&self) -> &'a Facts {
        self.correct
    }

    fn transition(&mut self, node: NodeId) -> Rc<Transition> {
        if let Some(known) = self.transitions.get(&node) {
            return known.clone();
        }
        let said = Rc::new(self.run.transition(node));
        self.transitions.insert(node, said.clone());
        said
    }

    /// The correct code of a step, on what came into it.
    pub fn local(&mut self, node: NodeId) -> Local {
        if let Some(known) = self.local.get(&node) {
            return known.clone();
        }
        let local = match self.has_bug(node) {
            false => Local::Same,
            true => match finish(self.reference.compare(&mut self.run, node)) {
                Some(compared) => Local::Other(Rc::new(compared)),
                None => Local::Unknown,
            },
        };
        self.local.insert(node, local.clone());
        local
    }

    /// Whether code of the function with the bug ran in it. A step that blocks forever is at its
    /// receive.
    fn has_bug(&self, node: NodeId) -> bool {
        let tree = self.run.tree();
        let fun = format!("-{}/", self.bug.1);
        (node.0..tree.end(node).0).any(|inner| {
            let subject = self.run.subject(tree.subject(NodeId(inner)));
            let name = subject.function.name();
            subject.module.name() == self.bug.0 && (name == self.bug.1 || name.starts_with(&fun))
        })
    }

    fn outermost(&self, node: NodeId) -> NodeId {
        self.run.tree().ancestor(node, OUTERMOST)
    }

    /// The outermost step of the same process before this one.
    fn previous(&self, outermost: NodeId) -> Option<NodeId> {
        let before = NodeId(outermost.0.checked_sub(1)?);
        let tree = self.run.tree();
        (tree.depth(before) >= OUTERMOST).then(|| tree.ancestor(before, OUTERMOST))
    }

    // ---- what came into a step

    pub fn inputs(&mut self, node: NodeId) -> Rc<Vec<Input>> {
        if let Some(known) = self.inputs.get(&node) {
            return known.clone();
        }
        let mut inputs = Vec::new();
        if let Some(said) = self.statement(node).cloned() {
            let transition = self.transition(node);
            for claim in &said.claims {
                self.inputs_of(&said, &transition, claim, &mut inputs);
            }
        }
        inputs.sort_by_key(|input: &Input| input.at);
        let inputs = Rc::new(inputs);
        self.inputs.insert(node, inputs.clone());
        inputs
    }

    fn inputs_of(&self, said: &Remembered, node: &Transition, claim: &Plain, inputs: &mut Vec<Input>) {
        let log = self.run.log();
        let mut add = |at: u32, item: Option<u32>, origin: Origin| {
            inputs.push(Input { at, claim: claim.id, item, origin });
        };
        let receipt = |send: u32| match log.get(EventId(send)).map(|event| &event.kind) {
            Some(EventKind::Send { message, .. }) => log.receipt_of(*message).map_or(0, |event| event.0),
            _ => 0,
        };
        match claim.kind {
            ClaimKind::State => add(0, claim.items.first().map(|(id, _)| *id), Origin::State),
            ClaimKind::Context if node.kind == NodeKind::Transition => {
                let receive = self.run.receive_of(said.node).filter(|receive| *receive != said.node);
                receive.into_iter().for_each(|receive| add(0, None, Origin::Receive(receive)));
            }
            ClaimKind::Context => {
                let items = claim.items.iter().enumerate();
                items.for_each(|(n, (id, _))| add(0, Some(*id), Origin::Variable(n)));
            }
            ClaimKind::Consumed if said.kind == QuestionKind::Call => {
                if let Some(Consumed::Message(send)) = node.consumed {
                    add(0, None, Origin::Send(send));
                }
            }
            ClaimKind::Received => {
                let is_answer = has_events(said, claim);
                for (id, _) in &claim.items {
                    add(if is_answer { receipt(*id) } else { 0 }, Some(*id), Origin::Send(EventId(*id)));
                }
            }
            ClaimKind::Missing => {
                let waited = match node.consumed {
                    Some(Consumed::Timeout(event)) => Some(event),
                    _ => None,
                };
                for (id, _) in &claim.items {
                    match node.missing.iter().find(|missing| missing.timeout.0 == *id) {
                        Some(missing) => add(*id, Some(*id), Origin::Silence(*missing)),
                        None => add(0, Some(*id), Origin::Wait(waited)),
                    }
                }
            }
            ClaimKind::Read => {
                let Some(shared) = self.run.known_shared() else { return };
                let reads = shared.of(said.node..self.run.tree().end(said.node)).reads;
                for (id, _) in &claim.items {
                    let Some(read) = reads.iter().find(|read| read.access as u32 + 1 == *id) else {
                        continue;
                    };
                    let at = shared.get(read.access).map_or(0, |access| access.at);
                    add(at, Some(*id), Origin::Read { access: read.access, writer: read.writer });
                }
            }
            ClaimKind::Killed => {
                if let CameTo::Killed { by: Some(by), .. } = node.came_to {
                    add(u32::MAX, None, Origin::Killed(by));
                }
            }
            _ => {}
        }
    }

    /// The wrong inputs of a step, the first first.
    pub fn wrong_inputs(&mut self, node: NodeId) -> Vec<Input> {
        let inputs = self.inputs(node);
        inputs.iter().filter(|input| self.is_wrong(node, input)).cloned().collect()
    }

    pub fn is_wrong(&mut self, node: NodeId, input: &Input) -> bool {
        match input.origin {
            Origin::Send(send) => self.is_wrong_send(send),
            Origin::State => self.is_wrong_state(node),
            Origin::Variable(n) => self.is_wrong_variable(node, n),
            Origin::Silence(missing) => self.is_wrong_silence(missing),
            Origin::Wait(until) => self.should_have_sent(node, until).is_some(),
            Origin::Read { access, writer } => self.is_wrong_read(node, access, writer),
            Origin::Killed(by) => self.is_wrong_signal(by),
            Origin::Receive(receive) => !self.wrong_inputs(receive).is_empty(),
        }
    }

    /// Whether what came in is wrong as it was made, rather than because of something that is
    /// missing.
    pub fn is_made_wrongly(&mut self, origin: Origin) -> bool {
        match origin {
            Origin::Read { writer, .. } => writer.is_some_and(|writer| self.is_wrong_write(writer)),
            _ => true,
        }
    }

    /// Whether something wrong had come into an outermost step before an event, shown or not.
    pub fn is_tainted(&mut self, node: NodeId, until: u32) -> bool {
        if let Some(known) = self.tainted.get(&(node, until)) {
            return *known;
        }
        // Nothing depends on what comes later.
        self.tainted.insert((node, until), false);
        let inputs = self.inputs(node);
        let wrong = inputs.iter().any(|input| input.at < until && self.is_wrong(node, input))
            || self.is_wrongly_created(node)
            || self.goes_on_wrongly(node);
        self.tainted.insert((node, until), wrong);
        wrong
    }

    /// Of a call that goes on behind a receive: whether something was wrong with it before.
    pub fn goes_on_wrongly(&mut self, node: NodeId) -> bool {
        let outermost = self.outermost(node);
        let is_cut = self.run.kind(outermost) == NodeKind::Transition;
        match self.previous(outermost).filter(|_| is_cut) {
            Some(previous) => self.is_bad(previous),
            None => false,
        }
    }

    /// Of the first step of a process: whether the process should be another, or not be.
    pub fn is_wrongly_created(&mut self, node: NodeId) -> bool {
        if self.run.tree().depth(node) != OUTERMOST || self.previous(node).is_some() {
            return false;
        }
        let spawn = self.run.process_of(node).and_then(|pid| self.run.log().spawned_by(pid));
        spawn.is_some_and(|spawn| self.is_wrong_send(spawn))
    }

    /// Whether anything is wrong with an outermost step, by itself or because of what came in.
    pub fn is_bad(&mut self, node: NodeId) -> bool {
        self.is_tainted(node, u32::MAX) || self.local(node).is_wrong()
    }

    // ---- messages, and processes that are created

    fn is_wrong_send(&mut self, event: EventId) -> bool {
        if let Some(known) = self.sends.get(&event) {
            return *known;
        }
        self.sends.insert(event, false);
        let wrong = self.judge_send(event).unwrap_or(false);
        self.sends.insert(event, wrong);
        wrong
    }

    fn judge_send(&mut self, event: EventId) -> Option<bool> {
        let log = self.run.log();
        let found = log.get(event)?;
        let process = found.process;
        let content = match &found.kind {
            EventKind::Send { content, .. } => Some(content.clone()),
            _ => None,
        };
        // What the machine sends is its cause's.
        let doing = match (&found.kind, found.cause) {
            (EventKind::Send { .. }, Some(cause)) => cause,
            _ => event,
        };
        if let EventKind::Exit { .. } = log.get(doing)?.kind {
            let ended = log.get(doing)?.process;
            return Some(self.is_wrong_exit(ended));
        }
        let owner = self.run.outermost(doing);
        let Some(owner) = owner else {
            // Trusted code before its first callback belongs to the creator of the process.
            let spawn = log.spawned_by(process)?;
            return Some(self.is_wrong_send(spawn));
        };
        if !self.run.is_by_node(doing) {
            if self.is_tainted(owner, u32::MAX) {
                return Some(!self.is_in_correct_run(event));
            }
            return Some(match (self.local(owner), content) {
                (Local::Same, _) => false,
                (Local::Unknown, _) => !self.is_in_correct_run(event),
                (Local::Other(compared), content) => {
                    compared.judgement != Judgement::Right
                        && content.is_none_or(|content| !is_told(&compared, &content))
                }
            });
        }
        if self.is_tainted(owner, doing.0) {
            return Some(!self.is_in_correct_run(event));
        }
        let said = self.transition(owner);
        let is_same = |effect: &&Effect, created: bool| match effect {
            Effect::Send { .. } => !created,
            Effect::Spawn { .. } => created,
            _ => false,
        };
        Some(match self.local(owner) {
            Local::Same => false,
            Local::Unknown => !self.is_in_correct_run(event),
            Local::Other(compared) if compared.judgement == Judgement::Right => false,
            Local::Other(compared) => {
                let is_plain =
                    |event: &&EventId| self.run.log().get(**event).is_some_and(|event| event.cause.is_none());
                let count = |created: bool| compared.agreed.iter().filter(|it| is_same(it, created)).count();
                match said.created.iter().position(|known| *known == doing) {
                    Some(n) => n >= count(true),
                    None => match said.sent.iter().filter(is_plain).position(|known| *known == doing) {
                        Some(n) => n >= count(false),
                        // A timer, a signal.
                        None => !self.is_in_correct_run(event),
                    },
                }
            }
        })
    }

    /// Whether the same process does the same as often in the correct run.
    fn is_in_correct_run(&self, event: EventId) -> bool {
        let Some(key) = self.names.deed(&self.run, event) else { return false };
        let before = self.ordinals.get(&event).copied().unwrap_or(0);
        self.correct.deeds.get(&key).is_some_and(|count| before < *count)
    }

    fn is_wrong_signal(&mut self, event: EventId) -> bool {
        match self.run.log().get(event).map(|found| (&found.kind, found.process)) {
            Some((EventKind::Exit { .. }, process)) => self.is_wrong_exit(process),
            Some(_) => self.is_wrong_send(event),
            None => false,
        }
    }

    fn is_wrong_exit(&mut self, pid: Pid) -> bool {
        if let Some(known) = self.exits.get(&pid) {
            return *known;
        }
        self.exits.insert(pid, false);
        let wrong = self.judge_exit(pid).unwrap_or(false);
        self.exits.insert(pid, wrong);
        wrong
    }

    fn judge_exit(&mut self, pid: Pid) -> Option<bool> {
        let exit = self.run.log().exit_of(pid)?;
        if let EventKind::Exit { by: Some(by), .. } = self.run.log().get(exit)?.kind {
            return Some(self.is_wrong_signal(by));
        }
        let owner = self.run.outermost(exit)?;
        if self.is_tainted(owner, u32::MAX) {
            return Some(!self.is_in_correct_run(exit));
        }
        Some(match self.local(owner) {
            Local::Same => false,
            Local::Unknown => !self.is_in_correct_run(exit),
            Local::Other(compared) => compared.judgement != Judgement::Right && !compared.same_end,
        })
    }

    // ---- states and variables

    fn is_wrong_state(&mut self, node: NodeId) -> bool {
        if let Some(known) = self.states.get(&node) {
            return *known;
        }
        let wrong = self.judge_state(node).unwrap_or(false);
        self.states.insert(node, wrong);
        wrong
    }

    fn judge_state(&mut self, node: NodeId) -> Option<bool> {
        let said = self.transition(node);
        let mut maker = self.previous(self.outermost(node))?;
        while self.run.subject(self.run.tree().subject(maker)).function.name() == "callback_mode" {
            maker = self.previous(maker)?;
        }
        if self.is_tainted(maker, u32::MAX) {
            let text = self.statement(node).map(Remembered::state)?;
            return Some(!self.correct.states.contains(&(self.statement(node)?.process.clone(), text)));
        }
        Some(match self.local(maker) {
            Local::Same => false,
            Local::Unknown => {
                let text = self.statement(node).map(Remembered::state)?;
                !self.correct.states.contains(&(self.statement(node)?.process.clone(), text))
            }
            Local::Other(compared) if compared.judgement == Judgement::Right => false,
            Local::Other(compared) => {
                let state = said.arguments.last()?;
                match &compared.ends {
                    (Some(RehearsalEnd::Value(was)), Some(RehearsalEnd::Value(other))) => {
                        let (was, other) = (was.as_tuple(), other.as_tuple());
                        let at = was.and_then(|was| was.iter().skip(1).rposition(|part| part == state));
                        let expected = at.and_then(|at| other?.get(at + 1));
                        let tags = (was.and_then(<[Term]>::first), other.and_then(<[Term]>::first));
                        expected != Some(state) || tags.0 != tags.1
                    }
                    _ => true,
                }
            }
        })
    }

    fn is_wrong_variable(&mut self, node: NodeId, n: usize) -> bool {
        self.judge_variable(node, n).unwrap_or(false)
    }

    fn judge_variable(&mut self, node: NodeId, n: usize) -> Option<bool> {
        let said = self.transition(node);
        let (name, value) = said.context.get(n)?.clone();
        let previous = self.previous(self.outermost(node))?;
        let reached = self.transition(previous);
        let is_there = match &reached.came_to {
            CameTo::Receive { context, .. } => context.iter().any(|(known, _)| *known == name),
            _ => false,
        };
        if !is_there {
            return match said.consumed? {
                Consumed::Message(send) => Some(self.is_wrong_send(send)),
                Consumed::Timeout(_) => None,
            };
        }
        let usual = |truth: &Truth<'_>| {
            let known = truth.statement(node)?;
            let claim = known.claims.iter().find(|claim| claim.kind == ClaimKind::Context)?;
            let text = claim.items.get(n).map(|(_, text)| text.clone())?;
            let key = (known.process.clone(), known.subject.to_string(), text);
            Some(!truth.correct.variables.contains(&key))
        };
        if self.is_tainted(previous, u32::MAX) {
            return usual(self);
        }
        Some(match self.local(previous) {
            Local::Same => false,
            Local::Unknown => usual(self)?,
            Local::Other(compared) if compared.judgement == Judgement::Right => false,
            Local::Other(compared) => match &compared.ends.1 {
                Some(RehearsalEnd::Reached(other)) => {
                    let expected = other.context.iter().find(|(known, _)| *known == name);
                    let differs = expected.is_some_and(|(_, expected)| *expected != value);
                    // Processes and references have other names in another run.
                    let is_plain = matches!(value, Term::Int(_) | Term::Atom(_));
                    differs && (is_plain || usual(self)?)
                }
                _ => true,
            },
        })
    }

    // ---- what did not come

    fn is_wrong_silence(&mut self, missing: Missing) -> bool {
        match self.run.silence(missing) {
            Some(silence) => {
                let node = self.outermost(silence.node);
                self.is_tainted(node, missing.timeout.0) || self.local(node).is_wrong()
            }
            // It may be in what was asked, or of whom.
            None => false,
        }
    }

    /// The process that should have sent a message before this receive gave up. None: nothing
    /// should have been sent.
    pub fn should_have_sent(&mut self, node: NodeId, until: Option<EventId>) -> Option<Pid> {
        // With what there was it should have gone on.
        if self.local(node).is_wrong() {
            return None;
        }
        let until = until.map_or(u32::MAX, |event| event.0);
        let me = self.run.process_of(node)?;
        let bad = self.bad_processes(until);
        let expected = self.place(node).and_then(Remembered::taken_from);
        match (self.place(node), expected) {
            (Some(place), None) if place.kind != QuestionKind::Call => return None,
            (Some(_), Some(sender)) => {
                let pid = self.names.process(&self.run, &sender);
                if let Some(pid) = pid.filter(|pid| bad.contains(pid)) {
                    return Some(pid);
                }
            }
            _ => {}
        }
        bad.into_iter().rev().find(|pid| *pid != me)
    }

    /// Processes that had done something wrong before an event, or had not done something; the last
    /// last.
    fn bad_processes(&mut self, until: u32) -> Vec<Pid> {
        let outermost: Vec<(NodeId, u32)> = self
            .statements
            .iter()
            .filter(|said| said.is_outermost && said.began < until && said.kind != QuestionKind::Stuck)
            .map(|said| (said.node, said.began))
            .collect();
        let mut found: Vec<(u32, Pid)> = Vec::new();
        for (node, began) in outermost {
            if (self.is_tainted(node, until) || self.local(node).is_wrong())
                && let Some(pid) = self.run.process_of(node)
            {
                found.retain(|(_, known)| *known != pid);
                found.push((began, pid));
            }
        }
        found.sort_by_key(|(began, _)| *began);
        found.into_iter().map(|(_, pid)| pid).collect()
    }

    // ---- what is shared

    fn is_wrong_read(&mut self, node: NodeId, access: usize, writer: Option<usize>) -> bool {
        if let Some(writer) = writer
            && self.is_wrong_write(writer)
        {
            return true;
        }
        // Somebody else should have written something since. If the step itself should have, then
        // what it found was right, and the step is wrong.
        if self.local(node).is_wrong() {
            return false;
        }
        let Some(shared) = self.run.known_shared() else { return false };
        let Some(read) = shared.get(access) else { return false };
        let program = &self.run.machine().program;
        let text = self.names.plain(&read.question_and_answer(program));
        let question = self.names.plain(&read.question(program));
        let process = self.names.name(&Term::Pid(read.pid).to_string());
        let at = read.at;
        // What nobody ever looks up in the correct run is asked for wrongly.
        self.correct.questions.contains(&(process.clone(), question))
            && !self.correct.reads.contains(&(process, text))
            && !self.bad_processes(at).is_empty()
    }

    pub fn is_wrong_write(&mut self, access: usize) -> bool {
        if let Some(known) = self.writes.get(&access) {
            return *known;
        }
        self.writes.insert(access, false);
        let wrong = self.judge_write(access).unwrap_or(false);
        self.writes.insert(access, wrong);
        wrong
    }

    fn judge_write(&mut self, access: usize) -> Option<bool> {
        let shared = self.run.known_shared()?;
        let write = shared.get(access)?;
        let (node, at, pid) = (write.node, write.at, write.pid);
        let (function, arguments) = (write.function, write.arguments.clone());
        let text = self.names.plain(&write.call(&self.run.machine().program));
        let key = (self.names.name(&Term::Pid(pid).to_string()), text);
        let same = |n: &usize| {
            shared
                .get(*n)
                .is_some_and(|it| (it.pid, it.function) == (pid, function) && it.arguments == arguments)
        };
        let is_usual =
            self.correct.writes.get(&key).is_some_and(|count| (0..access).filter(same).count() < *count);
        if self.run.tree().depth(node) < OUTERMOST {
            return Some(!is_usual);
        }
        let owner = self.outermost(node);
        let inside = (0..access)
            .filter(|n| shared.get(*n).is_some_and(|it| self.outermost_of(it.node) == Some(owner)))
            .filter(same)
            .count();
        if self.is_tainted(owner, at + 1) {
            return Some(!is_usual);
        }
        Some(match self.local(owner) {
            Local::Same => false,
            Local::Unknown => !is_usual,
            Local::Other(compared) if compared.judgement == Judgement::Right => false,
            Local::Other(compared) => {
                let is_it = |effect: &&Effect| match effect {
                    Effect::Write { function: known, arguments: others } => {
                        (*known, others) == (function, &arguments)
                    }
                    _ => false,
                };
                let is_name = matches!(function.function.name(), "register" | "unregister");
                if is_name { !is_usual } else { compared.agreed.iter().filter(is_it).count() <= inside }
            }
        })
    }

    fn outermost_of(&self, node: NodeId) -> Option<NodeId> {
        let tree = self.run.tree();
        (tree.depth(node) >= OUTERMOST).then(|| tree.ancestor(node, OUTERMOST))
    }
}

/// Below the run and its processes.
const OUTERMOST: u32 = 2;

/// Whether the correct callback would have replied the same, though it did something else.
fn is_told(compared: &Compared, message: &Term) -> bool {
    let (Some(RehearsalEnd::Value(was)), Some(RehearsalEnd::Value(other))) = &compared.ends else {
        return false;
    };
    let Some(parts) = message.as_tuple() else { return false };
    let tag = |term: &Term| term.as_tuple().and_then(|parts| parts.first().cloned());
    match parts {
        [Term::Atom(ack), ..] if ack.name() == "ack" => tag(was) == tag(other),
        [_, reply] => replies(other).contains(reply),
        _ => false,
    }
}

/// The replies in what a callback returned: `{reply, R, _}`, and actions `{reply, From, R}`.
fn replies(value: &Term) -> Vec<Term> {
    let mut found = Vec::new();
    let Some(parts) = value.as_tuple() else { return found };
    match parts {
        [Term::Atom(tag), reply, ..] if tag.name() == "reply" => found.push(reply.clone()),
        [Term::Atom(tag), _, reply, _] if tag.name() == "stop" => found.push(reply.clone()),
        // Of gen_event's handle_call.
        [Term::Atom(tag), reply, _] if tag.name() == "ok" => found.push(reply.clone()),
        _ => {}
    }
    for action in parts.iter().skip(1).filter_map(Term::proper_list).flatten() {
        if let Some([Term::Atom(tag), _, reply]) = action.as_tuple()
            && tag.name() == "reply"
        {
            found.push(reply.clone());
        }
    }
    found
}

/// What was called wrong before, so that it is pointed at where it was made.
#[derive(Default)]
pub struct Accused(HashSet<(ClaimKind, u32)>);

impl Accused {
    pub fn add(&mut self, origin: Origin) {
        match origin {
            Origin::Send(send) => self.0.insert((ClaimKind::Sent, send.0)),
            Origin::Silence(missing) => self.0.insert((ClaimKind::Sent, missing.timeout.0)),
            Origin::Read { writer: Some(writer), .. } => self.0.insert((ClaimKind::Wrote, writer as u32 + 1)),
            _ => false,
        };
    }

    pub fn has(&self, kind: ClaimKind, item: u32) -> bool {
        self.0.contains(&(kind, item))
    }
}
