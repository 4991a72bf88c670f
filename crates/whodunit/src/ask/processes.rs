//! Where to look in a run of several processes, and which of several messages: the part of the
//! conversation that is about processes.

use crate::words;
use session::Answer;
use session::event::{Claim, ClaimKind, Item};
use session::{Process, processes};

/// Rows that are shown at first.
const MOST: usize = 40;

/// The processes as a table of this width. On request, it shows all of them, also those that ran
/// only library code.
pub fn table(processes: &[Process], all: bool, width: usize) -> String {
    let most = if all { processes.len() } else { MOST };
    let shown = processes.iter().filter(|process| all || !process.library);
    let shown: Vec<Process> = shown.cloned().collect();
    let table = processes::table(&shown, most, width.saturating_sub(2));
    let lines = table.lines().map(|line| format!("  {line}").trim_end().to_owned());
    let hint = (processes.len() > shown.len().min(most)).then(|| format!("  {}", words::MORE_PROCESSES));
    lines.chain(hint).collect::<Vec<_>>().join("\n")
}

/// Where to look, as someone types it: `#3`, `3`, `<0.83.0>`, `server`, `e 21`, `w`. None: it is
/// something else.
pub fn beginning(line: &str, processes: &[Process]) -> Option<Answer> {
    let (key, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let event = |text: &str| text.trim().parse().ok().map(|id| Answer::Event { id });
    match key {
        "w" | "whole" | "none" => Some(Answer::Whole),
        "e" | "event" => event(rest),
        _ => event(key.strip_prefix('e').unwrap_or(""))
            .or_else(|| processes::find(line, processes).map(|process| Answer::Process { n: process.n })),
    }
}

/// What is to be known about a claim that is a list, before it can be followed.
pub enum Details {
    /// Nothing: it is clear, or cannot be clearer.
    None { item: Option<u32> },
    /// Which item of these.
    Which { list: String, prompt: String },
    /// Nothing is there: who should have sent something?
    Absent,
}

pub fn details(claim: &Claim) -> Details {
    let items = claim.items();
    match (claim.kind, items) {
        (ClaimKind::Received, []) => Details::Absent,
        (_, [one]) => Details::None { item: Some(one.id) },
        (ClaimKind::Received, _) => {
            Details::Which { list: list(items), prompt: words::which_message(items.len()) }
        }
        (_, [_, _, ..]) => {
            let prompt = match claim.kind.is_input() {
                true => words::which_variable(items.len()),
                false => words::which_action(items.len()),
            };
            Details::Which { list: list(items), prompt }
        }
        (_, []) => Details::None { item: None },
    }
}

fn list(items: &[Item]) -> String {
    let line = |(item, n): (&Item, usize)| match (&item.from, &item.to) {
        (Some(from), Some(to)) => {
            let text = item.meaning.as_ref().unwrap_or(&item.text);
            format!("  {n:>3}  {text} (from {from} to {to})")
        }
        _ => format!("  {n:>3}  {}", item.text),
    };
    items.iter().zip(1..).map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use session::ProcessOutcome;

    #[test]
    fn places_to_begin() {
        let process = |n: u32, name: Option<&str>| Process {
            n,
            pid: format!("<0.{}.0>", 80 + n),
            name: name.map(str::to_owned),
            first_call: format!("m:f({n})"),
            outcome: ProcessOutcome::Value,
            text: "ok".into(),
            library: false,
        };
        let processes = [process(1, None), process(2, Some("server"))];
        let check = |line: &str, expected: Option<Answer>| {
            assert_eq!(beginning(line, &processes), expected, "{line}")
        };
        check("2", Some(Answer::Process { n: 2 }));
        check("#2", Some(Answer::Process { n: 2 }));
        check("3", None);
        check("<0.82.0>", Some(Answer::Process { n: 2 }));
        check("server", Some(Answer::Process { n: 2 }));
        check("client", None);
        check("e 21", Some(Answer::Event { id: 21 }));
        check("e21", Some(Answer::Event { id: 21 }));
        check("e", None);
        check("w", Some(Answer::Whole));
        check("", None);
    }
}
