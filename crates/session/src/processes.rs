//! The processes of a run: the one numbered table that every command shows.

use serde::Serialize;

/// One process of a run, in words. The fields and their names are those of `--json`.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Process {
    /// From 1, in order of creation: 1 is the process of the expression.
    pub n: u32,
    pub pid: String,
    /// The registered name.
    pub name: Option<String>,
    pub first_call: String,
    pub outcome: ProcessOutcome,
    /// The value, the exception, where it is.
    pub text: String,
    /// It ran only code that cannot be to blame, such as that of a test framework. People see it
    /// on request.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub library: bool,
}

/// How a process is related to others, which are named by their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Relations {
    pub n: u32,
    /// Who created it.
    pub parent: Option<u32>,
    pub is_supervisor: bool,
    /// With whom it is linked, or was when it ended.
    pub links: Vec<u32>,
    /// A child of the same supervisor that had ended: this one was started in its place.
    pub replaces: Option<u32>,
}

/// What became of a process.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum ProcessOutcome {
    Value,
    Exception,
    /// It waits in a receive when nothing is left to happen.
    Blocked,
    /// The run was over first.
    Running,
    /// Ended by a signal of another process.
    Killed,
}

/// Longer texts are shortened to this many characters: a process takes one line.
const WIDEST: usize = 60;

/// The first calls and the outcomes have at least this many characters together.
const NARROWEST: usize = 30;

/// More processes than this are counted, not listed.
pub const MOST: usize = 100;

/// The processes in columns, each line ended, at most `most` of them. The first calls and the
/// outcomes are cut to fit the width.
pub fn table(processes: &[Process], most: usize, width: usize) -> String {
    let cells = processes.iter().take(most).map(|process| {
        let name = process.name.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
        [
            format!("#{}", process.n),
            format!("{}{name}", process.pid),
            shortened(&process.first_call),
            shortened(&process.outcome_text()),
        ]
    });
    let mut lines = vec![["", "process", "first call", "outcome"].map(str::to_owned)];
    lines.extend(cells);
    let longest = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let (number, pid) = (longest(0), longest(1));
    let room = width.saturating_sub(number + pid + 6).max(NARROWEST);
    let call = longest(2).min(room.saturating_sub(longest(3)).max(room / 2));
    let mut text: String = lines
        .iter()
        .map(|[n, process, first, outcome]| {
            let (first, outcome) = (cut(first, call), cut(outcome, room - call));
            format!("{n:>number$}  {process:pid$}  {first:call$}  {outcome}\n")
        })
        .collect();
    if processes.len() > most {
        text.push_str(&format!("… and {} more processes\n", processes.len() - most));
    }
    text
}

/// A process as people name it: by number (`#3`, or `3`), pid or registered name.
pub fn find<'p>(text: &str, processes: &'p [Process]) -> Option<&'p Process> {
    let number: Option<u32> = text.strip_prefix('#').unwrap_or(text).parse().ok();
    let is_it = |process: &&Process| {
        Some(process.n) == number || process.pid == text || process.name.as_deref() == Some(text)
    };
    processes.iter().find(is_it)
}

impl Process {
    /// `value 42`, `blocked in receive at m.erl:7`
    pub fn outcome_text(&self) -> String {
        match self.outcome {
            ProcessOutcome::Value => format!("value {}", self.text),
            ProcessOutcome::Exception => format!("exception {}", self.text),
            ProcessOutcome::Blocked => format!("blocked in {}", self.text),
            ProcessOutcome::Running => format!("still running, {}", self.text),
            ProcessOutcome::Killed => format!("killed, {}", self.text),
        }
    }
}

fn shortened(text: &str) -> String {
    cut(&text.split_whitespace().collect::<Vec<_>>().join(" "), WIDEST + 1)
}

/// At most this many characters; the last one shows that something is missing.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn process(n: u32, name: Option<&str>, first_call: &str, outcome: ProcessOutcome, text: &str) -> Process {
        Process {
            n,
            pid: format!("<0.{}.0>", 79 + n),
            name: name.map(str::to_owned),
            first_call: first_call.into(),
            outcome,
            text: text.into(),
            library: false,
        }
    }

    #[test]
    fn rows_in_columns() {
        let processes = [
            process(1, None, "tcp:main()", ProcessOutcome::Blocked, "receive at tcp.erl:5"),
            process(2, Some("server"), "tcp:server_fun(<0.80.0>, 50)", ProcessOutcome::Value, "rst"),
            process(3, None, "m:f()", ProcessOutcome::Exception, "error:badarg"),
            process(4, None, "m:f()", ProcessOutcome::Killed, "shutdown"),
            process(5, None, "m:g()", ProcessOutcome::Running, &format!("at {}", "x".repeat(80))),
            process(6, None, "m:g()", ProcessOutcome::Value, "6"),
        ];
        let expected = format!(
            "    process          first call                    outcome
#1  <0.80.0>         tcp:main()                    blocked in receive at tcp.erl:5
#2  <0.81.0> server  tcp:server_fun(<0.80.0>, 50)  value rst
#3  <0.82.0>         m:f()                         exception error:badarg
#4  <0.83.0>         m:f()                         killed, shutdown
#5  <0.84.0>         m:g()                         still running, at {}…
… and 1 more processes
",
            "x".repeat(42)
        );
        assert_eq!(table(&processes, 5, usize::MAX), expected);
        let fitted = "    process          first call       outcome
#1  <0.80.0>         tcp:main()       blocked in rec…
#2  <0.81.0> server  tcp:server_fun…  value rst
… and 4 more processes
";
        assert_eq!(table(&processes, 2, 52), fitted);
    }

    #[test]
    fn names_of_processes() {
        let processes = [
            process(1, None, "m:f(1)", ProcessOutcome::Value, "ok"),
            process(2, Some("server"), "m:f(2)", ProcessOutcome::Value, "ok"),
        ];
        let check = |text: &str, expected: Option<u32>| {
            assert_eq!(find(text, &processes).map(|process| process.n), expected, "{text}");
        };
        check("2", Some(2));
        check("#2", Some(2));
        check("#3", None);
        check("<0.81.0>", Some(2));
        check("server", Some(2));
        check("client", None);
        check("", None);
    }
}
