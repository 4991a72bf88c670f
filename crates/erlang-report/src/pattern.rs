//! A pattern for messages: a term in which `_` and variables stand for anything.

use std::collections::HashMap;

use erlang_syntax::ast::{ExprId, ExprKind, Module, VarName};
use erlang_syntax::{Options, literal_term, parse_expressions};
use erlang_term::{Atom, Term};

#[derive(Debug)]
pub struct Pattern {
    module: Module,
    root: ExprId,
}

impl Pattern {
    /// The pattern that a text is, or what is wrong with it.
    pub fn read(text: &str) -> Result<Pattern, String> {
        let name = Atom::new("pattern");
        let (module, problems) = parse_expressions("pattern", text, name, name, &Options::default());
        if let Some(problem) = problems.first() {
            return Err(problem.message.clone());
        }
        let body = module.functions().next().and_then(|function| function.clauses.first());
        let root = match body.map(|clause| &clause.body[..]) {
            Some([root]) => *root,
            _ => return Err("expected one pattern".into()),
        };
        let pattern = Pattern { module, root };
        pattern.check().map(|()| pattern)
    }

    /// Is all of it of the kinds that [`Pattern::matches`] knows?
    fn check(&self) -> Result<(), String> {
        let mut left = vec![self.root];
        while let Some(id) = left.pop() {
            match &self.module[id].kind {
                ExprKind::Wildcard | ExprKind::Variable(_) => {}
                ExprKind::Tuple(elements) => left.extend(elements),
                ExprKind::List { elements, tail } => left.extend(elements.iter().chain(tail)),
                ExprKind::Map(fields) => {
                    if fields.iter().any(|field| literal_term(&self.module, field.key).is_none()) {
                        return Err("map keys in a pattern cannot contain variables".into());
                    }
                    left.extend(fields.iter().map(|field| field.value));
                }
                ExprKind::Match { pattern, value } => left.extend([*pattern, *value]),
                _ if literal_term(&self.module, id).is_some() => {}
                _ => return Err("a pattern is a term in which _ and variables stand for anything".into()),
            }
        }
        Ok(())
    }

    pub fn matches(&self, term: &Term) -> bool {
        let mut bound: HashMap<VarName, Term> = HashMap::new();
        let mut left = vec![(self.root, term.clone())];
        while let Some((id, term)) = left.pop() {
            let fits = match (&self.module[id].kind, &term) {
                (ExprKind::Wildcard, _) => true,
                (ExprKind::Variable(name), _) => *bound.entry(*name).or_insert_with(|| term.clone()) == term,
                (ExprKind::Match { pattern, value }, _) => {
                    left.extend([(*pattern, term.clone()), (*value, term.clone())]);
                    true
                }
                (ExprKind::Tuple(elements), Term::Tuple(values)) => {
                    left.extend(elements.iter().copied().zip(values.iter().cloned()));
                    elements.len() == values.len()
                }
                (ExprKind::List { elements, tail }, _) => {
                    let mut rest = term.clone();
                    let mut long_enough = true;
                    for element in elements {
                        let Term::Cons(cell) = &rest else {
                            long_enough = false;
                            break;
                        };
                        left.push((*element, cell.head.clone()));
                        rest = cell.tail.clone();
                    }
                    match tail {
                        Some(tail) => left.push((*tail, rest)),
                        None => long_enough &= rest == Term::Nil,
                    }
                    long_enough
                }
                (ExprKind::Map(fields), Term::Map(map)) => fields.iter().all(|field| {
                    let value = literal_term(&self.module, field.key).and_then(|key| map.get(&key).cloned());
                    left.extend(value.clone().map(|value| (field.value, value)));
                    value.is_some()
                }),
                _ => literal_term(&self.module, id).as_ref() == Some(&term),
            };
            if !fits {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use erlang_syntax::read_term;

    use super::*;

    #[test]
    fn what_matches() {
        let check = |pattern: &str, term: &str, expected: bool| {
            let pattern_read =
                Pattern::read(pattern).unwrap_or_else(|problem| panic!("{pattern}: {problem}"));
            let term_read = read_term(term).unwrap_or_else(|problem| panic!("{term}: {}", problem.message));
            assert_eq!(pattern_read.matches(&term_read), expected, "{pattern} and {term}");
        };
        check("rst", "rst", true);
        check("rst", "syn", false);
        check("_", "{any, thing}", true);
        check("{_, {syn, Port, _}}", "{a, {syn, 50, 1}}", true);
        check("{_, {syn, Port, _}}", "{a, {ack, 50, 1}}", false);
        check("{_, _}", "{a, b, c}", false);
        check("{X, X}", "{1, 1}", true);
        check("{X, X}", "{1, 2}", false);
        check("[1 | _]", "[1, 2, 3]", true);
        check("[1, _]", "[1, 2, 3]", false);
        check("[1, 2, 3]", "[1, 2]", false);
        check("[]", "[]", true);
        check("\"ab\"", "[97, 98]", true);
        check("#{a => _}", "#{a => 1, b => 2}", true);
        check("#{c := _}", "#{a => 1, b => 2}", false);
        check("-1", "-1", true);
        check("1", "1.0", false);
        check("<<\"x\">>", "<<\"x\">>", true);
        check("{T, _} = {_, 1}", "{a, 1}", true);
        check("{T, _} = {_, 1}", "{a, 2}", false);
    }

    #[test]
    fn what_is_no_pattern() {
        for text in ["f(x)", "{", "a, b", "", "X + 1", "fun() -> 1 end"] {
            assert!(Pattern::read(text).is_err(), "{text}");
        }
    }
}
