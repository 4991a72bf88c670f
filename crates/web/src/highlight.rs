//! Colours for source: comments, strings, names and numbers, line by line.
//!
//! Only for the eye: it knows no grammar, and nothing depends on it.

/// A piece of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'t> {
    pub kind: TokenKind,
    pub text: &'t str,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    Plain,
    Comment,
    Quoted,
    Number,
    Keyword,
    /// Begins with a capital letter: a variable of Erlang, a constructor of Haskell.
    Capital,
    Attribute,
}

impl TokenKind {
    /// The class in the style sheet.
    pub fn name(self) -> &'static str {
        match self {
            TokenKind::Plain => "t",
            TokenKind::Comment => "t-comment",
            TokenKind::Quoted => "t-quoted",
            TokenKind::Number => "t-number",
            TokenKind::Keyword => "t-keyword",
            TokenKind::Capital => "t-capital",
            TokenKind::Attribute => "t-attribute",
        }
    }
}

/// What goes on from line to line.
#[derive(Default)]
pub struct State {
    /// Depth of `{- … -}`.
    comment: usize,
}

const ERLANG: &[&str] = &[
    "after", "begin", "case", "catch", "end", "else", "fun", "if", "maybe", "of", "receive", "try", "when",
    "andalso", "orelse", "not", "div", "rem", "band", "bor", "bxor", "bnot", "bsl", "bsr", "and", "or",
    "xor",
];
const LAZY: &[&str] = &[
    "case", "class", "data", "deriving", "do", "else", "free", "if", "import", "in", "infix", "infixl",
    "infixr", "instance", "let", "module", "newtype", "of", "then", "type", "where",
];

/// The pieces of a line of a file.
pub fn line<'t>(file: &str, line: &'t str, state: &mut State) -> Vec<Token<'t>> {
    let is_erlang = [".erl", ".hrl", ".escript"].iter().any(|end| file.ends_with(end));
    let mut tokens: Vec<Token<'t>> = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        let (kind, length) = next(rest, at == 0, is_erlang, state);
        let length = length.clamp(1, rest.len());
        let length = (length..=rest.len()).find(|end| rest.is_char_boundary(*end)).unwrap_or(rest.len());
        match tokens.last_mut() {
            // Together with what is alike.
            Some(last) if last.kind == kind && kind == TokenKind::Plain => {
                last.text = &line[at - last.text.len()..at + length];
            }
            _ => tokens.push(Token { kind, text: &rest[..length] }),
        }
        at += length;
    }
    tokens
}

/// What the rest of a line begins with.
fn next(rest: &str, at_start: bool, is_erlang: bool, state: &mut State) -> (TokenKind, usize) {
    let first = rest.chars().next().unwrap_or(' ');
    if !is_erlang && (state.comment > 0 || rest.starts_with("{-")) {
        return (TokenKind::Comment, block_comment(rest, state));
    }
    let is_comment = if is_erlang { first == '%' } else { rest.starts_with("--") };
    match first {
        _ if is_comment => (TokenKind::Comment, rest.len()),
        '-' if is_erlang && at_start => {
            let name = word(&rest[1..]);
            (TokenKind::Attribute, 1 + name)
        }
        '"' => (TokenKind::Quoted, quoted(rest, '"')),
        '\'' if is_erlang => (TokenKind::Quoted, quoted(rest, '\'')),
        '\'' if rest[1..].chars().nth(1) == Some('\'') || rest.starts_with("'\\") => {
            (TokenKind::Quoted, quoted(rest, '\''))
        }
        '$' if is_erlang => (TokenKind::Quoted, if rest[1..].starts_with('\\') { 3 } else { 2 }),
        c if c.is_ascii_digit() => (TokenKind::Number, word(rest)),
        c if c.is_alphabetic() || c == '_' => {
            let length = word(rest);
            let text = &rest[..length];
            let keywords = if is_erlang { ERLANG } else { LAZY };
            match c {
                _ if keywords.contains(&text) => (TokenKind::Keyword, length),
                c if c.is_uppercase() || c == '_' => (TokenKind::Capital, length),
                _ => (TokenKind::Plain, length),
            }
        }
        c => (TokenKind::Plain, c.len_utf8()),
    }
}

fn block_comment(rest: &str, state: &mut State) -> usize {
    let mut at = 0;
    while at < rest.len() {
        let here = &rest[at..];
        if here.starts_with("{-") {
            state.comment += 1;
            at += 2;
        } else if here.starts_with("-}") {
            state.comment = state.comment.saturating_sub(1);
            at += 2;
            if state.comment == 0 {
                return at;
            }
        } else {
            at += here.chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// The bytes of a name or number.
fn word(text: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || "_@'#".contains(c);
    text.find(|c: char| !is_part(c)).unwrap_or(text.len())
}

/// The bytes of something in quotes; to the end of the line, if they do not close.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (index, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return index + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces() {
        let check = |file: &str, text: &str, expected: &str| {
            let tokens = line(file, text, &mut State::default());
            let whole: String = tokens.iter().map(|token| token.text).collect();
            assert_eq!(whole, text);
            let coloured = tokens.iter().filter(|token| token.kind != TokenKind::Plain);
            let shown: Vec<String> =
                coloured.map(|token| format!("{}:{}", &token.kind.name()[2..], token.text)).collect();
            assert_eq!(shown.join(" "), expected, "{text}");
        };
        check("m.erl", "-module(m). % ok", "attribute:-module comment:% ok");
        check(
            "m.erl",
            "f(X) -> case X of \"a\\\"%\" -> 'b c' end.",
            "capital:X keyword:case capital:X keyword:of quoted:\"a\\\"%\" quoted:'b c' keyword:end",
        );
        check("m.erl", "g() -> [$a, $\\n, 16#ff, ü].", "quoted:$a quoted:$\\n number:16#ff");
        check("m.hs", "f (x:xs) = x' + g 'c' -- no", "quoted:'c' comment:-- no");
        check(
            "m.hs",
            "{- a -} data T = A | B \"x\" {- b",
            "comment:{- a -} keyword:data capital:T capital:A capital:B quoted:\"x\" comment:{- b",
        );
        check("m.erl", "\"open", "quoted:\"open");
        check("m.erl", "$", "quoted:$");
    }
}
