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
    /// How many messages were there when a receive last looked beyond those that it had seen.
    seen: usize,
}

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
        self.cursor == 0
    }

    pub fn skip(&mut self) {
        self.cursor += 1;
    }

    /// The alias has ended: what came through it, and no receive has seen, is dropped, as in OTP.
    pub fn drop_unseen(&mut self, alias: Ref) {
        if self.queue.iter().skip(self.seen).any(|message| message.alias == Some(alias)) {
            let (seen, mut n) = (self.seen, 0);
            Rc::make_mut(&mut self.queue).retain(|message| {
                n += 1;
                n <= seen || message.alias != Some(alias)
            });
        }
    }

    /// Takes the message at the cursor out; the next receive starts from the oldest.
    pub fn accept(&mut self) -> Option<Message> {
        let message = Rc::make_mut(&mut self.queue).remove(self.cursor);
        self.seen -= usize::from(self.seen > self.cursor);
        self.cursor = 0;
        message
    }

    pub fn rescan(&mut self) {
        self.cursor = 0;
    }

    /// Takes out the oldest message that `wanted` holds for, whatever receive may be under way.
    pub fn take_first(&mut self, wanted: impl Fn(&Term) -> bool) -> Option<Message> {
        let at = self.queue.iter().position(|message| wanted(&message.content))?;
        self.cursor = 0;
        self.seen -= usize::from(self.seen > at);
        Rc::make_mut(&mut self.queue).remove(at)
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
