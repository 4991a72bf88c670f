//! Moments of a run by the numbers of its processes, and by their pids.

use erlang_history::{Moment as ByPid, MomentKind as Kind};
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
pub fn of_machine(machine: &Machine, moment: ByPid) -> Option<Moment> {
    let ByPid { pid, kind, steps, tick } = moment;
    let process = machine.fates().position(|fate| fate.process.state.pid == pid)? as u32 + 1;
    let kind = match kind {
        Kind::Call => MomentKind::Call,
        Kind::Return => MomentKind::Return,
        Kind::Raise => MomentKind::Raise,
    };
    Some(Moment { process, kind, steps, tick })
}

/// The moment with the pid of its process, if that exists in `machine`.
pub fn in_machine(machine: &Machine, moment: Moment) -> Option<ByPid> {
    let Moment { process, kind, steps, tick } = moment;
    let pid = machine.fates().nth(process.checked_sub(1)? as usize)?.process.state.pid;
    let kind = match kind {
        MomentKind::Call => Kind::Call,
        MomentKind::Return => Kind::Return,
        MomentKind::Raise => Kind::Raise,
    };
    Some(ByPid { pid, kind, steps, tick })
}
