//! A native function that answers the same whatever it is given says what real `erl` says: the
//! corpus of `tests/side-by-side` calls it, or it is listed here with the reason.

use crate::shell::{self, Outcome, read};

/// Functions that `erl` cannot confirm in the corpus, by name, and why they may be constant.
const NOT_COMPARED: &[(&str, &str)] = &[
    ("altname_nif", "only Windows has short names"),
    ("get_device_cwd_nif", "only Windows has drives"),
    ("names", "epmd may be running beside `erl`"),
    ("native_name_encoding", "`erl` follows the locale; here names are UTF-8"),
    ("try_lock", "a buffer belongs to one process"),
    ("unlock", "a buffer belongs to one process"),
    ("md5_init", "the context of a hash is opaque"),
    ("hash_algorithms", "what the machine has; the library beside `erl` may have more"),
    ("mac_algorithms", "what the machine has; the library beside `erl` may have more"),
    ("cipher_algorithms", "the machine has none"),
    ("curve_algorithms", "the machine has none"),
    ("pubkey_algorithms", "the machine has none"),
    ("rsa_opts_algorithms", "the machine has none"),
];

pub fn check(problems: &mut Vec<String>) -> Outcome {
    let mut corpus = String::new();
    let folder = shell::root().join("tests/side-by-side");
    for extension in ["txt", "erl"] {
        for file in shell::files(&folder, extension)? {
            corpus.push_str(&read(&file)?);
        }
    }
    let mut constant = Vec::new();
    for file in shell::files(&shell::root().join("crates/erlang-machine/src/native"), "rs")? {
        constant.extend(read(&file)?.lines().filter_map(of_row).map(str::to_owned));
    }
    problems.extend(wrong(&constant, &corpus));
    Ok(())
}

fn wrong(constant: &[String], corpus: &str) -> Vec<String> {
    let excused = |name: &str| NOT_COMPARED.iter().any(|(excused, _)| *excused == name);
    let unconfirmed = constant.iter().filter(|name| !excused(name) && !is_called(name, corpus));
    let stale = NOT_COMPARED.iter().filter(|(name, _)| !constant.iter().any(|other| other == name));
    unconfirmed
        .map(|name| format!("native function `{name}` is a constant that no test compares with erl"))
        .chain(
            stale.map(|(name, _)| format!("xtask/src/constants.rs excuses `{name}`, which is no constant")),
        )
        .collect()
}

/// The function of a row that looks neither at the run nor at its arguments.
fn of_row(line: &str) -> Option<&str> {
    let (before, _) = line.split_once("|_, _|")?;
    before.split_once("(\"")?.1.split('"').next()
}

fn is_called(name: &str, corpus: &str) -> bool {
    let call = format!("{name}(");
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    corpus.match_indices(&call).any(|(at, _)| !corpus[..at].ends_with(is_name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_compared() {
        let check = |row: &str, corpus: &str, expected: bool| {
            let constant: Vec<String> = of_row(row).into_iter().map(str::to_owned).collect();
            let found = wrong(&constant, corpus).iter().any(|problem| problem.starts_with("native"));
            assert_eq!(found, expected, "{row} {corpus}");
        };
        check(r#"("get_mode", 0, Pure, |_, _| Ok(Term::atom("interactive"))),"#, "code:get_mode()", false);
        check(r#"("get_mode", 0, Pure, |_, _| Ok(Term::atom("interactive"))),"#, "code:which(m)", true);
        check(r#"("mode", 0, Pure, |_, _| Ok(Term::atom("interactive"))),"#, "code:get_mode()", true);
        check(r#"("is_list", 1, Pure, |_, a| bool(is_list(&a[0]))),"#, "", false);
        check(r#"("unlock", 0, Pure, |_, _| Ok(Term::Nil)),"#, "", false);
    }
}
