//! A process again from its beginning, with its calls and their variables kept on the way: who gave
//! a variable its value, and where that was.

use std::rc::Rc;

use erlang_history::Position;
use erlang_history::timeline::Timeline;
use erlang_machine::code::{Function, FunctionId, Pc};
use erlang_machine::mailbox::MessageId;
use erlang_machine::observer::{Cause, Observer, ObserverKind, StopAt};
use erlang_machine::process::State;
use erlang_term::{Atom, Fun, Pid, Term};

/// What is looked for.
#[derive(Clone, Debug)]
pub enum TrailGoal {
    /// The last time that a variable of a function took a value like this; in a call that is so
    /// deep in the stack, if that is known.
    Bind {
        function: FunctionId,
        variable: Atom,
        value: Term,
        depth: Option<usize>,
    },
    Send(MessageId),
    Spawn(Pid),
}

/// Somewhere in the user's code: before an expression, with the values of the variables there.
#[derive(Clone, Debug)]
pub struct CodeScene {
    pub function: FunctionId,
    pub pc: Pc,
    pub values: Vec<(Atom, Term)>,
    /// How deep in the stack.
    pub depth: usize,
    /// When: so much the observer was told before of this process.
    pub moment: u64,
    /// A message that was received in this expression so far.
    pub received: Option<MessageId>,
    /// What a function of the user's gave back in this expression last, and where it was in the
    /// end.
    pub returned: Option<(Rc<CodeScene>, Term)>,
}

/// How it came about.
#[derive(Clone, Debug)]
pub struct HowItCame {
    /// The expression that did it. None: the process began with it.
    pub scene: Option<Rc<CodeScene>>,
    /// The variable is in the head of a function, which that expression called.
    pub in_head: bool,
    /// The value itself, not one that is only like it.
    pub value: Term,
    /// The number of calls of the function that passed the value on to the next.
    pub handed_on: u64,
}

/// The last time that it happened to a process before a moment. None, also, if someone wants the
/// search to stop.
pub async fn seek(timeline: &Timeline, who: Pid, wanted: &TrailGoal, before: u64) -> Option<HowItCame> {
    let mut trail = Trail { who, wanted, before, moment: 0, calls: Vec::new(), found: None, fresh: None };
    let enough = |trail: &mut Trail<'_>, _| trail.moment >= before || timeline.is_interrupted();
    timeline.retrace_by_slices(Position(0), timeline.position(), &mut trail, enough).await;
    trail.found.filter(|_| !timeline.is_interrupted())
}

struct Trail<'w> {
    who: Pid,
    wanted: &'w TrailGoal,
    before: u64,
    moment: u64,
    calls: Vec<Call>,
    found: Option<HowItCame>,
    /// The expression in which it was found is still under way: the call that it is in, by its
    /// depth.
    fresh: Option<usize>,
}

/// A call under way.
struct Call {
    function: FunctionId,
    /// The expression that it is in, if it is in user code and has reached one.
    pc: Option<Pc>,
    values: Vec<(Atom, Term)>,
    received: Option<MessageId>,
    returned: Option<(Rc<CodeScene>, Term)>,
    /// Who called it in the last place, and is gone.
    caller: Option<Rc<CodeScene>>,
}

impl Trail<'_> {
    /// Is this about the process, and not too late? It counts as a moment.
    fn hears(&mut self, pid: Pid) -> bool {
        if pid != self.who || self.moment >= self.before {
            return false;
        }
        self.moment += 1;
        true
    }

    /// Where the innermost of the user's code is, among this many of the innermost calls.
    fn scene(&self, calls: usize) -> Option<Rc<CodeScene>> {
        for (depth, call) in self.calls[..calls].iter().enumerate().rev() {
            if let Some(pc) = call.pc {
                return Some(Rc::new(CodeScene {
                    function: call.function,
                    pc,
                    values: call.values.clone(),
                    depth,
                    moment: self.moment,
                    received: call.received,
                    returned: call.returned.clone(),
                }));
            }
            if call.caller.is_some() {
                return call.caller.clone();
            }
        }
        None
    }

    /// Who called the innermost function.
    fn caller(&self) -> Option<Rc<CodeScene>> {
        let (last, before) = self.calls.split_last()?;
        last.caller.clone().or_else(|| self.scene(before.len()))
    }

    fn bound(&mut self, variable: Atom, value: &Term) {
        let TrailGoal::Bind { function, variable: wanted, value: like, depth } = self.wanted else { return };
        let Some(call) = self.calls.last() else { return };
        let here = self.calls.len() - 1;
        if call.function != *function
            || variable != *wanted
            || value != like
            || depth.is_some_and(|depth| depth != here)
        {
            return;
        }
        let in_head = call.pc.is_none();
        let scene = if in_head { self.caller() } else { self.scene(self.calls.len()) };
        let handed_on = scene.as_ref().is_some_and(|scene| {
            let own = scene.values.iter().find(|(other, _)| *other == variable);
            in_head && scene.function == *function && own.is_some_and(|(_, own)| is_same(own, value))
        });
        match &mut self.found {
            Some(found) if handed_on && is_same(&found.value, value) => found.handed_on += 1,
            _ => self.found = Some(HowItCame { scene, in_head, value: value.clone(), handed_on: 0 }),
        }
        self.fresh = (!in_head).then_some(here);
    }

    fn happened(&mut self) {
        let scene = self.scene(self.calls.len());
        self.found = Some(HowItCame { scene, in_head: false, value: Term::Nil, handed_on: 0 });
    }
}

impl ObserverKind for Trail<'_> {
    const CALLS: bool = true;
    const STOPS: bool = true;
}

impl Observer for Trail<'_> {
    fn call(&mut self, pid: Pid, id: FunctionId, function: &Function, arguments: &[Term], tail: bool) {
        if !self.hears(pid) {
            return;
        }
        let mut caller = None;
        if tail && !self.calls.is_empty() {
            caller = self.scene(self.calls.len());
            self.calls.pop();
        }
        let (values, pc, received, returned) = (Vec::new(), None, None, None);
        self.calls.push(Call { function: id, pc, values, received, returned, caller });
        self.fresh = None;
        // What a fun has captured comes with it.
        let own = arguments.len().saturating_sub(function.captured.len());
        for (variable, value) in function.captured.iter().zip(&arguments[own..]) {
            self.bound(*variable, value);
            if let Some(call) = self.calls.last_mut() {
                call.values.push((*variable, value.clone()));
            }
        }
    }

    fn returned(&mut self, pid: Pid, value: &Term) {
        if !self.hears(pid) {
            return;
        }
        let scene =
            self.calls.last().filter(|call| call.pc.is_some()).and_then(|_| self.scene(self.calls.len()));
        let Some(over) = self.calls.pop() else { return };
        if let Some(caller) = self.calls.last_mut() {
            caller.received = over.received.or(caller.received);
            caller.returned = scene.map(|scene| (scene, value.clone())).or(over.returned);
        }
    }

    fn unwound(&mut self, pid: Pid, caught: bool) {
        if self.hears(pid) && !caught {
            self.calls.pop();
        }
    }

    fn hibernated(&mut self, pid: Pid) {
        if self.hears(pid) {
            self.calls.clear();
        }
    }

    fn stop(&mut self, pid: Pid, at: StopAt<'_>) -> bool {
        if at.is_expression()
            && self.hears(pid)
            && let Some(call) = self.calls.last_mut()
        {
            (call.pc, call.received, call.returned) = (Some(at.pc), None, None);
            self.fresh = None;
        }
        false
    }

    fn bind(&mut self, pid: Pid, function: &Function, variable: u32, value: &Term) {
        let name = function.variables.get(variable as usize).map(|(name, _)| *name);
        let Some(variable) = name.filter(|_| self.hears(pid)) else { return };
        self.bound(variable, value);
        if let Some(call) = self.calls.last_mut() {
            call.values.retain(|(other, _)| *other != variable);
            call.values.push((variable, value.clone()));
        }
    }

    fn receive(&mut self, pid: Pid, id: MessageId, _content: &Term) {
        if !self.hears(pid) {
            return;
        }
        let here = self.calls.len().checked_sub(1);
        if let Some(call) = self.calls.last_mut() {
            call.received = Some(id);
        }
        // A message is taken when its pattern has matched, and bound variables.
        if self.fresh.is_some()
            && self.fresh == here
            && let Some(scene) = self.found.as_mut().and_then(|found| found.scene.as_mut())
        {
            Rc::make_mut(scene).received = Some(id);
        }
    }

    fn send(&mut self, from: Pid, _to: Pid, id: MessageId, _content: &Term, _cause: Option<Cause>) {
        if self.hears(from) && matches!(self.wanted, TrailGoal::Send(wanted) if *wanted == id) {
            self.happened();
        }
    }

    fn spawn(&mut self, parent: Pid, child: &State) {
        if self.hears(parent) && matches!(self.wanted, TrailGoal::Spawn(wanted) if *wanted == child.pid) {
            self.happened();
        }
    }
}

/// One and the same term: shared, if it is made of parts. What has none (a number, an atom) can
/// only be equal.
pub fn is_same(one: &Term, other: &Term) -> bool {
    match (one, other) {
        // A fun without captured values is like an atom.
        (Term::Fun(fun), Term::Fun(_)) if has_no_parts(fun) => one == other,
        (Term::Cons(one), Term::Cons(other)) => one.ptr_eq(other),
        (Term::Tuple(one), Term::Tuple(other)) => one.ptr_eq(other),
        (Term::Map(one), Term::Map(other)) => one.ptr_eq(other),
        (Term::Fun(one), Term::Fun(other)) => Rc::ptr_eq(one, other),
        _ => one == other,
    }
}

fn has_no_parts(fun: &Fun) -> bool {
    !matches!(fun, Fun::Closure(closure) if !closure.environment.is_empty())
}

/// Is a term only equal to another one of its kind, or can it be followed?
pub fn has_identity(term: &Term) -> bool {
    match term {
        Term::Cons(_) | Term::Tuple(_) | Term::Map(_) => true,
        Term::Fun(fun) => !has_no_parts(fun),
        _ => false,
    }
}

/// The parts of a term, itself first, that something holds for.
pub fn part_of(term: &Term, holds: impl Fn(&Term) -> bool) -> Option<&Term> {
    let mut left = vec![term];
    while let Some(term) = left.pop() {
        if holds(term) {
            return Some(term);
        }
        match term {
            Term::Cons(cell) => left.extend([&cell.tail, &cell.head]),
            Term::Tuple(elements) => left.extend(elements.iter()),
            Term::Map(map) => map.iter().for_each(|(key, value)| left.extend([key, value])),
            Term::Fun(fun) => {
                if let Fun::Closure(closure) = &**fun {
                    left.extend(&closure.environment);
                }
            }
            _ => {}
        }
    }
    None
}
