//! Calls and values taken out of a run, and what a machine does that starts from them: so that a
//! call can be looked at by itself, over all its branches, whatever becomes of the run that it was
//! found in (functional-logic §7.5, §8.4).

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::action::{LEFT_BEHIND, NO_VALUE};
use crate::code::Code;
use crate::core::{FunctionId, RuleNumber};
use crate::log::{CallId, Log};
use crate::machine::Machine;
use crate::print::Style;
use crate::search::Mark;
use crate::types::Types;
use crate::word::{Address, Header, ObjectKind, Word};

/// Values and delayed calls on their own. Equal ones are the same but for the names of their
/// variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Detached {
    /// In preorder: an object is followed by its fields.
    parts: Vec<Part>,
    roots: usize,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Part {
    /// Needs no room: a small number, a constructor or a function by itself, a type.
    Plain(Word),
    /// With this many fields. What is delayed may be written in the rule of the call that is
    /// watched.
    Object {
        kind: ObjectKind,
        symbol: u32,
        fields: u32,
        own: bool,
    },
    /// A large number or a fraction.
    Digits {
        kind: ObjectKind,
        symbol: u32,
        words: Vec<Word>,
    },
    /// A logic variable: the same number is the same variable.
    Variable(u32),
    /// The object with this number, once more.
    Same(u32),
    NoValue,
    LeftBehind,
}

/// A call with its arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DetachedCall {
    pub function: FunctionId,
    pub arguments: Detached,
}

/// What is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// All there is, delayed calls as well.
    Everything,
    /// Values, up to this many parts; what is delayed is left behind.
    Values(usize),
}

impl Detached {
    pub fn roots(&self) -> usize {
        self.roots
    }

    /// Whether something could still be evaluated.
    pub fn has_delayed(&self) -> bool {
        self.delayed().next().is_some()
    }

    /// Whether it holds more than is known of it.
    pub fn is_cut(&self) -> bool {
        self.parts.contains(&Part::LeftBehind)
    }

    /// How many logic variables it has.
    pub fn variables(&self) -> usize {
        let numbers = self.parts.iter().map(|part| match part {
            Part::Variable(number) => *number as usize + 1,
            _ => 0,
        });
        numbers.max().unwrap_or(0)
    }

    fn delayed(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().enumerate().filter(|(_, part)| part.is_delayed()).map(|(index, _)| index)
    }
}

impl Part {
    fn is_delayed(&self) -> bool {
        matches!(self, Part::Object { kind: ObjectKind::Call | ObjectKind::Apply | ObjectKind::Text, .. })
    }
}

/// Over all branches: what a call calls, and by which rules.
pub struct Watch {
    of: CallId,
    calls: Vec<DetachedCall>,
    known: HashSet<DetachedCall>,
    rules: Vec<RuleNumber>,
    /// Branches that are over, with an answer or without.
    branches: u64,
    encapsulates: bool,
}

impl Watch {
    fn new(of: CallId) -> Watch {
        let (calls, known, rules) = (Vec::new(), HashSet::new(), Vec::new());
        Watch { of, calls, known, rules, branches: 0, encapsulates: false }
    }

    pub fn calls(&self) -> &[DetachedCall] {
        &self.calls
    }

    /// The rules that matched, in the order in which they were tried.
    pub fn rules(&self) -> &[RuleNumber] {
        &self.rules
    }

    /// Whether its rules ask for all values of something, on any branch.
    pub fn encapsulates(&self) -> bool {
        self.encapsulates
    }

    pub(crate) fn record_encapsulated(&mut self, by: CallId) {
        self.encapsulates |= by == self.of;
    }

    pub fn branches(&self) -> u64 {
        self.branches
    }

    pub(crate) fn branch_over(&mut self, log: &Log) {
        self.branches += 1;
        if (self.of.0 as usize) < log.len() {
            let rule = log.call(self.of).rule;
            if rule.0 > 0 && !self.rules.contains(&rule) {
                self.rules.push(rule);
            }
        }
    }
}

/// In a machine that starts from what was taken out: what is delayed there and belongs to the
/// watched call is the goal's, all else is this call's.
const ELSEWHERE: CallId = CallId(1);
/// The call that such a machine starts with.
const FIRST: CallId = CallId(2);

impl Machine {
    /// Keeps the calls that this one makes, in every branch.
    pub fn watch(&mut self, of: CallId) {
        self.watch = Some(Box::new(Watch::new(of)));
    }

    pub fn watched(&self) -> Option<&Watch> {
        self.watch.as_deref()
    }

    /// A machine that holds what was taken out, and evaluates this many parts of it. The types are
    /// those that the machine knew in which it was found.
    pub fn holding(code: Rc<Code>, types: Types, held: &Detached, parts: u64) -> Machine {
        let (mut machine, words) = Machine::attached(code, types, held, parts);
        machine.result = machine.holder(&words);
        machine.watch(CallId::GOAL);
        machine
    }

    /// A machine that evaluates a call to its head; what it holds is the call, then the arguments.
    pub fn calling(code: Rc<Code>, types: Types, call: &DetachedCall) -> Machine {
        let (mut machine, mut words) = Machine::attached(code, types, &call.arguments, 1);
        let creator = Word::raw(u64::from(ELSEWHERE.0));
        let delayed: Vec<Word> = std::iter::once(creator).chain(words.iter().copied()).collect();
        let delayed = Word::reference(machine.heap.make(ObjectKind::Call, call.function.0, &delayed));
        words.insert(0, delayed);
        machine.result = machine.holder(&words);
        machine.resume_with(delayed);
        machine.watch(FIRST);
        machine
    }

    fn attached(code: Rc<Code>, types: Types, held: &Detached, parts: u64) -> (Machine, Vec<Word>) {
        let mut machine = Machine::new(code, FunctionId(0), parts, Some(0..0));
        machine.types = types.into();
        machine.log.record(machine.code.entries[0].no_rule, CallId::GOAL);
        let words = machine.attach(held);
        (machine, words)
    }

    /// An object that keeps these.
    fn holder(&mut self, words: &[Word]) -> Word {
        let unit = self.code.known.unit;
        Word::reference(self.heap.make(ObjectKind::Constructor, unit.0, words))
    }

    /// What the machine holds, as it is now.
    pub fn held(&self) -> Vec<Word> {
        let Some(holder) = self.heap.resolve(self.result).address() else { return Vec::new() };
        (0..self.heap.header(holder).length()).map(|index| self.heap.word(holder, index)).collect()
    }

    /// Running on evaluates only the head of the first of what is held.
    pub fn evaluate_held_first(&mut self) {
        if let Some(first) = self.held().first() {
            self.resume_with(*first);
        }
    }

    /// Running on evaluates only the head of the first delayed call that is held. False if there is
    /// none.
    pub fn evaluate_first_delayed(&mut self) -> bool {
        let first = self.first_delayed();
        if let Some(address) = first {
            self.resume_with(Word::reference(address));
        }
        first.is_some()
    }

    /// The first delayed call that is held has no value, or it cannot be told what it is.
    pub fn give_up_first_delayed(&mut self, is_known: bool) {
        if let Some(address) = self.first_delayed() {
            let symbol = if is_known { NO_VALUE } else { LEFT_BEHIND };
            let error = self.heap.make(ObjectKind::Error, symbol, &[Word::NOTHING]);
            self.update(address, Word::reference(error));
        }
    }

    fn first_delayed(&self) -> Option<Address> {
        let mut found = None;
        self.traverse(&self.held(), Taken::Everything, &mut |part, address| {
            if part.is_delayed() && found.is_none() {
                found = address;
            }
        });
        found
    }

    /// How many of what is held are variables that nothing has bound.
    pub fn open_variables(&self) -> usize {
        let mut variables = HashSet::new();
        self.traverse(&self.held(), Taken::Everything, &mut |part, address| {
            if let (Part::Variable(_), Some(address)) = (part, address) {
                variables.insert(address);
            }
        });
        variables.len()
    }

    /// Names for the variables that are held, in the order in which they come; some may have one.
    pub fn name_variables(&self, names: &[String], style: &mut Style) {
        let mut names = names.iter();
        let mut known = HashSet::new();
        self.traverse(&self.held(), Taken::Everything, &mut |part, address| {
            if let (Part::Variable(_), Some(address)) = (part, address)
                && known.insert(address)
                && !style.has_name(address)
                && let Some(name) = names.next()
            {
                self.name_variable(Word::reference(address), name, style);
            }
        });
    }

    /// Gives the variables in `words` the names of those in `others`, which another machine holds,
    /// where they stand in the same place.
    pub fn name_alike(
        &self,
        words: &[Word],
        other: &Machine,
        others: &[Word],
        names: &[String],
        style: &mut Style,
    ) {
        let mut numbers = HashMap::new();
        let mut todo: Vec<(Word, Word)> = words.iter().copied().zip(others.iter().copied()).rev().collect();
        while let Some((mine, theirs)) = todo.pop() {
            let (mine, theirs) = (self.heap.resolve(mine), other.heap.resolve(theirs));
            let (Some(here), Some(there)) = (mine.address(), theirs.address()) else {
                // A variable that has become something small has had its name.
                if let Some(there) = other.variable(theirs) {
                    let next = numbers.len();
                    numbers.entry(there).or_insert(next);
                }
                continue;
            };
            let (one, two) = (self.heap.header(here), other.heap.header(there));
            if two.kind() == ObjectKind::Variable {
                let next = numbers.len();
                let number = *numbers.entry(there).or_insert(next);
                if let Some(name) = names.get(number) {
                    self.name_variable(mine, name, style);
                }
            } else if one == two && !matches!(one.kind(), ObjectKind::Big | ObjectKind::Float) {
                let fields = (0..one.length()).rev();
                todo.extend(fields.map(|index| (self.heap.word(here, index), other.heap.word(there, index))));
            }
        }
    }

    /// What is held, taken out.
    pub fn detach(&self, taken: Taken) -> Detached {
        self.detach_words(&self.held(), taken)
    }

    pub fn into_types(self) -> Types {
        self.types.into_inner()
    }

    pub fn types(&self) -> Types {
        self.types.borrow().clone()
    }

    /// A call of the log with its arguments as they are now. None if they are not at hand.
    pub fn logged_call(&self, call: CallId) -> Option<DetachedCall> {
        let function = self.log.call(call).function;
        let arity = self.code.functions.get(function.0 as usize)?.arity as usize;
        let arguments = self.log.has_values(call).then(|| self.log.arguments(call, arity))?;
        let arguments = self.detach_words(arguments, Taken::Everything);
        Some(DetachedCall { function, arguments })
    }

    /// A suspect function is called.
    pub(crate) fn notice(&mut self, function: FunctionId, arity: usize) {
        if self.watch.as_ref().is_none_or(|watch| watch.of != self.call) {
            return;
        }
        let arguments = self.detach_words(&self.slots[..arity], Taken::Everything);
        if let Some(watch) = &mut self.watch {
            let call = DetachedCall { function, arguments };
            if watch.known.insert(call.clone()) {
                watch.calls.push(call);
            }
        }
    }

    /// A variable that is reached from there and that nothing has bound.
    pub(crate) fn first_variable(&self, word: Word) -> Option<Address> {
        let mut found = None;
        self.traverse(&[word], Taken::Everything, &mut |part, address| {
            if matches!(part, Part::Variable(_)) && found.is_none() {
                found = address;
            }
        });
        found
    }

    pub(crate) fn detach_words(&self, words: &[Word], taken: Taken) -> Detached {
        let mut parts = Vec::new();
        self.traverse(words, taken, &mut |part, _| parts.push(part));
        Detached { parts, roots: words.len() }
    }

    /// Tells all that is reached from the words, in preorder, with the address of what is in the
    /// heap.
    fn traverse(&self, words: &[Word], taken: Taken, tell: &mut dyn FnMut(Part, Option<Address>)) {
        let own = self.watch.as_ref().map_or(CallId::GOAL, |watch| watch.of);
        let own = Word::raw(u64::from(own.0));
        let (mut objects, mut variables) = (HashMap::new(), HashMap::new());
        let mut count = 0;
        let mut todo: Vec<Word> = words.iter().rev().copied().collect();
        while let Some(word) = todo.pop() {
            let word = self.heap.resolve(word);
            count += 1;
            let Some(address) = word.address() else {
                tell(Part::Plain(word), None);
                continue;
            };
            let header = self.heap.header(address);
            let (kind, symbol, length) = (header.kind(), header.symbol(), header.length());
            let is_delayed = matches!(kind, ObjectKind::Call | ObjectKind::Apply | ObjectKind::Text);
            let part = match (kind, taken) {
                (ObjectKind::Variable, _) => {
                    let next = variables.len() as u32;
                    Part::Variable(*variables.entry(address).or_insert(next))
                }
                (ObjectKind::Error, _) if symbol == NO_VALUE => Part::NoValue,
                (
                    ObjectKind::Error
                    | ObjectKind::BlackHole
                    | ObjectKind::Cell
                    | ObjectKind::Forward
                    | ObjectKind::Indirection,
                    _,
                ) => Part::LeftBehind,
                (ObjectKind::Big | ObjectKind::Float, _) => {
                    let words = (0..length).map(|index| self.heap.word(address, index)).collect();
                    Part::Digits { kind, symbol, words }
                }
                (_, Taken::Values(most)) if is_delayed || count > most => Part::LeftBehind,
                _ => {
                    // Values are the same whether or not they are shared.
                    let number = objects.len() as u32;
                    match objects.get(&address) {
                        Some(number) if taken == Taken::Everything => Part::Same(*number),
                        _ => {
                            objects.insert(address, number);
                            let first = usize::from(is_delayed);
                            let fields = (first..length).rev().map(|index| self.heap.word(address, index));
                            todo.extend(fields);
                            let own = is_delayed && self.heap.word(address, 0) == own;
                            Part::Object { kind, symbol, fields: (length - first) as u32, own }
                        }
                    }
                }
            };
            tell(part, Some(address));
        }
    }

    /// Puts into the heap what was taken out of another.
    pub(crate) fn attach(&mut self, held: &Detached) -> Vec<Word> {
        let mut roots = Vec::new();
        let (mut objects, mut variables) = (Vec::new(), HashMap::new());
        // Objects whose fields are still to come: where the next goes, and how many.
        let mut open: Vec<(Address, usize, usize)> = Vec::new();
        for part in &held.parts {
            let (word, room) = match part {
                Part::Plain(word) => (*word, None),
                Part::Variable(number) => {
                    let known = variables.get(number).copied();
                    (
                        known.unwrap_or_else(|| *variables.entry(*number).or_insert(self.fresh(Mark::Free))),
                        None,
                    )
                }
                Part::Same(number) => (objects[*number as usize], None),
                Part::NoValue => (self.mark(NO_VALUE), None),
                Part::LeftBehind => (self.mark(LEFT_BEHIND), None),
                Part::Digits { kind, symbol, words } => {
                    (Word::reference(self.heap.make(*kind, *symbol, words)), None)
                }
                Part::Object { kind, symbol, fields, own } => {
                    let first = usize::from(part.is_delayed());
                    let length = first + *fields as usize;
                    let address = self.heap.allocate(Header::new(*kind, length, *symbol));
                    for index in 0..length {
                        self.heap.set_word(address, index, Word::NOTHING);
                    }
                    if part.is_delayed() {
                        let creator = if *own { CallId::GOAL } else { ELSEWHERE };
                        self.heap.set_word(address, 0, Word::raw(u64::from(creator.0)));
                    }
                    let word = Word::reference(address);
                    objects.push(word);
                    (word, Some((address, first, length)))
                }
            };
            match open.last_mut() {
                Some((address, next, _)) => {
                    self.heap.set_word(*address, *next, word);
                    *next += 1;
                }
                None => roots.push(word),
            }
            open.extend(room);
            while open.last().is_some_and(|(_, next, length)| next == length) {
                open.pop();
            }
        }
        roots
    }

    fn mark(&mut self, symbol: u32) -> Word {
        Word::reference(self.heap.make(ObjectKind::Error, symbol, &[Word::NOTHING]))
    }

    pub(crate) fn is_error(&self, word: Word, symbol: u32) -> bool {
        word.address().is_some_and(|address| {
            let header = self.heap.header(address);
            header.kind() == ObjectKind::Error && header.symbol() == symbol
        })
    }
}
