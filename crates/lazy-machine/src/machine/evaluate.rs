//! Evaluation to head normal form: delayed calls are entered and become their values, values are given to the frame that waits for them, functions
//! are applied.

use lazy_syntax::ast::Mode;

use super::{Flow, Machine, Next, Stop};
use crate::code::{Pc, Save, SaveId};
use crate::core::{ConstructorId, FunctionId, Standing};
use crate::frames::{FrameId, FrameKind};
use crate::log::CallId;
use crate::word::{Address, Header, Kind, Value, Word};

impl Machine {
    /// Evaluates a word to head normal form and gives it to the frame on top.
    #[inline]
    pub(crate) fn enter(&mut self, word: Word) -> Flow {
        let word = self.heap.resolve(word);
        let Some(address) = word.address() else { return self.give(word) };
        let header = self.heap.header(address);
        match header.kind() {
            Kind::Call => {
                let function = FunctionId(header.symbol());
                let creator = self.heap.word(address, 0);
                for index in 1..header.length() {
                    self.slots[index - 1] = self.heap.word(address, index);
                }
                self.begin_update(address, header);
                self.call = CallId(creator.as_raw() as u32);
                self.enter_function(function)
            }
            Kind::Apply => {
                self.scratch.clear();
                for index in 2..header.length() {
                    self.scratch.push(self.heap.word(address, index));
                }
                let (creator, function) = (self.heap.word(address, 0), self.heap.word(address, 1));
                self.begin_update(address, header);
                self.call = CallId(creator.as_raw() as u32);
                self.apply(function)
            }
            Kind::Text => {
                let unfolded = self.unfold_text(address);
                self.give(unfolded)
            }
            Kind::BlackHole => self.black_hole(address),
            Kind::Error => self.raise(word),
            _ => self.give(word),
        }
    }

    #[inline(always)]
    fn begin_update(&mut self, address: Address, header: Header) {
        self.search.remember(&self.heap, address);
        self.heap.set_header(address, header.with_kind(Kind::BlackHole));
        let frame = self.frames.push(FrameKind::Update, 1);
        self.frames.set(frame, 0, Word::reference(address));
    }

    /// What a delayed call came to.
    #[inline(always)]
    pub(crate) fn update(&mut self, address: Address, value: Word) {
        self.search.remember(&self.heap, address);
        let header = self.heap.header(address);
        self.heap.set_header(address, header.with_kind(Kind::Indirection));
        self.heap.set_word(address, 0, value);
    }

    /// A call whose arguments are in the slots.
    #[inline]
    pub(crate) fn enter_function(&mut self, function: FunctionId) -> Flow {
        if self.fuel == 0 {
            self.next = Next::Enter(function);
            return Err(Stop::Turn.into());
        }
        self.fuel -= 1;
        if self.heap.is_full() {
            let arity = self.code.functions[function.0 as usize].arity;
            self.collect(arity as usize);
        }
        let code = &self.code.functions[function.0 as usize];
        let entry = code.entry;
        if self.logging && code.standing == Standing::Suspect {
            let arity = code.arity as usize;
            self.record(function, arity);
        }
        Ok(entry)
    }

    fn record(&mut self, function: FunctionId, arity: usize) {
        if self.watch.is_some() {
            self.notice(function, arity);
        }
        let call = self.log.next();
        let result = match self.frames.kind(self.frames.current) {
            _ if !self.log.has_values(call) => Word::NOTHING,
            // The delayed call becomes the result.
            FrameKind::Update => self.frames.word(self.frames.current, 0),
            // In the last place of another call: whatever that comes to.
            FrameKind::Result => self.frames.word(self.frames.current, 0),
            _ => {
                self.frames.push_all(FrameKind::Result, &[Word::raw(u64::from(call.0))]);
                Word::NOTHING
            }
        };
        self.log.record(function, self.call, &self.slots[..arity], result);
        if arity == 0 && self.code.mode == Mode::Haskell {
            self.log.record_constant(function, call);
        }
        self.call = call;
    }

    /// Gives a value in head normal form to the frame on top, and goes on there.
    pub(crate) fn give(&mut self, mut value: Word) -> Flow {
        loop {
            let frame = self.frames.current;
            match self.frames.kind(frame) {
                FrameKind::Case => {
                    let save = self.restore(frame);
                    self.slots[save.into.0 as usize] = value;
                    self.frames.pop();
                    return Ok(save.next);
                }
                FrameKind::Update => {
                    if let Some(address) = self.frames.word(frame, 0).address() {
                        self.update(address, value);
                    }
                    self.frames.pop();
                }
                FrameKind::Result => {
                    let call = CallId(self.frames.word(frame, 0).as_raw() as u32);
                    self.log.set_result(call, value);
                    self.frames.pop();
                }
                FrameKind::Arguments => {
                    self.call = CallId(self.frames.word(frame, 0).as_raw() as u32);
                    self.scratch.clear();
                    self.scratch.extend_from_slice(&self.frames.words(frame)[1..]);
                    self.frames.pop();
                    return self.apply(value);
                }
                FrameKind::Again => {
                    self.restore(frame);
                    let pc = Pc(self.frames.word(frame, self.frames.length(frame) - 1).as_raw() as u32);
                    self.frames.pop();
                    return Ok(pc);
                }
                FrameKind::Then => {
                    value = self.frames.word(frame, 0);
                    self.frames.pop();
                }
                FrameKind::Respond => {
                    value = self.respond(frame, value);
                    self.frames.pop();
                }
                FrameKind::Stop => {
                    self.frames.pop();
                    return Err(Stop::Done.into());
                }
                kind => return self.give_special(kind, frame, value),
            }
        }
    }

    #[inline(always)]
    pub(crate) fn restore(&mut self, frame: FrameId) -> Save {
        let raw = self.frames.word(frame, 0).as_raw();
        self.call = CallId(raw as u32);
        let save = self.code.saves[(raw >> 32) as usize];
        let slots = &self.code.saved_slots[save.start as usize..save.start as usize + save.length as usize];
        let words = &self.frames.words(frame)[1..];
        for (slot, word) in slots.iter().zip(words) {
            self.slots[slot.0 as usize] = *word;
        }
        save
    }

    /// Saves what is needed when a value comes back.
    #[inline(always)]
    pub(crate) fn push_save(&mut self, kind: FrameKind, save: SaveId) {
        let Save { length, start, .. } = self.code.saves[save.0 as usize];
        let frame = self.frames.push(kind, 1 + length as usize);
        self.frames.set(frame, 0, Word::raw(u64::from(save.0) << 32 | u64::from(self.call.0)));
        let slots = &self.code.saved_slots[start as usize..start as usize + length as usize];
        for (index, slot) in slots.iter().enumerate() {
            self.frames.set(frame, 1 + index, self.slots[slot.0 as usize]);
        }
    }

    /// Like [`Machine::push_save`]; afterwards the instruction at `pc` is done again.
    pub(crate) fn push_again(&mut self, save: SaveId, pc: Pc) {
        let Save { length, start, .. } = self.code.saves[save.0 as usize];
        let frame = self.frames.push(FrameKind::Again, 2 + length as usize);
        self.frames.set(frame, 0, Word::raw(u64::from(save.0) << 32 | u64::from(self.call.0)));
        for index in 0..length as usize {
            let slot = self.code.saved_slots[start as usize + index];
            self.frames.set(frame, 1 + index, self.slots[slot.0 as usize]);
        }
        self.frames.set(frame, 1 + length as usize, Word::raw(u64::from(pc.0)));
    }

    /// Applies a function to the words in `scratch`.
    pub(crate) fn apply(&mut self, function: Word) -> Flow {
        let function = self.heap.resolve(function);
        let (id, earlier) = match function.value() {
            Value::Function(id) => (id, None),
            Value::Unapplied(id) => return self.apply_constructor(id, None),
            Value::Reference(address) => {
                let header = self.heap.header(address);
                match header.kind() {
                    Kind::Partial => (FunctionId(header.symbol()), Some(address)),
                    Kind::PartialConstructor => {
                        return self.apply_constructor(ConstructorId(header.symbol()), Some(address));
                    }
                    Kind::Variable => {
                        self.push_arguments();
                        return self.suspend(address);
                    }
                    _ => {
                        self.push_arguments();
                        return self.enter(function);
                    }
                }
            }
            // The type checker has seen to it that only functions are applied.
            _ => return self.raise_text("an application of what is no function"),
        };
        let arity = self.code.functions[id.0 as usize].arity as usize;
        let lead = self.code.lead();
        let given = earlier.map_or(0, |address| self.heap.header(address).length() - lead);
        let wanted = arity - given;
        if self.scratch.len() < wanted {
            let partial = self.extend_function(id, earlier);
            return self.give(partial);
        }
        if self.scratch.len() > wanted {
            let rest = self.frames.push(FrameKind::Arguments, 1 + self.scratch.len() - wanted);
            self.frames.set(rest, 0, Word::raw(u64::from(self.call.0)));
            for (index, word) in self.scratch[wanted..].iter().enumerate() {
                self.frames.set(rest, 1 + index, *word);
            }
        }
        for index in 0..given {
            if let Some(address) = earlier {
                self.slots[index] = self.heap.word(address, lead + index);
            }
        }
        self.slots[given..arity].copy_from_slice(&self.scratch[..wanted]);
        if let Some(address) = earlier.filter(|_| lead > 0) {
            self.begin_application(address, wanted);
        }
        self.enter_function(id)
    }

    /// A function without parameters, shared (hs).
    pub(crate) fn constant(&self, function: FunctionId) -> Word {
        self.constants[function.0 as usize]
    }

    pub(crate) fn push_arguments(&mut self) {
        let frame = self.frames.push(FrameKind::Arguments, 1 + self.scratch.len());
        self.frames.set(frame, 0, Word::raw(u64::from(self.call.0)));
        for (index, word) in self.scratch.iter().enumerate() {
            self.frames.set(frame, 1 + index, *word);
        }
    }

    fn apply_constructor(&mut self, id: ConstructorId, earlier: Option<Address>) -> Flow {
        let given = earlier.map_or(0, |address| self.heap.header(address).length());
        let full = given + self.scratch.len() >= self.code.constructors[id.0 as usize].arity;
        let kind = if full { Kind::Constructor } else { Kind::PartialConstructor };
        let word = self.extend(kind, id.0, earlier);
        self.give(word)
    }

    /// An object of what there was before and the words in `scratch`.
    pub(crate) fn extend(&mut self, kind: Kind, symbol: u32, earlier: Option<Address>) -> Word {
        let given = earlier.map_or(0, |address| self.heap.header(address).length());
        let address = self.heap.allocate(Header::new(kind, given + self.scratch.len(), symbol));
        for index in 0..given {
            if let Some(earlier) = earlier {
                self.heap.set_word(address, index, self.heap.word(earlier, index));
            }
        }
        for (index, word) in self.scratch.iter().enumerate() {
            self.heap.set_word(address, given + index, *word);
        }
        Word::reference(address)
    }
}
