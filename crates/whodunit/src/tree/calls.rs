//! The calls of one process.

use computation_tree::{NodeId, Tree as Shape};
use debugger::erlang::evidence::claim_kind;
use diagram::Label;
use erlang_term::Term;
use erlang_tree::statement::{ClaimKind, Fold, ONE_LINE};
use erlang_tree::{CallTree, Clause};
use session::event::{Claim, Subject};

use super::{Spoken, Words};

/// Big terms are folded where people read them.
const FOLDED: Fold = Fold { depth: 5, length: 12, characters: 60, ..ONE_LINE };

impl Spoken for CallTree {
    fn shape(&self) -> &dyn Shape {
        self.tree()
    }

    fn root(&self) -> NodeId {
        CallTree::root(self).0
    }

    fn label(&mut self, node: NodeId) -> Label {
        let call = self.call(node);
        let program = &self.machine().program;
        let claim = FOLDED.claim(program, &call.outcome);
        let is_failure = claim.kind == ClaimKind::Exception;
        Label { statement: FOLDED.call(program, &call), outcome: claim.text, is_failure }
    }

    fn words(&mut self, node: NodeId) -> Words {
        let call = self.call(node);
        let program = &self.machine().program;
        let claim = ONE_LINE.claim(program, &call.outcome);
        let subject = &call.subject;
        Words {
            kind: if subject.is_expression() { "expression" } else { "call" },
            process: Term::Pid(self.pid()).to_string(),
            subject: Subject {
                module: subject.module.name().into(),
                function: subject.function.name().into(),
                arity: subject.arity,
            },
            clause: match call.clause {
                Clause::Taken(n) => Some(n),
                Clause::NoneMatched | Clause::Unknown => None,
            },
            statement: ONE_LINE.call(program, &call),
            claims: vec![Claim::text(1, claim_kind(claim.kind), claim.text)],
        }
    }
}
