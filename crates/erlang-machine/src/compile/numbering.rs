//! The numbers in the names of what is lifted out of a function (`-f/1-fun-0-`), as OTP's compiler
//! gives them.
//!
//! OTP counts funs and generators while it translates a function (`v3_core`), and it translates
//! operands from the last to the first. A fun is counted after what is inside it, a generator
//! before.

use std::collections::HashMap;

use erlang_syntax::ast::{
    BinaryOp, Clause, ExprId, ExprKind, MapField, Module, Qualifier, RecordDefinition, RecordField,
};
use erlang_term::Atom;

/// Which copy of an expression is meant: the value that a record's definition gives to a field is
/// copied to wherever such a record is made, and `_ = Value` to each field not named. Each step
/// names the record expression and the field, from 0.
pub type Copy = Vec<(ExprId, usize)>;

/// The numbers of one function's funs and generators.
#[derive(Default)]
pub struct Numbers {
    of: HashMap<(Copy, ExprId), u32>,
}

impl Numbers {
    pub fn new<'a>(
        module: &'a Module,
        records: &'a HashMap<Atom, &'a RecordDefinition>,
        clauses: &[Clause],
    ) -> Numbers {
        let mut count = Count { module, records, copy: Copy::new(), next: 0, of: HashMap::new() };
        count.clauses(clauses);
        Numbers { of: count.of }
    }

    /// The number of a fun, or of the first generator of a comprehension; the others follow it.
    pub fn of(&self, copy: &Copy, id: ExprId) -> u32 {
        let number = self.of.get(&(copy.clone(), id)).copied();
        debug_assert!(number.is_some(), "every fun and comprehension was counted");
        number.unwrap_or_default()
    }
}

struct Count<'a> {
    module: &'a Module,
    records: &'a HashMap<Atom, &'a RecordDefinition>,
    copy: Copy,
    next: u32,
    of: HashMap<(Copy, ExprId), u32>,
}

impl Count<'_> {
    fn number(&mut self, id: ExprId, how_many: usize) {
        self.of.insert((self.copy.clone(), id), self.next);
        self.next += how_many as u32;
    }

    fn expr(&mut self, id: ExprId) {
        recursion::deep(|| self.expr_on_stack(id))
    }

    fn in_order(&mut self, ids: &[ExprId]) {
        ids.iter().for_each(|id| self.expr(*id));
    }

    fn last_first(&mut self, ids: &[ExprId]) {
        ids.iter().rev().for_each(|id| self.expr(*id));
    }

    fn expr_on_stack(&mut self, id: ExprId) {
        let module = self.module;
        match &module[id].kind {
            ExprKind::Tuple(elements) => self.last_first(elements),
            ExprKind::List { elements, tail } => {
                tail.iter().for_each(|tail| self.expr(*tail));
                self.last_first(elements);
            }
            ExprKind::Map(fields) => self.map_fields(fields),
            ExprKind::MapUpdate { map, fields } => {
                self.expr(*map);
                self.map_fields(fields);
            }
            ExprKind::Record { name, fields } => self.record(id, *name, fields),
            ExprKind::RecordUpdate { record, fields, .. } => {
                fields.iter().for_each(|field| self.expr(field.value));
                self.expr(*record);
            }
            ExprKind::RecordAccess { record, .. } => self.expr(*record),
            ExprKind::Bitstring(segments) => {
                for segment in segments.iter().rev() {
                    self.expr(segment.value);
                    segment.size.iter().for_each(|size| self.expr(*size));
                }
            }
            // Patterns hold no funs.
            ExprKind::Match { value, .. } | ExprKind::MaybeMatch { value, .. } => self.expr(*value),
            ExprKind::Unary { operand, .. } => self.expr(*operand),
            ExprKind::Binary { op, left, right } => self.binary(*op, *left, *right),
            ExprKind::Call { callee, arguments } => {
                self.expr(*callee);
                self.last_first(arguments);
            }
            ExprKind::RemoteCall { module, function, arguments } => {
                self.last_first(arguments);
                self.last_first(&[*module, *function]);
            }
            ExprKind::FunLocal { .. } => self.number(id, 1),
            ExprKind::FunRemote { module, function, arity } => self.last_first(&[*module, *function, *arity]),
            ExprKind::Fun { clauses, .. } => {
                self.clauses(clauses);
                self.number(id, 1);
            }
            ExprKind::Case { argument, clauses } => {
                self.expr(*argument);
                self.clauses(clauses);
            }
            ExprKind::If { clauses } => self.clauses(clauses),
            ExprKind::Receive { clauses, after } => {
                if let Some(after) = after {
                    self.expr(after.timeout);
                    self.in_order(&after.body);
                }
                self.clauses(clauses);
            }
            ExprKind::Try { body, of, catch, after } => {
                self.in_order(body);
                self.clauses(of);
                catch.iter().for_each(|clause| self.in_order(&clause.body));
                self.in_order(after);
            }
            ExprKind::Catch(body) => self.expr(*body),
            ExprKind::Begin(body) => self.in_order(body),
            ExprKind::Maybe { body, else_clauses } => {
                self.in_order(body);
                self.clauses(else_clauses);
            }
            ExprKind::ListComprehension { template, qualifiers }
            | ExprKind::BinaryComprehension { template, qualifiers } => {
                self.comprehension(id, &[*template], qualifiers)
            }
            ExprKind::MapComprehension { key, value, qualifiers } => {
                self.comprehension(id, &[*key, *value], qualifiers)
            }
            ExprKind::Variable(_)
            | ExprKind::Integer(_)
            | ExprKind::Char(_)
            | ExprKind::Float(_)
            | ExprKind::Atom(_)
            | ExprKind::String(_)
            | ExprKind::Wildcard
            | ExprKind::RecordIndex { .. }
            | ExprKind::Error => {}
        }
    }

    fn clauses(&mut self, clauses: &[Clause]) {
        clauses.iter().for_each(|clause| self.in_order(&clause.body));
    }

    fn map_fields(&mut self, fields: &[MapField]) {
        fields.iter().for_each(|field| self.in_order(&[field.key, field.value]));
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) {
        match op {
            // These are `case` to OTP.
            BinaryOp::AndAlso | BinaryOp::OrElse => self.in_order(&[left, right]),
            _ => self.last_first(&[left, right]),
        }
    }

    /// A tuple of all fields, those that are not written as the definition has them.
    fn record(&mut self, id: ExprId, name: Atom, fields: &[RecordField]) {
        let Some(definition) = self.records.get(&name).copied() else { return };
        let others = fields.iter().find(|field| field.name.is_none()).map(|field| field.value);
        for (n, defined) in definition.fields.iter().enumerate().rev() {
            match fields.iter().find(|field| field.name == Some(defined.name)) {
                Some(field) => self.expr(field.value),
                None => {
                    self.copy.push((id, n));
                    others.or(defined.default).iter().for_each(|value| self.expr(*value));
                    self.copy.pop();
                }
            }
        }
    }

    fn comprehension(&mut self, id: ExprId, template: &[ExprId], qualifiers: &[Qualifier]) {
        let mut generators = 0;
        for qualifier in qualifiers {
            if let Qualifier::Filter(test) = qualifier {
                self.expr(*test);
                continue;
            }
            generators += 1;
            let (mut patterns, mut sources) = (Vec::new(), Vec::new());
            super::variables::parts_of_generator(qualifier, &mut patterns, &mut sources);
            self.in_order(&sources);
        }
        self.number(id, generators);
        self.in_order(template);
    }
}
