//! Traces that are written to memory.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use observation::agreement::agree;
use observation::spans::Spans;
use observation::stacks::Snapshots;
use observation::statement::Collector;
use observation::trace::Trace;
use observation::tree::ObservationTree;
use observation::value::Style;

/// A file in memory.
#[derive(Clone, Default)]
pub struct Bytes(Rc<RefCell<Vec<u8>>>);

impl Bytes {
    pub fn take(&self) -> Vec<u8> {
        self.0.take()
    }
}

impl Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The trace, which must be one: balanced, made into statements by both constructions, and its
/// stacks say what its spans say.
pub fn sound(file: &[u8]) -> Trace {
    let (trace, trouble) = Trace::read(file);
    assert_eq!(trouble, None);
    let (mut spans, mut snapshots) = (Spans::new(), Snapshots::default());
    for recorded in trace.events() {
        spans.add(recorded).unwrap_or_else(|error| panic!("{error}\n{}", trace.to_text()));
        snapshots.add(recorded).unwrap_or_else(|error| panic!("{error}\n{}", trace.to_text()));
    }
    spans.finish();
    snapshots.finish(&mut trace.stacks.clone());
    agree(&trace).unwrap_or_else(|error| panic!("{error}\n{}", trace.to_text()));
    trace
}

/// Of a file that is cut or damaged as much is read as is whole, and both constructions make
/// statements of that.
pub fn partial(file: &[u8], whole: &Trace) {
    let (trace, trouble) = Trace::read(file);
    assert!(trouble.is_some() || trace.len() <= whole.len());
    assert!(trace.events().eq(whole.events().take(trace.len())), "what is read is as it was written");
    let (mut spans, mut snapshots) = (Spans::new(), Snapshots::default());
    for recorded in trace.events() {
        spans.add(recorded).unwrap_or_else(|error| panic!("{error}"));
        snapshots.add(recorded).unwrap_or_else(|error| panic!("{error}"));
    }
    for dependencies in [spans.finish(), snapshots.finish(&mut trace.stacks.clone())] {
        let topics = dependencies.topics.iter().skip(1).map(|topic| (topic.event, topic.label));
        let mut collector = Collector::new(topics);
        for recorded in trace.events() {
            collector.add(recorded).unwrap_or_else(|error| panic!("{error}"));
        }
        let statements = collector.finish();
        for (_, statement) in statements.iter() {
            statements.call_and_result(statement, &trace.texts, Style::PLAIN);
        }
        ObservationTree::new(dependencies);
    }
}
