//! Actions: values of `IO` types, and performing them; errors.

use crate::code::ComplaintId;
use crate::frames::FrameKind;
use crate::log::CallId;
use crate::machine::{Flow, Machine, Stop};
use crate::word::{ObjectKind, Word};

/// Symbols of error objects: what their word means.
pub(crate) const ERROR_CALL: u32 = 0;
pub(crate) const ERROR_COMPLAINT: u32 = 1;
pub(crate) const ERROR_LOOP: u32 = 2;
pub(crate) const ERROR_TEXT: u32 = 3;
/// Not an error: there is no value, and demanding it fails.
pub(crate) const NO_VALUE: u32 = 4;
/// Its result was left behind in another machine.
pub(crate) const LEFT_BEHIND: u32 = 5;
/// An exception that the program threw: its text and its value.
pub(crate) const ERROR_THROWN: u32 = 6;

/// Actions are constructors of the machine's own, with numbers that no program has.
pub(crate) const ACTION: u32 = u32::MAX - 16;
pub(crate) const RETURN: u32 = ACTION;
pub(crate) const BIND: u32 = ACTION + 1;
pub(crate) const WRITE: u32 = ACTION + 2;
pub(crate) const READ_LINE: u32 = ACTION + 3;
pub(crate) const READ_ALL: u32 = ACTION + 4;
pub(crate) const EXIT: u32 = ACTION + 5;
pub(crate) const NEW_CELL: u32 = ACTION + 6;
pub(crate) const READ_CELL: u32 = ACTION + 7;
pub(crate) const WRITE_CELL: u32 = ACTION + 8;
pub(crate) const WRITE_ERROR: u32 = ACTION + 10;
pub(crate) const IS_AT_END: u32 = ACTION + 11;
pub(crate) const REQUEST: u32 = ACTION + 12;
pub(crate) const CATCH: u32 = ACTION + 13;
/// What can be changed: its content. Nobody is told of it, since it is another one at other times.
pub(crate) const CELL: u32 = ACTION + 9;

/// What is kept of performed actions, if there is a log: of `BIND`, the second action and the
/// result of the first; of `WRITE` and `WRITE_ERROR`, that it was done. So an action that was
/// performed says what it did.
pub(crate) const WENT_ON: usize = 2;
pub(crate) const CAME_TO: usize = 3;
pub(crate) const WRITTEN: usize = 1;
/// It went on in one way or another, each time that it was performed.
pub(crate) const DIFFERENTLY: Word = Word::raw(1);
/// More is not kept.
pub(crate) const FURTHER: Word = Word::raw(2);
/// Of this many actions: who prints a million lines wants to have them collected.
const MOST_KEPT: u32 = 100_000;

impl Machine {
    pub(crate) fn action(&mut self, kind: u32, words: &[Word]) -> Word {
        Word::reference(self.heap.make(ObjectKind::Constructor, kind, words))
    }

    /// Performs an action; its result goes to the frame on top.
    pub(crate) fn perform(&mut self, action: Word) -> Flow {
        let Some(address) = action.address() else { return self.give(action) };
        let kind = self.heap.header(address).symbol();
        let is_outside =
            matches!(kind, WRITE | WRITE_ERROR | READ_LINE | READ_ALL | IS_AT_END | EXIT | REQUEST);
        if is_outside && !self.search.is_deterministic() {
            return self.raise_choice();
        }
        match kind {
            RETURN => {
                let value = self.heap.word(address, 0);
                self.give(value)
            }
            BIND => {
                let (first, function) = (self.heap.word(address, 0), self.heap.word(address, 1));
                self.frames.push_all(FrameKind::PerformNext, &[function, action]);
                self.frames.push_all(FrameKind::Perform, &[Word::NOTHING]);
                self.enter(first)
            }
            WRITE => {
                let text = self.heap.word(address, 0);
                self.heap.set_word(address, WRITTEN, Word::raw(1));
                self.frames.push_all(FrameKind::Write, &[text]);
                self.evaluate_all(text)
            }
            WRITE_ERROR => {
                let text = self.heap.word(address, 0);
                self.heap.set_word(address, WRITTEN, Word::raw(1));
                self.frames.push_all(FrameKind::WriteError, &[text]);
                self.evaluate_all(text)
            }
            REQUEST => {
                self.has_read = true;
                let text = self.heap.word(address, 2);
                self.frames.push_all(FrameKind::Request, &[self.heap.word(address, 0), text]);
                self.evaluate_all(text)
            }
            CATCH => {
                let (first, handler) = (self.heap.word(address, 0), self.heap.word(address, 1));
                self.frames.push_all(FrameKind::Catch, &[handler]);
                self.frames.push_all(FrameKind::Perform, &[Word::NOTHING]);
                self.enter(first)
            }
            READ_LINE | READ_ALL | IS_AT_END => {
                self.has_read = true;
                let stop = match kind {
                    READ_LINE => Stop::ReadLine,
                    READ_ALL => Stop::ReadAll,
                    _ => Stop::IsAtEnd,
                };
                Err(stop.into())
            }
            EXIT => {
                while self.frames.kind(self.frames.current) != FrameKind::Stop {
                    self.frames.pop();
                }
                self.give(Word::constructor(self.code.known.unit))
            }
            NEW_CELL => {
                let content = self.heap.word(address, 0);
                let cell = self.action(CELL, &[content]);
                self.give(cell)
            }
            READ_CELL => {
                self.has_read = true;
                let cell = self.heap.resolve(self.heap.word(address, 0));
                let content = cell.address().map_or(cell, |cell| self.heap.word(cell, 0));
                self.give(content)
            }
            WRITE_CELL => {
                let (cell, content) = (self.heap.word(address, 0), self.heap.word(address, 1));
                if let Some(cell) = self.heap.resolve(cell).address() {
                    self.heap.set_word(cell, 0, content);
                }
                self.give(Word::constructor(self.code.known.unit))
            }
            _ => self.give(action),
        }
    }

    /// Keeps the result of an action, or the action that followed it, to show what it did. An
    /// action that reads nothing does the same whenever it is performed.
    pub(crate) fn went_on(&mut self, action: Word, place: usize, with: Word) {
        let Some(address) = action.address().filter(|_| self.logging) else { return };
        let is_again = self.heap.word(address, place) != Word::NOTHING;
        let word = match is_again {
            true if self.has_read => DIFFERENTLY,
            true => return,
            false if self.kept_actions >= MOST_KEPT => FURTHER,
            false => with,
        };
        self.kept_actions += u32::from(!is_again);
        self.heap.set_word(address, place, word);
    }

    /// What the program asked to read, as a value.
    pub(crate) fn input(&mut self, text: Option<&str>) -> Word {
        let nil = Word::constructor(self.code.known.nil);
        match text {
            Some(text) => self.list_of(text, nil),
            None => {
                let message = self.list_of("Prelude.getLine: end of file", nil);
                Word::reference(self.heap.make(ObjectKind::Error, ERROR_TEXT, &[message]))
            }
        }
    }

    /// Evaluation raises this error, as does everything that waits for its value.
    pub(crate) fn raise(&mut self, error: Word) -> Flow {
        if self.is_error(error, NO_VALUE) {
            return self.fail();
        }
        loop {
            let frame = self.frames.current;
            match self.frames.kind(frame) {
                FrameKind::Update | FrameKind::Demand => self.update_of(frame, error),
                FrameKind::Result => {
                    let call = CallId(self.frames.word(frame, 0).as_raw() as u32);
                    self.log.set_result(call, error);
                }
                FrameKind::Respond => self.respond_error(frame, error),
                FrameKind::Catch => {
                    let handler = self.frames.word(frame, 0);
                    self.frames.pop();
                    return self.handle(handler, error);
                }
                FrameKind::Attempt => {
                    let instead = self.frames.word(frame, 0);
                    self.frames.pop();
                    return self.enter(instead);
                }
                FrameKind::EquateLeft | FrameKind::EquateRight if self.is_parallel_equality(frame) => {
                    return self.equate_without(frame, error);
                }
                FrameKind::Stop => {
                    self.frames.pop();
                    self.failure = Some(error);
                    return Err(Stop::Failed.into());
                }
                _ => {}
            }
            self.frames.pop();
        }
    }

    /// Performs what a handler does with an error. It gets the kind of the error, its text, and
    /// the value that was thrown.
    fn handle(&mut self, handler: Word, error: Word) -> Flow {
        let unit = Word::constructor(self.code.known.unit);
        let nil = Word::constructor(self.code.known.nil);
        let symbol = error.address().map_or(ERROR_TEXT, |address| self.heap.header(address).symbol());
        let (text, value) = match (error.address(), symbol) {
            (Some(address), ERROR_THROWN) => (self.heap.word(address, 0), self.heap.word(address, 1)),
            (Some(address), ERROR_CALL | ERROR_TEXT) => (self.heap.word(address, 0), unit),
            _ => {
                let text = self.error_text(error);
                (self.list_of(&text, nil), unit)
            }
        };
        let kind = self.integer(&symbol.into());
        self.frames.push_all(FrameKind::Perform, &[Word::NOTHING]);
        self.scratch.clear();
        self.scratch.extend([kind, text, value]);
        self.apply(handler)
    }

    pub(crate) fn raise_text(&mut self, text: &str) -> Flow {
        let nil = Word::constructor(self.code.known.nil);
        let message = self.list_of(text, nil);
        let error = self.heap.make(ObjectKind::Error, ERROR_TEXT, &[message]);
        self.raise(Word::reference(error))
    }

    /// What an action does outside cannot be taken back when another choice is tried (flp).
    pub(crate) fn raise_choice(&mut self) -> Flow {
        self.raise_text("an action depends on a choice (findall gives all values of one)")
    }

    pub(crate) fn raise_loop(&mut self) -> Flow {
        let error = self.heap.make(ObjectKind::Error, ERROR_LOOP, &[Word::NOTHING]);
        self.raise(Word::reference(error))
    }

    pub(crate) fn complain(&mut self, complaint: ComplaintId) -> Flow {
        let word = Word::raw(u64::from(complaint.0));
        let error = self.heap.make(ObjectKind::Error, ERROR_COMPLAINT, &[word]);
        self.raise(Word::reference(error))
    }
}
