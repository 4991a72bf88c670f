//! Lambdas and sections as they are written, for those who read of them as values.

use std::rc::Rc;

use lazy_syntax::ast::{Entity, ExprId, ExprKind};
use lazy_syntax::source::{Pos, Span};

use super::Lowerer;
use crate::core::{Local, Piece, Standing, Written};

impl Lowerer<'_> {
    /// The text of a lambda, in which variables are known as such.
    pub(super) fn written_lambda(&self, span: Span) -> Option<Rc<Written>> {
        if !self.is_read() {
            return None;
        }
        let source = self.source;
        let mut reads_back = is_free_of_layout(source.sources.text(span));
        let mut places: Vec<(Span, Piece)> = Vec::new();
        for id in self.mentions_in(span) {
            let expr = &source[*id];
            match expr.kind {
                ExprKind::Var { entity: Entity::Variable(variable), name } => {
                    places.push((expr.span, Piece::Variable(self.local(variable), self.text(name))));
                }
                // Nobody elsewhere can call it.
                ExprKind::Var { entity: Entity::Function(id), .. } if source[id].parent.is_some() => {
                    reads_back = false;
                    places.push((expr.span, Piece::Text(source.full_name(&source[id]))));
                }
                _ => {}
            }
        }
        places.sort_by_key(|(place, _)| place.start.offset);
        let mut pieces = Vec::new();
        let mut at = span.start;
        let text =
            |start: Pos, end: Pos| Piece::Text(on_one_line(source.sources.text(Span { start, end, ..span })));
        for (place, piece) in places {
            pieces.push(text(at, place.start));
            pieces.push(piece);
            at = place.end;
        }
        pieces.push(text(at, span.end));
        Some(Rc::new(Written { pieces, reads_back }))
    }

    /// Where the program mentions something by its name, within what stands there.
    fn mentions_in(&self, span: Span) -> &[ExprId] {
        let source = self.source;
        let place = |id: &ExprId| (source[*id].span.file, source[*id].span.start.offset);
        let mentions = self.mentions.get_or_init(|| {
            let is_mention = |id: &ExprId| {
                source[*id].span.file >= source.first_file && matches!(source[*id].kind, ExprKind::Var { .. })
            };
            let all = (0..source.exprs.len() as u32).map(ExprId);
            let mut mentions: Vec<ExprId> = all.filter(is_mention).collect();
            mentions.sort_by_key(place);
            mentions
        });
        let start = mentions.partition_point(|id| place(id) < (span.file, span.start.offset));
        let end = mentions.partition_point(|id| place(id) < (span.file, span.end.offset));
        &mentions[start..end]
    }

    /// `(+ 3)`
    pub(super) fn written_section(&self, operator: ExprId, operand: Local) -> Option<Rc<Written>> {
        if !self.is_read() {
            return None;
        }
        let operator = self.source.sources.text(self.source[operator].span);
        let pieces = vec![
            Piece::Text(format!("({operator} ")),
            Piece::Variable(operand, String::new()),
            Piece::Text(")".to_owned()),
        ];
        Some(Rc::new(Written { pieces, reads_back: true }))
    }

    /// What the library does inside is nobody's business.
    fn is_read(&self) -> bool {
        self.functions.get(self.here.0 as usize).is_some_and(|here| here.standing != Standing::Trusted)
    }
}

/// Whether it means the same on one line: lines are what ends a comment and sets apart what is in a
/// block, and blanks count in quotes.
fn is_free_of_layout(text: &str) -> bool {
    let mut words = text.split(|char: char| !(char.is_alphanumeric() || char == '_' || char == '\''));
    let opens_block = |word: &str| ["case", "do", "let", "of", "where"].contains(&word);
    !text.contains('\n') || !(text.contains(['"', '\'']) || text.contains("--") || words.any(opens_block))
}

/// What is written on several lines, on one.
fn on_one_line(text: &str) -> String {
    if !text.contains('\n') {
        return text.to_owned();
    }
    let mut line = String::new();
    for char in text.chars() {
        match char.is_whitespace() {
            true if line.ends_with(' ') => {}
            true => line.push(' '),
            false => line.push(char),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::{is_free_of_layout, on_one_line};

    #[test]
    fn a_lambda_over_several_lines_is_written_on_one_where_lines_mean_nothing() {
        for text in [
            "\\x -> case x of 1 -> 2",
            "\\x ->\n  x + 1",
            "\\(a,\n  b) ->\n    docase a b",
            "\\x -> \"a -- b\"",
        ] {
            assert!(is_free_of_layout(text), "{text}");
        }
        assert_eq!(on_one_line("\\x ->\n    x\n    + 1"), "\\x -> x + 1");
        for text in [
            "\\x -> case x of\n  1 -> 2",
            "\\x -> do\n  f x\n  g x",
            "\\x ->\n  let y = x\n      z = y\n  in z",
            "\\x -> x -- twice\n  + x",
            "\\x -> x ++ \"a\\\n  \\b\"",
            "\\x ->\n  x == '\n'",
        ] {
            assert!(!is_free_of_layout(text), "{text}");
        }
    }
}
