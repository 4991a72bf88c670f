//! Moments of a run by the numbers of its processes, and by their pids.

use erlang_history::{CallEdge, CallPoint};
use erlang_machine::machine::Machine;
use erlang_tree::Side as TreeSide;
use session::{Moment, MomentKind, Side};

pub fn side(side: Side) -> TreeSide {
    match side {
        Side::Entry => TreeSide::Entry,
        Side::Exit => TreeSide::Exit,
    }
}

/// The moment with the number of its process. `None`: it is a process of OTP itself.
pub fn of_machine(machine: &Machine, moment: CallPoint) -> Option<Moment> {
    let CallPoint { pid, kind, steps, tick } = moment;
    let process = machine.fates().position(|fate| fate.process.state.pid == pid)? as u32 + 1;
    let kind = match kind {
        CallEdge::Call => MomentKind::Call,
        CallEdge::Return => MomentKind::Return,
        CallEdge::Raise => MomentKind::Raise,
    };
    Some(Moment { process, kind, steps, tick })
}

/// The moment with the pid of its process, if that exists in `machine`.
pub fn in_machine(machine: &Machine, moment: Moment) -> Option<CallPoint> {
    let Moment { process, kind, steps, tick } = moment;
    let pid = machine.fates().nth(process.checked_sub(1)? as usize)?.process.state.pid;
    let kind = match kind {
        MomentKind::Call => CallEdge::Call,
        MomentKind::Return => CallEdge::Return,
        MomentKind::Raise => CallEdge::Raise,
    };
    Some(CallPoint { pid, kind, steps, tick })
}
