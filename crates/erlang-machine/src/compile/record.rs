//! Records: tuples with names for their elements.

use erlang_syntax::ast::{ExprId, ExprKind, RecordDefinition, RecordField};
use erlang_term::{Atom, Term, atoms};

use super::function::{Dest, Done, FunctionCompiler, Label};
use crate::code::{Arg, Failure, Instr, Slot};

impl FunctionCompiler<'_, '_> {
    fn definition(&self, name: Atom) -> Result<&RecordDefinition, String> {
        self.m.records.get(&name).copied().ok_or_else(|| format!("record {} undefined", name.name()))
    }

    /// The position of a field in the tuple, from 0; the record's name is at 0.
    fn field_index(&self, name: Atom, field: Atom) -> Result<u32, String> {
        let fields = &self.definition(name)?.fields;
        let index = fields.iter().position(|f| f.name == field);
        index
            .map(|n| n as u32 + 1)
            .ok_or_else(|| format!("field {} undefined in record {}", field.name(), name.name()))
    }

    /// `#name.field`: the position as Erlang counts.
    pub fn record_index(&self, name: Atom, field: Atom) -> Result<Term, String> {
        Ok(Term::Int(i64::from(self.field_index(name, field)?) + 1))
    }

    /// `record_info(fields, name)`, `record_info(size, name)`
    pub fn record_info(&self, what: Atom, name: Atom) -> Result<Term, String> {
        let fields = &self.definition(name)?.fields;
        Ok(if what.name() == "size" {
            Term::Int(fields.len() as i64 + 1)
        } else {
            Term::list(fields.iter().map(|f| Term::Atom(f.name)).collect::<Vec<_>>())
        })
    }

    pub fn record_size(&self, name: Atom) -> Option<u32> {
        self.definition(name).ok().map(|d| d.fields.len() as u32 + 1)
    }

    /// `#name{field = Value, …}`
    pub fn record(&mut self, id: ExprId, name: Atom, fields: &[RecordField], dest: Dest) -> Done {
        let mark = self.mark();
        let definition: Vec<(Atom, Option<ExprId>)> =
            self.definition(name)?.fields.iter().map(|f| (f.name, f.default)).collect();
        let first = self.temporary();
        let slots: Vec<Slot> = definition.iter().map(|_| self.temporary()).collect();
        let others = fields.iter().find(|f| f.name.is_none()).map(|f| f.value);
        // Fields are evaluated in the order of the definition, however they are written.
        for (n, (slot, (field_name, default))) in slots.iter().zip(definition).enumerate() {
            let written = fields.iter().find(|f| f.name == Some(field_name)).map(|f| f.value);
            match (written, others.or(default)) {
                (Some(value), _) => self.expr(value, Dest::Slot(*slot))?,
                (None, Some(value)) => self.unwritten(value, others.is_none(), (id, n), Dest::Slot(*slot))?,
                (None, None) => {
                    let undefined = self.atom(atoms::UNDEFINED);
                    self.emit(Instr::Move { dst: *slot, src: undefined });
                }
            }
        }
        for field in fields.iter().filter_map(|f| f.name) {
            self.field_index(name, field)?;
        }
        let tag = self.atom(name);
        self.emit(Instr::Move { dst: first, src: tag });
        self.at(id);
        let dst = self.result_slot(dest, first);
        self.emit(Instr::Tuple { dst, first, count: slots.len() as u32 + 1 });
        self.finish_value(dst, dest);
        self.release(mark);
        Ok(())
    }

    /// `R#name{field = Value, …}`
    pub fn record_update(
        &mut self,
        id: ExprId,
        record: ExprId,
        name: Atom,
        fields: &[RecordField],
        dest: Dest,
    ) -> Done {
        let mark = self.mark();
        let count = self.definition(name)?.fields.len() as u32 + 1;
        let first = self.temporary();
        let slots: Vec<Slot> = (1..count).map(|_| self.temporary()).collect();
        // The line of each field that is written.
        let mut written = vec![None; count as usize];
        for field in fields {
            let Some(field_name) = field.name else { return Err("illegal record update".into()) };
            let index = self.field_index(name, field_name)? as usize;
            self.expr(field.value, Dest::Slot(slots[index - 1]))?;
            written[index] = Some(field.span.start.line);
        }
        // The record comes last, as OTP has it.
        let src = self.slot_of_value(record)?;
        // OTP updates a few fields one by one, and names the line of the first; most fields at
        // once, and names the record's.
        let few = fields.len() * 2 < count as usize;
        let first_field = written.iter().flatten().next().filter(|_| few);
        self.at_line(id, first_field.copied().unwrap_or(self.m.source[record].anchor.line));
        let bad = self.label();
        self.check_record(src, name, count, bad);
        for index in (1..count).filter(|n| written[*n as usize].is_none()) {
            self.emit(Instr::Element { dst: slots[index as usize - 1], src, index });
        }
        let tag = self.atom(name);
        self.emit(Instr::Move { dst: first, src: tag });
        let dst = self.result_slot(dest, first);
        self.emit(Instr::Tuple { dst, first, count });
        self.finish_value(dst, dest);
        self.otherwise_badrecord(bad, src, dest);
        self.release(mark);
        Ok(())
    }

    /// `R#name.field`
    pub fn record_access(&mut self, id: ExprId, record: ExprId, name: Atom, field: Atom, dest: Dest) -> Done {
        let mark = self.mark();
        let index = self.field_index(name, field)?;
        let count = self.definition(name)?.fields.len() as u32 + 1;
        let src = self.slot_of_value(record)?;
        self.at_line(id, self.m.source.first_anchor(record).line);
        let bad = self.label();
        self.check_record(src, name, count, bad);
        let dst = self.fresh_result_slot(dest);
        self.emit(Instr::Element { dst, src, index });
        self.finish_value(dst, dest);
        self.otherwise_badrecord(bad, src, dest);
        self.release(mark);
        Ok(())
    }

    /// What has its value goes on behind this; what was not such a record ends here.
    fn otherwise_badrecord(&mut self, bad: Label, src: Slot, dest: Dest) {
        let done = self.label();
        if dest != Dest::Return {
            self.emit(Instr::Jump { to: done.0 });
        }
        self.place_label(bad);
        self.emit(Instr::Fail { kind: Failure::Badrecord, value: Arg::read(src) });
        self.place_label(done);
    }

    fn check_record(&mut self, src: Slot, name: Atom, count: u32, otherwise: Label) {
        self.emit(Instr::MatchTuple { src, arity: count, otherwise: otherwise.0 });
        let tag = self.temporary();
        self.emit(Instr::Element { dst: tag, src, index: 0 });
        self.match_constant(tag, Term::Atom(name), otherwise);
    }

    pub fn record_pattern(
        &mut self,
        name: Atom,
        fields: &[RecordField],
        src: Slot,
        otherwise: Label,
    ) -> Done {
        let names: Vec<Atom> = self.definition(name)?.fields.iter().map(|f| f.name).collect();
        let mark = self.mark();
        self.check_record(src, name, names.len() as u32 + 1, otherwise);
        self.release(mark);
        let others = fields.iter().find(|f| f.name.is_none()).map(|f| f.value);
        for (n, field_name) in names.iter().enumerate() {
            let written = fields.iter().find(|f| f.name == Some(*field_name)).map(|f| f.value);
            if let Some(pattern) = written.or(others) {
                self.element_pattern(pattern, src, n as u32 + 1, otherwise)?;
            }
        }
        Ok(())
    }

    /// The value of an expression in a slot of its own or that of its variable.
    pub fn slot_of_value(&mut self, id: ExprId) -> Result<Slot, String> {
        if let ExprKind::Variable(name) = &self.m.source[id].kind
            && let Some(slot) = self.bound_slot(*name)
        {
            return Ok(slot);
        }
        let slot = self.temporary();
        self.expr(id, Dest::Slot(slot))?;
        Ok(slot)
    }
}
