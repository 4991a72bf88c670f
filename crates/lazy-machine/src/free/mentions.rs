//! What is mentioned in every part of a program, for those who ask about one part inside another: a
//! walk for each would take as long as the program is long, times as deep as it is nested.

use std::collections::{BTreeSet, HashMap};

use super::{Locals, Mention, mentions_of};
use crate::core::{Expr, Function, FunctionId, Local};

/// All mentions and bindings in the order of the text, so that those of a part are next to each
/// other.
pub struct Mentions {
    places: HashMap<*const Expr, Range>,
    all: Vec<Entry>,
    /// A tree over `all`: in each node the least [`Entry::after`] below it. The children of `n` are
    /// `2n` and `2n + 1`, the root is 1.
    least: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Range {
    start: u32,
    end: u32,
}

#[derive(Clone, Copy)]
struct Entry {
    of: Name,
    /// One more than the place of the mention or the binding of it before this one. A mention is
    /// the first in a part, and free there, if this is not after the start of the part.
    after: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Name {
    Local(Local),
    /// A function without parameters.
    Constant(FunctionId),
}

/// Of a binding: nobody looks for it.
const NEVER: u32 = u32::MAX;

impl Mentions {
    pub fn new(bodies: &[Expr], functions: &[Function]) -> Mentions {
        let mut reader = Reader { functions, places: HashMap::new(), all: Vec::new(), last: HashMap::new() };
        bodies.iter().for_each(|body| reader.read(body));
        let Reader { places, all, .. } = reader;
        let leaves = all.len().next_power_of_two();
        let mut least = vec![NEVER; 2 * leaves];
        for (leaf, mention) in least[leaves..].iter_mut().zip(&all) {
            *leaf = mention.after;
        }
        for node in (1..leaves).rev() {
            least[node] = least[2 * node].min(least[2 * node + 1]);
        }
        Mentions { places, all, least }
    }

    /// The variables that the part uses and does not bind; nothing for what is not part of the
    /// program.
    pub fn free(&self, part: &Expr) -> Option<Locals> {
        let local = |name| match name {
            Name::Local(local) => Some(local),
            Name::Constant(_) => None,
        };
        Some(self.names(part)?.into_iter().filter_map(local).collect())
    }

    /// The functions without parameters that the part mentions.
    pub fn constants(&self, part: &Expr) -> BTreeSet<FunctionId> {
        let constant = |name| match name {
            Name::Constant(id) => Some(id),
            Name::Local(_) => None,
        };
        self.names(part).into_iter().flatten().filter_map(constant).collect()
    }

    fn names(&self, part: &Expr) -> Option<Vec<Name>> {
        let range = *self.places.get(&std::ptr::from_ref(part))?;
        let mut names = Vec::new();
        let leaves = (self.least.len() / 2) as u32;
        let mut left = vec![(1, Range { start: 0, end: leaves })];
        while let Some((node, covered)) = left.pop() {
            let apart = covered.end <= range.start || covered.start >= range.end;
            if apart || self.least[node] > range.start {
                continue;
            }
            if covered.end - covered.start == 1 {
                names.push(self.all[covered.start as usize].of);
                continue;
            }
            let middle = u32::midpoint(covered.start, covered.end);
            left.push((2 * node, Range { end: middle, ..covered }));
            left.push((2 * node + 1, Range { start: middle, ..covered }));
        }
        Some(names)
    }
}

struct Reader<'a> {
    functions: &'a [Function],
    places: HashMap<*const Expr, Range>,
    all: Vec<Entry>,
    /// Where each was mentioned or bound last.
    last: HashMap<Name, u32>,
}

impl Reader<'_> {
    fn read(&mut self, expr: &Expr) {
        let start = self.all.len() as u32;
        mentions_of(expr, &mut |mention| match mention {
            Mention::Use(local) => self.mention(Name::Local(local)),
            Mention::Binding(local) => self.bind(local),
            Mention::Function(id) if self.functions[id.0 as usize].arity() == 0 => {
                self.mention(Name::Constant(id));
            }
            Mention::Captured(id) => {
                let captured = &self.functions[id.0 as usize].captured;
                captured.iter().for_each(|local| self.mention(Name::Local(*local)));
            }
            Mention::Function(_) | Mention::Method(_) | Mention::Primitive(_) | Mention::Observation => {}
        });
        recursion::deep(|| expr.parts(&mut |part| self.read(part)));
        self.places.insert(std::ptr::from_ref(expr), Range { start, end: self.all.len() as u32 });
    }

    fn mention(&mut self, of: Name) {
        let after = self.last.insert(of, self.all.len() as u32).map_or(0, |place| place + 1);
        self.all.push(Entry { of, after });
    }

    fn bind(&mut self, local: Local) {
        self.last.insert(Name::Local(local), self.all.len() as u32);
        self.all.push(Entry { of: Name::Local(local), after: NEVER });
    }
}
