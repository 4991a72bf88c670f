//! `whodunit tree`: the computation tree of a run, as text, as a picture, or for other programs.

use std::io::{BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use debugger::dialogue::NodeId;
use debugger::drawable::NodeWords;
use debugger::language::{Options, Purpose};
use debugger::{Dialogue, Drawable, OutcomeKind};
use diagram::outline::{self, Extent, Outline, OutlineLine, What};
use diagram::text::{Branches, Text, number};
use diagram::{Label, dot, svg};
use serde::Serialize;
use session::event::{Claim, Subject};
use slices::finish;

use crate::args::{Tree, TreeFormat};
use crate::ask::cut::Cuts;
use crate::drive::drive;
use crate::run::Show;
use crate::sources::{self, Opened};
use crate::stopwatch::Stopwatch;
use crate::style::Style;
use crate::terminal::Terminal;
use crate::{interrupt, memory, output};

/// Pictures show no more nodes than this, unless `--depth` says so.
const MOST_IN_PICTURE: u32 = 2_000;

/// The number of lines that are formatted at a time.
const AT_ONCE: usize = 1_000;

pub fn tree(args: &Tree) -> ExitCode {
    interrupt::listen();
    let project = &args.target.project;
    let options = Options { method: args.method, ..args.lazy.apply(project.options()) };
    let Opened { project: program, expression, .. } = match sources::open("tree", &args.target, options) {
        Ok(opened) => opened,
        Err(status) => return status,
    };
    memory::limit(project.max_memory);
    let stopwatch = Stopwatch::start();
    let mut dialogue = Dialogue::of_run(program, expression, Purpose::Draw);
    // Nobody asked for the output of the program.
    let terminal = Terminal::new(false, false);
    let mut show = Show { terminal, shows_answers: false, outcome: None };
    let ended = drive(&mut dialogue, &mut show);
    let (Some(recorded), Some(outcome)) = (dialogue.recorded(), show.outcome.take()) else {
        return ExitCode::from(ended.status());
    };
    let mut tree = match recorded.tree() {
        Ok(tree) => tree,
        Err(problems) => return sources::refuse(&problems),
    };
    if args.time {
        let (steps, nodes, micros) = (outcome.steps, tree.shape().len(), stopwatch.read().as_micros());
        eprintln!("time: {steps} steps, {nodes} nodes, {micros} us, peak {} KiB", memory::peak_kibibytes());
    }
    outcome.notes.iter().for_each(|note| eprintln!("{note}"));
    if let Some(stopped) = outcome.stopped() {
        eprintln!("{stopped}: calls that had not returned by then have no value");
    }
    // A closed pipe is not an error.
    let _ = Drawing { args, tree: &mut *tree, out: BufWriter::new(crate::output::out()) }.draw();
    // The tree of a run that failed is a tree like others.
    match outcome.kind {
        OutcomeKind::Unsupported
        | OutcomeKind::Steps
        | OutcomeKind::Memory
        | OutcomeKind::Interrupted
        | OutcomeKind::Livelock => ExitCode::from(outcome.kind.status()),
        _ => ExitCode::SUCCESS,
    }
}

struct Drawing<'a> {
    args: &'a Tree,
    tree: &'a mut dyn Drawable,
    out: BufWriter<crate::output::Out>,
}

impl Drawing<'_> {
    fn draw(mut self) -> std::io::Result<()> {
        match self.args.format() {
            TreeFormat::Text => self.text(),
            TreeFormat::Dot => self.dot(),
            TreeFormat::Svg => self.svg(),
            TreeFormat::Json => self.json(),
        }?;
        self.out.flush()
    }

    /// The lines of the outline. Shape and values are looked at in turn, so the lines are numbers
    /// before they are text.
    fn outline(&self, depth: u32) -> Vec<OutlineLine> {
        let extent = Extent { depth, fold: !self.args.unfolded };
        Outline::new(self.tree.shape(), self.tree.root(), extent).collect()
    }

    fn labels(&mut self, lines: &[OutlineLine]) -> Vec<Option<Label>> {
        let nodes = lines.iter().map(|line| match line.what {
            What::Node(node) => Some(node),
            _ => None,
        });
        let nodes: Vec<Option<NodeId>> = nodes.collect();
        finish(self.tree.prepare(&nodes.iter().flatten().copied().collect::<Vec<_>>()));
        nodes.into_iter().map(|node| node.map(|node| self.tree.label(node))).collect()
    }

    fn text(&mut self) -> std::io::Result<()> {
        let branches = if std::io::stdout().is_terminal() { Branches::Drawn } else { Branches::Spaces };
        let (mut text, style) = (Text::new(branches), Style::of_standard_output());
        for lines in self.outline(self.args.depth.unwrap_or(u32::MAX)).chunks(AT_ONCE) {
            for (line, label) in lines.iter().zip(self.labels(lines)) {
                let shown = text.line(line, label.as_ref());
                let is_failure = label.is_some_and(|label| label.is_failure);
                let shown = if is_failure { style.bad(&shown) } else { shown };
                writeln!(self.out, "{}", output::shown(&shown))?;
            }
        }
        Ok(())
    }

    fn dot(&mut self) -> std::io::Result<()> {
        let mut dot = dot::Dot::default();
        self.out.write_all(dot::BEGIN.as_bytes())?;
        for lines in self.outline(self.picture_depth()).chunks(AT_ONCE) {
            for (line, label) in lines.iter().zip(self.labels(lines)) {
                self.out.write_all(dot.line(line, label.as_ref()).as_bytes())?;
            }
        }
        self.out.write_all(dot::END.as_bytes())
    }

    fn svg(&mut self) -> std::io::Result<()> {
        let lines = self.outline(self.picture_depth());
        let labels = self.labels(&lines);
        let lines: Vec<(OutlineLine, Option<Label>)> = lines.into_iter().zip(labels).collect();
        self.out.write_all(svg::svg(&lines).as_bytes())
    }

    /// As deep as asked for, or as a picture can be.
    fn picture_depth(&self) -> u32 {
        self.args.depth.unwrap_or_else(|| {
            let (shape, root) = (self.tree.shape(), self.tree.root());
            let depth = outline::depth_for(shape, root, MOST_IN_PICTURE);
            if depth != u32::MAX {
                let nodes = number(shape.end(root).0 - root.0);
                eprintln!("{nodes} calls: the picture shows the top {depth} levels (--depth N for more)");
            }
            depth
        })
    }

    /// One object a node, parents first.
    fn json(&mut self) -> std::io::Result<()> {
        let (shape, root) = (self.tree.shape(), self.tree.root());
        let (top, end) = (shape.depth(root), shape.end(root));
        let mut cuts = Cuts::for_good(usize::try_from(self.args.max_value).unwrap_or(usize::MAX));
        let mut next = root;
        while next < end {
            let shape = self.tree.shape();
            let is_shown =
                |node: &NodeId| self.args.depth.is_none_or(|depth| shape.depth(*node) - top <= depth);
            let nodes: Vec<NodeId> = (next.0..end.0).map(NodeId).filter(is_shown).take(AT_ONCE).collect();
            next = nodes.last().filter(|_| nodes.len() == AT_ONCE).map_or(end, |last| NodeId(last.0 + 1));
            finish(self.tree.prepare(&nodes));
            for node in &nodes {
                let NodeWords { kind, process, subject, clause, statement, claims } = self.tree.words(*node);
                let shape = self.tree.shape();
                let parent = shape.parent(*node).filter(|_| *node != root).map(|parent| parent.0);
                let weight = shape.end(*node).0 - node.0;
                let object =
                    Object { id: node.0, parent, kind, process, subject, clause, statement, claims, weight };
                writeln!(self.out, "{}", cuts.bound(serde_json::to_string(&object)?))?;
            }
        }
        Ok(())
    }
}

/// `--json`, version 1.
#[derive(Serialize)]
struct Object {
    id: u32,
    parent: Option<u32>,
    kind: &'static str,
    process: String,
    subject: Subject,
    clause: Option<u32>,
    statement: String,
    claims: Vec<Claim>,
    /// How many nodes there are from this one on down.
    weight: u32,
}
