//! Format strings, as `io_lib:format/2` understands them: `~F.P.PadModC`.

use erlang_term::print::{Encoding, Pretty, pretty};
use erlang_term::{Term, float, integer};
use unicode_segmentation::UnicodeSegmentation;

use super::Outcome;
use super::arguments::{binary, list};
use super::io_lib::{char_list, write_limited};
use super::iolists::byte_list;
use crate::Raise;

/// Text as numbers: OTP lets through what is not a character.
pub type Chars = Vec<i64>;

/// Everything that is wrong with a format or its arguments is `badarg`.
pub fn format(text: &Term, arguments: &Term, chars_limit: Option<usize>) -> Outcome {
    let text = match text {
        Term::Atom(name) => Term::string(name.name()),
        Term::Bits(_) => byte_list(&binary(text)?.to_bytes()),
        _ => text.clone(),
    };
    let pieces =
        Scanner { text: list(&text)?.into_iter(), arguments: list(arguments)?.into_iter() }.scan()?;
    build(pieces, chars_limit)
}

/// A control sequence with its arguments.
struct Control {
    character: char,
    arguments: Vec<Term>,
    width: Option<usize>,
    left: bool,
    precision: Option<i64>,
    pad: i64,
    encoding: Encoding,
    strings: bool,
}

enum Piece {
    /// Anything that is not a control sequence is passed on as it is, even what is not a character.
    Literal(Term),
    Control(Control),
}

struct Scanner {
    text: std::vec::IntoIter<Term>,
    arguments: std::vec::IntoIter<Term>,
}

impl Scanner {
    fn scan(mut self) -> Result<Vec<Piece>, Raise> {
        let mut pieces = Vec::new();
        while let Some(item) = self.text.next() {
            pieces.push(match is(&item, '~') {
                true => Piece::Control(self.control()?),
                false => Piece::Literal(item),
            });
        }
        if self.arguments.next().is_some() {
            return Err(Raise::badarg());
        }
        Ok(pieces)
    }

    fn peek(&self, at: usize) -> Option<&Term> {
        self.text.as_slice().get(at)
    }

    /// Moves on if the next character is this one.
    fn accept(&mut self, c: char) -> bool {
        let there = self.peek(0).is_some_and(|item| is(item, c));
        if there {
            self.text.next();
        }
        there
    }

    fn argument(&mut self) -> Result<Term, Raise> {
        self.arguments.next().ok_or_else(Raise::badarg)
    }

    fn integer_argument(&mut self) -> Result<i64, Raise> {
        self.argument()?.as_int().ok_or_else(Raise::badarg)
    }

    fn control(&mut self) -> Result<Control, Raise> {
        let minus = self.accept('-');
        let width = match (self.number()?, minus) {
            (None, true) => return Err(Raise::badarg()),
            (Some(width), true) => width.checked_neg(),
            (width, false) => width,
        };
        let precision = if self.accept('.') { self.number()? } else { None };
        let pad = if self.accept('.') {
            match self.text.next() {
                Some(item) if is(&item, '*') => self.integer_argument()?,
                Some(item) => item.as_int().ok_or_else(Raise::badarg)?,
                None => return Err(Raise::badarg()),
            }
        } else {
            ' '.into_number()
        };
        let (mut encoding, mut strings) = (Encoding::Latin1, true);
        loop {
            if self.accept('t') {
                encoding = Encoding::Unicode;
            } else if self.accept('l') {
                strings = false;
            } else {
                break;
            }
        }
        let character =
            self.text.next().as_ref().and_then(super::arguments::character).ok_or_else(Raise::badarg)?;
        let count = match character {
            'w' | 'p' | 's' | 'c' | 'e' | 'f' | 'g' | 'b' | 'B' | '+' | '#' | 'i' => 1,
            'W' | 'P' | 'x' | 'X' => 2,
            '~' | 'n' => 0,
            _ => return Err(Raise::badarg()),
        };
        let arguments = (0..count).map(|_| self.argument()).collect::<Result<_, _>>()?;
        let width = width.map(|width| (width.unsigned_abs() as usize, width < 0));
        Ok(Control {
            character,
            arguments,
            width: width.map(|(width, _)| width),
            left: width.is_some_and(|(_, negative)| negative),
            precision,
            pad,
            encoding,
            strings,
        })
    }

    /// Digits, or `*` for the next argument.
    fn number(&mut self) -> Result<Option<i64>, Raise> {
        if self.accept('*') {
            return self.integer_argument().map(Some);
        }
        let mut number = None;
        while let Some(digit) =
            self.peek(0).and_then(super::arguments::character).and_then(|c| c.to_digit(10))
        {
            let sum = number.unwrap_or(0i64).checked_mul(10).and_then(|n| n.checked_add(digit.into()));
            number = Some(sum.ok_or_else(Raise::badarg)?);
            self.text.next();
        }
        Ok(number)
    }
}

trait IntoNumber {
    fn into_number(self) -> i64;
}

impl IntoNumber for char {
    fn into_number(self) -> i64 {
        u32::from(self).into()
    }
}

fn is(item: &Term, c: char) -> bool {
    item.as_int() == Some(c.into_number())
}

fn chars(text: &str) -> Chars {
    text.chars().map(char::into_number).collect()
}

/// Strings and terms may be cut short to the limit; they share what the rest leaves.
fn build(pieces: Vec<Piece>, chars_limit: Option<usize>) -> Outcome {
    let mut built: Vec<Built> = Vec::new();
    let (mut limited, mut pretty_left, mut other) = (0, 0, 0);
    for piece in pieces {
        match piece {
            Piece::Literal(item) => {
                other += 1;
                built.push(Built::Item(item));
            }
            Piece::Control(control) => match control.small()? {
                Some(chars) => {
                    other += length(&chars).unwrap_or(chars.len());
                    built.extend(chars.into_iter().map(|c| Built::Item(Term::Int(c))));
                }
                None => {
                    limited += 1;
                    pretty_left += usize::from(control.is_pretty());
                    built.push(Built::Control(control));
                }
            },
        }
    }
    let mut left = chars_limit.map(|limit| limit.saturating_sub(other));
    let (mut column, mut result) = (0, Vec::with_capacity(built.len()));
    for piece in built {
        match piece {
            Built::Item(item) => {
                column = advance(column, item.as_int().unwrap_or(0));
                result.push(item);
            }
            Built::Control(control) => {
                let limit = left.map(|left| left / limited);
                pretty_left -= usize::from(control.is_pretty());
                let text = control.large(limit, column)?;
                limited -= 1;
                if let Some(left) = &mut left {
                    *left = left.saturating_sub(length(&text.chars)?);
                }
                // Only a later `~p` asks for the column.
                if pretty_left > 0 {
                    column = text.chars.iter().fold(column, |column, c| advance(column, *c));
                }
                result.push(text.term.unwrap_or_else(|| char_list(&text.chars)));
            }
        }
    }
    Ok(Term::list(result))
}

enum Built {
    Item(Term),
    Control(Control),
}

/// Where the next character stands.
fn advance(column: usize, c: i64) -> usize {
    match c {
        10 => 0,
        9 => column / 8 * 8 + 8,
        _ => column + 1,
    }
}

/// Text, and the term that it was, if that can stand for it.
struct Text {
    chars: Chars,
    term: Option<Term>,
}

impl From<Chars> for Text {
    fn from(chars: Chars) -> Text {
        Text { chars, term: None }
    }
}

impl Control {
    fn is_pretty(&self) -> bool {
        matches!(self.character, 'p' | 'P')
    }

    /// What is never cut short; none for strings and terms.
    fn small(&self) -> Result<Option<Chars>, Raise> {
        Ok(Some(match (self.character, self.arguments.as_slice()) {
            ('s', [Term::Atom(name)]) => {
                let chars = chars(name.name());
                if self.encoding == Encoding::Latin1 && chars.iter().any(|c| *c > 255) {
                    return Err(Raise::badarg());
                }
                self.string(chars, self.width)?
            }
            ('e', [Term::Float(x)]) => self.float(x.get(), float::format_e)?,
            ('f', [Term::Float(x)]) => self.float(x.get(), float::format_f)?,
            ('g', [Term::Float(x)]) => self.float(x.get(), float::format_g)?,
            ('b', [number]) => self.integer(number, "", true)?,
            ('B', [number]) => self.integer(number, "", false)?,
            ('x', [number, prefix]) => self.integer(number, &prefix_text(prefix)?, true)?,
            ('X', [number, prefix]) => self.integer(number, &prefix_text(prefix)?, false)?,
            ('+', [number]) => self.integer(number, &format!("{}#", self.precision.unwrap_or(10)), true)?,
            ('#', [number]) => self.integer(number, &format!("{}#", self.precision.unwrap_or(10)), false)?,
            ('c', [Term::Int(c)]) => match self.encoding {
                Encoding::Latin1 => self.characters(*c & 255)?,
                Encoding::Unicode => self.characters(*c)?,
            },
            ('~', []) => self.characters('~'.into_number())?,
            ('n', []) => match self.width {
                None => vec![10],
                Some(_) if self.left => return Err(Raise::badarg()),
                Some(width) => repeat(10, width)?,
            },
            ('i', [_]) => Vec::new(),
            ('s' | 'w' | 'W' | 'p' | 'P', _) => return Ok(None),
            _ => return Err(Raise::badarg()),
        }))
    }

    /// Strings and terms, limited to about this many characters, beginning at a column.
    fn large(&self, limit: Option<usize>, column: usize) -> Result<Text, Raise> {
        let depth = match self.arguments.get(1) {
            Some(depth) => usize::try_from(depth.as_int().ok_or_else(Raise::badarg)?).ok(),
            None => None,
        };
        let term = &self.arguments[0];
        match self.character {
            's' => self.limited_string(term, limit),
            'w' | 'W' => Ok(self.field(chars(&write_limited(term, self.encoding, depth, limit)))?.into()),
            _ if self.left => Err(Raise::badarg()),
            _ => {
                let column = match self.precision {
                    Some(column) => usize::try_from(column).unwrap_or(0),
                    None => column + 1,
                };
                let options = Pretty {
                    column,
                    width: self.width.unwrap_or(80),
                    depth,
                    chars_limit: limit,
                    encoding: self.encoding,
                    strings: self.strings,
                    ..Pretty::default()
                };
                Ok(chars(&pretty(term, &options)).into())
            }
        }
    }

    fn limited_string(&self, term: &Term, limit: Option<usize>) -> Result<Text, Raise> {
        let (mut text, has_binaries) = text_of(term, self.encoding)?;
        let cuts = limit.filter(|limit| self.width.is_none_or(|width| *limit < width));
        if let Some(limit) = cuts {
            let shown = limit.saturating_sub(3);
            if length(&text)? > shown + 3 {
                text = truncated(text, shown)?;
                text.extend([46; 3]);
            }
        }
        let width = match (self.width, limit) {
            (Some(width), Some(limit)) => Some(width.min(limit).max(3)),
            (width, _) => width,
        };
        if cuts.is_none() && width.is_none() && self.precision.is_none() {
            let term = (!has_binaries).then(|| term.clone());
            return Ok(Text { chars: text, term });
        }
        Ok(self.string(text, width)?.into())
    }

    fn precision(&self) -> Result<Option<usize>, Raise> {
        self.precision.map(usize::try_from).transpose().map_err(|_| Raise::badarg())
    }

    /// The field of a string is cut to; the precision, too, but filled up on the right.
    fn string(&self, text: Chars, width: Option<usize>) -> Result<Chars, Raise> {
        let fill = |text: Chars, to: usize, left: bool| -> Result<Chars, Raise> {
            let length = length(&text)?;
            if length > to {
                truncated(text, to)
            } else {
                adjusted(text, repeat(self.pad, to - length)?, left)
            }
        };
        match (width, self.precision()?) {
            (None, None) => Ok(text),
            (Some(width), None) => fill(text, width, self.left),
            (None, Some(precision)) => fill(text, precision, true),
            (Some(width), Some(precision)) if width > precision => {
                adjusted(fill(text, precision, true)?, repeat(self.pad, width - precision)?, self.left)
            }
            (Some(width), Some(precision)) if width == precision => fill(text, width, self.left),
            _ => Err(Raise::badarg()),
        }
    }

    /// The field of a term is filled with stars if the term is longer.
    fn field(&self, text: Chars) -> Result<Chars, Raise> {
        let precision = self.precision()?;
        let Some(width) = self.width.or(precision) else { return Ok(text) };
        self.starred(text, width, precision.unwrap_or(width))
    }

    fn starred(&self, text: Chars, width: usize, precision: usize) -> Result<Chars, Raise> {
        let length = length(&text)?;
        let most = length.min(precision.min(width));
        let text = if length > most { repeat('*'.into_number(), most)? } else { text };
        adjusted(text, repeat(self.pad, width - most)?, self.left)
    }

    fn float(&self, x: f64, write: fn(f64, usize) -> Option<String>) -> Result<Chars, Raise> {
        let precision = self.precision()?.unwrap_or(6);
        if precision > MOST_DIGITS {
            return Err(Raise::badarg());
        }
        let text = chars(&write(x, precision).ok_or_else(Raise::badarg)?);
        self.width.map_or(Ok(text.clone()), |width| self.starred(text, width, width))
    }

    fn integer(&self, number: &Term, prefix: &str, lowercase: bool) -> Result<Chars, Raise> {
        let base = self.precision.unwrap_or(10);
        let base =
            u32::try_from(base).ok().filter(|base| (2..=36).contains(base)).ok_or_else(Raise::badarg)?;
        let digits = integer::to_text(number, base).ok_or_else(Raise::badarg)?;
        let digits = if lowercase { digits.to_lowercase() } else { digits };
        let text = match digits.strip_prefix('-') {
            Some(digits) => format!("-{prefix}{digits}"),
            None => format!("{prefix}{digits}"),
        };
        let text = chars(&text);
        self.width.map_or(Ok(text.clone()), |width| self.starred(text, width, width))
    }

    fn characters(&self, c: i64) -> Result<Chars, Raise> {
        match (self.width, self.precision()?) {
            (None, None) => Ok(vec![c]),
            (Some(count), None) | (None, Some(count)) => repeat(c, count),
            (Some(width), Some(precision)) if width >= precision => {
                adjusted(repeat(c, precision)?, repeat(self.pad, width - precision)?, self.left)
            }
            _ => Err(Raise::badarg()),
        }
    }
}

/// More digits than these are a slip.
const MOST_DIGITS: usize = 1 << 16;

/// The most characters that padding makes.
const MOST_PADDING: usize = 1 << 24;

fn repeat(c: i64, count: usize) -> Result<Chars, Raise> {
    if count > MOST_PADDING { Err(Raise::badarg()) } else { Ok(vec![c; count]) }
}

fn adjusted(mut text: Chars, mut padding: Chars, left: bool) -> Result<Chars, Raise> {
    if left {
        text.append(&mut padding);
        return Ok(text);
    }
    padding.append(&mut text);
    Ok(padding)
}

/// The characters of a string, and whether there were binaries in it.
fn text_of(term: &Term, encoding: Encoding) -> Result<(Chars, bool), Raise> {
    let most = if encoding == Encoding::Latin1 { 0xff } else { 0x10_ffff };
    let (mut text, mut has_binaries) = (Chars::new(), false);
    let mut push_binary = |text: &mut Chars, term: &Term| -> Result<(), Raise> {
        let bytes = binary(term)?.to_bytes();
        has_binaries = true;
        match std::str::from_utf8(&bytes) {
            Ok(decoded) if encoding == Encoding::Unicode => {
                text.extend(decoded.chars().map(char::into_number))
            }
            _ => text.extend(bytes.iter().map(|byte| i64::from(*byte))),
        }
        Ok(())
    };
    let (mut rest, mut outer) = (term, Vec::new());
    loop {
        match rest {
            Term::Cons(cell) => {
                rest = &cell.tail;
                match &cell.head {
                    Term::Int(c) if (0..=most).contains(c) => text.push(*c),
                    Term::Bits(_) => push_binary(&mut text, &cell.head)?,
                    inner @ (Term::Cons(_) | Term::Nil) => outer.push(std::mem::replace(&mut rest, inner)),
                    _ => return Err(Raise::badarg()),
                }
            }
            Term::Nil => match outer.pop() {
                Some(next) => rest = next,
                None => return Ok((text, has_binaries)),
            },
            Term::Bits(_) => {
                push_binary(&mut text, rest)?;
                rest = &Term::Nil;
            }
            _ => return Err(Raise::badarg()),
        }
    }
}

fn prefix_text(term: &Term) -> Result<String, Raise> {
    if let Term::Atom(name) = term {
        return Ok(name.name().into());
    }
    let (text, has_binaries) = text_of(term, Encoding::Unicode)?;
    let text =
        text.into_iter().map(|c| u32::try_from(c).ok().and_then(char::from_u32)).collect::<Option<String>>();
    text.filter(|_| !has_binaries).ok_or_else(Raise::badarg)
}

/// As `io_lib:chars_length/1`: bytes count one by one, else grapheme clusters do.
fn length(text: &Chars) -> Result<usize, Raise> {
    if text.iter().all(|c| (0..=255).contains(c)) {
        return Ok(text.len());
    }
    Ok(clusters(text)?.len())
}

/// The first `count` characters, as [`length`] counts them.
fn truncated(mut text: Chars, count: usize) -> Result<Chars, Raise> {
    let keep = match text.iter().all(|c| (0..=255).contains(c)) {
        true => count,
        false => clusters(&text)?.into_iter().take(count).sum(),
    };
    text.truncate(keep);
    Ok(text)
}

/// The sizes of the grapheme clusters.
fn clusters(text: &Chars) -> Result<Vec<usize>, Raise> {
    let text =
        text.iter().map(|c| u32::try_from(*c).ok().and_then(char::from_u32)).collect::<Option<String>>();
    let text = text.ok_or_else(Raise::badarg)?;
    Ok(text.graphemes(true).map(|cluster| cluster.chars().count()).collect())
}
