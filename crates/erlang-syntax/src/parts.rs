//! The expressions directly inside an expression: for those who look for something in a tree, or
//! make a copy that differs somewhere.

use crate::ast::{Clause, ExprId, ExprKind, Module, Qualifier};

impl Module {
    /// The expressions and patterns directly inside an expression, in the order of the text.
    pub fn parts(&self, id: ExprId) -> Vec<ExprId> {
        let mut parts = Vec::new();
        each_part(&mut self[id].kind.clone(), &mut |part| parts.push(*part));
        parts
    }

    /// Everything inside an expression, itself first.
    pub fn subexpressions(&self, id: ExprId) -> Vec<ExprId> {
        let mut found = Vec::new();
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            found.push(id);
            pending.extend(self.parts(id).into_iter().rev());
        }
        found
    }

    /// Adds a copy of an expression in which `replace` says what stands in the place of a part, if
    /// not the part's own copy.
    pub fn copy_with(
        &mut self,
        id: ExprId,
        replace: &mut dyn FnMut(&mut Module, ExprId) -> Option<ExprId>,
    ) -> ExprId {
        recursion::deep(|| {
            if let Some(other) = replace(self, id) {
                return other;
            }
            let mut copy = self[id].clone();
            each_part(&mut copy.kind, &mut |part| *part = self.copy_with(*part, replace));
            self.exprs.push(copy);
            ExprId(self.exprs.len() as u32 - 1)
        })
    }
}

/// Shows each part to `visit`, which may change it.
pub fn each_part(kind: &mut ExprKind, visit: &mut dyn FnMut(&mut ExprId)) {
    match kind {
        ExprKind::Integer(_)
        | ExprKind::Char(_)
        | ExprKind::Float(_)
        | ExprKind::Atom(_)
        | ExprKind::String(_)
        | ExprKind::Variable(_)
        | ExprKind::Wildcard
        | ExprKind::RecordIndex { .. }
        | ExprKind::FunLocal { .. }
        | ExprKind::Error => {}
        ExprKind::Tuple(elements) => elements.iter_mut().for_each(visit),
        ExprKind::List { elements, tail } => elements.iter_mut().chain(tail).for_each(visit),
        ExprKind::Map(fields) => {
            fields.iter_mut().flat_map(|field| [&mut field.key, &mut field.value]).for_each(visit);
        }
        ExprKind::MapUpdate { map, fields } => {
            visit(map);
            fields.iter_mut().flat_map(|field| [&mut field.key, &mut field.value]).for_each(visit);
        }
        ExprKind::Record { fields, .. } => fields.iter_mut().map(|field| &mut field.value).for_each(visit),
        ExprKind::RecordUpdate { record, fields, .. } => {
            visit(record);
            fields.iter_mut().map(|field| &mut field.value).for_each(visit);
        }
        ExprKind::RecordAccess { record, .. } => visit(record),
        ExprKind::Bitstring(segments) => {
            segments
                .iter_mut()
                .flat_map(|segment| std::iter::once(&mut segment.value).chain(&mut segment.size))
                .for_each(visit);
        }
        ExprKind::Match { pattern, value } | ExprKind::MaybeMatch { pattern, value } => {
            visit(pattern);
            visit(value);
        }
        ExprKind::Unary { operand, .. } => visit(operand),
        ExprKind::Binary { left, right, .. } => {
            visit(left);
            visit(right);
        }
        ExprKind::Call { callee, arguments } => {
            visit(callee);
            arguments.iter_mut().for_each(visit);
        }
        ExprKind::RemoteCall { module, function, arguments } => {
            visit(module);
            visit(function);
            arguments.iter_mut().for_each(visit);
        }
        ExprKind::FunRemote { module, function, arity } => {
            [module, function, arity].into_iter().for_each(visit);
        }
        ExprKind::Fun { clauses, .. } | ExprKind::If { clauses } => each_in_clauses(clauses, visit),
        ExprKind::Case { argument, clauses } => {
            visit(argument);
            each_in_clauses(clauses, visit);
        }
        ExprKind::Receive { clauses, after } => {
            each_in_clauses(clauses, visit);
            if let Some(after) = after {
                visit(&mut after.timeout);
                after.body.iter_mut().for_each(visit);
            }
        }
        ExprKind::Try { body, of, catch, after } => {
            body.iter_mut().for_each(&mut *visit);
            each_in_clauses(of, visit);
            for clause in catch {
                clause.class.iter_mut().for_each(&mut *visit);
                visit(&mut clause.reason);
                clause.stacktrace.iter_mut().for_each(&mut *visit);
                clause.guard.iter_mut().flatten().for_each(&mut *visit);
                clause.body.iter_mut().for_each(&mut *visit);
            }
            after.iter_mut().for_each(visit);
        }
        ExprKind::Catch(inner) => visit(inner),
        ExprKind::Begin(body) => body.iter_mut().for_each(visit),
        ExprKind::Maybe { body, else_clauses } => {
            body.iter_mut().for_each(&mut *visit);
            each_in_clauses(else_clauses, visit);
        }
        ExprKind::ListComprehension { template, qualifiers }
        | ExprKind::BinaryComprehension { template, qualifiers } => {
            visit(template);
            each_in_qualifiers(qualifiers, visit);
        }
        ExprKind::MapComprehension { key, value, qualifiers } => {
            visit(key);
            visit(value);
            each_in_qualifiers(qualifiers, visit);
        }
    }
}

fn each_in_clauses(clauses: &mut [Clause], visit: &mut dyn FnMut(&mut ExprId)) {
    for clause in clauses {
        clause.patterns.iter_mut().for_each(&mut *visit);
        clause.guard.iter_mut().flatten().for_each(&mut *visit);
        clause.body.iter_mut().for_each(&mut *visit);
    }
}

fn each_in_qualifiers(qualifiers: &mut [Qualifier], visit: &mut dyn FnMut(&mut ExprId)) {
    for qualifier in qualifiers {
        match qualifier {
            Qualifier::ListGenerator { pattern, source, .. }
            | Qualifier::BinaryGenerator { pattern, source, .. } => {
                visit(pattern);
                visit(source);
            }
            Qualifier::MapGenerator { key, value, source, .. } => {
                [key, value, source].into_iter().for_each(&mut *visit);
            }
            // Zipped generators are never zips themselves.
            Qualifier::Zip { generators, .. } => each_in_qualifiers(generators, visit),
            Qualifier::Filter(condition) => visit(condition),
        }
    }
}

#[cfg(test)]
mod tests {
    use erlang_term::Atom;

    use super::*;
    use crate::{Options, parse_expressions, pretty};

    /// A copy of the expression with every `1` replaced by `2`, and how many expressions there are
    /// in it.
    fn check(text: &str, expected: &str, count: usize) {
        let (mut module, problems) =
            parse_expressions("-e", text, Atom::new("m"), Atom::new("f"), &Options::default());
        assert!(problems.is_empty(), "{problems:?}");
        let body = module.functions().next().expect("a function").clauses[0].body[0];
        assert_eq!(module.subexpressions(body).len(), count, "{text}");
        let copy = module.copy_with(body, &mut |module, id| match &module[id].kind {
            ExprKind::Integer(n) if *n == 1.into() => {
                let mut two = module[id].clone();
                two.kind = ExprKind::Integer(2.into());
                module.exprs.push(two);
                Some(ExprId(module.exprs.len() as u32 - 1))
            }
            _ => None,
        });
        assert_eq!(pretty::expr(&module, copy), expected);
        assert_eq!(pretty::expr(&module, body), text, "the original stays");
    }

    #[test]
    fn parts_and_copies() {
        check("f(1, X)", "f(2, X)", 4);
        check("m:f([1 | 1])", "m:f([2 | 2])", 6);
        check("#{1 => {1, a}}", "#{2 => {2, a}}", 5);
        check("case 1 of X when X > 1 -> 1 end", "case 2 of X when X > 2 -> 2 end", 7);
        check("[X || X <- 1, 1]", "[X || X <- 2, 2]", 5);
        check("try 1 catch error:1:S when 1 -> 1 end", "try 2 catch error:2:S when 2 -> 2 end", 7);
        check("fun(1) -> 1 end", "fun(2) -> 2 end", 3);
        check("receive 1 -> 1 after 1 -> 1 end", "receive 2 -> 2 after 2 -> 2 end", 5);
    }
}
