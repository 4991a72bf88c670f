//! `lists`, as far as no fun is called, and the list operators of `erlang`.

use std::cmp::Ordering;
use std::collections::HashMap;

use erlang_term::order::{compare, equal};
use erlang_term::{Atom, Term, arithmetic, atoms};

use super::arguments::{LONGEST_LIST, bool, computed, function_clause, items, length, size, system_limit};
use super::{Context, Outcome, Table, Then};
use crate::Raise;
use crate::native::effect::Pure;
use crate::program::Mfa;

pub const ERLANG: Table = &[
    ("++", 2, Pure, |c, a| append(c, &a[0], &a[1])),
    ("append", 2, Pure, |c, a| append(c, &a[0], &a[1])),
    ("--", 2, Pure, |c, a| subtract(c, &a[0], &a[1])),
    ("subtract", 2, Pure, |c, a| subtract(c, &a[0], &a[1])),
];

pub const LISTS: Table = &[
    ("duplicate", 2, Pure, |c, a| duplicate(c, &a[0], &a[1])),
    ("keyfind", 3, Pure, |c, a| Ok(find(c, &a[0], &a[1], &a[2])?.cloned().unwrap_or(Term::bool(false)))),
    ("keymember", 3, Pure, |c, a| bool(find(c, &a[0], &a[1], &a[2])?.is_some())),
    ("keysearch", 3, Pure, |c, a| {
        Ok(match find(c, &a[0], &a[1], &a[2])? {
            Some(found) => Term::tuple([Term::Atom(atoms::VALUE), found.clone()]),
            None => Term::bool(false),
        })
    }),
    ("member", 2, Pure, |c, a| member(c, &a[0], &a[1])),
    ("nth", 2, Pure, nth),
    ("nthtail", 2, Pure, nthtail),
    ("reverse", 1, Pure, reverse),
    ("reverse", 2, Pure, |c, a| reverse_onto(c, &a[0], &a[1])),
    ("seq", 2, Pure, |c, a| seq(c, &a[0], &a[1], &Term::Int(1), function_clause)),
    ("seq", 3, Pure, |c, a| seq(c, &a[0], &a[1], &a[2], Raise::badarg)),
];

pub fn append(context: &mut Context<'_>, list: &Term, tail: &Term) -> Outcome {
    if matches!(tail, Term::Nil) {
        context.charge(length(list).ok_or_else(Raise::badarg)?);
        return Ok(list.clone());
    }
    match list.list_parts() {
        (elements, Term::Nil) => {
            context.charge(elements.len());
            Ok(Term::list_with_tail(elements, tail.clone()))
        }
        _ => Err(Raise::badarg()),
    }
}

/// Takes out the first occurrence of each element of `remove`.
fn subtract(context: &mut Context<'_>, list: &Term, remove: &Term) -> Outcome {
    let (Some(there), Some(gone)) = (length(list), length(remove)) else { return Err(Raise::badarg()) };
    context.charge(there + gone);
    // What changes inside of a bitstring is how it is stored, not what it is.
    #[allow(clippy::mutable_key_type)]
    let mut to_remove: HashMap<&Term, usize> = HashMap::new();
    let mut left = 0;
    for element in items(remove) {
        *to_remove.entry(element).or_default() += 1;
        left += 1;
    }
    let (mut kept, mut items) = (Vec::new(), items(list));
    // Once nothing is left to remove, the rest is shared.
    while left > 0
        && let Some(element) = items.next()
    {
        match to_remove.get_mut(element) {
            Some(times) if *times > 0 => (*times, left) = (*times - 1, left - 1),
            _ => kept.push(element.clone()),
        }
    }
    Ok(Term::list_with_tail(kept, items.rest.clone()))
}

fn duplicate(context: &mut Context<'_>, times: &Term, element: &Term) -> Outcome {
    match times {
        Term::Int(n) if *n >= 0 => {
            let n = *n as usize;
            if n > LONGEST_LIST || !context.world.may_make(n) {
                return Err(system_limit());
            }
            context.charge(n);
            Ok((0..n).fold(Term::Nil, |tail, _| Term::cons(element.clone(), tail)))
        }
        Term::Big(n) if n.sign() == num_bigint::Sign::Plus => Err(system_limit()),
        _ => Err(function_clause()),
    }
}

/// The first tuple that has `key` at the given place.
fn find<'a>(
    context: &mut Context<'_>,
    key: &Term,
    position: &Term,
    list: &'a Term,
) -> Result<Option<&'a Term>, Raise> {
    let at = size(position)?.checked_sub(1).ok_or_else(Raise::badarg)?;
    let (mut items, mut seen) = (items(list), 0);
    let found = items.find(|item| {
        seen += 1;
        item.as_tuple().and_then(|tuple| tuple.get(at)).is_some_and(|element| equal(element, key))
    });
    context.charge(seen);
    if found.is_some() || items.ends_well() { Ok(found) } else { Err(Raise::badarg()) }
}

fn member(context: &mut Context<'_>, element: &Term, list: &Term) -> Outcome {
    let (mut items, mut seen) = (items(list), 0);
    let found = items.any(|item| {
        seen += 1;
        item == element
    });
    context.charge(seen);
    if found {
        return bool(true);
    }
    if items.ends_well() { bool(false) } else { Err(Raise::badarg()) }
}

fn nth(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    match count_down(context, &arguments[0], &arguments[1])? {
        (Term::Int(1), Term::Cons(cell)) => Ok(cell.head.clone()),
        (n, rest) => fails_at(context, "nth", arguments, [n, rest.clone()]),
    }
}

fn nthtail(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    match count_down(context, &arguments[0], &arguments[1])? {
        (Term::Int(0), rest @ (Term::Cons(_) | Term::Nil)) => Ok(rest.clone()),
        (Term::Int(1), Term::Cons(cell)) => Ok(cell.tail.clone()),
        (n, rest) => fails_at(context, "nthtail", arguments, [n, rest.clone()]),
    }
}

/// Counts `n` down along the list while it is greater than 1: what is left of both.
fn count_down<'a>(context: &mut Context<'_>, n: &Term, list: &'a Term) -> Result<(Term, &'a Term), Raise> {
    let (mut n, mut items, mut steps) = (n.clone(), items(list), 0);
    while matches!(items.rest, Term::Cons(_)) && compare(&n, &Term::Int(1)).is_gt() {
        n = computed(arithmetic::subtract(&n, &Term::Int(1)))?;
        items.next();
        steps += 1;
    }
    context.charge(steps);
    Ok((n, items.rest))
}

/// The library counts by recursion: the call that finds no clause is the innermost one.
fn fails_at(context: &mut Context<'_>, function: &str, arguments: &[Term], innermost: [Term; 2]) -> Outcome {
    if arguments == innermost {
        return Err(function_clause());
    }
    Ok(then_call(context, function, innermost.to_vec()))
}

/// Leaves the rest to another function of the module; the value returned here is not seen.
fn then_call(context: &mut Context<'_>, function: &str, arguments: Vec<Term>) -> Term {
    let mfa = Mfa { module: atoms::LISTS, function: Atom::new(function), arity: arguments.len() as u32 };
    context.then = Some(Then::Call(mfa, arguments));
    Term::Nil
}

fn reverse(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    match &arguments[0] {
        Term::Nil => Ok(Term::Nil),
        Term::Cons(first) => match &first.tail {
            Term::Nil => Ok(arguments[0].clone()),
            // `reverse/2` takes over from the second element on, and is the one that fails.
            Term::Cons(second) => {
                let two = Term::list([second.head.clone(), first.head.clone()]);
                reverse_onto(context, &second.tail, &two)
                    .or_else(|_| Ok(then_call(context, "reverse", vec![second.tail.clone(), two])))
            }
            _ => Err(function_clause()),
        },
        _ => Err(function_clause()),
    }
}

fn reverse_onto(context: &mut Context<'_>, list: &Term, tail: &Term) -> Outcome {
    let (mut items, mut reversed, mut length) = (items(list), tail.clone(), 0);
    for head in items.by_ref() {
        reversed = Term::cons(head.clone(), reversed);
        length += 1;
    }
    context.charge(length);
    if items.ends_well() { Ok(reversed) } else { Err(Raise::badarg()) }
}

fn seq(context: &mut Context<'_>, from: &Term, to: &Term, step: &Term, otherwise: fn() -> Raise) -> Outcome {
    if !(from.is_integer() && to.is_integer() && step.is_integer()) {
        return Err(otherwise());
    }
    let zero = Term::Int(0);
    // An empty sequence may end one step before it begins, but not earlier.
    let span = computed(arithmetic::add(&computed(arithmetic::subtract(to, from))?, step))?;
    let length = match compare(step, &zero) {
        Ordering::Equal if from == to => Term::Int(1),
        Ordering::Greater if compare(&span, &zero).is_ge() => computed(arithmetic::int_div(&span, step))?,
        Ordering::Less if compare(&span, &zero).is_le() => computed(arithmetic::int_div(&span, step))?,
        _ => return Err(otherwise()),
    };
    let length = length.as_int().filter(|n| *n <= LONGEST_LIST as i64).ok_or_else(system_limit)?;
    if !context.world.may_make(length as usize) {
        return Err(system_limit());
    }
    context.charge(length as usize);
    let (mut sequence, mut last) = (Term::Nil, computed(arithmetic::multiply(&Term::Int(length - 1), step))?);
    last = computed(arithmetic::add(from, &last))?;
    for _ in 0..length {
        let before = computed(arithmetic::subtract(&last, step))?;
        sequence = Term::cons(std::mem::replace(&mut last, before), sequence);
    }
    Ok(sequence)
}
