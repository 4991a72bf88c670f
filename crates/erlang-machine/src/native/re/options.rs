//! The options of `re:compile/2` and `re:run/3`.

use erlang_term::Term;

use super::emit::Newline;
use super::parse::Switches;
use crate::Raise;
use crate::native::arguments::{items, size};
use crate::native::iolists::iodata;
use crate::native::unicode::to_utf8;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CompileOptions {
    pub switches: Switches,
    pub unicode: bool,
    pub anchored: bool,
    pub dollar_endonly: bool,
    pub no_auto_capture: bool,
    pub newline: Newline,
    pub bsr_anycrlf: bool,
    /// A match must begin in the first line.
    pub firstline: bool,
}

impl CompileOptions {
    pub fn read(options: &Term) -> Result<CompileOptions, Raise> {
        let (mut read, mut items) = (CompileOptions::default(), items(options));
        for option in items.by_ref() {
            if !read.accept(option)? {
                return Err(Raise::badarg());
            }
        }
        if items.ends_well() { Ok(read) } else { Err(Raise::badarg()) }
    }

    /// Takes up an option if it is one for compiling.
    fn accept(&mut self, option: &Term) -> Result<bool, Raise> {
        if let Some(newline) = newline(option)? {
            self.newline = newline;
            return Ok(true);
        }
        let Term::Atom(name) = option else { return Ok(false) };
        match name.name() {
            "unicode" => self.unicode = true,
            "anchored" => self.anchored = true,
            "caseless" => self.switches.caseless = true,
            "dollar_endonly" => self.dollar_endonly = true,
            "dotall" => self.switches.dotall = true,
            "extended" => self.switches.extended = true,
            "multiline" => self.switches.multiline = true,
            "no_auto_capture" => self.no_auto_capture = true,
            "dupnames" => self.switches.dupnames = true,
            "ungreedy" => self.switches.ungreedy = true,
            "bsr_anycrlf" => self.bsr_anycrlf = true,
            // The defaults, and a hint to PCRE's optimiser.
            "bsr_unicode" | "no_start_optimize" => {}
            "firstline" => self.firstline = true,
            "ucp" | "never_utf" => {
                return Err(Raise::unsupported(format!("re: the option {}", name.name())));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether a line may end in two characters.
    pub fn has_crlf(&self) -> bool {
        !matches!(self.newline, Newline::Lf | Newline::Cr)
    }

    /// An expression or a subject as bytes. None if they should be UTF-8 and are not.
    pub fn text(&self, term: &Term) -> Result<Option<Vec<u8>>, Raise> {
        if !self.unicode {
            return iodata(term).map(|bytes| Some(bytes.into_owned()));
        }
        match (to_utf8(term)?, term) {
            (Some(text), _) => Ok(Some(text)),
            (None, Term::Bits(_)) => Ok(None),
            (None, _) => Err(Raise::badarg()),
        }
    }
}

fn newline(option: &Term) -> Result<Option<Newline>, Raise> {
    let Some([Term::Atom(key), Term::Atom(value)]) = option.as_tuple() else { return Ok(None) };
    if key.name() != "newline" {
        return Ok(None);
    }
    Ok(Some(match value.name() {
        "lf" => Newline::Lf,
        "cr" => Newline::Cr,
        "crlf" => Newline::CrLf,
        "anycrlf" => Newline::AnyCrLf,
        "any" => Newline::Any,
        _ => return Err(Raise::badarg()),
    }))
}

#[derive(Debug)]
pub struct RunOptions {
    pub anchored: bool,
    pub global: bool,
    pub notbol: bool,
    pub noteol: bool,
    pub notempty: bool,
    pub notempty_atstart: bool,
    pub report_errors: bool,
    pub offset: usize,
    pub capture: Capture,
    pub shape: Shape,
}

/// Which groups to return.
#[derive(Debug)]
pub enum Capture {
    All,
    AllButFirst,
    AllNames,
    First,
    None,
    These(Vec<Wanted>),
}

#[derive(Debug)]
pub enum Wanted {
    Number(usize),
    Name(String),
}

/// In which form to return them.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    Index,
    List,
    Binary,
}

impl RunOptions {
    /// Together with those for compiling, which a compiled expression has already.
    pub fn read(
        options: &Term,
        compiled: Option<CompileOptions>,
    ) -> Result<(CompileOptions, RunOptions), Raise> {
        let mut run = RunOptions {
            anchored: false,
            global: false,
            notbol: false,
            noteol: false,
            notempty: false,
            notempty_atstart: false,
            report_errors: false,
            offset: 0,
            capture: Capture::All,
            shape: Shape::Index,
        };
        let mut compile = compiled.unwrap_or_default();
        let mut items = items(options);
        for option in items.by_ref() {
            let taken = run.accept(option)?
                || match (compiled, newline(option)?) {
                    (Some(_), Some(newline)) => {
                        compile.newline = newline;
                        true
                    }
                    (Some(_), None) => false,
                    (None, _) => compile.accept(option)?,
                };
            if !taken {
                return Err(Raise::badarg());
            }
        }
        if items.ends_well() { Ok((compile, run)) } else { Err(Raise::badarg()) }
    }

    fn accept(&mut self, option: &Term) -> Result<bool, Raise> {
        if let Term::Atom(name) = option {
            match name.name() {
                "anchored" => self.anchored = true,
                "global" => self.global = true,
                "notbol" => self.notbol = true,
                "noteol" => self.noteol = true,
                "notempty" => self.notempty = true,
                "notempty_atstart" => self.notempty_atstart = true,
                "report_errors" => self.report_errors = true,
                _ => return Ok(false),
            }
            return Ok(true);
        }
        let Some([Term::Atom(key), values @ ..]) = option.as_tuple() else { return Ok(false) };
        match (key.name(), values) {
            ("offset", [offset]) => self.offset = size(offset)?,
            ("match_limit" | "match_limit_recursion", [_]) => {
                return Err(Raise::unsupported(format!("re: the option {}", key.name())));
            }
            ("capture", [what]) => (self.capture, self.shape) = (capture(what)?, Shape::Index),
            ("capture", [what, Term::Atom(shape)]) => {
                self.capture = capture(what)?;
                self.shape = match shape.name() {
                    "index" => Shape::Index,
                    "list" => Shape::List,
                    "binary" => Shape::Binary,
                    _ => return Err(Raise::badarg()),
                };
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn capture(what: &Term) -> Result<Capture, Raise> {
    if let Term::Atom(name) = what {
        return Ok(match name.name() {
            "all" => Capture::All,
            "all_but_first" => Capture::AllButFirst,
            "all_names" => Capture::AllNames,
            "first" => Capture::First,
            "none" => Capture::None,
            _ => return Err(Raise::badarg()),
        });
    }
    let mut items = items(what);
    let wanted = items.by_ref().map(|item| match item {
        Term::Int(_) => size(item).map(Wanted::Number),
        Term::Atom(name) => Ok(Wanted::Name(name.name().into())),
        _ => Ok(Wanted::Name(iodata(item)?.iter().map(|byte| char::from(*byte)).collect())),
    });
    let wanted = wanted.collect::<Result<Vec<_>, _>>()?;
    if items.ends_well() { Ok(Capture::These(wanted)) } else { Err(Raise::badarg()) }
}
