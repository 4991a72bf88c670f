//! What the checks need from outside the repository: real Erlang and GHC, to compare with.
//! Installed when it is missing.

use std::path::PathBuf;

use crate::shell::{self, Outcome};

/// Programs that the checks start, each with the Debian package that brings it.
const NEEDED: &[(&str, &str)] = &[
    ("erl", "erlang-nox"),
    ("erlc", "erlang-nox"),
    ("escript", "erlang-nox"),
    ("cc", "gcc"),
    ("ghc", "ghc"),
    ("chromium", "chromium"),
    ("node", "nodejs"),
    ("npm", "npm"),
    ("rebar3", "rebar3"),
    ("make", "make"),
];

/// Files of OTP that are not programs, by their application, each with the Debian package that
/// brings it.
const WITH_ERLANG: &[(&str, &str, &str)] = &[
    ("stdlib", "src/lists.erl", "erlang-src"),
    ("eunit", "include/eunit.hrl", "erlang-dev"),
    ("common_test", "ebin/ct.beam", "erlang-common-test"),
    ("meck", "ebin/meck.beam", "erlang-meck"),
    ("proper", "ebin/proper.beam", "erlang-proper"),
    ("proper", "include/proper.hrl", "erlang-proper-dev"),
];

pub fn install_missing() -> Outcome {
    let programs = NEEDED.iter().filter(|(program, _)| !shell::is_installed(program));
    let mut missing: Vec<(&str, &str)> = programs.copied().collect();
    let files = WITH_ERLANG.iter().filter(|(application, file, _)| !has(application, file));
    missing.extend(files.map(|(_, file, package)| (*file, *package)));
    if missing.is_empty() {
        return Ok(());
    }
    let mut packages: Vec<&str> = missing.iter().map(|(_, package)| *package).collect();
    packages.sort_unstable();
    packages.dedup();

    let names = missing.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let wish = format!("missing: {names} (Debian packages: {})", packages.join(" "));
    if !shell::is_installed("apt-get") {
        return Err(format!("{wish}; there is no apt-get to install them with"));
    }
    if shell::output("id", &["-u"])?.trim() != "0" {
        return Err(format!("{wish}; run `apt-get install {}` as root", packages.join(" ")));
    }
    println!("installing {}", packages.join(" "));
    shell::run("apt-get", &["update", "-qq"]).map_err(|reason| format!("{wish}; {reason}"))?;
    let mut install = vec!["install", "-y", "-qq", "--no-install-recommends"];
    install.extend(&packages);
    shell::run("apt-get", &install).map_err(|reason| format!("{wish}; {reason}"))
}

/// Whether the installed OTP has this file of an application.
fn has(application: &str, file: &str) -> bool {
    let ask = format!("io:put_chars(code:lib_dir({application})), halt().");
    let folder = shell::output("erl", &["-noshell", "-eval", &ask]);
    folder.is_ok_and(|folder| PathBuf::from(folder.trim()).join(file).is_file())
}
