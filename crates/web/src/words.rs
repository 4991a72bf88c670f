//! Texts of the page that no other interface has.

use debugger::dialogue::Progress;
use debugger::words::count;

pub const TESTS: &str = "Tests";
pub const NOT_NOW: &str = "there is no question now\n";
pub const CANNOT_ASK: &str = "The questions about this run are in the card beside it.";

/// `Ready to be downloaded as run.whodunit`
pub fn saved(file: &str) -> String {
    format!("Ready to be downloaded as {file}.")
}

/// `Asking about the run up to here, beginning with process #2`
pub fn asking_here(process: u32) -> String {
    format!("Asking about the run up to here, beginning with process #{process}.")
}

pub const DOWNLOAD: &str = "Download";
pub const NOTHING_SAVED: &str = "nothing was saved\n";
pub const TEST_FILE: &str = "whodunit_tests.erl";
pub const NO_TESTS: &str = "there are no answers yet that could be tests\n";
pub const MADE_BY: &str = "This part was made by";

pub const CHANGED: &str = "the program has changed: the rest of the session could not be replayed";

// ---- what is going on
pub const READING: &str = "Reading the program";
pub const WAITS_FOR_INPUT: &str = "The program is waiting for input";

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
pub const NOBODY_ASKS_YET: &str = "Is a process wrong?";
pub const ASK_HERE_MEANS: &str =
    "Step through the run beside this, or begin questions about what a process has done so far.";
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

pub const HELP: Button = Button { text: "Help", key: "?", means: "What the page can do, and its keys" };

pub const COPY_MARKDOWN: &str = "Copy as Markdown";
pub const COPY_MEANS: &str = "The session so far, for a report or a message";
pub const COPY_LINK: &str = "Copy link";
pub const COPY_LINK_MEANS: &str = "The address of this view, for another tab of this browser";
pub const SAVE_TESTS: &str = "Save as tests";
pub const SAVE_TESTS_MEANS: &str = "Your answers as unit tests";
pub const WHERE_MADE: &str = "Where was this part made?";
pub const WHERE_MADE_MEANS: &str = "Show the call that made the part that you point at";

pub const SHOW_ALL: &str = "Show all";
pub const MISSING_QUESTION: &str = "Is a message missing?";
pub const MISSING_FROM: &str = "One from";
pub const MISSING: &str = "is missing";
pub const ALL_OF_IT: &str = "all of it";
pub const WHICH_CHARACTERS: &str = "Which characters are wrong";
pub const NOT_WRONG: &str = "The result was correct after all";
pub const ANOTHER: &str = "Another expression with a wrong value";
pub const ASK_ABOUT_IT: &str = "Ask about it";
pub const GOAL: &str = "Answers of the goal";
pub const MISSING_ANSWER: &str = "An answer of the goal is missing.";
pub const PREVIOUS_ANSWER: &str = "previous answer";
pub const FIRST_ANSWER: &str = "back to the first answer";
pub const MORE: &str = "more";
pub const MORE_MEANS: &str = "Ask about the next answer of the goal instead";
pub const IS_MISSING: &str = "an answer is missing";
pub const IS_MISSING_MEANS: &str = "Search for why an answer is missing";

/// `Answer 3 of the goal:`
pub fn answer_of_goal(n: usize) -> String {
    format!("Answer {n} of the goal:")
}

pub const EXPRESSION: &str = "An expression with a wrong value";
pub const FUNCTIONS: &str = "Functions";
pub const RECENT: &str = "Recent sessions";
pub const ASK: &str = "Ask";
pub const STRATEGY: &str = "Strategy";

// ---- panels
pub const QUESTION: &str = "Question";
pub const ANSWERS: &str = "Answers";
pub const OUTPUT: &str = "Output";
pub const TREE: &str = "Tree";
pub const SOURCE: &str = "Source";
pub const MESSAGES: &str = "Messages";
pub const TIME: &str = "Time";
pub const DIAGRAM: &str = "Sequence diagram";
pub const EVENT: &str = "Event";

/// The tabs: what the address says, and the title. The first is for narrow windows only.
pub const VIEWS: &[(&str, &str)] =
    &[("question", QUESTION), ("source", SOURCE), ("tree", TREE), ("messages", MESSAGES), ("time", TIME)];

pub const COMMAND: &str = "A rewind command";
pub const CANNOT_WALK: &str = "Only runs of Erlang programs can be stepped through.";
pub const ONE_PROCESS: &str = "This run has one process, so there are no messages to draw.";
pub const SHOW_CAUSES: &str = "Show causes and effects";
pub const CAUSES_HINT: &str = "Point at an event to see what led to it and what it led to.";
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
pub const SEARCH: &str = "A function, or a part of a value: {ok, _}";
pub const SEARCH_NOW: &str = "Search";
pub const SEARCH_ON: &str = "Keep searching";
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

/// `The first 12000 calls were searched`
pub fn searched(calls: u32) -> String {
    format!("The first {} were searched.", count(u64::from(calls), NODE))
}

// ---- where a walk stands
pub const STANDS: &str = "Where the run is";
pub const NO_WALK: &str = "nobody has started to step through the run\n";
pub const PROCESSES: &str = "Processes";
pub const SUPERVISOR: &str = "supervisor";

/// `linked with #2 and #3`
pub fn linked(with: &[u32]) -> String {
    let all: Vec<String> = with.iter().take(8).map(|n| format!("#{n}")).collect();
    let more =
        if with.len() > all.len() { format!(" and {} more", with.len() - all.len()) } else { String::new() };
    format!("linked with {}{more}", all.join(", "))
}

/// `started again after #4 ended`
pub fn replaces(n: u32) -> String {
    format!("started again after #{n} ended")
}

pub fn more_processes(processes: usize) -> String {
    format!("and {} more", processes)
}

pub const NO_STACK: &str = "Nothing is asked about now.";
pub const CALLS: &str = "Call stack";
pub const VARIABLES: &str = "Variables";
pub const MAILBOX: &str = "Mailbox";
pub const UNDER_WAY: &str = "in transit";

/// Texts of the help.
pub mod help {
    use super::{Button, CORRECT, INVALID, NARROW_DOWN, TRUST, UNDO, UNKNOWN, WRONG};
    use super::{MESSAGES, SOURCE, TIME, TREE};

    pub const TITLE: &str = "Find the bug by answering questions";
    pub const HOW: &str = "Each question is about one call, or one step of a process. Say whether a \
        correct program would do the same; the card then names the code to blame.";
    pub const ANSWERS: &[&Button] = &[&CORRECT, &WRONG, &UNKNOWN, &TRUST, &INVALID, &UNDO, &NARROW_DOWN];
    pub const POINTING: &str = "If only a part is wrong";
    pub const POINTING_LINES: &[&str] = &[
        "Click the wrong part of a value, then Wrong: the search goes to the call that made it.",
        "Click a string to choose the wrong characters; with Shift, a range of them.",
        "Click the first wrong line of a step, or press its number.",
        "Change any earlier answer in the list below the card.",
    ];
    pub const VIEWS: &str = "Views";
    pub const VIEW_LINES: &[(&str, &str)] = &[
        (SOURCE, "The code in question, with the clause that was taken."),
        (TREE, "All calls. Judge any of them, ask about it next, or go back to it."),
        (MESSAGES, "What processes sent to each other. Click an event to go there or to undo it."),
        (TIME, "The run, step by step, in both directions."),
    ];
    pub const KEYS: &str = "Every button with a letter works by that key. Tab and the arrows reach the rest.";
    pub const CLOSE: &str = "Close";
}

pub const CANNOT_COMPARE: &str = "only runs of Erlang programs, and not of tests, can be compared";
pub const COMPARING: &str = "Running the program once more …";

/// Texts of the sequence diagram.
pub mod diagram {
    pub const FILTER: &str = "What the diagram shows";
    pub const PROCESS: &str = "Process";
    pub const MESSAGE: &str = "Messages like";
    pub const CALLS: &str = "calls as one arrow";
    pub const CALLS_MEANS: &str = "Draw a request of OTP and its reply as one arrow";
    pub const ALL: &str = "monitors and names";
    pub const ALL_MEANS: &str = "Also show monitors and registered names";
    pub const TIMERS: &str = "timers";
    pub const TIMERS_MEANS: &str = "Draw timers in a lane of their own";
    pub const COMPARE: &str = "Compare with seed";
    pub const COMPARE_MEANS: &str = "Run the program in another order beside this one";
    pub const THIS_RUN: &str = "This run";
    pub const ALIKE: &str = "Both runs did the same.";

    /// `With seed 7: 3 events that are only here`
    pub fn only_here(run: &str, unique: usize) -> String {
        format!(
            "{run}: {} that {} only here (≠)",
            super::count(unique as u64, "event"),
            if unique == 1 { "is" } else { "are" }
        )
    }

    pub fn with_seed(seed: u64) -> String {
        format!("With seed {seed}")
    }

    pub const ZOOM: &str = "Size";
    pub const SMALLER: &str = "Smaller";
    pub const LARGER: &str = "Larger";
    pub const FIT: &str = "Fit the window";
    pub const FIT_SHORT: &str = "fit";
    pub const SAVE: &str = "Save as SVG";
    pub const SAVE_MEANS: &str = "Save what is shown as a file";
    pub const ONLY: &str = "only";
    pub const ONLY_MEANS: &str = "Show only what this process takes part in";
    pub const FOLD: &str = "fold";
    pub const FOLD_MEANS: &str = "Draw the processes below this one in its lane";
    pub const STATE_THERE: &str = "Go there";
    pub const STATE_THERE_MEANS: &str = "Go back to just after this event";
    pub const WHY: &str = "Why?";
    pub const WHY_MEANS: &str = "Show its causes and effects";
    pub const WRONG: &str = "This is wrong";
    pub const WRONG_MEANS: &str = "Begin the search here";
    pub const UNDO: &str = "Undo this";
    pub const UNDO_MEANS: &str = "Undo it with its consequences, and nothing else";
}

/// Texts of the view of time.
pub mod time {
    pub const WALK_HINT: &str = "Step through the run, forward and back. It begins at its end. \
        Undo takes back one action with its consequences only.";
    pub const BEGIN: &str = "Step through this run";
    pub const EARLIER: &str = "Earlier commands";
    pub const SCRUBBER: &str = "Events of the run";
    pub const TO_START: &str = "To the start";
    pub const BACK: &str = "Step back";
    pub const STEP: &str = "Step forward";
    pub const TO_END: &str = "As far as it goes";
    pub const MANUAL: &str = "Manual";
    pub const AUTOMATIC: &str = "Automatic";
    pub const ROLLBACK: &str = "Rollback";
    pub const BREAKPOINTS: &str = "Breakpoints";
    pub const NOTHING_NEXT: &str = "Nothing can happen: every process has exited or is waiting.";
    pub const TAKE: &str = "Let this happen next";
    pub const RUN_N: &str = "Run this many steps";
    pub const RUN_UNTIL: &str = "Run until a message, a line, a function, an exception …";
    pub const ROLLBACK_HINT: &str = "Undo an event in the list: it goes back with its \
        consequences, in all processes, and nothing else does.";
    pub const UNDO_PROCESS: &str = "undo this process";
    pub const UNDO_PROCESS_MEANS: &str = "Undo its creation and all consequences";
    pub const AGAIN_ALL: &str = "redo all";
    pub const AGAIN_ALL_MEANS: &str = "Replay everything that was undone";
    pub const UNDO_BIND: &str = "Go back to where a variable got its value";
    pub const REVERSE: &str = "Run backward until a message, a line, an exception …";
    pub const REVERSE_TO_STOP: &str = "back to the last breakpoint";
    pub const REVERSE_MEANS: &str = "Run backward to the last breakpoint";
    pub const BREAK: &str = "Stop at a function, line, message, exception or binding";
    pub const BREAK_HERE: &str = "Stop at line";
    pub const DELETE: &str = "Delete the breakpoint";
    pub const DO_IT: &str = "Go";
    pub const EVENTS: &str = "Events";
    pub const NO_EVENTS: &str = "No process has interacted with another yet.";
    pub const NOW: &str = "The run is here";
    pub const GO: &str = "go";
    pub const GO_MEANS: &str = "Go to just after this event";
    pub const WHY: &str = "why";
    pub const WHY_MEANS: &str = "Show its causes and effects";
    pub const UNDO: &str = "undo";
    pub const UNDO_MEANS: &str = "Undo it with its consequences";
    pub const AGAIN: &str = "redo";
    pub const AGAIN_MEANS: &str = "Replay it with its causes";
    pub const ORIGIN: &str = "origin";
    pub const ORIGIN_MEANS: &str = "Show where this value was made and how it got here";

    /// The schedules: the button, the command, what it means.
    pub const AUTOMATIC_STRIDES: &[(&str, &str, &str)] = &[
        ("run", "run", "As far as it goes, by the schedule of this run"),
        ("fair", "fair", "All in turn; messages arrive as they are sent"),
        ("random", "random", "In a random order, given by the seed"),
        ("without deliveries", "normalise", "As far as it goes while no message arrives"),
    ];

    /// Commands that show a process P.
    pub const OF_PROCESS: &[(&str, &str, &str)] = &[
        ("state", "state P all", "Its position, variables, stack and mailbox"),
        ("history", "history P", "What it has done"),
        ("why is it waiting", "why P", "What it waits for"),
    ];
}

pub fn visit(end: bool) -> String {
    if end { "go to where it ended" } else { "go to where it began" }.to_owned()
}

/// `Event 11 of 13 · 45 steps`
pub fn position(happened: usize, all: usize, steps: u64) -> String {
    format!("Event {happened} of {all} · {}", count(steps, "step"))
}

/// `running`, `waits`, `exited`
pub fn standing(seen: &debugger::walk::view::ProcessSeen) -> String {
    use debugger::walk::view::Standing;
    match seen.status {
        Standing::Runnable => "can run".to_owned(),
        Standing::Exiting => "about to exit".to_owned(),
        Standing::Suspended => "suspended".to_owned(),
        Standing::Waiting => "waiting".to_owned(),
        Standing::Value | Standing::Exception | Standing::Killed => seen.row.outcome_text(),
    }
}

pub fn waiting(messages: usize) -> String {
    format!("{} waiting", count(messages as u64, "message"))
}

pub fn more_calls(calls: usize) -> String {
    format!("and {} more", count(calls as u64, NODE))
}

pub fn more_choices(choices: usize) -> String {
    format!("and {} more", count(choices as u64, "choice"))
}

pub fn more_events(events: usize) -> String {
    format!("and {} more", count(events as u64, "event"))
}

pub fn earlier_commands(commands: usize) -> String {
    format!("{} before", count(commands as u64, "command"))
}

pub const NO_SOURCE: &str = "There is no source to show here.";
pub const EARLIER_OUTPUT_IS_CUT: &str = "Only the end of the output is shown.";
pub const PROGRAM_READS: &str = "The program reads a line";
pub const SEND: &str = "Send";
pub const END_OF_INPUT: &str = "End of input";
pub const REVISE: &str = "Change this answer to";

// ---- ends
pub const OVER: &str = "This session is over";
pub const NOTHING_TESTED: &str = "There are no tests to run.";
pub const PASSED: &str = "All tests passed.";
pub const NONE_FAILED: &str = "No test failed, but some did not run.";
pub const COULD_NOT_RUN: &str = "These did not run";
pub const EXPECTED: &str = "expected";
pub const FOUND_INSTEAD: &str = "found";
pub const FAILED_TESTS: &str = "Which failing test do you want to debug?";
