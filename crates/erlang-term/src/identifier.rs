//! Pids and references: one word each, so that a [`crate::Term`] is a tag and a word.

use std::collections::HashMap;
use std::fmt;
use std::sync::{LazyLock, RwLock};

use crate::{Atom, atoms};

/// A process identifier. `<0.id.serial>` on the local node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pid(Word);

/// A reference, unique within a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ref(Word);

impl Pid {
    pub fn new(node: Atom, id: u32, serial: u32) -> Pid {
        Pid(Word::new(node, u64::from(serial) << 32 | u64::from(id)))
    }

    pub fn local(id: u32) -> Pid {
        Pid::new(atoms::NONODE_AT_NOHOST, id, 0)
    }

    pub fn node(self) -> Atom {
        self.0.parts().0
    }

    pub fn id(self) -> u32 {
        self.0.parts().1 as u32
    }

    pub fn serial(self) -> u32 {
        (self.0.parts().1 >> 32) as u32
    }
}

impl Ref {
    pub fn new(node: Atom, id: u64) -> Ref {
        Ref(Word::new(node, id))
    }

    pub fn local(id: u64) -> Ref {
        Ref::new(atoms::NONODE_AT_NOHOST, id)
    }

    pub fn node(self) -> Atom {
        self.0.parts().0
    }

    pub fn id(self) -> u64 {
        self.0.parts().1
    }

    /// The three numbers that OTP prints, the most significant first. Its lowest word has 18 bits.
    pub fn words(self) -> [u32; 3] {
        let id = self.id();
        [(id >> 50) as u32, (id >> 18) as u32, (id & 0x3_ffff) as u32]
    }

    /// The reference that has these [`words`](Ref::words), if they fit.
    pub fn from_words(node: Atom, [high, middle, low]: [u32; 3]) -> Option<Ref> {
        let fits = high < 1 << 14 && low < 1 << 18;
        fits.then(|| Ref::new(node, u64::from(high) << 50 | u64::from(middle) << 18 | u64::from(low)))
    }
}

impl fmt::Debug for Pid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{:?}.{}.{}>", self.node(), self.id(), self.serial())
    }
}

impl fmt::Debug for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#Ref<{:?}.{}>", self.node(), self.id())
    }
}

/// A node and a number. On the local node it is the number itself; what has another node (or too
/// large a number) is a place in a table that only grows, as that of the atoms.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Word(u64);

/// Set in a word that is a place in the table.
const IN_TABLE: u64 = 1 << 63;

#[derive(Default)]
struct Table {
    parts: Vec<(Atom, u64)>,
    places: HashMap<(Atom, u64), u64>,
}

static TABLE: LazyLock<RwLock<Table>> = LazyLock::new(RwLock::default);

impl Word {
    #[inline]
    fn new(node: Atom, number: u64) -> Word {
        if node == atoms::NONODE_AT_NOHOST && number < IN_TABLE {
            Word(number)
        } else {
            Word::in_table(node, number)
        }
    }

    #[cold]
    fn in_table(node: Atom, number: u64) -> Word {
        let mut table = TABLE.write().expect("table of identifiers");
        let next = table.parts.len() as u64;
        let place = *table.places.entry((node, number)).or_insert(next);
        if place == next {
            table.parts.push((node, number));
        }
        Word(IN_TABLE | place)
    }

    #[inline]
    fn parts(self) -> (Atom, u64) {
        if self.0 < IN_TABLE { (atoms::NONODE_AT_NOHOST, self.0) } else { self.parts_in_table() }
    }

    #[cold]
    fn parts_in_table(self) -> (Atom, u64) {
        TABLE.read().expect("table of identifiers").parts[(self.0 & !IN_TABLE) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_kept() {
        let far = Atom::new("far@away");
        for node in [atoms::NONODE_AT_NOHOST, far] {
            for (id, serial) in [(0, 0), (7, 0), (u32::MAX, 1), (1, u32::MAX)] {
                let pid = Pid::new(node, id, serial);
                assert_eq!((pid.node(), pid.id(), pid.serial()), (node, id, serial));
                assert_eq!(pid, Pid::new(node, id, serial));
            }
            for id in [0, 1, u64::MAX >> 1, u64::MAX] {
                let reference = Ref::new(node, id);
                assert_eq!((reference.node(), reference.id()), (node, id));
                assert_eq!(Ref::from_words(node, reference.words()), Some(reference));
            }
        }
        assert_ne!(Pid::local(7), Pid::new(far, 7, 0));
    }
}
