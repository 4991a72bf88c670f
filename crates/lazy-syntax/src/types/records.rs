//! Records by field names: construction and update.

use super::Checker;
use super::report::Why;
use super::term::Ty;
use crate::ast::{ConRef, ExprId, FieldValue};

impl Checker<'_> {
    pub(super) fn construct(&mut self, con: &ConRef, fields: &[FieldValue]) -> Ty {
        let Some(con) = con.con else { return self.fresh() };
        let (whole, types) = self.constructor_types(con);
        for field in fields {
            let place = self.program[con].fields.iter().position(|known| known.name == Some(field.field));
            let found = self.expr(field.value);
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
            let value = self.expr(field.value);
            let span = self.program[field.value].span;
            let con =
                self.program[data].constructors.iter().copied().find(|con| {
                    self.program[*con].fields.iter().any(|known| known.name == Some(field.field))
                });
            if let Some(con) = con {
                let types = self.field_tys(con, &parameters, &new);
                let place = self.program[con].fields.iter().position(|known| known.name == Some(field.field));
                self.must_be(span, value, types[place.unwrap_or(0)], Why::Field);
            }
        }
        self.data(data, new)
    }
}
