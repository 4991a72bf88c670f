//! Drives a dialogue: gives it slices of work, shows what the program prints, and reads its input.

use std::time::{Duration, Instant};

use debugger::dialogue::{Progress, Slice};
use debugger::{Dialogue, Input, Output};

use crate::stopwatch::Pace;
use crate::terminal::Terminal;
use crate::{interrupt, memory};

/// Shows the outputs of a dialogue.
pub trait Watcher {
    /// The result of the dialogue.
    type End;

    /// Where the program prints and reads.
    fn terminal(&mut self) -> &mut Terminal;

    /// Shows an output, and says what comes back if it wants something.
    fn show(&mut self, dialogue: &Dialogue, output: Output) -> Next<Self::End>;
}

/// What follows from an output.
pub enum Next<T> {
    Go,
    Say(Input),
    Over(T),
}

/// Work that takes longer than this is said to go on.
const PATIENCE: Duration = Duration::from_secs(1);

/// Goes on until the watcher says that it is over.
pub fn drive<W: Watcher>(dialogue: &mut Dialogue, watcher: &mut W) -> W::End {
    drive_from(dialogue, watcher, Input::Continue(Slice::default()))
}

/// The same, with something to begin with.
pub fn drive_from<W: Watcher>(dialogue: &mut Dialogue, watcher: &mut W, mut input: Input) -> W::End {
    let mut pace = Pace::start();
    loop {
        let begin = Instant::now();
        let outputs = dialogue.advance(input);
        pace.took(begin.elapsed());
        input = Input::Continue(pace.slice());
        for output in outputs {
            let terminal = watcher.terminal();
            match output {
                Output::Working(progress) => {
                    terminal.flush();
                    if pace.since_start() > PATIENCE {
                        terminal.show_progress(&shown(progress, pace.since_start()));
                    }
                    if interrupt::asked() {
                        interrupt::forget();
                        input = Input::Cancel;
                    }
                }
                Output::Printed(stream, bytes) => terminal.print(stream, &bytes),
                Output::NeedsInput => {
                    terminal.clear_progress();
                    input = Input::Line(terminal.input_line());
                }
                Output::Note(text) => {
                    terminal.clear_progress();
                    eprintln!("{text}");
                }
                output => {
                    terminal.clear_progress();
                    terminal.flush();
                    match watcher.show(dialogue, output) {
                        Next::Go => {}
                        Next::Say(next) => {
                            input = next;
                            pace = Pace::start();
                        }
                        Next::Over(end) => return end,
                    }
                }
            }
        }
    }
}

fn shown(progress: Progress, time: Duration) -> String {
    let (seconds, mebibytes) = (time.as_secs(), memory::in_use() >> 20);
    match progress {
        Progress::Running { steps: 0 } => {
            format!("running for {seconds} s: {mebibytes} MiB (Ctrl-C shows where)")
        }
        Progress::Running { steps } => {
            let millions = steps as f64 / 1e6;
            format!(
                "running for {seconds} s: {millions:.1} million steps, {mebibytes} MiB (Ctrl-C shows where)"
            )
        }
        Progress::Thinking => "answering automatically (Ctrl-C to answer yourself)".to_owned(),
    }
}
