//! Atoms: interned text, compared by number, ordered by text.

use std::collections::HashMap;
use std::fmt;
use std::sync::{LazyLock, OnceLock, RwLock};

/// An interned name. Equal atoms have equal numbers; the order of atoms is that of their text
/// (see [`Atom::cmp_text`]), never that of their numbers, which depend on who came first. A whole
/// word, as every part of a [`crate::Term`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Atom(u64);

/// The numbers of all atoms by name. Atoms live as long as the program, as in Erlang.
static NUMBERS: LazyLock<RwLock<HashMap<&'static str, u32>>> =
    LazyLock::new(|| RwLock::new(atoms::NAMES.iter().zip(0..).map(|(&name, n)| (name, n)).collect()));

/// The names of the atoms after the well-known ones. To read one takes no lock: each is written
/// once, and a table never moves, since a new one twice as large takes over when it is full.
static NAMES: [OnceLock<Box<[OnceLock<&'static str>]>>; 32] = [const { OnceLock::new() }; 32];

/// Which of the tables holds the name of an atom, and where in it.
fn place(number: u32) -> (usize, usize) {
    let n = number as usize - atoms::NAMES.len() + 1;
    let table = n.ilog2() as usize;
    (table, n - (1 << table))
}

impl Atom {
    pub fn new(name: &str) -> Atom {
        if let Some(atom) = Atom::existing(name) {
            return atom;
        }
        let mut numbers = NUMBERS.write().expect("atom table");
        if let Some(&n) = numbers.get(name) {
            return Atom(u64::from(n));
        }
        let n = numbers.len() as u32;
        let name: &'static str = Box::leak(name.into());
        let (table, at) = place(n);
        let names = NAMES[table].get_or_init(|| (0..1 << table).map(|_| OnceLock::new()).collect());
        names[at].set(name).expect("a number is given once");
        numbers.insert(name, n);
        Atom(u64::from(n))
    }

    /// The atom if somebody has already made it (`binary_to_existing_atom`).
    pub fn existing(name: &str) -> Option<Atom> {
        NUMBERS.read().expect("atom table").get(name).map(|&n| Atom(u64::from(n)))
    }

    pub fn name(self) -> &'static str {
        match atoms::NAMES.get(self.0 as usize) {
            Some(name) => name,
            None => {
                let (table, at) = place(self.index());
                NAMES[table].get().and_then(|names| names[at].get()).expect("the name of an atom that exists")
            }
        }
    }

    pub fn index(self) -> u32 {
        self.0 as u32
    }

    /// `index` is that of an atom.
    pub(crate) fn from_index(index: u32) -> Atom {
        Atom(index.into())
    }

    pub fn from_bool(b: bool) -> Atom {
        if b { atoms::TRUE } else { atoms::FALSE }
    }

    /// Erlang's order of atoms: by code points, which for UTF-8 is the order of bytes.
    pub fn cmp_text(self, other: Atom) -> std::cmp::Ordering {
        if self == other { std::cmp::Ordering::Equal } else { self.name().cmp(other.name()) }
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}'", self.name())
    }
}

/// Atoms that the code of whodunit names: constants, so that they can stand in patterns.
macro_rules! well_known {
    ($($constant:ident = $text:literal,)*) => {
        pub mod atoms {
            use super::Atom;
            pub(super) const NAMES: &[&str] = &[$($text),*];
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Number { $($constant),* }
            $(pub const $constant: Atom = Atom(Number::$constant as u64);)*
        }
    };
}

// One line a name; add freely, in any order.
well_known! {
    TRUE = "true",
    FALSE = "false",
    OK = "ok",
    ERROR = "error",
    EXIT = "exit",
    THROW = "throw",
    UNDEFINED = "undefined",
    NIL_ATOM = "nil",
    EMPTY = "",
    EXIT_SIGNAL = "EXIT",
    DOWN = "DOWN",
    NORMAL = "normal",
    KILL = "kill",
    KILLED = "killed",
    NOPROC = "noproc",
    NOCATCH = "nocatch",
    BADARG = "badarg",
    BADARITH = "badarith",
    BADMATCH = "badmatch",
    BADFUN = "badfun",
    BADARITY = "badarity",
    BADMAP = "badmap",
    BADKEY = "badkey",
    BADRECORD = "badrecord",
    UNDEF = "undef",
    FUNCTION_CLAUSE = "function_clause",
    CASE_CLAUSE = "case_clause",
    IF_CLAUSE = "if_clause",
    TRY_CLAUSE = "try_clause",
    ELSE_CLAUSE = "else_clause",
    BAD_GENERATOR = "bad_generator",
    BAD_FILTER = "bad_filter",
    TIMEOUT_VALUE = "timeout_value",
    SYSTEM_LIMIT = "system_limit",
    INFINITY = "infinity",
    ERLANG = "erlang",
    LISTS = "lists",
    MAPS = "maps",
    FILE = "file",
    LINE = "line",
    ERROR_INFO = "error_info",
    MODULE = "module",
    CAUSE = "cause",
    FUNCTION = "function",
    TIMEOUT = "timeout",
    PROCESS = "process",
    ALIAS = "alias",
    NONODE_AT_NOHOST = "nonode@nohost",
    ANY = "_",
    VALUE = "value",
    IO_REQUEST = "io_request",
    IO_REPLY = "io_reply",
    NOTALIVE = "notalive",
    CALLING_SELF = "calling_self",
    NONE = "none",
    REASON = "reason",
    GENERAL = "general",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_known_names_are_distinct() {
        for (n, name) in atoms::NAMES.iter().enumerate() {
            assert_eq!(Atom::new(name).index() as usize, n, "{name} is listed twice");
        }
    }

    #[test]
    fn names_are_kept() {
        let all: Vec<Atom> = (0..5000).map(|n| Atom::new(&format!("atom number {n}"))).collect();
        for (n, atom) in all.iter().enumerate() {
            assert_eq!(atom.name(), format!("atom number {n}"));
            assert_eq!(Atom::new(atom.name()), *atom);
        }
    }
}
