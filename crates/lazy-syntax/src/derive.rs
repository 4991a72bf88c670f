//! Derived instances as text of the language. The machine compares and shows values by their
//! structure without them; they are needed where a part of a value may have an instance of its own.

pub mod containers;
pub mod newtypes;
pub mod others;

use std::fmt::Write;

use crate::ast::{Constructor, DataId, Program};
use crate::classes::Class;

/// Instances of the class for what may contain such parts: lists, tuples, the prelude's types with
/// parameters, and those that derive it.
pub fn text(program: &Program, class: Class, among: impl Iterator<Item = DataId>) -> String {
    let mut text = String::new();
    for data in among {
        if program.instance(class, data).is_none() && is_wanted(program, class, data) {
            instance(program, class, data, &mut text);
        }
    }
    text
}

/// Whether a class is none of those that are derived in a way of their own.
pub fn is_any_class(name: &str) -> bool {
    let known = [&Class::BUILT_IN[..6], &containers::CLASSES, &STRUCTURAL];
    !known.iter().any(|names| names.contains(&name)) && !newtypes::is_derived(name)
}

/// Of generic programming only the name is needed: observation works on all types.
pub const STRUCTURAL: [&str; 3] = ["Generic", "Observable", "ParEq"];

/// The longest tuple that has instances.
const LONGEST_TUPLE: usize = 15;

fn is_wanted(program: &Program, class: Class, data: DataId) -> bool {
    let declared = &program[data];
    let known = &program.well_known;
    if declared.constructors.is_empty() {
        return false;
    }
    if let Some(size) = known.tuple_types.iter().position(|tuple| *tuple == data) {
        return (2..=LONGEST_TUPLE).contains(&size);
    }
    let name = program.class_name(class);
    let derives = declared.deriving.iter().any(|(derived, _)| {
        let derived = program.text(*derived);
        derived.rsplit_once('.').map_or(derived, |(_, bare)| bare) == name
    });
    derives || data == known.list || ["Maybe", "Either"].contains(&program.text(declared.name))
}

fn instance(program: &Program, class: Class, data: DataId, text: &mut String) {
    let declared = &program[data];
    let name = program.class_name(class);
    let parameters: Vec<&str> = declared.parameters.iter().map(|name| program.text(*name)).collect();
    let context: Vec<String> = parameters.iter().map(|parameter| format!("{name} {parameter}")).collect();
    let own = program.text(declared.name);
    let ty = match own.starts_with('(') {
        true => format!("({})", parameters.join(", ")),
        false => format!("({own} {})", parameters.join(" ")),
    };
    let _ = writeln!(text, "instance ({}) => {name} {ty} where", context.join(", "));
    let constructors: Vec<&Constructor> = declared.constructors.iter().map(|con| &program[*con]).collect();
    match class {
        Class::EQ => equality(program, &constructors, text),
        Class::ORD => order(program, &constructors, text),
        _ if data == program.well_known.list => text.push_str("  showsPrec _ xs = showList xs\n"),
        _ => showing(program, &constructors, text),
    }
}

/// A pattern of the constructor with its fields called so.
fn pattern(program: &Program, constructor: &Constructor, field: impl Fn(usize) -> String) -> String {
    let fields: Vec<String> = (0..constructor.fields.len()).map(field).collect();
    let name = program.text(constructor.name);
    match name {
        _ if name.starts_with("(,") => format!("({})", fields.join(", ")),
        _ if name.starts_with(':') => format!("({} {name} {})", fields[0], fields[1]),
        _ => format!("({name} {})", fields.join(" ")),
    }
}

fn wildcards(program: &Program, constructor: &Constructor) -> String {
    pattern(program, constructor, |_| "_".to_owned())
}

fn equality(program: &Program, constructors: &[&Constructor], text: &mut String) {
    for constructor in constructors {
        let left = pattern(program, constructor, |at| format!("x{at}"));
        let right = pattern(program, constructor, |at| format!("y{at}"));
        let tests: Vec<String> = (0..constructor.fields.len()).map(|at| format!("x{at} == y{at}")).collect();
        let tests = if tests.is_empty() { "True".to_owned() } else { tests.join(" && ") };
        let _ = writeln!(text, "  {left} == {right} = {tests}");
    }
    if constructors.len() > 1 {
        text.push_str("  _ == _ = False\n");
    }
}

fn order(program: &Program, constructors: &[&Constructor], text: &mut String) {
    for (index, constructor) in constructors.iter().enumerate() {
        let left = pattern(program, constructor, |at| format!("x{at}"));
        let right = pattern(program, constructor, |at| format!("y{at}"));
        let _ = write!(text, "  compare {left} other = case other of {{ {right} -> ");
        for at in 0..constructor.fields.len() {
            let _ = write!(text, "case compare x{at} y{at} of {{ LT -> LT; GT -> GT; EQ -> ");
        }
        text.push_str("EQ");
        text.push_str(&" }".repeat(constructor.fields.len()));
        for earlier in &constructors[..index] {
            let _ = write!(text, "; {} -> GT", wildcards(program, earlier));
        }
        text.push_str(if index + 1 < constructors.len() { "; _ -> LT }\n" } else { " }\n" });
    }
}

fn showing(program: &Program, constructors: &[&Constructor], text: &mut String) {
    for constructor in constructors {
        let name = program.text(constructor.name);
        let left = pattern(program, constructor, |at| format!("x{at}"));
        let count = constructor.fields.len();
        let operator = name.starts_with(':');
        let shown = if operator { format!("({name})") } else { name.to_owned() };
        let _ = write!(text, "  showsPrec d {left} = ");
        if name.starts_with("(,") {
            text.push_str("showChar '(' . ");
            for at in 0..count {
                let _ = write!(text, "shows x{at} . showChar '{}'", if at + 1 < count { ',' } else { ')' });
                text.push_str(if at + 1 < count { " . " } else { "\n" });
            }
        } else if count == 0 {
            let _ = writeln!(text, "showString {shown:?}");
        } else if constructor.record {
            let _ = write!(text, "showParen (d > 10) (showString {:?}", format!("{shown} {{"));
            for (at, field) in constructor.fields.iter().enumerate() {
                let label = field.name.map_or("", |name| program.text(name));
                let comma = if at > 0 { ", " } else { "" };
                let _ = write!(text, " . showString {:?} . showsPrec 0 x{at}", format!("{comma}{label} = "));
            }
            text.push_str(" . showChar '}')\n");
        } else if let Some(fixity) = constructor.infix {
            let (own, inner) = (fixity.precedence, fixity.precedence + 1);
            let between = if operator { format!(" {name} ") } else { format!(" `{name}` ") };
            let _ = writeln!(
                text,
                "showParen (d > {own}) (showsPrec {inner} x0 . showString {between:?} . showsPrec {inner} x1)"
            );
        } else {
            let _ = write!(text, "showParen (d > 10) (showString {shown:?}");
            for at in 0..count {
                let _ = write!(text, " . showChar ' ' . showsPrec 11 x{at}");
            }
            text.push_str(")\n");
        }
    }
}
