//! `~w` and `~W`: everything on one line, nothing guessed.

use std::fmt::Write;

use super::Encoding;
use super::quote::{write_atom, write_atom_in_fun};
use crate::map::MapIter;
use crate::{Bits, Fun, Pid, Ref, Term, float, integer, work};

/// As `~w`.
pub fn write(term: &Term) -> String {
    write_with(term, Encoding::Latin1, None)
}

/// As `~w` or `~tw`; with a depth, as `~W` or `~tW`: what lies deeper is `...`.
pub fn write_with(term: &Term, encoding: Encoding, depth: Option<usize>) -> String {
    let mut out = String::new();
    // OTP counts downwards and never meets zero when it starts below.
    Writer { out: &mut out, encoding }.run(term, depth.map_or(-1, |depth| depth as i64));
    out
}

/// Writes a term that has no parts (or is a fun) in its only form.
pub(super) fn write_leaf(out: &mut String, term: &Term, encoding: Encoding) {
    match term {
        Term::Nil => out.push_str("[]"),
        Term::Int(n) => {
            let _ = write!(out, "{n}");
        }
        Term::Big(_) => out.push_str(&integer::to_text(term, 10).unwrap_or_default()),
        Term::Float(x) => out.push_str(&float::short(x.get())),
        Term::Atom(atom) => write_atom(out, atom.name(), encoding),
        Term::Pid(pid) => write_pid(out, *pid),
        Term::Ref(reference) => write_ref(out, *reference),
        Term::Port(port) => {
            let _ = write!(out, "#Port<{}.{}>", node_number(port.node()), port.id());
        }
        Term::Fun(fun) => write_fun(out, fun),
        Term::Cons(_) | Term::Tuple(_) | Term::Map(_) | Term::Bits(_) => {
            debug_assert!(false, "a term with parts");
        }
    }
}

/// What is still to be written. The numbers are the depth left.
enum Pending<'a> {
    Text(&'static str),
    Term(&'a Term, i64),
    ListTail(&'a Term, i64),
    TupleTail(&'a [Term], i64),
    /// Left for further pairs, and for what is inside each.
    MapTail(MapIter<'a>, i64, i64),
}

struct Writer<'a> {
    out: &'a mut String,
    encoding: Encoding,
}

impl Writer<'_> {
    fn run(&mut self, term: &Term, depth: i64) {
        let mut pending = vec![Pending::Term(term, depth)];
        while let Some(next) = pending.pop() {
            work::spend(1);
            match next {
                Pending::Text(text) => self.out.push_str(text),
                Pending::Term(_, 0) => self.out.push_str("..."),
                Pending::Term(term, depth) => self.term(term, depth, &mut pending),
                Pending::ListTail(Term::Nil, _) => self.out.push(']'),
                Pending::ListTail(_, 1) => self.out.push_str("|...]"),
                Pending::ListTail(Term::Cons(cell), depth) => {
                    self.out.push(',');
                    pending.push(Pending::ListTail(&cell.tail, depth - 1));
                    pending.push(Pending::Term(&cell.head, depth - 1));
                }
                Pending::ListTail(tail, depth) => {
                    self.out.push('|');
                    pending.push(Pending::Text("]"));
                    pending.push(Pending::Term(tail, depth - 1));
                }
                Pending::TupleTail([], _) => self.out.push('}'),
                Pending::TupleTail(_, 1) => self.out.push_str(",...}"),
                Pending::TupleTail([first, rest @ ..], depth) => {
                    self.out.push(',');
                    pending.push(Pending::TupleTail(rest, depth - 1));
                    pending.push(Pending::Term(first, depth - 1));
                }
                Pending::MapTail(_, 1, _) => self.out.push_str(",...}"),
                Pending::MapTail(mut pairs, depth, inside) => match pairs.next() {
                    None => self.out.push('}'),
                    Some(pair) => {
                        self.out.push(',');
                        pending.push(Pending::MapTail(pairs, depth - 1, inside));
                        push_pair(&mut pending, pair, inside);
                    }
                },
            }
        }
    }

    fn term<'a>(&mut self, term: &'a Term, depth: i64, pending: &mut Vec<Pending<'a>>) {
        match term {
            Term::Cons(_) if depth == 1 => self.out.push_str("[...]"),
            Term::Cons(cell) => {
                self.out.push('[');
                pending.push(Pending::ListTail(&cell.tail, depth - 1));
                pending.push(Pending::Term(&cell.head, depth - 1));
            }
            Term::Tuple(elements) => match &**elements {
                [] => self.out.push_str("{}"),
                _ if depth == 1 => self.out.push_str("{...}"),
                [first, rest @ ..] => {
                    self.out.push('{');
                    pending.push(Pending::TupleTail(rest, depth - 1));
                    pending.push(Pending::Term(first, depth - 1));
                }
            },
            Term::Map(map) => {
                let mut pairs = map.iter();
                match pairs.next() {
                    Some(pair) if depth != 1 => {
                        self.out.push_str("#{");
                        pending.push(Pending::MapTail(pairs, depth - 1, depth - 1));
                        push_pair(pending, pair, depth - 1);
                    }
                    _ => self.out.push_str("#{}"),
                }
            }
            Term::Bits(bits) => {
                self.out.push_str(&binary_text(bits, depth, -1).text);
            }
            _ => write_leaf(self.out, term, self.encoding),
        }
    }
}

fn push_pair<'a>(pending: &mut Vec<Pending<'a>>, (key, value): (&'a Term, &'a Term), depth: i64) {
    pending.push(Pending::Term(value, depth));
    pending.push(Pending::Text(" => "));
    pending.push(Pending::Term(key, depth));
}

/// A bitstring as numbers, between `<<` and `>>`.
pub(super) struct BinaryText {
    pub text: String,
    /// Where each number, with its comma, ends in the text.
    ends: Vec<usize>,
    /// Whether the last part is `...`.
    pub cut: bool,
}

impl BinaryText {
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(2).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start..end])
    }
}

/// Writes a bitstring with a limit to the depth and to the characters (negative: none).
pub(super) fn binary_text(bits: &Bits, depth: i64, characters: i64) -> BinaryText {
    let bytes = bits.to_bytes();
    let (whole, rest) = (bits.bit_len() / 8, bits.bit_len() % 8);
    let (mut depth, mut characters) = (depth, subtract(characters, 4));
    let mut written = BinaryText { text: "<<".into(), ends: Vec::new(), cut: false };
    let text = &mut written.text;
    for (n, byte) in bytes.iter().enumerate() {
        let start = text.len();
        if depth == 1 || characters == 0 {
            text.push_str("...");
            written.cut = true;
        } else if n == whole {
            let _ = write!(text, "{}:{rest}", byte >> (8 - rest));
        } else {
            let _ = write!(text, "{byte}");
            if n + 1 < bytes.len() {
                text.push(',');
            }
        }
        depth -= 1;
        characters = subtract(characters, (text.len() - start) as i64);
        written.ends.push(text.len());
        if written.cut {
            break;
        }
    }
    text.push_str(">>");
    written
}

/// Takes from a limit without changing its sign: negative means no limit.
pub(super) fn subtract(limit: i64, used: i64) -> i64 {
    if limit < 0 { limit } else { (limit - used).max(0) }
}

fn write_pid(out: &mut String, pid: Pid) {
    // OTP numbers other nodes in the order of their appearance; their atoms' numbers do as well
    // here.
    let _ = write!(out, "<{}.{}.{}>", node_number(pid.node()), pid.id(), pid.serial());
}

fn write_ref(out: &mut String, reference: Ref) {
    let [high, middle, low] = reference.words();
    let _ = write!(out, "#Ref<{}.{high}.{middle}.{low}>", node_number(reference.node()));
}

fn node_number(node: crate::Atom) -> u32 {
    if node == crate::atoms::NONODE_AT_NOHOST { 0 } else { node.index() }
}

fn write_fun(out: &mut String, fun: &Fun) {
    match fun {
        Fun::External { module, function, arity } => {
            out.push_str("fun ");
            write_atom_in_fun(out, module.name());
            out.push(':');
            write_atom_in_fun(out, function.name());
            let _ = write!(out, "/{arity}");
        }
        Fun::Closure(closure) => {
            out.push_str("#Fun<");
            write_atom_in_fun(out, closure.module.name());
            let _ = write!(out, ".{}.{}>", closure.index, closure.uniq);
        }
    }
}
