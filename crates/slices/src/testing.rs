//! For tests: a computation that pauses gives the same result as one that does not, and keeps to
//! its slices.

use std::fmt::Debug;

use crate::{Later, Meter, finish, poll};

/// Asks for the same three times: at once, by slices, and again after a paused computation was
/// dropped. Says what came of it.
///
/// `make` makes a fresh object to ask, with its meter.
pub fn by_slices<O, T: PartialEq + Debug>(
    slice: u64,
    make: impl Fn(&Meter) -> O,
    ask: for<'a> fn(&'a mut O) -> Later<'a, T>,
) -> T {
    let meter = Meter::unlimited();
    let mut whole = make(&meter);
    meter.refill(u64::MAX);
    let expected = poll(&mut ask(&mut whole)).expect("with an unlimited meter nothing pauses");
    let steps = u64::MAX - meter.left();

    let mut sliced = make(&meter);
    meter.refill(slice);
    let (mut work, mut polls) = (ask(&mut sliced), 1);
    let found = loop {
        match poll(&mut work) {
            Some(found) => break found,
            None => meter.refill(slice),
        }
        polls += 1;
    };
    assert_eq!(found, expected, "by slices");
    assert!(polls > 4, "{polls} slices for {steps} steps");
    // No poll makes less than a slice, but for the last: so if one made many more, there would be
    // fewer polls.
    assert!(polls * slice * 3 / 2 >= steps, "{steps} steps in {polls} slices of {slice}");

    let mut dropped = make(&meter);
    meter.refill(slice);
    assert_eq!(poll(&mut ask(&mut dropped)), None, "the first slice is not enough");
    assert_eq!(finish(ask(&mut dropped)), expected, "after it was dropped");
    expected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes steps in pieces, each of which takes as many as this says.
    struct Work(Meter, u64);

    impl Work {
        fn ask(&mut self) -> Later<'_, u64> {
            Box::pin(async move {
                for _ in 0..100 {
                    self.0.pause_if_spent().await;
                    self.0.spend(self.1);
                }
                self.1
            })
        }
    }

    #[test]
    fn short_pieces() {
        assert_eq!(by_slices(1_000, |meter| Work(meter.clone(), 100), Work::ask), 100);
    }

    #[test]
    #[should_panic = "steps in"]
    fn long_pieces() {
        by_slices(1_000, |meter| Work(meter.clone(), 5_000), Work::ask);
    }

    #[test]
    #[should_panic = "slices for"]
    fn no_pauses() {
        by_slices(1_000_000, |meter| Work(meter.clone(), 100), Work::ask);
    }
}
