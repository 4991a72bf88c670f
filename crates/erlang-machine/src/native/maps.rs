//! `maps`: the functions that OTP has built in, and what its library walks maps with.

use erlang_term::{Map, Term, atoms};

use super::arguments::{bad, bool, count, items, map, size};
use super::{Outcome, Table};
use crate::Raise;
use crate::native::effect::Pure;

pub const TABLE: Table = &[
    ("find", 2, Pure, |_, a| {
        Ok(match map(&a[1])?.get(&a[0]) {
            Some(value) => Term::tuple([Term::Atom(atoms::OK), value.clone()]),
            None => Term::Atom(atoms::ERROR),
        })
    }),
    ("from_keys", 2, Pure, |_, a| from_keys(&a[0], &a[1])),
    ("from_list", 1, Pure, |_, a| from_list(&a[0])),
    ("get", 2, Pure, |_, a| map(&a[1])?.get(&a[0]).cloned().ok_or_else(|| bad(atoms::BADKEY, &a[0]))),
    ("get", 3, Pure, |_, a| Ok(map(&a[1])?.get(&a[0]).unwrap_or(&a[2]).clone())),
    ("is_key", 2, Pure, |_, a| bool(map(&a[1])?.contains(&a[0]))),
    ("keys", 1, Pure, |_, a| Ok(Term::list(map(&a[0])?.keys().cloned()))),
    ("merge", 2, Pure, |_, a| merge(&a[0], &a[1])),
    ("new", 0, Pure, |_, _| Ok(Term::Map(Map::new()))),
    ("put", 3, Pure, |_, a| {
        let mut map = map(&a[2])?.clone();
        map.insert(a[0].clone(), a[1].clone());
        Ok(Term::Map(map))
    }),
    ("remove", 2, Pure, |_, a| {
        let mut map = map(&a[1])?.clone();
        map.remove(&a[0]);
        Ok(Term::Map(map))
    }),
    ("size", 1, Pure, |_, a| Ok(count(map(&a[0])?.len()))),
    ("take", 2, Pure, |_, a| {
        let mut map = map(&a[1])?.clone();
        Ok(match map.remove(&a[0]) {
            Some(value) => Term::tuple([value, Term::Map(map)]),
            None => Term::Atom(atoms::ERROR),
        })
    }),
    ("to_list", 1, Pure, |_, a| Ok(Term::list(map(&a[0])?.iter().map(pair)))),
    ("update", 3, Pure, |_, a| {
        let mut map = map(&a[2])?.clone();
        if !map.contains(&a[0]) {
            return Err(bad(atoms::BADKEY, &a[0]));
        }
        map.insert(a[0].clone(), a[1].clone());
        Ok(Term::Map(map))
    }),
    ("values", 1, Pure, |_, a| Ok(Term::list(map(&a[0])?.values().cloned()))),
];

pub const ERTS_INTERNAL: Table = &[
    ("map_next", 3, Pure, |_, a| map_next(&a[0], &a[1], &a[2])),
    ("mc_iterator", 1, Pure, |_, a| all_steps(&a[0]).ok_or_else(|| bad(atoms::BAD_GENERATOR, &a[0]))),
];

fn pair((key, value): (&Term, &Term)) -> Term {
    Term::tuple([key.clone(), value.clone()])
}

fn from_keys(keys: &Term, value: &Term) -> Outcome {
    let mut items = items(keys);
    let map = items.by_ref().map(|key| (key.clone(), value.clone())).collect();
    if items.ends_well() { Ok(Term::Map(map)) } else { Err(Raise::badarg()) }
}

fn from_list(list: &Term) -> Outcome {
    let (mut map, mut items) = (Map::new(), items(list));
    for item in items.by_ref() {
        let Some([key, value]) = item.as_tuple() else { return Err(Raise::badarg()) };
        map.insert(key.clone(), value.clone());
    }
    if items.ends_well() { Ok(Term::Map(map)) } else { Err(Raise::badarg()) }
}

/// The values of the second map win.
fn merge(first: &Term, second: &Term) -> Outcome {
    let (first, second) = (map(first)?, map(second)?);
    // Whichever is smaller goes into the other.
    if first.len() >= second.len() {
        let mut merged = first.clone();
        second.iter().for_each(|(key, value)| merged.insert(key.clone(), value.clone()));
        return Ok(Term::Map(merged));
    }
    let mut merged = second.clone();
    for (key, value) in first {
        if !second.contains(key) {
            merged.insert(key.clone(), value.clone());
        }
    }
    Ok(Term::Map(merged))
}

/// Steps of an iterator that are handed out at once, at first.
const FIRST_CHUNK: usize = 32;

/// The part of a map from position `path` on, in the order of keys: as nested `{Key, Value, Next}`
/// for `iterator`, else all of it as pairs in front of a list.
fn map_next(path: &Term, of: &Term, want: &Term) -> Outcome {
    let (path, Term::Map(map)) = (size(path)?, of) else { return Err(Raise::badarg()) };
    if path > map.len() {
        return Err(Raise::badarg());
    }
    if want != &Term::atom("iterator") {
        let pairs: Vec<Term> = map.iter().skip(path).map(pair).collect();
        return Ok(Term::list_with_tail(pairs, want.clone()));
    }
    // The tree cannot be entered in its middle: chunks as long as what is skipped keep the whole
    // walk linear.
    let chunk = path.max(FIRST_CHUNK);
    let end = match path + chunk {
        end if end < map.len() => Term::cons(count(end), of.clone()),
        _ => Term::atom("none"),
    };
    let steps: Vec<_> = map.iter().skip(path).take(chunk).collect();
    Ok(steps.into_iter().rfold(end, |next, (key, value)| Term::tuple([key.clone(), value.clone(), next])))
}

/// What the generator of a map walks: all steps through a map, or those that are left of an
/// iterator.
fn all_steps(of: &Term) -> Option<Term> {
    let mut steps: Vec<(Term, Term)> = Vec::new();
    let mut rest = of.clone();
    loop {
        rest = match &rest {
            Term::Atom(none) if none.name() == "none" => break,
            Term::Map(map) => {
                steps.extend(map.iter().map(|(key, value)| (key.clone(), value.clone())));
                break;
            }
            Term::Cons(cell) => {
                let Term::Map(map) = &cell.tail else { return None };
                steps.extend(steps_from(&cell.head, map)?);
                break;
            }
            other => {
                let [key, value, next] = other.as_tuple()? else { return None };
                steps.push((key.clone(), value.clone()));
                next.clone()
            }
        };
    }
    let none = Term::atom("none");
    Some(steps.into_iter().rfold(none, |next, (key, value)| Term::tuple([key, value, next])))
}

/// An iterator holds how far it has come, or (with an order) the keys to come.
fn steps_from(path: &Term, map: &Map) -> Option<Vec<(Term, Term)>> {
    if let Term::Int(path) = path {
        let path = usize::try_from(*path).ok()?;
        return Some(map.iter().skip(path).map(|(key, value)| (key.clone(), value.clone())).collect());
    }
    path.proper_list()?
        .into_iter()
        .map(|key| map.get(&key).map(|value| (key.clone(), value.clone())))
        .collect()
}
