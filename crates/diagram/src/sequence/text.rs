//! A sequence diagram as text: lanes side by side as far as there is room for them, what happened
//! beside them.

use super::{ArrowKind, LaneId, Mark, Row, Sequence, Shape};
use crate::Tone;
use crate::measure::{columns, cut, in_two_columns, padded, wrap};

/// What happened has at least this many columns.
const LEAST_TEXT: usize = 30;
/// Lanes are so far apart: at least, where they have no names, and at most.
const NARROWEST: usize = 2;
const NARROW: usize = 6;
const WIDEST: usize = 24;
/// Between the last lane and what happened.
const LAST: usize = 3;
/// The names of the lanes are shown again after this many rows.
const HEADS_EVERY: usize = 40;
/// More lanes than this are not explained one by one.
const LONGEST_LEGEND: usize = 60;
/// What lanes are called where there is no room for their names.
const KEYS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The lines, each with its tone.
pub(super) fn lines(sequence: &Sequence, width: usize) -> Vec<(Tone, String)> {
    let gutter = sequence.rows.iter().map(|row| columns(&row.number)).max().unwrap_or(0).min(width / 4);
    let count = sequence.lanes.len();
    let longest = sequence.lanes.iter().map(|lane| columns(&lane.name)).max().unwrap_or(0);
    // The last lane needs no room beside it for the others.
    let room = width.saturating_sub(gutter + 2 + LEAST_TEXT + LAST);
    let spacing = (room / count.saturating_sub(1).max(1)).min(longest + 3).min(WIDEST);
    let (keys, spacing): (Vec<String>, usize) = if longest < spacing {
        (sequence.lanes.iter().map(|lane| lane.name.clone()).collect(), spacing)
    } else {
        (KEYS.chars().take(count).map(String::from).collect(), spacing.min(NARROW))
    };
    let remarks = sequence.remarks.iter();
    let mut lines: Vec<(Tone, String)> =
        remarks.flat_map(|remark| wrap(remark, width, 3)).map(plain).collect();
    if spacing < NARROWEST || keys.len() < count {
        let names = sequence.lanes.iter().map(|lane| lane.name.clone()).collect();
        let list = Page { sequence, width, gutter, spacing: 0, keys: names, lives: Vec::new() };
        lines.extend(list.legend());
        lines.push(plain(String::new()));
        lines.extend(sequence.rows.iter().map(|row| (row.tone, list.in_words(row))));
    } else {
        let lives = (0..count).map(|lane| sequence.life(LaneId(lane))).collect();
        let page = Page { sequence, width, gutter, spacing, keys, lives };
        lines.extend(page.legend());
        lines.push(plain(String::new()));
        for (n, row) in sequence.rows.iter().enumerate() {
            if n % HEADS_EVERY == 0 {
                lines.push(plain(page.heads()));
            }
            lines.push((row.tone, page.row(n, row)));
        }
    }
    lines
}

fn plain(line: String) -> (Tone, String) {
    (Tone::Plain, line)
}

struct Page<'a> {
    sequence: &'a Sequence,
    width: usize,
    /// The columns of the numbers.
    gutter: usize,
    spacing: usize,
    /// The names of lanes, in their order.
    keys: Vec<String>,
    /// The rows that each is there in.
    lives: Vec<Option<(usize, usize)>>,
}

impl Page<'_> {
    /// A line for each lane: what it is, and what became of it.
    fn legend(&self) -> Vec<(Tone, String)> {
        let key = self.keys.iter().map(|key| columns(key)).max().unwrap_or(0);
        let mut lines: Vec<(String, String)> = Vec::new();
        for (lane, name) in self.sequence.lanes.iter().zip(&self.keys) {
            let mut line = padded(name, key);
            for part in [&lane.name].into_iter().filter(|part| *part != name).chain(&lane.details) {
                line.push_str("  ");
                line.push_str(part);
            }
            lines.push((line, lane.fate.clone()));
        }
        let more = lines.len().saturating_sub(LONGEST_LEGEND);
        lines.truncate(LONGEST_LEGEND);
        let tones = self.sequence.lanes.iter().map(|lane| lane.tone);
        let mut lines: Vec<(Tone, String)> = tones.zip(in_two_columns(&lines, self.width)).collect();
        if more > 0 {
            lines.push(plain(format!("... and {more} more")));
        }
        lines
    }

    fn heads(&self) -> String {
        let mut line = " ".repeat(self.gutter + 2);
        self.keys.iter().for_each(|key| line.push_str(&padded(key, self.spacing)));
        cut(&line, self.width)
    }

    fn row(&self, n: usize, row: &Row) -> String {
        let mut cells = vec![' '; self.lives.len().saturating_sub(1) * self.spacing + LAST];
        for (lane, life) in self.lives.iter().enumerate() {
            let is_there = life.is_some_and(|(first, last)| first <= n && n <= last);
            if is_there {
                cells[lane * self.spacing] = '│';
            }
        }
        self.shape(row.shape, &mut cells);
        let drawn: String = cells.into_iter().collect();
        let number = padded(&cut(&row.number, self.gutter), self.gutter);
        let focus = if row.is_focus { "» " } else { "  " };
        let room = self.width.saturating_sub(self.gutter + 2 + columns(&drawn));
        format!("{number}{focus}{drawn}{}", cut(&row.text, room))
    }

    fn shape(&self, shape: Shape, cells: &mut [char]) {
        let at = |lane: LaneId| lane.0 * self.spacing;
        match shape {
            Shape::Mark { lane, mark } => {
                cells[at(lane)] = match mark {
                    Mark::Taken => '■',
                    Mark::End => '╳',
                    Mark::Other => '○',
                }
            }
            Shape::Arrow { from, to, line } => {
                let (stroke, ends) = match line {
                    ArrowKind::Message | ArrowKind::Creation => ('─', Some(['◄', '►'])),
                    ArrowKind::Tie => ('╌', None),
                };
                self.line(at(from), at(to), stroke, ends, cells);
                if line == ArrowKind::Creation {
                    cells[at(to)] = '●';
                }
            }
            Shape::Departure { from, to, .. } => self.line(at(from), at(to), '╌', Some(['◁', '▷']), cells),
            Shape::Arrival { to, .. } => cells[at(to)] = '▼',
            Shape::Away { from } => {
                let x = at(from);
                cells[x] = '├';
                if let Some(next) = cells.get_mut(x + 1) {
                    *next = '►';
                }
            }
        }
    }

    /// A line from one lane to another; the lanes between are crossed.
    fn line(&self, from: usize, to: usize, stroke: char, ends: Option<[char; 2]>, cells: &mut [char]) {
        let (left, right) = (from.min(to), from.max(to));
        if left == right {
            cells[left] = '↺';
            return;
        }
        for cell in &mut cells[left + 1..right] {
            *cell = if *cell == '│' { '┼' } else { stroke };
        }
        cells[from] = if from < to { '├' } else { '┤' };
        match ends {
            Some([to_left, _]) if to < from => cells[to + 1] = to_left,
            Some([_, to_right]) => cells[to - 1] = to_right,
            None => cells[to] = if from < to { '┤' } else { '├' },
        }
    }

    /// Who did what to whom, where there is no room to draw it.
    fn in_words(&self, row: &Row) -> String {
        let name = |lane: LaneId| self.sequence.lanes[lane.0].name.as_str();
        let who = match row.shape {
            Shape::Arrow { from, to, .. } | Shape::Departure { from, to, .. } => {
                format!("{} → {}", name(from), name(to))
            }
            Shape::Mark { lane, .. } | Shape::Arrival { to: lane, .. } | Shape::Away { from: lane } => {
                name(lane).to_owned()
            }
        };
        let focus = if row.is_focus { "» " } else { "  " };
        let number = padded(&cut(&row.number, self.gutter), self.gutter);
        cut(&format!("{number}{focus}{who}  {}", row.text), self.width)
    }
}
