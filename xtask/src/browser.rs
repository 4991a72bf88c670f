//! `whodunit web` in a real browser: the types of its scripts, then the sessions in
//! `tests/browser`. They write pictures of the page to `target/browser`.

use crate::shell::{self, Outcome};
use crate::{checks, requirements};

const FOLDER: &str = "tests/browser";

pub fn check() -> Outcome {
    run(&[])
}

/// Draws the pictures of the README anew.
pub fn draw() -> Outcome {
    run(&["README"])?;
    for name in ["web-question.png", "web-time.png"] {
        let (from, to) =
            (shell::target_folder()?.join("browser").join(name), shell::root().join("docs").join(name));
        std::fs::copy(&from, &to).map_err(|error| format!("{}: {error}", to.display()))?;
    }
    Ok(())
}

/// The tests whose names have one of these words.
fn run(words: &[&str]) -> Outcome {
    requirements::install_missing()?;
    checks::build()?;
    shell::run("npm", &["ci", "--prefix", FOLDER, "--no-audit", "--no-fund", "--silent"])?;
    shell::run(&format!("{FOLDER}/node_modules/.bin/tsc"), &["--project", FOLDER])?;
    let target = shell::target_folder()?;
    let whodunit = format!("WHODUNIT={}", target.join("release/whodunit").display());
    let pictures = format!("SCREENSHOTS={}", target.join("browser").display());
    let command = [whodunit.as_str(), &pictures, "node", "tests/browser/run.mjs"];
    shell::run("env", &[&command[..], words].concat())
}
