//! `erlang`: operators as functions, comparison and type tests.

use erlang_term::order::{compare, equal};
use erlang_term::{Term, arithmetic, atoms};

use super::arguments::{bool, computed, map, system_limit};
use super::{Outcome, Table};
use crate::Raise;
use crate::native::effect::Pure;

pub const TABLE: Table = &[
    ("+", 1, Pure, |_, a| computed(arithmetic::add(&Term::Int(0), &a[0]))),
    ("-", 1, Pure, |_, a| computed(arithmetic::negate(&a[0]))),
    ("+", 2, Pure, |_, a| computed(arithmetic::add(&a[0], &a[1]))),
    ("-", 2, Pure, |_, a| computed(arithmetic::subtract(&a[0], &a[1]))),
    ("*", 2, Pure, |_, a| computed(arithmetic::multiply(&a[0], &a[1]))),
    ("/", 2, Pure, |_, a| computed(arithmetic::divide(&a[0], &a[1]))),
    ("div", 2, Pure, |_, a| computed(arithmetic::int_div(&a[0], &a[1]))),
    ("rem", 2, Pure, |_, a| computed(arithmetic::rem(&a[0], &a[1]))),
    ("band", 2, Pure, |_, a| computed(arithmetic::band(&a[0], &a[1]))),
    ("bor", 2, Pure, |_, a| computed(arithmetic::bor(&a[0], &a[1]))),
    ("bxor", 2, Pure, |_, a| computed(arithmetic::bxor(&a[0], &a[1]))),
    ("bnot", 1, Pure, |_, a| computed(arithmetic::bnot(&a[0]))),
    ("bsl", 2, Pure, |_, a| computed(arithmetic::bsl(&a[0], &a[1]))),
    ("bsr", 2, Pure, |_, a| computed(arithmetic::bsr(&a[0], &a[1]))),
    ("abs", 1, Pure, |_, a| number_or_badarg(arithmetic::abs(&a[0]))),
    ("round", 1, Pure, |_, a| number_or_badarg(arithmetic::round(&a[0]))),
    ("trunc", 1, Pure, |_, a| number_or_badarg(arithmetic::trunc(&a[0]))),
    ("floor", 1, Pure, |_, a| number_or_badarg(arithmetic::floor(&a[0]))),
    ("ceil", 1, Pure, |_, a| number_or_badarg(arithmetic::ceil(&a[0]))),
    ("float", 1, Pure, |_, a| number_or_badarg(arithmetic::to_float(&a[0]).map(Term::float))),
    ("and", 2, Pure, |_, a| bool(truth(&a[0])? & truth(&a[1])?)),
    ("or", 2, Pure, |_, a| bool(truth(&a[0])? | truth(&a[1])?)),
    ("xor", 2, Pure, |_, a| bool(truth(&a[0])? ^ truth(&a[1])?)),
    ("not", 1, Pure, |_, a| bool(!truth(&a[0])?)),
    ("==", 2, Pure, |_, a| bool(equal(&a[0], &a[1]))),
    ("/=", 2, Pure, |_, a| bool(!equal(&a[0], &a[1]))),
    ("=:=", 2, Pure, |_, a| bool(a[0] == a[1])),
    ("=/=", 2, Pure, |_, a| bool(a[0] != a[1])),
    ("<", 2, Pure, |_, a| bool(compare(&a[0], &a[1]).is_lt())),
    ("=<", 2, Pure, |_, a| bool(compare(&a[0], &a[1]).is_le())),
    (">", 2, Pure, |_, a| bool(compare(&a[0], &a[1]).is_gt())),
    (">=", 2, Pure, |_, a| bool(compare(&a[0], &a[1]).is_ge())),
    ("max", 2, Pure, |_, a| Ok(if compare(&a[0], &a[1]).is_ge() { &a[0] } else { &a[1] }.clone())),
    ("min", 2, Pure, |_, a| Ok(if compare(&a[0], &a[1]).is_le() { &a[0] } else { &a[1] }.clone())),
    ("is_atom", 1, Pure, |_, a| bool(matches!(a[0], Term::Atom(_)))),
    ("is_binary", 1, Pure, |_, a| bool(matches!(&a[0], Term::Bits(bits) if bits.is_binary()))),
    ("is_bitstring", 1, Pure, |_, a| bool(matches!(a[0], Term::Bits(_)))),
    ("is_boolean", 1, Pure, |_, a| bool(truth(&a[0]).is_ok())),
    ("is_float", 1, Pure, |_, a| bool(matches!(a[0], Term::Float(_)))),
    ("is_function", 1, Pure, |_, a| bool(matches!(a[0], Term::Fun(_)))),
    ("is_function", 2, Pure, |_, a| is_function(&a[0], &a[1])),
    ("is_integer", 1, Pure, |_, a| bool(a[0].is_integer())),
    ("is_list", 1, Pure, |_, a| bool(matches!(a[0], Term::Nil | Term::Cons(_)))),
    ("is_map", 1, Pure, |_, a| bool(matches!(a[0], Term::Map(_)))),
    ("is_map_key", 2, Pure, |_, a| bool(map(&a[1])?.contains(&a[0]))),
    ("is_number", 1, Pure, |_, a| bool(a[0].is_number())),
    ("is_pid", 1, Pure, |_, a| bool(matches!(a[0], Term::Pid(_)))),
    ("is_port", 1, Pure, |_, a| bool(matches!(a[0], Term::Port(_)))),
    ("is_record", 2, Pure, |_, a| is_record(&a[0], &a[1], None)),
    ("is_record", 3, Pure, |_, a| is_record(&a[0], &a[1], Some(&a[2]))),
    ("is_reference", 1, Pure, |_, a| bool(matches!(a[0], Term::Ref(_)))),
    ("is_tuple", 1, Pure, |_, a| bool(matches!(a[0], Term::Tuple(_)))),
];

/// `abs(a)` is `badarg`, where `-a` is `badarith`.
fn number_or_badarg(answer: Result<Term, arithmetic::ArithmeticError>) -> Outcome {
    answer.map_err(|error| match error {
        arithmetic::ArithmeticError::Badarith => Raise::badarg(),
        arithmetic::ArithmeticError::SystemLimit => system_limit(),
    })
}

fn truth(term: &Term) -> Result<bool, Raise> {
    match term {
        Term::Atom(atoms::TRUE) => Ok(true),
        Term::Atom(atoms::FALSE) => Ok(false),
        _ => Err(Raise::badarg()),
    }
}

fn is_function(term: &Term, arity: &Term) -> Outcome {
    match arity {
        Term::Int(arity) if *arity >= 0 => {
            bool(matches!(term, Term::Fun(fun) if i64::from(fun.arity()) == *arity))
        }
        Term::Big(arity) if arity.sign() == num_bigint::Sign::Plus => bool(false),
        _ => Err(Raise::badarg()),
    }
}

fn is_record(term: &Term, name: &Term, size: Option<&Term>) -> Outcome {
    if !matches!(name, Term::Atom(_)) || !matches!(size, None | Some(Term::Int(_))) {
        return Err(Raise::badarg());
    }
    bool(match term {
        Term::Tuple(elements) => {
            elements.first() == Some(name)
                && size.is_none_or(|size| size.as_int() == Some(elements.len() as i64))
        }
        _ => false,
    })
}
