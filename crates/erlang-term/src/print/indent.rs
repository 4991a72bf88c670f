//! Choosing the indentation of tagged tuples for `~p`.
//!
//! This walks the way that printing would go, looking for a place where the indentation would
//! exceed half of the line without room for all on the rest of it.

use super::layout::{Content, PieceId, Sequence};
use super::pretty::{LinePosition, Page, Tail};

impl Page<'_> {
    /// Whether no tagged tuple gets too far to the right if its elements are indented by
    /// `tag_indent` (negative: they follow the tag).
    pub(super) fn fits_with(&self, tag_indent: i64, piece: PieceId, place: LinePosition) -> bool {
        let mut pending = vec![(piece, place)];
        while let Some((id, place)) = pending.pop() {
            if self.fits(id, place) {
                continue;
            }
            let LinePosition { column, depth, used } = place;
            match self.content(id) {
                Content::Text(_) | Content::Binary(_) | Content::Dots | Content::Pair(..) => {}
                Content::List(_) | Content::Tuple(_, false) => {
                    let place = LinePosition { column: column + 1, depth, used: used + 1 };
                    self.try_items(id, 0, place, tag_indent, &mut pending);
                }
                Content::Map(_) => {
                    let place = LinePosition { column: column + 2, depth, used: used + 2 };
                    self.try_items(id, 0, place, tag_indent, &mut pending);
                }
                Content::Tuple(sequence, true) => {
                    let Some(&tag) = sequence.items.first() else { continue };
                    let length = self.length(tag);
                    let beside = column + length + 2;
                    if tag_indent > 0 && length + 2 > tag_indent {
                        let first_column = column + tag_indent;
                        if self.most + first_column > self.width && first_column > self.width / 2 {
                            return false;
                        }
                        let place = LinePosition { column: beside, depth, used: used + 1 + length };
                        let tail = Tail { sequence: id, at: 1, first_column, place, separator: "" };
                        self.try_tail(tail, tag_indent, &mut pending);
                    } else if self.most + beside < self.width || beside < self.width / 2 {
                        let place = LinePosition { column: beside, depth, used: used + 1 + length + 1 };
                        self.try_items(id, 1, place, tag_indent, &mut pending);
                    } else {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn try_items(
        &self,
        id: PieceId,
        at: usize,
        place: LinePosition,
        tag_indent: i64,
        pending: &mut Vec<(PieceId, LinePosition)>,
    ) {
        let Some(&item) = self.items(id).items.get(at) else { return };
        let mut tail = Tail { sequence: id, at, first_column: place.column, place, separator: "" };
        let item_place = LinePosition { depth: self.depth_after(tail), ..place };
        let width = self.width_of(item, item_place);
        self.try_item(item, item_place, tag_indent, pending);
        tail.at += 1;
        tail.place.column += width;
        tail.place.used += width;
        self.try_tail(tail, tag_indent, pending);
    }

    fn try_item(
        &self,
        item: PieceId,
        place: LinePosition,
        tag_indent: i64,
        pending: &mut Vec<(PieceId, LinePosition)>,
    ) {
        match *self.content(item) {
            Content::Pair(_, _) if self.fits(item, place) => {}
            Content::Pair(key, value) => {
                let deeper = if tag_indent > 0 { tag_indent } else { 4 };
                pending.push((key, place));
                pending.push((
                    value,
                    LinePosition { column: place.column + deeper, depth: place.depth, used: 0 },
                ));
            }
            _ => pending.push((item, place)),
        }
    }

    fn try_tail(&self, mut tail: Tail, tag_indent: i64, pending: &mut Vec<(PieceId, LinePosition)>) {
        let Sequence { items, tail: end } = self.items(tail.sequence);
        while let Some(&item) = items.get(tail.at) {
            let after = self.depth_after(tail);
            if self.stays(item, LinePosition { depth: after, ..tail.place }) {
                let length = self.length(item) + 1;
                tail.place.column += length;
                tail.place.used += length;
            } else {
                let place = LinePosition { column: tail.first_column, depth: after, used: 0 };
                let width = self.width_of(item, place);
                self.try_item(item, place, tag_indent, pending);
                tail.place.column = tail.first_column + width;
                tail.place.used = width;
            }
            tail.at += 1;
        }
        if let Some(end) = *end
            && !matches!(self.content(end), Content::Dots)
            && !self.end_stays(end, tail.place)
        {
            pending.push((
                end,
                LinePosition { column: tail.place.column, depth: tail.place.depth + 1, used: 0 },
            ));
        }
    }
}
