//! Search trees of a library, shown as the lists that they are for people.

use super::{Printer, Value, ValueId, ValueSurroundings, Values, Work, separated};
use crate::tables::Texts;

/// What a constructor's name says that is the node of a search tree: `fromList{2}` is one whose
/// entries have two fields. The first field of a node is nobody's business, its entry comes after
/// it, then what is before and what is after it in the order. A node without fields is the empty
/// tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct TreeShape<'a> {
    /// What stands before the list.
    before: &'a str,
    entry: usize,
}

impl<'a> TreeShape<'a> {
    pub fn of(name: &'a str) -> Option<TreeShape<'a>> {
        let (before, entry) = name.strip_suffix('}')?.split_once('{')?;
        Some(TreeShape { before, entry: entry.parse().ok().filter(|entry| (1..=2).contains(entry))? })
    }

    /// The entries in order, as far as they are known.
    fn parts(self, tree: ValueId, values: &Values, texts: &Texts) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut todo = vec![Part::Unknown(tree)];
        while let Some(part) = todo.pop() {
            let Part::Unknown(tree) = part else {
                parts.push(part);
                continue;
            };
            match values.get(tree) {
                Value::Con { name, fields } if TreeShape::of(texts.get(*name)) == Some(self) => {
                    match &fields[..] {
                        [] => {}
                        [_, entry @ .., before, after] if entry.len() == self.entry => {
                            todo.push(Part::Unknown(*after));
                            todo.push(Part::Entry(entry.to_vec()));
                            todo.push(Part::Unknown(*before));
                        }
                        _ => parts.push(part),
                    }
                }
                _ => parts.push(part),
            }
        }
        parts
    }
}

enum Part {
    Entry(Vec<ValueId>),
    /// A tree that was not looked at, or is an error.
    Unknown(ValueId),
}

impl Printer<'_> {
    /// `fromList [(1,'a'),(2,_)]`; `fromList (_ ++ [(2,'b')] ++ _)` if nobody looked at all of it.
    pub(super) fn search_tree(
        &mut self,
        kind: TreeShape<'_>,
        tree: ValueId,
        place: ValueSurroundings,
        todo: &mut Vec<Work>,
    ) {
        let parts = kind.parts(tree, self.values, self.texts);
        let is_whole = parts.iter().all(|part| matches!(part, Part::Entry(_)));
        self.open(!kind.before.is_empty() && place == ValueSurroundings::Argument, todo);
        self.text.push_str(kind.before);
        self.text.push_str(if kind.before.is_empty() { "" } else { " " });
        let letters: Vec<ValueId> = parts.iter().filter_map(Part::alone).collect();
        if let Some(string) = self.string(&letters).filter(|_| is_whole && !letters.is_empty()) {
            return self.text.push_str(&string);
        }
        self.open(
            !is_whole && (parts.len() > 1 && (!kind.before.is_empty() || place != ValueSurroundings::Alone)),
            todo,
        );
        let mut works = Vec::new();
        let mut is_open = false;
        for (index, part) in parts.iter().enumerate() {
            let is_entry = matches!(part, Part::Entry(_));
            let between = match (index, is_open, is_entry) {
                (0, _, true) => "[",
                (0, _, false) => "",
                (_, true, true) => ",",
                (_, true, false) => "] ++ ",
                (_, false, true) => " ++ [",
                (_, false, false) => " ++ ",
            };
            is_open = is_entry;
            works.push(Work::Say(between));
            match part {
                Part::Unknown(tree) => works.push(Work::Value(*tree, ValueSurroundings::Operand)),
                Part::Entry(fields) => {
                    let is_tuple = fields.len() > 1;
                    works.extend(is_tuple.then_some(Work::Say("(")));
                    let mut items = Vec::new();
                    separated(fields, &mut items);
                    works.extend(items.into_iter().rev());
                    works.extend(is_tuple.then_some(Work::Say(")")));
                }
            }
        }
        works.push(Work::Say(match (parts.is_empty(), is_open) {
            (true, _) => "[]",
            (false, true) => "]",
            (false, false) => "",
        }));
        works.reverse();
        todo.append(&mut works);
    }
}

impl Part {
    /// An entry of one field.
    fn alone(&self) -> Option<ValueId> {
        match self {
            Part::Entry(fields) => <[ValueId; 1]>::try_from(&fields[..]).ok().map(|[alone]| alone),
            Part::Unknown(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tables::Texts;
    use crate::value::{Printer, Style, Value, ValueId, ValueSurroundings, Values};

    /// A tree as `(before entry after)`, `.` where it is empty, `_` where it is not known; entries
    /// are names.
    fn check(tree: &str, entry: usize, expected: [&str; 2]) {
        let (mut values, mut texts) = (Values::default(), Texts::default());
        let mut add = |name: &str, fields: Vec<ValueId>| {
            let (name, _) = texts.intern(name);
            values.add(Value::Con { name, fields })
        };
        let kind = format!("fromList{{{entry}}}");
        let mut stack: Vec<Option<ValueId>> = Vec::new();
        for word in tree.split_whitespace() {
            let value = match word {
                "." => Some(add(&kind, Vec::new())),
                "_" => None,
                // An entry takes what is before and after it: in Polish order.
                word => {
                    let (after, before) = (stack.pop(), stack.pop());
                    let mut fields = vec![add("1", Vec::new())];
                    fields.extend((0..entry).map(|_| add(word, Vec::new())));
                    let unknown = add("_", Vec::new());
                    fields.extend([before, after].map(|part| part.flatten().unwrap_or(unknown)));
                    Some(add(&kind, fields))
                }
            };
            stack.push(value);
        }
        let root = stack.pop().flatten().expect("a tree");
        for (place, expected) in
            [ValueSurroundings::Alone, ValueSurroundings::Argument].into_iter().zip(expected)
        {
            let mut printer = Printer::new(&values, &texts, Style::PLAIN);
            printer.value(root, place);
            assert_eq!(printer.text, expected, "{tree}");
        }
    }

    #[test]
    fn trees_are_shown_as_lists() {
        check(".", 2, ["fromList []", "(fromList [])"]);
        check(". . 1", 1, ["fromList [1]", "(fromList [1])"]);
        check(". . 1 . 2", 2, ["fromList [(1,1),(2,2)]", "(fromList [(1,1),(2,2)])"]);
        check(". . 'a' . 'b'", 1, ["fromList \"ab\"", "(fromList \"ab\")"]);
        check("_ . 1", 1, ["fromList (_ ++ [1])", "(fromList (_ ++ [1]))"]);
        check("_ _ 1", 2, ["fromList (_ ++ [(1,1)] ++ _)", "(fromList (_ ++ [(1,1)] ++ _))"]);
        check(". _ 1 . . 3 2", 1, ["fromList ([1] ++ _ ++ [2,3])", "(fromList ([1] ++ _ ++ [2,3]))"]);
    }
}
