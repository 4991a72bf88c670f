//! Tokens to the syntax tree, by recursive descent. The layout rule of Haskell is applied on the
//! way.
//!
//! A block that is opened without a brace ends where a line begins further left, or at a token that
//! cannot go on with its last item (Haskell's `parse-error(t)` rule): the item's parser stops
//! there, and the block leaves the token to its caller.

mod declarations;
mod expressions;
mod file;
mod lhs;
mod operators;
mod patterns;
mod qualifiers;
mod types;

use crate::ast::{Mode, Name, Program};
use crate::diagnostics::Diagnostic;
use crate::lexer::{self, Spelling};
use crate::prepare::has_extension;
use crate::source::{FileId, Span};
use crate::token::{Keyword, Lexeme, Token};

pub use file::{Import, Item, ParsedFile, Parts, RawClass, RawInstance, RawPragma};

/// How deep expressions, patterns and types may nest. All that walk the tree rely on it.
const MAX_DEPTH: u32 = 10_000;

/// The problem has been noted.
pub struct Failed;
pub type Parse<T> = Result<T, Failed>;

pub struct Parser<'a> {
    program: &'a mut Program,
    problems: &'a mut Vec<Diagnostic>,
    lexemes: Vec<Lexeme>,
    /// For each opening bracket the index of its closing one; otherwise, and where it is missing,
    /// the index itself.
    partner: Vec<usize>,
    at: usize,
    blocks: Vec<Block>,
    /// The token whose [`Token::NewItem`] has been seen.
    begun: Option<usize>,
    depth: u32,
    spelling: Spelling,
    /// String literals are of any type that strings can stand for.
    overloaded: bool,
    /// The variables of a signature's `forall` mean the same in the definition.
    scopes_types: bool,
    has_pattern_synonyms: bool,
    /// Whether patterns here may call functions, as in `last (xs ++ [x])` (Curry).
    functional: bool,
}

/// What makes a value of an overloaded string: no name that a person can write.
pub const FROM_STRING: &str = "OverloadedStrings.fromString";

#[derive(Clone, Copy)]
enum Block {
    /// In braces: layout is off.
    Explicit,
    /// Its items begin at this column.
    Layout(u32),
}

impl<'a> Parser<'a> {
    pub fn new(
        program: &'a mut Program,
        file: FileId,
        spelling: Spelling,
        problems: &'a mut Vec<Diagnostic>,
    ) -> Parser<'a> {
        let text = std::mem::take(&mut program.sources.files[file.0 as usize].text);
        let mut lexemes = lexer::lex(file, &text, program.mode, spelling, problems);
        program.sources.files[file.0 as usize].text = text;
        if spelling == Spelling::Toy {
            file::classify_toy_names(program, &mut lexemes);
            operators::scale_toy_fixities(&mut lexemes);
        }
        operators::note_fixities(program, &lexemes, problems);
        let partner = partners(&lexemes);
        let has_pattern_synonyms = has_extension(program.sources.whole(file), "PatternSynonyms");
        let scopes_types = has_extension(program.sources.whole(file), "ScopedTypeVariables");
        Parser {
            program,
            problems,
            lexemes,
            partner,
            at: 0,
            blocks: Vec::new(),
            begun: None,
            depth: 0,
            spelling,
            overloaded: false,
            scopes_types,
            has_pattern_synonyms,
            functional: false,
        }
    }

    // -------------------------------------------------------------------------------------- tokens

    /// The next token, as layout shows it.
    fn token(&self) -> &Token {
        let lexeme = &self.lexemes[self.at];
        if let Some(Block::Layout(column)) = self.blocks.last()
            && lexeme.first
        {
            if lexeme.indent < *column {
                return &Token::BlockEnd;
            }
            if lexeme.indent == *column && self.begun != Some(self.at) {
                return &Token::NewItem;
            }
        }
        &lexeme.token
    }

    /// The token `ahead` further on, whatever layout says.
    fn raw(&self, ahead: usize) -> &Token {
        &self.lexemes[(self.at + ahead).min(self.lexemes.len() - 1)].token
    }

    fn span(&self) -> Span {
        self.lexemes[self.at].span
    }

    /// The span of the token that was taken last.
    fn last_span(&self) -> Span {
        self.lexemes[self.at.saturating_sub(1)].span
    }

    /// Takes a token and returns where it was.
    fn bump(&mut self) -> Span {
        let span = self.span();
        if self.at + 1 < self.lexemes.len() {
            self.at += 1;
        }
        span
    }

    fn is(&self, keyword: Keyword) -> bool {
        *self.token() == Token::Keyword(keyword)
    }

    fn eat(&mut self, keyword: Keyword) -> bool {
        let there = self.is(keyword);
        if there {
            self.bump();
        }
        there
    }

    fn expect(&mut self, keyword: Keyword, after: &str) -> Parse<Span> {
        if self.is(keyword) {
            return Ok(self.bump());
        }
        Err(self.unexpected(&format!("`{}` {after}", keyword.text())))
    }

    /// Like `expect` for a bracket, and points at the one that it would close.
    fn expect_close(&mut self, keyword: Keyword, open: Span) -> Parse<Span> {
        if self.is(keyword) {
            return Ok(self.bump());
        }
        let problem = self.surprise(&format!("`{}`", keyword.text()));
        Err(self.fail(problem.label(open, "to close this")))
    }

    fn name(&mut self, text: &str) -> Name {
        self.program.names.intern(text)
    }

    fn flp(&self) -> bool {
        self.program.mode == Mode::FunctionalLogic
    }

    // -------------------------------------------------------------------------------------- layout

    /// Opens the braces of a record, in which layout means nothing.
    fn open_brace(&mut self) -> Span {
        let open = self.bump();
        self.blocks.push(Block::Explicit);
        open
    }

    fn close_brace(&mut self, open: Span) -> Parse<Span> {
        let close = self.expect_close(Keyword::BraceClose, open)?;
        self.blocks.pop();
        Ok(close)
    }

    /// The items of a block, in braces or by layout.
    fn block<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        let mut items = Vec::new();
        if self.is(Keyword::BraceOpen) {
            let open = self.bump();
            self.blocks.push(Block::Explicit);
            loop {
                while self.eat(Keyword::Semicolon) {}
                if self.is(Keyword::BraceClose) {
                    break;
                }
                items.push(item(self)?);
                if !self.is(Keyword::Semicolon) {
                    break;
                }
            }
            self.expect_close(Keyword::BraceClose, open)?;
            self.blocks.pop();
            return Ok(items);
        }
        let column = self.lexemes[self.at].indent;
        let enclosing = match self.blocks.last() {
            Some(Block::Layout(column)) => *column,
            Some(Block::Explicit) | None => 0,
        };
        if column <= enclosing {
            return Ok(items);
        }
        self.blocks.push(Block::Layout(column));
        self.begun = Some(self.at);
        loop {
            match self.token() {
                Token::NewItem => self.begun = Some(self.at),
                Token::Keyword(Keyword::Semicolon) => {
                    self.bump();
                }
                token if ends_block(token) => break,
                _ => {
                    items.push(item(self)?);
                    if !matches!(self.token(), Token::NewItem | Token::Keyword(Keyword::Semicolon)) {
                        break;
                    }
                }
            }
        }
        self.blocks.pop();
        Ok(items)
    }

    // -------------------------------------------------------------------------------------- errors

    fn fail(&mut self, problem: Diagnostic) -> Failed {
        // Of what the lexer said is wrong, nothing follows.
        if *self.raw(0) != Token::Bad {
            self.problems.push(problem);
        }
        Failed
    }

    fn fail_at<T>(&mut self, span: Span, message: impl Into<String>) -> Parse<T> {
        self.problems.push(Diagnostic::error(span, message));
        Err(Failed)
    }

    fn unexpected(&mut self, wanted: &str) -> Failed {
        let problem = self.surprise(wanted);
        self.fail(problem)
    }

    fn surprise(&self, wanted: &str) -> Diagnostic {
        let token = self.token();
        match token {
            Token::NewItem | Token::BlockEnd if *self.raw(0) != Token::End => {
                Diagnostic::error(self.span(), format!("expected {wanted}, but this line begins a new item"))
                    .help("to continue the line before it, indent this line further")
            }
            Token::NewItem | Token::BlockEnd => Diagnostic::error(
                self.last_span(),
                format!("expected {wanted} after this, but the text ends"),
            ),
            token => Diagnostic::error(self.span(), format!("expected {wanted}, found {}", token.describe())),
        }
    }

    /// One level deeper in the text, and on the stack.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            let span = self.span();
            return self.fail_at(span, "this is nested too deeply");
        }
        self.depth += 1;
        let result = recursion::deep(|| inner(self));
        self.depth -= 1;
        result
    }
}

/// Tokens that no item begins with: what was opened before the block goes on there.
fn ends_block(token: &Token) -> bool {
    use Keyword::*;
    match token {
        Token::BlockEnd | Token::End => true,
        Token::Keyword(keyword) => {
            keyword.closes()
                || matches!(keyword, Where | Of | Then | Else | In | Comma | Deriving | Bar | Equals)
        }
        _ => false,
    }
}

fn partners(lexemes: &[Lexeme]) -> Vec<usize> {
    let mut partner: Vec<usize> = (0..lexemes.len()).collect();
    let mut open = Vec::new();
    for (index, lexeme) in lexemes.iter().enumerate() {
        match lexeme.token {
            Token::Keyword(keyword) if keyword.opens() => open.push(index),
            Token::Keyword(keyword) if keyword.closes() => {
                if let Some(start) = open.pop() {
                    partner[start] = index;
                }
            }
            _ => {}
        }
    }
    partner
}
