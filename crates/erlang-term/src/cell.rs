//! A cell of a list behind one thin pointer, taken from a store of free cells and given back to it:
//! lists are made and dropped more often than anything else.

use std::alloc::{Layout, alloc, handle_alloc_error};
use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::ptr::{self, NonNull};

use crate::Term;
use crate::release;

/// Head and tail; the tail of an improper list is any term.
pub struct Cons {
    pub head: Term,
    pub tail: Term,
}

/// A reference-counted [`Cons`].
pub struct ConsCell {
    block: NonNull<Block>,
}

#[repr(C)]
struct Block {
    /// How many handles there are.
    count: usize,
    cons: Cons,
}

/// What a block is while it is free.
#[repr(C)]
struct Free {
    next: *mut Free,
}

const _: () = assert!(size_of::<Free>() <= size_of::<Block>() && align_of::<Free>() <= align_of::<Block>());

/// How many cells are asked for at once.
const CHUNK: usize = 128;

thread_local! {
    /// The free blocks of this thread (handles never leave theirs: `NonNull` is not `Send`). Chunks
    /// are kept for good.
    static FREE: Cell<*mut Free> = const { Cell::new(ptr::null_mut()) };
}

/// A block that nobody uses.
#[inline(always)]
fn free_block() -> NonNull<Block> {
    match NonNull::new(FREE.get()) {
        Some(free) => {
            // SAFETY: what is in the list is a free block, written by `give_back`, and now leaves
            // the list.
            FREE.set(unsafe { free.as_ref().next });
            free.cast()
        }
        None => first_of_new_chunk(),
    }
}

#[cold]
#[inline(never)]
fn first_of_new_chunk() -> NonNull<Block> {
    let layout = Layout::array::<Block>(CHUNK).expect("size of a chunk");
    // SAFETY: the layout is not empty, and all blocks lie within it.
    unsafe {
        let Some(chunk) = NonNull::new(alloc(layout).cast::<Block>()) else { handle_alloc_error(layout) };
        (1..CHUNK).rev().for_each(|n| give_back(chunk.add(n)));
        chunk
    }
}

/// SAFETY: the block came from [`free_block`] (or is new), and nobody uses it or what was in it any
/// more.
#[inline(always)]
unsafe fn give_back(block: NonNull<Block>) {
    let free = block.cast::<Free>();
    unsafe { free.write(Free { next: FREE.get() }) };
    FREE.set(free.as_ptr());
}

impl ConsCell {
    #[inline(always)]
    pub fn new(head: Term, tail: Term) -> ConsCell {
        let block = free_block();
        // SAFETY: the block is ours alone. It is written field by field: a copy of the whole would
        // read in one piece what has just been written in several, which makes the processor wait.
        unsafe {
            let place = block.as_ptr();
            (&raw mut (*place).count).write(1);
            (&raw mut (*place).cons.head).write(head);
            (&raw mut (*place).cons.tail).write(tail);
        }
        ConsCell { block }
    }

    /// Takes the cell apart: without counting anything if this is the last handle.
    #[inline(always)]
    pub fn into_parts(self) -> (Term, Term) {
        let this = ManuallyDrop::new(self);
        // SAFETY: the last handle moves the parts out and frees the block; another one only counts
        // itself out.
        unsafe {
            let block = this.block.as_ptr();
            if (*block).count == 1 {
                let parts = ((&raw const (*block).cons.head).read(), (&raw const (*block).cons.tail).read());
                give_back(this.block);
                parts
            } else {
                (*block).count -= 1;
                (this.head.clone(), this.tail.clone())
            }
        }
    }

    pub fn ptr_eq(&self, other: &ConsCell) -> bool {
        self.block == other.block
    }

    pub(crate) fn is_last(&self) -> bool {
        // SAFETY: the block lives as long as any handle.
        unsafe { self.block.as_ref().count == 1 }
    }
}

impl Deref for ConsCell {
    type Target = Cons;
    #[inline(always)]
    fn deref(&self) -> &Cons {
        // SAFETY: the block lives as long as any handle.
        unsafe { &self.block.as_ref().cons }
    }
}

impl Clone for ConsCell {
    #[inline(always)]
    fn clone(&self) -> ConsCell {
        // SAFETY: the block lives; handles stay on one thread, so a plain count will do. It cannot
        // overflow: every handle takes 8 bytes of memory.
        unsafe { (*self.block.as_ptr()).count += 1 };
        ConsCell { block: self.block }
    }
}

impl Drop for ConsCell {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: as in `clone`; the last handle releases the parts.
        unsafe {
            let block = self.block.as_ptr();
            if (*block).count == 1 {
                release_list(self.block);
            } else {
                (*block).count -= 1;
            }
        }
    }
}

/// Releases a list along its spine by a loop: its length is not depth.
///
/// SAFETY: the caller's is the only handle, and it is gone after this.
#[inline(never)]
unsafe fn release_list(first: NonNull<Block>) {
    // SAFETY: the caller's promise.
    let (head, mut tail) = ConsCell { block: first }.into_parts();
    release::term(head);
    while let Term::Cons(cell) = tail {
        if !cell.is_last() {
            return;
        }
        let (head, next) = cell.into_parts();
        release::term(head);
        tail = next;
    }
    release::term(tail);
}
