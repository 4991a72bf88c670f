//! Counts what each thread holds: a bug can make a program ask for more memory than there is.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    static IN_USE: Cell<u64> = const { Cell::new(0) };
}

/// Bytes that this thread has asked for and not given back.
pub fn in_use() -> u64 {
    IN_USE.get()
}

fn count(change: impl Fn(u64) -> u64) {
    // While a thread ends it has no counter any more.
    let _ = IN_USE.try_with(|bytes| bytes.set(change(bytes.get())));
}

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(|bytes| bytes.wrapping_add(layout.size() as u64));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(|bytes| bytes.wrapping_sub(layout.size() as u64));
        unsafe { System.dealloc(pointer, layout) }
    }
}
