//! `atomics` and `counters`: arrays of 64-bit integers that wrap around, changed in place by
//! everyone who has their reference.

use erlang_term::{Atom, Map, Ref, Term, atoms};
use num_bigint::BigInt;
use rpds::{RedBlackTreeMap, Vector};

use super::{Context, Outcome, Table};
use crate::Raise;
use crate::native::effect::{Change, Effect, Look, On, Touches};
use crate::process::RefKey;

const LOOK: Effect = Touches(&[Look(On::Element { array: 0, index: 1 })]);
const CHANGE: Effect = Touches(&[Change(On::Element { array: 0, index: 1 })]);

pub const ATOMICS_TABLE: Table = &[
    ("new", 2, Touches(&[Change(On::Fresh)]), new),
    ("put", 3, CHANGE, |context, arguments| {
        update(context, &arguments[0], &arguments[1], &arguments[2], Range::Own, |_, new| new)?;
        ok()
    }),
    ("get", 2, LOOK, |context, arguments| {
        let place = place(context, &arguments[0], &arguments[1])?;
        Ok(place.term(place.value))
    }),
    ("add", 3, CHANGE, |context, arguments| {
        update(context, &arguments[0], &arguments[1], &arguments[2], Range::Both, u64::wrapping_add)?;
        ok()
    }),
    ("add_get", 3, CHANGE, |context, arguments| {
        let change = u64::wrapping_add;
        Ok(update(context, &arguments[0], &arguments[1], &arguments[2], Range::Both, change)?.1)
    }),
    ("sub", 3, CHANGE, |context, arguments| {
        update(context, &arguments[0], &arguments[1], &arguments[2], Range::Both, u64::wrapping_sub)?;
        ok()
    }),
    ("sub_get", 3, CHANGE, |context, arguments| {
        let change = u64::wrapping_sub;
        Ok(update(context, &arguments[0], &arguments[1], &arguments[2], Range::Both, change)?.1)
    }),
    ("exchange", 3, CHANGE, |context, arguments| {
        Ok(update(context, &arguments[0], &arguments[1], &arguments[2], Range::Own, |_, new| new)?.0)
    }),
    ("compare_exchange", 4, CHANGE, compare_exchange),
    ("info", 1, Touches(&[Look(On::Array(0))]), |context, arguments| {
        let array = array(context, &arguments[0])?;
        let (min, max) = if array.signed {
            (Term::Int(i64::MIN), Term::Int(i64::MAX))
        } else {
            (Term::Int(0), Term::from_bigint(BigInt::from(u64::MAX)))
        };
        Ok(info(array.values.len(), &[("max", max), ("min", min)]))
    }),
];

/// A counter is `{atomics, Ref}` or `{write_concurrency, Ref}`.
pub const COUNTERS_TABLE: Table = &[
    ("new", 2, Touches(&[Change(On::Fresh)]), new_counters),
    ("put", 3, CHANGE, |context, arguments| {
        let counters = counters(&arguments[0])?;
        update(context, &counters, &arguments[1], &arguments[2], Range::Own, |_, new| new)?;
        ok()
    }),
    ("get", 2, LOOK, |context, arguments| {
        let place = place(context, &counters(&arguments[0])?, &arguments[1])?;
        Ok(place.term(place.value))
    }),
    ("add", 3, CHANGE, |context, arguments| {
        let counters = counters(&arguments[0])?;
        update(context, &counters, &arguments[1], &arguments[2], Range::Both, u64::wrapping_add)?;
        ok()
    }),
    ("sub", 3, CHANGE, |context, arguments| {
        let counters = counters(&arguments[0])?;
        update(context, &counters, &arguments[1], &arguments[2], Range::Both, u64::wrapping_sub)?;
        ok()
    }),
    ("info", 1, Touches(&[Look(On::Array(0))]), |context, arguments| {
        let size = array(context, &counters(&arguments[0])?)?.values.len();
        let limits = [("max", Term::Int(i64::MAX)), ("min", Term::Int(i64::MIN))];
        let plain = arguments[0].as_tuple().is_some_and(|parts| parts[0] == Term::atom("atomics"));
        Ok(info(size, if plain { &limits } else { &[] }))
    }),
];

/// All arrays of a run. They live as long as it: nobody knows when the last reference is gone.
pub type Arrays = RedBlackTreeMap<RefKey, Array>;

#[derive(Clone)]
pub struct Array {
    /// Signed ones in two's complement.
    values: Vector<u64>,
    signed: bool,
}

impl Array {
    pub fn values(&self) -> Vec<u64> {
        self.values.iter().copied().collect()
    }
}

/// Which numbers an operand may be.
#[derive(Clone, Copy)]
enum Range {
    /// Those that the array can hold.
    Own,
    /// Any 64 bits, signed or not: increments.
    Both,
}

fn ok() -> Outcome {
    Ok(Term::Atom(atoms::OK))
}

fn bad_option() -> Raise {
    Raise::badarg().because(Atom::new("badopt"))
}

fn add_array(context: &mut Context<'_>, size: &Term, signed: bool) -> Result<Ref, Raise> {
    let size = size.as_int().and_then(|n| usize::try_from(n).ok()).filter(|n| (1..1 << 28).contains(n));
    let values: Vector<u64> = std::iter::repeat_n(0, size.ok_or_else(Raise::badarg)?).collect();
    let reference = context.system.new_ref();
    context.system.storage.arrays.insert_mut(reference.into(), Array { values, signed });
    Ok(reference)
}

fn new(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let mut signed = true;
    for option in arguments[1].proper_list().ok_or_else(bad_option)? {
        signed = match option.as_tuple() {
            Some([Term::Atom(key), Term::Atom(atoms::TRUE)]) if key.name() == "signed" => true,
            Some([Term::Atom(key), Term::Atom(atoms::FALSE)]) if key.name() == "signed" => false,
            _ => return Err(bad_option()),
        };
    }
    Ok(Term::Ref(add_array(context, &arguments[0], signed)?))
}

fn new_counters(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let mut kind = "atomics";
    for option in arguments[1].proper_list().ok_or_else(bad_option)? {
        kind = match option.as_atom().map(Atom::name) {
            Some(name @ ("atomics" | "write_concurrency")) => name,
            _ => return Err(bad_option()),
        };
    }
    let reference = add_array(context, &arguments[0], true)?;
    Ok(Term::tuple([Term::atom(kind), Term::Ref(reference)]))
}

fn counters(term: &Term) -> Outcome {
    match term.as_tuple() {
        Some([Term::Atom(kind), reference]) if matches!(kind.name(), "atomics" | "write_concurrency") => {
            Ok(reference.clone())
        }
        _ => Err(Raise::badarg()),
    }
}

fn array<'a>(context: &'a Context<'_>, reference: &Term) -> Result<&'a Array, Raise> {
    let Term::Ref(reference) = reference else { return Err(Raise::badarg()) };
    context.system.storage.arrays.get(&RefKey::from(*reference)).ok_or_else(Raise::badarg)
}

/// One number of an array.
struct NumberAt {
    key: RefKey,
    index: usize,
    value: u64,
    signed: bool,
}

impl NumberAt {
    fn term(&self, value: u64) -> Term {
        if self.signed { Term::Int(value as i64) } else { Term::from_bigint(BigInt::from(value)) }
    }
}

fn place(context: &Context<'_>, reference: &Term, index: &Term) -> Result<NumberAt, Raise> {
    let array = array(context, reference)?;
    let (Term::Ref(reference), Some(index)) = (reference, index.as_int()) else {
        return Err(Raise::badarg());
    };
    let index = usize::try_from(index).ok().and_then(|n| n.checked_sub(1)).ok_or_else(Raise::badarg)?;
    let value = *array.values.get(index).ok_or_else(Raise::badarg)?;
    Ok(NumberAt { key: (*reference).into(), index, value, signed: array.signed })
}

/// The 64 bits of an operand.
fn bits(operand: &Term, signed: bool, range: Range) -> Result<u64, Raise> {
    match (operand, range) {
        (Term::Int(n), Range::Own) if !signed => u64::try_from(*n).map_err(|_| Raise::badarg()),
        (Term::Int(n), _) => Ok(*n as u64),
        (Term::Big(_), Range::Own) if signed => Err(Raise::badarg()),
        (Term::Big(n), _) => u64::try_from(&**n).map_err(|_| Raise::badarg()),
        _ => Err(Raise::badarg()),
    }
}

fn set(context: &mut Context<'_>, place: &NumberAt, value: u64) {
    if let Some(array) = context.system.storage.arrays.get_mut(&place.key) {
        array.values.set_mut(place.index, value);
    }
}

/// The old and the new value.
fn update(
    context: &mut Context<'_>,
    reference: &Term,
    index: &Term,
    operand: &Term,
    range: Range,
    change: fn(u64, u64) -> u64,
) -> Result<(Term, Term), Raise> {
    let place = place(context, reference, index)?;
    let new = change(place.value, bits(operand, place.signed, range)?);
    set(context, &place, new);
    Ok((place.term(place.value), place.term(new)))
}

/// `ok`, or what is there instead of the expected value.
fn compare_exchange(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let place = place(context, &arguments[0], &arguments[1])?;
    let expected = bits(&arguments[2], place.signed, Range::Own)?;
    let desired = bits(&arguments[3], place.signed, Range::Own)?;
    if place.value != expected {
        return Ok(place.term(place.value));
    }
    set(context, &place, desired);
    ok()
}

fn info(size: usize, more: &[(&str, Term)]) -> Term {
    let size = size as i64;
    let usual = [("memory", Term::Int(40 + 8 * size)), ("size", Term::Int(size))];
    let pairs = usual.iter().chain(more).map(|(key, value)| (Term::atom(key), value.clone()));
    Term::Map(Map::from_pairs(pairs))
}
