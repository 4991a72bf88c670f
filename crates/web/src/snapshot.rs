//! What every reader of the page sees, at one moment.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

/// The page as it is now.
#[derive(Clone, Serialize, Debug, Default)]
pub struct Snapshot {
    /// Changes whenever the page asks for something else.
    pub rev: u64,
    /// Of the window.
    pub title: String,
    /// Something is being worked on.
    pub busy: bool,
    /// Changes whenever there is another run to look at.
    pub run: u64,
    /// Changes whenever there is another picture to look at.
    pub pictures: u64,
    /// Whether one can step through the run, and somebody does.
    pub walk: Walks,
    /// There is code to show.
    pub has_source: bool,
    /// There is a tree of calls.
    pub has_tree: bool,
    /// Several processes took part.
    pub has_messages: bool,
    /// Pieces of HTML, by the name of the element that they stand in.
    pub panels: BTreeMap<&'static str, Arc<str>>,
}

/// Whether one can step through the run.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum Walks {
    #[default]
    No,
    Can,
    Open,
}

impl Walks {
    pub fn name(self) -> &'static str {
        match self {
            Walks::No => "no",
            Walks::Can => "can",
            Walks::Open => "open",
        }
    }
}

impl Snapshot {
    /// The same without those panels that a reader has seen.
    pub fn since(&self, seen: &Snapshot) -> Snapshot {
        let is_new = |(name, html): &(&&'static str, &Arc<str>)| seen.panels.get(**name) != Some(*html);
        let panels = self.panels.iter().filter(is_new).map(|(name, html)| (*name, html.clone())).collect();
        Snapshot { title: self.title.clone(), panels, ..*self }
    }

    /// As an object of the contract.
    pub fn to_json(&self) -> String {
        // Only maps with strange keys and failing `Serialize`s can fail, and there are none.
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_changed() {
        let panels = |card: &str| BTreeMap::from([("card", card.into()), ("output", "hello".into())]);
        let first = Snapshot { rev: 1, panels: panels("one"), ..Snapshot::default() };
        let second = Snapshot { rev: 2, panels: panels("two"), ..Snapshot::default() };
        let changed = second.since(&first);
        assert_eq!(changed.rev, 2);
        assert_eq!(changed.panels.into_iter().collect::<Vec<_>>(), [("card", Arc::from("two"))]);
        assert_eq!(second.since(&Snapshot::default()).panels.len(), 2);
    }
}
