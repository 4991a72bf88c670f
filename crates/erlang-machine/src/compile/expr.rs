//! Expressions: data and operators. Calls are in `calls.rs`, what chooses and catches in
//! `control.rs`.

use erlang_syntax::ast::{BinaryOp, ExprId, ExprKind, MapField, UnaryOp};
use erlang_term::{Atom, Term, atoms};

use super::function::{Dest, Done, FunctionCompiler};
use super::variables::occurring;
use super::{guard, literal};
use crate::code::{Arg, Choosing, Failure, Instr, Operator, Point, Slot};

impl FunctionCompiler<'_, '_> {
    /// The value as an operand: a constant, a variable, or a new temporary.
    pub fn value(&mut self, id: ExprId) -> Result<Arg, String> {
        if let Some(term) = self.m.literals.value(self.m.source, id) {
            return Ok(self.constant(term));
        }
        Ok(Arg::read(self.slot_of_value(id)?))
    }

    /// Evaluates and forgets the value.
    pub fn for_effect(&mut self, id: ExprId) -> Done {
        let mark = self.mark();
        let slot = self.temporary();
        self.expr(id, Dest::Slot(slot))?;
        self.release(mark);
        Ok(())
    }

    /// Where to put a value that is on its way to `dest`.
    pub fn result_slot(&self, dest: Dest, temporary: Slot) -> Slot {
        match dest {
            Dest::Slot(slot) => slot,
            Dest::Return => temporary,
        }
    }

    /// The same, with a temporary of its own if need be.
    pub fn fresh_result_slot(&mut self, dest: Dest) -> Slot {
        match dest {
            Dest::Slot(slot) => slot,
            Dest::Return => self.temporary(),
        }
    }

    /// The value is in `slot`, as [`Self::result_slot`] chose it.
    pub fn finish_value(&mut self, slot: Slot, dest: Dest) {
        if dest == Dest::Return {
            self.emit(Instr::Return { src: Arg::read(slot) });
        }
    }

    pub fn deliver(&mut self, value: Arg, dest: Dest) {
        match dest {
            Dest::Slot(slot) if value.slot() == Some(slot) => {}
            Dest::Slot(slot) => self.emit(Instr::Move { dst: slot, src: value }),
            Dest::Return => self.emit(Instr::Return { src: value }),
        }
    }

    pub fn expr(&mut self, id: ExprId, dest: Dest) -> Done {
        let reported = self.is_reported(id);
        if reported {
            self.report(Point::Begin(id));
        }
        recursion::deep(|| self.expr_on_stack(id, dest))?;
        if reported && let Dest::Slot(slot) = dest {
            self.report_slot(Point::Value(id), slot);
        }
        Ok(())
    }

    fn expr_on_stack(&mut self, id: ExprId, dest: Dest) -> Done {
        let source = self.m.source.clone();
        if let Some(term) = self.m.literals.value(&source, id) {
            let constant = self.constant(term);
            self.deliver(constant, dest);
            return Ok(());
        }
        let mark = self.mark();
        match &source[id].kind {
            ExprKind::Variable(name) => {
                let Some(slot) = self.bound_slot(*name) else {
                    return Err(format!("variable {} is unbound", name.name()));
                };
                self.deliver(Arg::read(slot), dest);
            }
            ExprKind::Tuple(elements) => {
                let first = self.consecutive_towards(elements, dest)?;
                let dst = self.result_slot(dest, first);
                self.emit(Instr::Tuple { dst, first, count: elements.len() as u32 });
                self.finish_value(dst, dest);
            }
            ExprKind::List { elements, tail } => self.list(elements, *tail, dest)?,
            ExprKind::Map(fields) => {
                let first = self.pairs(fields)?;
                self.at(id);
                let dst = self.result_slot(dest, first);
                self.emit(Instr::Map { dst, first, count: fields.len() as u32 });
                self.finish_value(dst, dest);
            }
            ExprKind::MapUpdate { map, fields } => self.map_update(id, *map, fields, dest)?,
            ExprKind::Record { name, fields } => self.record(id, *name, fields, dest)?,
            ExprKind::RecordUpdate { record, name, fields } => {
                self.record_update(id, *record, *name, fields, dest)?
            }
            ExprKind::RecordAccess { record, name, field } => {
                self.record_access(id, *record, *name, *field, dest)?
            }
            ExprKind::RecordIndex { name, field } => {
                let index = self.record_index(*name, *field)?;
                let constant = self.constant(index);
                self.deliver(constant, dest);
            }
            ExprKind::Bitstring(segments) => self.bits(id, segments, dest)?,
            ExprKind::Match { pattern, value } => self.match_expression(id, *pattern, *value, dest)?,
            ExprKind::MaybeMatch { .. } => return Err("?= outside of maybe".into()),
            ExprKind::Unary { op, operand } => {
                let name = match op {
                    UnaryOp::Plus => "+",
                    UnaryOp::Minus => "-",
                    UnaryOp::Not => "not",
                    UnaryOp::Bnot => "bnot",
                };
                self.erlang_call(id, Atom::new(name), &[*operand], dest)?;
            }
            ExprKind::Binary { op, left, right } => self.binary(id, *op, *left, *right, dest)?,
            ExprKind::Call { callee, arguments } => self.call(id, *callee, arguments, dest)?,
            ExprKind::RemoteCall { module, function, arguments } => {
                self.remote_call(id, *module, *function, arguments, dest)?
            }
            ExprKind::FunLocal { name, arity } => self.fun_local(id, *name, *arity, dest)?,
            ExprKind::FunRemote { module, function, arity } => {
                match literal::external_fun(&source, *module, *function, *arity) {
                    Some(fun) => {
                        let constant = self.constant(fun);
                        self.deliver(constant, dest);
                    }
                    None => {
                        self.erlang_call(id, Atom::new("make_fun"), &[*module, *function, *arity], dest)?
                    }
                }
            }
            ExprKind::Fun { name, clauses } => self.fun(id, *name, clauses, dest)?,
            ExprKind::Case { argument, clauses } => {
                let src = self.slot_of_value(*argument)?;
                self.clauses(Choosing::Case(id), clauses, src, dest, &mut |_| {})?;
                self.at(id);
                self.emit(Instr::Fail { kind: Failure::CaseClause, value: Arg::read(src) });
                self.end_of_clauses();
            }
            ExprKind::If { clauses } => {
                self.clauses(Choosing::Case(id), clauses, Slot::NOWHERE, dest, &mut |_| {})?;
                self.at(id);
                let nothing = self.constant(Term::Nil);
                self.emit(Instr::Fail { kind: Failure::IfClause, value: nothing });
                self.end_of_clauses();
            }
            ExprKind::Receive { clauses, after } => self.receive(id, clauses, after.as_ref(), dest)?,
            ExprKind::Try { body, of, catch, after } => {
                self.try_expression(id, body, of, catch, after, dest)?
            }
            ExprKind::Catch(body) => self.catch(id, *body, dest)?,
            ExprKind::Begin(body) => self.body(body, dest)?,
            ExprKind::Maybe { body, else_clauses } => self.maybe(id, body, else_clauses, dest)?,
            ExprKind::ListComprehension { template, qualifiers } => {
                self.list_comprehension(id, *template, qualifiers, None, dest)?
            }
            ExprKind::BinaryComprehension { template, qualifiers } => {
                self.binary_comprehension(id, *template, qualifiers, dest)?
            }
            ExprKind::MapComprehension { key, value, qualifiers } => {
                self.map_comprehension(id, *key, *value, qualifiers, dest)?
            }
            ExprKind::Wildcard => return Err("_ is not a value".into()),
            ExprKind::Integer(_)
            | ExprKind::Char(_)
            | ExprKind::Float(_)
            | ExprKind::Atom(_)
            | ExprKind::String(_) => unreachable!("literals are constants"),
            ExprKind::Error => return Err("the source has errors".into()),
        }
        self.release(mark);
        Ok(())
    }

    // ---- data ----

    /// Evaluates into consecutive temporaries; returns the first. There is always at least one.
    pub fn consecutive(&mut self, exprs: &[ExprId]) -> Result<Slot, String> {
        let first = self.temporary();
        self.consecutive_from(first, exprs)?;
        Ok(first)
    }

    /// The same for operands whose result appears in the first of the temporaries: that is `dest`
    /// itself, if it is the topmost one, so that the result need not be moved.
    pub(super) fn consecutive_towards(&mut self, exprs: &[ExprId], dest: Dest) -> Result<Slot, String> {
        match dest {
            Dest::Slot(first) if self.is_topmost(first) => {
                self.consecutive_from(first, exprs)?;
                Ok(first)
            }
            _ => self.consecutive(exprs),
        }
    }

    /// Evaluates into `first`, which is the topmost temporary, and new ones behind it.
    fn consecutive_from(&mut self, first: Slot, exprs: &[ExprId]) -> Done {
        for _ in 1..exprs.len() {
            self.temporary();
        }
        (first.0..).zip(exprs).try_for_each(|(slot, e)| self.expr(*e, Dest::Slot(Slot(slot))))
    }

    fn pairs(&mut self, fields: &[MapField]) -> Result<Slot, String> {
        let exprs: Vec<ExprId> = fields.iter().flat_map(|f| [f.key, f.value]).collect();
        self.consecutive(&exprs)
    }

    /// Elements are evaluated from left to right, then put in front of the tail from the right.
    fn list(&mut self, elements: &[ExprId], tail: Option<ExprId>, dest: Dest) -> Done {
        let mark = self.mark();
        let heads = elements.iter().map(|e| self.value(*e)).collect::<Result<Vec<Arg>, String>>()?;
        let mut rest = match tail {
            Some(tail) => self.value(tail)?,
            None => self.constant(Term::Nil),
        };
        let (first, others) = heads.split_first().expect("a list that is not a literal has elements");
        if !others.is_empty() {
            let temporary = self.temporary();
            for head in others.iter().rev() {
                self.emit(Instr::Cons { dst: temporary, head: *head, tail: rest });
                rest = Arg::read(temporary);
            }
        }
        // Operands are read before the result is written.
        self.release(mark);
        let dst = self.fresh_result_slot(dest);
        self.emit(Instr::Cons { dst, head: *first, tail: rest });
        self.finish_value(dst, dest);
        Ok(())
    }

    fn map_update(&mut self, id: ExprId, map: ExprId, fields: &[MapField], dest: Dest) -> Done {
        let slot = self.temporary();
        self.expr(map, Dest::Slot(slot))?;
        let first = self.pairs(fields)?;
        self.at(id);
        if fields.is_empty() {
            self.emit(Instr::MapPut { map: slot, first, count: 0 });
        }
        // Runs of `=>` and of `:=` are applied in turn. OTP takes written keys together, others one
        // by one.
        let mut start = 0;
        while start < fields.len() {
            let exact = fields[start].exact;
            let written = |compiler: &mut Self, field: &MapField| {
                !exact || compiler.m.literals.value(compiler.m.source, field.key).is_some()
            };
            let run = fields[start..].iter();
            let count = run.take_while(|f| f.exact == exact && written(self, f)).count().max(1);
            let first = Slot(first.0 + 2 * start as u32);
            self.emit(if exact {
                Instr::MapUpdate { map: slot, first, count: count as u32 }
            } else {
                Instr::MapPut { map: slot, first, count: count as u32 }
            });
            start += count;
        }
        self.deliver(Arg::read(slot), dest);
        Ok(())
    }

    fn match_expression(&mut self, id: ExprId, pattern: ExprId, value: ExprId, dest: Dest) -> Done {
        // `X = E` with a new X is evaluated right into its slot.
        if let ExprKind::Variable(name) = &self.m.source[pattern].kind
            && self.bound_slot(*name).is_none()
        {
            let name = *name;
            // `f() -> X = g().` calls `g` in the last place.
            let binds_too = |compiler: &Self| occurring(compiler.m.source, &[value]).contains(&name);
            if dest == Dest::Return && !self.m.options.binds_last() && !binds_too(self) {
                return self.expr(value, dest);
            }
            let slot = self.temporary();
            self.expr(value, Dest::Slot(slot))?;
            // In `X = {X = 1, 2}` the value has bound it, too.
            if self.bound_slot(name).is_some() {
                return self.match_value(id, pattern, slot, dest);
            }
            let variable = self.slot_for(name);
            self.emit(Instr::Move { dst: variable, src: Arg::read(slot) });
            self.bind(name);
            self.deliver(Arg::read(variable), dest);
            return Ok(());
        }
        let src = self.slot_of_value(value)?;
        self.match_value(id, pattern, src, dest)
    }

    fn match_value(&mut self, id: ExprId, pattern: ExprId, src: Slot, dest: Dest) -> Done {
        let (bad, done) = (self.label(), self.label());
        self.at(id);
        self.pattern(pattern, src, bad)?;
        self.deliver(Arg::read(src), dest);
        if dest != Dest::Return {
            self.emit(Instr::Jump { to: done.0 });
        }
        self.place_label(bad);
        self.at(id);
        self.emit(Instr::Fail { kind: Failure::Badmatch, value: Arg::read(src) });
        self.place_label(done);
        Ok(())
    }

    // ---- operators ----

    fn binary(&mut self, id: ExprId, op: BinaryOp, left: ExprId, right: ExprId, dest: Dest) -> Done {
        let source = self.m.source.clone();
        let mark = self.mark();
        if let Some(op) = operator(op) {
            let (a, b) = (self.value(left)?, self.value(right)?);
            self.at(id);
            // Operands are read before the result is written.
            self.release(mark);
            let dst = self.fresh_result_slot(dest);
            self.compute(op, dst, a, b);
            self.finish_value(dst, dest);
            return Ok(());
        }
        if let Some(op) = guard::comparison(op) {
            let (a, b) = (self.value(left)?, self.value(right)?);
            self.release(mark);
            let dst = self.fresh_result_slot(dest);
            self.emit(Instr::Compare { op, dst, a, b });
            self.finish_value(dst, dest);
            return Ok(());
        }
        match op {
            BinaryOp::AndAlso | BinaryOp::OrElse => {
                let (is_false, done) = (self.label(), self.label());
                let a = self.value(left)?;
                self.at(id);
                self.emit(Instr::TestBoolean { a, failure: Failure::Badarg, otherwise: is_false.0 });
                self.release(mark);
                let before = self.bound_variables();
                // `orelse` is decided by `true`, `andalso` by `false`.
                if op == BinaryOp::AndAlso {
                    self.expr(right, dest)?;
                } else {
                    let yes = self.atom(atoms::TRUE);
                    self.deliver(yes, dest);
                }
                if dest != Dest::Return {
                    self.emit(Instr::Jump { to: done.0 });
                }
                self.place_label(is_false);
                if op == BinaryOp::AndAlso {
                    let no = self.atom(atoms::FALSE);
                    self.deliver(no, dest);
                } else {
                    self.expr(right, dest)?;
                }
                self.place_label(done);
                self.set_bound(before);
                Ok(())
            }
            // OTP evaluates what follows a comprehension first, and makes it the comprehension's
            // tail.
            BinaryOp::Append => match &source[left].kind {
                ExprKind::ListComprehension { template, qualifiers } => {
                    self.list_comprehension(left, *template, qualifiers, Some(right), dest)
                }
                _ => self.erlang_call(id, Atom::new("++"), &[left, right], dest),
            },
            // Stack traces name the function.
            BinaryOp::Send => self.erlang_call(id, Atom::new("send"), &[left, right], dest),
            _ => self.erlang_call(id, Atom::new(op.name()), &[left, right], dest),
        }
    }
}

impl FunctionCompiler<'_, '_> {
    fn compute(&mut self, op: Operator, dst: Slot, a: Arg, b: Arg) {
        self.emit(match (op, a.slot(), self.small_constant(b)) {
            (Operator::Add, Some(a), Some(n)) => Instr::AddSmall { dst, a, n },
            (Operator::Subtract, Some(a), Some(n)) => Instr::SubtractSmall { dst, a, n },
            _ => Instr::Compute { op, dst, a, b },
        });
    }
}

fn operator(op: BinaryOp) -> Option<Operator> {
    Some(match op {
        BinaryOp::Add => Operator::Add,
        BinaryOp::Subtract => Operator::Subtract,
        BinaryOp::Multiply => Operator::Multiply,
        BinaryOp::Divide => Operator::Divide,
        BinaryOp::Div => Operator::Div,
        BinaryOp::Rem => Operator::Rem,
        BinaryOp::Band => Operator::Band,
        BinaryOp::Bor => Operator::Bor,
        BinaryOp::Bxor => Operator::Bxor,
        BinaryOp::Bsl => Operator::Bsl,
        BinaryOp::Bsr => Operator::Bsr,
        _ => return None,
    })
}
