//! Search in the tree: by the names of functions, or by what statements say.

use computation_tree::NodeId;
use slices::finish;

use super::browsing::TreeRow;
use super::{Level, Session};

/// Hits of one search.
const HITS: usize = 50;
/// Nodes that one search visits by name, and by statement.
const VISITED: u32 = 2_000_000;
const READ: u32 = 1_000;

/// What a search found.
#[derive(Clone, Debug)]
pub struct TreeHits {
    pub rows: Vec<TreeRow>,
    /// Where to search on. `None`: everything was searched.
    pub next: Option<NodeId>,
    /// Only the names of functions were compared, because one of them matches.
    pub by_name: bool,
}

impl Session {
    /// Nodes from `from` on whose function is called like this, or else whose statement says this.
    /// In a statement, `_` stands for any value: `{ok, _}`.
    pub fn find_in_tree(&mut self, text: &str, from: Option<NodeId>) -> TreeHits {
        let name = text.trim().to_lowercase();
        let Level { evidence, .. } = self.level();
        let root = evidence.nature().root;
        let mut subjects = evidence.subjects();
        subjects.retain(|(_, subject)| subject.to_string().to_lowercase().contains(&name));
        let subjects: Vec<_> = subjects.into_iter().map(|(id, _)| id).collect();
        let by_name = !subjects.is_empty();
        let tree = evidence.tree();
        let end = tree.end(root);
        let start = from.unwrap_or(root).max(root).min(end);
        let limit = NodeId(end.0.min(start.0.saturating_add(if by_name { VISITED } else { READ })));
        let mut nodes: Vec<NodeId> = (start.0..limit.0).map(NodeId).collect();
        if by_name {
            nodes.retain(|node| subjects.contains(&tree.subject(*node)));
        } else {
            let pattern = ValuePattern::new(text);
            finish(evidence.prepare(&nodes));
            nodes.retain(|node| pattern.is_in(&evidence.statement(*node).sentence()));
        }
        let more = nodes.get(HITS).copied();
        nodes.truncate(HITS);
        let next = more.or(Some(limit)).filter(|next| *next < end);
        TreeHits { rows: self.rows(&nodes), next, by_name }
    }
}

/// A part of a statement, in which `_` stands for any value.
struct ValuePattern {
    /// What stands between values.
    pieces: Vec<String>,
}

impl ValuePattern {
    fn new(text: &str) -> ValuePattern {
        let (text, mut pieces) = (squeezed(text), vec![String::new()]);
        let is_word =
            |other: Option<char>| other.is_some_and(|other| other.is_alphanumeric() || other == '_');
        let mut before = None;
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            match (character, pieces.last_mut()) {
                ('_', _) if !is_word(before) && !is_word(characters.peek().copied()) => {
                    pieces.push(String::new());
                }
                (_, Some(piece)) => piece.push(character),
                (_, None) => {}
            }
            before = Some(character);
        }
        ValuePattern { pieces }
    }

    fn is_in(&self, text: &str) -> bool {
        let Some((first, rest)) = self.pieces.split_first() else { return true };
        let text = squeezed(text);
        text.match_indices(first.as_str()).any(|(at, _)| follow(&text[at + first.len()..], rest))
    }
}

/// Whether this is a value, the next piece, a value, and so on.
fn follow(text: &str, pieces: &[String]) -> bool {
    let Some((piece, rest)) = pieces.split_first() else { return true };
    ends_of_value(text).into_iter().any(|end| {
        text[end..].strip_prefix(piece.as_str()).is_some_and(|after| end > 0 && follow(after, rest))
    })
}

/// Where a value that begins here can end: before any comma or bracket that does not belong to it.
fn ends_of_value(text: &str) -> Vec<usize> {
    let (mut ends, mut depth, mut is_quoted) = (Vec::new(), 0_u32, false);
    for (at, character) in text.char_indices() {
        if depth == 0 && !is_quoted {
            ends.push(at);
        }
        match character {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' | '[' | '{' => depth += 1,
            ',' | ')' | ']' | '}' if depth == 0 => return ends,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    ends.push(text.len());
    ends
}

/// In small letters, and without spaces beside punctuation.
fn squeezed(text: &str) -> String {
    let text = text.trim().to_lowercase();
    let mut squeezed = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let is_word = |other: char| other.is_alphanumeric() || other == '_';
    while let Some(character) = characters.next() {
        let is_between = squeezed.chars().next_back().is_some_and(is_word)
            && characters.peek().copied().is_some_and(is_word);
        if !character.is_whitespace() || is_between {
            squeezed.push(character);
        }
    }
    squeezed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_for_underscores() {
        let check = |pattern: &str, text: &str, expected: bool| {
            assert_eq!(ValuePattern::new(pattern).is_in(text), expected, "{pattern} in {text}");
        };
        check("[B, a]", "merge([b], [a]) = [b, a]", true);
        check("[a,b]", "merge([b], [a]) = [b, a]", false);
        check("{ok, _}", "f(1) = {ok, {a, [1, 2]}}", true);
        check("{ok, _}", "f(1) = {ok, a, b}", false);
        check("{_, b}", "f(1) = {[a, b], c, b}", false);
        check("{_, _, b}", "f(1) = {[a, b], c, b}", true);
        check("{_}", "f() = {}", false);
        check("f(_) = 2", "m:f({1, \"}\"}) = 2", true);
        check("insert _ [] = [_]", "insert 3 [] = [3]", true);
        check("f_x", "m:f_x(1) = 2", true);
        check("_", "m:f(1) = 2", true);
        check("= _", "m:f(1) = 2", true);
        check("ü, _", "f(\"ü\", ü, 1) = 2", true);
    }
}
