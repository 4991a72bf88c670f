//! Maps keep their promises at every size: ordered, persistent, the last value wins.

use std::collections::BTreeMap;

use dice::Dice;
use erlang_term::{Map, Term};

fn check(map: &Map, model: &BTreeMap<i64, i64>) {
    let expected: Vec<(Term, Term)> =
        model.iter().map(|(&key, &value)| (Term::Int(key), Term::Int(value))).collect();
    let found: Vec<(Term, Term)> = map.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    assert_eq!(found, expected);
    assert_eq!(map.len(), model.len());
    let backwards: Vec<&Term> = map.keys().rev().collect();
    assert!(backwards.iter().eq(expected.iter().rev().map(|(key, _)| key).collect::<Vec<_>>().iter()));
}

/// Random changes around the size where an array becomes a tree; every tenth version is kept and
/// must not change.
#[test]
fn versions() {
    let (mut map, mut model) = (Map::new(), BTreeMap::new());
    let mut kept = Vec::new();
    let mut dice = Dice::new(1);
    for step in 0..4000 {
        let key = dice.below(64) as i64;
        if dice.once_in(2) {
            map.insert(Term::Int(key), Term::Int(step));
            model.insert(key, step);
        } else {
            assert_eq!(map.remove(&Term::Int(key)), model.remove(&key).map(Term::Int));
        }
        assert_eq!(map.get(&Term::Int(key)), model.get(&key).copied().map(Term::Int).as_ref());
        if step % 10 == 0 {
            kept.push((map.clone(), model.clone()));
        }
    }
    kept.iter().for_each(|(map, model)| check(map, model));
}

#[test]
fn one_and_one_point_zero_are_two_keys() {
    for padding in [0, 100] {
        let mut map: Map = (1000..1000 + padding).map(|n| (Term::Int(n), Term::Nil)).collect();
        map.insert(Term::float(1.0), Term::atom("float"));
        map.insert(Term::Int(1), Term::atom("integer"));
        assert_eq!(map.len(), 2 + padding as usize);
        assert_eq!(map.get(&Term::Int(1)), Some(&Term::atom("integer")));
        assert_eq!(map.keys().next(), Some(&Term::Int(1)));
        assert_eq!(map.keys().next_back(), Some(&Term::float(1.0)));
    }
}
