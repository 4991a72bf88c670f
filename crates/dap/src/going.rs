//! Going on and back: what an editor asks for is begun, taken further between its messages, and
//! told when it is done.

use dapts::{SteppingGranularity, request};
use erlang_rewind::{Ending, Going, Pace, Past, Progress, Reached, Reason, Shown, Step};
use erlang_term::Pid;
use serde_json::{Value, json};

use crate::adapter::{Adapter, Answer, Debuggee, pid_of};
use crate::away::Done;
use crate::launch::Launcher;
use crate::message::{Incoming, Refusal};

/// Steps of a run before the editor is listened to again.
pub(crate) const SLICE: u64 = 100_000;
/// Lines of what was undone that an editor is told.
pub(crate) const UNDONE: usize = 20;

/// Why the run stands still, as an editor is told.
pub struct Stop {
    pub reason: &'static str,
    pub description: Option<String>,
    pub text: Option<String>,
    pub hit: Vec<u32>,
}

impl Stop {
    pub fn new(reason: &'static str) -> Stop {
        Stop { reason, description: None, text: None, hit: Vec::new() }
    }

    pub fn saying(reason: &'static str, description: impl Into<String>) -> Stop {
        Stop { description: Some(description.into()), ..Stop::new(reason) }
    }

    pub(crate) fn of(reached: Reached, program: &Debuggee) -> Stop {
        let stop = match reached.reason {
            Reason::Line | Reason::Binding => Stop::new("breakpoint"),
            Reason::Function => Stop::new("function breakpoint"),
            Reason::Event => Stop::saying("breakpoint", format!("the process {}", reached.text)),
            Reason::Step => Stop::new("step"),
            Reason::Entry => Stop::new("entry"),
            Reason::Call => Stop::new("restart"),
            Reason::Exception(class) => Stop {
                text: program.session.raised(reached.who).map(|raised| {
                    format!("{}:{}", class.atom().name(), erlang_report::text::brief(&raised.reason, 200))
                }),
                ..Stop::saying("exception", format!("Paused on {}", class.atom().name()))
            },
        };
        Stop { hit: reached.hit, ..stop }
    }
}

impl<L: Launcher> Adapter<L> {
    /// Everything is set: off it goes.
    pub(crate) fn begin(&mut self) {
        let Some(program) = &mut self.program else { return };
        if program.launch.no_debug {
            program.session.forget_breakpoints();
        }
        if !program.session.is_going() && program.session.is_at_beginning() {
            program.session.go(if program.launch.stop_on_entry { Going::Entry } else { Going::On });
        }
    }

    pub(crate) fn go_on(&mut self) -> Answer {
        self.leave(Going::On)?;
        Ok(json!({"allThreadsContinued": true}))
    }

    pub(crate) fn step(&mut self, request: &Incoming) -> Answer {
        // The arguments of the three requests are alike.
        let arguments = request.arguments::<request::Next>()?;
        let step = self.standing()?.step(pid_of(arguments.thread_id)?, arguments.granularity)?;
        let pace = match request.command.as_str() {
            "next" => Pace::Over,
            "stepOut" => Pace::Out,
            _ => Pace::Into,
        };
        self.leave(step.going(pace))?;
        Ok(Value::Null)
    }

    fn leave(&mut self, going: Going) -> Result<(), Refusal> {
        let program = self.standing()?;
        program.forget_what_was_shown();
        program.session.go(going);
        Ok(())
    }

    pub(crate) fn step_back(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::StepBack>()?;
        let pid = pid_of(arguments.thread_id)?;
        let program = self.standing()?;
        let step = program.step(pid, arguments.granularity)?;
        program.session.begin_step_back(pid, step);
        Ok(Value::Null)
    }

    pub(crate) fn reverse_continue(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::ReverseContinue>()?;
        let pid = pid_of(arguments.thread_id)?;
        let program = self.standing()?;
        program.process(pid)?;
        program.session.begin_back_to_breakpoint(pid);
        Ok(Value::Null)
    }

    pub(crate) fn restart_frame(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::RestartFrame>()?;
        let program = self.standing()?;
        let (pid, n) = program.frame(arguments.frame_id)?;
        program.session.begin_restart_of_call(pid, n)?;
        Ok(Value::Null)
    }

    /// Takes the program, or a command of the console, a little further.
    pub fn advance(&mut self) {
        let Some(program) = &mut self.program else { return self.go_on_away() };
        let progress = program.session.advance(SLICE);
        self.tell_printed();
        if let Some(progress) = progress {
            self.arrived(progress);
        }
    }

    /// What the program printed, and what logging breakpoints wrote.
    pub(crate) fn tell_printed(&mut self) {
        let Some(program) = &mut self.program else { return };
        let (printed, logged) = (program.session.listener().take(), program.session.take_logged());
        self.tell_output(printed);
        for line in logged {
            self.connection.event("output", json!({"category": "console", "output": line + "\n"}));
        }
    }

    pub(crate) fn tell_output(&mut self, printed: Vec<(bool, String)>) {
        for (is_error, output) in printed {
            let category = if is_error { "stderr" } else { "stdout" };
            self.connection.event("output", json!({"category": category, "output": output}));
        }
    }

    fn arrived(&mut self, progress: Progress) {
        let Some(program) = &mut self.program else { return };
        match progress {
            Progress::Reached(reached) => {
                let (pid, stop) = (reached.who, Stop::of(reached, program));
                self.stopped(pid, stop);
            }
            Progress::Over(end) => {
                let ending = program.session.ending(&end, &*program.explain);
                self.ended(ending);
            }
            Progress::Interrupted => self.pause(),
            Progress::Back { reached, to, by_causes } => self.go_away(move |mut program| {
                Box::pin(async move {
                    let undone = program.session.arrive(to, by_causes).await.map(Shown::Undone);
                    (program, Done::Back { reached, by_causes, undone })
                })
            }),
            Progress::NotFound => self.go_away(|mut program| {
                Box::pin(async move {
                    let undone = program.session.arrive(Past::Beginning, false).await;
                    (program, Done::Beginning(undone.map(Shown::Undone)))
                })
            }),
        }
    }

    /// The run stands still.
    pub fn stopped(&mut self, pid: Pid, stop: Stop) {
        let Some(program) = &mut self.program else { return };
        program.current = Some(pid);
        program.forget_what_was_shown();
        let mut body = json!({"reason": stop.reason, "threadId": pid.id(), "allThreadsStopped": true});
        if let Some(description) = stop.description {
            body["description"] = json!(description);
        }
        if let Some(text) = stop.text {
            body["text"] = json!(text);
        }
        if !stop.hit.is_empty() {
            body["hitBreakpointIds"] = json!(stop.hit);
        }
        self.connection.event("stopped", body);
    }

    pub(crate) fn pause(&mut self) {
        let Some(program) = &mut self.program else { return };
        let whose = program.session.stand_still().or(program.current).or_else(|| program.main());
        if let Some(pid) = whose {
            self.stopped(pid, Stop::new("pause"));
        }
    }

    fn ended(&mut self, ending: Ending) {
        let Some(program) = &mut self.program else { return };
        // Someone who goes on from the end wants to leave.
        let has_been_said = std::mem::replace(&mut program.at_end, true);
        if !has_been_said {
            self.connection.event("output", json!({"category": "console", "output": ending.text + "\n"}));
        }
        let stays = ending.is_stuck || program.launch.stop_on_end;
        if let Some(main) = program.main().filter(|_| stays && !program.launch.no_debug && !has_been_said) {
            return self.stopped(main, Stop::saying("pause", format!("the run is over: {}", ending.short)));
        }
        program.has_terminated = true;
        self.connection.event("exited", json!({"exitCode": ending.status}));
        self.connection.event("terminated", Value::Null);
    }

    pub(crate) fn terminate(&mut self) {
        if let Some(program) = &mut self.program {
            program.session.stand_still();
            if !std::mem::replace(&mut program.has_terminated, true) {
                self.connection.event("terminated", Value::Null);
            }
        }
    }
}

impl Debuggee {
    fn step(&self, pid: Pid, by: Option<SteppingGranularity>) -> Result<Step, Refusal> {
        let by_line = by == Some(SteppingGranularity::Line);
        Ok(Step::from(self.session.machine(), self.process(pid)?, by_line))
    }
}
