//! Zoom: the search inside one call, over its expressions.
//!
//! When a call is to blame, it is made again, by an instrumented copy of its function in a re-run
//! of the whole, and what it evaluates becomes a tree of its own. A node asks whether an expression
//! has the value that it is meant to have *here*, the values of its variables being given; so the
//! innermost expression that is wrong, though all inside it is right, is to blame. Calls of other
//! functions are leaves: the first search has found that they do what they should, and what is left
//! to ask is whether this call was meant.

mod counterparts;
mod reference;
mod statement;
mod syntax;
pub(crate) mod trace;
mod tracer;
pub(crate) mod watch;

use std::collections::HashMap;

use computation_tree::{NodeId, Skeleton, SkeletonBuilder, SubjectId, Tree, TreeExt};
use erlang_machine::code::FunctionId;
use erlang_term::{Atom, Term};
use slices::Meter;

pub use reference::{Laboratory, Reference, ReferenceJudgement, Same, agrees};
pub use statement::{ExpressionStatement, SourceRange};
pub use trace::{ExpressionEnd, ZoomKind};

use crate::call::{Call, CallOutcome, Clause};
use crate::processes::rehearsal::Rehearsal;
use crate::processes::scene::Scene;
use crate::subject::{EXPRESSION, Subject};
use crate::tree::CallTree;
use crate::version::Version;
use trace::{Node, Trace};
use tracer::Tracer;

/// What happened in one call.
pub struct Zoom {
    /// The root is the call itself.
    pub tree: Skeleton,
    trace: Trace,
    /// Of a run of several processes: where it happened.
    scene: Option<Scene>,
}

impl CallTree {
    /// Looks into one call, which is made again for it.
    pub async fn zoom(&mut self, node: NodeId, meter: &Meter) -> Result<Zoom, String> {
        if self.tree().subject(node) == EXPRESSION {
            return Err("there is no function to look into".into());
        }
        let (pid, program) = (self.pid(), self.machine().program.clone());
        let children = self.tree().children(node).collect();
        let checkpoints = self.history.checkpoints();
        let after = checkpoints.partition_point(|checkpoint| checkpoint.mark.next(pid) <= node.0);
        let from = &checkpoints[after.saturating_sub(1)];
        let next = from.mark.next(pid);
        let mut tracer = Tracer::new(program, &mut self.subjects, pid, next, node, children);
        self.history.rerun_by_slices(from, &mut tracer, |tracer| tracer.is_done(), meter).await;
        tracer.finish().map(Zoom::new)
    }
}

impl Zoom {
    pub(crate) fn new(trace: Trace) -> Zoom {
        let mut tree = SkeletonBuilder::new();
        let mut subjects: HashMap<ZoomKind, SubjectId> = HashMap::new();
        for node in &trace.nodes {
            let next = SubjectId(subjects.len() as u32);
            tree.close_to(node.depth);
            tree.open(*subjects.entry(node.kind).or_insert(next));
        }
        tree.close_to(0);
        Zoom { tree: tree.finish(), trace, scene: None }
    }

    pub(crate) fn at(self, scene: Option<Scene>) -> Zoom {
        Zoom { scene, ..self }
    }

    /// The function (or fun) that is looked into.
    pub fn subject(&self) -> &Subject {
        &self.trace.subject
    }

    /// The call that is looked into.
    pub fn call(&self) -> Call {
        let outcome = match &self.trace.nodes.first().map(|node| &node.found) {
            Some(ExpressionEnd::Outcome(outcome)) => outcome.clone(),
            _ => CallOutcome::Unfinished,
        };
        let clause = self.clause_of_call().map_or(Clause::NoneMatched, Clause::Taken);
        let Trace { subject, arguments, captured, .. } = &self.trace;
        let (subject, arguments, captured) = (subject.clone(), arguments.clone(), captured.clone());
        Call { subject, arguments, captured, outcome, clause }
    }

    pub fn kind(&self, node: NodeId) -> ZoomKind {
        self.node(node).kind
    }

    pub fn found(&self, node: NodeId) -> &ExpressionEnd {
        &self.node(node).found
    }

    /// What the clauses of a selection or a pattern are tried on, or the element of a generator.
    pub fn tried(&self, node: NodeId) -> Option<&Term> {
        self.node(node).tried.as_ref()
    }

    /// The calls that an expression makes itself, as nodes of the tree of calls: the first search
    /// has an opinion on them.
    pub fn calls(&self, node: NodeId) -> &[NodeId] {
        &self.node(node).calls
    }

    /// All variables that are bound when the evaluation of the node begins, in the order of their
    /// binding.
    pub fn variables(&self, node: NodeId) -> Vec<(Atom, &Term)> {
        let variables = self.trace.variables(self.node(node).before);
        variables.into_iter().map(|(name, value, _)| (name, value)).collect()
    }

    /// The variables that the node itself binds.
    pub fn bindings(&self, node: NodeId) -> Vec<(Atom, &Term)> {
        let Node { before, after, .. } = self.node(node);
        let variables = self.trace.variables_since(*after, *before);
        variables.into_iter().map(|(name, value, _)| (name, value)).collect()
    }

    /// The node that bound a variable of another node's context: who is wrong if the context is.
    /// None: it is an argument.
    pub fn binder(&self, node: NodeId, name: Atom) -> Option<NodeId> {
        let Node { before, after, .. } = self.node(node);
        let known = [self.trace.variables(*before), self.trace.variables(*after)];
        let by = known.iter().flatten().find(|(bound, ..)| *bound == name).map(|(_, _, by)| NodeId(*by));
        by.filter(|by| by.0 > 0)
    }

    /// Whether nothing that others can see was done while it was evaluated.
    pub fn is_quiet(&self, node: NodeId) -> bool {
        let Node { began, deeds, .. } = self.node(node);
        began.deeds == *deeds
    }

    /// Whether a node can be evaluated anew in its place.
    pub fn has_place(&self) -> bool {
        self.scene.is_some()
    }

    /// Makes the evaluation of a node again by calls of these functions, one after the other, each
    /// from the state in which it began: what is in the mailbox, what others know and do, and all
    /// that is shared, stays as it was. The first is to be the node as it was, the others are of
    /// `version`. None: there is no such state.
    pub async fn rehearse(
        &self,
        node: NodeId,
        version: &Version,
        calls: [(FunctionId, &[Term]); 2],
        meter: &Meter,
    ) -> Option<[Rehearsal; 2]> {
        let began = self.node(node).began;
        let receives = self.trace.receives_before.checked_sub(began.receives)?;
        self.scene.as_ref()?.rehearse(began.reports, receives, version, calls, meter).await
    }

    fn node(&self, node: NodeId) -> &Node {
        &self.trace.nodes[node.0 as usize]
    }
}
