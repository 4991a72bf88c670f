//! Where processes were at the checkpoints of a run.

use erlang_history::Position;

/// How far a process has come.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Standing {
    /// The next step.
    pub(crate) next: u32,
    /// The segment that it is in, or was in last.
    pub(crate) segment: u32,
    /// That segment is over: it waits, or has ended.
    pub(crate) settled: bool,
}

impl Standing {
    /// Whether a segment is over.
    pub(crate) fn has_ended(self, segment: u32) -> bool {
        self.segment > segment || self.segment == segment && self.settled
    }
}

/// One process, while the run is recorded: every place at which a checkpoint was made, as far as
/// the process had moved.
#[derive(Default)]
pub(crate) struct Trail(Vec<(Position, Standing)>);

impl Trail {
    pub(crate) fn add(&mut self, at: Position, now: Standing) {
        if self.0.last().map_or(Standing::default(), |(_, last)| *last) != now {
            self.0.push((at, now));
        }
    }

    /// For the checkpoints that there are in the end.
    pub(crate) fn marks(&self, checkpoints: &[Position]) -> Marks {
        let mut marks: Vec<StandingMark> = Vec::new();
        for (at, standing) in &self.0 {
            let checkpoint = checkpoints.partition_point(|checkpoint| checkpoint < at);
            marks.pop_if(|last| last.checkpoint == checkpoint);
            marks.push(StandingMark { checkpoint, standing: *standing });
        }
        marks.pop_if(|last| last.checkpoint == checkpoints.len());
        Marks { marks, checkpoints: checkpoints.len() }
    }
}

/// One process at the checkpoints of a run.
#[derive(Default)]
pub(crate) struct Marks {
    /// One for each checkpoint at which it stood elsewhere than at the one before; at first, at its
    /// beginning.
    marks: Vec<StandingMark>,
    checkpoints: usize,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct StandingMark {
    pub(crate) checkpoint: usize,
    pub(crate) standing: Standing,
}

impl Marks {
    pub(crate) fn at(&self, checkpoint: usize) -> StandingMark {
        let after = self.marks.partition_point(|mark| mark.checkpoint <= checkpoint);
        let standing = after.checked_sub(1).map(|n| self.marks[n].standing);
        StandingMark { checkpoint, standing: standing.unwrap_or_default() }
    }

    /// The last checkpoint at which this holds: it must hold at the first, and nowhere behind where
    /// it does not.
    pub(crate) fn last(&self, holds: impl Fn(&Standing) -> bool) -> StandingMark {
        self.at(self.first_without(holds).saturating_sub(1))
    }

    /// The first checkpoint at which this does not hold; their number, if it holds at all of them.
    pub(crate) fn first_without(&self, holds: impl Fn(&Standing) -> bool) -> usize {
        let further = self.marks.partition_point(|mark| holds(&mark.standing));
        self.marks.get(further).map_or(self.checkpoints, |mark| mark.checkpoint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(next: u32) -> Standing {
        Standing { next, segment: next / 2, settled: false }
    }

    #[test]
    fn marks_are_of_the_checkpoints_that_are_left() {
        let mut trail = Trail::default();
        for (at, next) in [(10, 0), (20, 1), (30, 1), (40, 4), (50, 6), (60, 7)] {
            trail.add(Position(at), standing(next));
        }
        let check = |checkpoints: &[usize], expected: &[u32]| {
            let positions: Vec<Position> = checkpoints.iter().map(|at| Position(*at)).collect();
            let marks = trail.marks(&positions);
            let found: Vec<u32> = (0..positions.len()).map(|n| marks.at(n).standing.next).collect();
            assert_eq!(found, expected, "{checkpoints:?}");
            for next in 0..8 {
                let last = expected.iter().rposition(|known| *known <= next).unwrap_or(0);
                assert_eq!(marks.last(|mark| mark.next <= next).checkpoint, last, "{checkpoints:?} {next}");
                let first = expected.iter().position(|known| *known > next).unwrap_or(expected.len());
                assert_eq!(marks.first_without(|mark| mark.next <= next), first, "{checkpoints:?} {next}");
            }
        };
        check(&[0, 10, 20, 30, 40, 50, 60], &[0, 0, 1, 1, 4, 6, 7]);
        check(&[0, 20, 40, 60], &[0, 1, 4, 7]);
        // What was marked at a checkpoint that is gone still holds at the next.
        check(&[0, 30, 50], &[0, 1, 6]);
        check(&[0], &[0]);
    }
}
