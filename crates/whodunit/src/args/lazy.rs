//! What is said of lazy programs only.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use debugger::language::{self, Options};

use super::numbers::parse_count;

/// Which run of it is meant, and how it is shown.
#[derive(Args, Clone)]
pub struct Lazy {
    /// Lazy goals: which answer, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_count)]
    pub answer: usize,

    /// How to show functions that are values in a functional program
    #[arg(long, value_name = "HOW", value_enum)]
    pub functions: Option<FunctionsAs>,

    /// Lazy programs: show evaluated values of these data types as `<?>`
    #[arg(long, value_name = "TYPE,…", value_delimiter = ',')]
    pub hide: Vec<String>,

    /// Lazy goals: an answer is missing (the search must be finite)
    #[arg(long, conflicts_with = "answer")]
    pub missing: bool,
}

impl Lazy {
    /// For `debugger`.
    pub fn apply(&self, options: Options) -> Options {
        Options {
            answer: self.answer,
            missing: self.missing,
            functions: self.functions.map(|functions| match functions {
                FunctionsAs::Maps => language::FunctionsAs::Maps,
                FunctionsAs::Names => language::FunctionsAs::Names,
            }),
            hide: self.hide.clone(),
            ..options
        }
    }
}

impl Tracing {
    /// For `debugger`.
    pub fn options(&self) -> Option<language::Tracing> {
        let file = self.trace.clone()?;
        Some(language::Tracing { file, observe: self.observe.clone() })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FunctionsAs {
    /// As a map of arguments to results; calls through it belong to the code that mentions it
    /// (default)
    Maps,
    /// By name; calls through it belong to the code that applies it (always for functional-logic
    /// programs)
    Names,
}

/// What of a lazy program is observed.
#[derive(Args, Clone)]
pub struct Tracing {
    /// Lazy programs: write an observation trace of `observe "f" f` in the program and of --observe
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Functions to observe, with --trace: f,g, or `_` for all
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "trace")]
    pub observe: Vec<String>,
}
