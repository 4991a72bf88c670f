//! Complete evaluation of values, and what frames of the machine's own do with a value.

use crate::action::{ACTION, CAME_TO, ERROR_CALL, ERROR_THROWN, WENT_ON};
use crate::frames::{FrameId, FrameKind};
use crate::machine::{ALL_PARTS, Flow, Machine, Request, Stop};
use crate::word::{ObjectKind, Word};

impl Machine {
    pub(crate) fn give_special(&mut self, kind: FrameKind, frame: FrameId, value: Word) -> Flow {
        match kind {
            FrameKind::MustHold | FrameKind::MustSucceed => self.condition_done(frame, value),
            FrameKind::EquateLeft | FrameKind::EquateRight | FrameKind::EquateNext => {
                self.equate_given(kind, frame, value)
            }
            FrameKind::Enter => {
                let word = self.frames.word(frame, 0);
                self.frames.pop();
                self.enter(word)
            }
            FrameKind::Attempt | FrameKind::Catch => {
                self.frames.pop();
                self.give(value)
            }
            FrameKind::Encapsulate => {
                let word = self.frames.word(frame, 0);
                self.frames.pop();
                self.all_values(word)
            }
            FrameKind::Solution => self.solution(frame),
            FrameKind::Normalise => {
                let (parts, rest) = (self.frames.word(frame, 0).as_raw(), self.frames.word(frame, 1));
                self.frames.pop();
                self.normalise(parts, rest, value)
            }
            FrameKind::Wake => self.wake_next(),
            FrameKind::Resumed => self.resumed(frame, value),
            FrameKind::Begin => {
                let parts = self.frames.word(frame, 0).as_raw();
                self.frames.pop();
                let action = value.address().is_some_and(|address| {
                    let header = self.heap.header(address);
                    header.kind() == ObjectKind::Constructor && header.symbol() >= ACTION
                });
                match action {
                    true => {
                        self.performed = true;
                        self.perform(value)
                    }
                    false => self.normalise(parts, Word::NOTHING, value),
                }
            }
            FrameKind::Perform => {
                let before = self.frames.word(frame, 0);
                self.frames.pop();
                self.went_on(before, WENT_ON, value);
                self.perform(value)
            }
            FrameKind::PerformNext => {
                let (function, action) = (self.frames.word(frame, 0), self.frames.word(frame, 1));
                self.frames.pop();
                self.went_on(action, CAME_TO, value);
                self.frames.push_all(FrameKind::Perform, &[action]);
                self.scratch.clear();
                self.scratch.push(value);
                self.apply(function)
            }
            FrameKind::Write | FrameKind::WriteError => {
                let text = self.text(self.frames.word(frame, 0));
                self.frames.pop();
                if !self.search.is_deterministic() {
                    return self.raise_choice();
                }
                let unit = self.code.known.unit;
                self.resume_with(Word::constructor(unit));
                let stop = if kind == FrameKind::Write { Stop::Write(text) } else { Stop::WriteError(text) };
                Err(stop.into())
            }
            FrameKind::Request => {
                let (kind, text) = (self.frames.word(frame, 0), self.text(self.frames.word(frame, 1)));
                self.frames.pop();
                if !self.search.is_deterministic() {
                    return self.raise_choice();
                }
                let (path, content) = text.split_once('\0').unwrap_or((&text, ""));
                Err(Stop::Request(Request::new(kind, path, content)).into())
            }
            FrameKind::Performed => {
                self.frames.pop();
                self.enter(value)
            }
            FrameKind::Raise => {
                let (message, thrown) = (self.frames.word(frame, 0), self.frames.word(frame, 1));
                self.frames.pop();
                let error = match thrown {
                    Word::NOTHING => self.heap.make(ObjectKind::Error, ERROR_CALL, &[message]),
                    thrown => self.heap.make(ObjectKind::Error, ERROR_THROWN, &[message, thrown]),
                };
                self.raise(Word::reference(error))
            }
            FrameKind::Show => self.shown(frame),
            FrameKind::Read => self.read(frame),
            _ => Err(Stop::Done.into()),
        }
    }

    /// Evaluates all of the value, or this many parts of it, from the left; then gives the value
    /// `()`.
    fn normalise(&mut self, mut parts: u64, mut rest: Word, value: Word) -> Flow {
        let mut value = value;
        loop {
            parts = parts.saturating_sub(1);
            let mut next = None;
            if let Some(address) = value.address() {
                let header = self.heap.header(address);
                if matches!(
                    header.kind(),
                    ObjectKind::Constructor | ObjectKind::Partial | ObjectKind::PartialConstructor
                ) {
                    let first = if header.kind() == ObjectKind::Partial { self.code.lead() } else { 0 };
                    for index in (first..header.length()).rev() {
                        let field = self.heap.resolve(self.heap.word(address, index));
                        if field.address().is_none() {
                            continue;
                        }
                        // The first goes next; the others wait in their order.
                        if let Some(later) = next.replace(field) {
                            rest = Word::reference(self.heap.make(ObjectKind::Cell, 0, &[later, rest]));
                        }
                    }
                }
            }
            let field = match next {
                Some(field) => field,
                None => match rest.address() {
                    None => return self.give(Word::constructor(self.code.known.unit)),
                    Some(cell) => {
                        let field = self.heap.resolve(self.heap.word(cell, 0));
                        rest = self.heap.word(cell, 1);
                        field
                    }
                },
            };
            if parts == 0 {
                self.cut_short = true;
                return self.give(Word::constructor(self.code.known.unit));
            }
            if self.is_delayed(field) {
                self.frames.push_all(FrameKind::Normalise, &[Word::raw(parts), rest]);
                return self.enter(field);
            }
            value = field;
        }
    }

    /// Evaluates all of the value, then gives `()` to the frame on top.
    pub(crate) fn evaluate_all(&mut self, value: Word) -> Flow {
        self.frames.push_all(FrameKind::Normalise, &[Word::raw(ALL_PARTS), Word::NOTHING]);
        self.enter(value)
    }
}
