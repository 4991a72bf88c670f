//! Looking at the present, and at what led to it.

use erlang_history::{EventId, RunEvent};
use erlang_machine::machine::Fate as MachineFate;
use erlang_machine::mailbox::Message;
use erlang_machine::process::PidKey;
use erlang_machine::schedule::Choice;
use erlang_machine::signals::SignalKind;
use erlang_report::processes::ProcessTable;
use erlang_report::text;
use erlang_term::Pid;

use super::{Rewinder, first_line};
use crate::command::{ProcessName, WINDOW};
use crate::events::{self, EventLine, Filter};
use crate::reply::{Fate, Letter, Mailbox, Possible, Shown};
use crate::state::{self, pid};
use crate::waiting;

/// Events that `state` shows of what a process did.
const RECENT: usize = 8;

impl Rewinder {
    pub(super) fn processes(&self) -> Vec<Fate> {
        let machine = self.machine();
        let rows = ProcessTable { machine, expression: &self.expression };
        let fate = |(n, fate): (usize, MachineFate<'_>)| Fate {
            row: rows.row(n as u32 + 1, &fate),
            status: state::standing(fate.process).0,
            outcome: state::standing(fate.process).1,
            delivered: fate.process.state.mailbox.len(),
            in_flight: self.mailbox(fate.process.state.pid).in_flight.len(),
        };
        machine.fates().enumerate().map(fate).collect()
    }

    pub(super) async fn state(&self, process: &ProcessName, all: bool) -> Result<Shown, String> {
        let who = self.find(process)?;
        let process = self.process(who)?;
        let machine = self.machine();
        let first_call = ProcessTable { machine, expression: &self.expression }.first_call(process);
        let history: Vec<EventLine> = self.history(who, false, RECENT).await?;
        Ok(Shown::State {
            state: Box::new(state::state(machine, process, first_call, all)),
            mailbox: self.mailbox(who),
            history,
        })
    }

    /// What has arrived at a process, and what is on its way to it.
    pub fn mailbox(&self, who: Pid) -> Mailbox {
        let system = &self.machine().system;
        let letter = |message: &Message| {
            let sent = self.timeline().log().send_of(message.id);
            let from = sent.and_then(|id| self.timeline().event(id)).map(|event| pid(event.process));
            Letter { id: sent.map(|id| id.0), from, text: text::one_line(&message.content) }
        };
        let delivered = system.get(who).map(|process| process.state.mailbox.iter().map(letter).collect());
        let channels = system.in_flight.iter().filter(|((_, to), _)| Pid::from(*to) == who);
        let signals = channels.flat_map(|(_, queue)| queue);
        let in_flight = signals.map(|signal| match &signal.kind {
            SignalKind::Message(message) | SignalKind::AliasMessage(message, _) => letter(message),
            other => Letter { id: None, from: Some(pid(signal.from)), text: signal_words(other).to_owned() },
        });
        Mailbox { delivered: delivered.unwrap_or_default(), in_flight: in_flight.collect() }
    }

    /// What a process did, latest first.
    pub(super) async fn history(&self, who: Pid, all: bool, most: usize) -> Result<Vec<EventLine>, String> {
        let filter = Filter { processes: Vec::new(), message: None, all };
        let (found, _) = self.wanted(&filter, Some(who), most, 0).await?;
        Ok(found.into_iter().map(|(id, event)| events::line(self.timeline().log(), id, event)).collect())
    }

    /// The last events that someone wants to see, latest first, and how many more there are, as far
    /// as they are counted.
    async fn wanted(
        &self,
        filter: &Filter,
        by: Option<Pid>,
        most: usize,
        counted: usize,
    ) -> Result<(Vec<(EventId, &RunEvent)>, usize), String> {
        /// Events that are looked at before the next pause, and the steps that this takes.
        const MANY: usize = 1 << 12;
        const STEPS: u64 = 1 << 16;
        let timeline = self.timeline();
        let (mut found, mut left_out) = (Vec::new(), 0);
        for (n, (id, event)) in timeline.events().rev().enumerate() {
            if found.len() == most && left_out == counted {
                break;
            }
            if n % MANY == MANY - 1 && timeline.pause(STEPS).await {
                return Err("interrupted".into());
            }
            if by.is_some_and(|by| by != event.process) || !filter.wants(timeline.log(), event) {
                continue;
            }
            match found.len() < most {
                true => found.push((id, event)),
                false => left_out += 1,
            }
        }
        Ok((found, left_out))
    }

    pub(super) async fn trace(
        &self,
        processes: &[ProcessName],
        message: Option<erlang_report::Pattern>,
        all: bool,
    ) -> Result<Shown, String> {
        let processes = processes.iter().map(|name| self.find(name)).collect::<Result<_, _>>()?;
        let filter = Filter { processes, message, all };
        let (found, left_out) =
            self.wanted(&filter, None, if all { usize::MAX } else { WINDOW }, usize::MAX).await?;
        let lines = found.into_iter().rev();
        let shown = lines.map(|(id, event)| events::line(self.timeline().log(), id, event));
        Ok(Shown::Trace { trace: shown.collect(), left_out })
    }

    /// What can happen next.
    pub fn options(&self) -> Vec<Possible> {
        let choices = self.timeline().choices();
        let option = |(n, choice): (usize, &Choice)| {
            let (kind, text) = self.choice_words(choice);
            Possible { n: n + 1, kind, text }
        };
        choices.iter().enumerate().map(option).collect()
    }

    pub(super) fn choice_words(&self, choice: &Choice) -> (&'static str, String) {
        let system = &self.machine().system;
        match choice {
            Choice::Run { pid: who, .. } => {
                let machine = self.machine();
                let frames = system.get(*who).map(|process| state::stack(machine, process, true));
                let frame = frames.and_then(|frames| frames.into_iter().next());
                let at = frame.map_or_else(String::new, |frame| match frame.place {
                    Some(place) => {
                        format!(" in {} at {}: {}", frame.function, place.short(), first_line(&place.source))
                    }
                    None => format!(" in {}", frame.function),
                });
                ("run", format!("run {}{at}", pid(*who)))
            }
            Choice::Deliver { from, to } => {
                let channel = (PidKey::from(*from), PidKey::from(*to));
                let signal = system.in_flight.get(&channel).and_then(|queue| queue.front());
                let what = match signal.map(|signal| &signal.kind) {
                    Some(SignalKind::Message(message) | SignalKind::AliasMessage(message, _)) => {
                        let number = self
                            .timeline()
                            .log()
                            .send_of(message.id)
                            .map_or_else(String::new, |id| format!("{}: ", id.0));
                        format!("{number}{}", text::brief(&message.content, 60))
                    }
                    Some(other) => signal_words(other).to_owned(),
                    None => "a signal".to_owned(),
                };
                ("deliver", format!("deliver {what} from {} to {}", pid(*from), pid(*to)))
            }
            Choice::Fire { .. } => ("fire", "fire a timer".to_owned()),
        }
    }

    pub(super) fn why_waiting(&self, process: &ProcessName) -> Result<Shown, String> {
        let who = self.find(process)?;
        match waiting::waiting(self.machine(), who) {
            Some(waiting) => Ok(Shown::Waiting { waiting: Box::new(waiting) }),
            None => {
                let does = self.whereabouts(Some(who)).or_else(|| self.ended(who));
                Err(format!("it is not waiting: {}", does.unwrap_or_else(|| format!("{} can run", pid(who)))))
            }
        }
    }

    pub(super) async fn why(&self, id: EventId) -> Result<Shown, String> {
        let line = |id: EventId| {
            self.timeline().log().get(id).map(|event| events::line(self.timeline().log(), id, event))
        };
        let Some(event) = line(id) else {
            // Elsewhere a number is enough to name a process.
            let process = self.find(&ProcessName(id.0.to_string())).ok();
            let hint = process.map_or_else(
                || "`trace` shows their numbers".to_owned(),
                |process| format!("for the process, use `why {}`", pid(process)),
            );
            return Err(format!("there is no event {}: {hint}", id.0));
        };
        let lines = |ids: Vec<EventId>| ids.into_iter().filter_map(line).collect();
        let found = self.timeline().causes_and_effects(id).await;
        let (causes, effects) = found.ok_or("interrupted: its causes were not found")?;
        Ok(Shown::Why { event, causes: lines(causes), effects: lines(effects) })
    }
}

/// Signals that are not messages, while they are on their way.
fn signal_words(kind: &SignalKind) -> &'static str {
    match kind {
        SignalKind::Message(_) | SignalKind::AliasMessage(..) => "a message",
        SignalKind::Exit { .. } => "an exit signal",
        SignalKind::LinkExit { .. } => "the exit of a linked process",
        SignalKind::Link => "a link",
        SignalKind::Unlink => "the end of a link",
        SignalKind::Monitor { .. } => "a monitor",
        SignalKind::Demonitor(_) => "the end of a monitor",
        SignalKind::Down { .. } => "the end of a monitored process",
        SignalKind::GroupLeader(_) => "a new group leader",
    }
}
