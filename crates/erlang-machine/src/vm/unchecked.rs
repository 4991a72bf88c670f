//! What short instructions name, without looking whether it is there.
//!
//! All of these are safe to use only with an instruction of the function whose frame, constants and
//! code they are given: [`crate::code::Ops`] has seen to it, when the code was loaded, that such an
//! instruction names nothing beyond them.

use erlang_term::Term;

use crate::code::Op;

/// The instruction at a position.
#[inline(always)]
pub unsafe fn op(ops: &[Op], pc: usize) -> Op {
    debug_assert!(pc < ops.len());
    // SAFETY: jumps lead into the code, and it does not run beyond its end.
    unsafe { *ops.get_unchecked(pc) }
}

#[inline(always)]
pub unsafe fn slot(frame: &[Term], slot: u8) -> &Term {
    debug_assert!((slot as usize) < frame.len());
    // SAFETY: the frame has as many slots as the function says.
    unsafe { frame.get_unchecked(slot as usize) }
}

#[inline(always)]
pub unsafe fn slot_mut(frame: &mut [Term], slot: u8) -> &mut Term {
    debug_assert!((slot as usize) < frame.len());
    // SAFETY: the same.
    unsafe { frame.get_unchecked_mut(slot as usize) }
}

#[inline(always)]
pub unsafe fn constant(constants: &[Term], index: u16) -> &Term {
    debug_assert!((index as usize) < constants.len());
    // SAFETY: the constants are those of the function.
    unsafe { constants.get_unchecked(index as usize) }
}
