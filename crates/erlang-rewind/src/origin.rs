//! Where a value came from: back through variables, calls, returns and messages, to the expression
//! that made it.
//!
//! A term that is made of parts is followed itself: it is shared wherever it goes. Numbers, atoms
//! and pids have no identity; they are followed through patterns, calls and messages, and where an
//! expression mentions a variable with an equal value, that is said to be no more than equal.

use std::rc::Rc;

use erlang_history::EventId;
use erlang_history::timeline::Timeline;
use erlang_machine::code::{Function, FunctionId, Pc};
use erlang_report::text;
use erlang_syntax::ast::{BinaryOp, Expr, ExprKind};
use erlang_syntax::source::Span;
use erlang_term::{Atom, Pid, Term};

use crate::events;
use crate::reply::Origin;
use crate::source;
use crate::state::{self, pid};
use crate::trail::{self, CodeScene, HowItCame, TrailGoal, has_identity, is_same, part_of};

/// Roughly how many characters of a value are shown.
const SHOWN: usize = 60;
/// Steps of the way that are followed.
const LONGEST: usize = 40;
/// Variables that are shown beside the expression that made the value.
const BESIDE: usize = 4;

/// The way of the value that a variable has in the innermost call that knows it.
pub async fn origin(timeline: &Timeline, who: Pid, variable: &str) -> Result<Vec<Origin>, String> {
    let machine = timeline.machine();
    let process = machine.system.get(who).ok_or_else(|| format!("there is no process {}", pid(who)))?;
    let frames = state::stack(machine, process, true);
    let known = frames.iter().enumerate().find_map(|(n, frame)| {
        let binding = frame.bindings.iter().rev().find(|binding| binding.name == variable)?;
        Some((n, frame, binding))
    });
    let Some((n, frame, binding)) = known else {
        return Err(format!(
            "{} has no variable {variable} at this point: `state {} all` lists them",
            pid(who),
            pid(who)
        ));
    };
    let value = &binding.term;
    let place = frame.place.as_ref().map(|place| place.short());
    let first = format!("{variable} = {} in {}", text::brief(value, SHOWN), frame.function);
    let mut way = Way { timeline, value: value.clone(), lines: Vec::new() };
    way.say(who, first, place, None);
    let Some(function) = frame.id else { return Ok(way.lines) };
    let name = Atom::new(variable);
    let wanted = |depth| TrailGoal::Bind { function, variable: name, value: value.clone(), depth };
    let depth = frames.len() - 1 - n;
    let found = match trail::seek(timeline, who, &wanted(Some(depth)), u64::MAX).await {
        None => trail::seek(timeline, who, &wanted(None), u64::MAX).await,
        found => found,
    };
    way.follow(who, found, function, name).await;
    Ok(way.lines)
}

struct Way<'t> {
    timeline: &'t Timeline,
    /// What is followed: in each re-run another copy of it.
    value: Term,
    lines: Vec<Origin>,
}

/// Where to look next.
enum Next {
    Variable {
        who: Pid,
        scene: Rc<CodeScene>,
        variable: Atom,
        value: Term,
    },
    /// Nowhere: there it was made, or someone wants to hear no more.
    Nowhere,
}

impl Way<'_> {
    fn say(&mut self, who: Pid, text: String, place: Option<String>, event: Option<EventId>) {
        self.lines.push(Origin { process: pid(who), text, place, event: event.map(|id| id.0) });
    }

    fn function(&self, id: FunctionId) -> &Function {
        self.timeline.machine().program.function(id)
    }

    async fn follow(
        &mut self,
        mut who: Pid,
        mut found: Option<HowItCame>,
        mut function: FunctionId,
        mut name: Atom,
    ) {
        while let Some(how) = found.take() {
            let whose = function_name(self.function(function));
            let Some(scene) = how.scene else {
                let Some((parent, scene)) = self.spawned(who).await else { return };
                match self.behind(parent, scene, None).await {
                    Next::Nowhere => return,
                    Next::Variable { who: next, scene, variable, value } => {
                        who = next;
                        (function, name) = (scene.function, variable);
                        found = self.before(who, &scene, variable, value).await;
                    }
                }
                continue;
            };
            let by = self.expression(&scene);
            let times = match how.handed_on {
                0 => String::new(),
                1 => ", which then passed it to itself once".to_owned(),
                n => format!(", which then passed it to itself {n} times"),
            };
            let text = match how.in_head {
                true => format!("passed to {whose} as {} by {by}{times}", name.name()),
                false => format!("{} of {whose} bound by {by}", name.name()),
            };
            let place = self.place(scene.function, scene.pc);
            self.say(who, text, place, None);
            // The copy of this re-run.
            let own = part_of(&how.value, |part| *part == self.value).cloned();
            match self.behind(who, scene, own).await {
                Next::Nowhere => return,
                Next::Variable { who: next, scene, variable, value } => {
                    who = next;
                    (function, name) = (scene.function, variable);
                    found = self.before(who, &scene, variable, value).await;
                }
            }
            if self.lines.len() > LONGEST {
                self.say(who, "… and further back (`undo bind` goes there)".to_owned(), None, None);
                return;
            }
        }
        match self.timeline.is_interrupted() {
            true => self.interrupted(who),
            false => {
                let text = "its origin is unknown: it was not made by your code";
                self.say(who, text.to_owned(), None, None);
            }
        }
    }

    /// What was found so far stays.
    fn interrupted(&mut self, who: Pid) {
        self.say(who, "interrupted before its origin was found".to_owned(), None, None);
    }

    async fn before(&self, who: Pid, scene: &CodeScene, variable: Atom, value: Term) -> Option<HowItCame> {
        let wanted = TrailGoal::Bind { function: scene.function, variable, value, depth: Some(scene.depth) };
        trail::seek(self.timeline, who, &wanted, scene.moment).await
    }

    /// From an expression to where it had the value from. `own`: the value itself, as it came out
    /// of that expression; none: it is in what was sent.
    async fn behind(&mut self, mut who: Pid, mut scene: Rc<CodeScene>, mut own: Option<Term>) -> Next {
        loop {
            let sent = match scene.received {
                Some(received) => self.sent(who, received).await,
                None => None,
            };
            if self.timeline.is_interrupted() {
                self.interrupted(who);
                return Next::Nowhere;
            }
            if let Some((sender, at)) = sent {
                (who, scene, own) = (sender, at, None);
                continue;
            }
            let returned = scene.returned.clone().and_then(|(callee, value)| {
                let part = part_of(&value, |part| self.is_it(part, own.as_ref()))?.clone();
                Some((callee, part))
            });
            if let Some((callee, part)) = returned {
                let name = function_name(self.function(callee.function));
                let place = self.place(callee.function, callee.pc);
                let by = self.expression(&callee);
                self.say(who, format!("returned by {name}, by {by}"), place, None);
                (scene, own) = (callee, Some(part));
                continue;
            }
            break;
        }
        let here = self.values(&scene, false);
        // The whole value of a variable is better than a part of it.
        let whole = here.iter().find(|(_, value)| self.is_it(value, own.as_ref()));
        let source = whole.or_else(|| {
            here.iter().find(|(_, value)| part_of(value, |part| self.is_it(part, own.as_ref())).is_some())
        });
        let Some((variable, value)) = source.cloned() else {
            self.made(who, &scene);
            return Next::Nowhere;
        };
        let name = variable.name();
        let how = match (whole.is_some(), has_identity(&self.value)) {
            (true, true) => format!("the same as {name} there"),
            (false, true) => format!("a part of {name} = {}", text::brief(&value, SHOWN)),
            (true, false) => format!("probably {name}, which is equal"),
            (false, false) => {
                format!("probably a part of {name} = {}, which is equal", text::brief(&value, SHOWN))
            }
        };
        self.say(who, how, None, None);
        Next::Variable { who, scene, variable, value }
    }

    /// Is this what is followed? Of what has an identity, the thing itself, where that is known.
    fn is_it(&self, term: &Term, own: Option<&Term>) -> bool {
        match own {
            Some(own) => is_same(term, own),
            None => *term == self.value,
        }
    }

    /// The values of variables that an expression mentions.
    fn values(&self, scene: &CodeScene, all: bool) -> Vec<(Atom, Term)> {
        let mentioned = self.mentioned(scene, all);
        scene.values.iter().filter(|(variable, _)| mentioned.contains(variable)).cloned().collect()
    }

    fn made(&mut self, who: Pid, scene: &CodeScene) {
        let here = self.values(scene, true);
        let shown = here
            .iter()
            .take(BESIDE)
            .map(|(variable, value)| format!("{} = {}", variable.name(), text::brief(value, SHOWN / 2)));
        let shown: Vec<String> = shown.collect();
        let beside = match shown.is_empty() {
            true => String::new(),
            false => format!(", where {}", shown.join(", ")),
        };
        let text = format!("made by {}{beside}", self.expression(scene));
        let place = self.place(scene.function, scene.pc);
        self.say(who, text, place, None);
    }

    /// A message that was received, if it holds the value: who sent it, and where.
    async fn sent(
        &mut self,
        who: Pid,
        message: erlang_machine::mailbox::MessageId,
    ) -> Option<(Pid, Rc<CodeScene>)> {
        let log = self.timeline.log();
        let content = log.content_of(message)?;
        part_of(content, |part| *part == self.value)?;
        let (receipt, send) = (log.receipt_of(message)?, log.send_of(message)?);
        let (received, sending) = (log.get(receipt)?, log.get(send)?);
        let (got, went, sender) =
            (events::words(log, received), events::words(log, sending), sending.process);
        let found = trail::seek(self.timeline, sender, &TrailGoal::Send(message), u64::MAX).await;
        let scene = found.and_then(|found| found.scene);
        let place = scene.as_ref().and_then(|scene| self.place(scene.function, scene.pc));
        self.say(who, got, None, Some(receipt));
        self.say(sender, went, place, Some(send));
        // The machine wrote it.
        scene.map(|scene| (sender, scene))
    }

    /// The process began with the value.
    async fn spawned(&mut self, who: Pid) -> Option<(Pid, Rc<CodeScene>)> {
        let log = self.timeline.log();
        let Some(spawn) = log.spawned_by(who) else {
            self.say(who, "part of the expression that was started".to_owned(), None, None);
            return None;
        };
        let parent = log.get(spawn)?.process;
        let found = trail::seek(self.timeline, parent, &TrailGoal::Spawn(who), u64::MAX).await;
        if self.timeline.is_interrupted() {
            self.interrupted(who);
            return None;
        }
        let scene = found?.scene;
        let place = scene.as_ref().and_then(|scene| self.place(scene.function, scene.pc));
        self.say(parent, format!("spawns {} with it", pid(who)), place, Some(spawn));
        scene.map(|scene| (parent, scene))
    }

    fn place(&self, function: FunctionId, pc: Pc) -> Option<String> {
        source::place(self.function(function), pc).map(|place| place.short())
    }

    /// The first line of the expression.
    fn expression(&self, scene: &CodeScene) -> String {
        let source = source::place(self.function(scene.function), scene.pc).and_then(|place| place.source);
        let line = source.as_deref().unwrap_or("code without source").lines().next().unwrap_or_default();
        let more = source.as_deref().is_some_and(|source| source.lines().nth(1).is_some());
        let line: String = line.trim_end().chars().take(SHOWN).collect();
        format!("`{line}{}`", if more { " …" } else { "" })
    }

    /// The variables of a function that an expression mentions; unless all are wanted, those that
    /// it may have the value from.
    fn mentioned(&self, scene: &CodeScene, all: bool) -> Vec<Atom> {
        let function = self.function(scene.function);
        let module = &function.source;
        let Some(expr) = function.place_at(scene.pc).and_then(|place| place.expr) else { return Vec::new() };
        let span = module[expr].span;
        let inside = module.exprs.iter().filter(|expr| {
            expr.span.file == span.file && span.start <= expr.span.start && expr.span.end <= span.end
        });
        let inside: Vec<_> = inside.collect();
        // What an operator computes of a number is another one.
        let computed: Vec<_> = inside
            .iter()
            .filter(|expr| {
                matches!(expr.kind, ExprKind::Unary { .. } | ExprKind::Binary { .. }) && !is_send(expr)
            })
            .map(|expr| expr.span)
            .collect();
        let is_operand = |span: Span| computed.iter().any(|op| op.start <= span.start && span.end <= op.end);
        let names = inside.iter().filter_map(|expr| match expr.kind {
            ExprKind::Variable(name) if has_identity(&self.value) || !is_operand(expr.span) || all => {
                Some(name)
            }
            _ => None,
        });
        names.collect()
    }
}

fn is_send(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Binary { op: BinaryOp::Send, .. })
}

fn function_name(function: &Function) -> String {
    format!("{}:{}/{}", Term::Atom(function.module), Term::Atom(function.name), function.arity)
}
