//! Concurrent programs as people write them: they run under any schedule, roll back to their start,
//! step by step and by causes, and replay to the state that they came from.

use erlang_history::timeline::{AdvanceEnd, FairByChoice, Target};
use erlang_history::{EventId, Timeline};
use erlang_machine::digest::{StateDigest, digest};
use erlang_machine::machine::Budget;
use erlang_machine::process::ProcessEnd;
use erlang_machine::schedule::{Random, Schedule};
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use erlang_term::Pid;
use test_support::{Dice, program};

/// Enough for each of them, many times.
const STEPS: u64 = 1_000_000;

struct Example {
    name: &'static str,
    module: &'static str,
    /// Whatever the schedule.
    value: &'static str,
}

impl Example {
    fn timeline(&self) -> Timeline {
        let machine = program::machine_of(self.name, self.module, Delivery::Chosen);
        Timeline::new(machine, Box::new(ClosedWorld::default()), Budget::UNLIMITED)
    }

    fn check(&self) {
        self.check_with("the fair schedule", || Box::new(FairByChoice::default()));
        for seed in 1..=3 {
            self.check_with(&format!("seed {seed}"), || Box::new(Random::new(seed)));
        }
    }

    fn check_with(&self, words: &str, schedule: impl Fn() -> Box<dyn Schedule>) {
        let said = |what: &str| format!("{what} of {} with {words}", self.name);
        let mut timeline = self.timeline();
        let start = state(&timeline);
        let moved = timeline.run(&mut *schedule(), STEPS, &mut |_, _| false);
        assert_eq!(moved.stopped, AdvanceEnd::Quiet, "{}", said("end the session"));
        let end = state(&timeline);
        assert_eq!(value(&timeline), self.value, "{}", said("the value"));
        let mut numbers = Dice::new(timeline.steps());
        // In the reverse order of what happened.
        while timeline.position().0 > 0 {
            timeline.back_all(1 + numbers.below(40) as u64);
        }
        assert_eq!(state(&timeline), start, "{}", said("the start, step by step,"));
        replay_all(&mut timeline);
        assert_eq!(state(&timeline), end, "{}", said("the end, after that,"));
        // By causes: events and processes as they come, sometimes made again.
        while timeline.position().0 > 0 {
            self.undo_something(&mut timeline, &mut numbers);
        }
        assert_eq!(state(&timeline), start, "{}", said("the start, by causes,"));
        replay_all(&mut timeline);
        assert_eq!(state(&timeline), end, "{}", said("the end, after that,"));
    }

    fn undo_something(&self, timeline: &mut Timeline, numbers: &mut Dice) {
        let events: Vec<EventId> = timeline.events().map(|(id, _)| id).collect();
        let Some(&event) = events.get(numbers.below(events.len())) else {
            timeline.undo(&Target::Start).expect("there is a beginning");
            return;
        };
        match numbers.below(4) {
            0 => {
                let pids: Vec<Pid> = timeline.machine().fates().map(|fate| fate.process.state.pid).collect();
                timeline.back(pids[numbers.below(pids.len())], 1 + numbers.below(20) as u64);
            }
            1 => {
                let undone: Vec<EventId> = timeline.future().map(|(id, _)| id).collect();
                if let Some(&again) = undone.get(numbers.below(undone.len())) {
                    timeline.replay(&Target::Event(again)).expect("it was undone");
                }
                timeline.undo(&Target::Event(event)).ok();
            }
            _ => {
                let log = timeline.undo(&Target::Event(event)).expect("it has happened");
                assert!(timeline.undone_by(&log).any(|undone| undone == event), "{}", self.name);
            }
        }
    }
}

fn replay_all(timeline: &mut Timeline) {
    timeline.replay(&Target::Start).expect("it was undone");
    assert!(!timeline.has_future());
}

fn state(timeline: &Timeline) -> (StateDigest, Vec<u8>) {
    let output = timeline.output();
    let mut printed: Vec<&[u8]> = output.split(|byte| *byte == b'\n').collect();
    // Who prints first is nobody's concern.
    printed.sort_unstable();
    (digest(timeline.machine()), printed.concat())
}

fn value(timeline: &Timeline) -> String {
    match timeline.machine().main().and_then(|main| main.state.outcome.as_ref()) {
        Some(ProcessEnd::Value(value)) => value.to_string(),
        _ => "no value".to_owned(),
    }
}

#[test]
fn barber() {
    Example { name: "barber", module: include_str!("examples/barber.erl"), value: "{6,true,true}" }.check();
}

#[test]
fn purchase() {
    let value = "{{bought,55},too_poor,{no_bank,noproc},crashed}";
    Example { name: "purchase", module: include_str!("examples/purchase.erl"), value }.check();
}

#[test]
fn seats() {
    Example { name: "seats", module: include_str!("examples/seats.erl"), value: "{8,8,[],8}" }.check();
}

#[test]
fn mutual_exclusion() {
    Example { name: "mutex", module: include_str!("examples/mutex.erl"), value: "[{count,9}]" }.check();
}

#[test]
fn storage() {
    let value = "{[ok,ok,ok],[ok,ok],[1,-2,9,-4,1,-2,9,-4,1,-2,9,-4],3,[normal,normal,normal]}";
    Example { name: "storage", module: include_str!("examples/storage.erl"), value }.check();
}
