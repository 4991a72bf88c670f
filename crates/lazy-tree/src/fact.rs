//! Basic facts `f t1..tn -> t`, read from the text that people see, so that answers of other
//! sessions count. What cannot be read says nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::containers::MAKERS;

/// Brackets inside brackets that are followed; deeper facts say nothing.
const DEEPEST: u32 = 500;

/// A basic fact `f t1..tn -> t`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fact {
    terms: Vec<Term>,
    pub(crate) call: TermId,
    pub(crate) value: TermId,
    pub(crate) local: Option<LocalFunction>,
}

/// Which function is called, if it is local: its leading arguments are its free variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LocalFunction {
    /// The names of the free variables.
    pub free: Vec<String>,
    /// Its place among the local functions of the same full name, and how many those are.
    pub place: (usize, usize),
}

/// A part of a fact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TermId(u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Term {
    /// `_`: never demanded.
    Hole,
    Variable(String),
    Node(String, Vec<TermId>),
    /// A function, by what it was applied to.
    Map(Vec<Entry>),
}

/// An entry of a finite map, `\a b->r`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Entry {
    pub arguments: Vec<TermId>,
    pub result: TermId,
}

impl Fact {
    /// `is_function` tells names of functions from those of logic variables.
    pub fn read(call: &str, value: &str, is_function: &dyn Fn(&str) -> bool) -> Option<Fact> {
        let mut reader = Reader { rest: call, terms: Vec::new(), is_function, depth: 0 };
        let call = reader.whole()?;
        reader.rest = value;
        let value = reader.whole()?;
        Some(Fact { terms: reader.terms, call, value, local: None })
    }

    /// How many constructors, functions and literals it has, and how many parts that were never
    /// demanded.
    pub fn size(&self) -> (usize, usize) {
        let holes = self.terms.iter().filter(|term| **term == Term::Hole).count();
        (self.terms.len() - holes, holes)
    }

    /// The names of its logic variables, each once.
    pub fn variables(&self) -> BTreeSet<&str> {
        let names = self.terms.iter().filter_map(|term| match term {
            Term::Variable(name) => Some(name.as_str()),
            _ => None,
        });
        names.collect()
    }

    /// The same of these values of its variables, as they are written in a program. None: some
    /// cannot be read.
    pub fn with_values(&self, values: &BTreeMap<String, String>) -> Option<Fact> {
        let mut reader = Reader { rest: "", terms: self.terms.clone(), is_function: &|_| true, depth: 0 };
        for (name, value) in values {
            reader.rest = value;
            let value = reader.whole()?;
            let value = reader.terms[value.0 as usize].clone();
            let places = reader.terms.iter_mut().filter(|term| **term == Term::Variable(name.clone()));
            places.for_each(|place| place.clone_from(&value));
        }
        Some(Fact { terms: reader.terms, ..self.clone() })
    }

    /// The same about a call of a local function.
    pub fn of_local(self, local: Option<LocalFunction>) -> Fact {
        Fact { local, ..self }
    }

    pub(crate) fn rename(&mut self, id: TermId, to: &str) {
        if let Term::Node(name, _) = &mut self.terms[id.0 as usize] {
            to.clone_into(name);
        }
    }

    pub(crate) fn term(&self, id: TermId) -> &Term {
        &self.terms[id.0 as usize]
    }
}

struct Reader<'a> {
    rest: &'a str,
    terms: Vec<Term>,
    is_function: &'a dyn Fn(&str) -> bool,
    depth: u32,
}

const SYMBOLS: &str = "!#$%&*+./<=>?@\\^|-~:";

impl<'a> Reader<'a> {
    fn whole(&mut self) -> Option<TermId> {
        let term = self.infix()?;
        self.skip_spaces();
        self.rest.is_empty().then_some(term)
    }

    fn add(&mut self, term: Term) -> TermId {
        self.terms.push(term);
        TermId(self.terms.len() as u32 - 1)
    }

    fn node(&mut self, name: &str, parts: Vec<TermId>) -> TermId {
        self.add(Term::Node(name.to_owned(), parts))
    }

    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, text: &str) -> bool {
        self.skip_spaces();
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|char| !belongs(char)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// Applications between operators. A chain of `:` is a list; of other operators all of a chain
    /// together is one node.
    fn infix(&mut self) -> Option<TermId> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let (mut operands, mut operators) = (vec![self.application()?], Vec::new());
        loop {
            self.skip_spaces();
            let whole = self.rest;
            let operator = match self.rest.strip_prefix('`') {
                Some(rest) => {
                    self.rest = rest;
                    let name = self.take_while(|char| char != '`');
                    self.rest = self.rest.strip_prefix('`')?;
                    name
                }
                None => self.take_while(|char| SYMBOLS.contains(char)),
            };
            if operator.is_empty() {
                break;
            }
            // `0:-1:_`
            let operator = match operator == ":-" && self.rest.starts_with(|char: char| char.is_ascii_digit())
            {
                true => {
                    self.rest = &whole[1..];
                    ":"
                }
                false => operator,
            };
            // `..` and `<error: …>` are not values.
            if matches!(operator, ".." | "<" | "=") {
                return None;
            }
            operators.push(operator);
            operands.push(self.application()?);
        }
        self.depth -= 1;
        if operators.iter().all(|operator| *operator == ":") {
            let mut list = operands.pop()?;
            for element in operands.into_iter().rev() {
                list = self.node(":", vec![element, list]);
            }
            return Some(list);
        }
        Some(self.node(&operators.join(" "), operands))
    }

    fn application(&mut self) -> Option<TermId> {
        self.skip_spaces();
        if self.rest.starts_with('-') {
            self.rest = &self.rest[1..];
            let number = self.take_while(|char| char.is_ascii_alphanumeric() || char == '.');
            return Some(self.node(&format!("-{number}"), Vec::new()));
        }
        let head = self.atom()?;
        let mut arguments = Vec::new();
        loop {
            self.skip_spaces();
            if !self.rest.starts_with(|char: char| char.is_alphanumeric() || "_([\"'{".contains(char)) {
                break;
            }
            let is_record = self.rest.starts_with('{') && !is_map(self.rest);
            arguments.push(match is_record {
                true => self.fields()?,
                false => self.atom()?,
            });
        }
        if arguments.is_empty() {
            return Some(head);
        }
        match &mut self.terms[head.0 as usize] {
            Term::Node(_, parts) => parts.extend(arguments),
            _ => return None,
        }
        Some(head)
    }

    /// `{name = value, …}`
    fn fields(&mut self) -> Option<TermId> {
        self.take("{");
        let (mut names, mut values) = (Vec::new(), Vec::new());
        while !self.take("}") {
            self.skip_spaces();
            names.push(self.take_while(|char| !char.is_whitespace()));
            if !self.take("=") {
                return None;
            }
            values.push(self.infix()?);
            self.take(",");
        }
        Some(self.node(&format!("{{{}}}", names.join(",")), values))
    }

    fn atom(&mut self) -> Option<TermId> {
        self.skip_spaces();
        let first = self.rest.chars().next()?;
        if first.is_alphanumeric() || first == '_' {
            let name = self.take_while(|char| char.is_alphanumeric() || "_'.".contains(char));
            let is_name = first.is_uppercase() || first.is_numeric() || MAKERS.contains(&name);
            let is_variable = !is_name && !(self.is_function)(name);
            return Some(match name {
                "_" => self.add(Term::Hole),
                // An exponent may have a sign.
                _ if first.is_numeric() && name.ends_with('e') && self.rest.starts_with('-') => {
                    self.rest = &self.rest[1..];
                    let exponent = self.take_while(|char| char.is_ascii_digit());
                    self.node(&format!("{name}-{exponent}"), Vec::new())
                }
                _ if is_variable => self.add(Term::Variable(name.to_owned())),
                _ => self.node(name, Vec::new()),
            });
        }
        match first {
            '(' => self.bracket(),
            '[' => self.list(),
            '"' => self.string(),
            '{' if is_map(self.rest) => self.map(),
            '\\' => self.lambda(),
            '\'' => {
                let length = quoted(self.rest, '\'')?;
                let (text, rest) = self.rest.split_at(length);
                self.rest = rest;
                Some(self.node(text, Vec::new()))
            }
            _ => None,
        }
    }

    /// `()`, `(a, b)`, `(a)`, `(+)`
    fn bracket(&mut self) -> Option<TermId> {
        self.take("(");
        let operator = self.rest.find(|char| !SYMBOLS.contains(char) && char != ',')?;
        if operator > 0 && self.rest[operator..].starts_with(')') {
            let name = &self.rest[..operator];
            self.rest = &self.rest[operator + 1..];
            return Some(self.node(name, Vec::new()));
        }
        let mut items = Vec::new();
        while !self.take(")") {
            items.push(self.infix()?);
            if !self.take(",") && !self.rest.trim_start().starts_with(')') {
                return None;
            }
        }
        match items[..] {
            [alone] => Some(alone),
            _ => Some(self.node("(,)", items)),
        }
    }

    /// `\x -> x + 1`, to the end of the brackets that it stands in: compared as it is written.
    fn lambda(&mut self) -> Option<TermId> {
        let (mut depth, mut at) = (0u32, 0);
        while let Some(char) = self.rest[at..].chars().next() {
            match char {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' if depth == 0 => break,
                ')' | ']' | '}' => depth -= 1,
                ',' if depth == 0 => break,
                '"' => at += quoted(&self.rest[at..], '"')? - 1,
                // A character, and not the end of a name.
                '\'' if !self.rest[..at]
                    .ends_with(|before: char| before.is_alphanumeric() || before == '_') =>
                {
                    at += quoted(&self.rest[at..], '\'')? - 1;
                }
                _ => {}
            }
            at += char.len_utf8();
        }
        let (text, rest) = self.rest.split_at(at);
        self.rest = rest;
        // More than is shown may be anything.
        (!text.contains("..")).then(|| self.node(text.trim_end(), Vec::new()))
    }

    /// `{\a b->r, \c d->s}`
    fn map(&mut self) -> Option<TermId> {
        self.take("{");
        let mut entries = Vec::new();
        while !self.take("}") {
            if !self.take("\\") {
                return None;
            }
            let mut arguments = Vec::new();
            while !self.take("->") {
                arguments.push(self.atom()?);
            }
            entries.push(Entry { arguments, result: self.infix()? });
            if !self.take(",") && !self.rest.trim_start().starts_with('}') {
                return None;
            }
        }
        Some(self.add(Term::Map(entries)))
    }

    fn list(&mut self) -> Option<TermId> {
        self.take("[");
        let mut items = Vec::new();
        while !self.take("]") {
            items.push(self.infix()?);
            if !self.take(",") && !self.rest.trim_start().starts_with(']') {
                return None;
            }
        }
        Some(self.chain(items))
    }

    /// As a list of characters: a part of it may be all that is known elsewhere.
    fn string(&mut self) -> Option<TermId> {
        let length = quoted(self.rest, '"')?;
        let (text, rest) = self.rest.split_at(length);
        self.rest = rest;
        if self.rest.starts_with("..") {
            return None;
        }
        let text = &text[1..length - 1];
        let mut items = Vec::new();
        match text.contains('\\') {
            // Escapes are longer than a character: such a string is compared as it is written.
            true => return Some(self.node(&format!("\"{text}\""), Vec::new())),
            false => {
                for char in text.chars() {
                    items.push(self.node(&format!("'{char}'"), Vec::new()));
                }
            }
        }
        Some(self.chain(items))
    }

    fn chain(&mut self, items: Vec<TermId>) -> TermId {
        let mut list = self.node("[]", Vec::new());
        for item in items.into_iter().rev() {
            list = self.node(":", vec![item, list]);
        }
        list
    }
}

/// And no fields of a record.
fn is_map(text: &str) -> bool {
    text.starts_with("{\\") || text.starts_with("{}")
}

/// How long a quoted text is, with its quotes.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (index, char) in text.char_indices().skip(1) {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            char if char == quote => return Some(index + 1),
            _ => {}
        }
    }
    None
}
