//! Functional patterns of Curry, as in `last (xs ++ [x]) = x`: the rule is for every value of the
//! expression, whose variables are free. And variables that stand twice in the patterns of a rule,
//! which must be equal there.

use super::Renamer;
use crate::ast::{Entity, Expr, ExprId, ExprKind, Literal, Name, Pat, PatId, PatKind, VarId, Variable};
use crate::diagnostics::Diagnostic;
use crate::lexer::Spelling;
use crate::source::Span;

/// The variables of a functional pattern so far.
#[derive(Default)]
struct Found {
    variables: Vec<VarId>,
}

impl Renamer<'_> {
    /// The patterns of a rule; what they bind comes into scope.
    pub(super) fn rule_patterns(&mut self, patterns: &[PatId]) {
        let is_allowed = self.program.spelling == Spelling::Curry && !self.library;
        let outside = std::mem::replace(&mut self.functional_allowed, is_allowed);
        let mut bound = Vec::new();
        for pattern in patterns {
            self.pattern(*pattern, &mut bound);
        }
        self.functional_allowed = outside;
        if is_allowed {
            self.separate(patterns, &mut bound);
        }
        self.open_all(&bound);
    }

    /// Gives each further place of a variable a name of its own.
    fn separate(&mut self, patterns: &[PatId], bound: &mut Vec<VarId>) {
        let mut kept: Vec<VarId> = Vec::new();
        for variable in std::mem::take(bound) {
            let name = self.program[variable].name;
            match kept.iter().copied().find(|known| self.program[*known].name == name) {
                Some(first) => kept.push(self.replaced(patterns, variable, first)),
                None => kept.push(variable),
            }
        }
        *bound = kept;
    }

    /// The same variable under a name that nobody can write.
    fn again(&mut self, variable: VarId) -> VarId {
        let Variable { name, span } = self.program[variable].clone();
        let text = format!("{} {}", self.program.text(name), self.program.variables.len());
        let name = self.program.names.intern(&text);
        self.program.add(Variable { name, span })
    }

    /// The pattern that is this variable becomes another one, equal to the first.
    fn replaced(&mut self, patterns: &[PatId], variable: VarId, first: VarId) -> VarId {
        let mut open = patterns.to_vec();
        while let Some(pattern) = open.pop() {
            let Pat { kind, span } = &self.program[pattern];
            let span = *span;
            match kind {
                PatKind::Var(found) if *found == variable => {
                    let again = self.again(variable);
                    let expr = self.variable_expr(again, span);
                    self.program[pattern].kind =
                        PatKind::Called { expr, variables: vec![again], repeated: vec![(again, first)] };
                    return again;
                }
                PatKind::Con { arguments: parts, .. }
                | PatKind::Function { arguments: parts, .. }
                | PatKind::Tuple(parts)
                | PatKind::List(parts) => open.extend(parts),
                PatKind::Record { fields, .. } => open.extend(fields.iter().map(|field| field.pattern)),
                PatKind::As { pattern, .. }
                | PatKind::Typed { pattern, .. }
                | PatKind::Bang(pattern)
                | PatKind::Lazy(pattern) => open.push(*pattern),
                _ => {}
            }
        }
        // Of another form, which is refused as a variable that stands twice.
        variable
    }

    fn variable_expr(&mut self, variable: VarId, span: Span) -> ExprId {
        let name = self.program[variable].name;
        self.program.add(Expr { span, kind: ExprKind::Var { name, entity: Entity::Variable(variable) } })
    }

    /// Whether a function has all of its arguments here.
    pub(super) fn is_call(&self, name: Name, arguments: usize) -> bool {
        let function = self.scope().values.get(&name);
        function.is_some_and(|function| arguments >= self.program[*function].arity as usize)
            && self.functional_allowed
    }

    pub(super) fn called(&mut self, kind: PatKind, place: Span, bound: &mut Vec<VarId>) -> PatKind {
        let mut found = Found::default();
        let expr = self.expression_of(kind, place, bound, &mut found);
        bound.extend(&found.variables);
        PatKind::Called { expr, variables: found.variables, repeated: Vec::new() }
    }

    fn part(&mut self, pattern: PatId, bound: &[VarId], found: &mut Found) -> ExprId {
        let Pat { kind, span } = self.program[pattern].clone();
        recursion::deep(|| self.expression_of(kind, span, bound, found))
    }

    fn parts(&mut self, patterns: &[PatId], bound: &[VarId], found: &mut Found) -> Vec<ExprId> {
        patterns.iter().map(|pattern| self.part(*pattern, bound, found)).collect()
    }

    /// The expression that a pattern looks like.
    fn expression_of(&mut self, kind: PatKind, span: Span, bound: &[VarId], found: &mut Found) -> ExprId {
        let kind = match kind {
            PatKind::Wildcard => {
                let name = self.program.names.intern(&format!("_{}", self.program.variables.len()));
                let variable = self.program.add(Variable { name, span });
                found.variables.push(variable);
                return self.variable_expr(variable, span);
            }
            PatKind::Var(variable) => {
                let name = self.program[variable].name;
                let known = bound.iter().chain(&found.variables).copied();
                // Where it stands again, it is what it was bound to.
                let first = known.into_iter().find(|known| self.program[*known].name == name);
                if first.is_none() {
                    found.variables.push(variable);
                }
                return self.variable_expr(first.unwrap_or(variable), span);
            }
            PatKind::Literal(Literal::Integer(value)) if value < 0.into() => {
                let kind = ExprKind::Literal(Literal::Integer(-value));
                ExprKind::Negate(self.program.add(Expr { span, kind }))
            }
            PatKind::Literal(Literal::Float(value)) if value < 0.0 => {
                let kind = ExprKind::Literal(Literal::Float(-value));
                ExprKind::Negate(self.program.add(Expr { span, kind }))
            }
            PatKind::Literal(literal) => ExprKind::Literal(literal),
            PatKind::Tuple(items) => ExprKind::Tuple(self.parts(&items, bound, found)),
            PatKind::List(items) => ExprKind::List(self.parts(&items, bound, found)),
            PatKind::Con { mut con, arguments } => {
                self.constructor(&mut con);
                return self.applied(ExprKind::Con(con), arguments, span, bound, found);
            }
            PatKind::Function { name, span: head, arguments, .. } => {
                let function = self.scope().values.get(&name).copied();
                let entity = match function {
                    Some(function) => Entity::Function(function),
                    None => self.unbound(name, head, true),
                };
                self.used.push(entity);
                return self.applied(ExprKind::Var { name, entity }, arguments, span, bound, found);
            }
            PatKind::Typed { pattern, signature } => {
                self.signature(&signature);
                ExprKind::Typed { expr: self.part(pattern, bound, found), signature }
            }
            PatKind::As { .. }
            | PatKind::Record { .. }
            | PatKind::Bang(_)
            | PatKind::Lazy(_)
            | PatKind::View { .. }
            | PatKind::Called { .. } => {
                let message = "not supported: this pattern inside of a functional pattern";
                self.problems.push(Diagnostic::error(span, message));
                ExprKind::Tuple(Vec::new())
            }
        };
        self.program.add(Expr { span, kind })
    }

    fn applied(
        &mut self,
        head: ExprKind,
        arguments: Vec<PatId>,
        span: Span,
        bound: &[VarId],
        found: &mut Found,
    ) -> ExprId {
        let function = self.program.add(Expr { span, kind: head });
        let arguments = self.parts(&arguments, bound, found);
        match arguments.is_empty() {
            true => function,
            false => self.program.add(Expr { span, kind: ExprKind::Apply { function, arguments } }),
        }
    }
}
