//! A word about commands that take long, for someone who sits at a terminal.

use std::cell::Cell;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::{interrupt, memory};

/// A command that takes longer than this says so.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often.
const UPDATE: Duration = Duration::from_millis(200);
/// The clock is looked at every so many times that the run asks whether to go on.
const SELDOM: u32 = 64;

thread_local! {
    /// When the command began, if it did.
    static BEGAN: Cell<Option<Instant>> = const { Cell::new(None) };
    /// When it was spoken of last.
    static SHOWN: Cell<Option<Instant>> = const { Cell::new(None) };
    static ASKED: Cell<u32> = const { Cell::new(0) };
}

/// A command begins; what was asked of an earlier one is forgotten.
pub fn begin() {
    interrupt::forget();
    BEGAN.set(Some(Instant::now()));
}

/// It is done.
pub fn end() {
    BEGAN.set(None);
    clear();
}

/// Whether the run should stop; asked all the time while it goes on.
pub fn asked() -> bool {
    let asked = ASKED.get().wrapping_add(1);
    ASKED.set(asked);
    if asked.is_multiple_of(SELDOM) {
        show();
    }
    interrupt::asked()
}

/// Takes the line away, before something else is written.
pub fn clear() {
    if SHOWN.take().is_some() {
        let _ = write!(std::io::stderr(), "\r\x1b[2K");
    }
}

fn show() {
    let Some(began) = BEGAN.get() else { return };
    let is_due = SHOWN.get().is_none_or(|shown| shown.elapsed() > UPDATE);
    if began.elapsed() < PATIENCE || !is_due || !std::io::stderr().is_terminal() {
        return;
    }
    SHOWN.set(Some(Instant::now()));
    let (seconds, mebibytes) = (began.elapsed().as_secs(), memory::in_use() >> 20);
    let _ = write!(std::io::stderr(), "\r\x1b[2Kworking for {seconds} s, {mebibytes} MiB (Ctrl-C stops)");
}
