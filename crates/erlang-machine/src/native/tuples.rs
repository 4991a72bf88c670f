//! `erlang`: tuples, the sizes of things, and maps as guards see them.

use erlang_term::{Term, Tuple, atoms};

use super::arguments::{
    LARGEST_TUPLE, bad, bits, count, items, length, list, map, size, system_limit, tuple,
};
use super::{Outcome, Table};
use crate::Raise;
use crate::native::effect::Pure;

pub const TABLE: Table = &[
    ("append_element", 2, Pure, |_, a| {
        let tuple = tuple(&a[0])?;
        if tuple.len() >= LARGEST_TUPLE {
            return Err(Raise::badarg());
        }
        Ok(insert(tuple, tuple.len(), &a[1]))
    }),
    ("bit_size", 1, Pure, |_, a| Ok(count(bits(&a[0])?.bit_len()))),
    ("byte_size", 1, Pure, |_, a| Ok(count(bits(&a[0])?.byte_len()))),
    ("delete_element", 2, Pure, |_, a| delete_element(&a[0], &a[1])),
    ("element", 2, Pure, |_, a| Ok(tuple(&a[1])?[position(&a[0], &a[1])?].clone())),
    ("hd", 1, Pure, |_, a| match &a[0] {
        Term::Cons(cell) => Ok(cell.head.clone()),
        _ => Err(Raise::badarg()),
    }),
    ("insert_element", 3, Pure, |_, a| insert_element(&a[0], &a[1], &a[2])),
    ("length", 1, Pure, |c, a| {
        let length = length(&a[0]).ok_or_else(Raise::badarg)?;
        c.charge(length);
        Ok(count(length))
    }),
    ("list_to_tuple", 1, Pure, |_, a| list_to_tuple(&a[0])),
    ("make_tuple", 2, Pure, |_, a| Ok(Term::Tuple(make_tuple(&a[0], &a[1])?))),
    ("make_tuple", 3, Pure, |_, a| make_tuple_from(&a[0], &a[1], &a[2])),
    ("map_get", 2, Pure, |_, a| map(&a[1])?.get(&a[0]).cloned().ok_or_else(|| bad(atoms::BADKEY, &a[0]))),
    ("map_size", 1, Pure, |_, a| Ok(count(map(&a[0])?.len()))),
    ("setelement", 3, Pure, |_, a| {
        let at = position(&a[0], &a[1])?;
        let mut tuple = tuple(&a[1])?.clone();
        tuple.make_mut()[at] = a[2].clone();
        Ok(Term::Tuple(tuple))
    }),
    ("size", 1, Pure, |_, a| match &a[0] {
        Term::Tuple(tuple) => Ok(count(tuple.len())),
        // Only the whole bytes of a bitstring count, unlike for `byte_size/1`.
        Term::Bits(bits) => Ok(count(bits.bit_len() / 8)),
        _ => Err(Raise::badarg()),
    }),
    ("tl", 1, Pure, |_, a| match &a[0] {
        Term::Cons(cell) => Ok(cell.tail.clone()),
        _ => Err(Raise::badarg()),
    }),
    ("tuple_size", 1, Pure, |_, a| Ok(count(tuple(&a[0])?.len()))),
    ("tuple_to_list", 1, Pure, |_, a| Ok(Term::list(tuple(&a[0])?.iter().cloned()))),
];

/// The place of an element, counted from 0.
fn position(index: &Term, of: &Term) -> Result<usize, Raise> {
    let (index, tuple) = (size(index)?, tuple(of)?);
    if (1..=tuple.len()).contains(&index) { Ok(index - 1) } else { Err(Raise::badarg()) }
}

fn insert(tuple: &[Term], at: usize, element: &Term) -> Term {
    let elements = tuple[..at].iter().chain([element]).chain(&tuple[at..]);
    Term::tuple(Tuple::from_exact(tuple.len() + 1, elements.cloned()))
}

fn insert_element(index: &Term, into: &Term, element: &Term) -> Outcome {
    let (index, tuple) = (size(index)?, tuple(into)?);
    if !(1..=tuple.len() + 1).contains(&index) || tuple.len() >= LARGEST_TUPLE {
        return Err(Raise::badarg());
    }
    Ok(insert(tuple, index - 1, element))
}

fn delete_element(index: &Term, from: &Term) -> Outcome {
    let at = position(index, from)?;
    let tuple = tuple(from)?;
    let elements = tuple[..at].iter().chain(&tuple[at + 1..]);
    Ok(Term::tuple(Tuple::from_exact(tuple.len() - 1, elements.cloned())))
}

fn list_to_tuple(term: &Term) -> Outcome {
    let elements = list(term)?;
    if elements.len() > LARGEST_TUPLE { Err(system_limit()) } else { Ok(Term::tuple(elements)) }
}

fn make_tuple(arity: &Term, element: &Term) -> Result<Tuple, Raise> {
    let arity = size(arity)?;
    if arity > LARGEST_TUPLE {
        return Err(Raise::badarg());
    }
    Ok(Tuple::from_exact(arity, std::iter::repeat_n(element.clone(), arity)))
}

/// The list says what stands where, `{Position, Element}`; of several, the last.
fn make_tuple_from(arity: &Term, default: &Term, list: &Term) -> Outcome {
    let mut tuple = make_tuple(arity, default)?;
    let elements = tuple.make_mut();
    let mut items = items(list);
    for item in items.by_ref() {
        let Some([index, element]) = item.as_tuple() else { return Err(Raise::badarg()) };
        let slot = size(index)?.checked_sub(1).and_then(|at| elements.get_mut(at));
        *slot.ok_or_else(Raise::badarg)? = element.clone();
    }
    if items.ends_well() { Ok(Term::Tuple(tuple)) } else { Err(Raise::badarg()) }
}
