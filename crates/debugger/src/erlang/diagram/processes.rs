//! The processes of a run as a tree: who created whom, and what became of each.

use std::collections::HashMap;

use diagram::Tone;
use diagram::cards::{self, Card};
use diagram::measure::in_two_columns;
use diagram::text::{Branches, Text};
use erlang_machine::machine::Machine;
use erlang_term::{Pid, Term};

use super::sequence::{fate_text, names};
use super::{Happened, tone_of};
use erlang_report::processes::ProcessTable;
use erlang_report::text;
use session::{Process, ProcessOutcome};

/// More leaves than this in a row that are alike are folded,
const MOST_ALIKE: usize = 8;
/// but for this many at the beginning, and at the end.
const BEFORE: usize = 3;
const AFTER: usize = 2;

pub struct ProcessTree {
    /// In preorder.
    nodes: Vec<Node>,
}

struct Node {
    level: u32,
    is_last: bool,
    shown: Shown,
}

enum Shown {
    Process {
        row: Process,
        fate: String,
    },
    /// The number of further ones that did and became the same as the one before.
    Folded {
        count: usize,
        function: String,
        outcome: ProcessOutcome,
    },
}

impl ProcessTree {
    /// `unfolded`: every process, however many are alike.
    pub fn new(log: &Happened<'_>, machine: &Machine, expression: &str, unfolded: bool) -> ProcessTree {
        let processes = ProcessTable { machine, expression };
        let names = names(log);
        let mut rows: Vec<Option<(Process, String)>> = Vec::new();
        let mut children: Vec<Vec<usize>> = Vec::new();
        let mut roots = Vec::new();
        let mut by_pid: HashMap<Pid, usize> = HashMap::new();
        for (n, fate) in machine.fates().enumerate() {
            let state = &fate.process.state;
            let mut row = processes.row(n as u32 + 1, &fate);
            row.name = names.get(&state.pid).map(|name| text::one_line(&Term::Atom(*name))).or(row.name);
            by_pid.insert(state.pid, n);
            match state.parent.and_then(|parent| by_pid.get(&parent)) {
                Some(parent) => children[*parent].push(n),
                None => roots.push(n),
            }
            let fate = fate_text(log, state.pid, &row);
            rows.push(Some((row, fate)));
            children.push(Vec::new());
        }
        let mut nodes = Vec::new();
        // In preorder, without recursion: chains of processes can be long.
        let mut left: Vec<(u32, Item)> = Vec::new();
        left.extend(items(&roots, &rows, &children, unfolded).into_iter().rev().map(|item| (0, item)));
        while let Some((level, Item { is_last, what })) = left.pop() {
            match what {
                What::Process(n) => {
                    let below = items(&children[n], &rows, &children, unfolded);
                    left.extend(below.into_iter().rev().map(|item| (level + 1, item)));
                    if let Some((row, fate)) = rows[n].take() {
                        nodes.push(Node { level, is_last, shown: Shown::Process { row, fate } });
                    }
                }
                What::Folded { count, function, outcome } => {
                    nodes.push(Node { level, is_last, shown: Shown::Folded { count, function, outcome } })
                }
            }
        }
        ProcessTree { nodes }
    }

    pub fn svg(&self) -> String {
        cards::svg(&self.nodes.iter().map(card).collect::<Vec<Card>>())
    }

    pub fn text(&self, width: usize) -> String {
        self.toned(width).iter().map(|(_, line)| format!("{line}\n")).collect()
    }

    /// The lines of the text, each with its tone.
    pub fn toned(&self, width: usize) -> Vec<(Tone, String)> {
        let mut text = Text::new(Branches::Drawn);
        let line = |node: &Node| {
            let branch = text.branch(node.level, node.is_last);
            match &node.shown {
                Shown::Process { row, fate } => {
                    let name = row.name.as_ref().map_or(String::new(), |name| format!(" {name}"));
                    (format!("{branch}{}{name} {}", row.pid, row.first_call), fate.clone())
                }
                Shown::Folded { count, function, outcome } => {
                    (format!("{branch}... {count} more of {function}"), word(*outcome).to_owned())
                }
            }
        };
        let lines: Vec<(String, String)> = self.nodes.iter().map(line).collect();
        let tones = self.nodes.iter().map(|node| match &node.shown {
            Shown::Process { row, .. } => tone_of(row.outcome),
            Shown::Folded { outcome, .. } => tone_of(*outcome),
        });
        let lines = in_two_columns(&lines, width);
        tones.zip(lines).map(|(tone, line)| (tone, line.trim_end().to_owned())).collect()
    }
}

struct Item {
    is_last: bool,
    what: What,
}

enum What {
    Process(usize),
    Folded { count: usize, function: String, outcome: ProcessOutcome },
}

/// The children of one process, with those that are alike folded.
fn items(
    all: &[usize],
    rows: &[Option<(Process, String)>],
    children: &[Vec<usize>],
    unfolded: bool,
) -> Vec<Item> {
    let kind = |n: usize| {
        let (row, _) = rows[n].as_ref().filter(|(row, _)| children[n].is_empty() && row.name.is_none())?;
        Some((function(&row.first_call).to_owned(), row.outcome))
    };
    let mut items: Vec<What> = Vec::new();
    let mut left = all;
    while let Some(first) = left.first() {
        let alike = match kind(*first) {
            Some(of) if !unfolded => left.iter().take_while(|n| kind(**n).as_ref() == Some(&of)).count(),
            _ => 1,
        };
        let (group, rest) = left.split_at(alike);
        match kind(*first) {
            Some((function, outcome)) if alike > MOST_ALIKE => {
                items.extend(group[..BEFORE].iter().map(|n| What::Process(*n)));
                items.push(What::Folded { count: alike - BEFORE - AFTER, function, outcome });
                items.extend(group[alike - AFTER..].iter().map(|n| What::Process(*n)));
            }
            _ => items.extend(group.iter().map(|n| What::Process(*n))),
        }
        left = rest;
    }
    let last = items.len().saturating_sub(1);
    items.into_iter().enumerate().map(|(n, what)| Item { is_last: n == last, what }).collect()
}

/// `m:f` of `m:f(1, 2)`
fn function(call: &str) -> &str {
    call.split('(').next().unwrap_or(call)
}

fn word(outcome: ProcessOutcome) -> &'static str {
    match outcome {
        ProcessOutcome::Value => "value",
        ProcessOutcome::Exception => "exception",
        ProcessOutcome::Blocked => "blocked",
        ProcessOutcome::Running => "still running",
        ProcessOutcome::Killed => "killed",
    }
}

fn card(node: &Node) -> Card {
    let level = node.level;
    match &node.shown {
        Shown::Process { row, fate } => {
            let name = row.name.as_ref().map_or(String::new(), |name| format!(" {name}"));
            let lines = vec![format!("{}{name}", row.pid), row.first_call.clone(), fate.clone()];
            Card { level, whole: lines.join(", "), lines, tone: tone_of(row.outcome), is_fold: false }
        }
        Shown::Folded { count, function, outcome } => {
            let lines =
                vec![format!("... {count} more"), format!("of {function}"), word(*outcome).to_owned()];
            Card { level, whole: lines.join(" "), lines, tone: tone_of(*outcome), is_fold: true }
        }
    }
}
