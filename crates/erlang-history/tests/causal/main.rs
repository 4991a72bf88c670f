//! Random programs, random choices and random rollbacks: what is undone, and the state that is
//! left, are those of the rules of paper 4.

mod model;
mod random;

use std::collections::HashMap;

use erlang_history::timeline::{Advanced, Target};
use erlang_history::{EventId, EventKind, Timeline};
use erlang_machine::machine::Budget;
use erlang_machine::mailbox::MessageId;
use erlang_machine::process::PidKey;
use erlang_machine::schedule::Choice;
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use erlang_term::Pid;
use test_support::{Dice, program};

use model::{Action, Lambda, Request, System, Undone};
use random::Source;

const PROGRAMS: u64 = 10_000;

#[test]
fn rollback_is_that_of_the_rules() {
    let mut undone = 0;
    for seed in 0..PROGRAMS {
        let mut numbers = Dice::new(seed);
        let source = random::program(&mut numbers);
        undone += Pair::new(&source, seed).explore(&mut numbers);
    }
    assert!(undone > 10 * PROGRAMS, "hardly anything was undone: {undone}");
}

/// The same run in the machine and in the model.
struct Pair {
    seed: u64,
    source: String,
    timeline: Timeline,
    model: System,
    /// The processes of the model by pid, and the other way.
    numbers: HashMap<Pid, usize>,
    pids: Vec<Option<Pid>>,
    messages: HashMap<MessageId, Lambda>,
    /// The event by which each message was sent.
    sends: HashMap<Lambda, EventId>,
    sent: u32,
}

impl Pair {
    fn new(source: &Source, seed: u64) -> Pair {
        let text = source.erlang();
        let machine = program::bare_machine(&text, Delivery::Chosen);
        let main = machine.main().expect("it is started").state.pid;
        let mut timeline = Timeline::new(machine, Box::new(ClosedWorld::default()), Budget::UNLIMITED);
        // From `main` into the first process of the model.
        timeline.step(main, 1);
        let mut pids = vec![None; source.program.len()];
        pids[0] = Some(main);
        Pair {
            seed,
            source: text,
            timeline,
            model: System::new(source.program.clone()),
            numbers: HashMap::from([(main, 0)]),
            pids,
            messages: HashMap::new(),
            sends: HashMap::new(),
            sent: 0,
        }
    }

    /// How much was undone.
    fn explore(&mut self, numbers: &mut Dice) -> u64 {
        let mut undone = 0;
        for _ in 0..4 {
            for _ in 0..10 + numbers.below(30) {
                self.forward(numbers);
            }
            self.compare();
            for _ in 0..1 + numbers.below(2) {
                undone += self.back(numbers);
                self.compare();
            }
        }
        undone
    }

    fn forward(&mut self, numbers: &mut Dice) {
        let choices = self.timeline.choices();
        if choices.is_empty() {
            return;
        }
        let choice = choices[numbers.below(choices.len())];
        let moved = self.timeline.take(choice).expect("it is one of the choices");
        let action = match choice {
            Choice::Run { pid, .. } => self.model.step(self.numbers[&pid]),
            Choice::Deliver { from, to } => {
                self.model.deliver(self.numbers[&from], self.numbers[&to]);
                None
            }
            Choice::Fire { .. } => panic!("there are no timers"),
        };
        self.learn(&moved, action);
    }

    /// Pids and messages of what just happened.
    fn learn(&mut self, moved: &Advanced, action: Option<Action>) {
        for (id, event) in self.timeline.events_since(moved.from) {
            match event.kind {
                EventKind::Spawn { child, .. } => {
                    let Some(Action::Spawn(new)) = action else { panic!("the model has not spawned") };
                    self.pids[new] = Some(child);
                    self.numbers.insert(child, new);
                }
                EventKind::Send { message, .. } => {
                    self.messages.insert(message, Lambda(self.sent));
                    self.sends.insert(Lambda(self.sent), id);
                    self.sent += 1;
                }
                _ => {}
            }
        }
    }

    fn back(&mut self, numbers: &mut Dice) -> u64 {
        let requests = self.model.requests();
        if requests.is_empty() {
            return 0;
        }
        let (process, request) = requests[numbers.below(requests.len())];
        let target = match request {
            Request::Send(id) => Target::Send(self.sends[&id]),
            Request::Deliver(id) => Target::Deliver(self.sends[&id]),
            Request::Receive(id) => Target::Receive(self.sends[&id]),
            Request::Spawn(child) => Target::Spawn(self.pids[child].expect("it is there")),
            Request::Step => Target::Steps { pid: self.pids[process].expect("it is there"), steps: 1 },
            Request::Beginning => panic!("nobody asks for that"),
        };
        let expected = self.model.roll_back(process, request);
        let log = self.timeline.undo(&target).unwrap_or_else(|why| panic!("{why}: {}", self.shown()));
        let mut found: Vec<Undone> = self.timeline.undone_by(&log).map(|id| self.undone(id)).collect();
        let mut expected_sorted = expected.clone();
        found.sort();
        expected_sorted.sort();
        assert_eq!(found, expected_sorted, "{request:?} of {process}: {}", self.shown());
        1 + found.len() as u64
    }

    fn undone(&self, id: EventId) -> Undone {
        match self.timeline.log().get(id).expect("it was there").kind {
            EventKind::Send { message, .. } => Undone::Send(self.messages[&message]),
            EventKind::Deliver { message, .. } => Undone::Deliver(self.messages[&message]),
            EventKind::Receive { message } => Undone::Receive(self.messages[&message]),
            EventKind::Spawn { child, .. } => Undone::Spawn(self.numbers[&child]),
            ref other => panic!("{other:?} was undone: {}", self.shown()),
        }
    }

    /// Processes, their steps and their mailboxes, and what is on its way.
    fn compare(&self) {
        let system = &self.timeline.machine().system;
        for (number, pid) in self.pids.iter().enumerate() {
            let there = pid.and_then(|pid| system.get(pid));
            assert_eq!(there.is_some(), self.model.is_there(number), "process {number}: {}", self.shown());
            let Some(there) = there else { continue };
            // The first has made one step more: into its function.
            let steps = there.state.reductions as usize - usize::from(number == 0);
            assert_eq!(steps, self.model.steps(number), "steps of {number}: {}", self.shown());
            let queue: Vec<Lambda> =
                there.state.mailbox.iter().map(|message| self.messages[&message.id]).collect();
            let expected: Vec<Lambda> = self.model.queue(number).iter().map(|message| message.id).collect();
            assert_eq!(queue, expected, "mailbox of {number}: {}", self.shown());
        }
        let mut on_its_way: Vec<Lambda> =
            system.in_flight.values().flatten().map(|signal| self.messages[&signal.id]).collect();
        let mut expected: Vec<Lambda> = self.model.mail.iter().map(|message| message.id).collect();
        on_its_way.sort();
        expected.sort();
        assert_eq!(on_its_way, expected, "on its way: {}", self.shown());
        for (from, to) in system.in_flight.keys() {
            let (from, to): (PidKey, PidKey) = (*from, *to);
            let pair = (self.numbers[&Pid::from(from)], self.numbers[&Pid::from(to)]);
            let queue: Vec<Lambda> =
                system.in_flight[&(from, to)].iter().map(|signal| self.messages[&signal.id]).collect();
            let of_pair = self.model.mail.iter().filter(|message| (message.from, message.to) == pair);
            let expected: Vec<Lambda> = of_pair.map(|message| message.id).collect();
            assert_eq!(queue, expected, "from {} to {}: {}", pair.0, pair.1, self.shown());
        }
    }

    fn shown(&self) -> String {
        format!("seed {}\n{}", self.seed, self.source)
    }
}
