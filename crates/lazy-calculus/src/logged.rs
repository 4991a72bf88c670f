//! The tree that the machine's log makes, as people see it, in terms of the kernel: so that it can
//! be checked as any proof is.

use std::collections::{HashMap, HashSet};

use computation_tree::{NodeId, Tree};
use lazy_machine::print::Style;
use lazy_machine::view::View as Seen;
use lazy_machine::{Asked, log};
use lazy_syntax::ast::{ConId, Constructor};
use lazy_tree::{Fact as Said, Recording, TermId as SaidId};
use num_bigint::BigInt;

use crate::abbreviated::{Abbreviated, Fact, FactId};
use crate::kernel::{Kernel, Statement, Unsupported};
use crate::solve::RuleNumber;
use crate::term::{FunctionId, Symbol, Term, TermId, Terms};

/// Of a value, this many parts are read.
pub const PARTS: usize = 10_000;

/// The tree of the answer that the run stands at. An error is something that has no kernel form, or
/// a tree that is none.
pub fn logged(kernel: &Kernel<'_>, recording: &Recording) -> Result<(Terms, Abbreviated), Unsupported> {
    let machine = recording.machine();
    let asked = &recording.course().compiled.asked;
    // One for all statements: variables keep their names from one to the other.
    let mut style = machine.style(asked, PARTS);
    let functions: HashSet<&str> =
        machine.code().functions.iter().map(|function| function.name.as_str()).collect();
    let mut reader = Reader { kernel, functions, terms: Terms::default(), variables: HashMap::new() };
    let mut tree = Abbreviated { answer: reader.answer(recording, &mut style)?, ..Abbreviated::default() };
    let shape = recording.tree().tree();
    let mut facts: HashMap<NodeId, FactId> = HashMap::new();
    for node in (1..shape.len()).map(NodeId) {
        let (Some(call), Some(parent)) = (recording.tree().call(node), shape.parent(node)) else {
            return unsupported("a node that is not a call");
        };
        let (left, right, outcome) = machine.statement(call, &mut style);
        let log::CallResult::Value(_) = outcome else { return unsupported(format!("{left} has no value")) };
        let entry = machine.log().call(call);
        let said = reader.read(&left, &right)?;
        let Some((name, arguments)) = said.function() else { return unsupported(left) };
        let function = reader.function(name).filter(|id| kernel.function(*id).suspect);
        let Some(function) = function else { return unsupported(format!("the function {name}")) };
        let arguments: Result<Vec<TermId>, Unsupported> =
            arguments.iter().map(|argument| reader.term(&said, *argument)).collect();
        let call = reader.terms.rigid(Symbol::Function(function), arguments?);
        let value = reader.term(&said, said.value())?;
        let id = FactId(tree.facts.len() as u32);
        tree.facts.push(Fact {
            statement: Statement::Approximates(call, value),
            function,
            rule: RuleNumber(entry.rule.0 as usize),
            children: Vec::new(),
        });
        facts.insert(node, id);
        match facts.get(&parent) {
            Some(parent) => tree.facts[parent.0 as usize].children.push(id),
            None => tree.top.push(id),
        }
    }
    match style.is_cut() {
        true => unsupported("a value of very many parts"),
        false => Ok((reader.terms, tree)),
    }
}

fn unsupported<T>(what: impl Into<String>) -> Result<T, Unsupported> {
    Err(Unsupported(what.into()))
}

struct Reader<'k> {
    kernel: &'k Kernel<'k>,
    /// Lower-case names that are not logic variables.
    functions: HashSet<&'k str>,
    terms: Terms,
    variables: HashMap<String, TermId>,
}

impl Reader<'_> {
    fn answer(
        &mut self,
        recording: &Recording,
        style: &mut Style,
    ) -> Result<Vec<(String, TermId)>, Unsupported> {
        let machine = recording.machine();
        let Asked::Answer { value: None, variables } = &recording.course().compiled.asked else {
            return unsupported("an expression: ask a goal");
        };
        let Seen::Constructor(_, words) = machine.view(machine.result()) else {
            return unsupported("no answer");
        };
        let mut answer = Vec::new();
        for (name, word) in variables.iter().zip(words) {
            let said = self.read("answer", &machine.value_text(word, 0, style))?;
            answer.push((name.clone(), self.term(&said, said.value())?));
        }
        Ok(answer)
    }

    fn read(&self, call: &str, value: &str) -> Result<Said, Unsupported> {
        let is_function = |name: &str| self.functions.contains(name);
        let said = Said::read(call, value, &is_function);
        said.ok_or_else(|| Unsupported(format!("{call} -> {value}")))
    }

    fn term(&mut self, said: &Said, term: SaidId) -> Result<TermId, Unsupported> {
        recursion::deep(|| {
            if said.is_hole(term) {
                return Ok(self.terms.add(Term::Bottom));
            }
            if let Some(name) = said.variable(term) {
                let terms = &mut self.terms;
                return Ok(*self.variables.entry(name.to_owned()).or_insert_with(|| terms.variable()));
            }
            let Some((name, parts)) = said.node(term) else { return unsupported("a finite map") };
            let Some(symbol) = self.symbol(name, parts.len()) else { return unsupported(name) };
            let parts: Result<Vec<TermId>, Unsupported> =
                parts.iter().map(|part| self.term(said, *part)).collect();
            Ok(self.terms.rigid(symbol, parts?))
        })
    }

    fn symbol(&self, name: &str, parts: usize) -> Option<Symbol> {
        let source = self.kernel.source;
        let known = &source.well_known;
        if let Ok(number) = name.parse::<BigInt>() {
            return Some(Symbol::Integer(number));
        }
        let quoted = name.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
        if let Some(quoted) = quoted {
            let mut chars = quoted.chars();
            // Escapes are longer.
            return chars.next().filter(|_| chars.next().is_none()).map(Symbol::Char);
        }
        let constructor = match name {
            "[]" => Some(known.nil),
            ":" => Some(known.cons),
            "(,)" => known.tuples.get(parts).copied(),
            // The user's are the last.
            _ => {
                let named = |constructor: &Constructor| source.text(constructor.name) == name;
                source.constructors.iter().rposition(named).map(|index| ConId(index as u32))
            }
        };
        constructor.map(Symbol::Constructor).or_else(|| self.function(name).map(Symbol::Function))
    }

    /// What people call so; the user's own, if the library has one as well. None also if there are
    /// several.
    fn function(&self, name: &str) -> Option<FunctionId> {
        let named = |suspect: bool| -> Vec<usize> {
            let all = self.kernel.functions.iter().enumerate();
            all.filter(|(_, function)| function.name == name && function.suspect == suspect)
                .map(|(index, _)| index)
                .collect()
        };
        match (&named(true)[..], &named(false)[..]) {
            ([one], _) | ([], [one]) => Some(FunctionId(*one as u32)),
            _ => None,
        }
    }
}
