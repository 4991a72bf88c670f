//! Commands that take long: a word about them for someone who sits at a terminal, who can stop
//! them.

use std::cell::Cell;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use debugger::dialogue::Slice;
use debugger::{Walk, Walked};
use slices::{Later, Meter};

use crate::{interrupt, memory};

/// A command that takes longer than this says so.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often.
const UPDATE: Duration = Duration::from_millis(200);

thread_local! {
    /// When the command began, if it did.
    static BEGAN: Cell<Option<Instant>> = const { Cell::new(None) };
    /// When it was spoken of last.
    static SHOWN: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// A command begins; what was asked of an earlier one is forgotten.
fn begin() {
    interrupt::forget();
    BEGAN.set(Some(Instant::now()));
}

/// It is done.
fn end() {
    BEGAN.set(None);
    clear();
}

/// Does a command by slices.
pub fn command(walk: &mut dyn Walk, line: &str) -> Walked {
    begin();
    let slice = Slice::default();
    let mut walked = walk.command(line, slice);
    while let Walked::Working { .. } = walked {
        show();
        walked = match interrupt::asked() {
            true => walk.cancel(slice),
            false => walk.go_on(slice),
        };
    }
    end();
    walked
}

/// Does other work by slices.
pub fn finish<T>(mut work: Later<'_, T>, meter: &Meter) -> T {
    begin();
    meter.stop(false);
    let done = loop {
        meter.refill(Slice::default().0);
        if let Some(done) = slices::poll(&mut work) {
            break done;
        }
        show();
        meter.stop(interrupt::asked());
    };
    meter.stop(false);
    end();
    done
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
    let _ = write!(std::io::stderr(), "\r\x1b[2Kworking for {seconds} s, {mebibytes} MiB (Ctrl-C to stop)");
}
