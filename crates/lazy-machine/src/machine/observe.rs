//! Observation: what is demanded of observed values, and what comes of it, is written as a trace (specification of observation (a)), with
//! cost-centre stacks (d).
//!
//! While a trace is written there is no log of calls, and the register and the words that would hold a call hold the stack: thunks keep that of
//! their creation, frames restore theirs, which is just what the stacks of (d) ask for.

use std::io::{self, Write};

use observation::event::{Event, EventId, Port, StackId, TextId};
use observation::format::Writer;
use observation::value::HIDDEN;

use super::{Flow, Machine};
use crate::action::ACTION;
use crate::code::LabelId;
use crate::core::{ConstructorId, FunctionId};
use crate::frames::{FrameId, FrameKind};
use crate::log::CallId;
use crate::print::Style;
use crate::word::{Kind, Value, Word};

pub(crate) struct Tracer {
    writer: Writer<Box<dyn Write>>,
    labels: Vec<TextId>,
    /// Names of constructors that have been written.
    constructors: Vec<Option<TextId>>,
    /// Texts of small numbers and characters: each has one place, from where it pushes out what was there.
    atoms: Vec<(Word, TextId)>,
    trouble: Option<io::Error>,
}

impl Tracer {
    fn emit(&mut self, event: Event) -> EventId {
        match self.writer.emit(event) {
            Ok(id) => id,
            Err(error) => {
                self.trouble.get_or_insert(error);
                self.writer.next_id()
            }
        }
    }

    fn text(&mut self, text: &str) -> TextId {
        match self.writer.text(text) {
            Ok(id) => id,
            Err(error) => {
                self.trouble.get_or_insert(error);
                TextId(0)
            }
        }
    }

    fn known_atom(&self, value: Word) -> Option<TextId> {
        let (known, text) = self.atoms[place(value)];
        (known == value).then_some(text)
    }

    fn atom(&mut self, value: Word, text: &str) -> TextId {
        let id = self.text(text);
        // What lies in the heap may lie elsewhere next time.
        if value.address().is_none() {
            self.atoms[place(value)] = (value, id);
        }
        id
    }

    pub(super) fn has_trouble(&self) -> bool {
        self.trouble.is_some()
    }
}

impl Machine {
    /// Writes the trace of the run to `out`. Before it begins, and instead of a log.
    pub fn write_trace(&mut self, out: Box<dyn Write>) -> io::Result<()> {
        let mut writer = Writer::new(out)?;
        let labels = match &self.code.observation {
            Some(observation) => {
                observation.labels.iter().map(|label| writer.text(label)).collect::<io::Result<_>>()?
            }
            None => Vec::new(),
        };
        let constructors = vec![None; self.code.constructors.len()];
        let atoms = vec![(Word::NOTHING, TextId(0)); 1 << 10];
        self.tracer = Some(Box::new(Tracer { writer, labels, constructors, atoms, trouble: None }));
        Ok(())
    }

    /// The trace is complete: how many events it has.
    pub fn finish_trace(&mut self) -> io::Result<u32> {
        let Some(tracer) = self.tracer.take() else { return Ok(0) };
        if let Some(trouble) = tracer.trouble {
            return Err(trouble);
        }
        let events = tracer.writer.next_id().0;
        tracer.writer.finish()?;
        Ok(events)
    }

    fn stack(&self) -> StackId {
        StackId(self.call.0)
    }

    /// Runs on with this stack.
    fn set_stack(&mut self, stack: StackId) {
        self.call = CallId(stack.0);
    }

    /// The stack of a function that was made with `stored`.
    pub(super) fn merge_stack(&mut self, stored: Word) {
        let (current, stored) = (self.stack(), StackId(stored.as_raw() as u32));
        if let Some(tracer) = &mut self.tracer {
            let merged = tracer.writer.stacks().merge(current, stored);
            self.set_stack(merged);
        }
    }

    /// `observe label e` is demanded: the root, and the request. What follows evaluates `e`.
    pub(super) fn observe_root(&mut self, label: LabelId, is_constant: bool) {
        let stack = self.stack();
        let Some(tracer) = &mut self.tracer else { return };
        let text = tracer.labels[label.0 as usize];
        let root = tracer.emit(Event::Root { label: text, stack: Some(stack), is_constant });
        tracer.emit(Event::Enter(Port::Whole(root)));
        let inside = tracer.writer.stacks().push_label(stack, text);
        // The calls of a function push its label themselves.
        let pushed = if is_constant { 0 } else { u64::from(text.0) + 1 };
        let words = [word_of(Port::Whole(root)), Word::raw(pushed), Word::raw(u64::from(stack.0))];
        self.frames.push_all(FrameKind::Respond, &words);
        self.set_stack(inside);
    }

    /// A part of an observed value is demanded.
    pub(super) fn observe_part(&mut self) -> Flow {
        let (port, value) = (self.slots[0], self.slots[1]);
        if let Some(tracer) = &mut self.tracer {
            tracer.emit(Event::Enter(port_of(port)));
            self.frames.push_all(FrameKind::Respond, &[port, Word::raw(0), Word::raw(0)]);
        }
        self.enter(value)
    }

    /// An observed function is applied.
    pub(super) fn observe_application(&mut self) -> Flow {
        let [of, stored, function, argument] = [0, 1, 2, 3].map(|slot| self.slots[slot]);
        let (of, pushed) = (EventId(of.as_raw() as u32), (of.as_raw() >> 32) as u32);
        let (current, stored) = (self.stack(), StackId(stored.as_raw() as u32));
        let mut argument = argument;
        if let Some(tracer) = &mut self.tracer {
            let stacks = tracer.writer.stacks();
            let outside = stacks.merge(current, stored);
            let is_root = pushed > 0;
            let inside = match pushed.checked_sub(1) {
                Some(label) => stacks.push_label(outside, TextId(label)),
                None => outside,
            };
            let application = tracer.emit(Event::MapsTo { of, stack: is_root.then_some(outside) });
            tracer.emit(Event::Enter(Port::Result(application)));
            let words = [word_of(Port::Result(application)), Word::raw(0), Word::raw(0)];
            self.frames.push_all(FrameKind::Respond, &words);
            argument = self.part(Port::Argument(application), argument, outside);
            self.set_stack(inside);
        }
        self.scratch.clear();
        self.scratch.push(argument);
        self.apply(function)
    }

    /// Code comes by a constant that is observed.
    #[cold]
    pub(super) fn observe_use(&mut self, constant: FunctionId) {
        let stack = self.stack();
        let Some(observation) = &self.code.observation else { return };
        if let (Some(tracer), Some(label)) = (&mut self.tracer, observation.constants.get(&constant)) {
            let label = tracer.labels[label.0 as usize];
            tracer.emit(Event::Use { label, stack: Some(stack) });
        }
    }

    /// An observed value is there: the response, and the value with its parts observed (ObsCon, ObsLam).
    pub(super) fn respond(&mut self, frame: FrameId, value: Word) -> Word {
        let word = |index| self.frames.word(frame, index);
        let (port, pushed, root_stack) = (port_of(word(0)), word(1).as_raw(), word(2));
        let stack = self.stack();
        let Some(tracer) = &mut self.tracer else { return value };
        let (constructor, address) = match value.value() {
            Value::Constructor(id) => (id, None),
            Value::Reference(address) => {
                let header = self.heap.header(address);
                match header.kind() {
                    Kind::Constructor if header.symbol() >= ACTION => {
                        let name = tracer.text(HIDDEN);
                        tracer.emit(Event::Con { at: port, name, arity: 0 });
                        return value;
                    }
                    Kind::Constructor => (ConstructorId(header.symbol()), Some(address)),
                    Kind::Partial | Kind::PartialConstructor => {
                        return self.respond_function(port, pushed, root_stack, value);
                    }
                    _ => return self.respond_atom(port, value),
                }
            }
            Value::Function(_) | Value::Unapplied(_) => {
                return self.respond_function(port, pushed, root_stack, value);
            }
            _ => return self.respond_atom(port, value),
        };
        let known = tracer.constructors[constructor.0 as usize];
        let name = known.unwrap_or_else(|| tracer.text(&self.code.constructors[constructor.0 as usize].name));
        tracer.constructors[constructor.0 as usize] = Some(name);
        let arity = address.map_or(0, |address| self.heap.header(address).length());
        let event = tracer.emit(Event::Con { at: port, name, arity: arity as u32 });
        let Some(address) = address else { return value };
        self.scratch.clear();
        for index in 0..arity {
            let part = self.heap.word(address, index);
            let part = self.part(Port::Field(event, index as u32 + 1), part, stack);
            self.scratch.push(part);
        }
        Word::reference(self.heap.make(Kind::Constructor, constructor.0, &self.scratch))
    }

    /// What a label observes pushes that label when it is called, on the stack of its root; other functions have the stack that they came with.
    fn respond_function(&mut self, at: Port, pushed: u64, root_stack: Word, value: Word) -> Word {
        let stored = if pushed > 0 { root_stack } else { Word::raw(u64::from(self.call.0)) };
        let (Some(tracer), Some(observation)) = (&mut self.tracer, &self.code.observation) else {
            return value;
        };
        let function = tracer.emit(Event::Lam(at));
        let words = [Word::raw(u64::from(function.0) | pushed << 32), stored, value];
        Word::reference(self.heap.make(Kind::Partial, observation.applied.0, &words))
    }

    /// A number or a character.
    fn respond_atom(&mut self, at: Port, value: Word) -> Word {
        let known = self.tracer.as_ref().and_then(|tracer| tracer.known_atom(value));
        let text = match known {
            Some(_) => String::new(),
            None => self.value_text(value, 0, &mut Style::new(usize::MAX)),
        };
        if let Some(tracer) = &mut self.tracer {
            let name = known.unwrap_or_else(|| tracer.atom(value, &text));
            tracer.emit(Event::Con { at, name, arity: 0 });
        }
        value
    }

    /// Where a value was wanted there is an error.
    #[cold]
    pub(crate) fn respond_error(&mut self, frame: FrameId, error: Word) {
        let at = port_of(self.frames.word(frame, 0));
        let text = self.error_text(error);
        if let Some(tracer) = &mut self.tracer {
            let text = tracer.text(&text);
            tracer.emit(Event::Raise { at, text });
        }
    }

    /// What is demanded of this value will be told.
    fn part(&mut self, port: Port, value: Word, stack: StackId) -> Word {
        let Some(observation) = &self.code.observation else { return value };
        let words = [Word::raw(u64::from(stack.0)), word_of(port), value];
        Word::reference(self.heap.make(Kind::Call, observation.part.0, &words))
    }
}

/// A number of ten bits.
fn place(atom: Word) -> usize {
    (atom.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize
}

/// Ports have room in a word: 32 bits for the event, 2 for the kind, 27 for the field.
fn word_of(port: Port) -> Word {
    let (kind, field) = match port {
        Port::Whole(_) => (0, 0),
        Port::Field(_, field) => (1, field),
        Port::Argument(_) => (2, 0),
        Port::Result(_) => (3, 0),
    };
    Word::raw(u64::from(port.event().0) | kind << 32 | u64::from(field) << 34)
}

fn port_of(word: Word) -> Port {
    let raw = word.as_raw();
    let event = EventId(raw as u32);
    match raw >> 32 & 3 {
        0 => Port::Whole(event),
        1 => Port::Field(event, (raw >> 34) as u32),
        2 => Port::Argument(event),
        _ => Port::Result(event),
    }
}
