//! Walking through runs of Erlang programs: the commands of `erlang-rewind` by slices.

mod opening;
mod saved;

use std::rc::Rc;

use erlang_machine::machine::{Budget, Machine};
use erlang_machine::program::Program;
use erlang_machine::schedule::Replay;
use erlang_machine::system::Delivery;
use erlang_rewind::{Answer, Reply, Session};
use erlang_term::{Atom, Pid};
use erlang_tree::Recording;
use session::{Entry, Knowledge, MomentKind};
use slices::{Later, Meter};

use super::by_slices::by_slices;
use super::project::{Code, EXPRESSION, loader};
use super::run::ErlangRun;
use crate::dialogue::Slice;
use crate::language::{Options, Problem, Recorded};
use crate::walk::{Opened, Walk, Walked};

pub use opening::{Opening, setup};
pub use saved::{Changes, Saved};

/// What a run is a run of.
#[derive(Clone)]
pub struct Setting {
    pub code: Rc<Code>,
    pub options: Rc<Options>,
    pub expression: String,
}

/// A session of `rewind`.
pub struct ErlangWalk {
    setting: Setting,
    state: State,
    /// What has been answered about this run.
    answers: Knowledge,
}

/// A command that takes long has the session meanwhile.
enum State {
    Here(Box<Session>),
    Away(Later<'static, (Box<Session>, Answer)>, Meter),
    /// Only while it changes from one to the other.
    Gone,
}

impl ErlangWalk {
    fn opened(
        session: Session,
        setting: Setting,
        answers: Knowledge,
        (at, warning): (Option<MomentKind>, Option<String>),
    ) -> Opened {
        let position = session.timeline().position().0;
        let walk = Box::new(ErlangWalk { setting, state: State::Here(Box::new(session)), answers });
        Opened { walk, at, position, warning }
    }

    /// The session, unless a command is being done.
    fn session(&self) -> Option<&Session> {
        match &self.state {
            State::Here(session) => Some(session),
            State::Away(..) | State::Gone => None,
        }
    }

    /// What the interface has to do of a command.
    fn walked(&self, session: &Session, answer: Answer) -> Walked {
        match answer {
            Answer::Reply(reply) => Walked::Reply(Box::new(reply)),
            Answer::Quit(reply) => Walked::Quit(Box::new(reply)),
            Answer::Save { file, reply } => match Saved::of(&self.setting, session, &self.answers).text() {
                Ok(text) => Walked::Save { file, text, reply: Box::new(reply) },
                Err(message) => Walked::Reply(Box::new(session.refused(&reply.command, message))),
            },
            Answer::Ask { process, reply } => match number_of(session.machine(), process) {
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
        if let State::Here(mut session) = std::mem::replace(&mut self.state, State::Gone) {
            let (meter, line) = (session.meter().clone(), line.to_owned());
            let work = Box::pin(async move {
                let answer = session.perform(&line).await;
                (session, answer)
            });
            self.state = State::Away(work, meter);
        }
        self.go_on(slice)
    }

    fn go_on(&mut self, Slice(steps): Slice) -> Walked {
        let State::Away(work, meter) = &mut self.state else {
            return Walked::Reply(Box::new(self.refused("", "no command is running".to_owned())));
        };
        meter.refill(steps);
        match slices::poll(work) {
            None => Walked::Working { steps },
            Some((session, answer)) => {
                let walked = self.walked(&session, answer);
                self.state = State::Here(session);
                walked
            }
        }
    }

    fn cancel(&mut self, slice: Slice) -> Walked {
        if let State::Away(_, meter) = &self.state {
            meter.stop(true);
        }
        self.go_on(slice)
    }

    fn refused(&self, line: &str, message: String) -> Reply {
        match self.session() {
            Some(session) => session.refused(line, message),
            None => Reply::refused(line, message),
        }
    }

    fn recorded(&self, process: u32, meter: Meter) -> Later<'static, Result<Rc<dyn Recorded>, Vec<Problem>>> {
        let Some(session) = self.session() else {
            return Box::pin(std::future::ready(Err(Problem::error("a command is being done"))));
        };
        let timeline = session.timeline();
        let (way, mut world) = (timeline.way(), timeline.told_again());
        let Setting { code, options, expression } = self.setting.clone();
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
        self.session().map(Session::process_names).unwrap_or_default()
    }
}

/// The number of a process, from 1 in the order of creation. `None`: it is one of OTP itself.
fn number_of(machine: &Machine, pid: Pid) -> Option<u32> {
    let index = machine.fates().position(|fate| fate.process.state.pid == pid)?;
    Some(index as u32 + 1)
}

/// The budget of commands: they end early when their meter is stopped.
pub fn budget(options: &Options) -> Budget<'static> {
    Budget {
        max_steps: options.max_steps.unwrap_or(u64::MAX),
        // To undo much takes much: that is refused before the operating system ends the session.
        max_memory: options.max_memory.unwrap_or(options.most_memory),
        memory: options.memory_used,
        interrupted: &|| false,
    }
}
