//! `--verify`: the events of a run, boiled down so that two runs can be compared.

use std::hash::{DefaultHasher, Hash, Hasher};

use erlang_machine::code::{Function, FunctionId};
use erlang_machine::exception::Exception;
use erlang_machine::mailbox::MessageId;
use erlang_machine::observer::{Observer, ObserverKind};
use erlang_machine::process::State;
use erlang_term::{Fun, Pid, Term};

/// Watches a run, and keeps a mark of all events so far after every [`STRIDE`] of them.
#[derive(Default)]
pub struct Fingerprint {
    events: u64,
    /// Fixed keys: the same events give the same marks in every run of whodunit.
    hasher: DefaultHasher,
    marks: Vec<u64>,
}

const STRIDE: u64 = 1024;

/// A value is told from others by its first nodes. What lies deeper was built by earlier events, which are compared too.
const NODES: usize = 32;

impl Fingerprint {
    pub fn events(&self) -> u64 {
        self.events
    }

    /// None if both saw the same; else between which events they first differ.
    pub fn difference(&self, other: &Fingerprint) -> Option<(u64, u64)> {
        let same = self.marks.iter().zip(&other.marks).take_while(|(one, two)| one == two).count() as u64;
        let complete = self.marks.len() == other.marks.len() && same == self.marks.len() as u64;
        let equal = complete && self.events == other.events && self.hasher.finish() == other.hasher.finish();
        (!equal).then(|| (same * STRIDE + 1, ((same + 1) * STRIDE).min(self.events.max(other.events))))
    }

    fn event(&mut self, kind: &str, pid: Pid, details: impl FnOnce(&mut DefaultHasher)) {
        kind.hash(&mut self.hasher);
        pid.hash(&mut self.hasher);
        details(&mut self.hasher);
        self.events += 1;
        if self.events.is_multiple_of(STRIDE) {
            self.marks.push(self.hasher.finish());
        }
    }
}

impl Observer for Fingerprint {
    fn call(&mut self, pid: Pid, id: FunctionId, _: &Function, arguments: &[Term], tail: bool) {
        self.event("call", pid, |hasher| {
            (id.0, tail).hash(hasher);
            arguments.iter().for_each(|argument| mark(argument, hasher));
        });
    }

    fn returned(&mut self, pid: Pid, value: &Term) {
        self.event("return", pid, |hasher| mark(value, hasher));
    }

    fn raised(&mut self, pid: Pid, exception: &Exception) {
        self.event("raise", pid, |hasher| {
            exception.class.atom().name().hash(hasher);
            mark(&exception.reason, hasher);
            mark(&exception.trace, hasher);
        });
    }

    fn unwound(&mut self, pid: Pid, caught: bool) {
        self.event("unwind", pid, |hasher| caught.hash(hasher));
    }

    fn clause(&mut self, pid: Pid, clause: u32) {
        self.event("clause", pid, |hasher| clause.hash(hasher));
    }

    fn bind(&mut self, pid: Pid, _: &Function, variable: u32, value: &Term) {
        self.event("bind", pid, |hasher| {
            variable.hash(hasher);
            mark(value, hasher);
        });
    }

    fn send(&mut self, from: Pid, to: Pid, id: MessageId, content: &Term) {
        self.event("send", from, |hasher| {
            (to, id.0).hash(hasher);
            mark(content, hasher);
        });
    }

    fn deliver(&mut self, from: Pid, to: Pid, id: MessageId) {
        self.event("deliver", from, |hasher| (to, id.0).hash(hasher));
    }

    fn receive(&mut self, pid: Pid, id: MessageId, content: &Term) {
        self.event("receive", pid, |hasher| {
            id.0.hash(hasher);
            mark(content, hasher);
        });
    }

    fn spawn(&mut self, parent: Pid, child: &State) {
        self.event("spawn", parent, |hasher| child.pid.hash(hasher));
    }

    fn exit(&mut self, pid: Pid, state: &State) {
        self.event("exit", pid, |hasher| mark(&state.exit_reason(), hasher));
    }
}

impl ObserverKind for Fingerprint {
    const CALLS: bool = true;
}

/// Hashes the first nodes of a term, from the outside in. Atoms by their text: their numbers depend on who came first.
fn mark(term: &Term, hasher: &mut DefaultHasher) {
    let mut rest = vec![term];
    for _ in 0..NODES {
        let Some(term) = rest.pop() else { return };
        match term {
            Term::Nil => 0_u8.hash(hasher),
            Term::Int(n) => (1_u8, n).hash(hasher),
            Term::Big(n) => (2_u8, n).hash(hasher),
            Term::Float(x) => (3_u8, x.to_bits()).hash(hasher),
            Term::Atom(atom) => (4_u8, atom.name()).hash(hasher),
            Term::Cons(cell) => {
                5_u8.hash(hasher);
                rest.extend([&cell.tail, &cell.head]);
            }
            Term::Tuple(elements) => {
                (6_u8, elements.len()).hash(hasher);
                rest.extend(elements.iter().take(NODES).rev());
            }
            Term::Map(map) => {
                (7_u8, map.len()).hash(hasher);
                rest.extend(map.iter().take(NODES).flat_map(|(key, value)| [key, value]));
            }
            Term::Bits(bits) => {
                (8_u8, bits.bit_len(), bits.slice(0, bits.bit_len().min(512)).to_bytes()).hash(hasher)
            }
            Term::Fun(fun) => match &**fun {
                Fun::External { module, function, arity } => {
                    (9_u8, module.name(), function.name(), arity).hash(hasher);
                }
                Fun::Closure(closure) => {
                    (10_u8, closure.module.name(), closure.index).hash(hasher);
                    rest.extend(closure.environment.iter().take(NODES));
                }
            },
            Term::Pid(pid) => (11_u8, pid).hash(hasher),
            Term::Ref(reference) => (12_u8, reference).hash(hasher),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(values: impl Iterator<Item = i64>) -> Fingerprint {
        let mut fingerprint = Fingerprint::default();
        values
            .for_each(|n| fingerprint.returned(Pid::local(80), &Term::list([Term::atom("x"), Term::Int(n)])));
        fingerprint
    }

    #[test]
    fn finds_the_difference() {
        let check = |one: &Fingerprint, other: &Fingerprint, expected: Option<(u64, u64)>| {
            assert_eq!(one.difference(other), expected);
            assert_eq!(other.difference(one), expected);
        };
        let whole = run(0..3000);
        check(&whole, &run(0..3000), None);
        check(&whole, &run((0..3000).map(|n| if n == 1500 { -1 } else { n })), Some((1025, 2048)));
        check(&whole, &run((0..3000).map(|n| if n == 2999 { -1 } else { n })), Some((2049, 3000)));
        check(&whole, &run(0..2999), Some((2049, 3000)));
        check(&run(0..0), &run(0..0), None);
        check(&run(0..0), &run(0..1), Some((1, 1)));
    }
}
