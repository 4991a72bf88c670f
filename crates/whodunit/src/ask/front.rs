//! Who talks to the session: a person at a terminal or through a pipe, or a program through JSON.

use std::path::PathBuf;

use session::event::{Judged, Question, Start, Verdict};
use session::{Answer, Session, Side};

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
    /// Go on with this expression, whose value is wrong: that of the other was right after all, or this is simpler.
    Elsewhere(String),
    /// There is nothing more to say.
    Done,
}

/// Why the symptom is thought to be wrong, for people.
pub struct Accusation<'a> {
    /// What the symptom is called, if its own statement would mean nothing to them.
    pub statement: Option<&'a str>,
    /// `— you say this is wrong.`
    pub remark: &'a str,
}

pub trait FrontEnd {
    /// The run is over, and this is what is wrong.
    fn begin(&mut self, session: &mut Session, accusation: &Accusation<'_>);

    /// Someone else finds nothing wrong with what is supposed to be wrong. None: the person knows better.
    fn doubt(&mut self, session: &mut Session, opinion: &Judged) -> Option<Reply>;

    /// The run has several processes: where to look first?
    fn start(&mut self, session: &mut Session, start: &Start) -> Reply;

    /// The same, where nobody is there to choose.
    fn start_anywhere(&mut self, start: &Start);

    fn ask(&mut self, session: &mut Session, question: &Question) -> Reply;

    /// Someone else knew.
    fn judged(&mut self, judged: &Judged);

    /// An answer made no sense.
    fn refuse(&mut self, message: &str);

    /// Something to know that changes nothing.
    fn warn(&mut self, message: &str);

    fn verdict(&mut self, session: &mut Session, verdict: &Verdict) -> Reply;
}
