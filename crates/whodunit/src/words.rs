//! What the command line says in a conversation: prompts, replies, verdicts.

use debugger::words::count;
pub use debugger::words::verdicts::{
    ACTUAL_VALUES, CulpritKind, assumption, bug_found, doubted, evidence, innocent, questions, simpler,
};
use session::event::{Claim, ClaimKind, QuestionKind};

pub const CORRECT: &str = "Correct? ";
pub const CORRECT_KEYS: &str = "Correct? [y]es [n]o [t]rust [i]nvalid call [d]on't know [?] help ";
pub const HERE: &str = "Should this expression have this value here? ";
pub const HERE_KEYS: &str = "Should this expression have this value here? [y/n, d if unsure, ? for help] ";
pub const ALL_CORRECT: &str = "All correct? [y, or the number of the first wrong one] ";
pub const NARROW_DOWN: &str = "Narrow it down to an expression? [y/n, ? for help] ";
pub const DONE: &str = "Done? [y, ? for help] ";
pub const DONE_UNDECIDED: &str = "Done? [y, r to revise an answer, u to undo the last one] ";
pub const CUT: &str = "(shortened at `...`: + shows more, f everything, /TEXT finds text)";

pub fn not_an_answer(file: &str, line: usize, why: &str) -> String {
    format!("{file}:{line}: this is not an answer: {why}")
}

pub fn ignored_answer(file: &str, line: usize, why: &str) -> String {
    format!("{file}:{line}: this is not an answer, and was ignored: {why}")
}

pub fn incomplete_answer(file: &str, line: usize) -> String {
    format!("{file}:{line}: the last line is incomplete and was ignored")
}

pub fn contradictory_answer(file: &str, line: usize) -> String {
    format!("{file}:{line}: this contradicts an earlier answer, which no longer counts")
}

/// The prompt of a question with numbered claims. Help is offered first, and explains the rest.
pub fn first_incorrect(claims: &[Claim], explained: bool) -> String {
    let hint = if explained { "0 if one is missing" } else { "? for help" };
    format!("First incorrect line? [{}, y if all are correct, {hint}] ", numbers(claims))
}

/// Which of these claims lacks something.
pub fn what_is_missing(claims: &[&Claim]) -> String {
    let names = claims.iter().filter_map(|claim| missing_from(claim.kind).map(|name| (claim.id, name)));
    let names: String = names.map(|(id, name)| format!("{id} {name}, ")).collect();
    format!("What is missing? [{names}Enter for anything else] ")
}

/// What a claim of this kind can lack. `None`: it always says one thing.
pub fn missing_from(kind: ClaimKind) -> Option<&'static str> {
    match kind {
        ClaimKind::Received => Some("a received message"),
        ClaimKind::Sent => Some("a sent message"),
        ClaimKind::Created => Some("a new process"),
        ClaimKind::Wrote => Some("a change of shared data"),
        _ => None,
    }
}

/// Before a verdict rests on what came in.
pub fn inputs_right(claims: &[Claim]) -> String {
    format!("Were all inputs correct? [y, or the number of a wrong line: {}] ", numbers(claims))
}

/// `1–3, 5`: the numbers of the claims that are shown
fn numbers(claims: &[Claim]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for claim in claims.iter().filter(|claim| claim.is_shown()) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == claim.id => *last = claim.id,
            _ => ranges.push((claim.id, claim.id)),
        }
    }
    let text = |(first, last): &(u32, u32)| match first == last {
        true => first.to_string(),
        false => format!("{first}–{last}"),
    };
    ranges.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// `1–4`
pub fn range(count: usize) -> String {
    if count == 1 { "1".into() } else { format!("1–{count}") }
}

pub fn where_to_begin(processes: usize) -> String {
    let range = range(processes);
    format!("Where did it go wrong? [{range}, e for an event, w if unsure, ? for help] ")
}

pub const WHICH_EVENT: &str = "Which event? [its number in the diagram] ";
pub const EVENT_NUMBER: &str = "Type the number of an event, as the diagram (m) shows it.";
pub const CLAIM_NUMBER: &str = "Type the number of a line.";
pub const ANSWER_NUMBER: &str =
    "Type the number of an answer, as h lists them: 2, or e2 for one of an earlier session.";
pub const NOT_LISTED: &str = "That number is not in the list.";
pub const WHICH_ANSWER: &str = "Which answer? [its number] ";
pub const WHICH_PART: &str = "Which part is wrong? [like .2.1, Enter for all of it] ";
pub const WHICH_STRATEGY: &str = "Strategy? ";
pub const REVISED: &str = "Correct? [y]es [n]o [t]rust [i]nvalid call [d]on't know ";
pub const FIRST_WRONG: &str = "Which is the first wrong one? [its number, Enter if unsure] ";
pub const NO_ANSWERS: &str = "You have not answered anything yet.";
pub const NOTHING_SIMPLER: &str = "There is no simpler expression to ask about.";
pub const ZOOM_TOO_EARLY: &str = "First find the function; then you can look inside it.";
pub const NO_SOURCE: &str = "The source is not available.";
pub const NOT_WRONG: &str = "Then there is no bug to find here.";
pub const ANOTHER: &str = "Another expression with a wrong value? [Enter to quit, c to continue here] ";

pub fn first_wrong_claim(claims: &[Claim]) -> String {
    format!("Which is the first incorrect line? [{}, Enter if unsure] ", numbers(claims))
}

/// Of received messages.
pub fn which_message(items: usize) -> String {
    format!("Which one is unexpected? [{}, 0 if one is missing, Enter if unsure] ", range(items))
}

/// Of variables.
pub fn which_variable(items: usize) -> String {
    format!("Which one is wrong? [{}, Enter if unsure] ", range(items))
}

/// Of sent messages or created processes.
pub fn which_action(items: usize) -> String {
    format!("Which one is unexpected? [{}, Enter if unsure or if one is missing] ", range(items))
}

pub const MORE_PROCESSES: &str = "(p all shows every process)";
pub const WHO_SENDS: &str = "Which process should have sent it? [process, p to list, Enter if unsure] ";

pub fn no_process(name: &str) -> String {
    format!("There is no process {name}.")
}

pub fn unknown_key(key: &str) -> String {
    format!("Unknown answer `{key}`. Type ? for help.")
}

pub fn not_found(text: &str) -> String {
    format!("`{text}` does not occur here.")
}

pub fn more_members(more: usize) -> String {
    format!("and {more} more (+ shows them)")
}

pub fn times(times: u32) -> String {
    if times == 2 { "(twice)".into() } else { format!("({times} times)") }
}

pub fn diagram_written(file: &str) -> String {
    format!("Diagram written to {file}.")
}

pub fn cannot_write(file: &str, error: &std::io::Error) -> String {
    format!("Cannot write {file}: {error}.")
}

pub fn answers_are_saved(file: &str) -> String {
    format!("Your answers are saved in {file}. Run the same command to continue.")
}

pub const SAVE_WHERE: &str = "In which file? [Enter to quit without saving, c to continue] ";

pub fn save_answers(answers: u64) -> String {
    format!("Save your {}? [a file name, Enter for no, c to continue] ", count(answers, "answer"))
}

/// The prompt of a question whose claims are not numbered.
pub fn prompt(kind: QuestionKind, explained: bool) -> &'static str {
    match (kind, explained) {
        (QuestionKind::Group, _) => ALL_CORRECT,
        (QuestionKind::Expression, true) => HERE,
        (QuestionKind::Expression, false) => HERE_KEYS,
        (_, true) => CORRECT,
        (_, false) => CORRECT_KEYS,
    }
}

/// A line about one of the slowest tests.
pub fn slow_test(seconds: f64, name: &str) -> String {
    format!("{seconds:>9.3} s  {name}")
}

pub const SLOWEST: &str = "The slowest tests, in virtual time:";

pub const NONE_FAILED_BEFORE: &str = "No test failed in the last run here.";

/// The names of failed tests could not be kept for the next run.
pub fn names_not_kept(why: &str) -> String {
    format!("note: `--failed` will not know the tests that failed now: {why}")
}

/// What `--seeds` says of a test that failed.
pub fn under_seeds(name: &str, failures: u64, seeds: u64, seed: u64, is_flaky: bool) -> String {
    let again = format!("--schedule random --seed {seed}");
    match is_flaky {
        true => format!("flaky: {name} failed under {failures} of {seeds} schedules; to repeat: {again}"),
        false => format!("failed: {name} failed under every schedule; to repeat: {again}"),
    }
}

/// What `--seeds` says if nothing failed.
pub fn same_under_seeds(tests: usize, seeds: u64) -> String {
    format!("{} passed under {}.", count(tests as u64, "test"), count(seeds, "schedule"))
}

pub fn tests_of_erlang_only(option: &str) -> String {
    format!("{option} works only for tests of Erlang programs")
}
