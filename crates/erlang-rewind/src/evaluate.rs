//! An expression in the place of a call under way: on a copy of the machine, so that whatever it
//! does is done to nobody. What a guard could say needs nothing but the values of its variables,
//! and no copy.

use std::cell::Cell;
use std::collections::HashMap;

use erlang_machine::code::FunctionId;
use erlang_machine::machine::{Budget, End, Machine};
use erlang_machine::observer::Unobserved;
use erlang_machine::process::{ProcessEnd, Status};
use erlang_machine::schedule::{Choice, Fair, Schedule};
use erlang_machine::system::Delivery;
use erlang_machine::world::{ClosedWorld, Stream, World};
use erlang_report::text;
use erlang_syntax::ast::{BinaryOp, ExprId, ExprKind, FormKind, Module};
use erlang_syntax::{add_expressions, lint};
use erlang_term::{Atom, Pid, Term};

use crate::calls::{Call, calls};

/// Steps that an expression may take: nobody wants to wait for it.
const STEPS: u64 = 2_000_000;
/// Bytes that it may take, as far as someone counts them, and elements that one step may make.
const BYTES: u64 = 256 << 20;
const ELEMENTS: usize = 1 << 22;

/// The outcome of an expression.
pub struct ExpressionValue {
    pub value: Term,
    /// What it would have printed.
    pub printed: Vec<u8>,
}

/// Expressions that have been compiled: a breakpoint's condition is tried again and again.
pub struct Evaluator {
    /// Bytes in use, as far as someone counts them.
    memory: fn() -> u64,
    known: HashMap<Question, Result<Compiled, String>>,
    /// A machine that has not run: where guards are tried, since they know nothing of the run. To
    /// copy it is cheap, however large the run and deep its stacks.
    bench: Option<Machine>,
}

#[derive(Clone, Copy)]
struct Compiled {
    function: FunctionId,
    is_guard: bool,
}

#[derive(PartialEq, Eq, Hash)]
struct Question {
    module: Atom,
    variables: Vec<Atom>,
    text: String,
}

impl Evaluator {
    pub fn new(memory: fn() -> u64) -> Evaluator {
        Evaluator { memory, known: HashMap::new(), bench: None }
    }

    /// The value in a frame of a process; frames are counted from the innermost.
    pub fn evaluate(
        &mut self,
        machine: &Machine,
        pid: Pid,
        frame: usize,
        seed: u64,
        text: &str,
    ) -> Result<ExpressionValue, String> {
        let process = machine.system.get(pid).ok_or("there is no such process")?;
        let call = calls(machine, process).nth(frame).ok_or("there is no such frame")?;
        let mut variables = call.variables();
        variables.sort_by_key(|(name, _)| name.name());
        let names: Vec<Atom> = variables.iter().map(|(name, _)| *name).collect();
        let values: Vec<Term> = variables.into_iter().map(|(_, value)| value).collect();
        let Compiled { function, is_guard } = self.compile(machine, &call, names, text)?;
        if is_guard && let Some((bench, pid)) = self.bench(machine) {
            return run(bench, pid, function, &values, seed, self.memory);
        }
        run(machine.clone(), pid, function, &values, seed, self.memory)
    }

    /// A machine with the same code in which nothing has happened yet, and its process.
    fn bench(&mut self, machine: &Machine) -> Option<(Machine, Pid)> {
        let first = &machine.main()?.state.initial_call;
        let bench = self.bench.get_or_insert_with(|| {
            let mut bench = Machine::new(machine.program.clone(), Delivery::Immediate);
            bench.start(first.module, first.function);
            bench
        });
        Some((bench.clone(), bench.main()?.state.pid))
    }

    fn compile(
        &mut self,
        machine: &Machine,
        call: &Call<'_>,
        variables: Vec<Atom>,
        text: &str,
    ) -> Result<Compiled, String> {
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
fn compile(machine: &Machine, call: &Call<'_>, question: &Question) -> Result<Compiled, String> {
    const LABEL: &str = "expression";
    let name = Atom::new("-evaluated-");
    let mut module = (*call.function.source).clone();
    let file = module.sources.files.len();
    let mut problems = add_expressions(&mut module, LABEL, &question.text, name, &question.variables);
    if problems.is_empty() {
        let found = lint::check(&module, lint::LintOptions { warnings: false, incomplete: false });
        problems.extend(found.into_iter().filter(|problem| problem.span.file.0 as usize == file));
    }
    if let Some(problem) = problems.first() {
        return Err(problem.message.clone());
    }
    let is_guard = is_guard(&module, name);
    let code = machine.program.another(module.into())?;
    let found = code.functions.get(&(name, question.variables.len() as u32));
    let (function, _) = found.ok_or("this is not an expression")?;
    Ok(Compiled { function: *function, is_guard })
}

/// Whether a function is one expression that could stand in a guard, and does not ask who evaluates
/// it.
fn is_guard(module: &Module, name: Atom) -> bool {
    let Some(function) = module.functions().find(|function| function.name == name) else { return false };
    match &function.clauses[..] {
        [clause] if clause.body.len() == 1 => {
            module.subexpressions(clause.body[0]).into_iter().all(|part| is_guard_part(module, part))
        }
        _ => false,
    }
}

fn is_guard_part(module: &Module, part: ExprId) -> bool {
    let name_of = |function: ExprId, arguments: &[ExprId]| match module[function].kind {
        ExprKind::Atom(name) => Some((name, arguments.len() as u32)),
        _ => None,
    };
    let is_known = |(name, arity): (Atom, u32)| {
        lint::is_guard_function(name, arity) && (name.name(), arity) != ("self", 0)
    };
    // One of the module's own, or an imported one, may have such a name.
    let is_other = |(name, arity): (Atom, u32)| {
        let imported = module.forms.iter().filter_map(|form| match &form.kind {
            FormKind::Import { functions, .. } => Some(functions),
            _ => None,
        });
        module.functions().any(|own| (own.name, own.arity) == (name, arity))
            || imported.flatten().any(|import| (import.name, import.arity) == (name, arity))
    };
    match &module[part].kind {
        kind if kind.is_pattern_too() => true,
        ExprKind::Map(_)
        | ExprKind::MapUpdate { .. }
        | ExprKind::RecordAccess { .. }
        | ExprKind::RecordIndex { .. }
        | ExprKind::Unary { .. } => true,
        ExprKind::Binary { op, .. } => *op != BinaryOp::Send,
        ExprKind::Call { callee, arguments } => {
            name_of(*callee, arguments).is_some_and(|name| is_known(name) && !is_other(name))
        }
        ExprKind::RemoteCall { module: from, function, arguments } => {
            matches!(module[*from].kind, ExprKind::Atom(from) if from.name() == "erlang")
                && name_of(*function, arguments).is_some_and(is_known)
        }
        _ => false,
    }
}

fn run(
    mut machine: Machine,
    pid: Pid,
    function: FunctionId,
    values: &[Term],
    seed: u64,
    memory: fn() -> u64,
) -> Result<ExpressionValue, String> {
    let_go(&mut machine);
    machine.call_instead(pid, function, values);
    let closed = ClosedWorld { seed, ..Default::default() };
    let mut world = Sparing { closed, exceeded: Cell::new(false) };
    let max_steps = machine.system.steps.saturating_add(STEPS);
    let max_memory = memory().saturating_add(BYTES);
    let budget = Budget { max_steps, max_memory, memory, ..Budget::UNLIMITED };
    let mut schedule = UntilDone { pid };
    let end = machine.run(&mut schedule, &mut world, &mut Unobserved, &budget);
    let outcome = machine.system.get(pid).and_then(|process| process.state.outcome.as_ref());
    let too_much = || Err(format!("it takes more than {} MiB", BYTES >> 20));
    if world.exceeded.get() {
        return too_much();
    }
    match (outcome, end) {
        (Some(ProcessEnd::Value(value)), _) => {
            Ok(ExpressionValue { value: value.clone(), printed: world.closed.out })
        }
        (Some(ProcessEnd::Exception(exception)), _) => {
            Err(format!("** exception {}", text::exception(exception)))
        }
        (Some(ProcessEnd::Killed(reason)), _) => Err(format!("** killed: {}", text::one_line(reason))),
        (None, End::Unsupported(message)) => Err(message),
        (None, End::Halted(_)) => Err("it would halt the program".into()),
        (None, End::Quiet) => Err("it would block forever".into()),
        (None, End::Memory) => too_much(),
        (None, End::Steps | End::Interrupted | End::Endless) => {
            Err(format!("it takes more than {STEPS} steps"))
        }
    }
}

/// A closed world in which no step makes very much at once.
struct Sparing {
    closed: ClosedWorld,
    /// Whether one wanted to.
    exceeded: Cell<bool>,
}

impl World for Sparing {
    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        self.closed.output(stream, bytes);
    }

    fn input_line(&mut self) -> Option<Vec<u8>> {
        self.closed.input_line()
    }

    fn seed(&self) -> u64 {
        self.closed.seed()
    }

    fn may_make(&self, elements: usize) -> bool {
        let may = elements <= ELEMENTS;
        self.exceeded.set(self.exceeded.get() || !may);
        may
    }
}

/// A copy of a run that nobody chooses for: signals arrive at once, and the processes that print
/// take turns like all others.
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

/// Round robin, until one process is done. Signals on their way arrive when nothing else can
/// happen.
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

#[cfg(test)]
mod tests {
    use erlang_syntax::{Options, parse_module};

    use super::*;

    #[test]
    fn guards() {
        let text = "-module(m).\n-export([f/1]).\n-record(r, {a}).\nf(X) -> X.\nlength(_) -> f(1).\n";
        let check = |expression: &str, expected: bool| {
            let (mut module, _) = parse_module("m.erl", text.as_bytes(), &Options::default());
            let (name, variables) = (Atom::new("-tried-"), ["X", "P"].map(Atom::new));
            let problems = add_expressions(&mut module, "expression", expression, name, &variables);
            assert!(problems.is_empty(), "{expression}: {problems:?}");
            assert_eq!(is_guard(&module, name), expected, "{expression}");
        };
        check("X > 3 andalso is_pid(P)", true);
        check("element(2, X) =:= {a, [1, 2.0 | \"b\"], $c}", true);
        check("erlang:map_get(a, #{a => -X}) == 1 orelse X#r.a == #r.a", true);
        check("node() == node(P)", true);
        // What depends on more than the variables, does something, or is not for guards.
        check("self() =:= P", false);
        check("erlang:self() =:= P", false);
        check("f(X)", false);
        check("length(X) == 2", false);
        check("erlang:length(X) == 2", true);
        check("lists:member(X, P)", false);
        check("(P ! X) == 1", false);
        check("[Y || Y <- X] == []", false);
        check("case X of 1 -> true; _ -> false end", false);
        check("P, X == 1", false);
    }
}
