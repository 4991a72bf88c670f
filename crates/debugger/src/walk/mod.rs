//! Walking through a run, forward and back, for every interface: the commands of `rewind`
//! ([`Walk::command`]), the ways that editors ask for ([`Walk::set_out`]), and what there is to see
//! as data ([`WalkView`]).
//!
//! A command never takes longer than the slice that it is given. What takes longer is
//! [`Walked::Working`], and wants [`Walk::go_on`] or [`Walk::cancel`].

pub mod travel;
pub mod view;

use std::rc::Rc;

use session::{Entry, Moment, MomentKind, Side};
use slices::Meter;

use crate::dialogue::{Slice, Stream};
use crate::language::{Awaited, Recorded};

pub use crate::erlang::walk::SavedWalk;
pub use erlang_rewind::usage::{candidates, full_name};
pub use erlang_rewind::{NotDone, Reply, Shown};
pub use travel::{Arrival, Journey, Stops};
pub use view::WalkView;

/// A run that goes both ways.
pub trait Walk {
    /// Begins what a line says, and works on it for one slice. A command that was still being done
    /// is given up first.
    fn command(&mut self, line: &str, slice: Slice) -> Walked;

    /// Begins a way of an editor's. [`Walk::go_on`] takes it further, to [`Walked::Arrived`].
    fn set_out(&mut self, journey: Journey) -> Result<(), String>;

    /// Works on the last command or journey for one more slice.
    fn go_on(&mut self, slice: Slice) -> Walked;

    /// Asks the last command to end early. What it did until then is kept if it is complete in
    /// itself, such as a number of steps forward; otherwise it is undone. The reply says which.
    fn cancel(&mut self, slice: Slice) -> Walked;

    /// What there is to see. `None`: another command is still running. A journey forward can be
    /// watched.
    fn view(&mut self) -> Option<&mut dyn WalkView>;

    /// Where the run is to stop. `None` as above.
    fn stops(&mut self) -> Option<&mut dyn Stops>;

    /// The reply to a command of which the interface could not do its part, such as saving.
    fn refused(&self, line: &str, message: String) -> Reply;

    /// `ask P`: the run up to here as something to ask about, beginning with a process. It is made
    /// again for that, by slices.
    fn recorded(&self, process: u32, meter: Meter) -> Awaited<Rc<dyn Recorded>>;

    /// What was answered about this run: it is saved with it.
    fn learn(&mut self, answers: &[Entry]);

    /// What processes can be called at the prompt, the process of the expression first.
    fn process_names(&self) -> Vec<String>;
}

/// What came of a command.
#[derive(Debug)]
pub enum Walked {
    /// The slice is over and the command is not.
    Working {
        steps: u64,
    },
    Reply(Box<Reply>),
    /// This text is to be written to a file, then the reply is shown; or why it cannot be written
    /// ([`Walk::refused`]).
    Save {
        file: String,
        text: String,
        reply: Box<Reply>,
    },
    /// Questions are to be asked about the run up to here ([`Walk::recorded`]), then the reply is
    /// shown.
    Ask {
        process: u32,
        reply: Box<Reply>,
    },
    /// A journey has ended.
    Arrived(Box<Arrival>),
    /// The walk is over.
    Quit(Box<Reply>),
}

/// What can be walked through: a program that has been read, or a recorded run.
pub trait Walkable {
    /// Opens it at a scene, or at its end. Going there may take long: it pauses when the steps of
    /// the meter are spent, which the walk follows from then on.
    fn walk(
        self: Box<Self>,
        scene: Option<Scene>,
        console: Box<dyn Console>,
        meter: Meter,
    ) -> Awaited<Opened>;
}

/// A walk that has been opened.
pub struct Opened {
    pub walk: Box<dyn Walk>,
    /// Where of the scene it stands. `None`: the scene could not be found.
    pub at: Option<MomentKind>,
    /// Entries of the run up to here.
    pub position: usize,
    /// Worth knowing before the first command.
    pub warning: Option<String>,
}

/// What a question or a verdict is about.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Numbers of the events that it mentions.
    pub events: Vec<u32>,
    pub side: Side,
    /// When exactly, if it is about a call.
    pub moment: Option<Moment>,
}

/// Where the program prints, and reads lines from.
pub trait Console {
    fn print(&mut self, stream: Stream, bytes: &[u8]);

    /// The next line of standard input, with its end; `None` at the end of the input. Lines that a
    /// recorded run has read come from the recording.
    fn line(&mut self) -> Option<Vec<u8>>;
}
