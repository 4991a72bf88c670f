//! Where a run stops, and when: what was asked for, where that is in the code, and how often it has
//! been hit.

mod hits;
mod places;

use std::collections::HashMap;

use erlang_history::{EventId, EventKind, EventLog, RunEvent};
use erlang_machine::Class;
use erlang_machine::machine::Machine;
use erlang_machine::process::Process;
use erlang_machine::program::Mfa;
use erlang_report::Pattern;
use erlang_term::{Pid, Term};

use crate::command::{Stop, Wish};
use crate::events;
pub use hits::{HitCondition, Piece, pieces};
pub use places::{Spot, Spots, UserCode, file_name, read_function};

/// When a process stood somewhere, in its own time: whatever is undone of others, that stays the
/// same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    pub pid: Pid,
    /// Reductions of its life so far.
    pub reductions: u64,
    /// Which of the places since the last one, as in [`erlang_history::timeline::Point`].
    pub number: u32,
    pub spot: Spot,
}

impl Stand {
    /// Where a process stands now.
    pub fn of(process: &Process) -> Stand {
        let state = &process.state;
        let spot = (state.function, state.pc.saturating_sub(1));
        let number = state.standing.as_ref().map_or(u32::MAX, |standing| standing.number);
        Stand { pid: state.pid, reductions: state.reductions, number, spot }
    }

    /// Has it been so, in the run so far?
    fn is_past(&self, machine: &Machine) -> bool {
        let now = machine.system.get(self.pid).map(Stand::of);
        now.is_some_and(|now| (self.reductions, self.number) <= (now.reductions, now.number))
    }
}

/// Who asked for a breakpoint: those of an editor are replaced together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A command.
    Prompt,
    /// An editor, for this file.
    File(String),
    /// An editor, for functions.
    Functions,
}

pub struct Breakpoint {
    /// Its number; 0: it is for one command.
    pub n: u32,
    pub owner: Owner,
    pub wish: Wish,
    /// For [`Stop::Exit`] with a process: who was meant.
    pub process: Option<Pid>,
    /// Where in the code. None: it never stops anything, for this reason.
    pub spots: Result<Spots, String>,
    /// The line where it was placed.
    pub line: Option<u32>,
    hit_condition: Option<HitCondition>,
    /// When it was hit, as far as hits are counted, in that order.
    hits: Vec<Stand>,
    /// Events that hit it, as far as hits are counted.
    events: Vec<EventId>,
    /// What is wrong with its condition, once someone has been told.
    complaint: Option<String>,
}

impl Breakpoint {
    pub fn new(n: u32, owner: Owner, wish: Wish, process: Option<Pid>, code: &UserCode<'_>) -> Breakpoint {
        let mut line = None;
        let spots = match &wish.stop {
            Stop::Line { file, line: wanted } => {
                line = Some(*wanted);
                code.at_line(file, *wanted).map(|(found, spots)| {
                    line = Some(found);
                    spots
                })
            }
            Stop::Call { module, function, arity } => code.at_function(module.as_deref(), function, *arity),
            Stop::Bind { variable, .. } => code.at_binding(variable),
            _ => Ok(Spots::default()),
        };
        let (hit_condition, spots) = match wish.hits.as_deref().map(HitCondition::parse).transpose() {
            Ok(condition) => (condition, spots),
            Err(why) => (None, Err(why)),
        };
        let (hits, events) = (Vec::new(), Vec::new());
        Breakpoint { n, owner, wish, process, spots, line, hit_condition, hits, events, complaint: None }
    }

    /// It lies elsewhere than where it was wanted: what to say of that.
    pub fn moved(&self) -> Option<String> {
        match (&self.wish.stop, self.line, &self.spots) {
            (Stop::Line { line: wanted, .. }, Some(line), Ok(_)) if line != *wanted => {
                Some(format!("there is no code on line {wanted}: the breakpoint is on line {line}"))
            }
            _ => None,
        }
    }

    /// Does this event do it, as far as the event itself can say?
    pub fn is_hit_by(&self, log: &EventLog, id: EventId, event: &RunEvent) -> bool {
        let like =
            |pattern: &Pattern| events::content(log, event).is_some_and(|content| pattern.matches(content));
        match (&self.wish.stop, &event.kind) {
            (Stop::Send(pattern), EventKind::Send { .. })
            | (Stop::Deliver(pattern), EventKind::Deliver { .. })
            | (Stop::Receive(pattern), EventKind::Receive { .. }) => like(pattern),
            (Stop::Exit(_), EventKind::Exit { .. }) => self.process.is_none_or(|pid| pid == event.process),
            (Stop::Spawn, EventKind::Spawn { .. }) => true,
            (Stop::Event(wanted), _) => *wanted == id.0,
            _ => false,
        }
    }

    fn is_about_events(&self) -> bool {
        use Stop::{Deliver, Event, Exit, Receive, Send, Spawn};
        matches!(self.wish.stop, Send(_) | Deliver(_) | Receive(_) | Exit(_) | Spawn | Event(_))
    }

    /// Its condition cannot be tried. What to say, if that has not been said yet.
    pub fn complain(&mut self, why: String) -> Option<String> {
        let news = self.complaint.as_ref() != Some(&why);
        let place = match (&self.wish.stop, self.line) {
            (_, Some(line)) => format!("at line {line}"),
            _ => format!("at {}", self.wish.place()),
        };
        self.complaint = Some(why.clone());
        news.then(|| format!("the condition of the breakpoint {place}: {why}"))
    }

    /// A process comes by. Is this the time that was wanted?
    pub fn is_due(&mut self, stand: Stand, counts: bool) -> bool {
        due(self.hit_condition, &mut self.hits, stand, counts)
    }

    /// The same, of an event.
    pub fn is_due_by(&mut self, event: EventId, counts: bool) -> bool {
        due(self.hit_condition, &mut self.events, event, counts)
    }
}

fn due<T: PartialEq>(condition: Option<HitCondition>, hits: &mut Vec<T>, hit: T, counts: bool) -> bool {
    let Some(condition) = condition else { return true };
    // Mostly it is the latest.
    let times = match (hits.iter().rposition(|known| *known == hit), counts) {
        (Some(n), _) => n + 1,
        (None, false) => return false,
        (None, true) => {
            hits.push(hit);
            hits.len()
        }
    };
    condition.holds(times as u64)
}

/// Which exceptions stop a run.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Exceptions {
    pub error: bool,
    pub exit: bool,
    pub throw: bool,
    /// Those that end a process.
    pub uncaught: bool,
}

impl Exceptions {
    /// The names by which they are switched on, with what they mean, and whether an editor does so
    /// by itself.
    pub const FILTERS: [(&'static str, &'static str, &'static str, bool); 4] = [
        ("uncaught", "Uncaught exceptions", "Exceptions that end a process", true),
        ("error", "All errors", "Every error, even if it is caught", false),
        ("exit", "All exits", "Every exit, even if it is caught", false),
        ("throw", "All throws", "Every throw, even if it is caught", false),
    ];
    pub const ALL: Exceptions = Exceptions { error: true, exit: true, throw: true, uncaught: false };

    pub fn switch_on(&mut self, filter: &str) -> Result<(), String> {
        match filter {
            "uncaught" => self.uncaught = true,
            "error" => self.error = true,
            "exit" => self.exit = true,
            "throw" => self.throw = true,
            other => return Err(format!("unknown exception filter `{other}`")),
        }
        Ok(())
    }

    /// Whether all of this class stop, caught or not.
    pub fn wants_all(&self, class: Class) -> bool {
        match class {
            Class::Error => self.error,
            Class::Exit => self.exit,
            Class::Throw => self.throw,
        }
    }

    pub fn wants(&self, class: Class) -> bool {
        self.uncaught || self.wants_all(class)
    }
}

#[derive(Default)]
pub struct Breakpoints {
    all: Vec<Breakpoint>,
    /// How many there have been.
    numbered: u32,
    /// Which of them are at a spot.
    by_spot: HashMap<Spot, Vec<usize>>,
    by_native: HashMap<Mfa, Vec<usize>>,
    /// Those that an editor wants to stop at.
    pub exceptions: Exceptions,
    /// What processes will die of, and when that was first raised.
    deadly: Vec<(Term, Stand)>,
}

impl Breakpoints {
    pub fn iter(&self) -> impl Iterator<Item = &Breakpoint> {
        self.all.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty() && self.exceptions == Exceptions::default()
    }

    /// The next number.
    pub fn next(&self) -> u32 {
        self.numbered + 1
    }

    pub fn add(&mut self, breakpoint: Breakpoint) {
        self.numbered = self.numbered.max(breakpoint.n);
        self.all.push(breakpoint);
        self.index();
    }

    /// False: there is none of this number.
    pub fn delete(&mut self, n: u32) -> bool {
        let before = self.all.len();
        self.all.retain(|one| one.n != n);
        self.index();
        self.all.len() < before
    }

    /// Puts these in the place of those of an owner. Where nothing has changed, its number and its
    /// hits stay. The new ones, in order.
    pub fn replace(&mut self, owner: &Owner, wishes: Vec<Wish>, code: &UserCode<'_>) -> Vec<&Breakpoint> {
        let (mut old, kept): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.all).into_iter().partition(|one| one.owner == *owner);
        self.all = kept;
        let first = self.all.len();
        for wish in wishes {
            let known = old.iter().position(|breakpoint| breakpoint.wish.is_same(&wish));
            let breakpoint = match known {
                Some(n) => old.remove(n),
                None => {
                    self.numbered += 1;
                    Breakpoint::new(self.numbered, owner.clone(), wish, None, code)
                }
            };
            self.all.push(breakpoint);
        }
        self.index();
        self.all[first..].iter().collect()
    }

    /// The same ones in other code, with nothing hit yet.
    pub fn renewed(self, code: &UserCode<'_>) -> Breakpoints {
        let again = |old: Breakpoint| Breakpoint::new(old.n, old.owner, old.wish, old.process, code);
        let all = self.all.into_iter().map(again).collect();
        let mut renewed = Breakpoints { all, numbered: self.numbered, ..Breakpoints::default() };
        renewed.exceptions = self.exceptions;
        renewed.index();
        renewed
    }

    fn index(&mut self) {
        self.by_spot.clear();
        self.by_native.clear();
        for (n, breakpoint) in self.all.iter().enumerate() {
            let Ok(spots) = &breakpoint.spots else { continue };
            spots.code.iter().for_each(|spot| self.by_spot.entry(*spot).or_default().push(n));
            spots.natives.iter().for_each(|mfa| self.by_native.entry(*mfa).or_default().push(n));
        }
    }

    /// Is one of them about code, of which no event tells?
    pub fn are_about_code(&self) -> bool {
        !self.by_spot.is_empty() || !self.by_native.is_empty() || self.exceptions() != Exceptions::default()
    }

    pub fn are_about_events(&self) -> bool {
        self.all.iter().any(Breakpoint::is_about_events)
    }

    /// All exceptions that someone wants to stop at.
    pub fn exceptions(&self) -> Exceptions {
        self.all.iter().fold(self.exceptions, |all, one| match one.wish.stop {
            Stop::Exception(its) => Exceptions {
                error: all.error || its.error,
                exit: all.exit || its.exit,
                throw: all.throw || its.throw,
                uncaught: all.uncaught || its.uncaught,
            },
            _ => all,
        })
    }

    pub fn has(&self, spot: Spot) -> bool {
        !self.by_spot.is_empty() && self.by_spot.contains_key(&spot)
    }

    pub fn has_native(&self, mfa: Mfa) -> bool {
        !self.by_native.is_empty() && self.by_native.contains_key(&mfa)
    }

    /// A process will die for this reason. Who catches an exception and raises it again has nothing
    /// new to say.
    pub fn is_news(&mut self, stand: Stand, reason: Term) -> bool {
        let known = self.deadly.iter_mut().find(|(why, first)| first.pid == stand.pid && *why == reason);
        match known {
            Some((_, first)) => {
                if stand.reductions < first.reductions {
                    *first = stand;
                }
                *first == stand
            }
            None => {
                self.deadly.push((reason, stand));
                true
            }
        }
    }

    /// What is undone has not happened.
    pub fn forget_undone(&mut self, machine: &Machine, is_present: impl Fn(EventId) -> bool) {
        self.deadly.retain(|(_, first)| first.is_past(machine));
        for breakpoint in &mut self.all {
            breakpoint.hits.retain(|hit| hit.is_past(machine));
            breakpoint.events.retain(|event| is_present(*event));
        }
    }

    /// Those at a spot, or before a call of what is native, by their place among all.
    pub fn at(&self, spot: Spot, native: Option<Mfa>) -> Vec<usize> {
        let found = native.map_or_else(|| self.by_spot.get(&spot), |mfa| self.by_native.get(&mfa));
        found.cloned().unwrap_or_default()
    }

    /// Those that an event hits, as far as it can say.
    pub fn hit_by(&self, log: &EventLog, id: EventId, event: &RunEvent) -> Vec<usize> {
        let all = self.all.iter().enumerate();
        all.filter(|(_, one)| one.is_hit_by(log, id, event)).map(|(n, _)| n).collect()
    }

    /// Those that want to stop at exceptions of this class, if they want all of it, or may want
    /// this one.
    pub fn at_exceptions(&self, class: Class) -> Vec<usize> {
        let all = self.all.iter().enumerate();
        all.filter(|(_, one)| matches!(one.wish.stop, Stop::Exception(its) if its.wants(class)))
            .map(|(n, _)| n)
            .collect()
    }

    pub fn get(&mut self, n: usize) -> &mut Breakpoint {
        &mut self.all[n]
    }
}
