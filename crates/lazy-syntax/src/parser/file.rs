//! A whole file: its header, imports and top-level declarations. What is wrong with one declaration
//! does not hide what is wrong with the next. Also what is asked of a program.

mod classes;
mod data;
mod top;

use std::collections::HashSet;

pub use classes::{RawClass, RawInstance};

use super::declarations::Declaration;
use super::{Block, Parse, Parser};
use crate::ast::{
    BindingKind, DataId, FunctionId, Name, PragmaKind, QualifierKind, Query, QueryKind, Signature, TypeId,
    VarId,
};
use crate::diagnostics::Diagnostic;
use crate::library::{OVERLOADED, STRING};
use crate::source::Span;
use crate::token::{Keyword, Lexeme, Token};

/// What a file declares; the trees are in the program.
#[derive(Default)]
pub struct ParsedFile {
    pub imports: Vec<Import>,
    /// None: everything is exported.
    pub exports: Option<Vec<Item>>,
    pub data: Vec<DataId>,
    /// Indices into the program's.
    pub synonyms: Vec<usize>,
    pub classes: Vec<RawClass>,
    pub instances: Vec<RawInstance>,
    pub functions: Vec<FunctionId>,
    /// Methods of instances, and what methods are where an instance does not define them: no name
    /// in scope means them.
    pub hidden: Vec<FunctionId>,
    pub pragmas: Vec<RawPragma>,
    /// Of `deriving instance`: the class, and the name of the type.
    pub standalone: Vec<(Name, Span, Name)>,
    /// Candidates for a type that nothing decides, in order.
    pub defaults: Option<Vec<TypeId>>,
}

/// `import [qualified] M [as A] [hiding] (names)`
pub struct Import {
    pub span: Span,
    pub module: String,
    pub qualified: bool,
    pub alias: Option<String>,
    pub hiding: bool,
    pub items: Option<Vec<Item>>,
}

/// Of an import or export list.
#[derive(Clone, Debug)]
pub struct Item {
    pub name: Name,
    pub span: Span,
    pub parts: Parts,
    /// `module M`
    pub is_module: bool,
}

/// What comes with a type or class: `T`, `T (..)`, `T (A, b)`.
#[derive(Clone, PartialEq, Debug)]
pub enum Parts {
    None,
    All,
    These(Vec<Name>),
}

pub struct RawPragma {
    pub span: Span,
    pub kind: PragmaKind,
    pub names: Vec<(Name, Span)>,
}

impl Parser<'_> {
    pub fn file(mut self) -> ParsedFile {
        let exports = self.header().unwrap_or_else(|_| {
            self.skip_to_column(1);
            None
        });
        ParsedFile { exports, ..self.declarations_to_end() }
    }

    /// A module of the library, and the names that it exports: `module M` among them stands for all
    /// that M does.
    pub fn module(mut self) -> (Vec<Name>, ParsedFile) {
        let exports = self.exporting_header().unwrap_or_default();
        (exports, self.declarations_to_end())
    }

    /// As [`Parser::file`], with strings as the extension has them.
    pub fn file_with_overloaded_strings(mut self) -> ParsedFile {
        let place = self.span();
        self.overloaded = true;
        let mut file = self.file();
        file.imports.push(Import {
            span: place,
            module: STRING.to_owned(),
            qualified: true,
            alias: Some(OVERLOADED.to_owned()),
            hiding: false,
            items: None,
        });
        file
    }

    fn declarations_to_end(mut self) -> ParsedFile {
        let mut file = ParsedFile::default();
        let explicit = self.eat(Keyword::BraceOpen);
        let column = self.lexemes[self.at].indent;
        self.blocks.push(if explicit { Block::Explicit } else { Block::Layout(column) });
        self.begun = Some(self.at);
        let mut declarations = Vec::new();
        loop {
            match self.token() {
                Token::NewItem => self.begun = Some(self.at),
                Token::Keyword(Keyword::Semicolon) => {
                    self.bump();
                }
                Token::Keyword(Keyword::BraceClose) if explicit => {
                    self.bump();
                    self.blocks.clear();
                    if *self.token() != Token::End {
                        self.unexpected("the end of the text");
                    }
                    break;
                }
                Token::End => break,
                Token::BlockEnd if *self.raw(0) == Token::End => break,
                _ => {
                    let start = self.at;
                    let result =
                        self.top_level(&mut file, &mut declarations).and_then(|()| self.end_of_item());
                    if result.is_err() {
                        self.blocks.truncate(1);
                        self.depth = 0;
                        // What went wrong may be that the next item begins already.
                        let lexeme = &self.lexemes[self.at];
                        if self.at == start || !lexeme.first || lexeme.indent > column {
                            self.skip_to_column(column);
                        }
                    }
                }
            }
        }
        self.finish(&mut file, declarations);
        file
    }

    /// `module M (exports) where`
    fn header(&mut self) -> Parse<Option<Vec<Item>>> {
        if !self.eat(Keyword::Module) {
            return Ok(None);
        }
        let Token::Con(_) = self.token() else { return Err(self.unexpected("the name of the module")) };
        self.bump();
        let mut exports = None;
        if self.is(Keyword::ParenOpen) {
            let close = self.partner[self.at];
            if close == self.at {
                return Err(self.unexpected("exports in parentheses"));
            }
            exports = Some(self.import_items()?);
        }
        self.expect(Keyword::Where, "after the header of the module")?;
        Ok(exports)
    }

    fn exporting_header(&mut self) -> Parse<Vec<Name>> {
        self.expect(Keyword::Module, "at the beginning")?;
        self.bump();
        let exports = self.import_items()?;
        self.expect(Keyword::Where, "after the header of the module")?;
        Ok(exports.into_iter().map(|item| item.name).collect())
    }

    /// An item ends where the next begins.
    fn end_of_item(&mut self) -> Parse<()> {
        match self.token() {
            Token::NewItem | Token::BlockEnd | Token::End => Ok(()),
            Token::Keyword(Keyword::Semicolon) => Ok(()),
            Token::Keyword(Keyword::BraceClose) if matches!(self.blocks.last(), Some(Block::Explicit)) => {
                Ok(())
            }
            Token::Keyword(Keyword::Condition) => {
                let span = self.span();
                self.fail_at(span, "a condition `<==` belongs after `= e`, and not after a guard")
            }
            Token::Keyword(keyword) if keyword.closes() => {
                let (span, text) = (self.span(), keyword.text());
                self.fail_at(span, format!("this `{text}` has no matching opening bracket"))
            }
            _ => Err(self.unexpected("an operator or the end of the declaration")),
        }
    }

    /// Goes to the next line that begins at `column` or further left.
    fn skip_to_column(&mut self, column: u32) {
        while !matches!(self.lexemes[self.at].token, Token::End) {
            self.bump();
            let lexeme = &self.lexemes[self.at];
            if lexeme.first && lexeme.indent <= column {
                break;
            }
        }
        // A line further left than the first one is read as an item all the same.
        if self.lexemes[self.at].token != Token::End {
            self.begun = Some(self.at);
            self.blocks.truncate(1);
            if let Some(Block::Layout(start)) = self.blocks.first_mut() {
                *start = (*start).min(self.lexemes[self.at].indent);
            }
        }
    }

    /// A type by itself.
    pub fn lone_signature(mut self) -> Option<Signature> {
        self.signature().ok()
    }

    /// What `-e` asks: an expression, or (mode flp) a goal.
    pub fn query(mut self) -> Option<Query> {
        let start = self.span();
        self.query_here(start).ok()
    }

    fn query_here(&mut self, start: Span) -> Parse<Query> {
        if *self.token() == Token::End {
            return self.fail_at(start, "there is nothing to evaluate");
        }
        let (kind, free) = if self.flp() {
            let qualifiers = self.goal_qualifiers()?;
            let free = self.goal_variables()?;
            match &qualifiers[..] {
                [one] => match one.kind {
                    QualifierKind::Holds(expr) => (QueryKind::Expression(expr), free),
                    _ => (QueryKind::Goal(qualifiers), free),
                },
                _ => (QueryKind::Goal(qualifiers), free),
            }
        } else {
            (QueryKind::Expression(self.expr()?), Vec::new())
        };
        if *self.token() != Token::End {
            return Err(self.unexpected("an operator or the end of the expression"));
        }
        Ok(Query {
            span: start.to(self.last_span()),
            kind,
            free,
            types: Vec::new(),
            ty: None,
            is_performed: false,
        })
    }

    /// `where x, y free`
    fn goal_variables(&mut self) -> Parse<Vec<VarId>> {
        let mut free = Vec::new();
        if self.eat(Keyword::Where) {
            for binding in self.bindings()?.all {
                match binding.kind {
                    BindingKind::Free(variables) => free.extend(variables),
                    _ => return self.fail_at(binding.span, "only `x, y free` is allowed here"),
                }
            }
        }
        Ok(free)
    }

    fn finish(mut self, file: &mut ParsedFile, declarations: Vec<Declaration>) {
        for (class, span, name) in std::mem::take(&mut file.standalone) {
            match file.data.iter().find(|data| self.program[**data].name == name) {
                Some(data) => self.program[*data].deriving.push((class, span)),
                None => {
                    let message = "not supported: a deriving declaration apart from the file of its type";
                    self.problems.push(Diagnostic::error(span, message));
                }
            }
        }
        let bindings = super::declarations::Grouping::new(&mut self, true).group(declarations);
        for binding in bindings {
            match binding.kind {
                BindingKind::Function(function) => file.functions.push(function),
                BindingKind::Pattern { pattern, rhs } if !self.flp() => {
                    self.top_level_pattern(file, binding.span, pattern, rhs);
                }
                BindingKind::Pattern { .. } => {
                    let message = "not supported: a pattern binding at the top of a functional-logic program";
                    let problem = Diagnostic::error(binding.span, message);
                    self.problems.push(problem.help("bind it in a `where`, or define each name separately"));
                }
                BindingKind::Free(_) | BindingKind::Value { .. } => {
                    let problem = Diagnostic::error(
                        binding.span,
                        "variables are declared free inside a rule or a goal",
                    );
                    self.problems.push(problem);
                }
            }
        }
    }
}

/// TOY writes constructors in lower case: those of the `data` declarations of the text and of those
/// before it, and the truth values.
pub(super) fn classify_toy_names(program: &super::Program, lexemes: &mut [Lexeme]) {
    let known = program.visible.constructors.keys().map(|name| program.text(*name).to_owned());
    let mut constructors: HashSet<String> = known.collect();
    let mut at = 0;
    while at < lexemes.len() {
        if lexemes[at].token != Token::Keyword(Keyword::Data) {
            at += 1;
            continue;
        }
        let column = lexemes[at].indent;
        let mut expects = false;
        at += 1;
        while at < lexemes.len() && !(lexemes[at].first && lexemes[at].indent <= column) {
            match &lexemes[at].token {
                Token::Var(text) if expects => {
                    constructors.insert(text.clone());
                    expects = false;
                }
                Token::Keyword(Keyword::Equals | Keyword::Bar) => expects = true,
                _ => expects = false,
            }
            at += 1;
        }
    }
    for lexeme in lexemes {
        let Token::Var(text) = &lexeme.token else { continue };
        let name = match text.as_str() {
            "true" => "True",
            "false" => "False",
            text if constructors.contains(text) => text,
            _ => continue,
        };
        lexeme.token = Token::Con(name.to_owned());
    }
}
