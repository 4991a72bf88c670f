//! Rules of a function: patterns, guards and conditions.

use lazy_syntax::ast::{self, ExprId, Guarded, Qualifier, QualifierKind, Rhs};

use crate::core::{Arm, Complaint, Expr, Head, Local, Rule, RuleNumber};
use crate::free::free;
use crate::lower::Lowerer;
use crate::lower::matching::Row;
use crate::lower::pattern::Pattern;
use crate::primitive::Primitive;

impl<'a> Lowerer<'a> {
    /// Parameters, body, and what there is to know of each rule. `offset` parameters are captured
    /// variables.
    pub(super) fn rules(
        &mut self,
        function: &'a ast::Function,
        rules: &'a [ast::Rule],
        offset: usize,
    ) -> (Vec<Local>, Expr, Vec<Rule>) {
        let patterns: Vec<Vec<Pattern>> = rules
            .iter()
            .map(|rule| rule.patterns.iter().map(|pattern| self.pattern(*pattern)).collect())
            .collect();
        let parameters: Vec<Local> =
            (0..function.arity as usize).map(|index| self.parameter(&patterns, index)).collect();
        let mut known: Vec<Rule> =
            rules.iter().map(|rule| Rule { place: rule.span, unused: Vec::new() }).collect();
        let used = std::cell::RefCell::new(vec![None; rules.len()]);
        let mut rows = Vec::new();
        for (index, rule) in rules.iter().enumerate() {
            let columns = parameters.iter().copied().zip(patterns[index].clone()).collect();
            let may_fall = !self.is_logic() && self.may_fall(&rule.rhs);
            let used = &used;
            let body = move |lowerer: &mut Lowerer<'_>| {
                // The tree belongs to the program, not to this pass.
                let number = RuleNumber(index as u32 + 1);
                lowerer.rule = number;
                let body = lowerer.rule_body(rule, number);
                used.borrow_mut()[index] = Some(free(&body, &lowerer.functions));
                body
            };
            rows.push(Row::new(columns, may_fall, Box::new(body)));
        }
        let body = match self.is_logic() {
            true => self.definitional_tree(rows),
            false => {
                let matched = self.first_match(rows);
                let complaint = Complaint::NoRule { function: self.here_name(), place: function.span };
                Expr::Otherwise(Box::new(matched), Box::new(Expr::Error(complaint)))
            }
        };
        for ((rule, used), patterns) in known.iter_mut().zip(used.into_inner()).zip(&patterns) {
            for (index, pattern) in patterns.iter().enumerate() {
                // A lazy pattern's variables are taken out of the parameter when they are used.
                let mut variables = Vec::new();
                pattern.variables(&mut variables);
                let needed = used.as_ref().is_none_or(|used| {
                    used.contains(&parameters[index])
                        || variables.iter().any(|variable| used.contains(&self.local(*variable)))
                });
                if pattern.is_irrefutable() && !needed {
                    rule.unused.push(offset + index);
                }
            }
        }
        (parameters, body, known)
    }

    /// Called as the first rule calls it that gives it a name.
    fn parameter(&mut self, patterns: &[Vec<Pattern>], index: usize) -> Local {
        let local = self.temporary();
        let named = patterns.iter().find_map(|patterns| match patterns.get(index) {
            Some(Pattern::Variable(variable) | Pattern::As(variable, _)) => Some(*variable),
            _ => None,
        });
        if let Some(variable) = named {
            self.names.insert(local, self.text(self.source[variable].name));
        }
        local
    }

    fn rule_body(&mut self, rule: &ast::Rule, number: RuleNumber) -> Expr {
        if !self.is_logic() {
            return self.rhs(&rule.rhs, Some(number));
        }
        let body = self.rhs(&rule.rhs, None);
        let body = Expr::Rule(number, Box::new(body));
        match rule.extra.is_empty() {
            true => body,
            false => {
                Expr::Fresh(rule.extra.iter().map(|variable| self.local(*variable)).collect(), Box::new(body))
            }
        }
    }

    /// Whether the guards may all fail.
    pub(super) fn may_fall(&self, rhs: &Rhs) -> bool {
        rhs.alternatives.iter().all(|guarded| !self.always_holds(guarded))
    }

    fn always_holds(&self, guarded: &Guarded) -> bool {
        guarded.qualifiers.iter().all(|qualifier| match &qualifier.kind {
            QualifierKind::Holds(expr) => self.is_truth(*expr),
            QualifierKind::Let(_) => true,
            _ => false,
        })
    }

    /// `otherwise` or `True`.
    fn is_truth(&self, expr: ExprId) -> bool {
        match &self.source[expr].kind {
            ast::ExprKind::Var { name, entity: ast::Entity::Function(id) } => {
                self.source.text(*name) == "otherwise" && self.source[*id].origin == ast::Origin::Prelude
            }
            ast::ExprKind::Con(con) => self.source.text(con.name) == "True",
            _ => false,
        }
    }

    /// The right-hand side; [`Expr::Fall`] where no guard holds. With the rule's number in front of
    /// its result, if one is given.
    pub(super) fn rhs(&mut self, rhs: &Rhs, number: Option<RuleNumber>) -> Expr {
        // In mode flp a single set of qualifiers is a condition to solve; several are tests, tried
        // in order.
        let condition = self.is_logic() && rhs.alternatives.len() == 1;
        self.within(&rhs.wheres, |lowerer| lowerer.guards(&rhs.alternatives, number, condition))
    }

    /// Of an alternative of `case`: in Curry the next one is tried where no guard holds.
    pub(super) fn case_rhs(&mut self, rhs: &Rhs) -> Expr {
        match self.source.is_curry() {
            true => self.within(&rhs.wheres, |lowerer| lowerer.guards(&rhs.alternatives, None, false)),
            false => self.rhs(rhs, None),
        }
    }

    fn guards(&mut self, alternatives: &[Guarded], number: Option<RuleNumber>, condition: bool) -> Expr {
        let mut guarded: Vec<Expr> = Vec::new();
        for alternative in alternatives {
            let body = self.qualified(&alternative.qualifiers, condition, &mut |lowerer| {
                let body = lowerer.expr(alternative.body);
                match number {
                    Some(number) => Expr::Rule(number, Box::new(body)),
                    None => body,
                }
            });
            guarded.push(body);
            if self.always_holds(alternative) {
                break;
            }
        }
        let last = guarded.pop().unwrap_or(Expr::Fall);
        guarded.into_iter().rev().fold(last, |rest, guard| Expr::Otherwise(Box::new(guard), Box::new(rest)))
    }

    /// What follows if the qualifiers hold; [`Expr::Fall`] if not.
    pub(super) fn qualified(
        &mut self,
        qualifiers: &[Qualifier],
        condition: bool,
        body: &mut dyn FnMut(&mut Self) -> Expr,
    ) -> Expr {
        recursion::deep(|| self.qualified_inner(qualifiers, condition, body))
    }

    fn qualified_inner(
        &mut self,
        qualifiers: &[Qualifier],
        condition: bool,
        body: &mut dyn FnMut(&mut Self) -> Expr,
    ) -> Expr {
        let Some((first, rest)) = qualifiers.split_first() else { return body(self) };
        match &first.kind {
            QualifierKind::Holds(expr) if self.is_truth(*expr) => self.qualified(rest, condition, body),
            QualifierKind::Holds(expr) => {
                let test = self.expr(*expr);
                let then = self.qualified(rest, condition, body);
                match condition {
                    true => Expr::Holds(Box::new(test), Box::new(then)),
                    false => self.when(test, then, Expr::Fall),
                }
            }
            QualifierKind::Equal { left, right } => {
                let (left, right) = (self.expr(*left), self.expr(*right));
                let then = self.qualified(rest, condition, body);
                match condition {
                    true => Expr::Unify(Box::new(left), Box::new(right), Box::new(then)),
                    false => {
                        let test = Expr::Primitive(Primitive::Equal, None, vec![left, right]);
                        self.when(test, then, Expr::Fall)
                    }
                }
            }
            QualifierKind::Approximates { expr, pattern }
            | QualifierKind::Generator { list: expr, pattern } => {
                let value = self.expr(*expr);
                let pattern = self.pattern(*pattern);
                self.matched(value, pattern, &mut |lowerer| lowerer.qualified(rest, condition, body))
            }
            QualifierKind::Let(bindings) => {
                self.within(bindings, |lowerer| lowerer.qualified(rest, condition, body))
            }
        }
    }

    /// Matches one pattern; [`Expr::Fall`] if it does not.
    pub(super) fn matched(
        &mut self,
        value: Expr,
        pattern: Pattern,
        body: &mut dyn FnMut(&mut Self) -> Expr,
    ) -> Expr {
        let demanded = !pattern.is_irrefutable();
        let subject = match (&value, &pattern) {
            (Expr::Local(local), _) => *local,
            (_, Pattern::Variable(variable)) => Local(variable.0),
            _ => self.temporary(),
        };
        // The variables of the pattern first, then the body: the same as a row would do, for a body
        // that borrows.
        let hole = self.temporary();
        let row =
            Row::new(vec![(subject, pattern)], false, Box::new(move |_: &mut Lowerer<'_>| Expr::Local(hole)));
        let tree = self.first_match(vec![row]);
        let inner = body(self);
        let tree = fill(tree, hole, &mut Some(inner));
        match value {
            Expr::Local(_) => tree,
            value if demanded => Expr::Strict(subject, Box::new(value), Box::new(tree)),
            value => Expr::Let(vec![(subject, value)], Box::new(tree)),
        }
    }

    pub(super) fn when(&mut self, test: Expr, then: Expr, otherwise: Expr) -> Expr {
        let says = self.temporary();
        let truth = Arm { head: Head::Constructor(self.known.truth), fields: Vec::new(), body: then };
        let falsehood =
            Arm { head: Head::Constructor(self.known.falsehood), fields: Vec::new(), body: otherwise };
        let switch = Expr::Switch(says, vec![truth, falsehood], None);
        Expr::Strict(says, Box::new(test), Box::new(switch))
    }
}

/// Puts the body where the single row of a match ends.
fn fill(expr: Expr, hole: Local, body: &mut Option<Expr>) -> Expr {
    match expr {
        Expr::Local(local) if local == hole => body.take().unwrap_or(Expr::Fall),
        Expr::Switch(subject, arms, default) => {
            let arms = arms.into_iter().map(|arm| Arm { body: fill(arm.body, hole, body), ..arm }).collect();
            Expr::Switch(subject, arms, default)
        }
        Expr::Strict(local, first, rest) => Expr::Strict(local, first, Box::new(fill(*rest, hole, body))),
        Expr::Otherwise(first, rest) => Expr::Otherwise(Box::new(fill(*first, hole, body)), rest),
        Expr::Let(bindings, rest) => Expr::Let(bindings, Box::new(fill(*rest, hole, body))),
        other => other,
    }
}
