//! `deriving (Functor, Foldable, Traversable)`: instances that go by where the last parameter of a
//! type stands in its fields.

use std::fmt::Write;

use super::pattern;
use crate::ast::{DataId, Name, Program, TypeId, TypeKind};
use crate::diagnostics::Diagnostic;

/// The classes that are derived so.
pub const CLASSES: [&str; 3] = ["Functor", "Foldable", "Traversable"];

/// The instances that these types derive, as text. The names in it are those of the prelude,
/// whatever the program calls by them.
pub fn text(program: &Program, among: &[DataId], problems: &mut Vec<Diagnostic>) -> String {
    let mut text = String::new();
    for data in among {
        for (class, span) in &program[*data].deriving {
            let name = program.text(*class);
            let name = name.rsplit_once('.').map_or(name, |(_, bare)| bare);
            let Some(class) = CLASSES.iter().find(|class| **class == name) else { continue };
            match instance(program, *data, class) {
                Some(instance) => text.push_str(&instance),
                None => {
                    let own = program.text(program[*data].name);
                    let message = format!("not supported: deriving `{name}` for `{own}`");
                    let help = "its last parameter must be the type of a field, or the last argument of one";
                    problems.push(Diagnostic::error(*span, message).help(help));
                }
            }
        }
    }
    text
}

fn instance(program: &Program, data: DataId, class: &str) -> Option<String> {
    let declared = &program[data];
    let (last, others) = declared.parameters.split_last()?;
    let parameters: Vec<&str> = others.iter().map(|name| program.text(*name)).collect();
    let own = program.text(declared.name);
    let mut text = format!("instance {class} ({own} {}) where\n", parameters.join(" "));
    for con in &declared.constructors {
        let constructor = &program[*con];
        let fields = constructor.fields.iter().map(|field| field.ty);
        let steps = fields.map(|ty| step(program, ty, *last, class)).collect::<Option<Vec<_>>>()?;
        let left = pattern(program, constructor, |at| format!("x{at}"));
        let name = program.text(constructor.name);
        let made = if name.starts_with(':') { format!("({name})") } else { name.to_owned() };
        let _ = match class {
            "Functor" => {
                let fields = steps.iter().enumerate().map(|(at, step)| match step {
                    Some(step) => format!(" ({step} x{at})"),
                    None => format!(" x{at}"),
                });
                writeln!(text, "  fmap f {left} = {made}{}", fields.collect::<String>())
            }
            "Foldable" => {
                let reached = steps.iter().enumerate().filter_map(|(at, step)| Some((at, step.as_ref()?)));
                let folded =
                    reached.rev().fold("z".to_owned(), |z, (at, step)| format!("{step} x{at} ({z})"));
                writeln!(text, "  foldr f z {left} = {folded}")
            }
            _ => {
                let fields = steps.iter().enumerate().map(|(at, step)| match step {
                    Some(_) => format!(" y{at}"),
                    None => format!(" x{at}"),
                });
                let made = format!("{made}{}", fields.collect::<String>());
                let mut effects = steps
                    .iter()
                    .enumerate()
                    .filter_map(|(at, step)| Some((format!("y{at}"), format!("({} x{at})", step.as_ref()?))));
                let all: Vec<(String, String)> = effects.by_ref().collect();
                let results: Vec<&str> = all.iter().map(|(result, _)| result.as_str()).collect();
                let traversed = match all.split_first() {
                    None => format!("Prelude.pure ({made})"),
                    Some(((_, first), rest)) => rest.iter().fold(
                        format!("Prelude.fmap (\\{} -> {made}) {first}", results.join(" ")),
                        |done, (_, effect)| format!("Prelude.liftA2 Prelude.id ({done}) {effect}"),
                    ),
                };
                writeln!(text, "  traverse f {left} = {traversed}")
            }
        };
    }
    Some(text)
}

/// What is done to a field of this type: `Some(None)` if nothing is, since the parameter is not in
/// it. None: it stands where nothing can be done.
fn step(program: &Program, ty: TypeId, last: Name, class: &str) -> Option<Option<String>> {
    let inner = match &program[ty].kind {
        TypeKind::Var(name) => return Some((*name == last).then(|| "f".to_owned())),
        TypeKind::Con { .. } => return Some(None),
        TypeKind::List(element) => *element,
        TypeKind::Apply { function, arguments } => {
            let (inner, before) = arguments.split_last()?;
            for part in before.iter().chain([function]) {
                if step(program, *part, last, class)?.is_some() {
                    return None;
                }
            }
            *inner
        }
        TypeKind::Function { from, to } => {
            return match (step(program, *from, last, class)?, step(program, *to, last, class)?) {
                (None, None) => Some(None),
                (None, Some(step)) if class == "Functor" => Some(Some(format!("(\\g x -> {step} (g x))"))),
                _ => None,
            };
        }
        TypeKind::Tuple(parts) => {
            let free = parts.iter().map(|part| step(program, *part, last, class));
            return free.collect::<Option<Vec<_>>>()?.iter().all(Option::is_none).then_some(None);
        }
        TypeKind::Forall { .. } => return None,
    };
    let Some(step) = step(program, inner, last, class)? else { return Some(None) };
    Some(Some(match class {
        "Functor" => format!("Prelude.fmap ({step})"),
        "Foldable" => format!("(\\xs z -> Prelude.foldr ({step}) z xs)"),
        _ => format!("Prelude.traverse ({step})"),
    }))
}
