//! The tokens of a text, with what the layout rule needs to know of them.

use num_bigint::BigInt;

use crate::ast::PragmaKind;
use crate::source::Span;

#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// `map`, `xs'`, `L.find`; also `_x`. TOY: variables and functions.
    Var(String),
    /// `Just`, `M.Map`. TOY: a declared constructor, in lower case.
    Con(String),
    /// `+`, `.`, `L.\\`
    VarSym(String),
    /// `:`, `:%`
    ConSym(String),
    Integer(BigInt),
    Float(f64),
    Char(char),
    String(String),
    Keyword(Keyword),
    /// `{-# TRUST` and the like.
    Pragma(PragmaKind),
    /// `#-}` of such a pragma.
    PragmaEnd,
    /// What is wrong was said by the lexer already.
    Bad,
    End,
    /// Layout: a line begins where the items of the current block begin.
    NewItem,
    /// Layout: a line begins further left than the items of the current block.
    BlockEnd,
}

macro_rules! keywords {
    ($($variant:ident $text:literal,)*) => {
        /// Reserved words, reserved operators and brackets.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Keyword { $($variant,)* }

        impl Keyword {
            const ALL: &[(Keyword, &str)] = &[$((Keyword::$variant, $text),)*];

            pub fn text(self) -> &'static str {
                match self { $(Keyword::$variant => $text,)* }
            }
        }
    };
}

keywords! {
    Case "case", Class "class", Data "data", Default "default", Deriving "deriving", Do "do", Else "else", Foreign "foreign",
    If "if", Import "import", In "in", Infix "infix", Infixl "infixl", Infixr "infixr", Instance "instance", Let "let",
    Module "module", Newtype "newtype", Of "of", Then "then", Type "type", Where "where", Underscore "_",
    DotDot "..", ColonColon "::", Equals "=", Backslash "\\", Bar "|", LeftArrow "<-", RightArrow "->", At "@",
    Tilde "~", FatArrow "=>", Condition "<==", Clause ":-",
    ParenOpen "(", ParenClose ")", BracketOpen "[", BracketClose "]", BraceOpen "{", BraceClose "}",
    Comma ",", Semicolon ";", Backquote "`",
}

impl Keyword {
    pub fn of(text: &str) -> Option<Keyword> {
        Keyword::ALL.iter().find(|(_, known)| *known == text).map(|(keyword, _)| *keyword)
    }

    pub fn opens(self) -> bool {
        matches!(self, Keyword::ParenOpen | Keyword::BracketOpen | Keyword::BraceOpen)
    }

    pub fn closes(self) -> bool {
        matches!(self, Keyword::ParenClose | Keyword::BracketClose | Keyword::BraceClose)
    }
}

/// A token in its place.
#[derive(Clone, Debug)]
pub struct Lexeme {
    pub token: Token,
    pub span: Span,
    /// The column that layout sees: tabs reach to the next multiple of eight.
    pub indent: u32,
    /// First of its line.
    pub first: bool,
    /// White space (or an opening bracket, or a comma) stands before it.
    pub spaced: bool,
}

impl Token {
    /// As it should be called when it is where it should not be.
    pub fn describe(&self) -> String {
        match self {
            Token::Var(text) | Token::Con(text) | Token::VarSym(text) | Token::ConSym(text) => {
                format!("`{text}`")
            }
            Token::Integer(value) => format!("`{value}`"),
            Token::Float(value) => format!("`{value}`"),
            Token::Char(value) => format!("{value:?}"),
            Token::String(_) => "a string".to_owned(),
            Token::Keyword(keyword) => format!("`{}`", keyword.text()),
            Token::Pragma(_) => "a pragma".to_owned(),
            Token::PragmaEnd => "`#-}`".to_owned(),
            Token::Bad => "a character without a meaning".to_owned(),
            Token::End => "the end of the text".to_owned(),
            Token::NewItem | Token::BlockEnd => "the end of this item".to_owned(),
        }
    }
}
