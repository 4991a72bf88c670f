//! The outside, as far as a run may see it. Closed by default.

use std::rc::Rc;

use crate::host::{EmptyHost, Host};
use crate::program::Program;

/// Everything that a run does to, or learns from, the outside. All of it is deterministic for a
/// given world.
pub trait World {
    /// The program printed something to a standard stream.
    fn output(&mut self, stream: Stream, bytes: &[u8]);
    /// The next line of standard input, with its line end. None: end of file.
    fn input_line(&mut self) -> Option<Vec<u8>>;
    /// Whether [`World::input_line`] can answer now. If it cannot, a run that wants a line is
    /// interrupted just before it reads, and goes on from there when it is called again.
    fn has_line(&self) -> bool {
        true
    }
    /// Nanoseconds since 1970 at which virtual time starts.
    fn epoch(&self) -> i64 {
        // 2024-01-01 00:00:00 UTC: a run sees the same dates whenever it is made.
        1_704_067_200_000_000_000
    }
    /// Seeds everything that is random in the run.
    fn seed(&self) -> u64;
    /// Whether one step may create this many elements at once.
    fn may_make(&self, _elements: usize) -> bool {
        true
    }
    /// A program of whodunit's own, such as the one that runs tests, says how far it is.
    fn report(&mut self, _term: &erlang_term::Term) {}
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    Out,
    Error,
}

/// A world without input or true time, which keeps what is printed.
#[derive(Default)]
pub struct ClosedWorld {
    pub out: Vec<u8>,
    pub seed: u64,
}

impl World for ClosedWorld {
    fn output(&mut self, _stream: Stream, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    fn input_line(&mut self) -> Option<Vec<u8>> {
        None
    }

    fn seed(&self) -> u64 {
        self.seed
    }
}

/// Where code comes from. Called when a module is first needed; the answer must not change during a
/// run.
pub trait Loader {
    fn load(&self, module: erlang_term::Atom) -> FoundModule;

    /// Is it one of the user's own modules? Those go before native functions.
    fn is_users(&self, module: erlang_term::Atom) -> bool {
        matches!(self.load(module), FoundModule::Module { trusted: false, .. })
    }

    /// A module that a run has loaded: is it the user's code? Then the texts of its files are
    /// filled in.
    fn adopt(&self, _module: &mut erlang_syntax::ast::Module) -> bool {
        false
    }

    /// The computer that runs see. It must always be the same one, or say the same.
    fn host(&self) -> Rc<dyn Host> {
        Rc::new(EmptyHost)
    }

    /// A program whose trusted modules are taken over as they are: who makes many programs compiles
    /// the library once.
    fn base(&self) -> Option<Rc<Program>> {
        None
    }
}

pub enum FoundModule {
    /// Trusted: from OTP or the embedded library rather than from the user's sources.
    Module { module: Rc<erlang_syntax::ast::Module>, trusted: bool },
    /// No such module: a call to it is `undef`, as in Erlang, unless OTP has that function.
    Nothing,
    /// It is there, but cannot be used; the message says why.
    Broken(String),
}
