//! `io_lib`: terms and formats to text.

use erlang_term::print::{Encoding, Pretty, pretty, write_with};
use erlang_term::{Atom, Term, atoms};

use super::arguments::{function_clause, items};
use super::format::{self, Chars};
use super::{Context, Outcome, Table, Then};
use crate::Raise;
use crate::native::effect::Pure;
use crate::program::Mfa;

pub const TABLE: Table = &[
    ("format", 2, Pure, |_, a| format::format(&a[0], &a[1], None)),
    ("format", 3, Pure, format_with_options),
    ("fwrite", 2, Pure, |context, a| format_elsewhere(context, &a[0], &a[1], None)),
    ("fwrite", 3, Pure, format_with_options),
    ("print", 1, Pure, |_, a| Ok(Term::string(&pretty(&a[0], &Pretty::default())))),
    ("print", 4, Pure, |_, a| print(&a[0], &a[1], &a[2], &a[3])),
    ("write", 1, Pure, |_, a| Ok(Term::string(&write_with(&a[0], Encoding::Latin1, None)))),
    ("write", 2, Pure, |_, a| write(&a[0], &a[1])),
];

/// What `+pc latin1`, the default, makes of it.
pub const IO: Table = &[("printable_range", 0, Pure, |_, _| Ok(Term::atom("latin1")))];

fn format_with_options(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let limit = option(&arguments[2], "chars_limit")?;
    format_elsewhere(context, &arguments[0], &arguments[1], limit.and_then(Term::as_int))
}

/// All variants say that it was `format/2` that failed.
fn format_elsewhere(context: &mut Context<'_>, text: &Term, arguments: &Term, limit: Option<i64>) -> Outcome {
    let limit = limit.and_then(|limit| usize::try_from(limit).ok());
    format::format(text, arguments, limit).or_else(|_| {
        let mfa = Mfa { module: Atom::new("io_lib"), function: Atom::new("format"), arity: 2 };
        context.then = Some(Then::Call(mfa, vec![text.clone(), arguments.clone()]));
        Ok(Term::Nil)
    })
}

/// The value of `{Name, Value}` in a list of options.
fn option<'a>(options: &'a Term, name: &str) -> Result<Option<&'a Term>, Raise> {
    let mut items = items(options);
    let found = items.find_map(|option| match option.as_tuple() {
        Some([Term::Atom(key), value]) if key.name() == name => Some(value),
        _ => None,
    });
    if found.is_some() || items.ends_well() { Ok(found) } else { Err(Raise::badarg()) }
}

fn print(term: &Term, column: &Term, width: &Term, depth: &Term) -> Outcome {
    let (Some(column), Some(width), Some(depth)) = (column.as_int(), width.as_int(), depth.as_int()) else {
        return Err(Raise::badarith());
    };
    let options = Pretty {
        column: usize::try_from(column).unwrap_or(1),
        width: usize::try_from(width).unwrap_or(0),
        depth: usize::try_from(depth).ok(),
        ..Pretty::default()
    };
    Ok(Term::string(&pretty(term, &options)))
}

/// With a depth, or with options.
fn write(term: &Term, options: &Term) -> Outcome {
    let (Term::Nil | Term::Cons(_)) = options else {
        let depth = options.as_int().and_then(|depth| usize::try_from(depth).ok());
        return Ok(Term::string(&write_with(term, Encoding::Latin1, depth)));
    };
    let number = |name| {
        let value = option(options, name)?.unwrap_or(&Term::Int(-1));
        let number = value.as_int().ok_or_else(function_clause)?;
        Ok(usize::try_from(number).ok())
    };
    let encoding = match option(options, "encoding")? {
        Some(Term::Atom(name)) if name.name() == "latin1" => Encoding::Latin1,
        _ => Encoding::Unicode,
    };
    Ok(Term::string(&write_limited(term, encoding, number("depth")?, number("chars_limit")?)))
}

/// As `~w`, limited to about this many characters.
pub fn write_limited(
    term: &Term,
    encoding: Encoding,
    depth: Option<usize>,
    chars_limit: Option<usize>,
) -> String {
    match chars_limit {
        None => write_with(term, encoding, depth),
        Some(_) => pretty(
            term,
            &Pretty { width: 0, depth, chars_limit, encoding, strings: false, ..Pretty::default() },
        ),
    }
}

/// `string`: numbers at the beginning of a text, with what follows them.
pub const STRING: Table = &[
    ("list_to_float", 1, Pure, |_, a| {
        leading_number(&a[0], "no_float", float_length, |text| {
            erlang_term::float::parse(text).map(Term::float)
        })
    }),
    ("list_to_integer", 1, Pure, |_, a| {
        leading_number(&a[0], "no_integer", integer_length, |text| erlang_term::integer::parse(text, 10))
    }),
];

fn leading_number(
    list: &Term,
    otherwise: &str,
    length: fn(&[u8]) -> usize,
    parse: fn(&[u8]) -> Option<Term>,
) -> Outcome {
    let failure = |reason: &str| Ok(Term::tuple([Term::Atom(atoms::ERROR), Term::atom(reason)]));
    if !matches!(list, Term::Nil | Term::Cons(_)) {
        return failure("not_a_list");
    }
    let text: Vec<u8> = items(list).map_while(super::arguments::byte).collect();
    let length = length(&text);
    match parse(&text[..length]) {
        Some(number) => {
            let mut items = items(list);
            items.by_ref().take(length).for_each(drop);
            Ok(Term::tuple([number, items.rest.clone()]))
        }
        None => failure(otherwise),
    }
}

fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn integer_length(text: &[u8]) -> usize {
    let sign = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    sign + digits(&text[sign..])
}

/// An exponent counts only if it has digits.
fn float_length(text: &[u8]) -> usize {
    let mut length = integer_length(text);
    if matches!(text.get(length), Some(b'.' | b',')) {
        length += 1 + digits(&text[length + 1..]);
    }
    if matches!(text.get(length), Some(b'e' | b'E')) {
        let exponent = integer_length(&text[length + 1..]);
        if text[length + exponent].is_ascii_digit() {
            length += 1 + exponent;
        }
    }
    length
}

/// Text as a list of characters.
pub fn char_list(chars: &Chars) -> Term {
    Term::list(chars.iter().map(|c| Term::Int(*c)))
}
