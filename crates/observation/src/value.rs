//! Observed values: as much of them as was demanded.

mod search_tree;

use crate::event::TextId;
use crate::tables::Texts;

/// A value among [`Values`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ValueId(pub u32);

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// `_`: never demanded here.
    Unknown,
    /// Demanded, and the trace ends before there was an answer.
    Bottom,
    Con {
        name: TextId,
        fields: Vec<ValueId>,
    },
    Raised(TextId),
    /// A function, by what it was applied to: argument and result.
    Map(Vec<(ValueId, ValueId)>),
}

/// Values with their parts.
#[derive(Clone, Default, Debug)]
pub struct Values {
    values: Vec<Value>,
}

/// How a producer names what is evaluated but not to be seen.
pub const HIDDEN: &str = "<?>";

impl Values {
    pub fn add(&mut self, value: Value) -> ValueId {
        self.values.push(value);
        ValueId(self.values.len() as u32 - 1)
    }

    pub fn get(&self, id: ValueId) -> &Value {
        &self.values[id.0 as usize]
    }

    pub fn get_mut(&mut self, id: ValueId) -> &mut Value {
        &mut self.values[id.0 as usize]
    }

    /// How much there is to read: one for each constructor and each entry of a map.
    pub fn size(&self, value: ValueId) -> usize {
        let mut size = 0;
        self.visit(value, &mut |value| {
            size += match value {
                Value::Map(entries) => entries.len(),
                Value::Unknown => 0,
                _ => 1,
            }
        });
        size
    }

    /// How many parts were never demanded.
    pub fn holes(&self, value: ValueId) -> usize {
        let mut holes = 0;
        self.visit(value, &mut |value| holes += usize::from(*value == Value::Unknown));
        holes
    }

    /// The value and all its parts.
    pub fn visit(&self, value: ValueId, see: &mut dyn FnMut(&Value)) {
        let mut todo = vec![value];
        while let Some(id) = todo.pop() {
            let value = self.get(id);
            see(value);
            match value {
                Value::Con { fields, .. } => todo.extend(fields.iter().rev()),
                Value::Map(entries) => {
                    todo.extend(entries.iter().rev().flat_map(|(argument, result)| [*result, *argument]))
                }
                Value::Unknown | Value::Bottom | Value::Raised(_) => {}
            }
        }
    }

    /// Whether the second value is the first with more known: all that the first shows, the second
    /// shows as well. Functions are the same where both were applied to the same.
    pub fn is_completion(&self, general: ValueId, specific: ValueId) -> bool {
        let mut todo = vec![(general, specific)];
        while let Some((general, specific)) = todo.pop() {
            match (self.get(general), self.get(specific)) {
                (Value::Unknown, _) => {}
                (Value::Con { name, fields }, Value::Con { name: other, fields: others }) => {
                    if name != other || fields.len() != others.len() {
                        return false;
                    }
                    todo.extend(fields.iter().copied().zip(others.iter().copied()));
                }
                // An entry of a map may belong to any of the other's: only those that are the same
                // are known to.
                (Value::Map(entries), Value::Map(others)) => {
                    let has =
                        |entry: &(ValueId, ValueId)| others.iter().any(|other| self.is_same(*entry, *other));
                    if !entries.iter().all(has) {
                        return false;
                    }
                }
                (a, b) if a == b => {}
                _ => return false,
            }
        }
        true
    }

    fn is_same(&self, a: (ValueId, ValueId), b: (ValueId, ValueId)) -> bool {
        let mut todo = vec![(a.0, b.0), (a.1, b.1)];
        while let Some((a, b)) = todo.pop() {
            match (self.get(a), self.get(b)) {
                (Value::Con { name, fields }, Value::Con { name: other, fields: others }) => {
                    if name != other || fields.len() != others.len() {
                        return false;
                    }
                    todo.extend(fields.iter().copied().zip(others.iter().copied()));
                }
                (Value::Map(entries), Value::Map(others)) => {
                    if entries.len() != others.len() {
                        return false;
                    }
                    let pairs = entries.iter().zip(others);
                    todo.extend(pairs.flat_map(|(entry, other)| [(entry.0, other.0), (entry.1, other.1)]));
                }
                (a, b) if a == b => {}
                _ => return false,
            }
        }
        true
    }
}

/// How values are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Whether a result that is a function of one entry is written as one more argument: `or _ T =
    /// F` rather than `or _ = {\T->F}`.
    pub curried: bool,
    /// About how many characters at most; what is longer ends in `…`.
    pub longest: usize,
}

impl Style {
    pub const PLAIN: Style = Style { curried: true, longest: usize::MAX };
    /// As the papers list statements.
    pub const RAW: Style = Style { curried: false, longest: usize::MAX };
}

/// Where a value stands, and so whether it needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueSurroundings {
    Alone,
    /// Beside an operator.
    Operand,
    /// Of a function or a constructor.
    Argument,
}

/// Writes values one after the other.
pub(crate) struct Printer<'a> {
    values: &'a Values,
    texts: &'a Texts,
    style: Style,
    pub text: String,
}

enum Work {
    Value(ValueId, ValueSurroundings),
    Entries(Vec<(ValueId, ValueId)>, usize, Vec<String>),
    /// The text of an entry is complete: it is kept unless it was there before.
    Entry {
        start: usize,
    },
    Say(&'static str),
    Operator(String),
}

impl<'a> Printer<'a> {
    pub fn new(values: &'a Values, texts: &'a Texts, style: Style) -> Printer<'a> {
        Printer { values, texts, style, text: String::new() }
    }

    /// `f` followed by all arguments, `=`, and the result; for a constant just `f = value`.
    pub fn statement(&mut self, label: &str, arguments: &[ValueId], result: ValueId) {
        self.call(label, arguments);
        self.text.push_str(" = ");
        self.value(result, ValueSurroundings::Alone);
    }

    pub fn call(&mut self, label: &str, arguments: &[ValueId]) {
        self.text.push_str(label);
        for argument in arguments {
            self.text.push(' ');
            self.value(*argument, ValueSurroundings::Argument);
        }
    }

    pub fn value(&mut self, value: ValueId, place: ValueSurroundings) {
        let mut todo = vec![Work::Value(value, place)];
        while let Some(work) = todo.pop() {
            match work {
                Work::Say(text) => self.text.push_str(text),
                Work::Operator(name) => self.text.push_str(&format!(" {name} ")),
                Work::Value(value, place) => {
                    if self.is_full() {
                        return;
                    }
                    self.one(value, place, &mut todo);
                }
                Work::Entries(entries, next, seen) => self.entry(entries, next, seen, &mut todo),
                Work::Entry { start } => {
                    let entry = self.text.split_off(start);
                    if let Some(Work::Entries(_, _, seen)) = todo.last_mut()
                        && !seen.contains(&entry)
                    {
                        self.text.push_str(if seen.is_empty() { "" } else { ", " });
                        self.text.push_str(&entry);
                        seen.push(entry);
                    }
                }
            }
        }
    }

    fn is_full(&mut self) -> bool {
        let is_full = self.text.len() >= self.style.longest;
        if is_full && !self.text.ends_with('…') {
            self.text.push('…');
        }
        is_full
    }

    fn one(&mut self, id: ValueId, place: ValueSurroundings, todo: &mut Vec<Work>) {
        match self.values.get(id) {
            Value::Unknown => self.text.push('_'),
            Value::Bottom => self.text.push('⊥'),
            Value::Raised(text) => self.atom(self.texts.get(*text), place),
            Value::Map(entries) => {
                self.text.push('{');
                todo.push(Work::Say("}"));
                todo.push(Work::Entries(entries.clone(), 0, Vec::new()));
            }
            Value::Con { name, fields } => self.con(id, self.texts.get(*name), fields, place, todo),
        }
    }

    /// `\a->r`; while the result is a function of one entry, and the style wants that, `\a b->r`.
    fn entry(
        &mut self,
        entries: Vec<(ValueId, ValueId)>,
        next: usize,
        seen: Vec<String>,
        todo: &mut Vec<Work>,
    ) {
        let Some((argument, result)) = entries.get(next).copied() else { return };
        let (mut arguments, mut result) = (vec![argument], result);
        while self.style.curried
            && let Value::Map(inner) = self.values.get(result)
            && let [(argument, value)] = inner[..]
        {
            arguments.push(argument);
            result = value;
        }
        todo.push(Work::Entries(entries, next + 1, seen));
        todo.push(Work::Entry { start: self.text.len() });
        todo.push(Work::Value(result, ValueSurroundings::Alone));
        todo.push(Work::Say("->"));
        for (index, argument) in arguments.into_iter().enumerate().rev() {
            todo.push(Work::Value(argument, ValueSurroundings::Argument));
            todo.push(Work::Say(if index == 0 { "\\" } else { " " }));
        }
    }

    fn con(
        &mut self,
        id: ValueId,
        name: &str,
        fields: &[ValueId],
        place: ValueSurroundings,
        todo: &mut Vec<Work>,
    ) {
        if name == ":" && fields.len() == 2 {
            return self.list(id, place, todo);
        }
        if let Some(kind) = search_tree::TreeShape::of(name) {
            return self.search_tree(kind, id, place, todo);
        }
        if is_tuple(name, fields.len()) {
            self.text.push('(');
            todo.push(Work::Say(")"));
            separated(fields, todo);
            return;
        }
        let needs_parentheses = !fields.is_empty() && place != ValueSurroundings::Alone;
        if fields.len() == 2 && name.starts_with(':') {
            self.open(needs_parentheses, todo);
            todo.push(Work::Value(fields[1], ValueSurroundings::Operand));
            todo.push(Work::Operator(name.to_owned()));
            todo.push(Work::Value(fields[0], ValueSurroundings::Operand));
            return;
        }
        if fields.is_empty() {
            return self.atom(name, place);
        }
        self.open(place == ValueSurroundings::Argument, todo);
        self.text.push_str(name);
        for field in fields.iter().rev() {
            todo.push(Work::Value(*field, ValueSurroundings::Argument));
            todo.push(Work::Say(" "));
        }
    }

    fn open(&mut self, needs_parentheses: bool, todo: &mut Vec<Work>) {
        if needs_parentheses {
            self.text.push('(');
            todo.push(Work::Say(")"));
        }
    }

    /// A literal, a constructor without fields, an exception: negative numbers, and what has spaces
    /// in it, is set apart.
    fn atom(&mut self, name: &str, place: ValueSurroundings) {
        let is_literal = name.starts_with(['"', '\'']);
        let apart = place != ValueSurroundings::Alone
            && (name.starts_with('-') || (!is_literal && name.contains(' ')));
        if apart {
            self.text.push('(');
        }
        self.text.push_str(name);
        if apart {
            self.text.push(')');
        }
    }

    /// `[1,2]`, `"abc"` if all are characters, `1 : 2 : _` if the end was not reached.
    fn list(&mut self, id: ValueId, place: ValueSurroundings, todo: &mut Vec<Work>) {
        let (mut items, mut rest) = (Vec::new(), id);
        while let Value::Con { name, fields } = self.values.get(rest)
            && self.texts.get(*name) == ":"
            && let [head, tail] = fields[..]
        {
            items.push(head);
            rest = tail;
        }
        let is_whole = matches!(self.values.get(rest), Value::Con { name, fields } if fields.is_empty() && self.texts.get(*name) == "[]");
        if !is_whole {
            self.open(place != ValueSurroundings::Alone, todo);
            todo.push(Work::Value(rest, ValueSurroundings::Operand));
            for item in items.into_iter().rev() {
                todo.push(Work::Say(" : "));
                todo.push(Work::Value(item, ValueSurroundings::Operand));
            }
        } else if let Some(string) = self.string(&items) {
            self.text.push_str(&string);
        } else {
            self.text.push('[');
            todo.push(Work::Say("]"));
            separated(&items, todo);
        }
    }

    /// The items as a string, if all of them are characters as a program writes them.
    fn string(&self, items: &[ValueId]) -> Option<String> {
        let mut string = String::from("\"");
        for item in items {
            let Value::Con { name, fields } = self.values.get(*item) else { return None };
            let letter = self.texts.get(*name).strip_prefix('\'')?.strip_suffix('\'')?;
            match letter {
                _ if !fields.is_empty() || letter.is_empty() => return None,
                "\"" => string.push_str("\\\""),
                "\\'" => string.push('\''),
                letter => string.push_str(letter),
            }
        }
        string.push('"');
        Some(string)
    }
}

fn separated(items: &[ValueId], todo: &mut Vec<Work>) {
    for (index, item) in items.iter().enumerate().rev() {
        todo.push(Work::Value(*item, ValueSurroundings::Alone));
        if index > 0 {
            todo.push(Work::Say(","));
        }
    }
}

/// `(,)` has two fields.
fn is_tuple(name: &str, fields: usize) -> bool {
    let commas = name.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    fields > 1
        && commas.is_some_and(|commas| commas.len() + 1 == fields && commas.bytes().all(|byte| byte == b','))
}
