//! Functions as finite maps (specification (b), paper 5 §3.3): a function value knows whose it is
//! and what it was applied to.
//!
//! Such an object begins with the call in whose rule it was written, and with a list of its
//! applications: cells of what came before, the result, the arguments. The list is part of the
//! object, so it goes when the object goes. What is called through it belongs to that call: the two
//! go together.

use crate::code::Code;
use crate::core::{FunctionId, Functions};
use crate::frames::FrameKind;
use crate::log::CallId;
use crate::machine::Machine;
use crate::word::{Address, Header, ObjectKind, Word};

/// This many applications are kept in all; after that a map says that there is more.
const MOST: u32 = 1 << 22;

/// Words of a function object before its arguments: whose it is, and its applications.
const LEAD: usize = 2;

/// An application of a function: what to, and the place of the result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Application {
    pub arguments: Vec<Word>,
    pub result: Word,
}

impl Code {
    /// How many words of a function object come before its arguments.
    #[inline]
    pub(crate) fn lead(&self) -> usize {
        match self.functions_as {
            Functions::Names => 0,
            Functions::Maps => LEAD,
        }
    }
}

impl Machine {
    /// A function without arguments, as a value.
    pub(crate) fn function_value(&mut self, function: FunctionId) -> Word {
        match self.code.functions_as {
            Functions::Names => Word::function(function),
            Functions::Maps => {
                let address = self.heap.allocate(Header::new(ObjectKind::Partial, LEAD, function.0));
                self.set_lead(address, self.call);
                Word::reference(address)
            }
        }
    }

    #[inline]
    pub(crate) fn set_lead(&mut self, address: Address, owner: CallId) {
        if self.code.lead() > 0 {
            self.heap.set_word(address, 0, Word::raw(u64::from(owner.0)));
            self.heap.set_word(address, 1, Word::NOTHING);
        }
    }

    /// A function with more arguments, those in `scratch`, but not all. It belongs to whom the
    /// function belonged to.
    pub(crate) fn extend_function(&mut self, function: FunctionId, earlier: Option<Address>) -> Word {
        let lead = self.code.lead();
        if lead == 0 {
            return self.extend(ObjectKind::Partial, function.0, earlier);
        }
        let given = earlier.map_or(0, |address| self.heap.header(address).length() - lead);
        let length = lead + given + self.scratch.len();
        let address = self.heap.allocate(Header::new(ObjectKind::Partial, length, function.0));
        let owner = earlier.map_or(self.call, |earlier| self.owner(earlier));
        self.set_lead(address, owner);
        for index in lead..lead + given {
            if let Some(earlier) = earlier {
                self.heap.set_word(address, index, self.heap.word(earlier, index));
            }
        }
        for (index, word) in self.scratch.iter().enumerate() {
            self.heap.set_word(address, lead + given + index, *word);
        }
        let value = Word::reference(address);
        if let Some(earlier) = earlier {
            self.note(earlier, self.scratch.len(), value);
        }
        value
    }

    /// The function is about to be entered with this many words of `scratch`: from here on things
    /// are done in the name of its owner.
    pub(crate) fn begin_application(&mut self, function: Address, arguments: usize) {
        let result = match self.frames.delayed(self.frames.current) {
            // The delayed call becomes the result.
            Some(delayed) => delayed,
            None => {
                let result = Word::reference(self.heap.make(ObjectKind::BlackHole, 0, &[Word::NOTHING]));
                self.frames.push_all(FrameKind::Update, &[result]);
                result
            }
        };
        self.note(function, arguments, result);
        self.call = self.owner(function);
    }

    fn owner(&self, function: Address) -> CallId {
        CallId(self.heap.word(function, 0).as_raw() as u32)
    }

    /// One more application, to the first words of `scratch`.
    fn note(&mut self, function: Address, arguments: usize, result: Word) {
        let before = self.heap.word(function, 1);
        if self.applications == MOST {
            let is_marked = before.address().is_some_and(|cell| self.heap.header(cell).length() == 1);
            if !is_marked {
                let mark = self.heap.make(ObjectKind::Cell, 0, &[before]);
                self.heap.set_word(function, 1, Word::reference(mark));
            }
            return;
        }
        self.applications += 1;
        let cell = self.heap.allocate(Header::new(ObjectKind::Cell, 2 + arguments, 0));
        self.heap.set_word(cell, 0, before);
        self.heap.set_word(cell, 1, result);
        for (index, word) in self.scratch[..arguments].iter().enumerate() {
            self.heap.set_word(cell, 2 + index, *word);
        }
        self.heap.set_word(function, 1, Word::reference(cell));
    }

    /// What a function was applied to, in that order, without types; and whether that is all. None:
    /// it is not a function, or one that goes by its name.
    pub fn applications(&self, word: Word) -> Option<(Vec<Application>, bool)> {
        let address = self.heap.resolve(word).address()?;
        let header = self.heap.header(address);
        if header.kind() != ObjectKind::Partial || self.code.lead() == 0 {
            return None;
        }
        let given = header.length() - LEAD;
        let hidden = &self.code.functions[header.symbol() as usize].hidden;
        let (mut found, mut is_all) = (Vec::new(), true);
        let mut next = self.heap.word(address, 1);
        while let Some(cell) = next.address() {
            let length = self.heap.header(cell).length();
            next = self.heap.word(cell, 0);
            if length == 1 {
                is_all = false;
                continue;
            }
            let seen = (2..length).filter(|index| !hidden[given + index - 2]);
            let arguments = seen.map(|index| self.heap.word(cell, index)).collect();
            found.push(Application { arguments, result: self.heap.word(cell, 1) });
        }
        found.reverse();
        Some((found, is_all))
    }
}
