//! The trees of Erlang runs, drawn: the calls of one process, or what several did from receive to
//! receive.

use computation_tree::{NodeId, Tree};
use diagram::Label;
use erlang_report::processes::ProcessTable;
use erlang_term::Term;
use erlang_tree::processes::NodeKind;
use erlang_tree::statement::{ClaimKind, Fold, ONE_LINE};
use erlang_tree::{CallTree, Clause, RunTree};
use inquiry::Panel;
use session::Evidence;
use session::event::{Claim, QuestionKind};
use session::evidence::Statement;
use slices::{Later, Meter};

use super::diagram::drawing;
use super::evidence::{Processes, claim_kind, named};
use crate::drawable::{Drawable, NodeWords};

/// Big terms are folded where people read them.
const FOLDED: Fold = Fold { depth: 5, length: 12, characters: 60, ..ONE_LINE };

/// Longer statements are cut in the middle.
const LONGEST: usize = 160;

impl Drawable for CallTree {
    fn shape(&self) -> &dyn Tree {
        self.tree()
    }

    fn root(&self) -> NodeId {
        CallTree::root(self).0
    }

    fn prepare<'a>(&'a mut self, _nodes: &'a [NodeId]) -> Later<'a, ()> {
        Box::pin(async {})
    }

    fn label(&mut self, node: NodeId) -> Label {
        let call = self.call(node);
        let program = &self.machine().program;
        let claim = FOLDED.claim(program, &call.outcome);
        let is_failure = claim.kind == ClaimKind::Exception;
        Label { statement: FOLDED.call(program, &call), outcome: claim.text, is_failure }
    }

    fn words(&mut self, node: NodeId) -> NodeWords {
        let call = self.call(node);
        let program = &self.machine().program;
        let claim = ONE_LINE.claim(program, &call.outcome);
        let subject = &call.subject;
        NodeWords {
            kind: if subject.is_expression() { "expression" } else { "call" },
            process: Term::Pid(self.pid()).to_string(),
            subject: named(subject),
            clause: match call.clause {
                Clause::Taken(n) => Some(n),
                Clause::NoneMatched | Clause::Unknown => None,
            },
            statement: ONE_LINE.call(program, &call),
            claims: vec![Claim::text(1, claim_kind(claim.kind), claim.text)],
        }
    }
}

/// A run of several processes, which nobody judges.
pub fn of(tree: RunTree, expression: &str) -> Processes {
    let rows = ProcessTable { machine: tree.machine(), expression }.rows();
    Processes::new(tree, rows, Panel::new(), None, drawing(expression.to_owned()), Meter::unlimited())
}

impl Drawable for Processes {
    fn shape(&self) -> &dyn Tree {
        self.tree()
    }

    fn root(&self) -> NodeId {
        self.nature().root
    }

    fn prepare<'a>(&'a mut self, nodes: &'a [NodeId]) -> Later<'a, ()> {
        Evidence::prepare(self, nodes)
    }

    fn label(&mut self, node: NodeId) -> Label {
        let (line, is_failure) = self.in_a_line(node);
        Label { statement: cut(&line), outcome: String::new(), is_failure }
    }

    fn words(&mut self, node: NodeId) -> NodeWords {
        let Statement { kind, process, subject, text, claims, .. } = self.statement(node);
        let kind = match (self.run_tree().kind(node), kind) {
            (NodeKind::Run, _) => "run",
            (NodeKind::Process, _) => "process",
            (_, QuestionKind::Receive) => "receive",
            (_, QuestionKind::Stuck) => "stuck",
            _ => "call",
        };
        NodeWords { kind, process, subject, clause: self.clause(node), statement: text, claims }
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
