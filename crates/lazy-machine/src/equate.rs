//! Two values side by side: equality, order, unification, disequality. Lazily from the left, on
//! frames, never on the Rust stack.

use std::cmp::Ordering;

use crate::frames::{FrameId, FrameKind};
use crate::machine::{Flow, Machine};
use crate::primitive::Primitive;
use crate::search::Mark;
use crate::word::{Address, ObjectKind, Value, Word};

/// What is wanted of two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Compare,
    /// They are made equal (functional-logic §3, rules EQ, DC= and BD=).
    Unify,
    /// They must not become equal.
    Differ,
    /// The left one is a functional pattern: the right one has to be a value of it. Its variables
    /// are bound to what they stand beside, which is not evaluated.
    Match,
}

const TESTS: [Test; 10] = [
    Test::Equal,
    Test::NotEqual,
    Test::Less,
    Test::LessEqual,
    Test::Greater,
    Test::GreaterEqual,
    Test::Compare,
    Test::Unify,
    Test::Differ,
    Test::Match,
];

impl Test {
    pub(crate) fn of(primitive: Primitive) -> Option<Test> {
        Some(match primitive {
            Primitive::Equal => Test::Equal,
            Primitive::NotEqual => Test::NotEqual,
            Primitive::Less => Test::Less,
            Primitive::LessEqual => Test::LessEqual,
            Primitive::Greater => Test::Greater,
            Primitive::GreaterEqual => Test::GreaterEqual,
            Primitive::Compare => Test::Compare,
            _ => return None,
        })
    }
}

/// Where a comparison is: this pair, then the rest; `unknown` are pairs that depend on variables.
#[derive(Clone, Copy)]
struct Comparison {
    test: Test,
    left: Word,
    right: Word,
    rest: Word,
    unknown: Word,
}

/// Two values in head normal form.
enum Heads {
    /// The same, with parts to look at.
    Same(usize),
    Differ(Ordering),
    Variables,
}

impl Machine {
    pub(crate) fn compare(&mut self, test: Test, left: Word, right: Word) -> Flow {
        self.equate(Comparison { test, left, right, rest: Word::NOTHING, unknown: Word::NOTHING })
    }

    pub(crate) fn unify(&mut self, left: Word, right: Word) -> Flow {
        self.compare(Test::Unify, left, right)
    }

    pub(crate) fn unify_parts(&mut self, parts: Word) -> Flow {
        self.equate_next(Test::Unify, parts, Word::NOTHING)
    }

    pub(crate) fn differ(&mut self, parts: Word) -> Flow {
        self.equate_next(Test::Differ, parts, Word::NOTHING)
    }

    /// A side has been evaluated, or the variables that were bound have been attended to.
    pub(crate) fn equate_given(&mut self, kind: FrameKind, frame: FrameId, value: Word) -> Flow {
        let word = |index| self.frames.word(frame, index);
        let mut comparison = Comparison {
            test: TESTS[word(0).as_raw() as usize % TESTS.len()],
            left: word(1),
            right: word(2),
            rest: word(3),
            unknown: word(4),
        };
        self.frames.pop();
        match kind {
            FrameKind::EquateLeft => comparison.left = value,
            FrameKind::EquateRight => comparison.right = value,
            _ => return self.equate_next(comparison.test, comparison.rest, comparison.unknown),
        }
        self.equate(comparison)
    }

    /// Parallel equality (paper 5 §8.6) continues with other parts where one cannot be evaluated.
    pub(crate) fn is_parallel_equality(&self, frame: FrameId) -> bool {
        let test = TESTS[self.frames.word(frame, 0).as_raw() as usize % TESTS.len()];
        self.code.is_parallel && matches!(test, Test::Equal | Test::NotEqual)
    }

    /// Compares the rest; if nothing differs, the result is the error of the part that could not be
    /// evaluated.
    pub(crate) fn equate_without(&mut self, frame: FrameId, error: Word) -> Flow {
        let word = |index| self.frames.word(frame, index);
        let (test, rest) = (TESTS[word(0).as_raw() as usize % TESTS.len()], word(3));
        self.frames.pop();
        self.equate_next(test, rest, error)
    }

    fn push_comparison(&mut self, kind: FrameKind, comparison: Comparison) {
        let Comparison { test, left, right, rest, unknown } = comparison;
        self.frames.push_all(kind, &[Word::raw(test as u64), left, right, rest, unknown]);
    }

    fn equate(&mut self, mut comparison: Comparison) -> Flow {
        loop {
            let left = self.heap.resolve(comparison.left);
            let right = self.heap.resolve(comparison.right);
            (comparison.left, comparison.right) = (left, right);
            if self.is_delayed(left) {
                self.push_comparison(FrameKind::EquateLeft, comparison);
                return self.enter(left);
            }
            if comparison.test == Test::Match
                && let Some(variable) = self.variable(left)
                && self.mark_of(variable) == Mark::OfPattern
            {
                if left == right {
                    return self.equate_next(Test::Match, comparison.rest, Word::NOTHING);
                }
                return self.bind_and_go_on(variable, comparison.right, comparison.rest, Test::Match);
            }
            if self.is_delayed(right) {
                self.push_comparison(FrameKind::EquateRight, comparison);
                return self.enter(right);
            }
            match self.heads(left, right) {
                Heads::Differ(order) => return self.different(comparison.test, order),
                Heads::Variables => match comparison.test {
                    Test::Unify | Test::Match => return self.bind_either(comparison),
                    Test::Equal | Test::NotEqual | Test::Differ => {
                        if left != right {
                            let pair = [left, right, comparison.unknown];
                            comparison.unknown = Word::reference(self.heap.make(ObjectKind::Cell, 0, &pair));
                        }
                    }
                    // An order of what is not known: wait.
                    _ => {
                        let variable = self.variable(left);
                        let kind =
                            if variable.is_some() { FrameKind::EquateLeft } else { FrameKind::EquateRight };
                        let Some(variable) = variable.or_else(|| self.variable(right)) else {
                            return self.fail();
                        };
                        self.push_comparison(kind, comparison);
                        return self.suspend(variable);
                    }
                },
                Heads::Same(parts) => {
                    if let (Some(left), Some(right)) = (left.address(), right.address()) {
                        // From the last: the list has the first pair in front.
                        for index in (0..parts).rev() {
                            let pair =
                                [self.heap.word(left, index), self.heap.word(right, index), comparison.rest];
                            if self.is_atom(pair[0]) && pair[0] == pair[1] {
                                continue;
                            }
                            comparison.rest = Word::reference(self.heap.make(ObjectKind::Cell, 0, &pair));
                        }
                    }
                }
            }
            let Some(cell) = comparison.rest.address() else {
                return self.all_same(comparison.test, comparison.unknown);
            };
            comparison.left = self.heap.word(cell, 0);
            comparison.right = self.heap.word(cell, 1);
            comparison.rest = self.heap.word(cell, 2);
        }
    }

    fn equate_next(&mut self, test: Test, rest: Word, unknown: Word) -> Flow {
        match rest.address() {
            None => self.all_same(test, unknown),
            Some(cell) => {
                let (left, right) = (self.heap.word(cell, 0), self.heap.word(cell, 1));
                let rest = self.heap.word(cell, 2);
                self.equate(Comparison { test, left, right, rest, unknown })
            }
        }
    }

    fn is_atom(&self, word: Word) -> bool {
        word.address().is_none()
    }

    fn heads(&self, left: Word, right: Word) -> Heads {
        if self.variable(left).is_some() || self.variable(right).is_some() {
            return Heads::Variables;
        }
        match (left.value(), right.value()) {
            (Value::Integer(left), Value::Integer(right)) => order(left.cmp(&right)),
            (Value::Char(left), Value::Char(right)) => order(left.cmp(&right)),
            (Value::Reference(one), Value::Reference(other)) => {
                let (a, b) = (self.heap.header(one), self.heap.header(other));
                match (a.kind(), b.kind()) {
                    (ObjectKind::Constructor, ObjectKind::Constructor)
                    | (ObjectKind::Partial, ObjectKind::Partial)
                    | (ObjectKind::PartialConstructor, ObjectKind::PartialConstructor) => {
                        match a.symbol().cmp(&b.symbol()).then(a.length().cmp(&b.length())) {
                            Ordering::Equal => Heads::Same(a.length()),
                            differ => Heads::Differ(differ),
                        }
                    }
                    _ => self.numbers_or_kinds(left, right),
                }
            }
            _ => match (self.symbol(left), self.symbol(right)) {
                (Some(left), Some(right)) => order(left.cmp(&right)),
                _ => self.numbers_or_kinds(left, right),
            },
        }
    }

    /// Of constructors, with or without fields: their order in the declaration. Of functions: their
    /// number, with which they are equal or not.
    fn symbol(&self, word: Word) -> Option<(u32, bool)> {
        match word.value() {
            Value::Constructor(id) | Value::Unapplied(id) => Some((id.0, false)),
            Value::Function(id) => Some((id.0, true)),
            Value::Reference(address) => {
                let header = self.heap.header(address);
                match header.kind() {
                    ObjectKind::Constructor | ObjectKind::PartialConstructor => {
                        Some((header.symbol(), false))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn numbers_or_kinds(&self, left: Word, right: Word) -> Heads {
        match (self.number_of(left), self.number_of(right)) {
            (Some(left), Some(right)) => match left.compare(&right) {
                Some(Ordering::Equal) => Heads::Same(0),
                Some(differ) => Heads::Differ(differ),
                // Not a number: unequal, and neither less nor greater. Only `/=` says True.
                None => Heads::Differ(Ordering::Greater),
            },
            // A partial application beside another kind of value.
            _ => Heads::Differ(left.0.cmp(&right.0)),
        }
    }

    fn different(&mut self, test: Test, order: Ordering) -> Flow {
        match test {
            Test::Unify | Test::Match => self.fail(),
            Test::Differ => self.give(Word::constructor(self.code.known.unit)),
            _ => {
                let word = self.verdict(test, order);
                self.give(word)
            }
        }
    }

    pub(crate) fn verdict(&self, test: Test, order: Ordering) -> Word {
        let known = &self.code.known;
        let says = match test {
            Test::Equal => order.is_eq(),
            Test::NotEqual => order.is_ne(),
            Test::Less => order.is_lt(),
            Test::LessEqual => order.is_le(),
            Test::Greater => order.is_gt(),
            Test::GreaterEqual => order.is_ge(),
            _ => {
                return Word::constructor(match order {
                    Ordering::Less => known.less,
                    Ordering::Equal => known.equal,
                    Ordering::Greater => known.greater,
                });
            }
        };
        Word::constructor(if says { known.truth } else { known.falsehood })
    }

    fn all_same(&mut self, test: Test, unknown: Word) -> Flow {
        let unit = Word::constructor(self.code.known.unit);
        match (test, unknown == Word::NOTHING) {
            (Test::Unify | Test::Match, _) => self.give(unit),
            (Test::Differ, true) => self.fail(),
            (Test::Differ, false) => {
                self.wait_to_differ(unknown);
                self.give(unit)
            }
            (test, true) => {
                let word = self.verdict(test, Ordering::Equal);
                self.give(word)
            }
            (_, false) if self.code.is_parallel => self.raise(unknown),
            // Equality of values with variables: first they are equal, then they differ.
            (test, false) => {
                let equal = self.verdict(test, Ordering::Equal);
                let unequal = self.verdict(test, Ordering::Less);
                self.suppose(unknown, equal, unequal)
            }
        }
    }

    /// BD=: one side is a variable that nothing produces.
    fn bind_either(&mut self, comparison: Comparison) -> Flow {
        let Comparison { test, left, right, mut rest, .. } = comparison;
        if left == right {
            return self.equate_next(test, rest, Word::NOTHING);
        }
        // The younger of two variables is bound to the older, which a person has named more likely.
        let (variable, other) = match (self.variable(left), self.variable(right)) {
            (Some(one), Some(two)) if one < two => (two, left),
            (Some(variable), _) => (variable, right),
            (None, Some(variable)) => (variable, left),
            (None, None) => return self.fail(),
        };
        if self.variable(other).is_none()
            && let Some(address) = other.address()
        {
            let header = self.heap.header(address);
            if matches!(
                header.kind(),
                ObjectKind::Constructor | ObjectKind::Partial | ObjectKind::PartialConstructor
            ) {
                if self.occurs(variable, address) {
                    return self.fail();
                }
                let mark = self.mark_of(variable);
                let open = self.open(mark, header.kind(), header.symbol(), header.length());
                if let Some(new) = open.address() {
                    for index in (0..header.length()).rev() {
                        let (own, part) = (self.heap.word(new, index), self.heap.word(address, index));
                        // A pattern stays on the left.
                        let is_pattern = test == Test::Match && other == left;
                        let pair = if is_pattern { [part, own, rest] } else { [own, part, rest] };
                        rest = Word::reference(self.heap.make(ObjectKind::Cell, 0, &pair));
                    }
                }
                return self.bind_and_go_on(variable, open, rest, test);
            }
        }
        // Whatever waits for it is woken, and waits for the other variable from then on.
        self.bind_and_go_on(variable, other, rest, test)
    }

    fn bind_and_go_on(&mut self, variable: Address, value: Word, rest: Word, test: Test) -> Flow {
        self.bind(variable, value);
        let unknown = Word::NOTHING;
        let comparison = Comparison { test, left: unknown, right: unknown, rest, unknown };
        self.push_comparison(FrameKind::EquateNext, comparison);
        self.wake_then(Word::constructor(self.code.known.unit))
    }

    /// Occurs check, in what is evaluated of the value.
    fn occurs(&self, variable: Address, value: Address) -> bool {
        let mut left = vec![Word::reference(value)];
        while let Some(word) = left.pop() {
            let Some(address) = self.heap.resolve(word).address() else { continue };
            if address == variable {
                return true;
            }
            let header = self.heap.header(address);
            if matches!(
                header.kind(),
                ObjectKind::Constructor | ObjectKind::Partial | ObjectKind::PartialConstructor
            ) {
                left.extend((0..header.length()).map(|index| self.heap.word(address, index)));
            }
        }
        false
    }
}

fn order(order: Ordering) -> Heads {
    match order {
        Ordering::Equal => Heads::Same(0),
        differ => Heads::Differ(differ),
    }
}
