//! `erts_debug` and `erts_internal`: what terms look like to OTP's runtime system. Tools and tests
//! measure terms with them.

use std::rc::Rc;

use erlang_term::order::compare_exact;
use erlang_term::{Fun, Term, atoms};

use super::arguments::bool;
use super::{Context, Outcome, Table};
use crate::Raise;
use crate::native::effect::Pure;

pub const DEBUG_TABLE: Table = &[
    ("flat_size", 1, Pure, |context, a| {
        let words = flat_size(&a[0]);
        context.charge(words as usize);
        Ok(Term::Int(words))
    }),
    ("same", 2, Pure, |_, a| bool(is_same(&a[0], &a[1]))),
    // OTP's tests allow themselves to ask.
    ("set_internal_state", 2, Pure, |_, a| match (&a[0], &a[1]) {
        (Term::Atom(name), Term::Atom(now)) if name.name() == "available_internal_state" => {
            Ok(Term::bool(*now != atoms::TRUE))
        }
        _ => Ok(Term::Atom(atoms::OK)),
    }),
    ("get_internal_state", 1, Pure, get_internal_state),
];

pub const INTERNAL_TABLE: Table = &[
    ("cmp_term", 2, Pure, |_, a| Ok(Term::Int(compare_exact(&a[0], &a[1]) as i64))),
    ("term_type", 1, Pure, |_, a| Ok(Term::atom(type_of(&a[0])))),
];

/// The reductions of one turn in OTP.
const REDUCTIONS: i64 = 4_000;

fn get_internal_state(_: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    match arguments[0].as_atom().map(|item| item.name()) {
        Some("available_internal_state" | "stack_check") => Ok(Term::bool(true)),
        Some("force_heap_frags") => Ok(Term::bool(false)),
        Some("reds_left") => Ok(Term::Int(REDUCTIONS)),
        Some(item) => Err(Raise::unsupported(format!("erts_debug:get_internal_state/1 with item {item}"))),
        None => Err(Raise::unsupported("erts_debug:get_internal_state/1")),
    }
}

/// The words that a term takes on a heap of OTP's, where no part is shared.
fn flat_size(term: &Term) -> i64 {
    let (mut words, mut parts) = (0, vec![term]);
    while let Some(part) = parts.pop() {
        words += match part {
            Term::Nil | Term::Atom(_) | Term::Pid(_) | Term::Port(_) => 0,
            Term::Int(n) => 2 * i64::from(!is_small(*n)),
            Term::Float(_) => 2,
            Term::Ref(_) => 3,
            Term::Big(n) => 1 + n.bits().div_ceil(64) as i64,
            Term::Cons(cell) => {
                parts.extend([&cell.head, &cell.tail]);
                2
            }
            Term::Tuple(elements) => {
                parts.extend(elements.iter());
                if elements.is_empty() { 0 } else { 1 + elements.len() as i64 }
            }
            Term::Map(map) => {
                map.iter().for_each(|(key, value)| parts.extend([key, value]));
                map_words(map.len() as i64)
            }
            Term::Bits(bits) => binary_words(bits.bit_len()),
            Term::Fun(fun) => match &**fun {
                Fun::External { .. } => 5,
                Fun::Closure(closure) => {
                    parts.extend(closure.environment.iter());
                    5 + closure.environment.len() as i64
                }
            },
        };
    }
    words
}

fn is_small(n: i64) -> bool {
    (-(1 << 59)..1 << 59).contains(&n)
}

/// Beyond 32 keys OTP has a tree of hashes; this is about what its nodes take.
fn map_words(keys: i64) -> i64 {
    match keys {
        0 => 3,
        1..=32 => 4 + 2 * keys,
        _ => keys * 37 / 10,
    }
}

/// A binary of up to 64 bytes stands on the heap, and others beside it. Bits beyond whole bytes
/// take a reference to a part.
fn binary_words(bits: usize) -> i64 {
    let bytes = bits.div_ceil(8);
    let whole = if bytes <= 64 { 2 + bytes.div_ceil(8) as i64 } else { 6 };
    if bits.is_multiple_of(8) { whole } else { whole + 5 }
}

/// Is it one term in one place?
fn is_same(a: &Term, b: &Term) -> bool {
    match (a, b) {
        (Term::Cons(a), Term::Cons(b)) => a.ptr_eq(b),
        (Term::Tuple(a), Term::Tuple(b)) => a.ptr_eq(b),
        (Term::Map(a), Term::Map(b)) => a.ptr_eq(b),
        (Term::Fun(a), Term::Fun(b)) => Rc::ptr_eq(a, b),
        (Term::Big(a), Term::Big(b)) => Rc::ptr_eq(a, b),
        _ => compare_exact(a, b).is_eq(),
    }
}

fn type_of(term: &Term) -> &'static str {
    match term {
        Term::Nil => "nil",
        Term::Int(n) if is_small(*n) => "fixnum",
        Term::Int(_) | Term::Big(_) => "bignum",
        Term::Float(_) => "hfloat",
        Term::Atom(_) => "atom",
        Term::Pid(pid) if pid.node() == atoms::NONODE_AT_NOHOST => "pid",
        Term::Pid(_) => "external_pid",
        Term::Port(port) if port.node() == atoms::NONODE_AT_NOHOST => "port",
        Term::Port(_) => "external_port",
        Term::Ref(reference) if reference.node() == atoms::NONODE_AT_NOHOST => "reference",
        Term::Ref(_) => "external_reference",
        Term::Cons(_) => "list",
        Term::Tuple(_) => "tuple",
        Term::Map(map) if map.len() <= 32 => "flatmap",
        Term::Map(_) => "hashmap",
        Term::Bits(bits) if !bits.is_binary() => "sub_binary",
        Term::Bits(bits) if bits.byte_len() <= 64 => "heap_binary",
        Term::Bits(_) => "refc_binary",
        Term::Fun(fun) => match &**fun {
            Fun::External { .. } => "export",
            Fun::Closure(_) => "fun",
        },
    }
}
