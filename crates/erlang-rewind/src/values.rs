//! Values in parts, each part looked at when someone opens it.

use erlang_machine::program::Program;
use erlang_report::text;
use erlang_syntax::ast::{FormKind, RecordDefinition};
use erlang_term::{Atom, Fun, Term};

/// The text of a value is cut at about this many characters.
const LONGEST: usize = 300;
/// Who does not ask for pages gets many parts in groups of this many.
const GROUP: usize = 1000;

/// Knows the names of the fields of records.
pub struct Records<'a> {
    pub program: &'a Program,
    /// The user's modules; the one where a value is looked at comes first.
    pub modules: Vec<Atom>,
}

impl Records<'_> {
    /// The names of the fields, if the tuple looks like a record that someone defines.
    fn fields(&self, tuple: &[Term]) -> Option<(Atom, Vec<Atom>)> {
        let (Term::Atom(tag), values) = tuple.split_first()? else { return None };
        let names = |record: &RecordDefinition| record.fields.iter().map(|field| field.name).collect();
        self.modules.iter().find_map(|module| {
            let module = self.program.module(*module)?;
            module.source.forms.iter().find_map(|form| match &form.kind {
                FormKind::Record(record) if record.name == *tag && record.fields.len() == values.len() => {
                    Some((*tag, names(record)))
                }
                _ => None,
            })
        })
    }
}

/// One line for a value.
pub struct Value {
    pub name: String,
    pub text: String,
    /// `tuple`, `#person{}`; none of a group.
    pub kind: Option<String>,
    /// How many parts it has, with names and without.
    pub named: usize,
    pub indexed: usize,
    /// What can be opened for its parts; of a group, the value that the parts are of.
    pub term: Term,
    /// Only some of the parts of the term: from which on (from 0), and how many.
    pub group: Option<(usize, usize)>,
}

impl Value {
    pub fn has_parts(&self) -> bool {
        self.group.is_some() || self.named + self.indexed > 0
    }
}

pub fn value(name: String, term: &Term, records: &Records<'_>) -> Value {
    let Count { named, indexed } = count(term);
    let (text, kind) = (in_short(term, records), Some(type_of(term, records)));
    Value { name, text, kind, named, indexed, term: term.clone(), group: None }
}

fn in_short(term: &Term, records: &Records<'_>) -> String {
    match term {
        Term::Tuple(elements) if let Some((name, fields)) = records.fields(elements) => {
            let each = LONGEST / fields.len().max(1);
            let fields = fields.iter().zip(&elements[1..]);
            let fields: Vec<String> = fields
                .map(|(name, value)| format!("{} = {}", Term::Atom(*name), text::brief(value, each.max(20))))
                .collect();
            format!("#{}{{{}}}", Term::Atom(name), fields.join(","))
        }
        _ => text::brief(term, LONGEST),
    }
}

fn type_of(term: &Term, records: &Records<'_>) -> String {
    let plain = match term {
        Term::Atom(_) => "atom",
        Term::Int(_) | Term::Big(_) => "integer",
        Term::Float(_) => "float",
        Term::Nil => "list",
        Term::Cons(_) if term.text().is_some_and(|text| text.chars().all(is_printable)) => "string",
        Term::Cons(_) => "list",
        Term::Tuple(elements) => match records.fields(elements) {
            Some((name, _)) => return format!("#{}{{}}", Term::Atom(name)),
            None => "tuple",
        },
        Term::Map(_) => "map",
        Term::Bits(bits) if bits.is_binary() => "binary",
        Term::Bits(_) => "bitstring",
        Term::Pid(_) => "pid",
        Term::Ref(_) => "reference",
        Term::Port(_) => "port",
        Term::Fun(_) => "fun",
    };
    plain.to_owned()
}

fn is_printable(c: char) -> bool {
    !c.is_control() || c.is_whitespace()
}

/// How many parts a value has, with names and without.
struct Count {
    named: usize,
    indexed: usize,
}

fn count(term: &Term) -> Count {
    let (named, indexed) = match term {
        Term::Cons(_) => {
            let (mut rest, mut length) = (term, 0);
            while let Term::Cons(cell) = rest {
                length += 1;
                rest = &cell.tail;
            }
            (usize::from(*rest != Term::Nil), length)
        }
        Term::Tuple(elements) => (elements.len(), 0),
        Term::Map(map) => (map.len(), 0),
        Term::Bits(bits) if bits.is_binary() => (0, bits.byte_len()),
        Term::Fun(fun) => match &**fun {
            Fun::Closure(closure) => (closure.environment.len(), 0),
            Fun::External { .. } => (0, 0),
        },
        _ => (0, 0),
    };
    Count { named, indexed }
}

/// Which of its parts are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartsWanted {
    All,
    Named,
    Indexed,
}

/// The parts of a value, or groups of them if there are many and nobody asks for some of them.
pub fn parts(term: &Term, wanted: PartsWanted, page: Page, records: &Records<'_>) -> Vec<Value> {
    let Count { named, indexed } = count(term);
    let found = match wanted {
        PartsWanted::Named => named_parts(term, page, named, records),
        PartsWanted::Indexed => indexed_parts(term, page, indexed),
        PartsWanted::All if page.is_given() => indexed_parts(term, page, indexed),
        PartsWanted::All if indexed > GROUP || named > GROUP => return groups(term, indexed.max(named)),
        PartsWanted::All => {
            let mut found = indexed_parts(term, page, indexed);
            found.extend(named_parts(term, page, named, records));
            found
        }
    };
    values(found, records)
}

/// The parts of a group.
pub fn parts_of_group(term: &Term, (start, count): (usize, usize), records: &Records<'_>) -> Vec<Value> {
    let page = Page { start, count: Some(count) };
    let Count { named, indexed } = self::count(term);
    let mut found = indexed_parts(term, page, indexed);
    if found.is_empty() {
        found = named_parts(term, page, named, records);
    }
    values(found, records)
}

pub fn values(named: Vec<(String, Term)>, records: &Records<'_>) -> Vec<Value> {
    named.into_iter().map(|(name, term)| value(name, &term, records)).collect()
}

/// `[1..1000]`, `[1001..2000]`, …
fn groups(term: &Term, all: usize) -> Vec<Value> {
    let each = GROUP.max(all.div_ceil(GROUP));
    let group = |start: usize| {
        let count = each.min(all - start);
        let name = format!("[{}..{}]", start + 1, start + count);
        let (text, group) = (String::new(), Some((start, count)));
        Value { name, text, kind: None, named: 0, indexed: 0, term: term.clone(), group }
    };
    (0..all).step_by(each).map(group).collect()
}

/// Which parts are wanted: from which on (from 0), and how many.
#[derive(Clone, Copy, Default)]
pub struct Page {
    pub start: usize,
    pub count: Option<usize>,
}

impl Page {
    fn is_given(&self) -> bool {
        self.start > 0 || self.count.is_some()
    }

    fn of(&self, all: usize) -> std::ops::Range<usize> {
        let start = self.start.min(all);
        // Zero means all.
        let count = self.count.filter(|count| *count > 0).unwrap_or(all);
        start..start.saturating_add(count).min(all)
    }
}

/// Elements by their number, from 1 as `lists:nth/2` and `element/2` count them; bytes from 0, as
/// `binary:at/2` does.
fn indexed_parts(term: &Term, page: Page, all: usize) -> Vec<(String, Term)> {
    let range = page.of(all);
    match term {
        Term::Cons(_) => {
            let mut rest = term;
            let mut found = Vec::new();
            for n in 0..range.end {
                let Term::Cons(cell) = rest else { break };
                if n >= range.start {
                    found.push(((n + 1).to_string(), cell.head.clone()));
                }
                rest = &cell.tail;
            }
            found
        }
        Term::Bits(bits) => {
            let bytes = bits.to_bytes();
            range.filter_map(|n| Some((n.to_string(), Term::Int((*bytes.get(n)?).into())))).collect()
        }
        _ => Vec::new(),
    }
}

fn named_parts(term: &Term, page: Page, all: usize, records: &Records<'_>) -> Vec<(String, Term)> {
    let range = page.of(all);
    match term {
        Term::Cons(_) => {
            let mut rest = term;
            while let Term::Cons(cell) = rest {
                rest = &cell.tail;
            }
            if *rest == Term::Nil { Vec::new() } else { vec![("tail".into(), rest.clone())] }
        }
        Term::Tuple(elements) => {
            let name = |n: usize| match records.fields(elements) {
                Some((_, fields)) if n > 0 => text::one_line(&Term::Atom(fields[n - 1])),
                Some(_) => "record".into(),
                None => (n + 1).to_string(),
            };
            range.map(|n| (name(n), elements[n].clone())).collect()
        }
        Term::Map(map) => {
            let entries = map.iter().skip(range.start).take(range.len());
            entries.map(|(key, value)| (text::brief(key, LONGEST), value.clone())).collect()
        }
        Term::Fun(fun) => match &**fun {
            Fun::Closure(closure) => {
                let names = records.program.code_of(closure).map(|id| &records.program.function(id).captured);
                let name = |n: usize| match names.and_then(|names| names.get(n)) {
                    Some(name) => name.name().to_owned(),
                    None => format!("captured {}", n + 1),
                };
                range.map(|n| (name(n), closure.environment[n].clone())).collect()
            }
            Fun::External { .. } => Vec::new(),
        },
        _ => Vec::new(),
    }
}
