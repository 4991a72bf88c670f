//! The types of patterns.

use super::report::Why;
use super::term::{Node, Ty};
use super::{Checker, Scheme};
use crate::ast::{Entity, Literal, PatId, PatKind, VarId};
use crate::classes::Class;
use crate::diagnostics::Diagnostic;

impl Checker<'_> {
    /// The type of a pattern; what it binds is known from here on, with one type each.
    pub(super) fn pattern(&mut self, pattern: PatId) -> Ty {
        self.pattern_with(pattern, None)
    }

    /// For values of this type, if it is known.
    pub(super) fn pattern_with(&mut self, pattern: PatId, wanted: Option<Ty>) -> Ty {
        recursion::deep(|| self.pattern_here(pattern, wanted))
    }

    pub(super) fn bind_variable(&mut self, variable: VarId) -> Ty {
        // A binding may have given it a type before its pattern is looked at.
        if let Some(scheme) = self.variables.get(&variable) {
            return scheme.ty;
        }
        let ty = self.fresh();
        self.variables.insert(variable, Scheme { variables: Vec::new(), ty, relations: Vec::new() });
        ty
    }

    fn pattern_here(&mut self, pattern: PatId, wanted: Option<Ty>) -> Ty {
        let span = self.program[pattern].span;
        match self.program[pattern].kind.clone() {
            PatKind::Wildcard => self.fresh(),
            PatKind::Var(variable) => self.bind_variable(variable),
            PatKind::As { variable, pattern } => {
                let whole = self.bind_variable(variable);
                let ty = match wanted {
                    Some(wanted) => self.pattern_as(pattern, wanted),
                    None => self.pattern(pattern),
                };
                self.must_be(span, ty, whole, Why::Pattern);
                ty
            }
            PatKind::Bang(pattern) | PatKind::Lazy(pattern) => self.pattern(pattern),
            PatKind::Literal(literal) => {
                let ty = self.literal(&literal);
                if let Literal::Integer(_) | Literal::Float(_) = literal {
                    self.literal_patterns.push((pattern, ty));
                    self.must_belong(span, Class::EQ, ty);
                }
                ty
            }
            PatKind::Tuple(items) => {
                let known = match wanted.map(|wanted| self.get(wanted)) {
                    Some(Node::Data(_, parts)) if parts.len() == items.len() => parts,
                    _ => items.iter().map(|_| self.fresh()).collect(),
                };
                let items =
                    items.into_iter().zip(known).map(|(item, ty)| self.pattern_as(item, ty)).collect();
                self.tuple_ty(items, span)
            }
            PatKind::List(items) => {
                let element = self.fresh();
                for item in items {
                    let ty = self.pattern(item);
                    let span = self.program[item].span;
                    self.must_be(span, ty, element, Why::Element);
                }
                self.list_ty(element)
            }
            PatKind::Con { con, arguments } => {
                let Some(con) = con.con else { return self.fresh() };
                let (whole, fields) = self.constructor_match(pattern, con, wanted);
                for (argument, field) in arguments.iter().zip(&fields) {
                    let ty = self.pattern_as(*argument, *field);
                    let span = self.program[*argument].span;
                    self.must_be(span, ty, *field, Why::Field);
                }
                // Mode flp: a constructor that lacks fields is a function.
                fields[arguments.len().min(fields.len())..]
                    .iter()
                    .rev()
                    .fold(whole, |result, field| self.function_ty(*field, result))
            }
            PatKind::Record { con, fields } => {
                let Some(con) = con.con else { return self.fresh() };
                let (whole, types) = self.constructor_match(pattern, con, wanted);
                for field in fields {
                    let place =
                        self.program[con].fields.iter().position(|known| known.name == Some(field.field));
                    let ty = match place {
                        Some(place) => self.pattern_as(field.pattern, types[place]),
                        None => self.pattern(field.pattern),
                    };
                    if let Some(place) = place {
                        self.must_be(field.span, ty, types[place], Why::Field);
                    }
                }
                whole
            }
            PatKind::Function { entity, arguments, .. } => {
                let Entity::Function(function) = entity else { return self.fresh() };
                let (mut ty, _) = self.function_use(function);
                for argument in arguments {
                    let found = self.pattern(argument);
                    let span = self.program[argument].span;
                    match self.as_function(ty) {
                        Some((from, to)) => {
                            self.must_be(span, found, from, Why::Pattern);
                            ty = to;
                        }
                        None => {
                            self.problems.push(Diagnostic::error(
                                span,
                                "there are too many arguments in this pattern",
                            ));
                            return self.fresh();
                        }
                    }
                }
                ty
            }
            PatKind::View { function, pattern } => {
                let ty = self.expr(function);
                let inner = self.pattern(pattern);
                let subject = self.fresh();
                let wanted = self.function_ty(subject, inner);
                let span = self.program[function].span;
                self.must_be(span, ty, wanted, Why::Pattern);
                subject
            }
            PatKind::Called { expr, variables, .. } => {
                for variable in variables {
                    self.bind_variable(variable);
                }
                self.expr(expr)
            }
            PatKind::Typed { pattern, signature } => {
                let found = self.pattern(pattern);
                let scheme = self.scheme(&signature);
                let (wanted, _) = self.instantiate(&scheme);
                let span = self.program[pattern].span;
                self.must_be(span, found, wanted, Why::Signature(signature.span));
                found
            }
        }
    }

    pub(super) fn literal(&mut self, literal: &Literal) -> Ty {
        let known = &self.program.well_known;
        let char = known.char;
        match literal {
            Literal::Integer(_) => self.fresh_of(Class::NUM),
            Literal::Float(_) => self.fresh_of(Class::FRACTIONAL),
            Literal::Char(_) => self.data(char, Vec::new()),
            Literal::String(_) => {
                let char = self.data(char, Vec::new());
                self.list_ty(char)
            }
        }
    }
}
