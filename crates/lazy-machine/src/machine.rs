//! The machine: lazy graph reduction with sharing on an explicit stack (functional-logic §8). Here
//! are its state and its turns; `evaluate.rs` is what evaluating is, `execute.rs` the instructions,
//! `observe.rs` what tells of observed values.

mod evaluate;
mod execute;
mod observe;

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use lazy_syntax::ast::Mode;
use lazy_syntax::classes::Class;
use slices::Meter;

use crate::code::{Code, Entry, Operand, Pc};
use crate::core::{FunctionId, TypeId};
use crate::detached::Watch;
use crate::frames::{FrameKind, Frames};
use crate::heap::{Collection, Heap};
use crate::log::{CallId, Log};
use crate::search::Search;
use crate::types::Types;
use crate::word::{ObjectKind, Value, Word};

/// Calls between two looks at the budget.
const TURN: u32 = 4096;

/// As many slots as there are operands: none is ever out of bounds.
const SLOTS: usize = 2 * Operand::MOST;

/// Parts of a value: all of them.
pub const ALL_PARTS: u64 = u64::MAX >> 3;

/// Why the machine stands still.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// What was to be evaluated is evaluated: an answer, if it was a goal.
    Done,
    /// There is no other answer.
    NoMore,
    /// Evaluation raised an error: see [`Machine::failure`].
    Failed,
    /// It depends on a logic variable that nothing binds.
    Floundered,
    /// The program writes; run on.
    Write(String),
    /// Likewise, to standard error.
    WriteError(String),
    /// The program wants a line of input, or all of it: [`Machine::supply`] it, and run on.
    ReadLine,
    ReadAll,
    /// It wants to know whether there is input left: [`Machine::supply_end`] says so.
    IsAtEnd,
    /// It wants something else of the outside: [`Machine::supply`] the reply, and run on.
    Request(Request),
    Steps,
    Memory,
    Interrupted,
    /// The trace cannot be written: [`Machine::finish_trace`] says why.
    Untraced,
    /// A turn is over (never leaves the machine).
    Turn,
}

/// What a program asks of the outside, beside its standard input. A reply begins with `+`, or with
/// `-` if there is an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// The arguments that the program was started with, with a NUL after each.
    Arguments,
    /// The content of a file.
    Read(String),
    Write {
        path: String,
        content: String,
        /// What the file holds stays.
        appends: bool,
    },
    /// `y` or `n`.
    Exists(String),
}

impl Request {
    /// By the letter that the library has for it.
    pub(crate) fn new(kind: Word, path: &str, content: &str) -> Request {
        let (path, content) = (path.to_owned(), content.to_owned());
        match kind.value() {
            Value::Char('r') => Request::Read(path),
            Value::Char('w') => Request::Write { path, content, appends: false },
            Value::Char('a') => Request::Write { path, content, appends: true },
            Value::Char('e') => Request::Exists(path),
            _ => Request::Arguments,
        }
    }
}

/// How far a run may go, and when it pauses.
pub struct Budget<'a> {
    pub max_steps: u64,
    pub max_memory: u64,
    /// Bytes in use, as far as someone counts them.
    pub memory: fn() -> u64,
    pub interrupted: &'a dyn Fn() -> bool,
    /// For [`Machine::run_by_slices`]. None: it does not pause.
    pub meter: Option<&'a Meter>,
}

impl Budget<'_> {
    pub const UNLIMITED: Budget<'static> = Budget {
        max_steps: u64::MAX,
        max_memory: u64::MAX,
        memory: || 0,
        interrupted: &|| false,
        meter: None,
    };
}

/// Where to go on, or why not.
pub(crate) type Flow = Result<Pc, Halt>;

/// A reason to stop. It comes seldom, so that it must not make what comes at every step larger.
pub(crate) type Halt = Box<Stop>;

pub struct Machine {
    pub(crate) code: Rc<Code>,
    pub(crate) heap: Heap,
    /// Variables of the function that runs, and the constants of the code.
    pub(crate) slots: Box<[Word; SLOTS]>,
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
    pub(crate) logging: bool,
    tracer: Option<Box<observe::Tracer>>,
    /// Over all branches: what one call does.
    pub(crate) watch: Option<Box<Watch>>,
    /// What the run is about: its value, or the tuple of the goal's variables.
    pub(crate) result: Word,
    pub(crate) failure: Option<Word>,
    /// The result was an action.
    pub(crate) performed: bool,
    /// Actions of which it is kept what they did, and whether what they do may depend on when they
    /// do it.
    pub(crate) kept_actions: u32,
    pub(crate) has_read: bool,
    pub(crate) scratch: Vec<Word>,
    /// The value goes on after the parts that were wanted.
    pub(crate) cut_short: bool,
    /// How many applications of functions are kept.
    pub(crate) applications: u32,
    fuel: u32,
    turn: u32,
    steps: u64,
    next: Next,
    /// Frames of the machine's own that were given a value since the Rust stack was left.
    specials: u32,
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

fn slots(code: &Code) -> Box<[Word; SLOTS]> {
    // Zeroed by the allocator: most of it is never touched.
    let words: Vec<Word> = vec![0; SLOTS].into_iter().map(Word).collect();
    let mut slots: Box<[Word; SLOTS]> = words.try_into().expect("exactly SLOTS words were made");
    for (index, word) in code.constants.iter().enumerate() {
        slots[Operand::constant(index).place()] = *word;
    }
    slots
}

impl Machine {
    /// A machine that is to evaluate a function without parameters, completely or this many parts
    /// of its value; an action is performed. With a log, which keeps the values of the calls in
    /// `window`.
    pub fn new(code: Rc<Code>, function: FunctionId, parts: u64, window: Option<Range<u32>>) -> Machine {
        let mut heap = Heap::default();
        let constants = match code.mode {
            Mode::FunctionalLogic => Vec::new(),
            Mode::Haskell => {
                let delayed = |heap: &mut Heap, index: usize| {
                    Word::reference(heap.make(ObjectKind::Call, index as u32, &[Word::raw(0)]))
                };
                let word = |(index, entry): (usize, &Entry)| match entry.arity {
                    0 => delayed(&mut heap, index),
                    _ => Word::NOTHING,
                };
                code.entries.iter().enumerate().map(word).collect()
            }
        };
        let result = Word::reference(heap.make(ObjectKind::Call, function.0, &[Word::raw(0)]));
        let mut machine = Machine {
            slots: slots(&code),
            frames: Frames::default(),
            call: CallId::GOAL,
            search: Search::default(),
            constants,
            types: RefCell::new(code.types.clone()),
            structural: HashMap::new(),
            logging: window.is_some(),
            tracer: None,
            log: Log::new(window.unwrap_or(0..0)).of_rules(&code.rules),
            watch: None,
            result,
            failure: None,
            performed: false,
            kept_actions: 0,
            has_read: false,
            scratch: Vec::new(),
            cut_short: false,
            applications: 0,
            fuel: 0,
            turn: 0,
            steps: 0,
            next: Next::Evaluate,
            specials: 0,
            code,
            heap,
        };
        machine.push_beginning(parts);
        machine
    }

    /// Running on evaluates another function without parameters; constants are what they have
    /// become. Only after [`Stop::Done`] and [`Stop::Failed`], and without a log.
    pub fn evaluate_next(&mut self, function: FunctionId, parts: u64) {
        self.result = Word::reference(self.heap.make(ObjectKind::Call, function.0, &[Word::raw(0)]));
        (self.failure, self.performed, self.cut_short) = (None, false, false);
        self.call = CallId::GOAL;
        self.next = Next::Evaluate;
        self.push_beginning(parts);
    }

    fn push_beginning(&mut self, parts: u64) {
        self.frames.push_all(FrameKind::Stop, &[]);
        self.frames.push_all(FrameKind::Begin, &[Word::raw(parts.min(ALL_PARTS))]);
    }

    /// Logs with this log, from the beginning.
    pub fn log_to(mut self, log: Log) -> Machine {
        (self.log, self.logging) = (log.of_rules(&self.code.rules), true);
        self
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

    /// Bytes that the run holds.
    pub fn bytes(&self) -> u64 {
        self.heap.bytes() + self.frames.bytes() + self.log.bytes()
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

    /// Whether more of the value could be evaluated than was wanted.
    pub fn is_cut_short(&self) -> bool {
        self.cut_short
    }

    /// Looks for another answer when it runs on.
    pub fn reject(&mut self) {
        self.cut_short = false;
        self.next = Next::Backtrack;
    }

    /// What the program asked to read.
    pub fn supply(&mut self, text: Option<&str>) {
        let value = self.input(text);
        self.next = Next::Give(value);
    }

    /// Whether the input is at its end, for [`Stop::IsAtEnd`].
    pub fn supply_end(&mut self, is_at_end: bool) {
        let known = self.code.known;
        self.next = Next::Give(Word::constructor(if is_at_end { known.truth } else { known.falsehood }));
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
                Next::Over => Err(Stop::NoMore.into()),
            };
            let stop = match flow {
                Ok(pc) => self.execute(pc),
                Err(halt) => *halt,
            };
            match stop {
                Stop::Turn => {
                    if self.tracer.as_ref().is_some_and(|tracer| tracer.has_trouble()) {
                        return Stop::Untraced;
                    }
                    if (budget.interrupted)() {
                        return Stop::Interrupted;
                    }
                    if self.bytes().max((budget.memory)()) >= budget.max_memory {
                        return Stop::Memory;
                    }
                }
                stop => return stop,
            }
        }
    }

    /// The same, with a pause whenever the steps of the meter are spent.
    pub async fn run_by_slices(&mut self, budget: &Budget<'_>) -> Stop {
        let Some(meter) = budget.meter else { return self.run(budget) };
        loop {
            meter.pause_if_spent().await;
            let before = self.steps();
            let max_steps = before + meter.piece(budget.max_steps.saturating_sub(before));
            let stop = self.run(&Budget { max_steps, ..*budget });
            meter.spend(self.steps() - before);
            if stop != Stop::Steps || max_steps >= budget.max_steps {
                return stop;
            }
        }
    }

    /// Running on evaluates this, and gives it to the frame on top.
    pub(crate) fn resume_with(&mut self, value: Word) {
        self.next = Next::Give(value);
    }

    /// What was done took as long as this many calls.
    pub(crate) fn charge(&mut self, calls: u64) {
        self.fuel = u64::from(self.fuel).saturating_sub(calls) as u32;
    }

    fn refuel(&mut self, max_steps: u64) {
        self.steps = self.steps();
        self.turn = u64::from(TURN).min(max_steps - self.steps) as u32;
        self.fuel = self.turn;
    }

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
