//! Type errors in words.

use super::Checker;
use super::show::Letters;
use super::term::{Clash, Node, Ty};
use crate::ast::{ExprId, ExprKind, Program};
use crate::classes::Class;
use crate::diagnostics::Diagnostic;
use crate::source::Span;

/// Why a type is needed in a place.
#[derive(Clone, Copy)]
pub(super) enum Why {
    /// The argument with this number, from 1, of a function.
    Argument(usize, ExprId),
    /// Left or right of an operator.
    Operand(ExprId),
    Condition,
    Guard,
    Element,
    Branch,
    Alternative,
    Pattern,
    Rule,
    Signature(Span),
    Field,
    Range,
    Equation,
    Action,
    /// By the type of a computation: what its state is, or what it reads.
    Decided,
}

impl Checker<'_> {
    /// What stands at `span` has the type `found`; it must be `wanted`.
    pub(super) fn must_be(&mut self, span: Span, found: Ty, wanted: Ty, why: Why) {
        self.place = span;
        if let Err(clash) = self.unify(wanted, found) {
            let problem = self.clash(span, found, wanted, clash);
            let problem = self.explain(problem, why);
            self.problems.push(problem);
        }
    }

    fn clash(&mut self, span: Span, found: Ty, wanted: Ty, clash: Clash) -> Diagnostic {
        let letters = &mut Letters::default();
        let found_text = self.show(found, letters);
        let wanted_text = self.show(wanted, letters);
        match clash {
            Clash::NotOf(class, ty) => {
                let text = self.show(ty, letters);
                let problem = Diagnostic::error(span, not_of(self.program, class, &text));
                match self.get(ty) {
                    Node::Rigid { .. } => problem.help(format!(
                        "add `{} {text}` to the context of the signature",
                        self.program.class_name(class)
                    )),
                    _ => problem,
                }
            }
            Clash::Infinite => Diagnostic::error(
                span,
                format!(
                    "this has the type `{found_text}`, and should have `{wanted_text}`: such a type would contain itself"
                ),
            ),
            Clash::Different => Diagnostic::error(
                span,
                format!("this has the type `{found_text}`, but `{wanted_text}` is needed here"),
            ),
            Clash::Particular(name) => {
                let name = self.program.text(name);
                Diagnostic::error(
                    span,
                    format!("this has the type `{found_text}`, but `{wanted_text}` is needed here"),
                )
                .help(format!(
                    "the signature promises that `{name}` may be any type, so nothing may be known about it"
                ))
            }
        }
    }

    fn explain(&mut self, problem: Diagnostic, why: Why) -> Diagnostic {
        let reason = match why {
            Why::Argument(number, function) => match self.name_of(function) {
                Some(name) => format!("it is the {} argument of `{name}`", ordinal(number)),
                None => format!("it is the {} argument of this function", ordinal(number)),
            },
            Why::Operand(operator) => match self.name_of(operator) {
                Some(name) => format!("it is an operand of `{name}`"),
                None => return problem,
            },
            Why::Condition => "it is the condition of an `if`".to_owned(),
            Why::Guard => "it is a guard".to_owned(),
            Why::Element => "all elements of a list have the same type".to_owned(),
            Why::Branch => "both branches of an `if` have the same type".to_owned(),
            Why::Alternative => "all alternatives have the same type".to_owned(),
            Why::Pattern => "it is matched against this pattern".to_owned(),
            Why::Rule => "all rules of a function have the same types".to_owned(),
            Why::Signature(span) => return problem.label(span, "because of this signature"),
            Why::Field => "it is the value of this field".to_owned(),
            Why::Range => "the ends of a range have the same type".to_owned(),
            Why::Equation => "both sides of an equation have the same type".to_owned(),
            Why::Action => "each line of `do` is an action".to_owned(),
            Why::Decided => "the type of the computation says what this is".to_owned(),
        };
        if problem.help.is_some() { problem } else { problem.help(reason) }
    }

    pub(super) fn must_belong(&mut self, span: Span, class: Class, ty: Ty) {
        self.place = span;
        if let Err(clash) = self.require(class, ty) {
            let problem = self.clash(span, ty, ty, clash);
            self.problems.push(problem);
        }
    }

    pub(super) fn name_of(&self, expr: ExprId) -> Option<String> {
        match &self.program[expr].kind {
            ExprKind::Var { name, .. } => Some(self.program.text(*name).to_owned()),
            ExprKind::Con(con) => Some(self.program.text(con.name).to_owned()),
            _ => None,
        }
    }
}

pub(super) fn not_of(program: &Program, class: Class, ty: &str) -> String {
    match class {
        Class::EQ => format!("values of the type `{ty}` cannot be compared"),
        Class::ORD => format!("values of the type `{ty}` have no order"),
        Class::SHOW => format!("values of the type `{ty}` cannot be shown"),
        Class::READ => format!("values of the type `{ty}` cannot be read"),
        Class::ENUM => format!("values of the type `{ty}` cannot be enumerated"),
        Class::BOUNDED => format!("the type `{ty}` has no least and greatest value"),
        Class::NUM | Class::REAL => format!("a number is needed here, and `{ty}` is not a numeric type"),
        Class::INTEGRAL => format!("an integer is needed here, and `{ty}` is not an integral type"),
        Class::FRACTIONAL | Class::FLOATING | Class::REAL_FRAC => {
            format!("a fraction is needed here, and `{ty}` is not a fractional type")
        }
        _ => format!("there is no instance of `{} {ty}`", program.class_name(class)),
    }
}

fn ordinal(number: usize) -> String {
    match number {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        _ => format!("{number}th"),
    }
}
