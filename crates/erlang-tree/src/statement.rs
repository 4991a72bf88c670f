//! Calls and values as text that reads back as Erlang: in one line for scripts and files, or folded
//! to the width of a terminal.

mod contents;
mod records;

use std::borrow::Cow;

use computation_tree::NodeId;
use erlang_machine::code::FunctionId;
use erlang_machine::program::Program;
use erlang_syntax::ast::{ExprId, Module};
use erlang_syntax::pretty;
use erlang_syntax::pretty::layout::{Doc, Documents};
use erlang_term::print::{Encoding, is_printable, write_atom, write_string, write_with};
use erlang_term::{Atom, Bits, Closure, Fun, Term};

use crate::call::{Call, CallOutcome, Clause};
use crate::subject::Subject;
use crate::tree::CallTree;
use contents::Made;

/// `merge:merge([b], [a], fun merge:comp/2)`
pub fn call(program: &Program, call: &Call) -> String {
    ONE_LINE.call(program, call)
}

/// The expression of a run.
pub fn expression(program: &Program, expression: &Subject) -> String {
    let (arguments, captured) = (Vec::new(), Vec::new());
    let (outcome, clause) = (CallOutcome::Unfinished, Clause::Unknown);
    call(program, &Call { subject: expression.clone(), arguments, captured, outcome, clause })
}

/// `lists:reverse([a, b])`, of whatever there is by that name.
pub fn application(program: &Program, module: Atom, function: Atom, arguments: &[Term]) -> String {
    let arguments: Vec<String> = arguments.iter().map(|argument| value(program, argument)).collect();
    format!("{}:{}({})", atom(module), atom(function), arguments.join(", "))
}

/// `[b, a]`
pub fn value(program: &Program, value: &Term) -> String {
    ONE_LINE.value(program, value)
}

/// The result of the call, as the statement has it.
pub fn claim(program: &Program, outcome: &CallOutcome) -> Claim {
    ONE_LINE.claim(program, outcome)
}

/// Whether people are shown any of these terms otherwise than programs are: a record, a container,
/// a regular expression is in it.
pub fn is_shown_otherwise<'t>(
    program: &Program,
    home: Option<Atom>,
    terms: impl Iterator<Item = &'t Term>,
) -> bool {
    let mut work: Vec<&Term> = terms.collect();
    while let Some(term) = work.pop() {
        match term {
            Term::Cons(cell) => work.extend([&cell.tail, &cell.head]),
            Term::Map(map) => work.extend(map.iter().flat_map(|(key, value)| [key, value])),
            Term::Tuple(elements) => {
                let is_otherwise = contents::regular_expression(term).is_some()
                    || contents::container(term, None).is_some()
                    || records::is_one(program, home, elements);
                if is_otherwise {
                    return true;
                }
                work.extend(elements.iter());
            }
            Term::Fun(fun) => {
                if let Fun::Closure(closure) = &**fun {
                    work.extend(&closure.environment);
                }
            }
            _ => {}
        }
    }
    false
}

/// A value that is shown field by field: a record of the sources, or a map with atoms as keys.
pub struct Fields {
    /// `#state`, or `map`
    pub kind: String,
    pub fields: Vec<Field>,
}

/// A field and its value.
#[derive(PartialEq)]
pub struct Field {
    pub name: String,
    pub value: Term,
    kept_by: Option<Atom>,
}

/// The fields of a value, if it has any.
pub fn fields(program: &Program, home: Option<Atom>, value: &Term) -> Option<Fields> {
    match value {
        Term::Tuple(elements) => {
            let (name, fields) = records::of(program, home, elements)?;
            let fields = fields.into_iter().zip(&elements[1..]).map(|(field, value)| Field {
                name: atom(field.name),
                value: value.clone(),
                kept_by: field.kept_by,
            });
            Some(Fields { kind: format!("#{}", atom(name)), fields: fields.collect() })
        }
        Term::Map(map) => {
            let field = |(key, value): (&Term, &Term)| {
                Some(Field { name: atom(key.as_atom()?), value: value.clone(), kept_by: None })
            };
            let fields: Vec<Field> = map.iter().map(field).collect::<Option<_>>()?;
            (fields.len() > 1).then(|| Fields { kind: "map".into(), fields })
        }
        _ => None,
    }
}

/// How much of a text is shown, and in lines of what width. A part that is left out is marked by
/// `...`.
#[derive(Clone, Copy, Debug)]
pub struct Fold {
    pub width: usize,
    /// Brackets inside brackets.
    pub depth: usize,
    /// Elements in a row.
    pub length: usize,
    /// Characters of a string, bytes of a binary.
    pub characters: usize,
    pub audience: Audience,
}

/// Who reads a text.
#[derive(Clone, Copy, Debug)]
pub enum Audience {
    /// Terms are written so that they read back as what they are.
    Programs,
    /// Records are shown by name and field, and containers of the library by what they hold.
    /// Records of the module `home` go before those of others.
    People { home: Option<Atom> },
}

/// Everything, in one line.
pub const ONE_LINE: Fold = Fold {
    width: usize::MAX,
    depth: usize::MAX,
    length: usize::MAX,
    characters: usize::MAX,
    audience: Audience::Programs,
};

/// One part of a statement that can be wrong by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    pub kind: ClaimKind,
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClaimKind {
    /// The variables of an expression. If one of them is wrong, so is what bound it
    /// ([`crate::zoom::Zoom::binder`]).
    Context,
    /// The message that a receive took: given, as variables are.
    Consumed,
    /// What came of it: a value, a clause that was entered, whether a pattern matches.
    Value,
    /// `error:badarg`
    Exception,
    /// The run was over before.
    Reached,
}

impl ClaimKind {
    /// As `--json` spells it.
    pub fn name(self) -> &'static str {
        match self {
            ClaimKind::Context => "context",
            ClaimKind::Consumed => "consumed",
            ClaimKind::Value => "value",
            ClaimKind::Exception => "exception",
            ClaimKind::Reached => "reached",
        }
    }
}

impl Fold {
    /// The same for people who look at code of this module.
    pub const fn for_people(self, home: Option<Atom>) -> Fold {
        Fold { audience: Audience::People { home }, ..self }
    }

    /// The same for people; if it is for people already, with the records that it knows.
    pub const fn for_readers(self, home: Option<Atom>) -> Fold {
        match self.audience {
            Audience::People { .. } => self,
            Audience::Programs => self.for_people(home),
        }
    }

    pub fn call(&self, program: &Program, call: &Call) -> String {
        self.print(program, |printer| printer.call(call))
    }

    pub fn value(&self, program: &Program, value: &Term) -> String {
        self.print(program, |printer| printer.term(value))
    }

    /// `items = [1, 2]`; what does not fit stands below the value.
    pub fn field(&self, program: &Program, field: &Field) -> String {
        let indent = field.name.chars().count() + " = ".len();
        let fold = Fold { width: self.width.saturating_sub(indent), ..*self };
        let value = fold.print(program, |printer| printer.term_of(&field.value, field.kept_by));
        format!("{} = {}", field.name, value.replace('\n', &format!("\n{}", " ".repeat(indent))))
    }

    pub fn claim(&self, program: &Program, outcome: &CallOutcome) -> Claim {
        match outcome {
            CallOutcome::Value(value) => Claim { kind: ClaimKind::Value, text: self.value(program, value) },
            CallOutcome::Exception { class, reason, .. } => {
                let text = format!("{}:{}", class.atom().name(), self.value(program, reason));
                Claim { kind: ClaimKind::Exception, text }
            }
            CallOutcome::Unfinished => Claim { kind: ClaimKind::Reached, text: "no value yet".into() },
        }
    }

    fn print(&self, program: &Program, make: impl FnOnce(&mut Printer) -> Doc) -> String {
        let mut printer = Printer { program, fold: *self, docs: Documents::default() };
        let doc = make(&mut printer);
        printer.docs.render(doc, self.width)
    }
}

impl CallTree {
    /// The statement of a node, in one line, and its claim.
    pub fn statement(&mut self, node: NodeId) -> (String, Claim) {
        let said = self.call(node);
        let program = &self.machine().program;
        (call(program, &said), claim(program, &said.outcome))
    }
}

fn atom(atom: Atom) -> String {
    let mut text = String::new();
    write_atom(&mut text, atom.name(), Encoding::Unicode);
    text
}

struct Printer<'p> {
    program: &'p Program,
    fold: Fold,
    docs: Documents,
}

/// What is still to be done to print a term: a depth of nesting costs memory, not stack.
enum Work {
    /// At this many levels of brackets, where containers of that module are expected.
    Print(Term, usize, Option<Atom>),
    /// Brackets around as many of the last documents.
    Brackets { open: Cow<'static, str>, count: usize, tail: Option<&'static str>, close: &'static str },
    /// `K => V`
    Association,
    /// `N = V`
    Binding(String),
    /// The expression of a fun, after this many bindings.
    Fun(FunctionId, usize),
}

const CUT: &str = "...";

impl Printer<'_> {
    fn call(&mut self, call: &Call) -> Doc {
        let subject = &call.subject;
        if subject.is_expression() {
            let body = subject.clauses().first().map_or(&[][..], |clause| &clause.body);
            return self.body(&subject.source, body);
        }
        let arguments: Vec<Doc> = call.arguments.iter().map(|argument| self.term(argument)).collect();
        let name = match subject.fun {
            None => self.docs.text(format!("{}:{}", atom(subject.module), atom(subject.function))),
            Some(_) => {
                let bindings = subject.captured.iter().zip(&call.captured);
                let bindings: Vec<Doc> = bindings
                    .map(|(name, value)| {
                        let value = self.term(value);
                        self.binding(name.name(), value)
                    })
                    .collect();
                let fun = self.fun(subject.id, bindings);
                let (open, close) = (self.docs.text("("), self.docs.text(")"));
                self.docs.concat(vec![open, fun, close])
            }
        };
        let arguments = self.brackets("(", arguments, None, ")");
        self.docs.concat(vec![name, arguments])
    }

    /// A term, with everything in it.
    fn term(&mut self, term: &Term) -> Doc {
        self.term_of(term, None)
    }

    /// The same where containers of a module are expected.
    fn term_of(&mut self, term: &Term, kept_by: Option<Atom>) -> Doc {
        let mut work = vec![Work::Print(term.clone(), 0, kept_by)];
        let mut done: Vec<Doc> = Vec::new();
        while let Some(next) = work.pop() {
            let doc = match next {
                Work::Print(term, depth, kept_by) => {
                    if self.contents(&term, depth, kept_by, &mut work) {
                        continue;
                    }
                    match self.leaf(&term, depth) {
                        Some(leaf) => leaf,
                        None => {
                            self.parts(&term, depth, &mut work);
                            continue;
                        }
                    }
                }
                Work::Brackets { open, count, tail, close } => {
                    let parts = done.split_off(done.len() - count);
                    self.brackets(open, parts, tail, close)
                }
                Work::Association => {
                    let parts = done.split_off(done.len() - 2);
                    let arrow = self.docs.text(" => ");
                    self.docs.concat(vec![parts[0], arrow, parts[1]])
                }
                Work::Binding(name) => match done.pop() {
                    Some(value) => self.binding(&name, value),
                    None => continue,
                },
                Work::Fun(id, count) => {
                    let bindings = done.split_off(done.len() - count);
                    self.fun(id, bindings)
                }
            };
            done.push(doc);
        }
        done.pop().unwrap_or_else(|| self.docs.text(""))
    }

    /// What the term is to its readers, if that is not how it is built: a record, a container of
    /// the library, a regular expression.
    fn contents(&self, term: &Term, depth: usize, kept_by: Option<Atom>, work: &mut Vec<Work>) -> bool {
        if !matches!(term, Term::Tuple(_) | Term::Map(_)) || depth >= self.fold.depth {
            return false;
        }
        let inside = depth + 1;
        let Audience::People { home } = self.fold.audience else {
            let Some(made) = contents::regular_expression(term) else { return false };
            work.push(Work::Brackets { open: "element(2, ".into(), count: 1, tail: None, close: ")" });
            made_by(made, depth, work);
            return true;
        };
        if let Some(made) = contents::regular_expression(term).or_else(|| contents::container(term, kept_by))
        {
            made_by(made, depth, work);
            return true;
        }
        let Term::Tuple(elements) = term else { return false };
        let Some((name, fields)) = records::of(self.program, home, elements) else { return false };
        let count = fields.len().min(self.fold.length);
        let tail = (count < fields.len()).then_some(CUT);
        let open = format!("#{}{{", atom(name)).into();
        work.push(Work::Brackets { open, count, tail, close: "}" });
        let start = work.len();
        for (field, value) in fields.iter().zip(&elements[1..]).take(count) {
            let value = Work::Print(value.clone(), inside, field.kept_by);
            work.extend([value, Work::Binding(atom(field.name))]);
        }
        work[start..].reverse();
        true
    }

    /// The term, if it has no parts of its own, or none that are shown.
    fn leaf(&mut self, term: &Term, depth: usize) -> Option<Doc> {
        let text = match term {
            Term::Cons(_) => match string(term, self.fold.characters) {
                Some((text, false)) => text,
                Some((text, true)) => format!("{text} ++ {CUT}"),
                None if depth >= self.fold.depth => format!("[{CUT}]"),
                None => return None,
            },
            Term::Tuple(elements) if elements.is_empty() => "{}".into(),
            Term::Tuple(_) if depth >= self.fold.depth => format!("{{{CUT}}}"),
            Term::Tuple(_) => return None,
            Term::Map(map) if map.is_empty() => "#{}".into(),
            Term::Map(_) if depth >= self.fold.depth => format!("#{{{CUT}}}"),
            Term::Map(_) => return None,
            Term::Bits(bits) => binary(bits, self.fold.characters),
            Term::Fun(fun) => match &**fun {
                Fun::External { module, function, arity } => {
                    format!("fun {}:{}/{arity}", atom(*module), atom(*function))
                }
                Fun::Closure(closure) => match self.code(closure) {
                    None => write_with(term, Encoding::Unicode, None),
                    Some(id) => match self.program.function(id).origin {
                        None => {
                            format!(
                                "fun {}:{}/{}",
                                atom(closure.module),
                                atom(closure.function),
                                closure.arity
                            )
                        }
                        Some(_) => return None,
                    },
                },
            },
            _ => write_with(term, Encoding::Unicode, None),
        };
        Some(self.docs.text(text))
    }

    /// The code of a fun that its reader can know: not one of the library's.
    fn code(&self, closure: &Closure) -> Option<FunctionId> {
        let id = self.program.code_of(closure)?;
        let own = self.program.module_of(id).is_some_and(|module| !module.trusted);
        own.then_some(id)
    }

    /// The parts of a term, and what to make of them.
    fn parts(&mut self, term: &Term, depth: usize, work: &mut Vec<Work>) {
        let most = self.fold.length;
        let inside = depth + 1;
        match term {
            Term::Cons(_) => {
                let (mut rest, mut parts) = (term, Vec::new());
                while let Term::Cons(cell) = rest
                    && parts.len() < most
                {
                    parts.push(&cell.head);
                    rest = &cell.tail;
                }
                let mut tail = None;
                match rest {
                    Term::Nil => {}
                    Term::Cons(_) => tail = Some(CUT),
                    improper => {
                        parts.push(improper);
                        tail = Some("|");
                    }
                }
                work.push(Work::Brackets { open: "[".into(), count: parts.len(), tail, close: "]" });
                work.extend(parts.into_iter().rev().map(|part| Work::Print(part.clone(), inside, None)));
            }
            Term::Tuple(elements) => {
                let count = elements.len().min(most);
                let tail = (count < elements.len()).then_some(CUT);
                work.push(Work::Brackets { open: "{".into(), count, tail, close: "}" });
                let parts = elements[..count].iter().rev();
                work.extend(parts.map(|part| Work::Print(part.clone(), inside, None)));
            }
            Term::Map(map) => {
                let count = map.len().min(most);
                let tail = (count < map.len()).then_some(CUT);
                work.push(Work::Brackets { open: "#{".into(), count, tail, close: "}" });
                let start = work.len();
                for (key, value) in map.iter().take(count) {
                    let print = |term: &Term| Work::Print(term.clone(), inside, None);
                    work.extend([print(key), print(value), Work::Association]);
                }
                work[start..].reverse();
            }
            Term::Fun(fun) => {
                if let Fun::Closure(closure) = &**fun
                    && let Some(id) = self.code(closure)
                {
                    let names = &self.program.function(id).captured;
                    work.push(Work::Fun(id, names.len().min(closure.environment.len())));
                    let start = work.len();
                    for (name, value) in names.iter().zip(&closure.environment) {
                        let value = Work::Print(value.clone(), inside, None);
                        work.extend([value, Work::Binding(name.name().to_owned())]);
                    }
                    work[start..].reverse();
                }
            }
            _ => {}
        }
    }

    fn brackets(
        &mut self,
        open: impl Into<Cow<'static, str>>,
        mut parts: Vec<Doc>,
        tail: Option<&'static str>,
        close: &'static str,
    ) -> Doc {
        let last = match tail {
            Some("|") => parts.pop(),
            Some(cut) => {
                parts.push(self.docs.text(cut));
                None
            }
            None => None,
        };
        let line = self.docs.line();
        // As `~p` does it: what has no parts fills the lines, anything else has a line for each.
        let mut inside = match parts.len() > 1 && parts.iter().all(|part| self.docs.is_text(*part)) {
            true => self.docs.fill(parts),
            false => self.docs.separated(parts, ",", line),
        };
        if let Some(last) = last {
            let bar = self.docs.text("| ");
            inside = self.docs.concat(vec![inside, line, bar, last]);
        }
        let (open, inside, close) = (self.docs.text(open), self.docs.align(inside), self.docs.text(close));
        let whole = self.docs.concat(vec![open, inside, close]);
        self.docs.group(whole)
    }

    fn binding(&mut self, name: &str, value: Doc) -> Doc {
        let name = self.docs.text(format!("{name} = "));
        self.docs.concat(vec![name, value])
    }

    /// The source of a fun, with the values of the variables that it captured:
    /// `begin N = 3, fun(X) -> X + N end end`.
    fn fun(&mut self, id: FunctionId, bindings: Vec<Doc>) -> Doc {
        let function = self.program.function(id);
        let Some(origin) = function.origin else { return self.docs.text("fun") };
        let fun = self.source(&function.source, origin);
        if bindings.is_empty() {
            return fun;
        }
        let line = self.docs.line();
        let inside = self.docs.separated(bindings.into_iter().chain([fun]).collect(), ",", line);
        let (begin, inside, end) = (self.docs.text("begin "), self.docs.align(inside), self.docs.text("end"));
        let whole = self.docs.concat(vec![begin, inside, line, end]);
        self.docs.group(whole)
    }

    /// An expression of the program: in one line, or in as many as it takes.
    fn source(&mut self, module: &Module, expr: ExprId) -> Doc {
        let text = pretty::expr_in_width(module, expr, self.fold.width);
        let lines = text.lines().map(str::trim_start);
        if self.fold.width == usize::MAX {
            return self.docs.text(lines.collect::<Vec<_>>().join(" "));
        }
        let line = self.docs.hard_line();
        let mut parts = Vec::new();
        for text in text.lines() {
            parts.extend((!parts.is_empty()).then_some(line));
            parts.push(self.docs.text(text.to_owned()));
        }
        let whole = self.docs.concat(parts);
        self.docs.align(whole)
    }

    fn body(&mut self, module: &Module, body: &[ExprId]) -> Doc {
        let parts: Vec<Doc> = body.iter().map(|expr| self.source(module, *expr)).collect();
        let line = self.docs.line();
        let whole = self.docs.separated(parts, ",", line);
        self.docs.group(whole)
    }
}

/// A call whose arguments are still to be printed.
fn made_by(made: Made, depth: usize, work: &mut Vec<Work>) {
    let (open, count) = (made.function.into(), made.arguments.len());
    work.push(Work::Brackets { open, count, tail: None, close: ")" });
    work.extend(made.arguments.into_iter().rev().map(|argument| Work::Print(argument, depth, None)));
}

/// A list that is text, and whether it is longer than the part of it shown.
fn string(list: &Term, most: usize) -> Option<(String, bool)> {
    let (mut rest, mut characters, mut cut) = (list, Vec::new(), false);
    while let Term::Cons(cell) = rest {
        let character = u32::try_from(cell.head.as_int()?).ok()?;
        if !is_printable(character, Encoding::Latin1) {
            return None;
        }
        cut = characters.len() == most;
        if !cut {
            characters.push(character);
        }
        rest = &cell.tail;
    }
    if !matches!(rest, Term::Nil) {
        return None;
    }
    let mut text = String::new();
    write_string(&mut text, characters, '"', Encoding::Unicode);
    Some((text, cut))
}

/// `<<"text">>`, `<<1, 2, 5:3>>`
fn binary(bits: &Bits, most: usize) -> String {
    let bytes = bits.to_bytes();
    let whole = bits.bit_len() / 8;
    let cut = if whole > most { ", ..." } else { "" };
    let shown = &bytes[..whole.min(most)];
    let is_text =
        whole > 0 && bits.is_binary() && shown.iter().all(|&b| is_printable(b.into(), Encoding::Latin1));
    if is_text {
        let mut text = String::new();
        write_string(&mut text, shown.iter().map(|&b| b.into()), '"', Encoding::Unicode);
        return format!("<<{text}{cut}>>");
    }
    let mut fields: Vec<String> = shown.iter().map(u8::to_string).collect();
    let left = bits.bit_len() % 8;
    if left > 0 && cut.is_empty() {
        fields.push(format!("{}:{left}", bytes[whole] >> (8 - left)));
    }
    format!("<<{}{cut}>>", fields.join(", "))
}
