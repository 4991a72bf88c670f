//! Who talks to the session: a person at a terminal or through a pipe, or a program through JSON.

use std::path::PathBuf;

use debugger::dialogue::{Accusation, Look};
use session::event::{Begin, Judged, Question, Start, Verdict};
use session::{Answer, Side};

/// What came back.
pub enum Reply {
    Answer(Answer),
    /// The session ends here; the answers may be wanted again.
    Abort {
        save: Option<PathBuf>,
    },
    /// To walk through the run, from where the question is about, and then back to the question.
    Rewind {
        /// Which statement of a group is meant, from 1.
        n: usize,
        side: Side,
    },
    /// Go on with this expression, whose value is wrong: that of the other was right after all, or
    /// this is simpler.
    Elsewhere(String),
    /// There is nothing more to say.
    Done,
    /// Nobody can decide: what is known is the verdict.
    GiveUp,
}

pub trait FrontEnd {
    /// The run is over: what came of it, and what is wrong.
    fn begin(&mut self, session: &mut Look<'_>, begin: &Begin, accusation: &Accusation);

    /// Someone else finds nothing wrong with what is supposed to be wrong. None: the person knows
    /// better.
    fn doubt(&mut self, session: &mut Look<'_>, opinion: &Judged) -> Option<Reply>;

    /// The run has several processes: where to look first?
    fn start(&mut self, session: &mut Look<'_>, start: &Start) -> Reply;

    fn ask(&mut self, session: &mut Look<'_>, question: &Question) -> Reply;

    /// Someone else knew.
    fn judged(&mut self, judged: &Judged);

    /// An answer made no sense.
    fn refuse(&mut self, message: &str);

    /// Something to know that changes nothing.
    fn warn(&mut self, message: &str);

    fn verdict(&mut self, session: &mut Look<'_>, verdict: &Verdict) -> Reply;
}
