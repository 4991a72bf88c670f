//! A run that goes both ways as text, and back: the choices, what the outside said, and which
//! events they were. The rest comes of running it.
//!
//! One entry per line: what, whose, how many reductions; then after `#` the number of its first
//! event and how many there are; then, where they do not follow by themselves, the counters that it
//! begins with.

use std::collections::VecDeque;
use std::fmt::Write;

use erlang_machine::machine::{Budget, Machine};
use erlang_machine::system::Counters;
use erlang_machine::timers::{Instant, TimerId};
use erlang_machine::world::World;
use erlang_term::Pid;
use slices::Meter;

use super::Timeline;
use super::entry::{Deed, Details, Entry, Uses};
use super::leave::Work;
use super::point::Point;
use super::printed::Printed;
use super::refine::Quiet;
use crate::Position;
use crate::outside::Outside;

const HEADER: &str = "whodunit timeline 1";

/// More processes than a machine has room for.
const MOST_PIDS: u32 = 1 << 27;

/// Numbers of events that no entry has any more.
const MOST_UNUSED: usize = 1 << 24;

/// A saved run, made again.
pub struct Loaded {
    pub timeline: Timeline,
    /// Where it went another way than the saved one: the code is not the same. What came before is
    /// there.
    pub differs: Option<Position>,
    /// Someone wanted it to stop when so much of it was made again: that is all there is.
    pub interrupted: Option<Position>,
}

/// How far entries could be made again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LoadEnd {
    Complete,
    /// They are not the same from here on.
    Differs(Position),
    Interrupted(Position),
}

/// It is not a saved run, or one of another version; the line that cannot be read, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotReadable {
    pub line: usize,
}

impl Timeline {
    /// The run as text: what happened, and what was undone.
    pub fn save(&self) -> String {
        let mut text = format!("{HEADER}\n");
        self.outside.write(&mut text);
        let events = self.log.len();
        let _ = writeln!(text, "events {events}");
        let points = self.stands.keys().filter_map(|pid| Some(("point", self.point((*pid).into())?)));
        for (what, point) in points.chain(self.stood.values().map(|point| ("stood", *point))) {
            let Point { pid, step, expression } = point;
            let _ = writeln!(text, "{what} {} {step} {expression}", pid.id());
        }
        if let Some(beyond) = &self.beyond {
            let _ = writeln!(text, "beyond{}", counters_text(beyond));
        }
        text.push_str("queue");
        for pid in &self.machine.system.run_queue {
            let _ = write!(text, " {}", pid.id());
        }
        text.push('\n');
        let _ = writeln!(text, "present");
        let entries = self.entries_between(Position(0), self.position());
        entries.for_each(|entry| write_entry(&mut text, entry));
        let _ = writeln!(text, "future");
        self.future.iter().for_each(|entry| write_entry(&mut text, entry));
        text
    }

    /// Makes a saved run again, in a machine as the saved one was when it began. What it prints,
    /// nobody hears a second time. It follows the meter from then on.
    pub async fn load_by_slices(
        text: &str,
        machine: Machine,
        world: Box<dyn World>,
        budget: Budget<'static>,
        meter: Meter,
    ) -> Result<Loaded, NotReadable> {
        let saved = Saved::read(text)?;
        let mut timeline = Timeline::new(machine, Box::new(Quiet), budget);
        timeline.follow(meter);
        timeline.outside = saved.outside;
        let mut end = timeline.load_entries(saved.present).await;
        let present = timeline.position();
        if end == LoadEnd::Complete {
            end = timeline.load_entries(saved.future).await;
            // What has just been made is not long: nobody is asked whether to go back over it.
            let budget = std::mem::replace(&mut timeline.budget, Budget::UNLIMITED);
            let meter = std::mem::replace(&mut timeline.meter, Meter::unlimited());
            timeline.seek(present);
            (timeline.budget, timeline.meter) = (budget, meter);
        }
        timeline.log.go_on_at(saved.events);
        if let (Some(beyond), Some(known)) = (saved.beyond, timeline.beyond) {
            timeline.beyond = Some(known.beyond(&beyond));
        } else {
            timeline.beyond = saved.beyond.or(timeline.beyond);
        }
        if end == LoadEnd::Complete {
            timeline.stood.clear();
            saved.points.into_iter().for_each(|point| timeline.stand_at(point));
            timeline.stood.extend(saved.stood.into_iter().map(|point| (point.pid.into(), point)));
            timeline.restore_queue(&saved.queue);
        }
        timeline.world = world;
        let (differs, interrupted) = match end {
            LoadEnd::Complete => (None, None),
            LoadEnd::Differs(at) => (Some(at), None),
            LoadEnd::Interrupted(at) => (None, Some(at)),
        };
        Ok(Loaded { timeline, differs, interrupted })
    }

    /// The order of the run queue is not part of the replayed state, but the schedule depends on
    /// it.
    fn restore_queue(&mut self, saved: &[Pid]) {
        let known = std::mem::take(&mut self.machine.system.run_queue);
        let own = saved.iter().filter(|pid| known.contains(pid) || self.is_servant(**pid));
        let mut queue: VecDeque<Pid> = own.copied().collect();
        let missing = known.into_iter().filter(|pid| !saved.contains(pid) && !self.is_servant(*pid));
        queue.extend(missing.collect::<Vec<_>>());
        self.machine.system.run_queue = queue;
    }

    async fn load_entries(&mut self, entries: Vec<Entry>) -> LoadEnd {
        let mut work = Work::default();
        for entry in entries {
            if let Some(steps) = work.add(self.entries.last().unwrap_or(&entry)) {
                self.pause(steps).await;
            }
            if self.is_interrupted() {
                return LoadEnd::Interrupted(self.position());
            }
            // A message that was missing may be there by now: the entry that takes it handles
            // it.
            if entry.is_blocked() && !self.is_in_vain_again(&entry) {
                continue;
            }
            if !self.load_entry(entry) {
                return LoadEnd::Differs(self.position());
            }
        }
        LoadEnd::Complete
    }

    /// An entry happens as it did when it was saved. False, and nothing happened, if it does not.
    fn load_entry(&mut self, entry: Entry) -> bool {
        let before = (self.machine.clone(), self.lines);
        self.log.go_on_at(entry.first_event() as usize - 1);
        let same = self.make_as(&entry);
        if !same {
            (self.machine, self.lines) = before;
            self.end = None;
        }
        same
    }
}

struct Saved {
    outside: Outside,
    events: usize,
    beyond: Option<Counters>,
    points: Vec<Point>,
    stood: Vec<Point>,
    queue: Vec<Pid>,
    present: Vec<Entry>,
    future: Vec<Entry>,
}

impl Saved {
    fn read(text: &str) -> Result<Saved, NotReadable> {
        let mut lines = text.lines().enumerate();
        if lines.next().is_none_or(|(_, line)| line != HEADER) {
            return Err(NotReadable { line: 1 });
        }
        let mut saved = Saved {
            outside: Outside::default(),
            events: 0,
            beyond: None,
            points: Vec::new(),
            stood: Vec::new(),
            queue: Vec::new(),
            present: Vec::new(),
            future: Vec::new(),
        };
        let mut part = 0;
        for (n, line) in lines {
            let read = match line {
                "present" | "future" => {
                    part += 1;
                    Some(())
                }
                _ if part == 0 => saved.read_fact(line),
                _ => read_entry(line).map(|entry| match part {
                    1 => saved.present.push(entry),
                    _ => saved.future.push(entry),
                }),
            };
            read.ok_or(NotReadable { line: n + 1 })?;
        }
        if part != 2 {
            return Err(NotReadable { line: text.lines().count() });
        }
        // What was undone and forgotten leaves its numbers unused, but not more than a machine can
        // have made.
        let entries = saved.present.iter().chain(&saved.future);
        let most =
            MOST_UNUSED + entries.clone().map(|entry| usize::from(entry.count_events())).sum::<usize>();
        let numbers = entries.map(|entry| entry.first_event() as usize).chain([saved.events]);
        match numbers.max() {
            Some(last) if last > most => Err(NotReadable { line: text.lines().count() }),
            _ => Ok(saved),
        }
    }

    fn read_fact(&mut self, line: &str) -> Option<()> {
        let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
        match what {
            "events" => self.events = rest.parse().ok()?,
            "point" => self.points.push(read_point(rest)?),
            "stood" => self.stood.push(read_point(rest)?),
            // Of an older version, which counted in another way: it is at the end of its last
            // entry.
            "stand" => {}
            "queue" => {
                let pids: Result<Vec<u32>, _> = rest.split_whitespace().map(str::parse).collect();
                self.queue = pids.ok()?.into_iter().map(Pid::local).collect();
            }
            "beyond" => self.beyond = Some(read_counters(&mut rest.split(' '))?),
            _ => return self.outside.read(what, rest),
        }
        Some(())
    }
}

fn read_point(text: &str) -> Option<Point> {
    let mut words = text.split(' ');
    let pid = Pid::local(words.next()?.parse().ok()?);
    let (step, expression) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    Some(Point { pid, step, expression })
}

fn write_entry(text: &mut String, entry: &Entry) {
    let _ = match entry.deed() {
        Deed::Compute { pid, reductions } => write!(text, "compute {} {reductions}", pid.id()),
        Deed::Act { pid } if entry.is_in_vain() => write!(text, "look {}", pid.id()),
        Deed::Act { pid } => write!(text, "act {}", pid.id()),
        Deed::Deliver { from, to } => write!(text, "deliver {} {}", from.id(), to.id()),
        Deed::Fire { timer } => write!(text, "fire {}", timer.0),
    };
    if let Some(printed) = entry.printed() {
        let _ = write!(text, " printed {}", printed.order);
    }
    let _ = write!(text, " # {} {}", entry.first_event(), entry.count_events());
    if let Some(counters) = entry.counters() {
        let _ = write!(text, "{}", counters_text(counters));
    }
    text.push('\n');
}

fn read_entry(line: &str) -> Option<Entry> {
    let (what, rest) = line.split_once(" # ")?;
    let mut words: Vec<&str> = what.split(' ').collect();
    let mut printed = None;
    if let [.., "printed", order] = words.as_slice() {
        printed = Some(Box::new(Printed { order: order.parse().ok()?, bytes: Vec::new() }));
        words.truncate(words.len() - 2);
    }
    let pid = |n: usize| Some(Pid::local(words.get(n)?.parse().ok()?));
    let deed = match (*words.first()?, words.len()) {
        ("compute", 3) => Deed::Compute { pid: pid(1)?, reductions: words[2].parse().ok()? },
        ("act" | "look", 2) => Deed::Act { pid: pid(1)? },
        ("deliver", 3) => Deed::Deliver { from: pid(1)?, to: pid(2)? },
        ("fire", 2) => Deed::Fire { timer: TimerId(words[1].parse().ok()?) },
        _ => return None,
    };
    let mut numbers = rest.split(' ');
    let first: usize = numbers.next()?.parse().ok().filter(|first| *first > 0)?;
    let count: u16 = numbers.next()?.parse().ok()?;
    let mut numbers = numbers.peekable();
    let counters = match numbers.peek() {
        Some(_) => Some(Box::new(read_counters(&mut numbers)?)),
        None => None,
    };
    let events = first - 1..first - 1 + usize::from(count);
    let blocked = words[0] == "look";
    Some(Details { counters, blocked, printed, ..Details::new(deed, 0, events, Uses::default()) }.into())
}

fn counters_text(counters: &Counters) -> String {
    let Counters { pid, reference, message, unique, timer, now, last_now, steps } = counters;
    format!(" {pid} {reference} {message} {unique} {timer} {} {last_now} {steps}", now.0)
}

fn read_counters<'a>(numbers: &mut impl Iterator<Item = &'a str>) -> Option<Counters> {
    /// Those of a run that can be are far from the end of what can be counted.
    fn number<'a, N: TryFrom<i128>>(numbers: &mut impl Iterator<Item = &'a str>) -> Option<N> {
        let number: i128 = numbers.next()?.parse().ok()?;
        N::try_from(number).ok().filter(|_| number.unsigned_abs() < 1 << 60)
    }
    Some(Counters {
        pid: number(numbers).filter(|pid| *pid < MOST_PIDS)?,
        reference: number(numbers)?,
        message: number(numbers)?,
        unique: number(numbers)?,
        timer: number(numbers)?,
        now: Instant(number(numbers)?),
        last_now: number(numbers)?,
        steps: number(numbers)?,
    })
}
