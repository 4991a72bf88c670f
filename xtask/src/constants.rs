//! A function that answers the same whatever it is given says what real `erl` says: a corpus that
//! is compared with `erl` calls it, or it is listed here with the reason. That is so for native
//! functions and for those of the embedded library.

use regex::Regex;

use crate::shell::{self, Outcome, read};

/// Native functions that `erl` cannot confirm in the corpus, by name, and why they may be constant.
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

/// The same for functions of the embedded library.
const NOT_COMPARED_IN_THE_LIBRARY: &[(&str, &str)] = &[
    ("ct:make_priv_dir", "the folder is there from the beginning"),
    ("ct:notify", "a run has no handlers of events of Common Test"),
    ("ct:sync_notify", "a run has no handlers of events of Common Test"),
    ("ct_event:notify", "a run has no handlers of events of Common Test"),
    ("ct_event:sync_notify", "a run has no handlers of events of Common Test"),
    ("inet_db:get_rc", "a run has one host, which it finds without a file"),
    ("inet_db:gethostname", "a run has one host"),
    ("inet_db:sctp_module", "an inner function of OTP's sockets"),
    ("inet_db:take_socket_type", "an inner function of OTP's sockets"),
    ("inet_db:tcp_module", "an inner function of OTP's sockets"),
    ("inet_db:udp_module", "an inner function of OTP's sockets"),
    ("logger_std_h:removing_handler", "a callback of `logger`"),
    ("prim_inet:getifaddrs", "the computer beside `erl` has other interfaces"),
    ("prim_inet:getiflist", "the computer beside `erl` has other interfaces"),
    ("prim_inet:ifset", "only the owner of the computer may"),
    ("prim_inet:ignorefd", "an inner function of OTP's sockets"),
    ("prim_inet:peeloff", "only SCTP has it"),
    ("test_server:is_asan", "`erl` may be built with it; the machine is not"),
    ("test_server:is_cover", "no module is compiled for cover"),
    ("test_server:is_debug", "`erl` may be built for debugging; the machine is not"),
    ("test_server:is_native", "no release of OTP that is compared has native code"),
    ("test_server:is_valgrind", "`erl` may be built with it; the machine is not"),
    ("test_server:timetrap_scale_factor", "time is virtual"),
];

pub fn check(problems: &mut Vec<String>) -> Outcome {
    let mut corpus = String::new();
    let folder = shell::root().join("tests/side-by-side");
    for extension in ["txt", "erl"] {
        for file in shell::files(&folder, extension)? {
            corpus.push_str(&read(&file)?);
        }
    }
    library(&corpus, problems)?;
    let mut constant = Vec::new();
    for file in shell::files(&shell::root().join("crates/erlang-machine/src/native"), "rs")? {
        constant.extend(read(&file)?.lines().filter_map(of_row).map(str::to_owned));
    }
    problems.extend(wrong(&constant, &corpus));
    Ok(())
}

/// The functions of the embedded library are compared in `tests/calls` beside it, too.
fn library(corpus: &str, problems: &mut Vec<String>) -> Outcome {
    let folder = shell::root().join("crates/erlang-library");
    let mut constant = Vec::new();
    for file in shell::files(&folder.join("erl"), "erl")? {
        let module = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let calls = folder.join("tests/calls").join(format!("{module}.calls"));
        let calls = if calls.is_file() { read(&calls)? } else { String::new() };
        for function in of_module(&read(&file)?) {
            let name = format!("{module}:{function}");
            let is_compared = is_called(&name, corpus)
                || is_called(&function, &calls)
                || calls.contains(&format!("{{{function},"));
            let is_excused = NOT_COMPARED_IN_THE_LIBRARY.iter().any(|(excused, _)| *excused == name);
            if !is_compared && !is_excused {
                problems.push(format!("{name} is a constant that no test compares with erl"));
            }
            constant.push(name);
        }
    }
    let stale = NOT_COMPARED_IN_THE_LIBRARY.iter().filter(|(name, _)| !constant.iter().any(|it| it == name));
    problems.extend(
        stale.map(|(name, _)| format!("xtask/src/constants.rs excuses `{name}`, which is no constant")),
    );
    Ok(())
}

/// The exported functions of a module with one clause that looks at none of its arguments, and
/// calls nothing.
fn of_module(source: &str) -> Vec<String> {
    let pattern = |text: &str| Regex::new(text).expect("a pattern of this file");
    let clause = pattern(r"(?ms)^([a-z]\w*)\(([^()]*)\) ->([^(;]*?)\.\s*$");
    let (comment, literal) = (pattern(r"%.*"), pattern("\"[^\"]*\"|'[^']*'|\\$."));
    let variable = pattern(r"\b[A-Z]");
    let source = comment.replace_all(source, "");
    let exported: String = pattern(r"(?s)-export\(\[(.*?)\]\)")
        .captures_iter(&source)
        .map(|list| list[1].to_owned() + ",")
        .collect();
    let found = clause.captures_iter(&source).filter(|clause| {
        let arguments = clause[2].split(',').filter(|argument| !argument.trim().is_empty());
        let ignored = arguments.clone().all(|argument| argument.trim().starts_with('_'));
        let text = format!("{}/{}", &clause[1], arguments.count());
        let is_exported = exported.split(',').any(|name| name.trim() == text);
        let begin = clause.get(0).map_or(0, |whole| whole.start());
        let is_only = !source[..begin].trim_end().ends_with(';');
        ignored && is_exported && is_only && !variable.is_match(&literal.replace_all(&clause[3], ""))
    });
    found.map(|clause| clause[1].to_owned()).collect()
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

    #[test]
    fn constants_of_a_module() {
        let check = |text: &str, expected: &[&str]| {
            let source = format!("-module(m).\n-export([f/0, f/1, g/2]).\n{text}\n");
            assert_eq!(of_module(&source), expected, "{text}");
        };
        check("f() -> ok.", &["f"]);
        check("f(_) ->\n    {ok, \"X\"}.", &["f"]);
        check("f(X) -> ok.\ng(_, _X) -> []. % all", &["g"]);
        check("f(_) -> g(1, 2).\nh() -> ok.", &[]);
        check("f(1) -> ok;\nf(_) -> ok.", &[]);
    }
}
