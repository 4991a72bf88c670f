//! Text to tokens. Problems are noted and reading goes on.

mod literal;

use crate::ast::{Mode, PragmaKind};
use crate::diagnostics::Diagnostic;
use crate::prepare::has_extension;
use crate::source::{FileId, Pos, Span};
use crate::token::{Keyword, Lexeme, Token};

/// Which names are variables (functional-logic §1.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spelling {
    /// Variables and functions begin in lower case, constructors in upper case.
    #[default]
    Haskell,
    /// Variables begin in upper case, functions and constructors in lower case.
    Toy,
    /// As Haskell; logic variables of rules are declared.
    Curry,
}

/// Some editors begin files with it. It takes no column.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// All tokens, the last of them [`Token::End`].
pub fn lex(
    file: FileId,
    text: &str,
    mode: Mode,
    spelling: Spelling,
    problems: &mut Vec<Diagnostic>,
) -> Vec<Lexeme> {
    let whole = has_extension(text, "NumDecimals");
    let mut lexer = Lexer { file, text, at: Pos::START, indent: 1, mode, spelling, whole, problems };
    if text.starts_with(BYTE_ORDER_MARK) {
        lexer.at.offset = BYTE_ORDER_MARK.len_utf8() as u32;
    }
    let mut lexemes = Vec::new();
    let mut line = 0;
    loop {
        let spaced = lexer.skip_blanks();
        let (start, indent) = (lexer.at, lexer.indent);
        let after_open = match lexemes.last() {
            Some(Lexeme { token: Token::Keyword(keyword), .. }) => {
                keyword.opens() || *keyword == Keyword::Comma
            }
            Some(_) => false,
            None => true,
        };
        let token = lexer.token();
        let span = Span { file, start, end: lexer.at };
        if token == Token::End {
            lexemes.push(Lexeme { token, span, indent: 0, first: true, spaced: true });
            return lexemes;
        }
        lexemes.push(Lexeme { token, span, indent, first: start.line != line, spaced: spaced || after_open });
        line = start.line;
    }
}

pub(crate) struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    at: Pos,
    indent: u32,
    mode: Mode,
    spelling: Spelling,
    /// Numbers such as `1e3` are integers (GHC's NumDecimals).
    whole: bool,
    problems: &'a mut Vec<Diagnostic>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at.offset as usize..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn peek_second(&self) -> Option<char> {
        self.rest().chars().nth(1)
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at.offset += c.len_utf8() as u32;
        match c {
            '\n' => {
                self.at.line += 1;
                self.at.column = 1;
                self.indent = 1;
            }
            '\t' => {
                self.at.column += 1;
                self.indent = (self.indent - 1) / 8 * 8 + 9;
            }
            _ => {
                self.at.column += 1;
                self.indent += 1;
            }
        }
        Some(c)
    }

    fn take_while(&mut self, accepts: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !accepts(c)).unwrap_or(rest.len());
        for _ in rest[..length].chars() {
            self.next();
        }
        &rest[..length]
    }

    fn skip(&mut self, text: &str) {
        for _ in text.chars() {
            self.next();
        }
    }

    fn span_from(&self, start: Pos) -> Span {
        Span { file: self.file, start, end: self.at }
    }

    fn problem(&mut self, start: Pos, message: impl Into<String>) -> Token {
        self.problems.push(Diagnostic::error(self.span_from(start), message));
        Token::Bad
    }

    /// White space and comments; whether there were any.
    fn skip_blanks(&mut self) -> bool {
        let start = self.at.offset;
        loop {
            self.take_while(char::is_whitespace);
            let rest = self.rest();
            let dashes = rest.len() - rest.trim_start_matches('-').len();
            let operator = rest[dashes..].starts_with(is_symbol);
            // In Curry `-->` begins a comment, too.
            if dashes >= 2 && (!operator || self.spelling == Spelling::Curry)
                // Directions to tools, as functional-logic programs write them.
                || self.mode == Mode::FunctionalLogic && rest.starts_with("--#")
                || self.spelling == Spelling::Toy && rest.starts_with('%')
            {
                self.take_while(|c| c != '\n');
            } else if rest.starts_with("{-") && pragma_word(rest).is_none() {
                self.skip_nested_comment();
            } else {
                return self.at.offset != start;
            }
        }
    }

    fn skip_nested_comment(&mut self) {
        let start = self.at;
        let mut depth = 0usize;
        loop {
            let rest = self.rest();
            if rest.starts_with("{-") {
                depth += 1;
                self.skip("{-");
            } else if rest.starts_with("-}") {
                depth -= 1;
                self.skip("-}");
                if depth == 0 {
                    return;
                }
            } else if self.next().is_none() {
                let open = Span {
                    file: self.file,
                    start,
                    end: Pos { column: start.column + 2, offset: start.offset + 2, ..start },
                };
                self.problems
                    .push(Diagnostic::error(open, "this comment never ends").help("close it with `-}`"));
                return;
            }
        }
    }

    fn token(&mut self) -> Token {
        let start = self.at;
        let Some(c) = self.peek() else { return Token::End };
        if let Some((word, kind)) = pragma_word(self.rest()) {
            self.skip(word);
            return Token::Pragma(kind);
        }
        if self.rest().starts_with("#-}") {
            self.skip("#-}");
            return Token::PragmaEnd;
        }
        match c {
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | ';' | '`' => {
                self.next();
                Keyword::of(c.encode_utf8(&mut [0; 4])).map_or(Token::Bad, Token::Keyword)
            }
            '"' => self.string(),
            // In Haskell a name may hold a quote but not begin with one.
            '\'' => self.character(),
            '0'..='9' => self.number(),
            c if is_name_start(c) => self.name(),
            c if is_symbol(c) => self.symbol(""),
            _ => {
                self.next();
                self.problem(start, format!("the character {c:?} has no meaning here"))
            }
        }
    }

    /// A name, perhaps after the modules it comes from: `xs`, `Just`, `Data.List.sort`, `L.\\`.
    fn name(&mut self) -> Token {
        let start = self.at.offset as usize;
        loop {
            let word = self.take_while(is_name_part);
            let so_far = &self.text[start..self.at.offset as usize];
            let upper = word.starts_with(char::is_uppercase);
            let qualifies = upper && self.spelling != Spelling::Toy && self.peek() == Some('.');
            match self.peek_second() {
                Some(c) if qualifies && is_name_start(c) && c != '_' => {
                    self.next();
                    continue;
                }
                Some(c) if qualifies && is_symbol(c) => {
                    self.next();
                    let qualifier = format!("{so_far}.");
                    return self.symbol(&qualifier);
                }
                _ => {}
            }
            let qualified = word.len() != so_far.len();
            return match Keyword::of(word) {
                Some(keyword) if !qualified => Token::Keyword(keyword),
                _ if upper && self.spelling != Spelling::Toy => Token::Con(so_far.to_owned()),
                _ => Token::Var(so_far.to_owned()),
            };
        }
    }

    fn symbol(&mut self, qualifier: &str) -> Token {
        let word = self.take_while(is_symbol);
        let reserved = match Keyword::of(word) {
            Some(Keyword::Condition) => self.mode == Mode::FunctionalLogic,
            Some(Keyword::Clause) => self.spelling == Spelling::Toy,
            Some(_) => true,
            None => false,
        };
        match (reserved && qualifier.is_empty(), Keyword::of(word)) {
            (true, Some(keyword)) => Token::Keyword(keyword),
            _ if word.starts_with(':') => Token::ConSym(format!("{qualifier}{word}")),
            _ => Token::VarSym(format!("{qualifier}{word}")),
        }
    }
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\''
}

/// The characters of operators.
pub fn is_symbol(c: char) -> bool {
    matches!(
        c,
        '!' | '#'
            | '$'
            | '%'
            | '&'
            | '*'
            | '+'
            | '.'
            | '/'
            | '<'
            | '='
            | '>'
            | '?'
            | '@'
            | '\\'
            | '^'
            | '|'
            | '-'
            | '~'
            | ':'
    ) || !c.is_ascii() && !c.is_alphanumeric() && !c.is_whitespace() && !c.is_control()
}

/// The opening of a pragma that means something to us; all others are comments.
fn pragma_word(text: &str) -> Option<(&str, PragmaKind)> {
    let inside = text.strip_prefix("{-#")?;
    let word_start = inside.trim_start();
    let length = word_start.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word_start.len());
    let kind = match word_start[..length].to_ascii_uppercase().as_str() {
        "TRUST" => PragmaKind::Trust,
        "SUSPECT" => PragmaKind::Suspect,
        "RIGID" => PragmaKind::Rigid,
        "SPEC" => PragmaKind::Spec,
        _ => return None,
    };
    Some((&text[..text.len() - word_start.len() + length], kind))
}
