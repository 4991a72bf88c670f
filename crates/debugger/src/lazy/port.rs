//! What a lazy program writes and reads goes through its dialogue.

use std::collections::VecDeque;

use lazy_machine::machine::Request;
use lazy_tree::Outside as Port;
use slices::Later;

use super::lazy_host::LazyHost;
use crate::dialogue::{Outside, Stream};

pub struct DialoguePort {
    outside: Outside,
    desk: LazyHost,
    /// What was written, if someone wants to compare it.
    written: Option<String>,
    heard: Vec<Heard>,
    /// What a run before this one heard: it hears the same, and nobody reads what it writes.
    again: Option<VecDeque<Heard>>,
}

/// Something that was read.
#[derive(Clone)]
enum Heard {
    Line(Option<String>),
    All(String),
    End(bool),
    Reply(String),
}

impl DialoguePort {
    /// `keeps`: what is written is kept.
    pub fn new(outside: Outside, desk: LazyHost, keeps: bool) -> DialoguePort {
        DialoguePort { outside, desk, written: keeps.then(String::new), heard: Vec::new(), again: None }
    }

    /// For a second run of the same.
    pub fn again(&self) -> DialoguePort {
        let again = Some(self.heard.iter().cloned().collect());
        DialoguePort { again, ..DialoguePort::new(self.outside.clone(), self.desk.clone(), true) }
    }

    pub fn written(&self) -> Option<&str> {
        self.written.as_deref()
    }

    fn print(&mut self, stream: Stream, text: &str) {
        if let Some(written) = &mut self.written {
            written.push_str(text);
        }
        if self.again.is_none() {
            self.outside.print(stream, text.as_bytes());
        }
    }

    fn next(&mut self) -> Option<Heard> {
        self.again.as_mut().and_then(VecDeque::pop_front)
    }
}

impl Port for DialoguePort {
    fn write(&mut self, text: &str) {
        self.print(Stream::Out, text);
    }

    fn write_error(&mut self, text: &str) {
        self.print(Stream::Error, text);
    }

    fn read_line(&mut self) -> Later<'_, Option<String>> {
        Box::pin(async {
            let line = match self.next() {
                Some(Heard::Line(line)) => line,
                _ => self.outside.line().await.map(|line| {
                    let line = String::from_utf8_lossy(&line).into_owned();
                    line.strip_suffix('\n').unwrap_or(&line).to_owned()
                }),
            };
            self.heard.push(Heard::Line(line.clone()));
            line
        })
    }

    fn read_all(&mut self) -> Later<'_, String> {
        Box::pin(async {
            let text = match self.next() {
                Some(Heard::All(text)) => text,
                _ => {
                    let mut text = String::new();
                    while let Some(line) = self.outside.line().await {
                        text.push_str(&String::from_utf8_lossy(&line));
                    }
                    text
                }
            };
            self.heard.push(Heard::All(text.clone()));
            text
        })
    }

    fn is_at_end(&mut self) -> Later<'_, bool> {
        Box::pin(async {
            let is_at_end = match self.next() {
                Some(Heard::End(is_at_end)) => is_at_end,
                _ => self.outside.is_at_end().await,
            };
            self.heard.push(Heard::End(is_at_end));
            is_at_end
        })
    }

    fn request(&mut self, request: Request) -> String {
        let reply = match self.next() {
            Some(Heard::Reply(reply)) => reply,
            _ => self.desk.reply(request),
        };
        self.heard.push(Heard::Reply(reply.clone()));
        reply
    }
}
