//! Abbreviated proof trees (specification §4.2): the facts that questions are asked about.

use crate::kernel::{Kernel, Statement};
use crate::proof::{Inference, NodeId, Proof};
use crate::show::Printer;
use crate::solve::RuleNumber;
use crate::term::{FunctionId, View};

/// Which of the facts of a tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FactId(pub u32);

#[derive(Clone, Debug)]
pub struct Fact {
    /// `f t1..tn -> t`
    pub statement: Statement,
    pub function: FunctionId,
    pub rule: RuleNumber,
    pub children: Vec<FactId>,
}

/// Parents before their children; the terms are those of the proof.
#[derive(Clone, Debug, Default)]
pub struct Abbreviated {
    pub facts: Vec<Fact>,
    /// Below the root, which is the answer itself.
    pub top: Vec<FactId>,
}

impl Abbreviated {
    /// The closest boxes below each that say something and are of suspect functions.
    pub fn new(kernel: &Kernel<'_>, proof: &Proof) -> Abbreviated {
        let mut tree = Abbreviated::default();
        let mut left: Vec<(NodeId, Option<FactId>)> =
            proof.roots.iter().rev().map(|root| (*root, None)).collect();
        while let Some((id, mut parent)) = left.pop() {
            let node = proof.node(id);
            if let Inference::Fact(function, rule) = node.by
                && kernel.function(function).suspect
                && !matches!(proof.terms.view(node.statement.sides().1), View::Bottom)
            {
                let fact = FactId(tree.facts.len() as u32);
                tree.facts.push(Fact { statement: node.statement, function, rule, children: Vec::new() });
                match parent {
                    Some(FactId(parent)) => tree.facts[parent as usize].children.push(fact),
                    None => tree.top.push(fact),
                }
                parent = Some(fact);
            }
            left.extend(node.premises.iter().rev().map(|premise| (*premise, parent)));
        }
        tree
    }

    pub fn fact(&self, id: FactId) -> &Fact {
        &self.facts[id.0 as usize]
    }

    /// A line a fact, with its rule.
    pub fn text(&self, kernel: &Kernel<'_>, printer: &mut Printer<'_>) -> String {
        let mut text = String::new();
        let mut left: Vec<(FactId, usize)> = self.top.iter().rev().map(|fact| (*fact, 0)).collect();
        while let Some((id, depth)) = left.pop() {
            let fact = self.fact(id);
            let (statement, name) = (printer.statement(fact.statement), &kernel.function(fact.function).name);
            text.push_str(&format!("{}{statement}  {{{name}.{}}}\n", "  ".repeat(depth), fact.rule.0));
            left.extend(fact.children.iter().rev().map(|child| (*child, depth + 1)));
        }
        text
    }
}
