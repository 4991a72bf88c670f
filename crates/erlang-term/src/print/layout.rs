//! The first half of `~p`: a term as a tree of texts with their lengths, cut to the wished depth
//! and number of characters.
//!
//! The rules are those of OTP's `io_lib_pretty`. All limits are numbers of which a negative one
//! means "none".

use super::printable::{PrintableBits, PrintableList, printable_bits, printable_list};
use super::write::{BinaryText, binary_text, subtract, write_leaf};
use super::{Encoding, Pretty, quote};
use crate::map::MapIter;
use crate::{Map, Term, work};

/// All pieces of one printing; they refer to each other by number.
pub(super) struct Layout<'a> {
    pieces: Vec<Piece<'a>>,
    encoding: Encoding,
    strings: bool,
    printable: Encoding,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PieceId(usize);

pub(super) struct Piece<'a> {
    pub content: Content,
    /// How many characters it takes on one line.
    pub length: i64,
    /// How many of them are dots that stand for something left out.
    dots: i64,
    /// What was left out here, and how deep we were.
    more: Option<More<'a>>,
}

pub(super) enum Content {
    Text(String),
    Binary(BinaryText),
    /// The rest of a sequence.
    Dots,
    List(Sequence),
    /// Tagged: begins with an atom and has more elements.
    Tuple(Sequence, bool),
    Map(Sequence),
    Pair(PieceId, PieceId),
}

pub(super) struct Sequence {
    pub items: Vec<PieceId>,
    /// The tail of an improper list, or dots.
    pub tail: Option<PieceId>,
}

#[derive(Clone, Copy)]
enum More<'a> {
    Whole(&'a Term, i64),
    Rest(Rest<'a>, i64),
}

/// What remains of a sequence.
#[derive(Clone, Copy)]
enum Rest<'a> {
    Nothing,
    List(&'a Term),
    Tuple(&'a [Term]),
    /// The pairs from the given one on. Their contents have their own depth.
    Map(&'a Map, usize, i64),
}

#[derive(Clone, Copy)]
enum Shape<'a> {
    /// With its term and depth, to be begun again if it is cut: deeper, it may turn out to be a
    /// string.
    List(&'a Term, i64),
    Tuple {
        tagged: bool,
    },
    Map,
}

/// Something to be done.
enum Job<'a> {
    Build {
        term: &'a Term,
        depth: i64,
        limit: i64,
    },
    /// Builds `deeper` levels more of a piece that was cut.
    Expand {
        piece: PieceId,
        limit: i64,
        deeper: i64,
    },
}

/// What has come out of it.
enum Step<'a> {
    Made(PieceId),
    /// First this is needed.
    Do(Job<'a>),
}

/// What waits for a piece.
enum Waiting<'a> {
    Sequence(Growing<'a>),
    Key { value: &'a Term, depth: i64, limit: i64 },
    ExpandedKey { value: PieceId, limit: i64, deeper: i64 },
    Value { key: PieceId },
}

/// A sequence under construction: first come pieces to be expanded, if any, then what was left out.
struct Growing<'a> {
    shape: Shape<'a>,
    old: std::vec::IntoIter<PieceId>,
    deeper: i64,
    rest: Rest<'a>,
    pairs: Option<MapIter<'a>>,
    depth: i64,
    limit: i64,
    made: Sequence,
    at_tail: bool,
}

impl<'a> Layout<'a> {
    pub fn new(options: &Pretty) -> Layout<'a> {
        Layout {
            pieces: Vec::new(),
            encoding: options.encoding,
            strings: options.strings,
            printable: options.printable,
        }
    }

    pub fn piece(&self, id: PieceId) -> &Piece<'a> {
        &self.pieces[id.0]
    }

    /// The term cut to a depth only.
    pub fn cut_to_depth(&mut self, term: &'a Term, depth: i64) -> PieceId {
        self.run(Job::Build { term, depth, limit: -1 })
    }

    /// The term cut to a number of characters: the greatest depth at which it still fits (or nearly
    /// so).
    pub fn cut_to_limit(&mut self, term: &'a Term, depth: i64, limit: i64) -> PieceId {
        let first = self.run(Job::Build { term, depth: 1, limit });
        if self.piece(first).dots == 0 || self.piece(first).length > limit || depth == 1 {
            return first;
        }
        let (mut lower, mut lower_depth, mut step) = (first, 1, 2);
        loop {
            step *= 2;
            let reached = if depth < 0 { lower_depth + step } else { (lower_depth + step).min(depth) };
            let found = self.run(Job::Expand { piece: lower, limit, deeper: reached - lower_depth });
            let Piece { length, dots, .. } = *self.piece(found);
            if dots == 0 || length == self.piece(lower).length {
                return found;
            }
            if length <= limit && (reached < depth || depth < 0) {
                (lower, lower_depth) = (found, reached);
            } else {
                return self.search_depth(lower, found, limit, lower_depth, reached);
            }
        }
    }

    /// Halves the range of depths between one that fits and one that does not.
    fn search_depth(
        &mut self,
        mut lower: PieceId,
        mut upper: PieceId,
        limit: i64,
        mut low: i64,
        mut high: i64,
    ) -> PieceId {
        while high - low != 1 {
            let middle = (low + high) / 2;
            let found = self.run(Job::Expand { piece: lower, limit, deeper: middle - low });
            if self.piece(found).length > limit {
                (upper, high) = (found, middle);
            } else {
                (lower, low) = (found, middle);
            }
        }
        if self.piece(lower).length == limit { lower } else { upper }
    }

    fn add(&mut self, content: Content, length: i64, dots: i64, more: Option<More<'a>>) -> PieceId {
        self.pieces.push(Piece { content, length, dots, more });
        PieceId(self.pieces.len() - 1)
    }

    fn text(&mut self, text: String) -> PieceId {
        let length = text.chars().count() as i64;
        self.add(Content::Text(text), length, 0, None)
    }

    /// A text that stands for something left out.
    fn dotted(&mut self, text: String, more: More<'a>) -> PieceId {
        let length = text.chars().count() as i64;
        self.add(Content::Text(text), length, 3, Some(more))
    }

    /// Does a job and all that it leads to.
    fn run(&mut self, mut job: Job<'a>) -> PieceId {
        let mut waiting: Vec<Waiting<'a>> = Vec::new();
        loop {
            work::spend(1);
            let mut step = match job {
                Job::Build { term, depth, limit } => self.build(term, depth, limit, &mut waiting),
                Job::Expand { piece, limit, deeper } => self.expand(piece, limit, deeper, &mut waiting),
            };
            job = loop {
                match step {
                    Step::Do(job) => break job,
                    Step::Made(piece) => match waiting.pop() {
                        Some(next) => step = self.resume(next, piece, &mut waiting),
                        None => return piece,
                    },
                }
            };
        }
    }

    fn resume(&mut self, next: Waiting<'a>, piece: PieceId, waiting: &mut Vec<Waiting<'a>>) -> Step<'a> {
        match next {
            Waiting::Sequence(mut growing) => {
                if growing.at_tail {
                    growing.made.tail = Some(piece);
                    return self.finish(growing);
                }
                growing.made.items.push(piece);
                growing.limit = subtract(growing.limit, self.piece(piece).length);
                self.grow(growing, waiting)
            }
            Waiting::Key { value, depth, limit } => {
                waiting.push(Waiting::Value { key: piece });
                Step::Do(Job::Build {
                    term: value,
                    depth,
                    limit: subtract(limit, self.piece(piece).length + 4),
                })
            }
            Waiting::ExpandedKey { value, limit, deeper } => {
                waiting.push(Waiting::Value { key: piece });
                Step::Do(Job::Expand {
                    piece: value,
                    limit: subtract(limit, self.piece(piece).length + 4),
                    deeper,
                })
            }
            Waiting::Value { key } => Step::Made(self.pair(key, piece)),
        }
    }

    fn pair(&mut self, key: PieceId, value: PieceId) -> PieceId {
        let length = self.piece(key).length + 4 + self.piece(value).length;
        let dots = self.piece(key).dots + self.piece(value).dots;
        self.add(Content::Pair(key, value), length, dots, None)
    }

    /// Makes a piece of a term; of one with parts, only begins it.
    fn build(&mut self, term: &'a Term, depth: i64, limit: i64, waiting: &mut Vec<Waiting<'a>>) -> Step<'a> {
        let whole = More::Whole(term, depth);
        Step::Made(match term {
            Term::Cons(_) => match self.printable(term, depth, limit) {
                PrintableList::No => {
                    let shape = Shape::List(term, depth);
                    return self
                        .grow(Growing::new(shape, Rest::List(term), depth, subtract(limit, 2)), waiting);
                }
                PrintableList::Whole(characters) => {
                    let mut text = String::new();
                    quote::write_string(&mut text, characters, '"', self.encoding);
                    self.text(text)
                }
                PrintableList::Prefix(characters) => {
                    let mut text = String::new();
                    quote::write_string(&mut text, characters, '"', self.encoding);
                    // No dots to expand: a greater depth would not make it longer.
                    self.text(text + "...")
                }
            },
            Term::Tuple(elements) if elements.is_empty() => self.text("{}".into()),
            Term::Tuple(_) if depth == 1 => self.dotted("{...}".into(), whole),
            Term::Tuple(elements) => {
                let tagged = matches!(elements[0], Term::Atom(_)) && elements.len() > 1;
                let shape = Shape::Tuple { tagged };
                return self
                    .grow(Growing::new(shape, Rest::Tuple(elements), depth, subtract(limit, 2)), waiting);
            }
            Term::Map(map) if map.is_empty() => self.text("#{}".into()),
            Term::Map(_) if depth == 1 => self.dotted("#{...}".into(), whole),
            Term::Map(map) => {
                let rest = Rest::Map(map, 0, depth - 1);
                return self.grow(Growing::new(Shape::Map, rest, depth, subtract(limit, 3)), waiting);
            }
            Term::Bits(bits) if bits.is_empty() => self.text("<<>>".into()),
            Term::Bits(_) if depth == 1 => self.dotted("<<...>>".into(), whole),
            Term::Bits(bits) => {
                let printable = match self.strings && bits.is_binary() {
                    true => printable_bits(
                        &bits.to_bytes(),
                        depth - 1,
                        subtract(limit, 6),
                        self.encoding,
                        self.printable,
                    ),
                    false => PrintableBits::No,
                };
                match printable {
                    PrintableBits::Yes { characters, utf8, cut } => {
                        let mut text = "<<".to_string();
                        quote::write_string(&mut text, characters, '"', Encoding::Unicode);
                        text.push_str(if utf8 { "/utf8" } else { "" });
                        text.push_str(if cut { "...>>" } else { ">>" });
                        if cut { self.dotted(text, whole) } else { self.text(text) }
                    }
                    PrintableBits::No => {
                        let text = binary_text(bits, depth, limit);
                        let length = text.text.len() as i64;
                        let (dots, more) = if text.cut { (3, Some(whole)) } else { (0, None) };
                        self.add(Content::Binary(text), length, dots, more)
                    }
                }
            }
            _ => {
                let mut text = String::new();
                write_leaf(&mut text, term, self.encoding);
                self.text(text)
            }
        })
    }

    fn printable(&self, list: &Term, depth: i64, limit: i64) -> PrintableList {
        if !self.strings || depth == 1 {
            return PrintableList::No;
        }
        printable_list(list, limit, self.encoding, self.printable)
    }

    /// The piece with more of what it left out.
    fn expand(&mut self, id: PieceId, limit: i64, deeper: i64, waiting: &mut Vec<Waiting<'a>>) -> Step<'a> {
        let piece = self.piece(id);
        if let Some(More::Whole(term, depth)) = piece.more {
            return Step::Do(Job::Build { term, depth: depth + deeper, limit });
        }
        if piece.dots == 0 {
            return Step::Made(id);
        }
        let (sequence, shape, used) = match &piece.content {
            Content::Tuple(sequence, tagged) => (sequence, Shape::Tuple { tagged: *tagged }, 2),
            Content::Map(sequence) => (sequence, Shape::Map, 3),
            Content::Pair(key, value) => {
                let job = Job::Expand { piece: *key, limit: subtract(limit, 1), deeper };
                waiting.push(Waiting::ExpandedKey { value: *value, limit, deeper });
                return Step::Do(job);
            }
            _ => return Step::Made(id),
        };
        let (rest, depth) = match sequence.tail.and_then(|tail| self.piece(tail).more) {
            Some(More::Rest(rest, depth)) => (rest, depth + deeper),
            _ => (Rest::Nothing, 0),
        };
        let old = sequence.items.clone().into_iter();
        let growing = Growing::new(shape, rest, depth, subtract(limit, used));
        self.grow(Growing { old, deeper, ..growing }, waiting)
    }

    /// Asks for the next item of a sequence, or finishes it.
    fn grow(&mut self, mut growing: Growing<'a>, waiting: &mut Vec<Waiting<'a>>) -> Step<'a> {
        if let Some(piece) = growing.old.next() {
            let last = growing.old.len() == 0 && matches!(growing.rest, Rest::Nothing);
            growing.leave_room_for_comma(last);
            let job = Job::Expand { piece, limit: growing.limit, deeper: growing.deeper };
            waiting.push(Waiting::Sequence(growing));
            return Step::Do(job);
        }
        if matches!(growing.rest, Rest::Nothing) {
            return self.finish(growing);
        }
        if growing.depth == 1 || growing.limit == 0 {
            growing.made.tail =
                Some(self.add(Content::Dots, 3, 3, Some(More::Rest(growing.rest, growing.depth))));
            return self.finish(growing);
        }
        growing.depth -= 1;
        let job = match growing.rest {
            Rest::Nothing => return self.finish(growing),
            Rest::List(Term::Cons(cell)) => {
                growing.go_on(if let Term::Nil = cell.tail { Rest::Nothing } else { Rest::List(&cell.tail) });
                Job::Build { term: &cell.head, depth: growing.depth, limit: growing.limit }
            }
            Rest::List(tail) => {
                growing.at_tail = true;
                Job::Build { term: tail, depth: growing.depth, limit: growing.limit }
            }
            Rest::Tuple([]) => return self.finish(growing),
            Rest::Tuple([first, rest @ ..]) => {
                growing.go_on(if rest.is_empty() { Rest::Nothing } else { Rest::Tuple(rest) });
                Job::Build { term: first, depth: growing.depth, limit: growing.limit }
            }
            Rest::Map(map, at, inside) => {
                let pairs = growing.pairs.get_or_insert_with(|| {
                    let mut pairs = map.iter();
                    pairs.by_ref().take(at).for_each(drop);
                    pairs
                });
                let Some((key, value)) = pairs.next() else { return self.finish(growing) };
                let last = pairs.len() == 0;
                growing.go_on(if last { Rest::Nothing } else { Rest::Map(map, at + 1, inside) });
                let limit = growing.limit;
                waiting.push(Waiting::Sequence(growing));
                waiting.push(Waiting::Key { value, depth: inside, limit });
                return Step::Do(Job::Build { term: key, depth: inside, limit });
            }
        };
        waiting.push(Waiting::Sequence(growing));
        Step::Do(job)
    }

    fn finish(&mut self, growing: Growing<'a>) -> Step<'a> {
        let (mut length, mut dots) = (0, 0);
        for &item in growing.made.items.iter().chain(&growing.made.tail) {
            length += self.piece(item).length + 1;
            dots += self.piece(item).dots;
        }
        // One comma fewer than there are items.
        length -= 1;
        Step::Made(match growing.shape {
            Shape::List(term, depth) => {
                let more = (dots > 0).then_some(More::Whole(term, depth));
                self.add(Content::List(growing.made), length + 2, dots, more)
            }
            Shape::Tuple { tagged } => self.add(Content::Tuple(growing.made, tagged), length + 2, dots, None),
            Shape::Map => self.add(Content::Map(growing.made), length + 3, dots, None),
        })
    }
}

impl<'a> Growing<'a> {
    fn new(shape: Shape<'a>, rest: Rest<'a>, depth: i64, limit: i64) -> Growing<'a> {
        Growing {
            shape,
            old: Vec::new().into_iter(),
            deeper: 0,
            rest,
            pairs: None,
            depth,
            limit,
            made: Sequence { items: Vec::new(), tail: None },
            at_tail: false,
        }
    }

    fn go_on(&mut self, rest: Rest<'a>) {
        self.rest = rest;
        self.leave_room_for_comma(matches!(rest, Rest::Nothing));
    }

    fn leave_room_for_comma(&mut self, last: bool) {
        if !last {
            self.limit = subtract(self.limit, 1);
        }
    }
}
