//! Messages of OTP's own protocols, in OTP's words: `call total`, `cast clear`, `reply 120`.

use std::collections::{HashMap, HashSet};

use erlang_history::{EventKind, RunEvent};
use erlang_machine::mailbox::MessageId;
use erlang_term::{Atom, Ref, Term};

use super::diagram::Happened;

/// What a message of the protocols of `gen` and `proc_lib` means: `call balance`, `reply {balance,
/// 60}`.
pub fn meaning(message: &Term, show: &dyn Fn(&Term) -> String) -> Option<String> {
    let Term::Tuple(parts) = message else { return None };
    match &parts[..] {
        [Term::Atom(kind), Term::Tuple(_), request] if kind.name() == "$gen_call" => {
            Some(format!("call {}", show(request)))
        }
        [Term::Atom(kind), request] if kind.name() == "$gen_cast" => Some(format!("cast {}", show(request))),
        // Of gen_fsm.
        [Term::Atom(kind), Term::Tuple(_), event]
            if matches!(kind.name(), "$gen_sync_event" | "$gen_sync_all_state_event") =>
        {
            Some(format!("call {}", show(event)))
        }
        [Term::Atom(kind), event] if matches!(kind.name(), "$gen_event" | "$gen_all_state_event") => {
            Some(format!("event {}", show(event)))
        }
        // Of gen_event.
        [Term::Pid(_), from, request] if is_from(from) => Some(match request.as_tuple() {
            Some([Term::Atom(kind), handler, request]) if kind.name() == "call" => {
                format!("call {} of {}", show(request), show(handler))
            }
            Some([Term::Atom(kind), event]) if kind.name() == "sync_notify" => {
                format!("event {}", show(event))
            }
            _ => format!("request {}", show(request)),
        }),
        [tag, reply] if is_tag(tag) => Some(format!("reply {}", show(reply))),
        [Term::Atom(kind), Term::Pid(_), started] if kind.name() == "ack" => {
            Some(format!("started {}", show(started)))
        }
        [Term::Atom(kind), Term::Tuple(_), request] if kind.name() == "system" => {
            Some(format!("system request {}", show(request)))
        }
        [Term::Atom(kind), Term::Ref(_), Term::Atom(process), of, reason]
            if kind.name() == "DOWN" && process.name() == "process" =>
        {
            Some(format!("DOWN: {} ended with reason {}", show(of), show(without_stack(reason))))
        }
        _ => None,
    }
}

/// The reason of an exit without the stack of the exception, which is for logs.
pub fn without_stack(reason: &Term) -> &Term {
    let is_frame = |frame: &Term| matches!(frame.as_tuple(), Some([Term::Atom(_), Term::Atom(_), _, _]));
    match reason.as_tuple() {
        Some([reason, stack @ Term::Cons(_)])
            if stack.proper_list().is_some_and(|frames| frames.iter().all(is_frame)) =>
        {
            reason
        }
        _ => reason,
    }
}

/// Who waits for a reply: a process and a tag.
fn is_from(term: &Term) -> bool {
    matches!(term.as_tuple(), Some([Term::Pid(_), tag]) if is_tag(tag))
}

/// The tag of a call is a reference, or a list that begins with `alias`.
fn is_tag(term: &Term) -> bool {
    match term {
        Term::Ref(_) => true,
        Term::Cons(cell) => {
            cell.head.as_atom() == Some(Atom::new("alias")) && matches!(cell.tail, Term::Ref(_))
        }
        _ => false,
    }
}

/// A reply by its tag, and what it replies.
pub fn reply(message: &Term) -> Option<(&Term, &Term)> {
    match message.as_tuple()? {
        [tag, reply] if is_tag(tag) => Some((tag, reply)),
        _ => None,
    }
}

/// The tag that a reply to this request has.
pub fn tag(request: &Term) -> Option<&Term> {
    match request.as_tuple()? {
        [Term::Atom(_) | Term::Pid(_), from, _] => match from.as_tuple()? {
            [Term::Pid(_), tag] => Some(tag),
            _ => None,
        },
        _ => None,
    }
}

/// The replies that were sent in a run, by the reference that tells which request they are for.
#[derive(Default)]
pub struct Replies(HashMap<Ref, Term>);

impl Replies {
    pub fn of(log: &Happened<'_>) -> Replies {
        let replies = log.iter().filter_map(|(_, event)| match &event.kind {
            EventKind::Send { content, .. } => {
                let (tag, value) = reply(content)?;
                Some((reference(tag)?, value.clone()))
            }
            _ => None,
        });
        Replies(replies.collect())
    }

    /// The reply to a request, if there was one.
    pub fn to(&self, request: &Term) -> Option<&Term> {
        self.0.get(&reference(tag(request)?)?)
    }
}

/// Calls of OTP that were answered: each can be drawn as one arrow.
#[derive(Default)]
pub struct FoldedCalls {
    requests: HashSet<MessageId>,
    replies: HashSet<MessageId>,
}

impl FoldedCalls {
    pub fn of(log: &Happened<'_>) -> FoldedCalls {
        let mut calls = FoldedCalls::default();
        let mut open: HashMap<Ref, MessageId> = HashMap::new();
        for (_, event) in log.iter() {
            let EventKind::Send { message, content, .. } = &event.kind else { continue };
            if let Some((tag, _)) = reply(content) {
                let request = reference(tag).and_then(|tag| open.remove(&tag));
                if let Some(request) = request {
                    calls.requests.insert(request);
                    calls.replies.insert(*message);
                }
            } else if let Some(tag) = tag(content).and_then(reference) {
                open.insert(tag, *message);
            }
        }
        calls
    }

    /// Whether this is a request that was answered.
    pub fn is_request(&self, message: MessageId) -> bool {
        self.requests.contains(&message)
    }

    /// Whether an event is left out: all of a call but the sending of its request.
    pub fn hides(&self, event: &RunEvent) -> bool {
        match &event.kind {
            EventKind::Send { message, .. } => self.replies.contains(message),
            EventKind::Deliver { message, .. } | EventKind::Receive { message } => {
                self.replies.contains(message) || self.requests.contains(message)
            }
            _ => false,
        }
    }
}

fn reference(tag: &Term) -> Option<Ref> {
    match tag {
        Term::Ref(reference) => Some(*reference),
        Term::Cons(cell) => match cell.tail {
            Term::Ref(reference) => Some(reference),
            _ => None,
        },
        _ => None,
    }
}
