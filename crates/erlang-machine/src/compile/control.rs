//! Clauses and what chooses among them, receives, exceptions.

use std::collections::HashSet;

use erlang_syntax::ast::{After, CatchClause, Clause, ExprId, ExprKind, VarName};
use erlang_term::{Term, atoms};

use super::function::{Dest, Done, FunctionCompiler, Label};
use crate::code::{Arg, Choosing, Failure, Instr, Point, Slot};

impl FunctionCompiler<'_, '_> {
    /// The clauses of case, if and their like: falls through to what follows if none matches, and
    /// is to be closed by [`Self::end_of_clauses`]. `entered` adds code after a clause was chosen.
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
            let mut bound = self.take_bound();
            if let Some(all) = in_all {
                bound.retain(|name| all.contains(name));
            }
            in_all = Some(bound);
            self.set_bound(before.clone());
        }
        self.set_bound(in_all.unwrap_or(before));
        self.open_ends.push(done);
        Ok(())
    }

    pub fn end_of_clauses(&mut self) {
        let done = self.open_ends.pop().expect("clauses were opened");
        self.place_label(done);
    }

    pub(super) fn receive(
        &mut self,
        id: ExprId,
        clauses: &[Clause],
        after: Option<&After>,
        dest: Dest,
    ) -> Done {
        let timeout = match after {
            Some(after) => self.value(after.timeout)?,
            None => self.atom(atoms::INFINITY),
        };
        self.at(id);
        self.emit(Instr::ReceiveStart { timeout });
        for name in self.compared_in_all(clauses) {
            if let Some(src) = self.bound_slot(name) {
                self.emit(Instr::ReceiveMark { src });
            }
        }
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
            let also = self.take_bound();
            match clauses.is_empty() {
                true => bound = also,
                false => bound.retain(|name| also.contains(name)),
            }
        }
        self.receive_depth -= 1;
        self.end_of_clauses();
        self.set_bound(bound);
        self.receive_ended(reported, dest);
        Ok(())
    }

    /// The variables with which every clause compares a part of the message.
    fn compared_in_all(&self, clauses: &[Clause]) -> Vec<VarName> {
        let compared = |clause: &Clause| {
            let mut names = Vec::new();
            let mut work = clause.patterns.clone();
            while let Some(id) = work.pop() {
                match &self.m.source[id].kind {
                    ExprKind::Variable(name) if self.bound_slot(*name).is_some() => names.push(*name),
                    ExprKind::Tuple(elements) => work.extend(elements),
                    ExprKind::List { elements, tail } => {
                        work.extend(elements);
                        work.extend(tail);
                    }
                    ExprKind::Match { pattern, value } => work.extend([pattern, value]),
                    _ => {}
                }
            }
            names
        };
        let Some((first, others)) = clauses.split_first() else { return Vec::new() };
        let mut names = compared(first);
        names.sort_unstable_by_key(|name| name.index());
        names.dedup();
        for clause in others {
            let also = compared(clause);
            names.retain(|name| also.contains(name));
        }
        names
    }

    // ---- exceptions ----

    pub(super) fn catch(&mut self, id: ExprId, body: ExprId, dest: Dest) -> Done {
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

    pub(super) fn try_expression(
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

    pub(super) fn maybe(&mut self, id: ExprId, body: &[ExprId], else_clauses: &[Clause], dest: Dest) -> Done {
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
