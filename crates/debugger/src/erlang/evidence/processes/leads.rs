//! Where a wrong claim leads: an input of a step (context, messages) leads to the step that
//! produced it, an action leads into the step itself (paper 2 §4.3).

use computation_tree::{NodeId, Tree};
use erlang_history::{EventId, EventKind};
use erlang_term::{Pid, Term};
use erlang_tree::processes::{CameTo, Consumed, NodeKind, Silence, Transition, Why};

use super::callbacks;
use super::{Processes, claims};
use crate::erlang::evidence::calls::{NO_MESSAGES, named};
use session::event::{Claim, ClaimKind};
use session::evidence::{Beginning, Consequence, Lead, WrongClaim};

/// The first question about a process is about its last step; the first about an event is about the
/// step in which it happened.
pub fn beginning(processes: &mut Processes, at: Beginning) -> Result<(NodeId, String), String> {
    match at {
        Beginning::Process(n) => {
            let chosen = (n as usize).checked_sub(1).and_then(|index| processes.processes.get(index));
            let (pid, _) = chosen.ok_or_else(|| format!("there is no process {n}"))?;
            if let Some(symptom) = processes.symptom
                && processes.tree.process_of(symptom) == Some(*pid)
            {
                return Ok((symptom, "the test fails because of this call".into()));
            }
            let last = processes.tree.last_of(*pid);
            let nothing = || {
                format!("process {} ran only trusted code: there is nothing to ask about", Term::Pid(*pid))
            };
            Ok((last.ok_or_else(nothing)?, format!("you chose process {}", Term::Pid(*pid))))
        }
        Beginning::Event(id) => {
            let event = EventId(id);
            if processes.tree.log().get(event).is_none() {
                let last = processes.tree.log().len();
                return Err(format!("there is no event {id}: events are numbered 1 to {last}"));
            }
            let node = processes.tree.outermost(event);
            let nothing = || format!("event {id} was caused by trusted code only: choose another");
            Ok((node.ok_or_else(nothing)?, format!("you chose event {id}")))
        }
    }
}

pub fn consequence(
    processes: &mut Processes,
    node: NodeId,
    wrong: &WrongClaim<'_>,
) -> Result<Consequence, String> {
    let WrongClaim { claim, item, missing } = wrong;
    let about_messages = matches!(
        claim.kind,
        ClaimKind::Received | ClaimKind::Sent | ClaimKind::Created | ClaimKind::Stuck | ClaimKind::Missing
    );
    if missing.is_some() && !about_messages {
        return Err(NO_MESSAGES.into());
    }
    if let Some(item) = item
        && !claim.items().iter().any(|known| known.id == *item)
    {
        return Err(match claim.items().is_empty() {
            true => "this claim is not a list".into(),
            false => format!("this claim has no item {item}"),
        });
    }
    let said = processes.tree.transition(node);
    let callback = callbacks::of(processes, node, &said);
    match claim.kind {
        ClaimKind::Context if claim.items().is_empty() && said.kind == NodeKind::Transition => {
            // Paper 2 §3.5: then the receive itself is asked about, claim by claim.
            let lead = processes.tree.receive_of(node).filter(|receive| *receive != node);
            let lead =
                lead.map(|receive| Lead::Below(receive, "something is wrong with this receive".into()));
            Ok(Consequence { judgement: None, lead })
        }
        ClaimKind::Context | ClaimKind::State => {
            let only = item.is_some() || claim.items().len() == 1;
            let chosen = item.map_or(0, |item| item as usize - 1);
            let (name, variables): (Option<String>, Vec<usize>) = match &callback {
                Some(callback) => {
                    let part = callback.state.get(chosen);
                    let parts = callback.state.iter().filter_map(|part| part.argument);
                    let argument = part.and_then(|part| part.argument).filter(|_| only);
                    // A state that is not an argument came with those that are.
                    let arguments = argument.map_or_else(|| parts.collect(), |argument| vec![argument]);
                    (part.map(|part| part.name.to_owned()), arguments)
                }
                None => {
                    let name = said.context.get(chosen).map(|(name, _)| name.name().to_owned());
                    (name, if only { vec![chosen] } else { (0..said.context.len()).collect() })
                }
            };
            // One of them is wrong, and perhaps nobody says which: begin with what came last.
            let binders = variables.into_iter().filter_map(|variable| processes.tree.binder(node, variable));
            let binder = binders.filter(|binder| *binder != node).max();
            let reason = match name.filter(|_| only) {
                Some(name) => format!("{name} comes from here"),
                None => "the context comes from here".into(),
            };
            let lead = binder.map(|binder| Lead::Elsewhere(binder, reason));
            Ok(Consequence::inadmissible(lead))
        }
        ClaimKind::Received => {
            let lead = match missing {
                Some(name) => absent(processes, &said, name)?,
                None => {
                    let taken = match said.consumed {
                        Some(Consumed::Message(send)) if !claims::is_about_answers(&said, claim) => {
                            Some(send)
                        }
                        _ => claim.items().last().map(|item| EventId(item.id)),
                    };
                    item.map(EventId).or(taken).and_then(|send| sender(processes, send))
                }
            };
            Ok(Consequence::inadmissible(lead))
        }
        ClaimKind::Read => Ok(processes.accesses(node, |accesses| accesses.wrong_read(*item))),
        ClaimKind::Wrote => Ok(processes.accesses(node, |accesses| accesses.wrong_write(*item))),
        ClaimKind::Missing => {
            let lead = match missing {
                Some(name) => absent(processes, &said, name)?,
                None => {
                    let chosen = said.missing.iter().find(|missing| Some(missing.timeout.0) == *item);
                    let silence = match chosen {
                        Some(missing) => processes.tree.silence(*missing),
                        None => processes.tree.absence_of_anyone(said.pid, waited(&said)),
                    };
                    silence.map(|silence| lead_to(processes, silence))
                }
            };
            Ok(Consequence::inadmissible(lead))
        }
        // The loop of a behaviour takes what comes.
        ClaimKind::Consumed if callback.is_some() => {
            let send = callback.and_then(|callback| callback.send);
            Ok(Consequence::inadmissible(send.and_then(|send| sender(processes, send))))
        }
        ClaimKind::Sent | ClaimKind::Created => {
            let doer = item.and_then(|item| processes.tree.innermost(EventId(item)));
            let inside = doer.filter(|doer| node < *doer && *doer < processes.tree.tree().end(node));
            let reason =
                if claim.kind == ClaimKind::Sent { "it sent the message" } else { "it created the process" };
            let lead = inside.map(|doer| Lead::Below(doer, reason.into()));
            Ok(Consequence { lead, ..Consequence::wrong() })
        }
        ClaimKind::Stuck => Ok(match missing {
            Some(name) => Consequence::inadmissible(absent(processes, &said, name)?),
            None => Consequence::wrong(),
        }),
        kind if kind.is_without_value() => Ok(match said.came_to {
            // Not its own doing.
            CameTo::Killed { by: Some(event), .. } => {
                let killer = processes.tree.innermost(event);
                let lead = killer.map(|killer| Lead::Elsewhere(killer, "this killed the process".into()));
                Consequence::inadmissible(lead)
            }
            _ => Consequence::wrong(),
        }),
        _ => Ok(Consequence::wrong()),
    }
}

/// Below the run and its processes are the steps.
const STEPS: u32 = 2;

/// Whether a variable of a receive was handed on from one arrival at it to the next, as a loop
/// does: it was bound inside of one of these. What its own pattern took from the message was not,
/// nor what each call of a function that waits is given.
pub fn is_handed_on(
    processes: &mut Processes,
    node: NodeId,
    wrong: &WrongClaim<'_>,
    chain: &[NodeId],
) -> bool {
    let variables = match wrong.item {
        Some(item) => (item as usize).saturating_sub(1)..item as usize,
        None => 0..wrong.claim.items().len(),
    };
    let binder = variables.filter_map(|variable| processes.tree.binder(node, variable)).max();
    let ends: Vec<(NodeId, NodeId)> =
        chain.iter().map(|other| (*other, processes.tree.tree().end(*other))).collect();
    binder.is_some_and(|binder| ends.iter().any(|(begin, end)| (*begin..*end).contains(&binder)))
}

/// The nodes that made what an input claim holds, item by item. None: trusted code, or nobody.
pub fn makers(processes: &mut Processes, node: NodeId, claim: &Claim) -> Vec<Option<NodeId>> {
    // A call that is right for its arguments may still have been made wrongly: what left the step
    // is right if the whole step is.
    let sender = |processes: &Processes, send: EventId| processes.tree.outermost(send);
    match claim.kind {
        ClaimKind::Read => {
            let writers = processes.accesses(node, |accesses| accesses.writers(claim));
            let tree = processes.tree.tree();
            let step = |writer: NodeId| tree.ancestor(writer, STEPS.min(tree.depth(writer)));
            writers.into_iter().map(|writer| writer.map(step)).collect()
        }
        ClaimKind::Received => claim.items().iter().map(|item| sender(processes, EventId(item.id))).collect(),
        ClaimKind::Consumed => {
            let said = processes.tree.transition(node);
            match said.consumed {
                Some(Consumed::Message(send)) => vec![sender(processes, send)],
                _ => Vec::new(),
            }
        }
        ClaimKind::Context | ClaimKind::State => {
            let said = processes.tree.transition(node);
            let variables: Vec<usize> = match callbacks::of(processes, node, &said) {
                Some(callback) => {
                    // A callback that keeps its state returns it, too, and perhaps should have
                    // changed it.
                    let before = processes.tree.states_before(node).into_iter().rev();
                    let mut before = before.filter(|step| {
                        let subject = processes.tree.subject(processes.tree.tree().subject(*step));
                        subject.function.name() != "callback_mode"
                    });
                    let parts = callback.state.iter().filter_map(|part| part.argument);
                    if let Some(before) = before.next() {
                        return parts.map(|_| Some(before)).collect();
                    }
                    parts.collect()
                }
                None => (0..said.context.len()).collect(),
            };
            let binders = variables.into_iter().map(|variable| processes.tree.binder(node, variable));
            let binders: Vec<Option<NodeId>> = binders.collect();
            let tree = processes.tree.tree();
            let step = |binder: NodeId| tree.ancestor(binder, STEPS.min(tree.depth(binder)));
            let others = binders.into_iter().map(|binder| binder.filter(|binder| *binder != node).map(step));
            others.collect()
        }
        _ => Vec::new(),
    }
}

/// The step that sent a message; of one that the machine sent, the step that was the reason for it.
fn sender(processes: &Processes, send: EventId) -> Option<Lead> {
    let node = processes.tree.innermost(send)?;
    let cause = processes.tree.log().get(send).and_then(|event| event.cause);
    let is_exit = |event: EventId| {
        matches!(processes.tree.log().get(event).map(|it| &it.kind), Some(EventKind::Exit { .. }))
    };
    if cause.is_some_and(is_exit) {
        let pid = processes.tree.process_of(node)?;
        return Some(Lead::Elsewhere(node, format!("{} ended here", processes.name(pid))));
    }
    let item = claims::message(processes, send, &erlang_tree::statement::ONE_LINE);
    let text = item.map(|item| item.meaning.unwrap_or(item.text));
    Some(Lead::Elsewhere(node, format!("this sent {}", shortened(&text.unwrap_or_default()))))
}

/// When a receive of one's own gave up.
fn waited(said: &Transition) -> Option<EventId> {
    match said.consumed {
        Some(Consumed::Timeout(event)) if said.kind == NodeKind::Receive => Some(event),
        _ => None,
    }
}

/// Where someone did not send what was waited for.
fn lead_to(processes: &mut Processes, silence: Silence) -> Lead {
    let Silence { node, why, circle } = silence;
    let reason = match why {
        Why::Ended => "it exited before it received the request".to_owned(),
        Why::NoReply => "it received the request but sent no reply".to_owned(),
        Why::NotYet => "it received the request but did not reply in time".to_owned(),
        Why::Deadlock => deadlock(processes, &circle),
        Why::NotTaken => "the request was in its mailbox while this was running".to_owned(),
        Why::NotSent => {
            let pid = processes.tree.process_of(node).map(|pid| Term::Pid(pid).to_string());
            format!("{} should have sent something", pid.unwrap_or_default())
        }
    };
    Lead::Elsewhere(node, reason)
}

/// Who waits for whom: `they wait for each other: <0.84.0> (b) in m:f/1 made the call ping to
/// <0.83.0> (a), which in m:g/1 made the call part to <0.84.0> (b)`.
fn deadlock(processes: &mut Processes, circle: &[(NodeId, EventId)]) -> String {
    // The search goes on in the last of them.
    let (last, before) = match circle.split_last() {
        Some((last, before)) => (*last, before),
        None => return "it received the request, but waits for a process that waits for it".to_owned(),
    };
    let mut waits: Vec<String> = Vec::new();
    for (node, request) in std::iter::once(last).chain(before.iter().copied()) {
        let name = named(processes.tree.subject(processes.tree.tree().subject(node)));
        let Some(event) = processes.tree.log().get(request) else { continue };
        let EventKind::Send { to, .. } = &event.kind else { continue };
        let (pid, to) = (event.process, processes.name(*to));
        let line = erlang_tree::statement::ONE_LINE;
        let item = claims::message(processes, request, &line);
        let request = shortened(&item.map(|item| item.meaning.unwrap_or(item.text)).unwrap_or_default());
        let who = if waits.is_empty() { processes.name(pid) } else { "which".to_owned() };
        waits.push(format!("{who} in {name} made the {request} to {to}"));
    }
    format!("they wait for each other: {}", waits.join(", "))
}

/// As many steps are asked about one after the other; among more, the search chooses.
const MOST_SINCE: usize = 8;

/// What was read may be out of date, and a request may be answered later than where it was taken:
/// where that leads, and the steps since then.
pub fn since(
    processes: &mut Processes,
    node: NodeId,
    wrong: &WrongClaim<'_>,
) -> Option<(NodeId, Vec<NodeId>)> {
    let (first, from, until, only) = match wrong.claim.kind {
        ClaimKind::Read => {
            let (writer, written, read) = processes.accesses(node, |accesses| accesses.times(wrong.item))?;
            (writer, written, read, None)
        }
        ClaimKind::Missing if wrong.missing.is_none() => {
            let said = processes.tree.transition(node);
            let chosen = said.missing.iter().find(|it| Some(it.timeout.0) == wrong.item).copied()?;
            let silence = processes.tree.silence(chosen).filter(|it| it.why == Why::NoReply)?;
            (silence.node, chosen.request.0, chosen.timeout.0, processes.tree.process_of(silence.node))
        }
        _ => return None,
    };
    let around = processes.tree.tree().ancestor(node, STEPS);
    let mut later: Vec<(u32, NodeId)> = Vec::new();
    let lives: Vec<(Pid, NodeId)> =
        processes.tree.processes().iter().map(|summary| (summary.pid, summary.node)).collect();
    for (_, life) in lives.into_iter().filter(|(pid, _)| only.is_none_or(|only| only == *pid)) {
        let end = processes.tree.tree().end(life);
        let mut step = NodeId(life.0 + 1);
        while step < end {
            if let Some(began) = began(processes, step)
                && from < began
                && began < until
                && step != around
                && step != first
            {
                later.push((began, step));
            }
            step = processes.tree.tree().end(step);
        }
    }
    later.sort_unstable();
    let later: Vec<NodeId> = later.into_iter().map(|(_, step)| step).collect();
    (later.len() <= MOST_SINCE).then_some((first, later))
}

/// The event with which a step began.
fn began(processes: &mut Processes, step: NodeId) -> Option<u32> {
    let said = processes.tree.transition(step);
    match said.consumed {
        Some(Consumed::Timeout(event)) => Some(event.0),
        Some(Consumed::Message(_)) => taken(processes, &said).map(|event| event.0),
        None => processes.tree.log().spawned_by(said.pid).map(|event| event.0),
    }
}

/// The process that should have sent something, before this gave up: what it did instead.
fn absent(processes: &mut Processes, said: &Transition, name: &str) -> Result<Option<Lead>, String> {
    let pid = find(processes, name).ok_or_else(|| format!("there is no process {name}"))?;
    let until = waited(said).or_else(|| taken(processes, said));
    let silence = processes.tree.absence(pid, said.pid, until);
    Ok(silence.map(|silence| lead_to(processes, silence)))
}

/// When a receive took its message.
fn taken(processes: &Processes, said: &Transition) -> Option<EventId> {
    let Some(Consumed::Message(send)) = said.consumed else { return None };
    match processes.tree.log().get(send)?.kind {
        EventKind::Send { message, .. } => processes.tree.log().receipt_of(message),
        _ => None,
    }
}

/// A process by its pid or its name.
fn find(processes: &Processes, name: &str) -> Option<Pid> {
    let is_it = |process: &session::Process| process.pid == name || process.name.as_deref() == Some(name);
    processes.processes.iter().find(|(_, process)| is_it(process)).map(|(pid, _)| *pid)
}

/// Who is to blame if a step should never have been: who sent what it took, or created the process.
pub fn cause(processes: &mut Processes, node: NodeId) -> Option<(NodeId, String)> {
    let said = processes.tree.transition(node);
    let callback = callbacks::of(processes, node, &said);
    let send = match (said.consumed, callback) {
        (Some(Consumed::Message(send)), _) => Some(send),
        (_, callback) => callback.and_then(|callback| callback.send),
    };
    if let Some(Lead::Elsewhere(node, reason)) = send.and_then(|send| sender(processes, send)) {
        return Some((node, reason));
    }
    let is_first =
        said.kind == NodeKind::FirstStep && processes.tree.kind(NodeId(node.0 - 1)) == NodeKind::Process;
    if !is_first {
        return None;
    }
    let spawn = processes.tree.log().spawned_by(said.pid)?;
    debug_assert!(matches!(processes.tree.log().get(spawn).map(|e| &e.kind), Some(EventKind::Spawn { .. })));
    Some((processes.tree.innermost(spawn)?, format!("this created {}", Term::Pid(said.pid))))
}

const LONGEST: usize = 40;

fn shortened(text: &str) -> String {
    match text.chars().count() > LONGEST {
        true => format!("{}...", text.chars().take(LONGEST).collect::<String>()),
        false => text.to_owned(),
    }
}
