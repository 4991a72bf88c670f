//! Sequence diagrams: a lane for everyone who takes part, and from top to bottom what happened.
//! Generic: what stands in it is the caller's to say.

mod compare;
mod layout;
mod svg;
mod text;

use crate::Tone;

/// A sequence diagram, before it is drawn.
#[derive(Clone, Debug, Default)]
pub struct Sequence {
    pub lanes: Vec<Lane>,
    pub rows: Vec<Row>,
    /// What the reader must know beside: what was left out, and how to see it.
    pub remarks: Vec<String>,
}

/// Names a lane of a diagram, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LaneId(pub usize);

#[derive(Clone, Debug, Default)]
pub struct Lane {
    /// Short: what the lane is called in the diagram.
    pub name: String,
    /// More about it, a line each.
    pub details: Vec<String>,
    /// How it ended.
    pub fate: String,
    pub tone: Tone,
    /// Whether it is there before the first row. If not, it begins with an arrow that creates it,
    /// or never.
    pub is_there: bool,
}

/// One thing that happened.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its number, or the numbers of what it combines.
    pub number: String,
    /// Cut where there is no room for all of it.
    pub text: String,
    /// Shown in full when the mouse rests on it.
    pub whole: String,
    /// What happened, without numbers: the same in every run in which it happens.
    pub what: String,
    pub tone: Tone,
    pub shape: Shape,
    /// Whether it is the one that the diagram is about.
    pub is_focus: bool,
    /// Of two runs that are compared, it happened in this one only.
    pub is_unique: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Something that one does by itself.
    Mark { lane: LaneId, mark: Mark },
    /// From one to the other at once, or to itself.
    Arrow { from: LaneId, to: LaneId, line: ArrowKind },
    /// What leaves here arrives later, or never.
    Departure { from: LaneId, to: LaneId, arrives: Arrives },
    /// Where it arrives. Its departure may not be shown.
    Arrival { to: LaneId, has_departure: bool },
    /// To someone who has no lane.
    Away { from: LaneId },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrives {
    InRow(usize),
    /// After all that is shown.
    Later,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// Something that came is taken up.
    Taken,
    /// The lane ends.
    End,
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArrowKind {
    Message,
    /// The lane at its head begins.
    Creation,
    /// Without a direction.
    Tie,
}

impl Sequence {
    /// As a picture.
    pub fn svg(&self) -> String {
        svg::svg(self)
    }

    /// As text of this many columns.
    pub fn text(&self, width: usize) -> String {
        self.toned(width).iter().map(|(_, line)| format!("{line}\n")).collect()
    }

    /// The lines of the text, each with its tone.
    pub fn toned(&self, width: usize) -> Vec<(Tone, String)> {
        text::lines(self, width).into_iter().map(|(tone, line)| (tone, line.trim_end().to_owned())).collect()
    }

    /// The rows that a lane is there in: from its creation to its end.
    fn life(&self, lane: LaneId) -> Option<(usize, usize)> {
        let begins =
            |row: &Row| matches!(row.shape, Shape::Arrow { to, line: ArrowKind::Creation, .. } if to == lane);
        let ends = |row: &Row| row.shape == Shape::Mark { lane, mark: Mark::End };
        let first = if self.lanes[lane.0].is_there { 0 } else { self.rows.iter().position(begins)? };
        let last = self.rows.iter().position(ends).unwrap_or(self.rows.len());
        Some((first, last))
    }
}
