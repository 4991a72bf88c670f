//! `whodunit tree` of a lazy program: the abbreviated proof tree of an answer (paper 3 §5.1), all answers of all calls, or what a value depends on.

use std::process::ExitCode;

use computation_tree::{NodeId, Tree as Shape};
use debugger::lazy::evidence::{Lazy, Missing};
use diagram::Label;
use session::Evidence;
use session::event::{ClaimKind, sentence};

use super::missing::collect;
use super::record::record;
use crate::args::Tree;
use crate::interrupt;
use crate::tree::{Spoken, Words, draw};

/// Parts of values where people read them, and where programs do.
const SHOWN: usize = 60;
const WHOLE: usize = 10_000;
/// Answers where people read them.
const ANSWERS: usize = 12;

pub fn tree(args: &Tree) -> ExitCode {
    interrupt::listen();
    if args.lazy.missing {
        return match collect(&args.common, &args.lazy) {
            Ok(missing) => {
                draw(args, &mut Collections(missing));
                ExitCode::SUCCESS
            }
            Err(status) => status,
        };
    }
    // What the program prints is not what was asked for.
    match record(&args.common, &args.lazy, None, false) {
        Ok(lazy) => {
            draw(args, &mut Statements(lazy));
            ExitCode::SUCCESS
        }
        Err(status) => status,
    }
}

struct Statements(Lazy);

impl Spoken for Statements {
    fn shape(&self) -> &dyn Shape {
        self.0.tree()
    }

    fn root(&self) -> NodeId {
        NodeId(0)
    }

    fn label(&mut self, node: NodeId) -> Label {
        let (statement, claim, _) = self.0.sides(node, SHOWN);
        let is_failure = claim.as_ref().is_some_and(|claim| claim.kind == ClaimKind::Exception);
        Label { statement: sentence(&statement, claim.as_slice()), outcome: String::new(), is_failure }
    }

    fn words(&mut self, node: NodeId) -> Words {
        let (statement, claim, _) = self.0.sides(node, WHOLE);
        Words {
            kind: if node == self.root() { "expression" } else { "call" },
            process: "main".into(),
            subject: self.0.subject(node),
            clause: self.0.rule(node),
            statement,
            claims: claim.into_iter().collect(),
        }
    }
}

struct Collections(Missing);

impl Spoken for Collections {
    fn shape(&self) -> &dyn Shape {
        self.0.tree()
    }

    fn root(&self) -> NodeId {
        NodeId(0)
    }

    fn label(&mut self, node: NodeId) -> Label {
        let (statement, claim) = self.0.sides(node, ANSWERS);
        Label { statement: sentence(&statement, claim.as_slice()), outcome: String::new(), is_failure: false }
    }

    fn words(&mut self, node: NodeId) -> Words {
        let (statement, claim) = self.0.sides(node, WHOLE);
        Words {
            kind: if node == self.root() { "expression" } else { "call" },
            process: "main".into(),
            subject: self.0.subject(node),
            clause: None,
            statement,
            claims: claim.into_iter().collect(),
        }
    }
}
