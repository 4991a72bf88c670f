//! Ctrl-C: the first asks the run to stop and show where it is, the second ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Begins to listen. Where signals cannot be had, Ctrl-C ends the program as it always did.
pub fn listen() {
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// Whether the run should stop.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
