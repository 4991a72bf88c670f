//! Values as trees: the text of a term, taken apart along its brackets, so that one can point at a
//! part of it.
//!
//! It knows brackets, commas and quotes, and no language: what it cannot take apart stays whole.

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
    /// `[`, `{`, `#{`
    pub open: String,
    pub close: &'static str,
    pub elements: Vec<Element>,
    /// What follows `|`.
    pub tail: Option<Box<Value>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// Of a map: `key => `.
    pub key: Option<String>,
    pub step: ValueStep,
    pub value: Value,
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
                    element.key.as_ref().map_or(0, |key| key.len() + 4) + element.value.length() + 1
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
        let is_map = self.rest().starts_with("#{");
        let close = match self.rest().chars().next()? {
            '[' => "]",
            '{' => "}",
            '#' if is_map => "}",
            _ => return self.leaf().map(Value::Leaf),
        };
        if depth == DEEPEST {
            return self.whole(close).map(Value::Leaf);
        }
        let open = if is_map { "#{" } else { &self.rest()[..1] }.to_owned();
        self.at += open.len();
        let (mut elements, mut tail) = (Vec::new(), None);
        if !self.eat(close) {
            loop {
                elements.push(self.element(is_map, elements.len(), depth)?);
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

    fn element(&mut self, is_map: bool, before: usize, depth: usize) -> Option<Element> {
        if !is_map {
            let step = ValueStep::Element(before as u32 + 1);
            return Some(Element { key: None, step, value: self.value(depth + 1)? });
        }
        self.skip_space();
        let start = self.at;
        self.value(depth + 1)?;
        let key = self.text[start..self.at].trim().to_owned();
        if !self.eat("=>") && !self.eat(":=") {
            return None;
        }
        let value = self.value(depth + 1)?;
        Some(Element { step: ValueStep::Key(key.clone()), key: Some(key), value })
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

    /// A bracket with all that is in it.
    fn whole(&mut self, close: &str) -> Option<String> {
        let start = self.at;
        self.at += 1;
        let inner = Reader { text: self.text, at: self.at }.until(close)?;
        self.at = inner;
        Some(self.text[start..self.at].to_owned())
    }

    /// Where the bracket that is open here ends.
    fn until(mut self, _close: &str) -> Option<usize> {
        let mut depth = 1;
        loop {
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
            if depth == 0 {
                return Some(self.at);
            }
        }
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
        check("#r{a = 1, b = [2]}", &["=#r{a = 1, b = [2]}"]);
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
}
