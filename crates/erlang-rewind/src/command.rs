//! The language of the session: a line to a command, or what was expected instead.

mod words;

use erlang_report::Pattern;
use erlang_syntax::closest;
use erlang_term::Term;

use crate::breakpoints::{Exceptions, HitCondition, read_function};
use crate::usage::{self, COMMANDS};
use words::Words;

/// What a line asks for. Processes are still named as the user names them: who is meant depends on
/// the moment.
#[derive(Debug)]
pub enum Command {
    Step {
        process: ProcessName,
        count: u64,
        stride: Stride,
    },
    Back {
        process: ProcessName,
        count: u64,
        stride: Stride,
    },
    /// The whole run, by its steps.
    BackAll(u64),
    /// As the schedule chooses; without a number, until nothing can go on.
    Run {
        with: Scheduler,
        count: Option<u64>,
    },
    RunUntil(Wish),
    /// Back along the run to the last hit of a breakpoint, or of this one.
    Reverse(Option<Wish>),
    Normalise,
    /// To just after this event, along the run: back, or forward through what was undone.
    Go(u32),
    Undo(NamedTarget),
    /// None: all that was undone.
    Replay(Option<NamedTarget>),
    Processes,
    State {
        process: ProcessName,
        all: bool,
    },
    Mailbox(ProcessName),
    History {
        process: ProcessName,
        all: bool,
    },
    Trace {
        processes: Vec<ProcessName>,
        message: Option<Pattern>,
        all: bool,
    },
    Choices,
    Take(usize),
    Break(Wish),
    Breaks,
    Delete(u32),
    /// Where the value of a variable came from.
    Watch {
        process: ProcessName,
        variable: String,
    },
    /// Why an event happened, and what came of it.
    Why(u32),
    /// What a process waits for.
    WhyWaiting(ProcessName),
    Output,
    Save(String),
    Ask(ProcessName),
    Help(Option<String>),
    Quit,
}

/// How far one process goes at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stride {
    /// To the next expression of the user's code: what the library does on the way counts for
    /// nothing.
    Expression,
    /// A step of the machine, in the library, too.
    Into,
}

/// `<0.81.0>`, `81`, `#3`, a registered name, or the function that it began with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcessName(pub String);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheduler {
    /// The one that the session began with.
    Chosen,
    Fair,
    Random,
}

/// Up to what is undone or replayed. Numbers are those of events; that of any event of a message
/// means the message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NamedTarget {
    Send(u32),
    Deliver(u32),
    Receive(u32),
    Spawn(ProcessName),
    Bind {
        process: ProcessName,
        variable: String,
    },
    /// Any event, by its number.
    Event(u32),
    /// This many steps of a process.
    Steps {
        process: ProcessName,
        count: u64,
    },
    Start,
}

/// A stop, and when it is one.
#[derive(Debug)]
pub struct Wish {
    /// As it was typed.
    pub text: String,
    pub stop: Stop,
    /// An expression that must be true there.
    pub condition: Option<String>,
    /// How often it must have been hit, as it was written.
    pub hits: Option<String>,
    /// What to write in the place of stopping, with expressions in braces.
    pub log: Option<String>,
}

impl Wish {
    /// A line of a file.
    pub fn at_line(file: &str, line: u32) -> Wish {
        Wish::at(format!("{file}:{line}"), Stop::Line { file: file.to_owned(), line })
    }

    /// `m:f/1`, `m:f`, `f/1` or `f`. Any other text names a function that does not exist.
    pub fn at_function(name: &str) -> Wish {
        let (module, function, arity) = read_function(name).unwrap_or((None, name.to_owned(), None));
        Wish::at(name.to_owned(), Stop::Call { module, function, arity })
    }

    fn at(text: String, stop: Stop) -> Wish {
        Wish { text, stop, condition: None, hits: None, log: None }
    }

    /// Adds a condition, a hit count or a text to log. An empty one is ignored.
    pub fn only(self, condition: Option<String>, hits: Option<String>, log: Option<String>) -> Wish {
        let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let (condition, hits, log) = (given(condition), given(hits), given(log));
        let parts = [("if", &condition), ("hit", &hits), ("log", &log)].into_iter();
        let extras = parts.filter_map(|(word, part)| part.as_ref().map(|part| format!(" {word} {part}")));
        Wish { text: self.text + &extras.collect::<String>(), condition, hits, log, ..self }
    }

    /// Where it is, without what is only asked for there.
    pub fn place(&self) -> &str {
        let end = first_keyword(&self.text, &KEYWORDS).map_or(self.text.len(), |(at, _)| at);
        self.text[..end].trim_end()
    }

    pub fn is_same(&self, other: &Wish) -> bool {
        (&self.text, &self.condition, &self.hits, &self.log)
            == (&other.text, &other.condition, &other.hits, &other.log)
    }
}

/// Where a run stops, forward or backward.
#[derive(Debug)]
pub enum Stop {
    /// A function is called. Without a module, of any of the user's; without an arity, of any.
    Call {
        module: Option<String>,
        function: String,
        arity: Option<u32>,
    },
    /// A process reaches this line. The file as far as the user names it; `m:12` means the file of
    /// module `m`.
    Line {
        file: String,
        line: u32,
    },
    Send(Pattern),
    Deliver(Pattern),
    Receive(Pattern),
    /// One of these is raised.
    Exception(Exceptions),
    /// A process ends: this one, or any.
    Exit(Option<ProcessName>),
    Spawn,
    /// A variable takes a value.
    Bind {
        variable: String,
        value: Option<Pattern>,
    },
    /// The event of this number.
    Event(u32),
}

/// `step P into`
const INTO: &str = "into";

/// The number of latest events that are shown by default.
pub const WINDOW: usize = 40;

/// None: an empty line.
pub fn parse(line: &str) -> Result<Option<Command>, String> {
    let mut words = Words { rest: line.trim() };
    let Some(head) = words.next() else { return Ok(None) };
    let Some(name) = usage::full_name(head) else {
        let near = closest(head, COMMANDS.iter().map(|usage| usage.name()));
        let hint = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        return Err(format!("unknown command `{head}`: {hint}`help` lists the commands"));
    };
    let command = command(name, &mut words).map_err(|problem| {
        // What a run stops at is said where breakpoints are.
        let about_stops = line.contains("until") || (name == "reverse" && line.contains(' '));
        let expected = if about_stops { usage::expected_event() } else { usage::expected(name) };
        match problem {
            Problem::Incomplete => expected,
            Problem::Because(why) => format!("{why}\n{expected}"),
        }
    })?;
    match words.rest {
        "" => Ok(Some(command)),
        more => Err(format!("unexpected `{more}`\n{}", usage::expected(name))),
    }
}

/// Why a line is not a command.
enum Problem {
    /// Something is missing: the forms of the command say what.
    Incomplete,
    Because(String),
}

type Parsed<T> = Result<T, Problem>;

fn because<T>(why: impl Into<String>) -> Parsed<T> {
    Err(Problem::Because(why.into()))
}

fn command(name: &str, words: &mut Words<'_>) -> Parsed<Command> {
    Ok(match name {
        "step" => {
            let (process, count, stride) = (words.process()?, words.count()?, words.stride());
            Command::Step { process, count, stride }
        }
        "back" => match words.peek() {
            None => Command::BackAll(1),
            // `back 3` is three steps of the run; a process is named `<0.83.0>` or by its name, or
            // has a number after it.
            Some(word) if word.chars().all(|c| c.is_ascii_digit() || c == '_') && words.is_last() => {
                Command::BackAll(words.count()?)
            }
            Some(_) => {
                let (process, count, stride) = (words.process()?, words.count()?, words.stride());
                Command::Back { process, count, stride }
            }
        },
        "run" => match words.peek() {
            Some("until") => {
                words.next();
                Command::RunUntil(wish(words)?)
            }
            _ => Command::Run { with: Scheduler::Chosen, count: words.optional_count()? },
        },
        "fair" => Command::Run { with: Scheduler::Fair, count: words.optional_count()? },
        "random" => Command::Run { with: Scheduler::Random, count: words.optional_count()? },
        "reverse" => match words.peek() {
            None => Command::Reverse(None),
            Some(_) => Command::Reverse(Some(wish(words)?)),
        },
        "normalise" => Command::Normalise,
        "go" => Command::Go(words.number()?),
        "undo" => Command::Undo(target(words)?.ok_or(Problem::Incomplete)?),
        "replay" => Command::Replay(target(words)?),
        "processes" => Command::Processes,
        "state" => Command::State { process: words.process()?, all: words.flag("all") },
        "mailbox" => Command::Mailbox(words.process()?),
        "history" => Command::History { process: words.process()?, all: words.flag("all") },
        "trace" => trace(words)?,
        "choices" => Command::Choices,
        "take" => Command::Take(words.number()?),
        "break" => Command::Break(wish(words)?),
        "breaks" => Command::Breaks,
        "delete" => Command::Delete(words.number()?),
        "watch" => Command::Watch { process: words.process()?, variable: words.variable()? },
        "why" => match words.peek() {
            Some(word) if word.chars().all(|c| c.is_ascii_digit() || c == '_') => {
                Command::Why(words.number()?)
            }
            _ => Command::WhyWaiting(words.process()?),
        },
        "output" => Command::Output,
        "save" => Command::Save(words.whole_rest()?.to_owned()),
        "ask" => Command::Ask(words.process()?),
        "help" => Command::Help(words.next().map(str::to_owned)),
        _ => Command::Quit,
    })
}

/// None: nothing is said.
fn target(words: &mut Words<'_>) -> Parsed<Option<NamedTarget>> {
    let Some(kind) = words.next() else { return Ok(None) };
    Ok(Some(match kind {
        "send" => NamedTarget::Send(words.number()?),
        "deliver" => NamedTarget::Deliver(words.number()?),
        "receive" => NamedTarget::Receive(words.number()?),
        "spawn" => NamedTarget::Spawn(words.process()?),
        "event" => NamedTarget::Event(words.number()?),
        "bind" => NamedTarget::Bind { process: words.process()?, variable: words.variable()? },
        "step" | "steps" => NamedTarget::Steps { process: words.process()?, count: words.count()? },
        "start" => NamedTarget::Start,
        other => return because(format!("`{other}` cannot be undone or replayed")),
    }))
}

fn trace(words: &mut Words<'_>) -> Parsed<Command> {
    let (mut processes, mut message, mut all) = (Vec::new(), None, false);
    while let Some(word) = words.peek() {
        match word {
            "all" => {
                words.next();
                all = true;
            }
            "like" => {
                words.next();
                message = Some(words.pattern()?);
            }
            _ => processes.push(words.process()?),
        }
    }
    Ok(Command::Trace { processes, message, all })
}

/// `m:f/2 if X > 3 hit 2 log "X is {X}"`
fn wish(words: &mut Words<'_>) -> Parsed<Wish> {
    let text = words.rest.to_owned();
    let (place, mut rest) = match first_keyword(words.rest, &KEYWORDS) {
        Some((at, _)) => words.rest.split_at(at),
        None => (words.rest, ""),
    };
    let mut wish = {
        let mut words = Words { rest: place.trim_end() };
        let stop = stop(&mut words)?;
        if !words.rest.is_empty() {
            return because(format!("unexpected `{}`", words.rest));
        }
        Wish::at(text, stop)
    };
    while let Some((0, keyword)) = first_keyword(rest, &KEYWORDS) {
        let after = rest[keyword.len()..].trim_start();
        // A condition may have an `if` inside, and a text anything.
        let end = match keyword {
            "log" => None,
            _ => first_keyword(after, &KEYWORDS[1..]).map(|(at, _)| at),
        };
        let (value, more) = after.split_at(end.unwrap_or(after.len()));
        let value = value.trim();
        if value.is_empty() {
            return because(format!("something is missing after `{keyword}`"));
        }
        match keyword {
            "if" => wish.condition = Some(value.to_owned()),
            "hit" => {
                HitCondition::parse(value).or_else(because)?;
                wish.hits = Some(value.to_owned());
            }
            _ => wish.log = Some(unquoted(value)),
        }
        rest = more;
    }
    words.rest = "";
    Ok(wish)
}

/// What may come behind the place of a stop.
const KEYWORDS: [&str; 3] = ["if", "hit", "log"];

/// The first of these words that stands by itself, outside of brackets and quotes.
fn first_keyword<'k>(text: &str, keywords: &[&'k str]) -> Option<(usize, &'k str)> {
    let (mut depth, mut quote, mut escaped, mut before) = (0_i32, None, false, ' ');
    for (at, c) in text.char_indices() {
        let outside = depth == 0 && quote.is_none() && before.is_whitespace();
        if outside && let Some(keyword) = keywords.iter().find(|keyword| is_word(&text[at..], keyword)) {
            return Some((at, keyword));
        }
        match (c, quote) {
            _ if escaped => escaped = false,
            ('\\', Some(_)) => escaped = true,
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) if before != '$' => quote = Some(c),
            ('(' | '[' | '{', None) => depth += 1,
            (')' | ']' | '}', None) => depth -= 1,
            _ => {}
        }
        before = c;
    }
    None
}

fn is_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}

/// A text in quotes, or as it is.
fn unquoted(text: &str) -> String {
    let quoted = text.starts_with('"').then(|| erlang_syntax::read_term(text).ok()).flatten();
    match quoted {
        Some(Term::Nil) => String::new(),
        Some(term) => term.text().map_or_else(|| text.to_owned(), |text| text.to_string()),
        None => text.to_owned(),
    }
}

fn stop(words: &mut Words<'_>) -> Parsed<Stop> {
    let word = words.peek().ok_or(Problem::Incomplete)?;
    let kind = match word {
        "send" => Stop::Send,
        "deliver" => Stop::Deliver,
        "receive" => Stop::Receive,
        "exception" => {
            words.next();
            let mut which = Exceptions::default();
            while let Some(filter) = words.next() {
                which.switch_on(filter).or_else(because)?;
            }
            return Ok(Stop::Exception(if which == Exceptions::default() { Exceptions::ALL } else { which }));
        }
        "spawn" => {
            words.next();
            return Ok(Stop::Spawn);
        }
        "exit" => {
            words.next();
            let process = words.peek().is_some().then(|| words.process()).transpose()?;
            return Ok(Stop::Exit(process));
        }
        "bind" => {
            words.next();
            let variable = words.variable()?;
            let value = words.after_sign('=').then(|| words.pattern()).transpose()?;
            return Ok(Stop::Bind { variable, value });
        }
        _ => return place(words),
    };
    words.next();
    words.pattern().map(kind)
}

/// `m:f/2`, `m:f`, `dining.erl:46`, `dining:46`, `59`
fn place(words: &mut Words<'_>) -> Parsed<Stop> {
    let word = words.next().ok_or(Problem::Incomplete)?;
    if let Ok(event) = word.parse() {
        return Ok(Stop::Event(event));
    }
    let Some((before, after)) =
        word.rsplit_once(':').filter(|(before, after)| !before.is_empty() && !after.is_empty())
    else {
        return because(format!("a run cannot stop at `{word}`"));
    };
    if let Ok(line) = after.parse() {
        return Ok(Stop::Line { file: before.to_owned(), line });
    }
    let (module, function, arity) = read_function(word).or_else(because)?;
    Ok(Stop::Call { module, function, arity })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let check = |line: &str, expected: &str| {
            let shown = match parse(line) {
                Ok(Some(command)) => format!("{command:?}"),
                Ok(None) => "nothing".to_owned(),
                Err(message) => message,
            };
            assert!(shown.starts_with(expected), "{line}: {shown}");
        };
        check("", "nothing");
        check("  ", "nothing");
        check("step <0.81.0>", r#"Step { process: ProcessName("<0.81.0>"), count: 1, stride: Expression }"#);
        check("step 81 1_000", r#"Step { process: ProcessName("81"), count: 1000, stride: Expression }"#);
        check("s 81", r#"Step { process: ProcessName("81")"#);
        check("back", "BackAll(1)");
        check("back 20", "BackAll(20)");
        check("back 81 2", r#"Back { process: ProcessName("81"), count: 2, stride: Expression }"#);
        check("back waiter", r#"Back { process: ProcessName("waiter"), count: 1, stride: Expression }"#);
        check("back waiter into", r#"Back { process: ProcessName("waiter"), count: 1, stride: Into }"#);
        check("step waiter 3 into", r#"Step { process: ProcessName("waiter"), count: 3, stride: Into }"#);
        check("replay bind waiter X", r#"Replay(Some(Bind { process: ProcessName("waiter")"#);
        check("run", "Run { with: Chosen, count: None }");
        check("run 600", "Run { with: Chosen, count: Some(600) }");
        check("run until 59", r#"RunUntil(Wish { text: "59", stop: Event(59), "#);
        check("run until send {hungry, _}", r#"RunUntil(Wish { text: "send {hungry, _}", stop: Send("#);
        check(
            "run until dining:waiter/2",
            r#"RunUntil(Wish { text: "dining:waiter/2", stop: Call { module: Some("dining"), function: "waiter", arity: Some(2) }, "#,
        );
        check("run until exit", r#"RunUntil(Wish { text: "exit", stop: Exit(None)"#);
        check("undo send 59", "Undo(Send(59))");
        check("undo spawn <0.84.0>", r#"Undo(Spawn(ProcessName("<0.84.0>")))"#);
        check("undo bind waiter X", r#"Undo(Bind { process: ProcessName("waiter"), variable: "X" })"#);
        check("undo start", "Undo(Start)");
        check("go 12", "Go(12)");
        check("go", "expected: go ID");
        check("replay", "Replay(None)");
        check("replay receive 12", "Replay(Some(Receive(12)))");
        check("normalize", "Normalise");
        check("state waiter all", r#"State { process: ProcessName("waiter"), all: true }"#);
        check(
            "trace waiter like {hungry, _}",
            r#"Trace { processes: [ProcessName("waiter")], message: Some("#,
        );
        check(
            "break dining.erl:46",
            r#"Break(Wish { text: "dining.erl:46", stop: Line { file: "dining.erl", line: 46 }, condition: None, hits: None, log: None"#,
        );
        check(
            "break bind RightForkId=3",
            r#"Break(Wish { text: "bind RightForkId=3", stop: Bind { variable: "RightForkId", value: Some("#,
        );
        check(
            "break bind RightForkId",
            r#"Break(Wish { text: "bind RightForkId", stop: Bind { variable: "RightForkId", value: None }"#,
        );
        let extras = |line: &str, expected: (Option<&str>, Option<&str>, Option<&str>)| {
            let Ok(Some(Command::Break(wish))) = parse(line) else { panic!("{line}") };
            let found = (wish.condition.as_deref(), wish.hits.as_deref(), wish.log.as_deref());
            assert_eq!(found, expected, "{line}");
        };
        extras("break m:12 if X > 3", (Some("X > 3"), None, None));
        extras("break m:f/2 hit 3", (None, Some("3"), None));
        extras("break m:12 hit % 5 log \"X is {X}\"", (None, Some("% 5"), Some("X is {X}")));
        extras(
            "break m:12 if lists:member({if_, hit}, [\" if \"]) log at {X} hit",
            (Some("lists:member({if_, hit}, [\" if \"])"), None, Some("at {X} hit")),
        );
        extras("break send {a, 'x if y'} if true", (Some("true"), None, None));
        extras("break exception error throw if X", (Some("X"), None, None));
        check(
            "break m:12 hit often",
            "`often` is not a hit condition: use a number, or >= 5, or % 5\nexpected: break",
        );
        check("break m:12 if", "something is missing after `if`");
        check("break exception fatal", "unknown exception filter `fatal`");
        check("why 59", "Why(59)");
        check("why waiter", r#"WhyWaiting(ProcessName("waiter"))"#);
        check("why #3", r##"WhyWaiting(ProcessName("#3"))"##);
        check("save a file", r#"Save("a file")"#);
        // What is wrong is said with what was expected.
        check("stepp", "unknown command `stepp`: did you mean `step`?");
        check("frobnicate", "unknown command `frobnicate`: `help` lists the commands");
        check("step", "expected: step P [N]");
        check("step 81 x", "`x` is not a number\nexpected: step P [N]");
        check("step 81 0", "the number must be at least 1");
        check("step 81 99999999999999999999", "99999999999999999999 is too large");
        check("step 81 1 2", "unexpected `2`");
        check("undo", "expected: undo send ID");
        check("undo fun", "`fun` cannot be undone or replayed\nexpected: undo send ID");
        check("undo bind 81 x", "`x` is not a variable");
        check("back 99999999999999999999", "99999999999999999999 is too large");
        check("run until {", "a run cannot stop at `{`\nexpected: M:F/A | FILE:LINE | send PATTERN");
        check("break", "expected: break");
        check("break send {", "`{` is not a pattern");
        check("break x", "a run cannot stop at `x`");
        check("break m:f/x", "`x` is not an arity");
    }
}
