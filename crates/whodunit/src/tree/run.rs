//! A run of several processes: what each did from receive to receive.

use computation_tree::{NodeId, Tree as Shape};
use debugger::erlang::diagram::drawing;
use debugger::erlang::evidence::Processes;
use diagram::Label;
use erlang_tree::RunTree;
use erlang_tree::processes::NodeKind;
use inquiry::Panel;
use session::Evidence;
use session::event::QuestionKind;
use session::evidence::Statement;
use slices::Meter;

use super::{Spoken, Words};
use crate::report;

/// Longer statements are cut in the middle.
const LONGEST: usize = 160;

pub fn of(tree: RunTree, expression: &str) -> Processes {
    let fates = report::processes::Processes { machine: tree.machine(), expression }.rows();
    Processes::new(tree, fates, Panel::new(), None, drawing(expression.to_owned()), Meter::unlimited())
}

impl Spoken for Processes {
    fn shape(&self) -> &dyn Shape {
        self.tree()
    }

    fn root(&self) -> NodeId {
        self.nature().root
    }

    fn prepare(&mut self, nodes: &[NodeId]) {
        slices::finish(Evidence::prepare(self, nodes));
    }

    fn label(&mut self, node: NodeId) -> Label {
        let (line, is_failure) = self.in_a_line(node);
        Label { statement: cut(&line), outcome: String::new(), is_failure }
    }

    fn words(&mut self, node: NodeId) -> Words {
        let Statement { kind, process, subject, text, claims, .. } = self.statement(node);
        let kind = match (self.run_tree().kind(node), kind) {
            (NodeKind::Run, _) => "run",
            (NodeKind::Process, _) => "process",
            (_, QuestionKind::Receive) => "receive",
            (_, QuestionKind::Stuck) => "stuck",
            _ => "call",
        };
        Words { kind, process, subject, clause: self.clause(node), statement: text, claims }
    }
}

fn cut(line: &str) -> String {
    let letters: Vec<char> = line.chars().collect();
    if letters.len() <= LONGEST {
        return line.to_owned();
    }
    let (start, end) = letters.split_at(LONGEST / 2);
    let end = &end[end.len() - LONGEST / 2..];
    format!("{} ... {}", String::from_iter(start).trim_end(), String::from_iter(end).trim_start())
}
