//! Callbacks of OTP's behaviours: what a server did in a state on a request. Its loop is trusted, so that they are all there is to ask about.

use std::collections::HashMap;

use computation_tree::{NodeId, Tree, TreeExt};
use erlang_syntax::ast::{FormKind, Module};
use erlang_syntax::literal_term;
use erlang_term::{Atom, Pid, Term};
use erlang_tree::processes::{CameTo, NodeKind, Transition};
use history::{EventId, EventKind};

use super::Processes;

/// A call of a callback, by its parts.
pub struct Callback {
    /// The state that it was called in, by name.
    pub state: Vec<(&'static str, Term)>,
    pub message: Term,
    pub sender: Option<Pid>,
    /// The send of the message.
    pub send: Option<EventId>,
}

/// What every process received, and how far it was then: found once a process.
#[derive(Default)]
pub struct Receipts {
    of: HashMap<Pid, Vec<(NodeId, EventId)>>,
}

/// The parts of a step that is a call of a callback by the loop of its behaviour; none for anything else, and for `init`.
pub fn of(processes: &mut Processes, node: NodeId, said: &Transition) -> Option<Callback> {
    let is_from_loop = said.kind == NodeKind::FirstStep
        && said.subject.fun.is_none()
        && processes
            .tree
            .tree()
            .parent(node)
            .is_some_and(|parent| processes.tree.kind(parent) == NodeKind::Process);
    if !is_from_loop {
        return None;
    }
    let (state, message) = parts(&said.subject.source, said.subject.function, &said.arguments)?;
    let send = request(processes, node, said.pid);
    let sender = send.and_then(|send| processes.tree.log().get(send)).map(|event| event.process);
    Some(Callback { state, message, sender, send })
}

type Parts = (Vec<(&'static str, Term)>, Term);

fn parts(module: &Module, function: Atom, arguments: &[Term]) -> Option<Parts> {
    let term = |index: usize| arguments[index].clone();
    let state = |index: usize| vec![("State", term(index))];
    match (function.name(), arguments.len()) {
        ("handle_call", 3) if implements(module, "gen_server") => Some((state(2), term(0))),
        ("handle_cast" | "handle_info" | "handle_continue", 2) if implements(module, "gen_server") => {
            Some((state(1), term(0)))
        }
        ("handle_event" | "handle_call" | "handle_info", 2) if implements(module, "gen_event") => {
            Some((state(1), term(0)))
        }
        ("handle_event", 4) if implements(module, "gen_statem") => {
            Some((vec![("State", term(2)), ("Data", term(3))], event(&arguments[0], &arguments[1])))
        }
        // A function named after the state that it is for.
        (_, 3) if implements(module, "gen_statem") => {
            let state = vec![("State", Term::Atom(function)), ("Data", term(2))];
            Some((state, event(&arguments[0], &arguments[1])))
        }
        _ => None,
    }
}

/// `{call, From}` and the content, as one.
fn event(kind: &Term, content: &Term) -> Term {
    Term::tuple(vec![kind.clone(), content.clone()])
}

fn implements(module: &Module, behaviour: &str) -> bool {
    module.forms.iter().any(|form| match &form.kind {
        FormKind::Attribute { name, value } => {
            matches!(name.name(), "behaviour" | "behavior")
                && literal_term(module, *value)
                    .is_some_and(|term| term.as_atom() == Some(Atom::new(behaviour)))
        }
        _ => false,
    })
}

/// The send of the message that the loop had received when it made this call: the last one that it received before.
fn request(processes: &mut Processes, node: NodeId, pid: Pid) -> Option<EventId> {
    let Processes { tree, receipts, .. } = processes;
    let received = receipts.of.entry(pid).or_insert_with(|| {
        let events = tree.log().of(pid);
        let receipts = events.filter(|(_, event)| matches!(event.kind, EventKind::Receive { .. }));
        receipts.map(|(id, _)| (tree.innermost(id).unwrap_or(NodeId(0)), id)).collect()
    });
    let before = received.partition_point(|(after, _)| *after < node);
    let (_, receipt) = received.get(before.checked_sub(1)?)?;
    match tree.log().get(*receipt)?.kind {
        EventKind::Receive { message } => tree.log().send_of(message),
        _ => None,
    }
}

/// The earlier callback of the same process that returned this state, or the one right before.
pub fn who_returned(processes: &mut Processes, node: NodeId, state: &Term) -> Option<NodeId> {
    let tree = processes.tree.tree();
    let parent = tree.parent(node)?;
    let before: Vec<NodeId> = tree.children(parent).take_while(|child| *child < node).collect();
    let returned = before.iter().rev().take(MOST_LOOKED_AT).copied().find(|&earlier| {
        match processes.tree.transition(earlier).came_to {
            CameTo::Value(Term::Tuple(parts)) => parts.iter().any(|part| part == state),
            _ => false,
        }
    });
    returned.or(before.last().copied())
}

const MOST_LOOKED_AT: usize = 1000;

/// What a message of the protocols of `gen` and `proc_lib` means: `call balance`, `reply {balance, 60}`.
pub fn meaning(message: &Term, show: &dyn Fn(&Term) -> String) -> Option<String> {
    let Term::Tuple(parts) = message else { return None };
    // The tag of a call is a reference, or a list that begins with `alias`.
    let is_tag = |term: &Term| match term {
        Term::Ref(_) => true,
        Term::Cons(cell) => {
            cell.head.as_atom() == Some(Atom::new("alias")) && matches!(cell.tail, Term::Ref(_))
        }
        _ => false,
    };
    match &parts[..] {
        [Term::Atom(kind), Term::Tuple(_), request] if kind.name() == "$gen_call" => {
            Some(format!("call {}", show(request)))
        }
        [Term::Atom(kind), request] if kind.name() == "$gen_cast" => Some(format!("cast {}", show(request))),
        [tag, reply] if is_tag(tag) => Some(format!("reply {}", show(reply))),
        [Term::Atom(kind), Term::Pid(_), started] if kind.name() == "ack" => {
            Some(format!("started {}", show(started)))
        }
        [Term::Atom(kind), Term::Tuple(_), request] if kind.name() == "system" => {
            Some(format!("system request {}", show(request)))
        }
        _ => None,
    }
}

/// `it replied R and moved to state S`: what a callback told its loop.
pub fn words(value: &Term, show: &dyn Fn(&Term) -> String) -> Option<String> {
    let Term::Tuple(parts) = value else { return None };
    let tag = parts.first()?.as_atom()?;
    Some(match (tag.name(), &parts[1..]) {
        ("reply", [reply, state, ..]) => {
            format!("It replied {} and moved to state {}", show(reply), show(state))
        }
        ("noreply", [state, ..]) => format!("It moved to state {}, without a reply", show(state)),
        ("stop", [reason, reply, state]) => {
            format!(
                "It replied {}, and stopped with reason {} in state {}",
                show(reply),
                show(reason),
                show(state)
            )
        }
        ("stop", [reason, state]) => {
            format!("It stopped with reason {} in state {}", show(reason), show(state))
        }
        ("next_state", [state, data, ..]) => {
            let actions = parts.get(3).map(|actions| format!(", and did {}", show(actions)));
            format!(
                "It moved to state {} with data {}{}",
                show(state),
                show(data),
                actions.unwrap_or_default()
            )
        }
        ("keep_state", [data, ..]) => {
            let actions = parts.get(2).map(|actions| format!(", and did {}", show(actions)));
            format!("It kept its state with data {}{}", show(data), actions.unwrap_or_default())
        }
        ("keep_state_and_data", [actions]) => {
            format!("It kept its state and data, and did {}", show(actions))
        }
        _ => return None,
    })
}
