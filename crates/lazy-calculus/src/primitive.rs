//! Primitive functions: arithmetic on integers, comparison of values (rule PR of SC; PA and PF of
//! GSC).

use std::cmp::Ordering;

use lazy_syntax::ast::{ConId, Program};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;

use crate::term::{Symbol, TermId, Terms, View};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Primitive {
    Add,
    Subtract,
    Multiply,
    Negate,
    Absolute,
    Sign,
    Div,
    Mod,
    Quot,
    Rem,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Compare,
    /// The number of a character.
    Code,
}

/// What a primitive makes of patterns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Computed {
    Value(Symbol),
    /// It depends on this variable.
    Needs(TermId),
    /// There is none: a division by zero, ⊥, or functions compared.
    Undefined,
}

const NAMES: [(&str, Primitive); 18] = [
    ("+", Primitive::Add),
    ("-", Primitive::Subtract),
    ("*", Primitive::Multiply),
    ("negate", Primitive::Negate),
    ("abs", Primitive::Absolute),
    ("signum", Primitive::Sign),
    ("div", Primitive::Div),
    ("mod", Primitive::Mod),
    ("quot", Primitive::Quot),
    ("rem", Primitive::Rem),
    ("==", Primitive::Equal),
    ("/=", Primitive::NotEqual),
    ("<", Primitive::Less),
    ("<=", Primitive::LessEqual),
    (">", Primitive::Greater),
    (">=", Primitive::GreaterEqual),
    ("compare", Primitive::Compare),
    ("ord", Primitive::Code),
];

impl Primitive {
    pub fn named(name: &str) -> Option<Primitive> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, primitive)| *primitive)
    }

    /// The arguments are patterns, as many as it takes. What they say may be enough although they
    /// are not total.
    pub fn evaluate(self, program: &Program, terms: &Terms, arguments: &[TermId]) -> Computed {
        let says = |order: Ordering| match self {
            Primitive::Equal => Some(order.is_eq()),
            Primitive::NotEqual => Some(order.is_ne()),
            Primitive::Less => Some(order.is_lt()),
            Primitive::LessEqual => Some(order.is_le()),
            Primitive::Greater => Some(order.is_gt()),
            Primitive::GreaterEqual => Some(order.is_ge()),
            _ => None,
        };
        let known = &program.well_known;
        if says(Ordering::Equal).is_some() || self == Primitive::Compare {
            let [left, right] = arguments else { return Computed::Undefined };
            let order = match compare(program, terms, *left, *right) {
                Ok(order) => order,
                Err(outcome) => return outcome,
            };
            let con = match (says(order), order) {
                (Some(true), _) => known.true_,
                (Some(false), _) => known.false_,
                (None, Ordering::Less) => known.less,
                (None, Ordering::Equal) => known.equal,
                (None, Ordering::Greater) => known.greater,
            };
            return Computed::Value(Symbol::Constructor(con));
        }
        let mut numbers = Vec::new();
        for argument in arguments {
            match terms.view(*argument) {
                View::Variable(variable) => return Computed::Needs(variable),
                View::Rigid(Symbol::Integer(value), _) => numbers.push(value),
                View::Rigid(Symbol::Char(char), _) if self == Primitive::Code => {
                    return Computed::Value(Symbol::Integer(BigInt::from(u32::from(*char))));
                }
                _ => return Computed::Undefined,
            }
        }
        match self.arithmetic(&numbers) {
            Some(value) => Computed::Value(Symbol::Integer(value)),
            None => Computed::Undefined,
        }
    }

    fn arithmetic(self, numbers: &[&BigInt]) -> Option<BigInt> {
        let zero = BigInt::ZERO;
        Some(match (self, numbers) {
            (Primitive::Add, [a, b]) => *a + *b,
            (Primitive::Subtract, [a, b]) => *a - *b,
            (Primitive::Multiply, [a, b]) => *a * *b,
            (Primitive::Negate, [a]) => -*a,
            (Primitive::Absolute, [a]) => BigInt::from(a.magnitude().clone()),
            (Primitive::Sign, [a]) => match a.sign() {
                Sign::Minus => BigInt::from(-1),
                Sign::NoSign => zero,
                Sign::Plus => BigInt::from(1),
            },
            (_, [_, b]) if **b == zero => return None,
            (Primitive::Div, [a, b]) => a.div_floor(b),
            (Primitive::Mod, [a, b]) => a.mod_floor(b),
            (Primitive::Quot, [a, b]) => *a / *b,
            (Primitive::Rem, [a, b]) => *a % *b,
            _ => return None,
        })
    }
}

/// From the left, as far as is needed.
fn compare(program: &Program, terms: &Terms, left: TermId, right: TermId) -> Result<Ordering, Computed> {
    let mut pairs = vec![(left, right)];
    while let Some((left, right)) = pairs.pop() {
        let (left, lefts) = head(terms, left)?;
        let (right, rights) = head(terms, right)?;
        let order = match (left, right) {
            (Symbol::Integer(left), Symbol::Integer(right)) => left.cmp(right),
            (Symbol::Char(left), Symbol::Char(right)) => left.cmp(right),
            (Symbol::Constructor(left), Symbol::Constructor(right)) => {
                let complete = |con: ConId, parts: &[TermId]| program[con].fields.len() == parts.len();
                if !complete(*left, &lefts) || !complete(*right, &rights) {
                    return Err(Computed::Undefined);
                }
                program[*left].index.cmp(&program[*right].index)
            }
            _ => return Err(Computed::Undefined),
        };
        if order.is_ne() {
            return Ok(order);
        }
        pairs.extend(lefts.into_iter().zip(rights).rev());
    }
    Ok(Ordering::Equal)
}

fn head(terms: &Terms, term: TermId) -> Result<(&Symbol, Vec<TermId>), Computed> {
    match terms.view(term) {
        View::Variable(variable) => Err(Computed::Needs(variable)),
        View::Rigid(symbol, arguments) => Ok((symbol, arguments)),
        View::Bottom | View::Flexible(..) => Err(Computed::Undefined),
    }
}
