//! Work of long loops over terms, counted so that it can be given up in the middle.
//!
//! A loop [spends](spend) a unit for each part that it goes through. Within [`attempt`] it ends
//! when the allowance is used up, or when the user wants to stop: the stack is unwound up to
//! [`attempt`], so that loops need not return an error for it. Terms are immutable, so nothing is
//! left half done. Outside [`attempt`], spending does nothing.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::OnceLock;

/// Why work was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GivenUp {
    /// It took more than it was allowed.
    Spent,
    /// The user wants to stop.
    Asked,
    /// There is no memory left for it.
    Memory,
}

/// Units between two looks whether to stop.
const PIECE: u64 = 1 << 14;

thread_local! {
    /// Units until the next look.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    /// Units beyond those. None: there is nothing to give up.
    static REST: Cell<Option<u64>> = const { Cell::new(None) };
    /// What an attempt may spend. None: nothing is given up.
    static ALLOWED: Cell<Option<u64>> = const { Cell::new(None) };
}

static WATCH: OnceLock<fn() -> Option<GivenUp>> = OnceLock::new();

/// What says, from now on, why long work is to be given up, if it is.
pub fn watch(reason: fn() -> Option<GivenUp>) {
    let _ = WATCH.set(reason);
}

/// This much work is done, or is about to be.
#[inline]
pub fn spend(units: u64) {
    LEFT.with(|left| match left.get().checked_sub(units) {
        Some(rest) => left.set(rest),
        None => look(left, units),
    })
}

#[cold]
fn look(left: &Cell<u64>, units: u64) {
    let Some(rest) = REST.get() else { return left.set(u64::MAX) };
    let Some(rest) = rest.checked_sub(units - left.get()) else { give_up(GivenUp::Spent) };
    if let Some(why) = WATCH.get().and_then(|reason| reason()) {
        give_up(why);
    }
    left.set(rest.min(PIECE));
    REST.set(Some(rest - left.get()));
}

fn give_up(why: GivenUp) -> ! {
    resume_unwind(Box::new(why))
}

/// Work that may be given up where there is an [`Allowance`].
pub fn attempt<T>(work: impl FnOnce() -> T) -> Result<T, GivenUp> {
    let Some(allowed) = ALLOWED.get() else { return Ok(work()) };
    let left = allowed.min(PIECE);
    LEFT.set(left);
    REST.set(Some(allowed - left));
    let done = catch_unwind(AssertUnwindSafe(work));
    LEFT.set(u64::MAX);
    REST.set(None);
    done.or_else(|payload| match payload.downcast::<GivenUp>() {
        Ok(why) => Err(*why),
        Err(payload) => resume_unwind(payload),
    })
}

/// While it lives, attempts may be given up, and may spend this much each.
pub struct Allowance {
    before: Option<u64>,
}

impl Allowance {
    pub fn new(units: u64) -> Allowance {
        Allowance { before: ALLOWED.replace(Some(units)) }
    }

    /// Nothing is given up.
    pub fn endless() -> Allowance {
        Allowance { before: ALLOWED.replace(None) }
    }

    pub fn set(&self, units: u64) {
        ALLOWED.set(Some(units));
    }
}

impl Drop for Allowance {
    fn drop(&mut self) {
        ALLOWED.set(self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(to: u64) -> u64 {
        (0..to).map(|_| spend(1)).count() as u64
    }

    #[test]
    fn work_beyond_the_allowance_is_given_up() {
        assert_eq!(attempt(|| count(1_000_000)), Ok(1_000_000));
        let allowance = Allowance::new(100_000);
        assert_eq!(attempt(|| count(100_000)), Ok(100_000));
        assert_eq!(attempt(|| count(100_001)), Err(GivenUp::Spent));
        assert_eq!(attempt(|| spend(u64::MAX)), Err(GivenUp::Spent));
        // Each attempt has the whole allowance, and nothing is given up outside of one.
        assert_eq!(attempt(|| count(100_000)), Ok(100_000));
        spend(u64::MAX);
        spend(u64::MAX);
        {
            let _endless = Allowance::endless();
            assert_eq!(attempt(|| count(200_000)), Ok(200_000));
        }
        allowance.set(10);
        assert_eq!(attempt(|| count(11)), Err(GivenUp::Spent));
        drop(allowance);
        assert_eq!(attempt(|| count(11)), Ok(11));
    }

    #[test]
    #[should_panic = "a mistake"]
    fn panics_pass_through() {
        let _allowance = Allowance::new(10);
        let _ = attempt(|| panic!("a mistake"));
    }
}
