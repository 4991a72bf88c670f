//! The variables that the head of a clause binds: its patterns beside the arguments.

use erlang_machine::program::Program;
use erlang_syntax::ast::{ExprId, ExprKind, Module};
use erlang_term::{Atom, Term};
use erlang_tree::Subject;
use erlang_tree::statement::{Fold, ONE_LINE};

/// As much of a value as stands beside a line.
const BRIEF: Fold = Fold { depth: 4, length: 8, characters: 40, ..ONE_LINE };

/// The variables of the head of a clause, which is counted from 1, after what a fun brought along.
pub fn of_clause(
    program: &Program,
    subject: &Subject,
    clause: u32,
    captured: &[Term],
    arguments: &[Term],
) -> Vec<(String, String)> {
    let clauses = subject.clauses();
    let Some(clause) = (clause as usize).checked_sub(1).and_then(|index| clauses.get(index)) else {
        return Vec::new();
    };
    let before = subject.captured.iter().copied().zip(captured.iter().cloned());
    let head = of_patterns(program, &subject.source, &clause.patterns, arguments);
    shown(program, Some(subject.module), before.chain(head))
}

/// Variables with their values in short.
pub fn shown(
    program: &Program,
    home: Option<Atom>,
    variables: impl Iterator<Item = (Atom, Term)>,
) -> Vec<(String, String)> {
    let fold = BRIEF.for_people(home);
    variables.map(|(name, value)| (name.name().to_owned(), fold.value(program, &value))).collect()
}

/// The variables of patterns that match these terms, in the order of the source.
fn of_patterns(program: &Program, module: &Module, patterns: &[ExprId], terms: &[Term]) -> Vec<(Atom, Term)> {
    let mut found: Vec<(Atom, Term)> = Vec::new();
    let pairs = |ids: &[ExprId], terms: &[Term]| -> Vec<(ExprId, Term)> {
        ids.iter().copied().zip(terms.iter().cloned()).collect()
    };
    // The next one is the last of the list.
    let mut work: Vec<(ExprId, Term)> = pairs(patterns, terms).into_iter().rev().collect();
    while let Some((pattern, term)) = work.pop() {
        let inside = match (&module[pattern].kind, &term) {
            (ExprKind::Variable(name), _) => {
                if !found.iter().any(|(known, _)| known == name) {
                    found.push((*name, term));
                }
                continue;
            }
            (ExprKind::Match { pattern, value }, _) => vec![(*pattern, term.clone()), (*value, term)],
            (ExprKind::Tuple(ids), Term::Tuple(elements)) => pairs(ids, elements),
            (ExprKind::List { elements, tail }, _) => cells(elements, *tail, term),
            (ExprKind::Map(fields), Term::Map(map)) => {
                let value = |key: ExprId| map.get(&literal(module, key)?).cloned();
                fields.iter().filter_map(|field| Some((field.value, value(field.key)?))).collect()
            }
            (ExprKind::Record { name, fields }, Term::Tuple(elements)) => {
                let count = elements.len().saturating_sub(1);
                let record = program.record(Some(module.name), *name, count);
                let index = |field: Atom| {
                    let definition = record.as_ref()?.definition()?;
                    definition.fields.iter().position(|known| known.name == field)
                };
                let value = |name: Option<Atom>| elements.get(index(name?)? + 1).cloned();
                fields.iter().filter_map(|field| Some((field.value, value(field.name)?))).collect()
            }
            _ => continue,
        };
        work.extend(inside.into_iter().rev());
    }
    found
}

/// The elements of a list beside their patterns, then the rest of it.
fn cells(elements: &[ExprId], tail: Option<ExprId>, list: Term) -> Vec<(ExprId, Term)> {
    let (mut pairs, mut rest) = (Vec::new(), list);
    for element in elements {
        let Term::Cons(cell) = &rest else { return pairs };
        pairs.push((*element, cell.head.clone()));
        rest = cell.tail.clone();
    }
    pairs.extend(tail.map(|tail| (tail, rest)));
    pairs
}

/// A key that is written out.
fn literal(module: &Module, key: ExprId) -> Option<Term> {
    match &module[key].kind {
        ExprKind::Atom(atom) => Some(Term::Atom(*atom)),
        ExprKind::Integer(number) => Some(Term::from_bigint(number.clone())),
        _ => None,
    }
}
