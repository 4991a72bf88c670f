//! Another version of the program as judge (specification §2, decision aid): a fact is right if that version derives it.

use lazy_machine::detached::Taken;
use lazy_machine::machine::{Budget, Machine, Stop};
use lazy_machine::print::Style;
use lazy_machine::view::View;
use lazy_machine::{Asked, compile};
use lazy_syntax::Diagnostic;
use lazy_syntax::ast::{Mode, Program};

use crate::alternatives::Enumerator;
use crate::collection;
use crate::fact::{Entry, Fact, Term, TermId};

/// Calls that a judgement may take.
const MOST_STEPS: u64 = 2_000_000;
const MOST_MEMORY: u64 = 1 << 30;
/// Parts of a value that are compared.
const PARTS: usize = 1_000;
/// What stands in place of a variable binds as an argument does.
const ARGUMENT: u8 = 11;

/// Never demanded, or there is no judgement (hs); no answer (flp).
const HOLE: &str = "(case True of { False -> undefined })";

pub struct Reference {
    program: Program,
}

impl Reference {
    pub fn new(program: Program) -> Reference {
        Reference { program }
    }

    /// None: it cannot be told. Facts with logic variables hold for all their values, which no run can show.
    pub fn is_right(&mut self, fact: &Fact) -> Option<bool> {
        let claims = claims(fact)?;
        // One that is wrong is enough; what holds has to hold everywhere.
        let mut is_right = Some(true);
        for (call, value) in claims {
            match self.has_value(&call, &value) {
                Some(false) => return Some(false),
                None => is_right = None,
                Some(true) => {}
            }
        }
        is_right
    }

    fn has_value(&mut self, call: &str, value: &str) -> Option<bool> {
        let text = match self.program.mode {
            Mode::Haskell => format!("case {call} of {{ {value} -> True; _ -> False }}"),
            Mode::FunctionalLogic => format!("{call} -> {value}"),
        };
        let (query, problems) = self.program.query(&text);
        let query = query.filter(|_| !problems.iter().any(Diagnostic::is_error))?;
        let compiled = compile(&self.program, &query).ok()?;
        let mut machine = Machine::new(compiled.code, compiled.main, 1, None);
        let budget = Budget { max_steps: MOST_STEPS, max_memory: MOST_MEMORY, ..Budget::UNLIMITED };
        match (self.program.mode, machine.run(&budget)) {
            (Mode::Haskell, Stop::Done) => match machine.view(machine.result()) {
                View::Constructor(id, _) => Some(id == machine.code().known.truth),
                _ => None,
            },
            // An answer that depends on conditions is none.
            (Mode::FunctionalLogic, Stop::Done) => (machine.residue().floundered == 0).then_some(true),
            (Mode::FunctionalLogic, Stop::NoMore) => Some(false),
            _ => None,
        }
    }
}

/// Calls and their values: if the value is a function, one for each of its entries.
fn claims(fact: &Fact) -> Option<Vec<(String, String)>> {
    let mut found = Vec::new();
    let mut todo = vec![(written(fact, fact.call, false)?, fact.value)];
    while let Some((call, value)) = todo.pop() {
        let Term::Map(entries) = fact.term(value) else {
            found.push((call, written(fact, value, true)?));
            continue;
        };
        for entry in entries {
            let arguments: Option<Vec<String>> =
                entry.arguments.iter().map(|argument| written(fact, *argument, false)).collect();
            todo.push((format!("({call} {})", arguments?.join(" ")), entry.result));
        }
    }
    Some(found)
}

enum Task {
    /// In an expression, or in a pattern.
    Term(TermId, bool),
    Text(String),
}

/// A function that is known by what it was applied to: nobody knows what it is elsewhere.
fn map(entries: &[Entry], pieces: &mut Vec<Task>) {
    let Some(count) = entries.iter().map(|entry| entry.arguments.len()).min() else {
        return pieces.push(Task::Text(HOLE.to_owned()));
    };
    let names: Vec<String> = (1..=count).map(|number| format!("x{number}")).collect();
    pieces.push(Task::Text(format!("(\\{} -> case ({}) of {{ ", names.join(" "), names.join(", "))));
    for Entry { arguments, result } in entries {
        for (index, argument) in arguments.iter().enumerate() {
            pieces.push(Task::Text(match index {
                0 => "(".to_owned(),
                // Of a function that is given its arguments a few at a time.
                _ if index == count => ") -> \\".to_owned(),
                _ if index > count => " ".to_owned(),
                _ => ", ".to_owned(),
            }));
            match index < count {
                true => pieces.push(Task::Term(*argument, true)),
                false => pieces.push(Task::Text(format!("y{index}"))),
            }
        }
        if arguments.len() == count {
            pieces.push(Task::Text(") -> ".to_owned()));
        } else {
            let names: Vec<String> = (count..arguments.len()).map(|index| format!("y{index}")).collect();
            pieces.push(Task::Text(format!(" -> case ({}) of {{ (", names.join(", "))));
            for (index, argument) in arguments.iter().enumerate().skip(count) {
                pieces.push(Task::Text(if index == count { "" } else { ", " }.to_owned()));
                pieces.push(Task::Term(*argument, true));
            }
            pieces.push(Task::Text(") -> ".to_owned()));
        }
        pieces.push(Task::Term(*result, false));
        let end = if arguments.len() == count { "; ".to_owned() } else { format!("; _ -> {HOLE} }}; ") };
        pieces.push(Task::Text(end));
    }
    pieces.push(Task::Text(format!("_ -> {HOLE} }})")));
}

impl Reference {
    /// Whether these are all answers of a call: each that this version has follows from one of them. None: it cannot be told.
    pub fn is_complete(
        &mut self,
        call: &str,
        answers: &[Fact],
        is_function: &dyn Fn(&str) -> bool,
    ) -> Option<bool> {
        let call = Fact::read(call, "_", is_function)?;
        let text = written_with(&call, call.call, false, &|name| Some(name.to_owned()))?;
        let (query, problems) = self.program.query(&text);
        let query = query.filter(|_| !problems.iter().any(Diagnostic::is_error))?;
        let compiled = compile(&self.program, &query).ok()?;
        let Asked::Answer { value: Some(_), variables } = &compiled.asked else { return None };
        // The answer is made at once; what is in it is evaluated afterwards.
        let mut machine = Machine::new(compiled.code.clone(), compiled.main, 1, None);
        let budget = Budget { max_memory: MOST_MEMORY, ..Budget::UNLIMITED };
        if machine.run(&budget) != Stop::Done {
            return None;
        }
        let held = machine.detach(Taken::Everything);
        let mut enumerator =
            Enumerator::new(compiled.code.clone(), machine.into_types(), MOST_STEPS, MOST_STEPS, &budget);
        let found = enumerator.first(&held);
        let names = collection::names(&compiled.code);
        for value in &found.values {
            let machine = Machine::holding(compiled.code.clone(), enumerator.types(), value, 1);
            let mut style = Style::new(PARTS);
            machine.name_variables(&names, &mut style);
            let held = machine.held();
            let (first, rest) = held.split_first()?;
            let bound: Vec<String> =
                rest.iter().map(|word| machine.value_text(*word, ARGUMENT, &mut style)).collect();
            let named = |name: &str| {
                let index = variables.iter().position(|variable| variable == name)?;
                bound.get(index).cloned()
            };
            let instance = written_with(&call, call.call, false, &named)?;
            let result = machine.value_text(*first, 0, &mut style);
            let instance = instance.replace(HOLE, "_");
            let fact = Fact::read(&instance, &result, is_function).filter(|_| !style.is_cut())?;
            if !answers.iter().any(|answer| answer.entails(&fact)) {
                return Some(false);
            }
        }
        found.is_whole.then_some(true)
    }
}

/// A term as it is written in a program. None for what cannot be written there, logic variables among it.
fn written(fact: &Fact, root: TermId, is_pattern: bool) -> Option<String> {
    written_with(fact, root, is_pattern, &|_| None)
}

/// The same; `variable` says what logic variables are.
fn written_with(
    fact: &Fact,
    root: TermId,
    is_pattern: bool,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Option<String> {
    let mut text = String::new();
    let mut todo = vec![Task::Term(root, is_pattern)];
    while let Some(task) = todo.pop() {
        let (id, is_pattern) = match task {
            Task::Text(plain) => {
                text.push_str(&plain);
                continue;
            }
            Task::Term(id, is_pattern) => (id, is_pattern),
        };
        let mut pieces: Vec<Task> = Vec::new();
        let (name, parts) = match fact.term(id) {
            Term::Hole => {
                text.push_str(if is_pattern { "_" } else { HOLE });
                continue;
            }
            Term::Variable(name) => {
                text.push_str(&variable(name)?);
                continue;
            }
            Term::Map(_) if is_pattern => return None,
            Term::Map(entries) => {
                map(entries, &mut pieces);
                todo.extend(pieces.into_iter().rev());
                continue;
            }
            Term::Node(name, parts) => (name, parts),
        };
        let first = name.chars().next()?;
        let is_function = first.is_lowercase() || first == '_';
        let plain = |text: &str, pieces: &mut Vec<Task>| pieces.push(Task::Text(text.to_owned()));
        match (&name[..], &parts[..]) {
            // A local function cannot be called from outside.
            _ if is_function && name.contains('.') => return None,
            ("(,)", items) => {
                plain("(", &mut pieces);
                for (index, item) in items.iter().enumerate() {
                    plain(if index == 0 { "" } else { ", " }, &mut pieces);
                    pieces.push(Task::Term(*item, is_pattern));
                }
                plain(")", &mut pieces);
            }
            (_, []) if name.starts_with('\\') && is_pattern => return None,
            (_, []) if name.starts_with('\\') => plain(&format!("({name})"), &mut pieces),
            (_, []) if is_function && is_pattern => plain(&format!("(fun {name})"), &mut pieces),
            (_, [])
                if name.starts_with('-')
                    && name.len() > 1
                    && name[1..].starts_with(|c: char| c.is_ascii_digit()) =>
            {
                plain(&format!("({name})"), &mut pieces);
            }
            (_, []) if is_symbol(name) => plain(&format!("({name})"), &mut pieces),
            (_, []) => plain(name, &mut pieces),
            // A chain of several operators was not taken apart.
            (operator, [left, right]) if is_symbol(operator) => {
                plain("(", &mut pieces);
                pieces.push(Task::Term(*left, is_pattern));
                plain(&format!(" {operator} "), &mut pieces);
                pieces.push(Task::Term(*right, is_pattern));
                plain(")", &mut pieces);
            }
            (_, _) if is_symbol(name) || name.contains(' ') || name.starts_with('{') => return None,
            (_, parts) => {
                plain(&format!("({name}"), &mut pieces);
                for part in parts {
                    plain(" ", &mut pieces);
                    match fact.term(*part) {
                        Term::Node(names, values) if names.starts_with('{') => {
                            record(names, values, is_pattern, &mut pieces);
                        }
                        _ => pieces.push(Task::Term(*part, is_pattern)),
                    }
                }
                plain(")", &mut pieces);
            }
        }
        todo.extend(pieces.into_iter().rev());
    }
    Some(text)
}

/// `{a = 1, b = 2}`
fn record(names: &str, values: &[TermId], is_pattern: bool, pieces: &mut Vec<Task>) {
    let names = names.trim_matches(['{', '}']).split(',');
    for (index, (name, value)) in names.zip(values).enumerate() {
        pieces.push(Task::Text(format!("{}{name} = ", if index == 0 { "{" } else { ", " })));
        pieces.push(Task::Term(*value, is_pattern));
    }
    pieces.push(Task::Text("}".to_owned()));
}

fn is_symbol(name: &str) -> bool {
    name.chars().all(|char| "!#$%&*+./<=>?@\\^|-~:".contains(char))
}

#[cfg(test)]
mod tests {
    use lazy_syntax::{Options, load};

    use super::*;

    fn check(file: &str, source: &str, facts: &[(&str, &str, Option<bool>)]) {
        let (program, problems) = load(&[(file, source)], Options::for_file(file).expect("a lazy file"));
        assert!(!problems.iter().any(Diagnostic::is_error), "{problems:?}");
        let names: Vec<String> = program.functions.iter().map(|f| program.text(f.name).to_owned()).collect();
        let mut reference = Reference::new(program);
        for (call, value, expected) in facts {
            let fact = Fact::read(call, value, &|name| names.iter().any(|known| known == name));
            let fact = fact.unwrap_or_else(|| panic!("{call} -> {value}"));
            assert_eq!(reference.is_right(&fact), *expected, "{call} -> {value}");
        }
    }

    #[test]
    fn mode_hs() {
        let source = "data P = P { left :: Int, right :: [Int] }\nf x y = if x > 0 then x : f (x - 1) y else y\ng p = p { left = 1 }\nh x = -x\n";
        check(
            "m.hs",
            source,
            &[
                ("f 2 [9]", "[2,1,9]", Some(true)),
                ("f 2 [9]", "[2,1,8]", Some(false)),
                ("f 2 _", "2:_", Some(true)),
                ("f 2 _", "2:2:_", Some(false)),
                // What was not demanded is demanded here.
                ("f 2 _", "[2,1]", None),
                ("f _ _", "[1]", None),
                ("g (P {left = 0, right = _})", "P {left = 1, right = _}", Some(true)),
                ("h (-3)", "3", Some(true)),
                ("h 3", "-3", Some(true)),
                ("map _ []", "[]", Some(true)),
                // Functions by what they were applied to.
                ("map {\\1->2, \\3->4} [1,3]", "[2,4]", Some(true)),
                ("map {\\1->2, \\3->4} [1,3]", "[2,5]", Some(false)),
                ("map {\\1->2} [1,3]", "[2,4]", None),
                ("map {} []", "[]", Some(true)),
                // Lambdas as they are written.
                ("map (\\x -> x + length (f x [])) [1,3]", "[2,6]", Some(true)),
                ("map (\\x -> x + length (f x [])) [1,3]", "[2,7]", Some(false)),
                ("map (\\x -> x + _) [1]", "[2]", None),
                ("zipWith {\\1 2->3} [1] [2]", "[3]", Some(true)),
                ("foldr {\\1 _->3, \\2->{\\5->6, \\7->8}} 0 [1]", "3", Some(true)),
                ("f 1", "{\\[]->[1], \\[2]->[1,2]}", Some(true)),
                ("f 1", "{\\[]->[1], \\[2]->[1,3]}", Some(false)),
                // What would have to be compared is a function.
                ("id {\\{\\1->2}->3}", "{\\{\\1->2}->3}", None),
            ],
        );
    }

    #[test]
    fn mode_flp() {
        let source = "coin = 0\ncoin = 1\ntwice f x = f (f x)\ntail2 (x:xs) = xs\ndrop2 = twice tail2\nconst2 x y = x\n";
        check(
            "m.flp",
            source,
            &[
                ("coin", "0", Some(true)),
                ("coin", "1", Some(true)),
                ("coin", "2", Some(false)),
                ("drop2", "twice tail2", Some(true)),
                ("drop2", "twice (twice tail2)", Some(false)),
                // No function of that arity is a pattern.
                ("drop2", "twice drop2", None),
                ("twice tail2 [_,2,3]", "[3]", Some(true)),
                ("const2 1 _", "1", Some(true)),
                // It could not be told from a branch that fails: the fact is not derivable.
                ("const2 _ 1", "1", Some(false)),
                ("const2 x 1", "x", None),
            ],
        );
    }
}
