//! What a step of a process says: its claims, in the order of paper 2 §4.3.

use computation_tree::NodeId;
use erlang_history::{EventId, EventKind};
use erlang_syntax::pretty;
use erlang_term::{Atom, Term};
use erlang_tree::processes::{CameTo, Consumed, Missing, NodeKind, ReceivePoint, Transition};
use erlang_tree::statement::{self, Audience, Fold, ONE_LINE, is_shown_otherwise};

use super::Processes;
use super::callbacks::{self, Callback};
use crate::erlang::evidence::calls::named;
use crate::erlang::evidence::{context_items, source};
use crate::words;
use session::event::{Claim, ClaimKind, Content, Item};

/// `tcp:server_fun(<0.82.0>, 50, 500)`, `tcp:server_fun/3, receive at tcp.erl:11`, or the
/// expression.
pub fn statement(processes: &Processes, said: &Transition) -> String {
    let program = &processes.tree.machine().program;
    match said.kind {
        NodeKind::Run | NodeKind::Process => statement::expression(program, &said.subject),
        _ => match own_receive(said) {
            Some((line, _)) if said.kind == NodeKind::Transition => {
                format!("{}, body of the receive at {line}", named(&said.subject))
            }
            Some((line, _)) => format!("{}, receive at {line}", named(&said.subject)),
            _ if said.kind == NodeKind::Stuck => format!("{}, a call of trusted code", named(&said.subject)),
            _ => call(processes, said, &ONE_LINE),
        },
    }
}

pub fn call(processes: &Processes, said: &Transition, fold: &Fold) -> String {
    let call = erlang_tree::Call {
        subject: said.subject.clone(),
        arguments: said.arguments.clone(),
        captured: said.captured.clone(),
        outcome: erlang_tree::CallOutcome::Unfinished,
        clause: said.clause,
    };
    fold.call(&processes.tree.machine().program, &call)
}

/// `tcp.erl:11`
pub fn at(point: &ReceivePoint) -> String {
    place(&point.file, point.line)
}

fn place(file: &str, line: u32) -> String {
    format!("{}:{line}", file.rsplit('/').next().unwrap_or(file))
}

/// Everything that can be wrong with it by itself, from 1.
pub fn claims(processes: &Processes, node: NodeId, said: &Transition) -> Vec<Claim> {
    let callback = callbacks::of(processes, node, said);
    let mut claims: Vec<(ClaimKind, Content)> = Vec::new();
    match (said.kind, &callback) {
        (NodeKind::Run | NodeKind::Process, _) => {
            claims.push(came_to(processes, said));
            return numbered(claims);
        }
        (NodeKind::FirstStep, callback) => {
            claims.extend(callback.iter().flat_map(|callback| given(processes, callback)));
        }
        (NodeKind::Transition, _) => {
            claims.push((
                ClaimKind::Context,
                Content::Text { text: previous(processes, said, true).join("\n") },
            ));
        }
        (NodeKind::Receive | NodeKind::Stuck, _) => {
            if said.receive.is_some() {
                claims.push((ClaimKind::Context, context(processes, &said.context)));
            }
            claims.push((ClaimKind::Received, there(processes, said)));
            if let Some(consumed) = said.consumed {
                let (kind, text) = taken(processes, consumed);
                claims.push((kind, Content::Text { text }));
            }
        }
    }
    let received: Vec<Item> =
        replaced(processes, said, &ONE_LINE).into_iter().chain(answers(processes, said, &ONE_LINE)).collect();
    if !received.is_empty() {
        claims.push((ClaimKind::Received, list(received)));
    }
    let missing = missing(processes, said);
    if !missing.is_empty() {
        claims.push((ClaimKind::Missing, list(missing)));
    }
    let (read, wrote) = processes.accesses(node, |accesses| (accesses.read_claim(), accesses.wrote_claim()));
    claims.extend(read);
    let waited = waited(processes, said).map(|item| (ClaimKind::Missing, list(vec![item])));
    if said.kind == NodeKind::Stuck {
        claims.push((ClaimKind::Stuck, Content::Text { text: words::STUCK.into() }));
        claims.extend(waited);
        return numbered(claims);
    }
    claims.push(came_to(processes, said));
    let unanswered = unanswered(processes, said);
    claims.push((ClaimKind::Sent, list(sent(processes, said).into_iter().chain(unanswered).collect())));
    claims.push((ClaimKind::Created, created(processes, &said.created)));
    claims.extend(wrote);
    // Behind all others, whose numbers people know.
    claims.extend(waited);
    numbered(claims)
}

fn numbered(claims: Vec<(ClaimKind, Content)>) -> Vec<Claim> {
    claims.into_iter().zip(1..).map(|((kind, content), id)| Claim { id, kind, content }).collect()
}

/// What a callback of a behaviour was called with: its state, and a message.
fn given(processes: &Processes, callback: &Callback) -> Vec<(ClaimKind, Content)> {
    let program = &processes.tree.machine().program;
    let variables: Vec<(Atom, Term)> =
        callback.state.iter().map(|part| (Atom::new(part.name), part.value.clone())).collect();
    let items = context_items(program, &variables, callback.home);
    let text = items.iter().map(|item| &*item.text).collect::<Vec<_>>().join(", ");
    let request = statement::value(program, &callback.message);
    let consumed = match callback.sender {
        Some(sender) => format!("{request} (from {})", Term::Pid(sender)),
        None => request,
    };
    vec![
        (ClaimKind::State, Content::List { text, items }),
        (ClaimKind::Consumed, Content::Text { text: consumed }),
    ]
}

pub fn came_to(processes: &Processes, said: &Transition) -> (ClaimKind, Content) {
    let (kind, text) = outcome(processes, &said.came_to, &ONE_LINE);
    (kind, Content::Text { text })
}

pub fn outcome(processes: &Processes, came_to: &CameTo, fold: &Fold) -> (ClaimKind, String) {
    let program = &processes.tree.machine().program;
    let value = |term: &Term| fold.value(program, term);
    match came_to {
        CameTo::Value(term) => (ClaimKind::Value, value(term)),
        CameTo::Exception { class, reason, .. } => {
            (ClaimKind::Exception, format!("{}:{}", class.atom().name(), value(reason)))
        }
        CameTo::Receive { point, context } => {
            let variables: Vec<String> =
                context.iter().map(|(name, term)| binding(*name, &value(term))).collect();
            let with =
                if variables.is_empty() { String::new() } else { format!(" with {}", variables.join(", ")) };
            (ClaimKind::Reached, format!("receive at {}{with}", at(point)))
        }
        CameTo::Stuck => (ClaimKind::Blocked, words::STUCK.into()),
        CameTo::Killed { reason, by } => {
            // The stack of the exception that ended another process is in the log.
            let reason = match fold.audience {
                Audience::People { .. } => callbacks::without_stack(reason),
                Audience::Programs => reason,
            };
            let by = by.and_then(|event| who(processes, event)).map(|by| format!(" by {by}"));
            (ClaimKind::Killed, format!("killed{}: {}", by.unwrap_or_default(), value(reason)))
        }
        CameTo::Hibernated => (ClaimKind::Hibernated, words::HIBERNATES.into()),
        CameTo::Running => (ClaimKind::Unfinished, words::NO_VALUE_YET.into()),
    }
}

/// Whose event it is.
fn who(processes: &Processes, event: EventId) -> Option<String> {
    processes.tree.log().get(event).map(|event| Term::Pid(event.process).to_string())
}

fn binding(name: Atom, value: &str) -> String {
    format!("{} = {value}", name.name())
}

// ---- lists

fn list(items: Vec<Item>) -> Content {
    let text = |item: &Item| match (&item.from, &item.to) {
        (Some(_), Some(to)) => format!("{} to {to}", item.text),
        _ => item.text.clone(),
    };
    Content::List { text: items.iter().map(text).collect::<Vec<_>>().join(", "), items }
}

fn context(processes: &Processes, context: &[(Atom, Term)]) -> Content {
    let items = context_items(&processes.tree.machine().program, context, None);
    let text = items.iter().map(|item| &*item.text).collect::<Vec<_>>().join(", ");
    Content::List { text, items }
}

fn sent(processes: &Processes, said: &Transition) -> Vec<Item> {
    said.sent.iter().filter_map(|send| message(processes, *send, &ONE_LINE)).collect()
}

/// Messages in a mailbox. Nobody reads more than a few of them, and a long mailbox is looked at
/// again and again.
const MOST_LISTED: usize = 30;

/// The first messages of a mailbox, and the one that was taken.
fn there(processes: &Processes, said: &Transition) -> Content {
    let sends = &said.received;
    let taken = match said.consumed {
        Some(Consumed::Message(send)) => Some(send),
        _ => None,
    };
    let shown = sends.iter().enumerate().filter(|(n, send)| *n < MOST_LISTED || Some(**send) == taken);
    let items: Vec<Item> = shown.filter_map(|(_, send)| message(processes, *send, &ONE_LINE)).collect();
    let more = left_out(sends.len(), items.len());
    match list(items) {
        Content::List { text, items } => Content::List {
            text: [Some(text), more].into_iter().flatten().collect::<Vec<_>>().join(", "),
            items,
        },
        other => other,
    }
}

/// `and 4,970 more`
pub fn left_out(all: usize, shown: usize) -> Option<String> {
    (all > shown).then(|| format!("and {} more", all - shown))
}

/// A message by its send. For programs its text is the term, and what people are shown beside it.
pub fn message(processes: &Processes, send: EventId, fold: &Fold) -> Option<Item> {
    let event = processes.tree.log().get(send)?;
    let EventKind::Send { to, content, .. } = &event.kind else { return None };
    let program = &processes.tree.machine().program;
    let people = fold.for_readers(None);
    let show = |term: &Term| people.value(program, term);
    let otherwise = || {
        let is_otherwise = is_shown_otherwise(program, None, std::iter::once(content));
        is_otherwise.then(|| show(content))
    };
    Some(Item {
        id: send.0,
        text: fold.value(program, content),
        from: Some(Term::Pid(event.process).to_string()),
        to: Some(Term::Pid(*to).to_string()),
        meaning: callbacks::meaning(content, &show).or_else(otherwise),
    })
}

/// Messages that trusted code received for this step. A reply says what it replies to.
pub fn answers(processes: &Processes, said: &Transition, fold: &Fold) -> Vec<Item> {
    let log = processes.tree.log();
    let content = |event: &EventId| match log.get(*event).map(|event| &event.kind) {
        Some(EventKind::Send { content, .. }) => Some(content),
        _ => None,
    };
    let people = fold.for_readers(Some(said.subject.module));
    let show = |term: &Term| people.value(&processes.tree.machine().program, term);
    let with_request = |send: &EventId| {
        let mut item = message(processes, *send, fold)?;
        let reply = content(send).and_then(callbacks::reply);
        let request = reply.and_then(|(tag, _)| {
            said.sent.iter().filter_map(content).find(|request| callbacks::tag(request) == Some(tag))
        });
        if let (Some((_, reply)), Some(request)) = (reply, request) {
            let request = callbacks::meaning(request, &show).unwrap_or_default();
            item.meaning = Some(format!("reply {} to {request}", show(reply)));
        }
        Some(item)
    };
    said.answers.iter().filter_map(with_request).collect()
}

/// Whether a claim is about what trusted code received, and not about the mailbox of a receive.
pub fn is_about_answers(said: &Transition, claim: &Claim) -> bool {
    let has_mailbox = matches!(said.kind, NodeKind::Receive | NodeKind::Stuck);
    claim.kind == ClaimKind::Received && (!has_mailbox || claim.id > 2)
}

/// `no reply from <0.83.0> to call acquire within 5000 ms`
fn missing(processes: &Processes, said: &Transition) -> Vec<Item> {
    let log = processes.tree.log();
    let limit = |event: EventId| match log.get(event).map(|event| &event.kind) {
        Some(EventKind::Timeout { milliseconds }) => Some(*milliseconds),
        _ => None,
    };
    let words = |missing: &Missing| {
        let request = message(processes, missing.request, &ONE_LINE)?;
        let from = request.to.as_deref().unwrap_or_default();
        let asked = request.meaning.unwrap_or(request.text);
        let text = words::no_reply(from, &asked, limit(missing.timeout));
        Some(Item::plain(missing.timeout.0, text))
    };
    said.missing.iter().filter_map(words).collect()
}

/// `no reply to call acquire of <0.82.0> within 5000 ms`: what did not go out, when that was over.
pub fn unanswered(processes: &Processes, said: &Transition) -> Option<Item> {
    let missing = said.unanswered?;
    let log = processes.tree.log();
    let limit = match log.get(missing.timeout).map(|event| &event.kind) {
        Some(EventKind::Timeout { milliseconds }) => Some(*milliseconds),
        _ => None,
    };
    let request = message(processes, missing.request, &ONE_LINE)?;
    let to = request.from.as_deref().unwrap_or_default();
    let asked = request.meaning.unwrap_or(request.text);
    Some(Item::plain(missing.timeout.0, words::did_not_reply(to, &asked, limit)))
}

/// Of a process that was started again: the exit of the one that it replaces.
pub fn replaced(processes: &Processes, said: &Transition, fold: &Fold) -> Option<Item> {
    let send = said.replaces?;
    let item = message(processes, send, fold)?;
    let event = processes.tree.log().get(send)?;
    let EventKind::Send { content, .. } = &event.kind else { return None };
    let reason = content.as_tuple()?.get(2)?;
    let people = fold.for_readers(Some(said.subject.module));
    let reason = people.value(&processes.tree.machine().program, callbacks::without_stack(reason));
    let meaning = Some(words::replaces(&processes.name(event.process), &reason));
    Some(Item { meaning, from: None, to: None, ..item })
}

/// Of a receive that gave up, or blocks forever: no message arrived that it could receive.
fn waited(processes: &Processes, said: &Transition) -> Option<Item> {
    let log = processes.tree.log();
    match (said.kind, said.consumed) {
        (NodeKind::Receive, Some(Consumed::Timeout(event))) => match log.get(event)?.kind {
            EventKind::Timeout { milliseconds } => {
                Some(Item::plain(event.0, words::nothing_came(Some(milliseconds))))
            }
            _ => None,
        },
        (NodeKind::Stuck, None) if said.receive.is_some() => {
            Some(Item::plain(log.len() as u32 + 1, words::nothing_came(None)))
        }
        _ => None,
    }
}

fn created(processes: &Processes, spawns: &[EventId]) -> Content {
    list(spawns.iter().filter_map(|spawn| child(processes, *spawn)).collect())
}

/// A process by its creation.
pub fn child(processes: &Processes, spawn: EventId) -> Option<Item> {
    let event = processes.tree.log().get(spawn)?;
    let EventKind::Spawn { child, .. } = event.kind else { return None };
    let first_call = processes.processes.iter().find(|(pid, _)| *pid == child);
    let first_call = first_call.map_or("", |(_, process)| &process.first_call);
    let text = format!("{} {first_call}", Term::Pid(child)).trim_end().to_owned();
    Some(Item::plain(spawn.0, text))
}

/// The message that was taken, or that there was none.
pub fn taken(processes: &Processes, consumed: Consumed) -> (ClaimKind, String) {
    match consumed {
        Consumed::Message(send) => match message(processes, send, &ONE_LINE) {
            Some(item) => (ClaimKind::Consumed, addressed(&item)),
            None => (ClaimKind::Consumed, String::new()),
        },
        Consumed::Timeout(event) => {
            let text = match processes.tree.log().get(event).map(|event| &event.kind) {
                Some(EventKind::Timeout { milliseconds }) => format!("timeout after {milliseconds} ms"),
                _ => "timeout".into(),
            };
            (ClaimKind::TimedOut, text)
        }
    }
}

/// `rst (from <0.82.0> to <0.83.0>)`
pub fn addressed(item: &Item) -> String {
    let text = item.meaning.as_ref().unwrap_or(&item.text);
    match (&item.from, &item.to) {
        (Some(from), Some(to)) => format!("{text} (from {from} to {to})"),
        _ => text.clone(),
    }
}

// ---- the receive before

/// The receive that a call comes from: where it is, with what, and what it took; line by line, as
/// paper 2 §3.5 prints it.
pub fn previous(processes: &Processes, said: &Transition, with_code: bool) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(point) = &said.receive {
        lines.extend(written(point).into_iter().filter(|_| with_code));
        lines.push(format!("in {}", at(point)));
    }
    let indented = |item: &Item| format!("  {}", addressed(item));
    lines.push("Context:".into());
    if let Content::List { items, .. } = context(processes, &said.context) {
        lines.extend(items.iter().map(indented));
    }
    lines.push("Received messages:".into());
    if let Content::List { items, .. } = there(processes, said) {
        lines.extend(items.iter().map(indented));
        lines.extend(left_out(said.received.len(), items.len()).map(|more| format!("  {more}")));
    }
    if let Some(consumed) = said.consumed {
        lines.push("Consumed message:".into());
        lines.push(format!("  {}", taken(processes, consumed).1));
    }
    lines
}

/// The receive that a step is of, if it is of one: where it is, and its lines.
pub fn own_receive(said: &Transition) -> Option<(String, Vec<String>)> {
    let (source, expr) = (&said.subject.source, said.subject.receive?.expr);
    let span = source[expr].span;
    let text = source::written(source, span).unwrap_or_else(|| pretty::expr(source, expr));
    let place = place(source.sources.name(span.file), span.start.line);
    Some((place, text.lines().map(str::to_owned).collect()))
}

/// A receive as it is written, moved to the left.
fn written(point: &ReceivePoint) -> Vec<String> {
    let margin = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let below = point.source.lines().skip(1).filter(|line| !line.trim().is_empty());
    let least = below.map(margin).min().unwrap_or(0);
    let lines = point.source.lines().enumerate();
    lines.map(|(n, line)| if n == 0 { line } else { line.get(least..).unwrap_or("") }.to_owned()).collect()
}
