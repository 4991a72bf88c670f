//! `whodunit ask`, and what every command takes that holds a session.

use std::path::PathBuf;

use clap::Args;
use debugger::erlang::trust::parse as parse_trusted;
use debugger::language::Options;
use erlang_oracles::Trusted;
use inquiry::Strategy;
use observation::reading::Method;

use super::numbers::parse_seconds;
use super::{Lazy, Target, Tracing};

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

    /// How the tree of an observation trace is made: from spans, exactly, or from cost-centre stacks, which do not tell all calls apart
    #[arg(long = "tree", value_name = "spans|stacks", default_value = "spans")]
    pub method: Method,
}

/// How a session goes.
#[derive(Args, Clone)]
pub struct Asking {
    /// How the next question is chosen: divide-query, top-down, heaviest-first, single-step,
    /// subterm, process-directed, all-children or brute-force
    #[arg(long, value_name = "NAME", default_value = "divide-query")]
    pub strategy: Strategy,

    /// Modules and functions that are right: m, m:f/1, …
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = parse_trusted)]
    pub trust: Vec<Trusted>,

    /// Another version of the program, files or folders, that answers what it can
    #[arg(long, value_name = "SOURCES")]
    pub reference: Vec<PathBuf>,

    /// Properties that judge calls: m:p/2, m:f/1=m:p/2 for calls of one function, with ! behind one that says all there is to say
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub property: Vec<String>,

    /// Files of a lazy program that hold properties of it: prop_f… says something of f, all spec_f… say all there is to say
    #[arg(long, value_name = "FILES")]
    pub properties: Vec<PathBuf>,

    /// Do not try the properties of a lazy program
    #[arg(long, conflicts_with = "properties")]
    pub no_properties: bool,

    /// Of a lazy program: what properties say is also right if they held in all tests, of values made for them
    #[arg(long)]
    pub trust_tests: bool,

    /// Answers given earlier; new ones are added as they are given
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,

    /// A program that is asked before you are, by JSON lines on its standard input
    #[arg(long, value_name = "CMD")]
    pub oracle: Option<String>,

    /// Seconds that the oracle has for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = parse_seconds)]
    pub oracle_timeout: f64,

    /// Talk in JSON, one object a line
    #[arg(long)]
    pub json: bool,

    /// Go on inside the function that is found, to the expression to blame
    #[arg(long)]
    pub zoom: bool,

    /// Ask nobody: stop at what can be told without you
    #[arg(long)]
    pub no_human: bool,

    /// Write the session as Markdown
    #[arg(long, value_name = "FILE")]
    pub transcript: Option<PathBuf>,

    /// Write the answers as EUnit tests: a module (.erl), or a file to include in the module under test (.hrl)
    #[arg(long, value_name = "FILE")]
    pub write_tests: Option<PathBuf>,
}

impl Asking {
    /// For `debugger`: who judges.
    pub fn apply(&self, options: Options) -> Options {
        Options {
            trust: self.trust.clone(),
            reference: self.reference.clone(),
            property: self.property.clone(),
            properties: self.properties.clone(),
            no_properties: self.no_properties,
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
            trust_tests: false,
            answers: None,
            oracle: None,
            oracle_timeout: 30.0,
            json: false,
            zoom: false,
            no_human: false,
            transcript: None,
            write_tests: None,
        }
    }
}
