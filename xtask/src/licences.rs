//! Every dependency has a licence under which this project may use it.

use serde_json::Value;

use crate::shell::{self, Outcome};

/// Licences that allow use in a program under the MIT licence, with a notice at most.
const ALLOWED: &[&str] = &[
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

pub fn check() -> Outcome {
    let text = shell::output("cargo", &["metadata", "--format-version", "1"])?;
    let metadata: Value = serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages: Vec<&Value> = metadata["packages"].as_array().into_iter().flatten().collect();
    let mut refused = Vec::new();
    for package in &packages {
        let licence = package["license"].as_str().unwrap_or_default();
        if !is_allowed(licence) {
            refused.push(format!("{}: `{licence}`", package["name"].as_str().unwrap_or_default()));
        }
    }
    println!("{} packages", packages.len());
    if refused.is_empty() { Ok(()) } else { Err(format!("not allowed: {}", refused.join(", "))) }
}

/// Whether an SPDX expression can be met: `A AND B` needs both, `A OR B` (once written `A/B`) one.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace(['(', ')'], "");
    let meets = |part: &str| {
        let alternatives = part.replace('/', " OR ");
        alternatives.split(" OR ").any(|licence| ALLOWED.contains(&licence.trim()))
    };
    expression.split(" AND ").all(meets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        let check =
            |expression: &str, expected: bool| assert_eq!(is_allowed(expression), expected, "{expression}");
        check("MIT", true);
        check("MIT/Apache-2.0", true);
        check("GPL-3.0-only OR MIT", true);
        check("(MIT OR Apache-2.0) AND Unicode-3.0", true);
        check("MIT AND GPL-3.0-only", false);
        check("GPL-3.0-only", false);
        check("", false);
    }
}
