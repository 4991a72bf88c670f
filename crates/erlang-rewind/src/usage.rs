//! The commands as `help` and complaints show them, and what their names may be shortened to.

/// One command.
pub struct Usage {
    /// Its forms, alternatives on lines of their own.
    pub forms: &'static [&'static str],
    pub meaning: &'static str,
    /// Shorter or other names.
    pub aliases: &'static [&'static str],
    /// A line to try.
    pub example: &'static str,
}

impl Usage {
    pub fn name(&self) -> &'static str {
        self.forms[0].split(' ').next().unwrap_or_default()
    }
}

const fn usage(
    forms: &'static [&'static str],
    aliases: &'static [&'static str],
    meaning: &'static str,
    example: &'static str,
) -> Usage {
    Usage { forms, meaning, aliases, example }
}

/// In the order in which `help` tells of them; groups are separated where their titles say.
pub const COMMANDS: &[Usage] = &[
    usage(
        &["run [N]", "run until EVENT"],
        &["r"],
        "run N steps, until EVENT, or as far as it goes",
        "run until send {hungry, _, _}",
    ),
    usage(
        &["step P [N]", "step P [N] into"],
        &["s"],
        "run one process, N expressions (into: machine steps)",
        "step <0.83.0> 10",
    ),
    usage(&["fair [N]"], &[], "run all processes in turn; messages arrive as they are sent", "fair 600"),
    usage(&["random [N]"], &[], "run in a random order, given by the seed", "random 600"),
    usage(&["normalise"], &["normalize"], "run without delivering messages", "normalise"),
    usage(&["choices"], &["c"], "list what can happen next", "choices"),
    usage(&["take CHOICE"], &["t"], "take one of the choices, by its number", "take 2"),
    usage(
        &["back [N]", "back P [N]", "back P [N] into"],
        &["b"],
        "undo N steps, or N expressions of one process",
        "back waiter 3",
    ),
    usage(&["go ID"], &["g"], "go to just after an event, back or forward", "go 12"),
    usage(
        &[
            "undo send ID",
            "undo deliver ID",
            "undo receive ID",
            "undo spawn P",
            "undo bind P X",
            "undo event ID",
            "undo steps P N",
            "undo start",
        ],
        &["u"],
        "undo an action and its consequences, nothing else",
        "undo send 59",
    ),
    usage(
        &[
            "replay",
            "replay send ID",
            "replay deliver ID",
            "replay receive ID",
            "replay spawn P",
            "replay bind P X",
            "replay event ID",
            "replay steps P N",
        ],
        &[],
        "redo everything, or one action with its causes",
        "replay receive 12",
    ),
    usage(
        &["reverse [EVENT]"],
        &[],
        "run backward to the last breakpoint or EVENT",
        "reverse send {eaten, _}",
    ),
    usage(&["processes"], &["p"], "list the processes and where they are", "processes"),
    usage(&["state P [all]"], &["st"], "show its position, variables, stack, mailbox", "state waiter all"),
    usage(&["mailbox P"], &["m"], "show messages in the mailbox and in transit to it", "mailbox waiter"),
    usage(&["history P [all]"], &["h"], "show what a process did, latest first", "history waiter"),
    usage(
        &["trace [P…] [like PATTERN] [all]"],
        &["tr"],
        "list the events between processes",
        "trace waiter like {set_state, _, _}",
    ),
    usage(&["why ID", "why P"], &["w"], "show causes and effects, or what a process waits for", "why waiter"),
    usage(&["watch P X"], &[], "show where the value of a variable came from", "watch waiter RightForkId"),
    usage(&["output"], &["o"], "show what the program has printed so far", "output"),
    usage(
        &[
            "break M:F/A",
            "break FILE:LINE",
            "break send PATTERN",
            "break deliver PATTERN",
            "break receive PATTERN",
            "break spawn",
            "break exception [error] [exit] [throw] [uncaught]",
            "break exit [P]",
            "break bind X [= PATTERN]",
            "break ID",
            "break … [if EXPRESSION] [hit N] [log TEXT]",
        ],
        &[],
        "set a breakpoint, for both directions",
        "break dining.erl:46 if RightForkId =:= 3",
    ),
    usage(&["breaks"], &["breakpoints"], "list the breakpoints", "breaks"),
    usage(&["delete N"], &[], "delete a breakpoint", "delete 1"),
    usage(&["ask P"], &[], "answer questions about P to find the bug", "ask waiter"),
    usage(&["save FILE"], &[], "save the session (continue with --load FILE)", "save dining.rewind"),
    usage(&["help [COMMAND]"], &["?"], "show this text, or help on one command", "help undo"),
    usage(&["quit"], &["q", "exit"], "end the session", "quit"),
];

/// Whose examples `help` shows; those of others are in the help about them.
const GROUPS: &[(&str, &str)] = &[
    ("run", "Forward"),
    ("back", "Backward and forward again"),
    ("processes", "Inspect"),
    ("break", "Breakpoints"),
    ("ask", "Session"),
];

const NOTES: &str = "
P: a process, as <0.83.0>, 83, #2 (the second one created), its registered name,
or its first function if no other process began with it.
ID: the number of an event in `trace`. EVENT: anything that `break` can stop at.
PATTERN: a term in which _ and variables match anything.
An empty line repeats the last command. `help undo` shows all forms of undo.";

/// The command that a word names, in full or in short.
pub fn full_name(word: &str) -> Option<&'static str> {
    let named = |usage: &&Usage| usage.name() == word || usage.aliases.contains(&word);
    COMMANDS.iter().find(named).map(Usage::name)
}

/// `expected: back [N] | back P [N]`
pub fn expected(name: &str) -> String {
    let forms = find(name).map(|usage| usage.forms.join(" | ")).unwrap_or_default();
    format!("expected: {forms}")
}

/// What a run can stop at: `expected: M:F/A | FILE:LINE | …`
pub fn expected_event() -> String {
    let forms = find("break").map_or(&[][..], |usage| usage.forms);
    let forms = forms.iter().filter_map(|form| form.strip_prefix("break "));
    let events: Vec<&str> = forms.filter(|form| !form.starts_with('…')).collect();
    format!("expected: {}", events.join(" | "))
}

fn find(name: &str) -> Option<&'static Usage> {
    COMMANDS.iter().find(|usage| usage.name() == name)
}

/// All commands in short, or one of them in full.
pub fn help(about: Option<&str>) -> Result<String, String> {
    match about {
        None => Ok(overview()),
        Some(word) => match full_name(word).and_then(find) {
            Some(usage) => Ok(in_full(usage)),
            None => Err(format!("unknown command `{word}`: `help` lists the commands")),
        },
    }
}

fn overview() -> String {
    let mut text = String::new();
    for usage in COMMANDS {
        if let Some((_, title)) = GROUPS.iter().find(|(first, _)| *first == usage.name()) {
            text.push_str(&format!("{}{title}\n", if text.is_empty() { "" } else { "\n" }));
        }
        let form = match usage.forms {
            [form] => (*form).to_owned(),
            [first, second] if first.len() + second.len() < 24 => format!("{first}, {second}"),
            [first, ..] => format!("{first}, …"),
            [] => String::new(),
        };
        text.push_str(&format!("  {form:24}  {}\n", usage.meaning));
    }
    text.push_str(NOTES);
    text
}

fn in_full(usage: &Usage) -> String {
    let mut lines: Vec<String> = usage.forms.iter().map(|form| format!("  {form}")).collect();
    lines.insert(0, format!("{}: {}", usage.name(), usage.meaning));
    if !usage.aliases.is_empty() {
        lines.push(format!("short: {}", usage.aliases.join(", ")));
    }
    lines.push(format!("example: {}", usage.example));
    lines.join("\n")
}

/// What a word of a line may become: commands, what they take, processes by these names.
pub fn candidates(processes: &[String], before: &str, word: &str) -> Vec<String> {
    let mut words = before.split_whitespace();
    let Some(command) = words.next() else {
        return matching(COMMANDS.iter().map(|usage| usage.name()), word);
    };
    let Some(name) = full_name(command) else { return Vec::new() };
    let arguments = words.count();
    let stops = &["send", "deliver", "receive", "spawn", "exception", "exit", "bind"][..];
    let kinds = match name {
        "undo" if arguments == 0 => {
            &["send", "deliver", "receive", "spawn", "bind", "event", "steps", "start"][..]
        }
        "replay" if arguments == 0 => &["send", "deliver", "receive", "spawn", "bind", "event", "steps"],
        "break" | "reverse" if arguments == 0 => stops,
        "break" | "reverse" => &["if", "hit", "log"],
        "run" if arguments == 0 => &["until"],
        "run" if arguments == 1 => stops,
        "run" => &["if", "hit", "log"],
        "help" => return matching(COMMANDS.iter().map(|usage| usage.name()), word),
        "state" | "history" if arguments > 0 => &["all"],
        "step" | "back" if arguments > 0 => &["into"],
        "trace" => &["like", "all"],
        _ => &[],
    };
    matching(kinds.iter().copied().chain(processes.iter().map(String::as_str)), word)
}

fn matching<'a>(words: impl Iterator<Item = &'a str>, start: &str) -> Vec<String> {
    words.filter(|word| word.starts_with(start)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_a_command() {
        for usage in COMMANDS {
            assert!(crate::command::parse(usage.example).is_ok(), "{}", usage.example);
            assert!(help(Some(usage.name())).is_ok());
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> =
            COMMANDS.iter().flat_map(|usage| usage.aliases.iter().copied().chain([usage.name()])).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
    #[test]
    fn words() {
        let processes = ["<0.82.0>", "#1", "<0.83.0>", "#2", "waiter"].map(str::to_owned);
        let check = |line: &str, expected: &[&str]| {
            let start = line.rfind(' ').map_or(0, |at| at + 1);
            assert_eq!(candidates(&processes, &line[..start], &line[start..]), expected, "{line}");
        };
        check("no", &["normalise"]);
        check("st", &["step", "state"]);
        check("step w", &["waiter"]);
        check("s <0.83", &["<0.83.0>"]);
        check("undo s", &["send", "spawn", "steps", "start"]);
        check("undo bind w", &["waiter"]);
        check("run u", &["until"]);
        check("state waiter a", &["all"]);
        check("nonsense w", &[]);
        check("why #", &["#1", "#2"]);
        check("break m:12 ", &["if", "hit", "log", "<0.82.0>", "#1", "<0.83.0>", "#2", "waiter"]);
        check("run until exc", &["exception"]);
    }
}
