//! Work that is done by several at the same time, and the end of a program that tries many random
//! programs.

use std::fmt::Display;
use std::process::ExitCode;
use std::thread;

/// Each of this many workers does its part, the sum is shown. It fails unless that is sound, and
/// nobody has died.
#[allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "what a program does, not what it tries"
)]
pub fn total<T: Default + Display + Send>(
    jobs: u64,
    work: &(dyn Fn(u64) -> T + Sync),
    with: fn(T, T) -> T,
    is_sound: fn(&T) -> bool,
) -> ExitCode {
    let parts: Vec<Option<T>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|worker| scope.spawn(move || work(worker))).collect();
        workers.into_iter().map(|worker| worker.join().ok()).collect()
    });
    let Some(parts) = parts.into_iter().collect::<Option<Vec<T>>>() else {
        eprintln!("a worker has died");
        return ExitCode::FAILURE;
    };
    let total = parts.into_iter().fold(T::default(), with);
    print!("{total}");
    if is_sound(&total) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
