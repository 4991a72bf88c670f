//! The picture of the README: the first session of the guide for Erlang, as a terminal in SVG.

use std::fs;
use std::path::PathBuf;

use crate::readme;
use crate::shell::{self, Outcome};

/// The size of a character cell, in units of the picture.
const WIDTH: usize = 8;
const HEIGHT: usize = 18;
/// The space around the text.
const MARGIN: usize = 16;

/// The picture must show what the guide shows, which is replayed.
pub fn check() -> Outcome {
    let written = fs::read_to_string(path()).unwrap_or_default();
    if written == picture()? { Ok(()) } else { Err("docs/session.svg is old: run `cargo xtask docs`".into()) }
}

pub fn draw() -> Outcome {
    fs::write(path(), picture()?).map_err(|error| format!("docs/session.svg: {error}"))
}

fn path() -> PathBuf {
    shell::root().join("docs/session.svg")
}

fn picture() -> Outcome<String> {
    let guide = shell::root().join("docs/erlang.md");
    let text = fs::read_to_string(&guide).map_err(|error| format!("{}: {error}", guide.display()))?;
    let (command, output) =
        readme::sessions(&text).into_iter().next().ok_or("docs/erlang.md shows no session")?;
    // The report of EUnit stands before the line of signs.
    let dialogue = output.split_once("=====\n").map_or(output.as_str(), |(_, dialogue)| dialogue);
    let command = command.replace("cargo run --quiet --release --", "whodunit");
    let lines: Vec<&str> = std::iter::once("").chain(dialogue.trim_end().lines()).collect();
    Ok(svg(&command, &lines[1..]))
}

fn svg(command: &str, lines: &[&str]) -> String {
    let columns = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(command.len() + 2);
    let (width, height) = (columns * WIDTH + 2 * MARGIN, (lines.len() + 1) * HEIGHT + 2 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#1d2433\"/>\n\
         <g font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"13\" fill=\"#dfe3ec\" \
         xml:space=\"preserve\">\n"
    );
    out.push_str(&line(0, "#8fd18f", &format!("$ {command}")));
    for (index, text) in lines.iter().enumerate() {
        if !text.trim().is_empty() {
            out.push_str(&line(index + 1, colour(text), text));
        }
    }
    out.push_str("</g>\n</svg>\n");
    out
}

fn colour(text: &str) -> &'static str {
    match text {
        _ if text.starts_with("Bug found") => "#ff8f8f",
        _ if text.starts_with("Question") => "#8fb8ff",
        _ if text.starts_with("Correct?") || text.starts_with("Narrow it down") => "#f3d27a",
        _ => "#dfe3ec",
    }
}

fn line(row: usize, colour: &str, text: &str) -> String {
    let y = MARGIN + (row + 1) * HEIGHT - 5;
    let indent = text.chars().take_while(|char| *char == ' ').count();
    let (x, text) = (MARGIN + indent * WIDTH, &text[indent..]);
    let length = text.chars().count() * WIDTH;
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!(
        "<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\" textLength=\"{length}\" \
         lengthAdjust=\"spacingAndGlyphs\">{text}</text>\n"
    )
}
