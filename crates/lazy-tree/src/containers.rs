//! Values of library types in facts: all maps and sets are written `fromList …`, and only the types
//! of a program tell which of them one is.

use std::collections::BTreeMap;

use crate::fact::{Fact, Term, TermId};

/// How values of library types are written that have no constructors of their own for people: as
/// calls of these.
pub(crate) const MAKERS: [&str; 2] = ["fromList", "listArray"];

/// Places of a fact that may be of different types: for each there are two possibilities.
const MOST_PLACES: usize = 6;

const MAP: &str = "Data.Map.fromList";
const SET: &str = "Data.Set.fromList";
const ARRAY: &str = "Data.Array.listArray";

/// What takes a value apart that is written as an application of `name`, into as many parts.
pub(crate) fn takers(name: &str, parts: usize) -> Option<&'static [&'static str]> {
    match (name, parts) {
        (MAP, 1) => Some(&["Data.Map.toAscList"]),
        (SET, 1) => Some(&["Data.Set.toAscList"]),
        (ARRAY, 2) => Some(&["Data.Array.bounds", "Data.Array.elems"]),
        ("%", 2) => Some(&["Data.Ratio.numerator", "Data.Ratio.denominator"]),
        _ => None,
    }
}

impl Fact {
    /// The fact with its maps and sets told apart, in every way there is. None: there are too many.
    pub(crate) fn told_apart(&self) -> Option<Vec<Fact>> {
        let mut plain = self.clone();
        // Elements of one list are of one type, and so are the keys of a map, and so on: they are
        // one place.
        let mut places: BTreeMap<String, Vec<TermId>> = BTreeMap::new();
        let mut todo = vec![(self.value, "=".to_owned())];
        if let Some((_, arguments)) = self.function() {
            todo.extend(arguments.iter().enumerate().map(|(index, part)| (*part, format!("{index}"))));
        }
        while let Some((id, place)) = todo.pop() {
            match self.term(id) {
                Term::Hole | Term::Variable(_) => {}
                Term::Map(entries) => {
                    for entry in entries {
                        let arguments = entry.arguments.iter().enumerate();
                        todo.extend(arguments.map(|(index, part)| (*part, format!("{place}\\{index}"))));
                        todo.push((entry.result, format!("{place}>{}", entry.arguments.len())));
                    }
                }
                Term::Node(name, parts) => {
                    match (name.as_str(), parts.len()) {
                        ("fromList", 1) => places.entry(place.clone()).or_default().push(id),
                        ("listArray", 2) => plain.rename(id, ARRAY),
                        _ => {}
                    }
                    let is_list = name == ":";
                    todo.extend(parts.iter().enumerate().map(|(index, part)| match is_list && index == 1 {
                        true => (*part, place.clone()),
                        false => (*part, format!("{place} {name}{index}")),
                    }));
                }
            }
        }
        if places.len() > MOST_PLACES {
            return None;
        }
        let mut ways = vec![plain];
        for nodes in places.values() {
            let makers =
                if nodes.iter().all(|node| self.may_be_map(*node)) { &[MAP, SET][..] } else { &[SET] };
            ways = makers
                .iter()
                .flat_map(|maker| {
                    ways.iter().cloned().map(|mut way| {
                        nodes.iter().for_each(|node| way.rename(*node, maker));
                        way
                    })
                })
                .collect();
        }
        Some(ways)
    }

    /// Whether all entries are pairs.
    fn may_be_map(&self, maker: TermId) -> bool {
        let mut rest = self.node(maker).and_then(|(_, parts)| parts.first()).copied();
        while let Some((":", [entry, more])) = rest.and_then(|rest| self.node(rest)) {
            if !matches!(self.node(*entry), Some(("(,)", [_, _]))) {
                return false;
            }
            rest = Some(*more);
        }
        true
    }
}
