//! Two runs beside each other: what happened in only one of them.

use super::{LaneId, Row, Sequence, Shape};

/// More rows of a lane than this are not compared with more than this of the other: what is in
/// between counts as different.
const MOST: usize = 2_000;

impl Sequence {
    /// Marks the rows of both diagrams that are not in the longest sequence that their lanes have
    /// in common. Lanes are paired by their order. Returns how many rows were marked in each.
    pub fn compare(&mut self, other: &mut Sequence) -> (usize, usize) {
        for lane in 0..self.lanes.len().max(other.lanes.len()) {
            let (ours, theirs) = (self.rows_of(LaneId(lane)), other.rows_of(LaneId(lane)));
            let said = |rows: &[Row], of: &[usize]| -> Vec<String> {
                of.iter().map(|row| rows[*row].what.clone()).collect()
            };
            let common = common(&said(&self.rows, &ours), &said(&other.rows, &theirs));
            mark(&mut self.rows, &ours, &common.0);
            mark(&mut other.rows, &theirs, &common.1);
        }
        let marked = |sequence: &Sequence| sequence.rows.iter().filter(|row| row.is_unique).count();
        (marked(self), marked(other))
    }

    /// What a lane did, in order.
    fn rows_of(&self, wanted: LaneId) -> Vec<usize> {
        let is_by = |row: &Row| match row.shape {
            Shape::Mark { lane, .. } => lane == wanted,
            Shape::Arrow { from, .. } | Shape::Departure { from, .. } | Shape::Away { from } => {
                from == wanted
            }
            // When a message arrives says nothing by itself: what counts is when it is taken up.
            Shape::Arrival { .. } => false,
        };
        (0..self.rows.len()).filter(|row| is_by(&self.rows[*row])).collect()
    }
}

/// The sign says the same as the colour.
fn mark(rows: &mut [Row], of: &[usize], is_common: &[bool]) {
    for (row, is_common) in of.iter().zip(is_common) {
        if !is_common {
            rows[*row].is_unique = true;
            rows[*row].text.insert_str(0, "≠ ");
        }
    }
}

/// Which of each are in their longest common subsequence.
fn common(one: &[String], two: &[String]) -> (Vec<bool>, Vec<bool>) {
    let before = one.iter().zip(two).take_while(|(a, b)| a == b).count();
    let (rest, other) = (&one[before..], &two[before..]);
    let after = rest.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    let (middle, facing) = (&rest[..rest.len() - after], &other[..other.len() - after]);
    let kept = |length: usize, middle: Vec<bool>| {
        let mut kept = vec![true; before];
        kept.extend(middle);
        kept.resize(length, true);
        kept
    };
    let (mut ours, mut theirs) = (vec![false; middle.len()], vec![false; facing.len()]);
    if middle.len() <= MOST && facing.len() <= MOST {
        let mut longest = vec![vec![0_u16; facing.len() + 1]; middle.len() + 1];
        for (i, a) in middle.iter().enumerate().rev() {
            for (j, b) in facing.iter().enumerate().rev() {
                longest[i][j] = match a == b {
                    true => longest[i + 1][j + 1] + 1,
                    false => longest[i + 1][j].max(longest[i][j + 1]),
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < middle.len() && j < facing.len() {
            if middle[i] == facing[j] {
                (ours[i], theirs[j]) = (true, true);
                (i, j) = (i + 1, j + 1);
            } else if longest[i + 1][j] >= longest[i][j + 1] {
                i += 1;
            } else {
                j += 1;
            }
        }
    }
    (kept(one.len(), ours), kept(two.len(), theirs))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tone;
    use crate::sequence::{Lane, Mark};

    fn sequence(lanes: &[&str]) -> Sequence {
        let row = |lane: usize, what: &str| Row {
            number: "1".into(),
            text: what.into(),
            whole: what.into(),
            what: what.into(),
            tone: Tone::Plain,
            shape: Shape::Mark { lane: LaneId(lane), mark: Mark::Other },
            is_focus: false,
            is_unique: false,
        };
        let rows =
            lanes.iter().enumerate().flat_map(|(lane, all)| all.split(' ').map(move |what| row(lane, what)));
        Sequence { lanes: vec![Lane::default(); lanes.len()], rows: rows.collect(), remarks: Vec::new() }
    }

    #[test]
    fn rows_of_one_run_only() {
        let check = |one: &[&str], two: &[&str], expected: (&str, &str)| {
            let (mut one, mut two) = (sequence(one), sequence(two));
            one.compare(&mut two);
            let marked = |sequence: &Sequence| {
                let marked = sequence.rows.iter().filter(|row| row.is_unique);
                marked.map(|row| &*row.text).collect::<Vec<_>>().join(" ")
            };
            assert_eq!((&*marked(&one), &*marked(&two)), expected);
        };
        check(&["a b c"], &["a b c"], ("", ""));
        check(&["a b c"], &["a c b"], ("≠ b", "≠ b"));
        check(&["a b c", "x"], &["a c", "x y"], ("≠ b", "≠ y"));
        check(&["a"], &["a", "z"], ("", "≠ z"));
        check(&["a x x b"], &["a b"], ("≠ x ≠ x", ""));
    }
}
