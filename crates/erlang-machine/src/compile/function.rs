//! One function: slots, labels, clauses, and the finished code.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use erlang_syntax::ast::{BinaryOp, Clause, ExprId, ExprKind, VarName};
use erlang_term::{Atom, Term};

use super::numbering::Copy;
use super::{Lifting, ModuleCompiler, liveness};
use crate::code::{
    Arg, ArgKind, Field, FieldValue, Function, Handler, Instr, Lambda, Pc, Place, Point, Receive, Slot,
};

/// While a function is compiled, temporaries are numbered from here; how many variables there are is known only at the end.
const TEMPORARIES: u32 = 1 << 28;

/// A place in the code that may not be there yet. Stands where a [`Pc`] will stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(pub u32);

/// Where the value of an expression goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dest {
    Slot(Slot),
    /// It is the value of the function.
    Return,
}

pub type Done = Result<(), String>;

pub struct FunctionCompiler<'m, 'a> {
    pub m: &'m mut ModuleCompiler<'a>,
    pub lifting: &'m mut Lifting,
    name: Atom,
    arity: u32,
    place: Place,
    /// Which copy of a record's values is compiled, if any.
    pub copy: Copy,
    /// Where everything is said to be while a copy is compiled: the value that a record's definition gives to a field stands,
    /// for OTP, where the record is made.
    copied_to: Option<Place>,
    origin: Option<ExprId>,
    captured: Vec<VarName>,
    head: Place,
    code: Vec<Instr>,
    constants: Vec<Term>,
    labels: Vec<Option<Pc>>,
    /// With labels in place of positions.
    handlers: Vec<Handler>,
    pub fields: Vec<Field>,
    pub lambdas: Vec<Lambda>,
    positions: Vec<(Pc, Place)>,
    /// The slot of each variable of the clause at hand, bound or not.
    slots: HashMap<VarName, Slot>,
    bound: HashSet<VarName>,
    /// Bound in some clauses of a choice and not in others: after it nobody may use them, and their slots may hold anything.
    pub unsafe_after: HashSet<VarName>,
    parallel: Parallel,
    names: Vec<(VarName, Slot)>,
    variables: u32,
    most_variables: u32,
    height: u32,
    most_height: u32,
    /// The name by which a named fun calls itself: its function and how many values it captured.
    pub itself: Option<Itself>,
    /// The ends of clauses that are being compiled, innermost last.
    pub open_ends: Vec<Label>,
    /// How many receives there are around the expression at hand.
    pub receive_depth: u32,
    pub receives: Vec<Receive>,
    /// Is this an instrumented copy? Then it reports on its expressions.
    pub instrumented: bool,
    pub points: Vec<Point>,
    /// No expression of the clause at hand has been compiled yet.
    at_beginning: bool,
}

/// Operands are evaluated as if in parallel: what one of them binds is no variable of the others. A match with it compares all the same,
/// but a fun or a comprehension in another operand has a variable of its own by that name.
#[derive(Default)]
struct Parallel {
    /// Variables in the order in which they were bound.
    order: Vec<VarName>,
    /// Directly inside an expression with operands: how many variables were bound when it began.
    before: Option<usize>,
    /// Of [`Self::order`]: bound by other operands of the expressions around the one at hand.
    others: Vec<Range<usize>>,
}

/// What a named fun knows of itself.
#[derive(Clone)]
pub struct Itself {
    pub name: VarName,
    pub function: u32,
    pub arity: u32,
    pub captured: Vec<VarName>,
}

impl<'m, 'a> FunctionCompiler<'m, 'a> {
    pub fn new(
        m: &'m mut ModuleCompiler<'a>,
        lifting: &'m mut Lifting,
        name: Atom,
        arity: u32,
        place: Place,
        origin: Option<ExprId>,
    ) -> Self {
        FunctionCompiler {
            m,
            lifting,
            name,
            arity,
            place,
            copy: Copy::new(),
            copied_to: None,
            origin,
            captured: Vec::new(),
            head: place,
            code: Vec::new(),
            constants: Vec::new(),
            labels: Vec::new(),
            handlers: Vec::new(),
            fields: Vec::new(),
            lambdas: Vec::new(),
            positions: Vec::new(),
            slots: HashMap::new(),
            bound: HashSet::new(),
            unsafe_after: HashSet::new(),
            parallel: Parallel::default(),
            names: Vec::new(),
            variables: arity,
            most_variables: arity,
            height: 0,
            most_height: 0,
            itself: None,
            open_ends: Vec::new(),
            receive_depth: 0,
            receives: Vec::new(),
            instrumented: false,
            points: Vec::new(),
            at_beginning: false,
        }
    }

    // ---- clauses ----

    /// The whole of a function, or of a fun without captured values.
    pub fn clauses_of_function(&mut self, clauses: &[&Clause]) -> Done {
        self.clauses_of_fun(clauses, &[])
    }

    /// Arguments come first, then captured values.
    pub fn clauses_of_fun(&mut self, clauses: &[&Clause], captured: &[VarName]) -> Done {
        self.captured = captured.to_vec();
        let arguments = self.arity - captured.len() as u32;
        self.report_function(clauses);
        for (n, clause) in clauses.iter().enumerate() {
            self.slots.clear();
            self.bound.clear();
            self.unsafe_after.clear();
            self.variables = self.arity;
            let shadowing = super::variables::pattern_variables(self.m.source, &clause.patterns);
            for (k, name) in captured.iter().enumerate() {
                // An argument of the same name hides it.
                if !shadowing.contains(name) {
                    self.slots.insert(*name, Slot(arguments + k as u32));
                    self.bound.insert(*name);
                    if self.instrumented {
                        self.report_binding(*name);
                    }
                }
            }
            let next = self.label();
            for (k, pattern) in clause.patterns.iter().enumerate() {
                match &self.m.source[*pattern].kind {
                    // A variable is where the argument is.
                    ExprKind::Variable(name) if self.bound_slot(*name).is_none() => {
                        let name = *name;
                        self.slots.insert(name, Slot(k as u32));
                        self.bind(name);
                    }
                    _ => self.pattern(*pattern, Slot(k as u32), next)?,
                }
            }
            self.bind_itself(clause);
            let number = n as u32 + 1;
            self.guard_of_clause(number, &clause.guard, next)?;
            if self.m.options.clauses {
                self.emit(Instr::EnterClause { clause: number });
            }
            self.at_beginning = true;
            self.body(&clause.body, Dest::Return)?;
            self.place_label(next);
            self.report(Point::Refused { clause: number });
        }
        self.set_place(self.head);
        self.emit(Instr::FunctionClause);
        Ok(())
    }

    /// Passes the module's name and the function's own arguments on to another function.
    pub fn body_that_calls(&mut self, module: Atom, callee: (Atom, Atom)) {
        let first = self.temporary();
        let constant = self.constant(Term::Atom(module));
        self.emit(Instr::Move { dst: first, src: constant });
        self.pass_arguments();
        let import = self.m.import(callee.0, callee.1, self.arity + 1);
        self.emit(Instr::TailCallRemote { import, first, arity: self.arity + 1 });
    }

    /// Passes the function's own arguments on to a function of module `erlang`.
    pub fn body_that_calls_erlang(&mut self, id: ExprId, name: Atom) {
        let first = match self.arity {
            0 => self.temporary(),
            _ => Slot(TEMPORARIES + self.height),
        };
        self.pass_arguments();
        self.at(id);
        self.erlang_call_of(name, self.arity, first, Dest::Return);
    }

    fn pass_arguments(&mut self) {
        for n in 0..self.arity {
            let slot = self.temporary();
            self.emit(Instr::Move { dst: slot, src: Arg::read(Slot(n)) });
        }
    }

    /// Each question with its answer: a list of names and arities.
    pub fn body_of_behaviour_info(&mut self, answers: &[(&str, Vec<(Atom, u32)>)]) {
        for (question, names) in answers {
            let next = self.label();
            self.match_constant(Slot(0), Term::atom(question), next);
            let pairs = names
                .iter()
                .map(|(name, arity)| Term::tuple([Term::Atom(*name), Term::Int(i64::from(*arity))]));
            let answer = self.constant(Term::list(pairs.collect::<Vec<_>>()));
            self.emit(Instr::Return { src: answer });
            self.place_label(next);
        }
        self.emit(Instr::FunctionClause);
    }

    /// Expressions in sequence; the last one's value goes to `dest`.
    pub fn body(&mut self, body: &[ExprId], dest: Dest) -> Done {
        let Some((mut last, mut before)) = body.split_last() else { return Ok(()) };
        // `X = E, X` is `X = E`.
        if !(self.m.options.stops && self.m.options.binds_last())
            && let Some((matching, rest)) = before.split_last()
            && let ExprKind::Variable(name) = &self.m.source[*last].kind
            && let ExprKind::Match { pattern, .. } = &self.m.source[*matching].kind
            && let ExprKind::Variable(matched) = &self.m.source[*pattern].kind
            && name == matched
        {
            (last, before) = (matching, rest);
        }
        for e in before {
            self.stop_before(*e);
            self.for_effect(*e)?;
        }
        self.stop_before(*last);
        self.result(*last, dest)
    }

    /// A process can be asked to stand here, with this expression before it.
    pub fn stop_before(&mut self, id: ExprId) {
        if self.m.options.stops {
            let place = self.place;
            self.at_line(id, self.m.source[id].span.start.line);
            let first = std::mem::take(&mut self.at_beginning);
            self.emit(Instr::Stop { first });
            self.place = place;
        }
    }

    // ---- slots and variables ----

    pub fn temporary(&mut self) -> Slot {
        let slot = Slot(TEMPORARIES + self.height);
        self.height += 1;
        self.most_height = self.most_height.max(self.height);
        slot
    }

    /// Is this the temporary made last of those that are not released?
    pub fn is_topmost(&self, slot: Slot) -> bool {
        self.height > 0 && slot.0 == TEMPORARIES + self.height - 1
    }

    /// The first slots of the frame are going to hold so many arguments of another function.
    pub fn room_for_arguments(&mut self, arity: u32) {
        self.most_variables = self.most_variables.max(arity);
    }

    /// Lets go of the temporaries made since `height` was read by [`Self::mark`].
    pub fn release(&mut self, mark: u32) {
        self.height = mark;
    }

    pub fn mark(&self) -> u32 {
        self.height
    }

    /// The slot for a variable that is about to be bound.
    pub fn slot_for(&mut self, name: VarName) -> Slot {
        if let Some(slot) = self.slots.get(&name) {
            return *slot;
        }
        let slot = Slot(self.variables);
        self.variables += 1;
        self.most_variables = self.most_variables.max(self.variables);
        self.slots.insert(name, slot);
        slot
    }

    /// Says that a variable's slot now holds its value.
    pub fn bind(&mut self, name: VarName) {
        self.bind_unseen(name);
        self.report_binding(name);
    }

    /// Tells observers the value of a variable.
    pub fn report_binding(&mut self, name: VarName) {
        if (self.m.options.bindings || self.instrumented)
            && let Some(slot) = self.slots.get(&name).copied()
        {
            let known = self.names.iter().position(|known| *known == (name, slot));
            let variable = known.unwrap_or_else(|| {
                self.names.push((name, slot));
                self.names.len() - 1
            });
            self.emit(Instr::Bind { variable: variable as u32, slot });
        }
    }

    /// Binds a variable of our own making, which observers need not see.
    pub fn bind_unseen(&mut self, name: VarName) {
        self.bound.insert(name);
        self.parallel.order.push(name);
    }

    /// Opens a scope in which these names are new: they get slots of their own.
    pub fn unbind(&mut self, names: &[VarName]) {
        for name in names {
            self.bound.remove(name);
            self.slots.remove(name);
        }
    }

    /// Makes these names unbound again, in the slots that they have.
    pub fn forget(&mut self, names: &[VarName]) {
        names.iter().for_each(|name| {
            self.bound.remove(name);
        });
    }

    /// Declares a parameter of a lifted function.
    pub fn parameter(&mut self, name: VarName, slot: Slot) {
        self.slots.insert(name, slot);
        self.bound.insert(name);
    }

    /// The slot of a bound variable.
    pub fn bound_slot(&self, name: VarName) -> Option<Slot> {
        if self.bound.contains(&name) { self.slots.get(&name).copied() } else { None }
    }

    /// The slot of a variable that funs and comprehensions here can see.
    pub fn visible_slot(&self, name: VarName) -> Option<Slot> {
        let Parallel { order, others, .. } = &self.parallel;
        let foreign = others.iter().any(|range| order[range.clone()].contains(&name));
        if foreign { None } else { self.bound_slot(name) }
    }

    /// Compiles an expression as what it is to the one around it.
    pub fn as_operand(&mut self, id: ExprId, compile: impl FnOnce(&mut Self) -> Done) -> Done {
        let Parallel { order, before, others } = &mut self.parallel;
        let (outer, depth, now) = (*before, others.len(), order.len());
        others.extend(outer.filter(|before| *before < now).map(|before| before..now));
        *before = has_operands(&self.m.source[id].kind).then_some(now);
        let done = compile(self);
        self.parallel.before = outer;
        self.parallel.others.truncate(depth);
        done
    }

    /// The variables that an expression here may use, with their slots, by name.
    pub fn usable_variables(&self) -> Vec<(VarName, Slot)> {
        let ours = |name: VarName| name.name().starts_with('+');
        let mut names: Vec<VarName> = self.bound.clone().into_iter().collect();
        names.retain(|name| !self.unsafe_after.contains(name) && !ours(*name));
        names.sort_by_key(|name| name.name());
        let mut variables = Vec::with_capacity(names.len());
        for name in names {
            variables.extend(self.visible_slot(name).map(|slot| (name, slot)));
        }
        variables
    }

    pub fn bound_variables(&self) -> HashSet<VarName> {
        self.bound.clone()
    }

    pub fn set_bound(&mut self, bound: HashSet<VarName>) {
        self.bound = bound;
    }

    // ---- constants, labels, instructions ----

    pub fn constant(&mut self, value: Term) -> Arg {
        // Only small ones are looked up: a long table of literals must not make this quadratic.
        let recent = self.constants.len().saturating_sub(32);
        let small = matches!(value, Term::Int(_) | Term::Atom(_) | Term::Nil);
        let known = small.then(|| self.constants[recent..].iter().position(|c| *c == value)).flatten();
        let index = known.map(|n| n + recent).unwrap_or_else(|| {
            self.constants.push(value);
            self.constants.len() - 1
        });
        Arg::constant(index as u32)
    }

    /// The constant, if it is an integer that fits into an instruction.
    pub fn small_constant(&self, arg: Arg) -> Option<i32> {
        match arg.kind() {
            ArgKind::Constant(n) => self.constants[n as usize].as_int()?.try_into().ok(),
            _ => None,
        }
    }

    pub fn atom(&mut self, atom: Atom) -> Arg {
        self.constant(Term::Atom(atom))
    }

    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    pub fn place_label(&mut self, label: Label) {
        self.labels[label.0 as usize] = Some(self.code.len() as Pc);
    }

    /// A label right here.
    pub fn here(&mut self) -> Label {
        let label = self.label();
        self.place_label(label);
        label
    }

    pub fn emit(&mut self, instr: Instr) {
        let pc = self.code.len() as Pc;
        if self.positions.last().is_none_or(|(_, place)| *place != self.place) {
            self.positions.push((pc, self.place));
        }
        self.code.push(instr);
    }

    /// What follows stands for this expression.
    pub fn at(&mut self, id: ExprId) {
        let expr = &self.m.source[id];
        let place = Place { file: expr.span.file, line: expr.anchor.line, expr: Some(id) };
        self.set_place(place);
    }

    /// What follows stands for this expression, but OTP names another line.
    pub fn at_line(&mut self, id: ExprId, line: u32) {
        let place = Place { file: self.m.source[id].span.file, line, expr: Some(id) };
        self.set_place(place);
    }

    fn set_place(&mut self, place: Place) {
        self.place = match self.copied_to {
            Some(Place { file, line, .. }) => Place { file, line, ..place },
            None => place,
        };
    }

    /// Compiles a value that a record expression does not write for this field. One from the record's definition is compiled
    /// as if it stood where the record expression does.
    pub fn unwritten(
        &mut self,
        value: ExprId,
        from_definition: bool,
        field: (ExprId, usize),
        dest: Dest,
    ) -> Done {
        let before = self.copied_to;
        if from_definition {
            self.at(field.0);
            self.copied_to = Some(self.place);
        }
        self.copy.push(field);
        let done = self.expr(value, dest);
        self.copy.pop();
        self.copied_to = before;
        done
    }

    /// A function lifted out of this one.
    pub fn lifted(&mut self, name: Atom, arity: u32, id: ExprId) -> FunctionCompiler<'_, 'a> {
        let place = self.copied_to.unwrap_or_else(|| self.m.place_of(self.m.source[id].span));
        let (copy, copied_to) = (self.copy.clone(), self.copied_to);
        let mut inner = FunctionCompiler::new(&mut *self.m, &mut *self.lifting, name, arity, place, Some(id));
        inner.copy = copy;
        inner.copied_to = copied_to;
        inner
    }

    /// Registers a handler for the code between two labels. Inner ones are registered before outer ones.
    pub fn handler(&mut self, start: Label, end: Label, target: Label, slot: Option<Slot>) {
        self.handlers.push(Handler { start: start.0, end: end.0, target: target.0, slot });
    }

    // ---- the end ----

    /// Puts positions in place of labels, temporaries behind variables, and marks last uses.
    pub fn finish(mut self) -> Function {
        let base = self.most_variables;
        let slot = |slot: &mut Slot| {
            if *slot != Slot::NOWHERE && slot.0 >= TEMPORARIES {
                *slot = Slot(slot.0 - TEMPORARIES + base);
            }
        };
        let arg = |arg: &mut Arg| {
            if let ArgKind::Read(mut s) = arg.kind() {
                slot(&mut s);
                *arg = Arg::read(s);
            }
        };
        let pc = |label: &mut Pc| *label = self.labels[*label as usize].expect("every label was placed");
        for instr in &mut self.code {
            instr.visit(&slot, &arg, &pc);
        }
        for field in &mut self.fields {
            slot(&mut field.source);
            field.size.iter_mut().for_each(arg);
            match &mut field.value {
                FieldValue::Write(a) => arg(a),
                FieldValue::Read(s) => slot(s),
                FieldValue::Skip => {}
            }
        }
        for handler in &mut self.handlers {
            [&mut handler.start, &mut handler.end, &mut handler.target].into_iter().for_each(pc);
            handler.slot.iter_mut().for_each(slot);
        }
        for receive in &mut self.receives {
            let clauses = receive.clauses.iter_mut().flatten();
            receive.variables.iter_mut().chain(clauses).for_each(|(_, s)| slot(s));
        }
        let mut function = Function {
            module: self.m.source.name,
            name: self.name,
            arity: self.arity,
            first_of_module: self.m.first,
            uniq: self.m.uniq,
            inlined: self.m.inlined.contains(&(self.name, self.arity)),
            trusted: false,
            code: self.code,
            frame_size: (base + self.most_height).max(1),
            constants: self.constants,
            handlers: self.handlers,
            fields: self.fields,
            lambdas: self.lambdas,
            positions: self.positions,
            variables: self.names,
            source: self.m.source.clone(),
            origin: self.origin,
            captured: self.captured,
            receives: self.receives,
            points: self.points,
            copy_of: None,
        };
        // What an instrumented copy reports must still be there.
        if !self.m.options.bindings && !self.instrumented {
            liveness::mark_last_uses(&mut function);
        }
        function
    }
}

impl Instr {
    /// Does it call, to go on behind it when the callee returns?
    pub fn is_call(&self) -> bool {
        matches!(
            self,
            Instr::Call { .. }
                | Instr::CallRemote { .. }
                | Instr::CallFun { .. }
                | Instr::Apply { .. }
                | Instr::Native { .. }
        )
    }

    /// Applies the functions to every slot, argument and position of the instruction.
    pub fn visit(&mut self, slot: &impl Fn(&mut Slot), arg: &impl Fn(&mut Arg), pc: &impl Fn(&mut Pc)) {
        match self {
            Instr::Move { dst, src } => {
                slot(dst);
                arg(src);
            }
            Instr::Jump { to } | Instr::ReceiveSkip { to } | Instr::ReceiveWait { to } => pc(to),
            Instr::Compute { dst, a, b, .. } | Instr::Compare { dst, a, b, .. } => {
                slot(dst);
                arg(a);
                arg(b);
            }
            Instr::AddSmall { dst, a, .. } | Instr::SubtractSmall { dst, a, .. } => {
                slot(dst);
                slot(a);
            }
            Instr::TestSmall { a, otherwise, .. } | Instr::MatchSmall { src: a, otherwise, .. } => {
                slot(a);
                pc(otherwise);
            }
            Instr::Test { a, b, otherwise, .. } | Instr::MatchExact { a, b, otherwise } => {
                arg(a);
                arg(b);
                pc(otherwise);
            }
            Instr::TestType { a, otherwise, .. }
            | Instr::TestTrue { a, otherwise }
            | Instr::TestBoolean { a, otherwise, .. } => {
                arg(a);
                pc(otherwise);
            }
            Instr::MatchNil { src, otherwise }
            | Instr::MatchTuple { src, otherwise, .. }
            | Instr::MatchMap { src, otherwise }
            | Instr::BitsEnd { src, otherwise } => {
                slot(src);
                pc(otherwise);
            }
            Instr::MatchCons { src, head, tail, otherwise }
            | Instr::TakeCons { src, head, tail, otherwise } => {
                slot(src);
                slot(head);
                slot(tail);
                pc(otherwise);
            }
            Instr::Element { dst, src, .. } => {
                slot(dst);
                slot(src);
            }
            Instr::MatchKey { src, key, dst, otherwise } => {
                slot(src);
                arg(key);
                slot(dst);
                pc(otherwise);
            }
            Instr::BitsStart { dst, src, otherwise } => {
                slot(dst);
                slot(src);
                pc(otherwise);
            }
            Instr::BitsGet { otherwise, .. } => pc(otherwise),
            Instr::Cons { dst, head, tail } => {
                slot(dst);
                arg(head);
                arg(tail);
            }
            Instr::Tuple { dst, first, .. }
            | Instr::Map { dst, first, .. }
            | Instr::Closure { dst, first, .. }
            | Instr::CatchValue { dst, first } => {
                slot(dst);
                slot(first);
            }
            Instr::MapPut { map, first, .. } | Instr::MapUpdate { map, first, .. } => {
                slot(map);
                slot(first);
            }
            Instr::Bits { dst, .. } => slot(dst),
            Instr::Call { first, .. }
            | Instr::TailCall { first, .. }
            | Instr::CallRemote { first, .. }
            | Instr::TailCallRemote { first, .. }
            | Instr::CallFun { first, .. }
            | Instr::TailCallFun { first, .. }
            | Instr::Apply { first, .. }
            | Instr::TailApply { first, .. }
            | Instr::Native { first, .. }
            | Instr::Reraise { first } => slot(first),
            Instr::Return { src } => arg(src),
            Instr::Fail { value, .. } => arg(value),
            Instr::ReceiveStart { timeout } => arg(timeout),
            Instr::ReceivePeek { dst, otherwise } => {
                slot(dst);
                pc(otherwise);
            }
            Instr::Bind { slot: s, .. } => slot(s),
            Instr::Report { value, .. } => arg(value),
            Instr::ReceiveEnded { value, .. } => slot(value),
            Instr::FunctionClause
            | Instr::ReceiveAccept
            | Instr::Stop { .. }
            | Instr::EnterClause { .. }
            | Instr::ReceiveReached { .. }
            | Instr::ReceiveEntered { .. }
            | Instr::ReceivesLeft { .. } => {}
        }
    }
}

fn has_operands(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Binary { op, .. } => !matches!(op, BinaryOp::AndAlso | BinaryOp::OrElse),
        ExprKind::Tuple(_)
        | ExprKind::List { .. }
        | ExprKind::Map(_)
        | ExprKind::MapUpdate { .. }
        | ExprKind::Record { .. }
        | ExprKind::RecordUpdate { .. }
        | ExprKind::Bitstring(_)
        | ExprKind::Call { .. }
        | ExprKind::RemoteCall { .. } => true,
        _ => false,
    }
}
