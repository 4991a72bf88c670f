//! Records by field names: construction and update.

use super::Checker;
use super::higher::ConstructorUse;
use super::report::Why;
use super::term::Ty;
use crate::ast::{ConRef, ExprId, FieldValue};

impl Checker<'_> {
    pub(super) fn construct(&mut self, expr: ExprId, con: &ConRef, fields: &[FieldValue]) -> Ty {
        let Some(con) = con.con else { return self.fresh() };
        let ConstructorUse { whole, fields: types, carried } = self.constructor_use(con);
        if !carried.is_empty() {
            self.uses.push((expr, carried));
        }
        for field in fields {
            let place = self.program[con].fields.iter().position(|known| known.name == Some(field.field));
            let found = match place {
                Some(place) => self.expr_as(field.value, types[place]),
                None => self.expr(field.value),
            };
            if let Some(place) = place {
                let span = self.program[field.value].span;
                self.must_be(span, found, types[place], Why::Field);
            }
        }
        whole
    }

    /// Fields that are updated may change the type's parameters, if no other field speaks of them.
    pub(super) fn update(&mut self, record: ExprId, fields: &[FieldValue]) -> Ty {
        let found = self.expr(record);
        let span = self.program[record].span;
        let names: Vec<_> = fields.iter().map(|field| field.field).collect();
        let has_all = |con: &&crate::ast::ConId| {
            let known = &self.program[**con].fields;
            names.iter().all(|name| known.iter().any(|field| field.name == Some(*name)))
        };
        let owner = self
            .program
            .constructors
            .iter()
            .find(|con| con.fields.iter().any(|field| field.name == names.first().copied()));
        let visible = names.first().and_then(|name| self.program.visible.fields.get(name).copied());
        let Some(data) = visible.or_else(|| owner.map(|con| con.data)) else { return self.fresh() };
        let constructors: Vec<_> = self.program[data].constructors.iter().filter(has_all).copied().collect();
        let parameters = self.program[data].parameters.clone();
        let old: Vec<Ty> = parameters.iter().map(|_| self.fresh()).collect();
        let new: Vec<Ty> = parameters.iter().map(|_| self.fresh()).collect();
        let before = self.data(data, old.clone());
        self.must_be(span, found, before, Why::Field);
        for con in constructors {
            let kept = self.field_tys(con, &parameters, &old);
            let changed = self.field_tys(con, &parameters, &new);
            for place in 0..kept.len() {
                let name = self.program[con].fields[place].name;
                if name.is_none_or(|name| !names.contains(&name)) {
                    let span = self.program[record].span;
                    self.must_be(span, changed[place], kept[place], Why::Field);
                }
            }
        }
        for field in fields {
            let con =
                self.program[data].constructors.iter().copied().find(|con| {
                    self.program[*con].fields.iter().any(|known| known.name == Some(field.field))
                });
            let Some(con) = con else {
                self.expr(field.value);
                continue;
            };
            let types = self.field_tys(con, &parameters, &new);
            let place = self.program[con].fields.iter().position(|known| known.name == Some(field.field));
            let wanted = types[place.unwrap_or(0)];
            let value = self.expr_as(field.value, wanted);
            let span = self.program[field.value].span;
            self.must_be(span, value, wanted, Why::Field);
        }
        self.data(data, new)
    }
}
