//! Callbacks of OTP's behaviours: what a server did in a state on a request. Its loop is trusted, so that they are all there is to ask about.

use computation_tree::{NodeId, Tree};
use erlang_history::EventId;
use erlang_syntax::ast::{FormKind, Module};
use erlang_syntax::literal_term;
use erlang_term::{Atom, Pid, Term};
use erlang_tree::processes::{Consumed, NodeKind, Transition};

use super::Processes;

/// A call of a callback, by its parts.
pub struct Callback {
    /// The module that it is of.
    pub home: Option<Atom>,
    /// Whether what it returns names a state beside the data of it.
    has_named_states: bool,
    /// The state that it was called in.
    pub state: Vec<Part>,
    pub message: Term,
    pub sender: Option<Pid>,
    /// The send of the message.
    pub send: Option<EventId>,
}

/// A part of a state.
pub struct Part {
    pub name: &'static str,
    pub value: Term,
    /// Which argument of the callback it is; a state that the callback is named after is none.
    pub argument: Option<usize>,
}

/// The parts of a step that is a call of a callback by the loop of its behaviour; none for anything else, and for `init`.
pub fn of(processes: &Processes, node: NodeId, said: &Transition) -> Option<Callback> {
    let tree = &processes.tree;
    let is_from_loop = said.kind == NodeKind::FirstStep
        && said.subject.fun.is_none()
        && tree.tree().parent(node).is_some_and(|parent| tree.kind(parent) == NodeKind::Process);
    if !is_from_loop {
        return None;
    }
    let (state, message) = parts(&said.subject.source, said.subject.function, &said.arguments)?;
    let send = match said.consumed {
        Some(Consumed::Message(send)) => Some(send),
        _ => None,
    };
    let sender = send.and_then(|send| tree.log().get(send)).map(|event| event.process);
    let has_named_states = state.len() > 1;
    let home = Some(said.subject.module);
    Some(Callback { home, has_named_states, state, message, sender, send })
}

fn parts(module: &Module, function: Atom, arguments: &[Term]) -> Option<(Vec<Part>, Term)> {
    let part = |name, n: usize| Part { name, value: arguments[n].clone(), argument: Some(n) };
    // A state that the function is named after.
    let named = |state| Part { name: "State", value: Term::Atom(state), argument: None };
    // `{call, From}` and the content, as one.
    let event = || Term::tuple(vec![arguments[0].clone(), arguments[1].clone()]);
    match (function.name(), arguments.len()) {
        ("handle_call", 3) if implements(module, "gen_server") => {
            Some((vec![part("State", 2)], arguments[0].clone()))
        }
        ("handle_cast" | "handle_info" | "handle_continue", 2) if implements(module, "gen_server") => {
            Some((vec![part("State", 1)], arguments[0].clone()))
        }
        ("handle_event" | "handle_call" | "handle_info", 2) if implements(module, "gen_event") => {
            Some((vec![part("State", 1)], arguments[0].clone()))
        }
        ("handle_event", 4) if implements(module, "gen_statem") => {
            Some((vec![part("State", 2), part("Data", 3)], event()))
        }
        // A function named after the state that it is for.
        (_, 3) if !is_common(function) && implements(module, "gen_statem") => {
            Some((vec![named(function), part("Data", 2)], event()))
        }
        ("handle_event" | "handle_info", 3) if implements(module, "gen_fsm") => {
            Some((vec![part("State", 1), part("Data", 2)], arguments[0].clone()))
        }
        ("handle_sync_event", 4) if implements(module, "gen_fsm") => {
            Some((vec![part("State", 2), part("Data", 3)], arguments[0].clone()))
        }
        // `State(Event, Data)`, and `State(Event, From, Data)` for events that are answered.
        (_, arity @ (2 | 3)) if !is_common(function) && implements(module, "gen_fsm") => {
            Some((vec![named(function), part("Data", arity - 1)], arguments[0].clone()))
        }
        _ => None,
    }
}

/// Callbacks that are none for a state.
fn is_common(function: Atom) -> bool {
    matches!(function.name(), "terminate" | "format_status")
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

/// What a message of the protocols of `gen` and `proc_lib` means: `call balance`, `reply {balance, 60}`.
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
            Some(format!("DOWN: {} ended with reason {}", show(of), show(reason)))
        }
        _ => None,
    }
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
        [Term::Atom(_), from, _] => match from.as_tuple()? {
            [Term::Pid(_), tag] => Some(tag),
            _ => None,
        },
        _ => None,
    }
}

impl Callback {
    /// `It replied R and moved to state S`: what it told its loop.
    pub fn words(&self, value: &Term, show: &dyn Fn(&Term) -> String) -> Option<String> {
        let Term::Tuple(parts) = value else { return None };
        let tag = parts.first()?.as_atom()?;
        Some(match (tag.name(), &parts[1..]) {
            ("reply", [reply, state, data, ..]) if self.has_named_states => {
                let (reply, state, data) = (show(reply), show(state), show(data));
                format!("It replied {reply} and moved to state {state} with data {data}")
            }
            ("reply", [reply, state, ..]) => {
                format!("It replied {} and moved to state {}", show(reply), show(state))
            }
            ("noreply", [state, ..]) => format!("It moved to state {}, without a reply", show(state)),
            ("stop", [reason, reply, state]) => {
                let (reply, reason, state) = (show(reply), show(reason), show(state));
                format!("It replied {reply}, and stopped with reason {reason} in state {state}")
            }
            ("stop", [reason, state]) => {
                format!("It stopped with reason {} in state {}", show(reason), show(state))
            }
            ("next_state", [state, data, ..]) => {
                let actions = actions(parts.get(3), show);
                format!("It moved to state {} with data {}{actions}", show(state), show(data))
            }
            ("keep_state", [data, ..]) => {
                format!("It kept its state with data {}{}", show(data), actions(parts.get(2), show))
            }
            ("keep_state_and_data", [actions]) => {
                format!("It kept its state and data, with actions {}", show(actions))
            }
            _ => return None,
        })
    }
}

/// What else is to be done; a number is a time.
fn actions(actions: Option<&Term>, show: &dyn Fn(&Term) -> String) -> String {
    match actions {
        Some(Term::Int(milliseconds)) => format!(", for at most {milliseconds} ms"),
        Some(actions) => format!(", with actions {}", show(actions)),
        None => String::new(),
    }
}
