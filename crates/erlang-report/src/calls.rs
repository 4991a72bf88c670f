//! Processes that wait for the reply to a call of OTP's: whose, to which request, and from which
//! code of the user's.

use erlang_machine::code::FunctionId;
use erlang_machine::machine::{FateKind, Machine};
use erlang_machine::process::Process;
use erlang_term::{Pid, Term};

use crate::text;

/// A process in `gen_server:call` or its like.
pub struct CallUnderWay {
    /// Who is to reply.
    pub to: Pid,
    pub request: Term,
    /// The innermost code of the user's: `shop:total/1 at shop.erl:12`.
    pub made_in: Option<String>,
}

/// None: it does not wait for a reply.
pub fn under_way(machine: &Machine, process: &Process) -> Option<CallUnderWay> {
    let program = &machine.program;
    let mut request = None;
    for (frame, slots) in process.stack.frames() {
        let function = program.function(frame.function);
        let is_call = matches!(function.module.name(), "gen_server" | "gen_statem" | "gen_event")
            && function.name.name() == "call"
            && (2..=3).contains(&function.arity);
        // The outermost of them is the one that was called.
        if is_call {
            request = slots.get(1).cloned().or(request);
        } else if request.is_some() && !function.trusted {
            break;
        }
    }
    let request = request?;
    // A call watches its server until it has the reply; what was watched before is older.
    let to = process.state.monitoring.values().next_back()?.pid;
    Some(CallUnderWay { to, request, made_in: own_code(machine, process) })
}

/// Where the innermost code is that is not trusted, if the process stands in code that is.
pub fn own_code(machine: &Machine, process: &Process) -> Option<String> {
    let is_trusted = |id: FunctionId| machine.program.function(id).trusted;
    if !is_trusted(process.state.function) {
        return None;
    }
    let frame = process.stack.callers().find(|frame| !is_trusted(frame.function))?;
    let function = machine.program.function(frame.function);
    // The frame stands behind the call.
    let place = function.place_at(frame.pc.saturating_sub(1)).filter(|place| place.line > 0);
    let name = format!("{}:{}/{}", Term::Atom(function.module), Term::Atom(function.name), function.arity);
    Some(match place {
        Some(place) => {
            let file = function.source.sources.name(place.file);
            format!("{name} at {}", text::place(file, place.line))
        }
        None => name,
    })
}

/// The processes that wait for each other, in the order of their calls, if some do.
pub fn cycle(machine: &Machine) -> Option<Vec<Pid>> {
    let waits_for = |pid: Pid| {
        let fate = machine.fate_of(pid)?;
        match fate.kind {
            FateKind::Blocked(_) | FateKind::Sleeping(_) => under_way(machine, fate.process),
            _ => None,
        }
        .map(|call| call.to)
    };
    machine.fates().find_map(|fate| {
        let first = fate.process.state.pid;
        let mut way = vec![first];
        while let Some(next) = waits_for(*way.last()?) {
            if next == first {
                return Some(way);
            }
            if way.contains(&next) {
                return None;
            }
            way.push(next);
        }
        None
    })
}
