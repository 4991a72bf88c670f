//! The values of nodes, from memory or by re-run: of one node with what is around it, or of many
//! nodes with nothing but what they say.

use std::ops::Range;

use computation_tree::{NodeId, Tree};
use erlang_history::CallPoint;
use erlang_term::Term;
use slices::{Meter, finish};

use super::endings::{Endings, Wanted};
use super::marks::{Standing, StandingMark};
use super::strand::{Step, Strand, StrandNode};
use super::track::ProcessTrack;
use super::window::ProcessWindow;
use super::{Life, NodeKind, RunTree};
use crate::call::{CallOutcome, Clause};
use crate::moment::{Clock, Side};
use crate::values::Values;

/// Something that a node says and that is not in the shape of the tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Want {
    /// The values of a step, its outcome if it has one in its segment, and the clause.
    Step(Step),
    /// The variables of the receive that a segment reached.
    Context(u32),
    /// What the `number`-th return to something older than the segment brought.
    Return { segment: u32, number: u32 },
}

#[derive(Clone)]
pub(super) enum Fetched {
    Step(Vec<Term>, Option<CallOutcome>, Clause),
    Context(Vec<Term>),
    Return(CallOutcome),
}

/// More than this is not kept from one question to the next.
const MOST_KEPT: usize = 1 << 14;

impl RunTree {
    pub(super) fn step(&mut self, index: usize, step: Step) -> (Vec<Term>, Option<CallOutcome>, Clause) {
        match self.bring(index, Want::Step(step)) {
            Some(Fetched::Step(values, outcome, clause)) => (values, outcome, clause),
            _ => (Vec::new(), None, Clause::Unknown),
        }
    }

    /// The same for a step far from the others that are looked at: they stay in memory.
    pub(super) fn distant_step(
        &mut self,
        index: usize,
        step: Step,
    ) -> (Vec<Term>, Option<CallOutcome>, Clause) {
        let want = Want::Step(step);
        if self.wishes.is_none() && self.look_up(index, want).is_none() {
            finish(self.fetch(vec![(index, want)], &Meter::unlimited()));
        }
        self.step(index, step)
    }

    pub(super) fn outcome(&mut self, index: usize, segment: u32, number: u32) -> Option<CallOutcome> {
        match self.bring(index, Want::Return { segment, number }) {
            Some(Fetched::Return(outcome)) => Some(outcome),
            _ => None,
        }
    }

    /// The variables of the receive that a segment reached.
    pub(super) fn context(&mut self, index: usize, segment: u32) -> Vec<Term> {
        match self.bring(index, Want::Context(segment)) {
            Some(Fetched::Context(values)) => values,
            _ => Vec::new(),
        }
    }

    /// What these nodes say is looked up together, so that the run is made again at most once for
    /// all of them, with pauses.
    pub async fn prefetch(&mut self, nodes: &[NodeId], meter: &Meter) {
        let Some(wishes) = self.wishes_of(nodes) else { return };
        self.fetch(wishes, meter).await;
    }

    /// What is not in memory of what these nodes say.
    fn wishes_of(&mut self, nodes: &[NodeId]) -> Option<Vec<(usize, Want)>> {
        self.wishes = Some(Vec::new());
        nodes.iter().for_each(|node| {
            self.transition(*node);
        });
        let mut wishes = self.wishes.take()?;
        wishes.sort_unstable();
        wishes.dedup();
        Some(wishes)
    }

    fn bring(&mut self, index: usize, want: Want) -> Option<Fetched> {
        loop {
            let found = self.look_up(index, want);
            if found.is_some() {
                return found;
            }
            if let Some(wishes) = &mut self.wishes {
                wishes.push((index, want));
                return None;
            }
            if !self.rerun(index, want) {
                return self.look_up(index, want);
            }
        }
    }

    fn look_up(&self, index: usize, want: Want) -> Option<Fetched> {
        let Life { values, endings, .. } = &self.lives[index];
        let at_hand = match want {
            Want::Step(step) => {
                let found = values.get(step.0);
                found.map(|(values, outcome, clause)| Fetched::Step(values, outcome, clause))
            }
            Want::Context(segment) => endings.context(segment).map(Fetched::Context),
            Want::Return { segment, number } => endings.outcome(segment, number).map(Fetched::Return),
        };
        at_hand.or_else(|| self.kept.get(&(index, want)).cloned())
    }

    /// When the call that a node is, or goes on with, began, or reached its value or exception.
    /// None: it is not a call, or never got there.
    pub fn moment(&mut self, node: NodeId, side: Side) -> Option<CallPoint> {
        let node = self.beginning_of(node).unwrap_or(node);
        let life = self.life_of(node)?;
        let Some(StrandNode::Step(step)) =
            self.place(life, node).filter(|_| self.kind(node) == NodeKind::FirstStep)
        else {
            return None;
        };
        let (pid, StandingMark { checkpoint, standing }) =
            (life.pid, life.marks.last(|mark| mark.next <= step.0));
        let track = ProcessTrack::from_mark(pid, standing, Values::new(0..0), Endings::new(0..0));
        let from = &self.history.checkpoints()[checkpoint];
        let window = ProcessWindow::new(&mut self.subjects, vec![track]);
        Clock::new(window, pid, step.0, side).find(&self.history, from)
    }

    // ---- one, and what is around it ----

    /// Makes the run again from the last checkpoint before what is wanted, and keeps the values of
    /// as many steps around it as there is room for. True: there was less room than thought; try
    /// again.
    fn rerun(&mut self, index: usize, want: Want) -> bool {
        self.reruns += 1;
        let life = &mut self.lives[index];
        (life.values, life.endings) = (Values::new(0..0), Endings::new(0..0));
        let strand = &life.strand;
        let (wanted, segment) = where_to_look(strand, want);
        // From the last checkpoint before to the first behind.
        let mark = life.marks.last(|mark| is_before(mark, wanted, segment, want));
        let room = wanted.saturating_sub(self.room / 2)..wanted.saturating_add(self.room / 2 + 1);
        let checkpoints = self.history.checkpoints();
        let behind = life.marks.first_without(|mark| mark.next <= wanted);
        let after = if behind < checkpoints.len() { life.marks.at(behind).standing.next } else { u32::MAX };
        let steps = mark.standing.next.max(room.start)..after.min(room.end);
        let from_segment = strand.segment_of(StrandNode::Step(Step(steps.start))) as u32;
        let to_segment = strand.segment_of(StrandNode::Step(Step(steps.end))) as u32;
        let alone = self.room <= 1;
        let segments =
            from_segment.saturating_sub(1).min(segment.saturating_sub(1))..to_segment.max(segment) + 1;
        let (values, endings) = (Values::new(steps), Endings::new(segments));
        let track = ProcessTrack::from_mark(life.pid, mark.standing, values, endings);
        let mut window = ProcessWindow::new(&mut self.subjects, vec![track]);
        let (memory, comfortable) = (self.memory, self.comfortable);
        let mut given_up = false;
        self.history.rerun(&checkpoints[mark.checkpoint], &mut window, |window| {
            let track = &mut window.tracks[0];
            given_up = !alone && memory() > comfortable && !track.close_after(wanted);
            given_up || track.is_passed() && track.standing().has_ended(segment)
        });
        if given_up {
            self.room = (self.room / 2).max(1);
        }
        if let Some(track) = window.tracks.pop() {
            (life.values, life.endings) = (track.values, track.endings);
        }
        life.values.set_final(true);
        given_up
    }

    // ---- many, here and there ----

    /// Makes those parts of the run again that what is wanted lies in, each of them once, and keeps
    /// just that. What there is no room for is not brought.
    pub(super) async fn fetch(&mut self, wishes: Vec<(usize, Want)>, meter: &Meter) {
        if self.kept.len() + wishes.len() > MOST_KEPT {
            self.kept.clear();
        }
        let span = |(index, want): (usize, Want)| (self.span(&self.lives[index], want), index, want);
        let mut spans: Vec<_> = wishes.into_iter().map(span).collect();
        spans.sort_unstable_by_key(|(span, index, want)| (span.start, *index, *want));
        let mut rest = &spans[..];
        while let Some((Range { start, mut end }, ..)) = rest.first().cloned() {
            // What begins before the end of the others is seen on the way.
            let mut count = 0;
            while let Some((span, ..)) = rest.get(count).filter(|(span, ..)| span.start < end) {
                end = end.max(span.end);
                count += 1;
            }
            let (now, later) = rest.split_at(count);
            let mut wanted: Vec<(usize, Want)> = now.iter().map(|(_, index, want)| (*index, *want)).collect();
            wanted.sort_unstable();
            if !self.fetch_between(start..end, &wanted, meter).await {
                return;
            }
            rest = later;
        }
    }

    /// From which checkpoint to which one can see something.
    fn span(&self, life: &Life, want: Want) -> Range<usize> {
        let (strand, marks) = (&life.strand, &life.marks);
        let (wanted, segment) = where_to_look(strand, want);
        let start = marks.last(|mark| is_before(mark, wanted, segment, want)).checkpoint;
        let end = match want {
            // It has ended when something behind it begins: the process may have no receives at
            // all.
            Want::Step(step) => {
                let behind = self.tree.end(life.node_of(StrandNode::Step(step)));
                let after = match life.strand.place(behind.0.saturating_sub(life.node.0 + 1)) {
                    StrandNode::Step(after) if behind < self.tree.end(life.node) => after.0,
                    _ => u32::MAX,
                };
                marks.first_without(|mark| mark.next <= after && !mark.has_ended(segment))
            }
            Want::Context(_) => marks.first_without(|mark| mark.next <= wanted && !mark.has_ended(segment)),
            Want::Return { .. } => marks.first_without(|mark| !mark.has_ended(segment)),
        };
        start..end.max(start + 1)
    }

    /// Whether there was room for all of it.
    async fn fetch_between(&mut self, span: Range<usize>, wanted: &[(usize, Want)], meter: &Meter) -> bool {
        self.reruns += 1;
        let checkpoints = self.history.checkpoints();
        let of_one_process: Vec<&[(usize, Want)]> = wanted.chunk_by(|(a, _), (b, _)| a == b).collect();
        let tracks = of_one_process.iter().map(|wants| {
            let life = &self.lives[wants[0].0];
            let (mut steps, mut segments) = (Vec::new(), Vec::new());
            for (_, want) in *wants {
                match want {
                    Want::Step(step) => steps.push(step.0),
                    Want::Context(segment) | Want::Return { segment, .. } => segments.push(*segment),
                }
            }
            segments.sort_unstable();
            segments.dedup();
            let (values, endings) = (Values::new(0..u32::MAX), Endings::of(Wanted::These(segments)));
            let StandingMark { standing, .. } = life.marks.at(span.start);
            ProcessTrack::from_mark(life.pid, standing, values, endings).picking(steps)
        });
        let tracks = tracks.collect();
        let mut window = ProcessWindow::new(&mut self.subjects, tracks);
        let mut now = checkpoints[span.start].position;
        let end = checkpoints.get(span.end).map(|checkpoint| checkpoint.position);
        let mut is_short = false;
        let enough = |_: &mut ProcessWindow<'_>| {
            is_short = (self.memory)() > self.comfortable;
            let enough = is_short || Some(now) == end;
            now.0 += 1;
            enough
        };
        self.history.rerun_by_slices(&checkpoints[span.start], &mut window, enough, meter).await;
        // Until then, what has no outcome might still get one.
        let is_end = !is_short && end.is_none();
        for (wants, track) in of_one_process.into_iter().zip(window.tracks) {
            let strand = &self.lives[wants[0].0].strand;
            let mut picks = 0;
            for (index, want) in wants {
                let found = match *want {
                    Want::Step(step) => {
                        let found = track.values.get(picks);
                        picks += 1;
                        let segment = strand.segment_of(StrandNode::Step(step)) as u32;
                        let is_over = is_end || track.standing().has_ended(segment);
                        let found = found.filter(|(_, outcome, _)| is_over || outcome.is_some());
                        found.map(|(values, outcome, clause)| {
                            Fetched::Step(values, outcome.or(Some(CallOutcome::Unfinished)), clause)
                        })
                    }
                    Want::Context(segment) => track.endings.context(segment).map(Fetched::Context),
                    Want::Return { segment, number } => {
                        track.endings.outcome(segment, number).map(Fetched::Return)
                    }
                };
                if let Some(found) = found {
                    self.kept.insert((*index, *want), found);
                }
            }
        }
        !is_short
    }
}

/// The step and the segment with which something is seen.
fn where_to_look(strand: &Strand, want: Want) -> (u32, u32) {
    match want {
        Want::Step(step) => (step.0, strand.segment_of(StrandNode::Step(step)) as u32),
        // What the next segment begins with is the same, and nearer to what is asked about it.
        Want::Context(n) if strand.segments.get(n as usize + 1).is_some() => (strand.first_of(n + 1), n + 1),
        Want::Context(n) | Want::Return { segment: n, .. } => (strand.first_of(n), n),
    }
}

/// Whether a process that stands there can be followed from there on to see this.
fn is_before(mark: &Standing, step: u32, segment: u32, want: Want) -> bool {
    // Segments are seen from their beginning.
    mark.next <= step && (matches!(want, Want::Step(_)) || mark.segment < segment.max(1))
}
