//! What is said of lazy programs only.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use debugger::language::{self, Options};

use super::numbers::parse_count;

/// Which run of it is meant, and how it is shown.
#[derive(Args, Clone)]
pub struct Lazy {
    /// Of a goal of a lazy program: its N-th answer, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_count)]
    pub answer: usize,

    /// What functions as values are in statements about a functional program, and the tree that goes with it
    #[arg(long, value_name = "HOW", value_enum)]
    pub functions: Option<FunctionsAs>,

    /// Values of these data types of a lazy program are shown as `<?>`, which says that they were evaluated
    #[arg(long, value_name = "TYPE,…", value_delimiter = ',')]
    pub hide: Vec<String>,

    /// Of a goal of a lazy program: not an answer is wrong, but one is missing; its search space must be finite
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
    /// What they were applied to, and the results; what is called through one hangs below whoever mentions it (the default)
    Maps,
    /// What they are called; what is called through one hangs below whoever applies it (functional-logic programs: always)
    Names,
}

/// What of a lazy program is observed.
#[derive(Args, Clone)]
pub struct Tracing {
    /// Of a lazy program: write an observation trace of what it observes itself (`observe "f" f`), and of what --observe names
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Functions to observe, with --trace: f,g, or `_` for all
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "trace")]
    pub observe: Vec<String>,
}
