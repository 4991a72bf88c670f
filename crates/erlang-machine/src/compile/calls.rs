//! Calls, and the functions that are values.

use erlang_syntax::ast::{Clause, ExprId, ExprKind, VarName};
use erlang_term::{Atom, Term, atoms};

use super::function::{Dest, Done, FunctionCompiler, Itself};
use super::variables;
use crate::code::{Arg, ImportId, Instr, Lambda, Slot};
use crate::native::is_written_in_erlang;
use crate::program::Mfa;

impl FunctionCompiler<'_, '_> {
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
        // Natives that end in a call need the frame of a remote call; so do those that are real
        // calls in OTP.
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

    /// A call in the last place, with the arguments put right where the callee wants them: what is
    /// there already stays.
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

    pub(super) fn call(&mut self, id: ExprId, callee: ExprId, arguments: &[ExprId], dest: Dest) -> Done {
        let source = self.m.source.clone();
        let arity = arguments.len() as u32;
        let ExprKind::Atom(name) = source[callee].kind else {
            return self.fun_call(id, callee, arguments, dest);
        };
        if let Some(import) = self.m.left_to_the_machine(name, arity) {
            let first = self.consecutive_towards(arguments, dest)?;
            self.at(id);
            self.remote(import, first, arity, dest);
            return Ok(());
        }
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
    pub(super) fn erlang_function(
        &mut self,
        id: ExprId,
        name: Atom,
        arguments: &[ExprId],
        dest: Dest,
    ) -> Done {
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

    pub(super) fn remote_call(
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

    pub(super) fn fun_local(&mut self, id: ExprId, name: Atom, arity: u32, dest: Dest) -> Done {
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
    pub(super) fn closure(&mut self, lambda: Lambda, captured: &[Slot], dest: Dest) {
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

    pub(super) fn fun(&mut self, id: ExprId, name: Option<VarName>, clauses: &[Clause], dest: Dest) -> Done {
        let captured: Vec<VarName> = variables::occurring_in_clauses(self.m.source, clauses)
            .into_iter()
            .filter(|v| Some(*v) != name && self.bound_slot(*v).is_some())
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

    /// Inside a named fun: gives its name to itself, where the clause does not use the name
    /// otherwise.
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
}
