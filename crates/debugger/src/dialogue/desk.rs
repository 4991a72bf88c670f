//! Where the course of a dialogue and its interface meet: inputs and outputs lie here.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;

use session::Session;
use slices::Meter;

use super::{Input, Output, Progress, Saved, Slice, Stream, UnitTests};
use crate::language::Recorded;
use crate::outcome::GoalAnswer;
use crate::walk::Walk;

pub struct Desk {
    inputs: RefCell<VecDeque<Input>>,
    outputs: RefCell<Vec<Output>>,
    /// Where the session lies whenever nobody works on it.
    pub session: RefCell<Option<Session>>,
    /// The subject of the session.
    pub title: RefCell<String>,
    /// The name of its symptom, if its own statement would mean nothing to people.
    pub accusation: RefCell<Option<String>>,
    /// What Markdown calls its code.
    pub code_fence: Cell<&'static str>,
    /// The run that was made last, and a walk through it if someone has begun one.
    pub recorded: RefCell<Option<Rc<dyn Recorded>>>,
    pub walk: RefCell<Option<Box<dyn Walk>>>,
    /// Another walk through that run, which nobody sees: it stands at the end and tells causes.
    pub aside: RefCell<Option<Box<dyn Walk>>>,
    /// How answers are written as unit tests, and whether the symptom can be one of them.
    pub unit_tests: RefCell<Option<(UnitTests, bool)>>,
    /// Steps that are left of the present slice.
    pub meter: Meter,
    /// The work that is going on, if any.
    work: Cell<Option<Progress>>,
    cancelled: Cell<bool>,
    /// A line of input that was looked at, and not read yet.
    next_line: RefCell<Option<Option<Vec<u8>>>>,
    /// Numbers what wants a reply.
    last_id: Cell<u32>,
}

impl Desk {
    pub fn new(meter: Meter) -> Desk {
        Desk {
            inputs: RefCell::default(),
            outputs: RefCell::default(),
            session: RefCell::default(),
            title: RefCell::default(),
            accusation: RefCell::default(),
            code_fence: Cell::new(""),
            recorded: RefCell::default(),
            walk: RefCell::default(),
            aside: RefCell::default(),
            unit_tests: RefCell::default(),
            meter,
            work: Cell::new(None),
            cancelled: Cell::new(false),
            next_line: RefCell::default(),
            last_id: Cell::new(0),
        }
    }

    // ---- for the dialogue

    /// An input begins another slice.
    pub fn take(&self, input: Input) {
        let Slice(steps) = match &input {
            Input::Continue(slice) => *slice,
            _ => Slice::default(),
        };
        self.meter.refill(steps);
        match (&input, self.work.get()) {
            (Input::Continue(_), _) => {}
            (Input::Cancel, Some(_)) => self.cancelled.set(true),
            _ => self.inputs.borrow_mut().push_back(input),
        }
    }

    pub fn take_outputs(&self) -> Vec<Output> {
        self.outputs.take()
    }

    /// A slice is over: says what is being done, if something is.
    pub fn report_work(&self) {
        if let Some(progress) = self.work.get() {
            self.say(Output::Working(progress));
        }
    }

    // ---- for the course

    pub fn say(&self, output: Output) {
        self.outputs.borrow_mut().push(output);
    }

    /// Another run was made.
    pub fn record(&self, recorded: Option<Rc<dyn Recorded>>) {
        self.aside.take();
        self.recorded.replace(recorded);
    }

    /// The next input.
    pub async fn input(&self) -> Input {
        poll_fn(|_| match self.inputs.borrow_mut().pop_front() {
            Some(input) => Poll::Ready(input),
            None => Poll::Pending,
        })
        .await
    }

    /// Does work that may take many slices. `None`: it was cancelled, and dropped.
    pub async fn work<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        self.work.set(Some(Progress::Thinking));
        let mut work = pin!(work);
        let done = poll_fn(|context| match self.cancelled.take() {
            true => Poll::Ready(None),
            false => work.as_mut().poll(context).map(Some),
        })
        .await;
        self.work.set(None);
        done
    }

    /// Does work that sees for itself when it is cancelled.
    pub async fn run<T>(&self, work: impl Future<Output = T>) -> T {
        self.work.set(Some(Progress::Running { steps: 0 }));
        let done = work.await;
        self.work.set(None);
        // It was about the run.
        self.cancelled.set(false);
        done
    }

    /// Saves something, and waits until that is done; an error says why it could not be.
    pub async fn save(&self, what: Saved, text: String) -> Result<(), String> {
        let id = self.new_id();
        self.say(Output::Save { id, what, text });
        loop {
            match self.input().await {
                Input::Saved { id: saved, result } if saved == id => return result,
                Input::Abort => return Err("the session was ended first".into()),
                _ => {}
            }
        }
    }

    pub fn new_id(&self) -> u32 {
        self.last_id.set(self.last_id.get() + 1);
        self.last_id.get()
    }

    // ---- for runs

    /// How far a run is.
    pub fn set_progress(&self, progress: Progress) {
        if self.work.get().is_some() {
            self.work.set(Some(progress));
        }
    }
}

/// The outside of a run, as its dialogue offers it: steps, standard input and output.
#[derive(Clone)]
pub struct Outside {
    desk: Rc<Desk>,
}

impl Outside {
    pub(super) fn new(desk: Rc<Desk>) -> Outside {
        Outside { desk }
    }

    /// For callers without a dialogue: events are dropped.
    pub fn of_nobody(meter: Meter) -> Outside {
        Outside::new(Rc::new(Desk::new(meter)))
    }

    pub fn print(&self, stream: Stream, bytes: &[u8]) {
        self.desk.say(Output::Printed(stream, bytes.to_vec()));
    }

    /// Says something worth knowing that changes nothing.
    pub fn warn(&self, message: String) {
        self.desk.say(Output::Warning(message));
    }

    /// The same, as a whole sentence.
    pub fn note(&self, text: String) {
        self.desk.say(Output::Note(text));
    }

    /// One more test has ended.
    pub fn test(&self, json: String) {
        self.desk.say(Output::Test(json));
    }

    /// A goal has one more answer.
    pub fn answer(&self, answer: GoalAnswer) {
        self.desk.say(Output::GoalAnswer(answer));
    }

    /// The steps that may be made before the next pause.
    pub fn meter(&self) -> &Meter {
        &self.desk.meter
    }

    /// Gives control back if the slice is over. Whether the run is to stop where it is.
    pub async fn pause(&self, steps: u64) -> bool {
        self.desk.set_progress(Progress::Running { steps });
        self.desk.meter.pause_if_spent().await;
        self.desk.cancelled.take()
    }

    /// How far a run is that pauses by itself.
    pub fn progress(&self, steps: u64) {
        self.desk.set_progress(Progress::Running { steps });
    }

    /// Whether the run is to stop where it is.
    pub fn is_cancelled(&self) -> bool {
        self.desk.cancelled.get()
    }

    /// Whether there are no more lines of standard input.
    pub async fn is_at_end(&self) -> bool {
        if self.desk.next_line.borrow().is_none() {
            let line = self.read_line().await;
            self.desk.next_line.replace(Some(line));
        }
        matches!(&*self.desk.next_line.borrow(), Some(None))
    }

    /// The next line of standard input; `None` at its end.
    pub async fn line(&self) -> Option<Vec<u8>> {
        let known = self.desk.next_line.take();
        match known {
            Some(line) => line,
            None => self.read_line().await,
        }
    }

    async fn read_line(&self) -> Option<Vec<u8>> {
        let work = self.desk.work.take();
        self.desk.say(Output::NeedsInput);
        let line = loop {
            match self.desk.input().await {
                Input::Line(line) => break line,
                Input::Cancel | Input::Abort | Input::GiveUp => {
                    self.desk.cancelled.set(true);
                    break None;
                }
                _ => {}
            }
        };
        self.desk.work.set(work);
        line
    }
}
