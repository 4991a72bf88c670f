//! Random programs of the small language, and the same as Erlang.

use std::fmt::Write;

use test_support::Dice;

use super::model::{Action, Program};

pub struct Source {
    pub program: Program,
    /// Who knows whom from the beginning, by number.
    known: Vec<Vec<usize>>,
}

pub fn program(numbers: &mut Dice) -> Source {
    let count = 2 + numbers.below(4);
    let mut known: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut program: Program = Vec::new();
    // Who spawns whom: somebody before it.
    let parents: Vec<usize> = (0..count).map(|child| numbers.below(child)).collect();
    for number in 0..count {
        let mut body = vec![Action::OwnPid];
        let mut knows = known[number].clone();
        let mut children: Vec<usize> =
            (number + 1..count).filter(|child| parents[*child] == number).collect();
        children.reverse();
        let length = 2 + numbers.below(6);
        while body.len() < length || !children.is_empty() {
            let action = match numbers.below(8) {
                0 | 1 => match children.pop() {
                    Some(child) => {
                        known[child] = [&knows[..], &[number]].concat();
                        knows.push(child);
                        Action::Spawn(child)
                    }
                    None => Action::Tau,
                },
                2..=4 if !knows.is_empty() => {
                    Action::Send { to: knows[numbers.below(knows.len())], tag: numbers.below(3) as u8 }
                }
                5 => Action::Receive(Some(numbers.below(3) as u8)),
                6 => Action::Receive(None),
                _ => Action::Tau,
            };
            body.push(action);
        }
        program.push(body);
    }
    Source { program, known }
}

impl Source {
    pub fn erlang(&self) -> String {
        let pids = |numbers: &[usize]| numbers.iter().map(|n| format!("P{n}")).collect::<Vec<_>>().join(", ");
        let mut text = "main() -> p0().\nt() -> ok.\n".to_owned();
        for (number, body) in self.program.iter().enumerate() {
            let known = &self.known[number];
            let _ = write!(text, "p{number}({}) ->", pids(known));
            for action in body {
                let _ = match action {
                    Action::Tau => write!(text, " t(),"),
                    Action::OwnPid => write!(text, " P{number} = self(),"),
                    Action::Send { to, tag } => write!(text, " P{to} ! t{tag},"),
                    Action::Spawn(child) => {
                        let known = pids(&self.known[*child]);
                        write!(text, " P{child} = spawn(m, p{child}, [{known}]),")
                    }
                    Action::Receive(Some(tag)) => write!(text, " receive t{tag} -> ok end,"),
                    Action::Receive(None) => write!(text, " receive _ -> ok end,"),
                };
            }
            let _ = writeln!(text, " receive never -> ok end.");
        }
        let exports: Vec<String> =
            (0..self.program.len()).map(|n| format!("p{n}/{}", self.known[n].len())).collect();
        format!("-export([{}]).\n{text}", exports.join(", "))
    }
}
