//! `.beam` files: the abstract code that the compiler leaves in their debug information, as the
//! syntax tree the parser would have made of the source.

mod container;
mod exprs;
mod flat;
mod forms;
mod types;

use std::fmt;

pub use container::{BeamFile, Import};

use crate::ast::Module;
use crate::source::Sources;
use flat::{Flat, Node, Tag};

/// Reads the module in `bytes`, the contents of a `.beam` file. Errors call it `name_shown`.
pub fn read_module(bytes: &[u8], name_shown: &str) -> Result<Module, BeamError> {
    read(bytes).map_err(|problem| BeamError { file: name_shown.to_string(), problem })
}

fn read(bytes: &[u8]) -> Result<Module, Problem> {
    let beam = BeamFile::read(bytes)?;
    // The compiler of the embedded library was told to leave no debug information.
    if let Some(chunk) = beam.chunk(b"Whod") {
        return from_abstract_chunk(&container::inflate_term(chunk)?);
    }
    if let Some(chunk) = beam.chunk(b"Dbgi") {
        // Encrypted chunks start with a zero where the external term format has its version, 131.
        if chunk.first() == Some(&0) {
            return Err(Problem::Encrypted);
        }
        return from_debug_info(&container::inflate_term(chunk)?);
    }
    if let Some(chunk) = beam.chunk(b"Abst") {
        match chunk.first() {
            None => return Err(Problem::NoDebugInfo),
            Some(0) => return Err(Problem::Encrypted),
            Some(_) => return from_abstract_chunk(&container::inflate_term(chunk)?),
        }
    }
    Err(Problem::NoDebugInfo)
}

/// Reads abstract forms in the external term format, without its version byte. `sources` are the
/// files that are known already. Also how many expressions there are after each form.
pub(crate) fn read_forms(bytes: &[u8], sources: Sources) -> Result<(Module, Vec<usize>), String> {
    let read = || {
        let (flat, root) = Flat::decode(bytes)?;
        forms::module_in(&flat, root, sources)
    };
    read().map_err(|problem| match problem {
        Problem::Unreadable(what) => what,
        problem => format!("{problem:?}"),
    })
}

/// `{debug_info_v1, Backend, Data}`; with the backend `erl_abstract_code`, `Data` is `{Forms,
/// CompileOptions}`.
fn from_debug_info(term: &[u8]) -> Result<Module, Problem> {
    let (flat, root) = Flat::decode(term)?;
    match flat.tuple(root) {
        Some(&[Node::Atom(_, Tag::DebugInfoV1), Node::Atom(_, Tag::ErlAbstractCode), data]) => {
            match flat.tuple(data) {
                Some(&[Node::Atom(_, Tag::None), _]) => Err(Problem::NoDebugInfo),
                Some(&[forms, _]) => forms::module(&flat, forms),
                _ => Err(Problem::unreadable("its debug information is not {Forms, Options}")),
            }
        }
        Some(&[Node::Atom(_, Tag::DebugInfoV1), Node::Atom(backend, _), _]) => {
            Err(Problem::OtherBackend(backend.name().to_string()))
        }
        _ => Err(Problem::unreadable("its debug information has an unknown shape")),
    }
}

/// The chunk of compilers before OTP 20, still written by some tools: `{raw_abstract_v1, Forms}`,
/// or `no_abstract_code`.
fn from_abstract_chunk(term: &[u8]) -> Result<Module, Problem> {
    let (flat, root) = Flat::decode(term)?;
    match flat.tuple(root) {
        Some(&[Node::Atom(_, Tag::RawAbstractV1), forms]) => forms::module(&flat, forms),
        Some(&[Node::Atom(version, _), _]) => Err(Problem::OtherBackend(version.name().to_string())),
        _ => Err(Problem::NoDebugInfo),
    }
}

/// Why a `.beam` file could not be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BeamError {
    pub file: String,
    pub problem: Problem,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    NotBeam,
    /// The file ends inside of the named part.
    Truncated(&'static str),
    NoDebugInfo,
    Encrypted,
    /// The debug information was written by another compiler than Erlang's.
    OtherBackend(String),
    /// Damaged, or abstract code of a version that is not known.
    Unreadable(String),
}

impl Problem {
    fn unreadable(what: impl Into<String>) -> Problem {
        Problem::Unreadable(what.into())
    }
}

impl fmt::Display for BeamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.file)?;
        match &self.problem {
            Problem::NotBeam => write!(f, "this is not a .beam file"),
            Problem::Truncated(part) => write!(f, "the file is cut short: it ends inside {part}"),
            Problem::NoDebugInfo => {
                write!(
                    f,
                    "the file holds no debug information; compile it with `erlc +debug_info`, or give its source"
                )
            }
            Problem::Encrypted => write!(
                f,
                "the debug information is encrypted; compile it with `erlc +debug_info` and without a debug_info_key, \
                 or give its source"
            ),
            Problem::OtherBackend(name) => write!(
                f,
                "the debug information is that of `{name}`, not Erlang abstract code; only modules written in Erlang \
                 and compiled with `erlc +debug_info` can be read"
            ),
            Problem::Unreadable(what) => write!(f, "the file is damaged, or of an unknown version: {what}"),
        }
    }
}

impl std::error::Error for BeamError {}
