//! Dropping terms without recursion, however deep they are nested.
//!
//! Rust drops a value's parts by calling itself. A cell about to die therefore first takes its
//! compound parts out: while few drops are under way they die at once (the common, shallow case
//! costs a counter), beyond [`DEEP`] they wait in a queue that the outermost drop empties. This
//! works through any container a term may sit in.

use std::cell::{Cell, RefCell};
use std::mem::take;

use crate::map::{Pairs, Tree};
use crate::{Closure, Term};

/// How many drops may be on the Rust stack at once.
const DEEP: u32 = 64;

/// What a cell leaves behind.
enum Remains {
    Term(#[expect(dead_code, reason = "it only waits to be dropped")] Term),
    Tree(#[expect(dead_code, reason = "it only waits to be dropped")] Tree),
}

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static WAITING: RefCell<Vec<Remains>> = const { RefCell::new(Vec::new()) };
}

/// Releases `parts`, which belong to a cell that is being dropped, leaving `[]` in their places.
pub(crate) fn elements<'a>(parts: impl IntoIterator<Item = &'a mut Term>) {
    let mut parts = parts.into_iter().filter(|part| !is_leaf(part)).peekable();
    if parts.peek().is_some() {
        release(parts.map(|part| Remains::Term(take(part))));
    }
}

/// Releases one part of a cell that is being dropped.
pub(crate) fn term(part: Term) {
    if !is_leaf(&part) {
        release(std::iter::once(Remains::Term(part)));
    }
}

fn release(remains: impl Iterator<Item = Remains>) {
    let depth = DEPTH.get();
    if depth >= DEEP {
        WAITING.with_borrow_mut(|waiting| waiting.extend(remains));
        return;
    }
    DEPTH.set(depth + 1);
    remains.for_each(drop);
    if depth == 0 {
        // Each of these may queue more.
        while let Some(remains) = WAITING.with_borrow_mut(Vec::pop) {
            drop(remains);
        }
    }
    DEPTH.set(depth);
}

/// Whether dropping this term drops no other term.
fn is_leaf(term: &Term) -> bool {
    !matches!(term, Term::Cons(_) | Term::Tuple(_) | Term::Map(_) | Term::Fun(_))
}

impl Drop for Closure {
    fn drop(&mut self) {
        elements(&mut self.environment);
    }
}

impl Drop for Pairs {
    fn drop(&mut self) {
        match self {
            Pairs::Sorted(pairs) => elements(pairs.iter_mut().flat_map(|(key, value)| [key, value])),
            // Only the nodes that no other version shares die, each with its own small recursion
            // (the tree is balanced); what their terms hold counts as one level deeper.
            Pairs::Tree(tree) => release(std::iter::once(Remains::Tree(take(tree)))),
        }
    }
}
