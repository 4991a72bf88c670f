//! A run that can be made again: what is asked, which answer it stands at, what it read, and how
//! far it went.

use std::ops::Range;

use lazy_machine::log::Log;
use lazy_machine::machine::{Budget, Machine, Request, Stop};
use lazy_machine::{Asked, Compiled};
use slices::{Later, Meter};

/// The world that a program writes to and reads from.
pub trait Outside {
    fn write(&mut self, text: &str);
    fn write_error(&mut self, text: &str);
    /// None at the end of the input.
    fn read_line(&mut self) -> Later<'_, Option<String>>;
    fn read_all(&mut self) -> Later<'_, String>;
    fn is_at_end(&mut self) -> Later<'_, bool>;
    /// Replies to what the program asks beside its input.
    fn request(&mut self, request: Request) -> String;
}

/// The reply of an outside that has no files.
pub(crate) const NOTHING_THERE: &str = "-openFile: does not exist (No such file or directory)";

/// Nobody: what is written is not read, and there is nothing to read.
pub struct Nowhere;

impl Outside for Nowhere {
    fn write(&mut self, _text: &str) {}

    fn write_error(&mut self, _text: &str) {}

    fn read_line(&mut self) -> Later<'_, Option<String>> {
        Box::pin(async { None })
    }

    fn read_all(&mut self) -> Later<'_, String> {
        Box::pin(async { String::new() })
    }

    fn is_at_end(&mut self) -> Later<'_, bool> {
        Box::pin(async { true })
    }

    fn request(&mut self, _request: Request) -> String {
        NOTHING_THERE.to_owned()
    }
}

pub struct Course {
    pub compiled: Compiled,
    /// How much of a value is evaluated.
    parts: u64,
    /// Which answer of a goal, from 1.
    answer: usize,
    inputs: Vec<Input>,
    steps: u64,
    end: Stop,
}

impl Course {
    /// Runs to the answer, or as far as it goes. The values of calls are kept, unless there are
    /// more than this many.
    pub async fn run(
        compiled: Compiled,
        parts: u64,
        answer: usize,
        most_calls: u32,
        budget: &Budget<'_>,
        outside: &mut dyn Outside,
    ) -> (Course, Machine) {
        let mut course = Course { compiled, parts, answer, inputs: Vec::new(), steps: 0, end: Stop::NoMore };
        let mut listening = Listening { outside, heard: Vec::new() };
        let mut machine = Machine::new(course.compiled.code.clone(), course.compiled.main, parts, None)
            .log_to(Log::of_short_runs(most_calls));
        let end = course.drive(&mut machine, budget, &mut listening).await;
        course.inputs = listening.heard;
        (course.steps, course.end) = (machine.steps(), end);
        (course, machine)
    }

    /// The same run, with the values of other calls.
    pub async fn again(&self, window: Range<u32>, meter: Option<&Meter>) -> Machine {
        let Compiled { code, main, .. } = &self.compiled;
        let mut machine = Machine::new(code.clone(), *main, self.parts, Some(window));
        self.repeat(&mut machine, meter).await;
        machine
    }

    /// A machine for the same run of the program compiled in another way, and without a log.
    pub fn begin(&self, compiled: &Compiled) -> Machine {
        Machine::new(compiled.code.clone(), compiled.main, self.parts, None)
    }

    /// Goes the same way again.
    pub async fn repeat(&self, machine: &mut Machine, meter: Option<&Meter>) {
        let max_steps = match self.end {
            Stop::Steps | Stop::Memory | Stop::Interrupted => self.steps,
            _ => u64::MAX,
        };
        let budget = Budget { max_steps, meter, ..Budget::UNLIMITED };
        self.drive(machine, &budget, &mut Repeating { inputs: self.inputs.iter() }).await;
    }

    /// Why the run ended: [`Stop::Done`] at the answer.
    pub fn end(&self) -> &Stop {
        &self.end
    }

    async fn drive(&self, machine: &mut Machine, budget: &Budget<'_>, outside: &mut dyn Outside) -> Stop {
        let mut left = self.answer;
        loop {
            match machine.run_by_slices(budget).await {
                Stop::Write(text) => outside.write(&text),
                Stop::ReadLine => machine.supply(outside.read_line().await.as_deref()),
                Stop::ReadAll => machine.supply(Some(&outside.read_all().await)),
                Stop::Request(request) => machine.supply(Some(&outside.request(request))),
                Stop::WriteError(text) => outside.write_error(&text),
                Stop::IsAtEnd => machine.supply_end(outside.is_at_end().await),
                Stop::Done if left > 1 && matches!(self.compiled.asked, Asked::Answer { .. }) => {
                    left -= 1;
                    machine.reject();
                }
                end => return end,
            }
        }
    }
}

/// What a program was told from outside.
enum Input {
    Line(Option<String>),
    All(String),
    IsAtEnd(bool),
    Reply(String),
}

/// Passes everything on, and keeps what was read.
struct Listening<'a> {
    outside: &'a mut dyn Outside,
    heard: Vec<Input>,
}

impl Outside for Listening<'_> {
    fn write(&mut self, text: &str) {
        self.outside.write(text);
    }

    fn write_error(&mut self, text: &str) {
        self.outside.write_error(text);
    }

    fn read_line(&mut self) -> Later<'_, Option<String>> {
        Box::pin(async {
            let line = self.outside.read_line().await;
            self.heard.push(Input::Line(line.clone()));
            line
        })
    }

    fn read_all(&mut self) -> Later<'_, String> {
        Box::pin(async {
            let text = self.outside.read_all().await;
            self.heard.push(Input::All(text.clone()));
            text
        })
    }

    fn is_at_end(&mut self) -> Later<'_, bool> {
        Box::pin(async {
            let is_at_end = self.outside.is_at_end().await;
            self.heard.push(Input::IsAtEnd(is_at_end));
            is_at_end
        })
    }

    fn request(&mut self, request: Request) -> String {
        let reply = self.outside.request(request);
        self.heard.push(Input::Reply(reply.clone()));
        reply
    }
}

/// Gives what was read the first time: the same program asks for the same in the same order.
struct Repeating<'a> {
    inputs: std::slice::Iter<'a, Input>,
}

impl Outside for Repeating<'_> {
    fn write(&mut self, _text: &str) {}

    fn write_error(&mut self, _text: &str) {}

    fn read_line(&mut self) -> Later<'_, Option<String>> {
        let line = match self.inputs.next() {
            Some(Input::Line(line)) => line.clone(),
            _ => None,
        };
        Box::pin(async { line })
    }

    fn read_all(&mut self) -> Later<'_, String> {
        let text = match self.inputs.next() {
            Some(Input::All(text)) => text.clone(),
            _ => String::new(),
        };
        Box::pin(async { text })
    }

    fn is_at_end(&mut self) -> Later<'_, bool> {
        let is_at_end = matches!(self.inputs.next(), Some(Input::IsAtEnd(true)) | None);
        Box::pin(async move { is_at_end })
    }

    fn request(&mut self, _request: Request) -> String {
        match self.inputs.next() {
            Some(Input::Reply(reply)) => reply.clone(),
            _ => NOTHING_THERE.to_owned(),
        }
    }
}
