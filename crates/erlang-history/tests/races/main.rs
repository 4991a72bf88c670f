//! What the row of a native function says of its effect is so: two processes race on the same
//! object, and on two, and what order means to
//! the machine is held against what undoing one of them takes with it.
//!
//! The truth is found without rows: both orders run from the same state, in a machine without an
//! observer. Where they differ, in a value or in what is there afterwards, undoing the first must
//! undo the second. Where the calls only look, or are about different objects, it must not.

mod calls;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use erlang_history::Timeline;
use erlang_machine::digest::digest;
use erlang_machine::machine::{Budget, End, Machine};
use erlang_machine::native::effect::{Effect, On, Touch, Who};
use erlang_machine::native::{self, Row};
use erlang_machine::observer::Unobserved;
use erlang_machine::process::{PidKey, State, Status};
use erlang_machine::program::Program;
use erlang_machine::schedule::Choice;
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use erlang_term::{Atom, Pid, Term};
use test_support::program;

/// Who is there, by what is to be added to the pid of `main`: see [`calls::UNIVERSE`].
const SENDERS: [(&str, u32); 5] = [("X1", 1), ("X2", 2), ("X3", 3), ("Y1", 4), ("Y2", 5)];
const FIRST: u32 = 9;
const SECOND: u32 = 10;

/// One line of the tables in [`calls`]; or a signal that arrives from one of [`SENDERS`].
struct Line {
    function: Option<String>,
    /// Is it about more than the objects that it names?
    is_about_all: bool,
    /// Is it about more keys than it names?
    is_about_keys: bool,
    what: What,
}

enum What {
    Call { before: String, call: String },
    Arrival(u32),
}

impl Line {
    fn read(line: &str) -> Line {
        let parts: Vec<&str> = line.splitn(3, '|').map(str::trim).collect();
        let [function, before, call] = parts[..] else { panic!("not a line: {line}") };
        let what = What::Call { before: before.to_owned(), call: call.to_owned() };
        let (is_about_all, is_about_keys) = (function.starts_with('*'), function.starts_with(['*', '~']));
        let name = function.trim_start_matches(['*', '~']);
        Line { function: (name != "-").then(|| name.to_owned()), is_about_all, is_about_keys, what }
    }

    fn all(table: &str) -> Vec<Line> {
        let calls = table.lines().filter(|line| !line.is_empty()).map(Line::read);
        let arrivals = SENDERS.map(|(_, n)| Line {
            function: None,
            is_about_all: true,
            is_about_keys: true,
            what: What::Arrival(n),
        });
        calls.chain(arrivals).collect()
    }

    fn shown(&self) -> String {
        match &self.what {
            What::Call { before, call } if before.is_empty() => call.clone(),
            What::Call { before, call } => format!("{before}, {call}"),
            What::Arrival(from) => format!("arrival from {}", SENDERS[*from as usize - 1].0),
        }
    }

    fn has(&self, word: &str) -> bool {
        match &self.what {
            What::Call { before, call } => [before, call].iter().any(|text| words(text).contains(&word)),
            What::Arrival(_) => false,
        }
    }

    /// Is it about objects that have twins, and about nothing else?
    fn has_twin(&self) -> bool {
        match &self.what {
            What::Call { before, call } => {
                !self.is_about_all && (another(before) != *before || another(call) != *call)
            }
            What::Arrival(_) => false,
        }
    }

    fn effect(&self) -> Option<&'static Effect> {
        self.function.as_deref().map(|function| &row(function).2)
    }

    /// Nothing but looks, as far as others could tell.
    fn only_looks(&self) -> bool {
        self.effect().is_some_and(|effect| {
            effect.touches().iter().all(|touch| matches!(touch, Touch::Look(_)) || !can_race(touch))
        })
    }

    /// Does it look at all that the other process has done so far? (What a private table holds is
    /// part of that.)
    fn looks_at_steps(&self) -> bool {
        let looks = self.effect().is_some_and(|effect| effect.touches().contains(&Touch::Look(On::Steps(0))));
        (looks && self.has("O")) || self.has("p1")
    }

    fn takes_numbers_in_order(&self) -> bool {
        self.has("monotonic")
    }

    fn ends_the_run(&self) -> bool {
        matches!(self.effect(), Some(Effect::Ends))
    }

    /// The function that does it, with other names: of one that takes part as the first, or the
    /// second, process.
    fn function(&self, name: &str, change: impl Fn(&str) -> String) -> String {
        let (before, call) = match &self.what {
            What::Call { before, call } => (change(before), change(call)),
            What::Arrival(_) => (String::new(), "ok".to_owned()),
        };
        let before = if before.is_empty() { before } else { format!("{before}, ") };
        let call = match call.strip_prefix('!') {
            Some(call) => format!("X = begin {call} end"),
            None => format!("X = (catch begin {call} end)"),
        };
        let variables = calls::VARIABLES;
        format!(
            "{name}({variables}) -> {before}receive {{go, O}} -> {call}, put('$value', X), receive never -> X end end.\n"
        )
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').collect()
}

/// The row of `m:f/1`.
fn row(function: &str) -> &'static Row {
    let (module, rest) = function.split_once(':').expect("m:f/a");
    let (name, arity) = rest.rsplit_once('/').expect("m:f/a");
    let arity: u32 = arity.parse().expect("a number");
    let tables = native::MODULES.iter().filter(|(name, _)| *name == module);
    let found = tables.flat_map(|(_, table)| *table).find(|row| row.0 == name && row.1 == arity);
    found.unwrap_or_else(|| panic!("there is no native function {function}"))
}

/// Can two processes, without anything that arrives, find out who of them was first? (Some things
/// nobody can see, some belong to the outside, and some are
/// numbered or dated by the run itself, so that they are the same when they are made again.)
fn can_race(touch: &Touch) -> bool {
    match touch.on() {
        On::Fresh | On::Ordered | On::Clock => false,
        On::Input | On::Output | On::Log | On::Report | On::Unsupported(_) | On::Host => false,
        // Only the process that opened the file can use them.
        On::Position(_) | On::Buffer(_) => false,
        On::Compiled(_) | On::Hash(_) | On::Array(_) => false,
        On::NewTimer => false,
        // What arrives is another entry.
        On::Leader(_) => matches!(touch, Touch::Look(_)),
        _ => true,
    }
}

/// Another object: all names that end in 1 end in 2, and the other process is one that takes no
/// part.
fn another(text: &str) -> String {
    renamed(text, |word| match word {
        "O" => Some("Z".to_owned()),
        _ => word.strip_suffix('1').filter(|stem| !stem.is_empty()).map(|stem| format!("{stem}2")),
    })
}

/// Another key of the same object.
fn another_key(text: &str) -> String {
    renamed(text, |word| matches!(word, "k1" | "I1").then(|| word.replace('1', "2")))
}

fn renamed(text: &str, change: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if length == 0 {
            let length = rest.chars().next().map_or(0, char::len_utf8);
            out.push_str(&rest[..length]);
            rest = &rest[length..];
            continue;
        }
        let (word, after) = rest.split_at(length);
        let is_name = word.starts_with(char::is_alphabetic);
        out.push_str(&change(word).filter(|_| is_name).unwrap_or_else(|| word.to_owned()));
        rest = after;
    }
    out
}

/// How the second call differs from what its line says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Second {
    Same,
    AnotherObject,
    AnotherKey,
}

const SECONDS: [(Second, &str); 3] =
    [(Second::Same, "same"), (Second::AnotherObject, "other"), (Second::AnotherKey, "key")];

fn module(lines: &[Line]) -> String {
    let mut text = String::from("-module(m).\nidle() -> receive never -> ok end.\n");
    text.push_str(calls::BEAM);
    let (universe, variables) = (calls::UNIVERSE, calls::VARIABLES);
    text.push_str(&format!(
        "race(First, Second) -> {universe}, E = {variables},
            A = spawn(fun() -> First(E) end), B = spawn(fun() -> Second(E) end),
            X1 ! {{tell, A, B}}, X2 ! {{tell, A, B}}, X3 ! {{tell, A, B}}, A ! {{go, B}}, B ! {{go, A}}, idle().\n"
    ));
    let mut exports = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        text.push_str(&line.function(&format!("same_{n}"), str::to_owned));
        text.push_str(&line.function(&format!("other_{n}"), another));
        text.push_str(&line.function(&format!("key_{n}"), another_key));
    }
    for a in 0..lines.len() {
        for b in 0..lines.len() {
            for (_, kind) in SECONDS {
                let name = format!("r_{a}_{kind}_{b}");
                text.push_str(&format!("{name}() -> race(fun same_{a}/1, fun {kind}_{b}/1).\n"));
                exports.push(format!("{name}/0"));
            }
        }
    }
    text.replacen("-module(m).\n", &format!("-module(m).\n-export([{}]).\n", exports.join(", ")), 1)
}

/// What one of two does.
#[derive(Clone, Copy)]
enum Act {
    Run(Pid),
    Deliver(Pid, Pid),
}

impl Act {
    fn of(line: &Line, main: Pid, itself: u32, other: u32) -> Act {
        let pid = |n: u32| Pid::local(main.id() + n);
        match line.what {
            What::Call { .. } => Act::Run(pid(itself)),
            What::Arrival(from) => Act::Deliver(pid(from), pid(other)),
        }
    }

    fn in_machine(self, machine: &mut Machine) -> Option<End> {
        let mut world = ClosedWorld::default();
        while self.is_left(machine) {
            let choice = match self {
                Act::Run(pid) => Choice::Run { pid, reductions: 1 },
                Act::Deliver(from, to) => Choice::Deliver { from, to },
            };
            if let Some(end) = machine.apply(choice, &mut world, &mut Unobserved) {
                return Some(end);
            }
        }
        None
    }

    fn in_timeline(self, timeline: &mut Timeline) {
        while self.is_left(timeline.machine()) {
            match self {
                Act::Run(pid) => drop(timeline.step(pid, 1)),
                Act::Deliver(from, to) => {
                    drop(timeline.take(Choice::Deliver { from, to }).expect("it is on its way"))
                }
            }
        }
    }

    /// Is there something left of it to do?
    fn is_left(self, machine: &Machine) -> bool {
        match self {
            // Behind its call a process would look at its mailbox, which is another matter.
            Act::Run(pid) => machine.system.get(pid).is_some_and(|process| {
                process.state.status == Status::Runnable && value(&process.state).is_none()
            }),
            Act::Deliver(from, to) => {
                machine.system.in_flight.contains_key(&(PidKey::from(from), PidKey::from(to)))
            }
        }
    }
}

/// Of the call that a process was to make.
fn value(state: &State) -> Option<&Term> {
    state.dictionary.get(&Term::atom("$value"))
}

/// Both processes are about to make their calls; what is on its way to them from [`SENDERS`] waits.
fn prepared(program: &Rc<Program>, function: &str) -> (Timeline, Pid) {
    let mut machine = Machine::new(program.clone(), Delivery::Chosen);
    let main = machine.start(Atom::new("m"), Atom::new(function));
    let mut timeline = Timeline::new(machine, Box::new(ClosedWorld::default()), Budget::UNLIMITED);
    let pid = |n: u32| Pid::local(main.id() + n);
    (0..=SECOND).for_each(|n| {
        timeline.step(pid(n), 1 << 20);
    });
    let racers = [pid(FIRST), pid(SECOND)];
    let waits = |from: Pid, to: Pid| racers.contains(&to) && SENDERS.iter().any(|(_, n)| pid(*n) == from);
    loop {
        let next = timeline.choices().into_iter().find(|choice| match *choice {
            Choice::Run { pid, .. } => !racers.contains(&pid),
            Choice::Deliver { from, to } => !waits(from, to),
            Choice::Fire { .. } => false,
        });
        let Some(next) = next else { break };
        match next {
            Choice::Run { pid, .. } => drop(timeline.step(pid, 1 << 20)),
            other => drop(timeline.take(other).expect("it is a choice")),
        }
    }
    for racer in racers {
        while timeline.machine().system.get(racer).is_some_and(|process| !process.state.mailbox.is_empty()) {
            timeline.step(racer, 1);
        }
    }
    (timeline, main)
}

/// What comes of both orders of two acts, each with the numbers and the time that it had in the
/// first.
fn differ(machine: &Machine, first: Act, second: Act) -> bool {
    let mut forth = machine.clone();
    let before = forth.system.counters();
    first.in_machine(&mut forth);
    let between = forth.system.counters();
    second.in_machine(&mut forth);
    let mut back = machine.clone();
    back.system.set_counters(&between);
    second.in_machine(&mut back);
    back.system.set_counters(&before);
    first.in_machine(&mut back);
    digest(&forth) != digest(&back)
}

/// Undoes the first act: does the second go with it?
fn is_taken(timeline: &mut Timeline, first: Act, second: Act) -> Option<bool> {
    let at = timeline.position();
    first.in_timeline(timeline);
    if !second.is_left(timeline.machine()) {
        return None;
    }
    second.in_timeline(timeline);
    timeline.undo_at(at);
    Some(second.is_left(timeline.machine()))
}

/// What has been seen of a row.
#[derive(Default)]
struct Seen {
    changes: bool,
    looks: bool,
    has_value: bool,
}

struct Report {
    wrong: Vec<String>,
    seen: BTreeMap<String, Seen>,
}

fn race(table: &str) -> Report {
    let lines = Line::all(table);
    let program = program::code(&module(&lines));
    let mut report = Report { wrong: Vec::new(), seen: BTreeMap::new() };
    for (a, first) in lines.iter().enumerate() {
        for (b, second) in lines.iter().enumerate() {
            if first.ends_the_run() || second.ends_the_run() {
                continue;
            }
            for (kind, name) in SECONDS {
                let is_for_both = |is_one: &dyn Fn(&Line) -> bool| is_one(first) && is_one(second);
                let apart = match kind {
                    Second::Same => false,
                    Second::AnotherObject => !first.has("O") && is_for_both(&Line::has_twin),
                    Second::AnotherKey => is_for_both(&|line| {
                        let has_key = line.has("k1") || line.has("I1");
                        has_key && !line.is_about_keys && !line.looks_at_steps()
                    }),
                };
                if kind != Second::Same && !apart {
                    continue;
                }
                let (mut timeline, main) = prepared(&program, &format!("r_{a}_{name}_{b}"));
                let acts = (Act::of(first, main, FIRST, SECOND), Act::of(second, main, SECOND, FIRST));
                if !acts.0.is_left(timeline.machine()) || !acts.1.is_left(timeline.machine()) {
                    if matches!((&first.what, &second.what), (What::Call { .. }, What::Call { .. })) {
                        report.wrong.push(format!("cannot begin: {} / {}", first.shown(), second.shown()));
                    }
                    continue;
                }
                let differ = differ(timeline.machine(), acts.0, acts.1);
                let seen = |line: &Line, seen: &mut dyn FnMut(&mut Seen)| {
                    if let Some(function) = &line.function {
                        seen(report.seen.entry(function.clone()).or_default());
                    }
                };
                note(first, second, differ, kind, seen);
                let Some(taken) = is_taken(&mut timeline, acts.0, acts.1) else { continue };
                let must_not = !is_for_both(&Line::takes_numbers_in_order)
                    && (apart || is_for_both(&|line| line.only_looks() && !line.looks_at_steps()));
                let what = match (differ, taken) {
                    (true, false) => "depends on and is now not undone with",
                    (false, true) if must_not => "does not depend on, and has been undone with",
                    _ => continue,
                };
                report.wrong.push(format!("{:?} {} {what} {}", kind, second.shown(), first.shown()));
            }
        }
    }
    report
}

fn note(
    first: &Line,
    second: &Line,
    differ: bool,
    kind: Second,
    mut seen: impl FnMut(&Line, &mut dyn FnMut(&mut Seen)),
) {
    seen(first, &mut |_| {});
    if !differ || kind != Second::Same {
        return;
    }
    // Looks are in no order with looks.
    if second.only_looks() || first.function == second.function {
        seen(first, &mut |seen| seen.changes = true);
    }
    seen(second, &mut |seen| seen.looks = true);
}

fn check(table: &str) {
    let Report { mut wrong, seen } = race(table);
    for (function, seen) in &seen {
        let touches = row(function).2.touches().iter().filter(|touch| can_race(touch));
        for touch in touches {
            let is_seen = match touch {
                Touch::Look(_) => seen.looks,
                Touch::Change(On::Signal(_) | On::GlobalSignal(_)) => true,
                Touch::Change(_) => seen.changes,
            };
            if !is_seen {
                wrong.push(format!("nobody notices that {function} {touch}"));
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn tables() {
    check(calls::TABLES);
}

#[test]
fn processes() {
    check(calls::PROCESSES);
}

#[test]
fn files() {
    check(calls::FILES);
}

#[test]
fn others() {
    check(calls::OTHERS);
}

/// Every row that is not pure is in one of the tables; the rows of the log, which nobody can read,
/// need no call.
#[test]
fn every_row_that_is_not_pure_races() {
    let tables = [calls::TABLES, calls::PROCESSES, calls::OTHERS, calls::FILES];
    let there: BTreeSet<String> =
        tables.iter().flat_map(|table| Line::all(table)).filter_map(|line| line.function).collect();
    let logs = |row: &Row| row.2.touches() == [Touch::Change(On::Log)];
    for (module, table) in native::MODULES {
        for row in table.iter().filter(|row| !matches!(row.2, Effect::Pure) && !logs(row)) {
            let name = format!("{module}:{}/{}", row.0, row.1);
            assert!(there.contains(&name), "how is {name} called?");
        }
    }
    for function in there {
        assert!(!matches!(row(&function).2, Effect::Pure), "{function} is said to be pure");
    }
}

/// What a call alone changes, of others and what they share, or of what belongs to the process:
/// nothing if it only looks, and something otherwise.
#[test]
fn who_only_looks_changes_nothing() {
    let mut wrong = Vec::new();
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    for table in [calls::TABLES, calls::PROCESSES, calls::OTHERS, calls::FILES] {
        let lines = Line::all(table);
        let program = program::code(&module(&lines));
        let last = lines.len() - 1;
        for (n, line) in lines.iter().enumerate().filter(|(_, line)| !line.ends_the_run()) {
            let (Some(function), Some(effect)) = (&line.function, line.effect()) else { continue };
            let (timeline, main) = prepared(&program, &format!("r_{n}_same_{last}"));
            let pid = Pid::local(main.id() + FIRST);
            let mut machine = timeline.machine().clone();
            let before = traces(&machine, pid);
            Act::Run(pid).in_machine(&mut machine);
            let changed = traces(&machine, pid) != before;
            let changes = effect.touches().iter().any(|touch| matches!(touch, Touch::Change(_)));
            if changed && !changes {
                wrong.push(format!("{function} changes something: {}", line.shown()));
            }
            seen.entry(function.clone()).or_default().changes |= changed;
        }
    }
    for (function, seen) in seen {
        // Who hibernates changes how it goes on.
        let leaves_traces = |touch: &&Touch| can_race(touch) && touch.on() != On::Mailbox(Who::Me);
        let touches = row(&function).2.touches().iter().filter(leaves_traces);
        for change in touches.filter(|touch| matches!(touch, Touch::Change(_)) && !seen.changes) {
            wrong.push(format!("nothing comes of it that {function} {change}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// All of a state that a process may have changed, but for where it is.
fn traces(machine: &Machine, pid: Pid) -> impl PartialEq + use<> {
    let mut digest = digest(machine);
    digest.processes.retain(|(other, _)| *other != pid);
    let state = &machine.system.get(pid).expect("it is there").state;
    let mut dictionary = state.dictionary.clone();
    dictionary.remove(&Term::atom("$value"));
    let ties = (state.links.len(), state.monitoring.len(), state.aliases.len(), state.suspending.len());
    let owns = (state.trap_exit, state.name, Term::Map(state.flags.clone()), Term::Map(dictionary));
    (digest, ties, owns, machine.system.storage.last_now)
}

/// A run that is ended ends with the status that was given.
#[test]
fn ends() {
    let lines = Line::all(calls::OTHERS);
    let program = program::code(&module(&lines));
    for (n, line) in lines.iter().enumerate().filter(|(_, line)| line.ends_the_run()) {
        let (timeline, main) = prepared(&program, &format!("r_{n}_same_{n}"));
        let end = Act::of(line, main, FIRST, SECOND).in_machine(&mut timeline.machine().clone());
        assert!(matches!(end, Some(End::Halted(_))), "{}: {end:?}", line.shown());
    }
}

/// Each call in the tables is made as it should be in at least one line.
#[test]
fn calls_have_values() {
    for table in [calls::TABLES, calls::PROCESSES, calls::OTHERS, calls::FILES] {
        let lines = Line::all(table);
        let program = program::code(&module(&lines));
        let mut seen: BTreeMap<&str, Seen> = BTreeMap::new();
        let last = lines.len() - 1;
        for (n, line) in lines.iter().enumerate().filter(|(_, line)| !line.ends_the_run()) {
            let Some(function) = &line.function else { continue };
            let (timeline, main) = prepared(&program, &format!("r_{n}_same_{last}"));
            let mut machine = timeline.machine().clone();
            Act::of(line, main, FIRST, SECOND).in_machine(&mut machine);
            let process = machine.system.get(Pid::local(main.id() + FIRST)).expect("it is there");
            let is_good = value(&process.state).is_none_or(|value| match value.as_tuple() {
                Some([Term::Atom(exit), _]) => exit.name() != "EXIT",
                _ => true,
            });
            seen.entry(function).or_default().has_value |= is_good;
        }
        let bad: Vec<_> = seen.iter().filter(|(_, seen)| !seen.has_value).map(|(name, _)| name).collect();
        assert!(bad.is_empty(), "not called well: {bad:?}");
    }
}

/// Numbers that are taken in order are in an order by definition, though each is the same when it
/// is taken again.
#[test]
fn numbers_in_order() {
    let lines = Line::all(
        "- | | erlang:unique_integer([monotonic])\n- | | erlang:unique_integer([positive])\n- | | make_ref()",
    );
    let program = program::code(&module(&lines));
    for (a, b, expected) in [(0, 0, true), (0, 1, false), (1, 1, false), (2, 2, false), (0, 2, false)] {
        let (mut timeline, main) = prepared(&program, &format!("r_{a}_same_{b}"));
        let acts = (Act::of(&lines[a], main, FIRST, SECOND), Act::of(&lines[b], main, SECOND, FIRST));
        let taken = is_taken(&mut timeline, acts.0, acts.1);
        assert_eq!(taken, Some(expected), "{} / {}", lines[a].shown(), lines[b].shown());
    }
}
