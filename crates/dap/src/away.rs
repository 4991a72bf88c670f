//! What takes long: the program goes away with it, and comes back when it is done or stopped.

use erlang_rewind::{Answer as Answered, Listener, Reached, Shown};
use serde_json::json;
use slices::{Later, Meter};

use crate::adapter::{Adapter, Debuggee};
use crate::going::{SLICE, Stop, UNDONE};
use crate::launch::Launcher;
use crate::message::Incoming;

pub(crate) struct Away {
    work: Later<'static, (Debuggee, Done)>,
    meter: Meter,
    listener: Listener,
}

/// What has been done.
pub(crate) enum Done {
    /// A command of the console.
    Console(Incoming, Answered),
    /// Something was looked for in the past, and gone to; an error says why not.
    Back { reached: Reached, by_causes: bool, undone: Result<Shown, String> },
    /// It was not found: the run is back at its beginning.
    Beginning(Result<Shown, String>),
}

impl Away {
    /// It is to end early, and says what it has done by then.
    pub fn stop(&self) {
        self.meter.stop(true);
    }
}

impl<L: Launcher> Adapter<L> {
    /// Begins something that may take long. What is done at once is answered at once.
    pub(crate) fn go_away(&mut self, work: impl FnOnce(Debuggee) -> Later<'static, (Debuggee, Done)>) {
        let Some(program) = self.program.take() else { return };
        let (meter, listener) = (program.session.meter().clone(), program.session.listener());
        meter.stop(false);
        self.away = Some(Away { work: work(program), meter, listener });
        self.go_on_away();
    }

    /// Goes on with it for a slice.
    pub(crate) fn go_on_away(&mut self) {
        let Some(away) = &mut self.away else { return };
        away.meter.refill(SLICE);
        let done = slices::poll(&mut away.work);
        let printed = away.listener.take();
        self.tell_output(printed);
        if let Some((program, done)) = done {
            program.session.meter().stop(false);
            (self.away, self.program) = (None, Some(program));
            self.tell_printed();
            self.done(done);
            self.answer_waiting();
        }
    }

    fn done(&mut self, done: Done) {
        let Some(program) = &mut self.program else { return };
        match done {
            Done::Console(request, answered) => self.console_answered(&request, answered),
            Done::Back { reached, by_causes, undone: Ok(undone) } => {
                program.at_end = false;
                let stop = Stop::of(reached.clone(), program);
                if let Shown::Undone(undone) = undone
                    && by_causes
                    && let Some(output) = undone.in_lines(UNDONE)
                {
                    self.connection.event("output", json!({"category": "console", "output": output}));
                }
                self.stopped(reached.who, stop);
            }
            Done::Beginning(Ok(_)) => {
                program.at_end = false;
                if let Some(main) = program.main() {
                    self.stopped(main, Stop::saying("entry", "the beginning of the run"));
                }
            }
            Done::Back { undone: Err(_), .. } | Done::Beginning(Err(_)) => self.pause(),
        }
    }
}
