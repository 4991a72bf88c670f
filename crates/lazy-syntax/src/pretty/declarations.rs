//! Rules, bindings and declarations, each on one line.

use super::{infix, prefix};
use crate::ast::{
    Binding, BindingKind, Bindings, ConId, DataId, FunctionId, Guarded, Name, Program, Rhs, Rule, Signature,
};

impl Program {
    pub fn show_function(&self, function: FunctionId) -> Vec<String> {
        let name = self[function].name;
        let signature = self[function].signature.as_ref();
        let signature = signature
            .map(|signature| format!("{} :: {}", prefix(self.text(name)), self.show_signature(signature)));
        signature
            .into_iter()
            .chain(self[function].rules().iter().map(|rule| self.show_rule(name, rule)))
            .collect()
    }

    pub fn show_rule(&self, name: Name, rule: &Rule) -> String {
        let parts = std::iter::once(prefix(self.text(name)));
        let parts: Vec<String> =
            parts.chain(rule.patterns.iter().map(|pattern| self.show_argument(*pattern))).collect();
        format!("{}{}", parts.join(" "), self.show_rhs(&rule.rhs, "="))
    }

    /// From `=` or `|` on.
    pub(super) fn show_rhs(&self, rhs: &Rhs, sign: &str) -> String {
        let mut text = String::new();
        for Guarded { qualifiers, body, .. } in &rhs.alternatives {
            if !qualifiers.is_empty() {
                text.push_str(&format!(" | {}", self.show_qualifiers(qualifiers)));
            }
            text.push_str(&format!(" {sign} {}", self.show_expr(*body)));
        }
        if !rhs.wheres.all.is_empty() {
            text.push_str(&format!(" where {{ {} }}", self.show_bindings(&rhs.wheres)));
        }
        text
    }

    pub(super) fn show_bindings(&self, bindings: &Bindings) -> String {
        let shown: Vec<String> = bindings.all.iter().map(|binding| self.show_binding(binding)).collect();
        shown.join("; ")
    }

    fn show_binding(&self, binding: &Binding) -> String {
        match &binding.kind {
            BindingKind::Function(function) => self.show_function(*function).join("; "),
            BindingKind::Value { variable, signature, rhs } => {
                let name = prefix(self.text(self[*variable].name));
                let signature = signature
                    .as_ref()
                    .map(|signature| format!("{name} :: {}; ", self.show_signature(signature)));
                format!("{}{name}{}", signature.unwrap_or_default(), self.show_rhs(rhs, "="))
            }
            BindingKind::Pattern { pattern, rhs } => {
                format!("{}{}", self.show_pattern(*pattern), self.show_rhs(rhs, "="))
            }
            BindingKind::Free(variables) => {
                let names: Vec<&str> =
                    variables.iter().map(|variable| self.text(self[*variable].name)).collect();
                format!("{} free", names.join(", "))
            }
        }
    }

    pub fn show_signature(&self, signature: &Signature) -> String {
        let context: Vec<String> = signature
            .context
            .iter()
            .map(|constraint| {
                let types = constraint.others.iter().chain([&constraint.ty]);
                let types: Vec<String> = types.map(|ty| self.show_type_in(*ty, 2)).collect();
                format!("{} {}", self.text(constraint.class), types.join(" "))
            })
            .collect();
        let ty = self.show_type(signature.ty);
        match &context[..] {
            [] => ty,
            [one] => format!("{one} => {ty}"),
            all => format!("({}) => {ty}", all.join(", ")),
        }
    }

    pub fn show_data(&self, data: DataId) -> String {
        let keyword = if self[data].newtype { "newtype" } else { "data" };
        let head =
            std::iter::once(&self[data].name).chain(&self[data].parameters).map(|name| self.text(*name));
        let constructors: Vec<String> =
            self[data].constructors.iter().map(|con| self.show_constructor(*con)).collect();
        let head: Vec<&str> = head.collect();
        let sign = if constructors.is_empty() { "" } else { " = " };
        format!("{keyword} {}{sign}{}", head.join(" "), constructors.join(" | "))
    }

    fn show_constructor(&self, con: ConId) -> String {
        let constructor = &self[con];
        let name = self.text(constructor.name);
        let mark = |strict: bool| if strict { "!" } else { "" };
        if constructor.record {
            let fields: Vec<String> = constructor
                .fields
                .iter()
                .map(|field| {
                    let name = field.name.map_or("_", |name| self.text(name));
                    let place = if field.strict { 2 } else { 0 };
                    format!(
                        "{} :: {}{}",
                        prefix(name),
                        mark(field.strict),
                        self.show_type_in(field.ty, place)
                    )
                })
                .collect();
            return format!("{} {{ {} }}", prefix(name), fields.join(", "));
        }
        let fields: Vec<String> = constructor
            .fields
            .iter()
            .map(|field| format!("{}{}", mark(field.strict), self.show_type_in(field.ty, 2)))
            .collect();
        match (&fields[..], constructor.infix) {
            ([left, right], Some(_)) => format!("{left} {} {right}", infix(name)),
            _ => [&[prefix(name)], &fields[..]].concat().join(" "),
        }
    }
}
