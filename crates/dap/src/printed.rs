//! What the program prints, until the editor is told.

use std::cell::RefCell;
use std::rc::Rc;

use debugger::dialogue::Stream;
use debugger::walk::Console;

/// The output since the last request. Output that is reproduced after an undo is not printed again.
#[derive(Clone, Default)]
pub struct Printed(Rc<RefCell<Chunks>>);

type Chunks = Vec<(Stream, Vec<u8>)>;

impl Printed {
    pub fn take(&self) -> Vec<(Stream, String)> {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        self.0.take().into_iter().map(|(stream, bytes)| (stream, text(bytes))).collect()
    }
}

/// There is nothing for the program to read.
impl Console for Printed {
    fn print(&mut self, stream: Stream, bytes: &[u8]) {
        self.0.borrow_mut().push((stream, bytes.to_vec()));
    }

    fn line(&mut self) -> Option<Vec<u8>> {
        None
    }
}
