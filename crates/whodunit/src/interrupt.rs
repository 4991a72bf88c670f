//! Ctrl-C: the first asks the run to stop and show where it is, the second ends the program at
//! once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

static ASKED: AtomicBool = AtomicBool::new(false);
/// The run knows of it.
static HEARD: AtomicBool = AtomicBool::new(false);

/// A run looks between two turns of its processes. One step that takes longer than this is a long
/// one.
const PATIENCE: Duration = Duration::from_secs(2);

/// Begins to listen. Where signals are not available, Ctrl-C ends the program as usual.
pub fn listen() {
    let listens = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            crate::children::end_all();
            std::process::exit(130);
        }
        // Not in this thread, which has to hear of the second.
        std::thread::spawn(|| {
            std::thread::sleep(PATIENCE);
            if !HEARD.load(Ordering::Relaxed) {
                eprintln!("in the middle of a long step; press Ctrl-C again to quit at once");
            }
        });
    });
    if listens.is_ok() {
        handler::keep();
    }
}

/// An editor of lines takes Ctrl-C for itself when it is made, also while it waits for nothing: it
/// belongs to the run again.
pub fn reclaim() {
    handler::restore();
}

#[cfg(unix)]
mod handler {
    use std::sync::OnceLock;

    use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};

    static OURS: OnceLock<SigAction> = OnceLock::new();

    /// Remembers the handler there is. To ask for it is to set another one for a moment.
    pub fn keep() {
        let none = SigAction::new(SigHandler::SigIgn, SaFlags::empty(), SigSet::empty());
        // SAFETY: no handler is made here; the one that is set again was there before.
        let ours = unsafe { sigaction(Signal::SIGINT, &none) };
        if let Ok(ours) = ours {
            let _ = OURS.set(ours);
            restore();
        }
    }

    pub fn restore() {
        if let Some(ours) = OURS.get() {
            // SAFETY: it was the handler of this signal before.
            let _ = unsafe { sigaction(Signal::SIGINT, ours) };
        }
    }
}

#[cfg(not(unix))]
mod handler {
    pub fn keep() {}

    pub fn restore() {}
}

/// Whether Ctrl-C was pressed and is still to be heard.
pub fn is_pending() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Whether the run should stop.
pub fn asked() -> bool {
    let asked = ASKED.load(Ordering::Relaxed);
    if asked {
        HEARD.store(true, Ordering::Relaxed);
    }
    asked
}

/// It was about what is over now; the next one is a first one again.
pub fn forget() {
    ASKED.store(false, Ordering::Relaxed);
    HEARD.store(false, Ordering::Relaxed);
}
