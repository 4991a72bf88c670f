//! A million levels of nesting are ordinary, even on a small stack.

use std::rc::Rc;

use erlang_term::print::{self, Pretty};
use erlang_term::{Closure, Fun, Map, Pid, Term, atoms, external, hash, order};

const LEVELS: usize = 1_000_000;

/// Enough to overflow the stack of a test's thread if anything recursed.
const MANY: usize = 100_000;

fn nested(levels: usize, wrap: impl Fn(Term) -> Term) -> Term {
    (0..levels).fold(Term::Int(0), |inner, _| wrap(inner))
}

fn closure(inner: Term) -> Term {
    Term::Fun(Rc::new(Fun::Closure(Closure {
        module: atoms::LISTS,
        function: atoms::OK,
        arity: 0,
        index: 0,
        uniq: 0,
        creator: Pid::local(0),
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
        let (a, b) = (nested(MANY, wrap), nested(MANY, wrap));
        assert!(a == b);
        assert!(order::equal(&a, &b));
        assert!(order::compare(&a, &wrap(b)).is_lt());
    }
}

#[test]
fn a_million_levels() {
    let (a, b) = (nested(LEVELS, WRAPS[2]), nested(LEVELS, WRAPS[2]));
    assert!(a == b);
    assert_eq!(print::write(&a).len(), 4 * LEVELS + 1);
    let bytes = external::encode(&a, external::EncodeOptions::default());
    assert!(external::decode(&bytes).is_ok_and(|(decoded, _)| decoded == a));
    assert_eq!(hash::phash2(&a), hash::phash2(&b));
}

#[test]
fn print_and_hash() {
    for wrap in WRAPS {
        let term = nested(MANY, wrap);
        assert!(print::write(&term).len() > 10);
        let one_line = Pretty { width: 0, ..Pretty::default() };
        assert!(print::pretty(&term, &one_line).len() > 10);
        let short = Pretty { chars_limit: Some(100), ..Pretty::default() };
        assert!(print::pretty(&term, &short).len() < 1000);
        hash::phash2(&term);
        hash::phash(&term, 1000);
        let mut hasher = std::hash::DefaultHasher::new();
        std::hash::Hash::hash(&term, &mut hasher);
    }
    // Nothing but brackets: line breaking has no indentation to add.
    let lists = nested(MANY, WRAPS[0]);
    assert_eq!(print::pretty(&lists, &Pretty::default()).len(), 2 * MANY + 1);
}

#[test]
fn encode_and_decode() {
    for wrap in WRAPS {
        let term = nested(MANY, wrap);
        let bytes = external::encode(&term, external::EncodeOptions::default());
        let (decoded, used) = external::decode(&bytes).expect("what was encoded");
        assert_eq!(used, bytes.len());
        assert!(decoded == term);
    }
}

#[test]
fn drop_nested_trees() {
    drop((0..20_000).fold(Term::Int(0), |inner, _| large_map(inner)));
}

#[test]
fn drop_one_version_of_a_large_map() {
    let map: Map = (0..200_000).map(|n| (Term::Int(n), Term::Nil)).collect();
    for n in 0..50_000 {
        let mut version = map.clone();
        version.insert(Term::Int(n), Term::Int(n));
    }
    assert_eq!(map.len(), 200_000);
}
