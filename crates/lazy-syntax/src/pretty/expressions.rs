//! Expressions and patterns.

use super::{character, double, infix, parenthesised, prefix, string};
use crate::ast::{
    Alternative, ExprId, ExprKind, FieldValue, Literal, PatId, PatKind, Program, Qualifier, QualifierKind,
    Statement, StatementKind,
};
use crate::parser::FROM_STRING;

/// Where an expression or a pattern stands.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Surroundings {
    Anywhere,
    /// Beside an operator.
    Operand,
    /// Among the arguments of an application.
    Argument,
}

impl Program {
    pub fn show_expr(&self, expr: ExprId) -> String {
        self.expr_in(expr, Surroundings::Anywhere)
    }

    pub fn show_pattern(&self, pattern: PatId) -> String {
        self.pattern_in(pattern, Surroundings::Anywhere)
    }

    /// A pattern as an argument.
    pub(super) fn show_argument(&self, pattern: PatId) -> String {
        self.pattern_in(pattern, Surroundings::Argument)
    }

    fn expr_in(&self, expr: ExprId, place: Surroundings) -> String {
        recursion::deep(|| self.expr_here(expr, place))
    }

    fn operator_name(&self, operator: ExprId) -> &str {
        match &self[operator].kind {
            ExprKind::Var { name, .. } => self.text(*name),
            ExprKind::Con(con) => self.text(con.name),
            _ => "",
        }
    }

    fn expr_here(&self, expr: ExprId, place: Surroundings) -> String {
        let anywhere = |expr: &ExprId| self.expr_in(*expr, Surroundings::Anywhere);
        let operand = |expr: &ExprId| self.expr_in(*expr, Surroundings::Operand);
        let list = |exprs: &[ExprId]| exprs.iter().map(anywhere).collect::<Vec<String>>().join(", ");
        let open = place > Surroundings::Anywhere;
        match &self[expr].kind {
            ExprKind::Var { name, .. } => prefix(self.text(*name)),
            ExprKind::Con(con) => prefix(self.text(con.name)),
            ExprKind::Literal(literal) => show_literal(literal, open),
            ExprKind::Apply { function, arguments } if matches!(self[*function].kind, ExprKind::Var { name, .. } if self.text(name) == FROM_STRING) => {
                list(arguments)
            }
            ExprKind::Apply { function, arguments } => {
                let parts = std::iter::once(function).chain(arguments);
                let parts: Vec<String> =
                    parts.map(|part| self.expr_in(*part, Surroundings::Argument)).collect();
                parenthesised(place > Surroundings::Operand, parts.join(" "))
            }
            ExprKind::Operator { operator, left, right } => {
                let operator = infix(self.operator_name(*operator));
                parenthesised(open, format!("{} {operator} {}", operand(left), operand(right)))
            }
            ExprKind::Negate(inner) => parenthesised(open, format!("-{}", operand(inner))),
            ExprKind::LeftSection { operand: inner, operator } => {
                format!("({} {})", operand(inner), infix(self.operator_name(*operator)))
            }
            ExprKind::RightSection { operator, operand: inner } => {
                format!("({} {})", infix(self.operator_name(*operator)), operand(inner))
            }
            ExprKind::Lambda { patterns, body } => {
                let patterns: Vec<String> =
                    patterns.iter().map(|pattern| self.show_argument(*pattern)).collect();
                parenthesised(open, format!("\\{} -> {}", patterns.join(" "), anywhere(body)))
            }
            ExprKind::Let { bindings, body } => parenthesised(
                open,
                format!("let {{ {} }} in {}", self.show_bindings(bindings), anywhere(body)),
            ),
            ExprKind::If { condition, then, otherwise } => parenthesised(
                open,
                format!("if {} then {} else {}", anywhere(condition), anywhere(then), anywhere(otherwise)),
            ),
            ExprKind::Case { subject, alternatives } => {
                let alternatives: Vec<String> =
                    alternatives.iter().map(|one| self.show_alternative(one)).collect();
                parenthesised(
                    open,
                    format!("case {} of {{ {} }}", anywhere(subject), alternatives.join("; ")),
                )
            }
            ExprKind::Do(statements) => {
                let statements: Vec<String> = statements.iter().map(|one| self.show_statement(one)).collect();
                parenthesised(open, format!("do {{ {} }}", statements.join("; ")))
            }
            ExprKind::Tuple(items) => format!("({})", list(items)),
            ExprKind::List(items) => format!("[{}]", list(items)),
            ExprKind::Range { from, then, to } => {
                let then = then.as_ref().map(|then| format!(", {}", anywhere(then))).unwrap_or_default();
                let to = to.as_ref().map(|to| format!(" {}", anywhere(to))).unwrap_or_default();
                format!("[{}{then} ..{to}]", anywhere(from))
            }
            ExprKind::Comprehension { body, qualifiers } => {
                format!("[{} | {}]", anywhere(body), self.show_qualifiers(qualifiers))
            }
            ExprKind::Construct { con, fields } => {
                format!("{} {{ {} }}", prefix(self.text(con.name)), self.show_fields(fields))
            }
            ExprKind::Update { record, fields } => {
                format!(
                    "{} {{ {} }}",
                    self.expr_in(*record, Surroundings::Argument),
                    self.show_fields(fields)
                )
            }
            ExprKind::Typed { expr, signature } => {
                parenthesised(open, format!("{} :: {}", operand(expr), self.show_signature(signature)))
            }
        }
    }

    fn show_alternative(&self, alternative: &Alternative) -> String {
        format!("{}{}", self.show_pattern(alternative.pattern), self.show_rhs(&alternative.rhs, "->"))
    }

    fn show_statement(&self, statement: &Statement) -> String {
        match &statement.kind {
            StatementKind::Bind { pattern, action } => {
                format!("{} <- {}", self.show_pattern(*pattern), self.show_expr(*action))
            }
            StatementKind::Action(action) => self.show_expr(*action),
            StatementKind::Let(bindings) => format!("let {{ {} }}", self.show_bindings(bindings)),
        }
    }

    fn show_fields(&self, fields: &[FieldValue]) -> String {
        let fields: Vec<String> = fields
            .iter()
            .map(|field| format!("{} = {}", self.text(field.field), self.show_expr(field.value)))
            .collect();
        fields.join(", ")
    }

    pub fn show_qualifiers(&self, qualifiers: &[Qualifier]) -> String {
        let shown: Vec<String> = qualifiers.iter().map(|qualifier| self.show_qualifier(qualifier)).collect();
        shown.join(", ")
    }

    fn show_qualifier(&self, qualifier: &Qualifier) -> String {
        match &qualifier.kind {
            QualifierKind::Holds(expr) => self.show_expr(*expr),
            QualifierKind::Equal { left, right } => {
                format!(
                    "{} == {}",
                    self.expr_in(*left, Surroundings::Operand),
                    self.expr_in(*right, Surroundings::Operand)
                )
            }
            QualifierKind::Approximates { expr, pattern }
            | QualifierKind::Generator { pattern, list: expr } => {
                format!("{} <- {}", self.show_pattern(*pattern), self.show_expr(*expr))
            }
            QualifierKind::Let(bindings) => format!("let {{ {} }}", self.show_bindings(bindings)),
        }
    }

    fn pattern_in(&self, pattern: PatId, place: Surroundings) -> String {
        recursion::deep(|| self.pattern_here(pattern, place))
    }

    fn pattern_here(&self, pattern: PatId, place: Surroundings) -> String {
        let list = |patterns: &[PatId]| {
            patterns.iter().map(|pattern| self.show_pattern(*pattern)).collect::<Vec<String>>().join(", ")
        };
        let open = place > Surroundings::Anywhere;
        match &self[pattern].kind {
            PatKind::Wildcard => "_".to_owned(),
            PatKind::Var(variable) => self.text(self[*variable].name).to_owned(),
            PatKind::Literal(literal) => show_literal(literal, open),
            PatKind::Con { con, arguments } => {
                let name = self.text(con.name);
                if let [left, right] = arguments[..]
                    && prefix(name) != name
                {
                    let sides = (
                        self.pattern_in(left, Surroundings::Operand),
                        self.pattern_in(right, Surroundings::Operand),
                    );
                    return parenthesised(open, format!("{} {name} {}", sides.0, sides.1));
                }
                self.headed(prefix(name), arguments, place)
            }
            PatKind::Function { name, arguments, .. } => {
                let head = prefix(self.text(*name));
                let head = if arguments.is_empty() { format!("fun {head}") } else { head };
                parenthesised(arguments.is_empty() && open, self.headed(head, arguments, place))
            }
            PatKind::Record { con, fields } => {
                let fields: Vec<String> = fields
                    .iter()
                    .map(|field| format!("{} = {}", self.text(field.field), self.show_pattern(field.pattern)))
                    .collect();
                format!("{} {{ {} }}", prefix(self.text(con.name)), fields.join(", "))
            }
            PatKind::Tuple(items) => format!("({})", list(items)),
            PatKind::List(items) => format!("[{}]", list(items)),
            PatKind::As { variable, pattern } => {
                format!("{}@{}", self.text(self[*variable].name), self.show_argument(*pattern))
            }
            PatKind::Bang(pattern) => format!("!{}", self.show_argument(*pattern)),
            PatKind::Lazy(pattern) => format!("~{}", self.show_argument(*pattern)),
            PatKind::View { function, pattern } => {
                format!("({} -> {})", self.show_expr(*function), self.show_pattern(*pattern))
            }
            PatKind::Called { expr, .. } => format!("({})", self.show_expr(*expr)),
            PatKind::Typed { pattern, signature } => {
                format!("({} :: {})", self.show_pattern(*pattern), self.show_signature(signature))
            }
        }
    }

    fn headed(&self, head: String, arguments: &[PatId], place: Surroundings) -> String {
        let arguments = arguments.iter().map(|argument| self.show_argument(*argument));
        let parts: Vec<String> = std::iter::once(head).chain(arguments).collect();
        parenthesised(place > Surroundings::Operand && parts.len() > 1, parts.join(" "))
    }
}

/// Negative numbers in parentheses, where needed.
fn show_literal(literal: &Literal, open: bool) -> String {
    match literal {
        Literal::Integer(value) => {
            let text = value.to_string();
            parenthesised(open && text.starts_with('-'), text)
        }
        Literal::Float(value) => parenthesised(open && *value < 0.0, double(*value)),
        Literal::Char(c) => character(*c),
        Literal::String(text) => string(text),
    }
}
