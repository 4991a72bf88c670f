//! What the checks need from outside the repository: real Erlang and GHC, to compare with. Installed when it is missing.

use crate::shell::{self, Outcome};

/// Programs that the checks start, each with the Debian package that brings it.
const NEEDED: &[(&str, &str)] = &[
    ("erl", "erlang-nox"),
    ("erlc", "erlang-nox"),
    ("escript", "erlang-nox"),
    ("cc", "gcc"),
    ("ghc", "ghc"),
];

/// Headers and sources of OTP: not programs, so they come along whenever Erlang itself has to be installed.
const WITH_ERLANG: &[&str] = &["erlang-dev", "erlang-src"];

pub fn install_missing() -> Outcome {
    let missing: Vec<&(&str, &str)> =
        NEEDED.iter().filter(|(program, _)| !shell::is_installed(program)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let mut packages: Vec<&str> = missing.iter().map(|(_, package)| *package).collect();
    if packages.contains(&"erlang-nox") {
        packages.extend(WITH_ERLANG);
    }
    packages.sort_unstable();
    packages.dedup();

    let programs = missing.iter().map(|(program, _)| *program).collect::<Vec<_>>().join(", ");
    let wish = format!("missing: {programs} (Debian packages: {})", packages.join(" "));
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
