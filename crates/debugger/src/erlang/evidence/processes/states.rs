//! The state of a server before and after a callback, by the fields that matter.
//!
//! Before: fields that are not as they were when the process began, that the callback changes, or
//! that its clause mentions. After: fields that it changed. The others are counted, and shown on
//! request.

use erlang_machine::program::Program;
use erlang_term::{Atom, Term};
use erlang_tree::statement::{Field, Fields, Fold, fields};

use crate::words::{F_SHOWS_IT, F_SHOWS_THEM};

/// What a callback did to its state.
pub struct Change<'a> {
    pub program: &'a Program,
    pub home: Option<Atom>,
    pub before: &'a Term,
    /// None if the callback did not return one.
    pub after: Option<&'a Term>,
    /// The state that the process began with, if it is known.
    pub first: Option<&'a Term>,
    /// The source of the clause.
    pub clause: &'a str,
}

impl Change<'_> {
    fn fields(&self, state: &Term) -> Option<Fields> {
        fields(self.program, self.home, state)
    }

    /// The state before: `State #state{7 fields}, of which:`, and the fields that matter. None if
    /// it has no fields, or if all of them matter.
    pub fn before(&self, title: &str, fold: &Fold) -> Option<Vec<String>> {
        let (kind, shown, hidden) = self.matters()?;
        if hidden == 0 {
            return None;
        }
        let lines = shown.iter().map(|field| fold.field(self.program, field));
        let more = if shown.is_empty() { "" } else { "more " };
        let rest = match hidden {
            1 => format!("(1 {more}field, unchanged{F_SHOWS_IT})"),
            n => format!("({n} {more}fields, unchanged{F_SHOWS_THEM})"),
        };
        Some(indented(format!("{title} {kind}:"), lines.chain([rest])))
    }

    /// The state before on a line: `#state{items = [], ...}`. None if it has no fields.
    pub fn before_in_a_line(&self, fold: &Fold) -> Option<String> {
        let (kind, shown, hidden) = self.matters()?;
        let fields = shown.iter().map(|field| fold.field(self.program, field));
        let rest = (hidden > 0).then(|| "...".to_owned());
        let fields: Vec<String> = fields.chain(rest).collect();
        let kind = if kind.starts_with('#') { &kind } else { "#" };
        Some(format!("{kind}{{{}}}", fields.join(", ")))
    }

    /// What the state before is, the fields of it that matter, and how many others it has.
    fn matters(&self) -> Option<(String, Vec<Field>, usize)> {
        let Fields { kind, fields } = self.fields(self.before)?;
        let after = self.after.and_then(|after| self.fields(after));
        let first = self.first.and_then(|first| self.fields(first));
        let differs = |other: &Option<Fields>, field: &Field| {
            let other = other.as_ref().map(|other| other.fields.contains(field));
            other == Some(false)
        };
        let matters = |field: &Field| {
            differs(&after, field) || differs(&first, field) || mentions(self.clause, &field.name)
        };
        let all = fields.len();
        let shown: Vec<Field> = fields.into_iter().filter(matters).collect();
        let hidden = all - shown.len();
        Some((kind.to_string(), shown, hidden))
    }

    /// A state with all of its fields. None if it has none.
    pub fn all(&self, title: &str, state: &Term, fold: &Fold) -> Option<Vec<String>> {
        let Fields { kind, fields } = self.fields(state)?;
        let lines = fields.iter().map(|field| fold.field(self.program, field));
        Some(indented(format!("{title} {kind}:"), lines))
    }

    /// What changed, field by field; an empty list if nothing did. None if the states have other
    /// fields, or none.
    pub fn changed(&self, fold: &Fold) -> Option<Vec<String>> {
        let after = self.after?;
        if after == self.before {
            return Some(Vec::new());
        }
        let (before, after) = (self.fields(self.before)?, self.fields(after)?);
        let gone = before.fields.iter().filter(|old| !after.fields.iter().any(|new| new.name == old.name));
        if before.kind != after.kind {
            return None;
        }
        let gone = gone.map(|field| format!("{} is gone", field.name));
        let new = after.fields.iter().filter(|field| !before.fields.contains(field));
        let lines = new.map(|field| fold.field(self.program, field)).chain(gone);
        Some(lines.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect())
    }
}

fn indented(title: String, texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines = vec![title];
    for text in texts {
        lines.extend(text.lines().map(|line| format!("  {line}")));
    }
    lines
}

/// Whether a name occurs in a text as a word.
fn mentions(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '@';
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}
