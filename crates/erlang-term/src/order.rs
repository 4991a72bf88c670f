//! The order of terms: `number < atom < reference < fun < pid < tuple < map < nil < list <
//! bitstring`.
//!
//! Three relations live here. [`compare`] and [`equal`] are Erlang's `<` and `==`, where `1 ==
//! 1.0`; [`compare_exact`] is the order of map keys, where every integer comes before every float;
//! and `Term`'s own `==` is `=:=`.

use std::cmp::Ordering;
use std::rc::Rc;

use num_bigint::{BigInt, Sign};
use num_traits::FromPrimitive;

use crate::map::MapIter;
use crate::{Cons, ConsCell, Fun, Term, work};

/// Erlang's term order, in which `1` and `1.0` are equal.
#[inline]
pub fn compare(a: &Term, b: &Term) -> Ordering {
    match (a, b) {
        (Term::Int(x), Term::Int(y)) => x.cmp(y),
        (Term::Atom(x), Term::Atom(y)) => x.cmp_text(*y),
        _ => walk::<false>(a, b, Mode::Numeric),
    }
}

/// Erlang's `==`.
#[inline]
pub fn equal(a: &Term, b: &Term) -> bool {
    match (a, b) {
        (Term::Int(x), Term::Int(y)) => x == y,
        (Term::Atom(x), Term::Atom(y)) => x == y,
        _ => walk::<true>(a, b, Mode::Numeric).is_eq(),
    }
}

/// The order of map keys: as [`compare`], but integers and floats are different types, integers
/// first.
#[inline]
pub fn compare_exact(a: &Term, b: &Term) -> Ordering {
    match (a, b) {
        (Term::Int(x), Term::Int(y)) => x.cmp(y),
        (Term::Atom(x), Term::Atom(y)) => x.cmp_text(*y),
        _ => walk::<false>(a, b, Mode::Exact),
    }
}

/// `=:=`. In OTP 25, `0.0 =:= -0.0`.
impl PartialEq for Term {
    #[inline]
    fn eq(&self, other: &Term) -> bool {
        match (self, other) {
            (Term::Int(x), Term::Int(y)) => x == y,
            (Term::Atom(x), Term::Atom(y)) => x == y,
            (Term::Nil, Term::Nil) => true,
            (Term::Int(_) | Term::Atom(_) | Term::Nil, _) | (_, Term::Int(_) | Term::Atom(_) | Term::Nil) => {
                false
            }
            _ => walk::<true>(self, other, Mode::Exact).is_eq(),
        }
    }
}

impl Eq for Term {}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Numeric,
    Exact,
}

/// What is still to be compared once everything so far turned out equal.
enum Pending<'a> {
    Pair(&'a Term, &'a Term, Mode),
    Slices(&'a [Term], &'a [Term], Mode),
    Keys(MapIter<'a>, MapIter<'a>),
    Values(MapIter<'a>, MapIter<'a>, Mode),
}

/// Compares two terms part by part. With `EQUALITY`, any order but `Equal` only means "different".
fn walk<'a, const EQUALITY: bool>(mut a: &'a Term, mut b: &'a Term, mut mode: Mode) -> Ordering {
    let mut pending: Vec<Pending<'a>> = Vec::new();
    loop {
        work::spend(1);
        let found = match (a, b) {
            (Term::Cons(x), Term::Cons(y)) => match compare_spines::<EQUALITY>(x, y, mode) {
                Spines::Differ(order) => order,
                Spines::Same => Ordering::Equal,
                Spines::Tails(x, y) => {
                    (a, b) = (x, y);
                    continue;
                }
                Spines::Heads(x, y) => {
                    pending.push(Pending::Pair(&x.tail, &y.tail, mode));
                    (a, b) = (&x.head, &y.head);
                    continue;
                }
            },
            (Term::Tuple(x), Term::Tuple(y)) => {
                let sizes = x.len().cmp(&y.len());
                if sizes.is_eq() && !x.ptr_eq(y) {
                    match compare_flat::<EQUALITY>(x, y, mode) {
                        Ok(order) => order,
                        Err(at) => {
                            pending.push(Pending::Slices(&x[at + 1..], &y[at + 1..], mode));
                            (a, b) = (&x[at], &y[at]);
                            continue;
                        }
                    }
                } else {
                    sizes
                }
            }
            (Term::Map(x), Term::Map(y)) => {
                let sizes = x.len().cmp(&y.len());
                if sizes.is_eq() && !x.ptr_eq(y) {
                    // All the keys first, then all the values.
                    pending.push(Pending::Values(x.iter(), y.iter(), mode));
                    pending.push(Pending::Keys(x.iter(), y.iter()));
                }
                sizes
            }
            (Term::Fun(x), Term::Fun(y)) => {
                if Rc::ptr_eq(x, y) {
                    Ordering::Equal
                } else {
                    let heads = compare_funs(x, y);
                    if let (Ordering::Equal, Fun::Closure(x), Fun::Closure(y)) = (heads, &**x, &**y) {
                        pending.push(Pending::Slices(&x.environment, &y.environment, mode));
                    }
                    heads
                }
            }
            _ => compare_leaves::<EQUALITY>(a, b, mode),
        };
        if found.is_ne() {
            return found;
        }
        match next_pair(&mut pending) {
            Some(pair) => (a, b, mode) = pair,
            None => return Ordering::Equal,
        }
    }
}

/// How far two lists can be compared without looking into their elements.
enum Spines<'a> {
    Differ(Ordering),
    Same,
    /// The first elements that both have parts of their own.
    Heads(&'a Cons, &'a Cons),
    /// What follows the last cell of the shorter list.
    Tails(&'a Term, &'a Term),
}

fn compare_spines<'a, const EQUALITY: bool>(
    mut x: &'a ConsCell,
    mut y: &'a ConsCell,
    mode: Mode,
) -> Spines<'a> {
    loop {
        if x.ptr_eq(y) {
            return Spines::Same;
        }
        if has_parts(&x.head) && has_parts(&y.head) {
            return Spines::Heads(x, y);
        }
        let heads = compare_leaves::<EQUALITY>(&x.head, &y.head, mode);
        if heads.is_ne() {
            return Spines::Differ(heads);
        }
        match (&x.tail, &y.tail) {
            (Term::Cons(next_x), Term::Cons(next_y)) => (x, y) = (next_x, next_y),
            (tail_x, tail_y) => return Spines::Tails(tail_x, tail_y),
        }
    }
}

/// The order of two sequences of the same length, or the first place where both have parts of their
/// own.
fn compare_flat<const EQUALITY: bool>(x: &[Term], y: &[Term], mode: Mode) -> Result<Ordering, usize> {
    for (at, (a, b)) in x.iter().zip(y).enumerate() {
        if has_parts(a) && has_parts(b) {
            return Err(at);
        }
        let order = compare_leaves::<EQUALITY>(a, b, mode);
        if order.is_ne() {
            return Ok(order);
        }
    }
    Ok(Ordering::Equal)
}

/// Whether it can take long to compare these.
#[inline]
pub fn can_take_long(a: &Term, b: &Term) -> bool {
    has_parts(a) && has_parts(b)
}

fn has_parts(term: &Term) -> bool {
    matches!(term, Term::Cons(_) | Term::Tuple(_) | Term::Map(_) | Term::Fun(_))
}

fn next_pair<'a>(pending: &mut Vec<Pending<'a>>) -> Option<(&'a Term, &'a Term, Mode)> {
    loop {
        match pending.last_mut()? {
            &mut Pending::Pair(a, b, mode) => {
                pending.pop();
                return Some((a, b, mode));
            }
            Pending::Slices(x, y, mode) => {
                if let (Some((a, rest_x)), Some((b, rest_y))) = (x.split_first(), y.split_first()) {
                    (*x, *y) = (rest_x, rest_y);
                    return Some((a, b, *mode));
                }
            }
            Pending::Keys(x, y) => {
                if let (Some((a, _)), Some((b, _))) = (x.next(), y.next()) {
                    return Some((a, b, Mode::Exact));
                }
            }
            Pending::Values(x, y, mode) => {
                if let (Some((_, a)), Some((_, b))) = (x.next(), y.next()) {
                    return Some((a, b, *mode));
                }
            }
        }
        pending.pop();
    }
}

/// Compares two terms of which at most one has parts.
fn compare_leaves<const EQUALITY: bool>(a: &Term, b: &Term, mode: Mode) -> Ordering {
    match (a, b) {
        (Term::Int(x), Term::Int(y)) => x.cmp(y),
        (Term::Big(x), Term::Big(y)) => x.cmp(y),
        (Term::Int(_), Term::Big(y)) => small_to_big(y),
        (Term::Big(x), Term::Int(_)) => small_to_big(x).reverse(),
        (Term::Float(x), Term::Float(y)) => compare_floats(x.get(), y.get()),
        (Term::Int(_) | Term::Big(_), Term::Float(_)) if mode == Mode::Exact => Ordering::Less,
        (Term::Float(_), Term::Int(_) | Term::Big(_)) if mode == Mode::Exact => Ordering::Greater,
        (Term::Int(x), Term::Float(y)) => compare_int_float(*x, y.get()),
        (Term::Float(x), Term::Int(y)) => compare_int_float(*y, x.get()).reverse(),
        (Term::Big(x), Term::Float(y)) => compare_big_float(x, y.get()),
        (Term::Float(x), Term::Big(y)) => compare_big_float(y, x.get()).reverse(),
        // Which text comes first takes longer to find out than whether they differ.
        (Term::Atom(x), Term::Atom(y)) if EQUALITY => {
            if x == y {
                Ordering::Equal
            } else {
                Ordering::Less
            }
        }
        (Term::Atom(x), Term::Atom(y)) => x.cmp_text(*y),
        (Term::Ref(x), Term::Ref(y)) => x.node().cmp_text(y.node()).then(x.id().cmp(&y.id())),
        (Term::Pid(x), Term::Pid(y)) | (Term::Port(x), Term::Port(y)) => {
            (x.serial(), x.id()).cmp(&(y.serial(), y.id())).then_with(|| x.node().cmp_text(y.node()))
        }
        (Term::Bits(x), Term::Bits(y)) => x.cmp(y),
        _ => rank(a).cmp(&rank(b)),
    }
}

fn rank(term: &Term) -> u8 {
    match term {
        Term::Int(_) | Term::Big(_) | Term::Float(_) => 0,
        Term::Atom(_) => 1,
        Term::Ref(_) => 2,
        Term::Fun(_) => 3,
        Term::Port(_) => 4,
        Term::Pid(_) => 5,
        Term::Tuple(_) => 6,
        Term::Map(_) => 7,
        Term::Nil => 8,
        Term::Cons(_) => 9,
        Term::Bits(_) => 10,
    }
}

/// A big integer lies outside the range of `i64`: its sign decides.
fn small_to_big(big: &BigInt) -> Ordering {
    if big.sign() == Sign::Minus { Ordering::Greater } else { Ordering::Less }
}

/// Floats in terms are finite, so they are totally ordered, with `0.0` equal to `-0.0`.
fn compare_floats(x: f64, y: f64) -> Ordering {
    x.partial_cmp(&y).unwrap_or(Ordering::Equal)
}

const TWO_TO_53: f64 = 9_007_199_254_740_992.0;
const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

fn compare_int_float(x: i64, y: f64) -> Ordering {
    if y.abs() < TWO_TO_53 {
        // Rounding `x` is monotone and cannot bring it below 2^53, so this is exact.
        compare_floats(x as f64, y)
    } else if y >= TWO_TO_63 {
        Ordering::Less
    } else if y < -TWO_TO_63 {
        Ordering::Greater
    } else {
        // No fraction is left at this size.
        x.cmp(&(y as i64))
    }
}

fn compare_big_float(x: &BigInt, y: f64) -> Ordering {
    if y.abs() < TWO_TO_63 {
        return small_to_big(x).reverse();
    }
    BigInt::from_f64(y).map_or(Ordering::Equal, |y| x.cmp(&y))
}

/// Everything about two funs except what they captured: module, number and fingerprint say which
/// code it is. As in OTP, `fun m:f/a` comes after the others.
fn compare_funs(a: &Fun, b: &Fun) -> Ordering {
    match (a, b) {
        (Fun::Closure(x), Fun::Closure(y)) => (x.module.cmp_text(y.module))
            .then(x.index.cmp(&y.index))
            .then(x.uniq.cmp(&y.uniq))
            .then(x.environment.len().cmp(&y.environment.len())),
        (Fun::Closure(_), Fun::External { .. }) => Ordering::Less,
        (Fun::External { .. }, Fun::Closure(_)) => Ordering::Greater,
        (
            Fun::External { module, function, arity },
            Fun::External { module: module_b, function: function_b, arity: arity_b },
        ) => {
            (module.cmp_text(*module_b)).then_with(|| function.cmp_text(*function_b)).then(arity.cmp(arity_b))
        }
    }
}
