//! Pattern matching to switches: for mode hs from top to bottom and left to right, first match
//! (Wadler's algorithm); for mode flp definitional trees (functional-logic §7.2).

use std::collections::{HashMap, VecDeque};

use lazy_syntax::ast::{ExprId, KnownTypeId, VarId};
use lazy_syntax::source::Span;

use crate::core::{Arm, Complaint, Expr, Head, Literal, Local};
use crate::lower::Lowerer;
use crate::lower::pattern::Pattern;
use crate::primitive::Primitive;

/// A rule or alternative: what is still to be matched, and what then.
pub(super) struct Row<'b> {
    pub columns: Vec<(Local, Pattern)>,
    pub body: Body<'b>,
    /// Whether the body may say [`Expr::Fall`].
    pub may_fall: bool,
    /// Selectors of lazy patterns, wrapped around the body.
    pub lazy: Vec<(Local, Pattern)>,
    /// What has to be equal before the body: numbers that nothing is switched by (flp).
    equal: Vec<(Local, Expr)>,
    /// Functional patterns (flp).
    called: Vec<Called>,
    /// The types that what was matched carries.
    types: Vec<Local>,
}

/// The subject has to be a value of the expression, with these free variables.
struct Called {
    subject: Local,
    expr: ExprId,
    variables: Vec<VarId>,
    repeated: Vec<(VarId, VarId)>,
}

/// Makes the body, when it is known what the variables of the patterns are.
pub(super) type Body<'b> = Box<dyn FnOnce(&mut Lowerer<'_>) -> Expr + 'b>;

impl<'b> Row<'b> {
    pub(super) fn new(columns: Vec<(Local, Pattern)>, may_fall: bool, body: Body<'b>) -> Row<'b> {
        Row {
            columns,
            body,
            may_fall,
            lazy: Vec::new(),
            equal: Vec::new(),
            called: Vec::new(),
            types: Vec::new(),
        }
    }
}

impl Lowerer<'_> {
    /// The first row that matches; [`Expr::Fall`] where none does.
    pub(super) fn first_match<'b>(&mut self, rows: impl Into<VecDeque<Row<'b>>>) -> Expr {
        let rows = rows.into();
        recursion::deep(|| self.first_of(rows))
    }

    fn first_of(&mut self, mut rows: VecDeque<Row<'_>>) -> Expr {
        let mut tried = Vec::new();
        let last = loop {
            let Some(mut row) = rows.pop_front() else { break Expr::Fall };
            self.settle(&mut row);
            let Some((subject, pattern)) = row.columns.first() else {
                let may_fall = row.may_fall;
                let body = self.leaf(row);
                match may_fall && !rows.is_empty() {
                    true => tried.push(body),
                    false => break body,
                }
                continue;
            };
            let subject = *subject;
            match pattern {
                Pattern::Bang(inner) => {
                    row.columns[0].1 = (**inner).clone();
                    rows.push_front(row);
                    let ignored = self.temporary();
                    let rest = self.first_match(rows);
                    break Expr::Strict(ignored, Box::new(Expr::Local(subject)), Box::new(rest));
                }
                Pattern::Float(value) => {
                    let equal = vec![Expr::Local(subject), Expr::Literal(Literal::Float(*value))];
                    let test = Expr::Primitive(Primitive::Equal, None, equal);
                    tried.push(self.match_tested(test, row));
                }
                Pattern::Compared(literal, ty) => {
                    let ty = *ty;
                    let equal = vec![Expr::Local(subject), self.number_of(literal.clone(), ty)];
                    let test = self.operation_at(Primitive::Equal, &[ty], equal, Span::NONE);
                    tried.push(self.match_tested(test, row));
                }
                Pattern::View(function, inner) => {
                    let (function, inner) = (*function, (**inner).clone());
                    let seen = self.temporary();
                    let is_demanded = !inner.is_irrefutable();
                    let function = Box::new(self.expr(function));
                    let call = Expr::Call(function, vec![Expr::Local(subject)]);
                    row.columns[0] = (seen, inner);
                    let rest = Box::new(self.first_match(vec![row]));
                    tried.push(match is_demanded {
                        true => Expr::Strict(seen, Box::new(call), rest),
                        false => Expr::Let(vec![(seen, call)], rest),
                    });
                }
                // All rows that look at the same thing next are decided by one switch.
                _ => {
                    let mut same = vec![row];
                    while let Some(mut next) = rows.pop_front() {
                        self.settle(&mut next);
                        match next.columns.first() {
                            Some((looked_at, pattern))
                                if *looked_at == subject && head(pattern).is_some() =>
                            {
                                same.push(next);
                            }
                            _ => {
                                rows.push_front(next);
                                break;
                            }
                        }
                    }
                    let switch = self.switch(subject, same, Lowerer::first_match);
                    match rows.is_empty() {
                        true => break switch,
                        false => tried.push(switch),
                    }
                }
            }
        };
        tried.into_iter().rev().fold(last, |rest, one| Expr::Otherwise(Box::new(one), Box::new(rest)))
    }

    fn number_of(&mut self, literal: Literal, ty: KnownTypeId) -> Expr {
        let making = match literal {
            Literal::Float(_) => Primitive::FromDouble,
            _ => Primitive::FromInteger,
        };
        self.operation_at(making, &[ty], vec![Expr::Literal(literal)], Span::NONE)
    }

    /// No number of a `Double` is tried by narrowing or switching: it is compared. This is the test
    /// for what the row looks at next.
    fn match_tested(&mut self, test: Expr, mut row: Row<'_>) -> Expr {
        row.columns.remove(0);
        let matched = self.first_match(vec![row]);
        let says = self.temporary();
        let truth = Arm { head: Head::Constructor(self.known.truth), fields: Vec::new(), body: matched };
        let switch = Expr::Switch(says, vec![truth], Some(Box::new(Expr::Fall)));
        Expr::Strict(says, Box::new(test), Box::new(switch))
    }

    /// One arm a head, in the order in which they first appear.
    fn switch<'b>(
        &mut self,
        subject: Local,
        rows: Vec<Row<'b>>,
        inside: impl Fn(&mut Self, Vec<Row<'b>>) -> Expr,
    ) -> Expr {
        let mut groups: Vec<(Head, usize, Vec<Row<'b>>)> = Vec::new();
        let mut known: HashMap<(Head, usize), usize> = HashMap::new();
        for row in rows {
            let at = row.columns.iter().position(|(local, _)| *local == subject);
            let Some(found) = at.and_then(|at| head(&row.columns[at].1)) else { continue };
            // Of a function with a polymorphic result, more and fewer arguments may be of one type.
            let arity = parts(&row, subject).len();
            let group = *known.entry((found.clone(), arity)).or_insert(groups.len());
            match groups.get_mut(group) {
                Some((.., group)) => group.push(row),
                None => groups.push((found, arity, vec![row])),
            }
        }
        let mut arms = Vec::new();
        for (head, arity, mut rows) in groups {
            let mut fields = Vec::new();
            for index in 0..arity {
                let named = rows.iter().find_map(|row| match &parts(row, subject)[index] {
                    Pattern::Variable(variable) => Some(*variable),
                    _ => None,
                });
                let field = self.temporary();
                if let Some(variable) = named {
                    self.names.insert(field, self.text(self.source[variable].name));
                }
                fields.push(field);
            }
            for row in &mut rows {
                let Some(at) = row.columns.iter().position(|(local, _)| *local == subject) else { continue };
                let (_, pattern) = row.columns.remove(at);
                let inner = match pattern {
                    Pattern::Constructor(_, inner)
                    | Pattern::Partial(_, inner)
                    | Pattern::Unapplied(_, inner) => inner,
                    _ => Vec::new(),
                };
                row.columns.splice(at..at, fields.iter().copied().zip(inner));
            }
            let body = inside(self, rows);
            arms.push(Arm { head, fields: fields.into_iter().map(Some).collect(), body });
        }
        Expr::Switch(subject, arms, None)
    }

    /// Takes away leading columns that match anything.
    fn settle(&mut self, row: &mut Row<'_>) {
        while let Some((subject, pattern)) = row.columns.first() {
            let subject = *subject;
            match pattern {
                Pattern::Any => {
                    row.columns.remove(0);
                }
                Pattern::Variable(variable) => {
                    self.alias.insert(*variable, subject);
                    row.columns.remove(0);
                }
                Pattern::Type(variable) => {
                    self.type_locals.insert(*variable, subject);
                    row.types.push(subject);
                    row.columns.remove(0);
                }
                Pattern::As(variable, inner) => {
                    self.alias.insert(*variable, subject);
                    row.columns[0].1 = (**inner).clone();
                }
                Pattern::Lazy(inner) => {
                    row.lazy.push((subject, (**inner).clone()));
                    row.columns.remove(0);
                }
                Pattern::Bang(inner) if head(inner).is_some() => row.columns[0].1 = (**inner).clone(),
                _ => return,
            }
        }
    }

    /// Like [`Lowerer::settle`], anywhere in the row: the order does not matter to a definitional
    /// tree.
    fn settle_all(&mut self, row: &mut Row<'_>) {
        let mut kept = Vec::new();
        for column in std::mem::take(&mut row.columns) {
            row.columns.push(column);
            self.settle(row);
            // In mode flp a bang only says that the argument is evaluated, as binding a variable
            // to it does.
            if let Some((subject, Pattern::Bang(inner))) = row.columns.first() {
                row.columns[0] = (*subject, (**inner).clone());
                self.settle(row);
            }
            if let Some((_, Pattern::Called(..))) = row.columns.first()
                && let Some((subject, Pattern::Called(expr, variables, repeated))) = row.columns.pop()
            {
                row.called.push(Called { subject, expr, variables, repeated });
            }
            let number = match row.columns.first() {
                Some((_, Pattern::Float(value))) => Some(Expr::Literal(Literal::Float(*value))),
                Some((_, Pattern::Compared(literal, ty))) => Some(self.number_of(literal.clone(), *ty)),
                _ => None,
            };
            if let Some(number) = number {
                row.equal.extend(row.columns.drain(..).map(|(subject, _)| (subject, number.clone())));
            }
            kept.append(&mut row.columns);
        }
        row.columns = kept;
    }

    fn leaf(&mut self, row: Row<'_>) -> Expr {
        let mut bindings = Vec::new();
        for (subject, pattern) in &row.lazy {
            bindings.extend(self.selectors(*subject, pattern, "lazy pattern", Span::NONE));
        }
        let scope = self.type_scope.len();
        self.type_scope.extend(&row.types);
        let inner = (row.body)(self);
        self.type_scope.truncate(scope);
        let equal = |body, (subject, number)| {
            Expr::Unify(Box::new(Expr::Local(subject)), Box::new(number), Box::new(body))
        };
        let body = row.equal.into_iter().rev().fold(inner, equal);
        let body = row.called.into_iter().rev().fold(body, |body, called| self.called(called, body));
        match bindings.is_empty() {
            true => body,
            false => Expr::Let(bindings, Box::new(body)),
        }
    }

    /// A functional pattern before the rest of its rule.
    fn called(&mut self, called: Called, body: Expr) -> Expr {
        let Called { subject, expr, variables, repeated } = called;
        let body = repeated.iter().rev().fold(body, |body, (again, first)| {
            let [again, first] = [again, first].map(|variable| Box::new(Expr::Local(self.local(*variable))));
            Expr::Unify(again, first, Box::new(body))
        });
        let pattern = Box::new(self.expr(expr));
        let matched = Expr::Match(pattern, Box::new(Expr::Local(subject)), Box::new(body));
        Expr::Fresh(variables.iter().map(|variable| self.local(*variable)).collect(), Box::new(matched))
    }

    /// One delayed selection a variable of a pattern: matching is put off until one of them is
    /// demanded.
    pub(super) fn selectors(
        &mut self,
        subject: Local,
        pattern: &Pattern,
        what: &'static str,
        span: Span,
    ) -> Vec<(Local, Expr)> {
        let mut variables = Vec::new();
        pattern.variables(&mut variables);
        let mut bindings = Vec::new();
        for variable in &variables {
            let wanted = *variable;
            let row = Row::new(
                vec![(subject, pattern.clone())],
                false,
                Box::new(move |lowerer: &mut Lowerer<'_>| Expr::Local(lowerer.local(wanted))),
            );
            let matched = self.first_match(vec![row]);
            bindings.push((Local(wanted.0), self.or_complain(matched, what, span)));
        }
        for variable in variables {
            self.alias.remove(&variable);
        }
        bindings
    }

    /// What becomes of a value that no alternative matches.
    pub(super) fn or_complain(&mut self, matched: Expr, what: &'static str, place: Span) -> Expr {
        let otherwise = match self.is_logic() {
            true => Expr::Fail,
            false => Expr::Error(Complaint::NoAlternative { what, function: self.here_name(), place }),
        };
        Expr::Otherwise(Box::new(matched), Box::new(otherwise))
    }

    // -------------------------------------------------------------------------- definitional trees

    pub(super) fn definitional_tree(&mut self, mut rows: Vec<Row<'_>>) -> Expr {
        for row in &mut rows {
            self.settle_all(row);
        }
        self.tree(rows)
    }

    fn tree(&mut self, mut rows: Vec<Row<'_>>) -> Expr {
        if rows.len() == 1 && rows[0].columns.is_empty() {
            let row = rows.remove(0);
            return self.leaf(row);
        }
        // or(..): rules split in textual order, as many together as have a position in common.
        let mut alternatives = Vec::new();
        let mut rows = rows.into_iter().peekable();
        while let Some(row) = rows.next() {
            let mut positions = inductive(&row);
            let mut together = vec![row];
            while let Some(next) = rows.peek() {
                let those = inductive(next);
                let common: Vec<Local> =
                    positions.iter().copied().filter(|one| those.contains(one)).collect();
                if common.is_empty() {
                    break;
                }
                positions = common;
                together.extend(rows.next());
            }
            // branch(p, ..): every rule has a constructor at the leftmost of these.
            alternatives.push(match positions.first() {
                Some(subject) => self.switch(*subject, together, Lowerer::definitional_tree),
                None => self.tree(together),
            });
        }
        match alternatives.len() {
            0 => Expr::Fail,
            1 => alternatives.remove(0),
            _ => Expr::Choice(alternatives),
        }
    }
}

/// The positions at which a rule has a constructor.
fn inductive(row: &Row<'_>) -> Vec<Local> {
    row.columns.iter().filter(|(_, pattern)| head(pattern).is_some()).map(|(local, _)| *local).collect()
}

fn parts<'a>(row: &'a Row<'_>, subject: Local) -> &'a [Pattern] {
    match row.columns.iter().find(|(local, _)| *local == subject) {
        Some((
            _,
            Pattern::Constructor(_, parts) | Pattern::Partial(_, parts) | Pattern::Unapplied(_, parts),
        )) => parts,
        _ => &[],
    }
}

fn head(pattern: &Pattern) -> Option<Head> {
    match pattern {
        Pattern::Constructor(id, _) => Some(Head::Constructor(*id)),
        Pattern::Partial(id, _) => Some(Head::Partial(*id)),
        Pattern::Unapplied(id, _) => Some(Head::Unapplied(*id)),
        Pattern::Integer(value) => Some(Head::Integer(value.clone())),
        Pattern::Char(char) => Some(Head::Char(*char)),
        _ => None,
    }
}
