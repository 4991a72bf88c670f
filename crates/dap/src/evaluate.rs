//! An expression in the place of a call under way: on a copy of the machine, so that whatever it does is done to nobody.

use std::collections::HashMap;

use erlang_machine::code::FunctionId;
use erlang_machine::machine::{Budget, End, Machine};
use erlang_machine::observer::Unobserved;
use erlang_machine::process::{Outcome, Status};
use erlang_machine::schedule::{Choice, Fair, Schedule};
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use erlang_syntax::{add_expressions, lint};
use erlang_term::{Atom, Pid, Term};
use report::text;

use crate::frames::{Call, calls};

/// Steps that an expression may take: nobody wants to wait for it.
const STEPS: u64 = 2_000_000;

/// What an expression came to.
pub struct Found {
    pub value: Term,
    /// What it would have printed.
    pub printed: Vec<u8>,
}

/// Expressions that have been compiled: a breakpoint's condition is tried again and again.
#[derive(Default)]
pub struct Evaluator {
    known: HashMap<Question, Result<FunctionId, String>>,
}

#[derive(PartialEq, Eq, Hash)]
struct Question {
    module: Atom,
    variables: Vec<Atom>,
    text: String,
}

impl Evaluator {
    /// The value in a frame of a process: so many calls from the innermost.
    pub fn evaluate(
        &mut self,
        machine: &Machine,
        pid: Pid,
        frame: usize,
        seed: u64,
        text: &str,
    ) -> Result<Found, String> {
        let process = machine.system.get(pid).ok_or("there is no such process")?;
        let call = calls(machine, process).nth(frame).ok_or("there is no such frame")?;
        let mut variables = call.variables();
        variables.sort_by_key(|(name, _)| name.name());
        let names: Vec<Atom> = variables.iter().map(|(name, _)| *name).collect();
        let values: Vec<Term> = variables.into_iter().map(|(_, value)| value).collect();
        let function = self.compile(machine, &call, names, text)?;
        run(machine.clone(), pid, function, &values, seed)
    }

    fn compile(
        &mut self,
        machine: &Machine,
        call: &Call<'_>,
        variables: Vec<Atom>,
        text: &str,
    ) -> Result<FunctionId, String> {
        let question = Question { module: call.function.module, variables, text: text.to_owned() };
        if let Some(known) = self.known.get(&question) {
            return known.clone();
        }
        let compiled = compile(machine, call, &question);
        self.known.insert(question, compiled.clone());
        compiled
    }
}

/// A function of another version of the frame's module: it can use all that the module has.
fn compile(machine: &Machine, call: &Call<'_>, question: &Question) -> Result<FunctionId, String> {
    const LABEL: &str = "expression";
    let name = Atom::new("-evaluated-");
    let mut module = (*call.function.source).clone();
    let file = module.sources.files.len();
    let mut problems = add_expressions(&mut module, LABEL, &question.text, name, &question.variables);
    if problems.is_empty() {
        let found = lint::check(&module, lint::Options { warnings: false, incomplete: false });
        problems.extend(found.into_iter().filter(|problem| problem.span.file.0 as usize == file));
    }
    if let Some(problem) = problems.first() {
        return Err(problem.message.clone());
    }
    let code = machine.program.another(module.into())?;
    let found = code.functions.get(&(name, question.variables.len() as u32));
    found.map(|(id, _)| *id).ok_or_else(|| "this is no expression".to_owned())
}

fn run(
    mut machine: Machine,
    pid: Pid,
    function: FunctionId,
    values: &[Term],
    seed: u64,
) -> Result<Found, String> {
    let_go(&mut machine);
    machine.call_instead(pid, function, values);
    let mut world = ClosedWorld { seed, ..Default::default() };
    let max_steps = machine.system.steps.saturating_add(STEPS);
    let budget = Budget { max_steps, ..Budget::UNLIMITED };
    let mut schedule = UntilDone { pid };
    let end = machine.run(&mut schedule, &mut world, &mut Unobserved, &budget);
    let outcome = machine.system.get(pid).and_then(|process| process.state.outcome.as_ref());
    match (outcome, end) {
        (Some(Outcome::Value(value)), _) => Ok(Found { value: value.clone(), printed: world.out }),
        (Some(Outcome::Exception(exception)), _) => {
            Err(format!("** exception {}", text::exception(exception)))
        }
        (Some(Outcome::Killed(reason)), _) => Err(format!("** killed: {}", text::one_line(reason))),
        (None, End::Unsupported(message)) => Err(message),
        (None, End::Halted(_)) => Err("it would halt the program".into()),
        (None, End::Quiet) => Err("it would wait for ever".into()),
        (None, End::Steps | End::Memory | End::Interrupted) => {
            Err(format!("it takes more than {STEPS} steps"))
        }
    }
}

/// A copy of a run that nobody chooses for: signals arrive at once, and the processes that print take turns like all others.
pub fn let_go(machine: &mut Machine) {
    machine.system.delivery = Delivery::Immediate;
    for pid in machine.servants().to_vec() {
        let is_ready =
            machine.system.get(pid).is_some_and(|servant| servant.state.status == Status::Runnable);
        if is_ready && !machine.system.run_queue.contains(&pid) {
            machine.system.run_queue.push_back(pid);
        }
    }
}

/// Round robin, until one process is done. Signals on their way arrive when nothing else can happen.
pub struct UntilDone {
    pub pid: Pid,
}

impl Schedule for UntilDone {
    fn next(&mut self, machine: &Machine) -> Option<Choice> {
        let done = machine.system.get(self.pid).is_none_or(|process| process.state.outcome.is_some());
        if done {
            return None;
        }
        let delivery = || {
            let (from, to) = machine.system.in_flight.keys().next()?;
            Some(Choice::Deliver { from: (*from).into(), to: (*to).into() })
        };
        let run = machine.system.run_queue.front().map(|pid| Choice::Run { pid: *pid, reductions: 1000 });
        run.or_else(delivery).or_else(|| Fair.next(machine))
    }

    fn delivery(&self) -> Delivery {
        Delivery::Immediate
    }
}
