//! Containers of the library by what they hold: `dict:from_list([{a, 1}])`.
//!
//! People are not shown how a dictionary keeps its elements. A term is taken for a container only
//! if all of it is built like one. Queues and the sets of version 2 look like other terms: they are
//! taken for what a record says that its field holds.

use erlang_machine::native::re;
use erlang_term::{Atom, Term};

/// A call that makes the term.
pub struct Made {
    pub function: &'static str,
    pub arguments: Vec<Term>,
}

/// The call that makes a compiled regular expression, in `{ok, Compiled}`.
pub fn regular_expression(term: &Term) -> Option<Made> {
    let (source, options) = re::written(term)?;
    let arguments = if options == Term::Nil { vec![source] } else { vec![source, options] };
    Some(Made { function: "re:compile(", arguments })
}

/// The call that makes a container; `kept_by` is the module whose containers are expected here.
pub fn container(term: &Term, kept_by: Option<Atom>) -> Option<Made> {
    let made = |function, elements: Vec<Term>| Made { function, arguments: vec![Term::list(elements)] };
    if let Some(module) = kept_by
        && let Some(made) = expected(term, module.name())
    {
        return Some(made);
    }
    match term.as_tuple()? {
        [Term::Atom(tag), Term::Int(count), _, _, _, _, _, _, segments] => match tag.name() {
            "dict" => {
                let pair = |element: &Term| match element {
                    Term::Cons(cell) => Some(Term::tuple([cell.head.clone(), cell.tail.clone()])),
                    _ => None,
                };
                hashed(segments, *count, pair).map(|pairs| made("dict:from_list(", pairs))
            }
            "set" => hashed(segments, *count, |element| Some(element.clone()))
                .map(|elements| made("sets:from_list(", elements)),
            _ => None,
        },
        [Term::Atom(tag), Term::Int(size), Term::Int(_), default, elements] if tag.name() == "array" => {
            array(*size, default, elements)
        }
        [Term::Int(count), tree] if *count > 0 => balanced(tree, *count),
        _ => None,
    }
}

/// What looks like another term, but is where a container of this module is expected.
fn expected(term: &Term, module: &str) -> Option<Made> {
    let made = |function, elements: Vec<Term>| Made { function, arguments: vec![Term::list(elements)] };
    match (module, term) {
        ("queue", Term::Tuple(parts)) => match &parts[..] {
            [rear, front] => {
                let rear = rear.proper_list()?;
                let elements = front.proper_list()?.iter().chain(rear.iter().rev()).cloned().collect();
                Some(made("queue:from_list(", elements))
            }
            _ => None,
        },
        ("sets", Term::Map(map)) if map.iter().all(|(_, value)| *value == Term::Nil) => {
            let elements = Term::list(map.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>());
            let version = Term::tuple([Term::atom("version"), Term::Int(2)]);
            Some(Made { function: "sets:from_list(", arguments: vec![elements, Term::list(vec![version])] })
        }
        ("gb_trees" | "gb_sets", Term::Tuple(parts)) => match &parts[..] {
            [Term::Int(0), Term::Atom(nil)] if nil.name() == "nil" => {
                let function = if module == "gb_sets" { "gb_sets:empty(" } else { "gb_trees:empty(" };
                Some(Made { function, arguments: Vec::new() })
            }
            _ => None,
        },
        _ => None,
    }
}

/// The elements of a `dict` or of a `set` of version 1, in order.
fn hashed(segments: &Term, count: i64, element: impl Fn(&Term) -> Option<Term>) -> Option<Vec<Term>> {
    let mut elements = Vec::new();
    for segment in segments.as_tuple()? {
        for bucket in segment.as_tuple()? {
            for kept in bucket.proper_list()?.iter() {
                elements.push(element(kept)?);
            }
        }
    }
    elements.sort_by(erlang_term::order::compare_exact);
    (elements.len() as i64 == count).then_some(elements)
}

/// The elements of a `gb_trees` tree, or of a `gb_sets` set.
fn balanced(tree: &Term, count: i64) -> Option<Made> {
    let is_nil = |term: &Term| term.as_atom().is_some_and(|atom| atom.name() == "nil");
    let has_values = tree.as_tuple()?.len() == 4;
    let (mut elements, mut path, mut next) = (Vec::new(), Vec::new(), tree);
    loop {
        while !is_nil(next) {
            if path.len() + elements.len() > count as usize {
                return None;
            }
            let (element, left, right) = match next.as_tuple()? {
                [key, value, left, right] if has_values => {
                    (Term::tuple([key.clone(), value.clone()]), left, right)
                }
                [key, left, right] if !has_values => (key.clone(), left, right),
                _ => return None,
            };
            path.push((element, right));
            next = left;
        }
        let Some((element, right)) = path.pop() else { break };
        elements.push(element);
        next = right;
    }
    let function = if has_values { "gb_trees:from_orddict(" } else { "gb_sets:from_list(" };
    (elements.len() as i64 == count).then(|| Made { function, arguments: vec![Term::list(elements)] })
}

/// An array with more elements is not shown by content: it may be almost empty.
const LONG_ARRAY: i64 = 100_000;
/// The width of the nodes of an array.
const LEAF: usize = 10;

fn array(size: i64, default: &Term, elements: &Term) -> Option<Made> {
    if !(0..=LONG_ARRAY).contains(&size) {
        return None;
    }
    let (mut values, mut work) = (Vec::new(), vec![elements]);
    while let Some(next) = work.pop() {
        match next {
            // As many that were never set.
            Term::Int(unset) if *unset >= 0 && *unset <= LONG_ARRAY => {
                values.extend(std::iter::repeat_n(default.clone(), *unset as usize));
            }
            Term::Tuple(leaf) if leaf.len() == LEAF => values.extend(leaf.iter().cloned()),
            Term::Tuple(node) if node.len() == LEAF + 1 => work.extend(node[..LEAF].iter().rev()),
            _ => return None,
        }
        if values.len() as i64 >= size {
            break;
        }
    }
    if (values.len() as i64) < size {
        return None;
    }
    values.truncate(size as usize);
    let elements = Term::list(values);
    let arguments = match default.as_atom() {
        Some(atom) if atom.name() == "undefined" => vec![elements],
        _ => vec![elements, default.clone()],
    };
    Some(Made { function: "array:from_list(", arguments })
}
