//! The words of the language.

use std::rc::Rc;

use erlang_term::Atom;
use num_bigint::BigInt;

use crate::source::Span;

#[derive(Clone, Debug)]
pub struct Token {
    pub span: Span,
    pub lexeme: Lexeme,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Lexeme {
    Atom(Atom),
    Variable(Atom),
    Integer(Rc<BigInt>),
    Float(f64),
    Char(u32),
    /// Escapes and indentation are resolved.
    String(Rc<[u32]>),
    /// `~"…"`, `~b"…"`, `~B"…"`: a string that stands for its UTF-8 bytes.
    Binary(Rc<[u32]>),
    Symbol(Symbol),
    /// In place of something that is already reported.
    Error,
}

impl Token {
    pub fn is(&self, symbol: Symbol) -> bool {
        self.lexeme == Lexeme::Symbol(symbol)
    }
}

macro_rules! symbols {
    ($($name:ident $text:literal)*) => {
        /// Punctuation and reserved words.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Symbol { $($name),* }

        impl Symbol {
            pub fn text(self) -> &'static str {
                match self { $(Symbol::$name => $text),* }
            }
        }
    };
}

symbols! {
    LeftParen "(" RightParen ")" LeftBracket "[" RightBracket "]" LeftBrace "{" RightBrace "}"
    LeftBinary "<<" RightBinary ">>"
    Comma "," Semicolon ";" Colon ":" Hash "#" Bar "|" BarBar "||" Arrow "->" Question "?"
    Period "." DotDot ".." Ellipsis "..." ColonColon "::"
    // A full stop that ends a form: followed by white space, a comment or the end of the text.
    FullStop "."
    // Where a form breaks off because the text does; only the last token of a form.
    EndOfText ""
    LeftArrow "<-" StrictLeftArrow "<:-" LeftDoubleArrow "<=" StrictLeftDoubleArrow "<:=" AndAnd "&&"
    FatArrow "=>" ColonEqual ":=" QuestionEqual "?="
    Equal "=" Bang "!"
    EqualEqual "==" SlashEqual "/=" EqualLess "=<" Less "<" GreaterEqual ">=" Greater ">"
    EqualColonEqual "=:=" EqualSlashEqual "=/="
    Plus "+" Minus "-" Star "*" Slash "/" PlusPlus "++" MinusMinus "--"
    After "after" And "and" AndAlso "andalso" Band "band" Begin "begin" Bnot "bnot" Bor "bor" Bsl "bsl" Bsr "bsr"
    Bxor "bxor" Case "case" Catch "catch" Cond "cond" Div "div" End "end" Fun "fun" If "if" Let "let" Not "not"
    Of "of" Or "or" OrElse "orelse" Receive "receive" Rem "rem" Try "try" When "when" Xor "xor"
    // Reserved while the feature `maybe_expr` is enabled, otherwise atoms.
    Maybe "maybe" Else "else"
}

impl Symbol {
    /// The reserved word, if `name` is one.
    pub fn reserved(name: &str) -> Option<Symbol> {
        use Symbol::*;
        Some(match name {
            "after" => After,
            "and" => And,
            "andalso" => AndAlso,
            "band" => Band,
            "begin" => Begin,
            "bnot" => Bnot,
            "bor" => Bor,
            "bsl" => Bsl,
            "bsr" => Bsr,
            "bxor" => Bxor,
            "case" => Case,
            "catch" => Catch,
            "cond" => Cond,
            "div" => Div,
            "else" => Else,
            "end" => End,
            "fun" => Fun,
            "if" => If,
            "let" => Let,
            "maybe" => Maybe,
            "not" => Not,
            "of" => Of,
            "or" => Or,
            "orelse" => OrElse,
            "receive" => Receive,
            "rem" => Rem,
            "try" => Try,
            "when" => When,
            "xor" => Xor,
            _ => return None,
        })
    }
}
