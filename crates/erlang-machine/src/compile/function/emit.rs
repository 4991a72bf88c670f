//! Constants, labels and instructions, and the finished code.

use erlang_syntax::ast::ExprId;
use erlang_term::{Atom, Term};

use super::{Dest, Done, FunctionCompiler, Label, TEMPORARIES};
use crate::code::{Arg, ArgKind, CodePlace, FieldValue, Function, Handler, Instr, Ops, Pc, Slot};
use crate::compile::liveness;

impl<'a> FunctionCompiler<'_, 'a> {
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
        let place = CodePlace { file: expr.span.file, line: expr.anchor.line, expr: Some(id) };
        self.set_place(place);
    }

    /// What follows stands for this expression, but OTP names another line.
    pub fn at_line(&mut self, id: ExprId, line: u32) {
        let place = CodePlace { file: self.m.source[id].span.file, line, expr: Some(id) };
        self.set_place(place);
    }

    pub(super) fn set_place(&mut self, place: CodePlace) {
        self.place = match self.copied_to {
            Some(CodePlace { file, line, .. }) => CodePlace { file, line, ..place },
            None => place,
        };
    }

    /// Compiles a value that a record expression does not write for this field. One from the
    /// record's definition is compiled as if it stood where the record expression does.
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

    /// Registers a handler for the code between two labels. Inner ones are registered before outer
    /// ones.
    pub fn handler(&mut self, start: Label, end: Label, target: Label, slot: Option<Slot>) {
        self.handlers.push(Handler { start: start.0, end: end.0, target: target.0, slot });
    }

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
            on_load: None,
            ops: Ops::default(),
        };
        // What an instrumented copy reports must still be there.
        if !self.m.options.bindings && !self.instrumented {
            liveness::mark_last_uses(&mut function);
        }
        function
    }
}
