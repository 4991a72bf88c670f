//! `ask --json`: events out, answers in, one object a line.

use std::io::Write;

use session::event::{Judged, Question, Start, Verdict};
use session::{Answer, Event, Session};

use super::front::{Accusation, FrontEnd, Reply};
use crate::input::Source;

pub struct Json {
    /// Where answers come from.
    pub lines: Source,
}

impl Json {
    /// A reader who went away will not answer either: the end of input follows.
    fn say(&self, event: &Event) {
        let mut out = std::io::stdout().lock();
        let _ = writeln!(out, "{}", event.to_json()).and_then(|()| out.flush());
    }

    /// Says it until there is an answer that can be read.
    fn exchange(&mut self, event: &Event) -> Reply {
        loop {
            self.say(event);
            let Some(line) = self.lines.next_line() else { return Reply::Abort { save: None } };
            match Answer::from_json(line.trim()) {
                Ok(Answer::Abort) => return Reply::Abort { save: None },
                Ok(answer) => return Reply::Answer(answer),
                Err(message) => self.refuse(&message),
            }
        }
    }
}

impl FrontEnd for Json {
    fn begin(&mut self, _session: &mut Session, _accusation: &Accusation<'_>) {}

    /// A verdict could only rest on the contradiction.
    fn doubt(&mut self, session: &mut Session, opinion: &Judged) -> Option<Reply> {
        let reason = format!("the value of the expression is {}: {} says so", opinion.answer, opinion.by);
        let verdict = session.give_up(reason);
        Some(self.verdict(session, &verdict))
    }

    fn start(&mut self, _session: &mut Session, start: &Start) -> Reply {
        self.exchange(&Event::Start(start.clone()))
    }

    fn start_anywhere(&mut self, start: &Start) {
        self.say(&Event::Start(start.clone()));
    }

    fn ask(&mut self, _session: &mut Session, question: &Question) -> Reply {
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

    fn verdict(&mut self, _session: &mut Session, verdict: &Verdict) -> Reply {
        self.say(&Event::Verdict(verdict.clone()));
        Reply::Done
    }
}
