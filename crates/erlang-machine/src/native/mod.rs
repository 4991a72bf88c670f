//! Functions written in Rust: the table that `docs/builtins.md` is generated from.
//!
//! A native function gets its arguments and returns a value or raises. It never calls back into
//! Erlang code (functions that take funs are written in Erlang, in the embedded library) and never
//! recurses over a term.

mod applications;
mod arguments;
mod atomics;
mod binary;
mod checksums;
mod ciphers;
mod code;
mod crypto;
mod dictionary;
pub mod effect;
mod environment;
mod errors;
mod ets;
mod external;
pub mod files;
mod flags;
mod format;
mod funs;
mod hashes;
mod io_lib;
mod iolists;
mod known;
mod links;
mod lists;
mod maps;
mod match_spec;
mod math;
mod network;
mod operators;
mod packets;
mod persistent_term;
mod platform;
pub mod ports;
mod process;
mod process_info;
#[cfg(test)]
mod process_tests;
pub mod re;
mod registry;
mod send;
mod sizes;
mod spawning;
mod standard_io;
pub mod storage;
mod system_info;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod text;
mod time;
mod timer;
pub(crate) mod touches;
mod tuples;
mod unicode;
mod zlib;

pub use effect::Effect;
pub use known::{is_known, is_written_in_erlang, needs_the_node};
pub(crate) use system_info::trace_depth;

use std::collections::HashMap;
use std::sync::LazyLock;

use erlang_term::{Atom, Pid, Term};

use crate::Raise;
use crate::observer::{Access, Object, Observer};
use crate::process::State;
use crate::program::{Mfa, Program};
use crate::signals::Scene;
use crate::stack::Stack;
use crate::system::System;
use crate::timers::Instant;
use crate::world::World;

/// What a native function may reach beside its arguments. Pure functions ignore it.
pub struct Context<'a> {
    pub program: &'a Program,
    pub system: &'a mut System,
    /// The calling process, and its stack.
    pub process: &'a mut State,
    pub stack: &'a Stack,
    pub world: &'a mut dyn World,
    pub observer: &'a mut dyn Observer,
    /// Set by natives that end in a call (`apply/3`, `hibernate/3`): the machine makes it in their
    /// place.
    pub then: Option<Then>,
    /// Steps that the process has made in its share, up to this call.
    pub used: u64,
    /// Steps that the work takes beside the one for the call.
    pub cost: u64,
}

/// Elements of lists, or words of memory, that a native function goes through in one step. About as
/// many as it takes a function of the program to go through one of them.
const ELEMENTS_A_STEP: u64 = 32;

/// The work of native functions ([`erlang_term::work`]) that takes as long as this many steps.
pub fn units_of(steps: u64) -> u64 {
    const UNITS_A_STEP: u64 = 8;
    steps.saturating_mul(UNITS_A_STEP)
}

/// What the machine does after a native function has returned.
pub enum Then {
    /// Call the fun with these arguments.
    CallFun(Term, Vec<Term>),
    Call(Mfa, Vec<Term>),
    /// Give the others a turn (`yield/0`).
    Yield,
    /// Forget the stack, wait for a message, then call.
    Hibernate(Mfa, Vec<Term>),
    /// End the whole run with this exit status.
    Halt(i32),
    /// There is no line of input yet: interrupt the run, and make the call again when it goes on.
    AwaitLine,
}

impl Context<'_> {
    /// Both ends of a signal.
    pub fn scene(&mut self) -> Scene<'_> {
        Scene { system: self.system, current: self.process, observer: self.observer }
    }

    pub fn pid(&self) -> Pid {
        self.process.pid
    }

    /// What the clock says. (That of the system stands still during a share.)
    pub fn now(&self) -> Instant {
        self.system.now.after_work(self.used)
    }

    /// See [`Observer::touch`].
    pub fn touch(&mut self, object: Object, access: Access) {
        self.observer.touch(object, access);
    }

    /// What takes long uses up the share of the process and the budget of the run, as in OTP.
    pub fn charge(&mut self, elements: usize) {
        self.cost += elements as u64 / ELEMENTS_A_STEP;
    }

    /// The same for this many bytes.
    pub fn charge_bytes(&mut self, bytes: usize) {
        self.charge(bytes / 8);
    }
}

pub type Outcome = Result<Term, Raise>;

pub type NativeFunction = fn(&mut Context<'_>, &[Term]) -> Outcome;

/// Function, arity, what it does beside giving a value, and the code. The arguments are always as
/// many as the arity says.
pub type Row = (&'static str, u32, Effect, NativeFunction);

/// The rows of one module.
pub type Table = &'static [Row];

/// Every module with native functions. A module may have several tables.
pub const MODULES: &[(&str, Table)] = &[
    ("application", applications::TABLE),
    ("atomics", atomics::ATOMICS_TABLE),
    ("binary", binary::TABLE),
    ("code", code::CODE_TABLE),
    ("counters", atomics::COUNTERS_TABLE),
    ("crypto", crypto::TABLE),
    ("erlang", checksums::TABLE),
    ("erlang", code::TABLE),
    ("erlang", ets::ERLANG_TABLE),
    ("erlang", dictionary::TABLE),
    ("erlang", errors::TABLE),
    ("erlang", external::TABLE),
    ("erlang", files::TRACE_TAGS),
    ("erlang", flags::TABLE),
    ("erlang", funs::TABLE),
    ("erlang", hashes::TABLE),
    ("erlang", iolists::TABLE),
    ("erlang", known::TABLE),
    ("erlang", links::TABLE),
    ("erlang", lists::ERLANG),
    ("erlang", network::ERLANG_TABLE),
    ("erlang", operators::TABLE),
    ("erlang", packets::TABLE),
    ("erlang", ports::ERLANG_TABLE),
    ("erlang", process::TABLE),
    ("erlang", process_info::TABLE),
    ("erlang", registry::TABLE),
    ("erlang", send::TABLE),
    ("erlang", spawning::TABLE),
    ("erlang", standard_io::TABLE),
    ("erlang", system_info::TABLE),
    ("erlang", text::TABLE),
    ("erlang", time::TABLE),
    ("erlang", timer::TABLE),
    ("erlang", tuples::TABLE),
    ("erts_debug", sizes::DEBUG_TABLE),
    ("erts_internal", code::PURGER_TABLE),
    ("erts_internal", maps::ERTS_INTERNAL),
    ("erts_internal", sizes::INTERNAL_TABLE),
    ("ets", ets::COUNTER_TABLE),
    ("ets", ets::INFO_TABLE),
    ("ets", ets::MANAGE_TABLE),
    ("ets", ets::OBJECTS_TABLE),
    ("ets", ets::SELECT_TABLE),
    ("file", files::FILE_TABLE),
    ("global", network::GLOBAL_TABLE),
    ("init", environment::INIT_TABLE),
    ("io", io_lib::IO),
    ("io_lib", io_lib::TABLE),
    ("lists", lists::LISTS),
    ("maps", maps::TABLE),
    ("math", math::TABLE),
    ("net_adm", network::NET_ADM_TABLE),
    ("net_kernel", network::NET_KERNEL_TABLE),
    ("os", environment::OS_TABLE),
    ("os", time::OS_TABLE),
    ("persistent_term", persistent_term::TABLE),
    ("prim_buffer", files::BUFFERS_TABLE),
    ("prim_file", files::HANDLES_TABLE),
    ("prim_file", files::TABLE),
    ("re", re::TABLE),
    ("string", io_lib::STRING),
    ("unicode", unicode::TABLE),
    ("whodunit_io", standard_io::WHODUNIT_IO_TABLE),
    ("whodunit_network", network::LOCK_TABLE),
    ("whodunit_socket", ports::SOCKET_TABLE),
    ("zlib", zlib::TABLE),
];

static BY_NAME: LazyLock<HashMap<Mfa, &'static Row>> = LazyLock::new(|| {
    let rows = MODULES.iter().flat_map(|(module, table)| table.iter().map(move |row| (module, row)));
    let named = rows.map(|(module, row)| {
        (Mfa { module: Atom::new(module), function: Atom::new(row.0), arity: row.1 }, row)
    });
    named.collect()
});

/// The native functions of a module, by name and arity.
pub fn of_module(name: &str) -> impl Iterator<Item = (&'static str, u32)> {
    let tables = MODULES.iter().filter(move |(module, _)| *module == name);
    tables.flat_map(|(_, table)| table.iter().map(|row| (row.0, row.1)))
}

/// The row of the native function of this name, if there is one.
pub fn find(mfa: Mfa) -> Option<&'static Row> {
    BY_NAME.get(&mfa).copied()
}
