//! Search trees of the library as people know them: the list of their entries.

use lazy_syntax::ast::Shown;

use super::{APPLICATION, CUT, Style, Task};
use crate::core::{ConstructorId, TypeId};
use crate::machine::Machine;
use crate::word::{Address, ObjectKind, Word};

impl Machine {
    /// What stands before the entries of a search tree, and how many fields they have.
    pub(super) fn shown_as_tree(&self, id: ConstructorId) -> Option<(&'static str, usize)> {
        match self.code.constructors.get(id.0 as usize)?.shown {
            Shown::Tree { before, entry } => Some((before, entry)),
            Shown::AsWritten | Shown::Called(_) | Shown::Bare => None,
        }
    }

    /// `fromList [..]`: the entries of a search tree, whose spine is always evaluated, in their
    /// order.
    pub(super) fn print_tree(
        &self,
        tree: Word,
        id: ConstructorId,
        precedence: u8,
        ty: Option<TypeId>,
        style: &mut Style,
        tasks: &mut Vec<Task>,
    ) {
        let Some((before, size)) = self.shown_as_tree(id) else { return };
        let mut entries: Vec<(Address, ConstructorId)> = Vec::new();
        let mut above = Vec::new();
        let mut below = Some(tree);
        // The leftmost entry below comes first, then what is to the right of it.
        let node = |word: Word| {
            let address = self.heap.resolve(word).address()?;
            let header = self.heap.header(address);
            let id = ConstructorId(header.symbol());
            let is_node = header.kind() == ObjectKind::Constructor && self.shown_as_tree(id).is_some();
            is_node.then_some((address, id))
        };
        let mut is_cut = false;
        loop {
            match below.take().and_then(node) {
                Some(found) => {
                    above.push(found);
                    below = Some(self.heap.word(found.0, size + 1));
                }
                None => {
                    let Some(entry) = above.pop() else { break };
                    if entries.len() == style.parts {
                        is_cut = true;
                        break;
                    }
                    entries.push(entry);
                    below = Some(self.heap.word(entry.0, size + 2));
                }
            }
        }
        style.is_cut |= is_cut;
        let open = precedence > APPLICATION && !before.is_empty();
        tasks.extend(open.then_some(Task::Plain(")")));
        tasks.push(Task::Plain(if is_cut { CUT } else { "]" }));
        for (index, (address, id)) in entries.into_iter().enumerate().rev() {
            let types = self.field_types(id, ty);
            tasks.extend((size > 1).then_some(Task::Plain(")")));
            for field in (1..=size).rev() {
                tasks.push(Task::Word(self.heap.word(address, field), 0, types[field]));
                tasks.extend((field > 1).then_some(Task::Plain(",")));
            }
            tasks.extend((size > 1).then_some(Task::Plain("(")));
            tasks.extend((index > 0).then_some(Task::Plain(",")));
        }
        tasks.push(Task::Plain("["));
        tasks.push(Task::Plain(before));
        tasks.extend(open.then_some(Task::Plain("(")));
    }
}
