//! A trace in memory, and as text: one event per line, as the papers write them.

use std::fmt::Write as _;
use std::io::{self, Read, Write};

use crate::event::{Event, EventId, Port, StackId, TextId, ThreadId};
use crate::format::{Reader, Recorded, Trouble, Writer};
use crate::tables::{Stacks, Texts};

/// All events of a short run.
#[derive(Clone, Default, Debug)]
pub struct Trace {
    pub texts: Texts,
    pub stacks: Stacks,
    events: Vec<(Event, ThreadId)>,
}

impl Trace {
    /// Reads as far as can be; what stopped it, if that was not the end.
    pub fn read(source: impl Read) -> (Trace, Option<Trouble>) {
        let mut reader = match Reader::new(source) {
            Ok(reader) => reader,
            Err(trouble) => return (Trace::default(), Some(trouble)),
        };
        let mut events = Vec::new();
        let trouble = loop {
            match reader.next_event() {
                Ok(Some(Recorded { event, thread, .. })) => events.push((event, thread)),
                Ok(None) => break None,
                Err(trouble) => break Some(trouble),
            }
        };
        let (texts, stacks) = reader.into_tables();
        (Trace { texts, stacks, events }, trouble)
    }

    /// The trace as a file.
    pub fn write<W: Write>(&self, out: W) -> io::Result<W> {
        let mut writer = Writer::new(out)?;
        for text in (0..self.texts.len() as u32).map(TextId) {
            writer.text(self.texts.get(text))?;
        }
        *writer.stacks() = self.stacks.clone();
        for (event, thread) in &self.events {
            writer.switch_to(*thread)?;
            writer.emit(*event)?;
        }
        writer.finish()
    }

    pub fn push(&mut self, event: Event, thread: ThreadId) -> EventId {
        self.events.push((event, thread));
        EventId(self.events.len() as u32 - 1)
    }

    pub fn events(&self) -> impl Iterator<Item = Recorded> + '_ {
        let numbered = self.events.iter().zip(0..);
        numbered.map(|((event, thread), id)| Recorded { id: EventId(id), event: *event, thread: *thread })
    }

    pub fn len(&self) -> usize {
        self.events.len()
    }

    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// `12: Con (Pc 3 1) True 0`, with `stack a b` behind it if there is one.
    pub fn line(&self, Recorded { id, event, .. }: Recorded) -> String {
        let name = |text: TextId| quoted(self.texts.get(text));
        let (mut line, stack) = match event {
            Event::Root { label, stack, is_constant } => {
                let constant = if is_constant { " constant" } else { "" };
                (format!("{id}: Root {}{constant}", name(label)), stack)
            }
            Event::Enter(at) => (format!("{id}: Enter {at}"), None),
            Event::Con { at, name: con, arity } => (format!("{id}: Con {at} {} {arity}", name(con)), None),
            Event::Lam(at) => (format!("{id}: Lam {at}"), None),
            Event::Raise { at, text } => (format!("{id}: Raise {at} {}", name(text)), None),
            Event::MapsTo { of, stack } => (format!("{id}: MapsTo (P {of})"), stack),
            Event::Use { label, stack } => (format!("{id}: Use {}", name(label)), stack),
        };
        if let Some(stack) = stack {
            line.push_str(" stack");
            for label in self.stacks.labels(stack) {
                let _ = write!(line, " {}", name(label));
            }
        }
        line
    }

    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut in_thread = ThreadId::MAIN;
        for recorded in self.events() {
            if recorded.thread != in_thread {
                in_thread = recorded.thread;
                let _ = writeln!(text, "thread {}", in_thread.0);
            }
            let _ = writeln!(text, "{}", self.line(recorded));
        }
        text
    }

    /// Reads what [`Trace::to_text`] writes. Empty lines, and the marks of the papers (`trivial`,
    /// `+ owner 3`), are passed over.
    pub fn from_text(text: &str) -> Result<Trace, String> {
        let mut trace = Trace::default();
        let mut thread = ThreadId::MAIN;
        for (line, number) in text.lines().zip(1..) {
            let mut words = Words(line)
                .collect::<Result<Vec<String>, String>>()
                .map_err(|e| format!("line {number}: {e}"))?
                .into_iter();
            let words: &mut dyn Iterator<Item = String> = &mut words;
            match words.next() {
                None => {}
                Some(word) if word == "thread" => {
                    let id = words.next().and_then(|id| id.parse().ok());
                    thread = ThreadId(id.ok_or_else(|| format!("line {number}: the thread is missing"))?);
                }
                Some(id) => {
                    if id.strip_suffix(':').and_then(|id| id.parse().ok()) != Some(trace.events.len()) {
                        return Err(format!(
                            "line {number}: expected event {}, found {id}",
                            trace.events.len()
                        ));
                    }
                    let event =
                        trace.event(words).ok_or_else(|| format!("line {number}: cannot be read: {line}"))?;
                    trace.push(event, thread);
                }
            }
        }
        Ok(trace)
    }

    fn event(&mut self, words: &mut dyn Iterator<Item = String>) -> Option<Event> {
        let mut event = match words.next()?.as_str() {
            "Root" => Event::Root { label: self.name(words)?, stack: None, is_constant: false },
            "Use" => Event::Use { label: self.name(words)?, stack: None },
            "MapsTo" => Event::MapsTo { of: self.port(words)?.event(), stack: None },
            "Enter" => Event::Enter(self.port(words)?),
            "Lam" => Event::Lam(self.port(words)?),
            "Raise" => Event::Raise { at: self.port(words)?, text: self.name(words)? },
            "Con" => {
                let (at, name) = (self.port(words)?, self.name(words)?);
                Event::Con { at, name, arity: words.next()?.parse().ok()? }
            }
            _ => return None,
        };
        let mut word = words.next();
        if let Event::Root { is_constant, .. } = &mut event
            && word.as_deref() == Some("constant")
        {
            *is_constant = true;
            word = words.next();
        }
        match (&mut event, word.as_deref()) {
            (_, None | Some("trivial" | "+" | "-")) => {}
            (
                Event::Root { stack, .. } | Event::Use { stack, .. } | Event::MapsTo { stack, .. },
                Some("stack"),
            ) => *stack = Some(self.stack(words)),
            _ => return None,
        }
        Some(event)
    }

    fn name(&mut self, words: &mut dyn Iterator<Item = String>) -> Option<TextId> {
        Some(self.texts.intern(&words.next()?).0)
    }

    fn stack(&mut self, words: &mut dyn Iterator<Item = String>) -> StackId {
        words.fold(StackId::EMPTY, |below, label| {
            let label = self.texts.intern(&label).0;
            self.stacks.intern(below, label).0
        })
    }

    fn port(&self, words: &mut dyn Iterator<Item = String>) -> Option<Port> {
        let number = |word: String| word.trim_end_matches(')').parse::<u32>().ok();
        let kind = words.next()?;
        let event = number(words.next()?)?;
        // The parent of the next event must be there.
        let event = (event < self.events.len() as u32).then_some(EventId(event))?;
        Some(match kind.as_str() {
            "(P" => Port::Whole(event),
            "(Pc" => Port::Field(event, number(words.next()?)?),
            "(Pa" => Port::Argument(event),
            "(Pr" => Port::Result(event),
            _ => return None,
        })
    }
}

/// As it is, unless it could be taken for something else.
fn quoted(name: &str) -> String {
    let is_plain = !name.is_empty() && !name.starts_with('"') && !name.contains(char::is_whitespace);
    if is_plain { name.to_owned() } else { format!("{name:?}") }
}

/// Words between spaces; one that begins with a quote goes on to the next.
struct Words<'a>(&'a str);

impl Iterator for Words<'_> {
    type Item = Result<String, String>;

    fn next(&mut self) -> Option<Self::Item> {
        let text = self.0.trim_start();
        if let Some(inside) = text.strip_prefix('"') {
            let mut word = String::new();
            let mut letters = inside.char_indices();
            while let Some((at, letter)) = letters.next() {
                match letter {
                    '"' => {
                        self.0 = &inside[at + 1..];
                        return Some(Ok(word));
                    }
                    '\\' => word.push(match letters.next() {
                        Some((_, 'n')) => '\n',
                        Some((_, 't')) => '\t',
                        Some((_, 'r')) => '\r',
                        Some((_, letter @ ('"' | '\\' | '\''))) => letter,
                        _ => return Some(Err("an unknown escape".into())),
                    }),
                    letter => word.push(letter),
                }
            }
            self.0 = "";
            return Some(Err("an unterminated quoted name".into()));
        }
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.0 = rest;
        (!word.is_empty()).then(|| Ok(word.to_owned()))
    }
}
