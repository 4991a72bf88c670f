//! Whether a run stops at a place that a process reached, or at an event: breakpoints with their
//! conditions, and exceptions.

use erlang_history::{EventId, EventLog, RunEvent};
use erlang_machine::Class;
use erlang_machine::code::Handler;
use erlang_machine::exception::Exception;
use erlang_machine::machine::{Budget, Machine};
use erlang_machine::observer::{StopAt, Unobserved};
use erlang_machine::process::{ProcessEnd, Standing};
use erlang_machine::world::ClosedWorld;
use erlang_report::text;
use erlang_term::{Atom, Pid, Term};

use crate::breakpoints::{Breakpoint, Breakpoints, Exceptions, Piece, Stand, pieces};
use crate::calls::{calls, is_own};
use crate::command::Stop;
use crate::evaluate::{Evaluator, UntilDone, let_go};
use crate::events;

/// How far a process is let go on in a copy to see whether it catches an exception.
const FORESIGHT: u64 = 50_000;

/// Where a run stands still, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    pub who: Pid,
    pub reason: Reason,
    /// Such as `reaches dining.erl:46`.
    pub text: String,
    /// The numbers of the breakpoints that were hit; none of one that was for this command alone.
    pub hit: Vec<u32>,
    pub event: Option<EventId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    Line,
    Function,
    Binding,
    Exception(Class),
    Event,
    /// It went as far as it was told to.
    Step,
    /// The first expression of the user's.
    Entry,
    /// The beginning of a call, in reverse.
    Call,
}

impl Reached {
    pub fn new(who: Pid, reason: Reason) -> Reached {
        Reached { who, reason, text: String::new(), hit: Vec::new(), event: None }
    }
}

/// Is this a place that some breakpoint is about? `expression` is the module of what the first
/// process evaluates: nobody wants to stop there.
pub fn is_wanted(
    breakpoints: &Breakpoints,
    exceptions: Exceptions,
    expression: Atom,
    at: &StopAt<'_>,
) -> bool {
    match at.raised {
        Some(exception) => exceptions.wants(exception.class),
        None => match at.native {
            Some((mfa, _)) => breakpoints.has_native(mfa),
            None => at.function.module != expression && breakpoints.has((at.id, at.pc)),
        },
    }
}

/// Whether a process that stands somewhere is to stop there.
pub struct StopTest<'a> {
    pub machine: &'a Machine,
    pub pid: Pid,
    pub evaluator: &'a mut Evaluator,
    pub seed: u64,
    /// Whether the hits of breakpoints are counted: only on the way forward.
    pub counts: bool,
    /// What the native function is given before which it stands.
    pub given: &'a [Term],
}

impl StopTest<'_> {
    /// Why to stop where the process stands, if there is a reason; and what logging breakpoints
    /// have to say.
    pub fn stop(&mut self, breakpoints: &mut Breakpoints, logged: &mut Vec<String>) -> Option<Reached> {
        let process = self.machine.system.get(self.pid)?;
        let standing = process.state.standing.as_deref()?;
        let stand = Stand::of(process);
        if let Some(exception) = &standing.raised {
            return self.exception(breakpoints, stand, exception, logged);
        }
        let mut reached: Option<Reached> = None;
        for n in breakpoints.at(stand.spot, standing.native) {
            let breakpoint = breakpoints.get(n);
            let Some((reason, text)) = self.description(breakpoint, standing) else { continue };
            if self.is_meant(breakpoint, logged) && breakpoint.is_due(stand, self.counts) {
                self.note(&mut reached, breakpoint, reason, text, logged);
            }
        }
        reached
    }

    /// The same, of something that it has just done.
    pub fn event(
        &mut self,
        breakpoints: &mut Breakpoints,
        log: &EventLog,
        id: EventId,
        event: &RunEvent,
        logged: &mut Vec<String>,
    ) -> Option<Reached> {
        let mut reached: Option<Reached> = None;
        for n in breakpoints.hit_by(log, id, event) {
            let breakpoint = breakpoints.get(n);
            if self.is_meant(breakpoint, logged) && breakpoint.is_due_by(id, self.counts) {
                self.note(&mut reached, breakpoint, Reason::Event, events::words(log, event), logged);
            }
        }
        reached.map(|reached| Reached { event: Some(id), ..reached })
    }

    /// Writes the text of a logging breakpoint; of another, it is a reason to stop.
    fn note(
        &mut self,
        reached: &mut Option<Reached>,
        breakpoint: &Breakpoint,
        reason: Reason,
        text: String,
        logged: &mut Vec<String>,
    ) {
        if let Some(message) = &breakpoint.wish.log {
            return logged.push(self.message(message));
        }
        let who = self.pid;
        let reached = reached.get_or_insert_with(|| Reached { text, ..Reached::new(who, reason) });
        reached.hit.extend(Some(breakpoint.n).filter(|n| *n > 0));
    }

    /// What the process is about to do there, in words. None: it is not what the breakpoint is
    /// about.
    fn description(&self, breakpoint: &Breakpoint, standing: &Standing) -> Option<(Reason, String)> {
        let call = calls(self.machine, self.machine.system.get(self.pid)?).next()?;
        match &breakpoint.wish.stop {
            Stop::Line { .. } => {
                let span = call.span()?;
                let file = call.function.source.sources.name(span.file);
                Some((Reason::Line, format!("reaches {}", text::place(file, span.start.line))))
            }
            Stop::Bind { variable, value } => {
                let (name, bound) = call.variables().into_iter().find(|(name, _)| name.name() == variable)?;
                let fits = value.as_ref().is_none_or(|pattern| pattern.matches(&bound));
                let shown = text::brief(&bound, 60);
                fits.then(|| {
                    (Reason::Binding, format!("binds {} = {shown} in {}", name.name(), call.full_name()))
                })
            }
            _ => {
                let (module, name, given) = match standing.native {
                    Some(mfa) => (mfa.module, mfa.function, self.given),
                    None => (call.function.module, call.function.name, call.given()),
                };
                let (module, name) = (Term::Atom(module), Term::Atom(name));
                let given: Vec<String> = given.iter().map(|term| text::brief(term, 40)).collect();
                Some((Reason::Function, format!("calls {module}:{name}({})", given.join(", "))))
            }
        }
    }

    /// Does its condition hold?
    fn is_meant(&mut self, breakpoint: &mut Breakpoint, logged: &mut Vec<String>) -> bool {
        match breakpoint.wish.condition.as_deref().map(|condition| self.holds(condition)) {
            None | Some(Ok(true)) => true,
            Some(Ok(false)) => false,
            Some(Err(why)) => {
                logged.extend(breakpoint.complain(why));
                false
            }
        }
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

    fn exception(
        &mut self,
        breakpoints: &mut Breakpoints,
        stand: Stand,
        exception: &Exception,
        logged: &mut Vec<String>,
    ) -> Option<Reached> {
        let text = || format!("raises {}", text::brief(&exception.reason, 60));
        let reason = Reason::Exception(exception.class);
        let mut reached = None;
        for n in breakpoints.at_exceptions(exception.class) {
            let Stop::Exception(which) = breakpoints.get(n).wish.stop else { continue };
            if !self.is_exception_wanted(breakpoints, which, exception) {
                continue;
            }
            let breakpoint = breakpoints.get(n);
            if self.is_meant(breakpoint, logged) && breakpoint.is_due(stand, self.counts) {
                self.note(&mut reached, breakpoint, reason, text(), logged);
            }
        }
        if reached.is_none() && self.is_exception_wanted(breakpoints, breakpoints.exceptions, exception) {
            reached = Some(Reached { text: text(), ..Reached::new(self.pid, reason) });
        }
        reached
    }

    /// All exceptions of a class, but for those that the library catches for itself; or those that
    /// end the process.
    fn is_exception_wanted(
        &self,
        breakpoints: &mut Breakpoints,
        which: Exceptions,
        exception: &Exception,
    ) -> bool {
        let Some(process) = self.machine.system.get(self.pid) else { return false };
        let catches =
            |handler: &Handler, pc: u32| handler.slot.is_some() && (handler.start..handler.end).contains(&pc);
        let catcher = calls(self.machine, process)
            .find(|call| call.function.handlers.iter().any(|handler| catches(handler, call.stands)));
        let all = which.wants_all(exception.class);
        match catcher {
            Some(catcher) if all && is_own(&self.machine.program, catcher.id) => true,
            None if all => true,
            catcher => {
                which.uncaught
                    && !is_quiet(exception)
                    && (catcher.is_none() || self.ends_process(exception))
                    && breakpoints.is_news(Stand::of(process), exception.exit_reason())
            }
        }
    }

    /// Whether the process will die of this exception, though someone seems to catch it: tried on a
    /// copy. Others are told the same then as if nobody had
    /// caught it; so it is with a gen_server, which catches what its callbacks raise, says so, and
    /// exits.
    fn ends_process(&self, exception: &Exception) -> bool {
        let mut copy = self.machine.clone();
        let_go(&mut copy);
        let mut world = ClosedWorld { seed: self.seed, ..Default::default() };
        let max_steps = copy.system.steps.saturating_add(FORESIGHT);
        let budget = Budget { max_steps, ..Budget::UNLIMITED };
        copy.run(&mut UntilDone { pid: self.pid }, &mut world, &mut Unobserved, &budget);
        let state = copy.system.get(self.pid).map(|process| &process.state);
        state.is_some_and(|state| {
            matches!(state.outcome, Some(ProcessEnd::Exception(_)))
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
