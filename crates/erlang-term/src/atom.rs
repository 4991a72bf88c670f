//! Atoms: interned text, compared by number, ordered by text.

use std::collections::HashMap;
use std::fmt;
use std::sync::{LazyLock, RwLock};

/// An interned name. Equal atoms have equal numbers; the order of atoms is that of their text
/// (see [`Atom::cmp_text`]), never that of their numbers, which depend on who came first.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Atom(u32);

struct Table {
    numbers: HashMap<&'static str, u32>,
    names: Vec<&'static str>,
}

static TABLE: LazyLock<RwLock<Table>> = LazyLock::new(|| {
    let names: Vec<&'static str> = atoms::NAMES.to_vec();
    let numbers = names.iter().enumerate().map(|(n, &name)| (name, n as u32)).collect();
    RwLock::new(Table { numbers, names })
});

impl Atom {
    pub fn new(name: &str) -> Atom {
        if let Some(&n) = TABLE.read().expect("atom table").numbers.get(name) {
            return Atom(n);
        }
        let mut table = TABLE.write().expect("atom table");
        if let Some(&n) = table.numbers.get(name) {
            return Atom(n);
        }
        let n = table.names.len() as u32;
        // Atoms live as long as the program, as in Erlang.
        let name: &'static str = Box::leak(name.into());
        table.names.push(name);
        table.numbers.insert(name, n);
        Atom(n)
    }

    /// The atom if somebody has already made it (`binary_to_existing_atom`).
    pub fn existing(name: &str) -> Option<Atom> {
        TABLE.read().expect("atom table").numbers.get(name).map(|&n| Atom(n))
    }

    pub fn name(self) -> &'static str {
        TABLE.read().expect("atom table").names[self.0 as usize]
    }

    pub fn index(self) -> u32 {
        self.0
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
            $(pub const $constant: Atom = Atom(Number::$constant as u32);)*
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
}
