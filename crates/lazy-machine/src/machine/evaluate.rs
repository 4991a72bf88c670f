//! Evaluation to head normal form: delayed calls are entered and become their values, values are
//! given to the frame that waits for them, functions are applied.

use lazy_syntax::ast::Mode;

use super::{Flow, Halt, Machine, Next, Stop};
use crate::code::{Code, Entry, Pc, Save, SaveId};
use crate::core::{ConstructorId, FunctionId};
use crate::frames::{FrameId, FrameKind};
use crate::log::CallId;
use crate::word::{Address, Header, ObjectKind, Value, Word};

impl Machine {
    /// Evaluates a word to head normal form and gives it to the frame on top.
    pub(crate) fn enter(&mut self, word: Word) -> Flow {
        let word = self.heap.resolve(word);
        let Some(address) = word.address() else { return self.give(word) };
        let header = self.heap.header(address);
        match header.kind() {
            ObjectKind::Call => {
                let code = self.code.clone();
                self.enter_call(&code, address, header)
            }
            ObjectKind::Apply => {
                self.scratch.clear();
                for index in 2..header.length() {
                    self.scratch.push(self.heap.word(address, index));
                }
                let (creator, function) = (self.heap.word(address, 0), self.heap.word(address, 1));
                self.begin_update(address, header);
                self.call = CallId(creator.as_raw() as u32);
                self.apply(function)
            }
            ObjectKind::Text => {
                let unfolded = self.unfold_text(address);
                self.give(unfolded)
            }
            ObjectKind::BlackHole => self.black_hole(address),
            ObjectKind::Error => self.raise(word),
            _ => self.give(word),
        }
    }

    /// A delayed call.
    fn enter_call(&mut self, code: &Code, address: Address, header: Header) -> Flow {
        self.begin_update(address, header);
        self.enter_begun(code, address, header)
    }

    /// A delayed call that a function needs to go on: nearly all calls are.
    #[inline(always)]
    pub(super) fn demand(&mut self, code: &Code, address: Address, header: Header, save: SaveId) -> Flow {
        self.push_demand(code, save, address);
        self.search.remember(&self.heap, address);
        self.heap.set_header(address, header.with_kind(ObjectKind::BlackHole));
        self.enter_begun(code, address, header)
    }

    /// A delayed call for whose value a frame waits.
    #[inline(always)]
    fn enter_begun(&mut self, code: &Code, address: Address, header: Header) -> Flow {
        if let [creator, arguments @ ..] = self.heap.words(address, header) {
            self.call = CallId(Word(*creator).as_raw() as u32);
            // Few as a rule: copied one by one.
            match *arguments {
                [one] => self.slots[0] = Word(one),
                [one, two] => (self.slots[0], self.slots[1]) = (Word(one), Word(two)),
                _ => {
                    for (slot, word) in self.slots.iter_mut().zip(arguments) {
                        *slot = Word(*word);
                    }
                }
            }
        }
        self.enter_function_of(code, FunctionId(header.symbol()))
    }

    #[inline(always)]
    fn begin_update(&mut self, address: Address, header: Header) {
        self.search.remember(&self.heap, address);
        self.heap.set_header(address, header.with_kind(ObjectKind::BlackHole));
        self.frames.put(FrameKind::Update, [Word::reference(address)]);
    }

    /// The result of a thunk.
    #[inline(always)]
    pub(crate) fn update(&mut self, address: Address, value: Word) {
        self.search.remember(&self.heap, address);
        self.heap.become_other(address, ObjectKind::Indirection, value);
    }

    /// The result of the thunk for which this frame waits.
    pub(crate) fn update_of(&mut self, frame: FrameId, value: Word) {
        if let Some(address) = self.frames.delayed(frame).and_then(Word::address) {
            self.update(address, value);
        }
    }

    /// A call whose arguments are in the slots.
    pub(crate) fn enter_function(&mut self, function: FunctionId) -> Flow {
        let code = self.code.clone();
        self.enter_function_of(&code, function)
    }

    #[inline(always)]
    pub(super) fn enter_function_of(&mut self, code: &Code, function: FunctionId) -> Flow {
        let entry = code.entries[function.0 as usize];
        if self.fuel == 0 || self.heap.is_full() {
            self.pause(function, entry)?;
        }
        self.fuel -= 1;
        if entry.is_suspect && self.logging {
            self.record(function, entry);
        }
        Ok(entry.pc)
    }

    /// Before a call: the turn may be over, and room wanted.
    #[cold]
    #[inline(never)]
    fn pause(&mut self, function: FunctionId, entry: Entry) -> Result<(), Halt> {
        if self.fuel == 0 {
            self.next = Next::Enter(function);
            return Err(Stop::Turn.into());
        }
        self.collect(entry.arity as usize);
        Ok(())
    }

    #[inline(always)]
    fn record(&mut self, function: FunctionId, entry: Entry) {
        let call = self.log.next();
        if entry.arity == 0 || self.watch.is_some() || self.log.heeds(call) {
            self.record_more(function, entry, call);
        }
        self.log.record(entry.no_rule, self.call);
        self.call = call;
    }

    /// Of a call whose values are kept, or that someone watches; or of a shared constant.
    #[inline(never)]
    fn record_more(&mut self, function: FunctionId, entry: Entry, call: CallId) {
        let arity = entry.arity as usize;
        if self.watch.is_some() {
            self.notice(function, arity);
        }
        if self.log.heeds(call) {
            let result = match self.frames.kind(self.frames.current) {
                _ if !self.log.has_values(call) => Word::NOTHING,
                // The delayed call becomes the result.
                FrameKind::Update => self.frames.word(self.frames.current, 0),
                FrameKind::Demand => self.frames.word(self.frames.current, 1),
                // A tail call: its result is that of the calling function.
                FrameKind::Result => self.frames.word(self.frames.current, 0),
                _ => {
                    self.frames.push_all(FrameKind::Result, &[Word::raw(u64::from(call.0))]);
                    Word::NOTHING
                }
            };
            self.log.keep(call, &self.slots[..arity], result);
        }
        if arity == 0 && self.code.mode == Mode::Haskell {
            self.log.record_constant(function, call);
        }
    }

    /// [`Machine::give`], where it is most often needed. A switch that waits for a value known to
    /// be a constructor with fields is not executed again.
    #[inline(always)]
    pub(super) fn give_quickly(
        &mut self,
        code: &Code,
        value: Word,
        constructed: Option<(Address, ConstructorId)>,
    ) -> Flow {
        loop {
            let (header, words) = self.frames.on_top();
            let (about, saved) = match words {
                [about, delayed, saved @ ..] if header.is(FrameKind::Demand) => {
                    if let Some(address) = delayed.address() {
                        self.search.remember(&self.heap, address);
                        self.heap.become_other(address, ObjectKind::Indirection, value);
                    }
                    (about.as_raw(), saved)
                }
                [about, saved @ ..] if header.is(FrameKind::Case) => (about.as_raw(), saved),
                [delayed, ..] if header.is(FrameKind::Update) => {
                    if let Some(address) = delayed.address() {
                        self.update(address, value);
                    }
                    self.frames.pop_known(header);
                    continue;
                }
                _ => return self.give(value),
            };
            let save = &code.saves[(about >> 32) as usize];
            let mut restore = |index: usize, word: &Word| self.slots[save.few[index].0 as usize] = *word;
            match (save.length, saved) {
                (0, _) => {}
                (1, [one, ..]) => restore(0, one),
                (2, [one, two, ..]) => {
                    restore(0, one);
                    restore(1, two);
                }
                (3, [one, two, three, ..]) => {
                    restore(0, one);
                    restore(1, two);
                    restore(2, three);
                }
                _ => {
                    self.restore(self.frames.current);
                }
            }
            self.call = CallId(about as u32);
            self.slots[save.into.0 as usize] = value;
            self.frames.pop_known(header);
            if let (Some((address, constructor)), Some(table)) = (constructed, save.switch)
                && let Some(pc) = self.take_arm(code, table, address, constructor)
            {
                return Ok(pc);
            }
            return Ok(save.next);
        }
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
                    self.update_of(frame, value);
                    self.frames.pop();
                }
                FrameKind::Demand => {
                    self.update_of(frame, value);
                    let save = self.restore(frame);
                    self.slots[save.into.0 as usize] = value;
                    self.frames.pop();
                    return Ok(save.next);
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
                kind => return self.give_to_special(kind, frame, value),
            }
        }
    }

    /// What such a frame does may give a value to the next one, and so on: after many of them the
    /// Rust stack is left, and the machine goes on from its main loop.
    fn give_to_special(&mut self, kind: FrameKind, frame: FrameId, value: Word) -> Flow {
        const MOST: u32 = 200;
        self.specials += 1;
        if self.specials < MOST {
            return self.give_special(kind, frame, value);
        }
        self.specials = 0;
        self.next = Next::Give(value);
        Err(Stop::Turn.into())
    }

    #[inline(always)]
    pub(crate) fn restore(&mut self, frame: FrameId) -> Save {
        let raw = self.frames.word(frame, 0).as_raw();
        self.call = CallId(raw as u32);
        let save = self.code.saves[(raw >> 32) as usize];
        let slots = &self.code.saved_slots[save.start as usize..save.start as usize + save.length as usize];
        let lead = if self.frames.kind(frame) == FrameKind::Demand { 2 } else { 1 };
        let words = &self.frames.words(frame)[lead..];
        for (slot, word) in slots.iter().zip(words) {
            self.slots[slot.0 as usize] = *word;
        }
        save
    }

    /// Saves what is needed when a value comes back.
    #[inline(always)]
    pub(crate) fn push_save(&mut self, kind: FrameKind, save: SaveId) {
        let code = self.code.clone();
        self.push_save_of(&code, kind, save);
    }

    #[inline(always)]
    pub(super) fn push_save_of(&mut self, code: &Code, kind: FrameKind, id: SaveId) {
        let save = &code.saves[id.0 as usize];
        let about = Word::raw(u64::from(id.0) << 32 | u64::from(self.call.0));
        let word = |index: usize| self.slots[save.few[index].0 as usize];
        match save.length {
            0 => self.frames.put(kind, [about]),
            1 => self.frames.put(kind, [about, word(0)]),
            2 => self.frames.put(kind, [about, word(0), word(1)]),
            3 => self.frames.put(kind, [about, word(0), word(1), word(2)]),
            _ => self.push_large(kind, id),
        }
    }

    #[inline(never)]
    fn push_large(&mut self, kind: FrameKind, save: SaveId) {
        let Save { length, start, .. } = self.code.saves[save.0 as usize];
        let frame = self.frames.push(kind, 1 + length as usize);
        self.frames.set(frame, 0, Word::raw(u64::from(save.0) << 32 | u64::from(self.call.0)));
        for index in 0..length as usize {
            let slot = self.code.saved_slots[start as usize + index];
            self.frames.set(frame, 1 + index, self.slots[slot.0 as usize]);
        }
    }

    /// [`Machine::push_save_of`] for the value of a delayed call, which becomes it as well.
    #[inline(always)]
    fn push_demand(&mut self, code: &Code, id: SaveId, delayed: Address) {
        let save = &code.saves[id.0 as usize];
        let about = Word::raw(u64::from(id.0) << 32 | u64::from(self.call.0));
        let delayed = Word::reference(delayed);
        let word = |index: usize| self.slots[save.few[index].0 as usize];
        match save.length {
            0 => self.frames.put(FrameKind::Demand, [about, delayed]),
            1 => self.frames.put(FrameKind::Demand, [about, delayed, word(0)]),
            2 => self.frames.put(FrameKind::Demand, [about, delayed, word(0), word(1)]),
            3 => self.frames.put(FrameKind::Demand, [about, delayed, word(0), word(1), word(2)]),
            _ => {
                self.push_large(FrameKind::Case, id);
                self.frames.put(FrameKind::Update, [delayed]);
            }
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
                    ObjectKind::Partial => (FunctionId(header.symbol()), Some(address)),
                    ObjectKind::PartialConstructor => {
                        return self.apply_constructor(ConstructorId(header.symbol()), Some(address));
                    }
                    ObjectKind::Variable => {
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
            _ => return self.raise_text("a value that is not a function is applied"),
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
        let kind = if full { ObjectKind::Constructor } else { ObjectKind::PartialConstructor };
        let word = self.extend(kind, id.0, earlier);
        self.give(word)
    }

    /// An object of what there was before and the words in `scratch`.
    pub(crate) fn extend(&mut self, kind: ObjectKind, symbol: u32, earlier: Option<Address>) -> Word {
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
