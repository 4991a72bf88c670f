//! `whodunit tree`: the computation tree of a run, as text, as a picture, or for other programs.

mod calls;
mod run;

use std::io::{BufWriter, IsTerminal, StdoutLock, Write};
use std::process::ExitCode;
use std::rc::Rc;

use computation_tree::{NodeId, Tree as Shape};
use diagram::outline::{self, Extent, Line, Outline, What};
use diagram::text::{Branches, Text, number};
use diagram::{Label, dot, svg};
use erlang_tree::{COMPILED, Recording};
use serde::Serialize;
use session::event::{Claim, Subject};

use crate::args::{Tree, TreeFormat};
use crate::project::Trouble;
use crate::record::{ended, record};
use crate::stopwatch::Stopwatch;
use crate::terminal::Terminal;
use crate::{interrupt, memory, observed, start};

/// Pictures show no more nodes than this, unless `--depth` says so.
const MOST_IN_PICTURE: u32 = 2_000;

/// So many lines are put in words at a time.
const AT_ONCE: usize = 1_000;

pub fn tree(args: &Tree) -> ExitCode {
    interrupt::listen();
    match observed::find(&args.common.project.sources) {
        Ok(None) => {}
        Ok(Some(trace)) => return observed::tree(trace, args),
        Err(message) => return start::refuse(&[Trouble::Plain(message)]),
    }
    let code = match start::read(&args.common) {
        Ok(code) => Rc::new(code),
        Err(troubles) => return start::refuse(&troubles),
    };
    let project = &args.common.project;
    start::limit_memory(project);
    let program = start::program(&code, COMPILED);
    // What the program prints is not what was asked for.
    let mut terminal = Terminal::new(project.seed, false, false);
    let stopwatch = Stopwatch::start();
    let (tree, end) = record(project, &program, &mut terminal, Recording::of_one_process);
    let (steps, cut_off) = (tree.machine().system.steps, tree.machine().cut_off());
    let mut tree: Box<dyn Spoken> = match tree.is_concurrent() {
        true => Box::new(run::of(tree.into_run_tree(), &args.common.expression)),
        false => Box::new(tree),
    };
    let recorded = stopwatch.read();
    terminal.clear_progress();
    if args.time {
        let (nodes, micros) = (tree.shape().len(), recorded.as_micros());
        eprintln!("time: {steps} steps, {nodes} nodes, {micros} us, peak {} KiB", memory::peak_kibibytes());
    }
    let status = ended(&end, cut_off, "what had begun by then has no value yet");
    draw(args, &mut *tree);
    status
}

/// Onto standard output. A reader who went away is no reason to complain.
pub(crate) fn draw(args: &Tree, tree: &mut dyn Spoken) {
    let _ = Drawing { args, tree, out: BufWriter::new(std::io::stdout().lock()) }.draw();
}

/// A tree whose nodes can be put in words.
pub(crate) trait Spoken {
    fn shape(&self) -> &dyn Shape;

    fn root(&self) -> NodeId;

    /// These nodes are about to be put in words.
    fn prepare(&mut self, _nodes: &[NodeId]) {}

    fn label(&mut self, node: NodeId) -> Label;

    fn words(&mut self, node: NodeId) -> Words;
}

/// What `--json` says of a node beside its place.
pub(crate) struct Words {
    pub kind: &'static str,
    pub process: String,
    pub subject: Subject,
    pub clause: Option<u32>,
    pub statement: String,
    pub claims: Vec<Claim>,
}

struct Drawing<'a> {
    args: &'a Tree,
    tree: &'a mut dyn Spoken,
    out: BufWriter<StdoutLock<'static>>,
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

    /// The lines of the outline. Shape and values are looked at in turn, so the lines are numbers before they are text.
    fn outline(&self, depth: u32) -> Vec<Line> {
        let extent = Extent { depth, fold: !self.args.unfolded };
        Outline::new(self.tree.shape(), self.tree.root(), extent).collect()
    }

    fn labels(&mut self, lines: &[Line]) -> Vec<Option<Label>> {
        let nodes = lines.iter().map(|line| match line.what {
            What::Node(node) => Some(node),
            _ => None,
        });
        let nodes: Vec<Option<NodeId>> = nodes.collect();
        self.tree.prepare(&nodes.iter().flatten().copied().collect::<Vec<_>>());
        nodes.into_iter().map(|node| node.map(|node| self.tree.label(node))).collect()
    }

    fn text(&mut self) -> std::io::Result<()> {
        let branches = if std::io::stdout().is_terminal() { Branches::Drawn } else { Branches::Spaces };
        let mut text = Text::new(branches);
        for lines in self.outline(self.args.depth.unwrap_or(u32::MAX)).chunks(AT_ONCE) {
            for (line, label) in lines.iter().zip(self.labels(lines)) {
                writeln!(self.out, "{}", text.line(line, label.as_ref()))?;
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
        let lines: Vec<(Line, Option<Label>)> = lines.into_iter().zip(labels).collect();
        self.out.write_all(svg::svg(&lines).as_bytes())
    }

    /// As deep as asked for, or as a picture can be.
    fn picture_depth(&self) -> u32 {
        self.args.depth.unwrap_or_else(|| {
            let (shape, root) = (self.tree.shape(), self.tree.root());
            let depth = outline::depth_for(shape, root, MOST_IN_PICTURE);
            if depth != u32::MAX {
                let nodes = number(shape.end(root).0 - root.0);
                eprintln!("{nodes} calls: the picture shows those at most {depth} deep (--depth N for more)");
            }
            depth
        })
    }

    /// One object a node, parents first.
    fn json(&mut self) -> std::io::Result<()> {
        let (shape, root) = (self.tree.shape(), self.tree.root());
        let (top, end) = (shape.depth(root), shape.end(root));
        let mut next = root;
        while next < end {
            let shape = self.tree.shape();
            let is_shown =
                |node: &NodeId| self.args.depth.is_none_or(|depth| shape.depth(*node) - top <= depth);
            let nodes: Vec<NodeId> = (next.0..end.0).map(NodeId).filter(is_shown).take(AT_ONCE).collect();
            next = nodes.last().filter(|_| nodes.len() == AT_ONCE).map_or(end, |last| NodeId(last.0 + 1));
            self.tree.prepare(&nodes);
            for node in &nodes {
                let Words { kind, process, subject, clause, statement, claims } = self.tree.words(*node);
                let shape = self.tree.shape();
                let parent = shape.parent(*node).filter(|_| *node != root).map(|parent| parent.0);
                let weight = shape.end(*node).0 - node.0;
                let object =
                    Object { id: node.0, parent, kind, process, subject, clause, statement, claims, weight };
                serde_json::to_writer(&mut self.out, &object)?;
                self.out.write_all(b"\n")?;
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
