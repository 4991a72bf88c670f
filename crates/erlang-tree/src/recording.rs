//! A run that is being recorded.

use erlang_history::{History, Limits, Watcher};
use erlang_machine::compile;
use erlang_machine::machine::{End, Machine};
use erlang_machine::schedule::Schedule;
use erlang_machine::world::World;
use erlang_term::atoms;

use crate::processes;
use crate::recorder::{Mark, Recorder};
use crate::tree::CallTree;

/// How a program has to be compiled so that its calls can be recorded.
pub const COMPILED: compile::Options =
    compile::Options { clauses: true, bindings: false, receives: true, stops: false, library: false };

pub struct Recording {
    history: History<Mark>,
    recorder: Recorder,
    /// Who watches instead since the run turned out to be about several processes, if its calls are
    /// not wanted.
    transitions: Option<processes::ProcessRecorder>,
}

impl Recording {
    /// A machine that has been started and has not run yet. Its program was compiled as
    /// [`COMPILED`] says.
    pub fn new(machine: Machine) -> Recording {
        let expression = machine.main().map_or(atoms::EMPTY, |main| main.state.initial_call.module);
        let recorder = Recorder::new(&machine, expression);
        Recording { history: History::new(machine, Mark::default()), recorder, transitions: None }
    }

    /// The same for [`CallTree::into_run_tree`], if the run turns out to be about several
    /// processes: then it is recorded from receive to receive from there on.
    pub fn of_one_process(machine: Machine) -> Recording {
        let mut recording = Recording::new(machine);
        recording.recorder.only_sequential = true;
        recording
    }

    /// Goes on as the schedule chooses until the run is over. After an interruption it can be
    /// called again, and goes on.
    pub fn run(&mut self, schedule: &mut dyn Schedule, world: &mut dyn World, limits: &Limits<'_>) -> End {
        if self.transitions.is_none() {
            let end = self.history.record(schedule, world, &mut self.recorder, limits);
            if end != End::Interrupted || !self.recorder.has_enough() {
                return end;
            }
        }
        let transitions = self.transitions.get_or_insert_with(|| {
            let Limits { budget, comfortable } = limits;
            processes::ProcessRecorder::of_run(&self.history, budget.memory, *comfortable)
        });
        self.history.record(schedule, world, transitions, limits)
    }

    /// The current state of the run.
    pub fn machine(&self) -> &Machine {
        self.history.machine()
    }

    /// The tree of what was recorded. Re-runs for values keep within `comfortable` bytes, counted
    /// by `memory`, as far as they can.
    pub fn finish(self, memory: fn() -> u64, comfortable: u64) -> CallTree {
        CallTree::new(self.history, self.recorder, self.transitions, memory, comfortable)
    }
}
