//! What happens to a text before it is read: literate programs lose their prose, and directives of
//! the C preprocessor choose which lines count. Lines stay where they are.

use std::collections::BTreeMap;

use crate::diagnostics::Diagnostic;
use crate::source::{FileId, Pos, Span};

/// As GHC 9.0 defines it, whose library ours is held against.
const GHC: i64 = 900;
const GHC_NAME: &str = "__GLASGOW_HASKELL__";
const BASE: [i64; 3] = [4, 15, 1];

/// The text of a file as the parser reads it.
pub fn prepared(name: &str, text: &str, file: FileId, problems: &mut Vec<Diagnostic>) -> String {
    let text = if name.ends_with(".lhs") { without_prose(text) } else { text.to_owned() };
    match has_extension(&text, "CPP") || text.lines().any(is_directive) {
        true => Preprocessor { file, problems, macros: BTreeMap::new(), open: Vec::new() }.whole(&text),
        false => text,
    }
}

/// A directive that only a program for the preprocessor has: its flag may stand in a makefile.
fn is_directive(line: &str) -> bool {
    let Some((name, rest)) = line.split_once(char::is_whitespace) else { return false };
    let rest = rest.trim_start();
    match name {
        "#if" => true,
        "#ifdef" | "#ifndef" | "#define" => {
            rest.starts_with(|char: char| char.is_alphabetic() || char == '_')
        }
        _ => false,
    }
}

/// Of a literate program, what is code: lines after `>`, and what stands between `\\begin{code}`
/// and `\\end{code}`. Columns stay what they are.
fn without_prose(text: &str) -> String {
    let mut is_block = false;
    let line = |line: &str| {
        match line.trim_end() {
            "\\begin{code}" => is_block = true,
            "\\end{code}" => is_block = false,
            _ if is_block => return line.to_owned(),
            _ => {}
        }
        line.strip_prefix('>').map_or_else(String::new, |code| format!(" {code}"))
    };
    text.lines().map(line).collect::<Vec<String>>().join("\n")
}

/// Whether a text names this extension in a pragma such as `{-# LANGUAGE CPP #-}`.
pub fn has_extension(text: &str, extension: &str) -> bool {
    let mut pragmas = text.match_indices("{-#").map(|(at, _)| {
        let rest = &text[at..];
        &rest[..rest.find("#-}").unwrap_or(rest.len())]
    });
    pragmas.any(|pragma| {
        let mut words = pragma.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
        words.next() == Some("LANGUAGE") && words.any(|word| word == extension)
    })
}

struct Preprocessor<'a> {
    file: FileId,
    problems: &'a mut Vec<Diagnostic>,
    macros: BTreeMap<String, String>,
    open: Vec<Condition>,
}

/// `#if` and what belongs to it.
struct Condition {
    span: Span,
    /// Whether the lines here count.
    holds: bool,
    /// Whether an alternative was chosen already, or none may be.
    is_over: bool,
}

impl Preprocessor<'_> {
    fn whole(mut self, text: &str) -> String {
        self.macros.insert(GHC_NAME.to_owned(), GHC.to_string());
        let mut lines = Vec::new();
        let mut offset = 0;
        for (index, line) in text.split('\n').enumerate() {
            let start = Pos { line: index as u32 + 1, column: 1, offset };
            let end =
                Pos { column: 1 + line.chars().count() as u32, offset: offset + line.len() as u32, ..start };
            offset += line.len() as u32 + 1;
            let span = Span { file: self.file, start, end };
            match line.strip_prefix('#').filter(|rest| !rest.starts_with('!')) {
                Some(directive) => {
                    self.directive(directive.trim(), span);
                    lines.push(String::new());
                }
                None if self.is_on() => lines.push(self.replaced(line)),
                None => lines.push(String::new()),
            }
        }
        if let Some(Condition { span, .. }) = self.open.pop() {
            self.refuse(span, "this has no matching `#endif`");
        }
        lines.join("\n")
    }

    /// A line with the values of macros in place of their names, outside of strings and comments.
    fn replaced(&self, line: &str) -> String {
        if self.macros.len() == 1 {
            return line.to_owned();
        }
        let mut text = String::new();
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let is_word = |char: char| char.is_alphanumeric() || char == '_' || char == '\'';
            let length = match first {
                '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
                _ if rest.starts_with("--") => rest.len(),
                _ if is_word(first) => rest.find(|char| !is_word(char)).unwrap_or(rest.len()),
                _ => first.len_utf8(),
            };
            let word = &rest[..length];
            let value = self.macros.get(word).filter(|value| !value.is_empty() && word != GHC_NAME);
            text.push_str(value.map_or(word, String::as_str));
            rest = &rest[length..];
        }
        text
    }

    fn is_on(&self) -> bool {
        self.open.iter().all(|condition| condition.holds)
    }

    fn refuse(&mut self, span: Span, message: &str) {
        self.problems.push(Diagnostic::error(span, message));
    }

    fn directive(&mut self, text: &str, span: Span) {
        let (name, rest) = text.split_once(|char: char| char.is_whitespace()).unwrap_or((text, ""));
        let rest = rest.trim();
        match name {
            "if" | "ifdef" | "ifndef" => {
                let is_on = self.is_on();
                let holds = is_on
                    && match name {
                        "if" => self.condition(rest, span),
                        _ => self.macros.contains_key(rest) == (name == "ifdef"),
                    };
                self.open.push(Condition { span, holds, is_over: holds || !is_on });
            }
            "elif" | "else" => {
                let holds = name == "else" || self.condition(rest, span);
                match self.open.last_mut() {
                    Some(condition) => {
                        condition.holds = holds && !condition.is_over;
                        condition.is_over |= holds;
                    }
                    None => self.refuse(span, "this has no matching `#if`"),
                }
            }
            "endif" => {
                if self.open.pop().is_none() {
                    self.refuse(span, "this has no matching `#if`");
                }
            }
            _ if !self.is_on() => {}
            "define" => {
                let (name, value) = rest.split_once(|char: char| char.is_whitespace()).unwrap_or((rest, ""));
                self.macros.insert(name.to_owned(), value.trim().to_owned());
            }
            "undef" => {
                self.macros.remove(rest);
            }
            "error" => self.refuse(span, rest),
            "warning" | "line" | "" => {}
            _ => self.refuse(span, &format!("not supported: the directive #{name}")),
        }
    }

    fn condition(&mut self, text: &str, span: Span) -> bool {
        let text = text.split("/*").next().unwrap_or(text);
        let tokens = tokens(text);
        let mut reader = Reader { tokens: &tokens, macros: &self.macros, depth: 0 };
        match reader.expression(0).filter(|_| reader.tokens.is_empty()) {
            Some(value) => value != 0,
            None => {
                self.refuse(span, "not supported: this condition of the preprocessor");
                false
            }
        }
    }
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let is_word = |char: char| char.is_alphanumeric() || char == '_';
        let mut token = char.to_string();
        if is_word(char) {
            while let Some(next) = chars.next_if(|next| is_word(*next)) {
                token.push(next);
            }
        } else if "&|=!<>".contains(char) {
            let is_second = |next: &char| *next == '=' || (*next == char && "&|".contains(char));
            token.extend(chars.next_if(is_second));
        }
        if !char.is_whitespace() {
            tokens.push(token);
        }
    }
    tokens
}

struct Reader<'a> {
    tokens: &'a [String],
    macros: &'a BTreeMap<String, String>,
    depth: u32,
}

/// Brackets in brackets, and macros in macros.
const DEEPEST: u32 = 50;
const OPERATORS: [&[&str]; 5] = [&["||"], &["&&"], &["==", "!="], &["<", "<=", ">", ">="], &["+", "-"]];

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    fn eat(&mut self, wanted: &str) -> bool {
        let is_there = self.tokens.first().is_some_and(|token| token == wanted);
        if is_there {
            self.tokens = &self.tokens[1..];
        }
        is_there
    }

    fn expression(&mut self, level: usize) -> Option<i64> {
        let Some(operators) = OPERATORS.get(level) else { return self.operand() };
        let mut left = self.expression(level + 1)?;
        while let Some(operator) = self.tokens.first().filter(|token| operators.contains(&token.as_str())) {
            self.tokens = &self.tokens[1..];
            let right = self.expression(level + 1)?;
            left = match operator.as_str() {
                "||" => i64::from(left != 0 || right != 0),
                "&&" => i64::from(left != 0 && right != 0),
                "==" => i64::from(left == right),
                "!=" => i64::from(left != right),
                "<" => i64::from(left < right),
                "<=" => i64::from(left <= right),
                ">" => i64::from(left > right),
                ">=" => i64::from(left >= right),
                "+" => left.wrapping_add(right),
                _ => left.wrapping_sub(right),
            };
        }
        Some(left)
    }

    fn operand(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let value = match self.next()? {
            "!" => i64::from(self.operand()? == 0),
            "(" => {
                let value = self.expression(0)?;
                self.eat(")").then_some(value)?
            }
            "defined" => {
                let is_open = self.eat("(");
                let name = self.next()?;
                let value = i64::from(self.macros.contains_key(name) || name.starts_with("MIN_VERSION_"));
                (!is_open || self.eat(")")).then_some(value)?
            }
            // Of other packages there is no version.
            name if name.starts_with("MIN_VERSION_") => {
                let version = self.arguments()?;
                let known = match name {
                    "MIN_VERSION_base" => &BASE[..],
                    "MIN_VERSION_GLASGOW_HASKELL" => &[9, 0, 2, 0],
                    "MIN_VERSION_containers" => &[0, 6, 4],
                    _ => return None,
                };
                i64::from(known >= &version[..])
            }
            word if word.starts_with(|char: char| char.is_ascii_digit()) => word.parse().ok()?,
            name => match self.macros.get(name) {
                Some(value) => {
                    let tokens = tokens(value);
                    let mut inner = Reader { tokens: &tokens, macros: self.macros, depth: self.depth };
                    inner.expression(0)?
                }
                None => 0,
            },
        };
        self.depth -= 1;
        Some(value)
    }

    fn arguments(&mut self) -> Option<Vec<i64>> {
        self.eat("(").then_some(())?;
        let mut values = vec![self.expression(0)?];
        while self.eat(",") {
            values.push(self.expression(0)?);
        }
        self.eat(")").then_some(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, text: &str, expected: &str) {
        let mut problems = Vec::new();
        assert_eq!(prepared(name, text, FileId(0), &mut problems), expected);
        assert!(problems.is_empty(), "{problems:?}");
    }

    #[test]
    fn literate_programs() {
        check("m.lhs", "Prose.\n\n> f x = x\n> g = 1\n\nMore.", "\n\n  f x = x\n  g = 1\n\n");
        check("m.lhs", "A\n\\begin{code}\nf = 1\n\\end{code}\nB", "\n\nf = 1\n\n");
        check("m.hs", "> no", "> no");
    }

    #[test]
    fn directives() {
        let head = "{-# LANGUAGE CPP #-}";
        let directives = [
            ("#if __GLASGOW_HASKELL__ >= 800\na\n#else\nb\n#endif", "\na\n\n\n"),
            ("#ifdef DEBUG\na\n#elif defined(X) || 1\nb\n#else\nc\n#endif", "\n\n\nb\n\n\n"),
            ("#define X 2\n#if X == 2 && !defined Y\na\n#endif", "\n\na\n"),
            ("#if MIN_VERSION_base(4,11,0)\na\n#if 0\nb\n#endif\nc\n#endif", "\na\n\n\n\nc\n"),
            ("#if !MIN_VERSION_base(4,99,0)\na\n#endif", "\na\n"),
            ("#define fail ioError\nf fail' = fail \"fail\" -- fail", "\nf fail' = ioError \"fail\" -- fail"),
        ];
        for (text, expected) in directives {
            check("m.hs", &format!("{head}\n{text}"), &format!("{head}\n{expected}"));
        }
        // Without the pragma, a line may begin so.
        check("m.hs", "#if", "#if");
        // One that can be nothing else shows that the preprocessor is wanted.
        check("m.hs", "#ifdef DEBUG\na\n#endif\nb", "\n\n\nb");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for text in ["#if 1", "#endif", "#include <x.h>", "#if f(1)\n#endif", "#error no"] {
            let mut problems = Vec::new();
            prepared("m.hs", &format!("{{-# LANGUAGE CPP #-}}\n{text}"), FileId(0), &mut problems);
            assert!(!problems.is_empty(), "{text}");
        }
    }
}
