//! Reads a trace, from its beginning or on from any block, and says exactly where it cannot.

use std::fmt;
use std::io::{self, Read};

use super::{BLOCK_HEADER, HEADER, LONGEST_PAYLOAD, MAGIC, VERSION, checksum, flag, kind, port};
use crate::event::{Event, EventId, Port, StackId, TextId, ThreadId};
use crate::tables::{Stacks, Texts};

/// Events in order. After the first trouble there are no more.
pub struct Reader<R: Read> {
    source: R,
    texts: Texts,
    stacks: Stacks,
    payload: Vec<u8>,
    /// Where in the payload the next record is, and where the payload is in the file.
    place: usize,
    base: u64,
    next: u32,
    /// How many more events this block has.
    left: u32,
    thread: ThreadId,
    open: Vec<Port>,
    is_complete: bool,
    is_over: bool,
}

/// An event with where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recorded {
    pub id: EventId,
    pub event: Event,
    pub thread: ThreadId,
}

/// Why there is no more to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// The byte of the file.
    pub offset: u64,
    pub what: What,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    NotATrace,
    Version(u32),
    /// The file ends in the middle of a block: it was cut, or is being written. This many events
    /// are whole.
    Cut {
        events: u32,
    },
    Damaged(String),
    /// The bytes are sound, but what they say cannot have happened.
    Impossible(String),
    Io(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = self.offset;
        match &self.what {
            What::NotATrace => write!(f, "not an observation trace: it does not begin like one"),
            What::Version(version) => {
                write!(f, "an observation trace of version {version}; only version {VERSION} can be read")
            }
            What::Cut { events } => {
                write!(f, "the trace ends in the middle of a block at byte {offset}, after {events} events")
            }
            What::Damaged(what) => write!(f, "the trace is damaged at byte {offset}: {what}"),
            What::Impossible(what) => write!(f, "the trace is inconsistent at byte {offset}: {what}"),
            What::Io(message) => write!(f, "cannot read the trace at byte {offset}: {message}"),
        }
    }
}

impl std::error::Error for Trouble {}

impl<R: Read> Reader<R> {
    pub fn new(mut source: R) -> Result<Reader<R>, Trouble> {
        let mut header = [0; HEADER];
        let got = fill(&mut source, &mut header).map_err(|error| trouble(0, What::Io(error.to_string())))?;
        let known = got.min(MAGIC.len());
        if header[..known] != MAGIC[..known] || got == 0 {
            return Err(trouble(0, What::NotATrace));
        }
        if got < HEADER {
            return Err(trouble(got as u64, What::Cut { events: 0 }));
        }
        let version = number_at(&header, 8);
        if version != VERSION {
            return Err(trouble(8, What::Version(version)));
        }
        if number_at(&header, 12) != 0 {
            return Err(trouble(12, What::Damaged("a reserved field of the header is not 0".into())));
        }
        Ok(Reader {
            source,
            texts: Texts::default(),
            stacks: Stacks::default(),
            payload: Vec::new(),
            place: 0,
            base: HEADER as u64,
            next: 0,
            left: 0,
            thread: ThreadId::MAIN,
            open: Vec::new(),
            is_complete: false,
            is_over: false,
        })
    }

    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    pub fn stacks(&self) -> &Stacks {
        &self.stacks
    }

    /// When all was read: whether the producer said that this is all.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Where the next record is.
    pub fn offset(&self) -> u64 {
        self.base + self.place as u64
    }

    /// What was read last cannot be.
    pub fn impossible(&self, what: impl Into<String>) -> Trouble {
        trouble(self.offset(), What::Impossible(what.into()))
    }

    pub fn into_tables(self) -> (Texts, Stacks) {
        (self.texts, self.stacks)
    }

    /// The next event; none at the end.
    #[inline]
    pub fn next_event(&mut self) -> Result<Option<Recorded>, Trouble> {
        let read = self.read_event();
        if !matches!(read, Ok(Some(_))) {
            self.is_over = true;
        }
        read
    }

    fn read_event(&mut self) -> Result<Option<Recorded>, Trouble> {
        loop {
            if self.place == self.payload.len() {
                if self.left > 0 {
                    return Err(self.damaged("a block with fewer events than it says"));
                }
                if self.is_over || self.is_complete || !self.next_block()? {
                    return Ok(None);
                }
                continue;
            }
            let start = self.place;
            let read = self.record();
            match read {
                Ok(None) => {}
                Ok(Some(event)) => {
                    let Some(left) = self.left.checked_sub(1) else {
                        return Err(self.damaged("a block with more events than it says"));
                    };
                    self.left = left;
                    let id = EventId(self.next);
                    self.next += 1;
                    return Ok(Some(Recorded { id, event, thread: self.thread }));
                }
                Err(what) => {
                    self.place = start;
                    return Err(self.damaged(what));
                }
            }
        }
    }

    /// Whether there is another block.
    fn next_block(&mut self) -> Result<bool, Trouble> {
        self.base += self.payload.len() as u64;
        (self.place, self.left) = (0, 0);
        self.payload.clear();
        self.open.clear();
        let start = self.base;
        let io = |error: io::Error| trouble(start, What::Io(error.to_string()));
        let cut = trouble(start, What::Cut { events: self.next });
        let mut header = [0; BLOCK_HEADER];
        match fill(&mut self.source, &mut header).map_err(io)? {
            0 => return Ok(false),
            BLOCK_HEADER => {}
            _ => return Err(cut),
        }
        let damaged = |what: &str| trouble(start, What::Damaged(what.into()));
        if checksum(&header[..BLOCK_HEADER - 4]) != number_at(&header, 20) {
            return Err(damaged("the header of a block does not match its checksum"));
        }
        let (length, first, events) =
            (number_at(&header, 0) as usize, number_at(&header, 4), number_at(&header, 8));
        if first != self.next {
            return Err(damaged(&format!("expected event {}, found event {first}", self.next)));
        }
        if length > LONGEST_PAYLOAD || events as usize > length || first.checked_add(events).is_none() {
            return Err(damaged("a block that is too large"));
        }
        self.thread = ThreadId(number_at(&header, 12));
        let mut payload = std::mem::take(&mut self.payload);
        payload.resize(length, 0);
        if fill(&mut self.source, &mut payload).map_err(io)? < length {
            return Err(cut);
        }
        if checksum(&payload) != number_at(&header, 16) {
            return Err(damaged("a block does not match its checksum"));
        }
        self.payload = payload;
        self.base += BLOCK_HEADER as u64;
        self.left = events;
        self.is_complete = length == 0;
        Ok(!self.is_complete)
    }

    fn damaged(&self, what: &str) -> Trouble {
        trouble(self.offset(), What::Damaged(what.into()))
    }

    // ---- records; errors are what is wrong

    /// An event, or none if it was a definition.
    fn record(&mut self) -> Result<Option<Event>, &'static str> {
        let first = self.byte()?;
        let (kind, flags) = (first & 0xf, first >> 4);
        let event = match kind {
            kind::TEXT => {
                let length = self.number()? as usize;
                let end = self.place.checked_add(length).filter(|end| *end <= self.payload.len());
                let end = end.ok_or("a text that is longer than its block")?;
                let text = std::str::from_utf8(&self.payload[self.place..end])
                    .map_err(|_| "a text that is not UTF-8")?;
                self.texts.push(text);
                self.place = end;
                return Ok(None);
            }
            kind::STACK => {
                let (below, top) = (self.known_stack()?, self.known_text()?);
                let (_, is_new) = self.stacks.intern(below, top);
                return if is_new { Ok(None) } else { Err("a stack that is defined twice") };
            }
            kind::ROOT => {
                let is_constant = flags & flag::CONSTANT != 0;
                Event::Root { label: self.known_text()?, stack: self.stack(flags)?, is_constant }
            }
            kind::USE => Event::Use { label: self.known_text()?, stack: self.stack(flags)? },
            kind::MAPS_TO => Event::MapsTo { of: self.earlier()?, stack: self.stack(flags)? },
            kind::ENTER => {
                let at = self.port(flags)?;
                self.open.push(at);
                Event::Enter(at)
            }
            kind::LAM => Event::Lam(self.response(flags)?),
            kind::CON => {
                let at = self.response(flags)?;
                Event::Con { at, name: self.known_text()?, arity: self.number()? }
            }
            kind::RAISE => Event::Raise { at: self.response(flags)?, text: self.known_text()? },
            _ => return Err("a record of unknown kind"),
        };
        Ok(Some(event))
    }

    fn response(&mut self, flags: u8) -> Result<Port, &'static str> {
        if flags & flag::INNERMOST != 0 {
            return self.open.pop().ok_or("a response without a request");
        }
        self.open.clear();
        self.port(flags)
    }

    fn port(&mut self, flags: u8) -> Result<Port, &'static str> {
        let of = self.earlier()?;
        Ok(match flags & flag::PORT {
            port::WHOLE => Port::Whole(of),
            port::FIELD => Port::Field(of, self.number()?),
            port::ARGUMENT => Port::Argument(of),
            _ => Port::Result(of),
        })
    }

    fn earlier(&mut self) -> Result<EventId, &'static str> {
        match self.number()? {
            0 => Err("an event that is its own parent"),
            distance => self.next.checked_sub(distance).map(EventId).ok_or("a parent before the first event"),
        }
    }

    fn known_text(&mut self) -> Result<TextId, &'static str> {
        let id = self.number()?;
        if (id as usize) < self.texts.len() { Ok(TextId(id)) } else { Err("a text that is not defined") }
    }

    fn known_stack(&mut self) -> Result<StackId, &'static str> {
        let id = self.number()?;
        if id as usize <= self.stacks.len() { Ok(StackId(id)) } else { Err("a stack that is not defined") }
    }

    fn stack(&mut self, flags: u8) -> Result<Option<StackId>, &'static str> {
        if flags & flag::STACK != 0 { self.known_stack().map(Some) } else { Ok(None) }
    }

    #[inline]
    fn byte(&mut self) -> Result<u8, &'static str> {
        let byte = *self.payload.get(self.place).ok_or("a record that is longer than its block")?;
        self.place += 1;
        Ok(byte)
    }

    #[inline]
    fn number(&mut self) -> Result<u32, &'static str> {
        let first = self.byte()?;
        if first < 0x80 {
            return Ok(first.into());
        }
        let mut number = u64::from(first & 0x7f);
        for shift in [7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(number).map_err(|_| "a number that is too large");
            }
        }
        Err("a number that does not end")
    }
}

fn trouble(offset: u64, what: What) -> Trouble {
    Trouble { offset, what }
}

fn number_at(bytes: &[u8], place: usize) -> u32 {
    let mut number = [0; 4];
    number.copy_from_slice(&bytes[place..place + 4]);
    u32::from_le_bytes(number)
}

/// Reads until the buffer is full or there is no more; how much there was.
fn fill(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut got = 0;
    while got < buffer.len() {
        match source.read(&mut buffer[got..]) {
            Ok(0) => break,
            Ok(count) => got += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(got)
}
