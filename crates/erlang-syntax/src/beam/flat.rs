//! The external term format, decoded into one flat array.
//!
//! Abstract code is garbage as soon as the syntax tree is made of it, and there is much of it:
//! nodes without reference counts, tuples side by side in one vector and each atom looked up once
//! make reading a module several times faster than decoding it to terms first.

use std::ops::Range;

use erlang_term::Atom;
use num_bigint::{BigInt, Sign};

use super::Problem;
use super::container::{Reader, decode_atom};

/// A decoded term. Composite ones are resolved through the [`Flat`] they come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    Nil,
    Int(i64),
    Big(u32),
    Float(f64),
    Atom(Atom, Tag),
    Tuple(Slice),
    /// A proper list of at least one element.
    List(Slice),
    /// The last element is the tail.
    ImproperList(Slice),
    /// A list of bytes.
    Bytes(Slice),
    Binary(Slice),
    /// The number of bits used in the last byte stands before the bytes.
    Bitstring(Slice),
    /// Keys and values in turn.
    Map(Slice),
    /// `fun m:f/a`
    ExternalFun(Slice),
}

/// A stretch of nodes, or of bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice {
    start: u32,
    length: u32,
}

impl Slice {
    fn range(self) -> Range<usize> {
        self.start as usize..self.start as usize + self.length as usize
    }
}

pub(super) struct Flat<'a> {
    bytes: &'a [u8],
    nodes: Vec<Node>,
    bigs: Vec<BigInt>,
}

impl<'a> Flat<'a> {
    /// Decodes a term that stands without its version byte.
    pub(super) fn decode(bytes: &'a [u8]) -> Result<(Flat<'a>, Node), Problem> {
        if u32::try_from(bytes.len()).is_err() {
            return Err(Problem::unreadable("its debug information is larger than four gigabytes"));
        }
        let reader = Reader { bytes, at: 0, part: "its debug information" };
        let nodes = Vec::with_capacity(bytes.len() / 8);
        let mut decoder = Decoder {
            reader,
            flat: Flat { bytes, nodes, bigs: Vec::new() },
            atoms: AtomCache::new(),
            finished: Vec::new(),
            open: Vec::new(),
        };
        let root = decoder.run()?;
        Ok((decoder.flat, root))
    }

    pub(super) fn tuple(&self, node: Node) -> Option<&[Node]> {
        match node {
            Node::Tuple(slice) => Some(&self.nodes[slice.range()]),
            _ => None,
        }
    }

    /// The elements of a proper list. Lists of small integers are [`Node::Bytes`], not met here.
    pub(super) fn list(&self, node: Node) -> Option<&[Node]> {
        match node {
            Node::Nil => Some(&[]),
            Node::List(slice) => Some(&self.nodes[slice.range()]),
            _ => None,
        }
    }

    pub(super) fn nodes(&self, slice: Slice) -> &[Node] {
        &self.nodes[slice.range()]
    }

    pub(super) fn bytes(&self, slice: Slice) -> &[u8] {
        &self.bytes[slice.range()]
    }

    /// The characters of a string.
    pub(super) fn string(&self, node: Node) -> Option<Vec<u32>> {
        match node {
            Node::Bytes(slice) => Some(self.bytes(slice).iter().map(|&byte| byte as u32).collect()),
            _ => self
                .list(node)?
                .iter()
                .map(|&element| match element {
                    Node::Int(n) => u32::try_from(n).ok(),
                    _ => None,
                })
                .collect(),
        }
    }

    pub(super) fn integer(&self, node: Node) -> Option<BigInt> {
        match node {
            Node::Int(n) => Some(BigInt::from(n)),
            Node::Big(n) => Some(self.bigs[n as usize].clone()),
            _ => None,
        }
    }
}

struct Decoder<'a> {
    reader: Reader<'a>,
    flat: Flat<'a>,
    atoms: AtomCache<'a>,
    /// Terms whose container is still open, innermost last.
    finished: Vec<Node>,
    open: Vec<Open>,
}

/// A container that waits for elements.
struct Open {
    kind: Container,
    missing: usize,
    /// Where its elements start in `finished`.
    base: usize,
}

#[derive(Clone, Copy)]
enum Container {
    Tuple,
    List,
    Map,
    ExternalFun,
}

impl Decoder<'_> {
    fn run(&mut self) -> Result<Node, Problem> {
        loop {
            let Some(mut node) = self.head()? else { continue };
            loop {
                let Some(open) = self.open.last_mut() else { return Ok(node) };
                self.finished.push(node);
                open.missing -= 1;
                if open.missing > 0 {
                    break;
                }
                node = self.close();
            }
        }
    }

    /// Reads a term without elements, or opens a container.
    fn head(&mut self) -> Result<Option<Node>, Problem> {
        let reader = &mut self.reader;
        let node = match reader.u8()? {
            97 => Node::Int(reader.u8()? as i64),
            98 => Node::Int(reader.u32()? as i32 as i64),
            70 => Node::Float(finite(reader.f64()?)?),
            99 => {
                let text = reader.take(31)?;
                let text = text.split(|&byte| byte == 0).next().unwrap_or_default();
                let value = std::str::from_utf8(text).ok().and_then(|text| text.trim().parse().ok());
                Node::Float(finite(value.ok_or_else(|| Problem::unreadable("a float has an unknown form"))?)?)
            }
            100 => {
                let length = reader.u16()? as usize;
                self.atoms.lookup(reader.take(length)?, true)?
            }
            115 => {
                let length = reader.u8()? as usize;
                self.atoms.lookup(reader.take(length)?, true)?
            }
            118 => {
                let length = reader.u16()? as usize;
                self.atoms.lookup(reader.take(length)?, false)?
            }
            119 => {
                let length = reader.u8()? as usize;
                self.atoms.lookup(reader.take(length)?, false)?
            }
            104 => {
                let arity = reader.u8()? as usize;
                return self.begin(Container::Tuple, arity);
            }
            105 => {
                let arity = reader.u32()? as usize;
                return self.begin(Container::Tuple, arity);
            }
            106 => Node::Nil,
            107 => {
                let length = reader.u16()? as usize;
                match Self::slice(reader, length)? {
                    Slice { length: 0, .. } => Node::Nil,
                    slice => Node::Bytes(slice),
                }
            }
            108 => {
                let length = reader.u32()? as usize;
                return self.begin(Container::List, length.saturating_add(1));
            }
            109 => {
                let length = reader.u32()? as usize;
                Node::Binary(Self::slice(reader, length)?)
            }
            77 => {
                let length = reader.u32()? as usize;
                Node::Bitstring(Self::slice(reader, length.saturating_add(1))?)
            }
            110 => {
                let length = reader.u8()? as usize;
                self.big(length)?
            }
            111 => {
                let length = reader.u32()? as usize;
                self.big(length)?
            }
            113 => return self.begin(Container::ExternalFun, 3),
            116 => {
                let length = reader.u32()? as usize;
                return self.begin(Container::Map, length.saturating_mul(2));
            }
            tag => {
                return Err(Problem::unreadable(format!("its debug information holds a term of kind {tag}")));
            }
        };
        Ok(Some(node))
    }

    fn begin(&mut self, kind: Container, missing: usize) -> Result<Option<Node>, Problem> {
        // Every element takes a byte at least.
        if missing > self.reader.remaining() {
            return Err(Problem::Truncated(self.reader.part));
        }
        if missing == 0 {
            let empty = Slice { start: 0, length: 0 };
            return Ok(Some(match kind {
                Container::Map => Node::Map(empty),
                _ => Node::Tuple(empty),
            }));
        }
        self.open.push(Open { kind, missing, base: self.finished.len() });
        Ok(None)
    }

    /// Turns the innermost container, now full, into a node.
    fn close(&mut self) -> Node {
        let Open { kind, base, .. } = self.open.pop().expect("a container is open");
        let start = self.flat.nodes.len() as u32;
        self.flat.nodes.extend_from_slice(&self.finished[base..]);
        let slice = Slice { start, length: (self.finished.len() - base) as u32 };
        let last = self.finished.last().copied();
        self.finished.truncate(base);
        match (kind, last) {
            (Container::Tuple, _) => Node::Tuple(slice),
            (Container::Map, _) => Node::Map(slice),
            (Container::ExternalFun, _) => Node::ExternalFun(slice),
            (Container::List, Some(tail)) if slice.length == 1 => tail,
            (Container::List, Some(Node::Nil)) => Node::List(Slice { length: slice.length - 1, ..slice }),
            (Container::List, _) => Node::ImproperList(slice),
        }
    }

    fn slice(reader: &mut Reader<'_>, length: usize) -> Result<Slice, Problem> {
        let start = reader.at as u32;
        reader.take(length)?;
        Ok(Slice { start, length: length as u32 })
    }

    fn big(&mut self, length: usize) -> Result<Node, Problem> {
        let sign = if self.reader.u8()? == 0 { Sign::Plus } else { Sign::Minus };
        let value = BigInt::from_bytes_le(sign, self.reader.take(length)?);
        if let Ok(small) = i64::try_from(&value) {
            return Ok(Node::Int(small));
        }
        self.flat.bigs.push(value);
        Ok(Node::Big(self.flat.bigs.len() as u32 - 1))
    }
}

fn finite(value: f64) -> Result<f64, Problem> {
    if value.is_finite() { Ok(value) } else { Err(Problem::unreadable("a float is not a number")) }
}

/// Abstract code spells each atom out, tens of thousands of times the same few hundred: remember
/// the recent ones.
struct AtomCache<'a> {
    entries: Vec<Option<(&'a [u8], Atom, Tag)>>,
}

impl<'a> AtomCache<'a> {
    const SIZE: usize = 1024;

    fn new() -> AtomCache<'a> {
        AtomCache { entries: vec![None; Self::SIZE] }
    }

    fn lookup(&mut self, text: &'a [u8], latin1: bool) -> Result<Node, Problem> {
        let hash = text
            .iter()
            .fold(text.len() as u32, |hash, &byte| hash.wrapping_mul(31).wrapping_add(byte as u32));
        let entry = &mut self.entries[(hash ^ hash >> 10) as usize % Self::SIZE];
        // Latin-1 and UTF-8 agree where all is ASCII; only that is worth remembering.
        match entry {
            Some((known, atom, tag)) if *known == text => Ok(Node::Atom(*atom, *tag)),
            _ => {
                let atom = decode_atom(text, latin1)?;
                let tag = Tag::of(atom.name());
                if text.is_ascii() {
                    *entry = Some((text, atom, tag));
                }
                Ok(Node::Atom(atom, tag))
            }
        }
    }
}

/// The atoms that abstract code is made of, so that they can be told apart without looking at their
/// text.
macro_rules! tags {
    ($($tag:ident = $text:literal,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Tag {
            Other,
            $($tag,)*
        }

        impl Tag {
            fn of(text: &str) -> Tag {
                match text {
                    $($text => Tag::$tag,)*
                    _ => Tag::Other,
                }
            }
        }
    };
}

tags! {
    // Around the forms.
    DebugInfoV1 = "debug_info_v1",
    ErlAbstractCode = "erl_abstract_code",
    RawAbstractV1 = "raw_abstract_v1",
    None = "none",
    // Annotations.
    Location = "location",
    File = "file",
    Text = "text",
    // Forms.
    Attribute = "attribute",
    Function = "function",
    Eof = "eof",
    Error = "error",
    Warning = "warning",
    Module = "module",
    Export = "export",
    ExportType = "export_type",
    Import = "import",
    Compile = "compile",
    Spec = "spec",
    Callback = "callback",
    OptionalCallbacks = "optional_callbacks",
    Opaque = "opaque",
    Nominal = "nominal",
    // Expressions.
    Integer = "integer",
    Char = "char",
    Float = "float",
    Atom = "atom",
    String = "string",
    Var = "var",
    Tuple = "tuple",
    Nil = "nil",
    Cons = "cons",
    Map = "map",
    MapFieldAssoc = "map_field_assoc",
    MapFieldExact = "map_field_exact",
    Record = "record",
    RecordField = "record_field",
    TypedRecordField = "typed_record_field",
    RecordIndex = "record_index",
    Bin = "bin",
    BinElement = "bin_element",
    Default = "default",
    Match = "match",
    MaybeMatch = "maybe_match",
    Op = "op",
    Call = "call",
    Remote = "remote",
    Fun = "fun",
    NamedFun = "named_fun",
    Clauses = "clauses",
    Clause = "clause",
    Case = "case",
    If = "if",
    Receive = "receive",
    Try = "try",
    Catch = "catch",
    Block = "block",
    Maybe = "maybe",
    Else = "else",
    Lc = "lc",
    Bc = "bc",
    Mc = "mc",
    Generate = "generate",
    GenerateStrict = "generate_strict",
    BGenerate = "b_generate",
    BGenerateStrict = "b_generate_strict",
    MGenerate = "m_generate",
    MGenerateStrict = "m_generate_strict",
    Zip = "zip",
    Throw = "throw",
    // Segments of binaries.
    Binary = "binary",
    Bytes = "bytes",
    Bitstring = "bitstring",
    Bits = "bits",
    Utf8 = "utf8",
    Utf16 = "utf16",
    Utf32 = "utf32",
    Signed = "signed",
    Unsigned = "unsigned",
    Big = "big",
    Little = "little",
    Native = "native",
    Unit = "unit",
    // Types.
    Type = "type",
    UserType = "user_type",
    RemoteType = "remote_type",
    AnnType = "ann_type",
    ParenType = "paren_type",
    Any = "any",
    Range = "range",
    List = "list",
    NonemptyList = "nonempty_list",
    Product = "product",
    Union = "union",
    FieldType = "field_type",
    BoundedFun = "bounded_fun",
    Constraint = "constraint",
    // Operators.
    Plus = "+",
    Minus = "-",
    Not = "not",
    Bnot = "bnot",
    Multiply = "*",
    Divide = "/",
    Div = "div",
    Rem = "rem",
    Band = "band",
    And = "and",
    Bor = "bor",
    Bxor = "bxor",
    Bsl = "bsl",
    Bsr = "bsr",
    Or = "or",
    Xor = "xor",
    Append = "++",
    ListSubtract = "--",
    Equal = "==",
    NotEqual = "/=",
    LessOrEqual = "=<",
    Less = "<",
    GreaterOrEqual = ">=",
    Greater = ">",
    ExactlyEqual = "=:=",
    NotExactlyEqual = "=/=",
    AndAlso = "andalso",
    OrElse = "orelse",
    Send = "!",
    Wildcard = "_",
}
