//! Directives and macros: from the text of a module and of what it includes, the tokens of each
//! form.

mod condition;
mod expansion;
mod macros;
mod stringify;

use erlang_term::Atom;

use crate::diagnostics::Diagnostic;
use crate::encoding;
use crate::lexer::{ReadPosition, Settings, read_form};
use crate::module::Options;
use crate::source::{FileId, SourceFile, Sources, Span};
use crate::token::{Lexeme, Symbol, Token};
use macros::Macros;

/// How deep files may include each other, as in OTP.
const DEEPEST_INCLUDE: usize = 8;

pub struct Preprocessor<'a> {
    options: &'a Options<'a>,
    settings: Settings,
    macros: Macros,
    /// The file being read last, under it those that include it.
    files: Vec<OpenFile>,
    /// Whether `-feature` may still come.
    in_prefix: bool,
    problems: Vec<Diagnostic>,
}

struct OpenFile {
    /// Whose text it is, whatever `-file` says.
    text: FileId,
    place: ReadPosition,
    conditionals: Vec<Conditional>,
}

/// An `-if` or `-ifdef` that has not met its `-endif`.
struct Conditional {
    opened: Span,
    branch: Branch,
    seen_else: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Branch {
    /// Its forms count.
    Active,
    /// No condition has been true yet.
    Waiting,
    /// One was true, or all of this is skipped anyway.
    Done,
}

/// The tokens of a form, macros expanded, ending with a full stop or the end of the text.
pub struct PreparedForm {
    pub tokens: Vec<Token>,
    /// Something in it is already reported: what else is wrong with it may follow from that.
    pub broken: bool,
}

impl<'a> Preprocessor<'a> {
    /// Reads the first of the `sources`.
    pub fn new(options: &'a Options<'a>, sources: &Sources) -> Preprocessor<'a> {
        let maybe = options.features.iter().rev().find(|(name, _)| name == MAYBE);
        let settings = Settings {
            maybe: maybe.map_or(options.otp_release >= 27, |(_, enabled)| *enabled),
            strict_strings: options.otp_release >= 27,
        };
        let mut preprocessor = Preprocessor {
            options,
            settings,
            macros: Macros::predefined(options.otp_release),
            files: Vec::new(),
            in_prefix: true,
            problems: Vec::new(),
        };
        preprocessor.set_feature_macros();
        for (name, value) in &options.defines {
            let tokens = preprocessor.read_text(value.as_deref().unwrap_or("true"));
            preprocessor.macros.define_constant(Atom::new(name), tokens);
        }
        preprocessor.enter(FileId(0), sources);
        preprocessor
    }

    /// The next form that the parser should see.
    pub fn next_form(&mut self, sources: &mut Sources) -> Option<PreparedForm> {
        loop {
            let file = self.files.last_mut()?;
            let text = sources.files[file.text.0 as usize].text.as_deref().unwrap_or_default();
            let (tokens, lexical) = read_form(text, &mut file.place, self.settings);
            let skipping = file.conditionals.last().is_some_and(|open| open.branch != Branch::Active);
            let broken = !lexical.is_empty() && !skipping;
            if broken {
                self.problems.extend(lexical);
            }
            if tokens.is_empty() {
                self.leave(sources);
                continue;
            }
            match directive(&tokens) {
                Some((name, span)) if self.conditional(name, span, &tokens, skipping) => {}
                _ if skipping => {}
                Some((name, span)) if self.directive(name, span, &tokens, sources) => {}
                _ => return Some(self.expand_form(tokens, broken, sources)),
            }
        }
    }

    pub fn take_problems(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.problems)
    }

    fn expand_form(&mut self, tokens: Vec<Token>, broken: bool, sources: &mut Sources) -> PreparedForm {
        let reported = self.problems.len();
        let mut tokens = self.expand(tokens);
        self.close(&mut tokens);
        self.note_module(&tokens);
        if let [minus, Token { lexeme: Lexeme::Atom(name), .. }, ..] = tokens.as_slice()
            && minus.is(Symbol::Minus)
        {
            self.in_prefix &= name.name() == "module";
            if name.name() == "file" {
                self.change_place(&tokens, sources);
            }
        } else {
            self.in_prefix = false;
        }
        let broken = broken || self.problems.len() > reported;
        PreparedForm { tokens, broken }
    }

    fn expand(&mut self, tokens: Vec<Token>) -> Vec<Token> {
        expansion::expand(&self.macros, tokens, &mut self.problems)
    }

    /// Makes sure that the last token is one that ends a form.
    fn close(&self, tokens: &mut Vec<Token>) {
        if !tokens.last().is_some_and(|token| token.is(Symbol::FullStop)) {
            let span = self.files.last().map_or(Span::NONE, |file| file.place.span());
            tokens.push(Token { span, lexeme: Lexeme::Symbol(Symbol::EndOfText) });
        }
    }

    /// `-module(m).` gives `?MODULE` its value.
    fn note_module(&mut self, tokens: &[Token]) {
        if let [
            minus,
            Token { lexeme: Lexeme::Atom(module), .. },
            open,
            Token { lexeme: Lexeme::Atom(name), .. },
            ..,
        ] = tokens
            && minus.is(Symbol::Minus)
            && module.name() == "module"
            && open.is(Symbol::LeftParen)
        {
            self.macros.set_module(*name);
        }
    }

    /// Handles `-if` and its kin, also where forms are skipped. False if it is something else.
    fn conditional(&mut self, name: &str, span: Span, tokens: &[Token], skipping: bool) -> bool {
        let opens = matches!(name, "if" | "ifdef" | "ifndef");
        if !opens && !matches!(name, "elif" | "else" | "endif") {
            return false;
        }
        if opens {
            let holds = !skipping && self.condition(name, span, tokens);
            let branch = match (skipping, holds) {
                (true, _) => Branch::Done,
                (_, true) => Branch::Active,
                _ => Branch::Waiting,
            };
            if let Some(file) = self.files.last_mut() {
                file.conditionals.push(Conditional { opened: span, branch, seen_else: false });
            }
            return true;
        }
        if name != "elif" && !tokens[2..].first().is_some_and(|token| token.is(Symbol::FullStop)) {
            self.problems.push(Diagnostic::error(span, format!("only a full stop may follow `-{name}`")));
        }
        let Some(open) = self.files.last_mut().and_then(|file| file.conditionals.last_mut()) else {
            let message = format!("this `-{name}` has no matching `-if` or `-ifdef`");
            self.problems.push(Diagnostic::error(span, message));
            return true;
        };
        if name == "endif" {
            self.files.last_mut().and_then(|file| file.conditionals.pop());
            return true;
        }
        if open.seen_else {
            let message = format!("`-{name}` cannot follow `-else`");
            self.problems.push(
                Diagnostic::error(span, message).label(open.opened, "of the condition that begins here"),
            );
            open.branch = Branch::Done;
            return true;
        }
        open.seen_else = name == "else";
        let branch = open.branch;
        let branch = match branch {
            Branch::Active | Branch::Done => Branch::Done,
            Branch::Waiting if name == "else" || self.condition("if", span, tokens) => Branch::Active,
            Branch::Waiting => Branch::Waiting,
        };
        if let Some(open) = self.files.last_mut().and_then(|file| file.conditionals.last_mut()) {
            open.branch = branch;
        }
        true
    }

    fn condition(&mut self, name: &str, span: Span, tokens: &[Token]) -> bool {
        if name == "if" {
            let mut tokens = self.expand(tokens[2..].to_vec());
            self.close(&mut tokens);
            return condition::holds(&self.macros, tokens, span, &mut self.problems);
        }
        match name_argument(tokens) {
            Some(macro_name) => self.macros.has_value(macro_name) == (name == "ifdef"),
            None => {
                let problem = Diagnostic::error(span, format!("`-{name}` takes the name of a macro"));
                self.problems.push(problem.help(format!("as in -{name}(DEBUG).")));
                false
            }
        }
    }

    /// Obeys a directive that is not a condition. False if it is a form for the parser.
    fn directive(&mut self, name: &str, span: Span, tokens: &[Token], sources: &mut Sources) -> bool {
        match name {
            "define" => self.define(span, &tokens[2..]),
            "undef" => {
                self.in_prefix = false;
                match name_argument(tokens) {
                    Some(name) => self.macros.undefine(name),
                    None => self.problems.push(Diagnostic::error(span, "`-undef` takes the name of a macro")),
                }
            }
            "include" | "include_lib" => self.include(name, span, tokens, sources),
            "feature" => self.feature(span, tokens),
            "error" | "warning" => {
                self.in_prefix = false;
                self.announce(name, span, tokens, sources);
            }
            _ => return false,
        }
        true
    }

    fn include(&mut self, directive: &str, span: Span, tokens: &[Token], sources: &mut Sources) {
        let Some((name, name_span)) = string_argument(tokens) else {
            let problem =
                Diagnostic::error(span, format!("`-{directive}` takes the name of a file, a string"));
            self.problems.push(problem);
            return;
        };
        if self.files.len() > DEEPEST_INCLUDE {
            let message = format!("files include each other more than {DEEPEST_INCLUDE} deep");
            self.problems.push(Diagnostic::error(name_span, message));
            return;
        }
        let from = self.files.last().map_or(FileId(0), |file| file.text);
        let from = sources.name(from);
        let mut found = self.options.include.include(from, &name);
        if directive == "include_lib" {
            found = found.or_else(|| self.options.include.include_lib(from, &name));
        }
        let Some((shown, bytes)) = found else {
            let help = match directive {
                "include" => {
                    "it is searched for next to the file that includes it, and in the folders given with -I"
                }
                _ => "its first part is the name of an application, as in \"kernel/include/file.hrl\"",
            };
            let message = format!("cannot find the file \"{name}\" to include");
            let problem = Diagnostic::error(name_span, message).help(help);
            self.problems.push(Diagnostic { missing_file: Some(name.into()), ..problem });
            return;
        };
        let id = FileId(sources.files.len() as u32);
        let (text, problem) = encoding::decode(&bytes, id);
        self.problems.extend(problem);
        sources.files.push(SourceFile { name: shown, text: Some(text) });
        self.enter(id, sources);
    }

    fn enter(&mut self, id: FileId, sources: &Sources) {
        self.files.push(OpenFile { text: id, place: ReadPosition::start_of(id), conditionals: Vec::new() });
        self.macros.set_file(sources.name(id));
    }

    fn leave(&mut self, sources: &Sources) {
        let Some(file) = self.files.pop() else { return };
        for open in file.conditionals {
            self.problems.push(Diagnostic::error(open.opened, "this condition has no `-endif`"));
        }
        if let Some(outer) = self.files.last() {
            self.macros.set_file(sources.name(outer.place.file));
        }
    }

    /// `-file("name", Line).`: what follows is said to be there.
    fn change_place(&mut self, tokens: &[Token], sources: &mut Sources) {
        let Some(file) = self.files.last_mut() else { return };
        let Some((name, line)) = file_arguments(tokens) else { return };
        let id = sources.files.iter().position(|file| file.name == name).unwrap_or_else(|| {
            sources.files.push(SourceFile { name: name.clone(), text: None });
            sources.files.len() - 1
        });
        let lines_since = file.place.pos.line.saturating_sub(tokens[0].span.start.line);
        file.place.file = FileId(id as u32);
        file.place.pos.line = line.saturating_add(lines_since);
        self.macros.set_file(&name);
    }

    fn feature(&mut self, span: Span, tokens: &[Token]) {
        let arguments: Vec<&str> = tokens[2..]
            .iter()
            .map(|token| match &token.lexeme {
                Lexeme::Atom(name) => name.name(),
                Lexeme::Symbol(symbol) => symbol.text(),
                _ => "",
            })
            .collect();
        let enable = match arguments.as_slice() {
            ["(", MAYBE, ",", "enable", ")", "."] => true,
            ["(", MAYBE, ",", "disable", ")", "."] => false,
            ["(", name, ",", "enable" | "disable", ")", "."] => {
                let problem = Diagnostic::error(span, format!("there is no feature `{name}`"));
                self.problems.push(problem.help(format!("the only feature is {MAYBE}")));
                return;
            }
            _ => {
                let problem =
                    Diagnostic::error(span, "`-feature` takes a feature, and `enable` or `disable`");
                self.problems.push(problem.help(format!("as in -feature({MAYBE}, enable).")));
                return;
            }
        };
        if !self.in_prefix {
            let problem = Diagnostic::error(span, "`-feature` must come before everything but `-module`");
            self.problems.push(problem);
            return;
        }
        self.settings.maybe = enable;
        self.set_feature_macros();
    }

    fn set_feature_macros(&mut self) {
        let available = format!("((X) == {MAYBE})");
        let enabled = if self.settings.maybe { &available } else { "false" };
        for (name, text) in [("FEATURE_AVAILABLE", available.as_str()), ("FEATURE_ENABLED", enabled)] {
            let tokens = self.read_text(text);
            self.macros.define_function(Atom::new(name), &[Atom::new("X")], tokens);
        }
    }

    /// The tokens of a text that comes from outside.
    fn read_text(&mut self, text: &str) -> Vec<Token> {
        let (mut tokens, problems) = read_form(text, &mut ReadPosition::start_of(FileId(0)), self.settings);
        self.problems.extend(problems.into_iter().map(|problem| Diagnostic { span: Span::NONE, ..problem }));
        tokens.iter_mut().for_each(|token| token.span = Span::NONE);
        tokens
    }

    /// `-error(Term).`, `-warning(Term).`
    fn announce(&mut self, directive: &str, span: Span, tokens: &[Token], sources: &Sources) {
        let text = match tokens {
            [_, _, open, Token { lexeme: Lexeme::String(text), .. }, close, _]
                if open.is(Symbol::LeftParen) && close.is(Symbol::RightParen) =>
            {
                text.iter().filter_map(|&c| char::from_u32(c)).collect()
            }
            [_, _, open, inner @ .., close, _]
                if !inner.is_empty() && open.is(Symbol::LeftParen) && close.is(Symbol::RightParen) =>
            {
                let span = inner.first().map(|first| first.span.to(inner[inner.len() - 1].span));
                span.and_then(|span| sources.text(span)).unwrap_or_default().to_owned()
            }
            _ => {
                let problem = Diagnostic::error(span, format!("`-{directive}` takes one term"));
                self.problems.push(problem);
                return;
            }
        };
        let message = format!("-{directive}: {text}");
        self.problems.push(match directive {
            "error" => Diagnostic::error(span, message),
            _ => Diagnostic::warning(span, message),
        });
    }
}

const MAYBE: &str = "maybe_expr";

/// The name of the directive or attribute that these tokens are.
fn directive(tokens: &[Token]) -> Option<(&'static str, Span)> {
    let [minus, name, _, ..] = tokens else { return None };
    let text = match name.lexeme {
        Lexeme::Atom(name) => name.name(),
        Lexeme::Symbol(Symbol::If) => "if",
        Lexeme::Symbol(Symbol::Else) => "else",
        _ => return None,
    };
    minus.is(Symbol::Minus).then_some((text, name.span))
}

/// `-directive(NAME).`
fn name_argument(tokens: &[Token]) -> Option<Atom> {
    match &tokens[2..] {
        [open, Token { lexeme: Lexeme::Atom(name) | Lexeme::Variable(name), .. }, close, stop]
            if open.is(Symbol::LeftParen) && close.is(Symbol::RightParen) && stop.is(Symbol::FullStop) =>
        {
            Some(*name)
        }
        _ => None,
    }
}

/// `-directive("some" "thing").`
fn string_argument(tokens: &[Token]) -> Option<(String, Span)> {
    match &tokens[2..] {
        [open, strings @ .., close, stop]
            if open.is(Symbol::LeftParen) && close.is(Symbol::RightParen) && stop.is(Symbol::FullStop) =>
        {
            let span = strings.first()?.span.to(strings.last()?.span);
            Some((joined(strings)?, span))
        }
        _ => None,
    }
}

fn joined(strings: &[Token]) -> Option<String> {
    let mut text = String::new();
    for token in strings {
        let Lexeme::String(more) = &token.lexeme else { return None };
        text.extend(more.iter().filter_map(|&c| char::from_u32(c)));
    }
    Some(text)
}

/// `-file("name", 12).`
fn file_arguments(tokens: &[Token]) -> Option<(String, u32)> {
    match &tokens[2..] {
        [open, name @ .., comma, Token { lexeme: Lexeme::Integer(line), .. }, close, stop]
            if open.is(Symbol::LeftParen)
                && comma.is(Symbol::Comma)
                && close.is(Symbol::RightParen)
                && stop.is(Symbol::FullStop)
                && !name.is_empty() =>
        {
            Some((joined(name)?, u32::try_from(&**line).ok()?))
        }
        _ => None,
    }
}
