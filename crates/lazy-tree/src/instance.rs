//! The instance of a rule that a call applied, or of the goal: as written, with what its variables
//! were.

use std::collections::HashMap;

use lazy_machine::Asked;
use lazy_machine::core::FunctionId;
use lazy_machine::log::CallId;
use lazy_machine::machine::Machine;
use lazy_machine::print::Style;
use lazy_machine::view::View;
use lazy_machine::word::Word;
use lazy_syntax::ast::{Entity, ExprKind, Function, PatId, PatKind, Program, Query, Rule, VarId};
use lazy_syntax::source::Span;

/// What stands in place of a variable binds as an argument does.
const ARGUMENT: u8 = 11;

/// `from x = x : from x`. Variables that the arguments do not say keep their names. None: no rule
/// was chosen, or it is not as written.
pub fn instance(program: &Program, machine: &Machine, call: CallId, mut style: Style) -> Option<String> {
    let entry = machine.log().call(call);
    let function = &machine.code().functions[entry.function.0 as usize];
    let place = function.rules.get(entry.rule.0.checked_sub(1)? as usize)?.place;
    let (source, rule) = rule_at(program, place)?;
    let arguments = machine.log().arguments(call, function.arity as usize);
    let mut bound = HashMap::new();
    for (name, word) in function.parameter_names.iter().zip(arguments).take(function.captured as usize) {
        let named = |variable: &&VarId| program.text(program[**variable].name) == name;
        if let Some(variable) = source.free.iter().find(named) {
            bound.insert(*variable, *word);
        }
    }
    // Types come before the arguments that are written.
    let given = arguments.iter().zip(&function.hidden).skip(function.captured as usize);
    let given = given.filter(|(_, hidden)| !**hidden).map(|(word, _)| *word);
    for (pattern, word) in rule.patterns.iter().zip(given) {
        bind(program, machine, *pattern, word, &mut bound);
    }
    let left = machine.call_text(call, &[], &mut style);
    let lookup = |variable: VarId| bound.get(&variable).copied();
    let mut filled = |span: Span| filled(program, machine, span, &lookup, &mut style);
    let right = match &rule.rhs.alternatives[..] {
        [alone] => {
            let body = filled(program[alone.body].span);
            let conditions: Vec<String> =
                alone.qualifiers.iter().map(|qualifier| filled(qualifier.span)).collect();
            match conditions.is_empty() {
                true => format!("= {body}"),
                false => format!("= {body} <== {}", conditions.join(", ")),
            }
        }
        several => several.iter().map(|guarded| filled(guarded.span)).collect::<Vec<_>>().join(" "),
    };
    let wheres: Vec<String> = rule.rhs.wheres.all.iter().map(|binding| filled(binding.span)).collect();
    let wheres = match wheres.is_empty() {
        true => String::new(),
        false => format!(" where {}", wheres.join("; ")),
    };
    Some(format!("{left} {right}{wheres}"))
}

/// What was asked, with what its variables are in the answer.
pub fn goal(program: &Program, machine: &Machine, asked: &Asked, query: &Query, mut style: Style) -> String {
    let words = match (asked, machine.view(machine.result())) {
        (Asked::Answer { value, variables }, View::Constructor(_, words)) => {
            variables.iter().cloned().zip(words.into_iter().skip(usize::from(value.is_some()))).collect()
        }
        _ => HashMap::new(),
    };
    let lookup = |variable: VarId| words.get(program.text(program[variable].name)).copied();
    filled(program, machine, query.span, &lookup, &mut style)
}

fn rule_at(program: &Program, place: Span) -> Option<(&Function, &Rule)> {
    let rules = program
        .functions
        .iter()
        .flat_map(|function| function.rules().iter().map(move |rule| (function, rule)));
    rules.into_iter().find(|(_, rule)| rule.span == place)
}

/// What the variables of a pattern are, given what it was matched with.
fn bind(program: &Program, machine: &Machine, pattern: PatId, word: Word, bound: &mut HashMap<VarId, Word>) {
    let mut todo = vec![(pattern, word)];
    while let Some((pattern, word)) = todo.pop() {
        let view = machine.view(word);
        match &program[pattern].kind {
            PatKind::Wildcard | PatKind::Literal(_) | PatKind::View { .. } | PatKind::Called { .. } => {}
            PatKind::Var(variable) => {
                bound.insert(*variable, word);
            }
            PatKind::As { variable, pattern } => {
                bound.insert(*variable, word);
                todo.push((*pattern, word));
            }
            PatKind::Bang(pattern) | PatKind::Lazy(pattern) | PatKind::Typed { pattern, .. } => {
                todo.push((*pattern, word));
            }
            PatKind::Con { arguments, .. } | PatKind::Tuple(arguments) => {
                if let View::Constructor(_, fields) = view {
                    todo.extend(arguments.iter().copied().zip(fields));
                }
            }
            PatKind::Function { arguments, .. } => {
                if let View::Function(FunctionId(_), given) = view {
                    todo.extend(arguments.iter().copied().zip(given));
                }
            }
            PatKind::List(items) => {
                let mut rest = word;
                for item in items {
                    let View::Constructor(_, fields) = machine.view(rest) else { break };
                    let [head, tail] = fields[..] else { break };
                    todo.push((*item, head));
                    rest = tail;
                }
            }
            PatKind::Record { con, fields } => {
                let (View::Constructor(_, words), Some(con)) = (view, con.con) else { continue };
                for field in fields {
                    let named = |known: &lazy_syntax::ast::Field| known.name == Some(field.field);
                    let index = program[con].fields.iter().position(named);
                    if let Some(word) = index.and_then(|index| words.get(index)) {
                        todo.push((field.pattern, *word));
                    }
                }
            }
        }
    }
}

/// What is written there, on one line, with values for variables.
fn filled(
    program: &Program,
    machine: &Machine,
    span: Span,
    lookup: &dyn Fn(VarId) -> Option<Word>,
    style: &mut Style,
) -> String {
    let is_inside = |other: Span| {
        other.file == span.file
            && span.start.offset <= other.start.offset
            && other.end.offset <= span.end.offset
    };
    let in_expressions = program.exprs.iter().filter_map(|expr| match expr.kind {
        ExprKind::Var { entity: Entity::Variable(variable), .. } => Some((expr.span, variable)),
        _ => None,
    });
    let in_patterns = program.pats.iter().filter_map(|pattern| match pattern.kind {
        PatKind::Var(variable) => Some((pattern.span, variable)),
        _ => None,
    });
    let mut places: Vec<(Span, Word)> = in_expressions
        .chain(in_patterns)
        .filter(|(place, _)| is_inside(*place))
        .filter_map(|(place, variable)| Some((place, lookup(variable)?)))
        .collect();
    places.sort_by_key(|(place, _)| place.start.offset);
    let mut text = String::new();
    let mut at = span.start;
    for (place, word) in places {
        text.push_str(program.sources.text(Span { start: at, end: place.start, ..span }));
        let precedence = if text.trim_end().ends_with("->") { 0 } else { ARGUMENT };
        text.push_str(&machine.value_text(word, precedence, style));
        at = place.end;
    }
    text.push_str(program.sources.text(Span { start: at, ..span }));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
