//! Going forward: what a command did on its way.

use std::collections::BTreeMap;

use erlang_history::{Event, EventId};
use erlang_machine::process::PidKey;
use erlang_report::text;
use erlang_term::Pid;

use super::Session;
use crate::command::{Scheduler, Stride};
use crate::events;
use crate::forward::{self, Way};
use crate::reply::{Moved, Shown, Steps, Stopped};
use crate::state::{self, Standing, pid};
use crate::stops::Breakpoint;

/// Events of one move that are kept for the reply: the last ones.
const KEPT: usize = 1_000;
/// Steps that a run makes if nobody says how many: one that never ends is not what one wants to wait for.
const PATIENCE: u64 = 10_000_000;

impl Session {
    pub(super) fn step(
        &mut self,
        who: Pid,
        count: u64,
        stride: Stride,
        message: &mut Option<String>,
    ) -> Result<Shown, String> {
        let (standing, outcome) = state::standing(self.process(who)?);
        match standing {
            Standing::Runnable | Standing::Exiting => {}
            Standing::Waiting => {
                let letters = self.mailbox(who).in_flight.len();
                let hint = match letters {
                    0 => "nothing is on its way to it".to_owned(),
                    n => format!("{} on the way to it: `choices` lists what can be delivered", count_of(n)),
                };
                return Err(format!("{} waits in a receive; {hint}", pid(who)));
            }
            Standing::Suspended => return Err(format!("{} is suspended", pid(who))),
            _ => return Err(format!("{} has ended: {}", pid(who), outcome.unwrap_or_default())),
        }
        let mut shown = self.moving(message, |session| {
            Ok(Way::of(&match stride {
                Stride::Expression => session.timeline.walk(who, count),
                Stride::Into => session.timeline.step(who, count),
            }))
        })?;
        // Why it stands there is said already if it could not go as far as it was told to.
        if message.is_none() {
            *message = self.whereabouts(Some(who)).or_else(|| self.ended(who));
        }
        if let Shown::Moved(moved) = &mut shown {
            moved.walked = stride == Stride::Expression;
        }
        Ok(shown)
    }

    pub(super) fn run(
        &mut self,
        with: Scheduler,
        count: Option<u64>,
        until: Option<Breakpoint>,
        message: &mut Option<String>,
    ) -> Result<Shown, String> {
        let mut shown = self.moving(message, |session| {
            let schedule = match with {
                Scheduler::Chosen => &mut session.schedules.chosen,
                Scheduler::Fair => &mut session.schedules.fair,
                Scheduler::Random => &mut session.schedules.random,
            };
            let breakpoints: Vec<&Breakpoint> = session.breakpoints.iter().chain(&until).collect();
            let left = session.max_steps.saturating_sub(session.timeline.steps());
            let most = count.unwrap_or(PATIENCE);
            let mut way = forward::go(&mut session.timeline, &mut **schedule, most.min(left), &breakpoints);
            if way.stopped == Stopped::Done && left <= most {
                way.stopped = Stopped::Budget;
            } else if way.stopped == Stopped::Done && count.is_none() {
                way.because = Some("it goes on and on: `run` lets it go further".to_owned());
            }
            Ok(way)
        })?;
        if let Shown::Moved(moved) = &mut shown
            && moved.stopped == Stopped::Quiet
            && let Some(cut_off) = self.timeline.machine().cut_off()
        {
            moved.stopped_after_ms = Some(cut_off.overtime.as_millis() as u64);
            *message = Some(text::cut_off(&cut_off, "--for TIME"));
        }
        Ok(shown)
    }

    pub(super) fn take(&mut self, n: usize, message: &mut Option<String>) -> Result<Shown, String> {
        let choices = self.timeline.choices();
        let Some(choice) = n.checked_sub(1).and_then(|n| choices.get(n)).copied() else {
            return Err(match choices.len() {
                0 => "nothing can happen any more".to_owned(),
                last => format!("there is no choice {n}: `choices` lists 1 to {last}"),
            });
        };
        self.moving(message, |session| {
            let moved = session.timeline.take(choice).map_err(|refused| refused.to_string())?;
            Ok(Way::of(&moved))
        })
    }

    /// What a way forward did, by comparing what was before with what is now.
    pub(super) fn moving(
        &mut self,
        message: &mut Option<String>,
        go: impl FnOnce(&mut Session) -> Result<Way, String>,
    ) -> Result<Shown, String> {
        let (before, from, steps) = (self.reductions(), self.timeline.position(), self.timeline.steps());
        let way = go(self)?;
        *message = way.because;
        let mut new: Vec<(EventId, &Event)> = self.timeline.events_since(from).rev().take(KEPT).collect();
        new.reverse();
        let left_out = self.timeline.count_events_since(from) - new.len();
        let output = self.timeline.output_since(from);
        Ok(Shown::Moved(Moved {
            events: new.into_iter().map(|(id, event)| events::line(self.timeline.log(), id, event)).collect(),
            moved: self.steps_since(&before),
            steps: self.timeline.steps().saturating_sub(steps),
            walked: false,
            left_out,
            stopped_after_ms: None,
            stopped: way.stopped,
            hit: way.hit,
            output: String::from_utf8_lossy(&output).into_owned(),
        }))
    }

    pub(super) fn reductions(&self) -> BTreeMap<PidKey, u64> {
        let fates = self.timeline.machine().fates();
        fates.map(|fate| (fate.process.state.pid.into(), fate.process.state.reductions)).collect()
    }

    pub(super) fn steps_since(&self, before: &BTreeMap<PidKey, u64>) -> Vec<Steps> {
        let now = self.reductions().into_iter();
        let steps = now.map(|(key, now)| (key, now - before.get(&key).copied().unwrap_or(0).min(now)));
        steps
            .filter(|(_, steps)| *steps > 0)
            .map(|(key, steps)| Steps { process: pid(key.into()), steps })
            .collect()
    }
}

fn count_of(n: usize) -> String {
    if n == 1 { "1 message is".to_owned() } else { format!("{n} messages are") }
}
