//! How much memory is in use, for `--max-memory`.

use std::alloc::{GlobalAlloc, Layout};
use std::sync::atomic::{AtomicUsize, Ordering};

use mimalloc::MiMalloc;

/// mimalloc (the machine makes and drops many small terms) that counts the bytes handed out.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);
/// Long work in one step is given up beyond this.
static BUDGET: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Bytes in use now.
pub fn in_use() -> u64 {
    IN_USE.load(Ordering::Relaxed) as u64
}

/// What can be in use before the computer has no memory left, as the operating system sees it. As
/// much as one likes where it does not say.
pub fn most() -> u64 {
    let info = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let available = kibibytes(&info, "MemAvailable:");
    available.map_or(u64::MAX, |kibibytes| in_use().saturating_add(kibibytes * 1024 / 4 * 3))
}

/// The most that the program ever held, as the operating system counts it, in KiB. 0 where it does
/// not say.
pub fn peak_kibibytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    kibibytes(&status, "VmHWM:").unwrap_or(0)
}

/// Memory beyond the budget that a report may take.
const SPARE: u64 = 64 << 20;

/// Makes `--max-memory`, or its default, hold also within a step. What is left when a run is
/// stopped in time is for the report.
pub fn limit(max_memory: Option<u64>) {
    if let Some(bytes) = max_memory.or_else(default) {
        BUDGET.store(usize::try_from(bytes).unwrap_or(usize::MAX), Ordering::Relaxed);
        never_exceed(bytes.saturating_add((bytes / 4).max(SPARE)));
    }
}

/// The budget of a command without `--max-memory`: half of the computer's memory. None where the
/// operating system does not say how much there is.
pub fn default() -> Option<u64> {
    half(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

/// Whether more is in use than the budget of the command allows.
pub fn is_short() -> bool {
    IN_USE.load(Ordering::Relaxed) > BUDGET.load(Ordering::Relaxed)
}

fn half(info: &str) -> Option<u64> {
    Some(kibibytes(info, "MemTotal:")? * 1024 / 2)
}

/// A number of the operating system's tables about memory.
fn kibibytes(table: &str, name: &str) -> Option<u64> {
    let line = table.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// The run looks at its budget between two turns of its processes. A single step can ask for much
/// more than is left, and must not get it: beyond this limit the program ends at once.
fn never_exceed(bytes: u64) {
    LIMIT.store(usize::try_from(bytes).unwrap_or(usize::MAX), Ordering::Relaxed);
}

#[cold]
fn exceeded() -> ! {
    LIMIT.store(usize::MAX, Ordering::Relaxed);
    eprintln!("stopped in the middle of a step that asked for more memory than --max-memory allows");
    crate::children::end_all();
    std::process::exit(i32::from(crate::status::BUDGET))
}

/// A load and a store, not one atomic addition: the run has a single thread, and the thread that
/// waits for Ctrl-C allocates next to nothing, so the count may be off by a few bytes but costs
/// nothing.
fn count(change: impl Fn(usize) -> usize) {
    let bytes = change(IN_USE.load(Ordering::Relaxed));
    IN_USE.store(bytes, Ordering::Relaxed);
    if bytes > LIMIT.load(Ordering::Relaxed) {
        exceeded();
    }
}

// SAFETY: every call is passed on to mimalloc unchanged.
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(|bytes| bytes.wrapping_add(layout.size()));
        unsafe { MiMalloc.alloc(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(|bytes| bytes.wrapping_sub(layout.size()));
        unsafe { MiMalloc.dealloc(pointer, layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(|bytes| bytes.wrapping_add(layout.size()));
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count(|bytes| bytes.wrapping_sub(layout.size()).wrapping_add(new_size));
        unsafe { MiMalloc.realloc(pointer, layout, new_size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_memory_is_the_default() {
        assert_eq!(half("MemTotal:       4096 kB\nMemFree:         100 kB\n"), Some(2 << 20));
        assert_eq!(half("MemFree:         100 kB\n"), None);
    }

    #[test]
    fn counts_what_is_held() {
        // Other tests allocate at the same time, but not as much as this.
        let before = in_use();
        let block = vec![0_u8; 256 << 20];
        assert!(in_use().wrapping_sub(before) > 200 << 20);
        drop(block);
        assert!(in_use().wrapping_sub(before) as i64 <= 50 << 20);
    }
}
