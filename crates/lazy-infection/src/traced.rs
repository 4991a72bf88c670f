//! The traces that the lazy machine writes: made into trees from spans and from stacks, which the
//! correct program judges like the machine's own.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use computation_tree::{NodeId, Tree};
use lazy_machine::Compiled;
use lazy_machine::machine::{Budget, Machine, Stop};
use lazy_tree::Fact;
use observation::statement::Collector;
use observation::trace::Trace;
use observation::tree::ObservationTree;
use observation::value::Style;

use crate::search::in_turn;
use crate::trial::{Method, dependencies};
use crate::verdicts::{Said, Searched, TreeKind};

/// The trace that an observed program writes. None: it does not terminate. An error: the trace is
/// not sound.
pub fn trace(compiled: &Compiled, parts: u64, budget: &Budget<'_>) -> Result<Option<Rc<Trace>>, String> {
    let Some(file) = written(compiled, parts, budget) else { return Ok(None) };
    match Trace::read(&file[..]) {
        (trace, None) => Ok(Some(Rc::new(trace))),
        (_, Some(trouble)) => Err(format!("{trouble:?}")),
    }
}

/// The tree that is made of a trace.
pub fn searched<'a>(
    seed: u64,
    guilty: &'a str,
    trace: &Rc<Trace>,
    method: Method,
) -> Result<Searched<'a>, String> {
    let tree = Rc::new(ObservationTree::new(dependencies(trace, method)?));
    let topics = (0..tree.tree().len()).filter_map(|node| tree.topic(NodeId(node)));
    let mut collector = Collector::new(topics.map(|topic| (topic.event, topic.label)));
    trace.events().try_for_each(|recorded| collector.add(recorded))?;
    let statements = collector.finish();
    let said = {
        let (tree, trace) = (tree.clone(), trace.clone());
        move |node| {
            let Some(topic) = tree.topic(node) else { return Said::Nothing };
            let read = || {
                let statement = statements.get(topic.event)?;
                let (call, value) = statements.call_and_result(statement, &trace.texts, Style::PLAIN);
                Fact::read(&call, &value, &|name| trace.texts.find(name).is_some())
            };
            read().map_or(Said::Unclear, Said::Fact)
        }
    };
    let shape = tree.shared().clone();
    let trace = trace.clone();
    let function = move |node| Some(trace.texts.get(tree.topic(node)?.label).to_owned());
    Ok(Searched {
        name: format!("seed {seed}, traced, by {method:?}"),
        kind: TreeKind::Traced(method),
        guilty,
        is_same: false,
        strategies: in_turn(seed),
        tree: shape,
        said: Box::new(said),
        function: Box::new(function),
    })
}

fn written(compiled: &Compiled, parts: u64, budget: &Budget<'_>) -> Option<Vec<u8>> {
    let mut machine = Machine::new(compiled.code.clone(), compiled.main, parts, None);
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
