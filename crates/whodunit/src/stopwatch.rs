//! How much processor time something takes: on a busy machine the clock on the wall says little.

use std::time::{Duration, Instant};

use debugger::dialogue::Slice;

pub struct Stopwatch(Duration);

impl Stopwatch {
    pub fn start() -> Stopwatch {
        Stopwatch(now())
    }

    pub fn read(&self) -> Duration {
        now().saturating_sub(self.0)
    }
}

#[cfg(unix)]
fn now() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map(Duration::from).unwrap_or_default()
}

#[cfg(not(unix))]
fn now() -> Duration {
    use std::sync::LazyLock;
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}

/// Chooses slices of work so that the interface is served about ten times a second.
pub struct Pace {
    begin: Instant,
    steps: u64,
}

/// How long a slice should take.
const SLICE: Duration = Duration::from_millis(100);
const FEWEST_STEPS: u64 = 10_000;
const MOST_STEPS: u64 = 100_000_000;

impl Pace {
    pub fn start() -> Pace {
        let Slice(steps) = Slice::default();
        Pace { begin: Instant::now(), steps }
    }

    /// The last slice took this long: the next one is longer or shorter.
    pub fn took(&mut self, time: Duration) {
        let next = match time {
            time if time < SLICE / 2 => self.steps.saturating_mul(2),
            time if time > SLICE * 2 => self.steps / 2,
            _ => self.steps,
        };
        self.steps = next.clamp(FEWEST_STEPS, MOST_STEPS);
    }

    pub fn slice(&self) -> Slice {
        Slice(self.steps)
    }

    pub fn since_start(&self) -> Duration {
        self.begin.elapsed()
    }
}
