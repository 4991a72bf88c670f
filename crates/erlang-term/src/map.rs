//! Maps: always in the order of their keys, at every size (the one intended difference from OTP).

use std::cmp::Ordering;
use std::rc::Rc;

use rpds::RedBlackTreeMap;

use crate::Term;
use crate::order::compare_exact;

/// An immutable map. Iterates in the order of map keys: term order, except that every integer sorts
/// before every float, so that `1` and `1.0` are two keys.
#[derive(Clone, Default)]
pub struct Map(Rc<Pairs>);

/// Small maps are sorted arrays, larger ones trees whose versions share what they have in common.
#[derive(Clone)]
pub(crate) enum Pairs {
    Sorted(Vec<(Term, Term)>),
    Tree(Tree),
}

pub(crate) type Tree = RedBlackTreeMap<Key, Term>;

/// As in OTP, beyond this size a map is a tree.
const SMALL: usize = 32;

/// A term as the tree orders it.
#[derive(Clone)]
pub(crate) struct Key(Term);

impl Default for Pairs {
    fn default() -> Pairs {
        Pairs::Sorted(Vec::new())
    }
}

impl Map {
    pub fn new() -> Map {
        Map::default()
    }

    /// Of equal keys, the last one wins.
    pub fn from_pairs(pairs: impl IntoIterator<Item = (Term, Term)>) -> Map {
        let mut map = Map::new();
        pairs.into_iter().for_each(|(key, value)| map.insert(key, value));
        map
    }

    pub fn len(&self) -> usize {
        match &*self.0 {
            Pairs::Sorted(pairs) => pairs.len(),
            Pairs::Tree(tree) => tree.size(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub fn get(&self, key: &Term) -> Option<&Term> {
        match &*self.0 {
            Pairs::Sorted(pairs) => find(pairs, key).ok().map(|at| &pairs[at].1),
            Pairs::Tree(tree) => tree.get(&Key(key.clone())),
        }
    }

    pub fn contains(&self, key: &Term) -> bool {
        self.get(key).is_some()
    }

    /// Adds or replaces. In place if nobody else holds this map; other versions never change.
    pub fn insert(&mut self, key: Term, value: Term) {
        if let Some(larger) = self.copy_with(&key, &value) {
            self.0 = Rc::new(larger);
            return;
        }
        let pairs = Rc::make_mut(&mut self.0);
        match pairs {
            Pairs::Sorted(sorted) => match find(sorted, &key) {
                Ok(at) => sorted[at].1 = value,
                Err(at) if sorted.len() < SMALL => sorted.insert(at, (key, value)),
                Err(_) => {
                    let mut tree: Tree = sorted.drain(..).map(|(key, value)| (Key(key), value)).collect();
                    tree.insert_mut(Key(key), value);
                    *pairs = Pairs::Tree(tree);
                }
            },
            Pairs::Tree(tree) => tree.insert_mut(Key(key), value),
        }
    }

    /// A shared small map that gets a new key is copied right into its new shape.
    fn copy_with(&self, key: &Term, value: &Term) -> Option<Pairs> {
        let Pairs::Sorted(pairs) = &*self.0 else { return None };
        if Rc::strong_count(&self.0) == 1 || pairs.len() == SMALL {
            return None;
        }
        let at = find(pairs, key).err()?;
        let mut larger = Vec::with_capacity(pairs.len() + 1);
        larger.extend_from_slice(&pairs[..at]);
        larger.push((key.clone(), value.clone()));
        larger.extend_from_slice(&pairs[at..]);
        Some(Pairs::Sorted(larger))
    }

    /// Takes the key out; its value if it was there.
    pub fn remove(&mut self, key: &Term) -> Option<Term> {
        // Looked up first: a map without the key must not be copied.
        let value = self.get(key)?.clone();
        let pairs = Rc::make_mut(&mut self.0);
        match pairs {
            Pairs::Sorted(sorted) => {
                let at = find(sorted, key).ok()?;
                sorted.remove(at);
            }
            Pairs::Tree(tree) => {
                tree.remove_mut(&Key(key.clone()));
                if tree.size() <= SMALL {
                    *pairs = Pairs::Sorted(
                        tree.iter().map(|(key, value)| (key.0.clone(), value.clone())).collect(),
                    );
                }
            }
        }
        Some(value)
    }

    /// The pairs in the order of their keys.
    pub fn iter(&self) -> MapIter<'_> {
        MapIter(match &*self.0 {
            Pairs::Sorted(pairs) => Iter::Sorted(pairs.iter()),
            Pairs::Tree(tree) => Iter::Tree(Box::new(tree.iter())),
        })
    }

    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Term> + ExactSizeIterator {
        self.iter().map(|(key, _)| key)
    }

    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Term> + ExactSizeIterator {
        self.iter().map(|(_, value)| value)
    }

    /// Whether both are the same map in memory; then they are equal.
    pub fn ptr_eq(&self, other: &Map) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[inline]
fn find(pairs: &[(Term, Term)], key: &Term) -> Result<usize, usize> {
    // Atoms are the most common keys: try identity before comparing texts.
    if let Term::Atom(atom) = key
        && let Some(at) = pairs.iter().position(|(key, _)| matches!(key, Term::Atom(a) if a == atom))
    {
        return Ok(at);
    }
    pairs.binary_search_by(|(at, _)| compare_exact(at, key))
}

impl<'a> IntoIterator for &'a Map {
    type Item = (&'a Term, &'a Term);
    type IntoIter = MapIter<'a>;
    fn into_iter(self) -> MapIter<'a> {
        self.iter()
    }
}

impl FromIterator<(Term, Term)> for Map {
    fn from_iter<I: IntoIterator<Item = (Term, Term)>>(pairs: I) -> Map {
        Map::from_pairs(pairs)
    }
}

/// See [`Map::iter`].
pub struct MapIter<'a>(Iter<'a>);

enum Iter<'a> {
    Sorted(std::slice::Iter<'a, (Term, Term)>),
    Tree(Box<<&'a Tree as IntoIterator>::IntoIter>),
}

impl<'a> Iterator for MapIter<'a> {
    type Item = (&'a Term, &'a Term);

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Iter::Sorted(pairs) => pairs.next().map(|(key, value)| (key, value)),
            Iter::Tree(pairs) => pairs.next().map(|(key, value)| (&key.0, value)),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            Iter::Sorted(pairs) => pairs.size_hint(),
            Iter::Tree(pairs) => pairs.size_hint(),
        }
    }
}

impl DoubleEndedIterator for MapIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Iter::Sorted(pairs) => pairs.next_back().map(|(key, value)| (key, value)),
            Iter::Tree(pairs) => pairs.next_back().map(|(key, value)| (&key.0, value)),
        }
    }
}

impl ExactSizeIterator for MapIter<'_> {}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.0 == other.0
    }
}

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Key) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Key) -> Ordering {
        compare_exact(&self.0, &other.0)
    }
}
