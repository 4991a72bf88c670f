//! The terminal as the console of a program that is walked through.

use debugger::dialogue::Stream;
use debugger::walk::Console;

use super::progress;
use crate::terminal::Terminal;

pub struct TerminalConsole(pub Terminal);

impl Console for TerminalConsole {
    fn print(&mut self, stream: Stream, bytes: &[u8]) {
        progress::clear();
        self.0.print(stream, bytes);
        // Commands and their answers are between what the program prints.
        self.0.flush();
    }

    fn line(&mut self) -> Option<Vec<u8>> {
        self.0.input_line()
    }
}
