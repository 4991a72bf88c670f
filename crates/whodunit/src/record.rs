//! Running for `diagram`, with a word now and then about how far it is.

use std::cell::Cell;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use erlang_machine::machine::{Budget, CutOff, End};

use crate::args::Project;
use crate::report::text;
use crate::status::{ABORTED, BAD_SOURCE, BUDGET};
use crate::terminal::Terminal;
use crate::{interrupt, memory, start};

/// A run that takes longer than this says how far it is.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often it says so, and shows what the program has printed.
const UPDATE: Duration = Duration::from_millis(100);

/// Runs until the run is over, or interrupted: `go` runs within a budget, and says how many steps have been made so far. It is stopped
/// now and then, between two choices, to show how far it is, and called again.
pub fn in_view(
    project: &Project,
    terminal: &mut Terminal,
    mut go: impl FnMut(&mut Terminal, Budget<'_>) -> (End, u64),
) -> End {
    let begin = Instant::now();
    let update = Cell::new(begin + UPDATE);
    let stop = || interrupt::asked() || Instant::now() >= update.get();
    loop {
        let budget = Budget { interrupted: &stop, ..start::budget(project) };
        let (end, steps) = go(terminal, budget);
        if end != End::Interrupted || interrupt::asked() {
            return end;
        }
        terminal.flush();
        if begin.elapsed() > PATIENCE {
            terminal.show_progress(&progress(steps, begin));
        }
        update.set(Instant::now() + UPDATE);
    }
}

fn progress(steps: u64, begin: Instant) -> String {
    format!(
        "running for {:.0} s: {:.1} million steps, {} MiB (Ctrl-C shows where)",
        begin.elapsed().as_secs_f64(),
        steps as f64 / 1e6,
        memory::in_use() >> 20
    )
}

/// Says why a run was over, unless it came to its end by itself; what there is to see of it can be shown all the same.
pub fn ended(end: &End, cut_off: Option<CutOff>, consequence: &str) -> ExitCode {
    let (why, status) = match end {
        End::Quiet => {
            say_cut_off(cut_off);
            return ExitCode::SUCCESS;
        }
        End::Halted(_) => return ExitCode::SUCCESS,
        End::Unsupported(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(BAD_SOURCE);
        }
        End::Steps => ("stopped by --max-steps", BUDGET),
        End::Memory => ("stopped by --max-memory", BUDGET),
        End::Interrupted => ("interrupted", ABORTED),
    };
    eprintln!("{why}: {consequence}");
    ExitCode::from(status)
}

/// Says so if a run was stopped some time after the expression had ended, although something was
/// left to happen.
fn say_cut_off(cut_off: Option<CutOff>) {
    if let Some(cut_off) = cut_off {
        eprintln!("{}", text::cut_off(&cut_off, "--for TIME"));
    }
}
