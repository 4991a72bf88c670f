//! Callbacks of OTP's behaviours: what a server did in a state on a request. Its loop is trusted,
//! so that they are all there is to ask about.

use computation_tree::{NodeId, Tree};
use erlang_history::EventId;
use erlang_syntax::ast::{FormKind, Module};
use erlang_syntax::literal_term;
use erlang_term::{Atom, Pid, Term};
use erlang_tree::processes::{Consumed, NodeKind, Transition};

use super::Processes;
pub use crate::erlang::protocol::{meaning, reply, tag};

/// A call of a callback, by its parts.
pub struct Callback {
    /// The module that it is of.
    pub home: Option<Atom>,
    /// Whether what it returns names a state beside the data of it.
    has_named_states: bool,
    /// The state that it was called in.
    pub state: Vec<StatePart>,
    pub message: Term,
    pub sender: Option<Pid>,
    /// The send of the message.
    pub send: Option<EventId>,
}

/// A part of a state.
pub struct StatePart {
    pub name: &'static str,
    pub value: Term,
    /// Which argument of the callback it is; a state that the callback is named after is none.
    pub argument: Option<usize>,
}

/// The parts of a step that is a call of a callback by the loop of its behaviour; none for anything
/// else, and for `init`.
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

fn parts(module: &Module, function: Atom, arguments: &[Term]) -> Option<(Vec<StatePart>, Term)> {
    let part = |name, n: usize| StatePart { name, value: arguments[n].clone(), argument: Some(n) };
    // A state that the function is named after.
    let named = |state| StatePart { name: "State", value: Term::Atom(state), argument: None };
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

/// How OTP calls what a callback handles: `call`, `cast`, `info`, `event`.
pub fn kind(function: Atom) -> Option<&'static str> {
    match function.name() {
        "handle_call" => Some("call"),
        "handle_cast" => Some("cast"),
        "handle_info" => Some("info"),
        "handle_event" => Some("event"),
        "handle_continue" => Some("continue"),
        _ => None,
    }
}

impl Callback {
    /// The state, or its data, that the callback returned.
    pub fn new_state<'t>(&self, value: &'t Term) -> Option<&'t Term> {
        let parts = value.as_tuple()?;
        match (parts.first()?.as_atom()?.name(), &parts[1..]) {
            ("reply", [_, state, ..]) if !self.has_named_states => Some(state),
            ("noreply", [state, ..]) if !self.has_named_states => Some(state),
            ("ok", [state, ..]) if !self.has_named_states => Some(state),
            ("next_state", [_, data, ..]) | ("keep_state", [data, ..]) => Some(data),
            _ => None,
        }
    }

    /// What it told its loop beside the state: `It replied ok`.
    pub fn action(&self, value: &Term, show: &dyn Fn(&Term) -> String) -> Option<String> {
        let parts = value.as_tuple()?;
        Some(match (parts.first()?.as_atom()?.name(), &parts[1..]) {
            ("reply", [reply, _]) => format!("It replied {}", show(reply)),
            ("noreply", [_]) => "It did not reply".to_owned(),
            ("ok", [_]) => "It went on".to_owned(),
            ("next_state", [state, _]) => format!("It moved to state {}", show(state)),
            ("next_state", [state, _, more]) => {
                format!("It moved to state {}{}", show(state), actions(Some(more), show))
            }
            ("keep_state", [_]) => "It kept its state".to_owned(),
            ("keep_state", [_, more]) => format!("It kept its state{}", actions(Some(more), show)),
            _ => return None,
        })
    }

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
