//! The states that re-runs begin from: never many, and spread evenly over the run, however long it gets.

use crate::{Checkpoint, Position};

/// Steps between checkpoints at first. A copy of the machine costs about as much as some hundred steps.
const SPACING: u64 = 1 << 14;

/// When there are more, every second one goes, and the distance doubles.
const MOST: usize = 128;

pub(crate) struct Checkpoints<M> {
    /// Never empty: the first is the beginning of the run.
    all: Vec<Checkpoint<M>>,
    spacing: u64,
}

impl<M> Checkpoints<M> {
    pub(crate) fn new(beginning: Checkpoint<M>) -> Checkpoints<M> {
        Checkpoints { all: vec![beginning], spacing: SPACING }
    }

    pub(crate) fn all(&self) -> &[Checkpoint<M>] {
        &self.all
    }

    /// Is it time for another one?
    pub(crate) fn is_due(&self, steps: u64) -> bool {
        let last = self.all.last().map_or(0, |last| last.steps);
        steps.saturating_sub(last) >= self.spacing
    }

    pub(crate) fn add(&mut self, checkpoint: Checkpoint<M>) {
        self.all.push(checkpoint);
        if self.all.len() > MOST {
            self.thin();
        }
    }

    /// Gives up every second one, so that what only they hold is freed. Whether there was one to give up.
    pub(crate) fn thin(&mut self) -> bool {
        let before = self.all.len();
        let mut n = 0;
        self.all.retain(|_| {
            n += 1;
            n % 2 == 1
        });
        self.spacing = self.spacing.saturating_mul(2);
        self.all.len() < before
    }

    /// Gives up those after this position.
    pub(crate) fn truncate(&mut self, position: Position) {
        let after = self.all.partition_point(|checkpoint| checkpoint.position <= position);
        self.all.truncate(after.max(1));
    }

    pub(crate) fn last(&self) -> &Checkpoint<M> {
        &self.all[self.all.len() - 1]
    }

    /// The last one that is not after the position.
    pub(crate) fn before(&self, position: Position) -> &Checkpoint<M> {
        let after = self.all.partition_point(|checkpoint| checkpoint.position <= position);
        &self.all[after.saturating_sub(1)]
    }
}
