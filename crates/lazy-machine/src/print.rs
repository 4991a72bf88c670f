//! Values as text: as Haskell's `show` prints them, and beyond that what is unevaluated (`_`),
//! functions, logic variables.

mod action;
mod literal;
mod tree;

use std::collections::HashMap;
use std::rc::Rc;

use lazy_syntax::ast::Shown;

pub(crate) use literal::CONTROLS;
use literal::{double_text, escaped, parenthesised, single_text, string_text};

use crate::action::{CELL, ERROR_CALL, ERROR_COMPLAINT, ERROR_LOOP, LEFT_BEHIND, NO_VALUE};
use crate::applications::Application;
use crate::code::Segment;
use crate::core::Complaint;
use crate::core::{ConstructorId, FunctionId, Functions, TypeId};
use crate::hidden::{HIDDEN, Hidden};
use crate::log::{CallId, CallResult};
use crate::machine::Machine;
use crate::number::Number;
use crate::types::{Sort, Type};
use crate::word::{Address, ObjectKind, Value, Word};

/// A text between quotes, as an action shows what it wrote.
pub fn quoted(text: &str) -> String {
    string_text(&text.chars().collect::<Vec<char>>())
}

/// How much of a value is shown, and how logic variables are called.
pub struct Style {
    /// Parts (constructors, elements, numbers) before `..` stands for the rest.
    pub parts: usize,
    names: HashMap<Address, String>,
    /// The next variable without a name is called so.
    next: u32,
    is_cut: bool,
    /// Functions whose maps are being written.
    inside: Vec<Address>,
    /// Shown as `<?>`.
    hidden: Option<Rc<Hidden>>,
}

impl Style {
    pub fn new(parts: usize) -> Style {
        Style { parts, names: HashMap::new(), next: 1, is_cut: false, inside: Vec::new(), hidden: None }
    }

    /// Values of these types are not shown.
    pub fn hiding(self, hidden: Option<Rc<Hidden>>) -> Style {
        Style { hidden, ..self }
    }

    pub(crate) fn has_name(&self, variable: Address) -> bool {
        self.names.contains_key(&variable)
    }

    /// Whether `..` had to stand for the rest of something.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }
}

enum Task {
    Word(Word, u8, Option<TypeId>),
    Text(String),
    Plain(&'static str),
    /// The entries of a finite map that are still to come, and the texts of those before.
    Entries(std::vec::IntoIter<Application>, Vec<String>),
    /// The text of an entry, which begins here, is complete: it is kept unless it was there before.
    Entry(usize),
    /// The function whose entries were the last is done.
    Leave,
}

const APPLICATION: u8 = 10;
/// Of a map's entry, however often its results are functions again.
const MOST_ARGUMENTS: usize = 20;
/// The end of a list of which more is known than is shown.
const CUT: &str = ",..]";
/// The precedence of `:`.
const CONS: u8 = 5;
/// Of `-` before a number.
const NEGATION: u8 = 6;

impl Machine {
    /// As `showsPrec` does: the value is evaluated.
    pub(crate) fn show(&self, value: Word, precedence: u8, ty: TypeId) -> String {
        self.print(value, precedence, Some(ty), &mut Style::new(usize::MAX))
    }

    /// A value of this type as far as it is evaluated.
    pub fn typed_text(&self, value: Word, ty: TypeId, style: &mut Style) -> String {
        self.print(value, 0, Some(ty), style)
    }

    /// A value as far as it is evaluated.
    pub fn value_text(&self, value: Word, precedence: u8, style: &mut Style) -> String {
        self.print(value, precedence, None, style)
    }

    /// Gives a variable the name that it has in the goal.
    pub fn name_variable(&self, word: Word, name: &str, style: &mut Style) {
        if let Some(variable) = self.variable(self.heap.resolve(word)) {
            style.names.entry(variable).or_insert_with(|| name.to_owned());
        }
    }

    /// A call and its result: `f t1 .. tn` and `t`, with `_` for what was never demanded; and the
    /// result itself. A result that is a map of one entry is written as one more argument.
    pub fn statement(&self, call: CallId, style: &mut Style) -> (String, String, CallResult) {
        let mut outcome = self.log.outcome(call);
        let mut more = Vec::new();
        while let CallResult::Value(word) = outcome
            && let Some(Application { arguments, result }) = self.only_application(word, style)
            && more.len() < MOST_ARGUMENTS
        {
            more.extend(arguments);
            outcome = CallResult::Value(result);
        }
        let left = self.call_text(call, &more, style);
        let right = match outcome {
            CallResult::Value(word) => self.print(word, 0, None, style),
            CallResult::Unfinished => "_".to_owned(),
        };
        (left, right, outcome)
    }

    /// `f t1 .. tn`, and what the result was applied to.
    pub fn call_text(&self, call: CallId, more: &[Word], style: &mut Style) -> String {
        let entry = self.log.call(call);
        let Some(function) = self.code.functions.get(entry.function.0 as usize) else { return String::new() };
        let unused = match entry.rule.0.checked_sub(1).and_then(|rule| function.rules.get(rule as usize)) {
            Some(rule) => &rule.unused[..],
            None => &[],
        };
        let arguments = self.log.arguments(call, function.arity as usize);
        self.application_text(entry.function, arguments, unused, more, style)
    }

    /// `f t1 .. tn`, with `_` for arguments of no use, and more of them.
    pub fn application_text(
        &self,
        function: FunctionId,
        arguments: &[Word],
        unused: &[usize],
        more: &[Word],
        style: &mut Style,
    ) -> String {
        let function = &self.code.functions[function.0 as usize];
        let operator = !function.name.starts_with(|char: char| char.is_alphabetic() || char == '_');
        let seen = arguments.iter().enumerate().filter(|(index, _)| !function.hidden[*index]);
        let words = seen.map(|(index, word)| (!unused.contains(&index)).then_some(*word));
        let shown: Vec<String> = words
            .chain(more.iter().map(|word| Some(*word)))
            .map(|word| match word {
                None => "_".to_owned(),
                Some(word) => self.print(word, APPLICATION + 1, None, style),
            })
            .collect();
        match (&shown[..], operator) {
            ([left, right], true) => format!("{left} {} {right}", function.name),
            (_, true) => format!("({}) {}", function.name, shown.join(" ")),
            (_, false) => std::iter::once(function.name.clone()).chain(shown).collect::<Vec<_>>().join(" "),
        }
    }

    /// Of a function that was applied to one thing only, however often.
    fn only_application(&self, word: Word, style: &mut Style) -> Option<Application> {
        let (applications, is_all) = self.applications(word)?;
        let mut different = applications.into_iter();
        let first = different.next().filter(|_| is_all)?;
        let mut text = |application: &Application| {
            let words = application.arguments.iter().chain([&application.result]);
            words.map(|word| self.print(*word, APPLICATION + 1, None, style)).collect::<Vec<_>>()
        };
        let shown = text(&first);
        different.all(|other| text(&other) == shown).then_some(first)
    }

    /// What went wrong, in words.
    pub fn failure_text(&self) -> String {
        match self.failure {
            Some(word) => self.error_text(word),
            None => String::new(),
        }
    }

    pub(crate) fn error_text(&self, word: Word) -> String {
        let Some(address) = word.address() else { return String::new() };
        let header = self.heap.header(address);
        match (header.kind(), header.symbol()) {
            (ObjectKind::Error, ERROR_LOOP) => "<<loop>>".to_owned(),
            (ObjectKind::Error, ERROR_COMPLAINT) => {
                let number = self.heap.word(address, 0).as_raw() as usize;
                self.code.complaints.get(number).map_or_else(String::new, complaint_text)
            }
            (ObjectKind::Error, _) => self.text(self.heap.word(address, 0)),
            _ => String::new(),
        }
    }

    /// Whether the error is a call of `error`, and not one of the machine's.
    pub fn is_error_call(&self) -> bool {
        self.failure.and_then(Word::address).is_some_and(|address| {
            let header = self.heap.header(address);
            header.kind() == ObjectKind::Error && header.symbol() == ERROR_CALL
        })
    }

    /// The place in the program that the error is about, if the machine knows it.
    pub fn failure_complaint(&self) -> Option<&Complaint> {
        let address = self.failure?.address()?;
        let header = self.heap.header(address);
        let number = self.heap.word(address, 0).as_raw() as usize;
        match (header.kind(), header.symbol()) {
            (ObjectKind::Error, ERROR_COMPLAINT) => self.code.complaints.get(number),
            _ => None,
        }
    }

    fn print(&self, value: Word, precedence: u8, ty: Option<TypeId>, style: &mut Style) -> String {
        let mut text = String::new();
        let mut tasks = vec![Task::Word(value, precedence, ty)];
        let mut parts = style.parts;
        while let Some(task) = tasks.pop() {
            match task {
                Task::Entries(mut left, seen) => {
                    if let Some(application) = left.next() {
                        tasks.push(Task::Entries(left, seen));
                        tasks.push(Task::Entry(text.len()));
                        self.print_entry(application, &mut tasks);
                    }
                }
                Task::Entry(start) => {
                    let entry = text.split_off(start);
                    if let Some(Task::Entries(_, seen)) = tasks.last_mut()
                        && !seen.contains(&entry)
                    {
                        text.push_str(if seen.is_empty() { "" } else { ", " });
                        text.push_str(&entry);
                        seen.push(entry);
                    }
                }
                Task::Leave => {
                    style.inside.pop();
                }
                // One `..` is enough.
                Task::Plain(CUT) if text.ends_with("..") => text.push(']'),
                Task::Plain(plain) => text.push_str(plain),
                Task::Text(plain) => text.push_str(&plain),
                Task::Word(_, _, _) if parts == 0 => {
                    style.is_cut = true;
                    match text.ends_with("..,") {
                        true => {
                            text.pop();
                        }
                        false => text.push_str(".."),
                    }
                }
                Task::Word(word, precedence, ty) => {
                    parts -= 1;
                    self.print_head(self.heap.resolve(word), precedence, ty, style, &mut parts, &mut tasks);
                }
            }
        }
        text
    }

    fn print_head(
        &self,
        word: Word,
        precedence: u8,
        ty: Option<TypeId>,
        style: &mut Style,
        parts: &mut usize,
        tasks: &mut Vec<Task>,
    ) {
        if style.hidden.as_ref().is_some_and(|hidden| hidden.hides(self, word)) {
            return tasks.push(Task::Plain(HIDDEN));
        }
        let symbol = match word.value() {
            Value::Integer(value) => {
                return tasks.push(Task::Text(parenthesised(&value.to_string(), precedence)));
            }
            Value::Char(char) => return tasks.push(Task::Text(format!("'{}'", escaped(char, '\'')))),
            Value::Constructor(id) if self.shown_as_tree(id).is_some() => {
                return self.print_tree(word, id, precedence, ty, style, tasks);
            }
            Value::Constructor(id) => {
                let name = match id == self.code.known.nil && self.is_text_type(ty) {
                    true => "\"\"".to_owned(),
                    false => self.constructor_name(id),
                };
                return tasks.push(Task::Text(name));
            }
            Value::Unapplied(id) => return tasks.push(Task::Text(self.constructor_name(id))),
            Value::Function(id) => return self.print_function(id, &[], precedence, tasks),
            Value::Raw(_) => return tasks.push(Task::Plain("_")),
            Value::Reference(address) => address,
        };
        let address = symbol;
        let header = self.heap.header(address);
        match header.kind() {
            ObjectKind::Constructor if header.symbol() == CELL => tasks.push(Task::Plain("<IORef>")),
            ObjectKind::Constructor if header.symbol() as usize >= self.code.constructors.len() => {
                self.print_action(address, style, parts, tasks);
            }
            ObjectKind::Constructor => {
                let id = ConstructorId(header.symbol());
                match id {
                    _ if id == self.code.known.cons => {
                        self.print_list(address, precedence, ty, style, parts, tasks);
                    }
                    _ if self.shown_as_tree(id).is_some() => {
                        self.print_tree(word, id, precedence, ty, style, tasks);
                    }
                    _ => self.print_constructor(id, address, precedence, ty, tasks),
                }
            }
            ObjectKind::Partial if self.code.functions_as == Functions::Maps => {
                style.is_cut |= self.print_map(address, style, parts, tasks);
            }
            ObjectKind::Partial => {
                let id = FunctionId(header.symbol());
                let words: Vec<Word> =
                    (0..header.length()).map(|index| self.heap.word(address, index)).collect();
                self.print_function(id, &words, precedence, tasks);
            }
            ObjectKind::PartialConstructor => {
                let name = self.constructor_name(ConstructorId(header.symbol()));
                let words: Vec<Word> =
                    (0..header.length()).map(|index| self.heap.word(address, index)).collect();
                self.print_application(name, &words, precedence, &[], tasks);
            }
            ObjectKind::Big | ObjectKind::Float => {
                let shown = match self.number_of(word) {
                    Some(Number::Integer(value)) => value.to_string(),
                    Some(Number::Float(value)) => double_text(value),
                    Some(Number::Single(value)) => single_text(value),
                    None => String::new(),
                };
                tasks.push(Task::Text(parenthesised(&shown, precedence)));
            }
            ObjectKind::Variable => {
                let next = &mut style.next;
                let name = style.names.entry(address).or_insert_with(|| {
                    *next += 1;
                    format!("_{}", *next - 1)
                });
                tasks.push(Task::Text(name.clone()));
            }
            ObjectKind::Error if header.symbol() == NO_VALUE => tasks.push(Task::Plain("_")),
            ObjectKind::Error if header.symbol() == LEFT_BEHIND => {
                style.is_cut = true;
                tasks.push(Task::Plain(".."));
            }
            ObjectKind::Error => tasks.push(Task::Text(format!("<error: {}>", self.error_text(word)))),
            ObjectKind::Text => {
                // Not yet unfolded: nobody has looked.
                tasks.push(Task::Plain("_"));
            }
            _ => tasks.push(Task::Plain("_")),
        }
    }

    fn print_constructor(
        &self,
        id: ConstructorId,
        address: Address,
        precedence: u8,
        ty: Option<TypeId>,
        tasks: &mut Vec<Task>,
    ) {
        let constructor = &self.code.constructors[id.0 as usize];
        let types = self.field_types(id, ty);
        let length = constructor.fields_shown();
        let field = |index: usize| self.heap.word(address, index);
        if constructor.name.starts_with("(,") {
            tasks.push(Task::Plain(")"));
            for index in (0..length).rev() {
                tasks.push(Task::Word(field(index), 0, types[index]));
                tasks.push(Task::Plain(if index == 0 { "(" } else { "," }));
            }
            return;
        }
        if constructor.record && length > 0 {
            let open = precedence > APPLICATION;
            tasks.push(Task::Plain(if open { "})" } else { "}" }));
            for index in (0..length).rev() {
                tasks.push(Task::Word(field(index), 0, types[index]));
                let name = constructor.fields[index].name.clone().unwrap_or_default();
                let name = if is_operator(&name) { format!("({name})") } else { name };
                tasks.push(Task::Text(format!("{}{name} = ", if index == 0 { "" } else { ", " })));
            }
            let open = if open { "(" } else { "" };
            tasks.push(Task::Text(format!("{open}{} {{", self.constructor_name(id))));
            return;
        }
        match (constructor.infix, length) {
            (_, 1) if constructor.shown == Shown::Bare => {
                tasks.push(Task::Word(field(0), precedence, types[0]));
            }
            (Some(fixity), 2) => {
                let own = fixity.precedence;
                let open = precedence > own;
                tasks.extend(open.then_some(Task::Plain(")")));
                tasks.push(Task::Word(field(1), own + 1, types[1]));
                let name = match (constructor.shown, is_operator(&constructor.name)) {
                    (Shown::Called(name), _) => name.to_owned(),
                    (_, true) => constructor.name.clone(),
                    (_, false) => format!("`{}`", constructor.name),
                };
                tasks.push(Task::Text(format!(" {name} ")));
                tasks.push(Task::Word(field(0), own + 1, types[0]));
                tasks.extend(open.then_some(Task::Plain("(")));
            }
            _ => {
                let name = self.constructor_name(id);
                let words: Vec<Word> = (0..length).map(field).collect();
                self.print_application(name, &words, precedence, &types, tasks);
            }
        }
    }

    fn print_application(
        &self,
        name: String,
        words: &[Word],
        precedence: u8,
        types: &[Option<TypeId>],
        tasks: &mut Vec<Task>,
    ) {
        let open = precedence > APPLICATION && !words.is_empty();
        tasks.extend(open.then_some(Task::Plain(")")));
        for (index, word) in words.iter().enumerate().rev() {
            let ty = types.get(index).copied().flatten();
            tasks.push(Task::Word(*word, APPLICATION + 1, ty));
            tasks.push(Task::Plain(" "));
        }
        tasks.push(Task::Text(name));
        tasks.extend(open.then_some(Task::Plain("(")));
    }

    /// A list to its end, as `[…]` or as a string; or as far as it is known, with `:`.
    fn print_list(
        &self,
        address: Address,
        precedence: u8,
        ty: Option<TypeId>,
        style: &mut Style,
        parts: &mut usize,
        tasks: &mut Vec<Task>,
    ) {
        let mut elements = Vec::new();
        let mut tail = Word::reference(address);
        let mut cut = false;
        while let Some(cell) = tail.address().filter(|cell| self.is_cons(*cell)) {
            if elements.len() > *parts {
                cut = true;
                break;
            }
            elements.push(self.heap.resolve(self.heap.word(cell, 0)));
            tail = self.heap.resolve(self.heap.word(cell, 1));
        }
        style.is_cut |= cut;
        let closed = tail == Word::constructor(self.code.known.nil);
        let chars: Option<Vec<char>> = elements
            .iter()
            .map(|word| match word.value() {
                Value::Char(char) => Some(char),
                _ => None,
            })
            .collect();
        let is_hidden = style.hidden.as_ref().is_some_and(|hidden| hidden.hides_characters());
        if let (Some(chars), true) = (&chars, (closed || cut) && !is_hidden) {
            *parts = parts.saturating_sub(chars.len());
            let dots = if cut { ".." } else { "" };
            return tasks.push(Task::Text(format!("\"{}\"{dots}", string_text(chars))));
        }
        let element = self.element_type(ty);
        if closed || cut {
            tasks.push(Task::Plain(if cut { CUT } else { "]" }));
            for (index, word) in elements.into_iter().enumerate().rev() {
                tasks.push(Task::Word(word, 0, element));
                tasks.push(Task::Plain(if index == 0 { "[" } else { "," }));
            }
            return;
        }
        let open = precedence > CONS;
        tasks.extend(open.then_some(Task::Plain(")")));
        tasks.push(Task::Word(tail, CONS, None));
        for word in elements.into_iter().rev() {
            tasks.push(Task::Plain(":"));
            // `0:-1:_` would not read back.
            tasks.push(Task::Word(word, NEGATION + 1, element));
        }
        tasks.extend(open.then_some(Task::Plain("(")));
    }

    /// `{\a b->r, \c d->s}`, as `observation` writes it (specification (b)). Whether there is more
    /// than is shown.
    fn print_map(
        &self,
        function: Address,
        style: &mut Style,
        parts: &mut usize,
        tasks: &mut Vec<Task>,
    ) -> bool {
        let Some((applications, is_all)) = self.applications(Word::reference(function)) else { return false };
        // A function that is part of what it was applied to, or of what came of it.
        if style.inside.contains(&function) {
            tasks.push(Task::Plain("{..}"));
            return true;
        }
        *parts = parts.saturating_sub(applications.len());
        style.inside.push(function);
        tasks.push(Task::Leave);
        tasks.push(Task::Plain(if is_all { "}" } else { ", ..}" }));
        tasks.push(Task::Entries(applications.into_iter(), Vec::new()));
        tasks.push(Task::Plain("{"));
        !is_all
    }

    /// While the result is a function that was applied once, its argument is one more: `\a b->r`.
    fn print_entry(&self, application: Application, tasks: &mut Vec<Task>) {
        let Application { mut arguments, mut result } = application;
        // The function may have come of itself.
        let mut followed = 0;
        while let Some((inner, true)) = self.applications(result)
            && let [only] = &inner[..]
            && followed < MOST_ARGUMENTS
        {
            arguments.extend(&only.arguments);
            result = only.result;
            followed += 1;
        }
        tasks.push(Task::Word(result, 0, None));
        tasks.push(Task::Plain("->"));
        for (index, argument) in arguments.into_iter().enumerate().rev() {
            tasks.push(Task::Word(argument, APPLICATION + 1, None));
            tasks.push(Task::Plain(if index == 0 { "\\" } else { " " }));
        }
    }

    fn is_cons(&self, address: Address) -> bool {
        let header = self.heap.header(address);
        header.kind() == ObjectKind::Constructor && header.symbol() == self.code.known.cons.0
    }

    fn constructor_name(&self, id: ConstructorId) -> String {
        let constructor = &self.code.constructors[id.0 as usize];
        let name = &constructor.name;
        if let Shown::Called(name) = constructor.shown {
            return name.to_owned();
        }
        if is_operator(name) { format!("({name})") } else { name.clone() }
    }

    /// By its name; a lambda as it is written, with the values of its free variables.
    fn print_function(&self, id: FunctionId, given: &[Word], precedence: u8, tasks: &mut Vec<Task>) {
        let function = &self.code.functions[id.0 as usize];
        let shown = |from: usize| -> Vec<Word> {
            let given = given.iter().enumerate().skip(from);
            given.filter(|(index, _)| !function.hidden[*index]).map(|(_, word)| *word).collect()
        };
        let Some((segments, reads_back)) = &function.written else {
            return self.print_application(self.function_name(id), &shown(0), precedence, &[], tasks);
        };
        let more = shown(function.captured as usize);
        let is_section = matches!(segments.first(), Some(Segment::Text(text)) if text.starts_with('('));
        let (open, close) = match (reads_back, is_section || (precedence == 0 && more.is_empty())) {
            (false, _) => ("<", ">"),
            (true, true) => ("", ""),
            (true, false) => ("(", ")"),
        };
        let outer = precedence > APPLICATION && !more.is_empty();
        tasks.extend(outer.then_some(Task::Plain(")")));
        for word in more.into_iter().rev() {
            tasks.push(Task::Word(word, APPLICATION + 1, None));
            tasks.push(Task::Plain(" "));
        }
        tasks.push(Task::Plain(close));
        for segment in segments.iter().rev() {
            tasks.push(match segment {
                Segment::Text(text) => Task::Text(text.clone()),
                Segment::Captured(index) => match given.get(*index as usize) {
                    Some(word) => Task::Word(*word, APPLICATION + 1, None),
                    None => Task::Plain("_"),
                },
            });
        }
        tasks.push(Task::Plain(open));
        tasks.extend(outer.then_some(Task::Plain("(")));
    }

    fn function_name(&self, id: FunctionId) -> String {
        let function = &self.code.functions[id.0 as usize];
        match function.standing {
            crate::core::Standing::Transparent => format!("<function in {}>", function.name),
            _ if is_operator(&function.name) => format!("({})", function.name),
            _ => function.name.clone(),
        }
    }

    // --------------------------------------------------------------------------------------- types

    fn is_text_type(&self, ty: Option<TypeId>) -> bool {
        self.element_type(ty).is_some_and(|ty| self.sort_of(ty) == Some(Sort::Char))
    }

    fn element_type(&self, ty: Option<TypeId>) -> Option<TypeId> {
        match self.types.borrow().get(ty?) {
            Type::Data(data, arguments) if self.code.data[data.0 as usize].sort == Sort::List => {
                arguments.first().copied()
            }
            _ => None,
        }
    }

    /// Of each field of a constructor of this type.
    fn field_types(&self, id: ConstructorId, ty: Option<TypeId>) -> Vec<Option<TypeId>> {
        let constructor = &self.code.constructors[id.0 as usize];
        let mut types = self.types.borrow_mut();
        let arguments = match ty.map(|ty| types.get(ty)) {
            Some(Type::Data(_, arguments)) => arguments.clone(),
            _ => Vec::new(),
        };
        let mut all: Vec<Option<TypeId>> =
            constructor.fields.iter().map(|field| Some(types.fill(field.ty, &arguments))).collect();
        all.resize(constructor.arity, None);
        all
    }
}

fn complaint_text(complaint: &Complaint) -> String {
    match complaint {
        Complaint::NoRule { function, .. } => format!("no rule of {function} matches"),
        Complaint::NoAlternative { what, function, .. } => {
            format!("no alternative of the {what} in {function} matches")
        }
        Complaint::MissingField { field, .. } => format!("the field {field} has no value"),
        Complaint::NoField { field, .. } => format!("the value has no field {field}"),
        Complaint::NoMethod { method, .. } => format!("the instance does not define {method}"),
    }
}

fn is_operator(name: &str) -> bool {
    !name.starts_with(|char: char| char.is_alphanumeric() || "_([\"'".contains(char))
}
