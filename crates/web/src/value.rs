//! Values as trees: the text of a term, taken apart along its brackets, so that one can point at a
//! part of it.
//!
//! It knows brackets, commas, quotes and records of Erlang: what it cannot take apart stays whole.

use session::answer::ValueStep;

/// A value, or a part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Nothing inside can be pointed at.
    Leaf(String),
    Sequence(Sequence),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sequence {
    /// `[`, `{`, `#{`, `#item{`
    pub open: String,
    pub close: &'static str,
    pub elements: Vec<Element>,
    /// What follows `|`.
    pub tail: Option<Box<Value>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// Of a map: `key => `; of a record: `field = `.
    pub key: Option<Key>,
    pub step: ValueStep,
    pub value: Value,
}

impl Sequence {
    pub fn is_record(&self) -> bool {
        self.open.len() > 2
    }
}

/// What stands before an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    pub text: String,
    pub arrow: &'static str,
}

/// Deeper parts stay whole.
const DEEPEST: usize = 40;

impl Value {
    pub fn read(text: &str) -> Value {
        let text = text.trim();
        let mut reader = Reader { text, at: 0 };
        match reader.value(0) {
            Some(value) if reader.at == text.len() => value,
            _ => Value::Leaf(text.to_owned()),
        }
    }

    /// How many characters it takes on one line, roughly.
    pub fn length(&self) -> usize {
        match self {
            Value::Leaf(text) => text.chars().count(),
            Value::Sequence(sequence) => {
                let of_element = |element: &Element| {
                    element.key.as_ref().map_or(0, |key| key.text.len() + 4) + element.value.length() + 1
                };
                let elements: usize = sequence.elements.iter().map(of_element).sum();
                sequence.open.len()
                    + 1
                    + elements
                    + sequence.tail.as_ref().map_or(0, |tail| tail.length() + 1)
            }
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, token: &str) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        self.skip_space();
        let (open, kind) = match self.rest().chars().next()? {
            '[' => ("[".to_owned(), Kind::List),
            '{' => ("{".to_owned(), Kind::Tuple),
            '#' => match record(self.rest()) {
                Some("#{") => ("#{".to_owned(), Kind::Map),
                Some(open) => (open.to_owned(), Kind::Record),
                None => return self.leaf().map(Value::Leaf),
            },
            _ => return self.leaf().map(Value::Leaf),
        };
        if depth == DEEPEST {
            return self.whole(open.len()).map(Value::Leaf);
        }
        let close = if kind == Kind::List { "]" } else { "}" };
        self.at += open.len();
        let (mut elements, mut tail) = (Vec::new(), None);
        if !self.eat(close) {
            loop {
                elements.push(self.element(kind, elements.len(), depth)?);
                if self.eat(",") {
                    continue;
                }
                if self.eat("|") {
                    tail = Some(Box::new(self.value(depth + 1)?));
                }
                if !self.eat(close) {
                    return None;
                }
                break;
            }
        }
        Some(Value::Sequence(Sequence { open, close, elements, tail }))
    }

    fn element(&mut self, kind: Kind, before: usize, depth: usize) -> Option<Element> {
        // Of a record, the first element is its name.
        let nth = |first: u32| ValueStep::Element(before as u32 + first);
        self.skip_space();
        match kind {
            Kind::List | Kind::Tuple => {
                Some(Element { key: None, step: nth(1), value: self.value(depth + 1)? })
            }
            Kind::Record => {
                let name = name(self.rest());
                let text = self.rest().get(..name).filter(|name| !name.is_empty())?.to_owned();
                self.at += name;
                let value = self.eat("=").then(|| self.value(depth + 1))??;
                Some(Element { key: Some(Key { text, arrow: " = " }), step: nth(2), value })
            }
            Kind::Map => {
                let start = self.at;
                self.value(depth + 1)?;
                let text = self.text[start..self.at].trim().to_owned();
                if !self.eat("=>") && !self.eat(":=") {
                    return None;
                }
                let (step, value) = (ValueStep::Key(text.clone()), self.value(depth + 1)?);
                Some(Element { key: Some(Key { text, arrow: " => " }), step, value })
            }
        }
    }

    /// Everything up to the next comma, bar, arrow or bracket of those around it.
    fn leaf(&mut self) -> Option<String> {
        let start = self.at;
        let mut closing: Vec<char> = Vec::new();
        loop {
            let rest = self.rest();
            let Some(c) = rest.chars().next() else { break };
            if closing.is_empty() && (",|]}".contains(c) || rest.starts_with("=>") || rest.starts_with(":="))
            {
                break;
            }
            match c {
                '"' | '\'' => self.quoted(c)?,
                '$' => {
                    self.at += 1;
                    let escaped = self.eat_character('\\');
                    self.at += self.rest().chars().next().map_or(0, char::len_utf8);
                    let _ = escaped;
                }
                '(' | '[' | '{' => {
                    closing.push(match c {
                        '(' => ')',
                        '[' => ']',
                        _ => '}',
                    });
                    self.at += 1;
                }
                '<' if rest.starts_with("<<") => {
                    closing.push('>');
                    self.at += 2;
                }
                '>' if closing.last() == Some(&'>') && rest.starts_with(">>") => {
                    closing.pop();
                    self.at += 2;
                }
                ')' | ']' | '}' => {
                    if closing.pop() != Some(c) {
                        return None;
                    }
                    self.at += 1;
                }
                _ => self.at += c.len_utf8(),
            }
        }
        let text = self.text[start..self.at].trim().to_owned();
        (closing.is_empty() && !text.is_empty()).then_some(text)
    }

    fn eat_character(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        self.at += if found { c.len_utf8() } else { 0 };
        found
    }

    /// Something in quotes, with its escapes.
    fn quoted(&mut self, quote: char) -> Option<()> {
        let mut escaped = false;
        for (index, c) in self.rest().char_indices().skip(1) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                c if c == quote => {
                    self.at += index + 1;
                    return Some(());
                }
                _ => {}
            }
        }
        None
    }

    /// A bracket that opens with this many bytes, with all that is in it.
    fn whole(&mut self, open: usize) -> Option<String> {
        let start = self.at;
        self.at += open;
        let mut depth = 1;
        while depth > 0 {
            let c = self.rest().chars().next()?;
            match c {
                '"' | '\'' => {
                    self.quoted(c)?;
                    continue;
                }
                '[' | '{' | '(' => depth += 1,
                ']' | '}' | ')' => depth -= 1,
                _ => {}
            }
            self.at += c.len_utf8();
        }
        Some(self.text[start..self.at].to_owned())
    }
}

/// What a bracket holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    List,
    Tuple,
    Map,
    Record,
}

/// `#item{` or `#{`, if the text begins so.
fn record(text: &str) -> Option<&str> {
    let length = name(text.strip_prefix('#')?);
    text[1 + length..].starts_with('{').then(|| &text[..length + 2])
}

/// The bytes of the atom that a text begins with.
fn name(text: &str) -> usize {
    if text.starts_with('\'') {
        let mut reader = Reader { text, at: 0 };
        return reader.quoted('\'').map_or(0, |()| reader.at);
    }
    text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '@')).unwrap_or(text.len())
}

/// A statement in two: the call, and what follows ` = ` or ` -> ` outside of all brackets. `None`:
/// it is not such a statement.
pub fn equation(text: &str) -> Option<(&str, &str)> {
    let mut reader = Reader { text, at: 0 };
    let mut depth = 0;
    loop {
        let rest = reader.rest();
        let c = rest.chars().next()?;
        let link = ["=", "->"].into_iter().find(|link| {
            let after = rest.get(1..).and_then(|rest| rest.strip_prefix(link));
            depth == 0 && c == ' ' && after.is_some_and(|after| after.starts_with([' ', '\n']))
        });
        if let Some(link) = link {
            let after = reader.at + 1 + link.len();
            return Some((text[..reader.at].trim_end(), text[after..].trim()));
        }
        match c {
            '"' => {
                reader.quoted('"')?;
                continue;
            }
            // In Haskell, a quote can be a part of a name.
            '\'' if !text[..reader.at].ends_with(|c: char| c.is_alphanumeric() || c == '_') => {
                reader.quoted('\'')?;
                continue;
            }
            '$' => reader.at += rest[1..].chars().next().map_or(0, char::len_utf8),
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth -= 1,
            _ => {}
        }
        reader.at += c.len_utf8();
    }
}

/// The characters of a string of Erlang, each as it is written. `None`: it is not a string.
pub fn characters(text: &str) -> Option<Vec<&str>> {
    let mut rest = text.strip_prefix('"')?.strip_suffix('"')?;
    let mut found = Vec::new();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\\' => escape(rest),
            c => c.len_utf8(),
        };
        let (character, after) = rest.split_at_checked(length)?;
        found.push(character);
        rest = after;
    }
    Some(found)
}

/// The bytes of an escape sequence: `\n`, `\x{1F600}`, `\033`.
fn escape(text: &str) -> usize {
    let octal = text[1..].bytes().take(3).take_while(|byte| (b'0'..b'8').contains(byte)).count();
    match text[1..].chars().next() {
        Some('x') if text[2..].starts_with('{') => text.find('}').map_or(2, |end| end + 1),
        Some(_) if octal > 0 => 1 + octal,
        Some('^') => 3,
        Some(c) => 1 + c.len_utf8(),
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts that can be pointed at, as `path=text`.
    fn parts(value: &Value, path: &str, all: &mut Vec<String>) {
        match value {
            Value::Leaf(text) => all.push(format!("{path}={text}")),
            Value::Sequence(sequence) => {
                for Element { step, value, .. } in &sequence.elements {
                    let step = match step {
                        ValueStep::Element(n) => n.to_string(),
                        ValueStep::Key(key) => key.clone(),
                    };
                    parts(value, &format!("{path}.{step}"), all);
                }
                if let Some(tail) = &sequence.tail {
                    parts(tail, &format!("{path}|"), all);
                }
            }
        }
    }

    #[test]
    fn parts_of_values() {
        let check = |text: &str, expected: &[&str]| {
            let mut all = Vec::new();
            parts(&Value::read(text), "", &mut all);
            assert_eq!(all, expected, "{text}");
        };
        check("42", &["=42"]);
        check("[b, a]", &[".1=b", ".2=a"]);
        check("[]", &[]);
        check("{ok, [1, {x, \"a,b]\"}]}", &[".1=ok", ".2.1=1", ".2.2.1=x", ".2.2.2=\"a,b]\""]);
        check("#{a => 1, {b, 2} => [c]}", &[".a=1", ".{b, 2}.1=c"]);
        check("[1 | T]", &[".1=1", "|=T"]);
        check("'a b', x", &["='a b', x"]);
        check("{'}', $}, $\\n, <<\"a,b\">>}", &[".1='}'", ".2=$}", ".3=$\\n", ".4=<<\"a,b\">>"]);
        check("{<0.82.0>, #Ref<0.1.2.3>, fun m:f/1}", &[".1=<0.82.0>", ".2=#Ref<0.1.2.3>", ".3=fun m:f/1"]);
        check("#r{a = 1, b = [2]}", &[".2=1", ".3.1=2"]);
        check("#'a b'{'c d' = #{x => {y}}}", &[".2.x.1=y"]);
        check("#r{}", &[]);
        check("#r{a = 1", &["=#r{a = 1"]);
        check("[dict:from_list([{a, 1}])]", &[".1=dict:from_list([{a, 1}])"]);
        check("[Just (1, 2), _]", &[".1=Just (1, 2)", ".2=_"]);
        check("[1, 2", &["=[1, 2"]);
        check("** exception error: badarg", &["=** exception error: badarg"]);
        check("<script>alert(1)</script>", &["=<script>alert(1)</script>"]);
    }

    #[test]
    fn deep_values_end() {
        let text = "[".repeat(5_000) + &"]".repeat(5_000);
        assert_eq!(Value::read(&text).length(), 10_000 - DEEPEST * 2 + DEEPEST * 3);
    }

    #[test]
    fn statements_in_two() {
        let check = |text: &str, expected: Option<(&str, &str)>| assert_eq!(equation(text), expected);
        check("m:f(#r{a = 1}) = #r{a = 2}", Some(("m:f(#r{a = 1})", "#r{a = 2}")));
        check("m:f([1,\n     2]) =\n  [3]", Some(("m:f([1,\n     2])", "[3]")));
        check("(fun() -> X = 1 end)() = {ok, \" = \"}", Some(("(fun() -> X = 1 end)()", "{ok, \" = \"}")));
        check("m:f('a = b', $=) = $ ", Some(("m:f('a = b', $=)", "$")));
        check("foldl' (+) 0 xs = 3", Some(("foldl' (+) 0 xs", "3")));
        check("take n _ -> [x]", Some(("take n _", "[x]")));
        check("m:f(1)", None);
        check("m:f(\"1) = 2", None);
    }

    #[test]
    fn characters_of_strings() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(characters(text).unwrap_or_default(), expected, "{text}");
        };
        check("\"ab\"", &["a", "b"]);
        check("\"a\\\"\\n\\\\\"", &["a", "\\\"", "\\n", "\\\\"]);
        check("\"\\x{1F600}ü\\033\"", &["\\x{1F600}", "ü", "\\033"]);
        check("\"\"", &[]);
        check("<<\"a\">>", &[]);
        check("\"\\", &[]);
    }
}
