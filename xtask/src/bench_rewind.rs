//! `cargo xtask bench rewind`: what it costs to be able to go back.

use crate::ratios;
use crate::shell::{self, Outcome};

/// The benchmarks, by the crates that they are in.
const BENCHES: &[(&str, &str)] = &[("erlang-history", "rewind"), ("dap", "conditions")];

pub fn rewind() -> Outcome {
    let mut printed = String::new();
    for (package, name) in BENCHES {
        let arguments = ["bench", "--quiet", "--package", package, "--bench", name];
        printed.push_str(&shell::output("cargo", &arguments)?);
    }
    println!("{printed}");
    ratios::compare(&ratios(&printed)?)
}

/// What the lines `ratio NAME NUMBER` say.
fn ratios(printed: &str) -> Outcome<Vec<(&str, f64)>> {
    let rows = printed.lines().filter_map(|line| line.strip_prefix("ratio ")).map(|row| {
        let (name, ratio) = row.split_once(' ').ok_or_else(|| format!("no ratio: `{row}`"))?;
        Ok((name, ratio.parse().map_err(|_| format!("no ratio: `{row}`"))?))
    });
    rows.collect()
}
