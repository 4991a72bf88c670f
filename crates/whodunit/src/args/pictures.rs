//! `whodunit tree` and `whodunit diagram`: which part of a run is shown, and as what.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use observation::reading::Method;

use super::{Common, Lazy, Target};

#[derive(Args)]
pub struct Tree {
    #[command(flatten)]
    pub target: Target,

    #[command(flatten)]
    pub lazy: Lazy,

    /// Show only calls that are at most this deep below the first
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,

    /// Show long chains of calls of one function in full
    #[arg(long)]
    pub unfolded: bool,

    /// How the tree of an observation trace is made: from spans, exactly, or from cost-centre stacks, which do not tell all calls apart
    #[arg(long = "tree", value_name = "spans|stacks", default_value = "spans")]
    pub method: Method,

    /// Lines of text (the default)
    #[arg(long, group = "format")]
    pub text: bool,

    /// A graph in the language of Graphviz
    #[arg(long, group = "format")]
    pub dot: bool,

    /// A picture
    #[arg(long, group = "format")]
    pub svg: bool,

    /// One JSON object a call, callers first
    #[arg(long, group = "format")]
    pub json: bool,

    /// Say on standard error how many steps, how much processor time and how much memory the run took
    #[arg(long)]
    pub time: bool,
}
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TreeFormat {
    Text,
    Dot,
    Svg,
    Json,
}

impl Tree {
    pub fn format(&self) -> TreeFormat {
        match (self.dot, self.svg, self.json) {
            (true, _, _) => TreeFormat::Dot,
            (_, true, _) => TreeFormat::Svg,
            (_, _, true) => TreeFormat::Json,
            _ => TreeFormat::Text,
        }
    }
}
#[derive(Args)]
pub struct Diagram {
    #[command(flatten)]
    pub common: Common,

    /// What to draw
    #[arg(long, value_enum, default_value_t = DiagramKind::Sequence)]
    pub kind: DiagramKind,

    /// Only what this process takes part in: a pid, its number, or a registered name; may be given several times
    #[arg(long, value_name = "P")]
    pub process: Vec<String>,

    /// Only messages like this: a term in which _ and variables stand for anything
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub message: Option<String>,

    /// The events before and after this one
    #[arg(long, value_name = "EVENT")]
    pub around: Option<u32>,

    /// At most so many events [default: 200 as text, 1000 as a picture]
    #[arg(long, value_name = "N")]
    pub window: Option<usize>,

    /// Also monitors and names; in the tree of processes, all of those that are alike
    #[arg(long)]
    pub all: bool,

    /// Lines of text (the default)
    #[arg(long, group = "drawn_as")]
    pub text: bool,

    /// A picture
    #[arg(long, group = "drawn_as")]
    pub svg: bool,

    /// Columns of the text [default: those of the terminal, or 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(40..))]
    pub width: Option<u16>,

    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Say on standard error how many steps, how much processor time and how much memory the run took
    #[arg(long)]
    pub time: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DiagramKind {
    /// A lane a process, an arrow a message
    Sequence,
    /// Who created whom
    Processes,
}
