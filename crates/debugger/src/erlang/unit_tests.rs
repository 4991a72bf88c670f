//! Answers as EUnit tests (`--write-tests FILE`). A file `x.erl` becomes a module. A file `x.hrl`
//! is for inclusion in the module under test; it can also test functions that are not exported.

use std::path::Path;

use erlang_syntax::{Options, parse_expressions};
use erlang_term::Atom;
use erlang_term::print::{Encoding, write_atom};
use inquiry::Judgement;
use session::event::{Claim, ClaimKind, Content, Subject};

/// An answer about a call.
pub struct Fact {
    pub subject: Subject,
    pub statement: String,
    pub claims: Vec<Claim>,
    pub judgement: Judgement,
}

/// The text of the file. `is_exported` tells which functions another module can call.
pub fn text(path: &Path, expression: &str, facts: &[Fact], is_exported: &dyn Fn(&Subject) -> bool) -> String {
    let is_header = path.extension().is_some_and(|extension| extension == "hrl");
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut text = format!("%% What was answered about {}\n", expression.replace('\n', " "));
    if !is_header {
        text.push_str(&format!("-module({}).\n", atom(&name)));
    }
    text.push_str("-include_lib(\"eunit/include/eunit.hrl\").\n");
    let mut seen: Vec<(String, Judgement)> = Vec::new();
    for fact in facts {
        let Some((call, outcome)) = assertion(fact, is_header) else { continue };
        let test = (format!("{call} {outcome}"), fact.judgement);
        if seen.contains(&test) {
            continue;
        }
        seen.push(test);
        let macro_name = match fact.judgement {
            Judgement::Right => "assertEqual",
            _ => "assertNotEqual",
        };
        let body = format!("    ?{macro_name}({outcome}, {call}).\n");
        let problem =
            match (is_readable(&call) && is_readable(&outcome), is_header || is_exported(&fact.subject)) {
                (false, _) => Some("it has values that cannot be written down"),
                (true, false) => Some("it is not exported; a .hrl file in its module could test it"),
                (true, true) => None,
            };
        match problem {
            None => {
                let name = atom(&format!("{}_{}_test", fact.subject.function, seen.len()));
                text.push_str(&format!("\n{name}() ->\n{body}"));
            }
            Some(problem) => {
                let lines: String = body.lines().map(|line| format!("%% {}\n", line.trim_start())).collect();
                text.push_str(&format!("\n%% Not a test: {problem}.\n{lines}"));
            }
        }
    }
    text
}

/// The call, and what it is compared with: its value, or `{Class, Reason}`.
fn assertion(fact: &Fact, local: bool) -> Option<(String, String)> {
    if !matches!(fact.judgement, Judgement::Right | Judgement::Wrong) {
        return None;
    }
    // A step of a process becomes a test only if it received nothing and did nothing but return.
    let claims: Vec<&Claim> = fact.claims.iter().filter(|claim| !claim.is_nothing()).collect();
    let [Claim { kind, content: Content::Text { text }, .. }] = claims[..] else { return None };
    let module = format!("{}:", atom(&fact.subject.module));
    let call = match fact.statement.strip_prefix(&module) {
        Some(rest) if local => rest.to_owned(),
        _ => fact.statement.clone(),
    };
    match kind {
        ClaimKind::Value => Some((call, text.clone())),
        ClaimKind::Exception => {
            let (class, reason) = text.split_once(':')?;
            let caught = format!("try {call} of _ -> no_exception catch C:R -> {{C, R}} end");
            Some((caught, format!("{{{class}, {reason}}}")))
        }
        _ => None,
    }
}

/// Whether the text is Erlang. Pids, references and funs are printed in a way that is not.
fn is_readable(text: &str) -> bool {
    let name = Atom::new("test");
    let (_, problems) = parse_expressions("-e", text, name, name, &Options::default());
    problems.iter().all(|problem| !problem.is_error())
}

fn atom(name: &str) -> String {
    let mut text = String::new();
    write_atom(&mut text, name, Encoding::Unicode);
    text
}
