//! Observation: what is demanded of observed values, and what comes of it, is written as a trace
//! (specification of observation (a)), with cost-centre stacks (d).
//!
//! While a trace is written there is no log of calls, and the register and the words that would
//! hold a call hold the stack: thunks keep that of their creation, frames restore theirs, which is
//! just what the stacks of (d) ask for.
//!
//! In one thing the machine does better than (d), which has to take what GHC gives: a function runs
//! under the stack of its making alone, not merged with that of its application. Merged twice (a
//! function that gives a function, each applied by someone else) a stack does not tell any more in
//! whose code a call is written, and innocents are blamed. So, whatever is evaluated, the stack is
//! `push(S, f)` of the statement that spans find at work there, and the second rule of the graph
//! has all of its edges. That is so because a function that is applied by someone else than the
//! statement that made it has come there in one of three ways:
//!
//! - out of that statement, as part of what it gives, or of what it gives to others: then it is
//!   observed, and to apply it is a span of that statement, or a negative one of a call that it
//!   made ([`Side`]). Both go on with the stack of the making;
//! - by a shared constant, which is a statement, too;
//! - as what a label observes: from there on it is the work of that label, wherever it was written,
//!   and the stack of its making is replaced ([`Machine::under`]).

use std::borrow::Cow;
use std::io::{self, Write};

use lazy_syntax::ast::Shown;
use observation::event::{Event, EventId, Port, StackId, TextId};
use observation::format::Writer;
use observation::value::HIDDEN;

use super::{Flow, Machine};
use crate::action::ACTION;
use crate::code::{Instruction, LabelId};
use crate::core::{Constructor, ConstructorId, FunctionId};
use crate::frames::{FrameId, FrameKind};
use crate::log::CallId;
use crate::print::Style;
use crate::word::{ObjectKind, Value, Word};

pub(crate) struct Tracer {
    writer: Writer<Box<dyn Write>>,
    labels: Vec<TextId>,
    /// Names of constructors that have been written.
    constructors: Vec<Option<TextId>>,
    /// Texts of small numbers and characters: each has one place, from where it pushes out what was
    /// there.
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

    /// A function runs under the stack that it was made with. By the rules above, the code that
    /// applies it has that stack already; this does not rely on them.
    pub(super) fn restore_stack(&mut self, stored: Word) {
        if self.tracer.is_some() {
            self.set_stack(stack_of(stored));
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
        self.push_response(Port::Whole(root), pushed, Side::positive(inside));
        self.set_stack(inside);
    }

    fn push_response(&mut self, port: Port, pushed: u64, side: Side) {
        let [here, across] = side.words();
        self.frames.push_all(FrameKind::Respond, &[word_of(port), Word::raw(pushed), here, across]);
    }

    /// A part of an observed value is demanded.
    pub(super) fn observe_part(&mut self) -> Flow {
        let [port, across, value] = [0, 1, 2].map(|slot| self.slots[slot]);
        let side = Side::of(stack_word(self.stack()), across);
        if let Some(tracer) = &mut self.tracer {
            tracer.emit(Event::Enter(port_of(port)));
            self.push_response(port_of(port), 0, side);
        }
        self.enter(value)
    }

    /// An observed function is applied.
    pub(super) fn observe_application(&mut self) -> Flow {
        let [of, here, across, mut function, mut argument] = [0, 1, 2, 3, 4].map(|slot| self.slots[slot]);
        let (of, pushed) = (EventId(of.as_raw() as u32), (of.as_raw() >> 32) as u32);
        let current = self.stack();
        if let Some(tracer) = &mut self.tracer {
            // What a label observes: this is a statement, whose work is done under its label.
            let (side, snapshot) = match pushed.checked_sub(1) {
                Some(label) => {
                    let inside = tracer.writer.stacks().push_label(current, TextId(label));
                    (Side::positive(inside), Some(current))
                }
                None => (Side::of(here, across), None),
            };
            let application = tracer.emit(Event::MapsTo { of, stack: snapshot });
            tracer.emit(Event::Enter(Port::Result(application)));
            self.push_response(Port::Result(application), 0, side);
            argument = self.part(Port::Argument(application), argument, side.of_argument(current));
            self.set_stack(side.here);
            if snapshot.is_some() {
                function = self.under(side.here, function);
            }
        }
        self.scratch.clear();
        self.scratch.push(argument);
        self.apply(function)
    }

    /// A method is a constant of the instance of its type: a caller uses that, although it
    /// is not written there.
    pub(crate) fn use_constant(&mut self, constant: FunctionId) {
        if self.logging && self.code.entries[constant.0 as usize].is_suspect {
            self.log.record_use(self.call, constant);
        }
        self.observe_use(constant);
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

    /// An observed value is there: the response, and the value with its parts observed (ObsCon,
    /// ObsLam).
    pub(super) fn respond(&mut self, frame: FrameId, value: Word) -> Word {
        let word = |index| self.frames.word(frame, index);
        let (port, pushed, side) = (port_of(word(0)), word(1).as_raw(), Side::of(word(2), word(3)));
        let Some(tracer) = &mut self.tracer else { return value };
        let (constructor, address) = match value.value() {
            Value::Constructor(id) => (id, None),
            Value::Reference(address) => {
                let header = self.heap.header(address);
                match header.kind() {
                    ObjectKind::Constructor if header.symbol() >= ACTION => {
                        let name = tracer.text(HIDDEN);
                        tracer.emit(Event::Con { at: port, name, arity: 0 });
                        return value;
                    }
                    ObjectKind::Constructor => (ConstructorId(header.symbol()), Some(address)),
                    ObjectKind::Partial | ObjectKind::PartialConstructor => {
                        return self.respond_function(port, pushed, side, value);
                    }
                    _ => return self.respond_atom(port, value),
                }
            }
            Value::Function(_) | Value::Unapplied(_) => {
                return self.respond_function(port, pushed, side, value);
            }
            _ => return self.respond_atom(port, value),
        };
        let known = tracer.constructors[constructor.0 as usize];
        let name = known
            .unwrap_or_else(|| tracer.text(&trace_name(&self.code.constructors[constructor.0 as usize])));
        tracer.constructors[constructor.0 as usize] = Some(name);
        let carried = self.code.constructors[constructor.0 as usize].carried;
        let arity = address.map_or(0, |address| self.heap.header(address).length() - carried);
        let event = tracer.emit(Event::Con { at: port, name, arity: arity as u32 });
        let Some(address) = address else { return value };
        self.scratch.clear();
        for index in 0..arity {
            let part = self.heap.word(address, index);
            let part = self.part(Port::Field(event, index as u32 + 1), part, side);
            self.scratch.push(part);
        }
        for index in arity..arity + carried {
            self.scratch.push(self.heap.word(address, index));
        }
        Word::reference(self.heap.make(ObjectKind::Constructor, constructor.0, &self.scratch))
    }

    fn respond_function(&mut self, at: Port, pushed: u64, side: Side, value: Word) -> Word {
        // What a label observes; its calls, if it is not shared, have each a stack of their own.
        let value = match at {
            Port::Whole(_) if pushed == 0 => self.under(side.here, value),
            _ => value,
        };
        let (Some(tracer), Some(observation)) = (&mut self.tracer, &self.code.observation) else {
            return value;
        };
        let function = tracer.emit(Event::Lam(at));
        let [here, across] = side.words();
        let words = [Word::raw(u64::from(function.0) | pushed << 32), here, across, value];
        Word::reference(self.heap.make(ObjectKind::Partial, observation.applied.0, &words))
    }

    /// The function as if it had been made under this stack.
    fn under(&mut self, stack: StackId, function: Word) -> Word {
        let Some(address) = self.heap.resolve(function).address() else { return function };
        let header = self.heap.header(address);
        if header.kind() != ObjectKind::Partial {
            return function;
        }
        let first = self.code.entries[header.symbol() as usize].pc;
        let Instruction::RestoreStack { slot } = self.code.instructions[first.0 as usize] else {
            return function;
        };
        let words = self.heap.words(address, header).iter().map(|word| Word(*word));
        let mut words: Vec<Word> = words.collect();
        // What a function captures is in its first slots, in order.
        if let Some(stored) = words.get_mut(self.code.lead() + slot.0 as usize) {
            *stored = stack_word(stack);
        }
        Word::reference(self.heap.make(ObjectKind::Partial, header.symbol(), &words))
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
    fn part(&mut self, port: Port, value: Word, side: Side) -> Word {
        let Some(observation) = &self.code.observation else { return value };
        // A type as an argument: nobody is told of it.
        if let Value::Raw(_) = value.value() {
            return value;
        }
        let [here, across] = side.words();
        let words = [here, word_of(port), across, value];
        Word::reference(self.heap.make(ObjectKind::Call, observation.part.0, &words))
    }
}

/// By which name readers of a trace know what a constructor is to people.
fn trace_name(constructor: &Constructor) -> Cow<'_, str> {
    match constructor.shown {
        Shown::Tree { before, entry } => format!("{}{{{entry}}}", before.trim_end()).into(),
        Shown::Called(name) if constructor.infix.is_none() => name.into(),
        Shown::Called(_) | Shown::Bare | Shown::AsWritten => (&constructor.name[..]).into(),
    }
}

/// A number of ten bits.
fn place(atom: Word) -> usize {
    (atom.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize
}

/// On which side of a statement a part of it is (polarity, specification (c)): the work for it is
/// done under the stack `here`.
#[derive(Clone, Copy)]
struct Side {
    here: StackId,
    /// In a negative position, where the supplier works: the stack of the statement itself.
    across: Option<StackId>,
}

impl Side {
    fn positive(here: StackId) -> Side {
        Side { here, across: None }
    }

    /// The argument of a function on this side: what the statement is given, wherever it is applied
    /// supplies; what it gives, it supplies itself.
    fn of_argument(self, current: StackId) -> Side {
        match self.across {
            None => Side { here: current, across: Some(self.here) },
            Some(inside) => Side::positive(inside),
        }
    }

    fn words(self) -> [Word; 2] {
        let across = self.across.map_or(0, |stack| u64::from(stack.0) + 1);
        [stack_word(self.here), Word::raw(across)]
    }

    fn of(here: Word, across: Word) -> Side {
        let across = across.as_raw().checked_sub(1).map(|stack| StackId(stack as u32));
        Side { here: stack_of(here), across }
    }
}

fn stack_word(stack: StackId) -> Word {
    Word::raw(u64::from(stack.0))
}

fn stack_of(word: Word) -> StackId {
    StackId(word.as_raw() as u32)
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
