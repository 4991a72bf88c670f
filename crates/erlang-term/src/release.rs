//! Dropping terms without recursion, however deep they are nested.
//!
//! Rust drops a value's parts by calling itself. A cell about to die therefore first takes its compound parts out: while
//! few drops are under way they die at once (the common, shallow case costs a counter), beyond [`DEEP`] they
//! wait in a queue that the outermost drop empties. This works through any container a term may sit in.

use std::cell::{Cell, RefCell};
use std::mem::take;

use crate::term::Cons;
use crate::{Closure, Term};

/// How many drops may be on the Rust stack at once.
const DEEP: u32 = 64;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static WAITING: RefCell<Vec<Term>> = const { RefCell::new(Vec::new()) };
}

/// Releases `parts`, which belong to a cell that is being dropped, leaving `[]` in their places.
pub(crate) fn elements(parts: &mut [Term]) {
    if parts.iter().all(is_leaf) {
        return;
    }
    let depth = DEPTH.get();
    if depth >= DEEP {
        WAITING.with_borrow_mut(|waiting| waiting.extend(parts.iter_mut().filter(|t| !is_leaf(t)).map(take)));
        return;
    }
    DEPTH.set(depth + 1);
    parts.iter_mut().for_each(|part| drop(take(part)));
    if depth == 0 {
        // Each of these may queue more.
        while let Some(term) = WAITING.with_borrow_mut(Vec::pop) {
            drop(term);
        }
    }
    DEPTH.set(depth);
}

/// Whether dropping this term drops no other term.
fn is_leaf(term: &Term) -> bool {
    !matches!(term, Term::Cons(_) | Term::Tuple(_) | Term::Map(_) | Term::Fun(_))
}

impl Drop for Cons {
    fn drop(&mut self) {
        // A list is dropped along its spine by a loop: its length is not depth.
        let mut tail = take(&mut self.tail);
        if !is_leaf(&self.head) {
            elements(std::slice::from_mut(&mut self.head));
        }
        while let Term::Cons(cell) = tail {
            match std::rc::Rc::into_inner(cell) {
                // `cell` is dropped here, with its tail already taken.
                Some(mut cell) => tail = take(&mut cell.tail),
                None => return,
            }
        }
        elements(std::slice::from_mut(&mut tail));
    }
}

impl Drop for Closure {
    fn drop(&mut self) {
        elements(&mut self.environment);
    }
}
