//! Terms, statements, answers and trees as text, as the machine prints values.

use std::collections::HashMap;

use lazy_syntax::ast::{Associativity, Fixity, Program};

use crate::kernel::{Kernel, Statement};
use crate::proof::{Inference, NodeId, Proof};
use crate::term::{Symbol, TermId, Terms, View};

pub struct Printer<'a> {
    kernel: &'a Kernel<'a>,
    terms: &'a Terms,
    names: HashMap<TermId, String>,
    next: usize,
}

const APPLICATION: u8 = 10;
const CONS: u8 = 5;

enum Task {
    Plain(&'static str),
    Text(String),
    Term(TermId, u8),
}

impl<'a> Printer<'a> {
    /// Variables of the goal have their names, others are numbered as they appear.
    pub fn new(kernel: &'a Kernel<'a>, terms: &'a Terms, named: &[(String, TermId)]) -> Printer<'a> {
        let mut names = HashMap::new();
        for (name, term) in named {
            if let (View::Variable(variable), false) = (terms.view(*term), name.is_empty()) {
                names.entry(variable).or_insert_with(|| name.clone());
            }
        }
        Printer { kernel, terms, names, next: 1 }
    }

    /// What the variables of the goal are; `yes` if there is nothing to say.
    pub fn answer(&mut self, variables: &[(String, TermId)]) -> String {
        let (mut whole, mut shown) = (None, Vec::new());
        for (name, term) in variables {
            let value = self.term(*term);
            match name.is_empty() {
                true => whole = Some(value),
                false if value == *name => {}
                false => shown.push(format!("{name} = {value}")),
            }
        }
        match (whole, shown.join(", ")) {
            (None, shown) if shown.is_empty() => "yes".to_owned(),
            (None, shown) => shown,
            (Some(value), shown) if shown.is_empty() => value,
            (Some(value), shown) => format!("{value}  {{{shown}}}"),
        }
    }

    pub fn statement(&mut self, statement: Statement) -> String {
        let (left, right) = statement.sides();
        let between = match statement {
            Statement::Approximates(..) => "->",
            Statement::Equal(..) => "==",
        };
        format!("{} {between} {}", self.term(left), self.term(right))
    }

    /// The tree of a proof, a line a node, boxes in brackets.
    pub fn proof(&mut self, proof: &Proof) -> String {
        let mut text = String::new();
        let mut left: Vec<(NodeId, usize)> = proof.roots.iter().rev().map(|root| (*root, 0)).collect();
        while let Some((id, depth)) = left.pop() {
            let node = proof.node(id);
            let statement = self.statement(node.statement);
            let line = match node.by {
                Inference::Fact(function, rule) => {
                    format!("[[ {statement} ]] {}.{}", self.kernel.function(function).name, rule.0)
                }
                by => format!("{statement}  {by:?}"),
            };
            text.push_str(&format!("{}{line}\n", "  ".repeat(depth)));
            left.extend(node.premises.iter().rev().map(|premise| (*premise, depth + 1)));
        }
        text
    }

    pub fn term(&mut self, term: TermId) -> String {
        let mut text = String::new();
        let mut tasks = vec![Task::Term(term, 0)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Plain(plain) => text.push_str(plain),
                Task::Text(plain) => text.push_str(&plain),
                Task::Term(term, precedence) => self.head(term, precedence, &mut tasks),
            }
        }
        text
    }

    fn head(&mut self, term: TermId, precedence: u8, tasks: &mut Vec<Task>) {
        let known = &self.kernel.source.well_known;
        let (name, arguments) = match self.terms.view(term) {
            View::Bottom => return tasks.push(Task::Plain("_")),
            View::Variable(variable) => return tasks.push(Task::Text(self.variable(variable))),
            View::Flexible(variable, arguments) => (self.variable(variable), arguments),
            View::Rigid(Symbol::Constructor(con), arguments)
                if *con == known.cons && arguments.len() == 2 =>
            {
                return self.list(term, precedence, tasks);
            }
            View::Rigid(Symbol::Constructor(con), arguments)
                if known.tuples.contains(con) && arguments.len() > 1 =>
            {
                tasks.push(Task::Plain(")"));
                for (index, argument) in arguments.into_iter().enumerate().rev() {
                    tasks.push(Task::Term(argument, 0));
                    tasks.push(Task::Plain(if index == 0 { "(" } else { "," }));
                }
                return;
            }
            View::Rigid(Symbol::Integer(value), _) => {
                let negative = precedence > 6 && value.sign() == num_bigint::Sign::Minus;
                return tasks.push(Task::Text(if negative {
                    format!("({value})")
                } else {
                    value.to_string()
                }));
            }
            View::Rigid(symbol, arguments) => (self.symbol(symbol), arguments),
        };
        if let ([left, right], true) = (&arguments[..], is_operator(&name)) {
            let own = fixity(self.kernel.source, &name);
            let open = precedence > own;
            tasks.extend(open.then_some(Task::Plain(")")));
            tasks.push(Task::Term(*right, own + 1));
            tasks.push(Task::Text(format!(" {name} ")));
            tasks.push(Task::Term(*left, own + 1));
            tasks.extend(open.then_some(Task::Plain("(")));
            return;
        }
        let name = if is_operator(&name) { format!("({name})") } else { name };
        if arguments.is_empty() {
            return tasks.push(Task::Text(name));
        }
        let open = precedence >= APPLICATION;
        tasks.extend(open.then_some(Task::Plain(")")));
        for argument in arguments.into_iter().rev() {
            tasks.push(Task::Term(argument, APPLICATION));
            tasks.push(Task::Plain(" "));
        }
        tasks.push(Task::Text(name));
        tasks.extend(open.then_some(Task::Plain("(")));
    }

    fn symbol(&self, symbol: &Symbol) -> String {
        match symbol {
            Symbol::Constructor(con) => self.kernel.source.spelled(self.kernel.source[*con].name).to_owned(),
            Symbol::Function(id) => self.kernel.function(*id).name.clone(),
            Symbol::Integer(value) => value.to_string(),
            Symbol::Char(char) => format!("{char:?}"),
            Symbol::Constant(number) => format!("${number}"),
        }
    }

    fn list(&mut self, list: TermId, precedence: u8, tasks: &mut Vec<Task>) {
        let known = &self.kernel.source.well_known;
        let (mut elements, mut tail) = (Vec::new(), list);
        while let View::Rigid(Symbol::Constructor(con), parts) = self.terms.view(tail)
            && *con == known.cons
            && let [element, rest] = parts[..]
        {
            elements.push(element);
            tail = rest;
        }
        if matches!(self.terms.view(tail), View::Rigid(Symbol::Constructor(con), _) if *con == known.nil) {
            let char = |element: &TermId| match self.terms.view(*element) {
                View::Rigid(Symbol::Char(char), _) => Some(*char),
                _ => None,
            };
            if let Some(text) = elements.iter().map(char).collect::<Option<String>>() {
                return tasks.push(Task::Text(format!("{text:?}")));
            }
            tasks.push(Task::Plain("]"));
            for (index, element) in elements.into_iter().enumerate().rev() {
                tasks.push(Task::Term(element, 0));
                tasks.push(Task::Plain(if index == 0 { "[" } else { "," }));
            }
            return;
        }
        let open = precedence > CONS;
        tasks.extend(open.then_some(Task::Plain(")")));
        tasks.push(Task::Term(tail, CONS));
        for element in elements.into_iter().rev() {
            tasks.push(Task::Plain(":"));
            tasks.push(Task::Term(element, CONS + 1));
        }
        tasks.extend(open.then_some(Task::Plain("(")));
    }

    fn variable(&mut self, variable: TermId) -> String {
        let next = &mut self.next;
        let name = self.names.entry(variable).or_insert_with(|| {
            *next += 1;
            format!("_{}", *next - 1)
        });
        name.clone()
    }
}

fn is_operator(name: &str) -> bool {
    !name.starts_with(|char: char| char.is_alphanumeric() || "_([\"'$".contains(char))
}

fn fixity(program: &Program, operator: &str) -> u8 {
    let declared = program.names.get(operator).and_then(|name| program.fixities.get(&name).copied());
    declared.unwrap_or(Fixity { associativity: Associativity::Left, precedence: 9 }).precedence
}
