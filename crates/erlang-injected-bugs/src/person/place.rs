//! Where a statement of one run would be in another.
//!
//! What a process does next is known by the message that it took: the same send of the same step of
//! its sender. Where nobody sent anything, by how often the process did such a thing before. What
//! is inside a step is known by its order there.

use std::collections::HashMap;

use computation_tree::NodeId;

use super::memory::Remembered;

/// For nodes of the run with the bug: the statement of the correct run, by its number.
pub struct Places(HashMap<NodeId, usize>);

impl Places {
    pub fn new(correct: &[Remembered], run: &[Remembered]) -> Places {
        let mut finder = Finder { correct, run, of: HashMap::new(), takers: HashMap::new() };
        for (n, said) in correct.iter().enumerate().filter(|(_, said)| said.is_outermost) {
            if let Some(send) = said.took {
                finder.takers.entry(send).or_default().push(n);
            }
        }
        // A message is sent before it is taken.
        let mut steps: Vec<usize> = (0..run.len()).filter(|n| run[*n].is_outermost).collect();
        steps.sort_by_key(|n| (run[*n].took.unwrap_or(0), *n));
        for step in steps {
            if let Some(place) = finder.place(step) {
                finder.of.insert(step, place);
            }
        }
        let steps: Vec<(usize, usize)> = finder.of.iter().map(|(step, place)| (*step, *place)).collect();
        for (step, place) in steps {
            finder.inside(step, place);
        }
        Places(finder.of.iter().map(|(n, place)| (run[*n].node, *place)).collect())
    }

    pub fn of(&self, node: NodeId) -> Option<usize> {
        self.0.get(&node).copied()
    }
}

struct Finder<'a> {
    correct: &'a [Remembered],
    run: &'a [Remembered],
    /// What is found already.
    of: HashMap<usize, usize>,
    /// Of the correct run: who took a message, by its send.
    takers: HashMap<u32, Vec<usize>>,
}

impl Finder<'_> {
    fn place(&self, step: usize) -> Option<usize> {
        let said = &self.run[step];
        match said.took {
            Some(send) => self.by_message(said, send).or_else(|| self.by_order(step)),
            None => self.by_order(step),
        }
    }

    fn by_message(&self, said: &Remembered, send: u32) -> Option<usize> {
        let is_sender = |n: &usize| self.run[*n].sends.iter().any(|(known, _)| *known == send);
        let sender = (0..self.run.len()).find(is_sender)?;
        let place = *self.of.get(&sender)?;
        let (sends, others) = (&self.run[sender].sends, &self.correct[place].sends);
        let texts = |sends: &[(u32, String)]| sends.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>();
        let n = sends.iter().position(|(known, _)| *known == send)?;
        let pairs = aligned(&texts(sends), &texts(others));
        let (_, other) = pairs.into_iter().find(|(left, _)| *left == n)?;
        let takers = self.takers.get(&others[other].0)?;
        takers.iter().copied().find(|n| self.correct[*n].is_like(said))
    }

    fn by_order(&self, step: usize) -> Option<usize> {
        let said = &self.run[step];
        let is_like =
            |known: &&Remembered| known.is_outermost && known.process == said.process && known.is_like(said);
        let before = self.run[..step].iter().filter(is_like).count();
        let mut alike = (0..self.correct.len()).filter(|n| is_like(&&self.correct[*n]));
        alike.nth(before)
    }

    /// What is inside of a step, by its order there.
    fn inside(&mut self, step: usize, place: usize) {
        let members = |all: &[Remembered], around: usize| -> Vec<usize> {
            (0..all.len()).filter(|n| all[*n].around == around && *n != around).collect()
        };
        let (inner, others) = (members(self.run, step), members(self.correct, place));
        let keys = |all: &[Remembered], members: &[usize]| -> Vec<String> {
            members
                .iter()
                .map(|n| format!("{:?} {} {}", all[*n].kind, all[*n].subject, all[*n].text))
                .collect()
        };
        for (n, other) in aligned(&keys(self.run, &inner), &keys(self.correct, &others)) {
            if self.correct[others[other]].is_like(&self.run[inner[n]]) {
                self.of.insert(inner[n], others[other]);
            }
        }
    }
}

/// Pairs of two sequences, in order: as many alike as possible, and between them one after the
/// other.
fn aligned(left: &[String], right: &[String]) -> Vec<(usize, usize)> {
    let mut longest = vec![vec![0u32; right.len() + 1]; left.len() + 1];
    for n in (0..left.len()).rev() {
        for m in (0..right.len()).rev() {
            longest[n][m] = match left[n] == right[m] {
                true => longest[n + 1][m + 1] + 1,
                false => longest[n + 1][m].max(longest[n][m + 1]),
            };
        }
    }
    let (mut n, mut m) = (0, 0);
    let (mut pairs, mut open_left, mut open_right) = (Vec::new(), Vec::new(), Vec::new());
    while n < left.len() && m < right.len() {
        if left[n] == right[m] {
            pairs.extend(open_left.drain(..).zip(open_right.drain(..)));
            open_left.clear();
            open_right.clear();
            pairs.push((n, m));
            (n, m) = (n + 1, m + 1);
        } else if longest[n + 1][m] >= longest[n][m + 1] {
            open_left.push(n);
            n += 1;
        } else {
            open_right.push(m);
            m += 1;
        }
    }
    pairs
        .extend(open_left.into_iter().chain(n..left.len()).zip(open_right.into_iter().chain(m..right.len())));
    pairs
}
