//! From the call log to a tree that can be searched.
//!
//! The parent of a call is the call whose rule it was written in (functional-logic §8.4): the
//! closest boxed ancestor in the proof tree. A call through a function value belongs to the code
//! that mentions the function if functions are finite maps, and to the code that applies it if they
//! go by their names. The log knows both. A shared constant (hs) is a node with an edge from every
//! use; constants that depend on each other in a circle are one node.

use std::ops::Range;

use computation_tree::{Graph, NodeId, SharedTree, Skeleton, SubjectId, Vertex};
use lazy_machine::code::Code;
use lazy_machine::core::FunctionId;
use lazy_machine::log::{CallId, Log};

use crate::order::Order;

/// The root ★ stands for what was asked; below it is a node a call.
pub struct LazyTree {
    shared: SharedTree,
    /// What the vertices are.
    calls: Vec<CallId>,
}

/// The subject of calls of this function.
pub fn subject(function: FunctionId) -> SubjectId {
    SubjectId(function.0 + 2)
}

/// The function that is the subject, unless it is ★ or a circle.
pub fn function(subject: SubjectId) -> Option<FunctionId> {
    subject.0.checked_sub(2).map(FunctionId)
}

impl LazyTree {
    /// `main` is what was asked.
    pub fn new(log: &Log, code: &Code, main: FunctionId) -> LazyTree {
        let edges = edges(log, code, main);
        let (calls, numbers) = preorder(&edges, log.len());
        let vertex = |call: CallId| Vertex(numbers[call.0 as usize]);
        let numbered = || edges.iter().map(|(from, to)| (vertex(*from), vertex(*to)));
        let graph = Graph::new(calls.len(), numbered);
        let is_tree = log.constants().is_empty();
        let (graph, members) = match is_tree {
            true => (graph, computation_tree::Members::Alone),
            false => graph.collapsed(),
        };
        let shared =
            SharedTree::new(&graph, &members, |vertex| subject(log.call(calls[vertex.0 as usize]).function));
        LazyTree { shared, calls }
    }

    pub fn tree(&self) -> &Skeleton {
        self.shared.tree()
    }

    pub fn shared(&self) -> &SharedTree {
        &self.shared
    }

    /// The call that the node stands for; none of ★ and circles.
    pub fn call(&self, node: NodeId) -> Option<CallId> {
        self.shared.vertex(node).map(|vertex| self.calls[vertex.0 as usize])
    }

    /// What the node depends on although it is not below it.
    pub fn background(&self, node: NodeId) -> Option<Range<NodeId>> {
        self.shared.background(node)
    }

    /// The members of the circle of constants that the node is in, if it is in one.
    pub fn circle(&self, node: NodeId) -> Vec<NodeId> {
        self.shared.circle(node)
    }
}

/// Who depends on whom. The edges of a call are side by side, in the order in which its rule
/// mentions them.
fn edges(log: &Log, code: &Code, main: FunctionId) -> Vec<(CallId, CallId)> {
    let mut constants = vec![None; code.functions.len()];
    for (function, call) in log.constants() {
        constants[function.0 as usize] = Some(*call);
    }
    let is_constant = |call: CallId| constants[log.call(call).function.0 as usize] == Some(call);
    let calls = log.calls().filter(|call| !is_constant(*call)).map(|call| (log.call(call).parent, call));
    let uses = log.uses().iter().filter_map(|(user, constant)| {
        let call = constants[constant.0 as usize]?;
        (call != *user).then_some((*user, call))
    });
    let mut order = Order::new(code);
    let mut ranked: Vec<(CallId, u32, CallId)> = calls
        .chain(uses)
        .map(|(from, to)| {
            let (caller, rule) = match log.call(from) {
                goal if from == CallId::GOAL => (main, goal.rule),
                call => (call.function, call.rule),
            };
            (from, order.rank(caller, rule, log.call(to).function), to)
        })
        .collect();
    ranked.sort_unstable();
    ranked.dedup();
    ranked.into_iter().map(|(from, _, to)| (from, to)).collect()
}

/// The calls in preorder, and the place of each: so that the number of a vertex says where it
/// stands among its siblings.
fn preorder(edges: &[(CallId, CallId)], count: usize) -> (Vec<CallId>, Vec<u32>) {
    let below = |call: CallId| {
        let start = edges.partition_point(|(from, _)| *from < call);
        let end = start + edges[start..].partition_point(|(from, _)| *from == call);
        start..end
    };
    let mut calls = Vec::with_capacity(count);
    let mut numbers = vec![u32::MAX; count];
    let mut open = vec![CallId::GOAL];
    while let Some(call) = open.pop() {
        if numbers[call.0 as usize] != u32::MAX {
            continue;
        }
        numbers[call.0 as usize] = calls.len() as u32;
        calls.push(call);
        open.extend(edges[below(call)].iter().rev().map(|(_, to)| *to));
    }
    (calls, numbers)
}
