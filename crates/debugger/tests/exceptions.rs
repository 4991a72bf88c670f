//! Exceptions are shown as the shell of real Erlang shows them. `data/exceptions.txt` is written by
//! `data/exceptions.escript`.

use debugger::erlang::exception::{Details, Exception, Style, format};
use erlang_machine::Class;
use erlang_syntax::read_term;
use erlang_term::{Term, atoms};

#[test]
fn as_the_shell_shows_them() {
    let cases = include_str!("data/exceptions.txt");
    let mut count = 0;
    for case in cases.split("\n\n").skip(1) {
        let (exception, expected) =
            case.split_once(".\n** ").expect("a case: a term, then what the shell shows");
        check(exception, &format!("** {}", expected.trim_end_matches('\n')));
        count += 1;
    }
    assert!(count > 60, "only {count} cases found");
}

fn check(exception: &str, expected: &str) {
    let term = read_term(exception).unwrap_or_else(|error| panic!("{exception}: {}", error.message));
    let Some([class, reason, trace]) = term.as_tuple() else { panic!("{exception}") };
    let class = match class {
        Term::Atom(atoms::ERROR) => Class::Error,
        Term::Atom(atoms::EXIT) => Class::Exit,
        _ => Class::Throw,
    };
    let style = Style { source_line: &|_, _| None, is_outside: &|module| module.name() == "erl_eval" };
    let shown = format(&Exception { class, reason, trace, details: Details::default() }, &style);
    assert_eq!(shown, expected, "for {exception}");
}
