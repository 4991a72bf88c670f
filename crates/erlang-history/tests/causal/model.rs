//! The semantics of paper 4, stepped literally: Fig. 4 forward, Fig. 5 back. Processes of a small
//! language, by number.
//!
//! Where Fig. 5 leaves a choice between a step of a process and a delivery to it, the one is taken
//! that the request needs; so that what is undone is the least that the rules allow.

/// What a process does in one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// (Seq)
    Tau,
    /// (Self)
    OwnPid,
    Send {
        to: usize,
        tag: u8,
    },
    Spawn(usize),
    /// None: any message.
    Receive(Option<u8>),
}

/// The bodies of all processes, by their numbers. At its end a process waits forever.
pub type Program = Vec<Vec<Action>>;

/// λ
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lambda(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Message {
    pub from: usize,
    pub to: usize,
    pub tag: u8,
    pub id: Lambda,
}

/// An item of a history. What it keeps of the control (θ, e) is the place in the body, which is the
/// length of the history.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Item {
    Tau,
    OwnPid,
    Send(Message),
    /// With the queue as it was.
    Receive(Message, Vec<Message>),
    Spawn(usize),
}

/// Ψ
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// s
    Step,
    /// λ⇑
    Send(Lambda),
    /// λ⇓
    Deliver(Lambda),
    /// λ^rec
    Receive(Lambda),
    /// sp_p
    Spawn(usize),
    /// sp
    Beginning,
}

/// Undone events, as the roll log shows them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Undone {
    Send(Lambda),
    Deliver(Lambda),
    Receive(Lambda),
    Spawn(usize),
}

#[derive(Clone, Default, Debug)]
struct Process {
    history: Vec<Item>,
    /// Oldest first.
    queue: Vec<Message>,
    requests: Vec<Request>,
}

pub struct System {
    program: Program,
    /// Γ, oldest first.
    pub mail: Vec<Message>,
    processes: Vec<Option<Process>>,
    next: u32,
    undone: Vec<Undone>,
}

impl System {
    pub fn new(program: Program) -> System {
        let mut processes = vec![None; program.len()];
        processes[0] = Some(Process::default());
        System { program, mail: Vec::new(), processes, next: 0, undone: Vec::new() }
    }

    pub fn is_there(&self, process: usize) -> bool {
        self.processes[process].is_some()
    }

    /// How many steps it has made.
    pub fn steps(&self, process: usize) -> usize {
        self.processes[process].as_ref().map_or(0, |process| process.history.len())
    }

    pub fn queue(&self, process: usize) -> &[Message] {
        self.processes[process].as_ref().map_or(&[], |process| &process.queue)
    }

    // ---- Fig. 4 ----

    /// A process makes a step, if it can.
    pub fn step(&mut self, number: usize) -> Option<Action> {
        let process = self.processes[number].as_mut()?;
        let action = self.program[number].get(process.history.len())?;
        match *action {
            Action::Tau => process.history.push(Item::Tau),
            Action::OwnPid => process.history.push(Item::OwnPid),
            Action::Send { to, tag } => {
                let message = Message { from: number, to, tag, id: Lambda(self.next) };
                self.next += 1;
                self.mail.push(message);
                process.history.push(Item::Send(message));
            }
            Action::Spawn(child) => {
                process.history.push(Item::Spawn(child));
                self.processes[child] = Some(Process::default());
            }
            Action::Receive(wanted) => {
                let matches = |message: &Message| wanted.is_none_or(|tag| tag == message.tag);
                let at = process.queue.iter().position(matches)?;
                let before = process.queue.clone();
                let message = process.queue.remove(at);
                process.history.push(Item::Receive(message, before));
            }
        }
        Some(*action)
    }

    /// (Sched), oldest first between each pair of processes.
    pub fn deliver(&mut self, from: usize, to: usize) {
        let at = self.mail.iter().position(|message| (message.from, message.to) == (from, to));
        let message = self.mail.remove(at.expect("a message is on its way"));
        self.processes[to].as_mut().expect("the receiver is there").queue.push(message);
    }

    // ---- requests that can be made ----

    pub fn requests(&self) -> Vec<(usize, Request)> {
        let mut all = Vec::new();
        for (number, process) in self.processes.iter().enumerate() {
            let Some(process) = process else { continue };
            all.extend(process.queue.iter().map(|message| (number, Request::Deliver(message.id))));
            for item in &process.history {
                match item {
                    Item::Tau | Item::OwnPid => all.push((number, Request::Step)),
                    Item::Send(message) => all.push((number, Request::Send(message.id))),
                    Item::Receive(message, _) => {
                        all.push((number, Request::Receive(message.id)));
                        all.push((number, Request::Deliver(message.id)));
                    }
                    Item::Spawn(child) => all.push((number, Request::Spawn(*child))),
                }
            }
        }
        all
    }

    // ---- Fig. 5 ----

    /// rb: as many steps back as the request takes.
    pub fn roll_back(&mut self, process: usize, request: Request) -> Vec<Undone> {
        self.processes[process].as_mut().expect("it is there").requests.push(request);
        loop {
            let rolling: Vec<usize> = self.rolling().collect();
            if rolling.is_empty() {
                break;
            }
            let progress = rolling.iter().any(|number| self.roll(*number));
            assert!(progress, "processes {rolling:?} are stuck");
        }
        std::mem::take(&mut self.undone)
    }

    fn rolling(&self) -> impl Iterator<Item = usize> + '_ {
        let is_rolling = |process: &Process| {
            // (SC1), (SC2); one that is to vanish waits for who spawned it.
            let at_start = process.history.is_empty() && process.queue.is_empty();
            !process.requests.is_empty() && !at_start
        };
        (0..self.processes.len()).filter(move |n| self.processes[*n].as_ref().is_some_and(is_rolling))
    }

    /// One rule for this process. Whether one was possible.
    fn roll(&mut self, number: usize) -> bool {
        let process = self.processes[number].as_ref().expect("it is there");
        let wants_delivery = process.requests.iter().any(|request| matches!(request, Request::Deliver(_)));
        // A receive needs the queue as it was, and the beginning of a process an empty one.
        let needs_queue = matches!(process.history.last(), None | Some(Item::Receive(..)));
        match wants_delivery {
            true => self.sched(number) || self.step_back(number),
            false => self.step_back(number) || needs_queue && self.sched(number),
        }
    }

    /// The rules that take back what is on top of the history.
    fn step_back(&mut self, number: usize) -> bool {
        let process = self.processes[number].as_ref().expect("it is there");
        let Some(item) = process.history.last().cloned() else { return false };
        match item {
            Item::Tau | Item::OwnPid => self.done(number, &[Request::Step], None),
            Item::Send(message) => match self.mail.iter().position(|other| other.id == message.id) {
                // (Send1)
                Some(at) => {
                    self.mail.remove(at);
                    let done = [Request::Step, Request::Send(message.id)];
                    self.done(number, &done, Some(Undone::Send(message.id)));
                }
                // (Send2)
                None => return self.ask(message.to, Request::Deliver(message.id)),
            },
            Item::Receive(message, before) => {
                let left: Vec<Message> =
                    before.iter().copied().filter(|other| other.id != message.id).collect();
                if process.queue != left {
                    return false;
                }
                let process = self.processes[number].as_mut().expect("it is there");
                process.queue = before;
                let done = [Request::Step, Request::Receive(message.id)];
                self.done(number, &done, Some(Undone::Receive(message.id)));
            }
            Item::Spawn(child) => {
                let there = self.processes[child].as_ref().expect("the child is there");
                if !there.history.is_empty() || !there.queue.is_empty() {
                    // (Spawn2)
                    return self.ask(child, Request::Beginning);
                }
                // (Spawn1)
                self.processes[child] = None;
                self.done(number, &[Request::Step, Request::Spawn(child)], Some(Undone::Spawn(child)));
            }
        }
        true
    }

    fn done(&mut self, number: usize, requests: &[Request], undone: Option<Undone>) {
        let process = self.processes[number].as_mut().expect("it is there");
        process.history.pop();
        process.requests.retain(|request| !requests.contains(request));
        self.undone.extend(undone);
    }

    /// Whether that is new to it.
    fn ask(&mut self, number: usize, request: Request) -> bool {
        let process = self.processes[number].as_mut().expect("it is there");
        let new = !process.requests.contains(&request);
        if new {
            process.requests.push(request);
        }
        new
    }

    /// (Sched): the latest delivery, unless the last receive has seen it.
    fn sched(&mut self, number: usize) -> bool {
        let process = self.processes[number].as_mut().expect("it is there");
        let last = process.history.iter().rev().find_map(|item| match item {
            Item::Receive(message, before) => Some((*message, before)),
            _ => None,
        });
        if let Some((received, before)) = last {
            let left: Vec<Message> = before.iter().copied().filter(|other| other.id != received.id).collect();
            if process.queue == left {
                return false;
            }
        }
        let Some(message) = process.queue.pop() else { return false };
        process.requests.retain(|request| *request != Request::Deliver(message.id));
        // What is sent later between the same two is still behind it.
        let behind = |other: &Message| (other.from, other.to) == (message.from, message.to);
        let at = self.mail.iter().position(behind).unwrap_or(self.mail.len());
        self.mail.insert(at, message);
        self.undone.push(Undone::Deliver(message.id));
        true
    }
}
