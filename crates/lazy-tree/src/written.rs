//! Terms of facts as they are written in a program: expressions, in which something stands for what
//! was never demanded, and patterns.

use crate::containers::takers;
use crate::fact::{Entry, Fact, Term, TermId};

/// Never demanded, or there is no judgement (hs); no answer (flp).
pub const HOLE: &str = "(case True of { False -> undefined })";

/// What stands for `_`, which may depend on where it stands.
pub trait Holes {
    /// What is known of a place.
    type At: Clone;

    /// The `index`-th part, from 0, of an application of `name` at this place; `->`: what the
    /// function there gives for one argument more than that.
    fn part(&mut self, at: &Self::At, name: &str, index: usize) -> Self::At;

    /// None: nothing can stand here, and so the term cannot be written.
    fn hole(&mut self, at: &Self::At) -> Option<String>;

    /// What stands for a logic variable. None: it cannot be written.
    fn variable(&mut self, _name: &str) -> Option<String> {
        None
    }
}

/// Demanding a hole is an error.
pub struct Plain;

impl Holes for Plain {
    type At = ();

    fn part(&mut self, (): &(), _name: &str, _index: usize) {}

    fn hole(&mut self, (): &()) -> Option<String> {
        Some(HOLE.to_owned())
    }
}

enum Task<At> {
    Term(TermId, At),
    /// In a pattern.
    Pattern(TermId),
    /// The pattern is complete, but for what stands in it for values of library types.
    Guards {
        is_first: bool,
    },
    Text(String),
}

impl Fact {
    /// The function, with its arguments. None: the call is not an application.
    pub fn function(&self) -> Option<(&str, &[TermId])> {
        match self.term(self.call) {
            Term::Node(name, arguments) => Some((name, arguments)),
            _ => None,
        }
    }

    pub fn value(&self) -> TermId {
        self.value
    }

    /// A constructor, literal or function with its parts. None: never demanded, or a variable.
    pub fn node(&self, term: TermId) -> Option<(&str, &[TermId])> {
        match self.term(term) {
            Term::Node(name, parts) => Some((name, parts)),
            _ => None,
        }
    }

    /// The name of a logic variable.
    pub fn variable(&self, term: TermId) -> Option<&str> {
        match self.term(term) {
            Term::Variable(name) => Some(name),
            _ => None,
        }
    }

    pub fn is_hole(&self, term: TermId) -> bool {
        *self.term(term) == Term::Hole
    }

    /// Whether some part of it was never demanded.
    pub fn has_hole(&self, term: TermId) -> bool {
        let mut left = vec![term];
        while let Some(term) = left.pop() {
            match self.term(term) {
                Term::Hole => return true,
                Term::Variable(_) => {}
                Term::Node(_, parts) => left.extend(parts),
                Term::Map(entries) => left.extend(entries.iter().map(|entry| entry.result)),
            }
        }
        false
    }

    /// A term as it is written in a program. None for what cannot be written there.
    pub fn written<H: Holes>(
        &self,
        root: TermId,
        at: H::At,
        is_pattern: bool,
        holes: &mut H,
    ) -> Option<String> {
        let mut text = String::new();
        let mut todo = match is_pattern {
            true => vec![Task::Guards { is_first: true }, Task::Pattern(root)],
            false => vec![Task::Term(root, at)],
        };
        // Variables of patterns for values that are taken apart by functions, and how many there
        // were.
        let (mut taken, mut count) = (Vec::<(String, Taken<'_>)>::new(), 0);
        let mut variable = || {
            count += 1;
            format!("part{count}")
        };
        while let Some(task) = todo.pop() {
            let (id, at) = match task {
                Task::Guards { is_first } => {
                    // Parts may have such values in them again: those come after.
                    if let Some((variable, what)) = taken.pop() {
                        text.push_str(if is_first { " | " } else { ", " });
                        todo.push(Task::Guards { is_first: false });
                        match what {
                            Taken::Apart(takers, parts) => todo.extend(guard(&variable, takers, parts)),
                            Taken::Applied(entry) => todo.extend(self.application(&variable, entry)?),
                        }
                    }
                    continue;
                }
                Task::Text(plain) => {
                    text.push_str(&plain);
                    continue;
                }
                Task::Term(id, at) => (id, Some(at)),
                Task::Pattern(id) => (id, None),
            };
            let mut pieces = match (self.term(id), at) {
                (Term::Hole, None) => vec![Task::Text("_".to_owned())],
                (Term::Hole, Some(at)) => vec![Task::Text(holes.hole(&at)?)],
                (Term::Variable(name), _) => vec![Task::Text(holes.variable(name)?)],
                (Term::Map(entries), None) => {
                    let variable = variable();
                    taken.extend(entries.iter().map(|entry| (variable.clone(), Taken::Applied(entry))));
                    vec![Task::Text(variable)]
                }
                (Term::Map(entries), Some(at)) => map(entries, |index| holes.part(&at, "->", index)),
                (Term::Node(name, parts), None) => match takers(name, parts.len()) {
                    Some(takers) => {
                        let variable = variable();
                        taken.push((variable.clone(), Taken::Apart(takers, parts)));
                        vec![Task::Text(variable)]
                    }
                    None => self.pieces(name, parts, true, &mut |id, _| Task::Pattern(id))?,
                },
                (Term::Node(name, parts), Some(at)) => {
                    let mut part = |id, index| Task::Term(id, holes.part(&at, name, index));
                    self.pieces(name, parts, false, &mut part)?
                }
            };
            pieces.reverse();
            todo.append(&mut pieces);
        }
        Some(text)
    }

    fn pieces<At>(
        &self,
        name: &str,
        parts: &[TermId],
        is_pattern: bool,
        part: &mut dyn FnMut(TermId, usize) -> Task<At>,
    ) -> Option<Vec<Task<At>>> {
        let first = name.chars().next()?;
        let is_function = first.is_lowercase() || first == '_';
        let mut pieces: Vec<Task<At>> = Vec::new();
        let mut plain = |text: &str| pieces.push(Task::Text(text.to_owned()));
        match (name, parts) {
            // A local function cannot be called from outside.
            _ if is_function && name.contains('.') => return None,
            ("(,)", items) => {
                for (index, item) in items.iter().enumerate() {
                    pieces.push(Task::Text(if index == 0 { "(" } else { ", " }.to_owned()));
                    pieces.push(part(*item, index));
                }
                pieces.push(Task::Text(if items.is_empty() { "()" } else { ")" }.to_owned()));
            }
            (_, []) if name.starts_with('\\') && is_pattern => return None,
            (_, []) if name.starts_with('\\') => plain(&format!("({name})")),
            (_, []) if is_function && is_pattern => plain(&format!("(fun {name})")),
            (_, []) if is_negative_number(name) => plain(&format!("({name})")),
            (_, []) if is_symbol(name) => plain(&format!("({name})")),
            (_, []) => plain(name),
            // A chain of several operators was not taken apart.
            (operator, [left, right]) if is_symbol(operator) => {
                plain("(");
                pieces.push(part(*left, 0));
                pieces.push(Task::Text(format!(" {operator} ")));
                pieces.push(part(*right, 1));
                pieces.push(Task::Text(")".to_owned()));
            }
            (_, _) if is_symbol(name) || name.contains(' ') || name.starts_with('{') => return None,
            (_, parts) => {
                plain(&format!("({name}"));
                for (index, argument) in parts.iter().enumerate() {
                    pieces.push(Task::Text(" ".to_owned()));
                    match self.term(*argument) {
                        // `{a = 1, b = 2}`
                        Term::Node(names, values) if names.starts_with('{') => {
                            let names = names.trim_matches(['{', '}']).split(',');
                            for (field, (name, value)) in names.zip(values).enumerate() {
                                let before = if field == 0 { "{" } else { ", " };
                                pieces.push(Task::Text(format!("{before}{name} = ")));
                                pieces.push(part(*value, field));
                            }
                            pieces.push(Task::Text("}".to_owned()));
                        }
                        _ => pieces.push(part(*argument, index)),
                    }
                }
                pieces.push(Task::Text(")".to_owned()));
            }
        }
        Some(pieces)
    }
}

/// A function that is known by what it was applied to: nobody knows what it is elsewhere. `at`:
/// where what it gives for this many arguments stands.
fn map<At>(entries: &[Entry], mut at: impl FnMut(usize) -> At) -> Vec<Task<At>> {
    let Some(count) = entries.iter().map(|entry| entry.arguments.len()).min() else {
        return vec![Task::Text(HOLE.to_owned())];
    };
    let names: Vec<String> = (1..=count).map(|number| format!("x{number}")).collect();
    let head = format!("(\\{} -> case ({}) of {{ ", names.join(" "), names.join(", "));
    let mut pieces = vec![Task::Text(head)];
    for Entry { arguments, result } in entries {
        for (index, argument) in arguments.iter().enumerate() {
            if index == count {
                pieces.extend(arrow());
            }
            pieces.push(Task::Text(match index {
                0 => "(".to_owned(),
                // Of a function that is given its arguments a few at a time.
                _ if index == count => "\\".to_owned(),
                _ if index > count => " ".to_owned(),
                _ => ", ".to_owned(),
            }));
            match index < count {
                true => pieces.push(Task::Pattern(*argument)),
                false => pieces.push(Task::Text(format!("y{index}"))),
            }
        }
        if arguments.len() == count {
            pieces.extend(arrow());
        } else {
            let names: Vec<String> = (count..arguments.len()).map(|index| format!("y{index}")).collect();
            pieces.push(Task::Text(format!(" -> case ({}) of {{ (", names.join(", "))));
            for (index, argument) in arguments.iter().enumerate().skip(count) {
                pieces.push(Task::Text(if index == count { "" } else { ", " }.to_owned()));
                pieces.push(Task::Pattern(*argument));
            }
            pieces.extend(arrow());
        }
        pieces.push(Task::Term(*result, at(arguments.len().saturating_sub(1))));
        let end = if arguments.len() == count { "; ".to_owned() } else { format!("; _ -> {HOLE} }}; ") };
        pieces.push(Task::Text(end));
    }
    pieces.push(Task::Text(format!("_ -> {HOLE} }})")));
    pieces
}

/// After the patterns of an alternative.
fn arrow<At>() -> [Task<At>; 3] {
    [Task::Text(")".to_owned()), Task::Guards { is_first: true }, Task::Text(" -> ".to_owned())]
}

/// What is asked of a value that has no pattern.
enum Taken<'a> {
    /// Its parts, by these functions.
    Apart(&'a [&'a str], &'a [TermId]),
    /// What it gives if it is applied: it is a function.
    Applied(&'a Entry),
}

impl Fact {
    /// `p <- f a b`, the last piece first.
    fn application<At>(&self, variable: &str, entry: &Entry) -> Option<Vec<Task<At>>> {
        let arguments = entry.arguments.iter().map(|argument| self.written(*argument, (), false, &mut Plain));
        let arguments: Vec<String> = arguments.collect::<Option<_>>()?;
        let call = format!(" <- ({variable} {})", arguments.join(" "));
        Some(vec![Task::Text(call), Task::Pattern(entry.result)])
    }
}

/// `p <- taker x`, the last piece first.
fn guard<At>(variable: &str, takers: &[&str], parts: &[TermId]) -> Vec<Task<At>> {
    let taken: Vec<String> = takers.iter().map(|taker| format!("{taker} {variable}")).collect();
    let mut pieces = vec![Task::Text("(".to_owned())];
    for (index, part) in parts.iter().enumerate() {
        pieces.extend((index > 0).then(|| Task::Text(", ".to_owned())));
        pieces.push(Task::Pattern(*part));
    }
    pieces.push(Task::Text(format!(") <- ({})", taken.join(", "))));
    pieces.reverse();
    pieces
}

fn is_negative_number(name: &str) -> bool {
    name.strip_prefix('-').is_some_and(|rest| rest.starts_with(|char: char| char.is_ascii_digit()))
}

fn is_symbol(name: &str) -> bool {
    name.chars().all(|char| "!#$%&*+./<=>?@\\^|-~:".contains(char))
}
