//! Traces that are written to memory.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use observation::spans::Spans;
use observation::stacks::Snapshots;
use observation::trace::Trace;

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

/// The trace, which must be one: balanced, and made into statements by both constructions.
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
    trace
}
