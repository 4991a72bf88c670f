//! Dependencies from cost-centre stacks (paper 5 §5.3): a graph that has all of the true ones, and
//! more.
//!
//! Statements with the same label and the same stack cannot be told apart by their stacks, so that
//! each such *class* is one node. Two rules are stricter than the thesis, both needed for
//! soundness:
//!
//! - Dominance is that of statements, not of classes: of two statements of one class neither is on
//!   all ways to anything, so an edge to a class is a back edge only if the class has a single
//!   statement.
//! - Edges to constants are never back edges. The statement of a constant shows all that was ever
//!   demanded of it, so that it may truly depend on a statement that depends on it.
//!
//! With these no true dependency is removed, whatever else is in the graph. Who makes a call is
//! older than the call, and a constant is mentioned before it is demanded: so from ★ to any
//! statement p there is a way of true dependencies over nobody younger than p. If p truly makes the
//! call d, then d is younger than p, and that way goes past it: d does not dominate p. What is left
//! of circles becomes one node, in which nothing is lost.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use computation_tree::{Graph, Vertex};

use crate::event::{Event, EventId, Port, StackId, TextId};
use crate::format::Recorded;
use crate::spans::Dependencies;
use crate::tables::Stacks;
use crate::tree::Topic;

/// Collects statements with their stacks while events go by.
#[derive(Default)]
pub struct Snapshots {
    /// Roots that have no value yet, and the functions that are the values of others.
    roots: BTreeMap<EventId, (TextId, Option<StackId>)>,
    functions: HashMap<EventId, (TextId, Option<StackId>)>,
    statements: Vec<Snapshot>,
    uses: BTreeSet<(StackId, TextId)>,
}

struct Snapshot {
    topic: Topic,
    stack: StackId,
    is_constant: bool,
}

impl Snapshots {
    /// Takes in the next event. An error says why its stack is not known.
    pub fn add(&mut self, Recorded { id, event, .. }: Recorded) -> Result<(), String> {
        match event {
            Event::Root { label, stack, is_constant: true } => {
                self.statement(Topic { event: id, label }, stack, true)?;
            }
            Event::Root { label, stack, is_constant: false } => {
                self.roots.insert(id, (label, stack));
            }
            Event::Lam(Port::Whole(root)) => {
                if let Some(found) = self.roots.remove(&root) {
                    self.functions.insert(id, found);
                }
            }
            Event::Con { at: Port::Whole(root), .. } | Event::Raise { at: Port::Whole(root), .. } => {
                if let Some((label, stack)) = self.roots.remove(&root) {
                    self.statement(Topic { event: root, label }, stack, true)?;
                }
            }
            Event::MapsTo { of, stack } => {
                if let Some((label, of_root)) = self.functions.get(&of).copied() {
                    self.statement(Topic { event: id, label }, stack.or(of_root), false)?;
                }
            }
            Event::Use { label, stack } => {
                let stack = stack.ok_or_else(|| missing(id))?;
                self.uses.insert((stack, label));
            }
            Event::Enter(_) | Event::Lam(_) | Event::Con { .. } | Event::Raise { .. } => {}
        }
        Ok(())
    }

    fn statement(&mut self, topic: Topic, stack: Option<StackId>, is_constant: bool) -> Result<(), String> {
        let stack = stack.ok_or_else(|| missing(topic.event))?;
        self.statements.push(Snapshot { topic, stack, is_constant });
        Ok(())
    }

    /// The dependencies, without back edges; what is left of cycles is to be made one node.
    pub fn finish(mut self, stacks: &mut Stacks) -> Dependencies {
        // What was not over when the trace ended.
        for (event, (label, stack)) in std::mem::take(&mut self.roots) {
            let stack = stack.unwrap_or(StackId::EMPTY);
            self.statements.push(Snapshot { topic: Topic { event, label }, stack, is_constant: true });
        }
        self.statements.sort_unstable_by_key(|snapshot| snapshot.topic.event);
        let classes = Classes::of(&self.statements, stacks);
        let edges = classes.edges(&self.uses, stacks);
        let graph = Graph::new(classes.list.len() + 1, || edges.iter().copied());
        let class = |vertex: Vertex| &classes.list[vertex.0 as usize - 1];
        let graph = graph.without_back_edges(|to| {
            to != Vertex::ROOT && class(to).members.len() == 1 && !class(to).is_constant
        });
        classes.spread(&graph, &self.statements)
    }
}

fn missing(id: EventId) -> String {
    format!("event {id} has no cost-centre stack: the tree can only be made from spans")
}

/// Statements that their stacks do not tell apart.
struct Class {
    label: TextId,
    stack: StackId,
    /// `push(S, f)`: the stack inside.
    inside: StackId,
    /// Indices of statements.
    members: Vec<usize>,
    is_constant: bool,
}

/// All classes, in the order of their first statements. Class `i` is vertex `i + 1`.
struct Classes {
    list: Vec<Class>,
}

impl Classes {
    fn of(statements: &[Snapshot], stacks: &mut Stacks) -> Classes {
        let mut numbers: HashMap<(TextId, StackId), usize> = HashMap::new();
        let mut list: Vec<Class> = Vec::new();
        for (index, Snapshot { topic, stack, is_constant }) in statements.iter().enumerate() {
            let number = *numbers.entry((topic.label, *stack)).or_insert_with(|| {
                let (label, stack) = (topic.label, *stack);
                let inside = stacks.push_label(stack, label);
                list.push(Class { label, stack, inside, members: Vec::new(), is_constant: false });
                list.len() - 1
            });
            list[number].members.push(index);
            list[number].is_constant |= *is_constant;
        }
        Classes { list }
    }

    /// The three rules of paper 5 §5.3.1.
    fn edges(&self, uses: &BTreeSet<(StackId, TextId)>, stacks: &mut Stacks) -> Vec<(Vertex, Vertex)> {
        let numbered = || self.list.iter().zip(1..).map(|(class, vertex)| (class, Vertex(vertex)));
        // Who needs someone that calls it with this stack: classes, and constants that are used
        // there.
        let mut called: BTreeMap<StackId, BTreeSet<Vertex>> = BTreeMap::new();
        let mut inside: BTreeMap<StackId, Vec<Vertex>> = BTreeMap::new();
        let mut constants: BTreeMap<TextId, Vec<Vertex>> = BTreeMap::new();
        for (class, vertex) in numbered() {
            called.entry(class.stack).or_default().insert(vertex);
            inside.entry(class.inside).or_default().push(vertex);
            if class.is_constant {
                constants.entry(class.label).or_default().push(vertex);
            }
        }
        for (stack, label) in uses {
            called.entry(*stack).or_default().extend(constants.get(label).into_iter().flatten());
        }
        let mut edges: BTreeSet<(Vertex, Vertex)> = BTreeSet::new();
        // Rule 1.
        edges.extend(called.get(&StackId::EMPTY).into_iter().flatten().map(|to| (Vertex::ROOT, *to)));
        for (stack, callers) in &inside {
            // Rule 2.
            let callees = called.get(stack).into_iter().flatten();
            edges.extend(callees.flat_map(|to| callers.iter().map(|from| (*from, *to))));
            // Rule 3, with `stack` as that of the application.
            for (function_stack, functions) in inside.iter().filter(|(other, _)| *other != stack) {
                let merged = stacks.merge(*stack, *function_stack);
                let Some(callees) = called.get(&merged) else { continue };
                edges.extend(callers.iter().flat_map(|from| functions.iter().map(|to| (*from, *to))));
                edges.extend(functions.iter().flat_map(|from| callees.iter().map(|to| (*from, *to))));
            }
        }
        edges.into_iter().collect()
    }

    /// The same with a vertex for each statement: those of a class are a ring, so that they will be
    /// one.
    fn spread(&self, graph: &Graph, statements: &[Snapshot]) -> Dependencies {
        let first = |class: Vertex| match class {
            Vertex::ROOT => class,
            class => Vertex(self.list[class.0 as usize - 1].members[0] as u32 + 1),
        };
        let ring = |class: &Class| {
            let next = class.members.iter().cycle().skip(1).copied();
            let pairs: Vec<(usize, usize)> =
                class.members.iter().copied().zip(next).filter(|(a, b)| a != b).collect();
            pairs.into_iter().map(|(from, to)| (Vertex(from as u32 + 1), Vertex(to as u32 + 1)))
        };
        let edges = || {
            let between = graph.edges().map(|(from, to)| (first(from), first(to)));
            between.chain(self.list.iter().flat_map(ring))
        };
        let graph = Graph::new(statements.len() + 1, edges);
        let root = Topic { event: EventId(u32::MAX), label: TextId(u32::MAX) };
        let topics = std::iter::once(root).chain(statements.iter().map(|snapshot| snapshot.topic)).collect();
        Dependencies { graph, topics, is_tree: false }
    }
}
