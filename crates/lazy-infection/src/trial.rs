//! One program: run, observed, made into trees, and judged.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use computation_tree::{Graph, Members, Vertex};
use observation::event::{Event, EventId, TextId};
use observation::spans::{Dependencies, Spans};
use observation::stacks::Snapshots;
use observation::statement::{Collector, Statement, Statements};
use observation::tables::Texts;
use observation::trace::Trace;
use observation::tree::{ObservationTree, Topic};
use observation::value::{Value, ValueId, Values};

use crate::core::{Annotation, Program};
use crate::generator;
use crate::machine::{self, INFECTED};
use crate::search::{in_turn, search};

/// How dependencies were found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Method {
    Spans,
    Stacks,
}

/// What came of many programs.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    pub tried: u64,
    pub ill_formed: u64,
    /// Programs that used constants.
    pub with_constants: u64,
    pub statements: u64,
    pub by_method: BTreeMap<Method, FoundCounts>,
    /// What must not be, with the seed of the program.
    pub unsound: Vec<(u64, String)>,
}

#[derive(Clone, Copy, Default, Debug)]
pub struct FoundCounts {
    pub faulty: u64,
    /// Of those, how many are circles with several labels.
    pub circles: u64,
    pub verdicts: u64,
}

impl Tally {
    pub fn with(mut self, other: Tally) -> Tally {
        self.tried += other.tried;
        self.ill_formed += other.ill_formed;
        self.with_constants += other.with_constants;
        self.statements += other.statements;
        for (method, found) in other.by_method {
            let sum = self.by_method.entry(method).or_default();
            sum.faulty += found.faulty;
            sum.circles += found.circles;
            sum.verdicts += found.verdicts;
        }
        self.unsound.extend(other.unsound);
        self
    }

    pub fn is_sound(&self) -> bool {
        self.unsound.is_empty()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { tried, ill_formed, with_constants, statements, by_method, unsound } = self;
        writeln!(
            f,
            "{tried} programs ({with_constants} with constants), {statements} statements; {ill_formed} others say nothing"
        )?;
        for (method, FoundCounts { faulty, circles, verdicts }) in by_method {
            let name = format!("{method:?}").to_lowercase();
            writeln!(f, "{name}: {faulty} faulty nodes, {circles} of them circles; {verdicts} verdicts")?;
        }
        writeln!(f, "{} innocent functions named", unsound.len())?;
        unsound.iter().take(10).try_for_each(|(seed, what)| writeln!(f, "seed {seed}: {what}"))
    }
}

/// Tries the program that belongs to the seed.
pub fn try_program(seed: u64, tally: &mut Tally) {
    let program = generator::program(seed);
    let Ok(trace) = machine::run(&program) else {
        tally.ill_formed += 1;
        return;
    };
    tally.tried += 1;
    let uses_constants = trace.events().any(|recorded| matches!(recorded.event, Event::Use { .. }));
    tally.with_constants += u64::from(uses_constants);
    for method in [Method::Spans, Method::Stacks] {
        let mut found = FoundCounts::default();
        let told = Case::new(&program, &trace, method).and_then(|case| {
            tally.statements += if method == Method::Spans { case.wrong.len() as u64 } else { 0 };
            case.connected(uses_constants)?;
            case.faulty_nodes(&mut found)?;
            case.searches(seed, &mut found)
        });
        if let Err(what) = told {
            tally.unsound.push((seed, format!("{method:?}: {what}")));
        }
        let sum = tally.by_method.entry(method).or_default();
        sum.faulty += found.faulty;
        sum.circles += found.circles;
        sum.verdicts += found.verdicts;
    }
}

/// A run, and what one method makes of it.
struct Case<'a> {
    trace: &'a Trace,
    method: Method,
    dependencies: Dependencies,
    /// Of each statement, whether it is wrong.
    wrong: BTreeMap<EventId, bool>,
    defects: BTreeSet<TextId>,
}

impl<'a> Case<'a> {
    fn new(program: &Program, trace: &'a Trace, method: Method) -> Result<Case<'a>, String> {
        let dependencies = dependencies(trace, method)?;
        let wanted = dependencies.topics.iter().skip(1).map(|topic| (topic.event, topic.label));
        let mut collector = Collector::new(wanted);
        trace.events().try_for_each(|recorded| collector.add(recorded))?;
        let statements = collector.finish();
        let wrong =
            statements.iter().map(|(id, statement)| (id, !is_right(&statements, statement, &trace.texts)));
        let wrong = wrong.collect();
        let defects = program
            .bindings
            .iter()
            .filter(|binding| binding.is_defective && binding.annotation != Annotation::Unobserved);
        let defects = defects.filter_map(|binding| trace.texts.find(&binding.name)).collect();
        Ok(Case { trace, method, dependencies, wrong, defects })
    }

    fn is_wrong(&self, vertex: Vertex) -> bool {
        let topic = self.dependencies.topics[vertex.0 as usize];
        vertex != Vertex::ROOT && self.wrong.get(&topic.event) == Some(&true)
    }

    fn label(&self, vertex: Vertex) -> TextId {
        self.dependencies.topics[vertex.0 as usize].label
    }

    /// All statements are reachable from ★ (Property 6.3); from spans, and without constants, each
    /// has one parent (Property 6.4).
    fn connected(&self, uses_constants: bool) -> Result<(), String> {
        let graph = &self.dependencies.graph;
        let is_reached = reached(graph);
        let mut parents = vec![0; graph.len()];
        graph.edges().for_each(|(_, to)| parents[to.0 as usize] += 1);
        let applications: BTreeSet<EventId> = self
            .trace
            .events()
            .filter(|recorded| matches!(recorded.event, Event::MapsTo { .. }))
            .map(|recorded| recorded.id)
            .collect();
        for vertex in graph.vertices().skip(1) {
            let event = self.dependencies.topics[vertex.0 as usize].event;
            if applications.contains(&event) && !is_reached[vertex.0 as usize] {
                return Err(format!("statement {event} cannot be reached"));
            }
            if self.method == Method::Spans && !uses_constants && parents[vertex.0 as usize] > 1 {
                return Err(format!("statement {event} has several parents"));
            }
        }
        Ok(())
    }

    /// A node is faulty if it is wrong and all of its children are right. Then one of its wrong
    /// statements is of a function with a defect.
    fn faulty_nodes(&self, found: &mut FoundCounts) -> Result<(), String> {
        let (graph, members): (Graph, Members) = self.dependencies.graph.collapsed();
        let is_wrong = |vertex: Vertex| members.of(vertex).into_iter().any(|member| self.is_wrong(member));
        for vertex in graph.vertices().skip(1) {
            if !is_wrong(vertex) || graph.successors(vertex).iter().any(|child| is_wrong(*child)) {
                continue;
            }
            let suspects = members.of(vertex).into_iter().filter(|member| self.is_wrong(*member));
            let labels: BTreeSet<TextId> = suspects.map(|member| self.label(member)).collect();
            found.faulty += 1;
            found.circles += u64::from(labels.len() > 1);
            if labels.is_disjoint(&self.defects) {
                return Err(format!("{} found faulty", self.names(labels)));
            }
        }
        Ok(())
    }

    /// The same through the search of a session.
    fn searches(&self, seed: u64, found: &mut FoundCounts) -> Result<(), String> {
        let tree = ObservationTree::new(self.dependencies.clone());
        let is_right = |topic: Topic| self.wrong.get(&topic.event) != Some(&true);
        for strategy in in_turn(seed) {
            let mut judge = |node| Ok::<_, String>(Some(tree.topic(node).is_none_or(is_right)));
            let blamed = search(tree.shared(), &mut judge, strategy)?;
            let blamed: BTreeSet<TextId> =
                blamed.into_iter().filter_map(|node| tree.topic(node)).map(|topic| topic.label).collect();
            found.verdicts += u64::from(!blamed.is_empty());
            if !blamed.is_empty() && blamed.is_disjoint(&self.defects) {
                return Err(format!("{} blamed by {strategy:?}", self.names(blamed)));
            }
        }
        Ok(())
    }

    fn names(&self, labels: BTreeSet<TextId>) -> String {
        let names: Vec<&str> = labels.into_iter().map(|label| self.trace.texts.get(label)).collect();
        names.join(", ")
    }
}

pub fn dependencies(trace: &Trace, method: Method) -> Result<Dependencies, String> {
    match method {
        Method::Spans => {
            let mut spans = Spans::new();
            trace.events().try_for_each(|recorded| spans.add(recorded).map(drop))?;
            Ok(spans.finish())
        }
        Method::Stacks => {
            let mut snapshots = Snapshots::default();
            trace.events().try_for_each(|recorded| snapshots.add(recorded))?;
            Ok(snapshots.finish(&mut trace.stacks.clone()))
        }
    }
}

fn reached(graph: &Graph) -> Vec<bool> {
    let mut is_reached = vec![false; graph.len()];
    let mut todo = vec![Vertex::ROOT];
    while let Some(vertex) = todo.pop() {
        if !std::mem::replace(&mut is_reached[vertex.0 as usize], true) {
            todo.extend(graph.successors(vertex));
        }
    }
    is_reached
}

/// An infected argument excuses the function (Fig. 53).
fn is_right(statements: &Statements, statement: &Statement, texts: &Texts) -> bool {
    let judge = Judge { values: &statements.values, texts };
    let excused = statement.argument.is_some_and(|argument| !judge.is_right(argument));
    excused || judge.is_right(statement.result)
}

struct Judge<'a> {
    values: &'a Values,
    texts: &'a Texts,
}

impl Judge<'_> {
    /// Values are not deeper than a run of a few thousand steps makes them.
    fn is_right(&self, value: ValueId) -> bool {
        recursion::deep(|| match self.values.get(value) {
            Value::Unknown | Value::Bottom | Value::Raised(_) => true,
            Value::Con { name, fields } => {
                !self.texts.get(*name).ends_with(INFECTED) && fields.iter().all(|field| self.is_right(*field))
            }
            Value::Map(entries) => {
                entries.iter().all(|(argument, result)| !self.is_right(*argument) || self.is_right(*result))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_guilty_are_named() {
        let mut tally = Tally::default();
        (0..1_500).for_each(|seed| try_program(seed, &mut tally));
        assert!(tally.is_sound(), "{tally}");
        // The experiment must be able to fail.
        assert!(tally.tried > 1_000 && tally.with_constants > 200, "{tally}");
        assert!(tally.by_method.values().all(|found| found.faulty > 300 && found.verdicts > 300), "{tally}");
    }
}
