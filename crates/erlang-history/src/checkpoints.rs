//! The states that re-runs begin from: never many, however long the run gets.

use erlang_machine::machine::Machine;

use crate::{Checkpoint, Position};

/// Steps between checkpoints at first. A copy of the machine costs about as much as some hundred
/// steps.
const SPACING: u64 = 1 << 14;

/// There are hardly ever more.
const MOST: usize = 128;

pub(crate) struct Checkpoints<M> {
    /// Never empty: the first is the beginning of the run.
    all: Vec<Checkpoint<M>>,
    spacing: u64,
    spread: Spread,
}

/// Which of them go when there are too many.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spread {
    /// Every second one, and the distance doubles: any part of the run is as likely to be gone back
    /// to as any other.
    Even,
    /// The further back, the fewer.
    Recent,
    /// None.
    All,
}

impl<M> Checkpoints<M> {
    pub(crate) fn new(beginning: Checkpoint<M>) -> Checkpoints<M> {
        Checkpoints { all: vec![beginning], spacing: SPACING, spread: Spread::Even }
    }

    /// Close together near the present, and far from each other long ago.
    pub(crate) fn recent(beginning: Checkpoint<M>) -> Checkpoints<M> {
        Checkpoints { spacing: SPACING / 2, spread: Spread::Recent, ..Checkpoints::new(beginning) }
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
        let now = checkpoint.steps;
        self.all.push(checkpoint);
        if self.all.len() > MOST {
            match self.spread {
                Spread::Even => drop(self.thin()),
                Spread::Recent => self.give_up_one(now),
                Spread::All => {}
            }
        }
    }

    /// The one goes that is missed least: its neighbours are close, compared with how long ago it
    /// was.
    fn give_up_one(&mut self, now: u64) {
        let loss = |n: &usize| {
            let distance = self.all[n + 1].steps.saturating_sub(self.all[n - 1].steps);
            let age = now.saturating_sub(self.all[*n].steps) + self.spacing;
            distance.saturating_mul(1 << 10) / age
        };
        // The latest ones are too new to be judged.
        if let Some(n) = (1..self.all.len().saturating_sub(2)).min_by_key(loss) {
            self.all.remove(n);
        }
    }

    /// Gives up every second one, so that what only they hold is freed. Whether there was one to
    /// give up.
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

    /// The last one that is not after the position.
    pub(crate) fn before(&self, position: Position) -> &Checkpoint<M> {
        let after = self.all.partition_point(|checkpoint| checkpoint.position <= position);
        &self.all[after.saturating_sub(1)]
    }

    /// Some that follow each other, of a part of the run that has none.
    pub(crate) fn insert(&mut self, some: Vec<Checkpoint<M>>) {
        let Some(last) = some.last() else { return };
        let now = self.all.last().map_or(0, |last| last.steps);
        let at = self.all.partition_point(|known| known.position <= last.position);
        let first = self.all.partition_point(|known| known.position < some[0].position).max(1);
        self.all.splice(first..at.max(first), some.into_iter().filter(|one| one.position.0 > 0));
        while self.all.len() > 2 * MOST {
            self.give_up_one(now);
        }
    }

    /// Those that are not the beginning, to be changed in place.
    pub(crate) fn later_mut(&mut self) -> &mut [Checkpoint<M>] {
        &mut self.all[1..]
    }
}

impl Checkpoints<()> {
    /// Of a short part of a run, which is likely to be looked at closely.
    pub(crate) fn closer(machine: Machine) -> Checkpoints<()> {
        let beginning = Checkpoint { position: Position(0), steps: 0, mark: (), machine, lines: 0 };
        Checkpoints { spacing: SPACING / 4, spread: Spread::All, ..Checkpoints::new(beginning) }
    }

    pub(crate) fn into_later(mut self) -> Vec<Checkpoint<()>> {
        self.all.remove(0);
        self.all
    }
}
