//! How much work is done at once, so that a waiting page is served soon.

use std::time::{Duration, Instant};

use debugger::dialogue::Slice;

/// Chooses slices of about a thirtieth of a second.
pub struct Pace {
    steps: u64,
    /// When the work began, and when something was last shown of it.
    begun: Instant,
    shown: Instant,
}

const SLICE: Duration = Duration::from_millis(30);
/// How often the page is told how far the work is.
const UPDATE: Duration = Duration::from_millis(200);
const STEPS: std::ops::RangeInclusive<u64> = 10_000..=100_000_000;

impl Pace {
    pub fn start() -> Pace {
        let now = Instant::now();
        Pace { steps: Slice::default().0, begun: now, shown: now }
    }

    pub fn slice(&self) -> Slice {
        Slice(self.steps)
    }

    /// Does something that takes a slice; the next one is longer or shorter.
    pub fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let begin = Instant::now();
        let done = work();
        let next = match begin.elapsed() {
            time if time < SLICE / 2 => self.steps.saturating_mul(2),
            time if time > SLICE * 2 => self.steps / 2,
            _ => self.steps,
        };
        self.steps = next.clamp(*STEPS.start(), *STEPS.end());
        done
    }

    /// Whether it is time to show how far the work is.
    pub fn is_due(&mut self) -> bool {
        let due = self.shown.elapsed() >= UPDATE;
        if due {
            self.shown = Instant::now();
        }
        due
    }

    pub fn seconds(&self) -> u64 {
        self.begun.elapsed().as_secs()
    }
}
