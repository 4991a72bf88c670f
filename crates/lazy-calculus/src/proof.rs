//! SC proofs (functional-logic §2), and how one is made of a solved goal (§4.1).

use std::collections::HashMap;

use crate::kernel::Statement;
use crate::solve::{Application, RuleNumber, Side, Solver, Step, SubgoalId};
use crate::term::{Copier, FunctionId, Symbol, TermId, Terms, View};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

/// The rules of SC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inference {
    /// e -> ⊥
    BT,
    /// X -> X
    RR,
    /// h e1..em -> h t1..tm from ei -> ti
    DC,
    /// f e1..en a1..ak -> t from ei -> ti, the boxed fact f t1..tn -> s, and s a1..ak -> t
    FA,
    /// The box: f t1..tn -> s from C and r -> s, for an instance of this rule.
    Fact(FunctionId, RuleNumber),
    /// e == e' from e -> t and e' -> t
    JN,
    /// p e1..en -> l from ei -> ti, if p t1..tn is l
    PR,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub statement: Statement,
    pub by: Inference,
    pub premises: Vec<NodeId>,
}

/// One tree for each statement of the goal.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    pub terms: Terms,
    pub nodes: Vec<Node>,
    pub roots: Vec<NodeId>,
    /// What the variables of the goal became.
    pub answer: Vec<(String, TermId)>,
}

impl Proof {
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}

/// What is still to be proved.
enum Task {
    /// As the subgoal was solved.
    Subgoal(SubgoalId),
    /// A side of a solved equation has the value that both sides have.
    Side(SubgoalId, Side),
    /// The second is what the first says of itself: both are patterns.
    Pattern(TermId, TermId),
    Fact(Box<Application>),
}

impl Solver<'_> {
    /// The proof of the answer that stands in the bindings.
    pub fn proof(&self) -> Proof {
        let mut builder = Builder {
            solver: self,
            copier: Copier::new(&self.terms),
            proof: Proof::default(),
            joined: HashMap::new(),
            tasks: Vec::new(),
        };
        builder.join_values();
        builder.proof.answer = self
            .variables
            .iter()
            .map(|(name, term)| (name.clone(), builder.copier.copy(*term, &mut builder.proof.terms)))
            .collect();
        let roots: Vec<NodeId> = self.roots.iter().map(|root| builder.later(Task::Subgoal(*root))).collect();
        builder.proof.roots = roots;
        while let Some((node, task)) = builder.tasks.pop() {
            builder.prove(node, task);
        }
        builder.proof
    }
}

struct Builder<'s, 'k> {
    solver: &'s Solver<'k>,
    copier: Copier<'s>,
    proof: Proof,
    /// The common value of the sides of each equation.
    joined: HashMap<SubgoalId, TermId>,
    tasks: Vec<(NodeId, Task)>,
}

impl Builder<'_, '_> {
    /// The place of a proof that is made later.
    fn later(&mut self, task: Task) -> NodeId {
        let id = NodeId(self.proof.nodes.len() as u32);
        let bottom = self.proof.terms.add(crate::term::Term::Bottom);
        let statement = Statement::Approximates(bottom, bottom);
        self.proof.nodes.push(Node { statement, by: Inference::BT, premises: Vec::new() });
        self.tasks.push((id, task));
        id
    }

    fn all_later(&mut self, tasks: Vec<Task>) -> Vec<NodeId> {
        tasks.into_iter().map(|task| self.later(task)).collect()
    }

    fn copy(&mut self, term: TermId) -> TermId {
        self.copier.copy(term, &mut self.proof.terms)
    }

    fn set(&mut self, node: NodeId, statement: Statement, by: Inference, premises: Vec<NodeId>) {
        self.proof.nodes[node.0 as usize] = Node { statement, by, premises };
    }

    fn step(&self, subgoal: SubgoalId) -> (Statement, Option<&Step>) {
        let subgoal = &self.solver.subgoals[subgoal.0 as usize];
        (subgoal.statement, subgoal.step.as_ref())
    }

    /// Parts are younger than what they are parts of.
    fn join_values(&mut self) {
        for index in (0..self.solver.subgoals.len() as u32).rev() {
            let id = SubgoalId(index);
            let (Statement::Equal(left, right), Some(step)) = self.step(id) else { continue };
            let (left, right, step) = (left, right, step.clone());
            let value = match step {
                Step::Parts(parts) => {
                    let parts: Vec<TermId> =
                        parts.iter().filter_map(|part| self.joined.get(part).copied()).collect();
                    let View::Rigid(symbol, _) = self.solver.terms.view(left) else { continue };
                    let symbol: Symbol = symbol.clone();
                    self.proof.terms.rigid(symbol, parts)
                }
                // The name that the side was given.
                Step::Named { value, .. } => {
                    let (_, name) = self.step(value).0.sides();
                    self.copy(name)
                }
                _ => self.copy(right),
            };
            self.joined.insert(id, value);
        }
    }

    fn prove(&mut self, node: NodeId, task: Task) {
        match task {
            Task::Pattern(expr, pattern) => self.pattern(node, expr, pattern),
            Task::Side(subgoal, side) => self.side(node, subgoal, side),
            Task::Fact(application) => {
                let statement = application.fact.map(|term| self.copy(term));
                let mut tasks: Vec<Task> =
                    application.conditions.iter().map(|condition| Task::Subgoal(*condition)).collect();
                tasks.push(Task::Subgoal(application.body));
                let premises = self.all_later(tasks);
                self.set(node, statement, Inference::Fact(application.function, application.rule), premises);
            }
            Task::Subgoal(subgoal) => self.subgoal(node, subgoal),
        }
    }

    fn subgoal(&mut self, node: NodeId, subgoal: SubgoalId) {
        let (statement, step) = self.step(subgoal);
        let step = step.cloned().unwrap_or(Step::Bound);
        let copied = statement.map(|term| self.copy(term));
        let Statement::Approximates(expr, pattern) = copied else {
            let premises =
                self.all_later(vec![Task::Side(subgoal, Side::Left), Task::Side(subgoal, Side::Right)]);
            return self.set(node, copied, Inference::JN, premises);
        };
        if matches!(self.proof.terms.view(pattern), View::Bottom) {
            return self.set(node, copied, Inference::BT, Vec::new());
        }
        match step {
            Step::Bottom | Step::Bound | Step::Named { .. } => self.pattern(node, expr, pattern),
            Step::Parts(parts) => {
                let premises = self.all_later(parts.into_iter().map(Task::Subgoal).collect());
                self.set(node, copied, Inference::DC, premises);
            }
            Step::Application(application) => {
                let mut tasks: Vec<Task> =
                    application.arguments.iter().map(|argument| Task::Subgoal(*argument)).collect();
                let rest = application.rest;
                tasks.push(Task::Fact(application));
                tasks.extend(rest.map(Task::Subgoal));
                let premises = self.all_later(tasks);
                self.set(node, copied, Inference::FA, premises);
            }
            Step::Primitive { arguments, .. } => {
                let View::Rigid(_, given) = self.proof.terms.view(expr) else { return };
                let tasks = arguments.iter().zip(given).map(|(argument, given)| match argument {
                    Some(subgoal) => Task::Subgoal(*subgoal),
                    None => Task::Pattern(given, given),
                });
                let premises = self.all_later(tasks.collect());
                self.set(node, copied, Inference::PR, premises);
            }
        }
    }

    fn side(&mut self, node: NodeId, subgoal: SubgoalId, side: Side) {
        let (statement, step) = self.step(subgoal);
        let step = step.cloned().unwrap_or(Step::Bound);
        let (left, right) = statement.sides();
        let expr = self.copy(if side == Side::Left { left } else { right });
        let Some(value) = self.joined.get(&subgoal).copied() else { return };
        match step {
            Step::Named { side: named, value, .. } if named == side => self.subgoal(node, value),
            Step::Named { equal, .. } => self.side_later(node, equal, side),
            Step::Parts(parts) => {
                let premises = self.all_later(parts.into_iter().map(|part| Task::Side(part, side)).collect());
                self.set(node, Statement::Approximates(expr, value), Inference::DC, premises);
            }
            _ => self.pattern(node, expr, value),
        }
    }

    fn side_later(&mut self, node: NodeId, subgoal: SubgoalId, side: Side) {
        self.tasks.push((node, Task::Side(subgoal, side)));
    }

    /// Both are in the proof's arena.
    fn pattern(&mut self, node: NodeId, expr: TermId, pattern: TermId) {
        let statement = Statement::Approximates(expr, pattern);
        let (by, parts) = match (self.proof.terms.view(pattern), self.proof.terms.view(expr)) {
            (View::Bottom, _) => (Inference::BT, Vec::new()),
            (View::Variable(_), _) => (Inference::RR, Vec::new()),
            (View::Rigid(_, parts), View::Rigid(_, exprs)) => {
                (Inference::DC, exprs.into_iter().zip(parts).collect())
            }
            _ => (Inference::DC, Vec::new()),
        };
        let tasks = parts.into_iter().map(|(expr, part)| Task::Pattern(expr, part)).collect();
        let premises = self.all_later(tasks);
        self.set(node, statement, by, premises);
    }
}
