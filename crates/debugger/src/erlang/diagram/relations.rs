//! How the processes of a run are related: who created, supervises, is linked with and replaced
//! whom.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use erlang_history::EventKind;
use erlang_machine::machine::Machine;
use erlang_report::processes::{ProcessTable, is_supervisor};
use erlang_term::Pid;
use session::Relations;

use super::Happened;

/// In order of creation.
pub fn relations(log: &Happened<'_>, machine: &Machine) -> Vec<Relations> {
    let table = ProcessTable { machine, expression: "" };
    let numbers: HashMap<Pid, u32> =
        machine.fates().zip(1..).map(|(fate, n)| (fate.process.state.pid, n)).collect();
    let links = links(log, &numbers);
    let mut all: Vec<Relations> = Vec::new();
    // Children of supervisors that nobody has replaced yet: the parent, the call, the number.
    let mut workers: Vec<(u32, String, u32, Pid)> = Vec::new();
    for (fate, n) in machine.fates().zip(1..) {
        let state = &fate.process.state;
        let parent = state.parent.and_then(|parent| numbers.get(&parent)).copied();
        let supervisor =
            parent.filter(|parent| all.get(*parent as usize - 1).is_some_and(|it| it.is_supervisor));
        let begun = log.spawned_by(state.pid);
        let had_ended = |pid: Pid| log.exit_of(pid).zip(begun).is_some_and(|(exit, begun)| exit < begun);
        let replaces = supervisor.and_then(|supervisor| {
            let call = table.first_call(fate.process);
            let is_it = |(by, known, _, pid): &(u32, String, u32, Pid)| {
                (*by, known) == (supervisor, &call) && had_ended(*pid)
            };
            let replaced = workers.iter().position(is_it).map(|index| workers.remove(index).2);
            workers.push((supervisor, call, n, state.pid));
            replaced
        });
        all.push(Relations {
            n,
            parent,
            is_supervisor: is_supervisor(fate.process),
            links: links.get(&n).into_iter().flatten().copied().collect(),
            replaces,
        });
    }
    all
}

/// With whom each process is linked, or was when it ended, by numbers.
fn links(log: &Happened<'_>, numbers: &HashMap<Pid, u32>) -> BTreeMap<u32, BTreeSet<u32>> {
    let mut links: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    let mut ended: BTreeSet<u32> = BTreeSet::new();
    for (_, event) in log.iter() {
        let (with, is_new) = match event.kind {
            EventKind::Spawn { child, linked: true, .. } => (child, true),
            EventKind::Link { with } => (with, true),
            EventKind::Unlink { with } => (with, false),
            EventKind::Exit { .. } => {
                ended.extend(numbers.get(&event.process));
                continue;
            }
            _ => continue,
        };
        let (Some(one), Some(other)) = (numbers.get(&event.process), numbers.get(&with)) else { continue };
        for (this, that) in [(*one, *other), (*other, *one)] {
            let linked = links.entry(this).or_default();
            if is_new {
                linked.insert(that);
            } else {
                linked.remove(&that);
            }
        }
    }
    // Who goes on is not linked with who has ended.
    for (n, linked) in &mut links {
        if !ended.contains(n) {
            linked.retain(|other| !ended.contains(other));
        }
    }
    links
}
