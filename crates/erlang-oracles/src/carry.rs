//! Terms from one program into another. Data is the same everywhere; a fun belongs to the program
//! that made it and needs a counterpart in the other; pids and references mean nothing outside
//! their run.

use std::rc::Rc;

use erlang_term::{Closure, Fun, Map, Term};

/// Beyond this many parts a term is not looked through.
const MOST_PARTS: usize = 20_000_000;

/// The term with every closure replaced by what `counterpart` makes of it and of its captured
/// values, which are already carried over. None if something in the term has no counterpart.
pub fn carry(
    term: &Term,
    counterpart: &mut dyn FnMut(&Closure, Vec<Term>) -> Option<Closure>,
) -> Option<Term> {
    match content(term) {
        Content::Data => Some(term.clone()),
        Content::Closures => rebuild(term, counterpart),
        Content::Opaque => None,
    }
}

/// Into another program of the very same sources: funs find their code again by their numbers.
pub fn carry_to_same_code(term: &Term) -> Option<Term> {
    carry(term, &mut |closure, environment| {
        Some(Closure { environment, code: Closure::UNRESOLVED, ..*closure })
    })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    Data,
    /// Data, and funs that belong to a program.
    Closures,
    /// Pids or references, or too large to tell.
    Opaque,
}

pub fn content(term: &Term) -> Content {
    let mut content = Content::Data;
    let mut pending = vec![term];
    let mut seen = 0;
    while let Some(term) = pending.pop() {
        seen += 1;
        match term {
            Term::Cons(cell) => pending.extend([&cell.tail, &cell.head]),
            Term::Tuple(elements) => pending.extend(elements.iter()),
            Term::Map(map) => pending.extend(map.iter().flat_map(|(key, value)| [key, value])),
            Term::Fun(fun) => {
                if let Fun::Closure(closure) = &**fun {
                    content = Content::Closures;
                    pending.extend(&closure.environment);
                }
            }
            Term::Pid(_) | Term::Ref(_) | Term::Port(_) => return Content::Opaque,
            _ => {}
        }
        if seen > MOST_PARTS {
            return Content::Opaque;
        }
    }
    content
}

enum Task<'a> {
    Visit(&'a Term),
    /// The number of elements before the tail.
    List(usize),
    Tuple(usize),
    Map(usize),
    Closure(&'a Closure),
}

fn rebuild(term: &Term, counterpart: &mut dyn FnMut(&Closure, Vec<Term>) -> Option<Closure>) -> Option<Term> {
    let mut tasks = vec![Task::Visit(term)];
    let mut built: Vec<Term> = Vec::new();
    while let Some(task) = tasks.pop() {
        let value = match task {
            Task::Visit(term) => match term {
                Term::Cons(_) => {
                    let (mut elements, mut rest) = (Vec::new(), term);
                    while let Term::Cons(cell) = rest {
                        elements.push(&cell.head);
                        rest = &cell.tail;
                    }
                    tasks.push(Task::List(elements.len()));
                    tasks.push(Task::Visit(rest));
                    tasks.extend(elements.into_iter().rev().map(Task::Visit));
                    continue;
                }
                Term::Tuple(elements) => {
                    tasks.push(Task::Tuple(elements.len()));
                    tasks.extend(elements.iter().rev().map(Task::Visit));
                    continue;
                }
                Term::Map(map) => {
                    tasks.push(Task::Map(map.len()));
                    let parts: Vec<&Term> = map.iter().flat_map(|(key, value)| [key, value]).collect();
                    tasks.extend(parts.into_iter().rev().map(Task::Visit));
                    continue;
                }
                Term::Fun(fun) => match &**fun {
                    Fun::External { .. } => term.clone(),
                    Fun::Closure(closure) => {
                        tasks.push(Task::Closure(closure));
                        tasks.extend(closure.environment.iter().rev().map(Task::Visit));
                        continue;
                    }
                },
                Term::Pid(_) | Term::Ref(_) | Term::Port(_) => return None,
                data => data.clone(),
            },
            Task::List(count) => {
                let tail = built.pop()?;
                Term::list_with_tail(built.split_off(built.len() - count), tail)
            }
            Task::Tuple(count) => Term::tuple(built.split_off(built.len() - count)),
            Task::Map(count) => {
                let mut parts = built.split_off(built.len() - 2 * count).into_iter();
                let mut map = Map::new();
                while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
                    map.insert(key, value);
                }
                Term::Map(map)
            }
            Task::Closure(closure) => {
                let environment = built.split_off(built.len() - closure.environment.len());
                Term::Fun(Rc::new(Fun::Closure(counterpart(closure, environment)?)))
            }
        };
        built.push(value);
    }
    built.pop()
}
