//! The observation trace as a file: compact, append-only, readable while it is being written, and
//! sure to notice damage.
//!
//! # Format, version 1
//!
//! All numbers are little-endian. A *varint* is an unsigned LEB128 number of at most 5 bytes.
//!
//! **Header**, 16 bytes: the magic `89 4F 42 53 0D 0A 1A 0A`, the version (`u32`), and 4 bytes
//! of 0.
//!
//! **Blocks** follow. A block begins with 24 bytes: length of its payload in bytes (`u32`, at most
//! 16 MiB), number of its first event (`u32`), count of its events (`u32`), thread (`u32`), CRC-32
//! of the payload (`u32`), CRC-32 of the 20 bytes before (`u32`). Event numbers go on from block to
//! block, without gaps. A producer writes a block at once, so that a reader of an unfinished file
//! finds whole blocks and at most one piece of one. A block without payload says that the trace is
//! complete.
//!
//! **Records** make up the payload. The low 4 bits of the first byte are the kind, the high 4 bits
//! flags:
//!
//! | kind | record | after the first byte |
//! |---|---|---|
//! | 0 | text: gets the next number, from 0 | length, UTF-8 |
//! | 1 | stack: gets the next number, from 1 | stack below (0 is the empty one), label |
//! | 2 | event `Root` | label \[, stack\] |
//! | 3 | event `Enter` | port |
//! | 4 | event `Con` | \[port,\] constructor, arity |
//! | 5 | event `Lam` | \[port\] |
//! | 6 | event `Raise` | \[port,\] text |
//! | 7 | event `MapsTo` | distance to the `Lam` \[, stack\] |
//! | 8 | event `Use` | label \[, stack\] |
//!
//! Flags of `Root`, `MapsTo` and `Use`: `1` a stack follows; `2` on a `Root`: it is a constant,
//! even if its value is a function. Flags of the others: the lowest two bits are the kind of the
//! port (0 `P`, 1 `Pc`, 2 `Pa`, 3 `Pr`); `4` on a response: there is no port, it is that of the
//! innermost `Enter` *of this block* that has no response yet. A port is the distance to the event
//! whose part it is (its number subtracted from this event's), and for `Pc` the field, from 1.
//! Texts and stacks are defined before they are used, in the same block or an earlier one.
//!
//! An event takes 2 to 4 bytes as a rule, and never more than 21.
//!
//! # What a producer must do
//!
//! Emit events as paper 5 §6.1 says: `observe` top-level bindings under their own names, wrap
//! arguments and results lazily. Beyond that, for the tree to be sound: every top-level binding
//! that is no λ-abstraction and from whose code an observed function can be reached is observed as
//! well, as a *constant*, and each place where the program mentions it emits `Use` before forcing
//! it. (A binding like `f = let t = g 2 in \x -> …` is a constant, too: its applications share
//! `t`.) For trees from stacks, `Root`, `MapsTo` and `Use` carry the cost-centre stack.
//!
//! Two names of constructors say how a value is shown: `<?>` is evaluated and not to be seen;
//! `fromList{2}` is a node of a search tree, which people see as the list of its entries after that
//! word. Its fields are one that nobody sees, the entry (of as many fields as the number says, 1 or
//! 2), what comes before it and what comes after it; a node without fields is the empty tree.

mod reader;
mod writer;

pub use reader::{Reader, Recorded, Trouble, What};
pub use writer::Writer;

pub const VERSION: u32 = 1;

const MAGIC: [u8; 8] = *b"\x89OBS\r\n\x1a\n";
const HEADER: usize = 16;
const BLOCK_HEADER: usize = 24;
/// A longer payload is damage, and not worth allocating for.
const LONGEST_PAYLOAD: usize = 16 << 20;

/// Kinds of records.
mod kind {
    pub const TEXT: u8 = 0;
    pub const STACK: u8 = 1;
    pub const ROOT: u8 = 2;
    pub const ENTER: u8 = 3;
    pub const CON: u8 = 4;
    pub const LAM: u8 = 5;
    pub const RAISE: u8 = 6;
    pub const MAPS_TO: u8 = 7;
    pub const USE: u8 = 8;
}

/// Flags of records.
mod flag {
    pub const STACK: u8 = 1;
    pub const CONSTANT: u8 = 2;
    pub const PORT: u8 = 3;
    pub const INNERMOST: u8 = 4;
}

/// Kinds of ports.
mod port {
    pub const WHOLE: u8 = 0;
    pub const FIELD: u8 = 1;
    pub const ARGUMENT: u8 = 2;
    pub const RESULT: u8 = 3;
}

/// How many bytes tell a trace from other files.
pub const TELLING: usize = MAGIC.len();

/// Whether a file that begins with these bytes is a trace.
pub fn is_trace(beginning: &[u8]) -> bool {
    beginning.starts_with(&MAGIC)
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}
