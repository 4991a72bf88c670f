//! Lines of a limited width: a document says where a line may be broken, and what has to be broken
//! together.

use std::borrow::Cow;

/// Deeper than this share of the width, text is not indented further.
const DEEPEST_INDENT: usize = 2;

/// A piece of text with its possible line breaks; an index into [`Documents`], so that no depth of
/// nesting matters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Doc(u32);

enum Node {
    Text(Cow<'static, str>),
    /// A line break, or a space where the group fits on a line.
    Line,
    /// A line break, always.
    HardLine,
    Concat(Vec<Doc>),
    /// Lines inside are indented by so much more.
    Nest(usize, Doc),
    /// Lines inside are indented to the column where it starts.
    Align(Doc),
    /// All on one line if it fits; else every [`Node::Line`] that is directly in it is broken.
    Group(Doc),
    /// As many on each line as fit, with commas.
    Fill(Vec<Doc>),
}

#[derive(Default)]
pub struct Documents {
    nodes: Vec<Node>,
    /// Does the document hold a break that cannot be avoided?
    hard: Vec<bool>,
}

impl Documents {
    fn add(&mut self, node: Node, hard: bool) -> Doc {
        self.nodes.push(node);
        self.hard.push(hard);
        Doc(self.nodes.len() as u32 - 1)
    }

    pub fn text(&mut self, text: impl Into<Cow<'static, str>>) -> Doc {
        self.add(Node::Text(text.into()), false)
    }

    /// A space, or a line break.
    pub fn line(&mut self) -> Doc {
        self.add(Node::Line, false)
    }

    pub fn hard_line(&mut self) -> Doc {
        self.add(Node::HardLine, true)
    }

    pub fn concat(&mut self, parts: Vec<Doc>) -> Doc {
        let hard = parts.iter().any(|&part| self.is_hard(part));
        self.add(Node::Concat(parts), hard)
    }

    pub fn nest(&mut self, by: usize, doc: Doc) -> Doc {
        self.add(Node::Nest(by, doc), self.is_hard(doc))
    }

    pub fn align(&mut self, doc: Doc) -> Doc {
        self.add(Node::Align(doc), self.is_hard(doc))
    }

    pub fn group(&mut self, doc: Doc) -> Doc {
        self.add(Node::Group(doc), self.is_hard(doc))
    }

    pub fn fill(&mut self, items: Vec<Doc>) -> Doc {
        self.add(Node::Fill(items), false)
    }

    /// The items with `separator` and `line` between them.
    pub fn separated(&mut self, items: Vec<Doc>, separator: &'static str, line: Doc) -> Doc {
        let separator = self.text(separator);
        let mut parts = Vec::with_capacity(items.len() * 3);
        for (n, item) in items.into_iter().enumerate() {
            if n > 0 {
                parts.extend([separator, line]);
            }
            parts.push(item);
        }
        self.concat(parts)
    }

    pub fn is_hard(&self, doc: Doc) -> bool {
        self.hard[doc.0 as usize]
    }

    /// Whether it is a piece of text without any breaks.
    pub fn is_text(&self, doc: Doc) -> bool {
        matches!(self.node(doc), Node::Text(_))
    }

    fn node(&self, doc: Doc) -> &Node {
        &self.nodes[doc.0 as usize]
    }

    /// The text of `doc` in lines of `width` characters, where that is possible.
    pub fn render(&self, doc: Doc, width: usize) -> String {
        let mut renderer =
            Renderer { documents: self, width, text: String::new(), column: 0, rest: Vec::new() };
        renderer.run(doc);
        renderer.text
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Flat,
    Broken,
}

/// What is still to be written.
#[derive(Clone, Copy)]
struct Work {
    indent: usize,
    mode: Mode,
    doc: Doc,
    /// Where to go on in a [`Node::Fill`].
    item: usize,
}

struct Renderer<'d> {
    documents: &'d Documents,
    width: usize,
    text: String,
    column: usize,
    rest: Vec<Work>,
}

impl Renderer<'_> {
    fn run(&mut self, doc: Doc) {
        self.rest.push(Work { indent: 0, mode: Mode::Broken, doc, item: 0 });
        while let Some(work) = self.rest.pop() {
            self.step(work);
        }
    }

    fn step(&mut self, work: Work) {
        let Work { indent, mode, doc, item } = work;
        match self.documents.node(doc) {
            Node::Text(text) => self.push(text),
            Node::Line if mode == Mode::Flat => self.push(" "),
            Node::Line | Node::HardLine => self.new_line(indent),
            Node::Concat(parts) => {
                let works = parts.iter().rev().map(|&doc| Work { indent, mode, doc, item: 0 });
                self.rest.extend(works);
            }
            Node::Nest(by, doc) => self.rest.push(Work { indent: indent + by, mode, doc: *doc, item: 0 }),
            Node::Align(doc) => self.rest.push(Work { indent: self.column, mode, doc: *doc, item: 0 }),
            Node::Group(doc) => {
                let mut work = Work { indent, mode: Mode::Flat, doc: *doc, item: 0 };
                if mode == Mode::Broken && !self.fits(work) {
                    work.mode = Mode::Broken;
                }
                self.rest.push(work);
            }
            Node::Fill(items) => {
                let Some(&next) = items.get(item) else { return };
                let next = Work { indent, mode: Mode::Flat, doc: next, item: 0 };
                self.rest.push(Work { item: item + 1, ..work });
                if item > 0 {
                    self.push(", ");
                    if mode == Mode::Broken && !self.fits(next) {
                        self.new_line(indent);
                    }
                }
                self.rest.push(next);
            }
        }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.column += text.chars().count();
    }

    fn new_line(&mut self, indent: usize) {
        // Otherwise what is nested a million deep would be a million columns wide.
        let indent = indent.min(self.width / DEEPEST_INDENT);
        self.text.truncate(self.text.trim_end_matches(' ').len());
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
    }

    /// Does `work` fit on the rest of the line, with what follows it up to the next possible break?
    fn fits(&self, work: Work) -> bool {
        if self.documents.is_hard(work.doc) {
            return false;
        }
        let mut column = self.column;
        let mut own = vec![work];
        let mut after = self.rest.iter().rev();
        while column <= self.width {
            let Some(Work { indent, mode, doc, item }) = own.pop().or_else(|| after.next().copied()) else {
                return true;
            };
            match self.documents.node(doc) {
                Node::Text(text) => column += text.chars().count(),
                Node::Line if mode == Mode::Flat => column += 1,
                Node::Line | Node::HardLine => return true,
                Node::Concat(parts) => {
                    own.extend(parts.iter().rev().map(|&doc| Work { indent, mode, doc, item: 0 }));
                }
                Node::Nest(_, doc) | Node::Align(doc) => own.push(Work { indent, mode, doc: *doc, item: 0 }),
                // The rest can still be broken if necessary.
                Node::Group(doc) => own.push(Work { indent, mode, doc: *doc, item: 0 }),
                Node::Fill(items) => match (mode, item) {
                    (Mode::Broken, 1..) if item < items.len() => return column < self.width,
                    _ => {
                        column += 2 * items.len().saturating_sub(item + 1);
                        let items = items[item.min(items.len())..].iter().rev();
                        own.extend(items.map(|&doc| Work { indent, mode, doc, item: 0 }));
                    }
                },
            }
        }
        false
    }
}
