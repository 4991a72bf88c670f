//! Messages that have been delivered to a process and not yet received.

use std::collections::VecDeque;
use std::rc::Rc;

use erlang_term::{Ref, Term};

/// Names a message from its sending to its receipt; two equal messages have two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct MessageId(pub u64);

#[derive(Clone)]
pub struct Message {
    pub id: MessageId,
    pub content: Term,
    /// Through which alias it was sent.
    pub alias: Option<Ref>,
}

/// A queue that is scanned by selective receive. Copies share it until one of them changes.
#[derive(Clone, Default)]
pub struct Mailbox {
    queue: Rc<VecDeque<Message>>,
    /// The next message that the current receive looks at.
    cursor: usize,
    /// Where the current receive began.
    start: usize,
    /// How many messages were there when a receive last looked beyond those that it had seen.
    seen: usize,
    /// References that the process made last, each with how many messages were there before it:
    /// those do not have it.
    marks: [Option<(Ref, usize)>; MARKS],
}

/// How many references have a mark. Most calls of servers need one.
const MARKS: usize = 4;

impl Mailbox {
    pub fn deliver(&mut self, message: Message) {
        Rc::make_mut(&mut self.queue).push_back(message);
    }

    /// A receive looks at its next message.
    pub fn look(&mut self) -> Option<&Message> {
        if self.cursor >= self.seen {
            self.seen = self.queue.len();
        }
        self.peek()
    }

    pub fn peek(&self) -> Option<&Message> {
        self.queue.get(self.cursor)
    }

    /// Has the current receive looked at no message yet?
    pub fn is_at_start(&self) -> bool {
        self.cursor == self.start
    }

    /// The process has made this reference.
    pub fn mark(&mut self, reference: Ref) {
        self.marks.rotate_right(1);
        self.marks[0] = Some((reference, self.queue.len()));
    }

    /// The receive that begins wants messages with this reference only. How many it passes over
    /// takes no steps, so an order in which nothing but that differs is the same run.
    pub fn pass_over(&mut self, reference: Ref) {
        if let Some((_, before)) = self.marks.iter().flatten().find(|(marked, _)| *marked == reference) {
            (self.start, self.cursor) = (*before, *before);
        }
    }

    /// A message is gone.
    fn removed(&mut self, at: usize) {
        self.seen -= usize::from(self.seen > at);
        for (_, before) in self.marks.iter_mut().flatten() {
            *before -= usize::from(*before > at);
        }
        self.rescan();
    }

    pub fn skip(&mut self) {
        self.cursor += 1;
    }

    /// The alias has ended: what came through it, and no receive has seen, is dropped, as in OTP.
    pub fn drop_unseen(&mut self, alias: Ref) {
        if self.queue.iter().skip(self.seen).any(|message| message.alias == Some(alias)) {
            let (seen, mut n) = (self.seen, 0);
            self.marks = Default::default();
            Rc::make_mut(&mut self.queue).retain(|message| {
                n += 1;
                n <= seen || message.alias != Some(alias)
            });
        }
    }

    /// Takes the message at the cursor out; the next receive starts from the oldest.
    pub fn accept(&mut self) -> Option<Message> {
        let message = Rc::make_mut(&mut self.queue).remove(self.cursor);
        self.removed(self.cursor);
        message
    }

    pub fn rescan(&mut self) {
        (self.start, self.cursor) = (0, 0);
    }

    /// Takes out the oldest message that `wanted` holds for, whatever receive may be under way.
    pub fn take_first(&mut self, wanted: impl Fn(&Term) -> bool) -> Option<Message> {
        let at = self.queue.iter().position(|message| wanted(&message.content))?;
        let message = Rc::make_mut(&mut self.queue).remove(at);
        self.removed(at);
        message
    }

    /// Where the current receive is, and how far receives have looked.
    pub(crate) fn place(&self) -> (usize, usize) {
        (self.cursor, self.seen)
    }

    pub fn len(&self) -> usize {
        self.queue.len()
    }

    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Message> {
        self.queue.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deliver(mailbox: &mut Mailbox, n: i64) {
        mailbox.deliver(Message { id: MessageId(n as u64), content: Term::Int(n), alias: None });
    }

    fn next(mailbox: &Mailbox) -> Option<i64> {
        mailbox.peek().and_then(|message| message.content.as_int())
    }

    #[test]
    fn a_marked_reference_passes_over_what_was_there_before_it() {
        let mut mailbox = Mailbox::default();
        (0..1_000).for_each(|n| deliver(&mut mailbox, n));
        let (early, late) = (Ref::local(1), Ref::local(2));
        mailbox.mark(early);
        deliver(&mut mailbox, 1_000);
        mailbox.mark(late);
        deliver(&mut mailbox, 1_001);
        mailbox.pass_over(late);
        assert!(mailbox.is_at_start());
        assert_eq!(next(&mailbox), Some(1_001));
        mailbox.rescan();
        assert_eq!(next(&mailbox), Some(0));
        // What is gone moves the others.
        mailbox.accept();
        mailbox.pass_over(early);
        assert_eq!(next(&mailbox), Some(1_000));
        mailbox.accept();
        mailbox.pass_over(late);
        assert_eq!(next(&mailbox), Some(1_001));
        // References that are not known, or no longer.
        mailbox.rescan();
        mailbox.pass_over(Ref::local(3));
        assert_eq!(next(&mailbox), Some(1));
        (10..10 + MARKS as u64).for_each(|n| mailbox.mark(Ref::local(n)));
        mailbox.pass_over(late);
        assert_eq!(next(&mailbox), Some(1));
    }
}
