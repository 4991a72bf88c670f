//! `whodunit web` in a real browser: the types of its scripts, then the sessions in
//! `tests/browser`. They write pictures of the page to `target/browser`.

use crate::shell::{self, Outcome};
use crate::{checks, requirements};

const FOLDER: &str = "tests/browser";

pub fn check() -> Outcome {
    requirements::install_missing()?;
    checks::build()?;
    shell::run("npm", &["ci", "--prefix", FOLDER, "--no-audit", "--no-fund", "--silent"])?;
    shell::run(&format!("{FOLDER}/node_modules/.bin/tsc"), &["--project", FOLDER])?;
    let target = shell::target_folder()?;
    let whodunit = format!("WHODUNIT={}", target.join("release/whodunit").display());
    let pictures = format!("SCREENSHOTS={}", target.join("browser").display());
    shell::run("env", &[&whodunit, &pictures, "node", "tests/browser/run.mjs"])
}
