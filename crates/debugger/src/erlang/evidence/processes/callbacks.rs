//! Callbacks of OTP's behaviours: what a server did in a state on a request. Its loop is trusted,
//! so that they are all there is to ask about.

use computation_tree::{NodeId, Tree};
use erlang_history::EventId;
use erlang_syntax::ast::{FormKind, Module};
use erlang_syntax::literal_term;
use erlang_term::{Atom, Pid, Term};
use erlang_tree::processes::{Consumed, NodeKind, Transition};

use super::Processes;
pub use crate::erlang::protocol::{meaning, reply, tag, without_stack};

/// A call of a callback, by its parts.
pub struct Callback {
    /// The module that it is of.
    pub home: Option<Atom>,
    function: Atom,
    behaviour: Behaviour,
    /// The state that it was called in.
    pub state: Vec<StatePart>,
    pub message: Term,
    pub sender: Option<Pid>,
    /// The send of the message.
    pub send: Option<EventId>,
}

/// What returns of callbacks mean depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behaviour {
    Server,
    Event,
    /// gen_statem: a state with a name, and data.
    States,
    /// gen_fsm: the same.
    OldStates,
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
    let (behaviour, state, message) = parts(&said.subject.source, said.subject.function, &said.arguments)?;
    let send = match said.consumed {
        Some(Consumed::Message(send)) => Some(send),
        _ => None,
    };
    let sender = send.and_then(|send| tree.log().get(send)).map(|event| event.process);
    let (home, function) = (Some(said.subject.module), said.subject.function);
    Some(Callback { home, function, behaviour, state, message, sender, send })
}

fn parts(module: &Module, function: Atom, arguments: &[Term]) -> Option<(Behaviour, Vec<StatePart>, Term)> {
    let part = |name, n: usize| StatePart { name, value: arguments[n].clone(), argument: Some(n) };
    // A state that the function is named after.
    let named = |state| StatePart { name: "State", value: Term::Atom(state), argument: None };
    // `{call, From}` and the content, as one.
    let event = || Term::tuple(vec![arguments[0].clone(), arguments[1].clone()]);
    match (function.name(), arguments.len()) {
        ("handle_call", 3) if implements(module, "gen_server") => {
            Some((Behaviour::Server, vec![part("State", 2)], arguments[0].clone()))
        }
        ("handle_cast" | "handle_info" | "handle_continue", 2) if implements(module, "gen_server") => {
            Some((Behaviour::Server, vec![part("State", 1)], arguments[0].clone()))
        }
        ("handle_event" | "handle_call" | "handle_info", 2) if implements(module, "gen_event") => {
            Some((Behaviour::Event, vec![part("State", 1)], arguments[0].clone()))
        }
        ("handle_event", 4) if implements(module, "gen_statem") => {
            Some((Behaviour::States, vec![part("State", 2), part("Data", 3)], event()))
        }
        // A function named after the state that it is for.
        (_, 3) if !is_common(function) && implements(module, "gen_statem") => {
            Some((Behaviour::States, vec![named(function), part("Data", 2)], event()))
        }
        ("handle_event" | "handle_info", 3) if implements(module, "gen_fsm") => {
            Some((Behaviour::OldStates, vec![part("State", 1), part("Data", 2)], arguments[0].clone()))
        }
        ("handle_sync_event", 4) if implements(module, "gen_fsm") => {
            Some((Behaviour::OldStates, vec![part("State", 2), part("Data", 3)], arguments[0].clone()))
        }
        // `State(Event, Data)`, and `State(Event, From, Data)` for events that are answered.
        (_, arity @ (2 | 3)) if !is_common(function) && implements(module, "gen_fsm") => {
            Some((Behaviour::OldStates, vec![named(function), part("Data", arity - 1)], arguments[0].clone()))
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

impl Callback {
    /// What it was called for, as OTP calls it: `call total`, `cast clear`, `info tick`.
    pub fn request(&self, show: &dyn Fn(&Term) -> String) -> String {
        let plain = || show(&self.message);
        if self.behaviour == Behaviour::States {
            let Some([kind, event]) = self.message.as_tuple() else { return plain() };
            return match (kind, kind.as_tuple()) {
                (_, Some([Term::Atom(kind), _])) if kind.name() == "call" => format!("call {}", show(event)),
                (_, Some([Term::Atom(kind), name])) => {
                    format!("{} {}: {}", kind.name(), show(name), show(event))
                }
                (Term::Atom(kind), _) => format!("{} {}", kind.name(), show(event)),
                _ => plain(),
            };
        }
        let kind = match self.function.name() {
            "handle_call" => "call ",
            "handle_cast" => "cast ",
            "handle_info" => "info ",
            "handle_event" => "event ",
            "handle_continue" => "continue ",
            _ => "",
        };
        format!("{kind}{}", plain())
    }

    fn has_named_states(&self) -> bool {
        matches!(self.behaviour, Behaviour::States | Behaviour::OldStates)
    }

    /// Whether someone waits for a reply.
    fn is_call(&self) -> bool {
        self.function.name() == "handle_call"
    }

    /// A handler of events replies with `{ok, Reply, State}`.
    fn is_event_call(&self) -> bool {
        self.behaviour == Behaviour::Event && self.is_call()
    }

    /// The state, or its data, that the callback returned.
    pub fn new_state<'t>(&self, value: &'t Term) -> Option<&'t Term> {
        let parts = value.as_tuple()?;
        match (parts.first()?.as_atom()?.name(), &parts[1..]) {
            ("reply", [_, state, ..]) if !self.has_named_states() => Some(state),
            ("noreply", [state, ..]) if !self.has_named_states() => Some(state),
            ("ok", [_, state, ..]) if self.is_event_call() => Some(state),
            ("ok", [state, ..]) if !self.has_named_states() => Some(state),
            ("next_state", [_, data, ..]) | ("keep_state", [data, ..]) => Some(data),
            _ => None,
        }
    }

    /// What it told its loop beside the state: `It replied ok`.
    pub fn action(&self, value: &Term, show: &dyn Fn(&Term) -> String) -> Option<String> {
        let parts = value.as_tuple()?;
        Some(match (parts.first()?.as_atom()?.name(), &parts[1..]) {
            ("reply", [reply, _]) => format!("It replied {}", show(reply)),
            ("ok", [reply, _]) if self.is_event_call() => format!("It replied {}", show(reply)),
            ("noreply", [_]) if self.is_call() => "It did not reply".to_owned(),
            ("noreply" | "ok", [_]) => "It continued".to_owned(),
            ("next_state", [state, _]) => format!("It moved to state {}", show(state)),
            ("next_state", [state, _, more]) => {
                format!("It moved to state {}{}", show(state), self.actions(Some(more), show))
            }
            ("keep_state", [_]) => "It kept its state".to_owned(),
            ("keep_state", [_, more]) => format!("It kept its state{}", self.actions(Some(more), show)),
            _ => return None,
        })
    }

    /// `It replied R and moved to state S`: what it told its loop.
    pub fn words(&self, value: &Term, show: &dyn Fn(&Term) -> String) -> Option<String> {
        let Term::Tuple(parts) = value else { return None };
        let tag = parts.first()?.as_atom()?;
        Some(match (tag.name(), &parts[1..]) {
            ("reply", [reply, state, data, ..]) if self.has_named_states() => {
                let (reply, state, data) = (show(reply), show(state), show(data));
                format!("It replied {reply} and moved to state {state} with data {data}")
            }
            ("reply", [reply, state, ..]) => {
                format!("It replied {} and moved to state {}", show(reply), show(state))
            }
            ("noreply", [state, ..]) if self.is_call() => {
                format!("It moved to state {}, without a reply", show(state))
            }
            ("noreply", [state, ..]) => format!("It moved to state {}", show(state)),
            ("stop", [reason, reply, state]) => {
                let (reply, reason, state) = (show(reply), show(reason), show(state));
                format!("It replied {reply}, and stopped with reason {reason} in state {state}")
            }
            ("stop", [reason, state]) => {
                format!("It stopped with reason {} in state {}", show(reason), show(state))
            }
            ("next_state", [state, data, ..]) => {
                let actions = self.actions(parts.get(3), show);
                format!("It moved to state {} with data {}{actions}", show(state), show(data))
            }
            ("keep_state", [data, ..]) => {
                format!("It kept its state with data {}{}", show(data), self.actions(parts.get(2), show))
            }
            ("keep_state_and_data", [actions]) => {
                format!("It kept its state and data{}", self.actions(Some(actions), show))
            }
            _ => return None,
        })
    }

    /// What else is to be done: replies by their values; a number is a time.
    fn actions(&self, actions: Option<&Term>, show: &dyn Fn(&Term) -> String) -> String {
        let actions = match actions {
            Some(Term::Int(milliseconds)) => return format!(", for at most {milliseconds} ms"),
            Some(actions) => actions,
            None => return String::new(),
        };
        let all = actions.proper_list().unwrap_or_else(|| vec![actions.clone()]);
        let (replies, others): (Vec<&Term>, Vec<&Term>) =
            all.iter().partition(|action| replied(action).is_some());
        let mut text = String::new();
        for (from, value) in replies.iter().filter_map(|action| replied(action)) {
            // Mostly it is the one whose call this is.
            let to = match from.as_tuple() {
                Some([Term::Pid(pid), _]) if Some(*pid) != self.sender => format!(" to {}", Term::Pid(*pid)),
                _ => String::new(),
            };
            text.push_str(&format!(" and replied {}{to}", show(value)));
        }
        match others[..] {
            [] => text,
            [action] => format!("{text}, with action {}", show(action)),
            _ => format!("{text}, with actions {}", show(&Term::list(others.into_iter().cloned()))),
        }
    }
}

/// A reply among actions: to whom, and what.
fn replied(action: &Term) -> Option<(&Term, &Term)> {
    match action.as_tuple()? {
        [Term::Atom(kind), from, value] if kind.name() == "reply" => Some((from, value)),
        _ => None,
    }
}
