//! Many objects at once, by pattern or match specification.

use erlang_term::{Ref, Term, atoms};

use super::super::match_spec::{MatchSpec, variable};
use super::super::{Outcome, Table as Natives};
use super::table::{Bucket, Key, Objects, after, before};
use super::{Access, Context, because, end_of_table, read, table};
use crate::Raise;
use crate::native::effect::{Change, Look, On, Opaque, Pure, Touches};

pub const TABLE: Natives = &[
    ("select", 2, Touches(&[Look(On::Contents(0))]), |context, arguments| {
        select_all(context, &arguments[0], &arguments[1], Direction::Forward)
    }),
    ("select", 3, Touches(&[Look(On::Contents(0))]), |context, arguments| {
        select_some(context, arguments, Direction::Forward)
    }),
    ("select", 1, Touches(&[Look(On::Continued(0))]), |context, arguments| go_on(context, &arguments[0])),
    ("select_reverse", 2, Touches(&[Look(On::Contents(0))]), |context, arguments| {
        select_all(context, &arguments[0], &arguments[1], Direction::Backward)
    }),
    ("select_reverse", 3, Touches(&[Look(On::Contents(0))]), |context, arguments| {
        select_some(context, arguments, Direction::Backward)
    }),
    ("select_reverse", 1, Touches(&[Look(On::Continued(0))]), |context, arguments| {
        go_on(context, &arguments[0])
    }),
    ("match", 2, Touches(&[Look(On::Contents(0))]), |context, arguments| {
        select_all(context, &arguments[0], &spec_of(&arguments[1], "$$"), Direction::Forward)
    }),
    ("match", 3, Touches(&[Look(On::Contents(0))]), |context, arguments| {
        let spec = spec_of(&arguments[1], "$$");
        select_some(context, &[arguments[0].clone(), spec, arguments[2].clone()], Direction::Forward)
    }),
    ("match", 1, Touches(&[Look(On::Continued(0))]), |context, arguments| go_on(context, &arguments[0])),
    ("match_object", 2, Touches(&[Look(On::Contents(0))]), |context, arguments| {
        select_all(context, &arguments[0], &spec_of(&arguments[1], "$_"), Direction::Forward)
    }),
    ("match_object", 3, Touches(&[Look(On::Contents(0))]), |context, arguments| {
        let spec = spec_of(&arguments[1], "$_");
        select_some(context, &[arguments[0].clone(), spec, arguments[2].clone()], Direction::Forward)
    }),
    ("match_object", 1, Touches(&[Look(On::Continued(0))]), |context, arguments| {
        go_on(context, &arguments[0])
    }),
    ("tab2list", 1, Touches(&[Look(On::Contents(0))]), tab2list),
    ("select_count", 2, Touches(&[Look(On::Contents(0))]), select_count),
    ("select_delete", 2, Touches(&[Change(On::Contents(0))]), |context, arguments| {
        Ok(Term::Int(delete_matching(context, &arguments[0], &arguments[1])?))
    }),
    ("internal_select_delete", 2, Touches(&[Change(On::Contents(0))]), |context, arguments| {
        Ok(Term::Int(delete_matching(context, &arguments[0], &arguments[1])?))
    }),
    ("match_delete", 2, Touches(&[Change(On::Contents(0))]), |context, arguments| {
        delete_matching(context, &arguments[0], &spec_of(&arguments[1], "true"))?;
        Ok(Term::bool(true))
    }),
    ("select_replace", 2, Touches(&[Change(On::Contents(0))]), select_replace),
    ("match_spec_compile", 1, Touches(&[Change(On::Fresh)]), match_spec_compile),
    ("match_spec_run_r", 3, Touches(&[Look(On::Compiled(1))]), match_spec_run_r),
    ("match_spec_run", 2, Touches(&[Look(On::Compiled(1))]), match_spec_run),
    ("is_compiled_ms", 1, Touches(&[Look(On::Compiled(0))]), is_compiled_ms),
    ("repair_continuation", 2, Pure, repair_continuation),
];

/// In module `erlang`.
pub const ERLANG_TABLE: Natives = &[("match_spec_test", 3, Opaque, match_spec_test)];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

/// `[{Pattern, [], [Body]}]`
fn spec_of(pattern: &Term, body: &str) -> Term {
    let body = Term::list([Term::atom(body)]);
    Term::list([Term::tuple([pattern.clone(), Term::Nil, body])])
}

fn compile(context: &Context<'_>, spec: &Term) -> Result<MatchSpec, Raise> {
    MatchSpec::compile(context.program, spec).map_err(|_| Raise::badarg())
}

/// Objects that match, with their keys and what the match specification makes of them; at most
/// `limit` of them, behind the key `from`. All objects of a key come together.
fn matching(
    context: &mut Context<'_>,
    objects: &Objects,
    spec: &MatchSpec,
    direction: Direction,
    from: Option<&Key>,
    limit: Option<usize>,
) -> Result<Selected, Raise> {
    let mut entries: Box<dyn Iterator<Item = (&Key, &Bucket)>> = match direction {
        Direction::Forward => Box::new(after(objects, from)),
        Direction::Backward => Box::new(before(objects, from)),
    };
    let mut found = Selected { matches: Vec::new(), last: None };
    for (key, bucket) in &mut entries {
        for object in bucket.objects() {
            if let Some(value) = spec.run(context, object)? {
                found.matches.push(Matching { key: key.clone(), object: object.clone(), value });
            }
        }
        if limit.is_some_and(|limit| found.matches.len() >= limit) {
            found.last = Some(key.clone());
            break;
        }
    }
    Ok(found)
}

struct Selected {
    matches: Vec<Matching>,
    /// Where it stopped because of the limit.
    last: Option<Key>,
}

struct Matching {
    key: Key,
    object: Term,
    value: Term,
}

/// All that match. If only one key can, no other object is looked at.
fn all_matching(
    context: &mut Context<'_>,
    name: &Term,
    spec: &MatchSpec,
    direction: Direction,
) -> Result<Vec<Matching>, Raise> {
    let table = table(context, name, Access::Any)?;
    if let Some(key) = spec.wanted_key(table.key_position) {
        let key = table.key(&key);
        let mut matches = Vec::new();
        for object in table.lookup(&key).to_vec() {
            if let Some(value) = spec.run(context, &object)? {
                matches.push(Matching { key: key.clone(), object, value });
            }
        }
        return Ok(matches);
    }
    let objects = table.snapshot();
    Ok(matching(context, &objects, spec, direction, None, None)?.matches)
}

fn values(matches: Vec<Matching>) -> Term {
    Term::list(matches.into_iter().map(|found| found.value))
}

fn select_all(context: &mut Context<'_>, name: &Term, spec: &Term, direction: Direction) -> Outcome {
    read(context, name)?;
    let direction = effective(context, name, direction)?;
    let spec = compile(context, spec)?;
    Ok(values(all_matching(context, name, &spec, direction)?))
}

/// Only an ordered set can be gone through backwards.
fn effective(context: &Context<'_>, name: &Term, direction: Direction) -> Result<Direction, Raise> {
    match read(context, name)?.kind {
        super::table::TableKind::OrderedSet => Ok(direction),
        _ => Ok(Direction::Forward),
    }
}

fn select_some(context: &mut Context<'_>, arguments: &[Term], direction: Direction) -> Outcome {
    let [name, spec, limit] = arguments else { return Err(Raise::badarg()) };
    let table = read(context, name)?.id;
    let limit = limit.as_int().and_then(|n| usize::try_from(n).ok()).filter(|n| *n > 0);
    let limit = limit.ok_or_else(Raise::badarg)?;
    let direction = effective(context, name, direction)?;
    let compiled = compile(context, spec)?;
    let continuation =
        Continuation { table, last: None, limit, spec: spec.clone(), direction, values: Vec::new() };
    chunk(context, continuation, &compiled)
}

/// Where a selection in parts goes on. As a term: `{Table, LastKey, Limit, MatchSpec, Direction,
/// Values}`.
struct Continuation {
    table: Ref,
    last: Option<Key>,
    limit: usize,
    spec: Term,
    direction: Direction,
    /// Found already, with the objects of the last key, and too many for the last part.
    values: Vec<Term>,
}

fn chunk(context: &mut Context<'_>, continuation: Continuation, spec: &MatchSpec) -> Outcome {
    let Continuation { table, mut last, limit, spec: source, direction, mut values } = continuation;
    let mut more = true;
    if let Some(missing) = limit.checked_sub(values.len()).filter(|n| *n > 0) {
        let objects = read(context, &Term::Ref(table))?.snapshot();
        let found = matching(context, &objects, spec, direction, last.as_ref(), Some(missing))?;
        more = found.last.is_some();
        last = found.last;
        values.extend(found.matches.into_iter().map(|found| found.value));
    }
    if values.is_empty() {
        return Ok(end_of_table());
    }
    let left = values.split_off(limit.min(values.len()));
    let rest = match last {
        Some(last) if more => Term::tuple([
            Term::Ref(table),
            last.term,
            Term::Int(limit as i64),
            source,
            Term::Int(i64::from(direction == Direction::Backward)),
            Term::list(left),
        ]),
        _ => end_of_table(),
    };
    Ok(Term::tuple([Term::list(values), rest]))
}

fn go_on(context: &mut Context<'_>, continuation: &Term) -> Outcome {
    if *continuation == end_of_table() {
        return Ok(end_of_table());
    }
    let Some([Term::Ref(table), last, Term::Int(limit), spec, Term::Int(backward), values]) =
        continuation.as_tuple()
    else {
        return Err(Raise::badarg());
    };
    let limit = usize::try_from(*limit).ok().filter(|n| *n > 0).ok_or_else(Raise::badarg)?;
    let values = values.proper_list().ok_or_else(Raise::badarg)?;
    let last = Some(read(context, &Term::Ref(*table))?.key(last));
    let direction = if *backward == 0 { Direction::Forward } else { Direction::Backward };
    let compiled = compile(context, spec)?;
    let continuation = Continuation { table: *table, last, limit, spec: spec.clone(), direction, values };
    chunk(context, continuation, &compiled)
}

fn tab2list(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let objects = read(context, &arguments[0])?.snapshot();
    Ok(Term::list(objects.values().flat_map(Bucket::objects).cloned().collect::<Vec<_>>()))
}

fn select_count(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    read(context, &arguments[0])?;
    let spec = compile(context, &arguments[1])?;
    let matches = all_matching(context, &arguments[0], &spec, Direction::Forward)?;
    let count = matches.iter().filter(|found| found.value == Term::bool(true)).count();
    Ok(Term::Int(count as i64))
}

fn delete_matching(context: &mut Context<'_>, name: &Term, spec: &Term) -> Result<i64, Raise> {
    table(context, name, Access::Write)?;
    let spec = compile(context, spec)?;
    let mut matches = all_matching(context, name, &spec, Direction::Forward)?;
    matches.retain(|found| found.value == Term::bool(true));
    let table = table(context, name, Access::Write)?;
    for found in &matches {
        table.delete_object(&found.key, &found.object);
    }
    Ok(matches.len() as i64)
}

/// Replaces objects by others with the same key; that the specification keeps it must be plain to
/// see.
fn select_replace(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let target = table(context, &arguments[0], Access::Write)?;
    if target.kind == super::table::TableKind::Bag {
        return Err(because("table_type"));
    }
    let key_position = target.key_position;
    let spec = compile(context, &arguments[1])?;
    let clauses = arguments[1].proper_list().ok_or_else(Raise::badarg)?;
    if !clauses.iter().all(|clause| keeps_key(clause, key_position)) {
        return Err(Raise::badarg());
    }
    let matches = all_matching(context, &arguments[0], &spec, Direction::Forward)?;
    let target = table(context, &arguments[0], Access::Write)?;
    let count = matches.len() as i64;
    for found in matches {
        target.replace(&found.key, &found.object, found.value);
    }
    Ok(Term::Int(count))
}

fn keeps_key(clause: &Term, key_position: usize) -> bool {
    let Some([pattern, _, body]) = clause.as_tuple() else { return false };
    let body = body.proper_list().unwrap_or_default();
    let [value] = body.as_slice() else { return false };
    if *value == Term::atom("$_") {
        return true;
    }
    let element = |term: &Term| term.as_tuple().and_then(|elements| elements.get(key_position - 1)).cloned();
    let Some(key) = element(pattern) else { return false };
    match value.as_tuple() {
        Some([made @ Term::Tuple(_)]) => element(made).is_some_and(|made| {
            let same_object =
                Term::tuple([Term::atom("element"), Term::Int(key_position as i64), Term::atom("$_")]);
            made == same_object || builds(&key, &made, false)
        }),
        Some([Term::Atom(form), made]) if form.name() == "const" => {
            element(made).is_some_and(|made| builds(&key, &made, true))
        }
        _ => false,
    }
}

/// Does this expression (or constant) give what the pattern matched?
fn builds(pattern: &Term, made: &Term, constant: bool) -> bool {
    let mut pending = vec![(pattern.clone(), made.clone(), constant)];
    while let Some((pattern, made, constant)) = pending.pop() {
        if matches!(&pattern, Term::Atom(atom) if *atom == atoms::ANY || variable(*atom).is_some()) {
            if constant || pattern == Term::Atom(atoms::ANY) || pattern != made {
                return false;
            }
            continue;
        }
        match (&pattern, &made) {
            (_, Term::Tuple(parts)) if !constant => match &**parts {
                [Term::Atom(form), value] if form.name() == "const" => {
                    pending.push((pattern.clone(), value.clone(), true));
                }
                [Term::Tuple(made)] => match &pattern {
                    Term::Tuple(pattern) if pattern.len() == made.len() => {
                        let pairs = pattern.iter().cloned().zip(made.iter().cloned());
                        pending.extend(pairs.map(|(p, m)| (p, m, false)));
                    }
                    _ => return false,
                },
                _ => return false,
            },
            (Term::Tuple(pattern), Term::Tuple(made)) if pattern.len() == made.len() => {
                let pairs = pattern.iter().cloned().zip(made.iter().cloned());
                pending.extend(pairs.map(|(p, m)| (p, m, constant)));
            }
            (Term::Cons(pattern), Term::Cons(made)) => {
                pending.push((pattern.head.clone(), made.head.clone(), constant));
                pending.push((pattern.tail.clone(), made.tail.clone(), constant));
            }
            // A map as a pattern matches larger ones.
            (Term::Map(_), _) => return false,
            _ if pattern != made => return false,
            _ => {}
        }
    }
    true
}

fn match_spec_compile(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let spec = compile(context, &arguments[0])?;
    let reference = context.system.new_ref();
    context.system.storage.tables.add_compiled(reference, spec);
    Ok(Term::Ref(reference))
}

/// `match_spec_test(Object, MatchSpec, table)`, which `ets:test_ms/2` stands on.
fn match_spec_test(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    match &arguments[2] {
        Term::Atom(kind) if kind.name() == "table" => {}
        Term::Atom(kind) if kind.name() == "trace" => {
            return Err(Raise::unsupported("match specifications for tracing"));
        }
        _ => return Err(Raise::badarg()),
    }
    let spec = match &arguments[1] {
        Term::Nil => Err("Match programs are not in a list.".to_owned()),
        spec => MatchSpec::compile(context.program, spec),
    };
    match spec {
        Ok(spec) => {
            let value = spec.run(context, &arguments[0])?.unwrap_or(Term::bool(false));
            Ok(Term::tuple([Term::Atom(atoms::OK), value, Term::Nil, Term::Nil]))
        }
        Err(why) => {
            let why = Term::tuple([Term::Atom(atoms::ERROR), Term::string(&why)]);
            Ok(Term::tuple([Term::Atom(atoms::ERROR), Term::list([why])]))
        }
    }
}

fn compiled(context: &Context<'_>, reference: &Term) -> Result<MatchSpec, Raise> {
    match reference {
        Term::Ref(reference) => context.system.storage.tables.compiled(*reference).cloned(),
        _ => None,
    }
    .ok_or_else(Raise::badarg)
}

fn run_on_list(context: &mut Context<'_>, list: &Term, spec: &Term) -> Result<Vec<Term>, Raise> {
    let spec = compiled(context, spec)?;
    let mut values = Vec::new();
    for object in list.proper_list().ok_or_else(Raise::badarg)? {
        values.extend(spec.run(context, &object)?);
    }
    Ok(values)
}

fn match_spec_run(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    Ok(Term::list(run_on_list(context, &arguments[0], &arguments[1])?))
}

/// The values in reverse, in front of the third argument.
fn match_spec_run_r(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let values = run_on_list(context, &arguments[0], &arguments[1])?;
    Ok(Term::list_with_tail(values.into_iter().rev(), arguments[2].clone()))
}

fn is_compiled_ms(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    Ok(Term::bool(compiled(context, &arguments[0]).is_ok()))
}

/// Continuations hold their match specification as a term, so they are never broken.
fn repair_continuation(_: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    Ok(arguments[0].clone())
}
