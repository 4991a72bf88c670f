//! Expressions.

use std::collections::HashSet;

use erlang_syntax::ast::{
    After, BinaryOp, CatchClause, Clause, ExprId, ExprKind, MapField, UnaryOp, VarName,
};
use erlang_term::{Atom, Term, atoms};

use super::function::{Dest, Done, FunctionCompiler, Itself, Label};
use super::{guard, literal, variables};
use crate::code::{Arg, Choosing, Failure, ImportId, Instr, Lambda, Operator, Point, Slot};
use crate::native::is_written_in_erlang;
use crate::program::Mfa;

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
        self.as_operand(id, |compiler| {
            stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || compiler.expr_on_stack(id, dest))
        })?;
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

    /// The same for operands whose result appears in the first of the temporaries: that is `dest` itself, if it is the
    /// topmost one, so that the result need not be moved.
    fn consecutive_towards(&mut self, exprs: &[ExprId], dest: Dest) -> Result<Slot, String> {
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
        let (first, others) = heads.split_first().expect("a list that is no literal has elements");
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
        // Runs of `=>` and of `:=` are applied in turn.
        let mut start = 0;
        while start < fields.len() {
            let exact = fields[start].exact;
            let count = fields[start..].iter().take_while(|f| f.exact == exact).count();
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
            if dest == Dest::Return && !self.m.options.binds_last() {
                return self.expr(value, dest);
            }
            let slot = self.temporary();
            self.expr(value, Dest::Slot(slot))?;
            let variable = self.slot_for(name);
            self.emit(Instr::Move { dst: variable, src: Arg::read(slot) });
            self.bind(name);
            self.deliver(Arg::read(variable), dest);
            return Ok(());
        }
        let src = self.slot_of_value(value)?;
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
                if self.m.options.receives {
                    self.unsafe_after.extend(&self.bound_variables() - &before);
                }
                Ok(())
            }
            // OTP evaluates what follows a comprehension first, and makes it the comprehension's tail.
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

    // ---- calls ----

    /// A call of a function in module `erlang`.
    pub fn erlang_call(&mut self, id: ExprId, name: Atom, arguments: &[ExprId], dest: Dest) -> Done {
        let first = self.consecutive_towards(arguments, dest)?;
        self.at(id);
        self.erlang_call_of(name, arguments.len() as u32, first, dest);
        Ok(())
    }

    /// The same, with the arguments in place.
    pub fn erlang_call_of(&mut self, name: Atom, arity: u32, first: Slot, dest: Dest) {
        let mfa = Mfa { module: atoms::ERLANG, function: name, arity };
        // Natives that end in a call need the frame of a remote call; so do those that are real calls in OTP.
        let real_call = matches!(name.name(), "apply" | "hibernate" | "yield" | "halt")
            || (dest == Dest::Return && is_written_in_erlang(mfa));
        match self.m.native(name, arity) {
            Some(import) if !real_call => {
                self.emit(Instr::Native { import, first, arity });
                self.deliver(Arg::read(first), dest);
            }
            _ => {
                let import = self.m.import(atoms::ERLANG, name, arity);
                self.remote(import, first, arity, dest);
            }
        }
    }

    pub fn remote(&mut self, import: ImportId, first: Slot, arity: u32, dest: Dest) {
        match dest {
            Dest::Return => self.emit(Instr::TailCallRemote { import, first, arity }),
            Dest::Slot(_) => {
                self.emit(Instr::CallRemote { import, first, arity });
                self.deliver(Arg::read(first), dest);
            }
        }
    }

    pub fn local_call(&mut self, function: u32, first: Slot, arity: u32, dest: Dest) {
        match dest {
            Dest::Return => self.emit(Instr::TailCall { function, first, arity }),
            Dest::Slot(_) => {
                self.emit(Instr::Call { function, first, arity });
                self.deliver(Arg::read(first), dest);
            }
        }
    }

    /// A call in the last place, with the arguments put right where the callee wants them: what is there already stays.
    fn local_tail_call(&mut self, id: ExprId, function: u32, arguments: &[ExprId]) -> Done {
        let arity = arguments.len() as u32;
        self.room_for_arguments(arity);
        let source = self.m.source.clone();
        let mut moving: Vec<(Slot, ExprId)> = (0..arity).map(Slot).zip(arguments.iter().copied()).collect();
        moving.retain(|(slot, e)| match &source[*e].kind {
            ExprKind::Variable(name) => self.bound_slot(*name) != Some(*slot),
            _ => true,
        });
        if let Some((last, before)) = moving.split_last() {
            // No place may be overwritten while another argument can still read it.
            let mut waiting = Vec::new();
            for (slot, e) in before {
                let temporary = self.temporary();
                self.expr(*e, Dest::Slot(temporary))?;
                waiting.push((*slot, temporary));
            }
            self.expr(last.1, Dest::Slot(last.0))?;
            for (slot, temporary) in waiting {
                self.emit(Instr::Move { dst: slot, src: Arg::read(temporary) });
            }
        }
        self.at(id);
        self.emit(Instr::TailCall { function, first: Slot(0), arity });
        Ok(())
    }

    fn call(&mut self, id: ExprId, callee: ExprId, arguments: &[ExprId], dest: Dest) -> Done {
        let source = self.m.source.clone();
        let arity = arguments.len() as u32;
        let ExprKind::Atom(name) = source[callee].kind else {
            return self.fun_call(id, callee, arguments, dest);
        };
        if let Some(&function) = self.m.locals.get(&(name, arity)) {
            // The caller of an inlined function stays, to be named in its place.
            let inlined = self.m.inlined.contains(&(name, arity));
            // Where variables keep their values, so do those that were arguments.
            if dest == Dest::Return && !inlined && !self.m.options.bindings {
                return self.local_tail_call(id, function, arguments);
            }
            let first = self.consecutive_towards(arguments, dest)?;
            self.at(id);
            if inlined {
                self.local_call(function, first, arity, Dest::Slot(first));
                self.deliver(Arg::read(first), dest);
            } else {
                self.local_call(function, first, arity, dest);
            }
            return Ok(());
        }
        if let Some(&module) = self.m.imports.get(&(name, arity)) {
            let first = self.consecutive_towards(arguments, dest)?;
            self.at(id);
            let import = self.m.import(module, name, arity);
            self.remote(import, first, arity, dest);
            return Ok(());
        }
        match (name.name(), arguments) {
            ("record_info", [what, record]) => {
                if let (ExprKind::Atom(what), ExprKind::Atom(record)) =
                    (&source[*what].kind, &source[*record].kind)
                {
                    let info = self.record_info(*what, *record)?;
                    let constant = self.constant(info);
                    self.deliver(constant, dest);
                    return Ok(());
                }
                Err("illegal record_info".into())
            }
            ("module_info", _) if arity <= 1 => {
                let module = self.temporary();
                let first = self.consecutive(arguments)?;
                let name_of_module = self.atom(self.m.source.name);
                self.emit(Instr::Move { dst: module, src: name_of_module });
                if arity == 1 {
                    let second = Slot(module.0 + 1);
                    self.deliver(Arg::read(first), Dest::Slot(second));
                }
                self.at(id);
                self.erlang_call_of(Atom::new("get_module_info"), arity + 1, module, dest);
                Ok(())
            }
            _ => self.erlang_function(id, name, arguments, dest),
        }
    }

    /// An auto-imported function, or `erlang:f(…)`.
    fn erlang_function(&mut self, id: ExprId, name: Atom, arguments: &[ExprId], dest: Dest) -> Done {
        let source = self.m.source.clone();
        match (name.name(), arguments) {
            // `is_record(R, name)` knows the record's size.
            ("is_record", [record, tag]) => {
                if let ExprKind::Atom(tag) = source[*tag].kind
                    && let Some(size) = self.record_size(tag)
                {
                    let slots = [self.temporary(), self.temporary(), self.temporary()];
                    self.expr(*record, Dest::Slot(slots[0]))?;
                    let (tag, size) = (self.atom(tag), self.constant(Term::Int(i64::from(size))));
                    self.emit(Instr::Move { dst: slots[1], src: tag });
                    self.emit(Instr::Move { dst: slots[2], src: size });
                    self.at(id);
                    self.erlang_call_of(name, 3, slots[0], dest);
                    return Ok(());
                }
            }
            ("apply", [fun, list]) => {
                if let Some(arguments) = self.fixed_list(*list) {
                    return self.fun_call(id, *fun, &arguments, dest);
                }
            }
            ("apply", [module, function, list]) => {
                if let Some(arguments) = self.fixed_list(*list) {
                    // A real call, even of a function that is otherwise an instruction.
                    if let (ExprKind::Atom(atoms::ERLANG), ExprKind::Atom(name)) =
                        (&source[*module].kind, &source[*function].kind)
                    {
                        let arity = arguments.len() as u32;
                        let import = self.m.import(atoms::ERLANG, *name, arity);
                        let first = self.consecutive_towards(&arguments, dest)?;
                        self.at(id);
                        self.remote(import, first, arity, dest);
                        return Ok(());
                    }
                    return self.remote_call(id, *module, *function, &arguments, dest);
                }
            }
            _ => {}
        }
        self.erlang_call(id, name, arguments, dest)
    }

    fn fixed_list(&self, list: ExprId) -> Option<Vec<ExprId>> {
        match &self.m.source[list].kind {
            ExprKind::List { elements, tail: None } => Some(elements.clone()),
            _ => None,
        }
    }

    /// `F(…)`: the fun is evaluated first and put behind the arguments.
    fn fun_call(&mut self, id: ExprId, callee: ExprId, arguments: &[ExprId], dest: Dest) -> Done {
        let fun = self.value(callee)?;
        let arity = arguments.len() as u32;
        let first = self.consecutive_towards(arguments, dest)?;
        let behind = if arity == 0 { first } else { self.temporary() };
        self.emit(Instr::Move { dst: behind, src: fun });
        self.at(id);
        match dest {
            Dest::Return => self.emit(Instr::TailCallFun { first, arity }),
            Dest::Slot(_) => {
                self.emit(Instr::CallFun { first, arity });
                self.deliver(Arg::read(first), dest);
            }
        }
        Ok(())
    }

    fn remote_call(
        &mut self,
        id: ExprId,
        module: ExprId,
        function: ExprId,
        arguments: &[ExprId],
        dest: Dest,
    ) -> Done {
        let source = self.m.source.clone();
        let arity = arguments.len() as u32;
        match (&source[module].kind, &source[function].kind) {
            (ExprKind::Atom(atoms::ERLANG), ExprKind::Atom(name)) => {
                self.erlang_function(id, *name, arguments, dest)
            }
            (ExprKind::Atom(module), ExprKind::Atom(name)) => {
                let first = self.consecutive_towards(arguments, dest)?;
                self.at(id);
                let import = self.m.import(*module, *name, arity);
                self.remote(import, first, arity, dest);
                Ok(())
            }
            _ => {
                let (m, f) = (self.value(module)?, self.value(function)?);
                let slots: Vec<Slot> = (0..arguments.len() + 2).map(|_| self.temporary()).collect();
                for (e, slot) in arguments.iter().zip(&slots) {
                    self.expr(*e, Dest::Slot(*slot))?;
                }
                self.emit(Instr::Move { dst: slots[arguments.len()], src: m });
                self.emit(Instr::Move { dst: slots[arguments.len() + 1], src: f });
                self.at(id);
                let first = slots[0];
                match dest {
                    Dest::Return => self.emit(Instr::TailApply { first, arity }),
                    Dest::Slot(_) => {
                        self.emit(Instr::Apply { first, arity });
                        self.deliver(Arg::read(first), dest);
                    }
                }
                Ok(())
            }
        }
    }

    // ---- funs ----

    fn fun_local(&mut self, id: ExprId, name: Atom, arity: u32, dest: Dest) -> Done {
        let function = match self.m.locals.get(&(name, arity)) {
            Some(function) => *function,
            None if self.m.imports.contains_key(&(name, arity)) => {
                let fun = erlang_term::Fun::External {
                    module: self.m.imports[&(name, arity)],
                    function: name,
                    arity,
                };
                let constant = self.constant(Term::Fun(fun.into()));
                self.deliver(constant, dest);
                return Ok(());
            }
            // `fun length/1` is `fun(X) -> length(X) end`.
            None => {
                let function = self.m.reserve();
                let fun_name = self.lifting.fun(&self.copy, id);
                let mut inner = self.lifted(fun_name, arity, id);
                inner.body_that_calls_erlang(id, name);
                let code = inner.finish();
                self.m.lift(function, code);
                function
            }
        };
        self.closure(Lambda { function, arity, captured: 0, index: 0 }, &[], dest);
        Ok(())
    }

    /// Makes a closure that captures these variables.
    fn closure(&mut self, lambda: Lambda, captured: &[Slot], dest: Dest) {
        let mark = self.mark();
        let first = self.temporary();
        for (n, slot) in captured.iter().enumerate() {
            let to = if n == 0 { first } else { self.temporary() };
            self.emit(Instr::Move { dst: to, src: Arg::read(*slot) });
        }
        self.lambdas.push(lambda);
        let dst = self.result_slot(dest, first);
        self.emit(Instr::Closure { dst, lambda: self.lambdas.len() as u32 - 1, first });
        self.finish_value(dst, dest);
        self.release(mark);
    }

    fn fun(&mut self, id: ExprId, name: Option<VarName>, clauses: &[Clause], dest: Dest) -> Done {
        let captured: Vec<VarName> = variables::occurring_in_clauses(self.m.source, clauses)
            .into_iter()
            .filter(|v| Some(*v) != name && self.visible_slot(*v).is_some())
            .collect();
        let arity = clauses.first().map_or(0, |c| c.patterns.len()) as u32;
        let function = self.m.reserve();
        let lifted_name = match name {
            Some(name) => self.lifting.named_fun(name, arity),
            None => self.lifting.fun(&self.copy, id),
        };
        let all = arity + captured.len() as u32;
        let mut inner = self.lifted(lifted_name, all, id);
        inner.instrumented = inner.m.is_copied(function);
        inner.itself = name.map(|name| Itself { name, function, arity, captured: captured.clone() });
        inner.clauses_of_fun(&clauses.iter().collect::<Vec<_>>(), &captured)?;
        let code = inner.finish();
        self.m.lift(function, code);
        let slots: Vec<Slot> =
            captured.iter().map(|v| self.bound_slot(*v).expect("captured variables are bound")).collect();
        self.at(id);
        self.closure(Lambda { function, arity, captured: slots.len() as u32, index: 0 }, &slots, dest);
        Ok(())
    }

    /// Inside a named fun: gives its name to itself, where the clause does not use the name otherwise.
    pub fn bind_itself(&mut self, clause: &Clause) {
        let Some(itself) = self.itself.clone() else { return };
        let mut exprs: Vec<ExprId> = clause.guard.concat();
        exprs.extend(&clause.body);
        if self.bound_slot(itself.name).is_some()
            || !variables::occurring(self.m.source, &exprs).contains(&itself.name)
        {
            return;
        }
        let captured: Vec<Slot> = (0..itself.captured.len() as u32).map(|n| Slot(itself.arity + n)).collect();
        let lambda = Lambda {
            function: itself.function,
            arity: itself.arity,
            captured: captured.len() as u32,
            index: 0,
        };
        let slot = self.slot_for(itself.name);
        self.closure(lambda, &captured, Dest::Slot(slot));
        self.bind(itself.name);
    }

    // ---- clauses ----

    /// The clauses of case, if and their like: falls through to what follows if none matches, and is to be closed by
    /// [`Self::end_of_clauses`]. `entered` adds code after a clause was chosen.
    pub fn clauses(
        &mut self,
        choosing: Choosing,
        clauses: &[Clause],
        src: Slot,
        dest: Dest,
        entered: &mut dyn FnMut(&mut Self),
    ) -> Done {
        let done = self.label();
        let before = self.bound_variables();
        let mut after: HashSet<VarName> = before.clone();
        let mut in_all: Option<HashSet<VarName>> = None;
        self.report_slot(Point::Select(choosing), src);
        for (n, clause) in clauses.iter().enumerate() {
            let next = self.label();
            for pattern in &clause.patterns {
                self.pattern(*pattern, src, next)?;
            }
            let number = n as u32 + 1;
            self.guard_of_clause(number, &clause.guard, next)?;
            entered(self);
            self.body(&clause.body, dest)?;
            if dest != Dest::Return {
                self.emit(Instr::Jump { to: done.0 });
            }
            self.place_label(next);
            self.report(Point::Refused { clause: number });
            let bound = self.bound_variables();
            if self.m.options.receives {
                in_all = Some(in_all.map_or_else(|| bound.clone(), |all| &all & &bound));
            }
            after.extend(bound);
            self.set_bound(before.clone());
        }
        if let Some(all) = in_all {
            self.unsafe_after.extend(&after - &all);
        }
        self.set_bound(after);
        self.open_ends.push(done);
        Ok(())
    }

    pub fn end_of_clauses(&mut self) {
        let done = self.open_ends.pop().expect("clauses were opened");
        self.place_label(done);
    }

    fn receive(&mut self, id: ExprId, clauses: &[Clause], after: Option<&After>, dest: Dest) -> Done {
        let timeout = match after {
            Some(after) => self.value(after.timeout)?,
            None => self.atom(atoms::INFINITY),
        };
        self.at(id);
        self.emit(Instr::ReceiveStart { timeout });
        let reported = self.receive_reached(id);
        let (wait, message) = (self.label(), self.temporary());
        let next = self.here();
        self.emit(Instr::ReceivePeek { dst: message, otherwise: wait.0 });
        let before = self.bound_variables();
        self.receive_depth += 1;
        self.clauses(Choosing::Receive(id), clauses, message, dest, &mut |c| {
            c.emit(Instr::ReceiveAccept);
            c.receive_entered(reported);
        })?;
        let mut bound = self.bound_variables();
        self.emit(Instr::ReceiveSkip { to: next.0 });
        self.place_label(wait);
        self.at(id);
        self.emit(Instr::ReceiveWait { to: next.0 });
        if let Some(after) = after {
            self.set_bound(before);
            self.report(Point::TimedOut(id));
            self.receive_timed_out(reported);
            self.body(&after.body, dest)?;
            let also = self.bound_variables();
            if self.m.options.receives && !clauses.is_empty() {
                self.unsafe_after.extend(&bound ^ &also);
            }
            bound.extend(also);
        }
        self.receive_depth -= 1;
        self.end_of_clauses();
        self.set_bound(bound);
        self.receive_ended(reported, dest);
        Ok(())
    }

    // ---- exceptions ----

    fn catch(&mut self, id: ExprId, body: ExprId, dest: Dest) -> Done {
        let caught = self.temporary();
        let _ = (self.temporary(), self.temporary());
        let result = self.temporary();
        let dst = self.result_slot(dest, result);
        let before = self.bound_variables();
        let (start, receives) = (self.here(), self.receives.len());
        self.expr(body, Dest::Slot(dst))?;
        let end = self.here();
        let (handler, done) = (self.label(), self.label());
        self.emit(Instr::Jump { to: done.0 });
        self.place_label(handler);
        self.handler(start, end, handler, Some(caught));
        self.receives_left(receives);
        self.report_slot(Point::Caught(id), Slot(caught.0 + 1));
        self.emit(Instr::CatchValue { dst, first: caught });
        self.place_label(done);
        self.set_bound(before);
        self.finish_value(dst, dest);
        Ok(())
    }

    fn try_expression(
        &mut self,
        id: ExprId,
        body: &[ExprId],
        of: &[Clause],
        catch: &[CatchClause],
        after: &[ExprId],
        dest: Dest,
    ) -> Done {
        let before = self.bound_variables();
        if after.is_empty() {
            self.try_catch(id, body, of, catch, dest)?;
            self.set_bound(before);
            return Ok(());
        }
        // What follows must run whatever happens: once after a value, once after an exception.
        let raised = self.temporary();
        let _ = (self.temporary(), self.temporary());
        let result = self.temporary();
        let (handler, done) = (self.label(), self.label());
        let (start, receives) = (self.here(), self.receives.len());
        self.try_catch(id, body, of, catch, Dest::Slot(result))?;
        let (end, within) = (self.here(), self.receives.len());
        self.set_bound(before.clone());
        for e in after {
            self.for_effect(*e)?;
        }
        self.deliver(Arg::read(result), dest);
        if dest != Dest::Return {
            self.emit(Instr::Jump { to: done.0 });
        }
        self.place_label(handler);
        self.handler(start, end, handler, Some(raised));
        if within > receives {
            self.receives_left(receives);
        }
        self.report_slot(Point::Caught(id), Slot(raised.0 + 1));
        self.set_bound(before.clone());
        for e in after {
            self.for_effect(*e)?;
        }
        self.emit(Instr::Reraise { first: raised });
        self.place_label(done);
        self.set_bound(before);
        Ok(())
    }

    fn try_catch(
        &mut self,
        id: ExprId,
        body: &[ExprId],
        of: &[Clause],
        catch: &[CatchClause],
        dest: Dest,
    ) -> Done {
        let before = self.bound_variables();
        let caught = self.temporary();
        let slots = [caught, self.temporary(), self.temporary()];
        let value = self.temporary();
        let (handler, done) = (self.label(), self.label());
        // Without `of`, the body's value may go straight to its place, but never as a tail call.
        let direct = match dest {
            Dest::Slot(slot) if of.is_empty() => slot,
            _ => value,
        };
        let (start, receives) = (self.here(), self.receives.len());
        self.body(body, Dest::Slot(direct))?;
        let (end, within) = (self.here(), self.receives.len());
        if of.is_empty() {
            self.deliver(Arg::read(direct), dest);
        } else {
            self.clauses(Choosing::Of(id), of, value, dest, &mut |_| {})?;
            self.at(id);
            self.emit(Instr::Fail { kind: Failure::TryClause, value: Arg::read(value) });
            self.end_of_clauses();
        }
        if catch.is_empty() {
            return Ok(());
        }
        if dest != Dest::Return {
            self.emit(Instr::Jump { to: done.0 });
        }
        self.place_label(handler);
        self.handler(start, end, handler, Some(caught));
        if within > receives {
            self.receives_left(receives);
        }
        self.report_slot(Point::Caught(id), slots[1]);
        self.report_slot(Point::Select(Choosing::Catch(id)), slots[1]);
        for (n, clause) in catch.iter().enumerate() {
            self.set_bound(before.clone());
            self.catch_clause(n as u32 + 1, clause, slots, done, dest)?;
        }
        self.emit(Instr::Reraise { first: caught });
        self.place_label(done);
        Ok(())
    }

    fn catch_clause(
        &mut self,
        number: u32,
        clause: &CatchClause,
        slots: [Slot; 3],
        done: Label,
        dest: Dest,
    ) -> Done {
        let next = self.label();
        match clause.class {
            Some(class) => self.pattern(class, slots[0], next)?,
            None => self.match_constant(slots[0], Term::Atom(atoms::THROW), next),
        }
        self.pattern(clause.reason, slots[1], next)?;
        if let Some(trace) = clause.stacktrace {
            self.pattern(trace, slots[2], next)?;
        }
        self.guard_of_clause(number, &clause.guard, next)?;
        self.body(&clause.body, dest)?;
        if dest != Dest::Return {
            self.emit(Instr::Jump { to: done.0 });
        }
        self.place_label(next);
        self.report(Point::Refused { clause: number });
        Ok(())
    }

    fn maybe(&mut self, id: ExprId, body: &[ExprId], else_clauses: &[Clause], dest: Dest) -> Done {
        let source = self.m.source.clone();
        let before = self.bound_variables();
        let (failed, done) = (self.label(), self.label());
        // The value that did not match.
        let unmatched = self.temporary();
        for (n, e) in body.iter().enumerate() {
            let last = n + 1 == body.len();
            let mark = self.mark();
            match &source[*e].kind {
                ExprKind::MaybeMatch { pattern, value } => {
                    self.report(Point::Begin(*e));
                    self.expr(*value, Dest::Slot(unmatched))?;
                    self.at(*e);
                    self.pattern(*pattern, unmatched, failed)?;
                    self.report_slot(Point::Value(*e), unmatched);
                    if last {
                        self.deliver(Arg::read(unmatched), dest);
                    }
                }
                _ if last => self.result(*e, dest)?,
                _ => self.for_effect(*e)?,
            }
            self.release(mark);
        }
        if dest != Dest::Return {
            self.emit(Instr::Jump { to: done.0 });
        }
        self.place_label(failed);
        self.set_bound(before.clone());
        if else_clauses.is_empty() {
            self.deliver(Arg::read(unmatched), dest);
        } else {
            self.clauses(Choosing::Else(id), else_clauses, unmatched, dest, &mut |_| {})?;
            self.at(id);
            self.emit(Instr::Fail { kind: Failure::ElseClause, value: Arg::read(unmatched) });
            self.end_of_clauses();
        }
        self.place_label(done);
        self.set_bound(before);
        Ok(())
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
