//! Expressions that are values already.

use std::rc::Rc;

use erlang_syntax::ast::{BinaryOp, ExprId, ExprKind, Module, UnaryOp};
use erlang_term::{Map, Term, arithmetic};

/// Remembers which expressions are literal, so that nested ones are looked at once.
pub struct Literals {
    known: Vec<Option<bool>>,
}

impl Literals {
    pub fn new(expressions: usize) -> Literals {
        Literals { known: vec![None; expressions] }
    }

    /// The value, if the expression is a literal: a constant, or a list, tuple or map of literals.
    pub fn value(&mut self, module: &Module, id: ExprId) -> Option<Term> {
        self.is_literal(module, id).then(|| build(module, id))
    }

    fn is_literal(&mut self, module: &Module, id: ExprId) -> bool {
        if let Some(known) = self.known[id.0 as usize] {
            return known;
        }
        let answer = recursion::deep(|| match &module[id].kind {
            ExprKind::Integer(_)
            | ExprKind::Char(_)
            | ExprKind::Float(_)
            | ExprKind::Atom(_)
            | ExprKind::String(_) => true,
            ExprKind::Tuple(elements) => elements.iter().all(|e| self.is_literal(module, *e)),
            ExprKind::List { elements, tail } => {
                elements.iter().chain(tail).all(|e| self.is_literal(module, *e))
            }
            ExprKind::Map(fields) => {
                fields.iter().all(|f| self.is_literal(module, f.key) && self.is_literal(module, f.value))
            }
            ExprKind::Unary { op: UnaryOp::Minus | UnaryOp::Plus, operand } => {
                matches!(module[*operand].kind, ExprKind::Integer(_) | ExprKind::Float(_) | ExprKind::Char(_))
            }
            _ => false,
        });
        self.known[id.0 as usize] = Some(answer);
        answer
    }
}

fn build(module: &Module, id: ExprId) -> Term {
    recursion::deep(|| match &module[id].kind {
        ExprKind::Integer(n) => Term::from_bigint(n.clone()),
        ExprKind::Char(c) => Term::Int(i64::from(*c)),
        ExprKind::Float(f) => Term::float(*f),
        ExprKind::Atom(a) => Term::Atom(*a),
        ExprKind::String(s) => Term::list(s.iter().map(|c| Term::Int(i64::from(*c))).collect::<Vec<_>>()),
        ExprKind::Tuple(elements) => {
            Term::tuple(elements.iter().map(|e| build(module, *e)).collect::<Vec<_>>())
        }
        ExprKind::List { elements, tail } => {
            let tail = tail.map_or(Term::Nil, |t| build(module, t));
            Term::list_with_tail(elements.iter().map(|e| build(module, *e)).collect::<Vec<_>>(), tail)
        }
        ExprKind::Map(fields) => {
            let mut map = Map::new();
            fields.iter().for_each(|f| map.insert(build(module, f.key), build(module, f.value)));
            Term::Map(map)
        }
        ExprKind::Unary { op, operand } => {
            let value = build(module, *operand);
            match op {
                UnaryOp::Minus => arithmetic::negate(&value).unwrap_or(value),
                _ => value,
            }
        }
        _ => Term::Nil,
    })
}

/// The value of a constant arithmetic expression, as patterns may hold them: `1 bsl 4`, `$a + 1`.
pub fn constant(module: &Module, literals: &mut Literals, id: ExprId) -> Option<Term> {
    if let Some(value) = literals.value(module, id) {
        return Some(value);
    }
    recursion::deep(|| match &module[id].kind {
        ExprKind::Unary { op, operand } => {
            let value = constant(module, literals, *operand)?;
            match op {
                UnaryOp::Minus => arithmetic::negate(&value).ok(),
                UnaryOp::Plus => Some(value),
                UnaryOp::Bnot => arithmetic::bnot(&value).ok(),
                UnaryOp::Not => None,
            }
        }
        ExprKind::Binary { op, left, right } => {
            let (a, b) = (constant(module, literals, *left)?, constant(module, literals, *right)?);
            let result = match op {
                BinaryOp::Add => arithmetic::add(&a, &b),
                BinaryOp::Subtract => arithmetic::subtract(&a, &b),
                BinaryOp::Multiply => arithmetic::multiply(&a, &b),
                BinaryOp::Divide => arithmetic::divide(&a, &b),
                BinaryOp::Div => arithmetic::int_div(&a, &b),
                BinaryOp::Rem => arithmetic::rem(&a, &b),
                BinaryOp::Band => arithmetic::band(&a, &b),
                BinaryOp::Bor => arithmetic::bor(&a, &b),
                BinaryOp::Bxor => arithmetic::bxor(&a, &b),
                BinaryOp::Bsl => arithmetic::bsl(&a, &b),
                BinaryOp::Bsr => arithmetic::bsr(&a, &b),
                _ => return None,
            };
            result.ok()
        }
        _ => None,
    })
}

/// `#Fun` values that are constants: `fun m:f/1`.
pub fn external_fun(module: &Module, m: ExprId, f: ExprId, a: ExprId) -> Option<Term> {
    match (&module[m].kind, &module[f].kind, &module[a].kind) {
        (ExprKind::Atom(module), ExprKind::Atom(function), ExprKind::Integer(arity)) => {
            let arity = u32::try_from(arity).ok().filter(|a| *a <= 255)?;
            let fun = erlang_term::Fun::External { module: *module, function: *function, arity };
            Some(Term::Fun(Rc::new(fun)))
        }
        _ => None,
    }
}
