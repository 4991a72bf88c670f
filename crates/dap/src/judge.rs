//! Whether a process that stands somewhere is to stop there: breakpoints with their conditions, and exceptions.

use erlang_machine::Class;
use erlang_machine::code::Handler;
use erlang_machine::exception::Exception;
use erlang_machine::machine::{Budget, Machine};
use erlang_machine::observer::{StopAt, Unobserved};
use erlang_machine::process::Outcome;
use erlang_machine::world::ClosedWorld;
use erlang_report::text;
use erlang_term::{Atom, Pid};

use crate::breakpoints::{At, Breakpoints, Exceptions, Piece, Stand, pieces};
use crate::evaluate::{Evaluator, UntilDone, let_go};
use crate::frames::{calls, is_own};
use crate::going::Stop;

/// How far a process is let go on in a copy to see whether it catches an exception.
const FORESIGHT: u64 = 50_000;

/// Is this a place that some breakpoint is about?
pub fn is_wanted(breakpoints: &Breakpoints, expression: Atom, at: &StopAt<'_>) -> bool {
    match at.raised {
        Some(exception) => {
            let exceptions = breakpoints.exceptions;
            exceptions.uncaught || exceptions.wants_all(exception.class)
        }
        None => match at.native {
            Some((mfa, _)) => breakpoints.has_native(mfa),
            None => at.function.module != expression && breakpoints.has((at.id, at.pc)),
        },
    }
}

/// Whether a process that stands somewhere is to stop there.
pub struct Judge<'a> {
    pub machine: &'a Machine,
    pub pid: Pid,
    pub evaluator: &'a mut Evaluator,
    pub seed: u64,
    /// Whether the hits of breakpoints are counted: only on the way forward.
    pub counts: bool,
}

impl Judge<'_> {
    pub fn stop(&mut self, breakpoints: &mut Breakpoints, logged: &mut Vec<String>) -> Option<Stop> {
        let process = self.machine.system.get(self.pid)?;
        let state = &process.state;
        let standing = state.standing.as_ref()?;
        if let Some(exception) = &standing.raised {
            let wanted = self.is_exception_wanted(breakpoints, exception);
            return wanted.then(|| Stop {
                text: Some(format!(
                    "{}:{}",
                    exception.class.atom().name(),
                    text::brief(&exception.reason, 200)
                )),
                ..Stop::saying("exception", format!("Paused on {}", exception.class.atom().name()))
            });
        }
        let stand = Stand::of(process);
        let mut stop: Option<Stop> = None;
        for n in breakpoints.at(stand.spot, standing.native) {
            let breakpoint = breakpoints.get(n);
            match breakpoint.wish.condition.as_deref().map(|condition| self.holds(condition)) {
                None | Some(Ok(true)) => {}
                Some(Ok(false)) => continue,
                Some(Err(why)) => {
                    logged.extend(breakpoint.complain(why));
                    continue;
                }
            }
            if !breakpoint.is_due(stand, self.counts) {
                continue;
            }
            if let Some(message) = &breakpoint.wish.log {
                logged.push(self.message(message));
                continue;
            }
            let reason = match breakpoint.wish.at {
                At::Line { .. } => "breakpoint",
                At::Function(_) => "function breakpoint",
            };
            let stop = stop.get_or_insert_with(|| Stop::new(reason));
            stop.hit.push(breakpoint.id);
        }
        stop
    }

    fn holds(&mut self, condition: &str) -> Result<bool, String> {
        let found = self.evaluator.evaluate(self.machine, self.pid, 0, self.seed, condition)?;
        match found.value.as_atom().map(|atom| atom.name()) {
            Some("true") => Ok(true),
            Some("false") => Ok(false),
            _ => Err(format!("{} is neither true nor false", text::brief(&found.value, 60))),
        }
    }

    fn message(&mut self, message: &str) -> String {
        let mut line = String::new();
        for piece in pieces(message) {
            match piece {
                Piece::Text(text) => line.push_str(text),
                Piece::Expression(expression) => {
                    let found = self.evaluator.evaluate(self.machine, self.pid, 0, self.seed, expression);
                    line.push_str(&found.map_or_else(|why| why, |found| text::one_line(&found.value)));
                }
            }
        }
        line
    }

    /// All exceptions of a class, but for those that the library catches for itself; or those that end the process.
    fn is_exception_wanted(&self, breakpoints: &mut Breakpoints, exception: &Exception) -> bool {
        let Some(process) = self.machine.system.get(self.pid) else { return false };
        let catches =
            |handler: &Handler, pc: u32| handler.slot.is_some() && (handler.start..handler.end).contains(&pc);
        let catcher = calls(self.machine, process)
            .find(|call| call.function.handlers.iter().any(|handler| catches(handler, call.stands)));
        let Exceptions { uncaught, .. } = breakpoints.exceptions;
        let all = breakpoints.exceptions.wants_all(exception.class);
        match catcher {
            Some(catcher) if all && is_own(&self.machine.program, catcher.id) => true,
            None if all => true,
            catcher => {
                uncaught
                    && !is_quiet(exception)
                    && (catcher.is_none() || self.ends_process(exception))
                    && breakpoints.is_news(Stand::of(process), exception.exit_reason())
            }
        }
    }

    /// Whether the process will die of this exception, though someone seems to catch it: tried on a copy. Others are told the same then as if nobody had
    /// caught it; so it is with a gen_server, which catches what its callbacks raise, says so, and exits.
    fn ends_process(&self, exception: &Exception) -> bool {
        let mut copy = self.machine.clone();
        let_go(&mut copy);
        let mut world = ClosedWorld { seed: self.seed, ..Default::default() };
        let max_steps = copy.system.steps.saturating_add(FORESIGHT);
        let budget = Budget { max_steps, ..Budget::UNLIMITED };
        copy.run(&mut UntilDone { pid: self.pid }, &mut world, &mut Unobserved, &budget);
        let state = copy.system.get(self.pid).map(|process| &process.state);
        state.is_some_and(|state| {
            matches!(state.outcome, Some(Outcome::Exception(_)))
                && state.exit_reason() == exception.exit_reason()
        })
    }
}

/// Exits that nobody needs to hear about: a process that is done, or is told to stop.
fn is_quiet(exception: &Exception) -> bool {
    let reason = match exception.reason.as_tuple() {
        Some([tag, _]) => tag,
        _ => &exception.reason,
    };
    let is_tuple = exception.reason.as_tuple().is_some();
    let name = reason.as_atom().map(|atom| atom.name());
    exception.class == Class::Exit && (name == Some("shutdown") || name == Some("normal") && !is_tuple)
}
