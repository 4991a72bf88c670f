//! A tree of cards as a picture, from left to right.

use std::fmt::Write;

use crate::layout;
use crate::measure::{columns, cut, escaped};
use crate::tone::{self, Tone};

/// Sizes in pixels: of a character and a line, between cards, around everything.
const CHARACTER: f64 = 7.2;
const LINE: f64 = 14.0;
const BETWEEN: f64 = 12.0;
const ACROSS: f64 = 36.0;
const PADDING: f64 = 8.0;
const MARGIN: f64 = 12.0;

/// Longer lines are cut to this many characters; the whole of it is shown when the mouse rests on
/// it.
const LONGEST: usize = 48;

const STYLE: &str = "\
    text { font: 12px monospace; stroke: none }
    .tone { fill: currentColor }
    .hidden .box { stroke-dasharray: 4 3 }
    .branch { fill: none; stroke: currentColor }";

/// A node of a tree, as it is shown. The cards of a tree come in preorder.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Card {
    pub level: u32,
    /// The first one is what it is, the others say more.
    pub lines: Vec<String>,
    pub whole: String,
    pub tone: Tone,
    /// It stands for others that are not shown.
    pub is_fold: bool,
}

pub fn svg(cards: &[Card]) -> String {
    let levels: Vec<u32> = cards.iter().map(|card| card.level).collect();
    let tallest = cards.iter().map(|card| card.lines.len()).max().unwrap_or(0);
    let height = tallest as f64 * LINE + PADDING;
    let widths: Vec<f64> = cards.iter().map(width).collect();
    let rows = layout::rows(&levels);
    let lefts = columns_of(&levels, &widths);
    let place = |n: usize| (lefts[levels[n] as usize], MARGIN + rows[n] * (height + BETWEEN));
    let all_width = (0..cards.len()).map(|n| place(n).0 + widths[n]).fold(0.0, f64::max) + MARGIN;
    let all_height = (0..cards.len()).map(|n| place(n).1).fold(0.0, f64::max) + height + MARGIN;

    let mut out = tone::begin(all_width, all_height, STYLE);
    let mut above: Vec<usize> = Vec::new();
    for (n, level) in levels.iter().enumerate() {
        above.truncate(*level as usize);
        if let Some(&parent) = above.last() {
            let ((x, y), (to_x, to_y)) = (place(parent), place(n));
            let (x, y, to_y) = (x + widths[parent], y + height / 2.0, to_y + height / 2.0);
            let (edge, middle) = (to_x - ACROSS, to_x - ACROSS / 2.0);
            let _ = writeln!(
                out,
                "  <path class=\"branch\" d=\"M{x:.1} {y:.1} H{edge:.1} C{middle:.1} {y:.1} {middle:.1} {to_y:.1} {to_x:.1} {to_y:.1}\"/>"
            );
        }
        above.push(n);
    }
    for (n, card) in cards.iter().enumerate() {
        draw(card, place(n), widths[n], height, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

fn width(card: &Card) -> f64 {
    let longest = card.lines.iter().map(|line| columns(&cut(line, LONGEST))).max().unwrap_or(0);
    longest as f64 * CHARACTER + 2.0 * PADDING
}

/// Where each level begins: behind the widest card of the one before.
fn columns_of(levels: &[u32], widths: &[f64]) -> Vec<f64> {
    let mut widest: Vec<f64> = Vec::new();
    for (level, width) in levels.iter().zip(widths) {
        let level = *level as usize;
        widest.resize(widest.len().max(level + 1), 0.0);
        widest[level] = widest[level].max(*width);
    }
    let mut x = MARGIN;
    let begin = |width: &f64| {
        let column = x;
        x += width + ACROSS;
        column
    };
    widest.iter().map(begin).collect()
}

fn draw(card: &Card, (x, y): (f64, f64), width: f64, height: f64, out: &mut String) {
    let class = format!("{}{}", if card.is_fold { "hidden " } else { "" }, card.tone.class());
    let title = escaped(card.whole.trim_end());
    let _ = write!(
        out,
        "  <g class=\"{class}\"><title>{title}</title><rect class=\"box\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
    );
    for (n, line) in card.lines.iter().enumerate() {
        let class = match n {
            0 => "",
            n if n + 1 == card.lines.len() && card.tone != Tone::Plain => " class=\"tone\"",
            _ => " class=\"faint\"",
        };
        let (x, y) = (x + PADDING, y + 15.0 + n as f64 * LINE);
        let _ = write!(out, "<text{class} x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escaped(&cut(line, LONGEST)));
    }
    out.push_str("</g>\n");
}
