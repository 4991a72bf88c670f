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
}

/// A queue that is scanned by selective receive. Copies share it until one of them changes.
#[derive(Clone, Default)]
pub struct Mailbox {
    queue: Rc<VecDeque<Delivered>>,
    /// The next message that the current receive looks at.
    cursor: usize,
    /// The first message that the current receive looked at.
    start: usize,
    /// So many messages were there when a receive last looked further than that.
    seen: usize,
}

#[derive(Clone)]
struct Delivered {
    message: Message,
    /// The newest reference that there was on delivery: the message holds none that is newer.
    newest: u64,
    /// It was sent to this alias of the process.
    alias: Option<Ref>,
}

impl Mailbox {
    /// `newest` is the newest reference that there is.
    pub fn deliver(&mut self, message: Message, newest: u64, alias: Option<Ref>) {
        Rc::make_mut(&mut self.queue).push_back(Delivered { message, newest, alias });
    }

    pub fn peek(&mut self) -> Option<&Message> {
        if self.cursor >= self.seen {
            self.seen = self.queue.len();
        }
        self.queue.get(self.cursor).map(|delivered| &delivered.message)
    }

    /// Has the current receive looked at no message yet?
    pub fn is_at_start(&self) -> bool {
        self.cursor == self.start
    }

    /// The current receive takes only messages that hold this reference: those that came before it need no look.
    pub fn pass_over_older_than(&mut self, reference: u64) {
        let older = self.queue.partition_point(|delivered| delivered.newest < reference);
        self.cursor = self.cursor.max(older);
        self.start = self.cursor;
    }

    /// Goes on to the next message. Returns how many the current receive has passed over.
    pub fn skip(&mut self) -> usize {
        self.cursor += 1;
        self.cursor - self.start
    }

    /// Takes the message at the cursor out; the next receive starts from the oldest.
    pub fn accept(&mut self) -> Option<Message> {
        let message = self.remove(self.cursor);
        self.rescan();
        message
    }

    pub fn rescan(&mut self) {
        self.cursor = 0;
        self.start = 0;
    }

    /// Takes out the oldest message that `wanted` holds for, whatever receive may be under way.
    pub fn take_first(&mut self, wanted: impl Fn(&Term) -> bool) -> Option<Message> {
        let at = self.iter().position(|message| wanted(&message.content))?;
        self.rescan();
        self.remove(at)
    }

    fn remove(&mut self, at: usize) -> Option<Message> {
        if at < self.seen {
            self.seen -= 1;
        }
        Rc::make_mut(&mut self.queue).remove(at).map(|delivered| delivered.message)
    }

    /// Takes out what was sent to this alias, now inactive. As in OTP, what a receive has seen stays.
    pub fn take_sent_to(&mut self, alias: Ref) -> Vec<Message> {
        let sent = |delivered: &Delivered| delivered.alias == Some(alias);
        if !self.queue.iter().skip(self.seen).any(sent) {
            return Vec::new();
        }
        let queue = Rc::make_mut(&mut self.queue);
        let (taken, kept): (Vec<Delivered>, Vec<Delivered>) =
            queue.split_off(self.seen).into_iter().partition(sent);
        queue.extend(kept);
        taken.into_iter().map(|delivered| delivered.message).collect()
    }

    pub fn len(&self) -> usize {
        self.queue.len()
    }

    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Message> {
        self.queue.iter().map(|delivered| &delivered.message)
    }
}
