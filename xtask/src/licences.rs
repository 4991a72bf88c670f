//! Every dependency has a licence under which this project may use it, and comes from the registry.
//! Which licences that are is written in `deny.toml`, for `cargo deny`, too.

use serde_json::Value;

use crate::shell::{self, Outcome, read};

pub fn check() -> Outcome {
    let allowed = allowed(&read(&shell::root().join("deny.toml"))?);
    if allowed.is_empty() {
        return Err("deny.toml allows no licence".into());
    }
    let text = shell::output("cargo", &["metadata", "--format-version", "1"])?;
    let metadata: Value = serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages: Vec<&Value> = metadata["packages"].as_array().into_iter().flatten().collect();
    let mut refused = Vec::new();
    for package in &packages {
        let (name, licence) = (&package["name"], package["license"].as_str().unwrap_or_default());
        if !is_allowed(licence, &allowed) {
            refused.push(format!("{name}: `{licence}`"));
        }
        // A member of the workspace has no source.
        if package["source"].as_str().is_some_and(|source| !source.starts_with("registry+")) {
            refused.push(format!("{name}: {}", package["source"]));
        }
    }
    println!("{} packages", packages.len());
    if refused.is_empty() { Ok(()) } else { Err(format!("not allowed: {}", refused.join(", "))) }
}

/// The strings of the list `allow` of a `deny.toml`.
fn allowed(text: &str) -> Vec<String> {
    let list = text.split_once("\nallow = [").and_then(|(_, rest)| rest.split_once(']'));
    let list = list.map_or("", |(list, _)| list);
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Whether an SPDX expression can be met: `A AND B` needs both, `A OR B` (once written `A/B`) one.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let expression = expression.replace(['(', ')'], "");
    let meets = |part: &str| {
        let alternatives = part.replace('/', " OR ");
        alternatives.split(" OR ").any(|licence| allowed.iter().any(|it| it == licence.trim()))
    };
    expression.split(" AND ").all(meets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        let text = "[licenses]\n# Not \"this\".\nallow = [\n    \"MIT\",\n    \"Unicode-3.0\",\n]\n[bans]\nx = \"deny\"\n";
        let allowed = allowed(text);
        assert_eq!(allowed, ["MIT", "Unicode-3.0"]);
        let check = |expression: &str, expected: bool| {
            assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
        };
        check("MIT", true);
        check("MIT/Apache-2.0", true);
        check("GPL-3.0-only OR MIT", true);
        check("(MIT OR Apache-2.0) AND Unicode-3.0", true);
        check("MIT AND GPL-3.0-only", false);
        check("GPL-3.0-only", false);
        check("", false);
    }
}
