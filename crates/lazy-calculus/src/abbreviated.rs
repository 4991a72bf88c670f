//! Abbreviated proof trees (functional-logic §4.2): the facts that questions are asked about.

use std::collections::HashMap;

use crate::kernel::{Definition, Goal, Kernel, Rule, Statement};
use crate::proof::{Inference, NodeId, Proof};
use crate::show::Printer;
use crate::solve::{RuleNumber, Solver, Stop};
use crate::term::{Copier, FunctionId, Symbol, Term, TermId, Terms, View};

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

/// Parents before their children.
#[derive(Clone, Debug, Default)]
pub struct Abbreviated {
    pub facts: Vec<Fact>,
    /// Below the root, which is the answer itself.
    pub top: Vec<FactId>,
    /// What the variables of the goal are in it.
    pub answer: Vec<(String, TermId)>,
}

impl Abbreviated {
    /// The closest boxes below each that say something and are of suspect functions.
    pub fn new(kernel: &Kernel<'_>, proof: &Proof) -> Abbreviated {
        let mut tree = Abbreviated { answer: proof.answer.clone(), ..Abbreviated::default() };
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

/// Where a tree is not a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap {
    /// None: the answer itself does not follow.
    pub fact: Option<FactId>,
    /// There may be a proof that takes more steps.
    pub cut: bool,
}

/// Whether each fact follows, by its rule, from the facts below it, and the answer from those at
/// the top. The proof between them is looked for with GSC, in which suspect functions have no other
/// rules than those facts, and checked: so the tree is an SC proof, of which the parts are left out
/// that are about functions that nobody suspects. `Err`: the first for which there is none within
/// this many steps. `terms` are those of the tree.
pub fn check(
    kernel: &Kernel<'_>,
    goal: &Goal,
    terms: &Terms,
    tree: &Abbreviated,
    steps: u64,
) -> Result<(), Gap> {
    let mut world = kernel.clone();
    let length = world.terms.len();
    let mut constants = HashMap::new();
    let nodes = (0..tree.facts.len() as u32).map(|index| Some(FactId(index)));
    for id in std::iter::once(None).chain(nodes) {
        world.terms.truncate(length);
        for function in world.functions.iter_mut().filter(|function| function.suspect) {
            function.definition = Definition::Rules(Vec::new());
        }
        let mut copies = Copies { from: terms, to: &mut world.terms, constants: &mut constants };
        let below = id.map_or(&tree.top, |id| &tree.fact(id).children);
        let mut known: Vec<(FunctionId, Rule)> = Vec::new();
        for child in below.iter().map(|child| tree.fact(*child)) {
            let (call, value) = child.statement.sides();
            // What the fact leaves open may be anything; what it does not say of its value is not
            // there.
            let patterns = copies.arguments(call, true);
            let body = copies.copy(value, false);
            known.push((child.function, Rule { patterns, body, conditions: Vec::new() }));
        }
        let conditions = match id {
            Some(id) => conclusion(kernel, tree.fact(id), &mut copies),
            None => instance(kernel, goal, &tree.answer, &mut copies),
        };
        for (function, rule) in known {
            if let Definition::Rules(rules) = &mut world.functions[function.0 as usize].definition {
                rules.push(rule);
            }
        }
        let gap = |cut: bool| Gap { fact: id, cut };
        let goal = Goal { conditions: conditions.ok_or(gap(false))?, variables: Vec::new() };
        let mut solver = Solver::new(&world, &goal, steps);
        match solver.run() {
            Stop::Answer => crate::check::check(&world, &solver.proof()).map_err(|_| gap(false))?,
            stop => return Err(gap(stop == Stop::Limit)),
        }
    }
    Ok(())
}

/// `ti -> pi`, C and `r -> t`, for the fact `f t1..tn -> t` and its rule `f p1..pn -> r <== C`.
/// None: there is no such rule.
fn conclusion(kernel: &Kernel<'_>, fact: &Fact, copies: &mut Copies<'_>) -> Option<Vec<Statement>> {
    let (call, value) = fact.statement.sides();
    let arguments = copies.arguments(call, false);
    let value = copies.copy(value, false);
    let rule = kernel.function(fact.function).rules().get(fact.rule.0.checked_sub(1)?)?;
    if arguments.len() != rule.patterns.len() {
        return None;
    }
    let matched = arguments.into_iter().zip(rule.patterns.iter().copied());
    let matched = matched.map(|(argument, pattern)| Statement::Approximates(argument, pattern));
    let result = Statement::Approximates(rule.body, value);
    Some(matched.chain(rule.conditions.iter().copied()).chain([result]).collect())
}

/// The goal with what its variables are in the answer. None: the answer does not say.
fn instance(
    kernel: &Kernel<'_>,
    goal: &Goal,
    answer: &[(String, TermId)],
    copies: &mut Copies<'_>,
) -> Option<Vec<Statement>> {
    let mut copier = Copier::new(&kernel.terms);
    for (name, variable) in &goal.variables {
        let (_, value) = answer.iter().find(|(known, _)| known == name)?;
        copier.set(*variable, copies.copy(*value, false));
    }
    let conditions = goal.conditions.iter();
    Some(conditions.map(|condition| condition.map(|term| copier.copy(term, copies.to))).collect())
}

/// Facts hold for all values of their variables: so for constants that nothing else knows
/// (functional-logic §2).
struct Copies<'a> {
    from: &'a Terms,
    to: &'a mut Terms,
    constants: &'a mut HashMap<TermId, u32>,
}

impl Copies<'_> {
    fn arguments(&mut self, call: TermId, open: bool) -> Vec<TermId> {
        match self.from.view(call) {
            View::Rigid(_, arguments) => {
                arguments.into_iter().map(|argument| self.copy(argument, open)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// `open`: with a new variable for each ⊥.
    fn copy(&mut self, term: TermId, open: bool) -> TermId {
        recursion::deep(|| match self.from.view(term) {
            View::Bottom if open => self.to.variable(),
            View::Bottom => self.to.add(Term::Bottom),
            View::Variable(variable) | View::Flexible(variable, _) => {
                let next = self.constants.len() as u32;
                let number = *self.constants.entry(variable).or_insert(next);
                self.to.rigid(Symbol::Constant(number), Vec::new())
            }
            View::Rigid(symbol, arguments) => {
                let symbol = symbol.clone();
                let arguments = arguments.into_iter().map(|argument| self.copy(argument, open)).collect();
                self.to.rigid(symbol, arguments)
            }
        })
    }
}
