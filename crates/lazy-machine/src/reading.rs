//! `read` and `reads`: values as `show` prints them, by the type that is wanted.

use lazy_syntax::classes::Class;
use num_bigint::BigInt;

use crate::core::{ConstructorId, TypeId};
use crate::frames::{FrameId, FrameKind};
use crate::machine::{Flow, Machine};
use crate::native::{type_id, type_word};
use crate::number::Number;
use crate::types::{Sort, Type};
use crate::word::{ObjectKind, Word};

/// Brackets in brackets, at most.
const MAX_DEPTH: usize = 500;

impl Machine {
    /// Reads a value once all of the text is there.
    pub(crate) fn reading(&mut self, ty: TypeId, text: Word, is_whole: Word, precedence: u8) -> Flow {
        if !self.is_structural(Class::READ, ty) {
            return self.raise_text(
                "not supported: reading a value with a part whose type has an instance of Read of its own",
            );
        }
        let precedence = Word::raw(u64::from(precedence));
        self.frames.push_all(FrameKind::Read, &[type_word(ty), text, is_whole, precedence]);
        self.evaluate_all(text)
    }

    pub(crate) fn read(&mut self, frame: FrameId) -> Flow {
        let text = self.text(self.frames.word(frame, 1));
        let ty = type_id(self.frames.word(frame, 0));
        let is_whole = self.frames.word(frame, 2).as_raw() != 0;
        let precedence = self.frames.word(frame, 3).as_raw() as u8;
        self.frames.pop();
        let mut reader = Reader { rest: &text, depth: 0 };
        let value = self.read_value(&mut reader, ty, precedence);
        if !is_whole {
            let parses = self.parses(value, reader.rest);
            return self.give(parses);
        }
        match value.filter(|_| reader.is_at_end()) {
            Some(word) => self.give(word),
            None => self.raise_text("Prelude.read: no parse"),
        }
    }

    /// `[(value, rest)]`, or nothing.
    fn parses(&mut self, value: Option<Word>, rest: &str) -> Word {
        let nil = Word::constructor(self.code.known.nil);
        let pair = self.code.constructors.iter().position(|constructor| constructor.name == "(,)");
        let (Some(value), Some(pair)) = (value, pair) else { return nil };
        let rest = self.list_of(rest, nil);
        let parse = self.constructed(ConstructorId(pair as u32), &[value, rest]);
        self.cons(parse, nil)
    }

    /// In a place where an operator of this precedence needs parentheses.
    fn read_value(&mut self, reader: &mut Reader<'_>, ty: TypeId, precedence: u8) -> Option<Word> {
        reader.depth += 1;
        if reader.depth > MAX_DEPTH {
            return None;
        }
        let value = self.read_here(reader, ty, precedence);
        reader.depth -= 1;
        value
    }

    fn read_here(&mut self, reader: &mut Reader<'_>, ty: TypeId, precedence: u8) -> Option<Word> {
        let Type::Data(index, arguments) = self.types.borrow().get(ty).clone() else { return None };
        let code = self.code.clone();
        let data = &code.data[index.0 as usize];
        let tuple = data.name.starts_with('(');
        if !tuple && reader.eat("(") {
            let value = self.read_value(reader, ty, 0)?;
            return reader.eat(")").then_some(value);
        }
        match data.sort {
            Sort::Int | Sort::Integer => {
                let (negative, digits) = (reader.minus(precedence)?, reader.take(|c| c.is_ascii_digit())?);
                if reader.fraction_goes_on() {
                    return None;
                }
                let value = digits.parse::<BigInt>().ok()?;
                Some(self.within(ty, Number::Integer(if negative { -value } else { value })))
            }
            Sort::Double | Sort::Float => {
                let (negative, value) = (reader.minus(precedence)?, reader.fraction()?);
                let value = if negative { -value } else { value };
                Some(match data.sort {
                    Sort::Float => self.number(Number::Single(value as f32)),
                    _ => self.float(value),
                })
            }
            Sort::Char => reader.char('\'').map(Word::char),
            Sort::List => self.read_list(reader, *arguments.first()?),
            Sort::Opaque => None,
            Sort::Plain if tuple => {
                if !reader.eat("(") {
                    return None;
                }
                let mut fields = Vec::new();
                for (at, part) in arguments.iter().enumerate() {
                    if at > 0 && !reader.eat(",") {
                        return None;
                    }
                    fields.push(self.read_value(reader, *part, 0)?);
                }
                reader.eat(")").then(|| self.constructed(data.first, &fields))
            }
            Sort::Plain => {
                let name = reader.name()?;
                let all = data.first.0..data.first.0 + data.siblings;
                let id = all.map(ConstructorId).find(|id| code.constructors[id.0 as usize].name == name)?;
                let constructor = &code.constructors[id.0 as usize];
                if constructor.arity > 0 && precedence > if constructor.record { 11 } else { 10 } {
                    return None;
                }
                let mut fields = Vec::new();
                for (at, field) in constructor.fields.iter().enumerate() {
                    let ty = self.types.borrow_mut().fill(field.ty, &arguments);
                    let place = match (&field.name, constructor.record) {
                        (Some(name), true) => {
                            let begins = reader.eat(if at == 0 { "{" } else { "," });
                            if !begins || reader.name()? != *name || !reader.eat("=") {
                                return None;
                            }
                            0
                        }
                        _ => 11,
                    };
                    fields.push(self.read_value(reader, ty, place)?);
                }
                if constructor.record && constructor.arity > 0 && !reader.eat("}") {
                    return None;
                }
                Some(self.constructed(id, &fields))
            }
        }
    }

    fn constructed(&mut self, id: ConstructorId, fields: &[Word]) -> Word {
        match fields.is_empty() {
            true => Word::constructor(id),
            false => Word::reference(self.heap.make(ObjectKind::Constructor, id.0, fields)),
        }
    }

    fn read_list(&mut self, reader: &mut Reader<'_>, element: TypeId) -> Option<Word> {
        let mut elements = Vec::new();
        if self.sort_of(element) == Some(Sort::Char) && reader.eat("\"") {
            while !reader.rest.starts_with('"') {
                elements.extend(reader.escaped()?.map(Word::char));
            }
            reader.rest = &reader.rest[1..];
        } else {
            if !reader.eat("[") {
                return None;
            }
            while !reader.eat("]") {
                if !elements.is_empty() && !reader.eat(",") {
                    return None;
                }
                elements.push(self.read_value(reader, element, 0)?);
            }
        }
        let nil = Word::constructor(self.code.known.nil);
        Some(elements.into_iter().rev().fold(nil, |list, element| self.cons(element, list)))
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn is_at_end(&self) -> bool {
        self.rest.trim_start().is_empty()
    }

    fn eat(&mut self, token: &str) -> bool {
        match self.rest.trim_start().strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn take(&mut self, wanted: impl Fn(char) -> bool) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let end = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.rest = &rest[end..];
        (end > 0).then_some(&rest[..end])
    }

    fn name(&mut self) -> Option<&'a str> {
        self.take(|c| c.is_alphanumeric() || c == '_' || c == '\'')
    }

    /// Whether a minus stands there, and may stand there.
    fn minus(&mut self, precedence: u8) -> Option<bool> {
        let negative = self.eat("-");
        (!negative || precedence <= 6).then_some(negative)
    }

    /// After the digits of a number: what follows makes it a fraction.
    fn fraction_goes_on(&self) -> bool {
        let is_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        match self.rest.strip_prefix(['e', 'E']) {
            Some(exponent) => is_digit(exponent.strip_prefix(['-', '+']).unwrap_or(exponent)),
            None => self.rest.strip_prefix('.').is_some_and(is_digit),
        }
    }

    fn fraction(&mut self) -> Option<f64> {
        if self.eat("NaN") {
            return Some(f64::NAN);
        }
        if self.eat("Infinity") {
            return Some(f64::INFINITY);
        }
        let start = self.rest.trim_start();
        self.take(|c| c.is_ascii_digit())?;
        if self.rest.starts_with('.') && self.rest[1..].starts_with(|c: char| c.is_ascii_digit()) {
            self.rest = &self.rest[1..];
            self.take(|c| c.is_ascii_digit())?;
        }
        if let Some(exponent) = self.rest.strip_prefix(['e', 'E']) {
            let digits = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
            if digits.starts_with(|c: char| c.is_ascii_digit()) {
                self.rest = digits;
                self.take(|c| c.is_ascii_digit())?;
            }
        }
        start[..start.len() - self.rest.len()].parse().ok()
    }

    fn char(&mut self, quote: char) -> Option<char> {
        let mut text = [0; 4];
        let quote: &str = quote.encode_utf8(&mut text);
        if !self.eat(quote) {
            return None;
        }
        let char = self.escaped()??;
        self.rest = self.rest.strip_prefix(quote)?;
        Some(char)
    }

    /// The next character, which may be written with a backslash; `\\&` is none.
    fn escaped(&mut self) -> Option<Option<char>> {
        const NAMES: [(&str, char); 10] = [
            ("n", '\n'),
            ("t", '\t'),
            ("\\", '\\'),
            ("\"", '"'),
            ("'", '\''),
            ("r", '\r'),
            ("a", '\u{7}'),
            ("b", '\u{8}'),
            ("f", '\u{c}'),
            ("v", '\u{b}'),
        ];
        let first = self.rest.chars().next()?;
        if first != '\\' {
            self.rest = &self.rest[first.len_utf8()..];
            return Some(Some(first));
        }
        self.rest = &self.rest[1..];
        if let Some(rest) = self.rest.strip_prefix('&') {
            self.rest = rest;
            return Some(None);
        }
        for (name, char) in NAMES {
            if let Some(rest) = self.rest.strip_prefix(name) {
                self.rest = rest;
                return Some(Some(char));
            }
        }
        if let Some(rest) = self.rest.strip_prefix("DEL") {
            self.rest = rest;
            return Some(Some('\u{7f}'));
        }
        for (code, name) in crate::print::CONTROLS.iter().enumerate() {
            if name.len() > 1
                && let Some(rest) = self.rest.strip_prefix(name)
            {
                self.rest = rest;
                return char::from_u32(code as u32).map(Some);
            }
        }
        let digits = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let code = self.rest[..digits].parse::<u32>().ok()?;
        self.rest = &self.rest[digits..];
        char::from_u32(code).map(Some)
    }
}
