//! The stack: frames of words, linked, each immutable once pushed. Frames that a choice point may
//! come back to are not overwritten.

use crate::word::Word;

/// What a frame waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum FrameKind {
    /// A value for a slot of a function that goes on: what to save and the call, then the saved
    /// slots.
    Case,
    /// Nothing: an instruction that could not be done is done again. Like `Case`, then the
    /// instruction.
    Again,
    /// A condition, which may wait while what follows goes on. Like `Case`.
    MustHold,
    MustSucceed,
    /// A value for a delayed call.
    Update,
    /// A value for a delayed call, and with that for a slot of a function that goes on. Like
    /// `Case`, with the delayed call before the saved slots.
    Demand,
    /// A value for the log: the call.
    Result,
    /// A function: the call, the arguments.
    Arguments,
    /// Anything; goes on with the word that it has.
    Then,
    /// Anything; goes on with evaluating the word that it has.
    Enter,
    /// Parts of two values that are compared: how, left, right, the rest, what is not known yet.
    EquateLeft,
    EquateRight,
    EquateNext,
    /// Parts of a value that is evaluated completely: how many at most, the rest.
    Normalise,
    /// Conditions that can go on: they, and what is given when they are done.
    Wake,
    /// The end of a condition that had to wait.
    Resumed,
    /// What the run is about: performed if it is an action, otherwise evaluated, this many parts of
    /// it.
    Begin,
    /// An action to perform; the one that goes on with it.
    Perform,
    /// What to do with the result of the action; the action that says so.
    PerformNext,
    /// The text to write, when it is evaluated.
    Write,
    WriteError,
    /// What is asked of the outside: its kind, and the text, when it is evaluated.
    Request,
    /// The result of an action; an error goes to the handler.
    Catch,
    /// The result of an action, which is demanded as a value.
    Performed,
    /// The text of an error, when it is evaluated; what was thrown, if it is an exception.
    Raise,
    /// The value to show, when it is evaluated: type, precedence, value, what follows.
    Show,
    /// The text to read a value from, when it is evaluated.
    Read,
    /// The value of what is observed: which part of it, the label and the stack of a root.
    Respond,
    /// Anything; an error is not passed on, and the word that it has is evaluated instead.
    Attempt,
    /// Anything; goes on with all values of the word that it has.
    Encapsulate,
    /// The word that it has is evaluated completely: one of all its values.
    Solution,
    /// The end.
    Stop,
}

const KINDS: [FrameKind; 32] = [
    FrameKind::Case,
    FrameKind::Again,
    FrameKind::MustHold,
    FrameKind::MustSucceed,
    FrameKind::Update,
    FrameKind::Demand,
    FrameKind::Result,
    FrameKind::Arguments,
    FrameKind::Then,
    FrameKind::Enter,
    FrameKind::EquateLeft,
    FrameKind::EquateRight,
    FrameKind::EquateNext,
    FrameKind::Normalise,
    FrameKind::Wake,
    FrameKind::Resumed,
    FrameKind::Begin,
    FrameKind::Perform,
    FrameKind::PerformNext,
    FrameKind::Write,
    FrameKind::WriteError,
    FrameKind::Request,
    FrameKind::Catch,
    FrameKind::Performed,
    FrameKind::Raise,
    FrameKind::Show,
    FrameKind::Read,
    FrameKind::Respond,
    FrameKind::Attempt,
    FrameKind::Encapsulate,
    FrameKind::Solution,
    FrameKind::Stop,
];

impl FrameKind {
    /// The kind with this number.
    pub fn numbered(number: u64) -> FrameKind {
        KINDS[number as usize % KINDS.len()]
    }
}

/// Where a frame begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FrameId(pub u32);

/// The first word of a frame.
#[derive(Clone, Copy)]
pub struct FrameHeader(Word);

impl FrameHeader {
    #[inline(always)]
    pub fn is(self, kind: FrameKind) -> bool {
        // The kind and the tag of a raw word fill a byte.
        self.0.0 as u8 == Word::raw(kind as u64).0 as u8
    }
}

impl FrameId {
    pub const NONE: FrameId = FrameId(u32::MAX);
}

pub struct Frames {
    words: Vec<Word>,
    pub current: FrameId,
    top: u32,
    /// Below this a choice point may come back.
    protected: u32,
}

impl Default for Frames {
    fn default() -> Frames {
        Frames { words: vec![Word::NOTHING; 1 << 10], current: FrameId::NONE, top: 0, protected: 0 }
    }
}

impl Frames {
    /// Begins a frame of `length` words after its header.
    #[inline(always)]
    pub fn push(&mut self, kind: FrameKind, length: usize) -> FrameId {
        let start = self.top;
        let end = start as usize + 1 + length;
        if end > self.words.len() {
            self.grow(end);
        }
        self.words[start as usize] = header(kind, length, self.current);
        self.current = FrameId(start);
        self.top = end as u32;
        self.current
    }

    /// A frame of a few words, as most are.
    #[inline(always)]
    pub fn put<const N: usize>(&mut self, kind: FrameKind, words: [Word; N]) {
        let start = self.top as usize;
        let Some([first, room @ ..]) = self.words.get_mut(start..start + 1 + N) else {
            return self.put_grown(kind, words);
        };
        *first = header(kind, N, self.current);
        for (room, word) in room.iter_mut().zip(words) {
            *room = word;
        }
        self.current = FrameId(start as u32);
        self.top = (start + 1 + N) as u32;
    }

    #[cold]
    #[inline(never)]
    fn put_grown<const N: usize>(&mut self, kind: FrameKind, words: [Word; N]) {
        self.push_all(kind, &words);
    }

    /// The frame on top, its header first, and what lies above it.
    #[inline(always)]
    pub fn on_top(&self) -> (FrameHeader, &[Word]) {
        match self.words.get(self.current.0 as usize..) {
            Some([header, words @ ..]) => (FrameHeader(*header), words),
            _ => (FrameHeader(Word::NOTHING), &[]),
        }
    }

    /// The delayed call that gets the value for which the frame waits.
    pub fn delayed(&self, frame: FrameId) -> Option<Word> {
        match self.kind(frame) {
            FrameKind::Update => Some(self.word(frame, 0)),
            FrameKind::Demand => Some(self.word(frame, 1)),
            _ => None,
        }
    }

    /// Pops the frame on top, whose header this is.
    #[inline(always)]
    pub fn pop_known(&mut self, header: FrameHeader) {
        self.top = self.current.0.max(self.protected);
        self.current = previous(header.0);
    }

    #[cold]
    fn grow(&mut self, least: usize) {
        self.words.resize(least + least / 2, Word::NOTHING);
    }

    pub fn push_all(&mut self, kind: FrameKind, words: &[Word]) {
        let frame = self.push(kind, words.len());
        self.words[frame.0 as usize + 1..][..words.len()].copy_from_slice(words);
    }

    #[inline(always)]
    pub fn pop(&mut self) {
        let start = self.current.0;
        self.current = previous(self.words[start as usize]);
        self.top = start.max(self.protected);
    }

    /// Back to just before this frame was pushed.
    pub fn return_before(&mut self, frame: FrameId) {
        self.current = frame;
        self.pop();
    }

    /// Back to when this frame was on top.
    pub fn return_to(&mut self, frame: FrameId) {
        self.current = frame;
        self.top = (frame.0 + 1 + self.length(frame) as u32).max(self.protected);
    }

    #[inline(always)]
    pub fn kind(&self, frame: FrameId) -> FrameKind {
        KINDS[(self.words[frame.0 as usize].as_raw() & 31) as usize]
    }

    pub fn previous(&self, frame: FrameId) -> FrameId {
        previous(self.words[frame.0 as usize])
    }

    #[inline(always)]
    pub fn length(&self, frame: FrameId) -> usize {
        (self.words[frame.0 as usize].as_raw() >> 5 & 0xff_ffff) as usize
    }

    #[inline(always)]
    pub fn word(&self, frame: FrameId, index: usize) -> Word {
        self.words[frame.0 as usize + 1 + index]
    }

    #[inline(always)]
    pub fn set(&mut self, frame: FrameId, index: usize, word: Word) {
        self.words[frame.0 as usize + 1 + index] = word;
    }

    pub fn words(&self, frame: FrameId) -> &[Word] {
        let start = frame.0 as usize + 1;
        &self.words[start..start + self.length(frame)]
    }

    /// All that is alive: every word below the top belongs to a frame that is, or may be again, on
    /// the way to the end.
    pub fn alive(&mut self) -> &mut [Word] {
        &mut self.words[..self.top as usize]
    }

    /// From now on what is there is not overwritten.
    pub fn protect(&mut self) -> u32 {
        self.protected = self.top;
        self.top
    }

    /// Protects up to here only.
    pub fn unprotect(&mut self, to: u32) {
        self.protected = to;
    }

    pub fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }
}

fn header(kind: FrameKind, length: usize, previous: FrameId) -> Word {
    Word::raw(kind as u64 | (length as u64) << 5 | u64::from(previous.0) << 29)
}

fn previous(header: Word) -> FrameId {
    FrameId((header.as_raw() >> 29) as u32)
}
