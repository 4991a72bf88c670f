//! Where a part of a value comes from: the call that made it. Terms are shared, never copied, so a
//! part is followed by its identity; or by what it is equal to, where values had to be computed
//! again.

use std::collections::HashSet;

use computation_tree::{NodeId, Skeleton, TreeExt};
use erlang_machine::program::Program;
use erlang_term::Term;
use erlang_tree::processes::CameTo;
use erlang_tree::{CallOutcome, CallTree, RunTree, statement};

use session::answer::ValueStep;

/// Calls that are looked at under one node before it is given up.
const CHILDREN: usize = 100_000;

/// A tree whose nodes are given values and have one in the end.
pub trait ValueTree {
    fn shape(&self) -> &Skeleton;

    fn program(&self) -> &Program;

    /// How often values had to be computed again.
    fn reruns(&self) -> u32;

    fn flow(&mut self, node: NodeId) -> Flow;
}

/// The arguments of a node, and its value if it has one.
pub struct Flow {
    given: Vec<Term>,
    value: Option<Term>,
}

impl ValueTree for CallTree {
    fn shape(&self) -> &Skeleton {
        self.tree()
    }

    fn program(&self) -> &Program {
        &self.machine().program
    }

    fn reruns(&self) -> u32 {
        CallTree::reruns(self)
    }

    fn flow(&mut self, node: NodeId) -> Flow {
        let call = self.call(node);
        let value = match call.outcome {
            CallOutcome::Value(value) => Some(value),
            CallOutcome::Exception { .. } | CallOutcome::Unfinished => None,
        };
        Flow { given: call.arguments.into_iter().chain(call.captured).collect(), value }
    }
}

/// What came in by messages counts as made by the step that received it.
impl ValueTree for RunTree {
    fn shape(&self) -> &Skeleton {
        self.tree()
    }

    fn program(&self) -> &Program {
        &self.machine().program
    }

    fn reruns(&self) -> u32 {
        RunTree::reruns(self)
    }

    fn flow(&mut self, node: NodeId) -> Flow {
        let said = self.transition(node);
        let value = match said.came_to {
            CameTo::Value(value) => Some(value),
            _ => None,
        };
        let context = said.context.into_iter().map(|(_, value)| value);
        Flow { given: said.arguments.into_iter().chain(said.captured).chain(context).collect(), value }
    }
}

/// The call below `node` that made a part of its value, or the node itself.
pub fn of_part(tree: &mut impl ValueTree, node: NodeId, path: &[ValueStep]) -> Result<NodeId, String> {
    let value = tree.flow(node).value.ok_or("only a value has parts that can be traced")?;
    let (part, holder) = part(tree.program(), &value, path)?;
    // An atom or a number has no identity: then what holds it was made where it was put in.
    let target = match identity(&part) {
        Some(_) => Target::Term(part),
        None => holder.ok_or("cannot tell where this part comes from")?,
    };
    let (mut producer, reruns) = (node, tree.reruns());
    while let Some(child) = first_with(tree, producer, &target, reruns) {
        producer = child;
    }
    Ok(producer)
}

/// What is followed. It is alive as long as it is: nothing else can have its identity.
enum Target {
    /// A cell of a list, or a tuple.
    Term(Term),
    /// What is in a map under a key: maps are changed in place, or copied in part, as it happens.
    Pair(Term, Term),
}

/// The part, and what holds it.
fn part(program: &Program, value: &Term, path: &[ValueStep]) -> Result<(Term, Option<Target>), String> {
    let (mut part, mut holder) = (value.clone(), None);
    for step in path {
        let (next, held_by) = match (step, &part) {
            (ValueStep::Element(n), Term::Cons(_)) => {
                let cell = nth_cell(&part, *n).ok_or_else(|| format!("the list has no element {n}"))?;
                let Term::Cons(inside) = &cell else { return Err("not a list".into()) };
                (inside.head.clone(), Some(Target::Term(cell.clone())))
            }
            (ValueStep::Element(n), Term::Tuple(elements)) => {
                let element = (*n as usize).checked_sub(1).and_then(|index| elements.get(index));
                let element = element.ok_or_else(|| format!("the tuple has no element {n}"))?;
                (element.clone(), Some(Target::Term(part.clone())))
            }
            (step, Term::Map(map)) => {
                let wanted = match step {
                    ValueStep::Element(n) => n.to_string(),
                    ValueStep::Key(key) => key.clone(),
                };
                let found = map.iter().find(|(key, _)| statement::value(program, key) == wanted);
                let (key, value) = found.ok_or_else(|| format!("the map has no key {wanted}"))?;
                (value.clone(), Some(Target::Pair(key.clone(), value.clone())))
            }
            _ => return Err("the value has no such part".into()),
        };
        (part, holder) = (next, held_by);
    }
    Ok((part, holder))
}

fn nth_cell(list: &Term, n: u32) -> Option<Term> {
    let mut rest = list;
    for _ in 1..n {
        let Term::Cons(cell) = rest else { return None };
        rest = &cell.tail;
    }
    (n > 0 && matches!(rest, Term::Cons(_))).then(|| rest.clone())
}

/// The earliest call that `node` made whose value has the target in it and whose arguments do not.
/// `reruns`: how often values had been computed again when the target was found; after that, the
/// same term is another one.
fn first_with(tree: &mut impl ValueTree, node: NodeId, target: &Target, reruns: u32) -> Option<NodeId> {
    let children: Vec<NodeId> = tree.shape().children(node).take(CHILDREN).collect();
    children.into_iter().find(|child| {
        let Flow { given, value } = tree.flow(*child);
        let same_run = tree.reruns() == reruns;
        let holds_it = |value: &Term| holds(std::iter::once(value), target, same_run);
        value.as_ref().is_some_and(holds_it) && !holds(given.iter(), target, same_run)
    })
}

/// Which term it is, not what it looks like. Only compared, while the terms are alive.
type Identity = usize;

fn identity(term: &Term) -> Option<Identity> {
    match term {
        Term::Cons(cell) => Some(std::ptr::from_ref(&cell.head) as usize),
        Term::Tuple(elements) if !elements.is_empty() => Some(elements.as_ptr() as usize),
        _ => None,
    }
}

fn is_it(term: &Term, target: &Target, same_run: bool) -> bool {
    match target {
        Target::Term(part) => {
            identity(term).is_some_and(|found| Some(found) == identity(part)) || !same_run && term == part
        }
        Target::Pair(key, value) => matches!(term, Term::Map(map) if map.get(key) == Some(value)),
    }
}

fn holds<'t>(terms: impl Iterator<Item = &'t Term>, target: &Target, same_run: bool) -> bool {
    let mut work: Vec<&Term> = terms.collect();
    let mut seen = HashSet::new();
    while let Some(term) = work.pop() {
        if is_it(term, target, same_run) {
            return true;
        }
        // Shared structure is looked at once.
        if identity(term).is_some_and(|found| !seen.insert(found)) {
            continue;
        }
        match term {
            Term::Cons(cell) => work.extend([&cell.head, &cell.tail]),
            Term::Tuple(elements) => work.extend(elements.iter()),
            Term::Map(map) => work.extend(map.iter().flat_map(|(key, value)| [key, value])),
            _ => {}
        }
    }
    false
}
