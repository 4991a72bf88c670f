//! The macros that are defined, and `-define`.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use erlang_term::Atom;

use super::Preprocessor;
use super::expansion::count_arguments;
use crate::diagnostics::{Diagnostic, closest};
use crate::source::Span;
use crate::token::{Lexeme, Symbol, Token};

/// How a macro is told from others of the same name: the number of its arguments, if it takes
/// arguments at all.
pub(super) type Arity = Option<usize>;

pub(super) struct Macros {
    /// By name, so that suggestions come in order.
    definitions: BTreeMap<&'static str, Definition>,
    /// Those that are known to lead nowhere near themselves. Forgotten whenever a definition
    /// changes.
    straight: RefCell<HashSet<(Atom, Arity)>>,
}

pub(super) enum Definition {
    /// Known without `-define`. Without a value: not yet, as `?MODULE` before `-module`, or never,
    /// as `?FUNCTION_NAME` outside of functions.
    Predefined(Option<Lexeme>),
    /// By arity; never empty.
    Defined(Vec<Rc<Macro>>),
}

pub(super) struct Macro {
    pub name: Atom,
    pub arity: Arity,
    pub parameters: Vec<Atom>,
    pub body: Vec<Token>,
    /// The macros that the body mentions.
    uses: Vec<(Atom, Arity)>,
    defined_at: Span,
}

impl Macros {
    pub fn predefined(otp_release: u32) -> Macros {
        let atom = |name| Some(Lexeme::Atom(Atom::new(name)));
        let values = [
            ("FILE", None),
            ("FUNCTION_NAME", None),
            ("FUNCTION_ARITY", None),
            ("LINE", Some(Lexeme::Integer(Rc::new(1.into())))),
            ("MODULE", None),
            ("MODULE_STRING", None),
            ("BASE_MODULE", None),
            ("BASE_MODULE_STRING", None),
            ("MACHINE", atom("BEAM")),
            ("BEAM", atom("true")),
            ("OTP_RELEASE", Some(Lexeme::Integer(Rc::new(otp_release.into())))),
        ];
        let definitions =
            values.into_iter().map(|(name, value)| (name, Definition::Predefined(value))).collect();
        Macros { definitions, straight: RefCell::default() }
    }

    pub fn get(&self, name: Atom) -> Option<&Definition> {
        self.definitions.get(name.name())
    }

    /// What `defined(NAME)` says.
    pub fn is_known(&self, name: Atom) -> bool {
        self.get(name).is_some()
    }

    /// What `-ifdef(NAME)` says.
    pub fn has_value(&self, name: Atom) -> bool {
        !matches!(self.get(name), None | Some(Definition::Predefined(None)))
    }

    pub fn similar(&self, name: Atom) -> Option<&'static str> {
        closest(name.name(), self.definitions.keys().copied())
    }

    pub fn set_file(&mut self, name: &str) {
        self.predefine("FILE", Lexeme::String(name.chars().map(|c| c as u32).collect()));
    }

    pub fn set_module(&mut self, name: Atom) {
        self.predefine("MODULE", Lexeme::Atom(name));
        self.predefine("MODULE_STRING", Lexeme::String(name.name().chars().map(|c| c as u32).collect()));
    }

    fn predefine(&mut self, name: &'static str, value: Lexeme) {
        self.definitions.insert(name, Definition::Predefined(Some(value)));
    }

    pub fn define_constant(&mut self, name: Atom, body: Vec<Token>) {
        let definition = Macro::new(name, None, Vec::new(), body, Span::NONE);
        self.definitions.insert(name.name(), Definition::Defined(vec![definition]));
    }

    pub fn define_function(&mut self, name: Atom, parameters: &[Atom], body: Vec<Token>) {
        let definition = Macro::new(name, Some(parameters.len()), parameters.to_vec(), body, Span::NONE);
        self.definitions.insert(name.name(), Definition::Defined(vec![definition]));
    }

    pub fn undefine(&mut self, name: Atom) {
        self.straight.get_mut().clear();
        self.definitions.remove(name.name());
    }

    /// Adds an overloading.
    fn define(&mut self, definition: Rc<Macro>) -> Result<(), Diagnostic> {
        self.straight.get_mut().clear();
        let name = definition.name.name();
        let entry = self.definitions.entry(name).or_insert_with(|| Definition::Defined(Vec::new()));
        let Definition::Defined(all) = entry else {
            let message = format!("the macro `{name}` is predefined and cannot be defined again");
            return Err(Diagnostic::error(definition.defined_at, message));
        };
        if let Some(old) = all.iter().find(|old| old.arity == definition.arity) {
            let message =
                format!("the macro `{}` is already defined", shown(definition.name, definition.arity));
            let problem = Diagnostic::error(definition.defined_at, message);
            let problem = if old.defined_at.file == definition.defined_at.file && old.defined_at != Span::NONE
            {
                problem.label(old.defined_at, "here")
            } else {
                problem
            };
            return Err(problem.help(format!("use -undef({name}). first if that is what you want")));
        }
        all.push(definition);
        Ok(())
    }

    /// The definition that a use means.
    fn resolve(&self, name: Atom, arity: Arity) -> Option<&Rc<Macro>> {
        let Definition::Defined(all) = self.get(name)? else { return None };
        all.iter()
            .find(|found| found.arity == arity)
            .or_else(|| all.iter().find(|found| found.arity.is_none()))
    }

    /// Whether the expansion of a macro would lead back to itself, or to another that does.
    pub fn is_circular(&self, start: &Rc<Macro>) -> bool {
        let mut finished = self.straight.borrow_mut();
        if finished.contains(&(start.name, start.arity)) {
            return false;
        }
        let mut under_way: HashSet<(Atom, Arity)> = HashSet::from([(start.name, start.arity)]);
        let mut path = vec![(start, 0)];
        while let Some((definition, next)) = path.last_mut() {
            let Some(&(name, arity)) = definition.uses.get(*next) else {
                let key = (definition.name, definition.arity);
                under_way.remove(&key);
                finished.insert(key);
                path.pop();
                continue;
            };
            *next += 1;
            if let Some(used) = self.resolve(name, arity) {
                let key = (used.name, used.arity);
                if under_way.contains(&key) {
                    return true;
                }
                if !finished.contains(&key) {
                    under_way.insert(key);
                    path.push((used, 0));
                }
            }
        }
        false
    }
}

impl Macro {
    fn new(name: Atom, arity: Arity, parameters: Vec<Atom>, body: Vec<Token>, defined_at: Span) -> Rc<Macro> {
        let uses = body
            .iter()
            .enumerate()
            .filter(|(at, token)| {
                token.is(Symbol::Question) && !(*at > 0 && body[at - 1].is(Symbol::Question))
            })
            .filter_map(|(at, _)| match body.get(at + 1)?.lexeme {
                Lexeme::Atom(name) | Lexeme::Variable(name) => Some((name, count_arguments(&body[at + 2..]))),
                _ => None,
            })
            .collect();
        Rc::new(Macro { name, arity, parameters, body, uses, defined_at })
    }
}

impl Preprocessor<'_> {
    /// `(NAME, Body).`, `(NAME(A, B), Body).`
    pub(super) fn define(&mut self, span: Span, tokens: &[Token]) {
        let defined = definition(span, tokens).and_then(|definition| self.macros.define(definition));
        self.problems.extend(defined.err());
    }
}

fn definition(span: Span, tokens: &[Token]) -> Result<Rc<Macro>, Diagnostic> {
    let bad = |span| {
        Diagnostic::error(span, "this is not a definition of a macro")
            .help("write -define(NAME, …). or -define(NAME(A, B), ….).")
    };
    let [open, name, rest @ ..] = tokens else { return Err(bad(span)) };
    let (true, Lexeme::Atom(macro_name) | Lexeme::Variable(macro_name)) =
        (open.is(Symbol::LeftParen), &name.lexeme)
    else {
        return Err(bad(name.span));
    };
    let [.., close, stop] = rest else { return Err(bad(name.span)) };
    if !stop.is(Symbol::FullStop) || !close.is(Symbol::RightParen) {
        let problem = Diagnostic::error(stop.span, "the definition of the macro does not end with `).`");
        return Err(problem.label(open.span, "this `(` is not closed"));
    }
    let rest = &rest[..rest.len() - 2];
    match rest.first() {
        Some(comma) if comma.is(Symbol::Comma) => {
            Ok(Macro::new(*macro_name, None, Vec::new(), rest[1..].to_vec(), name.span))
        }
        Some(paren) if paren.is(Symbol::LeftParen) => {
            let (parameters, body) = parameters(&rest[1..]).ok_or_else(|| bad(paren.span))?;
            if let Some(twice) = duplicate(&parameters) {
                let message = format!("two parameters of this macro are named `{}`", twice.name());
                return Err(Diagnostic::error(name.span, message));
            }
            Ok(Macro::new(*macro_name, Some(parameters.len()), parameters, body.to_vec(), name.span))
        }
        Some(other) => Err(bad(other.span)),
        None => Err(bad(name.span)),
    }
}

/// `A, B), Body`
fn parameters(mut tokens: &[Token]) -> Option<(Vec<Atom>, &[Token])> {
    let mut names = Vec::new();
    loop {
        match tokens {
            [close, comma, body @ ..] if names.is_empty() && close.is(Symbol::RightParen) => {
                return comma.is(Symbol::Comma).then_some((names, body));
            }
            [Token { lexeme: Lexeme::Variable(name), .. }, next, rest @ ..] => {
                names.push(*name);
                if next.is(Symbol::RightParen) {
                    let (comma, body) = rest.split_first()?;
                    return comma.is(Symbol::Comma).then_some((names, body));
                }
                if !next.is(Symbol::Comma) {
                    return None;
                }
                tokens = rest;
            }
            _ => return None,
        }
    }
}

fn duplicate(names: &[Atom]) -> Option<Atom> {
    let mut seen = HashSet::new();
    names.iter().copied().find(|name| !seen.insert(*name))
}

/// `NAME` or `NAME/2`
pub(super) fn shown(name: Atom, arity: Arity) -> String {
    match arity {
        Some(arity) => format!("{}/{arity}", name.name()),
        None => name.name().to_owned(),
    }
}
