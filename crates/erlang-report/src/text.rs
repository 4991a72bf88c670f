//! Terms as a reader sees them.

use std::path::Path;
use std::time::Duration;

use erlang_machine::exception::Exception;
use erlang_machine::machine::CutOff;
use erlang_term::Term;
use erlang_term::print::{Encoding, Pretty, pretty};

const UNICODE: Pretty = Pretty {
    column: 1,
    width: 80,
    depth: None,
    chars_limit: None,
    line_max_chars: None,
    encoding: Encoding::Unicode,
    strings: true,
    printable: Encoding::Latin1,
};

/// As `~tp` prints it: with line breaks, in full.
pub fn value(term: &Term) -> String {
    pretty(term, &UNICODE)
}

/// As `~0tp` prints it: in one line, in full.
pub fn one_line(term: &Term) -> String {
    pretty(term, &Pretty { width: 0, ..UNICODE })
}

/// In one line, in about this many characters: what goes beyond is cut inside, as `...`.
pub fn brief(term: &Term, characters: usize) -> String {
    pretty(term, &Pretty { width: 0, chars_limit: Some(characters), ..UNICODE })
}

/// The same, with no characters spent on the stack of an exception, neither in the reason of an
/// exit nor in a message that tells of one.
pub fn without_stack(term: &Term, characters: usize) -> String {
    if let Some([before @ .., last]) = term.as_tuple()
        && let Some(reason) = before_stack(term).or_else(|| before_stack(last))
    {
        let reason = format!("{{{},[...]}}", brief(reason, characters));
        if before_stack(term).is_some() {
            return reason;
        }
        let parts = before.iter().map(|part| brief(part, characters)).chain([reason]);
        return format!("{{{}}}", parts.collect::<Vec<_>>().join(","));
    }
    brief(term, characters)
}

/// `Reason` of `{Reason, Stack}`.
fn before_stack(term: &Term) -> Option<&Term> {
    let [reason, Term::Cons(stack)] = term.as_tuple()? else { return None };
    match stack.head.as_tuple()? {
        [Term::Atom(_), Term::Atom(_), _, Term::Cons(_) | Term::Nil] => Some(reason),
        _ => None,
    }
}

/// As the shell prints it inside an exception, beginning at a column: what is very deep or long is
/// cut.
pub fn in_shell(term: &Term, column: usize) -> String {
    pretty(term, &Pretty { column, depth: Some(30), line_max_chars: Some(60), ..UNICODE })
}

/// `error:badarg`
pub fn exception(exception: &Exception) -> String {
    format!("{}:{}", exception.class.atom().name(), one_line(&exception.reason))
}

/// `tcp.erl:39`: the file without its folders, which the reader knows.
pub fn place(file: &str, line: u32) -> String {
    let name = Path::new(file).file_name().map_or(file.into(), |name| name.to_string_lossy());
    format!("{name}:{line}")
}
/// Why a run was stopped, and what would still have happened. `option` is how to set the time.
pub fn cut_off(cut_off: &CutOff, option: &str) -> String {
    let CutOff { overtime, running, next_timer } = cut_off;
    let when = match overtime.is_zero() {
        true => "when the expression finished".to_owned(),
        false => format!("{} (virtual) after the expression finished", time(*overtime)),
    };
    let running = match running {
        0 => None,
        1 => Some("1 process is still running".to_owned()),
        n => Some(format!("{n} processes are still running")),
    };
    let timer = next_timer.map(|due| format!("next timer in {}", time(due)));
    let left: Vec<String> = running.into_iter().chain(timer).collect();
    format!("stopped {when}: {}; {option} changes that", left.join(", "))
}

/// `2 s`, `0.25 s`
fn time(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 0.001 => "less than 0.001 s".to_owned(),
        seconds => format!("{} s", (seconds * 1000.0).round() / 1000.0),
    }
}
