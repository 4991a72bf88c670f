//! Rust's `Hash` for terms, so that they can be keys of Rust's maps. (Erlang's own hashes are in
//! [`crate::hash`].)

use std::hash::{Hash, Hasher};

use crate::{Fun, Term};

/// Equal terms (`=:=`) hash equal.
impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let mut pending = vec![self];
        while let Some(term) = pending.pop() {
            std::mem::discriminant(term).hash(state);
            match term {
                Term::Nil => {}
                Term::Int(n) => n.hash(state),
                Term::Big(n) => n.hash(state),
                // 0.0 =:= -0.0
                Term::Float(x) => (if x.get() == 0.0 { 0.0 } else { x.get() }).to_bits().hash(state),
                Term::Atom(atom) => atom.hash(state),
                Term::Cons(cell) => pending.extend([&cell.tail, &cell.head]),
                Term::Tuple(elements) => {
                    elements.len().hash(state);
                    pending.extend(elements.iter());
                }
                Term::Map(map) => {
                    map.len().hash(state);
                    pending.extend(map.iter().flat_map(|(key, value)| [key, value]));
                }
                Term::Bits(bits) => bits.hash(state),
                Term::Fun(fun) => match &**fun {
                    Fun::External { module, function, arity } => (module, function, arity).hash(state),
                    Fun::Closure(closure) => {
                        (closure.module, closure.index, closure.uniq, closure.environment.len()).hash(state);
                        pending.extend(&closure.environment);
                    }
                },
                Term::Pid(pid) | Term::Port(pid) => pid.hash(state),
                Term::Ref(reference) => reference.hash(state),
            }
        }
    }
}
