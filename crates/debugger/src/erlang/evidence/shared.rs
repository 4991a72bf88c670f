//! What a node read and wrote beside arguments and messages, as claims, and where they lead.

use computation_tree::{NodeId, Tree};
use erlang_machine::program::Program;
use erlang_tree::shared::{Read, Shared};
use session::event::{Claim, ClaimKind, Content, Item};
use session::evidence::{Consequence, Lead};

/// Reads or writes that are listed. Nobody reads more of them at once.
const MOST_LISTED: usize = 30;

/// Said where accesses were left out.
pub const TOO_MANY: &str =
    "this run read and wrote more than is kept: the latest reads and writes are not shown";

/// What a subtree of a run reads and writes.
pub struct Accesses<'a> {
    pub shared: &'a Shared,
    pub program: &'a Program,
    pub tree: &'a dyn Tree,
    pub node: NodeId,
    /// The code behind a node, in a few words.
    pub name: &'a dyn Fn(NodeId) -> Option<String>,
}

impl Accesses<'_> {
    fn reads(&self) -> Vec<Read> {
        self.shared.of(self.node..self.tree.end(self.node)).reads
    }

    fn writes(&self) -> Vec<usize> {
        self.shared.of(self.node..self.tree.end(self.node)).writes
    }

    /// `get(x) = 40`, with who wrote it for people.
    pub fn read_claim(&self) -> Option<(ClaimKind, Content)> {
        let item = |read: Read| {
            let text = self.shared.get(read.access)?.question_and_answer(self.program);
            let writer = read.writer.and_then(|writer| (self.name)(self.shared.get(writer)?.node));
            let meaning = writer.map(|writer| format!("{text} (written by {writer})"));
            Some(Item { meaning, ..Item::plain(read.access as u32 + 1, text) })
        };
        let items = self.reads().into_iter().filter_map(item).collect();
        listed(items).map(|content| (ClaimKind::Read, content))
    }

    /// `ets:insert(t, {c, 9})`
    pub fn wrote_claim(&self) -> Option<(ClaimKind, Content)> {
        let item =
            |access: usize| Some(Item::plain(access as u32 + 1, self.shared.get(access)?.call(self.program)));
        let items = self.writes().into_iter().filter_map(item).collect();
        listed(items).map(|content| (ClaimKind::Wrote, content))
    }

    /// A wrong read leads to who wrote it; without a choice, the last one of which that is known.
    pub fn wrong_read(&self, item: Option<u32>) -> Consequence {
        let reads = self.reads();
        let chosen = |read: &&Read| item.is_none_or(|item| read.access as u32 + 1 == item);
        let writer = reads.iter().filter(chosen).rev().find_map(|read| self.shared.get(read.writer?));
        let lead = writer.map(|writer| Lead::Elsewhere(writer.node, "this wrote what was read".into()));
        Consequence::inadmissible(lead)
    }

    /// The last writer of what was read, and how many events came before the write and the read.
    pub fn times(&self, item: Option<u32>) -> Option<(NodeId, u32, u32)> {
        let reads = self.reads();
        let chosen = |read: &&Read| item.is_none_or(|item| read.access as u32 + 1 == item);
        let read = reads.iter().filter(chosen).rev().find(|read| read.writer.is_some())?;
        let (read, writer) = (self.shared.get(read.access)?, self.shared.get(read.writer?)?);
        Some((writer.node, writer.at, read.at + 1))
    }

    /// The nodes that wrote what was read, in order: the value may have gone wrong in any of them.
    pub fn chain(&self, item: Option<u32>) -> Vec<NodeId> {
        let reads = self.reads();
        let chosen = reads.iter().find(|read| item.is_none_or(|item| read.access as u32 + 1 == item));
        chosen.map_or_else(Vec::new, |read| self.shared.writers(read.access))
    }

    /// A wrong write leads to the node below that made it.
    pub fn wrong_write(&self, item: Option<u32>) -> Consequence {
        let access = item.and_then(|item| self.shared.get((item as usize).checked_sub(1)?));
        let inside = access.filter(|access| self.node < access.node);
        let lead = inside.map(|access| Lead::Below(access.node, "it wrote this".into()));
        Consequence { lead, ..Consequence::wrong() }
    }

    /// The nodes that wrote what a claim says was read, item by item.
    pub fn writers(&self, claim: &Claim) -> Vec<Option<NodeId>> {
        let reads = self.reads();
        let writer = |item: &Item| {
            let read = reads.iter().find(|read| read.access as u32 + 1 == item.id)?;
            self.shared.get(read.writer?).map(|writer| writer.node)
        };
        claim.items().iter().map(writer).collect()
    }
}

/// Each text once, and not too many of them.
fn listed(items: Vec<Item>) -> Option<Content> {
    let mut kept: Vec<Item> = Vec::new();
    for item in items {
        let same = |other: &Item| other.text == item.text && other.meaning == item.meaning;
        if !kept.iter().rev().take(MOST_LISTED).any(same) {
            kept.push(item);
        }
    }
    let more = kept.len().saturating_sub(MOST_LISTED);
    kept.truncate(MOST_LISTED);
    let mut texts: Vec<String> = kept.iter().map(|item| item.text.clone()).collect();
    texts.extend((more > 0).then(|| format!("and {more} more")));
    (!kept.is_empty()).then(|| Content::List { text: texts.join(", "), items: kept })
}
