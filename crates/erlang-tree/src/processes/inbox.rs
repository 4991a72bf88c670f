//! What was in the mailbox of a process at some point of the run.

use std::cell::OnceCell;

use erlang_history::{EventId, EventKind, EventLog};
use erlang_term::Pid;

use crate::column::Column;

pub(crate) struct Inbox {
    /// In order.
    deliveries: Column<EventId>,
    /// For each, the latest receipt of it and those before it, so that long mailboxes need not be
    /// read from the beginning; made when it is first needed.
    taken: OnceCell<Vec<u32>>,
}

/// The receipt of a message that nobody took.
const NEVER: u32 = u32::MAX;

impl Inbox {
    pub(crate) fn new(deliveries: Column<EventId>) -> Inbox {
        Inbox { deliveries, taken: OnceCell::new() }
    }

    /// Sends of the messages that were there when this happened, in the order in which they came:
    /// all, or those of one sender. One that it took is among them.
    pub(crate) fn at(&self, log: &EventLog, when: EventId, from: Option<Pid>) -> Vec<EventId> {
        let taken = self.taken.get_or_init(|| self.latest_receipts(log));
        let before = self.deliveries.partition_point(|delivery| *delivery < when);
        let maybe_there = (0..before).rev().take_while(|n| taken[*n] >= when.0);
        let mut there: Vec<EventId> = maybe_there
            .filter_map(|n| {
                let delivery = log.get(*self.deliveries.get(n)?)?;
                let EventKind::Deliver { from: sender, message } = delivery.kind else { return None };
                let is_there = log.receipt_of(message).is_none_or(|receipt| receipt >= when);
                let is_meant = from.is_none_or(|from| from == sender);
                (is_there && is_meant).then_some(delivery.cause?)
            })
            .collect();
        there.reverse();
        there
    }

    fn latest_receipts(&self, log: &EventLog) -> Vec<u32> {
        let deliveries = (0..self.deliveries.len()).filter_map(|n| self.deliveries.get(n));
        let receipts = deliveries.map(|delivery| match log.get(*delivery).map(|event| &event.kind) {
            Some(EventKind::Deliver { message, .. }) => {
                log.receipt_of(*message).map_or(NEVER, |event| event.0)
            }
            _ => NEVER,
        });
        let mut latest = 0;
        receipts
            .map(|receipt| {
                latest = latest.max(receipt);
                latest
            })
            .collect()
    }
}
