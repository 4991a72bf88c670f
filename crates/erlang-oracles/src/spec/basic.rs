//! The built-in types without parameters.

use erlang_term::{Fun, Term, atoms};

use Basic::*;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Basic {
    Any,
    None,
    Nil,
    Atom,
    Boolean,
    Integer,
    NegInteger,
    NonNegInteger,
    PosInteger,
    Arity,
    Byte,
    Char,
    Float,
    Number,
    Timeout,
    Pid,
    Port,
    Reference,
    Identifier,
    Bitstring,
    NonemptyBitstring,
    Binary,
    NonemptyBinary,
    Function,
    Map,
    Tuple,
    Mfa,
    Cons,
    /// `list()`, `nonempty_list()`, `string()`, `nonempty_string()`: as lists of the type of their
    /// elements.
    List,
    NonemptyList,
    String,
    NonemptyString,
    MaybeImproperList,
    Iolist,
    /// What an iolist may hold.
    IolistElement,
    /// What an iolist may end with.
    IolistEnd,
    Iodata,
}

/// The built-in type of this name, if it has one without parameters.
pub fn by_name(name: &str) -> Option<Basic> {
    Some(match name {
        "any" | "term" | "dynamic" => Any,
        "none" | "no_return" => None,
        "nil" => Nil,
        "atom" | "module" | "node" => Atom,
        "boolean" | "bool" => Boolean,
        "integer" => Integer,
        "neg_integer" => NegInteger,
        "non_neg_integer" => NonNegInteger,
        "pos_integer" => PosInteger,
        "arity" => Arity,
        "byte" => Byte,
        "char" => Char,
        "float" => Float,
        "number" => Number,
        "timeout" => Timeout,
        "pid" => Pid,
        "port" => Port,
        "reference" => Reference,
        "identifier" => Identifier,
        "bitstring" => Bitstring,
        "nonempty_bitstring" => NonemptyBitstring,
        "binary" => Binary,
        "nonempty_binary" => NonemptyBinary,
        "function" | "fun" => Function,
        "map" => Map,
        "tuple" => Tuple,
        "mfa" => Mfa,
        "list" => List,
        "nonempty_list" => NonemptyList,
        "string" => String,
        "nonempty_string" => NonemptyString,
        "maybe_improper_list" => MaybeImproperList,
        "nonempty_maybe_improper_list" => Cons,
        "iolist" => Iolist,
        "iodata" => Iodata,
        _ => return Option::None,
    })
}

/// How a built-in type admits a term.
pub enum Admits {
    Known(bool),
    /// If all elements are of the first type and the end of the list is of the second.
    Elements(Basic, Basic),
}

impl Basic {
    pub fn admits(self, term: &Term) -> Admits {
        let within = |low: i64, high: i64| matches!(term, Term::Int(n) if (low..=high).contains(n));
        let is_cons = matches!(term, Term::Cons(_));
        let negative = match term {
            Term::Int(n) => *n < 0,
            Term::Big(n) => n.sign() == num_bigint::Sign::Minus,
            _ => false,
        };
        let bits = |wanted: fn(&erlang_term::Bits) -> bool| matches!(term, Term::Bits(bits) if wanted(bits));
        Admits::Known(match self {
            Any => true,
            None => false,
            Nil => matches!(term, Term::Nil),
            Atom => matches!(term, Term::Atom(_)),
            Boolean => matches!(term, Term::Atom(atoms::TRUE | atoms::FALSE)),
            Integer => term.is_integer(),
            NegInteger => term.is_integer() && negative,
            NonNegInteger => term.is_integer() && !negative,
            PosInteger => term.is_integer() && !negative && !within(0, 0),
            Arity | Byte => within(0, 255),
            Char => within(0, 0x10_ffff),
            Float => matches!(term, Term::Float(_)),
            Number => term.is_number(),
            Timeout => matches!(term, Term::Atom(atoms::INFINITY)) || (term.is_integer() && !negative),
            Pid => matches!(term, Term::Pid(_)),
            // The machine has none.
            Port => matches!(term, Term::Port(_)),
            Reference => matches!(term, Term::Ref(_)),
            Identifier => matches!(term, Term::Pid(_) | Term::Ref(_) | Term::Port(_)),
            Bitstring => bits(|_| true),
            NonemptyBitstring => bits(|bits| !bits.is_empty()),
            Binary => bits(|bits| bits.is_binary()),
            NonemptyBinary => bits(|bits| bits.is_binary() && !bits.is_empty()),
            Function => matches!(term, Term::Fun(_)),
            Map => matches!(term, Term::Map(_)),
            Tuple => matches!(term, Term::Tuple(_)),
            Mfa => matches!(term.as_tuple(), Some([Term::Atom(_), Term::Atom(_), Term::Int(0..=255)])),
            MaybeImproperList => is_cons || matches!(term, Term::Nil),
            Cons => is_cons,
            NonemptyList | NonemptyString if !is_cons => false,
            List | NonemptyList => return Admits::Elements(Any, Nil),
            String | NonemptyString => return Admits::Elements(Char, Nil),
            IolistElement | Iodata if bits(|bits| bits.is_binary()) => true,
            IolistElement if matches!(term, Term::Int(_)) => within(0, 255),
            IolistElement | Iolist | Iodata if !is_cons => matches!(term, Term::Nil),
            IolistElement | Iolist | Iodata => return Admits::Elements(IolistElement, IolistEnd),
            IolistEnd => matches!(term, Term::Nil) || bits(|bits| bits.is_binary()),
        })
    }
}

/// Does a fun take as many arguments?
pub fn takes(term: &Term, arguments: usize) -> bool {
    matches!(term, Term::Fun(fun) if Fun::arity(fun) as usize == arguments)
}
