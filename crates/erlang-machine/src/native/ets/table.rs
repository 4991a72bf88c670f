//! One table: its objects in the order of their keys, in a tree whose versions share what they have
//! in common.
//!
//! OTP does not say in which order the objects of a `set` or a bag come; here it is that of their
//! keys, always.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::ops::Bound;
use std::rc::Rc;

use erlang_term::{Atom, Pid, Ref, Term, order};
use rpds::RedBlackTreeMap;

use crate::process::PidKey;
use crate::timers::Instant;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableKind {
    Set,
    OrderedSet,
    Bag,
    DuplicateBag,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protection {
    Public,
    Protected,
    Private,
}

#[derive(Clone)]
pub struct EtsTable {
    pub id: Ref,
    pub name: Atom,
    pub named: bool,
    pub kind: TableKind,
    /// Where in an object its key is, from 1.
    pub key_position: usize,
    pub protection: Protection,
    pub owner: Pid,
    /// Who gets the table when its owner ends, and with which data.
    pub heir: Option<(Pid, Term)>,
    /// Options without an effect here, as `info` reports them.
    pub compressed: bool,
    pub read_concurrency: bool,
    pub write_concurrency: Term,
    pub decentralized_counters: bool,
    objects: Objects,
    count: usize,
    pub fixation: Option<Fixation>,
}

pub type Objects = RedBlackTreeMap<Key, Bucket>;

/// `safe_fixtable`: who holds it how often, since when, and the keys deleted meanwhile: a traversal
/// may still stand on one.
#[derive(Clone)]
pub struct Fixation {
    pub holders: BTreeMap<PidKey, u32>,
    pub since: Instant,
    deleted: RedBlackTreeMap<Key, ()>,
}

/// A key, in the order of its table's kind: for an `ordered_set` `1` and `1.0` are the same key.
#[derive(Clone)]
pub struct Key {
    pub term: Term,
    numeric: bool,
}

/// The objects with one key.
#[derive(Clone)]
pub enum Bucket {
    One(Term),
    Many(Rc<Vec<Term>>),
}

impl TableKind {
    pub fn name(self) -> &'static str {
        match self {
            TableKind::Set => "set",
            TableKind::OrderedSet => "ordered_set",
            TableKind::Bag => "bag",
            TableKind::DuplicateBag => "duplicate_bag",
        }
    }

    pub fn is_bag(self) -> bool {
        matches!(self, TableKind::Bag | TableKind::DuplicateBag)
    }
}

impl Protection {
    pub fn name(self) -> &'static str {
        match self {
            Protection::Public => "public",
            Protection::Protected => "protected",
            Protection::Private => "private",
        }
    }
}

impl Bucket {
    pub fn objects(&self) -> &[Term] {
        match self {
            Bucket::One(object) => std::slice::from_ref(object),
            Bucket::Many(objects) => objects,
        }
    }
}

impl EtsTable {
    pub fn new(id: Ref, name: Atom, owner: Pid) -> EtsTable {
        EtsTable {
            id,
            name,
            named: false,
            kind: TableKind::Set,
            key_position: 1,
            protection: Protection::Protected,
            owner,
            heir: None,
            compressed: false,
            read_concurrency: false,
            write_concurrency: Term::bool(false),
            decentralized_counters: false,
            objects: Objects::new(),
            count: 0,
            fixation: None,
        }
    }

    /// How many objects there are.
    pub fn size(&self) -> usize {
        self.count
    }

    /// The objects as they are now, for going through while the table may change.
    pub fn snapshot(&self) -> Objects {
        self.objects.clone()
    }

    pub fn key(&self, term: &Term) -> Key {
        Key { term: term.clone(), numeric: self.kind == TableKind::OrderedSet }
    }

    /// The key of an object; None if it is not a tuple with one.
    pub fn key_of(&self, object: &Term) -> Option<Key> {
        Some(self.key(object.as_tuple()?.get(self.key_position - 1)?))
    }

    pub fn lookup(&self, key: &Key) -> &[Term] {
        self.objects.get(key).map_or(&[], Bucket::objects)
    }

    pub fn contains(&self, key: &Key) -> bool {
        self.objects.contains_key(key)
    }

    /// `object` has this key.
    pub fn insert(&mut self, key: Key, object: Term) {
        if !self.kind.is_bag() {
            if !self.objects.contains_key(&key) {
                self.count += 1;
            }
            return self.objects.insert_mut(key, Bucket::One(object));
        }
        match self.objects.get_mut(&key) {
            Some(Bucket::Many(objects)) => {
                if self.kind == TableKind::Bag && objects.contains(&object) {
                    return;
                }
                Rc::make_mut(objects).push(object);
            }
            _ => self.objects.insert_mut(key, Bucket::Many(Rc::new(vec![object]))),
        }
        self.count += 1;
    }

    /// Removes all objects with this key.
    pub fn delete(&mut self, key: &Key) {
        let removed = self.lookup(key).len();
        if removed > 0 {
            self.objects.remove_mut(key);
            self.count -= removed;
            self.remember_deleted(key);
        }
    }

    /// Removes every copy of this object.
    pub fn delete_object(&mut self, key: &Key, object: &Term) {
        let left: Vec<Term> = self.lookup(key).iter().filter(|other| *other != object).cloned().collect();
        let removed = self.lookup(key).len() - left.len();
        if removed == 0 {
            return;
        }
        self.count -= removed;
        if left.is_empty() {
            self.objects.remove_mut(key);
            self.remember_deleted(key);
        } else {
            self.objects.insert_mut(key.clone(), Bucket::Many(Rc::new(left)));
        }
    }

    /// Puts `new` in the place of one copy of `old`; both have this key.
    pub fn replace(&mut self, key: &Key, old: &Term, new: Term) {
        match self.objects.get_mut(key) {
            Some(Bucket::One(object)) => *object = new,
            Some(Bucket::Many(objects)) => {
                if let Some(object) = Rc::make_mut(objects).iter_mut().find(|object| *object == old) {
                    *object = new;
                }
            }
            None => {}
        }
    }

    pub fn clear(&mut self) {
        if let Some(fixation) = &mut self.fixation {
            for key in self.objects.keys() {
                fixation.deleted.insert_mut(key.clone(), ());
            }
        }
        self.objects = Objects::new();
        self.count = 0;
    }

    fn remember_deleted(&mut self, key: &Key) {
        if let Some(fixation) = &mut self.fixation {
            fixation.deleted.insert_mut(key.clone(), ());
        }
    }

    /// Whether a traversal can go on from this key. An ordered set has a next one for any key.
    pub fn can_stand_on(&self, key: &Key) -> bool {
        (self.kind == TableKind::OrderedSet && !is_end(key))
            || self.contains(key)
            || self.fixation.as_ref().is_some_and(|fixation| fixation.deleted.contains_key(key))
    }

    pub fn first(&self) -> Option<&Key> {
        self.objects.first().map(|(key, _)| key)
    }

    pub fn last(&self) -> Option<&Key> {
        self.objects.last().map(|(key, _)| key)
    }

    pub fn next(&self, key: &Key) -> Option<&Key> {
        after(&self.objects, Some(key)).next().map(|(key, _)| key)
    }

    pub fn previous(&self, key: &Key) -> Option<&Key> {
        before(&self.objects, Some(key)).next().map(|(key, _)| key)
    }

    /// All objects with the n-th key.
    pub fn slot(&self, n: usize) -> Option<&[Term]> {
        self.objects.values().nth(n).map(Bucket::objects)
    }

    pub fn fix(&mut self, who: Pid, now: Instant) {
        let new = || Fixation { holders: BTreeMap::new(), since: now, deleted: RedBlackTreeMap::new() };
        *self.fixation.get_or_insert_with(new).holders.entry(who.into()).or_insert(0) += 1;
    }

    pub fn unfix(&mut self, who: Pid) {
        let Some(fixation) = &mut self.fixation else { return };
        if let Some(count) = fixation.holders.get_mut(&who.into()) {
            *count -= 1;
            if *count == 0 {
                self.unfix_all(who);
            }
        }
    }

    /// For comparing states.
    pub fn add_to(&self, hasher: &mut impl Hasher) {
        (self.id, self.name, self.owner, self.protection as u8, &self.heir).hash(hasher);
        if let Some(fixation) = &self.fixation {
            fixation.holders.hash(hasher);
        }
        for bucket in self.snapshot().values() {
            bucket.objects().hash(hasher);
        }
    }

    pub fn is_fixed_by(&self, who: Pid) -> bool {
        self.fixation.as_ref().is_some_and(|fixation| fixation.holders.contains_key(&who.into()))
    }

    /// Lets go of everything that this process holds of the table.
    pub fn unfix_all(&mut self, who: Pid) {
        if let Some(fixation) = &mut self.fixation {
            fixation.holders.remove(&who.into());
            if fixation.holders.is_empty() {
                self.fixation = None;
            }
        }
    }
}

/// `'$end_of_table'` is not a key to go on from.
fn is_end(key: &Key) -> bool {
    matches!(&key.term, Term::Atom(atom) if atom.name() == "$end_of_table")
}

/// The objects behind a key, or all.
pub fn after<'a>(objects: &'a Objects, key: Option<&Key>) -> impl Iterator<Item = (&'a Key, &'a Bucket)> {
    let start = key.cloned().map_or(Bound::Unbounded, Bound::Excluded);
    objects.range::<Key, _>((start, Bound::Unbounded))
}

/// The objects in front of a key, or all, from the last to the first.
pub fn before<'a>(objects: &'a Objects, key: Option<&Key>) -> impl Iterator<Item = (&'a Key, &'a Bucket)> {
    let end = key.cloned().map_or(Bound::Unbounded, Bound::Excluded);
    objects.range::<Key, _>((Bound::Unbounded, end)).rev()
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.cmp(other).is_eq()
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
        match self.numeric {
            true => order::compare(&self.term, &other.term),
            false => order::compare_exact(&self.term, &other.term),
        }
    }
}
