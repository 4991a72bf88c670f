//! A tree as a picture, from left to right.

use std::fmt::Write;

use crate::Label;
use crate::layout;
use crate::outline::{Line, What};
use crate::text::number;

/// Sizes in pixels: of a character, of the box around two lines, between boxes, around everything.
const CHARACTER: f64 = 7.2;
const HEIGHT: f64 = 36.0;
const BETWEEN: f64 = 12.0;
const ACROSS: f64 = 36.0;
const PADDING: f64 = 8.0;
const MARGIN: f64 = 12.0;

/// Longer texts are cut to so many characters; the whole of it is shown when the mouse rests on it.
const LONGEST: usize = 48;

const STYLE: &str = "\
    text { font: 12px monospace; fill: #1a1a1a }
    rect { fill: #fff; stroke: #888; rx: 4px }
    .failure rect { stroke: #c00; fill: #fff4f4 }
    .hidden rect { stroke-dasharray: 4 3 }
    .outcome { fill: #555 }
    path { fill: none; stroke: #888 }
    @media (prefers-color-scheme: dark) {
      text { fill: #eee } .outcome { fill: #bbb } rect { fill: #222 } .failure rect { fill: #411 }
    }";

/// All lines of an outline, with the labels of those that are nodes.
pub fn svg(lines: &[(Line, Option<Label>)]) -> String {
    let boxes: Vec<Box> = lines.iter().map(|(line, label)| Box::new(line, label.as_ref())).collect();
    let levels: Vec<u32> = lines.iter().map(|(line, _)| line.level).collect();
    let rows = layout::rows(&levels);
    let columns = columns(&levels, &boxes);
    let place = |n: usize| (columns[levels[n] as usize], MARGIN + rows[n] * (HEIGHT + BETWEEN));
    let width = (0..boxes.len()).map(|n| place(n).0 + boxes[n].width).fold(0.0, f64::max) + MARGIN;
    let height = (0..boxes.len()).map(|n| place(n).1).fold(0.0, f64::max) + HEIGHT + MARGIN;

    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n  <style>\n{STYLE}\n  </style>\n"
    );
    let mut above: Vec<usize> = Vec::new();
    for (n, level) in levels.iter().enumerate() {
        above.truncate(*level as usize);
        if let Some(&parent) = above.last() {
            let ((x, y), (to_x, to_y)) = (place(parent), place(n));
            let (x, y, to_y) = (x + boxes[parent].width, y + HEIGHT / 2.0, to_y + HEIGHT / 2.0);
            let middle = to_x - ACROSS / 2.0;
            let _ = writeln!(
                out,
                "  <path d=\"M{x:.1} {y:.1} H{:.1} C{middle:.1} {y:.1} {middle:.1} {to_y:.1} {to_x:.1} {to_y:.1}\"/>",
                to_x - ACROSS
            );
        }
        above.push(n);
    }
    for (n, shown) in boxes.iter().enumerate() {
        shown.draw(place(n), &mut out);
    }
    out.push_str("</svg>\n");
    out
}

/// Where each level begins: behind the widest box of the one before.
fn columns(levels: &[u32], boxes: &[Box]) -> Vec<f64> {
    let mut widest: Vec<f64> = Vec::new();
    for (level, shown) in levels.iter().zip(boxes) {
        let level = *level as usize;
        widest.resize(widest.len().max(level + 1), 0.0);
        widest[level] = widest[level].max(shown.width);
    }
    let mut x = MARGIN;
    widest
        .iter()
        .map(|width| {
            let column = x;
            x += width + ACROSS;
            column
        })
        .collect()
}

struct Box {
    class: &'static str,
    first: String,
    second: String,
    whole: String,
    width: f64,
}

impl Box {
    fn new(line: &Line, label: Option<&Label>) -> Box {
        let (class, first, second) = match (line.what, label) {
            (What::Node(_), Some(label)) => {
                let outcome =
                    if label.outcome.is_empty() { String::new() } else { format!("= {}", label.outcome) };
                (if label.is_failure { "failure" } else { "node" }, label.statement.clone(), outcome)
            }
            (What::Node(node), None) => ("node", node.0.to_string(), String::new()),
            (What::Folded(count), _) => ("hidden", format!("... {} more", number(count)), "like it".into()),
            (What::Cut(count), _) => ("hidden", format!("... {}", number(count)), "below".into()),
        };
        let whole = format!("{first} {second}");
        let (first, second) = (cut(&first), cut(&second));
        let longest = first.chars().count().max(second.chars().count());
        Box { class, first, second, whole, width: longest as f64 * CHARACTER + 2.0 * PADDING }
    }

    fn draw(&self, (x, y): (f64, f64), out: &mut String) {
        let Box { class, first, second, whole, width } = self;
        let text_x = x + PADDING;
        let _ = writeln!(
            out,
            "  <g class=\"{class}\"><title>{}</title><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{HEIGHT}\"/>\
             <text x=\"{text_x:.1}\" y=\"{:.1}\">{}</text><text class=\"outcome\" x=\"{text_x:.1}\" y=\"{:.1}\">{}</text></g>",
            escaped(whole.trim_end()),
            y + 15.0,
            escaped(first),
            y + 29.0,
            escaped(second)
        );
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Text of XML: no markup, and no characters that XML does not know.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push(' '),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
