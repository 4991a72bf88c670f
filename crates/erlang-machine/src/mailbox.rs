//! Messages that have been delivered to a process and not yet received.

use std::collections::VecDeque;
use std::rc::Rc;

use erlang_term::Term;

/// Names a message from its sending to its receipt; two equal messages have two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct MessageId(pub u64);

#[derive(Clone)]
pub struct Message {
    pub id: MessageId,
    pub content: Term,
}

/// A queue that is scanned by selective receive. Copies share it until one of them changes.
#[derive(Clone, Default)]
pub struct Mailbox {
    queue: Rc<VecDeque<Message>>,
    /// The next message that the current receive looks at.
    cursor: usize,
}

impl Mailbox {
    pub fn deliver(&mut self, message: Message) {
        Rc::make_mut(&mut self.queue).push_back(message);
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

    /// Takes the message at the cursor out; the next receive starts from the oldest.
    pub fn accept(&mut self) -> Option<Message> {
        let message = Rc::make_mut(&mut self.queue).remove(self.cursor);
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
        Rc::make_mut(&mut self.queue).remove(at)
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
