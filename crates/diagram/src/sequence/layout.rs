//! Where everything of a sequence diagram stands, in pixels. A row has one label, and room of its
//! own for it, so that labels never overlap.

use super::{Arrives, Lane, LaneId, Row, Sequence, Shape};
use crate::measure::{columns, cut, wrap};

/// The width of a character; a little more than most fonts have.
const CHARACTER: f64 = 6.7;
/// Of a line of text.
const LINE: f64 = 14.0;
pub(super) const ROW: f64 = 22.0;
const MARGIN: f64 = 14.0;
const PADDING: f64 = 5.0;
/// Between the boxes of neighbouring lanes.
const BETWEEN: f64 = 10.0;
/// Heads are shown again after this many rows, so that one is in sight wherever one looks.
const HEADS_EVERY: usize = 40;
/// The longest label, in characters.
const LONGEST: usize = 56;
const LONGEST_REMARK: usize = 150;

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Rectangle {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// A line of text in its place.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Caption {
    pub(super) text: String,
    pub(super) bounds: Rectangle,
}

/// A box in a lane: its head, or what became of it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Panel {
    pub(super) lane: LaneId,
    pub(super) is_head: bool,
    pub(super) lines: Vec<Caption>,
    pub(super) bounds: Rectangle,
}

/// A row: where its line is, and what stands there.
pub(super) struct Placed {
    pub(super) y: f64,
    pub(super) label: Caption,
}

pub(super) struct Layout {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) remarks: Vec<Caption>,
    pub(super) panels: Vec<Panel>,
    pub(super) rows: Vec<Placed>,
    /// The middle of each lane.
    pub(super) lanes: Vec<f64>,
    /// Where lanes begin and end.
    pub(super) top: f64,
    pub(super) bottom: f64,
}

impl Layout {
    pub(super) fn new(sequence: &Sequence) -> Layout {
        let mut place = Pen { lanes: Vec::new(), spacing: spacing(sequence.lanes.len()), y: MARGIN };
        place.lanes = (0..sequence.lanes.len()).map(|n| MARGIN + place.spacing * (n as f64 + 0.5)).collect();
        let remark = |text: &String| {
            place.y += LINE + 2.0;
            label(cut(text, LONGEST_REMARK), MARGIN, place.y - LINE - 2.0)
        };
        let remarks = sequence.remarks.iter().map(remark).collect();
        let mut panels = place.heads(sequence, true);
        let top = place.y;
        let mut rows = Vec::with_capacity(sequence.rows.len());
        for (n, row) in sequence.rows.iter().enumerate() {
            if n > 0 && n % HEADS_EVERY == 0 && sequence.rows.len() - n > HEADS_EVERY / 4 {
                place.y += BETWEEN;
                panels.extend(place.heads(sequence, false));
            }
            rows.push(place.row(row));
        }
        place.y += ROW;
        let bottom = place.y;
        panels.extend(place.fates(sequence));
        let height = place.y + MARGIN;
        let mut layout =
            Layout { width: 0.0, height, remarks, panels, rows, lanes: place.lanes, top, bottom };
        let bounds =
            layout.labels().map(|label| label.bounds).chain(layout.panels.iter().map(|panel| panel.bounds));
        layout.width = bounds.map(|bounds| bounds.x + bounds.width + MARGIN).fold(0.0, f64::max);
        layout
    }

    pub(super) fn labels(&self) -> impl Iterator<Item = &Caption> {
        let in_panels = self.panels.iter().flat_map(|panel| &panel.lines);
        self.remarks.iter().chain(in_panels).chain(self.rows.iter().map(|row| &row.label))
    }
}

/// A line of text, its upper left corner there.
fn label(text: String, x: f64, y: f64) -> Caption {
    let width = columns(&text) as f64 * CHARACTER;
    Caption { text, bounds: Rectangle { x, y, width, height: LINE - 1.0 } }
}

/// How far down the drawing has come.
struct Pen {
    lanes: Vec<f64>,
    spacing: f64,
    y: f64,
}

impl Pen {
    /// How many characters fit into the box of a lane.
    fn room(&self) -> usize {
        ((self.spacing - BETWEEN - 6.0) / CHARACTER) as usize
    }

    fn heads(&mut self, sequence: &Sequence, with_details: bool) -> Vec<Panel> {
        let room = self.room();
        let lines = |lane: &Lane| {
            let details = lane.details.iter().filter(|_| with_details);
            let name = cut(&lane.name, room);
            [name].into_iter().chain(details.flat_map(|detail| wrap(detail, room, 3))).collect()
        };
        self.panels(sequence.lanes.iter().map(lines).collect(), true)
    }

    fn fates(&mut self, sequence: &Sequence) -> Vec<Panel> {
        let room = self.room();
        self.panels(sequence.lanes.iter().map(|lane| wrap(&lane.fate, room, 3)).collect(), false)
    }

    /// Boxes side by side, one for each lane that there is something to say of. All are as high as
    /// the highest.
    fn panels(&mut self, lines: Vec<Vec<String>>, is_head: bool) -> Vec<Panel> {
        let y = self.y;
        let most = lines.iter().map(Vec::len).max().unwrap_or(0);
        let (width, height) = (self.spacing - BETWEEN, most as f64 * LINE + PADDING * 2.0);
        self.y += if most > 0 { height } else { 0.0 };
        let mut panels = Vec::new();
        for (n, lines) in lines.into_iter().enumerate().filter(|(_, lines)| !lines.is_empty()) {
            let x = self.lanes[n] - width / 2.0;
            let in_the_middle = |(line, text): (usize, String)| {
                let indent = (width - columns(&text) as f64 * CHARACTER) / 2.0;
                label(text, x + indent, y + PADDING + line as f64 * LINE)
            };
            let lines = lines.into_iter().enumerate().map(in_the_middle).collect();
            panels.push(Panel { lane: LaneId(n), is_head, lines, bounds: Rectangle { x, y, width, height } });
        }
        panels
    }

    fn row(&mut self, row: &Row) -> Placed {
        self.y += ROW;
        let y = self.y;
        let at = |lane: LaneId| self.lanes[lane.0];
        // Above an arrow, from its left end on; beside everything else.
        let (x, above) = match row.shape {
            Shape::Arrow { from, to, .. } | Shape::Departure { from, to, .. } if from == to => {
                (at(from) + 22.0, false)
            }
            Shape::Arrow { from, to, .. } => (at(from).min(at(to)) + 8.0, true),
            Shape::Departure { from, arrives: Arrives::InRow(_), .. } => (at(from) + 8.0, true),
            Shape::Departure { from, to, .. } => (at(from).min(at(to)) + 8.0, true),
            Shape::Arrival { to, .. } => (at(to) + 8.0, false),
            Shape::Away { from } => (at(from) + 36.0, false),
            Shape::Mark { lane, .. } => (at(lane) + 10.0, false),
        };
        let text = cut(&format!("{} {}", row.number, row.text), LONGEST);
        Placed { y, label: label(text, x, if above { y - 15.0 } else { y - 7.0 }) }
    }
}

/// How far lanes are apart: the fewer, the farther.
fn spacing(lanes: usize) -> f64 {
    match lanes {
        0..=6 => 190.0,
        7..=12 => 150.0,
        13..=25 => 116.0,
        _ => 92.0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{ArrowKind, Mark};
    use super::*;
    use crate::Tone;

    /// Any diagram with some lanes: who does what, in any order, and texts of any length.
    fn sequences() -> impl Strategy<Value = Sequence> {
        let text = prop_oneof![
            Just(String::new()),
            "[a-z{},<>&\"]{0,12}",
            "\\PC{0,200}",
            any::<String>(),
            Just("語".repeat(90)),
        ];
        let lane =
            (text.clone(), prop::collection::vec(text.clone(), 0..3), text.clone(), any::<bool>()).prop_map(
                |(name, details, fate, is_there)| Lane { name, details, fate, tone: Tone::Plain, is_there },
            );
        let row = (any::<(u8, usize, usize, u32)>(), text.clone(), prop::option::of(0_usize..40));
        let parts = (prop::collection::vec(lane, 1..30), prop::collection::vec(row, 0..90));
        (parts, prop::collection::vec(text, 0..3)).prop_map(|((lanes, rows), remarks)| {
            let rows = rows.into_iter().map(|((kind, from, to, number), text, arrives)| {
                let (from, to) = (LaneId(from % lanes.len()), LaneId(to % lanes.len()));
                let shape = match kind % 8 {
                    0 => Shape::Arrow { from, to, line: ArrowKind::Creation },
                    1 => Shape::Arrow { from, to, line: ArrowKind::Tie },
                    2 => {
                        Shape::Departure { from, to, arrives: arrives.map_or(Arrives::Never, Arrives::InRow) }
                    }
                    3 => Shape::Arrival { to, has_departure: number % 2 == 0 },
                    4 => Shape::Away { from },
                    5 => Shape::Mark { lane: from, mark: Mark::End },
                    6 => Shape::Mark { lane: from, mark: Mark::Taken },
                    _ => Shape::Arrow { from, to, line: ArrowKind::Message },
                };
                let (number, whole, what) = (number.to_string(), text.clone(), text.clone());
                let (is_focus, is_unique) = (false, false);
                Row { number, text, whole, what, tone: Tone::Plain, shape, is_focus, is_unique }
            });
            Sequence { rows: rows.collect(), lanes, remarks }
        })
    }

    fn overlap(a: &Rectangle, b: &Rectangle) -> bool {
        a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn no_two_labels_overlap(sequence in sequences()) {
            let layout = Layout::new(&sequence);
            let shown: Vec<&Caption> = layout.labels().filter(|label| !label.text.is_empty()).collect();
            for (n, label) in shown.iter().enumerate() {
                let Rectangle { x, y, width, height } = label.bounds;
                prop_assert!(x >= 0.0 && y >= 0.0 && x + width <= layout.width && y + height <= layout.height);
                for other in &shown[..n] {
                    prop_assert!(!overlap(&label.bounds, &other.bounds), "{label:?} {other:?}");
                }
            }
            for (n, panel) in layout.panels.iter().enumerate() {
                for other in &layout.panels[..n] {
                    prop_assert!(!overlap(&panel.bounds, &other.bounds), "{panel:?} {other:?}");
                }
                for Placed { label, .. } in &layout.rows {
                    prop_assert!(!overlap(&panel.bounds, &label.bounds), "{panel:?} {label:?}");
                }
            }
        }

        #[test]
        fn pictures_are_well_formed(sequence in sequences()) {
            let svg = sequence.svg();
            prop_assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
            // Every tag that is opened is closed, in order.
            let mut open: Vec<&str> = Vec::new();
            for tag in svg.split('<').skip(1) {
                let (tag, text) = tag.split_once('>').expect("a tag that ends");
                prop_assert!(!text.contains('>') && !text.chars().any(|c| c.is_control() && c != '\n'));
                let name = tag.split([' ', '/']).find(|part| !part.is_empty()).unwrap_or_default();
                match (tag.starts_with('/'), tag.ends_with('/')) {
                    (true, _) => prop_assert_eq!(open.pop(), Some(name)),
                    (_, true) => {}
                    _ => open.push(name),
                }
            }
            prop_assert!(open.is_empty());
        }

        #[test]
        fn text_fits(sequence in sequences(), width in prop_oneof![Just(80_usize), Just(100), Just(200)]) {
            for line in sequence.text(width).lines() {
                prop_assert!(columns(line) <= width, "{line}");
            }
        }
    }
}
