//! When things came into a step and went out of it, in one order for events and for what is shared.

use computation_tree::NodeId;
use erlang_history::{EventId, EventKind};
use erlang_tree::processes::Consumed;
use session::event::{Claim, ClaimKind};
use session::evidence::{Time, WrongClaim};

use super::{Processes, claims};

/// When this came in or went out. None: at the end.
pub fn of(processes: &mut Processes, node: NodeId, claim: &Claim, item: Option<u32>) -> Option<Time> {
    match claim.kind {
        ClaimKind::Sent | ClaimKind::Created | ClaimKind::Missing => Some((item?, 0)),
        ClaimKind::Read | ClaimKind::Wrote => access(processes, (item? as usize).checked_sub(1)?),
        ClaimKind::Received => {
            let said = processes.tree.transition(node);
            match claims::is_about_answers(&said, claim) {
                true => Some((receipt(processes, EventId(item?))?.0, 0)),
                false => Some(BEFORE),
            }
        }
        kind => kind.is_input().then_some(BEFORE),
    }
}

/// When what is wrong in a claim was made, by the node that it leads to.
pub fn of_cause(processes: &mut Processes, node: NodeId, wrong: &WrongClaim<'_>) -> Option<Time> {
    let WrongClaim { claim, item, .. } = wrong;
    let said = processes.tree.transition(node);
    let taken = match said.consumed {
        Some(Consumed::Message(send)) => Some(send),
        _ => None,
    };
    // The loop of a behaviour sends what its callback returned.
    let sent = |processes: &Processes, send: Option<EventId>| {
        send.filter(|send| processes.tree.is_by_node(*send)).map(|send| (send.0, 0))
    };
    match claim.kind {
        // In a mailbox a message may be wrong because it should have been taken before; what was
        // read, because something else should have been written since.
        ClaimKind::Received if wrong.missing.is_none() && claims::is_about_answers(&said, claim) => {
            sent(processes, item.map(EventId))
        }
        ClaimKind::Consumed => sent(processes, taken),
        ClaimKind::Missing => Some(((*item)?, 0)),
        _ => None,
    }
}

const BEFORE: Time = (0, 0);

fn access(processes: &Processes, access: usize) -> Option<Time> {
    let at = processes.tree.known_shared()?.get(access)?.at;
    Some((at, access as u32 + 1))
}

fn receipt(processes: &Processes, send: EventId) -> Option<EventId> {
    match processes.tree.log().get(send)?.kind {
        EventKind::Send { message, .. } => processes.tree.log().receipt_of(message),
        _ => None,
    }
}
