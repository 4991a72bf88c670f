//! `whodunit tree` and `whodunit diagram`: which part of a run is shown, and as what.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use debugger::language::Method;

use super::numbers::parse_size;
use super::{Common, Lazy, Target};

#[derive(Args)]
pub struct Tree {
    #[command(flatten)]
    pub target: Target,

    #[command(flatten)]
    pub lazy: Lazy,

    /// Show only this many levels of calls
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,

    /// Show long chains of calls of one function in full
    #[arg(long)]
    pub unfolded: bool,

    /// How to build the tree of an observation trace: exactly from spans, or roughly from
    /// cost-centre stacks
    #[arg(long = "tree", value_name = "spans|stacks", default_value = "spans")]
    pub method: Method,

    /// Lines of text (the default)
    #[arg(long, group = "format")]
    pub text: bool,

    /// A graph for Graphviz
    #[arg(long, group = "format")]
    pub dot: bool,

    /// A picture
    #[arg(long, group = "format")]
    pub svg: bool,

    /// One JSON object per call, callers first
    #[arg(long, group = "format")]
    pub json: bool,

    /// Cut texts in JSON that are longer
    #[arg(long, value_name = "SIZE", default_value = "64kB", value_parser = parse_size, hide_short_help = true)]
    pub max_value: u64,

    /// Print the steps, CPU time and memory of the run to standard error
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

    /// Only events of this process: a pid, number or registered name; can be repeated
    #[arg(long, value_name = "P")]
    pub process: Vec<String>,

    /// Only messages that match this pattern, in which _ and variables match anything
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub message: Option<String>,

    /// Only events before and after this one
    #[arg(long, value_name = "EVENT")]
    pub around: Option<u32>,

    /// Show at most N events [default: 200 as text, 1000 as a picture]
    #[arg(long, value_name = "N")]
    pub window: Option<usize>,

    /// Also show monitors and names; in the process tree, also processes that look alike
    #[arg(long)]
    pub all: bool,

    /// Lines of text (the default)
    #[arg(long, group = "drawn_as")]
    pub text: bool,

    /// A picture
    #[arg(long, group = "drawn_as")]
    pub svg: bool,

    /// Columns of text [default: width of the terminal, or 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(40..))]
    pub width: Option<u16>,

    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Print the steps, CPU time and memory of the run to standard error
    #[arg(long)]
    pub time: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DiagramKind {
    /// A sequence diagram: one lane per process, one arrow per message
    Sequence,
    /// The tree of processes: which process created which
    Processes,
}
