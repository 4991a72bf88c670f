//! The second half of `~p`: breaking a [layout](super::layout) into lines.
//!
//! The rules are those of OTP's `io_lib_pretty`, some of them odd; they are kept as they are, since
//! programs show their effect.

use super::layout::{Content, Layout, PieceId, Sequence};
use super::write::{BinaryText, write_leaf};
use super::{Encoding, quote};
use crate::Term;

/// How to print. The defaults are those of `~p`.
#[derive(Clone, Copy, Debug)]
pub struct Pretty {
    /// Where the text begins, from 1.
    pub column: usize,
    /// The length of lines; 0: no line breaks.
    pub width: usize,
    /// As the second argument of `~P`.
    pub depth: Option<usize>,
    /// How many characters to print, roughly.
    pub chars_limit: Option<usize>,
    /// At most this many characters a line, not counting indentation.
    pub line_max_chars: Option<usize>,
    /// `Unicode` for `~tp`.
    pub encoding: Encoding,
    /// Whether lists and binaries that look like text are shown as such.
    pub strings: bool,
    /// Which characters look like text: `io:printable_range()`. What lies beyond Latin-1 never does
    /// unless `encoding` is `Unicode` too.
    pub printable: Encoding,
}

impl Default for Pretty {
    fn default() -> Pretty {
        Pretty {
            column: 1,
            width: 80,
            depth: None,
            chars_limit: None,
            line_max_chars: None,
            encoding: Encoding::Latin1,
            strings: true,
            printable: Encoding::Latin1,
        }
    }
}

/// As `io_lib_pretty:print/2`.
pub fn pretty(term: &Term, options: &Pretty) -> String {
    let limit = |limit: Option<usize>| limit.map_or(-1, |limit| limit as i64);
    let (depth, chars_limit) = (limit(options.depth), limit(options.chars_limit));
    if depth == 0 || chars_limit == 0 {
        return "...".into();
    }
    match term {
        Term::Cons(_) | Term::Nil | Term::Tuple(_) | Term::Map(_) | Term::Bits(_) => {}
        Term::Atom(atom) => {
            let mut out = String::new();
            quote::write_atom(&mut out, atom.name(), options.encoding);
            return out;
        }
        _ => {
            let mut out = String::new();
            write_leaf(&mut out, term, Encoding::Latin1);
            return out;
        }
    }
    let mut layout = Layout::new(options);
    let whole = match chars_limit {
        ..0 => layout.cut_to_depth(term, depth),
        _ => layout.cut_to_limit(term, depth, chars_limit),
    };
    let length = layout.piece(whole).length;
    let column = options.column.max(1) as i64;
    let mut page = Page {
        width: options.width as i64,
        most: options.line_max_chars.map_or(length, |most| most as i64),
        tag_indent: 0,
        layout,
        out: String::new(),
    };
    if page.width == 0 || (length < page.width - column && length <= page.most) {
        page.print(Task::Flat(whole));
    } else {
        let place = LinePosition { column, depth: 0, used: 0 };
        page.tag_indent =
            [-1, 4].into_iter().find(|&indent| page.fits_with(indent, whole, place)).unwrap_or(1);
        page.print(Task::Piece(whole, place, column - 1));
    }
    page.out
}

pub(super) struct Page<'a> {
    layout: Layout<'a>,
    pub(super) width: i64,
    /// Characters a line at most, without indentation.
    pub(super) most: i64,
    /// How far the elements of a tagged tuple are indented when they do not follow the tag on its
    /// line; negative: they always do.
    tag_indent: i64,
    out: String,
}

/// Where a piece stands.
#[derive(Clone, Copy)]
pub(super) struct LinePosition {
    pub column: i64,
    /// How many closing brackets will follow it on its line.
    pub depth: i64,
    /// How many characters the line has already, without indentation.
    pub used: i64,
}

/// The items of a sequence from `at` on, of which the first `at` have been dealt with.
#[derive(Clone, Copy)]
pub(super) struct Tail {
    pub sequence: PieceId,
    pub at: usize,
    /// The column where items begin on a new line.
    pub first_column: i64,
    pub place: LinePosition,
    pub separator: &'static str,
}

enum Task {
    Text(&'static str),
    NewLine(i64),
    Flat(PieceId),
    /// With the indentation of the lines after its first.
    Piece(PieceId, LinePosition, i64),
    Tail(Tail, i64),
    FlatTail(PieceId, usize),
}

impl Page<'_> {
    pub(super) fn length(&self, id: PieceId) -> i64 {
        self.layout.piece(id).length
    }

    pub(super) fn content(&self, id: PieceId) -> &Content {
        &self.layout.piece(id).content
    }

    pub(super) fn items(&self, id: PieceId) -> &Sequence {
        match self.content(id) {
            Content::List(sequence) | Content::Tuple(sequence, _) | Content::Map(sequence) => sequence,
            _ => unreachable!("only sequences have items"),
        }
    }

    /// Whether there is room for the piece on its line.
    pub(super) fn fits(&self, id: PieceId, place: LinePosition) -> bool {
        let length = self.length(id);
        length < self.width - place.column - place.depth && length + place.used + place.depth <= self.most
    }

    /// Whether the piece is never broken: a text, or a pair of them.
    fn is_plain(&self, id: PieceId) -> bool {
        match self.content(id) {
            Content::Text(_) => true,
            Content::Pair(key, value) => {
                matches!(self.content(*key), Content::Text(_))
                    && matches!(self.content(*value), Content::Text(_))
            }
            _ => false,
        }
    }

    /// Whether the next item, with its comma, may stay on the line.
    pub(super) fn stays(&self, id: PieceId, place: LinePosition) -> bool {
        let length = self.length(id) + 1;
        let after = place.depth.max(1);
        length < self.width - place.column - after
            && place.used + length + after <= self.most
            && self.is_plain(id)
    }

    /// How wide the line counts after this item: all of it is taken if it is not plain, to force a
    /// line break.
    pub(super) fn width_of(&self, id: PieceId, place: LinePosition) -> i64 {
        if self.fits(id, place) && self.is_plain(id) { self.length(id) } else { self.width }
    }

    /// The brackets after the item at `at`.
    pub(super) fn depth_after(&self, tail: Tail) -> i64 {
        if tail.at + 1 < self.items(tail.sequence).items.len() { 0 } else { tail.place.depth + 1 }
    }

    fn map_value_indent(&self) -> i64 {
        if self.tag_indent > 0 { self.tag_indent } else { 4 }
    }
}

/// Printing.
impl Page<'_> {
    fn print(&mut self, first: Task) {
        let mut tasks = vec![first];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Text(text) => self.out.push_str(text),
                Task::NewLine(indent) => {
                    self.out.push('\n');
                    self.out.extend(std::iter::repeat_n(' ', indent.max(0) as usize));
                }
                Task::Flat(piece) => self.flat(piece, &mut tasks),
                Task::FlatTail(sequence, at) => self.flat_tail(sequence, at, &mut tasks),
                Task::Piece(piece, place, _) if self.fits(piece, place) => tasks.push(Task::Flat(piece)),
                Task::Piece(piece, place, indent) => self.broken(piece, place, indent, &mut tasks),
                Task::Tail(tail, indent) => self.tail(tail, indent, &mut tasks),
            }
        }
    }

    fn flat(&mut self, id: PieceId, tasks: &mut Vec<Task>) {
        let (open, close) = match self.layout.piece(id).content {
            Content::Text(ref text) => return self.out.push_str(text),
            Content::Binary(ref text) => return self.out.push_str(&text.text),
            Content::Dots => return self.out.push_str("..."),
            Content::Pair(key, value) => {
                tasks.extend([Task::Flat(value), Task::Text(" => "), Task::Flat(key)]);
                return;
            }
            Content::List(_) => ("[", "]"),
            Content::Tuple(..) => ("{", "}"),
            Content::Map(_) => ("#{", "}"),
        };
        self.out.push_str(open);
        tasks.extend([Task::Text(close), Task::FlatTail(id, 0)]);
    }

    fn flat_tail(&mut self, id: PieceId, at: usize, tasks: &mut Vec<Task>) {
        let Sequence { items, tail } = self.items(id);
        let (next, separator) = match (items.get(at), *tail) {
            (Some(&item), _) => (item, ","),
            (None, Some(tail)) => (tail, if let Content::List(_) = self.content(id) { "|" } else { "," }),
            (None, None) => return,
        };
        if at < items.len() {
            tasks.push(Task::FlatTail(id, at + 1));
        }
        tasks.push(Task::Flat(next));
        if at > 0 {
            self.out.push_str(separator);
        }
    }

    fn broken(&mut self, id: PieceId, place: LinePosition, indent: i64, tasks: &mut Vec<Task>) {
        let LinePosition { column, depth, used } = place;
        match self.layout.piece(id).content {
            Content::Text(_) | Content::Dots | Content::Pair(..) => tasks.push(Task::Flat(id)),
            Content::Binary(ref text) => {
                let room = (self.width - column - 2).min(self.most - 4 - used) - depth;
                break_binary(&mut self.out, text, room.max(8), indent + 2);
            }
            Content::List(_) => {
                self.out.push('[');
                tasks.push(Task::Text("]"));
                self.first(
                    id,
                    0,
                    LinePosition { column: column + 1, depth, used: used + 1 },
                    "|",
                    indent + 1,
                    tasks,
                );
            }
            Content::Tuple(ref sequence, tagged) => {
                self.out.push('{');
                tasks.push(Task::Text("}"));
                match (tagged, sequence.items.first()) {
                    (true, Some(&tag)) => {
                        self.tagged(id, tag, LinePosition { used: used + 1, ..place }, indent, tasks)
                    }
                    (true, None) => self.out.push_str("..."),
                    (false, _) => {
                        self.first(
                            id,
                            0,
                            LinePosition { column: column + 1, depth, used: used + 1 },
                            ",",
                            indent + 1,
                            tasks,
                        );
                    }
                }
            }
            Content::Map(_) => {
                self.out.push_str("#{");
                tasks.push(Task::Text("}"));
                self.first(
                    id,
                    0,
                    LinePosition { column: column + 2, depth, used: used + 1 },
                    ",",
                    indent + 2,
                    tasks,
                );
            }
        }
    }

    /// The elements after the tag: on its line, or all on lines of their own, less indented.
    fn tagged(&mut self, id: PieceId, tag: PieceId, place: LinePosition, indent: i64, tasks: &mut Vec<Task>) {
        let length = self.length(tag);
        let tag_indent = length + 2;
        let column = place.column + tag_indent;
        if let Content::Text(text) = &self.layout.piece(tag).content {
            self.out.push_str(text);
        }
        if self.tag_indent > 0 && tag_indent > self.tag_indent {
            let first_column = place.column + self.tag_indent;
            let place = LinePosition { column, depth: place.depth, used: place.used + length };
            let tail = Tail { sequence: id, at: 1, first_column, place, separator: "," };
            tasks.push(Task::Tail(tail, indent + self.tag_indent));
        } else {
            self.out.push(',');
            let place = LinePosition { column, depth: place.depth, used: place.used + length + 1 };
            self.first(id, 1, place, ",", indent + tag_indent, tasks);
        }
    }

    /// The first item that is shown of a sequence, and then the others.
    fn first(
        &mut self,
        id: PieceId,
        at: usize,
        place: LinePosition,
        separator: &'static str,
        indent: i64,
        tasks: &mut Vec<Task>,
    ) {
        let Some(&item) = self.items(id).items.get(at) else { return self.out.push_str("...") };
        let mut tail = Tail { sequence: id, at, first_column: place.column, place, separator };
        let item_place = LinePosition { depth: self.depth_after(tail), ..place };
        let width = self.width_of(item, item_place);
        tail.at += 1;
        tail.place.column += width;
        // A map forgets what stood before its first pair.
        tail.place.used = if let Content::Map(_) = self.content(id) { width } else { place.used + width };
        tasks.push(Task::Tail(tail, indent));
        self.item(item, item_place, indent, tasks);
    }

    fn item(&mut self, item: PieceId, place: LinePosition, indent: i64, tasks: &mut Vec<Task>) {
        match *self.content(item) {
            Content::Pair(key, value) if !self.fits(item, place) => {
                let deeper = self.map_value_indent();
                let value_place = LinePosition { column: place.column + deeper, depth: place.depth, used: 0 };
                tasks.push(Task::Piece(value, value_place, indent + deeper));
                tasks.push(Task::NewLine(indent + deeper));
                tasks.push(Task::Text(" =>"));
                tasks.push(Task::Piece(key, place, indent));
            }
            _ => tasks.push(Task::Piece(item, place, indent)),
        }
    }

    fn tail(&mut self, mut tail: Tail, indent: i64, tasks: &mut Vec<Task>) {
        let Sequence { items, tail: end } = self.items(tail.sequence);
        let Some(&item) = items.get(tail.at) else {
            let Some(end) = *end else { return };
            self.out.push_str(tail.separator);
            if let Content::Dots = self.content(end) {
                self.out.push_str("...");
            } else if self.end_stays(end, tail.place) {
                tasks.push(Task::Flat(end));
            } else {
                let place = LinePosition { column: tail.first_column, depth: tail.place.depth + 1, used: 0 };
                tasks.extend([Task::Piece(end, place, indent), Task::NewLine(indent)]);
            }
            return;
        };
        let after = self.depth_after(tail);
        self.out.push(',');
        if self.stays(item, LinePosition { depth: after, ..tail.place }) {
            let length = self.length(item) + 1;
            tail.place.column += length;
            tail.place.used += length;
            tail.at += 1;
            tasks.extend([Task::Tail(tail, indent), Task::Flat(item)]);
        } else {
            let place = LinePosition { column: tail.first_column, depth: after, used: 0 };
            let width = self.width_of(item, place);
            tail.at += 1;
            tail.place.column = tail.first_column + width;
            tail.place.used = width;
            tasks.push(Task::Tail(tail, indent));
            self.item(item, place, indent, tasks);
            tasks.push(Task::NewLine(indent));
        }
    }

    /// Whether the tail of an improper list stays on the line of the last element.
    pub(super) fn end_stays(&self, end: PieceId, place: LinePosition) -> bool {
        let (length, depth) = (self.length(end) + 1, place.depth + 1);
        length < self.width - place.column - depth
            && length + place.used + depth <= self.most
            && self.is_plain(end)
    }
}

fn break_binary(out: &mut String, text: &BinaryText, width: i64, indent: i64) {
    out.push_str("<<");
    let mut room = width;
    for part in text.parts() {
        let length = part.len() as i64;
        if length > room {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent.max(0) as usize));
            room = width;
        }
        out.push_str(part);
        room -= length;
    }
    out.push_str(">>");
}
