//! The traces that the lazy machine writes: made into trees from spans, which the correct program judges like the machine's own.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::rc::Rc;

use computation_tree::NodeId;
use inquiry::Strategy;
use lazy_machine::compile_observed;
use lazy_machine::machine::{Budget, Machine, Stop};
use lazy_syntax::ast::Program;
use lazy_tree::{Fact, Reference};
use observation::statement::Collector;
use observation::trace::Trace;
use observation::tree::ObservationTree;
use observation::value::Style;

use crate::search::search;
use crate::trial::{Method, dependencies};

/// Observes all functions of the program, and searches the tree that spans make of the trace. An error: it is no sound trace.
pub fn blamed(
    mut program: Program,
    question: &str,
    parts: u64,
    budget: &Budget<'_>,
    reference: &mut Reference,
) -> Result<Vec<(Strategy, BTreeSet<String>)>, String> {
    let Some(file) = traced(&mut program, question, parts, budget) else { return Ok(Vec::new()) };
    let (trace, trouble) = Trace::read(&file[..]);
    if let Some(trouble) = trouble {
        return Err(format!("{trouble:?}"));
    }
    let tree = ObservationTree::new(dependencies(&trace, Method::Spans)?);
    let topics = (0..computation_tree::Tree::len(tree.tree())).filter_map(|node| tree.topic(NodeId(node)));
    let mut collector = Collector::new(topics.map(|topic| (topic.event, topic.label)));
    trace.events().try_for_each(|recorded| collector.add(recorded))?;
    let statements = collector.finish();
    let mut known: BTreeMap<(String, String), Option<bool>> = BTreeMap::new();
    let mut judge = |node: NodeId| {
        let Some(topic) = tree.topic(node) else { return Some(true) };
        let statement = statements.get(topic.event)?;
        let said = statements.call_and_result(statement, &trace.texts, Style::PLAIN);
        *known.entry(said).or_insert_with_key(|(call, value)| {
            let is_function = |name: &str| trace.texts.find(name).is_some();
            reference.is_right(&Fact::read(call, value, &is_function)?)
        })
    };
    let mut found = Vec::new();
    for strategy in [Strategy::DivideQuery, Strategy::TopDown] {
        let blamed = search(tree.shared(), &mut judge, strategy);
        let labels = blamed.into_iter().filter_map(|node| tree.topic(node));
        found.push((strategy, labels.map(|topic| trace.texts.get(topic.label).to_owned()).collect()));
    }
    Ok(found)
}

fn traced(program: &mut Program, question: &str, parts: u64, budget: &Budget<'_>) -> Option<Vec<u8>> {
    let query = program.query(question).0?;
    let compiled = compile_observed(program, &query, &["_".to_owned()]).ok()?;
    let mut machine = Machine::new(compiled.code, compiled.main, parts, None);
    let file = File::default();
    machine.write_trace(Box::new(file.clone())).ok()?;
    let end = machine.run(budget);
    machine.finish_trace().ok()?;
    (end == Stop::Done).then(|| file.0.take())
}

/// In memory.
#[derive(Clone, Default)]
struct File(Rc<RefCell<Vec<u8>>>);

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
