//! Search: choice points, the trail, narrowing, and conditions that wait for a variable
//! (functional-logic §7.2, §7.3, §8.2).

use std::collections::BTreeSet;

use crate::code::{Pc, SaveId, SwitchHead, TableId};
use crate::core::{ConstructorId, FunctionId};
use crate::encapsulate::Encapsulated;
use crate::frames::{FrameId, FrameKind};
use crate::heap::{Collection, Heap};
use crate::log::CallId;
use crate::machine::{Flow, Machine, Stop};
use crate::word::{Address, Header, ObjectKind, Value, Word};

/// What there is beside deterministic evaluation.
pub struct Search {
    points: Vec<ChoicePoint>,
    /// How objects looked before they were changed: only of those that are older than the last
    /// choice point.
    trail: Vec<Past>,
    /// Objects below this are older than the last choice point.
    old: usize,
    /// All conditions that had to wait, the last first: cells of a record and the rest.
    pub(crate) suspended: Word,
    /// Variables were bound for which these wait.
    woken: Vec<Word>,
    /// Searches inside the search, the innermost last.
    pub(crate) encapsulated: Vec<Encapsulated>,
    /// If somebody wants to know.
    abandoned: Option<Abandoned>,
}

/// What a run leaves no trace of in its log: what it did on branches that are over.
#[derive(Clone, Debug, Default)]
pub struct Abandoned {
    /// Whether there was more than one way on, anywhere but in a search inside the search.
    pub has_chosen: bool,
    /// The functions that were called.
    pub functions: BTreeSet<FunctionId>,
    /// Those that were called in searches inside the search, which depend on all their values.
    pub encapsulated: BTreeSet<FunctionId>,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            points: Vec::new(),
            trail: Vec::new(),
            old: 0,
            suspended: Word::NOTHING,
            woken: Vec::new(),
            encapsulated: Vec::new(),
            abandoned: None,
        }
    }
}

struct Past {
    address: Address,
    header: Header,
    word: Word,
}

struct ChoicePoint {
    /// Holds what the alternatives need.
    frame: FrameId,
    protected: u32,
    trail: usize,
    heap: usize,
    log: usize,
    suspended: Word,
    alternative: Alternative,
}

/// What is tried next.
#[derive(Clone, Copy)]
pub(crate) enum Alternative {
    Choice {
        table: TableId,
        next: u32,
    },
    Narrow {
        variable: Word,
        table: TableId,
        next: u32,
    },
    /// Two values are not equal: the parts of which it is not known, and what the test then says.
    Unequal {
        parts: Word,
        says: Word,
    },
    /// An encapsulated search has no branch left.
    Solutions,
}

/// Of a record of what waits: whether it is over, the variable, what it is; then the frames, or the
/// parts that must differ.
const OVER: usize = 0;
const VARIABLE: usize = 1;
const WAITING: usize = 2;
const BEGIN: usize = 3;

const CONDITION: u64 = 0;
const EQUATION: u64 = 1;
const DISEQUATION: u64 = 2;

impl Search {
    /// Before an object is changed.
    #[inline]
    pub(crate) fn remember(&mut self, heap: &Heap, address: Address) {
        if (address.0 as usize) < self.old {
            let (header, word) = (heap.header(address), heap.word(address, 0));
            self.trail.push(Past { address, header, word });
        }
    }

    pub(crate) fn is_deterministic(&self) -> bool {
        self.points.is_empty()
    }

    /// The roots of a collection. First of all: objects with a past are kept as they are.
    pub(crate) fn keep(&mut self, collection: &mut Collection) {
        for past in &mut self.trail {
            past.address = collection.keep_whole(past.address);
        }
        for past in &mut self.trail {
            collection.root(&mut past.word);
        }
        for point in &mut self.points {
            collection.root(&mut point.suspended);
            match &mut point.alternative {
                Alternative::Choice { .. } | Alternative::Solutions => {}
                Alternative::Narrow { variable, .. } => collection.root(variable),
                Alternative::Unequal { parts, .. } => collection.root(parts),
            }
        }
        collection.root(&mut self.suspended);
        for search in &mut self.encapsulated {
            collection.root(&mut search.suspended);
        }
        for word in &mut self.woken {
            collection.root(word);
        }
    }

    /// Everything that survived counts as older than all choice points.
    pub(crate) fn collected(&mut self, heap: &Heap) {
        for point in &mut self.points {
            point.heap = heap.top();
        }
        self.old = self.points.last().map_or(0, |point| point.heap);
    }
}

/// What a variable was made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    Free = 0,
    /// For a functional pattern: it is bound to what it stands beside, which is not evaluated.
    OfPattern = 1,
}

impl Machine {
    /// The frame on top holds what the alternatives need.
    pub(crate) fn push_point(&mut self, alternative: Alternative) {
        if let Some(abandoned) = &mut self.search.abandoned {
            let is_solutions = matches!(alternative, Alternative::Solutions);
            abandoned.has_chosen |= self.search.encapsulated.is_empty() && !is_solutions;
        }
        let protected = self.frames.protect();
        self.search.points.push(ChoicePoint {
            frame: self.frames.current,
            protected,
            trail: self.search.trail.len(),
            heap: self.heap.top(),
            log: self.log.len(),
            suspended: self.search.suspended,
            alternative,
        });
        self.search.old = self.heap.top();
    }

    fn pop_point(&mut self) {
        self.search.points.pop();
        let (protected, old) = match self.search.points.last() {
            Some(point) => (point.protected, point.heap),
            None => (0, 0),
        };
        self.frames.unprotect(protected);
        self.search.old = old;
    }

    /// Alternatives, in their order (an `or` of the definitional tree).
    pub(crate) fn choose(&mut self, table: TableId, save: SaveId) -> Pc {
        self.push_save(FrameKind::Case, save);
        self.push_point(Alternative::Choice { table, next: 1 });
        self.frames.pop();
        self.code.choices[table.0 as usize][0]
    }

    /// This branch is over: back to the last choice that has something left.
    pub(crate) fn fail(&mut self) -> Flow {
        if let Some(watch) = &mut self.watch {
            watch.branch_over(&self.log);
        }
        let Some(point) = self.search.points.last() else { return Err(Stop::NoMore.into()) };
        for past in self.search.trail.drain(point.trail..).rev() {
            self.heap.set_header(past.address, past.header);
            self.heap.set_word(past.address, 0, past.word);
        }
        self.heap.truncate(point.heap);
        if let Some(abandoned) = &mut self.search.abandoned {
            let calls = (point.log.max(1)..self.log.len()).map(|call| CallId(call as u32));
            let functions = calls.map(|call| self.log.call(call).function);
            match self.search.encapsulated.is_empty() {
                true => abandoned.functions.extend(functions),
                false => abandoned.encapsulated.extend(functions),
            }
        }
        self.log.truncate(point.log);
        self.search.suspended = point.suspended;
        self.search.woken.clear();
        let (frame, alternative) = (point.frame, point.alternative);
        match alternative {
            Alternative::Choice { table, next } => {
                let targets = &self.code.choices[table.0 as usize];
                let (target, last) = (targets[next as usize], next as usize + 1 == targets.len());
                self.advance(last, Alternative::Choice { table, next: next + 1 });
                self.restore(frame);
                self.frames.return_before(frame);
                Ok(target)
            }
            Alternative::Narrow { variable, table, next } => {
                let last = next as usize + 1 == self.candidates(table);
                self.advance(last, Alternative::Narrow { variable, table, next: next + 1 });
                self.frames.return_to(frame);
                let Some(address) = variable.address() else { return self.fail() };
                let mark = variable.address().map_or(Mark::Free, |variable| self.mark_of(variable));
                let value = self.candidate(mark, table, next as usize);
                self.bind(address, value);
                self.wake_then(value)
            }
            Alternative::Unequal { parts, says } => {
                self.pop_point();
                self.frames.return_before(frame);
                self.frames.push_all(FrameKind::Then, &[says]);
                self.differ(parts)
            }
            Alternative::Solutions => {
                self.pop_point();
                self.frames.return_to(frame);
                self.all_solutions()
            }
        }
    }

    fn advance(&mut self, last: bool, alternative: Alternative) {
        if last {
            self.pop_point();
        } else if let Some(point) = self.search.points.last_mut() {
            point.alternative = alternative;
        }
    }

    /// The test whether two values are equal depends on variables: first they are, then they are
    /// not.
    pub(crate) fn suppose(&mut self, parts: Word, equal: Word, unequal: Word) -> Flow {
        self.frames.push_all(FrameKind::Then, &[equal]);
        self.push_point(Alternative::Unequal { parts, says: unequal });
        self.unify_parts(parts)
    }

    // ----------------------------------------------------------------------------------- variables

    pub(crate) fn fresh(&mut self, mark: Mark) -> Word {
        Word::reference(self.heap.make(ObjectKind::Variable, mark as u32, &[Word::NOTHING]))
    }

    /// What a variable was made for.
    pub(crate) fn mark_of(&self, variable: Address) -> Mark {
        match self.heap.header(variable).symbol() {
            1 => Mark::OfPattern,
            _ => Mark::Free,
        }
    }

    /// Binds a variable. [`Machine::wake_then`] wakes conditions that wait for it.
    pub(crate) fn bind(&mut self, variable: Address, value: Word) {
        self.search.remember(&self.heap, variable);
        let waiting = self.heap.word(variable, 0);
        if waiting != Word::NOTHING {
            self.search.woken.push(waiting);
        }
        self.heap.set_header(variable, Header::new(ObjectKind::Indirection, 1, 0));
        self.heap.set_word(variable, 0, value);
    }

    /// A variable is looked at: it becomes each constructor in turn that there is a rule for
    /// (needed narrowing).
    pub(crate) fn narrow(&mut self, variable: Address, table: TableId, save: SaveId) -> Flow {
        let switch = &self.code.switches[table.0 as usize];
        let atoms =
            switch.arms.iter().any(|arm| matches!(arm.head, SwitchHead::Atom(_) | SwitchHead::Big(_)));
        // Not all numbers can be tried: such a default waits.
        if switch.rigid || (atoms && switch.default.is_some()) {
            self.push_save(FrameKind::Case, save);
            return self.suspend(variable);
        }
        let count = self.candidates(table);
        if count == 0 {
            return self.fail();
        }
        let variable_mark = self.mark_of(variable);
        self.push_save(FrameKind::Case, save);
        if count > 1 {
            let variable = Word::reference(variable);
            self.push_point(Alternative::Narrow { variable, table, next: 1 });
        }
        let value = self.candidate(variable_mark, table, 0);
        self.bind(variable, value);
        self.wake_then(value)
    }

    /// How many heads a variable may become: those of the arms, and with a default all others of
    /// the type.
    fn candidates(&self, table: TableId) -> usize {
        let switch = &self.code.switches[table.0 as usize];
        let others = match (&switch.dense, switch.default) {
            (Some((_, arms)), Some(_)) => arms.iter().filter(|arm| arm.is_none()).count(),
            _ => 0,
        };
        switch.arms.len() + others
    }

    fn candidate(&mut self, mark: Mark, table: TableId, index: usize) -> Word {
        let code = self.code.clone();
        let switch = &code.switches[table.0 as usize];
        let Some(arm) = switch.arms.get(index) else {
            let Some((first, arms)) = &switch.dense else { return Word::NOTHING };
            let mut others = arms.iter().enumerate().filter(|(_, arm)| arm.is_none());
            let other = others.nth(index - switch.arms.len()).map_or(0, |(place, _)| place as u32);
            let id = ConstructorId(first + other);
            let arity = code.constructors[id.0 as usize].arity;
            return self.open_constructor(mark, id, arity);
        };
        match &arm.head {
            SwitchHead::Constructor(id) => self.open_constructor(mark, *id, arm.arity as usize),
            SwitchHead::Partial(id) if arm.arity == 0 => Word::function(*id),
            SwitchHead::Partial(id) => self.open(mark, ObjectKind::Partial, id.0, arm.arity as usize),
            SwitchHead::Unapplied(id) if arm.arity == 0 => Word::unapplied(*id),
            SwitchHead::Unapplied(id) => {
                self.open(mark, ObjectKind::PartialConstructor, id.0, arm.arity as usize)
            }
            SwitchHead::Atom(word) => *word,
            SwitchHead::Big(number) => self.literal(*number),
        }
    }

    fn open_constructor(&mut self, mark: Mark, id: ConstructorId, arity: usize) -> Word {
        match arity {
            0 => Word::constructor(id),
            _ => self.open(mark, ObjectKind::Constructor, id.0, arity),
        }
    }

    /// An object with new variables.
    pub(crate) fn open(&mut self, mark: Mark, kind: ObjectKind, symbol: u32, arity: usize) -> Word {
        let address = self.heap.allocate(Header::new(kind, arity, symbol));
        for index in 0..arity {
            self.heap.set_word(address, index, Word::NOTHING);
        }
        for index in 0..arity {
            let variable = self.fresh(mark);
            self.heap.set_word(address, index, variable);
        }
        Word::reference(address)
    }

    // ------------------------------------------------------------------------------------- waiting

    /// What is being evaluated needs the value of a variable. The condition that it is part of
    /// waits for that (residuation), and the rest goes on; the frame on top is given the value
    /// later.
    pub(crate) fn suspend(&mut self, variable: Address) -> Flow {
        let mut segment = Vec::new();
        let mut frame = self.frames.current;
        loop {
            match self.frames.kind(frame) {
                FrameKind::MustHold | FrameKind::MustSucceed | FrameKind::Resumed => break,
                FrameKind::Stop | FrameKind::Wake | FrameKind::Solution => {
                    self.failure = Some(Word::reference(variable));
                    return Err(Stop::Floundered.into());
                }
                _ => segment.push(frame),
            }
            frame = self.frames.previous(frame);
        }
        let kind = match self.frames.kind(frame) {
            FrameKind::MustHold => CONDITION,
            FrameKind::Resumed => self.frames.word(frame, 0).as_raw(),
            _ => EQUATION,
        };
        let mut words = vec![Word::raw(0), Word::reference(variable), Word::raw(kind)];
        for part in segment.iter().rev() {
            let length = self.frames.length(*part);
            words.push(Word::raw(self.frames.kind(*part) as u64 | (length as u64) << 8));
            words.extend_from_slice(self.frames.words(*part));
        }
        let record = self.heap.make(ObjectKind::Cell, 0, &words);
        // Evaluations that need this value wait for the same variable.
        for part in segment {
            if let Some(address) = self.frames.delayed(part).and_then(Word::address) {
                self.search.remember(&self.heap, address);
                self.heap.set_word(address, 0, Word::reference(record));
            }
        }
        self.wait(variable, record);
        if self.frames.kind(frame) == FrameKind::Resumed {
            self.frames.return_before(frame);
            return self.give(Word::constructor(self.code.known.unit));
        }
        let save = self.restore(frame);
        self.frames.return_before(frame);
        Ok(save.next)
    }

    /// `record` is woken when the variable is bound.
    fn wait(&mut self, variable: Address, record: Address) {
        self.attend(variable, record);
        let cell = self.heap.make(ObjectKind::Cell, 0, &[Word::reference(record), self.search.suspended]);
        self.search.suspended = Word::reference(cell);
    }

    fn attend(&mut self, variable: Address, record: Address) {
        self.search.remember(&self.heap, variable);
        let others = self.heap.word(variable, 0);
        let cell = self.heap.make(ObjectKind::Cell, 0, &[Word::reference(record), others]);
        self.heap.set_word(variable, 0, Word::reference(cell));
    }

    /// Parts of which one pair must be different, as soon as that can be told.
    pub(crate) fn wait_to_differ(&mut self, parts: Word) {
        let Some(cell) = parts.address() else { return };
        let pair = [self.heap.resolve(self.heap.word(cell, 0)), self.heap.resolve(self.heap.word(cell, 1))];
        let variables: Vec<Address> = pair
            .iter()
            .filter_map(|word| word.address())
            .filter(|address| self.heap.header(*address).kind() == ObjectKind::Variable)
            .collect();
        let Some(first) = variables.first() else { return };
        let words = [Word::raw(0), Word::reference(*first), Word::raw(DISEQUATION), parts];
        let record = self.heap.make(ObjectKind::Cell, 0, &words);
        self.wait(*first, record);
        for other in &variables[1..] {
            self.attend(*other, record);
        }
    }

    /// Evaluation reached something that is being evaluated: by itself (a loop), or by a condition
    /// that waits.
    pub(crate) fn black_hole(&mut self, address: Address) -> Flow {
        let Some(record) = self.heap.word(address, 0).address() else { return self.raise_loop() };
        let variable = self.heap.resolve(self.heap.word(record, VARIABLE));
        match variable.address() {
            Some(variable) if self.heap.header(variable).kind() == ObjectKind::Variable => {
                // Woken after the first, which evaluates it: then it is looked at again.
                self.frames.push_all(FrameKind::Enter, &[Word::reference(address)]);
                self.suspend(variable)
            }
            _ => self.raise_loop(),
        }
    }

    /// First what waited for the variables that were bound just now, then the value goes to the
    /// frame on top.
    pub(crate) fn wake_then(&mut self, value: Word) -> Flow {
        if self.search.woken.is_empty() {
            return self.give(value);
        }
        // Lists have the last first; those that waited longest go first.
        let mut goals = Word::NOTHING;
        for mut list in std::mem::take(&mut self.search.woken).into_iter().rev() {
            while let Some(cell) = list.address() {
                let (record, rest) = (self.heap.word(cell, 0), self.heap.word(cell, 1));
                goals = Word::reference(self.heap.make(ObjectKind::Cell, 0, &[record, goals]));
                list = rest;
            }
        }
        self.frames.push_all(FrameKind::Wake, &[goals, value]);
        self.wake_next()
    }

    /// The frame on top is one of goals to wake.
    pub(crate) fn wake_next(&mut self) -> Flow {
        let frame = self.frames.current;
        let (goals, value) = (self.frames.word(frame, 0), self.frames.word(frame, 1));
        self.frames.pop();
        let Some(cell) = goals.address() else { return self.give(value) };
        let (record, rest) = (self.heap.word(cell, 0), self.heap.word(cell, 1));
        self.frames.push_all(FrameKind::Wake, &[rest, value]);
        let Some(record) = record.address() else { return self.wake_next() };
        if self.heap.word(record, OVER) != Word::raw(0) {
            return self.give(value);
        }
        self.search.remember(&self.heap, record);
        self.heap.set_word(record, OVER, Word::raw(1));
        let kind = self.heap.word(record, WAITING).as_raw();
        if kind == DISEQUATION {
            let parts = self.heap.word(record, BEGIN);
            return self.differ(parts);
        }
        self.frames.push_all(FrameKind::Resumed, &[Word::raw(kind)]);
        let length = self.heap.header(record).length();
        let mut at = BEGIN;
        while at < length {
            let raw = self.heap.word(record, at).as_raw();
            let count = (raw >> 8) as usize;
            let words: Vec<Word> = (at + 1..=at + count).map(|index| self.heap.word(record, index)).collect();
            self.frames.push_all(FrameKind::numbered(raw & 0xff), &words);
            at += 1 + count;
        }
        let variable = self.heap.word(record, VARIABLE);
        self.enter(variable)
    }

    /// A condition that waited is done: it must be true.
    pub(crate) fn resumed(&mut self, frame: FrameId, value: Word) -> Flow {
        let must_hold = self.frames.word(frame, 0).as_raw() == CONDITION;
        self.frames.pop();
        self.hold(must_hold, value, |machine| machine.give(Word::constructor(machine.code.known.unit)))
    }

    /// A condition is done.
    pub(crate) fn condition_done(&mut self, frame: FrameId, value: Word) -> Flow {
        let must_hold = self.frames.kind(frame) == FrameKind::MustHold;
        if must_hold && let Some(variable) = self.variable(value) {
            let truth = Word::constructor(self.code.known.truth);
            self.bind(variable, truth);
            return self.wake_then(truth);
        }
        if must_hold && value != Word::constructor(self.code.known.truth) {
            return self.fail();
        }
        let save = self.restore(frame);
        self.frames.pop();
        Ok(save.next)
    }

    fn hold(&mut self, must_hold: bool, value: Word, then: impl FnOnce(&mut Machine) -> Flow) -> Flow {
        if must_hold {
            let truth = Word::constructor(self.code.known.truth);
            if let Some(variable) = self.variable(value) {
                self.bind(variable, truth);
                return self.wake_then(Word::constructor(self.code.known.unit));
            }
            if value != truth {
                return self.fail();
            }
        }
        then(self)
    }

    pub(crate) fn variable(&self, word: Word) -> Option<Address> {
        word.address().filter(|address| self.heap.header(*address).kind() == ObjectKind::Variable)
    }

    /// From now on what is abandoned is kept in mind.
    pub fn remember_abandoned(&mut self) {
        self.search.abandoned = Some(Abandoned::default());
    }

    pub fn abandoned(&self) -> Option<&Abandoned> {
        self.search.abandoned.as_ref()
    }

    /// What still waits in this branch: conditions that nothing will wake, and disequalities, which
    /// are part of the answer.
    pub fn residue(&self) -> Residue {
        self.residue_of(self.search.suspended)
    }

    pub(crate) fn residue_of(&self, mut list: Word) -> Residue {
        let mut residue = Residue { floundered: 0, disequations: Vec::new() };
        while let Some(cell) = list.address() {
            if let Some(record) = self.heap.word(cell, 0).address()
                && self.heap.word(record, OVER) == Word::raw(0)
            {
                match self.heap.word(record, WAITING).value() {
                    Value::Raw(DISEQUATION) => {
                        residue.disequations.push(self.pairs(self.heap.word(record, BEGIN)))
                    }
                    _ => residue.floundered += 1,
                }
            }
            list = self.heap.word(cell, 1);
        }
        residue.disequations.reverse();
        residue
    }

    fn pairs(&self, mut parts: Word) -> Vec<(Word, Word)> {
        let mut pairs = Vec::new();
        while let Some(cell) = parts.address() {
            pairs.push((self.heap.word(cell, 0), self.heap.word(cell, 1)));
            parts = self.heap.word(cell, 2);
        }
        pairs
    }
}

/// What an answer depends on beside its bindings.
pub struct Residue {
    /// Conditions that wait for a variable that nothing binds.
    pub floundered: usize,
    /// Of each at least one pair differs.
    pub disequations: Vec<Vec<(Word, Word)>>,
}
