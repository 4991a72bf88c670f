//! The types of expressions.

use super::higher::ConstructorUse;
use super::report::Why;
use super::show::Letters;
use super::term::{Node, Ty};
use super::{Checker, Scheme};
use crate::ast::{ConRef, Entity, ExprId, ExprKind, FunctionId, Literal, Origin, Statement, StatementKind};
use crate::classes::Class;
use crate::diagnostics::Diagnostic;

impl Checker<'_> {
    pub(super) fn expr(&mut self, expr: ExprId) -> Ty {
        recursion::deep(|| self.expr_here(expr))
    }

    pub(super) fn bool_ty(&mut self) -> Ty {
        let bool = self.program.well_known.bool;
        self.data(bool, Vec::new())
    }

    /// The type of a function in one of its uses, and what was chosen for its variables.
    pub(super) fn function_use(&mut self, function: FunctionId) -> (Ty, Vec<Ty>) {
        if let Some(ty) = self.open.get(&function) {
            return (*ty, Vec::new());
        }
        match self.inference.functions.get(&function).cloned() {
            Some(scheme) => self.instantiate(&scheme),
            // Its own definition was in error.
            None => (self.fresh(), Vec::new()),
        }
    }

    fn span_of(&self, expr: ExprId) -> crate::source::Span {
        self.program[expr].span
    }

    fn expr_here(&mut self, expr: ExprId) -> Ty {
        let span = self.span_of(expr);
        self.place = span;
        let kind = std::mem::replace(&mut self.program[expr].kind, ExprKind::Tuple(Vec::new()));
        let ty = match &kind {
            ExprKind::Var { entity, .. } => match *entity {
                Entity::Unresolved => self.fresh(),
                Entity::Variable(variable) => match self.variables.get(&variable).cloned() {
                    Some(scheme) => {
                        let (ty, chosen) = self.instantiate(&scheme);
                        self.note_use(expr, *entity, chosen);
                        self.instantiate_value(expr, ty)
                    }
                    None => self.bind_variable(variable),
                },
                Entity::Function(function) => {
                    if self.open.contains_key(&function) {
                        self.recursive_uses.push((expr, function));
                    }
                    let (ty, chosen) = self.function_use(function);
                    self.note_use(expr, *entity, chosen);
                    ty
                }
            },
            ExprKind::Con(con) => self.constructor_function(expr, con),
            ExprKind::Literal(literal) => {
                let ty = self.literal(literal);
                if let Literal::Integer(_) | Literal::Float(_) = literal {
                    self.literals.push((expr, ty));
                }
                ty
            }
            ExprKind::Apply { function, arguments } => {
                let ty = self.apply(*function, arguments);
                self.instantiate_value(expr, ty)
            }
            ExprKind::Operator { operator, left, right } if self.is_dollar(*operator) => {
                let ty = self.applied_by_operator(*operator, *left, *right);
                self.instantiate_value(expr, ty)
            }
            ExprKind::Operator { operator, left, right } => self.operation(*operator, *left, *right),
            ExprKind::Negate(operand) => {
                let ty = self.expr(*operand);
                let span = self.span_of(*operand);
                self.must_belong(span, Class::NUM, ty);
                self.uses.push((expr, vec![ty]));
                ty
            }
            ExprKind::LeftSection { operand, operator } => {
                let (left, right, result) = self.operator_types(*operator);
                self.operand(*operand, left, *operator);
                self.function_ty(right, result)
            }
            ExprKind::RightSection { operator, operand } => {
                let (left, right, result) = self.operator_types(*operator);
                self.operand(*operand, right, *operator);
                self.function_ty(left, result)
            }
            ExprKind::Lambda { patterns, body } => {
                let mark = self.assumptions.len();
                let parameters: Vec<Ty> = patterns.iter().map(|pattern| self.pattern(*pattern)).collect();
                let result = self.expr(*body);
                self.forget(mark);
                parameters
                    .into_iter()
                    .rev()
                    .fold(result, |result, parameter| self.function_ty(parameter, result))
            }
            ExprKind::Let { bindings, body } => {
                self.bindings(bindings);
                self.expr(*body)
            }
            ExprKind::If { condition, then, otherwise } => {
                let found = self.expr(*condition);
                let bool = self.bool_ty();
                self.must_be(self.span_of(*condition), found, bool, Why::Condition);
                let wanted = self.expr(*then);
                let found = self.expr(*otherwise);
                self.must_be(self.span_of(*otherwise), found, wanted, Why::Branch);
                wanted
            }
            ExprKind::Case { subject, alternatives } => {
                let subject = self.expr(*subject);
                let result = self.fresh();
                for alternative in alternatives {
                    let mark = self.assumptions.len();
                    let found = self.pattern_as(alternative.pattern, subject);
                    let span = self.program[alternative.pattern].span;
                    self.must_be(span, found, subject, Why::Pattern);
                    self.rhs(&alternative.rhs, result, Why::Alternative);
                    self.forget(mark);
                }
                result
            }
            ExprKind::Do(statements) => {
                let monad = self.monad();
                self.uses.push((expr, vec![monad]));
                let mark = self.assumptions.len();
                let ty = self.statements(statements, monad);
                self.forget(mark);
                ty
            }
            ExprKind::Tuple(items) => {
                let items = items.iter().map(|item| self.expr(*item)).collect();
                self.tuple_ty(items, span)
            }
            ExprKind::List(items) => {
                // The type of the first is that of all: no unknown type to be found out, which
                // costs a walk through it.
                let element = items.first().map(|first| self.expr(*first)).unwrap_or_else(|| self.fresh());
                for item in items.iter().skip(1) {
                    let found = self.expr(*item);
                    self.must_be(self.span_of(*item), found, element, Why::Element);
                }
                self.list_ty(element)
            }
            ExprKind::Range { from, then, to } => {
                let element = self.expr(*from);
                for end in then.iter().chain(to) {
                    let found = self.expr(*end);
                    self.must_be(self.span_of(*end), found, element, Why::Range);
                }
                self.must_belong(span, Class::ENUM, element);
                self.uses.push((expr, vec![element]));
                self.list_ty(element)
            }
            ExprKind::Comprehension { body, qualifiers } => {
                let mark = self.assumptions.len();
                for qualifier in qualifiers {
                    self.qualifier(qualifier);
                }
                let element = self.expr(*body);
                self.forget(mark);
                self.list_ty(element)
            }
            ExprKind::Construct { con, fields } => self.construct(expr, con, fields),
            ExprKind::Update { record, fields } => self.update(*record, fields),
            ExprKind::Typed { expr: inner, signature } => {
                let scheme = self.scheme(signature);
                self.level += 1;
                let wanted = self.rigid(&scheme);
                let found = self.expr_as(*inner, wanted);
                self.level -= 1;
                self.must_be(self.span_of(*inner), found, wanted, Why::Signature(signature.span));
                self.instantiate(&scheme).0
            }
        };
        self.program[expr].kind = kind;
        ty
    }

    fn constructor_function(&mut self, expr: ExprId, con: &ConRef) -> Ty {
        let Some(con) = con.con else { return self.fresh() };
        let ConstructorUse { whole, fields, carried } = self.constructor_use(con);
        if !carried.is_empty() {
            self.uses.push((expr, carried));
        }
        fields.into_iter().rev().fold(whole, |result, field| self.function_ty(field, result))
    }

    /// `$`, whose right operand may have a type with `forall`.
    fn is_dollar(&self, operator: ExprId) -> bool {
        match &self.program[operator].kind {
            ExprKind::Var { name, entity: Entity::Function(function) } => {
                self.program.text(*name) == "$" && self.program[*function].origin == Origin::Prelude
            }
            _ => false,
        }
    }

    fn applied_by_operator(&mut self, operator: ExprId, left: ExprId, right: ExprId) -> Ty {
        self.expr(operator);
        let whole = self.expr(left);
        let (from, to) = match self.as_function(whole) {
            Some(parts) => parts,
            None => {
                let (from, to) = (self.fresh(), self.fresh());
                let wanted = self.function_ty(from, to);
                self.must_be(self.span_of(left), whole, wanted, Why::Operand(operator));
                (from, to)
            }
        };
        let found = self.expr_as(right, from);
        self.must_be(self.span_of(right), found, from, Why::Operand(operator));
        to
    }

    fn apply(&mut self, function: ExprId, arguments: &[ExprId]) -> Ty {
        let whole = self.expr(function);
        let mut ty = whole;
        for (index, argument) in arguments.iter().enumerate() {
            let (from, to) = match self.as_function(ty) {
                Some(parts) => parts,
                None => {
                    let (from, to) = (self.fresh(), self.fresh());
                    let wanted = self.function_ty(from, to);
                    if self.unify(ty, wanted).is_err() {
                        self.too_many(function, whole, index, arguments.len());
                        for argument in &arguments[index..] {
                            self.expr(*argument);
                        }
                        return self.fresh();
                    }
                    (from, to)
                }
            };
            let found = self.expr_as(*argument, from);
            self.must_be(self.span_of(*argument), found, from, Why::Argument(index + 1, function));
            ty = self.result_of(function, &arguments[index + 1..], to);
        }
        ty
    }

    /// A result with `forall` that is applied further.
    fn result_of(&mut self, function: ExprId, more: &[ExprId], ty: Ty) -> Ty {
        match self.get(ty) {
            Node::Forall(variables, inner) if !more.is_empty() => {
                if variables.iter().any(|variable| !variable.classes.is_empty()) {
                    let message = "not supported: more arguments for a result with `forall` and classes";
                    self.problems.push(Diagnostic::error(self.span_of(function), message));
                }
                self.instantiate(&Scheme { variables, ty: inner, relations: Vec::new() }).0
            }
            _ => ty,
        }
    }

    fn too_many(&mut self, function: ExprId, ty: Ty, takes: usize, has: usize) {
        let shown = self.show(ty, &mut Letters::default());
        let what = match self.name_of(function) {
            Some(name) => format!("`{name}`"),
            None => "this".to_owned(),
        };
        let arguments =
            |count: usize| if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") };
        let message = if takes == 0 {
            format!("{what} is not a function but is given {} here", arguments(has))
        } else {
            format!("{what} takes {}, but is given {has} here", arguments(takes))
        };
        let problem = Diagnostic::error(self.span_of(function), message);
        self.problems.push(problem.help(format!("its type is `{shown}`")));
    }

    fn operator_types(&mut self, operator: ExprId) -> (Ty, Ty, Ty) {
        let ty = self.expr(operator);
        if let Some((left, rest)) = self.as_function(ty)
            && let Some((right, result)) = self.as_function(rest)
        {
            return (left, right, result);
        }
        let (left, right, result) = (self.fresh(), self.fresh(), self.fresh());
        let rest = self.function_ty(right, result);
        let wanted = self.function_ty(left, rest);
        if self.unify(ty, wanted).is_err() {
            self.too_many(operator, ty, 1, 2);
        }
        (left, right, result)
    }

    fn operand(&mut self, operand: ExprId, wanted: Ty, operator: ExprId) {
        let found = self.expr_as(operand, wanted);
        self.must_be(self.span_of(operand), found, wanted, Why::Operand(operator));
    }

    fn operation(&mut self, operator: ExprId, left: ExprId, right: ExprId) -> Ty {
        let (wanted_left, wanted_right, result) = self.operator_types(operator);
        self.operand(left, wanted_left, operator);
        self.operand(right, wanted_right, operator);
        result
    }

    /// The type constructor of the actions of a `do`.
    fn monad(&mut self) -> Ty {
        let name = self.program.names.intern("Monad");
        match self.program.class_named(name, true) {
            Some(class) => self.fresh_of(class),
            None => self.fresh(),
        }
    }

    /// `do`: each line is an action; the last is the whole.
    fn statements(&mut self, statements: &[Statement], monad: Ty) -> Ty {
        let mut last = self.fresh();
        for statement in statements {
            match &statement.kind {
                StatementKind::Let(bindings) => self.bindings(bindings),
                StatementKind::Action(action) => {
                    let found = self.expr(*action);
                    let result = self.fresh();
                    let wanted = self.applied_ty(monad, result);
                    self.must_be(self.span_of(*action), found, wanted, Why::Action);
                    last = wanted;
                }
                StatementKind::Bind { pattern, action } => {
                    let found = self.expr(*action);
                    let result = self.pattern(*pattern);
                    let wanted = self.applied_ty(monad, result);
                    self.must_be(self.span_of(*action), found, wanted, Why::Action);
                }
            }
        }
        last
    }
}
