//! The results of calls that took long. A re-run for such a call need not go to its end, which may
//! be far away: in a loop of 10^8 tail calls all have the same end.

use crate::call::CallOutcome;

/// Calls with fewer nodes below them are quickly made again.
const SHORTEST: u32 = 1 << 12;

/// When there are more, only those of the longer calls are kept.
const MOST: usize = 1 << 14;

/// The end of a frame: the result of the calls from `first` down to `last`, each in the last place
/// of the one before.
struct Milestone {
    first: u32,
    last: u32,
    /// One past the last node below `first`.
    end: u32,
    outcome: CallOutcome,
}

pub(crate) struct Milestones {
    all: Vec<Milestone>,
    /// The least number of nodes that counts as long.
    shortest: u32,
    /// Once they are sorted: for each, which one it lies in.
    around: Vec<Option<usize>>,
}

impl Default for Milestones {
    fn default() -> Milestones {
        Milestones { all: Vec::new(), shortest: SHORTEST, around: Vec::new() }
    }
}

impl Milestones {
    /// A frame ended when `end` was the next node.
    #[inline]
    pub(crate) fn note(&mut self, first: u32, last: u32, end: u32, outcome: impl FnOnce() -> CallOutcome) {
        if end - first >= self.shortest {
            self.add(Milestone { first, last, end, outcome: outcome() });
        }
    }

    #[cold]
    fn add(&mut self, milestone: Milestone) {
        self.all.push(milestone);
        while self.all.len() > MOST {
            self.thin();
        }
    }

    /// Keeps only those of longer calls. Whether there were any at all.
    pub(crate) fn thin(&mut self) -> bool {
        let any = !self.all.is_empty();
        self.shortest = self.shortest.saturating_mul(2);
        let shortest = self.shortest;
        self.all.retain(|milestone| milestone.end - milestone.first >= shortest);
        any
    }

    /// No more will come: makes them ready to be looked up.
    pub(crate) fn sort(&mut self) {
        self.all.sort_by_key(|milestone| milestone.first);
        let mut open: Vec<usize> = Vec::new();
        for (n, milestone) in self.all.iter().enumerate() {
            while open.pop_if(|outer| self.all[*outer].end <= milestone.first).is_some() {}
            self.around.push(open.last().copied());
            open.push(n);
        }
    }

    /// The result of a node, which has descendants up to `end`, if it is here.
    pub(crate) fn find(&self, node: u32, end: u32) -> Option<&CallOutcome> {
        let after = self.all.partition_point(|milestone| milestone.first <= node);
        let mut innermost = after.checked_sub(1)?;
        while self.all[innermost].end <= node {
            innermost = self.around[innermost]?;
        }
        // The frame's calls lie on the way from its first to its last one; all others around there
        // have frames of their own.
        let Milestone { last, outcome, .. } = &self.all[innermost];
        (node..end).contains(last).then_some(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use erlang_term::Term;

    #[test]
    fn calls_in_the_last_place_share_a_result() {
        let mut milestones = Milestones { shortest: 2, ..Milestones::default() };
        let value = |n| move || CallOutcome::Value(Term::Int(n));
        // 1 calls 2, which has 3 below it, and in the last place 4, which calls 5 and in the last
        // place 6.
        milestones.note(2, 2, 4, value(2));
        milestones.note(5, 5, 6, value(5));
        milestones.note(1, 6, 7, value(1));
        milestones.sort();
        let check = |node: u32, end: u32, expected: Option<i64>| {
            let found = milestones.find(node, end).map(|outcome| match outcome {
                CallOutcome::Value(value) => value.as_int().expect("an integer"),
                _ => panic!("a value"),
            });
            assert_eq!(found, expected, "node {node}");
        };
        check(0, 7, None);
        check(1, 7, Some(1));
        check(2, 4, Some(2));
        check(3, 4, None);
        check(4, 7, Some(1));
        check(5, 6, None);
        check(6, 7, Some(1));
    }
}
