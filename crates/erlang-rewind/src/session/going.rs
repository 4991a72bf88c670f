//! Going forward: what a command did on its way.

use std::collections::BTreeMap;

use erlang_history::{EventId, Position, RunEvent};
use erlang_machine::machine::End;
use erlang_machine::process::PidKey;
use erlang_report::text;
use erlang_term::Pid;

use super::{Rewinder, Task};
use crate::backward::{self, Past};
use crate::command::{Scheduler, Stride};
use crate::events;
use crate::forward::{Forward, Way, WayEnd};
use crate::judge::Reached;
use crate::reply::{Hit, Moved, Shown, Steps, Stopped, Undone};
use crate::state::{self, Standing, pid};
use crate::stepping::Going;

/// Events of one move that are kept for the reply: the last ones.
const KEPT: usize = 1_000;
/// Steps that a run makes if nobody says how many: one that never ends is not what one wants to
/// wait for.
const PATIENCE: u64 = 10_000_000;
/// Steps that are made before the meter is asked again.
const SLICE: u64 = 1_000_000_000;
/// Searching one part of the past counts as this many steps.
const WINDOW: u64 = 1 << 17;

/// What was before a command: what it did is what is different then.
pub(super) struct Before {
    reductions: BTreeMap<PidKey, u64>,
    position: Position,
    steps: u64,
}

impl Rewinder {
    pub(super) async fn step(
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
                    0 => "no message is in transit to it".to_owned(),
                    n => format!("{} in transit to it (`choices` lists what can be delivered)", count_of(n)),
                };
                return Err(format!("{} is waiting in a receive; {hint}", pid(who)));
            }
            Standing::Suspended => return Err(format!("{} is suspended", pid(who))),
            _ => return Err(format!("{} has exited: {}", pid(who), outcome.unwrap_or_default())),
        }
        let before = self.before();
        let moved = match stride {
            Stride::Expression => self.timeline.walk_by_slices(who, count).await,
            Stride::Into => self.timeline.step_by_slices(who, count).await,
        };
        let mut shown = self.moved(before, Way::of(&moved), message);
        // Why it stands there is said already if it could not go as far as it was told to.
        if message.is_none() {
            *message = self.whereabouts(Some(who)).or_else(|| self.ended(who));
        }
        if let Shown::Moved(moved) = &mut shown {
            moved.walked = stride == Stride::Expression;
        }
        Ok(shown)
    }

    pub(super) async fn run(
        &mut self,
        with: Scheduler,
        count: Option<u64>,
        message: &mut Option<String>,
    ) -> Result<Shown, String> {
        let before = self.before();
        let goal = self.timeline().steps().saturating_add(count.unwrap_or(PATIENCE));
        self.task = Some(Task::Forward(Forward { with, going: Going::On, goal: goal.min(self.max_steps) }));
        let progress = self.go_there().await;
        self.arrived(progress, before, count, message).await
    }

    /// Goes on to what it is on its way to.
    pub(super) async fn go_there(&mut self) -> WayEnd {
        loop {
            let before = self.timeline.steps();
            if let Some(progress) = self.advance(self.meter().piece(SLICE)) {
                return progress;
            }
            let steps = self.timeline.steps().saturating_sub(before).max(WINDOW);
            if self.timeline.pause(steps).await {
                return match self.task.take() {
                    Some(Task::Back(_)) => WayEnd::Interrupted,
                    _ => WayEnd::Over(End::Interrupted),
                };
            }
        }
    }

    /// What to show of a way that is at its end.
    pub(super) async fn arrived(
        &mut self,
        progress: WayEnd,
        before: Before,
        count: Option<u64>,
        message: &mut Option<String>,
    ) -> Result<Shown, String> {
        let way = match progress {
            WayEnd::Back { reached, to, .. } => return self.reversed(reached, to, message).await,
            WayEnd::Interrupted => return Err(backward::INTERRUPTED.into()),
            WayEnd::NotFound => return Err("that has not happened before this point".into()),
            WayEnd::Reached(reached) => Way { hit: Some(Hit::of(&reached)), ..Way::new(Stopped::Breakpoint) },
            WayEnd::Over(End::Steps) => {
                let mut way = Way::new(Stopped::Done);
                if self.timeline().steps() >= self.max_steps {
                    way.stopped = Stopped::Budget;
                } else if count.is_none() {
                    way.because = Some("it is still running: `run` continues it".to_owned());
                }
                way
            }
            WayEnd::Over(end) => Way::over(&end),
        };
        let mut shown = self.moved(before, way, message);
        if let Shown::Moved(moved) = &mut shown
            && moved.stopped == Stopped::Quiet
            && let Some(cut_off) = self.timeline.machine().cut_off()
        {
            moved.stopped_after_ms = Some(cut_off.overtime.as_millis() as u64);
            *message = Some(text::cut_off(&cut_off, "--for TIME"));
        }
        Ok(shown)
    }

    /// Back along the run to what was looked for.
    async fn reversed(
        &mut self,
        reached: Reached,
        to: Past,
        message: &mut Option<String>,
    ) -> Result<Shown, String> {
        let undone = self.arrive(to, false).await?;
        *message = self.whereabouts(Some(reached.who));
        Ok(Shown::Undone(Undone { hit: Some(Hit::of(&reached)), ..undone }))
    }

    pub(super) fn take(&mut self, n: usize, message: &mut Option<String>) -> Result<Shown, String> {
        let choices = self.timeline().choices();
        let Some(choice) = n.checked_sub(1).and_then(|n| choices.get(n)).copied() else {
            return Err(match choices.len() {
                0 => "nothing more can happen".to_owned(),
                last => format!("there is no choice {n}; `choices` lists 1 to {last}"),
            });
        };
        let before = self.before();
        let moved = self.timeline.take(choice).map_err(|refused| refused.to_string())?;
        Ok(self.moved(before, Way::of(&moved), message))
    }

    pub(super) fn before(&self) -> Before {
        let timeline = self.timeline();
        let (position, steps) = (timeline.position(), timeline.steps());
        Before { reductions: self.reductions(), position, steps }
    }

    /// Along the run to just after an event, which may have been undone.
    pub(super) async fn go_to_event(
        &mut self,
        id: EventId,
        message: &mut Option<String>,
    ) -> Result<Shown, String> {
        let before = self.before();
        let position = self
            .timeline
            .position_after(id)
            .ok_or_else(|| format!("there is no event {} in this run: `trace` shows their numbers", id.0))?;
        if position < before.position {
            let log = self.timeline.seek_by_slices(position).await;
            return Ok(Shown::Undone(self.undone(&log)?));
        }
        let way = Way::of(&self.timeline.replay_until_by_slices(position).await);
        Ok(self.moved(before, way, message))
    }

    /// What a way forward did.
    pub(super) fn moved(&mut self, before: Before, way: Way, message: &mut Option<String>) -> Shown {
        *message = way.because;
        let logged = self.take_logged();
        let timeline = self.timeline();
        let mut new: Vec<(EventId, &RunEvent)> =
            timeline.events_since(before.position).rev().take(KEPT).collect();
        new.reverse();
        let left_out = timeline.count_events_since(before.position) - new.len();
        let output = timeline.output_since(before.position);
        Shown::Moved(Moved {
            events: new.into_iter().map(|(id, event)| events::line(timeline.log(), id, event)).collect(),
            moved: steps_between(&before.reductions, &self.reductions()),
            steps: timeline.steps().saturating_sub(before.steps),
            walked: false,
            left_out,
            stopped_after_ms: None,
            stopped: way.stopped,
            hit: way.hit,
            logged,
            output: String::from_utf8_lossy(&output).into_owned(),
        })
    }

    fn reductions(&self) -> BTreeMap<PidKey, u64> {
        let fates = self.timeline().machine().fates();
        fates.map(|fate| (fate.process.state.pid.into(), fate.process.state.reductions)).collect()
    }
}

/// How many steps each process has made from one state to another.
fn steps_between(before: &BTreeMap<PidKey, u64>, now: &BTreeMap<PidKey, u64>) -> Vec<Steps> {
    let steps = now.iter().map(|(key, made)| {
        let before = before.get(key).copied().unwrap_or(0);
        Steps { process: pid((*key).into()), steps: made.saturating_sub(before) }
    });
    steps.filter(|steps| steps.steps > 0).collect()
}

fn count_of(n: usize) -> String {
    if n == 1 { "1 message is".to_owned() } else { format!("{n} messages are") }
}
