//! A million levels of nesting are ordinary, even on a small stack.

use std::rc::Rc;

use erlang_term::{Closure, Fun, Map, Term, atoms, order};

const LEVELS: usize = 1_000_000;

fn nested(wrap: impl Fn(Term) -> Term) -> Term {
    (0..LEVELS).fold(Term::Int(0), |inner, _| wrap(inner))
}

fn closure(inner: Term) -> Term {
    Term::Fun(Rc::new(Fun::Closure(Closure {
        module: atoms::LISTS,
        function: atoms::OK,
        arity: 0,
        index: 0,
        uniq: 0,
        code: (0, 0),
        environment: vec![inner],
    })))
}

/// A map that is just large enough to be a tree.
fn large_map(inner: Term) -> Term {
    let mut map: Map = (0..33).map(|n| (Term::Int(n), Term::Nil)).collect();
    map.insert(Term::Int(20), inner);
    Term::Map(map)
}

type Wrap = fn(Term) -> Term;

const WRAPS: [Wrap; 6] = [
    |inner| Term::cons(inner, Term::Nil),
    |inner| Term::cons(Term::Nil, inner),
    |inner| Term::tuple([Term::Int(1), inner]),
    |inner| Term::Map(Map::from_pairs([(Term::Int(1), inner)])),
    |inner| Term::Map(Map::from_pairs([(inner, Term::Int(1))])),
    closure,
];

#[test]
fn compare_and_drop() {
    for wrap in WRAPS {
        let (a, b) = (nested(wrap), nested(wrap));
        assert!(a == b);
        assert!(order::equal(&a, &b));
        assert!(order::compare(&a, &wrap(b)).is_lt());
    }
}

#[test]
fn drop_nested_trees() {
    drop((0..20_000).fold(Term::Int(0), |inner, _| large_map(inner)));
}

#[test]
fn drop_one_version_of_a_large_map() {
    let map: Map = (0..1_000_000).map(|n| (Term::Int(n), Term::Nil)).collect();
    for n in 0..100_000 {
        let mut version = map.clone();
        version.insert(Term::Int(n), Term::Int(n));
    }
    assert_eq!(map.len(), 1_000_000);
}
