//! Walking through runs of Erlang programs: the commands of `erlang-rewind` by slices.

mod held;
mod opening;
mod saved;

use std::rc::Rc;

use erlang_machine::machine::{Budget, Machine};
use erlang_machine::program::Program;
use erlang_machine::schedule::Replay;
use erlang_machine::system::Delivery;
use erlang_report::text;
use erlang_rewind::{
    Directive, Exception, Going, Past, Reached, Reason, Reply, Rewinder, Shown, Step, WayEnd,
};
use erlang_term::{Atom, Pid};
use erlang_tree::Recording;
use session::{Entry, Knowledge, MomentKind};
use slices::{Later, Meter};

use super::by_slices::by_slices;
use super::exception;
use super::project::{Code, EXPRESSION, loader};
use super::run::ErlangRun;
use crate::dialogue::Slice;
use crate::language::{Awaited, Options, Problem, Recorded};
use crate::walk::travel::{StopReason, StoppedAt};
use crate::walk::view::PidNumber;
use crate::walk::{Arrival, Journey, Opened, Stops, Walk, WalkView, Walked};
use held::{Held, pid_of};

pub use opening::Opening;
pub use saved::{Changes, SavedWalk};

/// The code that is run.
#[derive(Clone)]
pub struct Setting {
    pub code: Rc<Code>,
    pub options: Rc<Options>,
    pub expression: String,
    /// It is a test, whose machine is that of tests.
    pub is_test: bool,
}

/// A session of `rewind`.
pub struct ErlangWalk {
    setting: Setting,
    state: State,
    /// What has been answered about this run.
    answers: Knowledge,
}

/// What takes long has the session meanwhile.
enum State {
    /// It stands somewhere, or goes on between two slices.
    Here(Box<Held>),
    Away(Later<'static, (Box<Held>, Done)>, Meter),
    /// Only while it changes from one to the other.
    Gone,
}

/// What has been done.
enum Done {
    Command(Directive),
    Arrived(Arrival),
}

impl ErlangWalk {
    fn opened(
        session: Rewinder,
        setting: Setting,
        answers: Knowledge,
        (at, warning): (Option<MomentKind>, Option<String>),
    ) -> Opened {
        let position = session.timeline().position().0;
        let (program, code) = (session.machine().program.clone(), setting.code.clone());
        let explain = Box::new(move |raised: &Exception| exception::of_run(raised, &program, &code));
        let held = Box::new(Held::new(session, explain));
        let walk = Box::new(ErlangWalk { setting, state: State::Here(held), answers });
        Opened { walk, at, position, warning }
    }

    /// The session, unless another command is still running.
    fn session(&self) -> Option<&Rewinder> {
        match &self.state {
            State::Here(held) => Some(&held.session),
            State::Away(..) | State::Gone => None,
        }
    }

    fn held(&mut self) -> Option<&mut Held> {
        match &mut self.state {
            State::Here(held) => Some(held),
            State::Away(..) | State::Gone => None,
        }
    }

    /// Gives the session away until something is done with it.
    fn go_away(&mut self, work: impl FnOnce(Box<Held>) -> Later<'static, (Box<Held>, Done)>) {
        if let State::Here(held) = std::mem::replace(&mut self.state, State::Gone) {
            let meter = held.session.meter().clone();
            meter.stop(false);
            self.state = State::Away(work(held), meter);
        }
    }

    /// A journey goes on between two slices.
    fn advance(&mut self, steps: u64) -> Walked {
        let Some(held) = self.held() else { return self.go_on(Slice(steps)) };
        let arrival = match held.session.advance(steps) {
            None => return Walked::Working { steps },
            Some(WayEnd::Reached(reached)) => Arrival::Stopped(stopped_at(&held.session, reached)),
            Some(WayEnd::Over(end)) => Arrival::Over(held.session.ending(&end, held.explain())),
            Some(WayEnd::Interrupted) => paused(held),
            Some(WayEnd::Back { reached, to, by_causes }) => {
                self.go_away(move |held| Box::pin(go_back(held, Some(reached), to, by_causes)));
                return self.go_on(Slice(steps));
            }
            Some(WayEnd::NotFound) => {
                self.go_away(move |held| Box::pin(go_back(held, None, Past::Beginning, false)));
                return self.go_on(Slice(steps));
            }
        };
        held.forget_what_was_shown();
        Walked::Arrived(Box::new(arrival))
    }

    /// What the interface has to do of a command.
    fn walked(&self, held: &mut Held, answer: Directive) -> Walked {
        if let Directive::Reply(Reply { shown: Shown::Moved(_) | Shown::Undone(_), .. }) = &answer {
            held.forget_what_was_shown();
        }
        let session = &held.session;
        match answer {
            Directive::Reply(reply) => Walked::Reply(Box::new(reply)),
            Directive::Quit(reply) => Walked::Quit(Box::new(reply)),
            Directive::Save { file, reply } => {
                match SavedWalk::of(&self.setting, session, &self.answers).text() {
                    Ok(text) => Walked::Save { file, text, reply: Box::new(reply) },
                    Err(message) => Walked::Reply(Box::new(session.refused(&reply.command, message))),
                }
            }
            Directive::Ask { process, reply } => match number_of(session.machine(), process) {
                Some(process) => Walked::Ask { process, reply: Box::new(reply) },
                None => {
                    let message = "a process of OTP itself cannot be asked about".to_owned();
                    Walked::Reply(Box::new(session.refused(&reply.command, message)))
                }
            },
        }
    }
}

impl Walk for ErlangWalk {
    fn command(&mut self, line: &str, slice: Slice) -> Walked {
        while let State::Away(..) = self.state {
            self.cancel(slice);
        }
        let line = line.to_owned();
        self.go_away(move |mut held| {
            Box::pin(async move {
                held.session.stand_still();
                let answer = held.session.perform(&line).await;
                (held, Done::Command(answer))
            })
        });
        self.go_on(slice)
    }

    fn set_out(&mut self, journey: Journey) -> Result<(), String> {
        let held = self.held().ok_or("another command is still running")?;
        let step = |held: &Held, who: PidNumber, by_line: bool| {
            Ok::<_, String>(Step::from(held.session.machine(), held.process(pid_of(who))?, by_line))
        };
        match journey {
            Journey::On => held.session.go(Going::On),
            Journey::Entry => held.session.go(Going::Entry),
            Journey::Step { who, pace, by_line } => {
                let step = step(held, who, by_line)?;
                held.session.go(step.going(pace));
            }
            Journey::StepBack { who, by_line } => {
                let step = step(held, who, by_line)?;
                held.session.begin_step_back(pid_of(who), step);
            }
            Journey::BackToStop { who } => {
                held.process(pid_of(who))?;
                held.session.begin_back_to_breakpoint(pid_of(who));
            }
            Journey::BackToFrame(frame) => {
                let (pid, n) = held.frame(frame)?;
                held.session.begin_restart_of_call(pid, n)?;
            }
        }
        if !journey.is_back() {
            held.forget_what_was_shown();
        }
        Ok(())
    }

    fn go_on(&mut self, Slice(steps): Slice) -> Walked {
        let (work, meter) = match &mut self.state {
            State::Away(work, meter) => (work, meter),
            State::Here(held) if held.session.is_going() => return self.advance(steps),
            State::Here(_) | State::Gone => {
                return Walked::Reply(Box::new(self.refused("", "no command is running".to_owned())));
            }
        };
        meter.refill(steps);
        match slices::poll(work) {
            None => Walked::Working { steps },
            Some((mut held, done)) => {
                held.session.meter().stop(false);
                let walked = match done {
                    Done::Command(answer) => self.walked(&mut held, answer),
                    Done::Arrived(arrival) => {
                        held.forget_what_was_shown();
                        Walked::Arrived(Box::new(arrival))
                    }
                };
                self.state = State::Here(held);
                walked
            }
        }
    }

    fn cancel(&mut self, slice: Slice) -> Walked {
        match &mut self.state {
            State::Here(held) if held.session.is_going() => {
                let arrival = paused(held);
                held.forget_what_was_shown();
                Walked::Arrived(Box::new(arrival))
            }
            State::Away(_, meter) => {
                meter.stop(true);
                self.go_on(slice)
            }
            State::Here(_) | State::Gone => self.go_on(slice),
        }
    }

    fn view(&mut self) -> Option<&mut dyn WalkView> {
        self.held().map(|held| held as &mut dyn WalkView)
    }

    fn stops(&mut self) -> Option<&mut dyn Stops> {
        self.held().map(|held| held as &mut dyn Stops)
    }

    fn refused(&self, line: &str, message: String) -> Reply {
        match self.session() {
            Some(session) => session.refused(line, message),
            None => Reply::refused(line, message),
        }
    }

    fn recorded(&self, process: u32, meter: Meter) -> Awaited<Rc<dyn Recorded>> {
        let Some(session) = self.session() else {
            return Box::pin(std::future::ready(Err(Problem::error("another command is still running"))));
        };
        let timeline = session.timeline();
        let (way, mut world) = (timeline.way(), timeline.told_again());
        let Setting { code, options, expression, .. } = self.setting.clone();
        Box::pin(async move {
            let program = Rc::new(Program::new(loader(&code), erlang_tree::COMPILED));
            let mut machine = Machine::new(program, Delivery::Chosen);
            machine.start(Atom::new(EXPRESSION), Atom::new("main"));
            machine.system.follow(way.numbering);
            let mut recording = Recording::of_one_process(machine);
            let mut again = Replay { log: &way.choices, delivery: Delivery::Chosen };
            let end = by_slices(&mut recording, &mut again, &mut world, &options, &meter).await;
            let tree = recording.finish(options.memory_used, options.comfortable);
            let run = ErlangRun::new(tree, &end, code, options, expression);
            Ok(Rc::new(run.beginning_with(process)) as Rc<dyn Recorded>)
        })
    }

    fn learn(&mut self, answers: &[Entry]) {
        answers.iter().for_each(|answer| self.answers.learn(answer));
    }

    fn process_names(&self) -> Vec<String> {
        self.session().map(Rewinder::process_names).unwrap_or_default()
    }
}

/// Goes to what was found in the past; without it, to the beginning of the run.
async fn go_back(
    mut held: Box<Held>,
    reached: Option<Reached>,
    to: Past,
    by_causes: bool,
) -> (Box<Held>, Done) {
    let arrival = match (held.session.arrive(to, by_causes).await, reached) {
        (Ok(undone), Some(reached)) => {
            Arrival::Back { at: stopped_at(&held.session, reached), undone, by_causes }
        }
        (Ok(_), None) => Arrival::Beginning,
        (Err(_), _) => paused(&mut held),
    };
    (held, Done::Arrived(arrival))
}

fn paused(held: &mut Held) -> Arrival {
    Arrival::Paused { who: held.session.stand_still().map(held::number_of) }
}

fn stopped_at(session: &Rewinder, reached: Reached) -> StoppedAt {
    let Reached { who, reason, text, hit, .. } = reached;
    let reason = match reason {
        Reason::Line => StopReason::Line,
        Reason::Function => StopReason::Function,
        Reason::Binding => StopReason::Binding,
        Reason::Event => StopReason::Event,
        Reason::Step => StopReason::Step,
        Reason::Entry => StopReason::Entry,
        Reason::Call => StopReason::Call,
        Reason::Exception(class) => {
            let class = class.atom().name();
            let raised = session.raised(who);
            let raised = raised.map(|raised| format!("{class}:{}", text::brief(&raised.reason, 200)));
            StopReason::Exception { class, raised }
        }
    };
    StoppedAt { who: held::number_of(who), reason, text, hit }
}

/// The number of a process, from 1 in the order of creation. `None`: it is one of OTP itself.
fn number_of(machine: &Machine, pid: Pid) -> Option<u32> {
    let index = machine.fates().position(|fate| fate.process.state.pid == pid)?;
    Some(index as u32 + 1)
}

/// The budget of commands: they end early when their meter is stopped.
fn budget(options: &Options) -> Budget<'static> {
    Budget {
        max_steps: options.max_steps.unwrap_or(u64::MAX),
        // To undo much takes much: that is refused before the operating system ends the session.
        max_memory: options.max_memory().min(options.most_memory),
        memory: options.memory_used,
        interrupted: &|| false,
    }
}
