//! Going on and back: what an editor asks for is begun, taken further between its messages, and
//! told when it is done.

use dapts::{SteppingGranularity, request};
use debugger::Walked;
use debugger::dialogue::{Slice, Stream};
use debugger::walk::travel::{Arrival, Ending, Journey, Pace, StopReason, StoppedAt};
use debugger::walk::view::{FrameId, PidNumber};
use serde_json::{Value, json};

use crate::adapter::{Adapter, Doing, RequestResult, pid_of};
use crate::launch::Launcher;
use crate::message::Incoming;

/// Steps of a run before the editor is listened to again.
pub(crate) const SLICE: Slice = Slice(100_000);
/// Lines of what was undone that an editor is told.
const UNDONE: usize = 20;

/// Why the run stands still, as an editor is told.
pub struct StopNotice {
    pub reason: &'static str,
    pub description: Option<String>,
    pub text: Option<String>,
    pub hit: Vec<u32>,
}

impl StopNotice {
    pub fn new(reason: &'static str) -> StopNotice {
        StopNotice { reason, description: None, text: None, hit: Vec::new() }
    }

    pub fn saying(reason: &'static str, description: impl Into<String>) -> StopNotice {
        StopNotice { description: Some(description.into()), ..StopNotice::new(reason) }
    }

    fn of(at: StoppedAt) -> StopNotice {
        let stop = match at.reason {
            StopReason::Line | StopReason::Binding => StopNotice::new("breakpoint"),
            StopReason::Function => StopNotice::new("function breakpoint"),
            StopReason::Event => StopNotice::saying("breakpoint", format!("the process {}", at.text)),
            StopReason::Step => StopNotice::new("step"),
            StopReason::Entry => StopNotice::new("entry"),
            StopReason::Call => StopNotice::new("restart"),
            StopReason::Exception { class, raised } => {
                StopNotice { text: raised, ..StopNotice::saying("exception", format!("Paused on {class}")) }
            }
        };
        StopNotice { hit: at.hit, ..stop }
    }
}

impl<L: Launcher> Adapter<L> {
    /// Everything is set: off it goes.
    pub(crate) fn begin(&mut self) {
        let is_running = self.is_running();
        let Some(program) = &mut self.program else { return };
        if program.launch.no_debug
            && let Some(stops) = program.walk.stops()
        {
            stops.forget();
        }
        if !is_running && !std::mem::replace(&mut program.has_begun, true) {
            let journey = if program.launch.stop_on_entry { Journey::Entry } else { Journey::On };
            if program.walk.set_out(journey).is_ok() {
                self.doing = Some(Doing::Journey(journey));
            }
        }
    }

    pub(crate) fn go_on(&mut self) -> RequestResult {
        self.set_out(Journey::On)?;
        Ok(json!({"allThreadsContinued": true}))
    }

    pub(crate) fn step(&mut self, request: &Incoming) -> RequestResult {
        // The arguments of the three requests are alike.
        let arguments = request.arguments::<request::Next>()?;
        let pace = match request.command.as_str() {
            "next" => Pace::Over,
            "stepOut" => Pace::Out,
            _ => Pace::Into,
        };
        let (who, by_line) = (pid_of(arguments.thread_id)?, is_by_line(arguments.granularity));
        self.set_out(Journey::Step { who, pace, by_line })
    }

    pub(crate) fn step_back(&mut self, request: &Incoming) -> RequestResult {
        let arguments = request.arguments::<request::StepBack>()?;
        let (who, by_line) = (pid_of(arguments.thread_id)?, is_by_line(arguments.granularity));
        self.set_out(Journey::StepBack { who, by_line })
    }

    pub(crate) fn reverse_continue(&mut self, request: &Incoming) -> RequestResult {
        let arguments = request.arguments::<request::ReverseContinue>()?;
        self.set_out(Journey::BackToStop { who: pid_of(arguments.thread_id)? })
    }

    pub(crate) fn restart_frame(&mut self, request: &Incoming) -> RequestResult {
        let arguments = request.arguments::<request::RestartFrame>()?;
        self.set_out(Journey::BackToFrame(FrameId(arguments.frame_id)))
    }

    fn set_out(&mut self, journey: Journey) -> RequestResult {
        self.standing()?.walk.set_out(journey)?;
        self.doing = Some(Doing::Journey(journey));
        Ok(Value::Null)
    }

    /// Takes the program a little further.
    pub fn advance(&mut self) {
        if let Some(program) = &mut self.program {
            let walked = program.walk.go_on(SLICE);
            self.walked(walked);
        }
    }

    /// Ends early what is being done.
    pub(crate) fn stop(&mut self) {
        if let Some(program) = &mut self.program {
            let walked = program.walk.cancel(SLICE);
            self.walked(walked);
        }
    }

    /// Tells what came of a slice.
    pub(crate) fn walked(&mut self, walked: Walked) {
        self.tell_printed();
        if let Walked::Working { .. } = walked {
            return;
        }
        match (self.doing.take(), walked) {
            (Some(Doing::Command(request)), walked) => self.console_answered(&request, walked),
            (_, Walked::Arrived(arrival)) => self.arrived(*arrival),
            _ => {}
        }
        self.answer_waiting();
    }

    /// What the program printed, and what logging breakpoints wrote.
    fn tell_printed(&mut self) {
        let Some(program) = &mut self.program else { return };
        for (stream, output) in program.printed.take() {
            let category = match stream {
                Stream::Out => "stdout",
                Stream::Error => "stderr",
            };
            self.connection.event("output", json!({"category": category, "output": output}));
        }
        let logged = program.walk.stops().map(|stops| stops.take_logged());
        for line in logged.unwrap_or_default() {
            self.connection.event("output", json!({"category": "console", "output": line + "\n"}));
        }
    }

    fn arrived(&mut self, arrival: Arrival) {
        let Some(program) = &mut self.program else { return };
        match arrival {
            Arrival::Stopped(at) => self.stopped(at.who, StopNotice::of(at)),
            Arrival::Back { at, undone, by_causes } => {
                program.at_end = false;
                if let Some(output) = undone.in_lines(UNDONE).filter(|_| by_causes) {
                    self.connection.event("output", json!({"category": "console", "output": output}));
                }
                self.stopped(at.who, StopNotice::of(at));
            }
            Arrival::Beginning => {
                program.at_end = false;
                if let Some(main) = program.main() {
                    self.stopped(main, StopNotice::saying("entry", "the beginning of the run"));
                }
            }
            Arrival::Over(ending) => self.ended(ending),
            Arrival::Paused { who } => {
                let who = who.or(program.current).or_else(|| program.main());
                if let Some(who) = who {
                    self.stopped(who, StopNotice::new("pause"));
                }
            }
        }
    }

    /// The run stands still.
    pub fn stopped(&mut self, who: PidNumber, stop: StopNotice) {
        let Some(program) = &mut self.program else { return };
        program.current = Some(who);
        let mut body = json!({"reason": stop.reason, "threadId": who.0, "allThreadsStopped": true});
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

    fn ended(&mut self, ending: Ending) {
        let Some(program) = &mut self.program else { return };
        // Someone who goes on from the end wants to leave.
        let has_been_said = std::mem::replace(&mut program.at_end, true);
        if !has_been_said {
            self.connection.event("output", json!({"category": "console", "output": ending.text + "\n"}));
        }
        let stays = ending.is_stuck || program.launch.stop_on_end;
        if let Some(main) = program.main().filter(|_| stays && !program.launch.no_debug && !has_been_said) {
            return self
                .stopped(main, StopNotice::saying("pause", format!("the run is over: {}", ending.short)));
        }
        program.has_terminated = true;
        self.connection.event("exited", json!({"exitCode": ending.status}));
        self.connection.event("terminated", Value::Null);
    }

    pub(crate) fn terminate(&mut self) {
        if let Some(program) = &mut self.program {
            program.walk.cancel(SLICE);
            self.doing = None;
            if !std::mem::replace(&mut program.has_terminated, true) {
                self.connection.event("terminated", Value::Null);
            }
        }
    }
}

fn is_by_line(granularity: Option<SteppingGranularity>) -> bool {
    granularity == Some(SteppingGranularity::Line)
}
