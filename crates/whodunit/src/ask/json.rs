//! `ask --json`: events out, answers in, one object per line.

use std::io::Write;

use debugger::dialogue::{Accusation, Look};
use session::event::{Begin, Judged, Question, Start, Verdict};
use session::{Answer, Event};

use super::cut::{Cuts, Wanted};
use super::front::{FrontEnd, Reply};
use crate::input::Source;

pub struct Json {
    /// Where answers come from.
    lines: Source,
    cuts: Cuts,
}

impl Json {
    pub fn new(lines: Source, max_value: usize) -> Json {
        Json { lines, cuts: Cuts::new(max_value) }
    }

    /// A reader who went away will not answer either: the end of input follows.
    fn say(&mut self, event: &Event) {
        self.write(event.to_json());
    }

    fn write(&mut self, line: String) {
        Self::write_line(&self.cuts.bound(line));
    }

    fn write_line(line: &str) {
        let mut out = crate::output::out();
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    }

    /// Says it until there is an answer that can be read.
    fn exchange(&mut self, event: &Event) -> Reply {
        loop {
            self.say(event);
            let Some(line) = self.next_line() else { return Reply::Abort { save: None } };
            match Answer::from_json(line.trim()) {
                Ok(Answer::Abort) => return Reply::Abort { save: None },
                Ok(answer) => return Reply::Answer(answer),
                Err(message) => self.refuse(&message),
            }
        }
    }
}

impl Json {
    /// The next line that does not ask for a value.
    fn next_line(&mut self) -> Option<String> {
        loop {
            let line = self.lines.next_line()?;
            match Wanted::from_json(line.trim()) {
                None => return Some(line),
                Some(wanted) => match wanted.and_then(|wanted| self.cuts.value(&wanted)) {
                    Ok(event) => Self::write_line(&event),
                    Err(message) => self.refuse(&message),
                },
            }
        }
    }
}

impl FrontEnd for Json {
    fn begin(&mut self, _look: &mut Look<'_>, begin: &Begin, _accusation: &Accusation) {
        self.write(begin.to_json());
    }

    /// A verdict could only rest on the contradiction.
    fn doubt(&mut self, _look: &mut Look<'_>, opinion: &Judged) -> Option<Reply> {
        self.judged(opinion);
        Some(Reply::GiveUp)
    }

    fn start(&mut self, _look: &mut Look<'_>, start: &Start) -> Reply {
        self.exchange(&Event::Start(start.clone()))
    }

    fn ask(&mut self, _look: &mut Look<'_>, question: &Question) -> Reply {
        match (self.exchange(&Event::Question(question.clone())), &question.instead) {
            (Reply::Answer(Answer::Instead), Some(instead)) => Reply::Elsewhere(instead.expression.clone()),
            (reply, _) => reply,
        }
    }

    fn judged(&mut self, judged: &Judged) {
        self.say(&Event::Judged(judged.clone()));
    }

    fn refuse(&mut self, message: &str) {
        self.say(&Event::Error { message: message.to_owned() });
    }

    fn warn(&mut self, message: &str) {
        eprintln!("warning: {message}");
    }

    fn verdict(&mut self, _look: &mut Look<'_>, verdict: &Verdict) -> Reply {
        self.say(&Event::Verdict(verdict.clone()));
        Reply::Done
    }
}
