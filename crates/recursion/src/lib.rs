//! Recursion over input that may be nested deeper than the stack of a thread allows.

#![forbid(unsafe_code)]

/// Less than this must be left of the stack before more is allocated: what a function may use
/// between two calls of [`deep`].
const RED_ZONE: usize = 128 << 10;
/// How much is allocated then.
const PIECE: usize = 1 << 20;

/// Calls a function that recurses, on a new piece of stack if hardly anything is left of the
/// present one.
/// Every cycle of recursive calls over nested input goes through here once.
#[inline]
pub fn deep<R>(call: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, PIECE, call)
}
