//! The ratios that benchmarks measured before, in `benches/ratios.txt`: one that gets much worse
//! fails the benchmark.

use std::collections::BTreeMap;
use std::fs;

use crate::shell::{self, Outcome};

/// A ratio may get this many times worse before the benchmark fails.
const WORSE: f64 = 1.5;

const HEAD: &str = "# Ratios that `cargo xtask bench` measured, the lower the better.\n\
    # A row that is missing is added; delete a row to measure it anew.\n";

/// Compares ratios with those in the file, and adds those that are not there yet.
pub fn compare(measured: &[(&str, f64)]) -> Outcome {
    let path = shell::root().join("benches/ratios.txt");
    let mut known = read(&fs::read_to_string(&path).unwrap_or_default())?;
    let worse = worse(&known, measured);
    for (name, ratio) in measured {
        known.entry((*name).to_owned()).or_insert(*ratio);
    }
    let rows: String = known.iter().map(|(name, ratio)| format!("{name} {ratio:.2}\n")).collect();
    fs::write(&path, format!("{HEAD}{rows}")).map_err(|error| format!("{}: {error}", path.display()))?;
    if worse.is_empty() { Ok(()) } else { Err(worse.join("; ")) }
}

fn read(text: &str) -> Outcome<BTreeMap<String, f64>> {
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.map(|row| {
        let (name, ratio) = row.rsplit_once(' ').ok_or_else(|| format!("benches/ratios.txt: `{row}`"))?;
        let ratio = ratio.parse().map_err(|_| format!("benches/ratios.txt: `{row}`"))?;
        Ok((name.to_owned(), ratio))
    })
    .collect()
}

fn worse(known: &BTreeMap<String, f64>, measured: &[(&str, f64)]) -> Vec<String> {
    let pairs = measured.iter().filter_map(|(name, now)| Some((name, now, known.get(*name)?)));
    let worse = pairs.filter(|(_, now, before)| **now > **before * WORSE);
    worse.map(|(name, now, before)| format!("{name} was {before:.2} and is {now:.2}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn much_worse_is_a_failure() {
        let known = read("# head\nfib 4.00\nring of 100 2.50\n").expect("rows");
        let check = |name, ratio, expected| {
            assert_eq!(worse(&known, &[(name, ratio)]).len(), expected, "{name} {ratio}");
        };
        check("fib", 5.9, 0);
        check("fib", 6.1, 1);
        check("ring of 100", 4.0, 1);
        check("new", 100.0, 0);
        assert!(read("fib four").is_err());
    }
}
