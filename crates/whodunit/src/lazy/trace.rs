//! `--trace FILE`: the run of a lazy program as an observation trace, which `ask` and `tree` read like those of other producers.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use lazy_machine::machine::Machine;
use lazy_machine::{Compiled, Unobserved, compile_observed};
use lazy_syntax::ast::{Mode, Program, Query};

use super::not_supported;
use crate::args::Tracing;

/// The program with what is observed of it.
pub fn observed(program: &Program, query: &Query, tracing: &Tracing) -> Result<Compiled, String> {
    if program.mode == Mode::FunctionalLogic {
        return Err(
            "error: not supported: --trace of a functional-logic program; of .hs files it is".to_owned()
        );
    }
    compile_observed(program, query, &tracing.observe).map_err(|unobserved| match unobserved {
        Unobserved::Unsupported(problems) => not_supported(program, problems),
        Unobserved::Because(reason) => format!("error: {reason}"),
    })
}

/// The machine writes its trace to this file.
pub fn begin(machine: &mut Machine, file: &Path) -> Result<(), String> {
    let cannot = |error| format!("error: cannot write {}: {error}", file.display());
    let out = File::create(file).map_err(cannot)?;
    machine.write_trace(Box::new(BufWriter::new(out))).map_err(cannot)
}

/// The trace is complete.
pub fn finish(machine: &mut Machine, file: &Path) -> Result<u32, String> {
    machine.finish_trace().map_err(|error| format!("error: cannot write {}: {error}", file.display()))
}
