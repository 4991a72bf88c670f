//! `whodunit ask`, and what every command takes that holds a session.

use std::path::PathBuf;

use clap::Args;
use debugger::erlang::trust::parse as parse_trusted;
use debugger::language::{Method, Options, Trusted};
use inquiry::Strategy;

use super::numbers::{parse_seconds, parse_size};
use super::{InBrowser, Lazy, Target, Tracing};

#[derive(Args)]
pub struct Ask {
    #[command(flatten)]
    pub target: Target,

    #[command(flatten)]
    pub lazy: Lazy,

    #[command(flatten)]
    pub tracing: Tracing,

    #[command(flatten)]
    pub asking: Asking,

    /// How to build the tree of an observation trace: exactly from spans, or roughly from
    /// cost-centre stacks
    #[arg(long = "tree", value_name = "spans|stacks", default_value = "spans")]
    pub method: Method,

    #[command(flatten)]
    pub browser: InBrowser,
}

/// How a session goes.
#[derive(Args, Clone)]
pub struct Asking {
    /// How to choose the next question: divide-query, top-down, heaviest-first, single-step,
    /// subterm, process-directed, all-children or brute-force
    #[arg(long, value_name = "NAME", default_value = "divide-query")]
    pub strategy: Strategy,

    /// Modules and functions to trust: m, m:f/1, …
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = parse_trusted)]
    pub trust: Vec<Trusted>,

    /// A correct or older version of the program (files or folders), which answers what it can
    #[arg(long, value_name = "SOURCES")]
    pub reference: Vec<PathBuf>,

    /// Properties that judge calls: m:p/2, or m:f/1=m:p/2 for one function; append ! if the
    /// property is a complete specification
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub property: Vec<String>,

    /// Files with properties of a lazy program: prop_f… is about f; all spec_f… together specify f
    /// completely
    #[arg(long, value_name = "FILES")]
    pub properties: Vec<PathBuf>,

    /// Do not let properties judge
    #[arg(long, conflicts_with_all = ["properties", "property"])]
    pub no_properties: bool,

    /// Do not let -spec declarations judge
    #[arg(long)]
    pub no_specs: bool,

    /// Do not let the assertions of unit tests judge
    #[arg(long)]
    pub no_tests: bool,

    /// Lazy programs: also rely on properties that only passed random tests
    #[arg(long)]
    pub trust_tests: bool,

    /// File of answers: earlier ones are used, new ones are appended
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,

    /// A program to ask before you, with JSON lines on its standard input
    #[arg(long, value_name = "CMD")]
    pub oracle: Option<String>,

    /// Seconds to wait for an answer from the oracle
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = parse_seconds)]
    pub oracle_timeout: f64,

    /// Read and write JSON, one object per line
    #[arg(long)]
    pub json: bool,

    /// Cut texts in JSON that are longer; {"answer":"value"} asks for the rest
    #[arg(long, value_name = "SIZE", default_value = "64kB", value_parser = parse_size, hide_short_help = true)]
    pub max_value: u64,

    /// Continue inside the function that is found, down to the expression
    #[arg(long)]
    pub zoom: bool,

    /// Never ask a person; stop when only a person could answer
    #[arg(long)]
    pub no_human: bool,

    /// Write the session to this file as Markdown
    #[arg(long, value_name = "FILE")]
    pub transcript: Option<PathBuf>,

    /// Write the answers as EUnit tests: a module (.erl), or a file to include in the tested module
    /// (.hrl)
    #[arg(long, value_name = "FILE")]
    pub write_tests: Option<PathBuf>,
}

impl Asking {
    pub fn max_value(&self) -> usize {
        usize::try_from(self.max_value).unwrap_or(usize::MAX)
    }

    /// For `debugger`: who judges.
    pub fn apply(&self, options: Options) -> Options {
        Options {
            trust: self.trust.clone(),
            reference: self.reference.clone(),
            property: self.property.clone(),
            properties: self.properties.clone(),
            no_properties: self.no_properties,
            no_specs: self.no_specs,
            no_tests: self.no_tests,
            trust_tests: self.trust_tests,
            ..options
        }
    }
}

impl Default for Asking {
    fn default() -> Asking {
        Asking {
            strategy: Strategy::DivideQuery,
            trust: Vec::new(),
            reference: Vec::new(),
            property: Vec::new(),
            properties: Vec::new(),
            no_properties: false,
            no_specs: false,
            no_tests: false,
            trust_tests: false,
            answers: None,
            oracle: None,
            oracle_timeout: 30.0,
            json: false,
            max_value: 64_000,
            zoom: false,
            no_human: false,
            transcript: None,
            write_tests: None,
        }
    }
}
