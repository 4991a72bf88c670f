//! Long computations that run in slices of steps, so that their driver never waits for longer than
//! a slice.
//!
//! A computation is a future that shares a [`Meter`] with its driver. It says how many steps it
//! makes, and pauses when none are left. The driver polls it by hand: it
//! refills the meter and polls again, or drops the future. There is no executor, no thread and no
//! clock.

#![forbid(unsafe_code)]

pub mod testing;

use std::cell::Cell;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// A computation that can pause: what methods of traits return.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// Steps that may still be made before the driver gets control back, and whether it wants the work
/// to end early. Clones share both.
#[derive(Clone, Debug)]
pub struct Meter(Rc<Shared>);

#[derive(Debug)]
struct Shared {
    left: Cell<u64>,
    stopped: Cell<bool>,
}

/// Work is done in pieces of at least this many steps, even if fewer are left, because each piece
/// has a fixed cost.
const LEAST: u64 = 100;

impl Meter {
    /// A meter that never runs out: nothing that uses it ever pauses.
    pub fn unlimited() -> Meter {
        Meter::new(u64::MAX)
    }

    pub fn new(steps: u64) -> Meter {
        Meter(Rc::new(Shared { left: Cell::new(steps), stopped: Cell::new(false) }))
    }

    /// Begins another slice. Steps that were left of the last one are lost.
    pub fn refill(&self, steps: u64) {
        self.0.left.set(steps);
    }

    pub fn left(&self) -> u64 {
        self.0.left.get()
    }

    /// Asks work that must not be dropped half done to end early. It says so in what it returns.
    pub fn stop(&self, stopped: bool) {
        self.0.stopped.set(stopped);
    }

    pub fn is_stopped(&self) -> bool {
        self.0.stopped.get()
    }

    /// How many steps to make before the next look at the meter, at most as many as given.
    pub fn piece(&self, most: u64) -> u64 {
        self.left().max(LEAST).min(most)
    }

    /// This many steps were made.
    pub fn spend(&self, steps: u64) {
        self.0.left.set(self.left().saturating_sub(steps));
    }

    /// Gives control back to the driver once if no steps are left. When polled again it goes on,
    /// even if the meter was not refilled.
    pub async fn pause_if_spent(&self) {
        let mut paused = self.left() > 0;
        poll_fn(|context| {
            if std::mem::replace(&mut paused, true) {
                return Poll::Ready(());
            }
            context.waker().wake_by_ref();
            Poll::Pending
        })
        .await;
    }
}

/// One slice of a computation. `None`: it has paused.
pub fn poll<T>(work: &mut Later<'_, T>) -> Option<T> {
    match work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

/// Polls to the end, for callers that may block.
pub fn finish<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    loop {
        if let Poll::Ready(value) = work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts to a number in pieces.
    async fn count(to: u64, meter: &Meter) -> u64 {
        let mut counted = 0;
        while counted < to {
            meter.pause_if_spent().await;
            let piece = meter.piece(to - counted);
            counted += piece;
            meter.spend(piece);
        }
        counted
    }

    #[test]
    fn by_slices() {
        let meter = Meter::new(1_000);
        let mut work: Later<'_, u64> = Box::pin(count(2_500, &meter));
        assert_eq!((poll(&mut work), meter.left()), (None, 0));
        meter.refill(1_000);
        assert_eq!((poll(&mut work), meter.left()), (None, 0));
        meter.refill(1_000);
        assert_eq!((poll(&mut work), meter.left()), (Some(2_500), 500));
    }

    #[test]
    fn what_has_enough_never_pauses() {
        let meter = Meter::unlimited();
        let mut work: Later<'_, u64> = Box::pin(count(1 << 40, &meter));
        assert_eq!(poll(&mut work), Some(1 << 40));
    }

    #[test]
    fn an_empty_meter_does_not_hold_it_up() {
        let meter = Meter::new(0);
        assert_eq!(finish(count(1_050, &meter)), 1_050);
        // One pause before each piece.
        let mut work: Later<'_, u64> = Box::pin(count(1_050, &meter));
        let pauses = (0..).take_while(|_| poll(&mut work).is_none()).count();
        assert_eq!(pauses, 11);
    }

    #[test]
    fn clones_share_what_is_left() {
        let meter = Meter::new(10);
        meter.clone().spend(15);
        assert_eq!(meter.left(), 0);
    }
}
