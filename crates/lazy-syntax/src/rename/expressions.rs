//! Names in expressions, right-hand sides and qualifiers.

use super::Renamer;
use crate::ast::{
    Entity, Expr, ExprId, ExprKind, FieldValue, Mode, Name, Qualifier, QualifierKind, Rhs, StatementKind,
};
use crate::diagnostics::Diagnostic;
use crate::names::REST;
use crate::source::Span;

impl Renamer<'_> {
    /// `where` first, then each alternative by itself. The caller closes the scope.
    pub(super) fn rhs(&mut self, rhs: &mut Rhs) {
        self.bindings(&mut rhs.wheres);
        for alternative in &mut rhs.alternatives {
            let mark = self.mark();
            for qualifier in &mut alternative.qualifiers {
                self.qualifier(qualifier);
            }
            self.expr(alternative.body);
            self.close(mark);
        }
    }

    /// What it binds stays in scope for those after it.
    pub(super) fn qualifier(&mut self, qualifier: &mut Qualifier) {
        match &mut qualifier.kind {
            QualifierKind::Holds(expr) => self.expr(*expr),
            QualifierKind::Equal { left, right } => {
                self.expr(*left);
                self.expr(*right);
            }
            QualifierKind::Let(bindings) => self.bindings(bindings),
            QualifierKind::Generator { pattern, list } => {
                self.expr(*list);
                self.patterns(&[*pattern]);
            }
            QualifierKind::Approximates { expr, pattern } => {
                self.expr(*expr);
                let mut bound = Vec::new();
                self.pattern(*pattern, &mut bound);
                if self.program.mode == Mode::FunctionalLogic && !self.library {
                    self.refuse_rebinding(&bound);
                }
                self.open_all(&bound);
            }
        }
    }

    pub(super) fn expr(&mut self, expr: ExprId) {
        recursion::deep(|| self.expr_here(expr, false));
    }

    fn all(&mut self, exprs: &[ExprId]) {
        for expr in exprs {
            self.expr(*expr);
        }
    }

    fn expr_here(&mut self, expr: ExprId, applied: bool) {
        let Expr { span, kind } = &mut self.program[expr];
        let span = *span;
        let mut kind = std::mem::replace(kind, ExprKind::Tuple(Vec::new()));
        match &mut kind {
            ExprKind::Var { name, entity } => {
                if *entity == Entity::Unresolved {
                    *entity = self.resolve(*name, span, applied);
                } else {
                    self.used.push(*entity);
                }
            }
            ExprKind::Con(con) => self.constructor(con),
            ExprKind::Literal(_) => {}
            ExprKind::Apply { function, arguments } => {
                let function = *function;
                recursion::deep(|| self.expr_here(function, true));
                self.all(arguments);
            }
            ExprKind::Operator { operator, left, right } => {
                self.expr(*left);
                self.expr_here(*operator, true);
                self.expr(*right);
            }
            ExprKind::Negate(operand) => self.expr(*operand),
            ExprKind::LeftSection { operand, operator } | ExprKind::RightSection { operator, operand } => {
                self.expr(*operand);
                self.expr_here(*operator, true);
            }
            ExprKind::Lambda { patterns, body } => {
                let mark = self.mark();
                self.patterns(patterns);
                self.expr(*body);
                self.close(mark);
            }
            ExprKind::Let { bindings, body } => {
                let mark = self.mark();
                self.bindings(bindings);
                self.expr(*body);
                self.close(mark);
            }
            ExprKind::If { condition, then, otherwise } => self.all(&[*condition, *then, *otherwise]),
            ExprKind::Case { subject, alternatives } => {
                self.expr(*subject);
                for alternative in alternatives {
                    let mark = self.mark();
                    self.patterns(&[alternative.pattern]);
                    self.rhs(&mut alternative.rhs);
                    self.close(mark);
                }
            }
            ExprKind::Do(statements) => {
                let mark = self.mark();
                for statement in statements {
                    match &mut statement.kind {
                        StatementKind::Bind { pattern, action } => {
                            self.expr(*action);
                            self.patterns(&[*pattern]);
                        }
                        StatementKind::Action(action) => self.expr(*action),
                        StatementKind::Let(bindings) => self.bindings(bindings),
                    }
                }
                self.close(mark);
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => self.all(items),
            ExprKind::Range { from, then, to } => {
                self.expr(*from);
                self.all(then.as_slice());
                self.all(to.as_slice());
            }
            ExprKind::Comprehension { body, qualifiers } => {
                let mark = self.mark();
                for qualifier in qualifiers {
                    self.qualifier(qualifier);
                }
                self.expr(*body);
                self.close(mark);
            }
            ExprKind::Construct { con, fields } => {
                self.constructor(con);
                if let Some(rest) = fields.pop_if(|field| self.program.text(field.field) == REST) {
                    // What is called like a field here (GHC's RecordWildCards).
                    for name in self.other_fields(con, |name| fields.iter().any(|field| field.field == name))
                    {
                        if self.local(name).is_some() {
                            let kind = ExprKind::Var { name, entity: Entity::Unresolved };
                            let value = self.program.add(Expr { span: rest.span, kind });
                            fields.push(FieldValue { span: rest.span, field: name, value });
                        }
                    }
                }
                for field in fields.iter() {
                    self.field_of(con, field.field, field.span);
                }
                self.field_values(fields);
            }
            ExprKind::Update { record, fields } => {
                self.expr(*record);
                for field in fields.iter() {
                    self.known_field(field.field, field.span);
                }
                self.check_updated(span, fields);
                self.field_values(fields);
            }
            ExprKind::Typed { expr, signature } => {
                self.expr(*expr);
                self.signature(signature);
            }
        }
        self.program[expr].kind = kind;
    }

    fn field_values(&mut self, fields: &[FieldValue]) {
        for (index, field) in fields.iter().enumerate() {
            if let Some(first) = fields[..index].iter().find(|earlier| earlier.field == field.field) {
                let problem = Diagnostic::error(field.span, "this field appears twice");
                self.problems.push(problem.label(first.span, "first here"));
            }
            self.expr(field.value);
        }
    }

    fn known_field(&mut self, field: Name, span: Span) {
        if !self.scope().fields.contains_key(&field) {
            let text = self.program.text(field);
            if text == REST {
                let message = "`..` stands for fields in patterns and after constructors, not in an update";
                self.problems.push(Diagnostic::error(span, message));
                return;
            }
            self.problems.push(Diagnostic::error(span, format!("there is no field `{text}`")));
        }
    }

    /// Some constructor must have all the fields of an update.
    fn check_updated(&mut self, span: Span, fields: &[FieldValue]) {
        let Some(data) = fields.first().and_then(|field| self.scope().fields.get(&field.field)) else {
            return;
        };
        let has_all = self.program[*data].constructors.iter().any(|con| {
            let known = &self.program[*con].fields;
            fields.iter().all(|field| known.iter().any(|known| known.name == Some(field.field)))
        });
        let known = fields.iter().all(|field| self.scope().fields.contains_key(&field.field));
        if !has_all && known {
            self.problems.push(Diagnostic::error(span, "no constructor has all of these fields"));
        }
    }
}
