//! How a run ended, in words.

use erlang_machine::exception::Exception;
use erlang_machine::machine::{End, FateKind};
use erlang_machine::process::ProcessEnd;
use erlang_report::processes::ProcessTable;
use erlang_report::text;

use crate::session::Rewinder;

/// How a run ended.
#[derive(Debug)]
pub struct Ending {
    /// In a few words.
    pub short: String,
    /// In full.
    pub text: String,
    /// It is not over as its program wanted it to be: worth a look.
    pub is_stuck: bool,
    /// The exit status on the command line.
    pub status: i32,
}

impl Ending {
    fn new(short: impl Into<String>, is_stuck: bool, status: i32) -> Ending {
        let short = short.into();
        Ending { text: short.clone(), short, is_stuck, status }
    }
}

impl Rewinder {
    /// What there is to say of a run that goes no further. `explain` says what an exception is
    /// about.
    pub fn ending(&self, end: &End, explain: &dyn Fn(&Exception) -> String) -> Ending {
        let ending = self.ending_of_main(end, explain);
        match self.machine().cut_off().filter(|_| *end == End::Quiet) {
            Some(cut_off) => {
                let how = text::cut_off(&cut_off, "`for` in the launch configuration");
                Ending { text: format!("{}\n{how}", ending.text), ..ending }
            }
            None => ending,
        }
    }

    fn ending_of_main(&self, end: &End, explain: &dyn Fn(&Exception) -> String) -> Ending {
        let machine = self.machine();
        let Some(main) = machine.main() else { return Ending::new("no process has run", true, 1) };
        match end {
            End::Halted(status) => Ending::new(format!("halted with status {status}"), false, *status),
            End::Unsupported(message) => Ending::new(message.clone(), true, 2),
            End::Steps => Ending::new("stopped by maxSteps", true, 3),
            End::Memory | End::Interrupted | End::Endless => Ending::new("stopped", true, 3),
            End::Quiet => match machine.fate_of(main.state.pid).map(|fate| fate.kind) {
                Some(FateKind::Value(value)) => Ending {
                    text: text::value(&value),
                    ..Ending::new(format!("value {}", text::brief(&value, 60)), false, 0)
                },
                Some(FateKind::Blocked(_)) => {
                    let words = ProcessTable { machine, expression: self.expression() };
                    let text = format!("deadlock\n{}", words.stuck().trim_end());
                    Ending { text, ..Ending::new("deadlock", true, 1) }
                }
                Some(FateKind::Exception) => match &main.state.outcome {
                    Some(ProcessEnd::Exception(exception)) => Ending {
                        text: explain(exception),
                        ..Ending::new(text::exception(exception), false, 1)
                    },
                    _ => Ending::new("", false, 1),
                },
                Some(FateKind::Killed(reason)) => {
                    Ending::new(format!("killed: {}", text::one_line(&reason)), false, 1)
                }
                Some(FateKind::Running(_) | FateKind::Sleeping(_)) | None => {
                    Ending::new("no process can run", true, 1)
                }
            },
        }
    }
}
