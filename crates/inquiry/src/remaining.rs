//! Which places of a long row remain, when intervals are taken out of it: counting and finding the
//! n-th in `O(log n)`.
//!
//! A segment tree that has nodes only where something was removed: a row of 10^8 costs nothing
//! until then.

use std::ops::Range;

/// A row of places `0 .. length`.
pub struct Remaining {
    length: u32,
    /// A power of two that holds the row.
    span: u64,
    root: Segment,
    splits: Vec<Split>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Segment {
    Untouched,
    Removed,
    Split(u32),
}

struct Split {
    low: Segment,
    high: Segment,
    removed: u32,
}

impl Remaining {
    pub fn all(length: u32) -> Remaining {
        Remaining {
            length,
            span: u64::from(length).next_power_of_two(),
            root: Segment::Untouched,
            splits: Vec::new(),
        }
    }

    /// Takes out the interval; places that are gone already stay gone.
    pub fn remove(&mut self, range: Range<u32>) {
        if range.start < range.end {
            let range = u64::from(range.start)..u64::from(range.end);
            self.root = self.without(self.root, 0, self.span, &range);
        }
    }

    /// The segment from `start` without the interval. Recurses at most 33 deep: the span halves.
    fn without(&mut self, segment: Segment, start: u64, span: u64, range: &Range<u64>) -> Segment {
        if segment == Segment::Removed || range.end <= start || start + span <= range.start {
            return segment;
        }
        if range.start <= start && start + span <= range.end {
            return Segment::Removed;
        }
        let index = match segment {
            Segment::Split(index) => index,
            _ => {
                self.splits.push(Split { low: Segment::Untouched, high: Segment::Untouched, removed: 0 });
                self.splits.len() as u32 - 1
            }
        };
        let half = span / 2;
        let Split { low, high, .. } = self.splits[index as usize];
        let low = self.without(low, start, half, range);
        let high = self.without(high, start + half, half, range);
        if low == Segment::Removed && high == Segment::Removed {
            return Segment::Removed;
        }
        let removed = self.removed(low, half) + self.removed(high, half);
        self.splits[index as usize] = Split { low, high, removed: removed as u32 };
        Segment::Split(index)
    }

    fn removed(&self, segment: Segment, span: u64) -> u64 {
        match segment {
            Segment::Untouched => 0,
            Segment::Removed => span,
            Segment::Split(index) => u64::from(self.splits[index as usize].removed),
        }
    }

    /// How many remain before the place.
    pub fn before(&self, place: u32) -> u32 {
        let place = u64::from(place.min(self.length));
        let (mut segment, mut start, mut span, mut removed) = (self.root, 0, self.span, 0);
        loop {
            match segment {
                Segment::Untouched => break,
                Segment::Removed => {
                    removed += place - start;
                    break;
                }
                Segment::Split(index) => {
                    let split = &self.splits[index as usize];
                    span /= 2;
                    if place < start + span {
                        segment = split.low;
                    } else {
                        removed += self.removed(split.low, span);
                        start += span;
                        segment = split.high;
                    }
                }
            }
        }
        (place - removed) as u32
    }

    /// How many remain in the interval.
    pub fn count(&self, range: Range<u32>) -> u32 {
        self.before(range.end).saturating_sub(self.before(range.start))
    }

    pub fn contains(&self, place: u32) -> bool {
        place < self.length && self.count(place..place + 1) == 1
    }

    /// The one with this many before it.
    pub fn nth(&self, index: u32) -> Option<u32> {
        let (mut segment, mut start, mut span, mut left) = (self.root, 0, self.span, u64::from(index));
        loop {
            match segment {
                Segment::Removed => return None,
                Segment::Untouched => {
                    return u32::try_from(start + left).ok().filter(|&place| place < self.length);
                }
                Segment::Split(index) => {
                    let split = &self.splits[index as usize];
                    span /= 2;
                    let low = span - self.removed(split.low, span);
                    if left < low {
                        segment = split.low;
                    } else {
                        left -= low;
                        start += span;
                        segment = split.high;
                    }
                }
            }
        }
    }

    /// The first one in the interval.
    pub fn first(&self, range: Range<u32>) -> Option<u32> {
        self.nth(self.before(range.start)).filter(|&place| place < range.end)
    }

    /// The last one in the interval.
    pub fn last(&self, range: Range<u32>) -> Option<u32> {
        self.nth(self.before(range.end).checked_sub(1)?).filter(|&place| range.start <= place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_a_row_of_flags(
            length in 1u32..300,
            cuts in prop::collection::vec((0u32..300, 0u32..40), 0..25)
        ) {
            let mut remaining = Remaining::all(length);
            let mut flags = vec![true; length as usize];
            for (start, width) in cuts {
                let range = start.min(length)..(start + width).min(length);
                remaining.remove(range.clone());
                range.for_each(|place| flags[place as usize] = false);
                let left: Vec<u32> = (0..length).filter(|&place| flags[place as usize]).collect();
                for place in 0..=length {
                    let before = left.iter().filter(|&&other| other < place).count();
                    prop_assert_eq!(remaining.before(place) as usize, before);
                    prop_assert_eq!(remaining.contains(place), left.contains(&place));
                    let first = left.iter().copied().find(|&other| other >= place);
                    prop_assert_eq!(remaining.first(place..length), first);
                    let last = left.iter().copied().rfind(|&other| other < place);
                    prop_assert_eq!(remaining.last(0..place), last);
                }
                for index in 0..=length {
                    prop_assert_eq!(remaining.nth(index), left.get(index as usize).copied());
                }
            }
        }
    }
}
