//! Writes a trace while it happens.

use std::io::{self, Write};

use super::{BLOCK_HEADER, LONGEST_PAYLOAD, MAGIC, VERSION, checksum, flag, kind, port};
use crate::event::{Event, EventId, Port, StackId, TextId, ThreadId};
use crate::tables::{Stacks, Texts};

/// A block is written when it has grown to this.
const BLOCK: usize = 64 << 10;

/// Appends events to anything that takes bytes. What was not flushed is lost if the producer dies;
/// what was is readable.
pub struct Writer<W: Write> {
    out: W,
    texts: Texts,
    stacks: Stacks,
    /// How many of the stacks are in the file: new ones are made by pushing and merging, too.
    stacks_written: usize,
    /// The block so far, with room for its header.
    block: Vec<u8>,
    first: u32,
    next: u32,
    thread: ThreadId,
    /// Requests of this block without a response yet.
    open: Vec<Port>,
}

impl<W: Write> Writer<W> {
    pub fn new(mut out: W) -> io::Result<Writer<W>> {
        out.write_all(&MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&[0; 4])?;
        Ok(Writer {
            out,
            texts: Texts::default(),
            stacks: Stacks::default(),
            stacks_written: 0,
            block: vec![0; BLOCK_HEADER],
            first: 0,
            next: 0,
            thread: ThreadId::MAIN,
            open: Vec::new(),
        })
    }

    /// How many events there are so far: the number of the next one.
    pub fn next_id(&self) -> EventId {
        EventId(self.next)
    }

    /// The number of a text; a new one is written. It must be shorter than a block can be.
    pub fn text(&mut self, text: &str) -> io::Result<TextId> {
        if text.len() > LONGEST_PAYLOAD / 2 {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a text of more than 8 MiB in a trace"));
        }
        let (id, is_new) = self.texts.intern(text);
        if is_new {
            self.make_room(text.len())?;
            self.block.push(kind::TEXT);
            self.number(text.len() as u32);
            self.block.extend_from_slice(text.as_bytes());
        }
        Ok(id)
    }

    /// The stacks, to push labels and to merge. Whatever is made here can be given with an event.
    pub fn stacks(&mut self) -> &mut Stacks {
        &mut self.stacks
    }

    /// What follows happens in this thread.
    pub fn switch_to(&mut self, thread: ThreadId) -> io::Result<()> {
        if thread != self.thread {
            self.flush()?;
            self.thread = thread;
        }
        Ok(())
    }

    /// Appends an event; its number.
    pub fn emit(&mut self, event: Event) -> io::Result<EventId> {
        let id = EventId(self.next);
        let after = id.0.checked_add(1);
        let after = after.ok_or_else(|| io::Error::other("a trace has at most 4,294,967,295 events"))?;
        self.make_room(0)?;
        self.write_stacks()?;
        match event {
            Event::Root { label, stack, is_constant } => {
                let flags = if is_constant { flag::CONSTANT << 4 } else { 0 };
                self.labelled(kind::ROOT | flags, label, stack);
            }
            Event::Use { label, stack } => self.labelled(kind::USE, label, stack),
            Event::MapsTo { of, stack } => {
                self.block.push(kind::MAPS_TO | stack_flag(stack));
                self.distance(id, of);
                self.stack(stack);
            }
            Event::Enter(at) => {
                self.request(id, at);
                self.open.push(at);
            }
            Event::Lam(at) => self.response(id, kind::LAM, at),
            Event::Con { at, name, arity } => {
                self.response(id, kind::CON, at);
                self.number(name.0);
                self.number(arity);
            }
            Event::Raise { at, text } => {
                self.response(id, kind::RAISE, at);
                self.number(text.0);
            }
        }
        self.next = after;
        Ok(id)
    }

    /// Writes the block as far as it has come.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.block.len() > BLOCK_HEADER {
            self.write_block()?;
        }
        self.out.flush()
    }

    /// The trace is complete.
    pub fn finish(mut self) -> io::Result<W> {
        self.flush()?;
        self.write_block()?;
        self.out.flush()?;
        Ok(self.out)
    }

    // ---- records

    fn labelled(&mut self, kind: u8, label: TextId, stack: Option<StackId>) {
        self.block.push(kind | stack_flag(stack));
        self.number(label.0);
        self.stack(stack);
    }

    fn stack(&mut self, stack: Option<StackId>) {
        if let Some(stack) = stack {
            self.number(stack.0);
        }
    }

    fn write_stacks(&mut self) -> io::Result<()> {
        while let Some((below, top)) = self.stacks.split(StackId(self.stacks_written as u32 + 1)) {
            self.make_room(0)?;
            self.block.push(kind::STACK);
            self.number(below.0);
            self.number(top.0);
            self.stacks_written += 1;
        }
        Ok(())
    }

    fn request(&mut self, id: EventId, at: Port) {
        self.port(id, kind::ENTER, at);
    }

    fn response(&mut self, id: EventId, kind: u8, at: Port) {
        match self.open.last() {
            Some(innermost) if *innermost == at => {
                self.open.pop();
                self.block.push(kind | flag::INNERMOST << 4);
            }
            _ => {
                // What was open cannot be told any more: a reader would not know either.
                self.open.clear();
                self.port(id, kind, at);
            }
        }
    }

    fn port(&mut self, id: EventId, kind: u8, at: Port) {
        let port = match at {
            Port::Whole(_) => port::WHOLE,
            Port::Field(..) => port::FIELD,
            Port::Argument(_) => port::ARGUMENT,
            Port::Result(_) => port::RESULT,
        };
        self.block.push(kind | port << 4);
        self.distance(id, at.event());
        if let Port::Field(_, field) = at {
            self.number(field);
        }
    }

    fn distance(&mut self, from: EventId, to: EventId) {
        self.number(from.0.wrapping_sub(to.0));
    }

    #[inline]
    fn number(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.block.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.block.push(number as u8);
    }

    // ---- blocks

    #[inline]
    fn make_room(&mut self, for_text: usize) -> io::Result<()> {
        if self.block.len() + for_text > BLOCK && self.block.len() > BLOCK_HEADER {
            self.write_block()
        } else {
            Ok(())
        }
    }

    #[cold]
    fn write_block(&mut self) -> io::Result<()> {
        let length = (self.block.len() - BLOCK_HEADER) as u32;
        let numbers = [
            length,
            self.first,
            self.next - self.first,
            self.thread.0,
            checksum(&self.block[BLOCK_HEADER..]),
        ];
        for (place, number) in self.block.chunks_exact_mut(4).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        let own = checksum(&self.block[..BLOCK_HEADER - 4]);
        self.block[BLOCK_HEADER - 4..BLOCK_HEADER].copy_from_slice(&own.to_le_bytes());
        self.out.write_all(&self.block)?;
        self.block.truncate(BLOCK_HEADER);
        self.first = self.next;
        self.open.clear();
        Ok(())
    }
}

fn stack_flag(stack: Option<StackId>) -> u8 {
    if stack.is_some() { flag::STACK << 4 } else { 0 }
}
