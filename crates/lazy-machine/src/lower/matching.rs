//! Pattern matching to switches: for mode hs from top to bottom and left to right, first match (Wadler's algorithm); for mode flp
//! definitional trees (specification §7.2).

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
}

/// Makes the body, when it is known what the variables of the patterns are.
pub(super) type Body<'b> = Box<dyn FnOnce(&mut Lowerer<'_>) -> Expr + 'b>;

impl<'b> Row<'b> {
    pub(super) fn new(columns: Vec<(Local, Pattern)>, may_fall: bool, body: Body<'b>) -> Row<'b> {
        Row { columns, body, may_fall, lazy: Vec::new() }
    }
}

impl Lowerer<'_> {
    /// The first row that matches; [`Expr::Fall`] where none does.
    pub(super) fn first_match(&mut self, mut rows: Vec<Row<'_>>) -> Expr {
        if rows.is_empty() {
            return Expr::Fall;
        }
        self.settle(&mut rows[0]);
        let Some((subject, pattern)) = rows[0].columns.first() else {
            let rest = rows.split_off(1);
            let row = rows.remove(0);
            let may_fall = row.may_fall;
            let body = self.leaf(row);
            return match may_fall && !rest.is_empty() {
                true => Expr::Otherwise(Box::new(body), Box::new(self.first_match(rest))),
                false => body,
            };
        };
        let subject = *subject;
        if let Pattern::Bang(inner) = pattern {
            rows[0].columns[0].1 = (**inner).clone();
            let ignored = self.temporary();
            let rest = self.first_match(rows);
            return Expr::Strict(ignored, Box::new(Expr::Local(subject)), Box::new(rest));
        }
        if let Pattern::Float(value) = pattern {
            let equal = vec![Expr::Local(subject), Expr::Literal(Literal::Float(*value))];
            return self.match_tested(Expr::Primitive(Primitive::Equal, None, equal), rows);
        }
        if let Pattern::Compared(literal, ty) = pattern {
            let (literal, types) = (literal.clone(), [*ty]);
            let making = match literal {
                Literal::Float(_) => Primitive::FromDouble,
                _ => Primitive::FromInteger,
            };
            let number = self.operation_at(making, &types, vec![Expr::Literal(literal)], Span::NONE);
            let equal = vec![Expr::Local(subject), number];
            let test = self.operation_at(Primitive::Equal, &types, equal, Span::NONE);
            return self.match_tested(test, rows);
        }
        // All rows that look at the same thing next are decided by one switch.
        let mut count = 1;
        while count < rows.len() {
            self.settle(&mut rows[count]);
            match rows[count].columns.first() {
                Some((next, pattern)) if *next == subject && head(pattern).is_some() => count += 1,
                _ => break,
            }
        }
        let rest = rows.split_off(count);
        let switch = self.switch(subject, rows, Lowerer::first_match);
        match rest.is_empty() {
            true => switch,
            false => Expr::Otherwise(Box::new(switch), Box::new(self.first_match(rest))),
        }
    }

    /// No number of a `Double` is tried by narrowing or switching: it is compared. This is the test for what the first row looks at next.
    fn match_tested(&mut self, test: Expr, mut rows: Vec<Row<'_>>) -> Expr {
        let rest = rows.split_off(1);
        let mut row = rows.remove(0);
        row.columns.remove(0);
        let matched = self.first_match(vec![row]);
        let says = self.temporary();
        let truth = Arm { head: Head::Constructor(self.known.truth), fields: Vec::new(), body: matched };
        let switch = Expr::Switch(says, vec![truth], Some(Box::new(Expr::Fall)));
        let tested = Expr::Strict(says, Box::new(test), Box::new(switch));
        Expr::Otherwise(Box::new(tested), Box::new(self.first_match(rest)))
    }

    /// One arm a head, in the order in which they first appear.
    fn switch<'b>(
        &mut self,
        subject: Local,
        rows: Vec<Row<'b>>,
        inside: impl Fn(&mut Self, Vec<Row<'b>>) -> Expr,
    ) -> Expr {
        let mut groups: Vec<(Head, usize, Vec<Row<'b>>)> = Vec::new();
        for row in rows {
            let at = row.columns.iter().position(|(local, _)| *local == subject);
            let Some(found) = at.and_then(|at| head(&row.columns[at].1)) else { continue };
            // Of a function with a polymorphic result, more and fewer arguments may be of one type.
            let arity = parts(&row, subject).len();
            match groups.iter_mut().find(|(known, count, _)| *known == found && *count == arity) {
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

    /// Like [`Lowerer::settle`], anywhere in the row: the order does not matter to a definitional tree.
    fn settle_all(&mut self, row: &mut Row<'_>) {
        let mut kept = Vec::new();
        for column in std::mem::take(&mut row.columns) {
            row.columns.push(column);
            self.settle(row);
            // In mode flp a bang only says that the argument is evaluated: whoever binds a variable to it does so.
            if let Some((subject, Pattern::Bang(inner))) = row.columns.first() {
                row.columns[0] = (*subject, (**inner).clone());
                self.settle(row);
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
        let body = (row.body)(self);
        match bindings.is_empty() {
            true => body,
            false => Expr::Let(bindings, Box::new(body)),
        }
    }

    /// One delayed selection a variable of a pattern: matching is put off until one of them is demanded.
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

    // ----------------------------------------------------------------------------------- definitional trees

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
        // branch(p, ..): every rule has a constructor there.
        if let Some(subject) = inductive(&rows) {
            return self.switch(subject, rows, Lowerer::definitional_tree);
        }
        // or(..): rules split in textual order, as many together as have a position in common.
        let mut alternatives = Vec::new();
        while !rows.is_empty() {
            let mut count = 1;
            while count < rows.len() && inductive(&rows[..=count]).is_some() {
                count += 1;
            }
            let rest = rows.split_off(count);
            alternatives.push(self.tree(rows));
            rows = rest;
        }
        match alternatives.len() {
            0 => Expr::Fail,
            1 => alternatives.remove(0),
            _ => Expr::Choice(alternatives),
        }
    }
}

/// The leftmost position at which all rules have a constructor.
fn inductive(rows: &[Row<'_>]) -> Option<Local> {
    let (first, others) = rows.split_first()?;
    let candidates =
        first.columns.iter().filter(|(_, pattern)| head(pattern).is_some()).map(|(local, _)| *local);
    let rigid = |row: &Row<'_>, wanted: Local| {
        row.columns.iter().any(|(local, pattern)| *local == wanted && head(pattern).is_some())
    };
    candidates.into_iter().find(|local| others.iter().all(|row| rigid(row, *local)))
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
