//! Runs a program of the core language: lazily, observed, with cost-centre stacks, and with
//! infection (paper 5, Figs. 28 and 52).

use std::rc::Rc;

use observation::event::{Event, EventId, Port, StackId, TextId, ThreadId};
use observation::trace::Trace;

use crate::core::{Alternative, Annotation, Con, Expr, Expression, Primitive, Program, Var};

/// Runs that take longer say nothing.
const MOST_STEPS: u32 = 5_000;

/// A run that says nothing: stuck, too long, or waiting for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllFormed;

/// What a constructor's name ends in if it is infected.
pub const INFECTED: char = '!';

/// The trace of a run whose result was demanded in full.
pub fn run(program: &Program) -> Result<Trace, IllFormed> {
    let mut machine = Machine { trace: Trace::default(), heap: Vec::new(), globals: Vec::new(), steps: 0 };
    let mut env = Env::default();
    for binding in &program.bindings {
        let addr = machine.alloc(Cell::Busy);
        let label = machine.trace.texts.intern(&binding.name).0;
        machine.globals.push(label);
        env = env.with(binding.var, addr);
    }
    for (binding, index) in program.bindings.iter().zip(0..) {
        let label = machine.globals[index];
        let what = match binding.annotation {
            Annotation::Unobserved => Suspended::Expression(binding.body.clone(), env.clone()),
            annotation => {
                let is_constant = annotation == Annotation::Constant;
                Suspended::Labelled { label, is_constant, body: binding.body.clone(), env: env.clone() }
            }
        };
        machine.heap[index] = Cell::Thunk(what, StackId::EMPTY);
    }
    let (value, _) = machine.evaluate(&program.main, &env, StackId::EMPTY)?;
    machine.demand_all(value)?;
    Ok(machine.trace)
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Addr(usize);

#[derive(Clone)]
enum Value {
    Con { con: Con, is_right: bool, fields: Rc<[Addr]> },
    Fun(Rc<Fun>),
}

enum Fun {
    Closure {
        var: Var,
        body: Expr,
        env: Env,
    },
    /// The function of this event. `root`: it is what a label observes, and its calls push that.
    Observed {
        lam: EventId,
        root: Option<TextId>,
        inner: Rc<Fun>,
    },
    Infected(Rc<Fun>),
}

enum Cell {
    Thunk(Suspended, StackId),
    Busy,
    Done(Value, StackId),
}

enum Suspended {
    Expression(Expr, Env),
    Labelled { label: TextId, is_constant: bool, body: Expr, env: Env },
    Observed(Port, Addr),
    Infected(Addr),
}

/// Where variables are.
#[derive(Clone, Default)]
struct Env(Option<Rc<(Var, Addr, Env)>>);

impl Env {
    fn with(&self, var: Var, addr: Addr) -> Env {
        Env(Some(Rc::new((var, addr, self.clone()))))
    }

    fn find(&self, var: Var) -> Result<Addr, IllFormed> {
        let mut rest = self;
        while let Some(entry) = &rest.0 {
            if entry.0 == var {
                return Ok(entry.1);
            }
            rest = &entry.2;
        }
        Err(IllFormed)
    }
}

struct Machine {
    trace: Trace,
    heap: Vec<Cell>,
    /// The labels of the bindings.
    globals: Vec<TextId>,
    steps: u32,
}

type Evaluated = Result<(Value, StackId), IllFormed>;

impl Machine {
    fn step(&mut self) -> Result<(), IllFormed> {
        self.steps += 1;
        if self.steps > MOST_STEPS { Err(IllFormed) } else { Ok(()) }
    }

    fn evaluate(&mut self, expression: &Expr, env: &Env, stack: StackId) -> Evaluated {
        self.step()?;
        recursion::deep(|| self.reduce(expression, env, stack))
    }

    fn reduce(&mut self, expression: &Expr, env: &Env, stack: StackId) -> Evaluated {
        match &**expression {
            Expression::Lam(var, body) => {
                let closure = Fun::Closure { var: *var, body: body.clone(), env: env.clone() };
                Ok((Value::Fun(Rc::new(closure)), stack))
            }
            Expression::Con(con, vars) => {
                let fields = vars.iter().map(|var| env.find(*var)).collect::<Result<_, _>>()?;
                Ok((Value::Con { con: *con, is_right: true, fields }, stack))
            }
            Expression::App(function, argument) => {
                let argument = env.find(*argument)?;
                match self.evaluate(function, env, stack)? {
                    (Value::Fun(function), stack) => self.apply(&function, argument, stack),
                    (Value::Con { .. }, _) => Err(IllFormed),
                }
            }
            Expression::Let(bindings, body) => {
                let mut inner = env.clone();
                for (var, bound) in bindings {
                    let thunk = Cell::Thunk(Suspended::Expression(bound.clone(), env.clone()), stack);
                    inner = inner.with(*var, self.alloc(thunk));
                }
                self.evaluate(body, &inner, stack)
            }
            Expression::Case(scrutinee, alternatives) => self.case(scrutinee, alternatives, env, stack),
            Expression::Var(var) => self.force(env.find(*var)?, stack),
            Expression::Use(constant, var) => {
                let label = self.globals[*constant];
                self.emit(Event::Use { label, stack: Some(stack) });
                self.force(env.find(*var)?, stack)
            }
            Expression::Primitive(primitive, a, b) => {
                let (a, b) = (self.truth(env.find(*a)?, stack)?, self.truth(env.find(*b)?, stack)?);
                let truth = match primitive {
                    Primitive::And => a.0 && b.0,
                    Primitive::Xor => a.0 != b.0,
                };
                let con = if truth { Con::True } else { Con::False };
                Ok((Value::Con { con, is_right: a.1 && b.1, fields: Rc::new([]) }, stack))
            }
            Expression::Infect(body) => {
                let (value, after) = self.evaluate(body, env, stack)?;
                Ok((self.infect(value, stack), after))
            }
        }
    }

    /// A truth value, and whether it is right.
    fn truth(&mut self, addr: Addr, stack: StackId) -> Result<(bool, bool), IllFormed> {
        match self.force(addr, stack)?.0 {
            Value::Con { con: Con::True, is_right, .. } => Ok((true, is_right)),
            Value::Con { con: Con::False, is_right, .. } => Ok((false, is_right)),
            _ => Err(IllFormed),
        }
    }

    /// The alternative runs under the stack of the case itself, not under that of what was
    /// inspected: the rule as printed is unsound.
    fn case(
        &mut self,
        scrutinee: &Expr,
        alternatives: &[Alternative],
        env: &Env,
        stack: StackId,
    ) -> Evaluated {
        let (Value::Con { con, is_right, fields }, _) = self.evaluate(scrutinee, env, stack)? else {
            return Err(IllFormed);
        };
        let taken = alternatives.iter().find(|alternative| alternative.con == con).ok_or(IllFormed)?;
        let inner =
            taken.fields.iter().zip(&*fields).fold(env.clone(), |env, (var, addr)| env.with(*var, *addr));
        let (value, after) = self.evaluate(&taken.body, &inner, stack)?;
        Ok((if is_right { value } else { self.infect(value, stack) }, after))
    }

    fn apply(&mut self, function: &Rc<Fun>, argument: Addr, stack: StackId) -> Evaluated {
        match &**function {
            Fun::Closure { var, body, env } => self.evaluate(body, &env.with(*var, argument), stack),
            Fun::Infected(inner) => {
                let (value, after) = recursion::deep(|| self.apply(inner, argument, stack))?;
                Ok((self.infect(value, stack), after))
            }
            Fun::Observed { lam, root, inner } => {
                let snapshot = root.map(|_| stack);
                let application = self.emit(Event::MapsTo { of: *lam, stack: snapshot });
                let observed = Suspended::Observed(Port::Argument(application), argument);
                let argument = self.alloc(Cell::Thunk(observed, stack));
                let inside = root.map_or(stack, |label| self.trace.stacks.push_label(stack, label));
                self.observe(Port::Result(application), None, |machine| {
                    recursion::deep(|| machine.apply(inner, argument, inside))
                })
            }
        }
    }

    fn force(&mut self, addr: Addr, stack: StackId) -> Evaluated {
        if let Cell::Thunk(..) = self.heap[addr.0] {
            let Cell::Thunk(suspended, stored) = std::mem::replace(&mut self.heap[addr.0], Cell::Busy) else {
                return Err(IllFormed);
            };
            let (value, stored) = recursion::deep(|| self.wake(suspended, stored))?;
            self.heap[addr.0] = Cell::Done(value, stored);
        }
        let Cell::Done(value, stored) = &self.heap[addr.0] else { return Err(IllFormed) };
        let (value, stored) = (value.clone(), *stored);
        let after = match value {
            Value::Con { .. } => stored,
            Value::Fun(_) => self.trace.stacks.merge(stack, stored),
        };
        Ok((value, after))
    }

    fn wake(&mut self, suspended: Suspended, stack: StackId) -> Evaluated {
        match suspended {
            Suspended::Expression(expression, env) => self.evaluate(&expression, &env, stack),
            Suspended::Observed(port, addr) => self.observe(port, None, |machine| machine.force(addr, stack)),
            Suspended::Infected(addr) => {
                let (value, after) = self.force(addr, stack)?;
                Ok((self.infect(value, stack), after))
            }
            Suspended::Labelled { label, is_constant, body, env } => {
                let root = self.emit(Event::Root { label, stack: Some(stack), is_constant });
                let inside = self.trace.stacks.push_label(stack, label);
                let pushes = (!is_constant).then_some(label);
                let run = |machine: &mut Machine| machine.evaluate(&body, &env, inside);
                let (value, after) = self.observe(Port::Whole(root), pushes, run)?;
                // The calls of a function push its label themselves.
                Ok((value, if is_constant { after } else { stack }))
            }
        }
    }

    /// Request, evaluation, response (ObsCon, ObsLam).
    fn observe(
        &mut self,
        at: Port,
        root: Option<TextId>,
        run: impl FnOnce(&mut Machine) -> Evaluated,
    ) -> Evaluated {
        self.emit(Event::Enter(at));
        let (value, stack) = run(self)?;
        let observed = match value {
            Value::Fun(inner) => {
                let lam = self.emit(Event::Lam(at));
                Value::Fun(Rc::new(Fun::Observed { lam, root, inner }))
            }
            Value::Con { con, is_right, fields } => {
                let mut name = con.name().to_owned();
                name.extend((!is_right).then_some(INFECTED));
                let name = self.trace.texts.intern(&name).0;
                let id = self.emit(Event::Con { at, name, arity: fields.len() as u32 });
                let observe =
                    |(addr, field): (&Addr, u32)| Suspended::Observed(Port::Field(id, field), *addr);
                let fields = fields.iter().zip(1..).map(observe).map(|part| Cell::Thunk(part, stack));
                let fields = fields.map(|cell| self.alloc(cell)).collect();
                Value::Con { con, is_right, fields }
            }
        };
        Ok((observed, stack))
    }

    fn infect(&mut self, value: Value, stack: StackId) -> Value {
        match value {
            Value::Fun(function) => Value::Fun(Rc::new(Fun::Infected(function))),
            Value::Con { con, fields, .. } => {
                let infected = |addr: &Addr| Cell::Thunk(Suspended::Infected(*addr), stack);
                let fields = fields.iter().map(infected).map(|cell| self.alloc(cell)).collect();
                Value::Con { con, is_right: false, fields }
            }
        }
    }

    fn demand_all(&mut self, value: Value) -> Result<(), IllFormed> {
        let mut todo = vec![value];
        while let Some(value) = todo.pop() {
            // A constant may be an infinite list, all of which is there.
            self.step()?;
            if let Value::Con { fields, .. } = value {
                for field in fields.iter() {
                    todo.push(self.force(*field, StackId::EMPTY)?.0);
                }
            }
        }
        Ok(())
    }

    fn emit(&mut self, event: Event) -> EventId {
        self.trace.push(event, ThreadId::MAIN)
    }

    fn alloc(&mut self, cell: Cell) -> Addr {
        self.heap.push(cell);
        Addr(self.heap.len() - 1)
    }
}
