//! Text to tokens, one form at a time, each with its exact place.

mod number;
mod string;

use erlang_term::Atom;

use crate::diagnostics::Diagnostic;
use crate::source::{FileId, Pos, Span};
use crate::token::{Lexeme, Symbol, Token};

/// As many characters as an atom may have.
const LONGEST_ATOM: usize = 255;

struct Lexer<'a> {
    text: &'a str,
    /// Bytes read so far.
    offset: usize,
    /// Where the next character stands.
    pos: Pos,
    /// The file that tokens are said to be in.
    file: FileId,
    settings: Settings,
    problems: Vec<Diagnostic>,
}

/// How far a text has been read. `-file` changes where it is said to be.
#[derive(Clone, Copy)]
pub struct ReadPosition {
    offset: usize,
    pub pos: Pos,
    pub file: FileId,
}

impl ReadPosition {
    pub fn start_of(file: FileId) -> ReadPosition {
        ReadPosition { offset: 0, pos: Pos { line: 1, column: 1 }, file }
    }

    /// The span of nothing at this place.
    pub fn span(self) -> Span {
        Span { file: self.file, start: self.pos, end: self.pos }
    }
}

/// What depends on the release and on `-feature`.
#[derive(Clone, Copy)]
pub struct Settings {
    /// Whether `maybe` and `else` are reserved words.
    pub maybe: bool,
    /// Whether `"""` always begins a triple-quoted string, and adjacent strings need space between
    /// them (OTP 27).
    pub strict_strings: bool,
}

/// Reads tokens up to and including the next full stop, or to the end of the text; none when there
/// are none left.
pub fn read_form(text: &str, place: &mut ReadPosition, settings: Settings) -> (Vec<Token>, Vec<Diagnostic>) {
    let ReadPosition { offset, pos, file } = *place;
    let mut lexer = Lexer { text, offset, pos, file, settings, problems: Vec::new() };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.token() {
        let last = token.is(Symbol::FullStop);
        tokens.push(token);
        if last {
            break;
        }
    }
    *place = ReadPosition { offset: lexer.offset, pos: lexer.pos, file };
    (tokens, lexer.problems)
}

impl<'a> Lexer<'a> {
    fn token(&mut self) -> Option<Token> {
        loop {
            self.skip_blanks();
            let start = self.pos;
            let lexeme = match self.peek()? {
                'a'..='z' | 'ß'..='ö' | 'ø'..='ÿ' => self.word(start),
                'A'..='Z' | '_' | 'À'..='Ö' | 'Ø'..='Þ' => {
                    let name = self.name();
                    let name = self.atom(start, name);
                    Some(Lexeme::Variable(name))
                }
                '0'..='9' => self.number(start),
                '"' => self.string(start),
                '\'' => self.quoted_atom(start),
                '$' => self.character(start),
                '~' => self.sigil(start),
                _ => self.symbol(start).map(Lexeme::Symbol),
            };
            // Without a lexeme, the problem is reported and the text behind it skipped.
            if let Some(lexeme) = lexeme {
                return Some(Token { span: self.span_from(start), lexeme });
            }
        }
    }

    fn skip_blanks(&mut self) {
        while let Some(c) = self.peek() {
            match c {
                '%' => {
                    let rest = &self.text[self.offset..];
                    let comment = &rest[..rest.find('\n').unwrap_or(rest.len())];
                    self.offset += comment.len();
                    self.pos.column += comment.chars().count() as u32;
                }
                _ if is_white_space(c) => {
                    self.bump();
                }
                _ => break,
            }
        }
    }

    fn word(&mut self, start: Pos) -> Option<Lexeme> {
        let name = self.name();
        Some(match Symbol::reserved(name) {
            Some(Symbol::Maybe | Symbol::Else) if !self.settings.maybe => Lexeme::Atom(Atom::new(name)),
            Some(word) => Lexeme::Symbol(word),
            None => Lexeme::Atom(self.atom(start, name)),
        })
    }

    fn name(&mut self) -> &'a str {
        let start = self.offset;
        while self.peek().is_some_and(is_name_character) {
            self.bump();
        }
        &self.text[start..self.offset]
    }

    fn atom(&mut self, start: Pos, name: &str) -> Atom {
        if name.len() > LONGEST_ATOM && name.chars().count() > LONGEST_ATOM {
            let problem = Diagnostic::error(self.span_from(start), "this name is too long")
                .help(format!("atoms and variables have at most {LONGEST_ATOM} characters"));
            self.problems.push(problem);
        }
        Atom::new(name)
    }

    fn quoted_atom(&mut self, start: Pos) -> Option<Lexeme> {
        self.bump();
        let characters = self.quoted(start, "quoted atom", '\'', true)?;
        // Escapes cannot make a surrogate, so every character is one.
        let name: String = characters.into_iter().filter_map(char::from_u32).collect();
        Some(Lexeme::Atom(self.atom(start, &name)))
    }

    fn symbol(&mut self, start: Pos) -> Option<Symbol> {
        use Symbol::*;
        /// Longest first.
        const SYMBOLS: &[(&str, Symbol)] = &[
            ("...", Ellipsis),
            ("=:=", EqualColonEqual),
            ("=/=", EqualSlashEqual),
            ("<:-", StrictLeftArrow),
            ("<:=", StrictLeftDoubleArrow),
            ("..", DotDot),
            ("<<", LeftBinary),
            (">>", RightBinary),
            ("->", Arrow),
            ("<-", LeftArrow),
            ("<=", LeftDoubleArrow),
            ("=>", FatArrow),
            (":=", ColonEqual),
            ("?=", QuestionEqual),
            ("==", EqualEqual),
            ("/=", SlashEqual),
            ("=<", EqualLess),
            (">=", GreaterEqual),
            ("++", PlusPlus),
            ("--", MinusMinus),
            ("||", BarBar),
            ("::", ColonColon),
            ("&&", AndAnd),
            ("(", LeftParen),
            (")", RightParen),
            ("[", LeftBracket),
            ("]", RightBracket),
            ("{", LeftBrace),
            ("}", RightBrace),
            (",", Comma),
            (";", Semicolon),
            (":", Colon),
            ("#", Hash),
            ("|", Bar),
            ("?", Question),
            ("=", Equal),
            ("!", Bang),
            ("<", Less),
            (">", Greater),
            ("+", Plus),
            ("-", Minus),
            ("*", Star),
            ("/", Slash),
        ];
        let rest = &self.text.as_bytes()[self.offset..];
        // The most frequent ones need no search.
        let single = match rest[0] {
            b',' => Some(Comma),
            b'(' => Some(LeftParen),
            b')' => Some(RightParen),
            b'{' => Some(LeftBrace),
            b'}' => Some(RightBrace),
            b'[' => Some(LeftBracket),
            b']' => Some(RightBracket),
            b';' => Some(Semicolon),
            b'.' if rest.get(1) != Some(&b'.') => {
                let next = self.text[self.offset + 1..].chars().next();
                let ends = next.is_none_or(|c| c == '%' || is_white_space(c));
                Some(if ends { FullStop } else { Period })
            }
            _ => None,
        };
        if let Some(symbol) = single {
            self.advance(1);
            return Some(symbol);
        }
        if let Some((text, symbol)) = SYMBOLS.iter().find(|(text, _)| rest.starts_with(text.as_bytes())) {
            self.advance(text.len());
            return Some(*symbol);
        }
        let c = self.bump()?;
        let shown = if c.is_control() { format!("U+{:04X}", c as u32) } else { c.to_string() };
        let mut problem =
            Diagnostic::error(self.span_from(start), format!("the character `{shown}` has no meaning here"));
        if matches!(c, '“' | '”' | '„' | '‘' | '’') {
            problem = problem.help("use straight quotes: \"…\" for strings, '…' for atoms");
        }
        self.problems.push(problem);
        None
    }

    fn span_from(&self, start: Pos) -> Span {
        Span { file: self.file, start, end: self.pos }
    }

    fn peek(&self) -> Option<char> {
        match *self.text.as_bytes().get(self.offset)? {
            byte @ 0..0x80 => Some(byte as char),
            _ => self.text[self.offset..].chars().next(),
        }
    }

    /// The character `n` after the next, if all of them are ASCII.
    fn peek_ascii(&self, n: usize) -> Option<char> {
        let bytes = self.text.as_bytes().get(self.offset..=self.offset + n)?;
        bytes.is_ascii().then_some(bytes[n] as char)
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.offset += c.len_utf8();
        if c == '\n' {
            self.pos = Pos { line: self.pos.line.saturating_add(1), column: 1 };
        } else {
            self.pos.column += 1;
        }
        Some(c)
    }

    /// Over `count` ASCII characters, none of them a new line.
    fn advance(&mut self, count: usize) {
        self.offset += count;
        self.pos.column += count as u32;
    }
}

pub fn is_white_space(c: char) -> bool {
    matches!(c, '\0'..=' ' | '\u{80}'..='\u{a0}')
}

pub fn is_name_character(c: char) -> bool {
    matches!(c, 'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '@' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ÿ')
}
