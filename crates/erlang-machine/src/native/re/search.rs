//! Finding matches of an expression in a subject.

use std::cell::RefCell;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use fancy_regex::{Regex, RegexBuilder, RegexInput};

use super::emit::{Mode, emit};
use super::options::{CompileOptions, RunOptions};
use super::parse::{Parsed, Problem, parse};
use crate::Raise;

/// A parsed expression, with the engines made for the ways in which it has been run.
pub struct Expression {
    parsed: Parsed,
    options: CompileOptions,
    engines: RefCell<HashMap<Mode, Rc<Regex>>>,
}

/// Where the whole and each group begin and end in the text of the subject.
pub type Match = Vec<Option<(usize, usize)>>;

type Recent = HashMap<(Vec<u8>, CompileOptions), Rc<Expression>>;

thread_local! {
    /// Programs match the same few expressions over and over.
    static RECENT: RefCell<Recent> = RefCell::default();
}

const MOST_RECENT: usize = 200;

/// As many as PCRE allows by default.
const BACKTRACKS: usize = 10_000_000;

impl Expression {
    pub fn parse(source: Vec<u8>, options: CompileOptions) -> Result<Rc<Expression>, Problem> {
        let key = (source, options);
        if let Some(expression) = RECENT.with_borrow(|recent| recent.get(&key).cloned()) {
            return Ok(expression);
        }
        let text: Vec<char> = match options.unicode {
            true => String::from_utf8_lossy(&key.0).chars().collect(),
            false => key.0.iter().map(|byte| char::from(*byte)).collect(),
        };
        let parsed = parse(&text, options.unicode, options.no_auto_capture, options.switches)?;
        let expression = Rc::new(Expression { parsed, options, engines: RefCell::default() });
        RECENT.with_borrow_mut(|recent| {
            if recent.len() >= MOST_RECENT {
                recent.clear();
            }
            recent.insert(key, expression.clone());
        });
        Ok(expression)
    }

    pub fn groups(&self) -> usize {
        self.parsed.groups
    }

    pub fn sorted_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.parsed.names.iter().map(|(name, _)| name.as_str()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The groups of this name.
    pub fn named(&self, name: &str) -> impl Iterator<Item = usize> {
        self.parsed.names.iter().filter(move |(known, _)| known == name).map(|(_, group)| *group)
    }

    fn engine(&self, mode: Mode) -> Result<Rc<Regex>, Raise> {
        if let Some(engine) = self.engines.borrow().get(&mode) {
            return Ok(engine.clone());
        }
        let engine = RegexBuilder::new(&emit(&self.parsed.tree, mode)).backtrack_limit(BACKTRACKS).build();
        let engine = engine.map_err(|error| {
            Raise::unsupported(format!("re: an expression that the engine rejects: {error}"))
        })?;
        let engine = Rc::new(engine);
        self.engines.borrow_mut().insert(mode, engine.clone());
        Ok(engine)
    }

    fn search(
        &self,
        subject: &Subject,
        start: usize,
        mode: Mode,
        anchored: bool,
    ) -> Result<Option<Match>, Raise> {
        let engine = self.engine(mode)?;
        let input = RegexInput::new(subject.text.as_str()).from_pos(start).anchored(anchored);
        // The engine has been seen to panic on odd expressions: its mistake must not take the
        // machine down.
        let found = catch_unwind(AssertUnwindSafe(|| engine.captures_input(input)));
        let found = found.map_err(|_| Raise::unsupported("re: an expression that the engine fails on"))?;
        let found =
            found.map_err(|_| Raise::unsupported("re: an expression that takes this long to match"))?;
        let place = |group: fancy_regex::Match<'_>| (group.start(), group.end());
        let found: Option<Match> = found.map(|groups| groups.iter().map(|group| group.map(place)).collect());
        Ok(found.filter(|groups| !self.options.firstline || in_first_line(subject, start, groups)))
    }

    /// A match here that is not empty.
    fn search_not_empty(&self, subject: &Subject, start: usize, mode: Mode) -> Result<Option<Match>, Raise> {
        self.search(subject, start, Mode { notempty_atstart: true, ..mode }, true)
    }

    fn mode(&self, options: &RunOptions) -> Mode {
        Mode {
            newline: self.options.newline,
            bsr_anycrlf: self.options.bsr_anycrlf,
            dollar_endonly: self.options.dollar_endonly,
            notbol: options.notbol,
            noteol: options.noteol,
            notempty_atstart: false,
        }
    }

    /// The first match from `start` on.
    pub fn find(
        &self,
        subject: &Subject,
        start: usize,
        options: &RunOptions,
    ) -> Result<Option<Match>, Raise> {
        let (mode, anchored) = (self.mode(options), options.anchored || self.options.anchored);
        if !options.notempty && !options.notempty_atstart {
            return self.search(subject, start, mode, anchored);
        }
        let mut at = Some(start);
        while let Some(position) = at {
            let found = self.search_not_empty(subject, position, mode)?;
            if found.is_some() || anchored {
                return Ok(found);
            }
            at = subject.after(position, false);
            if let (false, Some(next)) = (options.notempty, at) {
                return self.search(subject, next, mode, false);
            }
        }
        Ok(None)
    }

    /// All matches, as Perl's `/g` finds them: after an empty one, one that is not empty is tried
    /// at the same place.
    pub fn find_all(
        &self,
        subject: &Subject,
        start: usize,
        options: &RunOptions,
    ) -> Result<Vec<Match>, Raise> {
        let mode = self.mode(options);
        let (mut all, mut at) = (Vec::new(), Some(start));
        while let Some(position) = at {
            let Some(found) = self.find(subject, position, options)? else { break };
            let (begin, end) = found.first().copied().flatten().unwrap_or((position, position));
            all.push(found);
            at = if end > begin {
                Some(end)
            } else {
                // Where the search began, not where the match was: OTP does so.
                match self.search_not_empty(subject, position, mode)? {
                    Some(found) => {
                        let length = found
                            .first()
                            .copied()
                            .flatten()
                            .map_or(0, |(begin, end)| end.saturating_sub(begin));
                        all.push(found);
                        if length > 0 {
                            Some(begin + length)
                        } else {
                            subject.after(begin, self.options.has_crlf())
                        }
                    }
                    None => subject.after(begin, self.options.has_crlf()),
                }
            };
        }
        Ok(all)
    }
}

/// Does the match begin before, or at, the first end of a line from `start` on?
fn in_first_line(subject: &Subject, start: usize, groups: &Match) -> bool {
    let Some((begin, _)) = groups.first().copied().flatten() else { return true };
    !subject.text[start..begin].contains('\n')
}

/// A subject as text: in Latin-1 each byte is a character.
pub struct Subject {
    text: String,
    bytes: Vec<u8>,
    is_unicode: bool,
    /// Where each byte stands in the text, if not at its own offset.
    places: Option<Vec<usize>>,
}

impl Subject {
    pub fn new(bytes: Vec<u8>, is_unicode: bool) -> Subject {
        if is_unicode || bytes.is_ascii() {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            return Subject { text, bytes, is_unicode, places: None };
        }
        let (mut text, mut places) =
            (String::with_capacity(bytes.len() * 2), Vec::with_capacity(bytes.len() + 1));
        for byte in &bytes {
            places.push(text.len());
            text.push(char::from(*byte));
        }
        places.push(text.len());
        Subject { text, bytes, is_unicode, places: Some(places) }
    }

    pub fn is_unicode(&self) -> bool {
        self.is_unicode
    }

    /// In bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The place in the text of an offset in bytes; none if no character begins there.
    pub fn position(&self, offset: usize) -> Option<usize> {
        match &self.places {
            Some(places) => places.get(offset).copied(),
            None => self.text.is_char_boundary(offset).then_some(offset),
        }
    }

    /// The offset in bytes of a place in the text.
    pub fn offset(&self, position: usize) -> usize {
        match &self.places {
            Some(places) => places.binary_search(&position).unwrap_or_else(|next| next),
            None => position,
        }
    }

    pub fn bytes(&self, start: usize, end: usize) -> &[u8] {
        self.bytes.get(self.offset(start)..self.offset(end)).unwrap_or_default()
    }

    /// The place after the next character, or after the next line end of two; none at the end.
    fn after(&self, position: usize, has_crlf: bool) -> Option<usize> {
        let rest = &self.text[position..];
        if has_crlf && rest.starts_with("\r\n") {
            return Some(position + 2);
        }
        rest.chars().next().map(|c| position + c.len_utf8())
    }
}
