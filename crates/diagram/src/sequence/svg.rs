//! A sequence diagram as a picture.

use std::fmt::Write;

use super::layout::{Caption, Layout, Placed, ROW};
use super::{Arrives, ArrowKind, LaneId, Mark, Row, Sequence, Shape};
use crate::measure::escaped;
use crate::tone;

const STYLE: &str = "\
    text { font: 11px monospace; paint-order: stroke; stroke-width: 3px; stroke-linejoin: round }
    .panel text { stroke: none } .panel .name, tspan { font-weight: bold }
    .before { stroke-dasharray: 1 5 } .away { stroke-dasharray: 5 3 }
    .line { fill: none; stroke: currentColor; stroke-width: 1.3px }
    .mark { fill: currentColor }";

pub(super) fn svg(sequence: &Sequence) -> String {
    let layout = Layout::new(sequence);
    let mut out = tone::begin(layout.width, layout.height, STYLE);
    let drawing = Drawing { sequence, layout: &layout };
    let rows = || sequence.rows.iter().zip(&layout.rows);
    for (_, Placed { y, .. }) in rows().filter(|(row, _)| row.is_focus) {
        let top = y - ROW + 6.0;
        let _ = writeln!(out, "  <rect class=\"focus\" y=\"{top:.1}\" width=\"100%\" height=\"{ROW}\"/>");
    }
    (0..sequence.lanes.len()).for_each(|lane| drawing.life(LaneId(lane), &mut out));
    // What goes across rows lies below all labels.
    rows().for_each(|(row, placed)| drawing.across(row, placed, &mut out));
    for remark in &layout.remarks {
        let _ = writeln!(out, "  {}", text("faint", remark));
    }
    drawing.panels(&mut out);
    rows().for_each(|(row, placed)| drawing.row(row, placed, &mut out));
    out.push_str("</svg>\n");
    out
}

fn text(class: &str, label: &Caption) -> String {
    let (x, y) = (label.bounds.x, label.bounds.y + 10.0);
    format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escaped(&label.text))
}

struct Drawing<'a> {
    sequence: &'a Sequence,
    layout: &'a Layout,
}

impl Drawing<'_> {
    /// The line of a lane: dotted before it is there, none after it is gone.
    fn life(&self, lane: LaneId, out: &mut String) {
        let Layout { top, bottom, rows, .. } = self.layout;
        let x = self.layout.lanes[lane.0];
        let mut line = |class: &str, from: f64, to: f64| {
            let _ = writeln!(out, "  <path class=\"{class}\" d=\"M{x:.1} {from:.1}V{to:.1}\"/>");
        };
        let Some((first, last)) = self.sequence.life(lane) else { return line("life before", *top, *bottom) };
        let begin = if self.sequence.lanes[lane.0].is_there { *top } else { rows[first].y };
        if begin > *top {
            line("life before", *top, begin);
        }
        line("life", begin, rows.get(last).map_or(*bottom, |row| row.y));
    }

    fn panels(&self, out: &mut String) {
        for panel in &self.layout.panels {
            let lane = &self.sequence.lanes[panel.lane.0];
            let tone = if panel.is_head { "plain" } else { lane.tone.class() };
            let details = lane.details.iter().chain([&lane.fate]).filter(|detail| !detail.is_empty());
            let whole: Vec<&str> = [&lane.name].into_iter().chain(details).map(String::as_str).collect();
            let bounds = &panel.bounds;
            let _ = write!(
                out,
                "  <g class=\"panel {tone}\"><title>{}</title><rect class=\"box\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                escaped(&whole.join(", ")),
                bounds.x,
                bounds.y,
                bounds.width,
                bounds.height
            );
            for (n, line) in panel.lines.iter().enumerate() {
                out.push_str(&text(if panel.is_head && n == 0 { "name" } else { "detail" }, line));
            }
            out.push_str("</g>\n");
        }
    }

    /// The arrow of what arrives in a later row: at its upper edge, above what is said there.
    fn across(&self, row: &Row, Placed { y, .. }: &Placed, out: &mut String) {
        let Shape::Departure { from, to, arrives: Arrives::InRow(arrives) } = row.shape else { return };
        let Some(end) = self.layout.rows.get(arrives).filter(|_| from != to) else { return };
        let at = |lane: LaneId| self.layout.lanes[lane.0];
        let arrow = arrow("line", (at(from), *y), (at(to), end.y - 9.0));
        let (tone, number) = (row.tone.class(), escaped(&row.number));
        let _ = writeln!(out, "  <g class=\"{tone}\"><title>{number}</title>{arrow}</g>");
    }

    /// An event: it can be pointed at by its number, as `#e12`.
    fn row(&self, row: &Row, Placed { y, label }: &Placed, out: &mut String) {
        let first = row.number.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        let (tone, whole) = (row.tone.class(), escaped(&row.whole));
        let unique = if row.is_unique { " unique" } else { "" };
        let _ = write!(out, "  <g id=\"e{first}\" class=\"{tone}{unique}\"><title>{whole}</title>");
        self.shape(*y, row.shape, out);
        let shown = match label.text.strip_prefix(row.number.as_str()) {
            Some(rest) => format!("<tspan>{}</tspan>{}", escaped(&row.number), escaped(rest)),
            None => escaped(&label.text),
        };
        let (x, y) = (label.bounds.x, label.bounds.y + 10.0);
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\">{shown}</text></g>");
    }

    fn shape(&self, y: f64, shape: Shape, out: &mut String) {
        let at = |lane: LaneId| self.layout.lanes[lane.0];
        match shape {
            Shape::Arrow { from, to, .. } | Shape::Departure { from, to, .. } if from == to => {
                let (x, above, below) = (at(from), y - 6.0, y + 6.0);
                let _ = write!(
                    out,
                    "<path class=\"line\" d=\"M{x:.1} {above:.1}h14v12h-12\"/>{}",
                    head((x, below), (-1.0, 0.0))
                );
            }
            Shape::Arrow { from, to, line: ArrowKind::Tie } => {
                let (x, to_x) = (at(from), at(to));
                let _ = write!(
                    out,
                    "<path class=\"line away\" d=\"M{x:.1} {y:.1}H{to_x:.1}\"/><circle class=\"mark\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>\
                     <circle class=\"mark\" cx=\"{to_x:.1}\" cy=\"{y:.1}\" r=\"3\"/>"
                );
            }
            Shape::Arrow { from, to, line } => {
                let is_creation = line == ArrowKind::Creation;
                let before = if is_creation { 4.0 * (at(to) - at(from)).signum() } else { 0.0 };
                out.push_str(&arrow("line", (at(from), y), (at(to) - before, y)));
                if is_creation {
                    let x = at(to);
                    let _ = write!(out, "<circle class=\"mark\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
                }
            }
            Shape::Departure { arrives: Arrives::InRow(_), .. }
            | Shape::Arrival { has_departure: true, .. } => {}
            Shape::Departure { from, to, arrives: Arrives::Later } => {
                out.push_str(&arrow("line away", (at(from), y), (at(to), y)));
            }
            Shape::Departure { from, to, arrives: Arrives::Never } => {
                // It ends in the air before the lane.
                let (x, to_x) = (at(from), at(to));
                let end = to_x - (to_x - x).signum() * 12.0;
                let line = format!("<path class=\"line away\" d=\"M{x:.1} {y:.1}H{end:.1}\"/>");
                out.push_str(&(line + &cross(end, y, 3.0)));
            }
            Shape::Arrival { to, has_departure: false } => out.push_str(&head((at(to), y + 4.0), (0.0, 1.0))),
            Shape::Away { from } => {
                let x = at(from);
                out.push_str(&arrow("line away", (x, y), (x + 30.0, y)));
            }
            Shape::Mark { lane, mark } => {
                let x = at(lane);
                let _ = match mark {
                    Mark::Taken => write!(
                        out,
                        "<rect class=\"mark\" x=\"{:.1}\" y=\"{:.1}\" width=\"7\" height=\"7\"/>",
                        x - 3.5,
                        y - 3.5
                    ),
                    Mark::End => {
                        out.push_str(&cross(x, y, 5.0));
                        Ok(())
                    }
                    Mark::Other => {
                        write!(out, "<circle class=\"mark\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>")
                    }
                };
            }
        }
    }
}

/// So far to each side.
fn cross(x: f64, y: f64, size: f64) -> String {
    let (left, top, across) = (x - size, y - size, 2.0 * size);
    format!(
        "<path class=\"line\" d=\"M{left:.1} {top:.1}l{across} {across}m0 -{across}l-{across} {across}\"/>"
    )
}

fn arrow(class: &str, from: (f64, f64), to: (f64, f64)) -> String {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x.hypot(y).max(1.0);
    let direction = (x / length, y / length);
    // The line stops inside the head, so that the tip is sharp.
    let end = (to.0 - direction.0 * 4.0, to.1 - direction.1 * 4.0);
    let line = format!("M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, end.0, end.1);
    format!("<path class=\"{class}\" d=\"{line}\"/>{}", head(to, direction))
}

/// A triangle with its tip there.
fn head((x, y): (f64, f64), (dx, dy): (f64, f64)) -> String {
    let (back_x, back_y) = (x - dx * 8.0, y - dy * 8.0);
    let (side_x, side_y) = (-dy * 3.5, dx * 3.5);
    format!(
        "<path class=\"mark\" d=\"M{x:.1} {y:.1}L{:.1} {:.1}L{:.1} {:.1}Z\"/>",
        back_x + side_x,
        back_y + side_y,
        back_x - side_x,
        back_y - side_y
    )
}

#[cfg(test)]
mod tests {
    use super::super::Lane;
    use super::*;
    use crate::Tone;

    #[test]
    fn hostile_texts_are_only_text() {
        for hostile in [
            "</text><script>alert(1)</script>",
            "\"/><image href=\"x\"/>",
            "&quot;&#0;",
            "a\u{0}b\u{1b}[2J",
            "]]>",
            "\u{ffff}",
        ] {
            let lane = Lane {
                name: hostile.into(),
                details: vec![hostile.into()],
                fate: hostile.into(),
                ..Lane::default()
            };
            let (number, text, whole) = (hostile.to_owned(), hostile.to_owned(), hostile.to_owned());
            let shape = Shape::Mark { lane: LaneId(0), mark: Mark::Taken };
            let (what, is_focus, is_unique) = (hostile.to_owned(), true, false);
            let row = Row { number, text, whole, what, tone: Tone::Plain, shape, is_focus, is_unique };
            let svg = svg(&Sequence { lanes: vec![lane], rows: vec![row], remarks: vec![hostile.into()] });
            for unwanted in ["<script", "<image", "]]>", "&#0", "\u{0}", "\u{1b}", "\u{ffff}", "\"/><image"] {
                assert!(!svg.contains(unwanted), "{unwanted:?} in\n{svg}");
            }
        }
    }
}
