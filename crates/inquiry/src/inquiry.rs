//! One inquiry: from a statement that is known to be wrong to the node that is to blame.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use computation_tree::{NodeId, SubjectId, Tree};

use crate::act::{Act, GroupJudgement, Judge, Judgement, Said};
use crate::space::{HowKnown, Space, Urgent};
use crate::strategy::{AskableNodes, Strategy};
use crate::verdict::{Innocent, InquiryVerdict, WhyWrong, proof};
use crate::view::{SYMPTOM, View, ViewId};
use crate::words;

/// What is to be done next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    Question(NextQuestion),
    Verdict(InquiryVerdict),
}

/// What to ask.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextQuestion {
    /// One node, or a group of siblings in order.
    pub nodes: Vec<NodeId>,
    /// How many nodes may be to blame beside the one that is known to be wrong.
    pub suspects: u64,
    /// Why this is asked.
    pub reason: String,
}

/// How things stand with a node of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeStatus {
    /// It is what the search began with: wrong.
    Symptom,
    /// It was judged, or its function is trusted.
    Judged(Judgement, Judge),
    /// It may be to blame.
    Suspect { can_ask: bool },
    /// It cannot be to blame, by what was said of others.
    Cleared,
}

/// The state of a search. It remembers what was said; where the bug must be follows from that, and
/// is kept up to date act by act. Every method must be given the same tree.
pub struct Inquiry {
    symptom: NodeId,
    blamable: bool,
    strategy: Strategy,
    verbose: bool,
    forward: bool,
    acts: Vec<Act>,
    beliefs: Beliefs,
    /// Where the search stands, unless something was said that changes more than can be added to
    /// it.
    ground: Option<Ground>,
    /// The view of an earlier ground, which may still do.
    spare: Option<(Trusted, View)>,
    next: Option<Next>,
}

/// What holds after all acts, node by node and subject by subject.
#[derive(Default)]
struct Beliefs {
    /// What was last said of a node, and by which act.
    nodes: BTreeMap<NodeId, (Judgement, usize)>,
    trusted: BTreeMap<SubjectId, Judge>,
    /// Nodes that someone was redirected to.
    reopened: BTreeSet<NodeId>,
}

/// What a view depends on: the trusted subjects, and the nodes of them that are in it all the same
/// because they are wrong.
#[derive(PartialEq, Eq, Default)]
struct Trusted {
    subjects: Vec<SubjectId>,
    wrong: Vec<NodeId>,
}

struct Ground {
    trusted: Trusted,
    view: View,
    space: Space,
}

impl Inquiry {
    /// The statement of `symptom` is known to be wrong. `blamable`: whether it can itself be to
    /// blame; an expression that was typed in cannot.
    pub fn new(symptom: NodeId, blamable: bool, strategy: Strategy) -> Inquiry {
        Inquiry {
            symptom,
            blamable,
            strategy,
            verbose: false,
            forward: false,
            acts: Vec::new(),
            beliefs: Beliefs::default(),
            ground: None,
            spare: None,
            next: None,
        }
    }

    /// The same where a statement takes long to read: groups are smaller.
    pub fn verbose(self) -> Inquiry {
        Inquiry { verbose: true, ..self }
    }

    /// The same where siblings stand in the order in which they are read: top-down begins with the
    /// first.
    pub fn forward(self) -> Inquiry {
        Inquiry { forward: true, ..self }
    }

    /// What to ask, or the verdict. The same until something changes. A node that was judged is not
    /// asked about again.
    pub fn next(&mut self, tree: &dyn Tree) -> Next {
        if let Some(next) = &self.next {
            return next.clone();
        }
        let ground = self.take_ground(tree);
        let next = self.decide(tree, &ground);
        self.ground = Some(ground);
        self.next = Some(next.clone());
        next
    }

    /// How many nodes may be to blame beside the one that is known to be wrong (8 in the first
    /// session of paper 1 §6).
    pub fn suspects(&mut self, tree: &dyn Tree) -> u64 {
        let ground = self.take_ground(tree);
        self.ground.insert(ground).space.suspects()
    }

    /// Whether the node can be asked about: it is suspect, and nothing was said of it.
    pub fn can_ask(&mut self, tree: &dyn Tree, node: NodeId) -> bool {
        let ground = self.take_ground(tree);
        let place = ground.view.with(tree).find(node);
        self.ground.insert(ground).space.can_ask_at(place)
    }

    /// How things stand with a node.
    pub fn status(&mut self, tree: &dyn Tree, node: NodeId) -> NodeStatus {
        if let Some((judgement, by)) = self.judged(node) {
            return NodeStatus::Judged(judgement, by.clone());
        }
        if let Some(by) = self.beliefs.trusted.get(&tree.subject(node)) {
            return NodeStatus::Judged(Judgement::Trust, by.clone());
        }
        if node == self.symptom {
            return NodeStatus::Symptom;
        }
        let ground = self.take_ground(tree);
        let place = ground.view.with(tree).find(node);
        let space = &self.ground.insert(ground).space;
        match place.is_some_and(|place| space.is_suspect(place)) {
            true => NodeStatus::Suspect { can_ask: space.can_ask_at(place) },
            false => NodeStatus::Cleared,
        }
    }

    /// What was said so far, in order.
    pub fn acts(&self) -> &[Act] {
        &self.acts
    }

    /// What was last said of a node itself, and by whom.
    pub fn judged(&self, node: NodeId) -> Option<(Judgement, &Judge)> {
        let (judgement, act) = self.beliefs.of(node)?;
        Some((judgement, &self.acts[act].by))
    }

    /// Whether a node that was excused can be asked again, because something leads there.
    pub fn can_reopen(&self, node: NodeId) -> bool {
        self.beliefs.can_reopen(node)
    }

    pub fn strategy(&self) -> Strategy {
        self.strategy
    }

    pub fn set_strategy(&mut self, strategy: Strategy) {
        self.strategy = strategy;
        self.next = None;
    }

    // ---- what can be said

    /// Any node, at any time; what was said last of a node holds.
    pub fn judge(&mut self, tree: &dyn Tree, node: NodeId, judgement: Judgement, by: Judge) {
        self.say(tree, Act { said: of_node(tree, node, judgement), by });
    }

    /// An answer to a question about several nodes.
    pub fn judge_group(&mut self, tree: &dyn Tree, nodes: &[NodeId], judgement: GroupJudgement, by: Judge) {
        self.say(tree, Act { said: Said::Group(nodes.to_vec(), judgement), by });
    }

    pub fn trust(&mut self, tree: &dyn Tree, subject: SubjectId, by: Judge) {
        self.say(tree, Act { said: Said::Trusted(subject, None), by });
    }

    /// The next question is this node, or its nearest untrusted caller, if that can be asked. The
    /// reason says why.
    pub fn point_at(&mut self, tree: &dyn Tree, node: NodeId, reason: String, by: Judge) {
        self.say(tree, Act { said: Said::PointedAt(node, reason), by });
    }

    /// The next question is this node, or its nearest untrusted caller, also if it is not below
    /// what is known to be wrong: what was wrong there came from here. The search stays in this
    /// branch of the symptom (a process of a run) as long as there are suspects in it. If nothing
    /// in it is wrong, it goes on where it was.
    ///
    /// A node that was said to be inadmissible or unknown can be asked again, once.
    pub fn redirect(&mut self, tree: &dyn Tree, node: NodeId, reason: String, by: Judge) {
        self.say(tree, Act { said: Said::Redirected(node, reason), by });
    }

    /// What is wrong may be so because of something in this range, which is not below it. Questions
    /// come from there as long as there are any; then the search goes on where it was. `false`:
    /// there is nothing to ask in it.
    pub fn consult(&mut self, tree: &dyn Tree, range: Range<NodeId>, by: Judge) -> bool {
        let ground = self.take_ground(tree);
        let can_ask = ground.space.can_ask_in(ground.view.with(tree), &range);
        self.ground = Some(ground);
        if can_ask {
            self.say(tree, Act { said: Said::Consulted(range.start, range.end), by });
        }
        can_ask
    }

    /// Suspects in this range of which nobody could say anything: whatever depends on them may be
    /// wrong because of them.
    pub fn unknown_in(&mut self, tree: &dyn Tree, range: &Range<NodeId>) -> Vec<NodeId> {
        let ground = self.take_ground(tree);
        let sight = ground.view.with(tree);
        let nodes = ground.space.unknown_in(sight, range).map(|place| sight.node(place)).collect();
        self.ground = Some(ground);
        nodes
    }

    /// Takes back the last answer, with where it pointed. Can be done until nothing is left.
    pub fn undo(&mut self) -> Option<Act> {
        let last = self.acts.iter().rposition(|act| act.said.is_answer()).unwrap_or(0);
        let undone = self.acts.get(last).cloned()?;
        self.undo_to(last);
        Some(undone)
    }

    /// Takes back all acts but this many, the first ones.
    pub fn undo_to(&mut self, acts: usize) {
        self.acts.truncate(acts);
        self.reconsider();
    }

    /// Changes an earlier act into another judgement of the same node or group; what was said since
    /// holds. `false` if there is no such act, or it cannot mean that.
    pub fn revise(&mut self, tree: &dyn Tree, act: usize, judgement: Judgement, by: Judge) -> bool {
        let Some(old) = self.acts.get(act) else { return false };
        let said = match (&old.said, judgement) {
            (Said::Judged(node, _) | Said::Trusted(_, Some(node)), _) => of_node(tree, *node, judgement),
            (Said::Group(nodes, _), Judgement::Right) => Said::Group(nodes.clone(), GroupJudgement::AllRight),
            (Said::Group(nodes, _), Judgement::Wrong) => {
                Said::Group(nodes.clone(), GroupJudgement::SomeWrong)
            }
            (Said::Group(nodes, _), Judgement::Unknown) => {
                Said::Group(nodes.clone(), GroupJudgement::Unknown)
            }
            _ => return false,
        };
        self.acts[act] = Act { said, by };
        self.reconsider();
        true
    }

    /// Anything, as [`Inquiry::acts`] has it: to go on where another inquiry of the same tree
    /// ended.
    pub fn say(&mut self, tree: &dyn Tree, act: Act) {
        let index = self.acts.len();
        let marks = act.said.marks();
        let adds_up = match act.said {
            Said::Trusted(subject, _) => self.beliefs.trusted.contains_key(&subject),
            Said::Redirected(node, _) => !self.beliefs.can_reopen(node),
            _ => marks.iter().all(|(node, judgement)| {
                let is_new = !self.beliefs.nodes.contains_key(node);
                let is_seen = *judgement != Judgement::Wrong
                    || !self.beliefs.trusted.contains_key(&tree.subject(*node));
                is_new && is_seen
            }),
        };
        self.beliefs.add(index, &act);
        self.acts.push(act);
        self.next = None;
        if !adds_up {
            self.put_aside();
        } else if let Some(Ground { view, space, .. }) = &mut self.ground {
            space.apply(view.with(tree), index, &self.acts[index], &|node| self.beliefs.of(node));
        }
    }

    // ---- what follows from it

    /// Something earlier changed: all follows anew from the acts.
    fn reconsider(&mut self) {
        self.beliefs = Beliefs::default();
        for (index, act) in self.acts.iter().enumerate() {
            self.beliefs.add(index, act);
        }
        self.put_aside();
        self.next = None;
    }

    fn put_aside(&mut self) {
        if let Some(ground) = self.ground.take() {
            self.spare = Some((ground.trusted, ground.view));
        }
    }

    fn take_ground(&mut self, tree: &dyn Tree) -> Ground {
        if let Some(ground) = self.ground.take() {
            return ground;
        }
        let trusted = self.beliefs.trusted(tree);
        let view = match self.spare.take() {
            Some((same, view)) if same == trusted => view,
            _ => trusted.view(tree, self.symptom),
        };
        let sight = view.with(tree);
        let mut space = Space::new(sight);
        for (index, act) in self.acts.iter().enumerate() {
            space.apply(sight, index, act, &|node| self.beliefs.of(node));
        }
        Ground { trusted, view, space }
    }

    /// Nodes that the strategy shows to those who answer without being asked, before a person is
    /// asked: at most this many.
    pub fn consultation(&mut self, tree: &dyn Tree, most: usize) -> Vec<NodeId> {
        let ground = self.take_ground(tree);
        let sight = ground.view.with(tree);
        let places = self.choice(tree, &ground).consultation(self.strategy, most);
        let nodes = places.into_iter().map(|place| sight.node(place)).collect();
        self.ground = Some(ground);
        nodes
    }

    /// Nodes that can still be asked about, at most this many, in order.
    pub fn open(&mut self, tree: &dyn Tree, most: usize) -> Vec<NodeId> {
        let ground = self.take_ground(tree);
        let sight = ground.view.with(tree);
        let places = self.choice(tree, &ground).open(most);
        let nodes = places.into_iter().map(|place| sight.node(place)).collect();
        self.ground = Some(ground);
        nodes
    }

    fn choice<'g>(&self, tree: &'g dyn Tree, ground: &'g Ground) -> AskableNodes<'g> {
        let (sight, space) = (ground.view.with(tree), &ground.space);
        let wrong = sight.node(space.wrong);
        let blamable = !space.is_group()
            && (space.wrong != SYMPTOM || self.blamable)
            && !self.beliefs.trusted.contains_key(&tree.subject(wrong));
        let scope = space.scope(sight, self.strategy);
        AskableNodes { sight, space, blamable, scope, verbose: self.verbose, forward: self.forward }
    }

    fn decide(&self, tree: &dyn Tree, ground: &Ground) -> Next {
        let (sight, space) = (ground.view.with(tree), &ground.space);
        let wrong = sight.node(space.wrong);
        let choice = self.choice(tree, ground);
        let blamable = choice.blamable;

        let urgent = space.urgent.as_ref().and_then(|urgent| {
            let (place, reason) = match urgent {
                Urgent::CallerOf(node) => (sight.caller(*node)?, words::CALLER),
                Urgent::At(node, reason) => (sight.find(*node).or_else(|| sight.caller(*node))?, &**reason),
            };
            space.can_ask(place).then(|| choice.ask(place, reason.into()))
        });
        if let Some(question) = urgent.or_else(|| choice.question(self.strategy)) {
            return Next::Question(question);
        }

        let mut suspects: Vec<ViewId> = blamable.then_some(space.wrong).into_iter().collect();
        suspects.extend(space.unknown());
        Next::Verdict(match *suspects {
            [] => InquiryVerdict::Nobody { node: wrong, proof: self.proof(tree, wrong) },
            [only] => {
                let node = sight.node(only);
                let why_wrong = match space.known {
                    _ if only != space.wrong => WhyWrong::Inferred,
                    HowKnown::Symptom => WhyWrong::Symptom,
                    HowKnown::Act(index) => WhyWrong::Judged(self.acts[index].by.clone()),
                    HowKnown::Inferred => WhyWrong::Inferred,
                };
                InquiryVerdict::Found { node, why_wrong, proof: self.proof(tree, node) }
            }
            _ => InquiryVerdict::Undecided {
                suspects: suspects.into_iter().map(|place| sight.node(place)).collect(),
            },
        })
    }

    fn proof(&self, tree: &dyn Tree, node: NodeId) -> Vec<Innocent> {
        proof(tree, node, &self.beliefs.trusted, &|node| {
            let (judgement, act) = self.beliefs.of(node)?;
            Some((judgement, self.acts[act].by.clone()))
        })
    }
}

fn of_node(tree: &dyn Tree, node: NodeId, judgement: Judgement) -> Said {
    match judgement {
        Judgement::Trust => Said::Trusted(tree.subject(node), Some(node)),
        _ => Said::Judged(node, judgement),
    }
}

impl Beliefs {
    fn add(&mut self, index: usize, act: &Act) {
        for (node, judgement) in act.said.marks() {
            self.nodes.insert(node, (judgement, index));
        }
        match act.said {
            Said::Trusted(subject, _) => {
                self.trusted.entry(subject).or_insert_with(|| act.by.clone());
            }
            Said::Redirected(node, _) => {
                if self.can_reopen(node) {
                    self.nodes.remove(&node);
                }
                self.reopened.insert(node);
            }
            _ => {}
        }
    }

    /// Whether the node can be asked again if someone points at it: nothing was said of what it
    /// did, and it happens only once, so that nobody is sent in circles.
    fn can_reopen(&self, node: NodeId) -> bool {
        !self.reopened.contains(&node)
            && matches!(self.of(node), Some((Judgement::Inadmissible | Judgement::Unknown, _)))
    }

    fn of(&self, node: NodeId) -> Option<(Judgement, usize)> {
        self.nodes.get(&node).copied()
    }

    fn trusted(&self, tree: &dyn Tree) -> Trusted {
        if self.trusted.is_empty() {
            return Trusted::default();
        }
        let wrong = self.nodes.iter().filter(|(node, (judgement, _))| {
            *judgement == Judgement::Wrong && self.trusted.contains_key(&tree.subject(**node))
        });
        let wrong = wrong.map(|(node, _)| *node).collect();
        Trusted { subjects: self.trusted.keys().copied().collect(), wrong }
    }
}

impl Trusted {
    fn view(&self, tree: &dyn Tree, symptom: NodeId) -> View {
        let keep = |node: NodeId, subject: SubjectId| {
            self.subjects.binary_search(&subject).is_err() || self.wrong.binary_search(&node).is_ok()
        };
        View::new(tree, symptom, if self.subjects.is_empty() { None } else { Some(&keep) })
    }
}
