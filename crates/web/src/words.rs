//! Texts of the page that no other interface has.

use debugger::dialogue::Progress;
use debugger::words::count;

pub const TESTS: &str = "Tests";
pub const NOT_NOW: &str = "there is no question now\n";
pub const CANNOT_SAVE: &str = "Files cannot be written from the page: use `whodunit rewind` in a terminal.";
pub const CANNOT_ASK: &str = "The questions about this run are in the card beside it.";

pub const CHANGED: &str = "the program has changed: the rest of the session could not be replayed";

// ---- what is going on
pub const READING: &str = "Reading the program";
pub const WAITS_FOR_INPUT: &str = "The program waits for input";

/// `Running for 3 s, 12.5 million steps`
pub fn progress(progress: Progress, seconds: u64) -> String {
    match progress {
        Progress::Running { steps } if steps < 1_000_000 => format!("Running for {seconds} s"),
        Progress::Running { steps } => {
            format!("Running for {seconds} s, {:.1} million steps", steps as f64 / 1e6)
        }
        Progress::Thinking => "Answering automatically".to_owned(),
    }
}

/// `5 of 8 calls ruled out`
pub fn ruled_out(left: u64, most: u64, unit: &str) -> String {
    format!("{} of {} ruled out", most.saturating_sub(left), count(most, unit))
}

// ---- questions
pub const IS_IT_CORRECT: &str = "Would a correct program give this result?";
pub const IS_STEP_CORRECT: &str =
    "Would a correct program do this? If not, click the first line that is wrong.";
pub const ARE_INPUTS_CORRECT: &str = "Were all inputs correct? If not, click the line that is wrong.";
pub const ARE_ALL_CORRECT: &str = "Are all of these correct? If not, click the first one that is wrong.";
pub const WHERE_TO_BEGIN: &str = "Where did it go wrong?";

/// A button: its words, its key, and what it means.
pub struct Button {
    pub text: &'static str,
    pub key: &'static str,
    pub means: &'static str,
}

pub const CORRECT: Button =
    Button { text: "Correct", key: "y", means: "A correct program would give this result." };
pub const ALL_CORRECT: Button =
    Button { text: "All correct", key: "y", means: "A correct program would do all of this." };
pub const WRONG: Button =
    Button { text: "Wrong", key: "n", means: "A correct program would give another result." };
pub const TRUST: Button =
    Button { text: "Trust", key: "t", means: "Whatever this function is called with, it is correct." };
pub const INVALID: Button =
    Button { text: "Invalid call", key: "i", means: "Nobody should call it like this: blame the caller." };
pub const INVALID_STEP: Button =
    Button { text: "Invalid", key: "i", means: "This should never have happened: blame what caused it." };
pub const UNKNOWN: Button = Button { text: "Don't know", key: "d", means: "Ask me something else." };
pub const UNDO: Button = Button { text: "Undo", key: "u", means: "Take the last answer back." };
pub const NARROW_DOWN: Button =
    Button { text: "Narrow it down", key: "z", means: "Search inside it for the wrong expression." };
pub const UNSURE: Button = Button { text: "Not sure", key: "w", means: "Search the whole run." };
pub const INSIST: Button = Button { text: "It is wrong", key: "n", means: "Search for the bug anyway." };
pub const STOP: Button = Button { text: "Stop", key: "x", means: "Keep what was found so far." };
pub const RESTART: Button =
    Button { text: "Start over", key: "", means: "Read the sources again and start over." };
pub const SIMPLER: Button = Button { text: "Ask about that one", key: "x", means: "It is simpler." };

pub const SHOW_ALL: &str = "Show all";
pub const MISSING_FROM: &str = "Something is missing from";
pub const NOT_WRONG: &str = "The result was correct after all";
pub const ANOTHER: &str = "Another expression with a wrong value";
pub const ASK_ABOUT_IT: &str = "Ask about it";
pub const STRATEGY: &str = "Strategy";

// ---- panels
pub const QUESTION: &str = "Question";
pub const ANSWERS: &str = "Answers";
pub const OUTPUT: &str = "Output";
pub const TREE: &str = "Tree";
pub const SOURCE: &str = "Source";
pub const MESSAGES: &str = "Messages";
pub const TIME: &str = "Time";
pub const COMMAND: &str = "A rewind command";
pub const CANNOT_WALK: &str = "Only runs of Erlang programs can be stepped through.";
pub const ONE_PROCESS: &str = "This run has one process, so there are no messages to draw.";
pub const SHOW_CAUSES: &str = "Show causes and effects";
pub const CAUSES_HINT: &str = "Point at an event to see what led to it and what it led to.";
pub const WALK_HINT: &str = "Step through the run, forward and back. It is at its end. Undo takes \
    back an action with its consequences only. The line below takes every command of `whodunit rewind`.";

/// What can be done with the whole run: the button, the command, what it means.
pub const STRIDES: &[(&str, &str, &str)] = &[
    ("to the start", "undo start", "Undo everything"),
    ("back", "back 1", "Step back"),
    ("step", "run 1", "Step forward"),
    ("to the end", "run", "As far as it goes"),
    ("processes", "processes", "Where each process is"),
    ("events", "trace", "What has happened"),
];

/// The same for a process P.
pub const STRIDES_OF_PROCESS: &[(&str, &str, &str)] = &[
    ("back", "back P 1", "Step this process back"),
    ("step", "step P 1", "Step this process forward"),
    ("state", "state P", "Its position and variables"),
    ("mailbox", "mailbox P", "Messages waiting for it"),
    ("history", "history P", "What it has done"),
];
// ---- the tree
pub const ALL_CALLS: &str = "Calls";
pub const WHOLE_TREE: &str = "Show the whole tree";
pub const MORE_SIBLINGS: &str = "Show more";
pub const CALLS_BELOW: &str = "What it called";
pub const NODE: &str = "call";
pub const ASK_NEXT: &str = "ask next";
pub const ASK_NEXT_MEANS: &str = "Make this the next question";
pub const GO_THERE: &str = "go there";
pub const GO_THERE_MEANS: &str = "Go back to the moment when this call began";
pub const ONLY_THIS: &str = "only this";
pub const ONLY_THIS_MEANS: &str = "Show this call and what it called";
pub const REPORTED: &str = "reported as wrong";
pub const SUSPECT: &str = "may be to blame";
pub const CLEARED: &str = "ruled out by other answers";
pub const SEARCH: &str = "A function, or a part of a value";
pub const SEARCH_NOW: &str = "Search";
pub const SEARCH_ON: &str = "Search on";
pub const FOUND: &str = "Search results";

/// `… 970 calls in between`
pub fn between(calls: u32) -> String {
    format!("… {} in between", count(u64::from(calls), NODE))
}

/// `3 calls of functions with this name`
pub fn hits(found: usize, more: bool, by_name: bool) -> String {
    let found = count(found as u64, NODE);
    let what = if by_name { "with this name" } else { "with this value" };
    if more { format!("{found} {what} so far") } else { format!("{found} {what}") }
}

// ---- where a walk stands
pub const STANDS: &str = "Where the run stands";
pub const NO_WALK: &str = "nobody has begun to step through the run\n";
pub const PROCESSES: &str = "Processes";
pub const CALLS: &str = "Call stack";
pub const VARIABLES: &str = "Variables";
pub const MAILBOX: &str = "Mailbox";
pub const UNDER_WAY: &str = "in transit";

pub fn visit(end: bool) -> String {
    if end { "go to where it ended" } else { "go to where it began" }.to_owned()
}

/// `At entry 120, after 3450 steps`
pub fn position(entries: usize, steps: u64) -> String {
    format!("At entry {entries}, after {}", count(steps, "step"))
}

pub fn waiting(messages: usize) -> String {
    format!("{} waiting", count(messages as u64, "message"))
}

pub fn more_calls(calls: usize) -> String {
    format!("and {} more", count(calls as u64, NODE))
}

pub const NO_SOURCE: &str = "There is no source to show here.";
pub const EARLIER_OUTPUT_IS_CUT: &str = "Only the end of the output is shown.";
pub const PROGRAM_READS: &str = "The program reads a line";
pub const SEND: &str = "Send";
pub const END_OF_INPUT: &str = "End of input";
pub const REVISE: &str = "Change this answer to";

// ---- ends
pub const OVER: &str = "This session is over";
pub const PASSED: &str = "All tests passed.";
pub const FAILED_TESTS: &str = "Which failing test do you want to debug?";
