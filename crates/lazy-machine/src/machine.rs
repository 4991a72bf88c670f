//! The machine: lazy graph reduction with sharing on an explicit stack (specification §8).

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use lazy_syntax::ast::Mode;
use lazy_syntax::classes::Class;

use crate::code::{
    Code, Instruction, Operand, Operands, Pc, Save, SaveId, Slot, SwitchHead, SwitchTable, TableId,
};
use crate::core::{ConstructorId, FunctionId, Standing, TypeId};
use crate::frames::{FrameId, FrameKind, Frames};
use crate::heap::{Collection, Heap};
use crate::log::{CallId, Log};
use crate::native::{type_id, type_word};
use crate::search::Search;
use crate::types::Types;
use crate::word::{Address, Header, Kind, Value, Word};

/// Calls between two looks at the budget.
const TURN: u32 = 4096;

/// Parts of a value: all of them.
pub const ALL_PARTS: u64 = u64::MAX >> 3;

/// Why the machine stands still.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// What was to be evaluated is evaluated: an answer, if it was a goal.
    Done,
    /// There is no other answer.
    NoMore,
    /// Evaluation came to an error: see [`Machine::failure`].
    Failed,
    /// It depends on a logic variable that nothing binds.
    Floundered,
    /// The program writes; run on.
    Write(String),
    /// The program wants a line of input, or all of it: [`Machine::supply`] it, and run on.
    ReadLine,
    ReadAll,
    Steps,
    Memory,
    Interrupted,
    /// A turn is over (never leaves the machine).
    Turn,
}

/// How far a run may go.
pub struct Budget<'a> {
    pub max_steps: u64,
    pub max_memory: u64,
    /// Bytes in use, as far as someone counts them.
    pub memory: fn() -> u64,
    pub interrupted: &'a dyn Fn() -> bool,
}

impl Budget<'_> {
    pub const UNLIMITED: Budget<'static> =
        Budget { max_steps: u64::MAX, max_memory: u64::MAX, memory: || 0, interrupted: &|| false };
}

/// Where to go on, or why not.
pub(crate) type Flow = Result<Pc, Stop>;

pub struct Machine {
    pub(crate) code: Rc<Code>,
    pub(crate) heap: Heap,
    pub(crate) slots: Vec<Word>,
    pub(crate) frames: Frames,
    /// The suspect call that is being evaluated.
    pub(crate) call: CallId,
    pub(crate) search: Search,
    /// Functions without parameters, shared (hs).
    constants: Vec<Word>,
    /// Types that were met, and whether a type has its structure's instance of a class.
    pub(crate) types: RefCell<Types>,
    pub(crate) structural: HashMap<(Class, TypeId), bool>,
    pub(crate) log: Log,
    logging: bool,
    /// What the run is about: its value, or the tuple of the goal's variables.
    pub(crate) result: Word,
    pub(crate) failure: Option<Word>,
    /// The result was an action.
    pub(crate) performed: bool,
    pub(crate) scratch: Vec<Word>,
    fuel: u32,
    turn: u32,
    steps: u64,
    next: Next,
}

/// What running on means.
enum Next {
    Evaluate,
    /// A call whose arguments are in the slots.
    Enter(FunctionId),
    Give(Word),
    Backtrack,
    Over,
}

impl Machine {
    /// A machine that is to evaluate a function without parameters, completely or so many parts of its value; an action is performed.
    /// With a log, which keeps the values of the calls in `window`.
    pub fn new(code: Rc<Code>, function: FunctionId, parts: u64, window: Option<Range<u32>>) -> Machine {
        let mut heap = Heap::default();
        let constants = match code.mode {
            Mode::FunctionalLogic => Vec::new(),
            Mode::Haskell => {
                let delayed = |heap: &mut Heap, index: usize| {
                    Word::reference(heap.make(Kind::Call, index as u32, &[Word::raw(0)]))
                };
                let word = |(index, function): (usize, &crate::code::FunctionCode)| match function.arity {
                    0 => delayed(&mut heap, index),
                    _ => Word::NOTHING,
                };
                code.functions.iter().enumerate().map(word).collect()
            }
        };
        let result = Word::reference(heap.make(Kind::Call, function.0, &[Word::raw(0)]));
        let mut machine = Machine {
            slots: vec![Word::NOTHING; code.slots + 256],
            frames: Frames::default(),
            call: CallId::GOAL,
            search: Search::default(),
            constants,
            types: RefCell::new(code.types.clone()),
            structural: HashMap::new(),
            logging: window.is_some(),
            log: Log::new(window.unwrap_or(0..0)),
            result,
            failure: None,
            performed: false,
            scratch: Vec::new(),
            fuel: 0,
            turn: 0,
            steps: 0,
            next: Next::Evaluate,
            code,
            heap,
        };
        machine.frames.push_all(FrameKind::Stop, &[]);
        machine.frames.push_all(FrameKind::Begin, &[Word::raw(parts.min(ALL_PARTS))]);
        machine
    }

    pub fn code(&self) -> &Rc<Code> {
        &self.code
    }

    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Calls of functions so far.
    pub fn steps(&self) -> u64 {
        self.steps + u64::from(self.turn - self.fuel)
    }

    /// What the run is about, as far as it has been evaluated.
    pub fn result(&self) -> Word {
        self.heap.resolve(self.result)
    }

    /// The error that ended the run.
    pub fn failure(&self) -> Option<Word> {
        self.failure
    }

    /// Whether the value was an action, which has been performed.
    pub fn performed(&self) -> bool {
        self.performed
    }

    /// Looks for another answer when it runs on.
    pub fn reject(&mut self) {
        self.next = Next::Backtrack;
    }

    /// What the program asked to read.
    pub fn supply(&mut self, text: Option<&str>) {
        let value = self.input(text);
        self.next = Next::Give(value);
    }

    /// Runs until there is something to say.
    pub fn run(&mut self, budget: &Budget<'_>) -> Stop {
        loop {
            if self.steps() >= budget.max_steps {
                return Stop::Steps;
            }
            self.refuel(budget.max_steps);
            let flow = match std::mem::replace(&mut self.next, Next::Over) {
                Next::Evaluate => self.enter(self.result),
                Next::Enter(function) => self.enter_function(function),
                Next::Give(word) => self.enter(word),
                Next::Backtrack => self.fail(),
                Next::Over => Err(Stop::NoMore),
            };
            let stop = match flow.map(|pc| self.execute(pc)) {
                Ok(stop) | Err(stop) => stop,
            };
            match stop {
                Stop::Turn => {
                    if (budget.interrupted)() {
                        return Stop::Interrupted;
                    }
                    let held = self.heap.bytes() + self.frames.bytes() + self.log.bytes();
                    if held.max((budget.memory)()) >= budget.max_memory {
                        return Stop::Memory;
                    }
                }
                stop => return stop,
            }
        }
    }

    /// Running on gives this to the frame on top.
    pub(crate) fn resume_with(&mut self, value: Word) {
        self.next = Next::Give(value);
    }

    fn refuel(&mut self, max_steps: u64) {
        self.steps = self.steps();
        self.turn = u64::from(TURN).min(max_steps - self.steps) as u32;
        self.fuel = self.turn;
    }

    // ------------------------------------------------------------------------------------------- evaluation

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

    fn begin_update(&mut self, address: Address, header: Header) {
        self.search.remember(&self.heap, address);
        self.heap.set_header(address, header.with_kind(Kind::BlackHole));
        let frame = self.frames.push(FrameKind::Update, 1);
        self.frames.set(frame, 0, Word::reference(address));
    }

    /// What a delayed call came to.
    #[inline]
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
            return Err(Stop::Turn);
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
                FrameKind::Stop => {
                    self.frames.pop();
                    return Err(Stop::Done);
                }
                kind => return self.give_special(kind, frame, value),
            }
        }
    }

    #[inline]
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
    #[inline]
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
        let given = earlier.map_or(0, |address| self.heap.header(address).length());
        let wanted = arity - given;
        if self.scratch.len() < wanted {
            let partial = self.extend(Kind::Partial, id.0, earlier);
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
                self.slots[index] = self.heap.word(address, index);
            }
        }
        self.slots[given..arity].copy_from_slice(&self.scratch[..wanted]);
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
    fn extend(&mut self, kind: Kind, symbol: u32, earlier: Option<Address>) -> Word {
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

    // --------------------------------------------------------------------------------------------- the loop

    #[inline]
    pub(crate) fn operand(&self, operand: Operand) -> Word {
        match operand.get() {
            Ok(slot) => self.slots[slot.0 as usize],
            Err(constant) => self.code.constants[constant],
        }
    }

    #[inline]
    fn pooled(&self, operands: Operands, index: usize) -> Word {
        self.operand(self.code.operands[operands.start as usize + index])
    }

    #[inline]
    fn set(&mut self, slot: Slot, word: Word) {
        self.slots[slot.0 as usize] = word;
    }

    #[inline]
    fn build(&mut self, into: Slot, kind: Kind, symbol: u32, operands: Operands) {
        let length = operands.length as usize;
        let address = self.heap.allocate(Header::new(kind, length, symbol));
        for index in 0..length {
            let word = self.pooled(operands, index);
            self.heap.set_word(address, index, word);
        }
        self.set(into, Word::reference(address));
    }

    #[inline]
    fn build_delayed(&mut self, into: Slot, kind: Kind, symbol: u32, operands: Operands) {
        let length = operands.length as usize;
        let address = self.heap.allocate(Header::new(kind, 1 + length, symbol));
        self.heap.set_word(address, 0, Word::raw(u64::from(self.call.0)));
        for index in 0..length {
            let word = self.pooled(operands, index);
            self.heap.set_word(address, 1 + index, word);
        }
        self.set(into, Word::reference(address));
    }

    /// Executes from here on, until there is a reason to stop.
    fn execute(&mut self, from: Pc) -> Stop {
        match self.execute_inner(from) {
            Ok(never) => match never {},
            Err(stop) => stop,
        }
    }

    fn execute_inner(&mut self, from: Pc) -> Result<std::convert::Infallible, Stop> {
        let mut pc = from;
        loop {
            let instruction = self.code.instructions[pc.0 as usize];
            pc.0 += 1;
            match instruction {
                Instruction::Construct { into, constructor, fields } => {
                    self.build(into, Kind::Constructor, constructor.0, fields);
                }
                Instruction::Delay { into, function, arguments } => {
                    self.build_delayed(into, Kind::Call, function.0, arguments);
                }
                Instruction::DelayApply { into, operands } => {
                    self.build_delayed(into, Kind::Apply, 0, operands)
                }
                Instruction::Partial { into, function, arguments } => {
                    self.build(into, Kind::Partial, function.0, arguments);
                }
                Instruction::PartialConstructor { into, constructor, fields } => {
                    self.build(into, Kind::PartialConstructor, constructor.0, fields);
                }
                Instruction::Reserve { into, kind, length, symbol } => {
                    let address = self.heap.allocate(Header::new(kind, length as usize, symbol));
                    for index in 0..length as usize {
                        self.heap.set_word(address, index, Word::raw(u64::from(self.call.0)));
                    }
                    self.set(into, Word::reference(address));
                }
                Instruction::Fill { object, first, words } => {
                    if let Some(address) = self.slots[object.0 as usize].address() {
                        for index in 0..words.length as usize {
                            let word = self.pooled(words, index);
                            self.heap.set_word(address, first as usize + index, word);
                        }
                    }
                }
                Instruction::Constant { into, function } => {
                    if self.logging && self.code.functions[function.0 as usize].standing == Standing::Suspect
                    {
                        self.log.record_use(self.call, function);
                    }
                    self.set(into, self.constants[function.0 as usize])
                }
                Instruction::Text { into, text } => {
                    let creator = Word::raw(u64::from(self.call.0));
                    let address = self.heap.make(Kind::Text, text.0, &[creator, Word::raw(0)]);
                    self.set(into, Word::reference(address));
                }
                Instruction::Number { into, number } => {
                    let word = self.literal(number);
                    self.set(into, word);
                }
                Instruction::Move { into, from } => self.set(into, self.operand(from)),
                Instruction::Fresh { into } => {
                    let variable = self.fresh();
                    self.set(into, variable);
                }
                Instruction::Force { slot, save } => {
                    let word = self.heap.resolve(self.slots[slot.0 as usize]);
                    self.set(slot, word);
                    if self.is_delayed(word) {
                        self.push_save(FrameKind::Case, save);
                        pc = self.enter(word)?;
                    }
                }
                Instruction::Switch { subject, table, save } => {
                    let word = self.heap.resolve(self.slots[subject.0 as usize]);
                    self.set(subject, word);
                    pc = self.switch(word, table, save)?;
                }
                Instruction::Push { save } => self.push_save(FrameKind::Case, save),
                Instruction::PushCondition { save, must_hold } => {
                    let kind = if must_hold { FrameKind::MustHold } else { FrameKind::MustSucceed };
                    self.push_save(kind, save);
                }
                Instruction::Unify { left, right } => {
                    let (left, right) = (self.operand(left), self.operand(right));
                    pc = self.unify(left, right)?;
                }
                Instruction::Arithmetic { operation, into, left, right, save } => {
                    let (left, right) = (self.operand(left), self.operand(right));
                    match self.quick(operation, left, right) {
                        Some(word) => self.set(into, word),
                        None => pc = self.binary(operation, into, left, right, save, pc)?,
                    }
                }
                Instruction::Primitive { operation, into, arguments, save } => {
                    self.scratch.clear();
                    for index in 0..arguments.length as usize {
                        let word = self.pooled(arguments, index);
                        self.scratch.push(word);
                    }
                    pc = self.primitive(operation, into, save, pc)?;
                }
                Instruction::Type { into, template, arguments } => {
                    let arguments: Vec<TypeId> = (0..arguments.length as usize)
                        .map(|at| type_id(self.pooled(arguments, at)))
                        .collect();
                    let ty = self.types.borrow_mut().fill(template, &arguments);
                    self.set(into, type_word(ty));
                }
                Instruction::Method { method, ty } => {
                    self.scratch.clear();
                    pc = self.enter_method(method, type_id(self.operand(ty)))?;
                }
                Instruction::Rule { number } => {
                    if self.logging {
                        self.log.set_rule(self.call, number);
                    }
                }
                Instruction::Jump { to } => pc = to,
                Instruction::Choice { table, save } => pc = self.choose(table, save),
                Instruction::Fail => pc = self.fail()?,
                Instruction::Complain { complaint } => pc = self.complain(complaint)?,
                Instruction::Call { function, arguments } => {
                    let length = arguments.length as usize;
                    match length {
                        0 => {}
                        1 => self.slots[0] = self.pooled(arguments, 0),
                        2 => {
                            let (first, second) = (self.pooled(arguments, 0), self.pooled(arguments, 1));
                            (self.slots[0], self.slots[1]) = (first, second);
                        }
                        _ => {
                            self.scratch.clear();
                            for index in 0..length {
                                let word = self.pooled(arguments, index);
                                self.scratch.push(word);
                            }
                            self.slots[..length].copy_from_slice(&self.scratch);
                        }
                    }
                    pc = self.enter_function(function)?;
                }
                Instruction::Apply { operands } => {
                    self.scratch.clear();
                    for index in 1..operands.length as usize {
                        let word = self.pooled(operands, index);
                        self.scratch.push(word);
                    }
                    let function = self.pooled(operands, 0);
                    pc = self.apply(function)?;
                }
                Instruction::PushArguments { arguments } => {
                    let length = arguments.length as usize;
                    let frame = self.frames.push(FrameKind::Arguments, 1 + length);
                    self.frames.set(frame, 0, Word::raw(u64::from(self.call.0)));
                    for index in 0..length {
                        let word = self.pooled(arguments, index);
                        self.frames.set(frame, 1 + index, word);
                    }
                }
                Instruction::Enter { operand } => {
                    let word = self.operand(operand);
                    pc = self.enter(word)?;
                }
                Instruction::Return { operand } => {
                    let word = self.heap.resolve(self.operand(operand));
                    pc = self.give(word)?;
                }
            }
        }
    }

    /// Whether evaluating it is more than looking at it.
    #[inline]
    pub(crate) fn is_delayed(&self, word: Word) -> bool {
        word.address().is_some_and(|address| {
            matches!(
                self.heap.header(address).kind(),
                Kind::Call | Kind::Apply | Kind::Text | Kind::BlackHole | Kind::Error | Kind::Indirection
            )
        })
    }

    #[inline]
    fn switch(&mut self, word: Word, table: TableId, save: SaveId) -> Flow {
        let code = self.code.clone();
        let switch = &code.switches[table.0 as usize];
        let found = match word.value() {
            Value::Reference(address) => {
                let header = self.heap.header(address);
                match header.kind() {
                    Kind::Constructor => switch.constructor(ConstructorId(header.symbol())),
                    Kind::Variable => return self.narrow(address, table, save),
                    Kind::Partial => {
                        switch.find(|arm| matches!(arm, SwitchHead::Partial(id) if id.0 == header.symbol()))
                    }
                    Kind::Big => switch
                        .find(|arm| matches!(arm, SwitchHead::Big(number) if self.is_number(word, *number))),
                    Kind::Float => switch
                        .find(|arm| matches!(arm, SwitchHead::Atom(atom) if self.same_number(word, *atom))),
                    Kind::PartialConstructor => None,
                    _ => {
                        self.push_save(FrameKind::Case, save);
                        return self.enter(word);
                    }
                }
            }
            Value::Constructor(id) => switch.constructor(id),
            Value::Function(id) => {
                switch.find(|arm| matches!(arm, SwitchHead::Partial(other) if *other == id))
            }
            _ => switch.find(|arm| matches!(arm, SwitchHead::Atom(atom) if *atom == word)),
        };
        let Some(index) = found else {
            return match switch.default {
                Some(pc) => Ok(pc),
                None => self.fail(),
            };
        };
        let arm = &switch.arms[index];
        if let Some(address) = word.address() {
            // Of a partial application with another number of arguments the pattern is no match.
            if self.heap.header(address).length() != arm.arity as usize && arm.is_partial() {
                return match switch.default {
                    Some(pc) => Ok(pc),
                    None => self.fail(),
                };
            }
            for (field, slot) in &arm.loads {
                let word = self.heap.word(address, *field as usize);
                self.slots[slot.0 as usize] = word;
            }
        }
        Ok(arm.to)
    }

    // ------------------------------------------------------------------------------------------- collection

    /// Copies what is alive; of the slots the first `arity` are.
    pub(crate) fn collect(&mut self, arity: usize) {
        let mut collection = Collection::begin(&mut self.heap, self.search.is_deterministic());
        self.search.keep(&mut collection);
        for word in &mut self.slots[..arity] {
            collection.root(word);
        }
        for word in self.frames.alive() {
            collection.root(word);
        }
        for word in &mut self.constants {
            collection.root(word);
        }
        collection.root(&mut self.result);
        if let Some(failure) = &mut self.failure {
            collection.root(failure);
        }
        self.log.roots(&mut collection);
        collection.finish(&mut self.heap);
        self.search.collected(&self.heap);
    }
}

impl SwitchTable {
    #[inline]
    fn constructor(&self, id: ConstructorId) -> Option<usize> {
        let (first, arms) = self.dense.as_ref()?;
        arms.get(id.0.wrapping_sub(*first) as usize).copied().flatten().map(usize::from)
    }

    fn find(&self, head: impl Fn(&SwitchHead) -> bool) -> Option<usize> {
        self.arms.iter().position(|arm| head(&arm.head))
    }
}
