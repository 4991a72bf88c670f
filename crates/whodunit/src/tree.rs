//! `whodunit tree`: the computation tree of a run, as text, as a picture, or for other programs.

use std::io::{BufWriter, IsTerminal, StdoutLock, Write};
use std::process::ExitCode;
use std::rc::Rc;

use computation_tree::{NodeId, Tree as _};
use diagram::outline::{self, Extent, Line, Outline, What};
use diagram::text::{Branches, Text, number};
use diagram::{Label, dot, svg};
use erlang_machine::program::Program;
use erlang_term::Term;
use erlang_tree::statement::{ClaimKind, Fold, ONE_LINE};
use erlang_tree::{COMPILED, CallTree, Clause, Recording};
use serde::Serialize;

use crate::args::{Tree, TreeFormat};
use crate::record::{ended, record};
use crate::stopwatch::Stopwatch;
use crate::terminal::Terminal;
use crate::{interrupt, memory, start};

/// Pictures show no more nodes than this, unless `--depth` says so.
const MOST_IN_PICTURE: u32 = 2_000;

/// Big terms are folded where people read them.
const FOLDED: Fold = Fold { depth: 5, length: 12, characters: 60, ..ONE_LINE };

pub fn tree(args: &Tree) -> ExitCode {
    interrupt::listen();
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
    let (mut tree, end) = record(project, &program, &mut terminal, Recording::new);
    let recorded = stopwatch.read();
    terminal.clear_progress();
    if args.time {
        let (nodes, steps) = (tree.tree().len(), tree.machine().system.steps);
        let micros = recorded.as_micros();
        eprintln!("time: {steps} steps, {nodes} nodes, {micros} us, peak {} KiB", memory::peak_kibibytes());
    }
    let status = ended(&end, "what had begun by then has no value yet");
    // A reader who went away is no reason to complain.
    let _ =
        Drawing { args, program: &program, out: BufWriter::new(std::io::stdout().lock()) }.draw(&mut tree);
    status
}

struct Drawing<'a> {
    args: &'a Tree,
    program: &'a Program,
    out: BufWriter<StdoutLock<'static>>,
}

impl Drawing<'_> {
    fn draw(mut self, tree: &mut CallTree) -> std::io::Result<()> {
        match self.args.format() {
            TreeFormat::Text => self.text(tree),
            TreeFormat::Dot => self.dot(tree),
            TreeFormat::Svg => self.svg(tree),
            TreeFormat::Json => self.json(tree),
        }?;
        self.out.flush()
    }

    /// The lines of the outline. Shape and values are looked at in turn, so the lines are numbers before they are text.
    fn outline(&self, tree: &CallTree, depth: u32) -> Vec<Line> {
        let (root, _) = tree.root();
        Outline::new(tree.tree(), root, Extent { depth, fold: !self.args.unfolded }).collect()
    }

    fn label(&self, tree: &mut CallTree, line: &Line) -> Option<Label> {
        let What::Node(node) = line.what else { return None };
        let call = tree.call(node);
        let claim = FOLDED.claim(self.program, &call.outcome);
        let is_failure = claim.kind == ClaimKind::Exception;
        Some(Label { statement: FOLDED.call(self.program, &call), outcome: claim.text, is_failure })
    }

    fn text(&mut self, tree: &mut CallTree) -> std::io::Result<()> {
        let branches = if std::io::stdout().is_terminal() { Branches::Drawn } else { Branches::Spaces };
        let mut text = Text::new(branches);
        for line in self.outline(tree, self.args.depth.unwrap_or(u32::MAX)) {
            let label = self.label(tree, &line);
            writeln!(self.out, "{}", text.line(&line, label.as_ref()))?;
        }
        Ok(())
    }

    fn dot(&mut self, tree: &mut CallTree) -> std::io::Result<()> {
        let mut dot = dot::Dot::default();
        self.out.write_all(dot::BEGIN.as_bytes())?;
        for line in self.outline(tree, self.picture_depth(tree)) {
            let label = self.label(tree, &line);
            self.out.write_all(dot.line(&line, label.as_ref()).as_bytes())?;
        }
        self.out.write_all(dot::END.as_bytes())
    }

    fn svg(&mut self, tree: &mut CallTree) -> std::io::Result<()> {
        let lines = self.outline(tree, self.picture_depth(tree));
        let lines: Vec<(Line, Option<Label>)> =
            lines.into_iter().map(|line| (line, self.label(tree, &line))).collect();
        self.out.write_all(svg::svg(&lines).as_bytes())
    }

    /// As deep as asked for, or as a picture can be.
    fn picture_depth(&self, tree: &CallTree) -> u32 {
        self.args.depth.unwrap_or_else(|| {
            let (root, _) = tree.root();
            let depth = outline::depth_for(tree.tree(), root, MOST_IN_PICTURE);
            if depth != u32::MAX {
                let nodes = number(tree.tree().end(root).0 - root.0);
                eprintln!("{nodes} calls: the picture shows those at most {depth} deep (--depth N for more)");
            }
            depth
        })
    }

    /// One object a node, parents first.
    fn json(&mut self, tree: &mut CallTree) -> std::io::Result<()> {
        let (root, _) = tree.root();
        let process = Term::Pid(tree.pid()).to_string();
        let top = tree.tree().depth(root);
        for id in root.0..tree.tree().end(root).0 {
            let node = NodeId(id);
            if self.args.depth.is_some_and(|depth| tree.tree().depth(node) - top > depth) {
                continue;
            }
            let call = tree.call(node);
            let claim = ONE_LINE.claim(self.program, &call.outcome);
            let subject = &call.subject;
            let object = Node {
                id,
                parent: tree.tree().parent(node).filter(|_| node != root).map(|parent| parent.0),
                kind: if subject.is_expression() { "expression" } else { "call" },
                process: &process,
                subject: SubjectName {
                    module: subject.module.name(),
                    function: subject.function.name(),
                    arity: subject.arity,
                },
                clause: match call.clause {
                    Clause::Taken(n) => Some(n),
                    Clause::NoneMatched | Clause::Unknown => None,
                },
                statement: ONE_LINE.call(self.program, &call),
                claims: [Claim { id: 1, kind: claim.kind.name(), text: claim.text }],
                weight: tree.tree().end(node).0 - id,
            };
            serde_json::to_writer(&mut self.out, &object)?;
            self.out.write_all(b"\n")?;
        }
        Ok(())
    }
}

/// `--json`, version 1.
#[derive(Serialize)]
struct Node<'a> {
    id: u32,
    parent: Option<u32>,
    kind: &'static str,
    process: &'a str,
    subject: SubjectName,
    clause: Option<u32>,
    statement: String,
    claims: [Claim; 1],
    /// How many nodes there are from this one on down.
    weight: u32,
}

#[derive(Serialize)]
struct SubjectName {
    module: &'static str,
    function: &'static str,
    arity: u32,
}

#[derive(Serialize)]
struct Claim {
    id: u32,
    kind: &'static str,
    text: String,
}
